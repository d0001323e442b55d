"""A reader of the printed proofs: all is read from the LaTeX, and computed again."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import lcm
from pathlib import Path

import pytest

from masetproof.checker import check
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Theorem, prove
from masetproof.reports.listing import full_listing
from tests.oracles.listed import (
    Equation,
    Function,
    Paper,
    Section,
    at,
    image,
    is_among,
    polynomial,
    stands_for,
)
from tests.oracles.masets import (
    EXTRA,
    answer,
    minimal_depth_of_maset,
    minimal_epl_of_maset,
    question_classes,
    secrets,
)
from tests.oracles.printed import Polynomial, Wrong
from tests.oracles.profiles import read_table
from tests.oracles.search import read_table as read_optima
from tests.oracles.solutions import Solutions
from tests.oracles.solved import Solved
from tests.oracles.told import check_growth, check_values, tables
from tests.oracles.told import section as section_of

DIGITS = 11
"""Of this many digits one is changed."""

FAR = 18
"""The recurrences are worked off so far, in implicit colours."""

MODELS = [
    pytest.param(game, pegs, reading, objective, id=f"{game}-{pegs}-{reading}-{objective}")
    for game in ("mastermind", "ab")
    for pegs in (1, 2)
    for reading in ("exact", "with", "without")
    for objective in ("expected", "worst")
]
everything = pytest.mark.parametrize(("game", "pegs", "reading", "objective"), MODELS)


@cache
def theorem_of(game: str, pegs: int, reading: str, objective: str) -> Theorem:
    theorem = prove(game, pegs, objective=objective, reading=reading)
    assert isinstance(theorem, Theorem)
    return theorem


@cache
def paper_of(game: str, pegs: int, reading: str, objective: str) -> Paper:
    body = full_listing(theorem_of(game, pegs, reading, objective), "0" * 64, "proof.cert")
    return Paper(body, repeats=game == "mastermind", worst=objective == "worst")


@cache
def minima_of(
    game: str, pegs: int, reading: str, objective: str
) -> dict[tuple[Function, int], int]:
    return paper_of(game, pegs, reading, objective).minima(FAR)


def cap(game: str, pegs: int) -> int:
    return 1 if game == "mastermind" else pegs - 1


def extra_cells(game: str, pegs: int, reading: str, excluded: int) -> int:
    """Model: one excluded colour is enough in Mastermind, the AB game needs one for each cell."""
    if reading == "without":
        return 0
    if reading == "with" or game == "mastermind":
        return pegs - 1 if reading == "with" or excluded else 0
    return min(excluded, pegs - 1)


def new_colours(section: Section, question: tuple[int, ...]) -> int:
    return max([0, *(cell - section.colours + 1 for cell in question)])


@pytest.mark.one_in(3)
@everything
def test_the_questions_are_all_questions(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    paper = paper_of(game, pegs, reading, objective)
    for function, section in paper.sections.items():
        most = extra_cells(game, pegs, reading, function[1])
        every = question_classes(section.clauses, paper.repeats, reading != "without")
        wanted = [one for one in every if next(iter(one)).count(EXTRA) <= most]
        assert sorted(map(sorted, section.classes)) == sorted(map(sorted, wanted))
        assert len(section.equations) == len(wanted)
        for equation, one in zip(section.equations, section.classes, strict=True):
            assert equation.question in one


@pytest.mark.one_in(5)
@everything
def test_the_classes_are_those_of_the_automorphisms(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """Each map named is one; and two questions of a class are joined by a chain of them."""
    for section in paper_of(game, pegs, reading, objective).sections.values():
        for named in section.automorphisms:
            moved = {image(list(clause), named) for clause in section.clauses}
            assert moved == set(section.clauses)
        for one in section.classes:
            reached = {min(one)}
            while True:
                more = {
                    renumbered(image([text_of(cell) for cell in question], named), section.colours)
                    for question in reached
                    for named in section.automorphisms
                }
                if more <= reached:
                    break
                reached |= more
            assert reached == one


def text_of(cell: int) -> str:
    return "a" if cell == EXTRA else str(cell)


def renumbered(text: str, colours: int) -> tuple[int, ...]:
    """A question with its new colours in order of first use."""
    new: dict[int, int] = {}
    cells = []
    for sign in text:
        cell = EXTRA if sign == "a" else int(sign)
        cells.append(new.setdefault(cell, colours + len(new)) if cell >= colours else cell)
    return tuple(cells)


@everything
def test_the_parts_are_those_of_the_answers(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """With 0 to 3 implicit colours left, by enumeration of the secrets."""
    paper = paper_of(game, pegs, reading, objective)
    for section, left in product(paper.sections.values(), range(4)):
        for equation in section.equations:
            new = new_colours(section, equation.question)
            possible = secrets(section.clauses, new + left, paper.repeats)
            found: dict[tuple[int, int], set[tuple[int, ...]]] = {}
            for secret in possible:
                found.setdefault(answer(secret, equation.question), set()).add(secret)
            first = section.colours + new
            totals = [(b, total - b) for total in range(pegs + 1) for b in range(total + 1)]
            totals.remove((pegs - 1, 1))
            assert all(part.raw for part in equation.parts)
            told = [part.answer for part in equation.parts]
            assert told == [one for one in totals if one in told]
            shown = {
                part.answer: stands_for(part.raw, first, left, paper.repeats)
                for part in equation.parts
            }
            assert {key: value for key, value in shown.items() if value} == found
            wins = [part.answer for part in equation.parts if part.is_won]
            assert wins == [(pegs, 0)] * (equation.question in possible)


@everything
def test_the_parts_are_the_patterns_that_they_are_called(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    paper = paper_of(game, pegs, reading, objective)
    for section in paper.sections.values():
        for part in (part for equation in section.equations for part in equation.parts):
            if part.is_won:
                continue
            colours = sorted(set("".join(part.raw)) - {"*"})
            ranks = str.maketrans({colour: str(rank) for rank, colour in enumerate(colours)})
            assert [clause.translate(ranks) for clause in part.raw] == part.normal
            if part.function is None:
                continue
            assert part.known == paper.sections[part.function].clauses
            moved = {image(list(clause), part.witness) for clause in part.normal}
            assert moved == set(part.known)


@everything
def test_the_equations_are_those_of_the_parts(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """d = k + r - k', e' = min(C, e + d), the constants by enumeration, S(m) likewise."""
    paper = paper_of(game, pegs, reading, objective)
    most = cap(game, pegs)
    for (number, excluded), section in paper.sections.items():
        for equation in section.equations:
            assert equation.left == (number, excluded)
            terms, constants = [], []
            for part in equation.parts:
                k = section.colours + new_colours(section, equation.question)
                if part.function is not None:
                    lost = k - paper.sections[part.function].colours
                    after = min(most, excluded + lost) if reading == "exact" else 0
                    assert part.function[1] == after
                    terms.append((part.function, lost))
                elif part.cost is not None:
                    constants.append(part.cost)
                    assert part.cost == cost_of(part.normal, objective)
            if objective == "worst":
                assert list(Counter(terms)) == list(dict.fromkeys(terms))
                assert Counter(equation.terms) == Counter(dict.fromkeys(terms, 1))
            else:
                assert Counter(equation.terms) == Counter(terms)
            for n in range(equation.first, equation.first + 6):
                nothing = {(f, n - less): 0 for f, less in equation.terms}
                if objective == "worst":
                    wanted = 1 + max([0, *constants])
                else:
                    wanted = paper.secrets((number, excluded), n) + sum(constants)
                assert paper.right(equation, n, nothing) == wanted


def cost_of(maset: list[str], objective: str) -> int:
    """By enumeration, with the extra colour and without, which makes no difference."""
    words = secrets(maset, 0, True)
    colours = {cell for one in words for cell in one}
    pegs = len(maset[0])
    least = minimal_epl_of_maset if objective == "expected" else minimal_depth_of_maset
    values = {
        least(words, list(product(cells, repeat=pegs))) for cells in (colours, colours | {EXTRA})
    }
    (value,) = values
    return value


@everything
def test_the_values_are_the_least_right_sides(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    paper = paper_of(game, pegs, reading, objective)
    minima = minima_of(game, pegs, reading, objective)
    table = paper.table()
    last = int(re.search(r"Base: \$0 \\le m \\le M \+ T - 1 = (\d+)\$", paper.body)[1])
    for (function, n), value in minima.items():
        if n - paper.sections[function].colours <= last and paper.secrets(function, n):
            assert table.pop((function, n)) == value
    assert not table


@everything
def test_the_printed_recurrences_give_the_optima_of_searches(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """In the reading `exact` they are the real game; else bounds of it."""
    minima = minima_of(game, pegs, reading, objective)
    root = min(function for function, _ in minima if function[0] == 0)
    wanted = {
        row.game.colours: row.expected if objective == "expected" else row.worst
        for row in read_table()
        if row.game[:2] == (game, pegs)
        and row.game.colours <= FAR
        and not (row.game.distinct or row.game.consistent_only)
    }
    for (name, size, colours, aim), optimum in read_optima().items():
        if (name, size, aim) == (game, pegs, objective) and colours <= FAR:
            assert wanted.setdefault(colours, optimum) == optimum
    assert len(wanted) >= (FAR - 1 if pegs == 2 else 4)
    for colours, optimum in wanted.items():
        value = minima[root, colours]
        if reading == "exact":
            assert value == optimum
        assert value <= optimum if reading == "with" else value >= optimum


@everything
def test_signs_and_excesses(game: str, pegs: int, reading: str, objective: str) -> None:
    """= exactly where the right side is the minimum for every n; the excess for every n."""
    paper = paper_of(game, pegs, reading, objective)
    minima = minima_of(game, pegs, reading, objective)
    for function, section in paper.sections.items():
        for equation in section.equations:
            domain = range(equation.first, FAR + 1)
            for n in domain:
                assert at(section.secrets, n) == paper.secrets(function, n)
            assert all(paper.secrets(function, n) for n in domain)
            before = equation.first - 1
            new = new_colours(section, equation.question)
            assert before < section.colours + new or not paper.secrets(function, before)
            excess = {n: paper.right(equation, n, minima) - minima[function, n] for n in domain}
            assert min(excess.values()) >= 0
            assert (equation.sign == "=") == (not any(excess.values()))
            if equation.is_whole:
                assert equation.sign == r"\le"
                assert new == 0
                assert function in [one for one, _ in equation.terms]
            told_by_another = equation.is_whole or equation.is_told_by_another
            kind, about = equation.said
            assert (kind == "more") == (min(excess.values()) > 0 and not told_by_another)
            assert kind != "more" or int(about) == min(excess.values())
            if equation.is_told_by_another:
                (other,) = [one for one in section.equations if one.number == equation.other]
                assert equation.terms == other.terms
                assert int(equation.number.split(".")[1]) > int(other.number.split(".")[1])
                apart = {
                    paper.right(equation, n, minima) - paper.right(other, n, minima) for n in domain
                }
                assert (apart == {0}) == equation.is_same
                assert min(apart) >= 0
            elif not equation.is_whole:
                assert [n for n in domain if equation.is_called_optimal(n)] == [
                    n for n, value in excess.items() if not value
                ]
            if "Excess" in equation.verdict:
                single, onset, branches = equation.excess
                assert onset >= equation.first
                assert sorted(single) == list(range(equation.first, onset))
                for n, value in excess.items():
                    shown = single[n] if n < onset else at(branches[n % len(branches)], n)
                    assert shown == value
            elif not equation.is_whole and not equation.is_told_by_another:
                assert equation.sign == "="


def newton(values: list[int]) -> list[int]:
    found = []
    while values:
        found.append(values[0])
        values = [b - a for a, b in pairwise(values)]
    return found


@everything
def test_the_differences_are_those_of_the_equations(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """The numbers that the induction rests on, and that they are enough for it."""
    paper = paper_of(game, pegs, reading, objective)
    minima = minima_of(game, pegs, reading, objective)
    numbers = re.search(
        r"M \\;=\\; B \+ p \+ C \\;=\\; (\d+) \+ (\d+) \+ (\d+) \\;=\\; (\d+)", paper.body
    )
    assert numbers
    base, p, most, start = map(int, numbers.groups())
    assert (p, most) == (pegs, cap(game, pegs))
    assert start == base + p + most
    period = int(re.search(r"The period of the claim is \$T = (\d+)\$", paper.body)[1])
    degree = int(re.search(r"degree at most \$D = (\d+)\$", paper.body)[1])
    points = set(range(start, start + period))
    named = {function: equations for function, equations, _, _ in paper.solutions()}
    for function, section in paper.sections.items():
        k = section.colours
        for equation in section.equations:
            assert set(equation.differences) == (
                set() if equation.is_whole or equation.is_told_by_another else points
            )
            for m, shown in equation.differences.items():
                if objective == "worst":
                    check_lines(paper, equation, minima, m + k, period, shown)
                    continue
                values = [
                    paper.right(equation, n, minima) - minima[function, n]
                    for n in range(m + k, m + k + period * (max(degree, pegs) + 1), period)
                ]
                wanted = newton(values)
                assert list(shown[0]) + [0] * (len(wanted) - len(shown[0])) == wanted
                assert min(wanted) >= 0
        for m in points:
            parity = ("even", "odd")[(m + k) % 2]
            (number,) = [number for number, when in named[function] if when in ("", parity)]
            (equation,) = [one for one in section.equations if one.number == number]
            assert not equation.is_whole
            terms = equation.differences[m]
            assert all(max(term) <= 0 for term in terms)
            assert any(not any(term) for term in terms)


def check_lines(
    paper: Paper,
    equation: Equation,
    minima: dict[tuple[Function, int], int],
    n: int,
    period: int,
    shown: list[tuple[int, ...]],
) -> None:
    """The terms of a maximum, the constant last, against the left side minus 1."""

    def terms(n: int) -> list[int]:
        values = [minima[function, n - less] for function, less in equation.terms]
        if re.search(r"\d\)$", equation.rest) or not values:
            values.append(paper.right(equation, n, dict.fromkeys(minima, 0)) - 1)
        return [value - (minima[equation.left, n] - 1) for value in values]

    here, later, last = (terms(n + period * t) for t in range(3))
    assert shown == [(a, b - a) for a, b in zip(here, later, strict=True)]
    assert last == [a + 2 * slope for a, slope in shown]
    assert any(min(term) >= 0 for term in shown)


@everything
def test_the_solutions_are_the_values(game: str, pegs: int, reading: str, objective: str) -> None:
    paper = paper_of(game, pegs, reading, objective)
    minima = minima_of(game, pegs, reading, objective)
    base = int(re.search(r"every \$m \\ge B = (\d+)\$", paper.body)[1])
    found = {function: (first, branches) for function, _, first, branches in paper.solutions()}
    assert found.keys() == paper.sections.keys()
    for function, (first, branches) in found.items():
        assert first == base + paper.sections[function].colours
        for n in range(first, FAR + 1):
            assert at(branches[n % len(branches)], n) == minima[function, n]
    assert lcm(*(len(branches) for _, branches in found.values())) <= 2


@everything
def test_the_equations_are_solved(game: str, pegs: int, reading: str, objective: str) -> None:
    """Read back and worked off again without SymPy."""
    model = game, pegs, reading, objective
    solutions = Solutions(paper_of(*model), minima_of(*model), FAR)
    solutions.check_equations()
    assert solutions.general
    assert solutions.optimal
    solved = solutions.check_components()
    for function in solutions.paper.sections:
        assert {when for one, when in solved if one == function} in ({""}, {"even", "odd"})


def test_general_solutions_worked_out_by_hand() -> None:
    """f(n) = f(n - 1) + n has the solution n(n + 1)/2 + c, and with n - 1 for n n(n - 1)/2 + c."""
    paper = paper_of("mastermind", 2, "with", "expected")
    (section,) = [one for one in paper.sections.values() if one.function[0] == 4]
    found = {
        one.rest: one.solution
        for one in section.equations
        if one.terms == [(one.function, 1)] and one.solution
    }
    for rest, sign in (" + n", "+"), (" + n - 1", "-"):
        assert found[rest].startswith(
            rf"$\frac{{n^2 {sign} n}}{{2}} + c$, where $c$ depends on the"
        )


PECZARSKI = {("mastermind", 2): (6, 47), ("ab", 2): (3, 17)}
"""Patterns and equations (arXiv 1808.03849); with three pegs, `tests.proofs.test_three_pegs`."""


@everything
def test_the_closure_is_told(game: str, pegs: int, reading: str, objective: str) -> None:
    """In the order in which a reader of the list comes upon the patterns."""
    paper = paper_of(game, pegs, reading, objective)
    sections = {one.function[0]: one for one in paper.sections.values()}  # with most excluded
    found = {0: "the whole game"}
    for one in sections.values():
        for equation in one.equations:
            for part in equation.parts:
                if part.function is not None and part.function[0] not in found:
                    black, white = part.answer
                    reference = rf"(\mptEqNumber{{{equation.number}}})"
                    found[part.function[0]] = rf"\mptPegs{{{black}}}{{{white}}} {reference}"
                    assert part.normal == sections[part.function[0]].clauses
    assert [*found] == [*sections] == [*range(len(sections))]
    head, rows = tables(section_of(paper.body, "equations"))[0]
    assert head == ["pattern", "clauses", "secrets", "questions", "found"]
    for (number, one), row in zip(sections.items(), rows, strict=True):
        clauses = r"\mptClause ".join(one.clauses)
        assert row[:2] == [str(number), rf"\mptPattern{{{clauses}}}"]
        assert polynomial(row[2].strip("$")) == one.secrets
        assert row[3:] == [str(len(one.equations)), found[number]]
    flat = " ".join(paper.body.split())
    counts = len(sections), sum(len(one.equations) for one in sections.values())
    agreement = (
        r"Peczarski~\\cite\{masetproof:peczarski2018\} counts the same: (\d+) patterns and, "
        r"with an extra colour from the start, (\d+) equations, one for each question"
    )
    told = re.findall(agreement, flat)
    assert [tuple(map(int, one)) for one in told] == [counts] * (
        counts == PECZARSKI.get((game, pegs))
    )
    assert (told == []) == (reading == "without" or pegs == 1)


POINT = re.compile(r"\((-?[\d.]+),(-?[\d.]+)\)")
BOX = re.compile(
    rf"put{POINT.pattern}\{{\\framebox\(10,8\)"
    r"\{\$\\mptFunction(?:\[(\d*)\])?\{f\}\{(\d+)\}"
)


def drawn(figure: str) -> dict[Function, set[Function]]:
    """For each box of a picture the boxes to which arrows lead from it."""
    boxes = {
        (int(pattern), int(level or 0)): (float(x), float(y))
        for x, y, level, pattern in BOX.findall(figure)
    }

    def box_at(point: tuple[str, str]) -> Function:
        x, y = map(float, point)
        (one,) = (
            box
            for box, (u, v) in boxes.items()
            if -0.02 <= x - u <= 10.02 and -0.02 <= y - v <= 8.02
        )
        return one

    arrows: dict[Function, set[Function]] = {box: set() for box in boxes}
    for edge in figure.split(r"\vector")[:-1]:
        points = POINT.findall("".join(re.findall(r"\\qbezier(.*)", edge)))
        arrows[box_at(points[0])].add(box_at(points[-1]))
    return arrows


@everything
def test_the_arrows_are_those_of_the_equations_named(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    """The figure of functions shows what the section says that its caption names."""
    paper = paper_of(game, pegs, reading, objective)
    named = {
        one: {
            term
            for equation in paper.sections[one].equations
            if equation.number in [number for number, _ in equations]
            for term, _ in equation.terms
        }
        for one, equations, _, _ in paper.solutions()
    }
    figure = paper.body.split(r"\mptFigure{functions}")[1]
    assert drawn(figure) == named
    assert "{The functions; an arrow leads to each function to which an equation named in" in figure
    assert "legal" not in paper.body


@everything
def test_growth_and_optimal_questions(game: str, pegs: int, reading: str, objective: str) -> None:
    paper = paper_of(game, pegs, reading, objective)
    minima = minima_of(game, pegs, reading, objective)
    text, worst = section_of(paper.body, "facts"), objective == "worst"
    root = min(function for function in paper.sections if function[0] == 0)
    _, _, first, branches = next(one for one in paper.solutions() if one[0] == root)

    def value(n: int) -> Fraction:
        return Fraction(minima[root, n]) if n < first else at(branches[n % len(branches)], n)

    (values,) = tables(text)
    check_values(values, value, lambda n: int(at(paper.sections[root].secrets, n)), worst=worst)
    formula = [Polynomial(branch) for branch in branches]
    check_growth(text, formula, pegs, repeats=paper.repeats, worst=worst)
    items = re.findall(r"\\item \\mptPatternRef\{(\d+)\}: (.*)\.\n", text)
    assert [int(number) for number, _ in items] == sorted({f[0] for f in paper.sections})
    told = dict(items)
    for function, one in paper.sections.items():
        best: dict[str, str] = {}
        for piece in told[str(function[0])].split("; "):
            words, when = re.fullmatch(r"((?:\\texttt\{\w+\}(?:, )?)+) for (.*)", piece).groups()
            best |= dict.fromkeys(re.findall(r"\{(\w+)\}", words), when)
        for equation in one.equations:
            asked = "".join(map(text_of, equation.question))
            for n in range(equation.first, FAR + 1):
                optimal = paper.right(equation, n, minima) == minima[function, n]
                is_told = asked in best and is_among(n, best[asked])
                assert (optimal and not equation.is_whole) == is_told


@everything
def test_one_equation_of_each_kind_is_solved(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    paper = paper_of(game, pegs, reading, objective)
    Solved(paper, minima_of(game, pegs, reading, objective)).check(FAR)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("game", ["mastermind", "ab"])
def test_no_wrong_digit_of_what_is_solved_goes_unnoticed(game: str, objective: str) -> None:
    """One digit in some."""
    paper, minima = (of(game, 2, "exact", objective) for of in (paper_of, minima_of))
    text = section_of(paper.body, "solved")
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    missed = []
    for place in places[::DIGITS]:
        wrong = str((int(text[place]) + 1 + place % 9) % 10)
        if wrong == text[place]:
            continue
        try:
            Solved(paper, minima, text[:place] + wrong + text[place + 1 :]).check(FAR)
        except (AssertionError, Wrong, LookupError, ValueError, ArithmeticError):
            continue
        missed.append(f"{text[place - 60 : place]}>{wrong}<{text[place + 1 : place + 20]}")
    assert not missed, "\n".join(missed)


@everything
def test_the_numbers_of_listing_and_checker_belong_together(
    game: str, pegs: int, reading: str, objective: str, tmp_path: Path
) -> None:
    paper = paper_of(game, pegs, reading, objective)
    path = tmp_path / "proof.cert"
    with path.open("wb") as file:
        write_certificate(theorem_of(game, pegs, reading, objective), file)
    counted = check(path)
    flat = " ".join(paper.body.split())
    told = re.search(
        r"as many: (\d+) patterns?, (\d+) questions?, (\d+) equations? \((\d+) of them diff", flat
    )
    assert told
    assert tuple(map(int, told.groups())) == (
        counted.counts["patterns"],
        counted.counts["questions"],
        counted.counts["equations"],
        counted.counts["different"],
    )
    equations = [one for section in paper.sections.values() for one in section.equations]
    same = [one for one in equations if one.is_same]
    whole = [one for one in equations if one.is_whole]
    assert len(equations) == counted.counts["equations"]
    assert len(equations) - len(same) - len(whole) == counted.counts["different"]
    left = re.search(
        r"Of these, (\d+) leaves? the pattern whole .*?, and (\d+) (?:is|are) the same", flat
    )
    assert (tuple(map(int, left.groups())) if left else (0, 0)) == (len(whole), len(same))


@everything
def test_the_thresholds_fit_together(game: str, pegs: int, reading: str, objective: str) -> None:
    """B, M and M + T - 1 are the same wherever they are printed."""
    flat = " ".join(paper_of(game, pegs, reading, objective).body.split())
    theorem = theorem_of(game, pegs, reading, objective)
    base, start, period = theorem.claim.base, theorem.start, theorem.claim.period
    last = start + period - 1
    points = ", ".join(map(str, range(start, start + period)))
    for sentence in (
        rf"for all $0 \le m \le {last}$ for which there is a secret",
        rf"an equation that is attained for all $m \ge {start}$, ",
        rf"for every function and every $m \ge B = {base}$.",
        rf"M \;=\; B + p + C \;=\; {base} + {pegs} + {start - base - pegs} \;=\; {start},",
        rf"$0 \le m \le M + T - 1 = {last}$.",
        rf"For ${base} \le m \le {last}$ they are the values of the claim",
        rf"with a base point $\mu \in \{{{points}\}}$ and $t \ge 0$.",
        rf"for every $m \ge {base}$.\mptQed",
        rf"those of the solution for $n \ge {base}$",
    ):
        assert flat.count(sentence) == 1, sentence
