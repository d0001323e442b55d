"""Independent checker of short proofs of lower bounds: `python referee FILE [--json]`.

What is verified: how many questions every strategy for Mastermind or the AB game takes at least,
over all secrets together, for *every* number n of colours; in version 2 how many the best strategy
for black-peg Mastermind with n colours in each column takes.  Format, obligations and argument are
those of docs/short-proofs.md.  Nothing is searched, there are no canonical forms and no
automorphisms are looked for: all questions on each member are taken as they are, in exact
arithmetic.

This folder needs numpy alone and shares no code with the package around it.  In the order in which
it is read:

    reading      from bytes to what the lines say
    counting     bounds that know only how many clauses a pattern has
    questions    all questions on a member, their parts, and groups of a part's clauses
    proof        what members cost at least, for every number of colours
    bandreading  version 2: from text to what the lines say
    bandrows     all questions on patterns of black-peg Mastermind, and what their parts are
    bandfull     what all patterns cost at least for small n
    band         what the states of a band cost at least, for every n
    bandplay     what a strategy for the real game takes at most, for every n
    statement    the theorem in words and symbols, the verdict, and the command line
"""

from .reading import Malformed, Rejected, Unverified, is_short
from .statement import Verified, check, main, verify

__all__ = ["Malformed", "Rejected", "Unverified", "Verified", "check", "is_short", "main", "verify"]
