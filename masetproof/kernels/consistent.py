"""Compiled: secrets that give the answers heard so far, drawn at random or by backtracking.

Both know how often each colour occurs, and look for the places.  The plain twins are
`masetproof.large.consistent.draw_plainly` and `find_plainly`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import kernel


@kernel
def draw(rows, until, asked, black, state, trials, left, words):
    """Fill in words that are drawn, each agreeing word with the same probability.

    A row is drawn, its colours are put in a random order, and the word is given up at the first
    question that does not have as many black pegs as it should.

    rows: uint8[n, colours], how often a word has each colour; their sum is the number of pegs.
    until: int64[n], the numbers of words of the rows so far, summed up.  asked: int16[questions,
    pegs].  black: int16[questions], pegs in their place.  state: uint64[1], not 0, of the random
    numbers (Marsaglia 2003, xorshift); changed.  trials: the most words that are tried.  left:
    int16[questions], room.  words: int16[wanted, pegs]; rows after the last word are of no use.

    Returns how many words agree, and how many were tried.
    """
    pegs = asked.shape[1]
    number, tried, x = 0, 0, state[0]
    while number < words.shape[0] and tried < trials:
        tried += 1
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        drawn = np.int64(x % np.uint64(until[-1]))
        first, last = 0, until.shape[0] - 1
        while first < last:
            middle = (first + last) // 2
            if until[middle] > drawn:
                last = middle
            else:
                first = middle + 1
        row, word, filled = rows[first], words[number], 0
        for colour in range(rows.shape[1]):
            for _ in range(row[colour]):
                word[filled] = colour
                filled += 1
        for i in range(black.shape[0]):
            left[i] = black[i]
        fits = True
        for place in range(pegs):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
            other = place + np.int64(
                (x >> np.uint64(32)) * np.uint64(pegs - place) >> np.uint64(32)
            )
            word[place], word[other] = word[other], word[place]
            for i in range(asked.shape[0]):
                if asked[i, place] == word[place]:
                    left[i] -= 1
                fits &= left[i] >= 0 and left[i] < pegs - place
            if not fits:
                break
        number += fits
    state[0] = x
    return number, tried


@kernel
def find(rows, asked, black, places, colours, steps, may, black_left, tried, word, words):
    """Fill in words that agree with all questions, in the order of the search.

    rows: uint8[n, colours], how often a word may have each colour, one row after the other.  asked:
    int16[questions, pegs].  black: int16[questions], pegs in their place.  places: int16[pegs], the
    order in which places are filled.  colours: int16[pegs, colours], the order in which colours are
    tried, first at the place that is filled first.  steps: the most trials.  may:
    uint8[colours], black_left: int16[questions], tried: int16[pegs], word: int16[pegs], room.
    words: int16[wanted, pegs].

    Returns how many words agree, the number of trials, and whether there are no more words.
    """
    pegs = places.shape[0]
    for i in range(black.shape[0]):
        black_left[i] = black[i]
    for place in range(pegs):
        tried[place], word[place] = 0, -1
    number, trials = 0, 0
    for row in rows:
        for colour in range(row.shape[0]):
            may[colour] = row[colour]
        depth = 0
        while depth >= 0:
            place = places[depth]
            colour = word[place]
            if colour >= 0:
                may[colour] += 1
                word[place] = -1
                for i in range(asked.shape[0]):
                    if asked[i, place] == colour:
                        black_left[i] += 1
            if tried[depth] == colours.shape[1]:
                tried[depth] = 0
                depth -= 1
                continue
            if trials == steps or number == words.shape[0]:
                return number, trials, False
            colour = colours[depth, tried[depth]]
            tried[depth] += 1
            if not may[colour]:
                continue
            trials += 1
            left = pegs - depth - 1
            fits = True
            for i in range(asked.shape[0]):
                if asked[i, place] == colour:
                    black_left[i] -= 1
                if black_left[i] < 0 or black_left[i] > left:
                    fits = False
            may[colour] -= 1
            word[place] = colour
            if not fits:
                continue
            if left == 0:
                for column in range(pegs):
                    words[number, column] = word[column]
                number += 1
                continue
            depth += 1
    return number, trials, True
