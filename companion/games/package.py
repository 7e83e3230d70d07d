"""What the rest of the program needs from a game: one value from the game's folder, and nothing else of it is visible outside.

Importing a package is cheap: everything that draws, prints, serves or plays is a
function that imports what it needs when called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias

from companion import announce, errors, household
from companion.games.faults import Part
from companion.kit.painted import Answers, B, Gesture, ScriptConfig, T, Thing, askew
from companion.mat import WHOLE, Mat, Shares, ZoneKind, plain_table
from companion.pieces import PRINTS, DiceSet, Pieces, Print
from companion.rules import Game, Json
from companion.sounds import Pattern
from companion.words import Words

if TYPE_CHECKING:
    from companion.kit.examples import Examples
    from companion.kit.highlights import Highlight
    from companion.kit.positions import Engine
    from companion.kit.robots import ManyGames, Simulation
    from companion.session.session import Outcome, Session
    from companion.table import Observation
    from vision.detector import Detector
    from vision.painting.layout import PaintedDie, PaintedPawn, Placed
    from vision.printing.caps import CapSheet
    from vision.printing.faces import PrintedFace
    from vision.printing.marks import Mark
    from vision.printing.poster import TablePicture
    from web.game_pages import GamePages

Line: TypeAlias = dict[str, Any]
"""One line of `murphy watch`, as JSON values and messages."""
Asked: TypeAlias = Callable[[Json], Json]
"""What the host asked for -> the set-up of the game that then begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaintedGame(Generic[T, B]):
    """How a game's robots are shown playing it; equal configs give equal games, and nothing here is mutable."""

    mat: Mat
    """What it is played on: the zones and markers to be painted."""
    empty: B
    """The table before the first game."""
    things: tuple[Thing, ...] = ()
    """Other objects on the table."""
    script: Callable[[ScriptConfig], Iterator[T]]
    """The steps of all games, without end."""
    gestures: Callable[[T, B, int], Iterator[Gesture[B]]]
    """Step, the table before it, seed -> what people at the table would do for it."""
    answers: Callable[[Iterator[tuple[T, int]]], Answers[T]] = Answers
    """Steps with the number of each one's first frame -> what its players answer."""
    faces: Callable[[ScriptConfig, Words], Mapping[Any, PrintedFace]] = lambda config, words: {}
    """Every card that may lie there, as ``lying`` takes it, printed in a language."""
    lying: Callable[[B, Mapping[Any, PrintedFace]], Iterator[Placed | PaintedDie | PaintedPawn]]
    """The cards of a board as they are painted, from the bottom up, its dice and its pawns."""
    askew: Callable[[Any], float] = askew
    """Card -> how far it is rotated while it is carried, degrees."""


class Lines(Protocol):
    """What `murphy watch` prints about a game; it may remember what it has printed."""

    def seen(self, observation: Observation) -> Iterator[Line]:
        """What is reported early even if nobody plays: ``event`` and its fields."""
        ...

    def played(self, came: Outcome, session: Session[Any]) -> Iterator[Line]:
        """The lines for the outcome of a session's call."""
        ...

    def finished(self, session: Session[Any]) -> Iterator[Line]:
        """The lines that only the end of the source decides."""
        ...

    def in_words(self, line: Line, words: Words, names: tuple[str, ...]) -> str:
        """A line as a sentence, its messages being in words already."""
        ...


@dataclass(frozen=True, slots=True)
class Robots:
    """Players that choose: whole games among them, in memory."""

    names: tuple[str, ...]
    """The first one is the default."""
    simulate: Callable[[Simulation], ManyGames]
    """Raises EditionError."""


