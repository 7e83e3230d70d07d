"""What of this game is drawn: everybody's score sheet, on the picture that people send around."""

from collections.abc import Iterator
from typing import Any, Final

from companion.kit.score_sheets.model import State
from companion.rules import Json
from companion.words import Words
from vision.printing.marks import Mark, Polygon, Text, rectangle
from vision.printing.poster import PALE, RAISED, SEATS, SOFT, Standing, TablePicture, seat_shape

WIDTH: Final = 96.0
NAMES: Final = 34.0
"""The width of the boxes' names, mm."""
ROW: Final = 4.6
LETTERS: Final = 2.1


def table_picture(view: Json, state: State[Any], words: Words) -> TablePicture:
    """Everybody's sheet under their mark, box by box, and the points."""
    players, boxes = view["players"], state.form.boxes
    across = (WIDTH - NAMES) / len(players)
    middles = [NAMES + across * (seat + 0.5) for seat in range(len(players))]
    drawn: list[Mark] = [
        Polygon(part, SEATS[seat])
        for seat, x in enumerate(middles)
        for part in seat_shape(seat, x, ROW / 2)
    ]
    for number, box in enumerate(boxes):
        points = [player["sheet"][box] for player in players]
        name, top = words.say(f"yatzy.box.{box}"), ROW * (number + 1.3)
        drawn += _row(name, points, middles, top)
    has = ((p["points"], words.say("points.count", count=p["points"])) for p in players)
    size = (WIDTH, ROW * (len(boxes) + 1.5))
    return TablePicture(tuple(drawn), size, tuple(Standing(*each) for each in has))


def _row(name: str, points: list[int | None], middles: list[float], top: float) -> Iterator[Mark]:
    """A box, and what stands there for everybody; a dash where it was crossed out."""
    yield Polygon(rectangle(0, top, WIDTH, ROW - 0.4), RAISED)
    base = top + 3.1
    yield Text(name, (1.5, base), LETTERS, SOFT)
    for x, written in zip(middles, points, strict=True):
        if written is not None:
            points_or_dash = str(written or "–")
            yield Text(points_or_dash, (x, base), LETTERS, PALE, "centre", bold=True)
