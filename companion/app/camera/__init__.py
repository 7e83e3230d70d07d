"""The process that looks, who keeps it running, and what the two tell each other."""
