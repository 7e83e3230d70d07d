"""The process that looks, its supervisor, and their messages."""
