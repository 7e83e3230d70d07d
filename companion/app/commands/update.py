"""The command `murphy update`: fetches a newer version from the checkout's remote, and rolls it back if it does not come up."""

import os
import sys
from functools import partial
from pathlib import Path

import click

import companion
from companion.accounts import ROOT, account
from companion.app.update.checkout import Checkout, checkout_of
from companion.app.update.saving import save, saved_by
from companion.app.update.updating import (
    SERVICE,
    SERVICE_ACCOUNT,
    SERVICE_CONFIG,
    SERVICE_GAMES,
    Steps,
    serves_from,
    steps_of,
    steps_of_service,
    update,
)
from companion.commandline import config_option, lang_option, settings_from, words_of
from companion.errors import UpdateError
from companion.settings import state_directory


@click.command()
@click.option("--check", is_flag=True, help="Say what is new, and change nothing.")
@config_option
@lang_option
def command(check: bool, config: str | None, lang: str | None) -> None:
    """Go on to the newest version: games are copied first, and what does not answer is taken back."""
    # Load every sentence and module before the files change.
    said = words_of(lang)
    program = Path(companion.__file__).parents[1]
    checkout = checkout_of(program)
    if check:
        news = checkout.news(checkout.fetch())
    elif serves_from(checkout):
        news = update(checkout, _of_the_service(checkout, program, config))
    else:
        news = update(checkout, _of_the_owner(checkout, config))
    for line in news:
        click.echo(f"  {line}")
    key = "news" if check and news else "done" if news else "newest"
    click.echo(said.say(f"update.{key}"))


def _of_the_service(checkout: Checkout, program: Path, config: str | None) -> Steps:
    if os.geteuid() != ROOT:
        raise UpdateError("update.needs-root", path=str(SERVICE))
    if program != SERVICE:
        # Whatever runs as root from here on is root's own.
        os.execv(SERVICE / ".venv/bin/murphy", ["murphy", *sys.argv[1:]])
    settings = Path(config) if config else SERVICE_CONFIG
    who = account(SERVICE_ACCOUNT)
    return steps_of_service(checkout, partial(saved_by, who, SERVICE_GAMES, settings))


def _of_the_owner(checkout: Checkout, config: str | None) -> Steps:
    """Root acts as the checkout's owner in everything; anybody else as himself."""
    owner = checkout.owner
    if os.geteuid() == ROOT:
        if not owner.is_this:
            own = Path(config) if config else None
            return steps_of(checkout, partial(saved_by, owner, None, own), owner)
        checkout.guard()
    home = state_directory(os.environ)
    settings = settings_from(config)
    return steps_of(checkout, partial(save, settings, home), account(os.geteuid()))
