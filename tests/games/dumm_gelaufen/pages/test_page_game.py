"""A game by taps alone: no camera, the host's phone enters everything, a television looks on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from companion.app.service.photos import read_bytes
from companion.games.dumm_gelaufen import GAME, sheets
from companion.games.dumm_gelaufen.deck.cards import Card
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.words import words
from tests.web.screens import (
    LIES_STILL,
    PHONE,
    TV,
    Devices,
    Screen,
    becomes,
    box,
    hosting,
    signed_in,
)
from tests.web.scripted import Others, serving
from vision.painting.layout import Layout, fan
from vision.painting.scene import paint
from vision.painting.view import View

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Route, ViewportSize

SETUP: dict[str, Any] = {"players": ["Ann", "Bob", "Cem"], "edition": "classic", "camera": False}
MAC = ("Y07", "Y08", "G01", "G02", "G03", "G04", "G05")
HAND = ("R11", "R11", "R11", "Y11", "Y11", "Y11", "R10", "R10", "R10")
"""What Ann claims to hold in the first round: nothing green, all of two digits, 96 in sum."""


@pytest.fixture
def table(devices: Devices) -> Iterator[Table]:
    """The host's phone and a television at a table without a camera."""
    journal = Journal(None)
    session = Session(TABLE_GAME, journal, setup=SETUP)
    game = pages(lambda: session.state, lambda asked: {**asked, **SETUP})
    with serving(
        session, Others(), game, read_photo=lambda data: read_bytes(data, GAME, "classic")
    ) as server:
        url = f"http://127.0.0.1:{server.port}"
        with ExitStack() as opened:
            yield Table(
                session, lambda size: opened.enter_context(closing(Screen(devices, url, size, {})))
            )
    journal.close()


class Table:
    """What a host does, tap by tap."""

    def __init__(
        self, session: Session[TableState], visit: Callable[[ViewportSize], Screen]
    ) -> None:
        self.session, self._visit = session, visit
        self.phone = visit(PHONE)
        self.page = self.phone.page

    def television(self) -> Screen:
        """One that looks on from now."""
        return self._visit(TV).open("/tv")

    def dealt(self) -> None:
        """The host's phone at a table where everything lies."""
        lies = [f"{face}-1" for face in MAC]
        piles = {"left": ["Y10-1"], "right": ["G09-1"]}
        self.session.correct({"event": "table-corrected", "mac": lies, **piles})
        signed_in(self.phone).open("/")

    def lay_out(self) -> None:
        """Type in what lies there at the beginning."""
        self.page.click("#tab-table")
        for face in (*MAC, "Y10", "G09"):
            self.page.click(f"#table-form .key[data-face={face}]")
        self.page.click("#table-right")
        self.page.wait_for_selector("#hands-form")

    def tap(self, *places: str) -> None:
        for place in places:
            self.page.click(place)

    def turn_of(self, name: str) -> None:
        """Wait until it is somebody's turn, and open the sheet for it."""
        said = f"{name}’s turn"
        self.page.wait_for_function(
            "s => document.querySelector('#turn').textContent.includes(s)", arg=said
        )
        self.page.click("#enter-move")

    def exchange(self, name: str, source: str, *laid: str) -> None:
        """Draw from a pile and lay on the left one."""
        self.turn_of(name)
        self.tap(*(f"[data-take={place}]" for place in source.split("+")))
        for face in laid:
            self.page.click(f"dialog .key[data-face={face}]")
        self.entered()

    def entered(self) -> None:
        self.page.click("#enter")
        self.page.wait_for_selector("dialog", state="detached")

    def claim(self, task: str, hand: tuple[str, ...]) -> None:
        self.page.click("#claim")
        self.tap("dialog [data-focus=who-0]", "#claim-tap", "#pick-task")
        self.tap(f"dialog [data-face={task}]")
        for face in hand:
            self.page.click(f"dialog .key[data-face={face}]")
        self.page.click("#claim-send")

    def seen(self, kind: str) -> None:
        """A moment that the phone shows and closes."""
        self.page.click(f"dialog[data-moment={kind}] .moment-close")

    def won(self) -> None:
        self.seen("claim")
        self.seen("round-won")


def wins_a_round(table: Table) -> None:
    """From the first card that lies there to the first round that is won."""
    hosting(table.phone)
    table.lay_out()
    table.phone.open("/")
    table.exchange("Ann", "draw+draw", "G07")
    table.claim("M17", HAND)
    table.won()


