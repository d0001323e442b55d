"""What certificates of several indices have: `docs/certificates.md`, version 2.

With an alphabet for each column colours are written by columns, so that each has colours 0, 1, ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from masetproof.games.pegs import PegGame
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import Witness, automorphisms
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.columns import ColumnTheorem
from masetproof.recurrences.cells import Tree
from masetproof.words import SYMBOLS

__all__ = ["column_sections"]


def column_sections(theorem: ColumnTheorem) -> list[tuple[str, Iterable[str]]]:
    """The sections between claim and values, in their order."""
    closure = theorem.closure
    masets = 1 + int(closure.identifications.explicit.max(initial=-1))
    nodes, functions = _trees(theorem)
    return [
        ("patterns", [_text(one, closure.game) for one in closure.patterns]),
        ("masets", [_text(one, closure.game) for one in closure.explicit[:masets]]),
        ("automorphisms", _automorphisms(closure)),
        ("parts", _parts(closure)),
        ("cells", nodes),
        ("functions", functions),
    ]


def _text(pattern: MasetPattern, game: PegGame) -> str:
    return pattern.by_columns if game.own_alphabets else str(pattern)


def _words(witness: Witness, source: MasetPattern, target: MasetPattern, game: PegGame) -> str:
    """The words of a witness that maps one pattern to another."""
    columns = "".join(SYMBOLS[column] for column in witness.columns)
    if not game.own_alphabets:
        return f"{columns} {_symbols(witness.colours)}"
    renamings = []
    for column in range(source.pegs):
        own = [colour for colour in source.occurring if source.column_of[colour] == column]
        renamings.append(_symbols(target.rank_of[witness.colours[colour]] for colour in own))
    return f"{columns} {','.join(renamings)}"


def _symbols(numbers: Iterable[int]) -> str:
    return "".join(SYMBOLS[number] for number in numbers) or "-"


def _automorphisms(closure: Closure) -> Iterator[str]:
    for number, pattern in enumerate(closure.patterns):
        for witness in automorphisms(pattern, fixed_columns=True):
            yield f"{number} {_words(witness, pattern, pattern, closure.game)}"


def _parts(closure: Closure) -> Iterator[str]:
    """Each different part, in order of appearance: its kind, number, and the words of a witness."""
    found = closure.identifications
    for place, (pattern, maset) in enumerate(
        zip(found.pattern.tolist(), found.explicit.tolist(), strict=True)
    ):
        kind, number = ("p", pattern) if pattern >= 0 else ("m", maset)
        target = closure.patterns[pattern] if pattern >= 0 else closure.explicit[maset]
        implicit = [] if found.implicit is None else found.implicit[place].tolist()
        kinds = list(filter(None, implicit))
        columns, colours = found.columns[place], found.colours[place, : target.colours + len(kinds)]
        witness = Witness(tuple(columns.tolist()), tuple(colours.tolist()))
        part = witness.inverse().apply(target) if not kinds else target
        words = _words(witness, part, target, closure.game)
        yield f"{kind} {number} {words} {''.join(map(str, kinds)) or '-'}"


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

    system, induction = theorem.system, theorem.induction
    functions = []
    for state in sorted(induction.claims, key=lambda state: (state[0], system.levels(state))):
        claim, check = induction.claims[state], induction.checks[state]
        levels = "".join(map(str, system.levels(state)))
        functions.append(f"{state[0]} {levels} {node(claim)} {node(check)}")
        for leaf in claim.leaves():
            differences = [] if leaf.differences is None else leaf.differences.tolist()
            functions.append(" ".join([":", *map(str, differences)]))
    return list(numbers), functions
