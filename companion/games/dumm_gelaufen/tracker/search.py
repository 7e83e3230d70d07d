"""Every way to read what was seen since a turn began, the likeliest first.

Looks are not believed one by one: a path is a whole story of them, turn by
turn, with the logarithm of how likely it is. Stories that differ only in how
they were seen are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.places import ACTIONS, DRAW, MAC
from companion.games.dumm_gelaufen.tracker import all_lay, closing, effect, habits
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.habits import FARTHER
from companion.games.dumm_gelaufen.tracker.moved import showed
from companion.games.dumm_gelaufen.tracker.paths import FAR, Path, Scene
from companion.games.dumm_gelaufen.tracker.readings import Turn
from companion.games.dumm_gelaufen.tracker.signs import Drew, Showed, Sign

WIDTH: Final = 48
"""How many stories are followed."""


def stories(start: Path, scene: Scene, seen: Iterable[Sign]) -> tuple[Path, ...]:
    """The likely stories of what was seen, the likeliest first; there is always one."""
    paths: tuple[Path, ...] = (start,)
    for number, sign in enumerate(seen):
        paths = _goes_on(paths, scene, sign, number)
    return paths


@lru_cache(maxsize=256)
def _goes_on(
    paths: tuple[Path, ...], scene: Scene, sign: Sign, number: int
) -> tuple[Path, ...]:
    """The likely stories with one sign more. Look after look asks for the same ones again, but for the last."""
    told: list[Path] = []
    least = -inf
    for path in paths:
        # No sign makes a story likelier: these are given up with all that may follow.
        if path.score > least:
            more = [p for p in _told(path, scene, sign, number) if p.score > least]
            told += more
            least = max([least, *(after.score - FAR for after in more)])
    return _likeliest(told)


def ended(path: Path, scene: Scene, number: int) -> tuple[Path, ...]:
    """The stories in which the turn under way is over, the likeliest first."""
    return _likeliest(_closed(path, scene, number))


def _likeliest(paths: Iterable[Path]) -> tuple[Path, ...]:
    told = list(paths)
    least = max((path.score for path in told), default=0.0) - FAR
    best: dict[object, Path] = {}
    for path in told:
        if path.score > least:
            known = best.setdefault(path.what, path)
            if known.score < path.score:
                best[path.what] = path
    return tuple(sorted(best.values(), key=lambda path: -path.score)[:WIDTH])


def _told(path: Path, scene: Scene, sign: Sign, number: int) -> Iterator[Path]:
    for after in _read(path, scene, sign, number):
        armed = _armed(after, scene, sign)
        if isinstance(sign, Showed) and effect.is_for_all(armed.turn):
            yield from all_lay.laid_by(armed, scene, sign)
        else:
            yield armed
    score = path.score + habits.MISREAD + _misread_too(path, sign)
    yield but(path, score=score, misread=path.misread + 1)


def _misread_too(path: Path, sign: Sign) -> float:
    """What it costs beyond that if several cards of a row were misread at once."""
    if not isinstance(sign, Showed) or sign.zone != MAC:
        return 0.0
    new = len(set(sign.cards) - set(path.mac))
    return habits.MISREAD_TOO * max(0, new - 1)


def _read(path: Path, scene: Scene, sign: Sign, number: int) -> Iterator[Path]:
    if isinstance(sign, Drew):
        yield from _drew(path, scene, sign, number)
        return
    for begun in _begun(path, scene, sign):
        yield from showed(begun, scene, sign)
    if sign.visits > 1 and not path.turn.untouched:
        yield from _shared(path, scene, sign, number)
    if not path.turn.untouched:
        for fresh in _closed(path, scene, number):
            for begun in _begun(fresh, scene, sign):
                yield from showed(begun, scene, sign)


def _shared(path: Path, scene: Scene, sign: Showed, number: int) -> Iterator[Path]:
    """One turn's last card was laid and the next one's first was taken before the zone was read again."""
    if sign.zone == ACTIONS:
        return
    between: tuple[Card, ...] = ()
    if sign.zone == MAC:
        new = tuple(card for card in sign.cards if card not in path.mac)
        if not new or all(card in sign.cards for card in path.mac):
            return
        between = (*path.mac, *new)
    laid = replace(sign, cards=between, visits=sign.visits - 1)
    for before in showed(path, scene, laid):
        for fresh in _closed(before, scene, number):
            for begun in _begun(fresh, scene, sign):
                yield from showed(begun, scene, replace(sign, visits=1))


def _armed(path: Path, scene: Scene, sign: Sign) -> Path:
    """The story with the hands that came, and how likely it is that this player's came from where they came."""
    turn = path.turn
    if isinstance(sign, Drew) and turn.acted and effect.rested(turn):
        # A hand that only rests may be anybody's.
        return path
    if turn.played:
        return _armed_for_action(path, scene, sign)
    if isinstance(sign, Showed):
        turn = but(turn, visits=turn.visits + sign.visits)
    if sign.side is None:
        return but(path, turn=turn)
    before = (*path.sides(turn.player), *turn.sides)
    score = path.score + scene.habits.reaching(turn.player, sign.side, before)
    return but(path, turn=but(turn, sides=(*turn.sides, sign.side)), score=score)


