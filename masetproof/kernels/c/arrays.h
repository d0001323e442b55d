/* Arrays as numpy has them, in C order.  What is beyond the number of axes is 0.

   The binding reads these headers, too: they have types, functions and numbers, and nothing else.

   A comment behind the name of an array says what it must be; masetproof.kernels.checks reads these:

       U8 answers [secrets, all] in 0..kinds - 1      its axes, and from what to what its entries are
       I64 start  [rows + 1] rising 0..all by most    none is less than the one before, or more by over *most*
       I32 shrunk [forms, 2] in 0..forms - 1, 0..9    entries at the places of the last axis
       I32 names  [n <= Q] or empty                   at most so long

   A name is that of a length or of a whole number among the arguments, and the same in the whole call; but where
   a function takes two structs of one type, each has its own.  In numbers, too, "in" gives the range.  A struct
   is followed by what this function asks of it beside, between semicolons: rows <= n; start rising 0..n.
   What stands after a colon is for people. */
typedef struct { bool *at; int64_t shape[4]; } Bools;
typedef struct { uint8_t *at; int64_t shape[4]; } U8;
typedef struct { uint16_t *at; int64_t shape[4]; } U16;
typedef struct { uint64_t *at; int64_t shape[4]; } U64;
typedef struct { int8_t *at; int64_t shape[4]; } I8;
typedef struct { int16_t *at; int64_t shape[4]; } I16;
typedef struct { int32_t *at; int64_t shape[4]; } I32;
typedef struct { int64_t *at; int64_t shape[4]; } I64;
/* Those with one axis are passed in registers, which counts where calls are short. */
typedef struct { uint8_t *at; int64_t shape[1]; } U8Row;
typedef struct { uint16_t *at; int64_t shape[1]; } U16Row;
typedef struct { int32_t *at; int64_t shape[1]; } I32Row;
typedef struct { int64_t *at; int64_t shape[1]; } I64Row;
