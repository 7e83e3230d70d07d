"""`murphy legal --game G --lines` and `murphy score`: a position (and dice) in, legal moves or points out, as JSON lines, for every game that offers them."""

import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Final

import click

from companion.app.commands.options import GameName
from companion.commandline import USAGE, lang_option, words_of
from companion.games import game, names
from companion.games.package import GamePackage
from companion.json_lines import answers
from companion.kit.notation import OldNotation
from companion.kit.positions import asked_object
from companion.rules import Json
from companion.words import Words

AskHandler = Callable[[Json], Json]


def asking(
    name: str, field: Callable[[GamePackage], AskHandler | None], about: str
) -> click.Command:
    """The command with this name, answered by the function in ``field`` of a game's package."""

    @click.command(name, help=about)
    @click.option(
        "--game",
        "of",
        type=GameName(),
        default=names()[0],
        show_default=True,
    )
    @click.option("--lines", is_flag=True, help="Read JSON lines from standard input and answer each in its place.")  # fmt: skip
    @lang_option
    @click.pass_context
    def command(ctx: click.Context, of: str, lines: bool, lang: str | None) -> None:
        said = words_of(lang)
        package = game(of)
        answer = field(package)
        if answer is None or not lines:
            key = "lines.only" if answer else "lines.no-answer"
            click.echo(said.say(key, command=name, name=of), err=True)
            ctx.exit(USAGE)
        with warnings.catch_warnings():
            warnings.simplefilter("always", OldNotation)
            warnings.showwarning = _said_once(said)
            for line in answers(sys.stdin.buffer, partial(_answered, answer), said):
                click.echo(line)

    return command


def _said_once(said: Words) -> Callable[..., None]:
    """One line on standard error for the first position that is written as in earlier releases."""
    begun = False

    def say(warning: Warning | str, *where: object) -> None:
        nonlocal begun
        if isinstance(warning, OldNotation) and not begun:
            begun = True
            click.echo(said(warning.message), err=True)

    return say


def _answered(answer: AskHandler, value: object) -> Json:
    return answer(asked_object(value))


legal: Final = asking(
    "legal",
    lambda package: package.legal,
    "Tell what may be done: a position a line in, its moves out (docs/programs.md).",
)
score: Final = asking(
    "score",
    lambda package: package.score,
    "Tell what a position is worth: a position a line in, its points out.",
)
