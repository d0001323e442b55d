"""The layout: imports go downwards only, and files stay readable."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import masetproof
from masetproof.cache import LIBRARIES

PACKAGE = Path(__file__).parents[1] / "masetproof"

# The flow of data: modules at the top of the package, and folders.  Each may import those before
# it.  Within a folder the order is that in which the docstring of `__init__` lists its modules.
FOLDERS = [
    "_version",
    "_signals",
    "arguments",
    "words",
    "notebook",
    "drawing",
    "objectives",
    "progress",
    "files",
    "kernels",
    "games",
    "finite",
    "cache",
    "patterns",
    "recurrences",
    "strategies",
    "proofs",
    "short",
    "band",
    "trees",
    "search",
    "evolution",
    "grid",
    "large",
    "tables",
    "play",
    "boards",
    "reports",
    "explore",
    "cli",
]
ALONE = {"checker", "__init__", "__main__"}


Imports = list[ast.Import | ast.ImportFrom]


@cache
def modules() -> dict[str, Imports]:
    """What is imported anywhere in each file."""
    nodes_by_name = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        nodes = ast.walk(ast.parse(path.read_bytes()))
        nodes_by_name[name] = [
            node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)
        ]
    return nodes_by_name


@cache
def is_package(name: str) -> bool:
    return PACKAGE.parent.joinpath(*name.split(".")).is_dir()


def imports(nodes: Imports) -> set[str]:
    """Modules of the package that are imported."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif node.module and is_package(node.module):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif node.module:
            names.add(node.module)
    return {name.removeprefix("masetproof.") for name in names if name.startswith("masetproof.")}


@cache
def listed(folder: str) -> list[str]:
    """The modules that the docstring of a folder lists, in its order."""
    path = PACKAGE / folder / "__init__.py"
    text = ast.get_docstring(ast.parse(path.read_text())) or ""
    return re.findall(r"^ {4}(\w+) {2,}\S", text, re.MULTILINE)


def folder_of(name: str) -> str:
    """The folder of a module, or the module itself at the top of the package."""
    return name.partition(".")[0]


def inner_imports() -> Iterator[tuple[str, str]]:
    """Each module with each module of the package that it imports."""
    for name, nodes in modules().items():
        if folder_of(name) not in ALONE:
            yield from ((name, imported) for imported in imports(nodes))


def test_folders_import_downwards_only() -> None:
    """So that the graph of folders has no cycle."""
    for name, imported in inner_imports():
        above, below = folder_of(name), folder_of(imported)
        if below == "checker":
            printing = {"reports.band", "reports.short"}
            verifying = {"band.proof", "cli.check", "cli.cite", "cli.demo", "short.proof"}
            # What the checker computes of any pattern, finders need not compute again.
            finding = {"proofs.growth", "short.bounding", "short.covering"}
            assert name in printing | verifying | finding
        elif above != below:
            assert FOLDERS.index(below) < FOLDERS.index(above), f"{name} imports {imported}"


def test_modules_import_downwards_only() -> None:
    for name, imported in inner_imports():
        folder, _, module = name.partition(".")
        if folder != folder_of(imported) or module == "__init__":
            continue
        _, _, below = imported.partition(".")
        if folder == "kernels":
            assert below == "kernel", name  # each is a file that depends on nothing else
        else:
            assert below in listed(folder)[: listed(folder).index(module)], (
                f"{name} imports {imported}"
            )


def test_every_module_has_its_place() -> None:
    """In the list of folders, and in the docstring of its folder."""
    names = {name.removesuffix(".__init__") for name in modules()} - ALONE
    assert {folder_of(name) for name in names} == set(FOLDERS) | {"checker"}
    for path in PACKAGE.glob("*/__init__.py"):
        folder = path.parent.name
        inside = [name.partition(".")[2] for name in names if name.startswith(f"{folder}.")]
        inside += [one.stem for one in path.parent.glob("c/*.h") if one.stem != folder]
        assert sorted(listed(folder)) == sorted(set(inside) - {"__main__"}), folder


def test_type_checkers_read_the_table_of_public_names() -> None:
    """The stub has an import for each name of the table, in its order, and nothing else."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_bytes())
    imported = [ast.unparse(node) for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = masetproof._HOMES.items()
    assert imported == [f"from {home} import {name} as {name}" for name, home in homes]
    assert len(stub.body) == len(imported) + 1  # the docstring


def test_files_are_short_and_named_for_what_they_do() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text().splitlines()) < 1000, path
        assert path.stem not in ("utils", "util", "helpers", "misc"), path


def test_flags_of_games_are_read_where_games_are_made() -> None:
    """Others ask what follows from them; large boards are about the two kinds of pegs."""
    flags = re.compile(r"white_pegs|\.repeats\b|own_alphabets|shares_colours")
    places = (path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py")))
    rest = [
        place
        for place in places
        if not place.startswith(("checker/", "games/"))
        and flags.search((PACKAGE / place).read_text())
    ]
    assert rest == ["large/consistent.py", "large/sample.py", "reports/document.py"]


def test_only_isomorphism_uses_nauty() -> None:
    users = {
        name
        for name, nodes in modules().items()
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "pynauty"
    }
    assert users == {"patterns.isomorphism"}


# They draw and print, distribute jobs, or run the tests.
NOT_IN_RESULTS = {
    *("IPython", "_typeshed", "distributed", "jinja2", "latex2mathml", "matplotlib", "networkx"),
    "cffi",  # kernels are in the digest as they are compiled
}


def test_all_libraries_that_have_a_part_in_results_are_in_the_digest() -> None:
    """What tells apart the code that made what is kept on disk."""
    imported = set()
    for nodes in modules().values():
        for node in nodes:
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif node.module and not node.level:
                imported.add(node.module.partition(".")[0])
    imported -= sys.stdlib_module_names | {"__future__", "masetproof"}
    assert imported == set(LIBRARIES) | NOT_IN_RESULTS


def reads_a_file(call: ast.Call) -> bool:
    """Whether a call may open a file by its name to read from it."""
    function = ast.unparse(call.func)
    place, _, name = function.rpartition(".")
    given = ", ".join(map(ast.unparse, [*call.args, *(word.value for word in call.keywords)]))
    if name in ("read_text", "read_bytes"):
        return bool(place)
    if name in ("load", "fromfile", "memmap", "loadtxt", "genfromtxt", "ZipFile", "GzipFile"):
        # What is open already has these names.
        return not given.startswith(("file", "raw", "content", "''"))
    if name != "open" or place == "place":
        return False
    return "os.devnull" not in given and not re.search("'[wxa]b?'", given)


def test_files_are_read_in_one_way() -> None:
    """No pipe is waited for, and nothing without an end is read to its end."""
    readers = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in PACKAGE.rglob("*.py")
        if path.name != "files.py" or path.parent != PACKAGE
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and reads_a_file(node)
    }
    assert readers == {
        "checker/reading.py: open(path, 'rb', opener=opener)",
        "checker/reading.py: os.open(path, flags | at_once)",  # which shares no code
        # In a checkout, by the compiler's side.
        "kernels/build.py: (_HERE / 'c' / header).read_text(encoding='utf-8')",
        "kernels/build.py: (_HERE / 'c' / 'kernels.h').read_text(encoding='utf-8')",
        "kernels/build.py: path.read_text(encoding='utf-8')",
    }
