#include "kernels.h"

enum { NO_CELL = 65535, KINDS = 256, LOOK = 64 /* questions at a time */ };

/* A state that is searched.  row: of Weighed.depth. */
typedef struct {
    const uint16_t *members;
    int64_t size;
    const int32_t *questions;
    int64_t asked; /* how many these are */
    const uint16_t *required;
    int64_t left, row;
} Place;

/* A question that may be worth asking. */
typedef struct { double key; int64_t bound, place; int32_t question; } Choice;

/* A part of a question that does not win. */
typedef struct { int64_t first, size, bound; uint8_t answer; bool settled; } Share;

/* sizes, weights: of parts; all zero when they are not in use.  kinds: one question of each kind behind the first
   one, where symmetries are known. */
typedef struct {
    const Weighed *game;
    const Scales *scales;
    const int32_t *kinds;
    int64_t kind_count;
    int64_t filled, level; /* of the room */
    int64_t *sizes, *places;
    double *weights;
    uint8_t *given;
} Weighing;

static int64_t weigh(Weighing *run, Place place, int64_t upper, int32_t *best);

static void *take(Weighing *run, int64_t bytes) {
    int64_t begin = (run->filled + 15) & ~(int64_t)15;
    if (begin + bytes > run->scales->room.shape[0]) return NULL;
    run->filled = begin + bytes;
    return run->scales->room.at + begin;
}

static inline int64_t price(int64_t payment, int64_t depth, int64_t left) {
    if (payment == MISSED) return depth > left;
    if (depth > left) return BEYOND;
    return payment == EACH_QUESTION ? depth : payment == THE_LAST ? depth == left : 0;
}

/* What all secrets of a state pay for the question that is asked, if others are left behind it. */
static inline int64_t paid(int64_t payment, int64_t weight) { return payment == EACH_QUESTION ? weight : 0; }

/* The least that secrets pay, by how many are found with 1, 2, ... questions at most; the value of one or two. */
static int64_t least(const Weighed *game, const uint16_t *members, int64_t size, int64_t row, int64_t left) {
    const uint8_t *depth = game->depth.at + row * game->depth.shape[1];
    int64_t sum = 0;
    for (int64_t i = 0; i < size; i++) {
        int64_t one = price(game->payment, size <= 2 ? i + 1 : depth[i], left);
        if (one >= BEYOND) return BEYOND;
        sum += one * game->weight.at[members[i]];
    }
    return sum;
}

/* How many questions make a difference; `Quantity.of_use` says why. */
static inline int64_t of_use(int64_t payment, int64_t size, int64_t left) {
    return smaller(left, size + (payment == THE_LAST));
}

/* Whether any order of the members is a best strategy. */
static bool is_free(int64_t payment, int64_t size, int64_t left) {
    return payment == EACH_QUESTION ? false : payment == THE_LAST ? left > size : left >= size;
}

/* ------------------------------------------------------------------------------------------- the table */

static int64_t write_key(const Weighed *game, const Place *place, uint16_t *at) {
    int64_t length = 0, pegs = game->words.shape[1];
    at[length++] = (uint16_t)place->left;
    at[length++] = (uint16_t)place->size;
    memcpy(at + length, place->members, (size_t)place->size * sizeof *at);
    length += place->size;
    if (pegs) memcpy(at + length, place->required, (size_t)(2 * pegs) * sizeof *at);
    return (length + 2 * pegs) * (int64_t)sizeof *at;
}

