"""Whether everything is as it should be: what is read of the machine and of the games, and what to do about it."""
