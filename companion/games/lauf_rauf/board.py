"""The board as a value, its file (docs/lauf-rauf.md), and the twenty cards."""

import json
import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from companion import announce, errors, mat

# Cards -------------------------------------------------------------------------------


Cards: TypeAlias = tuple[str, ...]

START: Final = "STA"
BACK: Final = "BAC"
CLIMB: Final = "CLI"
HIT: Final = "HIT"
JOKER: Final = "JOK"
KINDS: Final[Cards] = (START, BACK, CLIMB, HIT, JOKER)
COPIES: Final = 4
ALL: Final[Cards] = tuple(kind for kind in KINDS for _ in range(COPIES))
"""All cards, by their kinds."""


def serving(hand: Iterable[str], kind: str) -> Cards:
    """The cards of a hand that can be played as a kind: one of that kind, and the joker."""
    return tuple(card for card in hand if card in (kind, JOKER))


def kind_name(kind: str) -> announce.Message | str:
    """The name of a card; any other text stands for itself."""
    return announce.message(f"lauf.card.{kind}") if kind in KINDS else kind[:20]


# The board ---------------------------------------------------------------------------


FieldNames: TypeAlias = tuple[str, ...]

COLOURS: Final[FieldNames] = ("red", "blue", "green", "yellow")
"""Clockwise, as the camera sees the board."""
BASE: Final = "base"
CAMP: Final = "camp"
SUMMIT: Final = "summit"
"""The ghost's home."""
LOWER, MIDDLE = LEVELS = (0, 1)
LONGEST_RUN: Final = 12


@dataclass(frozen=True, slots=True)
class ColourPlaces:
    """The places of one colour; of ``climb`` and ``outlined`` the lower ring's come first."""

    climb: tuple[str, str]
    outlined: tuple[FieldNames, FieldNames]
    """The approach fields from which its pawns climb."""
    base: tuple[mat.Point, ...]
    camp: mat.Point


@dataclass(frozen=True, slots=True)
class Board:
    """Fields are names, points are mm on the mat; a ring lists its fields in moving direction."""

    name: str
    points: Mapping[str, mat.Point]
    rings: tuple[FieldNames, FieldNames]
    colours: Mapping[str, ColourPlaces]
    ghost: mat.Point
    measured: bool = True
    """Whether the points are the fields' positions on the mat, and not only in a drawing."""

    def level(self, place: str) -> int | None:
        """The ring of a field; None if it is on neither."""
        return next((n for n in LEVELS if place in self.rings[n]), None)

    def ahead(self, field: str, steps: int) -> str:
        """The field so many steps ahead in moving direction; behind, if ``steps`` is negative."""
        ring = self._ring(field)
        return ring[(ring.index(field) + steps) % len(ring)]

    def way(self, field: str, steps: int) -> FieldNames:
        """The fields from the next one to the one so many steps ahead, or behind."""
        there = range(1, steps + 1) if steps > 0 else range(-1, steps - 1, -1)
        return tuple(self.ahead(field, n) for n in there)

    def distance(self, field: str, to: str) -> int:
        """The steps in moving direction between two fields of one ring."""
        ring = self._ring(field)
        return (ring.index(to) - ring.index(field)) % len(ring)

    def is_climb_field(self, field: str) -> bool:
        """Whether it is any colour's climb field; all other fields are approach fields."""
        return any(field in own.climb for own in self.colours.values())

    def _ring(self, field: str) -> FieldNames:
        return next(ring for ring in self.rings if field in ring)


@cache
def our_board() -> Board:
    """The board that is printed as the mat."""
    return board_from_toml((files(__package__) / "ours.toml").read_text("utf-8"))


