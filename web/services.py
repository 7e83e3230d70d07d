"""What the page needs of the rest of the house, as plain callables: it knows no camera and no game's rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.announce import Message
from companion.errors import JournalError
from companion.gamekit.feats import RememberedGame
from companion.household.kept_texts import KeptTexts
from companion.journal.ledger_rows import Row
from companion.session.session import Outcome, Session
from web.access.at_the_table import AtTheTable
from web.addresses import Hosts, main_address
from web.game_pages import GamePages, Json
from web.limits import Limits
from web.news.feed import Feed


@dataclass(frozen=True, slots=True)
class Live:
    """The last picture as JPEG, and what was read in it (GET /host/live.json)."""

    jpeg: bytes
    told: Json


class Adjustable(Protocol):
    """The settings that the host may change while the companion runs."""

    def told(self) -> Sequence[Json]:
        """Every setting as GET /api/settings tells it."""
        ...

    def change(self, values: Json) -> None:
        """Change some of them, all or none. Raises SettingsError."""
        ...


class Tellable(Protocol):
    """The broker that other programs hear of the table from."""

    def told(self) -> Json:
        """How it stands with it: ``reach``, ``text``."""
        ...

    def tried(self, given: Json) -> Message:
        """What came of a message there and back, with these settings for those that hold. Raises BrokerError, SettingsError."""
        ...


class NoBroker:
    """Where nobody else is told."""

    def told(self) -> Json:
        """That there is none."""
        return {"reach": "off", "text": Message("broker.reach.off")}

    def tried(self, given: Json) -> Message:
        """Nothing was tried."""
        return Message("broker.none")


class Remembering(Protocol):
    """What an archive holds; ``share`` of it is read, 1 once all is."""

    @property
    def evenings(self) -> tuple[RememberedGame, ...]:
        """The games, the latest first."""
        ...

    @property
    def troubles(self) -> tuple[Message, ...]:
        """What could not be read, and why."""
        ...

    @property
    def share(self) -> float: ...


class Household(Protocol):
    """All games on this machine, read by somebody else than who asks."""

    def ask(self) -> Remembering:
        """What is known now."""
        ...

    def past(self, game: str, *, names: bool = True) -> Session[Any] | None:
        """A game told again, perhaps among players without names; None while it is read. Raises JournalError."""
        ...

    def exported(self, game: str) -> tuple[Row, ...]:
        """A game as a journal of its own. Raises JournalError."""
        ...

    def erase(self, game: str) -> None:
        """Erase a game. Raises JournalError where it cannot be, the game on the table among them."""
        ...


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a house without an archive remembers."""

    evenings: tuple[RememberedGame, ...] = ()
    troubles: tuple[Message, ...] = ()
    share: float = 1.0


class NoArchive:
    """Where nothing is remembered."""

    def ask(self) -> Remembered:
        """Nothing."""
        return Remembered()

    def past(self, game: str, *, names: bool = True) -> None:
        """Raises JournalError: there is none."""
        raise JournalError("archive.no-game")

    def exported(self, game: str) -> tuple[Row, ...]:
        """Raises JournalError: there is none."""
        raise JournalError("archive.no-game")

    def erase(self, game: str) -> None:
        """Nothing is left of it."""


class Updatable(Protocol):
    """Where a newer version comes from."""

    def told(self) -> Json:
        """How it stands: ``busy``, ``text``, ``news`` (a line each), ``go`` (whether one can go on to them)."""
        ...

    def look(self) -> None:
        """Begin to look for what is new. Raises UpdateError."""
        ...

    def go(self) -> None:
        """Begin to go on to it. Raises UpdateError."""
        ...


class NoUpdates:
    """Where no newer version comes from."""

    def told(self) -> Json:
        """That there is nothing."""
        return {"busy": False, "text": None, "news": [], "go": False}

    def look(self) -> None:
        """Nothing is looked for."""

    def go(self) -> None:
        """There is nothing to go on to."""


class Teachable(Protocol):
    """The sets of dice that a camera was shown, and the lesson that goes on."""

    def told(self) -> Json:
        """``colours`` of the game's dice, ``camera``, ``sets``, ``used``, ``lesson`` (null: none goes on)."""
        ...

    def act(self, what: str, name: str, die: int | None) -> Json:
        """Do something (web/routes/api.py says what); how it stands then. Raises InputError, SettingsError."""
        ...


