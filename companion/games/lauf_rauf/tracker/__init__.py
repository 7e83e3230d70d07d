"""What happened, by what a camera saw and people said."""
