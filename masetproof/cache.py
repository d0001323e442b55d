"""Where what takes long to make is kept, and how to know that the same code made it.

The directory is ``$MASETPROOF_CACHE``, or ``masetproof`` in the user's cache directory; it is safe
to delete at any time, and an empty ``MASETPROOF_CACHE`` turns the cache off.  It is trusted like
the code: checksums show damage, but they have no key, so whoever can write there can forge.

A file is named for what it holds and for a digest of all code that gives it its meaning.  Other
code uses other names, so versions that are installed side by side share the directory, and none
deletes what another one keeps.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata, util
from pathlib import Path

from masetproof._version import __version__

__all__ = ["cache_directory", "code_digest", "code_sources"]

_PACKAGE = Path(__file__).resolve().parent
_FOR_TYPES = ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def cache_directory() -> Path | None:
    """The directory, or None when the cache is turned off or there is no home."""
    chosen = os.environ.get("MASETPROOF_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser(os.path.join("~", ".cache"))
    return None if home.startswith("~") else Path(home, "masetproof")


@cache
def code_digest(*modules: str) -> str | None:
    """A digest of modules of the package, such as ``masetproof.patterns.store``, and all they use.

    It takes in the version, the source of every module of the package that they import, directly or
    not, and the versions of the other packages that these import.  None when a source cannot be
    read: then nothing can be told about the code, and nothing should be kept.
    """
    try:
        sources, others = code_sources(*modules, package=_PACKAGE)
    except (OSError, SyntaxError, ValueError):
        return None
    digest = hashlib.sha256(__version__.encode())
    for name in sorted(sources):
        digest.update(f"\n{name} {hashlib.sha256(sources[name]).hexdigest()}".encode())
    for name in sorted(others):
        digest.update(f"\n{name} {_version_of(name)}".encode())
    return digest.hexdigest()[:16]


def code_sources(*modules: str, package: Path = _PACKAGE) -> tuple[dict[str, bytes], set[str]]:
    """The sources of modules and of all modules of the package that they import, by their names.

    package: the directory of the package.  Imports within functions count; those for type checkers
    only (``if TYPE_CHECKING:``) do not.  Second come the names of the packages, beside Python's
    own, that are imported.  `OSError` or `SyntaxError` when a source cannot be read.
    """
    sources: dict[str, bytes] = {}
    others: set[str] = set()
    left = list(modules)
    while left:
        name = left.pop()
        if name in sources:
            continue
        top = name.partition(".")[0]
        if top != package.name:
            if top not in sys.stdlib_module_names:
                others.add(top)
            continue
        path = _path(name, package)
        sources[name] = path.read_bytes()
        # To import a module is to run the packages that it is in, too.
        home = name if path.name == "__init__.py" else name.rpartition(".")[0]
        left += filter(None, [home, name.rpartition(".")[0]])
        for found, parts in _imports(ast.parse(sources[name]), home):
            left.append(found)
            if found.partition(".")[0] == package.name:
                inside = [f"{found}.{part}" for part in parts]
                left += [one for one in inside if _path(one, package).exists()]
    return sources, others


def _path(name: str, package: Path) -> Path:
    """The file of a module of the package."""
    place = package.parent.joinpath(*name.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _imports(tree: ast.AST, home: str) -> Iterator[tuple[str, list[str]]]:
    """What a source imports: a module, and the names from it that may be modules themselves.

    home: the package of the source, from which relative imports start.
    """
    if isinstance(tree, ast.Import):
        yield from ((alias.name, []) for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom):
        module = util.resolve_name("." * tree.level + (tree.module or ""), home)
        yield module, [alias.name for alias in tree.names]
    elif isinstance(tree, ast.If) and ast.unparse(tree.test) in _FOR_TYPES:
        for statement in tree.orelse:
            yield from _imports(statement, home)
    elif not isinstance(tree, ast.expr):
        for node in ast.iter_child_nodes(tree):
            yield from _imports(node, home)


def _version_of(name: str) -> str:
    """The version of an installed package; empty when there is none of that name."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
