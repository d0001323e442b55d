"""Reports: a theorem as LaTeX, PDF and files.

In: a `Theorem`.  Out: text, and files that are written whole or not at all.

    latex      how patterns, answers, polynomials and labels look in LaTeX
    diagrams   the pattern graph and the beginning of the game tree as LaTeX pictures
    listing    the listing: its sections, rendered by the templates
    typeset    running a LaTeX engine

Each module imports only those above it.
"""
