"""Short proofs and the checker: certificates that are accepted, forged, damaged; it alone.

The certificates of two pegs are made once, with a smaller table and base than the program takes, so
that each forgery takes milliseconds.  What is true is known from the theorems of the closure, and
from brute force over all strategies.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product
from pathlib import Path
from textwrap import dedent
from time import process_time

import numpy as np
import pytest

from masetproof.checker import Malformed, Rejected, Unverified, check, reading, short, verify
from masetproof.checker.counting import count_table, with_tails
from masetproof.checker.members import split
from masetproof.checker.rules import STAR, SYMBOLS, Rules
from masetproof.checker.short import ShortVerification
from masetproof.checker.shortreading import Certificate, Clause, parse_short
from masetproof.checker.statement import short_sentences
from masetproof.progress import silent
from masetproof.proofs.theorem import Theorem, theorem_of
from masetproof.short.proof import prove_short
from tests.oracles.counts import count_bounds, lasting_bounds
from tests.oracles.masets import minimal_epl_of_maset, secrets

ROOT = Path(__file__).parents[2]
CHECKER = ROOT / "masetproof" / "checker"
FIELDS = [
    "verified",
    "theorem",
    "words",
    "symbols",
    "game",
    "pegs",
    "reading",
    "objective",
    "digest",
    "trusted",
    "members",
    "questions",
    "listed",
    "seconds",
]
HEAD = "base 4\nclauses 4\nsecrets 4\n"


def seal(text: str) -> bytes:
    """The text of a certificate with its last line."""
    return f"{text}end {hashlib.sha256(text.encode()).hexdigest()}\n".encode()


@cache
def whole(game: str) -> bytes:
    """The certificate of two pegs."""
    return prove_short(game, 2).certificate()


@cache
def text_of(game: str) -> str:
    """The certificate of two pegs, with a smaller base and table, without its last line."""
    text = whole(game).decode()
    return re.sub("base .*\nclauses .*\nsecrets .*\n", HEAD, text.rpartition("end ")[0])


def judged(data: bytes) -> str:
    """The theorem, in words."""
    return verify(data, silent).words


def replaced(game: str, *pairs: tuple[str, str]) -> str:
    """The certificate with some lines changed; each is there just once."""
    text = text_of(game)
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    count = text.partition("\nquestions ")[2].count("\n") - 1
    return re.sub("\nquestions [0-9]+\n", f"\nquestions {count}\n", text)


@cache
def two_pegs(game: str) -> Theorem:
    """The theorem of the closure."""
    return theorem_of(game, 2, reading="with")


# --------------------------------------------------------------------------------------- accepted


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", ["ab", "mastermind"])
def test_two_pegs(game: str, tmp_path: Path) -> None:
    """The claim is the theorem of the closure, and packed files are read, too."""
    path, data, small = tmp_path / "two.short", whole(game), seal(text_of(game))
    for some in (data, gzip.compress(small), lzma.compress(small)):
        path.write_bytes(some)
        verified = check(path)
        assert (verified.game, verified.pegs, verified.reading) == (game, 2, "with")
        assert verified.digest == hashlib.sha256(data if some is data else small).hexdigest()
    formula = two_pegs(game).formula
    assert parse_short(data).branches == [tuple(branch) for branch in formula.branches]
    assert parse_short(data).exceptions == formula.exceptions


def test_values_below_the_formula_may_be_those_of_its_branch() -> None:
    """Then no exception is needed, and the words say so."""
    words = judged(seal(replaced("ab", ("valid-from 2", "valid-from 4"))))
    assert words.endswith(" of at least f(n) for every n >= 4, and for n = 2 and n = 3.")
    text = replaced(
        "ab", ("valid-from 2", "valid-from 4"), ("members 1", "exception 3 20\nmembers 1")
    )
    with pytest.raises(Rejected, match=r"^the bound for n = 3 is 13, not 20$"):
        judged(seal(text))
    said = parse_short(seal(text))._replace(exceptions={2: 3})
    assert short_sentences(said)[0].endswith(" n >= 4, and for n = 3, and at least 3 for n = 2.")


def test_the_certificate_that_is_printed_in_the_documentation() -> None:
    page = (ROOT / "docs" / "short-proofs.md").read_text()
    block = page[page.index("    masetproof short proof 1\n") :].partition("\n\n")[0]
    assert judged(seal(dedent(f"{block}\n")))


@pytest.mark.slow
def test_ab_with_three_pegs() -> None:
    """Found, verified, and rejected or as before when a question is not listed."""
    proof = prove_short("ab", 3)
    data = proof.certificate()
    verified = verify(data, silent)
    assert verified.counts["questions"] == proof.questions
    assert parse_short(data).exceptions[3] == 15
    lines, rejected = data.decode().splitlines()[:-1], 0
    start = next(place for place, line in enumerate(lines) if line.startswith("questions "))
    lines[start] = f"questions {len(lines) - start - 2}"
    for place in random.Random(3).sample(range(start + 1, len(lines)), 5):
        forged = "".join(f"{line}\n" for line in [*lines[:place], *lines[place + 1 :]])
        try:
            assert judged(seal(forged)) == verified.words  # others bound enough
        except Rejected:
            rejected += 1
    assert rejected


# ----------------------------------------------------------------------------------------- forged

COST = "(the bound for n = [0-9]+ is|a question on member [0-9] costs less)"
NOT_THERE = "a group has a clause that is not in the part, or twice"
FORGED = [
    ("overlapping groups", [("0 0a 0:0.01. 2:1.01.0", "0 0a 0:0.01. 2:1.01.0+1.01.0")], NOT_THERE),
    ("a group that is not in the part", [("2:1.10.0\n", "2:2.01.01\n")], NOT_THERE),
    ("other columns", [("0 0a 0:0.01. 2:1.01.0", "0 0a 0:0.01. 2:1.10.0")], NOT_THERE),
    ("other colours", [("0 0a 0:0.01. 2:1.01.0", "0 0a 0:0.01. 2:1.01.1")], NOT_THERE),
    ("a colour for two", [("2:2.01.01\n1", "2:2.01.00\n1")], "member 2 has other colours"),
    ("too few colours", [("2:2.01.01\n1", "2:2.01.0\n1")], "member 2 has other colours"),
    ("another answer", [("0 0a 0:0.01. 2:1.01.0", "0 0a 0:0.01. 3:1.01.0")], NOT_THERE),
    ("the winning answer", [("0 0a 0:0.01. 2:1", "0 0a 0:0.01. 4:1")], "is none, or wins"),
    ("an empty part", [("0 00 0:0.01.", "0 00 0:0.01. 1:1.01.0")], NOT_THERE),
    ("no such member", [("0 00 0:0.01.", "0 00 0:7.01.")], "there is no member 7"),
    ("of no member", [("0 00 0:0.01.", "7 00 0:0.01.")], "there is no member 7"),
    ("a question twice", [("0 00 0:0.01.\n", "0 00 0:0.01.\n0 00\n")], "is there twice"),
    ("a question that tells nothing", [("1 12 0:1", "1 aa\n1 12 0:1")], "tells nothing"),
    ("new colours in another order", [("0 01 0:", "0 10 0:")], "tells nothing"),
    ("a colour too far", [("0 00 0:", "0 02\n0 00 0:")], "tells nothing"),
    ("an exception raised", [("exception 2 8", "exception 2 9")], "bound for n = 2 is 8, not 9"),
    ("an exception lowered", [("exception 2 8", "exception 2 7")], "bound for n = 2 is 8, not 7"),
    ("an exception left out", [("exception 1 1\n", "")], "bound for n = 1 is 1, not"),
    ("an exception too far", [("members 3", "exception 3 21\nmembers 3")], "where the formula"),
    ("a branch raised", [("branch 2 ", "branch 3 ")], "bound for n = 4 is 45, not 46"),
    ("a branch too steep", [("1/3\nbranch 23/8", "1/3 1\nbranch 23/8")], "not a degree"),
    ("a period that does not fit", [("exception 1", "branch 1\nexception 1")], "not a period"),
    ("valid too late", [("valid-from 3", "valid-from 5")], "not beyond the base"),
    ("valid too early", [("valid-from 3", "valid-from 0")], "not beyond the base"),
    ("too small a base", [("base 4", "base 3")], COST),
    ("a base below p", [("base 4", "base 1")], "or the base is less"),
    ("an odd period", [("period 2", "period 3")], "no multiple of the number of pegs"),
    ("too small a table", [("secrets 4", "secrets 1"), ("clauses 4", "clauses 1")], COST),
    ("another first member", [("{**}", "{0*}")], "the first member is not the full pattern"),
    ("one for three pegs", [("pegs 2", "pegs 3")], "line 14: not a pattern"),
]  # fmt: skip


@pytest.mark.parametrize(("pairs", "reason"), [x[1:] for x in FORGED], ids=[x[0] for x in FORGED])
def test_forged(pairs: list[tuple[str, str]], reason: str) -> None:
    with pytest.raises(Unverified, match=reason) as refused:
        judged(seal(replaced("mastermind", *pairs)))
    assert isinstance(refused.value, Rejected) == ("not a pattern" not in reason)


@pytest.mark.parametrize("place", range(13))
def test_each_listed_question_is_needed(place: int) -> None:
    """Of Mastermind and of the AB game: without any one of them something is not bounded."""
    game, number = ("mastermind", place) if place < 10 else ("ab", place - 10)
    line = text_of(game).partition("\nquestions ")[2].splitlines()[1 + number]
    with pytest.raises(Rejected, match=COST):
        judged(seal(replaced(game, (f"\n{line}\n", "\n"))))


def test_a_member_left_out() -> None:
    """With all that is said of it; and the AB game has no clause that repeats a colour."""
    lines = [
        re.sub(" [0-9]:2[^ ]*", "", line).replace("members 3", "members 2")
        for line in text_of("mastermind").splitlines()
        if not line.startswith(("2 ", "{00|0*|11"))
    ]
    text = "".join(f"{line}\n" for line in lines).replace("questions 10", "questions 5")
    with pytest.raises(Rejected, match=COST):
        judged(seal(text))
    with pytest.raises(Rejected, match="member 1 repeats a colour in a clause"):
        judged(seal(replaced("ab", ("members 1\n{**}", "members 2\n{**}\n{00|0*}"))))


# -------------------------------------------------------------------------------------- the counts


@pytest.mark.parametrize("pegs", [2, 3])
def test_the_table_of_counts_and_its_tails(pegs: int) -> None:
    """They are those of the package, entry by entry, also where they go on."""
    most = 5, 6, 17
    table = count_table(pegs, *most)
    assert np.array_equal(table, count_bounds(pegs, *most))
    longer = [*np.moveaxis(lasting_bounds(pegs, *most), 2, 0)]
    while len(longer) <= 40:
        grown = pegs * np.arange(most[0] + 1)[:, None]
        longer.append(2 * longer[-pegs] - longer[-2 * pegs] + grown)
    tails = with_tails(pegs, table, 40)
    assert np.array_equal(np.moveaxis(tails, 2, 0)[-2 * pegs :], longer[-2 * pegs :])
    assert np.array_equal(np.moveaxis(tails, 2, 0), longer)


@pytest.mark.parametrize("entry", [(1, 0, 2), (1, 0, 3), (2, 0, 2), (1, 1, 3)])
def test_a_table_that_is_weaker_by_one(
    entry: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proofs of two pegs need these entries."""

    def weaker(*arguments: int) -> np.ndarray:
        table = count_table(*arguments)
        table[entry] -= 1
        return table

    monkeypatch.setattr(short, "count_table", weaker)
    with pytest.raises(Rejected, match=COST):
        judged(seal(text_of("mastermind")))


