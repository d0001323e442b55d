"""An article on all theorems, with the certificates that it names, in one go.

Every number in it comes from one of three sources: from the theorems, which are proved for it; from
their certificates, which the checker verifies in a process of its own; and from the published
values in the package.  The sentences are those of ``paper.tex.jinja``.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import count, permutations
from pathlib import Path
from typing import Any

import numpy as np

from masetproof._version import __version__
from masetproof.arguments import Refused, as_count, shown
from masetproof.files import file_path, prepare_directory, read_bytes, whole_file
from masetproof.games.alike import AlikeGame, as_alike_game
from masetproof.games.pegs import BLACK_PEG, PegGame
from masetproof.games.registry import GAMES
from masetproof.objectives import Objective
from masetproof.patterns.pattern import as_index
from masetproof.patterns.provable import check_provable
from masetproof.progress import Progress, Stopwatch, as_progress, as_stopwatch, silent, under
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.comparison import Comparison, compare_readings
from masetproof.proofs.equations import equations_of
from masetproof.proofs.finding import Open
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex
from masetproof.reports.bundle import SUMS, Bundle
from masetproof.reports.citation import (
    AUTHORS,
    TITLE,
    Citation,
    cite_program,
    cited,
    counted_before,
)
from masetproof.reports.document import BIBLIOGRAPHY, MACROS, compared, context_of, growth
from masetproof.reports.sections import CellSections
from masetproof.short.proof import LEAST_PEGS, SHORTENED, prove_short
from masetproof.tables.published import Published, known_values

PAPER, PDF, MORE_WORKS = "paper.tex", "paper.pdf", "paper.bib"
DIGESTS = "certificates.sha256"
_FILES = (PAPER, PDF, MORE_WORKS, MACROS, BIBLIOGRAPHY, DIGESTS)
_CERTIFICATE = ".cert"
_CHECKER = Path(__file__).resolve().parents[1] / "checker"
_TITLE = "Optimal strategies for Mastermind and its variants for every number of colours"
_LONGEST = 300
_MOST_BYTES = 1 << 24
_IN_TABLE = (*range(1, 11), 20, 50, 100)
"""The numbers of colours whose values are in tables."""
_PRINTED_PEGS, _MOST_CELLS = 2, 12
"""With more pegs, or on more lines, the values of all boards are not printed."""
_NO_TABLE = {"most_inline": 1_000}
"""Exceptions stand in the text, which pages can break."""

Result = dict[str, Any]
"""The values and texts of the article on a game with a number of pegs in one case.

