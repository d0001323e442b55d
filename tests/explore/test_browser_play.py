"""What the pages of play and of trees say of questions and strategies, in a real browser."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from masetproof import review
from masetproof.explore.server import Explorer
from masetproof.finite.setting import FiniteGame
from masetproof.play.ranking import rank_questions
from masetproof.trees.compare import compare_strategies
from masetproof.trees.tree import StrategyTree
from tests.explore.conftest import Windows
from tests.explore.test_browser import CONTRAST, THUMB, Open, opened, saved, until

__all__ = ["opened"]
REFUSED = ["Failed to load resource: the server responded with a status of 400 (Bad Request)"]
"""What the browser says of a request that is refused with a sentence."""


def rows(page: Any, table: str) -> list[list[str]]:
    """The texts of a table's cells."""
    found: list[list[str]] = page.locator(f"{table} tbody tr").evaluate_all(
        "all => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
    )
    return found


INSIDE = """() => [...document.querySelectorAll('.ranking *')].filter(
    (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'
).map((one) => one.className || one.tagName)"""
"""What scrolls sideways in the card of the best questions."""


def test_the_best_questions_stand_beside_the_board(
    served: Explorer, opened: Open, tmp_path: Path
) -> None:
    page = opened(f"{served.address}#/play/mastermind-3-4?seed=1")
    page.click("text=Compare")
    page.wait_for_selector(".ranking tbody tr")
    assert [row[2] for row in rows(page, ".ranking")] == ["206", "208", "233"]
    finite = FiniteGame("mastermind", 3, 4)
    ranking = rank_questions(finite, think=4).as_json()
    kept = json.loads(saved(page, "json", tmp_path, ".ranking ").read_text())
    assert kept == ranking
    listed = list(csv.DictReader(saved(page, "csv", tmp_path, ".ranking ").open()))
    assert [row["question"] for row in listed] == [row["question"] for row in kept["first"]]
    assert [row["total"] for row in listed] == ["206", "208", "233"]
    page.fill("[name=about]", "321")
    page.click("text=Look it up")
    page.wait_for_selector(".about >> text=321 has place")
    assert page.url.endswith("?seed=1&rank=expected&about=321")
    page.select_option("[name=goal]", "within")
    page.wait_for_selector(".ranking >> text=with at most 4 questions; no strategy finds more")
    page.click(".ranking button[aria-label^='ask 0']")
    page.wait_for_selector(".board li")
    page = opened(f"{served.address}#/play/mastermind-4-6?seed=1&rank=expected")
    page.wait_for_selector(".ranking tbody tr")
    assert page.locator(".ranking thead th").count() == 8
    assert page.evaluate(INSIDE) == []
    page = opened(f"{served.address}#/play/mastermind-2-9?seed=1&rank=expected", size=(390, 844))
    page.wait_for_selector("h3:has-text('For every number of colours n')")
    assert page.evaluate(THUMB) == []
    assert page.evaluate(CONTRAST) == []


def test_a_game_is_rated_question_by_question(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/play/mastermind-2-6?side=answer&by=minimax&a=0,1.2,0")
    page.wait_for_selector("text=On average: skill")
    asked = page.locator(".board li .word").evaluate_all("all => all.map((one) => one.innerText)")
    told = zip(asked, ("0,1", "2,0"), strict=True)
    steps = [f"{''.join(word.split())}:{answer}" for word, answer in told]
    rated = review(FiniteGame("mastermind", 2, 6), steps).questions
    assert [int(row[1]) for row in rows(page, ".review")] == [one.left for one in rated]
    assert [float(row[2]) for row in rows(page, ".review")] == [
        round(float(one.best_left), 2) for one in rated
    ]


def test_the_codemaker_has_not_chosen(served: Explorer, opened: Open) -> None:
    """Sixteen secrets of 36 have neither 0 nor 1; the address has the answers."""
    page = opened(f"{served.address}#/play/mastermind-2-6?seed=1")
    page.select_option("[name=codemaker]", "largest")
    until(page, "location.hash.includes('codemaker=largest')")
    for question in ("01", "23"):
        page.fill("[name=question]", question)
        page.click("form.asking >> text=Ask")
        page.wait_for_selector(f".board li .word:has-text('{question[0]}')")
    until(page, "document.querySelectorAll('.board li').length === 2")
    assert "a=0,0." in page.url
    page.click("text=Give up")
    page.wait_for_selector("text=No secret was chosen; one that gives all these answers is")


def test_answers_are_typed_as_players_write_them(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/play/mastermind-2-6?side=answer&by=minimax")
    page.click("summary:has-text('Type the answer')")
    page.fill("[name=typed]", "many")
    page.press("[name=typed]", "Enter")
    page.wait_for_selector(".complaint >> text=is no answer of this game")
    page.fill("[name=typed]", "1 black")
    page.press("[name=typed]", "Enter")
    until(page, "location.hash.includes('a=1,0')")


def test_hard_mode_forbids_what_it_forbids(
    served: Explorer, opened: Open, windows: Windows
) -> None:
    page = opened(f"{served.address}#/play/wordle?list=small&seed=1")
    page.click("[name=hard]")
    until(page, "location.hash.includes('hard=1')")
    page = opened(f"{served.address}#/play/wordle?list=small&side=answer&hard=1&by=entropy")
    options = "document.querySelectorAll('[name=by] option').length"
    until(page, f"{options} === explorer.ruleNames().length + 1")
    page = opened(f"{served.address}#/play/marks-2-6?hard=1&seed=1&q=01")
    page.wait_for_selector(".board .marks")
    marks = page.evaluate("document.querySelector('.board .marks').ariaLabel")
    page.fill("[name=question]", "55" if marks != "bb" else "01")
    page.click("form.asking >> text=Ask")
    if marks != "bb":
        page.wait_for_selector(".complaint >> text=hard mode forbids 55")
        assert windows.heard() == REFUSED


def test_two_trees_stand_beside_each_other(
    served: Explorer, site: Path, trees: dict[str, StrategyTree], opened: Open
) -> None:
    compared = compare_strategies(trees["knuth"], trees["parts"])
    for address in (served.address, f"{(site / 'index.html').as_uri()}"):
        page = opened(f"{address}#/compare/knuth/parts")
        page.wait_for_selector(".compared tbody tr")
        assert rows(page, ".compared")[0] == [
            "Questions in all",
            *(str(cost.total) for cost in compared.costs),
        ]
        said = f"knuth finds {compared.sooner[0]} secret"
        assert said in page.inner_text("main")


def test_a_site_says_what_needs_the_program(site: Path, opened: Open) -> None:
    page = opened(f"{(site / 'index.html').as_uri()}#/play/mastermind-2-6?seed=1&q=01&up=1")
    assert "'masetproof explore' rates them" in page.inner_text("main")
    assert "The program that runs" in page.inner_text(".lacking")
    assert page.locator("[name=codemaker], [name=hard], .ranking").count() == 0
