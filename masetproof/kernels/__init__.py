"""Compiled loops, each in one self-contained file beside its plain twin.

A kernel takes numpy arrays, those with room for its results among them, and knows nothing of the
package but `kernel`, so that its machine code may be kept: it changes when its file changes and
depends on nothing else.  The twin does the same with the readable code of the package; tests hold
the two against each other.

    consistent  secrets that give the answers so far, at random and by backtracking
    equations   from the splits of patterns to functions and their equations
    evaluating  one row of the table of values
    filling     the values of functions of several indices
    induction   whether equations hold, and are attained, for all m of each residue class
    joining     grids whose rows and columns are among given candidates
    questions   the orbits of questions under automorphisms
    rating      how well questions split secrets, by a table of answers or without one
    refining    parts close to their canonical form before nauty sees them
    searching   the least total of a state of a finite game, by branch and bound
    separating  a probe that given grids answer differently
    splitting   patterns are extended and split by questions; those with the same parts are merged
"""

from masetproof.machine import kernel

__all__ = ["kernel"]
