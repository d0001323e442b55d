"""A proof in somebody's paper: the body, its macros, labels, links, bibliography and figures."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from masetproof import __version__
from masetproof.arguments import counted
from masetproof.cli import main
from masetproof.games.pegs import AB, BLACK_PEG, MASTERMIND
from masetproof.games.rules import Game
from masetproof.objectives import Objective
from masetproof.proofs.numbers import NumberSet
from masetproof.proofs.theorem import Theorem, prove
from masetproof.recurrences.readings import BLANKS, Reading
from masetproof.reports import latex
from masetproof.reports.citation import cited, counted_before, known_before
from masetproof.reports.document import PAPER, document, for_paper
from masetproof.reports.listing import full_listing
from masetproof.reports.summary import summary_listing
from masetproof.reports.typeset import typeset
from masetproof.tables.published import known_formulas, known_values
from tests.reports.typesetting import DIGEST, halves, pdf_text

PREAMBLE = r"""
\usepackage{amsthm}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}{Lemma}
\newcommand{\pat}{mine}\newcommand{\B}{mine}
"""
COMPLAINTS = re.compile(
    r"^(?:.*undefined.*|.*multiply defined.*|LaTeX Warning.*|Package \w+ Warning.*)$", re.MULTILINE
)


@cache
def theorem_of(game: Game, pegs: int, reading: Reading, objective: Objective) -> Theorem:
    theorem = prove(game, pegs, reading=reading, objective=objective)
    assert isinstance(theorem, Theorem)
    return theorem


@cache
def body_of(theorem: Theorem) -> str:
    return full_listing(theorem, DIGEST, "proof.cert")


def write_paper(directory: Path, text: str, **bodies: str) -> tuple[Path, list[Path]]:
    """The paper, and the files that it reads."""
    texts = for_paper("") | {f"{name}.tex": body for name, body in bodies.items()}
    for name, content in texts.items():
        (directory / name).write_text(content)
    paper = directory / "paper.tex"
    paper.write_text(text)
    return paper, [directory / name for name in texts]


def paper(
    columns: str,
    preamble: str,
    *,
    level: int,
    inputs: list[str],
    mine: str = "",
    kind: str = "article",
) -> str:
    return "\n".join(
        [
            r"\pdfcompresslevel=0 \pdfobjcompresslevel=0",  # so that the PDF can be read here
            rf"\documentclass[10pt,{columns}]{{{kind}}}",
            preamble,
            rf"\renewcommand{{\mptSectionLevel}}{{{level}}}",
            r"\begin{document}\section{Mine}",
            *(rf"\section{{Theirs}}\input{{{name}}}" for name in inputs),
            mine,
            r"\nocite{*}\bibliographystyle{plain}\bibliography{masetproof}\end{document}",
        ]
    )


def overfull(log: str) -> list[str]:
    """Boxes that are more than a point too large."""
    found = re.findall(r"^Overfull .*?\(([0-9.]+)pt.*$", log, re.MULTILINE)
    return [size for size in found if float(size) > 1]


def wide_tables() -> str:
    """Tables that are wider than a column: one of a few rows, and one longer than a page."""
    head = r"$n$" + " & $f(n)$" * 9 + r" \\ \hline "
    body = ""
    for rows in (3, 70):
        table = "".join(" & ".join([str(n)] + ["1234567890"] * 9) + r" \\" for n in range(rows))
        table = rf"\begin{{mptTable}}{head}{table}\end{{mptTable}}"
        body += rf"\begin{{mptBody}}{{a{rows}}}{{b}}{table}\end{{mptBody}}"
    return body


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    ("columns", "preamble"),
    [
        ("onecolumn", rf"{PREAMBLE}\usepackage{{masetproof}}\usepackage{{hyperref}}"),
        ("twocolumn", r"\newtheorem{theorem}{Theorem}\usepackage{masetproof}"),
    ],
    ids=["onecolumn-hyperref", "twocolumn-plain"],
)
def test_bodies_fit_into_a_paper(tmp_path: Path, columns: str, preamble: str) -> None:
    """Their labels differ, and the paper can refer to the equations of all."""
    theorems = {
        "mastermind-2": theorem_of(MASTERMIND, 2, Reading.EXACT, Objective.EXPECTED),
        "mastermind-2-worst": theorem_of(MASTERMIND, 2, Reading.WITHOUT, Objective.WORST),
        "ab-2": theorem_of(AB, 2, Reading.WITH, Objective.EXPECTED),
        "ab-1": theorem_of(AB, 1, Reading.EXACT, Objective.WORST),
    }
    summarized = {
        "expected": theorem_of(MASTERMIND, 2, Reading.WITH, Objective.EXPECTED),
        "worst": theorem_of(MASTERMIND, 2, Reading.EXACT, Objective.WORST),
    }
    bodies = {name: body_of(theorem) for name, theorem in theorems.items()} | {
        name: summary_listing(theorem, DIGEST, "proof.cert") for name, theorem in summarized.items()
    }
    mine = (
        r"\begin{theorem}\label{main}Mine.\end{theorem} "
        r"See \ref{mastermind-2-expected-exact:eq:0.2} and "
        r"\ref{mastermind-2-worst-without:eq:5.1}, sections "
        r"\ref{mastermind-2-expected-exact:sec:theorem} and "
        r"\ref{mastermind-2-worst-without:sec:theorem}.\input{tables}"
    )
    text = paper(columns, preamble, level=2, inputs=list(bodies), mine=mine)
    source, others = write_paper(tmp_path, text, **bodies, tables=wide_tables())
    log = typeset(source, tmp_path / "paper.pdf", *others)
    assert not COMPLAINTS.findall(log)
    assert not overfull(log)
    shown = pdf_text(tmp_path / "paper.pdf")
    for section in range(2, 2 + len(bodies)):
        assert re.search(rf"\b{section}\.1 +The theorem", shown)
    assert "References" in shown
    if columns == "onecolumn":
        words = " ".join(shown.split())
        assert "See MM.2.0.2 and MM.2.5.1, sections 2.1 and 3.1." in words
    assert shown.count("1234567890") == 9 * 73
    assert len(re.findall(r"^ *\d+(?: +1234567890){9}$", shown, re.MULTILINE)) == 73
    pdf = (tmp_path / "paper.pdf").read_bytes()
    linked = len(re.findall(rb"/Subtype\s*/Link", pdf))
    equations = sum(body.count(r"\mptEquation") for body in bodies.values())
    assert linked > equations if "hyperref" in preamble else not linked
    # Arrow heads are letters of a font of LaTeX's.
    arrows = sum(body.count(r"\vector") for body in bodies.values())
    assert arrows > 7  # loops, too
    (number,) = re.findall(rb"(\d+) 0 obj\s*<<[^>]*/BaseFont\s*/\w+\+LINE10", pdf)
    (name,) = set(re.findall(rb"/(F\d+) " + number + rb" 0 R", pdf))
    assert len(re.findall(rb"/" + name + rb" [\d.]+ Tf", pdf)) == arrows


@pytest.mark.one_in(2)
@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize(
    "packages",
    [
        r"\usepackage{hyperref}\usepackage{masetproof}\usepackage{amsthm}",
        r"\usepackage{amsthm}\usepackage{masetproof}\newtheorem{claim}{Claim}"
        r"\newtheorem{mptTheorem}[claim]{Theorem}",
    ],
    ids=["before amsthm", "numbered with others"],
)
def test_packages_in_any_order(tmp_path: Path, packages: str) -> None:
    """The package alone is in a paper above."""
    theorem = theorem_of(AB, 1, Reading.EXACT, Objective.WORST)
    text = paper("onecolumn", packages, level=1, inputs=["body"])
    source, others = write_paper(tmp_path, text, body=body_of(theorem))
    log = typeset(source, tmp_path / "paper.pdf", *others)
    assert not COMPLAINTS.findall(log)
    shown = pdf_text(tmp_path / "paper.pdf")
    assert re.search(r"^ *Theorem 1", shown, re.MULTILINE)


ONE_HALF, THE_OTHER = halves((MASTERMIND, AB), list(BLANKS), list(Objective))


@pytest.mark.parametrize(
    ("game", "reading", "objective"),
    [*ONE_HALF, *(pytest.param(*model, marks=pytest.mark.slow) for model in THE_OTHER)],
)
def test_all_that_is_linked_is_there_once(
    game: Game, reading: Reading, objective: Objective
) -> None:
    """A link without its label would silently be none."""
    body = body_of(theorem_of(game, 2, reading, objective))

    def keys(macros: str) -> list[tuple[str, str]]:
        found = re.findall(rf"\\mpt(?:{macros})(?:\[([\d,]*)\])?\{{([0-9.]+)\}}", body)
        return [(level, number) for level, number in found]

    patterns, equations = keys("PatternHead"), keys("Equation")
    assert len(set(patterns)) == len(patterns) > 0
    assert len(set(equations)) == len(equations) > 0
    assert set(keys("F|PatternRef")) <= set(patterns)
    named = re.findall(r"\\mptFunction(?:\[[\de+]+\])?\{[fg]\}\{(\d+)\}", body)
    assert {("", number) for number in named} == set(patterns)
    assert set(keys("EqRef|EqNumber")) <= set(equations)
    sections = re.findall(r"\\mptSection\{(\w+)\}", body)
    assert len(set(sections)) == len(sections)
    assert set(re.findall(r"\\mptSectionRef\{(\w+)\}", body)) <= set(sections)


def test_all_names_of_the_package_have_its_prefix() -> None:
    package = latex.shipped("masetproof.sty")
    names = re.findall(
        r"\\(?:(?:provide|new)command|newif|newsavebox|newlength|DeclareRobustCommand|"
        r"newtheorem|newenvironment|NewDocumentEnvironment|DeclareMathSymbol)\*?\{?\\?([A-Za-z@]+)",
        package,
    )
    assert len(names) > 50
    assert all(name.startswith(("mpt", "ifmpt@")) for name in names)
    assert re.search(
        r"^\\ProvidesPackage\{masetproof\}\[\d{4}/\d\d/\d\d v\d", package, re.MULTILINE
    )


def test_all_that_is_cited_is_in_the_bibliography() -> None:
    """And what is in it is cited somewhere."""
    keys = re.findall(r"^@\w+\{([^,]+),", latex.shipped("masetproof.bib"), re.MULTILINE)
    assert len(set(keys)) == len(keys)
    texts = [cited(one.source) for one in (*known_values(), *known_formulas())]
    texts += [known_before(theorem_of(BLACK_PEG, 2, Reading.EXACT, Objective.WORST))]
    assert {*re.findall(r"\\cite\{(.*?)\}", " ".join(texts))} == {*keys}
    assert cited("Ville 2013 (4.676)") == r"Ville~\cite{masetproof:ville2013} (4.676)"
    # Whoever is named, with a year, is cited; the rest is not published.
    plain = {one.source for one in known_values() if cited(one.source) == one.source}
    assert plain == {"optimize and tests/oracles/search.py", "tests/oracles/strategies.py"}
    for game in (MASTERMIND, AB):
        for objective in Objective:
            theorem = theorem_of(game, 2, Reading.EXACT, objective)
            named = set(re.findall(r"\\cite\{(.*?)\}", body_of(theorem)))
            assert len(named) >= 2
            assert named <= set(keys)


def test_the_formulas_are_those_of_the_literature() -> None:
    """Chen and Lin's for two pegs, from the abstracts of their papers."""
    known = {
        (MASTERMIND, Objective.EXPECTED): lambda n: (
            (8 * n**3 + 51 * n**2 - (80 * n - 69 if n % 2 else 74 * n - 48)) // 24
        ),
        (AB, Objective.EXPECTED): lambda n: (
            (4 * n**3 + 21 * n**2 - (82 * n - 105 if n % 2 else 76 * n - 72)) // 12
        ),
        (MASTERMIND, Objective.WORST): lambda n: n // 2 + 2,
        (AB, Objective.WORST): lambda n: -(-n // 2) + 1,
    }
    for (game, objective), formula in known.items():
        theorem = theorem_of(game, 2, Reading.EXACT, objective)
        assert "Chen and Lin" in known_before(theorem)
        assert all(theorem.value(n) == formula(n) for n in range(5, 60))
        assert known_before(theorem_of(game, 1, Reading.EXACT, objective)) == ""


@pytest.mark.usefixtures("latex")
def test_a_document_says_what_made_it(tmp_path: Path) -> None:
    command = ["prove", "ab", "--pegs", "1", "--objective", "expected", "--extra", "with"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    shown = subprocess.run(
        ["pdfinfo", str(tmp_path / "proof.pdf")], check=True, capture_output=True, text=True
    ).stdout
    fields = dict(re.findall(r"^(\w+): +(.*)$", shown, re.MULTILINE))
    made = f"masetproof prove {' '.join(command[1:])}"
    assert fields["Creator"] == made
    assert fields["Author"] == f"masetproof {__version__}"
    assert fields["Title"].startswith("AB game with 1 peg")
    assert "AB game" in fields["Keywords"]
    assert fields["Subject"]
    assert "CreationDate" not in fields
    for name in ("proof.tex", "proof-body.tex"):
        first, second = (tmp_path / name).read_text().splitlines()[:2]
        assert first == f"% masetproof {__version__}: {made}"
        digest = hashlib.sha256((tmp_path / "proof.cert").read_bytes()).hexdigest()
        assert second == f"% certificate {digest}"
    # The command does make the same document.
    again = tmp_path / "again"
    assert main([*made.split()[1:], "--out", str(again)]) == 0
    assert (again / "proof.pdf").read_bytes() == (tmp_path / "proof.pdf").read_bytes()


def test_the_body_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    out = tmp_path / "out"
    command = ["prove", "mastermind", "--pegs", "1", "--out", str(out)]
    assert main([*command, "--listing", "body"]) == 0
    made = {path.name for path in out.iterdir()}
    assert set(PAPER) <= made
    assert not made & {"proof.tex", "proof.pdf"}
    sums = (out / "SHA256SUMS").read_text()
    assert all(f"  {name}\n" in sums for name in PAPER)
    body = (out / "proof-body.tex").read_text()
    assert main([*command, "--listing", "none"]) == 0  # takes them away
    assert not {path.name for path in out.iterdir()} & set(PAPER)
    shutil.rmtree(out)
    assert main(command) == 0
    assert (out / "proof-body.tex").read_text() == body
    assert r"\input{proof-body}" in (out / "proof.tex").read_text()


def test_the_document_has_nothing_that_the_body_lacks() -> None:
    """Any preamble with the package will do."""
    theorem = theorem_of(MASTERMIND, 1, Reading.EXACT, Objective.EXPECTED)
    text = document(theorem, DIGEST, "proof.cert")
    assert not re.findall(r"\\(?:re)?new(?:command|environment|theorem)|\\def", text)


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        (NumberSet(1, (), 6, (0,), 2), r"every even $n \ge 6$"),
        (NumberSet(1, (1, 2), 5, (1,), 2), r"$n = 1$, $2$ and every odd $n \ge 5$"),
        (NumberSet(3, (), 3, (0, 1), 2), r"every $n \ge 3$"),
        (
            NumberSet(3, (), 7, (0, 1), 3),
            r"every $n \ge 7$ with $n \equiv 0, 1 \pmod{3}$",
        ),
        (NumberSet(3, (), 7, (), 2), "no $n$"),
    ],
    ids=str,
)
def test_sets_of_numbers_in_words(numbers: NumberSet, text: str) -> None:
    assert latex.sentence(str(numbers)) == text


def test_numbers_of_things() -> None:
    assert counted(1, "peg") == "1 peg"
    assert counted(0, "peg") == "0 pegs"
    assert counted(1296, "secret") == "1,296 secrets"


@pytest.mark.parametrize(
    ("game", "numbers"), [(MASTERMIND, "6 patterns .* 47 equations"), (AB, "3 patterns .* 17 eq")]
)
def test_the_counts_of_the_literature_are_cited_where_they_agree(game: Game, numbers: str) -> None:
    """Peczarski, sections 4 and 5; those of three pegs stand in tests/patterns/test_closure.py."""
    for reading in (Reading.EXACT, Reading.WITH):
        assert re.search(numbers, counted_before(prove(game, 2, reading=reading)))
    assert counted_before(prove(game, 2, reading=Reading.WITHOUT)) == ""
    assert counted_before(prove(game, 1)) == ""
