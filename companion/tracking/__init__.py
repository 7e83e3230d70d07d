"""From evidence to turns, for any game with hidden information: a Bayes filter over weighted hypotheses."""
