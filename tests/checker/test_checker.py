"""The independent checker: certificates that are valid, rejected or malformed, mutants and fuzz.

The folders of `certificates/` drive the first tests: each file in `valid/` is verified (exit status
0), each in `rejected/` is refused for its content (1, with section and line), each in `malformed/`
cannot be read (2, one line on standard error). Digests in `rejected/` are right.

All judgements here are made by plain code of this file, not by that of the checker.
"""

from __future__ import annotations

import ast
import contextlib
import gzip
import hashlib
import importlib.util
import itertools
import json
import lzma
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.cli.main import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = HERE / "certificates"
CHECKER = ROOT / "masetproof" / "checker"
NAMES = ("claim", "patterns", "masets", "automorphisms", "parts", "functions", "values")
SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"

Sections = dict[str, list[str]]


def load() -> ModuleType:
    """The checker as a package of its own, with the names of all its parts."""
    start = CHECKER / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        "checker_alone", start, submodule_search_locations=[str(CHECKER)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["checker_alone"] = module
    spec.loader.exec_module(module)
    for name in re.findall(r"^ {4}(\w+)", module.__doc__, re.MULTILINE):
        part = sys.modules[f"checker_alone.{name}"]  # what a closure needs comes first
        vars(module).update({key: x for key, x in vars(part).items() if key not in vars(module)})
    return module


checker = load()


def part_of_checker(name: str) -> ModuleType:
    return sys.modules[f"checker_alone.{name}"]


def files(kind: str) -> list[Path]:
    return sorted((FILES / kind).glob("*.cert"))


def by_name(path: Path) -> str:
    return path.stem


# ----------------------------------------------------------------------------- sealing and sections


def sections_of(text: str) -> Sections:
    """The lines of each section, by the section headers, whatever sizes and digests say."""
    result: Sections = {}
    for line in text.split("\n"):
        header = re.match(r"section (\w+) ", line)
        if header:
            result[header[1]] = []
        elif line.startswith("end "):
            break
        elif result:
            list(result.values())[-1].append(line)
    return result


def seal(sections: Sections) -> str:
    """A certificate with the sizes and digests that its sections ask for."""
    version = 2 if "cells" in sections else 3 if "rule" in sections else 1
    text = f"masetproof certificate {version}\n"
    for name, lines in sections.items():
        body = "".join(f"{line}\n" for line in lines)
        digest = hashlib.sha256(body.encode()).hexdigest()
        text += f"section {name} {len(lines)} {digest}\n{body}"
    return f"{text}end {hashlib.sha256(text.encode()).hexdigest()}\n"


def reseal(text: str) -> str:
    """The same content with right sizes and digests."""
    return seal(sections_of(text))


def sentences(claim: list[str]) -> list[str]:
    """The two sentences that belong to the other lines of a claim, written anew."""
    fields = [line.split(" ") for line in claim]
    one = {key: rest[0] for key, *rest in fields if key not in ("branch", "exception")}
    game = {
        "mastermind": "Mastermind",
        "ab": "AB game",
        "black-peg": "Black-peg Mastermind",
        "black-peg-ab": "Black-peg AB game",
        "marks": "Marks",
        "marks-distinct": "Marks, different letters",
        "sum": "Sum",
        "sum-distinct": "Sum, different colours",
        "mastermind-distinct-secrets": "Mastermind, secrets of different colours",
        "marks-distinct-secrets": "Marks, secrets of different letters",
        "sum-distinct-secrets": "Sum, secrets of different colours",
    }.get(one["game"], "?")
    reading = {
        "without": "where no question may use a colour that an answer has excluded",
        "with": "where questions may also use, from the start, a colour known not to be in the "
        "secret",
        "exact": "by the real rules",
        "none": "where only a possible secret may be asked",
    }.get(one["reading"], "?")
    quantity = {
        "expected": "total number of questions over all secrets",
        "worst": "number of questions in the worst case",
    }.get(one["objective"], "?")
    pegs = "1 peg" if one["pegs"] == "1" else f"{one['pegs']} pegs"
    missed = [(x[1], x[2]) for x in fields if x[0] == "exception"]
    first = int(one["pegs"]) if one["game"].endswith(("ab", "distinct", "secrets")) else 1
    small = map(str, range(first, min(int(one["valid-from"]), 2000)))
    words = f"{game} with {pegs} and n colours, {reading}: the least {quantity} is f(n)"
    words += f" for every n >= {one['valid-from']}"
    held = [f"n = {n}" for n in small if n not in dict(missed)]
    words += f", and for {in_words(held)}" if held else ""
    words += f"; it is {in_words([f'{v} for n = {n}' for n, v in missed])}." if missed else "."
    texts = []
    for branch in (x[1:] for x in fields if x[0] == "branch"):
        terms = []
        for power in range(len(branch) - 1, -1, -1):
            c = Fraction(branch[power])
            if c:
                factors = [str(abs(c))] if abs(c) != 1 or power == 0 else []
                factors += ["n" if power == 1 else f"n^{power}"] if power else []
                terms.append(("-" if c < 0 else "+", "*".join(factors)))
        first_term = [("-" if sign == "-" else "") + term for sign, term in terms[:1]]
        text = " ".join(first_term + [f"{sign} {term}" for sign, term in terms[1:]])
        texts.append(f"f(n) = {text or '0'}")
    if len(texts) > 1:
        texts = [f"{text} for n = {r} mod {len(texts)}" for r, text in enumerate(texts)]
    return [f"words {words}", f"symbols {'; '.join(texts)}"]


def in_words(pieces: list[str]) -> str:
    """One; one and another; one, another and a third."""
    return pieces[0] if len(pieces) == 1 else f"{', '.join(pieces[:-1])} and {pieces[-1]}"


def with_sentences(claim: list[str]) -> list[str]:
    return claim[:-2] + sentences(claim)


def valid(name: str) -> Sections:
    return sections_of((FILES / "valid" / f"{name}.cert").read_text())


def verdict(text: str | bytes) -> tuple[int, str]:
    """0 and the theorem, 1 or 2 and the reason, of what a file might hold."""
    data = text.encode("latin-1") if isinstance(text, str) else text
    try:
        return 0, checker.verify(data, lambda stage, done, total: None).words
    except checker.Rejected as error:
        return 1, str(error)
    except checker.Malformed as error:
        return 2, str(error)


# -------------------------------------------------------------------------------------- the folders


@pytest.mark.parametrize("path", files("valid"), ids=by_name)
def test_valid(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main([str(path)]) == 0
    out, err = capsys.readouterr()
    claim = sections_of(path.read_text())["claim"]
    assert out.splitlines()[0] == "verified: " + claim[-2].removeprefix("words ")
    assert out.splitlines()[1] == claim[-1].removeprefix("symbols ")
    assert err == ""
    assert sentences(claim) == claim[-2:]


@pytest.mark.parametrize("path", files("former"), ids=by_name)
def test_certificates_with_former_sentences_are_verified(path: Path) -> None:
    """From before 23 November 2026; what is verified is said in the words of today."""
    text = path.read_text()
    claim = sections_of(text)["claim"]
    assert " of a strategy is f(n) for every n" in claim[-2]
    words, _ = sentences(claim)
    several = text.startswith("masetproof certificate 2\n")
    more = "; on every board it is what the first function of the certificate says."
    expected = words.removeprefix("words ").removesuffix(".") + (more if several else ".")
    assert verdict(text) == (0, expected)


@pytest.mark.parametrize("path", files("rejected"), ids=by_name)
def test_rejected(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = path.read_text()
    assert reseal(text) == text, "it must be refused for its content, not for its digests"
    assert checker.main([str(path)]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"rejected: section ({'|'.join(NAMES)}), line \d+: .+\n", out)
    assert err == ""


@pytest.mark.parametrize("path", files("malformed"), ids=by_name)
def test_malformed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"malformed: .+\n", err)


def test_folders_are_filled() -> None:
    assert len(files("valid")) >= 24
    assert len(files("former")) >= 4
    assert len(files("rejected")) >= 20
    assert len(files("malformed")) >= 20


def test_counts_of_the_paper() -> None:
    """Patterns and questions as published (docs/certificates.md, Peczarski): exact integers."""
    counts = {}
    for path in files("valid"):
        game, pegs, reading, objective = path.stem.split("-")
        if objective == "expected" and pegs == "2":
            found = checker.check(str(path))
            counts[game, reading] = (found.counts["patterns"], found.counts["questions"])
    assert counts["mastermind", "with"] == counts["mastermind", "exact"] == (6, 47)
    assert counts["mastermind", "without"] == (6, 30)
    assert counts["ab", "with"] == counts["ab", "exact"] == (3, 17)
    assert counts["ab", "without"] == (3, 9)


# ----------------------------------------------------------------------------------- packed files

PACKED = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "xz": lzma.compress,
    "xz9": lambda data: lzma.compress(data, preset=9 | lzma.PRESET_EXTREME),
}
packings = pytest.mark.parametrize("kind", PACKED)


@packings
def test_packed_certificates(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever their names: the theorem and digest of the unpacked certificate."""
    path = files("valid")[0]
    plain, packed = path.read_bytes(), tmp_path / "any name"
    packed.write_bytes(PACKED[kind](plain))
    answers = []
    for file in (path, packed):
        assert checker.main([str(file), "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out) | {"seconds": 0})
    assert answers[0] == answers[1]
    assert answers[0]["digest"] == hashlib.sha256(plain).hexdigest()
    assert checker.main([str(packed)]) == 0
    assert answers[0]["digest"] in capsys.readouterr().out
    packed.write_bytes(PACKED[kind](files("rejected")[0].read_bytes()))
    assert checker.main([str(packed)]) == 1


@packings
def test_damaged_packed_certificates(kind: str, tmp_path: Path) -> None:
    """Cut short, followed by anything, with a byte changed: malformed, or the same.

    Anywhere in the first and the last bytes, which say what follows and what it should have been,
    and at one place in nine of the compressed data between them.
    """
    plain = files("valid")[0].read_bytes()
    packed, path = PACKED[kind](plain), tmp_path / "damaged"
    places = [*range(64), *range(64, len(packed) - 64, 9), *range(len(packed) - 64, len(packed))]
    damaged = [packed[:end] for end in places[6:]]
    damaged += [packed + more for more in (b"x", b"\0" * 4, packed)]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(checker.Malformed, match="cannot be read: the packed data are damaged"):
            checker.check(path)
    for place in places:
        path.write_bytes(packed[:place] + bytes([packed[place] ^ 0x55]) + packed[place + 1 :])
        with contextlib.suppress(checker.Malformed):
            assert checker.check(path).digest == hashlib.sha256(plain).hexdigest()


def test_a_packed_file_that_asks_for_a_large_dictionary(tmp_path: Path) -> None:
    """A gigabyte, by the byte of the block's header that names the size."""
    data, path = bytearray(lzma.compress(files("valid")[0].read_bytes())), tmp_path / "packed"
    header = slice(12, 12 + (data[12] + 1) * 4 - 4)
    place = data.index(b"\x21\x01", 12) + 2
    assert place < header.stop
    data[place] = 36  # 2^30 bytes
    data[header.stop : header.stop + 4] = zlib.crc32(data[header]).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(checker.Malformed, match=r"damaged \(Memory usage limit"):
        checker.check(path)


# -------------------------------------------------------------------------- alone, and command line


def test_imports_only_the_standard_library_and_numpy() -> None:
    """And its own modules, each those before it in the order of its docstring."""
    order = [line.split()[0] for line in checker.__doc__.splitlines() if line.startswith("    ")]
    assert {*order} == {path.stem for path in CHECKER.glob("[a-z]*.py")}
    imported = set()
    for path in CHECKER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(node.module.split(".")[0])
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 1
                if path.stem in order:
                    assert order.index(node.module) < order.index(path.stem)
    assert imported - set(sys.stdlib_module_names) == {"numpy"}
    assert not imported & {"pickle", "marshal", "shelve", "subprocess", "importlib", "ctypes"}


def test_it_is_short() -> None:
    """Counted are lines of code: what explains them makes it no longer to read."""
    lines = 0
    for path in CHECKER.glob("*.py"):
        text = path.read_text()
        docs = {
            line
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        code = [
            line
            for number, line in enumerate(text.splitlines(), 1)
            if number not in docs and line.strip() and not line.lstrip().startswith("#")
        ]
        lines += len(code)
    assert lines < 3390


def test_no_assert_and_no_eval() -> None:
    for path in CHECKER.glob("*.py"):
        tree = ast.parse(path.read_text())
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not names & {"eval", "exec", "compile", "__import__"}


def alone(
    arguments: list[str], folder: Path, **options: object
) -> subprocess.CompletedProcess[str]:
    copy = folder / "checker alone"  # whatever it is called
    shutil.copytree(CHECKER, copy, dirs_exist_ok=True)
    command = [sys.executable, "-I", str(copy), *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False, **options
    )


def test_runs_alone(tmp_path: Path) -> None:
    path = FILES / "valid" / "mastermind-2-exact-expected.cert"
    done = alone([str(path), "--json"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["verified"] is True
    assert answer["theorem"].startswith("Mastermind with 2 pegs")
    # As `prove` counts (tests/cli/test_cli.py says why): 47 questions on patterns, 67 equations.
    assert (answer["patterns"], answer["questions"], answer["equations"]) == (6, 47, 67)
    assert 0 < answer["different"] < answer["equations"]
    assert answer["digest"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_runs_alone_rejected_and_malformed(tmp_path: Path) -> None:
    done = alone([str(files("rejected")[0]), "--json"], tmp_path)
    answer = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (1, "")
    assert (answer["verified"], answer["theorem"]) == (False, None)
    assert answer["reason"].startswith("section ")
    done = alone([str(files("malformed")[0])], tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "arguments", [[], ["a", "b"], ["--quick", "a"], ["--quick"], ["."], ["/no/such/file"], ["\0"]]
)
def test_bad_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def one_line(text: str) -> bool:
    """A reason is one short line, whatever the file or the caller has put into it."""
    return text.count("\n") == 1 and len(text) < checker.MAX_REASON + 50


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0"])
@pytest.mark.parametrize("is_slow", [False, True])
def test_pipes_and_standard_input_are_read(
    name: str, is_slow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by `cat proof.cert | checker -`, also when its first byte takes a while."""
    data, before = Path(VALID).read_bytes(), os.dup(0)
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    if is_slow:
        monkeypatch.setattr("select.select", lambda *_: ([], [], []))

    def write() -> None:
        if is_slow:
            time.sleep(0.05)
        with os.fdopen(writing, "wb") as file:
            file.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert checker.check(name).digest == checker.check(VALID).digest
    finally:
        os.dup2(before, 0)
        os.close(before)
        writer.join()


def test_a_file_that_never_ends() -> None:
    with pytest.raises(checker.Malformed, match="longer than 67108864 bytes"):
        checker.check("/dev/zero")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"\xef\xbb\xbfmasetproof certificate 1\n", "line 1: the byte 0xef, which is not in print"),
        (b"masetproof certificate 1\nsection claim\r\n", "line 2: the byte 0x0d, which is not in"),
        (b'{"format": 1}', "this is no certificate: it begins with '{\"format\": 1}'"),
        (b"", "this is no certificate: it begins with ''"),
    ],
)
def test_what_is_no_certificate_is_said(text: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "none.cert"
    path.write_bytes(text)
    with pytest.raises(checker.Malformed) as refused:
        checker.check(path)
    assert reason in str(refused.value)


@pytest.mark.parametrize("through", ["alone", "masetproof"])
def test_what_is_no_regular_file(
    through: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A pipe without a writer is not waited for."""
    start = {"alone": "malformed: ", "masetproof": "masetproof: malformed: "}[through]
    os.mkfifo(tmp_path / "pipe")
    if through == "alone":
        done = alone(["pipe"], tmp_path)
    else:
        command = [sys.executable, "-m", "masetproof", "check", "pipe"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{start}'pipe")
    assert one_line(done.stderr)
    monkeypatch.chdir(tmp_path)
    for name in (".", "missing", "x" * 5000):
        assert (checker.main([name]) if through == "alone" else main(["check", name])) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"{start}'{name[:100]}")
        assert one_line(err)


@pytest.mark.parametrize(
    ("through", "kind", "output", "status"),
    [
        ("alone", "valid", "closed", 141),
        ("alone", "rejected", "full", 2),
        ("masetproof", "valid", "full", 2),
        ("masetproof", "rejected", "closed", 141),
    ],
)
def test_output_that_cannot_be_written(through: str, kind: str, output: str, status: int) -> None:
    """All of these in pairs: the verdict is printed in one place, whatever it is."""
    command = ["-m", "masetproof", "check"] if through != "alone" else [str(CHECKER)]
    if output == "full":
        descriptor = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, descriptor = os.pipe()
        os.close(reader)
    done = subprocess.run(
        [sys.executable, *command, str(files(kind)[0])],
        stdout=descriptor,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(descriptor)
    lines = int(output == "full")
    assert (done.returncode, done.stderr.count("\n")) == (status, lines), done.stderr


@pytest.mark.parametrize("given", ["", "/no/such/file"])
def test_without_standard_error(given: str) -> None:
    """A complaint does not go to standard output instead."""
    command = f"{sys.executable} {CHECKER} {given} 2>&-"
    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.fixture(scope="module")
def long_certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that takes seconds to be read."""
    path = tmp_path_factory.mktemp("long") / "long.cert"
    sections = valid("mastermind-1-with-expected")
    path.write_text(seal({**sections, "patterns": ["{*}"] * 1_900_000}))
    return path


@pytest.mark.parametrize("moment", ["numpy is imported", "the file is read"])
def test_interrupt_alone(moment: str, long_certificate: Path) -> None:
    command = [sys.executable, str(CHECKER), str(long_certificate)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        place = Path(f"/proc/{running.pid}")
        if not place.exists():
            pytest.fail("this test reads /proc")
        while "numpy" not in (place / "maps").read_text():
            assert running.poll() is None
            time.sleep(0.001)
        time.sleep(0.3 if moment == "the file is read" else 0)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


VALID = str(FILES / "valid" / "ab-1-with-worst.cert")


@pytest.mark.parametrize(
    "arguments",
    [(None,), (0,), (True,), (b"x",), (1.5,), ([VALID],), ({},), (VALID, 3), (VALID, "show")],
)
def test_arguments_of_another_type(arguments: tuple[object, ...]) -> None:
    with pytest.raises(checker.Unverified, match="check takes the path") as caught:
        checker.check(*arguments)
    assert isinstance(caught.value, ValueError)
    assert not isinstance(caught.value, checker.Malformed | checker.Rejected)


@pytest.mark.parametrize("path", ["", "\0", "\ud800", "x" * 100_000])
def test_paths_that_cannot_be(path: str) -> None:
    with pytest.raises(checker.Malformed, match="cannot be read") as caught:
        checker.check(path)
    assert len(str(caught.value)) <= checker.MAX_REASON


def test_path_object() -> None:
    assert checker.check(Path(VALID)) is not None


def test_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: str, progress: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(part_of_checker("statement"), "check", interrupted)
    assert checker.main(["any"]) == 130


def test_progress() -> None:
    seen = []
    path = FILES / "valid" / "mastermind-2-with-expected.cert"
    checker.check(str(path), lambda stage, done, total: seen.append((stage, done < total)))
    stages = ["reading the lines", "witnesses", "patterns split", "explicit masets", "equations"]
    assert [*dict.fromkeys(stage for stage, _ in seen)] == [*stages, "cells of the induction"]
    assert all(less for _, less in seen)


# ------------------------------------------------------------- the rules, against plain definitions


@cache
def plain_answer(secret: tuple[object, ...], question: tuple[object, ...]) -> tuple[int, int]:
    black = sum(a == b for a, b in zip(secret, question, strict=True))
    common = sum((Counter(secret) & Counter(question)).values())
    return black, common - black


def a_claim(game: str, pegs: int, reading: str = "with", objective: str = "expected") -> object:
    return checker.Claim(game, pegs, reading, objective, 1, 1, 0, 1, [], [], "", "")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_split_against_plain_answers(data: st.DataObject) -> None:
    pegs = data.draw(st.integers(1, 3))
    k = data.draw(st.integers(0, 4))
    cell = st.sampled_from([*range(k), checker.STAR])
    drawn = data.draw(st.sets(st.tuples(*[cell] * pegs), min_size=1, max_size=90))
    claim = a_claim("mastermind", pegs)
    table = checker.questions(claim, (k,), (0,))
    chosen = np.arange(data.draw(st.integers(0, 6)), len(table.cells), 7)
    questions = table.cells[chosen].tolist()
    packed = bytes(itertools.chain.from_iterable(sorted(drawn)))
    split = checker.PatternSplit(claim, [packed], [(table, chosen)])
    clauses = extended(sorted(drawn), k, pegs)
    for question, by_answer in zip(questions, split_sets(split), strict=True):
        assert by_answer == plain_parts(clauses, question, k, claim.answers)
    maset = sorted(clause for clause in drawn if checker.STAR not in clause)
    if maset:
        rows = np.array(maset, dtype=np.uint8)
        numbers = checker.answers(claim, rows, table, chosen)
        told = [*claim.answers, (pegs, 0)]
        for question, column in zip(questions, numbers.T.tolist(), strict=True):
            assert [told[n] for n in column] == [plain_answer(s, tuple(question)) for s in maset]


def plain_parts(
    clauses: list[tuple[int, ...]], question: list[int], k: int, answers: list[tuple[int, int]]
) -> list[list[tuple[int, ...]]]:
    """Of the clauses that have no other new colour than the question those with each answer. A star
    is a colour that no question has, the extra cell one that no clause has."""
    known = [c for c in clauses if all(x < k or x == checker.STAR or x in question for x in c)]
    told = [plain_answer(clause, tuple(question)) for clause in known]
    return [[c for c, x in zip(known, told, strict=True) if x == answer] for answer in answers]


def extended(
    clauses: list[tuple[int, ...]], k: int, pegs: int, distinct: bool = False
) -> list[tuple[int, ...]]:
    """The clauses of a pattern extended by as many new colours as there are pegs."""
    star, found = checker.STAR, set()
    for clause in clauses:
        choices = [[*range(k, k + pegs), star] if c == star else [c] for c in clause]
        for image in itertools.product(*choices):
            shown = [c for c in image if c != star]
            if not distinct or len({*shown}) == len(shown):
                found.add(image)
    return sorted(found)


def split_sets(split: object) -> Iterator[list[list[tuple[int, ...]]]]:
    """Of each question the clauses with each answer."""
    clauses = [tuple(clause) for clause in split.clauses.tolist()]
    flags = np.unpackbits(split.sets.view(np.uint8), axis=-1)
    parts: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    for question, answer, own in zip(split.question, split.answer, flags, strict=True):
        first = split.first[split.of[question]]
        parts[question, answer] = [clauses[first + n] for n in np.flatnonzero(own).tolist()]
    assert [*parts] == sorted(parts)
    assert all(parts.values())
    for question in range(len(split.of)):
        yield [parts.get((question, answer), []) for answer in range(len(split.rules.answers))]


@pytest.mark.parametrize("game", ["mastermind", "ab"])
def test_patterns_that_are_split_together(game: str) -> None:
    """Each by its own questions, of its own extension by the r new colours of a question; with
    clauses in several words."""
    star, claim = checker.STAR, a_claim(game, 3)
    patterns = [
        [(0, 1, 2), (0, 1, star), (1, 0, 2), (star, 0, star), (star, star, star)],
        [(0, 0, star), (star, star, 0)] if game == "mastermind" else [(0, star, star)],
        [(star, star, star)],
        [*itertools.permutations(range(6), 3)],
    ]
    shown = [3, 1, 0, 6]
    tables = [checker.questions(claim, (k,), (0,)) for k in shown]
    chosen = [np.arange(n, len(table.cells), 3 * n + 1) for n, table in enumerate(tables)]
    packed = [bytes(itertools.chain.from_iterable(clauses)) for clauses in patterns]
    split = checker.PatternSplit(claim, packed, [*zip(tables, chosen, strict=True)])
    assert split.sets.shape[1] > 1
    found, flat = zip(split.of.tolist(), split_sets(split), strict=True), [*split_sets(split)]
    for n, (k, table, some) in enumerate(zip(shown, tables, chosen, strict=True)):
        clauses = extended(patterns[n], k, 3, game == "ab")
        for question in table.cells[some].tolist():
            assert next(found) == (n, plain_parts(clauses, question, k, claim.answers))
    every = split.parts(np.arange(len(split.sets)))
    for q, a, part in zip(split.question, split.answer, every, strict=True):
        shown_now = sorted({c for clause in flat[q][a] for c in clause} - {star})
        renaming = {c: i for i, c in enumerate(shown_now)} | {star: star}
        cells = bytes(renaming[c] for clause in flat[q][a] for c in clause)
        assert part == cells == checker.normalized(cells, 1)


def test_patterns_of_nothing_and_of_full_words_are_split() -> None:
    """In the AB game no clause repeats a colour; and 64 clauses fill a word."""
    claim, star = a_claim("ab", 3), checker.STAR
    table = checker.questions(claim, (1,), (0,))
    split = checker.PatternSplit(
        claim, [bytes([0, 0, star])], [(table, np.arange(len(table.cells)))]
    )
    assert not len(split.sets)
    assert split.parts(np.arange(0)) == []
    claim = a_claim("mastermind", 3)
    table, words = checker.questions(claim, (4,), ()), [*itertools.product(range(4), repeat=3)]
    packed, chosen = bytes(itertools.chain.from_iterable(words)), np.array([0])
    split = checker.PatternSplit(claim, [packed], [(table, chosen)])
    assert next(split_sets(split)) == plain_parts(words, [0, 0, 0], 4, claim.answers)


def test_rows_with_the_same_checksum_are_told_apart() -> None:
    factor = int(checker.FACTORS[0])
    assert int(checker.FACTORS[1]) == factor * factor % 2**64
    rows = np.array([[factor, 0], [0, 1], [factor, 0], [1, 0], [0, 1]], dtype=np.uint64)
    for tried in (rows, np.tile(rows, (400, 1)), rows[:1], rows[:0]):
        first, which = checker.distinct(tried)
        assert len({*map(tuple, tried.tolist())}) == len(first)
        assert (tried[first][which] == tried).all()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_preimages_against_plain_renaming(data: st.DataObject) -> None:
    """Of several lines, which name patterns with other numbers of clauses and colours."""
    pegs = data.draw(st.integers(1, 3))
    patterns, expected, texts = list[bytes](), list[bytes](), list[str]()
    for number in range(data.draw(st.integers(1, 4))):
        k = data.draw(st.integers(0, 4))
        cell = st.sampled_from([*range(k), checker.STAR])
        drawn = sorted(data.draw(st.sets(st.tuples(*[cell] * pegs), min_size=1, max_size=9)))
        columns, colours = (data.draw(st.permutations(range(n))) for n in (pegs, k))
        renaming = dict(enumerate(colours)) | {checker.STAR: checker.STAR}
        moved = sorted(tuple(renaming[clause[j]] for j in columns) for clause in drawn)
        names = "".join(map(str, columns)), "".join(SYMBOLS[c] for c in colours) or "-"
        texts.append(f"p {number} {' '.join(names)}\n")
        patterns.append(bytes(itertools.chain.from_iterable(moved)))
        expected.append(bytes(itertools.chain.from_iterable(drawn)))
    claim = a_claim("mastermind", pegs)
    reader = checker.LineReader(claim)
    reader.listed.update(patterns=patterns, masets=[])
    reader.read_witnesses("parts", "".join(texts), reader.grammar()["parts"][0])
    given = reader.listed["parts"]
    lines = {"patterns": patterns, "masets": [], "automorphisms": given, "parts": given}
    proof = checker.Parts(claim, lines, 1000, lambda *_: None)
    assert proof.preimages(given) == expected


@pytest.mark.parametrize("game", ["mastermind", "ab"])
@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_questions_against_definition(game: str, pegs: int) -> None:
    for k in range(4):
        expected = []
        for word in itertools.product([*range(k + pegs), checker.EXTRA], repeat=pegs):
            colours = [c for c in word if c != checker.EXTRA]
            new = list(dict.fromkeys(c for c in colours if c >= k))
            if (
                new == [*range(k, k + len(new))]
                and colours
                and (game == "mastermind" or len(set(colours)) == len(colours))
            ):
                expected.append(word)
        table = checker.questions(a_claim(game, pegs), (k,), (0,))
        assert [tuple(row) for row in table.cells.tolist()] == sorted(expected)
        news = [len({c for c in w if k <= c < checker.STAR}) for w in expected]
        assert [a_claim(game, pegs).shifts[i] for i in table.shift] == [(r,) for r in news]
        extra = [w.count(checker.EXTRA) for w in expected]
        assert table.extra.tolist() == [2**count - 1 for count in extra]


@pytest.mark.parametrize("game", ["mastermind", "ab"])
def test_extension_against_definition(game: str) -> None:
    star = checker.STAR
    pattern = sorted([(star, star, star), (star, 0, star), (0, 1, star), (1, 2, 0)])
    expected = extended(pattern, 3, 3, game == "ab")
    clauses, owner = np.array([*pattern, *pattern], dtype=np.uint8), np.repeat([0, 1], len(pattern))
    fresh = np.array([[[3, 4, 5]] * 3, [[star, 4, star]] * 3], dtype=np.uint8)
    rows, owner = checker.extend(a_claim(game, 3), clauses, owner, fresh)
    found = [[tuple(row) for row in rows[owner == n].tolist()] for n in (0, 1)]
    assert found == [expected, [c for c in expected if not {3, 5} & {*c}]]
    assert owner.tolist() == sorted(owner.tolist())


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_orbits_against_plain_search(data: st.DataObject) -> None:
    """Under drawn permutations, as if the pattern were that of all clauses."""
    pegs, k = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 4))
    permutations = st.tuples(st.permutations(range(pegs)), st.permutations(range(k)))
    drawn = data.draw(st.lists(permutations, max_size=3))
    table = checker.questions(a_claim("mastermind", pegs), (k,), (0,))
    words = [tuple(row) for row in table.cells.tolist()]
    least, seen = set(), set()
    for word in words:
        if word in seen:
            continue
        least.add(word)
        orbit = [word]
        for other in orbit:
            for columns, colours in drawn:
                image = [colours[c] if c < k else c for c in (other[j] for j in columns)]
                new = list(dict.fromkeys(c for c in image if k <= c < checker.STAR))
                image = [k + new.index(c) if c in new else c for c in image]
                if tuple(image) not in orbit:
                    orbit.append(tuple(image))
        seen |= set(orbit)
    label, lines, reasons = np.arange(len(words)), [], []
    drawn = [(np.array(columns), np.array([colours])) for columns, colours in drawn]
    for number, witness in enumerate(drawn):  # those that merge no orbits are refused, and left out
        try:
            label = table.orbits(5, [*lines, (number, *witness)])
            lines.append((number, *witness))
        except checker.Rejected as error:
            reasons.append((number, str(error)))
    assert all(f"line {number}: superfluous" in reason for number, reason in reasons)
    assert {words[i] for i in np.unique(label)} == least
    assert (label <= np.arange(len(words))).all()
    assert (label[label] == label).all()


def empty_proof(claim: object, size: int) -> object:
    """The checker's proof of a certificate of that many bytes that has nothing but a claim."""
    lines = {name: [] for name in NAMES[1:]}
    return checker.ClosureVerification(claim, lines, size, lambda stage, done, total: None)


def plain_optimum(game: str, pegs: int, n: int, reading: str, objective: str) -> int:
    """The optimum of the game with n colours, by its rules, over sets of actual secrets."""
    colours = range(n)
    legal = [
        word
        for word in itertools.product([*colours, -1], repeat=pegs)
        if set(word) != {-1} and (game == "mastermind" or all(word.count(c) < 2 for c in colours))
    ]
    win = (pegs, 0)

    @cache
    def optimum(secrets: frozenset[tuple[int, ...]]) -> int:
        if len(secrets) == 1:
            return 1
        possible = set(itertools.chain.from_iterable(secrets))
        best = 10**9
        for question in legal:
            if -1 in question and reading != "with":
                continue
            if reading == "without" and not set(question) <= possible:
                continue
            parts: dict[tuple[int, int], set[tuple[int, ...]]] = {}
            for secret in secrets:
                parts.setdefault(plain_answer(secret, question), set()).add(secret)
            if len(parts) == 1:
                continue
            costs = [optimum(frozenset(part)) for answer, part in parts.items() if answer != win]
            cost = 1 + max(costs, default=0) if objective == "worst" else len(secrets) + sum(costs)
            best = min(best, cost)
        return best

    return optimum(frozenset(word for word in legal if -1 not in word))


@pytest.mark.parametrize("path", files("valid"), ids=by_name)
def test_values_against_the_rules_of_the_game(path: Path) -> None:
    """Certified values for few colours, against a search over the actual secrets and questions."""
    game, pegs, reading, objective = path.stem.split("-")
    values = dict(tuple(map(int, line.split())) for line in sections_of(path.read_text())["values"])
    most = {("1", "mastermind"): 9, ("1", "ab"): 9, ("2", "mastermind"): 4, ("2", "ab"): 5}
    for n in range(min(values), min(max(values), most[pegs, game]) + 1):
        assert values[n] == plain_optimum(game, int(pegs), n, reading, objective)


@pytest.mark.parametrize("path", files("valid"), ids=by_name)
def test_values_against_explicit_masets(path: Path) -> None:
    """Patterns and equations give what the recursion on the explicit full game gives."""
    game, pegs, reading, objective = path.stem.split("-")
    claim = a_claim(game, int(pegs), reading, objective)
    proof = empty_proof(claim, 0)
    values = dict(tuple(map(int, line.split())) for line in sections_of(path.read_text())["values"])
    for n in range(min(values), min(max(values), 5) + 1):
        words = itertools.product(range(n), repeat=int(pegs))
        secrets = [w for w in words if game == "mastermind" or len(set(w)) == len(w)]
        maset = bytes(itertools.chain.from_iterable(secrets))
        assert values[n] == proof.minimum(maset, claim.start)


# ----------------------------------------------------------------------------------------- rewrites


def newton(values: list[int]) -> list[int]:
    result = []
    while values:
        result.append(values[0])
        values = [b - a for a, b in itertools.pairwise(values)]
    return result


def rewritten(name: str, period: int, degree: int, base: int) -> str:
    """The same theorem with another period, degree or base of the claimed functions."""
    sections = valid(name)
    claim = dict(line.split(" ", 1) for line in sections["claim"][:8])
    old_period, old_base, pegs = int(claim["period"]), int(claim["base"]), int(claim["pegs"])
    cap = 1 if claim["game"] == "mastermind" else pegs - 1

    def value(groups: list[list[int]], m: int) -> int:
        t, residue = divmod(m - old_base, old_period)
        total, binomial = 0, 1
        for i, difference in enumerate(groups[residue]):
            total += binomial * difference
            binomial = binomial * (t - i) // (i + 1)
        return total

    whole, functions = [], []
    for line in sections["functions"]:
        state, *texts = line.split(" : ")
        groups = [[int(x) for x in text.split()] for text in texts]
        whole = whole or groups
        for residue in range(period):
            points = [value(groups, base + residue + period * t) for t in range(degree + 1)]
            state += " : " + " ".join(map(str, newton(points)))
        functions.append(state)
    first = int(sections["values"][0].split()[0])
    known = dict(tuple(map(int, line.split())) for line in sections["values"])
    end = base + pegs + cap + period
    sections["values"] = [
        f"{n} {known[n] if n in known else value(whole, n)}" for n in range(first, end)
    ]
    sections["functions"] = functions
    sections["claim"][4:7] = [f"period {period}", f"degree {degree}", f"base {base}"]
    return seal(sections)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("path", files("valid"), ids=by_name)
def test_other_period_degree_and_base(path: Path) -> None:
    """T, D and B need not be the least ones; but a base that is too small must not be verified."""
    claim = dict(line.split(" ", 1) for line in sections_of(path.read_text())["claim"][:8])
    period, degree, base = (int(claim[key]) for key in ("period", "degree", "base"))
    more = degree if claim["objective"] == "worst" else degree + 1
    assert rewritten(path.stem, period, degree, base) == path.read_text()
    for other in ((2 * period, degree, base), (period, more, base), (period, degree, base + 1)):
        assert verdict(rewritten(path.stem, *other))[0] == 0, other
    outcomes = [verdict(rewritten(path.stem, period, degree, b))[0] for b in range(base)]
    assert outcomes == sorted(outcomes, reverse=True)  # once verified, verified from there on
    if base > 0 and path.stem.startswith("mastermind-2"):
        assert 1 in outcomes


# ---------------------------------------------------------------------------------------- mutations


def parse_clauses(line: str) -> list[str]:
    return line[1:-1].split("|")


def in_order(clauses: set[str]) -> str:
    return "{" + "|".join(sorted(clauses, key=lambda c: [SYMBOLS.index(x) for x in c])) + "}"


def plain_image(columns: str, colours: str, clauses: list[str]) -> set[str] | None:
    """What a witness makes of clauses, None if it is none for them."""
    shown = sorted({c for c in "".join(clauses) if c != "*"}, key=SYMBOLS.index)
    renaming = dict(zip(shown, "" if colours == "-" else colours, strict=False)) | {"*": "*"}
    if sorted(colours.replace("-", ""), key=SYMBOLS.index) != shown:
        return None
    if sorted(columns) != [*"012"[: len(clauses[0])]]:
        return None
    return {"".join(renaming[clause[int(j)]] for j in columns) for clause in clauses}


def the_part(line: str, sections: Sections) -> list[str]:
    """The part that a line of a valid certificate belongs to: its target taken back."""
    kind, target, columns, colours = line.split(" ")
    masets = sections["patterns" if kind == "p" else "masets"]
    back = {new: SYMBOLS[i] for i, new in enumerate(colours)} | {"*": "*"}
    return [
        "".join(back[clause[columns.index(str(j))]] for j in range(len(columns)))
        for clause in parse_clauses(masets[int(target)])
    ]


def same_parts(original: Sections, mutant: Sections) -> bool:
    """Each line of `parts` maps the part it belongs to exactly to the pattern that it names."""
    if len(original["parts"]) != len(mutant["parts"]):
        return False
    for before, after in zip(original["parts"], mutant["parts"], strict=True):
        fields = re.fullmatch(r"([pm]) (0|[1-9]\d*) ([012]+) (-|[0-9A-Z]+)", after)
        masets = mutant["patterns" if after[:1] == "p" else "masets"]
        if fields is None or int(fields[2]) >= len(masets):
            return False
        image = plain_image(fields[3], fields[4], the_part(before, original))
        if image != set(parse_clauses(masets[int(fields[2])])):
            return False
    return True


def are_automorphisms(mutant: Sections) -> bool:
    """All lines of `automorphisms` are what they should be, in ascending order."""
    before = 0
    for line in mutant["automorphisms"]:
        fields = re.fullmatch(r"(0|[1-9]\d*) ([012]+) (-|[0-9A-Z]+)", line)
        if fields is None or not before <= int(fields[1]) < len(mutant["patterns"]):
            return False
        before = int(fields[1])
        clauses = parse_clauses(mutant["patterns"][before])
        if plain_image(fields[2], fields[3], clauses) != set(clauses):
            return False
    return True


VALID_TEXTS = {path.read_text() for path in files("valid")}


def classify(original: Sections, mutant: Sections) -> str:
    """`changed` if the mutant says something else than the original, by plain criteria.

    `same`: it is byte for byte a valid certificate (of whatever theorem), or only its witnesses in
    `parts` differ, and each line still maps its part exactly to the pattern that it names. It has
    to be verified.
    `symmetry`: only lines of `automorphisms` (and witnesses as before) differ, and all of them are
    automorphisms. Fewer of them mean more questions asked, and so perhaps parts without lines: it
    may be verified or rejected; if verified, then with the original theorem.
    `changed`: everything else. Patterns, functions, values and sentences are determined by the game
    and by T, D and B, so no other mutant may be verified.
    """
    if seal(mutant) in VALID_TEXTS:
        return "same"
    different = {name for name in NAMES if original[name] != mutant[name]}
    if "parts" in different and not same_parts(original, mutant):
        return "changed"
    if different <= {"parts"}:
        return "same"
    if different <= {"parts", "automorphisms"} and are_automorphisms(mutant):
        return "symmetry"
    return "changed"


def edited(lines: list[str]) -> list[list[str]]:
    """Each line left out, doubled, doubled at the end, and exchanged with the next."""
    result = []
    for i, line in enumerate(lines):
        result += [lines[:i] + lines[i + 1 :], lines[: i + 1] + lines[i:], [*lines, line]]
        if i + 1 < len(lines):
            result.append([*lines[:i], lines[i + 1], line, *lines[i + 2 :]])
    return result


def replaced(lines: list[str], i: int, others: list[str]) -> list[list[str]]:
    return [[*lines[:i], other, *lines[i + 1 :]] for other in others if other != lines[i]]


def nudged(line: str) -> list[str]:
    """Each integer of a line (also in fractions) one more and one less."""
    return [
        line[: found.start()] + str(int(found[0]) + step) + line[found.end() :]
        for found in re.finditer(r"(?<![A-Za-z0-9])-?\d+", line)
        for step in (-1, 1)
    ]


def mutants_of_clauses(lines: list[str], symbols: str) -> list[list[str]]:
    """Each clause left out, and each cell replaced."""
    result = []
    for i, line in enumerate(lines):
        clauses = parse_clauses(line)
        changed = []
        for clause in clauses:
            rest = set(clauses) - {clause}
            changed += [rest] if rest else []
            for j, symbol in itertools.product(range(len(clause)), symbols):
                changed.append(rest | {clause[:j] + symbol + clause[j + 1 :]})
        result += replaced(lines, i, [in_order(c) for c in changed])
    return result


def mutants_of_claim(claim: list[str]) -> list[list[str]]:
    """Names, numbers, coefficients, exceptions; with the old sentences and with matching ones."""
    choices = {
        "game": ["mastermind", "ab"],
        "pegs": ["1", "2", "3"],
        "reading": ["without", "with", "exact"],
        "objective": ["expected", "worst"],
    }
    result = edited(claim)
    for i, line in enumerate(claim[:-2]):
        key = line.split(" ")[0]
        texts = [f"{key} {choice}" for choice in choices.get(key, [])]
        result += replaced(claim, i, texts or nudged(line))
    branches = [i for i, line in enumerate(claim) if line.startswith("branch")]
    result.append(claim[: branches[0]] + [claim[i] for i in branches] + claim[branches[0] :])
    result.append([*claim[:-2], "exception 900 1", *claim[-2:]])
    result += [with_sentences(lines) for lines in result if {"words", "symbols"} <= keys_of(lines)]
    for i in (len(claim) - 2, len(claim) - 1):  # each sentence: a character more, less or another
        line = claim[i]
        texts = [line[:j] + new + line[j + 1 :] for j in range(len(line)) for new in ("", "x")]
        result += replaced(claim, i, texts + nudged(line))
    return result


def keys_of(claim: list[str]) -> set[str]:
    needed = {"game", "pegs", "reading", "objective", "valid-from"}
    keys = [line.split(" ")[0] for line in claim]
    return set(keys[-2:]) if needed <= set(keys) else set()


def mutants(original: Sections) -> list[tuple[str, Sections]]:
    """All mutants of a certificate, with the section that is changed."""
    pegs = len(parse_clauses(original["patterns"][0])[0])
    columns = ["".join(p) for p in itertools.permutations("012"[:pegs])] + ["0" * pegs]
    found: dict[str, list[list[str]]] = {"claim": mutants_of_claim(original["claim"])}
    for name in ("patterns", "masets"):
        found[name] = edited(original[name]) + mutants_of_clauses(original[name], "0123*")
    for name in ("automorphisms", "parts"):
        lines = found[name] = edited(original[name])
        for i, line in enumerate(original[name]):
            *head, column, colours = line.split(" ")
            shown = sorted(colours)
            renamings = ["".join(p) for p in itertools.permutations(shown)] + [colours + "Z"]
            texts = [" ".join([*head, column, renaming]) for renaming in renamings]
            texts += [" ".join([*head, other, colours]) for other in columns]
            start = " ".join(head)
            texts += [f"{other} {column} {colours}" for other in nudged(start)]
            if name == "parts":
                kind = "m" if head[0] == "p" else "p"
                texts.append(f"{kind} {head[1]} {column} {colours}")
                count = len(original["patterns" if head[0] == "p" else "masets"])
                texts += [f"{head[0]} {other} {column} {colours}" for other in range(count)]
            lines += replaced(original[name], i, texts)
    sections = dict(enumerate(original["patterns"]))
    found["automorphisms"] += [
        sorted([*original["automorphisms"], f"{i} {column} {renaming}"], key=by_number)
        for i, pattern in sections.items()
        for column in columns
        for renaming in (original_colours(pattern), original_colours(pattern)[::-1])
    ]
    for name in ("functions", "values"):
        found[name] = edited(original[name])
        for i, line in enumerate(original[name]):
            found[name] += replaced(original[name], i, nudged(line))
    return [(name, {**original, name: lines}) for name in NAMES for lines in found[name]]


def original_colours(pattern: str) -> str:
    return "".join(sorted(set(pattern) - set("{|}*"))) or "-"


def by_number(line: str) -> int:
    return int(line.split(" ")[0])


def kill(name: str, step: int = 1, claims: int = 1) -> Counter[str]:
    """Check the mutants of a certificate, or one in *step*, one in *claims* of those of its claim;
    count by kind and outcome."""
    original, counts, seen = valid(name), Counter[str](), set()
    every = mutants(original)
    of_claim = [one for one in every if one[0] == "claim"]
    theorem = original["claim"][-2].removeprefix("words ")
    for section, mutant in of_claim[::claims] + every[len(of_claim) :: step]:
        text = seal(mutant)
        if mutant == original or text in seen:
            continue
        seen.add(text)
        kind = classify(original, mutant)
        status, reason = verdict(text)
        place = f"{name}, {section}: {set(mutant[section]) ^ set(original[section])}"
        if kind == "changed":
            assert status in (1, 2), f"verified, but changed: {place}"
            counts["tried"] += 1
            counts["killed"] += 1
            counts[f"killed in {section}"] += 1
            counts[f"exit {status}"] += 1
        else:
            assert kind == "symmetry" or status == 0, (
                f"not verified, but the same: {place}: {reason}"
            )
            assert status in (0, 1), place
            if kind == "symmetry" and status == 0:
                assert reason == theorem
            counts[f"{kind}, exit {status}"] += 1
    return counts


QUICK = {
    "mastermind-1-exact-expected": 1,
    "mastermind-2-with-expected": 7,
    "mastermind-2-exact-worst": 7,
    "ab-1-with-worst": 1,
    "ab-2-exact-expected": 3,
    "ab-2-without-worst": 3,
}
"""Of which certificates one mutant in how many is tried.  Of claims, most of whose mutants have one
letter of a sentence changed, a fifth as many are tried.

Mutants are listed line by line, each line with its few kinds of changes; a step that is odd and
prime comes to every line of more changes than that, and to every kind of change in turn.
"""


def report(counts: Counter[str], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n  mutants that change the meaning: {counts['tried']} tried, ", end="")
        print(f"{counts['killed']} killed")
        print("  " + ", ".join(f"{key}: {counts[key]}" for key in sorted(counts)))


def test_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    """No mutant that changes the meaning (see `classify`) is verified. A part of all mutants."""
    counts = Counter[str]()
    for name, step in QUICK.items():
        counts += kill(name, step, 5 * step)
    report(counts, capsys)
    assert counts["tried"] == counts["killed"] > 800
    assert min(counts[f"killed in {name}"] for name in NAMES) > 10
    assert counts["same, exit 0"] > 8


@pytest.mark.slow
def test_all_mutants(capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counter[str]()
    for path in files("valid"):
        counts += kill(path.stem)
    report(counts, capsys)
    assert counts["tried"] == counts["killed"] > 10000


def three_pegs(folder: Path, game: str, reading: str, objective: str) -> str:
    """A certificate of the engine's, too large to be kept with the tests."""
    command = [sys.executable, "-m", "masetproof", "prove", game, "--pegs", "3", "--extra", reading]
    command += ["--objective", objective, "--listing", "none", "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return (folder / "proof.cert").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "reading", "objective", "patterns", "questions"),
    [
        ("mastermind", "with", "expected", 13388, 9096599),
        ("mastermind", "exact", "worst", 13388, 9096599),
        ("ab", "with", "worst", 7496, 4188421),
        ("ab", "exact", "expected", 7496, 4188421),
    ],
)
def test_three_pegs(
    game: str, reading: str, objective: str, patterns: int, questions: int, tmp_path: Path
) -> None:
    """Published counts of patterns and questions, in minutes."""
    three_pegs(tmp_path, game, reading, objective)
    start = time.process_time()
    found = checker.check(str(tmp_path / "proof.cert"))
    assert (found.counts["patterns"], found.counts["questions"]) == (patterns, questions)
    assert time.process_time() - start < 600


@pytest.mark.slow
def test_mutants_of_three_pegs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Some random mutants of a large certificate, as in `test_mutants`."""
    original = sections_of(three_pegs(tmp_path, "ab", "without", "worst"))
    chance, counts = random.Random(3), Counter[str]()
    for name in (*NAMES[1:], "parts", "parts", "functions", "functions", "automorphisms"):
        lines = original[name]
        i = chance.randrange(len(lines))
        if name in ("patterns", "masets"):
            clauses = parse_clauses(lines[i])
            texts = [in_order(set(clauses) - {clause}) for clause in clauses if len(clauses) > 1]
            texts = texts or ["{012}"]
        elif name in ("parts", "automorphisms"):
            *head, colours = lines[i].split(" ")
            swaps = itertools.combinations(sorted(colours), 2)
            texts = [
                " ".join([*head, colours.translate(str.maketrans(a + b, b + a))]) for a, b in swaps
            ] or [f"{lines[i]}1"]
        else:
            texts = nudged(lines[i])
        mutant = {**original, name: replaced(lines, i, [chance.choice(texts)])[0]}
        kind, (status, reason) = classify(original, mutant), verdict(seal(mutant))
        counts[f"{kind}, exit {status}"] += 1
        assert (kind, status) != ("changed", 0), (name, lines[i], mutant[name][i])
        assert kind != "same" or status == 0, reason
    with capsys.disabled():
        print(f"\n  mutants of three pegs: {dict(counts)}")
    assert counts["changed, exit 1"] + counts["changed, exit 2"] > 5


def bare_proof(claim: object, functions: np.ndarray, starred: list[list[int]]) -> object:
    """A proof of states of one index that has nothing but their functions [state, residue, k]."""
    proof = checker.ClosureVerification.__new__(checker.ClosureVerification)
    proof.claim, proof.room, proof.largest = claim, 1 << 30, (1 << 20,) * 9
    proof.maps, proof.matrices, proof.constants = {(): 0}, np.array([[[1]]]), np.array([[0]])
    nodes = [("step", 0, claim.period, [-1] * claim.period)]
    nodes.append(("below", 0, claim.base, [-1] * claim.base + [0]))
    proof.trees, count = checker.Trees(nodes, 0, 1 << 20), len(functions)
    leaves = [np.zeros((count, 1), dtype=int)] * claim.base + [*functions.transpose(1, 0, 2)]
    proof.groups = [checker.AlikeFunctions([0], 1, 1, np.arange(count), leaves)]
    proof.states = [checker.ClaimedFunction(i + 1, (i, 0), [1, 1], []) for i in range(count)]
    proof.starred = np.zeros((count, claim.sets), dtype=int)
    for row, counts in zip(proof.starred, starred, strict=True):
        row[[2**i - 1 for i in range(len(counts))]] = counts
    return proof


def a_block(claim: object, r: int, terms: np.ndarray, constants: np.ndarray) -> object:
    """Equations of state 0, with a column of constants for 0..C colours that are left."""
    left = tuple(((i,), (i,)) for i in range(claim.cap + 1))
    state = np.zeros(len(terms), dtype=int)
    return checker.Block((r,), left, state, np.array(terms).T, np.array(constants).T, {(0, 0)})


def compared(proof: object, block: object, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Which equations are above and which attain the functions at m, m + T, m + 2 T, ...."""
    cell = checker.Cone(np.array([m]), np.array([[proof.claim.period]]))
    own = proof.values(cell, (0,), {(0, 0)})[0][:, : len(proof.states)]
    values, sizes = (
        proof.values(cell, block.shift, block.used)[0],
        proof.secrets(cell, proof.groups[0]),
    )
    sides = proof.right_sides(block, block.left[-1], values, sizes)
    return checker.compare(sides, own.take(block.state, axis=1), 1, proof.claim.degrees[1])


def a_proof(data: st.DataObject, objective: str) -> tuple[object, object, dict[str, object]]:
    """Two states with drawn functions, and a block of drawn equations of the first state."""
    game, pegs = data.draw(st.sampled_from(["mastermind", "ab"])), data.draw(st.integers(1, 3))
    period, base = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 2))
    degree = 1 if objective == "worst" else data.draw(st.integers(0, 4))
    small = st.integers(-2, 2)
    shape = st.lists(small, min_size=2 * period * (degree + 1), max_size=2 * period * (degree + 1))
    functions = np.array(data.draw(shape)).reshape(2, period, degree + 1)
    stars = [[data.draw(st.integers(0, 1)) for _ in range(pegs + 1)] for _ in range(2)]
    r = data.draw(st.integers(0, pegs))
    drawn = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(-2, 6))  # 2: no term
    equations = data.draw(st.lists(drawn, min_size=1, max_size=4))
    claim = checker.Claim(game, pegs, "with", objective, period, degree, base, 1, [], [], "", "")
    proof = bare_proof(claim, functions, stars)
    constants = np.repeat([[c] for _, _, c in equations], claim.cap + 1, axis=1)
    block = a_block(claim, r, [terms[:2] for terms in equations], constants)

    def function(state: int, m: int) -> int:
        if state == 2:
            return 0
        t, residue = divmod(m - base, period)
        terms = enumerate(functions[state, residue].tolist())
        return sum(d * math.prod(range(t - i + 1, t + 1)) // math.factorial(i) for i, d in terms)

    def secrets(m: int) -> int:
        ways = [m**i if game == "mastermind" else math.perm(m, i) for i in range(pegs + 1)]
        return sum(a * b for a, b in zip(stars[0], ways, strict=True))

    plain = {"function": function, "secrets": secrets, "equations": equations}
    return proof, block, plain


@settings(max_examples=70, deadline=None)
@given(st.data())
def test_differences_against_definition(data: st.DataObject) -> None:
    proof, block, plain = a_proof(data, "expected")
    claim = proof.claim
    m = claim.first + data.draw(st.integers(0, claim.period - 1))
    order = max(claim.degree, claim.pegs)
    rows = []
    for first, second, constant in plain["equations"]:
        values = []
        for t in range(order + 1):
            now = m + claim.period * t
            side = plain["secrets"](now) + constant - plain["function"](0, now)
            side += sum(plain["function"](j, now - block.shift[0]) for j in (first, second))
            values.append(side)
        rows.append(newton(values))
    # Once as drawn, and once for the state whose function is the right side of the first equation.
    above, attains = compared(proof, block, m)
    assert above.tolist() == [min(row) >= 0 for row in rows]
    assert attains.tolist() == [set(row) == {0} for row in rows]
    if claim.degree >= claim.pegs and block.shift[0] > 0 and 0 not in plain["equations"][0][:2]:
        residue = (m - claim.base) % claim.period
        steps = (m - claim.base) // claim.period
        target = newton(
            [
                plain["function"](0, m + claim.period * t)
                + sum(math.comb(t, i) * d for i, d in enumerate(rows[0]))
                for t in range(order + 1)
            ]
        )
        for _ in range(steps):  # back to the first period: differences at t - 1
            for i in reversed(range(order)):
                target[i] -= target[i + 1]
        proof.groups[0].functions[claim.base + residue][0] = target[: claim.degree + 1]
        above, attains = compared(proof, block, m)
        assert above[0]
        assert attains[0]


@settings(max_examples=70, deadline=None)
@given(st.data())
def test_slopes_against_definition(data: st.DataObject) -> None:
    proof, block, plain = a_proof(data, "worst")
    period = proof.claim.period
    m = proof.claim.first + data.draw(st.integers(0, period - 1))

    def line(state: int, at: int) -> tuple[int, int]:
        value = plain["function"](state, at)
        return value, plain["function"](state, at + period) - value

    for again in (False, True):
        if again:  # the function of the state is now what the first term of the first equation asks
            value, slope = line(plain["equations"][0][0], m - block.shift[0])
            steps, residue = divmod(m - proof.claim.base, period)
            proof.groups[0].functions[proof.claim.base + residue][0] = [
                value + 1 - steps * slope,
                slope,
            ]
        goal, slope = line(0, m)
        above, attains = compared(proof, block, m)
        for i, (first, second, constant) in enumerate(plain["equations"]):
            terms = [(constant, 0), *(line(j, m - block.shift[0]) for j in (first, second))]
            large = any(a + 1 >= goal and s >= slope for a, s in terms)
            small = all(a + 1 <= goal and s <= slope for a, s in terms)
            equal = any((a + 1, s) == (goal, slope) for a, s in terms)
            assert above[i] == large
            assert attains[i] == (small and equal)


@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_constants_depend_on_the_implicit_colours_that_are_left(objective: str) -> None:
    claim = checker.Claim("ab", 3, "exact", objective, 1, 1, 0, 1, [], [], "", "")
    proof = bare_proof(claim, np.zeros((1, 1, 2), dtype=int), [[0]])
    block = a_block(claim, 1, [[1]], [[9, 8, 7]])
    found = []
    for m in range(1, 6):
        left = proof.left(checker.Cone(np.array([m]), np.zeros((0, 1), dtype=int)), block.shift)
        sides = proof.right_sides(block, left, np.zeros((1, 3), int), np.zeros((1, 1), int))
        found.append(max(side[0].tolist() for side in sides))
    assert found == [[c + (objective == "worst")] for c in (9, 8, 7, 7, 7)]


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("terms", [1, 2, 3])
def test_equations_that_differ_in_constants_leave_the_least(terms: int, count: int) -> None:
    rows = np.random.default_rng(1).integers(0, 4, (300, 1 + terms + count)).astype(np.int32)
    least: dict[tuple[int, ...], list[int]] = {}
    for row in rows.tolist():
        key, constants = tuple(row[:-count]), row[-count:]
        least[key] = [*map(min, least.get(key, constants), constants)]
    found = checker.with_least_constants(rows, count).tolist()
    assert sorted(found) == sorted([*key, *constants] for key, constants in least.items())


@pytest.mark.parametrize("constants", [[5, 5], [5, 9], [9, 5], [5, 4], [9, 9], [4, 5]])
@pytest.mark.parametrize("objective", ["expected", "worst"])
def test_induction_needs_all_equations_above_and_one_equal(
    constants: list[int], objective: str
) -> None:
    """One state with the constant function 5 (or 6 in the worst case), two constant equations."""
    worst = objective == "worst"
    claim = checker.Claim("mastermind", 1, "with", objective, 1, 1, 0, 1, [], [], "", "")
    proof = bare_proof(claim, np.array([[[5 + worst, 0]]]), [[1]])
    proof.progress = lambda stage, done, total: None
    table = np.repeat([[c - (not worst)] for c in constants], 2, axis=1)  # of S = 1 secret
    proof.blocks = [{(1,): [a_block(claim, 1, [[1], [1]], table)]}]
    proof.cells = [[checker.Cone(np.array([2]), np.array([[1]]))]]
    if min(constants) == 5:
        proof.check_induction()
    else:
        with pytest.raises(checker.Rejected, match="section functions, line 1"):
            proof.check_induction()


@pytest.mark.parametrize("name", ["mastermind-2-with-expected", "mastermind-2-exact-worst"])
def test_high_differences_are_not_seen_in_the_base(name: str) -> None:
    """A difference that changes no value below M + T must be caught by the induction."""
    original = valid(name)
    claim = dict(line.split(" ", 1) for line in original["claim"][:8])
    period, degree = int(claim["period"]), int(claim["degree"])
    hidden = 0
    for i, line in enumerate(original["functions"]):
        state, *groups = line.split(" : ")
        for residue, step in itertools.product(range(period), (-1, 1)):
            if (2 + 1 + period - 1 - residue) // period >= degree:  # t of the last value
                continue
            numbers = groups[residue].split(" ")
            numbers[degree] = str(int(numbers[degree]) + step)
            text = " : ".join([state, *groups[:residue], " ".join(numbers), *groups[residue + 1 :]])
            mutant = {**original, "functions": replaced(original["functions"], i, [text])[0]}
            status, reason = verdict(seal(mutant))
            assert status == 1
            assert "stay above" in reason or "attains" in reason
            hidden += 1
    assert hidden > 0 or claim["objective"] == "worst"


# --------------------------------------------------------------------------------------------- fuzz


def outcome(data: bytes, original: bytes) -> int:
    start = time.process_time()
    status, reason = verdict(data)
    assert time.process_time() - start < 5
    assert one_line(f"{reason}\n")
    if data == original:
        assert status == 0
    return status


@pytest.mark.parametrize("name", ["mastermind-2-with-expected", "ab-2-exact-worst"])
def test_truncation(name: str) -> None:
    data = (FILES / "valid" / f"{name}.cert").read_bytes()
    ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
    for end in sorted({*ends[:-1], *range(0, len(data), 7), len(data) - 1}):
        assert outcome(data[:end], data) == 2
    lines = data.decode().split("\n")
    original = sections_of(data.decode())
    for end in range(2, len(lines) - 2):  # resealed: all sections there, the last ones cut short
        mutant = {key: [] for key in NAMES}
        mutant |= sections_of("\n".join(lines[:end]))
        status = outcome(seal(mutant).encode(), data)
        assert (status == 0) == (mutant == original)


FLIPPED = ["mastermind-1-with-expected", "mastermind-2-exact-expected", "ab-2-with-worst"]


@pytest.mark.parametrize("name", FLIPPED)
def test_flipped_bits(name: str) -> None:
    """Without resealing nothing but the original is verified."""
    data = (FILES / "valid" / f"{name}.cert").read_bytes()
    chance = random.Random(name)
    for _ in range(400):
        fuzzed = bytearray(data)
        for _ in range(chance.choice([1, 1, 1, 2, 5])):
            fuzzed[chance.randrange(len(fuzzed))] ^= 1 << chance.randrange(8)
        assert outcome(bytes(fuzzed), data) == (0 if fuzzed == data else 2)


@pytest.mark.parametrize("name", FLIPPED)
def test_flipped_characters_resealed(name: str) -> None:
    """Resealed, only what `classify` calls the same is verified."""
    original, chance = valid(name), random.Random(name)
    data = seal(original).encode()
    for _ in range(120):
        mutant = {section: [*lines] for section, lines in original.items()}
        for _ in range(chance.choice([1, 1, 2, 3])):
            lines = mutant[chance.choice([s for s in NAMES if mutant[s]])]
            i = chance.randrange(len(lines))
            j = chance.randrange(len(lines[i]) + 1)
            new = chance.choice(["", chr(chance.randrange(32, 127)), chance.choice("0123 :*-/|")])
            lines[i] = lines[i][:j] + new + lines[i][j + chance.randrange(2) :]
        status = outcome(seal(mutant).encode("latin-1"), data)
        kind = classify(original, mutant)
        assert kind != "same" or status == 0
        assert kind != "changed" or status != 0


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 1500))
def test_inserted_bytes(noise: bytes, place: int) -> None:
    data = (FILES / "valid" / "mastermind-2-with-worst.cert").read_bytes()
    fuzzed = data[:place] + noise + data[place + len(noise) // 2 :]
    try:
        checker.verify(fuzzed, lambda stage, done, total: None)
        assert fuzzed == data
    except (checker.Malformed, checker.Rejected):
        assert fuzzed != data


# ------------------------------------------------------------------------------------------ hostile


def hostile(name: str) -> str:
    """Certificates that are small and ask for much."""
    sections = valid("mastermind-2-with-expected")
    claim = sections["claim"]
    huge = "9" * 399
    if name == "period and base":
        claim[4:7] = ["period 60", "degree 8", "base 1000"]
        sections["functions"] = [
            f"{i} 1" + " : 1 1 1 1 1 1 1 1 1" * 60 for i in range(len(sections["functions"]))
        ]
    elif name == "huge branches":
        claim[8] = "branch" + f" 1/{huge}" * 9
        sections["claim"] = with_sentences(claim)
    elif name == "long branch":
        claim[8] = "branch" + " 0" * 1990 + " 1"
        sections["claim"] = with_sentences(claim)
    elif name == "huge valid-from":
        claim[7] = f"valid-from {huge}"
        sections["claim"] = with_sentences(claim)
    elif name == "many branches":
        sections["claim"] = with_sentences(claim[:8] + ["branch 1"] * 300 + claim[-2:])
    elif name == "a thousand branches":
        claim[8:-2] = ["branch" + " 0" * 2000 + " 1"] * 1000
    elif name == "repeated automorphisms":
        sections["automorphisms"][1:1] = ["0 10 -"] * 30_000
    elif name == "repeated functions":
        sections["functions"] += sections["functions"][-1:] * 10_000
    elif name == "repeated parts":
        sections["parts"] += ["p 0 01 -"] * 30_000
    elif name == "long words":
        claim[-2] = "words " + "x" * 4000
    elif name == "long name":
        claim[0] = "game " + "x" * 4000
    elif name == "long pattern":
        clauses = {f"{a}{b}" for a in SYMBOLS[:16] for b in SYMBOLS[:16]} | {"*0"}
        sections["patterns"][1] = in_order(clauses)
    elif name == "many exceptions":
        lines = [f"exception {n} 1" for n in range(60_000)]
        sections["claim"] = claim[:-2] + lines + claim[-2:]
    elif name == "huge values":
        sections["values"][-1] = f"7 {huge}"
    elif name == "many patterns":
        sections["patterns"] += ["{0*}"] * 30_000
    elif name == "many colours":
        clauses = {f"{a}{b}" for a in SYMBOLS[:16] for b in SYMBOLS[:16]} - {"00"} | {"*0"}
        sections["patterns"].append(in_order(clauses))
        sections["parts"].append(f"p 6 01 {SYMBOLS[:16]}")
        sections["parts"].append("p 0 01 -")
    elif name == "many masets":
        words = ["".join(w) for w in itertools.product(SYMBOLS[:16], repeat=2)]
        sections["masets"] += [in_order(set(words) - {word}) for word in words[1:]]
    return seal(sections)


REFUSED = {
    "a thousand branches": "section claim: its lines are not those of the grammar",
    "repeated automorphisms": "section automorphisms, line 2: superfluous",
}


HOSTILE = [
    "period and base",
    "huge branches",
    "long branch",
    "huge valid-from",
    "many branches",
    "a thousand branches",
    "repeated automorphisms",
    "repeated functions",
    "repeated parts",
    "long words",
    "long name",
    "long pattern",
    "many exceptions",
    "huge values",
    "many patterns",
    "many colours",
    "many masets",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    """Never a traceback, within a few seconds of a processor and the memory that
    docs/certificates.md states."""
    status, out, err = limited()[name]
    assert status in (1, 2)
    assert "Traceback" not in err
    assert one_line(err or out)
    assert bool(err) == (status == 2)
    assert "for this machine" not in err
    if name in REFUSED:
        assert REFUSED[name] in err + out


LIMITED = """
import os, resource, sys, traceback
sys.path.insert(0, sys.argv[1])
import checker
for job in sys.argv[2:]:
    memory, _, path = job.partition(" ")
    if not (child := os.fork()):
        status = 70
        try:
            for number, ending in ((1, ".out"), (2, ".err")):
                os.dup2(os.open(path + ending, os.O_WRONLY | os.O_CREAT), number)
            resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
            resource.setrlimit(resource.RLIMIT_CPU, (10, 10))  # a signal ends it
            status = checker.main([path])
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    with open(path + ".status", "w") as file:
        file.write(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
"""
"""The checker is imported once, and each file is checked by a fork of that process."""


@cache
def limited() -> dict[str, tuple[int, str, str]]:
    """Status and output of the checker on files that ask for much, with little memory for each."""
    with tempfile.TemporaryDirectory() as name:
        folder, jobs = Path(name), list[str]()
        (folder / "checker").symlink_to(CHECKER)
        for number, kind in enumerate(HOSTILE):
            path = folder / f"{number}.cert"
            path.write_text(hostile(kind))
            most = (256 << 20) + 256 * path.stat().st_size
            memory = min(1 << 30, max(most, 400 << 20))  # numpy alone takes that many addresses
            jobs.append(f"{memory} {path}")
        for number, kind in enumerate(BOMBS, len(HOSTILE)):
            path = folder / f"{number}.cert"
            path.write_bytes(bomb(*kind))
            assert path.stat().st_size < 6 << 20
            jobs.append(f"{640 << 20} {path}")
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-I", "-c", LIMITED, str(folder), *jobs]
        subprocess.run(command, env=environment, timeout=600, check=True)
        return {
            kind: (
                int(Path(f"{path}.status").read_text()),
                Path(f"{path}.out").read_text(),
                Path(f"{path}.err").read_text(),
            )
            for kind, path in zip(
                [*HOSTILE, *map(" ".join, BOMBS)],
                [job.partition(" ")[2] for job in jobs],
                strict=True,
            )
        }


def gzip_bomb(start: bytes, unit: bytes) -> bytes:
    """The start and 1024 times the unit, compressed once: after a full flush nothing refers back.

    The checksum at the end is wrong: nobody should come so far.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = packer.compress(start) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + again * 1024 + packer.flush()


def xz_bomb(unit: bytes) -> bytes:
    """1024 times the unit, compressed once: the blocks of a stream stand by themselves.

    The index of the blocks at the end is that of one block: nobody should come so far.
    """
    packed = lzma.compress(unit, check=lzma.CHECK_NONE, preset=0)
    index = 4 * int.from_bytes(packed[-8:-4], "little") + 4  # its size, from the footer
    header, block, end = packed[:12], packed[12 : -12 - index], packed[-12 - index :]
    return header + block * 1024 + end


BOMBS = [("blanks", "gz"), ("an endless section", "gz"), ("blanks", "xz")]


def bomb(content: str, kind: str) -> bytes:
    start, unit = b"", b" " * (1 << 20)
    if content == "an endless section":
        unit = b"{*}\n" * (1 << 18)
        start = f"masetproof certificate 1\nsection claim 2000000 {'0' * 64}\n".encode()
    return gzip_bomb(start, unit) if kind == "gz" else xz_bomb(unit)


@pytest.mark.parametrize(("content", "kind"), BOMBS)
def test_bombs(content: str, kind: str) -> None:
    """A file of some kilobytes that unpacks to a gigabyte takes the memory of 64 MiB."""
    status, out, err = limited()[f"{content} {kind}"]
    assert (status, out) == (2, "")
    assert err.startswith("malformed: longer than 67108864 bytes")
    assert one_line(err)


def test_superfluous_automorphisms() -> None:
    """Of lines that are automorphisms, those are refused that merge no two orbits of questions."""
    original = valid("mastermind-2-with-expected")
    first, *rest = original["automorphisms"]
    for line in ("0 01 -", "0 10 -"):  # the identity, and one that is there already
        lines = [first, line, *rest]
        with pytest.raises(checker.Rejected, match="line 2: superfluous: it merges no two orbits"):
            checker.verify(seal({**original, "automorphisms": lines}).encode(), print)


def test_pattern_that_no_state_reaches() -> None:
    """Pattern 1 is a part of itself only; all else about it is right."""
    sections = valid("mastermind-1-with-expected")
    sections["patterns"].append("{0|*}")
    sections["parts"].append("p 1 0 0")
    status, reason = verdict(seal(sections))
    assert status == 1
    assert reason.startswith("section patterns, line 2: ")
    assert "no state reaches pattern 1, {0|*}" in reason


def test_what_is_kept_is_limited_by_the_size_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = empty_proof(a_claim("ab", 2), 1000)
    proof.keep(checker.KEPT + checker.KEPT_TIMES * 1000)
    with pytest.raises(checker.Malformed, match="too large: a file of this size"):
        proof.keep(1)
    path = FILES / "valid" / "mastermind-2-exact-expected.cert"
    monkeypatch.setattr(part_of_checker("splitting"), "KEPT", 0)
    checker.check(str(path))
    monkeypatch.setattr(part_of_checker("splitting"), "KEPT_TIMES", 1)
    with pytest.raises(checker.Malformed, match="too large: a file of this size"):
        checker.check(str(path))


def test_too_long_a_file(tmp_path: Path) -> None:
    path = tmp_path / "long.cert"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(checker.Malformed, match="longer"):
        checker.check(str(path))
