"""What an observer learns from exchanges and action cards (rules, A4 to A6 and C)."""

from dataclasses import replace
from functools import reduce

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.knowledge import known as hidden
from companion.games.dumm_gelaufen.knowledge.constraints import Holder

# Exchanging -------------------------------------------------------------------


def taken(known: hidden.Knowledge, event: m.CardsTaken) -> hidden.Knowledge:
    """Somebody took cards."""
    player = event.player
    if _replenishes(known, event):
        known = hidden.lacks(known, hidden.of_kind(known.edition, d.CardKind.NUMBER), player)
    for at in event.cards:
        known = _taken_from(known, player, at)
    return known


def _replenishes(known: hidden.Knowledge, event: m.CardsTaken) -> bool:
    """Whether somebody draws because he has no number card left (A6)."""
    drawn = all(at.place == d.DRAW for at in event.cards)
    late = known.acted or event.player != known.turn
    none_left = known.rulings.replenish_to == 1
    return drawn and late and none_left and known.errand is None


def _taken_from(known: hidden.Knowledge, player: int, at: d.At) -> hidden.Knowledge:
    if at.place == d.DRAW:
        return hidden.drawn(known, player, 1, at.card)
    if at.place == d.MAC:
        return known if at.card is None else _taken_open(known, player, at.card)
    pile, spot = known.table[at.place], hidden.top(known.table, at.place)
    if not pile:
        return known if at.card is None else _taken_open(known, player, at.card)
    lying, card = pile[0], at.card or pile[0]
    if lying is None:
        known = _read(known, spot, card, player)
    elif card is lying:
        known = hidden.went_in(known, lying, player)
    elif card is not None:
        known = _taken_open(known, player, card)
    return replace(known, table={**known.table, at.place: known.table[at.place][1:]})


def _read(
    known: hidden.Knowledge, spot: Holder, card: d.Card | None, player: int
) -> hidden.Knowledge:
    """A card that nobody had read is taken, and perhaps read now."""
    if card is None:
        return hidden.moved_whole(known, {spot: player})
    return hidden.went_in(hidden.came_out(known, card, spot), card, player)


def _taken_open(known: hidden.Knowledge, player: int, card: d.Card) -> hidden.Knowledge:
    """A card that everybody sees goes from Mac's row, or from where nobody thought it lay, to a hand."""
    if card in known.table[d.MAC]:
        mac = tuple(c for c in known.table[d.MAC] if c is not card)
        clear = replace(known, table={**known.table, d.MAC: mac})
        return hidden.went_in(clear, card, player)
    if card in hidden.read(known.table):
        known = hidden.doubted(known, wrong=frozenset((card,)))
    return hidden.passed(known, d.DRAW, player, frozenset((card,)))


def laid(known: hidden.Knowledge, event: m.CardLaid) -> hidden.Knowledge:
    """Somebody laid a card."""
    player, place, card = event.player, event.place, event.card
    if known.errand is None and place != d.ACTIONS:
        # Who lays has drawn nothing that ends the exchange (A6).
        known = hidden.no_at_once(known, player)
    if card is None:
        known = _laid_unread(known, event)
    else:
        known = hidden.came_out(known, card, player)
    after = replace(known, table=hidden.laid(known.table, place, card))
    return replace(after, errand=_errand_after(after.errand, player, card))


def _laid_unread(known: hidden.Knowledge, event: m.CardLaid) -> hidden.Knowledge:
    kind = d.CardKind.KEEP if event.place == d.ACTIONS else d.CardKind.NUMBER
    spot = (event.place, len(known.table[event.place]) + 1)
    return hidden.passed(known, event.player, spot, hidden.of_kind(known.edition, kind))


def _errand_after(
    errand: hidden.Errand | None, player: int, card: d.Card | None
) -> hidden.Errand | None:
    if errand is None:
        return None
    colour = card.colour if card else errand.colour
    return replace(errand, laid=errand.laid | {player}, colour=colour)


def discarded(known: hidden.Knowledge, player: int, card: d.Card) -> hidden.Knowledge:
    """Somebody who has just drawn puts an action card on the discard."""
    return laid_open(hidden.shown_by_drawer(known, card, player), card)


def laid_open(known: hidden.Knowledge, card: d.Card) -> hidden.Knowledge:
    """An action card lies on the discard."""
    return replace(known, table=hidden.laid(known.table, d.ACTIONS, card))


# Action cards -----------------------------------------------------------------


def obeyed(
    known: hidden.Knowledge, event: m.CardPassed | m.CardDemanded | m.CardDenied | m.ActionObeyed
) -> hidden.Knowledge:
    """Something was done for an action card."""
    errand = known.errand
    match event:
        case m.CardPassed(giver, taker):
            return hidden.passed(known, giver, taker, _passable(known))
        case m.CardDemanded(player, _, face):
            asked = errand or hidden.Errand(player, "K10")
            return replace(known, errand=replace(asked, demanded=face))
        case m.CardDenied(player, face):
            return hidden.lacks(known, _denied(known, face), player)
        case m.ActionObeyed():
            done = replace(known, acted=True, errand=None)
            return done if errand is None else _spent(done, errand)


def _passable(known: hidden.Knowledge) -> frozenset[d.Card]:
    """The cards that a card passed from hand to hand may have been."""
    errand = known.errand
    if errand and errand.demanded:
        return _copies(known, errand.demanded)
    if errand and errand.face == "K03":
        return hidden.of_kind(known.edition, d.CardKind.NUMBER)
    numbers = hidden.of_kind(known.edition, d.CardKind.NUMBER)
    return numbers | hidden.of_kind(known.edition, d.CardKind.KEEP)


def _denied(known: hidden.Knowledge, face: str) -> frozenset[d.Card]:
    """What a refusal rules out: the face, a number card (K11), or any card (K06)."""
    if face:
        return _copies(known, face)
    if known.errand and known.errand.face == "K11":
        return hidden.of_kind(known.edition, d.CardKind.NUMBER)
    return hidden.deck(known.edition)


def _copies(known: hidden.Knowledge, face: str) -> frozenset[d.Card]:
    return frozenset(card for card in hidden.deck(known.edition) if card.face == face)


def _spent(known: hidden.Knowledge, errand: hidden.Errand) -> hidden.Knowledge:
    """What carrying out a card reveals about the hands that cards left (C)."""
    numbers = hidden.of_kind(known.edition, d.CardKind.NUMBER)
    match errand.face:
        case "K07" if len(known.table[d.MAC]) < d.MAC_MOST:
            return hidden.lacks(known, numbers, errand.by)
        case "K09" if errand.colour:
            gone = frozenset(c for c in numbers if c.colour == errand.colour)
            return hidden.lacks(known, gone, errand.by)
        case "K11":
            without = (p for p in known.players if p not in errand.laid)
            return reduce(lambda k, p: hidden.lacks(k, numbers, p), without, known)
        case _:
            return known
