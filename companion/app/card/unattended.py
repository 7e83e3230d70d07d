"""Installs the companion on a Pi from a card or a stick, unattended, and tells how far it is.

Runs as root by Debian's own Python, with nothing but the standard library, before anything else of
the companion is there. Whatever is begun here is gone on with at the next boot: what has to be
installed is first copied into ``STATE``, whole and checked, and leaves it once it is installed.

    unattended.py card FOLDER     a card's boot partition, our folder of it
    unattended.py stick DEVICE    a USB stick with that folder
"""

import hashlib
import html
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = "murphy-companion"
STATE: Final = Path("/var/lib/murphy-setup")
GAMES: Final = Path("/var/lib/murphy")
BY_STICK: Final = Path("/etc/murphy-companion/upgrade-by-stick")
"""Where this is, sticks upgrade."""
SUMS, PIN, ABOUT, SET_UP = "SHA256SUMS", "pin", "about.json", "set-up"
PORTS: Final = (80, 8000)
COMPANION: Final = 8000
RETRY_SECONDS: Final = (20, 40, 80, 160, 300)
"""How long to wait for a network, or for room on the card, before the next try; the last for all that follow."""
NETWORK_SECONDS: Final = 90
"""How long to wait for a network before it comes up with what is there."""
HELD: Final = Path("/run/murphy-setup-installs")
"""While this is there systemd starts no companion: its port is the page's."""
HOLD: Final = Path("/run/systemd/system/murphy.service.d/card.conf")
HEALTHY_SECONDS: Final = 180
LAST_LOOK_SECONDS: Final = 60
"""How long the page on port 80 leads on to the companion once it is there."""
ROOM: Final = 50 << 20
"""With fewer bytes free an installation fails for want of room."""
NO_ROOM: Final = ("No space left on device", "enough free space")
STEPS: Final = ("found", "install", "start")
APT: Final = (
    *(
        "apt-get",
        "-qy",
        "--no-install-recommends",
        "--no-remove",
        "-o",
        "DPkg::Lock::Timeout=900",
    ),
    *("-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold"),
    *("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"),
    # A Pi has no clock: at its first boot it lives in the past. Signatures are checked all the same.
    *("-o", "Acquire::Check-Date=false", "-o", "APT::Update::Error-Mode=any"),
)


class Unfit(Exception):
    """What lies on a card or stick cannot be used: a key of ``sd-card.pi`` and what is in its gaps."""

    def __init__(self, key: str, **params: str) -> None:
        super().__init__(key, params)
        self.key, self.params = key, params


# -- how far it is ----------------------------------------------------------------


@dataclass
class Progress:
    """How far it is, for the console and the page; ``said`` holds sentences in every language."""

    language: str = "en"
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    step: int = 0
    note: tuple[str, dict[str, str]] = ("begin", {})
    done: bool = False

    def tell(self, key: str, step: str | None = None, **params: str) -> None:
        """Note where it stands, and print it as a line where it is news."""
        if step is not None:
            self.step = STEPS.index(step)
        if (key, params) == self.note:
            return
        self.note = (key, params)
        print(f"Murphy: {self.text(key, self.language, params)}", flush=True)

    def text(self, key: str, language: str, params: Mapping[str, str]) -> str:
        """A sentence in a language, or its key if there are no words."""
        known = self.said.get(language) or self.said.get("en") or {}
        sentence = known.get(key)
        return sentence.format_map(params) if sentence else " ".join([key, *params.values()])  # fmt: skip


