"""Players for simulations and the painted game: they only choose, from what their seat may know.

A robot is a function from the state and a source of chance to a legal move of
``state.pending.player`` (or of the table, which rules as its settings lean).
It reads its own hand and murphy card and what everybody sees, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.model.moves import Move
from companion.games.dumm_gelaufen.model.state import State
from companion.games.dumm_gelaufen.robots.chance import random_robot
from companion.games.dumm_gelaufen.robots.greedy import greedy_robot

Robot: TypeAlias = Callable[[State, Random], Move]

ROBOTS: Final[Mapping[str, Robot]] = {"random": random_robot, "greedy": greedy_robot}
"""Every robot by its name."""

__all__ = ["ROBOTS", "Robot", "greedy_robot", "random_robot"]
