#include "kernels.h"

#define ROUNDS 3

/* A 64-bit mixing function (the finalizer of splitmix64). */
static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

/* A part that is refined: its clauses, the keys of columns and colours, and room for new ones. */
typedef struct {
    const int64_t *cells;
    int64_t rows, pegs, colours;
    uint64_t *column, *colour, *new_column, *new_colour;
} Refined;

static void refine(const Refined *part) {
    int64_t pegs = part->pegs, colours = part->colours;
    for (int round = 0; round < ROUNDS; round++) {
        memset(part->new_column, 0, (size_t)pegs * sizeof *part->new_column);
        memset(part->new_colour, 0, (size_t)colours * sizeof *part->new_colour);
        for (const int64_t *row = part->cells; row < part->cells + part->rows * pegs; row += pegs) {
            uint64_t clause = 0;
            for (int64_t column = 0; column < pegs; column++)
                clause += mix(3 * part->column[column] + (row[column] == STAR ? STAR : part->colour[row[column]]));
            for (int64_t column = 0; column < pegs; column++) {
                uint64_t key = row[column] == STAR ? STAR : part->colour[row[column]];
                part->new_column[column] += mix(clause + 5 * key);
                if (row[column] != STAR) part->new_colour[row[column]] += mix(clause + 7 * part->column[column]);
            }
        }
        for (int64_t i = 0; i < pegs; i++) part->column[i] = mix(part->column[i] + part->new_column[i]);
        for (int64_t i = 0; i < colours; i++) part->colour[i] = mix(part->colour[i] + part->new_colour[i]);
    }
}

/* The first place of the least key that occurs twice, or -1. */
static int64_t first_tied(const uint64_t *keys, int64_t count) {
    int64_t least = -1;
    for (int64_t place = 0; place < count; place++) {
        bool tied = false;
        for (int64_t other = place + 1; other < count; other++) tied |= keys[other] == keys[place];
        if (tied && (least < 0 || keys[place] < keys[least])) least = place;
    }
    return least;
}

/* Tell columns and colours apart whose keys are tied, one after the other; whether there were any. */
static bool single_out(const Refined *part) {
    for (bool any = false;; any = true, refine(part)) {
        int64_t tied = first_tied(part->column, part->pegs);
        if (tied >= 0) part->column[tied]++;
        else if ((tied = first_tied(part->colour, part->colours)) >= 0) part->colour[tied]++;
        else return any;
    }
}

/* How many of the keys, which are all different, are less than the one at a place. */
static uint8_t rank_of(const uint64_t *keys, int64_t count, int64_t place) {
    int64_t rank = 0;
    for (int64_t i = 0; i < count; i++) rank += keys[i] < keys[place];
    return (uint8_t)rank;
}

/* What refine_part tells of a part beside its form. */
typedef struct { bool settled; int64_t invariant; } Told;

/* Bring the clauses of one part, cells [rows, pegs], to order: the witness goes to columns and colours. */
static Told refine_part(int64_t *cells, int64_t rows, int64_t pegs, U64 keys, uint8_t *columns, uint8_t *colours) {
    int64_t width = keys.shape[1], known = 0;
    for (int64_t i = 0; i < rows * pegs; i++)
        if (cells[i] != STAR) known = larger(known, cells[i] + 1);
    Refined part = {cells, rows, pegs, known, keys.at, keys.at + width, keys.at + 2 * width, keys.at + 3 * width};
    for (int64_t i = 0; i < pegs; i++) part.column[i] = 1;
    for (int64_t i = 0; i < known; i++) part.colour[i] = 1;
    refine(&part);
    uint64_t total = 0;
    for (int64_t i = 0; i < pegs; i++) total += mix(part.column[i]);
    for (int64_t i = 0; i < known; i++) total += mix(3 * part.colour[i]);
    Told told = {!single_out(&part), (int64_t)(total >> 1)};
    for (int64_t column = 0; column < pegs; column++) columns[rank_of(part.column, pegs, column)] = (uint8_t)column;
    for (int64_t colour = 0; colour < known; colour++) colours[colour] = rank_of(part.colour, known, colour);
    return told;
}

