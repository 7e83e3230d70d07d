"""What the game's cards, tasks and events are called, one TOML file a language."""
