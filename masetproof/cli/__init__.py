"""The command line: one module for each subcommand, each thin.

The docstring of a module is the help of its command; `OPTIONS` are its options (`options.Option`).
`DEFAULTS` has a value for each name that its `run` reads though no option sets it, as in `tree`,
where only `convert` has --to.  `run` returns the exit status, or nothing when it is 0.

Code that is slow to load is called by its public name, as in ``masetproof.optimize``, or else
imported where it is needed, so that ``--help`` answers at once.  A `run` raises what goes wrong,
and `main` prints it: `Refused`, `No` where the answer is no, `Ended` where it was interrupted.

Exit status: 0 done, 1 the answer is no, 2 bad usage or what cannot be read or written (one line on
standard error), 70 a defect of this program, 130 interrupted (143 by SIGTERM, 129 by SIGHUP), 141
the reader of the output has gone.  Results go to standard output; complaints, notes and progress to
standard error.

    interrupts  Ctrl-C, the signals that end a job, and limits of a whole run
    common      what commands print and read: results, JSON, notes, progress, typed lines
    options     the options that several commands have, and what is read from them
    boards      several secrets at once, for play, hint, evaluate and optimize
    mixed       the value where the codemaker chooses the secret, too, for optimize
    proved      the strategy of a theorem, for optimize and strategy
    first       what first questions cost
    check       verify a certificate
    cite        cite the program or a theorem
    depth       the worst case of a strategy, without listing all secrets
    rules       tables of what rules achieve
    evaluate    play rules against every secret
    evolve      strategies that evolve
    explore     pages for a browser
    graph       the pattern graph
    grid        Mastermind on a grid
    growth      how fast totals grow with the number of colours
    hint        the best questions in a state of play
    review      a game that was played, question by question
    play        a game, on either side
    crack       games on boards too large to list
    optimize    the best strategy of a finite game
    patterns    the patterns of a game
    prove       a theorem for every number of colours
    paper       an article about all theorems
    demo        the best of it, computed while you look on
    readings    the three readings of the extra colour
    show        a pattern, a question or an equation of a proof
    strategy    the strategy of a theorem
    tree        files of strategy trees
    table       tables of optima
    values      the values of a theorem
    main        the parser, and what all commands have in common
"""

from masetproof.cli.main import main

__all__ = ["main"]
