/* The value of a state where hard mode restricts the questions, secrets have weights, or what counts are the
   secrets that few questions find.

   searching.h is for the usual game, and much faster there.  Here a state is the secrets that are possible, what
   questions must have (masetproof.finite.hard), and how many questions are left.  Its value is the least cost of
   a strategy: what each secret pays by the number of questions that find it, times its weight.  The plain twin
   is least_cost of tests/oracles/restricted.py; why the bounds hold stands in masetproof.search.general.

   The table keeps values of states, whose members and requirements are compared, so equal keys of different
   states do no harm.  When it is full, all are forgotten.  A call ends soon after *stop* is set by another
   thread; what the table has then is right. */
#define BEYOND 0x1000000000000000 /* the value of a state without a strategy, and more than any other */
/* What a secret pays that is found with so many questions: their number; 1 if it needs the last one; 1 if there
   are not so many; nothing.  Only the third finds strategies that leave secrets unfound. */
enum { EACH_QUESTION, THE_LAST, MISSED, ANY_STRATEGY, PAYMENTS };
/* Instead of a value: why there is none. */
enum { STOPPED = -1, NO_ROOM = -2 };

typedef struct {
    int64_t key, low;
    int64_t place; /* of its bytes */
    int32_t bytes; /* 0 for none */
    int32_t question; /* that attains the value, or NONE where *low* is only a bound */
} Valued;
typedef struct { Valued *at; int64_t shape[4]; } Valueds;

/* What is fixed for a game: Q questions, N secrets in the order of their weights, the greatest first.

   own: the number of a secret as a question.  depth: with how many questions at least the first, second, ... of
   some secrets is found when no question has more parts than the number of the row, the winning one not
   counted; the last row holds for any number.  estimate: about what 0, 1, ... secrets cost; it orders questions.
   marks, words: 0, 1, 2 for grey, yellow, green cells, and cells of questions; cells: which of them each has, as
   bits, those of 64 and more with others; empty except in hard mode.  given: which of the marks each answer to
   each question has; empty where it is the number of the answer.
   consistent: only possible secrets are asked.  equal: all weights are 1.  levels: the deepest strategy that is looked at. */
typedef struct {
    U8 told /* [N, Q] in 0..answers - 1 */;
    I32 own /* [N] in 0..Q - 1 */;
    I64 weight /* [N] */;
    U8 depth /* [K > 1, N] */;
    I64 estimate /* [N + 1] */;
    U8 marks /* [M >= answers, pegs] or empty in 0..2 */;
    U16 given /* [Q, answers] or empty in 0..(M if M else 1) - 1 */;
    U16 words /* [Q, pegs] or empty */;
    U64 cells /* [Q] or empty */;
    int64_t answers /* in 1..256 */;
    bool consistent, equal;
    int64_t payment /* in 0..PAYMENTS - 1 */;
    int64_t levels;
} Weighed;

/* known, arena: the table.  counts: bytes of the arena in use, states in the table, states that were searched.
   room: for all levels. */
typedef struct {
    Valueds known /* [T] */;
    U8 arena /* [bytes] */;
    I64 counts /* [3] */;
    U8 room /* [space] */;
    U8 stop /* [1] */;
} Scales;

/* The value of a state if it is less than upper, and otherwise a lower bound that is not.

   members: ascending.  questions: those that may be asked.  required: for each place the cell that must stand
   there, and then the cells that there must be, ascending; 65535 for none; empty except in hard mode.  best:
   gets a question that attains the value, NONE where there is no strategy. */
int64_t weigh_state(const Weighed *game, const Scales *scales, U16 members /* [n > 0] in 0..N - 1 */,
                    I32 questions /* [q] in 0..Q - 1 */, U16 required /* [2 * pegs] or empty */,
                    int64_t left, int64_t upper, I32 best /* [1] */);
/* The same of the strategies that begin with one of the questions *first*, from the one at *place* on, until one of
   them costs less than upper; place is then the one behind it.  Returns its cost, or upper where there is none.

   kinds, ends: one question of each kind behind the first of *first*, and so on, ascending, and where each of these
   lists ends; empty where all questions are tried.  Questions are of one kind if a symmetry that keeps the first
   question, the secrets and their weights maps one to the other.
   lows: bounds of what they cost; those that are no less than upper are passed over.  look: only bounds, from one
   look at each part. */
int64_t weigh_questions(const Weighed *game, const Scales *scales, U16 members /* [n > 0] in 0..N - 1 */,
                        I32 questions /* [q] in 0..Q - 1 */, I32 first /* [some] in 0..Q - 1 */,
                        I64 ends /* [some] or empty in 0..k */, I32 kinds /* [k] or empty in 0..Q - 1 */,
                        I64 lows /* [some] */, I64 place /* [1] in 0..some */, int64_t left, int64_t upper, bool look);
