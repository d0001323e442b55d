"""Independent checker of short proofs of lower bounds: `python referee FILE [--json]`.

What is verified: how many questions every strategy for Mastermind or the AB game takes at least,
over all secrets together, for *every* number n of colours.  Format, obligations and argument are
those of docs/short-proofs.md.  Nothing is searched, there are no canonical forms and no
automorphisms: all questions on each member are taken as they are, in exact arithmetic.

This folder needs numpy alone and shares no code with the package around it.  In the order in which
it is read:

    reading    from bytes to what the lines say
    counting   bounds that know only how many clauses a pattern has
    questions  all questions on a member, their parts, and groups of a part's clauses
    proof      what members cost at least, for every number of colours
    statement  the theorem in words and symbols, the verdict, and the command line
"""

from .reading import Malformed, Rejected, Unverified, is_short
from .statement import Verified, check, main, verify

__all__ = ["Malformed", "Rejected", "Unverified", "Verified", "check", "is_short", "main", "verify"]
