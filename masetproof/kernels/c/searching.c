#include "kernels.h"

/* The secrets of a state; how many there are. */
static U16 secrets_of(const Stack *stack, int64_t level) {
    const State *state = stack->state.at + level;
    return (U16){stack->members.at + level * stack->members.shape[1] + state->first, {state->size}};
}

static U16 some(U16 members, int64_t first, int64_t size) { return (U16){members.at + first, {size}}; }

/* The answers of one secret to all questions. */
static const uint8_t *answers_of(const Board *board, int64_t secret) {
    return board->told.at + secret * board->told.shape[1];
}

/* --------------------------------------------------------------------- the transposition table */

int64_t key_of(I64 keys, U16 members, int64_t left) {
    uint64_t key = (uint64_t)left * UINT64_C(0x1E3779B97F4A7C15);
    for (int64_t i = 0; i < members.shape[0]; i++) key ^= (uint64_t)keys.at[members.at[i]];
    return (int64_t)key;
}

/* The entry of a state, or NONE. */
int64_t find_entry(const Table *table, int64_t key, U16 members, int64_t left) {
    int64_t size = members.shape[0], width = table->members.shape[1];
    if (size > width) return NONE;
    int64_t bucket = key & (table->entries.shape[0] - WAYS);
    for (int64_t place = bucket; place < bucket + WAYS; place++) {
        const Entry *entry = table->entries.at + place;
        if (entry->key == key && entry->size == size && entry->left == left
            && !memcmp(table->members.at + place * width, members.at, (size_t)size * sizeof *members.at))
            return place;
    }
    return NONE;
}

/* Note bounds of a state. */
void keep_entry(const Table *table, int64_t key, U16 members, int64_t left, int64_t low, int64_t high) {
    int64_t size = members.shape[0], width = table->members.shape[1];
    if (size > width) return;
    int64_t place = find_entry(table, key, members, left);
    if (place != NONE) {
        Entry *entry = table->entries.at + place;
        entry->low = larger(entry->low, low);
        entry->high = smaller(entry->high, high);
        return;
    }
    place = key & (table->entries.shape[0] - WAYS);
    for (int64_t other = place + 1, end = place + WAYS; other < end; other++) {
        const Entry *one = table->entries.at + other, *two = table->entries.at + place;
        if (one->size < two->size || (one->size == two->size && one->left < two->left)) place = other;
    }
    table->entries.at[place] = (Entry){key, (int32_t)size, (int32_t)left, low, high};
    memcpy(table->members.at + place * width, members.at, (size_t)size * sizeof *members.at);
}

/* ---------------------------------------------------------------------------------- the bounds */

/* The least total of so many secrets in any game, as in masetproof.search.bounds. */
int64_t least_total(int64_t size) { return 2 * size - 1; }

/* The least total of some secrets by their number alone; that of one or two is attained. */
static int64_t least_of(const Board *board, int64_t size, int64_t left) {
    return board->fewest ? larger(0, size - board->reach.at[left - 1]) : board->least.at[size];
}

/* What a state that has other questions left adds to a total for the one that is asked. */
int64_t paid_at_once(const Board *board, int64_t size) { return board->fewest ? 0 : size; }

/* How many of the questions that are left make a difference to some secrets.

   They never need more than one each; so with one more none of them needs the last one. */
int64_t questions_of_use(const Board *board, int64_t size, int64_t left) {
    return smaller(left, size + board->fewest);
}

/* How many secrets are solved at most if no question has more parts, as in masetproof.search.bounds. */
int64_t most_solved(int64_t parts, int64_t left) {
    int64_t secrets = 1;
    for (int64_t i = 1; i < left && secrets < INFINITE_TOTAL; i++) secrets *= parts;
    return secrets;
}

/* The total when the first question separates all but for one pair, or none.

   inside: whether the question is one of the secrets.  With a pair three questions are left. */
static int64_t total_with_pairs(const Board *board, int64_t size, int64_t left, int64_t pairs, int64_t inside) {
    if (!board->fewest) return least_total(size) + 1 - inside + pairs;
    if (left == 2) return size - inside;
    return left == 3 ? pairs : 0;
}

