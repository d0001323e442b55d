"""A listing in parts: volumes by several processes, after an interrupt, and ranges of patterns."""

from __future__ import annotations

import gc
import gzip
import hashlib
import json
import re
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Objective
from masetproof.progress import Stopwatch, estimated, silent
from masetproof.proofs.equations import equations_of
from masetproof.proofs.theorem import theorem_of
from masetproof.recurrences.polynomials import from_differences, value_at
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports.bundle import write_bundle, write_volumes
from masetproof.reports.listing import pattern_sections
from masetproof.reports.volumes import documents_of

DIGEST = "d" * 64


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six patterns are three volumes of two jobs each, whoever does them."""
    for name, number in (
        ("bundle._PATTERNS", 2),
        ("bundle._PRINTED_PATTERNS", 2),
        ("volumes._PATTERNS", 1),
        ("volumes._FEW_JOBS", 6),
    ):
        monkeypatch.setattr(f"masetproof.reports.{name}", number)


def prove(out: Path, *options: str) -> int:
    command = ["prove", "mastermind", "--pegs", "2", "--listing", "none", "--out", str(out)]
    return main([*command, *options])


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
def test_processes_make_what_one_makes_and_an_interrupt_keeps_volumes(tmp_path: Path) -> None:
    """An interrupted run of two processes, and one of this process that goes on."""
    theorem, told = theorem_of(MASTERMIND, 2), list[tuple[int, int]]()

    def interrupt(stage: str, done: int, total: int) -> None:
        assert stage.startswith("listing of patterns")
        told.append((done, total))
        if any((tmp_path / "two").glob("*.gz")):
            raise KeyboardInterrupt

    *volumes, _ = write_volumes(theorem, tmp_path / "one", DIGEST, workers=1)
    with pytest.raises(KeyboardInterrupt):
        write_volumes(theorem, tmp_path / "two", DIGEST, interrupt, workers=2)
    assert {total for _, total in told} == {6}
    assert told == sorted(told)
    kept = {path: path.stat() for path in (tmp_path / "two").glob("*.gz")}
    assert 1 <= len(kept) < len(volumes) == 3
    assert not [*(tmp_path / "two").glob(".*")]  # none is half written
    *again, _ = write_volumes(theorem, tmp_path / "two", DIGEST, workers=1)
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in volumes]
    assert {path: path.stat() for path in kept} == kept


@pytest.mark.usefixtures("small_parts")
def test_documents_come_in_the_order_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with all its sections in order, though the jobs end backwards."""
    theorem, frozen = theorem_of(MASTERMIND, 2), gc.get_freeze_count()
    whole = dict(documents_of(theorem, DIGEST, [range(2), range(2, 4)], silent, workers=1))

    def backwards(self: object, function: object, jobs: list[object], *_: object) -> object:
        for place in reversed(range(len(jobs))):
            yield place, function(jobs[place], lambda: None, self.kept)  # type: ignore

    monkeypatch.setattr("masetproof.search.executors.SerialExecutor.run", backwards)
    late = list(documents_of(theorem, DIGEST, [range(2), range(2, 4)], silent, workers=1))
    assert [place for place, _ in late] == [1, 0]
    assert dict(late) == whole
    assert gc.get_freeze_count() <= frozen  # less when some of what others froze is gone
    assert gc.isenabled()


def test_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    show = estimated(lambda stage, done, total: told.append(f"{stage}: {done} of {total}"))
    for now, done in ((0, 10), (60, 10), (60, 20), (600, 60), (1200, 109), (1300, 110)):
        monkeypatch.setattr("time.monotonic", lambda now=now: 1000.0 + now)
        show("work", done, 110)
    monkeypatch.undo()
    show("other", 0, 1)
    assert told == [
        "work: 10 of 110",
        "work: 10 of 110",
        "work, 9 minutes left: 20 of 110",  # 90 of a pace of ten a minute
        "work, 10 minutes left: 60 of 110",
        "work, 12 seconds left: 109 of 110",
        "work: 110 of 110",
        "other: 0 of 1",
    ]


