"""A mat as a value: its size, the markers that identify it, its zones (docs/physical.md, sections 3 and 6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
"""Millimetres to the right and down from the mat's top-left corner, as the camera sees it."""

A2_MM: Final = (594.0, 420.0)
A3_MM: Final = (420.0, 297.0)
A4_MM: Final = (297.0, 210.0)
PAPERS_MM: Final = {"a2": A2_MM, "a3": A3_MM, "a4": A4_MM}
"""The sizes of mats, width and height, by the paper's name."""
NO_MARKERS: Final = (-1, -1, -1, -1)
"""Those of a plain table."""
Shares: TypeAlias = tuple[float, float, float, float]
"""A rectangle of a picture: its left, top, right and lower edge, from 0 to 1."""
WHOLE: Final[Shares] = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class MarkerSize:
    """How large a mat's corner markers are, mm."""

    side: float
    white: float
    """The width of the white around each."""
    inset: float
    """From its outer edges to the mat's."""

    @property
    def far(self) -> float:
        """From a marker's inner edges to the mat's."""
        return self.inset + self.side


LARGE: Final = MarkerSize(30.0, 5.0, 10.0)
SMALL: Final = MarkerSize(20.0, 4.0, 7.0)
"""On mats of A3 and less, which are printed at home: printers reach no nearer to the paper's edge."""


class ZoneKind(Enum):
    """How pieces lie in a zone, and so in which order they are listed."""

    ROW = "row"
    """Cards side by side, left to right."""
    SPREAD = "spread"
    """A hand that is shown, fanned or spread in one or two rows, left to right."""
    GRID = "grid"
    """Cards in rows and columns, row by row from the top, each left to right."""
    PILE = "pile"
    """Cards on top of each other: the top one first, then what is visible below it. Only the top is certain."""
    BLIND = "blind"
    """A draw pile: cards face down on top of each other, unreadable."""
    TRAY = "tray"
    """Dice as they were rolled."""
    KEPT = "kept"
    """Dice set aside from the tray."""
    FIELD = "field"
    """A place on a board for pawns."""

    @property
    def is_pile(self) -> bool:
        """Whether cards lie on top of each other."""
        return self in (ZoneKind.PILE, ZoneKind.BLIND)


@dataclass(frozen=True, slots=True)
class Zone:
    """A rectangle of the mat, in mm, and how pieces lie in it."""

    name: str
    kind: ZoneKind
    x0: float
    y0: float
    x1: float
    y1: float
    at_once: bool = False
    """Whether its cards are reported before it settles, because some of them must be obeyed at once."""
    place: str = ""
    """What the rules call it, if different from its name: three zones form one colour's base camp."""

    @property
    def width(self) -> float:
        """mm."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """mm."""
        return self.y1 - self.y0

    @property
    def middle(self) -> Point:
        """Half way between its corners, mm."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point of the mat (mm) lies in the zone."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(frozen=True, slots=True)
class Mat:
    """What is printed on a game's mat."""

    name: str
    """The name of its game."""
    markers: tuple[int, int, int, int]
    """Ids of the corner markers: top-left, top-right, bottom-right, bottom-left."""
    zones: tuple[Zone, ...]
    """In the order in which people read the mat."""
    size: tuple[float, float] = A2_MM
    """Width and height, mm."""

    @property
    def width(self) -> float:
        """mm."""
        return self.size[0]

    @property
    def height(self) -> float:
        """mm."""
        return self.size[1]

    @property
    def middle(self) -> Point:
        """Half way between its corners, mm."""
        return self.width / 2, self.height / 2

    @property
    def plain(self) -> bool:
        """Whether it is none, but a table that is seen from edge to edge of the picture (``plain_table``)."""
        return self.markers == NO_MARKERS

    def __getitem__(self, name: str) -> Zone:
        """The zone with this name. Raises KeyError if there is none."""
        found = next((zone for zone in self.zones if zone.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def zone_at(self, x: float, y: float) -> str | None:
        """The name of the zone that contains a point (mm); None outside all zones."""
        return next((zone.name for zone in self.zones if zone.contains(x, y)), None)

    @property
    def marker(self) -> MarkerSize:
        """How large its markers are."""
        small = self.width <= A3_MM[0] and self.height <= A3_MM[1]
        return SMALL if small else LARGE

    def holds(self, x: float, y: float) -> bool:
        """Whether a point (mm) lies on the mat."""
        return 0 <= x <= self.width and 0 <= y <= self.height

    def corners(self) -> Iterator[tuple[int, Point]]:
        """Each marker's id and its own top-left corner."""
        near, far = self.marker.inset, self.marker.far
        right, low = self.width - far, self.height - far
        places = ((near, near), (right, near), (right, low), (near, low))
        return zip(self.markers, places, strict=True)


def plain_table(name: str, tray: str, place: Shares = WHOLE) -> Mat:
    """What is seen where no mat lies: as large as A3, whatever the picture shows, with one zone for dice at a place of it."""
    (width, height), (left, top, right, low) = A3_MM, place
    first, last = (left * width, top * height), (right * width, low * height)
    zone = Zone(tray, ZoneKind.TRAY, *first, *last)
    return Mat(name, NO_MARKERS, (zone,), A3_MM)
