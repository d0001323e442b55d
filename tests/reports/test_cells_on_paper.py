"""A referee of the printed proofs for boards of columns: all is read from the LaTeX, and computed
again by `tests.oracles.listed_cells`."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from masetproof.checker import check
from masetproof.cli.main import main
from masetproof.proofs.cell_theorem import CellTheorem
from masetproof.proofs.theorem import prove
from masetproof.reports.cell_listing import cell_listing
from masetproof.reports.typeset import typeset
from tests.oracles.listed_cells import verify, verify_masets
from tests.reports.test_paper import COMPLAINTS, overfull, paper, write_paper
from tests.reports.typesetting import DIGEST, complaints, pdf_text, typeset_together

MODELS = [
    pytest.param(pegs, reading, objective, id=f"{pegs}-{reading}-{objective}")
    for pegs in (1, 2)
    for reading in ("exact", "with", "without")
    for objective in ("expected", "worst")
]
everything = pytest.mark.parametrize(("pegs", "reading", "objective"), MODELS)


@cache
def theorem_of(pegs: int, reading: str, objective: str) -> CellTheorem:
    theorem = prove("black-peg", pegs, objective=objective, reading=reading)
    assert isinstance(theorem, CellTheorem)
    return theorem


@cache
def body_of(pegs: int, reading: str, objective: str, *, whole: bool = True) -> str:
    return cell_listing(theorem_of(pegs, reading, objective), DIGEST, "proof.cert", whole=whole)


@everything
def test_what_is_printed_is_right(pegs: int, reading: str, objective: str) -> None:
    verify(body_of(pegs, reading, objective), pegs, reading, objective == "worst")


def listed_digits(body: str) -> list[int]:
    """The places of digits of the theorem and of all that is listed.

    Not those of the questions of a strategy: another one may be as good.
    """
    end = re.search(r"\\mptSection\{(?:hand|proof)\}", body)
    assert end
    theorem = body.index(r"\mptDisplay{f(n)"), body.index(r"\end{mptTheorem}")
    listed = body.index(r"\mptPatternHead"), end.start()
    words = {
        place for found in re.finditer(r"\\mptWord\{\w+\}", body) for place in range(*found.span())
    }
    return [
        place
        for first, last in (theorem, listed)
        for place in range(first, last)
        if body[place].isdigit() and place not in words
    ]


@pytest.mark.parametrize(
    ("pegs", "reading", "objective", "step"),
    [
        (1, "exact", "expected", 1),
        (1, "without", "worst", 1),
        (2, "without", "expected", 17),
        (2, "with", "worst", 61),
        (2, "exact", "expected", 83),
    ],
)
def test_a_wrong_digit_is_noticed(pegs: int, reading: str, objective: str, step: int) -> None:
    body = body_of(pegs, reading, objective)
    verify(body, pegs, reading, objective == "worst")
    places = listed_digits(body)
    assert len(places) > 30
    for place in places[::step]:
        wrong = body[:place] + str((int(body[place]) + 1) % 10) + body[place + 1 :]
        try:
            verify(wrong, pegs, reading, objective == "worst")
        except Exception:  # whatever makes a reader stumble
            continue
        pytest.fail(
            f"not noticed: {body[place - 40 : place]}[{body[place]}]{body[place + 1 :][:20]}"
        )


def test_the_table_of_the_proof_by_hand() -> None:
    """Its rows, read from the LaTeX, at many x and y."""
    body = body_of(2, "exact", "expected")
    assert r"\mptSection{hand}" not in body_of(2, "exact", "worst")
    text = body.split(r"\mptSection{hand}")[1].split(r"\mptSection{proof}")[0]
    table = text.split(r"\begin{mptTable}")[1].split(r"\end{mptTable}")[0]
    rows = re.findall(r"\\mptWord\{([+0a]+)\} & (.*?)\\hfill\\kern0pt & (.*?)\\hfill", table)
    patterns = ["0*"] * 2 + ["0*|*0"] * 4 + ["**"] * 2
    assert [word for word, _, _ in rows] == ["0+", "a+", "+0", "0a", "+a", "++", "++", "+a"]

    def h(y: int) -> int:
        return y * (y + 1) // 2

    def g(x: int, y: int) -> int:
        return h(x) + h(y) + min(x, y)

    def f(x: int, y: int) -> int:
        x, y = max(x, y), min(x, y)
        return y * (3 * x * x + 3 * x + y * y + 3 * y - 4) // 6

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
    theorem = theorem_of(2, "exact", "expected")
    for x, y in product(range(1, 12), repeat=2):
        assert theorem.value((x, y)) == f(x, y)


def calculated(text: str, names: dict[str, object]) -> int:
    """The value of a cell of the table, like ``$y$ if $x \\le y$, otherwise $y + 1$``."""
    plain = text.replace("$", "").replace(r"\min", "min").replace(r"\max", "max")
    plain = plain.replace("xy", "x*y").replace(r"\le", "<=")
    first, found, other = plain.partition(" if ")
    if found:
        condition, _, other = other.partition(", otherwise ")
        plain = first if calculated(condition, names) else other
    assert re.fullmatch(r"[xyfghmina\d(),+*<= -]+", plain), plain
    return int(eval(plain, {"__builtins__": {}}, dict(names)))


@everything
def test_a_summary_is_a_strategy(pegs: int, reading: str, objective: str) -> None:
    """It has the questions that the strategy names, with the same parts and equations."""
    whole, short = (body_of(pegs, reading, objective, whole=one) for one in (True, False))
    assert len(short) <= len(whole) + 400
    sections = zip(
        *(re.split(r"\\mptPatternHead", one.split(r"\mptSection{equations}")[1])[1:]
          for one in (whole, short)),
        strict=True,
    )  # fmt: skip
    for full, part in sections:
        listed = {one.split("}", 2)[0]: one for one in full.split(r"\mptQuestion")[1:]}
        asked = part.split(r"\mptQuestion")[1:]
        strategy = part.split(r"\mptCellsHead{Strategy.}")[1].split(r"\end{mptCells}")[0]
        words = set(re.findall(r"\\mptWord\{(\w+)\}", strategy))
        assert {re.match(r"\{\\texttt\{(\w+)", one)[1] for one in asked} == words
        for one in asked:
            equation = one.split(r"\mptVerdict")[0]
            assert listed[one.split("}", 2)[0]].startswith(equation)
        assert strategy in full


@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize("whole", [True, False], ids=["full", "summary"])
def test_all_listings_are_typeset(tmp_path: Path, whole: bool) -> None:
    proofs = [(theorem_of(*model.values), body_of(*model.values, whole=whole)) for model in MODELS]
    log, printed, _ = typeset_together(tmp_path, proofs)
    assert not complaints(log)
    for text in printed:
        assert "Black-peg Mastermind with" in text
        assert "Strategy." in text


@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize("columns", ["onecolumn", "twocolumn"])
def test_listings_fit_into_a_paper(tmp_path: Path, columns: str) -> None:
    bodies = {
        "expected": body_of(2, "exact", "expected"),
        "worst": body_of(2, "with", "worst"),
        "one": body_of(1, "without", "expected"),
    }
    text = paper(columns, links=columns == "twocolumn", level=2, inputs=list(bodies))
    source, others = write_paper(tmp_path, text, **bodies)
    log = typeset(source, tmp_path / "paper.pdf", *others)
    assert not COMPLAINTS.findall(log)
    assert not overfull(log)
    assert "not asked" in pdf_text(tmp_path / "paper.pdf")


@everything
def test_all_that_is_linked_is_there_once(pegs: int, reading: str, objective: str) -> None:
    body = body_of(pegs, reading, objective)

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
    command = ["prove", "black-peg", "--pegs", "2", "--out"]
    for name in ("one", "two"):
        assert main([*command, str(tmp_path / name)]) == 0
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "two").iterdir()}
    assert {"proof.cert", "proof.tex", "proof.pdf", "proof-body.tex", "summary.json"} <= set(files)
    counted = check(tmp_path / "one" / "proof.cert")
    flat = " ".join(files["proof-body.tex"].decode().split())
    told = re.search(r"as many: (\d+) patterns, (\d+) questions, (\d+) equations\.", flat)
    assert told
    assert tuple(map(int, told.groups())) == (
        counted.patterns,
        counted.questions,
        counted.equations,
    )
    assert main([*command, str(tmp_path / "one"), "--listing", "body"]) == 0
    left = {path.name for path in (tmp_path / "one").iterdir()}
    assert "proof-body.tex" in left
    assert not left & {"proof.tex", "proof.pdf"}
    assert (tmp_path / "one" / "proof-body.tex").read_bytes() == files["proof-body.tex"]
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    assert main([*command, str(tmp_path / "one"), "--listing", "summary"]) == 0
    assert (tmp_path / "one" / "proof-body.tex").read_bytes() != files["proof-body.tex"]


@pytest.mark.usefixtures("latex")
def test_the_readings_are_compared_on_paper(tmp_path: Path) -> None:
    assert main(["readings", "black-peg", "--pegs", "1", "--out", str(tmp_path)]) == 0
    body = (tmp_path / "readings-body.tex").read_text()
    assert body.count(r"\begin{mptTheorem}[reading") == 3
    assert (tmp_path / "readings.pdf").exists()
    assert (tmp_path / "with" / "proof.pdf").exists()


@pytest.mark.parametrize("worst", [False, True])
@pytest.mark.parametrize("reading", ["without", "with", "exact"])
def test_explicit_masets_have_their_costs_and_questions(reading: str, worst: bool) -> None:
    """In the summaries of three pegs that are in `output`."""
    folder = Path(__file__).parents[2] / "output" / ("black-peg-3" + "-worst" * worst)
    body = (folder / reading / "proof-body.tex").read_text()
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


@pytest.mark.slow
def test_three_pegs_are_printed_right() -> None:
    body = body_of(3, "without", "worst")
    verify(body, 3, "without", worst=True, box=3)
    assert verify_masets(body, 3, "without", worst=True) == 7


def test_a_game_without_listing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["prove", "black-peg-ab", "--pegs", "1", "--out", str(tmp_path)]
    assert main([*command, "--listing", "full"]) == 2
    told = capsys.readouterr()
    assert "the theorems of black-peg-ab have no listing" in told.err
    assert not told.out, "it is refused before the proof"
    assert not list(tmp_path.iterdir())
    assert main(command) == 0
    assert (tmp_path / "proof.cert").exists()
