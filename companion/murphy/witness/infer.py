"""The witness: what the players did, from what was seen since the last turn that is settled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from companion.murphy.deck.cards import Card
from companion.murphy.model.events import to_json as fact_to_json
from companion.murphy.model.places import LEFT, RIGHT
from companion.murphy.model.state import Pile, State, draw_size
from companion.murphy.witness import closing, effect, habits
from companion.murphy.witness.copying import but
from companion.murphy.witness.enact import enacted, to_move
from companion.murphy.witness.fold import evolve
from companion.murphy.witness.heaps import Doubt, Heap
from companion.murphy.witness.readings import Reading, Turn
from companion.murphy.witness.search import Path, Scene, ended, stories
from companion.murphy.witness.signs import Drew, Showed, Sign
from companion.murphy.witness.sitting import Json, Sitting
from companion.murphy.witness.told import Told, reading_to_json

ASK: Final = 2.0
"""Below this margin (a logarithm: seven times likelier) the people are asked."""
SURE: Final = 4.5
"""From this margin on a turn is called sure."""
ENOUGH: Final = (2.5, ASK)
"""How far ahead a reading must be to be settled once so many turns are over: what follows may still tell."""
CLEAR: Final = 7.0
"""So far ahead a reading is settled though all that was seen of the next turn is a hand at the draw pile."""
FEW: Final = 1
"""With so many cards left somebody may have no number card among them."""
FAR: Final = 8.0
"""Rivals farther behind than this leave no doubt."""
ALONE: Final = habits.MISREAD * -4
"""The margin of a reading without rivals."""

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


@dataclass(frozen=True, slots=True)
class Found:
    """The best reading of the first turn not settled, how far ahead it is, its rivals, and how many signs it took."""

    reading: Reading
    margin: float
    rivals: tuple[Reading, ...]
    signs: int
    settled: tuple[tuple[Doubt, bool], ...] = ()
    hidden: tuple[tuple[str, float], ...] = ()
    """The piles in which, by some rival, an unread card lies below the top; how far behind that is."""


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
    for lurking in sitting.doubts:
        place = len(pile) - lurking.height
        if lurking.zone == zone and 0 < place <= len(heap):
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
    )


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
    """The likeliest first, by what they have cost and by what it will cost to end them."""
    due = (but(path, score=path.score + _due(path, known)) for path in paths)
    return tuple(sorted(due, key=lambda path: -path.score))


def _due(path: Path, known: Scene) -> float:
    if closing.early(path.turn, path.mac):
        return habits.LAID_FIRST
    if closing.hopeless(path.turn, path.mac):
        return habits.WRONG - habits.SLIP
    return closing.due(path.turn, known.habits)


def _all_ended(paths: Iterable[Path], known: Scene, signs: int) -> tuple[Path, ...]:
    done: list[Path] = []
    for path in paths:
        done += ended(path, known, signs) if not path.turn.untouched else (path,)
        if not done or done[-1].closed is path.closed:
            done.append(path)
    return tuple(sorted(done, key=lambda path: -path.score))


# The first turn -----------------------------------------------------------------------


def found(sitting: Sitting, paths: Sequence[Path], *, over: bool) -> Found | None:
    """The first turn that is not settled, if it is over: its end was seen, or nothing more can come.

    Unless everything is ``over``, a reading that is not far ahead of its
    rivals waits for what comes next.
    """
    best = paths[0]
    first = _first(best, sitting)
    if first is None:
        return None
    groups: dict[tuple[object, ...], tuple[float, Reading]] = {}
    other = best.score - ALONE
    for path in paths:
        # Whether a turn is over does not matter where it was the same either way.
        reading = _first(path, sitting) or provisional(path, sitting)
        if reading is None:
            other = max(other, path.score)
        elif reading.what not in groups:
            groups[reading.what] = path.score, reading
    rivals = [pair for what, pair in groups.items() if what != first.what]
    nearest = max([other, *(score for score, _ in rivals)])
    near = (reading for score, reading in rivals if best.score - score < SURE + ASK)
    signs = first.ended if best.closed else len(sitting.trail)
    margin = best.score - nearest
    turns = len(best.closed)
    if not over and turns < len(ENOUGH) and margin < ENOUGH[turns]:
        return None
    if not over and turns == 1 and _may_be_drawing(best, sitting):
        return None
    if not over and turns == 1 and _is_foreign(best.turn, sitting):
        return None
    if not over and turns == 1 and margin < CLEAR and _only_reached(best.turn):
        return None
    hidden = _hidden(first, best.score, rivals)
    return Found(first, margin, tuple(near), signs, best.settled, hidden)


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


def _first(path: Path, sitting: Sitting) -> Reading | None:
    if path.closed:
        return path.closed[0]
    whole = closing.whole(path.turn, path.mac, len(sitting.base.seats))
    if whole and not _may_have_run_short(path.turn, sitting):
        return provisional(path, sitting)
    return None


def _may_have_run_short(turn: Turn | Reading, sitting: Sitting) -> bool:
    """Whether somebody may still draw because the action card took his last cards (rules, A6)."""
    hands = sitting.base.hands
    losers = effect.losers(turn, sitting.base.seats)
    return any(hands[p].size[0] - effect.lost(turn, p) <= FEW for p in losers)


def _is_foreign(turn: Turn, sitting: Sitting) -> bool:
    """Whether all that was seen of a turn is a hand that is rather another player's."""
    if not turn.sides or turn.taken or turn.acted:
        return False
    ways = sitting.habits
    reaching = ways.reaching(turn.player, turn.sides[-1])
    return ways.knows(turn.player) and reaching < habits.FOREIGN


def _only_reached(turn: Turn) -> bool:
    """Whether all that was seen of a turn is a hand at the draw pile: hands come to rest there, too."""
    return turn.drew > 0 and not (turn.taken or turn.acted or turn.thrown)


def _may_be_drawing(path: Path, sitting: Sitting) -> bool:
    """Whether hands at the draw pile after an action card may be of its turn, or of the next one."""
    now, first = path.turn, path.closed[0]
    if not _only_reached(now):
        return False
    return bool(first.played) and _may_have_run_short(first, sitting)


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
        elif not open_turns[number].reading.same(reading):
            _withdraw(account, open_turns[number + 1 :])
            tell_corrected(account, open_turns[number], reading)
        elif open_turns[number].reading.unseen != reading.unseen:
            tell_corrected(account, open_turns[number], reading)
    _withdraw(account, account.sitting.open[len(readings) :])


def _withdraw(account: Account, turns: Sequence[Told]) -> None:
    if turns:
        account.tell("withdrawn", of=turns[0].id)


def settled_doubts(found: Found) -> tuple[tuple[Doubt, bool], ...]:
    """The doubts about earlier turns that this one settled."""
    return found.settled if found.margin >= ASK else ()
