"""The only mutable state, and the story of a game derived from it: which inputs count, in which order, and what each led to."""
