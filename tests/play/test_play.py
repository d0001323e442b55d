"""Games that are played: both sides as values, and the command through a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import sys
import time
from argparse import Namespace
from itertools import product
from pathlib import Path

import pytest

from masetproof.arguments import Refused
from masetproof.cli import main
from masetproof.cli.play import shower
from masetproof.drawing import COLOURS, ink_on, shade
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import make_table
from masetproof.games import registry
from masetproof.games.jotto import Jotto
from masetproof.games.word_mastermind import WordMastermind
from masetproof.games.wordle import Wordle
from masetproof.games.wordlist import WordGame
from masetproof.play.hints import hint
from masetproof.play.missing import beyond_list
from masetproof.play.session import Guessing, Keeping
from masetproof.search.optimize import optimize
from masetproof.strategies.by_rule import RuleStrategy
from masetproof.strategies.rules import as_rule
from masetproof.strategies.strategy import FunctionStrategy
from masetproof.trees.files import tree_lines, write_tree
from masetproof.trees.replay import Refuted, replay
from masetproof.trees.tree import Node, StrategyTree
from masetproof.words import Word
from tests.processes import PATIENCE

MM34 = FiniteGame("mastermind", 3, 4)
WORDS = ["tea", "ate", "eat", "net", "ten", "tan", "ant"]


def rule(finite: FiniteGame) -> RuleStrategy:
    """The rule most-parts."""
    return RuleStrategy(make_table(finite, 1 << 28), as_rule("most-parts"))


# ------------------------------------------------------------------------------------- the values


def test_each_question_is_compared_with_the_secrets_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with those before it again: what 40 questions cost is 40 times what one costs at most."""
    pairs = 0

    class Counted(WordGame):
        name, label, title = "counted", "C", "Counted"

        def answers(self, pegs: int) -> range:
            return range(pegs + 1)

        def compare(self, secret: Word, question: Word) -> int:
            nonlocal pairs
            pairs += 1
            return sum(map(int.__eq__, secret, question))

    monkeypatch.setitem(registry.GAMES_OF_DATA, "counted", Counted)
    keeping, asked = Keeping(FiniteGame(Counted(WORDS)), "tea"), [*WORDS[1:], *WORDS[1:]] * 4
    guesses = [keeping.ask(word) for word in asked]
    assert pairs <= len(asked) * (len(WORDS) + 1)
    for number, guess in enumerate(guesses):
        before = guesses[:number]
        assert guess.possible == all(
            sum(map(int.__eq__, guess.question, one.question)) == one.answer for one in before
        )


def test_keeping_a_secret() -> None:
    keeping = Keeping(MM34, "012")
    turn = keeping.ask("021")
    assert (turn.number, turn.won, turn.possible) == (1, False, True)
    assert MM34.answer_texts[turn.answer] == "(1,2)"
    assert (0, 1, 2) in keeping.state.secrets
    assert not keeping.ask("333").possible
    assert keeping.ask("012").won
    with pytest.raises(Refused, match="was found"):
        keeping.ask("012")
    assert Keeping(MM34, seed=5).secret == Keeping(MM34, seed=5).secret
    with pytest.raises(Refused, match="the seed must be 0 to 9,223,372,036,854,775,807, not -1"):
        Keeping(MM34, seed=-1)
    with pytest.raises(Refused, match="the secret 000 repeats a colour"):
        Keeping(FiniteGame("mastermind", 3, 4, distinct=True), "000")
    kept = Keeping(FiniteGame("mastermind", 3, 4, consistent_only=True), "012")
    kept.ask("333")
    with pytest.raises(Refused, match="cannot be the secret"):
        kept.ask("333")


@pytest.mark.parametrize("secret", ["000", "012", "332"])
def test_guessing_asks_what_the_strategy_asks(secret: str) -> None:
    strategy = rule(MM34)
    word = MM34.parse(secret)
    guessing = Guessing(strategy)
    asked = []
    while guessing.found is None:
        asked.append(guessing.question)
        assert guessing.answer(MM34.game.number(word, guessing.question)) is None
    assert guessing.found == word
    assert asked == [question for question, _ in strategy.path(secret)]


