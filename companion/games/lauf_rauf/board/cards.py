"""The twenty cards: five kinds, four of each (rules, F1 Components)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from companion.announce import Message, message

LaufCards: TypeAlias = tuple[str, ...]

START: Final = "STA"
BACK: Final = "BAC"
CLIMB: Final = "CLI"
HIT: Final = "HIT"
JOKER: Final = "JOK"
KINDS: Final[LaufCards] = (START, BACK, CLIMB, HIT, JOKER)
COPIES: Final = 4
ALL: Final[LaufCards] = tuple(kind for kind in KINDS for _ in range(COPIES))
"""All cards, by their kinds."""


def serving(hand: Iterable[str], kind: str) -> LaufCards:
    """The cards of a hand that can be played as a kind: one of that kind, and the joker."""
    return tuple(card for card in hand if card in (kind, JOKER))


def kind_name(kind: str) -> Message | str:
    """The name of a card; any other text stands for itself."""
    return message(f"lauf.card.{kind}") if kind in KINDS else kind[:20]
