"""Moments of a game, written short."""

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.notation import NOTATION
from companion.games.nicht_lustig.pieces import DiceRoll
from companion.rules import Json


def dice(text: str) -> DiceRoll:
    """``23 34 31 4``: black, red, white and pink; ``*`` is a symbol."""
    return DiceRoll(tuple(int(c.replace("*", "0")) for c in text.replace(" ", "")))


def area(text: str = "") -> m.PlayerArea:
    """``open: R01 / scored: L02 / covered: L01=T03 / deaths: T05 / specials: S01``."""
    told = dict(part.split(":") for part in text.split("/") if ":" in part)
    fields = {name.strip(): tuple(cards.split()) for name, cards in told.items()}
    pairs = (pair.partition("=") for pair in fields.pop("covered", ()))
    covered = tuple((card, death) for card, _, death in pairs)
    return m.PlayerArea(**fields, covered=covered)


def moment(*areas: str, **more: object) -> m.State:
    """A moment with these areas (two at least), everything else in the display or the middle."""
    given = [area(text) for text in (*areas, "", "")[: max(2, len(areas))]]
    told: Json = {"areas": [_json(each) for each in given], **more}
    return NOTATION.read(told)


def after_roll(rolled: str, *areas: str, **more: object) -> m.State:
    """The same after a roll of which nothing has been scored yet."""
    return moment(*areas, dice=dice(rolled).to_json(), **more)


def _json(told: m.PlayerArea) -> Json:
    from companion.games.nicht_lustig.notation import area_json

    return area_json(told)
