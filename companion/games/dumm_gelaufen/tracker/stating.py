"""What people state: facts beside what was seen, and how something that looked wrong was meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from companion.errors import CardError, IllegalMove
from companion.games.dumm_gelaufen.deck.cards import Card, Kind
from companion.games.dumm_gelaufen.model.events import (
    Correction,
    Event,
    GameJoined,
    TableCorrected,
    TurnGiven,
)
from companion.games.dumm_gelaufen.model.events import to_json as fact_to_json
from companion.games.dumm_gelaufen.model.state import Over
from companion.games.dumm_gelaufen.rules import corrections
from companion.games.dumm_gelaufen.tracker import lying
from companion.games.dumm_gelaufen.tracker.asking import ask_no_more
from companion.games.dumm_gelaufen.tracker.facts import NO_CHANCE, to_move
from companion.games.dumm_gelaufen.tracker.infer import Account, tell_corrected
from companion.games.dumm_gelaufen.tracker.told import reading_to_json, trouble_to_json
from companion.games.dumm_gelaufen.tracker.turns import turns
from companion.games.dumm_gelaufen.tracker.wrongs import TURN

SETTLING: Final = (GameJoined, TurnGiven, TableCorrected)
"""Facts after which what was seen before no longer counts."""


def tell_facts(
    account: Account, events: Iterable[Event], *, settles: bool = False
) -> None:
    """Tell what the rules make of what people said."""
    facts = [fact_to_json(event) for event in events]
    account.tell("facts", facts=facts, settles=settles)
    if isinstance(account.sitting.state.pending, Over):
        account.tell("phase", phase="over")


def state(account: Account, fact: Correction) -> None:
    """State a fact, and what follows from it. Raises IllegalMove with every reason."""
    events = corrections.correct(account.sitting.state, fact, Random(NO_CHANCE))
    tell_facts(account, events, settles=isinstance(fact, SETTLING))
    if isinstance(fact, GameJoined):
        account.tell("phase", phase="play")


def make_final(account: Account, id: int, *, agreed: bool = False) -> None:
    """A turn that the people have told is sure, and asked about no more; one that was told so already, too, once they agree."""
    told = account.sitting.told_as(id)
    ask_no_more(account, id)
    if told.standing == "asked" or (agreed and not told.sure):
        reading = reading_to_json(told.reading)
        account.tell("move", id=id, reading=reading, sure=True, rivals=[])


# What looked wrong --------------------------------------------------------------------


def table_is_right(account: Account) -> None:
    """Reality wins: what the camera sees is what lies there; the turn stays whose it is."""
    _let_go(account)
    state(account, lying.as_it_lies(account.sitting))
    if account.sitting.phase == "rebuild":
        account.tell("phase", phase="play")


def allow(account: Account) -> None:
    """The table lets a turn pass that the rules do not allow: it is over."""
    following = account.sitting.base.after(to_move(account.sitting.base))
    # What was taken and laid is told as it was seen, so that the hands follow.
    turns(account, over=True)
    for told in account.sitting.told[-1:]:
        if told.reading.wrong is not None:
            make_final(account, told.id, agreed=True)
    _let_go(account)
    state(account, lying.as_it_lies(account.sitting))
    state(account, TurnGiven(following))


def was_action(account: Account, code: str) -> None:
    """The turn that looked wrong was a kept action card's, which may still come to its place. Raises IllegalMove."""
    card = _action(account, code)
    if all(trouble.zone != TURN for trouble in account.sitting.troubles):
        raise IllegalMove("illegal.no-such-correction")
    turns(account, over=True)
    told = account.sitting.told[-1] if account.sitting.told else None
    if told is None or told.reading.wrong is None:
        raise IllegalMove("illegal.no-such-correction")
    _let_go(account)
    played = {"card": card.code, "player": told.reading.player, "kind": "keep"}
    account.tell("action", **played)
    tell_corrected(account, told, replace(told.reading, played=(card,), wrong=None))
    make_final(account, told.id, agreed=True)
    account.tell("pinned", of=told.id)
    turns(account)


def _action(account: Account, code: str) -> Card:
    """A kept action card, by face or code, that has not been played. Raises IllegalMove."""
    try:
        card = Card.parse(code if "-" in code else f"{code}-1")
    except CardError as error:
        why = error.message
        raise IllegalMove(why.key, reasons=(why,), **why.params) from error
    if card.kind is not Kind.KEEP:
        raise IllegalMove("illegal.not-an-action", card=card.name)
    if card in account.sitting.state.actions:
        raise IllegalMove("illegal.same-card-twice", card=card.name)
    return card


def _let_go(account: Account) -> None:
    for trouble in account.sitting.troubles:
        if trouble.zone == TURN:
            account.tell("let-go", **trouble_to_json(trouble))
