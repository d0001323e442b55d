/* Arrays as numpy has them, in C order.  What is beyond the number of axes is 0.

   The binding reads these headers, too: they have types, functions and numbers, and nothing else.
*/
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
