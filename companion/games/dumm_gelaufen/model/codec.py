"""How this game's own values are written as JSON: cards by their codes, places as pairs, reasons with their texts."""

from typing import Any, Final, get_args, get_type_hints

from companion.announce import Message
from companion.games.dumm_gelaufen.deck.cards import At, Card
from companion.games.dumm_gelaufen.deck.tasks import Reason, VerdictAnswer
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


def _reason_to_json(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "cards": [card.code for card in reason.cards],
        "text": reason.text.to_json(),
        "answer": reason.answer.value,
    }


def _reason(value: Any) -> Reason:
    cards = tuple(_card(code) for code in value["cards"])
    text = Message.from_json(value["text"])
    return Reason(value["code"], cards, text, VerdictAnswer(value["answer"]))


LEAVES: Final[Leaves] = {
    Card: (lambda card: card.code, _card),
    At: (_at_to_json, _at),
    Reason: (_reason_to_json, _reason),
}
"""CardError is raised where a code is no card."""
