"""The witness: what the players did, from what was seen since the last turn that is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias, TypedDict

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.evolve import evolve as happened
from companion.games.dumm_gelaufen.model.places import LEFT, RIGHT
from companion.games.dumm_gelaufen.model.state import Pile, State, draw_size
from companion.games.dumm_gelaufen.tracker import all_lay, closing, habits
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.enact import enacted
from companion.games.dumm_gelaufen.tracker.facts import to_move
from companion.games.dumm_gelaufen.tracker.fold import evolve
from companion.games.dumm_gelaufen.tracker.heaps import Doubt, Heap
from companion.games.dumm_gelaufen.tracker.paths import Path, Scene
from companion.games.dumm_gelaufen.tracker.readings import Reading, Turn
from companion.games.dumm_gelaufen.tracker.search import ended, stories
from companion.games.dumm_gelaufen.tracker.signs import Drew, Showed, Sign
from companion.games.dumm_gelaufen.tracker.sitting import Json, Sitting
from companion.games.dumm_gelaufen.tracker.told import (
    Told,
    reading_to_json,
    with_answers,
)

Event: TypeAlias = dict[str, Any]


class Account:
    """The events concluded so far and the game after them; lives within one call of the game."""

    __slots__ = ("events", "sitting")

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.events: list[Event] = []

    def tell(self, event: str, **told: Any) -> None:
        """Let an event happen."""
        self.events.append({"event": event, **told})
        self.sitting = evolve(self.sitting, self.events[-1])


# The beginning of the story ---------------------------------------------------------


def beginning(sitting: Sitting) -> Path:
    """Where the story of what was seen since begins."""
    state = sitting.base
    return Path(
        mac=state.mac,
        left=_heap(sitting, LEFT, state.left),
        right=_heap(sitting, RIGHT, state.right),
        actions=frozenset(card for card in state.actions if card is not None),
        turn=Turn(to_move(state)),
        top=state.actions[0] if state.actions else None,
    )


def _heap(sitting: Sitting, zone: str, pile: Pile) -> Heap:
    heap: list[Card | Doubt | None] = list(pile)
    # The lowest first: each counts the cards below it, not the doubts.
    for lurking in sorted(sitting.doubts, key=lambda lurking: lurking.height):
        place = len(pile) - lurking.height
        if lurking.doubt.zone == zone and 0 < place <= len(pile):
            heap.insert(place, lurking.doubt)
    return tuple(heap)


def scene(sitting: Sitting) -> Scene:
    """What is known of the hands, and of this table's ways."""
    state = sitting.base
    return Scene(
        seats=state.seats,
        known=tuple(frozenset(hand.known) for hand in state.hands),
        most=tuple(hand.size[1] for hand in state.hands),
        habits=sitting.habits,
        draw=draw_size(state)[0],
        fewest=tuple(hand.size[0] for hand in state.hands),
        **_obeyed(sitting),
    )


class Obeyed(TypedDict, total=False):
    """What a scene knows of the first turn told, where it was an action card."""

    obeyed: Reading
    left: tuple[int, ...]
    lost: frozenset[int]


def _obeyed(sitting: Sitting) -> Obeyed:
    """What the first turn told leaves everybody, where it was an action card: by what was seen and said of it."""
    told = next(iter(sitting.open), None)
    if told is None or not told.reading.played:
        return {}
    reading = replace(told.reading, refilled=(), unused=())
    after = reduce(happened, enacted(told.before, reading), told.before)
    left = [hand.size[0] for hand in after.hands]
    fewer = {p for p, hand in enumerate(told.before.hands) if left[p] < hand.size[0]}
    return {
        "obeyed": told.reading,
        "left": tuple(left),
        "lost": frozenset(fewer | set(reading.swappers)),
    }


def told_stories(sitting: Sitting, *, over: bool = False) -> tuple[Path, ...]:
    """The likely stories of what was seen; once it is ``over`` their last turns are complete."""
    start, known = beginning(sitting), scene(sitting)
    paths = stories(start, known, sitting.trail)
    if over:
        paths = _all_ended(paths, known, len(sitting.trail))
    ranked = _ranked(paths, known)
    if _is_wrong(ranked[0]):
        gone = _gone(ranked[0])
        net = _net(start, known, sitting.trail)
        right = (path for path in net if gone <= _gone(path))
        ranked = _ranked((*paths, *right), known)
    return ranked


