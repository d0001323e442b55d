"""The pages in a real browser, from the server and from files; nothing may be said on the console.

What the pages compute by themselves (strategies for any n, hints, splits) is held against the
package.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
import re
import runpy
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from masetproof import (
    AB,
    FiniteGame,
    MasetPattern,
    Rule,
    hint,
    isomorphism,
    optimize,
    register_rule,
    replay,
    split,
)
from masetproof.cli import main
from masetproof.drawing import MARKS, shade
from masetproof.explore import server
from masetproof.explore.bands import band_index, kept_summary
from masetproof.explore.bounds import bounds_index
from masetproof.explore.documents import GLOSSARY
from masetproof.explore.names import Model, models
from masetproof.explore.playing import hint_document
from masetproof.explore.proofs import proved
from masetproof.explore.server import Explorer
from masetproof.objectives import Objective
from masetproof.trees.files import load_tree
from masetproof.trees.tree import StrategyTree
from masetproof.words import word_text
from tests.explore.conftest import Windows, some_models
from tests.oracles.wordle import marks

MORE = {"name": "more.txt", "mimeType": "text/plain", "buffer": b"two\nold\nten\n"}
NAME = "mastermind-2-expected-exact"
BLACK = "black-peg-2-expected-exact"
Open = Callable[..., Any]
theorem_of = cache(proved)


@pytest.fixture
def opened(windows: Windows) -> Iterator[Open]:
    """Opens an address; at the end nothing was said on the console."""
    yield windows.open
    assert windows.heard() == []


def until(page: Any, condition: str) -> None:
    """Wait for a condition; the page's own rules let it evaluate no text by itself."""
    for _ in range(600):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never came true: {condition}")


