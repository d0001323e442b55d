"""One finite game: its size, its table of answers, and a position in the middle of it.

Rules and numbers come in; what goes out is what the search, the strategies and the trees work on.

    setting         `FiniteGame`: rules with numbers, of any size; `Goal`
    table           `AnswerTable`: all questions and secrets with their answers; refuses large games
    contradictions  which answers cannot hold together, and how to mend them
"""
