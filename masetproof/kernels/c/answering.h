/* The answers of games in which they are counts, such as pegs.

   The plain twin is Game.numbers of masetproof.games.rules, by the rules of the game. */

/* Fill in the numbers of the answers of all pairs of a word of rows and one of columns.

   The count of a pair is *cell* for each cell that agrees, and *colour* for each occurrence of a colour that both
   words have, wherever it stands: it stays the same when the two change places.  number: of the answer, by the
   count.  cells, holds: room, all zero; no colours where *colour* is 0.  narrow, wide: the result, in one of them. */
void answer_by_count(U16 rows /* [r, pegs] */, U16 columns /* [c, pegs] in 0..(colours if colours else 2 ** 16) - 1 */,
                     int64_t cell, int64_t colour, I32 number /* [counts > pegs * (cell + colour)] */,
                     U16 cells /* [pegs, LANES] */, U16 holds /* [colours, LANES] */,
                     U8 narrow /* [r, c] or empty */, I32 wide /* [r, c] or empty */);
