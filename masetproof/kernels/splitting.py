"""Compiled: extend patterns, answer questions, split, normalize and intern the parts.

Afterwards, when it is known what the parts are, the questions of a pattern that have the same parts
are merged.

Cells are 0..35 for colours, 36 for the star and 37 for the extra colour; a clause is a *code*,
its cells in base 64, the first cell highest.  A part is its codes in ascending order after
normalization.  Parts are interned: each different part gets a number in order of appearance, by
a hash table that compares the codes themselves whenever hashes agree.  The plain twin is
`masetproof.patterns.splitter.PlainSplitter`.
"""

from __future__ import annotations

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import kernel

STAR = 36
EXTRA = 37
BASE_BITS = 6
SEEN_BITS = 10
SEEN = 1 << SEEN_BITS
FACTOR = np.uint64(0x9E3779B97F4A7C15)
UPPER = np.uint64(0xFFFFFFFF00000000)


class Interned(NamedTuple):
    """Different rows of codes, or of other numbers, numbered in order of appearance.

    count: int64[1].  Row i is codes[start[i]:start[i+1]] and has the hash hashes[i].  slots:
    uint64[a power of two], 0 or the upper half of the hash of a row with its number, from 1 on, at
    the first free place from its hash on.
    """

    count: NDArray[np.int64]
    start: NDArray[np.int64]
    codes: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    slots: NDArray[np.uint64]


class Batched(NamedTuple):
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
    """A pattern extended by 0, 1, ..., as many colours as there are pegs.

    start: int64[pegs + 2]; the clauses with *new* new colours are start[new]:start[new+1].
    cells: uint8[room, pegs].  places: uint8[EXTRA + 1, room], for each cell of a question where
    each clause has that colour, as bits of the columns.
    """

    start: NDArray[np.int64]
    cells: NDArray[np.uint8]
    places: NDArray[np.uint8]


class Seen(NamedTuple):
    """The parts of a pattern so far, as many questions leave the same clauses.

    clauses: uint64[pegs + 1, SEEN], by new colours and, at one place where they would be, the
    clauses as bits.  part: int32[pegs + 1, SEEN], the number of the part.
    """

    clauses: NDArray[np.uint64]
    part: NDArray[np.int32]


class Room(NamedTuple):
    """Room to split patterns, for the words of the largest extension.

    words: int64[words].  answers: as `fill_answers` writes them.  earlier: int64[pegs].  Of the
    parts of a question, for each answer: size: int64[answers], how many clauses; rows:
    int64[answers, words of all extensions], which; members: uint64[answers], the same as bits.
    codes: int32[words of all extensions], of one part, and rank: int64[STAR + 1], for its colours.
    """

    words: NDArray[np.int64]
    extension: Extension
    seen: Seen
    answers: NDArray[np.uint8]
    earlier: NDArray[np.int64]
    size: NDArray[np.int64]
    rows: NDArray[np.int64]
    members: NDArray[np.uint64]
    codes: NDArray[np.int32]
    rank: NDArray[np.int64]


def make_room(words: int, pegs: int, answers: int) -> Room:
    """Room for extensions with that many words."""
    every = (pegs + 1) * words
    return Room(
        np.empty(words, np.int64),
        Extension(
            np.empty(pegs + 2, np.int64),
            np.empty((every, pegs), np.uint8),
            np.empty((EXTRA + 1, every), np.uint8),
        ),
        Seen(np.empty((pegs + 1, SEEN), np.uint64), np.empty((pegs + 1, SEEN), np.int32)),
        np.empty((factorial(pegs), 1 << (pegs * pegs)), np.uint8),
        np.empty(pegs, np.int64),
        np.empty(answers, np.int64),
        np.empty((answers, every), np.int64),
        np.empty(answers, np.uint64),
        np.empty(every, np.int32),
        np.empty(STAR + 1, np.int64),
    )


