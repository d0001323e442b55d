#include "kernels.h"

#define FACTOR UINT64_C(0x9E3779B97F4A7C15)
#define UPPER UINT64_C(0xFFFFFFFF00000000)
#ifdef __GNUC__
#define SOON(address) __builtin_prefetch(address)
#else
#define SOON(address) (void)(address)
#endif

/* Whether that many more rows, with that many codes in all, can be interned. */
static bool has_room(const Interned *interned, int64_t rows, int64_t codes) {
    int64_t count = interned->number.at[0];
    return 2 * (count + rows) <= interned->slots.shape[0] && count + rows <= interned->hashes.shape[0]
        && interned->start.at[count] + codes <= interned->codes.shape[0];
}

/* The hash of a row. */
static inline uint64_t hash_of(const int32_t *codes, int64_t length) {
    uint64_t value = (uint64_t)length;
    for (int64_t place = 0; place < length; place++) {
        value = (value ^ (uint64_t)codes[place]) * FACTOR;
        value ^= value >> 29;
    }
    return value;
}

/* The number of the row that a slot has, or -1. */
static int64_t number_at(const Interned *interned, uint64_t slot) {
    return (int64_t)(interned->slots.at[slot] & ~UPPER) - 1;
}

/* The slot that has the number of a row, or where it belongs. */
static inline uint64_t slot_of(const Interned *interned, const int32_t *codes, int64_t length, uint64_t value) {
    uint64_t mask = (uint64_t)interned->slots.shape[0] - 1, slot = value & mask;
    for (; interned->slots.at[slot]; slot = (slot + 1) & mask) {
        if ((interned->slots.at[slot] ^ value) & UPPER) continue;
        const int64_t *start = interned->start.at + number_at(interned, slot);
        if (start[1] - start[0] == length
            && !memcmp(interned->codes.at + start[0], codes, (size_t)length * sizeof *codes)) break;
    }
    return slot;
}

/* The number of a row, for which there must be room. */
static inline int64_t intern(const Interned *interned, const int32_t *codes, int64_t length, uint64_t value) {
    uint64_t slot = slot_of(interned, codes, length, value);
    int64_t known = number_at(interned, slot);
    if (known < 0) {
        known = interned->number.at[0]++;
        interned->slots.at[slot] = (value & UPPER) | (uint64_t)(known + 1);
        interned->hashes.at[known] = value;
        int64_t start = interned->start.at[known];
        memcpy(interned->codes.at + start, codes, (size_t)length * sizeof *codes);
        interned->start.at[known + 1] = start + length;
    }
    return known;
}

void intern_rows(const Interned *interned, I64 start, I32 codes, I32 numbers) {
    for (int64_t row = 0; row < start.shape[0] - 1; row++) {
        const int32_t *own = codes.at + start.at[row];
        int64_t length = start.at[row + 1] - start.at[row];
        numbers.at[row] = (int32_t)intern(interned, own, length, hash_of(own, length));
    }
}

void fill_slots(const Interned *interned) {
    uint64_t mask = (uint64_t)interned->slots.shape[0] - 1;
    for (int64_t number = 0; number < interned->number.at[0]; number++) {
        uint64_t value = interned->hashes.at[number], slot = value & mask;
        while (interned->slots.at[slot]) slot = (slot + 1) & mask;
        interned->slots.at[slot] = (value & UPPER) | (uint64_t)(number + 1);
    }
}

