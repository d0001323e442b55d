#include "kernels.h"

#define TOGETHER 16 /* members */
#define MANY 6 /* members: classes of so many come first, as most members fail to separate such a one */

/* Begin the classes of some sizes, whose members come from *next* on; where the class after them begins. */
static uint16_t *begin_classes(const uint16_t *count, int64_t answers, int64_t least, int64_t most, uint16_t **next,
                               uint16_t *to) {
    for (int64_t answer = 0; answer < answers; answer++) {
        if (count[answer] < least || count[answer] > most) continue;
        *to++ = count[answer];
        next[answer] = to;
        to += count[answer];
    }
    return to;
}

/* The classes of some members, TOGETHER at most, which begin at to[0], to[1], ...; all are written at the same time,
   as one after the other would have to wait for where the last one went.  Where those of the next member begin. */
static uint16_t *write_classes(U8 told, const int32_t *column, int64_t width, U16Row members, uint16_t *to) {
    int64_t size = members.shape[0];
    uint8_t answer[BATCHED_TO][TOGETHER];
    uint16_t count[TOGETHER][BATCH_ANSWERS] = {0}, *next[TOGETHER][BATCH_ANSWERS], alone;
    int64_t answers = 0;
    for (int64_t j = 0; j < size; j++) {
        const uint8_t *row = told.at + members.at[j] * told.shape[1];
        for (int64_t i = 0; i < width; i++) {
            uint8_t one = answer[j][i] = row[column[i]];
            count[i][one]++;
            answers = larger(answers, one + 1);
        }
    }
    for (int64_t i = 0; i < width; i++) {
        for (int64_t one = 0; one < answers; one++) next[i][one] = &alone;
        to = begin_classes(count[i], answers, MANY, size, next[i], to);
        to = begin_classes(count[i], answers, 2, MANY - 1, next[i], to);
        *to++ = 0;
    }
    for (int64_t j = 0; j < size; j++)
        for (int64_t i = 0; i < width; i++) *next[i][answer[j][i]]++ = (uint16_t)j;
    return to;
}

void list_classes(U8 told, I32 own, U16Row members, U16Row classes) {
    uint16_t *to = classes.at;
    for (int64_t first = 0; first < members.shape[0]; first += TOGETHER) {
        int64_t width = smaller(TOGETHER, members.shape[0] - first);
        int32_t column[TOGETHER];
        for (int64_t i = 0; i < width; i++) column[i] = own.at[members.at[first + i]];
        to = write_classes(told, column, width, members, to);
    }
}

/* The classes of the next member. */
static const uint16_t *next_classes(const uint16_t *class) {
    while (*class) class += 1 + *class;
    return class + 1;
}

/* Of the questions for which a member is in one of the parts, leave out those where it does not separate it. */
static void keep_separating(U8 rows, int64_t member, const uint16_t *class, uint8_t *wanted) {
    const uint8_t *own = rows.at + member * BLOCK;
    for (; *class; class += 1 + *class) {
        uint8_t seen[BLOCK] = {0}, any = 0;
        for (int64_t i = 1; i <= *class; i++) {
            const uint8_t *row = rows.at + class[i] * BLOCK;
            for (int64_t question = 0; question < BLOCK; question++) {
                uint8_t same = row[question] == own[question] ? 255 : 0;
                wanted[question] &= (uint8_t)~(seen[question] & same);
                seen[question] |= same;
            }
        }
        for (int64_t question = 0; question < BLOCK; question++) any |= wanted[question];
        if (!any) return;
    }
}

