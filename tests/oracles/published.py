"""Known values of small games, with their sources."""

# Minimal EPL of the games with at most 30 secrets.
KNOWN_EPL = [
    # Peczarski 2018 (arXiv 1808.03849), table 1
    ("mastermind", 2, 2, 8),
    ("mastermind", 2, 3, 21),
    ("mastermind", 2, 4, 45),
    ("mastermind", 2, 5, 81),
    # Goddard 2004
    ("mastermind", 3, 2, 18),
    ("mastermind", 3, 3, 73),
    ("mastermind", 4, 2, 44),
    # Peczarski 2018, table 3
    ("ab", 2, 3, 13),
    ("ab", 2, 4, 30),
    ("ab", 2, 5, 60),
    # Not published: also found by `masetproof optimize` (tests/tables/test_reproduced.py)
    ("ab", 3, 3, 15),
    ("ab", 4, 4, 86),
    # Not published: found by the brute force that is tested with it
    ("black-peg", 2, 2, 8),
    ("black-peg", 2, 3, 25),
    ("black-peg", 2, 4, 56),
    ("black-peg", 3, 2, 21),
    ("black-peg", 3, 3, 95),
    ("black-peg-ab", 2, 3, 14),
    ("black-peg-ab", 2, 4, 37),
    ("black-peg-ab", 3, 3, 15),
    ("black-peg-ab", 3, 4, 81),
]
