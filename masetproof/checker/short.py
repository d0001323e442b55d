"""Lower bounds of the members of a short proof, for every number of implicit colours.

Up to some number of colours the bounds are computed one after the other:

- of a member the least bound of all its questions;
- of a question its number of secrets and the sum of the bounds of its parts;
- of a part the greatest bound of its covers;
- of a cover the sum of the bounds of its groups, which are members, and of the count lemma's bound
  (`counting`) of the clauses in no group.

From the base on each member has on each class modulo the period a polynomial, which goes through
the first computed bounds; no question costs less, as the Newton differences show.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain, compress
from math import comb
from typing import NamedTuple

import numpy as np

from .cells import differences
from .counting import NEVER, count_table, size_bounds, with_tails
from .members import JointSplit, left_over, split_together
from .reading import Budget, Progress, Rejected
from .rules import STAR, Array, Ints, Rules
from .shortreading import Certificate, Clause, Listed
from .splitting import distinct

MOST_TOGETHER = 1 << 16  # bounds of questions
MOST_COUNTED = 48  # the bounds by counts are computed up to about as many colours
Cover = tuple[int, ...]  # rows of bounds: what counts say, and members


class PlainQuestions(NamedTuple):
    """Questions on some members with as many new colours whose parts are bounded by counts alone.

    Of questions with the same bounds there is one.  member: int32[questions].  rows: int32[parts,
    questions], the row of each bound in `ShortVerification.bounds`.
    """

    new: int
    member: Array
    rows: Array

    def best_sums(self, values: Ints, best: Callable[[Ints, Ints], Ints]) -> Ints:
        """For each question the sum over its parts; values: of all rows of bounds."""
        sums: Ints = reduce(np.add, (values.take(part, axis=0) for part in self.rows))
        return sums


class CoveredQuestions(NamedTuple):
    """Questions on some members with as many new colours, and their covers, as flat arrays.

    Each question has parts, each part covers, each cover bounds to be added.  member:
    int32[questions].  parts, covers, bounds: where the parts of each question, the covers of each
    part and the bounds of each cover begin.  rows: int32[bounds], as of `PlainQuestions`.
    """

    new: int
    member: Array
    parts: Array
    covers: Array
    bounds: Array
    rows: Array

    def best_sums(self, values: Ints, best: Callable[[Ints, Ints], Ints]) -> Ints:
        """The same; best: chooses the value of each part from those of its covers."""
        some = np.add.reduceat(values.take(self.rows, axis=0), self.bounds, axis=0)
        sums: Ints = np.add.reduceat(best(some, self.covers), self.parts, axis=0)
        return sums


MemberQuestions = PlainQuestions | CoveredQuestions


def covered_questions(new: int, member: Ints, asked: list[list[list[Cover]]]) -> CoveredQuestions:
    """Questions whose parts have these covers."""
    parts = [*chain.from_iterable(asked)]
    covers = [*chain.from_iterable(parts)]
    begin = [np.cumsum([0, *map(len, some)])[:-1] for some in (asked, parts, covers)]
    arrays = member, *begin, np.array([*chain.from_iterable(covers)])
    return CoveredQuestions(new, *(one.astype(np.int32) for one in arrays))


def together(pieces: list[MemberQuestions]) -> MemberQuestions:
    """All questions of these, which are of one kind and have as many new colours."""
    new, member, *columns = zip(*pieces, strict=True)
    if len(columns) > 1:  # where parts, covers and bounds begin: after those of earlier pieces
        for place in range(3):
            ahead = np.cumsum([0, *map(len, columns[place + 1])], dtype=np.int32)
            columns[place] = tuple(map(np.add, columns[place], ahead[:-1]))
    of_kind = type(pieces[0])
    joined = (np.concatenate(some, axis=-1) for some in (member, *columns))
    return of_kind(new[0], *joined)


class ShortVerification:
    """Verifies a short proof; after `prove`, `value` has the lower bound of the whole game."""

    def __init__(self, said: Certificate, progress: Progress) -> None:
        self.said, self.progress = said, progress
        self.rules, self.budget = Rules(said.game, said.pegs, "with"), Budget()
        self.degree, self.beyond = said.pegs + 1, said.base + said.pegs
        self.computed = said.base + said.period * (self.degree + 1) - 1
        self.last = self.computed + said.pegs
        most = min(said.base, MOST_COUNTED)
        self.known = most - most % said.pegs + said.pegs
        if said.period % said.pegs or said.base < said.pegs:
            raise Rejected("the period is no multiple of the number of pegs, or the base is less")
        if said.members[0] != ((STAR,) * said.pegs,):
            raise Rejected("the first member is not the full pattern")
        self.packed = [bytes(chain(*member)) for member in said.members]
        self.single: int | None = None  # the first member that is one clause of p - 1 stars
        for number, member in enumerate(said.members):
            coloured = [[cell for cell in clause if cell != STAR] for clause in member]
            if self.rules.distinct and any(len({*one}) < len(one) for one in coloured):
                raise Rejected(f"member {number} repeats a colour in a clause")
            single = said.pegs > 2 and len(member) == 1 and member[0].count(STAR) == said.pegs - 1
            if single and self.single is None:
                self.single = number
        self.kinds: dict[tuple[int, int, int], int] = {}
        self.raw = 0
        self._spend(500 * self.known * (said.clauses + 1) * (said.secrets + 3 * said.clauses))
        self._spend(50 * self.last * len(said.members))

    def _spend(self, steps: int) -> None:
        """Count steps of some 50 ns."""
        self.budget.spend(50 * steps)

    def prove(self) -> None:
        """Compute all bounds, and make the induction; `Rejected` when that fails."""
        said = self.said
        listed: dict[tuple[int, Clause], Listed] = {}
        for one in said.questions:
            if one.member >= len(said.members):
                raise Rejected(f"line {one.line}: there is no member {one.member}")
            if listed.setdefault((one.member, one.question), one) is not one:
                raise Rejected(f"line {one.line}: the question is there twice")
        self._ask(listed)
        self._compute()
        self._induct()

    # ------------------------------------------------------------------------------- questions

    def _kind(self, stars: list[int]) -> int:
        """The row for the count lemma's bound of clauses; stars: how many have 0, 1, ... stars."""
        singles = 0 if self.single is None else stars[self.said.pegs - 1]
        number = self.kinds.setdefault((stars[1], stars[0], singles), len(self.kinds))
        return len(self.said.members) + number

    def _kinds(self, counts: Ints) -> Ints:
        """The same of all parts; counts: int64[..., parts, p + 1]."""
        # One integer for each row of p + 1 <= 4 counts, which are below 2^15: 256 clauses of a
        # member at most, of which new colours make up to 4^3 each.
        packed = counts @ (1 << 15 * np.arange(self.said.pegs + 1))
        _, first, places = np.unique(packed, return_index=True, return_inverse=True)
        stars = counts.reshape(-1, counts.shape[-1])[first].tolist()
        kinds: Ints = np.array([*map(self._kind, stars)])[places.reshape(packed.shape)]
        return kinds

    def _ask(self, listed: dict[tuple[int, Clause], Listed]) -> None:
        """Set levels: for each, in the order in which bounds for the same m are found, the members
        that have theirs then, as flags, and questions.

        Level 0 has all questions with new colours, and no member; any other level the members with
        as many clauses.  Level 2 has all questions without new colours that are bounded by counts
        alone: of members, these need the bound of one clause only, `single`.
        """
        said = self.said
        sizes, rows = np.array([*map(len, said.members)]), 0
        # Questions as integers; -1 is none of them, so that there is one at least.
        self.digits = 64 ** np.arange(said.pegs + 1)
        named = np.array([(*cells, number) for number, cells in listed]).reshape(-1, said.pegs + 1)
        self.names = np.sort([-1, *(named @ self.digits)])
        self._spend(sum(20 * (len({*one}) + said.pegs) ** said.pegs for one in self.packed))
        asked: dict[tuple[int, ...], list[MemberQuestions]] = {}
        for some in split_together(self.rules, self.packed):
            self.raw += int(some.tells.sum())
            self._spend(10 * some.answers.size + 100 * some.tells.size)
            kinds = self._kinds(some.counts[:, :, :-1])  # the last answer wins
            level = 0 if some.new else int(sizes[some.members[0]])
            for piece in self._asked(some, kinds, listed):
                self._spend((self.last + 100) * piece.rows.size)
                rows += piece.rows.size
                first = min(level, 2) if isinstance(piece, PlainQuestions) else level
                key = first, some.new, len(piece), rows // MOST_TOGETHER
                asked.setdefault(key, []).append(piece)
            self.progress("questions on members", rows, rows)
        if listed:
            line = min(one.line for one in listed.values())
            raise Rejected(f"line {line}: a question on its member tells nothing, or is none")
        groups = {key: together(asked.pop(key)) for key in sorted(asked)}
        self.levels = {
            level: (sizes == level, [some for key, some in groups.items() if key[0] == level])
            for level in sorted({0, 2, *sizes.tolist()})
        }

    def _asked(
        self, some: JointSplit, kinds: Ints, listed: dict[tuple[int, Clause], Listed]
    ) -> Iterator[MemberQuestions]:
        """Some questions, with the covers that the certificate lists.

        kinds: of their parts, int64[members, questions, answers].
        """
        members = some.members.tolist()
        codes = some.questions @ self.digits[:-1] + some.members[:, None] * self.digits[-1]
        is_listed = self.names.take(np.searchsorted(self.names, codes), mode="clip") == codes
        covers = list[list[list[Cover]]]()
        places, rows = np.nonzero(some.tells & is_listed)
        clauses = [*map(bytes, some.clauses)] if len(places) else []
        for place, row in zip(places.tolist(), rows.tolist(), strict=True):
            one = listed.pop((members[place], tuple(some.questions[row].tolist())))
            own = slice(*some.first[place : place + 2].tolist())
            facts = kinds[place, row].tolist(), some.answers[row, own].tolist()
            covers.append(self._covers(clauses[own], one, *facts))
        if covers:
            yield covered_questions(some.new, some.members[places], covers)
        places, rows = np.nonzero(some.tells & ~is_listed)
        others = np.column_stack([some.members[places], np.sort(kinds[places, rows], axis=1)])
        others = others[distinct(others.view(np.uint64))[0]]
        small = others.T.astype(np.int32)
        yield PlainQuestions(some.new, small[0], small[1:])

    def _covers(
        self, clauses: list[bytes], listed: Listed, plain: list[int], answers: list[int]
    ) -> list[list[Cover]]:
        """For each part of a listed question the rows of each cover.

        The first cover has no group, *plain* has its rows; the others are those of the certificate.
        answers: of the clauses.
        """
        if max(listed.covers, default=0) >= len(plain):
            raise Rejected(f"line {listed.line}: an answer that is none, or wins")
        counts, parts = range(self.said.pegs + 1), [list[Cover]([(kind,)]) for kind in plain]
        for answer, given in listed.covers.items():
            part = [*compress(clauses, map(answer.__eq__, answers))]
            self._spend(10 * len(part) * len(given))
            for groups in given:
                left = left_over(part, groups, self.packed, listed.line)
                stars = [clause.count(STAR) for clause in left]
                rest = self._kind([*map(stars.count, counts)])
                parts[answer].append((rest, *(group.member for group in groups)))
        return parts

    # ---------------------------------------------------------------------------------- values

    def _sizes(self, colours: Ints) -> Ints:
        """The numbers of secrets of members: int64[members, colours]."""
        pegs, ways = self.said.pegs, self.rules.ways
        choices = [[ways((1 << k) - 1, (m,)) for m in colours.tolist()] for k in range(pegs + 1)]
        stars = [[clause.count(STAR) for clause in member] for member in self.said.members]
        counts = np.array([np.bincount(some, minlength=pegs + 1) for some in stars])
        sizes: Ints = counts @ np.array(choices)
        return sizes

    def _compute(self) -> None:
        """All bounds, int64[members + kinds, m]: `least` of members, `counts` of the others."""
        said, width = self.said, self.last + 1
        self._spend(200 * width * len(self.kinds))
        self.progress("bounds by counts", 0, 1)
        table = count_table(said.pegs, said.clauses, said.secrets, self.known)
        table = with_tails(said.pegs, table, self.last)
        kinds = np.array([*self.kinds])
        clauses = np.minimum(kinds[:, 0], said.clauses)
        beyond = np.maximum(kinds[:, 1] - said.secrets, 0)
        sizes = size_bounds(said.pegs, said.secrets + int(beyond.max()))
        more = sizes[said.secrets + beyond] - sizes[said.secrets]
        plain: Ints = table[clauses, kinds[:, 1] - beyond] + more[:, None]
        bounds = np.concatenate([np.zeros((len(said.members), width), np.int64), plain])
        self.bounds = np.asfortranarray(bounds)  # those of the same m are used together
        self.least, self.counts = np.split(self.bounds, [len(said.members)])
        self.plain, self.singles = plain, kinds[:, 2]
        self.secrets = self._sizes(np.arange(width))
        for m in range(self.computed + 1):
            self._bound(m)
            self.progress("numbers of colours", m + 1, self.computed + 1)
        self.claims = {
            residue: differences(self.least[:, start : self.computed + 1 : said.period])
            for residue, start in enumerate(range(said.base, said.base + said.period))
        }
        for m in range(said.base, self.last + 1):
            t, residue = divmod(m - said.base, said.period)
            steps = self.claims[residue]
            self.least[:, m] = sum(steps[:, i] * comb(t, i) for i in range(self.degree + 1))
            self.counts[:, m] = plain[:, m] + kinds[:, 2] * self.least[self.single or 0, m]

    def value(self, n: int) -> int:
        """The lower bound of the whole game with n colours."""
        if n < self.said.base:
            return int(self.least[0, n])
        t, residue = divmod(n - self.said.base, self.said.period)
        return sum(int(step) * comb(t, i) for i, step in enumerate(self.claims[residue][0]))

    def _bound(self, m: int) -> None:
        """Bound all members at m, from what their questions cost."""
        size, cheapest = self.secrets[:, m], np.full(len(self.secrets), NEVER)
        for level, (own, asked) in self.levels.items():
            for some in asked:
                if some.new <= m:
                    totals = some.best_sums(self.bounds[:, m - some.new], np.maximum.reduceat)
                    np.minimum.at(cheapest, some.member, totals)
            self.least[own, m] = np.where(size < 2, size, size + cheapest)[own]
            if level == 1 and self.single is not None:
                self.counts[:, m] += self.singles * self.least[self.single, m]

    # ------------------------------------------------------------------------------- induction

    def _induct(self) -> None:
        """Reject unless from base + p on no question costs less than the polynomials."""
        said, order = self.said, np.arange(self.degree + 1) * self.said.period
        for m in range(self.beyond, self.beyond + said.period):
            points = m + order
            own = differences(self.secrets[:, points] - self.least[:, points])
            for asked in chain(*(asked for _, asked in self.levels.values())):
                values = differences(self.bounds[:, points - asked.new])
                less = (asked.best_sums(values, best) + own[asked.member] < 0).any(axis=1)
                if less.any():
                    raise Rejected(
                        f"a question on member {asked.member[less][0]} costs less than it for some "
                        f"m = {m % said.period} mod {said.period}"
                    )
            self.progress("residue classes of the induction", m - self.beyond + 1, said.period)


def best(covers: Ints, first: Ints) -> Ints:
    """For each part the differences of the cover that is greatest for large m.

    Any cover would be allowed, as each gives a bound.
    """
    ends = np.append(first[1:], len(covers))
    order = np.lexsort((*covers.T, np.repeat(np.arange(len(first)), ends - first)))
    chosen: Ints = covers[order[ends - 1]]
    return chosen
