"""The names of the game's cards and events, one TOML file per language."""
