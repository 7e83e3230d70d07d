"""An evening by taps: four phones in three languages at a table without a camera; at every word a line that loses something, a page opened anew, and the word taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Session
from tests.games.dumm_gelaufen.pages.test_page_game import HAND
from tests.web.screens import PHONE, Devices, Screen, seated, signed_in
from tests.web.scripted import Others, serving

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.prove]

SETUP: dict[str, Any] = {
    "players": ["Oma", "Leo", "Mia", "Ben"],
    "edition": "classic",
    "camera": False,
}
MAC = ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1"]
"""With seven there is nothing for Mac to be fed."""
LOCALES = ("de-DE", "en-GB", "nl-NL", "de-AT")
CARDS = [
    *(f"K{number:02}" for number in range(1, 13)),
    *(f"A{number:02}" for number in range(1, 6)),
]
"""Every action card there is: those that are kept, and those that count at once."""
OFFERED = (
    "dialog .choices:not(:has([aria-pressed=true])) > [data-whom]",
    "dialog .pad .key:not([aria-disabled=true])",
    "dialog .stack > .choices button:not([aria-pressed])",
    "dialog .stack > button.main.big:not([disabled])",
    "dialog .stack > button.big:not([disabled])",
)
"""What a sheet offers whoever has to decide, what is tapped first at first."""
MOST_TAPS = {"play": 4, "draw": 4, "mac": 4, "piles": 5, "asked": 4}
"""How many taps a word takes at most: a card that is played, one drawn and shown, an exchange, what a card asks."""
GAMES = [CARDS[first : first + 3] for first in range(0, len(CARDS), 3)]
"""So many action cards a game: most of them cost a hand some cards."""
MOST_WORDS = 20
"""No card takes more words of everybody together."""
STILL = 0.02
"""How much of a page may move that nobody has tapped."""
PAGE = """
const usual = window.setTimeout;
window.setTimeout = (act, ms, ...more) => usual(act, ms === 12_000 ? 600_000 : ms, ...more);
window.shifted = [];
window.verdicts = [];
new MutationObserver(() => document.querySelectorAll("dialog [data-verdict]").forEach(
  (one) => window.verdicts.push(one.dataset.verdict)
)).observe(document, { childList: true, subtree: true });
const answering = [];
const answers = (at) => answering.some(({ from, to }) => from <= at && at <= to + 5_000);
addEventListener("pointerdown", () => answering.push({ from: performance.now(), to: performance.now() }), true);
const ask = window.fetch;
window.fetch = (...what) => {
  const asked = { from: performance.now(), to: Infinity };
  if (answers(asked.from)) answering.push(asked);
  return ask(...what).finally(() => (asked.to = performance.now()));
};
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  const what = one.sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join(" ");
  if (!answers(one.startTime)) window.shifted.push([one.value, what]);
})).observe({ type: "layout-shift", buffered: true });
"""
"""What a page tells of its shifts and of the verdicts that it showed; words with a button stay, however busy the machine is.

