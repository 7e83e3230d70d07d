"""Input by people: facts, how a turn that looked wrong was meant; moves, answers and corrections by tap."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final

from companion import announce, errors, table
from companion.games.dumm_gelaufen import deck as d
from companion.games.dumm_gelaufen import model as m
from companion.games.dumm_gelaufen import rules
from companion.games.dumm_gelaufen.rules.moves import lapsed, play, played, said_moves
from companion.games.dumm_gelaufen.table import beliefs, claims, questions, table_check
from companion.games.dumm_gelaufen.table import events as e
from companion.games.dumm_gelaufen.table.state import (
    Recorder,
    TableState,
    TurnRecord,
    asks,
    patched,
)
from companion.games.dumm_gelaufen.table.turns import (
    ask_about,
    drawn_in_all,
    tell_corrected,
    turns,
    was,
    withdraw,
)
from companion.games.dumm_gelaufen.table.violations import let_go, of_turn
from companion.games.dumm_gelaufen.tracker.replay import NO_CHANCE, to_move
from companion.kit import orders
from companion.kit import table as kit
from companion.kit.questions import named
from companion.rules import Json, Undoing

# Statements --------------------------------------------------------------------------


SETTLING: Final = (m.GameJoined, m.TurnGiven, m.TableCorrected)
"""Facts that invalidate earlier evidence."""


def tell_facts(recorder: Recorder, events: Iterable[m.Event], *, settles: bool = False) -> None:
    """Report what follows by the rules from a statement."""
    recorder.record(e.FactsStated(tuple(events), settles=settles))
    if recorder.state.over:
        recorder.record(e.StageBegan("over"))


def state(recorder: Recorder, fact: m.Correction) -> None:
    """State a fact, and what follows from it. Raises IllegalMove with every reason."""
    events = rules.correct(recorder.state, fact, Random(NO_CHANCE))
    tell_facts(recorder, events, settles=isinstance(fact, SETTLING))
    if isinstance(fact, m.GameJoined):
        recorder.record(e.StageBegan("play"))


def make_final(recorder: Recorder, id: int, *, agreed: bool = False) -> None:
    """A turn that the people have told is sure, and asked about no more; one that was told so already, too, once they agree."""
    turn = recorder.table_state.turn(id)
    recorder.close(lambda asked: asked.about == id and asked.topic == "source")
    if turn.standing == "asked" or (agreed and not turn.sure):
        recorder.record(e.TurnSettled(id, turn.candidate, sure=True))


# What looked wrong --------------------------------------------------------------------


def table_is_right(recorder: Recorder) -> None:
    """Accept the table as the camera sees it, whatever lies where it should not; whose turn it is does not change.

    A turn under way goes on where what lies there may be what it has led to; else it begins anew.
    Raises IllegalMove as ``state`` does.
    """
    wrong = bool(of_turn(recorder.table_state))
    let_go(recorder)
    for lies in recorder.table_state.violations:
        recorder.record(e.ViolationAccepted(lies))
    table_state = recorder.table_state
    if not wrong and table_check.goes_on(table_state):
        if table_state.stage == "rebuild":
            recorder.record(e.StageBegan("play", reads=True))
        turns(recorder)
        if beliefs.under_way(recorder.table_state) is not None:
            whose = beliefs.likely_hypotheses(recorder.table_state)[0].turn.player
            recorder.record(e.TurnContinued(whose))
        return
    fact = table_check.as_it_lies(table_state)
    events = rules.correct(table_state.state, fact, Random(NO_CHANCE))
    table_check.tell_anew(recorder, *events)
    if recorder.table_state.stage == "rebuild":
        recorder.record(e.StageBegan("play"))


def allow(recorder: Recorder) -> None:
    """The table lets a turn pass that the rules do not allow: it is over. Raises IllegalMove as ``state`` does."""
    following = recorder.table_state.base.after(to_move(recorder.table_state.base))
    # What was taken and laid is told as it was seen, so that the hands follow.
    turns(recorder, over=True)
    for turn in recorder.table_state.turns[-1:]:
        if turn.candidate.wrong is not None:
            make_final(recorder, turn.id, agreed=True)
    let_go(recorder)
    state(recorder, table_check.as_it_lies(recorder.table_state))
    state(recorder, m.TurnGiven(following))


def was_action(recorder: Recorder, code: str) -> None:
    """The turn that looked wrong was a kept action card's, which may still come to its place. Raises IllegalMove."""
    card = _action(recorder, code)
    if not of_turn(recorder.table_state):
        raise orders.refused()
    turns(recorder, over=True)
    turn = recorder.table_state.turns[-1] if recorder.table_state.turns else None
    if turn is None or turn.candidate.wrong is None:
        raise orders.refused()
    let_go(recorder)
    recorder.record(e.ActionSeen(card, turn.candidate.player, "keep"))
    tell_corrected(recorder, turn, replace(turn.candidate, played=(card,), wrong=None))
    make_final(recorder, turn.id, agreed=True)
    recorder.record(e.TurnPinned(turn.id))
    turns(recorder)