@pytest.mark.slow
@pytest.mark.engines
def test_a_round_by_taps_alone(table: Table) -> None:
    """The table laid out, an exchange, a claim that everybody sees; `make prove` plays on to the winner."""
    tv = table.television()
    wins_a_round(table)

    assert tv.reads("dialog[data-moment] .verdict-word").endswith(words("en").say("verdict.yes"))
    assert ["M17"] == table.session.view()["players"][0]["won"]


@pytest.mark.slow
def test_a_pile_takes_one_card_at_the_set_up(table: Table) -> None:
    """What was mistyped is replaced by the next tap on its place: no card lies there that nobody sees, and a page loaded anew loses none."""
    hosting(table.phone)
    table.page.set_viewport_size({"width": 360, "height": 740})
    table.page.click("#tab-table")
    for face in (*MAC, "R09", "G09"):
        table.page.click(f"#table-form .key[data-face={face}]")
    table.tap("[data-focus=place-7]", "#table-form .key[data-face=Y10]")
    table.tap("[data-focus=place-0]", "[data-focus=away]")
    table.page.wait_for_selector("[data-focus=place-0].spot[aria-pressed=true]")
    table.page.reload()
    table.page.evaluate(LIES_STILL)
    table.page.wait_for_selector("[data-focus=place-0].spot[aria-pressed=true]")
    table.page.click("#table-form .key[data-face=Y07]")
    seen = table.phone.barriers(), table.phone.overflow()
    table.page.click("#table-right")
    table.page.wait_for_selector("#hands-form")
    zones = table.session.view()["zones"]

    assert ([], 0) == seen
    assert [[*MAC], ["Y10"], ["G09"]] == [
        [code[:3] for code in zones[name]] for name in ("mac", "open-left", "open-right")
    ]


@pytest.mark.prove
def test_a_game_by_taps_alone(table: Table) -> None:
    """Three rounds from the first card that lies there to the winner."""
    wins_a_round(table)

    table.exchange("Bob", "draw", "Y09", "G08")
    table.exchange("Cem", "open-left", "Y01", "Y02")
    table.exchange("Ann", "draw", "R01", "Y11")
    table.claim("M05", HAND[:5] + HAND[6:])
    table.won()

    table.exchange("Bob", "draw", "Y05", "G06")
    table.exchange("Cem", "open-left+open-right", "Y03")
    table.exchange("Ann", "draw+draw", "R02")
    table.claim("M08", (*HAND[:5], *HAND[6:], "G11"))
    table.won()

    assert table.phone.reads("dialog[data-moment=game-won] .moment-who") == "Ann"
    table.seen("game-won")
    assert table.phone.reads("#turn .turn-words") == "Ann has won!"
    assert table.session.view()["winner"] == 0


def photograph(cards: list[str]) -> FilePayload:
    """A phone's picture of cards fanned in two rows, as a file."""
    edition = load_edition("classic")
    fronts = [sheets.face(Card.parse(code), edition, words("en")) for code in cards]
    rows = (fronts[:5], fronts[5:])
    lying = [
        card for n, row in enumerate(rows) for card in fan(row, (150.0, 120.0 + 110 * n), 42.0)
    ]
    near = View(MAT, size=(1280, 960), fill=1.5, aim=(260.0, 180.0))
    picture = paint(Layout(tuple(lying)), near, np.random.default_rng(1))
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": jpeg}


@pytest.mark.slow
@pytest.mark.engines
def test_a_claim_by_photo(table: Table) -> None:
    """Cards fanned on a table, photographed, read and judged."""
    table.dealt()
    table.exchange("Ann", "draw+draw", "G07")
    reds = [f"{red}-{n}" for red in ("R11", "Y11", "R10") for n in (1, 2, 3)]

    table.page.click("#claim")
    table.tap("dialog [data-focus=who-0]")
    table.page.set_input_files("#claim-gallery", files=[photograph(["M17-1", *reds])])
    assert table.phone.reads(".task-words strong") == words("en").say("card.M17")
    read = table.page.eval_on_selector_all(
        "dialog .hand .card", "all => all.map(e => e.dataset.card)"
    )
    assert sorted(read) == sorted(reds)
    table.page.click("#claim-send")

    table.won()
    assert table.session.view()["players"][0]["won"] == ["M17"]


