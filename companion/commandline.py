"""What all `murphy` commands share, including those of games: exit codes, options, settings and words."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from companion import accounts, errors
from companion.settings import Settings, default_config, load, state_directory
from companion.words import LANGUAGES, Words, language_of_locale, words

DONE, NO, USAGE, DEPENDS = 0, 1, 2, 3
"""Exit codes: done; a "no" or unreadable input; wrong usage; "depends"."""

F = TypeVar("F", bound=Callable[..., Any])

config_option = click.option("--config", metavar="FILE", help="A TOML file of settings.")


def _asked(ctx: click.Context, _: click.Parameter, lang: str | None) -> str | None:
    """The requested language, a command's own before `murphy --lang`; noted, so that later errors are reported in it."""
    if ctx.get_parameter_source("lang") is not ParameterSource.COMMANDLINE:
        lang = ctx.find_root().params.get("lang") or lang
    if isinstance(ctx.obj, dict):
        ctx.obj["lang"] = lang
    return lang


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="MURPHY_LANG",
    callback=_asked,
    is_eager=True,
    help="Language; without it the locale's.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line, for programs."
)


def edition_option(editions: Sequence[str]) -> Callable[[F], F]:
    """The option that chooses an edition of a game; the first one by default."""
    return click.option(
        "--edition",
        type=click.Choice(editions),
        default=editions[0],
        envvar="MURPHY_EDITION",
        show_default=True,
    )


def settings_from(config: str | None, **options: Any) -> Settings:
    """The settings from a command's configuration file, the environment and its options (None: not given).

    Root's process goes on as the account that alone decides what the file says, and
    what lies in the journal's place. Raises AccountError if several do, SettingsError,
    also for a file that does not exist, but in the folder of the companion's own state:
    there the host's page makes it.
    """
    path = Path(config) if config else default_config(os.environ)
    accounts.as_the_keeper(path)
    kept = path.parent == state_directory(os.environ)
    if config and not kept and not os.path.exists(path):
        raise errors.SettingsError("settings.no-file", where=config)
    settings = load(path, os.environ, options)
    if settings.journal:
        accounts.as_the_keeper(settings.journal)
    return settings


def words_of(lang: str | None) -> Words:
    """The words of a language, or of the locale's if none is named."""
    return words(lang or language_of_locale())
