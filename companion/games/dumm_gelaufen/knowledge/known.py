"""Everything that follows from what was public so far: the open cards one by one, and how the hidden ones move among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, TypeAlias

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.knowledge import possibilities
from companion.games.dumm_gelaufen.knowledge.constraints import Constraints, Holder

Spot: TypeAlias = tuple[d.Place, int]
"""A card in a pile by its height: 1 is the lowest."""

PILES: Final[tuple[d.Place, ...]] = (d.LEFT, d.RIGHT, d.ACTIONS)


def laid(table: m.Lying, place: d.Place, card: d.Card | None) -> m.Lying:
    """What lies open with one more card, on top of a pile or at the end of Mac's row."""
    if place not in table or (place == d.MAC and card is None):
        return table
    pile = table[place]
    return {**table, place: (*pile, card) if place == d.MAC else (card, *pile)}


def top(table: m.Lying, place: d.Place) -> Spot:
    """Where the top card of a pile lies; height 0 where there is none."""
    return place, len(table[place])


def unread(table: m.Lying) -> Iterator[Spot]:
    """The places of the cards in the piles that nobody has read."""
    for place in PILES:
        pile = table[place]
        yield from ((place, len(pile) - at) for at, card in enumerate(pile) if card is None)


def read(table: m.Lying) -> frozenset[d.Card]:
    """Every card that is known to lie open."""
    return frozenset(card for cards in table.values() for card in cards if card is not None)


ON_TOP: Final = (d.DRAW, 1)
"""Holder of what was left of the draw pile when it was reshuffled: it stays on top and is drawn first."""


@dataclass(frozen=True, slots=True)
class Errand:
    """The public part of an action card being carried out: by whom, who has laid a card, which colour, which face was demanded."""

    by: int
    face: str
    laid: frozenset[int] = frozenset()
    colour: str = ""
    demanded: str = ""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything that follows from what was public so far.

    ``cards`` are the number and action cards that lie hidden, ``tasks`` the
    murphy cards; ``won`` are those that lie open before a seat for good.
    :func:`companion.games.dumm_gelaufen.knowledge.learning.chart` tells where each card can be.
    """

    edition: d.Edition
    rulings: d.Rulings
    seats: int = 0
    left_game: frozenset[int] = frozenset()
    table: m.Lying = field(default_factory=m.lying)
    cards: possibilities.Possibilities = (Constraints(),)
    tasks: possibilities.Possibilities = (Constraints(),)
    won: tuple[tuple[d.Card, int], ...] = ()
    turn: int = 0
    acted: bool = False
    """Whether an action card was obeyed in this turn: who draws now was short of number cards."""
    errand: Errand | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of those who play."""
        return tuple(p for p in range(self.seats) if p not in self.left_game)


def nothing_known() -> Knowledge:
    """What everybody knows before anything happened."""
    played = d.load_edition("classic")
    return Knowledge(played, played.rulings)


@cache
def deck(edition: d.Edition) -> frozenset[d.Card]:
    """All number and action cards."""
    return frozenset(edition.main_deck)


@cache
def of_kind(edition: d.Edition, kind: d.CardKind) -> frozenset[d.Card]:
    """The edition's number cards, its murphy cards, its actions to be obeyed at once, or whichever are asked for."""
    return frozenset(card for card in edition.cards if card.kind is kind)


def may_lie(card: d.Card, holder: Holder) -> bool:
    """Whether a card of this kind may be hidden there when nobody has just drawn."""
    match holder:
        case ("actions", _):
            return card.kind is not d.CardKind.NUMBER
        case ("open-left" | "open-right", _):
            return card.kind is d.CardKind.NUMBER
        case int():
            return card.kind is not d.CardKind.AT_ONCE
        case _:
            return True


# How hidden cards move ----------------------------------------------------------


