"""The command `murphy play`: the whole companion, wired together here and nowhere else."""

from __future__ import annotations

import os
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from companion.announce import Message
from companion.app import checks
from companion.app.adjust import Adjustments
from companion.app.checks import Looks
from companion.app.doctor import examine
from companion.app.followers import Follower, is_fresh, sound_follower, watchdog
from companion.app.keeper import Keeper
from companion.app.notify import Notifier
from companion.app.options import config_option, lang_option, settings_from, words_of
from companion.app.photos import reader_of_photos, sheets
from companion.app.pictures import NONE, PAINTED, payloads_of, source_of
from companion.app.plot import Casting
from companion.app.rulebook import rulebook
from companion.app.show import Show, Stand, answering, stand_of
from companion.app.wiring import wiring_of
from companion.errors import CompanionError, JournalError
from companion.journal import Journal
from companion.murphy.game import Murphy
from companion.murphy.sitting import Sitting
from companion.session import Session
from companion.settings import Settings, default_config, state_directory
from companion.table import Observation
from companion.words import Words
from hardware.board import open_board
from hardware.signals import Signals
from web import Limits, Live, Server, create_app, keys_in
from web.addresses import Hosts, main_address

JOURNAL: Final = "murphy.journal"
"""The game's file in the state directory."""


class Companion:
    """Everything that runs in the main process, from the journal to the pages."""

    def __init__(self, settings: Settings, config: Path, *, new: bool = False) -> None:
        """Go on with the journal's unfinished game, or begin one.

        Raises JournalError, EditionError or SettingsError; nothing is left open then.
        """
        self.settings = settings
        self.source = source_of(settings)
        self._began = time.monotonic()
        self._trouble: Message | None = None
        with ExitStack() as opened:
            self._open(opened, config, new)
            self._opened = opened.pop_all()

    def run(self, notifier: Notifier) -> None:
        """Serve until ``server.stop()``, then let go of everything."""
        with self._opened as opened:
            for follower in self._followers(notifier):
                follower.start()
                opened.callback(follower.close)
            if self.eye is not None:
                self.eye.start()
                opened.callback(self.eye.close)
            notifier.ready(self.source)
            self.server.run()
            notifier.stopping()

    def health(self) -> dict[str, Any]:
        """For pages and ``/healthz``: no secrets."""
        eye = self.eye.health() if self.eye else {"camera": True, "frame_age": None}
        notices = [notice.to_json() for notice in self._notices()]
        told = {"source": _public(self.source), "journal": self._trouble is None}
        return {
            **eye,
            **told,
            "reader": eye["camera"],
            "notices": notices,
            "quiet": self.signals.quiet,
            "ok": self.healthy(),
        }

    def healthy(self) -> bool:
        """Whether frames arrive (where there is a camera that has not ended) and the session answers."""
        if self.eye is None or self.eye.sight.over:
            return self._answers()
        uptime = time.monotonic() - self._began
        return (
            is_fresh(self.eye.frame_age(), uptime) and self.session.view()["seq"] >= 0
        )

    def _answers(self) -> bool:
        """Whether the session answers: one that is stuck holds this call, and so starves the watchdog."""
        return "seq" in self.session.view()

    # -- what people set up -----------------------------------------------------

    def _setup(self, asked: Any = None) -> dict[str, Any]:
        """A game's set-up: what the host asked for, else what the settings say."""
        players = list(self.settings.players)
        told = asked or {"players": players, "edition": self.settings.edition}
        camera = {"camera": self.source != NONE}
        return {**told, **camera, **(self.show.setup() if self.show else {})}

    # -- parts, in the order in which they need each other -------------------------

    def _open(self, opened: ExitStack, config: Path, new: bool) -> None:
        home = state_directory(os.environ)
        path = self.settings.journal or home / JOURNAL
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.journal = opened.enter_context(Journal(path))
        self.show = self._show(new)
        self.session: Session[Sitting] = Session(
            Murphy(), self.journal, setup=self._setup()
        )
        if new or (self.show is None and self.session.view()["phase"] == "over"):
            self.session.begin(self._setup())
        self.adjustments = Adjustments(self.settings, config, self._adjusted)
        self.signals = self._signals()
        opened.callback(self.signals.close)
        self.eye = self._eye()
        self.keys = keys_in(home)
        self.server = self._server()

    def _show(self, new: bool) -> Show | None:
        if self.source != PAINTED:
            return None
        stand = None if new else stand_of(self.journal.after(0))
        return Show(stand or self._first_stand())

    def _first_stand(self) -> Stand:
        seed = self.settings.seed or secrets.randbelow(2**31)
        casting = Casting(seed, len(self.settings.players), self.settings.edition)
        stand = Stand(casting)
        return replace(stand, fps=self.settings.fps or stand.fps)

    def _signals(self) -> Signals:
        wiring = wiring_of(self.settings)

        def board() -> Any:
            return open_board(
                wiring, on_claim=self._claim_pressed, on_done=self._done_pressed
            )

        return Signals(board, quiet=self.settings.quiet)

    def _eye(self) -> Keeper | None:
        if self.source == NONE:
            return None
        settings = replace(self.settings, camera=self.source)
        opens = self.show.stand if self.show else None
        return Keeper(settings, self._observed, open_frames=opens)

    def _server(self) -> Server:
        limits = replace(Limits(), streams=self.settings.max_streams)
        app = create_app(
            self.session,
            rules=rulebook(lambda: self.session.state.state, self._setup),
            read_photo=reader_of_photos(payloads_of(self.settings)),
            live_picture=self._live,
            doctor=self._doctor,
            sheets=sheets(lambda: self.session.state.state.edition.name),
            settings=self.adjustments,
            health=self.health,
            keys=self.keys,
            hosts=Hosts(self.settings.names),
            port=self.settings.port,
            limits=limits,
        )
        return Server(app, self.settings.host, self.settings.port, limits=limits)

    def _followers(self, notifier: Notifier) -> Iterator[Follower]:
        yield sound_follower(self.journal, self.signals)
        yield watchdog(notifier, self.healthy)
        if self.show is not None:
            yield Follower(
                "players", answering(self.show, self.session, time.monotonic)
            )

    # -- what comes in ------------------------------------------------------------

    def _observed(self, observation: Observation) -> None:
        try:
            if self.show is not None and self.show.begins_game(observation):
                self.session.begin(self._setup())
            self.session.observe(observation)
            self._trouble = None
        except JournalError as error:
            # The session keeps it and tells it with the next one; people are told meanwhile.
            self._trouble = error.message

    def _claim_pressed(self, seat: int) -> None:
        with suppress(CompanionError):
            self.session.correct({"do": "claimant", "player": seat})

    def _done_pressed(self) -> None:
        with suppress(CompanionError):
            self.session.correct({"do": "turn-done"})

    def _adjusted(self, settings: Settings) -> None:
        self.signals.quiet = settings.quiet

    # -- what pages ask -------------------------------------------------------------

    def _notices(self) -> Iterator[Message]:
        yield from self.journal.notices
        yield from self.signals.notices
        if self._trouble is not None:
            yield self._trouble

    def _live(self) -> Live | None:
        picture = self.eye.picture() if self.eye else None
        return Live(picture.jpeg, picture.overlay) if picture and picture.jpeg else None

    def _doctor(self) -> list[Any]:
        sight = self.eye.sight if self.eye else None
        reading = sight.pulse.reading if sight and sight.pulse else None
        pace = sight.pulse.per_second if sight and sight.pulse else 0.0
        took = sight.pulse.look_ms if sight and sight.pulse else 0.0
        speed = 1000 / took if took else 0.0
        looks = Looks(reading, pace, speed, sight.wrong if sight else None)
        pins = checks.of_pins(self.signals.notices, 1)
        found = examine(self.settings, looks, pins=pins)
        return [check.to_json() for check in found]