# ------------------------------------------------------------------------------ against brute force


def drawn_member(drawn: random.Random, pegs: int, *, repeats: bool) -> tuple[Clause, ...]:
    """A few clauses whose colours are 0, ..., k - 1."""
    clauses = set()
    for _ in range(drawn.randint(1, 4)):
        cells = [drawn.choice((0, 1, STAR)) for _ in range(pegs)]
        colours = [cell for cell in cells if cell != STAR]
        if (repeats or len({*colours}) == len(colours)) and len(colours) > pegs - 2 - (pegs < 3):
            clauses.add(tuple(cells))
    colours = sorted({cell for clause in clauses for cell in clause} - {STAR})
    names = {**{colour: rank for rank, colour in enumerate(colours)}, STAR: STAR}
    return tuple(tuple(names[cell] for cell in clause) for clause in sorted(clauses))


def word(cells: Iterable[int]) -> str:
    return "".join(SYMBOLS[cell] for cell in cells)


def all_covers(members: list[tuple[Clause, ...]], pegs: int, *, repeats: bool) -> list[str]:
    """All questions on members but the first, and for each part covers by one member or by two."""
    lines, rules = [], Rules("mastermind" if repeats else "ab", pegs, "with")
    for number, member in enumerate(members[1:], 1):
        for some in split(rules, member):
            for row, question in enumerate(some.questions.tolist()):
                said = ""
                for answer in range(some.counts.shape[1] - 1):
                    part = [*map(tuple, some.clauses[some.answers[row] == answer].tolist())]
                    groups = groups_in(part, members, pegs)
                    pairs = (x for x in combinations(groups, 2) if is_cover(part, x, members))
                    if groups:
                        said += f" {answer}:" + "|".join([*groups, *map("+".join, pairs)][-9:])
                lines.append(f"{number} {word(question)}{said}")
    return lines