def drawn(page: Any) -> None:
    """Wait until all that is there is drawn, the canvas of a tree included."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def heading(page: Any, text: str) -> None:
    page.wait_for_selector(f"h1:has-text({json.dumps(text)})")


def walk_through(page: Any, most_pegs: int) -> None:
    """Every page, by clicks alone."""
    # More pegs have no theorem, and the page promises none.
    assert f"with up to {most_pegs} pegs the answer is a formula" in page.inner_text(".lead")
    page.click("text=All theorems")
    heading(page, "Theorems")
    page.click("main a[aria-label='Mastermind, 2 pegs, expected case, the real game']")
    heading(page, "Mastermind, 2 pegs, expected case")
    assert page.locator("math").count() >= 2
    assert page.locator("svg.plot circle.value").count() == 40
    assert page.locator("svg.plot circle.exception").count() == 2
    page.fill("input[type=number]", "1000")
    assert page.inner_text("output strong").replace("\u202f", "") == str(
        theorem_of(Model.named(NAME)).formula(1000)
    )
    page.click("main >> text=Patterns")
    heading(page, "Pattern 0")
    page.click("a.part:has-text('P3')")
    heading(page, "Pattern 3")
    assert page.locator(".trail .word").count() == 1
    page.click("a.part.maset:has-text('M5/1')")
    heading(page, "Explicit maset 5")
    page.go_back()
    heading(page, "Pattern 3")
    page.go_back()
    heading(page, "Pattern 0")
    for link, title in (
        ("Strategies", "Mastermind, 2 pegs, expected case: 6 colours"),
        ("Play", "Play"),
        ("Tables", "Mastermind: optima"),
        ("Theorems", "Theorems"),
    ):
        page.click(f"#nav >> text={link}")
        heading(page, title)
    page.click("text=masetproof")
    heading(page, "Guessing games, proved")
    page.click("#nav >> text=Tables")
    heading(page, "Mastermind: optima")
    page.click("main >> text=Black-peg AB")
    heading(page, "Black-peg AB game: optima")


def test_the_picture_of_the_readme_is_of_this_explorer(browser: Any, tmp_path: Path) -> None:
    """Not to the pixel: fonts differ.  Other pages differ by 10 or more of 255 shades of grey."""
    root = Path(__file__).parents[2]
    make, kept = root / "docs/pictures/make.py", root / "docs/pictures/explorer.png"
    assert "](docs/pictures/explorer.png)" in (root / "README.md").read_text()
    runpy.run_path(str(make))["explorer_picture"](browser, tmp_path / "explorer.png")
    small = []
    for path in (kept, tmp_path / "explorer.png"):
        assert path.stat().st_size < 150_000
        with Image.open(path) as image:
            small.append(image.convert("L").resize((120, 86)).tobytes())
    differences = [abs(a - b) for a, b in zip(*small, strict=True)]
    assert sum(differences) / len(differences) < 5


@pytest.mark.slow
def test_every_page_is_reached_by_clicks(served: Explorer, opened: Open) -> None:
    walk_through(opened(served.address), 3)


def test_the_site_works_from_the_file_system(site: Path, opened: Open) -> None:
    page = opened((site / "index.html").as_uri())
    walk_through(page, 2)
    assert page.inner_text("#foot").endswith(
        "static site; hints by rules only"
    )  # without three pegs
    page.goto((site / "index.html").as_uri() + "#/tree/knuth")
    heading(page, "knuth: Mastermind, 3 pegs, 4 colours")
    page.goto((site / "index.html").as_uri() + f"#/pattern/{NAME}/99")
    heading(page, "That is not here")
    assert "There is no pattern 99 in this site.\n" in page.inner_text(".error")


def test_the_first_page_shows_what_there_is(served: Explorer, opened: Open) -> None:
    """Each picture leads on, and its numbers are those of the game, which is searched for them."""
    page = opened(served.address)
    assert page.locator(".shown svg.picture[role=img]").count() == 4
    after: list[str] = []
    left = ["1\u202f296 secrets"]
    for step in ("0011:1,1", "2345:1,1", "0205:0,1"):
        after.append(step)
        left.append(str(FiniteGame("mastermind", 4, 6, after=tuple(after)).secret_count))
    assert page.locator(".shown >> nth=0 >> .strong").all_text_contents() == [*left, "1"]
    assert page.locator(".shown >> nth=1 >> .node.found").count() + 1 == 64  # the first is a word
    costs = page.locator(".shown >> nth=2 >> .strong").all_text_contents()
    asked = page.locator(".shown >> nth=2 >> .symbol").all_text_contents()
    questions = ["".join(asked[i : i + 2]) for i in range(0, len(asked), 2)]
    assert costs == [str(cost_after("01:1,0", question)) for question in questions]
    assert len(costs) == 6
    page.click(".shown >> nth=2 >> .picture", force=True)  # the whole card is a link
    heading(page, "Pattern 3")
    assert page.locator(".picture .strong").all_text_contents() == costs
    page.select_option("[name=for]", "6")
    assert page.locator(".picture .best").count() == 3
    page.go_back()
    page.click("text=See the best strategy grow")
    page.wait_for_selector("canvas.tree")
    assert page.input_value("[name=fold]") == "0"
    until(page, "document.querySelector('[name=fold]').value === '1'")
    page.emulate_media(reduced_motion="reduce")
    page.click("text=Let it grow")
    assert page.input_value("[name=fold]") == "2"
    page.click("text=masetproof")
    moving = "getComputedStyle(document.querySelector('.level')).animationName"
    page.wait_for_selector(".level")
    assert page.evaluate(moving) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) == "appear"


def cost_after(step: str, question: str) -> int:
    """The least total of a strategy for 8 colours that asks a question after a step, searched."""
    state = FiniteGame("mastermind", 2, 8, after=(step,))
    parts = Counter(state.game.number(secret, state.parse(question)) for secret in state.secrets)
    below = [
        optimize(state.then(question, state.plain_answer(number)), workers=1).total
        for number in parts
        if number != state.winning
    ]
    return state.secret_count + sum(below)


def test_theorems_of_most_pegs_come_first(served: Explorer, site: Path, opened: Open) -> None:
    for address, most in ((served.address, 3), ((site / "index.html").as_uri(), 2)):
        page = opened(f"{address}#/theorems")
        tiles = page.locator("section.tile")
        assert tiles.locator("h2").all_inner_texts() == [
            "Mastermind",
            "AB game",
            "Black-peg Mastermind",
            "Mastermind, secrets of different colours",
            "Marks",
            "Marks, different letters",
            "Marks, secrets of different letters",
            "Sum",
            "Sum, different colours",
            "Sum, secrets of different colours",
        ]
        for tile in tiles.all():
            title = tile.locator("h2").inner_text()
            kept = [
                int(str(one["pegs"]))
                for one in [*band_index(), *bounds_index()]
                if one["game_title"] == title
            ]
            assert tile.locator("h3:visible").all_inner_texts() == [
                *(f"{pegs} pegs" for pegs in sorted({*kept}, reverse=True)),
                *(f"{pegs} peg{'s' * (pegs > 1)}" for pegs in range(most, 0, -1)),
            ]
            assert tile.locator("a:visible").count() == 2 * most + len(kept)
        page.click("section.tile summary >> nth=0")
        assert tiles.nth(0).locator("a:visible").count() > 2 * most


def test_a_band_proof_has_a_page(kept_band: dict[str, Any], opened: Open) -> None:
    explorer = Explorer({})
    thread = threading.Thread(target=explorer.serve)
    thread.start()
    try:
        page = opened(f"{explorer.address}#/theorems")
        page.get_by_label("Black-peg Mastermind, 4 pegs, expected case").click()
        page.wait_for_selector("div.page.band table")
        told = page.locator("div.page.band").inner_text()
    finally:
        explorer.shutdown()
        thread.join(timeout=10)
    for text in ("between 48 and 52", "{****}", "34\u202f539", kept_band["digest"]):
        assert text in told


def test_bounds_have_a_page(served: Explorer, site: Path, opened: Open) -> None:
    """Both bounds for any n, from the server and from files, and what is trusted."""
    for address in (served.address, (site / "index.html").as_uri()):
        page = opened(f"{address}#/theorems")
        page.get_by_label("Black-peg Mastermind, 4 pegs, worst case").click()
        page.wait_for_selector("div.page.bounds table")
        page.fill("input[name=n]", "1000")
        assert page.locator(".result").inner_text() == "f(1\u202f000) = 1\u202f003"
        page = opened(f"{address}#/bounds/mastermind-4?n=1000")
        page.wait_for_selector("div.page.bounds table")
        assert page.locator(".result").inner_text() == "254 ≤ f(1\u202f000) ≤ 255"
        page.fill("input[name=n]", "11")
        assert page.locator(".result").inner_text() == "f(11) = 7"
        told = page.locator("div.page.bounds").inner_text()
        for text in (
            "n ≡ 0 mod 4 from 12 on",
            "n ≡ 3 mod 4 from 15 on",
            "masetproof optimize mastermind --pegs 4 --colours 9 --objective worst --extra with",
            kept_summary("mastermind-4", Objective.WORST)["digest"],
        ):
            assert text in told


BELOW = """(word) => {
  const told = document.querySelector(".explanation:popover-open").getBoundingClientRect();
  return [told.left, told.width, told.top - word.getBoundingClientRect().top];
}"""
"""Where an explanation begins, how wide it is, and how far below its word; in pixels."""


def test_words_are_explained_where_they_stand(served: Explorer, opened: Open) -> None:
    """By a key, by the mouse, by a finger; another press, or Escape, closes the explanation."""
    page = opened(f"{served.address}#/pattern/{NAME}/3", size=(360, 640))
    shown = page.locator(".explanation:popover-open")
    for word in page.locator("button.term").all():
        word.focus()
        page.keyboard.press("Enter")
        assert shown.count() == 1
        told = shown.inner_text()
        assert told.partition(" ")[2]
        assert any(told == f"{name} {text}" for name, text in GLOSSARY.items())
        # Both at the same moment: the page scrolls when the explanation does not fit in it.
        left, width, below = word.evaluate(BELOW)
        assert 0 <= left <= 360 - width
        assert 0 <= below <= 60
        assert page.evaluate(CONTRAST) == []
        page.keyboard.press("Escape")
        assert shown.count() == 0
    page.click("button.term >> text=Clauses")
    assert "One form that the secret may have" in shown.inner_text()
    page.click("h1")
    assert shown.count() == 0


def test_a_search_finds_a_pattern(served: Explorer, site: Path, opened: Open) -> None:
    for address in (served.address, (site / "index.html").as_uri()):
        page = opened(f"{address}#/pattern/{NAME}/0")
        page.fill("[name=find]", "{7*|*7}")
        page.press("[name=find]", "Enter")
        heading(page, "Pattern 1")
        assert "{0*|*0}" in page.inner_text("main")
        page.fill("[name=find]", "{27|72}")
        page.click("text=Find")
        heading(page, "Explicit maset 1")
        page.fill("[name=find]", "3/1")
        page.press("[name=find]", "Enter")
        heading(page, "Pattern 3/1")


def test_questions_are_sorted_filtered_and_shown_in_full(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/pattern/{NAME}/3")
    numbers = ".list td.number:nth-child(2)"
    assert page.locator(numbers).all_inner_texts() == ["1", "2", "3", "5", "6", "8", "9"]
    page.fill("[name=n]", "6")
    assert page.locator(numbers).all_inner_texts() == ["3", "6", "9"]
    page.click("[data-sort=number]")
    page.click("[data-sort=number]")
    assert page.locator(numbers).all_inner_texts() == ["9", "6", "3"]
    assert "n=6" in page.url
    assert "sort=-number" in page.url
    page.reload()
    page.wait_for_selector("tbody tr")
    assert page.locator(numbers).all_inner_texts() == ["9", "6", "3"]
    page.fill("[name=n]", "")
    page.select_option("[name=kind]", "no_solution")
    assert page.locator(numbers).all_inner_texts() == ["2"]
    page.select_option("[name=kind]", "")
    page.click("button[aria-label='12: all parts']")
    shown = page.locator(".detail .parts > li").all_inner_texts()
    texts = [re.sub(r"\s", "", text).replace("\u2217", "*") for text in shown]
    assert texts == ["P5000*", "P4*1", "M5/130211", "M0/1121"]


def test_a_tree_is_folded_and_a_secret_is_followed(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/strategy/{NAME}?n=8")
    until(page, "explorer.view && explorer.view.height > 0")
    everything = page.evaluate("explorer.view.total")
    page.select_option("[name=fold]", index=1)
    assert page.evaluate("explorer.view.total") == 4 < everything
    assert "fold=1" in page.url
    page.fill("[name=secret]", "65")
    page.click("text=Show its path")
    path = list(strategy_of(NAME, 8).path("65"))
    page.wait_for_selector(f"text=found with {len(path)} questions")
    asked = page.locator(".way .word").evaluate_all("all => all.map(one => one.textContent)")
    assert asked == [word_text(question) for question, _ in path]
    assert page.inner_text(".side .facts dd >> nth=0") == "1"
    # The keyboard: to the root, and down by the second answer.
    page.focus("canvas.tree")
    page.keyboard.press("Home")
    assert page.inner_text(".side .facts dd >> nth=0") == "64"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert "at=1" in page.url
    page.click(".answers button >> nth=0")
    assert "at=1.0" in page.url
    page.reload()
    page.wait_for_selector(".way li >> nth=2")


def strategy_of(name: str, colours: int) -> Any:
    """The strategy that the page follows: that of the document, by the package."""
    from masetproof.strategies.on_patterns import PatternStrategy

    theorem = theorem_of(Model.named(name))
    return PatternStrategy(
        FiniteGame(theorem.closure.game, theorem.closure.pegs, colours), theorem.guide
    )


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "name",
    [
        model.name
        for model in some_models()
        if model.reading.value != "with" and model.pegs == 2 and not model.game.own_alphabets
    ],
)
def test_strategies_attain_the_formula_for_every_n(
    served: Explorer, opened: Open, name: str
) -> None:
    page = opened(served.address)
    found = page.evaluate(
        """async (name) => {
          const doc = await explorer.load(`strategy/${name}`), result = {};
          for (const n of [...Array(14).keys(), 40, 61]) {
            if (n < doc.least) continue;
            result[n] = new explorer.Tree(new explorer.TheoremWalk(doc, n)).summary();
          }
          return result;
        }""",
        name,
    )
    theorem = theorem_of(Model.named(name))
    assert len(found) >= 14
    for n, summary in found.items():
        objective = theorem.system.objective.value
        value = summary["total" if objective == "expected" else "worst"]
        assert value == theorem.formula(int(n))
        assert sum(summary["histogram"]) == theorem.closure.game.secret_count(2, int(n))


# The most nodes painted in a view and the mean time it takes, over views that pan and zoom over the
# whole tree.
MEASURED = """() => {
  const view = explorer.view, views = 24;
  let painting = 0, drawn = 0;
  for (let place = 0; place < views; place++) {
    const part = place / views, before = performance.now();
    view.zoom = view.least * (1 / view.least) ** Math.abs(Math.sin(part * Math.PI));
    view.y = (view.total * view.rowHeight - view.height) * (0.5 + 0.5 * Math.sin(part * 9));
    view.paint();
    painting += performance.now() - before;
    drawn = Math.max(drawn, view.drawn);
  }
  return { nodes: view.tree.size, shown: view.shown, drawn, milliseconds: painting / views };
}"""


def test_a_hundred_thousand_questions_are_drawn(
    served: Explorer, opened: Open, record_property: Callable[[str, object], None]
) -> None:
    """How long a view takes is recorded; what is asserted is that far fewer nodes are painted."""
    page = opened(f"{served.address}#/strategy/{NAME}?n=320&fold=999")
    until(page, "explorer.view && explorer.view.height > 0")
    found = page.evaluate(MEASURED)
    record_property("tree", found)
    assert found["nodes"] >= found["shown"] > 100_000
    assert 100 < found["drawn"] < 20_000


def test_more_colours_than_a_tree_can_show(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/strategy/{NAME}?n=100000&secret=99999,7")
    page.wait_for_selector("text=the first 300", timeout=60_000)
    steps = list(itertools.islice(strategy_of(NAME, 100_000).path("99999,7"), 9))
    text = page.locator(".way li").all_inner_texts()
    assert text[1].strip().endswith(",".join(map(str, steps[1][0])))
    assert "10 000 000 000" in page.inner_text("main").replace("\u202f", " ")


def saved(page: Any, form: str, folder: Path, within: str = "") -> Path:
    with page.expect_download() as download:
        page.click(f"{within}[data-form={form}]")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_pages_are_saved_as_data(
    served: Explorer, site: Path, opened: Open, tmp_path: Path
) -> None:
    page = opened(f"{served.address}#/strategy/{NAME}?n=7")
    path = saved(page, "json", tmp_path)
    assert replay(load_tree(path).tree).total == theorem_of(Model.named(NAME)).formula(7)
    assert main(["tree", "verify", str(path)]) == 0
    rows = list(csv.DictReader(io.StringIO(saved(page, "csv", tmp_path).read_text())))
    assert sum(row["found"] == "yes" for row in rows) == 49
    # In two windows: Chromium ignores the eleventh download of one within a second.
    files = (site / "index.html").as_uri()
    for explorer, address in (
        (served.address, f"theorem/{NAME}"),
        (served.address, f"pattern/{NAME}/3"),
        (files, f"maset/{NAME}/3"),
        (files, "table/ab"),
    ):
        page = opened(f"{explorer}#/{address}")
        page.wait_for_selector(f".page.{address.partition('/')[0]} .downloads")
        document = json.loads(saved(page, "json", tmp_path).read_text())
        assert document["kind"] == address.partition("/")[0]
        table = list(csv.reader(io.StringIO(saved(page, "csv", tmp_path).read_text())))
        assert len({len(row) for row in table}) == 1
        assert len(table) > 2
        text = saved(page, "tex", tmp_path).read_text()
        assert "\\[" in text or "\\begin{tabular}" in text


def test_a_saved_tree_is_opened(
    served: Explorer, opened: Open, trees: dict[str, StrategyTree], tmp_path: Path
) -> None:
    from masetproof import write_tree

    tree, broken = tmp_path / "mine.json", tmp_path / "broken.json"
    write_tree(tree, trees["knuth"])
    broken.write_text(re.sub(r"\n  \[[^]]*\]\n", "\n", tree.read_text().replace('"]\n', '"]\n', 1)))
    lines = tree.read_text().splitlines()
    last = max(i for i, line in enumerate(lines) if line.startswith("  ["))
    broken.write_text(
        "\n".join([*lines[: last - 1], lines[last - 1].rstrip(","), *lines[last + 1 :]])
    )
    page = opened(f"{served.address}#/strategy/{NAME}")
    page.set_input_files("input[type=file]", broken)
    page.wait_for_selector("text=broken.json does not find")
    page.set_input_files("input[type=file]", tree)
    heading(page, "mine.json: Mastermind, 3 pegs, 4 colours")
    assert f"{replay(trees['knuth']).total}" in page.inner_text("main")


def test_a_hint_that_is_given_up_is_told(
    served: Explorer, windows: Windows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_TIME", -1.0)
    page = windows.open(f"{served.address}#/play/mastermind-3-4?seed=11")
    page.click("text=How many are left")
    page.wait_for_selector(".hint >> text=so the explorer gave it up")
    assert all("503" in said for said in windows.heard())


def test_a_game_is_played_to_its_end(served: Explorer, site: Path, opened: Open) -> None:
    """I guess, by hints, in both kinds of explorer; every grade of hint is asked."""
    named = list[str]()
    for address, mark in ((served.address, "optimal"), ((site / "index.html").as_uri(), "entropy")):
        page = opened(f"{address}#/play/mastermind-3-4?seed=11")
        page.click("text=How many are left")
        page.wait_for_selector(".hint >> text=64 secrets are left")
        page.click("text=What kind of question")
        page.wait_for_selector(".hint >> text=Ask a question that")
        page.fill("[name=question]", "04")
        page.click("text=Ask")
        assert "A word has 3 symbols" in page.inner_text(".complaint")
        for turn in range(1, 8):
            page.click("text=Which question")
            page.wait_for_selector(f".hint .tag:text-is('{mark}'), .hint .only")
            if page.locator(".hint .only").count():
                only = page.locator(".hint .only .word").evaluate("one => one.textContent")
                assert page.text_content(".hint .only") == f"Only {only} is left."
                named.append(address)
            page.click("button.ask >> nth=0")
            # The first board is the game; at its end another one stands beside the best strategy.
            until(page, f"document.querySelector('.board').children.length === {turn}")
            if page.locator(".won-line").count():
                break
        assert f"Found with {turn} questions." in page.inner_text(".won-line")
        page.go_back()
        until(page, f"document.querySelector('.board').children.length === {turn - 1}")
    assert named  # the only secret that is left


def test_the_program_guesses(served: Explorer, opened: Open) -> None:
    """By the theorem, by a rule, by a registered one that the page has not, and by a tree.

    Answers that clash are explained, and given again.
    """
    game = FiniteGame("mastermind", 2, 6)
    register_rule(Rule("mine", "the largest part", lambda sizes: -sizes.max(axis=1)))
    for by in (NAME, "entropy", "mine", "tree/entropy"):
        page = opened(f"{served.address}#/play")
        page.evaluate("explorer.index().rules.push('mine')")  # this server began without it
        page.evaluate("location.hash = '#/play/mastermind-2-6?side=answer'")
        page.select_option("[name=by]", by)
        until(page, f"location.hash.includes('by={by.replace('/', '%2F')}')")
        for turn in range(1, 9):
            page.wait_for_selector(f".now >> text=Question {turn}:")
            question = page.locator(".asked .word").evaluate("one => one.textContent")
            told = game.plain_answer(game.game.number((3, 5), game.parse(question)))
            page.click(f".pins [data-answer='{told}']")
            if told == "2,0":
                break
        page.wait_for_selector(f"text=Found with {turn} questions.")
    page = opened(f"{served.address}#/play/mastermind-2-6?side=answer&a=0,2.1,0")
    page.wait_for_selector("text=These answers contradict each other")
    known = hint(FiniteGame("mastermind", 2, 6, after=("01:0,2", "10:1,0"))).conflict
    assert known is not None
    assert known.repair is not None
    assert f"which leaves {known.repair.remaining} secret" in page.inner_text(".conflict")
    page.click("button[aria-label='change the answer to question 2']")
    page.wait_for_selector(".now >> text=Question 2:")


def finish(page: Any, secret: str) -> None:
    page.fill("[name=question]", secret)
    page.click("form.asking >> text=Ask")
    page.wait_for_selector(".won-line")


def test_the_end_of_a_game_shows_the_best_way_beside_ones_own(
    served: Explorer, site: Path, opened: Open
) -> None:
    """By the server for any game; a site has theorems, and says what else needs Python."""
    files = (site / "index.html").as_uri()
    average = {  # 5625/1296 by Koyama and Lai 1993, and 145/36 by the formula of Chen and Lin 2004
        "mastermind-4-6": "4.34 on average (exhaustive search)",
        "mastermind-2-6": "3.67 on average (the theorem)",
    }
    for address, game in ((served.address, "mastermind-4-6"), (files, "mastermind-2-6")):
        page = opened(f"{address}#/play/{game}?seed=11&up=1")
        secret = page.locator(".won-line .word").evaluate("one => one.textContent")
        page = opened(f"{address}#/play/{game}?seed=11")
        finish(page, secret)
        page.wait_for_selector(f"text=You took 1; the best strategy takes {average[game]}")
        ways = page.locator(".ways .board")
        rows = [way.locator("li") for way in (ways.nth(0), ways.nth(1))]
        assert rows[0].count() == 1
        last = rows[1].last.locator(".word").evaluate("one => one.textContent")
        assert last == secret
    page = opened(f"{files}#/play/mastermind-4-6?seed=11&up=1")
    page.wait_for_selector("text=What the best strategy would have asked needs Python")
    page = opened(f"{files}#/play/jotto")
    page.wait_for_selector("text=Games of words need Python")


def test_marks_and_sums_are_played_and_looked_at(
    served: Explorer, site: Path, opened: Open
) -> None:
    """Marks are guessed by the theorem, without a server, and typed; and how answers look."""
    files = (site / "index.html").as_uri()
    page = opened(f"{files}#/play/marks-2-6?side=answer")
    for turn in range(1, 8):
        page.wait_for_selector(f".now >> text=Question {turn}:")
        question = page.locator(".asked .word").evaluate("one => one.textContent")
        page.click(f".pins [data-answer='{marks('53', question)}']")
        if question == "53":
            break
    page.wait_for_selector(f".won-line >> text=Found with {turn} question")
    page = opened(f"{served.address}#/play/marks-4-6?side=answer&by=minimax")
    page.click(".squares button >> nth=1")  # 77 answers have no button each
    assert page.input_value("[name=answer]") == "bybb"
    page.fill("[name=answer]", "byb")
    page.click(".asking >> text=Answer")
    page.wait_for_selector(".complaint >> text='byb' is no answer of this game")
    page.fill("[name=answer]", "0100")
    page.click(".asking >> text=Answer")
    page.wait_for_selector(".board .squares [class='square y']")
    page = opened(f"{files}#/pattern/sum-2-expected-exact/0")
    assert page.locator(".part.won").first.inner_text() == "won"
    page = opened(f"{served.address}#/")
    page.click("text=Wordle without a dictionary")
    heading(page, "Marks, ")


def test_words_are_played_on_both_sides(served: Explorer, windows: Windows) -> None:
    """With a list of the server's start, and with one that is pasted."""
    page = windows.open(f"{served.address}#/play/jotto?seed=5&up=1")
    secret = page.inner_text(".won-line .letters").lower()
    assert secret in ("ate", "eat", "net", "sea", "ten")
    page = windows.open(f"{served.address}#/play/jotto?seed=5")
    page.click("text=Which question")
    page.wait_for_selector(".hint .tag >> text=optimal")
    assert windows.heard() == []
    page.fill("[name=question]", "xyz")
    page.click("form.asking >> text=Ask")
    page.wait_for_selector(".complaint >> text='xyz' is not in the list of words")
    assert "400" in windows.heard()[0]
    finish(page, secret)
    page.wait_for_selector("text=You took 1; the best strategy takes")
    page = windows.open(f"{served.address}#/play/jotto?side=answer")
    for turn in range(1, 6):  # the secret is sea
        page.wait_for_selector(f".now >> text=Question {turn}:")
        question = page.inner_text(".asked .letters").lower()
        common = sum(min(question.count(one), "sea".count(one)) for one in set(question))
        answer = "won" if question == "sea" else str(common)
        assert "left; after your answer" in page.inner_text(".now .brief")
        page.click(f".pins [data-answer='{answer}']")
        if answer == "won":
            break
    page.wait_for_selector(f".won-line >> text=Found with {turn} question")
    page = windows.open(f"{served.address}#/play/jotto?side=answer")
    page.click("text=Another list of words")
    page.fill("[name=words]", "one\ntwo\nsix")
    page.set_input_files("input[type=file] >> nth=1", MORE)
    until(page, "document.querySelector('[name=allowed]').value.endsWith('ten\\n')")
    page.click("text=Use these words")
    page.wait_for_selector(".brief >> text=3 left")
    assert "3 words of 3 letters, and 2 words more that may be asked" in page.inner_text(".lead")
    assert windows.heard() == []


