"""The only mutable state, and the event-sourced history of a game: which inputs count, in which order, and what each led to."""