def _public(source: str) -> str:
    """A source's kind: where a camera lies in the house, and its password, are nobody's business."""
    return (
        source.partition(":")[0]
        if "://" in source
        else source.partition("/")[0] or "file"
    )


def _greeting(companion: Companion, say: Words) -> Iterator[str]:
    port = companion.server.port
    yield say.say("play.source", source=companion.source)
    yield say.say("play.page", url=f"http://{main_address()}:{port}/")
    yield say.say(
        "play.host", url=f"http://{main_address()}:{port}/host", pin=companion.keys.pin
    )
    for notice in (*companion.journal.notices, *companion.signals.notices):
        yield say(notice)


@click.command()
@click.option(
    "--camera",
    metavar="SOURCE",
    help="picamera2, usb:0, a file, a folder, a stream, painted, or none.",
)
@click.option(
    "--players",
    metavar="ANN,BOB,...",
    help="Names in seat order: the first begins, the last dealt.",
)
@click.option("--edition", type=click.Choice(("classic", "newer")))
@click.option(
    "--host", metavar="ADDRESS", help="Where the page is served; without it everywhere."
)
@click.option("--port", type=int)
@click.option("--journal", metavar="FILE", help="The game's file.")
@click.option(
    "--fps", type=float, help="Frames a second of a folder or of the painted table."
)
@click.option("--seed", type=int, help="The painted game's.")
@click.option("--new", is_flag=True, help="Begin a new game instead of going on.")
@config_option
@lang_option
def command(config: str | None, new: bool, **options: Any) -> None:
    """Run the companion: camera, rules, page and buzzer."""
    settings = settings_from(config, **options)
    path = Path(config) if config else default_config(os.environ)
    companion = Companion(settings, path, new=new)
    for line in _greeting(companion, words_of(settings.lang or None)):
        click.echo(line)
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: companion.server.stop())
    threading.current_thread().name = "pages"
    companion.run(Notifier(os.environ))
