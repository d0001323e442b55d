"""The equations, and that the claimed functions solve them."""

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple, NoReturn

import numpy as np

from .cells import Cell, Trees, newton, simplex
from .grammar import Lines, Node, Witness
from .outcome import Malformed, rejected
from .rules import (
    KEPT,
    KEPT_TIMES,
    LARGE,
    LEAF,
    LIMIT,
    MAX_CLAUSES,
    STAR,
    UNKNOWN,
    Array,
    Claim,
    Vector,
)
from .splitting import (
    distinct,
    extend,
    normalize,
    orbits,
    preimage,
    questions,
    renamed,
    shape,
    show,
    split,
    to_flags,
    to_rows,
)

Progress = Callable[[str, int, int], None]


Left = tuple[Vector, Vector]
IndexMap = tuple[tuple[int, Vector], ...]
UNLIKE = -1  # the term of an equation that is not the same for all points of a cell


class Group(NamedTuple):
    """States whose patterns have the same indices and whose functions have the same trees."""

    indices: list[int]
    claim: int  # the roots of their trees
    check: int
    states: Array  # their numbers
    functions: list[Array]  # differences [state, term] on each leaf of the tree `claim`


class Block(NamedTuple):
    """Equations of a group with the same r. A term is a state and an index map, as the integer
    map * (number of states) + state; a missing term is the number of all these."""

    shift: Vector
    left: tuple[Left, ...]  # how many colours of each kind are left
    state: Array
    terms: Array
    constants: Array  # for each of `left`
    used: set[tuple[int, int]]  # the index maps of its terms, with the groups of their states


