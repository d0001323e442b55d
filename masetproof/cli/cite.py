"""``masetproof cite``."""

from __future__ import annotations

import argparse

from masetproof.cli import common

HELP = "say how to cite the program, or a theorem with its certificate"
EXAMPLES = """\
examples:
  masetproof cite
  masetproof cite proof/proof.cert
  masetproof cite proof/proof.cert --format bibtex

A certificate is verified first, as by 'masetproof check', and the reference names the theorem, the
digest of the certificate and the version of the program. The exit status is 1, and nothing is
printed, when it is rejected. The BibTeX entries, the certificate's and then the program's, need no
package.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("certificate", metavar="CERTIFICATE", nargs="?")
    common.add_format(parser, formats=("text", "bibtex", "json"))


def run(arguments: argparse.Namespace) -> int:
    """Verify, and print the references."""
    form = common.output_format(arguments)
    from masetproof import checker
    from masetproof.reports.citation import cite_certificate, cite_program

    citations = [cite_program()]
    if arguments.certificate is not None:
        try:
            found = checker.check(arguments.certificate, common.terminal_progress())
        except checker.Rejected as rejection:
            common.clear_progress()
            common.note(f"a certificate that is rejected is not cited: {rejection}")
            return 1
        except checker.Malformed as defect:
            raise common.Complaint(f"malformed: {defect}") from None
        common.clear_progress()
        model = found.game, found.pegs, found.objective, found.reading
        citations.insert(0, cite_certificate(model, found.words, found.symbols, found.digest))
    if form == "json":
        common.print_json({"citations": [citation.as_json() for citation in citations]})
        return 0
    texts = [citation.text for citation in citations] if form == "text" else []
    print("\n\n".join([*texts, *(citation.bibtex for citation in citations)]))
    return 0
