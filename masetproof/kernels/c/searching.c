#include "kernels.h"

/* PREFETCH has a place of memory brought near before it is read.
   A lock is 1 while a thread has it: try to take it, which gives 0 if nobody had it, and free it. */
#ifdef _MSC_VER
#include <intrin.h>
#define TAKE(lock) _InterlockedExchange((volatile long *)(lock), 1)
#define FREE(lock) _InterlockedExchange((volatile long *)(lock), 0)
#define PREFETCH(place) ((void)(place))
#else
#define TAKE(lock) __atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)
#define FREE(lock) __atomic_store_n(lock, 0, __ATOMIC_RELEASE)
#define PREFETCH(place) __builtin_prefetch(place)
#endif

/* The secrets of a state; how many there are. */
static U16 secrets_of(const Stack *stack, int64_t level) {
    const State *state = stack->state.at + level;
    return (U16){stack->members.at + level * stack->members.shape[1] + state->first, {state->size}};
}

static U16 some(U16 members, int64_t first, int64_t size) { return (U16){members.at + first, {size}}; }

static uint8_t answer_of(const Board *board, int64_t question, uint16_t secret) {
    return board->told.at[secret * board->told.shape[1] + question];
}

/* --------------------------------------------------------------------- the transposition table */

int64_t key_of(I64 keys, U16 members, int64_t tag) {
    uint64_t key = (uint64_t)tag * UINT64_C(0x1E3779B97F4A7C15);
    for (int64_t i = 0; i < members.shape[0]; i++) key ^= (uint64_t)keys.at[members.at[i]];
    return (int64_t)key;
}

/* Where the members of states of this size are, and the bucket of a key. */
static const uint16_t *members_in(const Table *table, int64_t size) {
    return size <= STORED ? table->members.at : table->arena.at;
}

static Entry *bucket_of(const Table *table, int64_t key, int64_t size) {
    Entries entries = size <= STORED ? table->entries : table->large;
    return entries.at + (key & (entries.shape[0] - WAYS));
}

/* Wait for what guards the bucket of a key, and take it. */
static int32_t *lock_for(const Table *table, int64_t key, int64_t size) {
    int32_t *lock = size <= STORED ? &bucket_of(table, key, size)->lock : table->locked.at;
    while (TAKE(lock)) {}
    return lock;
}

static Entry *find_entry(const Table *table, int64_t key, U16 members, int64_t tag) {
    int64_t size = members.shape[0];
    const uint16_t *kept = members_in(table, size);
    Entry *entry = bucket_of(table, key, size);
    for (const Entry *end = entry + WAYS; entry < end; entry++)
        if (entry->key == key && entry->size == size && entry->tag == tag
            && !memcmp(kept + entry->place, members.at, (size_t)size * sizeof *members.at))
            return entry;
    return NULL;
}

/* What tells states with questions left, and with another goal, apart. */
static int64_t tag_of(const Board *board, int64_t left) { return GOALS * left + board->goal; }

/* Prefetch what the table may have of a state. */
static void prefetch_bounds(const Board *board, const Table *table, U16 members, int64_t left) {
    int64_t key = key_of(board->keys, members, tag_of(board, left)), size = members.shape[0];
    const Entry *bucket = bucket_of(table, key, size);
    for (int64_t i = 0; i < WAYS; i++) PREFETCH(bucket + i);
    if (size <= STORED) PREFETCH(members_in(table, size) + (bucket - table->entries.at) * STORED);
}

bool find_bounds(const Board *board, const Table *table, U16 members, int64_t left, I64 bounds) {
    int64_t tag = tag_of(board, left), key = key_of(board->keys, members, tag);
    int32_t *lock = lock_for(table, key, members.shape[0]);
    const Entry *entry = find_entry(table, key, members, tag);
    if (entry) {
        bounds.at[0] = entry->low;
        bounds.at[1] = entry->high;
    }
    FREE(lock);
    return entry != NULL;
}

/* Room for the members of a state that is new in its bucket, or NONE when it is too large for any. */
static int64_t place_for(const Table *table, const Entry *entry, int64_t size) {
    if (size <= STORED) return (entry - table->entries.at) * STORED;
    int64_t room = table->arena.shape[0], *filled = table->filled.at;
    if (size > room) return NONE;
    if (*filled + size > room) {
        for (int64_t i = 0; i < table->large.shape[0]; i++) table->large.at[i].size = 0;
        *filled = 0;
    }
    *filled += size;
    return *filled - size;
}

/* The entry of a state that is new in its bucket, in place of the smallest there; NULL if it has no room. */
static Entry *new_entry(const Table *table, int64_t key, U16 members, int64_t tag) {
    int64_t size = members.shape[0];
    Entry *entry = bucket_of(table, key, size);
    for (Entry *other = entry + 1, *end = entry + WAYS; other < end; other++)
        if (other->size < entry->size || (other->size == entry->size && other->tag < entry->tag)) entry = other;
    int64_t place = place_for(table, entry, size);
    if (place == NONE) return NULL;
    *entry = (Entry){key, 0, INFINITE_TOTAL, place, 0, entry->lock, (int32_t)size, (int32_t)tag};
    memcpy((uint16_t *)members_in(table, size) + place, members.at, (size_t)size * sizeof *members.at);
    return entry;
}

