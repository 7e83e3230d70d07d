"""Stops: completed visits; if a hand that grips a card seems to stop twice, which of the two it was."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from companion.table import Visit


@dataclass(frozen=True, slots=True)
class Stop:
    """A hand's completed stop in a zone."""

    visit: Visit
    gripped: Visit | None = None
    """The stop a look before, in another zone, of which this may be a part: a hand that grips a card looks otherwise."""
    drew_back: bool = False
    """Whether the hand seemed nearer to its entry than at the stop before: then that one was certainly a stop."""


def finished_visits(
    stops: Iterable[Stop],
    settled: Collection[str],
    changed: Collection[str],
    covered: Collection[str],
) -> tuple[tuple[Visit, ...], list[Stop]]:
    """The visits to zones that are settled, and the stops of which nothing is known yet.

    Of two stops that may be one it is the one in whose zone cards came or
    went; where they did in both, both are; where in none, the first.
    """
    waiting = list(stops)
    held: list[Stop] = []
    for stop in [stop for stop in waiting if stop.gripped is not None]:
        first = next((s for s in waiting if _is(s, stop.gripped)), None)
        zone = stop.visit.zone
        if zone in settled and zone not in changed:
            waiting.remove(stop)
            if first is not None:
                _replace(waiting, first, _longer(first, stop))
        elif zone in settled and first is not None:
            _replace(waiting, stop, Stop(stop.visit))
            _doubt(waiting, first, stop, settled, changed)
        elif first is not None and zone not in covered:
            held += [first] if first.visit.zone not in changed else []
    over = [s for s in waiting if s.visit.zone in settled and s not in held]
    return tuple(s.visit for s in over), [s for s in waiting if s not in over]


def _doubt(
    waiting: list[Stop],
    first: Stop,
    second: Stop,
    settled: Collection[str],
    changed: Collection[str],
) -> None:
    """The first of two stops, given that cards came or went at the second."""
    if second.drew_back or first.visit.zone in changed:
        return
    if first.visit.zone in settled:
        waiting.remove(first)
    else:
        _replace(waiting, first, Stop(first.visit, gripped=second.visit))


def _is(stop: Stop, visit: Visit | None) -> bool:
    one = stop.visit
    return visit is not None and (one.zone, one.began) == (visit.zone, visit.began)


def _longer(first: Stop, second: Stop) -> Stop:
    return replace(first, visit=replace(first.visit, ended=second.visit.ended))


def _replace(stops: list[Stop], old: Stop, new: Stop) -> None:
    stops[stops.index(old)] = new
