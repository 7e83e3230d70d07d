"""What a frame costs the camera process, in instructions, by stage, and how many looks a second that makes on a Pi.

    python -m benchmarks.pi_budget [--size 1280x720]... [--scene hand]... [--keep] [--check]

Counted by callgrind, which needs neither a Pi nor a processor's counters, and counts the same every time. OpenCV, NumPy
and OpenBLAS are held to vectors of 128 bits, as wide as a Pi's (NEON): with AVX2 the same work takes half as many
instructions. ``AARCH64`` and ``CORES`` say what becomes of them there.

``--keep`` writes the counts beside this file; ``--check`` fails where a stage takes 5 % more than these. Needs valgrind
and a C compiler (Debian: valgrind, gcc). The painted frames come as JPEG, as from network and USB cameras: ``take``
decodes them. ``planes`` is what a Pi's own camera costs instead of take and convert.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import cv2
import numpy as np

from companion.app.camera import ipc, picture_checks, pipeline, sources
from companion.app.painted.painter import layout, stage_of
from companion.app.painted.performance import Moment, moments
from companion.games import game
from companion.games.package import GamePackage
from companion.kit.painted import Reach, ScriptConfig, Wait
from vision import settle
from vision.cameras.picamera import planes
from vision.frame import Frame, Frames
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import decode_picture, grey_of
from vision.reader import TableReader
from vision.settling import occlusion

BASELINE: Final = Path(__file__).with_suffix(".json")
SIZES: Final = ("1280x720", "1920x1080", "2304x1296")
SCENES: Final = ("still", "hand", "hands", "dice", "plain")
"""``plain``: dice on a table without a mat."""
STAGES: Final = ("take", "convert", "planes", "read", "settle", "occlusion", "arms", "send")
"""``read``: tags and dice. ``arms``: which parts are arms, hands or things. ``occlusion``: what they hide, without that; ``settle``: the rest of settling. ``send``: what the table's process is told."""
BY_JPEG: Final = frozenset(STAGES) - {"planes"}
BY_PLANES: Final = frozenset(STAGES) - {"take", "convert"}
MORE: Final = 1.05
LEAST: Final = 100_000
"""Instructions below which a stage's change says nothing: a call more of Python's."""

Counts: TypeAlias = dict[str, int]
"""Stage -> instructions a frame."""


# What a Pi makes of it -----------------------------------------------------------------


AARCH64: Final = (0.9, 1.2)
"""Instructions of AArch64 for one of x86-64: what is an operand in memory there is a load here; what is a copy there, a third operand here."""


@dataclass(frozen=True, slots=True)
class Core:
    """One core of a Pi."""

    name: str
    ghz: float
    a_cycle: tuple[float, float]
    """Instructions that it completes in a cycle, from and to."""

    def looks(self, instructions: int) -> tuple[float, float]:
        """Looks a second, from and to."""
        slow, fast = (1e9 * self.ghz * each / instructions for each in self.a_cycle)
        return slow / AARCH64[1], fast / AARCH64[0]


CORES: Final = (
    Core("Pi 4, 1.5 GHz", 1.5, (0.8, 1.5)),
    Core("Pi 4, 1.8 GHz", 1.8, (0.8, 1.5)),
    Core("Pi 5, 2.4 GHz", 2.4, (1.4, 2.5)),
)
"""The Cortex-A72 takes in three instructions a cycle at most, the A76 four (Arm's optimization guides for them); of that
an interpreter and loops over pictures use a quarter to six tenths."""
TRAVELS: Final = 6
"""How often about a byte of a picture goes to memory or comes from it: written by the camera or the decoder, read and written by each conversion, read by each stage."""


# Frames --------------------------------------------------------------------------------


WARM: Final = 24
"""Frames of a table at rest before it counts: the zones are settled, and the next look at the whole picture is far."""
COUNTED: Final = 15
"""A hand comes, stops and leaves."""
CONFIG: Final = ScriptConfig(5, 3)
BEGIN: Final = {"dice": 400, "plain": 520}
"""Scene -> from which frame on the first hand is the one that is filmed: it throws five dice, three beside two that were kept."""
OF_CARDS: Final = 440
"""The same of the other scenes."""
BESIDE: Final = (100.0, -70.0)
"""Where the second hand stops, mm from the first."""


def package_of(scene: str) -> GamePackage:
    """The game that is played in a scene."""
    return game("yatzy" if scene in ("dice", "plain") else "dumm-gelaufen")


