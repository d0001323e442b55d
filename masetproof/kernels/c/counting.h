/* The number of answers that some secrets give to each question: the loop in which searches spend
   their time.

   hot: [N, planes * Q], for each secret a bit for each answer, in planes.  hits: [planes * Q], room.
   Filled in: parts [Q], each at most 255.  count_answers takes the fastest version that the
   processor has; the others are there for the tests. */
void count_answers(U16 hot, U16 members, U16 hits, U8 parts);
void count_answers_plainly(U16 hot, U16 members, U16 hits, U8 parts);
void count_answers_avx2(U16 hot, U16 members, U16 hits, U8 parts);
bool has_avx2(void);
