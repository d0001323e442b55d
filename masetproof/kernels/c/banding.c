#include "kernels.h"

#define NOTHING (INT64_C(1) << 60)

/* A state and how far below n it is taken: of a form whose column j was column order[j], where these
   offsets were. */
typedef struct { int64_t state, below; } Reached;

static Reached reached(const BandColumns *columns, int64_t form, const int8_t *order, const int8_t *offsets, const int8_t *more) {
    int64_t pegs = columns->stars.shape[1], least = INT64_MAX, code = 0, unit = 1;
    const int8_t *stars = columns->stars.at + form * pegs;
    for (int64_t j = 0; j < pegs; j++)
        if (stars[j]) least = smaller(least, offsets[order[j]] + more[order[j]]);
    for (int64_t j = 0; j < pegs; j++, unit *= columns->radix)
        if (stars[j]) code += (offsets[order[j]] + more[order[j]] - least) * unit;
    return (Reached){columns->number.at[form * columns->number.shape[1] + code], least == INT64_MAX ? 0 : least};
}

static const int8_t *exchange(const BandColumns *columns, int64_t order) {
    return columns->exchanges.at + order * columns->exchanges.shape[1];
}

/* What a state is averaged from: the whole form and its clauses with a star in the column, both with
   one colour less there. */
