"""Real disks that run full, die, are read-only, or lose their power: said in a sentence, and nothing acknowledged is lost."""

import json
import os
import random
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.app.backups import back_up, restore
from companion.app.service.composition import Companion
from companion.errors import JournalError
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Draft, Journal, read
from companion.kit.painted import ScriptConfig
from companion.session.session import Session
from companion.table import OBSERVATIONS, Observation
from companion.whole_file import sync
from companion.words import LANGUAGES, words
from tests.app.service.test_faults import away, public, running, settings, show, worded
from tests.disks import Card, Full, card, database, missing, run, small
from tests.games.dumm_gelaufen.evening import seen, setup
from tests.games.dumm_gelaufen.onlooker import Noise
from tests.waiting import until

__all__ = ["away"]  # the fixture of a household of its own
WHY = missing()
pytestmark = pytest.mark.skipif(WHY is not None, reason=f"a file system {WHY}")
CASTING = ScriptConfig(6, 3)


@pytest.fixture(scope="module")
def looks() -> list[Observation]:
    """What is seen of the beginning of an evening."""
    return [*seen(CASTING, 60, noise=Noise())]


@pytest.fixture(scope="module")
def fine(looks: list[Observation]) -> dict[str, Any]:
    """What everybody may see once a session has seen all of it without a fault."""
    with Journal(None) as journal:
        return public(tells(journal, looks))


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Full]:
    with small(tmp_path) as made:
        yield made


@pytest.fixture
def sd(tmp_path: Path) -> Iterator[Card]:
    with card(tmp_path) as made:
        yield made


@pytest.mark.slow
def test_a_full_disk(
    away: Path, full: Full, looks: list[Observation], fine: dict[str, Any]
) -> None:
    """It is said, to who taps as well; pages are served; once there is room all that was seen meanwhile is told."""
    third = len(looks) // 3
    with running(settings(full.place / "j"), away) as companion:
        show(companion, looks[:third])
        full.fill()
        show(companion, looks[third : 2 * third])
        broken, well = companion.health.public(), companion.health.healthy()
        with pytest.raises(JournalError) as refused:
            companion.session.correct({"do": "pause"})
        full.free()
        until(lambda: companion.health.public()["journal"])
        whole = companion.health.public()
        show(companion, looks[2 * third :])
        ended = public(companion.session)

    assert ["journal.disk-full"] == worded(broken["notices"])
    assert well, "a restart would not make room"
    assert "journal.disk-full" == refused.value.message.key
    assert [] == whole["notices"]
    assert ended == fine
    assert ended == public(reopened(full.place / "j"))


def healthz(companion: Companion) -> tuple[int, bool, list[str]]:
    """The status that everybody is answered, whether all is well, and what is wrong."""
    asked = Request(f"http://127.0.0.1:{companion.server.port}/healthz")
    try:
        with urlopen(asked, timeout=30) as answer:
            status, body = answer.status, answer.read()
    except HTTPError as error:
        with error:
            status, body = error.code, error.read()
    told = json.loads(body)
    return status, told["ok"], [text["en"] for text in told["notices"]]


def writes_protected(sd: Card) -> None:
    """As the system does it where a card fails."""
    run("mount", "-o", "remount,abort", str(sd.place))


def test_a_full_disk_that_nobody_writes_to(away: Path, full: Full) -> None:
    """Without a camera, and without a tap: every page and /healthz say so, and no more once there is room."""
    with running(settings(full.place / "j"), away) as companion:
        well = healthz(companion)
        full.fill()
        until(lambda: not companion.health.public()["journal"])
        broken = healthz(companion)
        full.free()
        until(lambda: companion.health.public()["journal"])

        assert (200, True, []) == well == healthz(companion)
    assert (503, False) == broken[:2]
    assert ["The disk is full"] == [why.partition(":")[0] for why in broken[2]]


@pytest.mark.parametrize(
    "dies", [Card.lose_power, writes_protected], ids=["dead", "write-protected"]
)
def test_a_card_that_dies_while_nobody_looks(
    away: Path, sd: Card, dies: Callable[[Card], None]
) -> None:
    """The same, of a card that takes nothing any more; nobody has to tap for it."""
    with running(settings(sd.place / "j"), away) as companion:
        well = healthz(companion)
        dies(sd)
        until(lambda: not companion.health.public()["journal"])
        status, ok, (why,) = healthz(companion)
        assert companion.health.healthy(), "a restart would not help"

    assert (200, True, []) == well
    assert (503, False) == (status, ok)
    assert "cannot be written" in why or "read-only" in why


