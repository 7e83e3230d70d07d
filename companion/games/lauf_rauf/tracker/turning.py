"""Cards turned up for a double: one, and for two sixes one after the other until a kind comes that the player already has."""

from __future__ import annotations

from companion.errors import IllegalMove
from companion.games.lauf_rauf.board.cards import KINDS, LaufCards
from companion.games.lauf_rauf.model.moves import TurnUpCard
from companion.games.lauf_rauf.rules.legality import legal
from companion.games.lauf_rauf.rules.refusals import SIX, refusal
from companion.games.lauf_rauf.tracker.recorder import LaufRecorder
from companion.games.lauf_rauf.tracker.sitting import LaufSitting, tolerant


def may_turn(sitting: LaufSitting) -> bool:
    """Whether the dice allow a card."""
    playing = sitting.goes_on and sitting.whole
    return playing and TurnUpCard() in legal(tolerant(sitting.standing))


def may_come(sitting: LaufSitting) -> LaufCards:
    """The possible kinds of the next card."""
    return tuple(kind for kind in KINDS if _fits(sitting, (*sitting.turned, kind)))


def turn_up(recorder: LaufRecorder, kinds: LaufCards) -> None:
    """One or more cards that somebody turned up; if more have to follow, they are kept until then. Raises IllegalMove."""
    turned = (*recorder.sitting.turned, *kinds)
    refused = refusal(tolerant(recorder.standing), TurnUpCard(turned))
    if refused is None:
        recorder.see(TurnUpCard(turned))
    elif _goes_on(recorder.sitting, turned):
        recorder.tell("turning", cards=list(turned))
    else:
        raise IllegalMove(refused.key, reasons=(refused,), **refused.params)


def _fits(sitting: LaufSitting, turned: LaufCards) -> bool:
    whole = refusal(tolerant(sitting.standing), TurnUpCard(turned)) is None
    return whole or _goes_on(sitting, turned)


def _goes_on(sitting: LaufSitting, turned: LaufCards) -> bool:
    """Whether these are new kinds on a double of sixes, so that another card follows."""
    standing = sitting.standing
    if not may_turn(sitting) or standing.dice != (SIX, SIX):
        return False
    new = len(set(turned)) == len(turned) and not set(turned) & set(standing.hand)
    more = len(turned) < standing.supply + standing.thrown_away
    return new and more and set(turned) <= set(standing.unseen)
