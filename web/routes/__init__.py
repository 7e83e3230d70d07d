"""The ways in, by who may use them: what a request says, and what it is answered."""
