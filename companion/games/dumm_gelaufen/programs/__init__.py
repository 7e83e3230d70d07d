"""The engine for programs: positions and moves as values, as text and as JSON."""
