#!/usr/bin/env bash
# z3 5.4.1: a model after `maximize` need not attain the optimum that is reported beside it. Of r < 1 the
# greatest value is given as 1 - epsilon, and the model has r = 0. A guess would be a model near 1, or the
# status "unknown", because the optimum is not attained: strict inequalities come from strategies that must
# beat another one. The status is sat.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet z3-solver==5.4.1.0
"$folder/venv/bin/python" - <<'PYTHON'
import z3

r = z3.Real("r")
optimizer = z3.Optimize()
optimizer.add(r < 1)
greatest = optimizer.maximize(r)
status = optimizer.check()
value = optimizer.model()[r]
print(status, "value:", greatest.value(), " model: r =", value)
assert status == z3.sat
assert "epsilon" in str(greatest.value())
assert value.as_fraction() == 0
PYTHON
