"""The documents that the pages show, against published values and other routes."""

from __future__ import annotations

import hashlib
import json
import random
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from masetproof import MASTERMIND, FiniteGame, MasetPattern, check, hint, optimize, prove_worst
from masetproof.arguments import Refused
from masetproof.checker import reading
from masetproof.checker.shortreading import parse_band
from masetproof.explore.bands import band_names, kept_summary
from masetproof.explore.bounds import bounds_names
from masetproof.explore.documents import Documents, encoded, index_document
from masetproof.explore.names import Missing, Model, models
from masetproof.explore.playing import hint_document
from masetproof.explore.proofs import proved
from masetproof.explore.theorems import certificate_bytes, display, inline
from masetproof.objectives import Objective
from masetproof.proofs.known import known
from masetproof.recurrences.polynomials import polynomial_latex
from masetproof.recurrences.quasipolynomial import Formula
from masetproof.reports.typeset import typeset
from masetproof.trees.files import parse_tree
from tests.explore.conftest import small_tables, some_models

theorem_of = cache(proved)
DOCUMENTS = Documents(theorem_of, {})
EXPECTED = "mastermind-2-expected-exact"


def read(element: ElementTree.Element, n: int, *others: int) -> Fraction:
    """The value of a formula of MathML without cases, read by the rules of mathematics.

    others: n is then n with the index 1, and these have the indices 2, 3, ...
    """
    if element.tag == "mn":
        return Fraction(element.text or "")
    if element.tag == "mi":
        assert element.text == "n"
        return Fraction(n)
    if element.tag == "msub":
        assert element[0].text in ("n", "m")
        return Fraction((n, *others)[int(element[1].text or "") - 1])
    if element.tag == "mfrac":
        return read(element[0], n, *others) / read(element[1], n, *others)
    if element.tag == "msup":
        return read(element[0], n, *others) ** int(read(element[1], n))
    total, product, sign = Fraction(0), None, 1
    for child in element:
        if child.tag == "mo":
            if product is not None:
                total += sign * product
            product, sign = None, {"+": 1, "\u2212": -1}[child.text or ""]
        else:
            product = read(child, n, *others) * (1 if product is None else product)
    assert product is not None
    return total + sign * product


def test_polynomials_in_mathml_have_their_values() -> None:
    draw = random.Random(1)
    for _ in range(300):
        branch = [
            Fraction(draw.randint(-9, 9), draw.choice([1, 2, 3, 8, 24]))
            for _ in range(draw.randint(1, 5))
        ]
        formula = ElementTree.fromstring(inline(polynomial_latex(branch)))
        for n in (1, 2, 7):
            assert read(formula, n) == sum(c * n**power for power, c in enumerate(branch))


def test_a_formula_says_all_n_for_which_it_holds() -> None:
    branch = (Fraction(0), Fraction(1))
    for exceptions, told in (({}, "n=1 or n=2 or n=3 or n≥5"), ({1: 7}, "n=2 or n=3 or n≥5")):
        formula = Formula(Objective.WORST, 5, (branch,), exceptions | {4: 9}, 1)
        statement = display(formula.statement_latex())
        text = "".join(ElementTree.fromstring(statement).itertext()).replace("\u00a0", " ")
        assert text == f"f(n)=n({told})"


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", [model.name for model in some_models()])
def test_statements_are_whole_and_say_the_formula(name: str) -> None:
    document = DOCUMENTS.document(f"theorem/{name}")
    statement = ElementTree.fromstring(str(document["statement"]))
    theorem = theorem_of(Model.named(name))
    (content,) = statement
    rows = [list(row[0]) for row in statement.findall(".//mtr")]
    tags = [(child.tag, child.text) for child in content]
    whole = list(content)[tags.index(("mo", "=")) + 1 : tags.index(("mspace", None))]
    assert len(rows) in (0, theorem.formula.period)
    for residue, branch in enumerate(rows or [whole]):
        formula = ElementTree.Element("math")
        formula.extend(branch)
        assert read(formula, 60 + residue) == theorem.formula(60 + residue)


BLACK = [model.name for model in models(2) if model.game.own_alphabets]


def of_board(name: str, x: int, y: int) -> int:
    """The formulas that docs/black-peg.md proves by hand."""
    x, y = max(x, y), min(x, y)
    if "worst" in name:
        return x + (x == y > 1)
    return y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6


