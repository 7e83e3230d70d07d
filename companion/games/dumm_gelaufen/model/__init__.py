"""Places, moves, events, and the state that they fold into."""
