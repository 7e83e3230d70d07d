"""The ground of an attack: a checkout, a scratch folder, and what is started there."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.attacks.phone import Phone, raw
from benchmarks.soak import MB, entries, family_of, memory
from tests.places import free_port

PATIENCE: Final = 60.0
"""Seconds in which a program is up or has ended, on a busy machine."""
LAID: Final = {
    "event": "table-corrected",
    "mac": ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1", "R05-1"],
    "left": ["Y10-1"],
    "right": ["G09-1"],
}
"""A table at which a game may begin."""
MOST: Final = 4 << 30
"""Bytes of addresses that a program which is attacked may have, each process: one that falls takes no machine with it."""
ENTER: Final = f"""
ulimit -v {MOST >> 10} || :
while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs"; shift; done
shift
exec "$@"
"""
"""A shell that is bounded, enters control groups, and then is what is started."""
PLAYERS: Final = ("--players", "Ann,Bob,Cem")


@dataclass(frozen=True, slots=True)
class Ground:
    """Whose programs are run: those of the checkout ``tree``; whatever they keep lies in ``folder``. ``longer``: how many times as long one looks."""

    tree: Path
    folder: Path
    longer: float = 1.0

    def line(self, *given: str) -> list[str]:
        """A command of the checkout's program."""
        return [sys.executable, "-m", "companion", *given]

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Its surroundings: nothing of this machine's own."""
        homes = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR")
        own = {name: str(self.folder / name.lower()) for name in homes}
        for place in own.values():
            Path(place).mkdir(exist_ok=True)
        plain = {"MURPHY_BUZZER": "none", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        return {**os.environ, **own, **plain, **(more or {})}

    @property
    def state(self) -> Path:
        """The folder of journals, keys and hosts."""
        return self.folder / "xdg_state_home" / "murphy"

    @property
    def temporary(self) -> Path:
        """The folder for temporary files."""
        return self.folder / "tmpdir"

    def run(self, *given: str, memory: int = MOST) -> subprocess.CompletedProcess[str]:
        """A command, to its end, with so many bytes of memory at most. Raises TimeoutExpired."""

        def bound() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        return subprocess.run(
            self.line(*given),
            cwd=self.tree,
            env=self.environment(),
            capture_output=True,
            text=True,
            errors="surrogateescape",
            timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
            preexec_fn=bound,
        )

    def python(self, code: str, *given: str) -> Any:
        """The JSON that code prints last, run within the checkout."""
        told = subprocess.run(
            [sys.executable, "-c", code, *given],
            cwd=self.tree,
            env=self.environment(),
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
        return json.loads(told.stdout.splitlines()[-1])

    @contextmanager
    def play(
        self, *given: str, env: Mapping[str, str] | None = None, game: bool = False, **how: Any
    ) -> Iterator[House]:
        """`murphy play` without a camera, once it answers; ``game``: with a game that begins; ``how``: as `serving` has it."""
        told = ("play", "--camera", "none", *(PLAYERS if game else ()), *given)
        with self.serving(*told, env=env, **how) as house:
            if game:
                house.lay()
            yield house

    @contextmanager
    def hub(self, broker: int) -> Iterator[House]:
        """`murphy hub` at a broker's port of this machine, once it answers."""
        with self.serving("hub", "--broker", f"mqtt://127.0.0.1:{broker}/") as house:
            yield house

    @contextmanager
    def serving(
        self,
        *given: str,
        env: Mapping[str, str] | None = None,
        port: int = 0,
        host: str = "127.0.0.1",
        program: Sequence[str] = (),
        within: Iterable[Path] = (),
        hands: int = subprocess.DEVNULL,
    ) -> Iterator[House]:
        """A command that serves pages, once it answers: at the ``port`` of one before, whose cookies hold, or a free one, of the address ``host``;
        by another ``program``, in the control groups ``within``, with another standard input."""
        port, log = port or free_port(), self.folder / "log"
        where = ("--host", host, "--port", str(port))
        enter = ["sh", "-euc", ENTER, "sh", *map(str, within), "--"]
        line = [*enter, *(program or self.line()), *given, *where]
        with log.open("wb") as file:
            process = subprocess.Popen(
                line,
                cwd=self.tree,
                env=self.environment(env),
                stdout=file,
                stderr=file,
                stdin=hands,
            )
        state = Path((env or {}).get("STATE_DIRECTORY", self.state))
        house = House(self, process, port, log, state)
        try:
            house.wait()
            yield house
        finally:
            house.end()


@dataclass(frozen=True, slots=True)
class House:
    """A companion that serves its pages, looked at from outside."""

    ground: Ground
    process: subprocess.Popen[bytes]
    port: int
    log: Path
    state: Path
    """The folder of journals, keys and hosts."""

    def phone(self, address: str = "127.0.0.2") -> Phone:
        """A browser at an address of this machine (127.x.y.z), with a cookie and its token."""
        phone = Phone(self.port, address)
        phone.get("/api/view")
        return phone

    def host(self, address: str = "127.0.0.1") -> Phone:
        """One that has given the PIN."""
        host = self.phone(address)
        answer = host.say("/api/pin", {"pin": self.pin})
        assert answer.status == 200, answer
        host.get("/api/view")
        return host

    def lay(self) -> None:
        """The host says what lies on the table, so that there is a game."""
        host = self.host()
        answer = host.say("/api/corrections", {"correction": LAID})
        assert answer.status == 200, answer
        host.close()

    @property
    def pin(self) -> str:
        """The host's PIN, as the console shows it."""
        told: str = json.loads((self.state / "keys.json").read_text())["pin"]
        return told

    @property
    def alive(self) -> bool:
        """Whether its process is there, and answers."""
        if self.process.poll() is not None:
            return False
        asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        return b'"ok"' in raw(self.port, asked, "127.0.0.1", 20.0)

    def megabytes(self) -> float:
        """Memory of all its processes (PSS)."""
        return self._sum(lambda pid: memory(pid, "Pss")) / MB

    def stored(self) -> float:
        """MB of temporary files: those with a name, and those that only the process still has open."""
        named = sum(f.stat().st_size for f in _files(self.ground.temporary))
        return (named + self._sum(_unlinked)) / MB / MB

    def threads(self) -> int:
        """Of all its processes."""
        return self._sum(lambda pid: entries(pid, "task"))

    def journal(self) -> float:
        """KB of all journals, with their logs."""
        files = _files(self.state)
        return sum(f.stat().st_size for f in files if "journal" in f.name) / MB

    def logged(self) -> float:
        """KB that it has written to its log."""
        return self.log.stat().st_size / MB

    def wait(self) -> None:
        """Until it answers. Raises OSError if it never does."""
        until = time.monotonic() + PATIENCE
        while not self.alive:
            if self.process.poll() is not None or time.monotonic() > until:
                raise OSError(self.log.read_text("utf-8", "replace")[-2000:])
            time.sleep(0.05)

    def end(self, seconds: float = 20.0) -> float:
        """SIGTERM; the seconds it took, or SIGKILL after so many."""
        began = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        return time.monotonic() - began

    def kill(self) -> None:
        """As a power cut does: all its processes."""
        for pid in reversed([*family_of(self.process.pid)]):
            with suppress(OSError):
                os.kill(pid, 9)
        self.process.wait()

    def _sum(self, what: Any) -> int:
        """Over all processes; one may go while it is looked at."""
        total = 0
        with suppress(OSError):
            for pid in family_of(self.process.pid):
                with suppress(OSError):
                    total += what(pid)
        return total


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _unlinked(process: int) -> int:
    """Bytes of the files that a process has open and that have no name any more (proc(5), fd)."""
    total = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            if os.readlink(file).endswith("(deleted)"):
                total += file.stat().st_size
    return total