def page(progress: Progress, language: str, host: str) -> str:
    """The page that a phone sees meanwhile: it looks again by itself, and in the end leads to the companion."""

    def said(key: str, **params: str) -> str:
        return html.escape(progress.text(key, language, params))

    marks = [
        "✓"
        if progress.done or n < progress.step
        else "→"
        if n == progress.step
        else "·"
        for n in range(len(STEPS))
    ]
    steps = "".join(f"<li>{m} {said(f'step-{s}')}" for m, s in zip(marks, STEPS, strict=True))  # fmt: skip
    key, params = progress.note
    onward = f"http://{host}:{COMPANION}/"
    where = f"2;url={html.escape(onward)}" if progress.done else "3"
    link = f'<p><a href="{html.escape(onward)}">{html.escape(onward)}</a>' if progress.done else ""  # fmt: skip
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{where}">'
        f"<title>Murphy</title><style>{STYLE}</style><h1>{said('title')}</h1>"
        f'<ul>{steps}</ul><p role="status">{said(key, **params)}</p>{link}</html>'
    )


STYLE: Final = "body{font:1.25rem/1.5 sans-serif;margin:2rem auto;max-width:32rem;padding:0 1rem}ul{list-style:none;padding:0}"


def language_for(accepted: str, progress: Progress) -> str:
    """The first language of an ``Accept-Language`` header that there are words in, else the card's."""
    wanted = (each.split(";")[0].strip()[:2].lower() for each in accepted.split(","))
    return next((each for each in wanted if each in progress.said), progress.language)


class Pages:
    """The page, on every one of our ports that is free."""

    def __init__(self, progress: Progress, ports: Sequence[int] = PORTS) -> None:
        self._servers: dict[int, ThreadingHTTPServer] = {}
        for port in ports:
            with suppress(OSError):
                server = ThreadingHTTPServer(("", port), _handler(progress))
                self._servers[server.server_port] = server
                threading.Thread(
                    target=server.serve_forever, args=(0.1,), daemon=True
                ).start()

    @property
    def ports(self) -> tuple[int, ...]:
        """Where it is served."""
        return tuple(self._servers)

    def leave(self, port: int) -> None:
        """Serve there no longer."""
        server = self._servers.pop(port, None)
        if server is not None:
            server.shutdown()
            server.server_close()

    def close(self) -> None:
        """Serve nowhere."""
        for port in self.ports:
            self.leave(port)


def _handler(progress: Progress) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            language = language_for(self.headers.get("Accept-Language", ""), progress)
            host = self.headers.get("Host", "").split(":")[0] or socket.gethostname()
            body = page(progress, language, host).encode()
            # Nobody takes it for the companion, whose health it is.
            self.send_response(503 if self.path == "/healthz" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")  # fmt: skip
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


# -- what lies on a card or stick ---------------------------------------------------


def sums_of(text: str) -> dict[str, str]:
    """File name -> SHA-256 in hexadecimal digits, of lines as sha256sum writes them; names in another folder are left out."""
    pairs = (line.split(maxsplit=1) for line in text.splitlines() if line.strip())
    found = {p[1].removeprefix("*"): p[0] for p in pairs if len(p) == 2}
    return {name: digest for name, digest in found.items() if "/" not in name and not name.startswith(".")}  # fmt: skip


def copied(source: Path, target: Path, digest: str) -> None:
    """Copy a file to the disk, checked on the way. Raises Unfit if it is another one, OSError."""
    hashed = hashlib.sha256()
    with source.open("rb") as old, target.open("wb") as new:
        while part := old.read(1 << 20):
            hashed.update(part)
            new.write(part)
        new.flush()
        os.fsync(new.fileno())
    if hashed.hexdigest() != digest:
        raise Unfit("damaged", name=source.name)


def sync(folder: Path) -> None:
    """Have the disk hold a folder's entries."""
    here = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(here)
    finally:
        os.close(here)


def take(folder: Path, target: Path, wanted: Callable[[str], bool]) -> None:
    """Copy the packages of a folder, all of them or none, to a folder that did not exist. Raises Unfit, OSError."""
    sums = sums_of((folder / SUMS).read_text("utf-8"))
    names = sorted(name for name in sums if name.endswith(".deb") and wanted(name))
    if not any(name.startswith(f"{PACKAGE}_") for name in names):
        raise Unfit("no-package")
    half = target.with_name(f"{target.name}.new")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700, parents=True)
    try:
        for name in names:
            copied(folder / name, half / name, sums[name])
    except BaseException:
        # On a full card nothing else could write a line.
        shutil.rmtree(half, ignore_errors=True)
        raise
    sync(half)
    half.rename(target)
    sync(target.parent)


