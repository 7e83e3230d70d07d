"""The cards: faces, editions, rulings, and what the murphy cards ask for."""
