"""The top floor: the only place that knows every room, and wires them together."""
