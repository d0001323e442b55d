"""The page of a theorem: what is proved, the values, and the certificate."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator

from masetproof.explore import mathml
from masetproof.explore.boards import boards_entry, boards_latex
from masetproof.explore.names import Model
from masetproof.objectives import Objective
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.readings import Reading
from masetproof.reports import latex

__all__ = ["certificate_bytes", "theorem_document"]

_LISTED = 3
"""The most exceptions in the sentence; all are in a list of their own."""
_SHOWN = 40
"""Values are listed and drawn up to this number of colours, and beyond the last exception."""


def certificate_bytes(theorem: Theorem) -> bytes:
    """The certificate as a file."""
    file = io.BytesIO()
    write_certificate(theorem, file)
    return file.getvalue()


def theorem_document(theorem: Theorem) -> dict[str, object]:
    """The document ``theorem/NAME``."""
    model, formula = Model.of(theorem), theorem.formula
    certificate = certificate_bytes(theorem)
    return {
        **model.head("theorem"),
        **theorem.as_json(),
        "game_title": model.game.title,
        "quantity": formula.objective.quantity,
        "reading": model.reading.describe(),
        "statement": mathml.display(formula.statement_latex()),
        "mean": _mean(theorem),
        "secrets": mathml.display(latex.secret_count(model.game, model.pegs)),
        "exceptions": [[n, str(value)] for n, value in formula.exceptions.items()],
        "least": formula.least,
        "values": list(_values(theorem)),
        "certificate": {
            "file": f"{model.name}.cert",
            "sha256": hashlib.sha256(certificate).hexdigest(),
            "bytes": len(certificate),
        },
        "real": model.reading is not Reading.WITH,
        "latex": _latex(theorem),
        "words": _words(theorem, _LISTED),
        "functions": theorem.induction.functions,
        "induction": theorem.proved_on() | {"degree": theorem.claim.degree},
        **_of_boards(theorem),
    }


def _latex(theorem: Theorem) -> str:
    """The theorem in words and the formula."""
    return f"{latex.escape(_words(theorem))}\n\\[ {theorem.formula.as_latex()} \\]\n"


def _words(theorem: Theorem, exceptions: int | None = None) -> str:
    """The sentence; with one column there are no other boards than those of the formula."""
    return theorem.words(exceptions, "given below" if theorem.closure.pegs > 1 else "")


def _of_boards(theorem: Theorem) -> dict[str, object]:
    """What is said only where columns may have different numbers of colours."""
    if theorem.system.has_one_index or theorem.closure.pegs == 1:
        return {}
    return {
        "boards": boards_entry(theorem),
        "latex": f"{_latex(theorem)}{boards_latex(theorem)}",
    }


def _mean(theorem: Theorem) -> str | None:
    """The expected number of questions; None in the worst case."""
    if theorem.system.objective is Objective.WORST:
        return None
    game, pegs = theorem.closure.game, theorem.closure.pegs
    left = rf"\frac{{f(n)}}{{{latex.secret_count(game, pegs)}}}"
    return mathml.display(f"{left} = {latex.per_secret(theorem.formula, game, pegs)}")


def _values(theorem: Theorem) -> Iterator[list[object]]:
    """n, the value, what the branch of the formula says of it, and the number of secrets."""
    formula, closure = theorem.formula, theorem.closure
    for n in range(formula.least, max(_SHOWN, formula.valid_from + 10) + 1):
        secrets = closure.game.secret_count(closure.pegs, n)
        yield [n, str(theorem.value(n)), str(formula.branch_value(n)), str(secrets)]