static uint64_t hash_of(const uint16_t *key, int64_t bytes) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (int64_t i = 0; i < bytes / 2; i++) {
        hash = (hash ^ key[i]) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* The entry of a state, or the free one where it belongs. */
static Valued *find(const Scales *scales, const uint16_t *key, int64_t bytes, uint64_t hash) {
    uint64_t last = (uint64_t)scales->known.shape[0] - 1;
    for (uint64_t at = hash & last;; at = (at + 1) & last) {
        Valued *one = scales->known.at + at;
        if (!one->bytes) return one;
        if (one->key == (int64_t)hash && one->bytes == bytes
            && !memcmp(scales->arena.at + one->place, key, (size_t)bytes))
            return one;
    }
}

static void keep(const Scales *scales, const uint16_t *key, int64_t bytes, uint64_t hash, int64_t low,
                 int32_t question) {
    Valued *one = find(scales, key, bytes, hash);
    if (!one->bytes) {
        int64_t *counts = scales->counts.at;
        if (bytes > scales->arena.shape[0]) return;
        if (counts[0] + bytes > scales->arena.shape[0] || 3 * counts[1] > 2 * scales->known.shape[0]) {
            memset(scales->known.at, 0, (size_t)scales->known.shape[0] * sizeof *one);
            counts[0] = counts[1] = 0;
            one = find(scales, key, bytes, hash);
        }
        memcpy(scales->arena.at + counts[0], key, (size_t)bytes);
        *one = (Valued){.key = (int64_t)hash, .place = counts[0], .bytes = (int32_t)bytes, .question = NONE};
        counts[0] += bytes;
        counts[1]++;
    }
    if (one->question == NONE) {
        one->low = larger(one->low, low);
        one->question = question;
    }
}

/* ---------------------------------------------------------------------------------------- the questions */

/* What an answer requires; in legal play that is all that is required then. */
static void require(const Weighed *game, int32_t question, uint8_t answer, uint16_t *required) {
    int64_t pegs = game->words.shape[1], some = 0;
    const uint16_t *word = game->words.at + question * pegs;
    int64_t row = game->given.shape[0] ? game->given.at[question * game->given.shape[1] + answer] : answer;
    const uint8_t *marks = game->marks.at + row * pegs;
    for (int64_t i = 0; i < pegs; i++) {
        required[i] = marks[i] == 2 ? word[i] : NO_CELL;
        if (!marks[i]) continue;
        int64_t at = pegs + some++;
        while (at > pegs && required[at - 1] > word[i]) {
            required[at] = required[at - 1];
            at--;
        }
        required[at] = word[i];
    }
    while (some < pegs) required[pegs + some++] = NO_CELL;
}

static bool has_all(const uint16_t *word, const uint16_t *required, int64_t pegs) {
    for (int64_t i = 0; i < pegs; i++)
        if (required[i] != NO_CELL && required[i] != word[i]) return false;
    for (int64_t i = pegs; i < 2 * pegs && required[i] != NO_CELL;) {
        int64_t wanted = 0;
        uint16_t cell = required[i];
        while (i < 2 * pegs && required[i] == cell) wanted++, i++;
        for (int64_t j = 0; j < pegs && wanted; j++) wanted -= word[j] == cell;
        if (wanted) return false;
    }
    return true;
}

/* The questions of a part: those that were of use before and are legal now. */
static bool narrow(Weighing *run, const int32_t *questions, int64_t count, Place *part) {
    const Weighed *game = run->game;
    int64_t pegs = game->words.shape[1], kept = 0;
    if (game->consistent) {
        int32_t *own = take(run, part->size * (int64_t)sizeof *own);
        if (!own) return false;
        for (int64_t i = 0; i < part->size; i++) own[i] = game->own.at[part->members[i]];
        part->questions = own;
        part->asked = part->size;
    } else if (pegs && part->required[pegs] != NO_CELL) {
        uint64_t wanted = 0;
        for (int64_t i = pegs; i < 2 * pegs && part->required[i] != NO_CELL; i++)
            wanted |= (uint64_t)1 << part->required[i] % 64;
        int32_t *legal = take(run, count * (int64_t)sizeof *legal);
        if (!legal) return false;
        for (int64_t i = 0; i < count; i++) {
            int32_t one = questions[i];
            if ((game->cells.at[one] & wanted) == wanted && has_all(game->words.at + one * pegs, part->required, pegs))
                legal[kept++] = one;
        }
        run->filled -= (count - kept) * (int64_t)sizeof *legal;
        part->questions = legal;
        part->asked = kept;
    } else {
        part->questions = questions;
        part->asked = count;
    }
    return true;
}

/* What the parts of a question pay together, with one question less.

   told: the answers of the members.  pays: what the first members of a part pay, by how many they are; where
   secrets have weights, what each of them pays. */
static int64_t bound_equal(Weighing *run, const Place *place, const uint8_t *told, const int64_t *pays,
                           int64_t *bound, double *key) {
    const Weighed *game = run->game;
    const int64_t *estimate = game->estimate.at;
    int64_t parts = 0, size = place->size, *sizes = run->sizes, sum = 0, about = 0, wins = game->answers - 1;
    uint8_t *given = run->given;
    for (int64_t i = 0; i < size; i++) {
        uint8_t answer = told[i];
        given[parts] = answer;
        parts += !sizes[answer]++;
    }
    for (int64_t i = 0; i < parts; i++) {
        if (given[i] == wins) continue;
        int64_t many = sizes[given[i]];
        sum = pays[many] >= BEYOND ? BEYOND : sum + pays[many];
        about += estimate[many];
        if (sum >= BEYOND) sum = BEYOND;
    }
    *bound = sum;
    *key = (double)about;
    return parts;
}

static int64_t bound_weighed(Weighing *run, const Place *place, const uint8_t *told, const int64_t *pays,
                             int64_t *bound, double *key) {
    const Weighed *game = run->game;
    int64_t parts = 0, *sizes = run->sizes, sum = 0, wins = game->answers - 1;
    bool beyond = false;
    for (int64_t i = 0; i < place->size; i++) {
        uint8_t answer = told[i];
        int64_t one = game->weight.at[place->members[i]], before = sizes[answer]++;
        if (!before) run->given[parts++] = answer;
        run->weights[answer] += (double)one;
        if (answer == wins) continue;
        if (pays[before] >= BEYOND) beyond = true;
        else sum += pays[before] * one;
    }
    for (int64_t i = 0; i < parts; i++) {
        uint8_t answer = run->given[i];
        if (answer != wins)
            *key += run->weights[answer] * (double)game->estimate.at[sizes[answer]] / (double)sizes[answer];
        run->weights[answer] = 0;
    }
    *bound = beyond ? BEYOND : sum;
    return parts;
}

static void prices(const Weighed *game, const Place *place, int64_t *pays) {
    const uint8_t *depth = game->depth.at + place->row * game->depth.shape[1];
    int64_t sum = 0;
    for (int64_t i = 0; i < place->size; i++) {
        int64_t one = price(game->payment, depth[i], place->left - 1);
        if (!game->equal) pays[i] = one;
        else pays[i] = sum, sum = one >= BEYOND || sum >= BEYOND ? BEYOND : sum + one;
    }
    if (game->equal) pays[place->size] = sum;
}

/* What the members answer to some questions, a row for each question. */
static void gather(const Weighed *game, const Place *place, const int32_t *questions, int64_t count,
                   uint8_t *answers) {
    for (int64_t i = 0; i < place->size; i++) {
        const uint8_t *told = game->told.at + place->members[i] * game->told.shape[1];
        for (int64_t j = 0; j < count; j++) answers[j * place->size + i] = told[questions[j]];
    }
}

/* Bounds of all questions.  Fills in those of use and those that may cost less than upper; returns how many the
   latter are, or STOPPED.  low: of the state; one question that attains it is enough.  refuted: gets the least
   bound of the others. */
static int64_t rank(Weighing *run, Place *place, int64_t low, int64_t upper, int32_t *useful, Choice *choices,
                    int64_t *refuted) {
    const Weighed *game = run->game;
    int64_t count = 0, kept = 0, most = 0, weight = 0, size = place->size, wins = game->answers - 1;
    /* Only behind the first question symmetries are known. */
    bool by_kind = run->level == 1 && run->kinds;
    const int32_t *questions = by_kind ? run->kinds : place->questions;
    int64_t asked = by_kind ? run->kind_count : place->asked;
    int64_t *pays = take(run, (size + 1) * (int64_t)sizeof *pays);
    uint8_t *answers = take(run, LOOK * size);
    if (!pays || !answers) return NO_ROOM;
    prices(game, place, pays);
    for (int64_t i = 0; i < size; i++) weight += game->weight.at[place->members[i]];
    for (int64_t number = 0; number < asked; number++) {
        if (number % LOOK == 0) {
            if (*(volatile uint8_t *)run->scales->stop.at) return STOPPED;
            gather(game, place, questions + number, smaller(LOOK, asked - number), answers);
        }
        int32_t question = questions[number];
        const uint8_t *told = answers + number % LOOK * size;
        int64_t bound = 0;
        double key = 0;
        int64_t parts = game->equal ? bound_equal(run, place, told, pays, &bound, &key)
                                    : bound_weighed(run, place, told, pays, &bound, &key);
        bool won = run->sizes[wins];
        for (int64_t i = 0; i < parts; i++) run->sizes[run->given[i]] = 0;
        if (parts == 1 && !won) continue;
        useful[kept++] = question;
        most = larger(most, parts - won);
        bound = bound >= BEYOND ? BEYOND : bound + paid(game->payment, weight);
        if (bound >= upper) {
            *refuted = smaller(*refuted, bound);
            continue;
        }
        if (parts == size && bound == low) {
            choices[0] = (Choice){.bound = bound, .question = question};
            count = 1;
            break;
        }
        if (game->payment != EACH_QUESTION) key += (double)bound * (double)game->estimate.at[size];
        choices[count] = (Choice){.key = key, .bound = bound, .place = count, .question = question};
        count++;
    }
    if (!by_kind) {
        place->questions = useful;
        place->asked = kept;
    }
    place->row = smaller(place->row, most);
    return count;
}

static inline bool before(const Choice *one, const Choice *other) {
    return one->key < other->key || (one->key == other->key && one->place < other->place);
}

static void sink(Choice *heap, int64_t count, int64_t at) {
    Choice moved = heap[at];
    for (int64_t below; (below = 2 * at + 1) < count; at = below) {
        if (below + 1 < count && before(heap + below + 1, heap + below)) below++;
        if (!before(heap + below, &moved)) break;
        heap[at] = heap[below];
    }
    heap[at] = moved;
}

/* ------------------------------------------------------------------------------------------- the search */

/* The parts of a question that do not win, the smallest first, and their members; returns how many. */
static int64_t split(Weighing *run, const Place *place, int32_t question, Share *shares, uint16_t *members) {
    const Weighed *game = run->game;
    const uint8_t *told = game->told.at + question;
    int64_t *sizes = run->sizes, *next = run->places, count = 0, first = 0, all = game->told.shape[1];
    for (int64_t i = 0; i < place->size; i++) sizes[told[place->members[i] * all]]++;
    for (int64_t answer = 0; answer < game->answers - 1; answer++) {
        if (!sizes[answer]) continue;
        int64_t at = count++;
        while (at && shares[at - 1].size > sizes[answer]) {
            shares[at] = shares[at - 1];
            at--;
        }
        shares[at] = (Share){.first = first, .size = sizes[answer], .answer = (uint8_t)answer};
        next[answer] = first;
        first += sizes[answer];
        sizes[answer] = 0;
    }
    sizes[game->answers - 1] = 0;
    for (int64_t i = 0; i < place->size; i++) {
        uint8_t answer = told[place->members[i] * all];
        if (answer != game->answers - 1) members[next[answer]++] = place->members[i];
    }
    return count;
}

/* Whether a possible secret tells all others apart, and nothing can be better than that; bound is the value then.
   Otherwise, where all secrets weigh the same, each of them pays once more than in that case. */
static bool look_at(const Weighed *game, const uint16_t *members, int64_t size, int64_t left, int64_t *bound,
                    int32_t *question) {
    int64_t each = price(game->payment, 2, left), all = game->told.shape[1];
    if (each >= BEYOND) return false;
    int64_t most = game->equal ? size : 1, sum = 0;
    for (int64_t i = 0; i < size; i++) sum += game->weight.at[members[i]];
    for (int64_t i = 0; i < most; i++) {
        const uint8_t *told = game->told.at + game->own.at[members[i]];
        uint64_t seen[KINDS / 64] = {0};
        int64_t j = 0;
        for (; j < size; j++) {
            uint8_t answer = told[members[j] * all];
            if (seen[answer / 64] >> answer % 64 & 1) break;
            seen[answer / 64] |= (uint64_t)1 << answer % 64;
        }
        if (j < size) continue;
        int64_t first = game->weight.at[members[i]];
        int64_t cost = each * (sum - first) + price(game->payment, 1, left) * first;
        *question = game->own.at[members[i]];
        return cost == *bound;
    }
    if (game->equal && game->payment == EACH_QUESTION) *bound = larger(*bound, 2 * size);
    return false;
}

/* Raise the bounds of parts one after the other until the sum is no less than upper, or all are settled; a
   part gets *limit* more than its bound, or as much as is of use.  Returns the sum. */
static int64_t raise_parts(Weighing *run, const Place *place, int32_t question, Share *shares, int64_t count,
                           const uint16_t *members, int64_t sum, int64_t upper, int64_t limit) {
    int64_t pegs = run->game->words.shape[1];
    for (int64_t i = 0; i < count && sum < upper; i++) {
        Share *share = shares + i;
        if (share->settled) continue;
        int64_t filled = run->filled, most = smaller(upper - (sum - share->bound), share->bound + limit);
        Place part = {.members = members + share->first, .size = share->size, .left = place->left - 1,
                      .row = place->row};
        uint16_t *required = take(run, 2 * pegs * (int64_t)sizeof *required);
        if (!required) return NO_ROOM;
        if (pegs) require(run->game, question, share->answer, required);
        part.required = required;
        if (!narrow(run, place->questions, place->asked, &part)) return NO_ROOM;
        int64_t found = weigh(run, part, most, NULL);
        run->filled = filled;
        if (found < 0) return found;
        if (found < most) share->settled = true;
        sum = found >= BEYOND ? BEYOND : sum + larger(0, found - share->bound);
        share->bound = larger(share->bound, found);
    }
    return sum;
}

/* The cost of a question if it is less than upper, otherwise a lower bound that is not; look: any bound. */
static int64_t ask(Weighing *run, const Place *place, int32_t question, int64_t upper, bool look) {
    const Weighed *game = run->game;
    int64_t filled = run->filled, sum = 0;
    Share *shares = take(run, game->answers * (int64_t)sizeof *shares);
    uint16_t *members = take(run, place->size * (int64_t)sizeof *members);
    if (!shares || !members) return NO_ROOM;
    int64_t count = split(run, place, question, shares, members);
    for (int64_t i = 0; i < place->size; i++) sum += game->weight.at[place->members[i]];
    sum = paid(game->payment, sum);
    for (int64_t i = 0; i < count && sum < BEYOND; i++) {
        Share *share = shares + i;
        share->bound = least(game, members + share->first, share->size, place->row, place->left - 1);
        int32_t separating;
        share->settled = share->size <= 2 || share->bound >= BEYOND
                         || look_at(game, members + share->first, share->size, place->left - 1, &share->bound,
                                    &separating);
        sum = share->bound >= BEYOND ? BEYOND : sum + share->bound;
    }
    /* First a look at each part, which often is enough; then the parts themselves. */
    if (sum < upper) sum = raise_parts(run, place, question, shares, count, members, sum, upper, 1);
    if (sum >= 0 && sum < upper && !look)
        sum = raise_parts(run, place, question, shares, count, members, sum, upper, BEYOND);
    run->filled = filled;
    return sum;
}

/* As weigh_state says; best may be NULL. */
static int64_t weigh(Weighing *run, Place place, int64_t upper, int32_t *best) {
    const Weighed *game = run->game;
    const Scales *scales = run->scales;
    int32_t chosen = game->own.at[place.members[0]];
    if (best) *best = NONE;
    place.left = of_use(game->payment, place.size, place.left);
    int64_t low = least(game, place.members, place.size, place.row, place.left);
    if (place.size <= 2 || place.left <= 1 || is_free(game->payment, place.size, place.left)) {
        if (best && low < BEYOND) *best = chosen;
        return low;
    }
    if (low >= upper) return low;
    int64_t filled = run->filled, most = (2 + place.size + 2 * game->words.shape[1]) * 2;
    uint16_t *key = take(run, most);
    if (!key) return NO_ROOM;
    int64_t bytes = write_key(game, &place, key);
    uint64_t hash = hash_of(key, bytes);
    Valued *known = find(scales, key, bytes, hash);
    if (known->bytes) {
        low = larger(low, known->low);
        if (known->question != NONE || low >= upper) {
            if (best) *best = known->question;
            run->filled = filled;
            return low;
        }
    }
    if (look_at(game, place.members, place.size, place.left, &low, &chosen)) {
        keep(scales, key, bytes, hash, low, chosen);
        if (best) *best = chosen;
        run->filled = filled;
        return low;
    }
    if (low >= upper) {
        keep(scales, key, bytes, hash, low, NONE);
        run->filled = filled;
        return low;
    }
    if (run->level == game->levels) return NO_ROOM;
    run->level++;
    scales->counts.at[2]++;
    int64_t refuted = BEYOND, cost = upper, asked = place.asked;
    int32_t *useful = take(run, asked * (int64_t)sizeof *useful);
    Choice *choices = take(run, asked * (int64_t)sizeof *choices);
    if (!useful || !choices) return NO_ROOM;
    int64_t ranked = run->filled, count = rank(run, &place, low, upper, useful, choices, &refuted);
    if (count < 0) return count;
    run->filled = ranked - (asked - count) * (int64_t)sizeof *choices;
    low = larger(low, least(game, place.members, place.size, place.row, place.left));
    chosen = NONE;
    for (int64_t at = count / 2 - 1; at >= 0; at--) sink(choices, count, at);
    while (count && low < cost) {
        Choice choice = choices[0];
        choices[0] = choices[--count];
        sink(choices, count, 0);
        int64_t found = choice.bound;
        if (found < cost) found = ask(run, &place, choice.question, cost, false);
        if (found < 0) return found;
        if (found < cost) {
            cost = found;
            chosen = choice.question;
        } else refuted = smaller(refuted, found);
    }
    low = chosen != NONE ? cost : low >= upper ? low : larger(low, refuted);
    keep(scales, key, bytes, hash, low, chosen);
    if (best) *best = chosen;
    run->filled = filled;
    run->level--;
    return low;
}

static bool begin(Weighing *run) {
    run->sizes = take(run, KINDS * (int64_t)sizeof *run->sizes);
    run->places = take(run, KINDS * (int64_t)sizeof *run->places);
    run->weights = take(run, KINDS * (int64_t)sizeof *run->weights);
    run->given = take(run, KINDS + 1);
    if (!run->given) return false;
    memset(run->sizes, 0, KINDS * sizeof *run->sizes);
    for (int64_t i = 0; i < KINDS; i++) run->weights[i] = 0;
    return true;
}

int64_t weigh_state(const Weighed *game, const Scales *scales, U16 members, I32 questions, U16 required, int64_t left,
                    int64_t upper, I32 best) {
    Weighing run = {.game = game, .scales = scales};
    Place place = {.members = members.at, .size = members.shape[0], .questions = questions.at,
                   .asked = questions.shape[0], .required = required.at, .left = left,
                   .row = game->depth.shape[0] - 1};
    return begin(&run) ? weigh(&run, place, upper, best.at) : NO_ROOM;
}

int64_t weigh_questions(const Weighed *game, const Scales *scales, U16 members, I32 questions, I32 first, I64 ends,
                        I32 kinds, I64 lows, I64 place, int64_t left, int64_t upper, bool look) {
    Weighing run = {.game = game, .scales = scales};
    Place whole = {.members = members.at, .size = members.shape[0], .questions = questions.at,
                   .asked = questions.shape[0], .left = left, .row = game->depth.shape[0] - 1};
    if (!begin(&run)) return NO_ROOM;
    for (int64_t i = place.at[0]; i < first.shape[0]; place.at[0] = ++i) {
        if (lows.at[i] >= upper) continue;
        if (ends.shape[0]) {
            int64_t begins = i ? ends.at[i - 1] : 0;
            run.kinds = kinds.at + begins;
            run.kind_count = ends.at[i] - begins;
        }
        int64_t found = ask(&run, &whole, first.at[i], upper, look);
        if (found < 0) return found;
        lows.at[i] = larger(lows.at[i], found);
        if (look || found >= upper) continue;
        place.at[0] = i + 1;
        return found;
    }
    return upper;
}
