"""Writing certificates; `docs/certificates.md` fixes the format and what it means."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from io import TextIOBase
from itertools import repeat
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import Refused, as_instance, shown
from masetproof.games.registry import is_ours
from masetproof.patterns.catalogue import Witnesses
from masetproof.patterns.closure import Closure
from masetproof.patterns.isomorphism import Witness
from masetproof.patterns.matches import answers_by_matches, known_matches
from masetproof.patterns.pattern import MasetPattern
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.cells import Tree
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.words import SYMBOLS

_TITLE = re.compile("[ !#-~]{1,60}")
_TABLED_PEGS = 3
"""The most pegs of games whose rule is a table in the certificate."""


def write_certificate(theorem: Theorem, file: BinaryIO) -> str:
    """Write the certificate of *theorem* to a binary file; returns the SHA-256 of the whole file.

    The same theorem gives the same bytes.  `Refused` when *theorem* is no theorem or *file* is not
    open for bytes; `OSError` when it cannot be written.

    >>> with open("proof.cert", "wb") as file:
    ...     digest = write_certificate(prove("ab", 1), file)
    >>> len(digest)
    64
    """
    as_instance(Theorem, theorem, "the theorem")
    if isinstance(file, TextIOBase) or not callable(getattr(file, "write", None)):
        raise Refused(
            f"a certificate is written to a file that is open for bytes, not {shown(file)}"
        )
    whole = hashlib.sha256()

    def write(data: bytes) -> None:
        whole.update(data)
        file.write(data)

    version, sections = _sections(theorem)
    write(f"masetproof certificate {version}\n".encode())
    for name, lines in sections:
        listed = [*lines, ""]
        body = "\n".join(listed).encode("ascii")
        digest = hashlib.sha256(body).hexdigest()
        write(f"section {name} {len(listed) - 1} {digest}\n".encode())
        write(body)
    write(f"end {whole.hexdigest()}\n".encode())
    return whole.hexdigest()


def sealed(lines: Iterable[str]) -> bytes:
    """The certificate of a short proof, which ends with the digest of its lines."""
    body = "".join(f"{line}\n" for line in lines).encode("ascii")
    return body + f"end {hashlib.sha256(body).hexdigest()}\n".encode()


def formula_lines(formula: Formula, but: Container[int] = ()) -> Iterator[str]:
    """The lines of a short proof's certificate with its formula.  but: exceptions to leave out."""
    yield f"valid-from {formula.valid_from}"
    for branch in formula.branches:
        yield f"branch {' '.join(map(str, branch))}"
    for n, value in sorted(formula.exceptions.items()):
        if n not in but:
            yield f"exception {n} {value}"


def _sections(theorem: Theorem) -> tuple[int, list[tuple[str, Iterable[str]]]]:
    """The version, and the sections in their order."""
    closure = theorem.closure
    # With one kind of implicit colours there are no lines on kinds and cells.
    version = 1 if theorem.system.has_one_index else 2
    own = not is_ours(closure.game)
    if own:
        _check_own(closure)
    masets = closure.identifications.masets
    return 3 if own else version, [
        ("claim", _claim(theorem)),
        *([("rule", _rule(closure))] if own else []),
        ("patterns", _patterns(closure, closure.patterns)),
        # First the masets that are parts of patterns, then those that are parts of masets only.
        ("masets", _patterns(closure, closure.explicit[:masets])),
        ("automorphisms", _automorphisms(closure)),
        ("parts", _parts(closure)),
        *(_classes(theorem) if theorem.system.has_one_index else _cells(theorem)),
        ("values", (f"{n} {value}" for n, value in theorem.values.items())),
    ]


def _classes(theorem: Theorem) -> Iterator[tuple[str, Iterable[str]]]:
    """The functions of one index with their claims on the residue classes from the base on."""
    claim = theorem.claim
    line = "%d %d" + (" :" + " %d" * (claim.degree + 1)) * claim.period
    rows = claim.differences.reshape(len(claim), -1).tolist()
    functions = zip(theorem.system.functions(), rows, strict=True)
    yield "functions", (line % (*state, *row) for state, row in functions)


def _cells(theorem: Theorem) -> Iterator[tuple[str, Iterable[str]]]:
    """The nodes of all trees of cells, equal ones once, and the functions with their claims."""
    system, induction = theorem.system, theorem.induction
    numbers: dict[str, int] = {}

    def node(tree: Tree) -> str:
        if tree.cut is None:
            return "-"
        kind, i, j = tree.cut
        children = " ".join(map(node, tree.children))
        line = f"{kind} {i} {1 if kind == 'below' else j} {children}"
        return str(numbers.setdefault(line, len(numbers)))

    functions = []
    for state in sorted(induction.lower.claims, key=lambda state: (state[0], system.levels(state))):
        claim = induction.lower.claims[state]
        levels = "".join(map(str, system.levels(state)))
        functions.append(f"{state[0]} {levels} {node(claim)} {node(induction.lower.checks[state])}")
        for leaf in claim.leaves():
            differences = [] if leaf.differences is None else leaf.differences.tolist()
            functions.append(" ".join([":", *map(str, differences)]))
    yield "cells", [*numbers]
    yield "functions", functions


