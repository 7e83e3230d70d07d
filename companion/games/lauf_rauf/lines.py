"""The lines of `murphy watch` for this game: what people at the table would be told, and the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.lauf_rauf.board.cards import KINDS, kind_name
from companion.games.lauf_rauf.mat import DICE_COLOUR, DISCARD, GHOST, SUPPLY, TRAY
from companion.games.lauf_rauf.tracker.wrongs import place_name
from companion.games.package import Line
from companion.rules import Json
from companion.session import Outcome, Session
from companion.table import Observation
from companion.words import Words


class LaufLines:
    """A line for each announcement (docs/commands.md)."""

    def seen(self, observation: Observation) -> Iterator[Line]:
        """Nothing here is told at once where nobody plays."""
        return iter(())

    def finished(self, session: Session[Any]) -> Iterator[Line]:
        """The end of a source decides nothing: what nobody saw stays open."""
        return iter(())

    def played(self, came: Outcome) -> Iterator[Line]:
        """The lines of what a call of the session came to."""
        for news in came.announcements:
            told = news.to_json()
            yield {"event": told.pop("kind"), **told}

    def in_words(self, told: Line, said: Words, names: Sequence[str] = ()) -> str:
        """The sentence of a line."""
        if told["event"] != "table":
            return str(told["text"])
        return said.say("lauf.watch.table", zones=_places(told["zones"], said))


def _places(zones: Json, said: Words) -> str:
    """Every place where something is; a field is called by its name."""
    told = [
        said.say(
            "lauf.watch.place", zone=_zone(zone, said), pieces=_pieces(codes, said)
        )
        for zone, codes in zones.items()
        if codes
    ]
    return "; ".join(told) or said.say("lauf.watch.nothing")


def _zone(zone: str, said: Words) -> str:
    """What a zone is called; a field by its name, which is printed on it."""
    if zone in (TRAY, SUPPLY, DISCARD):
        return said.say(f"scan.zone.{zone}")
    return str(said.worded(place_name(zone.partition("-")[0])))


def _pieces(codes: Sequence[str], said: Words) -> str:
    return ", ".join(_named(code, said) for code in codes)


def _named(code: str, said: Words) -> str:
    """A card as it is called, a die by its value, a pawn by colour and number; ``?`` is a die that cannot be read."""
    name, _, rest = code.partition("-")
    if name in KINDS:
        return str(said.worded(kind_name(name)))
    if name == DICE_COLOUR:
        return said.say("lauf.watch.die", value=rest or "?")
    if name == GHOST:
        return said.say("lauf.watch.ghost")
    colour = said.say(f"lauf.colour.{name}")
    return said.say("lauf.watch.pawn", colour=colour, number=rest)
