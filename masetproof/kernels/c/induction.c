#include "kernels.h"

/* An equation with the numbers of its parts, claimed for as many colours as are left, and of its function. */
typedef struct {
    const int16_t *parts, *end;
    const int64_t *behind, *secrets, *own;
    int64_t constant, period, terms;
} Compared;

/* Both note where the equation is attained, and return the first residue where it fails, or -1. */
static int64_t check_sum(const Compared *one, int64_t *restrict sum, bool *tight, int64_t stride) {
    int64_t terms = one->terms, block = one->period * terms;
    for (int64_t k = 0; k < block; k++) sum[k] = one->secrets[k] - one->own[k];
    for (int64_t residue = 0; residue < one->period; residue++) sum[residue * terms] += one->constant;
    for (const int16_t *part = one->parts; part < one->end; part++) {
        const int64_t *claim = one->behind + *part * block;
        for (int64_t k = 0; k < block; k++) sum[k] += claim[k];
    }
    for (int64_t residue = 0; residue < one->period; residue++) {
        bool equal = true;
        for (int64_t k = residue * terms; k < (residue + 1) * terms; k++) {
            if (sum[k] < 0) return residue;
            equal &= sum[k] == 0;
        }
        tight[residue * stride] = equal;
    }
    return -1;
}

static int64_t check_maximum(const Compared *one, bool *tight, int64_t stride) {
    for (int64_t residue = 0; residue < one->period; residue++) {
        int64_t height = 1 - one->own[2 * residue], slope = -one->own[2 * residue + 1];
        /* First the constant, then the parts. */
        int64_t above = height + one->constant;
        bool holds = above >= 0 && slope >= 0, none_above = above <= 0 && slope <= 0;
        bool one_equal = above == 0 && slope == 0;
        for (const int16_t *part = one->parts; part < one->end; part++) {
            const int64_t *claim = one->behind + 2 * (*part * one->period + residue);
            int64_t higher = height + claim[0], steeper = slope + claim[1];
            holds |= higher >= 0 && steeper >= 0;
            none_above &= higher <= 0 && steeper <= 0;
            one_equal |= higher == 0 && steeper == 0;
        }
        if (!holds) return residue;
        tight[residue * stride] = none_above && one_equal;
    }
    return -1;
}

int64_t check_equations(const EquationColumns *equations, const ClaimedDifferences *claimed,
                        bool worst, I64 excess, Bools tight, I64 attained, I64 failing) {
    int64_t functions = claimed->secrets.shape[0], period = claimed->secrets.shape[1], terms = claimed->secrets.shape[2];
    int64_t levels = equations->constant.shape[1], block = period * terms;
    const int16_t *parts = equations->parts.at;
    int64_t rows = tight.shape[1];
    for (int64_t function = 0; function < functions; function++)
        for (int64_t row = equations->start.at[function]; row < equations->start.at[function + 1]; row++) {
            Compared one = {parts + equations->part_start.at[row], parts + equations->part_start.at[row + 1],
                            claimed->values.at + equations->new.at[row] * functions * block,
                            claimed->secrets.at + function * block, claimed->values.at + function * block,
                            equations->constant.at[row * levels + levels - 1], period, terms};
            bool *own = tight.at + row;
            failing.at[0] = worst ? check_maximum(&one, own, rows) : check_sum(&one, excess.at, own, rows);
            if (failing.at[0] >= 0) return row;
            for (int64_t residue = 0; residue < period; residue++) {
                int64_t *first = attained.at + function * period + residue;
                if (*first < 0 && own[residue * rows]) *first = row;
            }
        }
    return -1;
}
