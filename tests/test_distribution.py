"""Which tests one process runs together, when several share them."""

from pathlib import Path

from tests.distribution import GROUPS, THREE_PEGS, group_of

ROOT = Path(__file__).parents[1]


def test_groups_are_of_files_that_are_there() -> None:
    for name in (*THREE_PEGS, *(file for files in GROUPS.values() for file in files)):
        assert (ROOT / name.partition("::")[0]).is_file(), name
    expected = {
        "tests/search/test_executors.py::test_x": "tests/search/test_executors.py",
        "tests/recurrences/test_values.py::test_with_is_a_lower_bound[ab-3-worst]": "AB game",
        "tests/proofs/test_three_pegs.py::test_the_worst_case_of_a_strategy[ab]": "AB game",
        "tests/proofs/test_three_pegs.py::test_the_worst_case_of_mastermind": "Mastermind",
        "tests/proofs/test_three_pegs.py::test_solutions_of_equations": "AB game",
        "tests/test_readme.py::test_blocks_run[how-to]": "Mastermind",
        "tests/test_readme.py::test_x[1]": "tests/test_readme.py::test_x[1]",
        "tests/explore/test_site.py::test_x": "site",
    }
    assert {nodeid: group_of(nodeid) for nodeid in expected} == expected
