"""One moment of this game at a table: what the rules say, and what is not settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.gamekit.sitting import DiceCodes, Sitting, Stage
from companion.games.nicht_lustig.deck.cards import Faces
from companion.games.nicht_lustig.deck.dice import SYMBOL, Names
from companion.games.nicht_lustig.deck.rulings import HouseRules, house_rules
from companion.games.nicht_lustig.model.situation import Situation, begun
from companion.rules import Json


@dataclass(frozen=True, slots=True)
class LustigSetup:
    """What is agreed before a game."""

    players: tuple[str, ...]
    rules: HouseRules = field(default_factory=HouseRules)
    camera: bool = True

    @staticmethod
    def from_json(told: Json) -> LustigSetup:
        """The agreement of a journal. Raises ValueError, EditionError."""
        match {"rulings": None, "camera": True, **told}:
            case {
                "players": [str(), *_] as players,
                "rulings": Mapping() | None as rulings,
                "camera": bool(camera),
            } if 2 <= len(players) <= 4 and all(isinstance(p, str) for p in players):
                return LustigSetup(tuple(players), house_rules(rulings or {}), camera)
        raise ValueError("not a set-up")


@dataclass(frozen=True, slots=True)
class AssumedTurn:
    """What was taken for the decision of a turn that nobody saw, and what else it may have been, as texts of moves."""

    id: int
    entry: int
    player: int
    choice: str
    choices: tuple[str, ...]
    sure: bool = False


@dataclass(frozen=True, slots=True)
class UnreadRoll:
    """Dice that came to rest and cannot all be read: what is known of them, and what people are asked."""

    known: tuple[tuple[str, int], ...]
    """Colour and value of those that are read."""
    asked: tuple[tuple[str, int | None], ...] = ()
    """Colour of each other one, and what is known of it by now."""
    missing: Names = ()
    """Colours of those among them that lie nowhere."""
    left: DiceCodes = ()
    came: DiceCodes = ()
    taken_up: bool = True
    """Whether somebody was seen with dice in the hand; else they may have been nudged."""
    entry: int = 0
    """The look that told of them, once it is told."""

    @property
    def open(self) -> Names:
        """The colours of the dice of which nothing is known yet."""
        return tuple(colour for colour, value in self.asked if value is None)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """Colour and value of every die that is known by now."""
        told = ((colour, v) for colour, v in self.asked if v is not None)
        return tuple(sorted((*self.known, *told)))

    def to_json(self) -> dict[str, Any]:
        """As an event's values, before anything of it was said; ``unread_roll`` is the inverse."""
        return {
            "known": [list(each) for each in self.known],
            "asked": list(self.open),
            "missing": list(self.missing),
            "left": list(self.left),
            "came": list(self.came),
            "taken_up": self.taken_up,
        }

    def with_die(self, colour: str, value: int) -> UnreadRoll:
        """The same once one more die of a colour is known. Raises ValueError where none of it is asked for."""
        at = self.asked.index((colour, None))
        asked = (*self.asked[:at], (colour, value), *self.asked[at + 1 :])
        code, came = f"{colour}-{value or SYMBOL}", list(self.came)
        if colour in came:
            came[came.index(colour)] = code
        elif colour in self.missing:
            came.append(code)
        return replace(self, asked=asked, came=tuple(sorted(came)))


def unread_roll(told: Json, entry: int) -> UnreadRoll:
    """What ``to_json`` wrote."""
    known = tuple((colour, value) for colour, value in told["known"])
    asked = tuple((colour, None) for colour in told["asked"])
    missing, left, came = (tuple(told[name]) for name in ("missing", "left", "came"))
    return UnreadRoll(known, asked, missing, left, came, told["taken_up"], entry)


@dataclass(frozen=True, slots=True)
class OneSymbol:
    """One of a colour's two dice shows a symbol, and a camera cannot tell which: ``taken`` is the special that is assumed, ``other`` the one it may have been."""

    turn: int
    player: int
    colour: str
    taken: str
    other: str
    owner: int | None
    """Who had the assumed one before."""


@dataclass(frozen=True, slots=True)
class LustigSitting(Sitting):
    """One moment of this game at a table."""

    setup: LustigSetup
    situation: Situation
    picked: Faces = ()
    """Targets that went from the display in this turn, as the dice allow."""
    unread: UnreadRoll | None = None
    """The roll that lies there and is not known yet."""
    gone: Faces = ()
    """Targets that went from the display before the roll was known that takes them."""
    thrower: int | None = None
    """Whose the dice are that lie there: who threw them last."""
    off: bool = False
    """Whether it was said that a die was taken off."""
    missed: int = 0
    """Rolls since the last known one of this turn that nobody has read."""
    stale: Names = ()
    """The colours of those dice of them that nobody has read since."""
    sighted: bool = False
    """Whether the dice were read by the camera, to which two of a colour are alike."""
    symbols: tuple[OneSymbol, ...] = ()
    """What the last scored roll leaves open."""
    assumed: tuple[AssumedTurn, ...] = ()
    verdicts: tuple[tuple[int, str], ...] = ()
    """Turn -> the move that people say it was."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players


def sat_down(setup: LustigSetup) -> LustigSitting:
    """A game of which nothing has happened; without a camera there is nothing to look at before it."""
    start = begun(len(setup.players), setup.rules)
    stage: Stage = "set-up" if setup.camera else "play"
    return LustigSitting(setup, start, stage=stage)
