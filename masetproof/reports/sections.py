"""The sections of a listing: for each function its pattern, questions, their parts and equations.

With one index, one section serves all functions of a pattern; its equations are in n and have
verdicts for every n.  With several indices, each function has a section, with claims and excesses
on cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple, final

from masetproof.arguments import as_instance
from masetproof.games.pegs import Answer
from masetproof.patterns.catalogue import Answered
from masetproof.patterns.isomorphism import automorphisms
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.proofs.equations import Equation, FunctionEquations, equations_of, questions_on
from masetproof.proofs.general import MOST_SOLVED_PEGS, class_solver
from masetproof.proofs.numbers import NumberSet
from masetproof.proofs.solving import RecurrenceSolver, steady_rows
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Excess, Kind
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Function, Part
from masetproof.reports import latex
from masetproof.reports.cells import (
    NO_SECRET,
    OptimalCells,
    Order,
    TreeWriter,
    order_of,
)
from masetproof.reports.document import IDENTITY, SIMPLE, witness_text
from masetproof.reports.equations import (
    LatexWriter,
    equation_reference,
    level_after,
    level_text,
)
from masetproof.reports.solutions import (
    cell_components,
    cell_solution,
    closed_forms,
    equation_solution,
)
from masetproof.reports.verdicts import verdict_phrase, verdict_words
from masetproof.strategies.on_patterns import Point
from masetproof.words import EXTRA, KIND, STAR, Word, columns_text, word_text


class PrintedPart(NamedTuple):
    """How a part is printed after an answer; many answers share one.

    part: None where the answer wins.
    cost: what all its secrets cost, if that is one number for all numbers of colours.  Else the
        listing refers to the pattern of the part:
    level: its excluded colours in this reference, such as ``1``; empty where there is no need.
    excluded: its excluded colours beside the reference, such as ``e=1`` or ``e'=e+1``.
    """

    part: Part | None
    cost: int | None
    level: str
    excluded: str


class PrintedAnswer(NamedTuple):
    """One line below a question: an answer with what it leaves, and how that is printed."""

    answered: Answered
    printed: PrintedPart


@final
@dataclass(frozen=True)
class Judged:
    """The verdict on an equation, as it is printed.

    kind: of the verdict.
    attained: whether the equation is attained wherever the question can be asked.
    verdict: its sentence in LaTeX.
    excess: with one index, the excess, if it is printed.
    cells: with several indices, the excess on each cell.
    optimal: the n for which the question is optimal; empty if there is none.
    """

    kind: Kind
    attained: bool
    verdict: str
    excess: Excess | None = None
    cells: str = ""
    optimal: str = ""


@final
@dataclass(frozen=True)
class ListedQuestion:
    """A question with its parts, its equation, and the verdict.

    equations: those of all functions of the pattern for which this entry is the same.
    level: the excluded colours of these functions, as part of the number of the equation, if other
        functions of the pattern have another equation.  For these the question is listed again,
        without text and answers.
    solution: the solution by SymPy, where all equations are solved.
    """

    equations: list[Equation]
    text: str
    answers: list[PrintedAnswer]
    equation: str
    note: str
    judged: Judged
    level: str
    solution: str = ""

    @property
    def number(self) -> str:
        """The number of the equation: pattern and question."""
        asked = self.equations[0].asked
        return f"{asked.pattern}.{asked.number}"

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of excluded colours of these functions."""
        return tuple(equation.about.function[1] for equation in self.equations)

    @property
    def reference(self) -> str:
        """The number of the equation as a link."""
        asked = self.equations[0].asked
        return equation_reference(self.level, asked.pattern, asked.number)