A shift answers a tap in the five seconds after it, while what the tap has asked for is awaited, and in the five
seconds after that has come.
"""
WAYS = ("moves", "answers", "undo", "claims")


class Lossy:
    """A line that loses something of every word: the first time it is said the answer, or what is said."""

    def __init__(self) -> None:
        self.heard: dict[str, dict[str, Any]] = {}

    def __call__(self, route: Route) -> None:
        asked: Any = route.request.post_data_json
        # A claimant's own look at what he is about to claim is no word, and has no key.
        key = asked.get("key")
        if key is None or key in self.heard:
            route.continue_()
            return
        self.heard[key] = asked
        if len(self.heard) % 2:
            route.fetch()
        route.abort()


def word(said: Json) -> Any:
    """What was said, whichever way it came: a move, what was claimed, or that something is taken back."""
    match said:
        case {"task": task, "hand": cards} | {"task": task, "cards": cards}:
            return task[:3], sorted(code[:3] for code in cards)
        case {"move": dict(move)}:
            return word(move) if "task" in move else move
        case _:
            return said.get("question", "undo"), said.get("choice")


class Evening:
    """Everybody's phone, the host's that looks on, the session they talk to, and what was meant."""

    def __init__(
        self, session: Session[TableState], phones: Sequence[Screen], host: Screen
    ) -> None:
        self.session, self.phones, self.host = session, phones, host
        self.line, self.taps = Lossy(), 0
        self.counted: dict[str, set[int]] = {}
        self.moved: list[list[tuple[float, str]]] = []
        signed_in(host).open("/")
        for seat, phone in enumerate(phones):
            seated(phone, seat)
        for screen in (host, *phones):
            for way in WAYS:
                screen.page.route(f"**/api/{way}", self.line)

    @property
    def turn(self) -> Any:
        return self.session.view()["turn"]

    @property
    def meant(self) -> list[tuple[str, Any]]:
        """Every word that was said on a phone, once."""
        return [(key, word(said)) for key, said in self.line.heard.items()]

    @property
    def kept(self) -> list[tuple[str, Any]]:
        """The same, as the journal has it."""
        entries = self.session.journal.after(0)
        return [(e.data["key"], word(e.data)) for e in entries if "key" in e.data]

    # What hands do

    def anew(self, seat: int) -> Page:
        """A phone's page opened anew, at the table as it stands."""
        page = self.phones[seat].page
        self.moved.append(page.evaluate("window.shifted"))
        page.reload()
        page.wait_for_selector("body.is-drawn")
        self.read(page)
        return page

    def read(self, page: Page) -> None:
        """What fills the screen is read and closed."""
        page.evaluate("document.querySelector('dialog.moment .moment-close')?.click()")

    def tap(self, page: Page, *places: str) -> None:
        """One after the other, as a person does: after a moment."""
        for place in places:
            page.wait_for_timeout(350)
            page.locator(place).first.click()
            self.taps += 1

    def until(self, holds: Callable[[], bool], page: Page | None = None) -> None:
        """Wait; where nothing comes of it what the page says is told."""
        for _ in range(600):
            if holds():
                return
            self.host.page.wait_for_timeout(100)
        raise AssertionError((self.kept[-2:], page and page.inner_text("body")))

    # Words

    def say(self, what: str, seat: int, act: Callable[[Page], None]) -> Page:
        """Somebody says one thing, on a page that was opened anew."""
        page, before, self.taps = self.anew(seat), len(self.kept), 0
        act(page)
        self.until(lambda: len(self.kept) > before, page)
        self.counted.setdefault(what, set()).add(self.taps)
        return page

    def twice(self, what: str, seat: int, act: Callable[[Page], None]) -> None:
        """The same, taken back from the toast, and said again."""
        before = self.session.view()
        page = self.say(what, seat, act)
        page.wait_for_selector("#toast .act")
        self.read(page)
        page.click("#toast .act")
        self.until(lambda: self.stands_as(before))
        self.say(what, seat, act)

    def stands_as(self, before: Json) -> bool:
        now = self.session.view()
        return all(now[part] == before[part] for part in ("turn", "zones", "draw"))

    def claims(self, seat: int, task: str, hand: Sequence[str], verdict: str) -> None:
        """Somebody says "Murphy!", and every phone shows what became of it."""

        def act(page: Page) -> None:
            self.tap(page, "#claim", "#claim-tap", "#pick-task", f"dialog [data-face={task}]")
            self.tap(
                page,
                *(f"dialog .key[data-face={face}]" for face in hand),
                "#claim-send",
                *(() if verdict == "yes" else ("#claim-aloud",)),
            )

        self.say("claim", seat, act)
        for screen in (self.host, *self.phones):
            screen.page.wait_for_function("one => window.verdicts.includes(one)", arg=verdict)
            self.read(screen.page)

    def host_takes_back(self) -> None:
        """The last word, whosever it was."""
        before, page = len(self.kept), self.host.page
        self.moved.append(page.evaluate("window.shifted"))
        self.host.open("/host").page.click("#undo")
        self.until(lambda: len(self.kept) > before)
        self.host.open("/")

    def answers(self, page: Page) -> None:
        """Whoever has to decide taps the first thing that is offered, till that is a word."""
        if page.locator(".question [data-focus=choice-denied]").count():
            self.tap(page, "[data-focus=choice-denied]")
            return
        self.tap(page, "#enter-move")
        page.wait_for_selector("dialog[data-sheet=move] .stack *")
        said = len(self.line.heard)
        while len(self.line.heard) == said:
            page.wait_for_timeout(350)
            offered = next((s for s in OFFERED if page.locator(s).count()), None)
            assert offered, page.inner_text("dialog")
            self.tap(page, offered)
            page.wait_for_timeout(300)

    def plays(self, card: str) -> None:
        """Whoever's turn it is plays or draws a card; everybody does what it asks."""
        seat = self.turn["player"]
        first = {
            "K": ("#enter-move", "#action summary", f"dialog [data-face={card}]", "#enter"),
            "A": (
                "#piles [data-focus=pile-draw]",
                "dialog summary",
                f"[data-focus=shelf-{card}]",
                "#enter",
            ),
        }
        what = {"K": "play", "A": "draw"}[card[0]]
        self.twice(what, seat, lambda page: self.tap(page, *first[card[0]]))
        for _ in range(MOST_WORDS):
            now = self.turn
            whom = now["player"] if now["deciding"] is None else now["deciding"]
            if now["player"] != seat or (now["asks"] is None and whom == seat):
                return
            self.twice("asked", whom, self.answers)
        raise AssertionError(f"{card} has no end")

    def exchanges(self, what: str, *places: str) -> None:
        self.twice(what, self.turn["player"], lambda page: self.tap(page, *places, "#enter"))


