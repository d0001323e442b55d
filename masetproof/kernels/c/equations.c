#include "kernels.h"

/* The parts of a split: the patterns, from the first one of its masets on these, and the end. */
static const int16_t *first_part(const SplitColumns *columns, int64_t row) {
    return columns->splits.parts.at + columns->splits.part_start.at[row];
}

static const int16_t *first_maset(const SplitColumns *columns, int64_t row) {
    const int16_t *part = first_part(columns, row), *end = first_part(columns, row + 1);
    while (part < end && *part >= 0) part++;
    return part;
}

void reach_functions(const SplitColumns *columns, int64_t first_level, I64 waiting, Bools reached) {
    int64_t levels = reached.shape[1], most = columns->after.shape[1], size = 1;
    reached.at[first_level] = true;
    waiting.at[0] = first_level;
    while (size) {
        int64_t pattern = waiting.at[--size] / levels, level = waiting.at[size] % levels;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[level]) continue;
            int64_t before = columns->colours.at[pattern] + columns->splits.new.at[row];
            for (const int16_t *part = first_part(columns, row), *end = first_maset(columns, row); part < end; part++) {
                int64_t after = columns->after.at[level * most + before - columns->colours.at[*part]];
                int64_t function = *part * levels + after;
                if (!reached.at[function]) {
                    reached.at[function] = true;
                    waiting.at[size++] = function;
                }
            }
        }
    }
}

/* Whether two splits have the same new colours and patterns. */
static bool are_alike(const SplitColumns *columns, int64_t one, int64_t other) {
    const int16_t *own = first_part(columns, one), *its = first_part(columns, other);
    int64_t length = first_maset(columns, one) - own;
    return columns->splits.new.at[one] == columns->splits.new.at[other] && first_maset(columns, other) - its == length
        && !memcmp(own, its, (size_t)length * sizeof *own);
}

void count_equations(const SplitColumns *columns, bool merged, const FunctionColumns *functions, I64 counts,
                     I64 parts) {
    for (int64_t function = 0; function < functions->pattern.shape[0]; function++) {
        int64_t pattern = functions->pattern.at[function], last = -1;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[functions->level.at[function]]) continue;
            if (last < 0 || !merged || !are_alike(columns, last, row)) {
                counts.at[function]++;
                parts.at[function] += first_maset(columns, row) - first_part(columns, row);
            }
            last = row;
        }
    }
}

/* Write c for 0, 1, ... colours that are left beside the explicit ones *before*. */
static void write_constants(const SplitColumns *columns, int64_t row, int64_t before, int64_t level, bool worst,
                            I64 constants) {
    int64_t most = columns->after.shape[1], levels = columns->values.shape[1];
    const int16_t *first = first_maset(columns, row), *end = first_part(columns, row + 1);
    for (int64_t left = 0; left < constants.shape[0]; left++) {
        int64_t constant = 0;
        for (const int16_t *part = first; part < end; part++) {
            int64_t maset = -1 - *part, lost = before + left - columns->maset_colours.at[maset];
            int64_t value = columns->values.at[maset * levels + columns->after.at[level * most + lost]];
            constant = worst ? larger(constant, value) : constant + value;
        }
        constants.at[left] = constant;
    }
}

void write_equations(const SplitColumns *columns, bool worst, bool merged, const FunctionColumns *functions,
                     I64 constants, const EquationColumns *equations) {
    int64_t levels = constants.shape[0], most = columns->after.shape[1];
    equations->part_start.at[0] = 0;
    for (int64_t function = 0; function < functions->pattern.shape[0]; function++) {
        int64_t pattern = functions->pattern.at[function], level = functions->level.at[function];
        int64_t place = equations->start.at[function] - 1, last = -1;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[level]) continue;
            int64_t before = columns->colours.at[pattern] + columns->splits.new.at[row];
            write_constants(columns, row, before, level, worst, constants);
            if (last < 0 || !merged || !are_alike(columns, last, row)) {
                int64_t count = equations->part_start.at[++place];
                equations->new.at[place] = (int8_t)columns->splits.new.at[row];
                equations->split.at[place] = (int32_t)row;
                for (int64_t left = 0; left < levels; left++)
                    equations->constant.at[place * levels + left] = (int32_t)constants.at[left];
                for (const int16_t *part = first_part(columns, row), *end = first_maset(columns, row); part < end; part++) {
                    int64_t after = columns->after.at[level * most + before - columns->colours.at[*part]];
                    int32_t number = functions->number.at[*part * functions->number.shape[1] + after];
                    equations->parts.at[count++] = (int16_t)number;
                }
                equations->part_start.at[place + 1] = count;
            } else {
                int32_t *constant = equations->constant.at + place * levels;
                if (constants.at[levels - 1] < constant[levels - 1]) equations->split.at[place] = (int32_t)row;
                for (int64_t left = 0; left < levels; left++)
                    constant[left] = (int32_t)smaller(constant[left], constants.at[left]);
            }
            last = row;
        }
    }
}
