"""The cards as murphy prints them: both sides of each, with tags at the same places."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from companion.announce import Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.mat import PAYLOAD
from companion.games.nicht_lustig.rules import legality, points
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.rules import Json
from companion.words import Words
from vision.printing import letters, marks
from vision.printing.faces import PrintedFace, corners, tags
from vision.printing.poster import Group, Standing, TablePicture, groups_of_cards

DIE_INKS: Final[dict[str, marks.Ink]] = {
    "black": (24, 26, 28),
    "red": (170, 20, 30),
    "white": (255, 255, 255),
}
INKS: Final[dict[str, marks.Ink]] = {
    "R": (70, 84, 110),
    "Y": (30, 98, 160),
    "L": (150, 96, 20),
    "P": (96, 50, 130),
    "D": (24, 112, 60),
    "T": (40, 36, 44),
    "S": (176, 40, 96),
}
"""The ink of a kind; its name is written on the card as well."""
MIDDLE: Final = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
DIE_MM: Final = 9.0
NUMBERED: Final = p.DEATHS[:-1]
"""The Deaths that are named by a number."""


def sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    """The cards of the one edition."""
    return faces(words)


@lru_cache(maxsize=4)
def faces(words: Words) -> tuple[PrintedFace, ...]:
    """All cards in one language, each with its second side on its back."""
    return tuple(face(card, words) for card in p.CARDS)


def face(card: str, words: Words) -> PrintedFace:
    """One card: dice side (the front of Deaths and specials), and its reverse."""
    front = (*_front(card, words), *tags(f"{PAYLOAD}-{card}-1"))
    back = (*_back(card, words), *tags(f"{PAYLOAD}-{card}-2"))
    name = str(words.worded(p.card_name(card)))
    return PrintedFace(f"{PAYLOAD}-{card}-1", name, front, INKS[card[0]], back)


def _front(card: str, words: Words) -> Iterator[marks.Mark]:
    ink = INKS[card[0]]
    if card in p.TARGETS:
        yield from _dice(card, words)
    else:
        yield marks.Polygon(
            marks.rectangle(6, 28, CARD_WIDTH_MM - 12, 31, 3), marks.paler(ink, 0.8)
        )
        yield from _large(_title(card, words), ink, 17.0 if card in NUMBERED else 6.0)
    yield from _named(card, words, ink)


def _title(card: str, words: Words) -> str:
    """The text in the middle of a Death or special: its number, or its name."""
    return str(p.value(card)) if card in NUMBERED else words.say(f"lustig.card.{card}")


def _large(text: str, ink: marks.Ink, height: float) -> tuple[marks.Text, ...]:
    """A text in the middle of a card, in smaller letters or on more lines if it is long."""
    at = (MIDDLE[0], MIDDLE[1] - height / 2)
    line = marks.Text(text, at, height, ink, "centre", bold=True)
    return letters.paragraph(line, CARD_WIDTH_MM - 14, 20.0)


def _dice(card: str, words: Words) -> Iterator[marks.Mark]:
    """The dice that a target requires; a dinosaur's sum."""
    ink = INKS[card[0]]
    if card.startswith(p.DINOSAUR):
        told = f"{p.value(card)} +"
        yield marks.Text(told, (MIDDLE[0], MIDDLE[1]), 15.0, ink, "centre", bold=True)
        below, said = (MIDDLE[0], MIDDLE[1] + 3), words.say("lustig.print.sum")
        line = marks.Text(said, below, 3.2, ink, "centre")
        yield from letters.paragraph(line, CARD_WIDTH_MM - 12, 8.0)
        return
    asks = legality.ASKS[card[0]]
    left = MIDDLE[0] - (len(asks) * (DIE_MM + 3) - 3) / 2
    for number, colour in enumerate(asks):
        yield from _die(left + number * (DIE_MM + 3), colour, str(p.value(card)), words)


def _die(x: float, colour: str, shown: str, words: Words) -> Iterator[marks.Mark]:
    """A die: its colour, its number, and the colour's letter below."""
    y, ink = MIDDLE[1] - DIE_MM / 2, DIE_INKS[colour]
    on = marks.BLACK if colour == "white" else marks.WHITE
    yield marks.Polygon(marks.rectangle(x, y, DIE_MM, DIE_MM, 1.8), marks.BLACK)
    yield marks.Polygon(marks.rectangle(x + 0.4, y + 0.4, DIE_MM - 0.8, DIE_MM - 0.8, 1.5), ink)
    yield marks.Text(shown, (x + DIE_MM / 2, y + 6.6), 6.0, on, "centre", bold=True)
    letter = words.say(f"lustig.letter.{colour}")
    yield marks.Text(letter, (x + DIE_MM / 2, y + DIE_MM + 3.6), 3.0, marks.GREY, "centre")


def _back(card: str, words: Words) -> Iterator[marks.Mark]:
    """A scored target shows its points; a Death or special has a plain back with its kind."""
    ink = INKS[card[0]]
    panel = marks.rectangle(4, 24, CARD_WIDTH_MM - 8, CARD_HEIGHT_MM - 48, 3)
    yield marks.Polygon(panel, marks.paler(ink, 0.7))
    if card in p.TARGETS:
        worth = words(_worth(card))
        yield from _large(worth, ink, 5.0)
    yield from _named(card, words, ink)


def _worth(card: str) -> Message:
    """What a target's points are."""
    if card[0] == "D":
        return message("points.count", count=p.value(card) - points.DINOSAUR_LEAST)
    return message(f"lustig.print.worth.{card[0]}")


def _named(card: str, words: Words, ink: marks.Ink) -> Iterator[marks.Mark]:
    yield from corners(str(words.worded(p.card_name(card))), ink)
    yield marks.Text(card, (MIDDLE[0], CARD_HEIGHT_MM - 26.0), 3.0, marks.GREY, "centre")


# The table as a picture -----------------------------------------------------------------


ACROSS: Final = 8
"""Cards side by side in a picture of the table."""


def table_picture(view: Json, state: m.State, words: Words) -> TablePicture:
    """The display, what lies before everybody – what was scored with its points up –, and the points."""
    shown = [face(card, words) for card in state.display]
    display = Group(words.say("lustig.page.display"), shown)
    players = view["players"]
    before = (
        Group(player["name"], tuple(_before(area, words)))
        for player, area in zip(players, state.areas, strict=True)
        if area.cards
    )
    drawn, size = groups_of_cards((display, *before), ACROSS)
    has = ((p["points"], words.say("points.count", count=p["points"])) for p in players)
    return TablePicture(drawn, size, tuple(Standing(*each) for each in has))


def _before(area: m.PlayerArea, words: Words) -> Iterator[PrintedFace]:
    """The cards before a player as they lie: targets to be scored, those that are, under which Deaths, then what is open."""
    for card in area.open:
        yield face(card, words)
    for card in (*area.scored, *area.under):
        printed = face(card, words)
        yield replace(printed, marks=printed.other)
        deaths = (death for under, death in area.covered if under == card)
        yield from (face(death, words) for death in deaths)
    for card in (*area.deaths, *area.specials):
        yield face(card, words)
