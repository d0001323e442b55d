"""The search with sizes so small that the states of small games go every way that large ones do."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from masetproof.kernels import build
from tests.kernels.test_sanitizers import RUN

ROOT = Path(__file__).parents[2]
SIZES = {
    "FRAMED": 3,  # all states that are searched have frames
    "FRAMES": 4,  # and take them from each other
    "NEARER": 0,  # near tables everywhere
    "RAISED": 3,
    "STORED": 6,  # most states are kept in the arena
    "FORMED": 3,
}
TESTS = ("tests/search", "tests/finite", "tests/kernels/test_bounds.py")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The extension with these sizes."""
    kernels = tmp_path / "masetproof" / "kernels"
    shutil.copytree(ROOT / "masetproof" / "kernels" / "c", kernels / "c")
    header = kernels / "c" / "searching.h"
    text = header.read_text(encoding="utf-8")
    for name, size in SIZES.items():
        text, count = re.subn(rf"(?m)^(#define {name}) \d+", rf"\1 {size}", text)
        assert count == 1, name
    header.write_text(text, encoding="utf-8")
    monkeypatch.setattr(build, "_HERE", kernels)
    return str(build.extension("_compiled").compile(str(tmp_path)))


@pytest.mark.slow
def test_the_search_with_small_sizes(small: str) -> None:
    command = [sys.executable, "-c", RUN, small, "-q", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
