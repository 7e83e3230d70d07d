"""Every benchmark can be started: no module of them asks for what is not there any more."""

import tomllib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.places import ROOT

BESIDES = {"matplotlib", "onnx", "psutil", "pyspiel", "rlcard", "torch"}
"""Libraries that only some benchmarks need, and that a checkout may do without."""


def modules() -> Iterator[str]:
    for path in sorted((ROOT / "benchmarks").rglob("*.py")):
        if path.stem != "__main__":
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("name", [*modules()])
def test_it_can_be_imported(name: str) -> None:
    """With all that it asks for; where a library is missing that is no part of the companion's, that is said."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in BESIDES:
            raise
        pytest.skip(f"{name} needs {error.name}")


def test_what_may_be_missing_is_nothing_of_the_companions() -> None:
    """A library that the companion itself needs is there."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {line.split(">")[0].split("=")[0].strip().lower() for line in project["dependencies"]}

    assert not BESIDES & needed