/* The cells of a code. */
static void read_code(int64_t code, int64_t pegs, int64_t *cells) {
    for (int64_t column = pegs - 1; column >= 0; column--, code >>= BASE_BITS) cells[column] = code & 63;
}

/* The code of a clause under a witness. */
static int64_t image_of(const int64_t *cells, int64_t pegs, const uint8_t *columns, const uint8_t *colours) {
    int64_t code = 0;
    for (int64_t column = 0; column < pegs; column++) {
        int64_t cell = cells[columns[column]];
        code = (code << BASE_BITS) | (cell == STAR ? STAR : colours[cell]);
    }
    return code;
}

/* Where a column goes: those of its width are sorted by their keys. */
static int64_t place_of(const Refined *part, U8 starts, U8 ends, int64_t column) {
    int64_t width = ends.at[starts.at[column]] - starts.at[column], before = 0;
    for (int64_t i = 0; i < part->pegs; i++)
        before += ends.at[starts.at[i]] - starts.at[i] == width && part->column[i] < part->column[column];
    for (int64_t i = 0;; i++)
        if (ends.at[starts.at[i]] - starts.at[i] == width && !before--) return i;
}

void order_words(I64 cells, int64_t rows, U8 starts, U8 ends, U64 keys) {
    int64_t pegs = starts.shape[0], width = keys.shape[1], known = 0;
    int64_t rank[SYMBOLS], symbol[SYMBOLS], name[SYMBOLS], row[SYMBOLS], source[SYMBOLS];
    for (int64_t i = 0; i < SYMBOLS; i++) rank[i] = -1;
    for (int64_t i = 0; i < rows * pegs; i++) rank[cells.at[i]] = 0;
    for (int64_t i = 0; i < SYMBOLS; i++)
        if (!rank[i]) symbol[rank[i] = known++] = i;
    for (int64_t i = 0; i < rows * pegs; i++) cells.at[i] = rank[cells.at[i]];
    Refined part = {cells.at, rows, pegs, known, keys.at, keys.at + width, keys.at + 2 * width, keys.at + 3 * width};
    for (int64_t i = 0; i < pegs; i++) part.column[i] = (uint64_t)(ends.at[starts.at[i]] - starts.at[i]);
    for (int64_t i = 0; i < known; i++) part.colour[i] = 1;
    refine(&part);
    single_out(&part);
    for (int64_t i = 0; i < known; i++) {
        name[i] = 0;
        for (int64_t j = 0; j < known; j++)
            name[i] += part.colour[j] < part.colour[i] && ends.at[symbol[i]] == ends.at[symbol[j]];
    }
    /* Columns of different widths keep their places among those of their width. */
    for (int64_t i = 0; i < pegs; i++) source[place_of(&part, starts, ends, i)] = i;
    for (int64_t *cell = cells.at, *end = cell + rows * pegs; cell < end; cell += pegs) {
        for (int64_t i = 0; i < pegs; i++) row[i] = name[cell[source[i]]];
        memcpy(cell, row, (size_t)pegs * sizeof *row);
    }
}

void refine_batch(I32 codes, I64 start, I64 cells, U64 keys, U8 columns, U8 colours, Bools settled, I64 invariant,
                  I32 refined) {
    int64_t pegs = cells.shape[1];
    for (int64_t number = 0; number < start.shape[0] - 1; number++) {
        int64_t first = start.at[number], rows = start.at[number + 1] - first;
        uint8_t *own_columns = columns.at + number * pegs, *own_colours = colours.at + number * colours.shape[1];
        int32_t *own = refined.at + first;
        for (int64_t i = 0; i < rows; i++) read_code(codes.at[first + i], pegs, cells.at + i * pegs);
        Told told = refine_part(cells.at, rows, pegs, keys, own_columns, own_colours);
        settled.at[number] = told.settled;
        invariant.at[number] = told.invariant;
        for (int64_t i = 0; i < rows; i++) {
            int32_t code = (int32_t)image_of(cells.at + i * pegs, pegs, own_columns, own_colours);
            int64_t before = i;
            for (; before && own[before - 1] > code; before--) own[before] = own[before - 1];
            own[before] = code;
        }
    }
}
