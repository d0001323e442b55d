"""The values of states, and strategies that attain them, in one process.

A `Solver` drives the compiled search of `kernels/c/searching.h`.  Its table remembers bounds of
states by their secrets; the table has a fixed size, and forgets.  The solvers of several threads
may share one table.  `masetproof.search.states` argues why the search is exhaustive.

Secrets, questions and answers are numbers here: secrets and answers in the order of the game,
questions in the order of `FiniteGame.questions`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from masetproof import kernels as kernel
from masetproof.finite.setting import FiniteGame
from masetproof.finite.table import number_of
from masetproof.kernels import Prepared, room
from masetproof.progress import Tick, no_tick
from masetproof.search.board import Board, first_questions, make_board
from masetproof.search.bounds import estimates
from masetproof.search.capacity import capacities
from masetproof.search.memory import Memory
from masetproof.search.quantity import Quantity
from masetproof.search.states import Members
from masetproof.trees.tree import Node, folded, walked
from masetproof.words import Word

INFINITE: int = kernel.INFINITE_TOTAL
TURNS: int = kernel.TURNS

_MOST_KEPT = 1 << 14
"""`Solver.learned` gives the bounds of at most this many states, the ones that took most nodes."""
_KEY_BYTES = 64
"""About what a state takes beside its secrets, where it is sent elsewhere."""
_GRACE = 1.5
"""A search that is out of time and has learned nothing new goes on for this many seconds."""
_NEVER = -1
"""As a number of steps: no limit."""

Past = tuple[tuple[int, int], ...]
"""How a state was reached: the number of each question, with the number of its answer."""


@final
class Bounds(NamedTuple):
    """low <= value of a state <= high; `INFINITE` when there is no strategy, or none is known."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


Key = tuple[int, int, bytes]
"""A state: how many secrets, a tag, the secrets as the bytes of a uint16 array.

The tag has the questions left and the number of the goal: left * GOALS + goal."""


class OutOfSteps(Exception):
    """A search came to more states than it was allowed; `Solver.learned` has what it learned.

    low: a lower bound of the value that was sought.
    """

    def __init__(self, low: int) -> None:
        super().__init__(low)
        self.low = low


def estimated_board(finite: FiniteGame, tick: Tick = no_tick) -> Board:
    """The board of a game, with estimates of what a part of s secrets costs.

    The estimates are fitted to this game by the total of its greedy strategy.  The board is shared,
    so nobody writes to it afterwards.  tick: called now and then; it may raise.
    """
    board = make_board(finite, tick)
    solver = Solver(Memory(finite, 0), board)
    greedy = solver.greedy(solver.all_secrets(), finite.secret_count)
    if greedy < INFINITE:
        board.estimate[:] = estimates(finite, greedy)
    return board


@final
@dataclass(slots=True, eq=False)
class _Unwritten:
    """A state for which a `Node` is still to be made; the first five fields are as in
    `Solver.strategy`.

    question: the number of the question asked here, -1 while it is not known.  node: the whole
    strategy from here on, where it was found without looking at the parts.
    """

    members: Members
    left: int
    value: int | None = None
    past: Past | None = None
    question: int = -1
    node: Node | None = None


