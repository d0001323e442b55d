/* The values of functions of several indices (docs/black-peg.md).

   A form is a pattern or explicit maset; its function of a level, the numbers of excluded colours of
   the alphabets as one number, depends on the vector m of implicit colours of its active kinds.  The
   rank of a form at m is the number of pairs of a colour and a column where it may still stand.  All
   vectors of one rank are filled in at once.  The plain twin is masetproof.recurrences.values. */

/* Patterns and explicit masets; sets of columns are bits.

   first: where the rows of each begin.  stars: the columns with a star.  own: the rank without implicit
   colours.  limit: the most implicit colours in all.  secrets: how many clauses have their stars in each
   set of columns.  start: where the values of a form begin at each level, or -1 for those that play never
   comes to, and for those without a point. */
typedef struct {
    I64 first /* [forms + 1] rising 0..rows */;
    U8 stars /* [forms] in 0..sets - 1 */;
    I64 own /* [forms] */;
    I64 limit /* [forms] */;
    I64 secrets /* [forms, sets] */;
    I64 start /* [forms, levels] */;
} FillForms;

/* The vectors m, for each set of columns with a star by rank, then by their sum.

   first: where those of a set and a rank begin.  total: their sums.  sums: how many colours there are of
   each set of kinds.  ways: in how many ways each set of stars takes them.  place: of the value among those
   of a function. */
typedef struct {
    I64 first /* [sets, ranks + 1] in 0..points */;
    I64 total /* [points] */;
    I16 sums /* [2 ** kinds, points] */;
    I64 ways /* [sets, points] */;
    I64 place /* [points] in 0.. */;
} FillPoints;

/* What questions on patterns with the same stars may have new and blank.

   first: the first one of each set of stars.  kinds, least: it may be asked where there are at least that
   many colours of some kinds; the set is 0 where there are no further needs.  new: the new colours by sets
   of kinds. */
typedef struct {
    I64 first /* [sets + 1] rising 0..asks */;
    I64 kinds /* [asks, levels, needs] in 0..2 ** kinds - 1 */;
    I64 least /* [asks, levels, needs] */;
    I64 new /* [asks, 2 ** kinds] */;
} FillAsks;

/* What becomes of the colours that are left.

   width: how many indices the part has.  kinds, more: the place of the value is the sum of terms, one for
   each index, which stand in table by the width, the index, and the number of colours of a set of kinds
   with that many more.  lost: the kinds that can stand nowhere any more.  levels: one more than the level
   of all colours of these.  level: that of the part but for the colours that the answer excludes. */
typedef struct {
    I64 width /* [moves] in 0..kinds */;
    I64 kinds /* [moves, kinds] in 0..2 ** kinds - 1 */;
    I64 more /* [moves, kinds] */;
    I64 table /* [kinds + 1, kinds, numbers] in 0.. */;
    I64 lost /* [moves, alphabets] in 0..2 ** kinds - 1 */;
    I64 levels /* [moves] in 1..levels */;
    I64 level /* [moves, levels] in 0..levels - 1 */;
} FillMoves;

/* What questions leave; those that leave all secrets together are not among them.

   The better ones of a form, and the larger parts of a row, had better come first.  number: the forms of
   the parts, -1 when there is none.  excludes: the explicit colours that are excluded, as a level. */
typedef struct {
    I32 ask /* [rows] in 0..asks - 1 */;
    I16 number /* [rows, width] in -1..forms - 1 */;
    I32 move /* [rows, width] in 0..moves - 1 */;
    U8 excludes /* [rows, width] in 0..levels - 1 */;
} FillRows;

/* All that is only read.

   order: the forms, parts of the same rank coming before what is asked.  add: the level of the colours of
   both.  cap: how many excluded colours of an alphabet make a difference.  worst: whether the worst case is
   wanted. */
typedef struct {
    I64 order /* [some] in 0..forms - 1 */;
    FillForms forms;
    FillRows rows;
    FillPoints points;
    FillAsks asks;
    FillMoves moves;
    I64 add /* [levels, levels] in 0..levels - 1 */;
    int64_t cap;
    bool worst;
} FillGiven;

/* Room to work, for the points of a form and rank.

   length, where: the points where something may be asked, once they are known.  live: those where a question
   may still be better than the best.  row, place, lost: of which row the place of a part and the level of
   the colours it loses are known. */
typedef struct {
    I64 secrets /* [most] */;
    I64 total /* [most] */;
    I64 best /* [levels, most] */;
    I64 length /* [together, levels] */;
    I32 where /* [together, levels, most] */;
    I32 live /* [most] */;
    I64 row /* [width, most] */;
    I64 place /* [width, most] */;
    I64 lost /* [width, most] */;
    I64 offset /* [levels] */;
} FillRoom;

/* Fill in the values of all functions at the vectors of one rank.

   Returns the largest value; values are wrong when it does not fit their type.  Not checked is what comes of
   several arrays together: that a set of stars has no more questions than *together*, a set and a rank no
   more points than *most*, and that the place of a value, from where those of its function start, is one. */
int64_t fill_rank(int64_t rank, const FillGiven *given /* forms.start in -1..all - 1 */, I32 values /* [all] */,
                  const FillRoom *room);
