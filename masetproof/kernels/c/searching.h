/* The least total of one state of a finite game, by branch and bound.

   A state is the set of secrets that are possible, with the number of questions that are left.  Its
   value is the least total (EPL) of the strategies that find each of its secrets with no more
   questions than are left, or INFINITE_TOTAL when there is none.  Other goals count something else:
   see below.  What is left out, and why nothing is lost by it, is argued in masetproof.search.states,
   which also has the plain twin, and each bound in masetproof.search.bounds.

   search is the branch and bound; what stands above it are its steps, and the bounds they use; the table
   of states is in remembering.c.  It keeps its own stack, so that it can be left and entered again: it
   returns when it has worked for some tenth of a second, so that its caller can look at the clock.
*/
#define INFINITE_TOTAL 0xFFFFFFFF
#define WAYS 4
#define FEW 6 /* parts of at most this many secrets are bounded by their members alone */
#define STORED 32 /* states of at most this many secrets are kept in rows of one width */
#define FORMED 8 /* states of at least this many secrets are looked up by their form, too */
#define FIRST 16 /* questions that are sorted by estimate; the others follow as they come */
#define RAISED 12 /* parts of at least this many secrets decide whether raising is worth while */
#define QUARTERS 4 /* steps of raising from the bound by size to the estimate */
#define STEPS 16 /* of raising; in the last one a part is raised as far as it is of use */
#define CLASSES 56 /* of parts by their sizes, four for each doubling */
#define FRAMED 24 /* states of at least this many secrets are kept in frames between two visits */
#define FRAMES 24
#define ARENA 0xFFFFFFFF /* places in a table */
#define SIZED 64 /* with more answers than these, parts are sized question by question */
#define COUNTED 25 /* with more answers than these, counting the parts of a question ends when others have more, and
                      the smallest parts are looked at first */
#define ESTIMATED 64 /* with more answers than SIZED, only so many questions, and their equals, are estimated */
#define FEW_OF_BLOCK 12 /* questions of a block whose parts are sized one by one */
#define TOO_LARGE 1125899906842624 /* 2^50: more than the cubes of any parts that are together a state */
#define MOVES 256 /* symmetries of one state that are looked at */
#define PAST 8 /* questions that a state may have behind it if its symmetries are to be looked at */
#define SYMBOLS 64 /* of all alphabets together, if colours are renamed */
#define NOTED 512 /* answers that divide remembers */
#define GROUPS 24 /* of questions in the near table */
#define NEARER 8 /* a state gets the near table when its parts took so many times the pairs that it has */
#define LONGER 128 /* bytes: rows of near tables are longer than their columns by less than that */
#define TURNS 64 /* into so many shares questions are divided, to begin with another one */
#define BOUNDED 2147483648 /* a bit that no part has, and */
#define BATCHED 1073741824 /* another one: a batch looked at the members of the parts */
#define ALONE 2 /* questions of a state are not bounded in a batch, as the first ones are likely to be the best */
#define LEAST_BATCH 4 /* questions */
#define BATCHED_FROM 16 /* states of so many secrets, up to BATCHED_TO, have their questions bounded in batches */
#define GREEDY_PAIRS 10000000000 /* of question and secret: a greedy strategy for which more are looked at is given up, */
#define GREEDY_QUESTIONS 24 /* unless it asks no more than these for each secret, on average */
#define PAUSE 1000000000 /* pairs of question and secret that are looked at between two pauses */

/* NONE is no question or entry. */
enum { NONE = -1 };
/* What the value of a state counts: questions for all its secrets; secrets that need the last question;
   nothing, so that it is 0 where there is any strategy. */
enum { ALL_QUESTIONS, LAST_QUESTION, NOTHING, GOALS };
/* What search returns, and what it does next. */
enum { FINISHED, PAUSED, TOO_DEEP, OUT_OF_STEPS };
enum { ENTER, EXPAND, ASK, DESCEND, LEAVE };

