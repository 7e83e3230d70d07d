"""The lines of `murphy watch` for this game: what people at the table would be told, and the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.nicht_lustig.deck.cards import CARDS, card_name
from companion.games.nicht_lustig.tracker.dice_seen import colour_name
from companion.games.package import Line
from companion.rules import Json
from companion.session import Outcome, Session
from companion.table import Observation
from companion.words import Words


class LustigLines:
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
            event = "roll" if news.kind == "rolled" else news.kind
            yield {"event": event, "player": news.player, **news.params, "text": told["text"]}  # fmt: skip

    def in_words(self, told: Line, said: Words, names: Sequence[str] = ()) -> str:
        """The sentence of a line."""
        if told["event"] != "table":
            return str(told["text"])
        return said.say("lustig.watch.table", zones=_zones(told["zones"], said))


def _zones(zones: Json, said: Words) -> str:
    return "; ".join(
        f"{said.say(f'scan.zone.{zone}')}: {_lying(codes, said)}"
        for zone, codes in zones.items()
    )


def _lying(codes: Sequence[str], said: Words) -> str:
    return ", ".join(_named(code, said) for code in codes) or said.say(
        "lustig.watch.nothing"
    )


def _named(code: str, said: Words) -> str:
    """A card as it is called, a die by its colour and value; ``?`` is one that cannot be read."""
    face, _, _ = code.rpartition("-")
    if face in CARDS:
        return str(said.worded(card_name(face)))
    colour, _, value = code.partition("-")
    return f"{said(colour_name(colour))} {value.replace('symbol', '✶') or '?'}"
