"""How the networks that read dice learn: what is painted for them, what they learn from it, and their files."""
