"""Players that choose, and whole games among them."""
