"""The command `murphy update`: fetches a newer version from the checkout's remote, and rolls it back if it does not come up."""

import os
import sys
from functools import partial
from pathlib import Path

import click

import companion
from companion import accounts, commandline, errors
from companion.app.update import saving, updating
from companion.app.update.checkout import Checkout, checkout_of
from companion.settings import state_directory


@click.command()
@click.option("--check", is_flag=True, help="Say what is new, and change nothing.")
@commandline.config_option
@commandline.lang_option
def command(check: bool, config: str | None, lang: str | None) -> None:
    """Go on to the newest version: games are copied first, and what does not answer is taken back."""
    # Load every sentence and module before the files change.
    words = commandline.words_of(lang)
    program = Path(companion.__file__).parents[1]
    checkout = checkout_of(program)
    if check:
        news = checkout.news(checkout.fetch())
    elif updating.serves_from(checkout):
        news = updating.update(checkout, _of_the_service(checkout, program, config))
    else:
        news = updating.update(checkout, _of_the_owner(checkout, config))
    for line in news:
        click.echo(f"  {line}")
    key = "news" if check and news else "done" if news else "newest"
    click.echo(words.say(f"update.{key}"))


def _of_the_service(checkout: Checkout, program: Path, config: str | None) -> updating.Steps:
    if os.geteuid() != accounts.ROOT:
        raise errors.UpdateError("update.needs-root", path=str(updating.SERVICE))
    if program != updating.SERVICE:
        # Whatever runs as root from here on is root's own.
        os.execv(updating.SERVICE / ".venv/bin/murphy", ["murphy", *sys.argv[1:]])
    settings = Path(config) if config else updating.SERVICE_CONFIG
    who = accounts.account(updating.SERVICE_ACCOUNT)
    return updating.steps_of_service(
        checkout, partial(saving.saved_by, who, updating.SERVICE_GAMES, settings)
    )


def _of_the_owner(checkout: Checkout, config: str | None) -> updating.Steps:
    """Root acts as the checkout's owner in everything; anybody else as himself."""
    owner = checkout.owner
    if os.geteuid() == accounts.ROOT:
        if not owner.is_this:
            own = Path(config) if config else None
            return updating.steps_of(checkout, partial(saving.saved_by, owner, None, own), owner)
        checkout.guard()
    home = state_directory(os.environ)
    settings = commandline.settings_from(config)
    return updating.steps_of(
        checkout, partial(saving.save, settings, home), accounts.account(os.geteuid())
    )
