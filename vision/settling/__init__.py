"""What many looks take: the bare mat, arms, cover, presence, visits."""