def holds(relation: ElementTree.Element, board: tuple[int, ...]) -> bool:
    """Whether a relation of MathML holds."""
    (row,) = relation
    (place,) = [i for i, child in enumerate(row) if child.text in ("=", "\u2265")]
    sides = []
    for some in (row[:place], row[place + 1 :]):
        side = ElementTree.Element("math")
        side.extend(some)
        sides.append(read(side, *board))
    return sides[0] == sides[1] if row[place].text == "=" else sides[0] >= sides[1]


@pytest.mark.parametrize("name", [name for name in BLACK if "-2-" in name])
def test_boards_have_their_values_and_one_formula_each(name: str) -> None:
    boards = DOCUMENTS.document(f"theorem/{name}")["boards"]
    assert len(boards["values"]) == 144
    for x, y, value, secrets in boards["values"]:
        assert (int(value), int(secrets)) == (of_board(name, x, y), x * y)
    for x, y in [(1, 1), (1, 9), (9, 1), (7, 7), (40, 41), (41, 40), (5, 1000)]:
        hits = []
        for region in boards["regions"]:
            told = [ElementTree.fromstring(one) for one in region["where"]]
            if all(holds(one, (x, y)) for one in told):
                hits.append(read(ElementTree.fromstring(region["value"]), x, y))
        assert hits == [of_board(name, x, y)]


@pytest.mark.parametrize("name", BLACK)
def test_black_peg_has_a_theorem_and_no_strategy(name: str, tmp_path: Path) -> None:
    document = DOCUMENTS.document(f"theorem/{name}")
    certificate = tmp_path / "proof.cert"
    certificate.write_bytes(certificate_bytes(theorem_of(Model.named(name))))
    found = check(certificate)
    assert found.digest == document["certificate"]["sha256"]
    assert (found.game, found.pegs) == ("black-peg", document["pegs"])
    for n, value, *_ in document["values"]:
        known = of_board(name, n, n) if "-2-" in name else n * (n + 1) // 2
        assert int(value) == (n if "-1-worst" in name else known)
    for other in (f"maset/{name}/0", f"strategy/{name}", f"pattern/{name}/9"):
        with pytest.raises(Missing):
            DOCUMENTS.document(other)


def of_pattern(name: str, pattern: str, m: list[int]) -> int:
    """The functions H, G and F of docs/black-peg.md, or the worst cases that follow from them."""
    if pattern == "{**}":
        return of_board(name, *m)
    if len(m) == 1:
        return m[0] if "worst" in name else m[0] * (m[0] + 1) // 2
    x, y = m
    if "worst" in name:
        return max(x, y) + 1 if x == y else max(x, y)
    return x * (x + 1) // 2 + y * (y + 1) // 2 + min(x, y)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", BLACK)
def test_patterns_of_boards_have_their_functions(name: str) -> None:
    theorem = theorem_of(Model.named(name))
    places = DOCUMENTS.document(f"patterns/{name}")["patterns"]
    assert len(places) == len(theorem.system.functions())
    numbers = {place for place, _ in places}
    for place, text in places:
        document = DOCUMENTS.document(f"pattern/{name}/{place}")
        assert (document["place"], document["pattern"]) == (place, text)
        for *m, value, secrets in document["values"]:
            assert int(value) == of_pattern(name, text, m)
            assert int(secrets) == {"{**}": m[0] * m[-1], "{0*|*1}": sum(m)}.get(text, m[0])
            board = tuple(m)
            hits = [
                read(ElementTree.fromstring(region["value"]), *of_indices(document, board))
                for region in document["regions"]
                if all(
                    holds(ElementTree.fromstring(one), of_indices(document, board))
                    for one in region["where"]
                )
            ]
            assert hits == [int(value)]
        for question in document["questions"]:
            led = {part[1:] for part in question["parts"] if part.startswith("P")}
            assert led <= numbers
            equation = document["splits"][question["split"]]["equation"]
            assert TOKEN.sub("", equation) == ""
            if "every n" in question["verdict"]:
                assert question["kind"] == "optimal"
                assert document["splits"][question["split"]]["least"] == 0
    assert DOCUMENTS.document(f"pattern/{name}/0")["number"] == 0


