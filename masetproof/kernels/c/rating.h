/* How well questions split the secrets that are still possible.

   The plain twins are count_plainly and rate_plainly of tests/kernels/twins.py. */

/* Add to sizes how many members give each answer to each question.

   answers: [secrets, all questions].  members: [n], secrets.  questions: [q].  sizes: [answers, q]. */
void count_by_table(U8 answers, I64 members, I64 questions, I64 sizes);
/* Collect the questions whose answer is not known before they are asked, or wins.  Returns how many.

   answers, members, questions: as in count_by_table; a member at least.  winning: the answer that
   wins.  telling: [q]. */
int64_t telling_by_table(U8 answers, int64_t winning, I64 members, I64 questions, I64 telling);
/* Fill in the rating of each question, whose answers are found as they are needed: the sum of the
   weights of the parts of the secrets.

   questions: [q, pegs].  cells: [pegs, n], the secrets by columns.  times: [colours, n], how often a
   secret has a colour, or [0, n] when white pegs are not told.  weight: [n + 1], by the size of a
   part; the part that wins counts nothing.  codes: [n], room.  sizes: [(pegs + 1) ** 2], without
   white pegs [pegs + 1], room, all zero before and after.  rating: [q]. */
void rate_by_words(U16 questions, U16 cells, U16 times, I64 weight, U16 codes, I64 sizes, I64 rating);