def drawn(known: Knowledge, player: int, count: int, card: d.Card | None = None) -> Knowledge:
    """Somebody drew; ``card`` where everybody saw the one that came."""
    among = deck(known.edition) if card is None else frozenset((card,))
    few = possibilities.size(known.cards, d.DRAW)[1] + possibilities.size(known.cards, ON_TOP)[1]
    if few < count and few + len(_buried(known.table)) >= count:
        # Nobody said so, but the pile ran dry: what is left was drawn first (A7).
        rest = drawn(known, player, few) if few else known
        return drawn(reshuffled(rest), player, count - few, card)

    def outcomes(outcome: Constraints) -> Iterator[Constraints]:
        few, most = outcome.size(ON_TOP)
        if few < most:
            outcome, few = outcome.held_by({ON_TOP: d.DRAW}), 0
        first = min(count, few)
        for after in outcome.moved(ON_TOP, player, first, among, player):
            yield from after.moved(d.DRAW, player, count - first, among, player)

    return _or_doubt(known, outcomes)


def passed(known: Knowledge, source: Holder, target: Holder, among: frozenset[d.Card]) -> Knowledge:
    """A card went from one holder to another, nobody else saw which; ``among`` are those it can have been."""
    return _or_doubt(known, lambda b: b.moved(source, target, 1, among), short=source)


def came_out(known: Knowledge, card: d.Card, holder: Holder) -> Knowledge:
    """A hidden card turned out to be with a holder, and left him in public."""
    wrong = frozenset((card,))
    return _or_doubt(known, lambda b: [b.left(card, b.of(holder))], short=holder, wrong=wrong)


def shown_by_drawer(known: Knowledge, card: d.Card, player: int) -> Knowledge:
    """A player showed a card that he has just drawn, whoever holds the hand now that he drew it into."""
    fresh = possibilities.after(known.cards, lambda b: [b.left(card, b.drawn_by(player))])
    return replace(known, cards=fresh) if fresh else came_out(known, card, player)


def went_in(known: Knowledge, card: d.Card, holder: Holder) -> Knowledge:
    """A card that lay open went to a holder."""
    cards = frozenset((card,))
    return _or_doubt(known, lambda b: [b.put(holder, cards)])


def is_with(known: Knowledge, card: d.Card, player: int) -> Knowledge:
    """Everybody saw that a player holds a card."""
    wrong = frozenset((card,))
    return _or_doubt(known, lambda b: [b.confined(card, b.of(player))], short=player, wrong=wrong)


def lacks(known: Knowledge, cards: frozenset[d.Card], player: int) -> Knowledge:
    """A player holds none of these."""
    return _or_doubt(known, lambda b: [b.without(cards, b.of(player))])


def moved_whole(known: Knowledge, holders: Mapping[Holder, Holder]) -> Knowledge:
    """Everything that one holder has is another's now."""
    return _or_doubt(known, lambda b: [b.held_by(holders)])


def hands_swapped(known: Knowledge, one: int, other: int) -> Knowledge:
    """Two players swapped hands; at-once cards just drawn and not yet shown stay with who drew them (C)."""
    sides: dict[Holder, Holder] = {one: other, other: one}
    red = of_kind(known.edition, d.CardKind.AT_ONCE)

    def outcomes(outcome: Constraints) -> Iterator[Constraints]:
        for aside in _set_aside(outcome, one, red):
            yield aside.held_by(sides).held_by({("aside", one): one})

    return _or_doubt(known, outcomes)


def _set_aside(
    outcome: Constraints, player: int, cards: frozenset[d.Card]
) -> Iterator[Constraints]:
    """The outcomes for what a player has just drawn, by how many of these cards are among it, with those removed."""
    fresh = [bag for bag in outcome.bags if (bag.holder, bag.drawer) == (player, player)]
    for count in range(sum(bag.most for bag in fresh) + 1):
        for after in outcome.moved(player, ("aside", player), count, cards, player):
            rest = after.without(cards, after.of(player))
            if rest is not None and possibilities.possible(rest) is not None:
                yield rest


def no_at_once(known: Knowledge, player: int | None) -> Knowledge:
    """What a player (None: everybody) has drawn holds no at-once card any more."""
    gone = of_kind(known.edition, d.CardKind.AT_ONCE)
    return _or_doubt(known, lambda b: [b.shown(player, gone)])


