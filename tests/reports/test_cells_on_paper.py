"""A reader of the printed proofs on cells: all is read from the LaTeX, and computed again by
`tests.oracles.verified_cells`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from types import CodeType

import pytest

from masetproof.checker import check
from masetproof.checker.closure import ClosureVerification
from masetproof.cli.main import main
from masetproof.objectives import Objective
from masetproof.proofs.comparison import Comparison, compare_readings
from masetproof.proofs.theorem import Theorem
from masetproof.recurrences.cells import Cell, Tree
from masetproof.recurrences.readings import Reading
from masetproof.recurrences.recurrences import Recurrence
from masetproof.reports.cells import NO_SECRET, NOT_ASKED, OptimalCells
from masetproof.reports.document import readings_listing
from masetproof.reports.listing import cell_listing
from masetproof.reports.typeset import typeset
from masetproof.words import word_text
from tests import theorems
from tests.oracles.verified_cells import verify, verify_masets
from tests.oracles.wording import sentence
from tests.reports.test_paper import COMPLAINTS, PREAMBLE, overfull, paper, write_paper
from tests.reports.typesetting import DIGEST, complaints, halves, pdf_text, typeset_together

OWN, SHARED = "black-peg", "black-peg-ab"
AXES = (OWN, SHARED), (1, 2), ("exact", "with", "without"), ("expected", "worst")
MODELS = list(product(*AXES))
LONG = [
    (SHARED, 2, *others)
    for others in product(*AXES[2:])
    if others not in (("exact", "expected"), ("without", "worst"))
]
"""A second each, whatever is done with them."""
OTHERS = [one for one in MODELS if one in LONG or one[3] != ("expected", "worst")[one[1] - 1]]
"""What the fast suite does not typeset: it has one objective for each number of pegs."""
everything = pytest.mark.parametrize(
    ("game", "pegs", "reading", "objective"),
    [
        pytest.param(
            *model,
            id="-".join(map(str, model)),
            marks=[pytest.mark.slow] if model in LONG else [],
        )
        for model in MODELS
    ],
)

BY_SIZE = pytest.mark.parametrize(
    ("worst", "reading"),
    [
        pytest.param(worst, reading, marks=pytest.mark.slow)
        for worst in (False, True)
        for reading in ("exact", "with", "without")
    ],
)
"""Of three pegs, where proving takes long."""


@pytest.fixture(scope="session")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool, str], Path]:
    """Where `prove` has written the certificate and the summary of three pegs."""

    @cache
    def make(worst: bool, reading: str) -> Path:
        folder = tmp_path_factory.mktemp("three-pegs")
        command = ["prove", OWN, "--pegs", "3", "--extra", reading, "--listing", "body"]
        command += ["--objective", "worst" if worst else "expected", "--out", str(folder)]
        assert main(command) == 0
        return folder

    return make


def theorem_of(game: str, pegs: int, reading: str, objective: str) -> Theorem:
    return theorems.theorem(game, pegs, Objective(objective), Reading(reading))


@cache
def body_of(game: str, pegs: int, reading: str, objective: str, *, whole: bool = True) -> str:
    theorem = theorem_of(game, pegs, reading, objective)
    return cell_listing(theorem, DIGEST, "proof.cert", whole=whole)


def test_a_cell_with_secrets_at_some_points_is_none_without() -> None:
    """Of z colours that may stand everywhere there are z (z - 1) secrets: none for z = 1."""
    theorem = theorem_of(SHARED, 2, "exact", "expected")
    asked, nowhere = OptimalCells(theorem, theorem.system.first), (None, None)
    assert asked.excess_text(Tree(Cell((0, 0, 0), (*nowhere, (0, 0, 1))))) == NOT_ASKED
    assert asked.excess_text(Tree(Cell((0, 0, 1), (*nowhere, None)))) == NO_SECRET


def check_body(
    body: str,
    game: str,
    pegs: int,
    reading: str,
    objective: str,
    box: int | None = None,
    *,
    whole: bool = True,
) -> None:
    """Fails unless all that is printed is right."""
    box = box or (3 if game == SHARED else 5)
    verify(body, pegs, reading, objective == "worst", box, shared=game == SHARED, whole=whole)


@pytest.mark.one_in(4)
@everything
def test_what_is_printed_is_right(game: str, pegs: int, reading: str, objective: str) -> None:
    for whole in (True, False):
        body = body_of(game, pegs, reading, objective, whole=whole)
        check_body(body, game, pegs, reading, objective, whole=whole)


@pytest.mark.one_in(2)
@pytest.mark.slow
@pytest.mark.parametrize("objective", ["expected", "worst"])
@pytest.mark.parametrize("reading", ["exact", "with", "without"])
def test_what_is_printed_of_shared_colours_is_right_further_on(
    reading: str, objective: str
) -> None:
    check_body(body_of(SHARED, 2, reading, objective), SHARED, 2, reading, objective, box=5)


@pytest.mark.parametrize("whole", [True, False])
def test_sentences_hold_of_what_is_printed(whole: bool) -> None:
    """The isomorphisms of questions that are not printed are in the certificate.

    A strategy that is optimal in the worst case may ask a question that tells nothing where
    another answer takes longer; it does not begin with one.
    """
    body = body_of("black-peg", 2, "exact", "expected", whole=whole)
    (closed,) = re.findall(r"It is closed: (.*?)\.", body, re.DOTALL)
    assert ("certificate" in closed) is not whole
    worst = body_of("black-peg", 2, "exact", "worst", whole=whole)
    assert "asks no such question" not in worst
    assert "does not begin with such a question" in worst


def test_one_is_and_several_are() -> None:
    (one,) = re.findall(r"and 1 (\w+) the same as", body_of("black-peg", 2, "exact", "expected"))
    assert one == "is"


def listed_digits(body: str) -> list[int]:
    """The places of digits of the theorem and of all that is listed.

    Not those of the questions of a strategy: another one may be as good.
    """
    end = body.index(r"\mptSection{proof}")
    theorem = body.index(r"\mptDisplay{f(n)"), body.index(r"\end{mptTheorem}")
    listed = [(body.index(r"\mptPatternHead"), end)]
    if solutions := body.find(r"\mptSection{solutions}") + 1:
        items = body.index(r"\begin{enumerate}", solutions)
        listed = [(listed[0][0], solutions), (items, end)]
    words = {
        place for found in re.finditer(r"\\mptWord\{\w+\}", body) for place in range(*found.span())
    }
    return [
        place
        for first, last in (theorem, *listed)
        for place in range(first, last)
        if body[place].isdigit() and place not in words
    ]


FURTHER = 61
"""Of this many digits one is changed where cells begin further on than the fast tests look."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("game", "pegs", "reading", "objective", "step"),
    [
        (OWN, 1, "exact", "expected", 1),
        (OWN, 1, "without", "worst", 1),
        (OWN, 2, "without", "expected", 41),
        (OWN, 2, "with", "worst", 151),
        (OWN, 2, "exact", "expected", 199),
        (SHARED, 1, "exact", "worst", 1),
        (SHARED, 1, "with", "expected", 1),
        (SHARED, 2, "without", "worst", 1499),
        pytest.param(OWN, 2, "with", "worst", 67, marks=pytest.mark.slow),
        pytest.param(SHARED, 2, "without", "expected", 599, marks=pytest.mark.slow),
        pytest.param(SHARED, 2, "exact", "expected", FURTHER, marks=pytest.mark.slow),
        pytest.param(SHARED, 2, "with", "worst", FURTHER, marks=pytest.mark.slow),
    ],
)
def test_a_wrong_digit_is_noticed(
    game: str, pegs: int, reading: str, objective: str, step: int
) -> None:
    body = body_of(game, pegs, reading, objective)
    check_digits(body, game, pegs, reading, objective, step)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("game", "reading", "objective", "step"),
    [
        (OWN, "without", "expected", 41),
        (OWN, "exact", "worst", 151),
        (SHARED, "exact", "expected", 599),
        pytest.param(SHARED, "with", "worst", 211, marks=pytest.mark.slow),
    ],
)
def test_a_wrong_digit_of_a_summary_is_noticed(
    game: str, reading: str, objective: str, step: int
) -> None:
    body = body_of(game, 2, reading, objective, whole=False)
    check_digits(body, game, 2, reading, objective, step, whole=False)


