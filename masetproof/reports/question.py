"""A single question of a theorem, with its split, its equation and its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import zip_longest
from math import lcm
from typing import final

from masetproof.arguments import (
    Refused,
    as_count,
    as_instance,
    counted,
    did_you_mean,
    either_spelling,
    parse_whole,
    shown,
)
from masetproof.games.alike import AlikeGame
from masetproof.games.registry import GAMES
from masetproof.notebook import Shown
from masetproof.patterns.catalogue import Answered
from masetproof.patterns.pattern import MasetPattern, as_index
from masetproof.patterns.split import listed, new_colours
from masetproof.proofs.cells import cost_of
from masetproof.proofs.equations import Equation, equations_of
from masetproof.proofs.finding import diagonal
from masetproof.proofs.functions import Colours
from masetproof.proofs.numbers import Region, regions_of
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind, Verdict, equation_label
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.polynomials import Polynomial
from masetproof.recurrences.quasipolynomial import Formula, formula_of, read_formula
from masetproof.recurrences.recurrences import Function, Recurrence, Recurrences
from masetproof.reports import latex
from masetproof.reports.equations import TextWriter
from masetproof.reports.verdicts import verdict_phrase, verdict_words
from masetproof.words import Word, word_text


def parse_label(label: str) -> tuple[AlikeGame, int, int, int | None]:
    """Game, pegs, pattern and question of ``MM.3.17.42``; no question in ``MM.3.17``.

    `Refused` if it is no label.
    """
    games = {game.label: game for game in GAMES.values() if isinstance(game, AlikeGame)}
    name, *parts = label.strip("()").split(".")
    if (
        name not in games
        or len(parts) not in (2, 3)
        or not all(part.isascii() and part.isdecimal() for part in parts)
    ):
        names = ", ".join(f"{game.name} ({game.label})" for game in games.values())
        labels = [label.upper()] if name.upper() in games and parts else []
        meant = did_you_mean(label, [*labels, *(game.name for game in games.values())])
        raise Refused(
            f"{shown(label)} is no label, such as MM.3.17.42 or MM.3.17 (game, pegs, pattern, "
            f"question), and no game: {names}{meant}"
        )
    if max(map(len, parts)) > 9:
        raise Refused(f"{shown(label)} has a number that is too large")
    pegs, pattern, *question = map(parse_whole, parts)
    return games[name], pegs, pattern, question[0] if question else None


@final
@dataclass(frozen=True, eq=False)
class Asked(Shown):
    """A question on a pattern of a theorem.

    said: the equation of the question for the function.
    colours: the number n of colours that the secret may contain (or one for each column), or None
    for every n.
    value: the right side of the equation for that n, the least EPL or worst case of the strategies
    that ask the question first.  None without an n, and where the question needs more colours
    or does not distinguish the secrets.
    has_colours: whether that n suffices for the colours of the question.
    """

    theorem: Theorem
    said: Equation
    colours: Colours | None
    value: int | None
    has_colours: bool = True

    def __repr__(self) -> str:
        given = "" if self.colours is None else f" for {self.given}"
        return f"<Asked {self.label}: {self.text} on {self.pattern.brief()}{given}>"

    @property
    def game(self) -> AlikeGame:
        """The game of the theorem."""
        return self.theorem.closure.game

    @property
    def function(self) -> Function:
        """The function: the pattern and its excluded colours."""
        return self.said.about.function

    @property
    def verdict(self) -> Verdict:
        """The verdict on the equation: for which n it is attained, and the least excess."""
        return self.said.verdict

    @property
    def pattern(self) -> MasetPattern:
        """What the question is asked on."""
        return self.said.about.pattern

    @property
    def answers(self) -> tuple[Answered, ...]:
        """What each answer leaves."""
        return self.said.asked.answers

    @property
    def equation(self) -> str:
        """The equation as text, with ``<=`` where it is not attained."""
        return TextWriter(self.theorem).equation(self.said, attained=self.is_attained)

    @property
    def title(self) -> str:
        """The game, the pegs and the objective."""
        closure, case = self.theorem.closure, self.theorem.system.objective.value
        return f"{closure.game.title}, {counted(closure.pegs, 'peg')}, {case} case"

    @property
    def label(self) -> str:
        """The label of the equation in listings, like ``MM.2.1.3``."""
        return self.said.label

    @property
    def text(self) -> str:
        """The question as text, one symbol for each cell."""
        return word_text(self.verdict.question)

    @property
    def given(self) -> str:
        """The number of colours, or the numbers, as text: ``n = 3,4``.

        Where columns share colours, numbers are those of implicit ones of each kind: ``m = 0,1,2``.
        """
        if not isinstance(self.colours, Sequence):
            return f"n = {self.colours}"
        letter = "m" if self.game.counts_implicit else "n"
        return f"{letter} = {','.join(map(str, self.colours))}"

    @property
    def is_attained(self) -> bool:
        """Whether the equation holds with equality: for the n, or for every n with a secret."""
        if self.colours is not None:
            return self.colours in self.verdict.optimal
        return self.verdict.optimal.is_everything

    @property
    def formula(self) -> Formula | None:
        """What the question costs as the first one of a game with n colours, for every n.

        None on other patterns, where it leaves all secrets, and where it cannot be asked with n
        colours in every column.
        """
        theorem, excess = self.theorem, self.verdict.excess
        if not self._is_first:
            return None
        best = theorem.formula
        if excess is None:
            return formula_on_boards(theorem.system, self._boards)
        base = max(best.valid_from, excess.onset)
        period = lcm(best.period, len(excess.branches))
        branches = tuple(
            _sum(best.branches[r % best.period], excess.branches[r % len(excess.branches)])
            for r in range(period)
        )
        values = {n: best(n) + excess(n) for n in range(excess.first, base + period)}
        return formula_of(branches, base, values, best.objective)

    @property
    def regions(self) -> tuple[Region, ...]:
        """What the question costs as the first one on every board where it can be asked.

        Each region is a cell of boards with a polynomial.  None with one kind of colours, on other
        patterns, and where the question leaves all secrets.
        """
        system = self.theorem.system
        if system.has_one_index or not self._is_first:
            return ()
        if self.verdict.optimal.is_everything:
            return self.theorem.regions  # which may be fewer
        return regions_of(system, self._boards)

    @property
    def _is_first(self) -> bool:
        """Whether it is a first question of the game that says something."""
        tells = self.verdict.kind is not Kind.NO_SOLUTION
        return tells and self.function == self.theorem.function_of(0)

    @cached_property
    def _boards(self) -> Tree:
        """What it costs as a first question, with several indices."""
        system, split = self.theorem.system, self.verdict.split
        (equation,) = system.rows(0, slice(split, split + 1))
        return cost_of(system, self.theorem.induction.lower, system.first, equation)

    def verdict_text(self) -> str:
        """The verdict as a phrase."""
        verdict = self.verdict
        if self.colours is not None and verdict.kind is not Kind.NO_SOLUTION:
            if self.colours in verdict.optimal:
                return verdict_words("optimal", self.given)
            if not self.has_colours:
                return verdict_words("too_few", self.given)
            if self.value is None:
                return verdict_words("no_solution_for", self.given)
            return verdict_words("not_optimal", self.given)
        label = partial(equation_label, self.theorem, self.function[0])
        if verdict.kind is Kind.SAME and verdict.other is not None:
            numbers = "" if verdict.optimal.is_empty else str(verdict.optimal)
            return verdict_words("same_when", label(verdict.other), numbers)
        return verdict_phrase(verdict, label)

    def secrets_text(self) -> str:
        """The number of secrets, as a polynomial or for the n."""
        if self.colours is None:
            return f"{self.theorem.secrets_text(self.function)} secrets"
        m = self.theorem.implicit_of(self.function, self.colours)
        secrets = self.pattern.secrets(self.game, m)
        return f"{secrets:,} secrets for {self.given}"

    def left_with_costs(self) -> Iterator[tuple[Answered, int | None]]:
        """What each answer leaves, and its cost where it is an explicit maset."""
        return zip(self.answers, self.said.costs, strict=True)

    def told(self, what: str) -> list[str]:
        """Text in lines: the ``pattern``, the ``question`` on it, or a ``legend`` of symbols."""
        return latex.part_of("question.txt.jinja", what, self).splitlines()

    def head(self) -> dict[str, object]:
        """The fields that all questions on the pattern share, for scripts."""
        system, closure, pattern = self.theorem.system, self.theorem.closure, self.pattern
        secrets: object = self.theorem.secrets_text(self.function)
        if closure.game.one_kind:
            secrets = [str(c) for c in pattern.secrets_polynomial(closure.game)]
        return {
            "game": closure.game.name,
            "pegs": closure.pegs,
            "extra": system.reading.value,
            "objective": system.objective.value,
            "excluded": self.theorem.excluded_of(self.function),
            "pattern": str(pattern),
            "colours": pattern.colours,
            "n": self.colours,
            "secrets": secrets,
        }

    def as_json(self) -> dict[str, object]:
        """The fields of ``masetproof show LABEL --json`` that are about the question."""
        game = self.theorem.closure.game
        return {
            "label": self.label,
            **self.head(),
            "question": self.text,
            "new_colours": new_colours(self.pattern, self.verdict.question),
            "answers": [
                {
                    **game.answer_fields(left.answer),
                    "part": str(left.part),
                    "normalized": str(left.core.normalize()[0]),
                    "pattern": left.pattern,
                    "isomorphic": None if left.pattern is None else str(left.known),
                    "minimum": None if minimum is None else str(minimum),
                    "won": left.is_won,
                }
                for left, minimum in self.left_with_costs()
            ],
            "equation": self.equation,
            "attained": self.is_attained,
            "value": None if self.value is None else str(self.value),
            "verdict": self.verdict_text(),
            "optimal_for": str(self.verdict.optimal),
        }


def formula_on_boards(system: Recurrences, tree: Tree) -> Formula | None:
    """What a tree of boards says of the game with n colours; None if nothing for large n."""
    claim, game, pegs = diagonal(system, tree), system.closure.game, system.closure.pegs
    least = game.least_colours(pegs)
    large = range(max(claim.base, least), max(claim.base, least) + claim.period)
    boards = {n: as_index(n, game, pegs) for n in range(least, large.stop)}
    values = {n: tree.value(board) for n, board in boards.items() if tree.tells(board)}
    return read_formula(claim, values, system.objective) if {*large} <= values.keys() else None


def _sum(one: Polynomial, other: Polynomial) -> Polynomial:
    added = [a + b for a, b in zip_longest(one, other, fillvalue=Fraction(0))]
    while len(added) > 1 and not added[-1]:
        added.pop()
    return tuple(added)


def ask(
    theorem: Theorem, function: Function, number: int | None = None, colours: Colours | None = None
) -> tuple[Asked, ...]:
    """The question with that number, from 1, of a function, or all that may be asked.

    colours: the number n of colours that the secret may contain.  `Refused` when there is no such
    question, it needs more excluded colours, or there is no secret with these colours.
    """
    pattern, m = theorem.pattern_of(function), theorem.implicit_of(function, colours)
    questions = theorem.closure.questions(pattern)
    if number is not None and not 1 <= number <= len(questions):
        raise Refused(f"pattern {pattern} has no question {number}; they are 1 to {len(questions)}")
    about = equations_of(theorem, theorem.as_function(function))
    chosen = [one for one in about.equations if number in (None, one.asked.number)]
    if number is not None and not chosen:
        asked = word_text(questions[number - 1])
        raise Refused(f"question {number} is {asked}: it needs more excluded colours")
    if colours is None:
        return tuple(Asked(theorem, one, None, None) for one in chosen)
    costs, telling = theorem.costs(function, m), _telling(theorem, function, m)
    rows = [(one, one.asked.split) for one in chosen]
    return tuple(
        Asked(
            *(theorem, one, colours, costs.get(row) if row in telling else None),
            has_colours=costs.get(row) is not None,
        )
        for one, row in rows
    )


def _telling(theorem: Theorem, function: Function, m: tuple[int, ...]) -> set[int]:
    """The splits of the questions that can be asked and split the secrets, for an index vector.

    A question proves nothing where an answer that does not win leaves all secrets.
    """
    system, game = theorem.system, theorem.closure.game
    index = system.index_of(function[0], m, range(theorem.closure.pegs))
    secrets = system.forms[function[0]].secrets(game, m)

    def tells(equation: Recurrence) -> bool:
        parts = system.parts_at(function, equation, index)
        return parts is not None and all(
            system.forms[part[0]].secrets(game, system.vector(part[0], there)) < secrets
            for part, there in parts
        )

    return {one.split for one in system.equations(function) if tells(one)}


def number_of_question(theorem: Theorem, pattern: int, asked: str | Word) -> int:
    """The number, from 1, of the question with this word on a pattern; `Refused` without one."""
    closure = theorem.closure
    word = listed(closure.patterns[pattern], closure.game.as_question(asked), closure.game)
    questions = closure.questions(pattern)
    if word not in questions:
        raise Refused(
            f"{word_text(word)} is not asked on this pattern; of questions that are isomorphic "
            "only the first one is"
        )
    return list(questions).index(word) + 1


@either_spelling
def question(
    theorem: Theorem,
    pattern: int | str | MasetPattern,
    asked: int | str | Word,
    colours: Colours | None = None,
    excluded: Colours | None = None,
) -> Asked:
    """A question on a pattern of a theorem, with what its answers leave, equation and verdict.

    pattern, excluded: as of `Theorem.optimal_questions`.  asked: the number of the question, from
    1, or its word, as it is asked on the pattern of that number.  colours: the number n of colours
    that the secret may contain, for a verdict on this n only.  Without *excluded* as few colours
    are excluded as the question needs.  `Refused` when there is no such pattern or question, or no
    secret.

    >>> asked = question(prove("mastermind", 2), "{**}", "01", colours=4)
    >>> asked.label, asked.value, asked.is_attained
    ('MM.2.0.2', 45, True)
    """
    function, _ = as_instance(Theorem, theorem, "the theorem").place(pattern, colours, excluded)
    if not isinstance(asked, int):
        asked = number_of_question(theorem, theorem.pattern_of(function), asked)
    asked = as_count(asked, "the number of a question", 1)
    if excluded is None:
        function = theorem.function_of(theorem.pattern_of(function), None, asked)
    return ask(theorem, function, asked, colours)[0]
