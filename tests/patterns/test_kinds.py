"""Patterns where implicit colours are of several kinds: black-peg AB, where columns share them."""

from collections import Counter
from itertools import permutations, product
from math import prod

import pytest

from masetproof.arguments import Refused
from masetproof.games.pegs import AB, BLACK_PEG, BLACK_PEG_AB
from masetproof.patterns.closure import close
from masetproof.patterns.isomorphism import canonical
from masetproof.patterns.kinds import Need, blank_needs, new_words
from masetproof.patterns.pattern import MasetPattern, with_new
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import fold, split
from masetproof.recurrences.recurrences import recurrences_of
from masetproof.words import EXTRA, KIND, STAR, parse_word, plain, told_kinds, word_text
from tests.oracles.black_peg_certificates import Maker, written

Word = tuple[int, ...]


@pytest.mark.parametrize("reading", ["exact", "with", "without"])
@pytest.mark.parametrize(("pegs", "patterns", "parts"), [(1, 1, 1), (2, 3, 15)])
def test_the_closure_is_that_of_the_oracle(
    pegs: int, patterns: int, parts: int, reading: str
) -> None:
    """Patterns, parts and what is implicit in them, functions, and questions up to symmetry."""
    made = Maker("black-peg-ab", pegs, reading, "expected")
    closure = close("black-peg-ab", pegs, extra=reading != "without")
    assert len(closure.patterns) == len(made.patterns) == patterns
    assert len(closure.identifications) == len(made.parts) == parts
    forms = {canonical(MasetPattern.parse(written(one))).form for one in made.patterns}
    assert {canonical(one).form for one in closure.patterns} == forms
    implicit = closure.identifications.implicit
    found = [] if implicit is None else [int((row > 0).sum()) for row in implicit]
    assert sorted(found) == sorted(len(one[4]) for one in made.parts.values() if pegs > 1)
    system = recurrences_of(closure, reading, "expected")
    assert len(system.functions()) == len(made.states())
    expected = sum(asked(made, number, e) for number, e in made.states())
    assert system.equation_count == expected


def asked(made: Maker, number: int, e: tuple[int, ...]) -> int:
    """The questions of a function that some m allows, up to renaming explicit colours."""
    pattern = made.patterns[number]
    many = dict.fromkeys(made.active(pattern), made.pegs)
    (colours,) = made.colours(pattern)
    same = [
        names
        for names in permutations(range(colours))
        if {tuple(x if x == "*" else names[x] for x in row) for row in pattern} == {*pattern}
    ]
    classes = set()
    for question, _, extra, new in made.questions(pattern):
        if made.allowed(extra, e, many):
            kinds = tuple(kind for kind, _, _ in new)
            images = [
                tuple(names[x] if isinstance(x, int) and x < colours else x for x in question)
                for names in same
            ]
            classes.add((min(images, key=str), kinds))
    return len(classes)


# ------------------------------------------------------------------ against single secrets


def secrets_of(pattern: MasetPattern, kinds: dict[int, int]) -> set[Word]:
    """The secrets of a pattern when implicit colours are of these kinds."""
    found: set[Word] = set()
    for row in pattern.clauses:
        cells = [
            [colour for colour, kind in kinds.items() if kind >> j & 1] if cell == STAR else [cell]
            for j, cell in enumerate(row)
        ]
        found |= {word for word in product(*cells) if len(set(word)) == len(word)}
    return found


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("pegs", [1, 2])
def test_parts_have_as_many_secrets_as_answers_leave(pegs: int, extra: bool) -> None:
    """For numbers of colours from 0 to 3 of each kind: with the index map of each part."""
    reading = "with" if extra else "without"
    system = recurrences_of(close("black-peg-ab", pegs, extra=extra), reading, "expected")
    closure, checked, expected = system.closure, 0, 0
    for number, pattern in enumerate(closure.patterns):
        state = number, system.first[1]
        questions = list(non_isomorphic_questions(pattern, "black-peg-ab", extra=extra))
        first = int(closure.question_start[number])
        active = system.active[number]
        for equation in system.equations(state):
            expected += prod(4 - equation.new[place] for place in active)
            question = questions[int(closure.splits.question[equation.split]) - first]
            fresh = told_kinds(question) or (sum(1 << j for j in stars(pattern)),) * 2
            question = plain(question)
            for index in product(range(4), repeat=len(active)):
                left = {p: m - equation.new[p] for p, m in zip(active, index, strict=True)}
                if min(left.values()) < 0:
                    continue
                numbers = dict(zip(active, index, strict=True))
                kinds = implicit_colours(pattern, system.kinds, numbers, question, fresh)
                secrets = secrets_of(pattern, kinds)
                answers = Counter(
                    sum(a == b for a, b in zip(secret, question, strict=True)) for secret in secrets
                )
                del answers[pegs]
                found = []
                for part in equation.parts:
                    there = [
                        sum(left[kind] for kind in one.kinds) + one.more for one in part.indices
                    ]
                    all_kinds = dict(zip(system.active[part.number], there, strict=True))
                    m = [all_kinds.get(place, 0) for place in range(len(system.kinds))]
                    found.append(system.forms[part.number].secrets("black-peg-ab", m))
                assert sorted(filter(None, found)) == sorted(answers.values())
                checked += 1
    assert checked == expected


