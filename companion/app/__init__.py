"""The application: the only package that imports all others, and wires them together."""
