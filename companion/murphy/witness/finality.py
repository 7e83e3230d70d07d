"""The first turn that is not settled: what it was, and whether anything that may still come can change that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.murphy.model.places import LEFT, RIGHT
from companion.murphy.witness import closing, habits
from companion.murphy.witness.copying import but
from companion.murphy.witness.heaps import Doubt
from companion.murphy.witness.infer import scene
from companion.murphy.witness.paths import Path, Scene
from companion.murphy.witness.readings import Reading, Turn
from companion.murphy.witness.sitting import Sitting

ASK: Final = 2.7
"""Below this margin (a logarithm: fifteen times likelier) the people are asked."""
SURE: Final = 4.5
"""From this margin on a turn is called sure."""
ENOUGH: Final = (2.5, ASK)
"""How far ahead a reading must be to be settled once so many turns are over: what follows may still tell."""
CLEAR: Final = 7.0
"""So far ahead a reading is settled though all that was seen of the next turn are hands that moved nothing."""
FEW: Final = len(habits.SHORT) - 1
"""With so many cards left somebody may have no number card among them."""
FAR: Final = 8.0
"""Rivals farther behind than this leave no doubt."""
ALONE: Final = habits.MISREAD * -4
"""The margin of a reading without rivals."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best reading of the first turn not settled, how far ahead it is, its rivals, and how many signs it took.

    ``waits``: what comes next may still tell.
    """

    reading: Reading
    margin: float
    rivals: tuple[Reading, ...]
    signs: int
    settled: tuple[tuple[Doubt, bool], ...] = ()
    hidden: tuple[tuple[str, float], ...] = ()
    """The piles in which, by some rival, an unread card lies below the top; how far behind that is."""
    waits: bool = False


def found(sitting: Sitting, paths: Sequence[Path], *, over: bool) -> Found | None:
    """The first turn that is not settled, if it is over: its end was seen, or nothing more can come.

    Unless everything is ``over``, a reading that is not far ahead of its
    rivals waits.
    """
    best, known = paths[0], scene(sitting)
    first = _first(best, sitting, known)
    if first is None:
        return None
    groups: dict[tuple[object, ...], tuple[float, Reading]] = {}
    unseen = other = best.score - ALONE
    for path in paths:
        # Whether a turn is over does not matter where it was the same either way.
        reading = _first(path, sitting, known) or provisional(path, sitting)
        if reading is None:
            other = max(other, path.score)
        elif reading.what not in groups:
            groups[reading.what] = path.score, reading
        if reading is not None and reading.unseen != first.unseen:
            unseen = max(unseen, path.score)
    rivals = [pair for what, pair in groups.items() if what != first.what]
    nearest = max([other, *(score for score, _ in rivals)])
    near = (reading for score, reading in rivals if best.score - score < SURE + ASK)
    signs = first.ended if best.closed else len(sitting.trail)
    margin = best.score - nearest
    least = min(margin, best.score - unseen)
    waits = _waits(paths, least, sitting, known) or _arms_may_tell(paths, sitting)
    hidden = _hidden(first, best.score, rivals)
    return Found(
        reading=first,
        margin=margin,
        rivals=tuple(near),
        signs=signs,
        settled=best.settled,
        hidden=hidden,
        waits=waits and not over,
    )


def _waits(
    paths: Sequence[Path], margin: float, sitting: Sitting, known: Scene
) -> bool:
    """Whether what comes next may still tell."""
    best = paths[0]
    turns = len(best.closed)
    if turns < len(ENOUGH) and margin < ENOUGH[turns]:
        return True
    if turns != 1:
        return False
    # The turn before may go on by a story that reads it alike so far.
    going_on = (best.score - path.score for path in paths if not path.closed)
    ahead = min(margin, *going_on, ALONE)
    reached = ahead < CLEAR and _only_reached(best.turn)
    return reached or _may_be_drawing(best, known) or _is_foreign(best.turn, sitting)


def _arms_may_tell(paths: Sequence[Path], sitting: Sitting) -> bool:
    """Whether a hand at the draw pile may have rested there, so that another is to move, and arms will tell before long.

    That is in the first rounds, until it is known from where everybody
    reaches: who loses the order of play then loses it for good.
    """
    best, seats, ways = paths[0], sitting.base.seats, sitting.habits
    if len(best.closed) > len(seats) or all(ways.knows(seat) for seat in seats):
        return False
    if not any(sign.side for sign in sitting.trail):
        return False
    near = (path for path in paths if best.score - path.score < CLEAR)
    others = (path for path in near if path.turn.player != best.turn.player)
    return any(_draws(path) != _draws(best) for path in others)


def _draws(path: Path) -> int:
    """How many hands came to the draw pile for a card, by a story."""
    return path.turn.drew + sum(turn.drew for turn in path.closed)


def _hidden(
    first: Reading, best: float, rivals: Iterable[tuple[float, Reading]]
) -> tuple[tuple[str, float], ...]:
    behind: dict[str, float] = {}
    known = {at.place for at in first.laid if at.card is None}
    for score, rival in rivals:
        for at in rival.laid:
            if at.card is None and at.place in (LEFT, RIGHT) and at.place not in known:
                behind[at.place] = min(behind.get(at.place, FAR), best - score)
    return tuple(sorted(pair for pair in behind.items() if pair[1] < FAR))


def _first(path: Path, sitting: Sitting, known: Scene) -> Reading | None:
    if path.closed:
        return path.closed[0]
    whole = closing.whole(path.turn, path.mac, len(sitting.base.seats))
    if whole and not _may_have_run_short(path.turn, known):
        return provisional(path, sitting)
    return None


def _may_have_run_short(turn: Turn | Reading, known: Scene) -> bool:
    """Whether somebody may still draw because the action card took his last cards (rules, A6)."""
    return any(left <= FEW for _, left in known.losers(turn, first=True))


def _is_foreign(turn: Turn, sitting: Sitting) -> bool:
    """Whether all that was seen of a turn is a hand that is rather another player's."""
    if not turn.sides or turn.taken or turn.acted:
        return False
    ways = sitting.habits
    reaching = ways.reaching(turn.player, turn.sides[-1])
    return ways.knows(turn.player) and reaching < habits.FOREIGN


