"""What action cards ask for: the answers that are legal (rules, C)."""

from collections.abc import Iterable, Iterator
from functools import cache

from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.model import hands as h
from companion.games.dumm_gelaufen.rules import actions


def answers(state: m.State, pending: m.Obey) -> Iterator[m.Move]:
    """The moves that answer an action card being obeyed; None stands for any card unseen."""
    player, face = pending.player, pending.card.face
    match face:
        case "A01":
            yield from _picked(state, pending)
        case "A05" | "K01" | "K02" | "K05":
            yield from (m.Choose(player, whom) for whom in state.others(player))
        case "K03":
            yield from _pairs(state, player)
        case "K04":
            yield from _two_away(state, player)
        case "K06":
            yield from _given(state, player, state.hands[player].known)
        case "K07":
            cards = h.layable(state.hands[player])
            yield from _lays(player, cards, (d.MAC,))
        case "K08" | "K09" | "K11":
            yield from _lays(player, _of_colour(state, pending), d.OPEN)
        case "K10" if pending.detail:
            hand = state.hands[player]
            copies = tuple(card for card in hand.numbers if card.face == pending.detail)
            yield from _given(state, player, copies)
        case "K10":
            faces = number_faces(state.edition)
            others = state.others(player)
            yield from (m.Choose(player, whom, face=face) for whom in others for face in faces)
        case "K12":
            yield from _free_choice(state, pending)
    if _may_end(state, pending):
        yield m.Pass(player)


def _may_end(state: m.State, pending: m.Obey) -> bool:
    """Whether people may say that no more cards come: only where nobody sees the hand."""
    face = pending.card.face
    unseen = state.hands[pending.player].most > 0
    if face == "K12":
        return not state.simulated
    if face == "K10":
        return bool(pending.detail) and unseen
    started = face != "K09" or bool(pending.detail)
    return unseen and started and face in ("K04", "K06", "K07", "K09", "K11")


def _lays(player: int, cards: m.Pile, places: Iterable[d.Place]) -> Iterator[m.Lay]:
    for place in places:
        yield from (m.Lay(player, place, card) for card in cards)


def _given(state: m.State, player: int, cards: m.Cards) -> Iterator[m.Choose]:
    """One of some cards; at a real table nobody else sees which."""
    yield from (m.Choose(player, cards=(card,)) for card in cards)
    if not state.simulated:
        yield m.Choose(player, cards=(None,))


def _picked(state: m.State, pending: m.Obey) -> Iterator[m.Choose]:
    for whom in actions.victims(state, pending):
        hand = state.hands[whom]
        for card in (*hand.known, *(() if state.simulated else (None,))):
            yield m.Choose(pending.by, whom, (card,))


def _pairs(state: m.State, player: int) -> Iterator[m.Choose]:
    hand = state.hands[player]
    pairs = [*actions.matches(state, hand.numbers)]
    if not state.simulated:
        pairs += [(card, None) for card in hand.numbers if hand.most]
        pairs.append((None, None))
    for whom in state.others(player):
        yield from (m.Choose(player, whom, pair) for pair in pairs)


@cache
def number_faces(edition: d.Edition) -> tuple[str, ...]:
    """The faces that K10 can demand."""
    return tuple(sorted({card.face for card in edition.numbers}))


def _of_colour(state: m.State, pending: m.Obey) -> m.Pile:
    """What may be laid on the piles now: any number card for K11, of the colour settled on for K08 and K09."""
    hand = state.hands[pending.player]
    if pending.card.face == "K11":
        return h.layable(hand)
    if pending.detail:
        return tuple(c for c in h.layable(hand) if not c or c.colour == pending.detail)
    if pending.card.face == "K09":
        return h.layable(hand)
    enough = h.of_one_colour(hand, actions.LAID_BY_K08 - hand.most)
    return tuple(c for c in h.layable(hand) if not c or c.colour in enough)


