"""This game's mat, its pawns' caps, its cards and its dice (docs/physical.md, sections 6 and 8)."""

import math
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.lauf_rauf import board as b
from companion.mat import A2_MM, Mat, Point, Zone, ZoneKind
from companion.pieces import DiceSet, Die, Piece, PieceKind, Pieces, cards
from companion.rules import Json

PAYLOAD: Final = "LR1"
EDITION: Final = "revised"
"""There is only the author's revision."""
DICE_COLOUR: Final = "white"
DICE_SET: Final = DiceSet((Die(DICE_COLOUR), Die(DICE_COLOUR)))
TRAY: Final = "tray"
SUPPLY: Final = "supply"
DISCARD: Final = "discard"
BASE_ZONE: Final = "base-"
CAMP_ZONE: Final = "camp-"
GHOST: Final = "ghost"
"""The thirteenth figure, as it appears in tables."""
FIRST_CAP: Final = 16
GHOST_CAP: Final = 28
PAWN_MM: Final = 24.0
"""The height of a cap above the mat; the ghost does not lift the pawn under it (docs/physical.md, section 8)."""


def pawn_names(colour: str) -> b.FieldNames:
    """The three pawns of a colour, as they appear in tables."""
    return tuple(f"{colour}-{number}" for number in (1, 2, 3))


def caps() -> dict[int, Piece]:
    """Marker -> the pawn that wears it."""
    names = [name for colour in b.COLOURS for name in pawn_names(colour)]
    pawns = {FIRST_CAP + n: Piece(PieceKind.PAWN, name) for n, name in enumerate(names)}
    return pawns | {GHOST_CAP: Piece(PieceKind.PAWN, GHOST)}


def mat_of(board: b.Board) -> Mat:
    """The mat with a board on it: a zone for each place of a pawn, as wide as the distance to the next one."""
    return Mat(
        "lauf-rauf",
        (8, 9, 10, 11),
        (
            *_places(board),
            *_camps(board),
            Zone(TRAY, ZoneKind.TRAY, 415, 50, 580, 300),
            Zone(SUPPLY, ZoneKind.BLIND, 415, 308, 480, 405),
            Zone(DISCARD, ZoneKind.PILE, 486, 308, 549, 405),
        ),
    )


def base_zones(board: b.Board) -> dict[str, Point]:
    """Zone -> the middle of a pawn's place in a base camp."""
    return {
        f"{BASE_ZONE}{colour}-{n}": at
        for colour, own in board.colours.items()
        for n, at in enumerate(own.base, 1)
    }


def laid(setup: Json) -> Mat | None:
    """The mat with the board of a set-up; None if that is our own, or its fields' positions are unknown. Raises EditionError."""
    text = setup.get("board")
    board = b.our_board() if text is None else b.board_from_toml(str(text))
    return mat_of(board) if board.measured and board != b.our_board() else None


def _places(board: b.Board) -> Iterator[Zone]:
    """The fields, the base camps and the ghost's summit."""
    bases = base_zones(board)
    points = {**board.points, **bases, b.SUMMIT: board.ghost}
    known = _known(board)
    for name, (x, y) in points.items():
        half, place = _half(known, (x, y)), b.BASE if name in bases else ""
        yield _place(name, (x - half, x + half), (y - half, y + half), place)


def _camps(board: b.Board) -> Iterator[Zone]:
    """The summit camps extend three times as far away from the ghost as towards it: three pawns stand there."""
    known = _known(board)
    for colour, own in board.colours.items():
        half = _half(known, own.camp)
        (x, y), (ghost_x, ghost_y) = own.camp, board.ghost
        right, down = math.copysign(half, x - ghost_x), math.copysign(half, y - ghost_y)
        xs, ys = sorted((x - right, x + 3 * right)), sorted((y - down, y + 3 * down))
        yield _place(f"{CAMP_ZONE}{colour}", (xs[0], xs[1]), (ys[0], ys[1]), b.CAMP)


def _place(name: str, xs: Point, ys: Point, place: str) -> Zone:
    """A place for pawns, clipped at the mat's edges."""
    (left, right), (top, bottom) = (
        (min(max(at, 0.0), side) for at in ends) for ends, side in zip((xs, ys), A2_MM, strict=True)
    )
    return Zone(name, ZoneKind.FIELD, left, top, right, bottom, place=place)


def field_mm(board: b.Board) -> float:
    """The width of the narrowest field."""
    known = _known(board)
    return 2 * min(_half(known, at) for at in board.points.values())


def _known(board: b.Board) -> tuple[Point, ...]:
    """The middle of every place."""
    camps = (own.camp for own in board.colours.values())
    bases = base_zones(board).values()
    return (*board.points.values(), *bases, board.ghost, *camps)


def _half(known: Iterable[Point], at: Point) -> float:
    """How far a place of a pawn extends: half the distance to the next one of all that are ``known``, along the mat's edges, so that none overlap."""
    return min(_apart(at, other) for other in known if other != at) / 2


def _apart(one: Point, other: Point) -> float:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


MAT: Final = mat_of(b.our_board())


def pieces(edition: str | None = None) -> Pieces:
    """The twenty cards."""
    copies = range(1, b.COPIES + 1)
    return cards(PAYLOAD, (f"{kind}-{copy}" for kind in b.KINDS for copy in copies))
