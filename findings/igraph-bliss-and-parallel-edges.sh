#!/usr/bin/env bash
# igraph 1.0.0: for graphs with parallel edges, as pattern graphs have, `isomorphic_bliss` says that two
# isomorphic graphs are not, and `count_automorphisms` and `automorphism_group` take the two ends of a path
# for alike though one has a double edge. A guess would be the right answers, as from `isomorphic` (which
# colours the edges first), or a refusal, as from networkx's hashes: neither comes, nor a warning.
# Seen on 2026-11-28.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet igraph==1.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import igraph

assert igraph.__version__ == "1.0.0"
one = igraph.Graph(3, [(0, 1), (0, 1), (1, 2)])
other = igraph.Graph(3, [(0, 1), (1, 2), (1, 2)])  # 0 and 2 exchanged
assert sorted(one.permute_vertices([2, 1, 0]).get_edgelist()) == sorted(other.get_edgelist())
print("isomorphic:", one.isomorphic(other), " bliss:", one.isomorphic_bliss(other))
assert one.isomorphic(other)
assert not one.isomorphic_bliss(other)
print("automorphisms of a path with a double edge:", one.count_automorphisms())
assert one.count_automorphisms() == 2  # only the identity keeps the double edge
assert one.automorphism_group() == [[2, 1, 0]]
PYTHON
