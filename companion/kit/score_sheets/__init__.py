"""Games in which everybody has a score sheet of their own: all dice are thrown, some are kept, a box is filled."""
