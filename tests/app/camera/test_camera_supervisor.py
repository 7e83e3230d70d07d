"""The camera process: what it tells, how it ends, and how it is started again whatever happens to it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from queue import Queue

import numpy as np
import pytest

from companion.announce import message
from companion.app.camera import ipc
from companion.app.camera.camera_process import was_set
from companion.app.camera.camera_sight import TOLD_SECONDS, Patience, Sight, looking_time
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.app.child import Child
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.sheets import faces
from companion.settings import Settings
from companion.table import Glimpse, Observation, Settled
from companion.words import words
from tests.faults import Plan
from tests.places import ROOT
from vision.frame import Frame, Frames
from vision.painting.layout import Layout, Lying
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import grey_of

PATIENCE = 60.0
"""Seconds a test waits for a process that starts; far more than it needs."""


@pytest.fixture
def keep(tmp_path: Path) -> Iterator[Callable[..., CameraSupervisor]]:
    """Keepers over planned cameras, closed behind the test."""
    kept: list[CameraSupervisor] = []

    def make(*words: tuple[str, ...], instead: Sequence[ipc.Open] = ()) -> CameraSupervisor:
        seen: list[Observation] = []
        lives = tmp_path / f"lives-{len(kept)}"
        lives.mkdir()
        cameras = (Plan(str(lives), words, str(tmp_path / "away")), instead)
        supervisor = CameraSupervisor(
            Settings(), seen.append, opens=lambda: newest(*cameras), begins=Forked
        )
        kept.append(supervisor)
        supervisor.start()
        return supervisor

    yield make
    for supervisor in kept:
        supervisor.close()


FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["companion.app.camera.camera_process", "tests.faults"])


class Forked(Child):
    """A process of its own that need not read OpenCV first: it is forked from one that has."""

    def __init__(self, name: str, work: Callable[..., None], *given: object) -> None:
        self.pipe, there = FORKS.Pipe()
        self._process = FORKS.Process(target=work, args=(there, *given), name=name, daemon=True)
        with there:
            self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def ended(self, seconds: float | None = 0.0) -> int | None:
        self._process.join(seconds)
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()


def newest(plan: ipc.Open, instead: Sequence[ipc.Open]) -> ipc.Open:
    """The camera there is now: the planned one, until another is put in its place."""
    return instead[-1] if instead else plan


def until(supervisor: CameraSupervisor, true: Callable[[Sight], object]) -> Sight:
    """How the camera process is once something holds of it."""
    beat = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        if true(sight := supervisor.sight):
            return sight
        beat.wait(0.02)
    raise AssertionError(f"never: {supervisor.sight}")


def test_frames_arrive(keep: Callable[..., CameraSupervisor]) -> None:
    """A camera that gives frames is told of, the last picture is to be had, and closing ends the child."""
    supervisor = keep(("frame",))
    sight = until(supervisor, lambda sight: sight.pulse)
    picture = supervisor.picture()

    assert sight.wrong is None
    assert (supervisor.health()["frame_age"] or 0) < PATIENCE
    assert picture.jpeg.startswith(b"\xff\xd8")
    assert [160, 90] == picture.overlay["size"]
    of_mat = supervisor.picture(straightened=True)
    assert (False, True, b"") == (picture.straightened, of_mat.straightened, of_mat.jpeg)
    assert supervisor.health()["camera"]

    supervisor.close()

    assert supervisor.picture().jpeg == b""


def test_a_camera_is_asked_to_find_its_focus_anew(
    keep: Callable[..., CameraSupervisor], tmp_path: Path
) -> None:
    """One that holds a focus, once it gives frames; any other is not asked."""
    found = tmp_path / "found"
    holding = keep(("frame",), instead=[partial(holds_focus, found)])
    assert not holding.refocus()
    until(holding, lambda sight: sight.pulse)
    assert holding.refocus()
    for _ in range(int(PATIENCE / 0.02)):
        if found.exists():
            break
        time.sleep(0.02)
    assert found.exists()

    fixed = keep(("frame",))
    until(fixed, lambda sight: sight.pulse)
    assert not fixed.refocus()


def holds_focus(found: Path, settings: Settings) -> Frames:
    """A camera that leaves a file when its focus is to be found."""
    for number in count():
        grey = np.full((90, 160), 128, np.uint8)
        yield Frame(number, number / 100, grey, refocus=found.touch)
        time.sleep(0.01)


def test_painted_players_stop_and_go_on(keep: Callable[..., CameraSupervisor]) -> None:
    """No frame comes while they wait, which is nobody's fault; a camera process that is started meanwhile waits, too."""
    supervisor = keep(("frame",))
    until(supervisor, lambda sight: sight.pulse)
    supervisor.stop_players(True)
    # The frame in the making when they were told to stop is the last one.
    stopped = until(supervisor, still(supervisor)).pulse
    assert stopped is not None
    assert stopped.per_second > 0
    health = supervisor.health()
    assert (True, None) == (health["camera"], health["wrong"])
    assert supervisor.picture().jpeg

    supervisor.turn_to(Settings())
    until(supervisor, lambda sight: sight.starts == 2)
    waiting = until(supervisor, still(supervisor)).pulse
    assert waiting is not None
    assert waiting.frames < 10

    supervisor.stop_players(False)
    until(supervisor, lambda sight: sight.pulse and sight.pulse.frames > 20)


