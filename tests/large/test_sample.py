"""The constraint search and its twin, and the methods that ask what is possible."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof import FiniteGame
from masetproof.arguments import Refused
from masetproof.finite.setting import Contradiction
from masetproof.games.pegs import Answer, PegGame
from masetproof.games.registry import as_game
from masetproof.kernels import draw_words, find_words
from masetproof.large.breaker import agreeing
from masetproof.large.consistent import Constraints
from masetproof.large.crack import codebreaker, crack
from masetproof.progress import no_tick
from tests.kernels.twins import draw_plainly, find_plainly
from tests.large.plain import check_game, plain_answer

GAMES = st.sampled_from(["mastermind", "ab", "black-peg", "black-peg-ab"])


@st.composite
def constraints(draw: st.DrawFn) -> Constraints:
    """A small game after some questions about one secret or several."""
    game, pegs = draw(GAMES), draw(st.integers(1, 4))
    finite = FiniteGame(game, pegs, draw(st.integers(pegs, 6)), distinct=draw(st.booleans()))
    found = Constraints(finite)
    words = st.sampled_from(finite.questions)
    for question in draw(st.lists(words, max_size=3)):
        found.hear(question, found.rules.compare(draw(words), question))
    return found


def listed(found: Constraints, *, either: bool = False) -> set[tuple[int, ...]]:
    """The words that agree, of the list of all words; either: in black and white pegs together."""
    compare = found.rules.compare
    return {
        word
        for word in product(range(found.colours), repeat=found.pegs)
        if all(word.count(colour) <= found.alike for colour in word)
        and all(
            sum(compare(word, asked)) == sum(told) if either else compare(word, asked) == told
            for asked, told in found.turns
        )
    }


@settings(max_examples=150, deadline=None)
@given(constraints(), st.integers(0, 99))
def test_the_search_finds_all_words_that_agree(found: Constraints, seed: int) -> None:
    words, _, complete = found.search(np.random.default_rng(seed), 10**6, 10**4)
    assert complete
    assert len(words) == len(listed(found))
    assert set(map(tuple, words.tolist())) == listed(found)


@settings(max_examples=150, deadline=None)
@given(constraints())
def test_the_ways_to_count_the_colours_are_known(found: Constraints) -> None:
    """The words of all of them are those that have the right number of pegs of either kind."""
    if found.rules.white_pegs:
        assert found._words_of_rows().sum() == len(listed(found, either=True))
        assert len(np.unique(found.rows, axis=0)) == len(found.rows)


@settings(max_examples=40, deadline=None)
@given(constraints(), st.integers(0, 99))
def test_every_word_is_drawn_as_often_as_any_other(found: Constraints, seed: int) -> None:
    left = listed(found)
    if left and found.rules.white_pegs:
        words, _ = found.draw(np.random.default_rng(seed), 100 * len(left), 10**7)
        times = Counter(map(tuple, words.tolist()))
        assert times.keys() == left
        # Six standard deviations of a number whose mean is 100.
        assert all(40 <= number <= 160 for number in times.values())


def test_a_sample_in_the_middle_of_a_game_is_as_large_parts_are() -> None:
    """Of a sample as many words give each answer as of all that agree, as far as chance allows."""
    finite = FiniteGame("mastermind", 5, 8)
    found = Constraints(finite)
    found.hear((0, 0, 1, 2, 3), Answer(1, 2))
    found.hear((4, 1, 0, 5, 0), Answer(1, 1))
    left = listed(found)
    words, complete = found.words(
        np.random.default_rng(1), np.empty((0, 5), np.int16), 2_000, few=False, tick=no_tick
    )
    assert not complete
    asked = (1, 0, 4, 0, 6)
    expected = Counter(finite.game.compare(word, asked) for word in left)
    drawn = Counter(finite.game.compare(tuple(word), asked) for word in words.tolist())
    assert drawn.keys() <= expected.keys()
    for answer, number in expected.items():
        share = number / len(left)
        assert abs(drawn[answer] - 2_000 * share) <= 5 * (2_000 * share * (1 - share)) ** 0.5


@settings(max_examples=150, deadline=None)
@given(constraints(), st.integers(0, 99), st.integers(0, 60), st.integers(1, 9))
def test_the_kernels_and_their_twins(
    found: Constraints, seed: int, steps: int, wanted: int
) -> None:
    random = np.random.default_rng(seed)
    kinds = found.rows.shape[1]
    places = random.permutation(found.pegs).astype(np.int16)
    order = np.array([random.permutation(kinds) for _ in range(found.pegs)], np.int16)
    asked, black = found._blacks()
    # What is in the room to work makes no difference.
    may, left = np.full(kinds, 7, np.uint8), np.full_like(black, 7)
    tried, word = np.full((2, found.pegs), 7, np.int16)
    words, plain_words = np.full((2, wanted, found.pegs), -1, np.int16)
    about = found.rows, asked, black, places, order, steps
    room = {"may": may, "black_left": left, "tried": tried, "word": word}
    told = np.empty(2, np.int64)
    number = find_words(*about, room, words, told)
    assert (number, *told.tolist()) == find_plainly(*about, plain_words)
    assert words.tolist() == plain_words.tolist()
    if not found.rules.white_pegs or not len(found.rows):
        return
    state, plain_state = np.full((2, 1), seed + 1, np.uint64)
    until = found._words_of_rows().cumsum()
    trials = np.empty(1, np.int64)
    number = draw_words(found.rows, until, asked, black, state, steps, left, words, trials)
    plain = draw_plainly(found.rows, until, asked, black, plain_state, steps, plain_words)
    assert (number, int(trials[0])) == plain
    assert words[:number].tolist() == plain_words[:number].tolist()
    assert state == plain_state


@settings(max_examples=60, deadline=None)
@given(constraints(), st.booleans(), st.integers(0, 99))
def test_words_agree(found: Constraints, few: bool, seed: int) -> None:
    """Also when they are not all; all of them are different."""
    all_words = listed(found)
    known = np.empty((0, found.pegs), np.int16)
    wanted = min(3, len(all_words))
    words, complete = found.words(np.random.default_rng(seed), known, wanted, few, no_tick)
    assert complete or not few
    assert set(map(tuple, words.tolist())) <= all_words
    assert len(words) >= wanted
    if complete:
        assert len(words) == len(all_words)
        assert set(map(tuple, words.tolist())) == all_words


def test_words_that_are_hardly_ever_drawn_are_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where drawing gives none at all, searches that begin anew give different words."""
    finite = FiniteGame("mastermind", 4, 6)
    found = Constraints(finite)
    found.hear((0, 0, 1, 1), Answer(0, 1))
    monkeypatch.setattr("masetproof.large.consistent._DRAWN", 0)
    known = np.empty((0, 4), np.int16)
    words, complete = found.words(np.random.default_rng(1), known, 50, False, no_tick)
    assert not complete
    assert len(set(map(tuple, words.tolist()))) == len(words) >= 50
    assert set(map(tuple, words.tolist())) <= listed(found)


