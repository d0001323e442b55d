/* The least total of one state of a finite game, by branch and bound.

   A state is the set of secrets that are possible, with the number of questions that are left.  Its
   value is the least total (EPL) of the strategies that find each of its secrets with no more
   questions than are left, or INFINITE_TOTAL when there is none.  Where the fewest are sought, what is
   counted is not the total but how many secrets need the last question that is left.  What is left
   out, and why nothing is lost by it, is argued in masetproof.search.states, which also has the
   plain twin, and each bound in masetproof.search.bounds.

   search is the branch and bound; what stands above it are its steps, and the bounds they use.  It
   keeps its own stack, so that it can be left and entered again.  It returns whenever it comes to a
   state that is worth a canonical form, so that its caller can put in what is known of that state,
   and the questions that its symmetries leave; then it is called again and goes on.  It also
   returns when it has worked for some tenth of a second, so that its caller can look at the clock.
*/
#define INFINITE_TOTAL 0x10000000000
#define WAYS 4
#define SMALL 6 /* parts of at most this many secrets are bounded by their members alone */
#define FORMED 8 /* states of at least this many secrets are worth a canonical form */
#define GREEDY 14 /* states of more secrets get an upper bound first */
#define HELD 16 /* answers in one word of Board.hot */
#define PAUSE 200000000 /* pairs of question and secret that are looked at between two pauses */

/* NONE is no question or entry; ALL are all questions, but for those that exchanging two colours
   makes superfluous. */
enum { NONE = -1, ALL = -1 };
/* What search returns, and what it does next. */
enum { FINISHED, REACHED, PAUSED, TOO_DEEP };
enum { ENTER, EXPAND, ASK, DESCEND, LEAVE };

typedef struct {
    int64_t first, size; /* its secrets are members[first : first + size] of its level */
    int64_t left; /* questions */
    int64_t upper; /* the value is of no use unless it is less */
    int64_t low, high;
    int64_t number; /* by which the caller knows it; 0 for none */
    int64_t chosen; /* how many questions the caller chose, or ALL */
    int64_t count; /* how many questions are ranked and not yet asked */
    int64_t best; /* total of the best strategy so far, or what it must stay below */
    int64_t best_question;
    int64_t question; /* the one that is being asked */
    int64_t total; /* a lower bound of its total */
    int64_t parts; /* how many of its parts have more than two secrets */
    int64_t child; /* the answer whose part is searched on the level below */
} State;
typedef struct { int64_t first, size, low, high; } Part;
typedef struct { int64_t bound; uint32_t squares; int32_t question; } Ranked;
typedef struct { int64_t number, low, high; } Settled;
typedef struct { int64_t first, size, left; } Waiting;
typedef struct {
    int64_t key;
    int32_t size; /* 0 for none */
    int32_t left;
    int64_t low, high;
} Entry;
typedef struct {
    int64_t level, next;
    int64_t any_strategy; /* the first strategy there is will do */
    int64_t nodes; /* states that were entered */
    int64_t work; /* pairs of question and secret since the last pause */
    int64_t settled; /* how many rows of Stack.settled are filled */
    int64_t epoch;
} Run;
typedef struct { State *at; int64_t shape[4]; } States;
typedef struct { Part *at; int64_t shape[4]; } Parts;
typedef struct { Ranked *at; int64_t shape[4]; } Rankeds;
typedef struct { Settled *at; int64_t shape[4]; } Settleds;
typedef struct { Waiting *at; int64_t shape[4]; } Waitings;
typedef struct { Entry *at; int64_t shape[4]; } Entries;
typedef struct { Run *at; int64_t shape[4]; } Runs;

/* What is fixed for a game: Q questions, N secrets, A answers, the last of which wins.

   told: [N, Q], the answers of each secret, because a state has few secrets and most questions are
   tried.  hot: [N, planes *
   Q], a bit for each answer, in as many planes as it takes, of HELD answers each.  own: [N], the
   number of a secret as a question.  symbols: [Q, pegs], of the questions; the alphabets that are
   renamed by themselves follow each other.  ends: [symbols], where the alphabet of each symbol
   ends.  swaps: [pairs, N], the secrets with two symbols of an alphabet exchanged, the pairs in
   lexicographic order.  Both are empty where nothing is renamed.  reach: [N + 2], how many secrets
   are solved at most with 0, 1, ... questions.  least: [N + 1], the least total of 0, 1, ...
   secrets.  keys: [N], random.  consistent: only possible secrets are asked.  fewest: a total
   counts the secrets that need the last question, and nothing else. */
