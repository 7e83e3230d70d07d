"""What is on every page, whatever is played: whose turn it is, who holds the phone, languages, names, news."""

from typing import TYPE_CHECKING, Any

import pytest

from companion.announce import message
from companion.words import words
from tests.waiting import until
from tests.web.ear import Ear
from tests.web.screens import (
    NARROW,
    PHONE,
    SIDEWAYS,
    TV,
    Devices,
    Screen,
    Visiting,
    becomes,
    box,
    counts,
    hosting,
    passing,
    seated,
    text_of,
)
from tests.web.scripted import QUESTION, Companion, companion

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Route

WEIRD = ("<img src=x onerror=alert(1)>", "نور", "N" * 200, "Ann", "Ann", "\u202eeve")
PLACES = (("/", PHONE, {*WEIRD}), ("/tv", TV, {*WEIRD}), ("/history", NARROW, {WEIRD[0]}))

TAPS_AGAIN = """() => {
  const tap = document.querySelector("#toast .act").getBoundingClientRect();
  const [x, y] = [tap.x + tap.width / 2, tap.y + tap.height / 2];
  new MutationObserver((_, watching) => {
    const on = document.elementFromPoint(x, y);
    if (on.textContent !== "Count it again") return;
    watching.disconnect();
    on.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2, clientX: x, clientY: y }));
    window.tappedAgain = true;
  }).observe(document.querySelector("#toast"), { childList: true });
}"""
"""The finger comes down once more where it was, as soon as there is a button by which what was taken back counts."""

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.engines
def test_a_change_is_shown_without_asking(table: Companion, visit: Visiting) -> None:
    """What happens at the table is on the phone by itself."""
    phone = visit().open("/")

    table.show(turn={"player": 2, "since": 0.0})

    phone.page.wait_for_function(
        "() => document.querySelector('#turn').textContent.includes('Cem')"
    )


@pytest.mark.engines("quick")
def test_my_own_turn(table: Companion, visit: Visiting) -> None:
    """A phone that knows whose it is says "your turn"; everybody has a shape of his own."""
    phone = seated(visit(), 1)

    assert phone.reads("#turn .turn-words") == "Your turn!"
    assert phone.page.title().startswith("Your turn!")
    marks = phone.page.eval_on_selector_all(
        ".people .seat-mark", "all => all.map(mark => mark.innerHTML)"
    )
    assert 3 == len(set(marks))
    assert 1 == phone.page.locator(".is-you .seat-mark.seat-1").count()


@pytest.mark.slow
def test_an_extra_turn_is_asked_once(table: Companion, visit: Visiting) -> None:
    """Whoever sits here says whose turn it is, and may take it back; who only looks on cannot."""
    phone, guest = seated(visit(), 0), visit().open("/")
    guest.page.wait_for_selector(".person")
    phone.page.click("[data-focus=give-2]")
    phone.page.wait_for_selector("#give-turn")
    asked = phone.reads("dialog[data-sheet=give] p")
    barriers = phone.barriers()
    assert not table.said
    phone.page.click("#give-turn")
    phone.page.wait_for_selector(".notice.good .act")
    phone.page.wait_for_selector("#take-it-back")
    phone.page.set_viewport_size(SIDEWAYS)
    sign, first = (
        box(phone.page.locator(one)) for one in ("#take-it-back svg", "#bar > :first-child")
    )

    # On its side, too, the phone shows what takes it back, beside the other buttons.
    assert first["y"] < sign["y"] < first["y"] + first["height"]
    assert ("It is Bob’s turn now.", []) == (asked, barriers)
    assert {"event": "turn-given", "player": 2} == table.said[-1]["correction"]
    counts(guest.page, "#take-it-back", 0)
    assert 0 == guest.page.locator(".give").count()


def test_a_game_that_cannot_be_drawn_is_said_to_be(table: Companion, visit: Visiting) -> None:
    """As long as it cannot; the rest of the page goes on, and says it once."""

    def fails(route: "Route") -> None:
        script = route.fetch().text().replace("view.left", "(view.left < 6 ? null() : view.left)")
        route.fulfill(body=script, content_type="text/javascript")

    phone = visit(own=True)
    phone.page.route("**/toy/game.js", fails)
    phone.open("/")
    for left, player, name in ((5, 0, "Ann"), (4, 2, "Cem")):
        table.show(left=left, turn={"player": player, "since": 0.0})
        phone.page.wait_for_function(
            "name => document.querySelector('#turn').textContent.includes(name)", arg=name
        )
        counts(phone.page, "#game > [role=alert]", 1)
    table.show(left=7)
    counts(phone.page, "#game > [role=alert]", 0)


