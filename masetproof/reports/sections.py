"""The sections of a listing: of each function its pattern, questions, their parts and equations.

This is the same for all games.  Where there is one index, equations are in n and have verdicts for
every n (`listing`); else what is said of them stands on cells (`cell_listing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import final

from masetproof.arguments import counted
from masetproof.games.pegs import Answer, PegGame
from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of
from masetproof.patterns.questions import question_classes
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrences, State
from masetproof.reports import latex
from masetproof.reports.statements import IDENTITY, column_witness_text, witness_text
from masetproof.words import EXTRA, KIND, STAR, Word, word_text

__all__ = [
    "SIMPLE",
    "AnswerLine",
    "Question",
    "Section",
    "Sections",
    "Told",
    "Words",
    "equation_reference",
    "level_text",
]

SIMPLE = 2
"""What explicit masets of so few secrets cost is said once for all."""


@final
@dataclass(frozen=True)
class AnswerLine:
    """One line below a question: the part, normalized, and the pattern that it is or its cost.

    level: of the pattern, in the reading `exact`, where each function has a section; after: the
    same, in terms of that of the question, where functions of a pattern share one.  witness: how
    the part is mapped to the pattern.
    """

    pegs: str
    part: str
    normalized: str | None = None
    known: str | None = None
    number: int | None = None
    level: str = ""
    after: str = ""
    witness: str = ""
    cost: str | None = None


@final
@dataclass(frozen=True)
class Question:
    """A question with its parts, its equation, and what is said of that.

    levels: where functions of a pattern share a section, those of which this is said; level: the
    same in the number of the equation, where others have another one.  A question that has another
    equation for them comes again, without text and answers.  optimal: for which n it is,
    if for any.  cells: where there are several indices, the excess on each cell.
    """

    text: str
    answers: list[AnswerLine]
    equation: str
    note: str
    number: str
    kind: Kind
    verdict: str
    excess: str = ""
    differences: str = ""
    cells: str = ""
    level: str = ""
    levels: tuple[int, ...] = (0,)
    optimal: str = ""


@final
@dataclass(frozen=True)
class Section:
    """What is listed of a function or, with one index, of all functions of a pattern.

    claims, strategy: where it has several indices, the cells on which it is claimed, and for each
    cell an optimal question.  order: of the indices, if there is a strategy for one only.
    """

    number: int
    level: str
    level_note: str
    pattern: str
    secrets: str
    automorphisms: list[str]
    classes: list[list[str]]
    questions: list[Question]
    claims: str = ""
    strategy: str = ""
    order: str = ""


@final
@dataclass(frozen=True)
class Words:
    """How words look: with an alphabet for each column, its colours are numbered from 0."""

    game: PegGame

    def question(self, pattern: MasetPattern, word: Word) -> str:
        """A question on a pattern."""
        return word_text(self._named(pattern, word))

    def pattern(self, pattern: MasetPattern, asked: MasetPattern | None = None) -> str:
        """A pattern, or a part of the pattern asked."""
        if not self.game.own_alphabets:
            return latex.pattern(pattern)
        rows = sorted(self._named(asked or pattern, row) for row in pattern.clauses)
        return latex.pattern(pattern_of(tuple(rows)))

    def witness(self, witness: Witness, source: MasetPattern, target: MasetPattern) -> str:
        """How a pattern is mapped to another one."""
        if self.game.own_alphabets:
            return column_witness_text(witness, source, target)
        return witness_text(witness, "positions" if self.game.white_pegs else "columns")

    def _named(self, pattern: MasetPattern, word: Word) -> Word:
        """A word with the names of colours in a pattern; one that it has not is the new one."""
        if not self.game.own_alphabets:
            return word
        new = pattern.colours_by_column
        return tuple(
            cell if cell in (EXTRA, STAR) else pattern.rank_of.get(cell, new[column])
            for column, cell in enumerate(word)
        )


@final
@dataclass(frozen=True)
class Told:
    """A part as an answer leaves it, and what it is.

    number: of the pattern or, after the patterns, the explicit maset; None where it is empty or
    won.  core: the part without colours that are implicit again.  witness: from that, normalized,
    to the pattern; None where it need not be said.  again: these colours with their kinds.
    """

    answer: Answer
    raw: MasetPattern
    number: int | None = None
    core: MasetPattern = field(default=MasetPattern(()))
    witness: Witness | None = None
    again: Mapping[int, int] = field(default_factory=dict)
    is_won: bool = False


class Sections:
    """The sections of a theorem, each made when it is asked for.

    names_masets: whether explicit masets of more than two secrets are listed by their numbers.
    """

    names_masets = False

    def __init__(self, theorem: Theorem) -> None:
        self.system: Recurrences = theorem.system
        self.closure, self.game = theorem.closure, theorem.closure.game
        self.patterns = len(theorem.closure.patterns)
        self.words = Words(self.game)
        self.is_worst = self.system.objective is Objective.WORST

    def listed(
        self,
        function: State,
        secrets: str,
        questions: Iterable[Question],
        claims: str = "",
        strategy: str = "",
        order: str = "",
        *,
        level_note: str | None = None,
    ) -> Section:
        """The section of a function.

        secrets: how many its pattern has.  level_note: that it is of several functions, of which
        this one has the most questions.
        """
        number, words = function[0], self.words
        pattern = self.closure.patterns[number]
        classes = question_classes(pattern, self.game, extra=self.closure.extra)
        group = automorphisms(pattern, fixed_columns=not self.game.white_pegs)
        return Section(
            number,
            level_text(self.system, function) if level_note is None else "",
            self._level_note(function) if level_note is None else level_note,
            words.pattern(pattern),
            secrets,
            [words.witness(one, pattern, pattern) for one in group],
            [
                [latex.typewriter(words.question(pattern, word)) for word in one]
                for one in classes
                if self.system.needs(function, self._extra(one[0])) is not None
            ],
            [*questions],
            claims,
            strategy,
            order,
        )

    def _extra(self, word: Word) -> int:
        """The extra cells of a question, as `Recurrence.extra` has them."""
        cells = [j for j, cell in enumerate(word) if cell == EXTRA]
        return len(cells) if self.game.white_pegs else sum(1 << j for j in cells)

    def _level_note(self, function: State) -> str:
        """The excluded colours, in the title of a section."""
        if self.system.reading is not Reading.EXACT:
            return ""
        levels = self.system.levels(function)
        if not self.game.own_alphabets:
            return f", {counted(levels[0], 'excluded colour')}"
        columns = [str(j) for j, level in enumerate(levels, 1) if level]
        if not columns:
            return ", no colour excluded"
        where = f"column {columns[0]}" if len(columns) == 1 else f"columns {', '.join(columns)}"
        return f", colours of {where} excluded"

    def line(
        self, asked: MasetPattern, told: Told, level: str = "", cost: int = 0, *, after: str = ""
    ) -> AnswerLine:
        """What stands below a question.  level, after, cost: of the pattern or explicit maset."""
        words, pegs = self.words, latex.pegs(told.answer)
        part = words.pattern(told.raw, asked)
        if told.number is None:
            return AnswerLine(pegs, part, cost="won" if told.is_won else None)
        core = words.pattern(told.core, asked)
        if told.again:
            by = word_text(tuple(colour + KIND * kind for colour, kind in told.again.items()))
            part += rf" extends {core} by \mptWord{{{by}}}"
        normal, form = normalized(told.core, self.game), self.system.forms[told.number]
        shown = words.pattern(normal)
        reference = None if shown == core else shown
        maset = told.number - self.patterns
        if maset >= 0 and (len(form.clauses) <= SIMPLE or not self.names_masets):
            return AnswerLine(pegs, part, reference, cost=f"cost ${cost}$")
        known: str | None = words.pattern(form)
        known = None if known == shown else known
        more = "" if told.witness is None else words.witness(told.witness, normal, form)
        more = "" if more == IDENTITY else more
        if maset < 0:
            return AnswerLine(pegs, part, reference, known, told.number, level, after, more)
        name = rf"\mptMasetRef{{{maset}}}, cost ${cost}$" + f", {more}" * bool(more)
        return AnswerLine(pegs, part, reference, known, cost=name)


def level_text(system: Recurrences, function: State) -> str:
    """The excluded colours of each alphabet, a digit each; empty where they do not count."""
    exact = system.reading is Reading.EXACT
    return "".join(map(str, system.levels(function))) if exact else ""


def equation_reference(mark: str, pattern: int, question: int) -> str:
    """The number of an equation, without brackets, as a link."""
    return rf"\mptEqNumber{f'[{mark}]' if mark else ''}{{{pattern}.{question}}}"
