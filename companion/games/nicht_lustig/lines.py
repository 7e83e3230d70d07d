"""The lines of `murphy watch` for this game: what people at the table would be told, and the table itself."""

from __future__ import annotations

from collections.abc import Sequence

from companion.gamekit.watch_lines import AnnouncedLines
from companion.games.nicht_lustig.deck.cards import CARDS, card_name
from companion.games.nicht_lustig.deck.dice import colour_name
from companion.rules import Json
from companion.words import Words


def _table(zones: Json, said: Words) -> str:
    return said.say("lustig.watch.table", zones=_zones(zones, said))


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
    """A card by its name, a die by its colour and value; ``?`` is an unreadable one."""
    face, _, _ = code.rpartition("-")
    if face in CARDS:
        return str(said.worded(card_name(face)))
    colour, _, value = code.partition("-")
    return f"{said(colour_name(colour))} {value.replace('symbol', '✶') or '?'}"


def lustig_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines(_table)
