"""The game Dumm gelaufen, pure: no input or output, no clock, no threads, no global randomness."""
