"""The service: what systemd's own tools say of the unit, and what its scripts leave on a disk."""

import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.app.backups import LAST_SECONDS
from companion.app.service.followers import CLOSING_SECONDS
from companion.app.service.systemd import Notifier
from companion.app.update.controller import OUTCOME, WISH
from tests.places import ROOT

SYSTEMD = ROOT / "systemd"
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as installed, with a program that exists."""
    text = (SYSTEMD / "murphy.service").read_text("utf-8")
    path = tmp_path / "murphy.service"
    path.write_text(
        re.sub(r"@PREFIX@/\S+/murphy", "/bin/true", text).replace("@PREFIX@", "/opt"), "utf-8"
    )
    return path


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, timeout=60
    )


@needs_systemd
def test_the_unit_has_no_fault(unit: Path) -> None:
    """systemd-analyze verify is silent: it exits with 0 even for keys it does not know."""
    verified = analyze("verify", "--man=no", unit)

    assert (0, "", "") == (verified.returncode, verified.stdout, verified.stderr)


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """The units of updates as installed."""
    paths = [tmp_path / name for name in ("murphy-update.path", "murphy-update.service")]
    for path in paths:
        text = (SYSTEMD / path.name).read_text("utf-8").replace("@PREFIX@", "/opt")
        path.write_text(text, "utf-8")
    return paths


@needs_systemd
def test_the_units_of_updates_have_no_fault(units: list[Path]) -> None:
    """What waits for the host's wish, and what grants it."""
    verified = analyze("verify", "--man=no", *units)

    assert (0, "", "") == (verified.returncode, verified.stdout, verified.stderr)
    assert f"PathExists=/var/lib/murphy/{WISH}" in units[0].read_text()
    assert f"update >{OUTCOME} " in units[1].read_text()


@needs_systemd
def test_the_unit_of_updates_is_hardened(units: list[Path]) -> None:
    """Though it is root's, its exposure is rated 3.0 or less (9.6 without)."""
    rated = analyze("security", "--offline=true", "--no-pager", "--threshold=30", units[1])

    assert (0, "") == (rated.returncode, rated.stderr), rated.stdout.splitlines()[-1]


def test_updates_may_do_what_installing_needs() -> None:
    """Reading the checkout, becoming others and ending what was started: root may neither give files away, nor write where it is not told to."""
    lines = (SYSTEMD / "murphy-update.service").read_text("utf-8").splitlines()
    (may,) = (each for each in lines if each.startswith("CapabilityBoundingSet="))
    writes = " ".join(each for each in lines if each.startswith("ReadWritePaths="))

    assert {"CAP_DAC_READ_SEARCH", "CAP_KILL", "CAP_SETGID", "CAP_SETUID"} == set(
        may.partition("=")[2].split()
    )
    assert "MemoryMax=1G" in lines
    assert all(
        path in writes
        for path in (
            "@PREFIX@",
            "/etc/systemd/system",
            "-/etc/avahi/services",
            "-/var/lib/murphy",
            "-/media/murphy",
        )
    )


@needs_systemd
def test_a_fault_would_be_seen(unit: Path) -> None:
    """The check above can fail: a misspelt key is a word on standard error."""
    unit.write_text(unit.read_text("utf-8").replace("LockPersonality=", "LockPersonalty="), "utf-8")

    assert analyze("verify", "--man=no", unit).stderr != ""


@needs_systemd
def test_the_unit_is_hardened(unit: Path) -> None:
    """systemd-analyze security rates the exposure 2.0 or less, and says nothing on standard error."""
    rated = analyze("security", "--offline=true", "--no-pager", "--threshold=20", unit)

    assert (0, "") == (rated.returncode, rated.stderr), rated.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "key", ["RestrictNamespaces", "ProcSubset", "PrivateDevices", "DynamicUser"]
)
def test_hardening_leaves_the_devices(key: str) -> None:
    """What is known to take a Pi's camera or pins away is not in the unit."""
    assert not re.search(f"^{key}=", (SYSTEMD / "murphy.service").read_text("utf-8"), re.MULTILINE)


