"""The real picamera2 on libcamera's software camera, in the userland of Raspberry Pi OS: `make test-picamera2`.

What cannot be tested this way is said in :mod:`softcam`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.app.painted.painter import painted
from companion.games.dumm_gelaufen.painted import PAINTED
from companion.kit.painted import ScriptConfig
from vision.frame import Frame

EMULATED = os.environ.get("ARCHITECTURE", "")
"""Another processor than this machine's (`make test-arm64`): slower, so what a pace decides is not looked at."""
at_a_pace = pytest.mark.skipif(bool(EMULATED), reason="needs a processor's own pace")
HERE = Path(__file__).parent
REPO = HERE.parent.parent
MURPHY = "/srv/murphy/.venv/bin/murphy"
FIRST, PICTURES, TIMES = 400, 130, 2
"""Frames of the painted game, and how often the camera shows each: it runs at 10 a second as the game does."""
PATIENCE = 240
"""Seconds after which the camera has told what it will tell."""


def missing() -> str | None:
    """Why this machine cannot do it."""
    if os.geteuid() != 0:
        return "needs root, for a Debian in a folder"
    if not Path("/etc/debian_version").exists() or not shutil.which("apt-get"):
        return "needs Debian"
    if not shutil.which("unshare"):
        return "needs unshare (util-linux)"
    able = subprocess.run(["unshare", "--mount", "true"], capture_output=True)
    return None if able.returncode == 0 else "needs mounts of its own (unshare)"


WHY = missing()
pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(WHY is not None, reason=f"picamera2 on libcamera {WHY}"),
]


@pytest.fixture(scope="module")
def debian() -> Path:
    """The folder with the Debian, the project installed in it by its own `make install`, a painted table as its camera."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    name = f"trixie-{EMULATED}" if EMULATED else "trixie"
    root = cache / "murphy-companion" / name
    subprocess.run([HERE / "build.sh", root], check=True)
    _camera_into(root)
    _project_into(root)
    inside(root, "make", "-C", "/srv/murphy", "install")
    return root


def _camera_into(root: Path) -> None:
    packages = root / "usr/lib/python3/dist-packages"
    shutil.copy(HERE / "softcam.py", packages)
    (packages / "softcam.pth").write_text("import softcam\n")
    described = root / "usr/share/libcamera/pipeline/virtual"
    described.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "softcam.yaml", described / "virtual.yaml")
    shown = root / "srv/frames"
    shutil.rmtree(shown, ignore_errors=True)
    shown.mkdir(parents=True)
    game = painted(PAINTED, ScriptConfig(seed=3), start=FIRST)
    for number, frame in enumerate(islice(game, PICTURES)):
        assert isinstance(frame, Frame)
        assert frame.colour is not None
        for again in range(TIMES):
            cv2.imwrite(str(shown / f"{number:04d}-{again}.jpg"), frame.colour)


def _project_into(root: Path) -> None:
    there = root / "srv/murphy"
    shutil.rmtree(there, ignore_errors=True)
    listed: list[str | Path] = ["git", "-C", REPO, "ls-files", "-z", "--cached", "--others"]
    files = subprocess.check_output([*listed, "--exclude-standard"], text=True)
    for name in filter(None, files.split("\0")):
        if (REPO / name).is_file():
            (there / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPO / name, there / name)


def inside(root: Path, *command: str) -> str:
    """What a command in the Debian says."""
    run: list[str | Path] = [HERE / "build.sh", root, "run", *command]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        run, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def test_it_is_installed_on_the_systems_own_python(debian: Path) -> None:
    python = "/srv/murphy/.venv/bin/python"
    code = "import cv2, picamera2; print(cv2.__file__, picamera2.__file__)"

    said = inside(debian, python, "-c", code).split()

    assert all(path.startswith("/usr/lib/python3/dist-packages/") for path in said)


SERVICE = """
set -eu
cat > /usr/bin/systemctl <<'STUB'
#!/bin/sh
[ "$1" = --version ] && echo 'systemd 257 (257.9)' || echo "systemctl $*"
STUB
chmod +x /usr/bin/systemctl
mkdir -p /var/lib/murphy && echo 'a game' > /var/lib/murphy/murphy.journal
cd /srv/murphy
for time in first again; do make -s install-service; done
id -nG murphy
setpriv --reuid murphy --regid murphy --init-groups /opt/murphy/.venv/bin/murphy verify --task M10 R1 R3 R4 R4 R8 || true
ls /etc/systemd/system/murphy.service /etc/systemd/system/murphy.service.d /opt/murphy/.venv/bin/murphy
make -s uninstall-service
ls /etc/systemd/system /opt
cat /var/lib/murphy/murphy.journal
rm /usr/bin/systemctl
"""


def test_the_service_is_installed_upgraded_and_taken_away(debian: Path) -> None:
    """By its own commands, as root, for its own user in the camera's group; nothing but systemd itself is stood in for."""
    told = inside(debian, "sh", "-c", SERVICE).splitlines()

    assert 2 == told.count("systemctl stop murphy.service")
    assert 2 == told.count("systemctl restart murphy.service")
    assert {"murphy", "video"} <= set(next(t for t in told if "video" in t).split())
    assert "/opt/murphy/.venv/bin/murphy" in told
    assert "backoff.conf" in told
    last = told.index("systemctl disable --now murphy.service murphy-update.path")
    gone = told[last:]
    assert not [t for t in gone if t.startswith("murphy") and t != "murphy.journal"]
    assert "a game" == told[-1]


