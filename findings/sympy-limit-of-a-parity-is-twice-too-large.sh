#!/usr/bin/env bash
# SymPy 1.14.0: `limit_seq`, made for limits of sequences, finds 2 for (n + n mod 2) / n, which tends to 1. A
# guess would be 1, or a refusal because the parity is periodic: with floors it finds the right limit, and
# with n - n mod 3 it finds 0, which is wrong as well. Leading coefficients of quasi-polynomials cannot be
# read off in this way when they are written with `Mod`.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import Mod, Symbol, floor, limit_seq

n = Symbol("n", integer=True, positive=True)
with_mod = limit_seq((n + Mod(n, 2)) / n, n), limit_seq((n - Mod(n, 3)) / n, n)
print("(n + n mod 2)/n and (n - n mod 3)/n tend to", *with_mod)
assert with_mod == (2, 0)
assert limit_seq((n + (-1) ** n) / n, n) == 1
assert limit_seq(floor(n / 2) / n, n) * 2 == 1
assert abs(float(((n + Mod(n, 2)) / n).subs(n, 10**6 + 1)) - 1) < 1e-5  # it does tend to 1
PYTHON
