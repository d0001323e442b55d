"""Running a LaTeX engine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from masetproof.files import whole_file

__all__ = ["find_engine", "typeset"]

_ENGINES = ("pdflatex",)
_OPTIONS = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
_PASSES = 3
_SECONDS = 300


def find_engine() -> str | None:
    """The path of a LaTeX engine, or None."""
    return next(filter(None, map(shutil.which, _ENGINES)), None)


def typeset(source: Path, target: Path) -> str:
    """Make a PDF of a LaTeX file; returns the log of the last pass.

    `RuntimeError` with the engine's first complaint when it fails, or when there is no engine.
    The same source gives the same PDF.
    """
    engine = find_engine()
    if engine is None:
        raise RuntimeError("there is no LaTeX engine (pdflatex) on this machine")
    with tempfile.TemporaryDirectory() as directory:
        shutil.copy(source, Path(directory, "listing.tex"))
        auxiliary, log = b"", ""
        for _ in range(_PASSES):
            result = subprocess.run(
                [engine, *_OPTIONS, "listing.tex"],
                cwd=directory,
                env=os.environ | {"SOURCE_DATE_EPOCH": "0", "max_print_line": "1000"},
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
            log = Path(directory, "listing.log").read_text(errors="replace")
            if result.returncode:
                complaint = next(
                    (x for x in log.splitlines() if x.startswith("!")), "no reason given"
                )
                raise RuntimeError(f"{engine} failed on {source}: {complaint}")
            # References are settled when a pass leaves the auxiliary file as it was.
            latest = Path(directory, "listing.aux").read_bytes()
            if latest == auxiliary:
                break
            auxiliary = latest
        with whole_file(target) as file:
            file.write(Path(directory, "listing.pdf").read_bytes())
    return log
