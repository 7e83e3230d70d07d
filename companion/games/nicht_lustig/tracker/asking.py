"""Questions to the players: what a die shows, what somebody takes of what the dice allow, which Death, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.announce import Message, message
from companion.games.nicht_lustig.deck.cards import (
    CLOWN,
    card_name,
    is_dinosaur,
    value,
)
from companion.games.nicht_lustig.deck.dice import SYMBOL, colour_name
from companion.games.nicht_lustig.model.decisions import (
    Decision,
    RollProfessors,
    StopRolling,
    TakeDeath,
    TakeTargets,
    ThrowDice,
    UseSpecial,
)
from companion.games.nicht_lustig.programs.writing import decision_text
from companion.games.nicht_lustig.rules.following import rolled_sets
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.tracker.sitting import (
    LustigSitting,
    OneSymbol,
    UnreadRoll,
)

MOST_CHOICES: Final = 24
"""With more choices nobody reads them all: they are tapped where they lie instead."""
SHOWN: Final = (1, 2, 3, 4, 5, 0)
"""The values of a die, as they are offered."""


@dataclass(frozen=True, slots=True)
class DieShows:
    """An answer: the value of an unread die."""

    colour: str
    value: int


@dataclass(frozen=True, slots=True)
class SymbolMeans:
    """An answer: which special a colour's only symbol stands for."""

    symbol: OneSymbol
    special: str


Answer: TypeAlias = Decision | DieShows | SymbolMeans


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question, and its answers by their ids."""

    id: str
    topic: str
    player: int | None
    """Whose answer it needs; None: anybody's."""
    text: Message
    choices: tuple[tuple[str, Answer], ...]
    beside: tuple[int, ...] = ()
    """For a die: what the others of its colour show."""


def questions(sitting: LustigSitting) -> tuple[OpenQuestion, ...]:
    """All open questions, dice before what depends on them."""
    if not sitting.goes_on:
        return ()
    if sitting.unread is not None:
        return tuple(_of_dice(sitting.unread))
    return (*_of_taking(sitting), *map(_of_symbol, sitting.symbols))


# Dice -----------------------------------------------------------------------------


def _of_dice(roll: UnreadRoll) -> Iterator[OpenQuestion]:
    """One die of each colour at a time: two of a colour are indistinguishable."""
    for colour in dict.fromkeys(roll.open):
        beside = tuple(value for name, value in roll.values if name == colour)
        lost = roll.open.count(colour) <= roll.missing.count(colour)
        kind = "missing" if lost else "beside" if beside else "die"
        shown = tuple(map(shown_value, beside))
        text = message(f"lustig.question.{kind}", colour=colour_name(colour), shown=shown)  # fmt: skip
        choices = tuple((f"{colour}-{v or SYMBOL}", DieShows(colour, v)) for v in SHOWN)
        number = roll.open.count(colour)
        id = f"die-{roll.entry}-{colour}-{number}"
        yield OpenQuestion(id, "die", None, text, choices, beside)


def _of_symbol(symbol: OneSymbol) -> OpenQuestion:
    text = message("lustig.question.symbol", colour=colour_name(symbol.colour))
    specials = sorted((symbol.taken, symbol.other))
    choices = tuple((face, SymbolMeans(symbol, face)) for face in specials)
    id = f"symbol-{symbol.turn}-{symbol.colour}"
    return OpenQuestion(id, "symbol", symbol.player, text, choices)


def shown_value(value: int) -> Message | str:
    """The value of a die, in words."""
    return str(value) if value else message("lustig.choice.symbol")


# Cards ----------------------------------------------------------------------------


def _of_taking(sitting: LustigSitting) -> Iterator[OpenQuestion]:
    now, choices = sitting.situation, tuple(_choices(sitting))
    if now.now not in ("roll", "take", "virus") or not choices:
        return
    takes = any(isinstance(move, TakeTargets) for _, move in choices)
    if now.now == "roll":
        key = "roll" if takes else "stop"
    else:
        key = "takes" if takes else now.now
    text = message(f"lustig.question.{key}", player=sitting.names[now.turn])
    rolls = f"-{now.rolls}" if now.now == "roll" else ""
    yield OpenQuestion(f"{now.now}-{sitting.turns}{rolls}", "take", now.turn, text, choices)  # fmt: skip


def _choices(sitting: LustigSitting) -> Iterator[tuple[str, Decision]]:
    """The possible answers, those most wished for first; cards already taken are not asked about again."""
    if sitting.situation.now == "roll":
        found = list(_of_rolling(sitting))
    else:
        found = [move for move in legal(sitting.situation) if _is_open(move, sitting)]
        found.sort(key=_wished)
    yield from ((decision_text(move), move) for move in found[:MOST_CHOICES])


def _wished(move: Decision) -> tuple[int, int]:
    """Larger sets before smaller ones, greater dinosaurs before lesser ones; anything else than taking comes last."""
    if not isinstance(move, TakeTargets):
        return (0, 0)
    dinosaurs = [value(face) for face in move.faces if is_dinosaur(face)]
    return (-len(move.faces), -max(dinosaurs, default=0))


def _is_open(move: Decision, sitting: LustigSitting) -> bool:
    picked = set(sitting.picked)
    return not picked or (isinstance(move, TakeTargets) and picked <= set(move.faces))


def _of_rolling(sitting: LustigSitting) -> Iterator[Decision]:
    """What may end the rolling unseen: taking from others, and, if only the duck could continue, doing without it."""
    now = sitting.situation
    if sitting.setup.camera and now.rolls:
        yield from _out_of_sight(sitting)
    if sitting.setup.camera and 0 < most_rolls(now) <= now.rolls:
        yield StopRolling(now.turn)


def _out_of_sight(sitting: LustigSitting) -> Iterator[TakeTargets]:
    """What could be taken from other players if the rolling ended now: no camera sees that, so it is offered, largest sets first."""
    now = sitting.situation
    for faces in sorted(rolled_sets(now), key=lambda faces: -len(faces)):
        if not set(faces) <= set(now.display):
            yield TakeTargets(now.turn, faces)


def said(answer: Answer, sitting: LustigSitting | None = None) -> Message:
    """An answer in words; in a sitting, cards of other players with their owners."""
    owned = sitting.card if sitting else card_name
    match answer:
        case TakeTargets(_, faces):
            return message("lustig.choice.take", cards=tuple(map(owned, faces)))
        case TakeDeath(_, death, None):
            return message("lustig.choice.open", death=owned(death))
        case TakeDeath(_, death, onto):
            card = card_name(onto or "")
            return message("lustig.choice.onto", death=owned(death), card=card)
        case UseSpecial(_, face):
            key = "refuse" if face == CLOWN else "use"
            return message(f"lustig.choice.{key}", card=card_name(face))
        case StopRolling():
            return message("lustig.choice.stop")
        case ThrowDice(_, thrown, _):
            return message("lustig.choice.roll", count=len(thrown))
        case RollProfessors():
            return message("lustig.choice.professors")
        case DieShows(_, value):
            return message("lustig.choice.shows", value=shown_value(value))
        case SymbolMeans(_, special):
            return message("lustig.choice.card", card=card_name(special))
