"""Strategy trees: what a codebreaker asks, whatever the answers.

In: a finite game and, at each node, a question (from the optimizer, a rule, or a file).  Out: the
tree as a value, its files (JSON, text, paths, DOT, SVG, LaTeX source), and the replay of the tree against every
secret, which is the only source of its total, worst case and histogram.
"""
