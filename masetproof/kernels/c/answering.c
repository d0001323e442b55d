#include "kernels.h"

/* Take up to LANES words, one beside the other, in place of those before: their cells, and how often they have each
   colour. */
static void take_lanes(U16 words, int64_t first, int64_t count, U16 cells, U16 holds) {
    int64_t pegs = words.shape[1];
    for (int64_t peg = 0; holds.shape[0] && peg < pegs; peg++)
        for (int64_t lane = 0; lane < LANES; lane++) holds.at[cells.at[peg * LANES + lane] * LANES + lane] = 0;
    for (int64_t peg = 0; peg < pegs; peg++)
        for (int64_t lane = 0; lane < LANES; lane++) {
            uint16_t cell = words.at[(first + smaller(lane, count - 1)) * pegs + peg];
            cells.at[peg * LANES + lane] = cell;
            if (holds.shape[0]) holds.at[cell * LANES + lane]++;
        }
}

/* The counts of one word with those of the lanes. */
static void count_common(const uint16_t *word, U16 cells, U16 holds, int64_t cell, int64_t colour, uint32_t *counts) {
    uint16_t agree[LANES] = {0}, common[LANES] = {0};
    for (int64_t peg = 0; peg < cells.shape[0]; peg++) {
        const uint16_t *there = cells.at + peg * LANES, *hold = holds.at + word[peg] * LANES;
        int16_t before = 0;
        for (int lane = 0; lane < LANES; lane++) agree[lane] = (uint16_t)(agree[lane] + (there[lane] == word[peg]));
        if (word[peg] >= holds.shape[0]) continue;
        for (int64_t other = 0; other < peg; other++) before = (int16_t)(before + (word[other] == word[peg]));
        for (int lane = 0; lane < LANES; lane++)
            common[lane] = (uint16_t)(common[lane] + ((int16_t)hold[lane] > before));
    }
    for (int lane = 0; lane < LANES; lane++)
        counts[lane] = (uint32_t)cell * agree[lane] + (uint32_t)colour * common[lane];
}

void answer_by_count(U16 rows, U16 columns, int64_t cell, int64_t colour, I32 number, U16 cells, U16 holds,
                     U8 narrow, I32 wide) {
    int64_t pegs = rows.shape[1], width = columns.shape[0];
    for (int64_t at = 0; at < width; at += LANES) {
        int64_t lanes = smaller(LANES, width - at);
        take_lanes(columns, at, lanes, cells, holds);
        for (int64_t row = 0; row < rows.shape[0]; row++) {
            uint32_t counts[LANES];
            count_common(rows.at + row * pegs, cells, holds, cell, colour, counts);
            if (narrow.shape[0])
                for (int64_t lane = 0; lane < lanes; lane++)
                    narrow.at[row * width + at + lane] = (uint8_t)number.at[counts[lane]];
            else
                for (int64_t lane = 0; lane < lanes; lane++)
                    wide.at[row * width + at + lane] = number.at[counts[lane]];
        }
    }
}
