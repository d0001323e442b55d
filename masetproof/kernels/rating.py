"""Compiled: how well each question splits the secrets that are still possible.

The plain twins are `masetproof.strategies.by_rule.count_plainly` and `rate_plainly`.
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