@kernel
def has_room(interned, rows, codes):
    """Whether that many more rows, with that many codes in all, can be interned."""
    count = interned.count[0]
    return (
        2 * (count + rows) <= interned.slots.shape[0]
        and count + rows <= interned.hashes.shape[0]
        and interned.start[count] + codes <= interned.codes.shape[0]
    )


@kernel
def hash_of(codes, length):
    """The hash of a row."""
    value = np.uint64(length)
    for place in range(length):
        value = (value ^ np.uint64(codes[place])) * FACTOR
        value ^= value >> np.uint64(29)
    return value


@kernel
def slot_of(interned, codes, length, value):
    """The slot that has the number of a row, or where it belongs."""
    mask = np.uint64(interned.slots.shape[0] - 1)
    slot = value & mask
    while interned.slots[slot]:
        if (interned.slots[slot] ^ value) & UPPER == 0:
            known = number_at(interned, slot)
            start = interned.start[known]
            if interned.start[known + 1] - start == length:
                place = 0
                while place < length and interned.codes[start + place] == codes[place]:
                    place += 1
                if place == length:
                    break
        slot = (slot + np.uint64(1)) & mask
    return slot


@kernel
def number_at(interned, slot):
    """The number of the row that a slot has, or -1."""
    return np.int64(interned.slots[slot] & ~UPPER) - 1


@kernel
def slot_entry(number, value):
    """What a slot has for a row with this hash."""
    return (value & UPPER) | np.uint64(number + 1)


@kernel
def intern(interned, codes, length, value):
    """The number of a row, for which there must be room."""
    slot = slot_of(interned, codes, length, value)
    known = number_at(interned, slot)
    if known < 0:
        known = interned.count[0]
        interned.count[0] += 1
        interned.slots[slot] = slot_entry(known, value)
        interned.hashes[known] = value
        start = interned.start[known]
        for place in range(length):
            interned.codes[start + place] = codes[place]
        interned.start[known + 1] = start + length
    return known


@kernel
def intern_rows(interned, start, codes, numbers):
    """Intern rows in order; row i is codes[start[i]:start[i+1]], its number goes to numbers[i]."""
    for row in range(start.shape[0] - 1):
        length = start[row + 1] - start[row]
        row_codes = codes[start[row] : start[row + 1]]
        numbers[row] = intern(interned, row_codes, length, hash_of(row_codes, length))


@kernel
def fill_slots(interned):
    """Enter all rows in slots that are empty."""
    mask = np.uint64(interned.slots.shape[0] - 1)
    for number in range(interned.count[0]):
        value = interned.hashes[number]
        slot = value & mask
        while interned.slots[slot]:
            slot = (slot + np.uint64(1)) & mask
        interned.slots[slot] = slot_entry(number, value)


@kernel
def extend(clauses, new, first, repeats, out):
    """Write the codes of the extension of *clauses* by *new* colours to *out*, sorted.

    clauses: uint8[n, pegs].  first: the number of explicit colours.  out: int64, long enough.
    Returns the number of codes.
    """
    pegs = clauses.shape[1]
    count = 0
    for row in range(clauses.shape[0]):
        choices = 1
        for column in range(pegs):
            if clauses[row, column] == STAR:
                choices *= new + 1
        for choice in range(choices):
            # The digits of the choice, the last one first, say what becomes of the stars.
            code, used, legal = 0, 0, True
            for column in range(pegs - 1, -1, -1):
                cell = np.int64(clauses[row, column])
                if cell == STAR:
                    colour = choice % (new + 1)
                    choice //= new + 1
                    if colour < new:
                        cell = first + colour
                        legal &= repeats or not (used >> colour) & 1
                        used |= 1 << colour
                code |= cell << (BASE_BITS * (pegs - 1 - column))
            if legal:
                before = count
                while before > 0 and out[before - 1] > code:
                    out[before] = out[before - 1]
                    before -= 1
                out[before] = code
                count += 1
    return count