@pytest.mark.parametrize("room", [1.2, 0.5], ids=["little", "too little"])
def test_erasing_on_a_disk_that_is_nearly_full(full: Full, room: float) -> None:
    """It is done, or it is said that there is no room; what is not to go stays."""
    path = full.place / "j"
    with Journal(path) as journal:
        for n in range(1_000):
            journal.append([Draft("event", {"n": n, "said": "x" * 300})])
        before = journal.after(0)
    full.fill()
    with (full.place / "other").open("r+b") as file:
        file.truncate(file.seek(0, os.SEEK_END) - int(room * path.stat().st_size))
    with Journal(path) as journal:
        with suppress(JournalError):
            journal.erase(range(1, 3))

        assert before[2:] == journal.after(2)
    assert before[2:] == read(path)[2:]
    assert [] == [*full.place.glob("*.fresh*")]


@pytest.mark.slow
def test_a_card_that_dies(away: Path, sd: Card, looks: list[Observation]) -> None:
    """It is said, pages are served, the companion ends as it should; what was acknowledged is on the card."""
    half = len(looks) // 2
    with running(settings(sd.place / "j"), away) as companion:
        show(companion, looks[:half])
        before = public(companion.session)
        acknowledged = companion.journal.last
        sd.lose_power()
        show(companion, looks[half:])
        health = companion.health.public()
        after = public(companion.session)

    assert ["journal.unwritable"] == worded(health["notices"])
    assert not health["journal"]
    assert before == after, "what was not written has not happened"
    sd.unmount()
    sd.mount()
    assert acknowledged == len(read(sd.place / "j"))
    assert before == public(reopened(sd.place / "j"))


@pytest.mark.slow
def test_a_card_that_is_write_protected(
    away: Path, sd: Card, looks: list[Observation], fine: dict[str, Any]
) -> None:
    """Nothing can be played on it, in one sentence; the game on it can be read and goes on once it can be written."""
    with Journal(sd.place / "j") as journal:
        tells(journal, looks)
        played = journal.last
    sd.unmount()
    sd.mount("ro")

    with pytest.raises(JournalError) as refused:
        Companion(settings(sd.place / "j"), away / "murphy.toml")

    assert "journal.no-place" == refused.value.message.key
    assert all(words(language)(refused.value.message) for language in LANGUAGES)
    assert played == len(read(sd.place / "j"))
    sd.unmount()
    sd.mount()
    with running(settings(sd.place / "j"), away) as companion:
        assert fine == public(companion.session)


# Power ----------------------------------------------------------------------------


def tells(journal: Journal, looks: list[Observation]) -> Session[TableState]:
    """A session told what it has not seen yet."""
    session = Session(TABLE_GAME, journal, setup=setup(CASTING, camera=False), clock=lambda: 1000.0)
    known = [e.data for e in journal.after(0) if e.kind == "observation"]
    seen_to = known[-1]["frame"] if known else -1
    for look in looks:
        if look.frame >= seen_to and OBSERVATIONS.to_json(look) not in known[-5:]:
            session.observe(look)
    return session


def loses(sd: Card, looks: list[Observation], after: float, sync: str = "FULL") -> int:
    """Play until the power goes, so many seconds after the first look; how many acknowledged entries are gone."""
    acknowledged: list[int] = []
    with Journal(sd.place / "j", clock=lambda: 1000.0) as journal:
        database(journal).execute(f"PRAGMA synchronous={sync}")

        def pull() -> None:
            # While the kernel pulls the plug a sync may still return: that is no acknowledgement.
            acknowledged.append(journal.last)
            sd.lose_power()

        plug = threading.Timer(after, pull)
        plug.start()
        with suppress(JournalError):
            tells(journal, looks)
        plug.join()
    sd.unmount()
    sd.mount()
    return max(0, acknowledged[0] - left(sd.place / "j"))


def left(path: Path) -> int:
    """How many entries a file still has; 0 where it is no journal any more."""
    try:
        return len(read(path))
    except JournalError:
        return 0


def power_cuts(
    sd: Card, looks: list[Observation], fine: object, times: int, seed: int
) -> list[int]:
    """How many acknowledged entries each cut has cost; each evening is played to its end."""
    rng, lost = random.Random(seed), list[int]()
    while len(lost) < times:
        lost.append(loses(sd, looks, rng.uniform(0.0, 0.15)))
        if rng.random() < 0.2:
            assert fine == public(finished(sd, looks))
            (sd.place / "j").unlink()
    return lost


def finished(sd: Card, looks: list[Observation]) -> Session[TableState]:
    """The evening played to its end on what the cuts have left."""
    with Journal(sd.place / "j", clock=lambda: 1000.0) as journal:
        return tells(journal, looks)


def reopened(path: Path) -> Session[TableState]:
    """The session that a file comes to."""
    with Journal(path, clock=lambda: 1000.0) as journal:
        return Session(TABLE_GAME, journal, clock=lambda: 1000.0)


def test_power_that_goes_costs_nothing_acknowledged(
    sd: Card, looks: list[Observation], fine: object
) -> None:
    """A sample; `make prove` pulls the plug two hundred times."""
    assert [0] * 4 == power_cuts(sd, looks, fine, 4, 1)


