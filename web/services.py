"""What the pages need from the rest of the program, as plain callables: they know no camera and no game's rules."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.announce import Message
from companion.archived_games import ArchiveContents
from companion.household import KeptTexts
from companion.inputs import PLAIN, Envelope
from companion.journal.ledger_rows import Row
from companion.pieces import Print
from companion.rules import Json
from companion.session.session import Outcome, Session
from web.access.at_the_table import AtTheTable
from web.access.keys import FirstPin, Keys
from web.access.next_game import NextGame
from web.access.seats import Seats
from web.access.setting_up import SettingUp
from web.addresses import Hosts, main_address
from web.game_pages import GamePages
from web.limits import Limits
from web.news.feed import Feed
from web.wifi import Wifi


@dataclass(frozen=True, slots=True)
class Live:
    """The last picture as JPEG, and what was read in it (GET /host/live.json)."""

    jpeg: bytes
    told: Json


class Adjustable(Protocol):
    """The settings that the host may change while the companion runs."""

    def to_json(self) -> Sequence[Json]:
        """Every setting, as GET /api/settings returns it."""
        ...

    def change(self, values: Json) -> None:
        """Change some of them, all or none. Raises SettingsError."""
        ...


class Tellable(Protocol):
    """The broker to which the table is published."""

    def to_json(self) -> Json:
        """The state of the connection: ``reach``, ``text``."""
        ...

    def tried(self, given: Json) -> Message:
        """The result for a message there and back, with the current settings modified by these. Raises BrokerError, SettingsError."""
        ...


class Household(Protocol):
    """All games on this machine, read in the background."""

    def ask(self) -> ArchiveContents:
        """What is known now."""
        ...

    def past(self, game: str, *, names: bool = True) -> Session[Any] | None:
        """A replayed game, on request without names; None while it is being read. Raises JournalError."""
        ...

    def exported(self, game: str) -> tuple[Row, ...]:
        """A game as a journal of its own. Raises JournalError."""
        ...

    def erase(self, game: str) -> None:
        """Take a game away for good. Raises JournalError if that is impossible, as for the game on the table."""
        ...


class Updatable(Protocol):
    """The source of newer versions."""

    def to_json(self) -> Json:
        """The state: ``busy``, ``text``, ``news`` (one line each), ``go`` (whether they can be installed)."""
        ...

    def look(self) -> None:
        """Start looking for a newer version. Raises UpdateError."""
        ...

    def go(self) -> None:
        """Start updating. Raises UpdateError."""
        ...


class Teachable(Protocol):
    """The taught sets of dice, and the current lesson."""

    def to_json(self) -> Json:
        """``colours`` of the game's dice, ``camera``, ``sets``, ``used``, ``lesson`` (null: none)."""
        ...

    def act(self, what: str, name: str, die: int | None) -> Json:
        """Perform an action (see web/routes/api.py); returns the new state. Raises InputError, SettingsError."""
        ...


class Cameras(Protocol):
    """The cameras there are, each of which may be tried."""

    def to_json(self) -> Sequence[Json]:
        """What is plugged in: ``source``, ``name``."""
        ...

    def in_the_house(self) -> Sequence[Json]:
        """What answers in the local network, the same way; takes three seconds."""
        ...

    def tried(self, source: str) -> Json:
        """``picture`` (JPEG in base64; null: none came), ``checks`` as the doctor's. Raises CameraError if the source is none, or silent."""
        ...


class Filming(Protocol):
    """A phone as the camera."""

    def bring(self, phone: str, jpeg: bytes, *, still: bool, take: bool) -> bool | None:
        """A picture of a phone's; whether it is looked at, None where another camera is the table's. Raises InputError while another phone brings its own, unless it is to ``take`` over."""
        ...


class Sheets(Protocol):
    """Prints a PDF."""

    def __call__(
        self,
        kind: Print,
        *,
        game: str | None,
        edition: str | None,
        lang: str,
        size_mm: float | None,
    ) -> bytes:
        """Of a game (None: the one on the table). Raises one of the project's own errors if it cannot be printed like this."""
        ...


