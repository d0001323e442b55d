"""Short proofs: bounds never exceed what the closure says, and few members come to the value."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from masetproof.arguments import Refused
from masetproof.cache import keep
from masetproof.checker import verify
from masetproof.cli.main import main
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.patterns.closure import close
from masetproof.proofs.theorem import theorem_of
from masetproof.recurrences.readings import Reading
from masetproof.short.bounding import NEVER, CountBounds, MemberBounds, bound
from masetproof.short.forms import Forms
from masetproof.short.keeping import keep_members, kept_members
from masetproof.short.members import find_members, pruned
from masetproof.short.proof import ShortProof, prove_short

GAMES = [MASTERMIND, AB]


def forms_of(game: PegGame, colours: int) -> Forms:
    return Forms(close(game, 2), colours)


def checked(bounds: MemberBounds) -> MemberBounds:
    """Nothing is bounded by more than it costs, as the recurrences of the closure say."""
    assert (bounds.least <= bounds.forms.costs).all()
    return bounds


@pytest.mark.parametrize("game", GAMES)
def test_bounds_are_no_more_than_costs(game: PegGame) -> None:
    """Whatever the members are; with all forms as members they are the costs."""
    forms, rng = forms_of(game, 12), np.random.default_rng(5)
    counts, most = CountBounds(forms), len(forms.patterns)
    for size in (0, 1, 2, most // 2, most - 1):
        others = rng.choice(np.arange(1, most), size, replace=False).tolist()
        bounds = checked(bound(forms, counts, [0, *others]))
        assert (bounds.least[bounds.parts] >= 0).all()
        assert ((bounds.right == NEVER) == (bounds.rows.new[:, None] > np.arange(13))).all()
    assert np.array_equal(bounds.least, forms.costs)


@pytest.mark.parametrize("game", GAMES)
def test_bounds_by_counts_beyond_the_table(game: PegGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses beyond it count 0, and secrets as much as the size bound grows.

    Question d finds at most A^(d-1) secrets, with A = 4 answers for two pegs but the winning one.
    """
    monkeypatch.setattr(CountBounds, "clauses", 1)
    monkeypatch.setattr(CountBounds, "secrets", 1)
    forms = forms_of(game, 9)
    counts, most = CountBounds(forms), int(forms.stars[:, 0].max())
    assert most > 1
    size = np.cumsum([0, 1, *[2] * 4, *[3] * 16])
    for secrets, clauses, others in product(range(most + 1), range(4), range(2)):
        inside = counts.of((min(secrets, 1), min(clauses, 1), 0))
        bounds = counts.of((secrets, clauses, others))
        assert (bounds == inside + size[secrets] - size[min(secrets, 1)]).all()
        assert clauses or (bounds == size[secrets]).all()
    assert (counts.of(forms.stars) <= forms.costs).all()


@pytest.mark.parametrize("game", GAMES)
def test_groups_and_what_is_left_are_the_part(game: PegGame) -> None:
    forms = forms_of(game, 3)
    groups = forms.groups(np.arange(len(forms.patterns)))
    assert {*groups.part.tolist()} == {*range(len(forms.patterns))}
    assert (forms.stars[groups.form] + groups.left == forms.stars[groups.part]).all()


@pytest.mark.parametrize("game", GAMES)
def test_members_that_are_not_needed_are_left_out(game: PegGame) -> None:
    """Also when too many are given; what is left still comes to the value."""
    forms = forms_of(game, 20)
    counts = CountBounds(forms)
    found = checked(find_members(forms, counts))
    everything = bound(forms, counts, range(len(forms.patterns)))
    for bounds in (found, everything):
        fewer = checked(pruned(bounds))
        assert not fewer.missing.any()
        assert set(fewer.members) <= set(bounds.members)
    assert len(fewer.members) < len(everything.members)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.name)
def proof(request: pytest.FixtureRequest) -> ShortProof:
    return prove_short(request.param, 2)


def test_the_certificate_is_verified(proof: ShortProof) -> None:
    """By the checker, which shares no code; the formulas are those of Chen and Lin."""
    verified = verify(proof.certificate(), lambda *_: None)
    assert verified.symbols == proof.theorem.symbols()
    assert verified.counts["members"] == len(proof.members)
    assert verified.counts["questions"] == proof.questions
    assert verified.counts["listed"] == len(proof.covered)
    branches = {
        "mastermind": [["2", "-37/12", "17/8", "1/3"], ["23/8", "-10/3", "17/8", "1/3"]],
        "ab": [["6", "-19/3", "7/4", "1/3"], ["35/4", "-41/6", "7/4", "1/3"]],
    }
    game = proof.theorem.closure.game.name
    assert [[str(c) for c in branch] for branch in proof.formula.branches] == branches[game]


def test_the_same_proof_gives_the_same_bytes(proof: ShortProof) -> None:
    game = proof.theorem.closure.game
    assert prove_short(game.name, 2).certificate() == proof.certificate()


