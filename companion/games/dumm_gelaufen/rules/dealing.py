"""Setting up a game in which everything is known (rules, A2)."""

from collections.abc import Iterator
from random import Random

from companion.errors import EditionError
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.rules import claims, fold
from companion.games.dumm_gelaufen.rules.course import Course

SMALLEST_HAND = 8
"""What the first player gets; every following one gets a card more (A2)."""


def hand_sizes(players: int) -> tuple[int, ...]:
    """How many cards each seat is dealt: the dealer, who sits last, the most."""
    return tuple(range(SMALLEST_HAND, SMALLEST_HAND + players))


def deal(
    edition: d.Edition, players: int, chance: Random, rulings: d.Rulings | None = None
) -> tuple[m.State, tuple[m.Event, ...]]:
    """A game dealt at random, seat 0 to move first, and the events that dealt it.

    Raises EditionError ``edition.players``: the box holds no cards for so
    many, or so few.
    """
    fewest, most = edition.players
    if not fewest <= players <= most:
        raise EditionError("edition.players", fewest=fewest, most=most, players=players)
    course = Course(fold.start(edition.name), chance)
    course.record(m.GameStarted(edition.name, players, rulings or edition.rulings))
    course.record(_dealt(edition, players, chance))
    # Six can deal the draw pile out: it is renewed at once (A2, A7).
    course.refill(1)
    claims.deal_tasks(course, 0)
    course.record(m.RoundBegan(1, 0))
    return course.state, tuple(course.events)


def _dealt(edition: d.Edition, players: int, chance: Random) -> m.CardsDealt:
    deck, stack = list(edition.main_deck), list(edition.tasks)
    chance.shuffle(deck)
    chance.shuffle(stack)
    cards = iter(deck)
    # At-once cards dealt to a player are replaced (A2); kept ones stay.
    thrown: list[d.Card] = []
    hands = [
        tuple(_kept(cards, size, (d.CardKind.AT_ONCE,), thrown)) for size in hand_sizes(players)
    ]
    # Mac and the piles begin with number cards only.
    actions = (d.CardKind.AT_ONCE, d.CardKind.KEEP)
    mac = tuple(_kept(cards, d.MAC_MOST, actions, thrown))
    (left, right) = _kept(cards, 2, actions, thrown)
    return m.CardsDealt(
        tuple(hands), mac, (left,), (right,), tuple(reversed(thrown)), tuple(cards), tuple(stack)
    )


def _kept(
    cards: Iterator[d.Card], count: int, unwanted: tuple[d.CardKind, ...], thrown: list[d.Card]
) -> Iterator[d.Card]:
    """So many cards in turn, the unwanted ones thrown away and replaced."""
    while count:
        card = next(cards)
        if card.kind in unwanted:
            thrown.append(card)
        else:
            count -= 1
            yield card
