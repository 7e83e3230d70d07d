"""People and robots at one table: who plays is agreed by seat, and a robot plays its whole turn as soon as it is its."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final, Self, TypeAlias

from companion import errors
from companion.kit import setup as kit
from companion.kit.odds import Dice
from companion.kit.score_sheets import model as m
from companion.rules import Json
from companion.seating import seated

PERSON: Final = "person"
ROBOT: Final = "robot"

# What is agreed ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(kit.Setup):
    """What is agreed before a game; ``robots``: the names of those whose dice the companion rolls."""

    robots: tuple[str, ...] = ()

    def called(self, player: int, name: str) -> Self:
        """The same with another name of a player, who is a robot or not as before."""
        before = self.players[player]
        robots = tuple(name if robot == before else robot for robot in self.robots)
        return replace(kit.Setup.called(self, player, name), robots=robots)


def agreed(agreement: kit.Agreement, given: Json) -> dict[str, Any]:
    """A new game as the host's page asks for it, ``plays`` saying of each seat whether a person or a robot sits there.

    ``robots`` of an earlier game, their names, hold for those who play again. Raises
    InputError, where nobody is a person, too, and EditionError.
    """
    told = agreement.agreed(given)
    robots = [name for name in told["players"] if name in _robots(given)]
    if len(robots) == len(told["players"]):
        raise errors.InputError("score.no-person")
    return told | ({"robots": robots} if robots else {})


def _robots(given: Json) -> Collection[object]:
    plays = given.get("plays")
    if plays is None:
        last = given.get("robots", ())
        return last if isinstance(last, list | tuple) else ()
    names = seated(given.get("players"))
    if not isinstance(plays, list) or not all(one in (PERSON, ROBOT) for one in plays):
        raise errors.InputError("setup.malformed")
    return [name for name, one in zip(names, plays, strict=False) if one == ROBOT]


def form(agreement: kit.Agreement, edition: str) -> dict[str, Any]:
    """The form for the host, with who plays on each seat."""
    each = {
        "name": "plays",
        "title": "plays.of",
        "word": "plays",
        "values": [PERSON, ROBOT],
        "usual": {},
        "alike": True,
    }
    return agreement.form(edition) | {"each": each}


# What robots have played -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RobotTurn:
    """A robot's turn: what each roll showed, and the box that was filled, empty before."""

    player: int
    rolls: tuple[Dice, ...]
    box: str = ""
    points: int = 0

    def public(self) -> dict[str, Any]:
        """As the public view has it."""
        rolled = [list(dice) for dice in self.rolls]
        return {"player": self.player, "rolls": rolled, "box": self.box, "points": self.points}


RobotTurns: TypeAlias = tuple[RobotTurn, ...]


def followed(turns: RobotTurns, robots: Collection[int], event: m.Event) -> RobotTurns:
    """The robots' turns since a person rolled last, after an event of the rules."""
    match event:
        case m.DiceRolled(player, 1, dice) if player in robots:
            return (*turns, RobotTurn(player, (dice,)))
        case m.DiceRolled(player, _, dice) if player in robots:
            *others, last = turns
            return (*others, replace(last, rolls=(*last.rolls, dice)))
        case m.DiceRolled():
            return ()
        case m.BoxFilled(player, box, points) if player in robots and turns:
            *others, last = turns
            return (*others, replace(last, box=box, points=points))
        case _:
            return turns
