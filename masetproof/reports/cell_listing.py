"""The listing of a proof on cells: of a game where patterns have several indices.

It has the form of `listing`.  The indices, the numbers of implicit colours of each kind, are called
x, y, z; a claim and what is checked of it stand on cells (`cell_text`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import final

from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import Kind
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.polynomials import several_latex
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Part, Recurrence, Recurrences, State
from masetproof.reports import latex
from masetproof.reports.cell_equations import INDICES, CellEquations
from masetproof.reports.cell_order import Order, may_be_in_order, order_of
from masetproof.reports.cell_strategy import NO_SECRET, NOT_ASKED, Asked
from masetproof.reports.cell_text import (
    Line,
    in_parameters,
    narrowed,
    point_text,
    tree_lines,
)
from masetproof.reports.sections import (
    SIMPLE,
    AnswerLine,
    Question,
    Section,
    Sections,
    Told,
    equation_reference,
    level_text,
)
from masetproof.reports.statements import common_context
from masetproof.strategies.on_patterns import Place
from masetproof.words import EXTRA, Word, columns_text

__all__ = ["cell_listing"]


def cell_listing(
    theorem: Theorem, digest: str, certificate_name: str, *, whole: bool = True
) -> str:
    """The listing, the body of a LaTeX document; see `listing.full_listing`.

    whole: with all questions, which prove the lower bound.  Otherwise one optimal question for each
    cell, which is a strategy.
    """
    pages, system = _Pages(theorem, whole), theorem.system
    sections = [pages.section(state) for state in system.functions()]
    order = order_of(system, system.first)
    closure, letters = theorem.closure, INDICES[: len(system.kinds)]
    context = common_context(theorem, digest, certificate_name)
    context |= {
        "whole": whole,
        "letters": letters,
        "kinds": [columns_text(kind) for kind in system.kinds],
        "cap": system.cap,
        "board": _board_text(system),
        "whole_board": _whole_board_text(system),
        "regions": pages.claims(system.first, order) if len(theorem.regions) > 1 else [],
        "order": pages.order_text(system.first, order),
        "first": pages.equations.function(system.first, letters),
        "first_level": level_text(system, system.first),
        "masets": list(pages.masets()),
        "sections": sections,
        "degree": 1 if pages.is_worst else closure.pegs + 1,
        "by_hand": closure.pegs == 2 and not pages.is_worst,
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
class _Pages(Sections):
    """What the template is given, from a theorem."""

    names_masets = True

    def __init__(self, theorem: Theorem, whole: bool) -> None:
        super().__init__(theorem)
        self._theorem, self._whole = theorem, whole
        self.equations = CellEquations(theorem)
        self.counts = dict.fromkeys(("whole", "same", "alike", "different"), 0)

    def section(self, state: State) -> Section:
        """All that is listed of a function."""
        number, equations = state[0], self.equations
        pattern = self.closure.patterns[number]
        asked = Asked(self._theorem, state)
        first: dict[object, int] = {}
        sides = set[object]()
        for place, word, equation in self._questions(state):
            same = first.setdefault(equations.identity(state, equation), place)
            asked.numbers.setdefault(equation, same)
            asked.words[place] = self.words.question(pattern, word)
            is_whole = not any(equation.new) and number in [part.number for part in equation.parts]
            side = equations.side(state, equation)
            kind = "alike" if side in sides else "different"
            kind = "whole" if is_whole else kind if same == place else "same"
            sides.add(side)
            self.counts[kind] += 1
        # Where all questions are listed, so are the excesses of all orders.
        order = () if self._whole else order_of(self.system, state)
        strategy = self._tree_text(
            state, asked.strategy(), lambda leaf: asked.name(leaf.cell), order
        )
        return self.listed(
            state,
            several_latex(equations.secrets(number), INDICES, on_a_line=True),
            [
                self._question(state, place, word, equation, asked)
                for place, word, equation in self._questions(state)
                if self._whole or rf"\mptWord{{{asked.words[place]}}}" in strategy
            ],
            self._claims_text(state),
            strategy,
            self.order_text(state, order),
        )

    # Claims and checks

    def claims(self, state: State, order: Order = ()) -> list[str]:
        """The lines of the tree on whose cells a function is claimed."""
        lines = self._lines(state, self._theorem.induction.claims[state], order)
        return [_cell_text(line, f"${line.claim}$" if line.is_leaf else "") for line in lines]

    def _lines(self, state: State, tree: Tree, order: Order) -> list[Line]:
        """The lines of a tree of a function, for one order of its indices if there is one."""
        lines = list(tree_lines(tree, self.equations.indices(state)))
        return narrowed(lines, lambda cell: may_be_in_order(cell, order)) if order else lines

    def order_text(self, state: State, order: Order) -> str:
        """An order of the indices of a function in words; empty where there is none."""
        names = self.equations.indices(state)
        orders = [r" \ge ".join(names[i] for i in block) for block in order]
        return ", ".join(f"${order}$" for order in orders)

    def _claims_text(self, state: State) -> str:
        claims = self._theorem.induction.claims
        for other in self.system.functions():
            if other == state:
                return "\n".join(self.claims(state))
            if other[0] == state[0] and claims.place[other] == claims.place[state]:
                same = self.equations.function(other, self.equations.indices(state), "G")
                return rf"\mptCell{{0}}{{}}{{${same}$}}"
        raise KeyError(state)

    def _tree_text(
        self, state: State, tree: Tree, told: Callable[[Tree], str], order: Order = ()
    ) -> str:
        """The lines of a tree.  told: what is said of a leaf."""
        names = self.equations.indices(state)
        lines, hidden = [], -1
        for line in self._lines(state, tree, order):
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
        words = self.closure.questions(state[0])
        known = {equation.split: equation for equation in self.system.equations(state)}
        for place, row in self.system.asked(state):
            yield place, words[place - 1], known[row]

    def _question(
        self, state: State, place: int, word: Word, equation: Recurrence, asked: Asked
    ) -> Question:
        number, mark = state[0], level_text(self.system, state)
        pattern = self.closure.patterns[number]
        excess = asked.excess(equation)
        told = [leaf.differences for leaf in excess.leaves() if leaf.differences is not None]
        attained = [not differences.any() for differences in told]
        parts = list(self.equations.parts(pattern, word, equation))
        order = {answer: part for answer, (_, part) in enumerate(parts) if part is not None}
        sign = "=" if all(attained) else r"\le"
        verdict = "optimal wherever it can be asked" if all(attained) else "never optimal"
        if any(attained) and not all(attained):
            where = "the excess is 0" if self._whole else "the strategy asks it, not everywhere"
            verdict = f"optimal where {where}"
        other, cells = asked.numbers[equation], ""
        if other != place:
            verdict = f"the same as ({equation_reference(mark, number, other)})"
        elif self._whole:
            cells = self._tree_text(state, excess, asked.told)
        return Question(
            latex.typewriter(self.words.question(pattern, word)),
            [self._line(state, told, part) for told, part in parts if told.raw],
            self.equations.text(state, equation, order, sign),
            "; ".join(self.equations.notes(state, equation, order)),
            f"{number}.{place}",
            Kind.OPTIMAL if any(attained) else Kind.MORE,
            verdict,
            cells=cells,
        )

    def _line(self, state: State, told: Told, part: Part | None) -> AnswerLine:
        pattern = self.closure.patterns[state[0]]
        if part is None:
            return self.line(pattern, told)
        below = self.equations.usual(state, part)
        cost = self._theorem.induction.masets.get(below, 0)
        return self.line(pattern, told, level_text(self.system, below), cost)

    # Explicit masets

    def masets(self) -> Iterator[dict[str, object]]:
        """The explicit masets with more than two secrets: costs, and questions that attain them."""
        guide, nothing = self._theorem.guide, (0,) * len(self.system.kinds)
        costs, exact = self._theorem.induction.masets, self.system.reading is Reading.EXACT
        for number, states in groupby(sorted(costs), key=lambda state: state[0]):
            form, maset = self.system.forms[number], number - self.patterns
            if len(form.clauses) <= SIMPLE:
                continue
            levels: dict[tuple[int, Word], list[str]] = {}
            for state in states:
                word = guide.move(Place(maset, True, nothing, self.system.levels(state))).question
                levels.setdefault((costs[state], word), []).append(level_text(self.system, state))
            told = []
            for (cost, word), where in levels.items():
                # One cost and question for all need not say for which, but for a blank.
                tells = exact and (len(levels) > 1 or EXTRA in word)
                question = latex.typewriter(self.words.question(form, word))
                told.append((cost, question, where if tells else []))
            yield {"number": maset, "maset": self.words.pattern(form), "costs": told}


def _cell_text(line: Line, said: str) -> str:
    return rf"\mptCell{{{line.depth}}}{{{line.condition}}}{{{said}}}"
