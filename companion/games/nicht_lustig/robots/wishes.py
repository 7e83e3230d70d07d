"""What a greedy robot thinks a last roll is worth: points that it would bring, now and probably."""

from __future__ import annotations

from typing import Final

from companion.games.nicht_lustig.deck.cards import is_dinosaur, value
from companion.games.nicht_lustig.model.situation import PlayerArea, Situation
from companion.games.nicht_lustig.robots.exact import Pair, Roll, Worth
from companion.games.nicht_lustig.rules.points import DINOSAUR_LEAST
from companion.games.nicht_lustig.rules.targets import within_reach

SCORED: Final = {"L": 4.0, "R": 2.0, "Y": 3.0, "P": 1.5}
"""Points of a card once it is scored; professors share theirs."""
CHANCE: Final = 0.6
"""How likely a card that was taken gets scored before it is stolen or the game ends."""
STEALS: Final = 0.5
"""What it is worth that somebody else has a card no more, as a share of what it is to its owner."""


def wish(face: str, situation: Situation) -> float:
    """What a target is worth to who takes it."""
    if is_dinosaur(face):
        return float(value(face) - DINOSAUR_LEAST)
    later = 1.0 + CHANCE * (SCORED[face[0]] - 1.0)
    return later * (1.0 if face in situation.display else 1.0 + STEALS)


def worth_of(situation: Situation) -> Worth:
    """What every last roll is worth to the player whose turn it is."""
    wishes = {face: wish(face, situation) for face in within_reach(situation)}
    pairs = [[wishes.get(f"{kind}{v:02}", 0.0) if v else 0.0 for v in range(6)] for kind in "RYL"]  # fmt: skip
    trios = [wishes.get(f"P{v:02}", 0.0) if v else 0.0 for v in range(6)]
    sums = [max((w for f, w in wishes.items() if is_dinosaur(f) and value(f) <= total), default=0.0) for total in range(31)]  # fmt: skip
    pinks = [_scoring(situation, pink) for pink in range(6)]

    def worth(roll: Roll) -> float:
        black, red, white, pink = roll
        twins = _twin(black, pairs[0]) + _twin(red, pairs[1]) + _twin(white, pairs[2])
        trio = sum(trios[v] for v in {*black} & {*red} & {*white})
        taken = max(twins, trio, sums[sum(black) + sum(red) + sum(white)])
        scored, death = pinks[pink]
        return scored + (taken or death)

    return worth


def _twin(pair: Pair, wishes: list[float]) -> float:
    return wishes[pair[0]] if pair[0] == pair[1] else 0.0


def _scoring(situation: Situation, pink: int) -> tuple[float, float]:
    """What a pink value scores, against what it scores for the others; and what a Death would cost then."""
    gains = [_gain(area, pink) for area in situation.areas]
    mine = gains[situation.turn]
    others = (sum(gains) - mine) / max(1, len(gains) - 1)
    area = situation.area
    scored = [*area.scored, *(f for f in area.open if value(f) == pink)]
    at_risk = [SCORED[f[0]] for f in scored if not is_dinosaur(f)]
    lemmings = any(f.startswith("L") for f in scored)
    cost = SCORED["L"] if lemmings else min(at_risk, default=1.0)
    return mine - others, -cost


def _gain(area: PlayerArea, pink: int) -> float:
    return sum(SCORED[f[0]] - 1.0 for f in area.open if pink and value(f) == pink)
