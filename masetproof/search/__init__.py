"""The exhaustive optimizer of finite games.

In: a `FiniteGame` and a `Goal`.  Out: an `Optimum`: a strategy tree, its total and worst case, a
proved lower bound, and whether the two meet.

    executors   where jobs are done: what an executor is, and this thread
    messages    jobs and results on their way to and from another process
    pool        jobs in processes of this machine
    cluster     jobs on a Dask cluster
    bounds      lower bounds of totals, each with its argument
    board       the arrays on which the search works
    states      states, what may be left out, and why; symmetries of states
    solver      the value of one state, by the kernel
    jobs        a part of the secrets after a first question, searched by whatever worker
    checkpoint  what runs that did not end have found out
    plans       first questions, their parts and what is known of them
    optimum     the result
    optima      finished optima, kept
    clock       the time limit, and progress
    workplace   the table of answers, the solver and the workers of a run, as they were asked for
    run         the order in which parts are searched
    optimize    from a game and a goal to an optimum

Each module imports only those above it.
"""