def test_a_game_that_did_not_come_at_once_is_drawn(table: Companion, visit: Visiting) -> None:
    """The line may be gone for a moment as its script is loaded: the script has no fault for that."""
    phone = visit(own=True)
    # Asked for ahead of time, as browsers do or do not, and then by the page.
    phone.page.route("**/toy/game.js", lambda route: route.abort())

    assert phone.open("/").reads("#heap")


def test_what_was_taken_back_by_mistake_counts_again(table: Companion, visit: Visiting) -> None:
    """Where it is said to be taken back the keyboard is on the button for it, and what is said is heard once."""
    mine, other = seated(visit(), 1), seated(visit(), 0)
    mine.page.click("#done")
    mine.page.focus("#toast .act")
    ear = Ear(mine.page)

    mine.page.keyboard.press("Enter")
    undone = ear.heard("taken back")
    counts(mine.page, "#count-again", 1)
    becomes(mine.page, "#toast .act", "Count it again")
    assert (["That was taken back."], 'button "Count it again"') == (undone, ear.focused())
    assert ([], 0) == mine.hard_to_hit()
    assert not table.said
    counts(other.page, "#news .line-undone", 1)
    assert 0 == other.page.locator("#count-again").count()

    mine.page.keyboard.press("Enter")
    assert ["That counts again."] == ear.heard("counts again")
    assert {"do": "turn-done"} == table.said[-1]["correction"]
    counts(mine.page, "#count-again", 0)


def test_the_host_has_anything_taken_back_count_again(table: Companion, visit: Visiting) -> None:
    """A second tap of the same finger, on the button that the first one brought, does not."""
    mine, host = seated(visit(), 1), hosting(visit())
    mine.page.click("#done")
    mine.page.wait_for_selector("#toast .act")
    mine.page.evaluate(TAPS_AGAIN)
    mine.page.click("#toast .act")
    mine.page.wait_for_function("() => window.tappedAgain")
    host.page.wait_for_selector("#count-again")
    assert not table.said

    host.tap("#count-again")

    assert host.reads("#toast") == "That counts again."
    assert {"do": "turn-done"} == table.said[-1]["correction"]
    counts(mine.page, "#count-again", 0)


def test_my_turn_is_over_with_one_tap(table: Companion, visit: Visiting) -> None:
    """Only the phone of whoever is in turn offers it, and only while there is play."""
    mine, other = seated(visit(), 1), seated(visit(), 0)
    assert not other.page.is_visible("#done")
    whole = "e => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth"
    mine.page.set_viewport_size(NARROW)
    assert mine.page.eval_on_selector("#turn .turn-words", whole)
    mine.page.click("#done")
    mine.page.wait_for_selector(".notice.good")
    assert {"do": "turn-done"} == table.said[-1]["correction"]

    table.show(paused=True)
    mine.page.wait_for_selector("#done", state="hidden")


@pytest.mark.slow
def test_what_is_missing_is_one_list(table: Companion, visit: Visiting) -> None:
    """While the table is laid out, in one notice, with the steps to the first turn: the same for phones, television and host."""
    texts = [message("host.seat", n=n).to_json() for n in (7, 6)]
    problems = [{"code": "seat", "card": None, "text": text} for text in texts]
    table.show(phase="set-up", setup={"ok": False, "problems": problems})
    phone = visit().open("/")

    counts(phone.page, "[data-notice=set-up] .missing li", 5)
    assert 1 == phone.page.locator("[data-notice=set-up]").count()
    said = phone.page.locator(".missing li").all_text_contents()
    say = words("en").say
    steps = [say("guide.sit", n=0, of=3), say("page.set-up.by-hand"), say("guide.look")]
    assert ["Seat", "Seat"] == [each[:4] for each in said[:2]]
    assert [f"○ {step}" for step in steps] == said[2:]
    table.show(setup={"ok": False, "problems": []})
    screen, host = visit(TV).open("/tv"), hosting(visit())
    assert steps[0] == screen.reads("#notices .notice")
    counts(host.page, "#set-up .steps li", 3)
    assert said[2:] == host.page.locator("#set-up .steps li").all_text_contents()
    for seat in range(3):
        seated(visit(), seat)
    becomes(screen.page, "#notices .notice", steps[1])
    becomes(host.page, "#set-up .steps li", f"✓ {say('guide.sit', n=3, of=3)}")