/* At least this many secrets need the last question, as in masetproof.search.bounds. */
int64_t least_needing_last(int64_t size, int64_t parts, int64_t solved) {
    return size - smaller(size, larger(1, parts * solved));
}

/* The least total of a question by its number of parts.

   saved: as counted by count_all_parts, where no question has more than most. */
int64_t least_by_parts(const Board *board, int64_t size, int64_t left, int64_t saved, int64_t most) {
    if (!board->fewest) return 3 * size - saved;
    int64_t solved = left > 2 ? smaller(board->reach.at[left - 2], most_solved(most, left - 2)) : 0;
    return least_needing_last(size, saved, solved);
}

/* The number of answers that members give to a question: the bits of those that came up are set. */
static int64_t count_parts(const Board *board, int64_t question, U16 members) {
    const uint8_t *told = board->told.at + question;
    int64_t parts = 0, width = board->told.shape[1];
    uint64_t bits[4] = {0};
    for (int64_t i = 0; i < members.shape[0]; i++) {
        uint8_t answer = told[members.at[i] * width];
        uint64_t *word = bits + (answer >> 6), bit = UINT64_C(1) << (answer & 63);
        parts += !(*word & bit);
        *word |= bit;
    }
    return parts;
}

/* Bounds of a state of three or more secrets, from its members as questions only.

   A member that separates all others attains the least total there is; one that leaves one pair
   attains one more, and so does nothing else unless a question of the outside separates all. */
void bounds_by_members(const Board *board, U16 members, int64_t left, I64 bounds) {
    int64_t size = members.shape[0], high = INFINITE_TOTAL;
    for (int64_t i = 0; i < size; i++) {
        int64_t parts = count_parts(board, board->own.at[members.at[i]], members);
        if (parts == size) {
            bounds.at[0] = bounds.at[1] = total_with_pairs(board, size, left, 0, 1);
            return;
        }
        if (parts == size - 1 && left > 2) high = total_with_pairs(board, size, left, 1, 1);
    }
    bounds.at[0] = total_with_pairs(board, size, left, 0, 0);
    bounds.at[1] = high;
}

/* Fill stack.saved, from which least_by_parts has a lower bound for each question.

   It is the number of parts, and where all questions count one more for a member, which is solved at
   once; 0 for a question that may not be asked.  Returns the highest. */
int64_t count_all_parts(const Board *board, const Stack *stack, U16 members) {
    U8 saved = stack->saved;
    int64_t more = board->fewest ? 0 : 1;
    uint8_t most = 0;
    if (board->consistent) {
        memset(saved.at, 0, (size_t)saved.shape[0]);
        for (int64_t i = 0; i < members.shape[0]; i++) {
            int32_t question = board->own.at[members.at[i]];
            saved.at[question] = (uint8_t)(count_parts(board, question, members) + more);
        }
    } else {
        count_answers(board->hot, members, stack->hits, saved);
        for (int64_t i = 0; i < members.shape[0]; i++)
            saved.at[board->own.at[members.at[i]]] += (uint8_t)more;
    }
    for (int64_t question = 0; question < saved.shape[0]; question++)
        if (saved.at[question] > most) most = saved.at[question];
    return most;
}

/* The lower bound of a question by the sizes of its parts, and the sum of their squares.

   left: the questions left after it.  INFINITE_TOTAL when the question leaves all together or a part has
   more than most secrets. */
void lower_bound_of_question(const Board *board, U16 members, int64_t question, int64_t left, int64_t most,
                             I64 counts, I64 bound) {
    int64_t size = members.shape[0], total = paid_at_once(board, size), squares = 0, largest = 0;
    memset(counts.at, 0, (size_t)counts.shape[0] * sizeof *counts.at);
    const uint8_t *told = board->told.at + question;
    const int64_t *least = board->least.at, solved = board->reach.at[left - 1];
    bool fewest = board->fewest;
    for (int64_t i = 0, width = board->told.shape[1]; i < size; i++) counts.at[told[members.at[i] * width]]++;
    for (int64_t answer = 0; answer < counts.shape[0] - 1; answer++) {
        int64_t count = counts.at[answer];
        if (!count) continue;
        total += fewest ? larger(0, count - solved) : least[count];
        squares += count * count;
        largest = larger(largest, count);
    }
    bound.at[0] = largest == size || largest > most ? INFINITE_TOTAL : total;
    bound.at[1] = squares;
}

