"""Nicht lustig for programs: positions, and the functions behind `murphy legal` and `murphy score`."""

from __future__ import annotations

from functools import reduce
from typing import Any

from companion.errors import InputError
from companion.gamekit.arguments import asked_object, object_of, whole_number
from companion.games.nicht_lustig.agreement import AGREEMENT
from companion.games.nicht_lustig.deck.dice import dice_from_json
from companion.games.nicht_lustig.deck.rulings import house_rules
from companion.games.nicht_lustig.model.fold import happen
from companion.games.nicht_lustig.model.situation import begun
from companion.games.nicht_lustig.programs.position import LustigPosition
from companion.games.nicht_lustig.programs.reading import (
    areas_from_json,
    professor_values,
    situation_from_json,
)
from companion.games.nicht_lustig.programs.texts import position_from_text
from companion.games.nicht_lustig.rules import deaths, targets
from companion.games.nicht_lustig.rules.following import gains, scoring
from companion.games.nicht_lustig.rules.points import (
    points,
    professor_dice,
    winners,
)
from companion.rules import Json, given
from companion.seating import can_play


class NichtLustig:
    """The game as ``companion.game("nicht-lustig")`` returns it; stateless."""

    name = "nicht-lustig"

    def __repr__(self) -> str:
        return f"companion.game({self.name!r})"

    def deal(self, players: int = 3, seed: int = 1) -> LustigPosition:
        """The game before its first roll, with seat 0 to throw; the same seed gives the same throws. Raises InputError."""
        count = whole_number(players, "players")
        can_play(count, AGREEMENT.players)
        return LustigPosition(begun(count), whole_number(seed, "seed"))

    def position(self, told: str | Json, *, seed: int = 0) -> LustigPosition:
        """The position given as text or JSON (docs/notation.md). Raises InputError, EditionError."""
        fields = position_from_text(told) if isinstance(told, str) else told
        return LustigPosition(
            situation_from_json(object_of(fields, "position")),
            whole_number(seed, "seed"),
        )

    def legal(self, asked: Json) -> dict[str, Any]:
        """The consequences of a turn's last roll: the answer of `murphy legal`. Raises InputError, EditionError."""
        return legal_answer(asked)

    def score(self, asked: Json) -> dict[str, Any]:
        """Everybody's points at the end: the answer of `murphy score`. Raises InputError, EditionError."""
        return score_answer(asked)


def legal_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"position", "dice"}`` of a last roll; out: what it scores, and what may or must be taken. Raises InputError, EditionError."""
    told = asked_object(asked).get("position")
    if isinstance(told, str):
        told = position_from_text(told)
    told = object_of(told, "position")
    dice = asked.get("dice", told.get("dice"))
    lie = dice_from_json(dice)
    rolled = dict(told) | {"dice": dice, "rolls": given(told, "rolls", 1)}
    before = situation_from_json(rolled)
    after = reduce(happen, scoring(before), before)
    sets = targets.takes(after, lie)
    forced = () if sets else deaths.deaths(after, lie.pink)
    places = deaths.onto(after.area, after.rules) if forced else ()
    return {
        "scored": [list(faces) for faces in targets.scored_by(before, lie)],
        "takes": [list(faces) for faces in sets],
        "deaths": list(forced),
        "onto": list(places),
        "specials": list(gains(after)),
    }


def score_answer(asked: Json) -> dict[str, Any]:
    """In: ``{"areas", "professors"}`` at the end; out: points by seat and the winners.

    A seat without scored professors rolls no dice: any given for it are ignored. Raises
    InputError, EditionError.
    """
    areas = areas_from_json(asked_object(asked).get("areas"))
    rules = house_rules(given(asked, "rules", {}))
    rolled = given(asked, "professors", ())
    if not isinstance(rolled, list | tuple) or len(rolled) not in (0, len(areas)):
        raise InputError("lustig.no-professors", count=len(areas))
    dice = [
        professor_values(() if each is None else each)
        for each in rolled or [()] * len(areas)
    ]
    for seat, area in enumerate(areas):
        if professor_dice(area, rules) and not dice[seat]:
            raise InputError("lustig.professors-not-rolled", seat=seat)
    pairs = zip(areas, dice, strict=True)
    reached = tuple(points(area, values, rules) for area, values in pairs)
    return {"points": list(reached), "winners": list(winners(areas, reached))}
