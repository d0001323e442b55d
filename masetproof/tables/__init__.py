"""Tables of optima over pegs and colours, held against published values.

In: a game, ranges of pegs and colours, goals.  Out: a `Row` for each combination: the optimum or
what is known of it, the published value, and whether they agree.

    published   the published values and formulas that ship with the package (two CSV files)
    table       the rows, and computing them with the optimizer
    text        the table for people, and lines of CSV
    records     rows as JSON and CSV, and going on from a CSV file
    rules       what rules achieve beside the optimum
    rules_text  the same as text, CSV, JSON and a LaTeX tabular
    bfile       b-files of the OEIS
    values      the values of a theorem for many numbers of colours, as text, CSV, JSON, b-file

Each module imports only those above it.
"""
