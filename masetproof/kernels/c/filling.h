/* The values of functions of several indices (docs/black-peg.md).

   A form is a pattern or explicit maset; its function of a level, the numbers of excluded colours of
   the alphabets as one number, depends on the vector m of implicit colours of its active kinds.  The
   rank of a form at m is the number of pairs of a colour and a column where it may still stand.  All
   vectors of one rank are filled in at once.  The plain twin is masetproof.recurrences.values. */

/* Patterns and explicit masets; sets of columns are bits.

   first: [forms + 1], where the rows of each begin.  stars: [forms], the columns with a star.  own:
   [forms], the rank without implicit colours.  limit: [forms], the most implicit colours in all.
   secrets: [forms, 2 ** pegs], how many clauses have their stars in each set of columns.  start:
   [forms, levels], where the values of a form begin at each level, or -1 for those that play never
   comes to. */
typedef struct {
    I64 first;
    U8 stars;
    I64 own, limit, secrets, start;
} FillForms;

/* The vectors m, for each set of columns with a star by rank, then by their sum.

   first: [2 ** pegs, ranks + 1], where those of a set and a rank begin.  total: [points], their
   sums.  sums: [2 ** kinds, points], how many colours there are of each set of kinds.  ways: [2 **
   pegs, points], in how many ways each set of stars takes them.  place: [points], of the value among
   those of a function. */
typedef struct {
    I64 first, total;
    I16 sums;
    I64 ways, place;
} FillPoints;

/* What questions on patterns with the same stars may have new and blank.

   first: [2 ** pegs], the first one of each set of stars.  kinds, least: [asks, levels, needs]: it
   may be asked where there are at least that many colours of some kinds; the set is 0 where there
   are no further needs.  new: [asks, 2 ** kinds], the new colours by sets of kinds. */
typedef struct { I64 first, kinds, least, new; } FillAsks;

/* What becomes of the colours that are left.

   width: [moves], how many indices the part has.  kinds, more: [moves, kinds]: the place of the value
   is the sum of terms, one for each index, which stand in table, [kinds + 1, kinds, numbers], by the
   width, the index, and the number of colours of a set of kinds with that many more.  lost: [moves,
   alphabets], the kinds that can stand nowhere any more.  levels: [moves], one more than the level of
   all colours of these.  level: [moves, levels], that of the part but for the colours that the answer
   excludes. */
typedef struct { I64 width, kinds, more, table, lost, levels, level; } FillMoves;

/* What questions leave; those that leave all secrets together are not among them.

   The better ones of a form, and the larger parts of a row, had better come first.  ask: [rows].
   number: [rows, width], the forms of the parts, -1 when there is none.  move: [rows, width].
   excludes: [rows, width], the explicit colours that are excluded, as a level. */
typedef struct {
    I32 ask;
    I16 number;
    I32 move;
    U8 excludes;
} FillRows;

/* All that is only read.

   order: the forms, parts of the same rank coming before what is asked.  add: [levels, levels], the
   level of the colours of both.  cap: how many excluded colours of an alphabet make a difference.
   worst: whether the worst case is wanted. */
typedef struct {
    I64 order;
    FillForms forms;
    FillRows rows;
    FillPoints points;
    FillAsks asks;
    FillMoves moves;
    I64 add;
    int64_t cap;
    bool worst;
} FillGiven;

/* Room to work, for the points of a form and rank.

   secrets, total: [points].  best: [levels, points].  length: [asks, levels], where: [asks, levels,
   points], the points where something may be asked, once they are known.  live: [points], those where
   a question may still be better than the best.  row, place, lost: [width, points], of which row the
   place of a part and the level of the colours it loses are known.  offset: [levels]. */
typedef struct {
    I64 secrets, total, best, length;
    I32 where, live;
    I64 row, place, lost, offset;
} FillRoom;

/* Fill in the values of all functions at the vectors of one rank.

   Returns the largest value; values are wrong when it does not fit their type. */
int64_t fill_rank(int64_t rank, const FillGiven *given, I32 values, const FillRoom *room);
