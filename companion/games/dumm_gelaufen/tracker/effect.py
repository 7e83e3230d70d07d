"""What an action card lets be seen: what may come or go for it before its turn is over (rules, C and E4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card, Kind
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.model.places import (
    ACTIONS,
    DRAW,
    LEFT,
    MAC,
    RIGHT,
    At,
)
from companion.games.dumm_gelaufen.tracker import habits
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.heaps import Heap
from companion.games.dumm_gelaufen.tracker.readings import PartialTurn, TurnCandidate

DRAWS: Final = {"A04": 3, "K05": 1, "K12": 3}
"""How many cards are drawn for a card, at most."""
OTHERS_DRAW: Final = frozenset(("A04", "K05", "K12"))
"""The cards for which an at-once card may turn up."""
LOSE_ALL: Final = frozenset(("A05", "K02", "K11"))
LOSE_OTHERS: Final = frozenset(("A01", "K06", "K10"))
"""The cards by which everybody, or everybody else, may lose cards."""
AT_ONE_REACH: Final = -0.7
"""Each further card drawn at one reach."""
UNFINISHED: Final = -3.0
"""An action card of which less is to be seen than it asks."""
NEVER: Final = -100.0
"""What an action card does not do."""

PILES: Final = frozenset((LEFT, RIGHT))
LAYS: Final = {
    "K04": (2, frozenset((LEFT, RIGHT, MAC, ACTIONS))),
    "K07": (MAC_MOST, frozenset((MAC,))),
    "K08": (5, PILES),
    "K09": (24, PILES),
    "K11": (6, PILES),
}
"""How many cards at most are laid for a card, and where."""
TAKES: Final = {"K12": 3}
ONE_COLOUR: Final = frozenset(("K08", "K09"))


def reach(turn: PartialTurn) -> float:
    """How likely one more hand at the draw pile is that of the same turn once cards were laid or played."""
    if not turn.played:
        return habits.LATE
    return 0.0 if turn.reached < ordered(turn) else habits.HOVERED_LATE


def rested(turn: PartialTurn) -> bool:
    """Whether the last hand at the draw pile, once cards were laid or played, had nothing to draw there."""
    return turn.reached > (ordered(turn) if turn.played else 0)


def losers(
    turn: PartialTurn | TurnCandidate, seats: tuple[int, ...]
) -> tuple[int, ...]:
    """Who may have run short of cards by the action card that was played (rules, A6)."""
    face = turn.played[-1].face if turn.played else ""
    if face == "K11" and turn.layers:
        return turn.layers
    if face in LOSE_ALL:
        return seats
    if face in LOSE_OTHERS:
        return tuple(seat for seat in seats if seat != turn.player)
    return (turn.player,) if face in LAYS or face == "K03" else ()


def at_first(turn: PartialTurn) -> tuple[Card, ...]:
    """The action cards played but for those that were drawn because one of them ordered it."""
    orders = (n for n, card in enumerate(turn.played, 1) if card.face in OTHERS_DRAW)
    last = next(orders, len(turn.played)) if turn.reached else len(turn.played)
    return turn.played[:last]


def lost(turn: PartialTurn | TurnCandidate, seat: int) -> int:
    """How many cards somebody lost to the action card, and it with them, at least."""
    mine = seat == turn.player
    kept = mine and turn.played[0].kind is Kind.KEEP
    if turn.played[-1].face == "K11":
        return 1 + kept
    return kept + (len(turn.laid) if mine else turn.played[-1].face in LOSE_OTHERS)


def ordered(turn: PartialTurn | TurnCandidate) -> int:
    """How many cards are drawn for the action cards played."""
    seen = sum(at.place != DRAW for at in turn.taken)
    ordered = sum(DRAWS.get(card.face, 0) for card in turn.played)
    return max(0, ordered - seen)


def unseen_draws(turn: PartialTurn) -> float:
    """What speaks against the turn's being over by how many cards were seen being drawn for its action card."""
    missing = ordered(turn) - turn.reached
    if missing <= 0:
        return 0.0
    return AT_ONE_REACH * missing if turn.reached else UNFINISHED


