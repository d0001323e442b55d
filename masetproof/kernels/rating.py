"""Compiled: how well each question splits the secrets that are still possible.

The plain twins are `masetproof.strategies.by_rule.count_plainly` and `rate_plainly`, where answers
are in a table, and `masetproof.large.parts.rate_plainly`, where they are made as they are needed.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import kernel


@kernel
def count(answers, members, questions, counts):
    """Add to the counts how many members give each answer to each question.

    answers: uint8[all questions, secrets], fastest when those of one secret are neighbours.
    members: int64[n], secrets.  questions: int64[q].  counts: int32[q or more, answers].
    """
    for member in members:
        column = answers[:, member]
        for place in range(questions.shape[0]):
            counts[place, column[questions[place]]] += 1


@kernel
def rate(answers, winning, weight, largest, members, questions, counts, rating):
    """Fill in the rating of each question: the sum of the weights of its parts, or the greatest.

    answers, members, questions: as in `count`; the answer *winning* is the last and wins.  weight:
    int64[n + 1 or more], by the size of a part, not negative if *largest*; weight[0] is 0.
    largest: take the greatest weight instead of the sum.  counts: int32[at a time, answers], room
    for some of the questions.  rating: int64[q].  A question whose answer is known before it is
    asked, and does not win, gets the greatest int64.
    """
    for first in range(0, questions.shape[0], counts.shape[0]):
        block = questions[first : first + counts.shape[0]]
        counts[:] = 0
        count(answers, members, block, counts)
        for place in range(block.shape[0]):
            result = np.int64(0)
            for answer in range(winning + 1):
                size = counts[place, answer]
                if size == members.shape[0] and answer != winning:
                    result = np.iinfo(np.int64).max
                    break
                if largest:
                    result = max(result, weight[size])
                else:
                    result += weight[size]
            rating[first + place] = result


@kernel
def rate_words(questions, cells, counts, weight, codes, sizes, rating):
    """Fill in the rating of each question: the sum of the weights of the parts of the secrets.

    questions: uint16[q, pegs].  cells: uint16[pegs, n], the secrets by columns.  counts:
    uint16[colours, n], how often a secret has a colour, or uint16[0, n] when white pegs are not
    told.  weight: int64[n + 1], by the size of a part; the part that wins counts nothing.  codes:
    uint16[n], room.  sizes: int64[(pegs + 1) ** 2], without white pegs int64[pegs + 1], room, all
    zero before and after.  rating: int64[q].
    """
    pegs, n = cells.shape
    unit = pegs + 1
    told = counts.shape[0] > 0
    for number in range(questions.shape[0]):
        for secret in range(n):
            codes[secret] = 0
        for place in range(pegs):
            colour = questions[number, place]
            column = cells[place]
            for secret in range(n):
                codes[secret] += column[secret] == colour
            if not told:
                continue
            times, before = 0, False
            for other in range(pegs):
                if questions[number, other] == colour:
                    times += 1
                    before |= other < place
            if not before:
                common = counts[colour]
                for secret in range(n):
                    codes[secret] += min(common[secret], times) * unit
        for secret in range(n):
            sizes[codes[secret]] += 1
        total = 0
        sizes[sizes.shape[0] - 1] = 0  # all pegs black
        for code in range(sizes.shape[0]):
            total += weight[sizes[code]]
            sizes[code] = 0
        rating[number] = total
