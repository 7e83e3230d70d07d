"""What there is and what happened: places, moves, events, and the state that they fold into."""
