"""Compiled loops, each in one self-contained file beside its plain twin.

A kernel takes and returns numpy arrays and knows nothing of the package, so that numba's cache
of it is sound: it changes when its file changes and depends on nothing else.  The twin does the
same with the readable code of the package; the tests hold the two against each other.
"""
