"""What the game's cards and events are called, one TOML file a language."""
