"""The twenty cards as murphy prints them, and the pawns' caps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from companion.games.lauf_rauf.board.cards import COPIES, KINDS, kind_name
from companion.games.lauf_rauf.board.plan import COLOURS
from companion.games.lauf_rauf.mat import FIRST_CAP, GHOST_CAP, PAYLOAD
from companion.games.lauf_rauf.sheets.board_face import INKS
from companion.pieces import CARD_HEIGHT_MM, CARD_WIDTH_MM, TAG_INSET_MM
from companion.words import Words
from vision.printing.caps import CapSheet, PrintedCap
from vision.printing.faces import PrintedFace, tags
from vision.printing.letters import paragraph
from vision.printing.marks import (
    BLACK,
    Ink,
    Mark,
    Polygon,
    Text,
    both,
    paler,
    rectangle,
)

CARD_INKS: Final[dict[str, Ink]] = {
    "STA": (24, 112, 60),
    "BAC": (30, 98, 160),
    "CLI": (150, 96, 20),
    "HIT": (170, 30, 40),
    "JOK": (96, 50, 130),
}
"""The ink of a kind; its name is written on the card as well."""
MIDDLE: Final = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)


@lru_cache(maxsize=4)
def faces(words: Words) -> tuple[PrintedFace, ...]:
    """All cards in one language."""
    return tuple(
        face(kind, copy, words) for kind in KINDS for copy in range(1, COPIES + 1)
    )


def face(kind: str, copy: int, words: Words) -> PrintedFace:
    """One card: its name, and its effect."""
    payload = f"{PAYLOAD}-{kind}-{copy}"
    name = words.say("lauf.print.name", card=kind_name(kind))
    marks = (*_marks(kind, words), *tags(payload))
    return PrintedFace(payload, name, marks, BLACK)


def _marks(kind: str, words: Words) -> Iterator[Mark]:
    ink, short = CARD_INKS[kind], words.say(f"lauf.print.short.{kind}")
    yield Polygon(rectangle(5, 26, CARD_WIDTH_MM - 10, CARD_HEIGHT_MM - 52, 3), paler(ink, 0.85))  # fmt: skip
    title = Text(short, (MIDDLE[0], MIDDLE[1] - 9), 6.0, ink, "centre", bold=True)
    yield from paragraph(title, CARD_WIDTH_MM - 14, 14.0)
    told = Text(words.say(f"lauf.print.says.{kind}"), (MIDDLE[0], MIDDLE[1] + 5), 3.0, ink, "centre")  # fmt: skip
    yield from paragraph(told, CARD_WIDTH_MM - 14, 16.0)
    corner = Text(short, (TAG_INSET_MM + 20.0, 3.5), 3.0, ink, bold=True)
    for part in paragraph(corner, CARD_WIDTH_MM - TAG_INSET_MM - 23.0, 10.0):
        yield from both(part)


def cap_sheet(words: Words) -> CapSheet:
    """The caps of all pawns and the ghost, with instructions."""
    pawns = [(colour, n) for colour in COLOURS for n in (1, 2, 3)]
    named = (PrintedCap(FIRST_CAP + at, f"{words.say(f'lauf.colour.{colour}')} {n}", INKS[colour]) for at, (colour, n) in enumerate(pawns))  # fmt: skip
    ghost = PrintedCap(GHOST_CAP, words.say("lauf.page.ghost"), BLACK)
    return CapSheet(words.say("lauf.print.caps"), (*named, ghost))
