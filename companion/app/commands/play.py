"""The command `murphy play`: the whole companion."""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from companion.app.camera import sources
from companion.app.commands.options import (
    chosen,
    edition_option,
    game_option,
    no_mat_option,
    on_plain_table,
)
from companion.app.loading import loading
from companion.app.service import systemd
from companion.app.service.composition import Companion
from companion.commandline import config_option, lang_option, settings_from, words_of
from companion.settings import default_config


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
@game_option
@edition_option
@no_mat_option
@click.option("--host", metavar="ADDRESS", help="Where the page is served; without it everywhere.")
@click.option("--port", type=int, help="The page's port; without it 8000.")
@click.option(
    "--journal", metavar="FILE", help="The game's file; without it one in the state folder."
)
@click.option("--fps", type=float, help="Frames a second of a folder or of the painted table.")
@click.option("--seed", type=int, help="The painted game's; without it any.")
@click.option("--broker", metavar="URL", help="An MQTT broker that is told what happens.")
@click.option("--table", metavar="NAME", help="The table's name there.")
@click.option("--new", is_flag=True, help="Begin a new game instead of going on.")
@config_option
@lang_option
def command(config: str | None, new: bool, **options: Any) -> None:
    """Run the companion: camera, rules, page and buzzer."""
    if options["game"] and options["edition"]:
        chosen(options["game"], options["edition"])
    if options["no_mat"]:
        options["game"] = on_plain_table(options["game"]).name
    settings = settings_from(config, **options)
    sources.refuse_nothing(options["camera"])
    path = Path(config) if config else default_config(os.environ)
    notifier = systemd.Notifier(os.environ)
    with loading():
        companion = Companion(settings, path, new=new, notifier=notifier)
    with closing(companion):
        # In the environment it is a wish for new games.
        ordered = click.get_current_context().get_parameter_source("edition")
        if ordered is ParameterSource.COMMANDLINE and not companion.current.is_undecided():
            chosen(companion.current.package.name, options["edition"])
        for line in companion.greeting(words_of(settings.lang or None)):
            click.echo(line)
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(ending, lambda *_: companion.server.stop())
        threading.current_thread().name = "pages"
        companion.run(notifier)
    if companion.again:
        # The same process, so that systemd keeps supervising it.
        os.execv(sys.executable, going_on(sys.orig_argv))


def going_on(line: Sequence[str]) -> list[str]:
    """The command line to restart with, for the game on the table: without what only new ones go by, ``--new`` and ``--edition``."""
    return [
        word
        for before, word in pairwise(("", *line))
        if before != "--edition" and word.partition("=")[0] not in ("--new", "--edition")
    ]
