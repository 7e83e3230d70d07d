"""What the modules of the pages answer without a browser: Node runs their own tests, tests/pages."""

import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
NODE: Final = ROOT / "node_modules/.bin/node"

pytestmark = pytest.mark.skipif(not NODE.exists(), reason="no Node: install.sh could not fetch it")


def test_the_modules_answer_as_their_own_tests_say() -> None:
    """Every test of tests/pages passes."""
    tests = sorted(map(str, (ROOT / "tests/pages").glob("*.test.js")))

    told = subprocess.run(
        [NODE, "--import", "./tests/pages/page.js", "--test", *tests],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert tests
    assert told.returncode == 0, told.stdout + told.stderr
