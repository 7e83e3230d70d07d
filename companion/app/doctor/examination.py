"""Everything an evening depends on, looked at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from companion.app.configuration.wiring import wiring_of
from companion.app.doctor import checks
from companion.app.doctor.checks import Check
from companion.app.doctor.machine import Machine, free_bytes, room_in
from companion.settings import Settings, state_directory
from hardware.board import open_board
from web.addresses import page_address


def examine(
    settings: Settings,
    seen: Iterable[Check],
    machine: Machine | None = None,
    pins: Check | None = None,
) -> Iterator[Check]:
    """All checks, given those of the picture; ``pins`` if a running companion holds them."""
    here = machine or Machine()
    yield from seen
    yield pins or _pins(settings)
    games = settings.journal.parent if settings.journal else None
    yield checks.of_disk(free_bytes(games or state_directory(os.environ)))
    if settings.backup is not None:
        yield checks.of_backup(room_in(settings.backup))
    yield checks.of_clock(here.clock_is_set())
    yield checks.of_heat(here.temperature(), here.throttling())
    yield checks.of_network((page_address(settings.host),), settings.port)
    yield checks.of_sound(here.sound_cards(), settings.quiet)


def _pins(settings: Settings) -> Check:
    wiring = wiring_of(settings)
    board = open_board(wiring)
    board.close()
    return checks.of_pins(board.notices, wiring.wired)
