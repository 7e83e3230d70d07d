"""Legal moves and their consequences."""
