"""Strategy trees: what a codebreaker asks after all answers that can be given.

In: a finite game and, at each node, a question (from the optimizer, another strategy, or a file).
Out: the tree as a value, its files, and the replay of a strategy against every secret, which is the
only source of its total, worst case and histogram.

    tree      the tree as a value
    replay    plays a strategy against every secret
    compare   two strategies side by side
    evaluate  plays a rule against every secret
    irving    trees in the notation of Irving's paper
    claims    claims about a tree, compared with the replay
    files     the JSON format (docs/trees.md)
    text      text for people, and for Graphviz

Drawings are in `masetproof.reports.drawings`, LaTeX in `masetproof.reports.tables`.
"""
