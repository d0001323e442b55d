/* Secrets that give the answers heard until now, drawn at random and by backtracking.

   Both know how often each colour occurs, and look for the places.  The plain twins are
   draw_plainly and find_plainly of tests/kernels/twins.py. */

/* Fill in words that are drawn, each agreeing word with the same probability.

   A row is drawn, its colours are put in a random order, and the word is given up at the first
   question that does not have as many black pegs as it should.

   rows: how often a word has each colour; the sum of each row is the number of pegs, which is not
   checked.  until: the numbers of words of the rows up to each one, summed up.  black: pegs in their
   place.  state: of the random numbers (Marsaglia 2003, xorshift); changed.  trials: the most words that
   are tried.  left: room.  words: what follows the words is of no use.  tried: gets how many were tried.
   Returns the number of words. */
int64_t draw_words(U8 rows /* [n, colours] */, I64 until /* [n] rising 1.. */, I16 asked /* [questions, pegs] */,
                   I16 black /* [questions] */, U64 state /* [1] in 1.. */, int64_t trials,
                   I16 left /* [questions] */, I16 words /* [wanted, pegs] */, I64 tried /* [1] */);

/* Room to find words. */
typedef struct {
    U8 may /* [colours] */;
    I16 black_left /* [questions] */;
    I16 tried /* [pegs] */;
    I16 word /* [pegs] */;
} FindRoom;

/* Fill in words that agree with all questions, in the order of the search.

   rows: how often a word may have each colour, one row after the other.  black: pegs in their place.
   places: the order in which places are filled.  colours: the one in which colours are tried, first at the
   place that is filled first.  steps: the most trials.  told: gets the number of trials, and whether
   there are no more words.  Returns the number of words. */
int64_t find_words(U8 rows /* [n, colours] */, I16 asked /* [questions, pegs] */, I16 black /* [questions] */,
                   I16 places /* [pegs] in 0..pegs - 1 */, I16 colours /* [pegs, colours] in 0..colours - 1 */,
                   int64_t steps, const FindRoom *room, I16 words /* [wanted, pegs] */, I64 told /* [2] */);
