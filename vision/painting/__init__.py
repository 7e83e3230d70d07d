"""A table painted as a camera would see it, with the ground truth."""
