"""The checker of version 2: certificates that are accepted, forged, damaged.

They are written by `band_writer`, which shares nothing with the package and does all in plain
Python, slowly; so it is an oracle for bounds and polynomials, too.
"""

from __future__ import annotations

import json
import lzma
import re
from fractions import Fraction
from functools import cache
from math import factorial, prod
from pathlib import Path
from textwrap import dedent
from time import process_time

import pytest

from masetproof.checker import Malformed, Rejected, Unverified, main, reading, verify
from masetproof.checker.band import BandVerification
from masetproof.checker.bandrows import Patterns
from masetproof.checker.reading import Budget
from masetproof.checker.rules import SYMBOLS
from masetproof.checker.shortreading import parse_band
from masetproof.checker.statement import short_sentences
from masetproof.checker.totals import Play
from masetproof.progress import silent
from tests.checker.band_writer import BASES, CLAIMS, seal, written
from tests.checker.forging import mutants, replaced
from tests.oracles.black_peg import STAR, least_total, optimum, stands_for

writer = cache(written)
KEPT = Path(__file__).parents[2] / "output" / "short" / "black-peg-4.cert.xz"


@cache
def text_of(pegs: int) -> str:
    """The certificate without its last line; of four pegs that which is kept."""
    if pegs == 4:
        return lzma.decompress(KEPT.read_bytes()).decode().rpartition("end ")[0]
    return writer(pegs).text(BASES[pegs], CLAIMS[pegs])


def judged(text: str) -> str:
    """The theorem, in words."""
    return verify(seal(text), silent).words


