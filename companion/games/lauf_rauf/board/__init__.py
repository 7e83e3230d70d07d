"""The board, the cards, and how a table plays what the rules leave open."""
