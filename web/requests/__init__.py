"""What a request says, who makes it, and what it is answered with; routes as methods."""