def check_digits(
    body: str,
    game: str,
    pegs: int,
    reading: str,
    objective: str,
    step: int,
    *,
    whole: bool = True,
) -> None:
    places = listed_digits(body)
    assert len(places) > 30
    for place in places[::step]:
        wrong = body[:place] + str((int(body[place]) + 1) % 10) + body[place + 1 :]
        try:
            box = 5 if step == FURTHER else None
            check_body(wrong, game, pegs, reading, objective, box, whole=whole)
        except Exception:  # whatever makes a reader stumble
            continue
        pytest.fail(
            f"not noticed: {body[place - 40 : place]}[{body[place]}]{body[place + 1 :][:20]}"
        )


def test_the_table_of_the_proof_by_hand() -> None:
    """Its rows, read from the LaTeX, at many x and y."""
    assert r"\mptSection{hand}" not in body_of(OWN, 2, "exact", "worst")
    text, (table,) = by_hand(OWN)
    rows = re.findall(r"\\mptWord\{([+0a]+)\} & (.*?)\\hfill\\kern0pt & (.*?)\\hfill", table)
    patterns = ["0*"] * 2 + ["0*|*0"] * 4 + ["**"] * 2
    assert [word for word, _, _ in rows] == ["0+", "a+", "+0", "0a", "+a", "++", "++", "+a"]

    # The definitions are those that are printed.
    assert r"h(y) = \tfrac12\, y(y+1), \qquad g(x,y) = h(x) + h(y) + \min(x,y)," in text
    assert r"f(x,y) = \tfrac16\, y\,(3x^2 + 3x + y^2 + 3y - 4) \text{ for } x \ge y" in text
    names = {"h": h, "g": g, "f": f, "min": min, "max": max}
    left = {"0*": lambda x, y: h(y), "0*|*0": g, "**": f}
    for pattern, (_, right, less) in zip(patterns, rows, strict=True):
        for x, y in product(range(1, 25), repeat=2):
            value = calculated(right, names | {"x": x, "y": y})
            excess = calculated(less, names | {"x": x, "y": y})
            assert value - left[pattern](x, y) == excess >= 0
    theorem = theorem_of(OWN, 2, "exact", "expected")
    for x, y in product(range(1, 12), repeat=2):
        assert theorem.value((x, y)) == f(x, y)


