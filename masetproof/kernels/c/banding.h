/* Bounds of the states of a band: patterns with offsets (docs/black-peg.md, "a band around the
   diagonal").

   The plain twin is tests/band/plain.py. */

/* The states, and what questions leave of patterns.

   form, offsets: of each state.  stars: the columns with a star.  number: the state of a form with
   offsets b, whose code is the sum of b_j * radix^j.  Patterns come before explicit masets, whose least
   totals are minima.  start, new, parts, orders: the rows of pattern i are start[i]:start[i+1]; new: the
   columns with a new colour; parts: the forms of the parts, -1 where there is none; orders: by exchanges,
   the column that each column of a part was.  shrunk: of the clauses with a star in a column the form and
   the order.  clauses: how many clauses have their stars in the columns of a set, column j being the bit
   2^j.  single: of one such clause the form and the order.

   There are at most eight pegs.  That the code of the offsets that a part gets is less than *codes*, is not
   checked: it depends on offsets, new and orders together. */
typedef struct {
    I32 form /* [states] in 0..forms - 1 */;
    I8 offsets /* [states, pegs] */;
    I8 stars /* [forms, pegs] */;
    I32 number /* [forms, codes] in -1..states - 1 */;
    I64 start /* [patterns + 1] rising 0..rows */;
    I8 new /* [rows, pegs] */;
    I32 parts /* [rows, width] in -1..forms - 1 */;
    I8 orders /* [rows, width] in 0..orderings - 1 */;
    I8 exchanges /* [orderings, pegs] in 0..pegs - 1 */;
    I32 shrunk /* [forms, pegs, 2] in 0..forms - 1, 0..orderings - 1 */;
    I32 clauses /* [forms, 2 ** pegs] */;
    I32 single /* [2 ** pegs, 2] in 0..forms - 1, 0..orderings - 1 */;
    I64 minima /* [forms - patterns] */;
    int64_t radix;
} BandColumns;

/* The reasons for a bound: all questions; averaging in a column, whose number is the reason, or in
   the best one; the sum over the clauses, each as a state; or it is there already. */
#define ASKED -1
#define BEST_COLUMN -2
#define BY_CLAUSES -3
#define GIVEN -4
#define MOST_TERMS 8

/* Fill in the bounds of states for one n, least[row]; the row before is that of n - 1, and rows before the
   first one are not looked at: their bounds count as 0.

   order: the states to fill in, each after those with fewer secrets. */
void bound_states(const BandColumns *columns, int64_t n, int64_t row /* in 0..bounds - 1 */,
                  I32 order /* [some] in 0..states - 1 */, I8 reason /* [states] in GIVEN..pegs - 1 */,
                  I64 secrets /* [bounds, states] */, I64 least /* [bounds, states] */);
/* Mark the states that are asked and whose bound in a row is more than some question costs; those
   that are marked are passed over.  Returns how many were marked. */
int64_t mark_failing(const BandColumns *columns, int64_t n, int64_t row /* in 0..bounds - 1 */,
                     I8 reason /* [states] in GIVEN..pegs - 1 */, I64 secrets /* [bounds, states] */,
                     I64 least /* [bounds, states] */, Bools failing /* [states] */);
/* Fill in the polynomials of states that are averaged or bounded by clauses, from the others: at
   most the average, for all n >= base, or the sum.

   polynomials: ascending coefficients times a common factor, in whole numbers.
   order, reason: as above, with the column of each averaged state. */
void derive_polynomials(const BandColumns *columns, int64_t base, I32 order /* [some] in 0..states - 1 */,
                        I8 reason /* [states] in GIVEN..pegs - 1 */, int64_t factor,
                        I64 polynomials /* [states, terms <= MOST_TERMS] */);
/* Mark the states that are asked and whose polynomial is not at most that of each question, as the
   Newton differences show; those that are marked are passed over.  Returns how many were marked.

   points: of each polynomial, taken so much below n, the values for some consecutive n, times the common
   factor.  That no part is taken farther below is not checked. */
int64_t mark_losing(const BandColumns *columns, I8 reason /* [states] in GIVEN..pegs - 1 */, int64_t factor,
                    I64 secrets /* [states, terms <= MOST_TERMS] */, I64 points /* [below, states, terms] */,
                    Bools losing /* [states] */);