int64_t extend(U8 clauses, int64_t new, int64_t first, bool repeats, I64 out) {
    int64_t pegs = clauses.shape[1], count = 0;
    for (int64_t row = 0; row < clauses.shape[0]; row++) {
        const uint8_t *clause = clauses.at + row * pegs;
        int64_t choices = 1;
        for (int64_t column = 0; column < pegs; column++)
            if (clause[column] == STAR) choices *= new + 1;
        for (int64_t choice = 0; choice < choices; choice++) {
            /* The digits of the choice, the last one first, say what becomes of the stars. */
            int64_t code = 0, used = 0, rest = choice;
            bool legal = true;
            for (int64_t column = pegs - 1; column >= 0; column--) {
                int64_t cell = clause[column];
                if (cell == STAR) {
                    int64_t colour = rest % (new + 1);
                    rest /= new + 1;
                    if (colour < new) {
                        cell = first + colour;
                        legal &= repeats || !(used >> colour & 1);
                        used |= INT64_C(1) << colour;
                    }
                }
                code |= cell << (BASE_BITS * (pegs - 1 - column));
            }
            if (!legal) continue;
            int64_t before = count++;
            for (; before > 0 && out.at[before - 1] > code; before--) out.at[before] = out.at[before - 1];
            out.at[before] = code;
        }
    }
    return count;
}

/* Extend a pattern by each number of new colours. */
static void extend_all(U8 clauses, int64_t colours, bool repeats, const SplitRoom *room) {
    int64_t pegs = room->cells.shape[1], every = room->places.shape[1], row = 0;
    memset(room->places.at, 0, (size_t)((EXTRA + 1) * every) * sizeof *room->places.at);
    for (int64_t new = 0; new <= pegs; new++) {
        room->extended.at[new] = row;
        int64_t count = extend(clauses, new, colours, repeats, room->words);
        for (int64_t place = 0; place < count; place++, row++) {
            uint16_t weight = 1;
            for (int64_t column = 0; column < pegs; column++, weight *= (uint16_t)(pegs + 1)) {
                int64_t cell = (room->words.at[place] >> (BASE_BITS * (pegs - 1 - column))) & 63;
                room->cells.at[row * pegs + column] = (uint8_t)cell;
                if (cell != STAR) room->places.at[cell * every + row] += weight;
            }
        }
    }
    room->extended.at[pegs + 1] = row;
}

/* Write the codes of a part, the clauses of these rows of cells, when it is normalized. */
static void normalize(const uint8_t *cells, int64_t pegs, const int64_t *rows, int64_t count, uint8_t *rank,
                      int32_t *codes) {
    uint64_t occurring = 0;
    for (int64_t i = 0; i < count; i++)
        for (int64_t column = 0; column < pegs; column++) occurring |= UINT64_C(1) << cells[rows[i] * pegs + column];
    occurring &= ~(UINT64_C(1) << STAR);
    for (uint8_t ranked = 0; occurring; occurring &= occurring - 1) rank[lowest(occurring)] = ranked++;
    rank[STAR] = STAR;
    for (int64_t i = 0; i < count; i++) {
        int32_t code = 0;
        for (int64_t column = 0; column < pegs; column++)
            code = (code << BASE_BITS) | rank[cells[rows[i] * pegs + column]];
        codes[i] = code;
    }
}

/* The answers to a question, as in a row of the table of answers, and for each column the places of its colour; of one
   that an earlier column has, too, those of the extra colour, which is nowhere. */
static const uint8_t *places_of(const Batched *asked, const uint8_t *question, const SplitRoom *room,
                                const uint16_t **there) {
    int64_t pegs = room->cells.shape[1], every = room->places.shape[1], kind = 0;
    for (int64_t column = 0; column < pegs; column++) {
        int64_t same = 0;
        while (question[same] != question[column]) same++;
        if (question[column] == EXTRA) same = column;
        kind = kind * pegs + same;
        there[column] = room->places.at + (same < column ? EXTRA : question[column]) * every;
    }
    return asked->answers.at + kind * asked->answers.shape[1];
}

/* Answer a question for the clauses first:last of the extension.  Collected are the clauses that give each answer, as
   bits, where there were none, and in *given* the answers that some clause gives: few, where there are hundreds. */
