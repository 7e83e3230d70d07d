"""Symbols of a closed set in pictures: found where no decoder sees them, compared with every card there is."""