def _only_reached(turn: Turn) -> bool:
    """Whether all that was seen of a turn are hands that moved nothing open: hands come to rest there, too."""
    reached = turn.drew > 0 or turn.visits > 0
    return reached and not (turn.taken or turn.acted or turn.thrown)


def _may_be_drawing(path: Path, known: Scene) -> bool:
    """Whether hands at the draw pile after an action card may be of its turn, or of the next one."""
    now, first = path.turn, path.closed[0]
    if not _only_reached(now):
        return False
    return bool(first.played) and _may_have_run_short(first, known)


def provisional(path: Path, sitting: Sitting) -> Reading | None:
    """What the turn under way is for now, if it may well be over."""
    turn = path.turn
    if not turn.played and not turn.laid:
        return None
    likely = list(closing.closings(turn, path.mac, sitting.habits))
    if not likely:
        return None
    reading, score = max(likely, key=lambda pair: pair[1])
    if reading.wrong is not None or score < closing.UNLIKELY:
        return None
    return but(reading, ended=len(sitting.trail))


def wanted(sitting: Sitting, paths: Sequence[Path]) -> tuple[Reading, ...]:
    """The turns as they are read now, the one under way among them if it may be over."""
    best = paths[0]
    now = provisional(best, sitting)
    return best.closed if now is None else (*best.closed, now)


def settled_doubts(found: Found) -> tuple[tuple[Doubt, bool], ...]:
    """The doubts about earlier turns that this one settled."""
    return found.settled if found.margin >= ASK else ()
