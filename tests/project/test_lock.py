"""What is locked: all of it, with wheels for every machine that plays, and it is what gets installed."""

import json
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from tests.places import ROOT

PYTHONS = [(3, 11), (3, 12), (3, 13), (3, 14)]
MACHINES = ["x86_64", "aarch64"]
GLIBC = (2, 36)
"""That of Debian 12, the oldest system that is played on."""
EXPORTS = {
    "system": ["--no-default-groups", "--group=build", "--extra=broker"],
    "wheels": [
        "--no-default-groups",
        "--group=build",
        "--extra=broker",
        "--extra=card",
        "--extra=opencv",
    ],
    "dev": ["--only-group=dev"],
    "bench": ["--only-group=bench", "--no-emit-package=numpy"],
}
FAR = "9999"
"""A version that nobody has."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
PACKAGES = [p for p in LOCK["package"] if "registry" in p["source"]]


def versions(*names: str) -> dict[str, str]:
    """The versions in files of locked/."""
    text = "".join((ROOT / f"locked/{name}.txt").read_text("utf-8") for name in names)
    return dict(re.findall(r"^([\w.-]+)==([\w.+]+)", text, re.MULTILINE))


def run(*command: str | Path, **how: Any) -> str:
    """What a command says on standard output; its complaints are the test's."""
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, **how
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-2000:]
    return done.stdout


def uv(*arguments: str | Path, **how: Any) -> str:
    return run(Path(sys.executable).parent / "uv", *arguments, **how)


def test_whatever_is_asked_for_is_locked() -> None:
    """Every dependency, tool and build requirement of pyproject.toml, within its bounds."""
    asked = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *sum(PROJECT["project"]["optional-dependencies"].values(), []),
        *sum(PROJECT["dependency-groups"].values(), []),
    ]
    locked = versions("wheels", "dev", "bench")

    wrong = [
        str(wanted)
        for wanted in map(Requirement, asked)
        if locked.get(canonicalize_name(wanted.name), "none") not in wanted.specifier
    ]

    assert [] == wrong


@pytest.mark.parametrize("name", EXPORTS)
def test_pip_is_given_what_uv_has_locked(name: str) -> None:
    """A file of locked/ says what uv.lock says: `make lock` writes both."""
    text = (ROOT / f"locked/{name}.txt").read_text("utf-8")

    assert text == uv(
        "export",
        "--quiet",
        "--frozen",
        "--no-header",
        "--no-annotate",
        "--no-emit-project",
        *EXPORTS[name],
    )


def test_the_pis_own_opencv_and_numpy_stay_its_own() -> None:
    """With the system's OpenCV nothing brings another, nor another numpy."""
    brought = versions("wheels").keys() - versions("system", "dev", "bench").keys()

    assert {"numpy", "opencv-python-headless"} == brought


def test_only_the_public_index_is_named() -> None:
    """No mirror of a workplace got into the lock."""
    assert {"https://pypi.org/simple"} == {p["source"]["registry"] for p in PACKAGES}
    assert all(
        wheel["url"].startswith("https://files.pythonhosted.org/")
        for package in PACKAGES
        for wheel in package["wheels"]
    )


def platforms(machine: str) -> list[str]:
    """The systems whose wheels run on a machine with that glibc."""
    glibc = [f"manylinux_{GLIBC[0]}_{m}_{machine}" for m in range(5, GLIBC[1] + 1)]
    return [*glibc, f"manylinux2014_{machine}", f"manylinux1_{machine}"]


def tags(python: tuple[int, int], machine: str) -> set[Tag]:
    """What pip takes there."""
    own = cpython_tags(python, platforms=platforms(machine))
    return {*own, *compatible_tags(python, platforms=platforms(machine))}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("python", PYTHONS, ids=lambda v: ".".join(map(str, v)))
