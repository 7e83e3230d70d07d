"""Another application: every table that a broker tells of, on one page."""
