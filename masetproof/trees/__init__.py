"""Strategy trees: what a codebreaker asks, whatever the answers.

In: a finite game and, at each node, a question (from the optimizer, another strategy, or a file).
Out: the tree as a value, its files, and the replay of a strategy against every secret, which is the
only source of its total, worst case and histogram.  In order:

notation: places in a tree as text; tree: the value; replay: every secret is played; depths: the
worst case without that; claims: what is said of a tree, held against the replay; files: the JSON
format (docs/trees.md); text: for people; dot: for
Graphviz; picture: drawings with coloured pegs.  LaTeX is in
`masetproof.reports.strategy`.
"""
