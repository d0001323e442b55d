"""The exhaustive optimizer of finite games.

In: a `FiniteGame` and a `Goal`.  Out: an `Optimum`: a strategy tree, its total and worst case, a
proved lower bound, and whether the two meet.

    executors   where independent jobs are done: this thread, threads, processes, or a Dask cluster
    many        many games, shared out to any of them
    bounds      lower bounds of totals, each with its argument
    quantity    what strategies cost: questions, or secrets that need the last one
    board       the arrays on which the search works
    capacity    how many secrets with one answer can be found with so many questions
    memory      how much memory there is for these arrays, and for tables
    states      states, what may be left out, and why; symmetries of states
    solver      the value of one state, by the kernel
    optimum     the result
    exchange    what workers that share no table tell each other
    parts       which parts of a game are open, and the jobs that search them
    dividing    how a large part is shared out among jobs
    keeping     what is kept in the cache directory: finished optima, and what runs have learned
    clock       the time limit, and progress
    general     states where questions are restricted, secrets have weights, or some may be missed
    goals       the goals of games with such states
    run         the order in which parts are searched
    optimize    from a game and a goal to an optimum
    mixed       the value of a game whose codemaker chooses the secret, too
    openings    the same for each of several first questions

Each module imports only those above it.
"""
