"""What the house needs of a game: one value that the game's folder brings, and nothing else of it is known outside.

Importing a package costs nothing: what draws, prints, serves or plays is a
function that imports what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from companion.announce import Announcement, Message
from companion.errors import InputError
from companion.gamekit.engine import Engine
from companion.gamekit.feats import Feat
from companion.gamekit.painted import Act, B, Casting
from companion.household.taught_dice import TaughtSet
from companion.mat import Mat
from companion.pieces import DiceSet, Pieces
from companion.rules import Game, Json
from companion.sounds import Pattern
from companion.words import Words

if TYPE_CHECKING:
    from companion.session.session import Outcome, Session
    from companion.table import Observation
    from vision.detector import Detector
    from vision.painting.layout import PaintedDie, PaintedPawn, Placed, Thing
    from vision.printing.caps import CapSheet
    from vision.printing.faces import PrintedFace
    from vision.printing.marks import Mark
    from web.game_pages import GamePages

Line: TypeAlias = dict[str, Any]
"""One thing that `murphy watch` tells, as JSON values and messages."""
Asked: TypeAlias = Callable[[Json], Json]
"""What the host asked for -> the set-up of the game that is begun then."""


class PaintedStep(Protocol):
    """One decision of a painted game and what came of it; the dealing is one, too."""

    @property
    def game(self) -> int:
        """Which game it belongs to, from 0."""
        ...


S = TypeVar("S", bound=PaintedStep)


class Prompter(Protocol):
    """Knows a painted game by heart."""

    def answer(self, question: Json, frame: int) -> str | None:
        """The id of the choice that its players would tap; None where the question is about nothing that was.

        ``question`` is one of the view's, ``frame`` the last one that was seen.
        """
        ...


class PaintedGame(Protocol[S, B]):
    """How a game's robots are seen playing it; equal castings give equal games, and nothing here changes."""

    @property
    def mat(self) -> Mat:
        """What it is played on."""
        ...

    @property
    def empty(self) -> B:
        """The table before the first game."""
        ...

    @property
    def things(self) -> tuple[Thing, ...]:
        """What else lies about."""
        ...

    def plot(self, casting: Casting) -> Iterator[S]:
        """The steps of all games, without end."""
        ...

    def acts(self, step: S, board: B, seed: int) -> Iterator[Act[B]]:
        """What people at the table would do for a step, from how the table lies before it."""
        ...

    def prompter(self, steps: Iterator[tuple[S, int]]) -> Prompter:
        """Answers for its players; ``steps`` with the number of each one's first frame."""
        ...

    def faces(self, casting: Casting, words: Words) -> Mapping[Any, PrintedFace]:
        """Card -> how it is printed."""
        ...

    def lying(
        self, board: B, faces: Mapping[Any, PrintedFace]
    ) -> Iterator[Placed | PaintedDie | PaintedPawn]:
        """The cards of a board as they are painted, bottom first, its dice and its pawns."""
        ...

    def askew(self, card: Any) -> float:
        """How far a carried card is turned, degrees."""
        ...


