#include "kernels.h"

#define AT_ONCE 128 /* members whose answers to a block of questions are there at the same time */
#define NO_SCORE (INT64_C(1) << 62)

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
#define FROM(k, first, count) _Pragma("GCC unroll 16") for (int k = (first); k < (count); k++)
#define EACH(k, count) FROM(k, 0, count)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

typedef uint8_t Codes[AT_ONCE][LANES];
typedef uint32_t Sizes[MOST_CODES][LANES];

/* ------------------------------------------------------------------------------------------ answers of a block */

static void fill_plainly(const AskedWords *asked, int64_t at, const HiddenWords *hidden, const int64_t *members,
                         int64_t n, Codes codes) {
    int64_t width = asked->cells.shape[1], pegs = hidden->cells.shape[1], different = hidden->kinds.shape[1];
    for (int64_t i = 0; i < n; i++) {
        uint8_t *code = codes[i];
        memset(code, 0, LANES);
        for (int64_t peg = 0; peg < pegs; peg++) {
            uint8_t cell = hidden->cells.at[members[i] * pegs + peg];
            const uint8_t *row = asked->cells.at + peg * width + at;
            for (int lane = 0; lane < LANES; lane++) code[lane] = (uint8_t)(code[lane] + (row[lane] == cell));
        }
        for (int64_t k = members[i] * different; k < (members[i] + 1) * different && hidden->times.at[k]; k++) {
            uint8_t times = hidden->times.at[k];
            const uint8_t *row = asked->holds.at + hidden->kinds.at[k] * width + at;
            for (int lane = 0; lane < LANES; lane++)
                code[lane] = (uint8_t)(code[lane] + (row[lane] < times ? row[lane] : times));
        }
    }
}

static void count_plainly(Codes codes, int64_t n, Sizes sizes) {
    for (int64_t i = 0; i < n; i++)
        for (int lane = 0; lane < LANES; lane++) sizes[codes[i][lane]][lane]++;
}

#ifdef AVX2
AVX2 static __m256i load(const void *from) { return _mm256_loadu_si256(from); }
AVX2 static __m256i all_of(uint8_t value) { return _mm256_set1_epi8((char)value); }

