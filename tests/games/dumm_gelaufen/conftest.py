"""The companion of the tests of pages: started once a module."""

from collections.abc import Iterator

import pytest

from tests.games.dumm_gelaufen.showcase import companion
from tests.web.scripted import Companion


@pytest.fixture(scope="module")
def house() -> Iterator[Companion]:
    """With what the module's tests share."""
    with companion() as running:
        yield running