@pytest.mark.prove
def test_two_hundred_power_cuts(sd: Card, looks: list[Observation], fine: object) -> None:
    """At random moments, in the middle of writing: all that was acknowledged is there, and every evening ends the same."""
    assert [0] * 200 == power_cuts(sd, looks, fine, 200, 2)


def test_a_card_is_put_in_again_whoever_has_mounts_of_his_own(sd: Card) -> None:
    """A bare system that began before the power went, and keeps what was mounted then, is none of a test's concern."""
    # It says a word once its mounts are its own, and goes with what it reads from.
    own = ["unshare", "--mount", "sh", "-c", "echo begun; exec cat"]
    with subprocess.Popen(own, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert b"begun\n" == other.stdout.readline()
        sd.lose_power()
        sd.unmount()
        sd.mount()
        (sd.place / "written").write_text("again")

    assert "again" == (sd.place / "written").read_text()


@pytest.mark.parametrize(
    "times", [6, pytest.param(100, marks=pytest.mark.prove)], ids=["some", "many"]
)
def test_power_that_goes_while_a_journal_is_made(sd: Card, times: int) -> None:
    """There is a journal or there is none, never half of one that nobody could open any more."""
    rng = random.Random(times)
    for _ in range(times):
        plug = threading.Timer(rng.uniform(0.0, 0.02), sd.lose_power)
        plug.start()
        with suppress(JournalError), Journal(sd.place / "j"):
            pass
        plug.join()
        sd.unmount()
        sd.mount()
        with Journal(sd.place / "j") as journal:
            assert (0, ()) == (journal.last, journal.notices)
        (sd.place / "j").unlink()


# Power, while a damaged journal is rescued or a copy is put back --------------------


def harmed(sd: Card) -> bytes:
    """A journal with damage in its middle, on the card to stay; the file's bytes."""
    path = sd.place / "j"
    with Journal(path) as journal:
        for n in range(20):
            journal.append([Draft("event", {"n": n, "said": "x" * 400})] * 100)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)
    sync(path)
    return bytes(content)


def cut_off(sd: Card, does: Callable[[], object], after: float | None) -> None:
    """Do it, and lose the power so many seconds after it began; right after it has ended without a number."""
    plug = threading.Timer(after or 0.0, sd.lose_power)
    if after is not None:
        plug.start()
    with suppress(JournalError):
        does()
    if after is None:
        plug.start()
    plug.join()
    sd.unmount()
    sd.mount()


def moments(times: int, most: float) -> Iterator[float | None]:
    """When the power goes: right after the end, and at random."""
    rng = random.Random(times)
    yield None
    for _ in range(times - 1):
        yield rng.uniform(0.0, most)


SOME_CUTS = pytest.mark.parametrize(
    "times", [4, pytest.param(60, marks=pytest.mark.prove)], ids=["some", "many"]
)


@pytest.mark.slow
@SOME_CUTS
def test_power_that_goes_during_a_rescue(sd: Card, times: int) -> None:
    """The damaged file is there as it was, in its place or beside what was rescued of it."""
    path = sd.place / "j"
    for after in moments(times, 0.3):
        content = harmed(sd)
        cut_off(sd, lambda: Journal(path).close(), after)
        asides = [each.read_bytes() for each in sd.place.glob("j.damaged-?")]

        assert content in (path.read_bytes(), *asides)
        with Journal(path) as journal:
            assert 0 < journal.last < 2_000
        for each in sd.place.glob("j*"):
            each.unlink()


@pytest.mark.slow
@SOME_CUTS
def test_power_that_goes_while_a_copy_is_put_back(sd: Card, times: int) -> None:
    """What lay in its place is there as it was, in its place or beside the copy."""
    path = sd.place / "j"
    for n, after in enumerate(moments(times, 0.2)):
        with Journal(path) as journal:
            journal.append([Draft("event", {"n": n})] * 1_000)
        copy = back_up(path, sd.place, datetime(2026, 5, 1))
        assert copy is not None
        with Journal(path) as journal:
            journal.append([Draft("event", {"n": n, "more": True})] * 1_000)
        cut_off(sd, partial(restore, copy, path), after)
        lengths = [left(each) for each in (path, *sd.place.glob("j.before-?"))]

        assert lengths[0] in (1_000, 2_000)
        assert 2_000 in lengths
        for each in sd.place.glob("j*"):
            each.unlink()


@pytest.mark.slow
def test_without_syncing_a_power_cut_would_cost_the_evening(
    sd: Card, looks: list[Observation]
) -> None:
    """The cut is a real one: a journal that did not sync would have lost what it acknowledged."""
    # Who updates a checkout syncs all disks of the machine, in a test beside this one too: then nothing is lost that time.
    for _ in range(5):
        if lost := loses(sd, looks, 1.0, "OFF"):
            break
        for each in sd.place.glob("j*"):
            each.unlink()

    assert 0 < lost
