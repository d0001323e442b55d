"""What a proof makes in a directory, and that it leaves alone what others made there."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.games.pegs import AB
from masetproof.proofs.theorem import Theorem, prove
from masetproof.reports.bundle import _NAMES, check_directory, write_volumes
from masetproof.reports.equations import level_after
from masetproof.reports.short import check_short_directory


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)


def proof(out: Path, *options: str) -> int:
    return main(["prove", "ab", "--pegs", "1", "--out", str(out), *options])


def names(out: Path) -> set[str]:
    return {path.name for path in out.iterdir()}


def content(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.iterdir()}


MINE = ["proof.aux", "proof.log", "proof.out", "thesis.tex", "listing.tex"]


def test_files_of_others_are_neither_removed_nor_replaced(tmp_path: Path) -> None:
    """All that a run with another listing would write among them."""
    mine = {*MINE, "proof.tex", "proof.pdf", "growth.pdf", "closure.svg"}
    for name in mine:
        (tmp_path / name).write_text("mine")
    for _ in range(2):
        assert proof(tmp_path, "--listing", "none") == 0
        for name in mine:
            assert (tmp_path / name).read_text() == "mine"
    made = {"proof.cert", "summary.json", "patterns.graphml", "patterns.dot", "SHA256SUMS"}
    assert names(tmp_path) == mine | made


@pytest.mark.parametrize(
    ("name", "listing"),
    [
        ("proof.cert", "none"),
        ("summary.json", "none"),
        ("patterns.dot", "none"),
        ("proof.tex", "full"),
        ("proof.pdf", "full"),
        ("growth.pdf", "summary"),
        ("SHA256SUMS", "none"),
    ],
)
@pytest.mark.parametrize("kind", ["file", "link", "lost link", "directory", "pipe"])
def test_where_a_name_is_taken_nothing_is_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    listing: str,
    kind: str,
) -> None:
    """It is found out before the proof."""
    out, path = tmp_path / "out", tmp_path / "out" / name
    out.mkdir()
    (tmp_path / "target").write_text("mine")
    if kind == "file":
        path.write_text("mine")
    elif kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / ("target" if kind == "link" else "lost"))
    monkeypatch.setattr("masetproof.proofs.theorem.prove", lambda *_, **__: pytest.fail("proved"))
    assert proof(out, "--listing", listing) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"masetproof: {path} was not made by masetproof, or was changed")
    assert said.err.count("\n") == 1
    assert names(out) == {name}
    assert (tmp_path / "target").read_text() == "mine"
    assert not (tmp_path / "lost").exists()


def test_what_was_made_is_listed_and_replaced(tmp_path: Path) -> None:
    assert proof(tmp_path) == 0
    sums = dict(
        reversed(line.split("  "))
        for line in (tmp_path / "SHA256SUMS").read_text().splitlines()
        if not line.startswith("#")
    )
    assert set(sums) == names(tmp_path) - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() == digest
    first = content(tmp_path)
    assert proof(tmp_path) == 0
    assert content(tmp_path) == first
    # Another proof, with fewer files.
    assert proof(tmp_path, "--listing", "none", "--objective", "worst") == 0
    assert names(tmp_path) == names(tmp_path) - {"proof.tex"}
    assert content(tmp_path)["proof.cert"] != first["proof.cert"]


def test_what_was_made_and_then_changed_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proof(tmp_path) == 0
    with (tmp_path / "proof.tex").open("a") as file:
        file.write("% my remark\n")
    before = content(tmp_path)
    assert proof(tmp_path, "--objective", "worst") == 2
    assert "proof.tex was not made by masetproof, or was changed since" in capsys.readouterr().err
    assert content(tmp_path) == before
    # A run that does not write it does not touch it either.
    assert proof(tmp_path, "--objective", "worst", "--listing", "none") == 0
    assert (tmp_path / "proof.tex").read_bytes() == before["proof.tex"]


def test_lines_of_others_in_the_list_remove_nothing(tmp_path: Path) -> None:
    assert proof(tmp_path) == 0
    (tmp_path / "thesis.tex").write_text("mine")
    digest = hashlib.sha256(b"mine").hexdigest()
    with (tmp_path / "SHA256SUMS").open("a") as file:
        file.write(f"{digest}  thesis.tex\n{digest}  ../thesis.tex\nno line of such a file\n\n")
    assert proof(tmp_path) == 0
    assert (tmp_path / "thesis.tex").read_text() == "mine"


def test_a_run_that_was_interrupted_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each of the files."""
    assert proof(tmp_path / "whole") == 0
    whole = content(tmp_path / "whole")
    stops = ("listing.full_listing", "bundle.typeset", "graph.question_graph", "bundle.json.dumps")
    for stop in stops:
        out = tmp_path / stop
        with monkeypatch.context() as patch:

            def interrupt(*_: object, **__: object) -> None:
                raise KeyboardInterrupt

            patch.setattr(f"masetproof.reports.{stop}", interrupt)
            assert proof(out) == 130
        assert len(list(out.iterdir())) < len(whole)
        assert proof(out) == 0
        assert content(out) == whole


