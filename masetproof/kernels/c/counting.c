#include "kernels.h"

#define PICKED 512 /* questions that are picked from one row after the other */

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512bitalg")))
#define INLINE inline __attribute__((always_inline))
#define EACH(k, count) _Pragma("GCC unroll 16") for (int k = 0; k < (count); k++) /* kept in registers */
int64_t vector_bits(void) {
    if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")
        && __builtin_cpu_supports("avx512bitalg")) return 512;
    return __builtin_cpu_supports("avx2") ? 256 : 0;
}
#else
int64_t vector_bits(void) { return 0; }
#endif

static const uint8_t *row_of(U8 told, U16Row members, int64_t i) { return told.at + members.at[i] * told.shape[1]; }

static uint8_t ones_of(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (uint8_t)(((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

/* So many bits from the lowest one on, at most all of them. */
static uint64_t mask_of(int64_t bits) { return bits < 64 ? (UINT64_C(1) << bits) - 1 : ~UINT64_C(0); }

/* A word of seen has a bit for each of 64 answers. */
void count_answers_plainly(U8 told, U16Row members, int64_t answers, U8Row parts) {
    for (int64_t first = 0; first < parts.shape[0]; first += BLOCK) {
        int64_t width = smaller(BLOCK, parts.shape[0] - first);
        uint8_t *count = parts.at + first;
        memset(count, 0, (size_t)width);
        for (int64_t from = 0; from < answers; from += 64) {
            uint64_t seen[BLOCK] = {0};
            for (int64_t i = 0; i < members.shape[0]; i++) {
                const uint8_t *row = row_of(told, members, i) + first;
                for (int64_t column = 0; column < width; column++) {
                    uint64_t answer = (uint64_t)(row[column] - from);
                    seen[column] |= (uint64_t)(answer < 64) << (answer & 63);
                }
            }
            for (int64_t column = 0; column < width; column++) {
                count[column] = (uint8_t)(count[column] + ones_of(seen[column] & mask_of(answers - from)));
            }
        }
    }
}

static int64_t most_of(const uint8_t *counts, int64_t width, int64_t most) {
    for (int64_t i = 0; i < width; i++) most = larger(most, counts[i]);
    return most;
}

int64_t most_answers_plainly(U8 told, U16Row members, int64_t answers, int64_t questions) {
    int64_t most = 0;
    for (int64_t first = 0; first < questions; first += BLOCK) {
        uint8_t counts[BLOCK];
        int64_t width = smaller(BLOCK, questions - first);
        U8 from = {told.at + first, {told.shape[0], told.shape[1]}};
        count_answers_plainly(from, members, answers, (U8Row){counts, {width}});
        most = most_of(counts, width, most);
    }
    return most;
}

void size_parts_plainly(U8 told, U16Row members, int64_t first, U16 sizes) {
    int64_t width = smaller(BLOCK, told.shape[1] - first);
    memset(sizes.at, 0, (size_t)(sizes.shape[0] * BLOCK) * sizeof *sizes.at);
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *row = row_of(told, members, i) + first;
        for (int64_t column = 0; column < width; column++) sizes.at[row[column] * BLOCK + column]++;
    }
}

uint64_t small_parts_plainly(U8 told, U16Row members, int64_t first, int64_t answers, int64_t most) {
    uint64_t small = 0;
    for (int64_t column = 0; column < smaller(BLOCK, told.shape[1] - first); column++) {
        uint16_t size[256] = {0};
        bool large = false;
        for (int64_t i = 0; i < members.shape[0] && !large; i++) {
            uint8_t answer = row_of(told, members, i)[first + column];
            large = answer < answers && ++size[answer] > most;
        }
        small |= (uint64_t)!large << column;
    }
    return small;
}

#ifdef AVX2
#define AT_ONCE 24 /* answers that are counted at once; of more answers few members are compared with each other */
#define FEW_MEMBERS 64
#define PAGE 4096 /* bytes of a row that are read one after the other */
#define AHEAD 256 /* bytes: so far before they are needed, those of a row are asked for */
#define TOGETHER 3 /* rows that are read at the same time */
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

/* A table of bits of answers, by their low four bits, of which only the first ones count. */
AVX2 static __m256i bits_below(__m256i bits, int64_t answers) {
    __m256i index = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    return _mm256_and_si256(bits, _mm256_cmpgt_epi8(_mm256_set1_epi8((char)smaller(answers, 16)), index));
}

/* Count the answers to 32 questions or more.

   beyond: whether a number is above 15.  more: whether there are more answers than AT_ONCE.

   A byte of seen has a bit for each of eight answers: a shuffle looks the bit up, and gives 0 where the
   index is above 127, to which other answers are moved.  Rows are far from each other, and each is read
   from one end of a page to the other, as processors expect it.  The last vector of a page shares questions
   with that before it. */
AVX2 static INLINE void count_eights_avx2(U8 told, U16Row members, int64_t answers, U8Row parts, int eights, bool beyond,
                                            bool more) {
    __m256i bits[3], most = _mm256_set1_epi8(0x70);
    __m256i seen[PAGE / 32][3], one[3], count[PAGE / 32];
    int64_t size = members.shape[0], questions = parts.shape[0];
    for (int64_t first = 0; first < questions; first += PAGE) {
        int64_t end = smaller(questions, first + PAGE), vectors = (end - first + 31) / 32;
        for (int64_t from = 0; from < answers; from += AT_ONCE) {
            bits[0] = bits_below(load(BITS), answers - from);
            bits[1] = bits_below(_mm256_permute4x64_epi64(load(BITS), 0xB1), answers - from);
            bits[2] = bits_below(load(BITS), larger(0, answers - from - 16));
            for (int64_t i = 0; i < size; i += TOGETHER) {
                const uint8_t *row[TOGETHER];
                EACH(k, TOGETHER) row[k] = row_of(told, members, smaller(i + k, size - 1));
                for (int64_t v = 0; v < vectors; v++) {
                    int64_t question = smaller(first + 32 * v, end - 32);
                    EACH(p, eights) one[p] = i ? seen[v][p] : _mm256_setzero_si256();
                    EACH(k, TOGETHER) {
                        __m256i answer = load(row[k] + question), index;
                        if (more) answer = _mm256_sub_epi8(answer, _mm256_set1_epi8((char)from));
                        index = beyond ? _mm256_adds_epu8(answer, most) : answer;
                        one[0] = _mm256_or_si256(one[0], _mm256_shuffle_epi8(bits[0], index));
                        one[1] = _mm256_or_si256(one[1], _mm256_shuffle_epi8(bits[1], index));
                        if (eights < 3) continue;
                        index = _mm256_sub_epi8(answer, _mm256_set1_epi8(16));
                        if (more) index = _mm256_adds_epu8(index, most);
                        one[2] = _mm256_or_si256(one[2], _mm256_shuffle_epi8(bits[2], index));
                    }
                    EACH(p, eights) seen[v][p] = one[p];
                }
            }
            for (int64_t v = 0; v < vectors; v++) {
                if (!from) count[v] = _mm256_setzero_si256();
                EACH(p, eights) count[v] = _mm256_add_epi8(count[v], ones(seen[v][p]));
                _mm256_storeu_si256((void *)(parts.at + smaller(first + 32 * v, end - 32)), count[v]);
            }
        }
    }
}

/* Count the answers to the questions of one vector by comparing each member with those before it. */
AVX2 static void compare_vector(U8 told, U16Row members, int64_t answers, int64_t question, U8Row parts) {
    __m256i before[FEW_MEMBERS], count = _mm256_setzero_si256(), one = _mm256_set1_epi8(1);
    __m256i most = _mm256_set1_epi8((char)(answers - 1));
    for (int64_t i = 0; i < members.shape[0]; i++) {
        __m256i answer = before[i] = load(row_of(told, members, i) + question);
        __m256i seen = _mm256_xor_si256(_mm256_cmpeq_epi8(_mm256_max_epu8(answer, most), most), _mm256_set1_epi8(-1));
        for (int64_t j = 0; j < i; j++) seen = _mm256_or_si256(seen, _mm256_cmpeq_epi8(answer, before[j]));
        count = _mm256_add_epi8(count, _mm256_andnot_si256(seen, one));
    }
    _mm256_storeu_si256((void *)(parts.at + question), count);
}

AVX2 void count_answers_avx2(U8 told, U16Row members, int64_t answers, U8Row parts) {
    int64_t questions = parts.shape[0];
    if (questions < 32 || !members.shape[0] || !answers) count_answers_plainly(told, members, answers, parts);
    else if (answers < 16) count_eights_avx2(told, members, answers, parts, 2, false, false);
    else if (answers == 16) count_eights_avx2(told, members, answers, parts, 2, true, false);
    else if (answers <= AT_ONCE) count_eights_avx2(told, members, answers, parts, 3, true, false);
    else if (members.shape[0] > FEW_MEMBERS) count_eights_avx2(told, members, answers, parts, 3, true, true);
    else
        for (int64_t question = 0; question < questions; question += 32)
            compare_vector(told, members, answers, smaller(question, questions - 32), parts);
}

/* The most answers to any of 32 questions, or least if none has more.

   Once some answers are counted, no question has more others than members that gave none of them.  Rows are far from
   each other, so what is needed soon is asked for in time. */
AVX2 static int64_t most_vector(U8 told, U16Row members, int64_t answers, int64_t question, int64_t least) {
    __m256i count = _mm256_setzero_si256(), left = _mm256_set1_epi8((char)smaller(255, members.shape[0]));
    __m256i last = _mm256_set1_epi8(AT_ONCE - 1), counted = _mm256_set1_epi8(members.shape[0] <= 255 ? -1 : 0);
    __m256i more = _mm256_set1_epi8(0x70);
    for (int64_t from = 0; from < answers; from += AT_ONCE) {
        __m256i seen[3], bits[3];
        bits[0] = bits_below(load(BITS), answers - from);
        bits[1] = bits_below(_mm256_permute4x64_epi64(load(BITS), 0xB1), answers - from);
        bits[2] = bits_below(load(BITS), larger(0, answers - from - 16));
        EACH(p, 3) seen[p] = _mm256_setzero_si256();
        for (int64_t i = 0; i < members.shape[0]; i++) {
            const uint8_t *row = row_of(told, members, i) + question;
            if (!from) __builtin_prefetch(row + AHEAD);
            __m256i answer = _mm256_sub_epi8(load(row), _mm256_set1_epi8((char)from));
            __m256i here = _mm256_cmpeq_epi8(_mm256_min_epu8(answer, last), answer);
            left = _mm256_add_epi8(left, _mm256_and_si256(here, counted));
            EACH(p, 3) {
                __m256i index = p < 2 ? answer : _mm256_sub_epi8(answer, _mm256_set1_epi8(16));
                seen[p] = _mm256_or_si256(seen[p], _mm256_shuffle_epi8(bits[p], _mm256_adds_epu8(index, more)));
            }
        }
        EACH(p, 3) count = _mm256_add_epi8(count, ones(seen[p]));
        __m256i others = _mm256_min_epu8(left, _mm256_set1_epi8((char)larger(0, answers - from - AT_ONCE)));
        __m256i most = _mm256_subs_epu8(_mm256_add_epi8(count, others), _mm256_set1_epi8((char)least));
        if (_mm256_testz_si256(most, most)) return least;
    }
    uint8_t counts[32];
    _mm256_storeu_si256((void *)counts, count);
    return most_of(counts, 32, least);
}

AVX2 int64_t most_answers_avx2(U8 told, U16Row members, int64_t answers, int64_t questions) {
    int64_t most = 0;
    if (questions < 32) return most_answers_plainly(told, members, answers, questions);
    for (int64_t question = 0; question < questions; question += 32)
        most = most_vector(told, members, answers, smaller(question, questions - 32), most);
    return most;
}

/* Note the sizes of 32 parts, no more than 255, or add them to those of other members; *rest* gets less by them. */
AVX2 static INLINE void note_sizes(__m256i sizes, uint16_t *to, uint16_t *rest, bool add) {
    __m256i half[2];
    half[0] = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(sizes));
    half[1] = _mm256_cvtepu8_epi16(_mm256_extracti128_si256(sizes, 1));
    EACH(v, 2) {
        __m256i others = _mm256_sub_epi16(load(rest + 16 * v), half[v]);
        _mm256_storeu_si256((void *)(rest + 16 * v), others);
        _mm256_storeu_si256((void *)(to + 16 * v), add ? _mm256_add_epi16(load(to + 16 * v), half[v]) : half[v]);
    }
}

/* Size the parts of *count* answers, at most four, by members first to last, which are no more than 255.

   soon: whether the next BLOCK questions are asked for, too; rows are far from each other. */
AVX2 static INLINE void size_four(U8 told, U16Row members, int64_t first, int64_t last, int64_t question, int64_t from,
                                  int64_t count, uint16_t *sizes, uint16_t *rest, bool soon) {
    __m256i counts[4][2], answer[4];
    EACH(k, 4) {
        counts[k][0] = counts[k][1] = _mm256_setzero_si256();
        answer[k] = _mm256_set1_epi8((char)(from + k));
    }
    for (int64_t i = first; i < last; i++) {
        const uint8_t *row = row_of(told, members, i) + question;
        if (soon) __builtin_prefetch(row + BLOCK);
        EACH(v, 2) {
            __m256i told_here = load(row + 32 * v);
            EACH(k, 4) counts[k][v] = _mm256_sub_epi8(counts[k][v], _mm256_cmpeq_epi8(told_here, answer[k]));
        }
    }
    for (int k = 0; k < 4 && k < count; k++)
        EACH(v, 2) note_sizes(counts[k][v], sizes + (from + k) * BLOCK + 32 * v, rest + 32 * v, first > 0);
}

/* The last part has the members that are in no other one. */
AVX2 void size_parts_avx2(U8 told, U16Row members, int64_t first, U16 sizes) {
    int64_t size = members.shape[0], others = sizes.shape[0] - 1;
    if (first + BLOCK > told.shape[1] || others > 63) { /* counting each is faster than comparing with many */
        size_parts_plainly(told, members, first, sizes);
        return;
    }
    uint16_t *rest = sizes.at + others * BLOCK;
    for (int64_t i = 0; i < BLOCK; i++) rest[i] = (uint16_t)size;
    if (!size) memset(sizes.at, 0, (size_t)(others * BLOCK) * sizeof *sizes.at);
    for (int64_t i = 0; i < size; i += 255) {
        int64_t last = smaller(i + 255, size);
        for (int64_t from = 0; from < others; from += 4)
            if (from) size_four(told, members, i, last, first, from, others - from, sizes.at, rest, false);
            else size_four(told, members, i, last, first, from, others - from, sizes.at, rest, true);
    }
}

#define LOOKED 16 /* members between two looks at whether all questions have a large part */

/* The sum of three bits in each place, and what it carries. */
AVX2 static INLINE __m256i add_bits_avx2(__m256i *sum, __m256i one, __m256i other) {
    __m256i either = _mm256_xor_si256(one, other);
    __m256i carried = _mm256_or_si256(_mm256_and_si256(one, other), _mm256_and_si256(*sum, either));
    *sum = _mm256_xor_si256(*sum, either);
    return carried;
}

/* Which of 32 questions have no part of more than *most* members, which is less than 2^planes.

   A byte of seen has a bit for each of eight answers.  They are added bit by bit: sums[.][k] has the 2^k of sums
   that begin so near to 2^planes that a part which is too large carries beyond them. */
AVX2 static INLINE uint32_t small_vector(U8 told, U16Row members, int64_t question, int64_t answers, int64_t most,
                                         int eights, bool beyond, int planes) {
    __m256i bits[3], sums[3][8], large = _mm256_setzero_si256();
    int64_t size = members.shape[0], begin = (INT64_C(1) << planes) - 1 - most;
    bits[0] = bits_below(load(BITS), answers);
    bits[1] = bits_below(_mm256_permute4x64_epi64(load(BITS), 0xB1), answers);
    bits[2] = bits_below(load(BITS), larger(0, answers - 16));
    EACH(p, eights) EACH(k, planes) sums[p][k] = _mm256_set1_epi8(begin >> k & 1 ? -1 : 0);
    for (int64_t i = 0; i < size; i += 4) {
        __m256i answer[4];
        EACH(j, 4) answer[j] = i + j < size ? load(row_of(told, members, i + j) + question) : _mm256_set1_epi8(-1);
        EACH(p, eights) {
            __m256i seen[4];
            EACH(j, 4) {
                __m256i index = p < 2 ? answer[j] : _mm256_sub_epi8(answer[j], _mm256_set1_epi8(16));
                if (p < 2 && beyond) index = _mm256_adds_epu8(index, _mm256_set1_epi8(0x70));
                seen[j] = _mm256_shuffle_epi8(bits[p], index);
            }
            __m256i twos = add_bits_avx2(&sums[p][0], seen[0], seen[1]), more = add_bits_avx2(&sums[p][0], seen[2], seen[3]);
            __m256i carried = add_bits_avx2(&sums[p][1], twos, more);
            EACH(k, planes - 2) {
                __m256i sum = sums[p][2 + k];
                sums[p][2 + k] = _mm256_xor_si256(sum, carried);
                carried = _mm256_and_si256(sum, carried);
            }
            large = _mm256_or_si256(large, carried);
        }
        if (i % LOOKED == LOOKED - 4 && !_mm256_movemask_epi8(_mm256_cmpeq_epi8(large, _mm256_setzero_si256()))) return 0;
    }
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(large, _mm256_setzero_si256()));
}

AVX2 static INLINE uint64_t small_vectors(U8 told, U16Row members, int64_t first, int64_t answers, int64_t most,
                                          int eights, bool beyond, int planes) {
    uint64_t low = small_vector(told, members, first, answers, most, eights, beyond, planes);
    return low | (uint64_t)small_vector(told, members, first + 32, answers, most, eights, beyond, planes) << 32;
}

AVX2 uint64_t small_parts_avx2(U8 told, U16Row members, int64_t first, int64_t answers, int64_t most) {
    if (first + BLOCK > told.shape[1] || answers > AT_ONCE || most > 255)
        return small_parts_plainly(told, members, first, answers, most);
    if (most < 16) {
        if (answers < 16) return small_vectors(told, members, first, answers, most, 2, false, 4);
        return small_vectors(told, members, first, answers, most, 3, true, 4);
    }
    if (answers < 16) return small_vectors(told, members, first, answers, most, 2, false, 8);
    return small_vectors(told, members, first, answers, most, 3, true, 8);
}

/* Count up to 24 answers to 64 questions in each of some vectors, of which the mask leaves some out.

   A byte of seen has a bit for each of eight answers, which a look-up in 64 bytes finds. */
AVX512 static INLINE void count_wide(U8 told, U16Row members, int64_t question, U8Row parts, __mmask64 mask, int64_t answers,
                                     int eights, int vectors) {
    __m512i seen[3][4], bits[3], each_bit = _mm512_set1_epi64((int64_t)0x8040201008040201);
    EACH(p, eights) {
        bits[p] = _mm512_maskz_mov_epi8(mask_of(answers), _mm512_maskz_mov_epi64((__mmask8)(1 << p), each_bit));
        EACH(k, vectors) seen[p][k] = _mm512_setzero_si512();
    }
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *row = row_of(told, members, i) + question;
        EACH(k, vectors) {
            __m512i answer = _mm512_maskz_loadu_epi8(mask, row + 64 * k);
            EACH(p, eights) seen[p][k] = _mm512_or_si512(seen[p][k], _mm512_permutexvar_epi8(answer, bits[p]));
        }
    }
    EACH(k, vectors) {
        __m512i count = _mm512_popcnt_epi8(seen[0][k]);
        EACH(p, eights - 1) count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen[p + 1][k]));
        _mm512_mask_storeu_epi8(parts.at + question + 64 * k, mask, count);
    }
}

