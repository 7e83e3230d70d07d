"""Buzzer, lamp and buttons: what a person would hear and see, read from gpiozero's recording pins."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.dumm_gelaufen.sounds import SOUNDS
from companion.sounds import LONGEST_TONE, sound_of
from companion.words import LANGUAGES, words
from hardware.board import Board, Wiring, is_expected, open_board
from hardware.signals import CLOSING_SECONDS, Signals
from tests.brokers import until

pytestmark = pytest.mark.native


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class Clock:
    """A wait that remembers instead of sleeping."""

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.all_done = threading.Event()
        self.until = 0

    def expect(self, waits: int) -> None:
        self.until = waits

    def __call__(self, seconds: float) -> bool:
        self.waited.append(seconds)
        if len(self.waited) == self.until:
            self.all_done.set()
        return False


def states(pins: MockFactory, pin: int) -> list[bool]:
    return [bool(state.state) for state in pins.pin(pin).states]


def announced(sound: str) -> tuple[str, dict[str, str]]:
    """What is announced when this sounds: a kind, and with a claim its verdict."""
    if sound.startswith("claim-"):
        return "claim", {"verdict": sound.removeprefix("claim-")}
    return sound, {}


def played(kind: str, wiring: Wiring, *, quiet: bool = False) -> Clock:
    """Sound one announcement to its end, and close."""
    clock = Clock()
    clock.expect(len(SOUNDS[kind]))
    signals = Signals(
        lambda: open_board(wiring), lambda: SOUNDS, quiet=quiet, wait=clock
    )
    signals.give(*announced(kind))
    assert clock.all_done.wait(60)
    signals.close()
    assert not signals.alive
    return clock


class TestSounds:
    @pytest.mark.parametrize("kind", SOUNDS)
    def test_no_tone_is_long(self, kind: str) -> None:
        """No beat sounds longer than a second, and every pattern ends in silence."""
        assert all(beat.seconds <= LONGEST_TONE for beat in SOUNDS[kind])
        assert SOUNDS[kind][-1].tone is None

    def test_kinds_differ(self) -> None:
        """An at-once action cannot be mistaken for a won round, not even on an active buzzer."""
        rhythms = {
            kind: tuple((b.seconds, b.tone is None) for b in beats)
            for kind, beats in SOUNDS.items()
        }

        assert len(set(rhythms.values())) == len(rhythms)


class TestSignals:
    @pytest.mark.parametrize("kind", SOUNDS)
    def test_an_active_buzzer_is_heard(self, pins: MockFactory, kind: str) -> None:
        """The recorded pin goes on and off once a tone, and ends off."""
        played(kind, Wiring())
        tones = sum(beat.tone is not None for beat in SOUNDS[kind])

        assert [False] + [True, False] * tones == states(pins, 18)

    def test_the_rhythm_is_the_patterns(self, pins: MockFactory) -> None:
        """The waits between the edges are the pattern's."""
        assert [beat.seconds for beat in SOUNDS["at-once"]] == played(
            "at-once", Wiring()
        ).waited

    def test_quiet_lights_only(self, pins: MockFactory) -> None:
        """In quiet mode the lamp lights and the buzzer stays off."""
        played("round-won", Wiring(lamp_pin="GPIO23"), quiet=True)

        assert [False] == states(pins, 18)
        assert [False, True, False] == states(pins, 23)

    def test_after_a_sound_it_is_dark_and_silent(self, pins: MockFactory) -> None:
        """Lamp and buzzer go off when the pattern ends, not when the board is closed."""
        wiring = Wiring(lamp_pin="GPIO23")
        signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, wait=Clock())
        signals.give("at-once")

        until(lambda: len(states(pins, 23)) == 3)

        assert [False, True, False] == states(pins, 23)
        assert not states(pins, 18)[-1]
        signals.close()

    def test_a_claim_sounds_by_its_verdict(self) -> None:
        """Refused and open claims sound, each its own way; one that holds is the sound of a round won."""
        verdicts = ("yes", "no", "depends")
        sounds = [sound_of(SOUNDS, "claim", {"verdict": each}) for each in verdicts]

        assert [None, SOUNDS["claim-no"], SOUNDS["claim-depends"]] == sounds

    def test_unknown_kinds_are_silent(self, pins: MockFactory) -> None:
        """A kind without a sound makes none."""
        signals = Signals(lambda: open_board(Wiring()), lambda: SOUNDS, wait=Clock())
        signals.give("table")
        signals.close()

        assert [False] == states(pins, 18)

    def test_closing_in_the_middle_silences(self, pins: MockFactory) -> None:
        """Whoever closes in the middle of a tone hears the end of it."""
        sounding, go_on = threading.Event(), threading.Event()

        def wait(seconds: float) -> bool:
            sounding.set()
            return go_on.wait(60)

        signals = Signals(lambda: open_board(Wiring()), lambda: SOUNDS, wait=wait)
        signals.give("at-once")
        assert sounding.wait(60)
        assert pins.pin(18).state
        go_on.set()
        signals.close()

        assert not states(pins, 18)[-1]

    def test_a_crowd_of_sounds_is_cut(self, pins: MockFactory) -> None:
        """Giving never blocks: what does not fit the queue is dropped."""
        held = threading.Event()
        signals = Signals(
            lambda: open_board(Wiring()),
            lambda: SOUNDS,
            wait=lambda seconds: held.wait(60),
        )
        for _ in range(1000):
            signals.give("at-once")
        held.set()
        signals.close()

        assert not signals.alive
        assert not states(pins, 18)[-1]

    def test_a_driver_that_dies_is_opened_anew(self, pins: MockFactory) -> None:
        """A device that raises in the middle costs one sound, not the thread."""
        clock = Clock()
        clock.expect(len(SOUNDS["keep"]))
        boards = iter((Board(buzzer=Dying()), open_board(Wiring())))
        signals = Signals(lambda: next(boards), lambda: SOUNDS, wait=clock)
        signals.give("at-once")
        signals.give("keep")
        assert clock.all_done.wait(60)

        assert signals.alive
        assert [notice.key for notice in signals.notices] == ["hardware.failed"]
        signals.close()
        assert [False, True, False, True, False] == states(pins, 18)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_is_ended_leaves_silence_and_is_replaced(
        self, pins: MockFactory
    ) -> None:
        """Whatever ends it in the middle of a tone: the buzzer is off, and the next sound is heard."""
        clock = Clock()
        clock.expect(len(SOUNDS["keep"]))
        ending = threading.Event()

        def wait(seconds: float) -> bool:
            if not ending.is_set():
                ending.set()
                raise SystemExit
            return clock(seconds)

        signals = Signals(lambda: open_board(Wiring()), lambda: SOUNDS, wait=wait)
        thread = signals._thread
        signals.give("at-once")
        thread.join(5)
        before = states(pins, 18)
        signals.give("keep")
        assert clock.all_done.wait(60)
        signals.close()

        assert [False, True, False] == before
        assert [*before, True, False, True, False] == states(pins, 18)[:7]
        assert not states(pins, 18)[-1]

    def test_a_driver_that_hangs_does_not_hold_up_the_end(self) -> None:
        """Closing waits for it a little, not for ever."""
        hangs, go_on = threading.Event(), threading.Event()
        signals = Signals(
            lambda: Board(buzzer=Hanging(hangs, go_on)), lambda: SOUNDS, wait=Clock()
        )
        signals.give("at-once")
        assert hangs.wait(60)
        began = time.monotonic()
        signals.close()
        took = time.monotonic() - began
        go_on.set()

        assert CLOSING_SECONDS <= took < CLOSING_SECONDS + 5


