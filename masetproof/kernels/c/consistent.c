#include "kernels.h"

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

int64_t draw_words(U8 rows, I64 until, I16 asked, I16 black, U64 state, int64_t trials, I16 left, I16 words, I64 tried) {
    int64_t pegs = asked.shape[1], questions = asked.shape[0], colours = rows.shape[1], last_row = until.shape[0] - 1;
    int64_t number = 0, trial = 0;
    for (; number < words.shape[0] && trial < trials; trial++) {
        int64_t drawn = (int64_t)(next_random(state.at) % (uint64_t)until.at[last_row]), first = 0, last = last_row;
        while (first < last) {
            int64_t middle = (first + last) / 2;
            if (until.at[middle] > drawn) last = middle;
            else first = middle + 1;
        }
        int16_t *word = words.at + number * pegs;
        int64_t filled = 0;
        for (int64_t colour = 0; colour < colours; colour++)
            for (int64_t i = 0; i < rows.at[first * colours + colour]; i++) word[filled++] = (int16_t)colour;
        memcpy(left.at, black.at, (size_t)questions * sizeof *left.at);
        bool fits = true;
        for (int64_t place = 0; place < pegs && fits; place++) {
            uint64_t share = (next_random(state.at) >> 32) * (uint64_t)(pegs - place) >> 32;
            int64_t other = place + (int64_t)share;
            int16_t colour = word[other];
            word[other] = word[place];
            word[place] = colour;
            for (int64_t i = 0; i < questions; i++) {
                left.at[i] = (int16_t)(left.at[i] - (asked.at[i * pegs + place] == colour));
                fits &= left.at[i] >= 0 && left.at[i] < pegs - place;
            }
        }
        number += fits;
    }
    tried.at[0] = trial;
    return number;
}

int64_t find_words(U8 rows, I16 asked, I16 black, I16 places, I16 colours, int64_t steps, const FindRoom *room,
                   I16 words, I64 told) {
    int64_t pegs = places.shape[0], questions = asked.shape[0], kinds = colours.shape[1], number = 0, trials = 0;
    uint8_t *may = room->may.at;
    int16_t *left = room->black_left.at, *tried = room->tried.at, *word = room->word.at;
    memcpy(left, black.at, (size_t)questions * sizeof *left);
    for (int64_t place = 0; place < pegs; place++) {
        tried[place] = 0;
        word[place] = -1;
    }
    for (int64_t row = 0; row < rows.shape[0]; row++) {
        memcpy(may, rows.at + row * kinds, (size_t)kinds);
        for (int64_t depth = 0; depth >= 0;) {
            int64_t place = places.at[depth], free = pegs - depth - 1;
            int16_t colour = word[place];
            if (colour >= 0) {
                may[colour]++;
                word[place] = -1;
                for (int64_t i = 0; i < questions; i++)
                    left[i] = (int16_t)(left[i] + (asked.at[i * pegs + place] == colour));
            }
            if (tried[depth] == kinds) {
                tried[depth--] = 0;
                continue;
            }
            if (trials == steps || number == words.shape[0]) {
                told.at[0] = trials;
                told.at[1] = false;
                return number;
            }
            colour = colours.at[depth * kinds + tried[depth]++];
            if (!may[colour]) continue;
            trials++;
            bool fits = true;
            for (int64_t i = 0; i < questions; i++) {
                left[i] = (int16_t)(left[i] - (asked.at[i * pegs + place] == colour));
                fits &= left[i] >= 0 && left[i] <= free;
            }
            may[colour]--;
            word[place] = colour;
            if (!fits) continue;
            if (free) depth++;
            else memcpy(words.at + number++ * pegs, word, (size_t)pegs * sizeof *word);
        }
    }
    told.at[0] = trials;
    told.at[1] = true;
    return number;
}
