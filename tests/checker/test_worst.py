"""The checker of bounds of the worst case: certificates that are accepted, forged, damaged.

With two and three pegs the worst case is published, or proved by the closure, so what is bounded is
known without the program that writes certificates.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from textwrap import dedent
from time import process_time

import pytest

from masetproof import FiniteGame, optimize, prove_worst, replay
from masetproof.checker import Malformed, Rejected, Unverified, main, reading, verify
from masetproof.checker.reading import Budget
from masetproof.checker.worst import WorstPlay
from masetproof.checker.worstreading import parse_worst
from masetproof.finite.blanks import with_blanks
from masetproof.games.alike import as_alike_game
from masetproof.progress import silent
from masetproof.proofs.known import BOOKS
from masetproof.proofs.played import PlayedBook
from masetproof.strategies.book import Book, read_book
from masetproof.strategies.on_patterns import PatternStrategy
from tests.checker.band_writer import seal
from tests.checker.forging import mutants, replaced

ROOT = Path(__file__).parents[2]
# What is searched and trusted, and the bounds: published by Chen and Lin (2004) for two pegs.
HEADS = {
    ("mastermind", 2): (4, "class 2 3 3|class 3 3 3|small 1 1 1|searched exact 1 1", {2: 3}),
    ("ab", 2): (4, "class 2 2 2|class 3 3 3", {2: 2, 3: 3}),
    ("mastermind", 3): (
        9,
        "class 5 5 5|class 6 5 5|class 7 6 6|small 1 1 1|small 2 3 3|small 3 4 4|small 4 4 4"
        "|searched exact 1 1|searched exact 2 3",
        {3: 4, 5: 5, 7: 6},
    ),
}


def book_of(game: str, pegs: int) -> Book:
    return read_book(BOOKS / f"{game}-{pegs}-worst.txt", as_alike_game(game))


@cache
def text_of(game: str, pegs: int) -> str:
    """A certificate without its last line."""
    if pegs >= 4:
        return prove_worst(game, pegs).certificate().decode().rpartition("end ")[0]
    start, claims, blank = HEADS[game, pegs]
    head = ["masetproof worst bounds 1", f"game {game}", f"pegs {pegs}", f"start {start}"]
    head += [*claims.split("|"), *(f"searched with {n} {value}" for n, value in blank.items())]
    book = book_of(game, pegs)
    # The step of the book is less than the shift for two pegs of the AB game.
    points = (one for n in range(start, start + pegs) for one in book.counted_points(n))
    for name, lines in PlayedBook(book, points).sections().items():
        head += [f"{name} {len(lines)}", *lines]
    return "".join(f"{line}\n" for line in head)


def judged(text: str) -> tuple[str, str]:
    verified = verify(seal(text), silent)
    return verified.words, verified.symbols


# --------------------------------------------------------------------------------------- accepted


@pytest.mark.parametrize(
    ("game", "pegs", "symbols"),
    [
        (
            "mastermind",
            2,
            "f(n) = 1/2*n + 2 for n = 0 mod 2, n >= 2; f(n) = 1/2*n + 3/2 for n = 1 ",
        ),
        ("ab", 2, "f(n) = 1/2*n + 1 for n = 0 mod 2, n >= 2; f(n) = 1/2*n + 3/2 for n = 1 mod 2, "),
        ("mastermind", 3, "f(n) = 1/3*n + 3 for n = 0 mod 3, n >= 6; f(n) = 1/3*n + 11/3 for n = "),
        ("black-peg", 4, "f(n) = n + 3 for n >= 5; f(1) = 1; f(2) = 5; f(3) = 5; f(4) = 6"),
    ],
)
def test_worst_cases_for_every_n(game: str, pegs: int, symbols: str) -> None:
    words, found = judged(text_of(game, pegs))
    assert found.startswith(symbols)
    assert " in the worst case is f(n) for every n >= " in words


@pytest.mark.slow
@pytest.mark.parametrize(("game", "pegs"), [("ab", 4), ("mastermind", 4), ("black-peg", 5)])
def test_bounds_of_four_and_five_pegs(game: str, pegs: int) -> None:
    """As the program has them, and none is exact that is not."""
    bounds, text = prove_worst(game, pegs), text_of(game, pegs)
    verified = verify(seal(text), silent)
    assert len(verified.trusted) == len(bounds.searches)
    assert all(
        one.command in told for one, told in zip(bounds.searches, verified.trusted, strict=True)
    )
    said = parse_worst(seal(text))
    for n in range(bounds.least, 100):
        first = next((m for m in said.classes if n >= m and (n - m) % bounds.step == 0), n)
        sides = said.small[n] if n in said.small else said.classes[first]
        more = (n - first) // bounds.step
        assert (bounds.lower(n), bounds.upper(n)) == (sides[0] + more, sides[1] + more)
    first, (low, _) = max(said.classes.items())
    line = f"class {first} {low} {said.classes[first][1]}"
    with pytest.raises(Rejected, match=f"the bounds for n = {first} are"):
        judged(replaced(text, (line, f"class {first} {low} {low}")))


@pytest.mark.parametrize(("game", "pegs"), [*HEADS, ("ab", 3)])
def test_worst_cases_of_the_strategy_are_those_of_play(game: str, pegs: int) -> None:
    """The strategy of the book, played against every secret."""
    book, last = book_of(game, pegs), 8
    points = (one for n in range(9, 9 + pegs) for one in book.counted_points(n))
    lines = ["masetproof worst bounds 1", f"game {game}", f"pegs {pegs}", "start 9", "class 9 1 1"]
    for name, some in PlayedBook(book, points).sections().items():
        lines += ["searched with 3 3"] * (name == "patterns") + [f"{name} {len(some)}", *some]
    said = parse_worst(seal("".join(f"{line}\n" for line in lines)))
    play = WorstPlay(said, Budget(), silent)
    for n in range(book.game.least_colours(pegs), last):
        worst = replay(PatternStrategy(FiniteGame(game, pegs, n), book)).worst
        assert play.value(play.root, n) == worst


def test_the_trusted_values_are_right() -> None:
    for (game, pegs), (_, claims, blank) in HEADS.items():
        for n, value in blank.items():
            board = with_blanks(FiniteGame(game, pegs, n))
            assert optimize(board, "worst", keep=False).worst == value
        for claim in claims.split("|"):
            if claim.startswith("searched exact "):
                n, value = map(int, claim.split()[2:])
                assert optimize(FiniteGame(game, pegs, n), "worst", keep=False).worst == value


def test_what_is_trusted_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.cert"
    path.write_bytes(seal(text_of("black-peg", 4)))
    assert main([str(path)]) == 0
    told = capsys.readouterr().out
    assert "are trusted: f(1) = 1, f(2) = 5, f(3) = 5 and f(4) = 6; and W(5) = 8 for W(n)" in told
    command = "masetproof optimize black-peg --pegs 4 --colours 5 --objective worst --extra with"
    assert f"\ntrusted, not verified: W(5) = 8, by: {command}\n" in told
    assert main([str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["trusted"]) == 5
    assert document["trusted"][-1] == f"W(5) = 8, by: {command}"
    assert document["verified"]
    assert document["places"] == text_of("black-peg", 4).partition("\nstrategy ")[2].count("\n") - 1


def test_the_folder_alone_verifies_it(tmp_path: Path) -> None:
    path = tmp_path / "proof.cert"
    path.write_bytes(seal(text_of("mastermind", 2)))
    command = [sys.executable, str(ROOT / "masetproof" / "checker"), str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert found.stdout.startswith("verified: Mastermind with 2 pegs and n colours, by the real")


def test_the_certificate_that_is_printed_in_the_documentation() -> None:
    page = (ROOT / "docs" / "certificates.md").read_text()
    block = page[page.index("    masetproof worst bounds 1\n    game mastermind\n") :]
    assert dedent(block.partition("\n    end")[0] + "\n") == text_of("mastermind", 2)


# ----------------------------------------------------------------------------------------- forged

BLACK_PEG, TWO, THREE = ("black-peg", 4), ("mastermind", 2), ("mastermind", 3)
ROOT_OF_TWO = "0.0.0 00:1,2-/2 01:3-/2"
LONG = "10.0.0 000:0-1 134:2,5-6 345:3,9-/3 334:4,8-/3 333:7-/3"
BLANK = "0.0000.1111 0000:1 000a:2 0000:3-"
FORGED = [
    ("a question exchanged", TWO, ("2.0.0 00:1 23:3-/2", "2.0.0 00:1 22:3-/2"), "is not listed"),
    ("for many colours", THREE, (LONG, LONG.replace("345", "333")), "from n = 11 to 14"),
    (
        "for few colours",
        THREE,
        (LONG, LONG.replace("134", "333")),
        "n = 8 are 6 and 7, not 6 and 6",
    ),
    ("two exchanged", THREE, ("18.0.0 001:0 302:1", "18.0.0 001:0-1"), "n = 4 are 4 and 5, not 4 "),
    (
        "without a blank",
        THREE,
        ("57.0.1 a02:0 402:1,3", "57.0.1 a02:0-3"),
        "n = 11 are 7 and 8, not",
    ),
    (
        "black pegs",
        BLACK_PEG,
        ("62.0000.1111 1001:2-", "62.0000.1111 0110:2-"),
        "n = 6 are 9 and 10",
    ),
    (
        "too few new colours",
        THREE,
        ("0.0.0 000:1 001:2 012:3-", "0.0.0 000:1 012:2-"),
        "no new col",
    ),
    (
        "it tells nothing",
        TWO,
        ("8.0.0 01:0", "8.0.0 00:0"),
        "line 48: a question that tells nothing",
    ),
    ("no such colour", TWO, ("8.0.0 01:0", "8.0.0 33:0"), "a question with a colour that is none"),
    (
        "no star",
        TWO,
        ("6.0.0 10:0", "6.0.0 20:0"),
        "line 46: a question with a colour that is none",
    ),
    (
        "a blank",
        TWO,
        (ROOT_OF_TWO, "0.0.0 00:1,2-/2 0a:3-/2"),
        "a blank where no colour is excluded",
    ),
    ("blanks alone", THREE, ("15.0.1 00a:1", "15.0.1 aaa:1"), "that tells nothing"),
    ("a range moved", THREE, ("15.0.1 00a:1", "15.0.1 00a:2"), "do at 15.0.1 for n = 1"),
    ("a range cut", TWO, ("2.0.0 00:1 23:3-/2", "2.0.0 23:3-/2"), "to do at 2.0.1 for n = 1"),
    ("a range that ends", TWO, (ROOT_OF_TWO, "0.0.0 00:1,2-/2 01:3-7/2"), "settle before n = 8"),
    (
        "a late start",
        TWO,
        (ROOT_OF_TWO, "0.0.0 00:1,2-/2 01:3,5-/2"),
        "settle before n = 5: the start",
    ),
    ("a step", TWO, (ROOT_OF_TWO, "0.0.0 00:1,2-/2 01:3-/3"), "a step that does not divide 2"),
    ("a small start", TWO, ("start 4", "start 3"), "does not settle before n = 4"),
    ("columns exchanged", TWO, ("5.10.0", "5.01.0"), "is not listed"),
    ("colours exchanged", TWO, ("9.01.1023", "9.01.1320"), "is not listed"),
    ("black pegs: columns", BLACK_PEG, ("6.0312.0,,0,0", "6.0132.0,,0,0"), "has other colours"),
    (
        "black pegs: colours",
        BLACK_PEG,
        ("17.1230.10,10,10,0", "17.1230.01,10,10,0"),
        "is not listed",
    ),
    ("a colour too many", TWO, ("9.01.1023", "9.01.10234"), "pattern 9 has other colours"),
    ("a colour twice", TWO, ("9.01.1023", "9.01.1022"), "pattern 9 has other colours"),
    ("a part of no pattern", TWO, ("9.01.1023", "10.01.1023"), "there is no pattern 10"),
    ("a part left out", TWO, ("9.01.1023", ""), "is not listed"),
    ("another pattern", TWO, ("{1*|*0}", "{1*|0*}"), "is not listed"),
    ("another first pattern", TWO, ("{**}", "{0*}"), "the first pattern is not the full one"),
    (
        "a level lowered",
        THREE,
        ("15.0.1 00a:1", "15.0.0 00a:1"),
        "a blank where no colour is exclu",
    ),
    (
        "of one column",
        BLACK_PEG,
        (BLANK, BLANK.replace("1111", "1110")),
        "where no colour is excluded",
    ),
    (
        "a level raised",
        TWO,
        (ROOT_OF_TWO, ROOT_OF_TWO.replace("0.0.0", "0.0.1")),
        "do at 0.0.0 for n",
    ),
    (
        "a level beyond the cap",
        TWO,
        ("5.0.0 00:0", "5.0.2 00:0"),
        "more excluded colours than make",
    ),
    ("offsets", BLACK_PEG, ("9.0000.1111 0000:1-", "9.1000.1111 0000:1-"), "no such offsets"),
    ("a line left out", TWO, ("6.0.0 10:0", ""), "does not say what to do at 6.0.1 for n = 0"),
    ("a line twice", TWO, ("6.0.0 10:0", "6.0.0 10:0\n6.0.0 10:0"), "this place is there twice"),
    ("a line of no pattern", TWO, ("6.0.0 10:0", "16.0.0 10:0"), "there is no pattern 16"),
    (
        "a trusted value raised",
        TWO,
        ("searched with 2 3", "searched with 2 4"),
        "n = 2 are 4 and 3",
    ),
    (
        "a trusted value lowered",
        TWO,
        ("searched with 2 3", "searched with 2 2"),
        "n = 2 are 2 and 3",
    ),
    ("a trusted value left out", BLACK_PEG, ("searched exact 4 6", ""), "the bounds for n = 4 are"),
    ("a value of the game", TWO, ("searched exact 1 1", "searched exact 1 2"), "n = 1 are 2 and"),
    (
        "no such value",
        TWO,
        ("searched exact 1 1", "searched exact 0 1"),
        "where there is no secret",
    ),
    (
        "a bound",
        TWO,
        ("class 2 3 3", "class 2 2 3"),
        "the bounds for n = 2 are 3 and 3, not 2 and 3",
    ),
    ("a bound of one n", TWO, ("small 1 1 1", "small 1 1 2"), "n = 1 are 1 and 1, not 1 and 2"),
    ("one n left out", TWO, ("small 1 1 1", ""), "not the bounds of just the n before the classes"),
    (
        "one n too many",
        TWO,
        ("small 1 1 1", "small 1 1 1\nsmall 2 3 3"),
        "not the bounds of just the",
    ),
    ("a class left out", TWO, ("class 3 3 3", ""), "not one class for each residue"),
    ("a class twice", TWO, ("class 3 3 3", "class 4 4 4"), "not one class for each residue"),
    ("another class", TWO, ("class 2 3 3", "class 0 2 2"), "not one class for each residue"),
]


@pytest.mark.parametrize(
    ("about", "pair", "reason"), [x[1:] for x in FORGED], ids=[x[0] for x in FORGED]
)
def test_forged(about: tuple[str, int], pair: tuple[str, str], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        judged(replaced(text_of(*about), pair))


def test_a_claim_that_contradicts_itself() -> None:
    text = replaced(text_of(*TWO), ("searched with 2 3", "searched with 2 4"))
    with pytest.raises(Rejected, match="the bounds for n = 2 contradict each other: 4 and 3"):
        judged(replaced(text, ("class 2 3 3", "class 2 4 3")))


def test_bounds_that_do_not_meet_are_said() -> None:
    """Without W(5) = 5 the bounds for 5 colours differ, and then a class is made exact."""
    text = replaced(text_of(*THREE), ("searched with 5 5", ""))
    text = replaced(text, ("class 5 5 5", ""))
    text = replaced(text, ("class 7 6 6", "class 7 6 6\nclass 8 6 6"))
    text = replaced(text, ("small 4 4 4", "small 4 4 4\nsmall 5 4 5"))
    words, symbols = judged(text)
    assert " is f(n), with the bounds below, for every n >= 1, if " in words
    assert symbols.endswith("; f(4) = 4; 4 <= f(5) <= 5")
    with pytest.raises(Rejected, match="the bounds for n = 5 are 4 and 5, not 5 and 5"):
        judged(replaced(text, ("small 5 4 5", "small 5 5 5")))


@pytest.mark.parametrize(("about", "count"), [(TWO, 400), (THREE, 150), (BLACK_PEG, 100)], ids=str)
def test_what_is_accepted_is_the_same_theorem(about: tuple[str, int], count: int) -> None:
    """Whatever is changed in the strategy, the digest being made right again."""
    text, refused = text_of(*about), 0
    expected = judged(text)
    for mutant in mutants(text, count, first="\npatterns "):
        try:
            assert judged(mutant) == expected
        except Unverified:
            refused += 1
    assert refused > count / 2


@pytest.mark.parametrize(("about"), [TWO, THREE], ids=str)
def test_each_line_is_needed(about: tuple[str, int]) -> None:
    """Without it play misses a question or takes longer; lines for more colours may be spared."""
    text = text_of(*about)
    expected, spared = judged(text), 0
    lines = text.partition("\nstrategy ")[2].splitlines()[1:]
    for line in lines[:: max(1, len(lines) // 20)]:
        try:
            assert judged(replaced(text, (line, ""))) == expected
            spared += 1
            assert line.split()[0].endswith(".1")
        except Rejected:
            pass
    assert spared < 3


# --------------------------------------------------------------------------- damaged, and too large


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("pegs 2", "pegs 6", "its first lines"),
        ("game mastermind", "game sum", "its first lines"),
        ("start 4", "start 1000", "its first lines"),
        ("start 4", "start 04", "its first lines"),
        ("searched with 2 3", "searched with 2 0", "its first lines"),
        ("class 2 3 3", "class 3 3 3\nclass 2 3 3", "not in ascending order"),
        ("masetproof worst bounds 1", "masetproof worst bounds 2", "its first lines"),
        ("{00|0*}", "{00|0a}", "line 16: not a pattern"),
        ("{00|0*}", "{00|00}", "line 16: a clause twice"),
        ("{00|0*}", "{01|0*|3*}", "line 16: colours that are left out"),
        ("5.10.0", "5.11.0", "line 29: not a pattern, its columns"),
        ("5.10.0", "5.10.0,0", "line 29: not a pattern, its columns"),
        ("5.10.0", "5.10", "line 29: not a pattern, its columns"),
        ("5.0.0 00:0", "5.00.0 00:0", "not a place of the strategy"),
        ("5.0.0 00:0", "5.0.0", "not a place of the strategy"),
        ("5.0.0 00:0", "5.0.0 000:0", "not questions with their ranges"),
        ("5.0.0 00:0", "5.0.0 00:0/2", "not questions with their ranges"),
        ("5.0.0 00:0", "5.0.0 00:0-/1", "not questions with their ranges"),
        ("5.0.0 00:0", "5.0.0 00:", "not questions with their ranges"),
    ],
)
def test_malformed(old: str, new: str, reason: str) -> None:
    text = text_of(*TWO)
    changed = replaced(text, (old, new)) if f"\n{old}\n" in text else text.replace(old, new)
    with pytest.raises(Malformed, match=reason):
        judged(changed)


def test_a_file_that_is_cut_or_changed_is_malformed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, data = tmp_path / "proof.cert", seal(text_of(*TWO))
    for length in (*range(0, len(data), 97), len(data) - 1):
        path.write_bytes(data[:length])
        assert main([str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    for damaged in (data.replace(b"23:3-/2", b"23:4-/2"), data[:-3] + b"00\n", data + b"end\n"):
        path.write_bytes(damaged)
        assert main([str(path)]) == 2
        assert "malformed: " in capsys.readouterr().err


def test_small_files_do_not_take_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is counted before it is done: images of a large pattern, tables, and splits."""
    monkeypatch.setattr(reading, "MOST_STEPS", 10**7)
    before = process_time()
    for about in (THREE, BLACK_PEG):
        with pytest.raises(Malformed, match="more steps or more memory"):
            judged(text_of(*about))
    assert process_time() - before < 2


def test_play_that_takes_long_is_refused() -> None:
    """Each question excludes one colour only."""
    start = 900
    text = text_of("ab", 2).replace("start 4\n", f"start {start}\n")
    with pytest.raises(Rejected, match="more than 200 questions in a row"):
        judged(text)
