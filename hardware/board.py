"""What is wired to the pins: buzzer, lamp, one button per seat, the "turn done" button, on gpiozero.

gpiozero chooses the driver (lgpio on a Pi). A pin that is missing, busy or misnamed
costs only its device: the game goes on, with a notice.
"""

import logging
import warnings
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from companion.announce import Message, message
from companion.settings import Settings

BOUNCE_SECONDS: Final = 0.05
HELD_SECONDS: Final = 3.0
"""Longer than a button is held by somebody who only means to press it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which device is on which pin (``GPIO18`` or ``BOARD12``, gpiozero's names); an empty name: none."""

    buzzer: str = "active"
    """``active``, ``passive`` or ``none``."""
    buzzer_pin: str = "GPIO18"
    lamp_pin: str = ""
    seat_pins: tuple[str, ...] = ()
    done_pin: str = ""

    @property
    def buttons(self) -> bool:
        """Whether there is a button that can be held."""
        return bool(self.done_pin) or any(self.seat_pins)

    @property
    def wired(self) -> int:
        """The number of devices."""
        buzzer = self.buzzer != "none" and bool(self.buzzer_pin)
        others = (self.lamp_pin, *self.seat_pins, self.done_pin)
        return buzzer + sum(map(bool, others))


def wiring_of(settings: Settings) -> Wiring:
    """Which device is on which pin, according to the settings."""
    return Wiring(
        settings.buzzer,
        settings.buzzer_pin,
        settings.lamp_pin,
        settings.seat_pins,
        settings.done_pin,
    )


def is_expected(wiring: Wiring, devices: Path = Path("/dev")) -> bool:
    """Whether anybody expects devices at the pins: this machine has pins, or the settings name some."""
    return wiring != Wiring() or any(devices.glob("gpiochip*"))


class Sounder(Protocol):
    """Something that sounds until it is told to stop."""

    def on(self, tone: str) -> None:
        """Sound a tone by name (``A4``); what has one only sounds that."""
        ...

    def off(self) -> None:
        """Be silent."""
        ...


class Switch(Protocol):
    """Something that is on or off."""

    def on(self) -> None:
        """Be lit, or closed, until it is switched off."""
        ...

    def off(self) -> None:
        """Be dark, or open, until it is switched on."""
        ...


class Nothing:
    """A stand-in for a device that is not wired or cannot be opened."""

    def on(self, tone: str = "") -> None:
        """Do nothing."""

    def off(self) -> None:
        """Do nothing."""


class ActiveBuzzer:
    """A buzzer with its own tone: it can only be switched on and off."""

    def __init__(self, device: Any) -> None:
        self._device = device

    def on(self, tone: str) -> None:
        """Sound its own tone, whichever is named."""
        self._device.on()

    def off(self) -> None:
        """Be silent."""
        self._device.off()


class PassiveBuzzer:
    """A buzzer driven with tones by software PWM."""

    def __init__(self, device: Any) -> None:
        self._device = device

    def on(self, tone: str) -> None:
        """Sound a tone by name (``A4``)."""
        self._device.play(tone)

    def off(self) -> None:
        """Be silent."""
        self._device.stop()


Awaited: TypeAlias = Callable[[], Callable[[], None] | None]
"""Asked when a button goes down: what to call if it is held for long; None if nobody waits for that."""


class Touched:
    """A finger on one button: a press counts at once, unless a hold is awaited."""

    def __init__(self, pressed: Callable[[], None], *, awaited: Awaited) -> None:
        self._pressed = pressed
        self._awaited = awaited
        self._held: Callable[[], None] | None = None

    def down(self) -> None:
        """The button goes down."""
        self._held = self._awaited()
        if self._held is None:
            self._pressed()

    def long(self) -> None:
        """It has been down for long."""
        held, self._held = self._held, None
        if held is not None:
            held()

    def up(self) -> None:
        """It is released."""
        was_press, self._held = self._held is not None, None
        if was_press:
            self._pressed()


