"""The theorem in symbols and words; a certificate from its file to its verdict."""

import hashlib
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .proof import Proof
from .reading import MAX_LINES, Malformed, Rejected, Unverified, parse, read, rejected, same_lines
from .rules import Claim
from .splitting import Progress

NAMES = {
    "mastermind": "Mastermind",
    "ab": "AB game",
    "black-peg": "Black-peg Mastermind",
    "black-peg-ab": "Black-peg AB game",
    "without": "where no question may use a colour that an answer has excluded",
    "with": "where questions may also use, from the start, a colour known not to be in the secret",
    "exact": "by the real rules",
    "expected": "total number of questions over all secrets",
    "worst": "number of questions in the worst case",
    "boards": "; on every board it is what the first function of the certificate says",
}
FORMER = NAMES | {  # what certificates from before 23 November 2026 say
    "without": "questions use only colours of the pattern of possible secrets",
    "with": "questions may use a colour that is not in the secret",
    "exact": "questions use the legal colours, excluded ones too",
    "expected": "external path length of a strategy",
    "worst": "number of questions in the worst case of a strategy",
    "boards": "; for every other vector of indices it is the first function of the certificate",
}


def counted(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}{'s' * (count != 1)}"


@dataclass(frozen=True)
class Verified:
    """A verified theorem; the SHA-256 of its certificate (unpacked); counts of what was redone."""

    words: str
    symbols: str
    game: str
    pegs: int
    reading: str
    objective: str
    digest: str
    patterns: int
    questions: int
    equations: int
    different: int
    seconds: float


def check_formula(claim: Claim, first: int, proof: Proof) -> None:
    """Branches, least period, least valid-from and exceptions, against F of the whole game.

    From B on, F is the claimed function, a polynomial of degree D at most in each residue class
    modulo T, as its branch: they are equal if they are so at D + 1 points.
    """
    count, branches = len(claim.branches), claim.branches
    if claim.period % count or max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "not a period and a degree that the function can have")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    beyond, wrong = max(first, claim.base), list[tuple[int, int]]()
    for n in range(first, beyond + (claim.degree + 1) * claim.period):
        value = proof.value(n)
        if value != sum(c * n**i for i, c in enumerate(branches[n % count])):
            wrong.append((n, value))
            if n >= beyond:
                rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    same_lines("claim", [claim.valid_from], [wrong[-1][0] + 1 if wrong else first], [8])
    same_lines("claim", claim.exceptions, wrong, range(9 + count, 1200))


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    terms = [f"{'-+'[c > 0]} {abs(c)}*n^{i} " for i, c in enumerate(coefficients) if c]
    text = "".join(reversed(terms)).replace("*n^0 ", "").replace("n^1 ", "n ").strip()
    text = text.replace(" 1*n", " n").removeprefix("+ ")
    return text.replace("- ", "-", int(text[:1] == "-")) or "0"


def listed(before: str, pieces: list[str]) -> str:
    """Pieces of a sentence, if there are any, the last one after "and"."""
    return f"{before}{' and'.join(', '.join(pieces).rsplit(',', 1))}" if pieces else ""


