"""The command `murphy hub`: one page for all tables on a broker."""

import signal
from contextlib import closing
from typing import Any

import click

from companion import commandline, errors
from companion.app.broker.connection import Access
from companion.app.broker.subscriber import Subscriber
from companion.app.service.followers import Follower
from companion.settings import Settings
from web.addresses import Hosts, page_address
from web.hub.all_tables import AllTables
from web.hub.hub import create_hub
from web.server.server import Server


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
        raise errors.SettingsError("broker.which")
    words = commandline.words_of(settings.lang or None)
    overview = AllTables()
    server = Server(create_hub(overview, hosts=Hosts(settings.names)), settings.host, settings.port)
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