/* Bounds of a state from the table, or from the number of parts of all questions. */
void bounds_by_questions(const Board *board, const Stack *stack, const Table *table, Runs run, U16 members,
                         int64_t left, I64 bounds) {
    int64_t key = key_of(board->keys, members, left), place = find_entry(table, key, members, left);
    if (place != NONE) {
        bounds.at[0] = table->entries.at[place].low;
        bounds.at[1] = table->entries.at[place].high;
        return;
    }
    int64_t size = members.shape[0];
    bounds_by_members(board, members, left, bounds);
    int64_t low = larger(bounds.at[0], least_of(board, size, left)), high = bounds.at[1];
    if (low < high) {
        run.at->work += size * stack->saved.shape[0];
        int64_t most = count_all_parts(board, stack, members);
        low = larger(low, least_by_parts(board, size, left, most, most));
        if (size > most_solved(most, left)) low = INFINITE_TOTAL;
        else if (board->fewest && most >= size - 1)
            high = smaller(high, total_with_pairs(board, size, left, size - most, 0));
        else if (most == size && left > 2)
            /* A question of the outside that separates all, or a member that leaves one pair. */
            high = total_with_pairs(board, size, left, 0, 0);
    }
    keep_entry(table, key, members, left, low, high);
    bounds.at[0] = low;
    bounds.at[1] = high;
}

/* ---------------------------------------------------------------------------- greedy strategies */

/* Sort members by answer into *into*; the part of the winning answer is left out. */
void divide(const Board *board, U16 members, int64_t question, Parts parts, U16 into) {
    int64_t winning = parts.shape[0] - 1, place = 0;
    for (int64_t answer = 0; answer <= winning; answer++) parts.at[answer].size = 0;
    for (int64_t i = 0; i < members.shape[0]; i++)
        parts.at[answers_of(board, members.at[i])[question]].size++;
    parts.at[winning].size = 0;
    for (int64_t answer = 0; answer <= winning; answer++) {
        parts.at[answer].first = place;
        place += parts.at[answer].size;
    }
    for (int64_t i = 0; i < members.shape[0]; i++) {
        uint8_t answer = answers_of(board, members.at[i])[question];
        if (answer != winning) into.at[parts.at[answer].first++] = members.at[i];
    }
    for (int64_t answer = 0; answer <= winning; answer++) parts.at[answer].first -= parts.at[answer].size;
}

/* The question of the least lower bound, or of these the one of the least squares, or NONE. */
int64_t greedy_question(const Board *board, const Stack *stack, U16 members, int64_t left) {
    int64_t size = members.shape[0], most = count_all_parts(board, stack, members);
    int64_t chosen = NONE, best = INFINITE_TOTAL, fewest = INFINITE_TOTAL, value[2];
    I64 bound = {value, {2}};
    for (int64_t question = 0; question < stack->saved.shape[0]; question++) {
        int64_t saved = stack->saved.at[question];
        if (saved > 1 && least_by_parts(board, size, left, saved, most) <= best) {
            lower_bound_of_question(board, members, question, left - 1, board->reach.at[left - 1], stack->counts,
                                    bound);
            if (value[0] < best || (value[0] == best && best < INFINITE_TOTAL && value[1] < fewest)) {
                chosen = question;
                best = value[0];
                fewest = value[1];
            }
        }
    }
    return chosen;
}

/* The total of the strategy that asks greedy questions, an upper bound; or INFINITE_TOTAL. */
int64_t greedy_total(const Board *board, const Stack *stack, U16 members, int64_t left) {
    Waiting *waiting = stack->waiting.at;
    int64_t secrets = stack->spare.shape[1], answers = stack->part.shape[1], count = 1, total = 0, value[2];
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
            total += least_of(board, now.size, now.left);
            continue;
        }
        bounds_by_members(board, own, now.left, bounds);
        if (value[0] == value[1]) {
            total += value[0];
            continue;
        }
        int64_t question = greedy_question(board, stack, own, now.left);
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

