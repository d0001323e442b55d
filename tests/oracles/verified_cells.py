"""Whether a printed proof on cells is right: all that it says is computed again.

Nothing here comes from the package: what was read (`tests.oracles.listed_cells`) is compared with
what the rules of the game give.  `verify` fails where anything is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import prod
from random import Random
from typing import Final

from tests.oracles.black_peg import optimum
from tests.oracles.listed import cycles
from tests.oracles.listed_cells import (
    FUNCTION,
    LETTERS,
    Kind,
    Name,
    Node,
    Paper,
    Part,
    Point,
    Polynomial,
    Question,
    Section,
    Term,
    Word,
    allows,
    cells_of,
    holds,
    orders_of,
    stars_of,
)
from tests.oracles.solved_cells import verify_components, verify_leaf
from tests.oracles.wording import expression, sentence

BOX: Final = 5
"""Points with indices up to this are looked at."""

FURTHER_ON: Final = (1, 2, 5, 9, 14)
"""And points with these."""


def verify(
    body: str,
    pegs: int,
    reading: str,
    worst: bool,
    box: int = BOX,
    *,
    shared: bool = False,
    whole: bool = True,
) -> None:
    """`AssertionError`, or another one where it cannot be read, unless the listing is right.

    shared: of black-peg AB, not of black-peg Mastermind.  whole: with all questions.
    """
    paper = Paper(body, pegs, reading, worst, shared)
    first = 0, ("" if reading != "exact" else "0" if shared else "0" * pegs)
    _verify_kinds(paper)
    assert next(iter(paper.sections)) == first
    assert paper.sections[first].clauses == ("*" * pegs,)
    for section in paper.sections.values():
        assert not (whole and section.orders)
        _verify_order(paper, section, section.orders)
        _verify_questions(paper, section, whole)
        for question in section.questions:
            _verify_parts(paper, section, question)
            _verify_equation(paper, section, question)
        _verify_cells(paper, section, box, whole)
        _verify_small(paper, section)
    if whole:
        _verify_numbers(paper)
        if pegs <= 2:  # those of three pegs are not solved
            verify_components(paper)
    _verify_theorem(paper, first)


def _verify_kinds(paper: Paper) -> None:
    """Where colours are shared the theorem says in words which colours each number counts."""
    told = re.findall(r"in columns? ([\d, and]+?)(?: only)? \(\$(\w)\$\)", paper.body)
    kinds = {letter: {int(c) - 1 for c in re.findall(r"\d", columns)} for columns, letter in told}
    assert len(told) == len(kinds)
    assert kinds == (paper.kinds if paper.shared and paper.pegs > 1 else {})


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


def _told_level(paper: Paper, level: str) -> str:
    if not level:
        return ""
    if paper.shared:
        return f", {level} excluded colour{'s' * (level != '1')}"
    columns = [str(j) for j, digit in enumerate(level, 1) if digit == "1"]
    if not columns:
        return ", no colour excluded"
    return f", colours of column{'s' * (len(columns) > 1)} {', '.join(columns)} excluded"


Orders = Sequence[Sequence[str]]
"""Letters of indices, for the order of which something is printed; the greatest first."""


def _is_in_order(indices: Sequence[int], letters: Sequence[str], orders: Orders) -> bool:
    at = dict(zip(letters, indices, strict=True))
    return all(at[one] >= at[other] for order in orders for one, other in pairwise(order))


def _verify_order(paper: Paper, section: Section, orders: Orders) -> None:
    """One order of some indices is enough, as exchanging their columns changes nothing.

    Two columns of an order are exchanged, in all of its pairs, and explicit colours are renamed.
    """
    letters = [letter for order in orders for letter in order]
    assert len({*letters}) == len(letters)
    assert {*letters} <= {*paper.active(section)}
    assert all([*order] == sorted(order) and len(order) > 1 for order in orders)
    for first, second in (pair for order in orders for pair in pairwise(order)):
        found = [
            columns
            for columns in permutations(range(paper.pegs))
            if {
                letter: paper.letter_of({columns.index(j) for j in paper.kinds[letter]})
                for letter in paper.active(section)
            }
            == {letter: letter for letter in paper.active(section)} | {first: second, second: first}
        ]
        assert any(_is_mapped_to_itself(paper, section, columns) for columns in found)


def _is_mapped_to_itself(paper: Paper, section: Section, columns: Sequence[int]) -> bool:
    """Whether the pattern and its excluded colours stay when column j is what was columns[j]."""
    level = section.name[1]
    if level and not paper.shared and level != "".join(level[j] for j in columns):
        return False
    moved = [tuple(clause[j] for j in columns) for clause in section.clauses]
    renamed = paper.words("".join(clause) for clause in moved)
    target, explicit = {*paper.words(section.clauses)}, paper.explicit(map("".join, moved))
    return any(
        {_renamed(clause, dict(zip(explicit, order, strict=True))) for clause in renamed} == target
        for order in permutations(paper.explicit(section.clauses))
    )


def _verify_questions(paper: Paper, section: Section, whole: bool) -> None:
    """All questions, in the classes that the automorphisms make of them."""
    clauses, level = {*paper.words(section.clauses)}, section.name[1]
    assert section.told_level == _told_level(paper, level)
    assert len(level) == (paper.reading == "exact") * (1 if paper.shared else paper.pegs)
    assert all(int(digit) <= (paper.pegs - 1 if paper.shared else 1) for digit in level)
    explicit, active = paper.explicit(section.clauses), paper.active(section)
    cells = [
        [
            *(c for c in explicit if paper.shared or c.endswith(f"@{j}")),
            *(f"{letter}?" for letter in active if j in paper.kinds[letter]),
            "a",
        ]
        for j in range(paper.pegs)
    ]
    words = {
        _numbered(word)
        for word in product(*cells)
        if max(Counter(c for c in word if c in explicit).values(), default=1) == 1
        and {*word} != {"a"}
        and paper.can_be_asked(section, _numbered(word), None)
    }
    group = [
        names
        for order in permutations(explicit)
        for names in [dict(zip(explicit, order, strict=True))]
        if all(c[1:] == d[1:] for c, d in names.items())
        if {_renamed(clause, names) for clause in clauses} == clauses
    ]
    classes = {frozenset(_renamed(word, names) for names in group) for word in words}
    listed = [[paper.asked(section, text) for text in sorted(one)] for one in section.classes]
    assert {frozenset(one) for one in listed} == classes
    assert len(listed) == len(classes)
    asked = [paper.asked(section, one.word) for one in section.questions]
    first = [min(one, key=_order) for one in listed]
    assert asked == [one for one in first if whole or one in asked]
    for text in section.automorphisms:
        names = _renaming(paper, text, explicit)
        assert {_renamed(clause, names) for clause in clauses} == clauses
        assert any(c != d for c, d in names.items())
    for point in product(range(4), repeat=len(active)):
        at = paper.point(section, point)
        assert section.secrets.at(at) == paper.count(section, point)


def _numbered(word: Word) -> Word:
    """A question, new colours of the same kind numbered from left to right."""
    return tuple(
        f"{cell[0]}{word[:j].count(cell)}" if cell.endswith("?") else cell
        for j, cell in enumerate(word)
    )


def _order(word: Word) -> list[tuple[bool, str]]:
    """Explicit colours before new ones by their kinds before blanks."""
    return [(cell == "a", cell) for cell in word]


def _renaming(paper: Paper, text: str, explicit: Sequence[str]) -> dict[str, str]:
    """What a permutation of colours in cycles makes of some colours."""
    if paper.shared:
        moved = {str(c): str(d) for c, d in cycles(text, "colours").items()}
    else:
        moved = {
            f"{c}@{j}": f"{d}@{j}"
            for j in range(paper.pegs)
            for c, d in cycles(text, f"colours of column {j + 1}").items()
        }
    assert {*moved} <= {*explicit}
    return {c: moved.get(c, c) for c in explicit}


def _renamed(word: Word, names: Mapping[str, str]) -> Word:
    return tuple(names.get(cell, cell) for cell in word)


def _black(secret: Word, question: Word) -> int:
    return sum(one == other for one, other in zip(secret, question, strict=True))


def _verify_parts(paper: Paper, section: Section, question: Question) -> None:
    """By enumeration of the secrets, with 0 to 2 colours more than are asked for."""
    asked, active = paper.asked(section, question.word), paper.active(section)
    assert len(question.parts) == paper.pegs + 1
    new = paper.new(asked)
    shown_as = dict(zip(_symbols(paper, section, question.word), asked, strict=True))
    for more in product(range(3), repeat=len(active)):
        at = {one: new[one] for one in LETTERS} | {
            one: new[one] + n for one, n in zip(active, more, strict=True)
        }
        found: dict[int, set[Word]] = {}
        for secret in paper.stands_for(paper.words(section.clauses), at, Counter()):
            found.setdefault(_black(secret, asked), set()).add(secret)
        for black, part in enumerate(question.parts):
            clauses = [_renamed(word, shown_as) for word in paper.words(part.raw)]
            shown = paper.stands_for(clauses, at, new)
            assert len({*shown}) == len(shown)
            assert {*shown} == found.get(black, set())
    for black, part in enumerate(question.parts):
        assert part.is_won == (black == paper.pegs and bool(part.raw))
        if part.raw and not part.is_won:
            _verify_part(paper, part)


def _symbols(paper: Paper, section: Section, text: str) -> Word:
    """A question as it is printed, with the names of explicit colours."""
    cells = text.partition("/")[0]
    return tuple(cell if cell == "a" else paper.named(j, cell) for j, cell in enumerate(cells))


def _verify_part(paper: Paper, part: Part) -> None:
    """The part is the pattern that it is called."""
    raw, core = {*part.raw}, {*part.core}
    for colour, kind in part.again:
        assert kind
        assert kind <= stars_of(core)
        core |= {
            clause[:j] + colour + clause[j + 1 :]
            for clause in core
            for j in kind
            if clause[j] == "*"
        }
    assert core == raw
    explicit = paper.explicit(part.core)
    ranks = {
        colour: str(i) + colour[1:]
        for column in {colour[1:] for colour in explicit}
        for i, colour in enumerate(c for c in explicit if c[1:] == column)
    }
    normal = {_renamed(word, ranks) for word in paper.words(part.core)}
    assert normal == {*paper.words(part.normal)}
    moved = _moved(part)
    image = paper.words(
        "".join(clause[moved[j]] for j in range(paper.pegs)) for clause in part.normal
    )
    names = _renaming(paper, part.witness, sorted({c for word in image for c in word} - {"*"}))
    assert {_renamed(word, names) for word in image} == {*paper.words(part.known)}
    if part.name is None:
        assert not stars_of(part.raw)
        assert part.cost is not None
    else:
        assert part.cost is None
        assert {*part.known} == {*paper.sections[part.name].clauses}


def _moved(part: Part) -> list[int]:
    """For each column of what the part is called the column of the part, from 0."""
    pegs = len(part.raw[0])
    places = cycles(part.witness, "columns")
    assert set(places) <= set(range(1, pegs + 1))
    back = {places.get(old, old): old for old in range(1, pegs + 1)}
    return [back[j] - 1 for j in range(1, pegs + 1)]


def _verify_equation(paper: Paper, section: Section, question: Question) -> None:
    """The terms, the constant and what is said of few colours, by the rule for the parts."""
    asked, active = paper.asked(section, question.word), paper.active(section)
    new = paper.new(asked)
    body, _, condition = question.equation.partition(r" \qquad ")
    right = re.fullmatch(r".*?\) (?:=|\\le) (.*)", body)
    assert right
    texts = [found[0] for found in re.finditer(FUNCTION, right[1])]
    many = [
        _after(paper, section, asked, part, dict.fromkeys(LETTERS, 2 * paper.pegs))
        for part in question.parts
    ]
    terms = [one for one in many if isinstance(one, Term)]
    costs = [one for one in many if isinstance(one, int)]
    assert costs == [part.cost for part in question.parts if part.cost is not None]
    if paper.worst:
        assert list(map(Term.read, texts)) == list(dict.fromkeys(terms))
    else:
        assert Counter(map(Term.read, texts)) == Counter(terms)
    for values in product(range(4), repeat=len(active)):
        at = paper.point(section, values)
        assert allows(condition, at) == paper.can_be_asked(section, asked, at)
        if not allows(condition, at):
            continue
        changed, constant = paper.changed(question, at)
        wanted = [_after(paper, section, asked, part, at) for part in question.parts]
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
    rest = re.sub(FUNCTION, "F", right[1])
    if paper.worst:
        numbers = [int(one) for one in re.findall(r"\d+", rest.removeprefix("1 + "))]
        assert rest.startswith("1 + ")
        assert numbers == ([max(costs, default=0)] if costs or not terms else [])
    else:
        polynomial = Polynomial.read(re.sub(r"F \+ ", "", rest))
        for values in product(range(4), repeat=len(active)):
            at = paper.point(section, values)
            assert polynomial.at(at) == paper.count(section, values) + sum(costs)
    assert new.keys() <= {*active}


def _after(
    paper: Paper, section: Section, asked: Word, part: Part, at: Mapping[str, int]
) -> Term | int | None:
    """What a part adds to the cost, by the numbers of implicit colours before the question."""
    if not part.raw or part.is_won:
        return None
    moved, after = _moved(part), _level_after(paper, section, asked, part, at)
    if part.name is None:
        words = frozenset(paper.words(part.known))
        return least(words, pool_of(paper, words, after), paper.reading, paper.worst)
    known, new = paper.sections[part.name[0], after], paper.new(asked)
    sources: dict[Kind, list[str]] = {paper.kinds[one]: [] for one in paper.active(known)}
    more = Counter[Kind]()
    for letter in paper.active(section):
        kind = frozenset(j for j in known.stars if moved[j] in paper.kinds[letter])
        if kind:
            sources[kind].append(letter)
            more[kind] -= new[letter]
    for _, kind in part.again:
        more[frozenset(j for j in range(paper.pegs) if moved[j] in kind)] += 1
    indices = tuple((tuple(letters), more[kind]) for kind, letters in sources.items())
    return Term((part.name[0], after), indices)


def _level_after(
    paper: Paper, section: Section, asked: Word, part: Part, at: Mapping[str, int]
) -> str:
    """The excluded colours of what the part is called."""
    if paper.reading != "exact":
        return ""
    new, stars = paper.new(asked), stars_of(part.raw)
    lost = [len(paper.explicit(section.clauses)) + new.total() - len(paper.explicit(part.raw))]
    homes = [[*range(paper.pegs)]]
    if not paper.shared:
        homes = [[j] for j in range(paper.pegs)]
        lost = [
            len({c[j] for c in section.clauses} - {"*"})
            + new[LETTERS[j]]
            - len({c[j] for c in part.raw} - {"*"})
            for j in range(paper.pegs)
        ]
    for letter in paper.active(section):
        if not paper.kinds[letter] & stars:
            (home,) = [i for i, own in enumerate(homes) if paper.kinds[letter] <= {*own}]
            lost[home] += at[letter] - new[letter]
    most = paper.pegs - 1 if paper.shared else 1
    digits = [str(min(most, int(e) + n)) for e, n in zip(section.name[1], lost, strict=True)]
    return "".join(digits if paper.shared else [digits[j] for j in _moved(part)])


Pool = tuple[frozenset[str], ...]
"""For each column the colours that may be asked there."""


def pool_of(paper: Paper, secrets: Collection[Word], level: str) -> Pool:
    """The colours of some secrets, and as many that are in none as are excluded."""
    columns = [frozenset(column) for column in zip(*secrets, strict=True)]
    if paper.shared:
        level = str(paper.pegs) if paper.reading == "with" else level or "0"
        everywhere = frozenset().union(*columns, [f"a{i}" for i in range(int(level))])
        return (everywhere,) * paper.pegs
    level = {"with": "1", "without": "0"}.get(paper.reading, "") * paper.pegs or level
    return tuple(own | {f"a@{j}"} if level[j] == "1" else own for j, own in enumerate(columns))


@cache
def least(secrets: frozenset[Word], pool: Pool, reading: str, worst: bool) -> int:
    """The least cost of some secrets with the colours of a pool; none repeats in a question.

    In the reading `without` only those are asked that one of the secrets has.
    """
    if len(secrets) <= 1:
        return len(secrets)
    if reading == "without":
        own = {cell for secret in secrets for cell in secret}
        pool = tuple(cells & own for cells in pool)
    found = (
        cost_of(secrets, question, pool, reading, worst)
        for question in product(*pool)
        if len({*question}) == len(question)
    )
    return min(cost for cost in found if cost is not None)


def cost_of(
    secrets: frozenset[Word], question: Word, pool: Pool, reading: str, worst: bool
) -> int | None:
    """The least cost of some secrets when a question is asked first; None if it tells nothing."""
    parts: dict[int, set[Word]] = {}
    for secret in secrets:
        parts.setdefault(_black(secret, question), set()).add(secret)
    parts.pop(len(pool), None)
    if any(len(part) == len(secrets) for part in parts.values()):
        return None
    costs = [least(frozenset(part), pool, reading, worst) for part in parts.values()]
    return 1 + max(costs, default=0) if worst else len(secrets) + sum(costs)


def verify_masets(body: str, pegs: int, reading: str, worst: bool) -> int:
    """The explicit masets that are listed: costs, and questions that attain them; how many.

    Of black-peg Mastermind.
    """
    paper = Paper(body, pegs, reading, worst, shared=False)
    items = re.findall(r"\\mptMasetItem\{.*?\}\{.*?\}\\mptPattern\{(.*?)\} costs (.*)\.", body)
    for clauses, told in items:
        secrets = frozenset(paper.words(clauses.split(r"\mptClause ")))
        assert len(secrets) > 2
        for one in told.split("; "):
            said = re.fullmatch(r"\$(\d+)\$(?: \(\$e = (.*)\$\))?, asking \\texttt\{(.*)\}", one)
            assert said, one
            for excluded in (said[2] or "0" * pegs).split(", "):
                pool = pool_of(paper, secrets, excluded)
                cost = int(said[1])
                question = tuple(f"{cell}@{j}" for j, cell in enumerate(said[3]))
                assert cost == least(secrets, pool, reading, worst)
                assert all(cell in own for cell, own in zip(question, pool, strict=True))
                assert cost == cost_of(secrets, question, pool, reading, worst)
    return len(items)


def _verify_cells(paper: Paper, section: Section, box: int, whole: bool) -> None:
    """Each tree has all vectors, each cell the points that it names; what is said of them."""
    points = list(product(range(box + 1), repeat=len(paper.active(section))))
    for indices in points:
        value = paper.claim(section.name, indices)
        assert value >= 0
        assert bool(value) == bool(paper.count(section, indices))
    for question in section.questions:
        _verify_excess(paper, section, question, points, whole)
    by_word = {question.word: question for question in section.questions}
    active = paper.active(section)
    points = [one for one in points if _is_in_order(one, active, section.orders)]
    for indices in points:
        leaf = section.strategy.leaf(paper.point(section, indices))
        if leaf.text == "no secret":
            assert paper.count(section, indices) == 0
        else:
            _verify_optimal(paper, section, by_word, leaf, indices)
    _verify_points(paper, section, section.strategy, points)
    if whole:
        return
    random = Random(1)
    further = [tuple(random.randrange(20) for _ in active) for _ in range(300)]
    # Cells that are lines, such as 3y = x + 1, are not drawn: near the origin all points are tried.
    for indices in [*product(range(8), repeat=len(active)), *further]:
        at = dict(zip(active, indices, strict=True))
        for order in section.orders:
            at |= zip(order, sorted((at[one] for one in order), reverse=True), strict=True)
        exchanged = paper.claim(section.name, tuple(at.values()))
        assert paper.claim(section.name, indices) == exchanged >= 0
    for leaf in section.strategy.leaves:
        if leaf.text != "no secret":
            _verify_cell(paper, section, by_word, leaf)


def _verify_optimal(
    paper: Paper, section: Section, by_word: Mapping[str, Question], leaf: Node, indices: Point
) -> None:
    """The question that is asked on a cell attains the claim."""
    word = re.fullmatch(r"\\mptWord\{(.*)\}", leaf.said)
    assert word
    assert paper.count(section, indices)
    assert paper.right(section, by_word[word[1]], indices) == paper.claim(section.name, indices)


def _verify_cell(
    paper: Paper, section: Section, by_word: Mapping[str, Question], leaf: Node
) -> None:
    """A cell of a strategy, wherever it is: its first points, and all points near its origin."""
    active, root = paper.active(section), section.strategy
    conditions, named = root.way_to(leaf), set()
    for at, indices in leaf.points(4):
        # In any order of the columns the points are those of the conditions that are printed.
        assert all(holds(condition, paper.point(section, indices)) for condition in conditions)
        if _is_in_order(indices, active, section.orders):
            named.add(indices)
            if max(at.values(), default=0) < 3:
                assert root.leaf(paper.point(section, indices)) is leaf
                _verify_optimal(paper, section, by_word, leaf, indices)
    origin = [form.at(dict.fromkeys(leaf.parameters, 0)) for form in leaf.forms]
    for indices in product(*(range(max(0, first - 1), first + 4) for first in origin)):
        if _is_in_order(indices, active, section.orders):
            is_here = root.leaf(paper.point(section, indices)) is leaf
            assert is_here == (indices in named)


def _verify_excess(
    paper: Paper, section: Section, question: Question, points: Sequence[Point], whole: bool
) -> None:
    sign = re.search(r" (=|\\le) ", question.equation)
    assert sign
    reference = r"\\mptEqNumber(?:\[(\d+)\])?\{(\d+)\.(\d+)\}"
    same = re.fullmatch(expression("same", reference), question.verdict)
    other = None
    if same:
        assert question.cells is None
        assert (int(same[2]), same[1] or "") == section.name
        (other,) = [one for one in section.questions if one.number == int(same[3])]
        assert other.cells is not None
        assert other.number < question.number
    excesses = []
    if not whole:  # where cells begin further on, there is no excess to read
        points = [*points, *product(FURTHER_ON, repeat=len(paper.active(section)))]
    for indices in points:
        right = paper.right(section, question, indices)
        if paper.count(section, indices) and right is not None:
            excesses.append(right - paper.claim(section.name, indices))
        if other:
            assert right == paper.right(section, other, indices)
            continue
        if not whole:
            continue
        assert question.cells
        leaf = question.cells.leaf(paper.point(section, indices))
        if leaf.text == "no secret":
            assert not paper.count(section, indices)
        elif leaf.text == "not asked":
            assert right is None
        else:
            assert right is not None
    assert min(excesses) >= 0
    assert (sign[1] == "=") == (not any(excesses))
    if same:
        return
    assert question.verdict == (
        sentence("everywhere")
        if not any(excesses)
        else sentence("never")
        if 0 not in excesses
        else sentence("somewhere", whole)
    )
    if not whole:
        assert question.cells is None
        return
    assert question.cells
    for leaf in question.cells.leaves:
        if leaf.text in ("no secret", "not asked"):
            continue
        shown = Polynomial.read(leaf.said.partition(";")[0].strip("$"))
        assert all(c >= 0 for c, _ in shown.terms)
        assert shown.degree <= (1 if paper.worst else paper.pegs + 1)
        constant = [c for c, factors in shown.terms if not factors]
        assert constant[0] > 0 or len(shown.terms) == 1
        for at, indices in leaf.points(3):
            right = paper.right(section, question, indices)
            assert right is not None
            assert right - paper.claim(section.name, indices) == shown.at(at)
        verify_leaf(paper, section, question, leaf)
    _verify_points(paper, section, question.cells, points)


def _verify_points(paper: Paper, section: Section, root: Node, points: Sequence[Point]) -> None:
    """The forms of a cell are just the vectors that its conditions leave."""
    most, looked_at = max(map(max, points)), {*points}
    within: dict[int, set[Point]] = {}
    for one in points:
        within.setdefault(id(root.leaf(paper.point(section, one))), set()).add(one)
    for leaf in root.leaves:
        if leaf.text in ("no secret", "not asked"):
            continue
        named = [indices for _, indices in leaf.points(most) if indices in looked_at]
        assert len(set(named)) == len(named)
        assert set(named) == within.get(id(leaf), set())


def _verify_small(paper: Paper, section: Section) -> None:
    """The claims are the least costs of the secrets themselves, where these are few."""
    if paper.reading == "without":
        return
    active = paper.active(section)
    for indices in product(range(4 - paper.shared), repeat=len(active)):
        if 0 < paper.count(section, indices) <= 6:
            at = paper.point(section, indices)
            clauses = paper.words(section.clauses)
            secrets = frozenset(paper.stands_for(clauses, at, Counter()))
            pool = [*pool_of(paper, secrets, section.name[1])]
            for letter, kind in paper.kinds.items():  # also colours that no secret has
                for j in range(paper.pegs) if paper.shared else kind:
                    pool[j] |= {f"{letter}{i}" for i in range(at[letter])}
            found = least(secrets, tuple(pool), paper.reading, paper.worst)
            assert paper.claim(section.name, indices) == found


def _verify_theorem(paper: Paper, first: Name) -> None:
    """The formula, and those of other boards, are the claim; small boards are played through."""
    head = paper.body.split(r"\mptSection{game}")[0]
    formula = re.search(r"\\mptDisplay\{f\(n\) = (.*)[.,]\}", head)
    least_n = int(_first_number(r"Let \$n \\ge (\d+)\$ be an integer", head))
    assert formula
    exceptions = {int(n): int(v) for n, v in re.findall(r"\$f\((\d+)\) = (\d+)\$", head)}
    fraction = re.fullmatch(r"\\frac\{(.*)\}\{(\d+)\}", formula[1])
    text = f"({fraction[1]})/{fraction[2]}" if fraction else formula[1]
    polynomial = Polynomial.read(text)
    section, kinds = paper.sections[first], paper.kinds.values()
    unit = [len(kind) == paper.pegs if paper.shared else 1 for kind in kinds]
    for n in range(1, 12):
        board = tuple(n * one for one in unit)
        if not paper.count(section, board):
            assert n < least_n
            continue
        value = paper.claim(first, board)
        if n < least_n:
            assert exceptions[n] == value
        else:
            assert polynomial.at({"n": n}) == value
            assert n not in exceptions
        _verify_mean(paper, head, n, Fraction(value, paper.count(section, board)))
    assert exceptions or not paper.count(section, tuple((least_n - 1) * one for one in unit))
    named = re.findall(FUNCTION, head)
    letters = ",".join(paper.kinds)
    assert named == [(first[1], "F", "0", letters)] * (paper.pegs > 1)
    stated = cells_of(head)
    order = re.search(r", (\$[xyz] \\ge .*\$), it is", head)
    orders = orders_of(order[1] if order else None)
    _verify_order(paper, section, orders)
    assert bool(orders) == (paper.pegs > 1)
    for board in product(range(8), repeat=len(paper.kinds)):
        count = paper.count(section, board)
        if not count or not _is_in_order(board, [*paper.kinds], orders):
            continue
        value = paper.claim(first, board)
        for one in stated:
            shown = one.leaf(paper.point(section, board)).text.strip("$")
            assert Polynomial.read(shown).at(paper.point(section, board)) == value
        if not paper.shared and count <= 12:
            assert optimum(board, paper.reading, paper.worst) == value
        elif paper.shared and sum(board) <= 4:
            at = paper.point(section, board)
            secrets = frozenset(paper.stands_for([("*",) * paper.pegs], at, Counter()))
            colours = frozenset(f"{one}{i}" for one in paper.kinds for i in range(at[one]))
            pool = tuple(own | colours for own in pool_of(paper, secrets, "0"))
            assert least(secrets, pool, paper.reading, paper.worst) == value


def _verify_mean(paper: Paper, head: str, n: int, mean: Fraction) -> None:
    """The expected number of questions."""
    shown = re.search(r"\\mptDisplay\{\\frac\{f\(n\)\}\{(.*?)\} = (.*)\.\}", head)
    assert bool(shown) == (not paper.worst)
    if shown:
        secrets = prod(n - i * paper.shared for i in range(paper.pegs))
        assert _product(shown[1], n) == secrets
        fraction = re.fullmatch(r"\\frac\{(.*)\}\{(.*)\}", shown[2])
        texts = (fraction[1], fraction[2]) if fraction else (shown[2], "1")
        if n >= int(_first_number(r"Let \$n \\ge (\d+)\$ be an integer", head)):
            assert Fraction(_product(texts[0], n), _product(texts[1], n)) == mean


def _product(text: str, n: int) -> int:
    """A polynomial, or one times factors such as (n-1)."""
    found = re.fullmatch(r"(.*?)((?:\(n-\d\))*)", text)
    assert found
    factors = [n - int(less) for less in re.findall(r"\(n-(\d)\)", found[2])]
    return Polynomial.read(found[1]).at({"n": n}) * prod(factors)


def _first_number(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found
    return found[1]