void keep_bounds(const Board *board, const Table *table, U16 members, int64_t left, int64_t low, int64_t high,
                 int64_t nodes) {
    int64_t tag = tag_of(board, left), key = key_of(board->keys, members, tag);
    int32_t *lock = lock_for(table, key, members.shape[0]);
    Entry *entry = find_entry(table, key, members, tag);
    if (!entry) entry = new_entry(table, key, members, tag);
    if (entry) {
        entry->low = larger(entry->low, low);
        entry->high = smaller(entry->high, high);
        entry->nodes = (int32_t)smaller(entry->nodes + nodes, INT32_MAX);
    }
    FREE(lock);
}

int64_t copy_large(const Table *table, int64_t nodes, Entries entries, U16 members) {
    int64_t count = 0, filled = 0;
    int32_t *lock = lock_for(table, 0, STORED + 1);
    for (int64_t i = 0; i < table->large.shape[0]; i++) {
        Entry entry = table->large.at[i];
        if (!entry.size || entry.nodes < nodes || filled + entry.size > members.shape[0]) continue;
        memcpy(members.at + filled, table->arena.at + entry.place, (size_t)entry.size * sizeof *members.at);
        entry.place = filled;
        filled += entry.size;
        entries.at[count++] = entry;
    }
    FREE(lock);
    return count;
}

/* ---------------------------------------------------------------------------------- the bounds */

/* The least total of so many secrets in any game, as in masetproof.search.bounds. */
int64_t least_total(int64_t size) { return 2 * size - 1; }

/* What a state that has other questions left adds to a total for the one that is asked. */
static int64_t paid_at_once(const Board *board, int64_t size) { return board->goal == ALL_QUESTIONS ? size : 0; }

/* How many of the questions that are left make a difference to some secrets.

   They never need more than one each; so with one more none of them needs the last one. */
int64_t questions_of_use(const Board *board, int64_t size, int64_t left) {
    return smaller(left, size + (board->goal == LAST_QUESTION));
}

/* How many secrets are solved at most if no question has more parts, as in masetproof.search.bounds. */
int64_t most_solved(int64_t parts, int64_t left) {
    int64_t secrets = 1;
    for (int64_t i = 1; i < left && secrets < INFINITE_TOTAL; i++) secrets *= parts;
    return secrets;
}

/* At least this many secrets need the last question, as in masetproof.search.bounds. */
int64_t least_needing_last(int64_t size, int64_t parts, int64_t solved) {
    return size - smaller(size, larger(1, parts * solved));
}

/* How many secrets are solved at most by their number alone, if no question has more than most parts. */
static int64_t solved_of(const Board *board, int64_t left, int64_t most) {
    return left ? smaller(board->reach.at[left], most_solved(most, left)) : 0;
}

static int64_t least_of_solved(const Board *board, int64_t size, int64_t solved, int64_t sooner, int64_t most) {
    if (size > solved) return INFINITE_TOTAL;
    if (board->goal == NOTHING) return 0;
    if (board->goal == LAST_QUESTION) return larger(0, size - sooner);
    return board->least.at[smaller(most, board->least.shape[0] - 1) * board->least.shape[1] + size];
}

/* The least total of some secrets by their number alone, if no question has more than most parts,
   counting one more for a member; that of one or two is attained. */
int64_t least_of(const Board *board, int64_t size, int64_t left, int64_t most) {
    int64_t sooner = left ? solved_of(board, left - 1, most) : 0;
    return least_of_solved(board, size, solved_of(board, left, most), sooner, most);
}

/* The total when the first question separates all but for one pair, or none.

   inside: whether the question is one of the secrets.  With a pair three questions are left. */
static int64_t total_with_pairs(const Board *board, int64_t size, int64_t left, int64_t pairs, int64_t inside) {
    if (board->goal == NOTHING) return 0;
    if (board->goal == ALL_QUESTIONS) return least_total(size) + 1 - inside + pairs;
    if (left == 2) return size - inside;
    return left == 3 ? pairs : 0;
}

/* The least total of a question by its number of parts.

   saved: as counted by count_all_parts, where no question has more than most. */
int64_t least_by_parts(const Board *board, int64_t size, int64_t left, int64_t saved, int64_t most) {
    if (board->goal == NOTHING) return 0;
    if (board->goal == ALL_QUESTIONS) return 3 * size - saved;
    return least_needing_last(size, saved, left > 2 ? solved_of(board, left - 2, most) : 0);
}

/* How many members give an answer that others before them gave, if fewer than *enough* do; otherwise at
   least so many.  few: whether there are no more than 64 answers, which is faster where it is a constant. */
static inline int64_t count_doubled(U8 told, int64_t question, U16 members, int64_t enough, bool few) {
    int64_t size = members.shape[0], doubled = 0;
    uint64_t seen[4] = {0};
    for (int64_t i = 0; i < size && doubled < enough;)
        for (int64_t end = smaller(size, i + 4); i < end; i++) {
            uint8_t answer = told.at[members.at[i] * told.shape[1] + question];
            uint64_t *word = seen + (few ? 0 : answer >> 6);
            doubled += *word >> (answer & 63) & 1;
            *word |= UINT64_C(1) << (answer & 63);
        }
    return doubled;
}

/* Bounds of a state of three or more secrets, from its members as questions only.

   told, own: of the board; or of the near table, with the rows of members there.

   A member that separates all others attains the least total there is; one that leaves one pair
   attains one more, and so does nothing else unless a question of the outside separates all. */