@settings(max_examples=60, deadline=None)
@given(GAMES, st.data())
def test_answers_to_many_secrets(name: str, data: st.DataObject) -> None:
    """Those of the rules, also for words of more cells than are listed."""
    rules = as_game(name)
    assert isinstance(rules, PegGame)
    pegs = data.draw(st.integers(1, 30))
    words = st.permutations(range(40)).map(lambda order: tuple(order[:pegs]))
    if rules.repeats:
        words |= st.lists(st.integers(0, 3), min_size=pegs, max_size=pegs).map(tuple)
    question, *secrets = data.draw(st.lists(words, min_size=2, max_size=5))
    answers = [rules.compare(one, question) for one in secrets]
    for answer in answers:
        agrees = agreeing(rules, np.array(secrets), question, answer)
        assert agrees.tolist() == [answer == other for other in answers]


# ----------------------------------------------------------------------------------- the methods


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", ["sieve", "sample"])
@pytest.mark.parametrize(
    ("pegs", "colours"), [(1, 1), (1, 4), (3, 1), (2, 2), (3, 3), (2, 6), (7, 2)]
)
def test_every_secret_is_found(method: str, pegs: int, colours: int) -> None:
    finite = FiniteGame("mastermind", pegs, colours)
    for secret in finite.secrets:
        played = crack(finite, secret, method)
        check_game(secret, list(played.turns), colours)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["sieve", "sample"]), GAMES, st.booleans(), st.booleans(), st.data())
