"""The listing of a proof for games where each column has an alphabet of its own.

It has the form of `listing`.  Functions have an index for each column with a star, called x, y, z
by the columns; a claim and what is checked of it stand on cells (`cell_text`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern, normalized
from masetproof.patterns.questions import question_classes
from masetproof.patterns.split import split
from masetproof.proofs.cell_theorem import CellTheorem
from masetproof.proofs.cells import excess_of
from masetproof.proofs.verdicts import Kind
from masetproof.recurrences.cells import Cell, Tree, Undecided, descend
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Part, Recurrence, State
from masetproof.reports import latex
from masetproof.reports.cell_text import (
    Line,
    in_parameters,
    newton_text,
    point_text,
    several,
    tree_lines,
)
from masetproof.reports.listing import Answer, Question, Section, equation_reference
from masetproof.reports.statements import IDENTITY, column_witness_text, common_context
from masetproof.strategies.on_patterns import Place
from masetproof.words import EXTRA, STAR, SYMBOLS, Word, parse_word, word_text

__all__ = ["cell_listing"]

INDICES = "xyz"
"""What the numbers of implicit colours of the columns are called."""

NO_SECRET, NOT_ASKED = "no secret", "not asked"

_SIMPLE = 2
"""What explicit masets of so few secrets cost is said once for all."""

_MANY = 8
"""The theorem itself has no more formulas for different boards than these."""


def cell_listing(
    theorem: CellTheorem, digest: str, certificate_name: str, *, whole: bool = True
) -> str:
    """The listing, the body of a LaTeX document; see `listing.full_listing`.

    whole: with all questions, which prove the lower bound.  Otherwise one optimal question for each
    cell, which is a strategy.
    """
    pages = _Pages(theorem, whole)
    sections = [pages.section(state) for state in theorem.system.functions()]
    regions = pages.claims(theorem.system.first)
    closure = theorem.closure
    context = common_context(theorem, digest, certificate_name)
    context |= {
        "whole": whole,
        "letters": INDICES[: closure.pegs],
        "regions": regions if 1 < len(theorem.regions) <= _MANY else [],
        "first": pages.function(theorem.system.first, INDICES[: closure.pegs]),
        "masets": list(pages.masets()),
        "sections": sections,
        "degree": 1 if pages.is_worst else closure.pegs + 1,
        "by_hand": closure.pegs == 2 and not pages.is_worst and whole,
        "counts": {
            "patterns": len(closure.patterns),
            "questions": closure.question_count,
            "functions": len(sections),
            "equations": theorem.system.equation_count,
            **pages.counts,
        },
    }
    return latex.environment().get_template("columns.tex.jinja").render(context)


@final
@dataclass(frozen=True)
class _Told:
    """A part as an answer leaves it, and what it is.

    number: of the pattern or, after the patterns, the explicit maset; None where it is empty or
    won.
    """

    pegs: str
    raw: MasetPattern
    number: int | None = None
    witness: Witness | None = None
    is_won: bool = False


@final
class _Pages:
    """What the template is given, from a theorem."""

    def __init__(self, theorem: CellTheorem, whole: bool) -> None:
        self._theorem, self._whole = theorem, whole
        self._system, self._closure = theorem.system, theorem.closure
        self._game, self._pegs = theorem.closure.game, theorem.closure.pegs
        self._exact = theorem.system.reading is Reading.EXACT
        self._patterns = len(theorem.closure.patterns)
        self.is_worst = theorem.system.objective is Objective.WORST
        self.counts = {"whole": 0, "same": 0, "different": 0}

    # Names

    def level(self, state: State) -> str:
        """A digit for each column: whether a colour of it is excluded; empty where none counts."""
        if not self._exact:
            return ""
        return "".join(str(state[1] >> column & 1) for column in range(self._pegs))

    def function(self, state: State, indices: Sequence[str], symbol: str = "F") -> str:
        """A function at a vector of its indices."""
        level = f"[{self.level(state)}]" if self._exact else ""
        return rf"\mptFunction{level}{{{symbol}}}{{{state[0]}}}({','.join(indices)})"

    def _indices(self, state: State) -> list[str]:
        return [INDICES[column] for column in self._system.active[state[0]]]

    def _secrets(self, form: MasetPattern) -> dict[tuple[int, ...], int]:
        """The number of secrets as a polynomial in the indices of all columns."""
        columns = range(self._pegs)
        return {
            tuple(int(column in stars) for column in columns): count
            for stars, count in form.star_sets.items()
        }

    # Functions

    def section(self, state: State) -> Section:
        """All that is listed of a function."""
        number, excluded = state
        pattern = self._closure.patterns[number]
        classes = question_classes(pattern, self._game, extra=self._closure.extra)
        allowed = [one for one in classes if self._may_ask(one[0], excluded)]
        asked = _Asked(self._theorem, state)
        first: dict[object, int] = {}
        for place, word, equation in self._questions(state):
            same = first.setdefault(self._identity(state, equation), place)
            asked.numbers.setdefault(equation, same)
            asked.words[place] = _word(pattern, word)
            is_whole = not any(equation.new) and number in [part.number for part in equation.parts]
            kind = "whole" if is_whole else "different" if same == place else "same"
            self.counts[kind] += 1
        for equation in self._system.equations(state):  # also one with its parts in another order
            asked.numbers.setdefault(equation, first[self._identity(state, equation)])
        strategy = asked.strategy()
        group = automorphisms(pattern, fixed_columns=True)
        return Section(
            number,
            self.level(state),
            self._excluded_text(state),
            _pattern_text(pattern.by_columns),
            several(self._secrets(pattern), INDICES),
            [column_witness_text(one, pattern, pattern) for one in group],
            [[_question_text(pattern, word) for word in one] for one in allowed],
            [
                self._question(state, place, word, equation, asked)
                for place, word, equation in self._questions(state)
                if self._whole or place in asked.chosen
            ],
            self._claims_text(state),
            self._tree_text(state, strategy, lambda leaf: asked.name(leaf.cell)),
        )

    def _identity(self, state: State, equation: Recurrence) -> object:
        """What equal equations share: r, and what the parts are, whatever the order of these."""
        order = dict(enumerate(equation.parts))
        terms = Counter(
            (
                below,
                () if below in self._theorem.induction.masets else part.indices,
            )
            for part in equation.parts
            for below in [self._after(state, equation, part, frozenset())]
        )
        return (
            equation.new,
            frozenset(terms.items()),
            frozenset(self._notes(state, equation, order)),
        )

    def _excluded_text(self, state: State) -> str:
        if not self._exact:
            return ""
        columns = [str(j + 1) for j in range(self._pegs) if state[1] >> j & 1]
        if not columns:
            return ", no colour excluded"
        where = f"column {columns[0]}" if len(columns) == 1 else f"columns {', '.join(columns)}"
        return f", colours of {where} excluded"

    def _may_ask(self, word: Word, excluded: int) -> bool:
        return all(excluded >> j & 1 for j, cell in enumerate(word) if cell == EXTRA)

    # Claims and checks

    def claims(self, state: State) -> list[str]:
        """The lines of the tree on whose cells a function is claimed."""
        lines = tree_lines(self._theorem.induction.claims[state], self._indices(state))
        return [_cell_text(line, f"${line.claim}$" if line.is_leaf else "") for line in lines]

    def _claims_text(self, state: State) -> str:
        claims = self._theorem.induction.claims
        for other in self._system.functions():
            if other == state:
                return "\n".join(self.claims(state))
            if other[0] == state[0] and claims[other] is claims[state]:
                same = self.function(other, self._indices(state), "G")
                return rf"\mptCell{{0}}{{}}{{${same}$}}"
        raise KeyError(state)

    def _tree_text(self, state: State, tree: Tree, told: Callable[[Tree], str]) -> str:
        """The lines of a tree.  told: what is said of a leaf."""
        names = self._indices(state)
        lines, hidden = [], -1
        for line in tree_lines(tree, names):
            if 0 <= hidden < line.depth:
                continue
            hidden = -1
            texts = {told(leaf) for leaf in line.tree.leaves()}
            if texts <= {NO_SECRET, NOT_ASKED} and len(texts) == 1:
                hidden = line.depth
                said = texts.pop()
            elif line.is_leaf:
                point = f"{point_text(names)} = {point_text(in_parameters(line.tree.cell))}"
                said = f"${point}$: {told(line.tree)}"
            else:
                said = ""
            lines.append(_cell_text(line, said))
        return "\n".join(lines)

    # Questions

    def _questions(self, state: State) -> Iterator[tuple[int, Word, Recurrence]]:
        """The questions of a function, each with its number and its equation."""
        number, excluded = state
        pattern = self._closure.patterns[number]
        known = {_key(one, one.parts): one for one in self._system.equations(state)}
        for place, word in enumerate(self._closure.questions(number), 1):
            if self._may_ask(word, excluded):
                parts = Counter(
                    (one.number, one.witness.columns)
                    for one in self._parts(pattern, word)
                    if one.witness is not None
                )
                new, extra = _new_columns(pattern, word), _extra_columns(word)
                yield place, word, known[new, extra, frozenset(parts.items())]

    def _question(
        self, state: State, place: int, word: Word, equation: Recurrence, asked: _Asked
    ) -> Question:
        number = state[0]
        pattern = self._closure.patterns[number]
        excess = asked.excess(equation)
        told = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        attained = [not differences.any() for differences in told]
        parts = list(self._parts(pattern, word))
        order = _in_order(equation.parts, parts)
        sign = "=" if all(attained) else r"\le"
        verdict = "optimal wherever it can be asked" if all(attained) else "never optimal"
        if any(attained) and not all(attained):
            verdict = "optimal where the excess is 0"
        other, cells = asked.numbers[equation], ""
        if other != place:
            verdict = f"the same as ({equation_reference(self.level(state), number, other)})"
        elif self._whole:
            cells = self._tree_text(state, excess, asked.told)
        return Question(
            _question_text(pattern, word),
            [self._answer(state, equation, one, order) for one in parts],
            self._equation_text(state, equation, order, sign),
            "; ".join(self._notes(state, equation, order)),
            f"{number}.{place}",
            Kind.OPTIMAL if any(attained) else Kind.MORE,
            verdict,
            cells=cells,
        )

    @cached_property
    def _known_parts(self) -> dict[MasetPattern, tuple[int, Witness]]:
        """What each normalized part is, and how it is mapped to that."""
        found, parts = self._closure.identifications, {}
        for place, (pattern, maset) in enumerate(
            zip(found.pattern.tolist(), found.explicit.tolist(), strict=True)
        ):
            number = pattern if pattern >= 0 else self._patterns + maset
            target = self._system.forms[number]
            witness = Witness(
                tuple(found.columns[place].tolist()),
                tuple(found.colours[place, : target.colours].tolist()),
            )
            parts[witness.inverse().apply(target)] = number, witness
        return parts

    def _parts(self, pattern: MasetPattern, word: Word) -> Iterator[_Told]:
        """The parts of a question, answer by answer."""
        answers = self._game.answers(self._pegs)
        for answer, part in zip(answers, split(pattern, word, self._game), strict=True):
            pegs, is_won = latex.pegs(answer), bool(part) and answer == answers[-1]
            if not part or is_won:
                yield _Told(pegs, part, is_won=is_won)
            else:
                number, witness = self._known_parts[normalized(part, self._game)]
                yield _Told(pegs, part, number, witness)

    def _answer(
        self,
        state: State,
        equation: Recurrence,
        told: _Told,
        order: Mapping[int, Part],
    ) -> Answer:
        pattern = self._closure.patterns[state[0]]
        raw = _pattern_text(_raw_text(pattern, told.raw))
        if told.number is None or told.witness is None:
            return Answer(told.pegs, raw, cost="won" if told.is_won else None)
        normal, form = normalized(told.raw, self._game), self._system.forms[told.number]
        part = next(one for one in order.values() if _is(one, told))
        below = self._after(state, equation, part, frozenset())
        shown = _pattern_text(normal.by_columns)
        witness = column_witness_text(told.witness, normal, form)
        known = _pattern_text(form.by_columns)
        reference = None if shown == raw else shown
        if told.number >= self._patterns and len(form.clauses) <= _SIMPLE:
            return Answer(
                told.pegs, raw, reference, cost=f"cost ${self._theorem.induction.masets[below]}$"
            )
        if told.number >= self._patterns:
            maset = told.number - self._patterns
            name = rf"\mptMasetRef{{{maset}}}, cost ${self._theorem.induction.masets[below]}$"
            more = "" if witness == IDENTITY else f", {witness}"
            same = None if known == (reference or raw) else known
            return Answer(told.pegs, raw, reference, same, cost=name + more)
        return Answer(
            told.pegs,
            raw,
            reference,
            None if known == (reference or raw) else known,
            told.number,
            self.level(below),
            "" if witness == IDENTITY else witness,
        )

    # Equations

    def _after(self, state: State, equation: Recurrence, part: Part, gone: frozenset[int]) -> State:
        """The function that a part is when no implicit colour is left in the columns *gone*."""
        pairs = zip(part.columns, part.runs_out, strict=True)
        lost = [int(bool(kinds) and column not in gone) for column, kinds in pairs]
        return self._system.after(state, part, lost)

    def _equation_text(
        self, state: State, equation: Recurrence, order: Mapping[int, Part], sign: str
    ) -> str:
        terms, constant = [], 0
        for part in order.values():
            below = self._after(state, equation, part, frozenset())
            if part.number >= self._patterns:
                cost = self._theorem.induction.masets[below]
                constant = max(constant, cost) if self.is_worst else constant + cost
            else:
                terms.append(self._term(equation, part, below))
        left = self.function(state, self._indices(state))
        condition = ", ".join(INDICES[j] for j, new in enumerate(equation.new) if new)
        where = rf" \qquad ({condition} \ge 1)" if condition else ""
        if self.is_worst:
            terms = list(dict.fromkeys(terms)) + [str(constant)] * (constant > 0 or not terms)
            right = terms[0] if len(terms) == 1 else rf"\max({', '.join(terms)})"
            return f"{left} {sign} 1 + {right}{where}"
        own = self._secrets(self._closure.patterns[state[0]])
        nothing = (0,) * self._pegs
        own[nothing] = own.get(nothing, 0) + constant
        return f"{left} {sign} {' + '.join([*terms, several(own, INDICES)])}{where}"

    def _term(self, equation: Recurrence, part: Part, below: State) -> str:
        return self.function(
            below,
            [
                INDICES[column] + ("-1" if equation.new[column] else "")
                for index in part.indices
                for column in index.kinds
            ],
        )

    def _notes(
        self, state: State, equation: Recurrence, order: Mapping[int, Part]
    ) -> Iterator[str]:
        """What is different where no implicit colour is left in columns that lose their star."""
        for part in dict.fromkeys(order.values()):
            usual = self._after(state, equation, part, frozenset())
            columns = [c for j, c in enumerate(part.columns) if part.runs_out[j]]
            for gone in _subsets(columns):
                here = self._after(state, equation, part, gone)
                change = self._change(equation, part, here, usual)
                if change:
                    where = ", ".join(
                        f"{INDICES[c]} {'=' if c in gone else '>'} {equation.new[c]}"
                        for c in sorted(columns)
                        if c in gone or not state[1] >> c & 1
                    )
                    yield rf"\emph{{Where}} ${where}$: {change}"

    def _change(self, equation: Recurrence, part: Part, here: State, usual: State) -> str:
        """One function, or one cost, instead of another; empty where they are the same."""
        if part.number < self._patterns:
            texts = [self._term(equation, part, one) for one in (here, usual)]
        else:
            texts = [str(self._theorem.induction.masets[one]) for one in (here, usual)]
        cost = "" if part.number < self._patterns else "cost "
        return f"{cost}${texts[0]}$ instead of ${texts[1]}$" if texts[0] != texts[1] else ""

    # Explicit masets

    def masets(self) -> Iterator[dict[str, object]]:
        """The explicit masets with more than two secrets: costs, and questions that attain them."""
        guide, kinds = self._theorem.guide, len(self._system.kinds)
        by_number = groupby(sorted(self._theorem.induction.masets), key=lambda state: state[0])
        for number, states in by_number:
            form, maset = self._system.forms[number], number - self._patterns
            if len(form.clauses) > _SIMPLE:
                levels: dict[tuple[int, Word], list[str]] = {}
                for state in states:
                    place = Place(maset, True, (0,) * kinds, self._system.levels(state))
                    word = guide.move(place).question
                    cost = self._theorem.induction.masets[state]
                    levels.setdefault((cost, word), []).append(self.level(state))
                yield {
                    "number": maset,
                    "maset": _pattern_text(form.by_columns),
                    "costs": [
                        # One cost and question for all need not say for which, but for a blank.
                        (
                            cost,
                            _question_text(form, word),
                            where if self._exact and (len(levels) > 1 or EXTRA in word) else [],
                        )
                        for (cost, word), where in levels.items()
                    ],
                }


@final
class _Asked:
    """The equations of a function: where each is attained, and one for each cell.

    numbers: of each equation the first question with it.  words: the questions by their numbers.
    chosen: the numbers of those that the strategy asks.
    """

    def __init__(self, theorem: CellTheorem, state: State) -> None:
        self._induction, self._state = theorem.induction, state
        system = theorem.system
        self._form, self._columns = system.forms[state[0]], system.active[state[0]]
        self._game = theorem.closure.game
        self._system, self._trees = system, dict[Recurrence, Tree]()
        self.numbers: dict[Recurrence, int] = {}
        self.words: dict[int, str] = {}
        self.chosen: set[int] = set()
        self._asked: dict[Cell, int] = {}

    def excess(self, equation: Recurrence) -> Tree:
        """The tree of `excess_of`, made when it is asked for first."""
        if equation not in self._trees:
            found = excess_of(self._system, self._induction, self._state, equation)
            self._trees[equation] = found
        return self._trees[equation]

    def told(self, leaf: Tree) -> str:
        """What the tree of an excess says on a leaf."""
        if leaf.differences is not None:
            return f"${newton_text(leaf.differences.tolist(), leaf.cell.free)}$"
        return NOT_ASKED if self._secrets(leaf.cell) else NO_SECRET

    def name(self, cell: Cell) -> str:
        """The question that is asked on a cell of the strategy."""
        number = self._asked.get(cell)
        return NO_SECRET if number is None else rf"\mptWord{{{self.words[number]}}}"

    def strategy(self) -> Tree:
        """A tree on each leaf of which there is no secret or a question that is optimal."""
        attained = iter(self._induction.attained[self._state])
        return self._chosen(self._induction.checks[self._state], attained)

    def _chosen(self, checks: Tree, attained: Iterator[Recurrence | None]) -> Tree:
        """The part of the strategy for what is a part of the tree of the checks."""
        here = [next(attained) for _ in checks.leaves()]
        best = next(
            (one for one in dict.fromkeys(here) if one and self._is_optimal(one, checks.cell)), None
        )
        if best is not None:
            return self._leaf(checks.cell, best)
        if checks.cut is not None:
            rest = iter(here)
            children = tuple(self._chosen(child, rest) for child in checks.children)
            return Tree(checks.cell, checks.cut, children)
        return Tree(checks.cell) if here[0] is None else self._cut(checks.cell, here[0])

    def _cut(self, cell: Cell, equation: Recurrence) -> Tree:
        """A cell on which an equation is attained, in as many cells as its tree of it needs."""
        try:
            descend(self.excess(equation), cell.forms())
        except Undecided as undecided:
            parts = cell.children(undecided.cut)
            return Tree(cell, undecided.cut, tuple(self._cut(part, equation) for part in parts))
        return self._leaf(cell, equation)

    def _leaf(self, cell: Cell, equation: Recurrence) -> Tree:
        number = self.numbers[equation]
        self._asked[cell] = number
        self.chosen.add(number)
        return Tree(cell)

    def _is_optimal(self, equation: Recurrence, cell: Cell) -> bool:
        """Whether a cell with secrets lies within one where an equation is attained."""
        try:
            leaf, _ = descend(self.excess(equation), cell.forms())
        except Undecided:
            return False
        zero = leaf.differences is not None and not leaf.differences.any()
        return zero and self._secrets(cell, np.zeros(len(cell.free), dtype=np.int64)) > 0

    def _secrets(self, cell: Cell, parameters: NDArray[np.int64] | None = None) -> int:
        """The number of secrets at a point of a cell, by default one in the middle."""
        at = np.ones(len(cell.free), dtype=np.int64) if parameters is None else parameters
        (point,) = cell.points(at[None, :]).tolist()
        board = dict(zip(self._columns, point, strict=True))
        return self._form.secrets(self._game, [board.get(j, 0) for j in range(self._form.pegs)])


def _subsets(columns: Sequence[int]) -> Iterator[frozenset[int]]:
    """The subsets of some columns but the empty one."""
    for count in range(1, len(columns) + 1):
        yield from map(frozenset, combinations(columns, count))


def _key(equation: Recurrence, parts: Sequence[Part]) -> tuple[object, ...]:
    pairs = Counter((part.number, part.columns) for part in parts)
    return equation.new, equation.extra, frozenset(pairs.items())


def _is(part: Part, told: _Told) -> bool:
    return told.witness is not None and (part.number, part.columns) == (
        told.number,
        told.witness.columns,
    )


def _in_order(parts: Sequence[Part], told: Sequence[_Told]) -> dict[int, Part]:
    """The parts of an equation by the number of the answer."""
    return {
        answer: next(part for part in parts if _is(part, one))
        for answer, one in enumerate(told)
        if one.number is not None
    }


def _new_columns(pattern: MasetPattern, word: Word) -> tuple[int, ...]:
    return tuple(int(pattern.colours <= cell < EXTRA) for cell in word)


def _extra_columns(word: Word) -> int:
    return sum(1 << j for j, cell in enumerate(word) if cell == EXTRA)


def _question_text(pattern: MasetPattern, word: Word) -> str:
    """A question, the colours of each column numbered by themselves."""
    return latex.typewriter(_word(pattern, word))


def _word(pattern: MasetPattern, word: Word) -> str:
    return "".join(_cell(pattern, j, cell) for j, cell in enumerate(word))


def _cell(pattern: MasetPattern, column: int, cell: int) -> str:
    """A cell of a question or a part; a colour that the pattern has not is the new one."""
    if cell in (EXTRA, STAR):
        return word_text((cell,))
    rank = pattern.rank_of.get(cell, pattern.colours_by_column[column])
    return SYMBOLS[rank]


def _raw_text(asked: MasetPattern, part: MasetPattern) -> str:
    rows = sorted((_word(asked, row) for row in part.clauses), key=parse_word)
    return "{" + "|".join(rows) + "}"


def _pattern_text(text: str) -> str:
    """A pattern that is written by columns."""
    if text == "{}":
        return r"\mptEmpty"
    clauses = text[1:-1].replace("|", r"\mptClause ")
    return rf"\mptPattern{{{clauses}}}"


def _cell_text(line: Line, said: str) -> str:
    return rf"\mptCell{{{line.depth}}}{{{line.condition}}}{{{said}}}"