@kernel
def extend_all(clauses, colours, repeats, room):
    """Extend a pattern by each number of new colours, in room.extension."""
    codes, extension = room.words, room.extension
    pegs = clauses.shape[1]
    extension.places[:] = 0
    row = 0
    for new in range(pegs + 1):
        extension.start[new] = row
        for place in range(extend(clauses, new, colours, repeats, codes)):
            for column in range(pegs):
                cell = (codes[place] >> (BASE_BITS * (pegs - 1 - column))) & 63
                extension.cells[row, column] = cell
                if cell != STAR:
                    extension.places[cell, row] |= 1 << column
            row += 1
    extension.start[pegs + 1] = row


@kernel
def kind_of(question, earlier):
    """The number of a kind of questions: which of its cells are the same.

    Filled in: earlier, how often each cell occurs before itself.
    """
    kind = 0
    for column in range(question.shape[0]):
        earlier[column] = 0
        for other in range(column):
            earlier[column] += question[other] == question[column]
        kind = kind * (column + 1) + earlier[column]
    return kind


@kernel
def fill_answers(earlier, answers):
    """Write the number of each answer, by black pegs and by colours in common.

    answers: uint8[kinds, 2**(pegs**2)], by the kind of a question and, for each of its cells, the
    columns where a clause has that colour.  A cell counts when its colour occurs in the clause more
    often than in the question before the cell.  Room: earlier int64[pegs].
    """
    pegs = earlier.shape[0]
    for kind in range(answers.shape[0]):
        rest = kind
        for column in range(pegs - 1, -1, -1):
            earlier[column] = rest % (column + 1)
            rest //= column + 1
        for places in range(answers.shape[1]):
            black = 0
            common = 0
            for column in range(pegs):
                own = places >> (pegs * (pegs - 1 - column))
                black += (own >> column) & 1
                occurrences = 0
                for other in range(pegs):
                    occurrences += (own >> other) & 1
                common += occurrences > earlier[column]
            answers[kind, places] = common * (common + 1) // 2 + black


@kernel
def normalize(cells, rows, colours, rank, codes):
    """Write the codes of a part, the clauses of these *rows* of cells, when it is normalized.

    colours: no colour is as great.  Room: rank int64[STAR + 1].
    """
    rank[:] = 0
    for row in rows:
        for cell in cells[row]:
            rank[cell] = 1
    ranked = 0
    for cell in range(colours):
        occurs = rank[cell]
        rank[cell] = ranked
        ranked += occurs
    rank[STAR] = STAR
    for place in range(rows.shape[0]):
        code = 0
        for cell in cells[rows[place]]:
            code = (code << BASE_BITS) | rank[cell]
        codes[place] = code


@kernel
def split_pattern(asked, pattern, room, known, fresh, parts):
    """Split one pattern by its questions, in the terms of `split_batch`."""
    extension, seen, codes = room.extension, room.seen, room.codes
    size, rows, members = room.size, room.rows, room.members
    pegs = extension.cells.shape[1]
    seen.clauses[:] = 0
    for place in range(asked.start[pattern], asked.start[pattern + 1]):
        question, new = asked.cells[place], asked.new[place]
        first, last = extension.start[new], extension.start[new + 1]
        answer_to = room.answers[kind_of(question, room.earlier)]
        size[:] = 0
        members[:] = 0
        for row in range(first, last):
            places = 0
            for cell in question:
                places = (places << pegs) | extension.places[cell, row]
            answer = answer_to[places]
            rows[answer, size[answer]] = row
            size[answer] += 1
            members[answer] |= np.uint64(1) << np.uint64((row - first) & 63)
        parts[place] = -1
        for answer in range(parts.shape[1] - 1):
            if size[answer] == 0:
                continue
            slot = (members[answer] * FACTOR) >> np.uint64(64 - SEEN_BITS)
            if seen.clauses[new, slot] != members[answer] or last - first > 64:
                normalize(
                    extension.cells,
                    rows[answer, : size[answer]],
                    asked.colours[pattern] + new,
                    room.rank,
                    codes,
                )
                value = hash_of(codes, size[answer])
                part = number_at(known, slot_of(known, codes, size[answer], value))
                if part < 0:
                    part = -2 - intern(fresh, codes, size[answer], value)
                seen.clauses[new, slot], seen.part[new, slot] = members[answer], part
            parts[place, answer] = seen.part[new, slot]


