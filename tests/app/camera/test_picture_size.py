"""Which size of picture fits, and what users are told of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.announce import Message
from companion.app.camera import ipc
from companion.app.camera.camera_sight import notices
from companion.app.camera.picture_checks import Looks, of_looks
from companion.app.camera.picture_size import (
    FORGIVEN,
    SLOW_SECONDS,
    TRIED_SECONDS,
    Fitting,
    smaller,
)
from companion.app.camera.pipeline import TableLook
from companion.app.doctor import heat
from companion.app.doctor.checks import Severity
from companion.app.looking.watcher import SlowLooks
from companion.games.dumm_gelaufen.mat import MAT
from companion.words import LANGUAGES, words
from vision.frame import Frame, Size
from vision.lens import STRAIGHT
from vision.pose import Pose
from vision.rate import Rate
from vision.reading import Reading, ReadingLimits

LARGE, MIDDLE, SMALL = (1920, 1080), (1600, 900), (1280, 720)
SIZES = (LARGE, SMALL)
SLOW = Rate(wanted=10.0, pace=5.0, taking=0.08, looking=0.06)
"""Five looks a second; pictures of 1280 x 720 would cost 36 + 60 ms, which is more than nine."""
QUICK = replace(SLOW, pace=10.0, taking=0.02, looking=0.03)


def reading(size: Size = LARGE, module: float = 2.4) -> Reading:
    """The whole mat in a picture; a module of a tag has so many px where it is 1920 wide."""
    width, height = size
    spread = [[width / 700, 0, 0.05 * width], [0, height / 520, 0.05 * height], [0, 0, 1]]
    pose = Pose(np.array(spread), STRAIGHT, size, MAT)
    return Reading(size, pose, limits=ReadingLimits(px_per_module=module * width / 1920))


def test_a_smaller_picture_costs_less_to_take_and_as_much_to_look_at() -> None:
    found = smaller(reading(), SLOW, SIZES)

    assert found is not None
    assert found[0] == SMALL
    assert found[1] == pytest.approx(0.9 / (0.08 * 4 / 9 + 0.06))


@pytest.mark.parametrize(
    ("rate", "module", "sizes"),
    [
        (QUICK, 2.4, SIZES),
        (SLOW, 1.9, SIZES),
        (replace(SLOW, taking=0.005, looking=0.135), 2.4, SIZES),
        (replace(SLOW, taking=0.0, looking=0.0), 2.4, SIZES),
        (SLOW, 2.4, (LARGE,)),
    ],
    ids=["all looks fit", "tags too small", "no gain", "unmeasured", "no other size"],
)
def test_where_no_smaller_picture_is_worth_it(
    rate: Rate, module: float, sizes: tuple[Size, ...]
) -> None:
    assert smaller(reading(module=module), rate, sizes) is None


def test_no_picture_is_smaller_than_it_has_to_be() -> None:
    """The largest that allows all that are wanted."""
    rate = replace(SLOW, taking=0.06, looking=0.045)

    assert smaller(reading(), rate, (LARGE, MIDDLE, SMALL)) == (MIDDLE, 10.0)


def test_of_a_camera_that_does_not_say_its_sizes_the_usual_ones_are_told() -> None:
    """In the shape of its pictures."""
    found = smaller(reading((1600, 1200), 2.4), SLOW, ())

    assert found is not None
    assert found[0] == (1280, 960)


# A camera asked for another size ------------------------------------------------------


class Table:
    """A camera of ten pictures a second, and what it was asked for."""

    def __init__(self) -> None:
        self.fitting, self.at = Fitting(), 0.0
        self.asked: list[Size] = []

    def shows(self, seen: Reading, rate: Rate, seconds: float, *, hand: bool = False) -> None:
        for _ in range(round(10 * seconds)):
            self.at += 0.1
            grey = np.zeros((2, 2), np.uint8)
            frame = Frame(0, self.at, grey, rate=rate, sizes=SIZES)
            if size := self.fitting.wanted(frame, seen, hand=hand):
                self.asked.append(size)


@pytest.mark.slow
def test_what_is_slow_for_long_is_asked_for_smaller_pictures_once() -> None:
    table = Table()

    table.shows(reading(), SLOW, SLOW_SECONDS - 1)
    assert table.asked == []
    table.shows(reading(), SLOW, 2)
    assert table.asked == [SMALL]
    table.shows(reading(SMALL), SLOW, 60)
    assert table.asked == [SMALL]


def test_a_table_under_hands_is_not_out_of_sight() -> None:
    """A camera that is opened anew is blind for a second: that waits until nobody plays."""
    table = Table()

    table.shows(reading(), SLOW, 3 * SLOW_SECONDS, hand=True)
    assert table.asked == []
    table.shows(reading(), QUICK, 0.5)
    table.shows(reading(), SLOW, 0.2)
    assert table.asked == [SMALL]


def test_a_slow_moment_now_and_then_is_none_that_lasts() -> None:
    table = Table()

    for _ in range(20):
        table.shows(reading(), SLOW, 2)
        table.shows(reading(), QUICK, 3 * FORGIVEN)

    assert table.asked == []


@pytest.mark.parametrize(
    "worse",
    [
        reading(SMALL, 1.5),
        replace(reading(SMALL), pose=None),
        replace(reading(SMALL), pose=replace(reading(LARGE).pose, size=SMALL)),  # type: ignore[type-var]  # there is a pose
    ],
    ids=["tags too small", "no mat", "mat beyond the picture"],
)
def test_pictures_that_turn_out_worse_are_taken_back_for_good(worse: Reading) -> None:
    """Some cameras cut a part out instead of making it smaller."""
    table = Table()
    table.shows(reading(), SLOW, SLOW_SECONDS + 1)

    table.shows(worse, SLOW, TRIED_SECONDS + 1)
    assert table.asked == [SMALL, LARGE]
    table.shows(reading(), SLOW, 60)
    assert table.asked == [SMALL, LARGE]


def test_what_is_not_seen_proves_nothing() -> None:
    """A camera that was gone for long, or takes long to open anew, has not been slow meanwhile, nor worse."""
    table = Table()

    table.shows(reading(), SLOW, 1)
    table.at += 2 * SLOW_SECONDS
    table.shows(reading(), SLOW, 1)
    assert table.asked == []
    table.shows(reading(), SLOW, SLOW_SECONDS)
    table.at += 2 * TRIED_SECONDS
    table.shows(replace(reading(SMALL), pose=None), SLOW, 1)
    assert table.asked == [SMALL]


def test_a_camera_that_has_one_size_only_is_asked_no_more() -> None:
    table = Table()

    table.shows(reading(), SLOW, 60)

    assert table.asked == [SMALL]


# What users are told ------------------------------------------------------------------


def told(rate: Rate, seen: Reading | None = None) -> tuple[str, Severity]:
    looks = Looks(seen or reading(), 30, 30, rate=rate, sizes=SIZES)
    (speed,) = [check for check in of_looks(looks) if check.name == "speed"]
    return words("en")(speed.found), speed.verdict


def test_the_doctor_says_how_often_is_looked_and_what_would_help() -> None:
    assert told(QUICK) == ("10 looks at the table a second.", Severity.OK)
    assert told(replace(SLOW, pace=6.0)) == (
        "6 looks at the table a second; pictures of 1280 x 720 would allow 9.4.",
        Severity.OK,
    )
    assert told(replace(SLOW, pace=4.0), reading(module=1.9)) == (
        "4 looks at the table a second.",
        Severity.WARN,
    )
    assert told(replace(QUICK, pace=3.0, hot=True)) == (
        "3 looks at the table a second, until the processor has cooled down.",
        Severity.WARN,
    )


def test_a_source_whose_pace_is_its_own_is_not_measured() -> None:
    assert "speed" not in {check.name for check in of_looks(Looks(reading(), 30, 30))}


def test_a_camera_that_is_asked_for_few_pictures_is_not_slow() -> None:
    """That the processor is hot is said once, and the camera is not at fault."""
    looks = Looks(reading(), 3.0, 30, rate=replace(QUICK, pace=3.0, hot=True))

    verdicts = {check.name: check.verdict for check in of_looks(looks)}

    assert (Severity.OK, Severity.WARN) == (verdicts["camera"], verdicts["speed"])


def test_who_watches_is_told_each_reason_once() -> None:
    heard = list[Message]()
    slow = SlowLooks(heard.append)

    def looks() -> Iterator[TableLook]:
        hot = replace(QUICK, pace=4.0, hot=True)
        for rate in (None, QUICK, SLOW, SLOW, hot, QUICK, SLOW):
            frame = Frame(0, 0.0, np.zeros((2, 2), np.uint8), rate=rate, sizes=SIZES)
            yield TableLook(frame, reading())

    for look in looks():
        slow.look(look)

    said = [words("en")(what) for what in heard]
    assert len(said) == 2
    assert "pictures of 1280 x 720 would allow" in said[0]
    assert "cooled down" in said[1]
    for language in LANGUAGES:
        assert all(words(language)(what) for what in heard)


def test_people_are_told_where_hurried_hands_may_be_missed() -> None:
    """Only where it is seldom, and never of a source that has its own pace."""
    said = {
        looks: [words("en")(one) for one in notices(pulse)]
        for looks in (None, 10.0, 4.0, 3.0, 0.8, 0.1)
        for pulse in [ipc.Pulse(1, 10.0, True, (), looks=looks)]
    }

    assert [] == said[None] == said[10.0] == said[4.0]
    assert "only 3 times a second" in said[3.0][0]
    assert "only 1 time a second" in said[0.8][0]
    assert "only once in 10 seconds" in said[0.1][0]


@pytest.mark.parametrize(
    ("kind", "temperature", "degrees"),
    [
        ("cpu-thermal\n", "81234\n", 81.234),
        ("acpitz\n", "95000\n", None),
        ("cpu-thermal\n", "hot", None),
        (None, "81234\n", None),
    ],
)
def test_only_a_boards_own_processor_is_watched_for_heat(
    tmp_path: Path, kind: str | None, temperature: str, degrees: float | None
) -> None:
    if kind is not None:
        (tmp_path / "type").write_text(kind)
    (tmp_path / "temp").write_text(temperature)

    assert heat.of_processor(tmp_path) == degrees
