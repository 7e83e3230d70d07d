"""The pages and the files they load: three languages, policy-clean, and no path that reaches the disk."""

import gzip
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.announce import Message, message
from companion.words import LANGUAGES, brought_by, words
from tests.web.home import Home, home, toy_pages
from web.addresses import (
    EVERYWHERE,
    Hosts,
    client_of,
    host_of,
    main_address,
    own_addresses,
    page_address,
    plain,
)
from web.app import files_of
from web.limits import Limits
from web.news.stream import Slots
from web.pages.loading import SHEETS, bundled, dress_of, loaded_by
from web.pages.static_files import Item, static_files, version_of
from web.refusals import HttpError
from web.wording import language_for, worded

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


@pytest.mark.parametrize(
    ("accepts", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.1", True),
        ("*", True),
        ("gzip;q=0", False),
        ("br", False),
        ("identity", False),
        (None, False),
    ],
)
def test_who_can_unpack_says_so(house: Home, accepts: str | None, packed: bool) -> None:
    """However much he would like it; each has a tag of its own, and is asked for anew each time."""
    headers = {} if accepts is None else {"Accept-Encoding": accepts}
    answer = house.visit().get("/static/look.css", headers=headers)

    assert packed is (answer.headers.get("Content-Encoding") == "gzip")
    assert packed is answer.headers["ETag"].endswith('z"')
    assert ("no-cache", "Accept-Encoding") == (
        answer.headers["Cache-Control"],
        answer.headers["Vary"],
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_language_are_given(house: Home, lang: str) -> None:
    """What the shell says, as one object: no game's, and nothing that only a terminal shows."""
    told = house.visit().get(f"/words/{lang}.json").get_json()

    assert told.items() < brought_by("", lang).items()
    assert "page.done" in told
    assert not [key for key in told if key.startswith("simulate.")]


def test_a_page_asks_for_its_own_words(house: Home) -> None:
    """Its page's, those that come later, or, of no page that there is, all."""
    visit = house.visit()
    path = "/words/en.json"
    every, tv, later, other = (
        {*visit.get(f"{path}{page}").get_json()}
        for page in ("", "?page=tv", "?page=later", "?page=x")
    )

    assert every == other == tv | later | every
    assert len(every) > len(tv | later)
    assert tv - later
    assert later - tv


def test_the_words_of_a_game_are_given(house: Home) -> None:
    """Of one that is there; a game without words has the house's that its modules use."""
    visit = house.visit()
    told = visit.get("/words/en/toy.json").get_json()

    assert told.items() < brought_by("", "en").items()
    assert 404 == visit.get("/words/en/chess.json").status_code
    assert 404 == visit.get("/words/en.json?games=toy,chess").status_code


@pytest.mark.parametrize(
    ("page", "address"),
    [("", ""), ("?page=tv", ""), ("?page=camera", "camera")],
)
def test_the_join_code_is_read_as_the_address(house: Home, page: str, address: str) -> None:
    """By IP address: names fail on some phones. Drawn and read again: four blank modules around it, as large as its place, readable where a seventh of it is dirty."""
    svg = ElementTree.fromstring(house.visit().get(f"/join.svg{page}").data)
    side = int(float(svg.attrib["viewBox"].split()[2]))
    path = next(e.attrib["d"] for e in svg.iter() if e.attrib.get("stroke"))
    picture = cv2.resize(drawn(path, side), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)

    (found,) = zxingcpp.read_barcodes(picture)
    assert f"http://192.168.1.5:8000/{address}" == found.text
    assert found.ec_level in ("M", "Q", "H")
    dark = np.argwhere(picture < 128) // 8
    assert (4, side - 5) == (dark.min(), dark.max())
    assert not {"width", "height"} & svg.attrib.keys()


def test_a_home_screen_has_what_it_needs(house: Home) -> None:
    """A name, where to begin, and icons of the sizes that are said."""
    visit = house.visit()
    told = visit.get("/manifest.webmanifest").get_json(force=True)
    sizes = {
        icon["src"]: Image.open(BytesIO(visit.get(icon["src"]).data)).size for icon in told["icons"]
    }

    assert ("Murphy", "/", "standalone") == (told["name"], told["start_url"], told["display"])
    assert {"192x192", "512x512"} == {f"{wide}x{high}" for wide, high in sizes.values()}
    assert {icon["src"]: icon["sizes"] for icon in told["icons"]} == {
        src: f"{wide}x{high}" for src, (wide, high) in sizes.items()
    }


def test_a_page_asks_for_all_its_modules_at_once(house: Home) -> None:
    """Its own, which it names itself, is none of them; then come the game's, each once."""
    page = house.visit().get("/").text
    ahead = re.findall(r'rel="modulepreload" href="/static/([^"]+)"', page)
    files = files_of([toy_pages()])
    shell, own = loaded_by("table.js", files), loaded_by("games/toy/game.js", files)

    assert [name for name in dict.fromkeys((*shell, *own)) if name != "table.js"] == ahead
    assert {"words.js", "games/toy/game.js"} <= {*ahead}


def test_a_page_of_a_game_says_whose_it_is(house: Home) -> None:
    """And loads that game's module."""
    page = house.visit().get("/matches").text

    assert 'data-game="toy"' in page
    assert 'data-module="/static/games/toy/matches.js"' in page


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
    """Small files grow in gzip; pictures and sounds are packed already."""
    (tmp_path / "a.js").write_text("x")
    for name in ("b.js", "c.png", "d.mp3"):
        (tmp_path / name).write_text("x" * 999)
    found = static_files(tmp_path)

    assert [None, None, None] == [found[name].packed for name in ("a.js", "c.png", "d.mp3")]
    assert b"x" * 999 == gzip.decompress(found["b.js"].packed or b"")
    # No time is in it: the same file is the same bytes for whoever packs it.
    assert bytes(4) == (found["b.js"].packed or b"")[4:8]


def test_another_file_is_another_version() -> None:
    """Whatever the order in which they are read."""
    one, other, third = (Item("text/css", name) for name in (b"1", b"2", b"3"))
    first = version_of({"a": one, "b": other})

    assert first == version_of({"b": other, "a": one})
    assert 4 == len(
        {
            first,
            version_of({"a": one}),
            version_of({"a": other, "b": one}),
            version_of({"a": one, "b": third}),
        }
    )


def test_a_game_s_own_sheets_stand_over_those_that_it_shares() -> None:
    """What the game says of a die comes after what the house says of it."""
    game = replace(toy_pages(), shared=("pieces.css",), styles=("toy.css",))
    sheets = {name for names in SHEETS.values() for name in names}
    files = {
        name: Item("text/css", name.encode())
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
        (tmp_path / name).write_text('import { a } from "./a.js";\n')

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


@pytest.mark.parametrize(
    ("routes", "six", "found"),
    [
        ("", b"fe8000000000000000fc00fffe000001 02 40 20 80 eth0\n\n", {"fe80::fc:ff:fe00:1"}),
        (ROUTES, b"", {"192.168.1.5"}),
        (ROUTES, b"\xff", {"192.168.1.5"}),
        ("", b"", {main_address()}),
    ],
)
def test_what_a_kernel_may_leave_out(
    tmp_path: Path, routes: str, six: bytes, found: set[str]
) -> None:
    """One protocol or the other, or both: then there is still the main address."""
    (tmp_path / "fib_trie").write_text(routes)
    (tmp_path / "if_inet6").write_bytes(six)

    assert found == own_addresses(tmp_path / "fib_trie", tmp_path / "if_inet6")


@pytest.mark.parametrize(
    ("name", "header", "ours"),
    [
        ("murphy", "murphy", True),
        ("murphy", "murphy.local", True),
        ("murphy.local", "murphy", True),
        ("MURPHY.LOCAL", "murphy.local:8000", True),
        ("murphy", "MURPHY", True),
        ("murphy", "table.example", True),
        ("murphy", "TABLE.EXAMPLE.", True),
        ("murphy", "localhost", True),
        ("murphy", "192.168.1.5", True),
        ("murphy", "[fe80::1]", True),
        ("murphy", "[FE80:0::1]:80", True),
        ("murphy", "murphy.lan", False),
        ("murphy", "other.local", False),
        ("murphy", "192.168.1.6", False),
        ("murphy", "[fe80::2]", False),
        ("murphy", "murphy:123456", False),
        ("murphy", "murphy:", False),
        ("murphy", None, False),
        ("murphy", b"murphy", False),
    ],
)
def test_by_which_names_this_machine_is_asked(name: str, header: object, ours: bool) -> None:
    """Its own, with and without .local, those of the settings, its addresses however they are written."""
    hosts = Hosts(
        ("Table.Example",),
        addresses=lambda: frozenset({"192.168.1.5", "fe80::1%eth0"}),
        hostname=lambda: name,
    )

    assert ours is (header in hosts)
    assert {"localhost", "murphy", "murphy.local", "table.example", "192.168.1.5"} < hosts.all
    assert "murphy.local" == hosts.name


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("FD00:0::7", "fd00::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("10.0.0.7:80", None),
        ("murphy", None),
        ("", None),
    ],
)
def test_how_an_address_is_written(address: str, written: str | None) -> None:
    """In one way; an IPv4 one also if IPv6 brings it."""
    assert written == plain(address)


@pytest.mark.parametrize(
    ("asked", "accepted", "lang"),
    [
        (None, (), "de"),
        (None, ("fr", "pl"), "de"),
        (None, ("fr", "NL-be", "en"), "nl"),
        ("en", ("nl",), "en"),
        ("EN-gb", ("nl",), "en"),
        ("xx", ("nl",), "nl"),
        ("", ("en",), "en"),
    ],
)
def test_which_language_is_chosen(asked: str | None, accepted: tuple[str, ...], lang: str) -> None:
    """The one that is asked for, else the first that is accepted, German where there is none of them; however it is written."""
    assert lang == language_for(asked, accepted)


YES: Final = message("page.done")
SAID: Final = {lang: words(lang).say("page.done") for lang in LANGUAGES}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (YES, SAID),
        (YES.to_json(), SAID),
        (
            {"key": "page.done", "params": {}, "more": 1},
            {"key": "page.done", "params": {}, "more": 1},
        ),
        ({"key": "page.done"}, {"key": "page.done"}),
        ({"key": 7, "params": {}}, {"key": 7, "params": {}}),
        (
            {"a": [YES, {"b": YES}], "c": (1, None, "x")},
            {"a": [SAID, {"b": SAID}], "c": [1, None, "x"]},
        ),
        ("page.done", "page.done"),
        (1.5, 1.5),
    ],
    ids=repr,
)
def test_messages_become_sentences(value: object, told: object) -> None:
    """Wherever they stand, as values or as their own JSON; everything else stays."""
    assert told == worded(value)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (message("no.such.words"), "no.such.words"),
        (message("settings.unknown", name="x"), "settings.unknown"),
    ],
)
def test_a_sentence_that_is_missing_is_its_key(
    said: Message, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Or lacks what it needs: a game goes on, and the log says so once for each language."""
    assert dict.fromkeys(LANGUAGES, why) == worded(said)
    assert 3 == sum(why in record.getMessage() for record in caplog.records)


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
