"""The middle floor: what most games need, written once; each game uses what fits."""

from __future__ import annotations
