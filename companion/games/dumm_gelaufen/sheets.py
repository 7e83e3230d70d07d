"""The cards of our own print: their design, in every edition and language."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from companion import mat, rules
from companion.games.dumm_gelaufen import deck as d
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, TAG_INSET_MM
from companion.words import Words
from vision.printing import letters, marks, poster
from vision.printing.faces import PrintedFace, tags

INKS: Final[dict[str, marks.Ink]] = {
    "R": (200, 16, 40),
    "Y": (246, 190, 0),
    "G": (0, 120, 62),
    "B": (0, 82, 165),
}
"""The full colour of a shape; its letter, and yellow's numerals, are dark enough to read on their own."""
NUMERALS: Final[dict[str, marks.Ink]] = {**INKS, "Y": (156, 110, 0)}
TASK_INK: Final[marks.Ink] = (58, 44, 92)
MAIN_INK: Final[marks.Ink] = (30, 62, 130)
"""The two decks' backs."""


def sheets(edition: str, words: Words) -> tuple[PrintedFace, ...]:
    """All cards of an edition of this name. Raises EditionError."""
    return faces(d.load_edition(edition), words)


@lru_cache(maxsize=8)
def faces(edition: d.Edition, words: Words) -> tuple[PrintedFace, ...]:
    """All cards of an edition in one language, in the deck's order."""
    return tuple(face(card, edition, words) for card in edition.cards)


def face(card: d.Card, edition: d.Edition, words: Words) -> PrintedFace:
    """One card of an edition in one language."""
    body = _number(card, words) if card.colour else _told(card, edition, words)
    payload = edition.payload(card)
    back = TASK_INK if card.kind is d.CardKind.TASK else MAIN_INK
    return PrintedFace(payload, words(card.name), (*body, *tags(payload)), back)


def _number(card: d.Card, words: Words) -> Iterator[marks.Mark]:
    ink, value = NUMERALS[card.colour], str(card.value)
    pale = marks.paler(INKS[card.colour], 0.80)
    centre = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
    yield marks.Polygon(marks.shape(card.colour, *centre, 40), pale)
    low = centre[1] + 11.5 + (2.0 if card.colour == "Y" else 0.0)
    yield marks.Text(value, (centre[0], low), 23, ink, "centre", bold=True)
    if card.value in (6, 9):
        yield marks.Polygon(marks.rectangle(centre[0] - 9, low + 2.6, 18, 1.9), ink)
    for mark in (*_index(card, value), *_badge(card, words)):
        yield from marks.both(mark)
    yield _code(card)


def _index(card: d.Card, value: str) -> Iterator[marks.Mark]:
    """Numeral and shape under the tag: what is seen of a card in a fanned hand."""
    ink = NUMERALS[card.colour]
    yield marks.Text(value, (TAG_INSET_MM, 31.0), 7.0, ink, bold=True)
    if card.value in (6, 9):
        yield marks.Polygon(marks.rectangle(TAG_INSET_MM + 0.4, 31.9, 4.9, 0.7), ink)
    size = 5.6
    x = TAG_INSET_MM + size / 2 + (0.5 if card.colour == "Y" else 0.0)
    yield marks.Polygon(marks.shape(card.colour, x, 37.0, size), INKS[card.colour])


def _badge(card: d.Card, words: Words) -> Iterator[marks.Mark]:
    x, size = 48.0, 14.0
    yield marks.Polygon(marks.shape(card.colour, x, 10.5, size), INKS[card.colour])
    letter = words.say(f"face.letter.{card.colour}")
    height = 5.4 if len(letter) == 1 else 4.0
    ink = marks.BLACK if card.colour == "Y" else marks.WHITE
    low = 10.5 + height / 2 + (2.2 if card.colour == "Y" else 0.0)
    yield marks.Text(letter, (x, low), height, ink, "centre", bold=True)


