"""What people at such a table are told, and what everybody may see; the game as a session plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from companion.announce import Announcement, message
from companion.kit import rolls
from companion.kit import table as kit
from companion.kit.dice import Tray
from companion.kit.odds import Dice
from companion.kit.points import won
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets import seats
from companion.kit.score_sheets.robots import Robot
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.score_sheets.table import EVENTS, Event, Recorder, SheetTable, TableState
from companion.kit.setup import Setup
from companion.rules import Json


def _nothing_more(table_state: TableState, event: m.Event) -> Iterable[Announcement]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGame:
    """A game with score sheets: its rules, its dice as a camera tells of them, its set-up, and what else it tells and shows."""

    rules: SheetRules[Any]
    seen: Tray
    setup: type[Setup]
    told: Callable[[TableState, m.Event], Iterable[Announcement]] = _nothing_more
    """The state before an event of the rules, the event -> what is announced of it besides."""
    shown: Callable[[TableState], Json] = lambda table_state: {}
    """What the public view has besides."""
    robot: Robot | None = None
    """Plays for those who are robots (seats.py); None: nobody is."""

    @property
    def table(self) -> SheetTable:
        """What follows from inputs."""
        return SheetTable(self.rules, self.seen, self.robot)

    @property
    def game(self) -> kit.TableGame[TableState, Recorder]:
        """At a table, with a camera or without."""
        table = self.table
        return kit.TableGame(
            events=EVENTS,
            start=lambda setup: table.start(self.setup.from_json(setup)),
            recorder=Recorder,
            observe=table.watch.observe,
            submit=table.submit,
            answer=table.answer,
            correct=table.orders.correct,
            evolve=table.evolve,
            announce=self.announce,
            view=self.view,
        )

    # Announcements -------------------------------------------------------------------

    def announce(self, before: TableState, event: Event) -> Iterator[Announcement]:
        """The announcements of an event, given the state before it."""
        if isinstance(event, m.Event):
            yield from self._announce(before, event)
            yield from self.told(before, event)
        else:
            yield from rolls.announce(before.names, event)

    def _announce(self, before: TableState, event: m.Event) -> Iterator[Announcement]:
        match event:
            case m.DiceRolled(player) if player in before.robots:
                pass  # its whole turn is told with its box
            case m.DiceRolled(player, number, ()):
                lost = {"number": number}
                yield said(before, "roll-lost", player, lost, number=number)
            case m.DiceRolled(player, number, dice):
                params: Json = {"number": number, "dice": list(dice)}
                values = shown(dice)
                yield said(before, "rolled", player, params, number=number, dice=values)
            case m.BoxFilled():
                yield self._filled(before, event)
                yield from self._bonuses(before, event)
            case m.BoxOwed(player, _, dice):
                yield said(before, "owed", player, {"dice": [*dice]}, dice=shown(dice))
            case m.SheetsCounted(points, winners):
                unfinished = self.rules.evolve(before.state, event).unfinished
                if len(unfinished) < len(points):
                    yield won(before.names, points, winners, unfinished=unfinished)
                else:
                    yield won(before.names, points, winners, key="score.told.stopped")
            case m.DiceWere(dice):
                text = message("score.told.dice-were", dice=shown(dice))
                yield Announcement("corrected", text, before.state.turn)
            case m.BoxWas(player, box, points, _, extra):
                key = "box-open" if points is None else "box-was"
                gaps = {"box": self.rules.box_name(box), "points": points or 0}
                yield said(before, key, player, {}, kind="corrected", **gaps)
                if extra:
                    yield said(before, "extra-gone", player, {}, kind="corrected", points=extra)
            case m.PlayerLeft(player):
                yield said(before, "left", player, {}, kind="corrected")
            case m.PlayerBack(player):
                yield said(before, "back", player, {}, kind="corrected")
            case m.TurnBegan():
                pass
            case _:
                assert_never(event)

    def _filled(self, before: TableState, event: m.BoxFilled) -> Announcement:
        box, points, extra = event.box, event.points, event.extra
        key = "filled-extra" if extra else "filled" if points else "struck"
        params = {"box": box, "points": points, "extra": extra}
        gaps: dict[str, Any] = params | {"box": self.rules.box_name(box)}
        filled = said(before, key, event.player, params, kind="filled", **gaps)
        if before.robot_turns and event.player in before.robots:
            return _with_rolls(before, filled)
        return filled

    def _bonuses(self, before: TableState, event: m.BoxFilled) -> Iterator[Announcement]:
        now, player = before.state, event.player
        after = self.rules.evolve(now, event)
        old, new = now.sheets[player], after.sheets[player]
        for part in now.form.parts:
            if now.form.bonus_of(part, new) > now.form.bonus_of(part, old):
                yield said(before, "bonus", player, {}, points=part.bonus)

    # The view ------------------------------------------------------------------------

    def view(self, table_state: TableState) -> dict[str, Any]:
        """The public view.

        Beside what web/routes/api.py promises: ``form``, the parts of the sheet with
        their ``boxes``, the ``bonus_from`` so many points and by box the ``values`` that dice bring there; ``highest``, the most in a
        box; ``dice`` of the last roll of ``size`` dice, with ``rolls`` of ``most``;
        ``lying`` where a roll is not known yet, null for each die that is asked for;
        ``offers``: box -> points of everything the dice may be written into; ``plays``: by
        seat whether a person or a robot does, ``robots``: what robots have played since a
        person rolled (:class:`seats.RobotTurn`); of players ``robot``, ``left``, whether they have left,
        ``sheet`` by box, ``unfinished``, whether nobody will fill what is open on it, ``parts`` with ``sum`` and ``bonus`` of each, ``extra`` and ``points``.
        """
        now = table_state.state
        asks = now.plays and now.dice and table_state.unread is None
        offers = self.rules.offers(now, now.turn, now.dice) if asks else {}
        turn = now.turn if now.plays else None
        asked = self.table.questions(table_state)
        common = table_state.public(turn, asked, over=now.over)
        own = {
            "game": self.rules.name,
            "edition": "",
            "round": 0 if now.over else now.round,
            "players": _players(table_state),
            "form": [_part(part, self.rules.values(now.rulings)) for part in now.form.parts],
            "highest": self.rules.highest,
            "dice": list(now.dice) or None,
            "size": self.rules.dice,
            "lying": table_state.lying(self.seen),
            "rolls": now.rolls,
            "most": self.rules.rolls,
            "offers": {box: sum(each) for box, each in offers.items()},
            "plays": [
                seats.ROBOT if n in table_state.robots else seats.PERSON for n in range(now.players)
            ],
            "robots": [turn.public() for turn in table_state.robot_turns],
            "winner": now.winners[0] if now.winners else None,
            "winners": list(now.winners),
        }
        return {**common, **own, **self.shown(table_state)}


def shown(dice: Dice) -> tuple[str, ...]:
    """Dice as a gap of a sentence."""
    return tuple(map(str, dice))


def said(
    before: TableState, key: str, player: int, params: Json, kind: str = "", **gaps: Any
) -> Announcement:
    """What a player does or has, as ``score.told.<key>`` says it; of another ``kind`` where that is said."""
    return before.says(kind or key, f"score.told.{key}", player, params, **gaps)


def _with_rolls(before: TableState, filled: Announcement) -> Announcement:
    """What a robot wrote, with the dice; the parameters have everything that it rolled."""
    rolled = before.robot_turns[-1].rolls
    dice = " ".join(shown(rolled[-1]))
    text = message("score.told.robot", filled=filled.text, dice=dice)
    params = {**filled.params, "rolls": [list(dice) for dice in rolled]}
    return Announcement("robot", text, filled.player, params)


def _part(part: m.Part, values: Mapping[str, Sequence[int]]) -> Json:
    boxes = list(part.boxes)
    counts = {box: list(values[box]) for box in boxes}
    return {"name": part.name, "boxes": boxes, "bonus_from": part.bonus_from, "values": counts}


def _reached(form: m.Form, part: m.Part, sheet: m.Sheet) -> Json:
    return {"sum": form.sum_of(part, sheet), "bonus": form.bonus_of(part, sheet)}


def _players(table_state: TableState) -> list[dict[str, Any]]:
    now, form = table_state.state, table_state.state.form
    rows = zip(table_state.names, now.sheets, now.extras, now.points, strict=True)
    return [
        table_state.public_player(name, 0)
        | {
            "robot": seat in table_state.robots,
            "left": seat in now.left_game,
            "unfinished": seat in now.unfinished,
            "sheet": dict(zip(form.boxes, sheet, strict=True)),
            "parts": [_reached(form, part, sheet) for part in form.parts],
            "extra": extra,
            "points": points,
        }
        for seat, (name, sheet, extra, points) in enumerate(rows)
    ]