def film(scene: str, size: tuple[int, int]) -> Iterator[bytes]:
    """A scene's frames as JPEG: ``WARM`` at rest, and ``COUNTED``."""
    package = package_of(scene)
    assert package.mat is not None
    view = View(package.mat, size=size, bare=scene == "plain")
    for number, shown in enumerate(_shown(package, scene)):
        picture = paint(shown, view, np.random.default_rng(number))
        yield cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def _shown(package: GamePackage, scene: str) -> Iterator[Layout]:
    played = package.painted
    assert played is not None
    painted = played()
    stage = stage_of(painted, CONFIG, "en")
    filmed = next(
        m for m in moments(painted, CONFIG, start=BEGIN.get(scene, OF_CARDS)) if _begins(m)
    )
    act, before = filmed.act, filmed.before
    assert isinstance(act, Reach)
    for _ in range(WARM):
        yield layout(Wait(1.0), before, 0.0, stage)
    for into in (number / 10 for number in range(COUNTED)):
        if scene == "still":
            yield layout(Wait(1.0), before, 0.0, stage)
            continue
        shown = layout(act, before, into, stage)
        if scene == "hands":
            at = act.at[0] + BESIDE[0], act.at[1] + BESIDE[1]
            other = Reach((act.seat + 1) % CONFIG.players, at, before)
            hands = layout(other, before, into, stage).hands
            shown = replace(shown, hands=(*shown.hands, *hands))
        yield shown


def _begins(moment: Moment[Any, Any]) -> bool:
    return isinstance(moment.act, Reach) and moment.into == 0


# Counting, under callgrind ---------------------------------------------------------------


MARK: Final = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void mark(const char *stage) { CALLGRIND_DUMP_STATS_AT(stage); }
"""
"""Callgrind's counts so far go to a file of that name, and begin again at 0."""
NARROW: Final = {
    "OPENCV_CPU_DISABLE": "AVX2,AVX,FP16,FMA3",
    "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4",
    "OPENBLAS_CORETYPE": "Nehalem",
    "OPENBLAS_NUM_THREADS": "1",
    "JSIMD_FORCESSE2": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-ERMS,-FSRM",
    "PYTHONHASHSEED": "0",
}