class Hanging:
    """A buzzer whose driver does not come back until it may."""

    def __init__(self, hangs: threading.Event, may: threading.Event) -> None:
        self._hangs, self._may = hangs, may

    def on(self, tone: str) -> None:
        self._hangs.set()
        self._may.wait(60)

    def off(self) -> None:
        """Off."""


class Dying:
    """A buzzer whose driver has gone."""

    def on(self, tone: str) -> None:
        raise OSError("GPIO gone")

    def off(self) -> None:
        """Still off."""


class TestBoard:
    def test_a_passive_buzzer_plays_tones(self) -> None:
        """Every tone of every pattern is within a passive buzzer's range, and is played by PWM."""
        before, Device.pin_factory = (
            Device.pin_factory,
            MockFactory(pin_class=MockPWMPin),
        )
        try:
            for kind in SOUNDS:
                played(kind, Wiring(buzzer="passive"))
                duty = [state.state for state in Device.pin_factory.pin(18).states]
                assert max(duty) > 0
                assert duty[-1] == 0
                Device.pin_factory.reset()
        finally:
            Device.pin_factory = before

    def test_buttons_call(self, pins: MockFactory) -> None:
        """A pressed claim button says its seat, whether every seat has one or not; the turn button says done."""
        pressed: list[object] = []
        seats = ("GPIO5", "", "GPIO6")
        wiring = Wiring(buzzer="none", seat_pins=seats, done_pin="GPIO13")
        board = open_board(
            wiring, on_seat=pressed.append, on_done=lambda: pressed.append("done")
        )
        for pin in (6, 5, 13):
            pins.pin(pin).drive_low()
            pins.pin(pin).drive_high()
        board.close()

        assert [2, 0, "done"] == pressed
        assert () == board.notices

    def test_a_held_button_is_more_than_a_pressed_one(
        self, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """While a phone asks for it: gpiozero tells after the time that is asked of it, and nobody's turn ends."""
        monkeypatch.setattr("hardware.board.HELD_SECONDS", 0.01)
        held, told = threading.Event(), list[str]()
        wiring = Wiring(buzzer="none", done_pin="GPIO13")
        board = open_board(
            wiring,
            on_done=lambda: told.append("done"),
            awaited=lambda: held.set,
        )
        pins.pin(13).drive_low()
        came = held.wait(10)
        pins.pin(13).drive_high()
        board.close()

        assert (True, []) == (came, told)
        assert wiring.buttons
        assert not Wiring().buttons

    def test_a_press_while_a_hold_is_awaited(self, pins: MockFactory) -> None:
        """Whoever only presses meanwhile has pressed, once, as soon as the finger is gone."""
        told = list[object]()
        wiring = Wiring(buzzer="none", seat_pins=("GPIO5",))
        board = open_board(wiring, on_seat=told.append, awaited=lambda: lambda: None)
        pins.pin(5).drive_low()
        before = [*told]
        pins.pin(5).drive_high()
        board.close()

        assert ([], [0]) == (before, told)

    def test_a_press_counts_at_once(self, pins: MockFactory) -> None:
        """Nobody asks for a hold: who claims first is who pressed first, however long the finger stays."""
        told = list[object]()
        wiring = Wiring(buzzer="none", seat_pins=("GPIO5",))
        board = open_board(wiring, on_seat=told.append)
        pins.pin(5).drive_low()
        before = [*told]
        pins.pin(5).drive_high()
        board.close()

        assert ([0], [0]) == (before, told)

    def test_a_press_that_fails_ends_no_driver(
        self, pins: MockFactory, caplog: pytest.LogCaptureFixture
    ) -> None:
        """One thread of the driver calls for all buttons: what goes wrong behind one is written down, no more."""

        def fails() -> None:
            raise KeyError("a bug")

        board = open_board(Wiring(buzzer="none", done_pin="GPIO13"), on_done=fails)
        pins.pin(13).drive_low()
        board.close()

        assert "GPIO13" in caplog.text

    def test_devices_are_counted(self) -> None:
        """A buzzer that is none does not count, whatever pin it has."""
        assert 1 == Wiring().wired
        assert 0 == Wiring(buzzer="none").wired
        assert 4 == Wiring("passive", "GPIO18", "GPIO23", ("GPIO5", "GPIO6")).wired

    @pytest.mark.parametrize(
        "wiring",
        [
            Wiring(buzzer_pin="GPIO99"),
            Wiring(buzzer_pin="nonsense"),
            Wiring(lamp_pin="GPIO18"),
        ],
        ids=["no such pin", "no name of a pin", "busy"],
    )
    def test_a_pin_that_fails_is_a_notice(
        self, pins: MockFactory, wiring: Wiring
    ) -> None:
        """A missing, misnamed or busy pin costs its device; the notice names it in every language."""
        board = open_board(wiring)
        board.buzzer.on("A4")
        board.lamp.on()
        board.close()

        assert ["hardware.no-pin"] == [notice.key for notice in board.notices]
        assert all(
            str(board.notices[0].params["pin"]) in words(lang)(board.notices[0])
            for lang in LANGUAGES
        )

    def test_without_a_pi(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a machine without pins every device is a notice and nothing raises."""
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        before, Device.pin_factory = Device.pin_factory, None
        try:
            board = open_board(
                Wiring(lamp_pin="GPIO23", seat_pins=("GPIO5",), done_pin="GPIO6")
            )
            board.buzzer.on("A4")
            board.close()
        finally:
            Device.pin_factory = before

        assert len(board.notices) in (0, 4), (
            "a Pi has all four pins, another machine none"
        )

    @pytest.mark.parametrize(
        ("wiring", "chips", "expected"),
        [
            (Wiring(), (), False),
            (Wiring(), ("gpiochip0",), True),
            (Wiring(lamp_pin="GPIO23"), (), True),
            (Wiring(buzzer_pin="GPIO4"), (), True),
        ],
        ids=["a laptop", "a Pi", "a lamp was wired", "another pin"],
    )
    def test_who_expects_pins(
        self, tmp_path: Path, wiring: Wiring, chips: tuple[str, ...], expected: bool
    ) -> None:
        """A machine without pins says nothing of them, unless somebody has wired something."""
        for chip in chips:
            (tmp_path / chip).touch()

        assert expected == is_expected(wiring, tmp_path)

    def test_closing_twice(self, pins: MockFactory) -> None:
        """A closed board may be closed again, and its pins are free."""
        board = open_board(Wiring())
        board.close()
        board.close()

        assert () == open_board(Wiring()).notices
