/* The search for a probe that given grids answer differently.

   The plain twin is anneal_plainly of tests/kernels/twins.py. */

/* Change a probe cell by cell; returns the fewest collisions that came up.

   The collisions of a probe are the grids less the different answers to it: 0 when it separates
   them.  A change is taken when the probe has at most some number of collisions more than before;
   that number is drawn, at first from 0 to *heat*, at last 0.

   grids: their rows and columns.  powers: what a cell counts in the number of a line, so that there are that
   many lines; that these numbers are less is not checked.  bases: what the answer of a line counts in that
   of the grid, so that no two answers are the same number.  cells: the probe to begin with, by rows; it is
   written over.  best: gets the probe with the fewest collisions.  keys: room.  slots: room, a power of 2. */
int64_t anneal(U8 answers /* [lines, lines] */, U16 grids /* [2 * size, n] in 0..lines - 1 */, int64_t colours /* in 2.. */,
               I64 powers /* [size] */, I64 bases /* [2 * size] */, int64_t steps, int64_t heat,
               int64_t random /* in 1..2 ** 31 - 2 */, I64 cells /* [size * size] in 0..colours - 1 */,
               I64 best /* [size * size] */, I64 keys /* [2, n] */, I64 slots /* [2, places >= 2 * n] in 0..0 */);
