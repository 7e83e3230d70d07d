"""One network that tells of a place how a die lies, what it shows, where its top is and what colour it has: how it learns."""
