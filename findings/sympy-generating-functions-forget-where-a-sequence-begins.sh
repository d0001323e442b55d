#!/usr/bin/env bash
# SymPy 1.14.0: `find_linear_recurrence(..., gfvar=x)` gives the same generating function to a sequence that
# begins at n = 0 and to one that begins at n = 3. A guess would be the sum of a(n) x^n over the n of the
# sequence, as its `coeff(n)` is indexed.
# Seen on 2026-11-28: for n + 5 from n = 3 on, the series is 8 + 9x + 10x^2 + ..., and not 8x^3 + 9x^4 + ...;
# for n from n = 1 on it is 1/(x - 1)^2, not x/(x - 1)^2. A product with another generating function is then
# shifted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import SeqFormula, oo, series, simplify
from sympy.abc import n, x

_, function = SeqFormula(n + 5, (n, 3, oo)).find_linear_recurrence(9, gfvar=x)
print(series(function, x, 0, 3))
assert series(function, x, 0, 3).removeO() == 10 * x**2 + 9 * x + 8
_, from_one = SeqFormula(n, (n, 1, oo)).find_linear_recurrence(9, gfvar=x)
_, from_none = SeqFormula(n, (n, 0, oo)).find_linear_recurrence(9, gfvar=x)
assert simplify(from_none / from_one) == x
PYTHON
