"""Consequences of what the players did: announcements, questions, rulings, corrections, and the public view."""