/* ------------------------------------------------------------------------------ which questions */

/* For each symbol the least one that can be exchanged for it; returns whether there are any. */
bool find_twins(const Board *board, const Stack *stack, Runs run, U16 members) {
    int64_t *twin = stack->twin.at, *stamp = stack->stamp.at, symbols = stack->twin.shape[0], first = 0;
    int64_t epoch = ++run.at->epoch;
    bool any = false;
    for (int64_t i = 0; i < members.shape[0]; i++) stamp[members.at[i]] = epoch;
    for (int64_t symbol = 0; symbol < symbols; symbol++) twin[symbol] = symbol;
    for (int64_t low = 0; low < symbols; low++) { /* its pairs begin at first */
        int64_t end = board->ends.at[low];
        for (int64_t high = low + 1; twin[low] == low && high < end; high++) {
            if (twin[high] != high) continue;
            const uint16_t *swap = board->swaps.at + (first + high - low - 1) * board->swaps.shape[1];
            int64_t i = 0;
            while (i < members.shape[0] && stamp[swap[members.at[i]]] == epoch) i++;
            if (i == members.shape[0]) {
                twin[high] = low;
                any = true;
            }
        }
        first += end - low - 1;
    }
    return any;
}

/* Whether a question uses each class of twins from its least colour on, without gaps. */
bool is_first(const Board *board, const Stack *stack, int64_t question) {
    int64_t *unused = stack->unused.at, *twin = stack->twin.at, symbols = stack->twin.shape[0];
    int64_t pegs = board->symbols.shape[1];
    for (int64_t symbol = 0; symbol < symbols; symbol++) unused[symbol] = symbol;
    for (int64_t column = 0; column < pegs; column++) {
        int64_t symbol = board->symbols.at[question * pegs + column], least = twin[symbol];
        if (symbol > unused[least]) return false;
        if (symbol == unused[least]) {
            int64_t following = symbol + 1;
            while (following < symbols && twin[following] != least) following++;
            unused[least] = following;
        }
    }
    return true;
}

/* Whether a ranked question is asked before another. */
static bool before(const Ranked *one, const Ranked *other) {
    if (one->bound != other->bound) return one->bound < other->bound;
    if (one->squares != other->squares) return one->squares < other->squares;
    return one->question < other->question;
}

/* Let the entry at place sink to where it belongs in a heap whose first entry is asked first. */
void sift(Rankeds heap, int64_t place, int64_t count) {
    for (int64_t child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && before(heap.at + child + 1, heap.at + child)) child++;
        if (!before(heap.at + child, heap.at + place)) return;
        Ranked one = heap.at[child];
        heap.at[child] = heap.at[place];
        heap.at[place] = one;
    }
}

static Rankeds ranked_of(const Stack *stack, int64_t level) {
    int64_t questions = stack->ranked.shape[1];
    return (Rankeds){stack->ranked.at + level * questions, {questions}};
}

/* Rank the questions of a state whose lower bounds are less than the best total. */
static void rank_questions(const Board *board, const Stack *stack, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    Rankeds ranked = ranked_of(stack, level);
    U16 members = secrets_of(stack, level);
    const int32_t *chosen = stack->chosen.at + level * stack->chosen.shape[1];
    int64_t size = state->size, best = smaller(state->upper, state->high), value[2];
    I64 bound = {value, {2}};
    run->work += size * stack->saved.shape[0];
    int64_t parts = count_all_parts(board, stack, members);
    int64_t most = smaller(board->reach.at[state->left - 1], most_solved(parts, state->left - 1));
    bool every = state->chosen == ALL;
    bool twins = every && size >= FORMED && find_twins(board, stack, (Runs){run, {1}}, members);
    int64_t count = 0, questions = every ? stack->saved.shape[0] : state->chosen;
    for (int64_t place = 0; place < questions; place++) {
        int64_t question = every ? place : chosen[place], saved = stack->saved.at[question];
        if (saved < 2 || least_by_parts(board, size, state->left, saved, parts) >= best) continue;
        if (twins && !is_first(board, stack, question)) continue;
        lower_bound_of_question(board, members, question, state->left - 1, most, stack->counts, bound);
        if (value[0] < best) ranked.at[count++] = (Ranked){value[0], (uint32_t)value[1], (int32_t)question};
    }
    for (int64_t place = count / 2 - 1; place >= 0; place--) sift(ranked, place, count);
    state->low = larger(state->low, count ? smaller(best, ranked.at[0].bound) : best);
    state->best = best;
    state->count = count;
    state->child = state->best_question = NONE;
}

