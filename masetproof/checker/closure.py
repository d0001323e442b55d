"""The states that are reached, their equations, and the induction.

A state is a pattern with a number of excluded colours. The certificate claims a function G for
each state, as a polynomial on each *cell* of its indices (`cells`). The induction shows on each
cell that no equation of the state falls below G, and that one attains it.

Letters are those of docs/certificates.md: P pegs, T the period, D the degree, B the base, C the cap
of excluded colours, m the indices, r the new colours of a question, S the number of secrets of a
pattern, F the least cost, G what is claimed for it.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import permutations, product, zip_longest
from math import comb
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from .cells import Cone, Forms, Trees, binomials, newton, simplex
from .closurereading import rejected
from .reading import Malformed
from .rules import LARGE, LIMIT, STAR, UNKNOWN, Array, Vector
from .splitting import Parts, Questions, answers, distinct, image_of, normalized, questions, to_rows

Left = tuple[Vector, Vector]  # colours that are left of each kind, at least and at most
TERMS = 256  # a right side has fewer
AT_ONCE = 1 << 15  # terms that are looked up together: a processor's cache has room for them
UNLIKE = -1  # the term of an equation that is not the same for all points of a cell


class AlikeFunctions(NamedTuple):
    """States that are checked together: same indices, and the same trees of cells."""

    indices: Vector
    claim: int  # the roots of their trees
    check: int
    states: Array  # their numbers
    functions: list[Array]  # differences [state, term] on each leaf of the tree `claim`


class Block(NamedTuple):
    """Equations of a group with the same r and equally many terms, as columns of an array.

    A term is the function of a state at mapped indices. It is one integer, map * (number of states)
    + state; a missing term is the least integer beyond all terms.
    """

    shift: Vector
    left: tuple[Left, ...]  # what may be left; all else is the same for these
    state: Array
    terms: Array  # [term, equation]
    constants: Array  # for each of `left`: [left, equation]
    used: set[tuple[int, int]]  # the index maps of its terms, with the groups of their states


def compare(sides: Iterator[Array], goal: Array, free: int, degree: int) -> tuple[Array, Array]:
    """Flags [equation]: where the right side is at least G on the whole cell, where it equals G.

    sides: the right side, in the worst case one of each term of its maximum; goal: G; both [point,
    equation]. What decides are the Newton differences of side - G. At least: all differences of one
    side are >= 0. Equal: no difference of any side is > 0, and those of one side are all 0.
    """
    none = np.zeros(goal.shape[1], dtype=bool)
    above, below, equal = none, ~none, none
    for side in sides:
        differences = newton(side - goal, free, degree)
        more, less = (differences >= 0).all(axis=0), (differences <= 0).all(axis=0)
        above, below, equal = above | more, below & less, equal | more & less
    return above, below & equal


def with_least_constants(rows: Array, count: int) -> Array:
    """Of equations that differ only in constants, the last `count` columns, one with the least.

    No other falls below G if that one does not, and no other attains G if that one does not.
    """
    last = rows.shape[1] - count
    key = np.ones((len(rows), (last + 1) // 2 * 2), dtype=np.int32)
    key[:, :last] = rows[:, :last]
    first, which = distinct(key.view(np.uint64))
    least = rows[first]
    for column in range(last, last + count):
        np.minimum.at(least[:, column], which, rows[:, column])
    return least


class ClosureVerification(Parts):
    """From the lines of a certificate to proved functions, by these methods one after the other.

    `read_functions` and `reach` find the states, `derive` makes their equations, `check_induction`
    compares them with the claims. What does not hold raises `Rejected`.

    A state is the name of a pattern with the number e of excluded colours. Its *place* is the
    integer name * (number of all e) + e.
    """

    def read_functions(self) -> None:
        """Read the claimed functions, and group states with the same indices and trees."""
        claim, members = self.claim, dict[Any, list[int]]()
        self.states, nodes = self.lines.pop("functions"), self.lines.pop("cells")
        self.trees, unused = Trees(nodes, claim.degrees[0], self.size), {*range(len(nodes))}
        for n, state in enumerate(self.states):
            indices = self.active[self.stars[state.name[0]]]
            members.setdefault((indices, *state.roots), []).append(n)
        unused -= {child for *_, children in nodes for child in children}
        unused -= {root for _, *roots in members for root in roots}
        if unused:
            rejected("cells", min(unused) + 1, "superfluous: no state and no node names it")
        self.group_of = np.zeros(len(self.states), dtype=np.int64)
        self.groups = list[AlikeFunctions]()
        for (indices, first, second), states in members.items():
            cells = self.trees.cells(first, indices, len(claim.kinds))
            self.group_of[states] = len(self.groups)
            functions = self.leaves(cells, states)
            self.groups.append(AlikeFunctions(indices, first, second, np.array(states), functions))
        # Of states: clauses with stars in each set of columns.
        clauses = (to_rows(self.named[state.name[0]], claim.pegs) == STAR for state in self.states)
        stars = [np.bincount(flags @ claim.bits, minlength=claim.sets) for flags in clauses]
        self.starred = np.array(stars)
        rows = [row for state in self.states for row in state.rows]
        self.largest = tuple(max(map(abs, term)) for term in zip_longest(*rows, fillvalue=0))

    def leaves(self, cells: list[Cone], states: list[int]) -> list[Array]:
        """For each leaf of a group's tree the Newton differences [state, term] of its functions.

        A function of lower degree than others has zeros at the end. In version 1 the first B
        leaves, the single points m < B, have no claimed values: they hold UNKNOWN until `solve`.
        """
        claim, claimed = self.claim, list[Any]()
        unclaimed = claim.base * (not claim.black)
        for state in (self.states[n] for n in states):
            if len(state.rows) != len(cells) - unclaimed:
                raise Malformed(f"section functions, line {state.line}: not a line for each cell")
            claimed.append(state.rows)
        self.keep(8 * len(states) * unclaimed)
        arrays = [np.full((len(states), 1), UNKNOWN) for _ in range(unclaimed)]
        for leaf, rows in enumerate(zip(*claimed, strict=True)):
            count, width = len(cells[unclaimed + leaf].directions), max(map(len, rows))
            counts = [comb(count + d, d) for d in range(claim.degree + 1)]
            for n, row in zip(states, rows, strict=True):
                last = row[[0, *counts][counts.index(len(row))] :] if len(row) in counts else []
                if claim.black and (not last or (len(row) > 1 and not any(last))):
                    line = self.states[n].line + 1 + leaf
                    raise Malformed(f"section functions, line {line}: not the terms of a degree")
            self.keep(8 * len(rows) * width)
            arrays.append(np.array([row + [0] * (width - len(row)) for row in rows]))
        return arrays

    def after(self, rows: Array, e: int, gains: Array, first: Array | int = 0) -> Array:
        """Of the parts of questions when e colours are excluded the numbers in `place_of`.

        gains: of roles how many more colours [role, alphabet] they exclude than there are; those of
        the first role are at `first`, of each question one.
        """
        claim, roles = self.claim, rows[:, 3:]
        before = self.colours[rows[:, 0]] + claim.gains[rows[:, 1]]
        gained = before[:, None] + gains.take(roles + np.asarray(first), axis=0)
        weights = self.role_weights[roles] if claim.alphabets > 1 else claim.weights
        after = claim.excluded(e, gained, weights)
        return np.asarray(roles * np.int64(len(claim.levels)) + after)

    def reach(self, tables: list[Array]) -> Array:
        """Flags [place]: the states and explicit masets that play reaches from the full pattern."""
        claim, most = self.claim, len(self.claim.levels)
        # [stars of a pattern, role, alphabet]: are implicit colours excluded for some m?
        lost = np.array([claim.dropped(left) > 0 for left in self.many])[:, self.role_stars]
        levels = claim.levels if claim.exact else claim.levels[:1]
        gains = [(lost * some - self.role_shown).reshape(-1, claim.alphabets) for some in levels]
        reached = np.zeros(len(self.named) * most, dtype=bool)
        reached[claim.start] = True
        fresh = reached.copy()
        while fresh.any():
            before, seen = reached.copy(), np.zeros(len(self.place_of), dtype=bool)
            for rows, e in product(tables, range(most)):
                rows = rows[fresh.take(rows[:, 0].astype(np.int64) * most + e)]
                rows = rows[self.wide[self.stars[rows[:, 0]], e, rows[:, 2]]]
                for some in gains:
                    first = self.stars[rows[:, :1]] * len(self.role_name)
                    seen[self.after(rows, e, some, first)] = True
            reached[self.place_of[seen]] = True
            reached[-most:] = False
            fresh = reached & ~before
        return reached

    def minimum(self, maset: bytes, e: int) -> int:
        """The least cost of a normalized explicit maset when e colours are excluded.

        A question that is none of the secrets takes at least 2 for each of them, and so no other
        is better than one that is a secret and takes no more. Nor do excluded colours help then.
        """
        claim, least, size = self.claim, self.least, len(maset) // self.claim.pegs
        goal, known = 2 if claim.worst else 2 * size, self.memo.get((maset, 0), UNKNOWN)
        if size <= 2 or known <= max(goal, least[size]):
            return int(min(known, least[size]) if size <= 2 else known)
        if (maset, e) not in self.memo:
            clauses, table = to_rows(maset, claim.pegs), questions(claim, claim.shown(maset), ())
            best = self.least_cost(clauses, e, table, table.place[table.codes(clauses.T)], goal + 1)
            if best > goal:  # columns are alike: what is known of one order holds for all
                image = maset if claim.black else self.least_image(maset)
                if (image, e) not in self.memo:
                    asked = self.wide[0, e].take(table.extra) & table.askable(claim, image)
                    clauses, asked = to_rows(image, claim.pegs), np.flatnonzero(asked)
                    self.memo[image, e] = self.least_cost(clauses, e, table, asked, known)
                best = self.memo[image, e]
            self.keep(len(maset) + 300)  # with the dictionary's own
            self.memo[maset, e] = best
        return self.memo[maset, e]

    def least_cost(self, clauses: Array, e: int, table: Questions, asked: Array, best: int) -> int:
        """What the best one of some questions costs, or `best` if none costs less.

        Those with the least lower bound come first. When that bound reaches the best cost found, no
        question left is better. A question that leaves all in one part is never the best: it is
        left out.
        """
        claim, least, size = self.claim, self.least, len(clauses)
        told, count = answers(claim, clauses, table, asked), len(claim.answers) + 1
        places = told + np.arange(len(asked)) * count
        sizes = np.bincount(places.ravel(), minlength=len(asked) * count).reshape(-1, count)[:, :-1]
        bound = 1 + least[sizes].max(axis=1) if claim.worst else size + least[sizes].sum(axis=1)
        most = sizes.max(axis=1)
        best = int(bound[most <= 2].min(initial=best))  # there the bound is what it costs
        rest = np.flatnonzero((bound < best) & (most > 2) & (most < size))
        shown = claim.shown(clauses.tobytes())
        alike = {told[:, question].tobytes(): question for question in rest.tolist()}
        for question in sorted(alike.values(), key=bound.__getitem__):
            cost = int(bound[question])
            if cost >= best:
                break
            for answer in np.flatnonzero(sizes[question] > 2).tolist():
                if cost >= best:
                    break
                part = normalized(clauses[told[:, question] == answer].tobytes(), claim.alphabets)
                gained = np.subtract(shown, claim.shown(part))
                value = self.minimum(part, int(claim.excluded(e, gained, claim.weights)))
                known = int(least[len(part) // claim.pegs])
                cost = max(cost, 1 + value) if claim.worst else cost + value - known
            best = min(best, cost)
        return best

    def least_image(self, maset: bytes) -> bytes:
        """The least of some images of a maset: one for each order of its columns.

        Its colours are numbered by how often they occur in each column.
        """
        rows, pegs = to_rows(maset, self.claim.pegs), self.claim.pegs
        colours = range(int(rows.max()) + 1)
        rare = (rows[:, :, None] != np.array(colours)).sum(axis=0).tolist()
        images = list[bytes]()
        for order in filter(self.claim.movable, permutations(range(pegs))):
            keys = [*zip(*(rare[j] for j in order), strict=True)]
            ranked = sorted(colours, key=keys.__getitem__)
            names = bytes.maketrans(bytes(ranked), bytes(colours))
            images.append(image_of(maset, order, [names] * pegs))
        return min(images)

    def left(self, cell: Cone, shift: Vector) -> Left | None:
        """How many colours of each kind a question leaves: the least and the most on a cell.

        Numbers are cut to -1, too few for the question, and C, enough for all that is asked. None
        if there are too few at every point of the cell.
        """
        cap, grows = self.claim.cap, cell.directions.sum(axis=0).tolist()
        least = [min(m - r, cap) for m, r in zip(cell.origin.tolist(), shift, strict=True)]
        if any(m < 0 and not some for m, some in zip(least, grows, strict=True)):
            return None
        most = [cap if some else m for m, some in zip(least, grows, strict=True)]
        return tuple([max(m, -1) for m in least]), tuple(most)

    def derive(self, tables: list[Array], reached: Array) -> None:
        """Make the equations of all groups, as blocks; r = 0 comes last, by the number of clauses.

        tables: the questions of all patterns and their parts; it is emptied. reached: of `reach`.
        """
        claim, most, count = self.claim, len(self.claim.levels), len(self.states)
        first = len(self.patterns) * most
        explicit = np.flatnonzero(reached[first:]) + first
        self.cost = np.zeros(len(reached), dtype=np.int32)
        for done, place in enumerate(explicit.tolist()):
            self.progress("explicit masets", done, len(explicit))
            self.cost[place] = self.minimum(self.named[place // most], place % most)
        self.progress("equations", 0, 1)
        places = np.array([name * most + e for name, e in (state.name for state in self.states)])
        missing = len(self.maps) * count
        if max(missing, len(reached)) >= 1 << 31:
            raise Malformed("too large")
        self.number = np.full(len(reached), missing)
        self.number[places] = np.arange(count)
        group_at = np.full(len(reached), -1)
        group_at[places] = self.group_of
        # By the numbers of `after`: terms of equations, and costs of explicit masets.
        terms = self.number.take(self.place_of) + np.repeat(self.role_map * count, most)
        self.term_of, self.cost_of = np.minimum(terms, missing), self.cost.take(self.place_of)
        self.cells = [self.trees.cells(g.check, g.indices, len(claim.kinds)) for g in self.groups]
        # What may be left after a question; together if only constants depend on it.
        situations = dict[tuple[int, int], list[tuple[Left, ...]]]()
        for (n, cells), (r, shift) in product(enumerate(self.cells), enumerate(claim.shifts)):
            lefts = sorted({some for cell in cells if (some := self.left(cell, shift)) is not None})
            situations[n, r] = [(some,) for some in lefts] if claim.black else [tuple(lefts)]
        pieces = dict[tuple[Any, ...], list[Array]]()
        while tables:  # what has become equations is not kept
            rows = tables.pop(0)
            pattern = rows[:, 0].astype(np.int64)
            fits = self.wide[self.stars[pattern], :, rows[:, 2]]
            for e, number in product(range(most), range(len(self.groups))):
                some = rows[(group_at[pattern * most + e] == number) & fits[:, e]]
                for r in np.unique(some[:, 1]).tolist():
                    for left in situations[number, r]:
                        table = self.equations_of(some[some[:, 1] == r], r, e, left)
                        if left == situations[number, r][-1]:
                            self.different += len(table)  # where most colours are left
                        for order in np.unique(table[:, 0]).tolist():
                            key = (r == 0, order, number, r, left)
                            kept = [*range(1, 2 + order % TERMS), *range(-len(left), 0)]
                            equations = table[table[:, 0] == order][:, kept]
                            pieces.setdefault(key, []).append(equations)
        self.keep_blocks(pieces)

    def keep_blocks(self, pieces: dict[tuple[Any, ...], list[Array]]) -> None:
        """Keep equations as blocks, those with r = 0 by the number of clauses; empties `pieces`."""
        self.blocks = [dict[Vector, list[Block]]() for _ in self.groups]
        for key in sorted(pieces):
            _, order, number, r, left = key
            rows = with_least_constants(np.concatenate(pieces.pop(key)), len(left))
            step = AT_ONCE // (1 + order % TERMS) + 1
            for some in np.split(rows, range(step, len(rows), step)):
                columns = some.T.astype(np.int64, order="C")
                terms, constants = columns[1 : 1 + order % TERMS], columns[-len(left) :]
                used = np.zeros(len(self.maps) * len(self.states) + 1, dtype=bool)
                used[terms] = True
                which, states = np.divmod(np.flatnonzero(used[:-1]), len(self.states))
                maps = {*zip(which.tolist(), self.group_of[states].tolist(), strict=True)}
                block = Block(self.claim.shifts[r], left, columns[0], terms, constants, maps)
                self.blocks[number].setdefault(block.shift, []).append(block)
                self.keep(columns.nbytes)

    def equations_of(self, rows: Array, r: int, e: int, left: tuple[Left, ...]) -> Array:
        """The different equations of questions, a row for each: order, state, terms, constants.

        The order is TERMS * (number of clauses if r = 0, otherwise 0) + number of terms. With r = 0
        equations with 5 to 8 terms, say, have 8, of which some are missing: fewer tables.

        With r = 0, a question that leaves all clauses in one part is no equation: its right side
        S(m) + F(m) or 1 + F(m) is never the least, and does not attain G.
        """
        claim, missing = self.claim, len(self.states) * len(self.maps)
        least, most = (tuple(np.maximum(x, 0).tolist()) for x in left[0])
        rows = rows[claim.fits(most)[e, rows[:, 2]]]
        if r == 0:
            rows = rows[(self.role_size.take(rows[:, 3:]) != self.sizes[rows[:, :1]]).all(axis=1)]
        pattern = rows[:, 0].astype(np.int64)
        size = self.sizes[pattern] * (r == 0)
        lefts = [*left, (least, least)]
        gains = [claim.dropped(x)[self.role_stars] - self.role_shown for _, x in lefts]
        after = [self.after(rows, e, some) for some in gains[:-1]]
        terms = self.term_of.take(after[0])
        if left[0][0] != left[0][1]:
            unlike = (self.after(rows, e, gains[-1]) != after[0]).any(axis=1)
            terms[unlike | ~claim.fits(least)[e, rows[:, 2]] | (min(left[0][0]) < 0), 0] = UNLIKE
        terms.sort(axis=1)
        count = (terms < missing).sum(axis=1)
        order = size * TERMS + (count if r else np.minimum(-(-count // 4) * 4, terms.shape[1]))
        total = np.max if claim.worst else np.sum
        constants = [total(self.cost_of.take(some), axis=1) for some in after]
        state, odd = self.number[pattern * len(claim.levels) + e], terms.shape[1] + len(left) & 1
        columns = [order, state, terms, *[order * 0 + missing] * odd, *constants]
        table = np.column_stack(columns).astype(np.int32)
        return np.asarray(table[distinct(table.view(np.uint64))[0]])

    def values(self, cell: Cone, shift: Vector, used: set[tuple[int, int]]) -> tuple[Array, Array]:
        """The values of terms at the points of the simplex of a cell, [point, term]; flags [term].

        A flag says that the points of the cell are in several cells of the term's tree, so that the
        term is no polynomial on the cell; its values are not computed.
        """
        count, free, degree = len(self.states), len(cell.directions), self.claim.degrees[1]
        values = np.zeros((len(simplex(free, degree)), len(self.maps) * count + 2), dtype=np.int64)
        unlike = np.zeros(values.shape[1], dtype=bool)
        unlike[UNLIKE] = True
        indices = np.column_stack([cell.origin - shift, cell.directions.T])  # as forms
        for which, number in used:
            group, forms = self.groups[number], self.matrices[which] @ indices
            forms[:, 0] += self.constants[which]
            located = self.trees.locate(group.claim, forms[[*group.indices]].tolist())
            terms = which * count + group.states
            unlike[terms] = located is None
            if located:
                table = group.functions[located[0]]
                by_terms = binomials(located[1], table.shape[1], free, degree, self.largest)
                values[:, terms] = by_terms @ table.T
        return values, unlike

    def secrets(self, cell: Cone, group: AlikeFunctions) -> Array:
        """S at the points of a simplex of degree max(D, P) of a cell: [point, state]."""
        points = simplex(len(cell.directions), self.claim.degrees[0])
        places = (cell.origin + points @ cell.directions).tolist()
        ways = [[self.claim.ways(s, tuple(m)) for s in range(self.claim.sets)] for m in places]
        most = self.starred.max(axis=0).tolist()  # clauses of a pattern, by their stars
        if max(sum(map(mul, most, counts)) for counts in ways) > LARGE:
            raise Malformed("too many secrets")
        sizes = np.zeros((len(points), len(self.states)), dtype=np.int64)
        sizes[:, group.states] = np.array(ways) @ self.starred[group.states].T
        return sizes

    def right_sides(self, block: Block, left: Left, values: Array, sizes: Array) -> Iterator[Array]:
        """The right sides [point, equation], from the values of terms and the sizes of patterns; in
        the worst case one after the other for each term of the maximum."""
        constants = block.constants[block.left.index(left)]
        if self.claim.worst:
            yield np.tile(constants + 1, (len(values), 1))
            for terms in block.terms:
                yield values.take(terms, axis=1) + 1
            return
        sides = sizes.take(block.state, axis=1) + constants
        yield sides + values.take(block.terms, axis=1).sum(axis=1)

    def asked(
        self, number: int, cell: Cone, sizes: Array, known: Array | None = None
    ) -> Iterator[tuple[Block, Array, Iterator[Array]]]:
        """The equations of a group on a cell: block, flags [term] of `values`, right sides.

        known: with r = 0 the terms have these values, as they are when the block is yielded; the
        caller may fill them in meanwhile.
        """
        for shift, blocks in self.blocks[number].items():
            left = self.left(cell, shift)
            chosen = [block for block in blocks if left in block.left]
            if left is not None and chosen:
                used = {pair for block in chosen for pair in block.used}
                values, unlike = self.values(cell, shift, used)
                for block in chosen:
                    if known is not None and not any(shift):
                        values[0, : len(known)] = known
                    yield block, unlike, self.right_sides(block, left, values, sizes)

    def check_induction(self) -> None:
        """The functions of each group of states on each of its cells."""
        work = [(number, cell) for number, cells in enumerate(self.cells) for cell in cells]
        for done, (number, cell) in enumerate(work):
            self.progress("cells of the induction", done, len(work))
            sizes, claimed = self.secrets(cell, self.groups[number]), self.claim.base
            if self.claim.black or cell.origin[0] >= claimed:
                self.check_cell(number, cell, sizes)
            else:
                self.solve(number, cell, sizes)

    def solve(self, number: int, cell: Cone, sizes: Array) -> None:
        """Compute F(m) for one m < B, where nothing is claimed, and put it among the functions.

        With r = 0, parts have fewer clauses than the pattern: their values are known in time. (What
        leaves all secrets in one part, as happens for m < P, is more than the least.)
        """
        values = self.groups[number].functions[cell.origin[0]][:, 0]
        values[:] = np.where(sizes[0] == 0, 0, UNKNOWN)
        for block, _, sides in self.asked(number, cell, sizes, values):
            np.minimum.at(values, block.state, reduce(np.maximum, sides)[0])
        self.require(values <= LIMIT, cell, "it is too large")

    def check_cell(self, number: int, cell: Cone, sizes: Array) -> None:
        """Require that on a cell no equation falls below G, one attains it, G is 0 where S is."""
        claim, count, none = self.claim, len(self.states), (0,) * len(self.claim.kinds)
        own, unlike = self.values(cell, none, {(0, number)})
        self.require(~unlike[:count], cell, "its points are in several cells of its function")
        free, (of_sizes, degree) = len(cell.directions), claim.degrees
        some, grows = sizes[0] > 0, (newton(sizes.copy(), free, of_sizes) >= 0).all(axis=0)
        empty = ~np.concatenate([sizes, own[:, :count]]).any(axis=0)
        reason = "it is not 0, or S is, at some points only"
        self.require(grows & some | empty & ~some, cell, reason)
        attained = ~some
        for block, unlike, sides in self.asked(number, cell, sizes):
            state, alive = block.state, some[block.state]
            if claim.black:
                reason = f"with r = {block.shift}, what may be asked or what is left then differs"
                wrong = alive & unlike[block.terms].any(axis=0)
                self.require(~wrong, cell, reason, state)
            above, attains = compare(sides, own.take(state, axis=1), free, degree)
            reason = f"an equation with r = {block.shift} does not stay above it"
            self.require(above | ~alive, cell, reason, state)
            attained[state[attains]] = True
        self.require(attained, cell, "no equation attains it")

    def require(self, right: Array, cell: Cone, reason: str, state: Array | None = None) -> None:
        """Reject with the reason unless all flags hold; they are of all states, or of equations.

        state: of each equation its state, whose line the rejection names.
        """
        if not right.all():
            which = right.argmin() if state is None else state[right.argmin()]
            steps = "".join(f" + {step} t" for step in cell.directions.tolist())
            reason = f"{reason}, for m = {cell.origin.tolist()}{steps}"
            rejected("functions", self.states[which].line, reason)

    def whole(self, n: int, period: int = 0) -> tuple[int, Forms] | None:
        """The leaf of the whole game's function that has n + period * t colours, t = 0, 1, ....

        With it the parameters of the leaf, as forms in t. None if not all t have the same leaf.
        """
        group = self.groups[self.group_of[0]]
        one = self.claim.diagonal[[*group.indices]]
        return self.trees.locate(group.claim, np.outer(one, [n, period]).tolist())

    def value(self, n: int) -> int:
        """F(n) of the whole game."""
        leaf, forms = self.whole(n) or rejected("claim", 7, "not a leaf")
        numbers = self.groups[self.group_of[0]].functions[leaf][0]
        return int((binomials(forms, len(numbers), 0, 0, self.largest) @ numbers)[0])
