"""Attacks on a companion, each a bounded run on loopback with its figure: `python -m benchmarks.attacks`."""
