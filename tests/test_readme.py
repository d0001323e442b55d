"""Every command and code block of the README is run.

The two blocks that set up an environment are run by ``.ci/run``; that they are run there is
tested here.  All others run here, in order, in one directory.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(
    r"^```(\w*)(?: (\w+))?\n(.*?)^```$", (ROOT / "README.md").read_text(), re.S | re.M
)


def test_ci_runs_the_two_commands_of_the_readme() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    tags = [tag for _, tag, _ in BLOCKS if tag]
    assert tags == ["setup", "test"]
    assert all(f'"$(command_of {tag})"' in ci for tag in tags)
    assert all(language in ("sh", "python") for language, _, _ in BLOCKS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like the checkout, with the commands of this environment."""
    path = tmp_path_factory.mktemp("readme")
    (path / "masetproof").mkdir()
    shutil.copy(ROOT / "masetproof" / "checker.py", path / "masetproof")
    return path


@pytest.mark.parametrize(
    ("language", "body"),
    [(language, body) for language, tag, body in BLOCKS if not tag],
    ids=lambda text: text.splitlines()[0],
)
def test_block_runs(folder: Path, language: str, body: str) -> None:
    if language == "python":
        # Not from the folder, whose masetproof is only the checker's home.
        command, where = [sys.executable, "-c", body], folder / "masetproof"
    else:
        command, where = ["bash", "-euo", "pipefail", "-c", body], folder
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        command,
        cwd=where,
        env=os.environ | {"PATH": scripts},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert result.returncode == 0, result.stderr
