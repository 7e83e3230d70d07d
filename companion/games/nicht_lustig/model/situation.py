"""The state of a game at one moment: where every card is, what was rolled, and what has to be decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from companion.games.nicht_lustig.deck.cards import (
    DEATHS,
    SPECIALS,
    TARGETS,
    Faces,
)
from companion.games.nicht_lustig.deck.dice import DICE, DiceRoll, Names
from companion.games.nicht_lustig.deck.rulings import HouseRules

Now: TypeAlias = Literal["roll", "take", "virus", "done", "reckon", "over"]
"""The phase of a turn: rolling, taking (a Death, if no target), the virus's effect, the end; after the last turn, the professors' dice."""


@dataclass(frozen=True, slots=True)
class PlayerArea:
    """The cards in front of one player."""

    open: Faces = ()
    """Targets not scored yet, dice side up."""
    scored: Faces = ()
    """Targets turned over and not covered."""
    covered: tuple[tuple[str, str], ...] = ()
    """Scored targets under a Death, each with its Death, sorted; several Deaths on one card make several pairs."""
    deaths: Faces = ()
    """Open Deaths."""
    specials: Faces = ()

    @property
    def under(self) -> Faces:
        """The targets under Deaths, each once."""
        return tuple(dict.fromkeys(card for card, _ in self.covered))

    @property
    def all_deaths(self) -> Faces:
        """Every Death, including the Poodle, of the player, covering or open."""
        return (*self.deaths, *(death for _, death in self.covered))

    @property
    def cards(self) -> Faces:
        """Every card that lies here, once."""
        return (*self.open, *self.scored, *self.under, *self.all_deaths, *self.specials)


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a game. Seats are numbered from 0, clockwise; seat 0 begins.

    Every card is in one place: the display, an area, or, for a Death or special, the
    middle. All of it is public, so one type serves simulations and real tables.
    """

    areas: tuple[PlayerArea, ...]
    display: Faces = TARGETS
    """The targets that nobody has, sorted."""
    turn: int = 0
    now: Now = "roll"
    dice: DiceRoll | None = None
    """As they lie; None before the first roll of a turn."""
    rolls: int = 0
    """The number of rolls in this turn."""
    free: Names = DICE
    """The dice that may be thrown, not having been kept."""
    duck: bool = False
    """Whether the duck was used in this turn."""
    gained: Faces = ()
    """Specials gained in this turn, which cannot be used before the next."""
    professors: tuple[tuple[int, ...] | None, ...] = ()
    """What each seat rolled for its professors; None if not yet."""
    rules: HouseRules = field(default_factory=HouseRules)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.areas)

    @property
    def area(self) -> PlayerArea:
        """The area of the player whose turn it is."""
        return self.areas[self.turn]

    @property
    def middle(self) -> Faces:
        """The Deaths and specials that nobody has."""
        return left_over((*DEATHS, *SPECIALS), self.areas)

    @property
    def owned(self) -> Faces:
        """The specials that the player had when the turn began, and still has."""
        return tuple(s for s in self.area.specials if s not in self.gained)

    def owner(self, card: str) -> int | None:
        """The seat that owns a card; None if nobody does."""
        seats = (n for n, area in enumerate(self.areas) if card in area.cards)
        return next(seats, None)


LAST_TARGETS: Final = 5
"""A game ends after a turn that leaves at most this many targets in the display (rules, F2 End)."""


def begun(players: int, rules: HouseRules | None = None) -> Situation:
    """The game before the first roll: all targets in the display, Deaths and specials in the middle."""
    return Situation(areas=(PlayerArea(),) * players, rules=rules or HouseRules())


def left_over(cards: Iterable[str], areas: Iterable[PlayerArea]) -> Faces:
    """Those of some cards that lie in front of nobody, in the order given."""
    lying = {card for area in areas for card in area.cards}
    return tuple(card for card in cards if card not in lying)


def everywhere(situation: Situation) -> Faces:
    """Every card on the table, once for each place where it is."""
    there = (card for area in situation.areas for card in area.cards)
    return (*situation.display, *there, *situation.middle)
