"""What is in output/ is what the program makes, and what its page says of it is true."""

from __future__ import annotations

import hashlib
import lzma
import re
import runpy
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from masetproof.checker import check
from masetproof.games.registry import GAMES
from masetproof.objectives import Goal
from masetproof.proofs.theorem import theorem_of
from masetproof.reports.document import document
from masetproof.reports.typeset import typeset
from masetproof.trees.claims import check_claims
from masetproof.trees.files import load_tree
from masetproof.trees.replay import replay

SLOW = pytest.mark.slow
ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "output"
MAKE: dict[str, Any] = runpy.run_path(str(OUTPUT / "make.py"))
PAGE = (OUTPUT / "README.md").read_text()
DIGESTS: dict[str, dict[str, str]] = MAKE["sums"]((OUTPUT / "SHA256SUMS").read_text())
STRATEGIES = sorted((OUTPUT / "strategies").glob("*.json"))
ROWS = re.findall(
    r"^\| ([\w ]+?) \| (\d+) \| (\d+) \| ([\d,]+) \| ([\d,]+)"
    r" \| (?:([\d,]+) \| )?([\d.]+) \| (\d+) \|$",
    (ROOT / "docs" / "optimal-strategies.md").read_text(),
    re.M,
)
"""With the least total that there can be where it is not the one of the strategy."""
NAMES = {"Mastermind": "mastermind", "AB": "ab", "black peg": "black-peg"}
NAMES["black peg AB"] = "black-peg-ab"


def test_strategies_cost_what_they_claim_and_the_documentation_says() -> None:
    found = {}
    for path in STRATEGIES:
        tree, claims = load_tree(path)
        finite, played = tree.finite, replay(tree)
        assert path.stem == f"{finite.game.name}-{finite.pegs}-{finite.colours}"
        assert claims.goal is Goal.EXPECTED, path
        assert claims.optimal == (claims.total == claims.lower_bound), path
        check_claims(claims, played)
        found[finite.game.name, finite.pegs, finite.colours] = (
            played.secrets,
            played.total,
            claims.lower_bound,
            f"{float(played.expected):.4f}",
            played.worst,
        )
    told = {
        (NAMES[name], int(pegs), int(colours)): (
            int(secrets.replace(",", "")),
            int(total.replace(",", "")),
            int((low or total).replace(",", "")),
            expected,
            int(worst),
        )
        for name, pegs, colours, secrets, total, low, expected, worst in ROWS
    }
    assert told == found
    assert set(NAMES.values()) < set(GAMES)


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


@pytest.fixture
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)


@pytest.mark.one_in(3)
@pytest.mark.usefixtures("_no_engine")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[SLOW] if pegs == 3 or name.startswith("black-peg-ab-2") else [])
        for name, (_, pegs, _) in MAKE["FOLDERS"].items()
    ],
)
def test_proofs_are_those_of_a_fresh_run(name: str, tmp_path: Path) -> None:
    """All files of it, in three readings, by their digests, and the section of the page.

    The certificates of three pegs are verified by other slow tests.
    """
    comparison = MAKE["prove"](name, tmp_path)
    assert MAKE["digests"](tmp_path / name) == DIGESTS[name]
    if MAKE["FOLDERS"][name][1] < 3:
        for path in (tmp_path / name).glob("*/proof.cert"):
            assert check(path).digest == DIGESTS[name][path.relative_to(tmp_path).as_posix()]
    assert MAKE["section"](name, comparison, tmp_path) == MAKE["sections"](PAGE)[name]


def test_what_is_kept_is_in_the_list_of_digests() -> None:
    """And nothing is kept twice."""
    kept = {}
    for path in OUTPUT.glob("*-*/**/*"):
        if path.is_file() and path.suffix != ".pdf":
            file = path.relative_to(OUTPUT).as_posix().removesuffix(".xz")
            kept[file] = hashlib.sha256(unpacked(path)).hexdigest()
    assert kept.items() <= {file: d for of in DIGESTS.values() for file, d in of.items()}.items()
    assert len(set(kept.values())) == len(kept)
    listings = {f"{name}/{file}" for name, files in MAKE["LISTED"].items() for file in files}
    proofs = {f"{name}/{file}" for name in MAKE["FOLDERS"] for file in MAKE["KEPT"]}
    assert {*kept} == {file for file in proofs | listings if not file.endswith(".pdf")}
    sizes = [path.stat().st_size for path in OUTPUT.rglob("*") if path.is_file()]
    assert sum(sizes) < 14_000_000
    assert len(sizes) < 130


