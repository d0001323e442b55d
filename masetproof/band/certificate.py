"""Writing band proofs; docs/short-proofs.md fixes the format and what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import NamedTuple, final

import numpy as np

from masetproof import kernels
from masetproof.band.guide import Horizon, Reasons
from masetproof.band.states import Band, Offsets
from masetproof.patterns.closure import form_of
from masetproof.patterns.isomorphism import column_symmetries
from masetproof.patterns.kinds import new_counts
from masetproof.patterns.naming import image_text
from masetproof.patterns.pattern import MasetPattern, normalized, pattern_of, with_new
from masetproof.patterns.questions import all_questions
from masetproof.proofs.certificate import formula_lines
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.words import STAR, Word


@final
class Head(NamedTuple):
    """The claims of a band proof.

    plan: for which n and which offsets bounds are computed.
    base: the first n of the polynomials.
    formula: of the whole game.  An n that does not follow the polynomial is an exception.
    between: where the halves do not meet, the lower bound of the game and the total of the
        strategy.
    """

    plan: Horizon
    base: int
    formula: Formula
    between: Mapping[int, tuple[int, int]]


def proof_lines(
    band: Band, head: Head, reasons: Reasons, needed: Iterable[int], strategy: Sequence[str]
) -> Iterator[str]:
    """The lines of a certificate.

    reasons: by state, how it is bounded.  needed: the numbers of the states that it
        lists.  strategy: the lines of the upper half.
    """
    closure, formula = band.closure, head.formula
    yield "masetproof short proof 2"
    yield f"game {closure.game.name}"
    yield f"pegs {closure.pegs}"
    yield f"full {head.plan.settled} {head.plan.first}"
    yield f"base {head.base}"
    yield from formula_lines(formula, head.between)
    for n, (least, most) in sorted(head.between.items()):
        yield f"between {n} {least} {most}"
    sections = {
        "patterns": [form.by_columns for form in band.forms],
        "symmetries": [*_symmetries(band)],
        "parts": sorted(_parts(band), key=_place),
        "states": [*_states(band, reasons, needed)],
        "strategy": strategy,
    }
    for name, lines in sections.items():
        yield f"{name} {len(lines)}"
        yield from lines


def offsets_text(offsets: Offsets) -> str:
    return "".join(map(str, offsets))


def _states(band: Band, reasons: Reasons, needed: Iterable[int]) -> Iterator[str]:
    """Pattern, offsets and reason of each state: ``?``, or the column by which it is averaged."""
    for state in needed:
        form, offsets, _ = band.states[state]
        reason = int(reasons[state])
        why = "?" if reason == kernels.ASKED else str(reason)
        yield f"{form}.{offsets_text(offsets)} {why}"


def _symmetries(band: Band) -> Iterator[str]:
    """The maps of each pattern to itself, without the identity."""
    for form, pattern in enumerate(band.forms):
        for witness in column_symmetries(pattern)[1:]:
            yield image_text(form, pattern, witness, pattern, band.closure.game)


def _parts(band: Band) -> Iterator[str]:
    """The map from its pattern to each maset that a bound may refer to.

    These are the parts of all questions on the patterns of the band; and, of all patterns, the
    single clauses with a star, and for each column all clauses with a star in it.
    """
    closure, game = band.closure, band.closure.game
    groups = dict[tuple[Word, ...], None]()
    for pattern in closure.patterns:
        groups |= {(row,): None for row in pattern.clauses if STAR in row}
        for column in range(band.pegs):
            starred = tuple(row for row in pattern.clauses if row[column] == STAR)
            groups |= {starred: None} if starred else {}
    for pattern in band.forms:
        groups |= dict.fromkeys(_parts_of(pattern, band))
    for part in dict.fromkeys(normalized(pattern_of(rows), game) for rows in groups):
        found = form_of(closure, part)
        assert found is not None
        form, witness = found
        yield image_text(form, band.forms[form], witness.inverse(), part, game)


def _place(witness: str) -> tuple[int, str]:
    """A key that sorts lines by the number of the form: then the file is compressed best."""
    return int(witness.partition(".")[0]), witness


def _parts_of(form: MasetPattern, band: Band) -> Iterator[tuple[Word, ...]]:
    """The clauses of all parts of all questions on a form."""
    game = band.closure.game
    table = all_questions(form, game, extra=True, max_new=band.pegs * (not form.is_explicit))
    for place in np.unique(table.new).tolist():
        counts = new_counts(game, band.pegs)[place]
        columns = [column for column, count in enumerate(counts) if count]
        fresh = {form.colours + i: 1 << column for i, column in enumerate(columns)}
        rows = with_new(form, fresh, game).clauses
        answers = game.numbers(table.cells[table.new == place], np.array(rows, np.uint8))
        for answer in range(band.pegs):
            for part in np.unique(answers == answer, axis=0):
                if part.any():
                    yield tuple(compress(rows, part.tolist()))
