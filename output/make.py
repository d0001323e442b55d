"""Make the proofs of this folder again, with the page that says what each file proves.

    python output/make.py [--pegs 1 2 3] [--games mastermind ab black-peg black-peg-ab]

Each folder GAME-PEGS is what ``masetproof prove GAME --pegs PEGS --extra all --out DIR`` writes,
but for PDFs, figures and SHA256SUMS; certificates that are large are compressed.  GAME-PEGS-worst
is the worst case.  With --pegs or --games only some folders are made, and their sections of the
page (README.md) are replaced.  All take some minutes.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import re
import shutil
import tempfile
from pathlib import Path

from masetproof.files import whole_file, write_text
from masetproof.proofs.comparison import Comparison, compare_readings
from masetproof.proofs.statement import Theorem
from masetproof.proofs.theorem import Stopwatch
from masetproof.recurrences.readings import Reading
from masetproof.reports.readings import write_readings

HERE = Path(__file__).resolve().parent
PAGE = HERE / "README.md"
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
"""What each folder has: game, number of pegs and objective."""
KEPT = {".tex", ".sty", ".bib", ".json", ".cert", ".dot", ".graphml"}
_LISTED = 3
"""The most exceptions in the sentence; where there are more, all are in a list of their own."""
LARGE = 1_000_000
"""A certificate of more bytes is compressed."""
HEAD = """\
# Proofs and strategies

Made by `python output/make.py`; `tests/test_output.py` makes them again and compares.

Each section below is a theorem: what is proved, for which numbers of colours the formula holds, the
values where it does not, and whether it matters which blanks a question may use. Then come the
files of its folder. The theorem is proved in three readings of the rules
([the model](../docs/model.md#three-readings-of-the-extra-colour)): `exact` is the real game, `with`
gives the player an extra colour and is a lower bound, `without` takes excluded colours away and is
an upper bound.

- `proof.tex` is the proof as a LaTeX document (`pdflatex proof`, `bibtex proof`, and `pdflatex
  proof` twice more make the PDF), and `proof-body.tex` is the same to be put into a paper. With
  three pegs it is a summary.
- `proof.cert` is the certificate, which `masetproof check` verifies, compressed or not. The digests
  are those that `sha256sum` prints for `proof.cert` (`xz -dk proof.cert.xz` unpacks it).
- `patterns.graphml` and `patterns.dot` are the pattern graph (Mastermind and AB), `summary.json` is
  for scripts.
- `readings.tex` and `readings.json` compare the three readings.
- The theorems of [black-peg Mastermind](../docs/black-peg.md) hold for columns with different
  numbers of colours, too, and those of [black-peg AB](../docs/black-peg.md#black-peg-ab) when some
  colours may stand in some columns only. f(n) is the case of equal columns; `regions` in
  `summary.json` has all formulas.

The [strategies](strategies) of larger games were found by search
([the table](../docs/optimal-strategies.md)).
"""


def make(game: str, pegs: int, objective: str, folder: Path) -> str:
    """Write all files of one theorem into a folder; returns the section about them.

    What an earlier run made there is removed.
    """
    comparison = compare_readings(game, pegs, objective)
    if not isinstance(comparison, Comparison):
        raise SystemExit(f"{game}, {pegs} pegs: {comparison.reason}")
    with tempfile.TemporaryDirectory() as name:
        made = write_readings(comparison, Path(name), None, Stopwatch()).files
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix in KEPT | {".xz"}:
                path.unlink()
        for path in sorted(path for path in made if path.suffix in KEPT):
            target = folder / path.relative_to(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".cert" and path.stat().st_size > LARGE:
                with whole_file(target.with_name(f"{target.name}.xz")) as file:
                    file.write(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
            else:
                shutil.copyfile(path, target)
    return section(comparison, folder)


def section(comparison: Comparison, folder: Path) -> str:
    """What the files of a folder prove."""
    real = comparison.theorems[Reading.EXACT]
    rows, digests = [], []
    for reading in (Reading.EXACT, Reading.WITH, Reading.WITHOUT):
        place = f"{folder.name}/{reading.value}"
        path = next((folder / reading.value).glob("proof.cert*"))
        data = certificate(path)
        packed = f" ({path.stat().st_size:,} compressed)" if path.suffix == ".xz" else ""
        rows.append(
            f"| {reading.value} | n >= {comparison.theorems[reading].formula.valid_from} "
            f"| [proof.tex]({place}/proof.tex) "
            f"| [{path.name}]({place}/{path.name}) | {len(data):,}{packed} |\n"
        )
        digests.append(f"    {hashlib.sha256(data).hexdigest()}  {place}/proof.cert\n")
    boards = comparison.describe_boards()
    told = [comparison.describe(), *([boards] if boards else []), comparison.meaning()]
    return (
        f"## {folder.name}\n\n{theorem(real)}\n{' '.join(told)}\n\n"
        "| reading | its formula holds for | proof | certificate | bytes |\n"
        f"|---|---|---|---|---:|\n{''.join(rows)}\n{''.join(digests)}"
    )


def theorem(real: Theorem) -> str:
    """The theorem in words, its formula, and every value that is an exception."""
    branches = "".join(f"    {branch}\n" for branch in real.symbols().split("; "))
    missed = real.formula.exceptions.items()
    values = f"{', '.join(f'f({n}) = {value:,}' for n, value in missed)}.\n"
    exceptions = f"\nAll exceptions: {values}" if len(missed) > _LISTED else ""
    return f"{real.words(_LISTED, boards='')}\n\n{branches}{exceptions}"


def certificate(path: Path) -> bytes:
    """The bytes of a certificate, compressed or not."""
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


def sections(page: str) -> dict[str, str]:
    """The sections of the page by folder."""
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    return {part[3:].partition("\n")[0]: part.rstrip() + "\n" for part in parts[1:]}


def main() -> None:
    """Make what is asked for, and the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pegs", type=int, nargs="+", choices=PEGS, default=PEGS)
    games = list(dict.fromkeys(game for game, _, _ in FOLDERS.values()))
    parser.add_argument("--games", nargs="+", choices=games, default=games)
    arguments = parser.parse_args()
    told = sections(PAGE.read_text()) if PAGE.exists() else {}
    for name, (game, pegs, objective) in FOLDERS.items():
        if pegs in arguments.pegs and game in arguments.games:
            told[name] = make(game, pegs, objective, HERE / name)
            print(HERE / name)
    write_text(PAGE, "\n".join([HEAD, *(told[name] for name in FOLDERS if name in told)]))


if __name__ == "__main__":
    main()
