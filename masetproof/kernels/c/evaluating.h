/* One row of the table of values from the rows before it.

   The plain twin is masetproof.recurrences.values.PlainValues, for any number of indices. */

/* Fill in the values of all states in table[implicit], of [rows, states].

   states: in such an order that each comes after those to which its equations with r = 0 refer, but
   for equations that leave it whole.  secrets: [states].
   worst: whether the worst case is counted.  A state that no equation bounds would get 2^62; there
   is none, as a secret can be asked. */
void evaluate_states(int64_t implicit, I64 states, I64 secrets, const EquationColumns *equations, bool worst, I64 table);
