"""Writes the proofs of three pegs for Coq, which checks all of it; needs masetproof.

python three.py mastermind ../output/short/mastermind-3.cert.xz prints a file of definitions:
members for `Lower.check`, from the short proof, and places for `Upper.check_places`, from the
strategy of the theorem.  With counts instead of the game it prints the table for
`CountTables.check_counts`, the same for both games.  Nothing here is trusted.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import comb, inf
from typing import Any

from masetproof import prove
from masetproof.cache import cached_method
from masetproof.checker.counting import count_table, with_tails
from masetproof.checker.reading import Rejected, read
from masetproof.checker.rules import STAR, SYMBOLS
from masetproof.checker.short import ShortVerification
from masetproof.checker.shortreading import Certificate, parse_short
from masetproof.games.pegs import PegGame, as_peg_game
from masetproof.strategies.on_patterns import Guide, Point
from masetproof.words import word_text

PEGS, PERIOD, DEGREE = 3, 6, 5
AT_ONCE = 50  # long lists are slow to read


def table(values: Sequence[int], last: int) -> str:
    """The values up to the least base, and Newton differences of the classes from there on."""
    for base in range(last + 1):
        classes = []
        for start in range(base, base + PERIOD):
            row, differences = values[start::PERIOD], []
            while row:
                differences.append(row[0])
                row = [other - one for one, other in pairwise(row)]
            if any(differences[DEGREE:]):
                break
            classes.append(differences[:DEGREE])
        if len(classes) == PERIOD:
            return f"({listed(values[:base])}, {listed(map(listed, classes))})"
    raise ValueError("no polynomials so early")


def listed(items: Any) -> str:
    """A list of Coq."""
    return f"[{'; '.join(map(str, items))}]"


def definition(name: str, kind: str, rows: list[str]) -> Iterator[str]:
    """The definition of a list in pieces."""
    pieces = [rows[i : i + AT_ONCE] for i in range(0, len(rows), AT_ONCE)]
    for number, piece in enumerate(pieces):
        body = ";\n".join(piece)
        yield f"Definition {name}{number} : list {kind} := [\n{body}].\n"
    yield f"Definition {name} : list {kind} :="
    yield f"  {' ++ '.join(f'{name}{number}' for number in range(len(pieces)))}.\n"


# ---------------------------------------------------------------------------------- lower half


def cells(clause: Sequence[int]) -> str:
    """A clause of the certificate as Text.v reads it."""
    return "".join(SYMBOLS[x] for x in clause)


def members(said: Certificate) -> Iterator[str]:
    """The members of a short proof, with the bounds that the checker finds."""
    proof = ShortVerification(said, lambda *_: None)
    proof.prove()
    listed_on: dict[int, list[Any]] = {}
    for one in said.questions:
        listed_on.setdefault(one.member, []).append(one)

    def value(number: int, m: int) -> int:
        if m < said.base:
            return int(proof.least[number, m])
        t, residue = divmod(m - said.base, said.period)
        return sum(int(x) * comb(t, i) for i, x in enumerate(proof.claims[residue][number]))

    for number, member in enumerate(said.members):
        starred = any(STAR in clause for clause in member)
        many = range(said.base + PERIOD * (DEGREE + 4))
        values = [value(number, m) if starred else int(proof.least[number, 0]) for m in many]
        lines = []
        for one in listed_on.get(number, []):
            covers = [
                [
                    f'"{group.member}.{"".join(map(str, group.columns))}.{cells(group.colours)}"'
                    for cover in chosen
                    for group in cover
                ]
                for chosen in product(*one.covers.values())
            ]
            lines.append(f'    ("{cells(one.question)}", {listed(map(listed, covers))})')
        body = ";\n".join(lines)
        pattern = "|".join(map(cells, member))
        yield f'  member_of "{pattern}" {table(values, said.base)} [\n{body}]'


# ---------------------------------------------------------------------------------- upper half

Key = tuple[int, int]  # pattern, excluded colours


def reached(guide: Guide, game: PegGame, colours: Iterable[int]) -> Iterator[Point]:
    """All places that play comes to with these numbers of colours."""
    waiting = [Point(0, False, (n,), (0,)) for n in colours][::-1]
    known = set(waiting)
    while waiting:
        place = waiting.pop()
        yield place
        move = guide.move(place)
        for answer, part in reversed([*enumerate(move.parts[:-1])]):
            if part and part.secrets(game, *move.left(place)):
                below = move.below(place, answer, game.excluded_cap(PEGS))
                if below not in known:
                    known.add(below)
                    waiting.append(below)


class Places:
    """What the strategy of a theorem asks with up to so many colours."""

    def __init__(self, name: str, most: int) -> None:
        self.game = game = as_peg_game(name)
        guide = prove(name, PEGS).guide
        cap = game.excluded_cap(PEGS)
        self.patterns: dict[int, Any] = {}
        # For each place the questions, with the parts as they are for some m, and the least m.
        self.plays: dict[Key, dict[Any, int]] = {}
        self.whole: dict[Any, bool] = {}  # whether these are all parts that there ever are
        colours = range(game.least_colours(PEGS), most + 1)
        for place in reached(guide, game, colours):
            move, m = guide.move(place), place.implicit[0]
            left, parts = move.left(place), []
            key = place.number if not place.explicit else ~place.number, place.excluded[0]
            self.patterns[key[0]] = move.pattern
            for answer, part in enumerate(move.parts[:-1]):
                if part and part.secrets(game, left):
                    below = move.below(place, answer, cap)
                    one = move.answers[answer]
                    columns = one.witness.columns
                    order = "".join(str(columns.index(i)) for i in range(PEGS))
                    names = sorted(one.colours, key=one.colours.__getitem__)
                    number = below.number if not below.explicit else ~below.number
                    parts.append(((number, below.excluded[0]), order, cells(names)))
            some = self.plays.setdefault(key, {})
            asked = move.question, move.new, tuple(parts)
            some[asked] = min(some.get(asked, m), m)
            most_parts = sum(bool(part and part.secrets(game, (most,))) for part in move.parts[:-1])
            self.whole[key, asked] = most_parts == len(parts) and not move.pattern.is_explicit

    @cached_method()
    def cost(self, key: Key, m: int) -> float:
        """The total of the strategy from there on; infinite for m that do not occur."""
        pattern, best = self.patterns[key[0]], inf
        m = 0 if pattern.is_explicit else m
        if m < 0:
            return inf
        secrets = pattern.secrets(self.game, (m,))
        if not secrets:
            return 0
        for asked, least in self.plays[key].items():
            if m == least or (m > least and self.whole[key, asked]):
                _, new, parts = asked
                best = min(best, secrets + sum(self.cost(part, m - new) for part, _, _ in parts))
        return best

    def rows(self, last: int) -> Iterator[str]:
        """The places.  last: the greatest base that there may be."""
        sys.setrecursionlimit(10_000)
        numbers = {key: number for number, key in enumerate(self.plays)}
        for key, some in self.plays.items():
            costs = [self.cost(key, m) for m in range(last + PERIOD * (DEGREE + 1))]
            values = [-1 if cost == inf else int(cost) for cost in costs]
            lines = []
            for asked, least in some.items():
                question, _, parts = asked
                groups = listed(f'"{numbers[part]}.{order}.{own}"' for part, order, own in parts)
                dash = "-" * self.whole[key, asked]
                lines.append(f'    ("{word_text(question)}", "{least}{dash}", {groups})')
            body, pattern = ";\n".join(lines), str(self.patterns[key[0]]).strip("{}")
            yield f'  place_of "{pattern}" {key[1]} {table(values, last)} [\n{body}]'


def counts(said: Certificate) -> Iterator[str]:
    """The table of counts, by colours, clauses and secrets."""
    last = said.base - said.base % PEGS + PEGS
    known = count_table(PEGS, said.clauses, said.secrets, last)
    values = with_tails(PEGS, known, last).transpose(2, 0, 1).tolist()
    yield "From Verified Require Import CountTables.\nOpen Scope Z_scope.\n"
    head = f"clauses_most := {said.clauses}; secrets_most := {said.secrets}"
    yield f"Definition counts_three : count_data := {{| {head}; columns := ["
    yield ";\n".join(listed(map(listed, column)) for column in values) + "] |}."


def main() -> None:
    """Print the definitions."""
    asked = argparse.ArgumentParser(description="Write the proofs of three pegs for Coq.")
    asked.add_argument("game", choices=("mastermind", "ab", "counts"))
    asked.add_argument("certificate", help="a short proof of the game, of either game for counts")
    game, path = vars(asked.parse_args()).values()
    try:
        said = parse_short(read(path))
    except Rejected as error:
        asked.error(str(error))
    if (said.game != game and game != "counts") or said.pegs != PEGS:
        asked.error(f"{path} is not a proof of {game} with three pegs")
    print("(* Written by three.py; what is wrong here cannot make a false theorem true. *)\n")
    if game == "counts":
        print("\n".join(counts(said)))
        return
    print("From Coq Require Import String.\nFrom Verified Require Import Text.")
    print("Open Scope Z_scope.\nOpen Scope string_scope.\n")
    for line in definition("lower", "member", list(members(said))):
        print(line)
    last = said.base // 2
    for line in definition("upper", "place", list(Places(game, 2 * said.base).rows(last))):
        print(line)


main()
