"""How several processes share the tests (``pytest -n logical``): what is together, what is first.

The tests of a file stay together, in one process; so do groups of files that need the same things,
which take long to make.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

THREE_PEGS = (
    "tests/patterns/test_closure.py",
    "tests/proofs/test_three_pegs.py",
    "tests/recurrences/test_values.py",
    "tests/search/test_agreement.py",
    "tests/short/test_three_pegs.py",
    "tests/test_readme.py::test_blocks_run[README]",
    "tests/test_readme.py::test_blocks_run[how-to]",
)
"""They need the closures of three pegs, each of one of two games; in the fast suite, of AB."""
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
    "AB game",
    "black-peg games",
    "Mastermind",
    "tests/checker",
    "tests/kernels/test_bounds.py",
    "tests/reports",
    "tests/search",
    "tests/test_output.py",
    "tests/test_readme.py",
    "tests/test_threads.py",
)
"""The groups that take longest; of files, their beginnings."""


def group_of(nodeid: str) -> str:
    """The tests that one process runs together: those of a group, or else of a file."""
    file, _, name = nodeid.partition("::")
    if {file, nodeid} & {*THREE_PEGS}:
        words = {*re.split("[^a-z]+", name.lower())}
        return "Mastermind" if words & {"mastermind", "readme", "how"} else "AB game"
    alone = nodeid if file == "tests/test_readme.py" else file  # each document takes long
    return next((group for group, files in GROUPS.items() if file in files), alone)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins early: at the end it would keep one processor busy, the rest idle."""
    items.sort(key=lambda item: not group_of(item.nodeid).startswith(LONGEST))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Groups go to the processes as a whole, in their order."""
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    config.option.loadscopereorder = False
    return Groups(config, log)
