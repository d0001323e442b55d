"""Which tests one process runs together, when several share them."""

from tests.distribution import group_of


def test_groups_of_tests() -> None:
    expected = {
        "tests/search/test_executors.py::test_x": "tests/search/test_executors.py",
        "tests/cli/test_cli.py::test_x[a@b]": "tests/cli/test_cli.py",
        "tests/cli/test_cli.py::test_x[a@b]@site": "site",
        "tests/proofs/test_three_pegs.py::test_x@Mastermind": "Mastermind",
    }
    assert {nodeid: group_of(nodeid) for nodeid in expected} == expected