def still(supervisor: CameraSupervisor) -> Callable[[Sight], bool]:
    """Whether two pulses in a row told of the same frame, asked again and again."""
    told: list[ipc.Pulse] = []

    def true(sight: Sight) -> bool:
        pulse = sight.pulse
        if pulse is not None and (not told or told[-1] is not pulse):
            told.append(pulse)
        return len(told) > 2 and told[-1].frames == told[-2].frames

    return true


@pytest.mark.parametrize("mat", [None, "lauf-rauf"])
def test_whose_mat_lies_there_is_told(mat: str | None) -> None:
    """What the child says of the mat is what phones are told, as long as it says so."""
    supervisor = CameraSupervisor(Settings(), lambda observation: None)
    supervisor._take(ipc.Pulse(1, 10.0, True, (), "nicht-lustig"))
    supervisor._take(ipc.Pulse(2, 10.0, True, (), mat))

    assert mat == supervisor.health()["other_mat"]


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Pipe:
    """What a child tells, each after some seconds of silence; then it is gone."""

    def __init__(self, clock: Clock, *told: tuple[float, ipc.CameraReport]) -> None:
        self._clock = clock
        self._told = list(told)

    def poll(self, seconds: float) -> bool:
        if self._told and self._told[0][0] > 0:
            silent, told = self._told[0]
            passes = min(seconds, silent)
            self._clock.now += passes
            self._told[0] = (silent - passes, told)
            return False
        return True

    def recv(self) -> ipc.CameraReport:
        if not self._told:
            raise EOFError
        return self._told.pop(0)[1]


def heard(*told: tuple[float, ipc.CameraReport]) -> tuple[CameraSupervisor, Clock]:
    """A supervisor whose last child died, once it has listened to the next one."""
    clock = Clock()
    supervisor = CameraSupervisor(Settings(), lambda observation: None, clock=clock)
    supervisor._died()
    supervisor._hear(Pipe(clock, *told))
    return supervisor, clock


def test_a_slow_child_is_not_given_up_for_what_the_last_one_told() -> None:
    """On a busy machine it is there after 25 seconds, and nothing is wrong until its own end."""
    first = ipc.Pulse(1, 10.0, True, ())
    supervisor, _ = heard((25.0, first))

    assert first == supervisor.sight.pulse


def test_a_child_that_tells_of_trouble_only_is_given_up() -> None:
    """Drivers get stuck in the process that uses them: 20 seconds after its first word of trouble it is replaced."""
    failed = ipc.SourceFailed(message("camera.silent", source="planned"))
    _, clock = heard((5.0, ipc.News.READY), *[(2.0, failed)] * 30)

    assert 27.0 < clock.now < 28.0


def test_what_comes_while_it_is_turned_is_left_out() -> None:
    """A host begins another game while the child is being listened to: its last look was at the table of the one before."""
    seen: list[Observation] = []
    supervisor = CameraSupervisor(Settings(), seen.append)
    look = Glimpse(0, 0.0, "actions", "K01-1")

    class Turned(Pipe):
        """The second look comes as the host turns to another game."""

        def recv(self) -> ipc.CameraReport:
            if len(self._told) == 1:
                supervisor.turn_to(Settings())
            return super().recv()

    supervisor._hear(Turned(Clock(), (0.0, ipc.Seen(look)), (0.0, ipc.Seen(look))))

    assert [look] == seen