class Stages:
    """Tells callgrind which stage begins; a stage within another interrupts it."""

    def __init__(self, mark: Callable[[bytes], object]) -> None:
        self._mark, self._open = mark, ["other"]

    def named(self, stage: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """A function whose calls are that stage's."""

        def called(*given: Any, **named: Any) -> Any:
            self._mark(self._open[-1].encode())
            self._open.append(stage)
            try:
                return call(*given, **named)
            finally:
                self._mark(self._open.pop().encode())

        return called


def count(scene: str, jpegs: Iterable[bytes], library: str) -> None:
    """Look at a film as the camera process does, under callgrind."""
    calls = ctypes.CDLL(library)
    cv2.setNumThreads(1)
    counting = False
    stages = Stages(lambda name: calls.mark(name) if counting else None)
    package = package_of(scene)
    lies = package.without_mat().mat if scene == "plain" else package.mat
    reader = sources.reader_for(package, package.edition, mat_instead=lies)
    settler = sources.settler_of(package, lies)
    _divide(reader, settler, stages)
    send = stages.named("send", _sent)
    for number, look in enumerate(pipeline.looks(_frames(jpegs, stages), reader, settler)):
        if isinstance(look, pipeline.TableLook):
            send(look)
        if number == WARM - 1:
            counting = True
            calls.begin()


def _divide(reader: TableReader, settler: settle.Settler, stages: Stages) -> None:
    """Have each stage of a look say when it begins and ends."""
    for owner, name, stage in (
        (reader, "follow", "read"),
        (settler, "step", "settle"),
        (occlusion.OcclusionTracker, "look", "occlusion"),
        (occlusion, "objects", "arms"),
    ):
        setattr(owner, name, stages.named(stage, getattr(owner, name)))


def _frames(jpegs: Iterable[bytes], stages: Stages) -> Frames:
    take = stages.named("take", decode_picture)
    convert, split = (stages.named("convert", grey_of), stages.named("planes", _of_planes))
    for number, jpeg in enumerate(jpegs):
        colour = take(jpeg, "")
        yuv = cv2.cvtColor(colour, cv2.COLOR_BGR2YUV_I420)
        split(yuv, (colour.shape[1], colour.shape[0]))
        yield Frame(number, number / 10, convert(colour), colour)


def _of_planes(yuv: np.ndarray, size: tuple[int, int]) -> None:
    """What a Pi's camera costs beside its luma: the colours, half as large."""
    stream = {"size": size, "stride": size[0], "format": "YUV420"}
    planes(yuv, stream).colour(2)


def _sent(look: pipeline.TableLook) -> None:
    """What the camera process tells of every look; of every fifth, that it goes on."""
    told: list[object] = [ipc.Seen(one) for one in look.observations]
    if look.frame.number % 5 == 0:
        checks = picture_checks.of_looks(picture_checks.Looks(look.reading, 10.0, 10.0))
        told.append(ipc.Pulse(look.frame.number, 10.0, True, checks))
    for one in told:
        ForkingPickler.dumps(one)


# Counting, from outside --------------------------------------------------------------------


def cannot() -> str:
    """Why nothing can be counted here; empty if it can."""
    missing = [tool for tool in ("valgrind", "cc") if shutil.which(tool) is None]
    return f"needs {' and '.join(missing)}" if missing else ""


def counted(scene: str, size: str) -> Counts:
    """Instructions a frame by stage."""
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        (work / "mark.c").write_text(MARK)
        library = str(work / "mark.so")
        subprocess.run(
            ["cc", "-O2", "-shared", "-fPIC", str(work / "mark.c"), "-o", library], check=True
        )
        for number, jpeg in enumerate(film(scene, (width, height))):
            (work / f"{number:03}.jpg").write_bytes(jpeg)
        tool = [
            "valgrind",
            "-q",
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={work}/counts",
        ]
        child = [sys.executable, "-m", "benchmarks.pi_budget", "--under", scene, folder]
        said = subprocess.run(
            [*tool, *child],
            env={**os.environ, **NARROW},
            capture_output=True,
            text=True,
            check=False,
        )
        if said.returncode:
            raise click.ClickException(said.stderr[-2000:])
        return summed(work.glob("counts.*"))


def summed(files: Iterable[Path]) -> Counts:
    """The counts in callgrind's files, a frame."""
    sums: Counter[str] = Counter()
    for file in files:
        text = file.read_text("ascii", "replace")
        stage = re.search(r"^desc: Trigger: Client Request: (\w+)$", text, re.M)
        total = re.search(r"^totals: (\d+)$", text, re.M)
        if stage and total:
            sums[stage[1]] += int(total[1])
    return {stage: sums[stage] // COUNTED for stage in STAGES}


# What is said --------------------------------------------------------------------------


def libraries() -> Mapping[str, str]:
    """What else the counts depend on."""
    names = ("numpy", "opencv-python-headless", "zxing-cpp")
    return {
        "python": ".".join(map(str, sys.version_info[:2])),
        **{name: version(name) for name in names},
    }


def grown(now: Mapping[str, Counts], before: Mapping[str, Counts]) -> list[str]:
    """The stages that take noticeably more than before, in words."""
    return [
        f"{name}, {stage}: {counts[stage] / 1e6:.2f} million instructions a frame, {before[name][stage] / 1e6:.2f} before"
        for name, counts in now.items()
        for stage in STAGES
        if name in before
        and counts[stage] > MORE * before[name][stage]
        and counts[stage] - before[name][stage] > LEAST
    ]


def _table(now: Mapping[str, Counts]) -> Iterator[str]:
    yield f"{'million instructions a frame':30}" + "".join(
        f"{stage:>10}" for stage in (*STAGES, "jpeg", "planes")
    )
    for name, counts in now.items():
        sums = (sum(counts[stage] for stage in way) for way in (BY_JPEG, BY_PLANES))
        yield f"{name:30}" + "".join(f"{value / 1e6:10.2f}" for value in (*counts.values(), *sums))
    for way, stages in (("jpeg", BY_JPEG), ("planes", BY_PLANES)):
        for name, counts in now.items():
            width, height = map(int, name.split()[0].split("x"))
            cost = sum(counts[stage] for stage in stages)
            looks = ", ".join(
                f"{core.name} {low:.0f} to {high:.0f}"
                for core in CORES
                for low, high in [core.looks(cost)]
            )
            mb = width * height * (4.5 if way == "jpeg" else 2.3) * TRAVELS / 1e6
            yield f"{name} by {way}: looks a second of one core: {looks}; {mb:.0f} MB to and from memory a look, {10 * mb / 1000:.1f} GB/s at ten"


@click.command(help=__doc__)
@click.option("--size", "sizes", multiple=True, type=click.Choice(SIZES), default=SIZES)
@click.option("--scene", "scenes", multiple=True, type=click.Choice(SCENES), default=SCENES)
@click.option("--keep", is_flag=True)
@click.option("--check", is_flag=True)
@click.option("--under", nargs=2, hidden=True, default=None)
def main(
    sizes: tuple[str, ...],
    scenes: tuple[str, ...],
    keep: bool,
    check: bool,
    under: tuple[str, str] | None,
) -> None:
    """Count, and say it."""
    if under is not None:
        scene, folder = under
        jpegs = [file.read_bytes() for file in sorted(Path(folder).glob("*.jpg"))]
        count(scene, jpegs, f"{folder}/mark.so")
        return
    if why := cannot():
        raise click.ClickException(why)
    now = {f"{size} {scene}": counted(scene, size) for size in sizes for scene in scenes}
    click.echo("\n".join(_table(now)))
    kept = json.loads(BASELINE.read_text()) if BASELINE.exists() else {"counts": {}}
    if keep:
        kept = {"libraries": libraries(), "counts": {**kept["counts"], **now}}
        BASELINE.write_text(json.dumps(kept, indent=1) + "\n")
    elif check and (more := grown(now, kept["counts"])):
        raise click.ClickException("\n".join(more))


if __name__ == "__main__":
    main()
