"""Dice from above: found, read and told by their colours (docs/dice.md)."""
