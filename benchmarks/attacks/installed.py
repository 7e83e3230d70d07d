"""An installed service to update, in a view of the file system that ends with this process: its accounts, its folders, a newer version (root, Linux)."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Final

from benchmarks.attacks.ground import Ground
from benchmarks.soak import MB, family_of, memory

CLONE_NEWNS: Final = 0x20000
"""A view of mounts of one's own (linux/sched.h)."""
ANN: Final = 40_001
"""Who owns the checkout."""
MURPHY: Final = 40_002
"""Whom the service runs as."""
SERVICE: Final = Path("/opt/murphy")
GAMES: Final = Path("/var/lib/murphy")
CHECKOUT: Final = Path("/home/ann/murphy")
TOLD: Final = Path("/home/told")
"""A file to which anybody may add a line."""
PARTS: Final = (
    "pyproject.toml",
    "install.sh",
    "locked",
    "companion",
    "vision",
    "hardware",
    "web",
    "systemd",
)
MURMURS: Final = f"""#!{sys.executable}
import http.server, os, sys
open("{TOLD}", "a").write(f"{{os.getuid()}}\\n")
class Well(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{{"ok": true}}')
    def log_message(self, *_): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Well).serve_forever()
"""
"""What the owner of a checkout puts where its program is expected: it notes as whom it is run, and seems to be well."""


def missing() -> str | None:
    """Why this machine cannot show it."""
    if os.geteuid() != 0:
        return "needs root, to act as others"
    tried = subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True
    )
    if tried.returncode or not shutil.which("git"):
        return "needs git, and to be allowed to mount"
    return None


@dataclass(frozen=True, slots=True)
class Ran:
    """What an update came to: its status, what it printed, its seconds, the most MB of memory."""

    status: int
    said: str
    seconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Installed:
    """The installed service, whose checkout has something newer."""

    ground: Ground
    port: int

    def settings(self, **given: object) -> None:
        """What the service's account writes into its settings."""
        lines = [f"port = {self.port}", *(f'{name} = "{value}"' for name, value in given.items())]
        (GAMES / "murphy.toml").write_text("\n".join(lines) + "\n")
        self.own(GAMES, MURPHY)

    def own(self, folder: Path, who: int) -> None:
        """All in a folder belongs to an account."""
        for path in (folder, *folder.rglob("*")):
            os.chown(path, who, who, follow_symlinks=False)

    def journal(self, path: Path, kind: str = "event") -> None:
        """A journal of the account's, with one entry of a kind."""
        code = (
            "import json, sys; from pathlib import Path; from companion.journal.journal import Draft, Journal\n"
            "with Journal(Path(sys.argv[1])) as j: j.append([Draft(sys.argv[2], {})])\nprint(json.dumps(1))"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        self.ground.python(code, str(path), kind)
        self.own(GAMES, MURPHY)

    def update(self, seconds: float = 90.0) -> Ran:
        """`murphy update`, as root."""
        line = [str(SERVICE / ".venv/bin/python"), "-m", "companion", "update"]
        env = {"PATH": os.environ["PATH"], "HOME": "/root", "LANG": "C.UTF-8"}
        began, most = time.monotonic(), 0.0
        with subprocess.Popen(
            line,
            cwd="/",
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            while process.poll() is None and time.monotonic() < began + seconds and most < 2000:
                with suppress(OSError):
                    most = max(most, sum(memory(pid, "Pss") for pid in family_of(process.pid)) / MB)
                time.sleep(0.05)
            process.kill()
            said = process.stdout.read() if process.stdout else ""
        return Ran(process.returncode, said, time.monotonic() - began, most)


@contextmanager
def installed(ground: Ground) -> Iterator[Installed]:
    """A service installed from a checkout of ann's. Mounts over this process's view of /home, /opt, /var/lib and parts of /etc."""
    _apart()
    _accounts(ground.folder)
    _program(ground.tree)
    _checkout()
    with HTTPServer(("127.0.0.1", 0), _Well) as well:
        threading.Thread(target=well.serve_forever, daemon=True).start()
        service = Installed(ground, well.server_port)
        service.settings()
        yield service
        well.shutdown()


class _Well(BaseHTTPRequestHandler):
    """The service that was upgraded, and is well."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"ok": true}')

    def log_message(self, *_: object) -> None:
        """Nothing."""


def _run(*line: object, **how: Any) -> None:
    subprocess.run([*map(str, line)], check=True, capture_output=True, **how)


def _apart() -> None:
    """From now on this process and its children see mounts that nobody else sees."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS):
        raise OSError(ctypes.get_errno(), "unshare")
    _run("mount", "--make-rprivate", "/")


def _accounts(scratch: Path) -> None:
    for name, line in (("passwd", "{0}:x:{1}:{1}::/home/{0}:/bin/sh"), ("group", "{0}:x:{1}:")):
        file = scratch / name
        here = Path("/etc", name).read_text().rstrip("\n")
        others = [each for each in here.splitlines() if not each.startswith(("ann:", "murphy:"))]
        made = [line.format("ann", ANN), line.format("murphy", MURPHY)]
        file.write_text("\n".join([*others, *made, ""]))
        file.chmod(0o644)
        _run("mount", "--bind", file, f"/etc/{name}")
    _open_to_all(Path(sys.executable).resolve(), scratch)
    for folder in ("/home", "/opt", "/var/lib", "/etc/sysctl.d"):
        Path(folder).mkdir(exist_ok=True)
        _run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder)
    TOLD.touch()
    TOLD.chmod(0o666)


def _open_to_all(program: Path, scratch: Path) -> None:
    """Others may run it, though it lies in somebody's home: everything else of that home is hidden instead."""
    for folder in reversed(program.parents):
        if folder.stat().st_mode & 0o001 == 0:
            inner = folder / program.relative_to(folder).parts[0]
            kept = scratch / "inner"
            kept.mkdir()
            _run("mount", "--bind", inner, kept)
            _run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder)
            inner.mkdir()
            _run("mount", "--bind", kept, inner)


