"""Summaries: what is printed can be checked with a pencil, and nothing is left open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from masetproof.checker import check
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Objective
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports.document import PAPER, document, for_paper
from masetproof.reports.summary import summary_listing
from masetproof.reports.typeset import typeset
from tests.oracles.printed import Wrong, labels, read
from tests.reports.typesetting import DIGEST, complaints

GAMES = pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)


@cache
def theorem_of(game: PegGame, pegs: int, reading: Reading, objective: Objective) -> Theorem:
    theorem = prove(game, pegs, reading=reading, objective=objective)
    assert isinstance(theorem, Theorem)
    return theorem


@cache
def summary(game: PegGame, pegs: int, reading: Reading, objective: Objective) -> str:
    return summary_listing(theorem_of(game, pegs, reading, objective), DIGEST, "proof.cert")


def check_labels(text: str, theorem: Theorem) -> None:
    """The labels name the questions of the closure, and are what `masetproof show` takes."""
    found = list(labels(text))
    for pattern, number, question in found:
        words = theorem.closure.questions(pattern)
        assert "".join("0123456789ABC"[c] if c < 36 else "a" for c in words[number - 1]) == question
    assert found


def formal_digits(text: str) -> list[int]:
    """Where the digits are of the theorem, the values, the patterns and the masets.

    Those of labels apart, which name a question and say nothing of it.
    """
    spans = [
        *re.finditer(r"\\begin\{mptTheorem\}\\mptLabel\{main\}.*?\\end\{mptTheorem\}", text, re.S),
        *re.finditer(
            r"It comes to .*? questions?\.|There are [\d,]+\. Each|On \d+ of them,", text, re.S
        ),
        *re.finditer(r"\\item\[\] .*", text),
        *re.finditer(r"\\begin\{mptTable\}.*?\\end\{mptTable\}", text, re.S),
        *re.finditer(r"\\mptSubsection\{steps\}.*?\\mptSection\{lower\}", text, re.S),
    ]
    named = {
        place
        for match in re.finditer(
            r"\\mptAsked(?:\[\d\])?\{\d+\.(\d+)|\[[\d.]+ex\]|\\kern0pt|mpt[A-Za-z]*\{masets\}", text
        )
        for place in range(match.start(1) if match[1] else match.start(), match.end())
    }
    return [
        place
        for span in spans
        for place in range(span.start(), span.end())
        if text[place].isdigit() and place not in named
    ]


def mutants(text: str, places: list[int], random: Random) -> Iterator[tuple[int, str]]:
    for place in places:
        digit = random.choice([d for d in "0123456789" if d != text[place]])
        yield place, text[:place] + digit + text[place + 1 :]


def assert_caught(text: str, places: list[int], step: int = 1) -> None:
    """A digit that is wrong is noticed, at one place in *step*."""
    missed = []
    for place, mutant in islice(mutants(text, places, Random(11)), 0, None, step):
        try:
            read(mutant)
        except Wrong:
            continue
        missed.append(f"{text[place - 60 : place]}>{mutant[place]}<{text[place + 1 : place + 20]}")
    assert not missed


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", list(BLANKS))
@pytest.mark.parametrize("pegs", [1, 2])
@GAMES
def test_a_reader_with_a_pencil_can_check_the_strategy(
    game: PegGame, pegs: int, reading: Reading, objective: Objective
) -> None:
    theorem = theorem_of(game, pegs, reading, objective)
    text = summary(game, pegs, reading, objective)
    reader = read(text)
    assert reader.body.exceptions == theorem.formula.exceptions
    assert reader.body.valid_from == theorem.formula.valid_from
    check_labels(text, theorem)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", list(BLANKS))
@pytest.mark.parametrize("pegs", [1, 2])
@GAMES
def test_the_numbers_of_the_lower_bound_are_those_of_certificate_and_checker(
    tmp_path: Path, game: PegGame, pegs: int, reading: Reading, objective: Objective
) -> None:
    theorem = theorem_of(game, pegs, reading, objective)
    check_counts(summary(game, pegs, reading, objective), theorem, tmp_path / "proof.cert")


def check_counts(text: str, theorem: Theorem, path: Path) -> None:
    """What the summary says of the certificate, which is written to a file and checked."""
    with path.open("wb") as file:
        write_certificate(theorem, file)
    verified = check(path)
    lines = dict(re.findall(r"^section (\w+) (\d+) ", path.read_text(), re.MULTILINE))
    lower = " ".join(text.split(r"\mptSection{lower}")[1].split())

    def told(pattern: str) -> int:
        (number,) = re.findall(pattern, lower)
        return int(number.replace(",", ""))

    assert told(r"by all questions, to ([\d,]+) patterns?;") == verified.counts["patterns"]
    assert told(r"are isomorphic to ([\d,]+) explicit masets") == int(lines["masets"])
    assert told(r"The patterns have ([\d,]+) questions?,") == verified.counts["questions"]
    if theorem.system.reading is Reading.EXACT:
        assert told(r"That gives ([\d,]+) equations,") == verified.counts["equations"]
    else:
        assert "each question one equation" in lower
        assert verified.counts["questions"] == verified.counts["equations"]
    assert told(r"there (?:are|is) ([\d,]+) different equations?\.") == verified.counts["different"]
    assert told(r"for each of the ([\d,]+) different normalized parts") == int(lines["parts"])
    assert told(r"It computes all ([\d,]+) functions") == int(lines["functions"])
    period, base, degree = (
        int(re.findall(rf"^{name} (\d+)$", path.read_text(), re.MULTILINE)[0])
        for name in ("period", "base", "degree")
    )
    start = base + theorem.closure.pegs + theorem.system.cap
    assert f"with $B = {base}$, $T = {period}$, $D = {degree}$ and $M = {start}$" in lower
    assert f"M + T - 1 = {start + period - 1}$ from the equations" in lower


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", Objective)
@GAMES
def test_no_wrong_digit_goes_unnoticed(game: PegGame, objective: Objective) -> None:
    text = summary(game, 2, Reading.EXACT, objective)
    places = formal_digits(text)
    assert len(places) > 150
    assert_caught(text, places, step=3)


@GAMES
def test_that_play_ends_is_said(game: PegGame) -> None:
    """The reader checks that values decrease along play, and wants to be told."""
    text = summary(game, 2, Reading.EXACT, Objective.EXPECTED)
    with pytest.raises(Wrong, match="the end"):
        read(text.replace("the values decrease along play", ""))


@pytest.mark.parametrize("wrong", ["0", "1"])
def test_a_closed_form_is_not_valid_where_there_is_no_secret_and_it_is_not_0(wrong: str) -> None:
    text = summary(AB, 2, Reading.EXACT, Objective.EXPECTED)
    row = "$(4m^3 + 21m^2 - 82m + 105)/12$\\hfill\\kern0pt & "
    assert text.count(f"{row}2 ") == 1
    with pytest.raises(Wrong, match="no secret"):
        read(text.replace(f"{row}2 ", f"{row}{wrong} "))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\mptPegs{0}{2}~\mptPattern{10}: $1$;" + "\n", ""),  # an answer left out
        (r"\mptPattern{1*\mptClause *0}", r"\mptPattern{1*}"),
        ("every $m \\ge 2$", "every $m \\ge 3$"),  # nothing is asked with two colours
        (" + 1 + ", " + "),
        (": no secret", r": $\mptFunction{V}{0}(m-1)$\mptRenaming{}{}{}"),
        ("Identity for $m \\ge 5$.\n", ""),
    ],
)
def test_what_is_left_out_is_missed(old: str, new: str) -> None:
    text = summary(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED)
    start = text.index(r"\mptSubsection{steps}")
    place = text.index(old, start)
    with pytest.raises(Wrong):
        read(text[:place] + new + text[place + len(old) :])


def check_document(path: Path, theorem: Theorem) -> str:
    """Typeset the document, without complaints; returns the body."""
    body = summary_listing(theorem, DIGEST, "proof.cert")
    for name, text in for_paper(body).items():
        (path / name).write_text(text)
    source = path / "proof.tex"
    source.write_text(document(theorem, DIGEST, "proof.cert"))
    log = typeset(source, path / "proof.pdf", *(path / name for name in PAPER))
    assert not complaints(log)
    return body
