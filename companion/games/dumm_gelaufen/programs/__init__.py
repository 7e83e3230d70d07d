"""The engine for programs: positions and moves as values, as text and as JSON, and what may be done with them."""
