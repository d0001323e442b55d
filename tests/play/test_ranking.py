"""Rankings of questions: published sizes, brute force, the sentence about a question, refusals."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from masetproof import FiniteGame, Wordle, openings, rank_questions
from masetproof.arguments import Refused
from masetproof.cli import main
from tests.oracles import masets, wordle

WORDS = ["tears", "stare", "rates", "store", "crate", "trace", "least", "steal", "react"]
MORE = ["salet", "round", "cloud", "vying", "paper"]
GAME = FiniteGame(Wordle(WORDS, [*WORDS, *MORE]))


def expected_sizes(words: list[str]) -> dict[str, Fraction]:
    """How many secrets each question leaves on average, by the definition of Wordle."""
    parts = {word: Counter(wordle.marks(secret, word) for secret in WORDS) for word in words}
    return {
        word: Fraction(sum(size**2 for size in part.values()), len(WORDS))
        for word, part in parts.items()
        if len(part) > 1
    }


def test_sizes_are_those_of_kooi() -> None:
    """Yet another Mastermind strategy, ICGA Journal 28 (2005), has these sizes of parts."""
    ranking = rank_questions(FiniteGame("mastermind", 4, 6), think=0)
    rows = {ranking.finite.text(one.question): one for one in ranking.best}
    assert list(rows) == ["0012", "0123", "0011", "0001", "0000"]
    assert [one.split.largest for one in rows.values()] == [276, 312, 256, 317, 625]
    assert [one.split.parts for one in rows.values()] == [14, 14, 13, 11, 5]
    assert [one.class_size for one in rows.values()] == [720, 360, 90, 120, 6]
    assert not ranking.is_searched


def test_words_have_their_places() -> None:
    sizes = expected_sizes(WORDS + MORE)
    ranking = rank_questions(GAME, 4, questions=["paper", "cloud"], think=0)
    order = sorted(sizes, key=lambda word: (sizes[word], word not in WORDS, word))
    assert [GAME.text(one.question) for one in ranking.best] == order[:4]
    assert ranking.compared == len(sizes)
    for one in (*ranking.best, *ranking.named):
        word = GAME.text(one.question)
        assert one.split.expected_size == sizes[word]
        assert one.place == 1 + sum(size < sizes[word] for size in sizes.values())
    assert [GAME.text(one.question) for one in ranking.named] == ["paper", "cloud"]


def test_rankings_by_weight() -> None:
    """What is left on average is a mean by weights, and costs are weighted means."""
    weights = {word: Fraction(number + 1, 2) for number, word in enumerate(WORDS)}
    finite, whole = FiniteGame(Wordle(weights, MORE)), sum(weights.values())
    ranking = rank_questions(finite, 30, think=5)
    means = {}
    for one in ranking.best:
        parts: dict[str, list[str]] = {}
        text = finite.text(one.question)
        for word in WORDS:
            parts.setdefault(wordle.marks(word, text), []).append(word)
        weighed = {answer: sum(map(weights.__getitem__, part)) for answer, part in parts.items()}
        left = sum(len(part) * weighed[answer] for answer, part in parts.items())
        assert one.split.expected_size == Fraction(left) / whole
        assert one.cost is not None
        means[text] = one.cost.expected(finite)
        places = sum(weight**2 for weight in weighed.values())
        means[text, "score"] = Fraction(places)
    cheapest = [one for one in means if isinstance(one, str)]
    assert cheapest == sorted(cheapest, key=means.__getitem__)
    scores = {one: means[one, "score"] for one in cheapest}
    for one in ranking.best:
        score = scores[finite.text(one.question)]
        assert one.place == 1 + sum(other < score for other in scores.values())
    assert "questions on average" in ranking.about(ranking.best[-1].question)


def test_state_of_play_is_ranked() -> None:
    state = FiniteGame("mastermind", 3, 4).then("001", "1,0")
    left = [secret for secret in state.whole.secrets if masets.answer(secret, (0, 0, 1)) == (1, 0)]
    ranking = rank_questions(state, 200, "minimax", think=0)
    largest = {
        question: max(Counter(masets.answer(secret, question) for secret in left).values())
        for question in state.questions
    }
    found = [(one.question, one.split.largest) for one in ranking.best]
    assert [size for _, size in found] == sorted(size for _, size in found)
    assert dict(found).items() <= largest.items()
    # Each question that tells anything is in one kind.
    telling = sum(size < len(left) for size in largest.values())
    assert sum(one.class_size for one in ranking.best) == telling == 63
    assert len(ranking.best) < 30


def test_costs_decide_the_order_when_they_are_known() -> None:
    ranking = rank_questions(GAME, 5, questions=["paper"], think=20)
    costs = {one.question: one.total for one in openings(GAME, workers=1, keep=False)}
    totals = [one.cost.total for one in ranking.best if one.cost is not None]
    assert totals == sorted(costs[one.question] or 0 for one in ranking.best)
    paper = GAME.parse("paper")
    more = (costs[paper] or 0) - min(total or 99 for total in totals)
    assert more > 0
    assert f"costs {costs[paper]} questions in all, {more} more than" in ranking.about(paper)
    assert "none that was searched costs less" in ranking.about(ranking.best[0].question)


def test_only_possible_questions_are_ranked_where_no_others_are_asked() -> None:
    finite = FiniteGame("mastermind", 3, 4, distinct=True, consistent_only=True)
    ranking = rank_questions(finite, 100, think=0)
    assert [finite.text(one.question) for one in ranking.best] == ["012"]
    with pytest.raises(Refused, match="not a possible secret"):
        rank_questions(finite, questions=["001"])


@pytest.fixture
def listed(tmp_path: Path) -> list[str]:
    words, more = tmp_path / "words.txt", tmp_path / "more.txt"
    words.write_text("\n".join(WORDS))
    more.write_text("\n".join(MORE))
    return ["hint", "wordle", "--words", str(words), "--allowed", str(more)]


def test_hint_ranks(listed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*listed, "--top", "2", "--question", "PAPER", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["first"]) == 2
    assert {"question", "total", "lower_bound", "optimal", "class_size"} <= {*document["first"][0]}
    assert [one["question"] for one in document["named"]] == ["paper"]
    assert main([*listed, "--question", "paper"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("paper has place ")
    several = ["--question", WORDS[0], WORDS[1], f"{WORDS[2]}:byyyy"]  # the last one is a step
    assert main([*listed, *several, "--top", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["after"] == several[-1:]
    asked = {one["question"] for one in (*document["first"], *document["named"])}
    assert asked >= {WORDS[0], WORDS[1]}
    assert main([*listed, "--top", "3", "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert main([*listed, "crate:ggggb", "crate:bbbbb", "--top", "3"]) == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--csv"], "needs --top or --question"),
        (["--top", "3", "--level", "1"], "for --level 3"),
        (["--top", "0"], "how many questions must be 1 to"),
        (["--top", "3", "--csv", "--json"], "not both csv and json"),
        (["--top", "3", "--rule", "random"], "prefers no question"),
        (["--top", "3", "--rule", "minimax,entropy"], "the rule is one of"),
        (["--question", "vying"], "says nothing here"),
        (["--question", "zzzzz"], "not in the list"),
        (["--question", "paper,rates"], "several questions have spaces between them"),
        (["--question", "paper:bbbbb"], "takes a question without an answer"),
    ],
)
def test_rankings_that_make_no_sense(
    options: list[str], complaint: str, listed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*listed, *options]) == 2
    assert complaint in capsys.readouterr().err