def sentences(claim: Claim, first: int) -> tuple[str, str]:
    """`words` and `symbols` say what is verified, now or formerly, and nothing else."""
    missed, count = dict(claim.exceptions), len(claim.branches)
    held = [f"n = {n}" for n in range(first, claim.valid_from) if n not in missed]
    known = [f"{value} for n = {n}" for n, value in missed.items()]
    now = listed(", and for ", held) + listed("; it is ", known)
    then = "; it is " * bool(known) + ", it is ".join(known)
    words, former = (
        f"{names[claim.game]} with {counted(claim.pegs, 'peg')} and n colours, "
        f"{names[claim.reading]}: the least {names[claim.objective]} is f(n)"
        f" for every n >= {claim.valid_from}{others}{names['boards'] * claim.black}."
        for names, others in ((NAMES, now), (FORMER, then))
    )
    branches = [f"f(n) = {polynomial(branch)}" for branch in claim.branches]
    if count > 1:
        branches = [f"{branch} for n = {r} mod {count}" for r, branch in enumerate(branches)]
    symbols, given, after = "; ".join(branches), [claim.words, claim.symbols], 9 + count
    if given != [former, symbols.replace("; f(n) = ", "; ")]:
        same_lines("claim", given, [words, symbols], range(after + len(missed), 1200))
    return words, symbols


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations of docs/certificates.md."""
    start = time.monotonic()
    claim, lines = parse(data)
    proof = Proof(claim, lines, len(data), progress)
    proof.check_masets()
    proof.check_witnesses()
    proof.read_functions()
    tables = proof.close()
    reached = proof.reach(tables)
    places = np.flatnonzero(reached[: len(proof.patterns) * len(claim.levels)]).tolist()
    states = [divmod(place, len(claim.levels)) for place in places]
    heads = [state.line for state in proof.states]
    same_lines("functions", [s.name for s in proof.states], states, [*heads, heads[-1] + 1])
    proof.derive(tables, reached)
    proof.check_induction()
    for n in range(claim.base, claim.base + claim.period):
        if proof.whole(n, claim.period) is None:
            rejected("claim", 7, f"no polynomial for n = {n} + {claim.period} t")
    first = claim.pegs if claim.distinct else 1  # the least n with a secret
    check_formula(claim, first, proof)
    values = [(n, proof.value(n)) for n in range(first, claim.first + claim.period)]
    same_lines("values", lines["values"], values, range(1, MAX_LINES + 2))
    stated = (*sentences(claim, first), claim.game, claim.pegs, claim.reading, claim.objective)
    equations = int(proof.equations.flat[places].sum())
    counts = (len(proof.patterns), proof.questions, equations, proof.different)
    digest, seconds = hashlib.sha256(data).hexdigest(), round(time.monotonic() - start, 3)
    return Verified(*stated, digest, *counts, seconds)


def check(path: str | os.PathLike[str], progress: Progress | None = None) -> Verified:
    """Verify the certificate in the file *path*; *progress* is called with stage, done and total.

    Raises Rejected or Malformed with the reason, or their base class Unverified (a ValueError) for
    an argument of another type.

    >>> with open("proof.cert", "wb") as file:
    ...     digest = write_certificate(prove("ab", 1), file)
    >>> check("proof.cert").words.partition(":")[0]
    'AB game with 1 peg and n colours, by the real rules'
    """
    if not (isinstance(path, str | os.PathLike) and (progress is None or callable(progress))):
        raise Unverified("check takes the path of a file and, if wanted, a function for progress")
    data = read(path)
    try:
        return verify(data, progress or (lambda stage, done, total: None))
    except (MemoryError, RecursionError):
        raise Malformed("too large for this machine") from None


def complain(sentence: str) -> int:
    """One line on standard error, if there is one."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
    return 2


def main(argv: Sequence[str] | None = None, program: str = "") -> int:
    """The exit status, as docs/certificates.md has it. Complaints begin with *program*."""
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        return complain("usage: checker FILE [--json], where FILE is a masetproof certificate")
    status, text, result = 0, "", dict[str, Any](verified=False, theorem=None)
    try:
        verified = check(files[0])
        result = {"verified": True, "theorem": verified.words, **asdict(verified)}
        text = f"verified: {verified.words}\n{verified.symbols}\nrecomputed: "
        numbers = {
            noun: getattr(verified, f"{noun}s") for noun in ("pattern", "question", "equation")
        }
        text += ", ".join(counted(number, noun) for noun, number in numbers.items())
        text += f" ({verified.different} of them different), {verified.seconds:.1f} s\n"
        text += f"sha256 of the certificate: {verified.digest}"
    except Rejected as error:
        status, text, result["reason"] = 1, f"rejected: {error}", str(error)
    except Malformed as error:
        status, result["reason"] = complain(f"{program}malformed: {error}"), str(error)
    except KeyboardInterrupt:
        return 130
    try:
        if "--json" in arguments or text:
            print(json.dumps(result) if "--json" in arguments else text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        if not isinstance(error, BrokenPipeError):
            return complain(f"{program}cannot write the output: {error.strerror or error}")
        return 141
    return status
