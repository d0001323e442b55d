"""A reader of short proofs on paper: the theorem, from the print alone.

Every question on every member is made and split again, every part found again, every bound added up
for every number of colours.  No code of the package is used; with two pegs the count lemma is tried
over all distributions.  With three the numbers of the lemma are those of `count_bounds`, which
`tests/proofs/test_counts.py` holds against the lemma, and their continuation is taken as printed.
"""

from __future__ import annotations

import lzma
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from masetproof.arguments import Refused
from masetproof.progress import Stopwatch
from masetproof.reports.short import short_listing, write_short_bundle
from masetproof.short.proof import ShortProof, prove_short
from tests.oracles.counts import count_bounds
from tests.oracles.printed import (
    SYMBOLS,
    Rules,
    Wrong,
    explicit_colours,
    need,
    one,
    read_cases,
    read_clauses,
    read_exceptions,
    read_polynomial,
)
from tests.proofs.test_counts import divisions, least, plain_bounds
from tests.reports.typesetting import complaints, typeset_documents

GAMES = ("mastermind", "ab")
END, DIGITS = 4, 5
"""Where the reader's own table of counts ends; of this many digits one is changed."""

Kind = tuple[int, int, int]
Cover = tuple[Kind, int | None]
Parts = dict[tuple[int, int], frozenset[str]]


def read_by_class(text: str, period: int) -> list[list[Fraction]]:
    """A polynomial on each class like ``(m^2+8m+[4,3])/4``, by ascending powers."""
    scaled = re.fullmatch(r"\((.*)\)/(\d+)|([^()/]*)(?:/(\d+))?", text)
    need(scaled, f"no polynomial: {text!r}")
    assert scaled is not None
    body, scale = scaled[1] or scaled[3], int(scaled[2] or scaled[4] or 1)
    found: list[dict[int, Fraction]] = [{} for _ in range(period)]
    term = re.compile(r"([+-]?)(?:\[([-\d,]+)\]|(\d*))(m?)(?:\^(\d))?")
    while body:
        match = term.match(body)
        assert match is not None
        need(match[0] and (match[2] or match[3] or match[4]), f"no term: {body!r}")
        power = int(match[5] or 1) if match[4] else 0
        numbers = match[2].split(",") if match[2] else [match[3] or "1"] * period
        need(len(numbers) == period, f"classes of {text!r}")
        for place, number in enumerate(numbers):
            need(power not in found[place], f"a power twice: {text!r}")
            found[place][power] = Fraction(int(f"{match[1]}1") * int(number), scale)
        body = body[match.end() :]
    return [[some.get(i, Fraction(0)) for i in range(5)] for some in found]


@dataclass
class Bound:
    """Values, and from then on a polynomial on each class."""

    values: list[int]
    classes: list[list[Fraction]]

    def __call__(self, m: int) -> int:
        if m < len(self.values):
            return self.values[m]
        value = sum(c * m**i for i, c in enumerate(self.classes[m % len(self.classes)]))
        need(Fraction(value).denominator == 1, f"not a whole number at {m}")
        return int(value)


@dataclass
class Member:
    """What is printed of a member; each cover is a group and what is left."""

    clauses: frozenset[str]
    bound: Bound
    covered: list[tuple[int, list[str], dict[tuple[int, int], str]]]
    others: dict[int, tuple[int, dict[str, list[Kind]]]]


def read_bound(text: str, period: int) -> Bound:
    match = re.fullmatch(
        r"(?:([\d, ]+); \\mptLater\{(\d+)\}\{([^{}]*)\}|\\mptFormula\{([^{}]*)\})", text
    )
    need(match, f"no bound: {text!r}")
    assert match is not None
    values = [int(value) for value in (match[1] or "").split(", ") if value]
    need(int(match[2] or 0) == len(values), f"from where: {text!r}")
    return Bound(values, read_by_class(match[3] or match[4], period))


def read_kind(text: str) -> Kind:
    match = re.fullmatch(r"(\d+)\.(\d+)(?:\.(\d+))?", text)
    need(match, f"no counts: {text!r}")
    assert match is not None
    return int(match[1]), int(match[2]), int(match[3] or 0)


