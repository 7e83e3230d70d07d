"""The names of the game's moves and refusals, one TOML file per language."""