def keep_pin(card: Path, state: Path) -> None:
    """Take the host's PIN from the card, where everybody could read it, once root's own copy of it is on the disk."""
    there, here = card / PIN, state / PIN
    with suppress(FileNotFoundError):
        pin = there.read_text("ascii", "replace").strip()
        if len(pin) == 8 and pin.isdecimal():
            put(here, pin)
        there.unlink()
        sync(card)


def put(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a small file, whole or not at all."""
    half = path.with_name(f".{path.name}.new")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:  # fmt: skip
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.rename(path)
    sync(path.parent)


def furnish(state: Path, games: Path, language: str) -> bool:
    """Lay the host's PIN and the language where the companion looks for them, unless it has its own; whether it was done.

    The folder is root's until systemd gives it to the service's account, with all that is in it.
    """
    pin = state / PIN
    if games.exists():
        pin.unlink(missing_ok=True)
        return False
    half = state / "games"
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700)
    put(half / "murphy.toml", f'lang = "{language}"\n')
    if pin.exists():
        keys = {"pin": pin.read_text("ascii"), "secret": secrets.token_hex(32)}
        put(half / "keys.json", json.dumps({**keys, "unused": True}))
    half.rename(games)
    sync(games.parent)
    pin.unlink(missing_ok=True)
    return True


# -- installing ---------------------------------------------------------------------


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program that asks nothing; what it says is kept."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, capture_output=True, text=True, env=quiet, stdin=subprocess.DEVNULL
    )


def fields(package: Path, *names: str) -> list[str]:
    """Fields of a package's control file. Raises Unfit if it is no package."""
    asked = "".join(f"${{{name}}}\n" for name in names)
    told = run("dpkg-deb", "-W", f"--showformat={asked}", str(package))
    if told.returncode:
        raise Unfit("damaged", name=package.name)
    return told.stdout.split("\n")[: len(names)]


def installed(name: str) -> str | None:
    """The version of a package that is installed and set up; None for one that is not."""
    found = run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", name).stdout
    return found[3:].strip() if found.startswith("ii") else None


def is_newer(version: str, than: str | None) -> bool:
    """Whether a version is newer than another one, or than none."""
    return than is None or run("dpkg", "--compare-versions", version, "gt", than).returncode == 0  # fmt: skip


def wanted_of(packages: Path) -> list[Path]:
    """The packages in a folder that are for this machine and newer than what is installed. Raises Unfit."""
    here = run("dpkg", "--print-architecture").stdout.strip()
    wanted = []
    for package in sorted(packages.glob("*.deb")):
        name, version, machine = fields(package, "Package", "Version", "Architecture")
        if package.name.startswith(f"{PACKAGE}_") != (name == PACKAGE):
            raise Unfit("no-package")
        if machine not in (here, "all"):
            raise Unfit("other-machine", name=package.name, machine=here)
        if is_newer(version, installed(name)):
            wanted.append(package)
    return wanted


def missing(package: Path) -> list[str]:
    """What a package depends on and is not installed, of alternatives the first."""
    depends = fields(package, "Depends")[0].split(",")
    wanted = [[n.split("(")[0].split(":")[0].strip() for n in d.split("|")] for d in depends]  # fmt: skip
    return [any_of[0] for any_of in wanted if any_of[0] and not any(map(_provided, any_of))]  # fmt: skip


def _provided(name: str) -> bool:
    if installed(name) is not None:
        return True
    # What other packages stand for ("debconf-2.0").
    told = run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Provides}\n").stdout
    return any(line.startswith("ii") and name in line[3:].replace(",", " ").split() for line in told.splitlines())  # fmt: skip