def board_from_toml(text: str) -> Board:
    """The board of a file. Raises EditionError."""
    try:
        board = _board(tomllib.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise errors.EditionError("lauf.no-board", why=str(error)[:80]) from error
    wrong = next(_wrong(board), None)
    if wrong is not None:
        raise errors.EditionError("lauf.wrong-board", what=wrong)
    return board


def _board(data: Mapping[str, Any]) -> Board:
    points = {name: _point(at) for name, at in data["fields"].items()}
    rings = (tuple(data["rings"]["lower"]), tuple(data["rings"]["middle"]))
    colours = {name: _colour(own) for name, own in data["colours"].items()}
    name, measured = str(data.get("name", "")), data.get("measured") is True
    return Board(name, points, rings, colours, _point(data["ghost"]), measured)


def _colour(data: Mapping[str, Any]) -> ColourPlaces:
    lower, upper = data["climb"]
    below, above = map(tuple, data["outlined"])
    base = tuple(map(_point, data["base"]))
    return ColourPlaces((lower, upper), (below, above), base, _point(data["camp"]))


def _point(data: Any) -> mat.Point:
    x, y = map(float, data)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"nowhere: {data}")
    return x, y


def _on_the_mat(at: mat.Point) -> bool:
    return all(0 <= one <= side for one, side in zip(at, mat.A2_MM, strict=True))


def _wrong(board: Board) -> Iterator[str]:
    """What is impossible about a board: the name of the ring, field or colour at fault."""
    listed = [field for ring in board.rings for field in ring]
    if sorted(listed) != sorted(board.points):
        yield "rings"
    if len(set(board.points.values())) < len(board.points):
        yield "fields"
    if board.measured:
        yield from (name for name, at in board.points.items() if not _on_the_mat(at))
    # One roll must not lead all the way round.
    yield from ("rings" for ring in board.rings if len(ring) <= LONGEST_RUN)
    yield from (place for place in (BASE, CAMP, SUMMIT) if place in board.points)
    if not 2 <= len(board.colours) or not set(board.colours) <= set(COLOURS):
        yield "colours"
    for name, own in board.colours.items():
        pairs = zip(board.rings, own.climb, own.outlined, strict=True)
        if not all({c, *o} <= set(ring) and c not in o for ring, c, o in pairs):
            yield name
        if len(own.base) != 3:
            yield name
        if board.measured and not all(map(_on_the_mat, (*own.base, own.camp))):
            yield name


# As JSON, and as its file ------------------------------------------------------------


def board_json(board: Board) -> dict[str, Any]:
    """The positions of everything, mm, as the pages draw it."""
    return {
        "name": board.name,
        "measured": board.measured,
        "ghost": list(board.ghost),
        "rings": {"lower": list(board.rings[0]), "middle": list(board.rings[1])},
        "colours": {
            name: {
                "base": [list(at) for at in own.base],
                "camp": list(own.camp),
                "climb": list(own.climb),
                "outlined": [list(fields) for fields in own.outlined],
            }
            for name, own in board.colours.items()
        },
        "fields": {name: list(at) for name, at in board.points.items()},
    }


def board_toml(board: Board) -> str:
    """The board's file."""
    lower, middle = map(_texts, board.rings)
    lines = [
        f"name = {_quoted(board.name)}",
        f"measured = {str(board.measured).lower()}",
        f"ghost = {_at(board.ghost)}",
        "",
        "[rings]",
        f"lower = {lower}",
        f"middle = {middle}",
    ]
    for name, own in board.colours.items():
        below, above = map(_texts, own.outlined)
        base = ", ".join(map(_at, own.base))
        lines += ["", f"[colours.{name}]", f"base = [{base}]"]
        lines += [f"camp = {_at(own.camp)}"]
        lines += [f"climb = {_texts(own.climb)}", f"outlined = [{below}, {above}]"]
    fields = (f"{_quoted(name)} = {_at(at)}" for name, at in board.points.items())
    return "\n".join([*lines, "", "[fields]", *fields, ""])


def _texts(names: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, names))}]"


def _quoted(name: str) -> str:
    """A JSON string is a valid TOML string."""
    return json.dumps(name, ensure_ascii=False)


def _at(point: mat.Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"


def usual_colours(players: int, board: Board) -> FieldNames:
    """The colours by seat, unless the players choose others: two sit opposite each other."""
    colours = tuple(c for c in COLOURS if c in board.colours)
    return colours[::2] if players == 2 and len(colours) == 4 else colours[:players]