void drop_separated_plainly(U8 rows, U16Row classes, U8 parts) {
    const uint16_t *class = classes.at;
    for (int64_t member = 0; member < rows.shape[0]; member++, class = next_classes(class)) {
        const uint8_t *own = rows.at + member * BLOCK;
        uint8_t wanted[BLOCK], any = 0;
        for (int64_t question = 0; question < BLOCK; question++) {
            int64_t eight = own[question] >> 3;
            uint8_t bits = eight < parts.shape[0] ? parts.at[eight * BLOCK + question] : 0;
            any |= wanted[question] = bits >> (own[question] & 7) & 1 ? 255 : 0;
        }
        if (!any) continue;
        keep_separating(rows, member, class, wanted);
        for (int64_t question = 0; question < BLOCK; question++)
            if (wanted[question])
                parts.at[(own[question] >> 3) * BLOCK + question] &= (uint8_t)~(1 << (own[question] & 7));
    }
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
#define EACH(k, count) _Pragma("GCC unroll 4") for (int k = 0; k < (count); k++) /* kept in registers */
/* A bit for each of eight answers in one half, and none in the other. */
static const uint8_t BITS[32] = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
                                 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};

AVX2 static __m256i load(const void *from) { return _mm256_loadu_si256(from); }

/* The bits of answers from 8 k on; a shuffle gives 0 where the index is above 127, to which others are moved. */
AVX2 static __m256i bits_of(__m256i answer, int k) {
    __m256i index = _mm256_sub_epi8(answer, _mm256_set1_epi8((char)(8 * k)));
    return _mm256_shuffle_epi8(load(BITS), _mm256_adds_epu8(index, _mm256_set1_epi8(0x70)));
}

/* As keep_separating, for the questions of two vectors; whether any is left. */
AVX2 static bool keep_separating_avx2(U8 rows, int64_t member, const uint16_t *class, __m256i *wanted) {
    __m256i own[2];
    EACH(v, 2) own[v] = load(rows.at + member * BLOCK + 32 * v);
    for (; *class; class += 1 + *class) {
        __m256i seen[2];
        EACH(v, 2) seen[v] = _mm256_cmpeq_epi8(own[v], load(rows.at + class[1] * BLOCK + 32 * v));
        for (int64_t i = 2; i <= *class; i++) {
            EACH(v, 2) {
                __m256i same = _mm256_cmpeq_epi8(own[v], load(rows.at + class[i] * BLOCK + 32 * v));
                wanted[v] = _mm256_andnot_si256(_mm256_and_si256(seen[v], same), wanted[v]);
                seen[v] = _mm256_or_si256(seen[v], same);
            }
        }
        __m256i any = _mm256_or_si256(wanted[0], wanted[1]);
        if (_mm256_testz_si256(any, any)) return false;
    }
    return true;
}

AVX2 void drop_separated_avx2(U8 rows, U16Row classes, U8 parts) {
    const uint16_t *class = classes.at;
    int64_t eights = parts.shape[0];
    for (int64_t member = 0; member < rows.shape[0]; member++, class = next_classes(class)) {
        __m256i wanted[2], none = _mm256_setzero_si256();
        EACH(v, 2) {
            __m256i own = load(rows.at + member * BLOCK + 32 * v), in = none;
            for (int k = 0; k < eights; k++)
                in = _mm256_or_si256(in, _mm256_and_si256(bits_of(own, k), load(parts.at + k * BLOCK + 32 * v)));
            wanted[v] = _mm256_xor_si256(_mm256_cmpeq_epi8(in, none), _mm256_set1_epi8(-1));
        }
        __m256i any = _mm256_or_si256(wanted[0], wanted[1]);
        if (_mm256_testz_si256(any, any) || !keep_separating_avx2(rows, member, class, wanted)) continue;
        EACH(v, 2) {
            __m256i own = load(rows.at + member * BLOCK + 32 * v);
            for (int k = 0; k < eights; k++) {
                uint8_t *part = parts.at + k * BLOCK + 32 * v;
                __m256i found = _mm256_and_si256(bits_of(own, k), wanted[v]);
                _mm256_storeu_si256((void *)part, _mm256_andnot_si256(found, load(part)));
            }
        }
    }
}
#else
void drop_separated_avx2(U8 rows, U16Row classes, U8 parts) { drop_separated_plainly(rows, classes, parts); }
#endif

void drop_separated(U8 rows, U16Row classes, U8 parts) {
    if (vector_bits()) drop_separated_avx2(rows, classes, parts);
    else drop_separated_plainly(rows, classes, parts);
}
