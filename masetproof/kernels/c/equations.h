/* From the splits of patterns to the functions that play reaches and their equations.

   A function is a pattern with a level, the number of excluded colours as far as it counts.  The
   plain twins are functions and equations of masetproof.recurrences.recurrences.Recurrences. */

/* What the equations are made of.

   splits: those of pattern i are the rows start[i]:start[i+1].  colours, maset_colours: the explicit colours
   of each pattern and maset.  allowed: the extra cells that a question may have.  after: the level after
   0, 1, ... more colours are excluded; that there are never *most* is not checked. */
typedef struct {
    SplitRows splits /* part_start rising 0..row_parts; parts in -masets..patterns - 1 */;
    I64 start /* [patterns + 1] rising 0..rows */;
    I8 colours /* [patterns] */;
    I8 maset_colours /* [masets] */;
    I64 allowed /* [levels] */;
    I8 after /* [levels, most] in 0..levels - 1 */;
    I64 values /* [masets, levels] */;
} SplitColumns;

/* pattern, level: of each function; number: of the function that each pair is. */
typedef struct {
    I32 pattern /* [functions] in 0..patterns - 1 */;
    I32 level /* [functions] in 0..levels - 1 */;
    I32 number /* [patterns, levels]: among all functions, or -1 */;
} FunctionColumns;

/* The columns of masetproof.recurrences.system.Equations; constant: for 0, 1, ... colours that are left. */
typedef struct {
    I64 start /* [functions + 1] rising 0..equations */;
    I8 new /* [equations] */;
    I32 constant /* [equations, lefts] */;
    I64 part_start /* [equations + 1] */;
    I16 parts /* [equation_parts] */;
    I32 split /* [equations] */;
} EquationColumns;

/* Mark the functions that play reaches: all false before.  waiting: room. */
void reach_functions(const SplitColumns *columns, int64_t first_level /* in 0..levels - 1 */,
                     I64 waiting /* [patterns * levels] */, Bools reached /* [patterns, levels] */);
/* Fill in how many equations each function has, and how many parts they have together, all 0 before;
   merged: equations with the same terms are one. */
void count_equations(const SplitColumns *columns, bool merged, const FunctionColumns *functions,
                     I64 counts /* [functions] */, I64 parts /* [functions] */);
/* Write the equations of the functions to their places.

   worst: whether a constant is a maximum or a sum.  constants: room. */
void write_equations(const SplitColumns *columns, bool worst, bool merged, const FunctionColumns *functions,
                     I64 constants /* [lefts] */, const EquationColumns *equations);
