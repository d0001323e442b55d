"""Say how to cite the program, or a theorem with its certificate.

examples:
  masetproof cite
  masetproof cite proof/proof.cert
  masetproof cite proof/proof.cert --format bibtex

A certificate is verified first, as by 'masetproof check', and the reference names the theorem, the
digest of the certificate and the version of the program. The exit status is 1, and nothing is
printed, when it is rejected. The BibTeX entries, the certificate's and then the program's, need no
package.
"""

from __future__ import annotations

import argparse

import masetproof
from masetproof.arguments import Refused
from masetproof.cli import common, options
from masetproof.cli.options import Option

OPTIONS = (
    Option(
        *("certificate", "CERTIFICATE"),
        help="that of a theorem, which is cited with the program",
        nargs="?",
    ),
    options.formats("text", "bibtex", "json"),
)


def run(arguments: argparse.Namespace) -> None:
    """Verify, and print the references."""
    form = options.output_format(arguments)
    from masetproof.reports.citation import cite_certificate, cite_program

    citations = [cite_program()]
    if arguments.certificate is not None:
        try:
            checked = masetproof.check(arguments.certificate, arguments.progress)
        except masetproof.Rejected as rejection:
            raise common.No(f"a certificate that is rejected is not cited: {rejection}") from None
        except masetproof.Malformed as defect:
            raise Refused(f"malformed: {defect}") from None
        model = checked.game, checked.pegs, checked.objective, checked.reading
        citations.insert(0, cite_certificate(model, checked.words, checked.symbols, checked.digest))
    if form == "json":
        common.print_json({"citations": [citation.as_json() for citation in citations]})
        return
    texts = [citation.text for citation in citations] if form == "text" else []
    common.print_lines(["\n\n".join([*texts, *(citation.bibtex for citation in citations)])])
