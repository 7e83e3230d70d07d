"""The composition root: everything that `murphy play` runs is wired together here and nowhere else.

Every change of the game goes through one session, whoever makes it; everything that
follows the game reads its journal. ``vision`` works in the camera process and sends
observations, ``hardware`` is reached through ``Signals`` alone, ``web`` gets everything
else as plain callables. Parts are created in the order of their dependencies; one that
is created later is passed as a function that is called when it is needed.
"""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import companion
from companion import errors, games, household, libraries, seating
from companion.app import backups
from companion.app.archive.archive import Archive
from companion.app.broker import plan, table_feed
from companion.app.broker.publisher import BrokerController, Publisher
from companion.app.camera import camera_supervisor, ipc, phone_camera, sources, trial
from companion.app.doctor import inspection
from companion.app.service import certificate, changes, dice_teaching, health, ingest
from companion.app.service.current_game import CurrentGame
from companion.app.service.drawings import picture_of, sheets
from companion.app.service.followers import Follower, close_together, sound_follower, watchdog
from companion.app.service.photos import PhotoProcess
from companion.app.service.systemd import Notifier, ReadingIn
from companion.app.service.ways_in import ways_in
from companion.app.update.controller import UpdateController, way_of
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.settings import JOURNAL, Settings, state_directory
from companion.words import Words
from hardware.board import Board, open_board, wiring_of
from hardware.signals import Signals
from web.access import keys
from web.access.at_the_table import AtTheTable
from web.access.setting_up import SettingUp
from web.addresses import Hosts, page_address
from web.app import FEED, create_app
from web.game_pages import GamePages
from web.limits import Limits
from web.server.server import Server, listening
from web.services import Services, by_name
from web.wifi import Wifi

PAINTED_JOURNAL: Final = "painted.journal"
"""The painted table's journal in the state directory: it must never bury a real evening's game."""


