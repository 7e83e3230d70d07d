"""The steps of one look at a picture: markers, decoders, tracking, and what limits it."""
