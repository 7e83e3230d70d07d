"""What every game would write again: a game takes what fits."""
