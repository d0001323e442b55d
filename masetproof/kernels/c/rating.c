#include "kernels.h"

enum { AT_A_TIME = 256 }; /* questions, whose counts fit a processor's cache */

void count_by_table(U8 answers, I64 members, I64 questions, I64 sizes) {
    for (int64_t first = 0; first < questions.shape[0]; first += AT_A_TIME) {
        int64_t end = smaller(first + AT_A_TIME, questions.shape[0]);
        for (int64_t i = 0; i < members.shape[0]; i++) {
            const uint8_t *told = answers.at + members.at[i] * answers.shape[1];
            for (int64_t place = first; place < end; place++)
                sizes.at[told[questions.at[place]] * sizes.shape[1] + place]++;
        }
    }
}

void weigh_by_table(U8 answers, I64 members, I64 weights, I64 questions, I64 sizes) {
    for (int64_t first = 0; first < questions.shape[0]; first += AT_A_TIME) {
        int64_t end = smaller(first + AT_A_TIME, questions.shape[0]);
        for (int64_t i = 0; i < members.shape[0]; i++) {
            const uint8_t *told = answers.at + members.at[i] * answers.shape[1];
            for (int64_t place = first; place < end; place++)
                sizes.at[told[questions.at[place]] * sizes.shape[1] + place] += weights.at[i];
        }
    }
}

int64_t telling_by_table(U8 answers, int64_t winning, I64 members, I64 questions, I64 telling) {
    int64_t kept = 0;
    for (int64_t place = 0; place < questions.shape[0]; place++) {
        const uint8_t *given = answers.at + questions.at[place];
        uint8_t told = given[members.at[0] * answers.shape[1]];
        int64_t i = 1;
        while (i < members.shape[0] && given[members.at[i] * answers.shape[1]] == told) i++;
        if (i < members.shape[0] || told == winning) telling.at[kept++] = questions.at[place];
    }
    return kept;
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
