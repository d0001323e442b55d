/* Grids whose rows and columns are among given candidates.

   The plain twin is join_plainly of tests/kernels/twins.py. */

/* Fill in the grids; returns how many, and complete tells whether these are all.

   A level is a line: row 0, column 0, row 1, column 1, and so on.  A line crosses all lines of the
   other kind before it, which fix its first cells; as the candidates ascend, those that fit stand
   together.

   cells: [lines, size].  candidates: numbers of lines, those of one level after the other,
   ascending; starts: [2 * size + 1], where those of each level begin.  powers: [size + 1], how many
   lines begin with given cells, by the number of these.  grids: [most, 2 * size], gets the rows and
   columns of each.  most_steps: after this many lines it is given up.  random: 0 for all grids, in
   order; a seed from 1 to 2^31 - 2 for a sample: then each search begins anywhere among the
   candidates and ends with the first grid.  room: [4, 2 * size]; its rows get, by level, the first
   that fits, the one after the last, the next to try, and how many are left to try.  complete: [1].
*/
int64_t join_lines(U8 cells, I64 candidates, I64 starts, I64 powers, U16 grids, int64_t most_steps, int64_t random, I64 room, Bools complete);
