"""The painted game: robots play it, hands perform it, its players answer."""
