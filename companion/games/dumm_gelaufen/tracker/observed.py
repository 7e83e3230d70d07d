"""What follows from an observation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.dumm_gelaufen.deck.cards import Card, Kind
from companion.games.dumm_gelaufen.model.places import ACTIONS
from companion.games.dumm_gelaufen.tracker.claiming import claimed
from companion.games.dumm_gelaufen.tracker.infer import (
    Account,
    told_stories,
)
from companion.games.dumm_gelaufen.tracker.lying import (
    check_rebuild,
    check_set_up,
    heal,
)
from companion.games.dumm_gelaufen.tracker.readings import Reading, Turn
from companion.games.dumm_gelaufen.tracker.signs import (
    Showed,
    Sign,
    card_of,
    cards_of,
    followed,
    signs,
)
from companion.games.dumm_gelaufen.tracker.sitting import Sitting
from companion.games.dumm_gelaufen.tracker.turns import turns
from companion.games.dumm_gelaufen.tracker.wrongs import TURN, laid_of, stand
from companion.table import Glimpse, Observation, Settled

LONGEST_TRAIL: Final = 120


def noted(sitting: Sitting, seen: Observation) -> Sitting:
    """The game that has seen an observation and concluded nothing; the same where it says nothing new."""
    if isinstance(seen, Glimpse):
        return replace(sitting, at=seen.at) if _is_news(sitting, seen.card) else sitting
    hands = sitting.habits.hands or bool(seen.visits)
    looked = replace(
        sitting,
        at=seen.at,
        table=seen.table,
        habits=replace(sitting.habits, hands=hands),
    )
    if sitting.phase == "play" and not sitting.paused:
        looked = replace(looked, trail=_longer(sitting, seen))
    elif seen.table == sitting.table and sitting.problems is not None:
        return sitting
    return looked if _says_something(sitting, looked, seen) else sitting


def _says_something(before: Sitting, after: Sitting, seen: Settled) -> bool:
    if before.problems is None and before.phase != "play":
        return True
    changed = before.table != after.table or before.trail != after.trail
    return changed or bool(seen.unknown or seen.twice) or wants_quiet(before)


def _longer(sitting: Sitting, seen: Settled) -> tuple[Sign, ...]:
    more = signs(sitting.table, seen)
    hands = sitting.habits.hands or bool(seen.visits)
    trail = followed(sitting.trail, more) if hands else (*sitting.trail, *more)
    return trail[-LONGEST_TRAIL:]


def wants_quiet(sitting: Sitting) -> bool:
    """Whether something is only waiting for the table to stay as it is for a while."""
    unjudged = sitting.claim is not None and not sitting.claim.judged
    standing = any(trouble.zone != TURN for trouble in sitting.troubles)
    return unjudged or bool(sitting.trail) or standing


def _is_news(sitting: Sitting, code: str) -> bool:
    card = card_of(code)
    lies = card is None or card in sitting.state.actions
    return sitting.phase == "play" and not lies and code not in sitting.announced


def concluded(account: Account, seen: Observation) -> None:
    """Tell what follows from an observation that has been noted."""
    sitting = account.sitting
    if isinstance(seen, Glimpse):
        if seen.zone == ACTIONS and _is_news(sitting, seen.card):
            _tell_action(account, seen.card)
        return
    if sitting.paused or sitting.phase == "over":
        return
    match sitting.phase:
        case "set-up":
            check_set_up(account)
        case "rebuild":
            check_rebuild(account)
        case _:
            _play(account, seen)


def _play(account: Account, seen: Settled) -> None:
    for code in reversed(seen.table[ACTIONS]):
        if _is_news(account.sitting, code):
            _tell_action(account, code)
    stand(account, seen)
    turns(account)
    if account.sitting.phase == "rebuild":
        check_rebuild(account)
        return
    touched = {step.zone for step in seen.steps}
    heal(account, touched | {visit.zone for visit in seen.visits})
    claimed(account, lambda: turns(account, over=True))


def _tell_action(account: Account, code: str) -> None:
    card = card_of(code)
    if card is not None and card.is_action:
        kind = "at-once" if card.kind is Kind.AT_ONCE else "keep"
        player = whose(account.sitting, card)
        account.tell("action", card=code, player=player, kind=kind)


def whose(sitting: Sitting, card: Card) -> int:
    """Who drew or played an action card that lies on the discard now."""
    shown = cards_of(sitting.table, ACTIONS)
    if card not in shown:
        sign = Showed(sitting.at, ACTIONS, (card, *shown), 1)
        sitting = replace(sitting, trail=(*sitting.trail, sign))
    best = told_stories(sitting)[0]
    told: tuple[Reading | Turn, ...] = (*best.closed, best.turn)
    for turn in told:
        for seat, unused, _ in turn.unused:
            if unused is card:
                return seat
        if card in turn.played or card in turn.thrown or card in laid_of(turn):
            return turn.player
    return best.turn.player