typedef struct {
    int64_t first, size; /* its secrets are members[first : first + size] of its level */
    int64_t left; /* questions */
    int64_t upper; /* the value is of no use unless it is less */
    int64_t low, high;
    int64_t names; /* of each alphabet only the first ones have been asked */
    int64_t most; /* no question of it has more parts, counting one more for a member */
    int64_t formed; /* whether its form is on its level */
    int64_t began; /* nodes of the run when it was entered */
    int64_t count, next; /* how many questions are ranked, and the next one to ask */
    int64_t best; /* total of the best strategy so far, or what it must stay below */
    int64_t best_question;
    int64_t refuted; /* no question that was given up costs less */
    int64_t question; /* the one that is being asked */
    int64_t total; /* a lower bound of its total */
    int64_t parts; /* how many of its parts have more than two secrets */
    int64_t counted; /* pairs of question and secret that were looked at to bound its parts */
    int64_t child; /* the answer whose part is searched on the level below */
    int64_t asked; /* a number of the question that is being asked: no other one in the run has it */
    int64_t raises; /* whether its parts are raised step by step; NONE before that is known */
    int64_t step, before; /* of raising the part that is searched, and the effort until then */
    int64_t limit, dropped; /* no question with this bound is ranked, and the least bound of those */
    int64_t frame; /* that keeps it, or NONE */
    int64_t batched; /* questions before this number were looked at for a batch */
    int64_t number; /* no other state in the run has it */
} State;
typedef struct { int64_t first, size, low, high; } Part;
typedef struct {
    uint32_t bound;
    int32_t question;
    uint32_t missed; /* 0 while the bound is by sizes alone; then BOUNDED, and BATCHED with bits for the parts that a batch raised */
} Ranked;
typedef struct { int64_t first, size, left; } Waiting;
typedef struct {
    State state; /* as it was left */
    int64_t asked, answer; /* what it is a part of */
    int64_t level;
    int64_t used; /* the greater, the later */
    int64_t near; /* where its near table begins, or NONE */
    int64_t groups, picked; /* how many of questions there are in that, and are in it already */
} Frame;
typedef struct { double effort, gain; } Tried;
typedef struct {
    int32_t key; /* the upper half, as the lower one says which bucket it is */
    uint32_t low, high;
    uint32_t place; /* of its members */
    int32_t nodes; /* that it took to find these bounds, at most INT32_MAX */
    int32_t lock; /* of the bucket that begins here */
    int32_t size; /* 0 for none */
    int32_t tag; /* of the questions left and the goal */
} Entry;
typedef struct {
    int64_t level, next;
    int64_t nodes; /* states whose questions were tried */
    int64_t steps; /* how many more of them may be */
    int64_t work; /* pairs of question and secret since the last pause */
    int64_t past; /* questions asked before the state at level 0; NONE when they are not known */
    int64_t moves; /* how many rows of Stack.moves are filled */
    int64_t asked; /* how many questions were */
    int64_t effort; /* about how many instructions were spent, but for a factor */
    int64_t filled; /* of the room for near tables */
    int64_t some; /* whether only some questions may be asked at level 0 */
    int64_t turn; /* on level 1, so many of TURNS questions are asked after the others */
} Run;
typedef struct { State *at; int64_t shape[4]; } States;
typedef struct { Part *at; int64_t shape[4]; } Parts;
typedef struct { Ranked *at; int64_t shape[4]; } Rankeds;
typedef struct { Waiting *at; int64_t shape[4]; } Waitings;
typedef struct { Frame *at; int64_t shape[4]; } Frames;
typedef struct { Tried *at; int64_t shape[4]; } Trieds;
typedef struct { Entry *at; int64_t shape[4]; } Entries;
typedef struct { Run *at; int64_t shape[1]; } Runs;

