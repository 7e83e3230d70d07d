"""What all games have in common; each game uses what fits."""