def counted(known: Knowledge, player: int, fewest: int, most: int) -> Knowledge:
    """A hand was counted; one that may count one more than was known has drawn it, any other that counts otherwise has changed unseen."""
    # Possibilities that cannot be are among them still, and may have room for any count.
    real = possibilities.pruned(known.cards)
    low, high = possibilities.size(real, player)
    sized = possibilities.after(real, lambda b: [b.resized(player, fewest, most)])
    found = possibilities.pruned(sized)
    if found and low <= fewest and most <= high:
        return replace(known, cards=found)
    if low <= fewest <= most == high + 1:
        drew = drawn(known, player, 1)
        fewer = known.cards if fewest == low else ()
        return replace(drew, cards=possibilities.fewer((*fewer, *drew.cards)))
    return doubted(known, sizes={player: (fewest, most)})


def reshuffled(known: Knowledge) -> Knowledge:
    """Everything but the tops of the open piles is the new draw pile, what was left of the old one on top (A7)."""
    table = known.table
    gone: dict[Holder, Holder] = dict.fromkeys(known.left_game, d.DRAW)
    for place, height in unread(table):
        stays = place != d.ACTIONS and (place, height) == top(table, place)
        gone[place, height] = (place, 1) if stays else d.DRAW
    back = frozenset(_buried(table))

    def poured(outcome: Constraints) -> Iterator[Constraints]:
        old = outcome.held_by({d.DRAW: ON_TOP}) if outcome.size(d.DRAW)[1] else outcome
        yield old.held_by(gone).put(d.DRAW, back)

    tops = m.lying(table[d.MAC], table[d.LEFT][:1], table[d.RIGHT][:1])
    return replace(_or_doubt(known, poured), table=tops)


def _buried(table: m.Lying) -> tuple[d.Card, ...]:
    pile = (*table[d.LEFT][1:], *table[d.RIGHT][1:], *table[d.ACTIONS])
    return tuple(card for card in pile if card is not None)


# Where the table shows that something was not as it was told ----------------------


def _or_doubt(
    known: Knowledge,
    branch: Callable[[Constraints], Iterable[Constraints | None]],
    *,
    short: Holder | None = None,
    wrong: frozenset[d.Card] = frozenset(),
) -> Knowledge:
    """The knowledge after a change; if that is impossible, an earlier event was wrong and little is known.

    ``short`` must have a card at least then, ``wrong`` lie somewhere else
    than was thought.
    """
    found = possibilities.after(known.cards, branch)
    if found:
        return replace(known, cards=found)
    sizes = {}
    if short is not None:
        few, most = possibilities.size(known.cards, short)
        sizes = {short: (max(1, few), max(1, most))}
    doubtful = doubted(known, wrong=wrong, sizes=sizes)
    return replace(doubtful, cards=possibilities.after(doubtful.cards, branch) or doubtful.cards)


def doubted(
    known: Knowledge,
    *,
    wrong: frozenset[d.Card] = frozenset(),
    sizes: Mapping[Holder, tuple[int, int]] | None = None,
) -> Knowledge:
    """The knowledge if only the table and the sizes of the hands can be trusted.

    ``wrong`` are cards that do not lie where they were thought to lie open.
    """
    table = m.without(known.table, wrong)
    real = possibilities.pruned(known.cards) or known.cards
    held = {p: possibilities.size(real, p) for p in range(known.seats)} | dict(sizes or {})
    hidden = deck(known.edition) - read(table)
    holders: dict[Holder, tuple[int, int]] = dict(held)
    holders.setdefault(d.DRAW, (0, len(hidden)))
    holders.update(dict.fromkeys(unread(table), (1, 1)))
    guess = possibilities.anywhere(holders, hidden, may_lie)
    if possibilities.possible(guess) is None:
        loose = {holder: (0, most) for holder, (_, most) in holders.items()}
        guess = possibilities.anywhere(loose, hidden, may_lie)
    return replace(known, table=table, cards=(guess,))
