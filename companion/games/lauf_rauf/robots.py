"""Players that choose, whole games among them, and their statistics."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf import rules
from companion.games.lauf_rauf.rules import legality
from companion.kit import robots as kit

# Robots ------------------------------------------------------------------------------


Robot: TypeAlias = Callable[[m.State, Random], m.Move]

UP: Final = 30.0
"""The value, in fields, of having climbed..."""
NEAR: Final = 10.0
"""...of standing where a pawn can climb..."""
A_CARD: Final = 8.0
"""...of a card..."""
OTHERS: Final = 0.5
"""...and of a field of another player."""
CONTENT: Final = 12.0
"""A move that gains this much is made without rolling again."""


def random_robot(state: m.State, chance: Random) -> m.Move:
    """Any legal move."""
    return chance.choice(legality.legal(state))


def greedy_robot(state: m.State, chance: Random) -> m.Move:
    """The move that gains most, if that is enough or no rolls are left; else both dice again."""
    moves = legality.legal(state)
    rolls = [move for move in moves if move == m.ThrowPair()]
    acts = [move for move in moves if not isinstance(move, m.ThrowPair | m.LeaveIt)]
    gains = {move: gain(state, move) for move in acts}
    best = max(gains, key=lambda move: gains[move], default=None)
    if best is None or (rolls and gains[best] < CONTENT):
        return rolls[0] if rolls else moves[-1]
    leaves = not rolls and gains[best] < 0 and m.LeaveIt() in moves
    return m.LeaveIt() if leaves else best


def gain(state: m.State, move: m.Move) -> float:
    """The value of a move for the player who makes it, in fields."""
    match move:
        case m.StartPawn() | m.RunPawn() | m.ClimbPawn() | m.HitPawn():
            told = legality.steps(state, move)
            played = A_CARD if move.card else 0.0
            return sum(_step(state, *step) for step in told) - played
        case m.TurnUpCard():
            return A_CARD
        case m.MoveGhost(to):
            return _haunted(state, to)
        case _:
            return -A_CARD


def _step(state: m.State, colour: str, origin: str, to: str) -> float:
    gained = worth(state, colour, to) - worth(state, colour, origin)
    return gained if colour == state.colour else -OTHERS * gained


def _haunted(state: m.State, to: str) -> float:
    """The ghost is a burden to its carrier."""
    where = state.ghost if to == b.SUMMIT else to
    mine = state.occupied[where] == state.colour
    return NEAR if mine == (to == b.SUMMIT) else -NEAR


def worth(state: m.State, colour: str, place: str) -> float:
    """How far up a place is, in fields."""
    board = state.board
    if place == b.BASE:
        return 0.0
    laps = [len(ring) for ring in board.rings]
    if place == b.CAMP:
        return sum(laps) + 3 * UP
    level = board.level(place)
    assert level is not None
    own = board.colours[colour]
    to_go = board.distance(place, own.climb[level]) or laps[level]
    near = NEAR if place in own.outlined[level] else 0.0
    below = laps[b.LOWER] + UP if level == b.MIDDLE else 0.0
    return UP + below + laps[level] - to_go + near


BEGINNER: Final = "beginner"
"""Plays like the greedy one, at a table without cards."""
ROBOTS: Final[dict[str, Robot]] = {
    "greedy": greedy_robot,
    "random": random_robot,
    BEGINNER: greedy_robot,
}


# Whole games -------------------------------------------------------------------------


def _winners(end: m.State) -> tuple[int, ...]:
    """The seat that has won, if somebody has."""
    return () if end.winner is None else (end.colours.index(end.winner),)


def _names(event: m.Event) -> tuple[str, ...]:
    """What an event is counted as."""
    match event:
        case m.DicePassedOn() | m.CampFilled():
            return ("turns",)
        case m.PawnsMoved(_, "hit", _):
            return ("hits",)
        case m.GhostMoved():
            return ("ghosts",)
        case m.CardTurnedUp():
            return ("cards",)
        case _:
            return ()


GAMES: Final[kit.RobotGames[m.State, m.Move, m.Event]] = kit.RobotGames(
    play=kit.play_by(rules.decide, rules.evolve),
    winners=_winners,
    over=lambda now: now.winner is not None,
    names=_names,
)
"""From the first roll to the third pawn in a camp."""


def simulated(asked: kit.Simulation) -> kit.Means:
    """Play so many games, beginners without cards."""
    cards: Any = "without-cards" if asked.robot == BEGINNER else "with-cards"
    start = m.start(asked.players, m.Rulings(action_cards=cards))
    found = GAMES.many(asked, start, ROBOTS[asked.robot])
    names = ("hits", "ghosts", "cards")
    return kit.Means.over(found, asked.players, names, "lauf.simulate.events")
