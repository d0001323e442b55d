/* Secrets that give the answers heard until now, drawn at random and by backtracking.

   Both know how often each colour occurs, and look for the places.  The plain twins are
   draw_plainly and find_plainly of tests/kernels/twins.py. */

/* Fill in words that are drawn, each agreeing word with the same probability.

   A row is drawn, its colours are put in a random order, and the word is given up at the first
   question that does not have as many black pegs as it should.

   rows: [n, colours], how often a word has each colour; their sum is the number of pegs.  until:
   [n], the numbers of words of the rows up to each one, summed up.  asked: [questions, pegs].  black:
   [questions], pegs in their place.  state: [1], not 0, of the random numbers (Marsaglia 2003,
   xorshift); changed.  trials: the most words that are tried.  left: [questions], room.  words:
   [wanted, pegs]; what follows the words is of no use.  tried: [1], gets how many were tried.
   Returns the number of words. */
int64_t draw_words(U8 rows, I64 until, I16 asked, I16 black, U64 state, int64_t trials, I16 left, I16 words, I64 tried);

/* Room to find words: may [colours], black_left [questions], tried, word [pegs]. */
typedef struct {
    U8 may;
    I16 black_left, tried, word;
} FindRoom;

/* Fill in words that agree with all questions, in the order of the search.

   rows: [n, colours], how often a word may have each colour, one row after the other.  asked:
   [questions, pegs].  black: [questions], pegs in their place.  places: [pegs], the order in which
   places are filled.  colours: [pegs, colours], the order in which colours are tried, first at the
   place that is filled first.  steps: the most trials.  words: [wanted, pegs].  told: [2], gets the
   number of trials, and whether there are no more words.  Returns the number of words. */
int64_t find_words(U8 rows, I16 asked, I16 black, I16 places, I16 colours, int64_t steps, const FindRoom *room, I16 words, I64 told);
