"""The editions of the game as data, one TOML file each."""
