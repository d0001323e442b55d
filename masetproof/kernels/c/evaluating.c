#include "kernels.h"

#define NOTHING (INT64_C(1) << 62)

/* The right side of an equation for one m, but for the 1 or the number of secrets. */
static int64_t right_side(const EquationColumns *equations, int64_t row, int64_t implicit, bool worst, I64 table) {
    int64_t levels = equations->constant.shape[1], left = implicit - equations->new.at[row];
    int64_t total = equations->constant.at[row * levels + smaller(left, levels - 1)];
    for (int64_t place = equations->part_start.at[row]; place < equations->part_start.at[row + 1]; place++) {
        int64_t behind = table.at[equations->parts.at[place] * table.shape[1] + left];
        total = worst ? larger(total, behind) : total + behind;
    }
    return total;
}

/* Lower the least right sides for m = low, low + 1, ... to those of an equation that does not refer to its function. */
static void take_minima(const EquationColumns *equations, int64_t row, int64_t low, bool worst, I64 table, I64 room) {
    int64_t count = room.shape[1], levels = equations->constant.shape[1], left = low - equations->new.at[row];
    int64_t *restrict total = room.at, *restrict best = room.at + count;
    const int32_t *constant = equations->constant.at + row * levels;
    for (int64_t i = 0; i < count; i++) total[i] = constant[levels - 1];
    for (int64_t i = 0; i < smaller(count, levels - 1 - left); i++) total[i] = constant[left + i];
    for (int64_t place = equations->part_start.at[row]; place < equations->part_start.at[row + 1]; place++) {
        const int64_t *behind = table.at + equations->parts.at[place] * table.shape[1] + left;
        if (worst) for (int64_t i = 0; i < count; i++) total[i] = larger(total[i], behind[i]);
        else for (int64_t i = 0; i < count; i++) total[i] += behind[i];
    }
    for (int64_t i = 0; i < count; i++) best[i] = smaller(best[i], total[i]);
}

/* What an equation is for m = low, low + 1, ... */
enum Use { TAKEN, RETURNING, LEFT_OUT };

/* Whether an equation refers to its function, or leaves all secrets together. */
static enum Use use_of(const EquationColumns *equations, int64_t row, int64_t function, int64_t low, I64 secrets) {
    int64_t indices = secrets.shape[1], own = secrets.at[function * indices + low];
    enum Use use = TAKEN;
    for (int64_t place = equations->part_start.at[row]; place < equations->part_start.at[row + 1]; place++) {
        int64_t part = equations->parts.at[place];
        if (equations->new.at[row] == 0 && secrets.at[part * indices + low] == own) return LEFT_OUT;
        if (part == function) use = RETURNING;
    }
    return use;
}

void evaluate_functions(int64_t low, int64_t count, I64 order, I64 secrets, const EquationColumns *equations, bool worst,
                        I64 room, I32 returning, I64 table) {
    int64_t *best = room.at + count;
    for (int64_t i = 0; i < order.shape[0]; i++) {
        int64_t function = order.at[i], some = 0;
        for (int64_t k = 0; k < count; k++) best[k] = NOTHING;
        for (int64_t row = equations->start.at[function]; row < equations->start.at[function + 1]; row++) {
            if (equations->new.at[row] > low) break; /* rows are sorted by it */
            enum Use use = use_of(equations, row, function, low, secrets);
            if (use == TAKEN) take_minima(equations, row, low, worst, table, room);
            if (use == RETURNING) returning.at[some++] = (int32_t)row;
        }
        for (int64_t k = 0; k < count; k++) {
            for (int64_t j = 0; j < some; j++)
                best[k] = smaller(best[k], right_side(equations, returning.at[j], low + k, worst, table));
            int64_t place = function * table.shape[1] + low + k, own = secrets.at[place];
            table.at[place] = own ? best[k] + (worst ? 1 : own) : 0;
        }
    }
}
