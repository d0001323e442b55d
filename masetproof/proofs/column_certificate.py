"""What certificates of several indices have: `docs/certificates.md`, version 2.

Colours are written by columns, so that each column has colours 0, 1, ... of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.columns import ColumnTheorem
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.columns import State
from masetproof.words import SYMBOLS

__all__ = ["column_sections"]


def column_sections(theorem: ColumnTheorem) -> list[tuple[str, Iterable[str]]]:
    """The sections between claim and values, in their order."""
    closure = theorem.closure
    parts = list(_parts(closure))
    masets = 1 + max((number for kind, number, _ in parts if kind == "m"), default=-1)
    nodes, functions = _trees(theorem)
    return [
        ("patterns", [pattern.by_columns for pattern in closure.patterns]),
        ("masets", [maset.by_columns for maset in closure.explicit[:masets]]),
        ("automorphisms", _automorphisms(closure)),
        ("parts", [f"{kind} {number} {words} -" for kind, number, words in parts]),
        ("cells", nodes),
        ("functions", functions),
    ]


def _words(witness: Witness, source: MasetPattern, target: MasetPattern) -> str:
    """The words of a witness that maps one pattern to another."""
    columns = "".join(SYMBOLS[column] for column in witness.columns)
    renamings = []
    for column in range(source.pegs):
        own = [colour for colour in source.occurring if source.column_of[colour] == column]
        ranks = [target.rank_of[witness.colours[colour]] for colour in own]
        renamings.append("".join(SYMBOLS[rank] for rank in ranks) or "-")
    return f"{columns} {','.join(renamings)}"


def _automorphisms(closure: Closure) -> Iterator[str]:
    for number, pattern in enumerate(closure.patterns):
        for witness in automorphisms(pattern, fixed_columns=True):
            yield f"{number} {_words(witness, pattern, pattern)}"


def _parts(closure: Closure) -> Iterator[tuple[str, int, str]]:
    """Each different part, in order of appearance: its kind, number, and the words of a witness."""
    found = closure.identifications
    for place, (pattern, maset) in enumerate(
        zip(found.pattern.tolist(), found.explicit.tolist(), strict=True)
    ):
        kind, number = ("p", pattern) if pattern >= 0 else ("m", maset)
        target = closure.patterns[pattern] if pattern >= 0 else closure.explicit[maset]
        columns, colours = found.columns[place], found.colours[place, : target.colours]
        witness = Witness(tuple(columns.tolist()), tuple(colours.tolist()))
        yield kind, number, _words(witness, witness.inverse().apply(target), target)


def _trees(theorem: ColumnTheorem) -> tuple[list[str], list[str]]:
    """The nodes of all trees, equal ones once, and the functions that refer to them."""
    numbers: dict[str, int] = {}

    def node(tree: Tree) -> str:
        if tree.cut is None:
            return "-"
        kind, i, j = tree.cut
        children = " ".join(map(node, tree.children))
        line = f"{kind} {i} {1 if kind == 'below' else j} {children}"
        return str(numbers.setdefault(line, len(numbers)))

    pegs, induction = theorem.closure.pegs, theorem.induction
    functions = []
    for state in sorted(induction.claims, key=lambda state: (state[0], _digits(state, pegs))):
        claim, check = induction.claims[state], induction.checks[state]
        functions.append(f"{state[0]} {_digits(state, pegs)} {node(claim)} {node(check)}")
        for leaf in claim.leaves():
            differences = [] if leaf.differences is None else leaf.differences.tolist()
            functions.append(" ".join([":", *map(str, differences)]))
    return list(numbers), functions


def _digits(state: State, pegs: int) -> str:
    """Whether a colour of each column is excluded."""
    return "".join(str(state[1] >> column & 1) for column in range(pegs))
