"""The closure: each part of each pattern is, by its witness, a pattern or an explicit maset."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .reading import Malformed, Witness, rejected
from .rules import KEPT, KEPT_TIMES, MAX_CLAUSES, STAR, Array, Claim, Vector
from .splitting import (
    distinct,
    extend,
    normalize,
    preimage,
    questions,
    shape,
    show,
    split,
    to_flags,
)

Progress = Callable[[str, int, int], None]
IndexMap = tuple[tuple[int, Vector], ...]  # of each index a constant and the kinds that become it


class Parts:
    """What questions make of patterns.

    The name of pattern J is J, explicit masets come after the patterns, and at last nothing. The
    role of a part is all that equations need to know of it.
    """

    def __init__(
        self, claim: Claim, lines: dict[str, list[Any]], size: int, progress: Progress
    ) -> None:
        self.claim, self.lines, self.progress = claim, lines, progress
        self.limit = self.room = KEPT + KEPT_TIMES * size  # bytes that may be kept
        self.patterns = lines["patterns"]
        self.named = [*self.patterns, *lines["masets"], b""]
        self.shown = [*map(claim.shown, self.named)]
        self.colours = np.array(self.shown, dtype=np.int8)
        self.stars = np.array([*map(claim.stars, self.named)])
        self.sizes = np.array([*map(len, self.named)]) // claim.pegs
        self.questions = self.equations = self.appeared = 0  # asked; different; parts so far
        self.met = {0}  # names of parts that have appeared
        # [stars of a pattern, e, columns]: whether extra cells may be there for some m.
        active = [claim.active(stars) for stars in range(claim.sets)]
        self.many = [tuple(claim.pegs * (i in some) for i in claim.indices) for some in active]
        self.wide = np.array([*map(claim.fits, self.many)])
        # Least costs of explicit masets, and a bound for s secrets, right for s <= 2: question 1
        # finds one of them, and the others need two at least.
        self.memo, least = dict[tuple[bytes, int], int](), np.minimum(range(MAX_CLAUSES + 1), 2)
        self.least = least if claim.worst else np.cumsum(least)
        self.weights, self.weighed = dict[Any, Array](), 0  # of polynomials; bytes of all

    def keep(self, count: int) -> None:
        """Count bytes that are kept, against the limit that belongs to the size of the file."""
        self.room -= count
        if self.room < 0:
            raise Malformed(f"too large: a file of this size may need {self.limit} bytes")

    def check_masets(self) -> None:
        """Patterns and masets are normalized and different; each but pattern 0 is some part."""
        claim, first, seen = self.claim, len(self.patterns), set[bytes]()
        if self.patterns[:1] != [bytes([STAR] * claim.pegs)]:
            rejected("patterns", 1, "pattern 0 is not the full pattern")
        used = {0, *(name for name, _ in self.lines["parts"])}
        for name, clauses in enumerate(self.named[:-1]):
            section, line = ("patterns", name + 1) if name < first else ("masets", name - first + 1)
            colours = ({*clauses[a :: claim.alphabets]} - {STAR} for a in range(claim.alphabets))
            normal = all(some == {*range(len(some))} for some in colours)
            if not normal or (STAR in clauses) != (section == "patterns"):
                rejected(section, line, "not normalized, or a star is missing or too many")
            if name not in used or clauses in seen:
                rejected(section, line, "superfluous: no part is this, or it is here twice")
            seen.add(clauses)

    def check_witnesses(self) -> None:
        """Each line of `automorphisms` maps its pattern to itself. Each line of `parts` belongs to
        a part of its own: what its witness maps to the pattern or maset that it names."""
        claim, lines = self.claim, self.lines
        self.automorphisms = dict[int, list[tuple[int, Witness]]]()
        for line, (name, witness) in enumerate(lines["automorphisms"], 1):
            pattern, moved = self.patterns[name], claim.black and [*witness[0]] != [*claim.columns]
            fits = shape(witness) == self.shown[name]
            if moved or not fits or preimage(pattern, witness) != pattern:
                rejected("automorphisms", line, f"not one of {show(pattern, claim.pegs)}")
            self.automorphisms.setdefault(name, []).append((line, witness))
        roles, found, target = dict[tuple[Any, ...], int](), list[Any](), list[int]()
        self.line_of = dict[bytes, int]()
        self.maps: dict[IndexMap, int] = {tuple((0, (kind,)) for kind in claim.kinds): 0}
        for line, (name, witness) in enumerate(lines.pop("parts"), 1):
            columns, _, kinds = witness
            clauses, stars = self.named[name], int(self.stars[name])
            if shape(witness) != self.shown[name]:
                rejected("parts", line, "not as many colours as what it names")
            if kinds:
                if any(kind & ~stars for kind in kinds):
                    rejected("parts", line, "a kind that what it names has no index for")
                new = [(kind, self.shown[name][0] + i) for i, kind in enumerate(kinds)]
                clauses = extend(claim, clauses, new).tobytes()
            part = preimage(clauses, witness)
            if self.line_of.setdefault(part, line) < line:
                rejected("parts", line, f"superfluous: line {self.line_of[part]} says it")
            self.keep(len(part) + 200)  # with the dictionary's own
            target.append(roles.setdefault((name, *(columns, kinds) * claim.black), len(roles)))
            if target[-1] == len(found):
                found.append((name, *self.role(stars, witness, part)))
        found.append((len(self.named) - 1, 0, 0, 0, claim.shown(b""), claim.weights))
        # Index maps: constants [map, index] and matrices [map, index, index before].
        self.constants = np.array([[c for c, _ in rows] for rows in self.maps])
        self.matrices = np.array(
            [[[kind in old for kind in claim.kinds] for _, old in rows] for rows in self.maps], int
        )
        self.role_name, self.role_stars, self.role_size, self.role_map, shown, weights = (
            np.array(values, dtype=np.int32) for values in zip(*found, strict=True)
        )
        self.role_shown, self.role_weights = shown.astype(np.int8), weights
        most = max(len(found), len(self.named), len(claim.shifts), claim.sets)
        self.target = np.array(target, dtype=np.min_scalar_type(most))

    def role(self, stars: int, witness: Witness, part: bytes) -> tuple[Any, ...]:
        """Of a part: columns with stars, clauses, index map, colours, weights of excluded colours.

        Its columns take their kinds, and excluded colours, to those of what the witness maps it to.
        """
        claim, (columns, _, new), index_map = self.claim, witness, next(iter(self.maps))
        if stars:
            becomes = list[tuple[int, int]]()
            for old in claim.kinds:
                moved = sum(1 << j for j, column in enumerate(columns) if old >> column & 1)
                becomes.append((old, claim.becomes(moved, stars)))
            index_map = tuple(
                (new.count(kind), tuple(old for old, then in becomes if then == kind))
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
        claim, pattern = self.claim, self.patterns[index]
        self.progress("patterns", index, len(self.patterns))
        if index not in self.met:
            reason = f"no state reaches pattern {index}, {show(pattern, claim.pegs)}"
            rejected("patterns", index + 1, f"no part of a pattern before it: {reason}")
        # Orbits are those of all questions in all readings; their extra cells are equally many.
        table = questions(claim, self.shown[index], claim.active(int(self.stars[index])))
        label = table.orbits(index, self.automorphisms.get(index, []))
        fits = self.wide[self.stars[index], -1 if claim.exact else claim.start]
        asked = np.flatnonzero((label == np.arange(len(label))) & fits[table.extra])
        self.questions += len(asked)
        clauses = extend(claim, pattern, table.new)
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
