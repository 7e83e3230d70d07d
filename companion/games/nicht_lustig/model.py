"""What there is, what may be decided, what happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from companion.games.nicht_lustig import pieces as p
from companion.games.nicht_lustig.setup import Rulings as Rulings
from companion.kit.codec import Codec

# The state ---------------------------------------------------------------------------


Now: TypeAlias = Literal["roll", "take", "virus", "done", "reckon", "over"]
"""The phase of a turn: rolling, taking (a Death, if no target), the virus's effect, the end; after the last turn, the professors' dice."""


@dataclass(frozen=True, slots=True)
class PlayerArea:
    """The cards in front of one player."""

    open: p.Faces = ()
    """Targets not scored yet, dice side up."""
    scored: p.Faces = ()
    """Targets turned over and not covered."""
    covered: tuple[tuple[str, str], ...] = ()
    """Scored targets under a Death, each with its Death, sorted; several Deaths on one card make several pairs."""
    deaths: p.Faces = ()
    """Open Deaths."""
    specials: p.Faces = ()

    @property
    def under(self) -> p.Faces:
        """The targets under Deaths, each once."""
        return tuple(dict.fromkeys(card for card, _ in self.covered))

    @property
    def all_deaths(self) -> p.Faces:
        """Every Death, including the Poodle, of the player, covering or open."""
        return (*self.deaths, *(death for _, death in self.covered))

    @property
    def cards(self) -> p.Faces:
        """Every card that lies here, once."""
        return (*self.open, *self.scored, *self.under, *self.all_deaths, *self.specials)


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. Seats are numbered from 0, clockwise; seat 0 begins.

    Every card is in one place: the display, an area, or, for a Death or special, the
    middle. All of it is public, so one type serves simulations and real tables.
    """

    areas: tuple[PlayerArea, ...]
    display: p.Faces = p.TARGETS
    """The targets that nobody has, sorted."""
    turn: int = 0
    now: Now = "roll"
    dice: p.DiceRoll | None = None
    """As they lie; None before the first roll of a turn."""
    rolls: int = 0
    """The number of rolls in this turn."""
    free: p.Names = p.DICE
    """The dice that may be thrown, not having been kept."""
    duck: bool = False
    """Whether the duck was used in this turn."""
    gained: p.Faces = ()
    """Specials gained in this turn, which cannot be used before the next."""
    professors: tuple[tuple[int, ...] | None, ...] = ()
    """What each seat rolled for its professors; None if not yet."""
    rulings: Rulings = field(default_factory=Rulings)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.areas)

    @property
    def area(self) -> PlayerArea:
        """The area of the player whose turn it is."""
        return self.areas[self.turn]

    @property
    def middle(self) -> p.Faces:
        """The Deaths and specials that nobody has."""
        return left_over((*p.DEATHS, *p.SPECIALS), self.areas)

    @property
    def owned(self) -> p.Faces:
        """The specials that the player had when the turn began, and still has."""
        return tuple(s for s in self.area.specials if s not in self.gained)

    def owner(self, card: str) -> int | None:
        """The seat that owns a card; None if nobody does."""
        seats = (n for n, area in enumerate(self.areas) if card in area.cards)
        return next(seats, None)


LAST_TARGETS: Final = 5
"""A game ends after a turn that leaves at most this many targets in the display (rules, F2 End)."""


def start(players: int, rulings: Rulings | None = None) -> State:
    """The game before the first roll: all targets in the display, Deaths and specials in the middle."""
    return State(areas=(PlayerArea(),) * players, rulings=rulings or Rulings())


def left_over(cards: Iterable[str], areas: Iterable[PlayerArea]) -> p.Faces:
    """Those of some cards that lie in front of nobody, in the order given."""
    lying = {card for area in areas for card in area.cards}
    return tuple(card for card in cards if card not in lying)


def everywhere(state: State) -> p.Faces:
    """Every card on the table, once for each place where it is."""
    there = (card for area in state.areas for card in area.cards)
    return (*state.display, *there, *state.middle)


# Moves, in the imperative; they print as they are written -----------------------------


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Throw some dice; ``values`` are all seven as they lie afterwards, None if left to chance."""

    player: int
    thrown: p.Names = p.DICE
    values: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        names = ("all",) if self.thrown == p.DICE else self.thrown
        return " ".join((f"{self.player} roll", *names, *_shown(self.values)))


@dataclass(frozen=True, slots=True)
class StopRolling:
    """Leave the dice as they lie: they are scored."""

    player: int

    def __repr__(self) -> str:
        return f"{self.player} stop"


@dataclass(frozen=True, slots=True)
class UseSpecial:
    """Use a special: the duck, the time machine, or the clown instead of taking a Death."""

    player: int
    face: str

    def __repr__(self) -> str:
        return f"{self.player} use {self.face}"


@dataclass(frozen=True, slots=True)
class TakeTargets:
    """Take targets that the dice allow."""

    player: int
    faces: p.Faces

    def __repr__(self) -> str:
        return " ".join((f"{self.player} take", *self.faces))


@dataclass(frozen=True, slots=True)
class TakeDeath:
    """Take a Death or the Poodle, onto one of the player's own scored cards; None: it lies open."""

    player: int
    death: str
    onto: str | None = None

    def __repr__(self) -> str:
        return f"{self.player} death {self.death} {self.onto or 'open'}"


