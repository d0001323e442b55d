/* Grids whose rows and columns are among given candidates.

   The plain twin is join_plainly of tests/kernels/twins.py. */

/* Fill in the grids; returns how many, and complete tells whether these are all.

   A level is a line: row 0, column 0, row 1, column 1, and so on.  A line crosses all lines of the
   other kind before it, which fix its first cells; as the candidates ascend, those that fit stand
   together.

   candidates: numbers of lines, those of one level after the other, ascending; starts: where those of each
   level begin.  powers: how many lines begin with given cells, by the number of these.  grids: gets the rows
   and columns of each.  most_steps: after this many lines it is given up.  random: 0 for all grids, in
   order; a seed for a sample: then each search begins anywhere among the candidates and ends with the first
   grid.  room: its rows get, by level, the first that fits, the one after the last, the next to try, and
   how many are left to try. */
int64_t join_lines(U8 cells /* [lines, size] */, I64 candidates /* [n] in 0..lines - 1 */,
                   I64 starts /* [2 * size + 1] rising 0..n */, I64 powers /* [size + 1] */,
                   U16 grids /* [most, 2 * size] */, int64_t most_steps, int64_t random /* in 0..2 ** 31 - 2 */,
                   I64 room /* [4, 2 * size] */, Bools complete /* [1] */);
