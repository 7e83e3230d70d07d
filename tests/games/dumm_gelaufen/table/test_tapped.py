"""A move that was tapped and is carried out, too, counts once: what of the evidence is part of it, and what ends the waiting."""

from functools import cache

import pytest

from companion.games.dumm_gelaufen.deck.cards import LEFT, MAC, RIGHT, Card
from companion.games.dumm_gelaufen.table.fold import unexpected
from companion.games.dumm_gelaufen.table.state import TableState
from companion.games.dumm_gelaufen.tracker.evidence import DrawPileReach, Evidence, ZoneChange
from tests.games.dumm_gelaufen.script import dealt

ROW = "R01-1 R02-1 R03-1 R04-1 R05-1 R06-1 R07-1"
TWO_FOR_ONE = "take mac R01-1, take mac R02-1, lay mac G10-1"
ONE_FOR_TWO = "take draw, lay open-left G01-1, lay open-right G02-1"
UNREAD = "take draw, lay open-left G01-1, lay open-right"


@cache
def tapped(moves: str) -> TableState:
    """A table that lies as it was dealt, and these moves tapped."""
    told = dealt().session
    words = [[*move.split(), None] for move in moves.split(", ")]
    taken = [[place, card] for what, place, card, *_ in words if what == "take"]
    told.submit({"move": "take", "player": 0, "cards": taken}, by=0)
    for what, place, card, *_ in words:
        if what == "lay":
            told.submit({"move": "lay", "player": 0, "place": place, "card": card}, by=0)
    return told.state


def zone(name: str, shown: str) -> ZoneChange:
    return ZoneChange(0.0, name, tuple(map(Card.parse, shown.split())), 1)


@pytest.mark.parametrize(
    ("seen", "part", "awaited"),
    [
        (zone(MAC, "R02-1 R03-1 R04-1 R05-1 R06-1 R07-1"), True, (MAC,)),
        (zone(MAC, "R03-1 R04-1 R05-1 R06-1 R07-1"), True, (MAC,)),
        (zone(MAC, "R03-1 R04-1 R05-1 R06-1 R07-1 G10-1"), True, ()),
        (zone(MAC, ROW), True, (MAC,)),
        (zone(MAC, "R01-1 R02-1 R04-1 R05-1 R06-1 R07-1"), False, ()),
        (zone(MAC, "R03-1 R04-1 R05-1 R06-1 R07-1 G11-1"), False, ()),
        (zone(LEFT, "G05-1"), False, ()),
        (zone(LEFT, "Y01-1"), False, (MAC,)),
        (DrawPileReach(0.0), False, (MAC,)),
    ],
    ids=str,
)
def test_an_exchange_with_mac(seen: Evidence, part: bool, awaited: tuple[str, ...]) -> None:
    """Only what was tapped goes from the row, and only that comes; nobody draws for it."""
    before = tapped(TWO_FOR_ONE)

    after, more = unexpected(before, before, (seen,))

    assert (() if part else (seen,), frozenset(awaited)) == (more, after.awaited)


@pytest.mark.parametrize(
    ("seen", "part", "awaited"),
    [
        (DrawPileReach(0.0), True, (LEFT, RIGHT)),
        (zone(LEFT, ""), True, (LEFT, RIGHT)),
        (zone(LEFT, "Y01-1"), True, (LEFT, RIGHT)),
        (zone(LEFT, "G01-1"), True, (RIGHT,)),
        (zone(LEFT, "G01-1 Y01-1"), True, (RIGHT,)),
        (zone(LEFT, "G01-1 Y05-1"), True, (RIGHT,)),
        (zone(RIGHT, "G02-1"), True, (LEFT,)),
        (zone(LEFT, "G02-1"), False, ()),
        (zone(LEFT, "G05-1 G01-1"), False, ()),
        (zone(MAC, "R01-1 R02-1 R03-1 R04-1 R05-1 R06-1"), False, ()),
        (zone(MAC, ROW), False, (LEFT, RIGHT)),
    ],
    ids=str,
)
def test_one_drawn_and_two_laid(seen: Evidence, part: bool, awaited: tuple[str, ...]) -> None:
    """By its top a pile tells what came to it; what shows below it was only not read before."""
    before = tapped(ONE_FOR_TWO)

    after, more = unexpected(before, before, (seen,))

    assert (() if part else (seen,), frozenset(awaited)) == (more, after.awaited)


def test_a_card_laid_that_nobody_names_is_not_waited_for() -> None:
    """Whatever its pile shows may be it."""
    assert frozenset({LEFT}) == tapped(UNREAD).awaited