def test_the_tables_of_the_proof_by_hand_for_shared_colours() -> None:
    """Right sides are those of the theorem; less the left sides they are what is printed."""
    text, (small, large) = by_hand(SHARED)
    for definition in (
        r"h(v) = \tfrac12\, v(v+1), \qquad g(u,v) = h(u) + h(v) + \min(u,v),",
        r"f(u,v) = \tfrac16\, v\,(3u^2 + 3u + v^2 + 3v - 4) \text{ for } u \ge v",
        r"k(x,y,z) = f(u,v) - z \max(u,v) \text{ for } x \ne y, \qquad "
        r"k(x,x,z) = f(u,u) - z(u+1) + d(x,z),",
        "$d(x,z)$ is $1$ for $x = 0 < z$ and otherwise $0$",
    ):
        assert definition in text
    theorem = theorem_of(SHARED, 2, "with", "expected")  # where blanks are always there
    names: dict[str, object] = {"h": h, "g": g, "f": f, "k": k, "d": d, "min": min, "max": max}
    rows = re.findall(r"\\mptWord\{([+01a]+)\} & (.*?)\\hfill\\kern0pt & (.*?)\\hfill", small)
    asked = {
        "0+": ["01"], "a+": ["a1"], "+1": ["21/1", "21"], "0a": ["0a"], "+a": ["2a/1", "2a", "20"],
        "++": ["23/1,2", "23/1,12", "23/12,2", "23"],
    }  # fmt: skip
    assert [word for word, _, _ in rows] == [*asked]
    checked = Counter[tuple[str, str]]()
    for word, right, less in rows:
        one_column = word in ("0+", "a+")
        for (x, y, z), question in product(product(range(4), repeat=3), asked[word]):
            u, v, left = x + z, y + z, g(x + z, y + z)
            if one_column:
                x, v, z, left = 0, y, 0, h(y)
            cost = cost_of(theorem, 2 if one_column else 1, question, (x, y, z))
            if cost is not None and left:
                at = names | {"u": u, "v": v}
                assert calculated(right, at) == cost
                assert calculated(less, at) == cost - left >= 0
                checked[word, question] += 1
    assert min(checked.values()) > 10
    assert len(checked) == sum(map(len, asked.values()))
    check_large(theorem, large, names)