TOKEN = re.compile(r"f\d+(\^\d+)?(?=\(m)|\((?=m)|m\d|max\(|\)|,|<=|=|\+|-|\*|\d+/\d+|\d+| ")


def of_indices(document: dict[str, object], m: tuple[int, ...]) -> tuple[int, ...]:
    """Of each column its index, 0 for one without a star."""
    found = [0] * int(str(document["pegs"]))
    for name, number in zip(document["indices"], m, strict=True):  # type: ignore[call-overload]
        found[int(name[1:]) - 1] = number
    return tuple(found)


@pytest.mark.usefixtures("latex")
def test_the_latex_of_boards_is_a_document(tmp_path: Path) -> None:
    texts = [str(DOCUMENTS.document(f"theorem/{name}")["latex"]) for name in BLACK]
    assert sum("begin{cases}" in text for text in texts) == len(texts) / 2
    source = tmp_path / "boards.tex"
    assert not set("<>") & set("".join(text.split("\\[")[0] for text in texts))
    body = "\n\n".join(texts)
    source.write_text(
        f"\\documentclass{{article}}\\usepackage{{amsmath}}\\begin{{document}}{body}\\end{{document}}"
    )
    typeset(source, tmp_path / "boards.pdf")
    assert (tmp_path / "boards.pdf").stat().st_size > 10_000


def test_the_mean_is_the_formula_of_chen_and_lin() -> None:
    mean = ElementTree.fromstring(str(DOCUMENTS.document(f"theorem/{EXPECTED}")["mean"]))
    even, odd = mean.findall(".//mtr")
    for n, row in ((10, even), (11, odd)):
        known = Fraction(8 * n**3 + 51 * n**2, 1)
        known += -74 * n + 48 if n % 2 == 0 else -80 * n + 69
        assert read(row[0], n) == known / (24 * n**2)


def test_patterns_have_the_values_of_the_paper() -> None:
    # Peczarski, table 1: f1 ("{0*|*0}") and f3 ("{00|11|*1|0*}") for n = 2, ..., 5.
    for place, values in (("1", ["3", "7", "13", "21"]), ("3", ["3", "7", "13", "21"])):
        document = DOCUMENTS.document(f"pattern/{EXPECTED}/{place}")
        assert [value for n, value, _ in document["values"] if n <= 5] == values


def test_the_parts_of_a_question_have_all_secrets() -> None:
    """The places that parts lead to have, with the right m, as many secrets as the pattern."""
    theorem = theorem_of(Model.named(EXPECTED))
    closure = theorem.closure
    for number, pattern in enumerate(closure.patterns):
        document = DOCUMENTS.document(f"pattern/{EXPECTED}/{number}")
        for question in document["questions"]:
            used = [int(cell) for cell in question["question"] if cell.isdigit()]
            new = max([0, *(cell + 1 - pattern.colours for cell in used)])
            total = 0
            for part in question["parts"]:
                kind, place = part[:1], part[1:].partition("=")[0].partition("/")[0]
                if kind == "P":
                    total += closure.patterns[int(place)].secrets(MASTERMIND, 9 - new)
                elif kind == "M":
                    total += len(closure.explicit[int(place)].clauses)
                else:
                    total += kind == "W"
            assert total == pattern.secrets(MASTERMIND, 9)


def test_a_maset_has_its_minimum_by_its_best_question() -> None:
    for name in (EXPECTED, "ab-2-worst-exact", "ab-2-expected-without"):
        for place in range(2):
            document = DOCUMENTS.document(f"maset/{name}/{place}")
            values = [q["value"] for q in document["questions"] if q["value"] is not None]
            assert min(values) == document["minimum"]
            assert {q["kind"] for q in document["questions"] if q["value"] == min(values)} == {
                "optimal"
            }


def test_where_a_pattern_is_reached_from() -> None:
    closure = theorem_of(Model.named(EXPECTED)).closure
    for number in range(len(closure.patterns)):
        parents = {
            parent
            for parent in range(len(closure.patterns))
            for question in closure.questions(parent)
            for found in closure.answered(parent, question)
            if found.pattern == number
        }
        told = DOCUMENTS.document(f"pattern/{EXPECTED}/{number}")["reached"]
        assert {int(place) for place, *_ in told["patterns"]} == parents
        assert told["count"] == len(parents)


