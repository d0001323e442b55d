"""Play Mastermind on a square grid, where every row and column is counted.

The secret is a grid of colours, K rows and K columns; the answer to a probe is the number of black
and white pegs of every row and of every column. Two fixed probes are asked first; then all grids
are listed that fit the answers, and a probe is sought that tells them apart. When one grid is left
the secret is known; asking it takes one more probe, unless the last probe was the secret.

examples:
  masetproof grid --size 4 --colours 6 --secret 0123/1234/2345/3450
  masetproof grid --size 3 --colours 6 --secret 012/123/234 --effort 4 --svg game.svg
  masetproof grid --size 4 --colours 6 --games 50 --seed 1 --plot games.pdf
  masetproof grid --size 3 --colours 6 --games 20 --adaptive --json

With --games the secrets depend on the seed and the number of the game, so the number of workers
makes no difference. An interrupted run prints the result of the finished games. With --adaptive the
second probe depends on the first answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import masetproof
from masetproof.arguments import counted, parse_whole
from masetproof.cli import common, options
from masetproof.cli.options import Option
from masetproof.games.pegs import Answer
from masetproof.grid.board import Grid, GridBoard

OPTIONS = (
    Option("--size", "K", help="rows, and columns", read=parse_whole, required=True),
    Option(
        *("--colours", "N"),
        help="colours, 0 1 2 ... 9 A B ...",
        read=parse_whole,
        required=True,
    ),
    options.one_of(
        Option("--secret", "ROW/ROW/...", help="one game, against this secret"),
        Option(
            *("--games", "N"),
            help="play N games, against secrets that are drawn",
            default="100",
            read=parse_whole,
        ),
    ),
    options.SEED.but(default=None, otherwise="0"),
    options.one_of(
        Option("--probes", "FILE", help="other fixed probes, a line with ROW/ROW/... for each"),
        Option("--adaptive", help="only the first probe is fixed"),
    ),
    Option(
        *("--effort", "N"),
        help="how often the search for a separating probe begins, with twice the steps every "
        "second time",
        default="14",
        read=parse_whole,
    ),
    options.to_draw("--plot", "draw what became of the games"),
    options.to_write("--svg", "draw the game of --secret"),
    options.workers("play", "few games"),
    options.JSON,
)


def run(arguments: argparse.Namespace) -> None:
    """Play, draw and print."""
    if arguments.secret is None:
        options.refuse(arguments, "goes with --secret", "svg")
    else:
        why = "goes with --games, not with --secret"
        options.refuse(arguments, why, "seed", "plot", "workers", "dask")
    from masetproof.grid.opening import opening, read_probes

    board, fixed = GridBoard(arguments.size, arguments.colours), None
    if arguments.probes is not None:
        fixed = read_probes(board, arguments.probes)
    elif arguments.adaptive:
        fixed = opening(board)[:1] or None
    play = _many if arguments.secret is None else _one
    play(arguments, board, fixed)


def _one(arguments: argparse.Namespace, board: GridBoard, fixed: tuple[Grid, ...] | None) -> None:
    again = "the same command begins again and asks the same"

    def tell(game: masetproof.GridGame, is_over: bool) -> None:
        drawn = arguments.svg if is_over else None
        with common.telling(arguments, _game_document(game), _game_lines(game)):
            if drawn is not None:
                from masetproof.reports.drawings import game_drawing
                from masetproof.reports.pictures import save

                save(game_drawing(game), drawn, "svg")
        common.tell_written(arguments, drawn)

    common.tell_so_far(
        lambda: masetproof.play_grid(
            *(board, arguments.secret, fixed, arguments.effort),
            tick=lambda: arguments.progress("looking for the next probe", 0, 1),
        ),
        tell,
        lambda game: f" after {counted(len(game.asked), 'probe')}; {again}",
    )


def _many(arguments: argparse.Namespace, board: GridBoard, fixed: tuple[Grid, ...] | None) -> None:
    def tell(games: masetproof.GridGames, is_all: bool) -> None:
        with common.telling(arguments, _games_document(games), _games_lines(games)):
            common.draw(arguments.plot, games)
        common.tell_written(arguments, arguments.plot)

    common.tell_so_far(
        lambda: masetproof.play_grids(
            *(board, arguments.games, arguments.seed or 0),
            opening=fixed,
            **common.fields(arguments, "effort", "workers", "dask", "progress"),
        ),
        tell,
        lambda games: f"; this is what {games.games:,} of {arguments.games:,} games say",
    )


def _game_document(game: masetproof.GridGame) -> dict[str, object]:
    board = game.board
    return {
        **common.fields(board, "size", "colours"),
        "secret": board.text(game.secret),
        "probes": [
            {"probe": board.text(asked.probe), **asked.answer._asdict(), "parts": asked.parts}
            for asked in game.asked
        ],
        "compatible": [asked.compatible for asked in game.asked],
        **common.fields(game, "known_after", "played_at", "separated"),
    }


def _games_document(games: masetproof.GridGames) -> dict[str, object]:
    from masetproof.grid.bulk import QUANTILES

    board, mean = games.strategy.board, games.mean_compatible
    return {
        **common.fields(board, "size", "colours"),
        **common.fields(games, "seed", "games", "asked_for", "known_after", "played_at"),
        "compatible_after_two": {
            "mean": None if mean is None else str(mean),
            "quantiles": {str(float(share)): games.quantile(share) for share in QUANTILES},
            "one": games.compatible.get(1, 0),
            "not_listed": games.over,
        },
        **common.fields(games, "unseparated", "unresolved"),
        "seconds": round(games.seconds, 3),
    }


def _game_lines(game: masetproof.GridGame) -> Iterator[str]:
    board = game.board
    yield f"{board}: secret {board.text(game.secret)}"
    for number, asked in enumerate(game.asked, 1):
        left = "not counted" if asked.compatible is None else f"{asked.compatible:,}"
        yield f"  probe {number:<5} {board.text(asked.probe)}   compatible grids: {left}"
        if asked.parts is not None:
            yield f"    parts     {asked.parts:,} different answers of the grids before"
        yield f"    rows      {_pegs(asked.answer.rows)}"
        yield f"    columns   {_pegs(asked.answer.columns)}"
    yield f"  known after {_probes(game.known_after)}"
    yield f"  played at   {_probes(game.played_at)}"


def _pegs(answers: tuple[Answer, ...]) -> str:
    return " ".join(f"{black},{white}" for black, white in answers)


def _probes(number: int | None) -> str:
    return "no probe: the game was ended" if number is None else str(number)


def _games_lines(games: masetproof.GridGames) -> Iterator[str]:
    from masetproof.grid.bulk import QUANTILES

    board = games.strategy.board
    yield f"{board}: {counted(games.games, 'game')}, seed {games.seed}"
    facts = {}
    for label, counts in (("known after", games.known_after), ("played at", games.played_at)):
        told = ", ".join(f"{number}: {count:,}" for number, count in counts.items())
        facts[label] = f"{told}   (probes: games)"
    listed = sum(games.compatible.values())
    if listed:
        mean, one = games.mean_compatible, games.compatible.get(1, 0)
        average = "" if mean is None else f"{float(mean):.2f} grids on average, "
        facts["after two"] = f"{average}one in {one:,} games ({one / games.games:.2%})"
        sizes = [games.quantile(share) for share in QUANTILES]
        told = " ".join("more" if size is None else f"{size:,}" for size in sizes)
        facts["quantiles"] = f"{told}   (0, 25, 50, 75, 90, 99, 100 %)"
    if games.over:
        facts["not listed"] = f"{games.over:,} games with too many grids after two probes"
    unseparated = f"{games.unseparated:,}   (no probe was found that separates all grids)"
    facts |= {"unseparated": unseparated, "unresolved": f"{games.unresolved:,}"}
    rate = games.games / max(games.seconds, 1e-9)
    facts["time"] = f"{games.seconds:.1f} s, {rate:,.0f} games/s"
    yield from common.fact_lines(facts)
