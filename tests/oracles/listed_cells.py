"""A printed proof on cells, read back from its LaTeX; `tests.oracles.verified_cells` checks it.

Nothing here comes from the package: what is read is text.

Colours are texts: an explicit colour of black-peg Mastermind is ``0@1``, with its column, one of
black-peg AB ``0``; the implicit colours of a kind are ``x0, x1, ...``; ``a`` and ``a0, a1, ...``
are none of a secret.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import comb
from typing import Final

Word = tuple[str, ...]
Point = tuple[int, ...]
Kind = frozenset[int]
"""The columns where a colour may stand, from 0."""
Name = tuple[int, str]
"""A pattern, and how many colours of each alphabet are excluded, a digit each; or no digits."""

LETTERS: Final = "xyz"

FUNCTION: Final = r"\\mptFunction(?:\[(\d+)\])?\{([FG])\}\{(\d+)\}\(([^)]*)\)"
_TERM: Final = r"([+-]?) ?(\d*)((?:[a-z](?:\^\d)?|\\tbinom\{[a-z]\}\{\d\})*)(?: |$)"


@dataclass(frozen=True)
class Polynomial:
    """A sum of products, as it is printed; each factor a letter with a power, or a binomial."""

    terms: tuple[tuple[int, tuple[tuple[str, str, int], ...]], ...]
    over: int = 1

    @classmethod
    @lru_cache(maxsize=1 << 14)
    def read(cls, text: str) -> Polynomial:
        whole = re.fullmatch(r"\((.*)\)/(\d+)", text) or re.fullmatch(r"([^ ]*)/(\d+)", text)
        body, over = (whole[1], int(whole[2])) if whole else (text, 1)
        assert re.fullmatch(f"(?:{_TERM})+", body), text
        terms = []
        for sign, digits, product_ in re.findall(_TERM, body):
            if not (sign or digits or product_):
                continue
            assert digits or product_, text
            factors = tuple(
                ("binomial", name, int(below)) if name else ("power", letter, int(power or 1))
                for letter, power, name, below in re.findall(
                    r"([a-z])(?:\^(\d))?|\\tbinom\{([a-z])\}\{(\d)\}", product_
                )
            )
            terms.append((int(digits or 1) * (-1 if sign == "-" else 1), factors))
        return cls(tuple(terms), over)

    def at(self, values: Mapping[str, int]) -> int:
        found = self.value(values)
        assert found.denominator == 1
        return int(found)

    def value(self, values: Mapping[str, int]) -> Fraction:
        """At these values it need not be whole."""
        total = 0
        for c, factors in self.terms:
            for kind, name, k in factors:
                c *= values[name] ** k if kind == "power" else comb(values[name], k)
            total += c
        return Fraction(total, self.over)

    @property
    def degree(self) -> int:
        return max(sum(k for _, _, k in factors) for _, factors in self.terms)


@lru_cache(maxsize=1 << 12)
def _sides(condition: str) -> tuple[Polynomial, str, Polynomial | int, int]:
    """Both sides of a condition and the sign between them; of a congruence the modulus, too."""
    modular = re.fullmatch(r"(.*) \\equiv (\d+) \\pmod\{(\d+)\}", condition)
    if modular:
        return Polynomial.read(modular[1]), "mod", int(modular[2]), int(modular[3])
    left, sign, right = re.fullmatch(r"(.*) (=|\\ge) (.*)", condition).groups()  # type: ignore[union-attr]
    return Polynomial.read(left), sign, Polynomial.read(right), 1


def holds(condition: str, point: Mapping[str, int]) -> bool:
    """Whether a condition on the indices is true; the empty one is."""
    if not condition:
        return True
    left, sign, right, modulus = _sides(condition)
    one = left.at(point)
    if isinstance(right, int):
        return one % modulus == right
    other = right.at(point)
    return one == other if sign == "=" else one >= other


@dataclass
class Node:
    """A line of a tree, with those below it."""

    condition: str
    text: str
    children: list[Node]

    def leaf(self, point: Mapping[str, int]) -> Node:
        """The end that a point comes to: at each step just one condition holds."""
        if not self.children:
            return self
        (child,) = [one for one in self.children if holds(one.condition, point)]
        return child.leaf(point)

    def way_to(self, leaf: Node) -> list[str]:
        """The conditions that lead to an end."""
        (way,) = self._ways_to(leaf)
        return way

    def _ways_to(self, leaf: Node) -> Iterator[list[str]]:
        if self is leaf:
            yield []
        for child in self.children:
            for way in child._ways_to(leaf):
                yield [child.condition, *way]

    @property
    def leaves(self) -> Iterator[Node]:
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves

    @cached_property
    def forms(self) -> tuple[Polynomial, ...]:
        """The points of a cell as forms in parameters."""
        shown = re.match(r"\$\(?([xyz, ]+?)\)? = \(?(.*?)\)?\$: ", self.text)
        assert shown, self.text
        forms = tuple(map(Polynomial.read, shown[2].split(", ")))
        assert len(forms) == len(shown[1].split(","))
        assert all(form.degree <= 1 and all(c >= 0 for c, _ in form.terms) for form in forms)
        return forms

    @property
    def said(self) -> str:
        """What follows the points."""
        return self.text.split("$: ", 1)[-1]

    @cached_property
    def parameters(self) -> list[str]:
        names = {name for form in self.forms for _, factors in form.terms for _, name, _ in factors}
        return sorted(names)

    def points(self, most: int) -> Iterator[tuple[dict[str, int], Point]]:
        """Points of the cell with their parameters up to a bound."""
        return self.points_at(range(most + 1))

    def points_at(self, numbers: Iterable[int]) -> Iterator[tuple[dict[str, int], Point]]:
        """Points of the cell whose parameters are some of these."""
        for values in product([*numbers], repeat=len(self.parameters)):
            at = dict(zip(self.parameters, values, strict=True))
            yield at, tuple(form.at(at) for form in self.forms)


def tree(text: str) -> Node:
    """The tree of an environment `mptCells`."""
    root = Node("", "", [])
    path = [root]
    lines = re.findall(r"^\\mptCell\{(\d+)\}\{(.*?)\}\{(.*)\}$", text, re.M)
    assert len(lines) == text.count(r"\mptCell{")
    for depth, condition, said in lines:
        assert int(depth) < len(path)
        path = path[: int(depth) + 1]
        assert not path[-1].text
        path[-1].children.append(Node(condition, said, []))
        path.append(path[-1].children[-1])
    assert all(bool(leaf.text) for leaf in root.leaves)
    return root


@dataclass(frozen=True)
class Term:
    """A function with its indices: for each the letters that are added, and a number."""

    name: Name
    indices: tuple[tuple[tuple[str, ...], int], ...]

    @classmethod
    @lru_cache(maxsize=1 << 12)
    def read(cls, text: str, symbol: str = "F") -> Term:
        found = re.fullmatch(FUNCTION, text)
        assert found, text
        assert found[2] == symbol
        indices = []
        for one in found[4].split(","):
            index = re.fullmatch(r"([xyz](?:\+[xyz])*)([+-][1-9])?", one)
            assert index, text
            indices.append((tuple(index[1].split("+")), int(index[2] or 0)))
        return cls((int(found[3]), found[1] or ""), tuple(indices))

    def at(self, numbers: Mapping[str, int]) -> Point:
        """The indices where those of the left side are these."""
        return tuple(sum(numbers[one] for one in letters) + more for letters, more in self.indices)


@dataclass(frozen=True)
class Part:
    """core: without the colours that are implicit again, which *again* has with their kinds."""

    raw: tuple[str, ...]
    core: tuple[str, ...]
    again: tuple[tuple[str, Kind], ...]
    normal: tuple[str, ...]
    known: tuple[str, ...]
    name: Name | None
    witness: str
    cost: int | None
    is_won: bool


EMPTY = Part((), (), (), (), (), None, "", None, False)
"""The part of an answer that is not printed."""


@dataclass(frozen=True)
class Question:
    number: int
    word: str
    parts: tuple[Part, ...]
    equation: str
    notes: tuple[str, ...]
    verdict: str
    cells: Node | None


@dataclass(frozen=True)
class Section:
    name: Name
    told_level: str
    clauses: tuple[str, ...]
    secrets: Polynomial
    automorphisms: tuple[str, ...]
    classes: tuple[frozenset[str], ...]
    claim: Node
    questions: tuple[Question, ...]
    strategy: Node
    orders: tuple[tuple[str, ...], ...]

    @cached_property
    def stars(self) -> Kind:
        """The columns with a star."""
        return stars_of(self.clauses)


def stars_of(clauses: Iterable[str]) -> Kind:
    return frozenset(j for clause in clauses for j, cell in enumerate(clause) if cell == "*")


def _clauses(text: str) -> tuple[str, ...]:
    return tuple(text.replace(r"\mptClause ", "|").split("|"))


def orders_of(text: str | None) -> tuple[tuple[str, ...], ...]:
    """Letters like those of ``$x \\ge y \\ge z$``."""
    return tuple(tuple(one.split(r" \ge ")) for one in (text or "").strip("$").split("$, $") if one)


def cells_of(text: str) -> list[Node]:
    return [
        tree(one.strip())
        for one in re.findall(r"\\begin\{mptCells\}\n(.*?)\\end\{mptCells\}", text, re.S)
    ]


def _section(text: str) -> Section:
    head, *questions = text.split(r"\mptQuestion{")
    level, number, title = re.match(r"\[(\d*)\]\{(\d+)\}\{(.*)\}\n", head).groups()  # type: ignore[union-attr]
    assert title.startswith(f"Pattern {number}")
    clauses, secrets = re.search(r"\\mptPattern\{(.*?)\} with \$(.*?)\$ secrets", head).groups()  # type: ignore[union-attr]
    maps = re.search(r"Automorphisms: (.*?)\.\n", head)
    classes = re.search(r"Questions by classes: (.*?)\.\\par", head)
    assert maps
    assert classes
    *body, last = questions
    last, strategy = last.split(r"\mptCellsHead{Strategy")
    order = re.match(r"(?:, for (\$.*?\$))?\.\}\n", strategy)
    assert order
    (claim,), (asked,) = cells_of(head), cells_of(strategy)
    return Section(
        (int(number), level),
        title.removeprefix(f"Pattern {number}"),
        _clauses(clauses),
        Polynomial.read(secrets),
        () if maps[1] == "the identity only" else tuple(maps[1].split("; ")),
        tuple(frozenset(re.findall(r"\\texttt\{(.*?)\}", one)) for one in classes[1].split("; ")),
        claim,
        tuple(_question(one, int(number), level) for one in (*body, last)),
        asked,
        orders_of(order[1]),
    )


def _question(text: str, number: int, level: str) -> Question:
    word = re.match(r"\\texttt\{(.*?)\}\}", text)
    equation = re.search(r"\\mptEquation\[(\d*)\]\{(\d+)\.(\d+)\}\{(.*)\}\n", text)
    verdict = re.search(r"\\mptVerdict\{(.*)\.\}\n", text)
    assert word
    assert equation
    assert verdict
    assert (equation[1], int(equation[2])) == (level, number)
    notes = re.search(r"\{\\raggedright(\\emph\{Where\}.*)\.\\par\}", text)
    lines = re.findall(r"\\mptAnswer\{\\mptPegs\{(\d)\}\{0\}\} (.*)", text)
    parts = {int(black): _part(line) for black, line in lines}
    pegs = len(word[1].split("/")[0])
    assert [*parts] == sorted(parts) == [black for black in range(pegs + 1) if black in parts]
    assert text.count(r"\mptAnswer{") == len(lines) == len(parts)
    cells = cells_of(text)
    return Question(
        int(equation[3]),
        word[1],
        tuple(parts.get(black, EMPTY) for black in range(pegs + 1)),
        equation[4],
        tuple(notes[1].split("; ")) if notes else (),
        verdict[1],
        cells[0] if cells else None,
    )


def _part(text: str) -> Part:
    shown = [_clauses(one) for one in re.findall(r"\\mptPattern\{(.*?)\}", text)]
    raw, *shown = shown
    core, again = raw, ()
    if " extends " in text:
        by = re.search(r" extends \S+(?: \S+)*? by \\mptWord\{(\w+)/([\d,]+)\}", text)
        assert by
        core, *shown = shown
        again = tuple(zip(by[1], map(_kind, by[2].split(",")), strict=True))
    normal = shown[0] if r"$\to$" in text else core
    known = shown[-1] if r"$\cong$" in text else normal
    reference = re.search(r"\\mptPatternRef\[(\d*)\]\{(\d+)\}(?:, \$e=(\d+)\$)?", text)
    name = None
    if reference:
        assert (reference[3] or "") == reference[1]
        name = int(reference[2]), reference[1]
    cost = re.search(r"cost \$(\d+)\$", text)
    witness = re.search(r"((?:columns|colours of) .*)\)$", text)
    return Part(
        raw, core, again, normal, known, name, witness[1] if witness else "",
        int(cost[1]) if cost else None, text.endswith("(won)"),
    )  # fmt: skip


def _kind(text: str) -> Kind:
    assert [*text] == sorted({*text})
    return frozenset(int(column) - 1 for column in text)


@dataclass(frozen=True)
class Paper:
    """The body of a listing.  shared: whether columns share colours, none of which repeats."""

    body: str
    pegs: int
    reading: str
    worst: bool
    shared: bool

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """The kinds of implicit colours, by the letters that are their numbers."""
        columns = range(self.pegs)
        sets = [[j for j in columns if bits >> j & 1] for bits in range(1, 1 << self.pegs)]
        kinds = [frozenset(s) for s in sets if self.shared or len(s) == 1]
        return dict(zip(LETTERS[: len(kinds)], kinds, strict=True))

    def active(self, section: Section) -> list[str]:
        """The letters of its indices."""
        return [letter for letter, kind in self.kinds.items() if kind <= section.stars]

    def point(self, section: Section, indices: Sequence[int]) -> dict[str, int]:
        """Its indices by their letters; the others are 0."""
        return dict.fromkeys(LETTERS, 0) | dict(zip(self.active(section), indices, strict=True))

    def named(self, column: int, cell: str) -> str:
        """An explicit colour of a column."""
        return cell if self.shared or cell == "*" else f"{cell}@{column}"

    def explicit(self, clauses: Iterable[str]) -> list[str]:
        """The explicit colours of a pattern."""
        cells = {self.named(j, cell) for clause in clauses for j, cell in enumerate(clause)}
        return sorted(cells - {"*"})

    def asked(self, section: Section, text: str) -> Word:
        """A question; its new colours are the first implicit ones of their kinds."""
        cells, _, told = text.partition("/")
        kinds = [_kind(one) for one in told.split(",") if one]
        known = self.explicit(section.clauses)
        word, used, first = [], Counter[str](), len(known)
        for j, cell in enumerate(cells):
            here = len([one for one in known if one.endswith(f"@{j}")])
            if cell == "a" or self.named(j, cell) in known:
                word.append(self.named(j, cell) if cell != "a" else "a")
                continue
            assert cell == str(first + used.total() if self.shared else here)
            usual = section.stars if self.shared else {j}
            kind = kinds[used.total()] if kinds else usual
            (letter,) = [one for one, other in self.kinds.items() if other == kind]
            assert j in kind <= section.stars
            word.append(f"{letter}{used[letter]}")
            used[letter] += 1
        assert not kinds or (len(kinds) == used.total() and {*kinds} != {section.stars})
        assert not self.shared or len({*word} - {"a"}) == len([c for c in word if c != "a"])
        return tuple(word)

    def new(self, word: Word) -> Counter[str]:
        """How many new colours of each kind a question has."""
        return Counter(cell[0] for cell in word if cell[0] in self.kinds)

    def stands_for(
        self, clauses: Iterable[Word], numbers: Mapping[str, int], used: Mapping[str, int]
    ) -> list[Word]:
        """The secrets of clauses, by the numbers of colours of each kind; the first are used."""
        choices = [
            [
                f"{letter}{i}"
                for letter, kind in self.kinds.items()
                if j in kind
                for i in range(used[letter], numbers[letter])
            ]
            for j in range(self.pegs)
        ]
        return [
            word
            for clause in clauses
            for word in product(
                *(choices[j] if cell == "*" else [cell] for j, cell in enumerate(clause))
            )
            if len({*word}) == len(word)
        ]

    def words(self, clauses: Iterable[str]) -> list[Word]:
        """Clauses with the names of their colours."""
        return [tuple(self.named(j, c) for j, c in enumerate(clause)) for clause in clauses]

    def count(self, section: Section, indices: Sequence[int]) -> int:
        """The number of secrets, clause by clause."""
        key = section.name, tuple(indices)
        if key not in self._counted:
            self._counted[key] = self._count(section, indices)
        return self._counted[key]

    @cached_property
    def _counted(self) -> dict[tuple[Name, Point], int]:
        return {}

    def _count(self, section: Section, indices: Sequence[int]) -> int:
        def ways(stars: list[int], left: dict[str, int]) -> int:
            if not stars:
                return 1
            able = [one for one, kind in self.kinds.items() if stars[0] in kind]
            return sum(left[a] * ways(stars[1:], left | {a: left[a] - 1}) for a in able if left[a])

        at = self.point(section, indices)
        return sum(
            ways([j for j, cell in enumerate(clause) if cell == "*"], at)
            for clause in section.clauses
        )

    def can_be_asked(self, section: Section, word: Word, at: Mapping[str, int] | None) -> bool:
        """Whether there are new colours and others for the blanks; None: if there are very many."""
        new, active = self.new(word), self.active(section)
        left = {one: at[one] - new[one] if at else self.pegs for one in active}
        if min(left.values()) < 0 or any(new[one] for one in self.kinds if one not in active):
            return False
        blanks = [j for j, cell in enumerate(word) if cell == "a"]
        if self.reading == "with" or not blanks:
            return True
        level = section.name[1]
        if not self.shared:
            return all(level[j : j + 1] == "1" for j in blanks)
        pool = [kind for one in active for kind in [self.kinds[one]] * left[one]]
        pool += [frozenset()] * int(level or 0)
        return any(
            not any(j in kind for j, kind in zip(blanks, kinds, strict=True))
            for kinds in permutations(pool, len(blanks))
        )

    @cached_property
    def sections(self) -> dict[Name, Section]:
        listed = re.split(r"\\mptSection\{(?:solutions|proof)\}", self.body)[0]
        found = [_section(one) for one in listed.split(r"\mptPatternHead")[1:]]
        sections = {one.name: one for one in found}
        assert len(sections) == len(found)
        return sections

    @cached_property
    def _claimed(self) -> dict[tuple[Name, Point], int]:
        return {}

    def claim(self, name: Name, indices: Sequence[int]) -> int:
        """The printed G."""
        key = name, tuple(indices)
        if key not in self._claimed:
            self._claimed[key] = self._claim(name, indices)
        return self._claimed[key]

    def _claim(self, name: Name, indices: Sequence[int]) -> int:
        section = self.sections[name]
        at = self.point(section, indices)
        text = section.claim.leaf(at).text.strip("$")
        if "mptFunction" in text:
            other = Term.read(text, "G")
            assert other.indices == tuple(((letter,), 0) for letter in self.active(section))
            return self.claim(other.name, indices)
        return Polynomial.read(text).at(at)

    def letter_of(self, kind: Iterable[int]) -> str:
        """The letter of a kind."""
        return next(letter for letter, own in self.kinds.items() if own == frozenset(kind))

    def right(self, section: Section, question: Question, indices: Sequence[int]) -> int | None:
        """The right side of the printed equation, with the claims put in; None if not asked."""
        at = self.point(section, indices)
        own, texts, rest, condition = _equation(question.equation)
        assert own == Term(section.name, tuple(((one,), 0) for one in self.active(section)))
        if not allows(condition, at):
            return None
        changed, constant = self.changed(question, at)
        values = []
        for text in texts:
            term = Term.read(changed.get(text, text))
            values.append(self.claim(term.name, term.at(at)))
        if self.worst:
            shape = re.fullmatch(r"1 \+ (?:\\max\(((?:F, )*(?:F|\d+))\)|(F|\d+))", rest)
            assert shape, rest
            numbers = re.findall(r"\d+", shape[1] or shape[2])
            assert not constant
            return 1 + max([*values, *map(int, numbers)])
        assert re.fullmatch(r"(?:F \+ )*.*", rest)
        polynomial = Polynomial.read(re.sub(r"F \+ ", "", rest))
        return sum(values) + polynomial.at(at) + constant

    def changed(self, question: Question, at: Mapping[str, int]) -> tuple[dict[str, str], int]:
        """What the notes say of these indices: functions instead of others, and of the constant."""
        functions, constant = {}, 0
        for note in question.notes:
            found = re.fullmatch(
                r"\\emph\{Where\} \$(.*?)\$: (cost )?\$(.*?)\$ instead of \$(.*?)\$", note
            )
            assert found, note
            conditions = []
            for one in found[1].split(", "):
                *letters, relation, number = one.replace(" + ", " ").split(" ")
                total = sum(at[letter] for letter in letters)
                assert relation in ("=", ">")
                conditions.append(total == int(number) if relation == "=" else total > int(number))
            if all(conditions):
                if found[2]:
                    constant += int(found[3]) - int(found[4])
                else:
                    functions[found[4]] = found[3]
        return functions, constant


@lru_cache(maxsize=1 << 10)
def _equation(text: str) -> tuple[Term, list[str], str, str]:
    """The left side; on the right one its functions, the same with F for each, and a condition."""
    left, _, right = re.fullmatch(r"(.*?\)) (=|\\le) (.*)", text).groups()  # type: ignore[union-attr]
    body, _, condition = right.partition(r" \qquad ")
    texts = [found[0] for found in re.finditer(FUNCTION, body)]
    return Term.read(left), texts, re.sub(FUNCTION, "F", body), condition


@lru_cache(maxsize=1 << 10)
def _bounds(condition: str) -> list[tuple[list[str], int]]:
    """Sums and their least values, from ``(x, y \\ge 1, x + z \\ge 2)`` after an equation."""
    if not condition:
        return []
    assert re.fullmatch(r"\((?:[xyz +,]+ \\ge \d(?:, )?)+\)", condition), condition
    return [
        (total.split(" + "), int(least))
        for totals, least in re.findall(r"([xyz +,]+?) \\ge (\d)", condition)
        for total in totals.removeprefix(", ").split(", ")
    ]


def allows(condition: str, at: Mapping[str, int]) -> bool:
    return all(sum(at[one] for one in letters) >= least for letters, least in _bounds(condition))