AVX512 static INLINE void count_eights(U8 told, U16Row members, int64_t answers, U8Row parts, int eights) {
    int64_t question = 0, questions = parts.shape[0];
    for (; question + 256 <= questions; question += 256)
        count_wide(told, members, question, parts, ~UINT64_C(0), answers, eights, 4);
    for (; question < questions; question += 64)
        count_wide(told, members, question, parts, mask_of(questions - question), answers, eights, 1);
}

/* Count the answers to 64 questions by comparing each member with those before it. */
AVX512 static void compare_wide(U8 told, U16Row members, int64_t answers, int64_t question, U8Row parts) {
    __mmask64 mask = mask_of(parts.shape[0] - question);
    __m512i before[FEW_MEMBERS], count = _mm512_setzero_si512(), one = _mm512_set1_epi8(1);
    __m512i most = _mm512_set1_epi8((char)(answers - 1));
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *row = row_of(told, members, i) + question;
        __builtin_prefetch(row + AHEAD);
        __m512i answer = before[i] = _mm512_maskz_loadu_epi8(mask, row);
        __mmask64 new = _mm512_mask_cmple_epu8_mask(mask, answer, most);
        for (int64_t j = 0; j < i; j++) new = _mm512_mask_cmpneq_epi8_mask(new, answer, before[j]);
        count = _mm512_mask_add_epi8(count, new, count, one);
    }
    _mm512_mask_storeu_epi8(parts.at + question, mask, count);
}