def install(packages: Path, progress: Progress, patience: float) -> bool:
    """Install what lies in a folder; whether all of it and all it needs is there now. ``patience``: seconds to wait for a network. Raises Unfit."""
    # What a power cut left half done.
    run("dpkg", "--configure", "-a", "--force-confdef", "--force-confold")
    companion = next(packages.glob(f"{PACKAGE}_*.deb"))
    wanted = list(map(str, wanted_of(packages)))
    if not wanted and not missing(companion):
        return True
    if wanted:
        progress.tell("installing", "install")
    done = apt(wanted)
    if done.returncode and not is_full(done) and online(progress, patience):
        done = apt(wanted)
    lacking = missing(companion)
    if lacking and str(companion) in wanted and not is_full(done):
        # Without a network it comes up with what is there.
        done = run("dpkg", "--force-confold", "--force-depends", "-i", *wanted)
    whole = not lacking and not wanted_of(packages)
    if not whole and is_full(done):
        progress.tell("full")
    elif lacking:
        progress.tell("lacking", names=", ".join(lacking))
    elif not whole:
        progress.tell("failed", why=(done.stderr.strip().splitlines() or ["?"])[-1])
    return whole


def apt(packages: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Have apt install packages in files, with what they need; without any, what those that are installed lack."""
    # While something is lacking apt installs nothing else, not even that by its name.
    return run(*APT, "install", *(packages or ["-f"]))


def is_full(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether apt or dpkg failed for want of room, by what they say; what was unpacked is gone again then."""
    said = done.stdout + done.stderr
    return any(each in said for each in NO_ROOM) or shutil.disk_usage("/").free < ROOM


def online(progress: Progress, patience: float) -> bool:
    """Whether Debian's lists could be fetched, tried anew for some seconds: at a boot the network comes late."""
    until = time.monotonic() + patience
    while run(*APT, "update").returncode:
        if time.monotonic() > until:
            return False
        progress.tell("network")
        time.sleep(3)
    progress.tell("installing")
    return True


def is_healthy(port: int = COMPANION) -> bool:
    """Whether the companion answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as said:  # fmt: skip
            return bool(said.status == 200)
    except (OSError, ValueError):
        return False


def hold(pages: Pages) -> None:
    """Have systemd leave the companion's port to the page while packages are installed."""
    if COMPANION in pages.ports:
        HELD.touch()
        HOLD.parent.mkdir(parents=True, exist_ok=True)
        HOLD.write_text(f"[Unit]\nConditionPathExists=!{HELD}\n")


def started(progress: Progress, pages: Pages) -> bool:
    """Start the companion, if it is installed; whether it answers."""
    if not Path("/usr/bin/murphy").exists():
        return False
    HELD.unlink(missing_ok=True)
    pages.leave(COMPANION)
    if is_healthy():
        return True
    run("systemctl", "reset-failed", "murphy.service")
    run("systemctl", "start", "--no-block", "murphy.service")
    for _ in range(HEALTHY_SECONDS):
        if is_healthy():
            return True
        time.sleep(1)
    progress.tell("silent")
    return False


def addresses() -> str:
    """Where the companion is found: by name and by number."""
    numbers = run("hostname", "-I").stdout.split()
    names = [f"{socket.gethostname()}.local", *(n for n in numbers if ":" not in n)]
    return ", ".join(f"http://{name}:{COMPANION}" for name in names)


def finish(packages: Path, progress: Progress, pages: Pages) -> None:
    """Install until everything is there and answers, however often that takes."""
    first, without = True, False
    for pause in chain(RETRY_SECONDS, repeat(RETRY_SECONDS[-1])):
        hold(pages)
        whole = install(packages, progress, patience=NETWORK_SECONDS if first else 0)
        first = False
        if whole:
            progress.tell("starting", "start")
        if whole and without:
            # What it lacked when it started it looks for at its start only.
            run("systemctl", "stop", "murphy.service")
        answers = started(progress, pages)
        without = answers and not whole
        if answers and whole:
            shutil.rmtree(packages)
            HOLD.unlink(missing_ok=True)
            progress.done = True
            progress.tell("ready", where=addresses())
            return
        time.sleep(pause)


# -- a card, a stick ------------------------------------------------------------------


def told_by(folder: Path) -> Progress:
    """Progress that is told in the words that lie in a folder."""
    with suppress(OSError, ValueError):
        about = json.loads((folder / ABOUT).read_text("utf-8"))
        return Progress(str(about["lang"]), about["words"])
    return Progress()


def from_card(card: Path) -> None:
    """Set the Pi up from a card, or go on with it; nothing where that is done."""
    packages, done = STATE / "packages", STATE / "done"
    try:
        digest = hashlib.sha256((card / SUMS).read_bytes()).hexdigest()
    except OSError:
        digest = ""
    fresh = bool(digest) and (not done.exists() or done.read_text("ascii") != digest)
    if not fresh and not packages.exists():
        return
    progress = told_by(card)
    with _page(progress) as pages:
        try:
            _set_up(card, digest if fresh else "", progress, pages)
        except Unfit as error:
            progress.tell(error.key, **error.params)
            shutil.rmtree(packages, ignore_errors=True)
            # The page goes on telling it; the next boot looks again.
            threading.Event().wait()
        time.sleep(LAST_LOOK_SECONDS)


def _set_up(card: Path, fresh: str, progress: Progress, pages: Pages) -> None:
    """Everything, up to a companion that answers; ``fresh``: what is on the card, if that is still to be done. Raises Unfit."""
    packages = STATE / "packages"
    keep_pin(card, STATE)
    if fresh:
        # Of another card, it may be, that nobody has finished.
        shutil.rmtree(packages, ignore_errors=True)
    while fresh and not packages.exists():
        progress.tell("looking", "found")
        try:
            take(card, packages, lambda name: True)
        except OSError as error:
            full = shutil.disk_usage(STATE).free < ROOM
            progress.tell("full" if full else "failed", why=str(error))
            time.sleep(RETRY_SECONDS[0])
    furnish(STATE, GAMES, progress.language)
    finish(packages, progress, pages)
    BY_STICK.parent.mkdir(exist_ok=True)
    put(BY_STICK, "", 0o644)
    if fresh:
        put(STATE / "done", fresh)
    with suppress(OSError):
        put(card / SET_UP, "")


def from_stick(stick: Path, progress: Progress) -> None:
    """Upgrade the companion from a stick: its own package only, and only to a newer version."""
    folder = stick / "murphy"
    packages = STATE / "packages"
    if not (folder / SUMS).is_file() or packages.exists():
        return
    progress.tell("looking")
    take(folder, packages, lambda name: name.startswith(f"{PACKAGE}_"))
    if not wanted_of(packages):
        shutil.rmtree(packages)
        progress.tell("not-newer")
        return
    finish(packages, progress, Pages(progress, ()))


@contextmanager
def _page(progress: Progress) -> Any:
    pages = Pages(progress)
    try:
        yield pages
    finally:
        pages.close()


@contextmanager
def mounted(device: str) -> Any:
    """The folder in which a device's files can be read; nothing of it is obeyed: no programs, no devices, no accounts. Raises Unfit."""
    where = Path("/run/murphy-stick")
    where.mkdir(mode=0o700, exist_ok=True)
    done = run("mount", "-o", "ro,nosuid,nodev,noexec", device, str(where))
    if done.returncode:
        raise Unfit("failed", why=done.stderr.strip())
    try:
        yield where
    finally:
        run("umount", str(where))


def main(what: str, where: str) -> int:
    """Run to the end, or tell why not."""
    STATE.mkdir(mode=0o700, exist_ok=True)
    if what == "card":
        from_card(Path(where))
        return 0
    progress = Progress()
    try:
        with mounted(where) as stick:
            progress = told_by(stick / "murphy")
            from_stick(stick, progress)
    except Unfit as error:
        progress.tell(error.key, **error.params)
        # Nothing of it is tried again: the next stick may be better.
        shutil.rmtree(STATE / "packages", ignore_errors=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
