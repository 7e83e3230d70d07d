"""The command `murphy play`: the whole companion."""

import os
import signal
import sys
import threading
from collections.abc import Collection, Mapping, Sequence
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
from companion.settings import ENVIRONMENT_PREFIX, default_config


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
    # In the environment it is a wish for new games.
    source = click.get_current_context().get_parameter_source("edition")
    ordered = source is ParameterSource.COMMANDLINE
    if options["game"] and ordered:
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
        if ordered and not companion.current.is_undecided():
            chosen(companion.current.package.name, options["edition"])
        for line in companion.greeting(words_of(settings.lang or None)):
            click.echo(line)
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(ending, lambda *_: companion.server.stop())
        threading.current_thread().name = "pages"
        companion.run(notifier)
    if companion.again:
        changed = companion.changes.adjustments.changed
        again = going_on(sys.orig_argv, os.environ, companion.decided, changed)
        # The same process, so that systemd keeps supervising it.
        os.execve(sys.executable, *again)


def going_on(
    line: Sequence[str], environment: Mapping[str, str], game: str | None, changed: Collection[str]
) -> tuple[list[str], dict[str, str]]:
    """The command line and the environment to restart with: for the ``game`` on the table, and with the settings ``changed`` on the page as the file has them now.

    Without what only new games go by, ``--new`` and ``--edition``; that dice lie on a plain
    table stands in the environment, as not every game can be played so.
    """
    ordered = {word.partition("=")[0] for word in line}
    told = dict(environment)
    if "--no-mat" in ordered:
        told["MURPHY_NO_MAT"] = "true"
    for name in changed:
        told.pop(ENVIRONMENT_PREFIX + name.upper(), None)
    superseded = {f"--{name.replace('_', '-')}" for name in changed}
    if game is not None:
        told["MURPHY_GAME"] = game
        superseded.add("--game")
    flags = {"--new", "--no-mat"}
    valued = {"--edition", *superseded} - flags
    kept = (
        word
        for before, word in pairwise(("", *line))
        if before not in valued and word.partition("=")[0] not in valued | flags
    )
    return [*kept], told
