"""Tables of optima over pegs and colours, held against published values.

In: a game, ranges of pegs and colours, goals.  Out: a `Row` for each combination: the optimum or
what is known of it, the published value, and whether they agree.

    rendering   columns and records of any table, as text, CSV, JSON and b-file
    published   the published values and formulas that ship with the package (two CSV files)
    table       the rows, and computing them with the optimizer
    text        their columns, the table in all these forms, and going on from a CSV file
    rules       what rules achieve beside the optimum, and the columns of that table
    values      the values of a theorem for many numbers of colours, as text, CSV, JSON, b-file

Each module imports only those above it.
"""
