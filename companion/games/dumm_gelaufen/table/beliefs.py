"""The tracker's belief about a table: where it begins, which statements constrain it, what it concludes now."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf

from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import tracker as t
from companion.games.dumm_gelaufen.table.state import TableState, TurnRecord
from companion.games.dumm_gelaufen.tracker import search, turn_belief
from companion.games.dumm_gelaufen.tracker.commit import provisional
from companion.games.dumm_gelaufen.tracker.replay import to_move
from companion.table import Settled
from companion.tracking.bearings import Seating
from companion.tracking.belief import Belief


def anchored(table_state: TableState) -> TableState:
    """The game with a belief that begins anew: what lies there is known."""
    start = _beginning(table_state, table_state.base)
    belief = Belief(search.spread, (start,))
    anchor = len(table_state.turns)
    return replace(table_state, belief=belief, anchor=anchor, evidence_at=-inf)


def ruled(table_state: TableState) -> TableState:
    """The game with what it believes of the piles, once the turns before are settled by the rules."""
    start = _beginning(table_state, table_state.base)
    belief = table_state.belief.then((t.SettledTurns(start), known(table_state)))
    anchor = len(table_state.turns)
    return replace(table_state, belief=belief, anchor=anchor, evidence_at=-inf)


def _beginning(table_state: TableState, state: m.State) -> t.Hypothesis:
    """The one hypothesis while nothing has been seen since a state."""
    return t.Hypothesis(
        mac=state.mac,
        left=state.left,
        right=state.right,
        actions=frozenset(card for card in state.actions if card is not None),
        turn=t.PartialTurn(to_move(state)),
        seating=seating_of(table_state),
        top=state.actions[0] if state.actions else None,
    )


def seating_of(table_state: TableState) -> Seating:
    """From where everybody reached in, in the turns told so far."""
    seating = Seating.of(len(table_state.setup.players))
    for turn in table_state.turns:
        for arm in turn.candidate.arms:
            seating = seating.reached(turn.candidate.player, arm)
    return seating


def known(table_state: TableState) -> t.Context:
    """What is known besides the evidence: the hands, this table's habits, the turn that was reported first."""
    state, turn = table_state.base, next(iter(table_state.open), None)
    return t.Context(
        seats=state.seats,
        known=tuple(hand.known for hand in state.hands),
        most=tuple(hand.size[1] for hand in state.hands),
        prior=table_state.prior,
        draw=m.draw_size(state)[0],
        fewest=tuple(hand.size[0] for hand in state.hands),
        obeyed=None if turn is None else turn_belief.obeyed(turn.before, turn.candidate),
        settled=table_state.settled,
    )


def pinned_to(table_state: TableState, pinned: TurnRecord) -> TableState:
    """The game with the belief constrained to what people said about a turn."""
    turn = next((n for n, each in enumerate(table_state.followed) if each.id == pinned.id), None)
    if turn is None:
        return table_state
    later = table_state.followed[turn + 1 :]
    start = _beginning(table_state, later[0].before if later else table_state.state)
    closed = tuple(each.candidate for each in table_state.followed[: turn + 1])
    pin = t.Pin(turn, pinned.candidate, instead=m.changed(start, closed=closed))
    return replace(
        table_state, belief=turn_belief.pinned(table_state.belief, pin, known(table_state))
    )


def believing(
    table_state: TableState, *evidence: t.Evidence | t.Statement, at: float | None = None
) -> TableState:
    """The game with a belief that follows this evidence, too, the last of it seen ``at`` a time."""
    told, belief = known(table_state), table_state.belief
    for each in evidence:
        belief = belief.then((each, told))
    seen = table_state.evidence_at if at is None else at
    return replace(table_state, belief=belief, evidence_at=seen)


def taken_up(table_state: TableState, before: TableState, number: int) -> TableState:
    """The game with the evidence from a number on of a belief before: it is of a turn that goes on."""
    # What cannot be rewound so far still counts it all.
    again = before.belief.since(number) if before.belief.back(number) else ()
    evidence = (each for each, _ in again)
    return believing(table_state, *evidence, at=before.evidence_at)


def read_on(table_state: TableState) -> TableState:
    """The game with what has changed since the table began to be laid out again read as play: nobody saw the hands."""
    assert table_state.relaid is not None
    lies = Settled(0, table_state.at, table_state.table)
    evidence = t.evidence_in(table_state.relaid, lies)
    return believing(table_state, *evidence, at=table_state.at)


def as_of(table_state: TableState, number: int | None) -> TableState:
    """The game without the evidence from a number on."""
    back = None if number is None else table_state.belief.back(number)
    return table_state if back is None else replace(table_state, belief=back)


def under_way(table_state: TableState, player: int | None = None) -> int | None:
    """The number of the first evidence of a turn that is not this player's and goes on."""
    best = likely_hypotheses(table_state)[0]
    ends = provisional(best, known(table_state), table_state.belief.number) is not None
    mine = best.turn.untouched or best.turn.player == player
    return None if ends or mine else best.turn.begun


def begun_after(table_state: TableState, at: float) -> Iterator[tuple[int, int]]:
    """The turns of which nothing had been seen by a time, and nobody has said anything since: whose each is, and the number of its first evidence."""
    best = likely_hypotheses(table_state)[0]
    evidence = [seen for seen, _ in table_state.belief.since(0)]
    known = (n for n, seen in enumerate(evidence, 1) if isinstance(seen, t.SettledTurns))
    begins = (max(known, default=0), *(turn.ended for turn in best.closed))
    turns: tuple[t.SeenTurn, ...] = (*best.closed, best.turn)
    for turn, number in zip(turns, begins, strict=True):
        since = evidence[number:]
        seen = (each.at for each in since if not isinstance(each, t.Statement))
        said = any(isinstance(each, t.Pin) for each in since)
        if next(seen, at) > at and not said:
            yield turn.player, number


def likely_hypotheses(table_state: TableState, *, over: bool = False) -> tuple[t.Hypothesis, ...]:
    """The likely hypotheses, the likeliest first; once it is ``over`` their last turns are complete."""
    followed = enumerate(table_state.followed)
    sure = {number: each.candidate for number, each in followed if each.sure}
    return turn_belief.ranked(table_state.belief, known(table_state), sure, over=over)
