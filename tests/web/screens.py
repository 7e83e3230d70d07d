"""Debian's browsers for the tests of the pages, where they are there: chromium for all, firefox and WebKit for those of every engine."""

from __future__ import annotations

import gzip
import json
import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import pytest

from companion.rules import Json
from tests.web import firefox_relay, webkit
from tests.web.home import KEYS

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        ConsoleMessage,
        Dialog,
        ElementHandle,
        Error,
        FloatRect,
        Locator,
        Page,
        Playwright,
        ViewportSize,
    )

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without a window of its own a page costs a third of the processor's time; where Debian has no such one, the whole browser."""
FEW = ["--renderer-process-limit=1"]
"""No process in reserve for a page that may be opened next: each would cost half a second of processor time."""
PREFERS: dict[str, str | float | bool] = {
    "layout.css.prefers-color-scheme.content-override": 0,
    "ui.useOverlayScrollbars": 1,
}
"""Dark, as the others are told for each device, and with a phone's scrollbars, which take no room."""
AXE = gzip.decompress((Path(__file__).parent.parent / "vendor/axe.min.js.gz").read_bytes())
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
TV: ViewportSize = {"width": 1920, "height": 1080}
SMALL_TV: ViewportSize = {"width": 1280, "height": 720}
PROJECTOR: ViewportSize = {"width": 1024, "height": 768}
NARROW: ViewportSize = {"width": 320, "height": 640}
"""A phone of 640 px at 200 % zoom."""

HUGE: ViewportSize = {"width": 180, "height": 320}
"""A phone of 360 px whose owner has the type twice as large."""
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
FINGERS: ViewportSize = {"width": 360, "height": 740}
"""The narrowest phone that is sold."""
SMALL = """() => {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const sides = (one) => (({ width, height }) => Math.min(width, height))((one.closest("label") ?? one).getBoundingClientRect());
  return [...dialog.querySelectorAll("button, a.button, summary, select, input, [role=button], [role=tab]")]
    .filter((one) => one.checkVisibility() && !one.disabled && !one.matches(".unseen") && sides(one) > 0 && sides(one) < 44)
    .map((one) => `${one.id || one.dataset.focus || one.outerHTML.slice(0, 90)}: ${sides(one)}`);
}"""
"""What a finger is to hit and is less than 44 px wide or high."""
SPILLS = """() => [...document.querySelectorAll("#bar button, #bar a")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const [inner, outer] = [words, one].map((each) => each.getBoundingClientRect());
  return inner.left < outer.left || inner.right > outer.right || outer.right > innerWidth || outer.bottom > innerHeight;
}).map((one) => one.textContent)"""
"""Buttons under the thumb that are narrower than what stands on them, or not whole on the screen."""

COVERED = """() => {
  const on = document.activeElement;
  const { x, y, width, height } = on.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return on === document.body || on.contains(top) ? "" : `${on.outerHTML.slice(0, 90)}: ${top?.outerHTML.slice(0, 90)}`;
}"""
"""What the keyboard is on, where something lies over it or it is out of sight."""

BEYOND: Final = """() => {
  const game = document.querySelector(".tv .game");
  const whole = (e) => e.getBoundingClientRect().bottom <= innerHeight + 1;
  const below = [...document.querySelectorAll(".tv *")].filter((e) => e.checkVisibility() && !whole(e));
  const cut = game.scrollHeight > game.clientHeight ? [`.game, by ${game.scrollHeight - game.clientHeight} px`] : [];
  return [...cut, ...below.map((e) => e.outerHTML.slice(0, 80))];
}"""
"""What lies below the screen's edge, or below that of the game's own part."""
TORN = """() => {
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const torn = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".unseen, svg")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\u00ad-]+/g)) {
      const letters = document.createRange();
      letters.setStart(text, index);
      letters.setEnd(text, index + word.length);
      if (new Set([...letters.getClientRects()].map(({ top }) => Math.round(top))).size > 1) torn.push(word);
    }
  }
  return torn;
}"""
"""Words that go on in another line, on the page or in the sheet that is open."""