/* What is fixed for a game: Q questions, N secrets, and answers, the last of which wins.

   told: the answers of each secret.  own: the number of a secret as a question.

   symbols: of the questions; the alphabets that are renamed by themselves follow each other.  starts: where
   the alphabet of each column begins.  ends: where the alphabet of each symbol ends; empty where nothing is
   renamed.  orders: the permutations of columns that are symmetries.  names: how many questions hold of each
   alphabet, beside its first 0, 1, ... symbols, only the next ones in the order of their columns; empty when
   they are not sorted so.  numbers: the secret of each word, or empty; the words that answers before the game
   ruled out have the numbers from N on, W in all.

   reach: how many secrets are solved at most with 0, 1, ... questions.  least: the least total of 0, 1, ...
   secrets when no question has more parts than the number of the row, of which the last one holds for any
   number.  capacity: how many secrets with an answer to a question are solved at most with 0, 1, ... questions,
   or 65,535 if that is less; with D or more, their size says no less.  estimate: about what 0, 1, ... secrets cost, in sixteenths.  keys: random.  consistent: only
   possible secrets are asked.  goal: what is counted. */
typedef struct {
    U8 told /* [N, Q] in 0..answers - 1 */;
    I32 own /* [N] in 0..Q - 1 */;
    U8 symbols /* [Q, pegs] or empty in 0..(symbols if symbols else SYMBOLS) - 1 */;
    U8 starts /* [pegs] or empty in 0..SYMBOLS - 1 */;
    U8 ends /* [symbols <= SYMBOLS] in 1..symbols */;
    U8 orders /* [M, pegs] or empty in 0..pegs - 1 */;
    I64 names /* [alphabet <= SYMBOLS + 1] or empty in 0..Q */;
    I32 numbers /* [colours ** pegs] or empty in -1..W - 1 */;
    int64_t colours;
    I64 reach /* [N + 2] */;
    I32 least /* [K > 0, N + 1] */;
    U16 capacity /* [D, answers, Q] or empty */;
    I32 estimate /* [N + 1] */;
    I64 keys /* [W >= N] */;
    int64_t answers /* in 1..256 */;
    bool consistent;
    int64_t goal /* in 0..GOALS - 1 */;
} Board;

/* The transposition table: buckets of WAYS entries, of which the smallest is forgotten first.

   entries, members: of small states.  large: the others, of which the members are in arena, of which *filled*
   are in use; when it is full, all large states are forgotten.  Members are compared, so equal keys of
   different states do no harm.  There is a power of two of entries of each kind.

   Several threads may use a table at the same time: a bucket of small states has a lock of its own, and
   large ones share *locked*.  They are held for a look at a bucket, or a copy of what is large. */
typedef struct {
    Entries entries /* [T >= WAYS] */;
    U16 members /* [T, STORED] */;
    Entries large /* [kept >= WAYS] */;
    U16 arena /* [room <= ARENA] */;
    I64 filled /* [1] in 0..room */;
    I32 locked /* [1] */;
} Table;

/* Room for L levels.

   members: the parts of the question asked one level above.  rows: the place of each of them in the state
   there.  form: a state isomorphic to that of the level.  ranked: of the levels and of the frames.  order: the
   answers whose parts have more than two secrets, in the order in which these are looked at.  past: questions
   asked before the state at level 0, and their answers.  For one state at a time: saved, sizes, worth, moves, renamed, images (the
   symbols in a row of renamed), spare, waiting, cells, refined, marked.

   A frame keeps a part while its question is being asked: the bounds of its questions, so that it can be
   raised a little again and again; and perhaps its near table.  tried: what it took of late to raise parts of
   a size by one step, and what that gained.

   The near table of a state has what its secrets answer to each other, and for each group of questions,
   those with many parts first, a row for each secret.  near: all of these tables.  same: 0, 1, ...  For each
   frame: column: of each question; question: of each column, in each group in ascending order; begin: the
   first column of each group; most: the most parts that its questions have, as count_all_parts counts them.

   batch: what the secrets of a state answer to the questions of a batch.  places: 0, 1, ...  classes: of
   list_classes, for the state whose number is in classed.

   What is in it, kernels have written, but for the state at level 0 and its members; it is not checked. */
