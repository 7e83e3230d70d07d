"""A robot that plays random legal moves; it constructs one move instead of listing all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from companion.games.dumm_gelaufen.deck.tasks import MAC_MOST
from companion.games.dumm_gelaufen.deck.verdicts import VerdictAnswer
from companion.games.dumm_gelaufen.model.actions import playable
from companion.games.dumm_gelaufen.model.moves import (
    Choose,
    Claim,
    DecideClaim,
    Lay,
    Move,
    Pass,
    PlayAction,
    Take,
)
from companion.games.dumm_gelaufen.model.places import DRAW, LEFT, MAC, RIGHT, At, Place
from companion.games.dumm_gelaufen.model.sight import drawable
from companion.games.dumm_gelaufen.model.state import (
    Cards,
    InDoubt,
    MayClaim,
    Obey,
    Pile,
    State,
    ToLay,
    Turn,
)
from companion.games.dumm_gelaufen.robots.glance import could_solve
from companion.games.dumm_gelaufen.rules.answers import number_faces
from companion.games.dumm_gelaufen.rules.claims import in_window, judged, leaning
from companion.games.dumm_gelaufen.rules.laying import OPEN, must_replenish
from companion.games.dumm_gelaufen.rules.legality import legal
from companion.games.dumm_gelaufen.rules.taking import takes

M = TypeVar("M")

PLAYS: Final = 0.25
"""How often somebody who holds a kept action plays it instead of exchanging."""

TRIES: Final = 4
"""How often a source is drawn by lot before all there are get listed."""

_DRAWN: Final = {1: (At(DRAW),), 2: (At(DRAW), At(DRAW))}
_TOPS: Final = {place: {1: (At(place),), 2: (At(place), At(place))} for place in OPEN}
_BOTH: Final = ((At(LEFT), At(RIGHT)), (At(RIGHT), At(LEFT)))


def random_robot(state: State, rng: Random) -> Move:
    """A random legal move; a solve is claimed as soon as possible."""
    match state.pending:
        case ToLay() as pending:
            return _any_lay(state, pending, rng)
        case MayClaim(player):
            return claim_of(state, player) or Pass(player)
        case Turn(player):
            return _any_turn(state, player, rng)
        case InDoubt() as pending:
            return DecideClaim(leaning(state, pending))
        case _:
            return any_answer(state, rng)


def pick(moves: Sequence[M], rng: Random) -> M:
    """A random element."""
    return moves[int(rng.random() * len(moves))]


def claim_of(state: State, player: int) -> Claim | None:
    """The claim of somebody who has solved his murphy card, as far as he and the rulings can tell."""
    if not in_window(state, player):
        return None
    task, numbers = state.murphys.held[player], state.hands[player].numbers
    if task is None or not could_solve(task.face, numbers, state):
        return None
    claim = Claim(player, task, numbers)
    found = judged(state, claim)
    if found.answer is VerdictAnswer.DEPENDS and found.ruling:
        leans = getattr(state.rulings, found.ruling)
        return claim if leans == "accept" else None
    return claim if found.answer is VerdictAnswer.YES else None


def any_answer(state: State, rng: Random) -> Move:
    """Any of the answers that are listed, claims left out."""
    pending = state.pending
    if isinstance(pending, Obey) and pending.card.face == "K10" and not pending.detail:
        return _any_demand(state, pending.by, rng)
    moves = [move for move in legal(state) if not isinstance(move, Claim)]
    return pick(moves, rng)


def _any_demand(state: State, player: int, rng: Random) -> Choose:
    others, faces = state.others(player), number_faces(state.edition)
    whom = pick(others, rng)
    return Choose(player, whom, face=pick(faces, rng))


def _any_turn(state: State, player: int, rng: Random) -> Move:
    claim = claim_of(state, player)
    if claim:
        return claim
    hand = state.hands[player]
    if hand.kept and rng.random() < PLAYS:
        plays = [card for card in hand.kept if playable(state, player, card)]
        if plays:
            return PlayAction(player, pick(plays, rng))
    for _ in range(TRIES):
        cards = _any_source(state, 1 if hand.numbers else 2, rng)
        if cards is not None:
            return Take(player, cards)
    return any_take(state, player, rng)


def _any_source(state: State, least: int, rng: Random) -> tuple[At, ...] | None:
    """One card or two from the draw pile, an open pile, both, or Mac; None where the place chosen has too few."""
    count = least + int(rng.random() * (3 - least))
    match int(rng.random() * 5):
        case 0:
            return _DRAWN[count] if drawable(state, count) else None
        case 1:
            return _tops(LEFT, state.left, count)
        case 2:
            return _tops(RIGHT, state.right, count)
        case 3:
            return _both_tops(state, rng)
        case _:
            return _of_row(state.mac, count, rng)


def _tops(place: Place, pile: Pile, count: int) -> tuple[At, ...] | None:
    return _TOPS[place][count] if len(pile) >= count else None


def _both_tops(state: State, rng: Random) -> tuple[At, ...] | None:
    return pick(_BOTH, rng) if state.left and state.right else None


def _of_row(row: Cards, count: int, rng: Random) -> tuple[At, ...] | None:
    if len(row) >= MAC_MOST:
        count = 2
    if len(row) < count:
        return None
    one = int(rng.random() * len(row))
    if count == 1:
        return (At(MAC, row[one]),)
    other = int(rng.random() * (len(row) - 1))
    other += other >= one
    return (At(MAC, row[one]), At(MAC, row[other]))


def any_take(state: State, player: int, rng: Random) -> Move:
    """Any way to begin an exchange; where there is none, whatever else there is."""
    ways = tuple(takes(state, player))
    return pick(ways, rng) if ways else any_answer(state, rng)


def _any_lay(state: State, pending: ToLay, rng: Random) -> Move:
    numbers = state.hands[pending.player].numbers
    if must_replenish(state, pending):
        return Take(pending.player, _DRAWN[1])
    card = pick(numbers, rng)
    if pending.area == MAC:
        return Lay(pending.player, MAC, card)
    return Lay(pending.player, LEFT if rng.random() < 0.5 else RIGHT, card)
