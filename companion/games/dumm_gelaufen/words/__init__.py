"""The words for the game's cards, tasks and events, one TOML file per language."""