def _program(tree: Path) -> None:
    SERVICE.mkdir(parents=True)
    for part in PARTS:
        if (tree / part).exists():
            _run("cp", "-R", tree / part, SERVICE / part)
    (SERVICE / "checkout").write_text(f"{CHECKOUT}\n")
    _run(sys.executable, "-m", "venv", "--without-pip", SERVICE / ".venv")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = SERVICE / ".venv/lib" / version / "site-packages"
    (site / "there.pth").write_text(f"{SERVICE}\n{sysconfig.get_path('purelib')}\n")
    script = SERVICE / ".venv/bin/murphy"
    script.write_text(f'#!/bin/sh\nexec {SERVICE}/.venv/bin/python -m companion "$@"\n')
    script.chmod(0o755)
    GAMES.mkdir(parents=True, mode=0o700)


def _checkout() -> None:
    """What is newer installs without a network, and notes as whom its parts are run."""
    home = CHECKOUT.parent
    steps = f"""
        mkdir -p {home}/origin && cd {home}/origin && git init -q -b main
        mkdir systemd && printf '.venv\\n' >.gitignore
        printf '#!/bin/sh\\nexit 0\\n' | tee install.sh >systemd/service.sh && chmod 755 install.sh systemd/service.sh
        git add -A && git commit -qm first
        git clone -q . {CHECKOUT}
        echo more >more && git add -A && git commit -qm second
        mkdir -p {CHECKOUT}/.venv/bin
    """
    who = {
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "A",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    home.mkdir()
    os.chown(home, ANN, ANN)
    _run(
        "sh",
        "-euc",
        steps,
        user=ANN,
        group=ANN,
        extra_groups=[],
        cwd=home,
        env={**os.environ, **who, "HOME": str(home)},
    )
    planted = CHECKOUT / ".venv/bin/murphy"
    planted.write_text(MURMURS)
    planted.chmod(0o755)
    os.chown(planted, ANN, ANN)