def test_wordle_is_played_on_squares(served: Explorer, opened: Open) -> None:
    """Marks stand on the letters, as the tests compute them; to answer, letters are pressed."""
    page = opened(f"{served.address}#/play/wordle?seed=5&q=ate.net&up=1")
    secret = page.inner_text(".won-line .letters").lower()
    for place, question in enumerate(("ate", "net")):
        squares = page.locator(f".board >> nth=0 >> li >> nth={place} >> .square")
        kinds = squares.evaluate_all("all => all.map(one => one.className)")
        assert kinds == [f"square {mark}" for mark in marks(secret, question)]
        assert "".join(squares.all_inner_texts()).lower() == question
    page.wait_for_selector(".ways h3 >> text=You gave up after 2")
    words = "eerie\nlevel\nabbey\nbabes\nsteel\n"
    name = page.evaluate("(words) => explorer.loadList(words, '')", words)
    page = opened(f"{served.address}#/play/wordle?side=answer&list={name}")
    question = page.inner_text(".asked .letters").lower()
    wanted = marks("level" if question == "abbey" else "abbey", question)
    for place, mark in enumerate(wanted):
        for _ in range("byg".index(mark)):
            page.click(f".asking button.square >> nth={place}")
    assert page.input_value("[name=answer]") == wanted
    kinds = page.locator(".asking .square").evaluate_all("all => all.map(one => one.className)")
    assert kinds == [f"square {mark}" for mark in wanted]
    page.click("form.asking >> text=Answer")
    page.wait_for_selector(".now >> text=Question 2:")
    label = page.get_attribute(".board .squares", "aria-label")
    assert label.startswith(f"{question}: {question[0]} is ")


