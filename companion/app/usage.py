"""How a command was called wrongly, in the language that was asked for: click says it in English only."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import IO, Any, Final

import click
from click.exceptions import NoArgsIsHelpError

from companion.announce import Param
from companion.errors import quoted
from companion.words import LANGUAGES, Words

NUMBERS: Final = (type(click.INT), type(click.FLOAT))
FILES: Final = (click.Path, click.File)
RANGES: Final = (click.IntRange, click.FloatRange)
EXTRA: Final = "Got unexpected extra"
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
    name, group = ctx.invoked_subcommand, ctx.command
    if not name or not isinstance(group, click.Group):
        return ctx
    command = group.get_command(ctx, name)
    return click.Context(command, ctx, name) if command else ctx


def _what(error: click.UsageError, ctx: click.Context) -> tuple[str, dict[str, Param]]:
    """The key of the sentence, and what stands in it."""
    match error:
        case click.NoSuchOption():
            return _unknown("option", error.option_name, error.possibilities or ())
        case click.BadOptionUsage():
            options = (p for p in ctx.command.params if isinstance(p, click.Option))
            named = (option for option in options if error.option_name in option.opts)
            flag = any(option.is_flag for option in named)
            key = "usage.takes-none" if flag else "usage.no-value"
            return key, {"name": error.option_name}
        case click.MissingParameter(param=click.Parameter() as param):
            return _missing(param)
        case click.BadParameter(param=click.Parameter() as param):
            return _wrong(error, param)
        case _ if isinstance(error, NO_COMMAND):
            group: Any = ctx.command
            alike = get_close_matches(error.command_name, group.list_commands(ctx))
            return _unknown("command", error.command_name, alike)
        case _ if error.message.startswith(EXTRA):
            words = error.message.partition("(")[2].rpartition(")")[0]
            return "usage.extra", {"what": quoted(words)}
        case _:
            return "usage.other", {"why": error.message}


def _unknown(what: str, name: str, alike: Sequence[str]) -> tuple[str, dict[str, Param]]:
    """There is none of that name; what is written much alike may be meant."""
    if alike:
        return f"usage.no-{what}-but", {"name": name, "alike": alike[0]}
    return f"usage.no-{what}", {"name": name}


def _missing(param: click.Parameter) -> tuple[str, dict[str, Param]]:
    if isinstance(param.type, click.Choice):
        return "usage.missing-one-of", {"values": tuple(map(str, param.type.choices))}
    return "usage.missing", {"name": name_of(param)}


def _wrong(error: click.BadParameter, param: click.Parameter) -> tuple[str, dict[str, Param]]:
    kind: Any = param.type
    name, value = name_of(param), quoted(_value(error.message), 40)
    if isinstance(kind, click.Choice):
        values = tuple(map(str, kind.choices))
        said: dict[str, Param] = {"value": value, "values": values}
        if isinstance(param, click.Option):
            return "usage.one-of", said | {"name": name}
        return "usage.none-of", said
    if isinstance(kind, RANGES):
        edges = {"least": kind.min or 0, "most": kind.max or 0}
        return _in_range(kind), {"name": name, "value": value, **edges}
    if isinstance(kind, NUMBERS):
        return "usage.number", {"name": name, "value": value}
    if isinstance(kind, FILES):
        return "usage.file", {"name": name}
    return "usage.other", {"why": f"{name}: {error.message}"}


def _in_range(kind: Any) -> str:
    """The key that says which numbers there are."""
    if kind.max is None:
        return "usage.number-from"
    return "usage.number" if kind.min is None else "usage.number-to"


def _value(said: str) -> str:
    """The value that click found wrong, of which its error only tells."""
    found = re.search(r"'(?P<quoted>.*)' is not|(?P<bare>\S+) is not", said)
    return "" if found is None else found["quoted"] or found["bare"] or ""


def name_of(param: click.Parameter) -> str:
    """As it is written when it is called: an option's longest name, an argument's in capitals."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.make_metavar(click.get_current_context()).strip("[].")


def language_in(line: Sequence[str]) -> str | None:
    """The language that a command line asks for, however little of the rest of it is understood; the last one counts."""
    pairs = zip(line, [*line[1:], ""], strict=True)
    named = [after for word, after in pairs if word == "--lang"]
    joined = (word.partition("=") for word in line)
    named += [value for name, equals, value in joined if name == "--lang" and equals]
    return next((each for each in reversed(named) if each in LANGUAGES), None)
