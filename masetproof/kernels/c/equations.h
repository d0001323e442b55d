/* From the splits of patterns to the functions that play reaches and their equations.

   A function is a pattern with a level, the number of excluded colours as far as it counts.  The
   plain twins are functions and equations of masetproof.recurrences.recurrences.Recurrences. */

/* What the equations are made of.

   splits: those of pattern i are the rows start[i]:start[i+1].  colours, maset_colours: the explicit colours of each pattern and maset.
   allowed: [levels], the extra cells that a question may have.  after: [levels, most], the level
   after 0, 1, ... more colours are excluded.  values: [masets, levels]. */
typedef struct {
    SplitRows splits;
    I64 start;
    I8 colours, maset_colours;
    I64 allowed;
    I8 after;
    I64 values;
} SplitColumns;

/* pattern, level: of each function; number: [patterns, levels], of the function that each pair is. */
typedef struct { I32 pattern, level, number; } FunctionColumns;

/* The columns of masetproof.recurrences.system.Equations. */
typedef struct {
    I64 start;
    I8 new;
    I32 constant;
    I16 parts;
    I32 split;
} EquationColumns;

/* Mark the functions that play reaches: reached [patterns, levels], all false before.  Room: waiting
   [patterns * levels]. */
void reach_functions(const SplitColumns *columns, int64_t first_level, I64 waiting, Bools reached);
/* Fill in how many equations each function has; merged: equations with the same terms are one. */
void count_equations(const SplitColumns *columns, bool merged, const FunctionColumns *functions, I64 counts);
/* Write the equations of the functions to their places.

   worst: whether a constant is a maximum or a sum.  Room: constants [levels]. */
void write_equations(const SplitColumns *columns, bool worst, bool merged, const FunctionColumns *functions, I64 constants, const EquationColumns *equations);
