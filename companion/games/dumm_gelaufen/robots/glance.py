"""A fast necessary condition for solving a murphy card, checked before the full verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen.deck.edition import MurphyFigures
from companion.games.dumm_gelaufen.model.state import Cards, State

_Look: TypeAlias = Callable[[Cards, MurphyFigures], bool]


def could_solve(task: str, numbers: Cards, state: State) -> bool:
    """Whether a hand could solve a murphy card: False only if it certainly does not.

    What it says no to, :func:`companion.games.dumm_gelaufen.deck.tasks.verdict` says no to.
    """
    asked = state.edition.asked[task]
    if len(numbers) < asked.least or 0 < asked.exactly != len(numbers):
        return False
    look = LOOKS.get(task)
    return look is None or look(state.mac if task == "M04" else numbers, asked)


def _one_colour(cards: Cards, _: MurphyFigures) -> bool:
    return len({card.colour for card in cards}) == 1


def _uniform(cards: Cards, asked: MurphyFigures) -> bool:
    return _one_colour(cards, asked) or len({card.value for card in cards}) == 1


def _none_too_low(cards: Cards, asked: MurphyFigures) -> bool:
    return all(card.value >= asked.lowest for card in cards)


def _none_too_high(cards: Cards, asked: MurphyFigures) -> bool:
    return all(card.value <= asked.highest for card in cards)


def _only_colour(cards: Cards, asked: MurphyFigures) -> bool:
    return all(card.colour == asked.colour for card in cards)


def _without_colour(cards: Cards, asked: MurphyFigures) -> bool:
    return all(card.colour != asked.colour for card in cards)


def _only_value(cards: Cards, asked: MurphyFigures) -> bool:
    return all(card.value == asked.value for card in cards)


def _odd(cards: Cards, _: MurphyFigures) -> bool:
    return all(card.value % 2 for card in cards)


def _enough(cards: Cards, asked: MurphyFigures) -> bool:
    return sum([card.value for card in cards]) >= asked.sum


def _even_number(cards: Cards, _: MurphyFigures) -> bool:
    return len(cards) % 2 == 0


def _few_colours(cards: Cards, asked: MurphyFigures) -> bool:
    return len({card.colour for card in cards}) <= asked.colours


LOOKS: Final[dict[str, _Look]] = {
    "M03": _one_colour,
    "M04": _uniform,
    "M05": _none_too_low,
    "M06": _only_colour,
    "M07": _only_colour,
    "M08": _enough,
    "M09": _odd,
    "M10": _one_colour,
    "M11": _none_too_high,
    "M12": _none_too_high,
    "M13": _none_too_high,
    "M14": _one_colour,
    "M15": _even_number,
    "M16": _one_colour,
    "M17": _without_colour,
    "M18": _without_colour,
    "M19": _only_value,
    "M20": _only_value,
    "M21": _few_colours,
}
"""The condition besides the number of cards; none for M01 and M02."""
