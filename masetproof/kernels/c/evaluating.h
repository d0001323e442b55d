/* One row of the table of values from the rows before it.

   The plain twin is masetproof.recurrences.values.PlainValues, for any number of indices. */

/* Fill in the values of all functions in table[implicit].

   order: the functions, so that each comes after those to which its equations with r = 0 refer, but
   for equations that leave it whole.
   worst: whether the worst case is counted.  A function that no equation bounds would get 2^62; there
   is none, as a secret can be asked. */
void evaluate_functions(int64_t implicit /* in 0..indices - 1 */, I64 order /* [some] in 0..functions - 1 */,
                        I64 secrets /* [functions] */,
                        const EquationColumns *equations /* new in 0..; part_start rising 0..equation_parts; parts in 0..functions - 1; lefts > 0 */,
                        bool worst, I64 table /* [indices, functions] */);
