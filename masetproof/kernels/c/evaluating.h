/* Some columns of the table of values from those before them.

   The plain twin is masetproof.recurrences.values.PlainValues, for any number of indices. */

/* Fill in the values of all functions for *count* numbers of implicit colours, from *low* on.

   order: the functions, so that each comes after those to which its equations with r = 0 refer, but for
   equations that leave it whole.  Where count > 1 this must hold for all equations, but for references of a
   function to itself; and an equation leaves a function whole for all of these numbers or for none, and no r is
   greater than one of them.
   worst: whether the worst case is counted.  room, returning: for an equation of each kind.  A function that no
   equation bounds would get 2^62; there is none, as a secret can be asked. */
void evaluate_functions(int64_t low /* in 0..indices - count */, int64_t count /* in 1.. */,
                        I64 order /* [some] in 0..functions - 1 */, I64 secrets /* [functions, indices] */,
                        const EquationColumns *equations /* new in 0..; part_start rising 0..equation_parts; parts in 0..functions - 1; lefts > 0 */,
                        bool worst, I64 room /* [2, count] */, I32 returning /* [equations] */,
                        I64 table /* [functions, indices] */);