def test_contradictions_change_nothing_and_one_can_go_back() -> None:
    guessing = Guessing(rule(MM34))
    first = guessing.question
    assert guessing.answer("0,0") is None
    before = guessing.state
    conflict = guessing.answer("0,3")  # three of its colours are excluded
    assert conflict is not None
    assert 1 in conflict.steps
    assert guessing.state == before
    guessing.back(1)
    assert guessing.question == first
    assert guessing.state == MM34
    with pytest.raises(Refused):
        guessing.back(2)


def brute_words(game: WordGame, letters: str, secret: str, asked: list[str]) -> set[str]:
    """All combinations of letters that answer like the secret, by trying all."""
    plain = type(game)(["".join(letters) for letters in product(letters, repeat=3)])
    texts = [(question, plain.answer(secret, question)) for question in asked]
    return {
        word
        for word in map("".join, product(letters, repeat=3))
        if all(plain.answer(word, question) == told for question, told in texts)
    }


@pytest.mark.one_in(5)
@pytest.mark.parametrize("kind", [Jotto, WordMastermind, Wordle])
@pytest.mark.parametrize("seed", range(6))
def test_combinations_of_letters_by_brute_force(kind: type[WordGame], seed: int) -> None:
    """Over 9 letters; the others never occur in a question, so each stands for all of them."""
    draw = random.Random(seed)
    letters = "abcdefghi"
    game = kind(["".join(draw.choices(letters, k=3)) for _ in range(1)] + ["abc"])
    asked = ["".join(draw.sample(letters, 3)) for _ in range(3)]
    secret = "".join(draw.choices(letters, k=3))
    if secret in asked:
        return
    plain = kind(["".join(word) for word in product(letters, repeat=3)])
    found, are_all = beyond_list(game, [(word, plain.answer(secret, word)) for word in asked])
    among = {word for word in found if set(word) <= set(letters)}
    expected = brute_words(game, letters, secret, asked)
    assert are_all or len(found) <= 500
    if are_all:
        assert among == expected
    assert among <= expected
    assert found == sorted(set(found))


def test_a_secret_that_is_not_in_the_list_is_found() -> None:
    finite, secret = FiniteGame(Jotto(WORDS)), "zap"
    guessing = Guessing(rule(finite))
    everything = Jotto([*map("".join, product("aenptz", repeat=3))])
    for _ in range(60):
        question = guessing.state.text(guessing.question)
        common = sum(min(question.count(c), secret.count(c)) for c in set(question))
        assert guessing.answer("won" if question == secret else str(common)) is None
        if guessing.found is not None:
            break
    assert guessing.is_beyond
    assert guessing.state.text(guessing.found or ()) == secret
    assert everything.size == (3, 6)


def test_hint_beyond_the_list() -> None:
    played = FiniteGame(Jotto(WORDS), after=("tea:0", "tan:0"))
    found = hint(played)
    assert found.is_beyond
    assert found.conflict is None
    assert found.suggestions
    letters = {letter for word in found.finite.secrets for letter in found.finite.text(word)}
    assert not letters & set("tean")
    # Anagrams have the same letters in common with any word.
    wrong = hint(FiniteGame(Jotto(WORDS), after=("tea:2", "tan:1", "ate:1")))
    assert wrong.conflict is not None
    assert wrong.conflict.steps == (0, 2)
    assert wrong.conflict.repair is not None
    assert wrong.conflict.repair.distance == 1


# ------------------------------------------------------------------------- strategies of one's own


def test_a_function_is_a_strategy() -> None:
    def first_possible(state: FiniteGame) -> str:
        return state.text(state.secrets[0])

    found = replay(FunctionStrategy(MM34, first_possible))
    assert found.secrets == 64
    for wrong in ("01", "019", "0*1", 5, None):
        with pytest.raises(Refuted):
            replay(FunctionStrategy(MM34, lambda state, wrong=wrong: wrong))
    with pytest.raises(Refuted, match="a second time"):
        replay(FunctionStrategy(MM34, lambda state: "012"))
    for arguments in ((MM34, "012"), ("mastermind", first_possible)):
        with pytest.raises(Refused):
            FunctionStrategy(*arguments)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------ the command


