"""The figures of a theorem show its values and its formula, in every form."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from masetproof import prove_worst, write_picture
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem, prove
from masetproof.reports.pictures import FORMS, INK, SERIES, save_plot
from masetproof.reports.plots import FIGURES, bounds_figure, theorem_figure, write_figures

MAGIC = {"pdf": b"%PDF-", "svg": b"<?xml", "png": b"\x89PNG", "pgf": b"%% Creator"}


def proved(game: str, pegs: int, objective: str = "expected") -> Theorem:
    theorem = prove(game, pegs, objective=objective)
    assert isinstance(theorem, Theorem)
    return theorem


@pytest.mark.parametrize(
    ("game", "objective", "published"),
    [
        # Chen and Lin (2004): 8 and 21 questions; expected 2 and 7/3.
        ("mastermind", "expected", {1: Fraction(1), 2: Fraction(2), 3: Fraction(7, 3)}),
        ("ab", "worst", {2: Fraction(2), 3: Fraction(3)}),
    ],
)
def test_values_and_formula_are_drawn(
    game: str, objective: str, published: dict[int, Fraction]
) -> None:
    theorem = proved(game, 2, objective)
    formula = theorem.formula
    axes = theorem_figure(theorem).axes
    lines = {line.get_label(): line.get_xydata().tolist() for line in axes[0].get_lines()}
    values = {int(n): value for n, value in lines["least value, exact"]}
    assert list(values) == list(range(formula.least, max(values) + 1))
    assert {n: values[n] for n in published} == {n: float(v) for n, v in published.items()}
    drawn = lines[rf"formula, proved for $n \geq {formula.valid_from}$"]
    assert drawn[0][0] == formula.valid_from
    assert drawn[-1][0] == max(values)
    secrets = theorem.closure.game.secret_count
    for n, value in [*drawn, *lines.get("formula before that", [])]:
        count = 1 if theorem.system.objective is Objective.WORST else secrets(2, int(n))
        assert value == float(formula.branch_value(int(n)) / count)
    for n, value in drawn:
        assert value == values[int(n)]
    # Below the values, where the formula misses them and by how much.
    assert len(axes) == 1 + bool(formula.exceptions)
    if formula.exceptions:
        _, dots = axes[1].get_lines()
        assert dots.get_xydata().tolist() == [
            [n, float(value - formula.branch_value(n))] for n, value in formula.exceptions.items()
        ]


def small_figure(formula: str) -> Figure:
    """A line, a formula, and a pattern: what has a name in SVG, and letters of two fonts."""
    figure = Figure(figsize=(1, 1))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.bar([1, 2], [1, 2], hatch="///")
    axes.plot([1, 2], [1, 2], marker="o", label=f"${formula}$")
    axes.set_axis_off()
    axes.legend()
    return figure


@pytest.mark.usefixtures("pgf")
@pytest.mark.parametrize("form", FORMS)
def test_a_picture_is_the_same_bytes_each_time(form: str, tmp_path: Path) -> None:
    """Nothing in it is drawn by lot, and none of the dates that forms have is written."""
    for name in ("one", "two"):
        save_plot(small_figure, "n^2", tmp_path / f"{name}.{form}")
    first = (tmp_path / f"one.{form}").read_bytes()
    assert first == (tmp_path / f"two.{form}").read_bytes()
    assert first.startswith(MAGIC[form])
    assert b"CreationDate" not in first
    assert b"dc:date" not in first


def test_all_figures_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as SVG and PDF, of which the first is drawn here; the same theorem, the same bytes."""

    def write_svg(draw: Callable[[Theorem], Figure], theorem: Theorem, path: Path) -> None:
        if path.suffix == ".svg":
            save_plot(draw, theorem, path)
        else:
            path.touch()

    theorem = proved("mastermind", 2)
    with monkeypatch.context() as patch:
        patch.setattr("masetproof.reports.plots.save_plot", write_svg)
        made = {path.name for path in write_figures(theorem, tmp_path)}
    assert made == {path.name for path in tmp_path.iterdir()}
    assert made == {f"{name}.{form}" for name in FIGURES for form in ("pdf", "svg")}
    save_plot(theorem_figure, theorem, tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_bytes() == (tmp_path / "growth.svg").read_bytes()


def test_lines_can_be_told_apart_in_grey() -> None:
    """The colours of data differ in lightness, or else in dashes and markers."""
    assert len({str(look["linestyle"]) for look in SERIES}) == len(SERIES) == len(set(INK))
    assert len({look["marker"] for look in SERIES}) == len(SERIES)


def test_without_latex_pgf_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.backends import backend_pgf

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(backend_pgf.LatexManager, "_get_cached_or_new", fresh(backend_pgf))
    with pytest.raises(Refused, match="PGF takes pdflatex"):
        save_plot(theorem_figure, proved("ab", 1), tmp_path / "theorem.pgf")
    assert not list(tmp_path.iterdir())


def fresh(backend: object) -> object:
    return classmethod(lambda cls: cls())


def test_prove_draws_with_fonts_as_journals_want_them(tmp_path: Path) -> None:
    """Computer Modern as TrueType: no font of Type 3, which journals refuse."""
    path = tmp_path / "theorem.PDF"
    assert main(["prove", "ab", "--pegs", "2", "--plot", str(path)]) == 0
    data = path.read_bytes()
    assert data.startswith(MAGIC["pdf"])
    assert b"Cmr10" in data or b"cmr10" in data.lower()
    assert b"/Subtype /Type3" not in data
    assert b"/FontFile2" in data


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--plot", "theorem.gif"], "--plot takes a file that ends in .pdf, .svg, .png, .pgf"),
        (["--plot", "/"], "--plot takes a file"),
        (["--plot", "x.svg", "--extra", "all"], "--plot is for one theorem"),
    ],
)
def test_what_prove_does_not_draw(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "ab", "--pegs", "1", *options]) == 2
    assert sentence in capsys.readouterr().err


def test_the_tree_of_the_readme_is_made_by_its_command(tmp_path: Path) -> None:
    kept = Path(__file__).parents[2] / "docs" / "pictures" / "tree.svg"
    tree, path = tmp_path / "tree.json", tmp_path / "tree.svg"
    command = ["optimize", "mastermind", "--pegs", "3", "--colours", "4", "--tree", str(tree)]
    assert main(command) == 0
    assert main(["tree", "convert", str(tree), "--depth", "2", "--out", str(path)]) == 0
    assert path.read_text() == kept.read_text()


def test_both_bounds_are_drawn(tmp_path: Path) -> None:
    """Black pegs only: the worst case is known (Jäger and Peczarski 2011), so both are the same."""
    bounds = prove_worst("black-peg")
    (axes,) = bounds_figure(bounds).axes
    upper, lower = (line.get_xydata().tolist() for line in axes.get_lines())
    known = {1: 1, 2: 5, 3: 5, 4: 6}
    assert upper == lower == [[n, known.get(n, n + 3)] for n in range(1, len(lower) + 1)]
    assert len(lower) >= 30
    write_picture(tmp_path / "bounds.svg", bounds)
    assert "every strategy needs at least that" in (tmp_path / "bounds.svg").read_text()
