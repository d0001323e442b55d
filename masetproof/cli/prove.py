"""``masetproof prove``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from masetproof.arguments import counted
from masetproof.cli import common

if TYPE_CHECKING:
    from masetproof.proofs.theorem import Open, Theorem

_SHOWN_EXCEPTIONS = 3
"""The text for people lists so many; the JSON, the listing and the certificate have all."""

HELP = "prove a closed formula for every number of colours"
EXAMPLES = """\
examples:
  masetproof prove mastermind --pegs 2
  masetproof prove ab --pegs 2 --objective worst --extra with
  masetproof prove mastermind --pegs 2 --out proof

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
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    common.add_game(parser)
    common.add_model(parser)
    parser.add_argument("--out", metavar="DIR", help="write certificate, listing and summary here")
    parser.add_argument(
        "--listing",
        choices=("none", "body", "summary", "full"),
        help="how much the listing holds (default: full for one and two pegs, else summary); "
        "body: what can be put into a paper",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Prove, write, tell."""
    game, pegs = common.peg_game(arguments), common.pegs(arguments)
    from masetproof.patterns.closure import check_closable
    from masetproof.proofs.theorem import Stopwatch, Theorem

    with common.as_complaint():
        check_closable(game, pegs)
    directory = common.output_directory(arguments)
    if directory is not None:
        from masetproof.reports.bundle import check_directory

        with common.as_complaint():
            check_directory(directory, pegs, arguments.listing)

    watch = Stopwatch()
    with common.as_complaint():
        outcome = common.proved(arguments, game, pegs, watch)
    summary = _summary(outcome)
    failure: BaseException | None = None
    if directory is not None and isinstance(outcome, Theorem):
        from masetproof.reports.bundle import write_bundle

        try:
            with common.as_complaint():
                bundle = write_bundle(
                    outcome,
                    directory,
                    arguments.listing,
                    summary,
                    watch,
                    common.terminal_progress(),
                )
            summary["certificate"] = str(bundle.certificate)
            summary["files"] = [str(path) for path in bundle.files]
            common.clear_progress()
            for note in bundle.notes:
                common.note(note)
        except (common.Complaint, KeyboardInterrupt) as error:
            failure = error  # the theorem is told all the same
    summary["seconds"] = {stage: round(s, 3) for stage, s in watch.seconds.items()}
    if arguments.json:
        common.print_json(summary)
    else:
        _tell(outcome, summary)
    if failure is not None:
        raise failure
    return 0 if summary["status"] == "proved" else 1


def _summary(outcome: Theorem | Open) -> dict[str, object]:
    from masetproof.proofs.theorem import Theorem

    system = outcome.system
    proved = isinstance(outcome, Theorem)
    return {
        "game": system.closure.game.name,
        "pegs": system.closure.pegs,
        "objective": system.objective.value,
        "extra": system.reading.value,
        "patterns": len(system.closure.patterns),
        "equations": system.equation_count,
        "status": "proved" if proved else "open",
        **({} if isinstance(outcome, Theorem) else {"reason": outcome.reason}),
        "formula": outcome.formula.as_json() if isinstance(outcome, Theorem) else None,
        "certificate": None,
        "files": None,
    }


def _tell(outcome: Theorem | Open, summary: dict[str, object]) -> None:
    from masetproof.proofs.theorem import Theorem

    common.clear_progress()
    if isinstance(outcome, Theorem):
        print(f"Proved. {outcome.words(exceptions=_SHOWN_EXCEPTIONS)}")
        for line in outcome.symbols().split("; "):
            print(f"  {line}")
    else:
        print(f"Open: {outcome.reason}.")
    reading = common.reading_text(outcome.system.reading)
    system = outcome.system
    patterns = counted(len(system.closure.patterns), "pattern")
    print(f"{patterns}, {counted(system.equation_count, 'equation')}; {reading}")
    for path in summary["files"] or ():  # type: ignore[attr-defined]
        print(f"wrote {path}")