@pytest.mark.parametrize("fault", ["die", "end-badly"])
def test_a_child_that_is_gone_is_started_again(
    keep: Callable[..., CameraSupervisor], fault: str
) -> None:
    """Whatever kills the child, another one takes over, and what was wrong is over."""
    supervisor = keep(("frame", fault), ("frame",))
    sight = until(supervisor, lambda sight: sight.starts > 1 and sight.pulse and not sight.wrong)

    assert sight.starts == 2


def test_a_camera_that_cannot_be_opened_is_tried_again(
    keep: Callable[..., CameraSupervisor],
) -> None:
    """The same child tries again and again, and says what is wrong meanwhile."""
    supervisor = keep(("raise",), ("raise",), ("frame",))
    missing = until(supervisor, lambda sight: sight.wrong)
    sight = until(supervisor, lambda sight: sight.pulse)

    assert missing.wrong is not None
    assert "camera.missing" == missing.wrong.key
    assert sight.wrong is None
    assert sight.starts == 1


def test_a_look_that_fails_costs_that_look(keep: Callable[..., CameraSupervisor]) -> None:
    """The same child says what failed and looks at the next frames."""
    supervisor = keep(("frame", *["unreadable"] * 30, "frame"))
    failed = until(supervisor, lambda sight: sight.wrong)
    sight = until(supervisor, lambda sight: not sight.wrong and sight.pulse)

    assert failed.wrong is not None
    assert "camera.failed" == failed.wrong.key
    assert sight.starts == 1
    assert supervisor.picture().jpeg


def test_an_eye_that_cannot_be_started_is_tried_again(
    keep: Callable[..., CameraSupervisor],
) -> None:
    """No memory, no process: it is said, and tried again until there is one."""
    cameras: list[ipc.Open] = []
    supervisor = keep(("frame",), instead=cameras)
    until(supervisor, lambda sight: sight.pulse)
    # What cannot be sent to another process is as good as no process.
    cameras.append(lambda settings: gives_frames(settings))
    supervisor.turn_to(Settings())
    sight = until(supervisor, lambda sight: sight.starts > 2 and sight.wrong)
    assert supervisor.alive
    cameras.append(gives_frames)
    supervisor.turn_to(Settings(edition="newer"))
    until(supervisor, lambda sight: not sight.wrong)

    assert sight.wrong is not None
    assert "camera.died" == sight.wrong.key


def test_trouble_is_told(keep: Callable[..., CameraSupervisor]) -> None:
    """A camera without frames for a while is told of, and the child lives on."""
    supervisor = keep(("trouble",))
    sight = until(supervisor, lambda sight: sight.wrong)

    assert sight.wrong is not None
    assert "camera.silent" == sight.wrong.key
    assert sight.starts == 1
    assert not supervisor.health()["camera"]


def test_a_source_that_ends(keep: Callable[..., CameraSupervisor]) -> None:
    """A film that is over is no fault: nobody starts it again. Its last pictures count, as near one another as they are."""
    supervisor = keep(("frame", "trouble", "frame", "frame", "end"))
    until(supervisor, lambda sight: sight.over)
    supervisor.close()

    assert supervisor.sight.starts == 1
    assert 3 == supervisor.health()["frames"]
    assert supervisor.health()["wrong"] is None


def test_a_child_that_hangs_is_told_of_and_replaced(keep: Callable[..., CameraSupervisor]) -> None:
    """A child that says nothing is told of within 3 seconds, then killed and started again."""
    supervisor = keep(("frame", "hang"), ("frame",))
    until(supervisor, lambda sight: sight.last_frame)
    until(supervisor, lambda sight: supervisor.wrong())
    told_after = supervisor.word_age() or 0.0
    health = supervisor.health()
    sight = until(supervisor, lambda sight: sight.starts > 1 and sight.pulse and not sight.wrong)

    assert TOLD_SECONDS <= told_after
    # A page is a second behind.
    assert TOLD_SECONDS + 1.0 < 3.0
    assert not health["camera"]
    assert "camera.waiting" == health["wrong"]["key"]
    assert sight.starts == 2
    assert supervisor.wrong() is None


def test_patience_is_learned_from_the_first_opening() -> None:
    """At first a Pi may take half a minute; a source that was quick once is given seven seconds, a slow one twice its time."""
    clock = Clock()
    patience = Patience(clock)
    allowed = []
    for took in (1.0, 5.0):
        patience.begin()
        patience.hears(ipc.News.READY)
        allowed.append(_until_over(patience, clock))
        patience.begin()
        patience.hears(ipc.News.READY)
        clock.now += took
        patience.hears(ipc.Pulse(1, 10.0, True, ()))
        allowed.append(_until_over(patience, clock))
    patience.hears(ipc.News.READY)
    patience.hears(ipc.Picture())

    assert [30, 6, 7, 6, 10] == [*allowed, _until_over(patience, clock)]


