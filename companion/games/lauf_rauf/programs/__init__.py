"""The game for programs: positions as values, JSON and text."""
