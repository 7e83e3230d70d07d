"""Kniffel for programs: positions and moves as values, text and JSON, and the functions behind `murphy legal` and `murphy score`."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from companion.errors import InputError
from companion.kit import notation
from companion.kit import positions as kit
from companion.rules import Json
from companion.seating import can_play

from . import model as m
from . import rules
from .boxes import BOXES, DICE, FIVE_ALIKE, Dice, Sheet, bonus, upper

# Positions ---------------------------------------------------------------------------


def _state(fields: dict[str, Any]) -> m.State:
    """The state of the fields that are given. Raises InputError, EditionError."""
    sheets = tuple(tuple(told.get(box) for box in BOXES) for told in fields.pop("sheets"))  # fmt: skip
    fields["rules"] = m.Rulings.from_json(fields.get("rules", {}))
    dice = tuple(sorted(fields.get("dice", ())))
    fields["dice"], fields["rolls"] = dice, fields.get("rolls", 1 if dice else 0)
    now = m.State(sheets, fields.pop("extras", (0,) * len(sheets)), **fields)
    if len(dice) not in (0, DICE) or bool(dice) > bool(now.rolls):
        raise InputError("kniffel.no-dice")
    if len(now.extras) != now.players or now.turn >= now.players:
        raise InputError("kniffel.no-seats", count=now.players)
    return (
        rules.evolve(now, rules.counted(now))
        if all(None not in s for s in sheets)
        else now
    )


def _sheet_json(sheet: Sheet) -> dict[str, int]:
    return {b: p for b, p in zip(BOXES, sheet, strict=True) if p is not None}


NOTATION: Final[notation.Notation[m.State]] = notation.Notation(
    {
        "sheets": notation.many(notation.by_name(notation.number(0, FIVE_ALIKE), BOXES), 1, 6),
        "extras": notation.many(notation.number()),
        "turn": notation.number(),
        "turns": notation.number(),
        "rolls": notation.number(0, m.MOST_ROLLS),
        "dice": notation.many(notation.number(1, 6)),
        "owed": notation.many(notation.record(m.BoxOwed)),
        "rules": notation.ANYTHING,
    },
    _state,
    lambda now: {
        "sheets": [_sheet_json(sheet) for sheet in now.sheets],
        "extras": now.extras,
        "turn": now.turn,
        "turns": now.turns,
        "rolls": now.rolls,
        "dice": now.dice,
        "owed": now.owed,
        "rules": now.rules.to_json(),
    },
    needed=("sheets",),
    usual={"turns": 0, "owed": (), "rules": m.Rulings().to_json()},
)  # fmt: skip


class Position(kit.Position[m.State, m.Move]):
    """One moment of a game; everything is public."""

    __slots__ = ()
    RULES: ClassVar[Any] = rules
    MOVES = m.Move
    LIKE = m.LIKE

    @property
    def over(self) -> bool:
        """Whether all boxes are filled."""
        return self.state.over

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points as they stand."""
        return self.state.points

    def move_of_text(self, text: str) -> m.Move:
        """``roll``, ``roll keep 3 3 = 1 2 3 3 6``, ``box chance``. Raises ValueError."""
        seat, (what, equals, shown) = self.player or 0, text.partition("=")
        match what.split():
            case ["roll"]:
                return m.Throw(seat, (), _values(shown) if equals else None)
            case ["roll", "keep", *kept]:
                dice = _values(shown) if equals else None
                return m.Throw(seat, _values(" ".join(kept)), dice)
            case ["box", box] if not equals:
                return m.Fill(seat, box)
            case ["box", box, turn] if not equals:
                owed = (o.player for o in self.state.owed if o.turn == int(turn))
                return m.Fill(next(owed, seat), box, int(turn))
        raise ValueError(text)

    def move_of_json(self, told: Json) -> m.Move:
        """The move that its fields tell. Raises ValueError."""
        return m.MOVES.exactly(told)


def _values(text: str) -> Dice:
    return tuple(sorted(map(int, text.split())))


class Engine(kit.Engine[Position]):
    """The game as ``companion.game("kniffel")`` returns it; stateless."""

    name = "kniffel"
    made = Position
    notation = NOTATION

    def deal(self, players: int = 2, seed: int = 1) -> Position:
        """The game before its first roll; the same seed gives the same throws. Raises InputError."""
        count = kit.whole_number(players, "players")
        can_play(count, m.AGREEMENT.players)
        return self.at(m.start(count), kit.whole_number(seed, "seed"))


# Questions ---------------------------------------------------------------------------


def legal_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"position"}`` (and ``dice``); out: the points of every box, and all moves as texts. Raises InputError."""
    told = kit.asked_object(asked)
    more = {"dice": told["dice"]} if told.get("dice") is not None else {}
    now = NOTATION.read(told.get("position"), more)
    boxes = rules.offers(now, now.turn, now.dice) if now.dice else {}
    return {
        "boxes": {box: sum(points) for box, points in boxes.items()},
        "moves": list(map(str, rules.legal(now))),
    }


def score_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"sheets"}`` (and ``extras``); out: everybody's points, upper sums and bonuses, and the winners. Raises InputError."""
    now = NOTATION.read(dict(kit.asked_object(asked)))
    return {
        "points": list(now.points),
        "upper": list(map(upper, now.sheets)),
        "bonus": list(map(bonus, now.sheets)),
        "winners": list(rules.counted(now).winners),
    }
