#!/usr/bin/env bash
# python-flint 0.9.0: `fmpq(1, 2) == Fraction(1, 2)` is False, although both have the same hash, as equal
# numbers must, and although `fmpz(5) == 5` is True. A guess would be that exact numbers of the same value are
# equal, or that the comparison is refused. Neither can be made of the other directly, and a table with
# Fractions as keys finds no fmpq.
# Seen on 2026-11-28. What goes through numerator and denominator is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet python-flint==0.9.0
"$folder/venv/bin/python" - <<'PYTHON'
from fractions import Fraction

from flint import fmpq, fmpz

half = fmpq(1, 2)
print("equal:", half == Fraction(1, 2), " same hash:", hash(half) == hash(Fraction(1, 2)))
assert fmpz(5) == 5
assert {5: "found"}[fmpz(5)] == "found"
assert hash(half) == hash(Fraction(1, 2))
assert half != Fraction(1, 2)
assert half not in {Fraction(1, 2): 1}
for convert, value in ((fmpq, Fraction(1, 2)), (Fraction, half), (Fraction, fmpz(3))):
    try:
        convert(value)
    except TypeError as error:
        print(f"{convert.__name__}: {error}")
    else:
        raise SystemExit("they meet now")
assert Fraction(int(half.p), int(half.q)) == Fraction(1, 2)
PYTHON
