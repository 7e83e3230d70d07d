"""An old phone as the camera, in Chromium: what it films is what lies on the table, over HTTPS and after the line broke; elsewhere single pictures."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

from companion.app.service.composition import Companion
from companion.app.service.systemd import Notifier
from companion.settings import Settings
from tests.places import free_port
from tests.waiting import until
from tests.web.screens import CHROMIUM, SMALL, WAITS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

pytestmark = pytest.mark.prove
PICTURE = Path(__file__).parents[3] / "docs/pictures/painted.jpg"
MAC = ["Y04-2", "G02-1", "R04-2", "Y08-1", "G07-2"]
"""What lies there in Mac's row."""


@dataclass(frozen=True)
class House:
    """A companion whose camera is a phone."""

    companion: Companion

    @property
    def port(self) -> int:
        return self.companion.server.port

    def view(self) -> dict[str, Any]:
        with urlopen(f"http://127.0.0.1:{self.port}/api/view", timeout=30) as answer:
            told: dict[str, Any] = json.load(answer)
            return told


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    settings = Settings(
        camera="phone",
        game="dumm-gelaufen",
        host="127.0.0.1",
        port=free_port(),
        https_port=free_port(),
        buzzer="none",
    )
    companion = Companion(settings, tmp_path / "murphy.toml")
    running = threading.Thread(target=companion.run, args=(Notifier({}),))
    running.start()
    yield House(companion)
    companion.server.stop()
    running.join(30)


@pytest.fixture
def filming(playwright: Playwright, tmp_path: Path) -> Iterator[Browser]:
    """A Chromium whose camera shows a painted table for ever."""
    if not CHROMIUM:
        pytest.skip("Debian's chromium is not installed")
    film = tmp_path / "film.mjpeg"
    film.write_bytes(PICTURE.read_bytes() * 5)
    with playwright.chromium.launch(
        executable_path=CHROMIUM,
        args=[
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ],
    ) as browser:
        yield browser


def hosting(browser: Browser, url: str, pin: str, before: str = "") -> Page:
    """A phone of 360 px that has given the PIN."""
    page = browser.new_context(
        ignore_https_errors=True, locale="en-GB", viewport={"width": 360, "height": 740}
    ).new_page()
    page.set_default_timeout(WAITS)
    page.add_init_script(before)
    page.goto(url)
    page.fill("#pin-field", pin)
    page.click("#pin button")
    return page


def test_a_phone_films_the_table(house: House, filming: Browser) -> None:
    """By HTTPS, which is open as the phone is the camera; the line may break, and the phone be asked to stop."""
    https = house.companion.settings.https_port
    url = f"https://127.0.0.1:{https}/camera"
    page = hosting(filming, url, house.companion.keys.pin)
    page.click("#watch")
    page.wait_for_selector("#seen .good")
    until(lambda: house.view()["zones"].get("mac") == MAC)
    page.wait_for_function("() => /[1-9]/.test(document.querySelector('#pace').textContent)")
    assert [] == page.evaluate(SMALL)
    page.context.set_offline(True)
    page.wait_for_selector("#line:not([hidden])")
    until(lambda: not house.view()["health"]["camera"])
    page.context.set_offline(False)
    page.wait_for_selector("#line", state="hidden")
    until(lambda: house.view()["health"]["camera"])
    page.click("#watch")
    page.wait_for_selector("video", state="hidden")


OPENED = """
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
window.tracks = [];
navigator.mediaDevices.getUserMedia = async (asked) => {
  await new Promise((done) => setTimeout(done, 200));
  const stream = await open(asked);
  tracks.push(...stream.getVideoTracks());
  return stream;
};"""
"""Keeps every camera that the page opens, a while after it was asked for, as if somebody had to agree to it first."""


def test_one_camera_is_open_at_a_time_and_none_once_it_is_to_stop(
    house: House, filming: Browser
) -> None:
    """Whoever taps twice on start, or on stop while no picture arrives, means it once and for good."""
    https = house.companion.settings.https_port
    url = f"https://127.0.0.1:{https}/camera"
    page = hosting(filming, url, house.companion.keys.pin, OPENED)
    page.wait_for_selector("#watch")
    page.evaluate("() => [1, 2].forEach(() => document.querySelector('#watch').click())")
    page.wait_for_selector("#seen .good")
    opened = page.evaluate("() => tracks.length")
    page.context.set_offline(True)
    page.wait_for_selector("#line:not([hidden])")
    page.click("#watch")
    page.evaluate("() => new Promise((done) => setTimeout(done, 1_500))")

    assert 1 == opened
    assert page.evaluate("() => tracks.every(({ readyState }) => readyState === 'ended')")


def test_single_pictures(house: House, filming: Browser) -> None:
    """Where the browser gives no camera: a photo at a time, which counts until the next."""
    none = "Object.defineProperty(navigator, 'mediaDevices', { value: undefined })"
    url = f"http://127.0.0.1:{house.port}/camera"
    page = hosting(filming, url, house.companion.keys.pin, none)
    page.wait_for_selector("#single")
    page.set_input_files("#single-file", PICTURE)
    page.wait_for_function("() => /1/.test(document.querySelector('#single-said').textContent)")
    page.wait_for_selector("#seen .good")
    until(lambda: house.view()["zones"].get("mac") == MAC)

    assert house.view()["health"]["camera"]
    assert [] == page.evaluate(SMALL)