static void answer_all(const Batched *asked, const uint8_t *question, const SplitRoom *room, int64_t first, int64_t last,
                       uint64_t *given) {
    int64_t pegs = room->cells.shape[1];
    const uint16_t *there[32 / BASE_BITS]; /* a code has no more cells */
    const uint8_t *answers = places_of(asked, question, room, there);
    memset(given, 0, ANSWER_WORDS * sizeof *given);
    for (int64_t begin = first; begin < last; begin += ANSWERED) {
        uint16_t matched[ANSWERED] = {0};
        for (int64_t column = 0; column < pegs; column++)
            for (int64_t k = 0; k < ANSWERED; k++)
                matched[k] = (uint16_t)(matched[k] + (column + 1) * there[column][begin + k]);
        for (int64_t i = begin - first; i < smaller(begin + ANSWERED, last) - first; i++) {
            int64_t answer = room->given.at[i] = answers[matched[i % ANSWERED]];
            given[answer >> 6] |= UINT64_C(1) << (answer & 63);
            room->members.at[answer * SEEN_WORDS + (i >> 6) % SEEN_WORDS] |= UINT64_C(1) << (i & 63);
        }
    }
}

/* Enter the part that an answer leaves, the clauses of the extension first:last that give it, among those that wait. */
static void enter(const SplitRoom *room, int64_t first, int64_t last, int64_t answer, const Interned *known, int64_t part) {
    int64_t size = 0, from = room->waiting_start.at[part];
    int32_t *codes = room->waiting_codes.at + from;
    for (int64_t row = first; row < last; row++)
        if (room->given.at[row - first] == answer) room->rows.at[size++] = row;
    normalize(room->cells.at, room->cells.shape[1], room->rows.at, size, room->rank.at, codes);
    uint64_t value = hash_of(codes, size);
    SOON(known->slots.at + (value & ((uint64_t)known->slots.shape[0] - 1)));
    room->waiting_hash.at[part] = value;
    room->waiting_start.at[part + 1] = from + size;
}

/* Find the numbers of parts that wait.  They are anywhere in memory, so what is read of each is fetched before. */
static void number_all(const SplitRoom *room, int64_t count, const Interned *known, const Interned *fresh) {
    uint64_t mask = (uint64_t)known->slots.shape[0] - 1, *hashes = room->waiting_hash.at;
    for (int64_t part = 0; part < count; part++)
        if (known->slots.at[hashes[part] & mask]) SOON(known->start.at + number_at(known, hashes[part] & mask));
    for (int64_t part = 0; part < count; part++)
        if (known->slots.at[hashes[part] & mask])
            SOON(known->codes.at + known->start.at[number_at(known, hashes[part] & mask)]);
    for (int64_t part = 0; part < count; part++) {
        int64_t from = room->waiting_start.at[part], size = room->waiting_start.at[part + 1] - from;
        const int32_t *codes = room->waiting_codes.at + from;
        int64_t number = number_at(known, slot_of(known, codes, size, hashes[part]));
        if (number < 0) number = -2 - intern(fresh, codes, size, hashes[part]);
        room->number.at[part] = (int32_t)number;
    }
}

/* The place of clauses among those seen, where they are, or are to be entered: whether they are there in *same*. */
static int64_t seen_at(const SplitRoom *room, int64_t new, const uint64_t *members, bool *same) {
    uint64_t value = 0;
    for (int64_t i = 0; i < SEEN_WORDS; i++) value = (value ^ members[i]) * FACTOR;
    int64_t slot = (new << SEEN_BITS) + (int64_t)(value >> (64 - SEEN_BITS));
    uint64_t *seen = room->seen_clauses.at + slot * SEEN_WORDS;
    for (int64_t i = 0; i < SEEN_WORDS; i++) {
        *same &= seen[i] == members[i];
        seen[i] = members[i];
    }
    return slot;
}