The theorem is not among them, so that memory holds one closure at a time."""


def write_paper(
    directory: Path | str,
    *,
    authors: Sequence[str] | str | None = None,
    title: str | None = None,
    date: str | None = None,
    games: Sequence[AlikeGame | str] | None = None,
    pegs: int | None = None,
    progress: Progress = silent,
    stopwatch: Stopwatch | None = None,
) -> Bundle:
    """Prove all theorems, check their certificates, and write an article about them.

    The directory, made where there is none, gets ``paper.tex``, what it needs, ``paper.pdf`` where
    there is a LaTeX engine (else `Bundle.notes` says why not), the certificates of the real game,
    those of short proofs, and ``SHA256SUMS``.  Unchanged files of an earlier article that this one
    lacks are removed.  Every file is whole or not there; what was finished before an interrupt is
    kept.

    authors, title, date: as they are to be printed, in plain text (default: the contributors to the
    program, its own title, today).
    games: all games of pegs, if none are named.  pegs: the most pegs.

    `Refused` for arguments that make no sense, and, before anything is proved, when another file
    has the name of one that is to be written; `OSError` where files cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     made = write_paper(folder, authors=["A. Author"], games=["ab"], pegs=1)
    ...     print(made.files[0].name)
    ab-1-expected.cert
    """
    directory = file_path(directory)
    head, chosen = _head(authors, title, date), _chosen(games, pegs)
    head |= _asked_for(chosen, games, pegs)
    progress, watch = as_progress(progress), as_stopwatch(stopwatch)
    return _write_article(directory, head, chosen, progress, watch)


def _write_article(
    directory: Path,
    head: dict[str, object],
    chosen: Sequence[tuple[AlikeGame, int]],
    progress: Progress,
    watch: Stopwatch,
) -> Bundle:
    """Prove everything on the chosen games, and write certificates and article."""
    prepare_directory(directory)
    cases = [(game, p, objective) for game, p in chosen for objective in Objective]
    short = [(game, p) for game, p in chosen if game in SHORTENED and p >= LEAST_PEGS]
    certificates = [_certificate_name(*case) for case in cases]
    certificates += [_short_name(*one) for one in short]
    bundle = Bundle(directory, _is_ours, "paper")
    bundle.check([*_FILES, *certificates])
    results = []
    for place, case in enumerate(cases, 1):
        show = under(
            f"theorem {place} of {len(cases)}; {Path(_certificate_name(*case)).stem}", progress
        )
        results.append(_result(bundle, *case, show, watch))
    shorts = []
    for place, one in enumerate(short, 1):
        show = under(
            f"short proof {place} of {len(short)}; {Path(_short_name(*one)).stem}", progress
        )
        shorts.append(_short(bundle, *one, show, watch))
    progress("writing the article", 0, 1)
    bundle.remove_all_but(*certificates)
    bundle.write(_texts(head | _context(results, shorts), results, shorts))
    bundle.write_pdf(PAPER, MORE_WORKS, watch, progress)
    bundle.files.append(directory / SUMS)
    return bundle


def _texts(
    context: dict[str, object], results: Sequence[Result], shorts: Sequence[Result]
) -> dict[str, str]:
    """The article and what it needs, by the names of the files."""
    digests = "".join(_digest_lines(results, shorts))
    own = {"name": DIGESTS, "own": hashlib.sha256(digests.encode()).hexdigest()}
    return {
        DIGESTS: digests,
        MACROS: latex.shipped(MACROS),
        BIBLIOGRAPHY: latex.shipped(BIBLIOGRAPHY),
        MORE_WORKS: f"{latex.shipped(MORE_WORKS)}\n{_program().bibtex}\n",
        PAPER: latex.rendered("paper.tex.jinja", context | {"digests": own}),
    }


def _head(authors: object, title: object, day: object) -> dict[str, object]:
    """The lines above the abstract, in LaTeX."""
    names = AUTHORS if authors is None else authors
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list | tuple) or not names:
        raise Refused(f"the authors are one or several names, not {shown(authors)}")
    if day is None:
        today = date.today()
        day = f"{today.day} {today:%B} {today.year}"
    return {
        "authors": [latex.escape(_line(name, "an author")) for name in names],
        "title": latex.escape(_line(_TITLE if title is None else title, "the title")),
        "date": latex.escape(_line(day, "the date")),
    }


def _line(text: object, what: str) -> str:
    """The text without space around it; `Refused` if it is not one line of printable signs."""
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        raise Refused(f"{what} must be a line of text, not {shown(text)}")
    if len(text) > _LONGEST:
        raise Refused(f"{what} must have at most {_LONGEST} characters")
    return text.strip()


def _chosen(games: object, most: object) -> list[tuple[AlikeGame, int]]:
    """The games with all numbers of pegs, up to the most, for which there are theorems."""
    if games is None:
        pegged = (game for game in GAMES.values() if isinstance(game, PegGame))
        games = [game for game in pegged if not game.distinct_secrets]
    elif not isinstance(games, list | tuple) or not games:
        raise Refused(f"the games are a list of one or several, not {shown(games)}")
    if most is not None:
        most = as_count(most, "the most pegs", 1)
    return [
        (game, pegs)
        for game in dict.fromkeys(map(as_alike_game, games))
        for pegs in _provable(game)
        if most is None or pegs <= most
    ]


def _asked_for(
    chosen: Sequence[tuple[AlikeGame, int]], games: object, pegs: object
) -> dict[str, object]:
    """The command that writes the article, and whether it tells of black-peg with four pegs."""
    given = f" --games {' '.join(dict.fromkeys(game.name for game, _ in chosen))}"
    command = "masetproof paper" + given * (games is not None)
    return {
        "command": command + f" --pegs {pegs}" * (pegs is not None),
        "four": pegs is None and any(game.name == BLACK_PEG.name for game, _ in chosen),
    }


def _provable(game: AlikeGame) -> Iterator[int]:
    """The numbers of pegs with theorems."""
    for pegs in count(1):
        try:
            check_provable(game, pegs)
        except Refused:
            return
        yield pegs


def _certificate_name(game: AlikeGame, pegs: int, objective: Objective) -> str:
    return f"{game.name}-{pegs}-{objective.value}{_CERTIFICATE}"


def _short_name(game: AlikeGame, pegs: int) -> str:
    return f"{game.name}-{pegs}-short{_CERTIFICATE}"


def _is_ours(name: str) -> bool:
    """Whether an article has files of that name."""
    return name in _FILES or name.endswith(_CERTIFICATE)


# --------------------------------------------------------------------------------- one theorem


def _result(
    bundle: Bundle,
    game: AlikeGame,
    pegs: int,
    objective: Objective,
    progress: Progress,
    watch: Stopwatch,
) -> Result:
    """Prove, write the certificate of the real game, check it, and keep values for the article."""
    begin = time.perf_counter()
    comparison = compare_readings(game, pegs, objective, progress, watch)
    seconds = time.perf_counter() - begin
    if isinstance(comparison, Open):
        raise Refused(f"there is no theorem on {game.name} with {pegs} pegs: {comparison.reason}")
    name, digests = _certificate_name(game, pegs, objective), dict[str, str]()
    path = bundle.directory / name
    with watch.stage("certificates"):
        progress("writing the certificates", 0, 1)
        for reading, theorem in comparison.theorems.items():
            target = path if reading is Reading.EXACT else Path(os.devnull)
            with whole_file(target) as file:
                digests[reading.value] = write_certificate(theorem, file)
    bundle.wrote(path)
    with watch.stage("checks"):
        checked = _checked(path, progress)
    if checked["digest"] != digests[Reading.EXACT.value]:
        raise Refused(f"{path} was changed while the article was written")
    return _sentences(comparison, objective, name, digests) | {
        "digests": digests,
        "bytes": path.stat().st_size,
        "checked": checked,
        "seconds": {"proof": _seconds(seconds), "check": _seconds(checked["seconds"])},
    }


def _sentences(
    comparison: Comparison, objective: Objective, name: str, digests: dict[str, str]
) -> Result:
    """What the article says of a theorem and its readings.  name: of the certificate."""
    theorem = comparison.theorems[Reading.EXACT]
    game, pegs = theorem.closure.game, theorem.closure.pegs
    context = context_of(theorem, digests[Reading.EXACT.value], name)
    context["game"] = str(context["game"]).replace("Black-peg", "black-peg")  # in a sentence
    told = f"{context['game']} with {context['pegs_text']}"
    readings, boards = compared(comparison), _boards(theorem)
    on_boards = comparison.describe_boards()
    return (
        context
        | {
            "case": objective.value,
            "pegs": pegs,
            "rules": game,
            "game_name": game.name,
            "game_title": game.title,
            "told": told,
            "named": f"{told} in the {objective.value} case",
            "theorem": latex.rendered("theorem.tex.jinja", context | boards | _NO_TABLE),
            "compared": latex.rendered("compared.tex.jinja", readings),
            "has_boards": bool(boards),
            "on_boards": on_boards and latex.escape(on_boards),
            "regions": len(theorem.regions),
            "growth": growth(theorem.formula, game, pegs),
            "asked": _first_questions(theorem),
            "loops": _loops(comparison),
            "proof": theorem.system.as_json() | theorem.proved_on(),
            "masets": len(theorem.closure.explicit),
            "counted": bool(counted_before(theorem)),
        }
        | readings
        | {"comparison": replace(comparison, theorems={})}  # which are large
    )


def _short(
    bundle: Bundle, game: AlikeGame, pegs: int, progress: Progress, watch: Stopwatch
) -> Result:
    """Find a short proof of the lower bound, write its certificate, and check it."""
    begin, name = time.perf_counter(), _short_name(game, pegs)
    proof = prove_short(game, pegs, progress=progress, stopwatch=watch)
    seconds, path = time.perf_counter() - begin, bundle.directory / name
    with whole_file(path) as file:
        file.write(proof.certificate())
    bundle.wrote(path)
    with watch.stage("checks"):
        checked = _checked(path, progress)
    return {
        "certificate_name": name,
        "told": f"{game.title} with {pegs} pegs",
        "bytes": path.stat().st_size,
        "attained": proof.missed.others,
        "explicit": sum(member.is_explicit for member in proof.members),
        "checked": checked,
        "seconds": {"proof": _seconds(seconds), "check": _seconds(checked["seconds"])},
    }


def _checked(path: Path, progress: Progress) -> Result:
    """The verdict of the checker on a certificate, in a process that knows nothing of this one."""
    command = [sys.executable, "-I", str(_CHECKER), str(path), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            while process.returncode is None:
                progress(f"checking {path.name}", 0, 1)
                with suppress(subprocess.TimeoutExpired):
                    output, _ = process.communicate(timeout=0.5)
        finally:
            process.kill()  # unless it has ended
    if process.returncode:
        said = output.decode(errors="replace").strip()
        raise Refused(f"the checker does not verify {path}: {shown(said)}")
    checked: Result = json.loads(output)
    return checked


def _seconds(seconds: float) -> str:
    return "$<0.01$" if seconds < 0.01 else f"{seconds:.{2 if seconds < 10 else 0}f}"


def _boards(theorem: Theorem) -> Result:
    """The theorem on every board of a game with several kinds of colours; empty if it is long."""
    if theorem.system.has_one_index or theorem.closure.pegs > _PRINTED_PEGS:
        return {}
    boards: Result = CellSections(theorem, whole=False).boards()
    value = f"f({', '.join(boards['letters'])})"  # the article has no list of functions
    return boards | {"first": value} if len(boards["regions"]) <= _MOST_CELLS else {}


def _first_questions(theorem: Theorem) -> list[tuple[str, str, str]]:
    """The optimal first questions up to renaming: a word, how many are like it, and for which n.

    Empty where all first questions are alike.
    """
    system, game, pegs = theorem.system, theorem.closure.game, theorem.closure.pegs
    asked = equations_of(theorem, system.first).equations
    if not system.has_one_index:
        # With n colours of one kind a first question has none of another kind.
        costs = theorem.costs(system.first, as_index(pegs, game, pegs))
        asked = tuple(one for one in asked if costs[one.asked.split] is not None)
    if len(asked) == 1:
        return []
    if not system.has_one_index:
        raise ArithmeticError(f"{system.title} has several first questions")
    return [
        (
            latex.typewriter("".join(map(str, _shape(one.asked.word)))),
            _alike(one.asked.word),
            latex.sentence(str(one.verdict.optimal)),
        )
        for one in asked
        if not one.verdict.optimal.is_empty
    ]


def _shape(word: Sequence[object]) -> tuple[int, ...]:
    """Which cells are equal: 0 for the first cell and its equals, 1 for the next other one, ...."""
    seen = [*dict.fromkeys(word)]
    return tuple(map(seen.index, word))


def _alike(word: Sequence[object]) -> str:
    """How many words arise from one by renaming colours and reordering cells, in LaTeX.

    It is ``3n(n-1)`` for a word of three cells with two equal ones.
    """
    shapes = {_shape(moved) for moved in permutations(word)}
    factors = [f"(n-{less})" if less else "n" for less in range(len({*word}))]
    return f"{len(shapes)}" * (len(shapes) > 1) + "".join(factors)


def _loops(comparison: Comparison) -> Result:
    """How the equations of an optimal strategy for many colours refer to their own functions.

    Empty for functions of several indices.

    functions: how many there are.
    own: how many refer to themselves, by the number of colours by which they go back.
    step: that number if it is the same for all, the full pattern included, is more than 1, and is
        both the period of the formula and the number of pegs, and if the
        readings ``with`` and ``exact`` have the same values for many colours; else 0.
    """
    theorem = comparison.theorems[Reading.EXACT]
    if not theorem.system.has_one_index:
        return {}
    merged, guide = theorem.columns.merged, theorem.guide
    own: dict[int, set[int]] = {}
    for (function, _), row in guide.chosen.items():
        if function in merged.parts_of(row):
            own.setdefault(int(merged.new[row]), set()).add(function)
    step = theorem.formula.period
    whole = any(theorem.columns.pattern[function] == 0 for function in own.get(step, ()))
    # For many colours the full pattern does not depend on excluded colours.
    same = not any(Reading.WITH in gaps for gaps in comparison.gaps.values())
    explained = step == theorem.closure.pegs > 1 and [*own] == [step] and whole and same
    counts = {less: len(functions) for less, functions in sorted(own.items())}
    return {"functions": len(guide.functions), "own": counts, "step": step * explained}


# --------------------------------------------------------------------------------- the article


def _context(results: Sequence[Result], shorts: Sequence[Result]) -> Result:
    """The values for the templates on all theorems together."""
    expected = [one for one in results if one["case"] == Objective.EXPECTED.value]
    most = {one["game_name"]: one["pegs"] for one in results}
    return {
        **results[0]["functions"],
        "version": __version__,
        "program": latex.escape(TITLE),
        "results": results,
        "expected": expected,
        "new": [one for one in expected if one["pegs"] > 1 and not one["known_before"]],
        "best": [one for one in expected if one["pegs"] == most[one["game_name"]]],
        "apart": [one for one in results if not one["comparison"].agree],
        "tables": [*_tables(results)],
        "in_table": _IN_TABLE,
        "known": {_key(one): one.value for one in known_values()},
        "published": [*_published(results)],
        "shorts": shorts,
        "in_coq": any(one["rules"] in SHORTENED and one["pegs"] > 1 for one in results),
        "checker": _size_of(_CHECKER),
        "machine": latex.escape(
            f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}, "
            f"Python {platform.python_version()}, numpy {np.__version__}"
        ),
    }


def _size_of(folder: Path) -> Result:
    """How many files and lines of Python a folder has."""
    files = [*folder.glob("*.py")]
    lines = sum(len(read_bytes(path, _MOST_BYTES).splitlines()) for path in files)
    return {"files": len(files), "lines": lines}


def _digest_lines(results: Sequence[Result], shorts: Sequence[Result]) -> Iterator[str]:
    """The input of sha256sum: the files; and, as comments, certificates of other readings."""
    for one in results:
        for reading, digest in one["digests"].items():
            mark, of = ("", "") if reading == Reading.EXACT.value else ("# ", f" ({reading})")
            yield f"{mark}{digest}  {one['certificate_name']}{of}\n"
    for one in shorts:
        yield f"{one['checked']['digest']}  {one['certificate_name']}\n"


def _program() -> Citation:
    """The program; without the month, which the style prints as a number."""
    program = cite_program()
    fields = {name: text for name, text in program.fields.items() if name != "month"}
    return replace(program, fields=fields)


def _key(one: Published) -> str:
    return f"{one.game.name}-{one.pegs}-{one.colours}-{one.objective.value}"


def _published(results: Sequence[Result]) -> Iterator[tuple[str, int, int, str, int, str]]:
    """Game, pegs, colours, case, value and source of each published value that a theorem covers.

    A value that differs is an `ArithmeticError`.
    """
    formulas = {(one["game_name"], one["pegs"], one["case"]): one["formula"] for one in results}
    for known in known_values():
        source = cited(known.source)
        formula = formulas.get((known.game.name, known.pegs, known.objective.value))
        if formula is None or r"\cite" not in source:
            continue
        if formula(known.colours) != known.value:
            raise ArithmeticError(f"{_key(known)} is {known.value} in {known.source}")
        what = (known.game.title, known.pegs, known.colours, known.objective.value)
        yield *what, known.value, source


def _tables(results: Sequence[Result]) -> Iterator[Result]:
    """For each game the theorems whose values are in its table."""
    for name in dict.fromkeys(one["game_name"] for one in results):
        own = [one for one in results if one["game_name"] == name]
        last = own[-1]
        told = f"{last['game']} with {'up to ' * (last['pegs'] > 1)}{last['pegs_text']}"
        # What one peg costs needs no table.
        several = [one for one in own if one["pegs"] > 1]
        yield {"title": last["game_title"], "told": told, "of": several or own}
