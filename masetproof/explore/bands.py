"""The pages of band proofs, from files of the package.

To find a proof of four pegs takes a quarter of an hour, so no page does it.  A page is made of two
files of the package: ``explore/kept/GAME-PEGS-expected.json``, the summary that ``masetproof prove
GAME --pegs P --short --out DIR`` writes, and the book of the strategy.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from masetproof.explore.names import Missing, Model
from masetproof.explore.theorems import display, mean
from masetproof.files import package_bytes, package_names
from masetproof.finite.setting import FiniteGame
from masetproof.games.alike import as_alike_game
from masetproof.objectives import Objective
from masetproof.proofs.known import known
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import Reading
from masetproof.strategies.book import Book
from masetproof.words import word_text

_SHOWN = 40


def kept_names(objective: Objective) -> list[str]:
    """The names of the proofs in the package, such as ``black-peg-4`` for game and pegs."""
    end = f"-{objective.value}.json"
    files = package_names("explore", "kept")
    return [name.removesuffix(end) for name in files if name.endswith(end)]


def kept_model(name: str, objective: Objective) -> Model:
    game, _, pegs = name.rpartition("-")
    return Model(as_alike_game(game), int(pegs), objective, Reading.EXACT)


def kept_head(name: str, objective: Objective) -> dict[str, object]:
    """The name, game and objective of a proof."""
    told = kept_model(name, objective).as_json()
    fields = ("title", "game", "game_title", "pegs", "objective")
    return {"name": name} | {field: told[field] for field in fields}


def kept_summary(name: str, objective: Objective) -> dict[str, Any]:
    """The summary of a proof: fields of its `as_json`, and ``digest`` of its certificate."""
    file = f"{name}-{objective.value}.json"
    summary: dict[str, Any] = json.loads(package_bytes("explore", "kept", file))
    return summary


def band_names() -> list[str]:
    return kept_names(Objective.EXPECTED)


def band_index() -> list[dict[str, object]]:
    """For the document ``index``, the name and title of each proof.

    There is no reading in it: a band proof is about the real game and the reading ``with`` at once.
    """
    return [kept_head(name, Objective.EXPECTED) for name in band_names()]


def band_document(name: str) -> dict[str, object]:
    """The document ``band/NAME``; `Missing` when there is none.

    values: for each n the total, the value of the formula's branch, and the number of secrets.
    between: the n that are not there, as only bounds are proved for them.  places: of the strategy;
    each has its pattern, offsets, excluded columns, and its questions, with the first and the last
    n for which one is asked.
    """
    if name not in band_names():
        raise Missing(f"there is no page of a band proof {name!r}")
    game, pegs, objective, _ = kept_model(name, Objective.EXPECTED)
    summary = kept_summary(name, objective)
    formula = _formula(summary["formula"])
    between = {int(n): ends for n, ends in summary["between"].items()}
    book = known(FiniteGame(game, pegs, 1)).book
    if book is None:
        raise Missing(f"there is no book of {name!r}")
    return {
        "kind": "band",
        **kept_head(name, objective),
        **{key: value for key, value in summary.items() if key != "objective"},
        "statement": display(
            rf"f(n) = {formula.branches_latex()}\quad (n \ge {formula.valid_from})"
        ),
        "mean": mean(formula, game, pegs),
        "exceptions": [[n, str(value)] for n, value in formula.exceptions.items()],
        "least": formula.least,
        "values": [
            [n, str(formula(n)), str(formula.branch_value(n)), str(game.secret_count(pegs, n))]
            for n in range(formula.least, _SHOWN + 1)
            if n not in between
        ],
        "places": list(_places(book)),
    }


def _formula(told: dict[str, Any]) -> Formula:
    branches = tuple(tuple(map(Fraction, branch)) for branch in told["branches"])
    exceptions = {int(n): int(value) for n, value in told["exceptions"].items()}
    return Formula(Objective.EXPECTED, told["valid_from"], branches, exceptions, 1)


def _places(book: Book) -> Iterator[list[object]]:
    for spot, asked in book.asked.items():
        digits = ("".join(map(str, some)) for some in (spot.offsets, spot.excluded))
        runs = [[word_text(one.question), one.first, one.last] for one in asked]
        yield [str(book.patterns[spot.number]), *digits, runs]
