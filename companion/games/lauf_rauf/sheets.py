"""What this game prints: its cards, its pawns' caps, and the board on its mat."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.mat import FIRST_CAP, GHOST_CAP, PAYLOAD, field_mm
from companion.mat import Point
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.rules import Json
from companion.words import Words
from vision.printing import caps, letters, marks
from vision.printing.faces import PrintedFace, corners, tags
from vision.printing.poster import Standing, TablePicture, placed

INKS: Final[dict[str, marks.Ink]] = {
    "red": (179, 32, 44),
    "blue": (36, 86, 184),
    "green": (27, 122, 61),
    "yellow": (214, 160, 0),
}
"""The ink of a colour; its letter is printed in its camp as well."""
LETTERS: Final[dict[str, str]] = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
PAPER: Final[marks.Ink] = (252, 251, 247)
OUTLINE_MM: Final = 1.6


def board_marks(board: b.Board) -> tuple[marks.Mark, ...]:
    """All marks of a board, from the bottom up, mm on the mat."""
    side = field_mm(board)
    fields = (move for name in board.points for move in _field(board, name, side))
    owned = (
        mark
        for name, own in board.colours.items()
        for mark in _camps(own, INKS[name], LETTERS[name], side)
    )
    return (*owned, *fields, *_summit(board.ghost, side))


def _square(at: Point, side: float, radius: float = 2.5) -> tuple[Point, ...]:
    return marks.rectangle(at[0] - side / 2, at[1] - side / 2, side, side, radius)


def _field(board: b.Board, name: str, side: float) -> Iterator[marks.Mark]:
    """A climb field is filled with its colour and has an arrow; an approach field is outlined in the colour that climbs from it."""
    at, inner = board.points[name], side - 2
    climbs = _whose(board, name, climb=True)
    outlined = _whose(board, name, climb=False)
    yield marks.Polygon(_square(at, inner), INKS.get(climbs or outlined or "", marks.GREY))
    if climbs is None:
        yield marks.Polygon(_square(at, inner - 2 * OUTLINE_MM, 1.5), PAPER)
    else:
        yield marks.Polygon(_arrow(at, _leads_to(board, name, climbs)), marks.WHITE)
    ink, below = marks.WHITE if climbs else marks.GREY, at[1] + side / 2 - 3.2
    yield marks.Text(name, (at[0], below), 2.2, ink, "centre")


def _whose(board: b.Board, name: str, *, climb: bool) -> str | None:
    """The colour that climbs on a field, or from it."""
    for colour, own in board.colours.items():
        if name in (own.climb if climb else (*own.outlined[0], *own.outlined[1])):
            return colour
    return None


def _leads_to(board: b.Board, name: str, colour: str) -> Point:
    own = board.colours[colour]
    return board.points[own.climb[1]] if name == own.climb[0] else own.camp


def _arrow(at: Point, to: Point) -> tuple[Point, ...]:
    """A triangle at a field's rim pointing to where the turn-off leads."""
    turn = math.atan2(to[1] - at[1], to[0] - at[0])
    corners = ((12.0, 0.0), (7.0, 0.55), (7.0, -0.55))
    return tuple(
        (at[0] + far * math.cos(turn + off), at[1] + far * math.sin(turn + off))
        for far, off in corners
    )


def _camps(own: b.ColourPlaces, ink: marks.Ink, letter: str, side: float) -> Iterator[marks.Mark]:
    """Round places in the base camp, a peak for the summit camp."""
    for x, y in own.base:
        yield marks.Polygon(marks.shape("R", x, y, side - 4), ink)
        yield marks.Polygon(marks.shape("R", x, y, side - 7), PAPER)
    yield marks.Polygon(marks.shape("Y", *own.camp, side), marks.paler(ink, 0.35))
    below = (own.camp[0], own.camp[1] + side / 3)
    yield marks.Text(letter, below, 4.0, marks.WHITE, "centre", bold=True)


def _summit(at: Point, side: float) -> Iterator[marks.Mark]:
    yield marks.Polygon(marks.shape("R", *at, side - 4), marks.GREY)
    yield marks.Polygon(marks.shape("R", *at, side - 7), PAPER)


CARD_INKS: Final[dict[str, marks.Ink]] = {
    "STA": (24, 112, 60),
    "BAC": (30, 98, 160),
    "CLI": (150, 96, 20),
    "HIT": (170, 30, 40),
    "JOK": (96, 50, 130),
}
"""The ink of a kind; its name is written on the card as well."""
MIDDLE: Final = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)


def sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    """The cards of the one edition."""
    return faces(words)


@lru_cache(maxsize=4)
def faces(words: Words) -> tuple[PrintedFace, ...]:
    """All cards in one language."""
    return tuple(face(kind, copy, words) for kind in b.KINDS for copy in range(1, b.COPIES + 1))


