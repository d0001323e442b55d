/* Whether equations hold, and are attained, for all m of each residue class.

   The plain twin is masetproof.proofs.induction.compare, for one equation. */

/* What is put in for F and S: Newton differences for each state and residue.

   values: [r + 1, states, period, order + 1], those of G at m - r for 0, 1, ..., r new colours.
   secrets: [states, period, order + 1], those of S at m. */
typedef struct { I64 values, secrets; } ClaimedDifferences;

/* Check the equations of all states; worst: of the worst case, where the order is 1.

   Room: excess [period, order + 1].  Filled in: tight [period, equations], whether an equation is
   attained; attained [states, period], the first equation that is (before, it holds -1).  Returns the
   first equation that fails, and its residue in failing [1]; or -1. */
int64_t check_equations(const EquationColumns *equations, const ClaimedDifferences *claimed, bool worst, I64 excess, Bools tight, I64 attained, I64 failing);