def test_a_language_for_every_phone(table: Companion, visit: Visiting) -> None:
    """The browser's at first, another by a tap, kept for the next time."""
    phone = visit(locale="de-DE").open("/")
    assert phone.reads("#turn .turn-words") == "Bob ist dran"
    phone.page.click("#menu")
    phone.page.click("dialog [data-focus=lang-nl]")

    phone.page.wait_for_selector("html[lang=nl]")
    assert phone.reads("#turn .turn-words") == "Bob is aan de beurt"
    assert phone.open("/").reads("#turn .turn-words") == "Bob is aan de beurt"


@pytest.mark.slow
def test_names_may_be_anything(chromium: Devices) -> None:
    """Markup, two hundred letters, twice the same, right to left: shown as they are, and nothing breaks."""
    with companion({"players": WEIRD}) as running:
        for path, size, there in PLACES:
            screen = Screen(chromium, running.url, size, {})
            running.tell("move", message("page.turn.somebody", name=WEIRD[0]), 0)
            screen.open(path)
            screen.page.wait_for_selector("bdi")
            names = screen.page.eval_on_selector_all(
                ".person bdi, .entry bdi", "all => all.map(e => e.textContent)"
            )
            assert set(names) == there
            assert screen.page.locator("img[src=x]").count() == 0
            assert screen.overflow() <= 0
            screen.close()


SINKS = {
    "markup": "document.body.innerHTML = '<img src=x onerror=alert(1)>'",
    "markup around": "document.body.outerHTML = '<body>'",
    "markup beside": "document.body.insertAdjacentHTML('beforeend', '<b>')",
    "a page": "document.write('<b>')",
    "a script's text": "document.createElement('script').text = 'alert(1)'",
    "a script's address": "document.createElement('script').src = '/static/page.js'",
    "a policy of one's own": "trustedTypes.createPolicy('any', {createHTML: text => text})",
}
"""Ways in which text becomes part of a page, or runs in it."""


@pytest.mark.slow
def test_no_text_becomes_markup_or_a_script(table: Companion, visit: Visiting) -> None:
    """Whatever a name, a game or a stranger brings: the browser refuses it, should a page ever try."""
    phone = visit(own=True).open("/")
    refused = [
        name
        for name, way in SINKS.items()
        if phone.page.evaluate(
            f"() => {{ try {{ {way}; return false }} catch (error) {{ return error instanceof TypeError }} }}"
        )
    ]
    phone.wrong.clear()

    assert [*SINKS] == refused


def test_the_way_in_is_always_in_sight(table: Companion, visit: Visiting) -> None:
    """The code to join, the address by number, the name as text: before, during and after a game."""
    screen = visit(TV).open("/tv")
    phases: tuple[tuple[dict[str, Any], str], ...] = (
        ({}, "Bob’s turn"),
        ({"paused": True}, "Paused"),
        ({"questions": [QUESTION], "paused": False}, "Bob’s turn"),
        ({"winner": 0}, "Ann has won!"),
    )
    for phase, turn in phases:
        table.show(**phase)
        becomes(screen.page, "#turn .turn-words", turn)
        code = box(screen.page.locator(".join img"))

        assert code["y"] + code["height"] <= TV["height"]
        assert code["width"] >= TV["height"] * 0.18
        assert screen.reads(".join-address") == f"192.168.178.42:{8000}"
        assert screen.reads(".join-name").startswith("murphy")


