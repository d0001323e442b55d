"""Reports: a theorem as LaTeX, PDF and files.

In: a `Theorem`.  Out: text, and files that are written whole or not at all.

    latex           how patterns, answers, polynomials and labels look in LaTeX
    pictures        pictures as files: plots in one style, and drawings as PDF, PNG and PGF
    citation        how to cite the program and a theorem, and what was known before
    layers          where the nodes and edges of a small graph are drawn
    cells           trees of cells in LaTeX; which order of indices and which questions are printed
    equations       functions and equations in LaTeX and as text
    document        the files of a printed proof, what documents state; readings compared
    verdicts        the verdicts on equations in words, for every report
    graph           pattern graphs, with values and optimality, also as GraphML, DOT and drawings;
                    trees as GraphML
    solutions       the solutions of equations and functions, as SymPy found them
    sections        the sections of a listing: patterns, questions, their parts and equations
    solved          one equation of each kind of verdict, solved step by step
    listing         the full listing, with the graph of functions and how the game begins
    volumes         parts of a listing as documents, made by several processes
    summary         an optimal strategy written out, and why none costs less
    plots           theorems, tables, losses of rules, evolutions and games on grids as plots
    question        one question with its split and its equation
    openings        what first questions cost by a theorem
    drawings        patterns, questions, states of play, trees and games on a grid as drawings
    tables          a table of optima, or a strategy tree, as a LaTeX document; a tree as CSV
    typeset         running a LaTeX engine
    bundle          all files of a proof, or of three that are compared, in one directory; volumes
    band            a band proof from its certificate: theorem, strategy, and what its bounds are
    short           a short proof in full, from its certificate; band proofs as above
    paper           an article on all theorems, with their certificates
    displays        which drawing, plot and forms in a notebook each kind of value has

Each module imports only those above it.
"""