def read_type(text: str) -> list[Kind]:
    found = []
    for part in re.findall(r"\\mptTimes\{[\d.]+\}\{\d+\}|\S+", text):
        times = re.fullmatch(r"\\mptTimes\{([\d.]+)\}\{(\d+)\}", part)
        found += [read_kind(times[1])] * int(times[2]) if times else [read_kind(part)]
    return found


@cache
def fits(less: tuple[Kind, ...], more: tuple[Kind, ...]) -> bool:
    """Whether parts can be put into others, several into one."""
    if not less:
        return True
    for i, room in enumerate(more):
        if all(a <= b for a, b in zip(less[0], room, strict=True)):
            left = tuple(b - a for a, b in zip(less[0], room, strict=True))
            if fits(less[1:], tuple(sorted([*more[:i], left, *more[i + 1 :]]))):  # type: ignore[arg-type]
                return True
    return False


class Paper:
    """The print, read and proved."""

    def __init__(self, body: str) -> None:
        theorem = one(
            r"\\begin\{mptTheorem\}\\mptLabel\{main\}(.*?)\\end\{mptTheorem\}", body, "theorem"
        )[1]
        game = one(r"In (Mastermind|the AB game) with (\d) pegs and", theorem, "game")
        self.pegs = int(game[2])
        self.rules = Rules(self.pegs, game[1] == "Mastermind", worst=False, exact=False)
        self.valid = int(one(r"Let \$n \\ge (\d+)\$ be an integer\.", theorem, "from")[1])
        formula = one(r"\\mptDisplay\{f\(n\) = (.*?),\}\n", theorem, "formula")[1]
        self.formula = [read_polynomial(branch, "n") for branch in read_cases(formula)]
        self.exceptions = read_exceptions(theorem, self.formula)
        said = one(
            r"(\d+) patterns and sets of secrets, .* are ([\d,]+) in number\. ", body, "counts"
        )
        listed = one(r"Of these ([\d,]+) have covers of their own", body, "covers")
        other = re.search(r"and the other ([\d,]+) are bounded .*?: ([\d,]+) of them are", body)
        self.told = [int(some.replace(",", "")) for some in (said[1], said[2], listed[1])]
        self.told += [int(some.replace(",", "")) for some in other.groups()] if other else [0, 0]
        sizes = one(r"it is \$\\sigma\(E\)\$, which is ([\d, ]+) for", body, "sizes")[1]
        answers = self.pegs * (self.pegs + 3) // 2 - 1
        for number, size in enumerate(sizes.split(", ")):
            need(int(size) == least(number, answers), f"sigma of {number}")
        ends = one(r"For \$R > (\d+)\$ some.* for \$E > (\d+)\$ it is", body, "ends")
        self.ends = int(ends[1]), int(ends[2])
        single = re.search(r"each of which is member (\d+)", body)
        self.single = int(single[1]) if single else None
        induction = one(r"For \$m \\ge (\d+)\$ all terms are polynomials", body, "from where")
        self.far = int(induction[1])
        self.counts = {
            (int(clauses), int(secrets)): [int(value) for value in values.split(", ")]
            for clauses, secrets, values in re.findall(
                r"^\\mptCounts\{(\d+)\}\{(\d+)\}\{(.*)\}$", body, re.M
            )
        }
        self.rows: dict[tuple[Cover, int], NDArray[np.int64]] = {}
        self.members = list(self._members(body))
        self._prove_counts()

    def _members(self, body: str) -> Iterator[Member]:
        cards = body.split("\\mptSmall")[-1].split("\\mptEndSmall")[0].strip()
        _, *pieces = re.split(r"^\\mptMember", cards, flags=re.M)
        for number, piece in enumerate(pieces):
            head, *lines = piece.strip().split("\n")
            match = re.fullmatch(r"\{(\d+)\}\{\\mptPattern\{(.*?)\}\}\{(.*)\}", head)
            need(match and int(match[1]) == number, f"a member: {head}")
            assert match is not None
            member = Member(
                read_clauses(match[2], self.pegs), read_bound(match[3], self.pegs), [], {}
            )
            for line in lines:
                some = re.fullmatch(r"\\mptCovered\{(\d)\}\{([\w ]+)\}\{(.*)\}", line)
                if some:
                    parts = re.findall(
                        r"\\mptPart\{(\d)\}\{(\d)\}\{((?:[^{}]|\{\w*\})*)\}", some[3]
                    )
                    again = "".join(rf"\mptPart{{{b}}}{{{w}}}{{{text}}}" for b, w, text in parts)
                    need(again == some[3], f"parts: {line}")
                    by_answer = {(int(b), int(w)): text for b, w, text in parts}
                    member.covered.append((int(some[1]), some[2].split(), by_answer))
                    continue
                some = re.fullmatch(r"\\mptOthers\{(\d)\}\{([\d,]+)\}\{(.*)\}", line)
                need(some and int(some[1]) not in member.others, f"a line: {line}")
                assert some is not None
                types = re.findall(r"\\mptType\{(\w+)\}\{((?:[^{}]|\{[\d.]*\})*)\}", some[3])
                again = "".join(rf"\mptType{{{word}}}{{{text}}}" for word, text in types)
                need(again == some[3], f"types: {line}")
                member.others[int(some[1])] = (
                    int(some[2].replace(",", "")),
                    {word: read_type(text) for word, text in types},
                )
            yield member

    # ---------------------------------------------------------------------------- the counts

    def _prove_counts(self) -> None:
        """The values are those of the lemma; of two pegs, with a table of the reader's own."""
        most = max(clauses for clauses, _ in self.counts)
        if self.pegs == 2:
            need(tail_holds(most, self.far - 4), "the tail of G")
            table = plain_bounds(2, END)
        else:
            known = count_bounds(self.pegs, *self.ends, self.far - 6).tolist()

            def table(clauses: int, secrets: int, m: int) -> int:
                return int(known[clauses][secrets][m])

        for m in range(self.far if self.pegs == 2 else self.far - 5):
            for clauses, secrets in self.counts:
                printed = self.count((clauses, secrets, 0), m)
                need(table(clauses, secrets, m) == printed, f"G({clauses}, {secrets}; {m})")

    def count(self, kind: Kind, m: int) -> int:
        """G as it is printed and continued, and the single clauses."""
        clauses, secrets, singles = kind
        answers = self.pegs * (self.pegs + 3) // 2 - 1
        end = min(secrets, self.ends[1]) if clauses else secrets
        more = least(secrets, answers) - least(end, answers)
        if singles:
            need(self.single is not None, "single clauses")
            more += singles * self.members[self.single or 0].bound(m)
        if clauses == 0:
            return more + least(end, answers)
        clauses = min(clauses, self.ends[0])
        need((clauses, end) in self.counts, f"G({clauses}, {end}) is not printed")
        values, pegs = self.counts[clauses, end], self.pegs
        while len(values) <= m:
            values.append(2 * values[-pegs] - values[-2 * pegs] + pegs * clauses)
        return values[m] + more

    # ------------------------------------------------------------------------- the questions

    def questions(self, clauses: frozenset[str], new: int) -> list[str]:
        old = explicit_colours(clauses)
        fresh = [*SYMBOLS[len(old) : len(old) + new]]
        found = []
        for cells in product([*old, *fresh, "a"], repeat=self.pegs):
            word = "".join(cells)
            used = [cell for cell in dict.fromkeys(word) if cell in fresh]
            legal = self.rules.repeats or self.rules.is_distinct(word)
            if used == fresh and word != "a" * self.pegs and legal:
                found.append(word)
        return found

    def split(self, clauses: frozenset[str], question: str, new: int) -> Parts | None:
        """The parts but the won one; None where all secrets are left together."""
        parts: dict[tuple[int, int], set[str]] = {}
        rows = self.rules.extend(clauses, len(explicit_colours(clauses)), new)
        for clause in rows:
            parts.setdefault(self.rules.answer(clause, question), set()).add(clause)
        won = parts.pop((self.pegs, 0), None)
        if new == 0 and won is None and len(parts) == 1:
            return None
        return {answer: frozenset(part) for answer, part in parts.items()}

    def kind(self, part: frozenset[str]) -> Kind:
        stars = Counter(clause.count("*") for clause in part)
        return stars[1], stars[0], stars[2] if self.pegs > 2 else 0

    def prove(self) -> None:
        """All that is printed holds, and proves the theorem."""
        raw = 0
        need(self.members[0].clauses == {"*" * self.pegs}, "the full pattern")
        for member in self.members:
            stars = any("*" in clause for clause in member.clauses)
            covered = {
                word: (new, place, parts)
                for new, words, parts in member.covered
                for place, word in enumerate(words)
            }
            need(sum(len(words) for _, words, _ in member.covered) == len(covered), "twice")
            costs: dict[tuple[int, str], list[list[Cover]]] = {}
            checked: set[tuple[Kind, ...]] = set()
            for new in range(self.pegs * stars + 1):
                others = 0
                checked.clear()
                count, types = member.others.get(new, (0, {}))
                words = self.questions(member.clauses, new)
                need(types.keys() <= {*words} - covered.keys(), "a type of no question")
                for word in words:
                    parts = self.split(member.clauses, word, new)
                    if parts is None:
                        need(word not in covered and word not in types, f"{word} tells nothing")
                        continue
                    raw += 1
                    if word in covered:
                        need(covered[word][0] == new, f"new colours of {word}")
                        choices = self.read_covers(parts, *covered.pop(word)[1:])
                    else:
                        others += 1
                        kinds = [self.kind(part) for part in parts.values()]
                        kinds = sorted(kind for kind in kinds if any(kind))
                        choices = [[(kind, None)] for kind in kinds]
                        if word in types:
                            need(sorted(types[word]) == kinds, f"the type of {word}")
                        if tuple(kinds) not in checked:
                            checked.add(tuple(kinds))
                            need(
                                any(
                                    fits(tuple(sorted(some, reverse=True)), tuple(kinds))
                                    for some in types.values()
                                ),
                                f"{word}: no type",
                            )
                    costs[new, repr(sorted(map(repr, choices)))] = choices
                need(others == count, f"{others} other questions, not {count}")
            need(not covered, f"no questions: {[*covered]}")
            self._hold(member, costs)
        covers = sum(len(words) for member in self.members for _, words, _ in member.covered)
        typed = sum(len(one) for member in self.members for _, one in member.others.values())
        numbers = [len(self.members), raw, covers, raw - covers, typed]
        need(self.told == numbers, "the numbers told")
        full = self.members[0].bound
        first = 1 if self.rules.repeats else self.pegs
        need({*self.exceptions} == {*range(first, self.valid)}, "the exceptions")
        for n, value in self.exceptions.items():
            need(full(n) == value, f"f({n})")
        for n in range(self.valid, self.far + 6 * self.pegs):  # more points than the degree has
            need(self.formula[n % len(self.formula)](n) == full(n), f"f({n})")

    def read_covers(
        self, parts: Parts, place: int, printed: dict[tuple[int, int], str]
    ) -> list[list[Cover]]:
        """Of each part the covers, that by counts alone first."""
        need(parts.keys() == printed.keys(), "the parts")
        choices = []
        for answer, part in parts.items():
            some: list[Cover] = [(self.kind(part), None)]
            for text in printed[answer].split(" or "):
                match = re.fullmatch(r"\\mptGroup\{(\d+)\}\{(\d*)\}\{(\w*)\}(?:\+([\d.]+))?", text)
                if match is None:
                    need(read_kind(text) == self.kind(part), f"counts of a part: {text}")
                    continue
                rest = read_kind(match[4]) if match[4] else (0, 0, 0)
                group = self.members[int(match[1])].clauses
                images = self.images(group, match[2], match[3]) if place == 0 else None
                need(
                    any(
                        image <= part and self.kind(part - image) == rest
                        for image in images or self.all_images(group, part)
                    ),
                    f"a cover: {text}",
                )
                some.append((rest, int(match[1])))
            choices.append(some)
        return choices

    def images(self, group: frozenset[str], columns: str, colours: str) -> list[frozenset[str]]:
        old = explicit_colours(group)
        order = columns or "123"[: self.pegs]
        names = dict(zip(old, colours or old, strict=True)) | {"*": "*"}
        need("".join(sorted(order)) == "123"[: self.pegs], "an order of columns")
        need(len({*names.values()}) == len(names), "a renaming")
        return [frozenset("".join(names[clause[int(i) - 1]] for i in order) for clause in group)]

    def all_images(self, group: frozenset[str], part: frozenset[str]) -> Iterator[frozenset[str]]:
        """Those that are in the part, clause by clause."""
        for order in permutations(range(self.pegs)):
            turned = ["".join(clause[i] for i in order) for clause in sorted(group)]
            found: list[tuple[dict[str, str], list[str]]] = [({"*": "*"}, [])]
            while found:
                names, used = found.pop()
                if len(used) == len(turned):
                    yield frozenset(used)
                    continue
                for clause in part - {*used}:
                    new = names | dict(zip(turned[len(used)], clause, strict=True))
                    image = "".join(new[cell] for cell in turned[len(used)])
                    kept = all(new[cell] == names[cell] for cell in names)
                    if kept and image == clause and len({*new.values()}) == len(new):
                        found.append((new, [*used, clause]))

    # -------------------------------------------------------------------------- the induction

    def _hold(self, member: Member, costs: dict[tuple[int, str], list[list[Cover]]]) -> None:
        """No question costs less than the bound, for any m, and for small m some costs that."""
        width, pegs = self.far + 6 * self.pegs, self.pegs
        size = np.array([self.rules.secrets(member.clauses, m) for m in range(width)])
        bound = np.array([member.bound(m) for m in range(width)])
        right = np.full(self.far, np.iinfo(np.int64).max)
        for (new, _), choices in costs.items():
            rows = [[self._row(cover, new) for cover in covers] for covers in choices]
            total = size + sum(np.max(some, axis=0) for some in rows)
            right[new:] = np.minimum(right[new:], total[new : self.far])
            for start in range(self.far, self.far + pegs):
                terms = [max(differences(row[start::pegs]) for row in some) for some in rows]
                own = differences((size - bound)[start::pegs])
                excess = np.sum([own, *terms], axis=0)
                need((excess >= 0).all(), f"{member.clauses} for large m")
        small = size[: self.far] < 2
        expected = np.where(small, size[: self.far], right)
        need((bound[: self.far] == expected).all(), f"the bound of {member.clauses}")

    def _row(self, cover: Cover, new: int) -> NDArray[np.int64]:
        """What a cover says for m = 0, 1, ... before the question."""
        if (cover, new) not in self.rows:
            (kind, group), width = cover, self.far + 6 * self.pegs
            values = [self.count(kind, m) for m in range(width - new)]
            if group is not None:
                more = self.members[group].bound
                values = [value + more(m) for m, value in enumerate(values)]
            self.rows[cover, new] = np.array([0] * new + values)
        return self.rows[cover, new]