def implicit_colours(
    pattern: MasetPattern,
    kinds: tuple[int, ...],
    numbers: dict[int, int],
    question: Word,
    fresh: tuple[int, ...],
) -> dict[int, int]:
    """Implicit colours by name, with their kinds; the new ones of a question are among them."""
    new = [cell for cell in question if pattern.colours <= cell < EXTRA]
    fresh = fresh[: len(new)]
    named = dict(zip(new, fresh, strict=True))
    left = Counter({kinds[place]: number for place, number in numbers.items()})
    left.subtract(fresh)
    name = 20
    for kind, number in left.items():
        for _ in range(number):
            named[name] = kind
            name += 1
    return named


def stars(pattern: MasetPattern) -> list[int]:
    """The columns that have a star."""
    return [j for j in range(pattern.pegs) if any(row[j] == STAR for row in pattern.clauses)]


def test_the_number_of_secrets() -> None:
    """x, y, z colours of the first column, the second, and both: pairs of different ones."""
    full = MasetPattern.full(2)
    for x, y, z in product(range(4), repeat=3):
        pairs = (x + z) * (y + z) - z
        assert full.secrets("black-peg-ab", (x, y, z)) == pairs
    assert full.secrets("black-peg-ab", 5) == 20
    assert MasetPattern.parse("{0*|*1}").secrets("black-peg-ab", (2, 3, 4)) == 7 + 6
    with pytest.raises(Refused, match="for each of 3 kinds of colours"):
        full.secrets("black-peg-ab", (3, 4))


# ------------------------------------------------------------------ single functions


def test_kinds_of_games() -> None:
    assert BLACK_PEG_AB.kinds(2) == (1, 2, 3)
    assert len(BLACK_PEG_AB.kinds(3)) == 7
    assert BLACK_PEG.kinds(3) == BLACK_PEG.alphabets(3) == (1, 2, 4)
    assert AB.kinds(3) == AB.alphabets(3) == BLACK_PEG_AB.alphabets(3) == (7,)
    assert new_words(BLACK_PEG, 2) == ((0, 0), (1, 0), (0, 2), (1, 2))
    assert len(new_words(BLACK_PEG_AB, 2)) == 9


@pytest.mark.parametrize(
    ("pattern", "core", "kinds"),
    [
        ("{**}", "{**}", ()),
        ("{0*|**}", "{**}", (1,)),
        ("{10|1*|*0|**}", "{**}", (2, 1)),
        ("{10|*0}", "{*0}", (1,)),
        ("{0*|*1}", "{0*|*1}", ()),
        ("{02|0*|31|*1}", "{0*|*1}", (2, 1)),
        ("{01|10}", "{01|10}", ()),
        ("{01|0*|*1|*0|**}", "{**}", (3, 2)),
        # 0 may stand in both columns, but not where 1 does.
        ("{0*|*1|*0|**}", "{0*|*0|*1|**}", ()),
        ("{0*|*0|**}", "{**}", (3,)),
    ],
)
def test_folding(pattern: str, core: str, kinds: tuple[int, ...]) -> None:
    whole = MasetPattern.parse(pattern)
    left, again = fold(whole, BLACK_PEG_AB)
    assert tuple(again.values()) == kinds
    assert left.normalize()[0] == MasetPattern.parse(core).normalize()[0]
    assert with_new(left, again, BLACK_PEG_AB) == whole
    assert fold(whole, AB) == (whole, {})


def test_what_blanks_need() -> None:
    """Colours of other columns, if none is excluded; by trying all of them."""
    stars = (True, True)
    assert blank_needs(BLACK_PEG_AB, stars, 0, (0,)) == ()
    assert blank_needs(BLACK_PEG_AB, stars, 1, (1,)) == ()
    assert blank_needs(BLACK_PEG_AB, stars, 1, (0,)) == (Need((1,), 1),)
    assert blank_needs(BLACK_PEG_AB, (True, False), 1, (0,)) is None
    assert blank_needs(BLACK_PEG_AB, (True, False), 2, (0,)) == (Need((0,), 1),)
    assert blank_needs(BLACK_PEG, stars, 2, (1, 0)) is None
    assert blank_needs(BLACK_PEG, stars, 2, (0, 1)) == ()


