#include "kernels.h"

#define NOTHING (INT64_C(1) << 62)

void evaluate_functions(int64_t implicit, I64 order, I64 secrets, const EquationColumns *equations, bool worst,
                        I64 table) {
    int64_t width = equations->parts.shape[1], levels = equations->constant.shape[1], count = table.shape[1];
    for (int64_t i = 0; i < order.shape[0]; i++) {
        int64_t function = order.at[i], own = secrets.at[function], best = NOTHING;
        int64_t *value = table.at + implicit * count + function;
        if (own == 0) {
            *value = 0;
            continue;
        }
        for (int64_t row = equations->start.at[function]; row < equations->start.at[function + 1]; row++) {
            int64_t new = equations->new.at[row], left = implicit - new, j = 0;
            if (new > implicit) break; /* rows are sorted by it */
            int64_t total = equations->constant.at[row * levels + smaller(left, levels - 1)];
            const int16_t *parts = equations->parts.at + row * width;
            const int64_t *behind = table.at + left * count;
            for (; j < width && parts[j] >= 0; j++) {
                if (new == 0 && secrets.at[parts[j]] == own) break; /* it leaves all secrets together */
                int64_t part = behind[parts[j]];
                total = worst ? larger(total, part) : total + part;
            }
            if (j == width || parts[j] < 0) best = smaller(best, total);
        }
        *value = best + (worst ? 1 : own);
    }
}
