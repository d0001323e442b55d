"""A short proof as a value: a lower bound of every strategy, for every number of colours.

A strategy may stand beside it, the upper half, which is a book of the package.

Members are found, pruned and covered for numbers of colours up to a horizon.  From a base on, each
member gets a polynomial on each class modulo p, through its first bounds there.  No question may
cost less than these polynomials claim.  Several bases are tried, and the first for which this holds
is taken.  The claims are computed by `checker`, which verifies the certificate, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from math import lcm
from typing import final

from masetproof.arguments import Refused, as_flag, as_member, counted
from masetproof.checker import Rejected, verify
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.patterns.closure import Closure
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.provable import check_provable
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent, under
from masetproof.proofs.certificate import formula_lines, sealed
from masetproof.proofs.known import BOOKS
from masetproof.proofs.numbers import NumberSet
from masetproof.proofs.played import PlayedBook
from masetproof.proofs.proof import Proof, Statement
from masetproof.proofs.theorem import Theorem, theorem_of
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.short.bounding import CountBounds, MemberBounds
from masetproof.short.covering import Covered, Covering, Placed
from masetproof.short.forms import Forms
from masetproof.short.keeping import keep_members, kept_members
from masetproof.short.members import find_members, pruned
from masetproof.strategies.book import Book, read_book
from masetproof.words import SYMBOLS, word_text

SHORTENED = (MASTERMIND, AB)
"""The games that have short proofs: their answers count white pegs."""
LEAST_PEGS = 2
"""With one peg there is nothing to shorten."""
_FIRST, _HORIZON = 25, 150
"""Members are found for few colours first; then few are missing for more."""
_BASES, _WINDOW = (24, 48, 72, 96, 120), 100
"""The bases that are tried; covers are chosen for the polynomials from the window on."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class ShortProof(Proof):
    """A lower bound that few patterns prove, for every number of colours.

    theorem: of the reading `with`, which says what the bound is.  members: the patterns and
    explicit masets, the full pattern first.  covered: the questions that need covers, by the
    numbers of members.  questions: how many there are on all members.  base: of the
    polynomials, as in the certificate.  missed: where no strategy of a reading, `attained_in`,
    takes just the bound; there its theorem is left to the closure.  book: the strategy of the real
    game that the certificate has, None if it is of the lower half only.

    >>> proof = prove_short("ab", 2)
    >>> len(proof.members), proof.questions
    (1, 3)
    """

    theorem: Theorem
    members: tuple[MasetPattern, ...]
    covered: tuple[Covered, ...]
    questions: int
    base: int
    missed: NumberSet
    attained_in: Reading
    book: Book | None = None

    def __repr__(self) -> str:
        closure = self.theorem.closure
        members = counted(len(self.members), "member")
        return f"<ShortProof: {closure.game.name}, {closure.pegs} pegs, {members}>"

    @property
    def statement(self) -> Statement:
        """The statement of the theorem of the reading `with`."""
        return self.theorem.statement

    @property
    def formula(self) -> Formula:
        """The lower bound of the whole game."""
        return self.theorem.formula

    @property
    def guide(self) -> Book | None:
        return self.book

    @cached_property
    def between(self) -> dict[int, tuple[int, int]]:
        """The n for which the strategy takes more than the bound: the bound, and its total."""
        if self.book is None:
            return {}
        lower, upper = self.formula, self.book.formula
        numbers = range(lower.least, max(lower.valid_from, upper.valid_from))
        return {n: (lower(n), upper(n)) for n in numbers if lower(n) != upper(n)}

    def certificate(self) -> bytes:
        """The text for `masetproof.checker`; the same proof gives the same bytes."""
        return sealed(_lines(self))

    def as_json(self) -> dict[str, object]:
        """As `Theorem.as_json`, with the numbers of members and of questions on them.

        not_attained: the n for which no strategy of the reading ``extra`` attains the bound.
        places, between: of the strategy, if there is one: how many lines it has, and where it takes
        more than the bound.
        """
        counts = {"members": len(self.members), "questions": self.questions}
        missed = {
            "numbers": self.missed.singles,
            "residues": self.missed.classes,
            "period": self.missed.period,
            "settled": self.missed.onset,
            "extra": self.attained_in.value,
        }
        more = {"covered": len(self.covered), "not_attained": missed}
        if self.book is not None:
            between = {str(n): [*sides] for n, sides in self.between.items()}
            more |= {"places": len(self.book.asked), "between": between}
        return self.theorem.as_json() | counts | more


