"""Settings as the host changes them, and what is wired to the pins."""
