"""A memory card, or a stick, from which a Raspberry Pi sets itself up as the companion."""
