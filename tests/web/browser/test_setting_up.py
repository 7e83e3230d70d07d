"""Set up by the phone: led step by step, left and taken up on another phone, in nobody's way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.announce import Message, message
from companion.rules import Json
from tests.web.home import KEYS, Home, Visit, chunks, home, told, toy_pages
from tests.web.screens import FINGERS, Screen, Visiting
from tests.web.scripted import Companion
from web.access.setting_up import FILE, SettingUp


def host(house: Home) -> Visit:
    phone = house.visit()
    phone.view()
    phone.give_pin()
    return phone


def test_only_a_first_start_leads_there(tmp_path: Path) -> None:
    """Until somebody begins it, also after a restart; then it is to be finished, and in the end it is nobody's concern."""
    assert "" == SettingUp(tmp_path).stands
    assert "new" == SettingUp(tmp_path, fresh=True).stands
    again = SettingUp(tmp_path)
    assert ("new", None) == (again.stands, again.to_json()["step"])
    again.keep({"step": "people", "game": "toy"})
    later = SettingUp(tmp_path, fresh=True)
    assert ("begun", "people") == (later.stands, later.to_json()["step"])
    later.keep({"step": "done"})
    assert "" == SettingUp(tmp_path, fresh=True).stands


@pytest.mark.parametrize("text", ["nothing", "[]", '{"step": "elsewhere"}', "\xff"])
def test_a_damaged_file_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "latin-1")
    assert "" == SettingUp(tmp_path).stands


def test_where_nothing_can_be_written_it_is_kept_in_mind(tmp_path: Path) -> None:
    """Until the companion stops; it is a first start again then."""
    (tmp_path / "file").touch()
    done = SettingUp(tmp_path / "file", fresh=True)
    assert "new" == done.stands
    done.keep({"step": "done"})

    assert "" == done.stands
    assert "new" == SettingUp(tmp_path / "file", fresh=True).stands


def test_where_it_stands_is_everybodys(tmp_path: Path) -> None:
    """Going on is the host's; what was chosen is checked, and is there for the next phone."""
    house = home(wired={"setting_up": SettingUp(tmp_path)})
    guest, owner = house.visit(), host(house)
    guest.view()
    chosen = {"step": "people", "game": "toy", "players": ["Mia", "Jo"]}

    assert 403 == guest.post("/api/setup", chosen).status_code
    assert 200 == owner.post("/api/setup", chosen).status_code
    assert chosen == guest.get("/api/setup").get_json()
    for wrong in ({"step": "x"}, {"step": "game", "game": 3}, {"step": "game", "x": 1}):
        assert 400 == owner.post("/api/setup", wrong).status_code
    assert chosen == SettingUp(tmp_path).to_json()
    house.close()


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"step": "language"}, 200),
        ({"step": "game", "game": "x" * 80}, 200),
        ({"step": "people", "edition": "x" * 80}, 200),
        ({"step": "camera", "game": "g", "edition": "e", "players": []}, 200),
        ({"step": "sound", "players": ["x" * 40] * 14}, 200),
        ({"step": "done"}, 200),
        ({"step": "new"}, 400),
        ({"step": ""}, 400),
        ({"step": None}, 400),
        ({"game": "g"}, 400),
        ({"step": "game", "game": "x" * 81}, 400),
        ({"step": "game", "game": None}, 400),
        ({"step": "game", "edition": "x" * 81}, 400),
        ({"step": "game", "edition": ["e"]}, 400),
        ({"step": "people", "players": ["x"] * 15}, 400),
        ({"step": "people", "players": ["x" * 41]}, 400),
        ({"step": "people", "players": None}, 400),
    ],
)
def test_what_is_kept_of_a_step(said: Json, status: int) -> None:
    """That and nothing else, as it was said, of as many people as any game has; what is refused changes nothing. Everybody's page is told at once."""
    many = replace(toy_pages(), name="many", players=(2, 14), routes=(), pages=())
    house = home(besides=[many])
    owner = house.host()
    house.others.how["setting_up"] = "begun"
    came = owner.post("/api/setup", said)
    kept = owner.get("/api/setup").get_json()
    stream = owner.get("/api/events")
    views = (data for chunk in chunks(stream) for name, _, data in told(chunk) if name == "view")
    view = next(views)
    stream.close()
    house.close()

    assert status == came.status_code
    if status == 200:
        assert said == came.get_json() == (kept if said["step"] != "done" else said)
        assert "begun" == view["health"]["setting_up"]
    else:
        assert {"step": None} == kept


def test_the_buzzer_is_tried_by_the_host() -> None:
    """What does not work at the pins is said; without a buzzer that is said."""
    sounded = list[int]()

    def buzz() -> Sequence[Message]:
        sounded.append(1)
        return (message("hardware.failed", why="x"),)

    house, silent = home(wired={"buzz": buzz}), home()
    guest = house.visit()
    guest.view()

    assert 403 == guest.post("/api/buzzer", {}).status_code
    tried: Any = host(house).post("/api/buzzer", {}).get_json()
    assert [1] == sounded
    assert tried["notices"][0]["de"]
    assert 409 == host(silent).post("/api/buzzer", {}).status_code
    house.close()
    silent.close()


def look(screen: Screen) -> None:
    """Nothing is in the way of fingers, eyes or ears."""
    assert ([], 0) == screen.hard_to_hit()
    assert [] == screen.barriers()


@pytest.mark.browser
@pytest.mark.prove
@pytest.mark.engines
def test_a_household_is_led_through(table: Companion, visit: Visiting) -> None:
    """Language, PIN, game, people, camera, buzzer: one phone begins, leaves with a name that was only typed and comes back, another goes on where it was, and the table is set."""
    phone = visit(FINGERS, own=True).open("/setup")
    look(phone)
    phone.tap("#next")
    phone.page.fill("#pin-field", KEYS.pin)
    phone.page.click("#pin button")
    phone.page.wait_for_selector("#step-game")
    look(phone)
    phone.tap("#next")
    phone.page.wait_for_selector("#step-people")
    phone.page.fill("[data-focus=seat-0]", "Mia")
    look(phone)
    phone.tap("#just-play")
    phone.page.wait_for_url(f"{phone.url}/")
    phone.open("/setup")
    assert "Mia" == phone.page.input_value("[data-focus=seat-0]")
    phone.tap("#next")
    phone.page.wait_for_selector("#step-camera")

    other = visit(FINGERS, own=True).open("/setup")
    other.page.fill("#pin-field", KEYS.pin)
    other.page.click("#pin button")
    other.page.wait_for_selector("#step-camera #cameras:not([hidden])")
    look(other)
    other.tap("#next")
    other.page.wait_for_selector("#step-sound")
    other.tap("#buzz")
    other.page.wait_for_selector("#heard .bad")
    look(other)
    other.tap("#next")
    other.page.wait_for_selector("#step-done")
    look(other)

    assert "done" == table.services.setting_up.to_json()["step"]


@pytest.mark.browser
@pytest.mark.prove
def test_the_first_phone_is_led_there_and_may_leave(table: Companion, visit: Visiting) -> None:
    """The table's page goes there once; whoever wants to play plays, and is reminded by a line."""
    table.others.health = {**table.others.health, "setting_up": "new"}
    phone = visit(own=True)
    phone.page.goto(f"{phone.url}/")
    phone.page.wait_for_url("**/setup")
    phone.page.wait_for_selector("body.is-drawn")
    phone.tap("#just-play")
    phone.page.wait_for_selector("[data-notice=start]")

    assert phone.page.url.endswith("/")
