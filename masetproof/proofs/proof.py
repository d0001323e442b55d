"""What every proof has, whatever shows it: the closure, a few patterns, or a band of them.

A proof has two sides.  The *lower* side says that no strategy takes less.  It has *members*, sets
of secrets with a bound each, and looks at each question on each member: what a part of the question
costs at least follows from its *cover*, disjoint members that lie within the part.  The *upper*
side is a strategy that takes no more; a `Guide` says what it asks on each pattern.

    the proof       its members               the cover of a part     the guide
    `Theorem`       all that play comes to    one member, the part    optimal questions
    `Together`      the same                  the same                those optimal in both cases
    `ShortProof`    a few patterns            several members         none, or a `Book`
    `BandProof`     patterns with offsets     several members         a `Book`
    `Open`          none                      none                    none

For example, two pegs of Mastermind have 6 patterns as members of the theorem, and 3 patterns are
enough for the short proof.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple, final

from masetproof.arguments import Refused, either_spelling
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import AlikeGame
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.proofs.functions import Colours
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences
from masetproof.strategies.on_patterns import Guide, PatternStrategy


@final
class Statement(NamedTuple):
    """What is proved: the least total or worst case of a game for every number of colours.

    reading: of the lower side.  formula: None where the question is open.
    """

    game: AlikeGame
    pegs: int
    objective: Objective
    reading: Reading
    formula: Formula | None

    def as_json(self) -> dict[str, object]:
        """The problem in JSON."""
        game, pegs, objective, reading, _ = self
        about = {"objective": objective.value, "extra": reading.value}
        return {"game": game.name, "pegs": pegs} | about


def statement_of(system: Recurrences, formula: Formula | None) -> Statement:
    closure = system.closure
    return Statement(closure.game, closure.pegs, system.objective, system.reading, formula)


class Proof(Shown, ABC):
    """The result of `prove`, `prove_short`, `prove_band` and `prove_together`."""

    @property
    @abstractmethod
    def statement(self) -> Statement:
        """The game, the quantity and the formula."""

    @property
    def guide(self) -> Guide | None:
        """The upper side: which question is asked on each pattern; None without a strategy."""
        return None

    @either_spelling
    def strategy(self, colours: Colours) -> PatternStrategy:
        """A strategy that takes no more than is proved, lazy (`Strategy`).

        `Refused` when there is no secret with these colours, or the proof has no strategy.
        """
        game, pegs, reading = self.statement.game, self.statement.pegs, self.statement.reading
        finite = FiniteGame(game, pegs, colours, consistent_only=reading.consistent)
        if self.guide is None:
            raise Refused(f"this proof has no strategy: {self!r}")
        return PatternStrategy(finite, self.guide)

    @abstractmethod
    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof prove --json`` that are about the proof."""
