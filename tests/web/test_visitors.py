"""Who asks, as a cookie says it."""

from __future__ import annotations

import pytest

from web.access.visitors import Visitor

ANN_SITS = Visitor("browser").seated(0, ("Ann", "Bob", "Cem"))


@pytest.mark.parametrize(
    ("players", "seat"),
    [
        (("Ann", "Bob", "Cem"), 0),
        (("Ann", "Dan", "Cem"), 0),
        (("Cem", "Ann"), 1),
        (("Dan", "Bob", "Cem"), None),
        (("Bob", "Ann", "Ann"), 1),
        ((), None),
    ],
)
def test_a_seat_is_somebodys_and_not_the_tables(players, seat):
    """Whoever else comes, goes or moves up: a phone stays with the player it was tapped for."""
    assert seat == ANN_SITS.sits(players)


def test_a_guest_sits_nowhere():
    """A seat that was left is left."""
    assert ANN_SITS.seated(None, ("Ann", "Bob")).sits(("Ann", "Bob")) is None
