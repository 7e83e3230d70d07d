"""Corrections: where a card really lies, what the dice showed, whose turn it is, what an unseen turn was."""

from __future__ import annotations

from typing import Final

from companion.errors import IllegalMove
from companion.gamekit.said import Orders, is_order, maybe, number, some, text
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
from companion.games.nicht_lustig.tracker.minutes import LustigMinutes
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
}
"""The allowed keys of a correction besides ``do``; those not listed take none."""
PARTS = ("open", "scored", "covered", "deaths", "specials")


def corrected(minutes: LustigMinutes, told: Json) -> None:
    """Process a correction. Raises IllegalMove."""
    if not is_order(told, ORDERS):
        raise IllegalMove("lustig.no-correction")
    match told:
        case {"do": "was", "move": int(turn), "choice": str(choice)}:
            minutes.tell("verdict", turn=turn, choice=choice)
            return
        case {"do": "put", "card": str(card), "place": str(place), **more}:
            minutes.state(_put(minutes.sitting, card, place, more))
        case {"do": "dice", "values": list(values)}:
            right = _dice(minutes.sitting, values)
            minutes.tell("dice-right", values=list(right.values))
            minutes.state(right)
            looked_at_again(minutes, wrongly_taken(minutes))
        case {"do": "turn", "player": int(player)}:
            _give(minutes, player)
        case {"do": str(order)}:
            _ordered(minutes, order)
        case _:
            raise IllegalMove("lustig.no-correction")
    minutes.done()


def _ordered(minutes: LustigMinutes, order: str) -> None:
    sitting = minutes.sitting
    match order:
        case "begin" if sitting.stage != "play":
            minutes.tell("stage", stage="play")
            if sitting.stage == "rebuild":
                read_on(minutes, displayed(sitting.table))
        case "lay-out" if sitting.stage == "play" and sitting.setup.camera:
            _lay_out(minutes)
        case "pause" if not sitting.paused:
            absent = missing(sitting, displayed(sitting.table))
            minutes.tell("paused", paused=True, missing=list(absent))
        case "resume" if sitting.paused:
            minutes.tell("paused", paused=False)
            watched = sitting.stage == "play" and sitting.setup.camera
            if watched and {*missing(sitting, displayed(sitting.table))} - {
                *sitting.absent
            }:
                # Nothing counts that happened in a pause.
                _lay_out(minutes)
        case "done" if sitting.stage == "play" and sitting.situation.rolls:
            complete(minutes)
        case "counts" if sitting.irregular:
            _allow(minutes)
        case "look-again" if sitting.irregular:
            minutes.tell("dice", left=[], came=[])
            minutes.relent()
        case "finish":
            pass
        case _:
            raise IllegalMove("lustig.no-correction")


def _lay_out(minutes: LustigMinutes) -> None:
    minutes.tell("stage", stage="rebuild")
    check(minutes, minutes.sitting.table)


def _allow(minutes: LustigMinutes) -> None:
    """Accept what breaks the rules: the roll as it lies, the card as taken."""
    wrong = minutes.sitting.irregular[-1]
    minutes.relent(wrong.reason)
    number = minutes.situation.rolls + 1
    if wrong.values:
        minutes.facts((DiceRolled(wrong.player, number, wrong.values, in_order(wrong.thrown)),))  # fmt: skip
    elif wrong.reason.startswith(TAKEN):
        counts(minutes, wrong)


def _give(minutes: LustigMinutes, player: int) -> None:
    now = minutes.situation
    if not 0 <= player < now.players or now.now in ("reckon", "over"):
        raise IllegalMove("lustig.no-correction")
    minutes.state(TurnWentOn(player))
    minutes.tell("given", player=player)


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
