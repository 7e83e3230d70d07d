"""The host's page, whatever is played: the PIN, a new game, the camera's picture, settings, the doctor, files."""

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from companion.words import words
from tests.waiting import until
from tests.web.home import KEYS
from tests.web.screens import NARROW, Visiting, hosting
from tests.web.scripted import Companion, companion
from web.services import Live

if TYPE_CHECKING:
    from playwright.sync_api import Route, ViewportSize

pytestmark = pytest.mark.browser


def test_the_wrong_pin_and_the_right_one(table: Companion, visit: Visiting) -> None:
    """A wrong PIN is said to be wrong; the right one opens the page."""
    phone = visit().open("/host")
    phone.page.fill("#pin-field", "00000000")
    phone.page.click("#pin button.main")

    assert phone.reads("#pin-said").startswith("That is not the PIN")
    hosting(phone)


@pytest.mark.slow
def test_every_tab_of_the_host_is_in_sight(table: Companion, visit: Visiting) -> None:
    """No tab hides beyond the edge, not even on a small phone."""
    page = hosting(visit(NARROW)).page
    edges = page.eval_on_selector_all(
        "#tabs [role=tab]", "all => all.map(e => e.getBoundingClientRect().right)"
    )

    assert 7 == len(edges)
    assert max(edges) <= NARROW["width"]


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de-DE", "en-US", "nl-NL"])
def test_the_tabs_take_two_rows_on_a_small_phone(
    table: Companion, visit: Visiting, locale: str
) -> None:
    """They stay in sight while the page is scrolled: a third row would take too much of it."""
    small: ViewportSize = {"width": 360, "height": 640}
    page = hosting(visit(small, locale=locale)).page
    rows = page.eval_on_selector_all("#tabs [role=tab]", "all => all.map(e => e.offsetTop)")

    assert 2 == len(set(rows))


def test_after_the_game_nobody_is_in_turn(table: Companion, visit: Visiting) -> None:
    """What is left to choose is a new game, and taking back what ended it."""
    phone = hosting(visit())
    phone.page.wait_for_selector("[data-turn]")
    asked = phone.page.locator("[data-turn], #pause")
    during = asked.count()
    table.show(winner=0)
    phone.page.wait_for_selector("[data-turn]", state="detached")

    assert (3, 0) == (during, asked.count())
    assert 2 == phone.page.locator("#undo, #new-game").count()


@pytest.mark.slow
def test_undo_is_offered_where_there_is_something(table: Companion, visit: Visiting) -> None:
    """Nothing has happened yet, or everything was taken back: there is no button."""
    phone = hosting(visit())
    phone.page.wait_for_selector("#undo")
    table.show(left=10)
    phone.page.wait_for_selector("#undo", state="detached")


@pytest.mark.slow
def test_what_is_wrong_with_a_new_game_is_said_above_it(table: Companion, visit: Visiting) -> None:
    """Names count while they are typed, and outlive a reload; a refusal is not hidden under the sheet, and outlives it."""
    page = hosting(visit()).page
    page.click("#new-game")
    page.fill("[data-focus=seat-0]", "Oma Gerlinde")
    assert page.text_content("[data-focus=first-0]") == "Oma Gerlinde"
    page.click("[data-focus=first-1]")
    page.reload()
    page.click("#new-game")
    assert page.input_value("[data-focus=seat-0]") == "Oma Gerlinde"
    assert page.get_attribute("[data-focus=first-1]", "aria-pressed") == "true"
    page.fill("[data-focus=seat-1]", "Oma Gerlinde")
    page.click("#begin-game")
    page.wait_for_selector("dialog #toast .bad")

    page.click("dialog .close")
    page.wait_for_selector("body > #toast .bad")


def test_no_game_is_planned_before_it_is_known_how_this_one_is_played(
    table: Companion, visit: Visiting
) -> None:
    """Without a line for a moment it would begin with the printed rules instead of the table's."""
    phone = hosting(visit())
    phone.page.route("**/api/games", lambda route: route.abort(), times=1)
    phone.page.click("#new-game")
    assert phone.reads("#toast .bad").startswith("Not connected")
    assert 0 == phone.page.locator("#begin-game").count()

    phone.page.click("#new-game")
    phone.page.wait_for_selector("#begin-game:enabled")