class Lines(Protocol):
    """What `murphy watch` prints of a game; it may remember what it told."""

    def seen(self, observation: Observation) -> Iterator[Line]:
        """What is told at once where nobody plays: ``event`` and what belongs to it."""
        ...

    def played(self, came: Outcome, session: Session[Any]) -> Iterator[Line]:
        """The lines of what a call of the session came to."""
        ...

    def finished(self, session: Session[Any]) -> Iterator[Line]:
        """The lines that the end of the source decides."""
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
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
    first: bool = False
    """Whether it is played where nothing tells which; journals from before there were several games are its."""
    players: tuple[int, int]
    """The fewest and the most who can play."""
    rules: Callable[[], Game[Any]] | None = None
    """The game as a session plays it; None: it answers programs, and no table plays it."""
    editions: tuple[str, ...] = ("",)
    """What is sold; the first one is played where nobody says which."""
    payloads: tuple[str, ...] = ()
    """How the payloads of its tags begin, an edition each: ``DG1``."""
    mat: Mat | None = None
    """None: it is played without one."""
    laid: Callable[[Json], Mat | None] = lambda setup: None
    """Set-up -> the mat that lies there in place of the game's own, its markers the same. Raises EditionError."""
    pieces: Callable[[str | None], Pieces] = lambda edition: Pieces()
    """Edition (None: all of them) -> what may lie on the table and be read. Raises EditionError."""
    stranger: Callable[[str, str], Message | None] = lambda edition, text: None
    """Edition, a payload that is not in it -> what it is; None where the game does not know it either."""
    dice: DiceSet = DiceSet()
    """The dice in play."""
    pawns: int = 0
    """How many pawns wear a cap."""
    detectors: Callable[[TaughtSet], tuple[Detector, ...]] = lambda taught: ()
    """The dice that were taught -> what finds its dice and pawns in pictures."""
    setup: Asked = lambda given: given
    """What is agreed before a game, of what a host's page or the settings say. Raises InputError, EditionError."""
    setup_form: Callable[[str], Json] = lambda edition: {}
    """Edition -> what the host is asked before a game: ``players``, ``rulings`` and whatever else the form shows."""
    pages: Callable[[Callable[[], Any], Asked], GamePages] | None = None
    """The session's state (None while another game is played), what a set-up becomes -> its part of the pages."""
    sounds: Mapping[str, Pattern] = field(default_factory=dict)
    """Kind of announcement, or ``kind-verdict`` -> what the buzzer does; what is not here makes no sound."""
    announced: tuple[str, ...] = ()
    """Every kind of its announcements, for programs that have to know them beforehand."""
    seat_button: Callable[[int], Json] | None = None
    """Seat -> the correction that its button says."""
    done_button: Json | None = None
    """The correction that the "turn done" button says."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Subcommand of `murphy` -> the module whose ``command`` it is."""
    lines: Callable[[], Lines] | None = None
    """What `murphy watch` tells of it."""
    sheets: Callable[[str, Words], tuple[PrintedFace, ...]] | None = None
    """Edition, language -> its cards as they are printed."""
    drawn: Callable[[], tuple[Mark, ...]] = tuple
    """What is printed on its mat over the zones."""
    caps: Callable[[Words], CapSheet] | None = None
    """Its pawns' caps as they are printed."""
    robots: Robots | None = None
    """Players that choose."""
    engine: Callable[[], Engine] | None = None
    """The game for programs: what ``companion.game`` gives."""
    legal: Callable[[Json], Json] | None = None
    """What `murphy legal` answers: a position (and dice) -> what may be done. Raises CompanionError."""
    score: Callable[[Json], Json] | None = None
    """What `murphy score` answers: areas (and dice) -> what they are worth. Raises CompanionError."""
    feats: Callable[[Sequence[Announcement], Json], Iterable[Feat]] = lambda said, end: ()  # fmt: skip
    """All that was announced in a game, the view of its end -> what stands out in it, for the household's archive."""
    painted: Callable[[], PaintedGame[Any, Any]] | None = None
    """How its robots are seen doing it."""

    def __reduce__(self) -> tuple[object, ...]:
        return package_of, (self.module,)

    def played(self) -> Game[Any]:
        """The game as a session plays it. Raises InputError where no table plays it."""
        if self.rules is None:
            raise InputError("game.not-at-a-table", name=self.title("en"))
        return self.rules()

    @property
    def edition(self) -> str:
        """The edition that is played where nobody says which."""
        return self.editions[0]

    def edition_of(self, payload: str) -> str | None:
        """The edition of a tag; None where it is none of this game's."""
        pairs = zip(self.payloads, self.editions, strict=True)
        return next((e for prefix, e in pairs if payload.startswith(prefix)), None)

    @property
    def prints(self) -> tuple[str, ...]:
        """What of it can be printed."""
        printed = {
            "tags": bool(self.sheets),
            "cards": bool(self.sheets),
            "mat": bool(self.mat),
        }
        return tuple(what for what, there in printed.items() if there)

    def on(self, setup: Json) -> GamePackage:
        """The same with the mat that lies there by a set-up as its own. Raises EditionError."""
        lies = self.laid(setup)
        return self if lies is None else replace(self, mat=lies)

    def title(self, language: str) -> str:
        """What it is called."""
        return self.titles.get(language, self.name)


def package_of(module: str) -> GamePackage:
    """The game that a package brings. Raises ImportError where there is no such package, AttributeError where it is no game."""
    found: GamePackage = import_module(module).GAME
    return found
