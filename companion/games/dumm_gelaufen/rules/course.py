"""The events of one decision, each computed in the state after the previous one."""

from random import Random

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model.hands import buried
from companion.games.dumm_gelaufen.rules.fold import evolve

UNSEEN = d.At(d.DRAW)


class Course:
    """The events of one decision so far and the state after them; it lives within one call of ``decide``."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: m.State, chance: Random) -> None:
        self.state = state
        self.chance = chance
        self.events: list[m.Event] = []

    def record(self, event: m.Event) -> None:
        """Append an event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def draw(self, player: int, count: int) -> tuple[d.Card, ...]:
        """Have a player draw, reshuffling where the pile runs dry; the cards, as far as they are known.

        Fewer come where there are no more (A7).
        """
        self.refill(count)
        cards = (UNSEEN,) * count
        if self.state.draw is not None:
            cards = tuple([d.At(d.DRAW, card) for card in self.state.draw[:count]])
        if cards:
            self.record(m.CardsTaken(player, cards))
            self.refill(1)
        return tuple(at.card for at in cards if at.card is not None)

    def refill(self, count: int) -> None:
        """Reshuffle if the draw pile is known to hold fewer cards than this (A7).

        What is left of it stays on top: that is the same as drawing it first.
        """
        draw = self.state.draw
        if draw is None or len(draw) >= count:
            return
        more = [card for card in buried(self.state) if card is not None]
        if more:
            self.chance.shuffle(more)
            self.record(m.DrawPileReshuffled((*draw, *more)))

    def throw_away(self, player: int, cards: tuple[d.Card, ...]) -> None:
        """Put action cards just drawn on the discard without effect, if there are any."""
        if cards:
            self.record(m.CardsThrownAway(player, cards))


def at_once(cards: tuple[d.Card, ...]) -> tuple[d.Card, ...]:
    """The at-once cards among some."""
    return tuple([card for card in cards if card.kind is d.CardKind.AT_ONCE])