void bounds_by_members(const Board *board, U8 told, I32 own, U16 members, int64_t left, I64 bounds) {
    int64_t size = members.shape[0], high = INFINITE_TOTAL;
    bool few = board->answers <= 64;
    for (int64_t i = 0; i < size; i++) {
        int64_t question = own.at[members.at[i]];
        int64_t doubled = few ? count_doubled(told, question, members, 2, true)
                              : count_doubled(told, question, members, 2, false);
        if (doubled == 0 && left > 1) {
            bounds.at[0] = bounds.at[1] = total_with_pairs(board, size, left, 0, 1);
            return;
        }
        if (doubled == 1 && left > 2) high = total_with_pairs(board, size, left, 1, 1);
    }
    bounds.at[0] = total_with_pairs(board, size, left, 0, 0);
    bounds.at[1] = high;
}

/* The same from what is near, if rows are those of the members in the near table; they may be empty. */
static void bounds_among(const Board *board, const Stack *stack, U16 members, U16 rows, int64_t left, I64 bounds) {
    if (rows.shape[0]) bounds_by_members(board, stack->between, stack->same, rows, left, bounds);
    else bounds_by_members(board, board->told, board->own, members, left, bounds);
}

static int64_t highest(U8 counts) {
    uint8_t most = 0;
    for (int64_t i = 0; i < counts.shape[0]; i++)
        if (counts.at[i] > most) most = counts.at[i];
    return most;
}

/* Fill stack.saved for the first questions, from which least_by_parts has a lower bound for each.

   It is the number of parts, and one more for a member, which is solved at once; 0 for a question that
   may not be asked.  Returns the highest. */
int64_t count_all_parts(const Board *board, const Stack *stack, U16 members, int64_t questions) {
    U8 saved = {stack->saved.at, {questions}};
    int64_t size = members.shape[0];
    if (board->consistent) {
        memset(saved.at, 0, (size_t)questions);
        for (int64_t i = 0; i < size; i++) {
            int32_t question = board->own.at[members.at[i]];
            if (question >= questions) continue;
            saved.at[question] = (uint8_t)(size - count_doubled(board->told, question, members, size, false));
        }
    } else {
        count_answers(board->told, members, board->answers, saved);
    }
    for (int64_t i = 0; i < size; i++)
        if (board->own.at[members.at[i]] < questions) saved.at[board->own.at[members.at[i]]]++;
    return highest(saved);
}

/* ------------------------------------------------------------------------------ the near table */

/* Put questions with as many parts into one group, those with many parts first; a group has an eighth of
   all questions, or is the last one.  saved must be filled for all of them. */
static void group_questions(const Stack *stack, Run *run) {
    int64_t questions = stack->group.shape[0], count[256] = {0}, next[GROUPS], parts = 255;
    uint8_t group[256];
    for (int64_t question = 0; question < questions; question++) count[stack->saved.at[question]]++;
    stack->begin.at[0] = 0;
    for (run->groups = 0; stack->begin.at[run->groups] < questions; run->groups++) {
        int64_t begin = stack->begin.at[run->groups], end = begin;
        while (!count[parts]) parts--;
        stack->most.at[run->groups] = parts;
        while (end < questions && GROUPS * (end - begin) < questions) {
            group[parts] = (uint8_t)run->groups;
            end += count[parts--];
        }
        next[run->groups] = begin;
        stack->begin.at[run->groups + 1] = end;
    }
    for (int64_t question = 0; question < questions; question++) {
        stack->group.at[question] = group[stack->saved.at[question]];
        stack->column.at[question] = (int32_t)next[stack->group.at[question]]++;
    }
}

void come_near(const Board *board, const Stack *stack, Runs run, int64_t level) {
    U16 members = secrets_of(stack, level);
    count_all_parts(board, stack, members, board->told.shape[1]);
    group_questions(stack, run.at);
    run.at->near = level;
    run.at->picked = 0;
    for (int64_t i = 0; i < members.shape[0]; i++) {
        uint8_t *between = stack->between.at + i * stack->between.shape[1];
        stack->row.at[members.at[i]] = (uint16_t)i;
        stack->same.at[i] = (int32_t)i;
        for (int64_t j = 0; j < members.shape[0]; j++)
            between[j] = answer_of(board, board->own.at[members.at[j]], members.at[i]);
    }
}

/* The most parts that a question has, as count_all_parts finds them, of a part of the state with the near
   table; of a member that separates all, which bounds_by_members finds, it may miss one.

   No question has more parts of it than of the state, so most groups need not be looked at; they come
   into the table when they are. */
int64_t most_near(const Board *board, const Stack *stack, Runs run, U16 members, U16 rows) {
    int64_t size = members.shape[0], most = 0;
    uint8_t *saved = stack->saved.at;
    for (int64_t group = 0; group < run.at->groups && most < smaller(size, stack->most.at[group]); group++) {
        int64_t first = stack->begin.at[group], end = stack->begin.at[group + 1];
        U8 answers = {stack->near.at + first, {stack->near.shape[0], stack->near.shape[1]}};
        if (group == run.at->picked) {
            pick_answers(board->told, secrets_of(stack, run.at->near), stack->group, group, answers);
            run.at->picked++;
        }
        count_answers(answers, rows, board->answers, (U8){saved + first, {end - first}});
        for (int64_t i = 0; i < size; i++) {
            int64_t column = stack->column.at[board->own.at[members.at[i]]];
            if (column >= first && column < end) saved[column]++;
        }
        most = larger(most, highest((U8){saved + first, {end - first}}));
    }
    return most;
}

/* Whether the state of a level has the near table; it gets it when that is worth while. */
static bool is_near(const Board *board, const Stack *stack, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    if (run->near == level) return true;
    if (board->consistent || state->size > stack->near.shape[0]
        || state->counted < NEARER * state->size * board->told.shape[1]) return false;
    state->counted = 0;
    come_near(board, stack, (Runs){run, {1}}, level);
    return true;
}

