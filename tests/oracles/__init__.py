"""Brute-force oracles, written straight from the rules and independent of masetproof."""
