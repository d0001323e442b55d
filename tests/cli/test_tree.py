"""``masetproof tree``: what scripts rely on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from masetproof.cli import main
from masetproof.objectives import Goal
from masetproof.trees.claims import Claimed
from masetproof.trees.files import load_tree, write_tree
from masetproof.trees.text import indented, paths
from tests.trees.samples import two_by_two

CLAIMS = Claimed(Goal.EXPECTED, 8, 3, (1, 2, 1), True, 8)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tree.json"
    write_tree(path, two_by_two(), CLAIMS)
    return path


def damage(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_verify_says_what_it_found_and_what_it_did_not(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tree", "verify", str(file)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "Verified: the strategy finds every secret of Mastermind, 2 pegs, 2 colours.",
        "  secrets     4",
        "  total       8",
        "  expected    2",
        "  worst case  3",
        "  histogram   1 2 1",
        "Not verified: that no strategy does better. The file claims that it is optimal and a "
        "lower bound of 8 for the goal expected.",
    ]
    assert err == ""
    write_tree(file, two_by_two())
    assert main(["tree", "verify", str(file)]) == 0
    assert capsys.readouterr().out.endswith("Not verified: that no strategy does better.\n")


def test_verify_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "verify", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document.items()) == [
        ("verified", True),
        ("secrets", 4),
        ("total", 8),
        ("expected", "2"),
        ("worst", 3),
        ("histogram", [1, 2, 1]),
        ("reason", None),
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason", "plays"),
    [
        ('"total": 8', '"total": 7', "the total is 8, but 7 is claimed", True),
        ('"worst": 3', '"worst": 2', "the worst case is 3, but 2 is claimed", True),
        (
            "[1, 2, 1]",
            "[2, 1, 1]",
            "1 secret is found with 1 question, but the histogram claims 2",
            True,
        ),
        (
            '  [2, "(0,0)", "11"],\n',
            "",
            "after 01 (1,0): 00 has no branch for (0,0), so 1 secret, 11 first, is not found",
            False,
        ),
        (
            '"colours": 2',
            '"colours": 3',
            "at the first question: 01 has no branch for (0,0), so 1 secret, 22 first, is not "
            "found",
            False,
        ),
    ],
)
def test_what_is_not_so_is_refuted_with_status_1(
    file: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
    reason: str,
    plays: bool,
) -> None:
    damage(file, old, new)
    assert main(["tree", "verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == f"Refuted: {reason}"
    assert ("  total       8" in out) == plays
    assert err == ""
    assert main(["tree", "verify", str(file), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["verified"], document["reason"]) == (False, reason)
    assert document["total"] == (8 if plays else None)
    out_file = file.with_name("out.json")
    for action in (["show", str(file)], ["convert", str(file), "--out", str(out_file)]):
        assert main(["tree", *action]) == 1
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"masetproof: {file}: {reason}\n")
    assert not out_file.exists()


def test_what_is_malformed_gets_one_sentence_and_status_2(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(file, '"00"', '"0*"')
    for action in ("verify", "show", "convert"):
        more = ["--to", "svg"] if action == "convert" else []
        assert main(["tree", action, str(file), *more]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"masetproof: {file}: node 2, after 01 (1,0): '*' is no colour; they are written 0 to "
            "9 and A to Z; the colours of this game are 0 to 1\n"
        )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["verify", "/nonexistent"], "/nonexistent: No such file"),
        (["verify", "/"], "/: Is a directory"),
        (["convert", "FILE"], "say --to FORMAT, or --out FILE"),
        (["convert", "FILE", "--out", "tree.gif"], "--out tree.gif does not say the format"),
        (
            ["convert", "FILE", "--out", "/proc/none/x.svg"],
            "to --out /proc/none/x.svg",
        ),
        (["convert", "FILE", "--out", "/", "--to", "svg"], "--out takes a file, not '/'"),
        (["convert", "FILE", "--to", "pdf"], "a drawing as PDF goes into a file; say --out"),
        (["convert", "FILE", "--to", "json", "--depth", "2"], "--depth is for text, pdf"),
        (["convert", "FILE", "--to", "svg", "--depth", "0"], "--depth must be at least 1"),
        (["convert", "FILE", "--out", "", "--to", "svg"], "--out takes a file, not ''"),
        (["convert", "FILE", "--out", "/dev/full", "--to", "svg"], "/dev/full: No space left"),
        (["convert", "FILE", "--out", "PIPE", "--to", "svg"], "pipe: no program reads from this"),
        (["verify", ""], "the name of a file must not be empty"),
        (["verify", "PIPE"], "pipe: no program writes to this pipe"),
        (["show", "PIPE"], "pipe: no program writes to this pipe"),
    ],
)
def test_bad_usage(
    file: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    pipe = file.with_name("pipe")
    os.mkfifo(pipe)
    names = {"FILE": str(file), "PIPE": str(pipe)}
    assert main(["tree", *[names.get(a, a) for a in arguments]]) == 2
    assert pipe.is_fifo()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert complaint in err


@pytest.mark.parametrize(
    "arguments", [["tree"], ["tree", "grow"], ["tree", "convert", "x", "--to"]]
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_show(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "show", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == list(indented(two_by_two()))
    assert main(["tree", "show", str(file), "--paths"]) == 0
    assert capsys.readouterr().out.splitlines() == list(paths(two_by_two()))


def test_convert_goes_by_the_suffix(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forms = {
        "text": "txt",
        "json": "json",
        "dot": "gv",
        "svg": "svg",
        "latex": "tex",
        "paths": None,
    }
    for form, suffix in forms.items():
        assert main(["tree", "convert", str(file), "--to", form]) == 0
        printed = capsys.readouterr().out
        out = file.with_name(f"out.{suffix or 'txt'}")
        by = [] if suffix else ["--to", form]
        assert main(["tree", "convert", str(file), "--out", str(out), *by]) == 0
        assert out.read_text() == printed
        assert capsys.readouterr().out == f"wrote {out}\n"
    assert file.with_name("out.json").read_bytes() == file.read_bytes()
    assert load_tree(file.with_name("out.json")).claims == CLAIMS
    ElementTree.parse(file.with_name("out.svg"))


def test_a_tree_can_be_written_over_itself(file: Path) -> None:
    before = file.read_bytes()
    file.write_text(json.dumps(json.loads(before)))
    assert file.read_bytes() != before
    assert main(["tree", "convert", str(file), "--out", str(file)]) == 0
    assert file.read_bytes() == before


def test_verify_needs_nothing_heavy(file: Path) -> None:
    script = (
        "import sys; from masetproof.cli import main; "
        f"main(['tree', 'verify', {str(file)!r}]); "
        "print(sorted({'numpy', 'sympy', 'cffi', 'networkx', 'jinja2'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.endswith("[]\n")


def test_convert_writes_through_links_and_to_standard_output(file: Path, tmp_path: Path) -> None:
    link, target = tmp_path / "link.dot", tmp_path / "target.dot"
    target.write_text("before")
    link.symlink_to(target)
    assert main(["tree", "convert", str(file), "--out", str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text().startswith("digraph")
    command = [sys.executable, "-m", "masetproof", "tree", "convert", str(file), "--to", "dot"]
    run = subprocess.run([*command, "--out", "/dev/stdout"], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (target.read_bytes(), b"")
    with (tmp_path / "out").open("wb") as out:
        out.write(b"before\n")
        out.flush()
        subprocess.run([*command, "--out", "/dev/stdout"], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"before\n" + target.read_bytes()


def test_a_tree_is_read_from_a_pipe(file: Path) -> None:
    command = f"cat {file} | {sys.executable} -m masetproof tree verify /dev/stdin --json"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["verified"] is True


def test_show_stops_at_a_depth(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tree", "show", str(file)]) == 0
    whole = capsys.readouterr().out.splitlines()
    assert main(["tree", "show", str(file), "--depth", "1"]) == 0
    _, _, _, legend, blank, *shown = capsys.readouterr().out.splitlines()
    assert blank == ""
    assert legend.endswith("; ... stands for questions that follow")
    # The question, and each answer with how many secrets it leaves.
    first, *rest = whole[whole.index("") + 1 :]
    answers = [line for line in rest if line.startswith("  (")]
    assert shown == [first, *(re.sub(r": .* (\(\d+\)).*", r": ... \1", one) for one in answers)]
    assert len(answers) > 1
    assert main(["tree", "show", str(file), "--depth", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    below = [line for line in whole if line.startswith("  ") and not line.startswith("    ")]
    assert [line.removesuffix(" ...") for line in told[told.index("") + 2 :]] == below
    text = tmp_path / "short.txt"
    assert main(["tree", "convert", str(file), "--depth", "2", "--out", str(text)]) == 0
    assert text.read_text().splitlines() == told
    assert main(["tree", "show", str(file), "--depth", "0"]) == 2
    assert main(["tree", "show", str(file), "--depth", "1", "--paths"]) == 2
