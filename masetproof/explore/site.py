"""The files of the pages, and a site of them that needs no server and no network."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from masetproof.arguments import as_count
from masetproof.explore.bands import band_names
from masetproof.explore.bounds import bounds_names
from masetproof.explore.documents import Documents, index_document, registered, table_games
from masetproof.explore.names import Model, models
from masetproof.explore.proofs import proved
from masetproof.explore.strategies import comparable
from masetproof.explore.theorems import certificate_bytes
from masetproof.files import package_bytes, package_names, prepare_directory, whole_file
from masetproof.patterns.provable import MAX_PROVABLE_PEGS
from masetproof.progress import Progress, silent, under
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports.bundle import SUMS, Bundle
from masetproof.trees.tree import StrategyTree

ASSETS = package_names("explore", "static")
"""The files of the pages; ``index.html`` loads the scripts, each behind those that it uses."""

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "cert": "text/plain; charset=us-ascii",
    "zip": "application/zip",
}
CHECKER = "files/checker.zip"
"""The path of the checker's archive on the site."""
_WHOLE_PEGS = 2
"""With more pegs only the patterns of the optimal strategy have pages, not all."""


def media_type(name: str) -> str:
    return _TYPES[name.rpartition(".")[2]]


def asset(name: str) -> bytes:
    """A file of the pages; name: one of `ASSETS`."""
    return package_bytes("explore", "static", name)


def checker() -> bytes:
    """The folder of the independent checker, as a zip archive to be handed on with certificates."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name in filter(lambda name: name.endswith(".py"), package_names("checker")):
            # Without the time of the file, so that the same checker is the same archive.
            entry = zipfile.ZipInfo(f"checker/{name}")
            archive.writestr(entry, package_bytes("checker", name))
    return content.getvalue()


def _may_be_ours(name: str) -> bool:
    return name in ASSETS or bool(re.fullmatch(r"(data|files)(/[a-z0-9-]+)+\.[a-z]+", name))


def site_models(most_pegs: int = MAX_PROVABLE_PEGS) -> tuple[Model, ...]:
    """The models that a site shows.

    With three pegs only the real rules (`Reading.EXACT`), and no game whose columns have colours of
    their own, or whose questions repeat colours that secrets do not.
    """
    return tuple(
        model
        for model in models(most_pegs)
        if model.pegs <= _WHOLE_PEGS
        or (
            model.reading is Reading.EXACT
            and model.game.one_kind
            and not model.game.distinct_secrets
        )
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
    made = Bundle(directory, _may_be_ours, "explore")
    # Names that are known before any long work.
    bundles = map(_bundle, site_models(most_pegs))
    made.check([*ASSETS, "data/index.js", *bundles])
    written: list[str] = []
    for name, content in _files(trees, most_pegs, progress):
        made.check([name])
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(content)
        made.wrote(path)
        written.append(name)
    made.remove_all_but(*written)
    return [*made.files, directory / SUMS]


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
    names = {
        "table": table_games(),
        "band": band_names(),
        "bounds": bounds_names(),
        "tree": trees,
        "compare": ["/".join(two) for two in comparable(trees)],
    }
    for name in (f"{kind}/{one}" for kind, some in names.items() for one in some):
        progress(f"writing {name}", 0, 1)
        yield f"data/{name}.js", registered({name: alone.document(name)})
    for place, model in enumerate(shown, 1):
        show = under(f"theorem {place} of {len(shown)}; {model.name}", progress)
        yield from _theorem_files(model, proved(model, show), show)


def _theorem_files(
    model: Model, theorem: Theorem, progress: Progress
) -> Iterator[tuple[str, bytes]]:
    """The files of one theorem: one with all small documents; with three pegs one a pattern."""
    documents = Documents(lambda _: theorem, {})
    name, whole = model.name, model.pegs <= _WHOLE_PEGS
    proved: Any = documents.document(f"theorem/{name}")
    listed: Any = documents.document(f"patterns/{name}")
    small = {f"theorem/{name}": proved, f"patterns/{name}": listed}
    if model.reading is not Reading.WITH and model.game.one_kind:
        small[f"strategy/{name}"] = documents.document(f"strategy/{name}")
    if whole:
        yield f"files/{name}.cert", certificate_bytes(theorem)
    else:
        proved["certificate"] |= {"file": None}
        for kind in ("pattern", "maset"):
            asked: Any = small[f"strategy/{name}"]
            texts = {place[kind]: place["text"] for place in asked["places"] if kind in place}
            listed[f"{kind}s"] = [(str(number), text) for number, text in sorted(texts.items())]
    for place, _ in listed["masets"]:
        small[f"maset/{name}/{place}"] = documents.document(f"maset/{name}/{place}")
    for number, (place, _) in enumerate(listed["patterns"]):
        progress("pages of patterns", number, len(listed["patterns"]))
        key = f"pattern/{name}/{place}"
        document = documents.document(key)
        if whole:
            small[key] = document
            # A pattern by its number alone is that with as few excluded colours as can be.
            small.setdefault(f"pattern/{name}/{document['number']}", document)
        else:
            yield f"data/{key}.js", registered({key: document})
    yield _bundle(model), registered(small)
