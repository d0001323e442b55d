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

from collections.abc import Callable
from itertools import chain, compress, groupby
from math import comb
from typing import NamedTuple

import numpy as np

from .cells import differences
from .counting import NEVER, count_table, size_bounds, with_tails
from .members import left_over, split
from .reading import Budget, Progress, Rejected
from .rules import STAR, Ints, Rules
from .shortreading import Certificate, Clause, Listed
from .splitting import distinct

Cover = tuple[int, ...]  # rows of bounds: what counts say, and members


class MemberQuestions(NamedTuple):
    """Questions on some members, as flat arrays; of questions with the same bounds there is one.

    Each question has parts, each part covers, each cover bounds to be added.  member, new:
    int64[questions], the member and new colours.  parts, covers, bounds: where the parts of each
    question, the covers of each part and the bounds of each cover begin.  rows: int64[bounds], the
    row of each bound in `ShortVerification.bounds`.  shift: int64[bounds], the new colours of its
    question.
    """

    member: Ints
    new: Ints
    parts: Ints
    covers: Ints
    bounds: Ints
    rows: Ints
    shift: Ints

    def has_covers(self) -> bool:
        return len(self.covers) < len(self.rows)

    def best_sums(self, values: Ints, best: Callable[[Ints, Ints], Ints]) -> Ints:
        """For each question the sum over its parts.

        values: of all bounds.  best: chooses the value of each part from those of its covers.
        """
        if self.has_covers():
            values = best(np.add.reduceat(values, self.bounds, axis=0), self.covers)
        sums: Ints = np.add.reduceat(values, self.parts, axis=0)
        return sums


def listed_questions(member: int, new: int, asked: list[list[list[Cover]]]) -> MemberQuestions:
    """Questions whose parts have these covers."""
    parts = [*chain.from_iterable(asked)]
    covers = [*chain.from_iterable(parts)]
    rows = np.array([*chain.from_iterable(covers)])
    begin = [np.cumsum([0, *map(len, some)])[:-1] for some in (asked, parts, covers)]
    own, shift = np.zeros(len(asked), np.int64), np.full(len(rows), new)
    return MemberQuestions(own + member, own + new, begin[0], begin[1], begin[2], rows, shift)


def plain_questions(member: int, new: int, kinds: Ints) -> MemberQuestions:
    """Questions whose parts, int64[questions, parts], are bounded by counts alone."""
    count, each = kinds.shape
    own, every = np.zeros(count, np.int64), np.arange(kinds.size)
    parts, shift = each * np.arange(count), np.full(kinds.size, new)
    return MemberQuestions(own + member, own + new, parts, every, every, kinds.ravel(), shift)


def together(pieces: list[MemberQuestions]) -> MemberQuestions:
    """All questions of these."""
    columns = [*zip(*pieces, strict=True)]
    for place in (2, 3, 4):  # where parts, covers and bounds begin: after those of earlier pieces
        ahead = np.cumsum([0, *map(len, columns[place + 1])]).tolist()
        pairs = zip(columns[place], ahead[:-1], strict=True)
        columns[place] = tuple(starts + before for starts, before in pairs)
    return MemberQuestions(*map(np.concatenate, columns))


