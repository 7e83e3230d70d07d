"""Who asks, as a cookie says it."""

import pytest

from web.access.keys import Keys
from web.access.phones import device_of
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


@pytest.mark.parametrize(
    ("seat", "players"), [(1, ("Bob", "Ann", "Ann")), (2, ("Bob", "Ann", "Ann"))]
)
def test_of_two_of_a_name_each_keeps_his_seat(seat: int, players: tuple[str, ...]) -> None:
    """As long as it is one of theirs."""
    assert seat == Visitor("browser").seated(seat, players, 0).sits(players)


@pytest.mark.parametrize("other", ["", "x", None, 7, "\ud800", ["browser"]])
def test_what_is_no_phones_id(other: object) -> None:
    """Whatever a journal says that somebody else's phone was."""
    assert ANN_SITS.is_phone(ANN_SITS.id)
    assert not ANN_SITS.is_phone(other)
    assert not ANN_SITS.is_phone(Visitor("another").id)


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)", "iPad"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8)", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Macintosh"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_what_kind_of_device_it_is(agent: str, device: str) -> None:
    """As people call it; an Android is not only some Linux."""
    assert device == device_of(agent)


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
