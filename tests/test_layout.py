"""The layout: imports go downwards only, and files stay readable."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

from masetproof.cache import LIBRARIES
from tests.conftest import BLACK_PEG, SITE, THREE_PEGS, unit_of

PACKAGE = Path(__file__).parents[1] / "masetproof"

# The flow of data; each name may import those before it.
ORDER = [
    "_version",
    "_signals",
    "arguments",
    "words",
    "notebook",
    "drawing",
    "objectives",
    "progress",
    "threads",
    "files",
    "games.symmetry",
    "games.counting",
    "games.rules",
    "games.registry",
    "games.pegs",
    "games.wordlist",
    "games.spelling",
    "games.comparison",
    "games.jotto",
    "games.matrix",
    "games.word_mastermind",
    "games.__init__",
    "finite.setting",
    "finite.table",
    "finite.contradictions",
    "cache",
    "machine",
    "kernels",
    "patterns.kinds",
    "patterns.pattern",
    "patterns.folding",
    "patterns.codes",
    "patterns.columns",
    "patterns.isomorphism",
    "patterns.refinement",
    "patterns.questions",
    "patterns.split",
    "patterns.splitter",
    "patterns.closure",
    "patterns.store",
    "patterns.graph",
    "patterns.picture",
    "recurrences.readings",
    "recurrences.masets",
    "recurrences.recurrences",
    "recurrences.domains",
    "recurrences.tables",
    "recurrences.compiled",
    "recurrences.boxes",
    "recurrences.cells",
    "recurrences.growing",
    "recurrences.system",
    "recurrences.values",
    "recurrences.polynomials",
    "recurrences.quasipolynomial",
    "recurrences.solving",
    "strategies.strategy",
    "strategies.own",
    "strategies.rules",
    "strategies.on_patterns",
    "strategies.book",
    "strategies.known",
    "proofs.induction",
    "proofs.cells",
    "proofs.regions",
    "proofs.functions",
    "proofs.cell_proof",
    "proofs.one_index_proof",
    "proofs.verdicts",
    "proofs.cell_verdicts",
    "proofs.equations",
    "proofs.strategy",
    "proofs.guide",
    "proofs.cell_guide",
    "proofs.statement",
    "proofs.cell_theorem",
    "proofs.theorem",
    "proofs.written",
    "proofs.values",
    "proofs.comparison",
    "proofs.certificate",
    "trees.notation",
    "trees.tree",
    "trees.replay",
    "trees.evaluate",
    "trees.depths",
    "trees.irving",
    "trees.claims",
    "trees.files",
    "trees.text",
    "trees.dot",
    "trees.picture",
    "search.executors",
    "search.messages",
    "search.pool",
    "search.cluster",
    "search.bounds",
    "search.board",
    "search.states",
    "search.solver",
    "search.jobs",
    "search.checkpoint",
    "search.plans",
    "search.optimum",
    "search.optima",
    "search.clock",
    "search.workplace",
    "search.run",
    "search.optimize",
    "play.missing",
    "play.proved",
    "play.hints",
    "play.session",
    "evolution.codemaker",
    "evolution.blind",
    "evolution.transformations",
    "evolution.operators",
    "evolution.islands",
    "evolution.evolve",
    "grid.board",
    "grid.compatible",
    "grid.separating",
    "grid.opening",
    "grid.play",
    "grid.bulk",
    "large.breaker",
    "large.answers",
    "large.parts",
    "large.segments",
    "large.decomposition",
    "large.sieve",
    "large.consistent",
    "large.window",
    "large.sample",
    "large.contradictions",
    "large.crack",
    "large.strategy",
    "tables.published",
    "tables.table",
    "tables.records",
    "tables.text",
    "tables.rules",
    "tables.rules_text",
    "tables.bfile",
    "tables.values",
    "reports.latex",
    "reports.pictures",
    "reports.citation",
    "reports.layers",
    "reports.diagrams",
    "reports.literature",
    "reports.statements",
    "reports.document",
    "reports.graph",
    "reports.graph_drawing",
    "reports.sections",
    "reports.facts",
    "reports.solved",
    "reports.listing",
    "reports.cell_text",
    "reports.cell_order",
    "reports.cell_strategy",
    "reports.cell_equations",
    "reports.cell_listing",
    "reports.summary",
    "reports.volumes",
    "reports.figures",
    "reports.question",
    "reports.strategy",
    "reports.tables",
    "reports.heatmaps",
    "reports.losses",
    "reports.evolution",
    "reports.grid",
    "reports.growth",
    "reports.typeset",
    "reports.made",
    "reports.bundle",
    "reports.readings",
    "reports.drawn",
    "reports.notebook",
    "explore.mathml",
    "explore.names",
    "explore.boards",
    "explore.theorems",
    "explore.patterns",
    "explore.board_patterns",
    "explore.strategies",
    "explore.tables",
    "explore.proofs",
    "explore.documents",
    "explore.assets",
    "explore.server",
    "explore.site",
    "cli.interrupts",
    "cli.common",
    "cli.check",
    "cli.cite",
    "cli.depth",
    "cli.evaluate",
    "cli.evolve",
    "cli.explore",
    "cli.graph",
    "cli.grid",
    "cli.hint",
    "cli.play",
    "cli.crack",
    "cli.optimize",
    "cli.patterns",
    "cli.readings",
    "cli.rules",
    "cli.prove",
    "cli.show",
    "cli.strategy",
    "cli.tree",
    "cli.table",
    "cli.values",
    "cli.main",
]
ALONE = {"checker", "__init__", "__main__"}


Imports = list[ast.Import | ast.ImportFrom]


@cache
def modules() -> dict[str, Imports]:
    """What is imported anywhere in each file."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        nodes = ast.walk(ast.parse(path.read_bytes()))
        found[name] = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return found


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


