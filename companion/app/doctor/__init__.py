"""What is looked at before an evening, and what is said about it."""
