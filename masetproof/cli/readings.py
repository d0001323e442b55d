"""Prove the formulas with and without blanks in questions, and say for which n they agree.

examples:
  masetproof readings mastermind --pegs 2
  masetproof readings ab --pegs 2 --objective worst --json
  masetproof readings ab --pegs 2 --out readings

The same as 'masetproof prove --extra all'. The reading in which only possible secrets may be asked
(--consistent-only) is not compared: it excludes more questions than those with blanks.

With --out the folders exact, with and without get the proof of each reading with its certificate,
and readings.tex (readings-body.tex for a paper, readings.pdf, readings.json) says for which n they
agree and what that means for the real game.
"""

from __future__ import annotations

from masetproof.cli import options, prove

OPTIONS = *options.GAME, options.OBJECTIVE, *options.OUTPUT
DEFAULTS = {"extra": "all", "plot": None, "colours": None, "patterns": None}


run = prove.run