def _lines(proof: ShortProof) -> Iterator[str]:
    """The lines of a certificate; docs/short-proofs.md fixes the format and what it means."""
    closure, formula = proof.theorem.closure, proof.formula
    yield "masetproof short proof 1"
    yield f"game {closure.game.name}"
    yield f"pegs {closure.pegs}"
    yield f"period {closure.pegs}"
    yield f"base {proof.base}"
    yield f"clauses {CountBounds.clauses}"
    yield f"secrets {CountBounds.secrets}"
    yield from formula_lines(formula, proof.between)
    for n, (least, most) in proof.between.items():
        yield f"between {n} {least} {most}"
    yield f"members {len(proof.members)}"
    yield from map(str, proof.members)
    yield f"questions {len(proof.covered)}"
    for one in proof.covered:
        covers = (f"{answer}:{'|'.join(map(_text, some))}" for answer, some in one.covers.items())
        yield " ".join([str(one.member), word_text(one.question), *covers])
    if proof.book is not None:
        points = proof.book.totalled_points(proof.base, closure.pegs)
        for name, lines in PlayedBook(proof.book, points).sections().items():
            yield f"{name} {len(lines)}"
            yield from lines


def _text(group: Placed) -> str:
    columns = "".join(map(str, group.columns))
    return f"{group.member}.{columns}.{''.join(SYMBOLS[colour] for colour in group.colours)}"


def prove_short(
    game: AlikeGame | str,
    pegs: int,
    *,
    reading: Reading | str = Reading.EXACT,
    upper: bool = False,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> ShortProof:
    """Find a short proof that every strategy costs at least what the reading `with` says.

    reading: the one whose strategies are compared with the bound.  upper: put a strategy of the
    real game into the certificate that takes no more.  Mastermind and the AB game, two and three
    pegs, expected case; `Refused` for anything else, and if no base passes the induction.  Three
    pegs take some minutes.

    >>> proof = prove_short("mastermind", 2)
    >>> [str(member) for member in proof.members]
    ['{**}', '{00|0*}', '{00|0*|11|*1}']
    """
    game, pegs = _check_shortenable(game, pegs)
    reading, progress = as_member(Reading, reading), as_progress(progress)
    upper, watch = as_flag(upper, "upper"), as_stopwatch(stopwatch)
    book = read_book(BOOKS / f"{game.name}-{pegs}-expected.txt", game) if upper else None
    with watch.stage("theorem"):
        theorem = theorem_of(game, pegs, reading="with", solve="nothing", progress=progress)
        missed = _not_attained(theorem, reading, progress)
    with watch.stage("members"):
        bounds = pruned(_bounds(theorem.closure, progress), progress)
    with watch.stage("covers"):
        covering = Covering(bounds, _WINDOW, progress)
    names = tuple(bounds.forms.patterns[form] for form in covering.members)
    with watch.stage("induction"):
        questions = tuple(covering.questions)
        for base in _BASES:
            said = theorem, names, questions, covering.asked, base, missed, reading, book
            proof, settled = ShortProof(*said), 0 if book is None else book.lasting.start
            if base < max(settled, theorem.formula.valid_from):
                continue
            if _is_inductive(proof, under(f"induction from {base} colours on", progress)):
                return proof
    raise Refused("the members that were found do not bound the game for every number of colours")


def _check_shortenable(game: AlikeGame | str, pegs: int) -> tuple[AlikeGame, int]:
    """The game and the number of pegs; `Refused` when they have no short proof."""
    game = as_alike_game(game)
    if game not in SHORTENED:
        raise Refused("short proofs count white pegs: they are of mastermind and ab")
    game, pegs = check_provable(game, pegs)
    if pegs < LEAST_PEGS:
        raise Refused("with one peg there is nothing to shorten; a short proof has 2 or 3 pegs")
    return game, pegs


def _bounds(closure: Closure, progress: Progress) -> MemberBounds:
    """The bounds up to the horizon, with members that are found for few colours first.

    It goes on from the members that an earlier run kept.
    """
    every, (begun, members) = Forms(closure, _HORIZON), kept_members(closure)
    for forms in (every.first(_FIRST), every):
        if forms.colours >= begun:
            counts = CountBounds(forms, progress)
            keep = partial(keep_members, closure, forms.colours)
            bounds = find_members(forms, counts, members, keep=keep, progress=progress)
            members = bounds.members
    return bounds


def _is_inductive(proof: ShortProof, progress: Progress) -> bool:
    """Whether the polynomials from this base on pass the induction and agree with the formula."""
    try:
        verify(proof.certificate(), progress)
    except Rejected:
        return False
    return True


def _not_attained(lower: Theorem, reading: Reading, progress: Progress) -> NumberSet:
    """The n for which no strategy of a reading attains the theorem of the reading `with`."""
    upper = theorem_of(
        *(lower.closure.game, lower.closure.pegs),
        reading=reading,
        solve="nothing",
        progress=progress,
    )
    below, above = lower.formula, upper.formula
    settled = max(below.valid_from, above.valid_from)
    period = lcm(len(below.branches), len(above.branches))
    degree = max(map(len, (*below.branches, *above.branches)))
    missed = [n for n in range(below.least, settled + period * degree) if below(n) != above(n)]
    numbers = tuple(n for n in missed if n < settled)
    residues = tuple(sorted({n % period for n in missed if n >= settled}))
    return NumberSet(below.least, numbers, settled, residues, period)
