"""Make all proofs again, what of them is kept in this folder, and the page that tells of them.

    python output/make.py [--all DIR] [--pegs 1 2 3] [--games mastermind ab black-peg black-peg-ab]
    python output/make.py --short [--pegs 2 3] [--games mastermind ab]

All files of a theorem, in three readings, are what ``masetproof prove GAME --pegs PEGS --extra all
--out DIR/GAME-PEGS`` writes; GAME-PEGS-worst is the worst case.  They go to the folder that --all
names, or else to one that is removed at the end.  Here, the digests of all are kept (SHA256SUMS),
but for PDFs and figures, which are not the same on each machine; and some of the files: `KEPT`, and
of some theorems the listing.  With --pegs or --games only some theorems are proved, and their
sections of the page (README.md) and digests are replaced.  All take some minutes.

With --short only the certificates of short proofs are made, in the folder ``short``, as by
``masetproof prove GAME --pegs PEGS --short``.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import math
import re
import shutil
import tempfile
from pathlib import Path

from masetproof.band.proof import prove_band
from masetproof.files import whole_file, write_text
from masetproof.progress import Stopwatch
from masetproof.proofs.comparison import Comparison, compare_readings
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports.bundle import write_bundle
from masetproof.reports.document import for_paper
from masetproof.reports.short import short_listing
from masetproof.reports.typeset import typeset
from masetproof.short.proof import prove_short

HERE = Path(__file__).resolve().parent
PAGE = HERE / "README.md"
SUMS = HERE / "SHA256SUMS"
PEGS = (1, 2, 3)
FOLDERS = {
    f"{game}-{pegs}{'-worst' if objective == 'worst' else ''}": (game, pegs, objective)
    for game, most, objectives in (
        ("mastermind", 3, ["expected"]),
        ("ab", 3, ["expected"]),
        ("black-peg", 3, ["expected", "worst"]),
        ("black-peg-ab", 2, ["expected", "worst"]),
    )
    for pegs in PEGS[:most]
    for objective in objectives
}
"""The game, number of pegs and objective of each theorem, by the name of its folder."""
SAME = {".tex", ".sty", ".bib", ".json", ".cert", ".dot", ".graphml"}
"""What the files end with that are the same on each machine."""
KEPT = ("readings.json", "exact/summary.json", "exact/proof.cert")
_REAL_GAME = ("exact/proof-body.tex", "exact/proof.pdf")
_READINGS = (*_REAL_GAME, "with/proof.pdf", "without/proof.pdf", "readings.pdf")
_BODIES = ("with/proof-body.tex", "without/proof-body.tex", "readings-body.tex")
LISTED = {
    **dict.fromkeys(("mastermind-1", "ab-1"), _READINGS),
    **dict.fromkeys(("mastermind-2", "ab-2"), _READINGS + _BODIES),
    **dict.fromkeys(("mastermind-3", "ab-3", "black-peg-2"), _REAL_GAME),
}
"""The listings that are kept, by theorem: what is put into a paper, and PDFs."""
SHORT = [(game, pegs) for game in ("mastermind", "ab", "black-peg") for pegs in (2, 3)]
SHORT.append(("black-peg", 4))
"""The games and numbers of pegs of short proofs."""
SHORT_LISTED = "ab-3.cert.xz"
"""The one that is printed."""
_TOLD = 3
"""The most exceptions in the sentence; where there are more, all are in a list of their own."""
LARGE = {".cert": 1_000_000, ".tex": 25_000}
"""What has more bytes is compressed, by suffix."""


def _listings() -> str:
    """A table of the PDFs that are kept."""
    rows = ["| theorem | on paper |", "|---|---|"]
    for name, files in LISTED.items():
        pdfs = [file for file in files if file.endswith(".pdf")]
        links = (f"[{_CALLED[Path(file).parts[0]]}]({name}/{file})" for file in pdfs)
        what = "a summary with the strategy" if name.endswith("3") else "the whole proof"
        rows.append(f"| [{name}](#{name}) | {what}: {', '.join(links)} |")
    short = "[that no strategy takes less](short/ab-3.pdf), line by line"
    return "\n".join([*rows, f"| [ab-3](#ab-3) | a short proof {short} |"])


_CALLED = {
    "exact": "real game",
    "with": "with an extra colour",
    "without": "without excluded colours",
    "readings.pdf": "compared",
}
HEAD = f"""\
# Proofs and strategies

