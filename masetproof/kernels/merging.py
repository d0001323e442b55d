"""Compiled: merge the questions of a pattern that have the same parts.

The plain twin is `masetproof.patterns.splitter.PlainSplitter.merge`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import compiled


@compiled
def merge_batch(parts, part_pattern, part_explicit, start, new, extra, rows, first, split_of):
    """Give each question the row of its split; equal rows of one pattern are one row.

    parts: int32[questions, answers], the index of each part or -1.  part_pattern, part_explicit:
    the pattern or explicit maset each part is, -1 for the other.  Pattern i of the batch has the
    questions start[i]:start[i+1]; new, extra: their new colours and extra cells.
    Filled in: rows int32[questions, 2 * width + 2], the patterns and then the explicit masets of
    the parts, each in descending order and padded with -1, then the new colours and the fewest
    extra cells; first, the first question of each row; split_of, the row of each question.
    Returns the number of rows.
    """
    answers = parts.shape[1]
    width = (rows.shape[1] - 2) // 2
    row_count = 0
    row = np.empty(2 * width + 2, np.int32)
    most = 0
    for pattern in range(start.shape[0] - 1):
        most = max(most, start[pattern + 1] - start[pattern])
    places = 4
    while places < 2 * most:
        places *= 2
    slots = np.empty(places, np.int64)
    for pattern in range(start.shape[0] - 1):
        slots[:] = -1
        for question in range(start[pattern], start[pattern + 1]):
            row[:] = -1
            for answer in range(answers):
                part = parts[question, answer]
                if part < 0:
                    continue
                value = part_pattern[part]
                low = 0
                if value < 0:
                    value = part_explicit[part]
                    low = width
                place = low
                while row[place] > value:
                    place += 1
                while value >= 0:
                    row[place], value = value, row[place]
                    place += 1
                    if place == low + width:
                        break
            row[2 * width] = new[question]
            row[2 * width + 1] = extra[question]
            value = np.uint64(0)
            for place in range(2 * width + 1):
                value = (value ^ np.uint64(row[place])) * np.uint64(0x9E3779B97F4A7C15)
                value ^= value >> np.uint64(29)
            slot = np.int64(value & np.uint64(places - 1))
            while True:
                found = slots[slot]
                if found < 0:
                    found = row_count
                    row_count += 1
                    slots[slot] = found
                    rows[found] = row
                    first[found] = question
                    break
                same = True
                for place in range(2 * width + 1):
                    if rows[found, place] != row[place]:
                        same = False
                        break
                if same:
                    rows[found, 2 * width + 1] = min(rows[found, 2 * width + 1], row[2 * width + 1])
                    break
                slot = (slot + 1) & (places - 1)
            split_of[question] = found
    return row_count
