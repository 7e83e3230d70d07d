"""What one look at a picture takes: markers, decoders, tracking, and what limits it."""