def check_large(theorem: Theorem, table: str, names: dict[str, object]) -> None:
    head, *rows = [row.split(r"\hfill\kern0pt") for row in table.split(r"\\")[:-1]]
    assert [cell.strip(" &") for cell in head[1:6]] == [
        "right side, less $uv - z$", "$x < y$", "$x = y$", "$x = y + 1$", "$x > y + 1$",
    ]  # fmt: skip
    words = [cells[0].replace(r"\hline", "").strip() for cells in rows]
    asked = ("01/1,2", "01/1,12", "01/12,12", "0a/1", "0a/12")
    assert words == [rf"\mptWord{{{one}}}" for one in asked]
    attained = set()
    for x, y, z in product(range(5), repeat=3):
        u, v = x + z, y + z
        at = names | {"x": x, "y": y, "z": z, "u": u, "v": v}
        assert not (u * v - z) or theorem.value((x, y, z)) == k(x, y, z)
        for word, cells in zip(words, rows, strict=True):
            question = word[9:-1].replace("/12,12", "").replace("0a/12", "0a")
            cost = cost_of(theorem, 0, question, (x, y, z))
            if cost is None or not u * v - z:
                continue
            case = 2 if x < y else 3 if x == y else 4 if x == y + 1 else 5
            right, less = (calculated(cells[i].strip(" &"), at) for i in (1, case))
            assert u * v - z + right == cost
            assert less == cost - k(x, y, z) >= 0
            if not less and "a" not in question:
                attained |= {(x, y, z), (y, x, z)}
    assert attained == {
        (x, y, z) for x, y, z in product(range(5), repeat=3) if (x + z) * (y + z) > z
    }


def cost_of(theorem: Theorem, number: int, question: str, point: tuple[int, ...]) -> int | None:
    """What asking a question first costs; None where it cannot be asked."""
    return theorem.right_side(
        theorem.function_of(number), equation_of(theorem, number, question), point
    )


@cache
def equation_of(theorem: Theorem, number: int, question: str) -> Recurrence:
    state, words = theorem.function_of(number), theorem.closure.questions(number)
    (row,) = [
        r for place, r in theorem.system.asked(state) if word_text(words[place - 1]) == question
    ]
    (equation,) = [one for one in theorem.system.equations(state) if one.split == row]
    return equation


def by_hand(game: str) -> tuple[str, list[str]]:
    """The section of the proof by hand, and its tables."""
    body = body_of(game, 2, "exact", "expected")
    text = body.split(r"\mptSection{hand}")[1].split(r"\mptSection{cells}")[0]
    return text, re.findall(r"\\begin\{mptTable\}(.*?)\\end\{mptTable\}", text, re.DOTALL)


def h(y: int) -> int:
    return y * (y + 1) // 2


def g(x: int, y: int) -> int:
    return h(x) + h(y) + min(x, y)


def f(x: int, y: int) -> int:
    x, y = max(x, y), min(x, y)
    return y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6


def d(x: int, z: int) -> int:
    return int(x == 0 < z)


def k(x: int, y: int, z: int) -> int:
    u, v = x + z, y + z
    return f(u, v) - z * max(u, v) if x != y else f(u, u) - z * (u + 1) + d(x, z)


def calculated(text: str, names: dict[str, object]) -> int:
    """The value of a cell of the table, like ``$y$ if $x \\le y$, otherwise $y + 1$``."""
    return int(eval(code_of(text), {"__builtins__": {}}, dict(names)))


@cache
def code_of(text: str) -> CodeType:
    plain = text.replace("$", "").replace(r"\min", "min").replace(r"\max", "max")
    plain = plain.replace("xy", "x*y").replace("uv", "u*v").replace(r"\le", "<=")
    plain = plain.replace(", otherwise ", " else ")
    assert re.fullmatch(r"(?:[uvxyzdfghkmina\d(),+*<= -]|\bif\b|\belse\b)+", plain), plain
    return compile(plain, text, "eval")


@pytest.mark.one_in(3)
@everything
def test_a_summary_is_a_strategy(game: str, pegs: int, reading: str, objective: str) -> None:
    """It has the questions that the strategy names, with the same parts and equations."""
    whole, short = (body_of(game, pegs, reading, objective, whole=one) for one in (True, False))
    assert len(short) <= len(whole) + 400
    sections = zip(
        *(re.split(r"\\mptPatternHead", one.split(r"\mptSection{equations}")[1])[1:]
          for one in (whole, short)),
        strict=True,
    )  # fmt: skip
    for full, part in sections:
        listed = {one.split("}", 2)[0]: one for one in full.split(r"\mptQuestion")[1:]}
        asked = part.split(r"\mptQuestion")[1:]
        order, _, strategy = part.split(r"\mptCellsHead{Strategy")[1].partition(".}")
        strategy = strategy.split(r"\end{mptCells}")[0]
        words = set(re.findall(r"\\mptWord\{(.+?)\}", strategy))
        assert {re.match(r"\{\\texttt\{(.+?)\}", one)[1] for one in asked} == words
        for one in asked:
            equation = one.split(r"\mptVerdict")[0]
            assert listed[one.split("}", 2)[0]].startswith(equation)
        assert (strategy in full) == (not order)


