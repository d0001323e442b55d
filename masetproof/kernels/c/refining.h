/* Bring parts close to their canonical form before nauty sees them.

   Columns and colours get keys by colour refinement; while keys are tied, the first tied one is
   singled out and the keys are refined again; then columns and colours are sorted by key.  The
   result is isomorphic to the part by the witness that is returned; isomorphic parts mostly give
   the same result, which is why nauty is called some ten times less often.  Nothing depends on how
   close the result is: a colliding key costs a call of nauty and no more.  The plain twin is
   masetproof.patterns.isomorphism.refined_form. */

/* Refine parts; part i is codes[start[i]:start[i+1]], normalized, in base 64.

   Room: cells [rows of the largest part, pegs] and keys [4, STAR].  Filled in: columns [parts, pegs]
   and colours [parts, most colours], the witness; settled [parts], whether the keys were all
   different without singling out, so that the result is canonical; invariant [parts], which
   isomorphic parts share: the keys of both kinds, mixed; refined, the parts, at the same places as
   codes. */
void refine_batch(I32 codes, I64 start, I64 cells, U64 keys, U8 columns, U8 colours, Bools settled, I64 invariant, I32 refined);
/* Replace words by isomorphic ones, which sets of isomorphic words mostly share.

   cells: [rows, pegs], symbols, replaced by the colours of each column's alphabet.  starts: [pegs], where the
   alphabet of each column begins.  ends: [symbols], where that of each symbol ends.  keys: [4, SYMBOLS]. */
void order_words(I64 cells, int64_t rows, U8 starts, U8 ends, U64 keys);