def _claim(theorem: Theorem) -> Iterator[str]:
    system, formula, claim = theorem.system, theorem.formula, theorem.claim
    game = theorem.closure.game
    if is_ours(game):
        yield f"game {game.name}"
    else:
        different = "" if game.secrets_repeat else "-distinct"
        yield f"game own{different}{'-secrets' * game.distinct_secrets}"
        yield f"title {game.title}"
    yield f"pegs {theorem.closure.pegs}"
    yield f"reading {system.reading.value}"
    yield f"objective {system.objective.value}"
    yield f"period {claim.period}"
    yield f"degree {claim.degree}"
    yield f"base {claim.base}"
    yield f"valid-from {formula.valid_from}"
    for branch in formula.branches:
        yield "branch " + " ".join(map(str, branch))
    for n, value in formula.exceptions.items():
        yield f"exception {n} {value}"
    yield f"words {theorem.words()}"
    yield f"symbols {theorem.symbols()}"


def _check_own(closure: Closure) -> None:
    """`Refused` where a certificate cannot have the rule or the title of a game of one's own."""
    if closure.pegs > _TABLED_PEGS:
        raise Refused(f"certificates of a game of one's own have at most {_TABLED_PEGS} pegs")
    if not _TITLE.fullmatch(closure.game.title):
        raise Refused(
            "in a certificate a game of one's own has a title of 1 to 60 ASCII characters without "
            f"quotation marks, not {shown(closure.game.title)}"
        )


def _rule(closure: Closure) -> Iterator[str]:
    """Each set of matches that two words may have, with the number of the answer."""
    game, pegs = closure.game, closure.pegs
    answers = answers_by_matches(game, pegs)
    won = len(game.answers(pegs)) - 1
    given = {int(code): int(answers[code]) for code in known_matches(game, pegs)}
    numbers = {number: place for place, number in enumerate(sorted({*given.values()} | {won}))}
    for code, number in sorted(given.items()):
        yield f"{code} {numbers[number]}"


def _patterns(closure: Closure, patterns: Sequence[MasetPattern]) -> Iterator[str]:
    """Patterns; where each column has an alphabet, each has colours 0, 1, ..."""
    several = len(closure.game.alphabets(closure.pegs)) > 1
    for pattern in patterns:
        yield pattern.by_columns if several else str(pattern)


def _automorphisms(closure: Closure) -> Iterator[str]:
    group = closure.automorphisms
    witnesses = _witnesses(closure, group, closure.patterns, group.number, 0)
    for number, words in zip(group.number.tolist(), witnesses, strict=True):
        yield f"{number} {words}"


def _parts(closure: Closure) -> Iterator[str]:
    """Each different part: its kind, number and witness, and the kinds that are implicit in it."""
    parts = closure.identifications
    is_pattern = parts.number >= 0
    numbers = np.where(is_pattern, parts.number, np.int16(-1) - parts.number)
    forms = numbers + np.where(is_pattern, 0, len(closure.patterns))
    implicit = np.zeros((len(parts), 0)) if parts.implicit is None else parts.implicit
    more = np.count_nonzero(implicit, axis=1)
    kind_texts: Iterable[str] = repeat("")
    if not closure.game.one_kind:
        kind_texts = (
            " " + ("".join(map(str, filter(None, row))) or "-") for row in implicit.tolist()
        )
    for kind, number, words, kinds in zip(
        np.where(is_pattern, "p", "m").tolist(),
        numbers.tolist(),
        _witnesses(closure, parts, closure.patterns + closure.explicit, forms, more),
        kind_texts,
        strict=False,
    ):
        yield f"{kind} {number} {words}{kinds}"


def _witnesses(
    closure: Closure,
    rows: Witnesses,
    forms: Sequence[MasetPattern],
    targets: NDArray[np.int16] | NDArray[np.int64],
    more: NDArray[np.int64] | int,
) -> Iterator[str]:
    """The words of witnesses from forms to targets.

    more: how many colours of each become implicit.  With an alphabet for each column there is a
        word for each.
    """
    if len(closure.game.alphabets(closure.pegs)) > 1:
        for columns, colours, number in zip(rows.columns, rows.colours, targets, strict=True):
            target = forms[number]
            one = Witness(tuple(columns.tolist()), tuple(colours[: target.colours].tolist()))
            yield f"{_symbols(one.columns)} {_renamings(one, target)}"
        return
    symbols = np.frombuffer(SYMBOLS.encode("ascii"), np.uint8)
    pegs, most = rows.columns.shape[1], rows.colours.shape[1]
    first, second = (
        symbols[cells].tobytes().decode("ascii") for cells in (rows.columns, rows.colours)
    )
    counts = np.array([form.colours for form in forms], dtype=np.int64)[targets] + more
    for row, count in enumerate(counts.tolist()):
        start = row * most
        yield f"{first[row * pegs : (row + 1) * pegs]} {second[start : start + count] or '-'}"


def _renamings(witness: Witness, target: MasetPattern) -> str:
    """The new names of the colours of each column; each column numbers its colours by itself."""
    source = witness.inverse().apply(target)
    renamings = []
    for column in range(source.pegs):
        own = [colour for colour in source.occurring if source.column_of[colour] == column]
        renamings.append(_symbols(target.rank_of[witness.colours[colour]] for colour in own))
    return ",".join(renamings)


def _symbols(numbers: Iterable[int]) -> str:
    return "".join(SYMBOLS[number] for number in numbers) or "-"
