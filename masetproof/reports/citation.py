"""How to cite the program, and a theorem with its certificate: as plain text and for BibTeX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from masetproof._version import __version__
from masetproof.reports import latex

__all__ = ["Citation", "cite_certificate", "cite_program"]

# As in CITATION.cff, which does not come with an installed copy.
AUTHORS = "The masetproof contributors"
TITLE = (
    "masetproof: computer-aided proofs and game-tree analysis for Mastermind-like deductive games"
)
RELEASED = "2026-11-21"


@final
@dataclass(frozen=True)
class Citation:
    """One thing that is cited.

    key: of BibTeX.  text: a reference as a list of references has it.  fields: of a BibTeX entry,
    in LaTeX.
    """

    key: str
    text: str
    fields: dict[str, str]

    @property
    def bibtex(self) -> str:
        """The entry for BibTeX."""
        width = max(map(len, self.fields))
        lines = [f"  {name:<{width}} = {{{value}}},\n" for name, value in self.fields.items()]
        return f"@misc{{{self.key},\n{''.join(lines)}}}"

    def as_json(self) -> dict[str, str]:
        """For scripts."""
        return {"key": self.key, "text": self.text, "bibtex": self.bibtex}


def cite_program() -> Citation:
    """The program in this version."""
    year, month, _ = RELEASED.split("-")
    return Citation(
        "masetproof",
        f"{AUTHORS}. {TITLE}. Computer program, version {__version__}, {year}.",
        {
            "author": f"{{{AUTHORS}}}",
            "title": latex.escape(TITLE).replace("Mastermind", "{M}astermind"),
            "howpublished": f"Computer program, version {__version__}",
            "year": year,
            "month": month.lstrip("0"),
        },
    )


def cite_certificate(
    model: tuple[str, int, str, str], words: str, symbols: str, digest: str
) -> Citation:
    """A theorem with its certificate, which has been verified.

    model: game, number of pegs, objective, reading.  words, symbols: as of `Theorem`.  digest: of
    the certificate, SHA-256 in hexadecimal digits.
    """
    year = RELEASED.partition("-")[0]
    title, _, statement = latex.sentence(words).partition(": ")
    middle = len(digest) // 2
    halves = (digest[:middle], digest[middle:])
    verified = f"verified by masetproof {__version__}"
    return Citation(
        f"masetproof:{'-'.join(map(str, model))}:{digest[:8]}",
        f"{AUTHORS}. {words} {symbols}. Proof certificate, SHA-256 {digest}, {verified}, {year}.",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{title}}}",
            "howpublished": "Proof certificate, SHA-256 "
            + r"\allowbreak ".join(rf"\texttt{{{half}}}" for half in halves)
            + f", {verified}",
            "year": year,
            "note": f"{statement[:1].upper()}{statement[1:]} {latex.symbols(symbols)}",
        },
    )
