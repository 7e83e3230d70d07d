"""Corrections: where a card really lies, what the dice showed, whose turn it is, what an unseen turn was."""

from __future__ import annotations

from typing import Final

from companion.errors import IllegalMove
from companion.gamekit.said import Orders, is_order, maybe, number, some, text
from companion.gamekit.sitting import Irregularity
from companion.games.nicht_lustig.deck.cards import CARDS, DEATHS, SPECIALS, TARGETS
from companion.games.nicht_lustig.deck.dice import DiceRoll
from companion.games.nicht_lustig.mat import DISPLAY, displayed
from companion.games.nicht_lustig.model.happened import (
    CardMoved,
    DiceRolled,
    DiceWere,
    TurnWentOn,
)
from companion.games.nicht_lustig.rules.rulebook import in_order
from companion.games.nicht_lustig.tracker.recorder import LustigRecorder
from companion.games.nicht_lustig.tracker.sitting import AssumedTurn, LustigSitting
from companion.games.nicht_lustig.tracker.taking import (
    TAKEN,
    counts,
    looked_at_again,
    missing,
    read_on,
    wrongly_taken,
)
from companion.games.nicht_lustig.tracker.unseen import complete
from companion.games.nicht_lustig.tracker.watching import check
from companion.rules import Json

ORDERS: Final[Orders] = {
    "was": {"move": number, "choice": text},
    "put": {"card": text, "place": text, "player": maybe(number), "under": maybe(text)},
    "dice": {"values": some(number)},
    "turn": {"player": number},
    "counts": {"reason": maybe(text)},
    "look-again": {"reason": maybe(text)},
}
"""The allowed keys of a correction besides ``do``; those not listed take none."""
PARTS = ("open", "scored", "covered", "deaths", "specials")


def corrected(recorder: LustigRecorder, told: Json) -> None:
    """Process a correction. Raises IllegalMove."""
    if not is_order(told, ORDERS):
        raise IllegalMove("lustig.no-correction")
    match told:
        case {"do": "was", "move": int(turn), "choice": str(choice)}:
            recorder.tell("verdict", turn=turn, choice=choice)
            return
        case {"do": "put", "card": str(card), "place": str(place), **more}:
            recorder.state(_put(recorder.sitting, card, place, more))
        case {"do": "dice", "values": list(values)}:
            right = _dice(recorder.sitting, values)
            recorder.tell("dice-right", values=list(right.values))
            recorder.state(right)
            looked_at_again(recorder, wrongly_taken(recorder))
        case {"do": "turn", "player": int(player)}:
            _give(recorder, player)
        case {"do": "counts", **more}:
            _allow(recorder, recorder.complained(more.get("reason")))
        case {"do": "look-again", **more}:
            recorder.look_again(more.get("reason"), lambda of: not of.startswith(TAKEN))
        case {"do": str(order)}:
            _ordered(recorder, order)
        case _:
            raise IllegalMove("lustig.no-correction")
    recorder.done()


def _ordered(recorder: LustigRecorder, order: str) -> None:
    sitting = recorder.sitting
    match order:
        case "begin" if sitting.stage != "play":
            recorder.tell("stage", stage="play")
            if sitting.stage == "rebuild":
                read_on(recorder, displayed(sitting.table))
        case "lay-out" if sitting.stage == "play" and sitting.setup.camera:
            _lay_out(recorder)
        case "pause" if not sitting.paused:
            absent = missing(sitting, displayed(sitting.table))
            recorder.tell("paused", paused=True, missing=list(absent))
        case "resume" if sitting.paused:
            recorder.tell("paused", paused=False)
            watched = sitting.stage == "play" and sitting.setup.camera
            if watched and {*missing(sitting, displayed(sitting.table))} - {
                *sitting.absent
            }:
                # Nothing counts that happened in a pause.
                _lay_out(recorder)
        case "done" if sitting.stage == "play" and sitting.situation.rolls:
            complete(recorder)
        case "finish":
            pass
        case _:
            raise IllegalMove("lustig.no-correction")


def _lay_out(recorder: LustigRecorder) -> None:
    recorder.tell("stage", stage="rebuild")
    check(recorder, recorder.sitting.table)


def _allow(recorder: LustigRecorder, wrong: Irregularity) -> None:
    """Accept what breaks the rules: the roll as it lies, the card as taken."""
    recorder.relent(wrong.reason)
    number = recorder.situation.rolls + 1
    if wrong.values:
        recorder.facts((DiceRolled(wrong.player, number, wrong.values, in_order(wrong.thrown)),))  # fmt: skip
    elif wrong.reason.startswith(TAKEN):
        counts(recorder, wrong)


def _give(recorder: LustigRecorder, player: int) -> None:
    now = recorder.situation
    if not 0 <= player < now.players or now.now in ("reckon", "over"):
        raise IllegalMove("lustig.no-correction")
    recorder.state(TurnWentOn(player))
    recorder.tell("given", player=player)


def _dice(sitting: LustigSitting, values: list[int]) -> DiceWere:
    if sitting.situation.dice is None:
        raise IllegalMove("lustig.no-correction")
    try:
        return DiceWere(DiceRoll(tuple(values)).values)
    except ValueError as error:
        raise IllegalMove("lustig.no-correction") from error


def _put(sitting: LustigSitting, card: str, place: str, more: Json) -> CardMoved:
    """Move a card; each kind has its allowed places, and a Death covers only what its player has scored."""
    player, under = more.get("player"), more.get("under")
    seats = range(sitting.situation.players)
    own = place in PARTS and type(player) is int and player in seats
    if card not in CARDS or not (own or (place in (DISPLAY, "middle") and player is None)):  # fmt: skip
        raise IllegalMove("lustig.no-place", card=card[:20])
    fits = {
        "display": card in TARGETS,
        "open": card in TARGETS,
        "scored": card in TARGETS,
        "middle": card not in TARGETS,
        "deaths": card in DEATHS,
        "covered": card in DEATHS,
        "specials": card in SPECIALS,
    }
    if not fits[place] or (place == "covered") != (under is not None):
        raise IllegalMove("lustig.no-place", card=card)
    if place == "covered":
        area = sitting.situation.areas[player] if type(player) is int else None
        if area is None or under not in (*area.scored, *area.under):
            raise IllegalMove("lustig.no-place", card=card)
    return CardMoved(card, place, player, under)


def turn_named(sitting: LustigSitting, told: Json) -> AssumedTurn:
    """The assumed turn that a correction is about, which may have been what it says. Raises IllegalMove."""
    found = (turn for turn in sitting.assumed if turn.id == told.get("move"))
    turn = next(found, None)
    if turn is None:
        raise IllegalMove("lustig.no-turn")
    if told.get("choice") not in (turn.choice, *turn.choices):
        raise IllegalMove("lustig.no-choice")
    return turn
