"""What is shown in a bare Debian, for tests: a target of the Makefile that may say why it cannot be made here."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def make(target: str) -> None:
    """It passes, or is skipped with the reason that it gives."""
    done = subprocess.run(["make", "-s", target], cwd=ROOT, capture_output=True, text=True)
    said = (done.stdout + done.stderr).splitlines()
    if said and "skipped:" in said[-1]:
        pytest.skip(said[-1])

    assert 0 == done.returncode, said[-40:]