def _told(card: d.Card, edition: d.Edition, words: Words) -> Iterator[marks.Mark]:
    """A task, an action or Mac's own card: its kind, its name, what it asks for."""
    ink = _kind_ink(card, edition)
    heading = marks.Text(words(card.name), (24.0, 4.0), 3.4, marks.BLACK, bold=True)
    yield from letters.paragraph(heading, 32.0, 16.0)
    yield marks.Polygon(marks.rectangle(3, 24, 53, 9, 1.5), ink)
    kind = words.say(f"face.{card.kind.value}")
    yield marks.Text(kind, (32.5, 30.2), 3.4, marks.WHITE, "centre", bold=True)
    yield from (marks.Polygon(points, marks.WHITE) for points in _icon(card.kind, 8.5, 28.5, 6.4))
    does = marks.Text(words(edition.text(card.face)), (4.5, 36.5), 3.1, marks.BLACK)
    yield from letters.paragraph(does, 50.0, 30.0)
    for points in _icon(card.kind, 11.0, 78.5, 11.0):
        yield marks.Polygon(points, ink)
    yield _code(card)


def _kind_ink(card: d.Card, edition: d.Edition) -> marks.Ink:
    match card.kind:
        case d.CardKind.AT_ONCE:
            return INKS[edition.at_once]
        case d.CardKind.KEEP:
            return INKS[edition.keep]
        case _:
            return TASK_INK


def _code(card: d.Card) -> marks.Text:
    return marks.Text(card.code, (34.0, 87.5), 1.5, marks.GREY, "right")


@cache
def _icon(kind: d.CardKind, x: float, y: float, size: float) -> tuple[tuple[mat.Point, ...], ...]:
    """What stands for a kind of card: a flash, a hand, a target's flag, a row of cards."""
    return tuple(
        tuple((x + size * px, y + size * py) for px, py in outline) for outline in _ICONS[kind]
    )


_FLASH: Final = (
    (0.12, -0.5),
    (-0.32, 0.08),
    (-0.04, 0.08),
    (-0.14, 0.5),
    (0.32, -0.12),
    (0.04, -0.12),
)
_HAND: Final = (
    marks.rectangle(-0.28, -0.02, 0.52, 0.5, 0.16),
    marks.rectangle(-0.28, -0.34, 0.12, 0.5, 0.06),
    marks.rectangle(-0.147, -0.48, 0.12, 0.6, 0.06),
    marks.rectangle(-0.013, -0.48, 0.12, 0.6, 0.06),
    marks.rectangle(0.12, -0.38, 0.12, 0.5, 0.06),
    ((0.2, 0.24), (0.4, -0.06), (0.48, 0.02), (0.34, 0.3), (0.2, 0.44)),
)
_FLAG: Final = (
    marks.rectangle(-0.32, -0.5, 0.1, 1.0),
    ((-0.22, -0.48), (0.42, -0.22), (-0.22, 0.04)),
)
_ROW: Final = tuple(marks.rectangle(-0.5 + 0.35 * n, -0.25, 0.28, 0.5, 0.05) for n in range(3))
_ICONS: Final = {
    d.CardKind.AT_ONCE: (_FLASH,),
    d.CardKind.KEEP: _HAND,
    d.CardKind.TASK: _FLAG,
    d.CardKind.MAC: _ROW,
}


# The table as a picture -----------------------------------------------------------------


def table_picture(view: rules.Json, state: object, words: Words) -> poster.TablePicture:
    """Mac's row and the tops of the piles, and how many murphy cards everybody has solved."""
    edition = d.load_edition(view["edition"])

    def lying(zone: str, most: int | None = None) -> list[PrintedFace | None]:
        codes = view["zones"].get(zone, ())[:most]
        return [code and face(d.Card.parse(code), edition, words) for code in codes]

    row = poster.Group(words.say("page.mac"), lying(d.MAC))
    piles = (
        poster.Group(words.say(f"page.pile.{pile}"), lying(pile, 1))
        for pile in (d.LEFT, d.RIGHT, d.ACTIONS)
    )
    drawn, size = poster.groups_of_cards((row, *piles), d.MAC_MOST)
    won = (len(player["won"]) for player in view["players"])
    standings = (poster.Standing(n, words.say("page.won", n=n)) for n in won)
    return poster.TablePicture(drawn, size, tuple(standings))
