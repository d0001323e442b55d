#!/usr/bin/env bash
# SymPy 1.14.0: `linprog` solves linear programs in fractions, such as the one for the best mixture of strategies in a
# game of two people; but in its solution SymPy's numbers stand beside whole numbers of Python. A guess would be that
# all are SymPy's, as the optimum itself is, so that `.p` and `.q` of each give the fraction.
# Seen on 2026-11-29: [1, 0, 0, 3] with the types One, int, int and Integer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from sympy import Basic
from sympy.solvers.simplex import linprog

# Three secrets with weights that sum to 1; two strategies, whose costs are 3, 1, 1 and 3, 2, 1: the worst for them.
best, weights = linprog([0, 0, 0, -1], [[-3, -1, -1, 1], [-3, -2, -1, 1]], [0, 0], [[1, 1, 1, 0]], [1])
print(best, weights, [type(number).__name__ for number in weights])
assert best == -3 and isinstance(best, Basic)
assert weights == [1, 0, 0, 3]
assert [isinstance(number, Basic) for number in weights] == [True, False, False, True]
assert type(weights[1]) is int and not hasattr(weights[1], "p")
PYTHON
