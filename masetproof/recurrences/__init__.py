"""Recurrences: from the closure to the values and closed forms of its functions.

In: a `Closure`, a `Reading` of the extra colour, an `Objective`.  Out: exact values for as many
colours as wanted, and quasi-polynomials that fit them from some point on.

    readings         the three readings, the two objectives
    masets           minimal EPL and depth of the explicit masets
    recurrences      what the questions of any game say of its functions
    domains          which index vectors there are values for
    tables           the questions of a closure without white pegs in arrays
    compiled         their values, by a kernel
    boxes            their values for small vectors
    cells            functions of several indices: cells and polynomials on them
    growing          which cells these are, found in the values
    system           the same in arrays, where functions have one index
    values           the functions' values, from the equations
    polynomials      polynomials and quasi-polynomials as text and in LaTeX
    quasipolynomial  the form in which the functions are claimed, and how it is found
    claims           what is claimed of functions, on cells that many share
    solving          SymPy solves the equations of an optimal strategy and states closed forms

Each module imports only those above it, and nothing here proves anything: that is for `proofs`.
"""
