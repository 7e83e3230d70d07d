"""The pages and the files they load: three languages, policy-clean, and no path that reaches the disk."""

import gzip
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.words import LANGUAGES, brought_by
from tests.web.home import Home, home, toy_pages
from web.addresses import (
    EVERYWHERE,
    Hosts,
    client_of,
    host_of,
    main_address,
    own_addresses,
    page_address,
)
from web.app import files_of
from web.limits import Limits
from web.news.stream import Slots
from web.refusals import HttpError
from web.routes.pages import SHEETS, bundled, dress_of, loaded_by
from web.routes.static_files import item, static_files

PAGES = ("/", "/tv", "/matches", "/history", "/history/x", "/archive", "/host")


@pytest.fixture(scope="module")
def house() -> Iterator[Home]:
    house = home(files=files_of([toy_pages()]))
    yield house
    house.close()


@pytest.mark.parametrize(
    ("path", "accepted", "lang"),
    [
        ("/", "", "de"),
        ("/", "nl-BE,nl;q=0.9,en;q=0.5", "nl"),
        ("/tv", "fr,en;q=0.5", "en"),
        ("/matches", "fr", "de"),
        ("/?lang=en", "nl", "en"),
        ("/?lang=xx", "nl", "nl"),
        ("/?lang=%3Cscript%3E", "*", "de"),
    ],
)
def test_the_language_is_the_browsers(house: Home, path: str, accepted: str, lang: str) -> None:
    """Or the one asked for in the address; German where none of ours is accepted."""
    answer = house.visit().get(path, headers={"Accept-Language": accepted})

    assert f'<html lang="{lang}"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("path", PAGES)
def test_pages_obey_their_own_policy(house: Home, path: str) -> None:
    """No inline script, style or handler: the browser would refuse them."""
    page = house.visit().get(path).get_data(as_text=True)

    assert 200 == house.visit().get(path).status_code
    assert [] == re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))


@pytest.mark.parametrize("path", PAGES)
def test_everything_a_page_loads_is_there(house: Home, path: str) -> None:
    """Every file named in a page is on the shelf, and nothing comes from elsewhere."""
    visit = house.host()
    page = visit.get(path).get_data(as_text=True)
    named = re.findall(r'(?:src|href)="([^"#]+)"', page)

    assert named
    assert [] == [name for name in named if not name.startswith("/")]
    assert [] == [name for name in named if visit.get(name).status_code != 200]


def test_the_host_page_asks_for_the_pin_first(house: Home) -> None:
    """Who has not given it sees where to."""
    stranger, host = house.visit().get("/host"), house.host().get("/host")

    assert b'id="pin"' in stranger.data
    assert b'id="pin"' not in host.data