LISTED = [(name, f) for name, files in MAKE["LISTED"].items() for f in files if f[-3:] == "pdf"]
SOON = [("mastermind-2", "with/proof.pdf"), ("black-peg-2", "exact/proof.pdf")]
"""One of each kind of listing."""


@pytest.mark.one_in(3)
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    ("name", "file"),
    [
        pytest.param(*one, marks=[] if one in SOON else [SLOW])
        for one in LISTED
        if f"{Path(one[1]).parent}/proof-body.tex" in MAKE["LISTED"][one[0]] and one[0][-1] != "3"
    ],
)
def test_the_listings_that_are_kept_as_pdf_are_what_latex_makes(
    name: str, file: str, tmp_path: Path
) -> None:
    game, pegs, objective = MAKE["FOLDERS"][name]
    reading = file.partition("/")[0]
    theorem = theorem_of(game, pegs, objective=objective, reading=reading)
    (body,) = (OUTPUT / name / reading).glob("proof-body.tex*")
    (tmp_path / "proof-body.tex").write_bytes(unpacked(body))
    certificate = DIGESTS[name][f"{name}/{reading}/proof.cert"]
    (tmp_path / "proof.tex").write_text(document(theorem, certificate, "proof.cert"))
    others = [ROOT / "templates" / file for file in ("masetproof.sty", "masetproof.bib")]
    typeset(tmp_path / "proof.tex", tmp_path / "made.pdf", tmp_path / "proof-body.tex", *others)
    assert words(tmp_path / "made.pdf") == words(OUTPUT / name / file)


def test_the_short_proof_is_printed_from_its_certificate() -> None:
    data = unpacked(OUTPUT / "short" / MAKE["SHORT_LISTED"])
    assert (
        hashlib.sha256(data).hexdigest() in unpacked(OUTPUT / "short" / "ab-3-body.tex.xz").decode()
    )


def words(path: Path) -> str:
    """The letters and digits of a PDF: lines are broken elsewhere by another LaTeX."""
    text = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True).stdout
    return re.sub(r"[\W_]+", "", text.decode())


def test_the_page_and_the_list_of_digests_have_all_theorems() -> None:
    names = list(MAKE["FOLDERS"])
    assert list(MAKE["sections"](PAGE)) == names
    assert list(DIGESTS) == names
    folders = {path.name for path in OUTPUT.iterdir() if path.is_dir()} - {"strategies", "short"}
    assert folders - {"__pycache__"} == set(names)
    assert PAGE.startswith(MAKE["HEAD"])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("mastermind-3", "ab-3") else [])
        for name in ("mastermind-2", "mastermind-3", "ab-2", "ab-3", "black-peg-2", "black-peg-3")
    ],
)
def test_short_proofs_prove_the_lower_half(name: str) -> None:
    """The formula is that of the real game, which another certificate proves."""
    verified = check(OUTPUT / "short" / f"{name}.cert.xz")
    assert f"{verified.game}-{verified.pegs}" == name
    branches = "".join(f"    {branch}\n" for branch in verified.symbols.split("; "))
    assert f"\n\n{branches}" in MAKE["sections"](PAGE)[name]


@pytest.mark.slow
def test_four_pegs_are_proved_by_a_certificate_alone() -> None:
    """The formula and the small values are those of docs/black-peg.md, found in other ways."""
    verified = check(OUTPUT / "short" / "black-peg-4.cert.xz")
    text = (ROOT / "docs" / "black-peg.md").read_text()
    text = text.partition("## Four pegs\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\| (\d+) \| ([\d,]+) \| [\d,]+ \|", text, re.M)
    totals = {int(n): int(total.replace(",", "")) for n, total in table}
    assert len(totals) == 14
    terms = verified.symbols.removeprefix("f(n) = ").replace("- ", "+ -").split(" + ")
    powers = [re.fullmatch(r"(-?[\d/]+)(\*n)?(?:\^(\d))?", term).groups() for term in terms]  # type: ignore[union-attr]
    for colours, total in totals.items():
        if colours >= 10:
            found = sum(Fraction(c) * colours ** int(power or bool(n)) for c, n, power in powers)
            assert found == total
        elif colours != 2:
            assert re.search(rf"\b{total} for n = {colours}\b", verified.words)
    assert "f(n) for every n >= 10" in verified.words
    assert "between 48 and 52 for n = 2" in verified.words


def test_digests_of_the_page_are_those_of_the_certificates() -> None:
    told = {file: digest for digest, file in re.findall(r"^    ([0-9a-f]{64})  (\S+)$", PAGE, re.M)}
    listed = {file: digest for files in DIGESTS.values() for file, digest in files.items()}
    assert told == {file: digest for file, digest in listed.items() if file.endswith(".cert")}
    assert len(set(told.values())) == 48