@pytest.mark.slow
def test_who_sits_down_under_a_name_of_his_own_is_in_the_form_for_a_new_game(
    table: Companion, visit: Visiting
) -> None:
    """While it is open, too, at his seat or as one more; a name that the host has typed stays."""
    page = hosting(visit()).page
    page.click("#new-game")
    page.fill("[data-focus=seat-0]", "Oma")
    ann, *others = table.session.state.view["players"]
    people = [ann, others[0] | {"name": "Bo"}, *others[1:], ann | {"name": "Dia"}]
    table.show(players=people)
    page.wait_for_selector("[data-focus=seat-3]")
    named = [page.input_value(f"[data-focus=seat-{seat}]") for seat in range(4)]

    assert ["Oma", "Bo", "Cem", "Dia"] == named


@pytest.mark.slow
def test_what_the_camera_sees(table: Companion, visit: Visiting) -> None:
    """The picture, every code that was read drawn over it, what limits reading, and focusing again where the camera can."""
    file = io.BytesIO()
    Image.new("RGB", (1280, 720), "#354").save(file, "JPEG")
    corners = [[100, 100], [140, 100], [140, 140], [100, 140]]
    told = {
        "size": [1280, 720],
        "frame": 7,
        "at": 1.0,
        "mat": False,
        "plain": False,
        "may_be_plain": False,
        "refocuses": True,
        "tags": [{"card": "R07-2", "zone": "mac", "corners": corners}],
        "loose": [{"kind": "die", "corners": corners}, {"kind": "die", "corners": corners}],
        "unknown": [],
        "limits": {
            "px_per_module": 2.63,
            "sharpness": None,
            "noise": 1.0,
            "glare": 0.02,
            "mirrored": True,
            "more_mats": True,
        },
    }
    table.others.picture = Live(file.getvalue(), told)
    phone = hosting(visit())
    phone.page.click("#tab-camera")

    assert phone.reads(".tag text") == "R07-2"
    assert 3 == phone.page.locator(".tag").count()
    phone.page.get_by_text(words("en").say("host.live.die.many", n=2)).wait_for()
    assert 0 == phone.page.get_by_text("pawn").count()
    assert phone.page.locator(".notice.bad").all_text_contents() == [
        words("en").say("host.live.mirrored"),
        words("en").say("camera.more-mats"),
        words("en").say("host.live.no-mat"),
    ]
    assert phone.page.locator(".figures dd").all_text_contents() == ["2.6", "1.0", "2%"]
    phone.page.wait_for_function(
        "() => document.querySelector('.live-picture').naturalWidth === 1280"
    )
    phone.page.click("#refocus")
    assert phone.reads("#toast") == words("en").say("host.live.refocusing")
    assert 1 == table.others.refocused
    table.others.picture = Live(file.getvalue(), {**told, "refocuses": False})
    phone.page.wait_for_selector("#refocus", state="detached")
    # A game without a camera, and the next one with it, while the tab stays open.
    table.show(camera=False)
    phone.page.get_by_text(words("en").say("start.camera.none")).wait_for()
    table.show(camera=True)
    phone.page.wait_for_selector(".live-picture:not([hidden])")