AVX2 static void fill_avx2(const AskedWords *asked, int64_t at, const HiddenWords *hidden, const int64_t *members,
                           int64_t n, Codes codes) {
    int64_t width = asked->cells.shape[1], pegs = hidden->cells.shape[1], different = hidden->kinds.shape[1];
    for (int64_t i = 0; i < n; i++) {
        const uint8_t *cell = hidden->cells.at + members[i] * pegs, *row = asked->cells.at + at;
        __m256i code[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
        for (int64_t peg = 0; peg < pegs; peg++, row += width) {
            __m256i wanted = all_of(cell[peg]);
            EACH(h, 2) code[h] = _mm256_sub_epi8(code[h], _mm256_cmpeq_epi8(load(row + 32 * h), wanted));
        }
        const uint8_t *kind = hidden->kinds.at + members[i] * different, *times = hidden->times.at + members[i] * different;
        for (int64_t k = 0; k < different && times[k]; k++) {
            __m256i most = all_of(times[k]);
            row = asked->holds.at + kind[k] * width + at;
            EACH(h, 2) code[h] = _mm256_add_epi8(code[h], _mm256_min_epu8(load(row + 32 * h), most));
        }
        EACH(h, 2) _mm256_storeu_si256((void *)(codes[i] + 32 * h), code[h]);
    }
}

/* Four answers at a time, which are counted in registers. */
AVX2 static void count_avx2(Codes codes, int64_t n, U8 kinds, Sizes sizes) {
    for (int64_t first = 0; first < kinds.shape[0]; first += 4) {
        __m256i code[4], count[4][2];
        EACH(k, 4) {
            code[k] = all_of(kinds.at[smaller(first + k, kinds.shape[0] - 1)]);
            EACH(h, 2) count[k][h] = _mm256_setzero_si256();
        }
        for (int64_t i = 0; i < n; i++) {
            __m256i given[2] = {load(codes[i]), load(codes[i] + 32)};
            EACH(k, 4) EACH(h, 2) count[k][h] = _mm256_sub_epi8(count[k][h], _mm256_cmpeq_epi8(given[h], code[k]));
        }
        for (int k = 0; k < 4 && first + k < kinds.shape[0]; k++) {
            uint8_t found[LANES];
            uint32_t *size = sizes[kinds.at[first + k]];
            EACH(h, 2) _mm256_storeu_si256((void *)(found + 32 * h), count[k][h]);
            for (int lane = 0; lane < LANES; lane++) size[lane] += found[lane];
        }
    }
}
#endif

static void fill(const AskedWords *asked, int64_t at, const HiddenWords *hidden, const int64_t *members, int64_t n,
                 bool vectors, Codes codes) {
#ifdef AVX2
    if (vectors) {
        fill_avx2(asked, at, hidden, members, n, codes);
        return;
    }
#endif
    (void)vectors;
    fill_plainly(asked, at, hidden, members, n, codes);
}

/* How many members give each answer to a block of questions; other codes than those of answers are not touched. */
static void count(const AskedWords *asked, int64_t at, const HiddenWords *hidden, I64 members, bool vectors,
                  Codes codes, Sizes sizes) {
    for (int64_t k = 0; k < hidden->codes.shape[0]; k++) memset(sizes[hidden->codes.at[k]], 0, sizeof *sizes);
    for (int64_t from = 0; from < members.shape[0]; from += AT_ONCE) {
        int64_t n = smaller(AT_ONCE, members.shape[0] - from);
        fill(asked, at, hidden, members.at + from, n, vectors, codes);
#ifdef AVX2
        if (vectors) {
            count_avx2(codes, n, hidden->codes, sizes);
            continue;
        }
#endif
        count_plainly(codes, n, sizes);
    }
}

/* ---------------------------------------------------------------------------------------------------- the scores */

/* What is known while the questions are gone through.

   score: the least so far, and sizes[..parts] those of the parts that have it, ascending.  is_own: whether a
   possible secret has it.  found: how many questions are in best.  open: whether some question was met
   of which it is not known which one is better. */
typedef struct {
    int64_t rule, which, n, slack;
    I64 weight, best;
    int64_t score, found, kinds;
    bool is_own, open;
    uint32_t sizes[MOST_CODES];
} Choice;

static int64_t score_of(const Choice *choice, const uint32_t *sizes, int64_t kinds) {
    int64_t score = 0;
    for (int64_t k = 0; k < kinds; k++) {
        int64_t size = sizes[k];
        switch (choice->rule) {
        case LEAST_LARGEST: score = larger(score, size); break;
        case LEAST_SQUARES: score += size * size; break;
        case LEAST_DISORDER: score += choice->weight.at[size]; break;
        default: score -= size > 0;
        }
    }
    return score;
}

/* The least score of any question with so many parts: they are as equal as can be. */
static int64_t least_score(const Choice *choice, int64_t parts) {
    uint32_t sizes[MOST_CODES];
    parts = smaller(parts, choice->n);
    for (int64_t k = 0; k < parts; k++) sizes[k] = (uint32_t)((choice->n + k) / parts);
    return score_of(choice, sizes, parts);
}

static int64_t sorted_sizes(uint32_t *sizes, int64_t kinds) {
    int64_t filled = 0;
    for (int64_t k = 0; k < kinds; k++) {
        uint32_t size = sizes[k];
        if (!size) continue;
        int64_t place = filled++;
        for (; place && sizes[place - 1] > size; place--) sizes[place] = sizes[place - 1];
        sizes[place] = size;
    }
    return filled;
}

/* Add to the exponents of some primes those of size ^ (sign * size), and return what the primes leave of size. */
static uint32_t take_primes(uint32_t size, int64_t sign, int64_t exponents[8]) {
    static const uint32_t PRIMES[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    uint32_t left = size;
    for (int k = 0; k < 8; k++)
        for (; left % PRIMES[k] == 0; left /= PRIMES[k]) exponents[k] += sign * (int64_t)size;
    return left;
}

/* Whether the products of k ^ k are known to be equal, of two lists of sizes, ascending.

   What the small primes leave of each size must be the same in both, times the same exponents. */
static bool equal_products(const uint32_t *one, int64_t ones, const uint32_t *other, int64_t others) {
    int64_t exponents[8] = {0}, more = 0;
    uint32_t left[2 * MOST_CODES];
    int64_t times[2 * MOST_CODES];
    for (int64_t k = 0; k < ones + others; k++) {
        uint32_t size = k < ones ? one[k] : other[k - ones];
        int64_t sign = k < ones ? 1 : -1, place = 0;
        uint32_t rest = take_primes(size, sign, exponents);
        if (rest == 1) continue;
        while (place < more && left[place] != rest) place++;
        if (place == more) times[more] = 0, left[more++] = rest;
        times[place] += sign * (int64_t)size;
    }
    for (int k = 0; k < 8; k++)
        if (exponents[k]) return false;
    for (int64_t k = 0; k < more; k++)
        if (times[k]) return false;
    return true;
}

/* Look at one question with the sizes of its parts, which are sorted here. */
static void consider(Choice *choice, int64_t question, bool is_own, int64_t score, uint32_t *sizes, int64_t kinds) {
    bool rounded = choice->rule == LEAST_DISORDER;
    int64_t slack = rounded ? choice->slack : 0;
    if (score > choice->score + slack) return;
    if (rounded) kinds = sorted_sizes(sizes, kinds);
    bool better = choice->score == NO_SCORE || score < choice->score - slack;
    if (!better && rounded
        && (kinds != choice->kinds || memcmp(sizes, choice->sizes, (size_t)kinds * sizeof *sizes))
        && !equal_products(sizes, kinds, choice->sizes, choice->kinds)) {
        choice->open = true;
        return;
    }
    if (better) {
        if (score < choice->score - 2 * slack) choice->open = false;
        choice->score = score;
        choice->kinds = kinds;
        if (rounded) memcpy(choice->sizes, sizes, (size_t)kinds * sizeof *sizes);
    } else if (choice->is_own != is_own ? !is_own : choice->which != ALL_EQUAL) return;
    if (better || is_own != choice->is_own) choice->found = 0;
    choice->is_own = is_own;
    choice->best.at[choice->found++] = question;
}

/* The greatest score with which a question, which is no member, changes anything. */
static int64_t limit_of(const Choice *choice) {
    if (choice->rule == LEAST_DISORDER) return choice->score + choice->slack;
    return choice->which != ALL_EQUAL || choice->is_own ? choice->score - 1 : choice->score;
}

/* ----------------------------------------------------------------------------------------------------- the parts */

/* Some questions of a slice, a bit for each.

   lanes: those with as many parts as are needed.  own: those that are members.  planes: bit k of the number of parts
   of each. */
typedef struct {
    uint64_t lanes[SLICE / 64], own[SLICE / 64], planes[8][SLICE / 64];
} Slice;

static int64_t parts_of(const Slice *slice, int64_t lane) {
    int64_t parts = 0;
    for (int k = 0; k < 8; k++) parts |= (int64_t)(slice->planes[k][lane / 64] >> lane % 64 & 1) << k;
    return parts;
}

#ifdef AVX2
enum { PLANES = 4 }; /* bits of a number of pegs */

/* The sum of three bits in each place, and what it carries. */
AVX2 INLINE __m256i add_bits(__m256i *sum, __m256i one, __m256i other) {
    __m256i both = _mm256_xor_si256(*sum, one);
    __m256i carried = _mm256_or_si256(_mm256_and_si256(*sum, one), _mm256_and_si256(both, other));
    *sum = _mm256_xor_si256(both, other);
    return carried;
}

AVX2 INLINE void add_carried(__m256i *planes, int first, int count, __m256i carried) {
    FROM(k, first, count) {
        __m256i sum = _mm256_xor_si256(planes[k], carried);
        carried = _mm256_and_si256(planes[k], carried);
        planes[k] = sum;
    }
}

/* Where the sum of some rows is 0, 1, ..., pegs. */
AVX2 INLINE void sum_rows(const uint64_t *bits, const uint16_t *row, int pegs, int planes, __m256i *is) {
    __m256i zero = _mm256_setzero_si256(), sum[PLANES] = {load(bits + 4 * row[0]), zero, zero, zero};
    _Pragma("GCC unroll 16") for (int k = 1; k < pegs; k += 2) {
        __m256i one = load(bits + 4 * row[k]), other = k + 1 < pegs ? load(bits + 4 * row[k + 1]) : zero;
        add_carried(sum, 1, planes, add_bits(&sum[0], one, other));
    }
    is[0] = _mm256_set1_epi8(-1);
    EACH(k, planes) EACH(v, 1 << k) {
        if (v > pegs) break;
        if (v + (1 << k) <= pegs) is[v + (1 << k)] = _mm256_and_si256(is[v], sum[k]);
        is[v] = _mm256_andnot_si256(sum[k], is[v]);
    }
}

/* Add the answers of the members to those that are seen: of black pegs b and e of either kind in place
   e (e + 1) / 2 + b, or b. */
AVX2 INLINE void see(const uint64_t *bits, const HiddenWords *hidden, I64 members, int pegs, int planes, bool white,
                     __m256i *seen) {
    __m256i black[16], either[16];
    for (int64_t i = 0; i < members.shape[0]; i++) {
        const uint16_t *row = hidden->sums.at + members.at[i] * hidden->sums.shape[1] * pegs;
        sum_rows(bits, row, pegs, planes, black);
        if (!white) {
            for (int b = 0; b <= pegs; b++) seen[b] = _mm256_or_si256(seen[b], black[b]);
            continue;
        }
        sum_rows(bits, row + pegs, pegs, planes, either);
        EACH(e, pegs + 1) EACH(b, e + 1) {
            __m256i *to = seen + e * (e + 1) / 2 + b;
            *to = _mm256_or_si256(*to, _mm256_and_si256(either[e], black[b]));
        }
    }
}

/* The questions of a slice with so many parts or more. */
AVX2 static void find_slice(const uint64_t *bits, const HiddenWords *hidden, I64 members, int64_t needed, Slice *slice) {
    __m256i seen[MOST_CODES / 2], planes[8], enough = _mm256_set1_epi8(-1);
    int pegs = (int)hidden->cells.shape[1];
    bool white = hidden->sums.shape[1] > 1;
    int answers = white ? (pegs + 1) * (pegs + 2) / 2 : pegs + 1;
    for (int k = 0; k < answers; k++) seen[k] = _mm256_setzero_si256();
    for (int k = 0; k < 8; k++) planes[k] = _mm256_setzero_si256();
    switch (white ? pegs : 0) { /* what is known beforehand is written without loops */
    case 4: see(bits, hidden, members, 4, 3, true, seen); break;
    case 5: see(bits, hidden, members, 5, 3, true, seen); break;
    case 6: see(bits, hidden, members, 6, 3, true, seen); break;
    default: see(bits, hidden, members, pegs, PLANES, white, seen);
    }
    for (int k = 0; k < answers; k++) add_carried(planes, 0, 8, seen[k]);
    for (int k = 0; k < 8; k++)
        enough = needed >> k & 1 ? _mm256_and_si256(planes[k], enough) : _mm256_or_si256(planes[k], enough);
    _mm256_storeu_si256((void *)slice->lanes, enough);
    _mm256_storeu_si256((void *)slice->own, seen[answers - 1]);
    for (int k = 0; k < 8; k++) _mm256_storeu_si256((void *)slice->planes[k], planes[k]);
}
#else
static void find_slice(const uint64_t *bits, const HiddenWords *hidden, I64 members, int64_t needed, Slice *slice) {
    (void)bits, (void)hidden, (void)members, (void)needed, (void)slice; /* there are no vectors */
}
#endif

/* The least number of parts with which a question can have a score that changes anything, 255 at most.

   Parts as equal as can be have the least score; weights of disorder are rounded, by less than the slack. */
static int64_t needed_parts(const Choice *choice, bool few) {
    if (choice->score == NO_SCORE) return 0;
    bool rounded = choice->rule == LEAST_DISORDER;
    int64_t slack = rounded ? choice->slack : 0, limit = few ? limit_of(choice) : choice->score + slack, parts = 1;
    while (parts < smaller(choice->n, 255) && least_score(choice, parts) > limit + slack) parts++;
    return parts;
}

/* ------------------------------------------------------------------------------------------------- few members */

static uint8_t code_between(const HiddenWords *hidden, int64_t asked, int64_t member) {
    int64_t pegs = hidden->cells.shape[1], different = hidden->kinds.shape[1];
    const uint8_t *one = hidden->cells.at + asked * pegs, *other = hidden->cells.at + member * pegs;
    int64_t code = 0;
    for (int64_t peg = 0; peg < pegs; peg++) code += one[peg] == other[peg];
    for (int64_t k = asked * different; k < (asked + 1) * different && hidden->times.at[k]; k++)
        for (int64_t l = member * different; l < (member + 1) * different && hidden->times.at[l]; l++)
            if (hidden->kinds.at[k] == hidden->kinds.at[l])
                code += smaller(hidden->times.at[k], hidden->times.at[l]);
    return (uint8_t)code;
}

/* Sizes of the parts of few members by their answers, in no order.  Returns how many there are. */
static int64_t few_sizes(const uint8_t *given, int64_t stride, int64_t n, uint32_t *sizes) {
    uint8_t code[COMPARED];
    int64_t kinds = 0;
    for (int64_t i = 0; i < n; i++) {
        int64_t place = 0;
        while (place < kinds && code[place] != given[i * stride]) place++;
        if (place == kinds) {
            code[kinds] = given[i * stride];
            sizes[kinds++] = 0;
        }
        sizes[place]++;
    }
    return kinds;
}

static void consider_members(Choice *choice, const HiddenWords *hidden, I64 members) {
    uint8_t given[COMPARED];
    uint32_t sizes[COMPARED];
    for (int64_t k = 0; k < choice->n; k++) {
        int64_t asked = choice->which == LAST_EQUAL ? choice->n - 1 - k : k;
        for (int64_t i = 0; i < choice->n; i++) given[i] = code_between(hidden, members.at[asked], members.at[i]);
        int64_t kinds = few_sizes(given, 1, choice->n, sizes);
        consider(choice, -1 - asked, true, score_of(choice, sizes, kinds), sizes, kinds);
    }
}

#ifdef AVX2
/* How each further member of a part of so many adds to its disorder, in 1 / 256 bits, rounded down: low bytes and
   high ones.  Parts of more than 16 count as if each further member added no more than the sixteenth. */
static const uint8_t LOW[32] = {0, 0, 193, 62, 156, 230, 36, 89, 135, 176, 213, 247, 22, 50, 76, 101,
                                0, 0, 193, 62, 156, 230, 36, 89, 135, 176, 213, 247, 22, 50, 76, 101};
static const uint8_t HIGH[32] = {0, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5,
                                 0, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5};

AVX2 static uint64_t bits_of(__m256i lanes) { return (uint32_t)_mm256_movemask_epi8(lanes); }

/* Those of 32 questions whose score may be no more than the limit: a bit for each.

   Each member is compared with those before it.  The k-th of a part has k - 1 equal ones before it, and the
   score is a sum over members, or a maximum. */
AVX2 static uint64_t few_avx2(const Choice *choice, Codes codes, int from, int64_t limit) {
    int64_t n = choice->n;
    __m256i zero = _mm256_setzero_si256(), found = zero, sums[2] = {zero, zero};
    __m256i fifteen = all_of(15), low = load(LOW), high = load(HIGH);
    for (int64_t i = 1; i < n; i++) {
        __m256i code = load(codes[i] + from), equal = zero;
        for (int64_t j = 0; j < i; j++)
            equal = _mm256_sub_epi8(equal, _mm256_cmpeq_epi8(code, load(codes[j] + from)));
        switch (choice->rule) {
        case LEAST_LARGEST: found = _mm256_max_epu8(found, equal); break;
        case LEAST_SQUARES: found = _mm256_adds_epu8(found, equal); break;
        case MOST_PARTS: found = _mm256_sub_epi8(found, _mm256_cmpeq_epi8(equal, zero)); break;
        default:
            equal = _mm256_min_epu8(equal, fifteen);
            __m256i lows = _mm256_shuffle_epi8(low, equal), highs = _mm256_shuffle_epi8(high, equal);
            sums[0] = _mm256_add_epi16(sums[0], _mm256_unpacklo_epi8(lows, highs));
            sums[1] = _mm256_add_epi16(sums[1], _mm256_unpackhi_epi8(lows, highs));
        }
    }
    if (choice->rule == LEAST_DISORDER) {
        if (limit < 0) return 0;
        __m256i most = _mm256_set1_epi16((short)smaller(0xFFFF, (limit >> 22) + 1));
        EACH(h, 2) sums[h] = _mm256_cmpeq_epi16(_mm256_subs_epu16(sums[h], most), zero);
        return bits_of(_mm256_packs_epi16(sums[0], sums[1]));
    }
    if (choice->rule == MOST_PARTS) {
        int64_t least = -limit - 1; /* parts beside that of the first member */
        if (least <= 0) return UINT32_MAX;
        if (least > n) return 0;
        __m256i wanted = all_of((uint8_t)least);
        return bits_of(_mm256_cmpeq_epi8(_mm256_max_epu8(found, wanted), found));
    }
    int64_t most = choice->rule == LEAST_LARGEST ? limit - 1 : limit < n ? -1 : (limit - n) / 2;
    if (most < 0) return 0;
    if (most > 254) return UINT32_MAX;
    return bits_of(_mm256_cmpeq_epi8(_mm256_min_epu8(found, all_of((uint8_t)most)), found));
}
#endif

static uint64_t promising(const Choice *choice, Codes codes, int64_t limit, bool vectors) {
#ifdef AVX2
    if (vectors) return few_avx2(choice, codes, 0, limit) | few_avx2(choice, codes, 32, limit) << 32;
#endif
    (void)choice, (void)codes, (void)limit, (void)vectors;
    return UINT64_MAX;
}

/* Few members, which were considered before: of a block of questions those are left out that are no better. */
static void consider_few(Choice *choice, Codes codes, int64_t at, uint64_t lanes, uint8_t winning, bool vectors) {
    lanes &= promising(choice, codes, limit_of(choice), vectors);
    for (int64_t lane; lanes; lanes &= ~(UINT64_C(1) << lane)) {
        lane = choice->which == LAST_EQUAL ? highest_bit(lanes) : lowest(lanes);
        uint32_t sizes[COMPARED];
        bool is_own = false;
        for (int64_t i = 0; i < choice->n; i++) is_own |= codes[i][lane] == winning;
        if (is_own) continue;
        int64_t kinds = few_sizes(codes[0] + lane, LANES, choice->n, sizes);
        consider(choice, at + lane, false, score_of(choice, sizes, kinds), sizes, kinds);
    }
}

/* ------------------------------------------------------------------------------------------------ many members */

/* The scores of a block of questions. */
INLINE void sum_up(const Choice *choice, U8 codes, Sizes sizes, int64_t scores[LANES]) {
    uint32_t found[LANES] = {0};
    memset(scores, 0, LANES * sizeof *scores);
    for (int64_t k = 0; k < codes.shape[0]; k++) {
        const uint32_t *size = sizes[codes.at[k]];
        switch (choice->rule) {
        case LEAST_LARGEST:
            for (int lane = 0; lane < LANES; lane++) found[lane] = found[lane] > size[lane] ? found[lane] : size[lane];
            break;
        case LEAST_SQUARES:
            for (int lane = 0; lane < LANES; lane++) scores[lane] += (int64_t)((uint64_t)size[lane] * size[lane]);
            break;
        case LEAST_DISORDER:
            for (int lane = 0; lane < LANES; lane++) scores[lane] += choice->weight.at[size[lane]];
            break;
        default:
            for (int lane = 0; lane < LANES; lane++) found[lane] += size[lane] > 0;
        }
    }
    if (choice->rule == LEAST_LARGEST)
        for (int lane = 0; lane < LANES; lane++) scores[lane] = found[lane];
    if (choice->rule == MOST_PARTS)
        for (int lane = 0; lane < LANES; lane++) scores[lane] = -(int64_t)found[lane];
}

static void scores_plainly(const Choice *choice, U8 codes, Sizes sizes, int64_t scores[LANES]) {
    sum_up(choice, codes, sizes, scores);
}

#ifdef AVX2
AVX2 static void scores_avx2(const Choice *choice, U8 codes, Sizes sizes, int64_t scores[LANES]) {
    sum_up(choice, codes, sizes, scores);
}
#else
#define scores_avx2 scores_plainly
#endif

static void consider_many(Choice *choice, U8 codes, Sizes sizes, int64_t at, int64_t width, bool vectors) {
    int64_t scores[LANES], kinds = codes.shape[0];
    (vectors ? scores_avx2 : scores_plainly)(choice, codes, sizes, scores);
    for (int64_t k = 0; k < width; k++) {
        int64_t lane = choice->which == LAST_EQUAL ? width - 1 - k : k;
        if (scores[lane] > choice->score + (choice->rule == LEAST_DISORDER ? choice->slack : 0)) continue;
        uint32_t size[MOST_CODES];
        for (int64_t j = 0; j < kinds; j++) size[j] = sizes[codes.at[j]][lane];
        consider(choice, at + lane, size[kinds - 1] > 0, scores[lane], size, kinds);
    }
}

/* Look at those of a block of questions that have as many parts as are needed; no more is asked of them. */
static void consider_parts(Choice *choice, const Slice *slice, int64_t at, uint64_t lanes, bool few) {
    for (int64_t lane; lanes; lanes &= ~(UINT64_C(1) << lane)) {
        lane = choice->which == LAST_EQUAL ? highest_bit(lanes) : lowest(lanes);
        int64_t place = (at + lane) % SLICE;
        bool is_own = slice->own[place / 64] >> place % 64 & 1;
        if (!few || !is_own) consider(choice, at + lane, is_own, -parts_of(slice, place), NULL, 0);
    }
}

/* --------------------------------------------------------------------------------------------------- the kernels */

static bool has_vectors(bool allowed) { return allowed && vector_bits() >= 256; }

int64_t choose_by_words(const AskedWords *asked, U64 bits, int64_t questions, const HiddenWords *hidden, I64 members,
                        int64_t rule, int64_t which, int64_t parts, I64 weight, int64_t slack, bool vectors,
                        I64 best) {
    Choice choice = {.rule = rule, .which = which, .n = members.shape[0], .slack = slack,
                     .weight = weight, .best = best, .score = NO_SCORE};
    bool few = choice.n <= COMPARED;
    Codes codes;
    Sizes sizes;
    uint8_t winning = hidden->codes.at[hidden->codes.shape[0] - 1];
    vectors = has_vectors(vectors);
    if (few) consider_members(&choice, hidden, members);
    int64_t least = least_score(&choice, parts), blocks = (questions + LANES - 1) / LANES, place = -1;
    bool by_parts = vectors && rule == MOST_PARTS, sliced = vectors && (few || by_parts);
    Slice slice;
    for (int64_t block = 0; block < blocks; block++) {
        /* Nothing is better than what is as good as can be, and of equal ones the right one is there. */
        bool ends = few ? choice.is_own || which != ALL_EQUAL : choice.is_own && which != ALL_EQUAL;
        if (ends && choice.score <= least) break;
        int64_t at = LANES * (which == LAST_EQUAL ? blocks - 1 - block : block), width = smaller(LANES, questions - at);
        uint64_t lanes = width < LANES ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
        if (sliced && place != at / SLICE) {
            place = at / SLICE;
            const uint64_t *there = bits.at + place * bits.shape[1] * (SLICE / 64);
            find_slice(there, hidden, members, needed_parts(&choice, few), &slice);
        }
        if (sliced) lanes &= slice.lanes[at % SLICE / LANES];
        if (!lanes) continue;
        if (by_parts) consider_parts(&choice, &slice, at, lanes, few);
        else if (few) {
            fill(asked, at, hidden, members.at, choice.n, vectors, codes);
            consider_few(&choice, codes, at, lanes, winning, vectors);
        } else {
            count(asked, at, hidden, members, vectors, codes, sizes);
            consider_many(&choice, hidden->codes, sizes, at, width, vectors);
        }
    }
    return choice.open ? -1 : choice.found;
}

int64_t tell_by_words(const AskedWords *asked, int64_t questions, const HiddenWords *hidden, I64 members, bool vectors,
                      I64 telling) {
    uint8_t winning = hidden->codes.at[hidden->codes.shape[0] - 1];
    int64_t found = 0;
    Codes codes;
    vectors = has_vectors(vectors);
    for (int64_t at = 0; at < questions; at += LANES) {
        int64_t width = smaller(LANES, questions - at), silent = width, step = 2;
        bool tells[LANES] = {false};
        uint8_t first[LANES];
        for (int64_t from = 0; from < members.shape[0] && silent; from += step, step = AT_ONCE) {
            int64_t n = smaller(step, members.shape[0] - from);
            fill(asked, at, hidden, members.at + from, n, vectors, codes);
            if (!from) memcpy(first, codes[0], LANES);
            silent = 0;
            for (int64_t lane = 0; lane < width; lane++) {
                for (int64_t i = 0; i < n && !tells[lane]; i++)
                    tells[lane] = codes[i][lane] != first[lane] || first[lane] == winning;
                silent += !tells[lane];
            }
        }
        for (int64_t lane = 0; lane < width; lane++)
            if (tells[lane]) telling.at[found++] = at + lane;
    }
    return found;
}

void size_by_words(const AskedWords *asked, int64_t questions, const HiddenWords *hidden, I64 members, bool vectors,
                   I64 sizes) {
    Codes codes;
    Sizes found;
    vectors = has_vectors(vectors);
    for (int64_t at = 0; at < questions; at += LANES) {
        int64_t width = smaller(LANES, questions - at);
        count(asked, at, hidden, members, vectors, codes, found);
        for (int64_t k = 0; k < sizes.shape[0]; k++)
            for (int64_t lane = 0; lane < width; lane++)
                sizes.at[k * questions + at + lane] = found[hidden->codes.at[k]][lane];
    }
}

void split_by_words(const AskedWords *asked, int64_t place, const HiddenWords *hidden, I64 members, U8 given, I64 ends,
                    I64 sorted) {
    int64_t width = asked->cells.shape[1], pegs = hidden->cells.shape[1], different = hidden->kinds.shape[1];
    int64_t sizes[MOST_CODES] = {0}, begins[MOST_CODES], begin = 0;
    for (int64_t i = 0; i < members.shape[0]; i++) {
        int64_t code = 0;
        for (int64_t peg = 0; peg < pegs; peg++)
            code += asked->cells.at[peg * width + place] == hidden->cells.at[members.at[i] * pegs + peg];
        for (int64_t k = members.at[i] * different; k < (members.at[i] + 1) * different && hidden->times.at[k]; k++)
            code += smaller(asked->holds.at[hidden->kinds.at[k] * width + place], hidden->times.at[k]);
        given.at[i] = (uint8_t)code;
        sizes[code]++;
    }
    for (int64_t k = 0; k < ends.shape[0]; k++) {
        begins[hidden->codes.at[k]] = begin;
        begin += sizes[hidden->codes.at[k]];
        ends.at[k] = begin;
    }
    for (int64_t i = 0; i < members.shape[0]; i++) sorted.at[begins[given.at[i]]++] = members.at[i];
}