class ShortVerification:
    """Verifies a short proof; after `prove`, `value` has the lower bound of the whole game."""

    def __init__(self, said: Certificate, progress: Progress) -> None:
        self.said, self.progress = said, progress
        self.rules, self.budget = Rules(said.game, said.pegs, "with"), Budget()
        self.degree, self.beyond = said.pegs + 1, said.base + said.pegs
        self.computed = said.base + said.period * (self.degree + 1) - 1
        self.last = self.computed + said.pegs
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
        self._spend(500 * said.base * (said.clauses + 1) * (said.secrets + 3 * said.clauses))
        self._spend(50 * self.last * len(said.members))

    def _spend(self, steps: int) -> None:
        """Count steps of some 50 ns."""
        self.budget.spend(50 * steps)

    def prove(self) -> None:
        """Compute all bounds, and make the induction; `Rejected` when that fails."""
        said = self.said
        listed: dict[int, dict[Clause, Listed]] = {}
        for one in said.questions:
            if one.member >= len(said.members):
                raise Rejected(f"line {one.line}: there is no member {one.member}")
            if listed.setdefault(one.member, {}).setdefault(one.question, one) is not one:
                raise Rejected(f"line {one.line}: the question is there twice")
        asked: dict[tuple[int, bool], list[MemberQuestions]] = {}
        for number, member in enumerate(said.members):
            for piece in self._asked(number, listed.get(number, {})):
                asked.setdefault((len(member), piece.has_covers()), []).append(piece)
            self.progress("members split", number + 1, len(said.members))
        # Those on members with as many clauses together, and few clauses first.
        groups = groupby(sorted(asked), key=lambda key: key[0])
        self.asked = [[together(asked[key]) for key in keys] for _, keys in groups]
        self._compute()
        self._induct()

    # ------------------------------------------------------------------------------- questions

    def _kind(self, stars: list[int]) -> int:
        """The row for the count lemma's bound of clauses; stars: how many have 0, 1, ... stars."""
        singles = 0 if self.single is None else stars[self.said.pegs - 1]
        number = self.kinds.setdefault((stars[1], stars[0], singles), len(self.kinds))
        return len(self.said.members) + number

    def _asked(self, number: int, listed: dict[Clause, Listed]) -> list[MemberQuestions]:
        """All questions on a member, with the covers that the certificate lists."""
        pieces, digits = list[MemberQuestions](), 64 ** np.arange(self.said.pegs)
        # Questions as integers; -1 is none of them, so that there is one at least.
        names = np.sort([-1, *(np.array([*listed]).reshape(-1, self.said.pegs) @ digits)])
        colours = len({*self.packed[number]})
        self._spend(20 * (colours + self.said.pegs) ** self.said.pegs)
        for some in split(self.rules, self.said.members[number]):
            self.raw += len(some.questions)
            self._spend(10 * some.answers.size + 100 * len(some.questions))
            lost = some.counts[:, :-1]  # the last answer wins
            # One integer for each row of p + 1 <= 4 counts, which are below 2^15: 256 clauses of a
            # member at most, of which new colours make up to 4^3 each.
            packed = lost @ (1 << 15 * np.arange(self.said.pegs + 1))
            _, first, places = np.unique(packed, return_index=True, return_inverse=True)
            stars = lost.reshape(-1, lost.shape[2])[first]
            kinds = np.array([*map(self._kind, stars.tolist())])[places.reshape(packed.shape)]
            codes = some.questions @ digits
            is_listed = names.take(np.searchsorted(names, codes), mode="clip") == codes
            clauses = [*map(bytes, some.clauses)]
            facts = [x[is_listed].tolist() for x in (some.questions, kinds, some.answers)]
            if covers := [
                self._covers(clauses, listed.pop(tuple(question)), plain, told)
                for question, plain, told in zip(*facts, strict=True)
            ]:
                pieces.append(listed_questions(number, some.new, covers))
            others = np.sort(kinds[~is_listed], axis=1)
            others = others[distinct(others.view(np.uint64))[0]]
            pieces.append(plain_questions(number, some.new, others))
        if listed:
            line = min(one.line for one in listed.values())
            raise Rejected(f"line {line}: a question on its member tells nothing, or is none")
        self._spend((self.last + 100) * sum(len(piece.rows) for piece in pieces))
        return pieces

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
        known = said.base - said.base % said.pegs + said.pegs
        self.progress("bounds by counts", 0, 1)
        table = count_table(said.pegs, said.clauses, said.secrets, known)
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
            for asked in self.asked:
                self._bound(asked, m)
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

    def _bound(self, asked: list[MemberQuestions], m: int) -> None:
        """Bound the members that are asked, from what their questions cost."""
        size, cheapest = self.secrets[:, m], np.full(len(self.secrets), NEVER)
        here = np.zeros(len(size), dtype=bool)
        for some in asked:
            totals = some.best_sums(self.bounds[some.rows, m - some.shift], np.maximum.reduceat)
            may_be, here[some.member] = some.new <= m, True
            np.minimum.at(cheapest, some.member[may_be], totals[may_be])
        self.least[here, m] = np.where(size < 2, size, size + cheapest)[here]
        if self.single is not None and here[self.single]:
            self.counts[:, m] += self.singles * self.least[self.single, m]

    # ------------------------------------------------------------------------------- induction

    def _induct(self) -> None:
        """Reject unless from base + p on no question costs less than the polynomials."""
        said, order = self.said, np.arange(self.degree + 1) * self.said.period
        for m in range(self.beyond, self.beyond + said.period):
            points = m + order
            own = differences(self.secrets[:, points] - self.least[:, points])
            for asked in chain.from_iterable(self.asked):
                values = self.bounds[asked.rows[:, None], points - asked.shift[:, None]]
                parts = asked.best_sums(differences(values), best)
                less = (parts + own[asked.member] < 0).any(axis=1)
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
