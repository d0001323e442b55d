"""Compiled: secrets that give the answers heard so far, found by backtracking.

The plain twin is `masetproof.large.consistent.find_plainly`.
"""

from __future__ import annotations

import numpy as np

from masetproof.kernels import compiled


@compiled
def find(asked, counts, black, either, allowed, most, places, colours, steps, found):
    """Fill in words that agree with all questions, in the order of the search.

    asked: int16[questions, pegs].  counts: int16[questions, colours], how often a question has a
    colour.  black: int16[questions], pegs in their place.  either: int16[questions], black and
    white pegs together, or no element when they are not told.  allowed: bool[pegs, colours], what a
    place may have.  most: int16[colours], how often a colour may occur.  places: int16[pegs], the
    order in which places are filled.  colours: int16[pegs, colours], the order in which colours are
    tried, first at the place that is filled first.  steps: the most trials.  found:
    int16[wanted, pegs].

    Result: how many were found, the number of trials, and whether there are no more.
    """
    pegs = places.shape[0]
    told = either.shape[0] > 0
    black_left, either_left = black.copy(), either.copy()
    used = np.zeros(colours.shape[1], np.int16)
    tried = np.zeros(pegs, np.int64)
    word = np.full(pegs, -1, np.int16)
    number, trials, depth = 0, 0, 0
    while depth >= 0:
        place = places[depth]
        colour = word[place]
        if colour >= 0:
            used[colour] -= 1
            word[place] = -1
            for i in range(asked.shape[0]):
                if asked[i, place] == colour:
                    black_left[i] += 1
                if told and used[colour] < counts[i, colour]:
                    either_left[i] += 1
        if tried[depth] == colours.shape[1]:
            tried[depth] = 0
            depth -= 1
            continue
        if trials == steps or number == found.shape[0]:
            return number, trials, False
        colour = colours[depth, tried[depth]]
        tried[depth] += 1
        if used[colour] == most[colour] or not allowed[place, colour]:
            continue
        trials += 1
        left = pegs - depth - 1
        fits = True
        for i in range(asked.shape[0]):
            if asked[i, place] == colour:
                black_left[i] -= 1
            if black_left[i] < 0 or black_left[i] > left:
                fits = False
            if told:
                if used[colour] < counts[i, colour]:
                    either_left[i] -= 1
                if either_left[i] < 0 or either_left[i] > left:
                    fits = False
        used[colour] += 1
        word[place] = colour
        if not fits:
            continue
        if left == 0:
            found[number] = word
            number += 1
            continue
        depth += 1
    return number, trials, True
