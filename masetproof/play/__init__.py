"""One game while it is played: hints in a state of play, and both sides of a game.

A state of play comes in, a `FiniteGame` after some questions; what goes out is for a person, by the
command line or any other window.  Nothing here prints or reads.

    missing  when no word of a list gives the answers
    proved   what theorems say of a game and of a state of play
    named    which strategy a name means
    hints    what is left, the best questions, and why answers contradict each other
    ranking  the best questions one after the other, and what each costs
    best     how the best strategy would have found a secret
    codemaker  how one answers who has not chosen a secret
    review   how good and how lucky each question of a game was
    session  a game, in which a person guesses or a strategy does
"""