@pytest.mark.usefixtures("small_parts")
def test_patterns_are_printed_as_in_the_whole_listing(tmp_path: Path) -> None:
    assert main(["prove", "mastermind", "--pegs", "2", "--out", str(tmp_path / "whole")]) == 0
    assert prove(tmp_path, "--patterns", "1..3") == 0
    folder = tmp_path / "patterns"
    made = {"patterns-00001.tex", "patterns-00003.tex", "masetproof.sty", "SHA256SUMS"}
    assert {path.name for path in folder.iterdir()} == made
    body = (tmp_path / "whole" / "proof-body.tex").read_text()
    for name, numbers in (("patterns-00001.tex", [1, 2]), ("patterns-00003.tex", [3])):
        text = (folder / name).read_text()
        head, *sections = re.split(r"(?=\\mptPatternHead)", text)
        last = numbers[-1]
        assert f"patterns {numbers[0]} to {last}\\par" in head
        digest = hashlib.sha256((tmp_path / "proof.cert").read_bytes()).hexdigest()
        assert f"certificate {digest}" in head
        assert len(sections) == len(numbers)
        for number, section in zip(numbers, sections, strict=True):
            assert f"{{{number}}}{{Pattern {number}, $e = " in section
            own = section.removesuffix("\\end{mptBody}\n\\end{document}\n")
            assert own.strip() in body


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            ["--patterns", "3..1"],
            "patterns are a number or a range A..B with 0 <= A <= B <= 32767, not",
        ),
        (
            ["--patterns=-1"],
            "patterns are a number or a range A..B with 0 <= A <= B <= 32767, not '-1'",
        ),
        (
            ["--patterns", "x"],
            "patterns are a number or a range A..B with 0 <= A <= B <= 32767, not 'x'",
        ),
        (["--patterns", "4..6"], "the patterns of Mastermind with 2 pegs are 0..5, not 4..6"),
        (["--patterns", "9"], "the patterns of Mastermind with 2 pegs are 0..5, not 9..9"),
        (["--patterns", "0..40000"], "0 <= A <= B <= 32767, not '0..40000'"),
        (["--patterns", "0", "--extra", "all"], "--patterns is for one theorem; choose one"),
        (["--patterns", "0", "--short"], "--patterns is not for a short proof"),
    ],
)
def test_ranges_that_there_are_not_are_refused(
    options: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):  # by the parser, or by the command
        sys.exit(prove(tmp_path / "out", *options))
    *usage, said = capsys.readouterr().err.splitlines()
    assert complaint in said
    assert not usage or usage[0].startswith("usage")
    assert not [*tmp_path.glob("out/*")]


def test_patterns_need_a_directory_and_a_listing_by_patterns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "ab", "--pegs", "1", "--patterns", "0"]) == 2
    assert "--patterns needs --out" in capsys.readouterr().err
    out = str(tmp_path / "out")
    assert main(["prove", "black-peg", "--pegs", "1", "--patterns", "0", "--out", out]) == 2
    assert "is one document that goes by functions" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_files_of_others_beside_patterns_are_found_before_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "patterns" / "patterns-00000.pdf"
    mine.parent.mkdir()
    mine.write_text("mine")
    monkeypatch.setattr("masetproof.proofs.theorem.prove", lambda *_, **__: pytest.fail("proved"))
    assert prove(tmp_path, "--patterns", "0..1") == 2
    assert f"{mine} was not made by masetproof" in capsys.readouterr().err
    assert [*mine.parent.iterdir()] == [mine]


