"""The theorem in words and symbols; a certificate from its file to its verdict."""

import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from .proof import Progress, Proof, value_of
from .reading import Certificate, Malformed, Rejected, Unverified, parse, read

NAMES = {"mastermind": "Mastermind", "ab": "AB game"}


@dataclass(frozen=True)
class Verified:
    """A verified lower bound; the SHA-256 of its certificate (unpacked); counts of what was done.

    members: patterns and explicit masets; questions: on them, raw; listed: those with covers.
    """

    words: str
    symbols: str
    game: str
    pegs: int
    reading: str
    objective: str
    digest: str
    members: int
    questions: int
    listed: int
    seconds: float


def check_formula(said: Certificate, proof: Proof) -> None:
    """What is claimed of the whole game is what has been proved, for every n.

    From the base on both are polynomials on each class modulo the period; so they are equal if they
    are so at as many points as the degree and one more.
    """
    first = first_of(said)
    if said.period % len(said.branches):
        raise Rejected("not a period that the bound can have")
    if max(map(len, said.branches)) > proof.degree + 1:
        raise Rejected("not a degree that the bound can have")
    if not first <= said.valid_from <= said.base:
        raise Rejected("the formula must hold from some n on that is not beyond the base")
    for n in range(first, said.base + said.period * (proof.degree + 1)):
        value, claimed = proof.value(n), said.exceptions.get(n, value_of(said.branches, n))
        if value != claimed:
            raise Rejected(f"the bound for n = {n} is {value}, not {claimed}")
    if any(not first <= n < said.valid_from for n in said.exceptions):
        raise Rejected("an exception where the formula holds, or there is no game")


def first_of(said: Certificate) -> int:
    """The least n with a secret."""
    return 1 if said.game == "mastermind" else said.pegs


def listed(start: str, items: list[str]) -> str:
    """All of them after a word, nothing where there are none."""
    return start + " and ".join(", ".join(items).rsplit(", ", 1)) if items else ""


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    terms = [f"{'-+'[c > 0]} {abs(c)}*n^{i} " for i, c in enumerate(coefficients) if c]
    text = "".join(reversed(terms)).replace("*n^0 ", "").replace("n^1 ", "n ").strip()
    text = text.replace(" 1*n", " n").removeprefix("+ ")
    return text.replace("- ", "-", int(text[:1] == "-")) or "0"


def sentences(said: Certificate) -> tuple[str, str]:
    """What is verified, in words and in symbols."""
    first, wrong = first_of(said), said.exceptions
    held = listed(
        ", and for ", [f"n = {n}" for n in range(first, said.valid_from) if n not in wrong]
    )
    known = listed(", and at least ", [f"{value} for n = {n}" for n, value in wrong.items()])
    words = (
        f"{NAMES[said.game]} with {said.pegs} pegs and n colours, by the real rules and where "
        "questions may also use, from the start, a colour known not to be in the secret: every "
        "strategy has a total number of questions over all secrets of at least f(n) for every "
        f"n >= {said.valid_from}{held}{known}."
    )
    count = len(said.branches)
    symbols = [f"f(n) = {polynomial(branch)}" for branch in said.branches]
    if count > 1:
        symbols = [f"{one} for n = {r} mod {count}" for r, one in enumerate(symbols)]
    return words, "; ".join(symbols)


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations of docs/short-proofs.md."""
    start = time.monotonic()
    said = parse(data)
    proof = Proof(said, progress)
    proof.prove()
    check_formula(said, proof)
    words, symbols = sentences(said)
    counts = len(said.members), proof.raw, len(said.questions)
    seconds = round(time.monotonic() - start, 3)
    about = said.game, said.pegs, "with", "expected", said.digest
    return Verified(words, symbols, *about, *counts, seconds)


def check(path: str | os.PathLike[str], progress: Progress | None = None) -> Verified:
    """Verify the short proof in the file *path*; *progress* gets stage, done and total.

    Raises Rejected or Malformed with the reason, or their base class Unverified (a ValueError) for
    an argument of another type.
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
    """The exit status: 0 verified, 1 rejected, 2 malformed.  Complaints begin with *program*."""
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        return complain("usage: referee FILE [--json], where FILE is a short proof")
    status, text, result = 0, "", dict[str, Any](verified=False, theorem=None)
    try:
        verified = check(files[0])
        result = {"verified": True, "theorem": verified.words, **asdict(verified)}
        text = (
            f"verified: {verified.words}\n{verified.symbols}\nrecomputed: {verified.members} "
            f"members, {verified.questions} questions, {verified.listed} of them with covers, "
            f"{verified.seconds:.1f} s\nsha256 of the certificate: {verified.digest}"
        )
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
