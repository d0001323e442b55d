"""Lists of words with weights: how they are written, and what is weighed by them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof import FiniteGame, evaluate, hint, load_tree, optimize, replay, write_tree
from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.games.jotto import Jotto
from masetproof.games.wordle import Wordle
from masetproof.trees.claims import Claimed
from tests.oracles.wordle import marks

WEIGHTS = {"batch": 1, "catch": 40, "hatch": 2, "latch": 2, "match": 30, "patch": 3, "watch": 9}
MORE = ("climb", "whomp")
LIST = "".join(f"{word} {weight}\n" for word, weight in WEIGHTS.items())


@pytest.mark.parametrize(
    "text",
    [
        "ape 3\nate 1/4\n",
        "ape,3\nate,0.25\n",
        "ate , 25e-2\n\nAPE   +3.0\n",
        "\ufeffape\t3\r\nate\t.25\r\n",
    ],
)
def test_how_they_are_written(text: str) -> None:
    game = Jotto(text)
    assert game == Jotto({"ape": 3, "ate": Fraction(1, 4)}) == Jotto({"ape": "3", "ate": "0.25"})
    assert FiniteGame(game).weights == (Fraction(3), Fraction(1, 4))
    assert Jotto.of_data(json.loads(json.dumps(game.data()))) == game != Jotto("ape\nate")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ape 3\nate -1", "line 2: the weight '-1' is not positive"),
        ("ape 3\nate 0", "line 2: the weight '0' is not positive"),
        ("ape 0.000\n", "is not positive"),
        ("ape nan", "the weight 'nan' is no number such as 3"),
        ("ape,-inf", "the weight '-inf' is no number"),
        ("ape 1/0", "the weight '1/0' is no number"),
        ("ape 1e61", "an exponent of more than 60"),
        ("ape 1e999999999", "is no number"),
        ("ape 1_0", "the weight '1_0' is no number"),
        ("ape ٣", "is no word of letters"),
        ("ape " + "9" * 31, "at most 30 digits"),
        ("ape 3\nate", "line 2: all words have weights or none"),
        ("ape\nate 3", "line 2: all words have weights or none"),
        ("ape 3\nape 4", "line 2: 'ape' stands in the list twice"),
        ("ape 3 4", "is no word of letters"),
        ("ape" + " " * 500 + "37", "is no word of letters"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Jotto(text)


def test_weights_are_exact_and_of_secrets() -> None:
    with pytest.raises(Refused, match=r"a whole number, a fraction or its text, not 0\.5"):
        Jotto({"ape": 0.5})
    with pytest.raises(Refused, match="that is no secret has no weight"):
        Jotto("ape 1", "ate 2")
    with pytest.raises(Refused, match="2 words and as many weights"):
        Jotto.of_data({"words": ["ape", "ate"], "allowed": [], "weights": ["1"]})
    far = Jotto({"ape": "1e-60", "ate": 1})
    with pytest.raises(Refused, match="too many digits to compute with"):
        optimize(FiniteGame(far), keep=False)
    with pytest.raises(Refused, match="too many digits to compute with"):
        evaluate(FiniteGame(far), "entropy")


def weighed(question: str) -> dict[str, int]:
    parts: dict[str, int] = {}
    for secret, weight in WEIGHTS.items():
        told = marks(secret, question)
        parts[told] = parts.get(told, 0) + weight
    return parts


def test_rules_look_at_weights() -> None:
    """The first question has the least sum of squares, or the least greatest weight."""
    finite = FiniteGame(Wordle(WEIGHTS, MORE))
    scores: dict[str, Callable[[dict[str, int]], int]] = {
        "expected-size": lambda parts: sum(weight**2 for weight in parts.values()),
        "minimax": lambda parts: max(parts.values()),
    }
    for rule, score in scores.items():
        first = finite.text(evaluate(finite, rule).first_question)
        best = min(score(weighed(word)) for word in (*WEIGHTS, *MORE))
        assert score(weighed(first)) == best, rule


def test_large_weights_give_the_same_questions() -> None:
    small = FiniteGame(Wordle(WEIGHTS, MORE))
    large = FiniteGame(Wordle({word: n * 10**9 + 1 for word, n in WEIGHTS.items()}, MORE))
    for rule in ("expected-size", "minimax", "entropy", "most-parts"):
        one, other = evaluate(small, rule), evaluate(large, rule)
        assert one.tree.root == other.tree.root


def test_equal_weights_change_nothing() -> None:
    plain = FiniteGame(Wordle(list(WEIGHTS), MORE))
    equal = FiniteGame(Wordle(dict.fromkeys(WEIGHTS, "1/3"), MORE))
    for rule in ("expected-size", "minimax", "entropy"):
        one, other = evaluate(plain, rule), evaluate(equal, rule)
        assert (one.tree.root, one.expected) == (other.tree.root, other.expected)
    best = optimize(plain, keep=False)
    assert best.expected == optimize(equal, keep=False).expected == Fraction(best.total, 7)


def test_hints_have_weighted_means() -> None:
    told = hint(FiniteGame(Wordle(WEIGHTS, MORE)))
    assert told.is_optimal
    assert told.expected is not None
    asked = told.suggestions[0]
    sizes: dict[str, int] = {}
    for secret in WEIGHTS:
        answer = marks(secret, told.finite.text(asked.question))
        sizes[answer] = sizes.get(answer, 0) + 1
    weights = weighed(told.finite.text(asked.question))
    left = sum(sizes[answer] * weight for answer, weight in weights.items())
    assert asked.expected_size == Fraction(left, sum(WEIGHTS.values()))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, tree = tmp_path / "words.txt", tmp_path / "tree.json"
    words.write_text(LIST)
    game = ["wordle", "--words", str(words)]
    assert main(["optimize", *game, "--tree", str(tree), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weight"] == "87"
    assert found["optimal"] is True
    assert found["lower_bound"] == found["total_bound"]
    assert Fraction(found["lower_bound"]) == 87 * Fraction(found["expected"])
    stored = load_tree(tree)
    assert stored.claims.expected == Fraction(found["expected"])
    assert main(["tree", "verify", str(tree), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["expected"] == found["expected"]
    tree.write_text(
        tree.read_text().replace(f'"expected": "{found["expected"]}"', '"expected": "2"')
    )
    assert main(["tree", "verify", str(tree)]) == 1
    assert "but '2' is claimed" in capsys.readouterr().out
    assert main(["optimize", *game, "--objective", "within:2", "--json"]) == 0
    within = json.loads(capsys.readouterr().out)
    assert (within["found"], within["weight"]) == (str(40 + 30), "87")
    assert main(["evaluate", *game, "--rule", "entropy", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["weight"] == "87"
    assert main(["optimize", *game]) == 0
    assert "weight      87" in capsys.readouterr().out
    assert main(["hint", *game, "patch:bgggg", "--json"]) == 0
    hinted = json.loads(capsys.readouterr().out)
    assert hinted["weight"] == str(sum(WEIGHTS.values()) - WEIGHTS["patch"])
    assert Fraction(hinted["expected"]) > 1
    assert main(["evolve", *game]) == 2
    assert "without weights" in capsys.readouterr().err


def test_claims_of_trees(tmp_path: Path) -> None:
    optimum = optimize(FiniteGame(Wordle(WEIGHTS)), keep=False)
    claims = Claimed.of(replay(optimum))
    assert claims.expected == optimum.expected
    write_tree(tmp_path / "tree.json", optimum, claims)
    assert load_tree(tmp_path / "tree.json").claims == claims
    for wrong in ("1/0", "x", 2.5, "1e9", "-1"):
        with pytest.raises(Refused, match="'expected' must be a fraction"):
            Claimed(expected=wrong)  # type: ignore[arg-type]