@pytest.mark.slow
@pytest.mark.engines
def test_the_screen_stays_awake_without_a_lock(table: Companion, visit: Visiting) -> None:
    """Over plain HTTP a film plays that nobody sees, hears or reaches."""
    phone = visit(own=True).open("/")
    phone.page.evaluate("""() => {
      Object.defineProperty(window, "isSecureContext", { value: false });
      return import("/static/awake.js").then((awake) => awake.stayAwake());
    }""")
    phone.page.wait_for_function("() => document.querySelector('video.awake')?.currentTime > 0")
    film = phone.page.evaluate(
        "(v => [v.muted, v.paused, v.offsetWidth])(document.querySelector('.awake'))"
    )

    assert [True, False, 1] == film
    assert not phone.barriers()


FRAMED = """() => {
  const [said, part] = ["#tour", ".is-toured"].map((each) => document.querySelector(each).getBoundingClientRect());
  return part.height > 0 && (part.top + 20 <= said.top || part.top >= said.bottom);
}"""
"""Whether what is told of is drawn, and its upper end in sight."""


def test_a_walk_over_the_page(table: Companion, visit: Visiting) -> None:
    """Part by part of what is drawn (no news before the first), each in a frame, by keys; left, nothing of it is there."""
    phone = visit({"width": 360, "height": 640}).open("/")
    walk = "import('/static/tour.js').then((tour) => tour.tour())"
    phone.page.evaluate(walk)
    said, seen = [phone.reads("#tour-said")], [phone.page.evaluate(FRAMED)]
    while phone.page.locator("#tour-skip").count():
        phone.page.keyboard.press("Enter")
        said.append(phone.reads("#tour-said"))
        seen.append(phone.page.evaluate(FRAMED))
    framed = phone.page.locator(".is-toured").get_attribute("id")
    phone.page.keyboard.press("Escape")

    assert (5, 5, "menu") == (len(said), len(set(said)), framed)
    assert all(seen)
    assert 0 == phone.page.locator("#tour, .is-toured").count()


@pytest.mark.slow
@pytest.mark.engines
def test_the_browsers_back_button_closes_a_sheet(table: Companion, visit: Visiting) -> None:
    """One sheet each time, or what fills the screen, the page stays; a sheet that is closed otherwise leaves nothing to go back to, nor does a reload."""
    page = visit().open("/archive").open("/").page

    def back(left: int) -> None:
        page.evaluate("history.back()")
        page.wait_for_function(f"() => document.querySelectorAll('dialog').length === {left}")

    table.tell("won", message("page.history"), 0)
    page.wait_for_selector("dialog.moment")
    back(0)
    page.click("#menu")
    page.wait_for_selector("dialog #join-code")
    page.click("#join-code")
    page.wait_for_function("() => document.querySelectorAll('dialog').length === 2")
    back(1)
    back(0)
    assert page.url.endswith("/")
    page.click("#menu")
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.click("#menu")
    page.wait_for_selector("dialog")
    page.reload()
    page.wait_for_selector(".person")
    assert 0 == page.locator("dialog").count()
    page.evaluate("history.back()")
    page.wait_for_url("**/archive")


@pytest.mark.slow
def test_another_seat_in_another_tab(table: Companion, visit: Visiting) -> None:
    """Both tabs are one phone: what is said in one is shown in the other."""
    first = seated(visit(own=True), 0)
    assert "Your turn!" != first.reads("#turn .turn-words")
    other = first.context.new_page()
    other.goto(first.page.url)
    other.wait_for_selector(".person")
    other.click("#menu")
    other.click("dialog [data-focus=seat-1]")

    first.page.wait_for_selector("#turn .turn-words:has-text('Your turn')")


@pytest.mark.slow
def test_an_answer_that_was_overtaken_changes_nothing(table: Companion, visit: Visiting) -> None:
    """Who sits here is what was asked for last, whichever answer comes last."""
    first = seated(visit(own=True), 0)
    held: list[tuple[Route, APIResponse]] = []
    first.page.route("**/api/view", lambda route: held.append((route, route.fetch())), times=1)
    elsewhere = "dispatchEvent(new StorageEvent('storage', {key: 'murphy-arrived'}))"
    with first.page.expect_request("**/api/view"):
        first.page.evaluate(elsewhere)
    first.page.wait_for_function("() => true")
    other = first.context.new_page()
    other.goto(first.page.url)
    other.wait_for_selector(".person")
    other.click("#menu")
    other.click("dialog [data-focus=seat-1]")
    first.page.wait_for_selector("#turn .turn-words:has-text('Your turn')")

    [(route, answer)] = held
    with first.page.expect_response("**/api/view"):
        route.fulfill(response=answer)
    first.page.evaluate("() => new Promise((done) => setTimeout(done, 300))")

    assert "Your turn!" == first.reads("#turn .turn-words")


