"""What a notebook shows: LaTeX, drawings and tables, text always, and never too much."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.formatters import DisplayFormatter
from IPython.core.interactiveshell import InteractiveShell

from masetproof import (
    AB,
    FiniteGame,
    Goal,
    GridBoard,
    Jotto,
    MasetPattern,
    NotebookProgress,
    Theorem,
    evaluate,
    load_tree,
    optimize,
    play_grid,
    prove,
    question,
)
from masetproof.arguments import Refused
from masetproof.games.registry import GAMES
from masetproof.notebook import MOST_BYTES
from masetproof.tables.table import grid_table

OUTPUT = Path(__file__).parents[2] / "output"


def theorem() -> Theorem:
    proved = prove("mastermind", 2)
    assert isinstance(proved, Theorem)
    return proved


def shown(value: object) -> dict[str, str]:
    """What IPython shows of a value."""
    bundle, _ = DisplayFormatter().format(value)
    assert sum(len(form.encode()) for form in bundle.values()) <= MOST_BYTES
    if "image/svg+xml" in bundle:
        ElementTree.fromstring(bundle["image/svg+xml"])
    return dict(bundle)


VALUES = {
    "pattern": (lambda: MasetPattern.parse("{0*|*0}"), "image/svg+xml", "{0*|*0}"),
    "question": (lambda: question(theorem(), "{**}", "01"), "image/svg+xml", "(MM.2.0.2)"),
    "equation": (lambda: next(theorem().equations(1)), "text/latex", "(MM.2.1.1)  00 asked"),
    "formula": (lambda: theorem().formula, "text/latex", "<Formula"),
    "theorem": (theorem, "text/latex", "for every n >= 3"),
    "optimum": (lambda: optimize(FiniteGame(AB, 2, 4), workers=1), "image/svg+xml", "<Optimum"),
    "tree": (
        lambda: optimize(FiniteGame(AB, 2, 4), workers=1).tree,
        "image/svg+xml",
        "StrategyTree",
    ),
    "evaluation": (lambda: evaluate(FiniteGame(AB, 2, 4), "entropy"), "image/svg+xml", "entropy"),
    "table": (
        lambda: grid_table(AB, [2], [2, 3], Goal.EXPECTED),
        "text/html",
        "0 of 2 computed",
    ),
    "rules": (lambda: AB, "text/html", "AB game"),
    "game": (lambda: FiniteGame(AB, 2, 5), "image/svg+xml", "AB game, 2 pegs, 5 colours"),
    "state of play": (
        lambda: FiniteGame(AB, 2, 5).then("01", "1,0"),
        "image/svg+xml",
        "after 01:1,0",
    ),
    "grid": (lambda: play_grid(GridBoard(2, 3), "01/20"), "image/svg+xml", "GridGame"),
}


@pytest.mark.parametrize("name", VALUES)
def test_values_show_themselves_and_their_text(name: str) -> None:
    make, kind, text = VALUES[name]
    forms = shown(make())
    assert kind in forms
    assert text in forms["text/plain"]


def test_the_latex_of_a_theorem_is_what_was_published() -> None:
    latex = shown(theorem())["text/latex"]
    # Chen and Lin 2004.
    assert r"\frac{8n^3 + 51n^2 - 74n + 48}{24} & \text{for even } n" in latex
    told = shown(theorem())["text/markdown"]
    assert told.endswith("\n\nfor every $n \\ge 3$; it is 1 for $n = 1$ and 8 for $n = 2$.")
    assert shown(theorem().formula)["text/latex"] == theorem().formula._repr_latex_()


def test_the_latex_of_an_equation_is_its_right_side() -> None:
    """Its terms and its polynomial, put together by hand, have the value that is proved."""
    proved = theorem()
    for equation in proved.equations("{**}"):
        if equation.asked.word != (0, 1):
            continue
        latex = shown(equation)["text/latex"]
        # Peczarski's figure 1 without the extra colour: f_0(n-2), {1*|*0}, {00|0*|11|*1}, and 1.
        assert r"f_{3}^{0}(n) + f_{2}^{0}(n) + f_{0}^{1}(n-2) + n^2 + 1" in latex
        assert r"(MM.2.0.2)" in latex
        for n in range(4, 12):
            right = n**2 + 1
            for term in equation.terms:
                (index,) = term.indices  # m and n are the same on the whole game
                right += proved.value_of(proved.function_of(*term.function), n + index.more)
            assert right >= proved.formula(n)
            assert (right == proved.formula(n)) == (n in equation.verdict.optimal)
        return
    pytest.fail("the question 01 is not there")


def test_a_large_tree_is_drawn_in_part_and_larger_ones_are_told() -> None:
    tree, _ = load_tree(OUTPUT / "strategies" / "black-peg-4-6.json")
    forms = shown(tree)
    assert "more question" in forms["image/svg+xml"]  # 1,296 secrets, folded
    words = [chr(97 + i // 26 % 26) + chr(97 + i % 26) for i in range(600)]
    flat = evaluate(FiniteGame(Jotto(words)), "random", seed=1).tree
    assert len(shown(flat)["text/plain"]) < MOST_BYTES


def test_what_is_too_large_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.displays.MOST_BYTES", 700)
    forms = optimize(FiniteGame(AB, 2, 4), workers=1)._repr_mimebundle_()
    assert list(forms) == ["text/plain"]
    assert forms["text/plain"].endswith("(too large to be shown here: more than 700 bytes)")
    monkeypatch.setattr("masetproof.reports.displays.MOST_BYTES", 2000)
    long = MasetPattern.of([(a, b) for a in range(36) for b in range(36)])
    forms = long._repr_mimebundle_()
    assert list(forms) == ["text/plain"]
    assert "cut off" in forms["text/plain"]
    assert len(forms["text/plain"]) < 2000


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_registered_game_is_shown(game: object) -> None:
    assert shown(game)["text/plain"]
    finite = FiniteGame(game, 2, 4)  # type: ignore[arg-type]
    assert shown(finite)["text/plain"].startswith(finite.game.title)


def test_a_state_that_no_secret_is_in_is_shown() -> None:
    lost = FiniteGame(AB, 2, 4).then("01", "1,0").then("01", "0,1")
    assert "no secret gives these answers" in shown(lost)["image/svg+xml"]


def test_progress_is_a_bar_that_moves() -> None:
    shell = InteractiveShell.instance()
    before = shell.display_pub
    shell.display_pub = CapturingDisplayPublisher(parent=shell)
    try:
        prove("ab", 2, progress=(bar := NotebookProgress()))
        bar("work", 3, 3)
        outputs = shell.display_pub.outputs
    finally:
        shell.display_pub = before
        InteractiveShell.clear_instance()
    assert not outputs[0]["update"]
    assert all(output["update"] for output in outputs[1:])
    last = outputs[-1]["data"]
    assert last["text/plain"] == "work: 3 of 3"
    assert '<progress value="3" max="3"></progress>' in last["text/html"]


def test_a_bar_without_ipython_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "IPython.display", None)
    with pytest.raises(Refused, match="takes IPython"):
        NotebookProgress()