static void averaged_from(const BandColumns *columns, int64_t state, int64_t column, Reached from[2]) {
    int64_t pegs = columns->stars.shape[1], form = columns->form.at[state];
    const int8_t *offsets = columns->offsets.at + state * pegs;
    const int32_t *shrunk = columns->shrunk.at + (form * pegs + column) * 2;
    int8_t more[8] = {0};
    static const int8_t same[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    more[column] = 1;
    from[0] = reached(columns, form, same, offsets, more);
    from[1] = reached(columns, shrunk[0], exchange(columns, shrunk[1]), offsets, more);
}

/* The state of the clauses whose stars are in a set of columns. */
static Reached single(const BandColumns *columns, int64_t state, int64_t set) {
    static const int8_t nothing[8] = {0};
    const int32_t *one = columns->single.at + set * 2;
    return reached(columns, one[0], exchange(columns, one[1]), columns->offsets.at + state * columns->stars.shape[1], nothing);
}

static int64_t behind(Reached one, int64_t row, int64_t count, I64 table) {
    return one.below <= row ? table.at[(row - one.below) * count + one.state] : 0;
}

static int64_t average(const BandColumns *columns, int64_t n, int64_t row, int64_t state, int64_t column, I64 least) {
    int64_t count = least.shape[1];
    Reached from[2];
    averaged_from(columns, state, column, from);
    return behind(from[0], row, count, least) + (behind(from[1], row, count, least) + n - 2) / (n - 1);
}

/* What the parts of a question cost, or enough where that is more; also where it cannot be asked or
   tells nothing. */
static int64_t cost(const BandColumns *columns, int64_t n, int64_t row, int64_t state, int64_t question, I64 secrets, I64 least, int64_t enough) {
    int64_t pegs = columns->stars.shape[1], width = columns->parts.shape[1], count = least.shape[1], patterns = columns->start.shape[0] - 1;
    const int8_t *offsets = columns->offsets.at + state * pegs, *new = columns->new.at + question * pegs;
    int64_t own = secrets.at[row * count + state], total = own;
    for (int64_t j = 0; j < pegs; j++)
        if (new[j] && n - offsets[j] < new[j]) return enough;
    for (int64_t k = 0; k < width; k++) {
        int64_t part = columns->parts.at[question * width + k];
        if (part < 0) break;
        if (part >= patterns) total += columns->minima.at[part - patterns];
        else {
            Reached one = reached(columns, part, exchange(columns, columns->orders.at[question * width + k]), offsets, new);
            if (behind(one, row, count, secrets) == own) return enough;
            total += behind(one, row, count, least);
        }
        if (total >= enough) return enough;
    }
    return total;
}

void bound_states(const BandColumns *columns, int64_t n, int64_t row, I32 order, I8 reason, I64 secrets, I64 least) {
    int64_t pegs = columns->stars.shape[1], count = least.shape[1], patterns = columns->start.shape[0] - 1;
    for (int64_t i = 0; i < order.shape[0]; i++) {
        int64_t state = order.at[i], form = columns->form.at[state], own = secrets.at[row * count + state], *value = least.at + row * count + state;
        int why = reason.at[state];
        if (why == GIVEN) continue;
        if (form >= patterns) *value = columns->minima.at[form - patterns];
        else if (own <= 1) *value = own;
        else if (why == BY_CLAUSES) {
            const int32_t *clauses = columns->clauses.at + form * columns->clauses.shape[1];
            *value = clauses[0];
            for (int64_t set = 1; set < columns->clauses.shape[1]; set++)
                if (clauses[set]) *value += clauses[set] * behind(single(columns, state, set), row, count, least);
        } else if (why == ASKED) {
            int64_t best = NOTHING;
            for (int64_t question = columns->start.at[form]; question < columns->start.at[form + 1]; question++) best = cost(columns, n, row, state, question, secrets, least, best);
            *value = best;
        } else {
            *value = own;
            for (int64_t j = 0; j < pegs && n > 1; j++)
                if (why == j || (why == BEST_COLUMN && columns->stars.at[form * pegs + j] && !columns->offsets.at[state * pegs + j]))
                    *value = larger(*value, average(columns, n, row, state, j, least));
        }
    }
}

int64_t mark_failing(const BandColumns *columns, int64_t n, int64_t row, I8 reason, I64 secrets, I64 least, Bools failing) {
    int64_t count = least.shape[1], patterns = columns->start.shape[0] - 1, marked = 0;
    for (int64_t state = 0; state < count; state++) {
        int64_t form = columns->form.at[state], aim = least.at[row * count + state];
        if (form >= patterns || reason.at[state] != ASKED || failing.at[state] || secrets.at[row * count + state] <= 1) continue;
        for (int64_t question = columns->start.at[form]; question < columns->start.at[form + 1]; question++)
            if (cost(columns, n, row, state, question, secrets, least, aim) < aim) {
                failing.at[state] = true;
                marked++;
                break;
            }
    }
    return marked;
}

/* The polynomial at n - below, by repeated synthetic division. */
static void shifted(const int64_t *polynomial, int64_t terms, int64_t below, int64_t *result) {
    memcpy(result, polynomial, terms * sizeof *result);
    for (int64_t i = 0; i < terms; i++)
        for (int64_t k = terms - 1; k > i; k--) result[k - 1] -= below * result[k];
}

static void derive(const BandColumns *columns, int64_t base, int64_t state, int why, int64_t factor, int64_t terms, const int64_t *polynomials, int64_t *result) {
    int64_t whole[MOST_TERMS], part[MOST_TERMS], rest = 0;
    if (why == BY_CLAUSES) {
        const int32_t *clauses = columns->clauses.at + columns->form.at[state] * columns->clauses.shape[1];
        memset(result, 0, terms * sizeof *result);
        result[0] = factor * clauses[0];
        for (int64_t set = 1; set < columns->clauses.shape[1]; set++) {
            if (!clauses[set]) continue;
            Reached one = single(columns, state, set);
            shifted(polynomials + one.state * terms, terms, one.below, whole);
            for (int64_t k = 0; k < terms; k++) result[k] += clauses[set] * whole[k];
        }
        return;
    }
    Reached from[2];
    averaged_from(columns, state, why, from);
    shifted(polynomials + from[0].state * terms, terms, from[0].below, whole);
    shifted(polynomials + from[1].state * terms, terms, from[1].below, part);
    for (int64_t k = terms - 1; k >= 0; k--) { /* divided by n - 1 */
        int64_t above = rest;
        rest += part[k];
        part[k] = above;
    }
    for (int64_t k = 0; k < terms; k++) result[k] = whole[k] + part[k];
    if (rest < 0) result[0] -= (-rest + base - 2) / (base - 1);
}

void derive_polynomials(const BandColumns *columns, int64_t base, I32 order, I8 reason, int64_t factor, I64 polynomials) {
    int64_t terms = polynomials.shape[1];
    for (int64_t i = 0; i < order.shape[0]; i++) {
        int64_t state = order.at[i];
        int why = reason.at[state];
        if (why >= 0 || why == BY_CLAUSES) derive(columns, base, state, why, factor, terms, polynomials.at, polynomials.at + state * terms);
    }
}

static bool loses(const BandColumns *columns, int64_t state, int64_t question, int64_t factor, I64 secrets, I64 points) {
    int64_t pegs = columns->stars.shape[1], width = columns->parts.shape[1], patterns = columns->start.shape[0] - 1;
    int64_t count = points.shape[1], terms = points.shape[2], excess[MOST_TERMS];
    const int8_t *new = columns->new.at + question * pegs;
    for (int64_t i = 0; i < terms; i++) excess[i] = secrets.at[state * terms + i] - points.at[state * terms + i];
    for (int64_t k = 0; k < width; k++) {
        int64_t part = columns->parts.at[question * width + k];
        if (part < 0) break;
        const int64_t *values = NULL;
        if (part < patterns) {
            Reached one = reached(columns, part, exchange(columns, columns->orders.at[question * width + k]), columns->offsets.at + state * pegs, new);
            if (one.state == state && !one.below) return false; /* it tells nothing */
            values = points.at + (one.below * count + one.state) * terms;
        }
        for (int64_t i = 0; i < terms; i++) excess[i] += values ? values[i] : factor * columns->minima.at[part - patterns];
    }
    for (int64_t first = 0; first < terms; first++) {
        if (excess[first] < 0) return true;
        for (int64_t i = terms - 1; i > first; i--) excess[i] -= excess[i - 1];
    }
    return false;
}

int64_t mark_losing(const BandColumns *columns, I8 reason, int64_t factor, I64 secrets, I64 points, Bools losing) {
    int64_t patterns = columns->start.shape[0] - 1, marked = 0;
    for (int64_t state = 0; state < reason.shape[0]; state++) {
        int64_t form = columns->form.at[state];
        if (form >= patterns || reason.at[state] != ASKED || losing.at[state]) continue;
        for (int64_t question = columns->start.at[form]; question < columns->start.at[form + 1] && !losing.at[state]; question++)
            if (loses(columns, state, question, factor, secrets, points)) {
                losing.at[state] = true;
                marked++;
            }
    }
    return marked;
}