def test_everything_has_a_wheel(python: tuple[int, int], machine: str) -> None:
    """Nothing needs a compiler."""
    taken = tags(python, machine)

    assert [] == [
        package["name"]
        for package in PACKAGES
        if not any(taken & tags_of(wheel["url"]) for wheel in package["wheels"])
    ]


def tags_of(url: str) -> frozenset[Tag]:
    return parse_wheel_filename(url.rpartition("/")[2])[3]


def test_a_missing_wheel_would_be_seen() -> None:
    """No wheel of numpy fits a Python that has none."""
    numpy = next(p for p in PACKAGES if p["name"] == "numpy")

    assert not any(tags((3, 10), "aarch64") & tags_of(wheel["url"]) for wheel in numpy["wheels"])


# With an index -----------------------------------------------------------------------


@pytest.mark.prove
def test_the_lock_is_what_the_resolver_finds() -> None:
    """uv itself finds nothing to change."""
    uv("lock", "--check")


@pytest.mark.prove
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_pip_finds_all_of_it(python: str, machine: str, tmp_path: Path) -> None:
    """pip's own dry run for that machine finds every file, by its hash."""
    files = [f"-rlocked/{name}.txt" for name in ("wheels", "dev", "bench")]
    system = [f"--platform={platform}" for platform in platforms(machine)]

    report = run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--quiet",
        "--report=-",
        "--ignore-installed",
        f"--target={tmp_path}",
        "--require-hashes",
        "--no-deps",
        "--only-binary=:all:",
        f"--python-version={python}",
        *system,
        *files,
    )

    found = {
        canonicalize_name(each["metadata"]["name"]): each["metadata"]["version"]
        for each in json.loads(report)["install"]
    }
    assert found == versions("wheels", "dev", "bench")


def offered(folder: Path, name: str, version: str) -> None:
    """A wheel of that name and version, with nothing in it."""
    stem = f"{name.replace('-', '_')}-{version}"
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as wheel:
        info = f"{stem}.dist-info"
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A folder that offers something newer of everything, and another file as what is locked."""
    folder = tmp_path / "offers"
    folder.mkdir()
    for name, version in versions("wheels", "dev").items():
        offered(folder, name, FAR)
        offered(folder, name, version)
    return folder


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """The interpreter of an environment with nothing in it."""
    venv.create(tmp_path / "env", with_pip=True, symlinks=True)
    return tmp_path / "env/bin/python"


@pytest.mark.prove
def test_what_is_newer_is_not_installed(newer: Path, python: Path) -> None:
    """The same versions, to the byte, whatever an index offers beside; without the lock the newer ones come."""
    pip = python, "-m", "pip"
    offers = f"--find-links={newer}"
    run(*pip, "install", "-q", offers, "--no-deps", "segno")
    assert FAR == here(python)["segno"]

    run(
        *pip,
        "install",
        "-q",
        offers,
        "--require-hashes",
        "--no-deps",
        "--only-binary=:all:",
        "-rlocked/wheels.txt",
        "-rlocked/dev.txt",
    )

    assert here(python).items() >= versions("wheels", "dev").items()
    run(python, "-c", "import cv2, numpy, segno, zxingcpp; segno.make('R1')")
    run(*pip, "check")


def here(python: Path) -> dict[str, str]:
    """What is installed there."""
    listed = json.loads(run(python, "-m", "pip", "list", "--format=json"))
    return {canonicalize_name(each["name"]): each["version"] for each in listed}


@pytest.mark.prove
def test_the_lower_bounds_hold(python: Path) -> None:
    """With the oldest of everything that pyproject.toml allows the program works."""
    uv(
        "pip",
        "install",
        "--python",
        python,
        "--resolution=lowest-direct",
        "--only-binary=:all:",
        "--group=dev",
        "--group=build",
        "numpy",
        "-rpyproject.toml",
        "--extra=opencv",
    )
    assert here(python)["numpy"] == "1.24.0"

    said = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "native and not prove")

    assert " passed" in said
