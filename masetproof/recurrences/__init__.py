"""Recurrences: from the closure to the values and closed forms of its functions.

In: a `Closure`, a `Reading` of the extra colour, an `Objective`.  Out: exact values for as many
colours as wanted, and quasi-polynomials that fit them from some point on.

    readings         the three readings
    recurrences      functions of a closure, and the equations that questions give
    filling          the values of functions of several indices, by a kernel
    cells            cells of index vectors, and polynomials on them
    growing          on which cells a function is a polynomial, found in its values
    system           all equations in columns, where functions have one index
    values           the values of functions: the textbook, and by kernels
    polynomials      polynomials and quasi-polynomials as text and in LaTeX
    claims           claimed polynomials of functions, on cells that many share; finding them in
                     values on residue classes
    quasipolynomial  the formula of a game
    conjectures      a formula that somebody types, read as polynomials on residue classes

Each module imports only those above it, and nothing here proves anything: that is for `proofs`.
"""
