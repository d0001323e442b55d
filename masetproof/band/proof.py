"""A band proof as a value: the least total of the real game, for every number of colours.

The lower half bounds states near the diagonal from below, the upper half is a strategy.  Where they
meet, the value is proved, for the real game and for the game with a colour that no secret has.
Before anything is claimed, `checker` verifies the certificate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import final

import numpy as np

from masetproof import kernels
from masetproof.arguments import Refused, as_count, counted
from masetproof.band.certificate import Head, proof_lines
from masetproof.band.guide import DiagonalBounds, Horizon
from masetproof.band.members import NeededStates
from masetproof.band.pruning import Pruning
from masetproof.band.states import Band
from masetproof.band.strategy import Bound, certificate_lines, find_strategy
from masetproof.checker import Rejected, Verified, verify
from masetproof.games.alike import as_alike_game
from masetproof.objectives import Objective
from masetproof.patterns.store import cached_closure
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent, under
from masetproof.proofs.certificate import sealed
from masetproof.proofs.proof import Proof, Statement
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.strategies.book import Book

PLANS = {
    2: Horizon(settled=3, first=1, width=1, last=20),
    3: Horizon(settled=4, first=2, width=2, last=24),
    4: Horizon(settled=6, first=3, width=4, last=44),
}
"""By the number of pegs.  With four pegs, offsets up to 3 leave too few sturdy states."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class BandProof(Proof):
    """What the whole game costs, for every n, in the reading `with` and in the real game.

    formula: of the real game.  between: the n for which the certificate only says what the game
    costs at least in the reading `with`, and what the strategy takes; there the formula is what a
    plain search over all strategies finds.  asked, averaged: how many states are.
    book: the strategy of the real game.  data: the certificate of both halves; verified: what the
    checker says of it.

    >>> proof = prove_band(3)
    >>> proof.formula(9), proof.between
    (5975, {})
    """

    pegs: int
    formula: Formula
    between: dict[int, tuple[int, int]]
    asked: int
    averaged: int
    book: Book
    data: bytes = field(repr=False)
    verified: Verified = field(repr=False)

    def __repr__(self) -> str:
        return f"<BandProof: {self.pegs} pegs, {counted(self.states, 'state')}>"

    @property
    def statement(self) -> Statement:
        """The formula of the real game."""
        game, expected = as_alike_game(self.verified.game), Objective.EXPECTED
        return Statement(game, self.pegs, expected, Reading.EXACT, self.formula)

    @property
    def guide(self) -> Book:
        return self.book

    def certificate(self) -> bytes:
        """The certificate, as `masetproof.checker` reads it."""
        return self.data

    @property
    def states(self) -> int:
        """How many states have a bound of their own, by questions or by an average."""
        return self.asked + self.averaged

    def as_json(self) -> dict[str, object]:
        """As `ShortProof.as_json`; members are states, `averaged` of them averages."""
        return {
            "game": self.verified.game,
            "pegs": self.pegs,
            "objective": Objective.EXPECTED.value,
            "extra": "exact",
            "status": "proved",
            "formula": self.formula.as_json(),
            "members": self.states,
            "averaged": self.averaged,
            "questions": self.verified.counts["questions"],
            "between": {str(n): [*some] for n, some in self.between.items()},
        }


def check_pegs(pegs: int) -> int:
    """The number of pegs of a band proof; `Refused` when it has not as many."""
    pegs = as_count(pegs, "pegs", None)
    if pegs not in PLANS:
        raise Refused("a short proof of black-peg Mastermind has 2, 3 or 4 pegs")
    return pegs


def prove_band(
    pegs: int, *, progress: Progress = silent, stopwatch: Stopwatch | None = None
) -> BandProof:
    """Prove what black-peg Mastermind costs in the expected case, for every number of colours.

    pegs: 2, 3 or 4; four take long (docs/costs.md).  `Refused` for others.

    >>> prove_band(2).formula(3)
    25
    """
    pegs = check_pegs(pegs)
    progress = as_progress(progress)
    watch = as_stopwatch(stopwatch)
    game, plan = as_alike_game("black-peg"), PLANS[pegs]
    with watch.stage("closure"):
        band = Band(cached_closure(game, pegs, extra=True, progress=progress), plan.width + 1)
    with watch.stage("bounds"):
        guide = DiagonalBounds(band, plan, progress)
        guide.keep_sturdy(progress)
    with watch.stage("states"):
        reasons = NeededStates(guide, progress).reasons()
    with watch.stage("pruning"):
        reasons = Pruning(guide, reasons).prune(progress)
    asked, averaged = (np.nonzero(some)[0] for some in (reasons == kernels.ASKED, reasons >= 0))
    with watch.stage("strategy"):
        progress("the strategy", 0, 1)
        book = find_strategy(band.closure, _bounds(guide), plan.last)
    with watch.stage("certificate"):
        progress("writing the certificate", 0, 1)
        head = _head(guide, book)
        lines = [*certificate_lines(book)]
        needed = np.union1d(asked, averaged).tolist()
        data = sealed(proof_lines(band, head, reasons, needed, lines))
    with watch.stage("verification"):
        verified = _verified(data, progress)
    return BandProof(
        pegs, head.formula, dict(head.between), len(asked), len(averaged), book, data, verified
    )


def _bounds(guide: DiagonalBounds) -> Bound:
    """The bounds for the upper half.  Far from the diagonal no strategy attains them."""
    band = guide.band

    def bound(number: int, offsets: tuple[int, ...], n: int) -> int:
        if max(offsets) > band.width:
            return -1
        state, below = band.find(number, offsets)
        return int(guide.least[n - below, state])

    return bound


def _verified(certificate: bytes, progress: Progress) -> Verified:
    """What the checker says of the certificate; `Refused` when it rejects it."""
    try:
        return verify(certificate, under("checking", progress))
    except Rejected as error:
        raise Refused(f"what was found is no proof: {error}") from error


def _head(guide: DiagonalBounds, book: Book) -> Head:
    """The claims, from the polynomial of the whole game, its bounds, and the strategy."""
    branch = tuple(Fraction(int(c), guide.factor) for c in guide.polynomials[0])
    lower = dict(enumerate(guide.least[: guide.base, 0].tolist()))
    values = {n: sum(c * n**power for power, c in enumerate(branch)) for n in lower}
    missed = [n for n in range(1, guide.base) if not lower[n] == book.value(n) == values[n]]
    meet = {n: lower[n] for n in missed if lower[n] == book.value(n)}
    between = {n: (lower[n], book.value(n)) for n in missed if n not in meet}
    # With so few colours the search looks at all strategies.
    least = dict(sorted((meet | {n: most for n, (_, most) in between.items()}).items()))
    formula = Formula(Objective.EXPECTED, max(missed, default=0) + 1, (branch,), least, 1)
    return Head(guide.plan, guide.base, formula, between)
