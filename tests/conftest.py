"""What several test modules need and what takes long to make."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import settings

from masetproof.cli import common
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.closure import Closure, close
from masetproof.proofs.theorem import Open, Theorem, prove_system
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.system import System, build_system
from masetproof.recurrences.values import evaluate, full_pattern_values
from masetproof.reports import typeset
from tests.programs import needs_programs, path_without_programs
from tests.theorems import theorem

COMPILING = (
    """
from masetproof import FiniteGame, GridBoard, close, evaluate, game_values, play_grids
from masetproof.proofs import induction, theorem
from masetproof.recurrences import system, values
from masetproof.strategies import rules
system._COMPILED_FROM = values._COMPILED_FROM = induction._COMPILED_FROM = rules._SMALL = 0
closure = close("ab", 2, extra=True, compiled=True, threads=1)
for objective in ("expected", "worst"):
    theorem.prove_system(system.build_system(closure, "with", objective))
game_values("black-peg", 3, 1)
evaluate(FiniteGame("mastermind", 2, 3), "entropy")
play_grids(GridBoard(3, 4), 1, workers=1)
""",
    """
from masetproof import FiniteGame, crack_games
from masetproof.kernels import searching
from masetproof.search.solver import Solver
solver = Solver(FiniteGame("mastermind", 3, 2), 1 << 24)
# What is a part of the search takes little longer by itself, while numba still knows it.
arrays, some = (solver.board, solver._stack), solver.all_secrets()[:3]
searching.bounds_by_questions(*arrays, solver._table, solver._runs[0], some, 3)
searching.count_all_parts(*arrays, some)
searching.find_twins(*arrays, solver._runs[0], some)
searching.is_first(*arrays, 0)
for colours in (2, 8):  # all words are found, and some are drawn
    crack_games(FiniteGame("mastermind", 8, colours), "sample", games=1, workers=1)
""",
)
"""What has the kernels compiled, each of which takes seconds; half of the time each."""
COMPILERS = pytest.StashKey[list[subprocess.Popen[bytes]]]()
"""The processes that do it."""
WITHOUT = pytest.StashKey[str]()
"""The search path where the programs that some tests need are not found."""
WITH = pytest.StashKey[str]()
"""The search path of the tests that need them."""


# The examples that are drawn are the same in each run, and none fails for being slow.
settings.register_profile("tests", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "run just the tests that need LaTeX, poppler or a browser, without these: all must skip"
    parser.addoption("--without-programs", action="store_true", help=what)


def pytest_configure(config: pytest.Config) -> None:
    """Interrupts arrive in the programs that tests start, also where tests run in the background.

    A shell without job control has what it starts in the background ignore interrupts, and programs
    inherit what is ignored.
    """
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    config.stash[WITHOUT] = path_without_programs(Path(folder.name))
    missing = config.getoption("without_programs")
    config.stash[WITH] = config.stash[WITHOUT] if missing else os.environ["PATH"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(50_000)  # as `masetproof.__main__` does
    # Bytecode is kept, or every program that a test starts would compile the package again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is there before the tests is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where tests run in several processes, kernels are compiled while these collect the tests."""
    if session.config.pluginmanager.has_plugin("dsession"):  # it hands the tests out
        environment = os.environ | {"MASETPROOF_CACHE": ""}
        root, start = session.config.rootpath, "import gc\ngc.disable()\n"
        session.config.stash[COMPILERS] = [
            subprocess.Popen([sys.executable, "-c", start + code], env=environment, cwd=root)
            for code in COMPILING
        ]


THREE_PEGS = (
    "tests/patterns/test_closure.py",
    "tests/proofs/test_three_pegs.py",
    "tests/recurrences/test_values.py",
    "tests/search/test_agreement.py",
)
"""Here tests need the closures of three pegs."""
BLACK_PEG = (
    "tests/proofs/test_cell_theorem.py",
    "tests/proofs/test_kinds.py",
    "tests/recurrences/test_kinds.py",
    "tests/recurrences/test_recurrences.py",
    "tests/strategies/test_cells.py",
)
"""Here tests share theorems on black-peg games and what the oracles find."""
WITH_THREE_PEGS = ("test_blocks_run[README]", "test_blocks_run[how-to]")
SITE = ("tests/explore/test_browser.py", "tests/explore/test_site.py")
"""Here they share a site and a browser."""
LONGEST = (
    "site",
    "Mastermind",
    "AB game",
    "black-peg games",
    "tests/reports",
    "tests/search",
    "tests/test_readme.py",
)
"""The units, or the beginnings of their names, that take longest."""