def test_the_adapter_meets_the_real_package(debian: Path) -> None:
    script = "/srv/murphy/tests/picamera2/behaviour.py"

    told = json.loads(inside(debian, "/srv/murphy/.venv/bin/python", script))

    seen = told["pictures"]["seen"]
    assert {tuple(s["shape"]) for s in seen} == {(1296, 2304)}
    assert {tuple(s["colour"]) for s in seen} == {(324, 576, 3)}
    assert not any(s["own"] for s in seen)
    assert 20 < seen[0]["bright"] < 235
    assert EMULATED or 0.9 <= told["pictures"]["seconds"] <= 3
    assert told["stopped"]["silent"]
    assert EMULATED or told["stopped"]["waited"] < 2
    assert told["stopped"]["again"]
    assert told["refusals"] == {"twice": "camera.pi-refused", "missing": "camera.no-pi-camera"}


@at_a_pace
def test_a_table_is_told_the_same_from_the_camera_as_from_the_folder(debian: Path) -> None:
    wanted = by_zone(tables(inside(debian, MURPHY, "watch", "/srv/frames", "--json")))
    assert sum(map(len, wanted.values())) > 8

    told = by_zone(until(debian, wanted))

    # The software camera shows its pictures round and round.
    assert {zone: told[zone][: len(wanted[zone])] for zone in wanted} == wanted


def until(root: Path, wanted: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """The tables that the camera tells until every zone has come as far as wanted, or time is up."""
    run: list[str | Path] = [HERE / "build.sh", root, "run", MURPHY, "watch", "picamera2", "--json"]
    told: list[dict[str, Any]] = []
    with subprocess.Popen(
        run, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as watching:
        assert watching.stdout is not None
        for line in _lines(watching.stdout):
            told += tables(line)
            if told and all(len(by_zone(told)[z]) >= len(wanted[z]) for z in wanted):
                break
        os.killpg(watching.pid, signal.SIGKILL)
    return told


def _lines(stream: Any) -> Iterator[str]:
    end = time.monotonic() + PATIENCE
    for line in stream:
        yield line
        if time.monotonic() > end:
            return


def tables(lines: str) -> list[dict[str, Any]]:
    """The zones of every table that is told."""
    events = [json.loads(line) for line in lines.splitlines()]
    return [event["zones"] for event in events if event["event"] == "table"]


def by_zone(told: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """What each zone became, one after the other: which zones settle in the same look is the machine's speed."""
    zones: dict[str, list[Any]] = {zone: [[]] for zone in told[0]} if told else {}
    for table in told:
        for zone, cards in table.items():
            if zones[zone][-1] != cards:
                zones[zone].append(cards)
    return zones