def _action(recorder: Recorder, code: str) -> d.Card:
    """A kept action card, by face or code, that has not been played. Raises IllegalMove."""
    try:
        card = d.Card.parse(code if "-" in code else f"{code}-1")
    except errors.CardError as error:
        raise errors.IllegalMove.of(error.message) from error
    if card.kind is not d.CardKind.KEEP:
        raise errors.IllegalMove("illegal.not-an-action", card=card.name)
    if card in recorder.state.actions:
        raise errors.IllegalMove("illegal.same-card-twice", card=card.name)
    return card


# By tap ------------------------------------------------------------------------------


NOT_A_MOVE: Final = announce.message("illegal.not-a-move")
SCHEMA: Final[orders.CorrectionSchema] = {
    "was": {"move": orders.number, "choice": orders.text},
    "no-turn": {"move": orders.number, "back": orders.truth},
    "action": {"card": orders.text},
    "claimant": {"player": orders.number},
}
"""The allowed keys of this game's own corrections besides ``do``."""
JUST: Final = 10.0
"""Seconds for which a button that says "turn done" still means the turn before."""


def turn_of(table_state: TableState, number: object) -> TurnRecord:
    """What was told of a turn, by the number that people and phones name it by. Raises IllegalMove where there is none."""
    try:
        return table_state.turn(int(str(number)))
    except (KeyError, ValueError) as error:
        raise errors.IllegalMove("session.no-turn") from error


def place(table_state: TableState, correction: Json) -> int | None:
    """Where a correction applies: "this was no turn" before the observation that led to it, any other now."""
    if correction.get("do") != "no-turn":
        return None
    return turn_of(table_state, correction.get("move")).entry


def undoing(table_state: TableState, move: str | None) -> Undoing:
    """How to take back a turn, or what was last said by tap. Raises IllegalMove."""
    last = table_state.turns[-1] if table_state.turns else None
    said = table_state.did[-1] if table_state.did else 0
    if move is None and said and (last is None or last.entry < said):
        return Undoing(said)
    if last is None:
        raise errors.IllegalMove("session.nothing-happened")
    told = last if move is None else turn_of(table_state, move)
    back = told is last and table_state.setup.camera
    return Undoing(told.entry, {"do": "no-turn", "move": told.id, "back": back})


# Moves ------------------------------------------------------------------------------


def submit(recorder: Recorder, data: Json) -> None:
    """Make a move that somebody tapped. Raises IllegalMove with every reason."""
    try:
        moves = said_moves(data)
    except (ValueError, KeyError, TypeError) as error:
        why = error.message if isinstance(error, errors.CardError) else NOT_A_MOVE
        raise errors.IllegalMove.of(why) from error
    if recorder.table_state.stage != "play":
        raise errors.IllegalMove("illegal.not-now")
    if recorder.table_state.paused:
        raise errors.IllegalMove("illegal.paused")
    doubts = turns(recorder, over=True, asks=False)
    if isinstance(moves[0], m.Claim):
        # What the rules refuse to judge is refused here, too: somebody is there to read it.
        claim = replace(moves[0], unsure=(), counted=True)
        play(recorder.state, claim, Random(NO_CHANCE))
        claims.judge(recorder, claim, doubts)
        recorder.record(e.GameChanged(recorder.table_state.entry))
        return
    ask_about(recorder, doubts)
    events = played(recorder.state, moves, Random(NO_CHANCE))
    tell_facts(recorder, events, settles=True)
    recorder.record(e.GameChanged(recorder.table_state.entry))


