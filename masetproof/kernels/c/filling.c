#include "kernels.h"

#define NOTHING (INT64_C(1) << 62)

/* The numbers of secrets of a form at consecutive points. */
static void count_secrets(const FillGiven *given, int64_t form, int64_t low, int64_t count, int64_t *restrict secrets) {
    int64_t sets = given->forms.secrets.shape[1], points = given->points.ways.shape[1];
    memset(secrets, 0, (size_t)count * sizeof *secrets);
    for (int64_t stars = 0; stars < sets; stars++) {
        int64_t clauses = given->forms.secrets.at[form * sets + stars];
        const int64_t *ways = given->points.ways.at + stars * points + low;
        for (int64_t place = 0; clauses && place < count; place++) secrets[place] += clauses * ways[place];
    }
}

/* Fill in where something may be asked, of the points with a secret; returns how many. */
static int64_t find_points(const FillGiven *given, int64_t ask, int64_t level, int64_t low, int64_t count,
                           const int64_t *secrets, int32_t *where) {
    const FillAsks *asks = &given->asks;
    int64_t needs = asks->kinds.shape[2], points = given->points.sums.shape[1], some = 0;
    const int64_t *kinds = asks->kinds.at + (ask * asks->kinds.shape[1] + level) * needs;
    const int64_t *least = asks->least.at + (ask * asks->kinds.shape[1] + level) * needs;
    for (int64_t place = 0; place < count; place++) {
        bool enough = secrets[place] > 0;
        for (int64_t need = 0; need < needs; need++)
            if (kinds[need]) enough &= given->points.sums.at[kinds[need] * points + low + place] >= least[need];
        if (enough) where[some++] = (int32_t)place;
    }
    return some;
}

/* Where the value of a part is, and the level of the colours that run out. */
static void find_part(const FillGiven *given, int64_t move, const int64_t *new, int64_t point, int64_t *place,
                      int64_t *lost) {
    const FillMoves *moves = &given->moves;
    int64_t points = given->points.sums.shape[1], kinds = moves->kinds.shape[1], alphabets = moves->lost.shape[1];
    int64_t numbers = moves->table.shape[2], width = moves->width.at[move], unit = 1;
    const int16_t *sums = given->points.sums.at + point;
    *place = *lost = 0;
    for (int64_t index = 0; index < width; index++) {
        int64_t some = moves->kinds.at[move * kinds + index];
        int64_t number = sums[some * points] - new[some] + moves->more.at[move * kinds + index];
        *place += moves->table.at[(width * kinds + index) * numbers + number];
    }
    for (int64_t alphabet = 0; alphabet < alphabets; alphabet++, unit *= given->cap + 1) {
        int64_t some = moves->lost.at[move * alphabets + alphabet];
        if (some) *lost += unit * smaller(given->cap, sums[some * points] - new[some]);
    }
}

/* Add the values of a part, or take the larger ones, where the question may be the best.

   Returns at how many points it still may. */
static int64_t add_part(const FillGiven *given, int64_t row, int64_t part, int64_t low, const int64_t *best,
                        int64_t count, I32 values, const FillRoom *room) {
    int64_t move = given->rows.move.at[row * given->rows.move.shape[1] + part], points = room->row.shape[1], kept = 0;
    const int64_t *new = given->asks.new.at + given->rows.ask.at[row] * given->asks.new.shape[1];
    int64_t *known = room->row.at + part * points, *places = room->place.at + part * points;
    int64_t *lost = room->lost.at + part * points;
    for (int64_t i = 0; i < count; i++) {
        int32_t place = room->live.at[i];
        if (known[place] != row) {
            known[place] = row;
            find_part(given, move, new, low + place, places + place, lost + place);
        }
        int64_t value = values.at[room->offset.at[lost[place]] + places[place]], total = room->total.at[place];
        total = given->worst ? larger(total, value) : total + value;
        if (total < best[place]) {
            room->total.at[place] = total;
            room->live.at[kept++] = place;
        }
    }
    return kept;
}

