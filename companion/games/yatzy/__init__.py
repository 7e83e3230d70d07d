"""Yatzy, on fifteen boxes or thirteen. Its rules are pure: no I/O, no clock, no threads, no global randomness."""
