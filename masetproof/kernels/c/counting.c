#include "kernels.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define AVX2 __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* The bits that are set in 16; plain arithmetic, which compilers turn into vectors. */
INLINE uint8_t ones(uint16_t bits) {
    bits = (uint16_t)(bits - ((bits >> 1) & 0x5555));
    bits = (uint16_t)((bits & 0x3333) + ((bits >> 2) & 0x3333));
    bits = (uint16_t)((bits + (bits >> 4)) & 0x0F0F);
    return (uint8_t)((bits + (bits >> 8)) & 31);
}

INLINE void count(U16 hot, U16 members, U16 hits, U8 parts) {
    int64_t width = hits.shape[0], questions = parts.shape[0], size = members.shape[0], i = 1;
    uint16_t *restrict hit = hits.at;
    uint8_t *restrict part = parts.at;
    memcpy(hit, hot.at + members.at[0] * width, (size_t)width * sizeof *hit);
    for (; i + 3 < size; i += 4) {
        const uint16_t *one = hot.at + members.at[i] * width, *two = hot.at + members.at[i + 1] * width;
        const uint16_t *three = hot.at + members.at[i + 2] * width, *four = hot.at + members.at[i + 3] * width;
        for (int64_t q = 0; q < width; q++) hit[q] |= one[q] | two[q] | three[q] | four[q];
    }
    for (; i < size; i++) {
        const uint16_t *one = hot.at + members.at[i] * width;
        for (int64_t q = 0; q < width; q++) hit[q] |= one[q];
    }
    for (int64_t q = 0; q < questions; q++) part[q] = ones(hit[q]);
    for (hit += questions; hit < hits.at + width; hit += questions)
        for (int64_t q = 0; q < questions; q++) part[q] = (uint8_t)(part[q] + ones(hit[q]));
}

void count_answers_plainly(U16 hot, U16 members, U16 hits, U8 parts) { count(hot, members, hits, parts); }

#ifdef AVX2
AVX2 void count_answers_avx2(U16 hot, U16 members, U16 hits, U8 parts) { count(hot, members, hits, parts); }
bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
#else
void count_answers_avx2(U16 hot, U16 members, U16 hits, U8 parts) { count(hot, members, hits, parts); }
bool has_avx2(void) { return false; }
#endif

void count_answers(U16 hot, U16 members, U16 hits, U8 parts) {
    if (has_avx2()) count_answers_avx2(hot, members, hits, parts);
    else count_answers_plainly(hot, members, hits, parts);
}