@final
@dataclass(frozen=True)
class Section:
    """The section of a function or, with one index, of all functions of a pattern.

    levels: its excluded colours by alphabets, or those of all the functions.
    automorphisms: of the pattern, as text.
    classes: the questions of the section, each before all others that automorphisms make of it.
    claims, strategy: with several indices, the cells of the claim, and an optimal question for each
        cell.
    order: of the indices, if the strategy is printed for one order only.
    """

    pages: _Sections
    about: FunctionEquations
    levels: Sequence[int]
    pattern: str
    secrets: str
    automorphisms: list[str]
    classes: list[list[str]]
    questions: list[ListedQuestion]
    level: str = ""
    claims: str = ""
    strategy: str = ""
    order: str = ""
    _written: dict[Hashable, str] = field(default_factory=dict, init=False, repr=False)

    @property
    def number(self) -> int:
        """The number of the pattern."""
        return self.about.function[0]

    def lines(
        self,
        answer: Callable[[Answer], str],
        left: Callable[[Answered, PrintedPart], str],
        answers: list[PrintedAnswer],
    ) -> str:
        """The lines below a question: the macro *answer* writes an answer, *left* what it leaves.

        Questions whose answers leave the same share the list (`_Sections`), and so the text.
        """
        written = self._written
        if id(answers) not in written:
            lines = []
            for one, printed in answers:
                about = one.part.clauses, printed.part is None, *printed[1:]
                if about not in written:
                    written[about] = left(one, printed)
                if one.answer not in written:
                    written[one.answer] = answer(one.answer)
                lines.append(written[one.answer] + written[about])
            written[id(answers)] = "\n".join(lines)
        return written[id(answers)]


_SHOWN = (Kind.OPTIMAL, Kind.MORE)
"""The verdicts on equations whose excess and solution are printed."""

Marks = dict[tuple[int | None, int], str]
"""By question and excluded colours, the mark beside the number of the equation."""

Judge = Callable[[Equation, Marks], Judged]


