"""Four phones in three languages at a table without a camera: every action card, with a line that breaks and pages that are opened anew at every tap."""

from __future__ import annotations

import pytest

from companion.games.dumm_gelaufen.game import MURPHY
from companion.games.dumm_gelaufen.pages.part import pages
from companion.journal import Journal
from companion.session import Session
from tests.games.dumm_gelaufen.test_evening import SHIFTS
from tests.games.dumm_gelaufen.test_page_game import HAND
from tests.web.screens import PHONE, Screen, seated
from tests.web.scripted import Others, serving

pytestmark = [pytest.mark.browser, pytest.mark.prove]

SETUP = {"players": ["Oma", "Leo", "Mia", "Ben"], "edition": "classic", "camera": False}
MAC = ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1", "R05-1"]
LOCALES = ("de-DE", "en-GB", "nl-NL", "de-AT")
AT_ONCE = [f"A{number:02}" for number in range(1, 6)]
KEEP = [f"K{number:02}" for number in range(1, 13)]
OFFERED = (
    "dialog .choices:not(:has([aria-pressed=true])) > [data-whom]",
    "dialog .pad .key:not([aria-disabled=true])",
    "dialog .stack > .choices button:not([aria-pressed])",
    "dialog .stack > button.main.big:not([disabled])",
    "dialog .stack > button.big:not([disabled])",
)
"""What a sheet offers whoever has to decide, what is tapped first at first."""
MOST_TAPS = 40
"""No card takes everybody together more than so many."""


class Lossy:
    """A line that loses something of every word: the first time it is said the answer, or what is said."""

    def __init__(self):
        self.heard = {}

    def __call__(self, route):
        asked = route.request.post_data_json
        if asked["key"] in self.heard:
            route.continue_()
            return
        self.heard[asked["key"]] = asked["move"]
        if len(self.heard) % 2:
            route.fetch()
        route.abort()


class Phones:
    """Everybody's phone, the session they talk to, and what was meant."""

    def __init__(self, session, screens):
        self.session, self.screens = session, screens
        self.line = Lossy()
        for seat, screen in enumerate(screens):
            seated(screen, seat)
            screen.page.route("**/api/moves", self.line)
        self.taps = 0

    def tap(self, page, selector):
        page.wait_for_timeout(350)
        page.click(selector)
        self.taps += 1

    def decider(self):
        """The seat that has to say something, and what the table looks like to it."""
        turn = self.session.view()["turn"]
        return turn["player"] if turn["deciding"] is None else turn["deciding"]

    def told(self):
        """The moves of the journal that were not taken back."""
        entries = self.session.journal.after(0)
        return [e.data["move"] for e in entries if e.kind == "submission"]

    def said(self, act):
        """Do something that tells the Pi one move; wait until it counts."""
        before = len(self.told())
        act()
        self.until_told(before)

    def until_told(self, before):
        """Wait until the journal has more moves than before."""
        for _ in range(300):
            if len(self.told()) > before:
                return
            self.screens[0].page.wait_for_timeout(100)
        raise AssertionError("nothing was told")

    def anew(self, page):
        """The page as it is after a reload, at the table as it stands."""
        page.reload()
        page.wait_for_selector("body.is-drawn")
        if page.locator("dialog.moment").count():
            page.click("dialog.moment .moment-close")

    def answer(self):
        """Whoever has to decide taps the first thing that is offered; the page is opened anew before."""
        page = self.screens[self.decider()].page
        self.anew(page)
        if page.locator(".question [data-focus=choice-denied]").count():
            return self.said(lambda: self.tap(page, "[data-focus=choice-denied]"))
        self.tap(page, "#enter-move")
        page.wait_for_selector("dialog[data-sheet=move] .stack *")
        before = len(self.told())
        while len(self.told()) == before:
            page.wait_for_timeout(350)
            offered = next((s for s in OFFERED if page.locator(s).count()), None)
            assert offered, page.inner_text("dialog")
            assert self.taps < MOST_TAPS
            heard = len(self.line.heard)
            page.locator(offered).first.click()
            self.taps += 1
            page.wait_for_timeout(300)
            if len(self.line.heard) > heard:
                self.until_told(before)
        return None

    def until_the_next_turn(self, player):
        """Everything that the card asks is answered."""
        while self.session.view()["turn"]["player"] == player and self.is_asked(player):
            assert self.taps < MOST_TAPS
            self.answer()

    def is_asked(self, player):
        turn = self.session.view()["turn"]
        return turn["asks"] is not None or turn["deciding"] not in (None, player)