def test_words_of_other_alphabets_are_played(served: Explorer, opened: Open) -> None:
    """Leftward words stand from right to left; squares are typed, of high contrast, too."""
    words = {
        "he": "\u05e9\u05dc\u05d5\u05dd \u05d9\u05dc\u05d3\u05d4",
        "de": "gr\u00f6\u00dfe m\u00f6wen k\u00fcche",
    }
    page = opened(served.address)
    lists = {
        name: page.evaluate("(words) => explorer.loadList(words, '')", text.replace(" ", "\n"))
        for name, text in words.items()
    }
    first = words["he"].split()[0]
    page = opened(f"{served.address}#/play/wordle?seed=5&list={lists['he']}&q={first}")
    squares = page.locator(".board >> nth=0 >> .square")
    assert "".join(squares.all_inner_texts()) == first
    places = [square.bounding_box()["x"] for square in squares.all()]
    assert places == sorted(places, reverse=True)
    page = opened(f"{served.address}#/play/wordle?seed=5&list={lists['de']}&q=gro\u0308\u00dfe")
    assert page.locator(".board >> nth=0 >> .square").all_inner_texts() == [*"GR\u00d6\u00dfE"]
    for typed in ("\U0001f7e7\U0001f7e6\u2b1b\ufe0f\u2b1c\U0001f7e9", "21002", "gybbg"):
        said = page.evaluate("(text) => explorer.boardOf('wordle', 'small').typed(text)", typed)
        assert said == "gybbg"