class Companion:
    """Everything that runs in the main process, from the journal to the pages."""

    def __init__(
        self,
        settings: Settings,
        config: Path,
        *,
        new: bool = False,
        notifier: Notifier | None = None,
    ) -> None:
        """Resume the journal's unfinished game, or begin one.

        Raises JournalError, EditionError, GameError, InputError, SettingsError or LibraryError;
        nothing is left open then.
        """
        inspection.inspect((*inspection.AT_A_TABLE, inspection.parts_of_pages()))
        inspection.log_left_out()
        named = list(settings.players)
        players = tuple(seating.seated(named)) if named else ()
        self.settings = settings = replace(settings, players=players)
        """As they were at the start; ``changes`` has the current ones."""
        self.source = sources.source_of(settings)
        # A port that is taken is said before anything is written.
        listening(settings.host, settings.port).close()
        self._home = state_directory(os.environ)
        self.again = False
        """Whether it ended in order to restart."""
        self.decided: str | None = None
        """The game that it restarts for; None if nobody has decided on one."""
        with ExitStack() as opened:
            reading = ReadingIn(settings, notifier or Notifier({}))
            with closing(reading):
                self._begun(opened, new, reading)
            self._open(opened, config)
            self._opened = opened.pop_all()

    def run(self, notifier: Notifier) -> None:
        """Serve until ``server.stop()``, then release everything."""
        with self._opened as opened:
            if self.ingest.camera is not None:
                self.ingest.camera.start()
                opened.callback(self.ingest.camera.close)
            followers = tuple(self._followers(notifier))
            opened.callback(close_together, followers)
            if self.ingest.camera is not None:
                # It ends while the followers are waited for.
                opened.callback(self.ingest.camera.end)
            for follower in followers:
                follower.start()
            if self.source == sources.PHONE:
                with suppress(errors.SettingsError):  # said where the phone asks for it
                    self._secure()
            notifier.ready(sources.public(self.source))
            self.server.run()
            notifier.stopping()

    def greeting(self, words: Words) -> Iterator[str]:
        """What the console shows at the start."""
        yield from ways_in(self.source, self._page(), self.keys.pin, words)
        package, view = self.current.package, self.session.view()
        named = self.settings.of(package.name)
        now = tuple(player["name"] for player in view["players"])
        if named.players and named.players != now:
            yield words.say("play.goes-on", players=now, named=named.players)
        if named.edition in package.editions and named.edition != (played := view["edition"]):
            yield words.say("play.other-edition", edition=played, named=named.edition)
        yield from map(words, (*self.journal.notices, *self.health.pin_notices()))
        if not self.settings.camera:
            try:
                libraries.need_pictures()
            except errors.LibraryError as error:
                yield words(error.message)

    def close(self) -> None:
        """Release everything, whether it ever ran or not; may be called again."""
        self._opened.close()

    # -- parts, in the order of their dependencies ---------------------------------

    def _begun(self, opened: ExitStack, new: bool, reading: ReadingIn) -> None:
        name = PAINTED_JOURNAL if self.source == sources.PAINTED else JOURNAL
        path = self.settings.journal or self._home / name
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.journal = opened.enter_context(Journal(path))
        self.current = CurrentGame(self.settings, self.source, self.journal, new=new)
        first = self.current.first()
        self.session: Session[Any] = Session(
            self.current.package.played(),
            self.journal,
            setup=first,
            new=self.current.new,
            read=reading,
        )
        if self.current.show is None and self.session.view().get("phase") == "over":
            self.session.begin(first)
        self.current.follow()
        self.ingest = ingest.Ingest(self.session, self.current)

    def _open(self, opened: ExitStack, config: Path) -> None:
        folder = self.settings.backup
        self.backups = None if folder is None else backups.Backups(self.journal, folder)
        self.archive = Archive(self.journal, PAINTED_JOURNAL)
        self.presence = AtTheTable(time.monotonic)
        self.signals = self._signals()
        opened.callback(self.signals.close)
        self.changes = changes.LiveChanges(
            self.settings, config, self.ingest, self.signals, lambda: self.broker
        )
        self.ingest.camera = self._supervisor()
        self.phone = phone_camera.PhoneCamera(self._hand)
        self.dice = self._lessons()
        first = not (self._home / keys.FILE).exists()
        self.keys = keys.keys_in(self._home)
        self.setting_up = SettingUp(self._home, fresh=self._is_fresh(first))
        self.hosts = Hosts(self.settings.names)
        self._publisher = Publisher(self._table_source(), plan.plan_of(self.settings))
        self.broker = BrokerController(self._publisher, lambda: self.changes.settings)
        self.health = self._health()
        program = Path(companion.__file__).parents[1]
        way = way_of(program, self._home, lambda: self.changes.settings, self._again)
        self.updates = UpdateController(way)
        self.server = self._server(opened)

    def _lessons(self) -> dice_teaching.DiceTeaching:
        return dice_teaching.DiceTeaching(
            household.TaughtSets(self._home),
            lambda: self.current.package.dice,
            lambda: self.ingest.camera,
            lambda: self.current.settings.dice,
            self.changes.play_with,
        )

    def _health(self) -> health.Health:
        return health.Health(
            self.source,
            lambda: self.changes.settings,
            self.ingest,
            signals=self.signals,
            broker=self.broker,
            backups=self.backups,
            setting_up=lambda: self.setting_up.stands,
        )

    def _signals(self) -> Signals:
        wiring = wiring_of(self.settings)

        def board() -> Board:
            return open_board(
                wiring,
                on_seat=self.ingest.seat_pressed,
                on_done=self.ingest.done_pressed,
                awaited=self.presence.pressed,
            )

        return Signals(board, lambda: self.current.package.sounds, quiet=self.settings.quiet)

    def _supervisor(self) -> camera_supervisor.CameraSupervisor | None:
        if self.source == sources.NONE:
            return None
        libraries.need_pictures()
        now = self.current
        return camera_supervisor.CameraSupervisor(
            now.settings,
            self.ingest.observed,
            opens=lambda: now.stand,
            mat_instead=lambda: now.mat_instead,
        )

    def _server(self, opened: ExitStack) -> Server:
        limits = replace(Limits(), streams=self.settings.max_streams)
        photos = PhotoProcess(self._played)
        opened.callback(photos.close)
        app = create_app(self._services(photos, limits), self.keys)
        opened.callback(app.extensions[FEED].close)
        server = Server(app, self.settings.host, self.settings.port, limits=limits)
        opened.callback(server.close)
        return server

    def _services(self, photos: PhotoProcess, limits: Limits) -> Services:
        return Services(
            session=self.session,
            games=by_name(self._pages()),
            begin_on_table=self.ingest.begin,
            setup_again=self.current.again,
            wifi=self._wifi,
            read_photo=photos.read,
            live_picture=self.health.live,
            mat_picture=self.health.mat,
            cameras=trial.Cameras(lambda: self.changes.settings, phone=self.phone),
            phone=self.phone,
            setting_up=self.setting_up,
            buzz=self.signals.try_out if self.settings.buzzer != "none" else None,
            secure=self._secure,
            refocus=self.health.refocus,
            doctor=self.health.doctor,
            sheets=sheets(self._played),
            picture=picture_of,
            settings=self.changes.adjustments,
            restart=self._restart,
            broker=self.broker,
            archive=self.archive,
            presence=self.presence if wiring_of(self.settings).buttons else None,
            updates=self.updates,
            dice=self.dice,
            health=self.health.public,
            is_healthy=self.health.healthy,
            keep_pin=self._keep_pin,
            first_pin=keys.FirstPin(self._home, self.keys),
            state=self._home,
            hosts=self.hosts,
            proxy=self.settings.proxy,
            address=lambda: page_address(self.settings.host),
            port=self.settings.port,
            limits=limits,
        )

    def _is_fresh(self, first: bool) -> bool:
        """Whether somebody is to set Murphy up: at the ``first`` start of a machine with a camera that nobody has named, and of one that a card brought."""
        named = bool(self.settings.camera)
        looks = first and self.source != sources.PAINTED
        return not named and (looks or self.keys.unused)

    def _hand(self, picture: ipc.PhonePicture) -> bool | None:
        camera = self.ingest.camera if self.source == sources.PHONE else None
        return None if camera is None else camera.hand(picture)

    def _secure(self) -> int:
        """Have the pages served by HTTPS as well; returns the port. Raises SettingsError."""
        context = certificate.context_in(self._home, self.hosts.all, time.time())
        host, port = self.settings.host, self.settings.https_port
        return self.server.opens_securely(host, port, context)

    def _keep_pin(self, pin: str) -> None:
        """Store the host's new PIN beside the games. Raises SettingsError."""
        try:
            keys.change_pin(self._home, pin)
        except OSError as error:
            raise errors.SettingsError(
                "settings.unwritten", where=str(self._home), why=str(error)
            ) from error

    def _wifi(self) -> Wifi | None:
        now = self.changes.settings
        return Wifi(now.wifi, now.wifi_password, now.wifi_shown) if now.wifi else None

    def _table_source(self) -> table_feed.TableSource:
        return table_feed.TableSource(
            journal=self.journal,
            view=self.session.view,
            camera=lambda: self.health.of_camera(),
            page=self._page,
            version=version("murphy-companion"),
            quiet=lambda: self.changes.settings.quiet,
            obey=self.changes.obey,
        )

    def _page(self) -> str:
        return f"http://{page_address(self.settings.host)}:{self.server.port}/"

    def _pages(self) -> Iterator[GamePages]:
        """Each game's part of the pages; only the one being played has a state to show."""
        for package in games.games():
            if package.pages is not None:
                state = partial(self._state_of, package)
                pages = package.pages(state, partial(self.current.asked, package))
                yield replace(pages, prints=package.prints)

    def _state_of(self, package: GamePackage) -> Any:
        if self.current.number != self.session.begun:
            # A phone may ask for a game just begun before the camera is turned to it.
            self.ingest.follow()
        return self.session.state if package is self.current.package else None

    def _followers(self, notifier: Notifier) -> Iterator[Follower]:
        yield sound_follower(self.journal, self.signals.give)
        yield watchdog(notifier, self.health.healthy)
        yield Follower("table", self.ingest.look_after)
        if self.backups is not None:
            yield Follower("backups", self.backups, closing=backups.LAST_SECONDS)
        yield Follower("broker", self._publisher.turn)
        yield Follower("archive", self.archive.turn)
        camera = self.ingest.camera
        if self.current.show is not None and camera is not None:
            from companion.app.painted.show import playing_along

            shown, stop = lambda: self.current.show, camera.stop_players
            players = playing_along(shown, self.session, stop, time.monotonic)
            yield Follower("players", players)

    def _restart(self) -> None:
        if self.updates.busy:
            raise errors.UpdateError("update.busy")
        self._again()

    def _again(self) -> None:
        self.again = True
        self.decided = None if self.current.is_undecided() else self.current.package.name
        self.server.stop()

    def _played(self) -> tuple[GamePackage, str]:
        return self.current.package, self.current.edition
