from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy

from masetproof.arguments import Refused
from masetproof.games.marks import MARKS
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.proofs import finding, solving
from masetproof.proofs.comparison import compare_readings
from masetproof.proofs.equations import equations_of
from masetproof.proofs.finding import left_open
from masetproof.proofs.general import Solve
from masetproof.proofs.induction import Induction, NotInductive, equal_sides, prove_classes
from masetproof.proofs.theorem import Theorem, prove, prove_system
from masetproof.recurrences.claims import Claims
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.recurrences.system import System
from masetproof.recurrences.values import evaluate
from tests.theorems import IN_PAIRS

READINGS = list(BLANKS)
Polynomial = Callable[[int], Fraction]


@cache
def theorem(game: Game, pegs: int, reading: Reading, objective: Objective) -> Theorem:
    result = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(result, Theorem)
    return result


def mastermind_2(n: int) -> Fraction:
    """Chen and Lin 2004, times the number of secrets."""
    even, odd = 8 * n**3 + 51 * n**2 - 74 * n + 48, 8 * n**3 + 51 * n**2 - 80 * n + 69
    return Fraction(odd if n % 2 else even, 24)


def ab_2(n: int) -> Fraction:
    even, odd = 4 * n**3 + 21 * n**2 - 76 * n + 72, 4 * n**3 + 21 * n**2 - 82 * n + 105
    return Fraction(odd if n % 2 else even, 12)


