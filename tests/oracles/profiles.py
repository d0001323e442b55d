"""Which pairs (worst case, EPL) the strategies of a small finite game attain, by brute force.

    python -m tests.oracles.profiles > tests/oracles/small.csv

The *profile* of a game is the set of pairs (worst case, EPL) of its strategies without those that
another strategy beats in one and equals or beats in the other. Ordered by ascending worst case the
EPL descends, and every goal can be read off: the last pair has the least EPL and, with it, the
least worst case; the first pair has the least worst case and, with it, the least EPL; the least EPL
with at most d questions is that of the last pair whose worst case is at most d, and if there is no
such pair, no strategy manages with d questions. One recursion thus answers for all goals and all
limits of questions. It shares nothing with `strategies`, not even the answer function, so that the
two can be held against each other.

A state is an integer whose bit i tells whether secret i is possible. The recursion goes through all
questions that may be asked, by the rules of the game, in each state that it reaches. What it leaves
out, and why nothing is lost:

Memoization. What is left to pay depends on the state alone.

Idle questions. A question that leaves all the secrets together can be dropped from any strategy:
each secret is then found with a question less. Where only consistent questions are allowed there
are none: such a question is itself possible, and it is set apart from the rest by winning.

Pairs that are beaten. A strategy consists of its first question and of a strategy for each part,
independently of each other. It pays 1 + the largest worst case and the number of secrets + the sum
of the EPLs, neither of which grows when a part's strategy is replaced by one that is as good in
both respects. So for the profile of the whole those of the parts suffice.

Two secrets. One is asked and then the other: one of them is found by the first question, the other
by the second. Nothing is better in either respect, as no question finds two secrets.

The same split. Two questions that are won by the same secret, or both by none that is possible, and
have the same parts are followed by the same strategies; they count as one.

These suffice for all games with at most 30 secrets and two pegs or more. With one peg, however, all
subsets of the secrets are reached, 2^30 of them. There, and where `renumber` asks for it, the key
of the memoization is not the state but what the questions make of it: number the secrets of the
state by their order, and write down the set of all splits. Where two states agree in it, the
numbering takes every strategy of one to a strategy of the other with the same numbers of questions:
the splits of the parts are the splits of the whole, restricted to the part, and a question may be
asked, consistent or not, in both or (by one that splits alike) in neither.
"""

import csv
import sys
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from math import perm
from pathlib import Path
from typing import Final, NamedTuple

Word = tuple[int, ...]
Profile = tuple[tuple[int, int], ...]
Split = tuple[int, tuple[int, ...]]

NAMES: Final = ("mastermind", "ab", "black-peg", "black-peg-ab")
MAX_PEGS: Final = 8
MAX_COLOURS: Final = 36
MAX_SECRETS: Final = 30
TABLE: Final = Path(__file__).with_name("small.csv")
HEADER: Final = (
    "game",
    "pegs",
    "colours",
    "distinct",
    "consistent_only",
    "secrets",
    "expected",
    "worst",
    "expected_then_worst",
    "worst_then_expected",
    "profile",
)


FEW: Final[tuple[Profile, ...]] = (((1, 1),), ((2, 3),))
"""The profiles of one secret and of two."""


class SmallGame(NamedTuple):
    """A finite game. `distinct`: no secret repeats a colour. `consistent_only`: every question must
    be a secret that is still possible."""

    game: str
    pegs: int
    colours: int
    distinct: bool
    consistent_only: bool

    @property
    def repeats(self) -> bool:
        """Whether a question may repeat a colour."""
        return self.game in ("mastermind", "black-peg")

    @property
    def secrets(self) -> int:
        """The number of secrets."""
        if self.repeats and not self.distinct:
            return int(self.colours**self.pegs)
        return perm(self.colours, self.pegs)

    def __str__(self) -> str:
        parts = [self.game, f"{self.pegs}x{self.colours}"]
        return "-".join(
            parts + ["distinct"] * self.distinct + ["consistent"] * self.consistent_only
        )