/* Bounds of a state from the table, or from the number of parts of all questions.

   rows: of its members in the near table, if they are there; otherwise empty. */
void bounds_by_questions(const Board *board, const Stack *stack, const Table *table, Runs run, U16 members,
                         U16 rows, int64_t left, int64_t questions, I64 bounds) {
    if (find_bounds(board, table, members, left, bounds)) return;
    int64_t size = members.shape[0];
    bounds.at[0] = 0;
    bounds.at[1] = INFINITE_TOTAL;
    if (size <= board->answers) bounds_among(board, stack, members, rows, left, bounds);
    int64_t low = bounds.at[0], high = bounds.at[1];
    if (low < high) {
        run.at->work += size * questions;
        int64_t most = rows.shape[0] ? most_near(board, stack, run, members, rows)
                                     : count_all_parts(board, stack, members, questions);
        low = larger(low, larger(least_by_parts(board, size, left, most, most), least_of(board, size, left, most)));
        /* A question of the outside that separates all, or a member that leaves one pair. */
        if (board->goal == ALL_QUESTIONS && most == size && left > 2)
            high = smaller(high, total_with_pairs(board, size, left, 0, 0));
    }
    keep_bounds(board, table, members, left, low, high, 0);
    bounds.at[0] = low;
    bounds.at[1] = high;
}

/* ----------------------------------------------------------------------------------- symmetries */

/* How a question was asked: before level 0, or on a level. */
typedef struct { int64_t question, answer; } Asked;

static Asked asked_before(const Stack *stack, Runs run, int64_t number) {
    int64_t past = run.at->past;
    if (number < past) return (Asked){stack->past.at[2 * number], stack->past.at[2 * number + 1]};
    const State *state = stack->state.at + number - past;
    return (Asked){state->question, state->child};
}

/* The symbol that another column has for the colour of a symbol. */
static int64_t moved(const Board *board, int64_t symbol, int64_t from, int64_t to) {
    return symbol - board->starts.at[from] + board->starts.at[to];
}

/* Let a permutation of columns map the questions from the given number on to ones with the same answers,
   in all ways, with what that does to symbols; 255 is for those that are free. */
static void match_past(const Board *board, const Stack *stack, Runs run, int64_t count, int64_t number,
                       uint64_t taken, const uint8_t *order, const uint8_t *names, uint64_t images) {
    int64_t pegs = board->symbols.shape[1];
    if (run.at->moves == MOVES) return;
    if (number == count) {
        memcpy(stack->moves.at + run.at->moves * pegs, order, (size_t)pegs);
        memcpy(stack->renamed.at + run.at->moves * SYMBOLS, names, SYMBOLS);
        stack->images.at[run.at->moves++] = images;
        return;
    }
    Asked one = asked_before(stack, run, number);
    const uint8_t *word = board->symbols.at + one.question * pegs;
    for (int64_t place = 0; place < count; place++) {
        Asked other = asked_before(stack, run, place);
        if (taken >> place & 1 || one.answer != other.answer) continue;
        const uint8_t *image = board->symbols.at + other.question * pegs;
        uint8_t changed[SYMBOLS];
        memcpy(changed, names, SYMBOLS);
        uint64_t now = images;
        int64_t column = 0;
        for (; column < pegs; column++) {
            uint8_t *name = changed + moved(board, word[order[column]], order[column], column);
            if (*name == 255 && !(now >> image[column] & 1)) {
                *name = image[column];
                now |= UINT64_C(1) << image[column];
            }
            if (*name != image[column]) break;
        }
        if (column == pegs)
            match_past(board, stack, run, count, number + 1, taken | UINT64_C(1) << place, order, changed, now);
    }
}

void find_moves(const Board *board, const Stack *stack, Runs run, int64_t level) {
    int64_t pegs = board->symbols.shape[1], count = run.at->past + level;
    uint8_t names[SYMBOLS];
    run.at->moves = 0;
    if (run.at->past == NONE || count > PAST || !board->orders.shape[0]) return;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) names[symbol] = board->ends.shape[0] ? 255 : (uint8_t)symbol;
    for (int64_t i = 0; i < board->orders.shape[0]; i++)
        match_past(board, stack, run, count, 0, 0, board->orders.at + i * pegs, names, 0);
}

bool is_least(const Board *board, const Stack *stack, Runs run, int64_t question) {
    int64_t pegs = board->symbols.shape[1];
    const uint8_t *word = board->symbols.at + question * pegs;
    for (int64_t i = 0; i < run.at->moves; i++) {
        const uint8_t *order = stack->moves.at + i * pegs, *renamed = stack->renamed.at + i * SYMBOLS;
        uint8_t names[SYMBOLS];
        uint64_t images = stack->images.at[i];
        memcpy(names, renamed, SYMBOLS);
        for (int64_t column = 0; column < pegs; column++) {
            uint8_t *name = names + moved(board, word[order[column]], order[column], column);
            if (*name == 255) { /* the first symbol of the alphabet that is nobody's image */
                for (*name = board->starts.at[column]; images >> *name & 1; ++*name) {}
                images |= UINT64_C(1) << *name;
            }
            if (*name < word[column]) return false;
            if (*name > word[column]) break;
        }
    }
    return true;
}