FLOORS: Final = ("rules", "engine", "lines", "painted", "pages")
"""The fields that import a floor of a game when they are called; whatever they raise costs that game alone."""
ANSWERS: Final = (
    "laid",
    "stranger",
    "detectors",
    "setup",
    "setup_form",
    "sheets",
    "drawn",
    "caps",
    "table_picture",
    "legal",
    "score",
    "highlights",
)
"""The fields that answer something, and may import for it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GamePackage:
    """A game as the rest of the program knows it; whatever a game lacks has a neutral default.

    Its sentences are the ``de.toml``, ``en.toml`` and ``nl.toml`` in its folder
    ``words``, with the same keys and gaps, all of them its own. It is pickled as its
    module's name, and another process loads it by that. A package from elsewhere names
    it as an entry point of the group ``murphy.games``: ``pig = "murphy_pig:GAME"``.
    """

    module: str
    """The package that contains it as ``GAME``, by its whole name: ``__name__`` in its ``__init__.py``."""
    name: str
    """Its name in options and journals, ``dumm-gelaufen``: that of its folder or entry point."""
    titles: Mapping[str, str]
    """Language -> title."""
    first: bool = False
    """Whether it is the default game; journals from before there were several games belong to it."""
    players: tuple[int, int]
    """The fewest and the most players."""
    rules: Callable[[], Game[Any]] | None = None
    """The game as a session plays it; None: it answers programs, but cannot be played at a table."""
    editions: tuple[str, ...] = ("",)
    """The editions on sale; the first one is the default."""
    payloads: tuple[str, ...] = ()
    """The prefixes of its tags' payloads, one per edition: ``DG1``. None begins like another game's."""
    mat: Mat | None = None
    """From A4 to A2, under the game's name, with a combination of markers that is free (docs/physical.md, section 6); None: it is played without a mat."""
    laid: Callable[[Json], Mat | None] | None = None
    """Set-up -> the mat in place of the game's own (None: that one), with the same markers, where it is played on other boards, too. Raises EditionError."""
    pieces: Callable[[str | None], Pieces] = lambda edition: Pieces()
    """Edition (None: all of them) -> the pieces with something to read. Raises EditionError."""
    stranger: Callable[[str, str], announce.Message | None] = lambda edition, text: None
    """Edition, a payload that is not in it -> what it is; None if the game does not know it either."""
    dice: DiceSet = DiceSet()
    """The dice in play."""
    pawns: int = 0
    """The number of pawns with caps."""
    detectors: Callable[[household.TaughtSet], tuple[Detector, ...]] | None = None
    """The taught dice -> the detectors for its dice and pawns; None: those for its dice."""
    setup: Asked = lambda given: given
    """What is agreed before a game, from the host's form or the settings. Raises InputError, EditionError."""
    setup_form: Callable[[str], Json] = lambda edition: {}
    """Edition -> the form for a new game: ``players``, ``rulings`` and other fields."""
    pages: Callable[[Callable[[], Any], Asked], GamePages] | None = None
    """The session's state (None while another game is played), the function from form to set-up -> its part of the pages."""
    sounds: Mapping[str, Pattern] = field(default_factory=dict)
    """Kind of announcement, or ``kind-verdict`` -> its sound; those not listed are silent."""
    announced: tuple[str, ...] = ()
    """Every kind of its announcements, beside those that any game makes, for programs that need to know them in advance."""
    seat_button: Callable[[int], Json] | None = None
    """Seat -> the correction made by its button."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Subcommand of `murphy` that no other game has -> the module whose ``command`` it is."""
    lines: Callable[[], Lines] | None = None
    """What `murphy watch` reports about it."""
    sheets: Callable[[str, Words], tuple[PrintedFace, ...]] | None = None
    """Edition, language -> its cards as they are printed."""
    drawn: Callable[[], tuple[Mark, ...]] = tuple
    """What is printed on its mat on top of the zones."""
    caps: Callable[[Words], CapSheet] | None = None
    """Its pawns' caps as they are printed."""
    table_picture: Callable[[Json, Any, Words], TablePicture] | None = None
    """The view of a table and the rules' state -> what lies there and who stands where, for the picture that people send around; None: names alone."""
    robots: Robots | None = None
    """Players that choose."""
    engine: Callable[[], Engine[Any]] | None = None
    """The game for programs: what ``companion.game`` returns."""
    legal: Callable[[Json], Json] | None = None
    """The answer of `murphy legal`: a position (and dice) -> legal moves, the engine's unless given. Raises CompanionError."""
    score: Callable[[Json], Json] | None = None
    """The answer of `murphy score`: areas (and dice) -> points. Raises CompanionError."""
    highlights: Callable[[Sequence[announce.Announcement], Json], Iterable[Highlight]] = (
        lambda said, end: ()
    )
    """Everything announced in a game, the view of its end -> what stands out in it, for the archive."""
    painted: Callable[[], PaintedGame[Any, Any]] | None = None
    """How its robots are painted."""
    examples: Callable[[], Examples] | None = None
    """What the laws of every game try it with (``python -m companion.app.conformance``)."""

    def __post_init__(self) -> None:
        engine = self.engine
        if engine is not None and self.legal is None:
            object.__setattr__(self, "legal", lambda asked: engine().legal(asked))
        for field_names, raises in ((FLOORS, (Exception,)), (ANSWERS, _NOT_IMPORTED)):
            for name in field_names:
                made = getattr(self, name)
                if callable(made) and not isinstance(made, Part):
                    part = Part(self.name, self.module, made, raises)
                    object.__setattr__(self, name, part)

    def __reduce__(self) -> tuple[object, ...]:
        return package_of, (self.module,)

    def played(self) -> Game[Any]:
        """The game as a session plays it. Raises InputError if it cannot be played at a table."""
        if self.rules is None:
            raise errors.InputError("game.not-at-a-table", name=self.title("en"))
        return self.rules()

    def finders(self, taught: household.TaughtSet) -> tuple[Detector, ...]:
        """The detectors for its dice and pawns."""
        if self.detectors is not None:
            return self.detectors(taught)
        from vision.dice.dice_reader import DiceReader

        return (DiceReader(self.dice, taught.looks),) if self.dice.dice else ()

    @property
    def edition(self) -> str:
        """The one that is meant where none is named."""
        return self.editions[0]

    def edition_named(self, name: str | None) -> str:
        """The edition of a name, or the one that is meant. Raises InputError if it has none of that name."""
        if not name or name in self.editions:
            return name or self.edition
        if not any(self.editions):
            raise errors.InputError("usage.one-edition", game=self.name, edition=name)
        raise errors.InputError("usage.edition", game=self.name, edition=name, values=self.editions)

    def edition_of(self, payload: str) -> str | None:
        """The edition of a tag; None if it is none of this game's."""
        pairs = zip(self.payloads, self.editions, strict=True)
        return next((e for prefix, e in pairs if payload.startswith(prefix)), None)

    def edition_among(self, payloads: Iterable[str]) -> str | None:
        """The edition that most of some tags belong to; None without any."""
        best = Counter(map(self.edition_of, payloads)).most_common(1)
        return best[0][0] if best else None

    @property
    def told_zones(self) -> tuple[str, ...]:
        """The zones whose cards are told of pictures; a draw pile shows none."""
        zones = self.mat.zones if self.mat else ()
        return tuple(zone.name for zone in zones if zone.kind is not ZoneKind.BLIND)

    @property
    def each(self) -> str:
        """The field of a set-up with what each player chose, by seat; empty where players choose nothing."""
        asked = self.setup_form(self.edition).get("each")
        return "" if asked is None else str(asked["name"])

    @property
    def prints(self) -> tuple[Print, ...]:
        """What is printed for it: what is neither tag nor card belongs to its mat."""
        needs = {"tags": self.sheets or self.caps, "cards": self.sheets}
        return tuple(what for what in PRINTS if needs.get(what, self.mat))

    def on(self, setup: Json) -> GamePackage:
        """The same game with the mat of a set-up as its own. Raises EditionError."""
        lies = self.laid and self.laid(setup)
        return self if lies is None else replace(self, mat=lies)

    @property
    def goes_without_mat(self) -> bool:
        """Whether dice are all that is read of it, and it does not matter where on a table they lie."""
        zones = self.mat.zones if self.mat else ()
        of_dice = zones and all(z.kind in (ZoneKind.TRAY, ZoneKind.KEPT) for z in zones)
        others = self.payloads or self.pawns or self.detectors
        return bool(self.dice.dice and of_dice and not others)

    def without_mat(self, place: Shares = WHOLE) -> GamePackage:
        """The same game on a plain table, with dice at a place of the picture. Raises InputError if it cannot be played so."""
        if not self.goes_without_mat or self.mat is None:
            raise errors.InputError("game.needs-mat", name=self.name)
        tray = next(z.name for z in self.mat.zones if z.kind is ZoneKind.TRAY)
        return replace(self, mat=plain_table(self.name, tray, place))

    def title(self, language: str) -> str:
        """What people call it in a language; its name where it has no title in that."""
        return self.titles.get(language, self.name)


_NOT_IMPORTED: Final = (ImportError, SyntaxError)


def package_of(module: str) -> GamePackage:
    """The game in a package. Raises ImportError if there is no such package, AttributeError if it is no game."""
    found: GamePackage = import_module(module).GAME
    return found


class Later:
    """A module of a game's package that is imported when something of it is used: a function when it is called, a constant (in capitals) at once."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            return getattr(import_module(self._module), name)(*given, **named)

        return getattr(import_module(self._module), name) if name.isupper() else call


def later(package: str, *modules: str) -> tuple[Any, ...]:
    """Modules of a package that are imported when they are used; what checks types is told the modules themselves."""
    return tuple(Later(f"{package}.{module}") for module in modules)
