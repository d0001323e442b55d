"""One finite game: its size, its table of answers, and a position in the middle of it.

In: the rules of a game, numbers of pegs and colours, and questions with their answers.  Out: values
on which the search, the strategies and the trees work.

    hard            hard mode: what questions must have after some answers
    setting         `FiniteGame`: rules with numbers, of any size, at any state of play
    blanks          questions with blank cells: a state of play of a larger board
    weights         weights of secrets as whole numbers
    table           `AnswerTable`: all questions and secrets with their answers; refuses large games
    firsts          first questions that somebody names: which can be asked, which are the same
    contradictions  which answers cannot hold together, and how to mend them
"""
