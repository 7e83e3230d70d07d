"""Questions to the players: what a die shows, what somebody takes of what the dice allow, which Death, and where it goes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.announce import Message, message
from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.rules.legality import legal, most_rolls
from companion.games.nicht_lustig.rules.moves import rolled_sets
from companion.games.nicht_lustig.table.dice_seen import SEEN
from companion.games.nicht_lustig.table.state import OneSymbol, TableState
from companion.kit import questions as kit
from companion.kit.dice import DieShows
from companion.kit.rolls import die_questions

MOST_CHOICES: Final = 24
"""With more choices nobody reads them all: they are tapped where they lie instead."""


@dataclass(frozen=True, slots=True)
class SymbolMeans:
    """An answer: which special a colour's only symbol stands for."""

    symbol: OneSymbol
    special: str


Taking: TypeAlias = m.Move | SymbolMeans
Answer: TypeAlias = Taking | DieShows


Question: TypeAlias = kit.Question[Answer]


def questions(table_state: TableState) -> tuple[Question, ...]:
    """All open questions, dice before what depends on them."""
    if not table_state.goes_on:
        return ()
    if table_state.unread is not None:
        return tuple(die_questions(SEEN, table_state.unread, shown_value))
    return (*_of_taking(table_state), *map(_of_symbol, table_state.symbols))


# Dice -----------------------------------------------------------------------------


def _of_symbol(symbol: OneSymbol) -> Question:
    text = message("lustig.question.symbol", colour=p.colour_name(symbol.colour))
    specials = sorted((symbol.taken, symbol.other))
    choices = tuple(_choice(face, SymbolMeans(symbol, face)) for face in specials)
    id = f"symbol-{symbol.turn}-{symbol.colour}"
    return kit.Question(id, "symbol", symbol.player, text, choices)


def _choice(id: str, answer: Taking, table_state: TableState | None = None) -> kit.Choice[Answer]:
    return kit.Choice(id, choice_text(answer, table_state), answer)


def shown_value(value: int) -> Message | str:
    """The value of a die, in words."""
    return str(value) if value else message("lustig.choice.symbol")


# Cards ----------------------------------------------------------------------------


def _of_taking(table_state: TableState) -> Iterator[Question]:
    now, moves = table_state.state, tuple(_choices(table_state))
    if now.now not in ("roll", "take", "virus") or not moves:
        return
    takes = any(isinstance(move, m.TakeTargets) for move in moves)
    if now.now == "roll":
        key = "roll" if takes else "stop"
    else:
        key = "takes" if takes else now.now
    text = message(f"lustig.question.{key}", player=table_state.names[now.turn])
    yours = message(f"lustig.question.{key}.you")
    choices = tuple(_choice(str(move), move, table_state) for move in moves)
    rolls = f"-{now.rolls}" if now.now == "roll" else ""
    id = f"{now.now}-{table_state.turns}{rolls}"
    yield kit.Question(id, "take", now.turn, text, choices, yours=yours)


def _choices(table_state: TableState) -> Iterable[m.Move]:
    """The possible answers, those most wished for first; cards already taken are not asked about again."""
    if table_state.state.now == "roll":
        found = list(_of_rolling(table_state))
    else:
        found = [move for move in legal(table_state.state) if _is_open(move, table_state)]
        found.sort(key=_wished)
    return found[:MOST_CHOICES]


def _wished(move: m.Move) -> tuple[int, int]:
    """Larger sets before smaller ones, greater dinosaurs before lesser ones; anything else than taking comes last."""
    if not isinstance(move, m.TakeTargets):
        return (0, 0)
    dinosaurs = [p.value(face) for face in move.faces if p.is_dinosaur(face)]
    return (-len(move.faces), -max(dinosaurs, default=0))


def _is_open(move: m.Move, table_state: TableState) -> bool:
    picked = set(table_state.picked)
    return not picked or (isinstance(move, m.TakeTargets) and picked <= set(move.faces))


def _of_rolling(table_state: TableState) -> Iterator[m.Move]:
    """What may end the rolling unseen: taking from others, and, if only the duck could continue, doing without it."""
    now = table_state.state
    if table_state.setup.camera and now.rolls:
        yield from _out_of_sight(table_state)
    if table_state.setup.camera and 0 < most_rolls(now) <= now.rolls:
        yield m.StopRolling(now.turn)


def _out_of_sight(table_state: TableState) -> Iterator[m.TakeTargets]:
    """What could be taken from other players if the rolling ended now: no camera sees that, so it is offered, largest sets first."""
    now = table_state.state
    for faces in sorted(rolled_sets(now), key=lambda faces: -len(faces)):
        if not set(faces) <= set(now.display):
            yield m.TakeTargets(now.turn, faces)


def choice_text(answer: Taking, table_state: TableState | None = None) -> Message:
    """An answer in words; at a table, cards of other players with their owners."""
    owned = table_state.card if table_state else p.card_name
    match answer:
        case m.TakeTargets(_, faces):
            return message("lustig.choice.take", cards=tuple(map(owned, faces)))
        case m.TakeDeath(_, death, None):
            return message("lustig.choice.open", death=owned(death))
        case m.TakeDeath(_, death, onto):
            card = p.card_name(onto or "")
            return message("lustig.choice.onto", death=owned(death), card=card)
        case m.UseSpecial(_, face):
            key = "refuse" if face == p.CLOWN else "use"
            return message(f"lustig.choice.{key}", card=p.card_name(face))
        case m.StopRolling():
            return message("lustig.choice.stop")
        case m.ThrowDice(_, thrown, _):
            return message("lustig.choice.roll", count=len(thrown))
        case m.RollProfessors():
            return message("lustig.choice.professors")
        case SymbolMeans(_, special):
            return message("lustig.choice.card", card=p.card_name(special))
