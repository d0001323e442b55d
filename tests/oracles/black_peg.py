"""Black-peg Mastermind by enumeration, on boards whose columns have different numbers of colours.

Nothing here comes from the package.  A board is the tuple of the numbers of colours of its columns,
a secret a tuple of colours, a question a tuple of colours and of `BLANK`, which matches nothing.
The answer is the number of columns that agree.

Patterns: a clause is a tuple of colours 0, 1, ... of its column and of `STAR`.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final

Word = tuple[int, ...]

BLANK: Final = -1
STAR: Final = -2


def answer(secret: Word, question: Word) -> int:
    """How many columns agree."""
    return sum(map(int.__eq__, secret, question))


@cache
def _bound(secrets: int, pegs: int, worst: bool) -> int:
    """No strategy costs less: a question finds one secret, and as many other answers as there are
    columns lead to the questions after it."""
    total, questions, asked = 0, 1, 0
    while secrets > 0:
        asked += 1
        total += asked * min(questions, secrets)
        secrets -= questions
        questions *= pegs
    return asked if worst else total


def optimum(board: Word, reading: str, worst: bool) -> int:
    """The least EPL, or the least worst case, of all strategies.

    reading: `exact`, a question is any word of the board; `with`, it may also have blanks;
    `without`, a cell is a colour that a secret that is still possible has there.
    """
    return least(frozenset(product(*map(range, board))), board, reading, worst)


def least_total(secrets: Iterable[Word], reading: str = "with", board: Word = ()) -> int:
    """The least EPL of all strategies that find each of these secrets; `exact` needs the board."""
    secrets = frozenset(secrets)
    pegs = max(map(len, secrets), default=0)
    return least(_renamed(secrets), board or (0,) * pegs, reading, False)


@cache
def least(secrets: frozenset[Word], board: Word, reading: str, worst: bool) -> int:
    """As `optimum`, if only these secrets are possible.

    Blanks do what the other colours of the board do; so in `with` and `without` it may have none.
    """
    if len(secrets) <= 1:
        return len(secrets)
    best = len(secrets) ** 2 + 1
    for question in product(*_cells(secrets, board, reading)):
        parts: dict[int, set[Word]] = {}
        for secret in secrets:
            parts.setdefault(answer(secret, question), set()).add(secret)
        parts.pop(len(board), None)
        if any(len(part) == len(secrets) for part in parts.values()):
            continue
        bounds = [_bound(len(part), len(board), worst) for part in parts.values()]
        if (1 + max(bounds, default=0) if worst else len(secrets) + sum(bounds)) >= best:
            continue
        costs = [least(_renamed(part), board, reading, worst) for part in parts.values()]
        best = min(best, 1 + max(costs, default=0) if worst else len(secrets) + sum(costs))
    return best


def _cells(secrets: frozenset[Word], board: Word, reading: str) -> list[list[int]]:
    """The cells that make a difference: of the colours no secret has one stands for all."""
    cells = []
    for column, colours in enumerate(board):
        here = {secret[column] for secret in secrets}
        others = [*(set(range(colours)) - here), *[BLANK] * (reading == "with")]
        cells.append([*here, *(others[:1] if reading != "without" else [])])
    return cells


def _renamed(secrets: set[Word]) -> frozenset[Word]:
    """The secrets with the colours of each column renamed, the more frequent ones first."""
    columns = list(zip(*secrets, strict=True))
    names = [
        {c: i for i, c in enumerate(sorted(set(column), key=lambda c: (-column.count(c), c)))}
        for column in columns
    ]
    return frozenset(tuple(n[c] for n, c in zip(names, secret, strict=True)) for secret in secrets)


def stands_for(clauses: Iterable[Word], board: Word) -> frozenset[Word]:
    """The secrets of a pattern; a star is any colour of the board that comes after the explicit
    colours of its column, whose names are 0, 1, ...
    """
    clauses = list(clauses)
    used = [max(column) + 1 if max(column) >= 0 else 0 for column in zip(*clauses, strict=True)]
    secrets: set[Word] = set()
    for clause in clauses:
        cells = [
            range(used[j], board[j]) if cell == STAR else (cell,) for j, cell in enumerate(clause)
        ]
        words = set(product(*cells))
        assert not words & secrets
        secrets |= words
    return frozenset(secrets)