/* How many of the 32 answers after some there are to each of 64 questions, of which the mask leaves some out.

   left: gets less by *one* for each member that gives one of them.  Rows are far from each other, so what is needed
   soon is asked for in time. */
AVX512 static INLINE __m512i count_window(U8 told, U16Row members, int64_t answers, int64_t question, int64_t from,
                                          __mmask64 mask, __m512i one, __m512i *left) {
    __m512i seen[4], bits[4], each_bit = _mm512_set1_epi64((int64_t)0x8040201008040201);
    __m512i count = _mm512_setzero_si512(), width = _mm512_set1_epi8(32);
    EACH(p, 4) {
        bits[p] = _mm512_maskz_mov_epi8(mask_of(answers - from), _mm512_maskz_mov_epi64((__mmask8)(1 << p), each_bit));
        seen[p] = _mm512_setzero_si512();
    }
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint8_t *row = row_of(told, members, i) + question;
        if (!from) __builtin_prefetch(row + AHEAD);
        __m512i answer = _mm512_sub_epi8(_mm512_maskz_loadu_epi8(mask, row), _mm512_set1_epi8((char)from));
        __mmask64 here = _mm512_mask_cmplt_epu8_mask(mask, answer, width);
        *left = _mm512_mask_sub_epi8(*left, here, *left, one);
        EACH(p, 4) seen[p] = _mm512_or_si512(seen[p], _mm512_maskz_permutexvar_epi8(here, answer, bits[p]));
    }
    EACH(p, 4) count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen[p]));
    return count;
}