def test_the_real_game_attains_the_bound_of_two_pegs(proof: ShortProof) -> None:
    """In the reading `with` it is the bound itself."""
    assert (proof.attained_in, proof.missed.others) == (Reading.EXACT, "every n")
    lower = proof.theorem
    upper = theorem_of(lower.closure.game, 2, reading="exact", solve="nothing")
    assert all(upper.value(n) == lower.value(n) for n in range(2, 60))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "missed"), [("ab", "every n but n = 4"), ("mastermind", "every n")]
)
def test_three_pegs(game: str, missed: str) -> None:
    """The readings with and exact differ for no n but AB, n = 4 (docs/model.md)."""
    proof = prove_short(game, 3, upper=True)
    verified = verify(proof.certificate(), lambda *_: None)
    assert verified.symbols == proof.theorem.symbols()
    assert proof.missed.others == missed
    assert proof.between == ({} if game == "mastermind" else {4: (69, 72)})


@pytest.mark.parametrize(
    ("game", "pegs", "why"),
    [("black-peg", 2, "white pegs"), ("ab", 1, "one peg"), ("mastermind", 4, "4")],
)
def test_other_games_are_refused(game: str, pegs: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        prove_short(game, pegs)


def test_files_and_what_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prove", "mastermind", "--pegs", "2", "--short", "--listing", "none"]
    command += ["--out", str(tmp_path / "short")]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["members"], told["covered"]) == (3, 10)
    assert told["not_attained"]["numbers"] == told["not_attained"]["residues"] == []
    assert sorted(path.name for path in (tmp_path / "short").iterdir()) == [
        "SHA256SUMS",
        "short.cert",
        "summary.json",
    ]
    assert main(["check", told["certificate"]]) == 0
    assert "every strategy has a total number of questions" in capsys.readouterr().out
    assert main(command) == 0  # what the command made is replaced
    shown = capsys.readouterr().out
    assert "Some strategy takes no more, with --extra exact, for every n." in shown
    # A lower bound is proved, and its sentence says no more.
    assert shown.startswith("Proved that no strategy takes less. Mastermind with 2 pegs")
    assert (
        "the total number of questions over all secrets is at least f(n) for every n >= 3; it is "
        "at least 1 for n = 1 and 8 for n = 2."
    ) in shown
    (tmp_path / "short" / "short.cert").write_text("mine")
    assert main(command) == 2
    assert (tmp_path / "short" / "short.cert").read_text() == "mine"


def test_both_halves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The book of two pegs of Mastermind has 9 lines, and takes what the bound says for every n."""
    command = ["prove", "mastermind", "--pegs", "2", "--short", "--upper", "--listing", "none"]
    command += ["--out", str(tmp_path / "both")]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["places"], told["between"]) == (9, {})
    assert main(["check", told["certificate"]]) == 0
    assert "the least total number of questions over all secrets is" in capsys.readouterr().out
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "The certificate has a strategy of 9 places that does so.\n" in shown
    assert main(["prove", "mastermind", "--pegs", "2", "--upper"]) == 2
    assert "it is for --short" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more",
    [
        ["--objective", "worst"],
        ["--extra", "all"],
        ["--plot", "x.pdf"],
        ["--colours", "4"],
        ["--listing", "body"],
    ],
)
def test_what_does_not_go_with_short_proofs(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["prove", "ab", "--pegs", "2", "--short", *more]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_search_for_members_goes_on_from_those_that_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Wherever an interrupt comes the same members are found.  A damaged file counts as none."""
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    closure, told = close(MASTERMIND, 2), list[list[int]]()
    forms = Forms(closure, 20)
    counts = CountBounds(forms)
    whole = find_members(forms, counts, keep=lambda some: told.append([*some])).members
    assert len(told) > 1
    assert kept_members(closure) == (0, ())
    for some in told:
        keep_members(closure, 20, some)
        assert kept_members(closure) == (20, tuple(some))
        assert find_members(forms, counts, kept_members(closure)[1]).members == whole
    (path,) = tmp_path.glob("members-mastermind-2-*.txt")
    path.write_text(path.read_text().replace("[20", "[21"))
    assert kept_members(closure) == (0, ())
    for text in ("[20, 0, 0]", "[20, 0, 99]", "[20, 1]", "[]", "{"):
        keep("members-mastermind-2", text)
        assert kept_members(closure) == (0, ())


def test_a_proof_goes_on_after_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MASETPROOF_CACHE", "")
    plain = prove_short("mastermind", 2).certificate()
    monkeypatch.setenv("MASETPROOF_CACHE", str(tmp_path))
    stages, later = list[str](), list[str]()

    def interrupt(stage: str, *_: int) -> None:
        if "so far" in stage:
            stages.append(stage)
            if len(stages) == 2:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prove_short("mastermind", 2, progress=interrupt)
    again = prove_short("mastermind", 2, progress=lambda stage, *_: later.append(stage))
    assert again.certificate() == plain
    assert stages[0] not in later
