"""Independent checker of masetproof certificates: `python checker FILE [--json]`.

What is verified: the sentence `words` of the certificate, a statement about the best strategies of
Mastermind, the AB game or their black-peg variants with a few pegs for *every* number n of colours,
with the exact formula `symbols`. Format, obligations and argument are those of
docs/certificates.md. Nothing is searched, and nothing believed that can be recomputed, in exact
arithmetic: Python integers and fractions, and int64 where a bound excludes overflow.

This folder needs numpy alone and shares no code with the package around it. In the order
in which it is read:

    rules      what is claimed, and the rules of the games
    reading    from bytes to what the lines say
    splitting  the closure: questions, and the parts into which they split patterns
    cells      sets of vectors of indices, and polynomials on them
    proof      states, all equations, and that the claimed functions solve them
    statement  the theorem in words and symbols, the verdict, and the command line
"""

from .reading import Malformed, Rejected, Unverified
from .statement import Verified, check, main

__all__ = ["Malformed", "Rejected", "Unverified", "Verified", "check", "main"]