@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    ("half", "left_out"),
    [(0, OTHERS), *(pytest.param(half, [], marks=pytest.mark.slow) for half in (0, 1))],
    ids=["short ones", "0", "1"],
)
def test_all_listings_are_typeset(
    tmp_path: Path, half: int, left_out: list[tuple[object, ...]]
) -> None:
    """One half in full and the other as summaries; and how the readings of a game compare."""
    models = [[one for one in some if one not in left_out] for some in halves(*AXES)]
    full, short = models[:: -1 if half else 1]
    proofs = [(theorem_of(*model), body_of(*model)) for model in full]
    proofs += [(theorem_of(*model), body_of(*model, whole=False)) for model in short]
    compared = compare_readings(AXES[0][half], 1 + half, "expected")
    assert isinstance(compared, Comparison)
    first = compared.theorems[Reading.EXACT]
    proofs.append((first, readings_listing(compared, dict.fromkeys(Reading, DIGEST))[0]))
    log, printed, _ = typeset_together(tmp_path, proofs)
    assert not complaints(log)
    for text in printed:
        assert re.search("Black-peg (Mastermind|AB game) with", text)
    assert ["Strategy" in text for text in printed] == [True] * (len(MODELS) - len(left_out)) + [
        False
    ]


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    ("columns", "preamble"),
    [
        ("onecolumn", r"\usepackage{masetproof}"),
        ("twocolumn", rf"{PREAMBLE}\usepackage{{masetproof}}\usepackage{{hyperref}}"),
    ],
    ids=["onecolumn-plain", "twocolumn-hyperref"],
)
def test_listings_fit_into_a_paper(tmp_path: Path, columns: str, preamble: str) -> None:
    bodies = {
        "expected": body_of(OWN, 2, "exact", "expected"),
        "worst": body_of(SHARED, 2, "with", "worst"),
        "hand": body_of(SHARED, 2, "without", "expected"),
        "one": body_of(OWN, 1, "without", "expected"),
    }
    text = paper(columns, preamble, level=2, inputs=list(bodies))
    source, others = write_paper(tmp_path, text, **bodies)
    log = typeset(source, tmp_path / "paper.pdf", *others)
    assert not COMPLAINTS.findall(log)
    assert not overfull(log)
    assert "not asked" in pdf_text(tmp_path / "paper.pdf")


@pytest.mark.one_in(3)
@everything
def test_all_that_is_linked_is_there_once(
    game: str, pegs: int, reading: str, objective: str
) -> None:
    body = body_of(game, pegs, reading, objective)

    def keys(macros: str) -> list[tuple[str, str]]:
        return re.findall(rf"\\mpt(?:{macros})(?:\[(\d*)\])?\{{([0-9.]+)\}}", body)

    patterns, equations = keys("PatternHead"), keys("Equation")
    assert len(set(patterns)) == len(patterns) > 0
    assert len(set(equations)) == len(equations) > 0
    functions = re.findall(r"\\mptFunction(?:\[(\d+)\])?\{[FG]\}\{(\d+)\}", body)
    assert {*keys("PatternRef"), *functions} <= set(patterns)
    assert set(keys("EqNumber")) <= set(equations)
    sections = re.findall(r"\\mptSection\{(\w+)\}", body)
    assert len(set(sections)) == len(sections)
    assert set(re.findall(r"\\mptSectionRef\{(\w+)\}", body)) <= {*sections}