class Terminal:
    """The command in a process of its own behind a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.seen = ""
        self.pid, self.file = pty.fork()
        if self.pid == 0:  # pragma: no cover
            os.environ.pop("NO_COLOR", None)
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-m", "masetproof", "play", *arguments])

    def until(self, text: str) -> str:
        """What comes until a text is seen; the rest is kept."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            if select.select([self.file], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.file, 4096).decode()
                except OSError:
                    break
        before, found, self.seen = self.seen.partition(text)
        assert found, before
        return before + found

    def say(self, line: str) -> None:
        os.write(self.file, line.encode() + b"\n")

    def status(self, pressed: bytes = b"") -> int:
        """The exit status, after the rest of the output.

        pressed: what is pressed, and again after each second in which nothing came.
        """
        end = time.monotonic() + PATIENCE
        os.write(self.file, pressed)
        while True:
            assert time.monotonic() < end, "it does not leave"
            try:
                if not select.select([self.file], [], [], 1)[0]:
                    os.write(self.file, pressed)
                elif not os.read(self.file, 4096):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


def test_a_person_guesses_in_a_terminal() -> None:
    terminal = Terminal("mastermind", "--pegs", "3", "--colours", "4", "--secret", "012")
    terminal.until("1> ")
    terminal.say("021")
    shown = terminal.until("1 black, 2 white")
    assert "\x1b[38;5;16;48;5;" in shown
    terminal.until("2> ")
    terminal.say("left")
    terminal.until("3\r\n")
    terminal.until("2> ")
    terminal.say("hint 2")
    terminal.until("ask a question that")
    terminal.until("2> ")
    terminal.say("777")
    terminal.until("but the colours are 0 to 3")
    terminal.until("2> ")
    terminal.say("012")
    terminal.until("Found with 2 questions.")
    assert terminal.status() == 0


def test_the_program_guesses_in_a_terminal() -> None:
    """A game to its end, with a slip that is mended on the way."""
    game = FiniteGame("ab", 3, 7)
    secret = game.parse("603")
    size = ("--pegs", "3", "--colours", "7")
    terminal = Terminal("ab", *size, "--side", "answer", "--strategy", "entropy", "--no-color")
    slips = 0
    for _ in range(20):
        prompt = terminal.until(" ? ")
        question = game.parse(re.findall(r"(\d{3}) \?", prompt)[-1])
        black, white = game.answers[game.game.number(secret, question)]
        if slips == 0 and prompt.count("2. "):
            slips = 1
            terminal.say("3 1")
            terminal.until("no answer of this game")
            continue
        terminal.say(f"{black} {white}")
        if black == 3:
            break
    terminal.until("603.")
    assert terminal.status() == 0


def test_ctrl_c_leaves_with_130() -> None:
    """An interrupt that comes just before Python waits for a line is seen with the next one."""
    terminal = Terminal("mastermind", "--pegs", "2", "--colours", "3")
    terminal.until("1> ")
    assert terminal.status(pressed=b"\x03") == 130


def play(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    lines: list[str],
    status: int = 0,
) -> str:
    """A game with given lines."""
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", *arguments]) == status
    return capsys.readouterr().out