@pytest.fixture
def table(chromium):
    journal = Journal(None)
    session = Session(MURPHY, journal, setup=SETUP)
    piles = {"left": ["Y10-1"], "right": ["G09-1"]}
    # With seven cards there is nothing for Mac to be fed.
    for row in (MAC, MAC[:6]):
        session.correct({"event": "table-corrected", "mac": row, **piles})
    game = pages(lambda: session.state, lambda asked: {**asked, **SETUP})
    with serving(session, Others(), game) as server:
        url = f"http://127.0.0.1:{server.port}"
        screens = [
            Screen(chromium, url, PHONE, {"locale": one, "reduced_motion": "reduce"}, own=True)
            for one in LOCALES
        ]  # fmt: skip
        for screen in screens:
            screen.context.add_init_script(SHIFTS)
        yield Phones(session, screens)
        for screen in screens:
            screen.close()
    journal.close()


def undo(table, page, view):
    """The toast takes it back, and the table is as it was."""
    page.click("#toast .act")
    for _ in range(200):
        now = table.session.view()
        if all(now[part] == view[part] for part in ("turn", "zones", "draw")):
            return
        page.wait_for_timeout(100)
    raise AssertionError("not taken back")


@pytest.mark.parametrize("card", KEEP)
def test_a_keep_card(table, card):
    """Played by three taps, taken back, played again; what it asks everybody answers on the own phone; each word counts once."""
    page = table.screens[0].page
    before = table.session.view()

    def play():
        table.tap(page, "#enter-move")
        table.tap(page, "#action summary")
        table.tap(page, f"dialog [data-face={card}]")

    table.said(play)
    assert 3 == table.taps
    undo(table, page, before)
    table.anew(page)
    table.said(play)
    table.until_the_next_turn(0)

    meant = [*table.line.heard.values()]
    assert meant == table.told()
    assert table.taps < MOST_TAPS
    for screen in table.screens:
        assert not screen.wrong
        assert screen.page.evaluate("window.shifted") < 0.02


@pytest.mark.parametrize("card", AT_ONCE)
def test_an_at_once_card(table, card):
    """Drawn and shown in one entry, taken back whole, entered again; what it asks is answered, and each word counts once."""
    page = table.screens[0].page
    before = table.session.view()

    def draw():
        table.tap(page, "#piles [data-focus=pile-draw]")
        table.tap(page, "dialog summary")
        table.tap(page, f"[data-focus=shelf-{card}]")
        table.tap(page, "#enter")

    table.said(draw)
    assert 4 == table.taps
    if page.locator("dialog.moment").count():
        page.click("dialog.moment .moment-close")
    undo(table, page, before)
    table.anew(page)
    table.said(draw)
    table.until_the_next_turn(0)

    assert [*table.line.heard.values()] == table.told()
    for screen in table.screens:
        assert not screen.wrong
        assert screen.page.evaluate("window.shifted") < 0.02


def claim(table, hand):
    """The first seat says "Murphy!" and taps a hand, through a line that breaks."""
    page = table.screens[0].page
    for selector in ("#claim", "#claim-tap", "#pick-task", "dialog [data-face=M17]"):
        table.tap(page, selector)
    for face in hand:
        page.click(f"dialog .key[data-face={face}]")
    page.click("#claim-send")


def judged(table, verdict):
    """Every phone shows what became of it."""
    for screen in table.screens:
        screen.page.wait_for_selector(f"dialog [data-verdict={verdict}]")
        screen.page.click("dialog.moment .moment-close")


def test_a_wrong_and_a_right_claim(table):
    """An exchange of four taps, taken back and entered again; a claim that fails, is taken back and then holds.

    On no phone anything moves that nobody has tapped.
    """
    page = table.screens[0].page
    before = table.session.view()

    def exchange():
        table.tap(page, "#piles [data-focus=pile-draw]")
        table.tap(page, "dialog [data-take=draw]")
        table.tap(page, "dialog .key[data-face=G07]")
        table.tap(page, "#enter")

    table.said(exchange)
    assert 4 == table.taps
    undo(table, page, before)
    table.anew(page)
    table.said(exchange)
    claim(table, [*HAND[:-1], "G03"])
    judged(table, "no")
    # What was shown is known, and the turn is over, till the claim is taken back.
    table.session.undo(table.session.last_said.seq)
    table.anew(page)
    claim(table, HAND)
    judged(table, "yes")

    assert ["M17"] == table.session.view()["players"][0]["won"]
    meant = (chapter.said.data.get("move", {}) for chapter in table.session.story)
    assert 1 == [move.get("move") for move in meant].count("exchange")
    for screen in table.screens:
        assert not screen.wrong
        assert screen.page.evaluate("window.shifted") < 0.02
