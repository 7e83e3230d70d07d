"""Such a game for programs: positions and moves as values, text and JSON, and the answers of `murphy legal` and `murphy score`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any, ClassVar, Final, cast

from companion.errors import InputError
from companion.kit import notation
from companion.kit import positions as kit
from companion.kit.notation import Field
from companion.kit.odds import Dice
from companion.kit.score_sheets import model as m
from companion.kit.score_sheets.rules import SheetRules
from companion.kit.setup import Rulings, open_rules
from companion.rules import Json


class Position(kit.Position[m.State[Any], m.Move]):
    """One moment of a game; everything is public."""

    __slots__ = ()

    @property
    def over(self) -> bool:
        """Whether the sheets have been counted."""
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

    def choices(self) -> dict[str, Any]:
        """What may be done, and what every box would score with the dice that lie there."""
        now, rules = self.state, self.game.rules
        offers = rules.offers(now, now.turn, now.dice) if now.dice else {}
        boxes = {box: sum(offer) for box, offer in offers.items()}
        return {"boxes": boxes, **super().choices()}


def _values(text: str) -> Dice:
    return tuple(sorted(map(int, text.split())))


class Engine(kit.Engine[Position]):
    """Such a game as ``companion.game`` returns it; what is its own is ``rules``, ``rulings`` and ``seats``."""

    made = Position
    moves = m.MOVES
    like = m.LIKE
    rules: SheetRules[Any]
    rulings: ClassVar[type[Rulings]]

    def __init_subclass__(cls) -> None:
        """Its positions are written as its rules have them."""
        cls.name = cls.rules.name
        cls.notation = notation_of(cls.rules, cls.rulings, cls.seats[1])

    def start(self, players: int) -> m.State[Any]:
        """The game before its first roll."""
        return self.rules.start(players, self.rulings())

    def legal(self, asked: Json) -> dict[str, Any]:
        """The answer of `murphy legal`: ``{"position", "dice"?, "move"?}`` in; the points of every box, and all moves, out. Raises InputError, IllegalMove."""
        told = kit.asked_object(asked)
        more = {} if told.get("dice") is None else {"dice": told["dice"]}
        now = self.notation.read(told.get("position"), more)
        return super().legal({**told, "position": str(self.at(now))})

    def score(self, asked: Json) -> dict[str, Any]:
        """The answer of `murphy score`: ``{"position"}``, or its fields (``{"sheets", "extras"?, "rules"?}``), in; everybody's points, sums and bonuses by part, and the winners, out. Raises InputError."""
        told = dict(kit.asked_object(asked))
        now: m.State[Any] = self.notation.read(told.get("position", told))
        form = now.form

        def sums(part: m.Part) -> list[int]:
            return [form.sum_of(part, sheet) for sheet in now.sheets]

        return {
            "points": list(now.points),
            "sums": {part.name: sums(part) for part in form.parts},
            "bonus": [form.bonus(sheet) for sheet in now.sheets],
            "winners": list(self.rules.counted(now).winners),
        }


_SEATS: Final = notation.many(notation.number())


def notation_of(
    rules: SheetRules[Any], rulings: type[Rulings], seats: int
) -> notation.Notation[m.State[Any]]:
    """How positions of such a game are written."""
    boxes = tuple(dict.fromkeys(_every_box(rules, rulings)))
    sheet = notation.by_name(notation.number(0, rules.highest), boxes)

    return notation.Notation(
        {
            "sheets": Field(notation.many(sheet, 1, seats), _sheets, needed=True),
            "extras": Field(notation.many(notation.number())),
            "turn": Field(notation.number(), usual=0),
            "turns": Field(notation.number(), usual=0),
            "rolls": Field(notation.number(0, rules.rolls), usual=0),
            "dice": Field(notation.many(notation.number(1, 6)), usual=()),
            "owed": Field(notation.many(notation.record(m.BoxOwed)), usual=()),
            "left-game": Field(_SEATS, lambda now: tuple(sorted(now.left_game)), ()),
            "winners": Field(_SEATS, lambda now: () if now.is_full else now.winners, ()),
            "rules": Field(notation.ANYTHING, lambda now: now.rulings.other_than(), {}),
        },
        partial(_state, rules, rulings),
    )


def _state(rules: SheetRules[Any], rulings: type[Rulings], fields: dict[str, Any]) -> m.State[Any]:
    """The state of the fields that are given. Raises InputError, EditionError."""
    agreed = rulings.from_json(fields.pop("rules", {}))
    form = rules.form(agreed)
    told = fields.pop("sheets")
    strange = (box for each in told for box in each if box not in form.boxes)
    if (box := next(strange, None)) is not None:
        raise InputError("score.no-box", box=box)
    sheets = tuple(tuple(each.get(box) for box in form.boxes) for each in told)
    dice = tuple(sorted(fields.get("dice", ())))
    usual = {"extras": (0,) * len(sheets), "rolls": 1 if dice else 0}
    left = frozenset(fields.pop("left-game", ()))
    given = usual | fields | {"dice": dice, "left_game": left}
    now = m.State(form=form, rulings=agreed, sheets=sheets, **given)
    return _checked(rules, now)


def _every_box(rules: SheetRules[Any], rulings: type[Rulings]) -> Iterator[str]:
    """The boxes of all sheets that a table may agree on."""
    settings = open_rules(cast(Any, rulings))
    for values in product(*(each.values for each in settings)):
        names = (each.name for each in settings)
        told = dict(zip(names, values, strict=True))
        yield from rules.form(rulings.from_json(told)).boxes


def _sheets(now: m.State[Any]) -> list[Json]:
    """The boxes of each sheet that are filled."""
    rows = (zip(now.form.boxes, sheet, strict=True) for sheet in now.sheets)
    return [{box: points for box, points in row if points is not None} for row in rows]


def _checked(rules: SheetRules[Any], now: m.State[Any]) -> m.State[Any]:
    """The state, with its winners if all boxes are filled or they were counted. Raises InputError for one that cannot be."""
    if (now.dice and not rules.are_dice(now.dice)) or bool(now.dice) > bool(now.rolls):
        raise InputError("score.no-dice", count=rules.dice)
    named = {now.turn, *now.winners, *now.left_game}
    if len(now.extras) != now.players or max(named) >= now.players or not now.playing:
        raise InputError("score.no-seats", count=now.players)
    return rules.evolve(now, rules.counted(now)) if now.is_full or now.over else now
