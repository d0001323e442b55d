"""The article: its numbers are those of the theorems, and it is typeset without a complaint."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from masetproof import write_paper
from masetproof.arguments import Refused
from masetproof.checker import check
from masetproof.cli import main
from masetproof.objectives import Objective
from masetproof.proofs.comparison import Comparison, compare, compare_readings
from masetproof.recurrences.readings import Reading
from masetproof.reports import bundle as bundles
from masetproof.reports import latex, paper
from masetproof.reports.typeset import typeset
from tests.oracles.masets import answer
from tests.oracles.search import read_table
from tests.reports.typesetting import complaints, pdf_text
from tests.test_verified import ROOT, STATED, THEOREMS

WHO = {"authors": ["Ann & Bob 100%", "Zoë_1"], "title": "On {pegs} & colours", "date": "1 May 2027"}
CASES = [("mastermind", 1), ("mastermind", 2), ("black-peg-ab", 1), ("black-peg-ab", 2)]


@dataclass(frozen=True)
class Article:
    """An article of up to two pegs: its folder, its text in LaTeX, and the log of LaTeX."""

    folder: Path
    text: str
    log: str

    def section(self, key: str) -> str:
        """What follows a heading, up to the next one."""
        _, _, after = self.text.partition(rf"ection{{{key}}}")
        return re.split(r"\\mpt(?:Subs|S)ection\{", after)[0]

    def rows(self, key: str) -> Iterator[list[str]]:
        """The rows of the tables of a section, without rules and fill."""
        for table in re.findall(r"\\hline\n(.*?)\\end\{mptTable\}", self.section(key), re.S):
            for row in table.replace(r"\hfill\kern0pt", "").strip().split("\\\\\n"):
                yield [cell.strip().removesuffix(r"\\").strip() for cell in row.split("&")]


@pytest.fixture(scope="module")
def article(tmp_path_factory: pytest.TempPathFactory) -> Article:
    """Without a PDF."""
    folder = tmp_path_factory.mktemp("article")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
        made = write_paper(folder, games=["mastermind", "black-peg-ab"], pegs=2, **WHO)
    assert len(made.notes) == 1
    assert "not made into a PDF" in made.notes[0]
    assert {path.name for path in made.files} == {path.name for path in folder.iterdir()}
    return Article(folder, (folder / "paper.tex").read_text(), "")


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_the_values_are_those_of_brute_force(article: Article) -> None:
    """All that the tables of a search without theorems have."""
    known = {key: value for key, value in read_table().items() if key[1] == 2}
    shown = len(paper._IN_TABLE)
    games = ["mastermind"] * shown + ["black-peg-ab"] * (shown - 1)  # which has n >= 2
    compared = 0
    for game, (n, *cells) in zip(games, article.rows("values"), strict=True):
        total, expected, worst = cells
        secrets = int(n) * (int(n) - (game != "mastermind"))
        assert abs(Fraction(expected) - Fraction(number(total), secrets)) <= Fraction(1, 20_000)
        for case, value in ("expected", total), ("worst", worst):
            published = known.get((game, 2, int(n), case))
            compared += published is not None
            assert published in (None, number(value)), (game, n, case)
    assert compared >= 12


def test_the_formulas_are_those_of_the_literature(article: Article) -> None:
    """Chen and Lin's, from the abstract of their paper, and n (n + 1) / 2 with one peg."""
    two = article.section("mastermind-2")
    for polynomial in ("8n^3 + 51n^2 - 74n + 48", "8n^3 + 51n^2 - 80n + 69"):
        assert rf"\frac{{{polynomial}}}{{24}}" in two
        assert rf"\frac{{{polynomial}}}{{24n^2}}" in two
    assert r"f(n) = \frac{n^2 + n}{2}" in article.section("mastermind-1")
    # Theory: 17/8 is the second coefficient with two pegs, and so 17/8 with n^2 secrets, too.
    growth = {(row[0], row[1]): row[2:] for row in article.rows("growth")}
    total, mean, worst = growth["Mastermind", "2"]
    assert re.findall(r"\\frac\{(\d+)\}\{(\d+)\}", total) == [("1", "3"), ("17", "8")]
    assert re.findall(r"\\frac\{(\d+)\}\{(\d+)\}", mean) == [("1", "3"), ("17", "8")]
    assert worst.startswith(r"$\frac{1}{2}n + O(1)")


