/* The search for a probe that given grids answer differently.

   The plain twin is anneal_plainly of tests/kernels/twins.py. */

/* Change a probe cell by cell; returns the fewest collisions that came up.

   The collisions of a probe are the grids less the different answers to it: 0 when it separates
   them.  A change is taken when the probe has at most some number of collisions more than before;
   that number is drawn, at first from 0 to *heat*, at last 0.

   answers: [lines, lines].  grids: [2 * size, n], their rows and columns.  powers: [size], what a
   cell counts in the number of a line.  bases: [2 * size], what the answer of a line counts in that
   of the grid, so that no two answers are the same number.  random: from 1 to 2^31 - 2.  cells:
   [size * size], the probe to begin with, by rows; it is written over.  best: [size * size], gets the
   probe with the fewest collisions.  keys: [2, n], room.  slots: [2, a power of 2, at least 2 n],
   room, all zero. */
int64_t anneal(U8 answers, U16 grids, int64_t colours, I64 powers, I64 bases, int64_t steps, int64_t heat, int64_t random, I64 cells, I64 best, I64 keys, I64 slots);
