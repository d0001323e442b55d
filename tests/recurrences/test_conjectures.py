"""Formulas that are typed: what they say, against Python's own arithmetic, and what is refused."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masetproof.arguments import Refused
from masetproof.recurrences import conjectures
from masetproof.recurrences.conjectures import read_conjecture

Said = Callable[[int], Fraction | None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7", lambda n: 7),
        ("n^2 - 3*n + 1/2", lambda n: n**2 - 3 * n + Fraction(1, 2)),
        ("-n^2", lambda n: -(n**2)),
        ("2n(n + 1)/2 + 3 floor(n/2)", lambda n: n * (n + 1) + 3 * (n // 2)),
        ("n**3", lambda n: n**3),
        ("floor((n-1)/3) + 4", lambda n: (n - 1) // 3 + 4),
        ("ceiling(n^2/5) - ceil(-n/2)", lambda n: -(-(n**2) // 5) + n // 2),
        ("n mod 3 + mod(n^2, 5) + (n + 1) mod 4", lambda n: n % 3 + n**2 % 5 + (n + 1) % 4),
        ("n^2 if n mod 2 = 0 else 3n", lambda n: n**2 if n % 2 == 0 else 3 * n),
        ("n^2 if n = 0 mod 2; 3n", lambda n: n**2 if n % 2 == 0 else 3 * n),
        ("f(n) = 1 for n = 1 mod 3; f(n) = n", lambda n: 1 if n % 3 == 1 else n),
        ("5 if n = 2 else 6 if n != 4 else 7", lambda n: {2: 5, 4: 7}.get(n, 6)),
        ("n for 2 < n <= 9 and not n = 5", lambda n: n if 2 < n <= 9 and n != 5 else None),
        ("n for n^2 >= 10*n or n < 3\n", lambda n: n if n >= 10 or n < 3 else None),
        ("1 + (2 if n != 1 mod 2 else n)", lambda n: 1 + (2 if n % 2 == 0 else n)),
        ("floor(n if n mod 2 = 0 else n/3)", lambda n: n if n % 2 == 0 else n // 3),
        ("2if n mod 2=0else 3n", lambda n: 2 if n % 2 == 0 else 3 * n),
        ("0*n", lambda n: 0),
        ("0^0 + (n - n)^0 + 0^2", lambda n: 2),
    ],
)  # fmt: skip
def test_what_a_formula_says(text: str, said: Said) -> None:
    conjecture = read_conjecture(text)
    assert [conjecture(n) for n in range(1, 61)] == [said(n) for n in range(1, 61)]
    assert conjecture(10**9) == said(10**9)


Typed = tuple[str, Callable[[int], Fraction]]


def combined(one: Typed, sign: str, other: Typed) -> Typed:
    (text, value), (more, by) = one, other
    return f"({text}) {sign} ({more})", {
        "+": lambda n: value(n) + by(n),
        "-": lambda n: value(n) - by(n),
        "*": lambda n: value(n) * by(n),
    }[sign]


def changed(one: Typed, how: str, number: int) -> Typed:
    text, value = one
    return {
        "/": (f"({text})/{number}", lambda n: value(n) / number),
        "floor": (f"floor({text})", lambda n: Fraction(floor(value(n)))),
        "ceil": (f"ceiling({text})", lambda n: Fraction(ceil(value(n)))),
        "mod": (f"({text}) mod {number}", lambda n: value(n) % number),
        "if": (
            f"({text} if n mod {number} < 2 else n)",
            lambda n: value(n) if n % number < 2 else Fraction(n),
        ),
        "at": (
            f"({text} if n > {number} else -n)",
            lambda n: value(n) if n > number else Fraction(-n),
        ),
    }[how]


CHANGES = ["/", "floor", "ceil", "mod", "if", "at"]
FORMULAS = st.recursive(
    st.one_of(
        st.just(("n", Fraction)),
        st.integers(0, 9).map(lambda c: (str(c), lambda n: Fraction(c))),
    ),
    lambda below: st.one_of(
        st.builds(combined, below, st.sampled_from("+-*"), below),
        st.builds(
            changed, below, st.sampled_from(CHANGES), st.integers(1, 4)
        ),
    ),
    max_leaves=5,
)  # fmt: skip


@settings(max_examples=200)
@given(FORMULAS)
def test_any_formula_says_what_arithmetic_says(typed: Typed) -> None:
    text, value = typed
    conjecture = read_conjecture(text)
    for n in (*range(1, 14), 59, 60, 61, 10**6 + 1):
        assert conjecture(n) == value(n)
    # From there on the polynomials say it, below each n was looked at by itself.
    classes = len(conjecture.branches)
    for n in range(conjecture.settled, conjecture.settled + min(classes, 30)):
        branch = conjecture.branches[n % classes]
        assert branch is not None
        assert branch.eval(n) == value(n)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("9**9**9**9", "an exponent in a formula is a whole number up to 32"),
        ("9^9^9^9", "an exponent"),
        ("n^33", "an exponent"),
        ("2^n", "an exponent"),
        ("n^-1", "an exponent"),
        ("n^(1/2)", "an exponent"),
        ("((9^32)^32)^32", "powers up to n\\^32, and numbers of up to 4000 binary digits"),
        ("((n^32)*(n^32))^32", "powers up to"),
        ("*".join(["9^30"] * 60), "numbers of up to"),
        ("9" * 31, "a number in a formula has at most 30 digits"),
        ("n" * 1001, "a formula has at most 1,000 signs, not 1,001"),
        ("(" * 300 + "n" + ")" * 300, "no formula in n"),
        ("-" * 900 + "n", "at most 100 operations within each other"),
        ("n+" * 400 + "n", "at most 100 operations within each other"),
        ("floor(n/7919)", "at most 360 residue classes, and this one 7,919"),
        ("mod(n, 11) * mod(n, 13) * mod(n, 17)", "at most 360 residue classes"),
        ("(floor(n/90) + n)^32", "at most 2,000 coefficients"),
        ("n if n > 10^9 else 2", "must be settled from n = 1,000 on"),
        ("1/0", "only numbers other than 0 divide"),
        ("1/(n - n)", "only numbers other than 0 divide"),
        ("(n + 1)/n", "only numbers other than 0 divide"),
        ("n mod 0", r"a remainder \(mod\) is one of a positive whole number"),
        ("n mod -2", "a remainder"),
        ("n mod n", "a remainder"),
        ("n mod (1/2)", "a remainder"),
        ("__import__('os')", "a formula in n has no '_'"),
        ("n.real", r"a formula in n has no '\.'; write 1/2 instead of 0\.5"),
        ("0.5*n", "write 1/2"),
        ("lambda: 1", "has no ':'"),
        ("[n]", r"has no '\['"),
        ("n\0", "has no"),
        ("٢*n", "has no"),
        ("m + 1", "a formula in n has no 'm'; it has n, numbers"),
        ("exec(n)", "has no 'exec'"),
        ("true", "has no 'true'"),
        ("1e5", "has no 'e'"),
        ("n//2", "a formula is made of"),
        ("n,n", "is no part of a formula"),
        ("floor()", "is no part of a formula"),
        ("floor(n, 2)", "is no part of a formula"),
        ("mod(n)", "is no part of a formula"),
        ("f(n)", "is no part of a formula"),
        ("n < 3", "is no part of a formula"),
        ("not n", "is no part of a formula"),
        ("n if n else 2", "is no condition"),
        ("n for 3", "is no condition"),
        ("", "'' is no formula in n"),
        ("n;", "'' is no formula in n"),
        ("n if", "'n if' is no formula in n"),
        ("if n = 2", "'if n = 2' is no formula in n"),
        (";".join(["n for n < 990"] * 20), "a formula takes at most 20,000 operations"),
        ("n +", "is no formula in n"),
        ("n else 3", "is no formula in n"),
        ("(n", "is no formula in n"),
        (7, "a formula must be a str"),
    ],
)
def test_what_is_no_formula_is_refused_in_a_sentence_at_once(text: str, why: str) -> None:
    tracemalloc.start()
    begin = time.process_time()
    with pytest.raises(Refused, match=why) as refusal:
        read_conjecture(text)
    seconds, (_, most) = time.process_time() - begin, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300
    assert seconds < 5
    assert most < 20_000_000


@pytest.mark.parametrize(
    "text",
    [
        "+".join(["n%60"] * 40),
        "+(".join(["n%60"] * 40) + ")" * 39,
        " if n%60=1 else ".join(["n%60"] * 40),
        "n if " + "<".join(["n%60"] * 40) + " else 1",
        ";".join(["n if n%60=1"] * 40),
        "floor(" * 60 + "n/60" + ")" * 60,
    ],
)
def test_the_operations_of_one_formula_are_counted_together(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way they stand in each other; 40 times 60 are more than 1,000, a few are not."""
    monkeypatch.setattr(conjectures, "_MOST_WORK", 1000)
    assert read_conjecture("n%60 + n%30")(61) == 2
    with pytest.raises(Refused, match="at most 1,000 operations"):
        read_conjecture(text)
