"""What is told of this game elsewhere: the lines of `murphy watch`, and what stands out for the archive."""

from collections.abc import Iterator, Sequence

from companion.announce import Announcement, message
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf.mat import DICE_COLOUR, DISCARD, GHOST, SUPPLY, TRAY
from companion.games.lauf_rauf.table.moves_seen import place_name
from companion.kit.highlights import Highlight, how_often
from companion.kit.watch_lines import AnnouncedLines
from companion.rules import Json
from companion.words import Words, zone_name


def highlights(announced: Sequence[Announcement], end: Json) -> Iterator[Highlight]:
    """The highlights of a game, from everything announced in it."""
    moved = [news for news in announced if news.kind == "moved"]
    hits = (news for news in moved if news.params.get("how") == "hit")
    up = (news for news in moved if news.params.get("to") == "camp")
    yield from how_often(message("lauf.feat.hits"), end, hits)
    yield from how_often(message("lauf.feat.camp"), end, up)


def _places(zones: Json, words: Words) -> str:
    """Every occupied place; fields by their names."""
    told = []
    for zone, codes in zones.items():
        if codes:
            pieces = ", ".join(_named(code, words) for code in codes)
            here = _zone(zone, words)
            told.append(words.say("lauf.watch.place", zone=here, pieces=pieces))
    return "; ".join(told) or words.say("list.nothing")


def _zone(zone: str, words: Words) -> str:
    """The name of a zone; a field's name is the one printed on it."""
    if zone in (TRAY, SUPPLY, DISCARD):
        return str(words.worded(zone_name("lauf-rauf", zone)))
    return str(words.worded(place_name(zone.partition("-")[0])))


def _named(code: str, words: Words) -> str:
    """A card by its name, a die by its value, a pawn by colour and number; ``?`` is an unreadable die."""
    name, _, rest = code.partition("-")
    if name in b.KINDS:
        return str(words.worded(b.kind_name(name)))
    if name == DICE_COLOUR:
        return words.say("lauf.watch.die", value=rest or "?")
    if name == GHOST:
        return words.say("lauf.watch.ghost")
    colour = words.say(f"colour.{name}")
    return words.say("lauf.watch.pawn", colour=colour, number=rest)


def _fields(announcement: Announcement) -> Json:
    """The data of an announcement; dice by their colour, as in every game."""
    told = announcement.params
    dice = {k: {DICE_COLOUR: told[k]} for k in ("dice", "rolled") if k in told}
    return {**told} | dice


def watch_lines() -> AnnouncedLines:
    """The lines for one game being watched."""
    return AnnouncedLines(
        lambda zones, said: said.say("watch.table", zones=_places(zones, said)), _fields
    )
