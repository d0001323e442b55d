/* The orbits of questions under automorphisms.

   The plain twin is orbit_minima_plainly in tests/kernels/twins.py. */

/* For each question the place of the least one of its orbit.

   cells: new colours follow the explicit ones; that there are no others between them and the extra colour is
   not checked.  columns, renamed: the identity and the automorphisms.  names, place_of: room.  least is
   filled in. */
void find_orbit_minima(U8 cells /* [questions, pegs] in 0..EXTRA */, int64_t colours /* in 0..STAR */,
                       U8 columns /* [maps, pegs] in 0..pegs - 1 */, U8 renamed /* [maps, colours] in 0..colours - 1 */,
                       I64 names /* [pegs] */, I64 place_of /* [(colours + pegs + 1) ** pegs] */,
                       I64 least /* [questions] */);
