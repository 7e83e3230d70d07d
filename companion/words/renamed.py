"""Sentences that have another key now: journals still name the old one."""

from collections.abc import Mapping
from typing import Final

from companion.announce import Message

PAWNS: Final = ("red", "yellow", "green", "blue")
DICE: Final = ("black", "red", "white", "pink", "any")
RENAMED: Final[Mapping[str, str]] = {
    "choice.nothing": "list.nothing",
    "illegal.no-such-turn": "session.no-turn",
    **{f"colour.{colour[0].upper()}": f"colour.{colour}" for colour in PAWNS},
    **{f"lauf.colour.{colour}": f"colour.{colour}" for colour in PAWNS},
    "lauf.page.no-cards": "list.no-card",
    "lauf.told.nudged": "dice.nudged",
    "lauf.told.corrected-to": "session.corrected-what",
    "lauf.told.paused": "session.paused",
    "lauf.told.resumed": "session.resumed",
    **{f"lustig.die.{colour}": f"dice.colour.{colour}" for colour in DICE},
    "lustig.dice.leans": "dice.question.die",
    "lustig.dice.missing": "dice.wrong.missing",
    "lustig.dice.too-many": "dice.wrong.too-many",
    "lustig.dice.unread": "dice.wrong.unread",
    "lustig.no-turn": "session.no-turn",
    "lustig.told.dice-right": "session.corrected-what",
    "lustig.told.has": "points.has",
    "lustig.told.paused": "session.paused",
    "lustig.told.resumed": "session.resumed",
    "lustig.told.won": "points.won",
}
"""Old key -> the key of the sentence that is said instead."""
GAPS: Final[Mapping[str, Mapping[str, str]]] = {
    "lustig.told.dice-right": {"dice": "what"}
}
"""Old key -> what its gaps are called now, where they have other names."""


def as_now(said: Message) -> Message:
    """A message as this version words it."""
    if said.key not in RENAMED:
        return said
    gaps = GAPS.get(said.key, {})
    params = {gaps.get(name, name): value for name, value in said.params.items()}
    return Message(RENAMED[said.key], params)
