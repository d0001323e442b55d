"""Listings: they compile with LaTeX's base distribution alone, and say what they should."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import final

import pytest

from masetproof.cli import main
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Objective
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports import typeset as typesetter
from masetproof.reports.latex import shipped
from masetproof.reports.listing import full_listing
from masetproof.reports.summary import summary_listing
from tests.oracles.wording import sentence
from tests.reports.typesetting import DIGEST, complaints, halves, pdf_text, typeset_together

Model = tuple[PegGame, int, Reading, Objective]

SUMMARIZED, LISTED = halves((MASTERMIND, AB), (2,), tuple(BLANKS), tuple(Objective))
ONE_PEG: list[Model] = [
    (MASTERMIND, 1, Reading.EXACT, Objective.EXPECTED),
    (AB, 1, Reading.WITH, Objective.WORST),
    (MASTERMIND, 1, Reading.WITHOUT, Objective.WORST),
]


@final
class Printed:
    """Listings that were typeset together, some of them in full and some as summaries."""

    def __init__(self, directory: Path, full: Sequence[Model], short: Sequence[Model]) -> None:
        self.theorems, bodies = list[Theorem](), list[str]()
        for number, (game, pegs, reading, objective) in enumerate([*full, *short]):
            theorem = prove(game, pegs, objective=objective, reading=reading)
            assert isinstance(theorem, Theorem)
            listing = full_listing if number < len(full) else summary_listing
            self.theorems.append(theorem)
            bodies.append(listing(theorem, DIGEST, "proof.cert"))
        self.log, self.texts, self.read = typeset_together(
            directory, list(zip(self.theorems, bodies, strict=True))
        )
        self.full = dict(zip(full, self.texts, strict=False))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory, latex: None) -> Printed:
    return Printed(tmp_path_factory.mktemp("listings"), [*ONE_PEG, *LISTED[1::3]], SUMMARIZED[2:4])


def test_listings_compile_without_overfull_boxes(printed: Printed) -> None:
    """Of two pegs, two in full and two as summaries with other readings, and some of one peg."""
    check_printed(printed)


@pytest.mark.slow
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize("whole", [True, False], ids=["full", "summary"])
def test_all_listings_compile_without_overfull_boxes(tmp_path: Path, whole: bool) -> None:
    """In all readings and objectives."""
    models = list(product((MASTERMIND, AB), (1, 2), Reading, Objective))
    check_printed(Printed(tmp_path, models if whole else [], [] if whole else models))


def check_printed(printed: Printed) -> None:
    assert not complaints(printed.log)
    for theorem, text in zip(printed.theorems, printed.full.values(), strict=False):
        questions = re.findall(r"^\s*Question [0-9a]+$", text, re.MULTILINE)
        assert len(questions) == theorem.closure.question_count  # once for all excluded colours
        last = theorem.closure.question_start[1]
        closure = theorem.closure
        assert f"({closure.game.label}.{closure.pegs}.0.{last}" in text
    for text in printed.texts:
        assert DIGEST[:32] in text
    packages = re.findall(r"\\(?:usepackage|RequirePackage)(?:\[.*?\])?\{(.*?)\}", printed.read)
    # All others belong to Debian's texlive-latex-base.
    assert {*packages} - {"masetproof", "xparse"} == {
        "amsmath", "geometry", "graphicx", "hyperref", "natbib",
    }  # fmt: skip


def test_listing_of_two_pegs_says_what_the_paper_says(printed: Printed) -> None:
    """The paper's game has the extra colour from the start."""
    text = printed.full[MASTERMIND, 2, Reading.WITH, Objective.EXPECTED]
    assert "(MM.2.5.9)" in text
    words = re.sub(r"\s+", " ", text)
    assert "reports as many: 6 patterns, 47 questions, 47 equations (32 of them different)" in words
    assert "◦" in text
    assert "•" in text
    assert sentence("same", "MM.2.5.5") in text
    assert sentence("no_solution") in text
    # Table 1 of the paper, n = 5.
    assert re.search(r"^\s*5\s+81\s+21\s+13\s+21\s+9\s+13\s*$", text, re.MULTILINE)
    assert "masetproof check proof.cert" in words


@pytest.mark.slow
@pytest.mark.typesets_anew
@pytest.mark.usefixtures("latex")
def test_the_same_input_gives_the_same_files(tmp_path: Path) -> None:
    """And the PDF names the certificate beside it."""
    for name in ("one", "two"):
        assert main(["prove", "ab", "--pegs", "1", "--out", str(tmp_path / name)]) == 0
    first = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert "proof.pdf" in first
    for name in first:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    digest = hashlib.sha256((tmp_path / "one" / "proof.cert").read_bytes()).hexdigest()
    text = pdf_text(tmp_path / "one" / "proof.pdf")
    assert digest[:32] in text
    assert digest[32:] in text


@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    "text",
    [
        r"Mine~\cite{masetproof:peczarski2018}.\label{here}",
        # A citation that a macro makes, and one that is left out.
        r"\newcommand{\other}[1]{\cite{masetproof:#1}} Mine~\other{peczarski2018}."
        r"\iffalse\cite{masetproof:goddard2004}\fi",
    ],
    ids=["plain", "in disguise"],
)
def test_the_bibliography_is_of_what_latex_cites(tmp_path: Path, text: str) -> None:
    source, bibliography = tmp_path / "paper.tex", tmp_path / "masetproof.bib"
    bibliography.write_text(shipped(bibliography.name))
    source.write_text(
        rf"\documentclass{{article}}\begin{{document}}{text}"
        r"\bibliographystyle{plain}\bibliography{masetproof}\end{document}"
    )
    log = typesetter.typeset(source, tmp_path / "paper.pdf", bibliography)
    assert not complaints(log)
    printed = pdf_text(tmp_path / "paper.pdf")
    assert "Mine [1]." in printed
    assert "Peczarski" in printed
    assert "[2]" not in printed


def test_without_an_engine_the_source_is_written_and_the_lack_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    assert main(["prove", "ab", "--pegs", "1", "--out", str(tmp_path), "--json"]) == 0
    captured = capsys.readouterr()
    assert "there is no LaTeX engine (pdflatex) on this machine" in captured.err
    files = json.loads(captured.out)["files"]
    assert str(tmp_path / "proof.tex") in files
    assert str(tmp_path / "proof.pdf") not in files


def test_an_engine_that_fails_is_told_and_the_proof_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine, out = tmp_path / "engine", tmp_path / "out"
    engine.write_text("#!/bin/sh\nfor kind in pdf aux log; do echo made > listing.$kind; done\n")
    engine.chmod(0o755)
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: str(engine))
    command = ["prove", "ab", "--pegs", "1", "--out", str(out), "--json"]
    out.mkdir()
    mine = [out / "proof.aux", out / "proof.log", out / "listing.aux", out / "listing.tex"]
    for path in mine:
        path.write_text("mine")
    assert main(command) == 0
    assert (out / "proof.pdf").read_text() == "made\n"
    assert [path.read_text() for path in mine] == ["mine"] * 4
    engine.write_text("#!/bin/sh\necho '! Missing number.'\nexit 1\n")
    capsys.readouterr()
    assert main(command) == 0
    captured = capsys.readouterr()
    assert "failed: Missing number." in captured.err
    assert json.loads(captured.out)["status"] == "proved"
    assert not (out / "proof.pdf").exists()  # it was of an earlier proof
