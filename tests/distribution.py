"""How several processes share the tests (``pytest -n logical``): what is together, what is first.

The tests of a file stay together, in one process; so do groups of files that need the same things,
which take long to make.  Kernels are compiled before, by two processes at once.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest

COMPILING = (
    """
from masetproof import FiniteGame, GridBoard, close, evaluate, game_values, play_grids
from masetproof.proofs import induction, theorem
from masetproof.recurrences import recurrences, system, values
from masetproof.strategies import by_rule
system._COMPILED_FROM = values._COMPILED_FROM = induction._COMPILED_FROM = by_rule._SMALL = 0
closure = close("ab", 2, extra=True, compiled=True, threads=1)
for objective in ("expected", "worst"):
    one = recurrences.recurrences_of(closure, "with", objective)
    theorem.prove_system(system.in_columns(one))
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
"""Programs that have the kernels compiled, each of which takes seconds; half of them each."""
COMPILERS = pytest.StashKey[list[subprocess.Popen[bytes]]]()
"""The processes that run them."""
THREE_PEGS = (
    "tests/patterns/test_closure.py",
    "tests/proofs/test_three_pegs.py",
    "tests/recurrences/test_values.py",
    "tests/search/test_agreement.py",
    "tests/test_readme.py::test_blocks_run[README]",
    "tests/test_readme.py::test_blocks_run[how-to]",
)
"""They need the closures of three pegs, each of one of two games."""
GROUPS = {
    "black-peg games": (
        "tests/proofs/test_cell_theorem.py",
        "tests/proofs/test_kinds.py",
        "tests/recurrences/test_kinds.py",
        "tests/recurrences/test_recurrences.py",
        "tests/strategies/test_cells.py",
    ),
    "site": ("tests/explore/test_browser.py", "tests/explore/test_site.py"),
}
"""Files that share theorems on black-peg games and what oracles find, or a site and a browser."""
LONGEST = (
    "site",
    "Mastermind",
    "AB game",
    "black-peg games",
    "tests/reports",
    "tests/search",
    "tests/test_readme.py",
)
"""The groups that take longest; of files, their beginnings."""


def group_of(nodeid: str) -> str:
    """The tests that one process runs together: those of a group, or else of a file."""
    file, _, name = nodeid.partition("::")
    if {file, nodeid} & {*THREE_PEGS}:
        return "AB game" if "ab" in re.split("[^a-z]+", name) else "Mastermind"
    alone = nodeid if file == "tests/test_readme.py" else file  # each document takes long
    return next((group for group, files in GROUPS.items() if file in files), alone)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Kernels are compiled while the processes collect the tests."""
    if session.config.pluginmanager.has_plugin("dsession"):  # it hands the tests out
        environment = os.environ | {"MASETPROOF_CACHE": ""}
        root, start = session.config.rootpath, "import gc\ngc.disable()\n"
        session.config.stash[COMPILERS] = [
            subprocess.Popen([sys.executable, "-c", start + code], env=environment, cwd=root)
            for code in COMPILING
        ]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins early: at the end it would keep one processor busy, the rest idle."""
    items.sort(key=lambda item: not group_of(item.nodeid).startswith(LONGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Groups go to the processes as a whole, in their order, when all kernels are compiled.

    Otherwise each process would compile those that it needs.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

        def schedule(self) -> None:
            for process in config.stash[COMPILERS]:
                assert process.wait() == 0, "what COMPILING runs has failed, as it says above"
            super().schedule()

    config.option.loadscopereorder = False
    return Groups(config, log)