def is_cover(part: list[Clause], texts: Sequence[str], members: list[tuple[Clause, ...]]) -> bool:
    """Whether these are disjoint groups of the part, by sets."""
    images: list[Clause] = []
    for text in texts:
        number, columns, colours = text.split(".")
        cells = {**dict(enumerate(map(int, colours))), STAR: STAR}
        images += [tuple(cells[clause[int(i)]] for i in columns) for clause in members[int(number)]]
    return len({*images}) == len(images) and {*images} <= {*part}


def groups_in(part: list[Clause], members: list[tuple[Clause, ...]], pegs: int) -> list[str]:
    colours = sorted({cell for clause in part for cell in clause} - {STAR})
    return [
        text
        for number, member in enumerate(members)
        for columns in permutations(range(pegs))
        for names in permutations(colours, len({*chain(*member)} - {STAR}))
        if is_cover(part, [text := f"{number}.{word(columns)}.{word(names)}"], members)
    ]


@pytest.mark.parametrize("pegs", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", ["ab", "mastermind"])
def test_random_members_with_random_covers_cost_no_more_than_they_do(game: str, pegs: int) -> None:
    """What is claimed of a member is at most its least total, by all strategies."""
    drawn, repeats, compared, attained = random.Random(pegs), game == "mastermind", 0, 0
    for turn in range(6):
        some = {drawn_member(drawn, pegs, repeats=repeats): None for _ in range(3)}
        if turn == 0:  # these have clauses of two stars
            some |= {
                ((0, STAR, STAR)[:pegs],): None,
                ((0, STAR, STAR)[:pegs], (1, STAR, STAR)[:pegs]): None,
            }
        members: list[tuple[Clause, ...]] = [((STAR,) * pegs,), *filter(None, some)]
        patterns = ["{" + "|".join(map(word, member)) + "}" for member in members]
        covers = all_covers(members, pegs, repeats=repeats)
        head = f"game {game}\npegs {pegs}\nperiod {pegs}\nbase {pegs}\nclauses 2\nsecrets 3\n"
        lines = [*patterns, f"questions {len(covers)}", *covers]
        text = f"masetproof short proof 1\n{head}valid-from 2\nbranch 0\nmembers {len(members)}\n"
        proof = ShortVerification(
            parse_short(seal(text + "".join(f"{line}\n" for line in lines))), silent
        )
        with suppress(Rejected):  # they bound nothing for all m
            proof.prove()
        for number, m in product(range(1, len(members)), range(3)):
            clauses, explicit = (
                [*map(word, members[number])],
                len({*chain(*members[number])} - {STAR}),
            )
            maset = secrets(clauses, m, repeats)
            if 0 < len(maset) <= 8:
                asked = [
                    cells
                    for cells in product([-1, *range(explicit + m)], repeat=pegs)
                    if repeats or all(cells.count(cell) == 1 for cell in cells if cell >= 0)
                ]
                least, claimed = minimal_epl_of_maset(maset, asked), int(proof.least[number, m])
                assert len(maset) <= claimed <= least, (patterns[number], m)
                compared, attained = compared + 1, attained + (claimed == least)
    assert compared >= 6
    assert attained > compared / 2


# --------------------------------------------------------------------------- damaged, and too large


def claimed(said: Certificate, n: int) -> Fraction | int:
    """What the words of a verified certificate say of n colours."""
    branch = said.branches[n % len(said.branches)]
    return said.exceptions.get(n, sum((c * n**i for i, c in enumerate(branch)), Fraction(0)))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", ["ab", "mastermind"])
def test_what_is_accepted_is_true_whatever_is_changed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One character is changed, left out or added, and the digest is made right again."""
    monkeypatch.setattr(short, "count_table", cache(count_table))
    formula, text, drawn = two_pegs(game).formula, text_of(game), random.Random(28)
    accepted = 0
    for _ in range(1000):
        place = drawn.randrange(len(text))
        new = drawn.choice(["", "0", "1", "2", "3", "9", "a", "*", " ", ".", "|", "+", "-", "\n"])
        forged = seal(text[:place] + new + text[place + drawn.randint(0, 1) :])
        try:
            judged(forged)
        except Unverified:
            continue
        accepted += 1
        said = parse_short(forged)
        first = 1 if said.game == "mastermind" else said.pegs
        assert (said.game, said.pegs, formula.least) == (game, 2, first)
        assert all(claimed(said, n) <= formula(n) for n in range(first, 60))
    assert accepted > 12  # those with another base or table


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[: len(data) // 2], "the last line is not 'end'"),
        (lambda data: data.replace(b"branch 2 ", b"branch 3 "), "the last line is not 'end'"),
        (lambda data: data + b"\n", "the last line is not 'end'"),
        (lambda data: data.replace(b"{**}", "{*é}".encode()), "not in printable ASCII"),
        (lambda data: data.replace(b"\n", b"\r\n"), "not in printable ASCII"),
        (lambda data: b"", "this is no certificate: it begins with ''"),
        (lambda data: gzip.compress(data)[:-9], "the packed data are damaged"),
        (lambda data: lzma.compress(data)[:-9], "the packed data are damaged"),
        (lambda data: gzip.compress(data) + b"more", "the packed data are damaged"),
        (lambda data: b"\x1f\x8b" + data, "the packed data are damaged"),
        (lambda data: gzip.compress(data + bytes(1 << 24)), "longer than"),
        (lambda data: lzma.compress(data + b"a" * (1 << 24)), "longer than 8388608"),
    ],
)
def test_damaged(change: Callable[[bytes], bytes], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.short"
    path.write_bytes(change(seal(text_of("mastermind"))))
    with pytest.raises(Malformed, match=reason):
        check(path)


@pytest.mark.parametrize(
    ("pairs", "reason"),
    [
        ([("exception 1 1\nexception 2 8", "exception 2 8\nexception 1 1")], "not in ascending"),
        ([("exception 1 1", "exception 1 1\nexception 1 1")], "not in ascending order"),
        ([("questions 10", "lowered 0 0 1\nquestions 10")], "line 17: not 'questions' and how"),
        ([("{00|0*}", "{00|0*|00}")], "line 15: a clause twice"),
        ([("{00|0*}", "{11|1*}")], "line 15: colours that are left out"),
        ([("{00|0*}", f"{{{'|'.join(f'{x}*' for x in SYMBOLS[:17])}}}")], "line 15: .* too many"),
        ([("{00|0*}", "{00|0a}")], "line 15: not a pattern"),
        ([("0 0a 0:0.01.", "0 0a 0:0.00.")], "line 19: not a group of a cover"),
        ([("0 0a 0:0.01.", "0 0a 0:0.01. 0:0.01.")], "line 19: not an answer with its covers"),
        ([("0 0a 0:0.01.", "0 0a 0:" + "|".join(["0.01."] * 10))], "line 19: not an answer"),
        ([("0 0a 0:0.01.", "0 *a 0:0.01.")], "line 19: not a member and a question"),
        ([("members 3", "members 14")], "line 28: not 'questions' and how many of at most 100000"),
        ([("members 3", "members 15")], "line 13: not 'members' and how many of at most 5000"),
        ([("members 3", "members 5001")], "line 13: not 'members' and how many of at most 5000"),
        ([("branch 2 ", "branch 4/2 ")], "a fraction not in lowest terms, or a last 0"),
        ([("0 00 0:0.01.", f"0 00 {' ' * 16384}")], "or one of more than 16384 bytes"),
        ([("branch 2 ", "branch 2/0 ")], "its first lines are not those of the grammar"),
    ],
)
def test_malformed(pairs: list[tuple[str, str]], reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        judged(seal(replaced("mastermind", *pairs)))


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("members", "more steps"),
        ("colours", "more steps"),
        ("table", "more steps"),
        ("covers", NOT_THERE),
    ],
)
def test_small_files_do_not_take_hours(
    what: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are refused before the work is done."""
    monkeypatch.setattr(reading, "MOST_STEPS", 10**9)
    text, _, _ = text_of("mastermind").partition("members ")
    patterns, questions = ["{**}"], list[str]()
    if what == "members":
        text, patterns = text.replace("base 4", "base 999"), patterns * 5000
    elif what == "table":
        text = text.replace(HEAD, "base 999\nclauses 39\nsecrets 39\n")
    elif what == "colours":
        patterns += ["{" + "|".join(f"{colour}*" for colour in SYMBOLS[:16]) + "}"] * 1000
    else:
        words = [a + b for a, b in product(SYMBOLS[:16], repeat=2)]
        patterns += ["{" + "|".join(words) + "}"]
        questions = [f"1 {one} 0:" + "|".join(["0.01."] * 9) for one in words]
    lines = [f"members {len(patterns)}", *patterns, f"questions {len(questions)}", *questions]
    data = seal(text + "".join(f"{line}\n" for line in lines))
    before = process_time()
    with pytest.raises(Unverified, match=reason):
        judged(data)
    assert process_time() - before < 3


# ----------------------------------------------------------------------- alone, and command line


def alone(folder: Path, *arguments: str, stdout: int = subprocess.PIPE) -> tuple[int, str, str]:
    """The folder alone, whatever it is called: status, output, complaints."""
    copy = folder / "checker alone"
    shutil.copytree(CHECKER, copy, dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-I", str(copy), *arguments],
        cwd=folder, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_it_runs_alone(tmp_path: Path) -> None:
    path, forged = tmp_path / "two.short", tmp_path / "forged.short"
    path.write_bytes(seal(text_of("mastermind")))
    forged.write_bytes(seal(replaced("mastermind", ("branch 2 ", "branch 3 "))))
    status, out, err = alone(tmp_path, str(path), "--json")
    assert (status, err) == (0, "")
    assert [*json.loads(out)] == FIELDS
    assert json.loads(out)["theorem"] == judged(path.read_bytes())
    assert json.loads(out)["digest"] == hashlib.sha256(path.read_bytes()).hexdigest()
    status, out, err = alone(tmp_path, str(forged))
    assert (status, out, err) == (1, "rejected: the bound for n = 4 is 45, not 46\n", "")
    full = os.open("/dev/full", os.O_WRONLY)
    status, _, err = alone(tmp_path, str(forged), stdout=full)
    os.close(full)
    assert (status, err.count("\n")) == (2, 1)
    reader, closed = os.pipe()
    os.close(reader)
    status, _, err = alone(tmp_path, str(path), stdout=closed)
    os.close(closed)
    assert (status, err) == (141, "")