class NoDice:
    """Where no dice can be taught."""

    def told(self) -> Json:
        """That there are none."""
        return {"colours": [], "camera": False, "sets": [], "used": "", "lesson": None}

    def act(self, what: str, name: str, die: int | None) -> Json:
        """There is nothing to do."""
        return self.told()


class Sheets(Protocol):
    """Prints: the PDF of ``tags``, ``cards`` or ``mat``."""

    def __call__(
        self,
        kind: str,
        *,
        game: str | None,
        edition: str | None,
        lang: str,
        size_mm: float | None,
    ) -> bytes:
        """Of a game (None: the one on the table). Raises one of the project's own errors where it cannot be printed so."""
        ...


class Begin(Protocol):
    """Begins a game on the table, perhaps another one than was played."""

    def __call__(
        self, game: str, setup: Json, *, seq: int | None, key: str | None
    ) -> Outcome:
        """``setup`` is what the game itself made of what was asked for. Raises IllegalMove or StaleMove."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything the pages ask of the house, in one hand; what is left out is not there."""

    session: Session[Any]
    games: Mapping[str, GamePages]
    """What every game brings, by its name; the first is shown where the view names none."""
    begin: Begin | None = None
    """Needed where there is more than one game."""
    read_photo: Callable[[bytes], Json]
    """What lies in the file of a picture: ``size``, ``tags``, ``unknown``."""
    live_picture: Callable[[], Live | None] = lambda: None
    mat_picture: Callable[[], bytes | None] = lambda: None
    """The last picture of the mat alone, straightened, as JPEG; None while no mat is seen."""
    refocus: Callable[[], bool] = lambda: False
    """Has the camera find its focus anew; False where there is none that can."""
    doctor: Callable[[], Iterable[Json]]
    sheets: Sheets
    settings: Adjustable
    restart: Callable[[], None] | None = None
    """Starts the companion anew once its answer is out; None where nothing can."""
    broker: Tellable = NoBroker()
    archive: Household = NoArchive()
    presence: AtTheTable | None = None
    """Who asks for the host's part at the table; None where no button is wired."""
    updates: Updatable = NoUpdates()
    dice: Teachable = NoDice()
    health: Callable[[], Json] = dict
    """``camera``, ``reader``, ``journal``, ``frame_age``; asked often, and answered from memory."""
    well: Callable[[], bool] = lambda: True
    """Whether there is no reason to start anew; may wait for the session."""
    keep_pin: Callable[[str], None] = lambda pin: None
    """Writes the host's new PIN where the next start finds it. Raises one of the project's own errors."""
    state: Path | None = None
    """A folder in which sign-ins and what is kept outlive the companion."""
    hosts: Hosts = field(default_factory=Hosts)
    """The names under which this machine is asked for."""
    address: Callable[[], str] = main_address
    port: int = 8000
    limits: Limits = Limits()
    clock: Callable[[], float] = time.monotonic
    feed: Feed = field(init=False)
    """Follows the session, once it is started."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "feed", Feed(self.session, self.health))

    def texts(self, kind: str) -> KeptTexts:
        """What the household keeps of a kind under names of its own."""
        return KeptTexts(None if self.state is None else self.state / kind)

    def begins(
        self, game: str, setup: Json, *, seq: int | None, key: str | None
    ) -> Outcome:
        """Begin a game on the table. Raises IllegalMove or StaleMove."""
        if self.begin is None:
            return self.session.begin(setup, seq=seq, key=key)
        return self.begin(game, setup, seq=seq, key=key)

    @property
    def game(self) -> GamePages:
        """What the game on the table brings: the one that its view names."""
        name = self.feed.view().get("game")
        return self.games.get(str(name)) or next(iter(self.games.values()))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(str(p["name"]) for p in self.feed.view().get("players", ()))

    @property
    def join_url(self) -> str:
        """Where phones find the page, by address: names fail on some of them."""
        return f"http://{self.address()}:{self.port}/"

    @property
    def join_name(self) -> str:
        """The same by name, for people to read."""
        return f"http://{self.hosts.name}:{self.port}/"


def by_name(games: Iterable[GamePages]) -> dict[str, GamePages]:
    """What every game brings, as ``Services`` takes it."""
    return {game.name: game for game in games}
