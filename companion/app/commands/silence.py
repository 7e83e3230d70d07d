"""The command `murphy silence`: switch buzzer and lamp off, whoever left them on."""

import click

from companion import commandline
from hardware.board import open_board, wiring_of


@click.command()
@commandline.config_option
def command(config: str | None) -> None:
    """Switch buzzer and lamp off."""
    open_board(wiring_of(commandline.settings_from(config))).close()
