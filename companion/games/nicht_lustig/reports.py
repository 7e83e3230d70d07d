"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.games.nicht_lustig.pieces import CARDS, card_name, colour_name
from companion.kit.highlights import Highlight
from companion.kit.watch_lines import AnnouncedLines
from companion.rules import Json
from companion.words import Words


def highlights(said: Sequence[Announcement], end: Json) -> Iterator[Highlight]:
    """The highlights of a game, from everything announced in it, and its end."""
    deaths = Counter(news.player for news in said if news.kind == "death")
    for seat, player in enumerate(end["players"]):
        yield Highlight(message("lustig.feat.deaths"), seat, deaths[seat])
        if end["phase"] == "over":
            points = message("lustig.feat.points")
            yield Highlight(points, seat, player["points"], adds=False)


def _table(zones: Json, said: Words) -> str:
    return said.say("watch.table", zones=_zones(zones, said))


def _zones(zones: Json, said: Words) -> str:
    return "; ".join(
        f"{said.say(f'scan.zone.{zone}')}: {_lying(codes, said)}"
        for zone, codes in zones.items()
    )


def _lying(codes: Sequence[str], said: Words) -> str:
    return ", ".join(_named(code, said) for code in codes) or said.say("watch.nothing")


def _named(code: str, said: Words) -> str:
    """A card by its name, a die by its colour and value; ``?`` is an unreadable one."""
    face, _, _ = code.rpartition("-")
    if face in CARDS:
        return str(said.worded(card_name(face)))
    colour, _, value = code.partition("-")
    return f"{said(colour_name(colour))} {value.replace('symbol', '✶') or '?'}"


def watch_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines(_table)