class Begin(Protocol):
    """Begins a game on the table, perhaps another one than before."""

    def __call__(self, game: str, setup: Json, envelope: Envelope) -> Outcome:
        """``setup`` is what the game itself made of the form. Raises IllegalMove or StaleMove."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything the pages need from the rest of the program; what has a default may be missing."""

    session: Session[Any]
    games: Mapping[str, GamePages]
    """Each game's part of the pages, by its name; the first is shown if the view names none."""
    begin_on_table: Begin | None = None
    """Needed if there is more than one game."""
    setup_again: Callable[[Sequence[str]], Json] | None = None
    """The set-up of the same game for these players; None: that of their names. Raises InputError, EditionError."""
    wifi: Callable[[], Wifi | None] = lambda: None
    """The Wi-Fi that phones join before they find the page."""
    read_photo: Callable[[bytes], Json]
    """What is in a picture file: ``size``, ``tags``, ``unknown``."""
    live_picture: Callable[[], Live | None] = lambda: None
    mat_picture: Callable[[], bytes | None] = lambda: None
    """The rectified mat of the last picture, as JPEG; None while no mat is seen."""
    cameras: Cameras | None = None
    """What the host may choose from; None: nothing looks for cameras."""
    phone: Filming | None = None
    """Takes the pictures of a phone; None: nothing looks at them."""
    secure: Callable[[], int] | None = None
    """Serves the pages by HTTPS as well, with a certificate of our own; returns the port. Raises SettingsError. None: nothing can."""
    refocus: Callable[[], bool] = lambda: False
    """Makes the camera refocus; False if there is none that can."""
    doctor: Callable[[], Iterable[Json]]
    sheets: Sheets
    picture: Callable[[Session[Any], str], bytes] | None = None
    """A game as it stands, in a language, as a PNG to send around; None if nothing draws. Raises one of the project's own errors."""
    settings: Adjustable
    restart: Callable[[], None] | None = None
    """Restarts the companion after the response has been sent; None if nothing can."""
    broker: Tellable
    archive: Household
    presence: AtTheTable | None = None
    """Who asks to become host by a button at the table; None if no button is wired."""
    setting_up: SettingUp = field(default_factory=SettingUp)
    buzz: Callable[[], Sequence[Message]] | None = None
    """Has the buzzer sound once; returns what does not work at the pins. None: there is no buzzer."""
    updates: Updatable
    dice: Teachable
    health: Callable[[], Json] = dict
    """``camera``, ``reader``, ``journal``, ``frame_age``; called often, and answered from memory."""
    is_healthy: Callable[[], bool] = lambda: True
    """Whether no restart is needed; may wait for the session."""
    keep_pin: Callable[[str], None] = lambda pin: None
    """Stores the host's new PIN for the next start. Raises one of the project's own errors."""
    first_pin: FirstPin = FirstPin(Path(), Keys("", ""))
    """The PIN that a card brought, which the big screen shows; without a card it shows none."""
    state: Path | None = None
    """A folder in which sign-ins and stored texts survive the companion."""
    hosts: Hosts = field(default_factory=Hosts)
    """The names by which this machine may be addressed."""
    proxy: str = ""
    """The address of a proxy, whose word it is from whom a request comes; empty: none."""
    address: Callable[[], str] = main_address
    port: int = 8000
    limits: Limits = Limits()
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    """Seconds since 1970."""
    seats: Seats = field(init=False)
    """Whose phone speaks for a player."""
    next_game: NextGame = field(init=False)
    """Who came late, and plays in the next one."""
    feed: Feed = field(init=False)
    """Follows the session, once it is started."""

    def __post_init__(self) -> None:
        seats = Seats(self.clock, self.wall, self.state)
        object.__setattr__(self, "seats", seats)
        waiting = NextGame(self.state)
        object.__setattr__(self, "next_game", waiting)

        def shown(players: Sequence[str]) -> Mapping[str, Any]:
            return {**seats.shown(players), "waiting": list(waiting.beside(players))}

        feed = Feed(self.session, self.health, seats=shown)
        object.__setattr__(self, "feed", feed)

    def texts(self, kind: str) -> KeptTexts:
        """The texts of a kind that the household keeps."""
        return KeptTexts(None if self.state is None else self.state / kind)

    def begin_game(self, game: str, setup: Json, envelope: Envelope) -> Outcome:
        """Begin a game on the table. Raises IllegalMove or StaleMove."""
        if self.begin_on_table is None:
            outcome = self.session.begin(setup, envelope)
        else:
            outcome = self.begin_on_table(game, setup, envelope)
        self.next_game.begun(setup.get("players", ()))
        self.feed.refresh()
        return outcome

    def begin_again(self, players: Sequence[str], envelope: Envelope = PLAIN) -> Outcome:
        """Begin the same game with these players. Raises InputError, EditionError, IllegalMove or StaleMove."""
        game = self.game
        asked = {"players": list(players)}
        setup = game.setup(asked) if self.setup_again is None else self.setup_again(players)
        return self.begin_game(game.name, setup, envelope)

    @property
    def game(self) -> GamePages:
        """The part of the game on the table: the one that its view names."""
        name = self.feed.view().get("game")
        return self.games.get(str(name)) or next(iter(self.games.values()))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order."""
        return tuple(str(p["name"]) for p in self.feed.view().get("players", ()))

    @property
    def join_url(self) -> str:
        """Where phones find the page, by IP address: names do not work on some of them."""
        return f"http://{self.address()}:{self.port}/"

    @property
    def join_name(self) -> str:
        """The same by name, for people to read."""
        return f"http://{self.hosts.name}:{self.port}/"


def by_name(games: Iterable[GamePages]) -> dict[str, GamePages]:
    """Each game's part of the pages, as ``Services`` takes it."""
    return {game.name: game for game in games}
