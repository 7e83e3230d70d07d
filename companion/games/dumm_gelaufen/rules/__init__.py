"""Legal moves and their consequences: exchanges, action cards, claims, corrections."""
