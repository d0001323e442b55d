"""A single question of a theorem, with its split, its equation and its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import final

from masetproof.arguments import Refused, as_count, as_instance, counted, parse_whole
from masetproof.drawing import Drawing
from masetproof.notebook import Shown
from masetproof.objectives import Objective
from masetproof.patterns.closure import Answered
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.picture import split_drawing
from masetproof.patterns.split import new_colours
from masetproof.proofs.theorem import OneIndexTheorem, Theorem
from masetproof.proofs.verdicts import Kind, Verdict, equation_label, verdicts
from masetproof.recurrences.polynomials import polynomial_text
from masetproof.recurrences.readings import Reading
from masetproof.reports.statements import in_colours
from masetproof.words import EXTRA, Word, word_text

__all__ = ["Asked", "ask", "parse_label", "question", "question_drawing"]


def parse_label(label: str) -> tuple[str, int, int, int | None]:
    """Game label, pegs, pattern and question of ``MM.3.17.42``; no question in ``MM.3.17``.

    `Refused` if it is no label.
    """
    parts = label.strip("()").split(".")
    if len(parts) not in (3, 4) or not all(p.isascii() and p.isdecimal() for p in parts[1:]):
        raise Refused(
            f"{label!r} is no label; one is like MM.3.17.42: game, pegs, pattern, question"
        )
    if max(map(len, parts)) > 9:
        raise Refused(f"{label!r} has a number that is too large")
    name, pegs, pattern, *question = parts
    number = parse_whole(question[0]) if question else None
    return name, parse_whole(pegs), parse_whole(pattern), number


@final
@dataclass(frozen=True, eq=False)
class Asked(Shown):
    """A question on a pattern of a theorem.

    state: the function, a pattern and a number of excluded colours.  colours: the number n of
    colours that the secret may contain, or None for every n.  value: the right side of the
    equation for that n, the least EPL or worst case of the strategies that ask the question first;
    None without an n, and where the question needs more colours or does not distinguish the
    secrets.
    """

    theorem: OneIndexTheorem
    state: int
    verdict: Verdict
    colours: int | None
    value: int | None

    @property
    def number(self) -> int:
        """Of the pattern."""
        return int(self.theorem.system.pattern[self.state])

    @property
    def pattern(self) -> MasetPattern:
        """What the question is asked on."""
        return self.theorem.closure.patterns[self.number]

    @property
    def excluded(self) -> int:
        """How many colours are excluded, up to the cap (0 for `without`, the cap for `with`)."""
        return int(self.theorem.system.level[self.state])

    @property
    def title(self) -> str:
        """The game, the pegs and the objective."""
        closure = self.theorem.closure
        pegs = counted(closure.pegs, "peg")
        return f"{closure.game.title}, {pegs}, {self.theorem.system.objective.value} case"

    @property
    def label(self) -> str:
        """As in the listings."""
        return equation_label(self.theorem, self.number, self.verdict.number)

    @property
    def text(self) -> str:
        """The question as a word."""
        return word_text(self.verdict.question)

    @cached_property
    def answers(self) -> tuple[Answered, ...]:
        """What each answer leaves."""
        return self.theorem.closure.answered(self.number, self.verdict.question)

    @cached_property
    def minima(self) -> tuple[int | None, ...]:
        """For each answer the minimum of the explicit maset that it leaves, or None.

        In the reading `exact` for large n, when its implicit colours that are left suffice.
        """
        system = self.theorem.system
        settled = 0 if system.reading is Reading.WITHOUT else system.cap
        costs = self.theorem.maset_minima[:, settled]
        return tuple(
            None if found.maset is None else int(costs[found.maset]) for found in self.answers
        )

    @property
    def is_attained(self) -> bool:
        """Whether the equation holds with equality: for the n, or for every n with a secret."""
        if self.colours is not None:
            return self.colours in self.verdict.optimal
        return self.verdict.optimal.is_everything

    @property
    def equation(self) -> str:
        """The equation in n, with ``<=`` where it is not attained."""
        theorem, pattern = self.theorem, self.pattern
        before = pattern.colours + new_colours(pattern, self.verdict.question)
        terms = []
        for found in self.answers:
            if found.pattern is not None:
                excluded = before - found.normal.colours
                name = self._name(found.pattern, excluded)
                terms.append(f"{name}(n{f' - {excluded}' if excluded else ''})")
        explicit = [minimum for minimum in self.minima if minimum is not None]
        left = f"{self._name(self.number, 0)}(n) {'=' if self.is_attained else '<='}"
        if theorem.system.objective is Objective.WORST:
            terms += [str(max(explicit))] if explicit else []
            inner = ", ".join(terms or ["0"])
            return f"{left} 1 + " + (f"max({inner})" if "," in inner else inner)
        own = in_colours(pattern.secrets_polynomial(theorem.closure.game), pattern.colours)
        terms.append(polynomial_text((own[0] + sum(explicit), *own[1:])))
        return f"{left} " + " + ".join(terms).replace("+ -", "- ")

    def _name(self, pattern: int, excluded: int) -> str:
        """The function of a pattern after so many more colours are excluded."""
        system = self.theorem.system
        if system.reading is not Reading.EXACT:
            return f"f{pattern}"
        return f"f{pattern}^{min(self.excluded + excluded, system.cap)}"

    def verdict_text(self) -> str:
        """The verdict as a phrase."""
        verdict = self.verdict
        if self.colours is not None and verdict.kind is not Kind.NO_SOLUTION:
            if self.colours in verdict.optimal:
                return f"optimal for n = {self.colours}"
            if self.value is None:
                return f"not possible for n = {self.colours}, which has too few colours"
            return f"not optimal for n = {self.colours}"
        phrase = verdict.phrase(partial(equation_label, self.theorem, self.number))
        if verdict.kind is Kind.SAME:
            when = "never" if verdict.optimal.is_empty else f"exactly for {verdict.optimal}"
            return f"{phrase}, optimal {when}"
        return phrase

    def secrets_text(self) -> str:
        """The number of secrets, as a polynomial in n or for the n."""
        game, pattern = self.theorem.closure.game, self.pattern
        if self.colours is None:
            polynomial = in_colours(pattern.secrets_polynomial(game), pattern.colours)
            return f"{polynomial_text(polynomial)} secrets"
        secrets = pattern.secrets(game, self.colours - pattern.colours)
        return f"{secrets:,} secrets for n = {self.colours}"

    def legend(self) -> Iterator[str]:
        """What the symbols mean, a line for each."""
        system = self.theorem.system
        least = (
            "least total of questions over all secrets"
            if system.objective is Objective.EXPECTED
            else "least number of questions in the worst case"
        )
        excluded = " after e excluded colours" if system.reading is Reading.EXACT else ""
        function = "fi^e(n)" if excluded else "fi(n)"
        yield f"{function}: the {least} of pattern i{excluded}, n colours being possible in it"
        yield "*: a colour that no question has named; 0, 1, ...: colours that questions have named"
        if system.reading.asks_extra:
            yield "a: a colour that is known not to be in the secret"
        yield "b,w: the answer of b black and w white pegs; ->: colours renamed; ~: isomorphic to"
        yield (
            "<=: the question is not optimal for every n; =: it is"
            if self.colours is None
            else ("<=: the question is not optimal for this n; =: it is")
        )

    def head(self) -> dict[str, object]:
        """What all questions on the pattern have in common, for scripts."""
        system, closure, pattern = self.theorem.system, self.theorem.closure, self.pattern
        return {
            "game": closure.game.name,
            "pegs": closure.pegs,
            "extra": system.reading.value,
            "objective": system.objective.value,
            "excluded": self.excluded,
            "pattern": str(pattern),
            "colours": pattern.colours,
            "n": self.colours,
            "secrets": [str(c) for c in pattern.secrets_polynomial(closure.game)],
        }

    def as_json(self) -> dict[str, object]:
        """All of it, for scripts."""
        closure = self.theorem.closure
        return {
            "label": self.label,
            **self.head(),
            "question": self.text,
            "new_colours": new_colours(self.pattern, self.verdict.question),
            "answers": [
                {
                    "black": found.answer.black,
                    "white": found.answer.white,
                    "part": str(found.part),
                    "normalized": str(found.normal),
                    "pattern": found.pattern,
                    "isomorphic": (
                        None if found.pattern is None else str(closure.patterns[found.pattern])
                    ),
                    "minimum": None if minimum is None else str(minimum),
                    "won": found.is_won,
                }
                for found, minimum in zip(self.answers, self.minima, strict=True)
            ],
            "equation": self.equation,
            "attained": self.is_attained,
            "value": None if self.value is None else str(self.value),
            "verdict": self.verdict_text(),
            "optimal_for": str(self.verdict.optimal),
        }


def ask(
    theorem: Theorem, state: int, number: int | None = None, colours: int | None = None
) -> tuple[Asked, ...]:
    """The question with that number, from 1, of a function, or all that may be asked.

    colours: the number n of colours that the secret may contain.  `Refused` when there is no such
    question, it needs more excluded colours, or there is no secret with so many colours.
    """
    theorem = as_instance(OneIndexTheorem, theorem, "the theorem of a question")
    system, closure = theorem.system, theorem.closure
    pattern = int(system.pattern[state])
    shown = closure.patterns[pattern]
    if colours is not None and (
        colours < shown.colours or not shown.secrets(closure.game, colours - shown.colours)
    ):
        raise Refused(f"pattern {pattern}, {shown}, has no secret with {colours} colours")
    questions = closure.questions(pattern)
    if number is not None:
        if not 1 <= number <= len(questions):
            raise Refused(
                f"pattern {pattern} has no question {number}; they are 1 to {len(questions)}"
            )
        asked = questions[number - 1]
        if (
            asked.count(EXTRA)
            > system.reading.extra_cells(closure.game, closure.pegs)[system.level[state]]
        ):
            raise Refused(
                f"question {number} is {word_text(asked)}: it needs more excluded colours"
            )
    values: list[int | None] = []
    if colours is not None:
        values = theorem.right_sides(system, state, colours - shown.colours)

    def value(verdict: Verdict) -> int | None:
        if colours is None or verdict.kind is Kind.NO_SOLUTION:
            return None
        return values[theorem.row_of(state, verdict.split) - int(system.start[state])]

    return tuple(
        Asked(theorem, state, verdict, colours, value(verdict))
        for verdict in verdicts(theorem, state)
        if number in (None, verdict.number)
    )


def question(
    theorem: Theorem,
    pattern: int | str | MasetPattern,
    asked: int | str | Word,
    colours: int | None = None,
    excluded: int | None = None,
) -> Asked:
    """A question on a pattern of a theorem, with what its answers leave, equation and verdict.

    pattern, excluded: as of `Theorem.optimal_questions`.  asked: the number of the question, from
    1, or its word, as it is asked on the pattern of that number.  colours: the number n of colours
    that the secret may contain, for a verdict on this n only.  `Refused` when there is no such
    pattern or question, or no secret.

    >>> found = question(prove("mastermind", 2), "{**}", "01", colours=4)
    >>> found.label, found.value, found.verdict_text()
    ('MM.2.0.2', 45, 'optimal for n = 4')
    """
    state, _ = as_instance(OneIndexTheorem, theorem, "the theorem").place(
        pattern, colours, excluded
    )
    if not isinstance(asked, int):
        word = theorem.closure.game.as_question(asked)
        questions = theorem.closure.questions(theorem.pattern_of(state))
        if word not in questions:
            raise Refused(
                f"{word_text(word)} is not asked on this pattern; of questions that are isomorphic "
                "only the first one is"
            )
        asked = list(questions).index(word) + 1
    (found,) = ask(theorem, state, as_count(asked, "the number of a question", 1), colours)
    return found


def question_drawing(asked: Asked) -> Drawing:
    """The pattern, the question, and what each answer leaves, with coloured pegs."""
    parts = []
    for found, minimum in zip(asked.answers, asked.minima, strict=True):
        if not found.part:
            continue
        if found.is_won:
            remark = "won"
        elif found.pattern is not None:
            remark = f"pattern {found.pattern}"
        else:
            remark = f"minimum {minimum}"
        parts.append((found.answer, found.part, remark))
    head = [f"({asked.label})  {asked.title}", asked.equation, asked.verdict_text()]
    return split_drawing(head, asked.pattern, asked.verdict.question, parts)