typedef struct {
    U8 told;
    U16 hot;
    I32 own;
    U16 symbols;
    I64 ends;
    U16 swaps;
    I64 reach, least, keys;
    bool consistent, fewest;
} Board;

/* The transposition table: buckets of WAYS entries, of which the smallest is forgotten first.

   entries: [T].  members: [T, M]; they are compared, so equal keys of different states do no harm.
*/
typedef struct { Entries entries; U16 members; } Table;

/* Room for L levels.

   state: [L].  members: [L, N], the parts of the question asked one level above.  chosen: [L, Q].
   ranked: [L, Q], a heap.  part: [L, A].  order: [L, A], the answers whose parts have more than two
   secrets, the largest first.  settled: [L], states that were left.  For one state at a time: hits:
   [planes * Q], saved: [Q], counts: [A], stamp: [N], twin, unused: [symbols], spare: [2, N],
   waiting: [N + 1]. */
typedef struct {
    States state;
    U16 members;
    I32 chosen;
    Rankeds ranked;
    Parts part;
    I64 order;
    Settleds settled;
    U16 hits;
    U8 saved;
    I64 counts, stamp, twin, unused;
    U16 spare;
    Waitings waiting;
} Stack;

/* The transposition table. */
int64_t key_of(I64 keys, U16 members, int64_t left);
int64_t find_entry(const Table *table, int64_t key, U16 members, int64_t left);
void keep_entry(const Table *table, int64_t key, U16 members, int64_t left, int64_t low, int64_t high);

/* The bounds; low and high are written to bounds[2]. */
int64_t least_total(int64_t size);
int64_t paid_at_once(const Board *board, int64_t size);
int64_t questions_of_use(const Board *board, int64_t size, int64_t left);
int64_t most_solved(int64_t parts, int64_t left);
int64_t least_needing_last(int64_t size, int64_t parts, int64_t solved);
int64_t least_by_parts(const Board *board, int64_t size, int64_t left, int64_t saved, int64_t most);
int64_t count_all_parts(const Board *board, const Stack *stack, U16 members);
void bounds_by_members(const Board *board, U16 members, int64_t left, I64 bounds);
void bounds_by_questions(const Board *board, const Stack *stack, const Table *table, Runs run, U16 members, int64_t left, I64 bounds);
/* The lower bound of a question, and the sum of the squares of its parts. */
void lower_bound_of_question(const Board *board, U16 members, int64_t question, int64_t left, int64_t most, I64 counts, I64 bound);

/* The greedy strategy. */
void divide(const Board *board, U16 members, int64_t question, Parts parts, U16 into);
int64_t greedy_question(const Board *board, const Stack *stack, U16 members, int64_t left);
int64_t greedy_total(const Board *board, const Stack *stack, U16 members, int64_t left);

/* Which questions. */
bool find_twins(const Board *board, const Stack *stack, Runs run, U16 members);
bool is_first(const Board *board, const Stack *stack, int64_t question);
void sift(Rankeds heap, int64_t place, int64_t count);

/* Find the value of the state at level 0 if it is less than its upper bound, else a lower bound
   that is no less.

   To begin, fill in stack.state[0] from first to chosen, and in run level 0 and next EXPAND.
   REACHED: at run.level is a state of FORMED secrets or more whose low, high, chosen and number the
   caller may improve; take the rows of stack.settled and call again.  FINISHED: low, high and
   best_question of level 0 are the result.  With any_strategy the search ends with the first
   strategy there is, and high is its total.  PAUSED: nothing has happened; take the rows and call
   again.  TOO_DEEP: there are too few levels. */
int64_t search(const Board *board, const Stack *stack, const Table *table, Runs run);
