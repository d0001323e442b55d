"""Compiled loops, each in one self-contained file beside its plain twin.

A kernel takes numpy arrays, those with room for its results among them, and knows nothing of the
package but `kernel`, so that its machine code may be kept: it changes when its file changes and
depends on nothing else.  The twin does the same with the readable code of the package; tests hold
the two against each other.
"""

from masetproof.machine import kernel

__all__ = ["kernel"]