def test_patience_is_longer_with_an_eye_that_works() -> None:
    """On a machine with too much to do nothing is said for long though it works; after half a minute it hangs all the same, after three at its start."""
    clock = Clock()
    shares = {"hangs": 0.004, "is slow": 0.02}
    allowed = {}
    for how, share in shares.items():
        spent = partial(lambda share: share * clock.now, share)
        patience = Patience(clock, spent)
        patience.hears(ipc.News.READY)
        allowed[f"{how} before its first frame"] = _until_over(patience, clock)
        patience.hears(ipc.Pulse(1, 10.0, True, ()))
        allowed[how] = _until_over(patience, clock)

    assert {
        "hangs before its first frame": 30,
        "hangs": 6,
        "is slow before its first frame": 180,
        "is slow": 30,
    } == allowed


def test_who_was_too_slow_is_followed_by_one_that_may_take_twice_as_long() -> None:
    """Until there is a frame, and never longer than half an hour; one that hangs is given no more for it."""
    clock = Clock()
    slow, hanging = Patience(clock, lambda: 0.02 * clock.now), Patience(clock)
    allowed: dict[str, list[int]] = {"slow": [], "hanging": []}
    for _ in range(6):
        for how, patience in (("slow", slow), ("hanging", hanging)):
            patience.begin()
            allowed[how].append(_until_over(patience, clock))
            patience.gives_up()
    for _ in range(2000):  # a camera that hangs over night
        slow.gives_up()
    slow.begin()
    slow.hears(ipc.News.READY)
    slow.hears(ipc.Pulse(1, 10.0, True, ()))
    slow.begin()

    assert [180, 360, 720, 1440, 1800, 1800] == allowed["slow"]
    assert [30] * 6 == allowed["hanging"]
    assert 180 == _until_over(slow, clock)


def test_what_a_process_works_is_known() -> None:
    """Its first thread's processor time; nothing of a process that there is not."""
    before = looking_time(os.getpid())
    while time.thread_time() < 0.2:
        pass
    after = looking_time(os.getpid())

    assert before is not None
    assert after is not None
    assert 0.0 < after >= before
    assert looking_time(None) is None


def _until_over(patience: Patience, clock: Clock) -> int:
    """Whole seconds of silence that are allowed from now on."""
    began = clock.now
    while not patience.is_over:
        clock.now += 0.5
    return int(clock.now - began)


def recovery(keep: Callable[..., CameraSupervisor], away: Path, fault: str, gone: float) -> float:
    """Seconds until frames come again from a camera that was away for a while."""
    supervisor = keep((f"{fault}?",))
    until(supervisor, lambda sight: sight.pulse)
    away.touch()
    until(supervisor, lambda sight: supervisor.wrong())
    threading.Event().wait(gone)
    away.unlink()
    back = time.monotonic()
    until(supervisor, lambda sight: (sight.last_frame or 0) > back and not supervisor.wrong())
    return time.monotonic() - back


@pytest.mark.prove
@pytest.mark.parametrize("fault", ["trouble", "raise", "hang", "die"])
def test_a_camera_that_was_away_is_back_soon(
    keep: Callable[..., CameraSupervisor], tmp_path: Path, fault: str
) -> None:
    """Half a minute without it, whatever it did meanwhile: frames come within 10 seconds of its return."""
    assert recovery(keep, tmp_path / "away", fault, 30.0) < 10.0


def test_a_camera_that_loses_its_cable_is_back_soon(
    keep: Callable[..., CameraSupervisor], tmp_path: Path
) -> None:
    """A sample; `make prove` takes longer, in every way a camera fails."""
    assert recovery(keep, tmp_path / "away", "trouble", 0.1) < 30.0


def test_an_eye_looks_elsewhere(keep: Callable[..., CameraSupervisor]) -> None:
    """For another game's cards the camera process is opened anew, at once and with what it is told."""
    cameras: list[ipc.Open] = []
    supervisor = keep(("trouble",), instead=cameras)
    until(supervisor, lambda sight: sight.wrong)
    cameras.append(gives_frames)
    supervisor.turn_to(Settings(edition="newer"))
    sight = until(supervisor, lambda sight: sight.pulse)

    assert sight.starts == 2


