"""The folder of Coq proofs: what it is made of, and that it says what the certificates say."""

import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof.checker.reading import read
from masetproof.checker.shortreading import parse_short

ROOT = Path(__file__).parents[1]
VERIFIED = ROOT / "verified"
TWO = [("mastermind", "expected"), ("mastermind", "worst"), ("ab", "expected"), ("ab", "worst")]
GAMES = {"mastermind": "Mastermind", "ab": "Ab"}


def test_the_definitions_fit_on_a_page() -> None:
    lines = (VERIFIED / "Game.v").read_text().splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 110


def test_all_that_coq_reads_is_in_the_record() -> None:
    """While the digests in it are right, .ci/run does not ask Coq again; the slow suite does."""
    lines = (VERIFIED / "proved").read_text().splitlines()
    named = dict(re.fullmatch(r"[0-9a-f]{64}  (\S+)()", line).groups() for line in lines)
    read = {path.name for ending in ("*.v", "*.sh") for path in VERIFIED.glob(ending)}
    assert named.keys() == read | {"Makefile", "_CoqProject"}


def test_nothing_is_assumed() -> None:
    """`make` has Coq say so; here the words with which one assumes something are looked for."""
    files = {path.name for path in VERIFIED.glob("*.v")}
    for name in files:
        text = (VERIFIED / name).read_text()
        code = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        found = re.findall(
            r"\b(Admitted|admit|Axioms?|Conjecture|Parameters?|Abort|bypass_check|Unset)\b", code
        )
        assert not found, (name, found)
        # Hypotheses stand in sections only, where they become premises.
        outside = re.sub(r"^Section (\w+)\..*?^End \1\.", "", code, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(r"^\s*(Hypothes[ie]s|Variables?|Context)\b", outside, re.MULTILINE)
    listed = {
        line
        for project in ("_CoqProject", "_ThreeProject")
        for line in (VERIFIED / project).read_text().splitlines()
        if line.endswith(".v")
    }
    assert files == listed | {"Assumptions.v", "AssumptionsThree.v"}


STATED = {
    "Assumptions": ["MastermindTwo", "AbTwo", "MastermindTwoWorst", "AbTwoWorst"],
    "AssumptionsThree": ["AbThree", "MastermindThree"],
}
"""What docs/verified.md lists, by the file that asks what it assumes."""
THEOREMS = ("lower_half", "upper_half", "real_game")


def test_each_theorem_is_asked_what_it_assumes() -> None:
    """All three of each file; `make` counts the answers, so it is to be given the same files."""
    make = (VERIFIED / "Makefile").read_text()
    for assumptions, variable in zip(STATED, ("TWO", "THREE"), strict=True):
        asked = re.findall(
            r"^Print Assumptions (\w+)\.(\w+)\.$",
            (VERIFIED / f"{assumptions}.v").read_text(),
            re.MULTILINE,
        )
        names = STATED[assumptions]
        assert asked == [(name, theorem) for name in names for theorem in THEOREMS]
        for name in names:
            stated = re.findall(
                r"^Theorem (\w+)", (VERIFIED / f"{name}.v").read_text(), re.MULTILINE
            )
            assert sorted(stated) == sorted(THEOREMS)
        assert f"\n{variable} = {' '.join(f'{name}.v' for name in names)}\n" in make
    others = {
        path.stem for path in VERIFIED.glob("*.v") if "\nTheorem real_game" in path.read_text()
    }
    assert others == {name for names in STATED.values() for name in names}


def counted(folder: Path, answers: str) -> subprocess.CompletedProcess[str]:
    """What `make` says when Coq has answered this of the theorems of two files."""
    (folder / "answers").write_text(answers)
    files = [VERIFIED / f"{name}.v" for name in STATED["AssumptionsThree"]]
    return subprocess.run(
        ["sh", VERIFIED / "closed.sh", folder / "answers", *files],
        capture_output=True,
        text=True,
        check=False,
    )


def test_answers_are_counted(tmp_path: Path) -> None:
    """An axiom, or a theorem of which Coq was not asked, makes `make` fail."""
    closed = "Closed under the global context\n"
    right = counted(tmp_path, closed * 6)
    assert (right.returncode, right.stdout) == (0, "6 of 6 theorems assume nothing\n")
    for answers in ("", closed * 5, closed * 7, closed * 5 + "Axioms:\nfree : False\n"):
        assert counted(tmp_path, answers).returncode == 1, answers
    wrong = counted(tmp_path, "Axioms:\nfree : False\n" + closed * 6)
    assert wrong.returncode == 1
    assert "free : False" in wrong.stdout


@pytest.mark.parametrize(("game", "objective"), TWO)
def test_the_data_of_two_pegs_are_what_is_found(game: str, objective: str) -> None:
    found = subprocess.run(
        [sys.executable, "find.py", game, objective],
        cwd=VERIFIED,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    kept = VERIFIED / f"{GAMES[game]}Two{objective.capitalize()}Data.v"
    assert found.stdout == kept.read_text()


def formula_of(name: str) -> tuple[str, int, int]:
    """The text of the formula, its factor, and the least n for which a theorem claims it."""
    text = (VERIFIED / f"{name}.v").read_text()
    body = re.search(r"Definition formula \(n : nat\) : Z :=\n(.*?)\.\n", text, re.DOTALL)
    claim = re.search(r"\(\((\d+) <= n\)%nat -> (\d+) \* Z\.of_nat v = formula n\)\.\nProof", text)
    assert body is not None
    assert claim is not None
    return body[1], int(claim[2]), int(claim[1])


@pytest.mark.parametrize(("game", "pegs"), [(game, pegs) for game in GAMES for pegs in (2, 3)])
def test_the_theorems_are_those_of_the_certificates(game: str, pegs: int) -> None:
    said = parse_short(read(ROOT / f"output/short/{game}-{pegs}.cert.xz"))
    name = f"{GAMES[game]}{ {2: 'Two', 3: 'Three'}[pegs] }"
    text, factor, first = formula_of(name)
    assert first == said.valid_from
    branches = re.findall(r"(\d+ \* N\^[^\n|]*?)(?: else|\n|$)", text)
    assert len(branches) == pegs
    for residue, branch in enumerate(branches):
        terms = re.findall(r"([+-]?) ?(\d+)(?: \* N(?:\^(\d))?)?", branch)
        own = {
            int(power or ("* N" in branch and i == len(terms) - 2) or 0): int(sign + number)
            for i, (sign, number, power) in enumerate(terms)
        }
        coefficients = [Fraction(own.get(power, 0), factor) for power in range(pegs + 2)]
        assert tuple(coefficients) == said.branches[residue % len(said.branches)]


@pytest.mark.parametrize("game", GAMES)
def test_the_values_of_three_pegs_are_those_of_the_certificates(game: str) -> None:
    """But for the one value that the short proof cannot show."""
    said = parse_short(read(ROOT / f"output/short/{game}-3.cert.xz"))
    text = (VERIFIED / f"{GAMES[game]}Three.v").read_text()
    few = re.search(r"Definition few : list Z :=\s*\[(.*?)\]\.", text, re.DOTALL)
    assert few is not None
    values = dict(enumerate(map(int, few[1].split(";"))))
    wrong = {n for n, value in said.exceptions.items() if values[n] != value}
    assert wrong == ({4} if game == "ab" else set())


def test_the_writer_of_three_pegs_finds_what_it_needs() -> None:
    """Coq's data of three pegs take a minute to write, and the slow suite compares them."""
    asked = [sys.executable, "three.py", "ab", ROOT / "output/short/ab-2.cert.xz"]
    done = subprocess.run(asked, cwd=VERIFIED, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "is not a proof of ab with three pegs" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_data_of_three_pegs_are_what_is_found(game: str) -> None:
    certificate = ROOT / f"output/short/{game}-3.cert.xz"
    for what, kept in ((game, f"{GAMES[game]}ThreeData.v"), ("counts", "CountsThreeData.v")):
        found = subprocess.run(
            [sys.executable, "three.py", what, certificate],
            cwd=VERIFIED,
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout == (VERIFIED / kept).read_text()


@pytest.mark.slow
def test_coq_believes_it(tmp_path: Path) -> None:
    """All of it, from nothing, in a copy that has nothing else."""
    if shutil.which("coqc") is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have coqc")
        pytest.skip("there is no coqc here; .ci/run installs it")
    kept = shutil.ignore_patterns("*.vo*", "*.glob", ".*", "Makefile.*", "assumptions*")
    copy = shutil.copytree(VERIFIED, tmp_path / "verified", ignore=kept)
    subprocess.run(["make", "-C", copy, "three"], check=True)
    told = (copy / "assumptions").read_text() + (copy / "assumptions-three").read_text()
    assert told == "Closed under the global context\n" * 18
    for planted in ("Admitted", "Axiom"):
        text = (VERIFIED / "AbTwo.v").read_text()
        (copy / "AbTwo.v").write_text(weakened(text, planted))
        made = subprocess.run(["make", "-C", copy], capture_output=True, text=True, check=False)
        assert made.returncode != 0, planted
        assert "11 of 12 theorems assume nothing" in made.stdout


def weakened(text: str, planted: str) -> str:
    """A file of theorems of which `upper_half` is not proved, or `lower_half` rests on an axiom."""
    name = "upper_half" if planted == "Admitted" else "lower_half"
    found = re.search(rf"Theorem {name} (.*?) : (.*?)\nProof\.\n.*?\nQed\.", text, re.DOTALL)
    assert found is not None
    statement = f"Theorem {name} {found[1]} : {found[2]}\n"
    if planted == "Admitted":
        changed = f"{statement}Admitted."
    else:
        axiom = f"Axiom free : forall {found[1]}, {found[2]}\n"
        changed = f"{axiom}{statement}Proof. exact (free {found[1]}). Qed."
    return text.replace(found[0], changed)