def one_peg(n: int) -> Fraction:
    return Fraction(n * (n + 1), 2)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("game", "pegs", "published", "valid_from", "exceptions"),
    [
        (MASTERMIND, 1, one_peg, 1, {}),
        (AB, 1, one_peg, 1, {}),
        (MASTERMIND, 2, mastermind_2, 3, {1: 1, 2: 8}),
        (AB, 2, ab_2, 2, {}),
    ],
)
def test_expected_case(
    game: Game,
    pegs: int,
    published: Polynomial,
    valid_from: int,
    exceptions: dict[int, int],
    reading: Reading,
) -> None:
    formula = theorem(game, pegs, reading, Objective.EXPECTED).formula
    assert (formula.valid_from, formula.exceptions) == (valid_from, exceptions)
    assert formula.period == (1 if pegs == 1 else 2)
    assert all(formula.branch_value(n) == published(n) for n in range(40))


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("game", "pegs", "published"),
    [
        (MASTERMIND, 1, lambda n: n),
        (AB, 1, lambda n: n),
        (MASTERMIND, 2, lambda n: n // 2 + 2),  # Goddard 2004
        (AB, 2, lambda n: -(-n // 2) + 1),  # Jäger and Peczarski 2015
    ],
)
def test_worst_case(
    game: Game, pegs: int, published: Callable[[int], int], reading: Reading
) -> None:
    formula = theorem(game, pegs, reading, Objective.WORST).formula
    assert all(formula.branch_value(n) == published(n) for n in range(40))
    # With one colour the first question wins, which the formula of two pegs misses.
    assert formula.exceptions == ({1: 1} if (game, pegs) == (MASTERMIND, 2) else {})


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
def test_the_theorem_predicts_what_the_recurrences_give(
    game: Game, reading: Reading, objective: Objective
) -> None:
    proved = theorem(game, 2, reading, objective)
    table = evaluate(proved.columns, 60)
    claim = proved.claim
    assert np.array_equal(claim.table(slice(None), range(61)), table)
    for n in range(proved.formula.valid_from, 61):
        assert proved.formula.branch_value(n) == table[n, 0]
    for n in range(game.least_colours(2), 61):
        assert proved.formula(n) == proved.value(n) == table[n, 0]


@IN_PAIRS
def test_sympy_solves_every_function(reading: Reading, objective: Objective) -> None:
    """Its closed forms meet the values, which the recurrences give."""
    for game in (MASTERMIND, AB):
        proved = theorem(game, 2, reading, objective)
        table = evaluate(proved.columns, 40)
        solved = {state for state, _ in proved.solutions.functions}
        assert solved == {*proved.system.functions()}
        for place, state in enumerate(proved.system.functions()):
            colours = proved.closure.patterns[state[0]].colours
            for m in range(proved.claim.base, 41):
                n = m + colours
                closed = proved.solution(state, n % proved.claim.period)
                assert closed.subs(N, n) == int(table[m, place])


N = sympy.Symbol("n", integer=True)


@IN_PAIRS
def test_sympy_solves_every_equation(reading: Reading, objective: Objective) -> None:
    """What it makes of an equation is the right side with the values put in, or satisfies it."""
    general = 0
    for game in (MASTERMIND, AB):
        proved = theorem(game, 2, reading, objective)
        for state in proved.system.functions():
            for equation in equations_of(proved, state).equations:
                solved, rows = equation.solved, {e.split: e for e in proved.system.equations(state)}
                assert (solved is None) == equation.asked.leaves_whole
                if solved is None or equation.asked.split not in rows:
                    continue
                steps, row = sum(equation.asked.new), rows[equation.asked.split]
                for m in range(proved.start + 3, proved.start + 9):
                    n = m + equation.about.pattern.colours
                    right = proved.right_side(state, row, m)
                    if not solved.has(sympy.Symbol("c"), sympy.Function("c")):
                        assert solved.subs(N, n) == right
                        continue
                    general += 1
                    assert any(term.function == state for term in equation.terms)
                    grown = right - proved.value_of(state, m - steps)
                    step = sympy.simplify(solved.subs(N, n) - solved.subs(N, n - steps))
                    assert step == (1 if objective is Objective.WORST else grown)
    assert general > 20


def test_a_solution_that_differs_names_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: SymPy solves another recurrence, and interpolation finds another polynomial."""
    system = theorem(AB, 2, Reading.WITH, Objective.EXPECTED).system
    right = solving.solved_power
    monkeypatch.setattr(solving, "solved_power", lambda power: right(power + 1))
    solving.solved_recurrence.cache_clear()
    with pytest.raises(ArithmeticError, match=r"solution of function \d+ .* fails its equation"):
        prove_system(system, solve=Solve.ALL)
    monkeypatch.undo()
    solving.solved_recurrence.cache_clear()
    claimed = solving.RecurrenceSolver.claim_of
    monkeypatch.setattr(
        solving.RecurrenceSolver, "claim_of", lambda self, node: claimed(self, node) + 1
    )
    with pytest.raises(ArithmeticError, match=r"function \d+ .* and interpolation found"):
        prove_system(system, solve=Solve.ALL)
    monkeypatch.undo()
    assert isinstance(prove_system(system, solve=Solve.ALL), Theorem)


@pytest.mark.parametrize("objective", Objective)
def test_a_false_claim_is_not_inductive(objective: Objective) -> None:
    proved = theorem(MASTERMIND, 2, Reading.WITH, objective)
    claim = proved.claim
    table = evaluate(proved.columns, 40)
    tried = 0
    for place in np.ndindex(*claim.differences.shape):
        for change in (-1, 1):
            differences = claim.differences.copy()
            differences[place] += change
            false = Claims.of_classes([*claim], table, claim.base, differences)
            # Only as many values as the induction itself needs, so that it has to find out.
            rows = proved.start + claim.period
            with pytest.raises(NotInductive):
                prove_classes(proved.columns, false, table[:rows])
            tried += 1
    assert tried == 2 * claim.differences.size


def test_an_equation_that_undercuts_the_claim_is_found() -> None:
    proved = theorem(MASTERMIND, 2, Reading.WITH, Objective.EXPECTED)
    equations = proved.columns.merged
    cheaper = equations.constant.copy()
    row = int(np.flatnonzero(proved.tight[0] & (equations.function == 3))[0])
    cheaper[row] -= 1
    with pytest.raises(NotInductive, match=f"equation {row} falls below"):
        equal_sides(
            proved.columns, equations._replace(constant=cheaper), proved.claim, proved.start
        )


def test_a_later_base_is_tried_when_the_induction_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The formula is the same from any base on which the values are those of the claim."""
    system, tried = theorem(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED).system, list[int]()

    def reluctant(system: System, claims: Claims, *others: Any, **named: Any) -> Induction:
        tried.append(claims.base)
        if len(tried) < 3:
            raise NotInductive("not from here")
        return prove_classes(system, claims, *others, **named)

    monkeypatch.setattr(finding, "prove_classes", reluctant)
    found = prove_system(system)
    assert isinstance(found, Theorem)
    assert tried == [3, 5, 7]
    assert found.claim.base == 7
    assert [found.formula(n) for n in range(3, 30)] == [mastermind_2(n) for n in range(3, 30)]


def test_values_are_exact_beyond_64_bits() -> None:
    proved = theorem(MASTERMIND, 2, Reading.WITH, Objective.EXPECTED)
    for n in (4_000_000, 6_000_001, 10**30):
        assert proved.value(n) == mastermind_2(n)
        ((value,),) = proved.induction.lower.claims.table(slice(1), [n])
        assert value == mastermind_2(n)
        costs = proved.costs((0, proved.system.first[1]), n)
        assert min(cost for cost in costs.values() if cost is not None) == mastermind_2(n)


@pytest.mark.parametrize("part", [1, 2])
@pytest.mark.parametrize(("game", "pegs"), [(MASTERMIND, 2), (MARKS, 4)])
def test_values_that_might_not_fit_64_bits_are_seen(game: Game, pegs: int, part: int) -> None:
    """From values just below the limit, or half of it, the first one beyond it is computed."""
    proved = theorem(game, pegs, Reading.WITH, Objective.EXPECTED)
    huge = np.array(proved.table)
    huge[-pegs:] = 2**62 // (proved.columns.merged.most_parts + 2) // part
    with pytest.raises(OverflowError, match="do not fit 64 bits"):
        evaluate(proved.columns, len(huge), known=huge)
    small = evaluate(proved.columns, len(huge) + 3, known=proved.table)
    assert game is not MASTERMIND or small[-1, 0] == mastermind_2(len(huge) + 3)


def test_costs_of_a_function_that_play_never_comes_to_are_refused() -> None:
    proved = theorem(MASTERMIND, 2, Reading.WITH, Objective.EXPECTED)
    number, level = proved.system.first
    with pytest.raises(Refused, match="play never comes to"):
        proved.costs((number, level - 1), 4)


def test_the_formula_honours_its_exceptions_and_refuses_n_without_a_secret() -> None:
    formula = theorem(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED).formula
    # One secret takes one question, and with two colours 00 01 10 11 take 1 + 2 + 2 + 3.
    assert (formula(1), formula(2), type(formula(2))) == (1, 8, int)
    assert (formula.branch_value(1), formula.branch_value(2)) != (1, 8)
    assert theorem(AB, 2, Reading.EXACT, Objective.EXPECTED).formula(2) == 3  # 01, then 10
    for game, n in ((MASTERMIND, 0), (MASTERMIND, -3), (AB, 1), (AB, 0)):
        with pytest.raises(Refused, match=f"must be at least .*, not {n}"):
            theorem(game, 2, Reading.EXACT, Objective.EXPECTED).formula(n)


def test_many_exceptions_are_counted_in_the_words_for_people() -> None:
    proved = theorem(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED)
    missed = {n: n + 100 for n in range(1, 44)}
    many = replace(proved, formula=replace(proved.formula, valid_from=44, exceptions=missed))
    assert many.words(exceptions=2).endswith(
        "is f(n) for every n >= 44; it is 101 for n = 1, 102 for n = 2 and so on, with 43 "
        "exceptions in all, the last for n = 43."
    )
    assert all(f"{value} for n = {n}" in many.words() for n, value in missed.items())
    assert proved.words(exceptions=3) == proved.words()


def test_reprs_are_one_short_line() -> None:
    proved = theorem(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED)
    pattern = MasetPattern.parse("{0*|*0}")
    assert str(pattern) == repr(pattern) == "{0*|*0}"
    assert repr([pattern]) == "[{0*|*0}]"
    things = [
        proved,
        proved.system,
        proved.closure,
        proved.closure.splits,
        proved.closure.identifications,
        proved.induction,
        proved.claim,
        proved.formula,
        left_open(proved.system, proved.values, "no reason"),
        non_isomorphic_questions(pattern, MASTERMIND),
        proved.guide,
        compare_readings(AB, 1, Objective.EXPECTED),
    ]
    for thing in things:
        assert len(repr(thing).splitlines()) == 1, thing
        assert type(thing).__name__.removeprefix("OneIndex") in repr(thing)
        assert len(repr(thing)) < 200


def test_words_name_game_reading_objective_and_range() -> None:
    assert theorem(MASTERMIND, 2, Reading.WITH, Objective.EXPECTED).words() == (
        "Mastermind with 2 pegs and n colours, where questions may also use, from the start, a "
        "colour known not to be in the secret: the least total number of questions over all "
        "secrets is f(n) for every n >= 3; it is 1 for n = 1 and 8 for n = 2."
    )
