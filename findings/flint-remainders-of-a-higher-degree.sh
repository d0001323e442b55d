#!/usr/bin/env bash
# python-flint 0.9.0: `divmod` of polynomials with integer coefficients may leave a remainder whose degree is
# not below that of the divisor: 3x^2 + 2x + 1 by 2x is x + 1, remainder x^2 + 1. A guess would be an error,
# as `/` gives ("division is not exact"), or the quotient over the rationals. A Euclidean algorithm written
# with `%` need not end.
# Seen on 2026-11-28; over the rationals (fmpq_poly) the remainder is 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet python-flint==0.9.0
"$folder/venv/bin/python" - <<'PYTHON'
from flint import fmpq_poly, fmpz_poly

dividend, divisor = fmpz_poly([1, 2, 3]), fmpz_poly([0, 2])
quotient, remainder = divmod(dividend, divisor)
print(dividend, "=", f"({quotient})({divisor}) + {remainder}")
assert quotient * divisor + remainder == dividend
assert remainder == fmpz_poly([1, 0, 1])
assert remainder.degree() > divisor.degree()
assert fmpq_poly([1, 2, 3]) % fmpq_poly([0, 2]) == fmpq_poly([1])
PYTHON
