"""How the least total grows with the number n of colours: its two highest coefficients.

The total is the external path length of an optimal strategy, in the readings exact and with;
docs/growth.md proves what is computed here.  A *state* is a pattern of which only the *heads* are
kept, the clauses with the most stars, h of them, and the *ghosts*, those with h - 1 stars.  With y
implicit colours its total is

    |heads| h / ((h + 1) p) * y^(h + 1)  +  Phi * y^h  +  O(y^(h - 1)),

for h = 0 without an error term, and Phi is the least that a *wait* (p new colours, again and again
until one is hit) or a question with old colours gives.  Phi of the full pattern is the second
coefficient of the game.

All values are integers, multiples of 1 / unit: 2 p! p^p is a denominator of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import final

import numpy as np
from numpy.typing import NDArray

from masetproof.arguments import as_count, counted
from masetproof.checker.counting import size_bounds
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.games.rules import Game
from masetproof.patterns.isomorphism import canonical
from masetproof.patterns.pattern import MasetPattern, pattern_of
from masetproof.patterns.questions import non_isomorphic_questions
from masetproof.patterns.split import new_colours, split
from masetproof.progress import Interrupted, Progress, Tick, as_progress, no_tick, silent
from masetproof.words import EXTRA, MAX_PEGS, STAR, Word

_MOST_PEGS = 4
"""With more pegs the second coefficient is not computed."""
_MOST_STARS = 2
"""Single clauses with so many stars are searched for the tables."""
_MOST_COUNTED = 1_000
"""The most heads in the tables of bounds by counts."""
_TURN = 1_000
"""The two searches take turns; a turn is so many questions."""
_WAIT: Word = ()
"""Stands for the wait among questions."""
_UNLIMITED = 1 << 62


@final
@dataclass(frozen=True)
class Growth:
    """How the least total of a game grows with the number n of colours.

    It is leading * n^(p+1) + second * n^p + O(n^(p-1)), where second is from second_lower to
    second_upper; None where nothing is known.  states: how many states were bounded.
    """

    game: PegGame
    pegs: int
    leading: Fraction
    second_lower: Fraction | None
    second_upper: Fraction | None
    states: int

    def __repr__(self) -> str:
        second = "open" if self.second is None else self.second
        terms = f"leading {self.leading}, second {second}"
        return f"<Growth of {self.game.name}, {counted(self.pegs, 'peg')}: {terms}>"

    @property
    def second(self) -> Fraction | None:
        """The second coefficient where its bounds meet, otherwise None."""
        return self.second_lower if self.second_lower == self.second_upper else None


def growth(game: Game | str, pegs: int, *, progress: Progress = silent) -> Growth:
    """The two highest coefficients of the least total, which are theorems (docs/growth.md).

    The leading one is known for 1 to 8 pegs.  The second one is computed for Mastermind and the AB
    game: with up to three pegs in seconds.  With four its bounds improve until they meet, or until
    a `KeyboardInterrupt` comes, which becomes `Interrupted` with the bounds so far.  `Refused` for
    other games and numbers of pegs.

    >>> growth("mastermind", 2).second
    Fraction(17, 8)
    """
    game, progress = as_peg_game(game), as_progress(progress)
    pegs = as_count(pegs, "the number of pegs", 1, MAX_PEGS)
    told = game.one_kind  # an answer concerns a colour in every column
    if not told or pegs > _MOST_PEGS:
        highest = Fraction(1 if told else pegs, pegs + 1)
        return Growth(game, pegs, highest, None, None, 0)
    counts, full = Counts(game, pegs), MasetPattern.full(pegs)
    lower, upper, is_large = counts.lower(pegs, 1, 0), _UNLIMITED, pegs == _MOST_PEGS
    below, above, width = Search(counts, ghosts=not is_large), Search(counts, width=1), 1

    def known() -> Growth:
        low, high = Fraction(lower, counts.unit), Fraction(upper, counts.unit)
        states, least = len(below.bounds) + len(above.bounds), Fraction(1, pegs + 1)
        return Growth(game, pegs, least, low, None if upper == _UNLIMITED else high, states)

    def tick() -> None:
        most = "" if upper == _UNLIMITED else f"; at most {upper / counts.unit:.4f}"
        done = len(below.bounds) + len(above.bounds)
        progress(f"at least {lower / counts.unit:.4f}{most}; states", done, 0)

    try:
        while lower < upper:
            limit = lower + lower // (100 if is_large else 2) + 1
            lower = below.turn(full, limit, tick) or lower
            if full in below.settled:
                if below.ghosts:
                    upper = lower
                else:
                    below = Search(counts)
            if is_large and (value := above.turn(full, _UNLIMITED, tick)):
                upper, width = min(upper, value), 2 * width
                above = Search(counts, width=width)
    except KeyboardInterrupt:
        raise Interrupted(known()) from None
    return known()


def shape(pattern: MasetPattern) -> tuple[int, int, int]:
    """The most stars of a clause, how many clauses have them, and how many have one less."""
    histogram = pattern.star_histogram
    stars = max(place for place, clauses in enumerate(histogram) if clauses)
    return stars, histogram[stars], histogram[stars - 1] if stars else 0


@final
class Counts:
    """Lower bounds of Phi by numbers of heads and ghosts ("4. The search" in docs/growth.md).

    tables: for each h bounds for 0, 1, ... heads, a convex sequence, as the argument needs.
    """

    def __init__(self, game: PegGame, pegs: int) -> None:
        self.game, self.pegs = game, pegs
        self.unit: int = 2 * factorial(pegs) * pegs**pegs
        self.tables = [size_bounds(pegs, _MOST_COUNTED) * self.unit]
        for stars in range(1, pegs + 1):
            self.tables.append(self._starred(stars, 0))
            if stars < pegs and stars <= _MOST_STARS:
                clause = (*range(pegs - stars), *[STAR] * stars)
                single = Search(self).settle(MasetPattern.of([clause]))
                self.tables[stars] = self._starred(stars, single)

    def lower(self, stars: int, heads: int, ghosts: int) -> int:
        """A lower bound of Phi."""
        table = self.tables[stars]
        most = len(table) - 1
        bound = int(table[min(heads, most)]) * max(heads, most) // most
        return bound + self.beside(stars, heads, ghosts)

    def beside(self, stars: int, heads: int, ghosts: int) -> int:
        """The least that ghosts add."""
        company = self.unit // self.pegs if stars == heads == 1 and ghosts else 0
        return company + self.highest(ghosts, stars - 1)

    def highest(self, clauses: int, stars: int) -> int:
        """The highest coefficient of some clauses with that many stars; 0 where they have none."""
        return clauses * stars * self.unit // ((stars + 1) * self.pegs) if stars > 0 else 0

    def fixed(self, stars: int, heads: int, second: int) -> int:
        """What a wait costs beside the parts of what is hit, times stars * pegs.

        second: of the number of secrets the coefficient of y^(stars - 1).
        """
        halves = heads * stars * stars * self.pegs * self.unit // 2
        return halves + (second - heads * stars * (stars - 1) * self.pegs) * self.unit

    def lower_wait(self, stars: int, heads: int, ghosts: int) -> int:
        """A lower bound of what a wait gives."""
        pegs, pairs = self.pegs, stars * (stars - 1) // 2
        taken = sum(map(self.game.colours_taken, range(stars)))
        total = self.fixed(stars, heads, ghosts - heads * taken)
        twice, hits = heads * pairs * (pegs - 1), ghosts * (stars - 1)
        total += self.highest((twice + hits) * pegs, stars - 2)
        if pegs > 1:
            total += self.lower(stars - 1, heads * stars, 0)
            total += self.lower(stars - 1, heads * stars * (pegs - 1), 0)
        return total // (stars * pegs)

    def _starred(self, stars: int, single: int) -> NDArray[np.int64]:
        """Lower bounds for 0, 1, ... heads with that many stars, as for `tables`.

        single: what one costs at least, if more is known than by counts; else 0.
        """
        table = [0]
        for heads in range(1, _MOST_COUNTED + 1):
            bounds = [self.lower_wait(stars, heads, 0)]
            for old in range(1, self.pegs + 1):
                pins = min(old, self.pegs - stars)
                parts = min(heads, (pins + 1) * (pins + 2) // 2)
                if parts > 1:
                    size, more = divmod(heads, parts)
                    evenly = table[size] * (parts - more) + (more and table[size + 1] * more)
                    bounds.append(heads * old * self.unit // self.pegs + evenly)
            table.append(max(min(bounds), heads * single))
            back = 1  # earlier bounds are lowered until the table is convex
            while True:
                start = heads - back
                slope = (table[heads] - table[start]) // back
                if not start or slope >= table[start] - table[start - 1]:
                    break
                back += 1
            table[start + 1 :] = [table[start] + slope * place for place in range(1, back + 1)]
        return np.array(table, np.int64)


class _TurnOver(Exception):
    """It is the turn of another search."""


@final
class Search:
    """The values Phi of states, found by trying questions.

    width: try only so many of the questions that look best, which gives an upper bound; None: all.
    ghosts: whether they stay beside heads.  If not, they count with the least that they add, which
        gives a lower bound with fewer states.
    bounds: for each state a number that is at most the value sought.
    settled: the states whose bound is this value.
    """

    def __init__(self, counts: Counts, *, width: int | None = None, ghosts: bool = True) -> None:
        self.counts, self.width, self.ghosts = counts, width, ghosts
        self.game, self.pegs, self.unit = counts.game, counts.pegs, counts.unit
        self.bounds: dict[MasetPattern, int] = {}
        self.settled: set[MasetPattern] = set()
        self._left, self._tick = _TURN, no_tick

    def turn(self, state: MasetPattern, limit: int, tick: Tick = no_tick) -> int | None:
        """`least`, or None when it is not found in one turn; the next call continues."""
        self._left, self._tick = _TURN, tick
        try:
            return self.least(state, limit)
        except _TurnOver:
            return None

    def settle(self, pattern: MasetPattern) -> int:
        """Phi of a pattern, or the bound that this search gives, however long it takes."""
        state = self.state(pattern)
        while state not in self.settled:
            self.turn(state, 2 * self.lower(state))
        return self.bounds[state]

    def least(self, state: MasetPattern, limit: int) -> int:
        """Phi of a state if it is below *limit*; otherwise a lower bound that is not."""
        if (known := self.lower(state)) >= limit or state in self.settled:
            return known
        best = limit
        for lower, question in self._candidates(state, limit):
            if lower >= best:
                break
            self._tick()
            self._left -= 1
            if self._left < 0:
                raise _TurnOver
            best = min(best, self._cost(state, question, best))
        if best < limit:
            self.settled.add(state)
        self.bounds[state] = best
        return best

    def lower(self, state: MasetPattern) -> int:
        """The best lower bound of Phi so far."""
        if state not in self.bounds:
            self.bounds[state] = self.counts.lower(*shape(state))
            if shape(state)[:2] == (0, 1):
                self.settled.add(state)
        return self.bounds[state]

    def _cost(self, state: MasetPattern, question: Word, limit: int) -> int:
        """The coefficient that a question or a wait gives; from *limit* on a bound, as `least`."""
        stars, heads, _ = shape(state)
        first, pegs = state.colours, self.pegs
        if question != _WAIT:
            *parts, _won = split(state, question, self.game)
            fixed = heads * (pegs - stars * new_colours(state, question)) * self.unit // pegs
            return self._sum(fixed, parts, stars, limit)
        _unhit, *parts, _won = split(state, tuple(range(first, first + pegs)), self.game)
        second = state.secrets_polynomial(self.game)[stars - 1]
        fixed, times = self.counts.fixed(stars, heads, second), stars * pegs
        return -(-self._sum(fixed, parts, stars - 1, limit * times) // times)

    def _sum(self, total: int, parts: Iterable[MasetPattern], degree: int, limit: int) -> int:
        """Add the coefficients of y^degree of parts, or bounds of them once *limit* is reached."""
        states = []
        for part in filter(None, parts):
            stars, heads, ghosts = shape(part)
            if stars == degree:
                states.append(self.state(part))
                total += 0 if self.ghosts else self.counts.beside(stars, heads, ghosts)
            elif stars == degree - 1:
                total += self.counts.highest(heads, stars)
        states.sort(key=self.lower)
        bounds = [self.lower(state) for state in states]
        total += sum(bounds)
        for state, bound in zip(states, bounds, strict=True):
            if total >= limit:
                break
            total += self.least(state, limit - total + bound) - bound
        return total

    def state(self, part: MasetPattern) -> MasetPattern:
        """The state of a part, in canonical form."""
        least = shape(part)[0] - self.ghosts
        rows = tuple(row for row in part.clauses if row.count(STAR) >= least)
        return canonical(pattern_of(rows).normalize()[0]).form

    def _candidates(self, state: MasetPattern, limit: int) -> list[tuple[int, Word]]:
        """The wait and the questions that may give less than *limit*, with lower bounds."""
        (stars, heads, ghosts), pegs = shape(state), self.pegs
        wait = self.counts.lower_wait(stars, heads, ghosts) if stars else 0
        found = [(wait, wait, _WAIT)] if stars else []
        rows = sorted(state.clauses, key=lambda row: -row.count(STAR))
        # With a width, only colours of heads are asked again, and ghosts are not freed.
        known = state if self.width is None else pattern_of(tuple(sorted(rows[:heads])))
        if len(known.clauses) > 1:
            base, first = known.normalize()[0], known.colours
            names = np.arange(EXTRA + 1, dtype=np.uint8)
            names[first : first + pegs] = range(state.colours, state.colours + pegs)
            names[:first] = known.occurring
            # A question of new colours alone gives no less than the wait.
            table = non_isomorphic_questions(base, self.game, max_new=pegs - 1 if stars else 0)
            words = names[table.cells]
            answers = self.game.numbers(np.array(rows, dtype=np.uint8), words)
            new, kinds = (
                table.new.astype(np.int64),
                range(len(self.game.answers(pegs)) - (not stars)),
            )
            count = np.array([(answers[:heads] == kind).sum(axis=0) for kind in kinds])
            beside = np.array([(answers[heads:] == kind).sum(axis=0) for kind in kinds])
            useful = count.max(axis=0) < heads
            if stars and self.width is None:
                together = beside[answers[0], np.arange(len(table))]
                useful |= stars * heads * (pegs - new) < ghosts - together
            cost = heads * (pegs - stars * new) * (self.unit // pegs)
            cost += (ghosts + stars * new * heads) * self.counts.highest(1, stars - 1)
            cost += self.counts.tables[stars][np.minimum(count, _MOST_COUNTED)].sum(axis=0)
            if stars == 1:
                cost += ((count == 1) & (beside > 0)).sum(axis=0) * (self.unit // pegs)
            useful &= (table.cells < first).any(axis=1) & (cost < limit)
            # What looks best has few new ghosts, as they cost more than is certain.
            looks = cost if self.width is None else cost + heads * new * (self.unit // pegs)
            columns = (column[useful].tolist() for column in (looks, cost, words))
            found += [
                (first, lower, tuple(word)) for first, lower, word in zip(*columns, strict=True)
            ]
        return sorted(one[1:] for one in sorted(found)[: self.width])
