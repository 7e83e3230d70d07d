"""`murphy legal --game G --lines` and `murphy score`: a position (and dice) in, legal moves or points out, as JSON lines, for every game that offers them."""

import sys
from collections.abc import Callable
from functools import partial
from typing import Final

import click

from companion import commandline, games, rules
from companion.app.commands.options import GameName
from companion.games.package import GamePackage
from companion.json_lines import answers
from companion.kit import positions

AskHandler = Callable[[rules.Json], rules.Json]


def asking(
    name: str, field: Callable[[GamePackage], AskHandler | None], about: str
) -> click.Command:
    """The command with this name, answered by the function in ``field`` of a game's package."""

    @click.command(name, help=about)
    @click.option("--game", "of", type=GameName(), default=games.names()[0], show_default=True)
    @click.option(
        "--lines",
        is_flag=True,
        help="Read JSON lines from standard input and answer each in its place.",
    )
    @commandline.lang_option
    @click.pass_context
    def command(ctx: click.Context, of: str, lines: bool, lang: str | None) -> None:
        words = commandline.words_of(lang)
        package = games.game(of)
        answer = field(package)
        if answer is None or not lines:
            key = "lines.only" if answer else "lines.no-answer"
            able = tuple(each.name for each in games.games() if field(each))
            click.echo(words.say(key, command=name, name=of, values=able), err=True)
            ctx.exit(commandline.USAGE)
        for line in answers(sys.stdin.buffer, partial(_answered, answer), words):
            click.echo(line)

    return command


def _answered(answer: AskHandler, value: object) -> rules.Json:
    return answer(positions.asked_object(value))


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
