"""Compiled: merge the questions of a pattern that have the same parts.

The plain twin is `masetproof.patterns.splitter.PlainSplitter.merge`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from masetproof.kernels import kernel

NONE = -(1 << 31)
FACTOR = np.uint64(0x9E3779B97F4A7C15)


@kernel
def row_of(parts, class_of, new, row):
    """Write a split: the new colours, then the classes of its parts.

    These are in descending order, padded with NONE.  Returns a hash.
    """
    row[:] = NONE
    row[0] = new
    count = 1
    total = np.uint64(new)
    for part in parts:
        if part >= 0:
            value = class_of[part]
            place = count
            while place > 1 and row[place - 1] < value:
                row[place] = row[place - 1]
                place -= 1
            row[place] = value
            count += 1
            mixed = np.uint64(value) * FACTOR
            total += mixed ^ (mixed >> np.uint64(29))
    return total * FACTOR


@kernel
def slot_of(slots, rows, row, value):
    """The slot that has the number of a row with this hash, or where it belongs."""
    mask = np.uint64(slots.shape[0] - 1)
    slot = (value >> np.uint64(32)) & mask
    while slots[slot] >= 0:
        known = rows[slots[slot]]
        place = 0
        while place < row.shape[0] and known[place] == row[place]:
            place += 1
        if place == row.shape[0]:
            break
        slot = (slot + np.uint64(1)) & mask
    return slot


@kernel
def is_less(one, other):
    """Whether a row is less than another one, in its new colours and patterns."""
    for place in range(one.shape[0]):
        left, right = max(one[place], -1), max(other[place], -1)
        if left != right:
            return left < right
    return False


@kernel
def sort_rows(rows, count, orders):
    """Sort rows by their new colours and patterns; equal ones stay in order.

    Room: orders int64[2, rows].  Returns which of these is the order.
    """
    now = 0
    for number in range(count):
        orders[now, number] = number
    length = 1
    while length < count:
        for first in range(0, count, 2 * length):
            middle, last = min(first + length, count), min(first + 2 * length, count)
            one, other = first, middle
            for place in range(first, last):
                if other == last or (
                    one < middle and not is_less(rows[orders[now, other]], rows[orders[now, one]])
                ):
                    orders[1 - now, place] = orders[now, one]
                    one += 1
                else:
                    orders[1 - now, place] = orders[now, other]
                    other += 1
        now = 1 - now
        length *= 2
    return now


@kernel
def write_row(row, patterns, explicit):
    """Write the patterns and the explicit masets of a row, both descending, padded with -1."""
    explicit[:] = -1
    count = 0
    for place in range(row.shape[0] - 1, 0, -1):
        patterns[place - 1] = max(row[place], -1)
        if NONE < row[place] < 0:
            explicit[count] = -1 - row[place]
            count += 1


def make_room(most: int, width: int) -> tuple[NDArray[np.int64 | np.int32], ...]:
    """Room to merge questions of one pattern: the most questions, and the width of splits."""
    return (
        np.empty(1 << (2 * most + 2).bit_length(), np.int64),
        np.empty((most, width + 1), np.int32),
        np.empty(width + 1, np.int32),
        *np.empty((3, most), np.int64),
        np.empty((2, most), np.int64),
    )


@kernel
def merge_batch(parts, class_of, start, new, extra, room, splits, split_of):
    """Give each question the row of its split; equal rows of one pattern are one row.

    parts: int32[questions, answers], the number of each part or -1.  class_of: int16[parts], the
    pattern that each part is, or -1 - i for the explicit maset i.  Pattern i of the batch has
    the questions start[i]:start[i+1]; new, extra: their new colours and extra cells.
    Filled in: splits, the columns of `Splits`, patterns and questions numbered in the batch;
    split_of, the row of each question.  room: as of `make_room`.  Returns the number of rows.
    """
    slots, rows, row, first, fewest, place_of, orders = room
    split_pattern, split_new, split_extra, patterns, explicit, split_question = splits
    written = 0
    for pattern in range(start.shape[0] - 1):
        slots[:] = -1
        count = 0
        for question in range(start[pattern], start[pattern + 1]):
            slot = slot_of(slots, rows, row, row_of(parts[question], class_of, new[question], row))
            if slots[slot] < 0:
                slots[slot] = count
                for column in range(row.shape[0]):
                    rows[count, column] = row[column]
                first[count] = question
                fewest[count] = extra[question]
                count += 1
            split_of[question] = slots[slot]
            fewest[slots[slot]] = min(fewest[slots[slot]], extra[question])
        order = orders[sort_rows(rows, count, orders)]
        for place in range(count):
            number = order[place]
            result = written + place
            place_of[number] = result
            split_pattern[result] = pattern
            split_new[result] = rows[number, 0]
            split_extra[result] = fewest[number]
            write_row(rows[number], patterns[result], explicit[result])
            split_question[result] = first[number]
        for question in range(start[pattern], start[pattern + 1]):
            split_of[question] = place_of[split_of[question]]
        written += count
    return written