STANDS: Final = """css => new Promise((done) => {
  let [since, before] = [performance.now(), ""];
  const look = () => {
    const one = document.querySelector(css);
    const { x, y } = one?.getBoundingClientRect() ?? {};
    const now = one ? JSON.stringify([x, y, one.textContent]) : "";
    if (!now || now !== before) [since, before] = [performance.now(), now];
    if (performance.now() - since > 350) done();
    else setTimeout(look, 50);
  };
  look();
})"""
"""Until there is one, at the same place with the same text, for longer than a page takes a tap for one on what was there before (steady.js)."""
WAITS: Final = 60_000
"""ms that a page may take for what a test waits for."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


FORGETS: Final = """() => {
  Storage.prototype.setItem = () => {};
  localStorage.clear();
  sessionStorage.clear();
}"""
"""Nothing is kept any more, by what the page still does until it is left either."""


class Devices:
    """A running browser, and the phones and televisions in it that nobody uses just now.

    To open a page on a new one costs more than a second of processor time, on
    one that was used before less than half: what a page can leave there is
    taken off in between.
    """

    def __init__(self, engine: Browser) -> None:
        self.engine = engine
        self._free: dict[str, list[Page]] = defaultdict(list)

    def take(self, settings: dict[str, Any], size: ViewportSize, *, own: bool) -> Page:
        """An empty page on a device with these settings, of this size; a new one where it is to be one's own."""
        free = [] if own else self._free[json.dumps(settings, sort_keys=True)]
        if not free:
            device = self.engine.new_context(viewport=size, **settings)
            return device.new_page()
        page = free.pop()
        page.set_viewport_size(size)
        return page

    def give_back(self, settings: dict[str, Any], page: Page) -> None:
        """Take everything off a device that its pages have left there."""
        page.unroute_all()
        if page.url.startswith("http"):
            page.evaluate(FORGETS)
        page.goto("about:blank")
        page.context.set_offline(False)
        page.context.clear_cookies()
        self._free[json.dumps(settings, sort_keys=True)].append(page)


def chromium(playwright: Playwright) -> Iterator[Devices]:
    """A running chromium; skips by name where there is none."""
    if not CHROMIUM:
        pytest.skip("Debian's chromium is not installed")
    engine = playwright.chromium.launch(executable_path=CHROMIUM, args=FEW)
    yield Devices(engine)
    engine.close()


def firefox(playwright: Playwright) -> Iterator[Devices]:
    """A running firefox over WebDriver BiDi; skips by name where there is none."""
    if not Path(firefox_relay.FIREFOX).exists():
        pytest.skip("Debian's firefox-esr is not installed")
    relay = firefox_relay.__file__
    engine = playwright.firefox.launch(
        executable_path=relay, channel="moz-firefox", firefox_user_prefs=PREFERS
    )
    yield Devices(engine)
    engine.close()


def webkitgtk() -> Iterator[Devices]:
    """A display on which WebKit's windows open, over WebDriver; skips by name where there is none."""
    if missing := webkit.missing():
        pytest.skip(f"Debian's {missing} is not installed")
    engine = webkit.Engine()
    # As much of Playwright's as is used: whoever writes a test knows one Page.
    yield Devices(cast("Browser", engine))
    engine.close()


