"""The exhaustive optimizer of finite games.

In: a `FiniteGame` and a `Goal`.  Out: an `Optimum`: a strategy tree, its total and worst case, a
proved lower bound, and whether the two meet.
"""