class Proof:
    """From a certificate to functions that are proved, one method after the other.

    The name of pattern J is J, explicit masets come after the patterns, and at last nothing. A
    state is the name of a pattern with the number e of excluded colours; as one integer, its place,
    it is name * (number of all e) + e. The role of a part is all that equations need to know of it.
    """

    def __init__(self, claim: Claim, lines: Lines, size: int, progress: Progress) -> None:
        self.claim, self.lines, self.progress = claim, lines, progress
        self.limit = self.room = KEPT + KEPT_TIMES * size  # bytes that may be kept
        self.patterns = lines["patterns"]
        self.named = [*self.patterns, *lines["masets"], b""]
        self.shown, self.stars = [*map(claim.shown, self.named)], [*map(claim.stars, self.named)]
        self.colours = np.array(self.shown, dtype=np.int8)
        self.sizes = np.array([*map(len, self.named)]) // claim.pegs
        self.line_of, self.appeared = dict[bytes, int](), 0  # parts, and how many have appeared
        self.met = {0}  # names of parts that have appeared
        self.questions = self.equations = 0
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, and the others need two at least.
        self.memo, least = dict[tuple[bytes, int], int](), np.minimum(range(MAX_CLAUSES + 1), 2)
        self.least = least if claim.worst else np.cumsum(least)
        # [stars of a pattern, ...]: where extra cells may be for some m; and whether a part with
        # stars in some columns excludes implicit colours of an alphabet.
        active = [claim.active(stars) for stars in range(claim.sets)]
        many = [tuple(claim.pegs * (i in now) for i in claim.indices) for now in active]
        self.wide = np.array([*map(claim.fits, many)])
        self.lost = np.array([claim.dropped(left) > 0 for left in many])
        self.known = dict[tuple[int, Vector], list[tuple[Left, ...]]]()
        self.weights, self.weighed = dict[tuple[Any, ...], Array](), 0  # and the bytes of all

    def keep(self, count: int) -> None:
        """Count bytes that are kept, against the limit that belongs to the size of the file."""
        self.room -= count
        if self.room < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")

    def check_masets(self) -> None:
        """Patterns and masets are normalized and different; each but pattern 0 is some part."""
        if self.patterns[:1] != [bytes([STAR] * self.claim.pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        used, first = {0, *(name for name, _ in self.lines["parts"])}, len(self.patterns)
        seen = set[bytes]()
        for name, clauses in enumerate(self.named[:-1], 1):
            section, line = ("patterns", name) if name <= first else ("masets", name - first)
            normal = renamed(clauses, self.claim.alphabets) == clauses
            if not normal or (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "not normalized, or a star is missing or too many")
            if name - 1 not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Each line of `automorphisms` maps its pattern to itself. Each line of `parts` belongs to
        a part of its own: what its witness maps to the pattern or maset that it names."""
        claim, lines = self.claim, self.lines
        self.automorphisms = dict[int, list[tuple[int, Witness]]]()
        for line, (name, witness) in enumerate(lines["automorphisms"], 1):
            pattern, fits = self.patterns[name], shape(witness) == self.shown[name]
            moved = claim.black and [*witness[0]] != [*claim.columns]
            if moved or not fits or preimage(pattern, witness) != pattern:
                rejected("automorphisms", line, f"not one of {show(pattern, claim.pegs)}")
            self.automorphisms.setdefault(name, []).append((line, witness))
        roles, found, target = dict[tuple[Any, ...], int](), list[Any](), list[int]()
        self.maps: dict[IndexMap, int] = {tuple((0, (kind,)) for kind in claim.kinds): 0}
        for line, (name, witness) in enumerate(lines.pop("parts"), 1):
            columns, _, kinds = witness
            if shape(witness) != self.shown[name]:
                rejected("parts", line, "not as many colours as what it names")
            clauses = self.named[name]
            if kinds:
                if any(kind & ~self.stars[name] for kind in kinds):
                    rejected("parts", line, "a kind that what it names has no index for")
                new = [(kind, self.shown[name][0] + i) for i, kind in enumerate(kinds)]
                clauses = extend(claim, clauses, new).tobytes()
            part = preimage(clauses, witness)
            if self.line_of.setdefault(part, line) < line:
                rejected("parts", line, f"superfluous: line {self.line_of[part]} says it")
            self.keep(len(part) + 200)  # with the dictionary's own
            moves = (columns, kinds) if claim.black else ()
            target.append(roles.setdefault((name, *moves), len(roles)))
            if target[-1] == len(found):
                found.append((name, *self.role(name, witness, part)))
        found.append((len(self.named) - 1, 0, 0, 0, claim.shown(b""), claim.weights))
        # Index maps: constants [map, index] and matrices [map, index, index before].
        self.constants = np.array([[c for c, _ in rows] for rows in self.maps])
        self.matrices = np.array(
            [[[kind in old for kind in claim.kinds] for _, old in rows] for rows in self.maps], int
        )
        self.role_name, self.role_stars, self.role_size, self.role_map, shown, weights = (
            np.array(values) for values in zip(*found, strict=True)
        )
        self.role_shown, self.role_weights = shown.astype(np.int8), weights
        self.role_name, self.role_map = (
            self.role_name.astype(np.int32),
            self.role_map.astype(np.int32),
        )
        most = max(len(found), len(self.named), len(claim.shifts), claim.sets)
        self.target = np.array(target, dtype=np.min_scalar_type(most))

    def role(self, name: int, witness: Witness, part: bytes) -> tuple[Any, ...]:
        """Of a part: columns with stars, clauses, index map, colours, weights of excluded colours.

        In the index map each index of what it is called has a constant and the kinds that become
        it; columns take their kinds, and excluded colours, with them.
        """
        claim, (columns, _, kinds), index_map = self.claim, witness, next(iter(self.maps))
        if claim.black:
            stars = self.stars[name] if name < len(self.patterns) else 0
            cells = [(1 << j, c) for j, c in enumerate(columns) if stars >> j & 1]
            becomes = [(k, sum(bit for bit, c in cells if k >> c & 1)) for k in claim.kinds]
            index_map = tuple(
                (kinds.count(kind), tuple(old for old, new in becomes if new == kind))
                for kind in claim.kinds
            )
        number = self.maps.setdefault(index_map, len(self.maps))
        weights = claim.weights[np.argsort([*columns])] if claim.alphabets > 1 else claim.weights
        return claim.stars(part), len(part) // claim.pegs, number, claim.shown(part), weights

    def close(self) -> list[Array]:
        """Each part of each pattern is, by its witness, a pattern or an explicit maset.

        Returns tables of pattern, r, extra cells and the roles of the parts, for each different
        result of a question.
        """
        tables, patterns = list[Array](), range(len(self.patterns))
        for start in patterns[::512]:
            tables.append(np.concatenate([self.results(i) for i in patterns[start : start + 512]]))
        if self.appeared < len(self.target):
            rejected("parts", self.appeared + 1, "superfluous: all parts have their lines")
        self.line_of.clear()
        return tables

    def results(self, index: int) -> Array:
        """Split a pattern by its asked questions, name the parts, gather the results."""
        claim, pattern, stars = self.claim, self.patterns[index], self.stars[index]
        self.progress("patterns", index, len(self.patterns))
        if index not in self.met:
            reason = f"no state reaches pattern {index}, {show(pattern, claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim, self.shown[index], stars * claim.black)
        label = orbits(index, self.automorphisms.get(index, []), table)
        fits = self.wide[stars, -1 if claim.exact else claim.start]
        asked = np.flatnonzero((label == np.arange(len(label))) & fits[table.extra])
        self.questions += len(asked)
        clauses = extend(claim, pattern, table.colours)
        sets = split(claim, clauses, table, asked)
        occurs = sets.any(axis=2)
        sets = sets[occurs]
        first, which = distinct(sets)
        parts = normalize(clauses, to_flags(sets[first], len(clauses)), claim.alphabets)
        # In order of appearance, each line is one that was there already, or the next.
        missing = len(self.target) + 2
        lines = np.array([self.line_of.get(part, missing) for part in parts], dtype=int)[which]
        most = np.maximum.accumulate(np.append(self.appeared, lines))
        wrong = np.flatnonzero(np.diff(most) > 1)
        if len(wrong):
            part = show(parts[which[wrong[0]]], claim.pegs)
            reason = f"a missing line or wrong witness for a part of pattern {index}, {part}"
            rejected("parts", int(most[wrong[0]]) + 1, reason)
        appeared, self.appeared = self.appeared, int(most[-1])
        self.met.update(self.role_name[self.target[appeared : self.appeared]].tolist())
        rows = np.empty((len(asked), 3 + len(claim.answers)), dtype=self.target.dtype)
        rows[:, 0], rows[:, 1] = index, table.shift[asked]
        rows[:, 2] = table.extra[asked] * (claim.exact or len(claim.kinds) > claim.alphabets)
        rows[:, 3:] = len(self.role_name) - 1
        rows[:, 3:][occurs] = self.target[lines - 1]
        rows[:, 3:].sort(axis=1)
        rows = rows[distinct(rows)[0]]
        self.keep(rows.nbytes)
        return rows

    def places(self, rows: Array, e: int, dropped: Array) -> Array:
        """The places of the parts of questions when e colours are excluded, and as many of each
        alphabet as `dropped` [question, part, alphabet] says are left but can stand nowhere."""
        claim, roles = self.claim, rows[:, 3:]
        before = self.colours[rows[:, 0]] + claim.gains[rows[:, 1]]
        gained = before[:, None] - self.role_shown[roles] + dropped
        after = claim.excluded(e, gained)
        if claim.alphabets > 1:
            after = (after * self.role_weights[roles]).sum(axis=2, keepdims=True)
        return np.asarray(self.role_name[roles] * len(claim.levels) + after[..., 0])

    def read_functions(self) -> None:
        """The claimed functions: states with the same indices and trees make a group."""
        claim, lines, members = self.claim, self.lines.pop("functions"), dict[Any, list[int]]()
        period, nodes = claim.period, self.lines.pop("cells", [])
        if not claim.black:  # one index: the points below B, or M, and the residues modulo T
            nodes = [Node("step", 0, period, [LEAF] * period)]
            nodes += [Node("below", 0, n, [LEAF] * n + [0]) for n in (claim.base, claim.first)]
        self.trees = Trees(nodes)
        heads = [line for line, (state, _) in enumerate(lines) if state]
        if heads[:1] != [0]:
            raise Malformed("section functions, line 1: no state")
        self.heads, self.states = [line + 1 for line in heads], [lines[line][0] for line in heads]
        for n, line in enumerate(heads):
            indices = claim.active(self.stars[self.states[n][0]])
            roots = lines[line][1] if claim.black else [1, 2]
            members.setdefault((tuple(indices), *roots), []).append(n)
        unused = {*range(len(nodes))} - {c for node in nodes for c in node.children}
        unused -= {root for _, *roots in members for root in roots}
        if unused:
            rejected("cells", min(unused) + 1, "superfluous: no state and no node names it")
        self.group_of, self.groups = np.zeros(len(heads), dtype=np.int64), list[Group]()
        ends = [*heads[1:], len(lines)]
        for (indices, first, second), states in members.items():
            cells = self.trees.cells(first, [*indices], len(claim.kinds))
            if claim.black:
                rows = [[x for _, x in lines[heads[n] + 1 : ends[n]]] for n in states]
                functions = self.leaves(cells, rows, [self.heads[n] for n in states])
            else:
                numbers = np.array([x for _, x in lines], dtype=np.int64)
                groups = numbers.reshape(len(lines), period, -1)
                functions = [np.full((len(lines), 1), UNKNOWN) for _ in range(claim.base)]
                functions += [groups[:, rho] for rho in range(period)]
            self.group_of[states] = len(self.groups)
            self.groups.append(Group([*indices], first, second, np.array(states), functions))
        self.largest = max((abs(x) for _, numbers in lines for x in numbers), default=0)

    def leaves(
        self, cells: list[Cell], rows: list[list[list[int]]], heads: list[int]
    ) -> list[Array]:
        """Arrays of differences [state, term] for each leaf; what a degree lacks is 0."""
        for head, numbers in zip(heads, rows, strict=True):
            if len(numbers) != len(cells):
                raise Malformed(f"section functions, line {head}: not a line for each of its cells")
            for line, (cell, row) in enumerate(zip(cells, numbers, strict=True), head + 1):
                count = len(cell.directions)
                counts = [comb(count + d, d) for d in range(self.claim.degree + 1)]
                last = row[counts[counts.index(len(row)) - 1] :] if len(row) in counts[1:] else row
                if len(row) not in counts or (len(row) > 1 and not any(last)):
                    raise Malformed(f"section functions, line {line}: not the terms of a degree")
        widths = [max(map(len, leaf)) for leaf in zip(*rows, strict=True)]
        self.keep(8 * len(rows) * sum(widths))
        return [
            np.array([row + [0] * (width - len(row)) for row in leaf], dtype=np.int64)
            for width, leaf in zip(widths, zip(*rows, strict=True), strict=True)
        ]

    def reach(self, tables: list[Array]) -> Array:
        """Flags [place]: the states and explicit masets that questions of states lead to."""
        claim, most, stars = self.claim, len(self.claim.levels), np.array(self.stars)
        reached = np.zeros(len(self.named) * most, dtype=bool)
        reached[claim.start] = True
        fresh = reached.copy()
        while fresh.any():
            before = reached.copy()
            for rows, e in product(tables, range(most)):
                pattern = rows[:, 0].astype(np.int64)
                rows = rows[fresh[pattern * most + e] & self.wide[stars[pattern], e, rows[:, 2]]]
                lost = self.lost[stars[rows[:, 0]][:, None], self.role_stars[rows[:, 3:]]]
                for levels in claim.levels if claim.exact else claim.levels[:1]:
                    reached[self.places(rows, e, lost * levels)] = True
            reached[-most:] = False
            fresh = reached & ~before
        return reached

    def minimum(self, maset: bytes, e: int) -> int:
        """The least cost of a normalized explicit maset when e colours are excluded.

        Of all questions, those with the least lower bound come first. When that bound reaches the
        best cost found, no question left is better. A question that leaves all in one part is never
        the best: it is left out.
        """
        claim, least, size = self.claim, self.least, len(maset) // self.claim.pegs
        if size <= 2 or (maset, e) in self.memo:
            return int(least[size]) if size <= 2 else self.memo[maset, e]
        clauses, shown = to_rows(maset, claim.pegs), claim.shown(maset)
        table = questions(claim, shown, 0)
        chosen = np.flatnonzero((table.new == 0) & self.wide[0, e, table.extra])
        sets = split(claim, clauses, table, chosen)
        sizes = np.bitwise_count(sets).sum(axis=2)
        bound = 1 + least[sizes].max(axis=1) if claim.worst else size + least[sizes].sum(axis=1)
        bound[sizes.max(axis=1) == size], best = UNKNOWN, UNKNOWN
        for question in np.argsort(bound, kind="stable").tolist():
            cost = int(bound[question])
            if cost >= best:
                break
            for flags in to_flags(sets[question, sizes[question] > 2], size):
                part = renamed(clauses[flags].tobytes(), claim.alphabets)
                gained = np.subtract(shown, claim.shown(part))
                value = self.minimum(part, int(claim.excluded(e, gained) @ claim.weights))
                known = int(least[len(part) // claim.pegs])
                cost = max(cost, 1 + value) if claim.worst else cost + value - known
                if cost >= best:
                    break
            best = min(best, cost)
        self.keep(len(maset) + 300)  # with the dictionary's own
        self.memo[maset, e] = best
        return best

    def left(self, cell: Cell, shift: Vector) -> Left | None:
        """How many colours of each kind are left after a question on a cell, at least and at most;
        C if more, -1 if too few; None if there are always too few."""
        least, grows = cell.origin - shift, cell.directions.any(axis=0)
        if (~grows & (least < 0)).any():
            return None
        least = np.clip(least, -1, self.claim.cap)
        most = np.where(grows, self.claim.cap, least)
        return tuple(least.tolist()), tuple(most.tolist())

    def derive(self, tables: list[Array], reached: Array) -> None:
        """The equations of all groups; those with r = 0 come last, by the number of clauses."""
        claim, most, count = self.claim, len(self.claim.levels), len(self.states)
        explicit = np.flatnonzero(reached[len(self.patterns) * most :]) + len(self.patterns) * most
        self.cost = np.zeros(len(reached), dtype=np.int32)
        for done, place in enumerate(explicit.tolist()):
            self.progress("masets", done, len(explicit))
            self.cost[place] = self.minimum(self.named[place // most], place % most)
        places = np.array([name * most + e for name, e in self.states])
        self.number = np.full(len(reached), count, dtype=np.int32)
        self.number[places] = np.arange(count)
        group_at = np.full(len(reached), -1)
        group_at[places] = self.group_of
        if max(len(self.maps) * count, len(reached)) >= 1 << 31:
            raise Malformed("too large")
        # Of states: clauses with stars in each set of columns.
        stars = (
            (to_rows(self.named[i], claim.pegs) == STAR) @ np.array(claim.bits)
            for i, _ in self.states
        )
        self.starred = np.array([np.bincount(s, minlength=claim.sets) for s in stars])
        self.cells = [self.trees.cells(g.check, g.indices, len(claim.kinds)) for g in self.groups]
        pieces = dict[tuple[Any, ...], list[Array]]()
        while tables:  # what has become equations is not kept
            rows = tables.pop(0)
            pattern = rows[:, 0].astype(np.int64)
            fits = self.wide[np.array(self.stars)[pattern], :, rows[:, 2]]
            for e, number in product(range(most), range(len(self.groups))):
                some = rows[(group_at[pattern * most + e] == number) & fits[:, e]]
                for r in np.unique(some[:, 1]).tolist():
                    for left in self.situations(number, claim.shifts[r]):
                        table = self.equations_of(some[some[:, 1] == r], r, e, left)
                        if left == self.situations(number, claim.shifts[r])[-1]:
                            self.equations += len(table)  # where most colours are left
                        for order in np.unique(table[:, 0]).tolist():
                            key = (r == 0, order, number, r, left)
                            pieces.setdefault(key, []).append(table[table[:, 0] == order, 1:])
        self.blocks = [dict[Vector, list[Block]]() for _ in self.groups]
        for key in sorted(pieces):
            _, order, number, r, left = key
            columns = np.concatenate(pieces.pop(key)).T.copy()
            terms, constants = columns[1 : 1 + order % 16].T, columns[-len(left) :].T
            used = np.zeros(len(self.maps) * count + 1, dtype=bool)
            used[terms] = True
            which, states = np.divmod(np.flatnonzero(used[:-1]), count)
            maps = {*zip(which.tolist(), self.group_of[states].tolist(), strict=True)}
            block = Block(claim.shifts[r], left, columns[0], terms, constants, maps)
            self.blocks[number].setdefault(block.shift, []).append(block)
            self.keep(columns.nbytes)

    def situations(self, number: int, shift: Vector) -> list[tuple[Left, ...]]:
        """What may be left after questions with that r; together if only constants depend on it."""
        if (number, shift) not in self.known:
            left = (self.left(cell, shift) for cell in self.cells[number])
            found = sorted({x for x in left if x is not None})
            self.known[number, shift] = (
                [(x,) for x in found] if self.claim.black else [tuple(found)]
            )
        return self.known[number, shift]

    def equations_of(self, rows: Array, r: int, e: int, left: tuple[Left, ...]) -> Array:
        """The different equations of questions: their order (by clauses if r = 0, by the number of
        terms), state, terms and constants.

        With r = 0, a question that leaves all clauses in one part is no equation: its right side
        S(m) + F(m) or 1 + F(m) is never the least, and does not attain G.
        """
        claim, missing = self.claim, len(self.states) * len(self.maps)
        least, most = (tuple(np.maximum(x, 0).tolist()) for x in left[0])
        rows = rows[claim.fits(most)[e, rows[:, 2]]]
        pattern, roles = rows[:, 0].astype(np.int64), rows[:, 3:]
        size = self.sizes[pattern] * (r == 0)
        tells = (self.role_size[roles] != size[:, None]).all(axis=1) | (r > 0)
        stars = self.role_stars[roles]
        places = [self.places(rows, e, claim.dropped(x)[stars]) for _, x in left]
        terms = self.number[places[0]]
        if claim.black:
            maps = self.role_map[roles] * len(self.states)
            terms = np.where(terms < len(self.states), terms + maps, missing)
            unlike = (self.places(rows, e, claim.dropped(least)[stars]) != places[0]).any(axis=1)
            terms[unlike | ~claim.fits(least)[e, rows[:, 2]] | (min(left[0][0]) < 0), 0] = UNLIKE
        terms.sort(axis=1)
        order = size * 16 + (terms < missing).sum(axis=1)
        total = np.max if claim.worst else np.sum
        constants = [total(self.cost[after], axis=1) for after in places]
        state = self.number[pattern * len(claim.levels) + e]
        table = np.column_stack([order, state, terms, *constants])[tells].astype(np.int32)
        return np.asarray(table[distinct(table)[0]])

    def values(self, cell: Cell, shift: Vector, used: set[tuple[int, int]]) -> tuple[Array, Array]:
        """What terms are at the points of the simplex of a cell, [point, term]; and flags [term]:
        those with points in several cells of their tree."""
        count, points = len(self.states), simplex(len(cell.directions), self.claim.degrees[1])
        values = np.zeros((len(points), len(self.maps) * count + 2), dtype=np.int64)
        unlike = np.zeros(values.shape[1], dtype=bool)
        unlike[UNLIKE] = True
        for which, number in used:
            group, matrix = self.groups[number], self.matrices[which]
            at = self.constants[which] + matrix @ (cell.origin - shift)
            by = matrix @ cell.directions.T
            found = self.trees.locate(group.claim, at[group.indices], by[group.indices])
            terms = which * count + group.states
            unlike[terms] = found is None
            if found:
                table = group.functions[found[0]]
                values[:, terms] = self.weight(*found[1:], table.shape[1], points) @ table.T
        return values, unlike

    def weight(self, at: Array, by: Array, terms: int, points: Array) -> Array:
        """The binomials [point, term] of a polynomial on a leaf: its parameters are at + by @ t for
        the points t."""
        key = (at.tobytes(), by.tobytes(), by.shape, terms, len(points))
        if key not in self.weights:
            degrees = range(self.claim.degree + 1)
            degree = next(d for d in degrees if comb(len(at) + d, d) >= terms)
            words, places = simplex(len(at), degree).tolist(), (at + points @ by.T).tolist()
            rows = [[prod(map(comb, place, word)) for word in words[:terms]] for place in places]
            if max(map(sum, rows)) * self.largest > LARGE:
                raise Malformed("too large values")
            if self.weighed > KEPT:
                self.weights, self.weighed = {}, 0  # they can be made again
            self.weights[key] = np.array(rows)
            self.weighed += self.weights[key].nbytes
        return self.weights[key]

    def secrets(self, cell: Cell, group: Group) -> Array:
        """S at the points of a simplex of degree max(D, P) of a cell: [point, state]."""
        points = simplex(len(cell.directions), self.claim.degrees[0])
        places = (cell.origin + points @ cell.directions).tolist()
        ways = [[self.claim.ways(s, tuple(m)) for s in range(self.claim.sets)] for m in places]
        if max(map(max, ways)) * MAX_CLAUSES > LARGE:
            raise Malformed("too many secrets")
        sizes = np.zeros((len(points), len(self.states)), dtype=np.int64)
        sizes[:, group.states] = np.array(ways) @ self.starred[group.states].T
        return sizes

    def right_sides(
        self, block: Block, left: Left, values: Array, sizes: Array
    ) -> Iterator[list[Array]]:
        """The right sides of equations at points, from the values of terms and the sizes of the
        patterns; in the worst case one after the other for each term of the maximum."""
        constants = block.constants[:, block.left.index(left)].astype(np.int64)
        if self.claim.worst:
            yield [constants + 1 for _ in values]
            for column in block.terms.T:
                yield [row.take(column) + 1 for row in values]
            return
        sides = [constants + size[block.state] for size in sizes]
        for side, row in zip(sides, values, strict=True):
            for column in block.terms.T:
                side += row.take(column)
        yield sides

    def compute_base(self) -> None:
        """F(m) for all m < B of the one index, where nothing is claimed.

        With r = 0, parts have fewer clauses than the pattern: their values are known in time. But
        for m < P, stars may stand for nothing, and all secrets be in one part.
        """
        group = self.groups[0]
        for m in range(0 if self.claim.black else self.claim.base):
            self.progress("values", m, self.claim.base)
            cell, found = Cell(np.array([m]), np.zeros((0, 1), dtype=int)), group.functions[m][:, 0]
            sizes = self.secrets(cell, group)
            found[:] = np.where(sizes[0] == 0, 0, UNKNOWN)
            for block in (block for blocks in self.blocks[0].values() for block in blocks):
                left = self.left(cell, block.shift)
                if left is not None:
                    values, _ = self.values(cell, block.shift, block.used)
                    sides = self.right_sides(block, left, values, sizes)
                    side = reduce(np.maximum, [rows[0] for rows in sides])
                    if block.shift == (0,) and m < self.claim.pegs:
                        same = np.append(sizes, -1)[block.terms] == sizes[0, block.state][:, None]
                        side[same.any(axis=1)] = UNKNOWN
                    np.minimum.at(found, block.state, side)
            if found.max() > LIMIT:
                self.fail(int(found.argmax()), cell, f"it is {found.max()}")

    def check_induction(self) -> None:
        """On each cell, no equation of a state falls below its function, and one attains it."""
        done, count = 0, sum(map(len, self.cells))
        for number, cells in enumerate(self.cells):
            for cell in cells:
                self.progress("induction", done, count)
                done += 1
                if self.claim.black or cell.origin[0] >= self.claim.base:
                    self.check_cell(number, cell)

    def check_cell(self, number: int, cell: Cell) -> None:
        """The obligations of a group of states on a cell. Where S is 0, so is G."""
        group, claim, count = self.groups[number], self.claim, len(self.states)
        sizes, none = self.secrets(cell, group), (0,) * len(claim.kinds)
        own, unlike = self.values(cell, none, {(0, number)})
        if unlike[group.states].any():
            self.fail(int(group.states[0]), cell, "its points are in several cells of its function")
        grows = (
            np.min(newton([*sizes.copy()], simplex(len(cell.directions), claim.degrees[0])), axis=0)
            >= 0
        )
        some = sizes[0] > 0
        empty = ~np.concatenate([sizes, own[:, :count]]).any(axis=0)
        self.require(
            grows & some | empty & ~some, cell, "it is not 0, or S is, at some points only"
        )
        attained = ~some
        for shift, blocks in self.blocks[number].items():
            left = self.left(cell, shift)
            if left is None:
                continue
            chosen = [block for block in blocks if left in block.left]
            used = {pair for block in chosen for pair in block.used}
            values, unlike = self.values(cell, shift, used)
            for block in chosen:
                state, alive = block.state, some[block.state]
                if claim.black:
                    reason = f"with r = {shift}, what may be asked or what is left then differs"
                    wrong = alive & unlike[block.terms].any(axis=1)
                    self.require(~wrong, cell, reason, state)
                above, attains = self.compare(block, left, values, sizes, own, cell)
                reason = f"an equation with r = {shift} does not stay above it"
                self.require(above | ~alive, cell, reason, state)
                attained[state[attains]] = True
        self.require(attained, cell, "no equation attains it")

    def require(self, right: Array, cell: Cell, reason: str, state: Array | None = None) -> None:
        """Of all states, or equations of states."""
        if not right.all():
            which = int(right.argmin())
            self.fail(which if state is None else int(state[which]), cell, reason)

    def fail(self, state: int, cell: Cell, reason: str) -> NoReturn:
        """Reject the function of a state for what it is on a cell."""
        steps = "".join(f" + {step} t" for step in cell.directions.tolist())
        rejected("functions", self.heads[state], f"{reason}, for m = {cell.origin.tolist()}{steps}")

    def compare(
        self, block: Block, left: Left, values: Array, sizes: Array, own: Array, cell: Cell
    ) -> tuple[Array, Array]:
        """Which equations are above the functions of their states on a cell, and which are equal.

        All differences of right side - G are >= 0; all are 0. In the worst case, those of one
        term are >= 0; all terms have none > 0 and one has 0 only.
        """
        points = simplex(len(cell.directions), self.claim.degrees[1])
        above, equal = np.zeros((2, len(block.state)), dtype=bool)
        below = np.ones(len(block.state), dtype=bool)
        for side in self.right_sides(block, left, values, sizes):
            for row, goal in zip(side, own, strict=True):
                row -= goal[block.state]
            more, less = np.ones((2, len(block.state)), dtype=bool)
            for row in newton(side, points):
                more &= row >= 0
                less &= row <= 0
            above, below, equal = above | more, below & less, equal | more & less
        return above, below & equal

    def whole(self, n: int, period: int = 0) -> tuple[int, Array, Array] | None:
        """Where the tree of the whole game has n + period * t colours, t = 0, 1, ...."""
        group, one = self.groups[self.group_of[0]], np.array(self.claim.diagonal)
        one = one[group.indices]
        return self.trees.locate(group.claim, n * one, period * one[:, None])

    def value(self, n: int) -> int:
        """F(n) of the whole game."""
        leaf, at, by = self.whole(n) or rejected("claim", 7, "not a leaf")
        numbers = self.groups[self.group_of[0]].functions[leaf][0]
        weights = self.weight(at, by, len(numbers), np.zeros((1, 1), dtype=int))
        return int((weights @ numbers)[0])