def test_the_service_writes_only_among_its_games_and_copies() -> None:
    """Everything else is read-only to it (systemd.exec(5), ProtectSystem=strict); ``/tmp`` and ``/run/murphy`` are its own."""
    lines = (SYSTEMD / "murphy.service").read_text("utf-8").splitlines()
    folders = [
        each
        for each in lines
        if re.match(
            "(ReadWrite|Bind|State|Cache|Logs|Configuration|Runtime)[A-Za-z]*(Paths|Directory)=",
            each,
        )
    ]

    assert {"ProtectSystem=strict", "ProtectHome=yes", "PrivateTmp=yes"} <= {*lines}
    assert [
        "StateDirectory=murphy",
        "RuntimeDirectory=murphy",
        "ReadWritePaths=-/media/murphy",
    ] == folders


def test_no_device_leads_to_root() -> None:
    """The firmware's mailbox runs anybody's programs with all memory."""
    assert "/dev/vcio rw" not in (SYSTEMD / "murphy.service").read_text("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "Type=notify",
        "Restart=always",
        "RestartSec=2",
        "WatchdogSec=10",
        "StartLimitIntervalSec=0",
        "OOMPolicy=continue",
        "StateDirectory=murphy",
        "Environment=LG_WD=%t/murphy PYTHONUNBUFFERED=1",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
        "DeviceAllow=char-video4linux rw",
        "DeviceAllow=char-media rw",
        "DeviceAllow=char-dma_heap rw",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=/dev/vcio_gencmd rw",
    ],
)
def test_the_unit_promises(line: str) -> None:
    """What docs/hardware.md says of the service stands in the unit."""
    assert line in (SYSTEMD / "murphy.service").read_text("utf-8").splitlines()


def test_the_last_copy_is_within_the_time_to_stop() -> None:
    """systemd kills what takes longer; camera, pins and two that hang take their time as well."""
    lines = (SYSTEMD / "murphy.service").read_text("utf-8").splitlines()
    (stop,) = (line for line in lines if line.startswith("TimeoutStopSec="))

    assert CLOSING_SECONDS < LAST_SECONDS
    assert LAST_SECONDS + 2 * CLOSING_SECONDS < float(stop.partition("=")[2])


def service(what: str, destination: Path) -> None:
    subprocess.run(
        [SYSTEMD / "service.sh", what],
        env={**os.environ, "DESTDIR": str(destination)},
        check=True,
        capture_output=True,
        timeout=60,
    )


def test_install_upgrade_uninstall(tmp_path: Path) -> None:
    """Installing twice upgrades, uninstalling removes the program; games stay through both."""
    games = tmp_path / "var/lib/murphy/murphy.journal"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"a game")
    service("install", tmp_path)
    stale = tmp_path / "opt/murphy/companion/gone.py"
    stale.write_text("")
    service("install", tmp_path)
    installed = (tmp_path / "etc/systemd/system/murphy.service").read_text("utf-8")

    assert "@PREFIX@" not in installed
    assert "ExecStart=/opt/murphy/.venv/bin/murphy play" in installed
    assert (tmp_path / "opt/murphy/companion/words/de.toml").is_file()
    assert not stale.exists()
    units = tmp_path / "etc/systemd/system"
    assert "/opt/murphy/" in (units / "murphy-update.service").read_text("utf-8")
    assert (units / "murphy-update.path").is_file()

    service("uninstall", tmp_path)

    assert not (tmp_path / "opt/murphy").exists()
    assert [] == [*units.iterdir()]
    assert games.read_bytes() == b"a game"


def test_what_is_installed_is_nobodys_to_change(tmp_path: Path) -> None:
    """Whatever the umask and the modes of the checkout; and nothing of it was compiled elsewhere."""
    checkout = tmp_path / 'a "%" checkout'
    shutil.copytree(SYSTEMD.parent, checkout, ignore=only_what_is_installed)
    (checkout / "companion/__pycache__").mkdir(exist_ok=True)
    (checkout / "companion/__pycache__/session.pyc").touch()
    (checkout / "README.md").chmod(0o666)
    (checkout / "web").chmod(0o700)
    root = tmp_path / "root"
    script = str(checkout / "systemd/service.sh")
    line = ["sh", "-c", 'umask 077; exec "$0" install', script]
    where = {**os.environ, "DESTDIR": str(root), "TMPDIR": str(tmp_path)}
    subprocess.run(line, env=where, check=True, capture_output=True, timeout=60)
    there = list((root / "opt/murphy").rglob("*"))
    written = (root / "etc/systemd/system/murphy-update.service.d/checkout.conf").read_text()

    assert [] == [each for each in there if "__pycache__" in each.parts]
    assert [] == [each for each in there if each.stat().st_mode & 0o022]
    assert [] == [each for each in there if not each.stat().st_mode & 0o004]
    assert f"{checkout}\n" == (root / "opt/murphy/checkout").read_text()
    assert f'[Service]\nReadWritePaths="-{tmp_path}/a \\"%%\\" checkout"\n' == written


