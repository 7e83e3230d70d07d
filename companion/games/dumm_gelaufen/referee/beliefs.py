"""The tracker's belief in a sitting: where it begins, which statements constrain it, what it concludes now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.referee.sitting import DummSitting
from companion.games.dumm_gelaufen.referee.turn_records import TurnRecord
from companion.games.dumm_gelaufen.tracker.commit import provisional
from companion.games.dumm_gelaufen.tracker.copying import but
from companion.games.dumm_gelaufen.tracker.evidence import (
    HandShown,
    PilesShuffled,
    Pin,
    SettledTurns,
    Statement,
    evidence_in,
)
from companion.games.dumm_gelaufen.tracker.hypothesis import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.turn_belief import (
    beginning,
    begun_anew,
    context,
    pinned,
    ranked,
    seated,
)
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.table import Settled
from companion.tracking.bearings import Seating


def anchored(sitting: DummSitting) -> DummSitting:
    """The game with a belief that begins anew: what lies there is known."""
    belief = begun_anew(sitting.base, seating_of(sitting))
    anchor = len(sitting.told)
    return replace(sitting, belief=belief, anchor=anchor, evidence_at=-inf)


def ruled(sitting: DummSitting) -> DummSitting:
    """The game with what it believes of the piles, once the turns before are settled by the rules."""
    start = beginning(sitting.base, seating_of(sitting))
    belief = sitting.belief.then((SettledTurns(start), known(sitting)))
    anchor = len(sitting.told)
    return replace(sitting, belief=belief, anchor=anchor, evidence_at=-inf)


def seating_of(sitting: DummSitting) -> Seating:
    """From where everybody reached in, in the turns told so far."""
    return seated(len(sitting.setup.players), [told.candidate for told in sitting.told])


def known(sitting: DummSitting) -> Context:
    """What is known besides the evidence: the hands, this table's habits, the turn that was reported first."""
    told = next(iter(sitting.open), None)
    first = None if told is None else (told.before, told.candidate)
    return context(sitting.base, sitting.prior, sitting.settled, first)


def pinned_to(sitting: DummSitting, told: TurnRecord) -> DummSitting:
    """The game with the belief constrained to what people said about a turn."""
    turn = next((n for n, t in enumerate(sitting.followed) if t.id == told.id), None)
    if turn is None:
        return sitting
    later = sitting.followed[turn + 1 :]
    start = beginning(later[0].before if later else sitting.state, seating_of(sitting))
    closed = tuple(each.candidate for each in sitting.followed[: turn + 1])
    pin = Pin(turn, told.candidate, instead=but(start, closed=closed))
    return replace(sitting, belief=pinned(sitting.belief, pin, known(sitting)))


def hand_shown(sitting: DummSitting, codes: Iterable[str]) -> DummSitting:
    """The game with the belief that these cards are in the claimant's hand: they are shown."""
    assert sitting.claim is not None
    shown = HandShown(tuple(map(Card.parse, codes)), sitting.claim.player)
    return replace(sitting, belief=sitting.belief.then((shown, known(sitting))))


def shuffled(sitting: DummSitting) -> DummSitting:
    """The game with the belief that the piles were shuffled into the draw pile: somebody says so."""
    belief = sitting.belief.then((PilesShuffled(), known(sitting)))
    return replace(sitting, belief=belief)


def taken_up(sitting: DummSitting, before: DummSitting, number: int) -> DummSitting:
    """The game with the evidence from a number on of a belief before: it is of a turn that goes on."""
    told, belief = known(sitting), sitting.belief
    # What cannot be rewound so far still counts it all.
    again = before.belief.since(number) if before.belief.back(number) else ()
    for evidence, _ in again:
        belief = belief.then((evidence, told))
    return replace(sitting, belief=belief, evidence_at=before.evidence_at)


def read_on(sitting: DummSitting) -> DummSitting:
    """The game with what has changed since the table began to be laid out again read as play: nobody saw the hands."""
    assert sitting.relaid is not None
    told, belief = known(sitting), sitting.belief
    for evidence in evidence_in(sitting.relaid, Settled(0, sitting.at, sitting.table)):
        belief = belief.then((evidence, told))
    return replace(sitting, belief=belief, evidence_at=sitting.at)


def as_of(sitting: DummSitting, number: int | None) -> DummSitting:
    """The game without the evidence from a number on."""
    back = None if number is None else sitting.belief.back(number)
    return sitting if back is None else replace(sitting, belief=back)


def under_way(sitting: DummSitting, player: int | None = None) -> int | None:
    """The number of the first evidence of a turn that is not this player's and goes on."""
    best = likely_hypotheses(sitting)[0]
    ends = provisional(best, known(sitting), sitting.belief.number) is not None
    mine = best.turn.untouched or best.turn.player == player
    return None if ends or mine else best.turn.begun


def begun_after(sitting: DummSitting, at: float) -> Iterator[tuple[int, int]]:
    """The turns of which nothing had been seen by a time, and nobody has said anything since: whose each is, and the number of its first evidence."""
    best = likely_hypotheses(sitting)[0]
    evidence = [seen for seen, _ in sitting.belief.since(0)]
    known = (n for n, seen in enumerate(evidence, 1) if isinstance(seen, SettledTurns))
    begins = (max(known, default=0), *(turn.ended for turn in best.closed))
    turns: tuple[TurnCandidate | PartialTurn, ...] = (*best.closed, best.turn)
    for turn, number in zip(turns, begins, strict=True):
        since = evidence[number:]
        seen = (each.at for each in since if not isinstance(each, Statement))
        said = any(isinstance(each, Pin) for each in since)
        if next(seen, at) > at and not said:
            yield turn.player, number


def likely_hypotheses(
    sitting: DummSitting, *, over: bool = False
) -> tuple[Hypothesis, ...]:
    """The likely hypotheses, the likeliest first; once it is ``over`` their last turns are complete."""
    told = enumerate(sitting.followed)
    sure = {number: each.candidate for number, each in told if each.sure}
    return ranked(sitting.belief, known(sitting), sure, over=over)
