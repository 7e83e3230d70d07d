"""What a last roll is worth to a greedy robot, now and probably later."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules import legality, points

SCORED: Final[Mapping[str, float]] = {
    p.LEMMING: points.LEMMING_POINTS,
    p.RIEBMANN: points.RIEBMANN_POINTS,
    p.YETI: points.YETI_POINTS,
    p.PROFESSOR: 1.5,
}
"""The points of a card once it is scored; professors share theirs."""
CHANCE: Final = 0.6
"""The probability that a taken card is scored before it is stolen or the game ends."""
STEALS: Final = 0.5
"""The value of taking a card away from somebody, as a share of its value to them."""


@dataclass(frozen=True, slots=True)
class Values:
    """The value of a last roll to a player, in parts that are looked up by what the dice show."""

    twins: tuple[tuple[float, ...], ...]
    """Black, red, white: the value of a pair of each number."""
    trios: tuple[float, ...]
    """The value of one number on all three colours."""
    sums: tuple[float, ...]
    """The value of each sum of the six coloured dice."""
    scores: tuple[float, ...]
    """What each pink value scores."""
    deaths: tuple[float, ...]
    """The cost of each pink value's Death if nothing is taken: at most 0."""


def value_of(face: str, state: m.State) -> float:
    """The value of a target to the player who takes it."""
    if p.is_dinosaur(face):
        return float(p.value(face) - points.DINOSAUR_LEAST)
    later = 1.0 + CHANCE * (SCORED[face[0]] - 1.0)
    return later * (1.0 if face in state.display else 1.0 + STEALS)


def values_of(state: m.State) -> Values:
    """The valuation of all last rolls for the player whose turn it is."""
    worth = {face: value_of(face, state) for face in legality.within_reach(state)}
    kinds = [tuple(worth.get(f"{kind}{value:02}", 0.0) for value in range(6)) for kind in "RYLP"]
    reached = [(p.value(face), w) for face, w in worth.items() if p.is_dinosaur(face)]
    sums = (max((w for v, w in reached if v <= n), default=0.0) for n in range(31))
    scores, deaths = zip(*(_scoring(state, pink) for pink in range(6)), strict=True)
    return Values(tuple(kinds[:3]), kinds[3], tuple(sums), scores, deaths)


def _scoring(state: m.State, pink: int) -> tuple[float, float]:
    """What a pink value scores, minus what it scores for the others; and what a Death would then cost."""
    gains = [_gain(area, pink) for area in state.areas]
    mine = gains[state.turn]
    others = (sum(gains) - mine) / max(1, len(gains) - 1)
    area = state.area
    scored = [*area.scored, *(f for f in area.open if p.value(f) == pink)]
    at_risk = [SCORED[f[0]] for f in scored if not p.is_dinosaur(f)]
    lemmings = any(f.startswith(p.LEMMING) for f in scored)
    cost = SCORED[p.LEMMING] if lemmings else min(at_risk, default=1.0)
    return mine - others, -cost


def _gain(area: m.PlayerArea, pink: int) -> float:
    return sum(SCORED[f[0]] - 1.0 for f in area.open if pink and p.value(f) == pink)