def test_an_older_view_does_not_replace_a_newer_one(table: Companion, visit: Visiting) -> None:
    """The stream and an answer are two lines, and may overtake each other: what is shown is the table as it is."""
    page = seated(visit(), 2).page
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/api/view", lambda route: held.append((route, route.fetch())), times=1)
    with page.expect_request("**/api/view"):
        page.evaluate("dispatchEvent(new StorageEvent('storage', {key: 'murphy-arrived'}))")
    while not held:
        page.wait_for_function("() => true")
    table.show(turn={"player": 2, "since": 0.0})
    page.wait_for_selector("#turn .turn-words:has-text('Your turn')")

    [(route, answer)] = held
    with page.expect_response("**/api/view"):
        route.fulfill(response=answer)
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")

    assert "Your turn!" == text_of(page, "#turn .turn-words")


@pytest.mark.slow
@pytest.mark.engines
def test_a_seat_moves_to_another_phone(table: Companion, visit: Visiting) -> None:
    """Two taps; everybody reads so, and the phone that had it learns what to do, after a reload, too."""
    said = words("en").say
    ann, new, guest = seated(visit(), 0), visit(), visit(TV).open("/tv")
    new.page.set_viewport_size({"width": 360, "height": 640})
    new.open("/").page.click(".arriving [data-focus=seat-0]")
    new.page.wait_for_selector("dialog[data-sheet=seat-taken]")
    assert "Ann’s seat is on another phone." in new.reads("dialog[data-sheet=seat-taken] p")
    assert (0, []) == (new.overflow(), new.barriers())
    new.page.click("dialog [data-focus=seat-taken-no]")
    new.page.wait_for_selector("dialog", state="detached")
    assert 0 == ann.page.locator(".arriving").count()
    new.page.click(".arriving [data-focus=seat-0]")
    with passing(said("page.seat.moved", names="Ann", count=1), ann.page, guest.page):
        new.tap("dialog [data-focus=seat-taken-yes]")
    new.page.wait_for_selector(".is-you .seat-mark.seat-0")
    for _ in range(2):
        ann.page.wait_for_selector(".arriving .notice.bad")
        assert said("page.seat.lost", name="Ann") == ann.reads(".arriving .notice.bad p")
        assert 0 == ann.page.locator(".is-you").count()
        ann.open("/")
    assert [] == ann.barriers()
    ann.page.click(".arriving [data-focus=seat-0]")
    ann.tap("dialog [data-focus=seat-taken-yes]")
    ann.page.wait_for_selector(".is-you .seat-mark.seat-0")
    new.page.wait_for_selector(".arriving .notice.bad")


LATER = pytest.mark.prove
EVERYWHERE = [
    "/",
    "/tv",
    *(pytest.param(path, marks=LATER) for path in ("/host", "/history", "/archive", "/matches")),
]
"""The sign stands in what all pages are made of."""


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_page_says_that_nothing_can_be_kept(
    table: Companion, visit: Visiting, path: str
) -> None:
    """With a sign besides the words, within the screen, and no longer than that holds; once on a page."""
    why = message("journal.disk-full", path="murphy.journal")
    said = words("en")(why)
    table.others.health = {"unwritten": why.to_json(), "notices": [why.to_json()]}
    screen = visit(TV if path == "/tv" else PHONE).open(path)
    sign = screen.page.locator("#unwritten")
    sign.wait_for()
    # The stream's first view may be a moment older than the one that was asked for.
    shown, drawn = until(lambda: sign.inner_text().strip()), until(sign.locator("svg").count)
    place, overflow = until(sign.bounding_box), screen.overflow()
    twice = screen.page.locator("body > :not(.unseen)").get_by_text(said).count()
    table.others.health = {"unwritten": None, "notices": []}
    screen.page.reload()
    sign.wait_for(state="hidden")

    assert (said, 1, 1) == (shown, drawn, twice)
    assert overflow <= 0 <= place["y"] < 100
