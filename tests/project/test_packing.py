"""What is installed is what lies in the tree: every file of every room, and all that a game's folder holds."""

import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import copytree, ignore_patterns
from zipfile import ZipFile

import pytest

from tests.games.installed import INIT, toy_in
from tests.places import ROOT

ROOMS = ("companion", "hardware", "vision", "web")
BUILD = """
from setuptools import build_meta
print(build_meta.build_wheel("built"), build_meta.build_sdist("built"))
"""
SOUND = "static/sounds/deal.ogg"
EDITION = "editions/second.toml"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with one game more, whose files lie elsewhere than the others' do, and what Python left there."""
    tree = tmp_path_factory.mktemp("tree")
    left = ignore_patterns("__pycache__", "*.egg-info")
    for room in ROOMS:
        copytree(ROOT / room, tree / room, ignore=left)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (tree / name).write_bytes((ROOT / name).read_bytes())
    toy = toy_in(tree / "companion/games")
    for name in (SOUND, EDITION, f"rules/{INIT}", "__pycache__/old.cpython-311.pyc"):
        (toy / name).parent.mkdir(parents=True, exist_ok=True)
        (toy / name).write_bytes(b"")
    return tree


@pytest.fixture(scope="module")
def built(tree: Path) -> Path:
    """The wheel and the source distribution of the tree."""
    line = [sys.executable, "-W", "ignore", "-c", BUILD]
    ran = subprocess.run(line, cwd=tree, capture_output=True, text=True)
    assert 0 == ran.returncode, ran.stderr[-2000:]
    return tree / "built"


def lying(tree: Path) -> set[str]:
    """Every file of the rooms but what Python leaves beside them."""
    files = (path for room in ROOMS for path in (tree / room).rglob("*"))
    kept = (path for path in files if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(tree).as_posix() for path in kept}


@pytest.mark.slow
def test_the_wheel_holds_the_tree(tree: Path, built: Path) -> None:
    """All of it, and nothing else but what says who it is."""
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
    own = {name for name in names if ".dist-info/" not in name}

    assert {f"companion/games/high_card/{name}" for name in (SOUND, EDITION)} <= own
    assert lying(tree) == own


def test_the_source_distribution_holds_the_tree(tree: Path, built: Path) -> None:
    """What a wheel is made of elsewhere."""
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        files = (member.name for member in packed if member.isfile())
        names = {name.partition("/")[2] for name in files}

    assert set() == lying(tree) - names
    assert not any(name.endswith(".pyc") for name in names)