def formula(pegs: int, n: int) -> int:
    """Published for two pegs in docs/black-peg.md, and for three from n = 3 on."""
    small = {3: {1: 1, 2: 21}}.get(pegs, {})
    two, three = (2 * n**3 + 3 * n**2 - 2 * n) // 3, 3 * n**4 + 6 * n**3 - 3 * n**2 + 14 * n - 40
    return small.get(n, two if pegs == 2 else three // 4)


# --------------------------------------------------------------------------------------- accepted


def test_two_and_three_pegs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for pegs, words in (
        (2, "f(n) for every n >= 1; where"),
        (3, "f(n) for every n >= 3, and 1 for n = 1 and 21 for n = 2; where"),
    ):
        path = tmp_path / "band.short"
        path.write_bytes(seal(text_of(pegs)))
        assert main([str(path), "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert words in said["theorem"]
        made = writer(pegs)
        states = [*made.states()]
        assert said["members"] == len(states)
        assert said["listed"] == sum(not made.is_asked(*one) for one in states)
        assert said["questions"] == sum(
            prod(k + 1 + star for k, star in zip(made.explicit(i), made.stars(i), strict=True)) - 1
            for i in range(len(made.patterns))
        )
    assert said["symbols"] == "f(n) = 3/4*n^4 + 3/2*n^3 - 3/4*n^2 + 7/2*n - 10"
    assert main([str(path)]) == 0
    assert "179 states, 1093 questions, 108 states by averaging" in capsys.readouterr().out


def test_the_certificate_that_is_printed_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "short-proofs.md").read_text()
    block = page[page.index("    masetproof short proof 2\n") :].partition("\n\n")[0]
    assert dedent(f"{block}\n") == text_of(2)


@pytest.mark.parametrize("pegs", [2, 3])
def test_bounds_and_polynomials_are_those_of_the_oracle(pegs: int) -> None:
    """Of all states that are listed, for every n up to the last one that is computed."""
    made, said, base = writer(pegs), parse_band(seal(text_of(pegs))), BASES[pegs]
    patterns = Patterns(said, Budget())
    patterns.find_rows(silent)
    band = BandVerification(said, patterns, Budget())
    band.prove(silent)
    attained = compared = 0
    place = {entry: i for i, entry in enumerate(band.entry.tolist())}
    for one in made.states():
        number = place[band.full.entry(*one)]
        for n in range(max(one[1]), band.last + 1):
            assert band.values[n, number] == made.bound(*one, n), (one, n)
        if pegs == 2:
            constant = Fraction(int(band.steps[-1, number, 0]), factorial(pegs + 1))
            assert constant == made.at(*one, base, base)
            earlier = Fraction(int(band.steps[0, number, 0]), factorial(pegs + 1))
            assert earlier == made.at(*one, base, base - band.deepest)
        for n in range(max(one[1]), 5 - pegs):
            pattern, stars, explicit = (
                made.patterns[one[0]],
                made.stars(one[0]),
                made.explicit(one[0]),
            )
            board = [k + (n - a) * s for k, a, s in zip(explicit, one[1], stars, strict=True)]
            clauses = [tuple(STAR if cell < 0 else cell for cell in row) for row in pattern]
            least = least_total(stands_for(clauses, tuple(board)))
            assert band.values[n, number] <= least
            attained += band.values[n, number] == least
            compared += 1
    assert attained > 0.9 * compared > 10
    play = Play(patterns, said.strategy, said.base, said.period, silent)
    play.prove(silent)
    for n in range(1, band.last + 1):
        assert band.value(n) == play.total(n) == formula(pegs, n)
    for n in range(1, 6 - pegs):
        assert play.total(n) == optimum((n,) * pegs, "exact", worst=False)


# ----------------------------------------------------------------------------------------- forged

BRANCH = "branch -10 7/2 -3/4 3/2 3/4"
SMALL = "the base is too small: a polynomial is more than the bound for"
FORGED = [
    ("the claim of one n", ("exception 2 21", "exception 2 22"), "n = 2 are 21 and 21, not 22"),
    ("no claim of one n", ("exception 2 21", ""), "n = 2 are 21 and 21, not 18"),
    ("the polynomial", (BRANCH, "branch -9 7/2 -3/4 3/2 3/4"), "n = 3 are 95 and 95, not 96"),
    ("its degree", (BRANCH, f"{BRANCH} 0 1"), "not a degree that the bound can"),
    (
        "it holds too late",
        ("valid-from 3", "valid-from 21"),
        "some n on that is not beyond the base",
    ),
    ("an exception too far", ("valid-from 3", "valid-from 2"), "where the formula holds, or"),
    ("two claims", ("exception 2 21", "exception 2 21\nbetween 2 21 21"), "or there are two"),
    ("no equality", ("exception 2 21", "between 2 20 21"), "are 21 and 21, not 20 and 21"),
    ("a state left out", ("2.000 ?", ""), "n = 6 are 1268 and 1280, not 1280"),
    ("one that is averaged left out", ("0.001 0", ""), "n = 5 are [0-9]* and 645, not 645"),
    ("a state of one clause left out", ("5.000 ?", ""), SMALL),
    ("the whole game left out", ("0.000 ?", ""), "the whole game is not among the states that are"),
    ("the whole game averaged", ("0.000 ?", "0.000 0"), "the whole game is not among the states"),
    ("not the longest column", ("0.001 0", "0.001 2"), "238: not averaged by a longest column"),
    (
        "no star in the column",
        ("4.000 ?", "4.000 0"),
        "not averaged by a longest column",
    ),
    ("averaged in a circle", ("1.000 ?", "1.000 0"), "averaged from states that are averaged"),
    ("too steep", ("1.001 0", "1.001 ?"), "line 248: a question costs less than this state, for"),
    ("a short window", ("base 20", "base 5"), f"{SMALL} 4"),
    ("a base within full", ("base 20", "base 4"), "and the base beyond 'full'"),
    ("no room for offsets", ("full 4 2", "full 3 2"), "'full' must be beyond the greatest offset"),
    ("offsets where no star is", ("5.001 ?", "5.100 ?"), "line 291: there is no such state"),
    ("none is 0", ("5.001 ?", "5.011 ?"), "line 291: there is no such state"),
    ("offsets permuted", ("3.110 ?", "3.011 ?"), "line 283: this state is there twice"),
    ("a symmetric state", ("7.101 ?", "7.101 ?\n7.110 ?"), "this state is there twice"),
    ("no such pattern", ("3.110 ?", "30.110 ?"), "line 283: there is no such state"),
    ("no symmetry", ("7.021.0,10,10", "7.102.0,01,01"), "is no symmetry|has other colours"),
    ("no symmetry of colours", ("7.021.0,10,10", "7.021.0,01,10"), "line 61: this is no symmetry"),
    ("a part's columns", ("5.102.,0,", "5.120.,,0"), "is not listed"),
    ("a part's colours", ("8.102.0,0,0", "8.102.0,1,0"), "is not listed"),
    ("a colour twice", ("11.021.01,0,01", "11.021.00,0,01"), "pattern 11 has other colours"),
    (
        "a part left out",
        ("8.102.0,0,0", ""),
        "of a question on pattern [0-9]+ is not li",
    ),
    ("a part of no pattern", ("8.102.0,0,0", "31.102.0,0,0"), "there is no pattern 31"),
    ("another first pattern", ("{***}", "{00*}"), "the first pattern is not the full one"),
    ("a blank", ("0.000.000 000:2-", "0.000.000 00a:2-"), "417: a blank where no colour is excl"),
    ("a place left out", ("1.000.000 011:1-", ""), "does not say what to do at 1.000.000"),
    ("a place moved", ("7.011.000 101:1-2 022:3-", "7.101.000 101:1-"), "what to do at 7.011.000"),
    (
        "a place twice",
        ("0.000.111 000:2-", "0.000.111 000:2-\n0.000.111 000:2-"),
        "is there twice",
    ),
    ("no such place", ("8.001.111 011:2-", "8.111.111 011:2-"), "there are no such offsets"),
    ("a level", ("0.000.111 000:2-", "0.000.112 000:2-"), "more excluded colours than make"),
    ("a place of no pattern", ("8.001.111 011:2-", "30.001.111 011:2-"), "there is no pattern 30"),
    ("more is excluded", ("1.000.000 011:1-", "1.000.001 011:1-"), "what to do at 1.000.000"),
    ("it ends", ("0.000.000 000:2-", "0.000.000 000:2-20"), "to do at 0.000.000 for n = 21"),
    ("a gap", ("0.000.000 000:2-", "0.000.000 000:2-2 000:4-"), "to do at 0.000.000 for n = 3"),
    (
        "a late start",
        ("5.000.111 000:2-", "5.000.111 000:2-20 00a:21-"),
        "does not settle before n = 21",
    ),
    ("no new colour", ("8.001.111 011:2-", "8.001.111 012:1-"), "with a colour that is none"),
    ("a question for nothing", ("1.000.000 011:1-", "1.000.000 000:1-"), "that tells nothing"),
    (
        "a worse question",
        ("5.000.111 000:2-", "5.000.111 00a:2-"),
        "n = 4 are 280 and 282",
    ),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("pair", "reason"), [x[1:] for x in FORGED], ids=[x[0] for x in FORGED])
def test_forged(pair: tuple[str, str], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        judged(replaced(text_of(3), pair))


FORGED_FOUR = [
    (
        "the polynomial",
        ("branch -360 718/15 7 -2/3 2 4/5", "branch -359 718/15 7 -2/3 2 4/5"),
        "n = 10 are 100152 and 100152, not 100153",
    ),
    ("a state left out", ("2.0000 ?", ""), "n = 8 are [0-9]* and 34539, not 34539"),
    ("one that is used for large n only", ("9.0012 ?", ""), f"{SMALL} 38"),
    ("averaged by another column", ("31.0040 1", "31.0040 3"), f"{SMALL} 38"),
    ("one that others rest on", ("9.0001 ?", ""), "a question costs less than this state, for"),
    ("asked, not averaged", ("0.0001 0", "0.0001 ?"), "n = 7 are [0-9]* and 18343, not 18343"),
    ("offsets permuted", ("12.0011 ?", "12.0110 ?"), "line 95092: this state is there twice"),
    ("a short window", ("base 39", "base 20"), f"{SMALL} 19"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pair", "reason"), [x[1:] for x in FORGED_FOUR], ids=[x[0] for x in FORGED_FOUR]
)
def test_forged_with_four_pegs(pair: tuple[str, str], reason: str) -> None:
    """Less than half a minute each."""
    with pytest.raises(Rejected, match=reason):
        judged(replaced(text_of(4), pair))


def test_what_is_said_where_the_halves_do_not_meet() -> None:
    """Both numbers are those that were computed; the words say so."""
    said = parse_band(seal(replaced(text_of(3), ("exception 2 21", "between 2 20 22"))))
    words = short_sentences(said)[0]
    assert words.endswith("it is the same. In both cases it is between 20 and 22 for n = 2.")
    assert " n >= 3, and 1 for n = 1; where " in words


# --------------------------------------------------------------------------- damaged, and too large


@pytest.mark.parametrize("pegs", [2, 3])
def test_what_is_accepted_is_true_whatever_is_changed(pegs: int) -> None:
    """One character is changed, left out or added, and the digest is made right again."""
    accepted = 0
    for mutant in mutants(text_of(pegs), 400 if pegs == 2 else 40):
        try:
            data = seal(mutant)
            verify(data, silent)
        except Unverified:
            continue
        accepted, said = accepted + 1, parse_band(data)
        for n in range(1, 40):
            value = sum(c * n**i for i, c in enumerate(said.branches[0]))
            low, high = said.between.get(n, (said.exceptions.get(n, value),) * 2)
            assert low <= formula(pegs, n) <= high
    assert accepted


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        (("full 4 2", "full 13 2"), "its first lines"),
        (("full 4 2", "full 4 0"), "its first lines"),
        (("base 20", "base 201"), "its first lines"),
        (("pegs 3", "pegs 5"), "its first lines"),
        (("exception 1 1", "exception 1 1\nexception 1 1"), "not in ascending order"),
        (("{00*}", "{00}"), "line 15: not a pattern"),
        (("{00*}", "{02*}"), "line 15: colours that are left out"),
        (("{00*}", f"{{{'|'.join(3 * x for x in SYMBOLS[:9])}}}"), "line 15: .* or too many"),
        (("{00*}", "{00*|00*}"), "line 15: a clause twice"),
        (("{00*}", "{" + "|".join(["***"] * 65) + "}"), "line 15: not a pattern"),
        (("3.021.0,,0", "3.022.0,,0"), "line 113: not a pattern, its columns"),
        (("3.021.0,,0", "3.021.0,0"), "line 113: not a pattern, its columns"),
        (("3.110 ?", "3.110 3"), "line 283: not a state"),
        (("3.110 ?", "3.117 ?"), "line 283: not a state"),
        (("3.110 ?", "3.11 ?"), "line 283: not a state"),
        (("0.000.111 000:2-", "0.000.115 000:2-"), "not a place"),
        (("0.000.111 000:2-", "0.000.111 000:2- 000:"), "not questions with their ranges"),
        (("0.000.111 000:2-", "0.000.111"), "not a place"),
    ],
)
def test_malformed(pair: tuple[str, str], reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        judged(replaced(text_of(3), pair))


def test_sections() -> None:
    text = text_of(2)
    for forged in (
        text + "more\n",
        re.sub("patterns .", "patterns 9999", text),
        re.sub("strategy", "play", text),
    ):
        with pytest.raises(Malformed, match=r"how many of at most|something follows"):
            judged(forged)
    with pytest.raises(Malformed, match=r"how many of at most|something follows"):
        judged(re.sub(r"(?s)patterns .*symmetries", "patterns 0\nsymmetries", text))


@pytest.mark.parametrize(
    ("limit", "most", "pair"),
    [
        ("MOST_STEPS", 4 * 10**7, ("full 4 2", "full 12 5")),
        ("MOST_STEPS", 10**7, ("base 20", "base 200")),
        ("MOST_NUMBERS", 1000, ("base 20", "base 21")),
        ("MOST_NUMBERS", 5000, ("full 4 2", "full 12 5")),
    ],
)
def test_small_files_do_not_take_hours(
    limit: str, most: int, pair: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same pattern a hundred times; it is refused before the work is done."""
    monkeypatch.setattr(reading, limit, most)
    more = "\n".join(["{022|101|110}", *["{**0|*0*|0**}"] * 100])
    text = replaced(text_of(3), pair, ("{022|101|110}", more))
    before = process_time()
    with pytest.raises(Malformed, match="more steps or more memory"):
        judged(text)
    assert process_time() - before < 2