class _Sections:
    """The sections of a theorem, each made when it is asked for.

    Words with an alphabet for each column have its colours numbered from 0.
    """

    simple = SIMPLE

    def __init__(self, theorem: Theorem) -> None:
        self.theorem, self.system = theorem, theorem.system
        self.closure, self.game = theorem.closure, theorem.closure.game
        self._has_alphabets = len(self.game.alphabets(self.closure.pegs)) > 1
        self.is_exact = self.system.reading is Reading.EXACT
        self.symbol = "f" if self.system.has_one_index else "F"
        self.writer = LatexWriter(theorem, self.symbol)
        self._printed_parts: dict[Hashable, PrintedPart] = {}
        self._printed_answers: dict[Hashable, list[PrintedAnswer]] = {}

    def word(self, pattern: MasetPattern, word: Word) -> str:
        return word_text(self._named(pattern, word))

    def shown(self, pattern: MasetPattern, asked: MasetPattern | None = None) -> str:
        """The text of a pattern, or of a part of the pattern asked."""
        if not self._has_alphabets:
            return latex.pattern(pattern)
        rows = sorted(self._named(asked or pattern, row) for row in pattern.clauses)
        return latex.pattern(pattern_of(tuple(rows)))

    def _named(self, pattern: MasetPattern, word: Word) -> Word:
        """A word with the names of colours in a pattern; a colour outside it is the new one."""
        if not self._has_alphabets:
            return word
        new = pattern.colours_by_column
        return tuple(
            cell if cell in (EXTRA, STAR) else pattern.rank_of.get(cell, new[column])
            for column, cell in enumerate(word)
        )

    def levels(self, equations: Sequence[Equation]) -> tuple[int, ...]:
        """The values of e in equations with the letter e, where functions share a section."""
        one_index = self.system.has_one_index
        return tuple(one.about.function[1] for one in equations if one_index)

    def listed(
        self,
        about: FunctionEquations,
        levels: Sequence[int],
        questions: Iterable[ListedQuestion],
        **more: Any,
    ) -> Section:
        """The section of one or several functions; *about* is the one with the most questions."""
        pattern = about.pattern
        asked = {question.word for question in about.questions}
        group = automorphisms(pattern, fixed_columns=self.game.fixes_columns(pattern.pegs))
        return Section(
            self,
            about,
            levels,
            self.shown(pattern),
            self.writer.secrets(about.function),
            [witness_text(one, pattern, pattern, self.game) for one in group],
            [
                [latex.typewriter(self.word(pattern, word)) for word in one]
                for one in self.closure.classes(pattern)
                if one[0] in asked
            ],
            [*questions],
            **more,
        )

    def questions(self, equations: Iterable[Equation], judge: Judge) -> Iterator[ListedQuestion]:
        """The entries of some equations; functions with the same entry share it."""
        of_question: dict[int, list[Equation]] = {}
        for equation in equations:
            of_question.setdefault(equation.asked.number, []).append(equation)
        marks: Marks = {}
        self._printed_parts.clear()
        self._printed_answers.clear()
        for _, asked in sorted(of_question.items()):
            groups: list[list[Equation]] = []
            for equation in asked:
                for group in groups:
                    if self.same_said(group[0], equation, marks):
                        group.append(equation)
                        break
                else:
                    groups.append([equation])
            for same in groups:
                yield self._question(same, asked, judge, marks, is_alone=len(groups) == 1)

    def same_said(self, one: Equation, other: Equation, marks: Marks) -> bool:
        """Whether two equations of one question have the same entry."""
        return True

    def texts(self, same: list[Equation], *, attained: bool) -> tuple[str, str]:
        """The text of equations with the same entry, with their condition, and a note."""
        writer = LatexWriter(self.theorem, self.symbol, self.levels(same))
        text, condition = writer.equation(same[0], attained=attained), writer.condition(same[0])
        note = "; ".join(writer.notes(same[0]))
        return text + (rf" \qquad ({condition})" if condition else ""), note

    def _question(
        self,
        same: list[Equation],
        asked: list[Equation],
        judge: Judge,
        marks: Marks,
        *,
        is_alone: bool,
    ) -> ListedQuestion:
        equation, levels = same[0], tuple(one.about.function[1] for one in same)
        number, pattern = equation.asked.number, equation.about.pattern
        mark = "" if is_alone else ",".join(map(str, levels))
        marks |= {(number, level): mark for level in levels}
        judged = judge(equation, marks)
        text, answers = "", list[PrintedAnswer]()
        if equation is asked[0]:
            text = latex.typewriter(self.word(pattern, equation.asked.word))
            answers = self._answers(equation, self.levels(asked))
        texts = self.texts(same, attained=judged.attained)
        return ListedQuestion(same, text, answers, *texts, judged, mark, self.solution(same))

    def solution(self, same: Sequence[Equation]) -> str:
        """The solutions of equations that share an entry otherwise, if they are printed."""
        return ""

    def _answers(self, equation: Equation, levels: Sequence[int]) -> list[PrintedAnswer]:
        """The answers to a question that leave a secret; one list where questions share it.

        levels: the e with which the question can be asked, where functions share a section.
        """
        answers = equation.asked.answers
        about = equation.about.function, levels, equation.asked.new
        key = id(answers), *about  # the questions keep their answers alive
        if key not in self._printed_answers:
            self._printed_answers[key] = []
            for one in answers:
                if one.part:
                    own = one.part.clauses, one.is_last, *about
                    if own not in self._printed_parts:
                        self._printed_parts[own] = self._printed_part(equation, one, levels)
                    line = PrintedAnswer(one, self._printed_parts[own])
                    self._printed_answers[key].append(line)
        return self._printed_answers[key]

    def _printed_part(
        self, equation: Equation, one: Answered, levels: Sequence[int]
    ) -> PrintedPart:
        part, system, level, excluded = equation.asked.part(one), self.system, "", ""
        cost = equation.cost_of(part)
        if part is not None and cost is None and self.is_exact:
            if levels:
                excluded = f"e'={level_after(levels, part.excludes[0], system.cap)}"
            else:
                level = level_text(system, equation.usual(part))
                excluded = f"e={level}"
        return PrintedPart(part, cost, level, excluded)

    def again(self, one: Answered) -> str:
        """The colours that become implicit again, each with its kind."""
        return word_text(tuple(colour + KIND * kind for colour, kind in one.again.items()))

    def witness(self, one: Answered) -> str:
        """The isomorphism of a normalized part with its pattern; empty where nothing moves."""
        text = witness_text(one.witness, one.normal, one.known, self.game)
        return "" if text == IDENTITY else text


