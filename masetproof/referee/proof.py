"""What the members cost at least, for every number of implicit colours.

Up to some number of colours the bounds are computed one after the other: a member costs at least
what the cheapest question does, a question the number of secrets and what its parts do, a part what
the best of its covers does, a cover the sum of its groups and of what counts say of its other
clauses.  From the base on each member has on each class modulo the period a polynomial, which goes
through the computed bounds; no question costs less, as the Newton differences show.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .counting import count_table, size_bounds, with_tails
from .questions import Ints, Split, left_over, split
from .reading import STAR, Certificate, Listed, Rejected

Progress = Callable[[str, int, int], None]
Cover = tuple[int, tuple[int, ...]]  # the place of what counts say, and members
MOST_ROWS = 8_000_000


class Asked(NamedTuple):
    """Questions on a member, in columns; questions that are bounded alike are one.

    new: int64[questions], new colours.  part: int64[questions], the first cover of the first part
    of each.  first: int64[parts], the first cover of each part.  shift: int64[covers], new colours
    of its question.  counts: int64[covers], the place in `Proof.kinds` of what counts say of it.
    groups: int64[covers, most groups], members, and after them the number of members.
    """

    new: Ints
    part: Ints
    first: Ints
    shift: Ints
    counts: Ints
    groups: Ints


class Proof:
    """The proof of a certificate: `bound` says what the whole game costs at least."""

    def __init__(self, said: Certificate, progress: Progress) -> None:
        self.said, self.progress = said, progress
        self.repeats = said.game == "mastermind"
        self.degree, self.beyond = said.pegs + 1, said.base + said.pegs
        self.computed = said.base + said.period * (self.degree + 1) - 1
        self.last = self.computed + said.pegs
        if said.period % said.pegs:
            raise Rejected("the period is no multiple of the number of pegs")
        if any(len(member[0]) != said.pegs for member in said.members):
            raise Rejected("a member has another number of pegs")
        if said.members[0] != ((STAR,) * said.pegs,):
            raise Rejected("the first member is not the full pattern")
        self._check_members()
        self.kinds: dict[tuple[int, int, int], int] = {}
        self.raw = 0

    def _check_members(self) -> None:
        """In the AB game no clause repeats a colour; the single clause has p - 1 stars."""
        for number, member in enumerate(self.said.members):
            for clause in member:
                colours = [cell for cell in clause if cell != STAR]
                if not self.repeats and len(set(colours)) < len(colours):
                    raise Rejected(f"member {number} repeats a colour in a clause")
        pegs = self.said.pegs
        singles = [
            number
            for number, member in enumerate(self.said.members)
            if pegs > 2 and len(member) == 1 and member[0].count(STAR) == pegs - 1
        ]
        self.single = singles[0] if singles else len(self.said.members)

    def prove(self) -> None:
        """Do all of it; `Rejected` when something does not hold."""
        self.prepare()
        self._induct()

    def prepare(self) -> None:
        """All but the induction."""
        said = self.said
        listed: dict[int, dict[tuple[int, ...], Listed]] = {}
        for one in said.questions:
            if one.member >= len(said.members):
                raise Rejected(f"line {one.line}: there is no member {one.member}")
            if listed.setdefault(one.member, {}).setdefault(one.question, one) is not one:
                raise Rejected(f"line {one.line}: the question is there twice")
        asked = []
        for number, member in enumerate(said.members):
            asked.append(self._asked(member, listed.get(number, {})))
            self.progress("questions", number + 1, len(said.members))
            if sum(len(one.first) for one in asked) > MOST_ROWS:
                raise Rejected("too many questions")
        self.asked = asked
        self._compute()

    # ------------------------------------------------------------------------------- questions

    def _kind(self, stars: Ints) -> int:
        """The place of what counts say of clauses with these numbers of stars."""
        pegs, singles = self.said.pegs, 0
        if pegs > 2 and self.single < len(self.said.members):
            singles = int(stars[pegs - 1])
        return self.kinds.setdefault((int(stars[1]), int(stars[0]), singles), len(self.kinds))

    def _asked(
        self, member: tuple[tuple[int, ...], ...], listed: dict[tuple[int, ...], Listed]
    ) -> Asked:
        """All questions on a member, with the covers that are given."""
        seen: set[tuple[int, tuple[int, ...]]] = set()
        new, part, first, shift, counts = (list[int]() for _ in range(5))
        groups: list[tuple[int, ...]] = []
        used = 0

        def enter(one: int, parts: list[list[Cover]]) -> None:
            new.append(one)
            part.append(len(first))
            for covers in parts:
                first.append(len(counts))
                for kind, members in covers:
                    shift.append(one)
                    counts.append(kind)
                    groups.append(members)

        for some in split(member, self.said.pegs, repeats=self.repeats):
            self.raw += len(some.questions)
            lost = some.counts[:, :-1]  # the last answer wins
            kinds, places = np.unique(
                lost.reshape(-1, self.said.pegs + 1), axis=0, return_inverse=True
            )
            numbers = np.array([self._kind(stars) for stars in kinds])
            plain = np.sort(numbers[places.reshape(lost.shape[:2])], axis=1)
            for row, question in enumerate(map(tuple, some.questions.tolist())):
                if question in listed:
                    used += 1
                    enter(some.new, self._covers(some, row, listed[question]))
                    continue
                key = some.new, tuple(plain[row].tolist())
                if key not in seen:
                    seen.add(key)
                    enter(some.new, [[(kind, ())] for kind in key[1]])
        if used < len(listed):
            line = min(one.line for one in listed.values())
            raise Rejected(f"line {line}: a question on its member tells nothing, or is none")
        most = max(map(len, groups))
        nobody = len(self.said.members)
        filled = [(*one, *[nobody] * (most - len(one))) for one in groups]
        columns = [np.array(column, np.int64) for column in (new, part, first, shift, counts)]
        columns.append(np.array(filled, np.int64).reshape(len(groups), most))
        return Asked(*columns)

    def _covers(self, some: Split, row: int, listed: Listed) -> list[list[Cover]]:
        """For each part of a question the covers, by counts alone first."""
        parts = []
        count = some.counts.shape[1] - 1
        if max(listed.covers, default=0) >= count:
            raise Rejected(f"line {listed.line}: an answer that is none, or wins")
        for answer in range(count):
            stars = some.counts[row, answer]
            covers: list[Cover] = [(self._kind(stars), ())]
            given = listed.covers.get(answer, [])
            if given:
                clauses = [*map(tuple, some.clauses[some.answers[row] == answer].tolist())]
                for groups in given:
                    left = left_over(clauses, groups, self.said.members, listed.line)
                    rest = np.bincount(
                        [clause.count(STAR) for clause in left], minlength=len(stars)
                    )
                    covers.append((self._kind(rest), tuple(group.member for group in groups)))
            if covers[0] != (self._kind(0 * stars), ()) or given:
                parts.append(covers)
        return parts or [[(self._kind(0 * some.counts[row, 0]), ())]]

    # ---------------------------------------------------------------------------------- values

    def _sizes(self, colours: Ints) -> Ints:
        """The numbers of secrets of members: int64[members, colours]."""
        sizes = []
        for member in self.said.members:
            stars = np.bincount([clause.count(STAR) for clause in member])
            ways = [self._ways(count, colours) for count in range(len(stars))]
            sizes.append(sum(a * b for a, b in zip(stars.tolist(), ways, strict=True)))
        return np.array(sizes)

    def _ways(self, stars: int, colours: Ints) -> Ints:
        ways = np.ones_like(colours)
        for taken in range(stars):
            ways = ways * (colours if self.repeats else np.maximum(colours - taken, 0))
        return ways

    def _compute(self) -> None:
        """The bounds of members, int64[members + 1, m], and of counts, int64[kinds, m]."""
        said, width = self.said, self.last + 1
        known = said.base - said.base % said.pegs + said.pegs
        table = count_table(said.pegs, said.clauses, said.secrets, known)
        table = with_tails(said.pegs, table, self.last)
        kinds = np.array([*self.kinds])
        clauses = np.minimum(kinds[:, 0], said.clauses)
        beyond = np.maximum(kinds[:, 1] - said.secrets, 0)
        more = self._more_secrets(int(beyond.max()))
        plain = table[clauses, kinds[:, 1] - beyond] + more[beyond][:, None]
        self.plain, self.counts = plain, plain.copy()
        self.least = np.zeros((len(said.members) + 1, width), np.int64)
        self.secrets = self._sizes(np.arange(width))
        for m in range(self.computed + 1):
            for number in np.argsort(self.secrets[:, m], kind="stable").tolist():
                size = int(self.secrets[number, m])
                self.least[number, m] = size if size < 2 else size + self._cheapest(number, m)
                if number == self.single:
                    self.counts[:, m] = plain[:, m] + kinds[:, 2] * self.least[number, m]
            self.progress("values", m + 1, self.computed + 1)
        self.claims = {
            residue: newton(self.least[:, start : self.computed + 1 : said.period])
            for residue, start in enumerate(range(said.base, said.base + said.period))
        }
        for (member, residue), less in said.lowered.items():
            if (
                member >= len(said.members)
                or residue >= said.period
                or len(less) != self.degree + 1
            ):
                raise Rejected(f"no member {member}, or no class or degree, that could be lowered")
            self.claims[residue][member] -= less
        self.extend()

    def extend(self) -> None:
        """From the base on, the polynomials take the place of what was computed.

        They are no more than that for the first period, and from the base + p on the induction
        proves them.
        """
        kinds = np.array([*self.kinds])
        for m in range(self.said.base, self.last + 1):
            t, residue = divmod(m - self.said.base, self.said.period)
            steps = self.claims[residue]
            self.least[:, m] = sum(steps[:, i] * comb(t, i) for i in range(self.degree + 1))
            self.counts[:, m] = self.plain[:, m] + kinds[:, 2] * self.least[self.single, m]

    def value(self, n: int) -> int:
        """What the whole game with n colours costs at least."""
        if n < self.said.base:
            return int(self.least[0, n])
        t, residue = divmod(n - self.said.base, self.said.period)
        return sum(int(step) * comb(t, i) for i, step in enumerate(self.claims[residue][0]))

    def _more_secrets(self, beyond: int) -> Ints:
        """What secrets beyond those of the table cost at least."""
        sizes = size_bounds(self.said.pegs, self.said.secrets + beyond)
        more: Ints = sizes[self.said.secrets :] - sizes[self.said.secrets]
        return more

    def _cheapest(self, number: int, m: int) -> int:
        """The least that the parts of a question cost."""
        asked = self.asked[number]
        before = m - asked.shift
        covers = self.counts[asked.counts, before]
        covers = covers + self.least[asked.groups, before[:, None]].sum(axis=1)
        parts = np.maximum.reduceat(covers, asked.first)
        totals = np.add.reduceat(parts, asked.part)
        return int(totals[asked.new <= m].min())

    # ------------------------------------------------------------------------------- induction

    def _induct(self) -> None:
        """No question costs less than the polynomials say, from the base + p on."""
        for member, residue, _ in self.shortfalls():
            raise Rejected(
                f"a question on member {member} costs less than it for some m = "
                f"{self.said.base + residue} mod {self.said.period}"
            )

    def shortfalls(self) -> Iterator[tuple[int, int, Ints]]:
        """Members and classes where a question costs less, and the least differences of each."""
        said, order = self.said, np.arange(self.degree + 1) * self.said.period
        for m in range(self.beyond, self.beyond + said.period):
            points, residue = m + order, (m - said.base) % said.period
            for member, asked in enumerate(self.asked):
                before = points - asked.shift[:, None]
                covers = self.counts[asked.counts[:, None], before]
                covers = covers + self.least[asked.groups[:, :, None], before[:, None]].sum(axis=1)
                parts = np.add.reduceat(best(newton(covers), asked.first), asked.part, axis=0)
                own = newton(self.secrets[member, points] - self.least[member, points])
                excess = parts + own
                if (excess < 0).any():
                    yield member, residue, excess.min(axis=0)
            self.progress("induction", m - self.beyond + 1, said.period)


def newton(values: Ints) -> Ints:
    """Newton differences along the last axis."""
    rows = [values[..., 0]]
    while values.shape[-1] > 1:
        values = np.diff(values, axis=-1)
        rows.append(values[..., 0])
    return np.stack(rows, axis=-1)


def best(covers: Ints, first: Ints) -> Ints:
    """Of each part the cover that is greatest for large m; any one is allowed."""
    part = np.zeros(len(covers), np.int64)
    part[first] = 1
    part = np.cumsum(part) - 1
    order = np.lexsort((*covers.T, part))
    last = np.r_[first[1:], len(covers)] - 1
    chosen: NDArray[np.int64] = covers[order[last]]
    return chosen


def value_of(branches: list[tuple[Fraction, ...]], n: int) -> Fraction:
    """The formula at n."""
    return sum((c * n**i for i, c in enumerate(branches[n % len(branches)])), Fraction(0))