@pytest.mark.slow
def test_a_place_for_dice_is_shown_once(table: Companion, visit: Visiting) -> None:
    """Where a game goes without its mat, that is one tap, and the place for dice a frame over the picture: dragged, or moved with the keyboard."""
    file = io.BytesIO()
    Image.new("RGB", (1280, 720), "#354").save(file, "JPEG")
    limits = dict.fromkeys(("px_per_module", "sharpness", "noise", "glare"))
    told = {
        "size": [1280, 720],
        "frame": 7,
        "at": 1.0,
        "mat": False,
        "plain": False,
        "may_be_plain": True,
        "refocuses": False,
        "tags": [],
        "unknown": [],
        "limits": {**limits, "mirrored": False, "more_mats": False},
    }
    table.others.picture = Live(file.getvalue(), told)
    settings = table.others.values
    settings |= {"no_mat": False, "tray": [0.0, 0.0, 1.0, 1.0]}
    page = hosting(visit()).page
    page.click("#tab-camera")
    page.click("#set-no_mat[aria-pressed=false]")
    page.wait_for_selector("#set-no_mat[aria-pressed=true]")
    table.others.picture = Live(file.getvalue(), {**told, "plain": True})
    page.wait_for_selector("#place")

    page.click("#place-draw")
    box = page.locator(".place-room").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.2 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 0.8 * box["height"])
    on_the_way: list[Route] = []
    page.route("**/api/settings", lambda route: on_the_way.append(route))
    with page.expect_request("**/api/settings"):
        page.mouse.up()
    page.wait_for_selector("#place-draw[aria-pressed=false]")
    page.focus("#place")
    page.keyboard.press("ArrowLeft")  # the drag's answer is yet to come
    with page.expect_response("**/api/settings"):
        on_the_way[0].continue_()
    page.unroute("**/api/settings")
    page.keyboard.press("Shift+ArrowDown")
    until(lambda: settings["tray"] == pytest.approx([0.23, 0.2, 0.73, 0.82], abs=0.01))
    page.click("#place-whole")
    until(lambda: settings["tray"] == [0, 0, 1, 1])


@pytest.mark.slow
def test_a_camera_of_the_network_is_looked_for_and_offered_by_its_address(visit: Visiting) -> None:
    """Nothing is asked before somebody taps; the address stands where a name and a password can be added to it."""
    phone = hosting(visit())
    phone.page.click("#tab-camera")
    phone.page.wait_for_selector("#search-cameras")
    assert 0 == phone.page.locator(".of-the-house").count()

    phone.tap("#search-cameras")
    phone.tap(".of-the-house")
    phone.page.wait_for_selector("#camera-tried .bad")

    assert phone.page.input_value("#camera-address") == "http://10.0.0.7/onvif/device_service"
    assert [] == phone.barriers()


@pytest.mark.slow
def test_a_camera_is_tried_before_it_is_used(table: Companion, visit: Visiting) -> None:
    """One that gives no picture is not to be chosen; of one that does the picture is seen first, and what is wrong with it."""
    phone = hosting(visit())
    phone.page.click("#tab-camera")
    phone.tap("[data-focus='camera-usb:0']")
    phone.page.wait_for_selector("#camera-tried .bad")
    assert 0 == phone.page.locator("#use-camera").count()
    assert phone.page.get_attribute("[data-focus='camera-usb:0']", "aria-pressed") == "true"

    phone.tap("[data-focus='camera-usb:2']")
    phone.page.wait_for_selector("#camera-tried img")
    assert [] == phone.barriers()
    assert "usb:0" == table.others.values["camera"]
    phone.tap("#use-camera")
    phone.page.wait_for_function("() => !document.querySelector('#use-camera')")

    until(lambda: table.others.restarts)
    assert ("usb:2", 1) == (table.others.values["camera"], table.others.restarts)


@pytest.mark.slow
def test_a_tab_is_never_empty_while_it_is_drawn_anew(table: Companion, visit: Visiting) -> None:
    """What is saved is drawn in place of what was there: no look between them finds nothing."""
    phone = hosting(visit())
    phone.page.click("#tab-settings")
    phone.page.wait_for_selector("#settings [name]")
    phone.page.evaluate(
        """() => {
          window.fields = [];
          const count = () => window.fields.push(document.querySelectorAll("#settings [name]").length);
          new MutationObserver(count).observe(document.getElementById("host"), { childList: true, subtree: true });
        }"""
    )
    phone.page.fill("#setting-fps", "5")
    phone.page.click("#settings button.main")
    phone.page.wait_for_function(
        "() => document.querySelector('.notice.good') && window.fields.length"
    )
    assert 0 not in phone.page.evaluate("window.fields")