def test_wordle_on_a_phone_has_letter_keys(served: Explorer, opened: Open) -> None:
    """Three rows in the order of keyboards; each letter has the best mark that is known of it."""
    place = f"{served.address}#/play/wordle?seed=5&q=ate.net"
    assert opened(place).locator(".keyboard").count() == 0
    page = opened(place, size=(360, 640))
    rows = page.locator(".keyboard div").all_inner_texts()
    assert [row.split()[0] for row in rows] == ["Q", "A", "Z"]
    secret = page.evaluate("explorer.boardOf('wordle', 'small').kept(5, [], 1)")["secret"]
    best: dict[str, str] = {}
    for question in ("ate", "net"):
        for letter, mark in zip(question, marks(secret, question), strict=True):
            best[letter] = max(best.get(letter, "b"), mark, key="byg".index)
    keys = page.locator(".keyboard [data-key]").evaluate_all(
        "all => all.map((one) => [one.dataset.key, one.className])"
    )
    assert {key: mark for key, mark in keys if mark} == best
    for letter in "seax":  # the fourth is one too many
        page.click(f"[data-key={letter}]")
    assert page.input_value("[name=question]") == "sea"
    page.click("[aria-label='Take the last letter away']")
    assert page.input_value("[name=question]") == "se"
    page.click("[data-key=a]")
    page.click("form.asking >> text=Ask")
    until(page, "document.querySelectorAll('.board:first-of-type li').length >= 3")


# The height of the rows of the chosen question, its box, and the colour of the canvas some pixels
# right of where the box begins; read from a copy, as reading makes a canvas slow.
CHOSEN = """(right) => {
  const view = explorer.view, node = view.selected, [top, bottom] = view.span(node);
  const copy = document.createElement("canvas");
  Object.assign(copy, { width: view.canvas.width, height: view.canvas.height });
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(view.canvas, 0, 0);
  const hit = view.hits.find(([other]) => other === node);
  const y = hit ? view.middle(node) : (top + bottom) / 2;
  const place = [view.left(node) + right, y].map((one) => Math.round(one * devicePixelRatio));
  const [red, green, blue] = context.getImageData(...place, 1, 1).data;
  return [bottom - top, hit && hit.slice(1), `rgb(${red}, ${green}, ${blue})`];
}"""


def test_the_chosen_question_is_marked_and_the_view_follows_the_keys(
    served: Explorer, opened: Open
) -> None:
    """Where the whole tree is seen its rows are too thin for boxes; then the view comes nearer."""
    page = opened(f"{served.address}#/tree/knuth?fold=9", size=(1280, 500))
    until(page, "explorer.view && explorer.view.height > 0")
    page.evaluate("explorer.view.fit()")
    page.focus("canvas.tree")
    accent, width, height = page.evaluate(
        "[explorer.view.colours.accent, explorer.view.width, explorer.view.height]"
    )
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        drawn(page)
        high, box, colour = page.evaluate(CHOSEN, 0)
        assert high >= 13, key  # the least box
        left, top, right, bottom = box
        assert 0 <= left < right <= width, key
        assert -10 <= top < bottom <= height + 10, key
        assert hexadecimal(colour) == accent, key
    page.evaluate("explorer.view.fit()")
    drawn(page)
    high, _, colour = page.evaluate(CHOSEN, 8)
    assert high < 13
    assert hexadecimal(colour) == accent


