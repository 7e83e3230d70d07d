"""A proxy in front of the page: from whom a request comes is the proxy's word, and nobody else's."""

from collections.abc import Iterator

import pytest

from tests.web.home import Home, Visit, home
from web.addresses import THE_PI

PROXY = "192.168.1.2"


@pytest.fixture
def house() -> Iterator[Home]:
    house = home(proxy=PROXY)
    yield house
    house.close()


def seen_from(visit: Visit, forwarded: str) -> str:
    """The address from which the host's page says a host has come."""
    headers = {"X-Forwarded-For": forwarded}
    visit.post("/api/pin", {"pin": "12345678"}, headers=headers)
    hosts = visit.get("/api/hosts").get_json()["hosts"]
    address: str = next(host["address"] for host in hosts if host["you"])
    return address


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("1.2.3.4, 10.0.0.7", "10.0.0.7"),
        ("127.0.0.1,10.0.0.7", "10.0.0.7"),
        ("10.0.0.7:4711", "10.0.0.7"),
        ("2001:db8::7", "2001:db8::/64"),
        ("[2001:db8::7]:4711", "2001:db8::/64"),
        ("", PROXY),
        ("unknown", PROXY),
        ("10.0.0.7,", PROXY),
        ('"\x1b[31m', PROXY),
    ],
)
def test_the_proxy_says_who_came_to_it(house: Home, forwarded: str, address: str) -> None:
    """What it added last: what stands before that its client may have made up."""
    assert address == seen_from(house.visit(PROXY), forwarded)


@pytest.mark.parametrize("address", ["192.168.1.3", THE_PI])
def test_nobody_else_says_so(house: Home, address: str) -> None:
    """A guest with a script is not whoever he likes."""
    assert address == seen_from(house.visit(address), "10.0.0.7")


def test_without_the_setting_nobody_says_so() -> None:
    """Not even what comes from the machine itself."""
    house = home()
    seen = seen_from(house.visit(THE_PI), "10.0.0.7")
    house.close()

    assert THE_PI == seen


def test_an_ipv4_proxy_is_known_by_ipv6_as_well(house: Home) -> None:
    """A page served at `::` sees it like this."""
    assert "10.0.0.7" == seen_from(house.visit(f"::ffff:{PROXY}"), "10.0.0.7")


def test_its_clients_are_limited_one_by_one(house: Home) -> None:
    """One who guesses keeps out no other."""
    stranger, host = house.visit(PROXY), house.visit(PROXY)
    codes = []
    for phone, pin, address in (
        *((stranger, "00000000", "10.0.0.7"),) * 6,
        (stranger, "12345678", "10.0.0.7"),
        (host, "12345678", "10.0.0.8"),
    ):
        headers = {"X-Forwarded-For": address}
        codes.append(phone.post("/api/pin", {"pin": pin}, headers=headers).status_code)

    assert [429, 200] == codes[-2:]