def differences(values: NDArray[np.int64]) -> tuple[int, ...]:
    """Newton differences, the highest first: those of a greater polynomial are greater."""
    found = []
    while len(values):
        found.append(int(values[0]))
        values = np.diff(values)
    return tuple(reversed(found))


@cache
def tail_holds(clauses: int, base: int) -> bool:
    """The inequality of the tail lemma for two pegs, over all distributions."""
    plain = plain_bounds(2, END)

    def rise(r: int, e: int, m: int) -> int:
        steps = int(m >= base + 2)
        m -= 2 * steps
        return plain(r, e, m + 2) - plain(r, e, m) + steps * 2 * r

    return all(
        rise(r, e, m) <= 2 * r + sum(rise(*part, m - new) for part in parts)
        for m in range(base + 2, base + 4)
        for r in range(1, clauses + 1)
        for e in range(END + 1)
        for new in range(3)
        for old in range(new == 0, 3 - new)
        for parts in divisions(2, r, e, new, old)
    )


@cache
def proof_of(game: str) -> ShortProof:
    return prove_short(game, 2)


@cache
def printed_of(game: str) -> tuple[str, str]:
    return short_listing(proof_of(game).certificate())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("game", GAMES)
def test_the_print_proves_the_theorem(game: str) -> None:
    Paper(printed_of(game)[0]).prove()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_print_of_three_pegs_proves_the_theorem(game: str) -> None:
    """Of the certificates that are kept."""
    packed = Path(__file__).parents[2] / "output" / "short" / f"{game}-3.cert.xz"
    body, _ = short_listing(lzma.decompress(packed.read_bytes()))
    Paper(body).prove()


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_digit_is_found(game: str) -> None:
    body, _ = printed_of(game)
    start = body.index("\\mptCounts{1}")
    places = [
        match.start()
        for match in re.finditer(r"\d", body)
        if match.start() > start
        and body[: match.start()].rpartition("\n")[2].startswith("\\mpt")
        and "\\mptSmall" not in body[: match.start()].rpartition("\n")[2]
    ]
    assert len(places) > 50
    for place in places[::DIGITS]:
        wrong = str((int(body[place]) + 1) % 10)
        with pytest.raises((Wrong, KeyError, IndexError, ValueError)):
            Paper(body[:place] + wrong + body[place + 1 :]).prove()


