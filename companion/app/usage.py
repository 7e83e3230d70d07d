"""How a command was called wrongly, in the language that was asked for: click says it in English only."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

import click
from click.exceptions import NoArgsIsHelpError

from companion.announce import Param
from companion.words import LANGUAGES, Words

NUMBERS: Final = (type(click.INT), type(click.FLOAT))
FILES: Final = (click.Path, click.File)
NO_COMMAND: Final = getattr(click.exceptions, "NoSuchCommand", ())
"""Since click 8.4 that has an error of its own."""


class WrongCall(click.UsageError):
    """A call that is wrong, said in one sentence; click gives it exit code 2."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Write it to standard error."""
        click.echo(self.message, file=file, err=True)


@contextmanager
def in_words(say: Callable[[], Words]) -> Iterator[None]:
    """What click refuses meanwhile is said in words of ours. Raises WrongCall."""
    try:
        yield
    except (NoArgsIsHelpError, WrongCall):
        raise  # no mistake, but the help; or said already
    except click.UsageError as error:
        ctx = error.ctx or _called(click.get_current_context())
        key, said = _what(error, ctx)
        told = say().say(key, **said, help=f"{ctx.command_path} --help")
        raise WrongCall(told, ctx) from error


def _called(ctx: click.Context) -> click.Context:
    """That of the subcommand whose options are just read, as its own errors do not tell."""
    name = ctx.invoked_subcommand
    command = isinstance(ctx.command, click.Group) and name and ctx.command.get_command(ctx, name)  # fmt: skip
    return click.Context(command, ctx, name) if command else ctx


def _what(error: click.UsageError, ctx: click.Context) -> tuple[str, dict[str, Param]]:
    """The key of the sentence, and what stands in it."""
    match error:
        case click.NoSuchOption():
            return "usage.no-option", {"name": error.option_name}
        case click.BadOptionUsage():
            option = next((p for p in ctx.command.params if error.option_name in p.opts), None)  # fmt: skip
            flag = isinstance(option, click.Option) and option.is_flag
            return f"usage.{'takes-none' if flag else 'no-value'}", {"name": error.option_name}  # fmt: skip
        case click.MissingParameter(param=click.Parameter() as param):
            return "usage.missing", {"name": name_of(param)}
        case click.BadParameter(param=click.Parameter() as param):
            return _wrong(error, param)
        case _ if isinstance(error, NO_COMMAND):
            return "usage.no-command", {"name": error.command_name}
        case _ if error.message.startswith("Got unexpected extra"):
            return "usage.extra", {}
        case _:
            return "usage.other", {"why": error.message}


def _wrong(error: click.BadParameter, param: click.Parameter) -> tuple[str, dict[str, Param]]:  # fmt: skip
    kind: Any = param.type
    name = name_of(param)
    if isinstance(kind, click.Choice):
        return "usage.one-of", {"name": name, "values": tuple(map(str, kind.choices))}
    if isinstance(kind, NUMBERS):
        return "usage.number", {"name": name}
    if isinstance(kind, FILES):
        return "usage.file", {"name": name}
    return "usage.other", {"why": f"{name}: {error.message}"}


def name_of(param: click.Parameter) -> str:
    """As it is written when it is called: an option's longest name, an argument's in capitals."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(click.get_current_context()).strip("[].")


def language_in(line: Sequence[str]) -> str | None:
    """The language that a command line asks for, however little of the rest of it is understood; the last one counts."""
    named = [after for word, after in zip(line, [*line[1:], ""], strict=True) if word == "--lang"]  # fmt: skip
    named += [word.removeprefix("--lang=") for word in line if word.startswith("--lang=")]  # fmt: skip
    return next((each for each in reversed(named) if each in LANGUAGES), None)
