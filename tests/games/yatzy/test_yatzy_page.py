"""The game's pages in a browser: alone by taps to the last box, four phones, the expert's advice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.yatzy import GAME
from companion.journal.journal import Journal
from companion.session.session import Session
from tests.web.screens import (
    COVERED,
    FINGERS,
    HUGE,
    PHONE,
    Screen,
    Visiting,
    becomes,
    counts,
    hard_to_hit_of_dice,
    hosting,
    seated,
)
from tests.web.scripted import Others, serving

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.browser


BROKEN = """() => {
  const lines = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const leaves = [...document.querySelectorAll(".score td, .score td span, .score thead .name")].filter((one) => !one.children.length);
  const cut = (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth;
  return leaves.filter((one) => lines(one) > 1 || cut(one)).map((one) => one.textContent);
}"""
"""Points and short names on the sheets that are broken or cut off."""


class Served:
    """A table without a camera whose pages are served."""

    url = ""

    def __init__(self, *players: str) -> None:
        setup = {"players": list(players), "camera": False}
        self.session: Session[Any] = Session(GAME.played(), Journal(None), setup=setup)

    @property
    def now(self) -> Any:
        return self.session.state.state

    def plays(self, dice: tuple[int, ...], box: str) -> None:
        """A turn of one roll, as another phone would enter it."""
        player = self.now.turn
        self.session.submit({"move": "roll", "player": player, "dice": list(dice)})
        self.session.submit({"move": "box", "player": player, "box": box})


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Served]:
    """As many at the table as the test says."""
    served = Served(*request.param)
    assert GAME.pages is not None
    part = GAME.pages(lambda: served.session.state, GAME.setup)
    with serving(served.session, Others(), part) as server:
        served.url = f"http://127.0.0.1:{server.port}"
        yield served


def rolls(phone: Screen, dice: str) -> None:
    """Enter a first roll."""
    phone.tap("#enter-dice")
    for die, value in enumerate(dice):
        phone.page.click(f"[data-die='{die}'][data-value='{value}']")
    phone.page.wait_for_selector("dialog", state="detached")


alone = pytest.mark.parametrize("table", [("Ann",)], indirect=True)
four = pytest.mark.parametrize("table", [("Ann", "Ben", "Cem", "Bartholomäus")], indirect=True)


@alone
@pytest.mark.slow
def test_alone_to_the_last_box(table: Served, visit: Visiting) -> None:
    """What the dice would score stands in every open box; one tap writes, one takes it back; with the last one the game is over."""
    first, *others = table.now.form.boxes
    for box in others:
        table.plays((1, 2, 3, 4, 6), box)
    phone = seated(visit(PHONE), 0)
    rolls(phone, "11123")
    becomes(phone.page, "#turn .turn-round", "tap a box")
    assert "3" == phone.reads(f"[data-box={first}]")
    phone.tap(f"[data-box={first}]")
    phone.page.wait_for_selector("dialog[data-moment=game-won]")
    assert table.now.over
    assert 0 == phone.overflow()


@pytest.mark.slow
@alone
def test_a_roll_half_entered_outlives_a_reload(table: Served, visit: Visiting) -> None:
    """The dice that were tapped are tapped; a roll that did not arrive is sent by a button, after a reload, too."""
    phone = seated(visit(PHONE), 0)
    page = phone.page
    phone.tap("#enter-dice")
    for die in (0, 1, 2):
        page.click(f"[data-die='{die}'][data-value='6']")
    phone.open("/").tap("#enter-dice")
    counts(page, "dialog [aria-pressed=true]", 3)
    page.route("**/api/moves", lambda route: route.abort())
    for die in (3, 4):
        page.click(f"[data-die='{die}'][data-value='1']")
    page.wait_for_selector("#enter-roll")
    page.unroute_all()
    phone.open("/").tap("#enter-dice")
    phone.tap("#enter-roll")
    page.wait_for_selector("dialog", state="detached")

    assert [1, 1, 6, 6, 6] == sorted(table.now.dice)


@pytest.mark.slow
@four
def test_what_the_expert_would_do(table: Served, visit: Visiting) -> None:
    """What to keep of four sixes and a two; how likely the rest is; it goes when another roll lies there."""
    phone = seated(visit(PHONE), 0)
    rolls(phone, "26666")
    phone.tap("#advice")
    phone.page.wait_for_selector("dialog .chances")
    counts(phone.page, "dialog .advised .die", 4)
    assert "31 %" in phone.page.inner_text("dialog .chances")
    assert [] == phone.barriers()
    table.session.submit({"move": "roll", "player": 0, "kept": [6] * 4, "dice": [6] * 5})
    phone.page.wait_for_selector("dialog[data-sheet=advice]", state="detached")


@pytest.mark.slow
@four
def test_what_the_host_picks_stays_while_others_play(table: Served, visit: Visiting) -> None:
    """A roll is offered to be corrected as soon as it lies there; the points that were chosen for a box meanwhile are still chosen."""
    page = hosting(visit(FINGERS), "/host").page
    page.click("#tab-table")
    page.select_option("#put-points", "3")
    assert ["open", *"012345"] == page.locator("#put-points option").all_text_contents()
    table.session.submit({"move": "roll", "player": 0, "kept": [], "dice": [1] * 5})
    page.wait_for_selector("#dice-form")
    assert "3" == page.input_value("#put-points")
    page.click("#put")
    page.wait_for_function("() => document.querySelector('#toast').textContent")
    now = table.now
    assert 3 == now.form.points_in(now.sheets[0], now.form.boxes[0])


@pytest.mark.slow
@four
def test_somebody_leaves_and_then_all_stop(table: Served, visit: Visiting) -> None:
    """The host says so by taps, the end by two; nobody waits for who has left, and everybody reads whose sheet is not finished. Taken back, the game goes on."""
    for dice in ((6, 6, 6, 6, 5), (1, 2, 3, 4, 6)):
        table.plays(dice, "sixes")
    phone, host = seated(visit(PHONE), 2), hosting(visit(PHONE), "/host")
    host.page.click("#tab-table")
    host.tap("[data-focus=leave-0]")
    host.tap("[data-focus=leave-2]")
    phone.page.wait_for_selector("thead .is-gone:nth-of-type(3)")
    assert 3 == table.now.turn
    becomes(host.page, "[data-focus=leave-2]", "Cem is back")
    host.tap("[data-focus=leave-2]")
    becomes(phone.page, ".score tbody:last-child tr:last-child", "Not finished✗")
    host.tap("#count")
    becomes(host.page, "#count", "Count what stands: tap again")
    host.tap("#count")

    told = phone.reads("dialog[data-moment=game-won] .moment-text")
    assert told == "Ben wins, as far as you have played. Ann 24, Ben 6, Cem 0, Bartholomäus 0"
    assert [1] == table.session.view()["winners"]
    assert [] == phone.barriers()
    host.page.click("#tab-game")
    host.tap("#undo")
    becomes(phone.page, "#turn .turn-words", "Bartholomäus’s turn")


@pytest.mark.slow
@four
@pytest.mark.parametrize(
    "size", [FINGERS, pytest.param(HUGE, marks=pytest.mark.prove)], ids=["360", "huge"]
)
def test_a_finger_hits_everything(table: Served, visit: Visiting, size: ViewportSize) -> None:
    """On the table with a box to choose, and in the sheet of dice: targets of 44 px, and nothing wider than the narrowest phone."""
    for box, *last in (("sixes", 6), ("five-alike", 6), ("chance", 6, 5, 5, 5)):
        for seat in range(4):
            table.plays((*[6] * 4, [*last, *last * 3][seat]), box)
    table.session.submit({"move": "roll", "player": 0, "dice": [2, 6, 6, 6, 6]})
    phone = seated(visit(size), 0)
    phone.page.wait_for_selector("[data-box=ones]")
    phone.page.wait_for_selector("#advice")
    assert [] == phone.page.evaluate(BROKEN)
    found = hard_to_hit_of_dice(phone)

    assert {name: ([], 0) for name in found} == found


@pytest.mark.slow
@four
@pytest.mark.parametrize("size", [PHONE, {"width": 740, "height": 360}], ids=["phone", "aside"])
def test_what_the_keyboard_is_on_is_in_sight(
    table: Served, visit: Visiting, size: ViewportSize
) -> None:
    """Box by box down and up again, through the page and through a sheet that is taller than the screen: under no bar and no head."""
    table.session.submit({"move": "roll", "player": 0, "dice": [2, 6, 6, 6, 6]})
    page = seated(visit(size), 0).page
    covered: list[str] = []

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)
            covered.append(page.evaluate(COVERED))

    page.focus("[data-box=ones]")
    press(*["ArrowDown"] * 14, *["ArrowUp"] * 14, *["Tab"] * 9, *["Shift+Tab"] * 9)
    page.focus("#enter-dice")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    press(*["Tab"] * 5, *["Shift+Tab"] * 5)
    page.focus("dialog [data-die='0'][aria-pressed=true]")
    press("Tab")
    rings = page.locator("dialog [data-die][aria-pressed=true]").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).outline)"
    )

    page.keyboard.press("Escape")
    table.plays((2, 6, 6, 6, 6), "sixes")
    table.session.correct({"do": "turn", "player": 0})
    page.wait_for_selector("dialog", state="detached")
    page.click("#enter-dice")
    page.wait_for_selector("dialog[open]")
    press("Tab", *["1", "Enter"] * 4)

    assert [] == [each for each in covered if each]
    assert rings[1] not in (first := {rings[0], *rings[2:]})
    assert 1 == len(first), "two of the same mark look the same"


@pytest.mark.slow
@alone
def test_a_robot_takes_a_seat(table: Served, visit: Visiting) -> None:
    """The host says who is one; it plays after the person before it, on every phone, and no phone sits there."""
    page = hosting(visit(FINGERS), "/host").page
    page.click("#new-game")
    page.click("[data-focus=add]")
    page.select_option("[data-focus=plays-1]", "robot")
    with page.expect_response("**/api/game") as asked:
        page.click("#begin-game")
    assert 200 == asked.value.status
    phone = seated(visit(PHONE), 0)
    rolls(phone, "22346")
    phone.tap("[data-box=pair]")
    phone.page.wait_for_selector(".robot-turn .die")

    assert table.session.state.robots == {1}
    assert ["Robot"] == phone.page.locator("#players .is-robot").all_text_contents()
    phone.page.click("#menu")
    phone.page.wait_for_selector("dialog [data-focus=seat-0]")
    assert 0 == phone.page.locator("dialog [data-focus=seat-1]").count()
    assert [] == phone.barriers()


@pytest.mark.slow
@four
def test_with_type_twice_as_large_the_column_in_turn_is_whole(
    table: Served, visit: Visiting
) -> None:
    """The last of four, on a phone on which two columns are seen: no point of what the dice would score is cut off."""
    for _ in range(3):
        table.plays((1, 2, 3, 4, 6), table.now.form.boxes[0])
    phone = seated(visit(HUGE), 3)
    rolls(phone, "11123")
    edges = phone.page.eval_on_selector_all(
        ".score button",
        "all => all.map((e) => e.getBoundingClientRect()).map(({ left, right }) => [left, right])",
    )

    assert edges
    assert all(0 <= left and right <= HUGE["width"] for left, right in edges)
    assert [] == phone.torn()


@pytest.mark.prove
@four
def test_four_people_by_taps(table: Served, visit: Visiting) -> None:
    """Each on a phone of one's own: every roll and every box."""
    phones = [seated(visit(PHONE, own=True), seat) for seat in range(4)]
    chance = Random(4)
    for box in table.now.form.boxes:
        for phone in phones:
            rolls(phone, "".join(map(str, sorted(chance.choices(range(1, 7), k=5)))))
            phone.tap(f"[data-box={box}]")
            phone.page.wait_for_selector(".score button", state="detached")
    assert table.now.over
    for phone in phones:
        phone.page.wait_for_selector("dialog[data-moment=game-won]")
