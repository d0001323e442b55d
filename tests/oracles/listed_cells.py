"""A printed proof for boards of columns, read back from its LaTeX and computed again.

Nothing here comes from the package: what is read is text, and what it says is compared with what
the rules of the game give (`tests.oracles.black_peg`).  `verify` fails where anything is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import permutations, product
from math import comb, prod
from typing import Final

from tests.oracles.black_peg import BLANK, STAR, answer, optimum, stands_for
from tests.oracles.listed import cycles

Word = tuple[int, ...]
Name = tuple[int, str]
"""A pattern, and for each column whether a colour is excluded, 0 or 1; or no digits."""

LETTERS: Final = "xyz"
BOX: Final = 5
"""Points with indices up to this are looked at."""

_FUNCTION: Final = r"\\mptFunction(?:\[(\d+)\])?\{([FG])\}\{(\d+)\}\(([^)]*)\)"
_TERM: Final = r"([+-]?) ?(\d*)((?:[a-z](?:\^\d)?|\\tbinom\{[a-z]\}\{\d\})*)(?: |$)"


@dataclass(frozen=True)
class Polynomial:
    """A sum of products, as it is printed; each factor a letter with a power, or a binomial."""

    terms: tuple[tuple[int, tuple[tuple[str, str, int], ...]], ...]
    over: int = 1

    @classmethod
    @lru_cache(maxsize=1 << 14)
    def read(cls, text: str) -> Polynomial:
        whole = re.fullmatch(r"\((.*)\)/(\d+)", text)
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
        total = sum(
            c
            * prod(
                values[name] ** k if kind == "power" else comb(values[name], k)
                for kind, name, k in factors
            )
            for c, factors in self.terms
        )
        found = Fraction(total, self.over)
        assert found.denominator == 1
        return int(found)

    @property
    def degree(self) -> int:
        return max(sum(k for _, _, k in factors) for _, factors in self.terms)


def holds(condition: str, point: Mapping[str, int]) -> bool:
    """Whether a condition on the indices is true; the empty one is."""
    if not condition:
        return True
    modular = re.fullmatch(r"(.*) \\equiv (\d+) \\pmod\{(\d+)\}", condition)
    if modular:
        rest = Polynomial.read(modular[1]).at(point) % int(modular[3])
        return rest == int(modular[2])
    left, sign, right = re.fullmatch(r"(.*) (=|\\ge) (.*)", condition).groups()  # type: ignore[union-attr]
    one, other = Polynomial.read(left).at(point), Polynomial.read(right).at(point)
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

    @property
    def parameters(self) -> list[str]:
        names = {name for form in self.forms for _, factors in form.terms for _, name, _ in factors}
        return sorted(names)

    def points(self, most: int) -> Iterator[tuple[dict[str, int], Word]]:
        """Points of the cell with their parameters up to a bound."""
        for values in product(range(most + 1), repeat=len(self.parameters)):
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
    """A function with its indices: for each the letter and what is less."""

    name: Name
    indices: tuple[tuple[str, int], ...]

    @classmethod
    @lru_cache(maxsize=1 << 12)
    def read(cls, text: str, symbol: str = "F") -> Term:
        found = re.fullmatch(_FUNCTION, text)
        assert found, text
        assert found[2] == symbol
        indices = []
        for one in found[4].split(","):
            index = re.fullmatch(r"([xyz])(-1)?", one)
            assert index, text
            indices.append((index[1], int(bool(index[2]))))
        return cls((int(found[3]), found[1] or ""), tuple(indices))


@dataclass(frozen=True)
class Part:
    raw: tuple[str, ...]
    normal: tuple[str, ...]
    known: tuple[str, ...]
    name: Name | None
    witness: str
    cost: int | None
    is_won: bool


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
    clauses: tuple[str, ...]
    secrets: Polynomial
    automorphisms: tuple[str, ...]
    classes: tuple[frozenset[str], ...]
    claim: Node
    questions: tuple[Question, ...]
    strategy: Node

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(j for j, column in enumerate(zip(*self.clauses, strict=True)) if "*" in column)

    def colours(self, column: int) -> int:
        return len({clause[column] for clause in self.clauses} - {"*"})

    def point(self, indices: Sequence[int]) -> dict[str, int]:
        """Its indices by their letters; those of columns without a star are 0."""
        return {
            **dict.fromkeys(LETTERS, 0),
            **{LETTERS[j]: m for j, m in zip(self.active, indices, strict=True)},
        }

    def count(self, indices: Sequence[int]) -> int:
        """The number of secrets, clause by clause."""
        at = self.point(indices)
        return sum(
            prod(at[LETTERS[j]] for j, cell in enumerate(clause) if cell == "*")
            for clause in self.clauses
        )


def _clauses(text: str) -> tuple[str, ...]:
    return tuple(text.replace(r"\mptClause ", "|").split("|"))


def _cells(text: str) -> list[Node]:
    return [
        tree(one.strip())
        for one in re.findall(r"\\begin\{mptCells\}\n(.*?)\\end\{mptCells\}", text, re.S)
    ]


def _section(text: str) -> Section:
    head, *questions = text.split(r"\mptQuestion{")
    level, number, title = re.match(r"\[(\d*)\]\{(\d+)\}\{(.*)\}\n", head).groups()  # type: ignore[union-attr]
    assert title == f"Pattern {number}{_excluded(level)}"
    clauses, secrets = re.search(r"\\mptPattern\{(.*?)\} with \$(.*?)\$ secrets", head).groups()  # type: ignore[union-attr]
    maps = re.search(r"Automorphisms: (.*?)\.\n", head)
    classes = re.search(r"Questions by classes: (.*?)\.\\par", head)
    assert maps
    assert classes
    *body, last = questions
    last, strategy = last.split(r"\mptCellsHead{Strategy.}")
    (claim,), (asked,) = _cells(head), _cells(strategy)
    return Section(
        (int(number), level),
        _clauses(clauses),
        Polynomial.read(secrets),
        () if maps[1] == "the identity only" else tuple(maps[1].split("; ")),
        tuple(frozenset(re.findall(r"\\texttt\{(.*?)\}", one)) for one in classes[1].split("; ")),
        claim,
        tuple(_question(one, int(number), level) for one in (*body, last)),
        asked,
    )


def _excluded(level: str) -> str:
    columns = [str(j) for j, digit in enumerate(level, 1) if digit == "1"]
    if not columns:
        return ", no colour excluded" if level else ""
    return f", colours of column{'s' * (len(columns) > 1)} {', '.join(columns)} excluded"


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
    assert [int(black) for black, _ in lines] == list(range(len(lines)))
    assert text.count(r"\mptAnswer{") == len(lines)
    cells = _cells(text)
    return Question(
        int(equation[3]),
        word[1],
        tuple(_part(line) for _, line in lines),
        equation[4],
        tuple(notes[1].split("; ")) if notes else (),
        verdict[1],
        cells[0] if cells else None,
    )


def _part(text: str) -> Part:
    shown = [_clauses(one) for one in re.findall(r"\\mptPattern\{(.*?)\}", text)]
    if not shown:
        assert text == r"\mptEmpty"
        return Part((), (), (), None, "", None, False)
    normal = shown[1] if r"$\to$" in text else shown[0]
    known = shown[-1] if r"$\cong$" in text else normal
    reference = re.search(r"\\mptPatternRef\[(\d*)\]\{(\d+)\}(?:, \$e=(\d+)\$)?", text)
    name = None
    if reference:
        assert (reference[3] or "") == reference[1]
        name = int(reference[2]), reference[1]
    cost = re.search(r"cost \$(\d+)\$", text)
    witness = re.search(r"((?:columns|colours of) .*)\)$", text)
    return Part(
        shown[0], normal, known, name, witness[1] if witness else "",
        int(cost[1]) if cost else None, text.endswith("(won)"),
    )  # fmt: skip


@dataclass(frozen=True)
class Paper:
    """The body of a listing."""

    body: str
    pegs: int
    reading: str
    worst: bool

    @cached_property
    def sections(self) -> dict[Name, Section]:
        listed = re.split(r"\\mptSection\{(?:hand|proof)\}", self.body)[0]
        found = [_section(one) for one in listed.split(r"\mptPatternHead")[1:]]
        sections = {one.name: one for one in found}
        assert len(sections) == len(found)
        return sections

    @cached_property
    def _claimed(self) -> dict[tuple[Name, Word], int]:
        return {}

    def claim(self, name: Name, indices: Sequence[int]) -> int:
        """The printed G."""
        key = name, tuple(indices)
        if key not in self._claimed:
            self._claimed[key] = self._claim(name, indices)
        return self._claimed[key]

    def _claim(self, name: Name, indices: Sequence[int]) -> int:
        section = self.sections[name]
        text = section.claim.leaf(section.point(indices)).text.strip("$")
        if "mptFunction" in text:
            other = Term.read(text, "G")
            assert [letter for letter, _ in other.indices] == [LETTERS[j] for j in section.active]
            return self.claim(other.name, indices)
        return Polynomial.read(text).at(section.point(indices))

    def right(self, section: Section, question: Question, indices: Sequence[int]) -> int | None:
        """The right side of the printed equation, with the claims put in; None where r > m."""
        at = section.point(indices)
        left, _, right = re.fullmatch(r"(.*?\)) (=|\\le) (.*)", question.equation).groups()  # type: ignore[union-attr]
        own = Term.read(left)
        assert own == Term(section.name, tuple((LETTERS[j], 0) for j in section.active))
        body, _, condition = right.partition(r" \qquad ")
        asked = re.fullmatch(r"\((.*) \\ge 1\)", condition)
        assert asked or not condition
        if asked and any(at[letter] < 1 for letter in asked[1].split(", ")):
            return None
        texts = [found[0] for found in re.finditer(_FUNCTION, body)]
        rest = re.sub(_FUNCTION, "F", body)
        changed, constant = self._changed(question, at)
        values = []
        for text in texts:
            term = Term.read(changed.get(text, text))
            values.append(self.claim(term.name, [at[one] - less for one, less in term.indices]))
        if self.worst:
            shape = re.fullmatch(r"1 \+ (?:\\max\(((?:F, )*(?:F|\d+))\)|(F|\d+))", rest)
            assert shape, rest
            numbers = re.findall(r"\d+", shape[1] or shape[2])
            assert not constant
            return 1 + max([*values, *map(int, numbers)])
        assert re.fullmatch(r"(?:F \+ )*.*", rest)
        polynomial = Polynomial.read(re.sub(r"F \+ ", "", rest))
        return sum(values) + polynomial.at(at) + constant

    def _changed(self, question: Question, at: Mapping[str, int]) -> tuple[dict[str, str], int]:
        """What the notes say of these indices: functions instead of others, and of the constant."""
        functions, constant = {}, 0
        for note in question.notes:
            found = re.fullmatch(
                r"\\emph\{Where\} \$(.*?)\$: (cost )?\$(.*?)\$ instead of \$(.*?)\$", note
            )
            assert found, note
            conditions = []
            for one in found[1].split(", "):
                letter, relation, number = one.split(" ")
                conditions.append(
                    at[letter] == int(number) if relation == "=" else at[letter] > int(number)
                )
            if all(conditions):
                if found[2]:
                    constant += int(found[3]) - int(found[4])
                else:
                    functions[found[4]] = found[3]
        return functions, constant


def verify(body: str, pegs: int, reading: str, worst: bool, box: int = BOX) -> None:
    """`AssertionError`, or another one where it cannot be read, unless the listing is right."""
    paper = Paper(body, pegs, reading, worst)
    first = 0, ("" if reading != "exact" else "0" * pegs)
    assert next(iter(paper.sections)) == first
    assert paper.sections[first].clauses == ("*" * pegs,)
    for section in paper.sections.values():
        _verify_questions(paper, section)
        for question in section.questions:
            _verify_parts(paper, section, question)
            _verify_equation(paper, section, question)
        _verify_cells(paper, section, box)
        _verify_small(paper, section)
    _verify_numbers(paper)
    _verify_theorem(paper, first)


def _verify_numbers(paper: Paper) -> None:
    """The questions of a pattern are numbered from 1, whatever is excluded."""
    for number in {number for number, _ in paper.sections}:
        listed = [
            {question.word: question.number for question in section.questions}
            for name, section in paper.sections.items()
            if name[0] == number
        ]
        most = max(listed, key=len)
        assert sorted(most.values()) == list(range(1, len(most) + 1))
        assert all(one.items() <= most.items() for one in listed)
    assert [number for number, _ in paper.sections] == sorted(
        number for number, _ in paper.sections
    )


def _verify_questions(paper: Paper, section: Section) -> None:
    """All questions, in the classes that the automorphisms make of them."""
    pegs, clauses = paper.pegs, set(section.clauses)
    _, level = section.name
    assert set(level) <= {"0", "1"}
    may = [
        {"exact": level[j : j + 1] == "1", "with": True, "without": False}[paper.reading]
        for j in range(pegs)
    ]
    cells = [
        "".join(map(str, range(section.colours(j) + (j in section.active)))) + "a" * may[j]
        for j in range(pegs)
    ]
    words = {"".join(one) for one in product(*cells)} - {"a" * pegs}
    colours = [range(section.colours(j)) for j in range(pegs)]
    classes = set()
    group = [
        names
        for names in product(*(permutations(column) for column in colours))
        if {_renamed(clause, names) for clause in clauses} == clauses
    ]
    for word in words:
        classes.add(frozenset(_renamed(word, names) for names in group))
    assert set(section.classes) == classes
    assert len(section.classes) == len(classes)
    assert [one.word for one in section.questions] == [_first(one) for one in section.classes]
    for text in section.automorphisms:
        names = [_renaming(text, j, section.colours(j)) for j in range(pegs)]
        assert {_renamed(clause, names) for clause in clauses} == clauses
        assert any(names[j] != tuple(column) for j, column in enumerate(colours))
    for point in product(range(4), repeat=len(section.active)):
        assert section.secrets.at(section.point(point)) == section.count(point)


def _first(words: frozenset[str]) -> str:
    return min(words)  # digits before a


def _renaming(text: str, column: int, colours: int) -> tuple[int, ...]:
    moved = cycles(text, f"colours of column {column + 1}")
    assert set(moved) <= set(range(colours))
    return tuple(moved.get(c, c) for c in range(colours))


def _renamed(word: str, names: Sequence[Sequence[int]]) -> str:
    return "".join(
        str(names[j][int(cell)]) if cell.isdigit() and int(cell) < len(names[j]) else cell
        for j, cell in enumerate(word)
    )


def _numbers(word: str) -> Word:
    return tuple(
        {"*": STAR, "a": BLANK}.get(cell, int(cell) if cell.isdigit() else 0) for cell in word
    )


def _new(section: Section, word: str) -> list[int]:
    return [int(cell.isdigit() and int(cell) == section.colours(j)) for j, cell in enumerate(word)]


def _verify_parts(paper: Paper, section: Section, question: Question) -> None:
    """By enumeration of the secrets, with 0 to 2 colours more than are asked for."""
    pegs, asked = paper.pegs, _numbers(question.word)
    assert len(question.parts) == pegs + 1
    new = _new(section, question.word)
    clauses = [_numbers(clause) for clause in section.clauses]
    used = [section.colours(j) + new[j] for j in range(pegs)]
    for more in product(range(3), repeat=pegs):
        board = tuple(k + m for k, m in zip(used, more, strict=True))
        found: dict[int, set[Word]] = {}
        for secret in stands_for(clauses, board):
            found.setdefault(answer(secret, asked), set()).add(secret)
        for black, part in enumerate(question.parts):
            shown = set()
            for clause in map(_numbers, part.raw):
                words = set(
                    product(
                        *(
                            range(used[j], board[j]) if cell == STAR else (cell,)
                            for j, cell in enumerate(clause)
                        )
                    )
                )
                assert not words & shown
                shown |= words
            assert shown == found.get(black, set())
    for black, part in enumerate(question.parts):
        assert part.is_won == (black == pegs and bool(part.raw))
        if part.raw and not part.is_won:
            _verify_part(paper, part)


def _verify_part(paper: Paper, part: Part) -> None:
    """The part is the pattern that it is called."""
    columns = list(zip(*part.raw, strict=True))
    ranks = [
        {c: str(i) for i, c in enumerate(sorted(set(column) - {"*"}))} | {"*": "*"}
        for column in columns
    ]
    assert {"".join(ranks[j][c] for j, c in enumerate(clause)) for clause in part.raw} == set(
        part.normal
    )
    moved = _moved(part)
    image = set()
    for clause in part.normal:
        cells = ["".join(clause)[moved[j]] for j in range(paper.pegs)]
        names = [
            _renaming(part.witness, j, len({c[moved[j]] for c in part.normal} - {"*"}))
            for j in range(paper.pegs)
        ]
        image.add(_renamed("".join(cells), names))
    assert image == set(part.known)
    if part.name is None:
        assert not any("*" in clause for clause in part.raw)
        assert part.cost is not None
    else:
        assert part.cost is None
        assert set(part.known) == set(paper.sections[part.name].clauses)


def _moved(part: Part) -> list[int]:
    """For each column of what the part is called the column of the part, from 0."""
    pegs = len(part.raw[0])
    places = cycles(part.witness, "columns")
    assert set(places) <= set(range(1, pegs + 1))
    back = {places.get(old, old): old for old in range(1, pegs + 1)}
    return [back[j] - 1 for j in range(1, pegs + 1)]


def _verify_equation(paper: Paper, section: Section, question: Question) -> None:
    """The terms, the constant and what is said of few colours, by the rule for the parts."""
    new = _new(section, question.word)
    body, _, condition = question.equation.partition(r" \qquad ")
    letters = ", ".join(LETTERS[j] for j in range(paper.pegs) if new[j])
    assert condition == (rf"({letters} \ge 1)" if letters else "")
    right = re.fullmatch(r".*?\) (?:=|\\le) (.*)", body)
    assert right
    texts = [found[0] for found in re.finditer(_FUNCTION, right[1])]
    left = {LETTERS[j]: 2 + new[j] for j in range(paper.pegs)}
    many = [_after(paper, section, question, part, left) for part in question.parts]
    terms = [one for one in many if isinstance(one, Term)]
    costs = [one for one in many if isinstance(one, int)]
    if paper.worst:
        assert list(map(Term.read, texts)) == list(dict.fromkeys(terms))
    else:
        assert Counter(map(Term.read, texts)) == Counter(terms)
    for values in product(range(3), repeat=paper.pegs):
        at = {LETTERS[j]: new[j] + m for j, m in enumerate(values)}
        if any(at[LETTERS[j]] and j not in section.active for j in range(paper.pegs)):
            continue
        changed, constant = paper._changed(question, at)
        wanted = [_after(paper, section, question, part, at) for part in question.parts]
        shown = [Term.read(changed.get(text, text)) for text in texts]
        wanted_terms = [one for one in wanted if isinstance(one, Term)]
        wanted_costs = [one for one in wanted if isinstance(one, int)]
        if paper.worst:
            assert set(shown) == set(wanted_terms)
            assert constant == 0
            assert max(costs, default=0) == max(wanted_costs, default=0)
        else:
            assert Counter(shown) == Counter(wanted_terms)
            assert sum(costs) + constant == sum(wanted_costs)
    rest = re.sub(_FUNCTION, "F", right[1])
    at = {LETTERS[j]: 3 * (j in section.active) for j in range(paper.pegs)}
    if paper.worst:
        numbers = [int(one) for one in re.findall(r"\d+", rest.removeprefix("1 + "))]
        assert rest.startswith("1 + ")
        assert numbers == ([max(costs, default=0)] if costs or not terms else [])
    else:
        polynomial = Polynomial.read(re.sub(r"F \+ ", "", rest))
        for values in product(range(4), repeat=len(section.active)):
            at = section.point(values)
            assert polynomial.at(at) == section.count(values) + sum(costs)


def _after(
    paper: Paper, section: Section, question: Question, part: Part, at: Mapping[str, int]
) -> Term | int | None:
    """What a part adds to the cost, with so many implicit colours before the question."""
    if not part.raw or part.is_won:
        return None
    new, moved = _new(section, question.word), _moved(part)
    _, level = section.name
    digits = []
    for j in range(paper.pegs):
        here = {clause[j] for clause in part.raw}
        lost = section.colours(j) + new[j] > len(here - {"*"})
        ran_out = j in section.active and "*" not in here and at[LETTERS[j]] > new[j]
        digits.append(str(int(lost or ran_out or level[j : j + 1] == "1")))
    after = "".join(digits[moved[j]] for j in range(paper.pegs)) if paper.reading == "exact" else ""
    if part.name is None:
        words = frozenset(map(_numbers, part.known))
        excluded = {"exact": after, "with": "1" * paper.pegs, "without": "0" * paper.pegs}
        cost = least(words, excluded[paper.reading], paper.reading, paper.worst)
        if all(at[LETTERS[j]] >= 2 for j in section.active):
            assert part.cost == cost
        return cost
    if all(at[LETTERS[j]] >= 2 for j in section.active):
        assert part.name[1] == after
    known = paper.sections[part.name[0], after]
    indices = tuple((LETTERS[moved[j]], new[moved[j]]) for j in known.active)
    return Term((part.name[0], after), indices)


@cache
def least(secrets: frozenset[Word], excluded: str, reading: str, worst: bool) -> int:
    """The least cost of some secrets, a digit for each column that has an excluded colour."""
    if len(secrets) <= 1:
        return len(secrets)
    columns = [set(column) for column in zip(*secrets, strict=True)]
    cells = [
        [*column, *[BLANK] * (one == "1")] for column, one in zip(columns, excluded, strict=True)
    ]
    found = (cost_of(secrets, question, excluded, reading, worst) for question in product(*cells))
    return min(cost for cost in found if cost is not None)


def cost_of(
    secrets: frozenset[Word], question: Word, excluded: str, reading: str, worst: bool
) -> int | None:
    """The least cost of some secrets when a question is asked first; None if it tells nothing."""
    columns = [set(column) for column in zip(*secrets, strict=True)]
    parts: dict[int, set[Word]] = {}
    for secret in secrets:
        parts.setdefault(answer(secret, question), set()).add(secret)
    parts.pop(len(excluded), None)
    if any(len(part) == len(secrets) for part in parts.values()):
        return None
    costs = []
    for part in parts.values():
        left = [set(column) for column in zip(*part, strict=True)]
        after = "".join(
            str(int(one == "1" or (reading == "exact" and now != before)))
            for one, now, before in zip(excluded, left, columns, strict=True)
        )
        costs.append(least(frozenset(part), after, reading, worst))
    return 1 + max(costs, default=0) if worst else len(secrets) + sum(costs)


def verify_masets(body: str, pegs: int, reading: str, worst: bool) -> int:
    """The explicit masets that are listed: costs, and questions that attain them; how many."""
    start = {"with": "1" * pegs, "without": "0" * pegs}
    items = re.findall(r"\\mptMasetItem\{.*?\}\{.*?\}\\mptPattern\{(.*?)\} costs (.*)\.", body)
    for clauses, told in items:
        secrets = frozenset(map(_numbers, clauses.split(r"\mptClause ")))
        assert len(secrets) > 2
        for one in told.split("; "):
            said = re.fullmatch(r"\$(\d+)\$(?: \(\$e = (.*)\$\))?, asking \\texttt\{(.*)\}", one)
            assert said, one
            for excluded in (said[2] or start.get(reading, "0" * pegs)).split(", "):
                cost, question = int(said[1]), _numbers(said[3])
                assert cost == least(secrets, excluded, reading, worst)
                blanks = [cell == BLANK for cell in question]
                assert not any(b and e == "0" for b, e in zip(blanks, excluded, strict=True))
                assert cost == cost_of(secrets, question, excluded, reading, worst)
    return len(items)


def _verify_cells(paper: Paper, section: Section, box: int) -> None:
    """Each tree has all vectors, each cell the points that it names; what is said of them."""
    points = list(product(range(box + 1), repeat=len(section.active)))
    for indices in points:
        value = paper.claim(section.name, indices)
        assert value >= 0
        assert bool(value) == bool(section.count(indices))
    for question in section.questions:
        _verify_excess(paper, section, question, points)
    by_word = {question.word: question for question in section.questions}
    for indices in points:
        leaf = section.strategy.leaf(section.point(indices))
        if leaf.text == "no secret":
            assert section.count(indices) == 0
            continue
        word = re.fullmatch(r"\\mptWord\{(.*)\}", leaf.said)
        assert word
        assert section.count(indices)
        right = paper.right(section, by_word[word[1]], indices)
        assert right == paper.claim(section.name, indices)
    _verify_points(section, section.strategy, points)


def _verify_excess(
    paper: Paper, section: Section, question: Question, points: Sequence[Word]
) -> None:
    sign = re.search(r" (=|\\le) ", question.equation)
    assert sign
    same = re.fullmatch(
        r"the same as \(\\mptEqNumber(?:\[\d+\])?\{(\d+)\.(\d+)\}\)", question.verdict
    )
    if same:
        assert question.cells is None
        assert int(same[1]) == section.name[0]
    excesses = []
    for indices in points:
        right = paper.right(section, question, indices)
        if section.count(indices) and right is not None:
            excesses.append(right - paper.claim(section.name, indices))
        if same:
            continue
        assert question.cells
        leaf = question.cells.leaf(section.point(indices))
        if leaf.text == "no secret":
            assert not section.count(indices)
        elif leaf.text == "not asked":
            assert right is None
        else:
            assert right is not None
    assert min(excesses) >= 0
    assert (sign[1] == "=") == (not any(excesses))
    if same:
        return
    assert question.verdict == (
        "optimal wherever it can be asked"
        if not any(excesses)
        else "optimal where the excess is 0"
        if 0 in excesses
        else "never optimal"
    )
    assert question.cells
    for leaf in question.cells.leaves:
        if leaf.text in ("no secret", "not asked"):
            continue
        shown = Polynomial.read(leaf.said.strip("$"))
        assert all(c >= 0 for c, _ in shown.terms)
        assert shown.degree <= (1 if paper.worst else paper.pegs + 1)
        constant = [c for c, factors in shown.terms if not factors]
        assert constant[0] > 0 or len(shown.terms) == 1
        for at, indices in leaf.points(3):
            right = paper.right(section, question, indices)
            assert right is not None
            assert right - paper.claim(section.name, indices) == shown.at(at)
    _verify_points(section, question.cells, points)


def _verify_points(section: Section, root: Node, points: Sequence[Word]) -> None:
    """The forms of a cell are just the vectors that its conditions leave."""
    most = max(map(max, points))
    for leaf in root.leaves:
        if leaf.text in ("no secret", "not asked"):
            continue
        named = [indices for _, indices in leaf.points(most) if max(indices) <= most]
        assert len(set(named)) == len(named)
        wanted = {one for one in points if root.leaf(section.point(one)) is leaf}
        assert set(named) == wanted


def _verify_small(paper: Paper, section: Section) -> None:
    """The claims are the least costs of the secrets themselves, where these are few."""
    if paper.reading == "without":
        return
    clauses = list(map(_numbers, section.clauses))
    level = section.name[1] or "1" * paper.pegs
    for indices in product(range(4), repeat=len(section.active)):
        at = section.point(indices)
        if 0 < section.count(indices) <= 6:
            board = tuple(section.colours(j) + at[LETTERS[j]] for j in range(paper.pegs))
            secrets = stands_for(clauses, board)
            digits = "".join(
                str(int(level[j] == "1" or _gone(secrets, j, board))) for j in range(paper.pegs)
            )
            if digits == level:
                found = least(secrets, level, paper.reading, paper.worst)
                assert paper.claim(section.name, indices) == found


def _gone(secrets: frozenset[Word], column: int, board: Word) -> bool:
    """Whether no secret has some colour of a column, which is then as good as an excluded one."""
    return len({secret[column] for secret in secrets}) < board[column]


def _verify_theorem(paper: Paper, first: Name) -> None:
    """The formula, and those of other boards, are the claim; small boards are played through."""
    head = paper.body.split(r"\mptSection{game}")[0]
    formula = re.search(r"\\mptDisplay\{f\(n\) = (.*)[.,]\}", head)
    least_n = int(_first_number(r"for every \$n \\ge (\d+)\$", head))
    assert formula
    exceptions = {int(n): int(v) for n, v in re.findall(r"\$f\((\d+)\) = (\d+)\$", head)}
    fraction = re.fullmatch(r"\\frac\{(.*)\}\{(\d+)\}", formula[1])
    text = f"({fraction[1]})/{fraction[2]}" if fraction else formula[1]
    polynomial = Polynomial.read(text)
    for n in range(1, 12):
        value = paper.claim(first, (n,) * paper.pegs)
        if n < least_n:
            assert exceptions[n] == value
        else:
            assert polynomial.at({"n": n}) == value
            assert n not in exceptions
        _verify_mean(paper, head, n, value)
    named = re.findall(_FUNCTION, head)
    letters = ",".join(LETTERS[: paper.pegs])
    assert named == [(first[1], "F", "0", letters)] * (paper.pegs > 1)
    stated = _cells(head)
    section = paper.sections[first]
    for board in product(range(1, 8), repeat=paper.pegs):
        value = paper.claim(first, board)
        for one in stated:
            shown = one.leaf(section.point(board)).text.strip("$")
            assert Polynomial.read(shown).at(section.point(board)) == value
        if prod(board) <= 12:
            assert optimum(board, paper.reading, paper.worst) == value


def _verify_mean(paper: Paper, head: str, n: int, value: int) -> None:
    """The expected number of questions."""
    shown = re.search(r"\\mptDisplay\{\\frac\{f\(n\)\}\{(.*?)\} = (.*)\.\}", head)
    assert bool(shown) == (not paper.worst)
    if shown:
        assert Polynomial.read(shown[1]).at({"n": n}) == n**paper.pegs
        fraction = re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", shown[2])
        texts = (fraction[1], fraction[2]) if fraction else (shown[2], "1")
        top, bottom = (Polynomial.read(text).at({"n": n}) for text in texts)
        if n >= int(_first_number(r"for every \$n \\ge (\d+)\$", head)):
            assert Fraction(top, bottom) == Fraction(value, n**paper.pegs)


def _first_number(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found
    return found[1]