# Answers ----------------------------------------------------------------------------


def answer(recorder: Recorder, id: str, choice: str) -> None:
    """Take an answer, which can be taken back. Raises IllegalMove where there is no such question or choice."""
    _answered(recorder, id, choice)
    recorder.record(e.GameChanged(recorder.table_state.entry, waits=False))


def _answered(recorder: Recorder, id: str, choice: str) -> None:
    question = named(recorder.table_state.questions, id)
    chosen = question.meaning(choice)
    if question.topic == "rule" and not asks(question, recorder.state.pending):
        # Of an earlier release: it stood though its claim was no longer in doubt.
        raise errors.IllegalMove("session.no-question")
    recorder.close(question.__eq__)
    if question.topic == "rule":
        move = m.DecideClaim(accept=choice == "accept")
        events = play(recorder.state, move, Random(NO_CHANCE))[1]
        tell_facts(recorder, events, settles=True)
        return
    turn = recorder.table_state.turn(question.about)
    assert chosen is not None
    candidate = patched(turn.candidate, question.topic, chosen)
    if candidate != turn.candidate:
        tell_corrected(recorder, turn, candidate)
    if question.topic == "drawn":
        drawn_in_all(recorder, recorder.table_state.turn(turn.id))
    if question.topic == "source":
        make_final(recorder, turn.id)
        recorder.record(e.TurnPinned(turn.id))
        turns(recorder)
    questions.ask_follow_ups(recorder, (recorder.table_state.turn(turn.id),))


# How it really is ---------------------------------------------------------------------


def correct(recorder: Recorder, data: Json) -> None:
    """Take a correction: one of the rules' facts, or one of what can be done. Raises IllegalMove."""
    if "event" in data:
        _stated(recorder, data)
    else:
        ORDERS.correct(recorder, data)


def _own(recorder: Recorder, data: Json) -> bool:
    camera, stage = recorder.table_state.setup.camera, recorder.table_state.stage
    match data:
        case {"do": "was", "move": id, "choice": choice}:
            _was(recorder, turn_of(recorder.table_state, id), choice)
        case {"do": "no-turn", "move": id, **more}:
            # It counts before the look that told the turn: nobody knows of it yet.
            recorder.record(e.TurnDenied(id, more.get("back", False)))
        case {"do": "action", "card": str(code)} if stage == "play":
            was_action(recorder, code)
        case {"do": "claimant", "player": int(player)}:
            if player not in recorder.state.seats:
                raise errors.IllegalMove("illegal.no-such-player", player=player + 1)
            claims.claimed_by(recorder, player)
        case {"do": "allow"} if camera and stage == "play":
            allow(recorder)
        case _:
            return False
    return True


def _begin(recorder: Recorder) -> None:
    if recorder.table_state.stage != "set-up":
        raise orders.refused()
    table_check.begin_as_it_is(recorder)


def _counts(recorder: Recorder, reason: str | None) -> None:
    camera, stage = recorder.table_state.setup.camera, recorder.table_state.stage
    if not camera or stage not in ("play", "rebuild"):
        raise orders.refused()
    table_is_right(recorder)


def _look_again(recorder: Recorder, reason: str | None) -> None:
    if recorder.table_state.stage not in ("play", "rebuild"):
        raise orders.refused()
    withdraw(recorder, recorder.table_state.open)
    recorder.record(e.TableMisread())
    questions.ask_follow_ups(recorder)


def _pause(recorder: Recorder) -> None:
    if not recorder.table_state.goes_on:
        raise orders.refused()
    recorder.record(e.Paused(paused=True))


