"""The solutions that a listing on cells prints, read back and checked without SymPy.

Right sides and claims are those that are printed (`Paper.right`, `Paper.claim`), which
`tests.oracles.verified_cells` checks by other means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from tests.oracles.listed_cells import (
    FUNCTION,
    Name,
    Node,
    Paper,
    Point,
    Polynomial,
    Question,
    Section,
    Term,
)
from tests.oracles.told import section as text_of

FAR: Final = (6, 7, 9)
"""Parameters of points from which a recurrence goes several steps back within its cell."""
MOST_STEPS: Final = 4

_LEAF = re.compile(
    r"\$(?P<general>[^$]*) \+ c\$, (?:with \$c = (?P<constant>[^$]*)\$"
    r"|which is \$(?P<over>[^$]*) \+ c\$ more than \$F\$)"
)
_ITEM = re.compile(
    r"\$(?P<name>\\mptFunction\S+)\$ on \$(?P<points>[^$]*)\$,"
    r" from \(\\mptEqNumber(?:\[(?P<level>\d+)\])?\{(?P<pattern>\d+)\.(?P<number>\d+)\}\)\.\n"
    r"(?P<round>It refers .*\n)?So it is \$(?P<closed>[^$]*)\$\.\n"
)
_ROUND = re.compile(
    r"It refers back to itself: it is \$(?P<name>\\mptFunction\S*?)"
    r"\((?P<before>\S*)\) \+ H\$ with "
    r"\$H = (?P<added>[^$]*)\$\. On \$(?P<line>[^$]*)\$ this is "
    r"\$s_k = s_\{k-1\} \+ (?P<in_k>[^$]*)\$\. "
    r"SymPy returns \$s_k = (?P<returned>[^$]*) \+ C_0\$, and \$C_0 = (?P<initial>[^$]*)\$\.\n"
)


def verify_leaf(paper: Paper, section: Section, question: Question, leaf: Node) -> None:
    """What stands on a leaf of an equation after the excess."""
    _, separator, text = leaf.said.partition("; solution ")
    letters = paper.active(section)
    if paper.pegs > 2:  # equations of three pegs are not solved
        assert not separator
        return
    if not separator:  # the question leaves the pattern whole
        (own,) = [one for one in _terms(question) if one.name == section.name]
        assert own.indices == tuple(((letter,), 0) for letter in letters)
        return
    found = _LEAF.fullmatch(text)
    far = [point for _, point in leaf.points_at(FAR)]
    backs = [_back(paper, section, question, leaf, point) for point in far]
    if found is None:
        solution = Polynomial.read(text.strip("$"))
        for _, indices in leaf.points(3):
            at = dict(zip(letters, indices, strict=True))
            assert solution.value(at) == paper.right(section, question, indices)
        assert None in backs or not leaf.parameters
        return
    general = Polynomial.read(found["general"])
    rest = Polynomial.read(found["constant"] or found["over"])
    assert bool(found["constant"]) == leaf.said.startswith("$0$;")
    for point, back in zip(far, backs, strict=True):
        assert back
        last, grown = back
        here, there = (dict(zip(letters, one, strict=True)) for one in (point, last))
        assert general.value(here) - general.value(there) == grown
        claim = paper.claim(section.name, point)
        if found["constant"]:
            assert general.value(here) + rest.value(here) == claim
            assert rest.value(here) == rest.value(there)
        else:
            assert general.value(here) - rest.value(here) == claim


def _back(
    paper: Paper, section: Section, question: Question, leaf: Node, point: Point
) -> tuple[Point, int] | None:
    """Where an equation comes back to its cell, and how much it adds on the way; None if never."""
    assert question.cells
    grown, here = 0, point
    for _ in range(MOST_STEPS):
        right = paper.right(section, question, here)
        own = [one for one in _terms(question) if one.name == section.name]
        if right is None or len(own) != 1:
            return None
        before = own[0].at(paper.point(section, here))
        if min(before) < 0 or before == here:
            return None
        cost = paper.claim(section.name, before)
        if paper.worst and right != cost + 1:
            return None
        grown, here = grown + right - cost, before
        if question.cells.leaf(paper.point(section, here)) is leaf:
            return here, grown
    return None


def _terms(question: Question) -> list[Term]:
    _, _, right = question.equation.partition(") ")
    return [Term.read(found[0]) for found in re.finditer(FUNCTION, right)]


@dataclass
class _Component:
    """A function on a cell that is solved, or was."""

    name: Name
    root: Node
    leaf: Node

    def has(self, paper: Paper, indices: Point) -> bool:
        at = paper.point(paper.sections[self.name], indices)
        return self.root.leaf(at) is self.leaf


def verify_components(paper: Paper) -> int:
    """Each function on each cell once, after those to which it refers; how many recur."""
    text = text_of(paper.body, "solutions")
    (listed,) = re.findall(r"\\begin\{enumerate\}\n(.*)\\end\{enumerate\}", text, re.DOTALL)
    items, done = listed.split(r"\item ")[1:], list[_Component]()
    found = [_ITEM.fullmatch(item) for item in items]
    for one in found:
        assert one
        done.append(_component(paper, one, done))
    for section in paper.sections.values():
        for indices in product(range(4), repeat=len(paper.active(section))):
            own = [one for one in done if one.name == section.name and one.has(paper, indices)]
            assert len(own) == 1 or not (own or paper.count(section, indices))
    return sum(bool(one["round"]) for one in found if one)


def _component(paper: Paper, item: re.Match[str], done: Sequence[_Component]) -> _Component:
    name = Term.read(item["name"], "G").name
    section = paper.sections[name]
    assert (item["level"] or "", int(item["pattern"])) == (name[1], name[0])
    cell, closed = _cell(item["points"]), Polynomial.read(item["closed"])
    letters = paper.active(section)
    for _, indices in [*cell.points(3), *cell.points_at(FAR)]:
        at = dict(zip(letters, indices, strict=True))
        assert closed.value(at) == paper.claim(name, indices)
    root = _claims(paper, section)
    first = tuple(form.at(dict.fromkeys(cell.parameters, 0)) for form in cell.forms)
    here = _Component(name, root, root.leaf(paper.point(section, first)))
    box = {*product(range(6), repeat=len(letters))}
    assert {i for _, i in cell.points(5)} & box == {i for i in box if here.has(paper, i)}
    (question,) = [one for one in section.questions if one.number == int(item["number"])]
    solved = [
        indices
        for _, indices in cell.points_at(FAR)
        if paper.right(section, question, indices) == paper.claim(name, indices)
    ]
    assert solved
    if item["round"]:
        _verify_round(paper, section, item["name"], item["round"])
    else:
        for indices in solved:
            _verify_order(paper, section, question, indices, done)
    return here


def _claims(paper: Paper, section: Section) -> Node:
    """The tree of what is claimed, which another function of the pattern may have."""
    texts = [leaf.text.strip("$") for leaf in section.claim.leaves]
    if "mptFunction" in texts[0]:
        return _claims(paper, paper.sections[Term.read(texts[0], "G").name])
    return section.claim


def _cell(points: str) -> Node:
    return Node("", f"${points}$: ", [])


def _verify_order(
    paper: Paper, section: Section, question: Question, indices: Point, done: Sequence[_Component]
) -> None:
    """What a sum refers to was solved before; of a maximum, one that is attained."""
    at = paper.point(section, indices)
    terms = [(term.name, term.at(at)) for term in _terms(question)]
    costs = [paper.claim(*one) for one in terms]
    known = [
        not cost or any(one.name == name and one.has(paper, there) for one in done)
        for (name, there), cost in zip(terms, costs, strict=True)
    ]
    if paper.worst:
        right = paper.claim(section.name, indices)
        tops = [solved for solved, cost in zip(known, costs, strict=True) if cost + 1 == right]
        known = [any(tops)] if tops else []
    assert all(known)


def _verify_round(paper: Paper, section: Section, name: str, text: str) -> None:
    found, letters = _ROUND.fullmatch(text), paper.active(section)
    assert found
    assert name == f"{found['name']}({','.join(letters)})"
    back = [
        int(re.fullmatch(rf"{letter}(?:-(\d+))?", one)[1] or 0)  # type: ignore[index]
        for letter, one in zip(letters, found["before"].split(","), strict=True)
    ]
    added, in_k, returned, initial = (
        Polynomial.read(found[one]) for one in ("added", "in_k", "returned", "initial")
    )
    line = _cell(found["line"])
    assert "k" in line.parameters
    for at, indices in _on_lines(line):
        claim = paper.claim(section.name, indices)
        if not at["k"]:
            assert returned.value(at) == 0
            assert initial.value(at) == claim
            continue
        before = tuple(map(int.__sub__, indices, back))
        grown = claim - paper.claim(section.name, before)
        assert added.value(dict(zip(letters, indices, strict=True))) == grown == in_k.value(at)
        assert returned.value(at) - returned.value(at | {"k": at["k"] - 1}) == grown


def _on_lines(line: Node) -> Iterator[tuple[dict[str, int], Point]]:
    return line.points(4)
