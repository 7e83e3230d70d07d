"""An evening by taps: a host's phone and another one at one table, lines that break, and what everybody reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.dumm_gelaufen.pages import pages
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import TableState
from companion.journal.journal import Journal
from companion.rules import Json
from companion.session.session import Session
from tests.web.home import KEYS
from tests.web.screens import PHONE, Devices, Screen, counts
from tests.web.scripted import Others, serving

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Page, Route

pytestmark = pytest.mark.browser

SETUP: dict[str, Any] = {"players": ["Oma", "Leo", "Mia"], "edition": "classic", "camera": False}
MAC = ["R07-1", "G11-1", "Y04-1", "R01-1", "G02-1", "Y09-1", "R05-1"]
TWO_TURNS = (
    {
        "move": "exchange",
        "player": 0,
        "take": [["mac", "R01-1"], ["mac", "R05-1"]],
        "lay": [["mac", "Y11-1"]],
    },
    {
        "move": "exchange",
        "player": 1,
        "take": [["draw", None]],
        "lay": [["open-left", "G11-2"], ["open-right", "G10-1"]],
    },
)
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  if (!one.hadRecentInput) window.shifted += one.value;
})).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture(scope="module")
def evening(chromium: Devices) -> Iterator[tuple[Session[TableState], Screen, Screen]]:
    """The host's phone, a phone that is nobody's yet, and the session they talk to."""
    session = Session(TABLE_GAME, Journal(None), setup=SETUP)
    piles = {"left": ["Y10-1"], "right": ["G09-1"]}
    session.correct({"event": "table-corrected", "mac": MAC, **piles})
    game = pages(lambda: session.state, lambda asked: {**asked, **SETUP})
    with serving(session, Others(), game) as server:
        url = f"http://127.0.0.1:{server.port}"
        host, phone = (Screen(chromium, url, PHONE, {}, own=True) for _ in range(2))
        yield session, host, phone
        host.close()
        phone.close()
    session.journal.close()


def entered(session: Session[TableState]) -> list[Json]:
    return [e.data for e in session.journal.since("game") if e.kind == "submission"]


def waits_for(screen: Screen, name: str) -> None:
    screen.page.wait_for_function(
        "s => document.querySelector('#turn').textContent.includes(s)", arg=name
    )


def taps(page: Page, *places: str) -> int:
    """Tap one after the other, as a person does: after a moment; then enter. How many taps that were."""
    page.wait_for_timeout(350)
    for place in (*places, "#enter"):
        page.click(place)
    page.wait_for_selector("dialog", state="detached")
    return len(places) + 1


@pytest.mark.prove
def test_an_evening(evening: tuple[Session[TableState], Screen, Screen]) -> None:
    """Few taps a move, each counted once though its answer is lost, taken back from the toast, asked for in words."""
    session, host, phone = evening
    one, two = host.page, phone.page
    host.open("/host")
    one.fill("#pin-field", KEYS.pin)
    one.press("#pin-field", "Enter")
    one.wait_for_selector("#host h2")
    assert KEYS.pin not in one.url
    host.open("/")
    two.add_init_script(SHIFTS)
    phone.open("/")
    two.click(".arriving [data-focus=seat-1]")
    two.wait_for_selector("#sound[aria-pressed=true]")
    two.click("#menu")
    two.click("#join-code")
    assert "192.168.178.42:8000" == phone.reads("dialog .join-address")
    two.click("dialog[data-sheet=join-code] .close")
    two.click("dialog .close")

    with_mac = (
        "#mac [data-card=R01-1]",
        "dialog [data-focus=take-R05-1]",
        "dialog .key[data-face=Y11]",
    )
    one.wait_for_selector("#mac button")
    assert 4 >= taps(one, *with_mac)
    waits_for(phone, "Your turn")
    one.click("#toast .act")
    waits_for(host, "Oma")
    for each in (phone, host):
        assert each.reads("#latest").startswith("Taken back: Oma takes red 1 and red 5")
    taps(one, *with_mac)

    waits_for(phone, "Your turn")
    two.click("#piles [data-focus=pile-draw]")
    two.click("dialog .key[data-face=R01]", force=True)
    assert "red 1 is taken: Oma." == phone.reads("dialog .pad-said")
    two.click("dialog .close")
    lost: list[APIResponse] = []

    def losing(route: Route) -> None:
        lost.append(route.fetch())
        route.abort()

    two.route("**/api/moves", losing, times=1)
    with_piles = (
        "dialog .key[data-face=G11]",
        "[data-side=open-right]",
        "dialog .key[data-face=G10]",
    )
    assert 5 >= taps(two, "#piles [data-focus=pile-draw]", *with_piles)
    waits_for(host, "Mia")
    assert (1, 3) == (len(lost), len(entered(session)))
    phone.open("/")
    waits_for(phone, "Mia")
    assert 3 == len(entered(session))

    one.click("#enter-move")
    one.click("#action summary")
    one.click("dialog [data-face=K10]")
    one.click("#enter")
    one.click("dialog [data-whom='1']")
    one.click("dialog .key[data-face=Y09]")
    # A moment that is still told of lies above what is asked.
    two.evaluate("document.querySelector('dialog.moment .moment-close')?.click()")
    assert phone.reads("#questions h2") == "Leo: Mia wants your yellow 9."
    assert one.locator("dialog[data-sheet=move]").count() == 1
    # What is not there to be given any more is not said to be denied.
    two.route("**/api/legal*", lambda route: route.fulfill(json={"moves": []}), times=1)
    sent: list[str] = []
    two.on("request", lambda request: sent.append(request.method))
    with two.expect_response("**/api/legal*"):
        two.click("[data-focus=choice-given]")
    two.evaluate("() => fetch('/api/games').then((came) => came.text())")
    assert {"GET"} == {*sent}
    two.click("[data-focus=choice-denied]")
    waits_for(phone, "Oma")
    assert "Leo does not have yellow 9." == phone.reads("#latest")
    assert two.evaluate("window.shifted") < 0.02
    assert not [*phone.barriers(), *phone.wrong, *host.wrong]


def test_the_evening_step_by_step(evening: tuple[Session[TableState], Screen, Screen]) -> None:
    """The history shows the table after each step; a link leads to a moment and to where it is shown; whose turns there were is counted."""
    session, _, phone = evening
    if not entered(session):
        for move in TWO_TURNS:
            session.submit(move)
    page = phone.open("/history").page
    page.wait_for_selector("#summary .chart-pair")
    turns = page.locator("#summary .chart-pair figure").first.locator("strong")
    page.click("#replay summary")
    first = phone.reads(".replay-said")
    page.click("[data-focus=replay-next]")
    page.wait_for_function(
        "said => document.querySelector('.replay-said').textContent.trim() !== said", arg=first
    )
    moment, said = page.url, phone.reads(".replay-said")

    assert ["1", "1"] == turns.all_text_contents()[:2]
    counts(page, "#replay-table #mac .card", 6)
    page.goto("about:blank")
    page.goto(moment)
    assert said == phone.reads(".replay-said")
    page.wait_for_function(
        "() => Math.abs(document.getElementById('replay').getBoundingClientRect().top) < 2"
    )


def test_a_mistyped_address_is_a_page(evening: tuple[Session[TableState], Screen, Screen]) -> None:
    """With a way back to the table."""
    _, _, phone = evening
    phone.page.goto(f"{phone.url}/not-here")

    assert phone.reads("main p") == "There is no such page."
    phone.page.click("main .button")
    phone.page.wait_for_selector("body.is-drawn")


@pytest.mark.prove
def test_as_many_windows_as_somebody_opens(
    evening: tuple[Session[TableState], Screen, Screen],
) -> None:
    """A browser has six connections to a house: the streams of windows used before make room."""
    _, _, phone = evening
    pages = [phone.context.new_page() for _ in range(8)]
    for page in pages:
        page.goto(phone.url)
        page.wait_for_selector("body.is-drawn")

    assert 200 == pages[0].evaluate("fetch('/api/view').then(({ status }) => status)")
    for page in pages:
        page.close()


@pytest.mark.slow
def test_the_verdict_covers_nothing(evening: tuple[Session[TableState], Screen, Screen]) -> None:
    """Every key can be tapped while the verdict stands there; the odd card is marked, once."""
    _, _, phone = evening
    page = phone.open("/verify").page
    page.click("#pick-task")
    page.click("dialog [data-face=M10]")
    for face in ("R07", "R07", "Y08"):
        page.click(f".key[data-face={face}]")
    # The last card's verdict: those of the cards before it come first.
    page.wait_for_function(
        "s => document.querySelector('#polite').textContent.includes(s)", arg="More than one colour"
    )

    assert 1 == page.locator("[data-verdict=no]").count()
    marks = page.locator(".verdict .badge").all_text_contents()
    assert ["2"] == marks
    page.click(".key[data-face=G11]", trial=True)
