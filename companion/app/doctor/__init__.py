"""The checks before an evening, and their wording."""