bool form_of(const Board *board, const Stack *stack, U16 members, U16 form) {
    int64_t size = members.shape[0], pegs = board->symbols.shape[1];
    if (!board->numbers.shape[0]) return false;
    for (int64_t i = 0; i < size; i++) {
        const uint8_t *word = board->symbols.at + board->own.at[members.at[i]] * pegs;
        for (int64_t column = 0; column < pegs; column++) stack->cells.at[i * pegs + column] = word[column];
    }
    order_words(stack->cells, size, board->starts, board->ends, stack->refined);
    bool *marked = stack->marked.at;
    memset(marked, 0, (size_t)stack->marked.shape[0] * sizeof *marked);
    for (int64_t i = 0; i < size; i++) {
        int64_t number = 0;
        for (int64_t column = 0; column < pegs; column++)
            number = number * board->colours + stack->cells.at[i * pegs + column];
        if ((number = board->numbers.at[number]) == NONE) return false;
        marked[number] = true;
    }
    for (int64_t number = 0, i = 0; i < size; number++)
        if (marked[number]) form.at[i++] = (uint16_t)number;
    return true;
}

/* ------------------------------------------------------------------------------ which questions */

/* How many questions there are for a state, up to names of colours that nobody asked for. */
static int64_t questions_for(const Board *board, int64_t names) {
    return board->names.shape[0] ? board->names.at[names] : board->told.shape[1];
}

static int64_t names_after(const Board *board, int64_t names, int64_t question) {
    int64_t pegs = board->names.shape[0] ? board->symbols.shape[1] : 0;
    const uint8_t *word = board->symbols.at + question * pegs;
    for (int64_t column = 0; column < pegs; column++)
        names = larger(names, word[column] - board->starts.at[column] + 1);
    return names;
}

/* What the parts of a question are worth by their sizes, but that of the last answer; sizes must be 0. */
static uint64_t worth_of(const Board *board, int64_t question, U16 members, U64 worth, U16 sizes) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < members.shape[0]; i++) {
        uint16_t *size = sizes.at + answer_of(board, question, members.at[i]);
        sum += worth.at[*size + 1] - worth.at[*size];
        ++*size;
    }
    sum -= worth.at[sizes.at[sizes.shape[0] - 1]];
    for (int64_t i = 0; i < members.shape[0]; i++) sizes.at[answer_of(board, question, members.at[i])] = 0;
    return sum;
}

/* Rank the questions of a state whose lower bounds are less than best; how many there are.

   The least bound of the others goes to state.refuted.  saved must be filled. */
static int64_t rank_questions(const Board *board, const Stack *stack, Runs run, State *state, U16 members,
                              Rankeds ranked) {
    int64_t size = members.shape[0], left = state->left, answers = board->answers, count = 0;
    int64_t most = state->most, questions = questions_for(board, state->names), best = state->best;
    int64_t solved = solved_of(board, left - 1, most), sooner = solved_of(board, left - 2 < 0 ? 0 : left - 2, most);
    uint64_t *worth = stack->worth.at;
    worth[0] = 0;
    for (int64_t part = 1; part <= size; part++)
        worth[part] = (uint64_t)least_of_solved(board, part, solved, sooner, most)
                      | (uint64_t)board->estimate.at[part] << 40;
    run.at->work += 3 * size * questions;
    const uint16_t *last = stack->sizes.at + (answers - 1) * BLOCK; /* of the answer that wins */
    for (int64_t first = 0; first < questions; first += BLOCK) {
        int64_t place[BLOCK], width = 0;
        for (int64_t question = first; question < smaller(questions, first + BLOCK); question++) {
            int64_t saved = stack->saved.at[question], low;
            if (saved < 2 || (run.at->moves && !is_least(board, stack, run, question))) continue;
            if ((low = least_by_parts(board, size, left, saved, most)) < best) place[width++] = question - first;
            else state->refuted = smaller(state->refuted, low);
        }
        if (!width) continue;
        if (answers <= SIZED) size_parts(board->told, members, first, stack->sizes);
        for (int64_t i = 0; i < width; i++) {
            uint64_t sum = 0;
            if (answers > SIZED) sum = worth_of(board, first + place[i], members, stack->worth, stack->sizes);
            else
                for (const uint16_t *part = stack->sizes.at + place[i]; part < last; part += BLOCK) sum += worth[*part];
            int64_t bound = paid_at_once(board, size) + (int64_t)(sum & ((UINT64_C(1) << 40) - 1));
            if (bound >= best) {
                state->refuted = smaller(state->refuted, bound);
                continue;
            }
            uint64_t order = board->goal == ALL_QUESTIONS ? sum >> 40 : (uint64_t)bound << 24 | sum >> 40;
            Ranked new = {bound, order, first + place[i]};
            int64_t to = smaller(count, FIRST);
            if (count >= FIRST) { /* the last of the sorted ones gives way */
                bool sorted = order < ranked.at[FIRST - 1].order;
                ranked.at[count] = sorted ? ranked.at[FIRST - 1] : new;
                if (sorted) to = FIRST - 1;
            }
            count++;
            if (to == FIRST) continue;
            for (; to && ranked.at[to - 1].order > order; to--) ranked.at[to] = ranked.at[to - 1];
            ranked.at[to] = new;
        }
    }
    return count;
}

static Rankeds ranked_of(const Stack *stack, int64_t level) {
    int64_t questions = stack->ranked.shape[1];
    return (Rankeds){stack->ranked.at + level * questions, {questions}};
}

/* ---------------------------------------------------------------------------- greedy strategies */