def gives_frames(settings: Settings) -> Frames:
    """A camera that works for the newer edition only."""
    number = 0
    while settings.edition == "newer":
        yield Frame(number, number / 10, np.full((90, 160), 128, np.uint8))
        number += 1
        time.sleep(0.01)


def test_what_is_asked_for_between_two_looks_is_answered_after_the_next() -> None:
    """Also in the moment after it was looked for."""

    class Late(threading.Event):
        """It is set as soon as it was found not to be."""

        def is_set(self) -> bool:
            was = super().is_set()
            self.set()
            return was

    event = Late()

    assert [False, True] == [was_set(event) for _ in range(2)]


class Deaf(Child):
    """A camera process that reads nothing; ``there`` is its end of the pipe."""

    def __init__(self, *given: object) -> None:
        self.pipe, self.there = multiprocessing.Pipe()

    @property
    def pid(self) -> int:
        return 0

    def ended(self, seconds: float | None = 0.0) -> int | None:
        return 0

    def kill(self) -> None:
        self.there.close()


def test_one_that_takes_nothing_is_still_heard() -> None:
    """It may be busy telling something long while a phone's picture is sent to it; once it ends, nobody is left waiting."""
    deaf, heard, handed = Deaf(), Queue[Observation](), Queue[bool]()

    def observed(seen: Observation) -> None:
        supervisor.look_again()
        heard.put(seen)

    supervisor = CameraSupervisor(Settings(), observed, begins=lambda *given: deaf)
    supervisor.start()
    picture = ipc.PhonePicture(bytes(1 << 24), still=True)
    phone = threading.Thread(target=lambda: handed.put(supervisor.hand(picture)))
    phone.start()
    look = Glimpse(0, 0.0, "actions", "K01-1")
    with deaf.there:
        deaf.there.send(ipc.News.PHONE_WANTED)
        assert deaf.there.poll(PATIENCE), "the picture is on its way"
        deaf.there.send(ipc.Seen(look))
        assert look == heard.get(timeout=PATIENCE)
        supervisor.close()

    phone.join(PATIENCE)
    assert not handed.get(timeout=PATIENCE)
    assert not supervisor.alive


@pytest.mark.prove
def test_a_table_that_stands_still_is_told_again_to_who_asks() -> None:
    """Another game begins on a table that is laid already: no card moves any more."""
    heard: Queue[Observation] = Queue()
    supervisor = CameraSupervisor(Settings(), heard.put, opens=lambda: lies_still)
    supervisor.start()
    try:
        tables = [heard.get(timeout=PATIENCE) for _ in range(3)]
        supervisor.look_again()
        tables.append(heard.get(timeout=PATIENCE))
    finally:
        supervisor.close()

    assert [("R07-1",)] * 4 == [seen.table["mac"] for seen in tables if isinstance(seen, Settled)]


def lies_still(settings: Settings) -> Frames:
    """A card in Mac's row, ten frames a second, for ever."""
    card = next(
        face for face in faces(load_edition("classic"), words("en")) if face.payload == "DG1-R07-1"
    )
    rng = np.random.default_rng(1)
    grey = grey_of(paint(Layout((Lying(card, (90, 66)),)), View(MAT, size=(1280, 720)), rng))
    number = 0
    while True:
        yield Frame(number, number / 10, grey)
        number += 1
        time.sleep(0.01)


PARENT = """
import os, sys, time

from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.settings import Settings
from tests.faults import Plan

if __name__ == "__main__":
    plan = Plan(sys.argv[1], (("frame", "hang"),))
    supervisor = CameraSupervisor(Settings(), print, opens=lambda: plan)
    supervisor.start()
    while not supervisor.sight.pulse:
        time.sleep(0.02)
    print(supervisor._child, flush=True)
    os.kill(os.getpid(), 9)
"""


def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    """A parent that is killed leaves no child behind, not even one whose camera hangs."""
    lives = tmp_path / "lives"
    lives.mkdir()
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    root = str(ROOT)
    with subprocess.Popen(
        [sys.executable, str(script), str(lives)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
        cwd=root,
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())

    assert parent.returncode == -signal.SIGKILL
    assert gone(child)


def gone(process: int) -> bool:
    """Whether a process ends soon."""
    beat = threading.Event()
    for _ in range(int(PATIENCE / 0.02)):
        try:
            os.kill(process, 0)
            state = Path(f"/proc/{process}/stat").read_text().split()[2]
        except (ProcessLookupError, FileNotFoundError):
            return True
        if state == "Z":
            return True
        beat.wait(0.02)
    return False