class Row(NamedTuple):
    """A game of the table with its number of secrets and its profile."""

    game: SmallGame
    secrets: int
    profile: Profile

    @property
    def worst_then_expected(self) -> tuple[int, int]:
        """(worst case, EPL)."""
        return self.profile[0]

    @property
    def expected_then_worst(self) -> tuple[int, int]:
        """(worst case, EPL)."""
        return self.profile[-1]

    @property
    def worst(self) -> int:
        """The least worst case."""
        return self.profile[0][0]

    @property
    def expected(self) -> int:
        """The least EPL."""
        return self.profile[-1][1]

    def within(self, questions: int) -> "Row | None":
        """The game with a limit of questions; None where no strategy keeps to it."""
        kept = tuple(pair for pair in self.profile if pair[0] <= questions)
        return self._replace(profile=kept) if kept else None


LARGER: Final = [
    Row(game, game.secrets, pairs)
    for game, pairs in [
        # Worse than with all questions: 132 (worst case 5), 196, 451, 246 and 436.
        (SmallGame("mastermind", 2, 6, False, True), ((6, 134),)),
        (SmallGame("ab", 3, 5, False, True), ((4, 197),)),
        (SmallGame("mastermind", 3, 5, False, True), ((5, 455),)),
        (SmallGame("mastermind", 4, 3, False, True), ((4, 247),)),
        (SmallGame("ab", 3, 6, False, True), ((5, 437),)),
        (SmallGame("black-peg", 5, 2, False, True), ((6, 123),)),
        (SmallGame("black-peg", 5, 2, False, False), ((5, 121),)),
        (SmallGame("mastermind", 2, 7, False, False), ((5, 198),)),
        (SmallGame("mastermind", 2, 7, True, False), ((5, 161),)),
        (SmallGame("mastermind", 3, 4, False, False), ((4, 206),)),
        (SmallGame("ab", 3, 5, False, False), ((4, 196),)),
    ]
]
"""Some games with more than 30 secrets, by `profile`, in seconds each."""


def games() -> Iterator[SmallGame]:
    """All games with at most 30 secrets, 8 pegs and 36 colours."""
    for name, distinct, consistent_only in product(NAMES, (False, True), (False, True)):
        for pegs, colours in product(range(1, MAX_PEGS + 1), range(1, MAX_COLOURS + 1)):
            game = SmallGame(name, pegs, colours, distinct, consistent_only)
            if 0 < game.secrets <= MAX_SECRETS:
                yield game


def pegs_told(secret: Word, question: Word) -> tuple[int, int]:
    """Black and white pegs, found as at the board: pegs that agree are taken off, then each peg
    left of the question takes one of its colour from what is left of the secret."""
    left = [s for s, q in zip(secret, question, strict=True) if s != q]
    asked = [q for s, q in zip(secret, question, strict=True) if s != q]
    black, white = len(secret) - len(left), 0
    for colour in asked:
        if colour in left:
            left.remove(colour)
            white += 1
    return black, white


def splits(game: SmallGame) -> list[Split]:
    """For each question the secret that wins (its bit, 0 if there is none) and the other secrets by
    answer."""
    colours = range(game.colours)
    words: list[Word] = (
        list(product(colours, repeat=game.pegs))
        if game.repeats
        else list(permutations(colours, game.pegs))
    )
    secrets = [word for word in words if not game.distinct or len({*word}) == game.pegs]
    found = []
    for question in words:
        won, parts = 0, dict[tuple[int, int], int]()
        for i, secret in enumerate(secrets):
            black, white = pegs_told(secret, question)
            told = (black, white if game.game in ("mastermind", "ab") else 0)
            if black == game.pegs:
                won = 1 << i
            else:
                parts[told] = parts.get(told, 0) | 1 << i
        found.append((won, tuple(parts.values())))
    return found


def undominated(pairs: Iterator[tuple[int, int]]) -> Profile:
    """The pairs without those that another one beats."""
    kept: list[tuple[int, int]] = []
    for pair in sorted(pairs):
        if not kept or pair[1] < kept[-1][1]:
            kept.append(pair)
    return tuple(kept)


