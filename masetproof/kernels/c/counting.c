#include "kernels.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
bool has_avx2(void) { return false; }
#endif

static const uint8_t *row_of(U8 told, U16 members, int64_t i) { return told.at + members.at[i] * told.shape[1]; }

/* The answers to questions from first on. */
static void count_from(U8 told, U16 members, int64_t first, U8 parts) {
    for (int64_t question = first; question < parts.shape[0]; question++) {
        uint64_t seen[4] = {0};
        uint8_t count = 0;
        for (int64_t i = 0; i < members.shape[0]; i++) {
            uint8_t answer = row_of(told, members, i)[question];
            uint64_t *word = seen + (answer >> 6), bit = UINT64_C(1) << (answer & 63);
            count = (uint8_t)(count + !(*word & bit));
            *word |= bit;
        }
        parts.at[question] = count;
    }
}

void count_answers_plainly(U8 told, U16 members, int64_t answers, U8 parts) {
    (void)answers;
    count_from(told, members, 0, parts);
}

void size_parts_plainly(U8 told, U16 members, int64_t first, U16 sizes) {
    int64_t width = smaller(BLOCK, told.shape[1] - first);
    memset(sizes.at, 0, (size_t)(sizes.shape[0] * BLOCK) * sizeof *sizes.at);
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *row = row_of(told, members, i) + first;
        for (int64_t column = 0; column < width; column++) sizes.at[row[column] * BLOCK + column]++;
    }
}

#ifdef AVX2
#define VECTORS 4 /* of 32 questions each, so that whole lines of memory are read */
static const uint8_t BITS[32] = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
                                 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t ONES[32] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

AVX2 static __m256i load(const void *from) { return _mm256_loadu_si256(from); }

/* The bits that are set in each byte. */
AVX2 static __m256i ones(__m256i bytes) {
    __m256i low = _mm256_set1_epi8(15), table = load(ONES);
    __m256i one = _mm256_shuffle_epi8(table, _mm256_and_si256(bytes, low));
    return _mm256_add_epi8(one, _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)));
}

/* Count the answers to the questions of some vectors.

   A byte of seen has a bit for each of eight answers: a shuffle looks the bit up, and gives 0 where the
   index is above 127, to which other answers are moved. */
AVX2 static inline __attribute__((always_inline)) void count_vectors(U8 told, U16 members, int64_t answers,
                                                                     int64_t question, U8 parts, int vectors) {
    __m256i low = load(BITS), high = _mm256_permute4x64_epi64(low, 0xB1), most = _mm256_set1_epi8(0x70);
    __m256i count[VECTORS], seen[VECTORS], upper[VECTORS];
    for (int k = 0; k < vectors; k++) count[k] = _mm256_setzero_si256();
    for (int64_t from = 0; from < answers; from += 16) {
        __m256i before = _mm256_set1_epi8((char)from);
        for (int k = 0; k < vectors; k++) seen[k] = upper[k] = _mm256_setzero_si256();
        for (int64_t i = 0; i < members.shape[0]; i++) {
            const uint8_t *row = row_of(told, members, i) + question;
            for (int k = 0; k < vectors; k++) {
                __m256i answer = load(row + 32 * k);
                if (answers > 16) answer = _mm256_adds_epu8(_mm256_sub_epi8(answer, before), most);
                seen[k] = _mm256_or_si256(seen[k], _mm256_shuffle_epi8(low, answer));
                if (answers - from > 8) upper[k] = _mm256_or_si256(upper[k], _mm256_shuffle_epi8(high, answer));
            }
        }
        for (int k = 0; k < vectors; k++)
            count[k] = _mm256_add_epi8(count[k], _mm256_add_epi8(ones(seen[k]), ones(upper[k])));
    }
    for (int k = 0; k < vectors; k++) _mm256_storeu_si256((void *)(parts.at + question + 32 * k), count[k]);
}

AVX2 void count_answers_avx2(U8 told, U16 members, int64_t answers, U8 parts) {
    int64_t question = 0;
    for (; question + 32 * VECTORS <= parts.shape[0]; question += 32 * VECTORS)
        count_vectors(told, members, answers, question, parts, VECTORS);
    for (; question + 32 <= parts.shape[0]; question += 32)
        count_vectors(told, members, answers, question, parts, 1);
    count_from(told, members, question, parts);
}

/* Add to sizes those of seven answers, of members first to last, no more than 255. */
AVX2 static void size_seven(U8 told, U16 members, int64_t first, int64_t last, int64_t question, int64_t from,
                            U16 sizes) {
    __m256i counts[7], answer[7];
    for (int k = 0; k < 7; k++) {
        counts[k] = _mm256_setzero_si256();
        answer[k] = _mm256_set1_epi8((char)(from + k));
    }
    for (int64_t i = first; i < last; i++) {
        __m256i told_here = load(row_of(told, members, i) + question);
        for (int k = 0; k < 7; k++) counts[k] = _mm256_sub_epi8(counts[k], _mm256_cmpeq_epi8(told_here, answer[k]));
    }
    for (int k = 0; k < 7 && from + k < sizes.shape[0]; k++) {
        uint16_t *to = sizes.at + (from + k) * BLOCK;
        __m256i low = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(counts[k]));
        __m256i high = _mm256_cvtepu8_epi16(_mm256_extracti128_si256(counts[k], 1));
        _mm256_storeu_si256((void *)to, _mm256_add_epi16(load(to), low));
        _mm256_storeu_si256((void *)(to + 16), _mm256_add_epi16(load(to + 16), high));
    }
}

AVX2 void size_parts_avx2(U8 told, U16 members, int64_t first, U16 sizes) {
    if (first + BLOCK > told.shape[1] || sizes.shape[0] > 64) { /* counting each is faster than comparing with many */
        size_parts_plainly(told, members, first, sizes);
        return;
    }
    memset(sizes.at, 0, (size_t)(sizes.shape[0] * BLOCK) * sizeof *sizes.at);
    for (int64_t i = 0; i < members.shape[0]; i += 255)
        for (int64_t from = 0; from < sizes.shape[0]; from += 7)
            size_seven(told, members, i, smaller(i + 255, members.shape[0]), first, from, sizes);
}
#else
void count_answers_avx2(U8 told, U16 members, int64_t answers, U8 parts) {
    count_answers_plainly(told, members, answers, parts);
}
void size_parts_avx2(U8 told, U16 members, int64_t first, U16 sizes) {
    size_parts_plainly(told, members, first, sizes);
}
#endif

void count_answers(U8 told, U16 members, int64_t answers, U8 parts) {
    (has_avx2() ? count_answers_avx2 : count_answers_plainly)(told, members, answers, parts);
}

void size_parts(U8 told, U16 members, int64_t first, U16 sizes) {
    (has_avx2() ? size_parts_avx2 : size_parts_plainly)(told, members, first, sizes);
}
