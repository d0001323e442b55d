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
from masetproof.objectives import Objective
from masetproof.proofs.comparison import Comparison, compare_readings
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
LARGE = 1_000_000
"""A certificate of more bytes is compressed."""
HEAD = """\
# Proofs and strategies

Made by `python output/make.py`; `tests/test_output.py` makes them again and compares.

Each folder has the theorem of one game and number of pegs in the three readings of the extra
colour ([the model](../docs/model.md)), each with its proof. f(n) is the least external path length,
the total number of questions over all secrets; in the folders `-worst` it is the least number of
questions in the worst case.

- `exact` is the real game, `with` the form of Peczarski's paper, a lower bound, and `without` an
  upper bound.
- `proof.tex` is the document and `proof-body.tex` the proof, which fits into any paper as well;
  with three pegs it is the summary. `pdflatex proof`, `bibtex proof` and `pdflatex proof` twice
  more make the PDF.
- `proof.cert` is the certificate. `masetproof check` reads compressed ones, too. The digests below
  are those that `sha256sum` gives of `proof.cert` (`xz -dk proof.cert.xz` unpacks it).
- `patterns.graphml` and `patterns.dot` are the pattern graph (Mastermind and AB); `summary.json`
  is for scripts.
- `readings.tex` says for which n the readings agree, and what that means for the real game;
  `readings.json` has the same.
- The theorems of [black-peg Mastermind](../docs/black-peg.md) hold for boards with any numbers of
  colours in their columns, of which f(n) is the case of equal ones, and those of
  [black-peg AB](../docs/black-peg.md#black-peg-ab) for any numbers of colours that may stand in
  some columns only; `regions` in `summary.json` has all formulas.

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
            f"| [{reading.value}]({place}/proof.tex) "
            f"| n >= {comparison.theorems[reading].formula.valid_from} "
            f"| [{path.name}]({place}/{path.name}) | {len(data):,}{packed} |\n"
        )
        digests.append(f"    {hashlib.sha256(data).hexdigest()}  {place}/proof.cert\n")
    formula = "".join(f"    {branch}\n" for branch in real.symbols().split("; "))
    what = real.words(exceptions=1).partition(",")[0]
    case = ", worst case" if real.system.objective is Objective.WORST else ""
    boards = comparison.describe_boards()
    told = [comparison.describe(), *([boards] if boards else []), comparison.meaning()]
    return (
        f"## {folder.name}\n\n{what}, the real game{case}:\n\n{formula}\n"
        "| reading | its formula holds for | certificate | bytes |\n|---|---|---|---:|\n"
        f"{''.join(rows)}\n{''.join(digests)}\n{' '.join(told)}\n"
    )


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
