"""Parsing positions and moves given as one line of text (docs/notation.md)."""

from __future__ import annotations

import json
from typing import Any

from companion.errors import InputError
from companion.games.nicht_lustig.deck.dice import DICE
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.rules import Json


def position_text(told: Json) -> str:
    """A position's JSON as one line: ``name:value`` fields, values as compact JSON without blanks."""
    return " ".join(f"{k}:{json.dumps(v, separators=(',', ':'))}" for k, v in told.items())  # fmt: skip


def position_from_text(text: str) -> dict[str, Any]:
    """The JSON of a line that ``position_text`` wrote. Raises InputError."""
    fields: dict[str, Any] = {}
    for field in text.split():
        name, colon, value = field.partition(":")
        if not colon or name in fields:
            raise InputError("lustig.no-position", what=field[:80])
        try:
            fields[name] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise InputError("lustig.no-position", what=field[:80]) from error
    return fields


def decision_from_text(text: str, player: int | None) -> Decision:
    """The move in a text; its seat defaults to ``player``. Raises InputError."""
    words = text.split()
    try:
        seat = int(words.pop(0)) if words and words[0].isdecimal() else player
    except ValueError:  # thousands of digits
        raise InputError("lustig.no-move", what=text[:80]) from None
    shown = words[words.index("=") + 1 :] if "=" in words else []
    words = words[: words.index("=")] if "=" in words else words
    values = _values(shown, text)
    match words:
        case _ if seat is None:
            pass
        case ["roll", *names]:
            thrown = DICE if names in ([], ["all"]) else tuple(names)
            return ThrowDice(seat, thrown, values)
        case ["stop"]:
            return StopRolling(seat)
        case ["use", face]:
            return UseSpecial(seat, face)
        case ["take", *faces]:
            return TakeTargets(seat, tuple(sorted(faces)))
        case ["death", death, onto]:
            return TakeDeath(seat, death, None if onto == "open" else onto)
        case ["professors"]:
            return RollProfessors(seat, values)
    raise InputError("lustig.no-move", what=text[:80])


def _values(shown: list[str], text: str) -> tuple[int, ...] | None:
    if not shown:
        return None
    found = "".join(shown).replace("*", "0").replace("-", "")
    if not all(c in "012345" for c in found):
        raise InputError("lustig.no-move", what=text[:80])
    return tuple(map(int, found))
