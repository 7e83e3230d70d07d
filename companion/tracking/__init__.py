"""From evidence to turns, for any game that hides something: a Bayes filter over weighted hypotheses."""
