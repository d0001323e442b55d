/* Bounds of the states of a band: patterns with offsets (docs/black-peg.md, "a band around the
   diagonal").

   The plain twin is tests/band/plain.py. */

/* The states, and what questions leave of patterns.

   form, offsets: of each state, [states] and [states, pegs].  stars: [forms, pegs], the columns with
   a star.  number: [forms, codes], the state of a form with offsets b, whose code is the sum of
   b_j * radix^j.  Patterns come before explicit masets, whose least totals are minima.
   start, new, parts, orders: the rows of pattern i are start[i]:start[i+1]; new: [rows, pegs], the
   columns with a new colour; parts: [rows, width], the forms of the parts, -1 where there is none;
   orders: [rows, width], by exchanges, [orders, pegs], the column that each column of a part was.
   shrunk: [forms, pegs, 2], of the clauses with a star in a column the form and the order.
   clauses: [forms, 2^pegs], how many clauses have their stars in the columns of a set, column j
   being the bit 2^j.  single: [2^pegs, 2], of one such clause the form and the order. */
typedef struct {
    I32 form;
    I8 offsets, stars;
    I32 number;
    I64 start;
    I8 new;
    I32 parts;
    I8 orders, exchanges;
    I32 shrunk, clauses, single;
    I64 minima;
    int64_t radix;
} BandColumns;

/* The reasons for a bound: all questions; averaging in a column, whose number is the reason, or in
   the best one; the sum over the clauses, each as a state; or it is there already. */
#define ASKED -1
#define BEST_COLUMN -2
#define BY_CLAUSES -3
#define GIVEN -4

/* Fill in the bounds of states for one n, least[row], of [rows, states]; the row before is that of
   n - 1, and rows before the first one are not looked at: their bounds count as 0.

   order: the states to fill in, each after those with fewer secrets.  reason: [states].  secrets:
   [rows, states].  */
void bound_states(const BandColumns *columns, int64_t n, int64_t row, I32 order, I8 reason, I64 secrets, I64 least);
/* Mark the states that are asked and whose bound in a row is more than some question costs; those
   that are marked are passed over.  Returns how many were marked. */
int64_t mark_failing(const BandColumns *columns, int64_t n, int64_t row, I8 reason, I64 secrets, I64 least, Bools failing);
/* Fill in the polynomials of states that are averaged or bounded by clauses, from the others: at
   most the average, for all n >= base, or the sum.

   polynomials: [states, terms], ascending coefficients times a common factor, in whole numbers.
   order, reason: as above, with the column of each averaged state. */
void derive_polynomials(const BandColumns *columns, int64_t base, I32 order, I8 reason, int64_t factor, I64 polynomials);
/* Mark the states that are asked and whose polynomial is not at most that of each question, as the
   Newton differences show; those that are marked are passed over.  Returns how many were marked.

   points: [below, states, terms], of each polynomial, taken so much below n, the values for some
   consecutive n, times the common factor; secrets: [states, terms]. */
int64_t mark_losing(const BandColumns *columns, I8 reason, int64_t factor, I64 secrets, I64 points, Bools losing);
