"""What a terminal shows: at the start where to go, and never what it would obey."""
