#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arrays.h"

#include "banding.h"
#include "choosing.h"
#include "answering.h" /* after the number of lanes */
#include "consistent.h"
#include "counting.h"
#include "batching.h" /* after the size of blocks */
#include "splitting.h" /* before equations of what is split */
#include "equations.h"
#include "evaluating.h"
#include "filling.h"
#include "induction.h"
#include "joining.h"
#include "questions.h"
#include "rating.h"
#include "refining.h"
#include "searching.h"
#include "separating.h"
#include "weighing.h"

static inline int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }
static inline int64_t larger(int64_t one, int64_t other) { return one > other ? one : other; }

/* The place of the lowest bit of a number that is not 0. */
static inline int64_t lowest(uint64_t bits) {
#ifdef __GNUC__
    return __builtin_ctzll(bits);
#else
    int64_t place = 0;
    for (; !(bits & 1); bits >>= 1) place++;
    return place;
#endif
}

/* The place of the highest bit of a number that is not 0. */
static inline int64_t highest_bit(uint64_t bits) {
#ifdef __GNUC__
    return 63 - __builtin_clzll(bits);
#else
    int64_t place = 63;
    for (; !(bits >> 63); bits <<= 1) place--;
    return place;
#endif
}
