"""State over many looks: the bare mat, arms, occlusion, presence, visits."""
