#include "kernels.h"

/* Note that an equation is attained, or is not. */
static void note(bool equal, int64_t state, int64_t residue, int64_t row, Bools tight, I64 attained) {
    int64_t *first = attained.at + state * attained.shape[1] + residue;
    tight.at[residue * tight.shape[1] + row] = equal;
    if (equal && *first < 0) *first = row;
}

int64_t check_sums(int64_t begin, int64_t end, const EquationColumns *equations, const ClaimedDifferences *claimed,
                   I64 excess, Bools tight, I64 attained, I64 failing) {
    int64_t states = claimed->secrets.shape[0], period = claimed->secrets.shape[1], terms = claimed->secrets.shape[2];
    int64_t width = equations->parts.shape[1], levels = equations->constant.shape[1], block = period * terms;
    int64_t *restrict sum = excess.at;
    for (int64_t state = begin; state < end; state++) {
        const int64_t *secrets = claimed->secrets.at + state * block, *own = claimed->values.at + state * block;
        for (int64_t row = equations->start.at[state]; row < equations->start.at[state + 1]; row++) {
            const int64_t *behind = claimed->values.at + equations->new.at[row] * states * block;
            const int16_t *parts = equations->parts.at + row * width;
            int64_t constant = equations->constant.at[row * levels + levels - 1];
            for (int64_t k = 0; k < block; k++) sum[k] = secrets[k] - own[k];
            for (int64_t residue = 0; residue < period; residue++) sum[residue * terms] += constant;
            for (int64_t i = 0; i < width && parts[i] >= 0; i++) {
                const int64_t *part = behind + parts[i] * block;
                for (int64_t k = 0; k < block; k++) sum[k] += part[k];
            }
            for (int64_t residue = 0; residue < period; residue++) {
                const int64_t *difference = sum + residue * terms;
                bool equal = true;
                for (int64_t k = 0; k < terms; k++) {
                    if (difference[k] < 0) {
                        failing.at[0] = residue;
                        return row;
                    }
                    equal &= difference[k] == 0;
                }
                note(equal, state, residue, row, tight, attained);
            }
        }
    }
    return -1;
}

int64_t check_maxima(int64_t begin, int64_t end, const EquationColumns *equations, const ClaimedDifferences *claimed,
                     I64 excess, Bools tight, I64 attained, I64 failing) {
    int64_t states = claimed->secrets.shape[0], period = claimed->secrets.shape[1];
    int64_t width = equations->parts.shape[1], levels = equations->constant.shape[1], block = period * 2;
    (void)excess;
    for (int64_t state = begin; state < end; state++) {
        const int64_t *own = claimed->values.at + state * block;
        for (int64_t row = equations->start.at[state]; row < equations->start.at[state + 1]; row++) {
            const int64_t *behind = claimed->values.at + equations->new.at[row] * states * block;
            const int16_t *parts = equations->parts.at + row * width;
            for (int64_t residue = 0; residue < period; residue++) {
                int64_t height = 1 - own[2 * residue], slope = -own[2 * residue + 1];
                /* First the constant, then the parts. */
                int64_t above = height + equations->constant.at[row * levels + levels - 1];
                bool holds = above >= 0 && slope >= 0, none_above = above <= 0 && slope <= 0;
                bool one_equal = above == 0 && slope == 0;
                for (int64_t i = 0; i < width && parts[i] >= 0; i++) {
                    const int64_t *part = behind + parts[i] * block + 2 * residue;
                    int64_t higher = height + part[0], steeper = slope + part[1];
                    holds |= higher >= 0 && steeper >= 0;
                    none_above &= higher <= 0 && steeper <= 0;
                    one_equal |= higher == 0 && steeper == 0;
                }
                if (!holds) {
                    failing.at[0] = residue;
                    return row;
                }
                note(none_above && one_equal, state, residue, row, tight, attained);
            }
        }
    }
    return -1;
}