/* Count any number of answers to 64 questions. */
AVX512 static void count_many(U8 told, U16Row members, int64_t answers, int64_t question, U8Row parts) {
    __mmask64 mask = mask_of(parts.shape[0] - question);
    __m512i count = _mm512_setzero_si512(), none = count, left = count;
    for (int64_t from = 0; from < answers; from += 32)
        count = _mm512_add_epi8(count, count_window(told, members, answers, question, from, mask, none, &left));
    _mm512_mask_storeu_epi8(parts.at + question, mask, count);
}

AVX512 void count_answers_avx512(U8 told, U16Row members, int64_t answers, U8Row parts) {
    if (answers <= 16) count_eights(told, members, answers, parts, 2);
    else if (answers <= AT_ONCE) count_eights(told, members, answers, parts, 3);
    else
        for (int64_t question = 0; question < parts.shape[0]; question += 64)
            if (members.shape[0] <= FEW_MEMBERS) compare_wide(told, members, answers, question, parts);
            else count_many(told, members, answers, question, parts);
}

/* The most answers to any of 64 questions, or least if none has more.

   Once some answers are counted, no question has more others than members that gave none of them. */
AVX512 static int64_t most_wide(U8 told, U16Row members, int64_t answers, int64_t question, int64_t questions,
                                int64_t least) {
    __mmask64 mask = mask_of(questions - question);
    __m512i left = _mm512_set1_epi8((char)smaller(255, members.shape[0]));
    __m512i one = _mm512_set1_epi8(members.shape[0] <= 255), count = _mm512_setzero_si512();
    for (int64_t from = 0; from < answers; from += 32) {
        count = _mm512_add_epi8(count, count_window(told, members, answers, question, from, mask, one, &left));
        __m512i others = _mm512_min_epu8(left, _mm512_set1_epi8((char)larger(0, answers - from - 32)));
        mask = _mm512_mask_cmpgt_epu8_mask(mask, _mm512_add_epi8(count, others), _mm512_set1_epi8((char)least));
        if (!mask) return least;
    }
    uint8_t counts[BLOCK];
    _mm512_storeu_si512(counts, _mm512_maskz_mov_epi8(mask, count));
    return most_of(counts, BLOCK, least);
}