def least_total(game_words: list[tuple[int, ...]], first: tuple[int, ...]) -> int:
    """The least total of strategies of Mastermind that begin with a question, by trying all."""

    @cache
    def solve(possible: frozenset[tuple[int, ...]]) -> int:
        return min(ask(possible, word) for word in game_words)

    def ask(possible: frozenset[tuple[int, ...]], word: tuple[int, ...]) -> int:
        parts: dict[object, set[tuple[int, ...]]] = {}
        for secret in possible - {word}:
            parts.setdefault(answer(secret, word), set()).add(secret)
        if any(len(part) == len(possible) for part in parts.values()):
            return 10**6
        return len(possible) + sum(solve(frozenset(part)) for part in parts.values())

    return ask(frozenset(game_words), first)


def test_the_optimal_first_questions_are_those_of_brute_force(article: Article) -> None:
    expected, worst = "Mastermind, 2 pegs, expected case", "Mastermind, 2 pegs, worst case"
    zero, one = r"\texttt{00}", r"\texttt{01}"
    assert list(article.rows("first")) == [
        [expected, zero, "$n$", "$n = 1$, $2$"],
        ["", one, "$n(n-1)$", r"every $n \ge 2$"],
        [worst, zero, "$n$", r"$n = 1$ and every even $n \ge 2$"],
        ["", one, "$n(n-1)$", r"every $n \ge 2$"],
    ]
    for n in (2, 3):
        words = list(product(range(n), repeat=2))
        totals = {first: least_total(words, first) for first in ((0, 0), (0, 1))}
        best = min(totals.values())
        assert [totals[0, 0] == best, totals[0, 1] == best] == [n <= 2, True]


@pytest.mark.parametrize("word", [(0, 0, 0), (0, 0, 1), (0, 1, 2), (0, 1, 0, 2)])
def test_questions_that_are_alike_are_counted(word: tuple[int, ...]) -> None:
    """By listing all words."""
    text = paper._alike(word)
    factors = re.findall(r"^\d+|n(?!-)|\(n-\d\)", text)
    assert "".join(factors) == text
    for n in (4, 5):
        product_of = 1
        for factor in factors:
            product_of *= int(factor) if factor.isdecimal() else n - int(factor[3:-1] or 0)
        sizes = sorted(map(word.count, set(word)))
        words = product(range(n), repeat=len(word))
        assert product_of == sum(sorted(map(one.count, set(one))) == sizes for one in words)


def test_digests_sizes_and_counts_are_those_of_the_files(article: Article) -> None:
    names = [f"{game}-{pegs}-{case}" for game, pegs in CASES for case in ("expected", "worst")]
    files = [(article.folder / f"{name}.cert").read_bytes() for name in names]
    digests = (article.folder / "certificates.sha256").read_text()
    told = dict(re.findall(r"^(\w{64})  (\S+\.cert)$", digests, re.M))
    assert [*told] == [
        hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (article.folder / name for name in told.values())
    ]
    assert {f"{name}.cert" for name in names} <= {*told.values()}
    for reading in ("with", "without"):
        assert len(re.findall(rf"^# \w{{64}}  \S+ \({reading}\)$", digests, re.M)) == 8
    # The article has one digest, from which all others follow.
    (own,) = re.findall(r"texttt\{(\w{32})\}\\\\\\texttt\{(\w{32})\}", article.text)
    assert "".join(own) == hashlib.sha256(digests.encode()).hexdigest()
    rows = {row[0]: row[1:] for row in article.rows("trust")}
    assert [*rows] == [rf"\mptWord{{{name}.cert}}" for name in names]
    assert [number(row[0]) for row in rows.values()] == [len(data) for data in files]
    # Peczarski's counts of patterns and questions; 67 equations are those of docs/model.md.
    assert rows[r"\mptWord{mastermind-2-expected.cert}"][1:4] == ["6", "47", "67"]