/* Take the first question off the heap. */
static int64_t next_question(const Stack *stack, int64_t level) {
    State *state = stack->state.at + level;
    Rankeds ranked = ranked_of(stack, level);
    int64_t question = ranked.at[0].question;
    ranked.at[0] = ranked.at[--state->count];
    sift(ranked, 0, state->count);
    return question;
}

/* ----------------------------------------------------------------------------- branch and bound */

/* Bound a state that is entered, without trying its questions. */
static void bound_state(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    int64_t size = state->size, left = state->left, value[2];
    U16 members = secrets_of(stack, level);
    run->nodes++;
    state->chosen = ALL;
    state->number = 0;
    int64_t low = least_of(board, size, left), high = INFINITE_TOTAL;
    if (size > board->reach.at[left]) low = INFINITE_TOTAL;
    else if (size <= 2) high = low;
    if (low < smaller(high, state->upper)) {
        int64_t place = find_entry(table, key_of(board->keys, members, left), members, left);
        if (place != NONE) {
            low = larger(low, table->entries.at[place].low);
            high = table->entries.at[place].high;
        }
        if (low < smaller(high, state->upper)) {
            bounds_by_members(board, members, left, (I64){value, {2}});
            low = larger(low, value[0]);
            high = smaller(high, value[1]);
        }
        if (high == INFINITE_TOTAL && size > GREEDY && low < state->upper) {
            run->work += 3 * size * stack->saved.shape[0];
            high = greedy_total(board, stack, members, left);
        }
    }
    state->low = low;
    state->high = high;
}

/* Whether no question needs to be tried: the value is known, or too large to be of any use. */
static bool is_settled(const State *state, const Run *run) {
    return (run->any_strategy && state->high < INFINITE_TOTAL) || state->low >= smaller(state->high, state->upper);
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
    state->total = paid_at_once(board, state->size);
    state->parts = 0;
    for (int64_t answer = 0; answer < parts.shape[0]; answer++) {
        Part *part = parts.at + answer;
        part->low = part->size ? least_of(board, part->size, state->left - 1) : 0;
        part->high = part->size <= 2 ? part->low : INFINITE_TOTAL;
        state->total += part->low;
        if (part->size > 2) {
            int64_t place = state->parts++;
            for (; place && parts.at[order[place - 1]].size < part->size; place--) order[place] = order[place - 1];
            order[place] = answer;
        }
    }
}

/* Split a state by a question and bound the parts; whether the question may be the best. */
static bool bound_parts(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level,
                        int64_t question) {
    int64_t answers = stack->part.shape[1], secrets = stack->members.shape[1], value[2];
    State *state = stack->state.at + level;
    Parts parts = {stack->part.at + level * answers, {answers}};
    int64_t *order = stack->order.at + level * answers;
    U16 below = {stack->members.at + (level + 1) * secrets, {secrets}};
    I64 bounds = {value, {2}};
    state->question = question;
    divide(board, secrets_of(stack, level), question, parts, below);
    order_parts(board, state, parts, order);
    for (int64_t place = state->parts - 1; place >= 0; place--) {
        Part *part = parts.at + order[place];
        if (part->size > SMALL) continue;
        bounds_by_members(board, some(below, part->first, part->size), state->left - 1, bounds);
        part->high = value[1];
        if (!take_low(state, part, value[0])) return false;
    }
    for (int64_t place = 0; place < state->parts; place++) {
        Part *part = parts.at + order[place];
        if (part->size <= SMALL) continue;
        int64_t left = questions_of_use(board, part->size, state->left - 1);
        bounds_by_questions(board, stack, table, (Runs){run, {1}}, some(below, part->first, part->size), left, bounds);
        part->high = value[1];
        if (!take_low(state, part, value[0])) return false;
    }
    return true;
}

