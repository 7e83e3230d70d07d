"""The first turn that is not settled: what it was, how far ahead of its rivals, and whether it waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from companion.games.dumm_gelaufen.model.places import At
from companion.games.dumm_gelaufen.tracker import likelihoods, turn_transitions
from companion.games.dumm_gelaufen.tracker.commit_waits import (
    ASK,
    RARE,
    SURE,
    may_have_run_short,
    may_still_tell,
)
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.turn_candidates import TurnCandidate
from companion.tracking.beam import posterior, share

NEAR: Final = log(SURE / (1 - SURE))
"""A name is left open while a hypothesis no farther behind than this has none."""
KNOWN: Final = 1 - exp(likelihoods.MISTAKEN)
"""No turn is surer than this: what people did may be nothing that any hypothesis has."""
SAME: Final = ("same",)
"""The outcome of every hypothesis that says of the first turn what the best one says."""


@dataclass(frozen=True, slots=True)
class BestCandidate:
    """The best reading of the first turn not settled, how likely it is, and its rivals.

    ``waits``: what comes next may still tell. ``illegal`` is how likely it is
    that the rules do not allow it, whatever it was.
    """

    reading: TurnCandidate
    posterior: float
    rivals: tuple[TurnCandidate, ...]
    waits: bool = False
    illegal: float = 0.0
    short: tuple[TurnCandidate, ...] = ()
    """The same turn as nearly as likely, but for who drew because he had run short."""

    @property
    def legal(self) -> tuple[TurnCandidate, ...]:
        """The rivals that the rules allow."""
        return tuple(rival for rival in self.rivals if rival.wrong is None)


def found(
    paths: Sequence[Hypothesis],
    known: Context,
    number: int,
    covered: Collection[str] = (),
    *,
    over: bool = False,
) -> BestCandidate | None:
    """The first turn that is not settled, if it is over: its end was seen, or nothing more can come.

    ``paths`` are of a belief after ``number`` pieces of evidence; ``covered``
    are the zones that a hand is, or just was, over.
    Unless everything is ``over``, a reading that is not far ahead of its
    rivals waits.
    """
    first = _first(paths[0], known, number)
    if first is None:
        return None
    first = _as_known(first, paths)
    read = [
        _first(path, known, number) or provisional(path, known, number)
        for path in paths
    ]
    # Whether a turn is over does not matter where it was the same either way.
    each = dict(zip(map(id, paths), read, strict=True))

    def outcome(path: Hypothesis) -> tuple[object, ...] | None:
        return _outcome(each[id(path)], first)

    shares = posterior(paths, outcome)
    unseen = posterior(paths, lambda path: (outcome(path), _unseen(each[id(path)])))
    sure = shares.get(SAME, 0.0)
    whole = unseen.get((SAME, first.unseen), 0.0)
    likely = {reading.what: reading for reading in reversed(read) if reading}
    near = [likely[what] for what, p in shares.items() if what in likely and p > RARE]
    alike = [
        reading
        for reading in read
        if reading and unseen[_outcome(reading, first), reading.unseen] > 1 - ASK
    ]
    waits = may_still_tell(paths, min(sure, whole), known) or _is_hidden(first, covered)
    return BestCandidate(
        reading=first,
        posterior=sure * KNOWN,
        rivals=tuple(near),
        waits=waits and not over,
        illegal=share(paths, lambda path: _is_illegal(each[id(path)])),
        short=tuple(_short(first, alike)),
    )


def _outcome(
    reading: TurnCandidate | None, first: TurnCandidate
) -> tuple[object, ...] | None:
    """What the first turn was by a hypothesis, the same for all that say what the best one says."""
    if reading is None:
        return None
    return SAME if _is_alike(reading, first) else reading.what


def _is_illegal(reading: TurnCandidate | None) -> bool:
    return reading is not None and reading.wrong is not None


def _unseen(reading: TurnCandidate | None) -> tuple[object, ...] | None:
    return None if reading is None else reading.unseen


def _is_hidden(turn: TurnCandidate, covered: Collection[str]) -> bool:
    """Whether a turn looks wrong and a zone that it was made in is covered: more of it may be seen."""
    places = {at.place for at in (*turn.taken, *turn.laid)}
    return turn.wrong is not None and not places.isdisjoint(covered)


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


def _first(path: Hypothesis, known: Context, number: int) -> TurnCandidate | None:
    if path.closed:
        return path.closed[0]
    whole = turn_transitions.whole(path.turn, path.mac, len(known.seats))
    if whole and not may_have_run_short(path.turn, known):
        return provisional(path, known, number)
    return None


def provisional(path: Hypothesis, known: Context, number: int) -> TurnCandidate | None:
    """What the turn under way is for now, if it may well be over."""
    turn = path.turn
    if not turn.played and not turn.laid:
        return None
    likely = list(turn_transitions.closings(turn, path.mac, known.prior))
    if not likely:
        return None
    reading, score = max(likely, key=lambda pair: pair[1])
    if reading.wrong is not None or score < turn_transitions.UNLIKELY:
        return None
    return but(reading, ended=number)


def wanted(
    paths: Sequence[Hypothesis], known: Context, number: int
) -> tuple[TurnCandidate, ...]:
    """The turns as they are read now, the one under way among them if it may be over."""
    best = paths[0]
    now = provisional(best, known, number)
    closed = best.closed
    if closed:
        closed = (_as_known(closed[0], paths), *closed[1:])
    return closed if now is None else (*closed, now)


def _as_known(first: TurnCandidate, paths: Sequence[Hypothesis]) -> TurnCandidate:
    """The first turn's best reading, with the names only of those cards that no hypothesis not far behind leaves open."""
    best = paths[0]
    near = (path for path in paths if path.closed and best.score - path.score < NEAR)
    alike = [path.closed[0] for path in near if path.closed[0].names(first)]
    taken = _known(first.taken, [reading.taken for reading in alike])
    laid = _known(first.laid, [reading.laid for reading in alike])
    return but(first, taken=taken, laid=laid)


def _known(cards: tuple[At, ...], alike: Sequence[tuple[At, ...]]) -> tuple[At, ...]:
    """The cards, without the names of those that others, in the same order, leave open."""
    unnamed = {n for others in alike for n, at in enumerate(others) if at.card is None}
    return tuple(At(at.place) if n in unnamed else at for n, at in enumerate(cards))