def hexadecimal(colour: str) -> str:
    """The colour that CSS writes as ``rgb(0, 114, 178)``, as ``#0072b2``."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


def test_pegs_have_the_colours_of_pictures_and_terminals(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/play/mastermind-4-10?seed=1&q=0123.4567")
    shown = page.locator(".board .peg").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    wanted = [shade(colour) for colour in range(8)]
    assert [
        "#{:02x}{:02x}{:02x}".format(*map(int, re.findall(r"\d+", one))) for one in shown
    ] == wanted
    page = opened(f"{served.address}#/play/wordle?seed=5&q=ate.net.eat.ten")
    for square in page.locator(".board >> nth=0 >> .square").all():
        mark = square.get_attribute("class").split()[-1]
        found = square.evaluate("one => getComputedStyle(one).backgroundColor")
        assert hexadecimal(found) == MARKS[mark]


def test_what_is_waited_for_is_said_in_words(served: Explorer, opened: Open) -> None:
    """A stage of which nothing can be counted has no numbers."""
    page = opened(served.address)
    page.evaluate(
        """() => { explorer.pages.slow = (place, _, params, onProgress) => new Promise((done) => {
             onProgress({ stage: "it begins", done: 0, total: 0 });
             explorer.go_on = () => { onProgress({ stage: "values", done: 3, total: 8 }); };
             explorer.end = () => done("slow"); });
           location.hash = "#/slow"; }"""
    )
    page.wait_for_selector(".waiting")
    assert page.inner_text(".waiting [role=status]") == "it begins\u2026"
    page.evaluate("explorer.go_on()")
    assert page.inner_text(".waiting [role=status]") == "values: 3 of 8"
    page.evaluate("explorer.end()")


def test_bulls_and_cows_has_its_own_words(served: Explorer, opened: Open) -> None:
    page = opened(f"{served.address}#/play/bulls-and-cows?seed=1&q=0123")
    told = page.inner_text(".board li .said")
    assert re.fullmatch(r"\d bulls?, \d cows?", told)
    assert "Play Bulls and Cows" in page.inner_text("h1")
    page.click("text=How many are left")
    page.wait_for_selector(".hint >> text=are left")
    left = page.inner_text(".hint strong").replace("\u202f", "")
    bulls, cows = (int(part.split()[0]) for part in told.split(", "))
    assert left == f"{FiniteGame('ab', 4, 10).then('0123', f'{bulls},{cows}').secret_count} secrets"
    page.click("text=The program guesses")
    page.wait_for_selector(".pins >> text=1 bull, 2 cows")
    assert page.url.endswith("#/play/bulls-and-cows?side=answer")


@pytest.mark.slow
def test_large_boards_have_hints_and_the_page_goes_on_meanwhile(
    served: Explorer, site: Path, opened: Open
) -> None:
    """Five pegs and eight colours, the published first answer counts: 20 answers to 00112."""
    page = opened(f"{served.address}#/play/mastermind-5-8?seed=2")
    page.click("text=Which question")
    page.wait_for_selector(".hint .suggestions >> text=20 possible answers", timeout=10_000)
    files = (site / "index.html").as_uri()
    page = opened(f"{files}#/play/mastermind-5-8?seed=2&q=00112")
    steps = page.evaluate(
        """async () => {
          let beats = 0;
          const beat = setInterval(() => beats++, 10);
          const doc = await explorer.hintOf("mastermind", 5, 8, [[[0, 0, 1, 1, 2], 1]]);
          clearInterval(beat);
          return [beats, doc.compared, doc.remaining, doc.questions];
        }"""
    )
    finite = FiniteGame("mastermind", 5, 8).then("00112", 1)
    beats, compared, remaining, questions = steps
    assert remaining == finite.secret_count
    assert beats >= 3  # others had their turn
    assert 100 < compared < 8**5
    for one in questions:
        sizes = finite.game.numbers(
            np.array([finite.parse(one["question"])]), np.array(finite.secrets)
        )
        assert one["largest"] == np.bincount(sizes[0]).max()
    page = opened(f"{served.address}#/play/mastermind-8-8?side=answer&a=2,2&q=00112233")
    page.wait_for_selector(".brief >> text=about")


def test_the_game_is_told_to_who_does_not_see_it(served: Explorer, opened: Open) -> None:
    """Pegs and answers have names; what changed is said; the focus stays where one works."""
    page = opened(f"{served.address}#/play/mastermind-2-6?seed=11&q=01")
    labels = page.locator(".board li [role=img]").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert labels[0] == "0 sky blue, 1 orange"
    assert re.fullmatch(r"\d black, \d white", labels[1])
    for colour in ("0 sky blue", "5 vermilion"):
        page.click(f".palette button[aria-label='colour {colour}']")
    page.wait_for_selector("[role=status].unseen >> text=0 sky blue, 5 vermilion")
    page.focus("[name=question]")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('.board li').length === 2")
    page.wait_for_selector("[role=status].unseen >> text=Question 2, 0 sky blue, 5 vermilion:")
    until(page, "document.activeElement.name === 'question'")
    page = opened(f"{served.address}#/play/mastermind-2-6?side=answer")
    page.click(".pins [data-answer='0,1']")
    page.wait_for_selector("[role=status].unseen >> text=You answered 0 black, 1 white.")
    until(page, "document.activeElement.closest('.pins') !== null")


# What is pressed on the pages of play and has less than 44 pixels on a side, or is covered.  Of
# letters, ten in a row of a phone, 24 pixels are asked for in width (WCAG 2.2, 2.5.8).
THUMB = """() => [...document.querySelectorAll(".page.play :is(button, select, summary, input)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    // A box is pressed by its label, too.
    const pressed = (one.type === "checkbox" && one.closest("label")) || one;
    const { width, height } = pressed.getBoundingClientRect();
    return width < (one.closest(".keyboard") ? 24 : 44) || height < 44; })
  .map((one) => one.outerHTML)"""


@pytest.mark.slow
def test_games_are_played_with_one_thumb(served: Explorer, opened: Open) -> None:
    """What is pressed has 44 pixels; question and answer are given at the lower edge."""
    places = (
        "mastermind-4-6?seed=1&q=0011.2345",
        "mastermind-4-6?side=answer&a=0,1&by=entropy",
        "jotto?side=answer",
        "bulls-and-cows?seed=1&q=0123&hint=3",
        "mastermind-5-8?side=answer&a=1,1&q=00112&by=most-parts",
        "wordle?seed=5&q=ate.net",
        "mastermind-4-6?seed=1&q=0011&up=1",
    )
    for place in places:
        for size in ((390, 844), (360, 640)):
            page = opened(f"{served.address}#/play/{place}", size=size)
            until(page, "!document.querySelector('.thinking')")
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], place
            assert page.evaluate(THUMB) == [], place
            if "up" not in place:
                box = page.locator("form.asking, .now").first.bounding_box()
                assert box["y"] > size[1] * 0.29
                assert box["y"] + box["height"] <= size[1] + 1, place
                row = page.locator(".lead, .board > li:last-child").last.bounding_box()
                assert row["y"] > 0, place
                assert row["y"] + row["height"] <= box["y"], place
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert page.evaluate(CONTRAST) == [], (place, scheme)
            page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], place
            assert page.evaluate(THUMB) == [], place


def test_hints_of_the_page_are_those_of_the_package(served: Explorer, opened: Open) -> None:
    page, draw = opened(served.address), random.Random(5)
    for game, pegs, colours in (("mastermind", 3, 4), ("ab", 3, 5), ("black-peg", 2, 5)):
        finite = FiniteGame(game, pegs, colours)
        for steps in (0, 1, 2, 2, 3, 3):
            history = [
                (draw.choice(finite.questions), draw.randrange(finite.winning))
                for _ in range(steps)
            ]
            if steps < 3:  # one that some secret gives
                secret = draw.choice(finite.secrets)
                history = [(q, finite.game.number(secret, q)) for q, _ in history if q != secret]
            state = FiniteGame(game, pegs, colours, after=tuple(history))
            known = hint_document(hint(state, think=0.0))
            known["questions"] = [
                one | {"rules": [rule for rule in one["rules"] if rule != "optimal"]}
                for one in known["questions"]  # type: ignore[attr-defined]
            ]
            known["questions"] = [one for one in known["questions"] if one["rules"]]  # type: ignore[attr-defined]
            found = page.evaluate(
                "([game, pegs, colours, history]) => explorer.hintOf(game, pegs, colours, history)",
                [game, pegs, colours, history],
            )
            assert sorted(found["questions"], key=str) == sorted(known["questions"], key=str)  # type: ignore[arg-type]
            for key in ("remaining", "possible", "conflict", "repair"):
                assert found[key] == known[key], (key, history)


def test_splits_and_isomorphisms_of_the_page_are_those_of_the_package(
    served: Explorer, opened: Open
) -> None:
    page = opened(served.address)
    theorem = theorem_of(Model.named("ab-2-expected-exact"))
    cases = [
        (str(pattern), word_text(question), [str(part) for part in split(pattern, question, AB)])
        for number, pattern in enumerate(theorem.closure.patterns)
        for question in theorem.closure.questions(number)
    ]
    found = page.evaluate(
        """(cases) => cases.map(([pattern, question]) => explorer
             .splitPattern("ab", explorer.parsePattern(pattern), explorer.parseCells(question))
             .map((part) => part.length ? explorer.patternText(part) : "{}"))""",
        cases,
    )
    assert found == [parts for *_, parts in cases]
    texts = [
        "{0**|*0*}",
        "{*0*|0**}",
        "{**0|1**}",
        "{01*|*10}",
        "{1*0|0*1}",
        "{01*|10*}",
        "{012}",
        "{120|201}",
    ]
    pairs = list(itertools.combinations_with_replacement(texts, 2))
    told = page.evaluate(
        """(pairs) => pairs.map(([one, other]) =>
             explorer.isomorphic(explorer.parsePattern(one), explorer.parsePattern(other)))""",
        pairs,
    )
    same = [isomorphism(MasetPattern.parse(a), MasetPattern.parse(b)) is not None for a, b in pairs]
    assert told == same
    assert 0 < sum(same) < len(same)


PAGES = (
    "",
    "theorems",
    f"theorem/{NAME}",
    f"theorem/{BLACK}",
    f"pattern/{NAME}/3?open=12",
    f"pattern/{BLACK}/1/11?open=23",
    f"maset/{NAME}/3",
    f"strategy/{NAME}?n=9&secret=87",
    "play/mastermind-4-6?seed=1&q=0011",
    "play/mastermind-2-6?side=answer&a=0,1&by=entropy",
    "table/mastermind",
    "nothing",
)
# The contrast of each text with what is behind it (WCAG 2.1): those below what is asked for.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const painted = (colours) => {
    const key = colours.join();
    if (!known.has(key)) known.set(key, paint(colours));
    return known.get(key);
  };
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
  };
  const light = (rgb) => rgb
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, place) => sum + value * [0.2126, 0.7152, 0.0722][place], 0);
  const low = [];
  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility() || one.closest("button:disabled, svg, .skip")) continue;
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const behind = [];
    for (let up = one; up; up = up.parentElement) {
      behind.unshift(getComputedStyle(up).backgroundColor);
    }
    const style = getComputedStyle(one), size = parseFloat(style.fontSize);
    const grounds = [light(painted(behind)), light(painted([...behind, style.color]))].sort();
    const ratio = (Math.max(...grounds) + 0.05) / (Math.min(...grounds) + 0.05);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) low.push([one.className, one.textContent.slice(0, 20), ratio]);
  }
  return low;
}"""

