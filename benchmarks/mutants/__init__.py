"""Plausible bugs, put in one at a time, and whether the tests of their room notice: `make mutants` (docs/tests.md)."""
