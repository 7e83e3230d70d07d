"""The cards, the dice, and how a table plays what the rules leave open."""