/* Put in what a question leaves at one level, where that is the best so far. */
static void improve(const FillGiven *given, int64_t row, int64_t level, int64_t low, const int32_t *where,
                    int64_t count, I32 values, const FillRoom *room) {
    int64_t width = given->rows.number.shape[1], levels = given->add.shape[1];
    int64_t *best = room->best.at + level * room->best.shape[1];
    for (int64_t i = 0; i < count; i++) {
        room->live.at[i] = where[i];
        room->total.at[where[i]] = 0;
    }
    for (int64_t part = 0; part < width && count; part++) {
        int64_t number = given->rows.number.at[row * width + part], move = given->rows.move.at[row * width + part];
        if (number < 0) break;
        int64_t first = given->moves.level.at[move * levels + level];
        int64_t before = given->add.at[first * levels + given->rows.excludes.at[row * width + part]];
        for (int64_t lost = 0; lost < given->moves.levels.at[move]; lost++)
            room->offset.at[lost] = given->forms.start.at[number * levels + given->add.at[before * levels + lost]];
        count = add_part(given, row, part, low, best, count, values, room);
    }
    for (int64_t i = 0; i < count; i++) {
        int32_t place = room->live.at[i];
        best[place] = smaller(best[place], room->total.at[place]);
    }
}

/* Fill in the values of the functions of a form at consecutive points; returns the largest. */
static int64_t fill_form(const FillGiven *given, int64_t form, int64_t low, int64_t count, I32 values,
                         const FillRoom *room) {
    int64_t levels = given->add.shape[0], points = room->best.shape[1], largest = 0;
    const int64_t *start = given->forms.start.at + form * levels, *secrets = room->secrets.at;
    for (int64_t i = 0; i < room->length.shape[0] * levels; i++) room->length.at[i] = -1;
    for (int64_t part = 0; part < room->row.shape[0]; part++)
        for (int64_t i = 0; i < count; i++) room->row.at[part * points + i] = -1;
    for (int64_t level = 0; level < levels; level++)
        for (int64_t i = 0; i < count; i++) room->best.at[level * points + i] = NOTHING;
    for (int64_t row = given->forms.first.at[form]; row < given->forms.first.at[form + 1]; row++) {
        int64_t ask = given->rows.ask.at[row], own = ask - given->asks.first.at[given->forms.stars.at[form]];
        for (int64_t level = 0; level < levels; level++) {
            if (start[level] < 0) continue;
            int64_t *length = room->length.at + own * levels + level;
            int32_t *where = room->where.at + (own * levels + level) * points;
            if (*length < 0) *length = find_points(given, ask, level, low, count, secrets, where);
            improve(given, row, level, low, where, *length, values, room);
        }
    }
    for (int64_t level = 0; level < levels; level++)
        for (int64_t place = 0; start[level] >= 0 && place < count; place++) {
            int64_t value = 0;
            if (secrets[place]) value = room->best.at[level * points + place] + (given->worst ? 1 : secrets[place]);
            values.at[start[level] + given->points.place.at[low + place]] = (int32_t)value;
            largest = larger(largest, value);
        }
    return largest;
}

int64_t fill_rank(int64_t rank, const FillGiven *given, I32 values, const FillRoom *room) {
    const FillPoints *points = &given->points;
    int64_t ranks = points->first.shape[1], largest = 0;
    for (int64_t i = 0; i < given->order.shape[0]; i++) {
        int64_t form = given->order.at[i], weight = rank - given->forms.own.at[form];
        if (weight < 0 || weight >= ranks - 1) continue;
        const int64_t *range = points->first.at + given->forms.stars.at[form] * ranks + weight;
        int64_t low = range[0], high = range[1];
        while (high > low && points->total.at[high - 1] > given->forms.limit.at[form]) high--;
        count_secrets(given, form, low, high - low, room->secrets.at);
        largest = larger(largest, fill_form(given, form, low, high - low, values, room));
    }
    return largest;
}
