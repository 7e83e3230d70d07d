"""The one mutable thing, and the story of a game that it tells: which inputs count, in which order, and what each came to."""
