"""Compiled: extend patterns, answer questions, split, normalize and intern the parts.

Cells are 0..35 for colours, 36 for the star and 37 for the extra colour; a clause is a *code*,
its cells in base 64, the first cell highest.  A part is its codes in ascending order after
normalization.  Parts are interned: each different part gets an index in order of appearance, by
a hash table that compares the codes themselves whenever hashes agree.  The plain twin is
`masetproof.patterns.splitter.PlainSplitter`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import compiled

STAR = 36
BASE_BITS = 6


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
def split_batch(
    clauses,
    clause_start,
    colours,
    question_cells,
    question_new,
    question_start,
    repeats,
    room,
    slots,
    hashes,
    arena_start,
    arena,
    counters,
    parts,
    begin,
):
    """Split patterns by their questions and intern the parts.

    clauses: uint8[all clauses, pegs]; those of pattern i are clause_start[i]:clause_start[i+1].
    colours: explicit colours of each pattern.  question_cells: uint8[questions, pegs],
    question_new: their new colours; those of pattern i are question_start[i]:question_start[i+1].
    room: at least the clauses of any extension.  slots, hashes, arena_start, arena: the table of
    parts; slots has a power of two places, -1 where free; counters[0] parts are known.
    parts: int32[questions, answers], filled with the index of each part, -1 where there is none
    and for the winning answer.  Starts at pattern *begin*; returns the first pattern not done
    because the table has no room for its parts.
    """
    pegs = clauses.shape[1]
    answers = (pegs + 1) * (pegs + 2) // 2
    codes = np.empty((pegs + 1, room), np.int64)
    sizes = np.empty(pegs + 1, np.int64)
    cells = np.empty((pegs + 1, room, pegs), np.uint8)
    masks = np.empty((pegs + 1, room), np.uint64)
    number = np.empty(room, np.int64)
    used = np.empty(answers, np.uint64)
    fill = np.empty(answers, np.int64)
    part_codes = np.empty((answers, room), np.int64)
    rank = np.empty((answers, STAR + 2), np.int64)
    count_in_question = np.zeros(STAR + 2, np.int64)
    count_in_clause = np.zeros(STAR + 2, np.int64)
    slot_mask = slots.shape[0] - 1
    one = np.uint64(1)

    for pattern in range(begin, colours.shape[0]):
        first_question = question_start[pattern]
        last_question = question_start[pattern + 1]
        known = counters[0]
        most = (last_question - first_question) * answers
        if (
            2 * (known + most) > slots.shape[0]
            or known + most >= hashes.shape[0]
            or arena_start[known] + (last_question - first_question) * room > arena.shape[0]
        ):
            return pattern
        for new in range(pegs + 1):
            size = extend(
                clauses[clause_start[pattern] : clause_start[pattern + 1]],
                new,
                colours[pattern],
                repeats,
                codes[new],
            )
            sizes[new] = size
            for place in range(size):
                code = codes[new, place]
                mask = np.uint64(0)
                for column in range(pegs - 1, -1, -1):
                    cell = code & 63
                    code >>= BASE_BITS
                    cells[new, place, column] = cell
                    if cell != STAR:
                        mask |= one << np.uint64(cell)
                masks[new, place] = mask

        for question in range(first_question, last_question):
            new = question_new[question]
            size = sizes[new]
            total_colours = colours[pattern] + new
            for column in range(pegs):
                count_in_question[question_cells[question, column]] += 1
            for answer in range(answers):
                used[answer] = 0
                fill[answer] = 0
            for place in range(size):
                black = 0
                common = 0
                for column in range(pegs):
                    cell = cells[new, place, column]
                    if cell == question_cells[question, column]:
                        black += 1
                    count_in_clause[cell] += 1
                    if count_in_clause[cell] <= count_in_question[cell]:
                        common += 1
                for column in range(pegs):
                    count_in_clause[cells[new, place, column]] = 0
                answer = common * (common + 1) // 2 + black
                number[place] = answer
                used[answer] |= masks[new, place]
                fill[answer] += 1
            for column in range(pegs):
                count_in_question[question_cells[question, column]] = 0

            for answer in range(answers):
                if fill[answer] > 0:
                    fill[answer] = 0
                    occurring = 0
                    for cell in range(total_colours):
                        rank[answer, cell] = occurring
                        if (used[answer] >> np.uint64(cell)) & one:
                            occurring += 1
                    rank[answer, STAR] = STAR
            for place in range(size):
                answer = number[place]
                code = 0
                for column in range(pegs):
                    code = (code << BASE_BITS) | rank[answer, cells[new, place, column]]
                part_codes[answer, fill[answer]] = code
                fill[answer] += 1

            for answer in range(answers):
                length = fill[answer]
                if length == 0 or answer == answers - 1:
                    parts[question, answer] = -1
                    continue
                value = np.uint64(length)
                for place in range(length):
                    value = (value ^ np.uint64(part_codes[answer, place])) * np.uint64(
                        0x9E3779B97F4A7C15
                    )
                    value ^= value >> np.uint64(29)
                slot = np.int64(value & np.uint64(slot_mask))
                while True:
                    known = slots[slot]
                    if known < 0:
                        known = counters[0]
                        counters[0] += 1
                        slots[slot] = known
                        hashes[known] = value
                        start = arena_start[known]
                        for place in range(length):
                            arena[start + place] = part_codes[answer, place]
                        arena_start[known + 1] = start + length
                        break
                    if hashes[known] == value:
                        start = arena_start[known]
                        if arena_start[known + 1] - start == length:
                            same = True
                            for place in range(length):
                                if arena[start + place] != part_codes[answer, place]:
                                    same = False
                                    break
                            if same:
                                break
                    slot = (slot + 1) & slot_mask
                parts[question, answer] = known
    return colours.shape[0]
