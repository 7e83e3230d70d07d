"""The game for programs: positions as values, text and JSON."""
