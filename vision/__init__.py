"""Pictures in, observations out."""
