"""Independent checker of masetproof certificates: `python checker FILE [--json]`.

What is verified: the sentence `words` of the certificate, a statement about the best strategies of
Mastermind, the AB game or their black-peg variants with a few pegs for *every* number n of colours,
with the exact formula `symbols`. Format, obligations and argument are those of
docs/certificates.md. Nothing is searched, and nothing believed that can be recomputed, in exact
arithmetic: Python integers and fractions, and int64 where a bound excludes overflow.

This folder needs nothing else but numpy and shares no code with the package around it. In the order
in which it is read:

    outcome    verified, rejected or malformed
    rules      what is claimed, and the rules of the games
    grammar    from bytes to what the lines say
    splitting  sets of clauses, and how questions split them
    cells      sets of vectors of indices, and polynomials on them
    proof      the equations, and that the claimed functions solve them
    statement  the theorem in words and symbols
    run        a file, its verdict, and the command line
"""

from .outcome import Malformed, Rejected, Unverified, Verified
from .run import check, main

__all__ = ["Malformed", "Rejected", "Unverified", "Verified", "check", "main"]
