"""What fills the screen for a moment, and what is heard of it."""

from typing import TYPE_CHECKING

import pytest

from companion.announce import message
from companion.words import words
from tests.web.screens import SIDEWAYS, TV, Visiting, becomes, box, counts, passing
from tests.web.scripted import Companion

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

TOOK = ("took", message("page.undo"), 2)
SAID = words("en").say("page.undo")
NEXT_MOMENT = """async () => {
  const dialog = document.querySelector("dialog.moment");
  if (!dialog) return null;
  const closed = new Promise((done) => dialog.addEventListener("close", () => setTimeout(done)));
  dialog.close();
  await closed;
  return dialog.getAttribute("aria-label");
}"""
"""What fills the screen is closed: what it was about."""
ONLY_BY_TAP = """() => {
  const usual = setTimeout;
  window.setTimeout = (act, ms, ...more) => usual(act, ms > 4_000 ? 600_000 : ms, ...more);
}"""
"""What a page does by itself after more than four seconds it does not."""


@pytest.mark.slow
def test_moments_come_one_after_the_other(table: Companion, visit: Visiting) -> None:
    """The second waits until the first was seen; on a phone on its side it stands in the middle, too."""
    phone = visit(SIDEWAYS).open("/")
    table.tell(*TOOK)
    table.tell("won", message("page.history"), 0)

    # At once: where the machine is slow, the second has come by itself before a pointer is there, and is what it hits.
    phone.page.dispatch_event("dialog[data-moment=took] .moment-close", "click")

    assert phone.reads("dialog[data-moment=won] .moment-who") == "Ann"
    who = box(phone.page.locator(".moment-who"))
    assert SIDEWAYS["width"] / 2 == pytest.approx(who["x"] + who["width"] / 2, abs=1)


def test_what_is_announced_comes_in_its_order(table: Companion, visit: Visiting) -> None:
    """Several things at once, too, while the page still waits for what they are shown with; of many the newest are shown."""
    keys = ("page.undo", "page.history", "page.close", "page.menu")
    phone = visit(own=True)
    held: list[Route] = []
    phone.page.route("**/toy/moments.js", lambda route: held.append(route))
    with phone.page.expect_request("**/toy/moments.js"):
        phone.open("/")

    for key in keys:
        table.tell("won", message(key), 0)
    counts(phone.page, "#news .line", len(keys))
    for each in held:
        each.continue_()

    counts(phone.page, "#polite p", len(keys))
    said = phone.page.locator("#polite p").all_text_contents()
    assert said == [words("en").say(key) for key in keys]
    shown = [phone.page.evaluate(NEXT_MOMENT) for _ in keys]
    assert shown == [said[0], *said[2:], None]


@pytest.mark.slow
def test_what_is_announced_is_said_whatever_cannot_be_shown(
    table: Companion, visit: Visiting
) -> None:
    """The line was gone when that was loaded: a screen reader hears it all the same, and nothing else stops."""
    phone = visit(own=True)
    phone.page.route("**/toy/moments.js", lambda route: route.abort())
    phone.open("/")

    table.tell(*TOOK)

    assert SAID == phone.reads("#polite")
    phone.page.wait_for_selector("#news .line", state="attached")
    assert not phone.page.locator("dialog").count()


@pytest.mark.slow
def test_a_moment_makes_room_for_the_next(table: Companion, visit: Visiting) -> None:
    """What nobody taps away does not hide what comes next for long."""
    phone = visit(own=True)
    phone.page.clock.install()
    phone.open("/")
    table.tell("won", message("page.history"), 1)
    phone.page.wait_for_selector("dialog[data-moment=won]")
    table.tell(*TOOK)
    phone.page.wait_for_function(
        "s => document.querySelector('#assertive').textContent === s", arg=SAID
    )
    assert 1 == phone.page.locator("dialog.moment").count()
    phone.page.clock.run_for(9_000)

    phone.page.wait_for_selector("dialog[data-moment=took]")


@pytest.mark.slow
def test_who_slept_sees_only_the_newest_moment(table: Companion, visit: Visiting) -> None:
    """Nobody taps through what was announced while the phone was asleep, nor away what was shown before; the news have it."""
    phone = visit().open("/")
    phone.page.evaluate(ONLY_BY_TAP)
    table.tell(*TOOK)
    phone.page.wait_for_selector("dialog[data-moment=took]")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    for _ in range(3):
        table.tell(*TOOK)
    table.tell("won", message("page.history"), 0)
    phone.context.set_offline(False)

    phone.page.click("dialog[data-moment=won] .moment-close")
    phone.page.wait_for_selector("dialog.moment", state="detached")
    counts(phone.page, "#news .line", 5)


