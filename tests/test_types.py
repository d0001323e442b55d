"""The Python of the README and of the documentation passes mypy, as a user runs it.

Blocks of ``python`` are programs by themselves; the code cells of a tutorial are one program.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_readme import DOCUMENTS, blocks

SETTINGS = """
[mypy]
strict = true
[mypy-IPython.*,distributed.*]
ignore_missing_imports = true
follow_imports = skip
"""
"""What need not be installed is as if it were not: to read it would take half of the time."""


def programs(path: Path) -> list[str]:
    """The Python of a document, without what only notebooks understand."""
    found = blocks(path)
    cells = [body for language, _, body in found if language == "{code-cell}"]
    alone = [body for language, _, body in found if language == "python"]
    return alone + (["\n".join(cells)] if cells else [])


@pytest.mark.slow
def test_python_of_the_documents_passes_mypy(tmp_path: Path) -> None:
    files = []
    for path in DOCUMENTS:
        for number, text in enumerate(programs(path)):
            name = re.sub(r"\W", "_", path.stem)
            files.append(tmp_path / f"{name}_{number}.py")
            files[-1].write_text(text)
    assert any(file.name == "README_0.py" for file in files)
    assert len(files) > 5
    settings = tmp_path / "mypy.ini"
    settings.write_text(SETTINGS)
    options = [f"--config-file={settings}", f"--cache-dir={os.devnull}"]
    result = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *map(str, files)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
