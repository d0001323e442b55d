"""A single question of a closure, with its split and its equation, for people and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof.games import EXTRA, Refused, Word, parse_whole, word_text
from masetproof.patterns.closure import Answered, Closure
from masetproof.patterns.split import new_colours
from masetproof.proofs.theorem import polynomial_text
from masetproof.recurrences.masets import maset_values
from masetproof.recurrences.readings import Objective, Reading
from masetproof.reports.statements import in_colours

__all__ = ["Asked", "ask", "parse_label"]


def parse_label(label: str) -> tuple[str, int, int, int]:
    """Game label, pegs, pattern and question of ``MM.3.17.42``; `ValueError` if it is none."""
    parts = label.strip("()").split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdecimal() for part in parts[1:]):
        raise Refused(
            f"{label!r} is no label; one is like MM.3.17.42: game, pegs, pattern, question"
        )
    name, pegs, pattern, question = parts
    if max(map(len, parts)) > 9:
        raise Refused(f"{label!r} has a number that is too large")
    return name, parse_whole(pegs), parse_whole(pattern), parse_whole(question)


@final
@dataclass(frozen=True)
class Asked:
    """A question on a pattern, in one reading.

    excluded: how many colours are excluded, counted up to the cap (0 for ``without``, the cap for
    ``with``).  minima: for each answer the minimum of the explicit maset that it leaves, or None;
    in the reading ``exact`` for large n, when its implicit colours that are left suffice.
    """

    closure: Closure
    reading: Reading
    objective: Objective
    excluded: int
    pattern: int
    number: int
    question: Word
    answers: tuple[Answered, ...]
    minima: tuple[int | None, ...]

    @property
    def label(self) -> str:
        """As in the listings."""
        closure = self.closure
        return f"{closure.game.label}.{closure.pegs}.{self.pattern}.{self.number}"

    @property
    def equation(self) -> str:
        """The equation in n."""
        closure = self.closure
        pattern = closure.patterns[self.pattern]
        before = pattern.colours + new_colours(pattern, self.question)
        terms = []
        for found in self.answers:
            if found.number is not None and not found.part.is_explicit:
                excluded = before - found.normal.colours
                name = self._name(found.number, excluded)
                terms.append(f"{name}(n{f' - {excluded}' if excluded else ''})")
        explicit = [minimum for minimum in self.minima if minimum is not None]
        left = f"{self._name(self.pattern, 0)}(n)"
        if self.objective is Objective.WORST:
            terms += [str(max(explicit))] if explicit else []
            inner = ", ".join(terms or ["0"])
            return f"{left} = 1 + " + (f"max({inner})" if "," in inner else inner)
        own = in_colours(pattern.secrets_polynomial(closure.game), pattern.colours)
        terms.append(polynomial_text((own[0] + sum(explicit), *own[1:])))
        return f"{left} = " + " + ".join(terms).replace("+ -", "- ")

    def _name(self, pattern: int, excluded: int) -> str:
        """The function of a pattern after so many more colours are excluded."""
        if self.reading is not Reading.EXACT:
            return f"f{pattern}"
        cap = self.closure.game.excluded_cap(self.closure.pegs)
        return f"f{pattern}^{min(self.excluded + excluded, cap)}"

    def as_json(self) -> dict[str, object]:
        """All of it, for scripts."""
        closure = self.closure
        pattern = closure.patterns[self.pattern]
        return {
            "label": self.label,
            "game": closure.game.name,
            "pegs": closure.pegs,
            "extra": self.reading.value,
            "objective": self.objective.value,
            "excluded": self.excluded,
            "pattern": str(pattern),
            "colours": pattern.colours,
            "secrets": [str(c) for c in pattern.secrets_polynomial(closure.game)],
            "question": word_text(self.question),
            "new_colours": new_colours(pattern, self.question),
            "answers": [
                {
                    "black": found.answer.black,
                    "white": found.answer.white,
                    "part": str(found.part),
                    "normalized": str(found.normal),
                    "pattern": None if minimum is not None else found.number,
                    "isomorphic": (
                        str(closure.patterns[found.number])
                        if found.number is not None and minimum is None
                        else None
                    ),
                    "minimum": None if minimum is None else str(minimum),
                    "won": found.number is None and bool(found.part),
                }
                for found, minimum in zip(self.answers, self.minima, strict=True)
            ],
            "equation": self.equation,
        }


def ask(
    closure: Closure,
    pattern: int,
    number: int,
    reading: Reading,
    objective: Objective,
    excluded: int = 0,
) -> Asked:
    """The question with that number, from 1, on a pattern.

    reading: one that the closure was made for.  excluded: in the reading ``exact``, how many
    colours are excluded.  `Refused` when there is no such pattern or question, or it needs more
    excluded colours.
    """
    if not 0 <= pattern < len(closure.patterns):
        raise Refused(f"there is no pattern {pattern}; they are 0 to {len(closure.patterns) - 1}")
    questions = closure.questions(pattern)
    if not 1 <= number <= len(questions):
        raise Refused(f"pattern {pattern} has no question {number}; they are 1 to {len(questions)}")
    question = questions[number - 1]
    game, pegs = closure.game, closure.pegs
    cap = game.excluded_cap(pegs)
    if not 0 <= excluded <= cap:
        raise Refused(f"the number of excluded colours is 0 to {cap}, not {excluded}")
    level = excluded if reading is Reading.EXACT else reading.first_level(cap)
    if question.count(EXTRA) > reading.extra_cells(game, pegs)[level]:
        raise Refused(f"question {number} is {word_text(question)}: it needs more excluded colours")
    answers = closure.answered(pattern, question)
    settled = 0 if reading is Reading.WITHOUT else cap
    costs = maset_values(closure, reading, objective)[:, settled]
    minima = tuple(
        int(costs[found.number]) if found.number is not None and found.part.is_explicit else None
        for found in answers
    )
    return Asked(closure, reading, objective, level, pattern, number, question, answers, minima)
