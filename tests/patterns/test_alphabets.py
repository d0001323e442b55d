"""Patterns where each column has an alphabet of its own: black-peg Mastermind."""

from itertools import product

import pytest

from masetproof.arguments import Refused
from masetproof.games.pegs import BLACK_PEG, as_peg_game
from masetproof.patterns.closure import Closure, close, exchanges
from masetproof.patterns.isomorphism import canonical
from masetproof.patterns.pattern import MasetPattern
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import listed, split
from masetproof.words import EXTRA, STAR, parse_word
from tests.oracles import black_peg

BOARDS = {1: [(1,), (4,)], 2: [(1, 2), (3, 2), (3, 4)], 3: [(1, 2, 3), (3, 3, 2), (4, 4, 4)]}


def by_columns(pattern: MasetPattern) -> set[tuple[int, ...]]:
    """The clauses in the names of the oracle: each column's colours numbered from 0."""
    names = {STAR: black_peg.STAR}
    for column in range(pattern.pegs):
        here = [c for c in pattern.occurring if any(row[column] == c for row in pattern.clauses)]
        names |= {colour: rank for rank, colour in enumerate(here)}
    return {tuple(names[cell] for cell in row) for row in pattern.clauses}


@pytest.mark.parametrize("pegs", [1, 2, 3])
def test_splits_agree_with_those_of_explicit_masets(pegs: int) -> None:
    """On boards with unequal columns: the same secrets get the same answer."""
    closure = close("black-peg", pegs)
    for pattern in closure.patterns:
        used = pattern.colours_by_column
        for question in non_isomorphic_questions(pattern, "black-peg"):
            new = [pattern.colours <= cell < EXTRA for cell in question]
            for board in BOARDS[pegs]:
                least = [k + fresh for k, fresh in zip(used, new, strict=True)]
                if any(n < k for n, k in zip(board, least, strict=True)):
                    continue
                check_split(pattern, question, board)


def check_split(pattern: MasetPattern, question: tuple[int, ...], board: tuple[int, ...]) -> None:
    whole = black_peg.stands_for(by_columns(pattern), board)
    implicit = [n - k for n, k in zip(board, pattern.colours_by_column, strict=True)]
    assert pattern.secrets(BLACK_PEG, implicit) == len(whole)
    names = pattern.colours_by_column
    ranks = {
        colour: [c for c in pattern.occurring if pattern.column_of[c] == column].index(colour)
        for colour, column in pattern.column_of.items()
    }
    asked = tuple(
        black_peg.BLANK if cell == EXTRA else ranks.get(cell, names[column])
        for column, cell in enumerate(question)
    )
    expected: dict[int, set[tuple[int, ...]]] = {}
    for secret in whole:
        expected.setdefault(black_peg.answer(secret, asked), set()).add(secret)
    for answer, part in enumerate(split(pattern, question, "black-peg")):
        # The new colours of columns are their next ones.
        fresh = {cell: names[j] for j, cell in enumerate(question) if cell >= pattern.colours}
        left = [
            n - k - (cell in fresh)
            for n, k, cell in zip(
                board, names, [c if c < EXTRA else -1 for c in question], strict=True
            )
        ]
        secrets = set()
        for row in part.clauses:
            cells = [
                range(board[j] - left[j], board[j])
                if cell == STAR
                else [fresh[cell] if cell in fresh else ranks[cell]]
                for j, cell in enumerate(row)
            ]
            secrets |= set(product(*cells))
        assert secrets == expected.get(answer, set())
        assert part.secrets(BLACK_PEG, left) == len(secrets) if part else not secrets


@pytest.mark.parametrize("pegs", [2, 3])
def test_exchanges_lead_to_the_pattern(pegs: int) -> None:
    """The columns of each part of a row are those of its pattern, exchanged as the row says."""
    closure = close("black-peg", pegs)
    for row in range(len(closure.splits)):
        check_row(closure, row)


def check_row(closure: Closure, row: int) -> None:
    splits = closure.splits
    number = int(splits.pattern[row])
    first = int(closure.question_start[number])
    question = closure.questions(number)[int(splits.question[row]) - first]
    pattern, answers = closure.patterns[number], closure.game.answers(closure.pegs)
    *parts, _won = split(pattern, question, closure.game)
    assert len(answers) == len(parts) + 1
    implicit = (5, 7, 11, 13)[: closure.pegs]
    expected = sorted(one.secrets(closure.game, implicit) for one in parts if one)
    found = []
    forms, maps = splits.forms(len(closure.patterns), slice(row, row + 1))
    for part, exchange in zip(forms[0], maps[0], strict=True):
        form = closure.forms[part]
        index = [implicit[column] for column in exchanges(closure.pegs)[exchange]]
        found.append(form.secrets(closure.game, index) if form.star_sets else len(form.clauses))
    assert sorted(found) == expected
    assert splits.new[row] == sum(
        1 << j for j, cell in enumerate(question) if pattern.colours <= cell < EXTRA
    )


def test_numbers_of_colours_are_refused_that_are_none() -> None:
    full = MasetPattern.full(2)
    assert full.secrets("black-peg", (3, 4)) == 12
    assert full.secrets("black-peg", 3) == 9
    with pytest.raises(Refused, match="one number of implicit colours for each of 2 columns"):
        full.secrets("black-peg", (3, 4, 5))
    with pytest.raises(Refused, match="share a colour"):
        MasetPattern.parse("{00}").secrets("black-peg", 3)
    with pytest.raises(Refused, match="one column only"):
        split(full, "00", "black-peg")
    with pytest.raises(Refused, match="a column that has it not"):
        split("{0*|*1}", "10", "black-peg")
    with pytest.raises(Refused, match=r"column 1 of {0\*} has no implicit colour"):
        split("{0*}", "1a", "black-peg")


@pytest.mark.parametrize("game", ["black-peg", "black-peg-ab", "mastermind"])
@pytest.mark.parametrize("asked", ["012", "0"])
def test_questions_of_another_length(game: str, asked: str) -> None:
    cells = f"has 2 cells, not {len(asked)}"
    with pytest.raises(Refused, match=cells):
        split("{**}", asked, game)
    with pytest.raises(Refused, match=cells):
        listed(MasetPattern.full(2), parse_word(asked), as_peg_game(game))


def test_a_pattern_as_text_by_columns() -> None:
    pattern = MasetPattern.parse("{0*|*1|23}")
    assert pattern.by_columns == "{0*|11|*0}"
    assert canonical(pattern).form == canonical("{1*|*0|32}").form