def test_quitting_tells_the_secret(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ["mastermind", "--pegs", "2", "--colours", "3", "--secret", "21"]
    for lines in (["quit"], []):
        assert "The secret was 21." in play(capsys, monkeypatch, game, lines)
    assert "asks it" in play(capsys, monkeypatch, game, ["?", "", "21"])
    assert "\x1b" not in play(capsys, monkeypatch, game, ["21"])


def test_contradictions_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ["bulls-and-cows", "--pegs", "2", "--colours", "4", "--side", "answer"]
    printed = play(capsys, monkeypatch, game, ["0,0", "0,0", "left", "back 1", "?", "2 0"])
    assert "these cannot hold together: 01:0,0 23:0,0" in printed.replace("\n", " ")
    assert "Found with 1 question: 01." in printed


@pytest.mark.parametrize(
    "strategy", ["minimax", "optimal", "theorem", "tree", "decomposition", "sieve", "sample"]
)
def test_strategies(
    strategy: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    finite = FiniteGame("mastermind", 2, 4)
    path = tmp_path / "tree.json"
    if strategy == "tree":
        write_tree(path, optimize(finite).tree)
        strategy = str(path)
    game = ["mastermind", "--pegs", "2", "--colours", "4", "--side", "answer"]
    for secret in ("00", "31"):
        guessing = Guessing(optimize(finite).tree)
        assert guessing.question
        lines = []
        # The answers follow what is asked, which the program prints as it goes.
        for _ in range(6):
            printed = play(
                capsys, monkeypatch, [*game, "--strategy", strategy, "--no-color"], lines
            )
            if "Found with" in printed:
                break
            asked = re.findall(r"\d\. (\d\d) \?", printed)[-1]
            black, white = finite.answers[
                finite.game.number(finite.parse(secret), finite.parse(asked))
            ]
            lines.append(f"{black},{white}")
        assert f": {secret}." in printed


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--strategy", "minimax"], "--strategy is for --side answer"),
        (["--side", "answer", "--secret", "00"], "--secret is for --side guess"),
        (["--side", "answer", "--think", "1"], "--think is for --strategy optimal"),
        (["--side", "answer", "--strategy", "best"], "the strategy is one of"),
        (["--secret", "09"], "the secret 09 has the colour 9, but the colours are 0 to 3"),
        (["--side", "answer", "--strategy", __file__], "this is no strategy file"),
    ],
)
def test_bad_usage(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "mastermind", "--pegs", "2", "--colours", "4", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_a_file_with_no_strategy_is_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What asks nothing more after the first question finds few secrets."""
    path = tmp_path / "tree.json"
    lines = tree_lines(StrategyTree(FiniteGame("mastermind", 2, 4), Node((0, 0))))
    path.write_text("\n".join(lines))
    game = ["play", "mastermind", "--pegs", "2", "--colours", "4", "--side", "answer"]
    assert main([*game, "--strategy", str(path)]) == 2
    assert f"{path}: at the first question: 00 has no branch" in capsys.readouterr().err


def test_a_line_without_an_end_is_not_read_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What /dev/zero would give."""
    import io

    endless = io.StringIO("\0" * 100_000)
    monkeypatch.setattr(sys, "stdin", endless)
    assert main(["play", "mastermind", "--pegs", "3", "--colours", "4"]) == 2
    assert capsys.readouterr().err == "masetproof: a line has at most 4,096 characters\n"
    assert endless.tell() < 5000


def test_bytes_that_are_no_text_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), "utf-8"))
    assert main(["play", "mastermind", "--pegs", "3", "--colours", "4"]) == 2
    assert capsys.readouterr().err == "masetproof: what is typed must be text\n"


def test_a_terminal_shows_the_palette_of_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """As near as its 256 colours are; no two of a game look alike.  Letters can be read on them."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    finite = FiniteGame("mastermind", 4, len(COLOURS))
    show = shower(finite, Namespace(no_colour=False))
    seen: set[tuple[int, ...]] = set()
    for first in range(0, len(COLOURS), 4):
        word = tuple(range(first, first + 4))
        found = re.findall(r"\x1b\[38;5;(\d+);48;5;(\d+)m (.) ", show(finite, word))
        assert "".join(letter for *_, letter in found) == finite.text(word)
        for (ink, ground, _), colour in zip(found, word, strict=True):
            assert (ink == "231") == (ink_on(shade(colour)) == "#ffffff")
            levels = tuple((0, 95, 135, 175, 215, 255)[step] for step in sixths(int(ground) - 16))
            wanted = bytes.fromhex(shade(colour)[1:])
            assert all(abs(a - b) <= 48 for a, b in zip(levels, wanted, strict=True))
            seen.add(levels)
    assert len(seen) == len(COLOURS)


def sixths(number: int) -> tuple[int, int, int]:
    """The three digits of a number in base 6."""
    return number // 36, number // 6 % 6, number % 6
