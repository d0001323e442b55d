/* What some secrets answer to many questions: the loops in which searches spend their time.

   told: the answer of each of N secrets to each of Q questions.  Each function takes the fastest version
   that the processor has; the others are there for the tests. */
enum { BLOCK = 64 }; /* questions whose parts are sized at a time */

/* How many answers members give to each of the first questions, beside the last one, whose number is *answers*. */
void count_answers(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                   int64_t answers /* in 0..255 */, U8Row parts /* [first <= Q] */);
void count_answers_plainly(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                           int64_t answers /* in 0..255 */, U8Row parts /* [first <= Q] */);
void count_answers_avx2(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                        int64_t answers /* in 0..255 */, U8Row parts /* [first <= Q] */);
void count_answers_avx512(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                          int64_t answers /* in 0..255 */, U8Row parts /* [first <= Q] */);
/* The most of them that any of the first questions has. */
int64_t most_answers(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                     int64_t answers /* in 0..255 */, int64_t questions /* in 0..Q */);
int64_t most_answers_plainly(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                             int64_t answers /* in 0..255 */, int64_t questions /* in 0..Q */);
int64_t most_answers_avx2(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                          int64_t answers /* in 0..255 */, int64_t questions /* in 0..Q */);
int64_t most_answers_avx512(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                            int64_t answers /* in 0..255 */, int64_t questions /* in 0..Q */);

/* Copy what members answer to some questions, given in ascending order, into the first columns of rows. */
void pick_answers(U8 told /* [N, Q] */, U16Row members /* [n] in 0..N - 1 */,
                  I32Row questions /* [some] rising 0..Q - 1 */, U8 rows /* [n, width >= some] */);

/* How many members give each answer to BLOCK questions from first on; 0 beyond Q. */
void size_parts(U8 told /* [N, Q] in 0..answers - 1 */, U16Row members /* [n] in 0..N - 1 */,
                int64_t first /* in 0..Q - 1 */, U16 sizes /* [answers, BLOCK] */);
void size_parts_plainly(U8 told /* [N, Q] in 0..answers - 1 */, U16Row members /* [n] in 0..N - 1 */,
                        int64_t first /* in 0..Q - 1 */, U16 sizes /* [answers, BLOCK] */);
void size_parts_avx2(U8 told /* [N, Q] in 0..answers - 1 */, U16Row members /* [n] in 0..N - 1 */,
                     int64_t first /* in 0..Q - 1 */, U16 sizes /* [answers, BLOCK] */);
void size_parts_avx512(U8 told /* [N, Q] in 0..answers - 1 */, U16Row members /* [n] in 0..N - 1 */,
                       int64_t first /* in 0..Q - 1 */, U16 sizes /* [answers, BLOCK] */);
/* Which of BLOCK questions from first on have no answer, beside the last one, that more than *most* members give: a
   bit for each. */
uint64_t small_parts(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                     int64_t first /* in 0..Q - 1 */, int64_t answers /* in 0..255 */, int64_t most /* in 0.. */);
uint64_t small_parts_plainly(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                             int64_t first /* in 0..Q - 1 */, int64_t answers /* in 0..255 */, int64_t most /* in 0.. */);
uint64_t small_parts_avx2(U8 told /* [N, Q] in 0..answers */, U16Row members /* [n] in 0..N - 1 */,
                          int64_t first /* in 0..Q - 1 */, int64_t answers /* in 0..255 */, int64_t most /* in 0.. */);
/* Count how many secrets answer a to a question and b to each of the first ones: numbers, which are 0 before. */
void count_pairs(U8 told /* [N, Q] in 0..answers - 1 */, int64_t question /* in 0..Q - 1 */,
                 I32 numbers /* [first <= Q, answers, answers] */);
/* How wide the vectors of the fastest version are that this processor has: 512, 256, or 0. */
int64_t vector_bits(void);
