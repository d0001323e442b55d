"""Tables of optima in LaTeX and as heat maps."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal, Objective
from masetproof.proofs.values import values_between
from masetproof.reports.pictures import save_plot
from masetproof.reports.plots import heat_map
from masetproof.reports.tables import latex_table, tabulars, value_tabular
from masetproof.reports.typeset import typeset
from masetproof.search.optimum import Optimum
from masetproof.tables.table import Table, compute_rows, grid_table, published_table
from tests.reports.typesetting import complaints, pdf_text, typeset_alike
from tests.tables.optimizers import FakeOptimizer, optimum, right, wrong


def mixed(finite: FiniteGame, goal: Goal) -> Optimum:
    """Large games are not finished, one value is wrong."""
    if finite.secret_count > 2000:
        totals = (12345, 11000) if finite.colours == 7 else (21000, 20000)
        most, least = totals if goal.first is Objective.EXPECTED else (7, 5)
        return optimum(finite, goal, most, bound=least)
    return (wrong if (finite.pegs, finite.colours) == (3, 4) else right)(finite, goal)


def computed(table: Table) -> Table:
    rows = compute_rows(table.rows, time_limit=60, optimizer=FakeOptimizer(mixed))
    return replace(table, rows=tuple(rows))


BOTH = computed(published_table(MASTERMIND, (Goal.EXPECTED, Goal.WORST)))


@pytest.mark.slow
@pytest.mark.usefixtures("latex")
def test_tables_of_every_game_and_goal_compile(tmp_path: Path) -> None:
    """Also wide ones; and they say what agrees and what was not computed."""
    wide = computed(grid_table(AB, range(1, 9), range(1, 37), Goal.EXPECTED_THEN_WORST))
    small = [
        computed(grid_table(game, [2, 3], range(2, 6), goal))
        for game, goal in product(GAMES.values(), Goal)
    ]
    assert len(small) == len(GAMES) * len(Goal)
    tables = [latex_table(table) for table in (BOTH, wide, *small)]
    assert all("\\section{" in table for table in tables)
    log, (text, *_) = typeset_alike(tmp_path, tables)
    assert not complaints(log)
    assert re.search(r"4 +6 +1 ?296 +5 ?625 +5 ?625 +agrees +Koyama and Lai \[\d+\]", text)
    assert re.search(r"3 +4 +64 +207 +206 +DISAGREES +Goddard \[\d+\]", text)
    assert re.search(r"\[11 ?000.12 ?345\] +11 ?228 +not computed +Ville \[\d+\] \(4\.676\)", text)
    assert re.search(r"J.{1,3}ger and Peczarski \[\d+\]", text)  # however the accent is written
    assert "4.3403" in text
    assert re.search(r"not finished within 60 seconds: +4 pegs with 7 colours \(expected\)", text)


def test_special_symbols_are_escaped() -> None:
    row = BOTH.rows[0]
    entry = replace(row.entries[0], source=r"A & B_1 50% #2 {x} \y ~ ^ $")
    text = latex_table(replace(BOTH, rows=(replace(row, entries=(entry,)),)))
    assert (
        r"A \& B\_1 50\% \#2 \{x\} \textbackslash{}y \textasciitilde{} \textasciicircum{} \$"
        in text
    )


def test_a_heat_map_shows_values_bounds_and_disagreement(tmp_path: Path) -> None:
    path = tmp_path / "map.SVG"
    save_plot(heat_map, BOTH, path)
    text = path.read_text()
    # The letters are shapes, so that they look the same everywhere; the words are comments.
    words = re.findall(r"<!-- (.*?) -->", text)
    assert {"4.3403", "5,625", "3.2344", "207"} <= set(words)  # two cells with their totals
    assert {"4.581", "to 5.142"} <= set(words)  # 11000 and 12345 of 2401 secrets
    assert "hatched: not computed; heavy frame: not as published" in words
    assert text.count("<pattern ") == 1
    assert text.count("stroke: #d55e00") == 1


@pytest.mark.parametrize(
    "table",
    [
        computed(grid_table(AB, range(1, 3), range(1, 37), Goal.EXPECTED_THEN_WORST)),
        computed(grid_table(MASTERMIND, [1], [1], Goal.WORST)),
        computed(grid_table(MASTERMIND, [8], [36], Goal.EXPECTED)),
        grid_table(MASTERMIND, [2], [2], Goal.WORST_THEN_EXPECTED, distinct=True),
    ],
    ids=["wide", "one cell", "too large", "not reached"],
)
@pytest.mark.filterwarnings("error")
def test_extreme_tables_are_drawn(table: Table, tmp_path: Path) -> None:
    save_plot(heat_map, table, tmp_path / "map.png")
    assert latex_table(table).endswith("\\end{document}\n")


@pytest.mark.usefixtures("latex")
def test_bare_tabulars_go_into_any_document(tmp_path: Path) -> None:
    """Without a package, and with all that the cells say."""
    values = values_between(MASTERMIND, 2, 1, 40)
    source, target = tmp_path / "paper.tex", tmp_path / "paper.pdf"
    body = "\n".join([*value_tabular(values), "", *tabulars(BOTH)])
    source.write_text(
        rf"\documentclass{{article}}\begin{{document}}\scriptsize {body}\end{{document}}"
    )
    log = typeset(source, target)
    assert "Missing character" not in log
    text = pdf_text(target)
    assert re.search(r"^ *3 +21 +9 +2\.3333$", text, re.M)  # Chen and Lin
    assert re.search(r"^ *40 +24,?\s*\d{3} +1 ?600 ", text, re.M)


def test_every_source_of_a_row_is_cited() -> None:
    text = latex_table(computed(grid_table(MASTERMIND, [2], [3], Goal.EXPECTED)))
    assert (
        r"Peczarski~\cite{masetproof:peczarski2018} table 1; "
        r"Chen and Lin~\cite{masetproof:chenlin2004mastermind}, n \textgreater{}= 3"
    ) in text