typedef struct {
    States state /* [L] */;
    U16 members /* [L, N] */;
    U16 rows /* [L, N] */;
    U16 form /* [L, N] */;
    Rankeds ranked /* [L + FRAMES, Q] */;
    Parts part /* [L, answers] */;
    I64 order /* [L, answers] */;
    I32 past /* [PAST, 2] */;
    U8 saved /* [Q] */;
    U16 sizes /* [answers, BLOCK] */;
    U64 worth /* [N + 1] */;
    U8 moves /* [MOVES, pegs] */;
    U8 renamed /* [MOVES, SYMBOLS] */;
    U64 images /* [MOVES] */;
    U16 spare /* [2, N] */;
    Waitings waiting /* [N + 1] */;
    I64 cells /* [N * pegs] */;
    U64 refined /* [4, SYMBOLS] */;
    Bools marked /* [W] */;
    Frames frame /* [FRAMES] */;
    Trieds tried /* [CLASSES, STEPS] */;
    U8 near /* [bytes] */;
    I32 same /* [N] */;
    I32 column /* [FRAMES, Q] */;
    I32 question /* [FRAMES, Q] */;
    I64 begin /* [FRAMES, GROUPS + 1] */;
    I64 most /* [FRAMES, GROUPS] */;
    U8 batch /* [BATCHED_TO, BLOCK] */;
    U16 places /* [BATCHED_TO] */;
    U16 classes /* [CLASSED] */;
    I64 classed /* [1] */;
} Stack;

/* The transposition table. */
int64_t key_of(I64 keys /* [W] */, U16Row members /* [n] in 0..W - 1 */, int64_t tag);
/* Whether a state is in the table; its bounds are written to bounds. */
bool find_bounds(const Board *board, const Table *table, U16Row members /* [n] in 0..W - 1 */, int64_t left,
                 I64Row bounds /* [2] */);
/* Have what the table may have of a state brought near before it is read. */
void prefetch_bounds(const Board *board, const Table *table, U16Row members /* [n] in 0..W - 1 */, int64_t left);
/* Copy the large states whose bounds took so many nodes, with their members, as far as there is room for
   these; how many there are. */
int64_t copy_large(const Table *table, int64_t nodes, Entries entries /* [some >= kept] */, U16Row members /* [n] */);
/* Note bounds of a state. */
void keep_bounds(const Board *board, const Table *table, U16Row members /* [n] in 0..W - 1 */, int64_t left,
                 int64_t low, int64_t high, int64_t nodes);

/* The bounds; low and high are written to bounds. */
int64_t least_total(int64_t size);
int64_t questions_of_use(const Board *board, int64_t size, int64_t left);
int64_t most_solved(int64_t parts, int64_t left);
int64_t least_needing_last(int64_t size, int64_t parts, int64_t solved);
int64_t least_of(const Board *board, int64_t size /* in 0..N */, int64_t left /* in 0..N + 1 */,
                 int64_t most /* in 0.. */);
int64_t least_by_parts(const Board *board, int64_t size, int64_t left /* in ..N + 3 */, int64_t saved, int64_t most);
int64_t count_all_parts(const Board *board, const Stack *stack, U16Row members /* [n] in 0..N - 1 */,
                        int64_t questions /* in 0..Q */);
/* The most parts that a question has, as count_all_parts finds them, but faster where there are many answers. */
int64_t most_parts(const Board *board, const Stack *stack, U16Row members /* [n] in 0..N - 1 */,
                   int64_t questions /* in 0..Q */);
/* told, own: of the board, or of a near table, whose rows are those of the members of its state then; that own is a
   column of told is checked for the board only, as a near table takes the first ones of *same*. */
void bounds_by_members(const Board *board, U8 told /* [rows, columns] */, I32 own /* [some >= rows] in 0.. */,
                       U16Row members /* [n] in 0..rows - 1 */, int64_t left, I64Row bounds /* [2] */);
