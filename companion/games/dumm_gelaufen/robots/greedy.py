"""A greedy robot: it takes cards that its murphy card needs, lays those that it does not, and looks no turn ahead."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen.deck.cards import (
    DRAW,
    MAC,
    At,
    Card,
    CardKind,
    NumberCards,
)
from companion.games.dumm_gelaufen.deck.edition import Edition
from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST, READS_MAC
from companion.games.dumm_gelaufen.model.hands import sources
from companion.games.dumm_gelaufen.robots.chance import claim_of, pick
from companion.games.dumm_gelaufen.robots.plans import Plan, plan
from companion.games.dumm_gelaufen.rules.actions import LAID_BY_K08, matching, playable
from companion.games.dumm_gelaufen.rules.claims import leaning
from companion.games.dumm_gelaufen.rules.exchanges import takes
from companion.games.dumm_gelaufen.rules.legality import legal

HOPELESS: Final = 8
"""How many cards may be wrong before somebody would rather swap murphy cards."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A player's goal: a plan for his hand, or (M04) for Mac's row."""

    plan: Plan
    of_mac: bool
    chance: float
    """How likely a card drawn blindly is wanted."""

    def gain(self, card: Card | None) -> float:
        """What a card more in the hand is worth: 1 where it is wanted, -1 where it would have to go again."""
        if card is None:
            return 2 * self.chance - 1 if self.plan.missing else -1.0
        if card.kind is not CardKind.NUMBER:
            return 0.5
        if card not in self.plan.wanted:
            return -1.0
        return 1.0 if self.plan.missing else 0.0

    def loss(self, card: Card | None) -> float:
        """What laying a card away costs: nothing but gain where it is spare."""
        if card is None or card.kind is not CardKind.NUMBER:
            return 0.5
        return -1.0 if self.is_spare(card) else 1.0

    def is_spare(self, card: Card) -> bool:
        """Whether a card of the hand does not serve."""
        return card not in self.plan.wanted if self.of_mac else card in self.plan.spare


def greedy_robot(state: m.State, rng: Random) -> m.Move:
    """The move that brings a player's hand nearest to his murphy card at once; chance among equals."""
    pending = state.pending
    match pending:
        case m.InDoubt():
            return m.DecideClaim(leaning(state, pending))
        case m.MayClaim(player):
            return claim_of(state, player) or m.Pass(player)
        case m.Turn(player):
            return claim_of(state, player) or _turn(state, player, rng)
        case m.Short(waiting):
            aim = aim_of(state, waiting[0])
            return (
                m.Take(waiting[0], (At(DRAW),))
                if aim.plan.missing
                else m.Pass(waiting[0])
            )
    moves = [move for move in legal(state) if not isinstance(move, m.Claim)]
    player = moves[0].player if not isinstance(moves[0], m.DecideClaim) else state.turn
    return _best(moves, _worth_of_answer(state, aim_of(state, player)), rng)


def aim_of(state: m.State, player: int) -> Aim:
    """A player's goal, from his hand, his murphy card and Mac's row."""
    held, numbers = state.murphys.held[player], state.hands[player].numbers
    task = "M19" if held is None else held.face
    of_mac = task == READS_MAC
    found = plan(task, state.mac if of_mac else numbers, state.edition.asked[task])
    return Aim(found, of_mac, _chance(state.edition, found.wanted))


def _chance(edition: Edition, wanted: NumberCards) -> float:
    numbers = edition.numbers
    return sum(card in wanted for card in numbers) / len(numbers)


def _best(
    moves: Sequence[m.Move], worth: Callable[[m.Move], float], rng: Random
) -> m.Move:
    rated = [(worth(move), move) for move in moves]
    most = max(value for value, _ in rated)
    return pick([move for value, move in rated if value == most], rng)


# A turn -------------------------------------------------------------------------


def _turn(state: m.State, player: int, rng: Random) -> m.Move:
    aim = aim_of(state, player)
    rate = _worth_of_mac if aim.of_mac else _worth_of_take
    numbers = state.hands[player].numbers
    rated: list[tuple[float, m.Move]] = [
        (rate(aim, numbers, move), move) for move in takes(state, player)
    ]
    for card in state.hands[player].kept:
        if playable(state, player, card):
            rated.append(
                (_worth_of_action(state, player, aim, card), m.PlayAction(player, card))
            )
    if not rated:
        return pick(
            [move for move in legal(state) if not isinstance(move, m.Claim)], rng
        )
    most = max(value for value, _ in rated)
    return pick([move for value, move in rated if value == most], rng)


