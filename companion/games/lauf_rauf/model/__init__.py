"""What there is, what may be decided, what happened."""
