"""Who asks, as a cookie says it."""

import pytest

from web.access.keys import Keys
from web.access.visitors import Cookies, Visitor

ANN_SITS = Visitor("browser").seated(0, ("Ann", "Bob", "Cem"), 0)


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
def test_a_seat_is_somebodys_and_not_the_tables(players: tuple[str, ...], seat: int | None) -> None:
    """Whoever else comes, goes or moves up: a phone stays with the player it was tapped for."""
    assert seat == ANN_SITS.sits(players)


def test_a_guest_sits_nowhere() -> None:
    """A seat that was left is left."""
    assert ANN_SITS.seated(None, ("Ann", "Bob"), 0).sits(("Ann", "Bob")) is None


def test_an_older_cookie_keeps_its_seat() -> None:
    """It does not say since when; whoever sat down later has the seat."""
    cookies = Cookies(Keys("12345678", "5e" * 32))
    text = f"browser~0~{ANN_SITS.player}~"
    older = cookies.read(f"{text}~{cookies._sign('cookie', text)}")

    assert ANN_SITS == older
    later = ANN_SITS.seated(1, ("Bob", "Ann"), 1_800_000_000)
    assert later == cookies.read(cookies.write(later))