AVX512 int64_t most_answers_avx512(U8 told, U16Row members, int64_t answers, int64_t questions) {
    int64_t most = 0;
    for (int64_t question = 0; question < questions; question += 64)
        most = most_wide(told, members, answers, question, questions, most);
    return most;
}

/* Add to the sizes of 64 parts. */
AVX512 static INLINE void add_sizes(__m512i sizes, uint16_t *to) {
    __m512i low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(sizes));
    __m512i high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(sizes, 1));
    _mm512_storeu_si512(to, _mm512_add_epi16(_mm512_loadu_si512(to), low));
    _mm512_storeu_si512(to + 32, _mm512_add_epi16(_mm512_loadu_si512(to + 32), high));
}

/* The sum of three bits in each place, and what it carries. */
AVX512 static INLINE __m512i add_bits(__m512i *sum, __m512i one, __m512i other) {
    __m512i carried = _mm512_ternarylogic_epi64(*sum, one, other, 0xE8);
    *sum = _mm512_ternarylogic_epi64(*sum, one, other, 0x96);
    return carried;
}

/* Add to sizes those of up to 24 answers after some, of members first to last, no more than 255.

   A byte of seen has a bit for each of eight answers.  They are added bit by bit: counts[.][k] has the
   2^k of the sums. */
