"""Buzzer, lamp and buttons: what a person would hear and see, read from gpiozero's recording pins."""

import threading
import time
import warnings
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Button, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.dumm_gelaufen.sounds import SOUNDS
from companion.sounds import LONGEST_TONE, Beat, sound_of
from companion.words import LANGUAGES, words
from hardware.board import Board, Touched, Wiring, is_expected, open_board
from hardware.signals import CLOSING_SECONDS, TRIAL, Signals
from tests.waiting import until

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
    signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, quiet=quiet, wait=clock)
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


def ends_thread_once(clock: Clock, ending: threading.Event) -> Callable[[float], bool]:
    """A clock that ends the thread that waits for it first, and says so."""

    def wait(seconds: float) -> bool:
        if not ending.is_set():
            ending.set()
            raise SystemExit
        return clock(seconds)

    return wait


class TestSignals:
    @pytest.mark.parametrize("kind", SOUNDS)
    def test_an_active_buzzer_is_heard(self, pins: MockFactory, kind: str) -> None:
        """The recorded pin goes on and off once a tone, and ends off."""
        played(kind, Wiring())
        tones = sum(beat.tone is not None for beat in SOUNDS[kind])

        assert [False] + [True, False] * tones == states(pins, 18)

    def test_the_rhythm_is_the_patterns(self, pins: MockFactory) -> None:
        """The waits between the edges are the pattern's."""
        assert [beat.seconds for beat in SOUNDS["at-once"]] == played("at-once", Wiring()).waited

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

    def test_a_sound_without_an_end_ends(self, pins: MockFactory) -> None:
        """A game's pattern whose last beat is a tone leaves no tone behind."""
        sounds = {"keep": (Beat(0.1, "A4"),)}
        signals = Signals(lambda: open_board(Wiring()), lambda: sounds, wait=Clock())
        signals.give("keep")

        until(lambda: states(pins, 18) == [False, True, False])
        signals.close()

    def test_a_claim_sounds_by_its_verdict(self) -> None:
        """Refused and open claims sound, each its own way; one that holds is the sound of a round won."""
        verdicts = ("yes", "no", "depends")
        sounds = [sound_of(SOUNDS, "claim", {"verdict": each}) for each in verdicts]

        assert [None, SOUNDS["claim-no"], SOUNDS["claim-depends"]] == sounds

    def test_unknown_kinds_are_silent(self, pins: MockFactory) -> None:
        """A kind without a sound makes none, lights nothing, and is no failure."""
        clock, wiring = Clock(), Wiring(lamp_pin="GPIO23")
        clock.expect(len(SOUNDS["keep"]))
        signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, wait=clock)
        signals.give("table")
        signals.give("keep")
        assert clock.all_done.wait(60)
        signals.close()

        assert () == signals.notices
        assert [False, True, False] == states(pins, 23)[:3]
        assert 1 == states(pins, 23).count(True)

    def test_after_the_end_nothing_sounds(self, pins: MockFactory) -> None:
        """Whatever is announced then: no thread is started anew, no pin taken."""
        boards = list[Board]()

        def opened() -> Board:
            boards.append(open_board(Wiring()))
            return boards[-1]

        signals = Signals(opened, lambda: SOUNDS, wait=Clock())
        signals.close()
        signals.give("keep")

        assert (1, False) == (len(boards), signals.alive)
        assert [False] == states(pins, 18)

    def test_what_is_wrong_with_the_pins_is_known_at_once(self, pins: MockFactory) -> None:
        """Whoever has made it can read the notices, though opening took a while."""
        may = threading.Event()

        def opened() -> Board:
            may.wait(60)
            return open_board(Wiring(buzzer_pin="nonsense"))

        threading.Timer(0.1, may.set).start()
        signals = Signals(opened, lambda: SOUNDS, wait=Clock())
        notices = signals.notices
        signals.close()

        assert ["hardware.no-pin"] == [notice.key for notice in notices]

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_pins_that_cannot_be_opened_hold_nobody_up(self) -> None:
        """A bug while they are opened ends the thread, not the start of the program: the next sound tries anew."""
        tries, tried = list[int](), threading.Event()

        def opened() -> Board:
            tries.append(1)
            if len(tries) == 1:
                raise SystemExit
            tried.set()
            return Board()

        began = time.monotonic()
        signals = Signals(opened, lambda: SOUNDS, wait=Clock())
        took = time.monotonic() - began
        until(lambda: not signals.alive)
        signals.give("keep")
        assert tried.wait(60)
        signals.close()

        assert took < 9

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

    def test_a_trial_is_heard_whatever_is_said_about_quiet(self, pins: MockFactory) -> None:
        """Each of its tones, with the lamp; other sounds light only, and quiet may end at any time."""
        clock, wiring = Clock(), Wiring(lamp_pin="GPIO23")
        signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, quiet=True, wait=clock)
        clock.expect(len(TRIAL))
        notices = signals.try_out()
        assert clock.all_done.wait(60)
        until(lambda: not states(pins, 23)[-1])
        heard = states(pins, 18)
        signals.give("keep")
        until(lambda: states(pins, 23).count(True) == 2 and not states(pins, 23)[-1])
        quiet, signals.quiet = states(pins, 18), False
        signals.give("keep")
        until(lambda: states(pins, 23).count(True) == 3 and not states(pins, 23)[-1])
        signals.close()

        assert () == notices
        assert [beat.seconds for beat in TRIAL] == clock.waited[: len(TRIAL)]
        assert heard == quiet == states(pins, 18)[: len(heard)]
        assert any(heard)
        assert heard.count(True) < states(pins, 18).count(True)

    def test_a_trial_is_a_tune_that_one_knows_from_a_click(self) -> None:
        """Three tones that differ, each long enough to be heard, over within two seconds."""
        tones = [beat.tone for beat in TRIAL if beat.tone]

        assert len({*tones}) == len(tones) >= 3
        assert all(0.1 <= beat.seconds <= LONGEST_TONE for beat in TRIAL if beat.tone)
        assert 0.5 <= sum(beat.seconds for beat in TRIAL) <= 2

    def test_a_trial_says_what_does_not_work(self, pins: MockFactory) -> None:
        """And is one more sound for a queue that is full: whoever asks again and again is not held up."""
        held, sounding = threading.Event(), threading.Event()

        def wait(seconds: float) -> bool:
            sounding.set()
            return held.wait(60)

        wiring = Wiring(lamp_pin="GPIO23", done_pin="nonsense")
        signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, wait=wait)
        told = [signals.try_out() for _ in range(20)]
        assert sounding.wait(60)
        held.set()
        signals.close()

        assert [["hardware.no-pin"]] * 20 == [[each.key for each in notices] for notices in told]

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_trial_brings_the_thread_back(self, pins: MockFactory) -> None:
        """Where it has been ended: the host who tries the buzzer hears it."""
        clock, ending = Clock(), threading.Event()
        clock.expect(len(TRIAL))

        wait = ends_thread_once(clock, ending)
        signals = Signals(lambda: open_board(Wiring()), lambda: SOUNDS, wait=wait)
        signals.give("at-once")
        until(lambda: ending.is_set() and not signals.alive)
        signals.try_out()

        assert clock.all_done.wait(60)
        signals.close()

    def test_what_failed_is_told_beside_what_never_opened(self, pins: MockFactory) -> None:
        """Until the next failure, of which only the last is told."""
        wiring, boards = Wiring(done_pin="nonsense"), list[Board]()

        def opening() -> Board:
            boards.append(open_board(wiring))
            boards[-1].buzzer = Dying()
            return boards[-1]

        signals = Signals(opening, lambda: SOUNDS, wait=Clock())
        for count in (2, 3):
            signals.give("at-once")
            until(lambda: len(boards) == count and len(signals.notices) == 2)  # noqa: B023
        signals.close()

        assert ["hardware.no-pin", "hardware.failed"] == [n.key for n in signals.notices]

    def test_a_crowd_of_sounds_is_cut(self, pins: MockFactory) -> None:
        """Giving never blocks: what does not fit the queue is dropped, and eight sounds follow the one that is heard."""
        held, sounding = threading.Event(), threading.Event()

        def wait(seconds: float) -> bool:
            sounding.set()
            held.wait(60)
            return False

        wiring = Wiring(lamp_pin="GPIO23")
        signals = Signals(lambda: open_board(wiring), lambda: SOUNDS, wait=wait)
        signals.give("at-once")
        assert sounding.wait(60)
        for _ in range(1000):
            signals.give("at-once")
        held.set()
        until(lambda: states(pins, 23).count(True) == 9 and not states(pins, 23)[-1])
        signals.close()

        assert not signals.alive
        assert not states(pins, 18)[-1]
        assert 9 == states(pins, 23).count(True)

    def test_the_end_cuts_what_waits(self, pins: MockFactory) -> None:
        """A full queue ends as soon as an empty one: the tone that is heard stops, and no other begins."""
        wiring, long = Wiring(lamp_pin="GPIO23"), {"at-once": (Beat(60.0, "A4"),)}
        signals = Signals(lambda: open_board(wiring), lambda: long)
        for _ in range(20):
            signals.give("at-once")
        until(lambda: states(pins, 23)[-1])
        signals.close()

        assert not signals.alive
        assert 1 == states(pins, 23).count(True)

    def test_a_driver_that_dies_is_opened_anew(self, pins: MockFactory) -> None:
        """A device that raises in the middle costs one sound, not the thread."""
        clock = Clock()
        clock.expect(len(SOUNDS["keep"]))
        wiring, opened = Wiring(lamp_pin="GPIO23"), list[Board]()

        def opening() -> Board:
            opened.append(open_board(wiring))
            if len(opened) == 1:
                opened[0].buzzer = Dying()
            return opened[-1]

        signals = Signals(opening, lambda: SOUNDS, wait=clock)
        signals.give("at-once")
        signals.give("keep")
        assert clock.all_done.wait(60)

        assert signals.alive
        assert [("hardware.failed", {"why": "OSError: GPIO gone"})] == [
            (n.key, n.params) for n in signals.notices
        ]
        signals.close()
        assert [False, True, False, True, False] == states(pins, 18)[:5]
        assert 2 == states(pins, 18).count(True)
        assert 2 == states(pins, 23).count(True)

    @pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
    def test_a_thread_that_is_ended_leaves_silence_and_is_replaced(self, pins: MockFactory) -> None:
        """Whatever ends it in the middle of a tone: the buzzer is off, and the next sound is heard."""
        clock = Clock()
        clock.expect(len(SOUNDS["keep"]))
        ending = threading.Event()

        wait = ends_thread_once(clock, ending)
        signals = Signals(lambda: open_board(Wiring()), lambda: SOUNDS, wait=wait)
        thread = signals._thread
        signals.give("at-once")
        thread.join(60)
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
        signals = Signals(lambda: Board(buzzer=Hanging(hangs, go_on)), lambda: SOUNDS, wait=Clock())
        signals.give("at-once")
        assert hangs.wait(60)
        began = time.monotonic()
        signals.close()
        took = time.monotonic() - began
        go_on.set()

        assert CLOSING_SECONDS <= took < CLOSING_SECONDS + 30
        assert 1 <= CLOSING_SECONDS <= 5, "whoever ends the program waits for it"

    def test_a_driver_that_is_slow_is_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One that comes back in time leaves silence."""
        monkeypatch.setattr("hardware.signals.CLOSING_SECONDS", 60.0)
        hangs, go_on = threading.Event(), threading.Event()
        buzzer = Hanging(hangs, go_on)
        signals = Signals(lambda: Board(buzzer=buzzer), lambda: SOUNDS, wait=Clock())
        signals.give("at-once")
        assert hangs.wait(60)
        threading.Timer(0.1, go_on.set).start()
        signals.close()

        assert not signals.alive


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
        """Every tone of every pattern is within a passive buzzer's range, is played by PWM, and ends where the pattern is silent."""
        before, Device.pin_factory = (Device.pin_factory, MockFactory(pin_class=MockPWMPin))
        try:
            for kind in SOUNDS:
                played(kind, Wiring(buzzer="passive"))
                duty = [state.state for state in Device.pin_factory.pin(18).states]
                beats = [False, *(beat.tone is not None for beat in SOUNDS[kind])]
                assert [on for on, _ in groupby(beats)] == [
                    on for on, _ in groupby(map(bool, duty))
                ]
                Device.pin_factory.reset()
        finally:
            Device.pin_factory = before

    @pytest.mark.parametrize("tone", ["A2", "A6"])
    def test_a_passive_buzzer_has_four_octaves(self, tone: str) -> None:
        """From A2 to A6: a game's sounds may use all of them."""
        before, Device.pin_factory = (Device.pin_factory, MockFactory(pin_class=MockPWMPin))
        try:
            board = open_board(Wiring(buzzer="passive"))
            board.buzzer.on(tone)
            sounding = Device.pin_factory.pin(18).state
            board.close()
            Device.pin_factory.reset()
        finally:
            Device.pin_factory = before

        assert sounding > 0

    def test_buttons_call(self, pins: MockFactory) -> None:
        """A pressed claim button says its seat, whether every seat has one or not; the turn button says done."""
        pressed: list[object] = []
        seats = ("GPIO5", "", "GPIO6")
        wiring = Wiring(buzzer="none", seat_pins=seats, done_pin="GPIO13")
        board = open_board(wiring, on_seat=pressed.append, on_done=lambda: pressed.append("done"))
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
        board = open_board(wiring, on_done=lambda: told.append("done"), awaited=lambda: held.set)
        pins.pin(13).drive_low()
        came = held.wait(60)
        pins.pin(13).drive_high()
        board.close()

        assert (True, []) == (came, told)

    def test_a_button_knows_a_finger_from_a_bounce(
        self, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What the driver is asked for: contacts bounce for milliseconds, nobody presses twice in a tenth of a second or holds for three without meaning it."""
        opened = list[Button]()

        class Kept(Button):  # type: ignore[misc]  # gpiozero is untyped
            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                opened.append(self)

        monkeypatch.setattr("gpiozero.Button", Kept)
        board = open_board(Wiring(seat_pins=("GPIO5",), done_pin="GPIO13"))
        asked = [(button.pin.bounce, button.hold_time) for button in opened]
        board.close()

        assert 2 == len(asked)
        assert all(0.02 <= bounce <= 0.1 and 2 <= hold <= 5 for bounce, hold in asked)

    def test_which_wirings_have_buttons(self) -> None:
        """At one seat is enough; an empty name is none."""
        assert Wiring(done_pin="GPIO13").buttons
        assert Wiring(seat_pins=("", "GPIO5")).buttons
        assert not Wiring(lamp_pin="GPIO23", seat_pins=("", "")).buttons

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

    def test_a_held_finger_counts_once(self) -> None:
        """What was held is no press when it is released, and held once however often the driver says so; the next press is one."""
        told, waits = list[str](), [True]
        finger = Touched(
            lambda: told.append("pressed"),
            awaited=lambda: (lambda: told.append("held")) if waits[0] else None,
        )
        for event in (finger.down, finger.long, finger.long, finger.up, finger.up):
            event()
        waits[0] = False
        for event in (finger.down, finger.long, finger.up):
            event()

        assert ["held", "pressed"] == told

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
        assert 0 == Wiring(buzzer_pin="").wired
        assert 2 == Wiring(done_pin="GPIO13").wired
        assert 4 == Wiring("passive", "GPIO18", "GPIO23", ("GPIO5", "GPIO6")).wired

    def test_a_machine_without_pins_is_told_as_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where no driver finds any, people read what that means, and no name of an exception."""
        monkeypatch.setattr("gpiozero.Device.pin_factory", None)
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-of-them")
        (notice,) = open_board(Wiring()).notices
        told = words("en")(notice)

        assert told.startswith("Nothing sounds or lights at pin GPIO18: this is no Raspberry Pi, ")

    @pytest.mark.parametrize(
        "wiring",
        [Wiring(buzzer_pin="GPIO99"), Wiring(buzzer_pin="nonsense"), Wiring(lamp_pin="GPIO18")],
        ids=["no such pin", "no name of a pin", "busy"],
    )
    def test_a_pin_that_fails_is_a_notice(self, pins: MockFactory, wiring: Wiring) -> None:
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

    def test_a_notice_says_what_the_driver_said(self, pins: MockFactory) -> None:
        """Its kind and its reason, of which a long one is cut; the devices beside it work."""
        wiring = Wiring(lamp_pin="GPIO18", seat_pins=("x" * 300,), done_pin="GPIO13")
        done = list[int]()
        board = open_board(wiring, on_done=lambda: done.append(1))
        pins.pin(13).drive_low()
        busy, long = (str(notice.params["why"]) for notice in board.notices)
        board.close()

        assert busy.startswith("GPIOPinInUse: ")
        assert "GPIO18 is already in use" in busy
        assert 200 == len(long)
        assert [1] == done

    def test_a_buzzer_that_is_none_takes_no_pin(self, pins: MockFactory) -> None:
        """Another device may be on it."""
        wiring = Wiring(buzzer="none", lamp_pin="GPIO18")
        board = open_board(wiring)
        board.lamp.on()
        lit = states(pins, 18)
        board.close()

        assert ((), [False, True]) == (board.notices, lit)
        assert () == open_board(Wiring(buzzer_pin="", lamp_pin="GPIO18")).notices

    def test_without_a_pi(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On a machine without pins every device is a notice; nothing raises, or warns of every driver besides."""
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        before, Device.pin_factory = Device.pin_factory, None
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                board = open_board(
                    Wiring(lamp_pin="GPIO23", seat_pins=("GPIO5",), done_pin="GPIO6")
                )
            board.buzzer.on("A4")
            board.close()
        finally:
            Device.pin_factory = before

        assert [] == warned
        assert len(board.notices) in (0, 4), "a Pi has all four pins, another machine none"

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

    def test_a_device_that_fails_at_the_end_leaves_no_other_on(self, pins: MockFactory) -> None:
        """The buzzer's driver has gone, and so has a button's: the lamp is dark, every pin free."""

        class Failing(Dying):
            def off(self) -> None:
                raise OSError("GPIO gone")

        board = open_board(Wiring(lamp_pin="GPIO23", done_pin="GPIO13"))
        board.buzzer = Failing()
        board.lamp.on()
        board.close()

        assert [False, True, False] == states(pins, 23)[:3]
        assert () == open_board(Wiring("active", "GPIO13", "GPIO23", ("GPIO18",))).notices

    def test_nothing_is_what_is_not_wired(self, pins: MockFactory) -> None:
        """No buzzer, no lamp: whoever sounds and lights them does nothing, and no pin is touched."""
        board = open_board(Wiring("none"))
        board.buzzer.on("A4")
        board.lamp.on()
        board.buzzer.off()
        board.lamp.off()
        board.close()

        assert () == board.notices
        assert {} == pins.pins

    def test_each_seat_has_the_button_at_its_place(self, pins: MockFactory) -> None:
        """Seats without one are counted; the same pin twice is told once, and the first keeps it."""
        pressed = list[int]()
        seats = ("GPIO5", "", "GPIO6", "GPIO5")
        board = open_board(Wiring("none", seat_pins=seats), on_seat=pressed.append)
        for pin in (6, 5):
            pins.pin(pin).drive_low()
            pins.pin(pin).drive_high()
        board.close()

        assert [2, 0] == pressed
        assert ["GPIO5"] == [notice.params["pin"] for notice in board.notices]

    def test_closing_twice(self, pins: MockFactory) -> None:
        """What still sounds or is lit goes off; a closed board may be closed again, and all its pins are free."""
        wiring = Wiring(lamp_pin="GPIO23", seat_pins=("GPIO5",), done_pin="GPIO13")
        board = open_board(wiring)
        board.buzzer.on("A4")
        board.lamp.on()
        lit = (states(pins, 18), states(pins, 23))
        board.close()
        board.close()

        assert ([False, True], [False, True]) == lit
        assert (False, False) == (states(pins, 18)[-1], states(pins, 23)[-1])
        assert () == open_board(wiring).notices
