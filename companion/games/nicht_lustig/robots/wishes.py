"""What a greedy robot thinks a last roll is worth: points that it would bring, now and probably."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.nicht_lustig.deck.cards import is_dinosaur, value
from companion.games.nicht_lustig.model.situation import PlayerArea, Situation
from companion.games.nicht_lustig.rules.points import DINOSAUR_LEAST
from companion.games.nicht_lustig.rules.targets import within_reach

Pair: TypeAlias = tuple[int, ...]
"""What is kept of a colour, or what its dice show: sorted values."""
Roll: TypeAlias = tuple[Pair, Pair, Pair, int]

SCORED: Final = {"L": 4.0, "R": 2.0, "Y": 3.0, "P": 1.5}
"""Points of a card once it is scored; professors share theirs."""
CHANCE: Final = 0.6
"""How likely a card that was taken gets scored before it is stolen or the game ends."""
STEALS: Final = 0.5
"""What it is worth that somebody else has a card no more, as a share of what it is to its owner."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a last roll is worth to a player, in parts that are looked up by what dice show."""

    twins: tuple[tuple[float, ...], ...]
    """Black, red, white: the worth of a pair of each value."""
    trios: tuple[float, ...]
    """The worth of one value on all three colours."""
    sums: tuple[float, ...]
    """The worth of each sum of the six coloured dice."""
    scores: tuple[float, ...]
    """What each pink value scores."""
    deaths: tuple[float, ...]
    """What each pink value's Death costs where nothing is taken: not above 0."""

    def taken(self, black: Pair, red: Pair, white: Pair) -> float:
        """What the six coloured dice take; 0 where that is nothing."""
        twins = 0.0
        for worth, (one, other) in zip(self.twins, (black, red, white), strict=True):
            twins += worth[one] if one == other else 0.0
        trio = sum([self.trios[v] for v in {*black} if v in red and v in white])
        total = self.sums[sum(black) + sum(red) + sum(white)]
        return max(twins, trio, total)

    def worth(self, roll: Roll) -> float:
        """What a last roll is worth."""
        *coloured, pink = roll
        return self.scores[pink] + (self.taken(*coloured) or self.deaths[pink])


def wish(face: str, situation: Situation) -> float:
    """What a target is worth to who takes it."""
    if is_dinosaur(face):
        return float(value(face) - DINOSAUR_LEAST)
    later = 1.0 + CHANCE * (SCORED[face[0]] - 1.0)
    return later * (1.0 if face in situation.display else 1.0 + STEALS)


def wishes_of(situation: Situation) -> Wishes:
    """What every last roll is worth to the player whose turn it is."""
    worth = {face: wish(face, situation) for face in within_reach(situation)}
    kinds = [tuple(worth.get(f"{kind}{v:02}", 0.0) for v in range(6)) for kind in "RYLP"]  # fmt: skip
    reached = [(value(face), w) for face, w in worth.items() if is_dinosaur(face)]
    sums = (max((w for v, w in reached if v <= n), default=0.0) for n in range(31))
    scores, deaths = zip(*(_scoring(situation, pink) for pink in range(6)), strict=True)
    return Wishes(tuple(kinds[:3]), kinds[3], tuple(sums), scores, deaths)


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
