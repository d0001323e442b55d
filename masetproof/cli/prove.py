r"""Prove a closed formula for every number of colours.

examples:
  masetproof prove mastermind --pegs 2
  masetproof prove ab --pegs 2 --objective worst --extra with
  masetproof prove mastermind --pegs 2 --out proof
  masetproof prove mastermind --pegs 2 --listing none --patterns 1..2 --out some
  masetproof prove mastermind --pegs 2 --extra all --out readings
  masetproof prove mastermind --pegs 2 --plot theorem.pdf
  masetproof prove black-peg --pegs 2 --colours 3,4
  masetproof prove mastermind --pegs 2 --objective expected-then-worst
  masetproof prove ab --pegs 2 --short --out short
  masetproof prove mastermind --pegs 2 --short --upper --out both
  masetproof prove black-peg --pegs 4 --objective worst --out bounds

With --out the directory gets the certificate (proof.cert), the LaTeX listing (proof.tex with
proof-body.tex, masetproof.sty and masetproof.bib, and proof.pdf when pdflatex is there),
summary.json and, for one and two pegs, the pattern graph (patterns.graphml, patterns.dot).
--listing body leaves proof.tex and proof.pdf out: put \usepackage{masetproof} and
\input{proof-body} into your own paper, of one column or two. With three pegs the listing is a
summary with figures; --listing full adds all equations in compressed volumes of a hundred
patterns each, which takes hours on all processors, up to four; when that was interrupted the same
command goes on with the volumes that are missing. --patterns A..B prints just these patterns in the
same form, beside whatever --listing says: the folder patterns gets documents of ten patterns each,
as PDF, too, when pdflatex is there. Ten patterns of three pegs have more than a thousand pages.

SHA256SUMS lists what was made. A later run replaces or removes only that, and refuses to begin
where another file has the name of one that it would write. Without --out nothing is written but the
cache of closures, $MASETPROOF_CACHE or ~/.cache/masetproof, which is safe to delete.

On the way from the values to the proof SymPy solves the recurrences: each function from one of its
optimal equations, in the order in which they depend on each other, with a value as initial value.
Each solution is put back into its equation, and compared with what interpolation found in the
values. For one and two pegs every other equation is solved, too; the listing prints the solutions.
With three pegs --solve all solves all functions, not only those of the strategy that is printed;
that takes longer.

--extra all proves the three readings in one run and says for which n they agree, as 'masetproof
readings' does. With --out the folders exact, with and without have what each of them gives alone,
and readings.tex (readings-body.tex, readings.pdf, readings.json) compares them.

--objective expected-then-worst, or worst-then-expected, for one and two pegs, proves the formulas
of the least total and of the least worst case, and that one strategy has both. The formulas have
certificates (--objective expected and --objective worst, with --out); that one strategy has both is
in none of them.

--short, for Mastermind and the AB game with two and three pegs, finds a few patterns, the members,
that are enough for the lower half: no strategy takes less, not even where a colour may be asked
that is known not to be in the secret. It says for which n some strategy takes no more in the
reading that --extra names; for other n the closure decides. With --out the directory gets
short.cert, which 'masetproof check' verifies, summary.json, and the listing, in which
every line can be checked with pencil and paper (for three pegs with --listing full). Three pegs
take much longer than without --short. With --upper the certificate also has the upper half, a
strategy of the real game, so that it proves the formula; the listing is of the lower half.

With four pegs of black-peg Mastermind --objective worst proves the worst case for every number of
colours; with five, and of Mastermind and the AB game with four, it proves bounds. The lower half
rests on a lemma (docs/proof-method.md) and on a few searches, which are trusted and listed with
their commands (--json); the upper half is a strategy, which is counted anew. With --out the
directory gets the certificate (proof.cert) and summary.json; 'masetproof check' verifies all but
the searches, and names them.

For black-peg Mastermind with two, three and four pegs --short proves both halves, for the real game
and with the extra colour, from boards whose columns have nearly as many colours. With four pegs
there is no other proof, so --short may be left out; it takes long, and gigabytes, and its
certificate is in the folder output.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

import masetproof
from masetproof.arguments import Refused, counted
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import BLACK_PEG
from masetproof.objectives import Goal
from masetproof.progress import Stopwatch

if TYPE_CHECKING:
    from pathlib import Path

    from masetproof.games.alike import AlikeGame
    from masetproof.proofs.comparison import Comparison
    from masetproof.proofs.proof import Proof
    from masetproof.recurrences.recurrences import Recurrences
    from masetproof.reports.bundle import Bundle

    Outcome = Proof | Comparison

_NOT_CERTIFIED = (
    "The two formulas have certificates (--objective expected and --objective worst); that one "
    "strategy has both is proved by this program alone."
)


OPTIONS = (
    *options.GAME,
    options.COLOURS.but(help=f"also say the value for this number of colours; {options.COLUMNS}"),
    options.OBJECTIVE.but(
        choices=("expected", "worst", "expected-then-worst", "worst-then-expected"),
        help="what a strategy minimizes: the total over all secrets, the worst case, or first the "
        "one and then the other",
    ),
    options.reading(
        options.EXTRA.but(
            choices=("exact", "with", "without", "all"),
            help=f"{options.READINGS}; all three, compared",
        )
    ),
    *options.OUTPUT,
    Option(
        "--solve",
        choices=("strategy", "all"),
        help="which functions SymPy solves: with one and two pegs all, with three pegs those of "
        "the strategy that is printed, or all",
        default="strategy",
    ),
    Option(
        *("--patterns", "A..B"),
        help="with --out, print what the full listing says of these patterns",
        read=options.read_range("patterns", 0, 2**15 - 1),
    ),
    options.to_draw("--plot", "draw the values with the formula over them, or both bounds"),
    Option("--short", help="prove that no strategy takes less, by few patterns"),
    Option("--upper", help="with --short, prove by a strategy, too, that no more is needed"),
)


def run(arguments: argparse.Namespace) -> int:
    """Prove, write, tell; also for ``masetproof readings``."""
    game, pegs = options.peg_game(arguments)
    is_short = getattr(arguments, "short", False) or _has_only_short(arguments)
    _check(arguments, game, pegs, is_short=is_short)
    patterns, finite = _chosen_patterns(arguments), None
    if arguments.colours is not None:
        possible = arguments.extra == "none"
        finite = FiniteGame(game, pegs, arguments.colours, consistent_only=possible)
    directory, watch = options.output_directory(arguments), Stopwatch()
    if directory is not None:
        _check_directory(arguments, directory, patterns, is_short=is_short)
    outcome = _found(arguments, game, pegs, watch, is_short=is_short)
    document = _document(arguments, outcome, finite)
    is_open = isinstance(outcome, masetproof.Open)

    def write() -> Bundle | None:
        try:
            if directory is None:
                return None
            with common.making_files(directory):
                return _written(arguments, outcome, directory, watch, patterns)
        finally:
            if isinstance(outcome, masetproof.Theorem | masetproof.WorstBounds):
                common.draw(arguments.plot, outcome)

    common.tell_proof(arguments, document, _lines(outcome, finite), watch, write)
    common.tell_written(arguments, None if is_open else arguments.plot)
    return int(is_open)


def _check(arguments: argparse.Namespace, game: AlikeGame, pegs: int, *, is_short: bool) -> None:
    """`Refused` for options that do not go together, and for games without a proof."""
    if is_short:
        _check_short(arguments, game, pegs)
    elif getattr(arguments, "upper", False):
        raise Refused("--upper puts a strategy beside a short proof: it is for --short")
    elif options.asks_bounds(arguments):
        why = "is for theorems with a listing; bounds of the worst case have none"
        options.refuse(arguments, why, "colours", "patterns", "listing")
        if arguments.extra != "exact":
            raise Refused("bounds of the worst case are of the real game: exact")
    else:
        _check_theorem(arguments, game, pegs)


def _check_short(arguments: argparse.Namespace, game: AlikeGame, pegs: int) -> None:
    from masetproof.reports.short import has_listing

    options.refuse(arguments, "is not for a short proof", "plot", "colours", "patterns")
    has_listing(game, pegs, arguments.listing)
    if arguments.extra == "none":
        raise Refused(
            "a short proof rests on superadditivity, which fails where only possible secrets "
            "may be asked (--consistent-only)"
        )
    if Goal(arguments.objective) is not Goal.EXPECTED:
        raise Refused("short proofs are of the expected case: superadditivity needs a sum")
    if arguments.extra == "all":
        raise Refused("a short proof is one for all readings; choose the one that is compared")
    if game == BLACK_PEG:
        from masetproof.band.proof import check_pegs

        check_pegs(pegs)
        if arguments.extra in ("without", "none"):
            raise Refused("a band proof needs blanks: it is of the readings exact and with")


def _check_theorem(arguments: argparse.Namespace, game: AlikeGame, pegs: int) -> None:
    from masetproof.patterns.provable import check_provable

    several, goal = arguments.extra == "all", Goal(arguments.objective)
    if several:
        why = "is for one theorem; choose one reading with --extra"
        options.refuse(arguments, why, "plot", "colours", "patterns")
    if goal.is_both:
        why = "is for one theorem; choose expected or worst with --objective"
        options.refuse(arguments, why, "plot", "out", "patterns", "listing", *["extra"] * several)
    try:
        check_provable(game, pegs, together=goal.is_both)
    except Refused as refused:
        from masetproof.proofs.shift import has_bounds

        if goal is Goal.EXPECTED and has_bounds(game, pegs):
            raise Refused(f"{refused}; --objective worst has bounds for every n") from None
        raise


def _check_directory(
    arguments: argparse.Namespace, directory: Path, patterns: range | None, *, is_short: bool
) -> None:
    """`Refused`, before any long work, when a file of somebody else would have to be replaced."""
    (game, pegs), listing = options.peg_game(arguments), arguments.listing
    if is_short:
        from masetproof.reports.short import check_short_directory, has_listing

        check_short_directory(directory, listing=has_listing(game, pegs, listing))
        return
    from masetproof.reports.bundle import check_bounds_directory, check_directory

    if options.asks_bounds(arguments):
        check_bounds_directory(directory)
        return
    several = arguments.extra == "all"
    check_directory(directory, pegs, listing, several=several, patterns=patterns)


def _found(
    arguments: argparse.Namespace, game: AlikeGame, pegs: int, watch: Stopwatch, *, is_short: bool
) -> Outcome:
    """The proof that the options ask for, or three that are compared."""
    progress, reading = arguments.progress, arguments.extra
    upper = getattr(arguments, "upper", False)
    if options.asks_bounds(arguments):
        return masetproof.prove_worst(game, pegs, progress=progress, stopwatch=watch)
    if is_short and game == BLACK_PEG:
        return masetproof.prove_band(pegs, progress=progress, stopwatch=watch)
    if is_short:
        return masetproof.prove_short(
            game, pegs, reading=reading, upper=upper, progress=progress, stopwatch=watch
        )
    if reading == "all":
        from masetproof.proofs.comparison import compare_readings
        from masetproof.proofs.general import Solve

        return compare_readings(
            *(game, pegs, arguments.objective, progress, watch),
            Solve(getattr(arguments, "solve", "strategy")),
        )
    goal = Goal(arguments.objective)
    if goal.is_both:
        return masetproof.prove_together(
            game, pegs, goal=goal, reading=reading, progress=progress, stopwatch=watch
        )
    return options.proved(arguments, game, pegs, watch)


def _written(
    arguments: argparse.Namespace,
    outcome: Outcome,
    directory: Path,
    watch: Stopwatch,
    patterns: range | None,
) -> Bundle | None:
    """The files of what was proved; None where there is nothing to certify."""
    from masetproof.proofs.comparison import Comparison

    progress, listing = arguments.progress, arguments.listing
    if isinstance(outcome, masetproof.ShortProof | masetproof.BandProof):
        from masetproof.reports.short import has_listing, write_short_bundle

        game, pegs, *_ = outcome.statement
        return write_short_bundle(
            outcome, directory, watch, progress, listing=has_listing(game, pegs, listing)
        )
    if isinstance(outcome, masetproof.WorstBounds):
        from masetproof.reports.bundle import write_bounds

        return write_bounds(outcome, directory, watch, progress)
    if isinstance(outcome, masetproof.Theorem | Comparison):
        from masetproof.reports.bundle import write_bundle

        return write_bundle(outcome, directory, listing, watch, progress, patterns)
    return None


def _chosen_patterns(arguments: argparse.Namespace) -> range | None:
    """The patterns that are printed; `Refused` where they cannot be."""
    patterns: range | None = arguments.patterns
    if patterns is None:
        return None
    game, _ = options.peg_game(arguments)
    if not game.one_kind:
        from masetproof.reports.bundle import NOT_BY_PATTERNS

        raise Refused(NOT_BY_PATTERNS.format(game.title))
    if arguments.out is None:
        raise Refused("--patterns needs --out, a directory for what is printed")
    return patterns


def _has_only_short(arguments: argparse.Namespace) -> bool:
    """Whether there is a theorem, but only by a short proof: black-peg Mastermind with 4 pegs."""
    game, pegs = options.peg_game(arguments)
    is_largest = game == BLACK_PEG and pegs == BLACK_PEG.closable_pegs
    return is_largest and arguments.objective == "expected"


def _document(
    arguments: argparse.Namespace, outcome: Outcome, finite: FiniteGame | None
) -> dict[str, object]:
    from masetproof.proofs.comparison import Comparison

    document = outcome.as_json()
    if isinstance(outcome, Comparison):
        head = {"game": options.peg_game(arguments)[0].name, "pegs": arguments.pegs}
        head |= {"objective": arguments.objective, "extra": "all", "status": "proved"}
        return head | document | {"certificates": None, "files": None}
    if arguments.extra == "all":
        return document
    document |= {"certificate": None, "files": None}
    theorems = _theorems(outcome)
    if finite is not None and theorems:
        colours = finite.columns or finite.colours
        values = (str(theorem.value(colours)) for theorem in theorems)
        board = zip(("value", "then_value"), values, strict=False)
        document["board"] = {"colours": colours, **dict(board)}
    return document


def _theorems(outcome: Proof) -> tuple[masetproof.Theorem, ...]:
    """The theorem, or the two of one strategy, in the order of the goal; none if it is open."""
    if isinstance(outcome, masetproof.Together):
        return outcome.theorems
    return (outcome,) if isinstance(outcome, masetproof.Theorem) else ()


def _lines(outcome: Outcome, finite: FiniteGame | None) -> Iterator[str]:
    from masetproof.proofs.comparison import Comparison

    # Short proofs, and the checker that they call, are loaded only where there is one.
    if isinstance(outcome, masetproof.Theorem | masetproof.Together | masetproof.Open):
        yield from _closure_lines(outcome, finite)
    elif isinstance(outcome, Comparison):
        for reading, theorem in outcome.theorems.items():
            yield from common.theorem_lines(theorem, f"{reading.value}:")
        yield outcome.describe()
        if (boards := outcome.describe_boards()) is not None:
            yield boards
        yield outcome.meaning()
    elif isinstance(outcome, masetproof.ShortProof):
        yield from _short_lines(outcome)
    elif isinstance(outcome, masetproof.BandProof):
        yield from _band_lines(outcome)
    elif isinstance(outcome, masetproof.WorstBounds):
        yield from outcome.words()


def _closure_lines(
    outcome: masetproof.Theorem | masetproof.Together | masetproof.Open, finite: FiniteGame | None
) -> Iterator[str]:
    """The result of the closure: proved or open."""
    theorems = _theorems(outcome)
    for theorem in theorems:
        yield from common.theorem_lines(theorem, "Proved.")
        yield from common.region_lines(theorem.regions)
    if isinstance(outcome, masetproof.Open):
        yield f"Open: {outcome.reason}."
    if isinstance(outcome, masetproof.Together):
        yield outcome.words()
        yield _NOT_CERTIFIED
    if outcome.system is not None:
        yield _counts_text(outcome.system)
    if finite is not None:
        for theorem in theorems:
            value = theorem.value(finite.columns or finite.colours)
            yield f"{finite.title}: the least {theorem.system.objective.describe()} is {value:,}"


def _short_lines(proof: masetproof.ShortProof) -> Iterator[str]:
    head = "Proved that no strategy takes less."
    yield from common.theorem_lines(proof.theorem, head, lower=True)
    reading = proof.attained_in.value
    yield f"Some strategy takes no more, with --extra {reading}, for {proof.missed.others}."
    if proof.book is not None:
        more = (f"; for n = {n} it takes {most}" for n, (_, most) in proof.between.items())
        places = counted(len(proof.book.asked), "place")
        yield f"The certificate has a strategy of {places} that does so{''.join(more)}."
    yield (
        f"{counted(len(proof.members), 'member')} with {counted(proof.questions, 'question')}, of "
        f"which {len(proof.covered):,} need covers; all others are bounded by counts"
    )


def _band_lines(proof: masetproof.BandProof) -> Iterator[str]:
    yield f"Proved. {proof.verified.words}"
    yield proof.verified.symbols
    yield (
        f"{counted(proof.asked, 'state')} with all questions, {proof.averaged:,} by averaging; the "
        f"strategy of the real game asks at {counted(len(proof.book.asked), 'place')}"
    )


def _counts_text(system: Recurrences) -> str:
    """How many patterns, questions and equations, and what an equation belongs to."""
    patterns = counted(len(system.closure.patterns), "pattern")
    questions = counted(system.closure.question_count, "question")
    equations = counted(system.equation_count, "equation")
    each = "one for each question"
    if system.reading is masetproof.Reading.EXACT:
        each += " and each number of excluded colours that makes a difference"
    return f"{patterns} with {questions}, {equations}: {each} ({system.reading.option})"