def test_the_print_compiles_without_complaints(tmp_path: Path, latex: None) -> None:
    bodies, documents = zip(*map(printed_of, GAMES), strict=True)
    log, texts, _ = typeset_documents(tmp_path, documents, bodies)
    assert complaints(log) == []
    for text in texts:
        assert "What the proof rests on" in text
        assert "??" not in text


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_to_a_computation_is_said(game: str) -> None:
    """Only some of the questions that counts bound are printed; a lemma says why that is enough."""
    body = printed_of(game)[0]
    assert "all of it is on these pages" not in body
    assert "Each question that is printed can be checked by itself, with pencil and paper." in body
    assert "leave to a computation" in body
    assert ("for each question that is not printed" in body) == (game == "mastermind")
    lemma = body.index(r"\begin{mptLemma}[Other questions]\mptLabel{others}")
    assert body.index(r"\end{mptProof}", lemma) < body.index(r"\mptSection{counts}")


def split_at_random(draw: random.Random, total: Kind, ways: int) -> list[Kind]:
    """Counts shared out among some parts."""
    parts = [[0, 0, 0] for _ in range(ways)]
    for kind, count in enumerate(total):
        for _ in range(count):
            draw.choice(parts)[kind] += 1
    return [tuple(part) for part in parts]  # type: ignore[misc]


