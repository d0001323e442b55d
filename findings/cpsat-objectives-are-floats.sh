#!/usr/bin/env bash
# OR-tools 9.15.6755, CP-SAT: the objective of a model of whole numbers comes back as a float, and so does its
# bound. With an optimum of 2^53 + 1 the variable has it, but `objective_value` and `best_objective_bound` are
# both 2^53, with the status OPTIMAL: read alone they claim a bound that the solution exceeds. A guess would
# be a whole number, since CP-SAT has no others inside. An optimum of a total that is proved by the bound has
# to be computed again from the variables.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet ortools==9.15.6755
"$folder/venv/bin/python" - <<'PYTHON'
from ortools.sat.python import cp_model

model = cp_model.CpModel()
total = model.new_int_var(0, 2**53 + 1, "total")
model.maximize(total)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(model)
print(solver.status_name(status), solver.value(total), solver.objective_value)
assert status == cp_model.OPTIMAL
assert solver.value(total) == 2**53 + 1
assert isinstance(solver.objective_value, float)
assert int(solver.objective_value) == int(solver.best_objective_bound) == 2**53
PYTHON