AVX512 static INLINE void size_eights(U8 told, U16Row members, int64_t first, int64_t last, int64_t question, int64_t from,
                                      U16 sizes, int eights) {
    uint64_t mask = mask_of(told.shape[1] - question);
    __m512i each_bit = _mm512_set1_epi64((int64_t)0x8040201008040201), counts[3][8], bits[3];
    __m512i before = _mm512_set1_epi8((char)from); /* with no more than 64 answers, others have no bit */
    EACH(p, eights) {
        bits[p] = _mm512_maskz_mov_epi64((__mmask8)(1 << p), each_bit);
        EACH(k, 8) counts[p][k] = _mm512_setzero_si512();
    }
    for (int64_t i = first; i < last; i += 4) {
        __m512i told_here[4];
        __mmask64 there[4];
        EACH(j, 4) {
            there[j] = i + j < last ? mask : 0;
            told_here[j] = _mm512_maskz_loadu_epi8(there[j], row_of(told, members, smaller(i + j, last - 1)) + question);
            told_here[j] = _mm512_sub_epi8(told_here[j], before);
        }
        EACH(p, eights) {
            __m512i seen[4];
            EACH(j, 4) seen[j] = _mm512_maskz_permutexvar_epi8(there[j], told_here[j], bits[p]);
            __m512i twos = add_bits(&counts[p][0], seen[0], seen[1]), more = add_bits(&counts[p][0], seen[2], seen[3]);
            __m512i carried = add_bits(&counts[p][1], twos, more);
            EACH(k, 6) {
                __m512i sum = _mm512_xor_si512(counts[p][2 + k], carried);
                carried = _mm512_and_si512(counts[p][2 + k], carried);
                counts[p][2 + k] = sum;
            }
        }
    }
    EACH(p, eights) EACH(bit, 8) {
        if (from + 8 * p + bit >= sizes.shape[0]) break;
        __m512i size = _mm512_setzero_si512();
        EACH(k, 8) {
            __mmask64 set = _mm512_test_epi8_mask(counts[p][k], _mm512_set1_epi8((char)(1 << bit)));
            size = _mm512_mask_add_epi8(size, set, size, _mm512_set1_epi8((char)(1 << k)));
        }
        add_sizes(size, sizes.at + (from + 8 * p + bit) * BLOCK);
    }
}

