"""The theorem in symbols and words."""

from fractions import Fraction

from .outcome import counted, rejected, same_lines
from .proof import Proof
from .rules import Claim

GENERAL = "; for every other vector of indices it is the first function of the certificate"
NAMES = {
    "mastermind": "Mastermind",
    "ab": "AB game",
    "black-peg": "Black-peg Mastermind",
    "black-peg-ab": "Black-peg AB game",
    "without": "questions use only colours of the pattern of possible secrets",
    "with": "questions may use a colour that is not in the secret",
    "exact": "questions use the legal colours, excluded ones too",
    "expected": "external path length",
    "worst": "number of questions in the worst case",
}


def check_formula(claim: Claim, first: int, proof: Proof) -> None:
    """Branches, least period, least valid-from and exceptions, against F of the whole game.

    From B on, F is the claimed function, a polynomial of degree D at most in each residue class
    modulo T, as its branch: they are equal if they are so at D + 1 points.
    """
    count, branches = len(claim.branches), claim.branches
    if claim.period % count or max(map(len, branches)) > claim.degree + 1:
        rejected("claim", 9, "not a period and a degree that the function can have")
    if any(count % q == 0 and branches == branches[:q] * (count // q) for q in range(1, count)):
        rejected("claim", 9, "fewer branches are enough")
    beyond, wrong = max(first, claim.base), list[tuple[int, int]]()
    for n in range(first, beyond + (claim.degree + 1) * claim.period):
        value = proof.value(n)
        if value != sum(c * n**i for i, c in enumerate(branches[n % count])):
            wrong.append((n, value))
            if n >= beyond:
                rejected("claim", 9 + n % count, f"not the value of the whole game for n = {n}")
    same_lines("claim", [claim.valid_from], [wrong[-1][0] + 1 if wrong else first], [8])
    same_lines("claim", claim.exceptions, wrong, range(9 + count, 1200))


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """A polynomial in n by descending power."""
    terms = [f"{'-+'[c > 0]} {abs(c)}*n^{i} " for i, c in enumerate(coefficients) if c]
    text = "".join(reversed(terms)).replace("*n^0 ", "").replace("n^1 ", "n ").strip()
    text = text.replace(" 1*n", " n").removeprefix("+ ")
    return text.replace("- ", "-", int(text[:1] == "-")) or "0"


def check_sentences(claim: Claim) -> None:
    """`words` and `symbols` say what is verified, and nothing else."""
    known = "".join(f", it is {value} for n = {n}" for n, value in claim.exceptions)
    words = (
        f"{NAMES[claim.game]} with {counted(claim.pegs, 'peg')} and n colours, "
        f"{NAMES[claim.reading]}: the least {NAMES[claim.objective]} of a strategy is f(n)"
        f" for every n >= {claim.valid_from}{known.replace(',', ';', 1)}{GENERAL * claim.black}."
    )
    branches, count = [*map(polynomial, claim.branches)], len(claim.branches)
    if count > 1:
        branches = [f"{branch} for n = {r} mod {count}" for r, branch in enumerate(branches)]
    sentences = [words, f"f(n) = {'; '.join(branches)}"]
    given, after = [claim.words, claim.symbols], 9 + count + len(claim.exceptions)
    same_lines("claim", given, sentences, range(after, after + 3))
