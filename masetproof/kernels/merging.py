"""Compiled: merge the questions of a pattern that have the same parts.

The plain twin is `masetproof.patterns.splitter.PlainSplitter.merge`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import compiled


@compiled
def insert(row, begin, value):
    """Insert a value in the descending entries from row[begin] on, which end with -1."""
    place = begin
    while row[place] > value:
        place += 1
    while value >= 0:
        row[place], value = value, row[place]
        place += 1


@compiled
def row_of(parts, pattern_of, explicit_of, new, row):
    """Write a split: the new colours, then the patterns and the explicit masets of its parts.

    Both are in descending order and padded with -1, which are more than there can be parts.
    """
    middle = (row.shape[0] + 1) // 2
    row[:] = -1
    row[0] = new
    for part in parts:
        if part >= 0:
            if pattern_of[part] >= 0:
                insert(row, 1, pattern_of[part])
            else:
                insert(row, middle, explicit_of[part])


@compiled
def slot_of(slots, rows, row):
    """The slot that has the number of a row, or where it belongs."""
    value = np.uint64(0)
    for entry in row:
        value = (value ^ np.uint64(entry)) * np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    slot = np.int64(value & np.uint64(slots.shape[0] - 1))
    while slots[slot] >= 0:
        known = rows[slots[slot]]
        place = 0
        while place < row.shape[0] and known[place] == row[place]:
            place += 1
        if place == row.shape[0]:
            break
        slot = (slot + 1) & (slots.shape[0] - 1)
    return slot


@compiled
def is_less(one, other, length):
    """Whether a row is less than another one, in its first entries."""
    for place in range(length):
        if one[place] != other[place]:
            return one[place] < other[place]
    return False


@compiled
def sorted_order(rows, count, length):
    """The order of rows by their first entries; equal ones stay in order."""
    keys = np.zeros(count, np.int64)
    for number in range(count):
        for place in range(4):
            keys[number] = (keys[number] << 16) + rows[number, place]
    order = np.argsort(keys, kind="mergesort")
    # The keys tell most rows apart; the rest is insertion.
    for place in range(1, count):
        number = order[place]
        before = place
        while before > 0 and is_less(rows[number], rows[order[before - 1]], length):
            order[before] = order[before - 1]
            before -= 1
        order[before] = number
    return order


@compiled
def merge_batch(parts, pattern_of, explicit_of, start, new, extra, result, split_of):
    """Give each question the row of its split; equal rows of one pattern are one row.

    parts: int32[questions, answers], the number of each part or -1.  pattern_of, explicit_of:
    the pattern or explicit maset that each part is, -1 for the other.  Pattern i of the batch has
    the questions start[i]:start[i+1]; new, extra: their new colours and extra cells.
    Filled in: result, columns new, extra, patterns, explicit, question as in `Splits`: the rows of
    one pattern by new colours, patterns and first question.  split_of, the row of each question.
    Returns the number of rows.
    """
    width = result.patterns.shape[1]
    most = 0
    for pattern in range(start.shape[0] - 1):
        most = max(most, start[pattern + 1] - start[pattern])
    places = 4
    while places < 2 * most:
        places *= 2
    slots = np.empty(places, np.int64)
    rows = np.empty((most, 2 * width + 3), np.int32)
    row = np.empty(2 * width + 3, np.int32)
    first = np.empty(most, np.int64)
    fewest = np.empty(most, np.int64)
    place_of = np.empty(most, np.int64)
    written = 0
    for pattern in range(start.shape[0] - 1):
        slots[:] = -1
        count = 0
        for question in range(start[pattern], start[pattern + 1]):
            row_of(parts[question], pattern_of, explicit_of, new[question], row)
            slot = slot_of(slots, rows, row)
            if slots[slot] < 0:
                slots[slot] = count
                rows[count] = row
                first[count] = question
                fewest[count] = extra[question]
                count += 1
            split_of[question] = slots[slot]
            fewest[slots[slot]] = min(fewest[slots[slot]], extra[question])
        order = sorted_order(rows, count, width + 1)
        for place in range(count):
            number = order[place]
            place_of[number] = written + place
            result.new[written + place] = rows[number, 0]
            result.extra[written + place] = fewest[number]
            for column in range(width):
                result.patterns[written + place, column] = rows[number, 1 + column]
                result.explicit[written + place, column] = rows[number, width + 2 + column]
            result.question[written + place] = first[number]
        for question in range(start[pattern], start[pattern + 1]):
            split_of[question] = place_of[split_of[question]]
        written += count
    return written