def face(kind: str, copy: int, words: Words) -> PrintedFace:
    """One card: its name, and its effect."""
    payload = f"{PAYLOAD}-{kind}-{copy}"
    name = str(words.worded(b.kind_name(kind)))
    drawn = (*_marks(kind, words), *tags(payload))
    return PrintedFace(payload, name, drawn, marks.BLACK)


def _marks(kind: str, words: Words) -> Iterator[marks.Mark]:
    ink, short = CARD_INKS[kind], words.say(f"lauf.print.short.{kind}")
    panel = marks.rectangle(5, 26, CARD_WIDTH_MM - 10, CARD_HEIGHT_MM - 52, 3)
    yield marks.Polygon(panel, marks.paler(ink, 0.85))
    title = marks.Text(short, (MIDDLE[0], MIDDLE[1] - 9), 6.0, ink, "centre", bold=True)
    yield from letters.paragraph(title, CARD_WIDTH_MM - 14, 14.0)
    below, says = (MIDDLE[0], MIDDLE[1] + 5), words.say(f"lauf.print.says.{kind}")
    told = marks.Text(says, below, 3.0, ink, "centre")
    yield from letters.paragraph(told, CARD_WIDTH_MM - 14, 16.0)
    yield from corners(short, ink)


def cap_sheet(words: Words) -> caps.CapSheet:
    """The caps of all pawns and the ghost, with instructions."""
    pawns = [(colour, n) for colour in b.COLOURS for n in (1, 2, 3)]
    names = {colour: words.say(f"colour.{colour}") for colour in b.COLOURS}
    named = (
        caps.PrintedCap(marker, f"{names[colour]} {n}", INKS[colour])
        for marker, (colour, n) in enumerate(pawns, FIRST_CAP)
    )
    ghost = caps.PrintedCap(GHOST_CAP, words.say("lauf.page.ghost"), marks.BLACK)
    return caps.CapSheet(words.say("lauf.print.caps"), (*named, ghost))


# The table as a picture -----------------------------------------------------------------


IN_CAMP_MM: Final = ((-9.0, -4.0), (9.0, -4.0), (0.0, 9.0))
"""How far the three pawns of a camp stand from its middle in a picture."""
PAWN_MM: Final = 20.0


def table_picture(view: Json, state: m.State, words: Words) -> TablePicture:
    """The board with its pawns and the ghost, and how far everybody has come."""
    board = state.board
    pawns = (
        mark
        for colour, own in zip(state.colours, state.pawns, strict=True)
        for number, place in enumerate(own)
        for at in [_stands(board, colour, number, place)]
        for mark in _pawn(at, INKS[colour], words.say(f"lauf.letter.{colour}"))
    )
    ghost = _pawn(_place(board, state.ghost), marks.BLACK, "", 0.75)
    standings = (_standing(player, words) for player in view["players"])
    (left, top), size = _around(board)
    paper = marks.Polygon(marks.rectangle(left, top, *size, 6.0), PAPER)
    drawn = (paper, *board_marks(board), *pawns, *ghost)
    return TablePicture(placed(drawn, (-left, -top)), size, tuple(standings))


def _standing(player: Json, words: Words) -> Standing:
    in_camp = words.say("lauf.page.in-camp", count=player["camp"])
    come = words.say("lauf.page.come", way=player["way"])
    return Standing(player["way"], f"{in_camp}, {come}")


def _around(board: b.Board) -> tuple[Point, Point]:
    """The top-left corner and the size of what a board takes of its mat."""
    far = field_mm(board)
    bases = (at for own in board.colours.values() for at in own.base)
    xs, ys = zip(*board.points.values(), *bases, strict=True)
    wide, high = (max(along) - min(along) + 2 * far for along in (xs, ys))
    return (min(xs) - far, min(ys) - far), (wide, high)


def _stands(board: b.Board, colour: str, number: int, place: str) -> Point:
    own = board.colours[colour]
    if place == b.BASE:
        return own.base[number]
    if place == b.CAMP:
        right, down = IN_CAMP_MM[number]
        return own.camp[0] + right, own.camp[1] + down
    return board.points[place]


def _place(board: b.Board, place: str) -> Point:
    return board.ghost if place == b.SUMMIT else board.points[place]


def _pawn(at: Point, ink: marks.Ink, letter: str, size: float = 1.0) -> Iterator[marks.Mark]:
    """A pawn from above: its colour, ringed in white and black, with the colour's letter."""
    for ring, side in ((marks.BLACK, 1.0), (marks.WHITE, 0.92), (ink, 0.74)):
        yield marks.Polygon(marks.shape("R", *at, PAWN_MM * size * side), ring)
    high, on = (0.38 * PAWN_MM * size, marks.BLACK if ink == INKS["yellow"] else marks.WHITE)
    yield marks.Text(letter, (at[0], at[1] + high / 2), high, on, "centre", bold=True)
