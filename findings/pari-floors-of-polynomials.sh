#!/usr/bin/env bash
# PARI 2.15.4 (in cypari 2.5.7): the floor of k/2, where k is a variable, is k/2 itself, and `sumformal` sums
# it to (k^2 + k)/4, though the sums of floor(k/2) are floor(k^2/4). A guess would be an error, since nothing
# is known of k, or floors of the coefficients; for `round` it is just these: round(3k/2 + 5/2) is 2k + 3. `k
# \ 2` is k/2 as well, `k % 3` is 0.
# Seen on 2026-11-28. Whoever evaluates at k = 3 afterwards gets 3/2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet cypari==2.5.7
"$folder/venv/bin/python" - <<'PYTHON'
from cypari import pari

assert [int(part) for part in pari("version()")][:2] == [2, 15]
for text, seen in (
    ("floor('k/2)", "1/2*k"),
    ("'k\\2", "1/2*k"),
    ("'k%3", "0"),
    ("floor(3*'k/2+5/2)", "3/2*k + 5/2"),
    ("round(3*'k/2+5/2)", "2*k + 3"),
    ("sumformal(floor('k/2),'k)", "1/4*k^2 + 1/4*k"),
    ("subst(floor('k/2),'k,3)", "3/2"),
):
    print(text, "=", pari(text))
    assert str(pari(text)) == seen
assert int(pari("sum(k=0,5,k\\2)")) == 6 != 5 * 6 / 4
PYTHON