def _worth_of_take(aim: Aim, numbers: m.Cards, move: m.Take) -> float:
    """How much nearer an exchange comes: what is taken, and the spare cards that can be laid for it."""
    gains = [aim.gain(at.card) for at in move.cards]
    spare = len(aim.plan.spare) + sum(gain < 0 for gain in gains)
    laid = 3 - len(move.cards)
    return sum(gains) + min(laid, spare) - max(0, laid - spare)


def _worth_of_mac(aim: Aim, numbers: m.Cards, move: m.Take) -> float:
    """The same for M04: spare cards of Mac's row are taken, ones that match the rest are laid."""
    if move.cards[0].place != MAC:
        return -1.0
    taken = [at.card for at in move.cards if at.card]
    freed = sum(card not in aim.plan.wanted for card in taken)
    fitting = sum(card in aim.plan.wanted for card in (*numbers, *taken))
    laid = 3 - len(taken)
    return freed - max(0, laid - fitting)


# Kept actions ---------------------------------------------------------------------


def _worth_of_action(state: m.State, player: int, aim: Aim, card: Card) -> float:
    """What playing a kept action promises, in cards nearer to the solve."""
    numbers = state.hands[player].numbers
    spare = [c for c in numbers if aim.is_spare(c)]
    match card.face:
        case "K01" | "K02":
            return 1.5 if aim.plan.distance >= HOPELESS else -2.0
        case "K03":
            pairs = any(
                matching(a, b, both=True) for a in spare for b in spare if a is not b
            )
            return 2.0 if pairs or len(spare) > len(state.edition.colours) else -2.0
        case "K04":
            return float(min(2, len(spare))) - max(0, 2 - len(spare))
        case "K06":
            return len(state.others(player)) * (2 * aim.chance - 1)
        case "K07":
            room = MAC_MOST - len(state.mac)
            return float(min(room, len(spare)) - max(0, room - len(spare)))
        case "K08" | "K09":
            return _worth_of_colour(aim, numbers, card)
        case "K10":
            return 0.4 if aim.plan.missing else -1.0
        case "K12":
            best = sorted((aim.gain(at.card) for at in sources(state)), reverse=True)
            return sum(best[:3])
        case _:
            return 1.0 if spare else -1.0


def _worth_of_colour(aim: Aim, numbers: m.Cards, card: Card) -> float:
    """What laying away five cards, or all, of the best colour for it is worth."""
    worth = Counter[str]()
    for number in numbers:
        worth[number.colour] += 1 if aim.is_spare(number) else -1
    counts = Counter(number.colour for number in numbers)
    if card.face == "K08":
        worth = Counter({c: worth[c] for c in worth if counts[c] >= LAID_BY_K08})
    return float(max(worth.values(), default=-2))


# Answers --------------------------------------------------------------------------


def _worth_of_answer(state: m.State, aim: Aim) -> Callable[[m.Move], float]:
    """How much an answer to what is pending is worth to the player who gives it."""

    def worth(move: m.Move) -> float:
        match move:
            case m.Lay(player, place, card) if _opens_a_colour(state) and card:
                return _colour_balance(state, player, aim, card)
            case m.Lay(_, place, card) if place == MAC and aim.of_mac and card:
                return 1.0 if card in aim.plan.wanted else -1.0
            case m.Lay(_, _, card):
                return -aim.loss(card)
            case m.Take(_, (at,)):
                return aim.gain(at.card)
            case m.Choose(_, _, cards) if cards:
                return -sum(aim.loss(card) for card in cards)
            case m.Choose(_, _, _, face) if face:
                wanted = Card.parse(f"{face}-1") in aim.plan.wanted
                return 1.0 if wanted else -1.0
            case _:
                return 0.0

    return worth


def _opens_a_colour(state: m.State) -> bool:
    pending = state.pending
    if not isinstance(pending, m.Obey) or pending.detail:
        return False
    return pending.card.face in ("K08", "K09")


def _colour_balance(state: m.State, player: int, aim: Aim, card: Card) -> float:
    mine = [c for c in state.hands[player].numbers if c.colour == card.colour]
    return -sum(aim.loss(c) for c in mine) - 0.1 * aim.loss(card)
