"""Running a LaTeX engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from masetproof.files import read_bytes, read_file, whole_file

_ENGINE = "pdflatex"
_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_MOST_BYTES = 1 << 28
_PASSES = 4
_SECONDS = 300


def find_engine() -> str | None:
    return shutil.which(_ENGINE)


class TypesettingFailed(Exception):
    """The LaTeX engine did not make a PDF; the message says why."""


def typeset(source: Path, target: Path, *others: Path) -> str:
    """Make a PDF of a LaTeX file; returns the log of the last pass.

    others: the files that the source reads, which keep their names.  The bibliography is made by
    BibTeX when the source asks for one.

    `TypesettingFailed` with the engine's first complaint when it fails, takes too long, or is not
    there.  The same source gives the same PDF.
    """
    engine = find_engine()
    if engine is None:
        raise TypesettingFailed("there is no LaTeX engine (pdflatex) on this machine")
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for path in others:
            shutil.copy(path, directory)
        shutil.copy(source, directory / "listing.tex")
        auxiliary = ""
        for _ in range(_PASSES):
            _run([engine, *_OPTIONS, "listing.tex"], directory, "listing.pdf")
            # References are settled when a pass leaves the auxiliary file as it was.
            latest = _text(directory / "listing.aux")
            if latest == auxiliary:
                break
            if "\\bibdata" in latest and not auxiliary:
                _run(["bibtex", "-terse", "listing"], directory, "listing.bbl")
            auxiliary = latest
        with whole_file(target) as file, read_file(directory / "listing.pdf") as made:
            shutil.copyfileobj(made, file)
        return _text(directory / "listing.log")


def _text(path: Path) -> str:
    return read_bytes(path, _MOST_BYTES).decode(errors="replace")


def _run(command: list[str], directory: Path, made: str) -> None:
    """Run a program, which makes a file; `TypesettingFailed` with its first complaint."""
    try:
        result = subprocess.run(
            command,
            cwd=directory,
            env=os.environ | {"SOURCE_DATE_EPOCH": "0", "max_print_line": "1000"},
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise TypesettingFailed(f"{command[0]} took more than {_SECONDS} seconds") from None
    except OSError as error:
        raise TypesettingFailed(f"{command[0]} cannot be run: {error.strerror}") from None
    if result.returncode or not (directory / made).exists():
        lines = result.stdout.decode(errors="replace").splitlines() or ["no reason given"]
        complaint = next((line for line in lines if line.startswith("!")), lines[0])
        raise TypesettingFailed(f"{command[0]} failed: {complaint.removeprefix('! ')}")
