#include "kernels.h"

/* The secrets of a state; how many there are. */
static U16Row secrets_of(const Stack *stack, int64_t level) {
    const State *state = stack->state.at + level;
    return (U16Row){stack->members.at + level * stack->members.shape[1] + state->first, {state->size}};
}

static U16Row some(U16Row members, int64_t first, int64_t size) { return (U16Row){members.at + first, {size}}; }

static uint8_t answer_of(const Board *board, int64_t question, uint16_t secret) {
    return board->told.at[secret * board->told.shape[1] + question];
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
    if (board->goal == NOTHING) return size > larger(1, saved * solved_of(board, left - 1, most)) ? INFINITE_TOTAL : 0;
    if (board->goal == ALL_QUESTIONS) return 3 * size - saved;
    return least_needing_last(size, saved, left > 2 ? solved_of(board, left - 2, most) : 0);
}

/* How many members give an answer that others before them gave, if fewer than *enough* do; otherwise at
   least so many.  few: whether there are no more than 64 answers, which is faster where it is a constant. */
static inline int64_t count_doubled(U8 told, int64_t question, U16Row members, int64_t enough, bool few) {
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

   told, own: of the board; or of a near table, with the rows of members there.

   A member that separates all others attains the least total there is; one that leaves one pair
   attains one more, and so does nothing else unless a question of the outside separates all. */
void bounds_by_members(const Board *board, U8 told, I32 own, U16Row members, int64_t left, I64Row bounds) {
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

/* What the secrets of a state answer to each other, in its near table. */
static U8 between(const Stack *stack, int64_t frame) {
    const Frame *of = stack->frame.at + frame;
    return (U8){stack->near.at + of->near, {of->state.size, of->state.size}};
}

/* The same from the near table of a frame, if rows are those of the members there; they may be empty. */
static void bounds_among(const Board *board, const Stack *stack, int64_t frame, U16Row members, U16Row rows,
                         int64_t left, I64Row bounds) {
    if (rows.shape[0]) bounds_by_members(board, between(stack, frame), stack->same, rows, left, bounds);
    else bounds_by_members(board, board->told, board->own, members, left, bounds);
}

static int64_t highest(U8Row counts) {
    uint8_t most = 0;
    for (int64_t i = 0; i < counts.shape[0]; i++)
        if (counts.at[i] > most) most = counts.at[i];
    return most;
}

/* Fill stack.saved for the first questions, from which least_by_parts has a lower bound for each.

   It is the number of parts, and one more for a member, which is solved at once, unless the goal is NOTHING; 0 for
   a question that may not be asked.  Returns the highest. */
int64_t count_all_parts(const Board *board, const Stack *stack, U16Row members, int64_t questions) {
    U8Row saved = {stack->saved.at, {questions}};
    int64_t size = members.shape[0];
    if (board->consistent) {
        memset(saved.at, 0, (size_t)questions);
        for (int64_t i = 0; i < size; i++) {
            int32_t question = board->own.at[members.at[i]];
            if (question >= questions) continue;
            saved.at[question] = (uint8_t)(size - count_doubled(board->told, question, members, size, false));
        }
    } else {
        count_answers(board->told, members, board->answers - 1, saved);
    }
    /* The winning answer, and one for a member where totals are bounded. */
    int64_t more = !board->consistent + (board->goal != NOTHING);
    for (int64_t i = 0; i < size; i++) {
        int64_t own = board->own.at[members.at[i]];
        if (own < questions) saved.at[own] = (uint8_t)(saved.at[own] + more);
    }
    return highest(saved);
}

int64_t most_parts(const Board *board, const Stack *stack, U16Row members, int64_t questions) {
    if (board->answers <= COUNTED) return count_all_parts(board, stack, members, questions);
    int64_t size = members.shape[0], more = board->goal != NOTHING;
    int64_t most = board->consistent ? 0 : most_answers(board->told, members, board->answers - 1, questions);
    for (int64_t i = 0; i < size; i++) {
        int64_t question = board->own.at[members.at[i]], enough = size + more - most;
        if (question >= questions) continue;
        most = larger(most, size + more - count_doubled(board->told, question, members, enough, false));
    }
    return most;
}

/* --------------------------------------------------------------------------------- near tables */

/* Put questions with as many parts into one group, those with many parts first; a group has a share of 1 in
   GROUPS of all questions, or is the last one.  saved must be filled for all of them. */
static void group_questions(const Stack *stack, int64_t frame) {
    int64_t questions = stack->column.shape[1], count[256] = {0}, next[GROUPS], parts = 255, groups = 0;
    int64_t *begins = stack->begin.at + frame * (GROUPS + 1);
    int32_t *column = stack->column.at + frame * questions, *in = stack->question.at + frame * questions;
    uint8_t group[256];
    for (int64_t question = 0; question < questions; question++) count[stack->saved.at[question]]++;
    begins[0] = 0;
    for (; begins[groups] < questions; groups++) {
        int64_t begin = begins[groups], end = begin;
        while (!count[parts]) parts--;
        stack->most.at[frame * GROUPS + groups] = parts;
        while (end < questions && GROUPS * (end - begin) < questions) {
            group[parts] = (uint8_t)groups;
            end += count[parts--];
        }
        next[groups] = begin;
        begins[groups + 1] = end;
    }
    stack->frame.at[frame].groups = groups;
    for (int64_t question = 0; question < questions; question++) {
        column[question] = (int32_t)next[group[stack->saved.at[question]]]++;
        in[column[question]] = (int32_t)question;
    }
}

/* How far rows of so many columns of a near table are apart, so that a cache can hold the same column of many rows. */
static int64_t row_bytes(int64_t columns) { return ((columns + 63) / 64 | 1) * 64; }

/* The bytes of the near table of a state, at most. */
static int64_t near_bytes(const Board *board, int64_t size) {
    return size * (size + board->told.shape[1] + GROUPS * LONGER);
}

void come_near(const Board *board, const Stack *stack, Runs run, int64_t level) {
    const State *state = stack->state.at + level;
    Frame *frame = stack->frame.at + state->frame;
    U16Row members = secrets_of(stack, level);
    int64_t bytes = near_bytes(board, state->size);
    if (run.at->filled + bytes > stack->near.shape[0]) { /* forget all of them */
        for (int64_t i = 0; i < FRAMES; i++) stack->frame.at[i].near = NONE;
        run.at->filled = 0;
    }
    frame->state.size = state->size;
    frame->level = level;
    frame->picked = 0;
    frame->near = run.at->filled;
    run.at->filled += bytes;
    count_all_parts(board, stack, members, board->told.shape[1]);
    group_questions(stack, state->frame);
    uint8_t *answer = between(stack, state->frame).at;
    for (int64_t i = 0; i < state->size; i++)
        for (int64_t j = 0; j < state->size; j++)
            *answer++ = answer_of(board, board->own.at[members.at[j]], members.at[i]);
}

/* The most parts that a question has, as count_all_parts finds them, of a part of a state with a near
   table; of a member that separates all, which bounds_by_members finds, it may miss one.

   No question has more parts of it than of the state, so most groups need not be looked at; they come
   into the table when they are. */
int64_t most_near(const Board *board, const Stack *stack, int64_t number, U16Row members, U16Row rows) {
    Frame *frame = stack->frame.at + number;
    int64_t size = members.shape[0], of = frame->state.size, questions = stack->column.shape[1], most = 0;
    const int64_t *begins = stack->begin.at + number * (GROUPS + 1), *most_of = stack->most.at + number * GROUPS;
    const int32_t *columns = stack->column.at + number * questions;
    uint8_t *saved = stack->saved.at, *at = stack->near.at + frame->near + of * of;
    for (int64_t group = 0; group < frame->groups && most < smaller(size, most_of[group]); group++) {
        int64_t first = begins[group], end = begins[group + 1];
        U8 answers = {at, {of, row_bytes(end - first)}};
        at += of * answers.shape[1];
        if (group == frame->picked) {
            I32Row picked = {stack->question.at + number * questions + first, {end - first}};
            pick_answers(board->told, secrets_of(stack, frame->level), picked, answers);
            frame->picked++;
        }
        count_answers(answers, rows, board->answers - 1, (U8Row){saved + first, {end - first}});
        for (int64_t i = 0; i < size; i++) {
            int64_t column = columns[board->own.at[members.at[i]]];
            if (column >= first && column < end) saved[column] = (uint8_t)(saved[column] + 2);
        }
        most = larger(most, highest((U8Row){saved + first, {end - first}}));
    }
    return most;
}

static bool has_near(const Stack *stack, const State *state) {
    return state->frame != NONE && stack->frame.at[state->frame].near != NONE;
}

/* Whether the state of a level has a near table; it gets one when that is worth while. */
static bool is_near(const Board *board, const Stack *stack, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    if (has_near(stack, state)) return true;
    if (state->frame == NONE || board->consistent || board->goal == NOTHING
        || near_bytes(board, state->size) > stack->near.shape[0]
        || state->counted < NEARER * state->size * board->told.shape[1]) return false;
    state->counted = 0;
    come_near(board, stack, (Runs){run, {1}}, level);
    return true;
}

/* Whether each part of a question may be solved with the questions that are left after it, by board.capacity.

   sum: what is added to it for the parts; worth: of a part of 0, 1, ... secrets. */
static bool has_capacity(const Board *board, U16Row members, int64_t question, int64_t left, const uint64_t *worth,
                         uint64_t *sum) {
    int64_t questions = board->told.shape[1];
    bool bounded = left < board->capacity.shape[0];
    uint16_t size[SIZED] = {0};
    for (int64_t i = 0; i < members.shape[0]; i++) size[answer_of(board, question, members.at[i])]++;
    for (int64_t answer = 0; answer < board->answers - 1; answer++) {
        int64_t place = (left * board->answers + answer) * questions + question;
        if (bounded && size[answer] > board->capacity.at[place]) return false;
        *sum += worth[size[answer]];
    }
    return true;
}

/* Whether a question has enough parts, and none that is too large to be solved; stack.saved must be filled. */
static bool has_small_parts(const Board *board, const Stack *stack, U16Row members, int64_t questions, int64_t left,
                            int64_t solved) {
    int64_t needed = (members.shape[0] + solved - 1) / solved;
    for (int64_t first = 0; first < questions; first += BLOCK) {
        int64_t width = smaller(questions - first, BLOCK);
        uint64_t small = 0, sum = 0;
        for (int64_t i = 0; i < width; i++) small |= (uint64_t)(stack->saved.at[first + i] >= needed) << i;
        if (small) small &= small_parts(board->told, members, first, board->answers - 1, solved);
        for (int64_t i = 0; small >> i; i++) {
            if (small >> i & 1 && has_capacity(board, members, first + i, left - 1, stack->worth.at, &sum)) return true;
            if (i == BLOCK - 1) break;
        }
    }
    return false;
}

/* Whether a question that is none of its members separates a state. */
static bool is_separated(const Board *board, const Stack *stack, U16Row members, int64_t questions) {
    U8Row counts = {stack->saved.at, {questions}};
    count_answers(board->told, members, board->answers - 1, counts);
    return highest(counts) == members.shape[0];
}

/* Bounds of a state of which it only counts whether it has a strategy, as far as the parts of all questions tell: no
   question may have a part that is too large.  With two questions left, where bounds_by_members has tried the
   members, that is all. */
static void decide_by_questions(const Board *board, const Stack *stack, U16Row members, int64_t left,
                                int64_t questions, I64Row bounds) {
    bounds.at[0] = 0;
    bounds.at[1] = INFINITE_TOTAL;
    if (left == 2) {
        if (is_separated(board, stack, members, questions)) bounds.at[1] = 0;
        else bounds.at[0] = INFINITE_TOTAL;
        return;
    }
    int64_t most = count_all_parts(board, stack, members, questions), solved = solved_of(board, left - 1, most);
    if (members.shape[0] > most * solved || !has_small_parts(board, stack, members, questions, left, solved))
        bounds.at[0] = INFINITE_TOTAL;
}

/* Bounds of a state from the table, or from its members; whether counting the parts of all questions may tell more. */
static bool bounds_at_once(const Board *board, const Stack *stack, const Table *table, int64_t frame, U16Row members,
                           U16Row rows, int64_t left, I64Row bounds) {
    if (find_bounds(board, table, members, left, bounds)) return false;
    bounds.at[0] = 0;
    bounds.at[1] = INFINITE_TOTAL;
    if (members.shape[0] <= board->answers) bounds_among(board, stack, frame, members, rows, left, bounds);
    return true;
}

/* Better bounds from the number of parts of all questions, which go into the table. */
static void count_bounds(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t frame,
                         U16Row members, U16Row rows, int64_t left, int64_t questions, I64Row bounds) {
    int64_t size = members.shape[0], low = bounds.at[0], high = bounds.at[1];
    if (low < high) {
        run->work += (board->goal == NOTHING ? 3 : 1) * size * questions;
        run->effort += size * questions / 24;
    }
    if (low < high && board->goal == NOTHING && board->answers <= SIZED && !board->consistent) {
        decide_by_questions(board, stack, members, left, questions, bounds);
        low = bounds.at[0];
        high = bounds.at[1];
    } else if (low < high) {
        int64_t most = rows.shape[0] ? most_near(board, stack, frame, members, rows)
                                     : most_parts(board, stack, members, questions);
        low = larger(low, larger(least_by_parts(board, size, left, most, most), least_of(board, size, left, most)));
        /* A question of the outside that separates all, or a member that leaves one pair. */
        if (board->goal == ALL_QUESTIONS && most == size && left > 2)
            high = smaller(high, total_with_pairs(board, size, left, 0, 0));
    }
    keep_bounds(board, table, members, left, low, high, 0);
    bounds.at[0] = low;
    bounds.at[1] = high;
}

/* Bounds of a state from the table, or from the number of parts of all questions.

   rows: of its members in the near table of a frame, if they are there; otherwise empty. */
void bounds_by_questions(const Board *board, const Stack *stack, const Table *table, Runs run, int64_t frame,
                         U16Row members, U16Row rows, int64_t left, int64_t questions, I64Row bounds) {
    if (bounds_at_once(board, stack, table, frame, members, rows, left, bounds))
        count_bounds(board, stack, table, run.at, frame, members, rows, left, questions, bounds);
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

bool form_of(const Board *board, const Stack *stack, U16Row members, U16Row form) {
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
    for (int64_t number = 0, i = 0; i < size; number++) {
        uint64_t eight = 1;
        if (number + 8 <= stack->marked.shape[0]) memcpy(&eight, marked + number, 8);
        if (!eight) number += 7;
        else if (marked[number]) form.at[i++] = (uint16_t)number;
    }
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
static uint64_t worth_of(const Board *board, int64_t question, U16Row members, U64 worth, U16 sizes) {
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

/* Whether so few bits are set that their questions are better looked at one by one. */
static bool has_few(uint64_t bits) {
    int64_t count = 0;
    for (; bits && count <= FEW_OF_BLOCK; bits &= bits - 1) count++;
    return count <= FEW_OF_BLOCK;
}

/* The least number of parts, as counted by count_all_parts, with which a question may cost less than a limit. */
static int64_t parts_needed(const Board *board, const State *state, int64_t size) {
    int64_t parts = 2;
    while (parts < 256 && least_by_parts(board, size, state->left, parts, state->most) >= state->limit) parts++;
    return parts;
}

/* Those of BLOCK questions that have as many parts as are needed, and are least; how many there are.

   lost: the most parts of the others. */
static int64_t choose_places(const Board *board, const Stack *stack, Runs run, int64_t first, int64_t questions,
                             int64_t needed, uint8_t *place, int64_t *lost) {
    int64_t width = 0, count = 0, most = *lost;
    for (int64_t question = first; question < smaller(questions, first + BLOCK); question++) {
        int64_t parts = stack->saved.at[question];
        bool enough = parts >= needed;
        place[width] = (uint8_t)(question - first);
        width += enough;
        most = larger(most, enough ? 0 : parts);
    }
    *lost = most;
    if (!run.at->moves) return width;
    for (int64_t i = 0; i < width; i++)
        if (is_least(board, stack, run, first + place[i])) place[count++] = place[i];
    return count;
}

/* Put one more question behind *count* others, of which the first ones are sorted by *orders*. */
static void put_in_order(Rankeds ranked, uint64_t *orders, int64_t count, Ranked new, uint64_t order) {
    int64_t to = smaller(count, FIRST);
    if (count >= FIRST) { /* the last of the sorted ones gives way */
        bool sorted = order < orders[FIRST - 1];
        ranked.at[count] = sorted ? ranked.at[FIRST - 1] : new;
        if (!sorted) return;
        to = FIRST - 1;
    }
    for (; to && orders[to - 1] > order; to--) {
        ranked.at[to] = ranked.at[to - 1];
        orders[to] = orders[to - 1];
    }
    ranked.at[to] = new;
    orders[to] = order;
}

/* The least number of parts with which a question is estimated.  To size the parts of one takes long where there are
   many answers, and those with the most parts are the best with few exceptions; the others follow them, bounded by
   their number of parts.  It depends on the state alone which ones they are. */
static int64_t parts_estimated(const Board *board, const Stack *stack, int64_t questions, int64_t needed) {
    int64_t count[256] = {0}, parts = 255, sum = 0;
    if (board->answers <= SIZED || board->goal != ALL_QUESTIONS) return needed;
    for (int64_t question = 0; question < questions; question++) count[stack->saved.at[question]]++;
    while (parts > needed && (sum += count[parts]) < ESTIMATED) parts--;
    return parts;
}

/* What so many parts are worth, of which each is BLOCK after the one before it. */
static uint64_t sum_of(const uint16_t *part, int64_t count, const uint64_t *worth) {
    uint64_t sum = 0;
    int64_t i = 0;
    for (; i + 4 <= count; i += 4, part += 4 * BLOCK)
        sum += worth[part[0]] + worth[part[BLOCK]] + worth[part[2 * BLOCK]] + worth[part[3 * BLOCK]];
    for (; i < count; i++, part += BLOCK) sum += worth[*part];
    return sum;
}

/* Rank the questions of a state whose lower bounds are less than its limit; how many there are.

   The least bound of the others goes to state.dropped.  saved must be filled. */
static int64_t rank_questions(const Board *board, const Stack *stack, Runs run, State *state, U16Row members,
                              Rankeds ranked) {
    int64_t size = members.shape[0], left = state->left, answers = board->answers, count = 0;
    int64_t most = state->most, questions = questions_for(board, state->names), limit = state->limit;
    int64_t needed = parts_needed(board, state, size), lost = 1;
    int64_t estimated = parts_estimated(board, stack, questions, needed);
    int64_t solved = solved_of(board, left - 1, most), sooner = solved_of(board, left - 2 < 0 ? 0 : left - 2, most);
    uint64_t *worth = stack->worth.at, orders[FIRST];
    worth[0] = 0;
    for (int64_t part = 1; part <= size; part++)
        worth[part] = board->goal == NOTHING ? (part > solved ? TOO_LARGE : (uint64_t)(part * part * part))
                                             : (uint64_t)least_of_solved(board, part, solved, sooner, most)
                                               | (uint64_t)board->estimate.at[part] << 40;
    run.at->work += 3 * size * questions;
    for (int64_t first = 0; first < questions; first += BLOCK) {
        uint8_t place[BLOCK];
        int64_t width = choose_places(board, stack, run, first, questions, needed, place, &lost);
        if (!width) continue;
        bool decides = board->goal == NOTHING && answers <= SIZED;
        uint64_t small = decides ? small_parts(board->told, members, first, answers - 1, solved) : ~UINT64_C(0);
        if (!small) continue;
        bool few = decides && has_few(small);
        if (!few && answers <= SIZED) size_parts(board->told, members, first, stack->sizes);
        for (int64_t i = 0; i < width; i++) {
            if (!(small >> place[i] & 1)) continue;
            uint64_t sum = 0;
            int64_t parts = stack->saved.at[first + place[i]];
            if (parts < estimated) {
                uint32_t low = (uint32_t)least_by_parts(board, size, left, parts, most);
                put_in_order(ranked, orders, count++, (Ranked){low, (int32_t)(first + place[i]), 0}, UINT64_MAX);
                continue;
            }
            if (few && !has_capacity(board, members, first + place[i], left - 1, worth, &sum)) continue;
            if (answers > SIZED) sum = worth_of(board, first + place[i], members, stack->worth, stack->sizes);
            else if (!few) sum = sum_of(stack->sizes.at + place[i], answers - 1, worth);
            int64_t bound = paid_at_once(board, size) + (int64_t)(sum & ((UINT64_C(1) << 40) - 1));
            if (board->goal == NOTHING) bound = sum < TOO_LARGE ? 0 : INFINITE_TOTAL;
            if (bound >= limit) {
                state->dropped = smaller(state->dropped, bound);
                continue;
            }
            uint64_t order = board->goal == NOTHING ? sum : sum >> 40;
            if (board->goal == LAST_QUESTION) order |= (uint64_t)bound << 24;
            put_in_order(ranked, orders, count++, (Ranked){(uint32_t)bound, (int32_t)(first + place[i]), 0}, order);
        }
    }
    if (lost > 1) state->dropped = smaller(state->dropped, least_by_parts(board, size, left, lost, most));
    return count;
}

/* The ranked questions of a level, or of a frame if that is not NONE. */
static Rankeds ranked_of(const Stack *stack, int64_t level, int64_t frame) {
    int64_t questions = stack->ranked.shape[1], row = frame == NONE ? level : stack->state.shape[0] + frame;
    return (Rankeds){stack->ranked.at + row * questions, {questions}};
}

void divide(const Board *board, U16Row members, int64_t question, Parts parts, U16Row into, U16Row rows) {
    int64_t winning = parts.shape[0] - 1, size = members.shape[0], place = 0, next[256];
    uint8_t noted[NOTED]; /* of the first members, as each answer is far from the others */
    for (int64_t answer = 0; answer <= winning; answer++) parts.at[answer].size = 0;
    for (int64_t i = 0; i < size; i++) {
        uint8_t answer = answer_of(board, question, members.at[i]);
        if (i < NOTED) noted[i] = answer;
        parts.at[answer].size++;
    }
    parts.at[winning].size = 0;
    for (int64_t answer = 0; answer <= winning; answer++) {
        parts.at[answer].first = next[answer] = place;
        place += parts.at[answer].size;
    }
    for (int64_t i = 0; i < size; i++) {
        uint8_t answer = i < NOTED ? noted[i] : answer_of(board, question, members.at[i]);
        if (answer == winning) continue;
        into.at[next[answer]] = members.at[i];
        rows.at[next[answer]++] = (uint16_t)i;
    }
}

/* ---------------------------------------------------------------------------- greedy strategies */

/* The question that sorts first, or NONE. */
int64_t greedy_question(const Board *board, const Stack *stack, Runs run, U16Row members, int64_t left) {
    Rankeds ranked = ranked_of(stack, stack->state.shape[0] - 1, NONE);
    State state = {0};
    int64_t questions = board->told.shape[1];
    state.left = left;
    state.names = board->names.shape[0] - 1;
    state.most = count_all_parts(board, stack, members, questions);
    state.limit = INFINITE_TOTAL;
    run.at->moves = 0;
    return rank_questions(board, stack, run, &state, members, ranked) ? ranked.at[0].question : NONE;
}

/* The total of the strategy that asks greedy questions, an upper bound; or INFINITE_TOTAL.  That
   also says that it asks so many questions that counting them would take too long. */
int64_t greedy_total(const Board *board, const Stack *stack, Runs run, U16Row members, int64_t left) {
    Waiting *waiting = stack->waiting.at;
    int64_t secrets = stack->spare.shape[1], answers = board->answers, questions = board->told.shape[1];
    int64_t count = 1, total = 0, work = 0, value[2];
    U16Row all = {stack->spare.at, {secrets}}, into = {stack->spare.at + secrets, {secrets}};
    Parts parts = {stack->part.at + (stack->part.shape[0] - 1) * answers, {answers}};
    I64Row bounds = {value, {2}};
    memcpy(all.at, members.at, (size_t)members.shape[0] * sizeof *all.at);
    waiting[0] = (Waiting){0, members.shape[0], left};
    while (count) {
        Waiting now = waiting[--count];
        U16Row own = some(all, now.first, now.size);
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
        work += now.size * questions;
        if (work > larger(GREEDY_PAIRS, GREEDY_QUESTIONS * members.shape[0] * questions)) return INFINITE_TOTAL;
        int64_t question = greedy_question(board, stack, run, own, now.left);
        if (question == NONE) return INFINITE_TOTAL;
        total += paid_at_once(board, now.size);
        divide(board, own, question, parts, into, (U16Row){stack->rows.at, {secrets}});
        memcpy(own.at, into.at, (size_t)now.size * sizeof *own.at);
        for (int64_t answer = 0; answer < answers; answer++)
            if (parts.at[answer].size)
                waiting[count++] = (Waiting){now.first + parts.at[answer].first, parts.at[answer].size, now.left - 1};
    }
    return total;
}

/* ----------------------------------------------------------------------------- branch and bound */

/* The isomorphic state of a level. */
static U16Row form_on(const Stack *stack, int64_t level) {
    return (U16Row){stack->form.at + level * stack->form.shape[1], {stack->state.at[level].size}};
}

/* Take what the table has of a state; whether it has anything. */
static bool look_up(const Board *board, const Table *table, State *state, U16Row members) {
    int64_t value[2];
    if (!find_bounds(board, table, members, state->left, (I64Row){value, {2}})) return false;
    state->low = larger(state->low, value[0]);
    state->high = smaller(state->high, value[1]);
    return true;
}

/* Whether no question needs to be tried: the value is known, or too large to be of any use. */
static bool is_settled(const State *state) { return state->low >= smaller(state->high, state->upper); }

/* Bound a state that is entered, without trying its questions. */
static void bound_state(const Board *board, const Stack *stack, const Table *table, const Run *run, int64_t level) {
    State *state = stack->state.at + level;
    U16Row members = secrets_of(stack, level);
    int64_t value[2];
    state->formed = false;
    state->count = NONE;
    state->began = run->nodes;
    state->low = least_of(board, state->size, state->left, INFINITE_TOTAL);
    state->high = state->size <= 2 ? state->low : INFINITE_TOTAL;
    bool known = !is_settled(state) && look_up(board, table, state, members);
    if (!known && !is_settled(state) && state->size <= board->answers) {
        bounds_by_members(board, board->told, board->own, members, state->left, (I64Row){value, {2}});
        state->low = larger(state->low, value[0]);
        state->high = smaller(state->high, value[1]);
    }
    bool forms = state->size >= FORMED && (board->goal != NOTHING || state->left > 3);
    if (!is_settled(state) && forms && form_of(board, stack, members, form_on(stack, level))) {
        state->formed = true;
        look_up(board, table, state, form_on(stack, level));
    }
}

/* Whether the first colours of each alphabet were all asked, so that questions name the others in order. */
static bool are_in_order(const Board *board, const Stack *stack, int64_t names) {
    if (!board->ends.shape[0]) return true;
    for (int64_t column = 0; column < board->starts.shape[0]; column++) {
        int64_t start = board->starts.at[column], end = board->ends.at[start];
        if (board->names.shape[0]) end = smaller(end, start + names);
        for (int64_t symbol = start; symbol < end; symbol++)
            if (stack->renamed.at[symbol] == 255) return false;
    }
    return true;
}

/* Count the parts of all questions, and rank those that may be the best; count is NONE if that is not needed. */
static void expand(const Board *board, const Stack *stack, Run *run, int64_t level) {
    State *state = stack->state.at + level;
    U16Row members = secrets_of(stack, level);
    Runs runs = {run, {1}};
    int64_t questions = questions_for(board, state->names);
    run->nodes++;
    run->steps--;
    state->counted = 0;
    state->dropped = INFINITE_TOTAL;
    state->next = state->batched = 0;
    state->number = ++run->asked;
    state->count = state->best_question = state->child = NONE;
    run->work += state->size * questions;
    run->effort += state->size * questions;
    state->most = count_all_parts(board, stack, members, questions);
    state->low = larger(state->low, larger(least_by_parts(board, state->size, state->left, state->most, state->most),
                                           least_of(board, state->size, state->left, state->most)));
    state->best = smaller(state->upper, state->high);
    state->refuted = state->low;
    if (state->low >= state->best) return;
    run->moves = 0;
    if (state->size > STORED) find_moves(board, stack, runs, level);
    if (run->moves == 1 && are_in_order(board, stack, state->names)) run->moves = 0; /* it leaves all questions */
    state->limit = state->frame == NONE ? state->best : larger(state->limit, state->best);
    state->count = rank_questions(board, stack, runs, state, members, ranked_of(stack, level, state->frame));
    state->refuted = state->dropped;
}

int64_t open_state(const Board *board, const Stack *stack, Runs run) {
    expand(board, stack, run.at, 0);
    return larger(0, stack->state.at->count);
}

void ask_some(const Stack *stack, Runs run, I64 questions) {
    State *state = stack->state.at;
    *state = (State){.size = state->size, .left = state->left, .upper = state->upper, .names = state->names};
    state->high = state->most = state->refuted = INFINITE_TOTAL;
    state->best = state->upper;
    state->best_question = state->child = state->frame = NONE;
    for (; state->count < questions.shape[0]; state->count++)
        stack->ranked.at[state->count] = (Ranked){0, (int32_t)questions.at[state->count], BOUNDED};
    run.at->next = ASK;
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

/* Parts for which this is less are looked at first.

   With few answers those of about as many secrets as there are answers: to count the parts of all questions gains
   most there for what it takes, as no question is near to separating them.  Fewer secrets often are separated, and of
   more the bound by size says most of it already. */
static int64_t lateness(const Board *board, int64_t size) {
    if (board->goal != ALL_QUESTIONS || board->answers > COUNTED) return size;
    return size <= board->answers ? 3 * (board->answers - size) : size - board->answers;
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
            int64_t place = state->parts++, late = lateness(board, part->size);
            for (; place && lateness(board, parts.at[order[place - 1]].size) > late; place--)
                order[place] = order[place - 1];
            order[place] = answer;
        }
    }
}

/* The part at a place in the order in which parts are looked at.

   That is their order; but with another goal the largest is the most likely to have no strategy, or to have so
   many secrets that need the last question that nothing else matters. */
static int64_t answer_at(const Board *board, const Stack *stack, int64_t level, int64_t place) {
    int64_t last = stack->state.at[level].parts - 1;
    return stack->order.at[level * stack->order.shape[1] + (board->goal == ALL_QUESTIONS ? place : last - place)];
}

static Parts parts_of(const Stack *stack, int64_t level) {
    int64_t answers = stack->part.shape[1];
    return (Parts){stack->part.at + level * answers, {answers}};
}

/* Take what a batch found out about the parts of a question: those that were bounded by 2n - 1 cost that
   exactly, or one more at least. */
static void take_missed(State *state, Parts parts, uint32_t missed) {
    if (!(missed & BATCHED)) return;
    for (int64_t answer = 0; answer < parts.shape[0]; answer++) {
        Part *part = parts.at + answer;
        if (part->size < 3 || part->low != least_total(part->size)) continue;
        if (missed >> answer & 1) take_low(state, part, part->low + 1);
        else part->high = part->low;
    }
}

/* The parts of the question that is asked on a level, one after the other: their members, and the places of these. */
static U16Row members_below(const Stack *stack, int64_t level) {
    int64_t secrets = stack->members.shape[1];
    return (U16Row){stack->members.at + (level + 1) * secrets, {secrets}};
}

static U16Row rows_below(const Stack *stack, int64_t level) {
    int64_t secrets = stack->rows.shape[1];
    return (U16Row){stack->rows.at + (level + 1) * secrets, {secrets}};
}

/* Have what the table may have of a part brought near. */
static void prefetch_part(const Board *board, const Stack *stack, const Table *table, int64_t level, int64_t place) {
    const Part *part = parts_of(stack, level).at + answer_at(board, stack, level, place);
    if (part->size <= FEW || part->low == part->high) return;
    int64_t left = questions_of_use(board, part->size, stack->state.at[level].left - 1);
    prefetch_bounds(board, table, some(members_below(stack, level), part->first, part->size), left);
}

/* Bound a part of the question that is asked.

   at_once: by the table and its members.  counted: by the parts of the first questions.  Few secrets are bounded by their
   members alone.  Returns whether the parts of all questions are still to be counted. */
static bool bound_part(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level, Part *part,
                       int64_t questions, bool at_once, bool counted) {
    State *state = stack->state.at + level;
    int64_t value[2] = {part->low, part->high}, left = questions_of_use(board, part->size, state->left - 1);
    int64_t frame = state->frame;
    U16Row members = some(members_below(stack, level), part->first, part->size);
    U16Row rows = some(rows_below(stack, level), part->first, has_near(stack, state) ? part->size : 0);
    I64Row bounds = {value, {2}};
    bool open = false;
    if (part->size <= FEW) bounds_among(board, stack, frame, members, rows, left, bounds);
    else if (!counted) open = bounds_at_once(board, stack, table, frame, members, rows, left, bounds);
    else if (!at_once) count_bounds(board, stack, table, run, frame, members, rows, left, questions, bounds);
    else bounds_by_questions(board, stack, table, (Runs){run, {1}}, frame, members, rows, left, questions, bounds);
    part->high = value[1];
    take_low(state, part, value[0]);
    return open;
}

/* Split a state by a question and bound the parts; whether the question may be the best.

   What the table and the members of all parts tell comes first, as counting the parts of all questions takes far
   longer.  A batch has looked at the members; after it each part is bounded by everything at once. */
static bool bound_parts(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level,
                        const Ranked *ranked) {
    State *state = stack->state.at + level;
    Parts parts = parts_of(stack, level);
    bool batched = ranked->missed & BATCHED, open[256] = {false};
    (void)is_near(board, stack, run, level); /* it may get a near table now */
    state->question = ranked->question;
    state->asked = ++run->asked;
    state->raises = NONE;
    run->effort += 50 * state->size;
    divide(board, secrets_of(stack, level), ranked->question, parts, members_below(stack, level), rows_below(stack, level));
    order_parts(board, state, parts, stack->order.at + level * parts.shape[0]);
    take_missed(state, parts, ranked->missed);
    state->counted -= run->work;
    int64_t questions = questions_for(board, names_after(board, state->names, ranked->question));
    for (int64_t pass = 0; pass < 2; pass++)
        for (int64_t place = 0; place < state->parts && state->total < state->best; place++) {
            Part *part = parts.at + answer_at(board, stack, level, place);
            if (part->low == part->high || (pass && !open[place])) continue;
            if (!pass && place + 1 < state->parts) prefetch_part(board, stack, table, level, place + 1);
            open[place] = bound_part(board, stack, table, run, level, part, questions, !pass, pass || batched);
        }
    state->counted += run->work;
    return state->total < state->best;
}

/* About what a part costs. */
static int64_t estimate_of(const Board *board, const Part *part) { return board->estimate.at[part->size] / 16; }

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

/* How far a part is raised next, and what that is about to take for each unit that it gains. */
typedef struct { int64_t goal, step; double price; } Raise;

static Tried *tried_of(const Stack *stack, int64_t size, int64_t step) {
    int64_t class = 0;
    for (; size >= 16; size /= 2) class += 4;
    return stack->tried.at + (class + size / 2) * STEPS + step;
}

/* The next step of raising a part, by no more than is of use.

   Steps are quarters of the way from the bound by size to the estimate, and go on beyond it.  One that was
   never tried is taken to cost what a look at all questions does, and half as much again for each step. */
static Raise next_raise(const Board *board, const Stack *stack, const State *state, const Part *part) {
    int64_t enough = state->best - state->total + part->low;
    int64_t least = least_of(board, part->size, state->left - 1, INFINITE_TOTAL);
    int64_t way = larger(1, estimate_of(board, part) - least), step = 1;
    while (step < STEPS - 1 && least + step * way / QUARTERS <= part->low) step++;
    int64_t goal = step < STEPS - 1 ? smaller(enough, least + step * way / QUARTERS) : enough;
    Tried tried = *tried_of(stack, part->size, step);
    if (tried.effort == 0) {
        tried = (Tried){(double)(part->size * board->told.shape[1]), (double)larger(1, way / QUARTERS)};
        for (int64_t i = 0; i < step; i++) tried.effort *= 1.5;
    }
    return (Raise){goal, step, tried.effort / (tried.gain + 1e-9)};
}

/* Put the part to be searched next on the level below, and what it is to be raised to; whether there is one.

   It is the one whose next step has the least price; or the next one in their order, as far as it is of use,
   if they are not raised step by step. */
static bool open_part(const Board *board, const Stack *stack, const Run *run, int64_t level) {
    State *state = stack->state.at + level, *below = state + 1;
    Parts parts = parts_of(stack, level);
    Raise best = {0, 0, 0};
    if (state->raises == NONE) state->raises = is_worth_raising(board, state, parts);
    state->child = NONE;
    for (int64_t place = 0; place < state->parts && (state->raises || state->child == NONE); place++) {
        int64_t answer = answer_at(board, stack, level, place);
        const Part *part = parts.at + answer;
        Raise raise = {state->best - state->total + part->low, 0, 0};
        if (part->low == part->high || raise.goal <= part->low) continue;
        if (state->raises) raise = next_raise(board, stack, state, part);
        if (state->child != NONE && raise.price >= best.price) continue;
        state->child = answer;
        best = raise;
    }
    if (state->child == NONE) return false;
    const Part *part = parts.at + state->child;
    below->first = part->first;
    below->size = part->size;
    below->left = questions_of_use(board, part->size, state->left - 1);
    below->names = names_after(board, state->names, state->question);
    below->upper = best.goal;
    below->limit = smaller(state->best - state->total + part->low, estimate_of(board, part) * 11 / 10);
    state->step = best.step;
    state->before = run->effort;
    return true;
}

/* Take what became known of the part that was searched. */
static void close_part(const Stack *stack, const Run *run, int64_t level) {
    State *state = stack->state.at + level;
    const State *below = state + 1;
    Part *part = parts_of(stack, level).at + state->child;
    if (state->step && below->low < INFINITE_TOTAL) { /* what was tried long ago counts less and less */
        Tried *tried = tried_of(stack, part->size, state->step);
        tried->effort = tried->effort * .97 + (double)(run->effort - state->before);
        tried->gain = tried->gain * .97 + (double)(below->low - part->low);
    }
    take_low(state, part, below->low);
    if (below->low == below->high) part->high = part->low = below->high;
}

/* ---------------------------------------------------------------------------------------- frames */

/* Whether a frame keeps the part of a state that is being searched. */
static bool keeps_part(const Frame *frame, const State *above) {
    return frame->asked == above->asked && frame->answer == above->child;
}

/* The frame of the part that is entered on a level: the one that keeps it, or the one that was not used for
   the longest time and is of no level above; NONE if there is none. */
static int64_t frame_for(const Stack *stack, int64_t level) {
    const State *state = stack->state.at + level;
    int64_t oldest = NONE;
    if (level == 0 || state->size < FRAMED) return NONE;
    for (int64_t i = 0; i < FRAMES; i++) {
        const Frame *frame = stack->frame.at + i;
        if (keeps_part(frame, state - 1)) return i;
        bool is_open = frame->level < level && stack->state.at[frame->level].frame == i;
        if (!is_open && (oldest == NONE || frame->used < stack->frame.at[oldest].used)) oldest = i;
    }
    return oldest;
}

/* Take what a frame has of the state that is entered, or the frame for it; whether its questions are ranked,
   all that may be of use. */
static bool revisit(const Board *board, const Stack *stack, const Table *table, Run *run, int64_t level) {
    State *state = stack->state.at + level, entered = *state;
    state->frame = frame_for(stack, level);
    if (state->frame == NONE) return false;
    const State *above = state - 1;
    Frame *frame = stack->frame.at + state->frame;
    frame->used = ++run->asked;
    if (!keeps_part(frame, above)) {
        frame->asked = above->asked;
        frame->answer = above->child;
        frame->level = level;
        frame->near = NONE;
        return false;
    }
    if (frame->state.count == NONE || frame->state.limit < entered.upper) return false;
    *state = frame->state;
    state->upper = entered.upper;
    state->began = run->nodes;
    state->next = state->batched = 0;
    look_up(board, table, state, secrets_of(stack, level));
    if (state->formed) {
        form_of(board, stack, secrets_of(stack, level), form_on(stack, level));
        look_up(board, table, state, form_on(stack, level));
    }
    state->best = smaller(state->upper, state->high);
    state->refuted = state->dropped;
    return true;
}

/* The question of a level that is asked as number *number*. */
static Ranked *ranked_at(const Stack *stack, const Run *run, int64_t level, int64_t number) {
    const State *state = stack->state.at + level;
    if (level == 1) number = (number + state->count * run->turn / TURNS) % state->count;
    return ranked_of(stack, level, state->frame).at + number;
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
    if (state->frame != NONE) stack->frame.at[state->frame].state = *state;
    if (level == 0 && run->some) return; /* what is known is not of the state */
    if (state->size > 2) keep_bounds(board, table, secrets_of(stack, level), left, low, high, nodes);
    if (state->formed) keep_bounds(board, table, form_on(stack, level), left, low, high, nodes);
}

/* When only some questions are asked, others may be asked elsewhere: what is found for them is best here.

   A total that is as good counts as well, so that of equal questions the same one is found however fast
   each search is. */
static void share_best(const Board *board, const Stack *stack, const Table *table, const Run *run) {
    State *state = stack->state.at;
    int64_t value[2] = {0, INFINITE_TOTAL};
    if (state->best_question != NONE) keep_bounds(board, table, secrets_of(stack, 0), state->left, 0, state->best, run->nodes);
    find_bounds(board, table, secrets_of(stack, 0), state->left, (I64Row){value, {2}});
    if (value[1] >= state->best - 1) return;
    state->best = value[1] + 1;
    state->best_question = NONE;
}

/* Take what others found out meanwhile of a state that they search, too.  If that settles it, its bound is
   theirs, as not all of its questions were asked here. */
static void hear(const Board *board, const Stack *stack, const Table *table, int64_t level) {
    State *state = stack->state.at + level;
    look_up(board, table, state, secrets_of(stack, level));
    state->best = smaller(state->best, state->high);
    if (state->best <= state->low) state->refuted = state->low;
}

/* Give a question up, with the bound that its parts add up to. */
static void raise_bound(State *state, Ranked *ranked) {
    ranked->bound = (uint32_t)smaller(state->total, INFINITE_TOTAL);
    ranked->missed |= BOUNDED;
    state->refuted = smaller(state->refuted, state->total);
}

/* Choose up to BLOCK of the next questions of a level that are bounded by sizes alone, if a batch may refute
   them; how many there are. */
static int64_t choose_batch(const Board *board, const Stack *stack, const Run *run, int64_t level, Ranked **chosen) {
    State *state = stack->state.at + level;
    int64_t count = 0, most = smaller(board->answers - 1, state->size / 3);
    for (state->batched = state->next; state->batched < state->count && count < BLOCK; state->batched++) {
        Ranked *ranked = ranked_at(stack, run, level, state->batched);
        if (!ranked->missed && ranked->bound < state->best && ranked->bound + most >= state->best)
            chosen[count++] = ranked;
    }
    return count;
}

/* Mark the parts of three secrets or more that cost 2n - 1 by their sizes, by bits as drop_separated has them. */
static void mark_parts(const Board *board, const Stack *stack, const State *state, U8 rows, uint8_t *parts) {
    int64_t most = 2, size = rows.shape[0];
    size_parts(rows, (U16Row){stack->places.at, {size}}, 0, (U16){stack->sizes.at, {board->answers, BLOCK}});
    while (most < size && least_of(board, most + 1, state->left - 1, state->most) == least_total(most + 1)) most++;
    for (int64_t answer = 0; answer < board->answers - 1; answer++)
        for (int64_t i = 0; i < BLOCK; i++) {
            uint16_t part = stack->sizes.at[answer * BLOCK + i];
            parts[(answer >> 3) * BLOCK + i] |= (uint8_t)((part > 2 && part <= most) << (answer & 7));
        }
}

void bound_batch(const Board *board, const Stack *stack, Runs run, int64_t level) {
    State *state = stack->state.at + level;
    Ranked *chosen[BLOCK];
    int64_t width = choose_batch(board, stack, run.at, level, chosen), size = state->size;
    int64_t eights = (board->answers + 6) / 8; /* the winning part is none of them */
    if (width < LEAST_BATCH) return;
    U16Row members = secrets_of(stack, level), places = {stack->places.at, {size}};
    U8 rows = {stack->batch.at, {size, BLOCK}};
    U16Row classes = {stack->classes.at, {CLASSED}};
    uint8_t parts[BATCH_ANSWERS / 8 * BLOCK] = {0};
    int32_t questions[BLOCK];
    for (int64_t i = 0; i < BLOCK; i++) questions[i] = chosen[smaller(i, width - 1)]->question;
    pick_answers(board->told, members, (I32Row){questions, {BLOCK}}, rows);
    mark_parts(board, stack, state, rows, parts);
    if (*stack->classed.at != state->number) {
        *stack->classed.at = state->number;
        if (!is_near(board, stack, run.at, level)) list_classes(board->told, board->own, members, classes);
        else list_classes(between(stack, state->frame), stack->same, places, classes);
    }
    drop_separated(rows, classes, (U8){parts, {eights, BLOCK}});
    for (int64_t i = 0; i < width; i++) {
        uint32_t missed = 0;
        for (int64_t k = 0; k < eights; k++) missed |= (uint32_t)parts[k * BLOCK + i] << 8 * k;
        chosen[i]->missed = missed | BOUNDED | BATCHED;
        for (; missed; missed &= missed - 1) chosen[i]->bound++;
    }
    run.at->effort += size * (size + BLOCK) / 8;
    run.at->work += size * BLOCK;
}

/* Pass over the next questions of a level that cost too much by their bounds. */
static void pass_refuted(const Stack *stack, const Run *run, int64_t level) {
    State *state = stack->state.at + level;
    for (; state->next < state->count; state->next++) {
        const Ranked *ranked = ranked_at(stack, run, level, state->next);
        if (ranked->bound < state->best) return;
        state->refuted = smaller(state->refuted, ranked->bound);
    }
}

/* Whether the next question of a level begins a batch. */
static bool begins_batch(const Board *board, const State *state) {
    return state->next >= larger(ALONE, state->batched) && state->size >= BATCHED_FROM && state->size <= BATCHED_TO
        && board->goal == ALL_QUESTIONS && board->answers < BATCH_ANSWERS;
}

int64_t search(const Board *board, const Stack *stack, const Table *table, Runs runs) {
    Run *run = runs.at;
    int64_t level = run->level;
    for (;;) {
        State *state = stack->state.at + level;
        if (run->next == ENTER) {
            bool ranked = revisit(board, stack, table, run, level);
            if (!ranked) bound_state(board, stack, table, run, level);
            run->next = is_settled(state) ? LEAVE : ranked ? ASK : EXPAND;
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
            if (level == 0 && run->some) share_best(board, stack, table, run);
            pass_refuted(stack, run, level);
            if (state->next >= state->count || state->best <= state->low) {
                settle(state);
                run->next = LEAVE;
            } else if (begins_batch(board, state)) {
                bound_batch(board, stack, runs, level);
            } else {
                Ranked *ranked = ranked_at(stack, run, level, state->next++);
                if (bound_parts(board, stack, table, run, level, ranked)) run->next = DESCEND;
                else raise_bound(state, ranked);
            }
        } else if (run->next == DESCEND) {
            if (state->total >= state->best) {
                raise_bound(state, ranked_at(stack, run, level, state->next - 1));
                run->next = ASK;
            } else if (open_part(board, stack, run, level)) {
                if (level + 2 >= stack->state.shape[0]) {
                    run->level = level;
                    return TOO_DEEP;
                }
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
            close_part(stack, run, level);
            if (level == 1 && run->some) hear(board, stack, table, level);
            run->next = DESCEND;
        }
    }
}
