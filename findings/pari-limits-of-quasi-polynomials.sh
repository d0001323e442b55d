#!/usr/bin/env bash
# PARI 2.15.4 (in cypari 2.5.7): `limitnum` of floor(n/2)/n, whose limit is 1/2, is a number above 10^8,
# without a warning. A guess would be about 0.5 with few digits: each value is within 1/(2n) of the limit. The
# extrapolation assumes an expansion in 1/n, which a quasi-polynomial has on each residue class but not as a
# whole; along even n alone the limit is right. `asympnum` gives an empty list instead.
# Seen on 2026-11-28: 1791240003.8.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet cypari==2.5.7
"$folder/venv/bin/python" - <<'PYTHON'
from cypari import pari

found = float(pari("limitnum(n->floor(n/2)/n)"))
print("limitnum of floor(n/2)/n:", found)
assert found > 1e8
assert abs(float(pari("limitnum(n->floor((2*n)/2)/(2*n))")) - 0.5) < 1e-9
assert str(pari("asympnum(n->floor(n/2)/n)")) == "[]"
PYTHON
