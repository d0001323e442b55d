"""``masetproof table``."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from masetproof.arguments import Refused
from masetproof.cli import common
from masetproof.games.registry import GAMES

if TYPE_CHECKING:
    from masetproof.tables.table import Optimizer, Table

HELP = "compute a table of optima and compare it with the published values"
EXAMPLES = """\
examples:
  masetproof table mastermind --pegs 2..3 --colours 2..7
  masetproof table ab --pegs 3 --colours 3..8 --objective worst
  masetproof table black-peg
  masetproof table mastermind --pegs 3 --time-limit none --csv three.csv --resume
  masetproof table mastermind --pegs 2..3 --colours 2..4 --latex t.tex --heat-map t.pdf --json
  masetproof table mastermind --pegs 2 --colours 1..8 --from 2 --format bfile
  masetproof table ab --pegs 3 --colours 3..6 --format latex

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

_SECONDS = 60.0
_MOST_BYTES = 1 << 26
_ANY = range(1, 100)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--pegs", metavar="A..B", help="a number of pegs or a range of them")
    parser.add_argument("--colours", "--colors", metavar="A..B", help="the same for the colours")
    parser.add_argument(
        "--from",
        type=common.whole_number,
        default=1,
        metavar="A",
        dest="first",
        help="leave out what has fewer colours",
    )
    parser.add_argument(
        "--objective",
        choices=("expected", "worst", "expected-then-worst", "worst-then-expected"),
        help="what a strategy minimizes (default: expected, and for published values both "
        "expected and worst)",
    )
    common.add_variant(parser)
    parser.add_argument(
        "--time-limit",
        type=common.seconds,
        default=_SECONDS,
        metavar="S",
        help=f"seconds for each row, or none (default: {_SECONDS:g})",
    )
    common.add_memory(parser, "for the tables of all workers together")
    parser.add_argument("--csv", metavar="FILE", help="write all fields as CSV")
    parser.add_argument(
        "--resume", action="store_true", help="take finished rows from the file of --csv"
    )
    parser.add_argument("--latex", metavar="FILE", help="write the table as a LaTeX document")
    parser.add_argument(
        "--heat-map", metavar="FILE", help="draw the values; PDF, SVG or PNG by the suffix"
    )
    common.add_format(parser)


def run(arguments: argparse.Namespace, optimizer: Optimizer | None = None) -> int:
    """Compute, write, print; *optimizer* is for tests."""
    from masetproof.tables.bfile import check_sequence

    form, outputs = common.output_format(arguments), _outputs(arguments)
    if optimizer is None:
        from masetproof.search.optimize import optimize

        optimizer = partial(optimize, memory=common.memory(arguments))
    with common.as_complaint():
        table = _from(_begun(arguments), arguments.first)
        if form == "bfile":
            check_sequence(table)
        if arguments.resume:
            table = _resumed(table, outputs.get("csv"))
        table, interrupted, failure = _computed(table, outputs.get("csv"), optimizer)
    common.clear_progress()
    # The rows first: whatever becomes of the files, they were not computed for nothing.
    _print(table, form)
    with common.as_complaint():
        if failure is not None:
            raise failure
        if not interrupted:
            _write_reports(table, outputs)
            if form == "text":
                common.tell_written(*outputs.values())
    if interrupted:
        common.note(_how_to_go_on(outputs.get("csv")))
        return 130
    return 1 if table.disagrees else 0


def _outputs(arguments: argparse.Namespace) -> dict[str, Path]:
    """The files to write, found to be writable before any long work."""
    found = common.output_files(arguments, "csv", "latex", "heat_map")
    common.check_picture(found.get("heat_map"), "--heat-map")
    if arguments.resume and "csv" not in found:
        raise common.Complaint("--resume goes with --csv, the file to go on with")
    return found


