"""A second application: all tables of a broker on one page."""