def only_what_is_installed(folder: str, names: list[str]) -> list[str]:
    """What a copy of this checkout leaves out: all that takes long, and git's own."""
    if Path(folder) != SYSTEMD.parent:
        return [name for name in names if name in ("__pycache__", "weights")]
    parts = (
        "pyproject.toml README.md install.sh Makefile locked companion vision hardware web systemd"
    )
    return [name for name in names if name not in parts.split()]


def test_an_install_that_breaks_off_says_so(tmp_path: Path) -> None:
    """What stands still until then is said, and that running it again goes on."""
    (tmp_path / "opt").write_text("in the way")
    with pytest.raises(subprocess.CalledProcessError) as broken:
        service("install", tmp_path)

    assert b"run this again" in broken.value.stderr


def test_a_disk_that_is_full_stops_nothing(tmp_path: Path) -> None:
    """What was installed is whole, and goes on; what was copied beside it is gone."""
    there = tmp_path / "opt/murphy/pyproject.toml"
    there.parent.mkdir(parents=True)
    there.write_text("of before")
    script = str(SYSTEMD / "service.sh")
    line = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" install", script]
    where = {**os.environ, "DESTDIR": str(tmp_path)}
    full = subprocess.run(line, env=where, capture_output=True, timeout=60)

    assert ([there], "of before") == ([*there.parent.iterdir()], there.read_text())
    assert full.returncode != 0
    assert b"not finished: put right" in full.stderr


@pytest.mark.parametrize("what", ["install", "uninstall"])
def test_the_debian_package_is_left_alone(tmp_path: Path, what: str) -> None:
    """A unit in /etc would hide the package's, and the package takes itself away."""
    files = [tmp_path / "usr/lib/systemd/system/murphy.service"]
    files.append(tmp_path / "etc/avahi/services/murphy.service")
    for file in files:
        file.parent.mkdir(parents=True)
        file.touch()
    with pytest.raises(subprocess.CalledProcessError) as refused:
        service(what, tmp_path)

    assert b"apt-get remove murphy-companion" in refused.value.stderr
    assert {*files} == {path for path in tmp_path.rglob("*") if path.is_file()}


def test_the_avahi_file_is_well_formed() -> None:
    """The service file parses and names the page's port."""
    ports = ElementTree.parse(SYSTEMD / "murphy.avahi.service").findall("./service/port")

    assert ["8000"] == [port.text for port in ports]


def test_notifying(tmp_path: Path) -> None:
    """systemd hears ready, alive and stopping, in its own words."""
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        notifier = Notifier({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "10000000"})
        notifier.ready("seven cards")
        notifier.alive()
        notifier.stopping()
        heard = [systemd.recv(100).decode() for _ in range(3)]

    assert ["READY=1\nSTATUS=seven cards", "WATCHDOG=1", "STOPPING=1"] == heard
    assert notifier.watchdog_seconds == 10.0


def test_a_deaf_systemd_holds_nothing_up(tmp_path: Path) -> None:
    """A socket that nobody reads, or that is gone, is written to and forgotten."""
    path = str(tmp_path / "notify")
    notifier = Notifier({"NOTIFY_SOCKET": path})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        for _ in range(2000):
            notifier.alive()
    notifier.stopping()


def test_nobody_listens() -> None:
    """Without systemd every word goes nowhere and nothing raises."""
    Notifier({}).ready(json.dumps({}))
    Notifier({}).alive()
    Notifier({}).stopping()
    assert Notifier({}).watchdog_seconds == 0
