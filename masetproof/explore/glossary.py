"""The words that pages explain where they stand; the documentation lists them, too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

GLOSSARY: Mapping[str, str] = MappingProxyType(
    {
        "secret": "What is to be found: a colour for each peg.",
        "question": "A colour for each peg, which the answer compares with the secret. "
        "It need not be a possible secret. Players call it a guess.",
        "answer": "A black pin for each peg that has the right colour, and in games with white "
        "pins a white one for each colour that is right but stands elsewhere.",
        "strategy": "What to ask first, and what to ask next after each answer: a tree of "
        "questions and answers.",
        "expected case": "How many questions a strategy takes on average, if all secrets are "
        "equally likely. The best strategy takes the fewest.",
        "worst case": "How many questions a strategy takes for the secret that needs the most. "
        "The best strategy takes the fewest.",
        "EPL": "External path length, or the total: the questions of a strategy, counted for each "
        "secret and added up. Divided by the number of secrets it is the expected case.",
        "maset": "A set of secrets that are still possible.",
        "pattern": "What is known of the secret, for any number of colours at once: a list of "
        "clauses, which describes one maset for each number of colours.",
        "clause": "One form that the secret may have: a colour or a star for each peg. {0*|*1} "
        "has two clauses: colour 0 and then any implicit colour, or one of these and then "
        "colour 1.",
        "explicit colour": "A colour that has a number in the pattern, because it was asked and "
        "may be in the secret. A star stands for any other colour that may be in it; these "
        "are the implicit ones.",
        "explicit maset": "What is left has no star: it is a list of secrets, whatever the number "
        "of colours. The program finds its minimum by trying every question.",
        "excluded colour": "A colour that the answers have shown not to be in the secret. A "
        "question may use it as a blank.",
        "reading": "When a question may use a colour that is not in the secret, as a blank. In the "
        "real game (exact) it may once an answer has excluded one; with an extra colour it "
        "always may; without one it never may.",
        "part": "The secrets that one answer leaves: a pattern, or an explicit maset. All parts of "
        "a question are its split.",
        "function": "The least number of questions on a pattern, for each number n of colours.",
        "equation": "What one question on a pattern costs, by the functions of the parts that it "
        "leaves. The question that costs least gives the value of the pattern.",
        "verdict": "What is proved of a question: for which n it is optimal, if for any.",
        "excess": "How many questions more than the least it takes to ask this one and then the "
        "best ones.",
        "exception": "A number n of colours for which the formula does not hold. Its value is "
        "computed by itself.",
        "induction": "Why the formula holds for every n: values for small n are computed, and the "
        "equations carry them on to all larger ones.",
        "certificate": "A file with everything that the proof claims. The checker, a separate "
        "program, verifies it.",
    }
)
"""Each word with its explanation, in the order in which they build on each other."""
