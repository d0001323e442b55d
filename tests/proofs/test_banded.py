"""Bands of black-peg Mastermind by the second program, and what it finds in their certificates."""

import hashlib
import lzma
from collections import Counter
from pathlib import Path

import pytest

from masetproof import checker
from tests.oracles import banded
from tests.oracles.banded_certificates import Wrong, check

pytestmark = pytest.mark.slow

SHORT = Path(__file__).parents[2] / "output" / "short"


def text_of(pegs: int) -> str:
    return lzma.decompress((SHORT / f"black-peg-{pegs}.cert.xz").read_bytes()).decode()


def two(n: int) -> int:
    return (2 * n**3 + 3 * n**2 - 2 * n) // 3


def three(n: int) -> int:
    return {1: 1, 2: 21}.get(n, (3 * n**4 + 6 * n**3 - 3 * n**2 + 14 * n - 40) // 4)


def four(n: int) -> int:
    """With the extra colour; from 10 on the real game without proof of less."""
    if n < 10:
        return [0, 1, 48, 331, 1301, 3742, 8859, 18343, 34539, 60514][n]
    return (12 * n**5 + 30 * n**4 - 10 * n**3 + 105 * n**2 + 718 * n - 5340) // 15 - 4


@pytest.mark.parametrize(("pegs", "patterns", "masets"), [(2, 3, 2), (3, 20, 10), (4, 3_524, 508)])
def test_the_closure(pegs: int, patterns: int, masets: int) -> None:
    """As many as `counted` finds."""
    starred = banded.Patterns(pegs).starred.any(axis=1)
    assert (int(starred.sum()), int((~starred).sum())) == (patterns, masets)


def test_bounds_of_few_pegs_are_the_theorems() -> None:
    """With offsets up to 2 asked for every n nothing is lost."""
    for pegs, total in ((2, two), (3, three)):
        found = banded.game_bounds(banded.Patterns(pegs), 16, 16, 2, 2)
        assert found == [total(n) for n in range(1, 17)]


def test_bounds_of_four_pegs_are_the_conjecture() -> None:
    """With offsets up to 3 asked for n <= 6, and up to 2 from there on; five minutes."""
    found = banded.game_bounds(banded.Patterns(4), 12, 6, 3, 2)
    assert found == [four(n) for n in range(1, 13)]


@pytest.mark.parametrize(("pegs", "total"), [(3, three), (4, four)])
def test_the_certificate(pegs: int, total: object) -> None:
    """Both halves; one state in 50 also with numbers for each n up to 300."""
    found = check(text_of(pegs), share=50)
    assert callable(total)
    assert found["values"] == [total(n) if n else 0 for n in range(len(found["values"]))]
    assert found["valid from"] == {3: 3, 4: 10}[pegs]
    assert found["further parts"] == 0


def changed(old: str, new: str) -> str:
    """The certificate of three pegs with another text once, and the right digest."""
    before = text_of(3).rpartition("end ")[0]
    assert before.count(old) == 1
    before = before.replace(old, new)
    return before + f"end {hashlib.sha256(before.encode()).hexdigest()}\n"


def without(section: str, line: str, base: int = 20) -> str:
    """The same without a line of a section, the first that begins so, and with another base."""
    before = text_of(3).rpartition("end ")[0]
    lines = before.replace("base 20", f"base {base}").split("\n")
    start = next(i for i, some in enumerate(lines) if some.startswith(f"{section} "))
    count = int(lines[start].split()[1])
    at = next(i for i in range(start + 1, start + 1 + count) if lines[i].startswith(line))
    lines[start] = f"{section} {count - 1}"
    before = "\n".join(lines[:at] + lines[at + 1 :])
    return before + f"end {hashlib.sha256(before.encode()).hexdigest()}\n"


def test_a_claim_that_is_too_large_is_refused() -> None:
    check(changed("branch -10 ", "branch -10 "))
    for constant in ("-9", "-39/4", "-11"):
        with pytest.raises(Wrong, match="another polynomial"):
            check(changed("branch -10 ", f"branch {constant} "))
    with pytest.raises(Wrong, match="n = 2"):
        check(changed("exception 2 21", "exception 2 20"))


def test_what_is_left_out_is_missed() -> None:
    for section, line, reason in (
        ("symmetries", "6.102.", "symmetry"),
        ("parts", "9.012.", "parts are missing"),
        ("states", "0.000 ", "another polynomial"),
        ("states", "0.011 ", "another polynomial|claimed|too large"),
        ("strategy", "2.000.111", "has no place"),
        ("strategy", "0.000.000", "no first question"),
    ):
        with pytest.raises(Wrong, match=reason):
            check(without(section, line))


def test_both_programs_miss_the_same_states() -> None:
    """Each state of three pegs left out, with a base near the least: what is below it counts."""
    states = text_of(3).partition("\nstates ")[2].partition("\nstrategy ")[0].split("\n")[1:]
    told = Counter[tuple[str, str]]()
    for state in states:
        text, both = without("states", state, base=14), ["", ""]
        try:
            check(text)
        except Wrong as error:
            both[0] = "window" if "too large for n = 13" in str(error) else "wrong"
        try:
            checker.verify(text.encode(), lambda *_: None)
        except checker.Rejected as error:
            both[1] = "window" if "more than the bound for 13" in str(error) else "wrong"
        told[both[0], both[1]] += 1
    assert all(one and other for one, other in told)
    assert told.keys() >= {("wrong", "wrong"), ("window", "window")}


def test_other_changes_are_noticed() -> None:
    """A wrong column, permuted offsets, a circle, a base that is too small, a blank where no colour
    is excluded, questions that are not the best, and a digest."""
    for old, new, reason in (
        ("\n0.012 0\n", "\n0.012 1\n", "wrong column"),
        ("\n8.001 ?\n", "\n8.100 ?\n", "lower bound is another polynomial"),
        ("\n9.011 ?\n", "\n9.010 ?\n", "stands twice"),
        ("\n4.000 ?\n", "\n4.000 2\n", "circle"),
        ("\n0.000 ?\n", "\n0.000 0\n", "lower bound is another polynomial"),
        ("base 20", "base 10", "base is too small"),
        ("{0**|*0*}", "{0**|*1*}", "colours are not"),
        ("\n0.000.000 000:1-", "\n0.000.000 00a:1-", "no excluded colour"),
        ("\n2.000.111 1a0:1-1 110:2-", "\n2.000.111 110:1-", "upper bound is another polynomial"),
        ("\n3.110.111 100:2-", "\n3.110.111 000:2-", "has no place"),
    ):
        with pytest.raises(Wrong, match=reason):
            check(changed(old, new))
    text = text_of(3)
    with pytest.raises(Wrong, match="digest"):
        check(text.replace("base 20", "base 21"))
