"""Debian's WebKit for the tests of the pages: as much of Playwright's ``Page`` as they use in every engine, said over WebDriver.

Playwright's own WebKit is a download; Debian's MiniBrowser is the same engine as Safari's and is driven by the
``WebKitWebDriver`` beside it (https://www.w3.org/TR/webdriver2/). It needs a display: a virtual one. What is asked
that stands in no method here is no attribute, which names it.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatch
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

DRIVER = shutil.which("WebKitWebDriver")
DISPLAYS = shutil.which("Xvfb")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element in what WebDriver tells."""

NARROWEST: Final = 447
"""px; GTK makes MiniBrowser's window no narrower."""
LOOKS: Final = 0.02
"""Seconds between two looks at what is waited for."""
STARTS: Final = 60.0
"""Seconds that a driver may take to begin."""

KEYS: Final = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}

Size: TypeAlias = Mapping[str, int]

ASKED: Final = """const [arg, done] = [arguments[0], arguments[arguments.length - 1]];
Promise.resolve().then(() => { const it = (%s); return typeof it === "function" ? it(arg) : it; })
  .then((told) => done({ told }), (error) => done({ error: String(error) }));"""
"""An expression, or a function that is called, as Playwright takes either; a promise is awaited."""
DONE: Final = ASKED % "() => { %s }"
"""Statements, which are no expression."""

PART: Final = """one => {
  const box = one?.getBoundingClientRect();
  return one && { shown: Boolean(box.width && box.height) && getComputedStyle(one).visibility === "visible",
    box: { x: box.x, y: box.y, width: box.width, height: box.height } };
}"""
"""Whether an element is drawn, and where."""
READY: Final = f"""css => {{
  const one = document.querySelector(css), at = ({PART})(one);
  if (!at?.shown || one.disabled) return null;
  const hit = () => {{
    const {{ x, y, width, height }} = one.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return there && (one === there || one.contains(there));
  }};
  if (!hit()) one.scrollIntoView({{ block: "center", behavior: "instant" }});
  return hit() ? JSON.stringify(one.getBoundingClientRect()) : null;
}}"""
"""Where an element is that a tap would hit; null for one that is away, or that something lies over."""


class Refused(Exception):
    """What WebDriver says to a command that it did not do."""


def missing() -> str | None:
    """The package of Debian's that is not installed, if one is not."""
    if not (DRIVER and BROWSERS):
        return "webkit2gtk-driver"
    return None if DISPLAYS else "xvfb"


class Engine:
    """A virtual display and the browsers on it; each is one page, as this driver drives no more."""

    def __init__(self) -> None:
        self._open, self._contexts = ExitStack(), 0
        self._folder = Path(self._open.enter_context(TemporaryDirectory()))
        self._display = self._open.enter_context(display())

    def new_context(self, **settings: Any) -> Context:
        """A browser that will have these settings: of Playwright's, ``viewport`` and ``color_scheme``."""
        self._contexts += 1
        home = self._folder / f"{self._contexts}"
        home.mkdir()
        context = Context(home, self._display, settings)
        self._open.callback(context.close)
        return context

    def close(self) -> None:
        self._open.close()


@contextmanager
def display() -> Iterator[str]:
    """A virtual display that is free, by name."""
    told, tells = os.pipe()
    large = ["-screen", "0", "2200x1400x24", "-nolisten", "tcp", "-noreset"]
    running = subprocess.Popen(
        [str(DISPLAYS), "-displayfd", str(tells), *large],
        pass_fds=[tells],
        stderr=subprocess.DEVNULL,
    )
    os.close(tells)
    with ended(running), open(told) as said:
        yield f":{said.readline().strip()}"


