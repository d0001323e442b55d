"""``masetproof cite``."""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from masetproof._version import __version__
from masetproof.checker import check
from masetproof.cli import main
from masetproof.reports import citation, latex
from masetproof.reports.typeset import typeset

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests" / "checker" / "certificates"
CERTIFICATES = sorted((FILES / "valid").glob("*.cert"))


def entries(bibtex: str) -> dict[str, dict[str, str]]:
    """Keys with their fields."""
    found = {}
    for key, body in re.findall(r"^@misc\{(.+?),\n(.*?)^\}$", bibtex, re.M | re.S):
        found[key] = dict(re.findall(r"^  (\w+) *= \{(.*)\},$", body, re.M))
    return found


def test_the_program_is_cited_as_citation_cff_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    (author,) = told["authors"]
    assert (author["name"], told["title"]) == (citation.AUTHORS, citation.TITLE)
    assert told["date-released"] == citation.RELEASED
    assert main(["cite"]) == 0
    text, _, bibtex = capsys.readouterr().out.partition("\n\n")
    for part in (author["name"], told["title"], f"version {told['version']}", "2026"):
        assert part in text
    (fields,) = entries(bibtex).values()
    assert fields["author"] == f"{{{author['name']}}}"
    assert re.sub("[{}]", "", fields["title"]) == told["title"]
    assert (fields["year"], fields["month"]) == ("2026", "11")
    assert f"version {__version__}" in fields["howpublished"]


def test_a_certificate_is_cited_with_theorem_digest_and_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = FILES / "valid" / "mastermind-2-exact-expected.cert"
    verified = check(path)
    assert main(["cite", str(path)]) == 0
    texts = capsys.readouterr().out.split("\n\n")
    for part in (verified.words, verified.symbols, verified.digest, f"masetproof {__version__}"):
        assert part in texts[0]
    fields, program = entries("\n\n".join(texts[2:])).values()
    # A style may change the case of letters that are in no braces.
    free = re.sub(r"\{.*?\}", "", program["title"])
    assert "masetproof" not in free.lower()
    assert "mastermind" not in free.lower()
    groups = re.findall(r"\\texttt\{(.*?)\}", fields["howpublished"])
    assert "".join(groups) == verified.digest
    assert fields["note"] == (
        r"The least total number of questions over all secrets, for every $n \ge 3$"
    )


def test_a_lower_bound_is_cited_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", str(ROOT / "output" / "short" / "ab-2.cert.xz")]) == 0
    fields, _ = entries(capsys.readouterr().out.partition("\n\n")[2].partition("\n\n")[2]).values()
    assert fields["note"] == (
        r"Lower bound of the total number of questions over all secrets, for every $n \ge 2$"
    )


def test_json_and_bibtex_alone(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CERTIFICATES[0])
    assert main(["cite", path, "--json"]) == 0
    citations = json.loads(capsys.readouterr().out)["citations"]
    assert [sorted(found) for found in citations] == [["bibtex", "key", "text"]] * 2
    assert main(["cite", path, "--format", "bibtex"]) == 0
    out = capsys.readouterr().out
    assert out == "\n\n".join(found["bibtex"] for found in citations) + "\n"
    assert list(entries(out)) == [found["key"] for found in citations]


def test_a_packed_certificate_is_cited_as_it_is_unpacked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "proof.cert.xz"
    packed.write_bytes(lzma.compress(CERTIFICATES[0].read_bytes()))
    told = []
    for path in (CERTIFICATES[0], packed):
        assert main(["cite", str(path)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert hashlib.sha256(CERTIFICATES[0].read_bytes()).hexdigest() in told[0]


@pytest.mark.parametrize(
    ("name", "status", "complaint"),
    [
        ("rejected/base-too-small.cert", 1, "a certificate that is rejected is not cited: "),
        ("malformed/empty.cert", 2, "malformed: "),
        ("none.cert", 2, "cannot be read"),
    ],
)
def test_what_is_not_verified_is_not_cited(
    name: str, status: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cite", str(FILES / name)]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert complaint in err


def test_formats_that_contradict_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "--json", "--format", "bibtex"]) == 2
    assert "one format, not both json and bibtex" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["cite", "--format", "csv"])


@pytest.mark.usefixtures("latex")
@pytest.mark.parametrize("style", ["plain", pytest.param("alpha", marks=pytest.mark.slow)])
def test_the_entries_are_read_by_bibtex(
    style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All theorems of one and two pegs in one bibliography, without a package."""
    for path in CERTIFICATES:
        assert main(["cite", str(path), "--format", "bibtex"]) == 0
        entry, _, _ = capsys.readouterr().out.partition("\n\n")
        with (tmp_path / "refs.bib").open("a") as file:
            file.write(f"{entry}\n\n")
    with (tmp_path / "refs.bib").open("a") as file:
        file.write(citation.cite_program().bibtex)
    source = tmp_path / "paper.tex"
    source.write_text(
        r"\documentclass{article}\begin{document}See: \nocite{*}"
        rf"\bibliographystyle{{{style}}}\bibliography{{refs}}\end{{document}}"
    )
    log = typeset(source, tmp_path / "paper.pdf", tmp_path / "refs.bib")
    assert not re.findall(r"undefined|LaTeX Warning|Overfull", log)
    command = ["pdftotext", "-layout", str(tmp_path / "paper.pdf"), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert text.count("The masetproof contributors.") == len(CERTIFICATES) + 1
    assert "masetproof: computer-aided proofs" in " ".join(text.split())
    assert "Mastermind-like" in text
    assert check(CERTIFICATES[-1]).digest[:16] in text


def test_sentences_in_latex() -> None:
    assert latex.sentence("it is 8 for n = 2, and f(n) for every n >= 7 with n = 1 mod 3.") == (
        r"it is 8 for $n = 2$, and $f(n)$ for every $n \ge 7$ with $n \equiv 1 \pmod{3}$."
    )
    assert latex.sentence("they agree for every other n.") == "they agree for every other $n$."