class Screen:
    """One phone, tablet or television with a page of the companion on it; whoever uses it has asked for less movement.

    That draws a page once where something changes: films of it cost more than what
    they are seen for. ``how`` may ask for movement (``reduced_motion``).
    ``own``: on a new device, which nobody uses afterwards: what is done to its
    clock or said to every page of it cannot be taken back.
    """

    def __init__(
        self,
        devices: Devices,
        url: str,
        size: ViewportSize,
        how: Mapping[str, Any],
        *,
        own: bool = False,
    ) -> None:
        self.url, self._own, self._devices = url, own, devices
        common = {"locale": "en-GB", "color_scheme": "dark", "reduced_motion": "reduce"}
        self._settings = {**common, **how}
        self.page = devices.take(self._settings, size, own=own)
        self.context = self.page.context
        self.page.set_default_timeout(WAITS)
        self.wrong: list[str] = []
        self.page.on("pageerror", self._stumbled)
        self.page.on("console", self._heard)
        self.page.on("dialog", self._asked)

    def _stumbled(self, error: Error) -> None:
        self.wrong.append(str(error))

    def _heard(self, said: ConsoleMessage) -> None:
        refused = "Failed to load resource" in said.text
        if said.type == "error" and not refused:
            self.wrong.append(said.text)

    def _asked(self, dialog: Dialog) -> None:
        self.wrong.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def open(self, path: str = "/") -> Screen:
        """Go to a page and wait until it shows what it is there for: words, and its first view."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("body.is-drawn")
        return self

    def reads(self, selector: str) -> str:
        """The text that is shown there, once there is some."""
        # In one step: what is said in passing may be gone by the next.
        text: str = self.page.wait_for_function(
            "s => document.querySelector(s)?.textContent.trim()", arg=selector
        ).json_value()
        return " ".join(text.split())

    def barriers(self) -> list[str]:
        """What axe-core finds wrong for people who see, hear or move differently."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.decode())
        options = {"runOnly": {"type": "tag", "values": RULES}}
        found = self.page.evaluate("how => axe.run(document, how)", options)
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found["violations"]
            for node in each["nodes"]
        ]

    def tap(self, selector: str) -> None:
        """Tap on something that may have come just now, as a person does: once it has stood there for a moment."""
        self.page.wait_for_selector(selector)
        self.page.evaluate(STANDS, selector)
        self.page.click(selector)

    def overflow(self) -> int:
        """How many px the page is wider than the screen."""
        width: int = self.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        return width

    def beyond(self) -> list[str]:
        """What of the screen across the room, where nobody scrolls, is not whole on it."""
        found: list[str] = self.page.evaluate(BEYOND)
        return found

    def hard_to_hit(self) -> tuple[list[str], int]:
        """What a finger is to hit and is less than 44 px wide or high, and how many px the page is wider than the screen."""
        return self.page.evaluate(SMALL), max(0, self.overflow())

    def torn(self) -> list[str]:
        """Words that go on in another line, on the page or in the sheet that is open."""
        found: list[str] = self.page.evaluate(TORN)
        return found

    def spills(self) -> list[str]:
        """Buttons under the thumb that are narrower than what stands on them, or not whole on the screen."""
        found: list[str] = self.page.evaluate(SPILLS)
        return found

    def shows(self) -> str:
        """Its address, its text and what was wrong on it, for whoever wonders why a test failed."""
        try:
            text = self.page.inner_text("body", timeout=5_000)
        except Exception as error:  # a page may have crashed, been closed or be loading
            text = str(error)
        return "\n".join([self.page.url, text, *self.wrong])

    def close(self) -> None:
        self.page.remove_listener("pageerror", self._stumbled)
        self.page.remove_listener("console", self._heard)
        self.page.remove_listener("dialog", self._asked)
        if self._own:
            self.context.close()
        else:
            self._devices.give_back(self._settings, self.page)
        assert not self.wrong, self.wrong


class Visiting(Protocol):
    """Opens screens at the module's table; ``how`` is what playwright's ``new_context`` takes."""

    def __call__(
        self, size: ViewportSize = PHONE, url: str | None = None, own: bool = False, **how: Any
    ) -> Screen: ...


def text_of(page: Page, selector: str) -> str:
    """The text there as it stands in the page; empty where there is none."""
    return page.text_content(selector) or ""


def counts(page: Page, selector: str, many: int) -> None:
    """Wait until so many of these stand in the page, as they do once it is drawn anew."""
    count = "([css, many]) => document.querySelectorAll(css).length === many"
    page.wait_for_function(count, arg=[selector, many])


