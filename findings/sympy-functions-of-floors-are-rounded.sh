#!/usr/bin/env bash
# SymPy 1.14.0: a function made by `lambdify` of floor(n/3), with Python's own `math` and for Python's whole
# numbers, is exact only below 2^53. A guess would be that exact numbers stay exact, as n, 3 and `math.floor`
# are, and as the same formula written with `Mod` is: the division is printed as (1/3)*n, of floats.
# Seen on 2026-11-28: 333333333333333312 for n = 10^18 + 1, and the quasi-polynomial n^2/4 - floor(n/2)^2,
# which is n/2 - 1/4 for odd n, is 4999999488.0 for n = 10^10 + 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import Mod, Symbol, floor, lambdify

n = Symbol("n", integer=True, nonnegative=True)
third, large = lambdify(n, floor(n / 3), "math"), 10**18 + 1
print("floor(n/3):", third(large), "for", large // 3)
assert third(1000) == 333
assert third(large) != large // 3 == 333333333333333333
assert lambdify(n, Mod(n, 3), "math")(large) == large % 3
quarter = lambdify(n, n**2 / 4 - floor(n / 2) ** 2, "math")
print("n^2/4 - floor(n/2)^2 for n = 10^10 + 1:", quarter(10**10 + 1))
assert quarter(101) == 50.25
assert abs(quarter(10**10 + 1) - (10**10 + 1) / 2 + 0.25) > 500
PYTHON
