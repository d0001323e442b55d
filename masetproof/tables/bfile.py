"""B-files of the OEIS: ``n a(n)`` on each line, below comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from masetproof._version import __version__
from masetproof.arguments import Refused, counted
from masetproof.objectives import Goal
from masetproof.tables.text import QUANTITIES

if TYPE_CHECKING:
    from masetproof.tables.table import Table

__all__ = ["bfile_lines", "bfile_text", "check_sequence"]


def bfile_text(table: Table) -> str:
    """A b-file of the OEIS: the values by number of colours, up to the first that is not known.

    `Refused` when the rows are not one sequence (`check_sequence`).
    """
    check_sequence(table)
    first = table.rows[0]
    comments = [
        f"{', '.join([table.game.title, counted(first.pegs, 'peg'), *first.finite.conditions])}; "
        f"a(n) is the {QUANTITIES[Goal(first.goal.first)]} with n colours"
    ]
    pairs: list[tuple[int, int]] = []
    for row in table.rows:
        if row.value is None:
            comments.append(f"it ends before n = {row.colours}: {row.reason or row.status.value}")
            break
        pairs.append((row.colours, row.value))
    return "".join(f"{line}\n" for line in bfile_lines(comments, pairs))


def check_sequence(table: Table) -> None:
    """`Refused` when the rows are not of one goal, one number of pegs and consecutive colours."""
    rows = table.rows
    if len({(row.goal, row.pegs) for row in rows}) > 1:
        raise Refused(
            "a b-file is of one objective and one number of pegs; give --objective, --pegs"
        )
    if [row.colours for row in rows] != list(range(rows[0].colours, rows[-1].colours + 1)):
        raise Refused("a b-file has no gaps between the numbers of colours: --colours A..B")


def bfile_lines(comments: Iterable[str], pairs: Iterable[tuple[int, int]]) -> Iterator[str]:
    """A b-file of the OEIS: ``n a(n)`` on each line, below comments.

    pairs: of consecutive n.
    """
    for comment in [*comments, f"masetproof {__version__}"]:
        yield f"# {comment}"
    for n, value in pairs:
        yield f"{n} {value}"