def becomes(page: Page, selector: str, text: str) -> None:
    """Wait until this is the text there: that there is some may be true of what stood there before."""
    reads = "([css, text]) => document.querySelector(css)?.textContent.trim().replace(/\\s+/g, ' ') === text"
    page.wait_for_function(reads, arg=[selector, text])


PASSES: Final = """(text) => {
  window.passed = false;
  const look = () => (window.passed ||= document.querySelector("#toast")?.textContent.includes(text));
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""When a text comes by in passing: looked for before it does."""


@contextmanager
def passing(text: str, *pages: Page) -> Iterator[None]:
    """What is done meanwhile has every page say this in passing, however long the others take."""
    for each in pages:
        each.evaluate(PASSES, text)
    yield
    for each in pages:
        each.wait_for_function("() => window.passed")


def box(shown: Locator | ElementHandle) -> FloatRect:
    """Where something is drawn, in px of the window."""
    there = shown.bounding_box()
    assert there is not None, f"{shown} is not drawn"
    return there


ASKS: Final = """async ([path, said, sits]) => {
  const view = await (await fetch("/api/view")).json();
  const headers = { "Content-Type": "application/json", "X-Murphy-Token": view.token };
  const came = await fetch(path, { method: "POST", headers, body: JSON.stringify(said) });
  if (sits !== null) localStorage.setItem("murphy-arrived", `sits ${view.players[sits].name}`);
  return [came.status, await came.text()];
}"""
"""As a page asks, and with what it keeps where a seat is taken."""


def seated(screen: Screen, seat: int) -> Screen:
    """The phone of a seat, at the table. It was taken before: to tap at it costs as much as many a test."""
    _asks(screen, "/api/seat", {"seat": seat}, seat)
    screen.open("/")
    screen.page.wait_for_selector(".is-you")
    return screen


def _asks(screen: Screen, path: str, said: Json, sits: int | None = None) -> None:
    screen.page.goto(f"{screen.url}/api/view")
    status, told = screen.page.evaluate(ASKS, [path, said, sits])
    assert 200 == status, told


def hard_to_hit_of_dice(screen: Screen) -> dict[str, tuple[list[str], int]]:
    """What is hard to hit on the table of a game with dice, and in the sheet in which they are entered."""
    screen.open("/").page.wait_for_selector("#enter-dice")
    table = screen.hard_to_hit()
    screen.page.click("#enter-dice")
    screen.page.wait_for_selector("dialog .die-row")
    return {"table": table, "dice": screen.hard_to_hit()}


def torn_words_of_dice(screen: Screen) -> list[str]:
    """Words that go on in another line on the table of a game with dice, or in the sheet in which they are entered."""
    screen.open("/").page.wait_for_selector("#enter-dice")
    table = screen.torn()
    screen.page.click("#enter-dice")
    screen.page.wait_for_selector("dialog .die-row")
    return [*table, *screen.torn()]


LIES_STILL: Final = """() => new Promise((done) => {
  const host = document.getElementById("host");
  let drawn = performance.now();
  new MutationObserver(() => (drawn = performance.now()))
    .observe(host, { childList: true, subtree: true });
  const look = () => (performance.now() - drawn > 400 ? done() : setTimeout(look, 50));
  look();
})"""
"""Until nothing has moved for longer than a page takes a tap for one on what was there before (steady.js)."""


def signed_in(screen: Screen) -> Screen:
    """The host's phone, before it opens a page: the PIN was typed."""
    _asks(screen, "/api/pin", {"pin": KEYS.pin})
    return screen


def hosting(screen: Screen, path: str = "/host") -> Screen:
    """The host's phone, at the host's page."""
    signed_in(screen).open(path)
    screen.page.wait_for_selector("#host h2")
    screen.page.evaluate(LIES_STILL)
    return screen
