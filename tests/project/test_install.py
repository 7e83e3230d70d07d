"""What install.sh makes of a .venv that is there: with an interpreter that only notes what pip is asked for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import ROOT

INTERPRETER = """#!/bin/sh
case "$*" in
  "-m venv .venv")
    mkdir -p .venv/bin
    cp "$0" .venv/bin/python
    printf '#!/bin/sh\\nexit 1\\n' >.venv/bin/npm
    chmod +x .venv/bin/npm
    echo "command = $0 -m venv $(pwd -P)/.venv" >.venv/pyvenv.cfg ;;
  "-m pip install "*)
    echo "$*" >>asked
    exit "$PIP" ;;
  *"version_info[:2])"*) echo 3.11 ;;
esac
"""
LIBRARIES = "#!/bin/sh\necho libzbar.so.0 libatomic.so.1\n"
REFUSES = "#!/bin/sh\nexit 1\n"
CUT_SHORT = 137


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of what install.sh reads, beside programs that change nothing of this machine."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name, text in (("python", INTERPRETER), ("ldconfig", LIBRARIES), ("apt-get", REFUSES)):
        (programs / name).write_text(text)
    for name in ("chromium", "mosquitto"):
        (programs / name).write_text(REFUSES)
    for program in programs.iterdir():
        program.chmod(0o755)
    folder = tmp_path / "a clone"
    (folder / "locked").mkdir(parents=True)
    for name in ("install.sh", "package.json", "package-lock.json", ".npmrc"):
        shutil.copy(ROOT / name, folder)
    for name in ("wheels", "dev"):
        (folder / f"locked/{name}.txt").touch()
    return folder


def installed(clone: Path, version: int = 1, want: str = "play", pip: int = 0) -> str:
    """How the libraries were installed: not at all, as they are missed, or all of them."""
    (clone / "pyproject.toml").write_text(f"version = {version}")
    asked = clone / "asked"
    asked.unlink(missing_ok=True)
    programs = clone.parent / "programs"
    where = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHON": str(programs / "python")}
    ran = subprocess.run(
        ["./install.sh", want],
        cwd=clone,
        env={**where, "PIP": str(pip), "CI": "1"},
        capture_output=True,
        timeout=60,
    )
    assert (pip != 0 and asked.exists()) == (ran.returncode != 0), ran.stderr
    if not asked.exists():
        return "not"
    return "all" if "--force-reinstall" in asked.read_text() else "missed"


@pytest.mark.parametrize(
    "steps",
    [
        ((1, "play", 0, "missed"), (1, "play", 0, "not"), (2, "play", 0, "missed")),
        # The former version comes back after one that failed, or that was set up for tests.
        ((1, "play", 0, "missed"), (2, "play", 1, "missed"), (1, "play", 0, "missed")),
        ((1, "play", 0, "missed"), (2, "dev", 0, "missed"), (1, "play", 0, "missed")),
        ((1, "play", 0, "missed"), (1, "dev", 0, "missed"), (1, "play", 0, "not")),
        # What was cut short is not believed until it was done once more, even by its own version.
        (
            (1, "play", 0, "missed"),
            (1, "dev", CUT_SHORT, "missed"),
            (1, "play", 1, "all"),
            (1, "play", 0, "all"),
            (1, "play", 0, "not"),
        ),
    ],
)
def test_libraries_are_installed_where_they_may_be_others(
    clone: Path, steps: tuple[tuple[int, str, int, str], ...]
) -> None:
    """Each step: the version, what for, how pip ends, and what it was asked for."""
    assert [step[3] for step in steps] == [installed(clone, *step[:3]) for step in steps]


def test_a_clone_that_is_moved_is_set_up_again(clone: Path, tmp_path: Path) -> None:
    """The programs in .venv name its folder."""
    installed(clone)
    moved = clone.rename(tmp_path / "moved")

    assert ["missed", "not"] == [installed(moved), installed(moved)]
    assert (moved / ".venv/pyvenv.cfg").read_text().endswith(f"{moved}/.venv\n")
