"""Where verdicts are put into words: all of them in one template, which says whatever it likes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from masetproof import question, theorem_of
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.explore.patterns import maset_document, pattern_document, pattern_list
from masetproof.proofs.theorem import Theorem
from masetproof.reports import latex
from masetproof.reports.listing import cell_listing, full_listing
from tests.oracles.wording import LISTED, TEMPLATES, said, sentence

MACRO = re.compile(r"<% macro (\w+)\((.*)\) %>.*<% endmacro %>")
NAMES = {name for name, _ in MACRO.findall((TEMPLATES / "verdicts.txt.jinja").read_text())}


@pytest.fixture
def _reworded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each sentence is its name and what it is about: ``«same: MM.2.0.1»``."""

    def renamed(macro: re.Match[str]) -> str:
        name, about = macro.groups()
        values = " ".join(f"<< {one} >>" for one in about.split(", ") if one)
        return f"<% macro {name}({about}) %>«{name}: {values}»<% endmacro %>"

    text = (TEMPLATES / "verdicts.txt.jinja").read_text()
    (tmp_path / "verdicts.txt.jinja").write_text(MACRO.sub(renamed, text))
    monkeypatch.setattr(latex, "_TEMPLATES", (tmp_path, *latex._TEMPLATES))
    for kept in (latex.environment, latex._macros):
        kept.cache_clear()
    yield
    for kept in (latex.environment, latex._macros):
        kept.cache_clear()


def listed(game: str, pegs: int, listing: Callable[..., str]) -> list[str]:
    body = listing(theorem_of(game, pegs), "0" * 64, "proof.cert")
    return re.findall(r"\\mptVerdict\{(.*)\}\n", body)


def on_pages(theorem: Theorem) -> Iterator[str]:
    for places, page in (("patterns", pattern_document), ("masets", maset_document)):
        for place, _ in pattern_list(theorem)[places]:  # type: ignore[attr-defined]
            yield from (row["verdict"] for row in page(theorem, place)["questions"])  # type: ignore[attr-defined]


def of_single_boards(theorem: Theorem) -> Iterator[str]:
    for place, pattern in enumerate(theorem.closure.patterns):
        for number in range(1, len(theorem.closure.questions(place)) + 1):
            for colours in (None, pattern.colours, pattern.colours + 1):
                try:
                    yield question(theorem, place, number, colours=colours).verdict_text()
                except Refused:
                    continue


@pytest.mark.usefixtures("_reworded", "theorems_shared")
def test_every_verdict_is_a_sentence_of_the_template(capsys: pytest.CaptureFixture[str]) -> None:
    """In listings, on pages, of single questions, in notebooks; and there is no sentence more."""
    theorem = theorem_of("mastermind", 2)
    found = [
        *listed("mastermind", 2, full_listing),
        *listed("black-peg", 2, cell_listing),
        *on_pages(theorem),
        *of_single_boards(theorem),
    ]
    for options in ([], ["--colours", "3"]):
        assert main(["show", "MM.2.1", *options, "--json"]) == 0
        found += [row["verdict"] for row in json.loads(capsys.readouterr().out)["questions"]]
    names = [re.match(r"«(\w+): .*?»", verdict) for verdict in found]
    assert all(names), [verdict for verdict, one in zip(found, names, strict=True) if not one]
    assert {one[1] for one in names if one} == NAMES - {"idle"}  # which is a part of sentences
    equation = next(iter(theorem.equations(0)))
    shown = equation._repr_mimebundle_()
    assert shown["text/plain"].count("«optimal: n = 1, 2»") == 1
    assert shown["text/latex"].count("«optimal: n = 1, 2»") == 1


def test_no_sentence_can_be_taken_for_another() -> None:
    """Readers, and the programs that read a listing, know by its words which verdict is meant."""
    for kind, count in LISTED.items():
        words = sentence(kind, *count * ["7"])
        for printed in (words, f"{words}. More."):
            assert said(printed) == (kind, count * "7")


MEANING = {
    # name: what it is about, words that it has, words that it has not
    "optimal": (("every n",), ["optimal", "every n"], ["not", "never", "exactly"]),
    "sometimes": (("n = 2",), ["optimal", "exactly", "n = 2"], ["not", "never"]),
    "same": (("MM.2.0.1",), ["same", "MM.2.0.1"], ["more", "optimal"]),
    "more_than": (("MM.2.0.1",), ["more than", "MM.2.0.1"], ["same as", "optimal"]),
    "more": ((2,), ["more than", "minimum", "2"], ["same", "optimal"]),
    "no_solution": ((), ["no solution", "distinguish"], ["optimal"]),
    "idle": ((), ["not distinguish"], ["optimal", "no solution"]),
    "set_aside": ((), ["no solution", "aside"], ["optimal"]),
    "same_when": (("MM.2.0.1", ""), ["same", "never"], ["exactly"]),
    "not_optimal": (("n = 4",), ["not optimal", "n = 4"], ["possible", "solution"]),
    "too_few": (("n = 4",), ["not possible", "few", "n = 4"], ["optimal", "solution"]),
    "no_solution_for": (("n = 2",), ["no solution", "n = 2"], ["optimal", "few"]),
    "attained": ((), ["optimal"], ["not", "never", "more"]),
    "more_by": ((3,), ["more than", "minimum", "3"], ["optimal"]),
    "everywhere": ((), ["optimal", "wherever"], ["not", "never", "excess"]),
    "never": ((), ["never optimal"], ["wherever", "excess"]),
    "somewhere": ((True,), ["optimal", "excess is 0"], ["never", "wherever"]),
}


def test_a_sentence_says_what_its_name_means() -> None:
    """So that two sentences that are exchanged are noticed, however they are worded."""
    assert set(MEANING) == NAMES
    for name, (about, there, absent) in MEANING.items():
        words = latex.part_of("verdicts.txt.jinja", name, *about)
        assert all(word in words for word in there), name
        assert not any(word in words for word in absent), name
