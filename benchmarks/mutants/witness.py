"""Within pytest: the tests in the order asked for, none longer than it may take, and which of them noticed.

Loaded with ``-p benchmarks.mutants.witness --plan FILE``; what it saw goes
into the file the plan names. While it records it also notes, for every line
of the room, which tests come by.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from coverage import Coverage

WAITS: Final = 6.0
NOTICED: Final = 1
"""The exit status where a test failed, or was stopped."""
OURS: Final = ("companion", "vision", "hardware", "web")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, and what to note."""

    verdict: str
    """The file for what was seen."""
    tests: tuple[str, ...] | None = None
    """These, in this order; all there are where nothing is said."""
    limits: dict[str, float] = field(default_factory=dict)
    """The seconds of a processor that a test may take, and, ``WAITS`` times as many, of a clock: it may wait, for others too."""
    record: tuple[str, ...] = ()
    """Files whose lines are noted."""

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), "utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--plan", required=True)


def pytest_configure(config: pytest.Config) -> None:
    plan = Plan(**json.loads(Path(config.getoption("--plan")).read_text("utf-8")))
    config.pluginmanager.register(Witness(plan), "witness")


class Witness:
    """Sees one run of pytest."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seconds: dict[str, float] = {}
        self._noticed: list[str] = []
        self._coverage = _coverage(plan.record)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        """The same examples every time, and none made smaller: that it fails is enough."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", settings(), phases=phases, database=None, derandomize=True
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {test: at for at, test in enumerate(self._plan.tests or ())}
        if self._plan.tests is not None:
            items[:] = sorted(
                (i for i in items if i.nodeid in places), key=lambda i: places[i.nodeid]
            )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        if self._coverage:
            self._coverage.switch_context(item.nodeid)
        limit = self._plan.limits.get(item.nodeid, 0.0)
        if limit:
            for sent in (signal.SIGPROF, signal.SIGALRM):
                signal.signal(sent, lambda *_: self._stop(item.nodeid))
            signal.setitimer(signal.ITIMER_PROF, limit)
            signal.setitimer(signal.ITIMER_REAL, WAITS * limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _stop(self, test: str) -> None:
        self._note(f"{test} (it never ends)")

    def _note(self, test: str) -> None:
        """One that notices is enough: nothing is taken down in good order, which may take as long as what hangs."""
        self._noticed.append(test)
        if not self._coverage:
            self._write()
            os._exit(NOTICED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        spent = self._seconds.get(report.nodeid, 0.0)
        self._seconds[report.nodeid] = spent + report.duration
        if report.failed:
            self._note(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        here = str(session.config.rootpath)
        for name, module in list(sys.modules.items()):
            place = getattr(module, "__file__", None)
            if name.partition(".")[0] in OURS and place and not place.startswith(here):
                raise RuntimeError(f"{name} is not the scratch copy's: {place}")
        self._write()

    def _write(self) -> None:
        lines = _lines(self._coverage, self._plan.record) if self._coverage else {}
        told = {"noticed": self._noticed, "seconds": self._seconds, "lines": lines}
        Path(self._plan.verdict).write_text(json.dumps(told), "utf-8")


def _coverage(record: tuple[str, ...]) -> Coverage | None:
    if not record:
        return None
    from coverage import Coverage

    coverage = Coverage(data_file=None, config_file=False, include=list(record), messages=False)
    # A file of tests may come by none of the room's lines.
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    coverage.start()
    return coverage


def _lines(coverage: Coverage, record: tuple[str, ...]) -> dict[str, dict[str, list[str]]]:
    """Per file, per line as it is written, the tests that come by."""
    coverage.stop()
    found: dict[str, dict[str, list[str]]] = {}
    for file in record:
        text = Path(file).read_text("utf-8").splitlines()
        contexts = coverage.get_data().contexts_by_lineno(str(Path(file).resolve()))
        own = found.setdefault(file, {})
        for number, tests in contexts.items():
            line = text[number - 1].strip()
            own[line] = sorted({*own.get(line, ()), *filter(None, tests)})
    return found
