/* The questions that rules find best in a state of play, of games of pegs whose answers are found as they are
   counted: no table of them is needed.

   The plain twins are those of tests/kernels/twins.py; with vectors = false no instructions are used that
   only some processors have. */

enum { LANES = 64 };  /* questions that are looked at together */
enum { SLICE = 256 }; /* questions that a vector has a bit for; rows of questions are filled up to a multiple */
enum { MOST_CODES = 256 };
/* What a rule wants, and which of equal questions are asked for. */
enum { LEAST_LARGEST, LEAST_SQUARES, LEAST_DISORDER, MOST_PARTS };
enum { FIRST_EQUAL, LAST_EQUAL, ALL_EQUAL };

/* Questions, one after the other in each row; what is behind them, up to a multiple of LANES, is any word.

   holds: how often they have each colour, times pegs + 1; no rows where white pegs are not told. */
typedef struct {
    U8 cells /* [pegs, width] */;
    U8 holds /* [colours, width] */;
} AskedWords;
/* Secrets.  The code of an answer is the number of black pegs, and pegs + 1 for each peg of either kind.

   kinds, times: the different colours of a secret, and pegs + 1 times how often each occurs, with 0 behind
   them; no columns where white pegs are not told.  sums: the rows of bits that count black pegs of an answer, and
   where white pegs are told those that count pegs of either kind.  codes: that of each answer, the winning one last. */
typedef struct {
    U8 cells /* [secrets, pegs] */;
    U8 kinds /* [secrets, different] */;
    U8 times /* [secrets, different] */;
    U16 sums /* [secrets, 2 if colours else 1, pegs] */;
    U8 codes /* [answers] */;
} HiddenWords;

/* Find the best of the first *questions* of the words that are asked.  Returns how many there are, and fills
   them in: a question by its place, or -1 - i for the i-th member, which is a question, too.

   bits: of each slice of questions, for each column and colour, whether the cell has it; then, where white pegs
   are told, for each colour and k = 1, ..., pegs, whether they have it k times or more.

   Of equal questions possible secrets go before others; up to COMPARED members are looked at in any case, whether
   they are among the questions or not.  parts: the most parts of a question.  weight: k log2 k for a part of k
   in units of 2^-30, up to an error; sums that differ by no more than *slack* may be equal.  Other rules do
   without.  The result is -1 where that leaves open which of two questions is better. */
enum { COMPARED = 32 };
int64_t choose_by_words(const AskedWords *asked, U64 bits /* [(width + SLICE - 1) // SLICE, rows, 4] */,
                        int64_t questions /* in 0..width */,
                        const HiddenWords *hidden /* kinds in 0..colours - 1; sums in 0..rows - 1 */,
                        I64 members /* [n > 2] in 0..secrets - 1 */, int64_t rule /* in LEAST_LARGEST..MOST_PARTS */,
                        int64_t which /* in FIRST_EQUAL..ALL_EQUAL */, int64_t parts /* in 1..MOST_CODES */,
                        I64 weight /* [n + 1] */, int64_t slack, bool vectors, I64 best /* [room] */);

/* Collect the places of the questions that split the members.  Returns how many. */
int64_t tell_by_words(const AskedWords *asked, int64_t questions /* in 0..width */,
                      const HiddenWords *hidden /* kinds in 0..colours - 1 */,
                      I64 members /* [n > 0] in 0..secrets - 1 */, bool vectors, I64 telling /* [questions] */);

/* Fill in how many members give each answer to the first questions. */
void size_by_words(const AskedWords *asked, int64_t questions /* in 0..width */,
                   const HiddenWords *hidden /* kinds in 0..colours - 1 */,
                   I64 members /* [n] in 0..secrets - 1 */, bool vectors, I64 sizes /* [answers, questions] */);

/* Sort the members by their answers to the question in one place, in their order where these are equal.

   ends: behind the members that give each answer. */
void split_by_words(const AskedWords *asked, int64_t place /* in 0..width - 1 */,
                    const HiddenWords *hidden /* kinds in 0..colours - 1 */,
                    I64 members /* [n] in 0..secrets - 1 */, U8 given /* [n] */, I64 ends /* [answers] */,
                    I64 sorted /* [n] */);