def _two_away(state: m.State, player: int) -> Iterator[m.Lay]:
    """Where K04 may lay a card: numbers on the piles and with Mac, kept actions unused on the discard."""
    hand = state.hands[player]
    room = (d.MAC,) if len(state.mac) < d.MAC_MOST else ()
    yield from _lays(player, h.layable(hand), (*d.OPEN, *room))
    kept: m.Pile = (*hand.kept, None) if hand.most else hand.kept
    yield from _lays(player, kept, (d.ACTIONS,))


def _free_choice(state: m.State, pending: m.Obey) -> Iterator[m.Move]:
    yield from (m.Take(pending.by, (at,)) for at in h.sources(state))
    if not state.rulings.k12_from_hands:
        return
    for whom in state.others(pending.by):
        if state.hands[whom].size[1]:
            yield m.Choose(pending.by, whom)


def accepts(state: m.State, pending: m.Obey, move: m.Move) -> bool:
    """Whether a move answers the action card that is being obeyed."""
    if isinstance(move, m.Choose) and move.face:
        return _may_demand(state, pending, move)
    patterns = answers(state, pending)
    return any(_covers(state, pattern, move) for pattern in patterns) and _suits(
        state, pending, move
    )


def _may_demand(state: m.State, pending: m.Obey, move: m.Choose) -> bool:
    """Whether it is a demand (K10), of a number card of this edition and somebody who plays."""
    asked = pending.card.face == "K10" and not pending.detail and not move.cards
    others = move.player == pending.by and move.whom in state.others(pending.by)
    return asked and others and move.face in number_faces(state.edition)


def _covers(state: m.State, pattern: m.Move, move: m.Move) -> bool:
    match pattern, move:
        case m.Lay(), m.Lay():
            same = (pattern.player, pattern.place) == (move.player, move.place)
            return same and _is(state, pattern.card, move.card)
        case m.Choose(), m.Choose():
            same = pattern.player == move.player and pattern.whom == move.whom
            same = same and pattern.face == move.face
            return same and _are(state, pattern.cards, move.cards)
        case m.Take(player, (wanted,)), m.Take(other, (at,)):
            if player != other or wanted.place != at.place:
                return False
            # The top of an open pile need not be named.
            top = at.card is None and at.place in d.OPEN
            return top or _is(state, wanted.card, at.card)
        case _:
            return pattern == move


def _are(state: m.State, wanted: m.Pile, cards: m.Pile) -> bool:
    """Whether cards, in any order, are what a pattern names."""
    if len(wanted) != len(cards):
        return False
    return any(
        all(_is(state, w, c) for w, c in zip(wanted, order, strict=True))
        for order in {cards, cards[::-1]}
    )


def _is(state: m.State, wanted: d.Card | None, card: d.Card | None) -> bool:
    """Whether a card is the one wanted, or one of the unseen that None stands for."""
    if wanted is card:
        return True
    unseen = wanted is None and card is not None and not state.simulated
    return unseen and card is not None and h.could_be_unseen(state, card)


def _suits(state: m.State, pending: m.Obey, move: m.Move) -> bool:
    """Whether cards that nobody could see before are of the kind that is asked."""
    match move:
        case m.Lay(_, place, card) if card is not None:
            kind = d.CardKind.KEEP if place == d.ACTIONS else d.CardKind.NUMBER
            colour = pending.detail in ("", card.colour)
            return card.kind is kind and colour
        case m.Choose(_, _, (card,)) if card is not None and pending.card.face == "K10":
            return card.face == pending.detail
        case m.Choose(_, _, (card,)) if card is not None:
            # At-once cards and murphy cards are in no hand (A6 and A8).
            return card.kind in (d.CardKind.NUMBER, d.CardKind.KEEP)
        case m.Choose(_, _, (one, other)) if one is not None and other is not None:
            return actions.matching(one, other, both=state.rulings.k03 == "and")
        case m.Choose(_, _, cards) if pending.card.face == "K03":
            return all(c is None or c.kind is d.CardKind.NUMBER for c in cards)
        case m.Take(_, (at,)) if at.place == d.DRAW:
            return at.card is None
        case _:
            return True
