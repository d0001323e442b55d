"""Several documents typeset in one run of LaTeX, most of whose time goes into its start."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

from masetproof.proofs.theorem import Theorem
from masetproof.reports.document import BODY, document, for_paper
from masetproof.reports.typeset import typeset

DIGEST = "0123456789abcdef" * 4
MARK = "==="


def halves(*axes: Sequence[Any]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The product of some axes in two halves.

    Each half has every combination of the values of all axes but any one that has several.
    """
    found: tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]] = ([], [])
    for one in product(*map(enumerate, axes)):
        found[sum(place for place, _ in one) % 2].append(tuple(value for _, value in one))
    return found


def pdf_text(path: Path) -> str:
    command = ["pdftotext", "-layout", str(path), "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def typeset_together(
    directory: Path, proofs: Sequence[tuple[Theorem, str]]
) -> tuple[str, list[str], str]:
    """The log, the printed text of each document, and all that LaTeX has read.

    proofs: theorems and the bodies of their documents, which follow each other on new pages, each
    with its title, in the first document.
    """
    documents = [document(theorem, DIGEST, "proof.cert") for theorem, _ in proofs]
    return typeset_documents(directory, documents, [body for _, body in proofs])


def typeset_documents(
    directory: Path, documents: Sequence[str], bodies: Sequence[str]
) -> tuple[str, list[str], str]:
    """The same of any documents, which are alike but for their titles and what they input."""
    texts = for_paper("")
    del texts[BODY]
    parts = []
    for number, (text, body) in enumerate(zip(documents, bodies, strict=True)):
        (title,) = re.findall(r"^\\title\{(.*)\}$", text, re.MULTILINE)
        parts += [
            rf"\clearpage\noindent {MARK}",
            rf"\begin{{center}}{title}\end{{center}}",
            rf"\input{{body{number}}}",
        ]
        texts[f"body{number}.tex"] = body
    before, after = re.split(r"\\input\{\w+-body\}", documents[0])
    texts["proof.tex"] = "\n".join([before, *parts, after])
    for name, text in texts.items():
        (directory / name).write_text(text)
    source, target = directory / "proof.tex", directory / "proof.pdf"
    log = typeset(source, target, *(directory / name for name in texts if name != source.name))
    printed = pdf_text(target).split(MARK)[1:]
    assert len(printed) == len(documents)
    return log, printed, "".join(texts.values())


def typeset_alike(directory: Path, documents: Sequence[str]) -> tuple[str, list[str]]:
    """The log and the printed text of each of several documents.

    They begin alike but for their titles, follow each other on new pages of one, and have one
    bibliography, if any.
    """
    begin, end = "\\begin{document}", "\\end{document}"
    preambles, bodies = set(), []
    works = r"(?s)% To make the PDF .*?\\end\{filecontents\}\n|\\bibliography(?:style)?\{\w+\}\n"
    bibliography = max((re.findall(works, text) for text in documents), key=len)
    for text in (re.sub(works, "", text) for text in documents):
        preamble, _, body = text.partition(begin)
        (title,) = re.findall(r"^\\title\{.*\}$", preamble, re.MULTILINE)
        preambles.add(preamble.replace(title, ""))
        bodies += [rf"\clearpage\noindent {MARK}", title, body.removesuffix(f"{end}\n")]
        assert end not in bodies[-1]
    (preamble,) = preambles
    source, target = directory / "together.tex", directory / "together.pdf"
    first, last = "".join(bibliography[:1]), "".join(bibliography[1:])
    source.write_text("\n".join([first, preamble, begin, *bodies, last, end]))
    log = typeset(source, target)
    printed = pdf_text(target).split(MARK)[1:]
    assert len(printed) == len(documents)
    return log, printed


def complaints(log: str) -> list[str]:
    """What LaTeX says of boxes that are too large and of references that lead nowhere."""
    found: list[str] = re.findall(
        r"^(?:Overfull.*|.*undefined.*|.*multiply defined.*|LaTeX Warning.*)$", log, re.MULTILINE
    )
    return found
