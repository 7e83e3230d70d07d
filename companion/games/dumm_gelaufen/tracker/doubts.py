"""Cards that may lie in a pile unread: where, and what digging there says of the turn that would have laid them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple

from companion.games.dumm_gelaufen.model.places import LEFT, RIGHT, At, Place
from companion.games.dumm_gelaufen.tracker.asking import ask_no_more
from companion.games.dumm_gelaufen.tracker.heaps import Doubt
from companion.games.dumm_gelaufen.tracker.infer import Account, tell_corrected
from companion.games.dumm_gelaufen.tracker.paths import Path
from companion.games.dumm_gelaufen.tracker.readings import Reading
from companion.games.dumm_gelaufen.tracker.told import Told, reading_to_json
from companion.games.dumm_gelaufen.tracker.waiting import ASK

FAR: Final = 8.0
"""Rivals farther behind than this leave no doubt."""


class Hidden(NamedTuple):
    """An unread card that lies in a pile by some rival, below so many cards of its turn; how far behind that is.

    ``on`` are the codes of the cards that lie below it by that rival, and were
    taken by the best reading, the topmost first.
    """

    zone: str
    below: int
    against: float
    on: tuple[str, ...] = ()


def hidden(
    first: Reading, best: float, rivals: Iterable[tuple[float, Reading]]
) -> tuple[Hidden, ...]:
    """Where cards lie unread below others by the rivals of a turn's best reading, and not by that."""
    found: dict[tuple[str, int], Hidden] = {}
    known = set(_unread(first))
    for score, rival in sorted(rivals, key=lambda pair: -pair[0]):
        for zone, below in _unread(rival):
            against = best - score
            if (zone, below) not in known and below and against < FAR:
                on = _left_by(rival, first, zone)
                found.setdefault((zone, below), Hidden(zone, below, against, on))
    return tuple(sorted(found.values()))


def _left_by(rival: Reading, first: Reading, zone: str) -> tuple[str, ...]:
    """The cards of a pile that one reading has taken and the other has not."""
    gone = (at for at in first.taken if at.place == zone and at not in rival.taken)
    return tuple(at.card.code for at in gone if at.card is not None)


def _unread(reading: Reading) -> Iterator[tuple[str, int]]:
    """The piles in which a card was laid unread, and how many were laid on it."""
    for number, at in enumerate(reading.laid):
        if at.card is None and at.place in (LEFT, RIGHT):
            later = reading.laid[number + 1 :]
            yield at.place, sum(other.place == at.place for other in later)


def decided(paths: Sequence[Path]) -> Iterator[tuple[Doubt, bool]]:
    """The doubts that the likeliest story decides, and how, where no story that does not is near."""
    best = paths[0]
    for settled in best.settled:
        others = (path.score for path in paths if settled not in path.settled)
        if best.score - max(others, default=-inf) >= ASK:
            yield settled


def settle(account: Account, doubt: Doubt, *, there: bool) -> None:
    """A card was found where it may have lain, or was not: what was assumed of that turn is decided."""
    account.tell("doubt-settled", of=doubt.of, zone=doubt.zone, below=doubt.below)
    of = int(doubt.of)
    told = next((t for t in account.sitting.told if t.id == of), None)
    if told is None:
        return
    place = doubt.zone, doubt.below
    left = [rival for rival in told.rivals if (place in _unread(rival)) == there]
    if there:
        best = left.pop(0) if left else _with_hidden(told, doubt)
        tell_corrected(account, told, best)
    if left:
        rivals = [reading_to_json(rival) for rival in left]
        account.tell("offered", of=of, rivals=rivals)
    elif told.standing == "asked":
        _close(account, of)


def _with_hidden(told: Told, doubt: Doubt) -> Reading:
    """The turn with a card laid unread, and one that it lies on not taken, or one fewer drawn."""
    reading = told.reading
    place: Place = "open-left" if doubt.zone == LEFT else "open-right"
    later = [n for n, at in enumerate(reading.laid) if at.place == place]
    where = later[-doubt.below] if doubt.below <= len(later) else 0
    laid = (*reading.laid[:where], At(place), *reading.laid[where:])
    taken = tuple(at for at in reading.taken if at.card not in doubt.on)
    if taken == reading.taken and reading.drawn == 2:
        taken = taken[:-1]
    return replace(reading, taken=taken, laid=laid)


def _close(account: Account, of: int) -> None:
    """What was asked about a turn is known now."""
    ask_no_more(account, of)
    reading = reading_to_json(account.sitting.told_as(of).reading)
    account.tell("move", id=of, reading=reading, sure=True, signs=0, rivals=[])
