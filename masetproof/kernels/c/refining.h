/* Bring parts close to their canonical form before nauty sees them.

   Columns and colours get keys by colour refinement; while keys are tied, the first tied one is
   singled out and the keys are refined again; then columns and colours are sorted by key.  The
   result is isomorphic to the part by the witness that is returned; isomorphic parts mostly give
   the same result, which is why nauty is called some ten times less often.  Nothing depends on how
   close the result is: a colliding key costs a call of nauty and no more.  The plain twin is
   masetproof.patterns.isomorphism.refined_form. */

/* Refine parts; part i is codes[start[i]:start[i+1]], normalized, in base 64.

   Room: cells, for the rows of the largest part, and keys.  Filled in: columns and colours, the witness;
   settled, whether the keys were all different without singling out, so that the result is canonical;
   invariant, which isomorphic parts share: the keys of both kinds, mixed; refined, the parts, at the same
   places as codes.  That no part has more than *most* colours is not checked: it is in the codes. */
void refine_batch(I32 codes /* [all] in 0.. */, I64 start /* [parts + 1] rising 0..all by rows */,
                  I64 cells /* [rows, pegs] */, U64 keys /* [4, STAR] */, U8 columns /* [parts, pegs] */,
                  U8 colours /* [parts, most] */, Bools settled /* [parts] */, I64 invariant /* [parts] */,
                  I32 refined /* [all] */);
/* Replace words by isomorphic ones, which sets of isomorphic words mostly share.

   cells: symbols, replaced by the colours of each column's alphabet.  starts: where the alphabet of each column
   begins.  ends: where that of each symbol ends. */
void order_words(I64 cells /* [rows, pegs] in 0..symbols - 1 */, int64_t rows, U8 starts /* [pegs] in 0..symbols - 1 */,
                 U8 ends /* [symbols <= SYMBOLS] in 1..symbols */, U64 keys /* [4, SYMBOLS] */);
