"""What may be where, from public information: murphy cards (rules, A8 and A9), a chart of every card, and what speaks against a claim."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.knowledge import known as hidden
from companion.games.dumm_gelaufen.knowledge import possibilities
from companion.games.dumm_gelaufen.knowledge.constraints import Constraints, Holder
from companion.games.dumm_gelaufen.knowledge.possibilities import Possibilities

# Where every card can be -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chart:
    """Where every card can be. A seat stands for its hand (or murphy card), a name for a place on the table.

    ``cards`` has every number and action card, ``tasks`` every murphy card;
    those won are with ``("won", seat)``. ``sizes`` are the fewest and the
    most cards of each hand and of the draw pile.
    """

    cards: Mapping[d.Card, frozenset[Holder]]
    tasks: Mapping[d.Card, frozenset[Holder]]
    sizes: Mapping[Holder, tuple[int, int]]

    def surely_with(self, player: int) -> frozenset[d.Card]:
        """The cards that are certainly in a hand, from public information."""
        return frozenset(c for c, where in self.cards.items() if where == {player})


def chart(known: hidden.Knowledge) -> Chart:
    """The summary of some knowledge."""
    found = possibilities.pruned(known.cards)
    if not found:
        # What was told cannot all be so: only the table is sure.
        known = hidden.doubted(known)
        found = known.cards
    spots = possibilities.spots(found)
    lying = known.table.items()
    open_cards = {c: frozenset((place,)) for place, pile in lying for c in pile if c is not None}
    cards = {card: _named(where) for card, where in spots.items()} | open_cards
    won = {card: frozenset({("won", p)}) for card, p in known.won}
    tasks = {card: _named(w) for card, w in possibilities.spots(known.tasks).items()} | won
    return Chart(cards, tasks, dict(_sizes(found, known.seats)))


def _named(where: Iterable[Holder]) -> frozenset[Holder]:
    """The holders, for a position in a pile the pile."""
    return frozenset(holder[0] if isinstance(holder, tuple) else holder for holder in where)


def _sizes(found: Possibilities, seats: int) -> Iterable[tuple[Holder, tuple[int, int]]]:
    for player in range(seats):
        yield player, possibilities.size(found, player)
    drawn = possibilities.size(found, d.DRAW)
    on_top = possibilities.size(found, hidden.ON_TOP)
    yield d.DRAW, (drawn[0] + on_top[0], drawn[1] + on_top[1])


# Where the murphy cards can be --------------------------------------------------------


STACK: Final = "stack"
RETURNED: Final = "returned"
ON_TOP: Final = (STACK, 1)
"""Holder of what was left of the stack when the returned ones were shuffled under it."""


def stacked(cards: Iterable[d.Card]) -> Possibilities:
    """Before any was dealt: nobody holds one, and their order is unknown."""
    return (Constraints().put(STACK, frozenset(cards)),)


def anywhere(cards: frozenset[d.Card], players: Iterable[int]) -> Possibilities:
    """A card for everybody, and nothing known about which."""
    holders: dict[Holder, tuple[int, int]] = dict.fromkeys(players, (1, 1))
    rest = (0, len(cards))
    holders |= {STACK: rest, RETURNED: rest}
    return (possibilities.anywhere(holders, cards, lambda _card, _holder: True),)


def dealt(
    found: Possibilities, player: int, card: d.Card | None, everything: frozenset[d.Card]
) -> Possibilities:
    """A player gets the top of the stack; an empty one is renewed first, whether anybody said so or not."""
    among = everything if card is None else frozenset((card,))
    return possibilities.after(found, lambda outcome: _dealt(outcome, player, among))


def _dealt(outcome: Constraints, player: int, among: frozenset[d.Card]) -> Iterator[Constraints]:
    if outcome.size(ON_TOP)[1]:
        yield from outcome.moved(ON_TOP, player, 1, among)
        return
    if not outcome.size(STACK)[1]:
        outcome = outcome.held_by({RETURNED: STACK})
    yield from outcome.moved(STACK, player, 1, among)


def restacked(found: Possibilities) -> Possibilities:
    """The returned ones are shuffled under what is left of the stack."""
    return possibilities.with_holders(found, {STACK: ON_TOP, RETURNED: STACK})


def returned(found: Possibilities, player: int) -> Possibilities:
    """A player's murphy card goes to those that were returned."""
    return possibilities.with_holders(found, {player: RETURNED})


def replaced(
    found: Possibilities, player: int, card: d.Card | None, everything: frozenset[d.Card]
) -> Possibilities:
    """A player takes a new one and only then returns his old one (A02)."""
    aside = ("old", player)
    kept = possibilities.with_holders(found, {player: aside})
    new = dealt(kept, player, card, everything)
    return possibilities.with_holders(new, {aside: RETURNED})


