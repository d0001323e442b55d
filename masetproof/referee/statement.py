"""The theorem in words and symbols; a certificate from its file to its verdict."""

import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from .band import Band
from .bandplay import Play
from .bandreading import BandCertificate, parse_band
from .bandrows import Budget, Patterns
from .proof import Progress, Proof, value_of
from .reading import Certificate, Malformed, Rejected, Unverified, parse, read

NAMES = {"mastermind": "Mastermind", "ab": "AB game"}


@dataclass(frozen=True)
class Verified:
    """A verified theorem; the SHA-256 of its certificate (unpacked); counts of what was done.

    members: patterns and explicit masets; questions: on them, raw; listed: those with covers.  Of
    black-peg members are the states, and listed are those that are averaged.
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


def check_band_formula(said: BandCertificate, band: Band, play: Play) -> None:
    """Both bounds are what is claimed, for every n: beyond the last one they are polynomials."""
    if not 1 <= said.valid_from <= said.base or len(said.branch) > said.pegs + 2:
        raise Rejected("the formula has another degree, or holds only from beyond the base on")
    for n in range(1, band.last + 1):
        least, most = band.value(n), play.total(n)
        value = said.exceptions.get(n, value_of([said.branch], n))
        low, high = said.between.get(n, (value, value))
        if (least, most) != (low, high):
            claimed = low if low == high else f"{low} and {high}"
            raise Rejected(f"the bounds for n = {n} are {least} and {most}, not {claimed}")
    wrong = [*said.exceptions, *said.between]
    if len({*wrong}) < len(wrong) or any(not 1 <= n < said.valid_from for n in wrong):
        raise Rejected("an exception where the formula holds, or there are two")


def band_sentences(said: BandCertificate) -> tuple[str, str]:
    """What is verified, in words and in symbols."""
    known = [
        f"n = {n}"
        for n in range(1, said.valid_from)
        if n not in said.exceptions and n not in said.between
    ]
    held = listed(", and for ", known)
    wrong = [f"{value} for n = {n}" for n, value in said.exceptions.items()]
    open_ = [f"between {low} and {high} for n = {n}" for n, (low, high) in said.between.items()]
    words = (
        f"Black-peg Mastermind with {said.pegs} pegs and n colours in each column, by the real "
        "rules: the least total number of questions over all secrets is f(n) for every "
        f"n >= {said.valid_from}{held}{listed(', and ', wrong)}; where questions may also use, "
        "from the start, a colour known not to be in the secret, it is the same"
        f"{listed('. In both cases it is ', open_)}."
    )
    return words, f"f(n) = {polynomial(said.branch)}"


def prove_band(data: bytes, progress: Progress) -> tuple[BandCertificate, Band, Play]:
    """All obligations of docs/short-proofs.md for version 2: both halves."""
    said, budget = parse_band(data), Budget()
    patterns = Patterns(said, budget)
    patterns.find_rows(progress)
    band, play = Band(said, patterns, budget), Play(said, patterns)
    play.prove()
    band.prove(progress)
    check_band_formula(said, band, play)
    return said, band, play


def verify_band(data: bytes, progress: Progress) -> Verified:
    """What a certificate of version 2 proves."""
    start = time.monotonic()
    said, band, _ = prove_band(data, progress)
    words, symbols = band_sentences(said)
    averaged = sum(state.column >= 0 for state in said.states)
    about = "black-peg", said.pegs, "exact", "expected", said.digest
    seconds = round(time.monotonic() - start, 3)
    return Verified(words, symbols, *about, len(said.states), band.patterns.raw, averaged, seconds)


def verify(data: bytes, progress: Progress) -> Verified:
    """All obligations of docs/short-proofs.md."""
    if data.startswith(b"masetproof short proof 2\n"):
        return verify_band(data, progress)
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
        recomputed = "{} members, {} questions, {} of them with covers"
        if verified.game == "black-peg":
            recomputed = "{} states, {} questions, {} states by averaging"
        counts = recomputed.format(verified.members, verified.questions, verified.listed)
        text = (
            f"verified: {verified.words}\n{verified.symbols}\nrecomputed: {counts}, "
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
