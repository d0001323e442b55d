#include "kernels.h"

#define NOTHING (INT64_C(1) << 62)

void evaluate_functions(int64_t implicit, I64 order, I64 secrets, const EquationColumns *equations, bool worst,
                        I64 table) {
    int64_t levels = equations->constant.shape[1], count = table.shape[1];
    for (int64_t i = 0; i < order.shape[0]; i++) {
        int64_t function = order.at[i], own = secrets.at[function], best = NOTHING;
        int64_t *value = table.at + implicit * count + function;
        if (own == 0) {
            *value = 0;
            continue;
        }
        for (int64_t row = equations->start.at[function]; row < equations->start.at[function + 1]; row++) {
            int64_t new = equations->new.at[row], left = implicit - new;
            if (new > implicit) break; /* rows are sorted by it */
            int64_t total = equations->constant.at[row * levels + smaller(left, levels - 1)];
            const int16_t *part = equations->parts.at + equations->part_start.at[row];
            const int16_t *end = equations->parts.at + equations->part_start.at[row + 1];
            const int64_t *behind = table.at + left * count;
            for (; part < end; part++) {
                if (new == 0 && secrets.at[*part] == own) break; /* it leaves all secrets together */
                total = worst ? larger(total, behind[*part]) : total + behind[*part];
            }
            if (part == end) best = smaller(best, total);
        }
        *value = best + (worst ? 1 : own);
    }
}
