#!/usr/bin/env bash
# SymPy 1.14.0: a sequence by a recurrence (`RecursiveSeq`) that does not begin at n = 0 has wrong terms behind its
# initial ones.  A guess would be 5, 6, 7, 8 for y(n) = y(n-1) + 1 with y(3) = 5.
# Seen on 2026-11-28: 5, 9, 7, 8 by iteration.  The first term behind the initial ones is that of n + 3.  Where n
# begins at 0 all is well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from itertools import islice

from sympy import Function
from sympy.abc import n
from sympy.series.sequences import RecursiveSeq

y = Function("y")


def sequence(start: int) -> RecursiveSeq:
    return RecursiveSeq(y(n - 1) + 1, y(n), n, [5], start)


iterated = list(islice(sequence(3), 4))
print("y(3), y(4), y(5), y(6):", *iterated)
assert iterated == [5, 9, 7, 8]
assert list(islice(sequence(0), 4)) == [5, 6, 7, 8]
PYTHON
