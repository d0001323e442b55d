"""The rules of the games, and what a closure claims.

A set of columns is an integer with the bit 2^j for column j. Implicit colours are of a kind, the
set of columns where they may stand; `left` is how many there are of each kind. Mastermind and the
AB game have one alphabet and one kind, black-peg Mastermind one alphabet and one kind for each
column, the black-peg AB game one alphabet and all kinds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .reading import Branch, Malformed

Array = np.ndarray[Any, Any]
Ints = NDArray[np.int64]
Vector = tuple[int, ...]

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*a"  # a cell is the index of its symbol
CELLS = bytes.maketrans(SYMBOLS.encode(), bytes(range(38)))
STAR, EXTRA = 36, 37
# Limits, far beyond what is needed: explicit colours of an alphabet for all columns and for one;
# clauses of an extended pattern. What is kept is at most KEPT bytes and KEPT_TIMES the file, and
# cells have at most POINTS points that are looked at for each byte of it; a cell counts as many.
MAX_COLOURS, MAX_OWN, MAX_CLAUSES = 16, 8, 1024
KEPT, KEPT_TIMES, POINTS = 1 << 28, 128, 16
# No overflow of int64: claimed differences are at most LIMIT, numbers of secrets where they are
# looked at at most LARGE, and so is what a term could be there if all its differences were as large
# as any (`binomials`); constants are below 2^31. A binomial of a form has no negative difference,
# and its k-th one is at most its value at the k-th point: so differences of a term are at most
# LARGE, too. A right side has fewer than 2^8 terms, and its differences are below 2^58; with those
# of numbers of secrets, of order 8 at most, they are below 2^60. UNKNOWN is the value of what is
# not computed yet; a right side may add it 3^5 times.
LIMIT, LARGE, UNKNOWN = 1 << 47, 1 << 50, 1 << 54


@dataclass(eq=False)
class Rules:
    """What follows from game, pegs and reading: alphabets, kinds, answers, excluded colours."""

    game: str
    pegs: int
    reading: str
    # Of a game of its own: the number of the answer to each set of matches, and its name.
    table: dict[int, int] = field(default_factory=dict, kw_only=True)
    title: str = field(default="", kw_only=True)
    orders: dict[Vector, bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        p, self.exact = self.pegs, self.reading == "exact"
        self.possible = self.reading == "none"  # only what may be the secret is asked
        self.black = self.game.startswith("black-peg")  # only black pegs are told: version 2
        self.marks = self.game.startswith("marks")
        self.once = self.game.endswith(("ab", "distinct"))  # no colour repeats in a question
        self.distinct = self.once or self.game.endswith("-distinct-secrets")  # nor in a secret
        self.columns, self.sets, self.bits = range(p), 1 << p, [1 << j for j in range(p)]
        # The columns of each alphabet; the kinds, and the numbers of them in the whole game.
        self.owned = self.bits if self.game == "black-peg" else [self.sets - 1]
        self.kinds = [*range(1, self.sets)] if self.game == "black-peg-ab" else self.owned
        self.alphabets, self.indices = len(self.owned), range(len(self.kinds))
        self.diagonal = np.array([int(kind in self.owned) for kind in self.kinds])
        # The excluded colours of each alphabet, by their number e, up to the cap C: more make no
        # difference. How many there are when the game starts.
        self.cap = p - 1 if self.once else 1
        self.levels = np.array([*product(range(self.cap + 1), repeat=self.alphabets)], np.int8)
        self.weights = (self.cap + 1) ** np.arange(self.alphabets)[::-1]
        self.start = len(self.levels) - 1 if self.reading == "with" else 0
        self.answers, self.numbers = self.answer_numbers()
        # The vectors r of new colours of each kind, and what they are in each alphabet.
        choices = [[-1, *(i for i in self.indices if self.kinds[i] & bit)] for bit in self.bits]
        self.shifts = sorted({tuple(map(w.count, self.indices)) for w in product(*choices)})
        gains = [r if self.alphabets > 1 else (sum(r),) for r in self.shifts]
        self.gains = np.array(gains, dtype=np.int8)
        self.most_new = sum(kind.bit_count() for kind in self.kinds)
        # How many cells a star becomes when a pattern is extended.
        self.spread = 1 + sum(kind.bit_count() for kind in self.kinds if kind & 1)

    def answer_numbers(self) -> tuple[list[Vector], Ints]:
        """The answers but the winning one, and their numbers by codes; what wins is the last.

        A cell of a question is *right* if the clause has its colour there, and *found* if the
        clause has its colour more often than the question has it further left. Marks give the
        copies of a colour that are not right to its cells from left to right: there a cell that is
        not right is found if the clause also has a copy for each of the right ones further right. A
        code adds the weights of the cells that are right, and of those that are found.

        Pegs are (black, white), by their sum and then by black; the sum is (black + white,). Marks
        are 0 (neither), 1 (found) and 2 (right). With one cell found and the others right there
        would be no place for the colour.
        """
        p, told = self.pegs, dict[int, Vector]()
        self.pairs = [(j, j) for j in self.columns]  # cells of the question, cells of the clause
        if self.game.startswith("own"):
            self.pairs = [(j, i) for j in self.columns for i in self.columns]
            self.right, self.found = [1 << p * (p - 1 - j) + i for j, i in self.pairs], []
            return self.own_numbers()
        if self.marks:
            self.found, self.right = self.bits, [self.sets * bit for bit in self.bits]
            for word in product(range(3), repeat=p):
                if sum(word) < 2 * p and sorted(word) != [1] + [2] * (p - 1):
                    told[sum(self.bits[j] << p * (x - 1) for j, x in enumerate(word) if x)] = word
        else:
            self.right, self.found = [1] * p, [] if self.black else [p + 1] * p
            pairs = ((b, s) for s in range(p + 1) for b in range(s + 1) if b < p - (s == p))
            for b, s in pairs:
                if b == s or not self.black:
                    is_sum = self.game.startswith("sum")
                    code = b + s * (p + 1) * (not self.black)
                    told[code] = (s,) if is_sum else (b, s - b)
        answers = [*dict.fromkeys(told.values())]
        numbers = np.full(sum(self.right) + sum(self.found) + 1, len(answers))
        for code, answer in told.items():
            numbers[code] = answers.index(answer)
        return answers, numbers

    def own_numbers(self) -> tuple[list[Vector], Ints]:
        """The same from the table of a game of its own; `Malformed` unless it is whole."""
        words = [(q, s) for q in self.unlike_questions() for s in self.clauses_for(q)]
        won = max(self.table.values(), default=0)
        right = {self.matches(q, s): q == s for q, s in words}
        if self.table.keys() != right.keys() or {*self.table.values()} != {*range(won + 1)}:
            raise Malformed("section rule: not each set of matches once, or a number is missing")
        if any((number == won) != right[code] for code, number in self.table.items()):
            raise Malformed("section rule: the greatest number is not what wins")
        numbers = np.full(sum(self.right) + 1, won)
        numbers[[*self.table]] = [*self.table.values()]
        return [(number,) for number in range(won)], numbers

    def matches(self, question: Vector, clause: Vector) -> int:
        """The set of matches, as the code of an answer in a game of its own."""
        pairs = zip(self.right, self.pairs, strict=True)
        return sum(weight for weight, (j, i) in pairs if question[j] == clause[i])

    def unlike_questions(self) -> Iterator[Vector]:
        """A question for each way in which its cells may be equal."""
        for word in product(self.columns, repeat=self.pegs):
            new = all(x <= max(word[:j], default=-1) + 1 for j, x in enumerate(word))
            if new and not (self.once and len({*word}) < self.pegs):
                yield word

    def clauses_for(self, question: Vector) -> Iterator[Vector]:
        """The clauses over the colours of a question, and stars."""
        for word in product((*sorted({*question}), STAR), repeat=self.pegs):
            colours = [x for x in word if x != STAR]
            if not (self.distinct and len({*colours}) < len(colours)):
                yield word

    def movable(self, order: Vector) -> bool:
        """Whether equal answers to a question stay equal when column j takes cell order[j].

        That is known of all games but one of its own: there it is tried.
        """
        if self.table and order not in self.orders:
            self.orders[order] = self.keeps(order)
        return not self.table or self.orders[order]

    def keeps(self, order: Vector) -> bool:
        """The same of a game of its own, without its memory."""
        for question in self.unlike_questions():
            pairs = {
                (self.table[self.matches(question, clause)], self.table[self.matches(*moved)])
                for clause in self.clauses_for(question)
                for moved in [[tuple(word[c] for c in order) for word in (question, clause)]]
            }
            first, second = ({*side} for side in zip(*pairs, strict=True))
            if len(pairs) > min(len(first), len(second)):
                return False
        return True

    def becomes(self, kind: int, columns: int) -> int:
        """The kind that implicit colours of a kind have in a part with stars in these columns.

        0 if they can stand nowhere any more.
        """
        return kind & columns if len(self.kinds) > self.alphabets or not kind & columns else kind

    def active(self, stars: int) -> Vector:
        """The kinds that a pattern with stars in these columns has indices for."""
        return tuple(i for i, kind in enumerate(self.kinds) if self.becomes(kind, stars) == kind)

    def shown(self, clauses: bytes) -> Vector:
        """How many explicit colours of each alphabet there are."""
        return tuple([len({*clauses[a :: self.alphabets]} - {STAR}) for a in range(self.alphabets)])

    def stars(self, clauses: bytes) -> int:
        """The columns with a star."""
        return sum(bit for j, bit in enumerate(self.bits) if STAR in clauses[j :: self.pegs])

    def ways(self, stars: int, left: Vector) -> int:
        """How many secrets a clause with stars in these columns stands for."""
        if not stars:
            return 1
        column, total = stars & -stars, 0
        for i, m in enumerate(left):
            if m and self.kinds[i] & column:
                rest = tuple(m - (i == j and self.distinct) for j, m in enumerate(left))
                total += m * self.ways(stars ^ column, rest)
        return total

    def excluded(self, e: int, gained: Array, weights: Array) -> Array:
        """The number e of the excluded colours of parts [...], where the pattern has number e.

        gained: how many colours a part excludes in each alphabet, [..., alphabet].
        """
        if not self.exact:
            return np.full(gained.shape[:-1], self.start)
        after = np.minimum(self.cap, gained + self.levels[e])
        return np.asarray((after * weights).sum(axis=-1) if self.alphabets > 1 else after[..., 0])

    def fits(self, left: Vector) -> Array:
        """Flags [e, set of columns]: whether there are enough colours for blanks there.

        Such are excluded colours, and implicit ones of kinds without those columns.
        """
        table, sets = np.ones((len(self.levels), self.sets), dtype=bool), np.arange(self.sets)
        for (a, own), some in product(enumerate(self.owned), range(1, self.sets)):
            if some & own == some:
                lacking = [i for i in self.indices if self.kinds[i] & own and some & ~self.kinds[i]]
                stock = self.levels[:, a] + sum(left[i] for i in lacking)
                enough = stock >= (some.bit_count() if self.once else 1)
                table &= enough[:, None] | (sets & some != some)
        return table

    def dropped(self, left: Vector) -> Array:
        """How many implicit colours are excluded if only some columns have stars.

        By the set of columns and the alphabet, cut at the cap.
        """
        kinds = [*zip(self.kinds, left, strict=True)]
        lost = [
            [sum(m for kind, m in kinds if kind & own and not kind & stars) for own in self.owned]
            for stars in range(self.sets)
        ]
        return np.minimum(lost, self.cap).astype(np.int8)


@dataclass(eq=False)
class Claim(Rules):
    """What the section `claim` claims, with the rules of its game."""

    objective: str
    period: int
    degree: int
    base: int
    valid_from: int
    branches: list[Branch]
    exceptions: list[tuple[int, int]]
    words: str
    symbols: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.worst = self.objective == "worst"
        # M; the degrees of S and of what is compared with G on a cell.
        self.first, most = self.base + self.pegs + self.cap, max(self.degree, self.pegs)
        self.degrees = most, 1 if self.worst else most
