"""What the players did, by what a camera saw: evidence, hypotheses, and the turns that they come to."""