def test_blanks_of_three_columns_are_those_that_can_be_filled() -> None:
    kinds = BLACK_PEG_AB.kinds(3)
    for blanks, excluded in product((1, 2, 3, 5, 6), (0, 1, 2)):
        needs = blank_needs(BLACK_PEG_AB, (True, True, True), blanks, (excluded,))
        columns = [j for j in range(3) if blanks >> j & 1]
        for left in product((0, 1), (0,), (0, 2), (0, 1), (0, 1), (0,), (3,)):
            stock = [0] * excluded + [k for k, n in zip(kinds, left, strict=True) for _ in range(n)]
            fits = any(
                not any(kind >> j & 1 for kind, j in zip(chosen, columns, strict=True))
                for chosen in permutations(stock, len(columns))
            )
            told = needs is not None and all(
                sum(left[place] for place in need.kinds) >= need.least for need in needs
            )
            assert told == fits, (blanks, excluded, left)


def test_splits_with_kinds() -> None:
    assert [str(part) for part in split("{**}", "01/1,2", "black-peg-ab")][1] == "{0*|*1}"
    # A colour that may stand in the first column only is excluded there.
    none, black, _ = split("{**}", "0a/1", "black-peg-ab")
    assert (str(none), str(black)) == ("{**}", "{0*}")
    # If it is said nothing else, it may stand wherever there is a star.
    none, *_ = split("{**}", "0a", "black-peg-ab")
    assert str(none) == "{*0|**}"
    with pytest.raises(Refused, match="has no implicit colour"):
        split("{0*}", "1a", "black-peg-ab")


# ------------------------------------------------------------------ questions that tell kinds


@pytest.mark.parametrize("pattern", ["{*}", "{**}", "{0*|*1}", "{0*}"])
def test_the_texts_of_questions_are_read_back(pattern: str) -> None:
    questions = list(non_isomorphic_questions(pattern, "black-peg-ab"))
    texts = [word_text(question) for question in questions]
    assert len({*texts}) == len(texts)
    assert [parse_word(text) for text in texts] == questions
    assert [split(pattern, text, "black-peg-ab") for text in texts] == [
        split(pattern, question, "black-peg-ab") for question in questions
    ]


def test_what_a_question_tells() -> None:
    assert parse_word("23/1,12") == (2 + KIND, 3 + 3 * KIND)
    assert word_text((2 + KIND, 0)) == "20/1"
    # Colours that are already explicit have no kind: it is that of the greatest.
    assert parse_word("20/1") == (2 + KIND, 0)
    assert parse_word("0a/1") == (KIND, EXTRA)
    assert told_kinds(parse_word("01/12,2")) == (3, 2)
    assert plain(parse_word("01/12,2")) == (0, 1)


def test_kinds_that_are_not_told_are_those_of_all_stars() -> None:
    for pattern, short, full in [("{**}", "01", "01/12,12"), ("{0*}", "01", "01/2")]:
        assert split(pattern, short, "black-peg-ab") == split(pattern, full, "black-peg-ab")
    assert split("{**}", "01", "black-peg-ab") != split("{**}", "01/1,2", "black-peg-ab")


@pytest.mark.parametrize(
    ("pattern", "question", "game", "said"),
    [
        ("{**}", "0a/2", "black-peg-ab", "no implicit colour of the kind 2 in column 1"),
        ("{**}", "01/2,2", "black-peg-ab", "no implicit colour of the kind 2 in column 1"),
        ("{0*}", "01/12", "black-peg-ab", "no implicit colour of the kind 12 in column 2"),
        (
            "{0*|*1}",
            "20/1,2",
            "black-peg-ab",
            "must name the kinds of its new colours and of no others",
        ),
        ("{**}", "01/1,123", "black-peg-ab", "tells kinds that colours of black-peg-ab do not"),
        ("{**}", "01/1,2", "black-peg", "tells kinds that colours of black-peg do not"),
        ("{**}", "01/12,12", "mastermind", "tells kinds that colours of mastermind do not"),
        ("{**}", "01/21,2", "black-peg-ab", "its columns in ascending order, such as 12, not '21'"),
        ("{**}", "0a/1,2", "black-peg-ab", "0a has 1 colours, but 2 kinds"),
    ],
)
def test_kinds_that_there_are_not(pattern: str, question: str, game: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        split(pattern, question, game)