def test_imports_go_downwards_only() -> None:
    def rank(name: str) -> int:
        return ORDER.index("kernels" if name.startswith("kernels.") else name)

    for name, nodes in modules().items():
        if name.split(".")[0] in ALONE or name.endswith("__init__"):
            continue
        for imported in imports(nodes):
            if imported == "checker":
                assert name in ("cli.check", "cli.cite")
            elif name.startswith("kernels."):
                assert imported == "kernels.kernel", name
            else:
                assert rank(imported) < rank(name), f"{name} imports {imported}"


def test_every_module_has_its_place() -> None:
    for name in modules():
        known = name.split(".")[0] in ALONE or name in ORDER or name.endswith("__init__")
        assert known or name.startswith("kernels."), name


def test_units_of_tests_are_of_files_that_are_there() -> None:
    files = (*THREE_PEGS, *BLACK_PEG, *SITE)
    assert all((PACKAGE.parent / file).is_file() for file in files)
    expected = {
        "tests/search/test_executors.py::test_x": "tests/search/test_executors.py",
        "tests/recurrences/test_values.py::test_with_is_a_lower_bound[ab-3-worst]": "AB game",
        "tests/proofs/test_three_pegs.py::test_the_worst_case_of_a_strategy": "Mastermind",
        "tests/test_readme.py::test_x[1]": "tests/test_readme.py::test_x[1]",
    }
    assert {nodeid: unit_of(nodeid) for nodeid in expected} == expected


def test_files_are_short_and_named_for_what_they_do() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text().splitlines()) < 1000, path
        assert path.stem not in ("utils", "util", "helpers", "misc"), path


def test_only_isomorphism_uses_nauty() -> None:
    users = {
        name
        for name, nodes in modules().items()
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "pynauty"
    }
    assert users == {"patterns.isomorphism"}


# They draw and print, distribute jobs, or run the tests.
NOT_IN_RESULTS = {"IPython", "_typeshed", "distributed", "jinja2", "matplotlib", "networkx"}


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
    found = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in PACKAGE.rglob("*.py")
        if path.name != "files.py" or path.parent != PACKAGE
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and reads_a_file(node)
    }
    assert found == {"checker/reading.py: open(path, 'rb')"}  # which shares no code


def test_packages_list_modules_that_there_are() -> None:
    for path in PACKAGE.glob("*/__init__.py"):
        text = ast.get_docstring(ast.parse(path.read_text())) or ""
        for name in re.findall(r"^ {4}(\w+) {2,}\S", text, re.MULTILINE):
            assert (path.parent / f"{name}.py").exists() or (path.parent / name).is_dir(), name