def _begun(arguments: argparse.Namespace) -> Table:
    """The table that is asked for, with nothing computed."""
    from masetproof.objectives import Goal
    from masetproof.tables import table

    game, limit = common.game(arguments), arguments.time_limit
    pegs = None if arguments.pegs is None else table.parse_pegs(arguments.pegs)
    colours = None if arguments.colours is None else table.parse_colours(arguments.colours)
    distinct, consistent = arguments.secrets == "distinct", arguments.consistent_only
    if pegs is not None and colours is not None:
        goal = Goal(arguments.objective or Goal.EXPECTED)
        begun = table.grid_table(
            game, pegs, colours, goal, distinct=distinct, consistent_only=consistent
        )
        if not begun.rows:
            raise common.Complaint("with fewer colours than pegs there is no such game")
        return replace(begun, time_limit=limit)
    if (distinct and game.repeats) or consistent:
        raise common.Complaint("nothing is published of such games; give both --pegs and --colours")
    goals = [Goal(arguments.objective)] if arguments.objective else [Goal.EXPECTED, Goal.WORST]
    begun = table.published_table(game, goals, pegs or _ANY, colours)
    if not begun.rows:
        raise common.Complaint(
            "nothing is published of these for single numbers of colours; "
            "give both --pegs and --colours"
        )
    return replace(begun, time_limit=limit)


def _from(table: Table, first: int) -> Table:
    """The rows with at least this number of colours."""
    rows = tuple(row for row in table.rows if row.colours >= first)
    if not rows:
        most = max(row.colours for row in table.rows)
        raise common.Complaint(f"--from {first} leaves no row; there are {most} colours at most")
    return replace(table, rows=rows)


def _resumed(table: Table, path: Path | None) -> Table:
    """The table with the finished rows of an earlier run; a file that is not there has none."""
    from masetproof.files import read_bytes
    from masetproof.tables.records import with_finished_rows

    if path is None or not path.exists():
        return table
    try:
        data = read_bytes(path, _MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise Refused(f"a table has at most {_MOST_BYTES:,} bytes")
        table = with_finished_rows(table, data.decode())
    except UnicodeDecodeError:
        raise common.Complaint(f"cannot go on from {path}: it is no text") from None
    except Refused as refusal:
        raise common.Complaint(f"cannot go on from {path}: {refusal}") from None
    finished = sum(row.optimal for row in table.rows)
    common.note(f"{finished} of {len(table.rows)} rows are from {path}")
    return table


def _computed(
    table: Table, csv: Path | None, optimizer: Optimizer
) -> tuple[Table, bool, OSError | None]:
    """The table as far as it was computed, whether that was interrupted, and why *csv* is not
    written."""
    from masetproof.files import write_text
    from masetproof.tables.records import csv_text
    from masetproof.tables.table import compute_rows

    rows = list(table.rows)
    computing = compute_rows(
        table.rows,
        time_limit=table.time_limit,
        optimizer=optimizer,
        progress=common.terminal_progress(),
    )
    interrupted = False
    try:
        for place, row in enumerate(computing):
            rows[place] = row
            if csv is not None:
                write_text(csv, csv_text(replace(table, rows=tuple(rows))))
    except KeyboardInterrupt:
        interrupted = True
    except OSError as error:
        return replace(table, rows=tuple(rows)), False, error
    return replace(table, rows=tuple(rows)), interrupted, None


def _write_reports(table: Table, outputs: dict[str, Path]) -> None:
    if "latex" in outputs:
        from masetproof.files import write_text
        from masetproof.reports.tables import latex_table

        write_text(outputs["latex"], latex_table(table))
    if "heat_map" in outputs:
        from masetproof.reports.pictures import save_plot
        from masetproof.reports.plots import heat_map

        save_plot(heat_map, table, outputs["heat_map"])


def _print(table: Table, form: str) -> None:
    """The table in one of `common.FORMATS`."""
    from masetproof.tables.bfile import bfile_text
    from masetproof.tables.records import csv_text, json_document
    from masetproof.tables.text import table_text

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


def _how_to_go_on(csv: Path | None) -> str:
    if csv is not None:
        return f"interrupted; the same command with --resume goes on with the rows in {csv}"
    return "interrupted; the finished rows are printed (with --csv FILE, --resume could go on)"
