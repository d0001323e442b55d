/* Extend patterns, answer questions, split, normalize and intern the parts.

   Afterwards, when it is known what the parts are, the questions of a pattern that have the same
   parts are merged.

   Cells are 0..35 for colours, 36 for the star and 37 for the extra colour; a clause is a code, its
   cells in base 64, the first cell highest.  A part is its codes in ascending order after
   normalization.  Parts are interned: each different part gets a number in order of appearance, by
   a hash table that compares the codes themselves whenever hashes agree.  The plain twin is
   masetproof.patterns.splitter.PlainSplitter. */
#define STAR 36
#define EXTRA 37
#define BASE_BITS 6
#define SEEN_BITS 10
#define SEEN_WORDS 2
#define ANSWER_WORDS 4
#define ANSWERED 8 /* clauses are answered so many at a time */

/* Different rows of codes, or of other numbers, numbered in order of appearance.

   number: how many.  Row i is codes[start[i]:start[i+1]] and has the hash hashes[i].  slots: 0 or the upper half
   of the hash of a row with its number, from 1 on, at the first free place from its hash on; a power of
   two.  What is in start and slots is not checked, as only the first ones of start are in use; nor that
   there is room for the rows that are interned. */
typedef struct {
    I64 number /* [1] in 0..held */;
    I64 start /* [ends > held] */;
    I32 codes /* [room] */;
    U64 hashes /* [held] */;
    U64 slots /* [places > held] */;
} Interned;

/* Patterns and their questions.

   clauses: those of pattern i are clause_start[i]:clause_start[i+1].  colours: the explicit ones.  cells, new:
   those of pattern i are start[i]:start[i+1].  answers: the numbers of the answers, as
   masetproof.patterns.matches.answer_table has them; they are not checked.  repeats: whether colours repeat in
   a secret. */
typedef struct {
    U8 clauses /* [all, pegs] in 0..STAR */;
    I64 clause_start /* [patterns + 1] rising 0..all */;
    I64 colours /* [patterns] in 0..STAR */;
    U8 cells /* [questions, pegs] in 0..EXTRA */;
    U8 new /* [questions] in 0..pegs */;
    I64 start /* [patterns + 1] rising 0..questions */;
    U8 answers /* [pegs ** (pegs - 1), (pegs + 1) ** pegs] */;
    bool repeats;
} Batched;

/* Room to split patterns, for the words of the largest extension.

   A pattern extended by 0, 1, ..., as many colours as there are pegs: the clauses with *new* new colours
   are extended[new]:extended[new+1].  cells: of the words of all extensions, of which there are at most
   *every* less ANSWERED.  places: for each cell of a question where each clause has that colour, the sum of
   (pegs + 1) ** column.

   Where the parts of a pattern are found again when many questions leave the same clauses, of the first
   64 * SEEN_WORDS: seen_clauses: by new colours and, at one place where they would be, the clauses as bits;
   seen_part: the part, among those that wait.

   Of one question: given: the answer of each clause; members: for each answer the clauses as bits.  rows: the
   clauses of one part, and rank: for their colours.

   The parts of a pattern wait until it is split, and are looked up together: waiting_codes: those of part i are
   waiting_start[i]:waiting_start[i+1]; waiting_hash: their hash; number: what is found. */
typedef struct {
    I64 words /* [words] */;
    I64 extended /* [pegs + 2] */;
    U8 cells /* [every, pegs] */;
    U16 places /* [EXTRA + 1, every] */;
    U64 seen_clauses /* [pegs + 1, 1 << SEEN_BITS, SEEN_WORDS] */;
    I32 seen_part /* [pegs + 1, 1 << SEEN_BITS] */;
    U8 given /* [every] */;
    U64 members /* [answers, SEEN_WORDS] */;
    I64 rows /* [every] */;
    U8 rank /* [STAR + 1] */;
    I64 waiting_start /* [waiting + 1] */;
    I32 waiting_codes /* [clauses >= words] */;
    U64 waiting_hash /* [waiting] */;
    I32 number /* [waiting] */;
} SplitRoom;

/* Intern rows in order; row i is codes[start[i]:start[i+1]], its number goes to numbers[i]. */
void intern_rows(const Interned *interned, I64 start /* [some + 1] rising 0..all */, I32 codes /* [all] */,
                 I32 numbers /* [some] */);
/* Enter all rows in slots that are empty. */
void fill_slots(const Interned *interned);
/* Write the codes of the extension of clauses by *new* colours to out, sorted; first is the number of
   explicit colours.  Returns the number of codes; that there is room for them is not checked, but for one
   of each clause where colours repeat. */
int64_t extend(U8 clauses /* [n, pegs] in 0..STAR */, int64_t new /* in 0..STAR */, int64_t first /* in 0..STAR */,
               bool repeats, I64 out /* [room >= (n if repeats else 0)] */);
/* Split patterns by their questions, from the pattern *begin* on.

   known: the parts of earlier batches, which are read only.  fresh: other parts, which are interned
   here.  Filled in: part_start, for each question where its parts begin, and parts, in the order of the
   answers: the number of a part that is known, -2 - i for the fresh part i.  Empty and won parts do not
   occur.  Returns the first pattern for which there is not enough room, or the number of patterns.  That
   the room has enough words for each pattern is not checked. */
int64_t split_batch(const Batched *asked, const Interned *known, const Interned *fresh,
                    I64 part_start /* [questions + 1] */, I32 parts /* [all_parts] */,
                    int64_t begin /* in 0..patterns */, const SplitRoom *room);
/* Give fresh parts their numbers: numbers[i] instead of -2 - i. */
void renumber(I32 parts /* [all_parts] in -1 - fresh.. */, I32 numbers /* [fresh] */);
/* The columns of masetproof.patterns.splitter.Splits that games of one kind have. */
typedef struct {
    I16 pattern /* [rows] */;
    U8 new /* [rows] */;
    U8 extra /* [rows] */;
    I64 part_start /* [rows + 1] */;
    I16 parts /* [row_parts] */;
    I32 question /* [rows] */;
} SplitRows;

/* The questions of a batch.

   parts: the numbers of the parts of question i are parts[part_start[i]:part_start[i+1]].  class_of: the
   pattern that each part is, or -1 - i for the explicit maset i.  Pattern i of the batch has the questions
   start[i]:start[i+1]; new, extra: their new colours and extra cells. */
typedef struct {
    I64 part_start /* [questions + 1] rising 0..all_parts */;
    I32 parts /* [all_parts] in 0..different - 1 */;
    I16 class_of /* [different] */;
    I64 start /* [patterns + 1] rising 0..questions */;
    U8 new /* [questions] */;
    U8 extra /* [questions] */;
} Merged;

/* Room for the splits of one pattern, and for the row of a question, which is not longer than there are
   answers; this is not checked. */
typedef struct {
    I32 row /* [answers] */;
    I32 first /* [most] */;
    U8 extra /* [most] */;
    I32 order /* [most] */;
    I32 spare /* [most] */;
} MergeRoom;

/* Give each question the number of its split; equal splits of one pattern are one.

   Room: known, to intern the splits of one pattern, of which there are at most *most*.  Filled in: splits,
   those of one pattern by new colours, patterns and first question; split_of, the split of each question.
   Returns how many splits there are. */
int64_t merge_batch(const Merged *merged, const Interned *known, const MergeRoom *room,
                    const SplitRows *splits /* rows >= questions; row_parts >= all_parts */,
                    I32 split_of /* [questions] */);