def unit_of(nodeid: str) -> str:
    """The tests that one process runs together, when several share the tests: mostly a file."""
    file, _, name = nodeid.partition("::")
    if file in SITE:
        return "site"
    if file in BLACK_PEG:
        return "black-peg games"
    if file in THREE_PEGS or name in WITH_THREE_PEGS:
        return "AB game" if "ab" in re.split("[^a-z]+", name) else "Mastermind"
    return nodeid if file == "tests/test_readme.py" else file


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long begins early: at the end it would keep one processor busy, the rest idle."""
    if config.getoption("without_programs"):
        items[:] = filter(needs_programs, items)
    items.sort(key=lambda item: not unit_of(item.nodeid).startswith(LONGEST))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Only tests that say that they need LaTeX, poppler or a browser find them."""
    os.environ["PATH"] = item.config.stash[WITH if needs_programs(item) else WITHOUT]


def pytest_runtest_call(item: pytest.Item) -> None:
    """A test that has got so far without the programs that it needs did not skip."""
    if item.config.getoption("without_programs"):
        pytest.fail("it runs without the programs that it says it needs")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Units go to the processes as a whole, in their order, when all kernels are compiled.

    Otherwise each process would compile those that it needs.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Units(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return unit_of(nodeid)

        def schedule(self) -> None:
            for process in config.stash[COMPILERS]:
                process.wait()
            super().schedule()

    config.option.loadscopereorder = False
    return Units(config, log)


def pytest_make_parametrize_id(val: object) -> str | None:
    return val.name if isinstance(val, Game) else None


@pytest.fixture(scope="session", autouse=True)
def _environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither read nor write the user's cache, and show where a defect is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MASETPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        # A defect fails a test with its traceback, and not only by its exit status.
        patch.setenv("MASETPROOF_TRACEBACK", "1")
        yield


@pytest.fixture(autouse=True)
def _search_anew(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test gets an optimum that another one in this process found, unless it is about that."""
    if "keeps_optima" not in request.keywords:
        monkeypatch.setattr("masetproof.search.optimize.kept_optimum", lambda *_: None)
        monkeypatch.setattr("masetproof.search.optimize.keep_optimum", lambda *_: None)


@pytest.fixture(scope="session")
def passes_of_latex(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the passes of LaTeX are kept, for all processes of this run of the tests."""
    here = tmp_path_factory.getbasetemp()
    place = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "passes-of-latex"
    place.mkdir(exist_ok=True)
    return place


@pytest.fixture(autouse=True)
def _typeset_once(
    request: pytest.FixtureRequest,
    passes_of_latex: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pass of LaTeX over the same files is made once, unless a test is about just that."""
    if "typesets_anew" in request.keywords or not needs_programs(request.node):
        return
    run, real = typeset._run, typeset.find_engine()

    def kept(engine: str, directory: Path) -> None:
        if engine != real:  # what a test puts in its place
            run(engine, directory)
            return
        digest = hashlib.sha256()
        for path in sorted(directory.iterdir()):
            if path.suffix not in (".pdf", ".log"):  # what LaTeX writes and does not read
                digest.update(b"%s %d\n" % (path.name.encode(), path.stat().st_size))
                digest.update(path.read_bytes())
        place = passes_of_latex / digest.hexdigest()
        if not place.exists():
            run(engine, directory)
            made = passes_of_latex / uuid4().hex
            shutil.copytree(directory, made)
            with contextlib.suppress(OSError):  # another process was faster
                made.rename(place)
        else:
            shutil.copytree(place, directory, dirs_exist_ok=True)

    monkeypatch.setattr(typeset, "_run", kept)


@pytest.fixture(scope="session")
def latex() -> None:
    """For tests that look into a PDF: where there is no LaTeX they are skipped, in CI they fail."""
    missing = [tool for tool in ("pdflatex", "pdftotext") if shutil.which(tool) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI must have {' and '.join(missing)}")
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)} here; .ci/run installs them")


def need_package(name: str) -> None:
    """Go on with a package of LaTeX only; like the fixture `latex`."""
    found = subprocess.run(["kpsewhich", f"{name}.sty"], capture_output=True, check=False)
    if found.returncode and os.environ.get("CI"):
        pytest.fail(f"CI must have LaTeX's package {name}")
    if found.returncode:
        pytest.skip(f"LaTeX has no package {name} here; .ci/run installs it")


@pytest.fixture(scope="session")
def pgf(latex: None) -> None:
    """For tests that make PGF, whose texts LaTeX measures."""
    need_package("pgf")


@pytest.fixture(scope="session")
def journal(latex: None) -> None:
    """For tests of papers as journals have them."""
    need_package("microtype")
    need_package("cleveref")


@pytest.fixture(scope="session")
def closure_of() -> Callable[[Game, int, bool], Closure]:
    """Closures, each made once in a session: (game, pegs, extra)."""

    @cache
    def make(game: Game, pegs: int, extra: bool) -> Closure:
        return close(game, pegs, extra=extra)

    return make


@pytest.fixture
def closures_made(
    closure_of: Callable[[Game, int, bool], Closure], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The closures that commands make as none is kept: here those of the session."""
    made: list[str] = []

    def make(game: Game, pegs: int, *, extra: bool, **_: object) -> Closure:
        made.append(f"{game.name}-{pegs}-{'with' if extra else 'without'}")
        return closure_of(game, pegs, extra)

    monkeypatch.setattr("masetproof.patterns.store.close", make)
    return made


@pytest.fixture(scope="session")
def system_of(
    closure_of: Callable[[Game, int, bool], Closure],
) -> Callable[[Game, int, Reading, Objective], System]:
    """Systems, each made once in a session, as are their equations and what is merged of them."""

    @cache
    def make(game: Game, pegs: int, reading: Reading, objective: Objective) -> System:
        return build_system(closure_of(game, pegs, reading.asks_extra), reading, objective)

    return make


@pytest.fixture(scope="session")
def theorem_of(
    system_of: Callable[[Game, int, Reading, Objective], System],
) -> Callable[[Game, Reading, Objective], Theorem]:
    """Theorems of three pegs, each proved once in a session."""

    @cache
    def make(game: Game, reading: Reading, objective: Objective) -> Theorem:
        outcome = prove_system(system_of(game, 3, reading, objective))
        assert isinstance(outcome, Theorem)
        return outcome

    return make


@pytest.fixture
def proved_once(
    closures_made: list[str],
    theorem_of: Callable[[Game, Reading, Objective], Theorem],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commands take the closures and the theorems of three pegs from the session."""

    def prove(system: System, **options: Any) -> Theorem | Open:
        if system.closure.pegs == 3:
            return theorem_of(system.closure.game, system.reading, system.objective)
        return prove_system(system, **options)

    monkeypatch.setattr("masetproof.proofs.theorem.prove_system", prove)


@pytest.fixture
def theorems_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands take a theorem that was proved before in this process."""

    def proved(arguments: Namespace, game: Game, pegs: int, _: object = None) -> Theorem:
        return theorem(game.name, pegs, common.objective(arguments), common.reading(arguments))

    monkeypatch.setattr(common, "proved", proved)


@pytest.fixture(scope="session")
def values_of(
    system_of: Callable[[Game, int, Reading, Objective], System],
) -> Callable[[Game, int, Reading, Objective], dict[int, int]]:
    """Values of whole games by the recurrences, computed once in a session.

    For all numbers of colours with at most 1,000 secrets.
    """

    @cache
    def make(game: Game, pegs: int, reading: Reading, objective: Objective) -> dict[int, int]:
        system = system_of(game, pegs, reading, objective).merged()
        most = max(n for n in range(40) if game.secret_count(pegs, n) <= 1000)
        return full_pattern_values(system, evaluate(system, most))

    return make