def test_counts_of_the_parts_that_go_into_others_are_no_more() -> None:
    """The lemma on other questions says it of totals; of these tables it is true as well."""
    draw, bound = random.Random(5), plain_bounds(2, END)
    for _ in range(60):
        more = (draw.randint(0, 3), draw.randint(0, END), 0)
        less = split_at_random(draw, more, 3)
        assert fits(tuple(less), (more,))
        for m in range(12):
            assert sum(bound(*part[:2], m) for part in less) <= bound(*more[:2], m)


def test_files_and_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masetproof.reports.typeset.find_engine", lambda: None)
    proof = proof_of("ab")
    made = [write_short_bundle(proof, tmp_path, Stopwatch(), listing=True) for _ in range(2)]
    assert len(made[0].notes) == 1
    assert made[0].files == made[1].files
    assert (tmp_path / "short.cert").read_bytes() == proof.certificate()
    assert (tmp_path / "proof-body.tex").read_text() == printed_of("ab")[0]
    for wrong in (proof.certificate().replace(b"branch 6", b"branch 7"), b"none"):
        with pytest.raises(Refused):
            short_listing(wrong)
    (tmp_path / "proof.tex").write_text("mine")
    with pytest.raises(Refused, match="not made by masetproof"):
        write_short_bundle(proof, tmp_path, Stopwatch(), listing=True)
