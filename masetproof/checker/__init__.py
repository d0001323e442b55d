"""Independent checker of masetproof certificates: `python checker FILE [--json]`.

What is verified is a statement about the strategies of Mastermind, the AB game or their black-peg
variants with a few pegs for *every* number n of colours, with an exact formula.  It is proved by a
closure, all patterns and all questions (docs/certificates.md), or by a short proof of a lower
bound, alone or with a strategy (docs/short-proofs.md); or it is bounds of the worst case, by a
strategy and by values that are trusted and named (docs/certificates.md).  These pages fix format,
obligations and argument.  Nothing is searched, and nothing believed that can be recomputed, in
exact arithmetic: Python integers and fractions, and int64 where a bound excludes overflow.

This folder needs numpy alone and shares no code with the package around it.  In the order
in which it is read:

    reading         from a file to its text, and why nothing is verified
    rules           the rules of the games, and what a closure claims
    closurereading  from text to what the lines of a closure say
    splitting       questions, and the parts into which they split patterns; the closure
    cells           sets of vectors of indices, and polynomials on them by their differences
    closure         states, all equations, and that the claimed functions solve them
    shortreading    from text to what the lines of a short proof say
    counting        lower bounds that know only how many clauses a pattern has
    members         all questions on a member, their parts, and groups of a part's clauses
    short           what members cost at least, for every number of colours
    images          the patterns of a certificate, and what is isomorphic to them
    bandrows        version 2: all questions on patterns of black-peg Mastermind, and their parts
    bandfull        what all patterns cost at least for small n
    band            what the states of a band cost at least, for every n
    playing         the questions of a strategy, what they leave, and where play goes on
    totals          what a strategy for the real game takes in all, for every n
    worstreading    from text to what the lines of bounds of the worst case say
    worst           bounds of the worst case for every n: a strategy, and values that are trusted
    statement       the theorem in words and symbols, the verdict, and the command line
"""

from .reading import Malformed, Rejected, Unverified
from .statement import Verified, check, main, verify

__all__ = ["Malformed", "Rejected", "Unverified", "Verified", "check", "main", "verify"]
