"""The strategy of a band proof place by place, with totals; how states are written in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, final

from masetproof.recurrences.polynomials import from_differences, polynomial_latex, value_at
from masetproof.referee.bandplay import Name, Play, differences
from masetproof.referee.bandreading import BandCertificate, Columns, Place
from masetproof.referee.bandrows import Patterns
from masetproof.referee.reading import STAR, Clause
from masetproof.words import SYMBOLS

_BEYOND = 20
"""More n than there are totals, so that all that is used for large n is reached for the last."""

Parts = dict[int, tuple[int, int] | None]
"""By the answer the number of a place, and how far below n it is; None: one secret."""


class _Line(NamedTuple):
    """A question, for which n it is asked, and what its parts are."""

    when: str
    question: str
    parts: str


class _Place(NamedTuple):
    """A place of the strategy as it is printed."""

    number: int
    name: str
    total: str
    asked: list[_Line]


@final
class Strategy:
    """The places that play comes to, for which n, and what is asked there."""

    def __init__(self, said: BandCertificate, patterns: Patterns, play: Play) -> None:
        self.said, self.patterns, self.play = said, patterns, play
        self.number = {place.line: number for number, place in enumerate(said.strategy)}
        self.reached: list[dict[int, tuple[Clause, Parts]]] = [{} for _ in said.strategy]
        # So far that all that is used for large n is reached for the last n of the totals, too.
        most = play.last + _BEYOND
        waiting = [
            (play.places[play.root], n)
            for n in range(1, most + 1)
            if play.secrets(play.root, n) > 1
        ]
        for place, n in waiting:
            known = self.reached[self.number[place.line]]
            if n not in known:
                cells = _asked(place, n)
                known[n] = cells, {}
                for answer, after, m in self._after(place, cells, n):
                    one = None
                    if self.play.secrets(after, m) > 1:
                        part = play.places[after]
                        one = self.number[part.line], n - m
                        waiting.append((part, m if patterns.stars[after[0]] else 0))
                    known[n][1][answer] = one

    def _after(self, place: Place, cells: Clause, n: int) -> Iterator[tuple[int, Name, int]]:
        """Answers, and the places with secrets that they lead to, each with its index."""
        parts = self.play.parts[place.pattern, cells]
        for part, (name, below) in zip(parts, self.play.after(place, cells, n), strict=True):
            if self.play.secrets(name, n - below):
                yield part.answer, name, n - below

    def places(self) -> Iterator[_Place]:
        """All of them, in the order of the certificate."""
        for number, place in enumerate(self.said.strategy):
            reached = self.reached[number]
            if reached:
                name = state_text(self.patterns, place.pattern, place.offsets, place.excluded)
                explicit = not self.patterns.stars[place.pattern]
                lines = [*self._lines(reached, explicit=explicit)]
                yield _Place(number, name, self._total(place, [*reached]), lines)

    def _total(self, place: Place, known: list[int]) -> str:
        """Values, then a polynomial."""
        totals, base, last = self.play.totals[place.line], self.said.base, self.play.last
        if not self.patterns.stars[place.pattern]:
            return rf"\mptFormula{{{totals[0]}}}"
        if last not in known:
            return _values([(n, totals[n]) for n in sorted(known)])
        steps = differences([int(total) for total in totals[base:]])
        polynomial = from_differences(steps, base, 1)
        few = [n for n in sorted(known) if n <= last and value_at(polynomial, n) != totals[n]]
        onset = max(few, default=0) + 1
        values = _values([(n, totals[n]) for n in sorted(known) if n < onset])
        text = polynomial_latex(polynomial, on_a_line=True)
        first = min(n for n in known if n >= onset)
        return f"{values}{'; ' * bool(values)}\\mptFrom{{{first}}}{{{text}}}"

    def _lines(
        self, reached: dict[int, tuple[Clause, Parts]], *, explicit: bool
    ) -> Iterator[_Line]:
        """The questions, each with the parts that it has for its greatest n."""
        runs: list[tuple[list[int], Clause, Parts]] = []
        for n in sorted(reached, reverse=True):
            cells, parts = reached[n]
            if runs and runs[-1][1] == cells and _agree(parts, runs[-1][2]):
                runs[-1][0].insert(0, n)
            else:
                runs.append(([n], cells, parts))
        for numbers, cells, parts in reversed(runs):
            endless = numbers[-1] >= self.play.last
            when = "" if explicit else _when(numbers, endless=endless)
            texts = (self._part(answer, one) for answer, one in sorted(parts.items()))
            yield _Line(when, word(cells), "".join(texts))

    def _part(self, answer: int, one: tuple[int, int] | None) -> str:
        if one is None:
            return rf"\mptPart{{{answer}}}{{0}}{{1}}"
        number, below = one
        has_stars = self.patterns.stars[self.said.strategy[number].pattern] > 0
        index = f"$({index_text(below)})$" if has_stars else ""
        return rf"\mptPart{{{answer}}}{{0}}{{\mptFunction{{U}}{{{number}}}{index}}}"


def _asked(place: Place, n: int) -> Clause:
    """The question at a place that is asked for n."""
    return next(
        x.cells for x in place.questions if x.first <= n and (x.last is None or n <= x.last)
    )


def _agree(few: Parts, many: Parts) -> bool:
    """Whether the parts for some n are those for a larger one, as far as they are not single."""
    return all(part is None or part == many[answer] for answer, part in few.items())


def _when(numbers: Sequence[int], *, endless: bool) -> str:
    first, last = numbers[0], numbers[-1]
    if endless:
        return rf"$n \ge {first}$"
    shown = [*map(str, numbers)] if len(numbers) < 4 else [str(first), r"\dots", str(last)]
    return f"$n = {', '.join(shown)}$"


def index_text(below: int) -> str:
    """An index that is less than n by some number."""
    return f"n-{below}" if below else "n"


def _values(known: Sequence[tuple[int, object]]) -> str:
    return ", ".join(rf"${value}$ for $n = {n}$" for n, value in known)


def state_text(
    patterns: Patterns, pattern: int, offsets: Columns, excluded: Columns | None = None
) -> str:
    """A pattern, its offsets where one is not 0, and the columns with an excluded colour."""
    clauses = r"\mptClause ".join(map(word, patterns.clauses[pattern]))
    digits = ["".join(map(str, some)) if some and any(some) else "" for some in (offsets, excluded)]
    return rf"\mptState{{{clauses}}}{{{digits[0]}}}{{{digits[1]}}}"


def word(clause: Sequence[int]) -> str:
    """A clause or a question as it is printed."""
    return "".join(
        "*" if cell == STAR else SYMBOLS[cell] if cell < STAR else "a" for cell in clause
    )
