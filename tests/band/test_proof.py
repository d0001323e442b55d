"""Both halves for two and three pegs, against the theorems on cells and the proof by hand."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.band.proof import BandProof, prove_band
from masetproof.checker import Rejected, verify
from masetproof.proofs.theorem import theorem_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", params=[2, 3])
def proof(request: pytest.FixtureRequest) -> BandProof:
    return prove_band(request.param)


FEW_PEGS = pytest.mark.parametrize(
    "proof", [2, pytest.param(3, marks=pytest.mark.slow)], indirect=True
)


@FEW_PEGS
def test_the_formula_is_that_of_the_theorem_on_cells(proof: BandProof) -> None:
    """Another engine, with functions of several indices; both readings."""
    for reading in ("exact", "with"):
        theorem = theorem_of("black-peg", proof.pegs, reading=reading)
        for n in range(1, 60):
            assert proof.formula(n) == theorem.value((n,) * proof.pegs)
        assert proof.formula.branches == theorem.formula.branches
    assert not proof.between


def test_the_strategy_takes_what_is_proved(proof: BandProof) -> None:
    for n in range(1, 60):
        assert proof.book.value(n) == proof.formula(n)


def test_three_pegs_need_a_few_dozen_states() -> None:
    proof = prove_band(3)
    assert proof.asked < 40
    assert proof.averaged < 10
    assert len(proof.certificate()) < 10_000


def test_it_is_the_same_every_time(proof: BandProof) -> None:
    assert prove_band(proof.pegs).certificate() == proof.certificate()


@pytest.mark.slow
def test_four_pegs_made_anew_are_what_is_kept() -> None:
    """The certificate, the book of the strategy and what the explorer says; half an hour."""
    proof = prove_band(4)
    kept = ROOT / "output" / "short" / "black-peg-4.cert.xz"
    assert proof.certificate() == lzma.decompress(kept.read_bytes())
    book = ROOT / "masetproof" / "strategies" / "books" / "black-peg-4-expected.txt"
    assert proof.book.text == book.read_text()
    told = json.loads(
        (ROOT / "masetproof" / "explore" / "kept" / "black-peg-4-expected.json").read_text()
    )
    assert json.dumps(proof.as_json() | {"digest": proof.verified.digest}) == json.dumps(told)


@FEW_PEGS
def test_each_state_is_missed_when_it_is_left_out(proof: BandProof) -> None:
    """Without any one of the states the rest is no proof."""
    text = proof.certificate().decode().rpartition("end ")[0]
    head, states, rest = re.split(r"(?<=states )(\d+\n(?:\d+\.\d+ .\n)+)", text)
    lines = states.splitlines()[1:]
    for place in range(len(lines)):
        fewer = [str(len(lines) - 1), *lines[:place], *lines[place + 1 :]]
        body = (head + "\n".join(fewer) + "\n" + rest).encode()
        with pytest.raises(Rejected):
            verify(body + f"end {hashlib.sha256(body).hexdigest()}\n".encode(), lambda *_: None)


def test_wrong_numbers_of_pegs_are_refused() -> None:
    for pegs in (1, 5, "3 pegs", 2.5):
        with pytest.raises(Refused):
            prove_band(pegs)  # type: ignore[arg-type]
