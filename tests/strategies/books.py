"""The books of the package: ``python -m tests.strategies.books`` makes them again from theorems.

Other tests hold them against the theorems.  The book of black-peg Mastermind with four pegs is the
text of what `masetproof.band.strategy.find_strategy` returns.
"""

from __future__ import annotations

from collections.abc import Iterator

from masetproof.finite.setting import FiniteGame
from masetproof.games.pegs import AB, MASTERMIND, PegGame
from masetproof.objectives import Goal, Objective
from masetproof.proofs.known import known
from masetproof.proofs.numbers import runs
from masetproof.proofs.theorem import theorem_of
from masetproof.strategies.book import MOST_COLOURS
from masetproof.strategies.on_patterns import Guide, Point
from masetproof.words import word_text


def book_text(guide: Guide, game: PegGame, pegs: int) -> str:
    """The book of a guide, such as `Theorem.guide` in the reading `exact`."""
    lines: dict[tuple[str, int], dict[str, list[int]]] = {}
    for place in places(guide, game, pegs):
        move = guide.move(place)
        asked = lines.setdefault((str(move.pattern), place.excluded[0]), {})
        asked.setdefault(word_text(move.question), []).extend(place.implicit)
    return "".join(
        f"{pattern} {excluded} "
        + " ".join(f"{question}:{ranges(numbers)}" for question, numbers in asked.items())
        + "\n"
        for (pattern, excluded), asked in lines.items()
    )


def ranges(numbers: list[int]) -> str:
    """Numbers like ``0,3-7``."""
    ends = ((run[0], run[-1]) for run in runs(sorted(numbers)))
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in ends)


def places(guide: Guide, game: PegGame, pegs: int) -> Iterator[Point]:
    """All places that play comes to with up to `MOST_COLOURS` colours, which are of one kind."""
    cap, least = game.excluded_cap(pegs), game.least_colours(pegs)
    waiting = [Point(0, False, (n,), (0,)) for n in range(least, MOST_COLOURS + 1)][::-1]
    reached = set(waiting)
    while waiting:
        place = waiting.pop()
        yield place
        move = guide.move(place)
        for answer, part in reversed([*enumerate(move.parts[:-1])]):
            if part and part.secrets(game, *move.left(place)):
                below = move.below(place, answer, cap)
                if below not in reached:
                    reached.add(below)
                    waiting.append(below)


def main() -> None:
    """Make the books."""
    for game in (MASTERMIND, AB):
        for pegs in (1, 2, 3):
            for objective in Objective:
                path = known(FiniteGame(game, pegs, pegs), Goal(objective)).book_file
                if path is not None:
                    theorem = theorem_of(game, pegs, objective=objective)
                    path.write_text(book_text(theorem.guide, game, pegs))


if __name__ == "__main__":
    main()