@final
class NumberSections(_Sections):
    """The sections of a theorem of one index, one for each pattern."""

    def __init__(self, theorem: Theorem) -> None:
        super().__init__(theorem)
        self._texts: dict[Hashable, tuple[str, str]] = {}
        self._solved: dict[tuple[Function, NumberSet], str] = {}

    @cached_property
    def _solver(self) -> RecurrenceSolver:
        columns, claim = self.theorem.columns, self.theorem.claim
        return class_solver(columns, claim, steady_rows(columns, claim, self.theorem.tight))

    def section(self, number: int) -> Section:
        """The section of a pattern, with all numbers of excluded colours that play reaches."""
        questions = questions_on(self.system, number)
        self._texts.clear()
        own = [
            equations_of(self.theorem, function, questions)
            for function in self.system.functions_of(number)
        ]
        equations = [equation for about in own for equation in about.equations]
        levels = [about.function[1] for about in own]
        return self.listed(own[-1], levels, self.questions(equations, self._judged))

    def same_said(self, one: Equation, other: Equation, marks: Marks) -> bool:
        """Whether two equations of one question have the same entry, with the same values."""
        here, there = (
            (
                marks.get((each.verdict.other, each.about.function[1])),
                each.about.constants[each.asked.split],
                each.verdict,
            )
            for each in (one, other)
        )
        return here == there

    def texts(self, same: list[Equation], *, attained: bool) -> tuple[str, str]:
        """One text for all questions with one split: its terms are not in the order of answers."""
        key = same[0].asked.split, self.levels(same), attained
        return self._texts.get(key) or self._texts.setdefault(
            key, super().texts(same, attained=attained)
        )

    def solution(self, same: Sequence[Equation]) -> str:
        """The solution, or one for each number of excluded colours, unless another equation has it.

        Where not every equation is solved, there are solutions of equations that are attained for
        large n, for the residues of n where they are.
        """
        verdict, is_whole = same[0].verdict, self.closure.pegs <= MOST_SOLVED_PEGS
        optimal = as_instance(NumberSet, verdict.optimal, "a set of numbers")
        if verdict.kind not in _SHOWN or not (is_whole or optimal.classes):
            return ""
        levels = self.levels(same)
        solutions: dict[str, list[int]] = {}
        for equation, level in zip(same, levels, strict=True):
            if is_whole:
                text = equation_solution(equation, LatexWriter(self.theorem, self.symbol, levels))
            else:
                text = self._closed(equation)
            solutions.setdefault(text, []).append(level)
        if len(solutions) == 1:
            return next(iter(solutions))
        return "; ".join(
            rf"for $e = {', '.join(map(str, own))}$: {text}" for text, own in solutions.items()
        )

    def _closed(self, equation: Equation) -> str:
        """The closed forms of a function, solved now where they were not before."""
        key = equation.about.function, as_instance(NumberSet, equation.verdict.optimal, "a set")
        if key not in self._solved:
            self._solved[key] = closed_forms(self.theorem, self._solver, *key)
        return self._solved[key]

    def _judged(self, equation: Equation, marks: Marks) -> Judged:
        verdict = equation.verdict
        excess = as_instance(Excess, verdict.excess, "the excess")
        mark = marks.get((verdict.other, equation.about.function[1]), "")
        reference = partial(equation_reference, mark, equation.asked.pattern)
        is_shown = verdict.kind in _SHOWN
        return Judged(
            verdict.kind,
            verdict.optimal.is_everything,
            verdict_words("set_aside")
            if verdict.kind is Kind.NO_SOLUTION
            else verdict_phrase(verdict, reference, _numbers_text),
            excess if is_shown else None,
            optimal="" if verdict.optimal.is_empty else _numbers_text(verdict.optimal),
        )


