"""A game as one picture to be shown around: who stands where, and the table, as marks in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.printing.faces import PrintedFace
from vision.printing.letters import measure, paragraph
from vision.printing.marks import GREY, WHITE, Ink, Mark, Polygon, Symbol, Text, rectangle, shape

Size = tuple[float, float]
"""Width and height, mm."""

WIDTH: Final = 108.0
"""Of the whole picture, mm."""
MARGIN: Final = 6.0
GROUND: Final[Ink] = (14, 21, 23)
PALE: Final[Ink] = (246, 242, 233)
SOFT: Final[Ink] = (185, 198, 196)
RAISED: Final[Ink] = (28, 42, 42)
SEATS: Final[tuple[Ink, ...]] = (
    *((255, 157, 143), (142, 197, 255), (143, 227, 168)),
    *((255, 210, 94), (211, 181, 255), (246, 242, 233)),
)
"""Everybody's colour, as on the pages; each has a shape of its own, too."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat has, in words, and by how much it leads."""

    by: float
    has: str


@dataclass(frozen=True, slots=True)
class TablePicture:
    """What lies on a game's table: marks in mm from its top-left corner, and how large it is; a standing for every seat."""

    marks: tuple[Mark, ...]
    size: Size
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Poster:
    """The texts of a picture: the game's title, what is said of its end or where it stands, when that was; the names by seat."""

    title: str
    says: str
    when: str
    names: tuple[str, ...]


def poster(told: Poster, table: TablePicture | None) -> tuple[tuple[Mark, ...], Size]:
    """The picture's marks, and how large it is. Without a table the names stand in the order of the seats."""
    inner = WIDTH - 2 * MARGIN
    head = tuple(_head(told, inner))
    top = max(mark.at[1] for mark in head) + 5.0
    standings = table.standings if table else (Standing(0, ""),) * len(told.names)
    rows = tuple(_rows(told.names, standings, top))
    top += ROW * len(standings) + MARGIN
    lies: tuple[Mark, ...] = ()
    if table is not None and table.marks:
        scale = inner / table.size[0]
        lies = placed(table.marks, (MARGIN, top), scale)
        top += table.size[1] * scale + MARGIN
    return (*head, *rows, *lies), (WIDTH, top)


def _head(told: Poster, inner: float) -> Iterator[Text]:
    yield Text(told.title, (MARGIN, MARGIN + 3.0), 3.0, SOFT)
    yield Text(told.when, (WIDTH - MARGIN, MARGIN + 3.0), 3.0, SOFT, "right")
    says = Text(told.says, (MARGIN, MARGIN + 9.0), 5.5, PALE, bold=True)
    yield from paragraph(says, inner, 18.0)


# Who stands where ----------------------------------------------------------------------

ROW: Final = 10.0
"""From one name to the next, mm."""


def _rows(names: Sequence[str], standings: Sequence[Standing], top: float) -> Iterator[Mark]:
    """A line for every seat, the leader first."""
    seats = sorted(range(len(names)), key=lambda seat: -standings[seat].by)
    for number, seat in enumerate(seats):
        y = top + ROW * number
        box = rectangle(MARGIN, y, WIDTH - 2 * MARGIN, ROW - 1.2, 1.8)
        yield Polygon(box, RAISED)
        middle = y + (ROW - 1.2) / 2
        for part in seat_shape(seat % len(SEATS), MARGIN + 5.0, middle):
            yield Polygon(part, SEATS[seat % len(SEATS)])
        has = Text(standings[seat].has, (WIDTH - MARGIN - 3, middle + 1.4), 2.8, SOFT, "right")
        name = Text(names[seat], (MARGIN + 10.0, middle + 1.5), 3.2, PALE, bold=True)
        yield from (_narrow(name, 48.0), _narrow(has, 40.0))


def _narrow(line: Text, width: float) -> Text:
    """A line of text, in smaller letters if it is wider than this."""
    return replace(line, height=line.height * min(1.0, width / max(measure(line), 1.0)))


