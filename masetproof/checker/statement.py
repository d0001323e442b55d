"""The theorem in words and symbols, what the whole game's formula must be, and the verdict.

A certificate of a closure has its theorem in words, which is compared with the sentence written
here; of other certificates the sentence is only written. `check` goes from the file to the verdict,
and `main` is the command line.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np

from .band import BandVerification
from .bandrows import Patterns
from .closure import ClosureVerification
from .closurereading import parse, rejected, same_lines
from .images import ListedPatterns
from .reading import Branch, Budget, Malformed, Progress, Rejected, Unverified, read, value_of
from .rules import Claim, Rules
from .short import ShortVerification
from .shortreading import BandCertificate, Certificate, parse_band, parse_short
from .totals import Play
from .worst import WorstPlay
from .worstreading import WorstCertificate, parse_worst

NAMES = {
    "mastermind": "Mastermind",
    "ab": "AB game",
    "black-peg": "Black-peg Mastermind",
    "black-peg-ab": "Black-peg AB game",
    "mastermind-distinct-secrets": "Mastermind, secrets of different colours",
    "marks": "Marks",
    "marks-distinct-secrets": "Marks, secrets of different letters",
    "marks-distinct": "Marks, different letters",
    "sum": "Sum",
    "sum-distinct-secrets": "Sum, secrets of different colours",
    "sum-distinct": "Sum, different colours",
    "without": "where no question may use a colour that an answer has excluded",
    "with": "where questions may also use, from the start, a colour known not to be in the secret",
    "exact": "by the real rules",
    "none": "where only a possible secret may be asked",
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


EACH = "", " in each column"


@dataclass(frozen=True)
class Verified:
    """A verified theorem.

    digest: the SHA-256 of its certificate, unpacked. counts: what was computed anew. A closure has
    ``patterns``, ``questions``, ``equations`` and how many of these are ``different``. A short
    proof has ``members`` (patterns and explicit masets), all ``questions`` on them, and the
    ``listed`` ones, which have covers; and ``places``, if it has a strategy. In a proof of version
    2, for black-peg Mastermind, members are the states, and listed counts the states that are
    averaged. Bounds of the worst case have ``places`` of the strategy with ``questions`` and their
    ``parts``.

    trusted: what the theorem rests on and was not verified, each with the command that finds it;
    empty but for bounds of the worst case.
    """

    words: str
    symbols: str
    game: str
    pegs: int
    reading: str
    objective: str
    digest: str
    counts: dict[str, int]
    seconds: float
    trusted: tuple[str, ...]

    def __repr__(self) -> str:
        about = f"{self.game}, {counted(self.pegs, 'peg')}, {self.objective}, {self.reading}"
        return f"<Verified: {about}, {self.digest[:16]}>"


# ------------------------------------------------------------------------------------- sentences


def counted(count: int, noun: str) -> str:
    """A number with its noun: "1 peg", "12 patterns"."""
    return f"{count} {noun}{'s' * (count != 1)}"


def polynomial(coefficients: Branch) -> str:
    """A polynomial in n by descending power."""
    terms = [f"{'-+'[c > 0]} {abs(c)}*n^{i} " for i, c in enumerate(coefficients) if c]
    text = "".join(reversed(terms)).replace("*n^0 ", "").replace("n^1 ", "n ").strip()
    text = text.replace(" 1*n", " n").removeprefix("+ ")
    return text.replace("- ", "-", int(text[:1] == "-")) or "0"


def in_symbols(branches: list[Branch]) -> str:
    """The formula in symbols, with each branch for its n modulo the number of branches."""
    symbols, count = [f"f(n) = {polynomial(branch)}" for branch in branches], len(branches)
    if count > 1:
        symbols = [f"{one} for n = {r} mod {count}" for r, one in enumerate(symbols)]
    return "; ".join(symbols)


def listed(before: str, pieces: Iterable[str]) -> str:
    """Pieces of a sentence, if there are any, the last one after "and"."""
    text = ", ".join(pieces)
    return f"{before}{' and'.join(text.rsplit(',', 1))}" if text else ""


def held(numbers: range, *known: dict[int, Any]) -> str:
    """ ", and for n = 2 and n = 3": the numbers that are in none of the *known* exceptions.

    numbers: the n below the one from which on the formula holds for every n.
    """
    return listed(", and for ", (f"n = {n}" for n in numbers if not any(n in x for x in known)))


def first_of(game: str, pegs: int) -> int:
    """The least n with a secret."""
    return pegs if game.endswith(("ab", "distinct", "-distinct-secrets")) else 1


def sentences(claim: Claim) -> tuple[str, str]:
    """The theorem of a closure in words and in symbols.

    `Rejected` unless the certificate has these sentences, or the ones that were written before 23
    November 2026 (`FORMER`), so that it says what is verified and nothing else.
    """
    missed, numbers = (
        dict(claim.exceptions),
        range(first_of(claim.game, claim.pegs), claim.valid_from),
    )
    known = [f"{value} for n = {n}" for n, value in missed.items()]
    now = held(numbers, missed) + listed("; it is ", known)
    then = "; it is " * bool(known) + ", it is ".join(known)
    # A title is not the name of a known game, whatever it says.
    named = f'"{claim.title}", a game of one\'s own,' * bool(claim.title)
    words, former = (
        f"{named or names[claim.game]} with {counted(claim.pegs, 'peg')} and n colours, "
        f"{names[claim.reading]}: the least {names[claim.objective]} is f(n)"
        f" for every n >= {claim.valid_from}{others}{names['boards'] * claim.black}."
        for names, others in ((NAMES, now), (FORMER, then))
    )
    symbols, given = in_symbols(claim.branches), [claim.words, claim.symbols]
    if given != [former, symbols.replace("; f(n) = ", "; ")]:
        lines = range(9 + len(claim.branches) + len(missed), 1200)
        same_lines("claim", given, [words, symbols], lines)
    return words, symbols


def short_sentences(said: Certificate | BandCertificate) -> tuple[str, str]:
    """The theorem of a short proof in words and in symbols: both bounds, or the lower one."""
    known = held(
        range(first_of(said.game, said.pegs), said.valid_from), said.exceptions, said.between
    )
    wrong = [f"{value} for n = {n}" for n, value in said.exceptions.items()]
    open_ = (f"between {low} and {high} for n = {n}" for n, (low, high) in said.between.items())
    columns, valid = EACH[said.game == "black-peg"], f"f(n) for every n >= {said.valid_from}{known}"
    words = f"{NAMES[said.game]} with {said.pegs} pegs and n colours{columns}, {NAMES['exact']}"
    if said.strategy:
        words += (
            f": the least {NAMES['expected']} is {valid}{listed(', and ', wrong)}; {NAMES['with']},"
            f" it is the same{listed('. In both cases it is ', open_)}."
        )
    else:
        words += (
            f" and {NAMES['with']}: every strategy has a {NAMES['expected']} of at least "
            f"{valid}{listed(', and at least ', wrong)}."
        )
    return words, in_symbols(said.branches)


def worst_sentences(said: WorstCertificate, shift: int) -> tuple[str, str]:
    """Bounds of the worst case in words, with what is trusted, and in symbols."""
    sides = [*said.small.values(), *said.classes.values()]
    known = "f(n), with the bounds below," if any(low < high for low, high in sides) else "f(n)"
    exact = listed("", (f"f({n}) = {value}" for n, value in said.exact.items()))
    blank = listed("", (f"W({n}) = {value}" for n, value in said.blank.items()))
    words = (
        f"{NAMES[said.game]} with {said.pegs} pegs and n colours{EACH[said.game == 'black-peg']}, "
        f"{NAMES['exact']}: the least {NAMES['worst']} is {known} for every "
        f"n >= {first_of(said.game, said.pegs)}, if these values are right, which were found by "
        f"searches and are trusted: {f'{exact}; and ' * bool(exact)}{blank} for W(n), which is "
        f"f(n) {NAMES['with']}."
    )
    symbols = list[str]()
    for first, ends in sorted(said.classes.items(), key=lambda one: one[0] % shift):
        one = Fraction(1, shift)
        low, high = (polynomial((end - first * one, one)) for end in ends)
        where = f" for n = {first % shift} mod {shift}, n >= {first}"
        symbols.append(between("n", low, high) + (where if shift > 1 else f" for n >= {first}"))
    symbols += (between(f"{n}", f"{low}", f"{high}") for n, (low, high) in said.small.items())
    return words, "; ".join(symbols)


def between(n: str, low: str, high: str) -> str:
    return f"f({n}) = {low}" if low == high else f"{low} <= f({n}) <= {high}"


def trusted_values(said: WorstCertificate) -> tuple[str, ...]:
    """The searched values, each with the command that finds it."""
    tables = (("f", "exact", said.exact), ("W", "with", said.blank))
    return tuple(
        f"{name}({n}) = {value}, by: masetproof optimize {said.game} --pegs {said.pegs} "
        f"--colours {n} --objective worst --extra {reading}"
        for name, reading, table in tables
        for n, value in table.items()
    )


# -------------------------------------------------------------------------------------- formulas


def check_formula(claim: Claim, proof: ClosureVerification) -> None:
    """Reject unless the claimed formula is F of the whole game, for every n.

    The formula is branches, the least period, the least valid-from and the exceptions.

    From B on, F is the claimed function, a polynomial of degree D at most in each residue class
    modulo T, as its branch: they are equal if they are so at D + 1 points.
    """
    count, branches, first = len(claim.branches), claim.branches, first_of(claim.game, claim.pegs)
    if claim.period % count or max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "not a period and a degree that the function can have")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    beyond, wrong = max(first, claim.base), list[tuple[int, int]]()
    for n in range(first, beyond + (claim.degree + 1) * claim.period):
        value = proof.value(n)
        if value != value_of(branches, n):
            wrong.append((n, value))
            if n >= beyond:
                rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    same_lines("claim", [claim.valid_from], [wrong[-1][0] + 1 if wrong else first], [8])
    same_lines("claim", claim.exceptions, wrong, range(9 + count, 1200))


def check_short_formula(
    said: Certificate | BandCertificate, bounds: Callable[[int], tuple[int, ...]]
) -> None:
    """Reject unless the bounds of the whole game are what is claimed, for every n.

    bounds: by n the lower one, and the upper one where there is a strategy.  From the base on all
    are polynomials on each class modulo the period; so they are equal if they are so at as many
    points as the degree and one more.
    """
    first, terms = first_of(said.game, said.pegs), said.pegs + 2
    if said.period % len(said.branches):
        raise Rejected("not a period that the bound can have")
    if max(map(len, said.branches)) > terms:
        raise Rejected("not a degree that the bound can have")
    if not first <= said.valid_from <= said.base:
        raise Rejected("the formula must hold from some n on that is not beyond the base")
    for n in range(first, said.base + said.period * terms):
        found, value = bounds(n), said.exceptions.get(n, value_of(said.branches, n))
        low, high = said.between.get(n, (value, value))
        if found != (low, high)[: len(found)]:
            claimed = low if low == high else f"{low} and {high}"
            are = f"bounds for n = {n} are" if said.strategy else f"bound for n = {n} is"
            raise Rejected(f"the {are} {' and '.join(map(str, found))}, not {claimed}")
    wrong = [*said.exceptions, *said.between]
    if len({*wrong}) < len(wrong) or any(not first <= n < said.valid_from for n in wrong):
        raise Rejected("an exception where the formula holds, or there are two, or no game")
    if said.between and not said.strategy:
        raise Rejected("two bounds, but no strategy")


# -------------------------------------------------------------------------------------- verdicts

About = tuple[str, str, str, int, str, str]  # of `Verified`, the sentences and what they are about
Redone = tuple[About, dict[str, int], tuple[str, ...]]  # also its counts, and what is trusted


def verify_closure(data: bytes, progress: Progress) -> Redone:
    """Verify a closure, all obligations of docs/certificates.md: what is verified, and counts."""
    progress("reading the lines", 0, 1)
    claim, lines = parse(data)
    proof = ClosureVerification(claim, lines, len(data), progress)
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
    check_formula(claim, proof)
    first = first_of(claim.game, claim.pegs)
    values = [(n, proof.value(n)) for n in range(first, claim.first + claim.period)]
    same_lines("values", lines["values"], values, count(1))
    counts = {
        "patterns": len(proof.patterns),
        "questions": proof.questions,
        "equations": int(proof.equations.flat[places].sum()),
        "different": proof.different,
    }
    about = *sentences(claim), claim.game, claim.pegs, claim.reading, claim.objective
    return about, counts, ()


def prove_short(data: bytes, progress: Progress) -> tuple[Certificate, ShortVerification]:
    """Verify a short proof of version 1 (docs/short-proofs.md); both halves with a strategy."""
    said = parse_short(data)
    proof = ShortVerification(said, progress)
    totals = strategy_totals(said, proof.budget, progress) if said.strategy else []
    proof.prove()
    check_short_formula(said, lambda n: (proof.value(n), *totals[n : n + 1]))
    return said, proof


def strategy_totals(said: Certificate, budget: Budget, progress: Progress) -> list[int]:
    """Verify the strategy of a short proof of version 1: its totals for n = 0, 1, ..., last."""
    patterns = ListedPatterns(Rules(said.game, said.pegs, "exact"), said.patterns, budget)
    patterns.enter_parts(said.parts)
    play = Play(patterns, said.strategy, said.base, said.period, progress)
    play.prove(progress)
    return [*map(play.total, range(play.last + 1))]


def verify_short(data: bytes, progress: Progress) -> Redone:
    """Verify a short proof of version 1: what is verified, and counts."""
    said, proof = prove_short(data, progress)
    counts = {"members": len(said.members), "questions": proof.raw, "listed": len(said.questions)}
    if said.strategy:
        counts["places"] = len(said.strategy)
    reading = "exact" if said.strategy else "with"
    return (*short_sentences(said), said.game, said.pegs, reading, "expected"), counts, ()


def prove_band(data: bytes, progress: Progress) -> tuple[BandCertificate, BandVerification, Play]:
    """Verify both halves of a proof of version 2 (docs/short-proofs.md), which are returned."""
    said, budget = parse_band(data), Budget()
    patterns = Patterns(said, budget)
    patterns.find_rows(progress)
    band = BandVerification(said, patterns, budget)
    play = Play(patterns, said.strategy, said.base, said.period, progress)
    play.prove(progress)
    band.prove(progress)
    check_short_formula(said, lambda n: (band.value(n), play.total(n)))
    return said, band, play


def verify_band(data: bytes, progress: Progress) -> Redone:
    """Verify a short proof of version 2: what is verified, and counts."""
    said, band, _ = prove_band(data, progress)
    averaged = sum(state.column >= 0 for state in said.states)
    counts = {"members": len(said.states), "questions": band.patterns.raw, "listed": averaged}
    return (*short_sentences(said), "black-peg", said.pegs, "exact", "expected"), counts, ()


def verify_worst(data: bytes, progress: Progress) -> Redone:
    """Verify bounds of the worst case: what is verified, counts, and what is trusted."""
    said = parse_worst(data)
    play = WorstPlay(said, Budget(), progress)
    play.prove(progress)
    play.check_claim(first_of(said.game, said.pegs))
    parts = sum(map(len, play.parts.values()))
    counts = {"places": len(said.strategy), "questions": len(play.parts), "parts": parts}
    about = *worst_sentences(said, play.shift), said.game, said.pegs, "exact", "worst"
    return about, counts, trusted_values(said)


KINDS: dict[bytes, Callable[[bytes, Progress], Redone]] = {
    b"masetproof worst bounds ": verify_worst,
    b"masetproof short proof 2\n": verify_band,
    b"masetproof short proof ": verify_short,
    b"": verify_closure,
}


def verify(data: bytes, progress: Progress) -> Verified:
    """Verify a certificate of any kind; its first line says which."""
    start = time.monotonic()
    redo = next(redo for begin, redo in KINDS.items() if data.startswith(begin))
    about, counts, trusted = redo(data, progress)
    digest, seconds = hashlib.sha256(data).hexdigest(), round(time.monotonic() - start, 3)
    return Verified(*about, digest, counts, seconds, trusted)


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


# ---------------------------------------------------------------------------------- command line


def recomputed(verified: Verified) -> str:
    """The counts in words."""
    counts = verified.counts
    if "patterns" in counts:
        told = [counted(counts[f"{noun}s"], noun) for noun in ("pattern", "question", "equation")]
        return f"{', '.join(told)} ({counts['different']} of them different)"
    if "parts" in counts:
        return "{places} places, {questions} questions, {parts} parts".format(**counts)
    text = "{members} members, {questions} questions, {listed} of them with covers"
    if verified.game == "black-peg":
        text = "{members} states, {questions} questions, {listed} states by averaging"
    if "places" in counts:
        text += "; a strategy of {places} places"
    return text.format(**counts)


def complain(sentence: str) -> int:
    """Print a sentence to standard error, if that is open; 2, the exit status."""
    if sys.stderr is not None:
        print(sentence, file=sys.stderr)
    return 2


class StageLine:
    """A line of progress in a terminal, written anew at most once a second."""

    def __init__(self) -> None:
        self.last, self.text = time.monotonic(), ""

    def show(self, stage: str, done: int, total: int) -> None:
        """Report progress, cut to the width that the terminal has now."""
        if time.monotonic() - self.last >= 1:
            self.last, said = time.monotonic(), stage
            if total > 1:
                said = f"{stage}: {done} of {total}"
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            self.write(f"checking {said}"[: width - 1])

    def write(self, text: str) -> None:
        """Replace the line by a text; "" removes it."""
        if text or self.text:
            end = "" if text else "\r"
            print(f"\r{text:<{len(self.text)}}", end=end, file=sys.stderr, flush=True)
            self.text = text


def main(
    argv: Sequence[str] | None = None,
    program: str = "",
    progress: Progress | None = None,
    clear: Callable[[], None] = lambda: None,
) -> int:
    """Check the certificate that the arguments name, print the verdict, return the exit status.

    The status is as in docs/certificates.md. program: how complaints begin. progress: as of
    `check`; clear: called before anything is printed. Without them there is a line of progress if
    standard error is a terminal.
    """
    if progress is None and sys.stderr is not None and sys.stderr.isatty():
        line = StageLine()
        progress, clear = line.show, lambda: line.write("")
    arguments = [*(sys.argv[1:] if argv is None else argv)]
    files = [argument for argument in arguments if argument != "--json"]
    if len(files) != 1 or (files[0].startswith("-") and files[0] != "-"):
        return complain("usage: checker FILE [--json], where FILE is a masetproof certificate")
    status, text, result = 0, "", dict[str, Any](verified=False, theorem=None)
    try:
        try:
            verified = check(files[0], progress)
        finally:
            clear()
        result = {"verified": True, "theorem": verified.words, **vars(verified)}
        result |= result.pop("counts") | {"seconds": result.pop("seconds")}
        text = (
            f"verified: {verified.words}\n{verified.symbols}\nrecomputed: {recomputed(verified)}, "
            f"{verified.seconds:.1f} s\nsha256 of the certificate: {verified.digest}"
        )
        text += "".join(f"\ntrusted, not verified: {one}" for one in verified.trusted)
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
