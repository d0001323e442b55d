#!/usr/bin/env bash
# SymPy 1.14.0: a sequence by a recurrence (`RecursiveSeq`) that does not begin at n = 0 has other values by
# index than by `coeff`. A guess would be that s[i] and s.coeff(start + i) are the same, as for `SeqFormula`.
# Seen on 2026-11-28: of y(n) = y(n-1) + 1 with y(3) = 5 the slice s[:4] is 5, 9, 7, 8 and s.coeff(3), ...,
# s.coeff(6) are 5, 6, 7, 8; of Fibonacci's numbers from n = 1 the slice is 1, 1, 3, 3, 8, 8. Both come
# without a warning.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import Function, SeqFormula, oo
from sympy.abc import n
from sympy.series.sequences import RecursiveSeq

y = Function("y")


def counting() -> RecursiveSeq:
    return RecursiveSeq(y(n - 1) + 1, y(n), n, [5], 3)


def fibonacci() -> RecursiveSeq:
    return RecursiveSeq(y(n - 1) + y(n - 2), y(n), n, [1, 1], 1)


for make, right, wrong in (
    (counting, [5, 6, 7, 8], [5, 9, 7, 8]),
    (fibonacci, [1, 1, 2, 3, 5, 8], [1, 1, 3, 3, 8, 8]),
):
    size, start = len(right), make().start
    by_place, by_index = [make().coeff(start + i) for i in range(size)], make()[:size]
    print(make().recurrence, " by coeff:", *by_place, " by index:", *by_index)
    assert by_place == right
    assert by_index == wrong
formula = SeqFormula(n + 2, (n, 3, oo))
assert formula[:4] == [formula.coeff(i) for i in range(3, 7)] == [5, 6, 7, 8]
PYTHON