@contextmanager
def ended(running: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        running.terminate()
        running.wait()


class Context:
    """A browser of its own; what it keeps ends with it."""

    def __init__(self, home: Path, display: str, settings: Mapping[str, Any]) -> None:
        dark = settings.get("color_scheme") != "light"
        self.home, self._settings, self._open = home, settings, ExitStack()
        self._pages: list[Page] = []
        self._env = {
            **os.environ,
            "DISPLAY": display,
            "HOME": str(home),
            "LANG": "en_GB.UTF-8",
            "GTK_THEME": "Adwaita:dark" if dark else "Adwaita",
            # Of an account that may make no namespaces, as in a container, and without a card for graphics.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "NO_AT_BRIDGE": "1",
        }

    def new_page(self) -> Page:
        """A window of a browser that is started for it."""
        with create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        log = self.home / "console"
        with log.open("wb") as said:
            driver = subprocess.Popen(
                [str(DRIVER), f"--port={port}"], env=self._env, stdout=said, stderr=said
            )
        self._open.enter_context(ended(driver))
        page = Page(Wire(port), Console(log), self)
        self._open.callback(page.end)
        page.set_viewport_size(self._settings["viewport"])
        self._pages.append(page)
        return page

    def clear_cookies(self) -> None:
        for page in self._pages:
            page.forget()

    def set_offline(self, offline: bool) -> None:
        """WebDriver takes no line away."""
        assert not offline, "WebKit's line is taken at the other end"

    def close(self) -> None:
        self._open.close()


class Wire:
    """Commands of one WebDriver session."""

    def __init__(self, port: int) -> None:
        self._port, self._session = port, ""
        end = time.monotonic() + STARTS
        while True:
            try:
                self("GET", "/status")
                break
            except OSError:
                assert time.monotonic() < end, "WebKitWebDriver does not begin"
                time.sleep(LOOKS)
        console = "--enable-write-console-messages-to-stdout=true"
        how = {"binary": str(BROWSERS[-1]), "args": ["--automation", console]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": how}
        told = self("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.version: str = told["capabilities"]["browserVersion"]
        self._session = f"/session/{told['sessionId']}"
        self("POST", "/timeouts", {"script": 300_000, "pageLoad": 60_000})

    def __call__(self, method: str, path: str, said: Any = None) -> Any:
        """What is answered. Raises Refused for an error."""
        line = HTTPConnection("127.0.0.1", self._port, timeout=STARTS * 6)
        try:
            body = None if said is None else json.dumps(said)
            line.request(method, self._session + path, body)
            told = json.loads(line.getresponse().read())["value"]
        finally:
            line.close()
        if isinstance(told, dict) and "error" in told and "message" in told:
            raise Refused(f"{told['error']}: {told['message']}")
        return told


class Said:
    """A line that a page wrote to its console, as Playwright's ``ConsoleMessage``; a stumble is its own text."""

    def __init__(self, kind: str, text: str) -> None:
        self.type, self.text = kind, text

    def __str__(self) -> str:
        return self.text


class Console:
    """What a browser's pages have written, read where it goes on."""

    LINE = re.compile(r"CONSOLE (JS|NETWORK|SECURITY|CONSOLEAPI|\w+) (ERROR|\w+) (.*)")

    def __init__(self, log: Path) -> None:
        self._log, self._read = log, 0

    def news(self) -> Iterator[tuple[str, Said]]:
        """Errors since the last look, by the event that they are; what did not load is no page's mistake."""
        text = self._log.read_bytes()
        fresh, self._read = text[self._read :].decode(errors="replace"), len(text)
        for source, level, said in self.LINE.findall(fresh):
            if level == "ERROR" and source != "NETWORK":
                kind = "pageerror" if source == "JS" else "console"
                yield kind, Said("error", said)


class Page:
    """One window; ``context`` is its browser's. Selectors are plain CSS."""

    def __init__(self, wire: Wire, console: Console, context: Context) -> None:
        self._wire, self._console, self.context = wire, console, context
        self._hears: list[tuple[str, Callable[[Any], None]]] = []
        self._patience = 60.0
        self.keyboard = Keyboard(wire)
        self.version = wire.version

    def end(self) -> None:
        self._wire("DELETE", "")

    def set_default_timeout(self, ms: float) -> None:
        self._patience = ms / 1000

    def on(self, event: str, hears: Callable[[Any], None]) -> None:
        self._hears.append((event, hears))

    def remove_listener(self, event: str, hears: Callable[[Any], None]) -> None:
        """Nothing more is heard of it; what was said until now is."""
        for kind, said in self._console.news():
            for of, each in self._hears:
                if of == kind:
                    each(said)
        self._hears.remove((event, hears))

    def forget(self) -> None:
        """What is kept of the page's address goes."""
        self._wire("DELETE", "/cookie")

    def unroute_all(self) -> None:
        """WebDriver puts nothing between a page and its server."""

    # Where it is

    @property
    def url(self) -> str:
        return str(self._wire("GET", "/url"))

    def goto(self, url: str) -> None:
        self._wire("POST", "/url", {"url": url})

    def reload(self) -> None:
        self._wire("POST", "/refresh", {})

    def title(self) -> str:
        return str(self._wire("GET", "/title"))

    def wait_for_url(self, pattern: str) -> None:
        self._until(lambda: fnmatch(self.url, pattern), pattern)

    def set_viewport_size(self, size: Size) -> None:
        """Make the page so large, though never narrower than NARROWEST px."""
        wanted = (max(NARROWEST, size["width"]), size["height"])
        now = [*wanted]
        for _ in range(20):
            self._wire("POST", "/window/rect", {"width": now[0], "height": now[1]})
            inner = self.evaluate("[innerWidth, innerHeight]")
            if tuple(inner) == wanted:
                return
            now = [way + want - is_ for way, want, is_ in zip(now, wanted, inner, strict=True)]
        raise AssertionError(f"no window of {wanted}: {inner}")

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._wire("GET", "/screenshot")))

    # What it says

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """What an expression is, or a function of ``arg``. Raises Refused where it throws."""
        try:
            told = self._wire("POST", "/execute/async", {"script": ASKED % script, "args": [arg]})
        except Refused as refused:
            # What throws while it runs is told in another way: this is no expression.
            if "javascript error" not in str(refused):
                raise
            told = self._wire("POST", "/execute/async", {"script": DONE % script, "args": [arg]})
        if "error" in told:
            raise Refused(told["error"])
        return told.get("told")

    def _of(self, selector: str, script: str, arg: Any = None) -> Any:
        """What a function says of the first such element, null where there is none."""
        return self.evaluate(
            f"([css, arg]) => ({script})(document.querySelector(css), arg)", [selector, arg]
        )

    def eval_on_selector(self, selector: str, script: str, arg: Any = None) -> Any:
        self.wait_for_selector(selector, state="attached")
        return self._of(selector, script, arg)

    def eval_on_selector_all(self, selector: str, script: str, arg: Any = None) -> Any:
        return self.evaluate(
            f"([css, arg]) => ({script})([...document.querySelectorAll(css)], arg)", [selector, arg]
        )

    def text_content(self, selector: str) -> Any:
        return self.eval_on_selector(selector, "one => one.textContent")

    def inner_text(self, selector: str, timeout: float = 0) -> Any:
        return self.eval_on_selector(selector, "one => one.innerText")

    def get_attribute(self, selector: str, name: str) -> Any:
        return self.eval_on_selector(selector, "(one, name) => one.getAttribute(name)", name)

    def input_value(self, selector: str) -> Any:
        return self.eval_on_selector(selector, "one => one.value")

    def is_visible(self, selector: str) -> bool:
        return bool((self._of(selector, PART) or {}).get("shown"))

    def locator(self, selector: str) -> Locator:
        return Locator(self, selector)

    # What is waited for

    def _until(self, look: Callable[[], Any], what: str) -> Any:
        """What a look finds once it finds something; a page that goes elsewhere meanwhile is looked at again."""
        end, last = time.monotonic() + self._patience, "nothing"
        while True:
            try:
                if found := look():
                    return found
            except Refused as refused:
                last = str(refused)
            assert time.monotonic() < end, f"never: {what}: {last}"
            time.sleep(LOOKS)

    def wait_for_timeout(self, ms: float) -> None:
        time.sleep(ms / 1000)

    def wait_for_function(self, script: str, arg: Any = None, polling: float = 0) -> Value:
        return Value(self._until(lambda: self.evaluate(script, arg), script))

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        def as_wanted() -> bool:
            at = self._of(selector, PART)
            return {
                "attached": bool(at),
                "detached": not at,
                "visible": bool(at and at["shown"]),
                "hidden": not (at and at["shown"]),
            }[state]

        self._until(as_wanted, f"{selector} {state}")

    # What is done to it

    def _element(self, selector: str) -> str:
        found = self._wire("POST", "/element", {"using": "css selector", "value": selector})
        return f"/element/{found[ELEMENT]}"

    def click(self, selector: str) -> None:
        """Tap on it once it lies still where a tap hits it."""

        def tapped() -> bool:
            where = self.evaluate(READY, selector)
            time.sleep(LOOKS)
            if where is None or where != self.evaluate(READY, selector):
                return False
            self._wire("POST", self._element(selector) + "/click", {})
            return True

        self._until(tapped, f"a tap on {selector}")

    def fill(self, selector: str, text: str) -> None:
        self.wait_for_selector(selector)
        self._wire("POST", self._element(selector) + "/clear", {})
        self._wire("POST", self._element(selector) + "/value", {"text": text})

    def focus(self, selector: str) -> None:
        self.eval_on_selector(selector, "one => one.focus()")

    def dispatch_event(self, selector: str, kind: str) -> None:
        self.eval_on_selector(
            selector, "(one, kind) => one.dispatchEvent(new Event(kind, { bubbles: true }))", kind
        )

    def set_input_files(self, selector: str, files: Sequence[Mapping[str, Any]]) -> None:
        """Choose files, each with a ``name`` and what is in it, its ``buffer``."""
        self.wait_for_selector(selector, state="attached")
        paths = [self.context.home / each["name"] for each in files]
        for path, each in zip(paths, files, strict=True):
            path.write_bytes(each["buffer"])
        names = "\n".join(map(str, paths))
        self._wire("POST", self._element(selector) + "/value", {"text": names})


class Value:
    """What was waited for, as Playwright's ``JSHandle``."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


class Locator:
    """Whatever fits a selector when it is asked about."""

    def __init__(self, page: Page, selector: str) -> None:
        self._page, self._selector = page, selector

    def count(self) -> int:
        return int(self._page.eval_on_selector_all(self._selector, "all => all.length"))

    def all_text_contents(self) -> list[str]:
        texts: list[str] = self._page.eval_on_selector_all(
            self._selector, "all => all.map((one) => one.textContent)"
        )
        return texts

    def is_visible(self) -> bool:
        return self._page.is_visible(self._selector)

    def bounding_box(self) -> Mapping[str, float] | None:
        self._page.wait_for_selector(self._selector, state="attached")
        at = self._page._of(self._selector, PART)
        return at["box"] if at and at["shown"] else None


class Keyboard:
    """Keys, one at a time."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def press(self, key: str) -> None:
        value = KEYS.get(key, key)
        strokes = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        act = {"type": "key", "id": "keyboard", "actions": strokes}
        self._wire("POST", "/actions", {"actions": [act]})
