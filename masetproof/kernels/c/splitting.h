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

/* Different rows of codes, or of other numbers, numbered in order of appearance.

   number: [1], how many.  Row i is codes[start[i]:start[i+1]] and has the hash hashes[i].  slots: [a power of
   two], 0 or the upper half of the hash of a row with its number, from 1 on, at the first free
   place from its hash on. */
typedef struct {
    I64 number, start;
    I32 codes;
    U64 hashes, slots;
} Interned;

/* Patterns and their questions.

   clauses: [all clauses, pegs]; those of pattern i are clause_start[i]:clause_start[i+1].  colours:
   [patterns], the explicit ones.  cells: [questions, pegs] and new: [questions]; those of pattern i
   are start[i]:start[i+1].  repeats: whether colours repeat in a secret. */
typedef struct {
    U8 clauses;
    I64 clause_start, colours;
    U8 cells, new;
    I64 start;
    bool repeats;
} Batched;

/* Room to split patterns, for the words of the largest extension.

   words: [words].  answers: [kinds, 2 ** (pegs ** 2)], what each kind of question is answered.  earlier: [pegs].

   A pattern extended by 0, 1, ..., as many colours as there are pegs: extended: [pegs + 2]; the
   clauses with *new* new colours are extended[new]:extended[new+1].  cells: [words of all
   extensions, pegs].  places: [EXTRA + 1, words of all extensions], for each cell of a question
   where each clause has that colour, as bits of the columns.

   Where the parts of a pattern are found again when many questions leave the same clauses:
   seen_clauses: [pegs + 1, 1 << SEEN_BITS], by new colours and, at one place where they would be,
   the clauses as bits; seen_part: the number of the part.

   Of the parts of a question, for each answer: size: [answers], how many clauses; rows: [answers,
   words of all extensions], which; members: [answers], the same as bits.  codes: [words of all
   extensions], of one part, and rank: [STAR + 1], for its colours. */
typedef struct {
    I64 words;
    U8 answers;
    I64 earlier, extended;
    U8 cells, places;
    U64 seen_clauses;
    I32 seen_part;
    I64 size, rows;
    U64 members;
    I32 codes;
    I64 rank;
} SplitRoom;

/* Intern rows in order; row i is codes[start[i]:start[i+1]], its number goes to numbers[i]. */
void intern_rows(const Interned *interned, I64 start, I32 codes, I32 numbers);
/* Enter all rows in slots that are empty. */
void fill_slots(const Interned *interned);
/* Write the codes of the extension of clauses [n, pegs] by *new* colours to out, sorted; first is
   the number of explicit colours.  Returns the number of codes. */
int64_t extend(U8 clauses, int64_t new, int64_t first, bool repeats, I64 out);
/* Split patterns by their questions, from the pattern *begin* on.

   known: the parts of earlier batches, which are read only.  fresh: other parts, which are interned
   here.  Filled in: parts [questions, answers], the number of a part that is known, -2 - i for the
   fresh part i, and -1 for one that is empty or won.  Returns the first pattern for which fresh has
   not enough room, or the number of patterns. */
int64_t split_batch(const Batched *asked, const Interned *known, const Interned *fresh, I32 parts, int64_t begin, const SplitRoom *room);
/* Give fresh parts their numbers: numbers[i] instead of -2 - i. */
void renumber(I32 parts, I32 numbers);
/* The columns of masetproof.patterns.splitter.Splits that games of one kind have. */
typedef struct {
    I16 pattern;
    U8 new, extra;
    I16 patterns, explicit;
    I32 question;
} SplitRows;

/* Give each question the number of its split; equal splits of one pattern are one.

   parts: [questions, answers], the number of each part or -1.  class_of: [parts], the pattern that
   each part is, or -1 - i for the explicit maset i.  Pattern i of the batch has the questions
   start[i]:start[i+1]; new, extra: their new colours and extra cells.  Room: known, to intern the
   splits of one pattern, and row [answers].  Filled in: splits, those of one pattern in order of
   appearance; split_of, the split of each question.  Returns how many splits there are. */
int64_t merge_batch(I32 parts, I16 class_of, I64 start, U8 new, U8 extra, const Interned *known, I32 row, const SplitRows *splits, I32 split_of);
