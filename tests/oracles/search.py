"""Optimal strategies of games with up to some 1,000 secrets, by branch and bound.

    python -m tests.oracles.search --game ab --pegs 3 --colours 6 --objective expected
    python -m tests.oracles.search --all

The games, the objectives and their names are those of `strategies`, for Mastermind and the AB game:
any word of the game may be asked at any time. This module knows nothing of patterns, recurrences
or formulas; it goes through the strategies of one finite game. What it leaves out, and why:

Codes. A word is its number in base `colours`, a state (the set of secrets that are possible) a
sorted array of codes. What is left to pay depends on the state alone, as every question is always
allowed.

Symmetry. A permutation of the columns and one of the colours map words to words and keep every
answer, so a state and its image have the same value. `_canonical` chooses an image, and states with
the same image share what is found out about them. Two images of one state may be chosen where the
choice is hard: that costs time, but is never wrong.

Twins. Two colours are twins in a state when swapping them maps the state to itself: colours that
nothing is known about, or that are excluded, but others too. Being twins is an equivalence, because
(c d)(d e)(c d) = (c e), and any permutation of colours that maps every class of twins to itself is
a product of such swaps. It changes no possible secret into an impossible one, so a question and its
image cost the same, and of all the images of a question only one is asked: the one in which each
class of twins is used from its smallest colour on, without gaps, in order of first occurrence.

Idle questions. A question that leaves all the secrets together can be dropped from any strategy.

Bounds. Let f(d) be an upper bound on the size of a set that can be solved with at most d questions.
f(0) = 0. If the first question is q, then the secrets with one answer other than the winning one
are a set that d - 1 questions solve, and there are no more of them than in the whole game:

    f(d) = max over all q of [1 + sum over the answers a but the winning one of
                              min(f(d - 1), number of secrets that answer a to q)]

So s secrets have a worst case of at least the smallest d with f(d) >= s. And in any strategy the
secrets that are found with at most d questions are solved by that same strategy with at most d
questions, so there are no more than f(d) of them, and more than d questions are needed for at
least s - f(d). The EPL is the sum over d >= 0 of the number of secrets with more than d questions:

    EPL >= sum over d >= 0 of max(0, s - f(d))

For s = 1 and s = 2 the bounds 1 and 3 (in the worst case 1 and 2) are the values: ask one, then the
other. The bound of a question adds those of its parts to the secrets that pay for it (in the worst
case: 1 and the largest). The smallest bound of all questions is a bound of the state.
"""

import argparse
import csv
import time
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[Any]

GAMES: Final = ("mastermind", "ab")
OBJECTIVES: Final = ("expected", "worst")
MAX_SECRETS: Final = 1_000
TABLE: Final = Path(__file__).with_name("optima.csv")
HEADER: Final = ("game", "pegs", "colours", "objective", "value", "seconds")
INFINITE: Final = 1 << 40
SMALL: Final = 2  # the bound of a set of at most this size is its value


def digits(pegs: int, colours: int) -> Array:
    """The colours of all codes: shape (colours**pegs, pegs)."""
    return np.stack(np.unravel_index(np.arange(colours**pegs), (colours,) * pegs), axis=1)