def test_all_that_is_cited_is_in_the_bibliography(article: Article) -> None:
    works = "".join((article.folder / name).read_text() for name in ("masetproof.bib", "paper.bib"))
    keys = re.findall(r"^@\w+\{([^,]+),", works, re.M)
    assert len(set(keys)) == len(keys)
    cited = {key for one in re.findall(r"\\cite\{(.*?)\}", article.text) for key in one.split(",")}
    assert cited == {*keys}  # each work is part of the history


def test_what_is_new_has_no_published_formula(article: Article) -> None:
    new = article.section("new").replace("\n", " ")
    assert "are new for the black-peg AB game with 2 pegs." in new
    assert "They do in every theorem." in new


def test_what_an_editor_would_strike_is_not_there(article: Article) -> None:
    """And no function is named before it is defined."""
    text = article.text.replace("\n", " ")
    for turn in ("nowhere else", "know nothing of", "Here is why"):
        assert turn not in text, turn
    assert not re.search(r"in \d+ of \d+ theorems", text)
    assert len(re.findall(r"\b[0-9a-f]{32}\b", text)) == 2  # the two halves of one digest
    defined = text.index("Let $F_i(m)$ be the least cost")
    assert not re.search(r"\bF\b|\\mptFunction", text[:defined])
    assert "it is $f(x, y, z)$" in text  # the black-peg AB game with colours of three kinds


def test_the_count_lemma_is_proved_in_the_article(article: Article) -> None:
    """As all lemmas of the section on short proofs are, with the words defined before."""
    short = article.section("short")
    for name in ("Disjoint sets", "Size bound", "Count lemma", "All numbers of colours", "Members"):
        start = short.index(rf"\begin{{mptLemma}}[{name}]")
        assert short.index(r"\begin{mptProof}", start) > short.index(r"\end{mptLemma}", start)
    assert short.index("Let $W$ be the winning answer") < short.index(r"\begin{equation}")


def test_what_is_proved_in_other_ways_is_said(article: Article) -> None:
    """Growth as docs/growth.md has it, and what Coq proves: the theorems of verified/."""
    growth = (ROOT / "docs" / "growth.md").read_text()
    printed = article.section("pegs")
    bounds = re.findall(r"^\| (?:Mastermind|AB game) \| (\d+/\d+) = \S+ \| (\d+/\d+)", growth, re.M)
    seconds = re.findall(r"^\| (?:Mastermind|AB game) \| (1/2) \| (\S+) \| (\S+) \|$", growth, re.M)
    for value in chain(*bounds, *seconds):
        assert rf"\frac{{{value.replace('/', '}{')}}}" in printed, value
    assert (len(bounds), len(seconds)) == (2, 2)
    theorems = len(THEOREMS) * len([*chain(*STATED.values())])
    assert f"There are {theorems} Coq theorems" in article.section("coq").replace("\n", " ")