@pytest.mark.slow
def test_the_claimant_alone_is_asked_first(table: Table) -> None:
    """Too few cards are no solution: what is missing is asked for, and never awarded; a card that lies elsewhere cannot be meant."""
    table.dealt()
    table.exchange("Ann", "draw+draw", "G07")
    table.phone.page.set_viewport_size({"width": 360, "height": 640})
    table.claim("M17", HAND[:8])
    told = table.phone.reads("dialog .notice + p")
    barriers, overflow = table.phone.barriers(), table.phone.overflow()
    grey = "dialog .key[data-face=G01][aria-disabled=true]"
    table.tap("#claim-back")
    table.page.wait_for_selector(grey)
    table.tap("#claim-send", "#claim-actions")

    assert "Your hand has at least 9 cards; you are showing 8." == told
    assert ([], 0) == (barriers, overflow)
    assert table.phone.reads(".verdict-word").endswith(words("en").say("verdict.no"))
    table.tap("#claim-back", "dialog .key[data-face=R10]", "#claim-send")
    table.won()
    assert ["M17"] == table.session.view()["players"][0]["won"]


@pytest.mark.slow
def test_a_private_no_costs_nothing(table: Table) -> None:
    """The game is as it was until the claim is made before everybody: then it is refused there."""
    table.dealt()
    table.exchange("Ann", "draw+draw", "G07")
    before = table.session.journal.last
    table.page.set_viewport_size({"width": 740, "height": 360})
    table.claim("M17", (*HAND[:8], "G11"))
    verdict = table.phone.reads("dialog .verdict-word")
    there, head = (box(table.page.locator(f"dialog {p}")) for p in (".verdict-word", ".sheet-head"))
    quiet = table.session.journal.last
    table.tap("#claim-aloud")
    table.seen("claim")

    assert verdict.endswith(words("en").say("verdict.no"))
    assert head["y"] + head["height"] <= there["y"] < 360
    assert before == quiet
    (said,) = [a for a in table.session.view()["announcements"] if a["kind"] == "claim"]
    assert "no" == said["params"]["verdict"]


@pytest.mark.slow
def test_the_keyboard_goes_on_at_what_an_action_card_asks(table: Table) -> None:
    """Played by Enter, the next Enter chooses somebody."""
    table.dealt()
    table.turn_of("Ann")
    table.tap("dialog #action summary", "[data-focus=shelf-K01]")
    table.page.focus("#enter")
    table.page.keyboard.press("Enter")
    table.page.wait_for_selector("[data-whom]")
    table.page.wait_for_function("() => document.activeElement.matches('[data-whom]')")
    table.page.keyboard.press("Enter")

    table.page.wait_for_selector("dialog", state="detached")
    assert 1 == table.session.view()["turn"]["player"]


@pytest.mark.engines
def test_an_at_once_card_by_tap(table: Table) -> None:
    """Drawn, told to everybody, and obeyed with one more tap."""
    table.dealt()
    tv = table.television()

    table.turn_of("Ann")
    table.tap("[data-take=draw]", "[data-take=draw]", "dialog summary")
    table.tap("[data-focus=shelf-A05]", "#enter")
    assert tv.reads("dialog[data-moment=at-once] .moment-who") == "Ann"
    table.seen("at-once")
    table.page.click("[data-whom='2']")

    table.page.wait_for_selector("dialog", state="detached")
    sizes = [player["cards"] for player in table.session.view()["players"]]
    assert sizes == [[10, 10], [9, 9], [9, 9]]


@pytest.mark.slow
@pytest.mark.engines
def test_a_move_is_taken_back(table: Table) -> None:
    """By the button beside what was said of it: the table and the turn are as before."""
    table.dealt()
    before = table.session.view()
    table.exchange("Ann", "draw+draw", "G07")
    table.page.click("#toast .act")

    becomes(table.page, "#turn .turn-words", "Ann’s turn")
    after = table.session.view()
    assert [before[key] for key in ("zones", "turn", "players")] == [
        after[key] for key in ("zones", "turn", "players")
    ]


@pytest.mark.slow
def test_what_is_refused_says_why(table: Table) -> None:
    """The rules' reason is on the phone, and nothing has changed: where a page older than the rules offers what they have not."""
    table.dealt()

    def gives_one(route: Route) -> None:
        said: Any = route.request.post_data_json
        move = {**said["move"], "take": said["move"]["take"][:1]}
        both = {**move, "lay": [["mac", "Y01-1"], ["mac", "Y02-1"]]}
        route.continue_(post_data=json.dumps({**said, "move": both}))

    table.page.route("**/api/moves", gives_one)
    table.turn_of("Ann")
    table.tap("[data-focus=take-Y07-1]", "[data-focus=take-Y08-1]")
    table.tap("dialog .key[data-face=Y01]", "#enter")

    assert "seven" in table.phone.reads("dialog [role=alert]")
    assert table.session.view()["zones"]["mac"][0] == "Y07-1"