# What can be pressed or filled in, and has no name for those who do not see it.
NAMELESS = """() => [...document.querySelectorAll("button, a, input, select, canvas")]
  .filter((one) => one.offsetParent && !(one.textContent.trim()
    || one.getAttribute("aria-label") || one.querySelector("[aria-label]")
    || one.closest("label")?.textContent.trim()))
  .map((one) => one.outerHTML)"""
# Names that differ from what is seen: each word of a label must be in the name.  What has a name of
# its own in a label, as a word of pegs has, is not read as text.
MISNAMED = """() => [...document.querySelectorAll("button, a, summary")]
  .filter((one) => one.checkVisibility() && one.hasAttribute("aria-label"))
  .filter((one) => {
    const seen = one.cloneNode(true);
    for (const inner of seen.querySelectorAll("[aria-label]")) inner.remove();
    const words = seen.textContent.toLowerCase().match(/[\\p{L}]{2,}/gu) || [];
    return !words.every((word) => one.getAttribute("aria-label").toLowerCase().includes(word));
  })
  .map((one) => one.outerHTML)"""
EMPTY = """() => [...document.querySelectorAll("th")]
  .filter((one) => !one.textContent.trim()).map((one) => one.parentElement.outerHTML)"""
# What scrolls and is reached by no key: neither itself nor by what is in it.
UNREACHED = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && !one.matches("select, input, textarea, svg *, math *"))
  .filter((one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    return (/auto|scroll/.test(overflowX) && one.scrollWidth > one.clientWidth + 1)
      || (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight + 1);
  })
  .filter((one) => !(one.tabIndex >= 0 && one.hasAttribute("tabindex") && one.ariaLabel)
    && !one.querySelector("a[href], button, input"))
  .map((one) => one.outerHTML.slice(0, 200))"""
# The levels of the headings, and what a screen reader can jump to.
OUTLINE = """() => [[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1])),
  [...document.querySelectorAll("body > :is(header, main, footer), header nav")]
    .map((one) => one.tagName)]"""
# What is pressed has 44 pixels on each side, if it is not in a sentence: what has less.  A label is
# pressed like what it names.  A heading that is a link makes its whole card one.
SMALL = """() => {
  const pressed = "button, a, select, summary, input:not([type=file])";
  const aside = "p:not(.actions, .downloads, .controls), .shown h2, .skip";
  return [...document.querySelectorAll(pressed)]
    .filter((one) => one.checkVisibility() && !one.closest(aside))
    .filter((one) => {
      const { width, height } = (one.closest("label") || one).getBoundingClientRect();
      return width < 44 || height < 44;
    })
    .map((one) => one.outerHTML);
}"""


def test_a_page_that_is_too_pale_is_noticed(site: Path, opened: Open) -> None:
    """On white #767676 is the palest grey of enough contrast (4.54), and #777777 has 4.48."""
    page = opened((site / "index.html").as_uri())
    assert page.evaluate(CONTRAST) == []
    page.evaluate(
        """() => { const { h, put } = explorer, main = document.querySelector("main");
          for (const colour of ["#767676", "#777777"]) {
            const one = h("p", {}, colour);
            Object.assign(one.style, { color: colour, background: "#ffffff" });
            put(main, one);
          } }"""
    )
    [(_, text, ratio)] = page.evaluate(CONTRAST)
    assert (text, round(ratio, 2)) == ("#777777", 4.48)
    page.evaluate("document.documentElement.style.setProperty('--quiet', '#9aa0aa')")
    assert len(page.evaluate(CONTRAST)) > 6  # what is written in the quiet colour of all pages


def visited_pages(served: Explorer, opened: Open, **options: Any) -> Iterator[tuple[str, Any]]:
    for address in PAGES:
        page = opened(f"{served.address}#/{address}", **options)
        page.wait_for_selector(f"main .page.{address.split('/')[0] or 'home'}, main .error")
        drawn(page)
        yield address, page


