"""The command `murphy silence`: switch buzzer and lamp off, whoever left them on."""

from __future__ import annotations

import click

from companion.app.configuration.wiring import wiring_of
from companion.commandline import config_option, settings_from
from hardware.board import open_board


@click.command()
@config_option
def command(config: str | None) -> None:
    """Switch buzzer and lamp off."""
    open_board(wiring_of(settings_from(config))).close()
