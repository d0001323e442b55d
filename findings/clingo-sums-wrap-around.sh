#!/usr/bin/env bash
# clingo 5.8.3: sums and products beyond 32 bits wrap around without a message: 2147483647 + 1 is -2147483648,
# 65536 * 65536 is 0, and `#sum` does the same. A guess would be an error, as for other overflows of solvers
# (CP-SAT calls such a model invalid), or arbitrary precision, as in other logic programming. Totals over all
# secrets of boards with seven pegs and more are in that range.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet clingo==5.8.3
"$folder/venv/bin/python" - <<'PYTHON'
import clingo

assert clingo.__version__ == "5.8.3"
control = clingo.Control()
control.add(
    "base",
    [],
    "plus(2147483647+1). times(65536*65536). weight(1,2147483647). weight(2,1)."
    "sum(S) :- S = #sum { W,X : weight(X,W) }. #show plus/1. #show times/1. #show sum/1.",
)
control.ground([("base", [])])
with control.solve(yield_=True) as models:
    (found,) = [{str(symbol) for symbol in model.symbols(shown=True)} for model in models]
print(*sorted(found))
assert found == {"plus(-2147483648)", "times(0)", "sum(-2147483648)"}
PYTHON