Each section below is a theorem: what is proved, for which numbers of colours the formula holds, the
values where it does not, and whether it matters which blanks a question may use. The theorem is
proved in three readings of the rules
([the model](../docs/model.md#three-readings-of-the-extra-colour)): `exact` is the real game, `with`
gives the player an extra colour and is a lower bound, `without` takes excluded colours away and is
an upper bound.

Listings to read
----------------

{_listings()}
Beside most of them is the body, `proof-body.tex`, compressed if it is long, which can be put into a
paper. It needs `masetproof.sty` and `masetproof.bib` of the folder `templates`.

What else is here
-----------------

The command of a section writes all files of its proofs. Kept here are

- `exact/proof.cert`, the certificate of the real game, which `masetproof check` verifies,
  compressed (`proof.cert.xz`) or not;
- `readings.json`, which compares the three readings, and `exact/summary.json`, the theorem of the
  real game, both for scripts;
- [short proofs](short) of the lower bounds of Mastermind and the AB game
  ([what they are](../docs/short-proofs.md)): `masetproof check` verifies in seconds that no
  strategy takes less; and of both halves of black-peg Mastermind with equal columns, also with
  [four pegs](../docs/black-peg.md#four-pegs), which have no other proof;
- [strategies](strategies) for larger games, found by search
  ([the table](../docs/optimal-strategies.md)).

`python output/make.py` makes all of this again; with `--all build/output` it leaves all files of
all proofs in `build/output`, which git ignores. There, `sha256sum -c` with the
[list of digests](SHA256SUMS) compares them with those that were made before; `tests/test_output.py`
does so, too. The digests of the certificates are in the sections as well. They are those of
`proof.cert` when it is unpacked (`xz -dk proof.cert.xz`).

The theorems of [black-peg Mastermind](../docs/black-peg.md) hold for columns with different numbers
of colours, too, and those of [black-peg AB](../docs/black-peg.md#black-peg-ab) when some colours
may stand in some columns only. f(n) is the case of equal columns; `regions` in `summary.json` has
all formulas.
"""


def make_short(game: str, pegs: int) -> None:
    """Make the certificate of a short proof, compressed."""
    target = HERE / "short" / f"{game}-{pegs}.cert.xz"
    target.parent.mkdir(exist_ok=True)
    if game == "black-peg":
        data = prove_band(pegs).certificate()
    else:
        data = prove_short(game, pegs).certificate()
    compress(data, target)
    if target.name == SHORT_LISTED:
        list_short(target)


def list_short(certificate: Path) -> None:
    """Print a short proof from its certificate, beside it."""
    body, around = short_listing(lzma.decompress(certificate.read_bytes()))
    name = certificate.name.removesuffix(".cert.xz")
    with tempfile.TemporaryDirectory() as place:
        texts = for_paper(body) | {"proof.tex": around}
        for file, text in texts.items():
            write_text(Path(place, file), text)
        others = [Path(place, file) for file in texts if file != "proof.tex"]
        typeset(Path(place, "proof.tex"), certificate.with_name(f"{name}.pdf"), *others)
    compress(body.encode(), certificate.with_name(f"{name}-body.tex.xz"))


def prove(name: str, everything: Path) -> Comparison:
    """Write all files of one theorem, in all readings, to its folder in *everything*."""
    game, pegs, objective = FOLDERS[name]
    comparison = compare_readings(game, pegs, objective)
    if not isinstance(comparison, Comparison):
        raise SystemExit(f"{name}: {comparison.reason}")
    for note in write_bundle(comparison, everything / name, None, Stopwatch()).notes:
        print(note)
    return comparison


def compress(data: bytes, target: Path) -> None:
    """Write bytes compressed."""
    with whole_file(target) as out:
        out.write(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def keep(name: str, everything: Path, here: Path) -> None:
    """Copy to a folder *here* what is kept of a theorem.

    Where there is no LaTeX, a PDF that was made before stays.
    """
    for file in (*KEPT, *LISTED.get(name, ())):
        source, target = everything / name / file, here / name / file
        target.parent.mkdir(parents=True, exist_ok=True)
        packed = target.with_name(f"{target.name}.xz")
        packed.unlink(missing_ok=True)
        if target.suffix == ".pdf" and not source.exists():
            continue
        if source.stat().st_size > LARGE.get(target.suffix, math.inf):
            target.unlink(missing_ok=True)
            compress(source.read_bytes(), packed)
        else:
            shutil.copyfile(source, target)


def digests(folder: Path) -> dict[str, str]:
    """Those of all files of a theorem that are the same on each machine."""
    return {
        path.relative_to(folder.parent).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.suffix in SAME
    }


def section(name: str, comparison: Comparison, everything: Path) -> str:
    """What is proved, with the digests of the certificates."""
    game, pegs, objective = FOLDERS[name]
    rows, lines = [], []
    for reading in (Reading.EXACT, Reading.WITH, Reading.WITHOUT):
        path = everything / name / reading.value / "proof.cert"
        data, file = path.read_bytes(), path.name
        if reading is Reading.EXACT:
            kept = f"{path.name}.xz" if len(data) > LARGE[path.suffix] else path.name
            file = f"[{kept}]({name}/{reading.value}/{kept})"
        valid_from = comparison.theorems[reading].formula.valid_from
        rows.append(f"| {reading.value} | n >= {valid_from} | {file} | {len(data):,} |\n")
        lines.append(f"    {hashlib.sha256(data).hexdigest()}  {name}/{reading.value}/proof.cert\n")
    boards = comparison.describe_boards()
    told = [comparison.describe(), *([boards] if boards else []), comparison.meaning()]
    command = f"masetproof prove {game} --pegs {pegs}"
    command += " --objective worst" if objective == "worst" else ""
    return (
        f"## {name}\n\n{theorem(comparison.theorems[Reading.EXACT])}\n{' '.join(told)}\n\n"
        f"All files: `{command} --extra all --out DIR`.\n\n"
        "| reading | its formula holds for | certificate | bytes |\n"
        f"|---|---|---|---:|\n{''.join(rows)}\n{''.join(lines)}"
    )


def theorem(real: Theorem) -> str:
    """The theorem in words, its formula, and every value that is an exception."""
    branches = "".join(f"    {branch}\n" for branch in real.symbols().split("; "))
    missed = real.formula.exceptions.items()
    values = f"{', '.join(f'f({n}) = {value:,}' for n, value in missed)}.\n"
    exceptions = f"\nAll exceptions: {values}" if len(missed) > _TOLD else ""
    return f"{real.words(_TOLD, boards='')}\n\n{branches}{exceptions}"


def sections(page: str) -> dict[str, str]:
    """The sections of the page by name."""
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    return {part[3:].partition("\n")[0]: part.rstrip() + "\n" for part in parts[1:]}


def sums(text: str) -> dict[str, dict[str, str]]:
    """The digests of a list, by theorem and file."""
    listed: dict[str, dict[str, str]] = {}
    for digest, file in (line.split("  ", 1) for line in text.splitlines()):
        listed.setdefault(file.partition("/")[0], {})[file] = digest
    return listed


def main() -> None:
    """Make what is asked for, the list of digests, and the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--all", type=Path, metavar="DIR")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--pegs", type=int, nargs="+", choices=(*PEGS, 4), default=PEGS)
    games = list(dict.fromkeys(game for game, _, _ in FOLDERS.values()))
    parser.add_argument("--games", nargs="+", choices=games, default=games)
    arguments = parser.parse_args()
    if arguments.short:
        for game, pegs in SHORT:
            if pegs in arguments.pegs and game in arguments.games:
                make_short(game, pegs)
                print(HERE / "short" / f"{game}-{pegs}.cert.xz")
        return
    told = sections(PAGE.read_text()) if PAGE.exists() else {}
    listed = sums(SUMS.read_text()) if SUMS.exists() else {}
    with tempfile.TemporaryDirectory() as removed:
        everything = arguments.all or Path(removed)
        for name, (game, pegs, _) in FOLDERS.items():
            if pegs in arguments.pegs and game in arguments.games:
                told[name] = section(name, prove(name, everything), everything)
                listed[name] = digests(everything / name)
                keep(name, everything, HERE)
                print(everything / name)
    lines = (
        f"{digest}  {file}\n" for name in FOLDERS for file, digest in listed.get(name, {}).items()
    )
    write_text(SUMS, "".join(lines))
    write_text(PAGE, "\n".join([HEAD, *(told[name] for name in FOLDERS if name in told)]))


if __name__ == "__main__":
    main()
