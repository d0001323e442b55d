"""Proofs in papers as journals have them: two columns of AMS, microtype, hyperref, cleveref."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from masetproof.proofs.comparison import Comparison, compare_readings
from masetproof.proofs.theorem import Theorem
from masetproof.proofs.values import values_between
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports.document import readings_listing
from masetproof.reports.listing import cell_listing, full_listing
from masetproof.reports.summary import summary_listing
from masetproof.reports.tables import tabulars, value_tabular
from masetproof.reports.typeset import typeset
from tests.programs import need_package
from tests.reports.test_paper import COMPLAINTS, overfull, paper, write_paper
from tests.reports.test_tables import BOTH
from tests.reports.typesetting import DIGEST, pdf_text
from tests.theorems import theorem

PREAMBLE = r"""
\usepackage[T1]{fontenc}
\usepackage[expansion=false]{microtype}
\usepackage{amssymb}
\usepackage{masetproof}
\usepackage{hyperref}
\usepackage{cleveref}
"""
"""Fonts that are made when they are asked for cannot be expanded."""

GAMES = ("mastermind", "ab", "black-peg", "black-peg-ab")
OBJECTIVES = ("expected", "worst")


@pytest.fixture(scope="module")
def journal(latex: None) -> None:
    """What papers of journals need of LaTeX."""
    need_package("microtype")
    need_package("cleveref")


def body_of(game: str, pegs: int, reading: str, objective: str, *, whole: bool) -> str:
    return listing_of(theorem(game, pegs, objective, reading), whole=whole)


def listing_of(found: Theorem, *, whole: bool) -> str:
    if not found.system.has_one_index:
        return cell_listing(found, DIGEST, "proof.cert", whole=whole)
    return (full_listing if whole else summary_listing)(found, DIGEST, "proof.cert")


def compared(game: str, pegs: int, objective: str) -> str:
    comparison = compare_readings(game, pegs, objective)
    assert isinstance(comparison, Comparison)
    return readings_listing(comparison, dict.fromkeys(Reading, DIGEST))[0]


def check_paper(directory: Path, bodies: Mapping[str, str], mine: str = "") -> str:
    """Nothing is wrong with it, and nothing is more than a point too wide; returns its text."""
    text = paper("twocolumn", PREAMBLE, level=2, inputs=[*bodies], mine=mine, kind="amsart")
    source, others = write_paper(directory, text, **bodies)
    log = typeset(source, directory / "paper.pdf", *others)
    assert not COMPLAINTS.findall(log)
    assert not overfull(log)
    return pdf_text(directory / "paper.pdf")


ALL = list(product(GAMES, (1, 2), (one.value for one in BLANKS), OBJECTIVES))
SOME = ALL[::5]
"""Of each game both numbers of pegs, and each reading and objective with some of them."""


@pytest.mark.slow
@pytest.mark.usefixtures("journal")
def test_bodies_of_each_kind_fit_into_a_journal(tmp_path: Path) -> None:
    """Listings in full and in short, each of all games, the readings compared, and bare tables.

    The paper may refer to all that has a label.
    """
    bodies = {
        f"body{place}": body_of(*model, whole=place % 2 == 0) for place, model in enumerate(SOME)
    }
    bodies |= {
        "readings0": compared("mastermind", 2, "worst"),
        "readings1": compared("black-peg", 1, "worst"),
    }
    (name,) = re.findall(r"\\begin\{mptBody\}\{(.*?)\}", bodies["body4"])
    keys = ("main", "complete", "sec:game", "eq:0.1", "pattern:0")
    mine = " ".join(rf"\Cref{{{name}:{key}}}." for key in keys)
    # In one column, so that no line of another one comes between these.
    lines = [*value_tabular(values_between("ab", 2, 2, 9)), *tabulars(BOTH)]
    tables = "\n".join([r"\begin{table*}", *lines, r"\end{table*}"])
    for old, new in (
        (r"\begin{tabular}", r"\resizebox{\textwidth}{!}{\begin{tabular}"),
        (r"\end{tabular}", r"\end{tabular}}\par"),
    ):
        tables = tables.replace(old, new)
    shown = check_paper(tmp_path, bodies, rf"\onecolumn I refer to {mine}{tables}")
    told = r"I refer to Theorem \d+. Lemma \d+. Section \d+.\d. Equation \(AB.2.0.1\). Pattern 0."
    assert re.search(told, " ".join(shown.replace("-\n", "").split()))


@pytest.mark.usefixtures("journal")
def test_cleveref_may_come_first(tmp_path: Path) -> None:
    bodies = {"body": body_of("ab", 1, "exact", "worst", whole=True)}
    packages = (
        r"\usepackage{amsmath}\usepackage{hyperref}\usepackage{cleveref}\usepackage{masetproof}"
    )
    mine = r"\Cref{ab-1-worst-exact:main}. \Cref{ab-1-worst-exact:eq:0.1}."
    text = paper("onecolumn", packages, level=1, inputs=[*bodies], mine=mine)
    source, others = write_paper(tmp_path, text, **bodies)
    assert not COMPLAINTS.findall(typeset(source, tmp_path / "paper.pdf", *others))
    assert "Theorem 1. Equation (AB.1.0.1)." in pdf_text(tmp_path / "paper.pdf")


@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("columns", ["onecolumn", "twocolumn"])
def test_cells_are_indented_by_their_depth(tmp_path: Path, columns: str) -> None:
    """A tree of conditions is read by its indentation, whatever stood in the line before."""
    depths = (0, 1, 2, 2, 1, 2, 3, 4, 4, 0, 1, 1)
    cells = "".join(
        rf"\mptCell{{{depth}}}{{x = 0}}{{}}\typeout{{[\the\leftskip]}}" for depth in depths
    )
    mine = rf"\begin{{mptCells}}{cells}\end{{mptCells}}"
    text = paper(columns, r"\usepackage{masetproof}", level=1, inputs=[], mine=mine)
    source, others = write_paper(tmp_path, text)
    log = typeset(source, tmp_path / "paper.pdf", *others)
    found = [float(points) for points in re.findall(r"^\[([\d.]+)pt", log, re.M)]
    step = found[1]
    assert 4 < step < 10
    assert found == pytest.approx([step * depth for depth in depths], abs=0.001)


@pytest.mark.slow
@pytest.mark.usefixtures("journal")
@pytest.mark.parametrize("whole", [True, False])
def test_all_bodies_fit_into_a_journal(tmp_path: Path, whole: bool) -> None:
    bodies = {"-".join(map(str, model)): body_of(*model, whole=whole) for model in ALL}
    if whole:
        models = product(GAMES, (1, 2), OBJECTIVES)
        bodies |= {"-".join(map(str, model)): compared(*model) for model in models}
    check_paper(tmp_path, bodies)


@pytest.mark.slow
@pytest.mark.usefixtures("journal")
def test_the_bodies_of_three_pegs_fit_into_a_journal(tmp_path: Path) -> None:
    models = [("mastermind", "expected"), ("ab", "expected"), *product(["black-peg"], OBJECTIVES)]
    bodies: dict[str, str] = {}
    for game, objective in models:
        comparison = compare_readings(game, 3, objective)
        assert isinstance(comparison, Comparison)
        bodies[f"{game}-{objective}"] = readings_listing(
            comparison, dict.fromkeys(Reading, DIGEST)
        )[0]
        for reading, found in comparison.theorems.items():
            bodies[f"{game}-{objective}-{reading.value}"] = listing_of(found, whole=False)
    check_paper(tmp_path, bodies)
