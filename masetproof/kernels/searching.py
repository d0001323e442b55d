"""Compiled: the least total of one state of a finite game, by branch and bound.

A *state* is the set of secrets that are possible, with the number of questions that are left.  Its
value is the least total (EPL) of the strategies that find each of its secrets with no more
questions than are left, or INFINITE when there is none.  What is left out, and why nothing is lost
by it, is argued in `masetproof.search.states`, which also has the plain twin.

`search` is a coroutine that keeps its own stack.  It returns whenever it comes to a state that is
worth a canonical form, so that its caller can put in what is known of that state, and the
questions that its symmetries leave; then it is called again and goes on.  It also returns when it
has worked for some tenth of a second, so that its caller can look at the clock.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from masetproof.kernels import compiled

INFINITE = 1 << 40
OPEN = -1
WAYS = 4
SMALL = 6  # parts of at most so many secrets are looked at rather than looked up
FORMED = 8  # states of at least so many secrets are worth a canonical form
GREEDY = 14  # states of more secrets get an upper bound first
ALL = -1  # all questions, but for those that exchanging two colours makes superfluous
PAUSE = 200_000_000  # pairs of question and secret that are looked at between two pauses
# What `search` returns.
FINISHED, REACHED, PAUSED, TOO_DEEP = range(4)
# Places in the array `control`.
LEVEL, ANY_STRATEGY, NODES, GLANCES, EPOCH, LEFT_STATES, WORK, RESUMED, CONTROLS = range(9)
# Places in an entry of the table; SHAPE is size << 16 | questions left.
KEY, SHAPE, AT_LEAST, AT_MOST = range(4)
# Places in a row of Stack.state.
(
    FIRST,
    SIZE,
    LEFT,
    BUDGET,
    LOW,
    HIGH,
    BEST,
    BEST_QUESTION,
    CHOSEN,
    NUMBER,
    COUNT,
    QUESTION,
    TOTAL,
    CHILD,
    PARTS,
) = range(15)


class Board(NamedTuple):
    """What is fixed for a game: Q questions, N secrets, A answers, the last of which wins.

    answers: uint8[Q, N].  hot: unsigned[N, Q], 1 << answer.  own: int32[N], the number of a secret
    as a question.  symbols: uint16[Q, pegs], of the questions; the alphabets of `colours` symbols
    each that are renamed by themselves follow each other.  swaps: uint16[symbols * colours, N], the
    secrets with two symbols of an alphabet exchanged; none where nothing is renamed.
    reach: int64[N + 2], so many questions solve at most so many secrets.  least: int64[N + 1], so
    many secrets have at least such a total.  keys: int64[N], random.  consistent: only possible
    secrets are asked.
    """

    answers: np.ndarray
    hot: np.ndarray
    own: np.ndarray
    symbols: np.ndarray
    colours: int
    swaps: np.ndarray
    reach: np.ndarray
    least: np.ndarray
    keys: np.ndarray
    consistent: bool


class Table(NamedTuple):
    """The transposition table: buckets of WAYS entries, of which the smallest is forgotten first.

    entries: int64[T, 4], see the names above; SHAPE 0 is empty.  members: uint16[T, M]; they
    are compared, so equal keys of different states do no harm.
    """

    entries: np.ndarray
    members: np.ndarray


class Stack(NamedTuple):
    """Room for L levels.

    state: int64[L, 15], see the names above.  members: uint16[L, N], the parts of the question
    asked one level above.  chosen: int32[L, Q].  ranked: int64[L, Q], a heap.  start, size, low,
    high, order: int64[L, A], of the parts.  finished: int64[L, 3]: number, low and high of states
    that were left.  For one state at a time: hits: unsigned[Q], score: uint8[Q], counts: int64[A],
    stamp: int64[N], twin, unused: int64[symbols], spare: uint16[2, N], segments: int64[N, 3].
    """

    state: np.ndarray
    members: np.ndarray
    chosen: np.ndarray
    ranked: np.ndarray
    start: np.ndarray
    size: np.ndarray
    low: np.ndarray
    high: np.ndarray
    order: np.ndarray
    finished: np.ndarray
    hits: np.ndarray
    score: np.ndarray
    counts: np.ndarray
    stamp: np.ndarray
    twin: np.ndarray
    unused: np.ndarray
    spare: np.ndarray
    segments: np.ndarray


@compiled
def find(entries, stored, key, members, left):
    """The entry of a state, or -1."""
    size = members.shape[0]
    if size > stored.shape[1]:
        return -1
    bucket = key & (entries.shape[0] - WAYS)
    for entry in range(bucket, bucket + WAYS):
        if entries[entry, KEY] == key and entries[entry, SHAPE] == (size << 16) | left:
            same = True
            for i in range(size):
                if stored[entry, i] != members[i]:
                    same = False
                    break
            if same:
                return entry
    return -1


@compiled
def keep(entries, stored, key, members, left, low, high):
    """Note bounds of a state."""
    size = members.shape[0]
    if size > stored.shape[1]:
        return
    entry = find(entries, stored, key, members, left)
    if entry >= 0:
        known = entries[entry]
        known[AT_LEAST] = max(known[AT_LEAST], low)
        known[AT_MOST] = min(known[AT_MOST], high)
        return
    entry = key & (entries.shape[0] - WAYS)
    for other in range(entry + 1, entry + WAYS):
        if entries[other, SHAPE] < entries[entry, SHAPE]:
            entry = other
    known = entries[entry]
    known[KEY], known[SHAPE] = key, (size << 16) | left
    known[AT_LEAST], known[AT_MOST] = low, high
    for i in range(size):
        stored[entry, i] = members[i]


@compiled
def key_of(keys, members, left):
    """The key of a state."""
    key = left * 0x1E3779B97F4A7C15
    for i in range(members.shape[0]):
        key ^= keys[members[i]]
    return key


@compiled
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


@compiled
def look(answers, own, members, left):
    """Bounds of a state of three or more secrets, from its members as questions only.

    A member that separates all others attains 2s - 1, the least total there is; one that leaves one
    pair attains 2s, and so does nothing else unless a question of the outside separates all.
    """
    size = members.shape[0]
    high = INFINITE
    for i in range(size):
        parts = count_parts(answers, own[members[i]], members)
        if parts == size:
            return 2 * size - 1, 2 * size - 1
        if parts == size - 1 and left > 2:
            high = 2 * size
    return 2 * size, high


@compiled
def ones(x):
    """The number of bits that are set in a uint32; plain arithmetic, which is vectorized."""
    x = np.uint32(x - (np.uint32(x >> np.uint32(1)) & np.uint32(0x55555555)))
    x = np.uint32(
        np.uint32(x & np.uint32(0x33333333))
        + (np.uint32(x >> np.uint32(2)) & np.uint32(0x33333333))
    )
    x = np.uint32(np.uint32(x + np.uint32(x >> np.uint32(4))) & np.uint32(0x0F0F0F0F))
    x = np.uint32(x + np.uint32(x >> np.uint32(8)))
    return np.uint8(np.uint32(x + np.uint32(x >> np.uint32(16))) & np.uint32(63))


@compiled
def rate(answers, hot, own, consistent, hits, score, members):
    """Fill score: 3s - score is a lower bound of the total when the question is asked.

    Each part but the winning one costs at least twice its size less one, and there are `parts` of
    them; a member saves one more.  Questions that may not be asked get 0.
    """
    size = members.shape[0]
    if consistent:
        score[:] = 0
        for i in range(size):
            question = own[members[i]]
            score[question] = count_parts(answers, question, members) + 1
        return
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
    for q in range(hits.shape[0]):
        x = np.uint64(hits[q])
        score[q] = ones(np.uint32(x)) + ones(np.uint32(x >> np.uint64(32)))
    for i in range(size):
        score[own[members[i]]] += 1


@compiled
def weigh(answers, least, members, question, most, counts):
    """The lower bound of a question, and the sum of the squares of its parts.

    INFINITE when the question leaves all together or a part has more than `most` secrets.
    """
    size = members.shape[0]
    counts[:] = 0
    for i in range(size):
        counts[answers[question, members[i]]] += 1
    total, squares, largest = size, 0, 0
    for answer in range(counts.shape[0] - 1):
        count = counts[answer]
        total += least[count]
        squares += count * count
        largest = max(largest, count)
    if largest == size or largest > most:
        return INFINITE, squares
    return total, squares


@compiled
def divide(answers, members, question, start, size, into):
    """Sort members by answer into `into`; the part of the winning answer is left out."""
    winning = size.shape[0] - 1
    size[:] = 0
    for i in range(members.shape[0]):
        size[answers[question, members[i]]] += 1
    size[winning] = 0
    place = 0
    for answer in range(winning + 1):
        start[answer] = place
        place += size[answer]
    for i in range(members.shape[0]):
        answer = answers[question, members[i]]
        if answer != winning:
            into[start[answer]] = members[i]
            start[answer] += 1
    for answer in range(winning + 1):
        start[answer] -= size[answer]


@compiled
def pick(board, stack, members, left):
    """The question of the least bound, or of these the one of the least squares; -1 if none will
    do."""
    rate(
        board.answers,
        board.hot,
        board.own,
        board.consistent,
        stack.hits,
        stack.score,
        members,
    )
    chosen, best, fewest = -1, INFINITE, INFINITE
    for question in range(stack.score.shape[0]):
        score = stack.score[question]
        if score > 1 and 3 * members.shape[0] - score <= best:
            bound, squares = weigh(
                board.answers, board.least, members, question, board.reach[left - 1], stack.counts
            )
            if bound < best or (bound == best < INFINITE and squares < fewest):
                chosen, best, fewest = question, bound, squares
    return chosen


@compiled
def greedy(board, stack, members, left):
    """The total of a strategy that always asks what `pick` picks, or INFINITE."""
    segments, spare = stack.segments, stack.spare
    answers = stack.counts.shape[0]
    start, size = np.empty(answers, np.int64), np.empty(answers, np.int64)
    spare[0, : members.shape[0]] = members
    segments[0, 0], segments[0, 1], segments[0, 2] = 0, members.shape[0], left
    waiting, total = 1, 0
    while waiting:
        waiting -= 1
        first, number, left = segments[waiting, 0], segments[waiting, 1], segments[waiting, 2]
        if number > board.reach[left]:
            return INFINITE
        if number <= 2:
            total += 2 * number - 1
            continue
        some = spare[0, first : first + number]
        low, high = look(board.answers, board.own, some, left)
        if low == high:
            total += low
            continue
        chosen = pick(board, stack, some, left)
        if chosen < 0:
            return INFINITE
        total += number
        divide(board.answers, some, chosen, start, size, spare[1])
        some[:] = spare[1, :number]
        for answer in range(answers):
            if size[answer]:
                segments[waiting, 0] = first + start[answer]
                segments[waiting, 1] = size[answer]
                segments[waiting, 2] = left - 1
                waiting += 1
    return total


@compiled
def find_twins(board, stack, control, members):
    """For each symbol the least one that can be exchanged for it; returns whether there are any."""
    control[EPOCH] += 1
    epoch, twin, colours = control[EPOCH], stack.twin, board.colours
    symbols = twin.shape[0]
    for i in range(members.shape[0]):
        stack.stamp[members[i]] = epoch
    for symbol in range(symbols):
        twin[symbol] = symbol
    found = False
    for low in range(symbols):
        if twin[low] == low:
            for high in range(low + 1, (low // colours + 1) * colours):
                if twin[high] == high:
                    swap = low * colours + high % colours
                    same = True
                    for i in range(members.shape[0]):
                        if stack.stamp[board.swaps[swap, members[i]]] != epoch:
                            same = False
                            break
                    if same:
                        twin[high] = low
                        found = True
    return found


@compiled
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


@compiled
def sift(heap, place, number):
    """Let the entry at `place` sink to where it belongs in a heap whose least entry is the
    first."""
    entry = heap[place]
    while True:
        child = 2 * place + 1
        if child >= number:
            break
        if child + 1 < number and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= entry:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = entry


@compiled
def highest(score):
    """The highest score of all questions."""
    best = 0
    for q in range(score.shape[0]):
        best = max(best, np.int32(score[q]))
    return best


@compiled
def room(parts, left):
    """So many secrets are solved by `left` questions at most if none has more than `parts` parts.

    A question has no more parts in a part of a state than in the state.
    """
    secrets = 1
    for _ in range(left - 1):
        secrets *= parts
        if secrets >= INFINITE:
            break
    return secrets


@compiled
def glance(board, stack, table, control, members, left, key):
    """Bounds of a state from rating all questions once."""
    size = members.shape[0]
    low, high = look(board.answers, board.own, members, left)
    low = max(low, board.least[size])
    if low < high:
        control[GLANCES] += 1
        control[WORK] += size * stack.score.shape[0]
        rate(
            board.answers, board.hot, board.own, board.consistent, stack.hits, stack.score, members
        )
        best = highest(stack.score)
        low = max(low, 3 * size - best)
        if size > room(best, left):
            low = INFINITE
        if best == size and left > 2:
            high = 2 * size
    keep(table.entries, table.members, key, members, left, low, high)
    return low, high


@compiled
def arrive(board, stack, table, control, level):
    """Bound a state without trying its questions; whether they need to be tried."""
    state = stack.state[level]
    size, left, budget = state[SIZE], state[LEFT], state[BUDGET]
    any_strategy = control[ANY_STRATEGY]
    members = stack.members[level, state[FIRST] : state[FIRST] + size]
    control[NODES] += 1
    state[CHOSEN], state[NUMBER] = ALL, 0
    low, high = board.least[size], INFINITE
    if size > board.reach[left]:
        low = INFINITE
    elif size <= 2:
        high = low
    if low < high and low < budget:
        key = key_of(board.keys, members, left)
        entry = find(table.entries, table.members, key, members, left)
        if entry >= 0:
            low = max(low, table.entries[entry, AT_LEAST])
            high = table.entries[entry, AT_MOST]
        if low < high and low < budget:
            at_least, at_most = look(board.answers, board.own, members, left)
            low, high = max(low, at_least), min(high, at_most)
        if high == INFINITE and size > GREEDY and low < budget:
            control[WORK] += 3 * size * stack.score.shape[0]
            high = greedy(board, stack, members, left)
    state[LOW], state[HIGH] = low, high
    return low < high and low < budget and not (any_strategy and high < INFINITE)


@compiled
def rank(board, stack, control, level):
    """Rank the questions of a state that may be better than what is known."""
    state, ranked = stack.state[level], stack.ranked[level]
    size, left = state[SIZE], state[LEFT]
    members = stack.members[level, state[FIRST] : state[FIRST] + size]
    best = min(state[BUDGET], state[HIGH])
    number = 0
    score = stack.score
    control[WORK] += size * score.shape[0]
    rate(board.answers, board.hot, board.own, board.consistent, stack.hits, score, members)
    most = min(board.reach[left - 1], room(highest(score), left - 1))
    candidates = state[CHOSEN]
    if candidates == ALL:
        twins = size >= FORMED and find_twins(board, stack, control, members)
        enough = max(2, 3 * size - best + 1)
        candidates = score.shape[0]
    for place in range(candidates):
        if state[CHOSEN] == ALL:
            question = place
            if score[question] < enough or (twins and not is_first(board, stack, question)):
                continue
        else:
            question = np.int64(stack.chosen[level, place])
        bound, squares = weigh(board.answers, board.least, members, question, most, stack.counts)
        if bound < best:
            ranked[number] = (bound << 40) | (min(squares, (1 << 24) - 1) << 16) | question
            number += 1
    for place in range(number // 2 - 1, -1, -1):
        sift(ranked, place, number)
    state[LOW] = max(state[LOW], min(best, ranked[0] >> 40) if number else best)
    state[BEST], state[COUNT], state[CHILD], state[BEST_QUESTION] = best, number, OPEN, OPEN


@compiled
def ask(board, stack, table, control, level, question):
    """Split a state by a question and bound the parts; whether the question may still be better."""
    state = stack.state[level]
    size, left, best = state[SIZE], state[LEFT] - 1, state[BEST]
    start, number, low, high = (
        stack.start[level],
        stack.size[level],
        stack.low[level],
        stack.high[level],
    )
    order = stack.order[level]
    below = stack.members[level + 1]
    members = stack.members[level, state[FIRST] : state[FIRST] + size]
    divide(board.answers, members, question, start, number, below)
    state[QUESTION] = question
    total = size
    parts = 0
    for answer in range(number.shape[0]):
        count = number[answer]
        if count:
            low[answer] = board.least[count]
            high[answer] = low[answer] if count <= 2 else INFINITE
            total += low[answer]
        if count > 2:
            # Insertion by size, the largest first.
            place = parts
            while place and number[order[place - 1]] < count:
                order[place] = order[place - 1]
                place -= 1
            order[place] = answer
            parts += 1
    state[PARTS] = parts
    for place in range(parts - 1, -1, -1):
        answer = order[place]
        if number[answer] <= SMALL:
            some = below[start[answer] : start[answer] + number[answer]]
            at_least, high[answer] = look(board.answers, board.own, some, left)
            if at_least > low[answer]:
                total += at_least - low[answer]
                low[answer] = at_least
            if total >= best:
                return False
    for place in range(parts):
        answer = order[place]
        if number[answer] > SMALL:
            some = below[start[answer] : start[answer] + number[answer]]
            remaining = min(left, number[answer])
            key = key_of(board.keys, some, remaining)
            entry = find(table.entries, table.members, key, some, remaining)
            if entry >= 0:
                at_least, high[answer] = (
                    table.entries[entry, AT_LEAST],
                    table.entries[entry, AT_MOST],
                )
            else:
                at_least, high[answer] = glance(board, stack, table, control, some, remaining, key)
            if at_least > low[answer]:
                total += at_least - low[answer]
                low[answer] = at_least
            if total >= best:
                return False
    state[TOTAL] = total
    return True


@compiled
def leave(board, stack, table, control, level):
    """Note what was found out about a state."""
    state = stack.state[level]
    members = stack.members[level, state[FIRST] : state[FIRST] + state[SIZE]]
    low, high, left = state[LOW], state[HIGH], state[LEFT]
    keep(table.entries, table.members, key_of(board.keys, members, left), members, left, low, high)
    if state[NUMBER]:
        place = control[LEFT_STATES]
        stack.finished[place, 0] = state[NUMBER]
        stack.finished[place, 1] = low
        stack.finished[place, 2] = high
        control[LEFT_STATES] += 1


@compiled
def descend(stack, control, level):
    """Put the first part that is not settled on the level below; whether there is one."""
    state = stack.state[level]
    for step in range(state[PARTS]):
        # The smallest is the cheapest; but the largest is the most likely to have no strategy.
        place = step if control[ANY_STRATEGY] else state[PARTS] - 1 - step
        answer = stack.order[level, place]
        low, high = stack.low[level, answer], stack.high[level, answer]
        if high == INFINITE if control[ANY_STRATEGY] else low < high:
            below = stack.state[level + 1]
            size = stack.size[level, answer]
            below[FIRST], below[SIZE] = stack.start[level, answer], size
            below[LEFT] = min(state[LEFT] - 1, size)
            below[BUDGET] = INFINITE if control[ANY_STRATEGY] else state[BEST] - state[TOTAL] + low
            state[CHILD] = answer
            return True
    return False


@compiled
def lowest(stack):
    """A lower bound of the state at level 0 when `search` is left before it is finished.

    Each question that is not given up is the one under way, or in the heap, or no better than BEST.
    """
    state = stack.state[0]
    low = state[BEST]
    if state[COUNT]:
        low = min(low, stack.ranked[0, 0] >> 40)
    if state[CHILD] != OPEN:
        low = min(low, state[TOTAL])
    return max(state[LOW], low)


@compiled
def search(board, stack, table, control):
    """Find the value of the state at level 0 if it is less than the budget, else a lower bound that
    is not.

    To begin, fill in the state from FIRST to NUMBER and set control[LEVEL] to 0.  REACHED: at
    control[LEVEL] is a state of FORMED secrets or more whose LOW, HIGH, CHOSEN and NUMBER the
    caller may improve; take the control[LEFT_STATES] rows of stack.finished and call again.
    FINISHED: LOW, HIGH and BEST_QUESTION of level 0 are the result.  With control[ANY_STRATEGY] the
    search ends with the first strategy there is, and HIGH is its total.  PAUSED: nothing has
    happened; take the rows and call again.  TOO_DEEP: there are too few levels.
    """
    level = control[LEVEL]
    resumed, control[RESUMED] = control[RESUMED], 0
    arriving = False
    while True:
        state = stack.state[level]
        done = False
        if arriving:
            arriving = False
            done = not arrive(board, stack, table, control, level)
            if not done and state[SIZE] >= FORMED:
                control[LEVEL] = level
                return REACHED
        if not done and not resumed:
            any_strategy = control[ANY_STRATEGY]
            done = state[LOW] >= min(state[HIGH], state[BUDGET]) or (
                any_strategy and state[HIGH] < INFINITE
            )
        if not done and not resumed:
            rank(board, stack, control, level)
        resumed = 0
        # Ask questions until one has a part that must be searched, or the state is settled.
        while True:
            if not done:
                if state[LOW] >= state[BEST]:
                    state[LOW] = max(state[LOW], state[BEST])
                    if state[BEST] < state[BUDGET]:
                        state[HIGH] = state[BEST]
                    done = True
                elif state[COUNT] == 0 or stack.ranked[level, 0] >> 40 >= state[BEST]:
                    state[LOW] = state[BEST]
                    continue
                elif control[WORK] >= PAUSE:
                    control[LEVEL], control[WORK], control[RESUMED] = level, 0, 1
                    return PAUSED
            if done:
                leave(board, stack, table, control, level)
                if level == 0:
                    return FINISHED
                value = state[HIGH] if control[ANY_STRATEGY] else state[LOW]
                level -= 1
                state = stack.state[level]
                answer = state[CHILD]
                state[TOTAL] += value - stack.low[level, answer]
                stack.low[level, answer] = value
                stack.high[level, answer] = value
                done = False
            else:
                state[COUNT] -= 1
                question = stack.ranked[level, 0] & 0xFFFF
                stack.ranked[level, 0] = stack.ranked[level, state[COUNT]]
                sift(stack.ranked[level], 0, state[COUNT])
                if not ask(board, stack, table, control, level, question):
                    continue
            if state[TOTAL] >= state[BEST]:
                continue
            if descend(stack, control, level):
                if level + 2 >= stack.members.shape[0]:
                    return TOO_DEEP
                level += 1
                arriving = True
                break
            total = state[SIZE]
            for answer in range(stack.size.shape[1]):
                if stack.size[level, answer]:
                    total += stack.high[level, answer]
            state[BEST], state[BEST_QUESTION] = total, state[QUESTION]
            if control[ANY_STRATEGY]:
                state[HIGH] = total
                done = True
