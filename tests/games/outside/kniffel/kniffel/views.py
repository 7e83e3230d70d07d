"""What people are told, and what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from companion.announce import Announcement, Param, message
from companion.kit import rolls
from companion.kit.points import won

from . import model as m
from . import rules
from .boxes import BONUS, BONUS_FROM, BOXES, Dice, bonus, box_name, is_kniffel, upper
from .state import SEEN, Event, TableState, questions

# Announcements -----------------------------------------------------------------------


def announce(before: TableState, event: Event) -> Iterator[Announcement]:
    """The announcements of an event, given the state before it."""
    if isinstance(event, m.Event):
        yield from _fact(before, event)
    else:
        yield from rolls.announce(before.names, event)


def _fact(before: TableState, event: m.Event) -> Iterator[Announcement]:
    match event:
        case m.DiceRolled(player, number, ()):
            yield _told(before, "roll-lost", player, {"number": number}, number=number)
        case m.DiceRolled(player, number, dice):
            params = {"number": number, "dice": list(dice)}
            yield _told(before, "rolled", player, params, number=number, dice=_shown(dice))  # fmt: skip
            if is_kniffel(dice):
                yield _told(before, "kniffel", player, {"dice": list(dice)}, value=dice[0])  # fmt: skip
        case m.BoxFilled():
            yield from _filled(before, event)
        case m.BoxOwed(player, _, dice):
            yield _told(before, "owed", player, {"dice": list(dice)}, dice=_shown(dice))
        case m.SheetsCounted(points, winners):
            yield won(before.names, points, winners)
        case m.DiceWere(dice):
            text = message("kniffel.told.dice-were", dice=_shown(dice))
            yield Announcement("corrected", text, before.state.turn)
        case m.BoxWas(player, box, points):
            key = "box-open" if points is None else "box-was"
            text = message(f"kniffel.told.{key}", player=before.names[player], box=box_name(box), points=points or 0)  # fmt: skip
            yield Announcement("corrected", text, player)
        case m.TurnBegan():
            pass
        case _:
            assert_never(event)


def _filled(before: TableState, event: m.BoxFilled) -> Iterator[Announcement]:
    box, points, extra = event.box, event.points, event.extra
    key = "struck" if points == 0 else "filled-extra" if extra else "filled"
    text = message(f"kniffel.told.{key}", player=before.names[event.player], box=box_name(box), points=points, extra=extra)  # fmt: skip
    params = {"box": box, "points": points, "extra": extra}
    yield Announcement("filled", text, event.player, params)
    states = before.state, rules.evolve(before.state, event)
    old, new = (upper(each.sheets[event.player]) for each in states)
    if old < BONUS_FROM <= new:
        yield _told(before, "bonus", event.player, {}, points=BONUS)


def _shown(dice: Dice) -> tuple[str, ...]:
    return tuple(map(str, dice))


def _told(before: TableState, kind: str, player: int, params: dict[str, Any], **gaps: Param) -> Announcement:  # fmt: skip
    text = message(f"kniffel.told.{kind}", player=before.names[player], **gaps)
    return Announcement(kind, text, player, params)


# The view ----------------------------------------------------------------------------


def view(table_state: TableState) -> dict[str, Any]:
    """The public view.

    Beside what web/routes/api.py promises: ``boxes``; ``dice`` of the last roll with
    ``rolls`` of ``most``; ``lying`` where a roll is not known yet, null for each die
    that is asked for; ``offers``: box -> points of everything the dice may be written
    into; of players ``sheet``, ``upper``, ``bonus``, ``extra`` and ``points``.
    """
    now = table_state.state
    asks = now.plays and now.dice and table_state.unread is None
    found = rules.offers(now, now.turn, now.dice) if asks else {}
    turn = now.turn if now.plays else None
    asked = questions(table_state)
    return table_state.public(turn, asked, over=now.over) | {
        "game": "kniffel",
        "edition": "",
        "round": 0 if now.over else now.round,
        "players": _players(table_state),
        "boxes": list(BOXES),
        "dice": list(now.dice) or None,
        "lying": table_state.lying(SEEN),
        "rolls": now.rolls,
        "most": m.MOST_ROLLS,
        "offers": {box: sum(each) for box, each in found.items()},
        "winner": now.winners[0] if now.winners else None,
        "winners": list(now.winners),
        "rulings": now.rules.to_json(),
    }


def _players(table_state: TableState) -> list[dict[str, Any]]:
    now = table_state.state
    rows = zip(table_state.names, now.sheets, now.extras, now.points, strict=True)
    return [
        table_state.public_player(name, 0)
        | {
            "sheet": list(sheet),
            "upper": upper(sheet),
            "bonus": bonus(sheet),
            "extra": extra,
            "points": points,
        }
        for name, sheet, extra, points in rows
    ]
