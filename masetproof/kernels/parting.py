"""Compiled: how well questions split secrets, whose answers are found as they are needed.

The plain twin is `masetproof.large.parts.rate_plainly`.
"""

from __future__ import annotations

from masetproof.kernels import kernel


@kernel
def rate(questions, cells, counts, weight, codes, sizes, rating):
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
