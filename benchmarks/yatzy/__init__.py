"""What the expert of Yatzy knows, and what it is worth."""
