"""Games of alike colours by their rules: what answers tell, and the optima of small games.

Marks are defined by what they tell (`marks_told`) and not by how they are written. The optimum is
found by a plain recursion over sets of possible secrets, which are integers: bit i tells whether
secret i is possible. No symmetry is used. What is left out, and why nothing is lost:

Memoization. What is left to pay depends on the set alone.

Idle questions. A question that leaves all secrets together can be dropped from any strategy. Where
only possible secrets may be asked there is none.

The same split. Questions that are won by the same secret, have the same parts and may be asked in
the same sets are followed by the same strategies.

A bound. With A answers that do not win, the first question finds at most one secret, the second
one at most one for each of these answers, and so on. A question is passed over where this bound
shows that it is no better than one that was tried.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import permutations, product

Word = tuple[int, ...]

GAMES = ("marks", "marks-distinct", "sum", "sum-distinct", "mastermind", "ab")
READINGS = ("exact", "with", "without", "none")


def repeats(game: str) -> bool:
    """Whether a word may have a colour twice."""
    return game in ("marks", "sum", "mastermind")


def words(game: str, pegs: int, colours: int) -> list[Word]:
    """All words of a game, ascending."""
    if repeats(game):
        return [*product(range(colours), repeat=pegs)]
    return [*permutations(range(colours), pegs)]


# ------------------------------------------------------------------------------- what answers tell


def marks_told(secret: Word, question: Word) -> Hashable:
    """What marks tell: the right cells, and of each colour the further copies that are found.

    These are the copies that the secret has beside the right cells, at most as many as the question
    asks in its other cells.
    """
    right = {j for j, (s, q) in enumerate(zip(secret, question, strict=True)) if s == q}
    has = Counter(s for j, s in enumerate(secret) if j not in right)
    asks = Counter(q for j, q in enumerate(question) if j not in right)
    return frozenset(right), frozenset((has & asks).items())


def common(secret: Word, question: Word) -> int:
    """How many colours both words have, each as often as both have it."""
    return sum((Counter(secret) & Counter(question)).values())


def sum_told(secret: Word, question: Word) -> Hashable:
    """The colours in common, and whether the question is the secret."""
    return "won" if secret == question else common(secret, question)


def pegs_told(secret: Word, question: Word) -> Hashable:
    """Black and white pegs."""
    black = sum(s == q for s, q in zip(secret, question, strict=True))
    return black, common(secret, question) - black


TOLD = {
    "marks": marks_told,
    "marks-distinct": marks_told,
    "sum": sum_told,
    "sum-distinct": sum_told,
    "mastermind": pegs_told,
    "ab": pegs_told,
}
"""What the answers of each game tell."""


# -------------------------------------------------------------------------------------- the optima


def foreign_colours(game: str, pegs: int, reading: str) -> int:
    """How many colours that no secret has may be asked, beyond which more make no difference.

    Where a colour repeats in a question, one is enough; else each cell but one may have its own.
    """
    if reading != "with":
        return 0
    return 1 if repeats(game) else pegs - 1


def _as_bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in {*numbers})


Split = tuple[int, tuple[int, ...], int]
"""The secret that wins, or 0; the others by answer; and, in `without`, the colours asked."""


def _splits(game: str, pegs: int, colours: int, reading: str, secrets: list[Word]) -> list[Split]:
    """What each question makes of the secrets."""
    told, found = TOLD[game], []
    for question in words(game, pegs, colours + foreign_colours(game, pegs, reading)):
        won, parts = 0, dict[Hashable, int]()
        for i, secret in enumerate(secrets):
            if secret == question:
                won = 1 << i
            else:
                answer = told(secret, question)
                parts[answer] = parts.get(answer, 0) | 1 << i
        asked = _as_bits(question) if reading == "without" else 0
        found.append((won, tuple(parts.values()), asked))
    return found


def optimum(
    game: str,
    pegs: int,
    colours: int,
    *,
    worst: bool = False,
    reading: str = "exact",
    secrets: list[Word] | None = None,
) -> int:
    """The least total of questions over all secrets, or the least worst case.

    reading: exact, all words may be asked; with, also words with colours that no secret has;
    without, only words whose colours each occur in a secret that is still possible; none, only
    possible secrets. secrets: which words are possible, by default all of them.
    """
    secrets = words(game, pegs, colours) if secrets is None else secrets
    splits = _splits(game, pegs, colours, reading, secrets)
    having = [_as_bits(i for i, word in enumerate(secrets) if c in word) for c in range(colours)]
    most = max(len(parts) for _, parts, _ in splits)

    @cache
    def bound(count: int) -> int:
        total, depth, level = 0, 0, 1
        while count > 0:
            depth += 1
            total += depth * min(level, count)
            count, level = count - level, level * most
        return depth if worst else total

    def legal(state: int, above: Iterable[Split]) -> set[Split]:
        """What questions make of a set, from what they make of a larger one."""
        gone = _as_bits(c for c, some in enumerate(having) if not some & state)
        made = set()
        for won, answers, asked in above:
            if asked & gone or (reading == "none" and not won & state):
                continue
            parts = tuple(sorted(part for answer in answers if (part := answer & state)))
            if parts != (state,):
                made.add((won & state, parts, asked))
        return made

    def after(state: int, costs: Iterable[int]) -> int:
        """The cost of a question from those of its parts."""
        return 1 + max(costs, default=0) if worst else state.bit_count() + sum(costs)

    done: dict[int, int] = {}

    def solve(state: int, above: Iterable[Split]) -> int:
        count = state.bit_count()
        if count <= 2:  # one after the other
            return bound(count)
        if state in done:
            return done[state]
        made = legal(state, above)
        tried = {parts for _, parts, _ in made}
        ordered = sorted((after(state, [bound(p.bit_count()) for p in x]), x) for x in tried)
        best: int | None = None
        for least, parts in ordered:
            costs = [bound(part.bit_count()) for part in parts]
            if best is not None and least >= best:
                break
            for place, part in enumerate(parts):
                costs[place] = solve(part, made)
                if best is not None and after(state, costs) >= best:
                    break
            cost = after(state, costs)
            best = cost if best is None else min(best, cost)
        assert best is not None
        done[state] = best
        return best

    return solve((1 << len(secrets)) - 1, splits)
