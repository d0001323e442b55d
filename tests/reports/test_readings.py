"""The three readings compared, in a document and with their certificates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.checker import check
from masetproof.cli import main
from masetproof.objectives import Objective
from masetproof.proofs.comparison import Comparison, compare, compare_readings
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports.bundle import check_directory
from masetproof.reports.document import READINGS, readings_listing
from tests.reports.typesetting import complaints, typeset_documents

FOLDERS = ("exact", "with", "without")
DIGESTS = {reading: f"{place}123456789abcdef" * 4 for place, reading in enumerate(BLANKS)}


@cache
def proved(reading: Reading) -> Theorem:
    theorem = prove("mastermind", 1, reading=reading)
    assert isinstance(theorem, Theorem)
    return theorem


def made_up(
    values: dict[Reading, Callable[[int], int]], *branches: dict[Reading, str]
) -> Comparison:
    """A comparison of formulas that no game has: below n = 6 the values, then the branches."""
    theorems = {}
    for reading in BLANKS:
        formula = Formula(
            Objective.EXPECTED,
            6,
            tuple(tuple(map(Fraction, branch[reading].split())) for branch in branches),
            {n: values[reading](n) for n in range(1, 6)},
            1,
        )
        theorems[reading] = replace(proved(reading), formula=formula)
    return compare(theorems)


SAME = dict.fromkeys(Reading, "0 1")


def test_formulas_are_compared_for_every_n() -> None:
    """They differ by n - 100 from n = 6 on, which is 0 once, far beyond."""
    late = dict.fromkeys(Reading, "0 1") | {Reading.WITHOUT: "-100 2"}
    same: dict[Reading, Callable[[int], int]] = dict.fromkeys(Reading, lambda n: n)
    found = made_up(same, late)
    assert (found.agree, found.settled, found.formulas_from) == (False, 101, 102)
    assert set(found.differences) == set(range(6, 100))
    assert found.differs(Reading.WITH) == []
    assert found.differs(Reading.WITHOUT)[-2:] == [(99, None), (101, 0)]
    assert "without is n - 100 more than exact" in found.describe()
    assert "for every n >= 101" in found.describe()


def test_one_residue_that_differs_is_named_with_its_first_n() -> None:
    one = SAME | {Reading.WITHOUT: "3 1"}
    values: dict[Reading, Callable[[int], int]] = {
        Reading.EXACT: lambda n: n,
        Reading.WITH: lambda n: n - (n == 2),
        Reading.WITHOUT: lambda n: n + 3 * (n == 5) + (n == 1),
    }
    found = made_up(values, SAME, SAME, one)
    # n = 5 is 2 mod 3, and there the readings differ by 3 already; so it is the first.
    assert found.settled == 3
    assert found.differs(Reading.WITHOUT) == [(1, None), (5, 2)]
    assert found.differs(Reading.WITH) == [(2, None)]
    assert found.meaning() == (
        "In the real game questions with excluded colours save something for n = 1 and for every "
        "n >= 5 with n = 2 mod 3, and for no other n; a colour known from the start not to be in "
        "the secret would save more for n = 2, and for no other n."
    )
    body = readings_listing(found, DIGESTS)[0]
    assert r"\item $f_{\mathrm{with}}(2) = 1$, but $f_{\mathrm{exact}}(2) = 2$." in body
    assert r"= f_{\mathrm{exact}}(n) + 3$ for every $n \ge 5$ with $n \equiv 2 \pmod{3}$." in body
    assert r"would save more for $n = 2$, and for no other $n$." in body


def test_readings_that_differ_by_an_exception_only() -> None:
    values: dict[Reading, Callable[[int], int]] = dict.fromkeys(Reading, lambda n: n)
    values[Reading.WITHOUT] = lambda n: n + (n == 4)
    found = made_up(values, SAME)
    assert found.differences == {
        4: {Reading.WITHOUT: 5, Reading.WITH: 4, Reading.EXACT: 4},
    }
    assert found.gaps == {}
    assert found.describe() == (
        "The three readings differ for n = 4 (5 without, 4 with, 4 exact); they agree for every "
        "other n."
    )
    assert "would save nothing more." in found.meaning()
    # What holds for each smaller n is said, too, where the formula holds again.
    body = readings_listing(found, DIGESTS)[0]
    assert body.count("the formula fails only here: $f_") == 3


@pytest.mark.usefixtures("latex")
def test_documents(tmp_path: Path) -> None:
    """They compile, and state theorems and digests, and where readings differ."""
    comparisons = [
        compare_readings(game, 2, objective)
        for game in ("mastermind", "ab")
        for objective in Objective
    ]
    assert all(isinstance(comparison, Comparison) for comparison in comparisons)
    one = SAME | {Reading.WITHOUT: "3 1"}
    same: dict[Reading, Callable[[int], int]] = dict.fromkeys(Reading, lambda n: n)
    comparisons.append(made_up(same, SAME, one))
    log, texts, _ = typeset_documents(
        tmp_path,
        [readings_listing(comparison, DIGESTS)[1] for comparison in comparisons],
        [readings_listing(comparison, DIGESTS)[0] for comparison in comparisons],
    )
    assert not complaints(log)
    for text in texts:
        assert all(digest[:32] in text for digest in DIGESTS.values())
    differ = "The readings with and without differ from the real game"
    assert [differ in " ".join(text.split()) for text in texts] == [False] * 4 + [True]


def sums(directory: Path) -> dict[str, str]:
    lines = (directory / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines[1:])}


@pytest.fixture
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)


@pytest.mark.usefixtures("_no_engine")
def test_both_commands_write_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = {
        "one": ["prove", "ab", "--pegs", "1", "--extra", "all"],
        "two": ["readings", "ab", "--pegs", "1"],
    }
    found = {}
    for name, command in commands.items():
        out = tmp_path / name
        assert main([*command, "--out", str(out), "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        paths = {path for path in out.rglob("*") if path.is_file()}
        assert {Path(path) for path in document["files"]} == paths
        certificates = {r: str(out / r / "proof.cert") for r in FOLDERS}
        assert document["certificates"] == certificates
        assert (document["extra"], document["status"], document["agree"]) == ("all", "proved", True)
        found[name] = {path.relative_to(out): path.read_bytes() for path in paths}
    assert found["one"] == found["two"]
    kept = json.loads((tmp_path / "one" / "readings.json").read_text())
    assert kept["meaning"] in document["meaning"]
    for folder in FOLDERS:
        verified = check(tmp_path / "one" / folder / "proof.cert")
        assert (verified.reading, verified.digest) == (folder, kept["digests"][folder])


@pytest.mark.usefixtures("_no_engine")
def test_each_folder_has_what_its_reading_gives_alone(tmp_path: Path) -> None:
    assert main(["readings", "ab", "--pegs", "1", "--out", str(tmp_path / "all")]) == 0
    for folder in FOLDERS:
        command = ["prove", "ab", "--pegs", "1", "--extra", folder]
        assert main([*command, "--out", str(tmp_path / folder)]) == 0
        alone = {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        assert alone == {
            path.name: path.read_bytes() for path in (tmp_path / "all" / folder).iterdir()
        }


@pytest.mark.usefixtures("_no_engine")
@pytest.mark.parametrize(
    ("listing", "names"),
    [
        ("none", {"readings.json"}),
        ("body", {"readings.json", "readings-body.tex", "masetproof.sty", "masetproof.bib"}),
    ],
)
def test_less_of_it(tmp_path: Path, listing: str, names: set[str]) -> None:
    command = ["prove", "ab", "--pegs", "1", "--extra", "all", "--listing", listing]
    assert main([*command, "--out", str(tmp_path)]) == 0
    assert {p.name for p in tmp_path.iterdir()} == {*FOLDERS, "SHA256SUMS", *names}
    assert set(sums(tmp_path)) == names
    for name, digest in sums(tmp_path).items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest


@pytest.mark.usefixtures("_no_engine")
def test_a_later_run_replaces_what_an_earlier_one_made(tmp_path: Path) -> None:
    """Also a proof alone in the same directory."""
    readings = ["readings", "ab", "--pegs", "1", "--out", str(tmp_path)]
    alone = ["prove", "ab", "--pegs", "1", "--out", str(tmp_path)]
    (tmp_path / "mine.tex").write_text("mine")
    assert main(alone) == 0
    assert main(readings) == 0
    names = {path.name for path in tmp_path.iterdir() if path.is_file()}
    assert names == {*READINGS, "masetproof.sty", "masetproof.bib", "mine.tex", "SHA256SUMS"} - {
        "readings.pdf"
    }
    assert main(alone) == 0
    assert not (tmp_path / "readings.tex").exists()
    assert main([*readings, "--objective", "worst"]) == 0
    assert (tmp_path / "mine.tex").read_text() == "mine"


@pytest.mark.parametrize(
    "name", [*READINGS, "masetproof.sty", "exact/proof.cert", "without/SHA256SUMS"]
)
def test_files_of_others_are_not_replaced(
    tmp_path: Path,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is found out before the proof."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    monkeypatch.setattr(
        "masetproof.proofs.comparison.compare_readings", lambda *_: pytest.fail("proved")
    )
    assert main(["readings", "ab", "--pegs", "1", "--out", str(tmp_path)]) == 2
    assert f"{path} was not made by masetproof" in capsys.readouterr().err
    with pytest.raises(Refused, match="not made by masetproof"):
        check_directory(tmp_path, 1, None, several=True)
    assert path.read_text() == "mine"


@pytest.mark.usefixtures("_no_engine")
def test_a_file_that_cannot_be_written_leaves_the_result_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        if path.name == "readings.tex":
            raise OSError(28, "No space left on device", "readings.tex")
        path.write_text(text)

    monkeypatch.setattr("masetproof.reports.bundle.write_text", full)
    assert main(["readings", "ab", "--pegs", "1", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "The three readings agree for every n." in told.out
    assert "readings.tex: No space left on device" in told.err


def test_text_and_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "ab", "--pegs", "2", "--objective", "worst", "--extra", "all"]) == 0
    out = capsys.readouterr().out
    assert "The three readings agree for every n." in out
    assert "In the real game questions with excluded colours save nothing" in out
    assert main(["prove", "black-peg-ab", "--pegs", "3", "--extra", "all"]) == 2
    assert "pegs must be 1 to 2 for black-peg-ab" in capsys.readouterr().err
    with pytest.raises(SystemExit):  # where one reading is meant
        main(["values", "ab", "--pegs", "2", "--to", "3", "--extra", "all"])


@pytest.mark.usefixtures("_no_engine")
def test_a_closure_serves_both_readings_with_the_extra_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from masetproof.patterns import store

    made = []
    cached_closure = store.cached_closure

    def noted(*arguments: object, extra: bool, **options: object) -> object:
        made.append(extra)
        return cached_closure(*arguments, extra=extra, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("masetproof.proofs.comparison.cached_closure", noted)
    compare_readings("ab", 1, "expected")
    assert made == [False, True]
