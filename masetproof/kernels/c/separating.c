#include "kernels.h"

#define MULTIPLIER INT64_C(0x2545F4914F6CDD1D)

int64_t anneal(U8 answers, U16 grids, int64_t colours, I64 powers, I64 bases, int64_t steps, int64_t heat,
               int64_t random, I64 cells, I64 best, I64 keys, I64 slots) {
    int64_t size = powers.shape[0], n = grids.shape[1], lines = answers.shape[1], mask = slots.shape[1] - 1;
    int64_t *old = keys.at, *new = keys.at + n, *used = slots.at, *held = slots.at + slots.shape[1];
    for (int64_t grid = 0; grid < n; grid++) new[grid] = 0;
    for (int64_t line = 0; line < 2 * size; line++) {
        int64_t number = 0;
        for (int64_t place = 0; place < size; place++)
            number += cells.at[line < size ? line * size + place : place * size + line - size] * powers.at[place];
        for (int64_t grid = 0; grid < n; grid++)
            new[grid] += answers.at[number * lines + grids.at[line * n + grid]] * bases.at[line];
    }
    int64_t current = n, fewest = n, cell = 0, colour = cells.at[0];
    for (int64_t step = 0; step <= steps; step++) {
        int64_t allowed = n, collisions = 0;
        if (step) {
            /* Another colour for one cell changes the answers of its row and its column. */
            random = random * 48271 % 2147483647;
            cell = random % (size * size);
            random = random * 48271 % 2147483647;
            colour = (cells.at[cell] + 1 + random % (colours - 1)) % colours;
            random = random * 48271 % 2147483647;
            allowed = current + random % (heat * (steps - step) / steps + 1);
            int64_t row = cell / size, column = cell % size, row_before = 0, column_before = 0;
            for (int64_t place = 0; place < size; place++) {
                row_before += cells.at[row * size + place] * powers.at[place];
                column_before += cells.at[place * size + column] * powers.at[place];
            }
            int64_t change = colour - cells.at[cell];
            const uint8_t *before = answers.at + row_before * lines, *across = answers.at + column_before * lines;
            const uint8_t *after = before + change * powers.at[column] * lines;
            const uint8_t *across_after = across + change * powers.at[row] * lines;
            const uint16_t *rows = grids.at + row * n, *columns = grids.at + (size + column) * n;
            for (int64_t grid = 0; grid < n; grid++)
                new[grid] = old[grid] + (after[rows[grid]] - before[rows[grid]]) * bases.at[row]
                    + (across_after[columns[grid]] - across[columns[grid]]) * bases.at[size + column];
        }
        /* Each key goes into a table, unless it is there; that of an earlier step counts as empty. */
        for (int64_t grid = 0; grid < n && collisions <= allowed; grid++) {
            int64_t key = new[grid], slot = (int64_t)((uint64_t)key * (uint64_t)MULTIPLIER) >> 24 & mask;
            while (used[slot] == step + 1 && held[slot] != key) slot = (slot + 1) & mask;
            collisions += used[slot] == step + 1;
            used[slot] = step + 1;
            held[slot] = key;
        }
        if (collisions > allowed) continue;
        int64_t *spare = old;
        old = new;
        new = spare;
        cells.at[cell] = colour;
        current = collisions;
        if (current < fewest) {
            fewest = current;
            memcpy(best.at, cells.at, (size_t)(size * size) * sizeof *best.at);
            if (!fewest) break;
        }
    }
    return fewest;
}