@dataclass(frozen=True, slots=True)
class RollProfessors:
    """Roll a die for each scored professor at the end; None if left to chance."""

    player: int
    values: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return " ".join((f"{self.player} professors", *_shown(self.values)))


def _shown(values: tuple[int, ...] | None) -> tuple[str, ...]:
    """Values in sequence, ``*`` being a symbol."""
    if values is None:
        return ()
    return "=", "".join(str(value) if value else "*" for value in values) or "-"


Move: TypeAlias = ThrowDice | StopRolling | UseSpecial | TakeTargets | TakeDeath | RollProfessors

MOVES: Final[Codec[Move]] = Codec(
    "move",
    {
        "roll": ThrowDice,
        "stop": StopRolling,
        "use": UseSpecial,
        "take": TakeTargets,
        "death": TakeDeath,
        "professors": RollProfessors,
    },
)
"""The names of the moves in JSON."""


# Events, in the past tense -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """A player threw some of the dice; ``values`` are all seven as they lie now."""

    player: int
    number: int
    values: tuple[int, ...]
    thrown: p.Names


@dataclass(frozen=True, slots=True)
class TargetsScored:
    """Everybody turned over the cards with the pink die's value; ``faces`` by seat."""

    player: int
    faces: tuple[p.Faces, ...]


@dataclass(frozen=True, slots=True)
class DeathsLaid:
    """Open Deaths cover what their owner has just scored (ruling ``open_death``); ``covered``: each Death with its card."""

    player: int
    covered: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TargetsTaken:
    """A player took targets from the display, or unscored ones from others."""

    player: int
    faces: p.Faces


@dataclass(frozen=True, slots=True)
class DeathTaken:
    """A player got a Death or the Poodle, onto one of their own cards, or open."""

    player: int
    death: str
    onto: str | None = None


@dataclass(frozen=True, slots=True)
class NoDeathLeft:
    """A player who should get a Death already has all of them."""

    player: int


@dataclass(frozen=True, slots=True)
class SpecialsGained:
    """A player took the specials of the symbols rolled, from the middle or from their owners."""

    player: int
    faces: p.Faces


@dataclass(frozen=True, slots=True)
class SpecialUsed:
    """A player used a special; it returns to the middle."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWasSkipped:
    """A player's turn was skipped because of a special, which returns to the middle."""

    player: int
    face: str


@dataclass(frozen=True, slots=True)
class TurnWentOn:
    """It is this player's turn."""

    player: int


@dataclass(frozen=True, slots=True)
class DisplayRanOut:
    """Few targets are left: the game is over except for the professors' dice."""

    left: int


@dataclass(frozen=True, slots=True)
class ProfessorsRolled:
    """A player rolled a die for each scored professor; ``values`` 0 is a symbol."""

    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameReckoned:
    """The game is over; points by seat, and the seats that have won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardMoved:
    """Correction: a card's place (``display``, ``middle``, ``open``, ``scored``, ``covered``, ``deaths``, ``specials``)."""

    card: str
    place: str
    player: int | None = None
    under: str | None = None
    """The card that a Death covers, if ``place`` is ``covered``."""


@dataclass(frozen=True, slots=True)
class DiceWere:
    """Correction: what the dice of the last roll showed."""

    values: tuple[int, ...]


Event: TypeAlias = (
    DiceRolled
    | TargetsScored
    | DeathsLaid
    | TargetsTaken
    | DeathTaken
    | NoDeathLeft
    | SpecialsGained
    | SpecialUsed
    | TurnWasSkipped
    | TurnWentOn
    | DisplayRanOut
    | ProfessorsRolled
    | GameReckoned
    | CardMoved
    | DiceWere
)

EVENTS: Final[Mapping[str, type[Event]]] = {
    "rolled": DiceRolled,
    "scored": TargetsScored,
    "deaths-laid": DeathsLaid,
    "took": TargetsTaken,
    "death": DeathTaken,
    "no-death-left": NoDeathLeft,
    "specials": SpecialsGained,
    "used": SpecialUsed,
    "skipped": TurnWasSkipped,
    "turn": TurnWentOn,
    "display-ran-out": DisplayRanOut,
    "professors": ProfessorsRolled,
    "reckoned": GameReckoned,
    "card-moved": CardMoved,
    "dice-were": DiceWere,
}
"""The names of the events in JSON."""
