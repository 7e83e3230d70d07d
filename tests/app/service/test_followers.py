"""The buzzer follows the journal from now on; the watchdog is fed while all is well."""

import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest

from companion.app.service import followers
from companion.app.service.followers import (
    Follower,
    close_together,
    is_looked_after,
    sound_follower,
    watchdog,
)
from companion.app.service.systemd import Notifier
from companion.journal.journal import Draft, Journal


class Heard:
    """A buzzer that remembers."""

    def __init__(self, enough: int) -> None:
        self.kinds: list[str] = []
        self._enough = enough
        self.done = threading.Event()

    def give(self, kind: str, params: Mapping[str, Any]) -> None:
        self.kinds.append(kind)
        if len(self.kinds) == self._enough:
            self.done.set()


def told(kind: str) -> Draft:
    return Draft("announcement", {"kind": kind})


def test_the_buzzer_hears_what_comes() -> None:
    """Announcements after the start are sounded in order; older ones and other entries are not."""
    with Journal(None) as journal:
        journal.append([told("game-won")])
        heard = Heard(2)
        follower = sound_follower(journal, heard.give)
        follower.start()
        journal.append([told("at-once"), Draft("event", {}), told("round-won")])
        assert heard.done.wait(60)
        follower.close()

    assert ["at-once", "round-won"] == heard.kinds


def test_one_sound_that_fails_costs_that_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after it are heard, and it is not tried for ever."""
    monkeypatch.setattr(followers, "PAUSE_SECONDS", 0.0)
    with Journal(None) as journal:
        heard = Heard(1)
        tried: list[str] = []

        def give(kind: str, params: Mapping[str, Any]) -> None:
            tried.append(kind)
            if kind == "at-once":
                raise KeyError(kind)
            heard.give(kind, params)

        follower = sound_follower(journal, give)
        follower.start()
        journal.append([told("at-once"), told("round-won")])
        assert heard.done.wait(60)
        follower.close()

    assert ["at-once", "round-won"] == tried


@pytest.mark.parametrize(("closing", "came"), [(0.0, False), (60.0, True)])
def test_a_last_turn_takes_its_time(closing: float, came: bool) -> None:
    """A copy on a slow stick is waited for as long as it is given, and no longer."""
    began, may, done = threading.Event(), threading.Event(), threading.Event()

    def turn(ended: threading.Event) -> None:
        began.set()
        ended.wait(60)
        may.wait(60)
        done.set()

    follower = Follower("copies", turn, closing=closing)
    follower.start()
    assert began.wait(60)
    if came:
        threading.Timer(0.05, may.set).start()
    follower.close()
    was_done = done.is_set()
    may.set()

    assert came == was_done
    assert done.wait(60)


def test_several_end_at_once() -> None:
    """Each is told to end before the first is waited for: here one ends only once the other has."""
    first, both = threading.Event(), threading.Event()

    def waits(ended: threading.Event) -> None:
        if ended.wait(60) and first.wait(20):
            both.set()

    def ends(ended: threading.Event) -> None:
        ended.wait(60)
        first.set()

    followers = [Follower(str(turn), turn, closing=20.0) for turn in (waits, ends)]
    for follower in followers:
        follower.start()
    close_together(followers)

    assert both.is_set()


def test_one_that_hangs_has_had_its_time_while_others_were_waited_for() -> None:
    """It is not waited for as long again."""
    began, may, done = threading.Event(), threading.Event(), threading.Event()

    def hangs(_: threading.Event) -> None:
        began.set()
        may.wait(60)
        done.set()

    follower = Follower("hangs", hangs, closing=30.0)
    follower.start()
    assert began.wait(60)
    late = threading.Timer(5.0, may.set)
    late.start()
    follower.close(since=time.monotonic() - 30)
    was_done = done.is_set()
    late.cancel()
    may.set()

    assert not was_done


class Fed(Notifier):
    """A watchdog that counts its meals."""

    def __init__(self) -> None:
        super().__init__({"WATCHDOG_USEC": "30000"})
        self.meals = 0
        self.full = threading.Event()

    def alive(self) -> None:
        self.meals += 1
        if self.meals == 3:
            self.full.set()


def test_the_watchdog_is_fed_in_health() -> None:
    """A healthy companion feeds its watchdog again and again."""
    fed = Fed()
    follower = watchdog(fed, lambda: True)
    follower.start()

    assert fed.full.wait(60)
    follower.close()


def test_a_sick_companion_starves_it() -> None:
    """Asked again and again, a companion that is not well never feeds it."""
    asked = threading.Semaphore(0)

    def healthy() -> bool:
        asked.release()
        return False

    fed = Fed()
    follower = watchdog(fed, healthy)
    follower.start()
    for _ in range(3):
        assert asked.acquire(timeout=60)
    follower.close()

    assert fed.meals == 0


@pytest.mark.parametrize(
    ("age", "kept", "well"),
    [
        (0.1, True, True),
        (30.0, True, True),
        (46.0, True, False),
        (None, True, True),
        (0.1, False, False),
        (None, False, False),
    ],
    ids=["looks", "replaced", "lost", "never", "unkept", "never unkept"],
)
def test_an_eye_is_looked_after(age: float | None, kept: bool, well: bool) -> None:
    """Hanging is the supervisor's affair; a camera process lost for good, or nobody to keep it, a new start's; one that never was, nobody's."""
    assert well == is_looked_after(age, kept=kept)
