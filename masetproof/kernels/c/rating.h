/* How well questions split the secrets that are still possible.

   The plain twins are count_plainly and rate_plainly of tests/kernels/twins.py. */

/* Add to sizes how many members give each answer to each question.

   answers: of all secrets to all questions. */
void count_by_table(U8 answers /* [secrets, all] in 0..kinds - 1 */, I64 members /* [n] in 0..secrets - 1 */,
                    I64 questions /* [q] in 0..all - 1 */, I64 sizes /* [kinds, q] */);
/* The same with the weights of the members in place of 1. */
void weigh_by_table(U8 answers /* [secrets, all] in 0..kinds - 1 */, I64 members /* [n] in 0..secrets - 1 */,
                    I64 weights /* [n] */, I64 questions /* [q] in 0..all - 1 */, I64 sizes /* [kinds, q] */);
/* Collect the questions whose answer is not known before they are asked, or wins.  Returns how many.

   winning: the answer that wins. */
int64_t telling_by_table(U8 answers /* [secrets, all] */, int64_t winning, I64 members /* [n > 0] in 0..secrets - 1 */,
                         I64 questions /* [q] in 0..all - 1 */, I64 telling /* [q] */);
/* Fill in the rating of each question, whose answers are found as they are needed: the sum of the
   weights of the parts of the secrets.

   cells: the secrets by columns.  times: how often a secret has a colour, or of no colours when white pegs are
   not told.  weight: by the size of a part; the part that wins counts nothing.  codes: room.  sizes: room,
   all zero before and after. */
void rate_by_words(U16 questions /* [q, pegs] in 0..(colours if colours else 2 ** 16) - 1 */, U16 cells /* [pegs, n] */,
                   U16 times /* [colours, n] */, I64 weight /* [n + 1] */, U16 codes /* [n] */,
                   I64 sizes /* [(pegs + 1) ** (2 if colours else 1)] in 0..0 */, I64 rating /* [q] */);
