"""What the players did, by what a camera saw: candidates, questions, troubles, claims laid out."""
