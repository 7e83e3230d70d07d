"""Whether a turn that is over waits for what comes next before it is settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.dumm_gelaufen.tracker import likelihoods
from companion.games.dumm_gelaufen.tracker.paths import Context, Hypothesis
from companion.games.dumm_gelaufen.tracker.turn_candidates import (
    PartialTurn,
    TurnCandidate,
)
from companion.tracking.beam import share

ASK: Final = 0.935
"""Below this posterior the people are asked: fifteen to one."""
ENOUGH: Final = (0.925, ASK)
"""How likely a reading must be to be settled once so many turns are over: what follows may still tell."""
RARE: Final = 0.001
"""What is no likelier than this keeps nothing waiting, though all that was seen of the next turn are hands that moved nothing."""
UNREAD: Final = 0.02
"""Where a card that was not read lies on top as likely as this, a moment more is waited: it may be read yet."""
FIRST: Final = 6
"""After so many reaches it is known from where somebody reaches."""
FEW: Final = len(likelihoods.SHORT) - 1
"""With so many cards left somebody may have no number card among them."""


def may_still_tell(paths: Sequence[Hypothesis], sure: float, known: Context) -> bool:
    """Whether what comes next may still tell what the first turn was.

    ``sure`` is the posterior of the first turn's best reading.
    """
    best = paths[0]
    turns = len(best.closed)
    if turns < len(ENOUGH) and sure < ENOUGH[turns]:
        return True
    if turns == 0 and _may_be_read(paths):
        return True
    if turns and _draws_may_tell(best, known):
        return True
    if turns != 1:
        return False
    # The turn before may go on by a story that reads it alike so far.
    going_on = share(paths, lambda path: not path.closed)
    reached = max(1 - sure, going_on) > RARE and _only_reached(best.turn)
    anybodys = not best.closed[0].wrong and _is_anybodys(paths)
    return reached or anybodys or _may_be_drawing(best, known)


def _may_be_read(paths: Sequence[Hypothesis]) -> bool:
    """Whether an unread card may lie on top of a pile that shows another one, or nothing, as is not unlikely."""
    return share(paths, _is_unread) > UNREAD


def _is_unread(path: Hypothesis) -> bool:
    return None in (*path.left[:1], *path.right[:1])


def _draws_may_tell(best: Hypothesis, known: Context) -> bool:
    """Whether draws since an action card may be of somebody who ran short, while it is not known from where everybody reaches."""
    open_cards = best.turn.taken or best.turn.laid
    strangers = len(best.closed) <= len(known.seats) and not best.seating.known(FIRST)
    first = best.closed[0]
    played = bool(first.played) and not open_cards and strangers
    return played and may_have_run_short(first, known)


def _is_anybodys(paths: Sequence[Hypothesis]) -> bool:
    """Whether by a story not far behind it is another player's turn now: what he does will tell."""
    return share(paths, lambda path: _next(path) != _next(paths[0])) > RARE


def _next(path: Hypothesis) -> int:
    """Whose turn follows the first one, by a story; whose that is, while it goes on."""
    return path.closed[1].player if len(path.closed) > 1 else path.turn.player


def may_have_run_short(turn: PartialTurn | TurnCandidate, known: Context) -> bool:
    """Whether somebody may still draw because the action card took his last cards (rules, A6)."""
    return any(left <= FEW for _, left in known.losers(turn, first=True))


def _only_reached(turn: PartialTurn) -> bool:
    """Whether all that was seen of a turn are hands that moved nothing open: hands come to rest there, too."""
    reached = turn.drew > 0 or turn.visits > 0
    return reached and not (turn.taken or turn.acted or turn.thrown)


def _may_be_drawing(path: Hypothesis, known: Context) -> bool:
    """Whether hands at the draw pile after an action card may be of its turn, or of the next one."""
    now, first = path.turn, path.closed[0]
    if not _only_reached(now):
        return False
    return bool(first.played) and may_have_run_short(first, known)