def test_four_pegs_are_those_of_the_certificate(article: Article) -> None:
    """The theorem is printed where black-peg Mastermind is, with no limit of pegs."""
    assert "four" not in article.section("black-peg-ab-2")
    printed = latex.part_of("paper-more.tex.jinja", "four_pegs")
    with lzma.open(ROOT / "output" / "short" / "black-peg-4.cert.xz", "rt") as file:
        head = dict.fromkeys(("valid-from", "branch", "between"), "")
        exceptions = []
        for line in file:
            name, _, rest = line.strip().partition(" ")
            head |= {name: rest} if name in head else {}
            exceptions += [rest] if name == "exception" else []
            if name == "patterns":
                break
    assert f"Let $n \\ge {head['valid-from']}$ be" in printed
    numerator = re.search(r"f\(n\) = \\frac\{(.*?)\}\{(\d+)\}", printed)
    assert numerator is not None
    own = [0] * 6
    for sign, factor, power in re.findall(r"([+-]?) ?(\d+)(?:n\^?(\d?))?", numerator[1]):
        at = int(power or 0) if power else int(f"{factor}n" in numerator[1])
        own[at] = int(sign + factor)
    assert [str(Fraction(one, int(numerator[2]))) for one in own] == head["branch"].split()
    for n, value in map(str.split, exceptions):
        assert f"$f({n}) = {value}$" in printed
    n, low, high = head["between"].split()
    assert f"For $n = {n}$ both are from ${low}$ to ${high}$." in printed
    told = (ROOT / "docs" / "short-proofs.md").read_text()
    for count in ("8,048", "1,869,002"):
        assert count in told
        assert count in printed


def test_the_period_is_explained_where_it_is_more_than_one(article: Article) -> None:
    told = article.section("period").replace("\n", " ")
    assert "for Mastermind with 2 pegs have a polynomial for each residue" in told
    ((game, _, own, less),) = article.rows("period")
    assert (game, less) == ("Mastermind, 2 pegs", "2")
    assert int(own) > 0