/* Give the state of a level, which has a frame, a near table; that stack.near is large enough is not checked. */
void come_near(const Board *board, const Stack *stack, Runs run /* [1] */, int64_t level /* in 0..L - 1 */);
/* The most parts that questions have of a part of it. */
int64_t most_near(const Board *board, const Stack *stack, int64_t frame /* in 0..FRAMES - 1 */,
                  U16Row members /* [n] in 0..N - 1 */, U16Row rows /* [n] in 0..N - 1 */);
void bounds_by_questions(const Board *board, const Stack *stack, const Table *table, Runs run /* [1] */,
                         int64_t frame /* in NONE..FRAMES - 1 */, U16Row members /* [n] in 0..N - 1 */,
                         U16Row rows /* [n] or empty in 0..N - 1 */, int64_t left /* in 0..N + 1 */,
                         int64_t questions /* in 0..Q */, I64Row bounds /* [2] */);

/* Symmetries: those of a state by its past go to stack.moves and stack.renamed; whether none of them
   maps a question to a lesser one. */
void find_moves(const Board *board, const Stack *stack, Runs run /* [1] */, int64_t level /* in 0..L - 1 */);
bool is_least(const Board *board, const Stack *stack, Runs run /* [1] */, int64_t question /* in 0..Q - 1 */);
/* An isomorphic state, ascending, which most isomorphic ones share; whether there is one. */
bool form_of(const Board *board, const Stack *stack, U16Row members /* [n] in 0..N - 1 */,
             U16Row form /* [some >= n] */);

/* Sort members by answer into *into*, and their places into rows; the part of the winning answer is left out. */
void divide(const Board *board, U16Row members /* [n] in 0..N - 1 */, int64_t question /* in 0..Q - 1 */,
            Parts parts /* [answers] */, U16Row into /* [some >= n] */, U16Row rows /* [places >= n] */);

/* The greedy strategy. */
int64_t greedy_question(const Board *board, const Stack *stack, Runs run /* [1] */, U16Row members /* [n] in 0..N - 1 */,
                        int64_t left /* in 0..N + 1 */);
int64_t greedy_total(const Board *board, const Stack *stack, Runs run /* [1] */, U16Row members /* [n] in 0..N - 1 */,
                     int64_t left /* in 0..N + 1 */);

/* Rank the questions of the state at level 0 that may cost less than its upper bound; how many there are
   in stack.ranked. */
int64_t open_state(const Board *board, const Stack *stack, Runs run /* [1] */);
/* Bound up to BLOCK of the next questions of a level by the members of their parts, if that may refute some of
   them, as least_total_by_members of masetproof.search.bounds has it.  state.batched is the first question that
   was not looked at; a question whose bound is not by sizes alone is passed over. */
void bound_batch(const Board *board, const Stack *stack, Runs run /* [1] */, int64_t level /* in 0..L - 1 */);
/* Let search ask only these questions at level 0, and no others that cost the same by symmetry.

   Several searches that share a table may do that at the same time: with different turns they begin at
   different questions on level 1, and each takes what others have found out there. */
void ask_some(const Stack *stack, Runs run /* [1] */, I64 questions /* [n <= Q] in 0..Q - 1 */);

/* Find the value of the state at level 0 if it is less than its upper bound, else a lower bound
   that is no less.

   To begin, fill in stack.state[0] from first to names, its limit, and NONE as its frame, and in run level 0,
   next EXPAND, steps, past with its rows, turn, and some, which is false until ask_some is called.
   FINISHED: low, high and best_question of level 0 are the result.  PAUSED: call again.  OUT_OF_STEPS: low is
   a lower bound, and the table has what was learned.  TOO_DEEP: there are too few levels; call again with the
   same in a stack of more levels. */
int64_t search(const Board *board, const Stack *stack, const Table *table, Runs run /* [1] */);