def seat_shape(seat: int, x: float, y: float) -> Iterator[tuple[Point, ...]]:
    """What marks a seat besides its colour, as on the pages: circle, square, triangle, diamond, plus, cross."""
    match seat:
        case 0:
            yield shape("R", x, y, 4.6)
        case 1:
            yield rectangle(x - 2.1, y - 2.1, 4.2, 4.2)
        case 2:
            yield shape("Y", x, y, 4.4)
        case 3:
            yield ((x, y - 2.8), (x + 2.8, y), (x, y + 2.8), (x - 2.8, y))
        case 4:
            yield rectangle(x - 2.5, y - 0.7, 5.0, 1.4)
            yield rectangle(x - 0.7, y - 2.5, 1.4, 5.0)
        case _:
            for side in (1, -1):
                slant = ((-2.4, -1.4), (-1.4, -2.4), (2.4, 1.4), (1.4, 2.4))
                yield tuple((x + side * right, y + down) for right, down in slant)


# What lies on a table -------------------------------------------------------------------


def placed(marks: Iterable[Mark], at: Point, scale: float = 1.0) -> tuple[Mark, ...]:
    """Marks of something that lies there, its top-left corner at a point, larger or smaller."""
    return tuple(_placed(mark, at, scale) for mark in marks)


def _placed(mark: Mark, at: Point, scale: float) -> Mark:
    def there(point: Point) -> Point:
        return at[0] + point[0] * scale, at[1] + point[1] * scale

    match mark:
        case Polygon():
            return replace(mark, points=tuple(map(there, mark.points)))
        case Text():
            return replace(mark, at=there(mark.at), height=mark.height * scale)
        case _:
            return replace(mark, at=there(mark.at), side=mark.side * scale)


def card(face: PrintedFace) -> tuple[Mark, ...]:
    """A card as it lies open, without the tags that are for cameras alone."""
    edge = rectangle(0, 0, CARD_WIDTH_MM, CARD_HEIGHT_MM, 3)
    told = (mark for mark in face.marks if not isinstance(mark, Symbol))
    return (Polygon(edge, WHITE), *told)


GAP: Final = 4.0
"""Between two cards, mm."""
LABEL: Final = 9.0
"""The room of a line above a row of cards, mm."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together under a title; None is an empty place."""

    title: str
    faces: Sequence[PrintedFace | None]


def groups_of_cards(groups: Iterable[Group], across: int) -> tuple[tuple[Mark, ...], Size]:
    """Groups of cards beside each other as far as so many cards reach, and below; a longer one goes on in the next line. Also how large it is."""
    marks, column, top, step = list[Mark](), 0, 0.0, CARD_WIDTH_MM + GAP
    for group in groups:
        faces = tuple(group.faces) or (None,)
        if column and column + len(faces) > across:
            column, top = 0, top + LABEL + CARD_HEIGHT_MM + 2 * GAP
        wide = min(len(faces), across) * step - GAP
        title = Text(group.title, (column * step, top + 6.0), 6.5, SOFT)
        marks.append(_narrow(title, wide))
        for number, face in enumerate(faces):
            right, down = (column + number) % across, (column + number) // across
            lies = card(face) if face else _nothing()
            at = right * step, top + LABEL + down * (CARD_HEIGHT_MM + GAP)
            marks += placed(lies, at)
        top += (column + len(faces) - 1) // across * (CARD_HEIGHT_MM + GAP)
        column = (column + len(faces) - 1) % across + 1
    return tuple(marks), (across * step - GAP, top + LABEL + CARD_HEIGHT_MM)


def _nothing() -> tuple[Mark, ...]:
    """A place where no card lies, or one that nobody has read."""
    outer = rectangle(0, 0, CARD_WIDTH_MM, CARD_HEIGHT_MM, 3)
    inner = rectangle(1, 1, CARD_WIDTH_MM - 2, CARD_HEIGHT_MM - 2, 2.4)
    return Polygon(outer, GREY), Polygon(inner, GROUND)
