"""Compiled: the least total of one state of a finite game, by branch and bound.

A *state* is the set of secrets that are possible, with the number of questions that are left.  Its
value is the least total (EPL) of the strategies that find each of its secrets with no more
questions than are left, or INFINITE when there is none.  Where the *fewest* are sought, what is
counted is not the total but how many secrets need the last question that is left.  What is left
out, and why nothing is lost by it, is argued in `masetproof.search.states`, which also has the
plain twin, and each bound in `masetproof.search.bounds`.

`search` is the branch and bound; what stands above it are its steps, and the bounds they use.  It
keeps its own stack, so that it can be left and entered again.  It returns whenever it comes to a
state that is worth a canonical form, so that its caller can put in what is known of that state, and
the questions that its symmetries leave; then it is called again and goes on.  It also returns when
it has worked for some tenth of a second, so that its caller can look at the clock.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from masetproof.kernels import kernel

INFINITE = 1 << 40
NONE = -1
WAYS = 4
SMALL = 6  # parts of at most this size are bounded by their members as questions alone
FORMED = 8  # states of at least this size are worth a canonical form
GREEDY = 14  # states of more secrets get an upper bound first
ALL = -1  # all questions, but for those that exchanging two colours makes superfluous
HELD = 16  # answers in one word of `Board.hot`
PAUSE = 200_000_000  # pairs of question and secret that are looked at between two pauses
# What `search` returns, and what it does next.
FINISHED, REACHED, PAUSED, TOO_DEEP = range(4)
ENTER, EXPAND, ASK, DESCEND, LEAVE = range(5)

STATE = np.dtype(
    [
        # Its secrets are members[first : first + size] of its level.
        ("first", np.int64),
        ("size", np.int64),
        ("left", np.int64),  # questions
        ("upper", np.int64),  # the value is of no use unless it is less
        ("low", np.int64),
        ("high", np.int64),
        ("number", np.int64),  # by which the caller knows it; 0 for none
        ("chosen", np.int64),  # the number of questions that the caller chose, or ALL
        ("count", np.int64),  # the number of questions that are ranked and not yet asked
        ("best", np.int64),  # total of the best strategy so far, or what it must stay below
        ("best_question", np.int64),
        ("question", np.int64),  # the one that is being asked
        ("total", np.int64),  # a lower bound of its total
        ("parts", np.int64),  # the number of its parts with more than two secrets
        ("child", np.int64),  # the answer whose part is searched on the level below
    ],
    align=True,
)
PART = np.dtype([(name, np.int64) for name in ("first", "size", "low", "high")], align=True)
RANKED = np.dtype([("bound", np.int64), ("squares", np.uint32), ("question", np.int32)], align=True)
SETTLED = np.dtype([(name, np.int64) for name in ("number", "low", "high")], align=True)
WAITING = np.dtype([(name, np.int64) for name in ("first", "size", "left")], align=True)
ENTRY = np.dtype(
    [
        ("key", np.int64),
        ("size", np.int32),  # 0 for none
        ("left", np.int32),
        ("low", np.int64),
        ("high", np.int64),
    ],
    align=True,
)
RUN = np.dtype(
    [
        ("level", np.int64),
        ("next", np.int64),
        ("any_strategy", np.int64),  # the first strategy there is will do
        ("nodes", np.int64),  # states that were entered
        ("work", np.int64),  # pairs of question and secret since the last pause
        ("settled", np.int64),  # the number of rows of Stack.settled that are filled
        ("epoch", np.int64),
    ],
    align=True,
)


class Board(NamedTuple):
    """What is fixed for a game: Q questions, N secrets, A answers, the last of which wins.

    answers: uint8[Q, N]; in memory those of one secret are neighbours, because a state has few
    secrets and most questions are tried.  hot: uint16[N, planes * Q], a bit for each answer, in as
    many planes as it takes, of HELD answers each.  own: int32[N], the number of a secret as a
    question.  symbols: uint16[Q, pegs], of the questions; the alphabets that are renamed by
    themselves follow each other.  ends: int64[symbols], where the alphabet of each symbol ends.
    swaps: uint16[pairs, N], the secrets with two symbols of an alphabet exchanged, the pairs in
    lexicographic order.  Both are empty where nothing is renamed.  reach: int64[N + 2], by the
    number of questions the most secrets that these solve.  least: int64[N + 1], by the number of
    secrets the least total they can have.  keys: int64[N], random.  consistent: only possible
    secrets are asked.  fewest: a total counts the secrets that need the last question, and nothing
    else.
    """

    answers: np.ndarray
    hot: np.ndarray
    own: np.ndarray
    symbols: np.ndarray
    ends: np.ndarray
    swaps: np.ndarray
    reach: np.ndarray
    least: np.ndarray
    keys: np.ndarray
    consistent: bool
    fewest: bool


class Table(NamedTuple):
    """The transposition table: buckets of WAYS entries, of which the smallest is forgotten first.

    entries: ENTRY[T].  members: uint16[T, M]; they are compared, so equal keys of different states
    do no harm.
    """

    entries: np.ndarray
    members: np.ndarray


class Stack(NamedTuple):
    """Room for L levels.

    state: STATE[L].  members: uint16[L, N], the parts of the question asked one level above.
    chosen: int32[L, Q].  ranked: RANKED[L, Q], a heap.  part: PART[L, A].  order: int64[L, A], the
    answers whose parts have more than two secrets, the largest first.  settled: SETTLED[L], states
    that were left.  For one state at a time: hits: uint16[planes * Q], saved: uint8[Q], counts:
    int64[A], stamp: int64[N], twin, unused: int64[symbols], spare: uint16[2, N], waiting: WAITING[N
    + 1].
    """

    state: np.ndarray
    members: np.ndarray
    chosen: np.ndarray
    ranked: np.ndarray
    part: np.ndarray
    order: np.ndarray
    settled: np.ndarray
    hits: np.ndarray
    saved: np.ndarray
    counts: np.ndarray
    stamp: np.ndarray
    twin: np.ndarray
    unused: np.ndarray
    spare: np.ndarray
    waiting: np.ndarray


# ------------------------------------------------------------------------- the transposition table


@kernel
def key_of(keys, members, left):
    """The key of a state."""
    key = left * 0x1E3779B97F4A7C15
    for member in members:
        key ^= keys[member]
    return key


@kernel
def find(table, key, members, left):
    """The entry of a state, or NONE."""
    size = members.shape[0]
    if size > table.members.shape[1]:
        return NONE
    bucket = key & (table.entries.shape[0] - WAYS)
    for place in range(bucket, bucket + WAYS):
        entry = table.entries[place]
        if entry.key == key and entry.size == size and entry.left == left:
            same = True
            for i in range(size):
                if table.members[place, i] != members[i]:
                    same = False
                    break
            if same:
                return place
    return NONE


@kernel
def keep(table, key, members, left, low, high):
    """Note bounds of a state."""
    size = members.shape[0]
    if size > table.members.shape[1]:
        return
    place = find(table, key, members, left)
    if place != NONE:
        entry = table.entries[place]
        entry.low, entry.high = max(entry.low, low), min(entry.high, high)
        return
    place = key & (table.entries.shape[0] - WAYS)
    for other in range(place + 1, place + WAYS):
        one, two = table.entries[other], table.entries[place]
        if one.size < two.size or (one.size == two.size and one.left < two.left):
            place = other
    entry = table.entries[place]
    entry.key, entry.size, entry.left = key, size, left
    entry.low, entry.high = low, high
    for i in range(size):
        table.members[place, i] = members[i]


# -------------------------------------------------------------------------------------- the bounds


@kernel
def least_total(size):
    """The least total of that many secrets in any game, as in `search.bounds`."""
    return 2 * size - 1


@kernel
def least_of(board, size, left):
    """The least total that a number of secrets can have; one and two secrets attain it."""
    return max(0, size - board.reach[left - 1]) if board.fewest else board.least[size]


@kernel
def paid_at_once(board, size):
    """What a state that has other questions left adds to a total for the one that is asked."""
    return 0 if board.fewest else size


@kernel
def questions_of_use(board, size, left):
    """How many of the questions that are left make a difference, by the number of secrets.

    They never need more than one each; so with one more none of them needs the last one.
    """
    return min(left, size + (1 if board.fewest else 0))


@kernel
def most_solved(parts, left):
    """The most secrets that are solved if no question has more parts, as in `search.bounds`."""
    secrets = 1
    for _ in range(left - 1):
        secrets *= parts
        if secrets >= INFINITE:
            break
    return secrets


@kernel
def total_with_pairs(board, size, left, pairs, inside):
    """The total when the first question separates all but for one pair, or none.

    inside: whether the question is one of the secrets.  With a pair three questions are left.
    """
    if not board.fewest:
        return least_total(size) + 1 - inside + pairs
    if left == 2:
        return size - inside
    return pairs if left == 3 else 0


@kernel
def least_needing_last(size, parts, solved):
    """How many secrets need the last question at least, as in `search.bounds`."""
    return size - min(size, max(1, parts * solved))


@kernel
def least_by_parts(board, size, left, saved, most):
    """The least total of a question, by the number of its parts.

    saved: as counted by `count_all_parts`, where no question has more than *most*.
    """
    if not board.fewest:
        return 3 * size - saved
    solved = min(board.reach[left - 2], most_solved(most, left - 2)) if left > 2 else 0
    return least_needing_last(size, saved, solved)


@kernel
def count_parts(answers, question, members):
    """The number of answers that members give to a question."""
    bits = np.uint64(0)
    for i in range(members.shape[0]):
        bits |= np.uint64(1) << np.uint64(answers[question, members[i]])
    parts = 0
    while bits:
        bits &= bits - np.uint64(1)
        parts += 1
    return parts


@kernel
def bounds_by_members(board, members, left):
    """Bounds of a state of three or more secrets, from its members as questions only.

    A member that separates all others attains the least total there is; one that leaves one pair
    attains one more, and so does nothing else unless a question of the outside separates all.
    """
    size = members.shape[0]
    high = INFINITE
    for i in range(size):
        parts = count_parts(board.answers, board.own[members[i]], members)
        if parts == size:
            total = total_with_pairs(board, size, left, 0, 1)
            return total, total
        if parts == size - 1 and left > 2:
            high = total_with_pairs(board, size, left, 1, 1)
    return total_with_pairs(board, size, left, 0, 0), high


@kernel
def ones(x):
    """The number of bits that are set in a uint16; plain arithmetic, which is vectorized."""
    x = np.uint16(x - (np.uint16(x >> np.uint16(1)) & np.uint16(0x5555)))
    pairs = np.uint16(np.uint16(x >> np.uint16(2)) & np.uint16(0x3333))
    x = np.uint16(np.uint16(x & np.uint16(0x3333)) + pairs)
    x = np.uint16(np.uint16(x + np.uint16(x >> np.uint16(4))) & np.uint16(0x0F0F))
    return np.uint8(np.uint16(x + np.uint16(x >> np.uint16(8))) & np.uint16(31))


@kernel
def count_all_parts(board, stack, members):
    """Fill stack.saved, from which `least_by_parts` has a lower bound for each question.

    It is the number of parts; where all questions count, one more for a member, which is solved by
    asking it; 0 for a question that may not be asked.  Returns the highest.
    """
    saved, hits, hot = stack.saved, stack.hits, board.hot
    size, for_member = members.shape[0], 0 if board.fewest else 1
    if board.consistent:
        saved[:] = 0
        for i in range(size):
            question = board.own[members[i]]
            saved[question] = count_parts(board.answers, question, members) + for_member
    else:
        one = members[0]
        for q in range(hits.shape[0]):
            hits[q] = hot[one, q]
        i = 1
        while i + 3 < size:
            one, two, three, four = members[i], members[i + 1], members[i + 2], members[i + 3]
            for q in range(hits.shape[0]):
                hits[q] |= hot[one, q] | hot[two, q] | hot[three, q] | hot[four, q]
            i += 4
        while i < size:
            one = members[i]
            for q in range(hits.shape[0]):
                hits[q] |= hot[one, q]
            i += 1
        questions = saved.shape[0]
        for q in range(questions):
            saved[q] = ones(hits[q])
        for plane in range(questions, hits.shape[0], questions):
            further = hits[plane : plane + questions]
            for q in range(questions):
                saved[q] += ones(further[q])
        for i in range(size):
            saved[board.own[members[i]]] += for_member
    most = 0
    for q in range(saved.shape[0]):
        most = max(most, np.int32(saved[q]))
    return most


@kernel
def lower_bound_of_question(board, members, question, left, most, counts):
    """The lower bound of a question by the sizes of its parts, and the sum of their squares.

    left: the questions left after it.  INFINITE when the question leaves all together or a part has
    more than `most` secrets.
    """
    size = members.shape[0]
    counts[:] = 0
    for i in range(size):
        counts[board.answers[question, members[i]]] += 1
    total, squares, largest = paid_at_once(board, size), 0, 0
    for answer in range(counts.shape[0] - 1):
        count = counts[answer]
        if count:
            total += least_of(board, count, left)
        squares += count * count
        largest = max(largest, count)
    if largest == size or largest > most:
        return INFINITE, squares
    return total, squares


@kernel
def bounds_by_questions(board, stack, table, run, members, left):
    """Bounds of a state from the table, or from the number of parts of all questions."""
    key = key_of(board.keys, members, left)
    place = find(table, key, members, left)
    if place != NONE:
        return table.entries[place].low, table.entries[place].high
    size = members.shape[0]
    low, high = bounds_by_members(board, members, left)
    low = max(low, least_of(board, size, left))
    if low < high:
        run.work += size * stack.saved.shape[0]
        most = count_all_parts(board, stack, members)
        low = max(low, least_by_parts(board, size, left, most, most))
        if size > most_solved(most, left):
            low = INFINITE
        elif board.fewest and most >= size - 1:
            high = min(high, total_with_pairs(board, size, left, size - most, 0))
        elif most == size and left > 2:
            # A question of the outside that separates all, or a member that leaves one pair.
            high = total_with_pairs(board, size, left, 0, 0)
    keep(table, key, members, left, low, high)
    return low, high


# --------------------------------------------------------------------------------- greedy strategy


@kernel
def divide(answers, members, question, parts, into):
    """Sort members by answer into `into`; the part of the winning answer is left out."""
    winning = parts.shape[0] - 1
    for answer in range(winning + 1):
        parts[answer].size = 0
    for i in range(members.shape[0]):
        parts[answers[question, members[i]]].size += 1
    parts[winning].size = 0
    place = 0
    for answer in range(winning + 1):
        parts[answer].first = place
        place += parts[answer].size
    for i in range(members.shape[0]):
        answer = answers[question, members[i]]
        if answer != winning:
            into[parts[answer].first] = members[i]
            parts[answer].first += 1
    for answer in range(winning + 1):
        parts[answer].first -= parts[answer].size


@kernel
def greedy_question(board, stack, members, left):
    """The question of the least lower bound, or of these the one of the least squares, or NONE."""
    size = members.shape[0]
    most = count_all_parts(board, stack, members)
    chosen, best, fewest = NONE, INFINITE, INFINITE
    for question in range(stack.saved.shape[0]):
        saved = np.int64(stack.saved[question])
        if saved > 1 and least_by_parts(board, size, left, saved, most) <= best:
            bound, squares = lower_bound_of_question(
                board, members, question, left - 1, board.reach[left - 1], stack.counts
            )
            if bound < best or (bound == best < INFINITE and squares < fewest):
                chosen, best, fewest = question, bound, squares
    return chosen


@kernel
def greedy_total(board, stack, members, left):
    """The total of the strategy that asks greedy questions, an upper bound; or INFINITE."""
    waiting, spare, parts = stack.waiting, stack.spare, stack.part[-1]
    for i in range(members.shape[0]):
        spare[0, i] = members[i]
    waiting[0].first, waiting[0].size, waiting[0].left = 0, members.shape[0], left
    count, total = 1, 0
    while count:
        count -= 1
        first, size, left = waiting[count].first, waiting[count].size, waiting[count].left
        some = spare[0, first : first + size]
        if size > board.reach[left]:
            return INFINITE
        if size <= 2:
            total += least_of(board, size, left)
            continue
        low, high = bounds_by_members(board, some, left)
        if low == high:
            total += low
            continue
        question = greedy_question(board, stack, some, left)
        if question == NONE:
            return INFINITE
        total += paid_at_once(board, size)
        divide(board.answers, some, question, parts, spare[1])
        for i in range(size):
            some[i] = spare[1, i]
        for answer in range(parts.shape[0]):
            if parts[answer].size:
                waiting[count].first = first + parts[answer].first
                waiting[count].size = parts[answer].size
                waiting[count].left = left - 1
                count += 1
    return total


# -------------------------------------------------------------------------------- which questions


@kernel
def find_twins(board, stack, run, members):
    """For each symbol the least one that can be exchanged for it; returns whether there are any."""
    run.epoch += 1
    twin, ends = stack.twin, board.ends
    symbols = twin.shape[0]
    for i in range(members.shape[0]):
        stack.stamp[members[i]] = run.epoch
    for symbol in range(symbols):
        twin[symbol] = symbol
    has_twins, first = False, 0  # the pairs of `low` begin there
    for low in range(symbols):
        if twin[low] == low:
            for high in range(low + 1, ends[low]):
                if twin[high] == high:
                    swap = first + high - low - 1
                    same = True
                    for i in range(members.shape[0]):
                        if stack.stamp[board.swaps[swap, members[i]]] != run.epoch:
                            same = False
                            break
                    if same:
                        twin[high] = low
                        has_twins = True
        first += ends[low] - low - 1
    return has_twins


@kernel
def is_first(board, stack, question):
    """Whether a question uses each class of twins from its least colour on, without gaps."""
    unused, twin = stack.unused, stack.twin
    for symbol in range(twin.shape[0]):
        unused[symbol] = symbol
    for column in range(board.symbols.shape[1]):
        symbol = np.int64(board.symbols[question, column])
        least = twin[symbol]
        if symbol == unused[least]:
            following = symbol + 1
            while following < twin.shape[0] and twin[following] != least:
                following += 1
            unused[least] = following
        elif symbol > unused[least]:
            return False
    return True


@kernel
def before(one, other):
    """Whether a ranked question is asked before another."""
    if one.bound != other.bound:
        return one.bound < other.bound
    if one.squares != other.squares:
        return one.squares < other.squares
    return one.question < other.question


@kernel
def sift(heap, place, count):
    """Let the entry at `place` sink to where it belongs in a heap whose first entry is asked
    first."""
    while True:
        child = 2 * place + 1
        if child >= count:
            break
        if child + 1 < count and before(heap[child + 1], heap[child]):
            child += 1
        low, high = heap[child], heap[place]
        if not before(low, high):
            break
        low.bound, high.bound = high.bound, low.bound
        low.squares, high.squares = high.squares, low.squares
        low.question, high.question = high.question, low.question
        place = child


@kernel
def rank_questions(board, stack, run, level):
    """Rank the questions of a state whose lower bounds are less than the best total."""
    state, ranked, saved = stack.state[level], stack.ranked[level], stack.saved
    members = stack.members[level, state.first : state.first + state.size]
    size, best = state.size, min(state.upper, state.high)
    run.work += size * saved.shape[0]
    parts = count_all_parts(board, stack, members)
    most = min(board.reach[state.left - 1], most_solved(parts, state.left - 1))
    every = state.chosen == ALL
    twins = every and size >= FORMED and find_twins(board, stack, run, members)
    count = 0
    for place in range(saved.shape[0] if every else state.chosen):
        question = place if every else np.int64(stack.chosen[level, place])
        saving = np.int64(saved[question])
        if saving < 2 or least_by_parts(board, size, state.left, saving, parts) >= best:
            continue
        if twins and not is_first(board, stack, question):
            continue
        bound, squares = lower_bound_of_question(
            board, members, question, state.left - 1, most, stack.counts
        )
        if bound < best:
            entry = ranked[count]
            entry.bound, entry.squares, entry.question = bound, squares, question
            count += 1
    for place in range(count // 2 - 1, -1, -1):
        sift(ranked, place, count)
    state.low = max(state.low, min(best, ranked[0].bound) if count else best)
    state.best, state.count, state.child, state.best_question = best, count, NONE, NONE


@kernel
def next_question(stack, level):
    """Take the first question off the heap."""
    state, ranked = stack.state[level], stack.ranked[level]
    question = np.int64(ranked[0].question)
    state.count -= 1
    ranked[0] = ranked[state.count]
    sift(ranked, 0, state.count)
    return question


# ------------------------------------------------------------------------------- branch and bound


@kernel
def bound_state(board, stack, table, run, level):
    """Bound a state that is entered, without trying its questions."""
    state = stack.state[level]
    size, left = state.size, state.left
    members = stack.members[level, state.first : state.first + size]
    run.nodes += 1
    state.chosen, state.number = ALL, 0
    low, high = least_of(board, size, left), INFINITE
    if size > board.reach[left]:
        low = INFINITE
    elif size <= 2:
        high = low
    if low < min(high, state.upper):
        place = find(table, key_of(board.keys, members, left), members, left)
        if place != NONE:
            low, high = max(low, table.entries[place].low), table.entries[place].high
        if low < min(high, state.upper):
            at_least, at_most = bounds_by_members(board, members, left)
            low, high = max(low, at_least), min(high, at_most)
        if high == INFINITE and size > GREEDY and low < state.upper:
            run.work += 3 * size * stack.saved.shape[0]
            high = greedy_total(board, stack, members, left)
    state.low, state.high = low, high


@kernel
def is_settled(state, run):
    """Whether no question needs to be tried: the value is known, or too large to be of any use."""
    if run.any_strategy and state.high < INFINITE:
        return True
    return state.low >= min(state.high, state.upper)


@kernel
def take_low(state, part, low):
    """Take a lower bound of a part; whether the question may still be better than the best."""
    if low > part.low:
        state.total += low - part.low
        part.low = low
    return state.total < state.best


@kernel
def order_parts(board, stack, level):
    """Bound the parts of a question by their sizes, and order those of more than two secrets."""
    state, parts, order = stack.state[level], stack.part[level], stack.order[level]
    state.total, state.parts = paid_at_once(board, state.size), 0
    for answer in range(parts.shape[0]):
        part = parts[answer]
        part.low = least_of(board, part.size, state.left - 1) if part.size else 0
        part.high = part.low if part.size <= 2 else INFINITE
        state.total += part.low
        if part.size > 2:
            place = state.parts
            while place and parts[order[place - 1]].size < part.size:
                order[place] = order[place - 1]
                place -= 1
            order[place] = answer
            state.parts += 1


@kernel
def bound_parts(board, stack, table, run, level, question):
    """Split a state by a question and bound the parts; whether the question may be the best."""
    state, parts, order = stack.state[level], stack.part[level], stack.order[level]
    members = stack.members[level, state.first : state.first + state.size]
    below = stack.members[level + 1]
    state.question = question
    divide(board.answers, members, question, parts, below)
    order_parts(board, stack, level)
    for place in range(state.parts - 1, -1, -1):
        part = parts[order[place]]
        if part.size <= SMALL:
            some = below[part.first : part.first + part.size]
            low, part.high = bounds_by_members(board, some, state.left - 1)
            if not take_low(state, part, low):
                return False
    for place in range(state.parts):
        part = parts[order[place]]
        if part.size > SMALL:
            some = below[part.first : part.first + part.size]
            left = questions_of_use(board, part.size, state.left - 1)
            low, part.high = bounds_by_questions(board, stack, table, run, some, left)
            if not take_low(state, part, low):
                return False
    return True


@kernel
def open_part(board, stack, run, level):
    """Put the first part that is not settled on the level below; whether there is one."""
    state = stack.state[level]
    for step in range(state.parts):
        # The smallest is the cheapest; but the largest is the most likely to have no strategy, or
        # to settle the question: the secrets in it that need the last question may be too many.
        largest_first = run.any_strategy or board.fewest
        place = step if largest_first else state.parts - 1 - step
        answer = stack.order[level, place]
        part = stack.part[level, answer]
        if part.high == INFINITE if run.any_strategy else part.low < part.high:
            below = stack.state[level + 1]
            below.first, below.size = part.first, part.size
            below.left = questions_of_use(board, part.size, state.left - 1)
            below.upper = INFINITE if run.any_strategy else state.best - state.total + part.low
            state.child = answer
            return True
    return False


@kernel
def close_part(stack, level, value):
    """Take the value of the part that was searched, or a bound that is too large for it."""
    state = stack.state[level]
    part = stack.part[level, state.child]
    state.total += value - part.low
    part.low, part.high = value, value


@kernel
def take_best(board, stack, run, level):
    """Take the question that was asked as the best: all its parts are settled."""
    state = stack.state[level]
    total = paid_at_once(board, state.size)
    for answer in range(stack.part.shape[1]):
        if stack.part[level, answer].size:
            total += stack.part[level, answer].high
    state.best, state.best_question = total, state.question
    if run.any_strategy:
        state.high = total


@kernel
def leave_state(board, stack, table, run, level):
    """Note the bounds of a state, now that it is left."""
    state = stack.state[level]
    members = stack.members[level, state.first : state.first + state.size]
    key = key_of(board.keys, members, state.left)
    keep(table, key, members, state.left, state.low, state.high)
    if state.number:
        settled = stack.settled[run.settled]
        settled.number, settled.low, settled.high = state.number, state.low, state.high
        run.settled += 1


@kernel
def search(board, stack, table, runs):
    """Find the value of the state at level 0 if it is less than its upper bound, else a lower bound
    that is no less.

    To begin, fill in stack.state[0] from first to chosen, and in runs[0] level 0 and next EXPAND.
    REACHED: at runs[0].level is a state of FORMED secrets or more whose low, high, chosen and
    number the caller may improve; take the rows of stack.settled and call again.  FINISHED: low,
    high and best_question of level 0 are the result.  With any_strategy the search ends with the
    first strategy there is, and high is its total.  PAUSED: nothing has happened; take the rows and
    call again.  TOO_DEEP: there are too few levels.
    """
    run = runs[0]
    level = run.level
    while True:
        state = stack.state[level]
        if run.next == ENTER:
            bound_state(board, stack, table, run, level)
            run.next = LEAVE if is_settled(state, run) else EXPAND
            if run.next == EXPAND and state.size >= FORMED:
                run.level = level
                return REACHED
        elif run.next == EXPAND:
            run.next = LEAVE if is_settled(state, run) else ASK
            if run.next == ASK:
                rank_questions(board, stack, run, level)
        elif run.next == ASK:
            bound = stack.ranked[level, 0].bound if state.count else INFINITE
            if max(state.low, bound) >= state.best:
                # No question that is left is better.
                state.low = state.best
                if state.best < state.upper:
                    state.high = state.best
                run.next = LEAVE
            elif run.work >= PAUSE:
                run.level, run.work = level, 0
                return PAUSED
            elif bound_parts(board, stack, table, run, level, next_question(stack, level)):
                run.next = DESCEND
        elif run.next == DESCEND:
            if state.total >= state.best:
                run.next = ASK
            elif open_part(board, stack, run, level):
                if level + 2 >= stack.state.shape[0]:
                    return TOO_DEEP
                level += 1
                run.next = ENTER
            else:
                take_best(board, stack, run, level)
                run.next = LEAVE if run.any_strategy else ASK
        else:
            leave_state(board, stack, table, run, level)
            if level == 0:
                return FINISHED
            level -= 1
            close_part(stack, level, state.high if run.any_strategy else state.low)
            run.next = DESCEND
