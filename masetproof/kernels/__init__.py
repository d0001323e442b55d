"""Compiled loops, each in one self-contained file beside its plain twin.

A kernel takes and returns numpy arrays and knows nothing of the package but `compiled` and
`standalone`, so that a cache of its machine code is sound: it changes when its file changes and
depends on nothing else.  The twin does the same with the readable code of the package; tests hold
the two against each other.
"""

from masetproof.machine import compiled, standalone

__all__ = ["compiled", "standalone"]
