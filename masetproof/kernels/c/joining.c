#include "kernels.h"

/* The first place from *first* to *last* whose candidate is at least *bound*. */
static int64_t first_from(const int64_t *candidates, int64_t first, int64_t last, int64_t bound) {
    while (first < last) {
        int64_t middle = (first + last) / 2;
        if (candidates[middle] < bound) first = middle + 1;
        else last = middle;
    }
    return first;
}

int64_t join_lines(U8 cells, I64 candidates, I64 starts, I64 powers, U16 grids, int64_t most_steps, int64_t random,
                   I64 room, Bools complete) {
    int64_t size = cells.shape[1], lines = 2 * size, count = 0, level = 0;
    int64_t *low = room.at, *high = low + lines, *place = high + lines, *left = place + lines;
    bool enter = true;
    complete.at[0] = false;
    for (int64_t step = 0; step < most_steps; step++) {
        if (enter) {
            /* Where the candidates begin that have the cells which are fixed. */
            int64_t line = level / 2, fixed = line + level % 2, prefix = 0;
            for (int64_t other = 0; other < fixed; other++) {
                int64_t crossing = candidates.at[place[2 * other + 1 - level % 2]];
                prefix += cells.at[crossing * size + line] * powers.at[other + 1];
            }
            const int64_t *range = starts.at + level;
            low[level] = first_from(candidates.at, range[0], range[1], prefix);
            high[level] = first_from(candidates.at, range[0], range[1], prefix + powers.at[fixed]);
            left[level] = high[level] - low[level];
            place[level] = low[level] - 1;
            if (random && left[level]) {
                random = random * 48271 % 2147483647;
                place[level] += random % left[level];
            }
            enter = false;
        }
        if (!left[level]) {
            if (level == 0) {
                complete.at[0] = random == 0;
                return count;
            }
            level--;
            continue;
        }
        left[level]--;
        if (++place[level] == high[level]) place[level] = low[level];
        if (level < lines - 1) {
            level++;
            enter = true;
            continue;
        }
        if (count == grids.shape[0]) return count;
        for (int64_t other = 0; other < size; other++) {
            grids.at[count * lines + other] = (uint16_t)candidates.at[place[2 * other]];
            grids.at[count * lines + size + other] = (uint16_t)candidates.at[place[2 * other + 1]];
        }
        count++;
        if (random) {
            if (count == grids.shape[0]) return count;
            level = 0;
            enter = true;
        }
    }
    return count;
}