@pytest.mark.slow
def test_the_keyboard_goes_on_where_its_sheet_closed_under_a_moment(
    table: Companion, visit: Visiting
) -> None:
    """It is at whose turn it is, not nowhere; a page on which it was nowhere is left so."""
    phone, other = (visit().open("/").page for _ in range(2))
    phone.focus("#menu")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("dialog[open]")
    table.tell(*TOOK)
    phone.wait_for_selector("dialog.moment")
    phone.evaluate("document.querySelector('dialog:not(.moment)').close()")
    for page in (phone, other):
        page.wait_for_selector("dialog.moment")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")

    on = "document.activeElement.id || document.activeElement.localName"
    assert ["turn", "body"] == [page.evaluate(on) for page in (phone, other)]


@pytest.mark.parametrize("undone", [True, False])
def test_an_end_that_was_taken_back_fills_no_screen(
    table: Companion, visit: Visiting, undone: bool
) -> None:
    """It stays until it is tapped away, unless it is undone, or the game goes on by a correction; what still counts stays."""
    phone, screen = visit().open("/"), visit(TV).open("/tv")
    table.tell("corrected", message("page.history"))
    table.show(winner=0)
    table.tell("game-won", message("page.close"), winners=[0])
    won = table.session.last_input
    for each in (phone, screen):
        each.page.wait_for_selector("dialog[data-moment=game-won]")
    table.show(left=6)
    becomes(phone.page, "#heap output", "6")
    assert 1 == phone.page.locator("dialog[data-moment=game-won]").count()

    assert won
    if undone:
        table.session.undo(won.seq)
    else:
        table.show(winner=None)

    for each in (phone, screen):
        each.page.wait_for_selector("dialog", state="detached")


@pytest.mark.slow
def test_a_winner_without_confetti(table: Companion, visit: Visiting) -> None:
    """Who asked for less movement gets none."""
    calm, lively = visit().open("/"), visit(reduced_motion="no-preference").open("/")

    table.tell("won", message("page.history"), 0)

    lively.page.wait_for_selector(".confetti", state="attached")
    calm.page.wait_for_selector("dialog[data-moment=won]")
    assert calm.page.locator(".confetti").count() == 0


NEVER_SETTLES = """() => {
  window.AudioContext = class extends EventTarget {
    state = "suspended";
    resume() { return new Promise(() => {}); }
    suspend() {}
  };
}"""
"""As Firefox does without a device, and a phone in a call."""


@pytest.mark.slow
@pytest.mark.engines
def test_a_phone_that_makes_no_sound(table: Companion, visit: Visiting) -> None:
    """Its browser never says so: the seat is taken at once, after a second it is said, and the next tap tries again."""
    phone = visit(own=True).open("/")
    phone.page.evaluate(NEVER_SETTLES)
    none = words("en").say("page.sound.none")
    with passing(none, phone.page):
        phone.page.click(".arriving [data-focus=seat-0]")
        phone.page.wait_for_selector(".is-you .seat-mark.seat-0")
    phone.page.evaluate("document.querySelector('#toast').replaceChildren()")
    with passing(none, phone.page):
        phone.tap("#sound")

    assert "false" == phone.page.get_attribute("#sound", "aria-pressed")


@pytest.mark.engines
def test_sound_after_one_tap(table: Companion, visit: Visiting) -> None:
    """A tap unlocks sound and speech; then an announcement is spoken in the phone's language. After a call the next tap does."""
    phone = visit(own=True).open("/")
    phone.page.evaluate("""() => {
      window.said = [];
      window.held = speechSynthesis; // WebKit forgets what is set on an object that nobody holds
      speechSynthesis.speak = (said) => window.said.push([said.lang, said.text]);
      window.AudioContext = class extends AudioContext { constructor() { super(); window.heard = this; } };
    }""")
    phone.page.click("#sound")
    if phone.reads("#toast") == words("en").say("page.sound.none"):
        pytest.skip("this machine has no sound device that this browser opens")
    phone.page.wait_for_selector("#sound[aria-pressed=true]")

    table.tell(*TOOK)

    phone.page.wait_for_function("() => window.said.length > 1")
    said = phone.page.evaluate("window.said")
    assert said[-1] == ["en-GB", SAID]
    phone.page.click(".moment-close")
    phone.page.evaluate("heard.suspend()")
    phone.page.wait_for_selector("#sound[aria-pressed=false]")
    phone.page.click("#turn")
    phone.page.wait_for_selector("#sound[aria-pressed=true]")