@pytest.mark.slow
def test_another_pin_leaves_its_form_empty(table: Companion, visit: Visiting) -> None:
    """Nobody who picks the phone up later finds either PIN in it, nor when its tab is opened by its address."""
    with companion() as other:
        page = hosting(visit(url=other.url), "/host#doctor").page
        page.wait_for_selector("#tab-doctor[aria-selected=true]")
        page.evaluate("location.hash = '#settings'")
        page.fill("#pin-pin", KEYS.pin)
        page.fill("#pin-new", "80317264")
        page.click("#new-pin button")
        page.wait_for_selector("#toast .good")
        left = [page.input_value(field) for field in ("#pin-pin", "#pin-new")]

    assert ["", ""] == left


@pytest.mark.slow
def test_a_page_whose_session_is_gone_still_takes_the_pin(
    table: Companion, visit: Visiting
) -> None:
    """It takes part anew by itself; where it cannot, it says to load the page again, not that the PIN was wrong."""
    phone, other = visit(own=True).open("/host"), visit(own=True).open("/host")
    for screen in (phone, other):
        screen.context.clear_cookies()
    other.page.route("**/api/view", lambda route: route.abort())
    for screen in (phone, other):
        screen.page.fill("#pin-field", KEYS.pin)
        screen.page.click("#pin button.main")

    phone.page.wait_for_selector("#host h2")
    assert words("en").say("page.stale") == other.reads("#pin-said")


def test_settings_doctor_and_files(table: Companion, visit: Visiting) -> None:
    """What is set is kept, and a restart offered for what waits for one; the doctor speaks; what can be taken away is there."""
    phone = hosting(visit())
    phone.page.click("#set-quiet")
    phone.page.wait_for_selector("#set-quiet[aria-pressed=true]")
    phone.page.click("#tab-settings")
    phone.page.fill("#setting-fps", "5")
    with phone.page.expect_response("**/api/settings"):
        phone.page.click("#settings button.main")
    again = phone.page.get_by_text("once Murphy restarts")
    again.first.wait_for()
    assert table.others.values == {"quiet": True, "camera": "usb:0", "fps": 5, "volume": 0.4}
    assert 1 == again.count()
    order = phone.page.eval_on_selector_all(
        "#settings [name]", "all => all.map(e => [e.name, Boolean(e.closest('[role=group]'))])"
    )
    waiting = {told["key"]: told["restart"] for told in table.others.to_json()}
    assert [(name, waiting[name]) for name, _ in order] == [*map(tuple, order)]
    assert [late for _, late in order] == sorted(late for _, late in order)
    assert {late for _, late in order} == {False, True}
    with phone.page.expect_response("**/api/restart"):
        phone.page.click("#restart")
    assert 1 == table.others.restarts

    phone.page.click("#tab-doctor")
    assert phone.reads("[data-verdict=bad] .advice") == words("en").say("host.live.no-mat")
    phone.page.click("#tab-files")
    phone.page.wait_for_selector("#host a[href='/host/game.jsonl']")
    links = phone.page.eval_on_selector_all(
        "#host a", "all => all.map(e => e.getAttribute('href'))"
    )
    assert "/host/game.jsonl" in links
    printed = "/host/print/cards.pdf?game=toy&edition=&lang=en"
    assert printed in links


def test_settings_that_did_not_come_are_asked_for_again(table: Companion, visit: Visiting) -> None:
    """The host's page opens without them; they are there once it hears of the table again."""
    phone = visit()
    phone.page.route("**/api/settings", lambda route: route.abort(), times=1)
    with phone.page.expect_event("requestfailed"):
        page = hosting(phone, "/host#settings").page
    table.show(left=7)

    page.wait_for_selector("#setting-fps")


def test_after_the_game_its_end_is_taken_back_where_things_are_put_right(
    table: Companion, visit: Visiting
) -> None:
    """Above whatever the game itself still asks; once it goes on nothing is said of an end."""
    page = hosting(visit()).page
    page.click("#tab-table")
    page.wait_for_function("() => document.querySelector('#host').textContent === '?'")
    table.show(winner=0)
    page.wait_for_selector("#the-end #undo")
    assert page.inner_text("#host").endswith("?")
    table.show(winner=None)
    page.wait_for_selector("#the-end", state="detached")
