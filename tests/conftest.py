"""What holds for every test."""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Protocol

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Playwright, ViewportSize

    from tests.web.screens import Devices, Screen, Visiting
    from tests.web.scripted import Companion

# What was compiled is there for the programs that tests start, and for the next run, whatever the environment asks for:
# to compile it again in each costs them more than what they test.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# As in the command: read when numpy is loaded, which is later. A second thread only waits for the first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# As in the camera's process; read when OpenCV is loaded. Workers share the processors as it is.
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# How long an example takes says something of the machine, and nothing of the law. The same commit is tried
# with the same examples, so that nobody is refused for a law that was broken before; `make prove` looks for others,
# and for more.
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "any machine", settings.get_profile("searching"), derandomize=True, max_examples=60
)
settings.load_profile("any machine")

ENDING_SECONDS: Final = 30.0
"""How long what was closed may take to end."""

STANDING: Final[set[object]] = set()
"""What stands longer than one module of tests: the browser's."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a part of its time a worker waits, for processes it started and for pages."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """What ``make test`` asks for beside pytest's own."""
    parser.addoption(
        "--pages-again",
        action="store_true",
        help="try a page that was waited for in vain once more",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of pages alone are tried again: to ask before every test whether it may be costs more than most tests do."""
    if config.getoption("--pages-again"):
        for item in items:
            if {"devices", "playwright"} & {*getattr(item, "fixturenames", ())}:
                item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"]))


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker loads another share of the modules first: what one has compiled, the others find so."""
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        here = Path(__file__).parent
        files = sorted(here.rglob("test_*.py"))
        first = int(worker["workerid"][2:]) * len(files) // worker["workercount"]
        for file in files[first:] + files[:first]:
            # Why one cannot be loaded, or warns, is said when its tests are collected.
            with (
                suppress(Exception, pytest.skip.Exception),
                warnings.catch_warnings(action="error"),
            ):
                name = file.relative_to(here.parent).with_suffix("")
                importlib.import_module(".".join(name.parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is loaded by now stays: to look through it for garbage after each module costs more than many a test."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A module of tests leaves no thread and no child process behind; what it never closed is found here, not in some later test."""
    before = running()
    yield
    # Files, sockets and databases that nobody closed warn while they are collected, and a warning is an error.
    gc.collect()
    # What a module leaves loaded or remembered stays, too.
    gc.freeze()
    end = time.monotonic() + ENDING_SECONDS
    while (left := running() - before - STANDING) and time.monotonic() < end:
        time.sleep(0.02)
    assert not left, sorted(map(str, left))


def running() -> set[object]:
    """The threads and child processes there are."""
    begun = (pid for thread in Path("/proc/self/task").iterdir() for pid in _children_of(thread))
    return {*threading.enumerate(), *multiprocessing.active_children(), *filter(_is_child, begun)}


def _children_of(thread: Path) -> list[str]:
    """The processes that a thread began; what a thread that ends meanwhile began is its process's others'."""
    try:
        return (thread / "children").read_text().split()
    except OSError:
        return []


def _is_child(pid: str) -> bool:
    """Whether a process is a ``companion.app.child``; one that has ended is none."""
    with suppress(OSError):
        return b"work(pipe, *given)" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


# Browsers: what they need is imported where a test asks for one.


@pytest.fixture
def table(house: Companion) -> Companion:
    """The companion of a module that has one, without what an earlier test left in it."""
    return house.anew()


SCREENS: Final = pytest.StashKey["list[Screen]"]()


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every account of the machine can reach."""
    with TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def standing(start: Callable[[], Iterator[Devices]]) -> Iterator[Devices]:
    """A running browser, and the devices in it, for all modules: to start one costs as much as a short test."""
    before = running()
    for devices in start():
        STANDING.update(running() - before)
        yield devices


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives two of the three browsers; skips by name where it is not installed."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    before = running()
    with api.sync_playwright() as playwright:
        STANDING.update(running() - before)
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Devices]:
    """The browser of all tests of pages."""
    from tests.web import screens

    yield from standing(lambda: screens.chromium(playwright))


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Devices]:
    """One of the other two in which tests with the mark ``engines`` run as well."""
    from tests.web import screens

    yield from standing(lambda: screens.firefox(playwright))


@pytest.fixture(scope="session")
def webkit() -> Iterator[Devices]:
    """The other."""
    from tests.web import screens

    yield from standing(screens.webkitgtk)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the mark ``engines`` runs in each: in chromium, and with ``make prove`` in the others, where it does not say "quick"."""
    if mark := metafunc.definition.get_closest_marker("engines"):
        later = [] if "quick" in mark.args else [pytest.mark.prove]
        others = [pytest.param(n, marks=later) for n in ("firefox", "webkit")]
        metafunc.parametrize("engine", ["chromium", *others], indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the browser's engine."""
    return getattr(request, "param", "chromium")


@pytest.fixture
def devices(request: pytest.FixtureRequest, engine: str) -> Devices:
    """The devices of that engine."""
    found: Devices = request.getfixturevalue(engine)
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a test of pages fails, the report says what each of them showed."""
    report = yield
    if report.failed and call.when == "call":
        for screen in item.stash.get(SCREENS, []):
            report.sections.append(("Page", screen.shows()))
    return report


class AtAnAddress(Protocol):
    """A table whose pages are served somewhere."""

    @property
    def url(self) -> str: ...


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, devices: Devices, table: AtAnAddress
) -> Iterator[Visiting]:
    """Opens screens at the module's ``table``; at the end none of them may have complained."""
    from tests.web.screens import PHONE, Screen

    open_ones: list[Screen] = []
    request.node.stash[SCREENS] = open_ones

    def look(
        size: ViewportSize = PHONE, url: str | None = None, own: bool = False, **how: Any
    ) -> Screen:
        open_ones.append(Screen(devices, url or table.url, size, how, own=own))
        return open_ones[-1]

    yield look
    for screen in open_ones:
        screen.close()
