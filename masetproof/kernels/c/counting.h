/* What some secrets answer to many questions: the loops in which searches spend their time.

   told: [N, Q], the answer of each secret to each question, of which there are A.  Each function takes
   the fastest version that the processor has; the others are there for the tests. */
enum { BLOCK = 64 }; /* questions whose parts are sized at a time */

/* How many answers members give to each of the first questions; parts [at most Q]. */
void count_answers(U8 told, U16Row members, int64_t answers, U8Row parts);
void count_answers_plainly(U8 told, U16Row members, int64_t answers, U8Row parts);
void count_answers_avx2(U8 told, U16Row members, int64_t answers, U8Row parts);
void count_answers_avx512(U8 told, U16Row members, int64_t answers, U8Row parts);

/* Copy what members answer to some questions, given in ascending order, into the first columns of rows. */
void pick_answers(U8 told, U16Row members, I32Row questions, U8 rows);

/* How many members give each answer to BLOCK questions from first on; sizes [A, BLOCK], 0 beyond Q. */
void size_parts(U8 told, U16Row members, int64_t first, U16 sizes);
void size_parts_plainly(U8 told, U16Row members, int64_t first, U16 sizes);
void size_parts_avx2(U8 told, U16Row members, int64_t first, U16 sizes);
void size_parts_avx512(U8 told, U16Row members, int64_t first, U16 sizes);
/* How wide the vectors of the fastest version are that this processor has: 512, 256, or 0. */
int64_t vector_bits(void);