def test_files_are_packed_and_not_sent_twice(house: Home) -> None:
    """Gzip for who can unpack, 304 for who has it already."""
    visit = house.visit()
    plain = visit.get("/static/look.css")
    packed = visit.get("/static/look.css", headers={"Accept-Encoding": "gzip"})
    tag = packed.headers["ETag"]
    known = {"Accept-Encoding": "gzip", "If-None-Match": tag}

    assert plain.data == gzip.decompress(packed.data)
    assert len(packed.data) < len(plain.data)
    assert (304, b"") == (
        visit.get("/static/look.css", headers=known).status_code,
        visit.get("/static/look.css", headers=known).data,
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_are_given(house: Home, lang: str) -> None:
    """What the shell says, as one object: no game's, and nothing that only a terminal shows."""
    told = house.visit().get(f"/words/{lang}.json").get_json()

    assert told.items() < brought_by("", lang).items()
    assert "page.done" in told
    assert not [key for key in told if key.startswith("simulate.")]


def test_the_words_of_a_game_are_given(house: Home) -> None:
    """Of one that is there; a game without words has the house's that its modules use."""
    visit = house.visit()
    told = visit.get("/words/en/toy.json").get_json()

    assert told.items() < brought_by("", "en").items()
    assert 404 == visit.get("/words/en/chess.json").status_code
    assert 404 == visit.get("/words/en.json?games=toy,chess").status_code


def test_the_join_code_is_read_as_the_address(house: Home) -> None:
    """By IP address: names fail on some phones. Drawn and read again."""
    svg = ElementTree.fromstring(house.visit().get("/join.svg").data)
    side = int(float(svg.attrib["viewBox"].split()[2]))
    path = next(e.attrib["d"] for e in svg.iter() if e.attrib.get("stroke"))
    picture = cv2.resize(drawn(path, side), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)

    assert ["http://192.168.1.5:8000/"] == [found.text for found in zxingcpp.read_barcodes(picture)]


def drawn(path: str, side: int) -> np.ndarray:
    """The strokes of segno's path: absolute and relative moves, horizontal lines one module high."""
    picture = np.full((side, side), 255, np.uint8)
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(n) for n in numbers.split()]
        if command == "h":
            picture[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return picture


TRAVERSALS = [
    "../web/app.py",
    "..%2fapp.py",
    "%2e%2e/app.py",
    "....//app.py",
    "/etc/passwd",
    "//etc/passwd",
    "..\\app.py",
    "..%5capp.py",
    "look.css%00.js",
    "look.css/",
    "./look.css",
    "static//look.css",
    "%252e%252e/app.py",
    "look.css/../../app.py",
    "~/.ssh/id_rsa",
    "C:\\boot.ini",
    "\uff0e\uff0e/app.py",
]
ROOTS = ("/static/", "/words/", "/host/print/", "/host/", "/")


@pytest.mark.parametrize("root", ROOTS)
def test_no_path_reaches_the_disk(house: Home, root: str) -> None:
    """Files are a closed set in memory; whatever else is asked, even by the host, is not there."""
    host = house.host()
    told = [(root + path).encode().decode("latin-1") for path in TRAVERSALS]
    answers = [host.get("/", environ_overrides={"PATH_INFO": path}) for path in told]

    assert [404] * len(told) == [answer.status_code for answer in answers]


@settings(deadline=None)
@given(
    st.sampled_from(ROOTS),
    st.text(max_size=40),
    st.sampled_from(["../", "%2e%2e/", "//", "\0", ""]),
)
def test_any_other_path_is_not_there(house: Home, root: str, rest: str, dots: str) -> None:
    """Drawn paths: a page, or 404; or 405 where one is not for looking."""
    told = (root + dots * 3 + rest).encode("utf-8", "replace").decode("latin-1")
    answer = house.app.test_client().get("/", environ_overrides={"PATH_INFO": told})

    assert answer.status_code in (200, 403, 404, 405)
    assert answer.status_code != 200 or told.rstrip("/") in ("", *PAGES, "/static/look.css")


def test_files_of_other_kinds_stay_where_they_are(tmp_path: Path) -> None:
    """Only what a browser is meant to load is read."""
    for name in ("a.js", "b.py", "c.js~", ".env", "d/e.svg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")

    assert ["a.js", "d/e.svg"] == sorted(static_files(tmp_path))


def test_a_file_that_is_not_shorter_packed_is_sent_plain(tmp_path: Path) -> None:
    """Small files grow in gzip."""
    (tmp_path / "a.js").write_text("x")

    assert static_files(tmp_path)["a.js"].packed is None


def test_a_game_s_own_sheets_stand_over_those_that_it_shares() -> None:
    """What the game says of a die comes after what the house says of it."""
    game = replace(toy_pages(), shared=("pieces.css",), styles=("toy.css",))
    sheets = {name for names in SHEETS.values() for name in names}
    files = {
        name: item("text/css", name.encode())
        for name in (*sheets, "pieces.css", f"games/{game.name}/toy.css")
    }

    dress = dict(bundled(files, [game]))[dress_of(game)].plain

    assert b"pieces.css\ngames/toy/toy.css" == dress


def test_modules_are_known_in_advance_however_they_are_imported(tmp_path: Path) -> None:
    """In one line or in several, by name or as a whole; what is loaded once it is needed is not among them."""
    (tmp_path / "a.js").write_text("""\
import { b } from "./b.js";
import {
  c,
  cc,
} from "./c.js";
import * as d from "/static/d.js";
export { e as says } from "./e.js";
export const late = () => import("./late.js");
""")
    for name in ("b.js", "c.js", "d.js", "e.js", "late.js"):
        (tmp_path / name).write_text("")

    assert ("a.js", "b.js", "c.js", "d.js", "e.js") == loaded_by("a.js", static_files(tmp_path))


ROUTES = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     |-- 192.168.1.5
        /32 host LOCAL
     |-- 192.168.1.255
        /32 link BROADCAST
"""


def test_own_addresses_are_the_kernels(tmp_path: Path) -> None:
    """Addresses come and go with networks; broadcasts are not ours."""
    routes, six = tmp_path / "fib_trie", tmp_path / "if_inet6"
    routes.write_text(ROUTES)
    six.write_text("fe8000000000000000fc00fffe000001 02 40 20 80     eth0\n")

    assert {"192.168.1.5", "fe80::fc:ff:fe00:1"} == own_addresses(routes, six)


def test_where_the_kernel_does_not_tell_there_is_still_an_address(tmp_path: Path) -> None:
    """On another system the way to elsewhere names one."""
    assert 1 == len(own_addresses(tmp_path / "no", tmp_path / "no"))


def test_a_page_is_where_it_is_served() -> None:
    """At the name or the address that was set; an IPv6 one as URLs write it; everywhere is where phones find it."""
    served = ("table.example", "192.168.1.5", "fd00::5")
    assert ["table.example", "192.168.1.5", "[fd00::5]"] == [*map(page_address, served)]
    assert {main_address()} == {*map(page_address, EVERYWHERE)}
    assert main_address() in {*own_addresses(), "127.0.0.1"}


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.168.1.9", "192.168.1.9"),
        ("::ffff:192.168.1.9", "192.168.1.9"),
        ("::1", "127.0.0.1"),
        ("fd00:0:0:1:a:b:c:d", "fd00:0:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("x", "nobody"),
        (None, "nobody"),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str | None, client: str) -> None:
    """Phones change the last half of an IPv6 address as they like."""
    assert client == client_of(address)


def test_phones_of_one_network_share_the_streams_of_an_address_by_ipv6() -> None:
    """By IPv4 each has its own; by IPv6 whoever wants more than his share could be somebody else each time."""
    limits = replace(Limits(), streams_each=2)

    def most(*addresses: str) -> int:
        slots, given = Slots(limits), 0
        for address in addresses:
            with suppress(HttpError):
                slots.take(client_of(address))
                given += 1
        return given

    assert 3 == most("192.168.1.7", "192.168.1.8", "192.168.1.9")
    assert 2 == most("fd00::7", "fd00::8", "fd00::9")


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_host_header_is_a_name_or_none(text: str) -> None:
    """Whatever comes: no exception, and nothing foreign is ours."""
    assert host_of(text) is None or isinstance(host_of(text), str)
    hosts = Hosts(addresses=frozenset, hostname=lambda: "murphy")
    assert text not in hosts or host_of(text) in ("murphy", "murphy.local", "localhost")