def together(one: Profile, other: Profile) -> Profile:
    """The pairs of two parts that are solved each by itself."""
    if len(one) == len(other) == 1:
        return ((max(one[0][0], other[0][0]), one[0][1] + other[0][1]),)
    return undominated((max(worst, more), epl + rest) for worst, epl in one for more, rest in other)


def profile(game: SmallGame, *, renumber: bool | None = None) -> Profile:
    """The pairs (worst case, EPL) of the game, by ascending worst case.

    `renumber` chooses the key of the memoization, see above; None: only with one peg.
    """
    done: dict[Hashable, Profile] = {}

    def legal(state: int, above: Iterable[Split]) -> set[Split]:
        """What the questions that may be asked make of the state, without the idle ones, from what
        they make of a larger one: those that split that alike split this alike."""
        made = set()
        for won, answers in above:
            if won & state or not game.consistent_only:
                parts = tuple(sorted(part for answer in answers if (part := answer & state)))
                if parts != (state,):
                    made.add((won & state, parts))
        return made

    def told(state: int, made: set[Split]) -> Hashable:
        """The splits with the secrets of the state numbered by their order."""
        bits = [1 << i for i in range(state.bit_length()) if state >> i & 1]

        @cache
        def image(part: int) -> int:
            return sum(1 << i for i, bit in enumerate(bits) if part & bit)

        return len(bits), frozenset(
            (image(won), tuple(sorted(map(image, parts)))) for won, parts in made
        )

    def solve(state: int, above: Iterable[Split]) -> Profile:
        if not numbered and state in done:
            return done[state]
        made = legal(state, above)
        key = told(state, made) if numbered else state
        if key not in done:
            done[key] = undominated(
                pair for _, parts in made for pair in followed(state, parts, made)
            )
        return done[key]

    def followed(state: int, parts: tuple[int, ...], made: set[Split]) -> Iterator[tuple[int, int]]:
        """The pairs of strategies that begin with this split."""
        pairs: Profile = ((0, 0),)
        for part in parts:
            count = part.bit_count()
            after = FEW[count - 1] if count <= len(FEW) else solve(part, made)
            pairs = together(pairs, after)
        return ((1 + worst, state.bit_count() + epl) for worst, epl in pairs)

    numbered = game.pegs == 1 if renumber is None else renumber
    return solve((1 << game.secrets) - 1, splits(game))


def pairs_text(pairs: Profile) -> str:
    """As in the table: ``worst case:EPL`` with spaces between."""
    return " ".join(f"{worst}:{epl}" for worst, epl in pairs)


def table_row(row: Row) -> tuple[str, ...]:
    """The row of the table, as in `HEADER`."""
    name, pegs, colours, distinct, consistent_only = row.game
    return (
        name,
        str(pegs),
        str(colours),
        str(int(distinct)),
        str(int(consistent_only)),
        str(row.secrets),
        str(row.expected),
        str(row.worst),
        pairs_text((row.expected_then_worst,)),
        pairs_text((row.worst_then_expected,)),
        pairs_text(row.profile),
    )


def read_table() -> list[Row]:
    """The rows of the table. What follows from the profile is not read; a test compares it."""
    with TABLE.open(newline="") as file:
        return [
            Row(
                SmallGame(
                    line["game"],
                    int(line["pegs"]),
                    int(line["colours"]),
                    line["distinct"] == "1",
                    line["consistent_only"] == "1",
                ),
                int(line["secrets"]),
                tuple(
                    (int(worst), int(epl))
                    for worst, _, epl in (pair.partition(":") for pair in line["profile"].split())
                ),
            )
            for line in csv.DictReader(file)
        ]


def main() -> None:
    """Write the table."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(HEADER)
    for game in games():
        writer.writerow(table_row(Row(game, game.secrets, profile(game))))


if __name__ == "__main__":
    main()
