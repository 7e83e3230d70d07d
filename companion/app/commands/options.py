"""Options that several commands share, and the settings and words they lead to."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from companion.games.dumm_gelaufen.deck.edition import EDITIONS
from companion.settings import Settings, default_config, load
from companion.words import LANGUAGES, Words, language_of_locale, words

config_option = click.option(
    "--config", metavar="FILE", help="A TOML file of settings."
)
lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="MURPHY_LANG",
    help="Language; without it the locale's.",
)
edition_option = click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default=EDITIONS[0],
    envvar="MURPHY_EDITION",
    show_default=True,
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object a line, for programs."
)


def settings_from(config: str | None, **options: Any) -> Settings:
    """The settings of a command's configuration file, the environment and its options (None: not given)."""
    path = Path(config) if config else default_config(os.environ)
    return load(path, os.environ, options)


def words_of(lang: str | None) -> Words:
    """The words of a language, the locale's where none is named."""
    return words(lang or language_of_locale())
