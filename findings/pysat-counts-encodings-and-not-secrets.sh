#!/usr/bin/env bash
# python-sat 1.9.dev24: "two of these four are true", as the answer of a game says it, has 6 solutions, but
# `enum_models` gives 6, 24 or 34 models, by the encoding that is chosen. A guess would be 6: that the further
# variables of an encoding follow from the four. In totalizers and in sorting and cardinality networks they
# follow in one direction only, so that counting models does not count secrets; models have to be cut to the
# four variables first. The choice is by speed elsewhere, so a count changes when somebody tunes it. More than
# there are (five of four) is a ValueError, and no formula without models.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet python-sat==1.9.dev24 six==1.17.0
"$folder/venv/bin/python" - <<'PYTHON'
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

SEEN = {"seqcounter": 6, "mtotalizer": 6, "kmtotalizer": 6, "totalizer": 24, "sortnetwrk": 34}
SEEN["cardnetwrk"] = 34
for name, seen in SEEN.items():
    encoding = getattr(EncType, name)
    formula = CardEnc.equals(lits=[1, 2, 3, 4], bound=2, encoding=encoding)
    with Solver("g4", bootstrap_with=formula.clauses) as solver:
        models = list(solver.enum_models())
    cut = {tuple(literal for literal in model if abs(literal) <= 4) for model in models}
    print(f"{name}: {len(models)} models, {len(cut)} solutions")
    assert (len(models), len(cut)) == (seen, 6)
try:
    CardEnc.equals(lits=[1, 2, 3, 4], bound=5)
except ValueError as error:
    print(error)
else:
    raise SystemExit("five of four is a formula now")
PYTHON