/* Sort members by answer into *into*; the part of the winning answer is left out. */
void divide(const Board *board, U16 members, int64_t question, Parts parts, U16 into) {
    int64_t winning = parts.shape[0] - 1, size = members.shape[0], place = 0;
    uint8_t noted[NOTED]; /* of the first members, as each answer is far from the others */
    for (int64_t answer = 0; answer <= winning; answer++) parts.at[answer].size = 0;
    for (int64_t i = 0; i < size; i++) {
        uint8_t answer = answer_of(board, question, members.at[i]);
        if (i < NOTED) noted[i] = answer;
        parts.at[answer].size++;
    }
    parts.at[winning].size = 0;
    for (int64_t answer = 0; answer <= winning; answer++) {
        parts.at[answer].first = place;
        place += parts.at[answer].size;
    }
    for (int64_t i = 0; i < size; i++) {
        uint8_t answer = i < NOTED ? noted[i] : answer_of(board, question, members.at[i]);
        if (answer != winning) into.at[parts.at[answer].first++] = members.at[i];
    }
    for (int64_t answer = 0; answer <= winning; answer++) parts.at[answer].first -= parts.at[answer].size;
}

/* The question that sorts first, or NONE. */
int64_t greedy_question(const Board *board, const Stack *stack, Runs run, U16 members, int64_t left) {
    Rankeds ranked = ranked_of(stack, stack->ranked.shape[0] - 1);
    State state = {0};
    int64_t questions = board->told.shape[1];
    state.left = left;
    state.names = board->names.shape[0] - 1;
    state.most = count_all_parts(board, stack, members, questions);
    state.best = INFINITE_TOTAL;
    run.at->moves = 0;
    return rank_questions(board, stack, run, &state, members, ranked) ? ranked.at[0].question : NONE;
}

/* The total of the strategy that asks greedy questions, an upper bound; or INFINITE_TOTAL. */
int64_t greedy_total(const Board *board, const Stack *stack, Runs run, U16 members, int64_t left) {
    Waiting *waiting = stack->waiting.at;
    int64_t secrets = stack->spare.shape[1], answers = board->answers, count = 1, total = 0, value[2];
    U16 all = {stack->spare.at, {secrets}}, into = {stack->spare.at + secrets, {secrets}};
    Parts parts = {stack->part.at + (stack->part.shape[0] - 1) * answers, {answers}};
    I64 bounds = {value, {2}};
    memcpy(all.at, members.at, (size_t)members.shape[0] * sizeof *all.at);
    waiting[0] = (Waiting){0, members.shape[0], left};
    while (count) {
        Waiting now = waiting[--count];
        U16 own = some(all, now.first, now.size);
        if (now.size > board->reach.at[now.left]) return INFINITE_TOTAL;
        if (now.size <= 2) {
            total += least_of(board, now.size, now.left, INFINITE_TOTAL);
            continue;
        }
        if (now.size <= answers) {
            bounds_by_members(board, board->told, board->own, own, now.left, bounds);
            if (value[0] == value[1]) {
                total += value[0];
                continue;
            }
        }
        int64_t question = greedy_question(board, stack, run, own, now.left);
        if (question == NONE) return INFINITE_TOTAL;
        total += paid_at_once(board, now.size);
        divide(board, own, question, parts, into);
        memcpy(own.at, into.at, (size_t)now.size * sizeof *own.at);
        for (int64_t answer = 0; answer < answers; answer++)
            if (parts.at[answer].size)
                waiting[count++] = (Waiting){now.first + parts.at[answer].first, parts.at[answer].size, now.left - 1};
    }
    return total;
}

/* ----------------------------------------------------------------------------- branch and bound */

/* The isomorphic state of a level. */
static U16 form_on(const Stack *stack, int64_t level) {
    return (U16){stack->form.at + level * stack->form.shape[1], {stack->state.at[level].size}};
}

/* Take what the table has of a state; whether it has anything. */
static bool look_up(const Board *board, const Table *table, State *state, U16 members) {
    int64_t value[2];
    if (!find_bounds(board, table, members, state->left, (I64){value, {2}})) return false;
    state->low = larger(state->low, value[0]);
    state->high = smaller(state->high, value[1]);
    return true;
}

/* Whether no question needs to be tried: the value is known, or too large to be of any use. */
static bool is_settled(const State *state) { return state->low >= smaller(state->high, state->upper); }

/* Bound a state that is entered, without trying its questions. */
static void bound_state(const Board *board, const Stack *stack, const Table *table, const Run *run, int64_t level) {
    State *state = stack->state.at + level;
    U16 members = secrets_of(stack, level);
    int64_t value[2];
    state->formed = false;
    state->began = run->nodes;
    state->low = least_of(board, state->size, state->left, INFINITE_TOTAL);
    state->high = state->size <= 2 ? state->low : INFINITE_TOTAL;
    bool known = !is_settled(state) && look_up(board, table, state, members);
    if (!known && !is_settled(state) && state->size <= board->answers) {
        bounds_by_members(board, board->told, board->own, members, state->left, (I64){value, {2}});
        state->low = larger(state->low, value[0]);
        state->high = smaller(state->high, value[1]);
    }
    if (!is_settled(state) && state->size >= FORMED && form_of(board, stack, members, form_on(stack, level))) {
        state->formed = true;
        look_up(board, table, state, form_on(stack, level));
    }
}

