#!/usr/bin/env bash
# SymPy 1.14.0: elements of its polynomial rings (`sympy.polys.rings`), the fast polynomials in which solved
# recurrences come, can be neither pickled nor deeply copied, although `copy.copy` takes them.  A guess would be
# that they can, as expressions can: it is the way from one process to another.
# Seen on 2026-11-28 with Python 3.11.7: "RuntimeError: dictionary changed size during iteration" for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet sympy==1.14.0 mpmath==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
import copy
import pickle

import sympy
from sympy import QQ, ring

assert sympy.__version__ == "1.14.0"
_, n = ring("n", QQ)
polynomial = n**2 / 2 + n + 1

expression = polynomial.as_expr()
assert pickle.loads(pickle.dumps(expression)) == expression  # expressions go well
assert copy.copy(polynomial) == polynomial
for attempt in (pickle.dumps, copy.deepcopy):
    try:
        attempt(polynomial)
    except RuntimeError as error:
        print(f"{attempt.__name__}: {type(error).__name__}: {error}")
        assert str(error) == "dictionary changed size during iteration"
    else:
        raise SystemExit(f"{attempt.__name__} takes polynomials now")
PYTHON