/* Split one pattern by its questions, in the terms of split_batch. */
static void split_pattern(const Batched *asked, int64_t pattern, const SplitRoom *room, const Interned *known,
                          const Interned *fresh, I64 part_start, I32 parts) {
    int64_t won = room->members.shape[0] - 1, pegs = room->cells.shape[1], waiting = 0;
    int64_t begin = asked->start.at[pattern], end = asked->start.at[pattern + 1];
    uint64_t given[ANSWER_WORDS];
    memset(room->seen_clauses.at, 0, (size_t)((pegs + 1) << SEEN_BITS) * SEEN_WORDS * sizeof *room->seen_clauses.at);
    room->waiting_start.at[0] = 0;
    for (int64_t place = begin; place < end; place++) {
        int64_t new = asked->new.at[place], count = part_start.at[place];
        int64_t first = room->extended.at[new], last = room->extended.at[new + 1];
        answer_all(asked, asked->cells.at + place * pegs, room, first, last, given);
        for (int64_t word = 0; word < ANSWER_WORDS; word++)
            for (uint64_t rest = given[word]; rest; rest &= rest - 1) {
                int64_t answer = 64 * word + lowest(rest);
                uint64_t *members = room->members.at + answer * SEEN_WORDS;
                if (answer != won) {
                    bool same = last - first <= 64 * SEEN_WORDS;
                    int64_t slot = seen_at(room, new, members, &same);
                    if (!same) {
                        enter(room, first, last, answer, known, waiting);
                        room->seen_part.at[slot] = (int32_t)waiting++;
                    }
                    parts.at[count++] = room->seen_part.at[slot];
                }
                memset(members, 0, SEEN_WORDS * sizeof *members);
            }
        part_start.at[place + 1] = count;
    }
    number_all(room, waiting, known, fresh);
    for (int64_t i = part_start.at[begin]; i < part_start.at[end]; i++) parts.at[i] = room->number.at[parts.at[i]];
}

int64_t split_batch(const Batched *asked, const Interned *known, const Interned *fresh, I64 part_start, I32 parts,
                    int64_t begin, const SplitRoom *room) {
    int64_t pegs = asked->cells.shape[1], words = room->words.shape[0], answers = room->members.shape[0];
    memset(room->members.at, 0, (size_t)(answers * SEEN_WORDS) * sizeof *room->members.at);
    for (int64_t pattern = begin; pattern < asked->colours.shape[0]; pattern++) {
        int64_t first = asked->start.at[pattern], questions = asked->start.at[pattern + 1] - first;
        if (!has_room(fresh, questions * answers, questions * words)) return pattern;
        if (part_start.at[first] + questions * answers > parts.shape[0]) return pattern;
        const int64_t *rows = asked->clause_start.at + pattern;
        U8 clauses = {asked->clauses.at + rows[0] * pegs, {rows[1] - rows[0], pegs}};
        extend_all(clauses, asked->colours.at[pattern], asked->repeats, room);
        split_pattern(asked, pattern, room, known, fresh, part_start, parts);
    }
    return asked->colours.shape[0];
}

void renumber(I32 parts, I32 numbers) {
    for (int64_t i = 0; i < parts.shape[0]; i++)
        if (parts.at[i] < -1) parts.at[i] = numbers.at[-2 - parts.at[i]];
}

/* Write a split: the new colours, then the classes of its parts, descending; returns its length. */
static int64_t classes_of(const int32_t *parts, int64_t length, const int16_t *class_of, uint8_t new, int32_t *row) {
    int64_t count = 1;
    row[0] = new;
    for (int64_t i = 0; i < length; i++) {
        int32_t value = class_of[parts[i]];
        int64_t place = count++;
        for (; place > 1 && row[place - 1] < value; place--) row[place] = row[place - 1];
        row[place] = value;
    }
    return count;
}

/* Whether the new colours and the patterns of a split, in this order, are less than those of another one. */
static bool comes_before(const Interned *known, int64_t one, int64_t other) {
    const int32_t *own = known->codes.at + known->start.at[one], *end = known->codes.at + known->start.at[one + 1];
    const int32_t *its = known->codes.at + known->start.at[other], *last = known->codes.at + known->start.at[other + 1];
    for (;; own++, its++) {
        int32_t here = own < end ? *own : -1, there = its < last ? *its : -1;
        if (here < 0 && there < 0) return false;
        if (here != there) return here < there;
    }
}