def swapped(found: Possibilities, one: int, other: int) -> Possibilities:
    """Two players swap theirs."""
    return possibilities.with_holders(found, {one: other, other: one})


def seen(found: Possibilities, player: int, card: d.Card) -> Possibilities:
    """A player's was read."""
    return possibilities.after(found, lambda o: [o.confined(card, o.of(player))])


def won(found: Possibilities, player: int, card: d.Card, players: Iterable[int]) -> Possibilities:
    """A player's lies open before him for good; everybody else's is returned unread."""
    gone = possibilities.after(found, lambda o: [o.left(card, o.of(player))])
    others: possibilities.Holders = {p: RETURNED for p in players if p != player}
    return possibilities.with_holders(gone, others)


# What speaks against a claim -----------------------------------------------------------


HELD_BACK: Final = frozenset({"not-shown", "fewer-than-held"})
"""Reasons that ask the claimant to show the remaining cards."""

IN_HANDS: Final = (d.CardKind.NUMBER, d.CardKind.KEEP)


def doubts(known: Chart, claim: m.Claim) -> Iterator[d.Reason]:
    """Everything that speaks against these cards being all the number cards of the claimant.

    What lies on the table in sight speaks against the claim; what is only
    concluded asks the people, for something may have gone unseen. A hand
    held back is asked for. M04 reads Mac's row: its hand need not be shown.
    """
    yield from _elsewhere(known, claim)
    if claim.task.face != d.READS_MAC:
        yield from _held_back(known, claim)
    if claim.task.face != d.READS_MAC and claim.counted:
        yield from _miscounted(known, claim)
    yield from _task(known, claim)


def _elsewhere(known: Chart, claim: m.Claim) -> Iterator[d.Reason]:
    seats = frozenset(known.sizes)
    lying: list[d.Card] = []
    with_others: list[d.Card] = []
    nowhere: list[d.Card] = []
    for card in claim.cards:
        where = known.cards.get(card, frozenset())
        if claim.player in where or not where:
            continue
        if len(where) == 1 and where <= {d.MAC, d.LEFT, d.RIGHT, d.ACTIONS}:
            lying.append(card)
        elif where <= seats - {d.DRAW}:
            with_others.append(card)
        else:
            nowhere.append(card)
    if lying:
        yield d.reason("lies-elsewhere", lying, _remembered(claim, lying))
    if with_others:
        yield d.reason("with-somebody-else", with_others, d.VerdictAnswer.DEPENDS)
    if nowhere:
        yield d.reason("not-in-this-hand", nowhere, d.VerdictAnswer.DEPENDS)


def _remembered(claim: m.Claim, shown: Iterable[d.Card]) -> d.VerdictAnswer:
    """Evidence from memory about the cards shown: a question for the players if it is contradicted by what lies open."""
    return d.VerdictAnswer.DEPENDS if set(shown) <= set(claim.unsure) else d.VerdictAnswer.NO


def _held_back(known: Chart, claim: m.Claim) -> Iterator[d.Reason]:
    missing = [
        card
        for card in sorted(known.surely_with(claim.player), key=str)
        if card.kind is d.CardKind.NUMBER and card not in (*claim.cards, *claim.unsure)
    ]
    if missing:
        yield d.reason("not-shown", missing, d.VerdictAnswer.DEPENDS)


def _miscounted(known: Chart, claim: m.Claim) -> Iterator[d.Reason]:
    """Cards shown and kept actions held back make up the hand (rules, B)."""
    few, most = known.sizes[claim.player]
    shown = [card for card in claim.cards if card.kind in IN_HANDS]
    count = len(shown) + (claim.kept or 0)
    if count > most:
        answer = _remembered(claim, shown)
        yield d.reason("more-than-held", (), answer, count=count, most=most)
    # Nobody has said how many kept actions he holds back: at most all that may be there.
    spare = 0 if claim.kept is not None else _kept_at_most(known, claim)
    if count + spare < few:
        yield d.reason("fewer-than-held", (), d.VerdictAnswer.DEPENDS, count=count, fewest=few)


def _kept_at_most(known: Chart, claim: m.Claim) -> int:
    return sum(
        card.kind is d.CardKind.KEEP and card not in claim.cards
        for card, where in known.cards.items()
        if claim.player in where
    )


def _task(known: Chart, claim: m.Claim) -> Iterator[d.Reason]:
    where = known.tasks.get(claim.task, frozenset())
    if any(isinstance(holder, tuple) for holder in where):
        yield d.reason("already-won", (claim.task,))
    elif where and not where & {claim.player, STACK}:
        # One that nobody has shown may have come to him unseen (rules, claim-zone plausibility).
        yield d.reason("task-elsewhere", (claim.task,), d.VerdictAnswer.DEPENDS)
