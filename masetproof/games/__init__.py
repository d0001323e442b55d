"""The rules of the games: answer functions, words, symmetry; one file for a game.

Nothing comes in but words; what goes out are answers and their numbers.

    typed            answers as players write them
    symmetry         which renamings keep the answers of a game
    rules            `Game`, what every game says of itself
    registry         the games by name
    alike            games of alike colours, which the pattern engine takes
    pegs             Mastermind, the AB game and their black-peg variants
    marks            Wordle's answers for all words
    sums             only black plus white pegs
    listed           symmetries of lists of words, found by trial
    known_lists      lists of words that are known by a digest
    wordlist         what games with a list of words share
    comparison       the comparison game
    jotto            Jotto
    matrix           games given as a table of answers
    word_mastermind  Mastermind with a list of words
    wordle           Wordle

Each game registers itself when this package is loaded.
"""

from masetproof.games import pegs  # isort: split

from masetproof.games import comparison, jotto, marks, matrix, sums, word_mastermind, wordle

__all__ = ["comparison", "jotto", "marks", "matrix", "pegs", "sums", "word_mastermind", "wordle"]
