#!/usr/bin/env bash
# SymPy 1.14.0: the sum of two periodic sequences (`SeqPer`) that begin at different n has wrong values. A
# guess would be that a + b is a(n) + b(n) for every n where both are defined, as for formulas, and as the
# periodic parts of a quasi-polynomial are added.
# Seen on 2026-11-28: 0, 2, 2, 1, 1, 3 for 1, 1, 3, 0, 2, 2. Both periods are laid out from the later
# beginning, so the earlier one loses its phase; products do the same, and `evaluate=False` is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import SeqAdd, SeqMul, SeqPer, oo
from sympy.abc import n

one, other = SeqPer((0, 1), (n, 0, oo)), SeqPer((0, 1, 2), (n, 1, oo))
places = range(1, 7)
right = [one.coeff(i) + other.coeff(i) for i in places]
found = [(one + other).coeff(i) for i in places]
print("a(n) + b(n):", right, " a + b:", found)
assert right == [1, 1, 3, 0, 2, 2]
assert found == [0, 2, 2, 1, 1, 3]
assert [SeqAdd(one, other, evaluate=False).coeff(i) for i in places] == right
assert [SeqMul(one, other).coeff(i) for i in places] != [one.coeff(i) * other.coeff(i) for i in places]
PYTHON
