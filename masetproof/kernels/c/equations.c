#include "kernels.h"

void reach_functions(const SplitColumns *columns, int64_t first_level, I64 waiting, Bools reached) {
    int64_t levels = reached.shape[1], width = columns->splits.patterns.shape[1], most = columns->after.shape[1], size = 1;
    reached.at[first_level] = true;
    waiting.at[0] = first_level;
    while (size) {
        int64_t pattern = waiting.at[--size] / levels, level = waiting.at[size] % levels;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[level]) continue;
            int64_t before = columns->colours.at[pattern] + columns->splits.new.at[row];
            const int16_t *parts = columns->splits.patterns.at + row * width;
            for (int64_t i = 0; i < width && parts[i] >= 0; i++) {
                int64_t after = columns->after.at[level * most + before - columns->colours.at[parts[i]]];
                int64_t function = parts[i] * levels + after;
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
    int64_t width = columns->splits.patterns.shape[1];
    const int16_t *patterns = columns->splits.patterns.at;
    return columns->splits.new.at[one] == columns->splits.new.at[other]
        && !memcmp(patterns + one * width, patterns + other * width, (size_t)width * sizeof *patterns);
}

void count_equations(const SplitColumns *columns, bool merged, const FunctionColumns *functions, I64 counts) {
    for (int64_t function = 0; function < functions->pattern.shape[0]; function++) {
        int64_t pattern = functions->pattern.at[function], last = -1;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[functions->level.at[function]]) continue;
            counts.at[function] += last < 0 || !merged || !are_alike(columns, last, row);
            last = row;
        }
    }
}

/* Write c for 0, 1, ... colours that are left beside the explicit ones *before*. */
static void write_constants(const SplitColumns *columns, int64_t row, int64_t before, int64_t level, bool worst,
                            I64 constants) {
    int64_t width = columns->splits.explicit.shape[1], most = columns->after.shape[1], levels = columns->values.shape[1];
    const int16_t *masets = columns->splits.explicit.at + row * width;
    for (int64_t left = 0; left < constants.shape[0]; left++) {
        int64_t constant = 0;
        for (int64_t i = 0; i < width && masets[i] >= 0; i++) {
            int64_t lost = before + left - columns->maset_colours.at[masets[i]];
            int64_t value = columns->values.at[masets[i] * levels + columns->after.at[level * most + lost]];
            constant = worst ? larger(constant, value) : constant + value;
        }
        constants.at[left] = constant;
    }
}

void write_equations(const SplitColumns *columns, bool worst, bool merged, const FunctionColumns *functions,
                     I64 constants, const EquationColumns *equations) {
    int64_t levels = constants.shape[0], width = columns->splits.patterns.shape[1], most = columns->after.shape[1];
    for (int64_t function = 0; function < functions->pattern.shape[0]; function++) {
        int64_t pattern = functions->pattern.at[function], level = functions->level.at[function];
        int64_t place = equations->start.at[function] - 1, last = -1;
        for (int64_t row = columns->start.at[pattern]; row < columns->start.at[pattern + 1]; row++) {
            if (columns->splits.extra.at[row] > columns->allowed.at[level]) continue;
            int64_t before = columns->colours.at[pattern] + columns->splits.new.at[row];
            write_constants(columns, row, before, level, worst, constants);
            if (last < 0 || !merged || !are_alike(columns, last, row)) {
                const int16_t *patterns = columns->splits.patterns.at + row * width;
                place++;
                equations->new.at[place] = (int8_t)columns->splits.new.at[row];
                equations->split.at[place] = (int32_t)row;
                for (int64_t left = 0; left < levels; left++)
                    equations->constant.at[place * levels + left] = (int32_t)constants.at[left];
                for (int64_t i = 0; i < width && patterns[i] >= 0; i++) {
                    int64_t after = columns->after.at[level * most + before - columns->colours.at[patterns[i]]];
                    equations->parts.at[place * width + i] =
                        (int16_t)functions->number.at[patterns[i] * functions->number.shape[1] + after];
                }
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
