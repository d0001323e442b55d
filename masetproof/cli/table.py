"""Compute a table of optima and compare it with the published values.

examples:
  masetproof table mastermind --pegs 2..3 --colours 2..7
  masetproof table ab --pegs 3 --colours 3..8 --objective worst
  masetproof table black-peg
  masetproof table mastermind --pegs 3 --time-limit none --csv three.csv --resume
  masetproof table mastermind --pegs 2..3 --colours 2..4 --latex t.tex --heat-map t.pdf --json
  masetproof table mastermind --pegs 2 --colours 1..8 --from 2 --format bfile
  masetproof table ab --pegs 3 --colours 3..6 --format latex
  masetproof table mastermind --pegs 3 --colours 3..5 --secrets distinct

With both --pegs and --colours the table has all their combinations for which there is a game.
Otherwise it has those for which the package knows a published value, of both objectives unless
--objective says which; --pegs or --colours alone selects among them. Formulas published for every
number of colours, as for one and two pegs, give a value for each of the --colours.

Each row has --time-limit seconds. A row that is not finished by then, or is too large for the
optimizer, is reported as not computed, with its bounds as far as there are any and with what is
published; it never agrees. The exit status is 1 when some row disagrees with a published value.

--format says what is printed. The format latex is a bare tabular for each objective, without a
document around it (--latex FILE writes a document); bfile is the b-file of the OEIS, lines 'n a(n)'
for n colours, of one objective and one number of pegs, up to the first row that is not computed.

The file of --csv is written anew after each row. An interrupted run goes on with --resume, which
takes the finished rows from it; so do longer time limits and larger ranges. Without --csv the
finished rows are printed, and that is all that is kept.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.files import read_text, write_text
from masetproof.objectives import Goal

if TYPE_CHECKING:
    from masetproof.tables.table import Table

_MOST_BYTES = 1 << 26
_ANY = range(1, 100)


OPTIONS = (
    options.COMPLETE_GAME,
    options.FROM.but(default="1"),
    options.PEG_RANGE.but(help="a number of pegs or a range of them"),
    options.COLOUR_RANGE.but(help="the same for the colours"),
    options.OBJECTIVE.but(
        choices=("expected", "worst", "expected-then-worst", "worst-then-expected"),
        help="what a strategy minimizes",
        default=None,
        otherwise="expected, and for published values both expected and worst",
    ),
    options.SECRETS,
    options.CONSISTENT_ONLY,
    options.TIME_LIMIT.but(help="for each row, or none", default="60"),
    options.MEMORY.but(help="for the tables of all workers together"),
    options.to_write("--csv", "write all fields as CSV"),
    Option("--resume", help="take finished rows from the file of --csv"),
    options.to_write("--latex", "write the table as a LaTeX document"),
    options.to_draw("--heat-map", "draw the values"),
    options.formats(*options.FORMATS),
)


def run(arguments: argparse.Namespace) -> int:
    """Compute, write, print."""
    from masetproof.tables.text import check_sequence

    form = options.output_format(arguments)
    if arguments.resume and arguments.csv is None:
        raise Refused("--resume goes with --csv, the file to go on with")
    begun = _begun(arguments)
    rows = tuple(row for row in begun.rows if row.colours >= arguments.first)
    if not rows:
        most = max(row.colours for row in begun.rows)
        raise Refused(f"--from {arguments.first} leaves no row; there are {most} colours at most")
    table = replace(begun, rows=rows, time_limit=arguments.time_limit)
    if form == "bfile":
        check_sequence(table)
    if arguments.resume:
        table = _resumed(table, arguments.csv)
    table, ended = _computed(table, arguments)
    try:
        if ended is not None:
            raise ended
        if arguments.latex is not None:
            from masetproof.reports.tables import latex_table

            write_text(arguments.latex, latex_table(table))
        common.draw(arguments.heat_map, table)
    finally:
        # The rows are printed even when a file cannot be written.
        common.clear_progress()
        _print(table, form)
    if form == "text":
        common.tell_written(arguments, arguments.csv, arguments.latex, arguments.heat_map)
    return 1 if table.disagrees else 0


def _begun(arguments: argparse.Namespace) -> Table:
    """The table that is asked for, with nothing computed."""
    from masetproof.tables import table

    game = options.game_of_any_size(arguments.game)
    pegs, colours = arguments.pegs, arguments.colours
    distinct, consistent = arguments.secrets == "distinct", arguments.consistent_only
    if pegs is not None and colours is not None:
        goal = Goal(arguments.objective or Goal.EXPECTED)
        return table.grid_table(
            game, pegs, colours, goal, distinct=distinct, consistent_only=consistent
        )
    if (distinct and game.distinct_name != game.name) or consistent:
        raise Refused("nothing is published of such games; give both --pegs and --colours")
    goals = [Goal(arguments.objective)] if arguments.objective else [Goal.EXPECTED, Goal.WORST]
    begun = table.published_table(game, goals, pegs or _ANY, colours)
    if not begun.rows:
        raise Refused(
            "nothing is published of these for single numbers of colours; "
            "give both --pegs and --colours"
        )
    return begun


def _resumed(table: Table, path: Path) -> Table:
    """The table with the finished rows of an earlier run; a file that is not there has none."""
    from masetproof.tables.text import with_finished_rows

    if not path.exists():
        return table
    text = read_text(path, _MOST_BYTES, "a table")
    try:
        table = with_finished_rows(table, text)
    except Refused as refusal:
        raise Refused(f"cannot go on from {path}: {refusal}") from None
    finished = sum(row.optimal for row in table.rows)
    common.note(f"{finished} of {len(table.rows)} rows are from {path}")
    return table


def _computed(table: Table, arguments: argparse.Namespace) -> tuple[Table, BaseException | None]:
    """The table as far as it was computed, and why no further: interrupted, or --csv not written.

    A finished row is in the file before the next one is begun.
    """
    from masetproof.tables.table import compute_rows
    from masetproof.tables.text import csv_text

    computing = compute_rows(
        table.rows,
        time_limit=table.time_limit,
        optimizer=partial(masetproof.optimize, memory=arguments.memory),
        progress=arguments.progress,
    )
    rows = list(table.rows)
    try:
        for place, row in enumerate(computing):
            rows[place] = row
            table = replace(table, rows=tuple(rows))
            if arguments.csv is not None:
                write_text(arguments.csv, csv_text(table))
    except KeyboardInterrupt:
        said = "the finished rows are printed (with --csv FILE, --resume could go on)"
        if arguments.csv is not None:
            said = f"the same command with --resume goes on with the rows in {arguments.csv}"
        return table, common.Ended(f"interrupted; {said}")
    except OSError as error:
        return table, error
    return table, None


def _print(table: Table, form: str) -> None:
    """The table in one of `options.FORMATS`."""
    from masetproof.tables.text import bfile_text, csv_text, json_document, table_text

    if form == "json":
        common.print_json(json_document(table))
        return
    if form == "latex":
        from masetproof.reports.tables import tabulars

        text = "".join(f"{line}\n" for line in tabulars(table))
    else:
        text = {"text": table_text, "csv": csv_text, "bfile": bfile_text}[form](table)
    sys.stdout.write(text)
    sys.stdout.flush()
