"""What the house needs of a game: one value that the game's folder brings, and nothing else of it is known outside.

Importing a package costs nothing: what draws, prints, serves or plays is a
function that imports what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from companion.engine import Engine
from companion.mat import Mat
from companion.pieces import DiceSet, Pieces
from companion.rules import Game, Json
from companion.sounds import Pattern
from companion.words import Words

if TYPE_CHECKING:
    from companion.session import Outcome
    from vision.printing.faces import Face
    from web.game_pages import GamePages

Line: TypeAlias = dict[str, Any]
"""One thing that `murphy watch` tells, as JSON values and messages."""
Asked: TypeAlias = Callable[[Json], Json]
"""What the host asked for -> the set-up of the game that is begun then."""


class Lines(Protocol):
    """What `murphy watch` prints of a game; it may remember what it told."""

    def lines(self, came: Outcome) -> Iterator[Line]:
        """The lines of what a call of the session came to: ``event`` and what belongs to it."""
        ...

    def in_words(self, told: Line, said: Words, names: tuple[str, ...]) -> str:
        """The sentence of a line whose messages are worded already."""
        ...


class Statistics(Protocol):
    """What many games among robots came to."""

    def to_json(self, seconds: float) -> Json:
        """One object for programs; ``seconds`` is how long they took."""
        ...

    def lines(self, seconds: float, said: Words) -> Iterator[str]:
        """The same for people."""
        ...


@dataclass(frozen=True, slots=True)
class Robots:
    """Players that choose: whole games among them, in memory."""

    names: tuple[str, ...]
    """The first one plays where nobody says which."""
    simulate: Callable[[str, int, str, int, int], Statistics]
    """Edition, players, name of the robot, games, seed -> what they came to. Raises EditionError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePackage:
    """A game as the house knows it; what a game lacks has a neutral default.

    Its sentences are the ``de.toml``, ``en.toml`` and ``nl.toml`` of its folder ``words``. It pickles as its module's name: a process that is told of it loads it itself.
    """

    module: str
    """The package that holds it as ``GAME``: ``companion.games.dumm_gelaufen``."""
    name: str
    """What options and journals call it: ``dumm-gelaufen``."""
    titles: Mapping[str, str]
    """Language -> what it is called."""
    players: tuple[int, int]
    """The fewest and the most who can play."""
    rules: Callable[[], Game[Any]]
    """The game as a session plays it."""
    editions: tuple[str, ...] = ("",)
    """What is sold; the first one is played where nobody says which."""
    payloads: tuple[str, ...] = ()
    """How the payloads of its tags begin, an edition each: ``DG1``."""
    mat: Mat | None = None
    """None: it is played without one."""
    pieces: Callable[[str | None], Pieces] = lambda edition: Pieces()
    """Edition (None: all of them) -> what may lie on the table and be read. Raises EditionError."""
    dice: DiceSet = DiceSet()
    """The dice in play."""
    setup: Asked = lambda given: given
    """What is agreed before a game, of what a host's page or the settings say. Raises InputError, EditionError."""
    setup_form: Callable[[str], Json] = lambda edition: {}
    """Edition -> what the host is asked before a game: ``players``, ``rulings`` and whatever else the form shows."""
    pages: Callable[[Callable[[], Any], Asked], GamePages] | None = None
    """The session's state (None while another game is played), what a set-up becomes -> its part of the pages."""
    sounds: Mapping[str, Pattern] = field(default_factory=dict)
    """Kind of announcement, or ``kind-verdict`` -> what the buzzer does; what is not here makes no sound."""
    seat_button: Callable[[int], Json] | None = None
    """Seat -> the correction that its button says."""
    done_button: Json | None = None
    """The correction that the "turn done" button says."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Subcommand of `murphy` -> the module whose ``command`` it is."""
    lines: Callable[[], Lines] | None = None
    """What `murphy watch` tells of it."""
    sheets: Callable[[str, Words], tuple[Face, ...]] | None = None
    """Edition, language -> its cards as they are printed."""
    robots: Robots | None = None
    """Players that choose."""
    engine: Callable[[], Engine] | None = None
    """The game for programs: what ``companion.game`` gives."""
    legal: Callable[[Json], Json] | None = None
    """What `murphy legal` answers: a position (and dice) -> what may be done. Raises CompanionError."""
    score: Callable[[Json], Json] | None = None
    """What `murphy score` answers: areas (and dice) -> what they are worth. Raises CompanionError."""
    painted: Callable[[], Any] | None = None
    """How its robots are seen doing it (companion/app/painted)."""

    def __reduce__(self) -> tuple[object, ...]:
        return package_of, (self.module,)

    @property
    def edition(self) -> str:
        """The edition that is played where nobody says which."""
        return self.editions[0]

    def title(self, language: str) -> str:
        """What it is called."""
        return self.titles.get(language, self.name)


def package_of(module: str) -> GamePackage:
    """The game that a package brings. Raises ImportError where there is no such package, AttributeError where it is no game."""
    found: GamePackage = import_module(module).GAME
    return found