def test_an_article_is_printed_without_a_complaint(
    article: Article, tmp_path: Path, latex: None
) -> None:
    """Labels lead somewhere, boxes are not too wide, and special characters are printed."""
    names = ("masetproof.sty", "masetproof.bib", "paper.bib")
    target = tmp_path / "paper.pdf"
    others = [article.folder / name for name in names]
    log = typeset(article.folder / "paper.tex", target, *others)
    assert complaints(log) == []
    assert not re.findall(r"^(?:Underfull|Package .* Warning).*$", log, re.M)
    text = normalize("NFC", pdf_text(target))
    assert "On {pegs} & colours" in text
    assert re.search(r"Ann & Bob 100% +Zoë", text)
    assert "1 May 2027" in text


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No PDF, and the checker in this process, where it need not be loaded."""

    def checked(path: Path, progress: Callable[[str, int, int], None]) -> dict[str, Any]:
        progress(f"checking {path.name}", 0, 1)
        said = asdict(check(path))
        return said | said["counts"]

    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    monkeypatch.setattr(paper, "_checked", checked)


def made_up(*arguments: Any) -> Comparison:
    """The readings of a game, of which one is three more for every other n from 7 on."""
    theorems = compare_readings(*arguments[:3]).theorems  # type: ignore[union-attr]
    formula = theorems[Reading.WITHOUT].formula
    (branch,) = formula.branches
    other = (branch[0] + 3, *branch[1:])
    values = {n: formula(n) for n in range(1, 7)}
    changed = replace(formula, branches=(branch, other), exceptions=values, valid_from=7)
    without = replace(theorems[Reading.WITHOUT], formula=changed)
    return compare(theorems | {Reading.WITHOUT: without})


@pytest.mark.usefixtures("_quick")
def test_readings_that_differ_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "compare_readings", made_up)
    write_paper(tmp_path, games=["mastermind"], pegs=1)
    text = (tmp_path / "paper.tex").read_text()
    assert r"f_{\mathrm{without}}(n) = f_{\mathrm{exact}}(n) + 3$ for every $n \ge 7$" in text
    told = (
        "They do, but for Mastermind with 1 peg in the expected case and Mastermind with 1 peg in"
    )
    assert told in text.replace("\n", " ")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.usefixtures("_quick")
def test_what_was_finished_is_kept_and_nothing_is_half_written(tmp_path: Path) -> None:
    def interrupt(stage: str, done: int, total: int) -> None:
        if stage.endswith("checking mastermind-1-worst.cert"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_paper(tmp_path, games=["mastermind"], pegs=1, progress=interrupt)
    certificates = {"mastermind-1-expected.cert", "mastermind-1-worst.cert"}
    assert names(tmp_path) == certificates | {"SHA256SUMS"}
    before = {name: (tmp_path / name).read_bytes() for name in certificates}
    (tmp_path / "mine.tex").write_text("mine")
    write_paper(str(tmp_path), games=["mastermind"], pegs=1)
    assert {name: (tmp_path / name).read_bytes() for name in certificates} == before
    assert {"paper.tex", "mine.tex"} < names(tmp_path)
    (tmp_path / "paper.tex").write_text("mine")
    with pytest.raises(Refused, match=r"paper.tex was not made by masetproof, or was changed"):
        write_paper(tmp_path, games=["mastermind"], pegs=1)


def test_an_interrupt_ends_the_checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checker, said = tmp_path / "checker", tmp_path / "pid"
    checker.mkdir()
    program = f"import os, time; open({str(said)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    (checker / "__main__.py").write_text(program)
    monkeypatch.setattr(paper, "_CHECKER", checker)

    def interrupt(stage: str, done: int, total: int) -> None:
        if said.exists() and said.read_text():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_paper(tmp_path / "out", games=["mastermind"], pegs=1, progress=interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(int(said.read_text()), 0)


def test_a_certificate_that_is_not_verified_stops_the_article(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checker = tmp_path / "checker"
    checker.mkdir()
    (checker / "__main__.py").write_text("print('rejected: no'); raise SystemExit(1)")
    monkeypatch.setattr(paper, "_CHECKER", checker)
    with pytest.raises(Refused, match=r"does not verify .*mastermind-1-expected.cert: .*no"):
        write_paper(tmp_path / "out", games=["mastermind"], pegs=1)
    assert not (tmp_path / "out" / "paper.tex").exists()


@pytest.mark.usefixtures("_quick")
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its authors, and its options in the command that the article names."""
    given = ["--author", "A. B.", "--author", "C. D.", "--games", "ab", "--pegs", "1", "--json"]
    assert main(["paper", "--out", str(tmp_path), *given]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {Path(path).name for path in told["files"]} == names(tmp_path)
    assert set(told["seconds"]) >= {"closure", "certificates", "checks"}
    text = (tmp_path / "paper.tex").read_text()
    assert r"\author{A. B. \and C. D.}" in text
    assert text.startswith("% masetproof ")
    assert re.search(r"^\\date\{\d+ [A-Z]\w+ 20\d\d\}$", text, re.M)
    assert r"\texttt{masetproof paper -{}-games ab -{}-pegs 1 -{}-out DIR}" in text


@pytest.mark.slow
@pytest.mark.usefixtures("latex")
def test_the_whole_article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logs = []
    monkeypatch.setattr(bundles, "typeset", lambda *paths: logs.append(typeset(*paths)))
    write_paper(tmp_path)
    assert complaints(*logs) == []
    text = (tmp_path / "paper.tex").read_text()
    for coefficient in (r"\frac{271}{81}", r"\frac{133}{54}", r"\frac{17}{8}", r"\frac{7}{4}"):
        assert coefficient in text  # theory of the growth, second coefficients
    assert r"f_{\mathrm{without}}(n) = f_{\mathrm{exact}}(n) + 3$ for every $n \ge 7$" in text
    short = {one.name for one in tmp_path.glob("*-short.cert")}
    games = product(("ab", "mastermind"), (2, 3))
    assert short == {f"{game}-{pegs}-short.cert" for game, pegs in games}
    assert len(list(tmp_path.glob("*.cert"))) == 11 * len(Objective) + len(short)
    assert latex.shipped("paper.bib") in (tmp_path / "paper.bib").read_text()