def _armed_for_action(path: Path, scene: Scene, sign: Sign) -> Path:
    """The same while an action card is obeyed: whose arms come for it is no habit, but tells whose card it is."""
    turn = path.turn
    zone = DRAW if isinstance(sign, Drew) else sign.zone
    others = (effect.is_for_all(turn) or turn.refilled) and zone != ACTIONS
    played = zone == ACTIONS and path.top is turn.played[0]
    if others or (effect.is_for_another(turn) and not played):
        return path
    seat, ways = turn.player, scene.habits
    if turn.unused and turn.unused[-1][1] is path.top:
        seat = turn.unused[-1][0]
    return but(path, score=path.score + ways.reaching(seat, sign.side))


def _begun(path: Path, scene: Scene, sign: Sign) -> Iterator[Path]:
    """The turn about to begin: the next player's, or that of one whose arm it rather is."""
    yield path
    turn, ways = path.turn, scene.habits
    if not turn.untouched or sign.side is None or not ways.knows(turn.player):
        return
    here = ways.reaching(turn.player, sign.side)
    for seat in scene.seats:
        if ways.knows(seat) and ways.reaching(seat, sign.side) > here + FARTHER:
            skipped = path.score + habits.SKIPPED
            yield but(path, turn=but(turn, player=seat), score=skipped)


def _closed(path: Path, scene: Scene, number: int) -> Iterator[Path]:
    """The turn is over, the next player's begins with sign ``number``."""
    following = Turn(scene.after(path.turn.player), number)
    if effect.is_for_all(path.turn):
        path = but(path, score=path.score + all_lay.skipped(path.turn, scene))
    for reading, score in closing.closings(path.turn, path.mac, scene.habits):
        yield but(
            path,
            turn=following,
            closed=(*path.closed, but(reading, ended=number)),
            score=path.score + score,
        )


# A hand at the draw pile --------------------------------------------------------


def _drew(path: Path, scene: Scene, sign: Drew, number: int) -> Iterator[Path]:
    turn = path.turn
    if not turn.stacked:
        # The shuffled cards are laid down as the new draw pile.
        yield but(path, turn=but(turn, stacked=True))
        return
    if not turn.acted:
        for begun in _begun(path, scene, sign):
            drew = begun.turn.drew + 1
            yield but(begun, turn=but(begun.turn, drew=drew))
        if not turn.taken:
            return
    else:
        cost = effect.reach(turn)
        again = but(turn, reached=turn.reached + 1)
        yield but(path, turn=again, score=path.score + cost)
    yield from _refilled(path, scene, sign)
    for fresh in _closed(path, scene, number):
        for begun in _begun(fresh, scene, sign):
            yield but(begun, turn=but(begun.turn, drew=1))


def _refilled(path: Path, scene: Scene, sign: Drew) -> Iterator[Path]:
    """Somebody who lost cards to the action card draws until he has a number card (rules, A6)."""
    turn = path.turn
    for seat, left in scene.losers(turn, first=not path.closed):
        again = turn.refilled[-1:] == (seat,)
        cost = habits.SHORT_AGAIN if again else habits.short(left)
        cost += scene.habits.reaching(seat, sign.side)
        yield but(
            path,
            turn=but(turn, refilled=(*turn.refilled, seat)),
            score=path.score + cost,
        )
