"""Compiled loops, each in one self-contained file beside its plain twin.

A kernel takes and returns numpy arrays and knows nothing of the package but `compiled`, so that
numba's cache of it is sound: it changes when its file changes and depends on nothing else.  The
twin does the same with the readable code of the package; tests hold the two against each other.
"""

from collections.abc import Callable
from typing import Any


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, without the interpreter's lock.

    The machine code is cached beside the file or in the user's cache; where neither can be written,
    it is compiled in every process.
    """
    from numba import njit

    try:
        return njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba: "no locator available", nowhere to put a cache
        return njit(nogil=True)(function)
