"""What the game's moves and refusals are called, one TOML file a language."""
