"""A chart of what may be where, from public information."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.dumm_gelaufen.deck.cards import DRAW, Card
from companion.games.dumm_gelaufen.knowledge import possibilities
from companion.games.dumm_gelaufen.knowledge.constraints import Holder
from companion.games.dumm_gelaufen.knowledge.known import (
    ON_TOP,
    Knowledge,
    doubted,
    holder_place,
)
from companion.games.dumm_gelaufen.knowledge.possibilities import Possibilities


@dataclass(frozen=True, slots=True)
class Chart:
    """Where every card can be. A seat stands for its hand (or murphy card), a name for a place on the table.

    ``cards`` has every number and action card, ``tasks`` every murphy card;
    those won are with ``("won", seat)``. ``sizes`` are the fewest and the
    most cards of each hand and of the draw pile.
    """

    cards: Mapping[Card, frozenset[Holder]]
    tasks: Mapping[Card, frozenset[Holder]]
    sizes: Mapping[Holder, tuple[int, int]]

    def surely_with(self, player: int) -> frozenset[Card]:
        """The cards that are certainly in a hand, from public information."""
        return frozenset(c for c, where in self.cards.items() if where == {player})


def chart(known: Knowledge) -> Chart:
    """The summary of some knowledge."""
    found = possibilities.pruned(known.cards)
    if not found:
        # What was told cannot all be so: only the table is sure.
        known = doubted(known)
        found = known.cards
    hidden = possibilities.spots(found)
    open_cards = {
        card: frozenset((place,))
        for card in known.table.read
        if (place := known.table.place_of(card)) is not None
    }
    cards = {card: _named(where) for card, where in hidden.items()} | open_cards
    won = {card: frozenset({("won", p)}) for card, p in known.won}
    tasks = {
        card: _named(w) for card, w in possibilities.spots(known.tasks).items()
    } | won
    return Chart(cards, tasks, dict(_sizes(found, known.seats)))


def _named(where: Iterable[Holder]) -> frozenset[Holder]:
    return frozenset(holder_place(holder) for holder in where)


def _sizes(
    found: Possibilities, seats: int
) -> Iterable[tuple[Holder, tuple[int, int]]]:
    for player in range(seats):
        yield player, possibilities.size(found, player)
    drawn, on_top = possibilities.size(found, DRAW), possibilities.size(found, ON_TOP)
    yield DRAW, (drawn[0] + on_top[0], drawn[1] + on_top[1])