def answer_table(words: Array, colours: int) -> Array:
    """The answers to all pairs of words, as black * (pegs + 1) + white."""
    counts = [(words == colour).sum(axis=1).astype(np.int16) for colour in range(colours)]
    table = np.empty((len(words), len(words)), np.uint8)
    for rows in np.array_split(np.arange(len(words)), len(words) // 256 + 1):
        pairs = [(column[rows, None], column[None, :]) for column in words.T]
        black = sum((one == other).astype(np.int16) for one, other in pairs)
        common = sum(np.minimum(count[rows, None], count[None, :]) for count in counts)
        table[rows] = black * (words.shape[1] + 1) + common - black
    return table


def solvable_sizes(split_sizes: Array) -> list[int]:
    """The bounds f(0), f(1), ... of the module docstring, up to the first that is no less than the
    number of secrets. Row q of `split_sizes` has the numbers of secrets of the whole game that give
    each answer to question q, without the winning answer."""
    secrets = 1 + int(split_sizes[0].sum())
    sizes = [0]
    while sizes[-1] < secrets:
        sizes.append(1 + int(np.minimum(split_sizes, sizes[-1]).sum(axis=1).max()))
    return sizes


@njit(cache=True)
def _mix(number: int) -> int:
    """A hash of a 64-bit integer. Overflow wraps around."""
    number = (number ^ (number >> 31)) * 0x1D8E4E27C47D124F
    number = (number ^ (number >> 29)) * 0x7A3F29C9B5D1E4AB
    return number ^ (number >> 32)


@njit(cache=True)
def _twins(state: Array, words: Array, weights: Array, colours: int) -> Array:
    """For each colour its smallest twin in the state."""
    pegs = words.shape[1]
    present = np.zeros(words.shape[0], np.bool_)
    counts = np.zeros((colours, pegs), np.int64)
    for code in state:
        present[code] = True
        for column in range(pegs):
            counts[words[code, column], column] += 1
    smallest = np.arange(colours)
    for low in range(colours):
        if smallest[low] != low:
            continue
        for high in range(low + 1, colours):
            if smallest[high] != high:
                continue
            same = True
            for column in range(pegs):
                if counts[low, column] != counts[high, column]:
                    same = False
            if not same:
                continue
            for code in state:
                swapped = 0
                for column in range(pegs):
                    colour = words[code, column]
                    if colour == low:
                        colour = high
                    elif colour == high:
                        colour = low
                    swapped += colour * weights[column]
                if not present[swapped]:
                    same = False
                    break
            if same:
                smallest[high] = low
    return smallest


@njit(cache=True)
def _canonical(state: Array, words: Array, weights: Array, orders: Array, colours: int) -> Array:
    """An image of the state under a permutation of columns and one of colours, sorted.

    Colours are ordered by hashes, which are refined: the new hash of a colour comes from the words
    it occurs in, and from where. When that separates no more colours and two that are not twins
    still have the same hash, an arbitrary one of them gets another hash. All column orders are
    tried that sort the columns by a hash; the smallest image is taken. Whatever the hashes are, the
    result is an image of the state.
    """
    pegs = words.shape[1]
    size = len(state)
    smallest = _twins(state, words, weights, colours)
    counts = np.zeros((colours, pegs), np.int64)
    for code in state:
        for column in range(pegs):
            counts[words[code, column], column] += 1
    column_hash = np.zeros(pegs, np.int64)
    for column in range(pegs):
        for colour in range(colours):
            column_hash[column] += _mix(counts[colour, column] + 1)

    best = np.empty(0, np.int64)
    image = np.empty(size, np.int64)
    for order in orders:
        ordered = True
        for column in range(1, pegs):
            if column_hash[order[column - 1]] > column_hash[order[column]]:
                ordered = False
        if not ordered:
            continue

        hashes = np.zeros(colours, np.int64)
        cells = 0
        individualized = 0
        while True:
            refined = np.zeros(colours, np.int64)
            for colour in range(colours):
                refined[colour] = _mix(hashes[colour] + 7)
            for code in state:
                word_hash = 0
                for column in range(pegs):
                    colour = words[code, order[column]]
                    word_hash += _mix(hashes[colour] + 1000003 * (column + 1))
                for column in range(pegs):
                    refined[words[code, order[column]]] += _mix(word_hash + column)
            hashes = refined
            ranking = np.argsort(hashes)
            new_cells = 1
            for rank in range(1, colours):
                if hashes[ranking[rank]] != hashes[ranking[rank - 1]]:
                    new_cells += 1
            if new_cells > cells:
                cells = new_cells
                continue
            tied = -1
            for rank in range(1, colours):
                one, other = ranking[rank - 1], ranking[rank]
                if hashes[one] == hashes[other] and smallest[one] != smallest[other]:
                    tied = one
                    break
            if tied < 0 or individualized > colours:
                break
            individualized += 1
            hashes[tied] += 1

        label = np.empty(colours, np.int64)
        for rank in range(colours):
            label[ranking[rank]] = rank
        for i in range(size):
            image[i] = 0
            for column in range(pegs):
                image[i] += label[words[state[i], order[column]]] * weights[column]
        image = image[np.argsort(image)]  # which is compiled for colours, too
        if len(best) == 0:
            best = image.copy()
        else:
            for i in range(size):
                if image[i] != best[i]:
                    if image[i] < best[i]:
                        best = image.copy()
                    break
    return best.astype(np.int32)


@njit(cache=True)
def _questions(
    state: Array,
    legal: Array,
    words: Array,
    weights: Array,
    answers: Array,
    bounds: Array,
    expected: bool,
) -> tuple[Array, Array]:
    """The questions to try in a state, and by what they are to be sorted: 64 times their bounds,
    less the numbers of their parts.

    One question of each class under the swapping of twins; no question that leaves all the secrets
    together.
    """
    pegs = words.shape[1]
    winning = pegs * (pegs + 1)
    size = len(state)
    colours = words[words.shape[0] - 1, 0] + 1
    smallest = _twins(state, words, weights, colours)
    next_twin = np.full(colours, -1, np.int64)  # the smallest twin that is greater than the colour
    for low in range(colours):
        for high in range(low + 1, colours):
            if smallest[high] == smallest[low]:
                next_twin[low] = high
                break

    found = np.empty(len(legal), np.int64)
    keys = np.empty(len(legal), np.int64)
    number = 0
    sizes = np.zeros(winning + 1, np.int64)
    unused = np.empty(colours, np.int64)  # for each class of twins, the next colour to use
    for question in legal:
        for colour in range(colours):
            unused[colour] = colour
        first = True
        for column in range(pegs):
            colour = words[question, column]
            twin = smallest[colour]
            if unused[twin] == colour:
                unused[twin] = next_twin[colour]
            elif unused[twin] != -1 and colour > unused[twin]:
                first = False
                break
        if not first:
            continue
        sizes[:] = 0
        row = answers[question]
        for code in state:
            sizes[row[code]] += 1
        sizes[winning] = 0
        bound = 0
        parts = 0
        idle = False
        for part in sizes:
            if part == size:
                idle = True
            if part > 0:
                parts += 1
                bound = bound + bounds[part] if expected else max(bound, bounds[part])
        if idle:
            continue
        found[number] = question
        keys[number] = (bound + (size if expected else 1)) * 64 - parts
        number += 1
    return found[:number], keys[:number]


@njit(cache=True)
def _split(state: Array, question: int, words: Array, answers: Array) -> tuple[Array, Array]:
    """The secrets sorted by their answers to the question, without the winning answer, and the
    places where the parts begin and end."""
    winning = words.shape[1] * (words.shape[1] + 1)
    row = answers[question]
    ends = np.zeros(winning + 2, np.int64)
    for code in state:
        ends[row[code] + 1] += 1
    ends[winning + 1] = 0
    for i in range(winning + 1):
        ends[i + 1] += ends[i]
    places = ends.copy()
    parts = np.empty(ends[winning], np.int32)
    for code in state:
        if row[code] != winning:
            parts[places[row[code]]] = code
            places[row[code]] += 1
    return parts, ends


class Node:
    """What is known about a state and its images.

    `low` is a lower bound on the value, and the value itself if `exact`.
    """

    __slots__ = ("exact", "low", "opened", "state")

    def __init__(self, state: Array, low: int) -> None:
        self.state = state
        self.low = low
        self.exact = False
        self.opened = False


class Search:
    """The search for the least EPL ('expected') or the least worst case ('worst') of a game."""

    def __init__(self, game: str, pegs: int, colours: int, objective: str) -> None:
        if game not in GAMES:
            raise ValueError(f"game {game!r} is none of {', '.join(GAMES)}")
        if objective not in OBJECTIVES:
            raise ValueError(f"objective {objective!r} is none of {', '.join(OBJECTIVES)}")
        if pegs < 2 or colours < (pegs if game == "ab" else 1):
            raise ValueError(f"{game} with {pegs} pegs and {colours} colours is not searched")
        self.expected = objective == "expected"
        self.colours = colours
        self.words = digits(pegs, colours)
        self.weights = colours ** np.arange(pegs - 1, -1, -1)
        self.orders = np.array(list(permutations(range(pegs))))
        self.answers = answer_table(self.words, colours)
        legal = np.ones(len(self.words), dtype=bool)
        if game == "ab":
            legal = np.array([len(set(word)) == pegs for word in self.words.tolist()])
        self.legal = np.flatnonzero(legal)

        winning = pegs * (pegs + 1)
        split_sizes = np.stack(
            [np.bincount(self.answers[code][legal], minlength=winning + 1) for code in self.legal]
        )[:, :winning]
        solvable = np.array(solvable_sizes(split_sizes))
        self.bounds = np.array(
            [
                np.maximum(0, size - solvable).sum() if self.expected else (solvable < size).sum()
                for size in range(len(self.legal) + 1)
            ]
        )
        self.nodes: dict[bytes, Node] = {}

    def value(self) -> int:
        """Return the least EPL or worst case of the game."""
        root = self.node(self.legal.astype(np.int32))
        if self.expected:
            return self.solve(root, INFINITE)
        while not root.exact:  # a limit keeps the first strategies that are tried from going deep
            self.solve(root, root.low + 1)
        return root.low

    def node(self, state: Array) -> Node:
        """The node of a state, which is shared with its images."""
        canonical = _canonical(state, self.words, self.weights, self.orders, self.colours)
        key = canonical.tobytes()
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(canonical, int(self.bounds[len(state)]))
            node.exact = len(state) <= SMALL
        return node

    def questions(self, node: Node) -> tuple[Array, Array]:
        """The questions of a state and their bounds, the smallest first; raises `node.low`."""
        found, keys = _questions(
            node.state, self.legal, self.words, self.weights, self.answers, self.bounds,
            self.expected,
        )  # fmt: skip
        order = np.argsort(keys, kind="stable")
        lows = (keys[order] + 63) // 64
        node.low = max(node.low, int(lows[0]))
        node.opened = True
        return found[order], lows

    def solve(self, node: Node, limit: int) -> int:
        """Raise `node.low` to the value of the state, or to `limit` at least; return it."""
        if node.exact or node.low >= limit:
            return node.low
        questions, lows = self.questions(node)
        # All questions that were tried cost at least `least`; if that is less than the limit, the
        # best of them costs just that, as `ask` is exact below its limit.
        least = INFINITE
        for question, low in zip(questions.tolist(), lows.tolist(), strict=True):
            if low >= min(least, limit):
                least = min(least, low)  # no question that follows costs less than `low`
                break
            least = min(least, self.ask(node.state, question, min(least, limit)))
        node.low = max(node.low, least)
        node.exact = least < limit
        return node.low

    def ask(self, state: Array, question: int, limit: int) -> int:
        """Return the cost of a strategy that begins with the question and goes on in the best way,
        or a lower bound on it that is no less than `limit`."""
        codes, ends = _split(state, question, self.words, self.answers)
        parts = [
            codes[begin:end]
            for begin, end in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
            if begin < end
        ]
        small = [int(self.bounds[len(part)]) for part in parts if len(part) <= SMALL]
        nodes = [self.node(part) for part in sorted(parts, key=len) if len(part) > SMALL]

        def cost() -> int:
            lows = small + [node.low for node in nodes]
            return len(state) + sum(lows) if self.expected else 1 + max(lows, default=0)

        for node in nodes:
            if cost() >= limit:
                return cost()
            if not node.opened:
                self.questions(node)
        for node in nodes:
            total = cost()
            if total >= limit:
                return total
            self.solve(node, limit - total + node.low if self.expected else limit - 1)
        return cost()


def optimum(game: str, pegs: int, colours: int, objective: str) -> int:
    """Return the least EPL ('expected') or the least worst case ('worst') of a game.

    `game` is 'mastermind' or 'ab', with at least two pegs. Raises ValueError otherwise, and if the
    game has no secrets.
    """
    return Search(game, pegs, colours, objective).value()


def games() -> Iterator[tuple[str, int, int]]:
    """All games of the table: game, pegs, colours."""
    for game in GAMES:
        for pegs in (2, 3):
            colours = pegs if game == "ab" else 2
            while secrets(game, pegs, colours) <= MAX_SECRETS:
                yield game, pegs, colours
                colours += 1


def secrets(game: str, pegs: int, colours: int) -> int:
    """The number of secrets of a game."""
    count = 1
    for peg in range(pegs):
        count *= colours - peg if game == "ab" else colours
    return count


def read_table() -> dict[tuple[str, int, int, str], int]:
    """The values of optima.csv by game, pegs, colours and objective."""
    with TABLE.open(newline="") as file:
        return {
            (row["game"], int(row["pegs"]), int(row["colours"]), row["objective"]): int(
                row["value"]
            )
            for row in csv.DictReader(file)
        }


def timed_row(game: str, pegs: int, colours: int, objective: str) -> list[str]:
    """A row of optima.csv, computed anew."""
    start = time.perf_counter()
    value = optimum(game, pegs, colours, objective)
    seconds = time.perf_counter() - start
    return [game, str(pegs), str(colours), objective, str(value), f"{seconds:.1f}"]


def main() -> None:
    """Write optima.csv, or print one row of its kind."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.oracles.search",
        description="Compute optimal values of games by exhaustive search.",
    )
    parser.add_argument("--all", action="store_true", help="all games of optima.csv: rewrite it")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--pegs", type=int)
    parser.add_argument("--colours", type=int)
    parser.add_argument("--objective", choices=OBJECTIVES)
    args = parser.parse_args()
    row = (args.game, args.pegs, args.colours, args.objective)
    if any(value is not None for value in row) if args.all else None in row:
        parser.error("give either --all, or all of --game, --pegs, --colours and --objective")

    optimum("mastermind", 2, 2, "expected")  # compiles, which is not to be timed
    if not args.all:
        print(",".join(timed_row(*row)))
        return
    rows = []
    for game in games():
        for objective in OBJECTIVES:
            rows.append(timed_row(*game, objective))
            print(",".join(rows[-1]), flush=True)
    with TABLE.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADER, *rows])


if __name__ == "__main__":
    main()
