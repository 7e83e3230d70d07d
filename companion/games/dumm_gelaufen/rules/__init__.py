"""What may be done and what comes of it: exchanges, action cards, claims, corrections."""