/* Put the first part that is not settled on the level below; whether there is one. */
static bool open_part(const Board *board, const Stack *stack, const Run *run, int64_t level) {
    State *state = stack->state.at + level, *below = state + 1;
    /* The smallest is the cheapest; but the largest is the most likely to have no strategy, or to
       have so many secrets that need the last question that nothing else matters. */
    bool largest_first = run->any_strategy || board->fewest;
    for (int64_t step = 0; step < state->parts; step++) {
        int64_t place = largest_first ? step : state->parts - 1 - step;
        int64_t answer = stack->order.at[level * stack->order.shape[1] + place];
        const Part *part = stack->part.at + level * stack->part.shape[1] + answer;
        if (run->any_strategy ? part->high == INFINITE_TOTAL : part->low < part->high) {
            below->first = part->first;
            below->size = part->size;
            below->left = questions_of_use(board, part->size, state->left - 1);
            below->upper = run->any_strategy ? INFINITE_TOTAL : state->best - state->total + part->low;
            state->child = answer;
            return true;
        }
    }
    return false;
}

/* Take the value of the part that was searched, or a bound that is too large for it. */
static void close_part(const Stack *stack, int64_t level, int64_t value) {
    State *state = stack->state.at + level;
    Part *part = stack->part.at + level * stack->part.shape[1] + state->child;
    state->total += value - part->low;
    part->low = part->high = value;
}

/* Take the question that was asked as the best: all its parts are settled. */
static void take_best(const Board *board, const Stack *stack, const Run *run, int64_t level) {
    State *state = stack->state.at + level;
    const Part *parts = stack->part.at + level * stack->part.shape[1];
    int64_t total = paid_at_once(board, state->size);
    for (int64_t answer = 0; answer < stack->part.shape[1]; answer++)
        if (parts[answer].size) total += parts[answer].high;
    state->best = total;
    state->best_question = state->question;
    if (run->any_strategy) state->high = total;
}

/* Note what was found out about a state. */
static void leave_state(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level) {
    const State *state = stack->state.at + level;
    U16 members = secrets_of(stack, level);
    keep_entry(table, key_of(board->keys, members, state->left), members, state->left, state->low, state->high);
    if (state->number)
        stack->settled.at[run->settled++] = (Settled){state->number, state->low, state->high};
}

int64_t search(const Board *board, const Stack *stack, const Table *table, Runs runs) {
    Run *run = runs.at;
    int64_t level = run->level;
    for (;;) {
        State *state = stack->state.at + level;
        if (run->next == ENTER) {
            bound_state(board, stack, table, run, level);
            run->next = is_settled(state, run) ? LEAVE : EXPAND;
            if (run->next == EXPAND && state->size >= FORMED) {
                run->level = level;
                return REACHED;
            }
        } else if (run->next == EXPAND) {
            run->next = is_settled(state, run) ? LEAVE : ASK;
            if (run->next == ASK) rank_questions(board, stack, run, level);
        } else if (run->next == ASK) {
            int64_t bound = state->count ? ranked_of(stack, level).at[0].bound : INFINITE_TOTAL;
            if (larger(state->low, bound) >= state->best) {
                /* No question that is left is better. */
                state->low = state->best;
                if (state->best < state->upper) state->high = state->best;
                run->next = LEAVE;
            } else if (run->work >= PAUSE) {
                run->level = level;
                run->work = 0;
                return PAUSED;
            } else if (bound_parts(board, stack, table, run, level, next_question(stack, level))) {
                run->next = DESCEND;
            }
        } else if (run->next == DESCEND) {
            if (state->total >= state->best) run->next = ASK;
            else if (open_part(board, stack, run, level)) {
                if (level + 2 >= stack->state.shape[0]) return TOO_DEEP;
                level++;
                run->next = ENTER;
            } else {
                take_best(board, stack, run, level);
                run->next = run->any_strategy ? LEAVE : ASK;
            }
        } else {
            leave_state(board, stack, table, run, level);
            if (level == 0) return FINISHED;
            level--;
            close_part(stack, level, run->any_strategy ? stack->state.at[level + 1].high : stack->state.at[level + 1].low);
            run->next = DESCEND;
        }
    }
}
