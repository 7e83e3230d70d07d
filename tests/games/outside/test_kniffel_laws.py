"""A game from another package keeps the laws that every game keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.conformance import LAWS, trial_of
from companion.games import games
from tests.games.outside.watched import kniffel_installed


@pytest.mark.prove
def test_it_keeps_the_laws(tmp_path: Path) -> None:
    """Tried with its own examples; of pieces it has none but dice."""
    with kniffel_installed(tmp_path) as package:
        trial = trial_of(package, among=games())
        said = "\n".join(filter(None, (law.told(trial) for law in LAWS)))
        lacking = {law.lacks(trial) for law in LAWS}

    assert not said, said
    assert {None, "examples.pieces"} == lacking
