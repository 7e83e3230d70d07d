"""What people say by tap: moves, answers, and how it really is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

from companion.announce import message
from companion.errors import CardError, IllegalMove
from companion.games.dumm_gelaufen.model.events import (
    TableCorrected,
    TurnGiven,
    correction_from_json,
)
from companion.games.dumm_gelaufen.model.moves import Claim, Rule
from companion.games.dumm_gelaufen.model.moves import from_json as move_from_json
from companion.games.dumm_gelaufen.model.state import Turn
from companion.games.dumm_gelaufen.rules.rulebook import lapsed, play
from companion.games.dumm_gelaufen.tracker import lying
from companion.games.dumm_gelaufen.tracker.asking import ask_follow_ups
from companion.games.dumm_gelaufen.tracker.claiming import claimed, tell_claim
from companion.games.dumm_gelaufen.tracker.facts import NO_CHANCE
from companion.games.dumm_gelaufen.tracker.infer import Account, tell_corrected
from companion.games.dumm_gelaufen.tracker.sitting import Json, Sitting, answered
from companion.games.dumm_gelaufen.tracker.stating import (
    allow,
    make_final,
    state,
    table_is_right,
    tell_facts,
    was_action,
)
from companion.games.dumm_gelaufen.tracker.told import (
    Question,
    Told,
    choice_id,
    reading_to_json,
)
from companion.games.dumm_gelaufen.tracker.turns import (
    drawn_in_all,
    turns,
    was,
)

NOT_A_MOVE: Final = message("illegal.not-a-move")
ORDERS: Final[Mapping[str, frozenset[str]]] = {
    "was": frozenset({"move", "choice"}),
    "no-turn": frozenset({"move", "back"}),
    "action": frozenset({"card"}),
    "claimant": frozenset({"player"}),
}
"""What an order says besides ``do``; the others nothing."""
JUST: Final = 10.0
"""Seconds for which a button that says "turn done" still means the turn before."""


def turn_of(sitting: Sitting, number: object) -> Told:
    """The turn of a number. Raises IllegalMove where there is none."""
    try:
        return sitting.told_as(int(str(number)))
    except (KeyError, ValueError) as error:
        raise IllegalMove("illegal.no-such-turn") from error


# Moves ------------------------------------------------------------------------------


def submitted(account: Account, told: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove with every reason."""
    try:
        move = move_from_json(told)
    except (ValueError, KeyError, TypeError) as error:
        why = error.message if isinstance(error, CardError) else NOT_A_MOVE
        raise IllegalMove(why.key, reasons=(why,), **why.params) from error
    if account.sitting.phase != "play":
        raise IllegalMove("illegal.not-now")
    turns(account, over=True)
    if isinstance(move, Claim):
        _claimed(account, move)
        return
    events = play(account.sitting.state, move, Random(NO_CHANCE))[1]
    if isinstance(move, Rule):
        _close(account, [q for q in account.sitting.questions if q.topic == "rule"])
    tell_facts(account, events, settles=True)
    account.tell("said", entry=account.sitting.entry)


def _claimed(account: Account, move: Claim) -> None:
    # What the rules refuse to judge is refused here, too: somebody is there to read it.
    play(account.sitting.state, move, Random(NO_CHANCE))
    tell_claim(account, move)
    account.tell("said", entry=account.sitting.entry)


# Answers ----------------------------------------------------------------------------


def answered_with(account: Account, id: str, choice: str) -> None:
    """Take an answer. Raises IllegalMove where there is no such question or choice."""
    question = next((q for q in account.sitting.questions if q.id == id), None)
    if question is None:
        raise IllegalMove("illegal.no-such-question")
    if choice not in {each.id for each in question.choices}:
        raise IllegalMove("illegal.no-such-choice")
    _close(account, [question])
    if question.topic == "rule":
        move = Rule(accept=choice == "accept")
        events = play(account.sitting.state, move, Random(NO_CHANCE))[1]
        tell_facts(account, events, settles=True)
        return
    told = account.sitting.told_as(question.about)
    reading = answered(account.sitting, question, choice)
    if reading != told.reading:
        tell_corrected(account, told, reading)
    if question.topic == "drawn":
        drawn_in_all(account, account.sitting.told_as(told.id))
    if question.topic == "source":
        make_final(account, told.id)
        account.tell("pinned", of=told.id)
        turns(account)
    ask_follow_ups(account, (account.sitting.told_as(told.id),))


def _close(account: Account, questions: Iterable[Question]) -> None:
    for question in questions:
        account.tell("question-closed", id=question.id)


