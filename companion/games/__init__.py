"""The games: a folder each, and nothing of a game anywhere else."""