/* Count the parts of all questions, and rank those that may be the best. */
static void expand(const Board *board, const Stack *stack, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    U16 members = secrets_of(stack, level);
    Runs runs = {run, {1}};
    int64_t questions = questions_for(board, state->names);
    run->nodes++;
    run->steps--;
    state->counted = 0;
    if (run->near == level) run->near = NONE;
    state->refuted = INFINITE_TOTAL;
    state->count = state->next = 0;
    state->best_question = state->child = NONE;
    run->work += state->size * questions;
    state->most = count_all_parts(board, stack, members, questions);
    state->low = larger(state->low, larger(least_by_parts(board, state->size, state->left, state->most, state->most),
                                           least_of(board, state->size, state->left, state->most)));
    state->best = smaller(state->upper, state->high);
    if (state->low >= state->best) {
        state->refuted = state->low;
        return;
    }
    run->moves = 0;
    if (state->size > STORED) find_moves(board, stack, runs, level);
    state->count = rank_questions(board, stack, runs, state, members, ranked_of(stack, level));
}

int64_t open_state(const Board *board, const Stack *stack, Runs run) {
    expand(board, stack, run.at, 0);
    return stack->state.at->count;
}

void ask_some(const Stack *stack, Runs run, I64 questions) {
    State *state = stack->state.at;
    *state = (State){.size = state->size, .left = state->left, .upper = state->upper, .names = state->names};
    state->high = state->most = state->refuted = INFINITE_TOTAL;
    state->best = state->upper;
    state->best_question = state->child = NONE;
    for (; state->count < questions.shape[0]; state->count++)
        stack->ranked.at[state->count] = (Ranked){0, 0, questions.at[state->count]};
    run.at->next = ASK;
    run.at->near = NONE;
    run.at->some = true;
}

/* Take a lower bound of a part; whether the question may still be better than the best. */
static bool take_low(State *state, Part *part, int64_t low) {
    if (low > part->low) {
        state->total += low - part->low;
        part->low = low;
    }
    return state->total < state->best;
}

/* Bound the parts of a question by their sizes, and order those of more than two secrets. */
static void order_parts(const Board *board, State *state, Parts parts, int64_t *order) {
    int64_t left = state->left - 1;
    int64_t solved = solved_of(board, left, state->most), sooner = left ? solved_of(board, left - 1, state->most) : 0;
    state->total = paid_at_once(board, state->size);
    state->parts = 0;
    for (int64_t answer = 0; answer < parts.shape[0]; answer++) {
        Part *part = parts.at + answer;
        part->low = part->size ? least_of_solved(board, part->size, solved, sooner, state->most) : 0;
        part->high = part->size <= 2 ? part->low : INFINITE_TOTAL;
        state->total += part->low;
        if (part->size > 2) {
            int64_t place = state->parts++;
            for (; place && parts.at[order[place - 1]].size > part->size; place--) order[place] = order[place - 1];
            order[place] = answer;
        }
    }
}

/* The part at a place in the order in which parts are looked at.

   The smallest is the cheapest; but the largest is the most likely to have no strategy, or to have so
   many secrets that need the last question that nothing else matters. */
static int64_t answer_at(const Board *board, const Stack *stack, int64_t level, int64_t place) {
    int64_t last = stack->state.at[level].parts - 1;
    return stack->order.at[level * stack->order.shape[1] + (board->goal == ALL_QUESTIONS ? place : last - place)];
}

static Parts parts_of(const Stack *stack, int64_t level) {
    int64_t answers = stack->part.shape[1];
    return (Parts){stack->part.at + level * answers, {answers}};
}

/* Split a state by a question and bound the parts; whether the question may be the best. */
static bool bound_parts(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level,
                        int64_t question) {
    int64_t secrets = stack->members.shape[1], value[2];
    State *state = stack->state.at + level;
    Parts parts = parts_of(stack, level);
    U16 below = {stack->members.at + (level + 1) * secrets, {secrets}};
    I64 bounds = {value, {2}};
    int64_t questions = questions_for(board, names_after(board, state->names, question)), left = state->left - 1;
    bool near = is_near(board, stack, run, level);
    state->question = question;
    state->stage = state->place = 0;
    divide(board, secrets_of(stack, level), question, parts, below);
    order_parts(board, state, parts, stack->order.at + level * parts.shape[0]);
    for (int64_t i = 0; near && i < state->size; i++) stack->rows.at[i] = stack->row.at[below.at[i]];
    state->counted -= run->work;
    for (int64_t place = 0; place < state->parts && state->total < state->best; place++) {
        Part *part = parts.at + answer_at(board, stack, level, place);
        U16 members = some(below, part->first, part->size), rows = some(stack->rows, part->first, near ? part->size : 0);
        int64_t of_use = questions_of_use(board, part->size, left);
        if (place + 1 < state->parts) {
            const Part *next = parts.at + answer_at(board, stack, level, place + 1);
            U16 others = some(below, next->first, next->size);
            if (next->size > FEW) prefetch_bounds(board, table, others, questions_of_use(board, next->size, left));
        }
        if (part->size <= FEW) bounds_among(board, stack, members, rows, of_use, bounds);
        else bounds_by_questions(board, stack, table, (Runs){run, {1}}, members, rows, of_use, questions, bounds);
        part->high = value[1];
        take_low(state, part, value[0]);
    }
    state->counted += run->work;
    return state->total < state->best;
}

/* About what a part costs. */
static int64_t estimate_of(const Board *board, const Part *part) { return board->estimate.at[part->size] / 16; }

/* Up to which bound a part is raised in a stage: half, three quarters and all of the way to its estimate,
   and then as far as it is of use. */
