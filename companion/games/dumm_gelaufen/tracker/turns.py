"""What the players did: turns told, corrected, asked about, settled."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dumm_gelaufen.model.events import (
    Event,
    TurnGiven,
)
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.tracker.asking import (
    ask_about,
    ask_follow_ups,
    ask_who_drew,
)
from companion.games.dumm_gelaufen.tracker.finality import (
    SURE,
    Found,
    found,
    wanted,
)
from companion.games.dumm_gelaufen.tracker.hypotheses import stories, unsettled
from companion.games.dumm_gelaufen.tracker.infer import (
    Account,
    agree,
    tell_corrected,
    withdraw,
)
from companion.games.dumm_gelaufen.tracker.lying import as_it_lies
from companion.games.dumm_gelaufen.tracker.readings import Reading
from companion.games.dumm_gelaufen.tracker.told import (
    Told,
    reading_to_json,
)
from companion.games.dumm_gelaufen.tracker.waiting import ASK
from companion.games.dumm_gelaufen.tracker.wrongs import (
    is_one_more,
    judge,
    right_again,
    tell_foreign_arm,
    tell_wrong,
)


def turns(account: Account, *, over: bool = False) -> None:
    """Tell what the players did; once it is ``over`` everything that can be settled is."""
    while True:
        paths = stories(account.sitting, over=over)
        story = paths[0].closed
        paths = unsettled(paths, account.sitting.settled)
        one_more = not over and is_one_more(account.sitting, paths[0])
        now = () if one_more else wanted(account.sitting, paths)
        agree(account, (*story[: account.sitting.settled], *now))
        if _was_none(account):
            continue
        first = found(account.sitting, paths, over=over)
        if first is None or first.waits or not account.sitting.open:
            _offer(account, first)
            judge(account, paths[0], over=over)
            break
        settle_first(account, first)
    ask_follow_ups(account)


def _offer(account: Account, first: Found | None) -> None:
    """Offer what the first turn that waits may have been instead."""
    if not account.sitting.open:
        return
    told = account.sitting.open[0]
    legal = () if first is None else first.legal
    if legal != told.rivals:
        offered = [reading_to_json(rival) for rival in legal]
        account.tell("offered", of=told.id, rivals=offered)


def was(account: Account, told: Told, reading: Reading) -> None:
    """A turn was what somebody says; one that waits is over by it, and what was seen since is read anew."""
    waiting = account.sitting.open
    if told in waiting:
        withdraw(account, waiting[1:])
    tell_corrected(account, told, reading)
    if told in waiting:
        others = account.sitting.told_as(told.id).rivals
        rivals = [reading_to_json(other) for other in others]
        more = {"sure": True, "rivals": rivals}
        account.tell("move", id=told.id, reading=reading_to_json(reading), **more)
    account.tell("pinned", of=told.id)
    turns(account)


def drawn_in_all(account: Account, told: Told) -> None:
    """People say that two cards were drawn where one hand came: the other was told to be for having run short just before."""
    reading = told.reading
    before = next((t for t in reversed(account.sitting.told) if t.id < told.id), None)
    if before is None or before.reading.refilled[-1:] != (reading.player,):
        return
    if reading.drawn > 1 and reading.drew - len(reading.thrown) == 1:
        fewer = before.reading.refilled[:-1]
        tell_corrected(account, before, replace(before.reading, refilled=fewer))


def _was_none(account: Account) -> bool:
    """Whether people said of a turn just told that it was none; then it is not."""
    ruled = dict(account.sitting.no_turn)
    told = next((t for t in account.sitting.open if t.id in ruled), None)
    if told is None:
        return False
    account.tell("withdrawn", of=told.id)
    account.tell("struck", id=told.id)
    if ruled[told.id]:
        # The cards go back: until they lie where they lay, nothing is read into it.
        account.tell("facts", facts=[], settles=True)
        account.tell("phase", phase="rebuild")
        return True
    given = TurnGiven(told.reading.player)
    lies: tuple[Event, ...] = (as_it_lies(account.sitting), given)
    facts = [fact_to_json(fact) for fact in lies]
    account.tell("facts", facts=facts, settles=True)
    return True


def _leaves_unexplained(reading: Reading) -> bool:
    """Whether a hand came to the draw pile for nothing by it: then nobody is told off for what may have been right."""
    return reading.drew - len(reading.thrown) > reading.drawn


def settle_first(account: Account, first: Found) -> None:
    """The first turn is over: it is final, or the people are asked while play goes on."""
    told = account.sitting.open[0]
    now = first.reading
    seen = replace(told.reading, arms=now.arms, ended=now.ended, drew=now.drew)
    if told.reading.same(first.reading) and seen != told.reading:
        tell_corrected(account, told, seen)
        told = account.sitting.open[0]
    wrong = first.reading.wrong
    near = first.margin < ASK and bool(first.legal)
    asked = near and (wrong is None or _leaves_unexplained(first.reading))
    if wrong is None:
        right_again(account)
        if first.margin >= SURE:
            tell_foreign_arm(account, told)
    elif not asked:
        tell_wrong(account, told, wrong)
    reading = reading_to_json(told.reading)
    sure = wrong is None and first.margin >= SURE and not told.reading.uncounted
    event = "asked" if asked else "move"
    rivals = [reading_to_json(rival) for rival in first.legal]
    account.tell(event, id=told.id, reading=reading, sure=sure, rivals=rivals)
    if asked:
        ask_about(account, told, (told.reading, *first.rivals))
    if wrong is None and first.short:
        ask_who_drew(account, told, first.short)
