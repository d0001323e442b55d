/* The orbits of questions under automorphisms.

   The plain twin is orbit_minima_plainly in tests/kernels/twins.py. */

/* For each question the place of the least one of its orbit.

   cells: [questions, pegs].  columns: [1 + generators, pegs] and renamed: [1 + generators, colours],
   the identity and the automorphisms.  Room: names [pegs], place_of [(colours + pegs + 1) ** pegs].
   Filled in: least [questions]. */
void find_orbit_minima(U8 cells, int64_t colours, U8 columns, U8 renamed, I64 names, I64 place_of, I64 least);
