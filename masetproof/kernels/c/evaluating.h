/* One row of the table of values from the rows before it.

   The plain twin is masetproof.recurrences.values.PlainValues, for any number of indices. */

/* Fill in the depth of each state: [states].

   The equations with r = 0 of a state refer to states of less depth, but for those that leave it
   whole.  order: the states by their number of secrets, for as many implicit colours as there are
   pegs; then every clause stands for secrets. */
void find_depths(I64 order, const EquationColumns *equations, I64 secrets, I16 depth);
/* Fill in the values of some states in table[implicit], of [rows, states].

   states: such that what their equations with r = 0 refer to is there already.  secrets: [states].
   worst: whether the worst case is counted.  A state that no equation bounds would get 2^62; there
   is none, as a secret can be asked. */
void evaluate_states(int64_t implicit, I64 states, I64 secrets, const EquationColumns *equations, bool worst, I64 table);
