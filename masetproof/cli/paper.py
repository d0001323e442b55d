"""Write an article about all theorems, with the certificates that it names.

examples:
  masetproof paper --out article --games ab --pegs 2
  masetproof paper --games ab --pegs 1 --author "A. Author" --author "B. Author" --date "May 2027"

'masetproof paper --out article' is about everything that is proved: all games with all numbers of
pegs, in the expected and in the worst case, in the three readings of the rules. It proves all of
it, and the checker verifies the certificates of the real game, and those of short proofs of lower
bounds. Short proofs for three pegs take longest; --pegs 2 leaves them out. Values,
formulas, digests and times in the article are those of this run.

The directory gets paper.tex, what it reads (masetproof.sty, masetproof.bib, paper.bib), paper.pdf
when pdflatex is there, and a certificate for each theorem, such as mastermind-3-expected.cert.
certificates.sha256 has the digests of the certificates in all readings, and the article the digest
of that file. SHA256SUMS lists what was made: a later run replaces or removes that and nothing else.
"""

from __future__ import annotations

import argparse

import masetproof
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.progress import Stopwatch

OPTIONS = (
    Option("--out", "DIR", help="write the article here", default="paper"),
    Option(
        *("--author", "NAME"), help="an author; say it again for each further one", action="append"
    ),
    Option("--title", "TEXT", help="of the article"),
    Option("--date", "TEXT", help="below the authors", otherwise="the day of the run"),
    Option("--games", "GAME", help="of these games only", nargs="+"),
    options.PEGS.but(help="of no more pegs"),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Prove, check, write, tell."""
    options.output_directory(arguments)
    watch = Stopwatch()
    with common.making_files(arguments.out):
        bundle = masetproof.write_paper(
            arguments.out,
            **common.fields(arguments, "title", "date", "pegs", "progress"),
            authors=arguments.author,
            games=arguments.games or None,
            stopwatch=watch,
        )
    for sentence in bundle.notes:
        common.note(sentence)
    files = [str(path) for path in bundle.files]
    common.tell(arguments, {"files": files, "seconds": watch.rounded()}, [])
    common.tell_written(arguments, *files)
