"""The page of a theorem: what is proved, the values, and the certificate.

Formulas are written in LaTeX, as listings are, and translated to MathML, which browsers draw by
themselves and screen readers speak.  latex2mathml takes a fifth of a millisecond for a formula.
SymPy's printer of MathML takes twice as long, and SymPy needs longer to load than most pages need
to be made.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import product
from math import prod
from xml.etree import ElementTree

from masetproof.explore.names import Model
from masetproof.games.alike import AlikeGame
from masetproof.objectives import Objective
from masetproof.proofs.certificate import write_certificate
from masetproof.proofs.numbers import Region
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.cells import Several
from masetproof.recurrences.polynomials import parted, several_latex
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports import latex

_LISTED = 3
"""The most exceptions in the sentence; all are in a list of their own."""
_BOARDS = {2: 12, 3: 8}
"""By pegs: the most colours in a column of a board that is listed."""
_SHOWN = 40
"""Values are listed and drawn at least up to this number of colours."""

_LAYOUT = re.compile(r"\\displaystyle |(?<=\\\\)\[[^]]*\]")
"""The LaTeX for large fractions and room between rows; MathML has its own ways for both."""


def display(formula: str) -> str:
    """The MathML of a formula of LaTeX, on a line of its own."""
    return _translated(formula, display="block")


def inline(formula: str, *, large: bool = False) -> str:
    """The MathML of a formula of LaTeX, within a sentence.

    large: with fractions as high as on a line of their own.
    """
    return _translated(formula, **({"displaystyle": "true"} if large else {}))


def _translated(formula: str, **attributes: str) -> str:
    from latex2mathml.converter import convert_to_element

    math = convert_to_element(_LAYOUT.sub("", formula))
    math.attrib = attributes
    for table in math.iter("mtable"):
        table.set("displaystyle", "true")
    # Symbols are references within text there.
    return unescape(unescape(ElementTree.tostring(math, encoding="unicode")))


def certificate_bytes(theorem: Theorem) -> bytes:
    """The bytes of the certificate, as they are in its file."""
    file = io.BytesIO()
    write_certificate(theorem, file)
    return file.getvalue()


def theorem_document(theorem: Theorem) -> dict[str, object]:
    """The document ``theorem/NAME``."""
    model, formula = Model.of(theorem), theorem.formula
    certificate = certificate_bytes(theorem)
    return {
        "kind": "theorem",
        **model.as_json(),
        **theorem.as_json(),
        "quantity": formula.objective.quantity,
        "statement": display(formula.statement_latex()),
        "mean": mean(formula, model.game, model.pegs),
        "secrets": display(latex.secret_count(model.game, model.pegs)),
        "exceptions": [[n, str(value)] for n, value in formula.exceptions.items()],
        "least": formula.least,
        "values": list(_values(theorem)),
        "certificate": {
            "file": f"{model.name}.cert",
            "sha256": hashlib.sha256(certificate).hexdigest(),
            "bytes": len(certificate),
        },
        "latex": _latex(theorem),
        "words": _words(theorem, _LISTED),
        "functions": len(theorem.induction.lower.claims),
        "induction": theorem.proved_on() | {"degree": theorem.claim.degree},
        **_of_boards(theorem),
    }


def _latex(theorem: Theorem) -> str:
    """The theorem as LaTeX text: the sentence, and the formula below it."""
    return f"{latex.escape(_words(theorem))}\n\\[ {theorem.formula.as_latex()} \\]\n"


def _words(theorem: Theorem, exceptions: int | None = None) -> str:
    """The theorem in a sentence, with at most so many exceptions."""
    return theorem.words(exceptions, "given below" if theorem.closure.pegs > 1 else "")


def mean(formula: Formula, game: AlikeGame, pegs: int) -> str | None:
    """A formula of the expected number of questions, as MathML; None in the worst case."""
    if formula.objective is Objective.WORST:
        return None
    left = rf"\frac{{f(n)}}{{{latex.secret_count(game, pegs)}}}"
    return display(f"{left} = {latex.per_secret(formula, game, pegs)}")


def _values(theorem: Theorem) -> Iterator[list[object]]:
    """n, the value, what the branch of the formula says of it, and the number of secrets."""
    formula, closure = theorem.formula, theorem.closure
    for n in range(formula.least, max(_SHOWN, formula.valid_from + 10) + 1):
        secrets = closure.game.secret_count(closure.pegs, n)
        yield [n, str(theorem.value(n)), str(formula.branch_value(n)), str(secrets)]


# ---------------------------------------------------------------------------------------- boards


def _of_boards(theorem: Theorem) -> dict[str, object]:
    """The entries for games in which each column may have its number of colours; else none.

    The entry ``boards`` has in ``values`` n_1, ..., n_p, the value and the number of secrets, in
    ``regions`` what `region_entry` says.
    """
    pegs, regions = theorem.closure.pegs, theorem.regions
    if theorem.system.has_one_index or pegs == 1:
        return {}
    name = f"F({', '.join(_in_latex(regions[0].names))})"
    rows, everywhere = [], r"\text{everywhere}"
    for region in regions:
        value, conditions = _region_latex(region)
        rows.append(f"{value} & {', '.join(conditions or [everywhere])}")
    cases = " \\\\\n".join(rows)
    return {
        "boards": {
            "name": inline(name),
            "values": [
                [*board, str(theorem.value(board)), str(prod(board))]
                for board in product(range(1, _BOARDS[pegs] + 1), repeat=pegs)
            ],
            "regions": [region_entry(region) for region in regions],
        },
        "latex": f"{_latex(theorem)}\\[ {name} = \\begin{{cases}}\n{cases}\n\\end{{cases}} \\]\n",
    }


def region_entry(region: Region) -> dict[str, object]:
    """The conditions that all hold on a region, and its polynomial, as numbers and as MathML.

    A condition is its sign, ``>=`` or ``=``, the terms of what it compares with 0, and what divides
    that.  A term is a coefficient and the powers of the numbers of colours.
    """
    value, conditions = _region_latex(region)
    return {
        "conditions": [
            [wall.sign, _listed(wall.difference), wall.divisor] for wall in region.walls
        ],
        "terms": _listed(region.value),
        "where": [inline(condition) for condition in conditions],
        "value": inline(value, large=True),
    }


def _region_latex(region: Region) -> tuple[str, list[str]]:
    """The polynomial of a region, and its conditions, with what is negative on the other side."""
    names, conditions = _in_latex(region.names), []
    for wall in region.walls:
        left, right = parted(wall.difference)
        sign = {">=": r"\ge", "=": "="}[wall.sign]
        text = f"{several_latex(left, names)} {sign} {several_latex(right, names)}"
        if wall.divisor > 1:
            text += rf",\ {wall.divisor} \mid {several_latex(wall.difference, names)}"
        conditions.append(text)
    return several_latex(region.value, names), conditions


def _in_latex(names: Sequence[str]) -> list[str]:
    """The names of numbers with their indices below, in braces for an exponent."""
    return [f"{{{name[0]}_{name[1:]}}}" for name in names]


def _listed(terms: Several) -> list[list[object]]:
    """The terms of a polynomial, each with its coefficient and powers, highest powers first."""
    order = sorted(terms, key=lambda powers: (-sum(powers), [-one for one in powers]))
    return [[str(terms[powers]), list(powers)] for powers in order]