@dataclass
class Board:
    """The devices that could be opened, and a notice for each that could not."""

    buzzer: Sounder = field(default_factory=Nothing)
    lamp: Switch = field(default_factory=Nothing)
    notices: tuple[Message, ...] = ()
    _open: ExitStack = field(default_factory=ExitStack)

    def close(self) -> None:
        """Silence everything and release the pins; may be called again."""
        for device in (self.buzzer, self.lamp):
            with suppress(Exception):
                device.off()
        self._open.close()


def open_board(
    wiring: Wiring,
    *,
    on_seat: Callable[[int], None] = lambda seat: None,
    on_done: Callable[[], None] = lambda: None,
    awaited: Awaited = lambda: None,
) -> Board:
    """Open what is wired; ``on_seat(seat)`` and ``on_done()`` are called from gpiozero's
    threads when a button is pressed, and ``awaited()`` when any goes down.

    Where that says what to do once it is held, a press counts when the button is
    released, and one that was held is no press.
    """
    touched = partial(Touched, awaited=awaited)
    board = Board()
    if wiring.buzzer != "none" and wiring.buzzer_pin:
        opened = _opened(board, wiring.buzzer_pin, _BUZZERS[wiring.buzzer])
        board.buzzer = opened or board.buzzer
    if wiring.lamp_pin:
        board.lamp = _opened(board, wiring.lamp_pin, _lamp) or board.lamp
    for seat, pin in enumerate(wiring.seat_pins):
        if pin:
            pressed = touched(partial(on_seat, seat))
            _opened(board, pin, partial(_button, touched=pressed))
    if wiring.done_pin:
        _opened(board, wiring.done_pin, partial(_button, touched=touched(on_done)))
    return board


def _opened(board: Board, pin: str, make: Callable[[str], tuple[Any, Any]]) -> Any:
    """The device that ``make`` created for the pin, registered for closing; None and a notice if that failed."""
    try:
        with warnings.catch_warnings():
            # gpiozero warns of every driver it skips; one notice is enough.
            warnings.simplefilter("ignore")
            device, part = make(pin)
    # Drivers may raise anything: BadPinFactory, PinUnknownPi, lgpio.error, OSError.
    except Exception as error:
        kind = type(error).__name__
        told = f"{kind}: {error}"[:200].rstrip(" .!")
        why = message("hardware.no-pins") if kind == "BadPinFactory" else told
        board.notices += (message("hardware.no-pin", pin=pin, why=why),)
        return None
    board._open.callback(_closed, device)
    return part


def _closed(device: Any) -> None:
    with suppress(Exception):
        device.close()


def _active(pin: str) -> tuple[Any, ActiveBuzzer]:
    from gpiozero import Buzzer

    device = Buzzer(pin)
    return device, ActiveBuzzer(device)


def _passive(pin: str) -> tuple[Any, PassiveBuzzer]:
    from gpiozero import TonalBuzzer

    device = TonalBuzzer(pin, octaves=2)
    return device, PassiveBuzzer(device)


def _lamp(pin: str) -> tuple[Any, Any]:
    from gpiozero import LED

    device = LED(pin)
    return device, device


def _button(pin: str, *, touched: Touched) -> tuple[Any, Any]:
    from gpiozero import Button

    device = Button(pin, bounce_time=BOUNCE_SECONDS, hold_time=HELD_SECONDS)
    device.when_pressed = _called(pin, touched.down)
    device.when_held = _called(pin, touched.long)
    device.when_released = _called(pin, touched.up)
    return device, device


def _called(pin: str, call: Callable[[], None]) -> Callable[[], None]:
    """The same callback, raising nothing: the driver's thread serves every button, and an exception would end it."""

    def called() -> None:
        try:
            call()
        except Exception:
            _log.exception("a press of the button at %s came to nothing", pin)

    return called


_BUZZERS: Final = {"active": _active, "passive": _passive}