def lies(session: Session[TableState]) -> None:
    """Seven lie there in the beginning, and one of them is gone at once."""
    for row in ([*MAC, "R05-1"], MAC):
        session.correct(
            {"event": "table-corrected", "mac": row, "left": ["Y10-1"], "right": ["G09-1"]}
        )


@pytest.fixture
def evening(chromium: Devices) -> Iterator[Evening]:
    """The host's phone, and everybody's."""
    journal = Journal(None)
    session = Session(TABLE_GAME, journal, setup=SETUP)
    lies(session)
    game = pages(lambda: session.state, lambda asked: {**asked, **SETUP})
    with serving(session, Others(), game) as server:
        url = f"http://127.0.0.1:{server.port}"
        screens = [
            Screen(chromium, url, PHONE, {"locale": one}, own=True) for one in ("en-GB", *LOCALES)
        ]
        for screen in screens:
            screen.context.add_init_script(PAGE)
        yield Evening(session, screens[1:], screens[0])
        for screen in screens:
            screen.close()
    journal.close()


def is_right(evening: Evening) -> None:
    """The journal holds what was meant and nothing else, few taps were needed, nothing moved by itself, and every phone shows the same turn."""
    assert evening.meant == evening.kept
    assert all(max(taps) <= MOST_TAPS.get(what, 99) for what, taps in evening.counted.items()), (
        evening.counted
    )
    pages = [screen.page for screen in (evening.host, *evening.phones)]
    shifts = [*evening.moved, *(page.evaluate("window.shifted") for page in pages)]
    assert [] == [by for by in shifts if sum(far for far, _ in by) >= STILL]
    name = SETUP["players"][evening.turn["player"]]
    for seat, screen in enumerate((evening.host, *evening.phones), -1):
        assert not screen.wrong
        if seat != evening.turn["player"]:
            screen.page.wait_for_function(
                "name => document.querySelector('#turn').textContent.includes(name)", arg=name
            )


WITH_PILES = (
    "#piles [data-focus=pile-draw]",
    "dialog [data-take=draw]",
    "dialog .key[data-face=G07]",
)


def test_claims_and_exchanges(evening: Evening) -> None:
    """A wrong claim, taken back by the host, and a right one; an exchange with the piles, and one with Mac."""
    evening.exchanges("piles", *WITH_PILES)
    evening.claims(0, "M17", [*HAND[:-1], "G03"], "no")
    evening.host_takes_back()
    evening.claims(0, "M17", HAND, "yes")
    assert ["M17"] == evening.session.view()["players"][0]["won"]
    first, second, *_ = evening.session.view()["zones"]["mac"]
    evening.exchanges(
        "mac",
        f"#mac [data-card={first}]",
        f"dialog [data-focus=take-{second}]",
        "dialog .key:not([aria-disabled=true])",
    )

    is_right(evening)
    assert {"claim", "piles", "mac"} == evening.counted.keys()


@pytest.mark.parametrize("cards", GAMES, ids=" ".join)
def test_every_action_card(evening: Evening, cards: Sequence[str]) -> None:
    """Played or drawn, and what it asks of everybody, till the turn is over."""
    for card in cards:
        evening.plays(card)

    is_right(evening)
