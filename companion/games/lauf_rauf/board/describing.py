"""A board as JSON values and as its file, which ``board_from_toml`` parses."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.games.lauf_rauf.board.plan import PawnBoard
from companion.mat import Point


def board_json(board: PawnBoard) -> dict[str, Any]:
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


def board_toml(board: PawnBoard) -> str:
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
        lines += ["", f"[colours.{name}]", f"base = [{base}]", f"camp = {_at(own.camp)}"]  # fmt: skip
        lines += [f"climb = {_texts(own.climb)}", f"outlined = [{below}, {above}]"]
    fields = (f"{_quoted(name)} = {_at(at)}" for name, at in board.points.items())
    return "\n".join([*lines, "", "[fields]", *fields, ""])


def _texts(names: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, names))}]"


def _quoted(name: str) -> str:
    """A JSON string is a valid TOML string."""
    return json.dumps(name, ensure_ascii=False)


def _at(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"
