/* Whether equations hold, and are attained, for all m of each residue class.

   The plain twin is masetproof.proofs.induction.compare, for one equation. */

/* What is put in for F and S: Newton differences for each function and residue.

   values: those of G at m - r for 0, 1, ..., r new colours.  secrets: those of S at m.  There is one term more
   than the order. */
typedef struct {
    I64 values /* [news, functions, period, terms] */;
    I64 secrets /* [functions, period, terms] */;
} ClaimedDifferences;

/* Check the equations of all functions; worst: of the worst case, where the order is 1.

   excess: room.  Filled in: tight, whether an equation is attained; attained, the first equation that is
   (before, it holds -1).  Returns the first equation that fails, and its residue in failing; or -1. */
int64_t check_equations(const EquationColumns *equations /* new in 0..news - 1; part_start rising 0..equation_parts; parts in 0..functions - 1; lefts > 0 */,
                        const ClaimedDifferences *claimed, bool worst, I64 excess /* [period, terms] */,
                        Bools tight /* [period, equations] */, I64 attained /* [functions, period] */,
                        I64 failing /* [1] */);