static int64_t goal_of(const Board *board, const State *state, const Part *part) {
    int64_t enough = state->best - state->total + part->low;
    int64_t least = least_of(board, part->size, state->left - 1, INFINITE_TOTAL);
    if (state->stage == LAST_STAGE) return enough;
    return smaller(enough, least + (2 + state->stage) * (estimate_of(board, part) - least) / 4);
}

/* Whether raising its parts could refute a question that costs up to a quarter more than is estimated. */
static bool is_worth_raising(const Board *board, const State *state, Parts parts) {
    int64_t total = state->total;
    if (board->goal != ALL_QUESTIONS) return false;
    for (int64_t answer = 0; answer < parts.shape[0]; answer++) {
        const Part *part = parts.at + answer;
        if (part->low < part->high && part->size >= RAISED) total += larger(0, estimate_of(board, part) * 5 / 4 - part->low);
    }
    return total >= state->best;
}

/* Put the next part that is not settled on the level below, and what it is to be raised to; whether there
   is one.  In the last stage they follow their order, before that the largest come first. */
static bool open_part(const Board *board, const Stack *stack, int64_t level) {
    State *state = stack->state.at + level, *below = state + 1;
    Parts parts = parts_of(stack, level);
    if (!state->stage && !state->place && !is_worth_raising(board, state, parts)) state->stage = LAST_STAGE;
    for (; state->stage <= LAST_STAGE; state->stage++, state->place = 0)
        while (state->place < state->parts) {
            int64_t place = state->place++;
            bool last = state->stage == LAST_STAGE;
            int64_t answer = answer_at(board, stack, level, last ? place : state->parts - 1 - place);
            const Part *part = parts.at + answer;
            int64_t goal = goal_of(board, state, part);
            if (part->low == part->high || goal <= part->low || (!last && part->size < RAISED)) continue;
            below->first = part->first;
            below->size = part->size;
            below->left = questions_of_use(board, part->size, state->left - 1);
            below->names = names_after(board, state->names, state->question);
            below->upper = goal;
            state->child = answer;
            return true;
        }
    return false;
}

/* Take what became known of the part that was searched. */
static void close_part(const Stack *stack, int64_t level) {
    State *state = stack->state.at + level;
    const State *below = state + 1;
    Part *part = parts_of(stack, level).at + state->child;
    take_low(state, part, below->low);
    if (below->low == below->high) part->high = part->low = below->high;
}

/* Leave a state: the best question attains its value, or none costs less than its bound. */
static void settle(State *state) {
    if (state->best_question != NONE) state->low = state->high = state->best;
    else state->low = larger(state->low, smaller(state->refuted, state->high));
}

/* Note what became known of a state. */
static void leave_state(const Board *board, const Stack *stack, const Table *table, const Run *run, int64_t level) {
    const State *state = stack->state.at + level;
    int64_t left = state->left, low = state->low, high = state->high, nodes = run->nodes - state->began;
    if (level == 0 && run->some) return; /* what is known is not of the state */
    if (state->size > 2) keep_bounds(board, table, secrets_of(stack, level), left, low, high, nodes);
    if (state->formed) keep_bounds(board, table, form_on(stack, level), left, low, high, nodes);
}

/* When only some questions are asked, others may be asked elsewhere: what is found for them is best here.

   A total that is as good counts as well, so that of equal questions the same one is found however fast
   each search is. */
static void share_best(const Board *board, const Stack *stack, const Table *table) {
    State *state = stack->state.at;
    int64_t value[2] = {0, INFINITE_TOTAL};
    if (state->best_question != NONE) keep_bounds(board, table, secrets_of(stack, 0), state->left, 0, state->best, 0);
    find_bounds(board, table, secrets_of(stack, 0), state->left, (I64){value, {2}});
    if (value[1] >= state->best - 1) return;
    state->best = value[1] + 1;
    state->best_question = NONE;
}

int64_t search(const Board *board, const Stack *stack, const Table *table, Runs runs) {
    Run *run = runs.at;
    int64_t level = run->level;
    for (;;) {
        State *state = stack->state.at + level;
        if (run->next == ENTER) {
            bound_state(board, stack, table, run, level);
            run->next = is_settled(state) ? LEAVE : EXPAND;
        } else if (run->next == EXPAND) {
            if (!run->steps) return OUT_OF_STEPS;
            expand(board, stack, run, level);
            run->next = ASK;
        } else if (run->next == ASK) {
            if (run->work >= PAUSE) {
                run->level = level;
                run->work = 0;
                return PAUSED;
            }
            if (level == 0 && run->some) share_best(board, stack, table);
            const Ranked *ranked = ranked_of(stack, level).at + state->next;
            if (state->next == state->count || state->best <= state->low) {
                settle(state);
                run->next = LEAVE;
                continue;
            }
            state->next++;
            if (ranked->bound >= state->best) state->refuted = smaller(state->refuted, ranked->bound);
            else if (bound_parts(board, stack, table, run, level, ranked->question)) run->next = DESCEND;
            else state->refuted = smaller(state->refuted, state->total);
        } else if (run->next == DESCEND) {
            if (state->total >= state->best) {
                state->refuted = smaller(state->refuted, state->total);
                run->next = ASK;
            } else if (open_part(board, stack, level)) {
                if (level + 2 >= stack->state.shape[0]) return TOO_DEEP;
                level++;
                run->next = ENTER;
            } else {
                state->best = state->total;
                state->best_question = state->question;
                run->next = ASK;
            }
        } else {
            leave_state(board, stack, table, run, level);
            if (level == 0) return FINISHED;
            level--;
            close_part(stack, level);
            run->next = DESCEND;
        }
    }
}
