"""Where a belief begins, what is known of the hands meanwhile, and what it says now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final, TypedDict

from companion.games.dumm_gelaufen.model.evolve import evolve as happened
from companion.games.dumm_gelaufen.model.state import State, draw_size
from companion.games.dumm_gelaufen.tracker import all_lay, likelihoods, turn_transitions
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import (
    EvidenceInContext,
    Pin,
)
from companion.games.dumm_gelaufen.tracker.paths import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.replay import enacted
from companion.games.dumm_gelaufen.tracker.replay_events import to_move
from companion.games.dumm_gelaufen.tracker.search import ended, spread
from companion.games.dumm_gelaufen.tracker.tracker_state import TrackerState
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.games.dumm_gelaufen.tracker.turn_records import TurnRecord
from companion.tracking.bearings import Seating
from companion.tracking.belief import Belief

TOLD: Final = 3.0
"""So much likelier another story must be before what was told for sure is corrected."""
REACHES: Final = 40
"""Of so many turns it is remembered from where people reached in."""


def anchored(sitting: TrackerState) -> TrackerState:
    """The game with a belief that begins anew: what lies there is known."""
    start = beginning(sitting.base, _seating(sitting))
    known = replace(sitting, anchor=len(sitting.told), sign_at=-float("inf"))
    return replace(known, belief=Belief(spread, (start,)))


def beginning(state: State, seating: Seating) -> Hypothesis:
    """The one story while nothing has been seen."""
    return Hypothesis(
        mac=state.mac,
        left=state.left,
        right=state.right,
        actions=frozenset(card for card in state.actions if card is not None),
        turn=PartialTurn(to_move(state)),
        seating=seating,
        top=state.actions[0] if state.actions else None,
    )


def _seating(sitting: TrackerState) -> Seating:
    seating = Seating.of(len(sitting.setup.players))
    for told in sitting.told[-REACHES:]:
        for arm in told.reading.arms:
            seating = seating.reached(told.reading.player, arm)
    return seating


def context(sitting: TrackerState) -> Context:
    """What is known of the hands, and of this table's ways."""
    state = sitting.base
    return Context(
        seats=state.seats,
        known=tuple(frozenset(hand.known) for hand in state.hands),
        most=tuple(hand.size[1] for hand in state.hands),
        habits=sitting.habits,
        draw=draw_size(state)[0],
        fewest=tuple(hand.size[0] for hand in state.hands),
        settled=sitting.settled,
        **_obeyed(sitting),
    )


class Obeyed(TypedDict, total=False):
    """What a scene knows of the first turn that is not settled, where it was an action card."""

    obeyed: TurnCandidate
    left: tuple[int, ...]
    lost: frozenset[int]


def _obeyed(sitting: TrackerState) -> Obeyed:
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


# What people have said -----------------------------------------------------------------


def pinned(sitting: TrackerState, told: TurnRecord) -> TrackerState:
    """The game with the belief that a turn was what people have said."""
    turn = next((n for n, t in enumerate(sitting.followed) if t.id == told.id), None)
    if turn is None:
        return sitting
    said, later = told.reading, sitting.followed[turn + 1 :]
    start = beginning(later[0].before if later else sitting.state, _seating(sitting))
    story = tuple(each.reading for each in sitting.followed[: turn + 1])
    pin: EvidenceInContext = Pin(turn, said, but(start, closed=story)), context(sitting)
    belief = sitting.belief
    known = (path.closed[turn] for path in belief.hypotheses if len(path.closed) > turn)
    if not any(reading.same(said) or reading.names(said) for reading in known):
        belief = belief.back(said.ended) or belief
    again = belief.then(pin)
    for seen in sitting.belief.since(belief.number):
        if not _is_about(seen, turn):
            again = again.then(seen)
    return replace(sitting, belief=again)


def _is_about(seen: EvidenceInContext, turn: int) -> bool:
    """Whether people have said something of a turn: what they say later counts in its place."""
    return isinstance(seen[0], Pin) and seen[0].turn == turn


# What is believed now ------------------------------------------------------------------


def stories(sitting: TrackerState, *, over: bool = False) -> tuple[Hypothesis, ...]:
    """The likely stories, the likeliest first; once it is ``over`` their last turns are complete.

    Of those nearly as likely the first one agrees with what was told for sure.
    """
    paths, known = sitting.belief.hypotheses, context(sitting)
    if over:
        paths = _all_ended(paths, known, sitting.belief.number)
    return _ranked(paths, known, sitting)


def unsettled(paths: Iterable[Hypothesis], settled: int) -> tuple[Hypothesis, ...]:
    """The stories without the turns that are settled."""
    return tuple(but(path, closed=path.closed[settled:]) for path in paths)


def agrees(path: Hypothesis, told: Sequence[TurnRecord]) -> bool:
    """Whether a story has the turns that were told for sure."""
    sure = {number: each.reading for number, each in enumerate(told) if each.sure}
    if len(path.closed) <= max(sure, default=-1):
        return False
    pairs = ((path.closed[number], reading) for number, reading in sure.items())
    return all(mine.same(its) or mine.names(its) for mine, its in pairs)


def _ranked(
    paths: Iterable[Hypothesis], known: Context, sitting: TrackerState
) -> tuple[Hypothesis, ...]:
    """The likeliest first, by what they have cost and by what it will cost to end them; of equals the one that was read."""
    due = (but(path, score=path.score + _due(path, known)) for path in paths)
    ranked = sorted(due, key=lambda path: (-round(path.score, 6), path.unread))
    near = (path for path in ranked if path.score >= ranked[0].score - TOLD)
    first = next((p for p in near if agrees(p, sitting.followed)), ranked[0])
    return (first, *(path for path in ranked if path is not first))


def _due(path: Hypothesis, known: Context) -> float:
    if turn_transitions.early(path.turn, path.mac):
        return likelihoods.AFTER_LAYING
    if turn_transitions.hopeless(path.turn, path.mac):
        return likelihoods.WRONG - likelihoods.SLIP
    late = all_lay.passed_over(path.turn, known) if path.turn.layers else 0.0
    return late + turn_transitions.due(path.turn, known.habits)


def _all_ended(
    paths: Iterable[Hypothesis], known: Context, signs: int
) -> tuple[Hypothesis, ...]:
    done: list[Hypothesis] = []
    for path in paths:
        done += ended(path, known, signs) if not path.turn.untouched else (path,)
        if not done or done[-1].closed is path.closed:
            done.append(path)
    return tuple(sorted(done, key=lambda path: -path.score))