@pytest.mark.usefixtures("latex")
def test_prove_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the same bytes; the body alone; the numbers are those that the checker counts."""
    command = ["prove", OWN, "--pegs", "2", "--out"]
    for name in ("one", "two"):
        assert main([*command, str(tmp_path / name)]) == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert {"proof.cert", "proof.tex", "proof.pdf", "proof-body.tex", "summary.json"} <= set(files)
    check_counts(tmp_path / "one")
    assert main([*command, str(tmp_path / "one"), "--listing", "body"]) == 0
    left = {path.name for path in (tmp_path / "one").iterdir()}
    assert "proof-body.tex" in left
    assert not left & {"proof.tex", "proof.pdf"}
    assert (tmp_path / "one" / "proof-body.tex").read_bytes() == files["proof-body.tex"]
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    assert main([*command, str(tmp_path / "one"), "--listing", "summary"]) == 0
    assert (tmp_path / "one" / "proof-body.tex").read_bytes() != files["proof-body.tex"]


def check_counts(folder: Path) -> None:
    counted = check(folder / "proof.cert")
    flat = " ".join((folder / "proof-body.tex").read_text().split())
    told = re.search(
        r"as many: ([\d,]+) patterns, ([\d,]+) questions, ([\d,]+) equations \((\d+) of them diff",
        flat,
    )
    assert told
    assert tuple(int(number.replace(",", "")) for number in told.groups()) == (
        counted.counts["patterns"],
        counted.counts["questions"],
        counted.counts["equations"],
        counted.counts["different"],
    )


@BY_SIZE
def test_equations_of_three_pegs_are_counted_as_the_checker_does(
    monkeypatch: pytest.MonkeyPatch,
    folder_of: Callable[[bool, str], Path],
    worst: bool,
    reading: str,
) -> None:
    """In the summaries: there different explicit masets cost the same.

    The checker has counted its equations when it begins with the induction, which takes minutes.
    """
    monkeypatch.setattr(ClosureVerification, "check_induction", lambda proof: None)
    check_counts(folder_of(worst, reading))


@pytest.mark.slow
def test_prove_writes_that_of_shared_colours(tmp_path: Path) -> None:
    command = ["prove", SHARED, "--pegs", "2", "--out", str(tmp_path), "--listing", "body"]
    assert main(command) == 0
    check_counts(tmp_path)
    written = (tmp_path / "proof-body.tex").read_text().split(r"\mptSection{game}")[1]
    made = body_of(SHARED, 2, "exact", "expected").split(r"\mptSection{game}")[1]
    assert written == made


def test_the_readings_are_compared_on_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\nfor kind in pdf aux log; do echo made > listing.$kind; done\n")
    engine.chmod(0o755)
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: str(engine))
    assert main(["readings", OWN, "--pegs", "1", "--out", str(tmp_path / "out")]) == 0
    body = (tmp_path / "out" / "readings-body.tex").read_text()
    assert body.count(r"\begin{mptTheorem}[reading") == 3
    assert (tmp_path / "out" / "readings.pdf").exists()
    assert (tmp_path / "out" / "with" / "proof.pdf").exists()


@BY_SIZE
def test_explicit_masets_have_their_costs_and_questions(
    folder_of: Callable[[bool, str], Path], worst: bool, reading: str
) -> None:
    """In the summaries of three pegs."""
    body = (folder_of(worst, reading) / "proof-body.tex").read_text()
    assert verify_masets(body, 3, reading, worst) == 7
    wrong = re.sub(
        r"(mptMasetItem.* costs \$)(\d)", lambda one: one[1] + str(int(one[2]) + 1), body
    )
    with pytest.raises(AssertionError):
        verify_masets(wrong, 3, reading, worst)
    # All permutations agree with 000 in one position.
    permutations = r"(012\\mptClause 021\\mptClause 102.*asking \\texttt\{)\d+"
    wrong, changed = re.subn(permutations, r"\g<1>000", body)
    assert changed == 1
    with pytest.raises(AssertionError):
        verify_masets(wrong, 3, reading, worst)


@BY_SIZE
def test_summaries_of_three_pegs_are_right(
    folder_of: Callable[[bool, str], Path], worst: bool, reading: str
) -> None:
    """The theorem and strategies for one order of the columns."""
    body = (folder_of(worst, reading) / "proof-body.tex").read_text()
    assert r"colours in its columns, $x \ge y \ge z$, it is" in body
    assert body.count("{Strategy, for $x \\ge y \\ge z$.}") >= 4
    assert sentence("somewhere", True) not in body
    assert "coefficients that are printed" not in body
    verify(body, 3, reading, worst, box=4, whole=False)
    places = listed_digits(body)
    for place in places[101::2003]:
        wrong = body[:place] + str((int(body[place]) + 1) % 10) + body[place + 1 :]
        with pytest.raises(Exception):  # noqa: B017, PT011 (whatever makes a reader stumble)
            verify(wrong, 3, reading, worst, box=4, whole=False)


@pytest.mark.slow
def test_three_pegs_are_printed_right() -> None:
    body = body_of(OWN, 3, "without", "worst")
    verify(body, 3, "without", worst=True, box=3)
    assert verify_masets(body, 3, "without", worst=True) == 7