@lru_cache(maxsize=1 << 10)
def _numbers_text(numbers: NumberSet) -> str:
    return latex.sentence(str(numbers))


@final
class CellSections(_Sections):
    """The sections of a theorem of several indices, one for each function.

    whole: whether all questions are printed, which prove the lower bound; else one optimal question
        for each cell.
    counts: of the equations in the sections so far: those that leave the pattern whole, those equal
        to another one, those with the same right side for many implicit colours, and the others.
    """

    def __init__(self, theorem: Theorem, whole: bool) -> None:
        super().__init__(theorem)
        self._whole = whole
        self._numbers: dict[Function, dict[int, int]] = {}
        self.counts = dict.fromkeys(("whole", "same", "alike", "different"), 0)

    def section(self, function: Function) -> Section:
        """The section of a function."""
        about, cells = equations_of(self.theorem, function), OptimalCells(self.theorem, function)
        numbers = self._numbers[function] = self._numbered(about)
        names = {
            one.asked.number: rf"\mptWord{{{self.word(about.pattern, one.asked.word)}}}"
            for one in about.equations
        }
        tree, asked = cells.chosen

        def name(leaf: Tree) -> str:
            return names[numbers[asked[leaf.cell]]] if leaf.cell in asked else NO_SECRET

        # Where all questions are listed, so are the excesses of all orders.
        order = () if self._whole else order_of(self.system, function)
        strategy = self._tree_text(function, tree, name, order)
        equations = [
            equation
            for equation in about.equations
            if self._whole or names[equation.asked.number] in strategy
        ]
        return self.listed(
            about,
            self.system.levels(function),
            self.questions(equations, partial(self._judged, cells)),
            level=level_text(self.system, function),
            claims=self._claims_text(function),
            strategy=strategy,
            order=TreeWriter(self.system, function, order).order_text,
        )

    # Claims and checks

    def _numbered(self, about: FunctionEquations) -> dict[int, int]:
        """By rows of `Closure.splits` the number of the first question with the same equation.

        The kinds of questions are counted.
        """
        numbers: dict[int, int] = {}
        first: dict[Hashable, int] = {}
        sides = set[Hashable]()
        for equation in about.equations:
            asked = equation.asked
            # A key that right sides share which are equal with many implicit colours.
            side = asked.new, frozenset(Counter(equation.terms).items()), equation.constant
            same = first.setdefault(self._identity(equation, side), asked.number)
            numbers.setdefault(asked.split, same)
            kind = "alike" if side in sides else "different"
            kind = "whole" if asked.leaves_whole else kind if same == asked.number else "same"
            sides.add(side)
            self.counts[kind] += 1
        return numbers

    def _identity(self, equation: Equation, side: Hashable) -> Hashable:
        """A key that equal equations share: the right side, needs, masets and notes."""
        masets = map(equation.usual, equation.asked.masets)
        return (
            side,
            self.system.needs(equation.about.function, equation.asked.extra),
            frozenset(Counter(masets).items()),
            frozenset(self.writer.notes(equation)),
        )

    def boards(self) -> dict[str, object]:
        """The value of the game on every board, cell by cell."""
        system, first = self.system, self.system.first
        order = order_of(system, first)
        return {
            "letters": latex.INDICES[: len(system.kinds)],
            "kinds": [columns_text(kind) for kind in system.kinds],
            "regions": self.claims(first, order) if len(self.theorem.regions) > 1 else [],
            "order": TreeWriter(system, first, order).order_text,
            "first": self.writer.own(first),
            "first_level": level_text(system, first),
        }

    def claims(self, function: Function, order: Order = ()) -> list[str]:
        """The lines of the tree with the claim on a function."""
        writer = TreeWriter(self.system, function, order)
        return [*writer.lines(self.theorem.induction.lower.claims[function], writer.claimed)]

    def _claims_text(self, function: Function) -> str:
        claims = self.theorem.induction.lower.claims
        for other in self.system.functions():
            if other == function:
                return "\n".join(self.claims(function))
            if other[0] == function[0] and claims.place[other] == claims.place[function]:
                same = LatexWriter(self.theorem, "G").own(other)
                return rf"\mptCell{{0}}{{}}{{${same}$}}"
        raise KeyError(function)

    def _tree_text(
        self, function: Function, tree: Tree, text_of: Callable[[Tree], str], order: Order = ()
    ) -> str:
        """The lines of a tree.  text_of: writes a leaf."""
        writer = TreeWriter(self.system, function, order)
        return "\n".join(writer.lines(tree, partial(writer.leaf_text, text_of)))

    def _judged(self, cells: OptimalCells, equation: Equation, marks: Marks) -> Judged:
        asked, function = equation.asked, equation.about.function
        excess = cells.excess(asked.split)
        found = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        attained = [not differences.any() for differences in found]
        verdict = verdict_words("everywhere" if all(attained) else "never")
        if any(attained) and not all(attained):
            verdict = verdict_words("somewhere", self._whole)
        other, text = self._numbers[function][asked.split], ""
        if other != asked.number:
            mark = level_text(self.system, function)
            verdict = verdict_words("same", equation_reference(mark, asked.pattern, other))
        elif self._whole:
            text = self._tree_text(
                function, excess, self._with_solution(equation, cells.excess_text)
            )
        kind = Kind.OPTIMAL if any(attained) else Kind.MORE
        return Judged(kind, all(attained), verdict, cells=text)

    def _with_solution(
        self, equation: Equation, text_of: Callable[[Tree], str]
    ) -> Callable[[Tree], str]:
        """The text of a leaf, and the solution there, where all equations are solved."""
        if self.closure.pegs > MOST_SOLVED_PEGS:
            return text_of
        names = TreeWriter(self.system, equation.about.function).names
        solved = {piece.cell: cell_solution(piece, names) for piece in equation.pieces}
        return lambda leaf: "; ".join(filter(None, [text_of(leaf), solved.get(leaf.cell)]))

    def components(self) -> Iterator[dict[str, object]]:
        """The solutions of SymPy, component by component, where all equations are solved."""

        def reference(function: Function, split: int) -> str:
            mark = level_text(self.system, function)
            return equation_reference(mark, function[0], self._numbers[function][split])

        if self._whole and self.closure.pegs <= MOST_SOLVED_PEGS:
            yield from cell_components(self.theorem, reference)

    # Explicit masets

    def masets(self) -> Iterator[dict[str, object]]:
        """The explicit masets with more than two secrets: costs, and questions that attain them."""
        guide, nothing = self.theorem.guide, (0,) * len(self.system.kinds)
        costs, first = self.theorem.induction.lower.masets, len(self.closure.patterns)
        for number, functions in groupby(sorted(costs), key=lambda function: function[0]):
            form = self.system.forms[number]
            if len(form.clauses) <= SIMPLE:
                continue
            levels: dict[tuple[int, Word], list[str]] = {}
            for function in functions:
                place = Point(number - first, True, nothing, self.system.levels(function))
                asked = costs[function], guide.move(place).question
                levels.setdefault(asked, []).append(level_text(self.system, function))
            printed = []
            for (cost, word), where in levels.items():
                # The levels are left out if one entry is for all, unless its question has a blank.
                tells = self.is_exact and (len(levels) > 1 or EXTRA in word)
                question = latex.typewriter(self.word(form, word))
                printed.append((cost, question, where if tells else []))
            yield {"number": number - first, "maset": self.shown(form), "costs": printed}