# How it really is ---------------------------------------------------------------------


def corrected(account: Account, told: Json) -> None:
    """Take a correction: one of the rules' facts, or one of what can be done. Raises IllegalMove."""
    if "event" in told:
        _stated(account, told)
        return
    if not told.keys() <= {"do", *ORDERS.get(str(told.get("do")), ())}:
        raise IllegalMove("illegal.no-such-correction")
    match told:
        case {"do": "was", "move": number, "choice": str(choice)}:
            _was(account, turn_of(account.sitting, number), choice)
        case {"do": "no-turn", "move": number, **more}:
            # It counts before the look that told the turn: nobody knows of it yet.
            back = bool(more.get("back", False))
            account.tell("no-turn", id=int(number), back=back)
        case {"do": "action", "card": str(code)} if account.sitting.phase == "play":
            was_action(account, code)
        case {"do": "claimant", "player": player}:
            _claimant(account, player)
        case _:
            _ordered(account, told.get("do"))


def _ordered(account: Account, order: object) -> None:
    phase = account.sitting.phase
    match order:
        case "table-is-right" if phase in ("play", "rebuild"):
            table_is_right(account)
        case "allow" if phase == "play":
            allow(account)
        case "misread" if phase in ("play", "rebuild"):
            account.tell("rescan")
        case "begin" if phase == "set-up":
            lying.begin(account)
        case "pause" if phase == "play":
            turns(account, over=True)
            account.tell("paused", paused=True)
        case "resume" if account.sitting.paused:
            account.tell("paused", paused=False)
            _rebuild(account)
        case "rebuild" if phase == "play":
            _rebuild(account)
        case "finish":
            _finish(account)
        case "turn-done" if phase == "play" and not account.sitting.paused:
            _turn_done(account)
        case _:
            raise IllegalMove("illegal.no-such-correction")


def _claimant(account: Account, player: object) -> None:
    """Somebody says that the claim is his: of the cards that lie there, or that he is about to lay out."""
    sitting = account.sitting
    if type(player) is not int or player not in sitting.state.seats:
        number = player + 1 if type(player) is int else str(player)[:20]
        raise IllegalMove("illegal.no-such-player", player=number)
    claim = sitting.claim
    if claim is None:
        account.tell("called", player=player)
    else:
        told = {"cards": list(claim.cards), "at": claim.at, "player": player}
        account.tell("claim-seen", **told)


def _turn_done(account: Account) -> None:
    """Somebody says that his turn is over: what was seen of it is told; if nothing was, the next one's begins."""
    began = account.sitting.since
    turns(account, over=True)
    sitting = account.sitting
    if account.happened or 0 <= sitting.now - began < JUST:
        # What was seen has told it already: this is no word about the next turn.
        return
    state_now = lapsed(sitting.state) or sitting.state
    if sitting.troubles or not isinstance(state_now.pending, Turn):
        raise IllegalMove("illegal.not-now")
    state(account, TurnGiven(sitting.state.after(state_now.pending.player)))
    account.tell("said", entry=sitting.entry)


def _finish(account: Account) -> None:
    """Nothing more will be seen: everything is told as it stands."""
    if account.sitting.phase == "play":
        turns(account, over=True)
        claimed(account, lambda: None, over=True)
    for told in account.sitting.told:
        if told.standing == "asked":
            reading = reading_to_json(told.reading)
            more = {"sure": False, "rivals": []}
            account.tell("move", id=told.id, reading=reading, **more)


def _rebuild(account: Account) -> None:
    account.tell("phase", phase="rebuild")
    lying.check_rebuild(account)


def _stated(account: Account, told: Json) -> None:
    try:
        fact = correction_from_json(told)
    except (ValueError, KeyError, TypeError) as error:
        raise IllegalMove("illegal.no-such-correction") from error
    if account.sitting.phase == "set-up" and isinstance(fact, TableCorrected):
        lying.typed_in(account, fact)
        return
    state(account, fact)


def _was(account: Account, told: Told, choice: str) -> None:
    """A turn was another of those it may have been; by now it may be told so already."""
    offered = (told.reading, *told.rivals)
    reading = next((each for each in offered if choice_id(each) == choice), None)
    if reading is None:
        raise IllegalMove("illegal.no-such-choice")
    if told in account.sitting.open[1:]:
        # The turn before it may yet turn out otherwise, and so would this one.
        raise IllegalMove("illegal.not-now")
    _close(account, [q for q in account.sitting.questions if q.about == told.id])
    was(account, told, reading)
    make_final(account, told.id, agreed=reading == told.reading)