AVX512 void size_parts_avx512(U8 told, U16Row members, int64_t first, U16 sizes) {
    if (sizes.shape[0] > 64) {
        size_parts_plainly(told, members, first, sizes);
        return;
    }
    memset(sizes.at, 0, (size_t)(sizes.shape[0] * BLOCK) * sizeof *sizes.at);
    for (int64_t i = 0; i < members.shape[0]; i += 252) {
        int64_t last = smaller(i + 252, members.shape[0]);
        if (sizes.shape[0] <= 16) size_eights(told, members, i, last, first, 0, sizes, 2);
        else
            for (int64_t from = 0; from < sizes.shape[0]; from += 24)
                size_eights(told, members, i, last, first, from, sizes, 3);
    }
}
#else
void count_answers_avx2(U8 told, U16Row members, int64_t answers, U8Row parts) {
    count_answers_plainly(told, members, answers, parts);
}
void count_answers_avx512(U8 told, U16Row members, int64_t answers, U8Row parts) {
    count_answers_plainly(told, members, answers, parts);
}
int64_t most_answers_avx2(U8 told, U16Row members, int64_t answers, int64_t questions) {
    return most_answers_plainly(told, members, answers, questions);
}
int64_t most_answers_avx512(U8 told, U16Row members, int64_t answers, int64_t questions) {
    return most_answers_plainly(told, members, answers, questions);
}
void size_parts_avx2(U8 told, U16Row members, int64_t first, U16 sizes) {
    size_parts_plainly(told, members, first, sizes);
}
uint64_t small_parts_avx2(U8 told, U16Row members, int64_t first, int64_t answers, int64_t most) {
    return small_parts_plainly(told, members, first, answers, most);
}
void size_parts_avx512(U8 told, U16Row members, int64_t first, U16 sizes) {
    size_parts_plainly(told, members, first, sizes);
}
#endif

