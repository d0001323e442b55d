"""Three pegs: the same code, a theorem that is new.

In the fast suite of the AB game; Mastermind, whose closure is twice as large, is for the slow one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
import sympy

from masetproof.checker import check
from masetproof.cli import main
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.games.rules import Game
from masetproof.objectives import Goal, Objective
from masetproof.patterns.store import cached_closure
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import compare
from masetproof.proofs.known import known
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.verdicts import verdicts
from masetproof.proofs.written import write_strategy
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.system import System
from masetproof.recurrences.values import evaluate
from masetproof.reports.bundle import write_volumes
from masetproof.reports.listing import pattern_sections
from masetproof.reports.pictures import save_plot
from masetproof.reports.plots import theorem_figure
from masetproof.reports.question import question
from masetproof.reports.summary import summary_listing
from masetproof.reports.typeset import typeset
from masetproof.strategies.book import read_book
from masetproof.strategies.on_patterns import Move, Point
from masetproof.trees.replay import replay
from masetproof.words import STAR, word_text
from tests.oracles.counts import count_bounds
from tests.oracles.listed import at, polynomial
from tests.oracles.masets import minimal_depth_of_maset, secrets
from tests.oracles.printed import read
from tests.oracles.search import read_table
from tests.patterns.test_closure import PATTERNS, assert_same
from tests.proofs.test_statement import told
from tests.reports.test_summary import (
    assert_caught,
    check_counts,
    check_document,
    check_labels,
    formal_digits,
)

SystemOf = Callable[[Game, int, Reading, Objective], System]
TheoremOf = Callable[[Game, Reading, Objective], Theorem]


@pytest.mark.slow
@pytest.mark.parametrize("reading", [Reading.EXACT, Reading.WITH, Reading.WITHOUT])
def test_worst_case_of_mastermind(theorem_of: TheoremOf, reading: Reading) -> None:
    # Jäger and Peczarski 2009: floor((n - 1) / 3) + 4 for n >= 5.
    formula = theorem_of(MASTERMIND, reading, Objective.WORST).formula
    assert formula.valid_from == 5
    assert all(formula.branch_value(n) == (n - 1) // 3 + 4 for n in range(5, 60))
    # With three colours it is 4, too, and with four it is not 5: the sentence says so.
    words = theorem_of(MASTERMIND, reading, Objective.WORST).words()
    assert "is f(n) for every n >= 5, and for n = 3; it is 1 for n = 1, " in words
    assert [told(theorem_of(MASTERMIND, reading, Objective.WORST), n) for n in (3, 4)] == [4, 4]


@pytest.mark.slow
def test_without_asks_the_colours_of_the_pattern(theorem_of: TheoremOf) -> None:
    """Those of clauses that stand for no secret, too: the words say what the equations do."""
    theorem = theorem_of(MASTERMIND, Reading.WITHOUT, Objective.WORST)
    pattern = theorem.closure.patterns[992]
    possible = secrets(map(word_text, pattern.clauses), 0, repeat=True)

    def least(colours: Iterable[int]) -> int:
        return minimal_depth_of_maset(possible, list(product(colours, repeat=3)))

    value = theorem.value_of(theorem.function_of(992), 0)
    assert value == least(range(pattern.colours)) == 2
    assert least({colour for secret in possible for colour in secret}) == 3


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_forbidding_colours_that_no_secret_has_changes_one_minimum(
    theorem_of: TheoremOf, game: PegGame, objective: Objective
) -> None:
    """In `without`, where for few colours clauses of a pattern may stand for no secret."""
    theorem, changed = theorem_of(game, Reading.WITHOUT, objective), []
    closure, compared = theorem.closure, 0
    for state in theorem.system.functions():
        number, _ = state
        pattern = closure.patterns[number]
        rows = closure.split_of[slice(*closure.question_start[number : number + 2].tolist())]
        for m in range(3):
            most = 3 * (m > 0) if game.repeats else m
            cells = {x for one in pattern.clauses if one.count(STAR) <= most for x in one}
            new = {*range(pattern.colours, STAR)} if STAR in cells else set[int]()
            if not cells or ((new or not m) and cells >= {*range(pattern.colours)}):
                continue
            costs, asked = theorem.costs(state, m), closure.questions(number)
            told = zip(asked, rows.tolist(), strict=True)
            found = [costs.get(row) for word, row in told if (cells | new).issuperset(word)]
            if min(x for x in found if x is not None) != theorem.value_of(state, m):
                changed.append((number, m))
            compared += 1
    assert compared > 5000
    assert changed == [(992, 0)] * ((game, objective) == (MASTERMIND, Objective.WORST))


PROVED = pytest.mark.parametrize(
    ("game", "reading"),
    [pytest.param(MASTERMIND, Reading.EXACT, marks=pytest.mark.slow), (AB, Reading.WITH)],
)
BOTH_GAMES = pytest.mark.parametrize("game", [pytest.param(MASTERMIND, marks=pytest.mark.slow), AB])


@PROVED
def test_the_formula_continues_the_recurrences(
    theorem_of: TheoremOf, game: Game, reading: Reading
) -> None:
    """For all functions, beyond the values that the proof has used."""
    theorem = theorem_of(game, reading, Objective.EXPECTED)
    claim = theorem.claim
    most = len(theorem.table) + 4 * claim.period
    table = evaluate(theorem.columns, most, known=theorem.table)
    assert np.array_equal(claim.table(slice(None), range(most + 1)), table)
    for n in range(theorem.formula.valid_from, most + 1):
        assert theorem.formula.branch_value(n) == table[n, 0]
    for n in range(game.least_colours(3), theorem.formula.valid_from):
        missed = theorem.formula.branch_value(n) != table[n, 0]
        assert missed == (n in theorem.formula.exceptions)
        assert theorem.formula(n) == table[n, 0]


@PROVED
def test_an_optimal_strategy_with_few_functions(
    theorem_of: TheoremOf, game: Game, reading: Reading
) -> None:
    theorem = theorem_of(game, reading, Objective.EXPECTED)
    strategy = theorem.guide
    assert len(strategy.functions) < 100
    # SymPy solved the functions of the strategy; its solutions meet the values.
    claim, places = theorem.claim, {one: i for i, one in enumerate(theorem.system.functions())}
    solved = theorem.solutions.functions
    assert {places[state] for state, _ in solved} == {*strategy.functions}
    for state, cell in solved:
        colours = theorem.closure.patterns[state[0]].colours
        for m in range(cell.origin[0], len(theorem.table), claim.period):
            n = m + colours
            closed = theorem.solution(state, n % claim.period)
            assert (
                closed.subs(sympy.Symbol("n", integer=True), n) == theorem.table[m, places[state]]
            )


@pytest.mark.slow
def test_readings_of_the_ab_game(theorem_of: TheoremOf) -> None:
    """Independent searches give 72 for 4 colours, where the reading `with` has 69."""
    comparison = compare(
        {reading: theorem_of(AB, reading, Objective.EXPECTED) for reading in BLANKS}
    )
    assert comparison.differences[4][Reading.EXACT] == 72
    for n, values in comparison.differences.items():
        assert values[Reading.WITH] <= values[Reading.EXACT] <= values[Reading.WITHOUT], n
    formulas = {reading: t.formula for reading, t in comparison.theorems.items()}
    for n in range(comparison.settled, comparison.settled + 30):
        same = len({formula.branch_value(n) for formula in formulas.values()}) == 1
        assert same == (n % comparison.period not in comparison.gaps)


def test_optimal_questions_of_the_ab_game_are_counted(theorem_of: TheoremOf) -> None:
    counts = theorem_of(AB, Reading.WITH, Objective.EXPECTED).optimal_question_counts
    assert len(counts) == 3 * 7496
    assert counts.min() >= 1


@BOTH_GAMES
def test_a_path_costs_no_more_than_its_own_questions(theorem_of: TheoremOf, game: Game) -> None:
    """Of the 125 million secrets, no question is found but those that one of them meets."""
    theorem = theorem_of(game, Reading.EXACT, Objective.WORST)
    places = []

    class Noting:
        def move(self, place: Point) -> Move:
            places.append(place)
            return theorem.guide.move(place)

    path = list(replace(theorem.strategy(500), guide=Noting()).path("499,350,13"))
    assert len(set(places)) <= len(path)
    assert path[-1][0] == (499, 350, 13)
    assert len(path) <= theorem.formula(500)
    if game is MASTERMIND:
        assert theorem.formula(500) == (500 - 1) // 3 + 4


@BOTH_GAMES
def test_the_worst_case_of_a_strategy(theorem_of: TheoremOf, game: Game) -> None:
    theorem, optima = theorem_of(game, Reading.EXACT, Objective.WORST), read_table()
    for n in (3, 5, 8):
        assert replay(theorem.strategy(n)).worst == optima[game.name, 3, n, "worst"]
        assert theorem.formula(n) == optima[game.name, 3, n, "worst"]


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_strategies_and_books_are_what_the_theorems_say(
    theorem_of: TheoremOf, game: Game, objective: Objective
) -> None:
    theorem = theorem_of(game, Reading.EXACT, objective)
    path = known(FiniteGame(game, 3, 3), Goal(objective)).book_file
    assert path is not None
    assert path.read_text() == write_strategy(theorem.guide).text
    if objective is Objective.EXPECTED:
        assert read_book(path, game).formula == theorem.formula
    without = theorem_of(game, Reading.WITHOUT, objective)
    for n in (*range(game.least_colours(3), 13), 20, 40):
        for proved in (theorem, without) if n < 13 else (theorem,):
            found = replay(proved.strategy(n))
            value = found.total if objective is Objective.EXPECTED else found.worst
            assert value == proved.formula(n), n


@pytest.mark.slow
def test_optimal_questions_of_a_pattern(theorem_of: TheoremOf) -> None:
    theorem = theorem_of(MASTERMIND, Reading.EXACT, Objective.EXPECTED)
    for n in (4, 20, 300):
        for pattern in (0, 17, 400):
            told = verdicts(theorem, theorem.function_of(pattern))
            best = tuple(one.question for one in told if n in one.optimal)
            assert theorem.optimal_questions(pattern, n) == best != ()


@pytest.mark.slow
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", list(BLANKS))
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_all_certificates_of_three_pegs_are_verified(
    theorem_of: TheoremOf, tmp_path: Path, game: Game, reading: Reading, objective: Objective
) -> None:
    theorem = theorem_of(game, reading, objective)
    path = tmp_path / "proof.cert"
    with path.open("wb") as file:
        digest = write_certificate(theorem, file)
    assert path.stat().st_size < 20_000_000
    verified, closure = check(path), theorem.closure
    assert (verified.digest, verified.words) == (digest, theorem.words())
    assert (verified.counts["patterns"], verified.counts["questions"]) == (
        PATTERNS[game],
        closure.question_count,
    )
    assert verified.counts["equations"] == theorem.system.equation_count
    if reading.asks_extra:
        assert verified.counts["questions"] == {MASTERMIND: 9096599, AB: 4188421}[game]


@pytest.mark.slow
@pytest.mark.usefixtures("latex", "proved_once")
def test_the_ab_game_is_proved_printed_and_kept(
    closures_made: list[str],
    theorem_of: TheoremOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As in output/; slow tests let the checker verify it and read it with a pencil."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("masetproof.reports.plots.FIGURE_FORMS", ["svg"])
    out, kept = tmp_path / "proof", Path(__file__).parents[2] / "output" / "SHA256SUMS"
    command = ["prove", "ab", "--pegs", "3", "--extra", "with", "--out", str(out), "--json"]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    # Peczarski, section 5.2
    assert (document["patterns"], document["equations"]) == (7496, 4188421)
    counts = "7,496 patterns and, with an extra colour from the start, 4,188,421 equations"
    assert f"counts the same: {counts}" in (out / "proof-body.tex").read_text()
    names = {path.name for path in out.iterdir()}
    assert {"growth.svg", "closure.svg", "optimal-questions.svg"} <= names
    assert (out / "proof.pdf").stat().st_size > 0
    for name in ("proof-body.tex", "proof.tex", "summary.json", "proof.cert"):
        digest = hashlib.sha256((out / name).read_bytes()).hexdigest()
        assert f"{digest}  ab-3/with/{name}\n" in kept.read_text(), name
    # The closure is in the cache now, and is believed.
    assert closures_made.count("ab-3-with") == 1
    closure = cached_closure(AB, 3, extra=True)
    assert closures_made.count("ab-3-with") == 1
    made = theorem_of(AB, Reading.WITH, Objective.EXPECTED).closure
    assert closure is not made
    assert_same(closure, made)


@pytest.mark.parametrize(
    ("game", "endless"),
    [
        pytest.param(MASTERMIND, 49, marks=pytest.mark.slow),
        pytest.param(AB, 57, marks=pytest.mark.slow),
    ],
)
def test_the_strategy_on_paper_can_be_checked_with_a_pencil(
    theorem_of: TheoremOf, game: Game, endless: int
) -> None:
    """Up to ten colours its cost is what the searches of the oracles find."""
    theorem = theorem_of(game, Reading.EXACT, Objective.EXPECTED)
    text = summary_listing(theorem, "d" * 64, "proof.cert")
    reader = read(text)
    assert reader.body.told["endless"] == endless
    optima = read_table()
    for n in range(max(2, game.least_colours(3)), 11):
        assert reader.value(("0", 0), n) == optima[game.name, 3, n, "expected"]
    check_labels(text, theorem)
    assert_caught(text, Random(5).sample(formal_digits(text), 1))


@pytest.mark.slow
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", list(BLANKS))
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_all_summaries_of_three_pegs(
    theorem_of: TheoremOf, tmp_path: Path, game: PegGame, reading: Reading, objective: Objective
) -> None:
    theorem = theorem_of(game, reading, objective)
    text = check_document(tmp_path, theorem)
    read(text)
    check_labels(text, theorem)
    check_counts(text, theorem, tmp_path / "proof.cert")
    assert_caught(text, Random(6).sample(formal_digits(text), 100))


@pytest.mark.slow
def test_what_is_said_once_in_the_ab_game_is_true_of_each_excluded_colour(
    theorem_of: TheoremOf,
) -> None:
    """Equations of the AB game with the letter e, beside those that `question` writes."""
    theorem = theorem_of(AB, Reading.EXACT, Objective.EXPECTED)
    system, letters = theorem.system, 0
    term = r"f(\d+)\^(\d)\(n(?:-(\d))?\)"
    for section in pattern_sections(theorem, range(4)):
        said = [(one, level) for one in section.questions for level in one.levels]
        number = section.number
        assert sorted((one.number, level) for one, level in said) == sorted(
            (f"{number}.{place}", level)
            for _, level in system.functions_of(number)
            for place, _ in system.asked((number, level))
        )
        for one, level in said:

            def named(found: re.Match[str], e: int = level) -> str:
                letter, more = re.fullmatch(r"(e)?\+?(\d*)", found[1]).groups()
                return f"f{found[2]}^{min(2, e * bool(letter) + int(more or 0))}"

            letters += "[e" in one.equation
            text = re.sub(r"\\mptFunction\[(.*?)\]\{f\}\{(\d+)\}", named, one.equation)
            text = text.split(r" \qquad")[0].replace(r"\le", "<=").replace(" ", "")
            asked = question(theorem, number, int(one.number.split(".")[1]), excluded=level)
            wanted = asked.equation.replace(" ", "").replace("*", "")
            assert sorted(re.findall(term, text)) == sorted(re.findall(term, wanted))
            assert re.sub(term, "", text) == re.sub(term, "", wanted)
            assert one.judged.kind is asked.verdict.kind
    assert letters > 50


def test_solutions_of_attained_equations_are_the_values(theorem_of: TheoremOf) -> None:
    """As the whole listing prints them; the values are those that the recurrences give."""
    theorem = theorem_of(AB, Reading.EXACT, Objective.EXPECTED)
    table, base, checked = theorem.table, theorem.claim.base, 0
    for section in pattern_sections(theorem, range(4)):
        colours = section.about.pattern.colours
        for one in section.questions:
            levels = re.split(r"(?:^|; )for \$e = ([\d, ]+)\$: ", one.solution)
            said = dict(zip(levels[1::2], levels[2::2], strict=True)) or {"": one.solution}
            for state in [equation.about.function for equation in one.equations if one.solution]:
                (text,) = (t for e, t in said.items() if not e or str(state[1]) in e.split(", "))
                for residues, polynomial_of_n in branches(text):
                    for m in range(base, len(table)):
                        if (m + colours) % 3 in residues:
                            value = table[m, theorem.columns.number[state]]
                            assert at(polynomial_of_n, m + colours) == value
                            checked += 1
    assert checked > 50


def branches(text: str) -> Iterator[tuple[list[int], tuple[Fraction, ...]]]:
    """Printed polynomials with their residues modulo 3."""
    if r"\text" not in text:
        yield [0, 1, 2], polynomial(text.strip("$"))
    pattern = r"\$([^$]*)\$ \$\\text\{for \} n \\equiv ([\d, ]+) \\pmod\{3\}\$"
    for form, residues in re.findall(pattern, text):
        yield [*map(int, residues.split(", "))], polynomial(form)


@pytest.mark.slow
@pytest.mark.usefixtures("latex")
def test_volumes_of_the_ab_game_stream_all_equations_and_are_kept(
    theorem_of: TheoremOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theorem = theorem_of(AB, Reading.WITH, Objective.EXPECTED)
    monkeypatch.setattr("masetproof.reports.bundle._PATTERNS", 3)
    files = write_volumes(theorem, tmp_path, "d" * 64, patterns=7)
    macros = files.pop()
    assert macros.name == "masetproof.sty"
    assert [path.name for path in files] == [f"patterns-{n:05}.tex.gz" for n in (0, 3, 6)]
    texts = [gzip.decompress(path.read_bytes()).decode() for path in files]
    # One equation with its label for each question of the first seven patterns.
    labels = re.findall(r"\\mptEquation\[\]\{(\d+\.\d+)\}", "".join(texts))
    assert len(set(labels)) == len(labels) == int(theorem.closure.question_start[7])
    source = tmp_path / "volume.tex"
    source.write_text(texts[1])
    log = typeset(source, tmp_path / "volume.pdf", macros)
    assert "Overfull" not in log
    before = [path.stat().st_mtime_ns for path in files]
    files[1].unlink()  # as if interrupted before
    write_volumes(theorem, tmp_path, "d" * 64, patterns=7)
    after = [path.stat().st_mtime_ns for path in files]
    assert (after[0], after[2]) == (before[0], before[2])
    assert gzip.decompress(files[1].read_bytes()).decode() == texts[1]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Closures of two pegs are kept, as those of three pegs are."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("masetproof.patterns.store._CACHED_FROM", 2)
    return tmp_path / "cache"


def test_a_kept_closure_gives_the_same_proof(
    cache: Path,
    closures_made: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    proofs = []
    for name in ("first", "again"):
        command = ["prove", "ab", "--pegs", "2", "--listing", "none", "--out", str(tmp_path / name)]
        assert main(command) == 0
        proofs.append((tmp_path / name / "proof.cert").read_bytes())
        assert closures_made == ["ab-2-with"]
    assert proofs[0] == proofs[1]
    # A damaged one is made anew.
    (kept,) = cache.iterdir()
    size = kept.stat().st_size
    kept.write_bytes(kept.read_bytes()[:1000])
    capsys.readouterr()
    assert main(["show", "AB.2.0.1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["question"] == "01"
    assert kept.stat().st_size == size > 2000
    assert closures_made == ["ab-2-with"] * 2


@pytest.mark.usefixtures("cache")
def test_an_interrupted_proof_goes_on_from_the_closure(
    closures_made: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["prove", "ab", "--pegs", "2", "--objective", "worst", "--out", str(tmp_path / "out")]

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("masetproof.proofs.finding.evaluate", interrupt)
        assert main([*command, "--listing", "none"]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert not list((tmp_path / "out").iterdir())
    assert main([*command, "--listing", "none"]) == 0
    assert closures_made == ["ab-2-with"]  # it is not made again
    assert (tmp_path / "out" / "proof.cert").exists()


@pytest.mark.usefixtures("closures_made")
def test_values_of_the_ab_game_are_those_of_the_real_game_and_name_the_reading(
    system_of: SystemOf, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With four colours: 72, by the exhaustive search of the oracles."""
    monkeypatch.setattr(
        "masetproof.recurrences.values.in_columns",
        lambda one: system_of(one.closure.game, one.closure.pegs, one.reading, one.objective),
    )
    monkeypatch.setenv("MASETPROOF_CACHE", "")  # the closures are at hand
    command = ["values", "ab", "--pegs", "3", "--to", "4"]
    assert main([*command, "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[::2] == [
        "n,value,extra,secrets,mean",
        "4,72,exact,24,3",
    ]
    assert main([*command, "--extra", "with"]) == 0
    told = capsys.readouterr().out
    assert "(--extra with)" in told.splitlines()[0]
    assert told.splitlines()[-1].split()[:2] == ["4", "69"]


def test_no_damage_to_a_cached_closure_goes_unnoticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Single flipped bits: either the same closure is read, or another one is made."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr("masetproof.patterns.store._CACHED_FROM", 1)
    whole = cached_closure(MASTERMIND, 2, extra=True)
    (kept,) = tmp_path.iterdir()
    data = kept.read_bytes()
    for place in range(0, len(data), 331):
        damaged = bytearray(data)
        damaged[place] ^= 1 << place % 8
        kept.write_bytes(damaged)
        again = cached_closure(MASTERMIND, 2, extra=True)
        assert again.patterns == whole.patterns
        assert np.array_equal(again.splits.parts, whole.splits.parts)
        assert np.array_equal(again.split_of, whole.split_of)


@pytest.mark.slow
def test_the_picture_of_the_readme(theorem_of: TheoremOf, tmp_path: Path) -> None:
    """Its words and all its points are those of the theorem."""
    kept, path = Path(__file__).parents[2] / "docs/pictures/theorem.svg", tmp_path / "theorem.svg"
    save_plot(theorem_figure, theorem_of(MASTERMIND, Reading.EXACT, Objective.EXPECTED), path)
    for pattern in (r"<!-- (.*?) -->", r'<use [^>]*x="([\d.]+)" y="([\d.]+)"'):
        told, drawn = (re.findall(pattern, one.read_text()) for one in (kept, path))
        assert told == drawn
        assert len(told) > 20


@pytest.mark.slow
def test_the_theorem_of_the_readme(theorem_of: TheoremOf) -> None:
    """The headline of the README is the formula of the real game."""
    formula = theorem_of(MASTERMIND, Reading.EXACT, Objective.EXPECTED).formula
    check_headline(formula.valid_from, formula.branches)


def test_the_theorem_of_the_readme_is_that_of_the_proof_that_is_kept() -> None:
    """Which `tests/test_verified.py` holds against its certificate."""
    kept = Path(__file__).parents[2] / "output" / "mastermind-3" / "exact" / "summary.json"
    formula = json.loads(kept.read_text())["formula"]
    check_headline(formula["valid_from"], formula["branches"])


def check_headline(valid_from: int, branches: Sequence[Sequence[object]]) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    claimed = re.findall(r"E\(n\) = (.*?) +for n = (\d) mod 3", readme)
    (start,) = re.findall(r"For every number n >= (\d+) of colours", readme)
    assert int(start) == valid_from
    assert [int(residue) for _, residue in claimed] == [0, 1, 2]
    powers = {ord("⁴"): "**4", ord("³"): "**3", ord("²"): "**2"}
    n = sympy.Symbol("n")
    for text, residue in claimed:
        polynomial = sympy.sympify(re.sub(r"(\d)n", r"\1*n", text.translate(powers)))
        branch = branches[int(residue)]
        assert polynomial == sum(sympy.Rational(str(c)) * n**i for i, c in enumerate(branch))


@pytest.mark.slow
@pytest.mark.parametrize("game", [MASTERMIND, AB])
def test_counts_bound_the_functions_without_two_stars(system_of: SystemOf, game: PegGame) -> None:
    """All that the closure has, some 7,000 and 13,000; some attain the bound for every m."""
    system = system_of(game, 3, Reading.WITH, Objective.EXPECTED)
    stars = [
        [clause.count(STAR) for clause in system.closure.patterns[pattern].clauses]
        for pattern in system.pattern.tolist()
    ]
    which = [place for place, counts in enumerate(stars) if max(counts) == 1]
    numbers = np.array([(stars[place].count(1), stars[place].count(0)) for place in which])
    clauses, secrets = numbers.max(axis=0).tolist()
    bounds = count_bounds(3, clauses, secrets, 40)[*numbers.T]
    values = evaluate(system, 40)[:, which].T
    assert len(which) > 7_000
    assert (values >= bounds).all()
    assert (values == bounds).all(axis=1).any()