def played(turn: PartialTurn, card: Card) -> Iterator[tuple[PartialTurn, float]]:
    """The turn with an action card on the discard, where it can belong to this turn."""
    if turn.played:
        yield from _after_another(turn, card)
    elif not turn.laid:
        strange = habits.TAKEN_BEFORE if turn.taken else 0.0
        yield but(turn, played=(card,)), strange


def _after_another(
    turn: PartialTurn, card: Card
) -> Iterator[tuple[PartialTurn, float]]:
    both = but(turn, played=(*turn.played, card))
    first = turn.played[-1]
    if card.kind is Kind.AT_ONCE:
        expected = first.kind is Kind.AT_ONCE or first.face in OTHERS_DRAW
        if turn.refilled:
            drawn = turn.refilled[-1], card, len(turn.played)
            yield but(turn, unused=(*turn.unused, drawn)), 0.0
        yield both, 0.0 if expected else habits.STRANGE_CARD
    elif first.face == "K04" and len(turn.laid) < LAYS["K04"][0]:
        # K04 lets a keep action be thrown away as one of its two cards.
        yield but(turn, laid=(*turn.laid, At("actions", card))), 0.0


def is_for_all(turn: PartialTurn) -> bool:
    """Whether everybody lays cards in this turn (K11)."""
    return bool(turn.played) and turn.played[-1].face == "K11"


def is_for_another(turn: PartialTurn) -> bool:
    """Whether somebody else draws for the action card, and shows what he drew (K05)."""
    return any(card.face == "K05" for card in turn.played)


def cost(before: PartialTurn, after: PartialTurn, mac: Heap, players: int) -> float:
    """How likely it is that these cards came and went for the action card."""
    face = after.played[-1].face
    if len(after.taken) > len(before.taken):
        return _taking(face, after)
    return _laying(face, after, players) + _over_seven(before, after, mac)


def _taking(face: str, turn: PartialTurn) -> float:
    seen = [at for at in turn.taken if at.place != DRAW]
    return 0.0 if len(seen) <= TAKES.get(face, 0) else NEVER


def _laying(face: str, turn: PartialTurn, players: int) -> float:
    most, places = LAYS.get(face, (0, frozenset[str]()))
    if len(turn.laid) > min(most, players if face == "K11" else most):
        return NEVER
    if any(at.place not in places for at in turn.laid):
        return NEVER
    colours = {at.card.colour for at in turn.laid if at.card}
    return NEVER if face in ONE_COLOUR and len(colours) > 1 else 0.0


def _over_seven(before: PartialTurn, after: PartialTurn, mac: Heap) -> float:
    came = len(_with_mac(after)) - len(_with_mac(before))
    return NEVER if came > 0 and len(mac) + came > MAC_MOST else 0.0


def _with_mac(turn: PartialTurn) -> list[At]:
    return [at for at in turn.laid if at.place == MAC]


def finished(turn: PartialTurn, mac: Heap, players: int) -> bool:
    """Whether nothing more can come for the action card that was played."""
    card = turn.played[-1]
    if card.kind is Kind.AT_ONCE:
        return False
    match card.face:
        case "K07":
            return len(mac) >= MAC_MOST
        case "K12":
            return len(turn.taken) >= TAKES["K12"]
        case "K11":
            return len(turn.laid) >= players
        case "K05":
            return False
        case face if face in LAYS:
            return len(turn.laid) >= LAYS[face][0]
    return True


def missing(turn: PartialTurn) -> float:
    """How much speaks against the action's being over with what was seen of it."""
    face = turn.played[-1].face
    wanted = {"K04": 2, "K08": 5, "K09": 1, "K11": 1, "K07": 1}.get(face, 0)
    return UNFINISHED if len(turn.laid) < wanted else 0.0
