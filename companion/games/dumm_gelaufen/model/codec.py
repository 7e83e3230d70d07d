"""How this game's own values are written as JSON: cards by their codes, places as pairs."""

from typing import Any, Final, get_args, get_type_hints

from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.kit.codec import Leaves, as_list

PLACES: Final = get_args(get_type_hints(At)["place"])


def _card(value: Any) -> Card:
    return Card.parse(value if isinstance(value, str) else repr(value))


def _at_to_json(at: At) -> list[str | None]:
    return [at.place, None if at.card is None else at.card.code]


def _at(value: Any) -> At:
    match as_list(value):
        case [place, card] if place in PLACES:
            return At(place, None if card is None else _card(card))
        case _:
            raise ValueError(f"not a place and a card: {value!r}")


LEAVES: Final[Leaves] = {Card: (lambda card: card.code, _card), At: (_at_to_json, _at)}
"""CardError is raised where a code is no card."""
