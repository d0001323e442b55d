/* Which parts of many questions have a member that separates them, as masetproof.search.bounds needs it.

   A member separates its part when no two secrets there give the same answer to it.  What the members answer
   to each other is the same for all questions, so BLOCK of them are looked at together. */
#define BATCH_ANSWERS 32 /* at most so many */
#define BATCHED_TO 512 /* members at most */
#define CLASSED 393728 /* BATCHED_TO times (one and a half of it, and one) */

/* For each member the classes of two or more that answer it alike, large ones first: the size of each, then
   its members by their places, and 0 after the last one.

   told, own: of the board, or of a near table, as for bounds_by_members. */
void list_classes(U8 told /* [rows, columns] in 0..BATCH_ANSWERS - 1 */, I32 own /* [some >= rows] in 0.. */,
                  U16Row members /* [n <= BATCHED_TO] in 0..rows - 1 */,
                  U16Row classes /* [CLASSED] */);
/* Leave out the parts that a member separates.

   rows: what the members answer to each question.  classes: of list_classes.  parts: bits 8 k to 8 k + 7 of
   the parts of each question, by their answers, are in row k; those of other answers are no parts. */
void drop_separated(U8 rows /* [n, BLOCK] in 0..BATCH_ANSWERS - 1 */, U16Row classes /* [CLASSED] */,
                    U8 parts /* [eights <= 4, BLOCK] */);
void drop_separated_plainly(U8 rows /* [n, BLOCK] in 0..BATCH_ANSWERS - 1 */, U16Row classes /* [CLASSED] */,
                            U8 parts /* [eights <= 4, BLOCK] */);
void drop_separated_avx2(U8 rows /* [n, BLOCK] in 0..BATCH_ANSWERS - 1 */, U16Row classes /* [CLASSED] */,
                         U8 parts /* [eights <= 4, BLOCK] */);
