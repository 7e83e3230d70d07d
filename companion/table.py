"""Zones, tables, steps and observations: the vocabulary that vision and games share.

A card is represented by its code (``R07-2``); its meaning is up to the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from companion.codec import Codec

Side = Literal["top", "right", "bottom", "left"]
"""The edge of the mat over which an arm reaches in, as the camera sees the mat."""


@dataclass(frozen=True, slots=True)
class Table:
    """Zone -> cards, as settled: rows left to right, piles top first.

    ``covered`` zones are under a hand, or changed under one and are not still yet, and
    keep the contents last seen: not seen does not mean gone. A zone missing from ``zones`` is empty.
    """

    zones: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    covered: frozenset[str] = frozenset()

    def __getitem__(self, zone: str) -> tuple[str, ...]:
        return self.zones.get(zone, ())


@dataclass(frozen=True, slots=True)
class Step:
    """One change between settled tables: a card came to a zone or left it."""

    sign: Literal["+", "-"]
    zone: str
    card: str

    def __post_init__(self) -> None:
        # A step that cannot be parsed back must not get into a journal.
        if not self.zone or not self.card:
            raise ValueError(f"not a step: {str(self)!r}")

    def __str__(self) -> str:
        return f"{self.sign}{self.zone} {self.card}"

    @staticmethod
    def parse(text: str) -> Step:
        """The step that ``str`` wrote, e.g. ``-display R07``. Raises ValueError if it is not one."""
        where, _, card = text.partition(" ")
        if where[:1] not in ("+", "-") or not where[1:] or not card:
            raise ValueError(f"not a step: {text!r}")
        return Step("+" if where[0] == "+" else "-", where[1:], card)


@dataclass(frozen=True, slots=True)
class Visit:
    """A hand stopped in a zone from ``began`` to ``ended`` (seconds of source time) and left again.

    ``bearing`` is the direction of the person who reached in, given by the line of the
    arm: degrees clockwise around the mat's middle, 0 beyond its top edge.
    """

    zone: str
    began: float
    ended: float
    side: Side | None = None
    bearing: float | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """The table has settled: what lies there, what changed since the last time, who reached where.

    ``frame`` is 0-based, ``at`` seconds of source time. ``steps`` and ``visits`` are in
    chronological order. ``unknown`` are the texts of tags that belong to no deck on
    this table, ``twice`` cards seen in two places at once; both are notices, never
    cards. ``edges``: of piles with a new top whether something else that is new sticks
    out beside it, such as an unread card that came with it; a pile of which that cannot
    be told is missing. ``lifted`` are the cards that a pile was seen without before
    another came there: they were taken, not covered.
    """

    frame: int
    at: float
    table: Table
    steps: tuple[Step, ...] = ()
    visits: tuple[Visit, ...] = ()
    unknown: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    edges: Mapping[str, bool] = field(default_factory=dict)
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card is certainly there although its zone has not settled yet: enough to announce it.

    ``bearing``: the direction from which the last hand came, as for a visit.
    """

    frame: int
    at: float
    zone: str
    card: str
    bearing: float | None = None


Observation: TypeAlias = Settled | Glimpse


def later(seen: Observation, seconds: float) -> Observation:
    """The same observation, later by some seconds; so are its visits."""
    moved = replace(seen, at=seen.at + seconds)
    if isinstance(moved, Glimpse):
        return moved
    visits = (replace(v, began=v.began + seconds, ended=v.ended + seconds) for v in moved.visits)
    return replace(moved, visits=tuple(visits))


_KINDS: Final[Mapping[str, type[Observation]]] = {"settled": Settled, "glimpse": Glimpse}
OBSERVATIONS: Final[Codec[Observation]] = Codec(
    "see", _KINDS, {Step: (str, lambda text: Step.parse(str(text)))}
)
"""Observations as JSON values, and back."""
