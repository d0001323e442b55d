"""The explorer as files: a site that works from the file system, without a server or network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from masetproof.arguments import as_count
from masetproof.explore.assets import ASSETS, CHECKER, asset, checker
from masetproof.explore.board_patterns import board_places
from masetproof.explore.documents import Documents, index_document, registered
from masetproof.explore.names import Model, models, place_name
from masetproof.explore.patterns import levels_of, maset_levels
from masetproof.explore.proofs import proved
from masetproof.explore.strategies import strategy_document
from masetproof.explore.tables import table_games
from masetproof.explore.theorems import certificate_bytes
from masetproof.files import prepare_directory, whole_file
from masetproof.patterns.closure import MAX_PROVABLE_PEGS
from masetproof.progress import Progress, silent
from masetproof.proofs.theorem import OneIndexTheorem
from masetproof.recurrences.readings import Reading
from masetproof.reports.made import SUMS, Made
from masetproof.trees.tree import StrategyTree

__all__ = ["site_models", "write_site"]

_WHOLE_PEGS = 2
"""The most pegs with which all patterns are shown; with more only those of the strategy are."""


class _Names:
    """The names of files that a site may have."""

    def __contains__(self, name: object) -> bool:
        return name in ASSETS or bool(
            re.fullmatch(r"(data|files)(/[a-z0-9-]+)+\.[a-z]+", str(name))
        )


def site_models(most_pegs: int = MAX_PROVABLE_PEGS) -> tuple[Model, ...]:
    """The theorems of a site; of three pegs those of the real game, without those of boards."""
    return tuple(
        model
        for model in models(most_pegs)
        if model.pegs <= _WHOLE_PEGS or (model.reading is Reading.EXACT and not model.is_of_boards)
    )


def write_site(
    directory: Path,
    trees: Mapping[str, StrategyTree],
    *,
    most_pegs: int = MAX_PROVABLE_PEGS,
    progress: Progress = silent,
) -> list[Path]:
    """Write the site; returns its files.  The same arguments give the same bytes.

    `Refused` when a file of that name is there that the program did not make, `OSError` when one
    cannot be written.
    """
    most_pegs = as_count(most_pegs, "the number of pegs", 1, MAX_PROVABLE_PEGS)
    prepare_directory(directory)
    made = Made(directory, _Names(), "explore")
    made.check(_first_names(trees, most_pegs))
    written: list[str] = []
    for name, content in _files(trees, most_pegs, progress):
        made.check([name])
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)
        made.note(name)
        written.append(name)
    made.remove_all_but(*written)
    return [*(directory / name for name in written), directory / SUMS]


def _first_names(trees: Mapping[str, StrategyTree], most_pegs: int) -> list[str]:
    """Names that are known before any long work."""
    return [*ASSETS, "data/index.js", *(_bundle(model) for model in site_models(most_pegs))]


def _bundle(model: Model) -> str:
    return f"data/{model.name}.js"


def _files(
    trees: Mapping[str, StrategyTree], most_pegs: int, progress: Progress
) -> Iterator[tuple[str, bytes]]:
    """Every file of the site with its content."""
    shown = site_models(most_pegs)
    for name in ASSETS:
        yield name, asset(name)
    yield CHECKER, checker()
    yield "data/index.js", registered({"index": index_document(trees, live=False, shown=shown)})
    alone = Documents(proved, trees)
    for name in [*(f"table/{game}" for game in table_games()), *(f"tree/{name}" for name in trees)]:
        progress(f"writing {name}", 0, 1)
        yield f"data/{name}.js", registered({name: alone.document(name)})
    for place, model in enumerate(shown):
        progress(f"proving {model.name}", place, len(shown))
        yield from _theorem_files(model, proved(model, progress), progress)


def _theorem_files(model: Model, theorem: Any, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """One file with all that is small, and one for each pattern of three pegs."""
    documents = Documents(lambda _: theorem, {})
    name, whole = model.name, model.pegs <= _WHOLE_PEGS
    small = {f"theorem/{name}": documents.document(f"theorem/{name}")}
    if model.is_of_boards:
        yield f"files/{name}.cert", certificate_bytes(theorem)
        small[f"patterns/{name}"] = documents.document(f"patterns/{name}")
        # A pattern by its number alone is that with as few excluded colours as can be.
        for number in range(len(theorem.closure.patterns)):
            document = documents.document(f"pattern/{name}/{number}")
            for place in (number, document["place"]):
                small[f"pattern/{name}/{place}"] = document
        for place, _ in board_places(theorem):
            if (key := f"pattern/{name}/{place}") not in small:
                small[key] = documents.document(key)
        yield _bundle(model), registered(small)
        return
    real = model.reading is not Reading.WITH
    places = _all_places(theorem) if whole else _strategy_places(theorem)
    if real:
        small[f"strategy/{name}"] = documents.document(f"strategy/{name}")
    if whole:
        yield f"files/{name}.cert", certificate_bytes(theorem)
    else:
        small[f"theorem/{name}"]["certificate"] |= {"file": None}  # type: ignore[operator]
    patterns = [(place, text) for kind, place, text in places if kind == "pattern"]
    masets = [(place, text) for kind, place, text in places if kind == "maset"]
    small[f"patterns/{name}"] = {
        "kind": "patterns",
        "theorem": name,
        "patterns": patterns,
        "masets": masets,
    }
    for place, _ in masets:
        small[f"maset/{name}/{place}"] = documents.document(f"maset/{name}/{place}")
    for number, (place, _) in enumerate(patterns):
        progress(f"patterns of {name}", number, len(patterns))
        key = f"pattern/{name}/{place}"
        if whole:
            small[key] = documents.document(key)
        else:
            yield f"data/{key}.js", registered({key: documents.document(key)})
    yield _bundle(model), registered(small)


def _all_places(theorem: OneIndexTheorem) -> list[tuple[str, str, str]]:
    """Every pattern and maset with all numbers of excluded colours: kind, place, text."""
    found = []
    for number, pattern in enumerate(theorem.closure.patterns):
        levels = levels_of(theorem, number)
        found += [("pattern", place_name(number, e, levels[0]), str(pattern)) for e in levels]
    for number, maset in enumerate(theorem.closure.explicit):
        levels = maset_levels(theorem)
        found += [("maset", place_name(number, e, levels[0]), str(maset)) for e in levels]
    return found


def _strategy_places(theorem: OneIndexTheorem) -> list[tuple[str, str, str]]:
    """The patterns and masets that the strategy comes to."""
    places = strategy_document(theorem)["places"]
    found = {}
    for one in places:  # type: ignore[attr-defined]
        kind = "pattern" if "pattern" in one else "maset"
        found[kind, one[kind]] = one["text"]
    return [(kind, str(number), text) for (kind, number), text in sorted(found.items())]