@kernel
def split_batch(asked, known, fresh, parts, begin, room):
    """Split patterns by their questions, from the pattern *begin* on.

    known: the parts of earlier batches, which are read only.  fresh: other parts, which are
    interned here.  room: as of `make_room`.  Filled in: parts int32[questions, answers], the number
    of a part that is known, -2 - i for the fresh part i, and -1 for one that is empty or won.
    Returns the first pattern for which *fresh* has not enough room, or the number of patterns.
    """
    words = room.words.shape[0]
    fill_answers(room.earlier, room.answers)
    for pattern in range(begin, asked.colours.shape[0]):
        questions = asked.start[pattern + 1] - asked.start[pattern]
        if not has_room(fresh, questions * parts.shape[1], questions * words):
            return pattern
        clauses = asked.clauses[asked.clause_start[pattern] : asked.clause_start[pattern + 1]]
        extend_all(clauses, asked.colours[pattern], asked.repeats, room)
        split_pattern(asked, pattern, room, known, fresh, parts)
    return asked.colours.shape[0]


@kernel
def renumber(parts, numbers):
    """Give fresh parts their numbers: numbers[i] instead of -2 - i."""
    for question in range(parts.shape[0]):
        for answer in range(parts.shape[1]):
            if parts[question, answer] < -1:
                parts[question, answer] = numbers[-2 - parts[question, answer]]


@kernel
def classes_of(parts, class_of, new, row):
    """Write a split: the new colours, then the classes of its parts, descending.

    Returns how many numbers that are.
    """
    row[0] = new
    count = 1
    for part in parts:
        if part >= 0:
            value = class_of[part]
            place = count
            while place > 1 and row[place - 1] < value:
                row[place] = row[place - 1]
                place -= 1
            row[place] = value
            count += 1
    return count


@kernel
def write_classes(row, patterns, explicit):
    """Write the patterns and the explicit masets of a split, both descending, padded with -1."""
    patterns[:] = -1
    explicit[:] = -1
    count = 0
    for place in range(row.shape[0] - 1, 0, -1):
        if row[place] < 0:
            explicit[count] = -1 - row[place]
            count += 1
        else:
            patterns[place - 1] = row[place]


@kernel
def merge_batch(parts, class_of, start, new, extra, known, row, splits, split_of):
    """Give each question the number of its split; equal splits of one pattern are one.

    parts: int32[questions, answers], the number of each part or -1.  class_of: int16[parts], the
    pattern that each part is, or -1 - i for the explicit maset i.  Pattern i of the batch has
    the questions start[i]:start[i+1]; new, extra: their new colours and extra cells.
    Room: known, to intern the splits of one pattern, and row int32[answers].
    Filled in: splits, the columns of `Splits`, those of one pattern in order of appearance;
    split_of, the split of each question.  Returns how many splits there are.
    """
    of_pattern, of_new, of_extra, of_patterns, of_explicit, of_question = splits
    written = 0
    for pattern in range(start.shape[0] - 1):
        known.count[0] = 0
        known.slots[:] = 0
        for question in range(start[pattern], start[pattern + 1]):
            before = known.count[0]
            length = classes_of(parts[question], class_of, new[question], row)
            split = written + intern(known, row, length, hash_of(row, length))
            if known.count[0] > before:
                of_pattern[split] = pattern
                of_new[split] = new[question]
                of_extra[split] = extra[question]
                write_classes(row[:length], of_patterns[split], of_explicit[split])
                of_question[split] = question
            of_extra[split] = min(of_extra[split], extra[question])
            split_of[question] = split
        written += known.count[0]
    return written