def test_games_and_variants(
    method: str, name: str, distinct: bool, consistent: bool, data: st.DataObject
) -> None:
    """Questions are words of the game; where only possible secrets may be asked, they are that."""
    finite = FiniteGame(name, 3, 6, distinct=distinct, consistent_only=consistent)
    secret = data.draw(st.sampled_from(finite.secrets))
    turns = crack(finite, secret, method, seed=data.draw(st.integers(0, 9))).turns
    assert turns[-1].question == secret
    for i, (question, answer) in enumerate(turns):
        finite.as_question(question)
        black, white = plain_answer(secret, question)
        assert answer == (black, white if finite.game.white_pegs else 0)  # type: ignore[attr-defined]
        if consistent or method == "sieve":
            before = [(turn.question, turn.answer) for turn in turns[:i]]
            assert all(finite.game.compare(question, asked) == told for asked, told in before)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("pegs", "colours", "most"), [(6, 9, 10), (8, 12, 13), (20, 20, 70), (40, 2, 70)]
)
def test_large_boards(pegs: int, colours: int, most: int) -> None:
    """Far fewer questions than pegs times colours."""
    played = crack(FiniteGame("mastermind", pegs, colours), None, "sample", seed=1)
    check_game(played.secret, list(played.turns), colours)
    assert len(played.turns) <= most


@pytest.mark.parametrize("method", ["sieve", "sample"])
def test_a_contradiction_is_noticed_at_once(method: str) -> None:
    """As soon as no secret of the list is left, and no sooner."""
    finite = FiniteGame("mastermind", 4, 3)
    random = np.random.default_rng(0)
    for game in range(40):
        breaker = codebreaker(finite, method, seed=3, game=game)
        left = list(product(range(3), repeat=4))
        while True:
            black = int(random.integers(4))
            told = Answer(black, int(random.integers(5 - black)))
            question = breaker.question
            left = [word for word in left if finite.game.compare(word, question) == told]
            if not left:
                with pytest.raises(Contradiction):
                    breaker.hear(told)
                break
            breaker.hear(told)


@pytest.mark.parametrize(
    ("game", "pegs", "colours", "method", "why"),
    [
        ("mastermind", 6, 7, "sieve", "fewer than 50,000"),
        ("mastermind", 1001, 2, "sample", "at most 1,000 pegs"),
        ("ab", 30, 40, "sample", "16 pegs and 8,916,100,448,256"),
        ("black-peg", 30, 40, "sample", "16 pegs and 8,916,100,448,256"),
        ("comparison", 2, 5, "sample", "games of pegs, not comparison"),
        ("mastermind", 1001, 2, "decomposition", "at most 1,000 pegs"),
    ],
)
def test_what_a_method_does_not_claim_is_refused(
    game: str, pegs: int, colours: int, method: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        crack(FiniteGame(game, pegs, colours), None, method)


def test_answers_that_are_none() -> None:
    breaker = codebreaker(FiniteGame("black-peg", 4, 6), "sample")
    for answer, why in (((5, 0), "0 to 4"), ((-1, 0), "no answer"), ((1, 1), "no answer")):
        with pytest.raises(Refused, match=why):
            breaker.hear(answer)
    with pytest.raises(Refused, match="nothing is asked"):
        breaker.hear((4, 0))
    breaker = codebreaker(FiniteGame("mastermind", 4, 6), "sample")
    with pytest.raises(Contradiction, match="one place"):
        breaker.hear((3, 1))