void count_answers(U8 told, U16Row members, int64_t answers, U8Row parts) {
    int64_t bits = vector_bits();
    if (bits == 512) count_answers_avx512(told, members, answers, parts);
    else if (bits == 256) count_answers_avx2(told, members, answers, parts);
    else count_answers_plainly(told, members, answers, parts);
}

void size_parts(U8 told, U16Row members, int64_t first, U16 sizes) {
    int64_t bits = vector_bits();
    if (bits == 512) size_parts_avx512(told, members, first, sizes);
    else if (bits == 256) size_parts_avx2(told, members, first, sizes);
    else size_parts_plainly(told, members, first, sizes);
}

int64_t most_answers(U8 told, U16Row members, int64_t answers, int64_t questions) {
    int64_t bits = vector_bits();
    if (bits == 512) return most_answers_avx512(told, members, answers, questions);
    return bits == 256 ? most_answers_avx2(told, members, answers, questions)
                       : most_answers_plainly(told, members, answers, questions);
}

uint64_t small_parts(U8 told, U16Row members, int64_t first, int64_t answers, int64_t most) {
    return vector_bits() ? small_parts_avx2(told, members, first, answers, most)
                         : small_parts_plainly(told, members, first, answers, most);
}

/* Some questions at a time, as rows are far from each other, and four members, as all of them take the
   same columns. */
void pick_answers(U8 told, U16Row members, I32Row questions, U8 rows) {
    int64_t size = members.shape[0], count = questions.shape[0];
    for (int64_t first = 0; first < count; first += PICKED) {
        int64_t last = smaller(count, first + PICKED), i = 0;
        for (; i + 4 <= size; i += 4) {
            const uint8_t *row[4];
            uint8_t *to = rows.at + i * rows.shape[1];
            for (int k = 0; k < 4; k++) row[k] = row_of(told, members, i + k);
            for (int64_t column = first; column < last; column++) {
                int32_t question = questions.at[column];
                for (int k = 0; k < 4; k++) to[k * rows.shape[1] + column] = row[k][question];
            }
        }
        for (; i < size; i++)
            for (int64_t column = first; column < last; column++)
                rows.at[i * rows.shape[1] + column] = row_of(told, members, i)[questions.at[column]];
    }
}

void count_pairs(U8 told, int64_t question, I32 numbers) {
    int64_t answers = numbers.shape[1];
    for (int64_t secret = 0; secret < told.shape[0]; secret++) {
        const uint8_t *row = told.at + secret * told.shape[1];
        int32_t *own = numbers.at + row[question] * answers;
        for (int64_t second = 0; second < numbers.shape[0]; second++) own[second * answers * answers + row[second]]++;
    }
}
