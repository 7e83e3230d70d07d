"""A newer version from where this one came from: fetched, tried, and taken back where it does not answer."""
