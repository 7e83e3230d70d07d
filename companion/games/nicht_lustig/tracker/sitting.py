"""One moment of this game at a table: the state of the rules, and everything unresolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.announce import Message, message
from companion.gamekit.sitting import DiceCodes, Sitting, Stage
from companion.games.nicht_lustig.deck.cards import Faces, card_name
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
    """The assumed decision of an unseen turn, and its alternatives, as texts of moves."""

    id: int
    entry: int
    player: int
    choice: str
    choices: tuple[str, ...]
    sure: bool = False


@dataclass(frozen=True, slots=True)
class UnreadRoll:
    """Dice that came to rest but are not all readable: what is known about them, and what people are asked."""

    known: tuple[tuple[str, int], ...]
    """Colour and value of those that are readable."""
    asked: tuple[tuple[str, int | None], ...] = ()
    """Colour of each other one, and what is known of it by now."""
    missing: Names = ()
    """Colours of those among them that are out of sight."""
    left: DiceCodes = ()
    came: DiceCodes = ()
    taken_up: bool = True
    """Whether somebody was seen with dice in the hand; otherwise they may have been nudged."""
    entry: int = 0
    """The entry of the look that showed them, once reported."""

    @property
    def open(self) -> Names:
        """The colours of the dice about which nothing is known yet."""
        return tuple(colour for colour, value in self.asked if value is None)

    @property
    def values(self) -> tuple[tuple[str, int], ...]:
        """Colour and value of every die known by now."""
        told = ((colour, v) for colour, v in self.asked if v is not None)
        return tuple(sorted((*self.known, *told)))

    def to_json(self) -> dict[str, Any]:
        """As an event's values, before any answers; ``unread_roll`` is the inverse."""
        return {
            "known": [list(each) for each in self.known],
            "asked": list(self.open),
            "missing": list(self.missing),
            "left": list(self.left),
            "came": list(self.came),
            "taken_up": self.taken_up,
        }

    def with_die(self, colour: str, value: int) -> UnreadRoll:
        """The same with one more die of a colour known. Raises ValueError if none of that colour is asked about."""
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
    """One of a colour's two dice shows a symbol, and a camera cannot tell which: ``taken`` is the assumed special, ``other`` the alternative."""

    turn: int
    player: int
    colour: str
    taken: str
    other: str
    owner: int | None
    """The previous owner of the assumed one."""
    other_owner: int | None
    """That of the alternative."""


@dataclass(frozen=True, slots=True)
class LustigSitting(Sitting):
    """One moment of this game at a table."""

    setup: LustigSetup
    situation: Situation
    picked: Faces = ()
    """Targets that left the display in this turn, as the dice allow."""
    unread: UnreadRoll | None = None
    """The roll on the table that is not known yet."""
    absent: Faces = ()
    """Targets that were missing from the display when the game was paused."""
    gone: Faces = ()
    """Targets that left the display before the roll that takes them was known."""
    thrower: int | None = None
    """Who threw the dice on the table."""
    off: bool = False
    """Whether the removal of a die was reported."""
    missed: int = 0
    """Unread rolls since the last known one of this turn."""
    stale: Names = ()
    """The colours of their dice that have not been read since."""
    alike: Names = ()
    """The colours of which either die may be the one thrown last: nobody could read them, and they show what they showed."""
    sighted: bool = False
    """Whether the dice were read by the camera, which cannot distinguish two of a colour."""
    symbols: tuple[OneSymbol, ...] = ()
    """What the last scored roll leaves open."""
    assumed: tuple[AssumedTurn, ...] = ()
    verdicts: tuple[tuple[int, str], ...] = ()
    """Turn -> the move that people say it was."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.setup.players

    def card(self, face: str) -> Message | str:
        """The name of a card, with its owner if that is not the player whose turn it is."""
        owner = self.situation.owner(face)
        if owner in (None, self.situation.turn):
            return card_name(face)
        return message(
            "lustig.card-from", card=card_name(face), player=self.names[owner]
        )

    def cards(self, faces: Faces) -> tuple[Message | str, ...]:
        """The names of several cards, each with its owner."""
        return tuple(map(self.card, faces))


def sat_down(setup: LustigSetup) -> LustigSitting:
    """A game in which nothing has happened; without a camera the set-up is not checked."""
    start = begun(len(setup.players), setup.rules)
    stage: Stage = "set-up" if setup.camera else "play"
    return LustigSitting(setup, start, stage=stage)