def test_a_pattern_is_found_up_to_isomorphism() -> None:
    found = DOCUMENTS.find(EXPECTED, "{5*|*5}")
    assert found == {"kind": "pattern", "place": "1", "normalized": "{0*|*0}"}
    assert DOCUMENTS.find(EXPECTED, "{73|37}")["kind"] == "maset"
    for wrong in ("{0*", "{0*|*1|*2|33}", "{}", "01"):
        with pytest.raises(Refused):
            DOCUMENTS.find(EXPECTED, wrong)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "index",
        "theorem/chess-2-expected-exact",
        f"pattern/{EXPECTED}/99",
        f"pattern/{EXPECTED}/-1",
        f"pattern/{EXPECTED}/0/9",
        f"pattern/{EXPECTED}/../0",
        f"maset/{EXPECTED}/7000",
        f"maset/{EXPECTED}/0/5",
        "strategy/mastermind-2-expected-with",
        "tree/nobody",
        "table/chess",
        "band/black-peg-3",
        "bounds/black-peg-3",
        "../../etc/passwd",
    ],
)
def test_what_is_not_there_is_missing(name: str) -> None:
    with pytest.raises(Missing, match=r"\w"):
        DOCUMENTS.document(name)


def test_tables_have_what_is_published_as_a_formula() -> None:
    """Goddard, Chen and Lin: in the worst case floor(n/2) + 2 and ceil(n/2) + 1 with two pegs."""
    for game, worst in (("mastermind", lambda n: n // 2 + 2), ("ab", lambda n: -(-n // 2) + 1)):
        with small_tables():
            document: Any = DOCUMENTS.document(f"table/{game}")
        two = [row for row in document["rows"] if row["pegs"] == 2 and row["colours"] > 1]
        assert [row["published"] for row in two if row["objective"] == "worst"] == list(
            map(worst, range(2, 9))
        )
        assert all(row["agrees"] and row["source"] for row in two)
        assert "unpublished" not in document["summary"]


def test_hints_say_what_proves_them() -> None:
    """Few secrets are searched, and of 3,600 the theorem knows the total."""
    found = [hint_document(hint(FiniteGame("mastermind", 2, n))) for n in (3, 60)]
    assert [(one["total"], one["by"]) for one in found] == [
        (21, "exhaustive search"),
        (theorem_of(Model.named(EXPECTED)).formula(60), "the theorem"),
    ]


def test_documents_are_the_same_again() -> None:
    again = Documents(cache(proved), {})
    black = "black-peg-2-expected-exact"
    names = [f"theorem/{EXPECTED}", f"strategy/{EXPECTED}", f"maset/{EXPECTED}/3"]
    names += [f"pattern/{EXPECTED}/3", f"theorem/{black}", f"pattern/{black}/1"]
    for name in names:
        assert encoded(again.document(name)) == encoded(DOCUMENTS.document(name))


def test_equations_are_in_text_that_the_page_can_set() -> None:
    token = re.compile(r"f\d+(\^\d+)?\(n( - \d+)?\)|max\(|\)|,|<=|=|\+|-|\*|\d+/\d+|n\^\d+|n|\d+| ")
    for model in some_models():
        if model.game.own_alphabets:
            continue
        for number in range(len(theorem_of(model).closure.patterns)):
            for split in DOCUMENTS.document(f"pattern/{model.name}/{number}")["splits"]:
                for text in (split["equation"], *split["excess"]):
                    assert token.sub("", text) == ""


def test_the_pattern_of_a_document_is_one() -> None:
    document = DOCUMENTS.document(f"pattern/{EXPECTED}/5")
    assert MasetPattern.parse(str(document["pattern"])).colours == document["colours"]


def test_a_stored_tree_is_offered_for_its_own_game() -> None:
    """As `play.js` names the games that can be played there: no columns that differ."""
    trees = {name: optimize(FiniteGame("black-peg", 2, name)).tree for name in ("3,3", "2,3")}
    offered = index_document(trees, live=False)["trees"]
    assert isinstance(offered, list)
    assert [(name, of) for name, _, of in offered] == [
        ("3,3", "black-peg-2-3"),
        ("2,3", "black-peg-2-2x3"),
    ]
    document = Documents(cache(proved), trees).document("tree/2,3")
    assert parse_tree(str(document["file"]).encode()).tree == trees["2,3"]


def test_a_band_proof_has_values_and_a_strategy(kept_band: dict[str, Any]) -> None:
    """Values are those of docs/black-peg.md."""
    document: dict[str, Any] = DOCUMENTS.document("band/black-peg-4")
    book = known(FiniteGame("black-peg", 4, 1)).book
    assert book is not None
    values = {n: int(value) for n, value, *_ in document["values"]}
    assert values.keys() == {1, *range(3, 41)}
    assert [values[n] for n in range(9, 15)] == [
        60_514,
        100_152,
        158_249,
        240_608,
        354_137,
        506_944,
    ]
    assert len(document["places"]) == len(book.asked)
    assert document["places"][0] == ["{****}", "0000", "0000", [["0123", 1, None]]]
    assert [one["name"] for one in index_document({}, live=True)["bands"]] == ["black-peg-4"]  # type: ignore[attr-defined]


def test_what_is_kept_of_band_proofs_is_what_their_certificates_say() -> None:
    for name in band_names():
        path = Path(__file__).parents[2] / "output" / "short" / f"{name}.cert.xz"
        said, kept = parse_band(reading.read(path)), kept_summary(name, Objective.EXPECTED)
        assert kept["digest"] == said.digest
        assert kept["members"] == len(said.states)
        assert kept["averaged"] == sum(state.column >= 0 for state in said.states)
        assert kept["between"] == {str(n): [*ends] for n, ends in said.between.items()}
        formula = kept["formula"]
        assert formula["branches"] == [[str(c) for c in branch] for branch in said.branches]
        assert formula["valid_from"] == said.valid_from
        known = said.exceptions | {n: most for n, (_, most) in said.between.items()}
        assert formula["exceptions"] == {str(n): str(f) for n, f in sorted(known.items())}


def test_bounds_have_values_and_say_what_is_trusted() -> None:
    """docs/proof-method.md has the same in a table; Jäger and Peczarski 2011 for black-peg."""
    found: dict[str, Any] = {name: DOCUMENTS.document(f"bounds/{name}") for name in bounds_names()}
    assert [*found] == ["ab-4", "black-peg-4", "black-peg-5", "mastermind-4"]
    values = {name: {n: (low, high) for n, low, high in d["values"]} for name, d in found.items()}
    known = {1: 1, 2: 5, 3: 5, 4: 6} | {n: n + 3 for n in range(5, 41)}
    assert [values["black-peg-5"][n] for n in (1, 2, 6, 7, 40)] == [
        *[(1, 1), (5, 5), (9, 9)],
        *[(10, 11), (43, 44)],
    ]
    assert values["black-peg-4"] == {n: (value, value) for n, value in known.items()}
    assert min(values["ab-4"]) == 4
    for n in range(7, 41):
        assert values["mastermind-4"][n][0] == (n - 1) // 4 + 5
        assert values["ab-4"][n][0] == (n - 2) // 4 + 5
        if n >= 15:
            assert values["mastermind-4"][n][1] == (n - 2) // 4 + 6
            assert values["ab-4"][n][1] == (n - 2) // 4 + 6
    for name, document in found.items():
        assert len(document["statement"]) == len(document["classes"])
        commands = [one["command"] for one in document["trusted"]]
        assert all(one.startswith(f"masetproof optimize {name[:-2]} ") for one in commands)
    index: Any = index_document({}, live=True)["bounds"]
    assert {one["name"]: one["exact"] for one in index} == {
        "ab-4": False,
        "black-peg-4": True,
        "black-peg-5": False,
        "mastermind-4": False,
    }


@pytest.mark.parametrize(
    "name",
    [
        "black-peg-4",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("ab-4", "black-peg-5", "mastermind-4")
        ),
    ],
)
def test_what_is_kept_of_bounds_is_what_is_proved(name: str) -> None:
    game, _, pegs = name.rpartition("-")
    proved = prove_worst(game, int(pegs))
    digest = hashlib.sha256(proved.certificate()).hexdigest()
    kept = kept_summary(name, Objective.WORST)
    assert kept == json.loads(json.dumps(proved.as_json())) | {"digest": digest}
