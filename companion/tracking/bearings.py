"""Seating: from which direction each player reaches in, learnt from every reach that could be attributed."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, exp, log, pi, sqrt
from typing import Final, TypeAlias

from companion.table import Side

Bearing: TypeAlias = float
"""The direction from which somebody reaches in: degrees clockwise around the mat's middle, 0 at its far edge."""

SPREAD: Final = 8.0
"""The spread of one person's reaches, in degrees: of painted arms, two in three are within 5, four in five within 8."""
CLOSEST: Final = 2 * SPREAD
"""Nobody sits closer to another, in degrees."""
ODD: Final = 0.02
"""However often somebody reached in from one place, they may lean over from another."""
REMEMBERED: Final = 12
"""So many of somebody's last reaches tell where the next one comes from."""
MIDDLES: Final[dict[Side, Bearing]] = {"top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0}


@dataclass(frozen=True, slots=True)
class Seating:
    """For each seat, clockwise, from where it reached in last: people lean over, move their chairs, and are taken for others."""

    reaches: tuple[tuple[Bearing, ...], ...]

    @staticmethod
    def of(seats: int) -> Seating:
        """Before anybody has reached in."""
        return Seating(((),) * seats)

    def reached(self, seat: int, bearing: Bearing) -> Seating:
        """The seating after one more reach by a player."""
        new = (*self.reaches[seat], bearing)[-REMEMBERED:]
        return Seating((*self.reaches[:seat], new, *self.reaches[seat + 1 :]))

    def place(self, seat: int) -> Bearing | None:
        """The direction from which a player reaches in, the latest of equals; None while it is unknown."""
        mine = self.reaches[seat][::-1]
        return max(mine, key=lambda one: _near(mine, one), default=None)

    def known(self, reaches: int) -> bool:
        """Whether every player was seen to reach in at least so often."""
        return all(len(mine) >= reaches for mine in self.reaches)

    def likely(self, seat: int, bearing: Bearing | None) -> float:
        """The log-likelihood of an arm from this direction if it is this player's; 0 for their usual direction."""
        if bearing is None or seat >= len(self.reaches):
            return 0.0
        mine = self.reaches[seat]
        if not mine:
            return self._anywhere(seat, bearing)
        return log((1 - ODD) * _near(mine, bearing) + ODD * _EVEN)

    def anybodys(self, bearing: Bearing) -> float:
        """The log-likelihood of an arm from this direction if it may as well be anybody's who plays."""
        each = [exp(self.likely(seat, bearing)) for seat in range(len(self.reaches))]
        return log(sum(each) / len(each))

    def _anywhere(self, seat: int, bearing: Bearing) -> float:
        """The same for a player of whom only the neighbours' places are known: seats are clockwise."""
        known = [p for n in range(len(self.reaches)) if (p := self.place(n)) is not None]
        if not known:
            return log(_EVEN)
        begin, arc = self._between(seat)
        inside = min(3.0, 360 / arc) if (bearing - begin) % 360 < arc else 0.15
        beside = min(_beside(place, bearing) for place in known)
        return log(_EVEN * ((1 - ODD) * inside * beside + ODD))

    def _between(self, seat: int) -> tuple[Bearing, float]:
        """The arc in which a player must sit: from the last known neighbour to the next."""
        seats = len(self.reaches)
        places = [self.place((seat + n) % seats) for n in range(1, seats)]
        after = next(p for p in places if p is not None)
        before = next(p for p in reversed(places) if p is not None)
        return before, (after - before) % 360 or 360.0


_EVEN: Final = SPREAD * sqrt(2 * pi) / 360
"""The likelihood of a direction if an arm may come from anywhere, relative to one that always comes from there."""


def _near(reaches: tuple[Bearing, ...], bearing: Bearing) -> float:
    """The likelihood of a direction by those of other reaches, relative to one that is theirs: a kernel density estimate."""
    spread = SPREAD * sqrt(1 + 1 / len(reaches))
    off = (apart(one, bearing) / spread for one in reaches)
    return sum(exp(-x * x / 2) for x in off) / len(reaches) * SPREAD / spread


def _beside(place: Bearing, bearing: Bearing) -> float:
    """The share of the reaches from a direction that somebody may make who sits beside a place: from as near as people sit to each other."""
    return (1 + erf((apart(place, bearing) - CLOSEST) / SPREAD / sqrt(2))) / 2


def apart(one: Bearing, other: Bearing) -> float:
    """The angle between two bearings, degrees."""
    return abs((one - other + 180) % 360 - 180)


def may_be_of_two(one: Bearing, other: Bearing) -> bool:
    """Whether arms from these directions may be those of two people."""
    return apart(one, other) >= CLOSEST
