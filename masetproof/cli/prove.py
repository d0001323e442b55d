"""``masetproof prove``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common, readings

if TYPE_CHECKING:
    from masetproof.proofs.regions import Region
    from masetproof.proofs.theorem import Open, Theorem
    from masetproof.recurrences.recurrences import Recurrences

_SHOWN_REGIONS = 8
"""The text for people lists so many; the JSON, the listing and the certificate have all."""

HELP = "prove a closed formula for every number of colours"
EXAMPLES = """\
examples:
  masetproof prove mastermind --pegs 2
  masetproof prove ab --pegs 2 --objective worst --extra with
  masetproof prove mastermind --pegs 2 --out proof
  masetproof prove mastermind --pegs 2 --extra all --out readings
  masetproof prove mastermind --pegs 2 --plot theorem.pdf
  masetproof prove black-peg --pegs 2 --colours 3,4

With --out the directory gets the certificate (proof.cert), the LaTeX listing (proof.tex with
proof-body.tex, masetproof.sty and masetproof.bib, and proof.pdf when pdflatex is there),
summary.json and, for one and two pegs, the pattern graph (patterns.graphml, patterns.dot).
--listing body leaves proof.tex and proof.pdf out: put \\usepackage{masetproof} and
\\input{proof-body} into your own paper, of one column or two. The summary listing, of three pegs,
comes with figures. There --listing full adds all equations in compressed volumes, which takes
hours; a run that was interrupted goes on with the first volume that is missing. SHA256SUMS lists
what was made: a later run replaces or removes that and nothing else, and refuses to begin where
another file has the name of one that it would write. Without --out nothing is written but the cache
of closures, $MASETPROOF_CACHE or ~/.cache/masetproof, which is safe to delete.

--extra all proves the three readings in one run and says for which n they agree, as 'masetproof
readings' does. With --out the folders exact, with and without have what each of them gives alone,
and readings.tex (readings-body.tex, readings.pdf, readings.json) compares them.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_colours(parser, "also say the value for so many colours")
    common.add_model(parser, several=True)
    common.add_output(parser)
    common.add_picture(parser, "draw the values with the formula over them", "--plot")


def run(arguments: argparse.Namespace) -> int:
    """Prove, write, tell."""
    plot = common.output_file(arguments.plot, "--plot")
    common.check_picture(plot, "--plot")
    if arguments.extra == "all":
        if plot is not None:
            raise common.Complaint("--plot draws one theorem; choose one reading with --extra")
        if arguments.colours is not None:
            raise common.Complaint("--colours is for one theorem; choose one reading with --extra")
        return readings.run(arguments)
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    from masetproof.patterns.closure import check_provable
    from masetproof.proofs.theorem import Open, Stopwatch, Theorem

    with common.as_complaint():
        check_provable(game, pegs)
    finite = None
    if arguments.colours is not None:
        from masetproof.finite.setting import FiniteGame

        with common.as_complaint():
            finite = FiniteGame(game, pegs, arguments.colours)
    directory = common.output_directory(arguments)
    if directory is not None:
        from masetproof.reports.bundle import check_directory

        with common.as_complaint():
            check_directory(directory, pegs, arguments.listing)

    watch = Stopwatch()
    with common.as_complaint():
        outcome = common.proved(arguments, game, pegs, watch)
        if plot is not None and isinstance(outcome, Theorem):
            from masetproof.reports.figures import theorem_figure
            from masetproof.reports.pictures import save_plot

            save_plot(theorem_figure, outcome, plot)
    document = outcome.as_json() | {"certificate": None, "files": None}
    if finite is not None and isinstance(outcome, Theorem):
        colours = finite.columns or finite.colours
        document["board"] = {"colours": colours, "value": str(outcome.value(colours))}
    failure = None
    if directory is not None and not isinstance(outcome, Open):
        from masetproof.reports.bundle import write_bundle

        write = partial(write_bundle, outcome, directory, arguments.listing)
        failure = common.written(lambda: write(watch, common.terminal_progress()), document)
    document["seconds"] = watch.rounded()
    if arguments.json:
        common.print_json(document)
    else:
        _tell(outcome, document)
        if finite is not None and isinstance(outcome, Theorem):
            value = outcome.value(finite.columns or finite.colours)
            print(f"{finite.title}: the least {outcome.system.objective.describe()} is {value:,}")
        common.tell_written(*([] if plot is None or isinstance(outcome, Open) else [plot]))
    if failure is not None:
        raise failure
    return 1 if isinstance(outcome, Open) else 0


def _tell(outcome: Theorem | Open, summary: dict[str, object]) -> None:
    from masetproof.proofs.theorem import Open

    common.clear_progress()
    if isinstance(outcome, Open):
        print(f"Open: {outcome.reason}.")
    else:
        common.tell_theorem(outcome, "Proved.")
        _tell_regions(outcome.regions)
    print(_counts_text(outcome.system))
    common.tell_written(*(summary["files"] or ()))  # type: ignore[misc]


def _counts_text(system: Recurrences) -> str:
    """How many patterns, questions and equations, and what an equation belongs to."""
    from masetproof.recurrences.readings import Reading

    patterns = counted(len(system.closure.patterns), "pattern")
    questions = counted(system.closure.question_count, "question")
    equations = counted(system.equation_count, "equation")
    each = "one for each question"
    if system.reading is Reading.EXACT:
        each += " and each number of excluded colours that makes a difference"
    return f"{patterns} with {questions}, {equations}: {each} (--extra {system.reading.value})"


def _tell_regions(regions: Sequence[Region]) -> None:
    """The formulas for boards with any numbers of colours of each kind."""
    if not regions or len(regions[0].names) == 1:  # what the formula says, again
        return
    names = ", ".join(regions[0].names)
    if len(regions) > _SHOWN_REGIONS:
        print(f"On every board ({names}): {len(regions)} formulas (--json)")
        return
    print(f"On every board ({names}):")
    for region in regions:
        walls, polynomial = region.solved()
        where = f" where {', '.join(walls)}" if walls else ""
        print(f"  f({names}) = {str(polynomial).replace('**', '^')}{where}")
