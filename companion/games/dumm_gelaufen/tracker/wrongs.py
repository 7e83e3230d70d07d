"""What is wrong at the table: told when it is sure, and that it is right again (rules, E6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.rules.refusals import Refusal
from companion.games.dumm_gelaufen.tracker import closing, problems
from companion.games.dumm_gelaufen.tracker.facts import to_move
from companion.games.dumm_gelaufen.tracker.infer import (
    Account,
)
from companion.games.dumm_gelaufen.tracker.paths import Path
from companion.games.dumm_gelaufen.tracker.readings import Reading, Turn
from companion.games.dumm_gelaufen.tracker.sitting import Sitting
from companion.games.dumm_gelaufen.tracker.told import (
    Told,
    Trouble,
    trouble_to_json,
)
from companion.table import Settled
from companion.tracking.bearings import apart

PATIENCE: Final = 4.0
"""Seconds of quiet after which a turn that could only be saved by being undone is called wrong."""
FAR_ARM: Final = 45.0
"""Degrees from which on an arm is another one."""
TURN: Final = "turn"
"""Where a trouble lies that is a turn's, not a card's."""


def judge(account: Account, best: Path, *, over: bool) -> None:
    """Tell whether the turn under way can still become a legal one."""
    sitting, turn = account.sitting, best.turn
    quiet = sitting.at - sitting.sign_at >= PATIENCE
    hopeless = closing.hopeless(turn, best.mac)
    if hopeless and (over or quiet or not closing.early(turn, best.mac)):
        _tell_trouble(account, _of_turn(best))
    elif is_one_more(sitting, best):
        whose = sitting.told[-1].reading.player
        extra = replace(_of_turn(best), reason=Refusal.LAID_TOO_MANY, player=whose)
        _tell_trouble(account, extra)
    else:
        right_again(account)


def is_one_more(sitting: Sitting, best: Path) -> bool:
    """Whether the player whose exchange is complete laid yet another card: the same arm, and nothing taken before."""
    turn = best.turn
    if best.closed or not sitting.followed or not turn.laid or not turn.arms:
        return False
    if turn.taken or turn.drew or turn.played:
        return False
    last = sitting.told[-1]
    arm, whose = turn.arms[0], last.reading.player
    seating = best.seating
    same = bool(last.reading.arms) and apart(last.reading.arms[-1], arm) < FAR_ARM
    likelier = seating.likely(whose, arm) > seating.likely(turn.player, arm)
    return last.standing == "final" and last.reading.wrong is None and same and likelier


def _of_turn(path: Path) -> Trouble:
    reason = closing.wrong(path.turn, path.mac)
    moved = (*path.turn.taken, *path.turn.laid)
    cards = tuple(at.card.code for at in moved if at.card is not None)
    return Trouble(reason, path.turn.player, cards, TURN)


def _tell_trouble(account: Account, trouble: Trouble) -> None:
    same = (t for t in account.sitting.troubles if t.zone == trouble.zone == TURN)
    standing = next(same, None)
    if standing is not None and standing.reason is trouble.reason:
        return
    if standing is not None:
        account.tell("let-go", **trouble_to_json(standing))
    account.tell("illegal", **trouble_to_json(trouble))


def tell_wrong(account: Account, told: Told, reason: Refusal) -> None:
    """A turn was wrong and play went on: it is told if it was not, and stays as it is."""
    reading = told.reading
    moved = (*reading.taken, *reading.laid)
    cards = tuple(at.card.code for at in moved if at.card is not None)
    trouble = Trouble(reason, reading.player, cards, TURN)
    _tell_trouble(account, trouble)
    for standing in account.sitting.troubles:
        if standing.zone == TURN:
            account.tell("let-go", **trouble_to_json(standing))


def tell_foreign_arm(account: Account, told: Told) -> None:
    """Say whose arm it was, where it was another's than the player's whose turn it was."""
    reading = told.reading
    if reading.player != to_move(told.before):
        laid = tuple(card.code for card in laid_of(reading) if card is not None)
        trouble = Trouble(Refusal.NOT_YOUR_TURN, reading.player, laid, TURN)
        account.tell("illegal", **trouble_to_json(trouble))
        account.tell("let-go", **trouble_to_json(trouble))


def right_again(account: Account) -> None:
    for trouble in account.sitting.troubles:
        if trouble.zone == TURN:
            account.tell("legal-again", **trouble_to_json(trouble))


def stand(account: Account, seen: Settled) -> None:
    """Tell what lies wrong, and what no longer does."""
    player = to_move(account.sitting.state)
    told = {(t.reason, t.cards, t.zone): t for t in account.sitting.troubles}
    there = set(problems.illegal(seen, account.sitting.state.edition))
    for key, trouble in told.items():
        if key not in there and trouble.zone != TURN:
            account.tell("legal-again", **trouble_to_json(trouble))
    for reason, cards, zone in sorted(there - set(told), key=str):
        trouble = Trouble(reason, player, cards, zone)
        account.tell("illegal", **trouble_to_json(trouble))


def laid_of(reading: Reading | Turn) -> tuple[Card | None, ...]:
    return tuple(at.card for at in reading.laid)
