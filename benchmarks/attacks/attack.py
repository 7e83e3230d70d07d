"""What an attack is: a small function that tries something, its bounds, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from benchmarks.attacks.ground import Ground


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether what is promised held, and the figure by which it is said."""

    held: bool
    figure: str


Act: TypeAlias = Callable[[Ground], Verdict]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack. ``act`` is stopped after ``seconds`` and opens at most so many connections at once."""

    act: Act
    seconds: float
    connections: int
    quick: bool
    """Tried by `make slow` as well: what no test of the rooms tries without processes of its own, or not in such numbers."""
    open: str
    """Why it is known to fall; empty: it is promised to hold."""
    needs: Callable[[], str | None]
    """Why this machine cannot try it; None: it can."""

    @property
    def family(self) -> str:
        """What it attacks: its module."""
        return self.act.__module__.rpartition(".")[2]

    @property
    def name(self) -> str:
        """How it is asked for."""
        return f"{self.family}.{self.act.__name__}".replace("_", "-")

    @property
    def tries(self) -> str:
        """What it tries, in a sentence."""
        return " ".join((self.act.__doc__ or "").split())


SECONDS: Final = 120.0


def attack(
    *,
    seconds: float = SECONDS,
    connections: int = 1,
    quick: bool = False,
    open: str = "",
    needs: Callable[[], str | None] = lambda: None,
) -> Callable[[Act], Attack]:
    """Make an attack of a function; its sentence is what it tries."""
    return lambda act: Attack(act, seconds, connections, quick, open, needs)
