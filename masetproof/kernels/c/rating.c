#include "kernels.h"

void count_by_table(U8 answers, I64 members, I64 questions, I32 counts) {
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *told = answers.at + members.at[i] * answers.shape[1];
        for (int64_t place = 0; place < questions.shape[0]; place++)
            counts.at[place * counts.shape[1] + told[questions.at[place]]]++;
    }
}

/* The rating of a question by the sizes of its parts. */
static int64_t rating_of(const int32_t *sizes, int64_t winning, int64_t members, const int64_t *weight, bool largest) {
    int64_t rating = 0;
    for (int64_t answer = 0; answer <= winning; answer++) {
        if (sizes[answer] == members && answer != winning) return INT64_MAX;
        int64_t own = weight[sizes[answer]];
        rating = largest ? larger(rating, own) : rating + own;
    }
    return rating;
}

void rate_by_table(U8 answers, int64_t winning, I64 weight, bool largest, I64 members, I64 questions, I32 counts,
                   I64 rating) {
    for (int64_t first = 0; first < questions.shape[0]; first += counts.shape[0]) {
        I64 block = {questions.at + first, {smaller(counts.shape[0], questions.shape[0] - first)}};
        memset(counts.at, 0, (size_t)(counts.shape[0] * counts.shape[1]) * sizeof *counts.at);
        count_by_table(answers, members, block, counts);
        for (int64_t place = 0; place < block.shape[0]; place++)
            rating.at[first + place] =
                rating_of(counts.at + place * counts.shape[1], winning, members.shape[0], weight.at, largest);
    }
}

void rate_by_words(U16 questions, U16 cells, U16 times, I64 weight, U16 codes, I64 sizes, I64 rating) {
    int64_t pegs = cells.shape[0], n = cells.shape[1], unit = pegs + 1;
    uint16_t *restrict code = codes.at;
    for (int64_t number = 0; number < questions.shape[0]; number++) {
        const uint16_t *question = questions.at + number * pegs;
        memset(code, 0, (size_t)n * sizeof *code);
        for (int64_t place = 0; place < pegs; place++) {
            uint16_t colour = question[place];
            const uint16_t *column = cells.at + place * n;
            for (int64_t i = 0; i < n; i++) code[i] = (uint16_t)(code[i] + (column[i] == colour));
            if (!times.shape[0]) continue;
            int64_t asked = 0;
            bool before = false;
            for (int64_t other = 0; other < pegs; other++) {
                asked += question[other] == colour;
                before |= question[other] == colour && other < place;
            }
            const uint16_t *own = times.at + colour * n;
            for (int64_t i = 0; !before && i < n; i++)
                code[i] = (uint16_t)(code[i] + (own[i] < asked ? own[i] : asked) * unit);
        }
        for (int64_t i = 0; i < n; i++) sizes.at[code[i]]++;
        int64_t total = 0;
        sizes.at[sizes.shape[0] - 1] = 0; /* all pegs black */
        for (int64_t answer = 0; answer < sizes.shape[0]; answer++) {
            total += weight.at[sizes.at[answer]];
            sizes.at[answer] = 0;
        }
        rating.at[number] = total;
    }
}
