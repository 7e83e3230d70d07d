"""The command `murphy hub`: one page for all tables on a broker."""

import logging
import secrets
import signal
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Any, Final

import click

from companion import commandline, errors
from companion.app.broker.connection import Access, Connection, Received
from companion.app.broker.topics import EVERY, EXPIRY, ONLINE, leaf_of
from companion.app.followers import Follower
from companion.settings import Settings
from web.addresses import Hosts, page_address
from web.hub.all_tables import AllTables, Presence
from web.hub.hub import create_hub
from web.server.server import Server

# What a broker tells of all tables ---------------------------------------------------


LOOK_SECONDS: Final = 1.0
PAUSE_SECONDS: Final = 2.0
"""Between two attempts to reach a broker."""

_log = logging.getLogger(__name__)


class Subscriber:
    """Collects the topics of all tables into an overview; ``turn`` is to be called repeatedly in a thread of its own."""

    def __init__(
        self,
        access: Access,
        overview: AllTables,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock``: monotonic seconds."""
        self._access = access
        self._overview = overview
        self._clock = clock
        self._why = ""

    def turn(self, ended: threading.Event) -> None:
        """One connection from beginning to end."""
        try:
            self._listen(ended)
        except errors.BrokerError as error:
            if str(error) != self._why:
                _log.warning("%s", error)
            self._why = str(error)
            ended.wait(PAUSE_SECONDS)
        finally:
            self._overview.connected = False

    def _listen(self, ended: threading.Event) -> None:
        line = Connection(self._access, f"hub-{secrets.token_hex(8)}")
        try:
            line.subscribe(EVERY)
            self._overview.connected, self._why = True, ""
            while not ended.is_set():
                for received in line.received():
                    self._receive(received)
                self._overview.silent_since(self._clock() - EXPIRY)
                line.wait(LOOK_SECONDS)
        finally:
            line.close()

    def _receive(self, received: Received) -> None:
        match leaf_of(received.topic):
            case [key, "availability"]:
                online, live = received.payload == ONLINE, not received.retained
                presence = Presence(online, live, self._clock())
                self._overview.is_there(key, presence)
            case [key, "state"]:
                self._overview.stands(key, received.payload)


# The command -------------------------------------------------------------------------


@click.command()
@click.option("--broker", metavar="URL", help="The broker that the tables tell.")
@click.option("--host", metavar="ADDRESS", help="Where the page is served.")
@click.option("--port", type=int, help="The page's port; without it 8000.")
@commandline.config_option
@commandline.lang_option
def command(config: str | None, **options: Any) -> None:
    """Show all tables known to a broker on one page; nothing is stored."""
    settings = commandline.settings_from(config, **options)
    if settings.broker is None:
        raise errors.SettingsError("broker.address")
    words = commandline.words_of(settings.lang or None)
    overview = AllTables()
    server = Server(
        create_hub(overview, hosts=Hosts(settings.names)), settings.host, settings.port
    )
    with closing(server):
        address = f"http://{page_address(settings.host)}:{server.port}/"
        click.echo(f"{words.say('hub.title')}: {address}")
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(ending, lambda *_: server.stop())
        _serve(server, settings, overview)


def _serve(server: Server, settings: Settings, overview: AllTables) -> None:
    assert settings.broker is not None
    access = Access(settings.broker, settings.broker_password, settings.broker_ca)
    follower = Follower("subscriber", Subscriber(access, overview).turn)
    follower.start()
    try:
        server.run()
    finally:
        follower.close()
