"""Make the pictures of the documentation again.

    python docs/pictures/make.py

`theorem.svg`, `price.svg` and `tree.svg` are what the commands below write.  `explorer.png`, in the
README, is the explorer in a browser: it takes Chromium, and playwright of ``pip install -e
'.[test]'``.  Fonts differ between machines, so the same picture has other bytes elsewhere.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any

from PIL import Image

from masetproof.cli import main
from masetproof.explore.server import Explorer
from masetproof.files import whole_file

HERE = Path(__file__).resolve().parent
PLACE = "#/strategy/mastermind-2-expected-exact?n=6&secret=43"
"""The strategy for two pegs and six colours, with the path to a secret."""
SIZE = (1200, 860)
_SHADES = 96


def explorer_picture(browser: Any, path: Path) -> None:
    """Write the picture of the explorer as PNG; browser: Chromium, started by playwright."""
    explorer = Explorer({})
    thread = threading.Thread(target=explorer.serve)
    thread.start()
    try:
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(explorer.address + PLACE)
        page.wait_for_selector("text=found with 4 questions")
        # The tree is on a canvas: painted when a frame has passed.
        page.evaluate("new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300))")
        picture = page.screenshot()
        page.close()
    finally:
        explorer.shutdown()
        thread.join()
    with Image.open(io.BytesIO(picture)) as image, whole_file(path) as file:
        image.convert("RGB").quantize(_SHADES, dither=Image.Dither.NONE).save(
            file, "PNG", optimize=True
        )


def drawings(folder: Path) -> None:
    """Write what the program itself draws: a theorem, values of several games, and a strategy."""
    tree = str(folder / "tree.json")
    three = ["mastermind", "--pegs", "3"]
    price = ["values", "--games", "marks,mastermind,sum", "--pegs", "3", "--to", "30"]
    for command in (
        ["prove", *three, "--plot", str(HERE / "theorem.svg")],
        ["optimize", *three, "--colours", "4", "--tree", tree],
        [*price, "--plot", str(HERE / "price.svg")],
        ["tree", "convert", tree, "--depth", "2", "--out", str(HERE / "tree.svg")],
    ):
        if main(command):
            raise SystemExit(f"masetproof {' '.join(command)} failed")


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name:
        drawings(Path(name))
    with sync_playwright() as started:
        chromium = shutil.which("chromium")
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        explorer_picture(browser, HERE / "explorer.png")
