"""The command `murphy update`: fetches a newer version from the checkout's remote, and rolls it back if it does not come up."""

from __future__ import annotations

import os
from pathlib import Path

import click

import companion
from companion.app.update.checkout import checkout_of
from companion.app.update.steps import SERVICE, SERVICE_CONFIG, serves_from, steps_of
from companion.app.update.updating import update
from companion.commandline import config_option, lang_option, settings_from, words_of
from companion.errors import UpdateError


@click.command()
@click.option("--check", is_flag=True, help="Say what is new, and change nothing.")
@config_option
@lang_option
def command(check: bool, config: str | None, lang: str | None) -> None:
    """Go on to the newest version: games are copied first, and what does not answer is taken back."""
    # Load every sentence and module before the files change.
    said = words_of(lang)
    checkout = checkout_of(Path(companion.__file__).parents[1])
    if check:
        news = checkout.news(checkout.fetch())
    else:
        serves = serves_from(checkout)
        if serves and os.geteuid() != 0:
            raise UpdateError("update.needs-root", path=str(SERVICE))
        if serves and config is None and SERVICE_CONFIG.exists():
            config = str(SERVICE_CONFIG)
        news = update(checkout, steps_of(checkout, settings_from(config), serves))
    for line in news:
        click.echo(f"  {line}")
    key = "news" if check and news else "done" if news else "newest"
    click.echo(said.say(f"update.{key}"))