@pytest.mark.slow
def test_pages_fit_a_phone_and_can_be_read_and_pressed(served: Explorer, opened: Open) -> None:
    for address, page in visited_pages(served, opened, size=(360, 640)):
        levels, landmarks = page.evaluate(OUTLINE)
        assert levels.count(1) == 1
        assert all(below - above <= 1 for above, below in itertools.pairwise([0, *levels])), address
        assert landmarks == ["HEADER", "NAV", "MAIN", "FOOTER"]
        assert page.evaluate(NAMELESS) == [], address
        assert page.evaluate(MISNAMED) == [], address
        assert page.evaluate(EMPTY) == [], address
        page.wait_for_function(f"() => ({UNREACHED})().length === 0", timeout=5_000)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            drawn(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, (address, scheme)
            assert page.evaluate(CONTRAST) == [], (address, scheme)
            assert page.evaluate(SMALL) == [], (address, scheme)


# Note where the focus is, now and after each key: the place among all stops, its outline, whether
# it is seen.  It begins at the first stop of the page, or of its content; answered is how many
# follow.
FOCUS = """(place) => {
  const selector = "a[href], button, input, select, summary, [tabindex='0']";
  const stops = [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0);
  const first = stops.findIndex((one) => one.closest(place));
  const note = () => {
    const one = document.activeElement, style = getComputedStyle(one);
    const box = one.getBoundingClientRect(), place = stops.indexOf(one);
    focused.push([place < 0 ? null : place - first, `${style.outlineStyle} ${style.outlineWidth}`,
      box.bottom > 0 && box.top < innerHeight]);
  };
  window.focused = [];
  stops[first].focus();
  note();
  window.onkeyup = note;
  return stops.length - first - 1;
}"""


@pytest.mark.slow
def test_the_keyboard_reaches_everything_and_shows_where_it_is(
    served: Explorer, opened: Open
) -> None:
    """Tab goes through a page in its order, and each step is seen; the head is that of all."""
    opened(served.address).keyboard.press("Tab")  # what is focused by a script is as after a key
    for number, (address, page) in enumerate(visited_pages(served, opened)):
        place, most = ("main", 24) if number else ("body", 30)
        for _ in range(min(page.evaluate(FOCUS, place), most)):
            page.keyboard.press("Tab")
        seen = page.evaluate("focused")
        # Chromium also stops at what scrolls.
        places = [place for place, *_ in seen if place is not None]
        assert places == list(range(len(places))), address
        assert {outline for _, outline, _ in seen} == {"solid 3px"}, address
        assert all(shown for *_, shown in seen), address


def walk_through_boards(page: Any) -> None:
    """From the theorems to those of black-peg Mastermind, to its patterns, and back, by clicks."""
    page.click("#nav >> text=Theorems")
    page.click("main a[aria-label='Black-peg Mastermind, 2 pegs, expected case, the real game']")
    heading(page, "Black-peg Mastermind, 2 pegs, expected case")
    assert page.locator("table.regions tbody tr").count() == 2
    page.click("main a.button:has-text('Patterns')")
    heading(page, "Pattern 0/00")
    page.click("a.part:has-text('P1/00')")
    heading(page, "Pattern 1/00")
    assert page.locator("math").count() > 10
    page.click("button[aria-label='23: all parts']")
    assert page.locator(".detail .parts > li").count() == 2
    page.click("a.part:has-text('P2/11') >> nth=0")
    heading(page, "Pattern 2/11")
    assert page.locator(".trail li").count() == 3
    page.go_back()
    heading(page, "Pattern 1/00")
    page.go_back()
    page.go_back()
    heading(page, "Black-peg Mastermind, 2 pegs, expected case")


@pytest.mark.slow
def test_black_peg_has_formulas_for_every_board(served: Explorer, site: Path, opened: Open) -> None:
    """By clicks, in both kinds of explorer; the page computes with the formulas by itself."""
    walk_through_boards(opened((site / "index.html").as_uri()))
    page = opened(served.address)
    walk_through_boards(page)
    assert page.locator("table.heat td.number").count() == 144
    page.fill("[name=n1]", "1000000")
    page.fill("[name=n2]", "7")
    x, y = 10**6, 7
    known = y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6
    assert page.inner_text("output strong").replace("\u202f", "") == str(known)
    assert "n1=1000000&n2=7" in page.url
    page.reload()
    page.wait_for_selector("output strong")
    assert page.inner_text("output strong").replace("\u202f", "") == str(known)
    page.fill("[name=n2]", "0")
    assert "must be whole numbers, 1 or more" in page.inner_text("output")
    page.click("main a >> text=with an extra colour")
    page.wait_for_selector("text=a colour known not to be in the secret")
    page.go_back()
    page.wait_for_selector("text=by the real rules")
    theorems = [theorem_of(model) for model in models(2) if model.game.own_alphabets]
    boards = [(1, 1), (1, 8), (8, 1), (5, 5), (17, 33), (33, 17)]
    for theorem in theorems:
        if theorem.closure.pegs == 1:
            continue
        found = page.evaluate(
            """async ([name, boards]) => {
              const doc = await explorer.load(`theorem/${name}`);
              return boards.map((board) => explorer.boardValue(doc, board));
            }""",
            [Model.of(theorem).name, boards],
        )
        assert found == [str(theorem.value(board)) for board in boards]


def test_values_of_three_columns_are_shown_in_slices(site: Path, opened: Open) -> None:
    """A table for each number of the third column; the address says which."""
    page = opened((site / "index.html").as_uri())
    page.evaluate(
        """() => { const params = {}, { h, put, sliced } = explorer;
          put(document.querySelector("main"), sliced("n3", [1, 2, 3], params,
            (third) => h("p", { class: "slice" }, `table ${third}`))); }"""
    )
    assert page.inner_text("p.slice") == "table 3"
    page.select_option("[name=slice]", "2")
    assert page.inner_text("p.slice") == "table 2"
    assert page.url.endswith("?slice=2")


@pytest.mark.slow
def test_black_peg_with_three_columns(opened: Open) -> None:
    """F(3, 4, 5) = 255 was found by exhaustive search, too."""
    name = "black-peg-3-expected-exact"
    explorer = Explorer({})
    thread = threading.Thread(target=explorer.serve)
    thread.start()
    try:
        page = opened(f"{explorer.address}#/theorem/{name}?n1=3&n2=4&n3=5&slice=5")
        heading = "h1:has-text('Black-peg Mastermind, 3 pegs, expected case')"
        page.wait_for_selector(heading, timeout=300_000)  # until the theorem is proved
        assert page.inner_text("output strong") == "255"
        assert page.locator("table.heat tr").nth(3).locator("td").nth(3).inner_text() == "255"
        page.click("main a.button:has-text('Patterns')")
        page.wait_for_selector("h1:has-text('Pattern 0/000')")
        page.goto(f"{explorer.address}#/pattern/{name}/1/111?slice=2")
        page.wait_for_selector("h1:has-text('Pattern 1/111')")
        assert page.locator("table.row-values tbody tr").count() == 8
    finally:
        explorer.shutdown()
        thread.join(timeout=10)


@pytest.mark.parametrize(
    "address",
    [
        "nothing",
        "%ff",
        "tree/%ff",
        "constructor",
        "play/constructor-2-3",
        "play/ab-3-2",
        "play/mastermind-2-6?side=answer&a=9,9",
        "play/mastermind-2-6?seed=1&q=0123",
        "strategy/constructor",
        f"strategy/{NAME}?n=0",
        f"strategy/{NAME}?n=many",
        "tree/nobody",
        "table/chess",
    ],
)
def test_addresses_that_lead_nowhere_are_one_clear_page(
    site: Path, opened: Open, address: str
) -> None:
    page = opened(f"{(site / 'index.html').as_uri()}#/{address}")
    heading(page, "That is not here")
    assert "undefined" not in page.inner_text(".error")
    assert page.get_attribute(".error >> text=To the first page", "href") == "#/"


def test_from_an_address_that_leads_nowhere_a_click_leads_home(site: Path, opened: Open) -> None:
    page = opened(f"{(site / 'index.html').as_uri()}#/nothing")
    page.click("text=To the first page")
    heading(page, "Guessing games, proved")


def test_what_an_address_claims_of_the_way_is_not_believed(site: Path, opened: Open) -> None:
    page = opened(f"{(site / 'index.html').as_uri()}#/pattern/{NAME}/3?via=<b>|0:01|x:y:z|0:01:1.0")
    heading(page, "Pattern 3")
    assert page.locator(".trail li").count() == 2
    assert page.locator(".trail b").count() == 0


def test_a_pattern_that_does_not_exist(served: Explorer, windows: Windows) -> None:
    """The browser itself notes the status 404 on the console."""
    page = windows.open(f"{served.address}#/pattern/{NAME}/99")
    heading(page, "That is not here")
    assert "there is no pattern 99; they are 0 to 5" in page.inner_text(".error")
    [said] = windows.heard()
    assert "status of 404" in said
