"""The strategy of black-peg Mastermind with four pegs for every number of colours.

Counted from the book, replayed against every secret, and held against values found otherwise; and
how such strategies are found, from values of two and three pegs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from masetproof.arguments import Refused
from masetproof.band.strategy import certificate_lines, find_strategy
from masetproof.checker.bandrows import Patterns
from masetproof.checker.reading import Budget, Rejected
from masetproof.checker.shortreading import parse_band
from masetproof.checker.totals import Play
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import BLACK_PEG
from masetproof.objectives import Goal, Objective
from masetproof.patterns.catalogue import Catalogue
from masetproof.patterns.closure import Closure, close
from masetproof.patterns.isomorphism import Witness, column_symmetries
from masetproof.patterns.pattern import MasetPattern
from masetproof.play.proved import proved_optimum
from masetproof.progress import silent
from masetproof.proofs.known import Known, known
from masetproof.recurrences.polynomials import differences
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.recurrences.values import PlainValues
from masetproof.search.optimize import optimize
from masetproof.strategies.book import (
    Book,
    BookEntry,
    Diagonal,
    exchanged,
    moved,
    parse_book,
    places,
)
from masetproof.strategies.on_patterns import Point
from masetproof.trees.replay import replay
from masetproof.words import SYMBOLS

BY_SEARCH = {1: 1, 2: 52, 3: 331, 4: 1_301, 5: 3_742, 6: 8_859, 7: 18_343}
BY_RECURRENCES = BY_SEARCH | {
    8: 34_539,
    9: 60_514,
    10: 100_152,
    11: 158_249,
    12: 240_608,
    13: 354_137,
    14: 506_944,
}
"""Published in docs/black-peg.md."""


def formula(n: int) -> int:
    """Of four pegs, for n >= 10."""
    whole, rest = divmod(12 * n**5 + 30 * n**4 - 10 * n**3 + 105 * n**2 + 718 * n - 5340, 15)
    assert rest == 0
    return whole - 4


def the_book() -> Book:
    book = known(FiniteGame("black-peg", 4, 5)).book
    assert book is not None
    return book


def the_total(n: int) -> int:
    return BY_RECURRENCES[n] if n <= 14 else formula(n)


def test_the_count_is_the_formula() -> None:
    book = the_book()
    assert [book.value(n) for n in range(1, 61)] == [the_total(n) for n in range(1, 61)]
    assert book.value(10**6) == formula(10**6)


def test_the_count_needs_no_polynomial() -> None:
    """The recursion over places itself, beyond the n where polynomials take its place."""
    book = the_book()
    assert book.lasting[0] == 10
    for n in range(10, 31):
        assert book.total(Point(0, False, (n,) * 4, (0,) * 4)) == formula(n)


def played(n: int) -> int:
    strategy = known(FiniteGame("black-peg", 4, n)).book_strategy
    assert strategy is not None
    return replay(strategy).total


def test_the_replay_takes_what_the_search_found() -> None:
    assert {n: played(n) for n in BY_SEARCH} == BY_SEARCH


def searched(n: int) -> int:
    found = optimize(FiniteGame("black-peg", 4, n), Goal.EXPECTED, workers=1)
    assert found.optimal
    return found.total


def test_no_strategy_takes_less_by_search() -> None:
    assert {n: searched(n) for n in range(1, 6)} == {n: played(n) for n in range(1, 6)}


@pytest.mark.slow
def test_the_search_without_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Known, "book_strategy", None)
    assert [searched(n) for n in (6, 7)] == [BY_SEARCH[n] for n in (6, 7)]


@pytest.mark.slow
def test_the_replay_up_to_the_most_secrets() -> None:
    for n in range(8, 17):
        assert played(n) == the_total(n)


def at(place: Point, more: int) -> Point:
    """The place with so many more implicit colours in each column that has some."""
    return place._replace(implicit=tuple((m + more) * (m > 0) for m in place.implicit))


def test_the_totals_of_all_places_are_polynomials() -> None:
    """Polynomials of degree 5 through six totals of each place satisfy its equation for 8 more n.

    As the secrets are a polynomial of degree 4, six n prove the equation for every n.
    """
    book = the_book()
    first = 8 + max(run.first for runs in book.asked.values() for run in runs if run.last is None)

    @cache
    def claim(place: Point) -> Callable[[int], Fraction]:
        return through([(k, book.total(at(place, k))) for k in range(6)])

    places = [Point(0, False, (first,) * 4, (0,) * 4)]
    for place in places:
        for more in range(6, 14):
            here = at(place, more)
            move = book.move(here)
            assert move.question == book.move(place).question
            sizes, total = move.sizes(here), Fraction(0)
            for answer, size in enumerate(sizes[:-1]):
                if size:
                    part = move.below(here, answer, 1)
                    less = first - max(part.implicit)
                    known = part if part.explicit else at(part, less)
                    total += claim(known)(-less * (not part.explicit))
                    if known not in places:
                        places.append(known)
            assert sum(sizes) + total == claim(place)(more)
    assert len(places) > 50


def through(points: list[tuple[int, int]]) -> Callable[[int], Fraction]:
    """The polynomial through some points, by Lagrange."""

    def polynomial(x: int) -> Fraction:
        total = Fraction(0)
        for a, value in points:
            term = Fraction(value)
            for b, _ in points:
                term *= Fraction(x - b, a - b) if b != a else 1
            total += term
        return total

    return polynomial


def test_all_of_the_book_leads_into_the_book() -> None:
    """Not only what play comes to from the whole game, but each question for each index."""
    book = the_book()
    for spot, runs in book.asked.items():
        for run in runs:
            for n in range(run.first, 30 if run.last is None else run.last + 1):
                assert book.total(book.point_of(spot, n)) > 0


def test_differences() -> None:
    assert list(differences([n**3 for n in range(2, 7)])) == [8, 19, 18, 6, 0]


# ----------------------------------------------------------------------------- how it is found


def values_of(closure: Closure, reading: Reading) -> PlainValues:
    return PlainValues(recurrences_of(closure, reading, Objective.EXPECTED))


@cache
def found(pegs: int, most: int) -> tuple[Closure, Book]:
    """From the values in the reading `with`, which are bounds, too."""
    closure = close("black-peg", pegs)
    values, forms = values_of(closure, Reading.WITH), closure.patterns + closure.explicit

    def bound(number: int, offsets: tuple[int, ...], n: int) -> int:
        stars = zip(offsets, forms[number].star_columns, strict=True)
        return values.value((number, 0), tuple(n - a for a, star in stars if star))

    return closure, find_strategy(closure, bound, most)


@pytest.mark.parametrize(("pegs", "most"), [(1, 6), (2, 8), (3, 10)])
def test_strategies_of_few_pegs(pegs: int, most: int) -> None:
    """The totals proved for every n (docs/black-peg.md), and what is read back."""
    totals = {
        1: lambda n: n * (n + 1) // 2,
        2: lambda n: (2 * n**3 + 3 * n**2 - 2 * n) // 3,
        3: lambda n: {1: 1, 2: 21}.get(n, (3 * n**4 + 6 * n**3 - 3 * n**2 + 14 * n - 40) // 4),
    }
    _, book = found(pegs, most)
    again = parse_book(BLACK_PEG, book.text)
    assert again.text == book.text
    for one in (book, again):
        assert [one.value(n) for n in range(1, 40)] == [*map(totals[pegs], range(1, 40))]


def test_spots_by_other_names_of_their_columns() -> None:
    """A book with other diagonals among those that differ only in what columns are called."""
    _, book = found(3, 10)
    random, asked = Random(5), dict[Diagonal, tuple[BookEntry, ...]]()
    for spot, runs in book.asked.items():
        pattern = book.patterns[spot.number]
        one = random.choice(column_symmetries(pattern))
        assert one.apply(pattern) == pattern
        asked[moved(spot, one.columns)] = tuple(
            run._replace(question=exchanged(pattern, run.question, one)) for run in runs
        )
    other = Book(book.game, book.patterns, asked)
    assert asked != book.asked
    assert [other.value(n) for n in range(1, 20)] == [book.value(n) for n in range(1, 20)]


def test_each_line_counts() -> None:
    """Without a line some number of colours has no strategy, or one that is not the best.

    Except for lines with another one for fewer excluded colours, which may do as well.
    """
    _, book = found(3, 10)
    lines = book.text.splitlines()
    best, compared = [book.value(n) for n in range(1, 6)], 0
    for place, diagonal in enumerate(book.asked):
        if any(lower in book.asked for lower in [*places(diagonal)][1:]):
            continue
        compared += 1
        fewer = parse_book(BLACK_PEG, "\n".join(lines[:place] + lines[place + 1 :]))
        with pytest.raises((Refused, ArithmeticError)):
            assert [fewer.value(n) for n in range(1, 6)] == best
    assert compared >= len(lines) / 2


def test_bounds_that_nothing_attains_are_refused() -> None:
    with pytest.raises(Refused, match="no strategy for 257 colours"):
        find_strategy(close("black-peg", 1), lambda *_: 1, 300)


def test_the_section_of_a_certificate() -> None:
    """Colours of each column by themselves, a new one after them; masets for every n."""
    closure, book = found(2, 8)
    lines = [*certificate_lines(book)]
    shown = {}
    for line in lines:
        (number, offsets, excluded), *runs = line.split()[0].split("."), *line.split()[1:]
        form = (closure.patterns + closure.explicit)[int(number)]
        shown[form.by_columns, offsets, excluded] = runs
    # As in the proof by hand of two pegs: new colours in both columns, then one of them again.
    assert shown["{**}", "00", "00"] == ["00:1-"]
    assert shown["{0*}", "00", "11"] == ["00:1-"]
    ((_, runs),) = [one for one in shown.items() if one[0] == ("{0*|*0}", "00", "00")]
    assert runs[-1] in ("01:2-", "10:2-", "01:1-", "10:1-")


def image(number: int, pattern: MasetPattern, witness: Witness, onto: MasetPattern) -> str:
    """A line of the sections `symmetries` and `parts`."""
    colours = [
        "".join(
            SYMBOLS[onto.rank_of[witness.colours[colour]]]
            for colour, home in sorted(pattern.column_of.items())
            if home == column
        )
        for column in witness.columns
    ]
    return f"{number}.{''.join(map(str, witness.columns))}.{','.join(colours)}"


def judged(book: Book, lines: list[str]) -> Play:
    """The lines as the checker, which shares no code with the package, sees them."""
    patterns, parts = [*book.patterns.values()], dict[str, None]()
    symmetries = [
        image(number, pattern, one, pattern)
        for number, pattern in enumerate(patterns)
        for one in column_symmetries(pattern)[1:]
    ]
    catalogue = Catalogue(book.game, enumerate(patterns))
    for spot, runs in book.asked.items():
        for run in runs:
            for part in catalogue.answered(patterns[spot.number], run.question):
                if part.is_open and catalogue.find(part.normal) is not None:
                    way = part.witness.inverse()
                    parts[image(part.number, part.known, way, part.normal)] = None
    body = "masetproof short proof 2\ngame black-peg\npegs 4\nfull 6 3\nbase 30\nvalid-from 10\n"
    body += "branch -360 718/15 7 -2/3 2 4/5\nexception 1 1\n"
    shown = [pattern.by_columns for pattern in patterns]
    for name, those in {
        "patterns": shown,
        "symmetries": symmetries,
        "parts": [*parts],
        "states": [],
        "strategy": lines,
    }.items():
        body += "".join(f"{line}\n" for line in (f"{name} {len(those)}", *those))
    data = f"{body}end {hashlib.sha256(body.encode()).hexdigest()}\n".encode()
    said = parse_band(data)
    patterns = Patterns(said, Budget())
    play = Play(patterns, said.strategy, said.base, said.period, silent)
    play.prove(silent)
    return play


@pytest.mark.slow
def test_the_checker_takes_the_book_for_a_strategy() -> None:
    book = the_book()
    lines = [*certificate_lines(book)]
    play = judged(book, lines)
    assert [play.total(n) for n in range(1, 36)] == [the_total(n) for n in range(1, 36)]
    for place in (1, 80):
        with pytest.raises(Rejected):
            judged(book, lines[:place] + lines[place + 1 :])


# ------------------------------------------------------------------------------- what is printed


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["strategy", "black-peg", "--pegs", "4", *arguments, "--json"]) == 0
    shown: dict[str, object] = json.loads(capsys.readouterr().out)
    return shown


def test_a_strategy_that_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = document(capsys, "--colours", "6")
    assert shown["total"] == 8_859
    assert (shown["formula_value"], shown["agrees"], shown["secrets"]) == ("8859", True, 1296)
    assert main(["strategy", "black-peg", "--pegs", "4", "--colours", "3"]) == 0
    assert "331, which it attains; no strategy takes less" in capsys.readouterr().out


def test_a_strategy_that_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    shown = document(capsys, "--colours", "1000")
    assert shown["total"] == formula(1000)
    assert "agrees" not in shown
    assert Fraction(str(shown["expected"])) == Fraction(formula(1000), 1000**4)
    assert main(["strategy", "black-peg", "--pegs", "4", "--colours", "1000"]) == 0
    assert "too many secrets for a replay" in capsys.readouterr().out


def test_a_path_is_for_any_number_of_colours(capsys: pytest.CaptureFixture[str]) -> None:
    shown = document(capsys, "--colours", "1000", "--path", "999,0,500,7")
    steps = shown["questions"]
    assert isinstance(steps, list)
    assert steps[-1] == {"question": "999,0,500,7", "answer": "4"}
    for step in steps:
        agreeing = zip(step["question"].split(","), ("999", "0", "500", "7"), strict=True)
        assert str(sum(one == other for one, other in agreeing)) == step["answer"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--colours 5,6,6,6", "is for columns with equal numbers of colours only"),
        ("--colours 5 --objective worst", "is on the least total only, --objective expected"),
        ("--colours 5 --extra without", "is on the real game only, --extra exact"),
        ("--colours 17 --tree x.json", "at most 65,536 are listed; --path SECRET prints"),
        ("--colours 0", "takes at least 1 colour, not 0"),
        ("--colours 5 --path 00005", "must be a word of 4 colours"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: str, sentence: str) -> None:
    assert main(["strategy", "black-peg", "--pegs", "4", *arguments.split()]) == 2
    assert sentence in capsys.readouterr().err


def test_the_optimum_by_the_theorem() -> None:
    found = proved_optimum(FiniteGame("black-peg", 4, 8))
    assert (found.total, found.optimal) == (BY_RECURRENCES[8], True)
    for goal in (Goal.WORST, Goal.EXPECTED_THEN_WORST):
        with pytest.raises(Refused, match="no theorem has the optimum"):
            proved_optimum(FiniteGame("black-peg", 4, 5), goal)


def test_boards_have_no_book() -> None:
    for finite in (FiniteGame("black-peg", 4, (5, 6, 6, 6)), FiniteGame("black-peg", 4, 5, True)):
        assert known(finite).book_strategy is None
    assert known(FiniteGame("black-peg", 4, 5), Goal.WORST).book_file is None
