"""A phone as the camera, through the pages: only the host's, of bounded size and pace, on the one page that may use a camera."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from companion.errors import InputError
from tests.web.home import Home, Visit, home
from web.access.guard import HEADERS
from web.addresses import THE_PI
from web.limits import MB


def jpeg(width: int = 64, height: int = 48, form: str = "JPEG") -> bytes:
    """A picture."""
    file = io.BytesIO()
    Image.new("L", (width, height), 90).save(file, form)
    return file.getvalue()


class Filming:
    """What was brought."""

    def __init__(self) -> None:
        self.brought: list[tuple[str, bytes, bool, bool]] = []
        self.taken: bool | None = True

    def bring(self, phone: str, jpeg: bytes, *, still: bool, take: bool) -> bool | None:
        if self.brought and self.brought[0][0] != phone and not take:
            raise InputError("web.camera.other")
        self.brought.append((phone, jpeg, still, take))
        return self.taken


@pytest.fixture
def filming() -> Filming:
    return Filming()


@pytest.fixture
def house(filming: Filming) -> Iterator[Home]:
    with_phone = home(wired={"phone": filming, "secure": lambda: 8443})
    yield with_phone
    with_phone.close()


def host(house: Home, address: str = THE_PI) -> Visit:
    """A phone that has given the PIN."""
    phone = house.visit(address)
    phone.view()
    assert 200 == phone.give_pin().status_code
    return phone


def send(phone: Visit, data: bytes, how: str = "", kind: str = "image/jpeg") -> Any:
    path = f"/api/camera{how}"
    return phone.post(path, data=data, headers={"Content-Type": kind})


def test_the_hosts_pictures_are_taken(house: Home, filming: Filming) -> None:
    phone = host(house)

    answers = [send(phone, jpeg()), send(phone, jpeg(), "?still=yes&take=yes")]

    assert [{"used": True, "taken": True}] * 2 == [one.get_json() for one in answers]
    kinds = [(still, take) for _, _, still, take in filming.brought]
    assert [(False, False), (True, True)] == kinds


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        (True, {"used": True, "taken": True}),
        (False, {"used": True, "taken": False}),
        (None, {"used": False, "taken": False}),
    ],
)
def test_what_became_of_a_picture(
    house: Home, filming: Filming, taken: bool | None, told: dict[str, bool]
) -> None:
    """It is looked at; another is looked at already; another camera is the table's."""
    filming.taken = taken

    assert told == send(host(house), jpeg()).get_json()


@pytest.mark.parametrize(("width", "height", "status"), [(3952, 2100, 200), (3953, 2100, 422)])
def test_how_large_they_may_be(house: Home, width: int, height: int, status: int) -> None:
    """8.3 million pixels, of whatever shape."""
    assert status == send(host(house), jpeg(width, height)).status_code


def test_nobody_elses_are(house: Home, filming: Filming) -> None:
    """Neither of who looks on nor of who sits at the table, nor the way to the other port."""
    looks, sits = house.visit(), house.visit()
    looks.view(), sits.view()
    sits.sit(0)

    for phone in (looks, sits):
        assert 403 == send(phone, jpeg()).status_code
        assert 403 == phone.post("/api/camera/https", {}).status_code
    assert [] == filming.brought


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"nothing", "image/jpeg", 422),
        (jpeg(form="PNG"), "image/jpeg", 415),
        (jpeg(), "application/json", 415),
        (jpeg(4000, 2200), "image/jpeg", 422),
        (jpeg() + bytes(MB), "image/jpeg", 413),
    ],
    ids=["no picture", "PNG", "no type", "too many pixels", "too many bytes"],
)
def test_what_is_none(data: bytes, kind: str, status: int, house: Home, filming: Filming) -> None:
    """Said in words, and passed on to nobody."""
    answer = send(host(house), data, kind=kind)

    assert status == answer.status_code
    assert answer.get_json()["text"]["de"]
    assert [] == filming.brought


def test_they_have_a_pace_of_their_own(house: Home) -> None:
    """Twelve a second in the long run, twenty in a row; that is not what the host may say meanwhile."""
    phone = host(house, "10.0.0.5")
    for _ in range(120):
        assert 200 == send(phone, jpeg()).status_code
        house.clock.pass_by(1 / 12)
    house.clock.pass_by(60)
    codes = [send(phone, jpeg()).status_code for _ in range(22)]

    assert [*[200] * 20, 429, 429] == codes
    said = [phone.post("/api/camera/https", {}).status_code for _ in range(31)]
    assert [*[200] * 30, 429] == said


def test_who_may_not_bring_any_has_the_usual_pace(house: Home) -> None:
    """Whoever sends one after another without being host is told to wait like anybody."""
    phone = house.visit("10.0.0.5")

    assert [*[403] * 30, 429] == [send(phone, jpeg()).status_code for _ in range(31)]


def test_a_second_phone_is_told_of_the_first(house: Home) -> None:
    send(host(house), jpeg())
    other = host(house)

    assert "web.camera.other" == send(other, jpeg()).get_json()["error"]
    assert 200 == send(other, jpeg(), "?take=yes").status_code


def test_one_page_may_use_the_camera(house: Home) -> None:
    """Every other one has it forbidden."""
    policy = "Permissions-Policy"
    phone = house.visit()

    assert "camera=(self)" in phone.get("/camera").headers[policy]
    assert HEADERS[policy] == phone.get("/tv").headers[policy]
    assert "camera=()" in HEADERS[policy]


def test_the_secure_port_is_told(house: Home) -> None:
    assert {"port": 8443} == host(house).post("/api/camera/https", {}).get_json()


def test_where_nothing_looks() -> None:
    without = home()
    phone = host(without)

    assert 404 == send(phone, jpeg()).status_code
    assert 409 == phone.post("/api/camera/https", {}).status_code
    without.close()
