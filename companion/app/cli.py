"""The command `murphy`: each subcommand is one module, imported on demand."""

import atexit
import gc
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from io import BytesIO, TextIOWrapper
from typing import Any

import click

from companion import commandline, errors, libraries
from companion.app.loading import loading
from companion.app.terminal import show_control_characters
from companion.app.usage import in_words, language_in
from companion.games import games
from companion.games.faults import broken, left_out
from companion.words import LANGUAGES, Words, language_of_locale, words

# The matrices are small: a second thread of numpy's BLAS would only wait for the first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

COMMANDS = {
    "play": "companion.app.commands.play",
    "scan": "companion.app.commands.scan",
    "watch": "companion.app.commands.watch",
    "legal": "companion.app.commands.ask:legal",
    "score": "companion.app.commands.ask:score",
    "print": "companion.app.commands.print_sheets",
    "simulate": "companion.app.commands.simulate",
    "doctor": "companion.app.commands.doctor",
    "games": "companion.app.commands.games",
    "journal": "companion.app.commands.journal",
    "hub": "companion.app.commands.hub",
    "card": "companion.app.commands.card",
    "update": "companion.app.commands.update",
    "silence": "companion.app.commands.silence",
}
"""Subcommand -> the module whose ``command`` it is, or what else of it after a colon; a game's own commands come from its package."""

WRONG = (
    "settings.no-file",
    "settings.unknown",
    "settings.unknown-but",
    "settings.wrong",
    "camera.fps",
    "broker.address",
    "broker.which",
    "broker.password-in-address",
    "broker.table",
    "camera.missing",
    "camera.number",
    "camera.phone-elsewhere",
    "journal.foreign",
    "journal.missing",
    "journal.no-beginning",
    "sd-card.which",
    "sd-card.of-a-card",
    "sd-card.name",
    "sd-card.zone",
    "sd-card.country",
    "sd-card.no-folder",
    "sd-card.no-password",
)
"""Errors in how a command was called or configured; all others are a "no"."""


class Commands(click.Group):
    """The subcommands; none is imported before it is called."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """The context of a call, with what is wrong in it said in our words."""
        with in_words(lambda: _words(kwargs.get("obj") or {})):
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand, whose own call is read now."""
        with in_words(lambda: _words(ctx.obj or {})):
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, as the help lists them."""
        return list(modules())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now; None if there is none. Without its libraries it says which are missing."""
        known = modules()
        if cmd_name not in known:
            return None
        try:
            with libraries.with_pictures(), loading():
                module, _, name = known[cmd_name].partition(":")
                found: click.Command = getattr(import_module(module), name or "command")
        except errors.LibraryError as error:
            return _without(cmd_name, error)
        except Exception as error:  # of another package, which may raise anything
            if cmd_name in COMMANDS:
                raise
            owner = next(each.name for each in games() if cmd_name in each.commands)
            return _without(cmd_name, left_out(owner, known[cmd_name], broken(error)))
        return found


def modules() -> dict[str, str]:
    """Every subcommand and its module: the general ones, and those of the games."""
    return {n: module for g in games() for n, module in g.commands.items()} | COMMANDS


def _without(name: str, error: errors.CompanionError) -> click.Command:
    """A command that only reports why there is none."""

    def refuse() -> None:
        raise error

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(
        name, callback=refuse, context_settings=anything, add_help_option=False, help=str(error)
    )


@click.command(cls=Commands)
@click.version_option(package_name="murphy-companion")
@commandline.lang_option
def murphy(lang: str | None) -> None:
    """A camera companion for games with cards and dice that are played at a table."""


def main() -> None:
    """Run the command; the project's own errors become one sentence and an exit code."""
    # Nor does an old terminal's encoding that lacks letters of some names fail: they are escaped, which is still valid JSON.
    show_control_characters()
    # What is left is let go of with the process; Python would search all of it for cycles first, for a sixth of `murphy scan`.
    atexit.register(gc.freeze)
    if sys.stdin is None:
        # Closed by the caller: nothing can be read there.
        sys.stdin = TextIOWrapper(BytesIO())
    asked: dict[str, str | None] = {}
    try:
        try:
            with libraries.with_pictures():
                murphy(prog_name="murphy", obj=asked)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        _unwritten(error, _words(asked))
    except errors.CompanionError as error:
        click.echo(_words(asked)(error.message), err=True)
        wrong = isinstance(error, errors.InputError) or error.message.key in WRONG
        sys.exit(commandline.USAGE if wrong else commandline.NO)


def _unwritten(error: OSError, words: Words) -> None:
    """Standard output that cannot be written (a full disk, for example): report it in a sentence, and drop the rest."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    said = words.say("play.unwritten", why=str(error))
    with suppress(OSError):
        click.echo(said, err=True)
    sys.exit(commandline.NO)


def _words(asked: Mapping[str, str | None]) -> Words:
    """The words for an error message: in the requested language, as far as it is known."""
    # What was called wrongly may not have been read as far as --lang.
    named = asked.get("lang") or language_in(sys.argv) or os.environ.get("MURPHY_LANG", "")
    return words(named if named in LANGUAGES else language_of_locale())
