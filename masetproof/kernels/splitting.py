"""Compiled: extend patterns, answer questions, split, normalize and intern the parts.

Cells are 0..35 for colours, 36 for the star and 37 for the extra colour; a clause is a *code*,
its cells in base 64, the first cell highest.  A part is its codes in ascending order after
normalization.  Parts are interned: each different part gets a number in order of appearance, by
a hash table that compares the codes themselves whenever hashes agree.  The plain twin is
`masetproof.patterns.splitter.PlainSplitter`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import compiled

STAR = 36
BASE_BITS = 6


class Interned(NamedTuple):
    """Different rows of codes, numbered in order of appearance.

    count: int64[1].  Row i is codes[start[i]:start[i+1]] and has the hash hashes[i].  slots:
    int32[a power of two], the number of a row or -1, at the first free place from its hash on.
    """

    count: NDArray[np.int64]
    start: NDArray[np.int64]
    codes: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    slots: NDArray[np.int32]


class Asked(NamedTuple):
    """Patterns and their questions.

    clauses: uint8[all clauses, pegs]; those of pattern i are clause_start[i]:clause_start[i+1].
    colours: int64[patterns], the explicit ones.  cells: uint8[questions, pegs] and new:
    uint8[questions]; those of pattern i are start[i]:start[i+1].  repeats: whether colours repeat
    in a secret.
    """

    clauses: NDArray[np.uint8]
    clause_start: NDArray[np.int64]
    colours: NDArray[np.int64]
    cells: NDArray[np.uint8]
    new: NDArray[np.uint8]
    start: NDArray[np.int64]
    repeats: bool


class Extension(NamedTuple):
    """A pattern extended by each number of new colours.

    size: int64[pegs + 1], how many clauses.  cells: uint8[pegs + 1, room, pegs].  colours:
    uint64[pegs + 1, room], the colours of each clause as bits.
    """

    size: NDArray[np.int64]
    cells: NDArray[np.uint8]
    colours: NDArray[np.uint64]


@compiled
def has_room(interned, rows, codes):
    """Whether so many more rows, with so many codes in all, can be interned."""
    count = interned.count[0]
    return (
        2 * (count + rows) <= interned.slots.shape[0]
        and count + rows <= interned.hashes.shape[0]
        and interned.start[count] + codes <= interned.codes.shape[0]
    )


@compiled
def hash_of(codes, length):
    """The hash of a row."""
    value = np.uint64(length)
    for place in range(length):
        value = (value ^ np.uint64(codes[place])) * np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    return value


@compiled
def slot_of(interned, codes, length, value):
    """The slot that has the number of a row, or where it belongs."""
    mask = interned.slots.shape[0] - 1
    slot = np.int64(value & np.uint64(mask))
    while True:
        known = interned.slots[slot]
        if known < 0:
            return slot
        if interned.hashes[known] == value:
            start = interned.start[known]
            if interned.start[known + 1] - start == length:
                place = 0
                while place < length and interned.codes[start + place] == codes[place]:
                    place += 1
                if place == length:
                    return slot
        slot = (slot + 1) & mask


@compiled
def intern(interned, codes, length, value):
    """The number of a row, for which there must be room."""
    slot = slot_of(interned, codes, length, value)
    known = interned.slots[slot]
    if known < 0:
        known = interned.count[0]
        interned.count[0] += 1
        interned.slots[slot] = known
        interned.hashes[known] = value
        start = interned.start[known]
        for place in range(length):
            interned.codes[start + place] = codes[place]
        interned.start[known + 1] = start + length
    return known


@compiled
def intern_rows(interned, start, codes, numbers):
    """Intern rows in order; row i is codes[start[i]:start[i+1]], its number goes to numbers[i]."""
    for row in range(start.shape[0] - 1):
        length = start[row + 1] - start[row]
        row_codes = codes[start[row] : start[row + 1]]
        numbers[row] = intern(interned, row_codes, length, hash_of(row_codes, length))


@compiled
def fill_slots(interned):
    """Enter all rows in slots that are empty."""
    mask = interned.slots.shape[0] - 1
    for number in range(interned.count[0]):
        slot = np.int64(interned.hashes[number] & np.uint64(mask))
        while interned.slots[slot] >= 0:
            slot = (slot + 1) & mask
        interned.slots[slot] = number


@compiled
def extend(clauses, new, first, repeats, out):
    """Write the codes of the extension of *clauses* by *new* colours to *out*, sorted.

    clauses: uint8[n, pegs].  first: the number of explicit colours.  out: int64, long enough.
    Returns the number of codes.
    """
    pegs = clauses.shape[1]
    count = 0
    stars = np.empty(pegs, np.int64)
    choice = np.empty(pegs, np.int64)
    for row in range(clauses.shape[0]):
        places = 0
        for column in range(pegs):
            if clauses[row, column] == STAR:
                stars[places] = column
                choice[places] = 0
                places += 1
        while True:
            legal = True
            if not repeats:
                for one in range(places):
                    for other in range(one):
                        if choice[one] == choice[other] and choice[one] < new:
                            legal = False
            if legal:
                code = 0
                star = 0
                for column in range(pegs):
                    cell = np.int64(clauses[row, column])
                    if cell == STAR:
                        if choice[star] < new:
                            cell = first + choice[star]
                        star += 1
                    code = (code << BASE_BITS) | cell
                out[count] = code
                count += 1
            place = places - 1
            while place >= 0 and choice[place] == new:
                choice[place] = 0
                place -= 1
            if place < 0:
                break
            choice[place] += 1
    out[:count].sort()
    return count


@compiled
def extend_all(clauses, colours, repeats, codes, extension):
    """Extend a pattern by 0, 1, ..., as many colours as there are pegs; codes: room to work."""
    pegs = clauses.shape[1]
    for new in range(pegs + 1):
        size = extend(clauses, new, colours, repeats, codes)
        extension.size[new] = size
        for place in range(size):
            code = codes[place]
            occurring = np.uint64(0)
            for column in range(pegs - 1, -1, -1):
                cell = code & 63
                code >>= BASE_BITS
                extension.cells[new, place, column] = cell
                if cell != STAR:
                    occurring |= np.uint64(1) << np.uint64(cell)
            extension.colours[new, place] = occurring


@compiled
def answer(cells, row, question, earlier):
    """The number of the answer of the clause cells[row], by black pegs and by colours in common.

    earlier: how often each cell of the question occurs before itself; that often its colour must
    occur in the clause, and once more, for the cell to count.
    """
    black = 0
    common = 0
    for column in range(question.shape[0]):
        occurrences = 0
        for other in range(question.shape[0]):
            occurrences += cells[row, other] == question[column]
        black += cells[row, column] == question[column]
        common += occurrences > earlier[column]
    return common * (common + 1) // 2 + black


@compiled
def rank_colours(occurring, colours, rank):
    """The names of the colours in a normalized part; occurring: the old ones as bits."""
    ranked = 0
    for cell in range(colours):
        rank[cell] = ranked
        ranked += np.int64((occurring >> np.uint64(cell)) & np.uint64(1))
    rank[STAR] = STAR


@compiled
def most_words(asked):
    """The most clauses that a pattern has when it is extended."""
    pegs = asked.cells.shape[1]
    most = 0
    for pattern in range(asked.colours.shape[0]):
        size = 0
        for row in range(asked.clause_start[pattern], asked.clause_start[pattern + 1]):
            words = 1
            for column in range(pegs):
                if asked.clauses[row, column] == STAR:
                    words *= pegs + 1
            size += words
        most = max(most, size)
    return most


@compiled
def split_pattern(asked, pattern, extension, known, fresh, parts):
    """Split one pattern by its questions; the arguments are those of `split_batch`."""
    pegs, answers, room = asked.cells.shape[1], parts.shape[1], extension.colours.shape[1]
    # The answer of each clause; of each answer how many clauses, their colours as bits, the names
    # of these in the normalized part, and its codes.
    number = np.empty(room, np.int64)
    size = np.empty(answers, np.int64)
    occurring = np.empty(answers, np.uint64)
    rank = np.empty((answers, STAR + 1), np.int32)
    codes = np.empty((answers, room), np.int32)
    earlier = np.empty(pegs, np.int64)
    for place in range(asked.start[pattern], asked.start[pattern + 1]):
        question, new = asked.cells[place], asked.new[place]
        cells = extension.cells[new]
        for column in range(pegs):
            earlier[column] = 0
            for other in range(column):
                earlier[column] += question[other] == question[column]
        size[:] = 0
        occurring[:] = np.uint64(0)
        for row in range(extension.size[new]):
            found = answer(cells, row, question, earlier)
            number[row] = found
            size[found] += 1
            occurring[found] |= extension.colours[new, row]
        for found in range(answers):
            if size[found]:
                rank_colours(occurring[found], asked.colours[pattern] + new, rank[found])
                size[found] = 0
        for row in range(extension.size[new]):
            found = number[row]
            code = 0
            for column in range(pegs):
                code = (code << BASE_BITS) | rank[found, cells[row, column]]
            codes[found, size[found]] = code
            size[found] += 1
        for found in range(answers):
            parts[place, found] = -1
            if size[found] and found < answers - 1:
                value = hash_of(codes[found], size[found])
                part = known.slots[slot_of(known, codes[found], size[found], value)]
                if part < 0:
                    part = -2 - intern(fresh, codes[found], size[found], value)
                parts[place, found] = part


@compiled
def split_batch(asked, known, fresh, parts, begin):
    """Split patterns by their questions, from the pattern *begin* on.

    known: the parts of earlier batches, which are read only.  fresh: other parts, which are
    interned here.  Filled in: parts int32[questions, answers], the number of a part that is known,
    -2 - i for the fresh part i, and -1 for one that is empty or won.
    Returns the first pattern for which *fresh* has not enough room, or the number of patterns.
    """
    pegs, room = asked.cells.shape[1], most_words(asked)
    words = np.empty(room, np.int64)
    extension = Extension(
        np.empty(pegs + 1, np.int64),
        np.empty((pegs + 1, room, pegs), np.uint8),
        np.empty((pegs + 1, room), np.uint64),
    )
    for pattern in range(begin, asked.colours.shape[0]):
        questions = asked.start[pattern + 1] - asked.start[pattern]
        if not has_room(fresh, questions * parts.shape[1], questions * room):
            return pattern
        clauses = asked.clauses[asked.clause_start[pattern] : asked.clause_start[pattern + 1]]
        extend_all(clauses, asked.colours[pattern], asked.repeats, words, extension)
        split_pattern(asked, pattern, extension, known, fresh, parts)
    return asked.colours.shape[0]


@compiled
def renumber(parts, numbers):
    """Give fresh parts their numbers: numbers[i] instead of -2 - i."""
    for question in range(parts.shape[0]):
        for found in range(parts.shape[1]):
            if parts[question, found] < -1:
                parts[question, found] = numbers[-2 - parts[question, found]]
