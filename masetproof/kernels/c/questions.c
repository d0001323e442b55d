#include "kernels.h"

/* A number for the image of a question, its new colours numbered in order of first use.

   Different questions have different ones, less than (colours + pegs + 1) ** pegs.  names: [pegs],
   room for the new colours. */
static int64_t image_key(const uint8_t *question, int64_t colours, const uint8_t *columns, const uint8_t *renamed,
                         I64 names) {
    int64_t pegs = names.shape[0], used = colours, extra = colours + pegs, key = 0;
    for (int64_t i = 0; i < pegs; i++) names.at[i] = -1;
    for (int64_t i = 0; i < pegs; i++) {
        int64_t cell = question[columns[i]];
        if (cell < colours) cell = renamed[cell];
        else if (cell == EXTRA) cell = extra;
        else {
            if (names.at[cell - colours] < 0) names.at[cell - colours] = used++;
            cell = names.at[cell - colours];
        }
        key = key * (extra + 1) + cell;
    }
    return key;
}

void find_orbit_minima(U8 cells, int64_t colours, U8 columns, U8 renamed, I64 names, I64 place_of, I64 least) {
    int64_t questions = cells.shape[0], pegs = cells.shape[1];
    for (int64_t place = 0; place < questions; place++) {
        least.at[place] = place;
        place_of.at[image_key(cells.at + place * pegs, colours, columns.at, renamed.at, names)] = place;
    }
    /* Join the trees of a question and its image; the root of a tree is its least member. */
    for (int64_t generator = 1; generator < columns.shape[0]; generator++) {
        const uint8_t *order = columns.at + generator * pegs, *names_of = renamed.at + generator * renamed.shape[1];
        for (int64_t place = 0; place < questions; place++) {
            int64_t one = place, other = place_of.at[image_key(cells.at + place * pegs, colours, order, names_of, names)];
            while (least.at[one] != one) one = least.at[one];
            while (least.at[other] != other) other = least.at[other];
            least.at[larger(one, other)] = smaller(one, other);
        }
    }
    for (int64_t place = 0; place < questions; place++) least.at[place] = least.at[least.at[place]];
}