def _gone(path: Path) -> set[Card]:
    """The cards that were seen to go in the turn under way and not to come back."""
    turn = path.turn
    back = {at.card for at in turn.laid}
    return {at.card for at in turn.taken if at.card and at.card not in back}


def _is_wrong(path: Path) -> bool:
    return any(r.wrong for r in path.closed) or closing.hopeless(path.turn, path.mac)


def _net(start: Path, known: Scene, trail: Sequence[Sign]) -> tuple[Path, ...]:
    """The stories of what changed in all, however it came about: how a table that was put right is read."""
    last = {sign.zone: sign for sign in trail if isinstance(sign, Showed)}
    kept = [s for s in trail if isinstance(s, Drew) or last[s.zone] is s]
    paths = stories(start, known, kept)
    legal = (path for path in paths if not _is_wrong(path) and not path.closed)
    return tuple(but(path, score=path.score + habits.NET) for path in legal)


def _ranked(paths: Iterable[Path], known: Scene) -> tuple[Path, ...]:
    """The likeliest first, by what they have cost and by what it will cost to end them; of equals the one that was read."""
    due = (but(path, score=path.score + _due(path, known)) for path in paths)
    return tuple(sorted(due, key=lambda path: (-round(path.score, 6), path.unread)))


def _due(path: Path, known: Scene) -> float:
    if closing.early(path.turn, path.mac):
        return habits.LAID_FIRST
    if closing.hopeless(path.turn, path.mac):
        return habits.WRONG - habits.SLIP
    late = all_lay.passed_over(path.turn, known) if path.turn.layers else 0.0
    return late + closing.due(path.turn, known.habits)


def _all_ended(paths: Iterable[Path], known: Scene, signs: int) -> tuple[Path, ...]:
    done: list[Path] = []
    for path in paths:
        done += ended(path, known, signs) if not path.turn.untouched else (path,)
        if not done or done[-1].closed is path.closed:
            done.append(path)
    return tuple(sorted(done, key=lambda path: -path.score))


# Telling ---------------------------------------------------------------------------------


def facts(state: State, reading: Reading) -> list[Json]:
    """The rules' events of a turn, as JSON."""
    return [fact_to_json(event) for event in enacted(state, reading)]


def tell_assumed(account: Account, reading: Reading) -> Told:
    """Tell a turn as it is read for now; it is the last one."""
    sitting = account.sitting
    last = sitting.told[-1].id if sitting.told else 0
    number = max(last, sitting.struck) + 1
    told = {"id": number, "reading": reading_to_json(reading)}
    account.tell("assumed", **told, facts=facts(sitting.state, reading))
    return account.sitting.told[-1]


def tell_corrected(account: Account, of: Told, reading: Reading) -> None:
    """Tell that a turn was another than was told, and the turns after it on the new ground."""
    later = [told for told in account.sitting.told if told.id > of.id]
    told = {"of": of.id, "reading": reading_to_json(reading)}
    account.tell("corrected", **told, facts=facts(of.before, reading))
    for after in later:
        again = facts(account.sitting.state, after.reading)
        account.tell("retold", of=after.id, facts=again)


def agree(account: Account, readings: Sequence[Reading]) -> None:
    """Bring what has been told and may still change in line with how it is read now."""
    for number, reading in enumerate(readings):
        open_turns = account.sitting.open
        if number >= len(open_turns):
            tell_assumed(account, reading)
            continue
        reading = with_answers(open_turns[number].reading, reading)
        if not open_turns[number].reading.same(reading):
            withdraw(account, open_turns[number + 1 :])
            tell_corrected(account, open_turns[number], reading)
        elif open_turns[number].reading.unseen != reading.unseen:
            tell_corrected(account, open_turns[number], reading)
    withdraw(account, account.sitting.open[len(readings) :])


def withdraw(account: Account, turns: Sequence[Told]) -> None:
    """Take back the turns told last: what was seen is read anew."""
    if turns:
        account.tell("withdrawn", of=turns[0].id)
