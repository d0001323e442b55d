"""The listing of a proof on cells: of a game where patterns have several indices.

It has the form of `listing`.  The indices, the numbers of implicit colours of each kind, are called
x, y, z; a claim and what is checked of it stand on cells (`cell_text`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import final

import sympy

from masetproof.arguments import counted
from masetproof.games.pegs import PegGame
from masetproof.objectives import Objective
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.kinds import ways
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of, with_new
from masetproof.patterns.questions import question_classes
from masetproof.patterns.split import split
from masetproof.proofs.cell_theorem import CellTheorem
from masetproof.proofs.verdicts import Kind
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Index, Part, Recurrence, Recurrences, State
from masetproof.reports import latex
from masetproof.reports.cell_strategy import NO_SECRET, NOT_ASKED, Asked
from masetproof.reports.cell_text import Line, in_parameters, point_text, several, tree_lines
from masetproof.reports.listing import Answer, Question, Section, equation_reference
from masetproof.reports.statements import (
    IDENTITY,
    column_witness_text,
    common_context,
    witness_text,
)
from masetproof.strategies.on_patterns import Place
from masetproof.words import EXTRA, KIND, STAR, Word, columns_text, word_text

__all__ = ["cell_listing"]

INDICES = "xyz"
"""What the numbers of implicit colours of each kind are called."""

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
    pages, system = _Pages(theorem, whole), theorem.system
    sections = [pages.section(state) for state in system.functions()]
    regions = pages.claims(system.first)
    closure, letters = theorem.closure, INDICES[: len(system.kinds)]
    context = common_context(theorem, digest, certificate_name)
    context |= {
        "whole": whole,
        "letters": letters,
        "kinds": [columns_text(kind) for kind in system.kinds],
        "cap": system.cap,
        "board": _board_text(system),
        "whole_board": _whole_board_text(system),
        "regions": regions if 1 < len(theorem.regions) <= _MANY else [],
        "first": pages.function(system.first, letters),
        "first_level": pages.level(system.first),
        "masets": list(pages.masets()),
        "sections": sections,
        "degree": 1 if pages.is_worst else closure.pegs + 1,
        "by_hand": closure.pegs == 2 and not pages.is_worst and whole,
        "counts": {
            "patterns": len(closure.patterns),
            "questions": closure.question_count,
            "functions": len(sections),
            "equations": system.equation_count,
            **pages.counts,
        },
    }
    name = "own" if closure.game.own_alphabets else "shared"
    return latex.environment().get_template(f"{name}-colours.tex.jinja").render(context)


def _board_text(system: Recurrences) -> str:
    """What the numbers of colours of a board are called."""
    names = [f"${letter}$" for letter, _ in zip(INDICES, system.kinds, strict=False)]
    if system.closure.game.own_alphabets:
        return f"{_listed(names)} colours in its columns"
    columns = map(columns_text, system.kinds)
    places = [f"column {c} only" if len(c) == 1 else f"columns {_listed(c)}" for c in columns]
    told = [f"in {place} ({name})" for place, name in zip(places, names, strict=True)]
    return f"colours that may stand {', '.join(told)}"


def _whole_board_text(system: Recurrences) -> str:
    """The board of the game with n colours."""
    whole = system.closure.game.alphabets(system.closure.pegs)
    told = []
    for value in ("0", "n"):
        named = zip(INDICES, system.kinds, strict=False)
        equal = [letter for letter, kind in named if (kind in whole) == (value == "n")]
        told += [" = ".join([*equal, value])] * bool(equal)
    return ", ".join(told)


def _listed(names: Sequence[str]) -> str:
    """Two names with "and", more with commas."""
    return " and ".join(names) if len(names) < 3 else ", ".join(names)


@final
@dataclass(frozen=True)
class _Words:
    """How words look: with an alphabet for each column, its colours are numbered from 0."""

    game: PegGame

    def question(self, pattern: MasetPattern, word: Word) -> str:
        """A question on a pattern."""
        return word_text(self._named(pattern, word))

    def pattern(self, pattern: MasetPattern, asked: MasetPattern | None = None) -> str:
        """A pattern, or a part of the pattern asked."""
        rows = sorted(self._named(asked or pattern, row) for row in pattern.clauses)
        return latex.pattern(pattern_of(tuple(rows)))

    def witness(self, witness: Witness, source: MasetPattern, target: MasetPattern) -> str:
        """How a pattern is mapped to another one."""
        if self.game.own_alphabets:
            return column_witness_text(witness, source, target)
        return witness_text(witness, "columns")

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
class _Told:
    """A part as an answer leaves it, and what it is.

    number: of the pattern or, after the patterns, the explicit maset; None where it is empty or
    won.  core: the part without colours that are implicit again.  witness: from that, normalized,
    to the pattern.  again: these colours with their kinds.  more: how many the indices of the
    pattern gain.
    """

    pegs: str
    raw: MasetPattern
    number: int | None = None
    core: MasetPattern = field(default=MasetPattern(()))
    witness: Witness = field(default=Witness((), ()))
    again: Mapping[int, int] = field(default_factory=dict)
    more: tuple[int, ...] = ()
    is_won: bool = False

    def is_part(self, part: Part) -> bool:
        """Whether it is this part of an equation."""
        more = tuple(index.more for index in part.indices)
        return (part.number, part.columns, more) == (self.number, self.witness.columns, self.more)


@final
class _Pages:
    """What the template is given, from a theorem."""

    def __init__(self, theorem: CellTheorem, whole: bool) -> None:
        self._theorem, self._whole = theorem, whole
        self._system, self._closure = theorem.system, theorem.closure
        self._game, self._pegs = theorem.closure.game, theorem.closure.pegs
        self._words = _Words(self._game)
        self._exact = theorem.system.reading is Reading.EXACT
        self._patterns = len(theorem.closure.patterns)
        self.is_worst = theorem.system.objective is Objective.WORST
        self.counts = {"whole": 0, "same": 0, "different": 0}

    # Names

    def level(self, state: State) -> str:
        """How many colours of each alphabet are excluded, a digit each; empty where none counts."""
        return "".join(map(str, self._system.levels(state))) if self._exact else ""

    def function(self, state: State, indices: Sequence[str], symbol: str = "F") -> str:
        """A function at a vector of its indices."""
        level = f"[{self.level(state)}]" if self._exact else ""
        return rf"\mptFunction{level}{{{symbol}}}{{{state[0]}}}({','.join(indices)})"

    def _indices(self, state: State) -> list[str]:
        return [INDICES[place] for place in self._system.active[state[0]]]

    def _secrets(self, number: int) -> dict[tuple[int, ...], int]:
        """The number of secrets of a form: coefficients by the exponents of all indices."""
        names, places = sympy.symbols([*INDICES]), self._system.active[number]
        kinds = [self._system.kinds[place] for place in places]
        numbers = [names[place] for place in places]
        total = sum(
            count * ways(stars, kinds, numbers, self._game.repeats)
            for stars, count in self._system.forms[number].star_sets.items()
        )
        names = names[: len(self._system.kinds)]
        return {powers: int(c) for powers, c in sympy.Poly(total, *names).terms() if c}

    # Functions

    def section(self, state: State) -> Section:
        """All that is listed of a function."""
        number = state[0]
        pattern, words = self._closure.patterns[number], self._words
        classes = question_classes(pattern, self._game, extra=self._closure.extra)
        asked = Asked(self._theorem, state)
        first: dict[object, int] = {}
        for place, word, equation in self._questions(state):
            same = first.setdefault(self._identity(state, equation), place)
            asked.numbers.setdefault(equation, same)
            asked.words[place] = words.question(pattern, word)
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
            words.pattern(pattern),
            several(self._secrets(number), INDICES),
            [words.witness(one, pattern, pattern) for one in group],
            [
                [latex.typewriter(words.question(pattern, word)) for word in one]
                for one in classes
                if self._system.needs(state, _extra_columns(one[0])) is not None
            ],
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
            for below in [self._usual(state, part)]
        )
        return (
            equation.new,
            self._system.needs(state, equation.extra),
            frozenset(terms.items()),
            frozenset(self._notes(state, equation, order)),
        )

    def _excluded_text(self, state: State) -> str:
        if not self._exact:
            return ""
        levels = self._system.levels(state)
        if not self._game.own_alphabets:
            return f", {counted(levels[0], 'excluded colour')}"
        columns = [str(j) for j, level in enumerate(levels, 1) if level]
        if not columns:
            return ", no colour excluded"
        where = f"column {columns[0]}" if len(columns) == 1 else f"columns {', '.join(columns)}"
        return f", colours of {where} excluded"

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
        words = self._closure.questions(state[0])
        known = {equation.split: equation for equation in self._system.equations(state)}
        for place, row in self._system.asked(state):
            yield place, words[place - 1], known[row]

    def _question(
        self, state: State, place: int, word: Word, equation: Recurrence, asked: Asked
    ) -> Question:
        number = state[0]
        pattern = self._closure.patterns[number]
        excess = asked.excess(equation)
        told = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        attained = [not differences.any() for differences in told]
        parts = list(self._parts(pattern, word))
        order = {
            answer: next(part for part in equation.parts if one.is_part(part))
            for answer, one in enumerate(parts)
            if one.number is not None
        }
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
            latex.typewriter(self._words.question(pattern, word)),
            [self._answer(state, one, order.get(answer)) for answer, one in enumerate(parts)],
            self._equation_text(state, equation, order, sign),
            "; ".join(self._notes(state, equation, order)),
            f"{number}.{place}",
            Kind.OPTIMAL if any(attained) else Kind.MORE,
            verdict,
            cells=cells,
        )

    @cached_property
    def _known_parts(self) -> dict[MasetPattern, tuple[int, Witness, tuple[int, ...]]]:
        """What each normalized part is, how it is mapped to that, and the kinds implicit again."""
        found, parts = self._closure.identifications, {}
        for row, (pattern, maset) in enumerate(
            zip(found.pattern.tolist(), found.explicit.tolist(), strict=True)
        ):
            number = pattern if pattern >= 0 else self._patterns + maset
            form = self._system.forms[number]
            kinds = () if found.implicit is None else tuple(filter(None, found.implicit[row]))
            colours = form.colours + len(kinds)
            witness = Witness(
                tuple(found.columns[row].tolist()), tuple(found.colours[row, :colours].tolist())
            )
            extended = with_new(form, dict(enumerate(kinds, form.colours)), self._game)
            parts[witness.inverse().apply(extended)] = number, witness, kinds
        return parts

    def _parts(self, pattern: MasetPattern, word: Word) -> Iterator[_Told]:
        """The parts of a question, answer by answer."""
        answers = self._game.answers(self._pegs)
        for answer, part in zip(answers, split(pattern, word, self._game), strict=True):
            pegs, is_won = latex.pegs(answer), bool(part) and answer == answers[-1]
            yield (
                _Told(pegs, part, is_won=is_won) if is_won or not part else self._told(pegs, part)
            )

    def _told(self, pegs: str, part: MasetPattern) -> _Told:
        """What a part is that has secrets and is not won."""
        number, witness, kinds = self._known_parts[normalized(part, self._game)]
        own = self._system.forms[number].colours
        again = {
            colour: sum({1 << row.index(colour) for row in part.clauses if colour in row})
            for colour, name in zip(part.occurring, witness.colours, strict=True)
            if kinds and name >= own
        }
        return _Told(
            pegs,
            part,
            number,
            pattern_of(tuple(row for row in part.clauses if again.keys().isdisjoint(row))),
            Witness(witness.columns, tuple(name for name in witness.colours if name < own)),
            again,
            tuple(kinds.count(self._system.kinds[p]) for p in self._system.active[number]),
        )

    def _answer(self, state: State, told: _Told, part: Part | None) -> Answer:
        pattern, words = self._closure.patterns[state[0]], self._words
        raw = words.pattern(told.raw, pattern)
        if part is None:
            return Answer(told.pegs, raw, cost="won" if told.is_won else None)
        normal, form = normalized(told.core, self._game), self._system.forms[part.number]
        below, shown = self._usual(state, part), words.pattern(normal)
        core = words.pattern(told.core, pattern)
        if told.again:
            by = word_text(tuple(c + KIND * kind for c, kind in told.again.items()))
            raw += rf" extends {core} by \mptWord{{{by}}}"
        witness = words.witness(told.witness, normal, form)
        more = "" if witness == IDENTITY else witness
        reference = None if shown == core else shown
        known = None if (other := words.pattern(form)) == shown else other
        if part.number < self._patterns:
            level = self.level(below)
            return Answer(told.pegs, raw, reference, known, part.number, level, more)
        cost = f"cost ${self._theorem.induction.masets[below]}$"
        if len(form.clauses) <= _SIMPLE:
            return Answer(told.pegs, raw, reference, cost=cost)
        cost = rf"\mptMasetRef{{{part.number - self._patterns}}}, {cost}" + f", {more}" * bool(more)
        return Answer(told.pegs, raw, reference, known, cost=cost)

    # Equations

    def _usual(self, state: State, part: Part) -> State:
        """The function that a part is with many implicit colours."""
        return self._system.after(state, part, max(self._system.losses(part), key=sum))

    def _equation_text(
        self, state: State, equation: Recurrence, order: Mapping[int, Part], sign: str
    ) -> str:
        terms, constant = [], 0
        for part in order.values():
            below = self._usual(state, part)
            if part.number >= self._patterns:
                cost = self._theorem.induction.masets[below]
                constant = max(constant, cost) if self.is_worst else constant + cost
            else:
                terms.append(self._term(equation, part, below))
        left = self.function(state, self._indices(state))
        condition = self._condition(state, equation)
        where = rf" \qquad ({condition})" if condition else ""
        if self.is_worst:
            terms = list(dict.fromkeys(terms)) + [str(constant)] * (constant > 0 or not terms)
            right = terms[0] if len(terms) == 1 else rf"\max({', '.join(terms)})"
            return f"{left} {sign} 1 + {right}{where}"
        own = {**self._secrets(state[0])}
        nothing = (0,) * len(self._system.kinds)
        own[nothing] = own.get(nothing, 0) + constant
        return f"{left} {sign} {' + '.join([*terms, several(own, INDICES)])}{where}"

    def _condition(self, state: State, equation: Recurrence) -> str:
        """How many implicit colours the question needs: new ones, and some in place of blanks."""
        least: dict[tuple[int, ...], int] = {}
        for need in self._system.needs(state, equation.extra) or ():
            least[need.kinds] = need.least + self._taken(equation, need.kinds)
        for place, new in enumerate(equation.new):
            least[place,] = max(new, least.get((place,), 0))
        bounds: dict[int, list[str]] = {}
        for kinds, bound in sorted(least.items()):
            bounds.setdefault(bound, []).append(_sum(kinds))
        return ", ".join(rf"{', '.join(sums)} \ge {n}" for n, sums in sorted(bounds.items()) if n)

    def _taken(self, equation: Recurrence, kinds: Sequence[int]) -> int:
        """How many new colours a question has of some kinds."""
        return sum(equation.new[place] for place in kinds)

    def _term(self, equation: Recurrence, part: Part, below: State) -> str:
        return self.function(below, [self._index(equation, index) for index in part.indices])

    def _index(self, equation: Recurrence, index: Index) -> str:
        """An index of a part: what is left of some kinds, and the colours implicit again."""
        more = index.more - self._taken(equation, index.kinds)
        text = _sum(index.kinds).replace(" ", "")
        return text + (f"{more:+d}" if more else "") if text else str(more)

    def _notes(
        self, state: State, equation: Recurrence, order: Mapping[int, Part]
    ) -> Iterator[str]:
        """What is different where few implicit colours are left that can stand nowhere."""
        cap = self._system.cap
        for part in dict.fromkeys(order.values()):
            usual = self._usual(state, part)
            levels = self._system.levels(self._system.moved(state, part.columns))
            for lost in sorted(self._system.losses(part), key=sum, reverse=True):
                here = self._system.after(state, part, lost)
                change = self._change(equation, part, here, usual)
                if change and self._may_be_left(state, equation, part, lost):
                    where = []
                    for kinds, count, level in zip(part.runs_out, lost, levels, strict=True):
                        if kinds and (count < cap or level < cap):
                            left = count + self._taken(equation, kinds)
                            sign = "=" if count < cap else ">"
                            where.append((kinds, f"{_sum(kinds)} {sign} {left - (count == cap)}"))
                    conditions = ", ".join(text for _, text in sorted(where))
                    yield rf"\emph{{Where}} ${conditions}$: {change}"

    def _may_be_left(
        self, state: State, equation: Recurrence, part: Part, lost: Sequence[int]
    ) -> bool:
        """Whether a question that can be asked may leave so few colours that can stand nowhere."""
        needs = self._system.needs(state, equation.extra) or ()
        return not any(
            count < need.least and {*need.kinds} <= {*kinds}
            for kinds, count in zip(part.runs_out, lost, strict=True)
            for need in needs
        )

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
                    "maset": self._words.pattern(form),
                    "costs": [
                        # One cost and question for all need not say for which, but for a blank.
                        (
                            cost,
                            latex.typewriter(self._words.question(form, word)),
                            where if self._exact and (len(levels) > 1 or EXTRA in word) else [],
                        )
                        for (cost, word), where in levels.items()
                    ],
                }


def _sum(places: Sequence[int]) -> str:
    """How many colours there are of some kinds."""
    return " + ".join(INDICES[place] for place in places)


def _extra_columns(word: Word) -> int:
    return sum(1 << j for j, cell in enumerate(word) if cell == EXTRA)


def _cell_text(line: Line, said: str) -> str:
    return rf"\mptCell{{{line.depth}}}{{{line.condition}}}{{{said}}}"
