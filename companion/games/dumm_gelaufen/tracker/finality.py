"""The first turn that is not settled: what it was, how far ahead of its rivals, and whether it waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.dumm_gelaufen.model.places import At
from companion.games.dumm_gelaufen.tracker import closing, habits
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.hypotheses import context
from companion.games.dumm_gelaufen.tracker.paths import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.readings import TurnCandidate
from companion.games.dumm_gelaufen.tracker.sitting import TrackerState
from companion.games.dumm_gelaufen.tracker.waiting import (
    ASK,
    may_have_run_short,
    may_still_tell,
)

SURE: Final = 4.5
"""From this margin on a turn is called sure."""
ALONE: Final = habits.MISREAD * -4
"""The margin of a reading without rivals."""


@dataclass(frozen=True, slots=True)
class BestCandidate:
    """The best reading of the first turn not settled, how far ahead it is, and its rivals.

    ``waits``: what comes next may still tell.
    """

    reading: TurnCandidate
    margin: float
    rivals: tuple[TurnCandidate, ...]
    waits: bool = False
    short: tuple[TurnCandidate, ...] = ()
    """The same turn as nearly as likely, but for who drew because he had run short."""

    @property
    def legal(self) -> tuple[TurnCandidate, ...]:
        """The rivals that the rules allow."""
        return tuple(rival for rival in self.rivals if rival.wrong is None)


def found(
    sitting: TrackerState, paths: Sequence[Hypothesis], *, over: bool
) -> BestCandidate | None:
    """The first turn that is not settled, if it is over: its end was seen, or nothing more can come.

    Unless everything is ``over``, a reading that is not far ahead of its
    rivals waits.
    """
    best, known = paths[0], context(sitting)
    first = _first(best, sitting, known)
    if first is None:
        return None
    first = _as_known(first, paths)
    groups: dict[tuple[object, ...], tuple[float, TurnCandidate]] = {}
    unseen = other = best.score - ALONE
    alike: list[TurnCandidate] = []
    for path in paths:
        # Whether a turn is over does not matter where it was the same either way.
        reading = _first(path, sitting, known) or provisional(path, sitting)
        if reading is None:
            other = max(other, path.score)
        elif reading.what not in groups:
            groups[reading.what] = path.score, reading
        if reading is not None and reading.unseen != first.unseen:
            unseen = max(unseen, path.score)
            if best.score - path.score < ASK:
                alike.append(reading)
    rivals = [pair for pair in groups.values() if not _is_alike(pair[1], first)]
    nearest = max([other, *(score for score, _ in rivals)])
    near = (reading for score, reading in rivals if best.score - score < SURE + ASK)
    margin = best.score - nearest
    waits = may_still_tell(paths, min(margin, best.score - unseen), known)
    return BestCandidate(
        reading=first,
        margin=margin,
        rivals=tuple(near),
        waits=waits and not over,
        short=tuple(_short(first, alike)),
    )


def _is_alike(reading: TurnCandidate, first: TurnCandidate) -> bool:
    """Whether a reading says the same as the first turn's, but for names or the order."""
    return reading.same(first) or reading.names(first)


def _short(
    first: TurnCandidate, alike: Iterable[TurnCandidate]
) -> Iterator[TurnCandidate]:
    """The readings that say of others that they drew because they had run short."""
    told = {first.refilled}
    for reading in alike:
        if reading.same(first) and reading.refilled not in told:
            told.add(reading.refilled)
            yield but(first, refilled=reading.refilled)


def _first(
    path: Hypothesis, sitting: TrackerState, known: Context
) -> TurnCandidate | None:
    if path.closed:
        return path.closed[0]
    whole = closing.whole(path.turn, path.mac, len(sitting.base.seats))
    if whole and not may_have_run_short(path.turn, known):
        return provisional(path, sitting)
    return None


def provisional(path: Hypothesis, sitting: TrackerState) -> TurnCandidate | None:
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
    return but(reading, ended=sitting.belief.number)


def wanted(
    sitting: TrackerState, paths: Sequence[Hypothesis]
) -> tuple[TurnCandidate, ...]:
    """The turns as they are read now, the one under way among them if it may be over."""
    best = paths[0]
    now = provisional(best, sitting)
    closed = best.closed
    if closed:
        closed = (_as_known(closed[0], paths), *closed[1:])
    return closed if now is None else (*closed, now)


def _as_known(first: TurnCandidate, paths: Sequence[Hypothesis]) -> TurnCandidate:
    """The first turn's best reading, with the names only of those cards that no story not far behind leaves open."""
    best = paths[0]
    near = (path for path in paths if path.closed and best.score - path.score < SURE)
    alike = [path.closed[0].laid for path in near if path.closed[0].names(first)]
    unnamed = {n for laid in alike for n, at in enumerate(laid) if at.card is None}
    laid = (At(at.place) if n in unnamed else at for n, at in enumerate(first.laid))
    return but(first, laid=tuple(laid)) if unnamed else first