def _turn_done(recorder: Recorder) -> None:
    """Somebody says that his turn is over: what was seen of it is told; if nothing was, the next one's begins."""
    if recorder.table_state.paused:
        raise orders.refused()
    began = recorder.table_state.since
    turns(recorder, over=True)
    table_state = recorder.table_state
    if recorder.happened or 0 <= table_state.now - began < JUST:
        # What was seen has told it already: this is no word about the next turn.
        return
    state_now = lapsed(table_state.state) or table_state.state
    if table_state.violations or not isinstance(state_now.pending, m.Turn):
        raise errors.IllegalMove("illegal.not-now")
    _said(recorder, m.TurnGiven(table_state.state.after(state_now.pending.player)))


def _finish(recorder: Recorder) -> None:
    """Nothing more will be seen: everything is told as it stands."""
    if recorder.table_state.stage == "play":
        turns(recorder, over=True)
        claims.claimed(recorder, over=True)
    for turn in recorder.table_state.turns:
        if turn.standing == "asked":
            recorder.record(e.TurnSettled(turn.id, turn.candidate, sure=False))


def _resume(recorder: Recorder) -> None:
    """Play goes on in the middle of the turn if the table lies as it lay, else once it lies again as it did after the last one, or as it should."""
    now, before = recorder.table_state.table, recorder.table_state.left_so
    if all(now[zone] == before[zone] for zone in {*now.zones, *before.zones}):
        recorder.record(e.Paused(paused=False, untouched=True))
        return
    goes_on = beliefs.under_way(recorder.table_state)
    turns(recorder, over=True, until=goes_on)
    recorder.record(e.Paused(paused=False, untouched=goes_on is not None))
    _rebuild(recorder, before)


def _rebuild(recorder: Recorder, lay: table.Table) -> None:
    recorder.record(e.StageBegan("rebuild", lay=lay))
    table_check.check_rebuild(recorder)


ORDERS: Final[orders.Orders[Recorder, TableState]] = orders.Orders(
    more=SCHEMA,
    own=_own,
    formerly={
        "table-is-right": "counts",
        "misread": "look-again",
        "rebuild": "lay-out",
        "turn-done": "done",
    },
    begin=_begin,
    allow=_counts,
    look_again=_look_again,
    lay_out=lambda recorder: _rebuild(recorder, recorder.table_state.table),
    watches=lambda table_state: True,
    pause=_pause,
    resume=_resume,
    end_turn=_turn_done,
    hand_over=lambda recorder, player: _said(recorder, m.TurnGiven(player)),
    finish=_finish,
)


# Facts ------------------------------------------------------------------------------


def _said(recorder: Recorder, fact: m.Correction) -> None:
    """State a fact, which can be taken back. Raises IllegalMove with every reason."""
    state(recorder, fact)
    recorder.record(e.GameChanged(recorder.table_state.entry))


def _stated(recorder: Recorder, data: Json) -> None:
    try:
        fact = m.CODEC.exactly(data)
    except (ValueError, KeyError, TypeError) as error:
        raise orders.refused() from error
    if not isinstance(fact, m.Correction):
        raise orders.refused()
    if recorder.table_state.stage == "set-up" and isinstance(fact, m.TableCorrected):
        table_check.typed_in(recorder, fact)
        return
    empty = isinstance(fact, m.GameJoined) and not (fact.mac or fact.left or fact.right)
    if empty and not recorder.table_state.setup.camera:
        raise errors.IllegalMove("illegal.table-empty")
    _said(recorder, fact)
    if isinstance(fact, m.TurnGiven):
        recorder.record(kit.TurnHandedOver(fact.player))


def _was(recorder: Recorder, turn: TurnRecord, choice: str) -> None:
    """A turn was another of those it may have been; by now it may be told so already."""
    offered = (turn.candidate, *turn.rivals)
    candidate = next((each for each in offered if each.id == choice), None)
    if candidate is None:
        raise errors.IllegalMove("session.no-choice")
    if turn in recorder.table_state.open[1:]:
        # The turn before it may yet turn out otherwise, and so would this one.
        raise errors.IllegalMove("illegal.not-now")
    recorder.close(lambda question: question.about == turn.id)
    was(recorder, turn, candidate)
    make_final(recorder, turn.id, agreed=candidate == turn.candidate)