@pytest.mark.slow
@pytest.mark.usefixtures("small_parts")
def test_a_range_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A PDF is made again only when what it is made of was; another range replaces them all."""
    typeset = list[str]()

    def engine(source: Path, target: Path, *others: Path) -> str:
        assert [path.name for path in others] == ["masetproof.sty"]
        if len(typeset) == 1:
            typeset.append("stopped")
            raise KeyboardInterrupt
        typeset.append(source.name)
        target.write_bytes(b"PDF of " + source.read_bytes())
        return ""

    monkeypatch.setattr("masetproof.reports.bundle.typeset", engine)
    folder = tmp_path / "patterns"
    assert prove(tmp_path, "--patterns", "0..3") == 130
    assert {path.name for path in folder.glob("*.pdf")} == {"patterns-00000.pdf"}
    for more in ([], ["--json"]):
        capsys.readouterr()
        assert prove(tmp_path, "--patterns", "0..3", *more) == 0
        assert typeset == ["patterns-00000.tex", "stopped", "patterns-00002.tex"]
    files = {str(path) for path in folder.iterdir()}
    assert files <= {*json.loads(capsys.readouterr().out)["files"]}
    # Another proof, and another range.
    assert prove(tmp_path, "--patterns", "0..1", "--objective", "worst") == 0
    assert typeset[3:] == ["patterns-00000.tex"]
    assert {path.stem for path in folder.glob("patterns-*")} == {"patterns-00000"}
    (pdf,) = folder.glob("*.pdf")
    assert pdf.read_bytes() == b"PDF of " + pdf.with_suffix(".tex").read_bytes()


@pytest.mark.usefixtures("small_parts")
def test_without_an_engine_it_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prove(tmp_path, "--patterns", "0..5") == 0
    assert capsys.readouterr().err.count("there is no LaTeX engine") == 1


def test_from_python_a_range_must_be_one_of_the_theorem(tmp_path: Path) -> None:
    theorem, other, watch = theorem_of("mastermind", 2), theorem_of("black-peg", 1), Stopwatch()
    for wrong in (range(3, 3), range(0, 6, 2), range(-1, 2), range(5, 7)):
        with pytest.raises(Refused, match=r"patterns of Mastermind with 2 pegs are 0\.\.5"):
            write_bundle(theorem, tmp_path, "none", watch, patterns=wrong)
    with pytest.raises(Refused, match="goes by functions"):
        write_bundle(other, tmp_path, "none", watch, patterns=range(1))
    assert not [*tmp_path.iterdir()]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("reading", [*BLANKS])
@pytest.mark.parametrize("game", [MASTERMIND, AB], ids=lambda game: game.name)
@pytest.mark.parametrize("objective", [*Objective])
def test_constants_are_what_the_masets_cost(
    game: PegGame, reading: Reading, objective: Objective
) -> None:
    """With 0, 1, ... colours left: those of the columns, and from part to part."""
    theorem, checked = theorem_of(game, 2, reading=reading, objective=objective), 0
    total = sum if objective is Objective.EXPECTED else lambda costs: max(costs, default=0)
    for state in theorem.system.functions():
        for equation in equations_of(theorem, state).equations:
            masets = [*equation.asked.masets]
            columns = equation.about.constants[equation.asked.split]
            assert equation.constants == columns
            for left, constant in enumerate(columns):
                costs = [theorem.cost_of(equation.below(one, (left,))) for one in masets]
                assert total(costs) == constant
                checked += bool(costs)
            assert equation.constant == equation.constants[-1]
    assert checked > 10


def test_what_questions_have_in_common_is_said_of_each() -> None:
    """What an answer leaves, by `answered` of each question."""
    theorem = theorem_of(MASTERMIND, 2)
    for section in pattern_sections(theorem):
        for question in section.questions:
            if question.text:
                asked = question.equations[0].asked
                alone = theorem.closure.answered(section.number, asked.word)
                left = [one.answered for one in question.answers]
                assert left == [one for one in alone if one.part]
                costs = [one.printed.cost for one in question.answers]
                wanted = question.equations[0].costs
                assert costs == [c for one, c in zip(alone, wanted, strict=True) if one.part]


@pytest.mark.parametrize("deltas", [[7], [3, -2, 5], [Fraction(1, 3), 4, 0, 9]], ids=repr)
def test_polynomials_from_differences_have_these(deltas: list[int]) -> None:
    start, step = 5, 3
    polynomial = from_differences(deltas, start, step)
    values = [value_at(polynomial, start + step * t) for t in range(len(deltas) + 2)]
    for delta in [*deltas, 0]:
        assert values[0] == delta
        values = [after - before for before, after in pairwise(values)]


def test_volumes_are_compressed_without_a_date(tmp_path: Path) -> None:
    (path, _) = write_volumes(theorem_of(AB, 1), tmp_path, DIGEST)
    data = path.read_bytes()
    assert data[4:8] == bytes(4)
    assert gzip.decompress(data).endswith(b"\\end{mptBody}\n\\end{document}\n")
