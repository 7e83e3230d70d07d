"""What the terminal shows at the start."""