/* Sort the splits of a pattern; equal ones stay in order of appearance. */
static void sort_splits(const Interned *known, int32_t *order, int32_t *spare) {
    int64_t count = known->number.at[0];
    for (int64_t i = 0; i < count; i++) order[i] = (int32_t)i;
    for (int64_t run = 1; run < count; run *= 2) {
        for (int64_t low = 0; low < count; low += 2 * run) {
            int64_t middle = smaller(low + run, count), high = smaller(low + 2 * run, count);
            for (int64_t i = low, j = middle, place = low; place < high; place++)
                spare[place] = j == high || (i < middle && !comes_before(known, order[j], order[i])) ? order[i++] : order[j++];
        }
        memcpy(order, spare, (size_t)count * sizeof *order);
    }
}

/* Write the parts of a split, a row of `classes_of`: the patterns, then the masets, both descending. */
static int64_t write_parts(const int32_t *row, int64_t length, int16_t *parts) {
    int64_t patterns = 1, count = 0;
    while (patterns < length && row[patterns] >= 0) patterns++;
    for (int64_t i = 1; i < patterns; i++) parts[count++] = (int16_t)row[i];
    for (int64_t i = length - 1; i >= patterns; i--) parts[count++] = (int16_t)row[i];
    return count;
}

/* Number the different splits of a pattern in order of appearance.

   Filled in: split_of; first, extra: of each split the first question and the fewest extra cells. */
static void collect_splits(const Merged *merged, int64_t pattern, const Interned *known, const MergeRoom *room,
                           I32 split_of) {
    known->number.at[0] = 0;
    memset(known->slots.at, 0, (size_t)known->slots.shape[0] * sizeof *known->slots.at);
    for (int64_t question = merged->start.at[pattern]; question < merged->start.at[pattern + 1]; question++) {
        int64_t before = known->number.at[0], from = merged->part_start.at[question];
        int64_t length = classes_of(merged->parts.at + from, merged->part_start.at[question + 1] - from,
                                    merged->class_of.at, merged->new.at[question], room->row.at);
        int64_t split = intern(known, room->row.at, length, hash_of(room->row.at, length));
        uint8_t extra = merged->extra.at[question];
        if (split == before) {
            room->first.at[split] = (int32_t)question;
            room->extra.at[split] = extra;
        } else if (extra < room->extra.at[split]) room->extra.at[split] = extra;
        split_of.at[question] = (int32_t)split;
    }
}

int64_t merge_batch(const Merged *merged, const Interned *known, const MergeRoom *room, const SplitRows *splits,
                    I32 split_of) {
    int64_t written = 0;
    splits->part_start.at[0] = 0;
    for (int64_t pattern = 0; pattern < merged->start.shape[0] - 1; pattern++) {
        collect_splits(merged, pattern, known, room, split_of);
        int32_t *order = room->order.at, *place_of = room->spare.at;
        int64_t count = known->number.at[0];
        sort_splits(known, order, place_of);
        for (int64_t i = 0; i < count; i++) {
            int64_t row = written + i, split = order[i], from = known->start.at[split];
            int32_t first = room->first.at[split];
            splits->pattern.at[row] = (int16_t)pattern;
            splits->new.at[row] = merged->new.at[first];
            splits->extra.at[row] = room->extra.at[split];
            splits->question.at[row] = first;
            splits->part_start.at[row + 1] = splits->part_start.at[row]
                + write_parts(known->codes.at + from, known->start.at[split + 1] - from,
                              splits->parts.at + splits->part_start.at[row]);
            place_of[split] = (int32_t)row;
        }
        for (int64_t question = merged->start.at[pattern]; question < merged->start.at[pattern + 1]; question++)
            split_of.at[question] = place_of[split_of.at[question]];
        written += count;
    }
    return written;
}
