"""Whether a turn that is over waits for what comes next before it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.hypothesis import LAG, Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.tracking.beam import share

SURE: Final = 0.985
"""From this posterior on a turn is called sure: sixty-six to one."""
ASK: Final = 0.85
"""Below this posterior the people are asked: six to one."""
OPEN: Final = 0.935
"""Below this posterior a turn waits for what comes next: fifteen to one."""
PATIENT: Final = 2
"""Until so many turns are over what follows may still tell."""
RARE: Final = 0.001
"""What is no likelier than this is no rival, and keeps nothing waiting though all that was seen of the next turn are hands that moved nothing."""
FIRST: Final = 6
"""After so many reaches it is known from where somebody reaches."""


def may_still_tell(
    hypotheses: Sequence[Hypothesis], sure: float, known: Context
) -> bool:
    """Whether what comes next may still tell what the first turn was.

    ``sure`` is the posterior of the first turn's best candidate.
    """
    best = hypotheses[0]
    turns = len(best.closed)
    if turns < PATIENT and sure < OPEN:
        return True
    if turns < LAG and sure < ASK and _can_wait(hypotheses):
        return True
    if turns == 0 and _may_be_read(hypotheses):
        return True
    if turns and _draws_may_tell(best, known):
        return True
    # The turn before may go on by a hypothesis that reads it alike so far.
    going_on = share(hypotheses, lambda hypothesis: not hypothesis.closed)
    open_yet = max(1 - sure, going_on) > RARE
    return turns == 1 and open_yet and _only_reached(best.turn)


def _can_wait(hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether a doubt can wait: what an action card did to the hands is known once its turn is settled, and what was wrong can be put right at first only."""
    best = hypotheses[0]
    if best.turn.played or any(turn.played for turn in best.closed):
        return False
    return share(hypotheses, _is_wrong) < 1 - SURE


def _is_wrong(hypothesis: Hypothesis) -> bool:
    return any(turn.wrong is not None for turn in hypothesis.closed[:1])


def _may_be_read(hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether an unread card may lie on top of a pile that shows another one, or nothing: a moment later it may be read."""
    return share(hypotheses, _is_unread) > 1 - SURE


def _is_unread(hypothesis: Hypothesis) -> bool:
    return None in (*hypothesis.mac, *hypothesis.left[:1], *hypothesis.right[:1])


def _draws_may_tell(best: Hypothesis, known: Context) -> bool:
    """Whether draws since an action card may be of somebody who ran short, while it is not known from where everybody reaches."""
    open_cards = best.turn.taken or best.turn.laid
    strangers = len(best.closed) <= len(known.seats) and not best.seating.known(FIRST)
    first = best.closed[0]
    played = bool(first.played) and not open_cards and strangers
    return played and may_have_run_short(first, known)


def may_have_run_short(turn: PartialTurn | TurnCandidate, known: Context) -> bool:
    """Whether somebody may still draw because the action card took his last cards (rules, A6)."""
    return any(
        likelihoods.may_be_short(left) for _, left in known.losers(turn, first=True)
    )


def _only_reached(turn: PartialTurn) -> bool:
    """Whether all that was seen of a turn are hands that moved nothing open: hands come to rest there, too."""
    reached = turn.drew > 0 or turn.visits > 0
    return reached and not (turn.taken or turn.acted or turn.thrown)