def test_every_name_is_refused_somewhere(tmp_path: Path) -> None:
    for name in _NAMES:
        (tmp_path / name).write_text("mine")
        if name == "short.cert":  # only a short proof writes it
            with pytest.raises(Refused, match="not made by masetproof"):
                check_short_directory(tmp_path, listing=False)
        for pegs, listing in ((1, "full"), (3, "summary"), (3, "full")):
            if (name.startswith(("patterns", "short")) and pegs == 3) or (
                name.partition(".")[0] in ("growth", "optimal-questions", "closure", "short")
                and pegs == 1
            ):
                check_directory(tmp_path, pegs, listing)
            else:
                with pytest.raises(Refused, match="not made by masetproof"):
                    check_directory(tmp_path, pegs, listing)
        (tmp_path / name).unlink()
    with pytest.raises(Refused, match="the listing must be one of none, body, summary, full"):
        check_directory(tmp_path, 1, "half")


def test_a_volume_says_what_one_more_than_the_cap_means(tmp_path: Path) -> None:
    """Beside a part, too: with three pegs of AB e' = e + 1 stands for e = 0, 1 and 2, the cap."""
    assert level_after((0, 1, 2), 1, 2) == "e+1"
    theorem = prove(AB, 1)
    assert isinstance(theorem, Theorem)
    path, _ = write_volumes(theorem, tmp_path, "d" * 64)
    text = " ".join(gzip.decompress(path.read_bytes()).decode().split())
    (said,) = re.findall(r"(Where a number of excluded colours [^.]*)\.", text)
    assert "stands for~$C$" in said


@pytest.mark.parametrize("data", [b"mine", b"", gzip.compress(b"my notes\n", mtime=0)], ids=repr)
def test_what_is_no_volume_or_was_changed_is_not_replaced(tmp_path: Path, data: bytes) -> None:
    theorem = prove(AB, 1)
    assert isinstance(theorem, Theorem)
    path, _ = write_volumes(theorem, tmp_path, "d" * 64)
    path.write_bytes(data)
    with pytest.raises(Refused, match="was not made by masetproof, or was changed since"):
        write_volumes(theorem, tmp_path, "d" * 64)
    assert path.read_bytes() == data


def test_what_is_not_the_package_beside_volumes_is_not_replaced(tmp_path: Path) -> None:
    theorem = prove(AB, 1)
    assert isinstance(theorem, Theorem)
    macros = tmp_path / "masetproof.sty"
    macros.write_text("mine")
    with pytest.raises(Refused, match="was not made by masetproof, or was changed since"):
        write_volumes(theorem, tmp_path, "d" * 64)
    assert macros.read_text() == "mine"
    assert names(tmp_path) == {"masetproof.sty"}
    macros.unlink()
    for _ in range(2):
        assert write_volumes(theorem, tmp_path, "d" * 64)[-1] == macros


def test_volumes_of_the_same_proof_are_kept_and_those_of_another_one_replaced(
    tmp_path: Path,
) -> None:
    theorem = prove(AB, 1)
    assert isinstance(theorem, Theorem)
    path, _ = write_volumes(theorem, tmp_path, "d" * 64)
    volume, written = path.read_bytes(), path.stat()
    write_volumes(theorem, tmp_path, "d" * 64)
    assert path.stat() == written
    write_volumes(theorem, tmp_path, "e" * 64)
    assert path.read_bytes() != volume
    write_volumes(theorem, tmp_path, "d" * 64)
    assert path.read_bytes() == volume