@final
class Solver:
    """The search of one finite game, in about the memory that it is given.

    board, table: shared with other solvers; by default the solver makes its own.  quantity: what a
    strategy costs.  A solver has one stack, so it does one search at a time, in one thread.

    A state is given by three arguments: members, the ascending numbers of its secrets; left, the
    most questions that may still be asked; past, how it was reached.  From its past the search sees
    which questions are equivalent by symmetry; None, an unknown past, costs time and nothing else.
    """

    def __init__(
        self,
        memory: Memory,
        board: Board | None = None,
        table: Prepared | None = None,
        quantity: Quantity = Quantity.TOTAL,
    ) -> None:
        self.finite = finite = memory.finite
        self.board = board = estimated_board(finite) if board is None else board
        self.quantity = quantity
        self.nodes = 0
        self._questions, self._secrets = finite.questions, finite.secrets
        self._numbers = {word: number for number, word in enumerate(self._questions)}
        self._places = np.argsort(board.order)
        self._names: NDArray[Any] | None = None  # the last one of an alphabet in each question
        if len(board.names):
            self._names = (board.symbols - board.starts + 1).max(axis=1)[self._places]
        history = [(self._numbers.get(question, -1), answer) for question, answer in finite.after]
        legal = all(question >= 0 for question, _ in history)
        self.before: Past | None = tuple(history) if legal else None
        self._runs = np.zeros(1, kernel.record("Run"))
        self._run = kernel.fields_of("Run", self._runs)
        self._prepared = Prepared("Board", board._replace(goal=quantity.value))
        self._memory = memory
        self._make_stack(memory.levels)
        self._stack_bytes = sum(array.nbytes for array in self._stack.value.values())
        self._table = memory.empty_table(self._stack_bytes) if table is None else table
        self._told: NDArray[Any] | None = None  # large states as they were at the last `news`
        self.unlimited()

    def forget(self, but: Mapping[Key, Bounds] | None = None) -> None:
        """Replace the table by an empty one that no other solver uses, with these bounds in it."""
        self._table = self._memory.empty_table(self._stack_bytes)
        self._told = None
        self.remember(but or {})

    def remember(self, known: Mapping[Key, Bounds], took: int = 1) -> None:
        """Put bounds of some states into the table.

        took: how many nodes each of them counts for; `learned` does not give what took none.
        """
        for (size, tag, members), bounds in known.items():
            left, goal = divmod(tag, kernel.GOALS)
            board = self._for_any if goal == kernel.NOTHING else self._prepared
            state = np.frombuffer(members, np.uint16, size)
            kernel.keep_bounds(board, self._table, state, left, bounds.low, bounds.high, took)

    @cached_property
    def _for_any(self) -> Prepared:
        """The board for the decision whether there is any strategy."""
        reach, parts = capacities(self.finite, self.board)
        board = self.board._replace(goal=kernel.NOTHING, reach=reach, capacity=parts)
        return Prepared("Board", board)

    def limit(self, until: float = math.inf, steps: int = _NEVER) -> None:
        """Let searches end with `OutOfSteps` at a time, or after a number of steps.

        until: in seconds since the epoch.  A search that has learned nothing new by then goes on
        for a moment, so that each run learns something, however short it is.
        """
        self._run.steps, self._until = steps, until
        self._known = len(self._nodes_of_states()) if until < math.inf else 0

    def unlimited(self) -> None:
        """Let searches take as long as they need."""
        self.limit()

    def learned(self) -> dict[Key, Bounds]:
        """The bounds in the table of the states whose search took long.

        Other solvers that share the table may have found them.
        """
        entries, took = np.empty_like(self._table.value["large"]), self._nodes_of_states()
        least = 1
        if len(took) > _MOST_KEPT:
            least += int(np.partition(took, -_MOST_KEPT - 1)[-_MOST_KEPT - 1])
        # Others may add states meanwhile, for which there is no room then.
        members = np.empty(self._table.value["filled"][0], np.uint16)
        count = kernel.copy_large(self._table, least, entries, members)
        return self._bounds_in(entries[:count], members)

    def news(self, room: int) -> dict[Key, Bounds]:
        """The bounds of large states that are new since this was last called.

        room: about how many bytes they take at most; those that took most for their size come
        first.  No other solver may use the table meanwhile.
        """
        large = self._table.value["large"].copy()
        told, self._told = np.zeros_like(large) if self._told is None else self._told, large
        same = (told["key"] == large["key"]) & (told["size"] == large["size"])
        changed = ~same | (told["low"] < large["low"]) | (told["high"] > large["high"])
        took = large["nodes"] - np.where(same, told["nodes"], 0)
        sizes = large["size"] * np.int64(2) + _KEY_BYTES
        places = np.flatnonzero((large["size"] > 0) & changed & (took > 0) & (sizes <= room))
        places = places[np.argsort(-took[places] / sizes[places], kind="stable")]
        chosen = places[np.cumsum(sizes[places]) <= room]
        return self._bounds_in(large[chosen], self._table.value["arena"])

    def _bounds_in(self, entries: NDArray[Any], members: NDArray[np.uint16]) -> dict[Key, Bounds]:
        """What entries of the table say, of this quantity and of any."""
        own = {kernel.NOTHING, self.quantity.value}
        return {
            (size, tag, members[place : place + size].tobytes()): Bounds(low, high)
            for size, tag, place, low, high in entries[
                ["size", "tag", "place", "low", "high"]
            ].tolist()
            if tag % kernel.GOALS in own
        }

    def _nodes_of_states(self) -> NDArray[np.int32]:
        """How many nodes each large state took, without the states that took none."""
        large = self._table.value["large"]
        nodes: NDArray[np.int32] = large["nodes"][large["size"] > 0]
        return nodes[nodes > 0]

    def _make_stack(self, levels: int) -> None:
        questions, secrets = self.finite.question_count, self.finite.secret_count
        answers = self.board.answers
        stack = room(
            "Stack",
            state=levels,
            members=(levels, secrets),
            rows=(levels, secrets),
            form=(levels, secrets),
            ranked=(levels + kernel.FRAMES, questions),
            part=(levels, answers),
            order=(levels, answers),
            past=(kernel.PAST, 2),
            saved=questions,
            sizes=(answers, kernel.BLOCK),
            worth=secrets + 1,
            moves=(kernel.MOVES, self.finite.pegs),
            renamed=(kernel.MOVES, kernel.SYMBOLS),
            images=kernel.MOVES,
            spare=(2, secrets),
            waiting=secrets + 1,
            cells=secrets * self.finite.pegs,
            refined=(4, kernel.SYMBOLS),
            marked=len(self.board.keys),
            frame=kernel.FRAMES,
            tried=(kernel.CLASSES, kernel.STEPS),
            near=self._memory.near,
            same=secrets,
            column=(kernel.FRAMES, questions),
            question=(kernel.FRAMES, questions),
            begin=(kernel.FRAMES, kernel.GROUPS + 1),
            most=(kernel.FRAMES, kernel.GROUPS),
            batch=(kernel.BATCHED_TO, kernel.BLOCK),
            places=kernel.BATCHED_TO,
            classes=kernel.CLASSED,
            classed=1,
        )
        stack.value["same"][:] = range(secrets)
        stack.value["places"][:] = range(kernel.BATCHED_TO)
        self._stack, self._state = stack, kernel.fields_of("State", stack.value["state"])

    def _deepen(self) -> None:
        """Give the stack about twice as many levels, with what it holds; `Refused` when that takes
        too much memory."""
        old = self._stack.value
        levels = len(old["state"])
        more = self._memory.more_levels(levels, self._stack_bytes)
        self._make_stack(more)
        for name, array in self._stack.value.items():
            rows = levels if len(old[name]) < len(array) else len(array)
            array[:rows] = old[name][:rows]
        # Rows of frames follow those of levels.
        self._stack.value["ranked"][more:] = old["ranked"][levels:]

    def past_of(self, path: Past) -> Past | None:
        """The past of the state after some first questions; None where the search cannot use it.

        That is so in a game that begins after a question which its rules do not allow.
        """
        return None if self.before is None else (*self.before, *path)

    def after(self, path: Past) -> Members:
        """The members of the state after some first questions and answers."""
        members = self.all_secrets()
        for question, answer in path:
            members = members[self.answers(question, members) == answer]
        return members

    def all_secrets(self) -> Members:
        """The members of the first state: all secrets that are possible in the game."""
        return np.arange(self.finite.secret_count, dtype=np.uint16)

    def first_questions(self) -> list[int]:
        """The numbers of first questions, one of each class of equivalent ones, ascending."""
        if not self.finite.after:
            return first_questions(self.finite)
        self._begin(self.all_secrets(), 1, INFINITE, kernel.ENTER, self.before)
        kernel.find_moves(self._prepared, self._stack, self._runs, 0)
        is_least, questions = kernel.is_least, range(len(self._questions))
        places = [q for q in questions if is_least(self._prepared, self._stack, self._runs, q)]
        numbers: list[int] = sorted(self.board.order[places].tolist())
        return numbers

    def least(self, size: int, left: int) -> int:
        """A lower bound of the value of any state with this many secrets and questions left."""
        least: int = kernel.least_of(self._prepared, size, left, INFINITE)
        return least

    def least_worst(self, size: int) -> int:
        """A lower bound of the worst case of any state with this many secrets."""
        return int(np.argmax(self.board.reach >= size))

    def answers(self, question: int, members: Members | slice = slice(None)) -> NDArray[Any]:
        """The number of the answer of each member, or each secret of the game, to a question."""
        place = self._places[question]
        answers: NDArray[Any] = self._given(place)[self.board.told[members, place]]
        return answers

    def _number(self, place: int, answer: int) -> int:
        """The number of an answer on the board, to the question that has this place there."""
        return number_of(self._given(place), answer)

    def _given(self, place: int) -> NDArray[np.uint16]:
        """What the answers on the board are in the game; place: of the question there."""
        given: NDArray[np.uint16] = self.board.given[min(place, len(self.board.given) - 1)]
        return given

    def parts(self, members: Members, question: int) -> list[tuple[int, Members]]:
        """What a question leaves: each answer that occurs, with the members that give it.

        The winning answer is left out.  Answers ascend.
        """
        answers = self.answers(question, members)
        given = np.flatnonzero(np.bincount(answers)).tolist()
        wins = self.finite.winning
        return [(answer, members[answers == answer]) for answer in given if answer != wins]

    def sizes(self, members: Members, question: int) -> NDArray[np.int64]:
        """How many members give each answer: entry i is for answer number i, also where it is 0.

        The winning answer, the last number, has no entry.
        """
        answers = self.answers(question, members)
        return np.bincount(answers, minlength=self.finite.winning + 1)[:-1]

    def estimate(self, members: Members, question: int) -> int:
        """About how much the state costs if this is asked, in sixteenths of the quantity."""
        return 16 * len(members) + int(self.board.estimate[self.sizes(members, question)].sum())

    def greedy(self, members: Members, left: int) -> int:
        """The cost of the strategy that always asks what looks best, or `INFINITE`.

        `INFINITE` may also mean that it asks too many questions to count them in some seconds.
        """
        left = self.quantity.of_use(len(members), left)
        cost: int = kernel.greedy_total(self._prepared, self._stack, self._runs, members, left)
        return cost

    def greedy_strategy(self, members: Members, left: int, tick: Tick = no_tick) -> Node:
        """A strategy of which `greedy` is the cost, if that is finite."""
        told, own = self.board.told, self.board.own

        def below(state: _Unwritten) -> list[tuple[int, _Unwritten]]:
            members, left = state.members, self.quantity.of_use(len(state.members), state.left)
            if len(members) <= 2:
                return []
            if len(members) <= self.board.answers:
                bounds = np.empty(2, np.int64)
                kernel.bounds_by_members(self._prepared, told, own, members, left, bounds)
                if bounds[0] == bounds[1]:
                    state.node = self.strategy(members, left, int(bounds[0]))
                    return []
            tick()
            place = kernel.greedy_question(self._prepared, self._stack, self._runs, members, left)
            state.question = int(self.board.order[place])
            parts = self.parts(members, state.question)
            return [(answer, _Unwritten(part, left - 1)) for answer, part in parts]

        return folded(walked(_Unwritten(members, left), below), self._node)

    def value(
        self,
        members: Members,
        left: int,
        upper: int = INFINITE,
        *,
        any_strategy: bool = False,
        tick: Tick = no_tick,
        past: Past | None = None,
    ) -> Bounds:
        """Bounds of the value of a state.  If the value is less than *upper*, they are exact.

        Otherwise the search stops as soon as it knows so: the lower bound is *upper* or more.

        any_strategy: find out only whether any strategy needs no more than *left* questions.  If
        so, the value is 0.  *upper* is not looked at then.
        """
        self._begin(members, left, 1 if any_strategy else upper, kernel.ENTER, past)
        self._search(tick, any_strategy=any_strategy)
        return Bounds(self._state.low, self._state.high)

    def ranked(self, members: Members, left: int, upper: int, past: Past | None) -> list[int]:
        """The questions that may cost less than *upper*, the most promising first.

        One of each class of equivalent questions.  Their order does not depend on *upper*.
        """
        self._begin(members, left, INFINITE, kernel.EXPAND, past)
        self._state.low, self._state.high = 0, INFINITE
        count = kernel.open_state(self._prepared, self._stack, self._runs)
        ranked = self._stack.value["ranked"][0, :count]
        places = ranked["question"][ranked["bound"] < upper]
        questions: list[int] = self.board.order[places].tolist()
        return questions

    def ask(
        self,
        members: Members,
        left: int,
        questions: Sequence[int],
        upper: int,
        tick: Tick = no_tick,
        past: Past | None = None,
        turn: int = 0,
    ) -> tuple[Bounds, int]:
        """As `value`, if one of these questions is asked first; also the best question, or -1.

        turn: where several solvers with one table do this at the same time, each has its own turn,
        a number below `TURNS`, so that they begin with different questions.
        """
        self._begin(members, left, upper, kernel.ENTER, past)
        self._run.turn = turn
        kernel.ask_some(self._stack, self._runs, self._places[list(questions)])
        self._search(tick, any_strategy=False)
        best = self._state.best_question
        bounds = Bounds(self._state.low, self._state.high)
        return bounds, int(self.board.order[best]) if best >= 0 else best

    def strategy(
        self,
        members: Members,
        left: int,
        value: int | None,
        tick: Tick = no_tick,
        past: Past | None = None,
        question: int = -1,
    ) -> Node:
        """A strategy that attains the value of a state.

        value: the exact value; with None any strategy of at most *left* questions is good enough.
        question: the first question, where it is known to attain the value, otherwise -1.
        """
        root = _Unwritten(members, left, value, past, question)

        def below(state: _Unwritten) -> list[tuple[int, _Unwritten]]:
            members, left, past = state.members, state.left, state.past
            if state.question < 0:
                if len(members) <= 2:
                    return []
                if value is not None:
                    state.question = self._separating(members)
                if state.question < 0:
                    if state is not root and value is not None:
                        state.value = self.value(members, left, tick=tick, past=past).high
                    state.question = self._attaining(state, tick)
            left, asked = self.quantity.of_use(len(members), left) - 1, state.question
            return [
                (
                    answer,
                    _Unwritten(
                        part, left, None, None if past is None else (*past, (asked, answer))
                    ),
                )
                for answer, part in self.parts(members, asked)
            ]

        return folded(walked(root, below), self._node)

    def _separating(self, members: Members) -> int:
        """A member that separates all others, which attains the least total there is; or -1."""
        if self.quantity is Quantity.TOTAL and len(members) <= self.board.answers:
            for place in self.board.own[members].tolist():
                told = self.board.told[members, place]
                if len(set(told.tolist())) == len(members):
                    return int(self.board.order[place])
        return -1

    def _attaining(self, state: _Unwritten, tick: Tick) -> int:
        """A question that attains the value; with None, one after which any strategy is left."""
        members, value = state.members, state.value
        upper = 1 if value is None else value + 1
        self._begin(members, state.left, upper, kernel.EXPAND, state.past)
        self._state.low, self._state.high = value or 0, INFINITE
        self._search(tick, any_strategy=value is None)
        best = self._state.best_question
        if best < 0:
            raise ArithmeticError("no question attains the value of the state")
        return int(self.board.order[best])

    def _node(self, state: _Unwritten, branches: tuple[tuple[int, Node], ...]) -> Node:
        """The node of a state, from the nodes of its parts."""
        if state.question < 0:
            return state.node or self._last(state.members)
        return Node(self._questions[state.question], branches)

    def cost(self, members: Members, node: Node, left: int) -> int:
        """The cost of a strategy; `ArithmeticError` when it does not find all members."""
        cost, waiting = 0, [(members, node, left)]
        while waiting:
            members, node, left = waiting.pop()
            cost += self.quantity.paid(len(members), left)
            question = self.number_of(node.question)
            below = dict(node.branches)
            parts = self.parts(members, question)
            if sorted(below) != [answer for answer, _ in parts]:
                raise ArithmeticError("a strategy does not fit its state")
            waiting += [(part, below[answer], left - 1) for answer, part in parts]
        return cost

    def number_of(self, question: Word) -> int:
        return self._numbers[question]

    def _last(self, members: Members) -> Node:
        """One or two secrets are asked one after the other."""
        node = Node(self._word(members[-1]))
        if len(members) == 1:
            return node
        first = int(self.board.order[self.board.own[members[0]]])
        answer = int(self.answers(first, members)[1])
        return Node(self._word(members[0]), ((answer, node),))

    def _word(self, secret: int) -> Word:
        return self._secrets[secret]

    def _begin(self, members: Members, left: int, upper: int, step: int, past: Past | None) -> None:
        """Put a state on the empty stack; *step* is what the kernel does with it first."""
        size, state, stack = len(members), self._state, self._stack.value
        names = max(0, len(self.board.names) - 1)
        if past is not None and self._names is not None:
            names = max((int(self._names[question]) for question, _ in past), default=0)
        past = None if past is None or len(past) > kernel.PAST else past
        for place, (question, answer) in enumerate(past or ()):
            asked = self._places[question]
            stack["past"][place] = asked, self._number(asked, answer)
        stack["members"][0, :size] = members
        state.first, state.size, state.left = 0, size, self.quantity.of_use(size, left)
        state.upper = state.limit = upper
        state.names, state.frame = names, kernel.NONE
        state.formed, state.began = False, self._run.nodes
        self._run.level, self._run.next = 0, step
        self._run.some, self._run.turn = False, 0
        self._run.past = kernel.NONE if past is None else len(past)

    def _search(self, tick: Tick, *, any_strategy: bool) -> None:
        """Run the kernel until it has finished; check the clock now and then (`limit`)."""
        board, before = self._for_any if any_strategy else self._prepared, self._run.nodes
        while True:
            status = kernel.search(board, self._stack, self._table, self._runs)
            self.nodes += self._run.nodes - before
            before = self._run.nodes
            if status == kernel.FINISHED:
                return
            if status == kernel.TOO_DEEP:
                self._deepen()
                continue
            if status == kernel.OUT_OF_STEPS:
                raise OutOfSteps(self._state.low)
            tick()
            late = time.time() - self._until
            if late > 0 and (late > _GRACE or len(self._nodes_of_states()) > self._known):
                raise OutOfSteps(self._state.low)
