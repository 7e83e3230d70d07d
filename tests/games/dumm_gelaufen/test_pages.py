"""The pages in a real browser, over the real server and a scripted table: phone, tablet, television."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

from companion.announce import message
from companion.words import words
from tests.games.dumm_gelaufen.showcase import KEYS, companion
from tests.web import screens
from tests.web.screens import (
    HUGE,
    NARROW,
    PHONE,
    SIDEWAYS,
    TABLET,
    TV,
    Screen,
)
from web.services import Live

pytestmark = pytest.mark.browser
LATER = pytest.mark.prove

SIZES = {"phone": PHONE, "tablet": TABLET, "tv": TV, "zoomed": NARROW}
WEIRD = ("<img src=x onerror=alert(1)>", "نور", "N" * 200, "Ann", "Ann", "\u202eeve")
AT_ONCE = {"kind": "at-once", "text": message("card.A04"), "player": 2, "card": "A04-1"}


@pytest.fixture(scope="module")
def chromium():
    yield from screens.browser()


@pytest.fixture
def table():
    with companion() as running:
        yield running


@pytest.fixture
def visit(chromium, table):
    """Opens screens; at the end none of them may have complained."""
    open_ones = []

    def look(size=PHONE, url=None, own=False, **how):
        screen = Screen(chromium, url or table.url, size, how, own=own)
        open_ones.append(screen)
        return screen

    yield look
    for screen in open_ones:
        screen.close()


def seated(screen, seat):
    """The phone of a seat."""
    screen.open("/")
    screen.page.wait_for_selector(".person")
    screen.page.click("#menu")
    screen.page.click(f"dialog [data-focus=seat-{seat}]")
    screen.page.wait_for_selector(f"dialog [data-focus=seat-{seat}][aria-pressed=true]")
    screen.page.click("dialog .close")
    return screen


def hosting(screen, path="/host"):
    """The host's phone."""
    screen.open(path)
    screen.page.fill("#pin-field", KEYS.pin)
    screen.page.click("#pin button.main")
    screen.page.wait_for_selector("#host h2")
    return screen


# What everybody sees ------------------------------------------------------------


def test_the_table_at_a_glance(table, visit):
    """Whose turn, Mac's row, piles, hands and scores are there without a tap."""
    phone = visit().open("/")

    assert phone.reads("#turn .turn-words") == "Bob’s turn"
    assert phone.reads("#mac .zone-head") == "Mac6 cards"
    names = phone.page.eval_on_selector_all(
        "#mac button.card, #piles button.card",
        "all => all.map(e => e.querySelector('.unseen').textContent)",
    )
    assert names[:2] == ["red 7", "green 11"]
    assert "yellow 10" in names
    assert phone.page.get_attribute(".draw-count", "aria-label") == (
        "About 35 to 38 cards left in the draw pile"
    )
    assert phone.page.get_attribute(".person:first-child .won", "aria-label") == (
        "1 of 3 Murphy cards solved"
    )


def test_a_change_is_shown_without_asking(table, visit):
    """What happens at the table is on the phone by itself."""
    phone = visit().open("/")

    table.show(turn={"player": 2, "since": 0.0, "deciding": 2})

    phone.page.wait_for_function(
        "() => document.querySelector('#turn').textContent.includes('Cem')"
    )


def test_every_colour_is_told_three_ways(table, visit):
    """Nobody needs to see colours: a numeral, a letter and a shape say the same."""
    phone = visit().open("/")

    phone.page.wait_for_selector("#mac svg")
    shapes = phone.page.eval_on_selector_all(
        "#mac svg",
        "all => all.map(e => [e.querySelector('.letter').textContent, e.querySelector('.shape').tagName])",
    )

    assert {tuple(shape) for shape in shapes} == {
        ("R", "circle"),
        ("G", "rect"),
        ("Y", "polygon"),
    }


def test_a_card_says_what_it_does(table, visit):
    """A tap on any card explains it."""
    phone = visit().open("/")

    phone.page.click("[data-focus=pile-actions]")

    assert phone.reads("dialog h2") == words("en").say("card.K07")
    assert phone.reads("dialog .does") == words("en").say("does.K07")


def test_my_own_turn(table, visit):
    """A phone that knows whose it is says "your turn"."""
    phone = seated(visit(), 1)

    assert phone.reads("#turn .turn-words") == "Your turn!"
    assert phone.page.title().startswith("Your turn!")


def test_covered_is_not_empty(table, visit):
    """A zone under a hand is shown as it was, and said to be covered."""
    phone = visit().open("/")
    table.show(covered=["mac"])

    assert phone.reads("#mac .cover") == "covered"
    assert phone.page.locator("#mac .card").count() == 6


# Moments ------------------------------------------------------------------------


def test_a_turn_is_told_once(table, visit):
    """As it was told last; an action card where it struck, not again as a turn; questions where they are asked."""
    told = [
        ("move", "page.turn.you", 1, {"turn": 7}),
        ("keep", "page.turn.paused", 2, {"card": "K07-1"}),
        ("corrected", "page.turn.decide", 1, {"turn": 7}),
        ("move", "page.turn.nobody", 2, {"turn": 8, "card": "K07-1"}),
        ("question", "page.questions", 1, {}),
        ("set-up", "page.piles", None, {}),
    ]
    phone, tv = visit().open("/"), visit(TV).open("/tv")
    for kind, key, player, params in told:
        table.tell(kind, message(key), player, **params)
    phone.page.wait_for_selector("#latest .line-corrected")
    assert "Action card" == phone.reads("[data-moment=keep] .moment-kind")
    table.show(moves=[turn_of_bob()])
    phone.page.wait_for_selector("#assumed [data-move='7']")
    assert not phone.page.locator("#latest *").count()

    lines = phone.page.locator("#news .line-text").all_text_contents()
    assert ["You have to decide", "Paused"] == lines
    assert tv.reads("#news .line-text") == "Questions"


def test_an_at_once_card_fills_the_screen(table, visit):
    """Nobody overlooks it, and a screen reader says it at once."""
    phone = visit().open("/")

    table.tell(**AT_ONCE)

    assert phone.reads("dialog.moment .moment-text") == words("en").say("does.A04")
    assert phone.reads("dialog.moment .moment-who") == "Cem"
    assert phone.reads("#assertive") == words("en").say("card.A04")
    phone.page.click("dialog.moment .moment-close")
    phone.page.wait_for_selector("dialog.moment", state="detached")


def test_moments_come_one_after_the_other(table, visit):
    """A second card waits until the first was seen."""
    phone = visit().open("/")
    table.tell(**AT_ONCE)
    table.tell("round-won", message("card.M16"), 0, task="M16")

    phone.page.click("dialog[data-moment=at-once] .moment-close")

    assert phone.reads("dialog[data-moment=round-won] .moment-who") == "Ann"


def test_a_moment_makes_room_for_the_next(table, visit):
    """A verdict that nobody taps away does not hide an at-once card for long."""
    phone = visit(own=True)
    phone.page.clock.install()
    phone.open("/")
    table.tell("claim", message("verdict.no"), 1, **VERDICT)
    phone.page.wait_for_selector("dialog[data-moment=claim]")
    table.tell(**AT_ONCE)
    phone.page.wait_for_function(
        "s => document.querySelector('#assertive').textContent === s",
        arg=words("en").say("card.A04"),
    )
    assert 1 == phone.page.locator("dialog.moment").count()
    phone.page.clock.run_for(9_000)

    phone.page.wait_for_selector("dialog[data-moment=at-once]")


def test_who_slept_sees_only_the_newest_moment(table, visit):
    """Nobody taps through what was announced while the phone was asleep; the news have it."""
    phone = visit().open("/")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    for _ in range(3):
        table.tell(**AT_ONCE)
    table.tell("round-won", message("card.M16"), 0, task="M16")
    phone.context.set_offline(False)

    phone.page.click("dialog[data-moment=round-won] .moment-close")
    phone.page.wait_for_selector("dialog.moment", state="detached")
    assert 4 == phone.page.locator("#news .line").count()


def test_a_winner_has_a_star_more_at_once(table, visit):
    """The announcement may be ahead of the view: the new star shines all the same."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")
    table.tell("round-won", message("card.M16"), 0, task="M16")

    phone.page.wait_for_selector("dialog[data-moment=round-won]")
    stars = phone.page.get_attribute(".moment-stars", "aria-label")
    assert stars == "2 of 3 Murphy cards solved"


def test_a_winner_without_confetti(table, visit):
    """Who asked for less movement gets none."""
    calm, lively = visit(reduced_motion="reduce").open("/"), visit().open("/")

    table.tell("round-won", message("card.M16"), 0, task="M16")

    lively.page.wait_for_selector(".confetti", state="attached")
    calm.page.wait_for_selector("dialog[data-moment=round-won]")
    assert calm.page.locator(".confetti").count() == 0


def test_sound_after_one_tap(table, visit):
    """A tap unlocks sound and speech; then an announcement is spoken in the phone's language."""
    phone = visit(own=True)
    phone.page.add_init_script(
        "window.said = []; speechSynthesis.speak = said => window.said.push([said.lang, said.text])"
    )
    phone.open("/")
    phone.page.click("#sound")
    phone.page.wait_for_selector("#sound[aria-pressed=true]")

    table.tell(**AT_ONCE)

    phone.page.wait_for_function("() => window.said.length > 1")
    said = phone.page.evaluate("window.said")
    assert said[-1] == ["en-GB", words("en").say("card.A04")]


# Claims -------------------------------------------------------------------------


def test_a_claim_by_tap_and_why_it_fails(table, visit):
    """The verdict is on every screen, its reason marked on the very card."""
    phone, other = seated(visit(), 1), visit().open("/")
    phone.page.click("#claim")
    phone.page.click("#claim-tap")
    phone.page.click("#pick-task")
    phone.page.click("dialog [data-face=M19]")
    for face in ("R05", "G04"):
        phone.page.click(f"dialog .key[data-face={face}]")
    phone.page.click("#claim-send")

    for screen in (phone, other):
        assert screen.reads(".verdict-word").endswith(words("en").say("verdict.no"))
        bad = screen.page.eval_on_selector_all(
            ".verdict-hand .is-bad", "all => all.map(e => e.dataset.card)"
        )
        assert bad == ["G04-1"]


def picture(width=640, height=480):
    """A photograph of something."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#8a7550").save(file, "JPEG")
    return {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}


def test_a_claim_by_photo_put_right_by_tap(table, visit):
    """The cards appear as they were read; a wrong one is taken away, a missing one added."""
    corners = [[10, 10], [60, 10], [60, 60], [10, 60]]
    cards = ("M19-1", "R05-1", "G04-1", "K02-1")
    table.others.read = {
        "tags": [{"card": card, "corners": corners} for card in cards],
        "unknown": ["DG1-X99-1"],
    }
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    phone.page.set_input_files("#claim-gallery", files=[picture(), picture()])

    assert phone.reads(".task-words strong") == words("en").say("card.M19")
    assert phone.page.locator("dialog .hand .card").count() == 3
    phone.page.click("dialog .hand [data-card=G04-1]")
    phone.page.click("dialog .key[data-face=Y05]")
    phone.page.click("#claim-send")

    assert phone.reads(".verdict-word").endswith(words("en").say("verdict.yes"))


@pytest.mark.parametrize("what", ["text", pytest.param("heic", marks=LATER)])
def test_a_picture_that_is_none(table, visit, what):
    """One clear sentence, and the way back to try again."""
    bytes_of = {
        "text": b"no picture at all",
        "heic": b"\0\0\0\x18ftypheic" + bytes(64),
    }
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    bad = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": bytes_of[what]}
    phone.page.set_input_files("#claim-gallery", files=[bad])

    said = phone.reads("dialog [role=alert]")
    key = {"text": "format", "heic": "heic"}[what]
    assert said == words("en").say(f"web.photo.{key}")
    assert phone.page.locator("#claim-tap").is_visible()


def test_a_verdict_without_a_game(table, visit):
    """The page for checking judges every tap at once."""
    phone = visit().open("/verify")
    phone.page.click("#pick-task")
    phone.page.click("dialog [data-face=M10]")
    for face in ("R01", "R03", "R04", "R04", "R08"):
        phone.page.click(f".key[data-face={face}]")

    phone.page.wait_for_selector("[data-verdict=yes]")
    phone.page.click(".key[data-face=G01]")
    phone.page.wait_for_selector("[data-verdict=no]")
    assert "green" in phone.reads(".reasons")


# Questions and moves ------------------------------------------------------------


QUESTION = {
    "id": "q1",
    "player": 1,
    "text": message("moves.taken").to_json(),
    "choices": [
        {"id": "a", "text": message("moves.take.draw").to_json()},
        {"id": "b", "text": message("moves.take.open-left").to_json()},
    ],
}


def test_a_question_is_answered_with_one_tap(table, visit):
    """Two to four big buttons, in everybody's own language."""
    english, german = seated(visit(), 1), visit(locale="de-DE").open("/")
    table.show(questions=[QUESTION])

    assert english.reads(".question h2") == "What is taken? Tap it."
    assert german.reads(".question h2") == "Was wird genommen? Tipp es an."
    english.tap("[data-focus=choice-b]")

    german.page.wait_for_selector(".question", state="detached")
    assert table.said[-1]["choice"] == "b"
    assert table.said[-1]["by"] == 1


def test_who_answers_says_who_it_is(table, visit):
    """A phone without a seat is asked for one first."""
    phone = visit().open("/")
    table.show(questions=[QUESTION])
    phone.tap("[data-focus=choice-a]")
    phone.page.click("dialog [data-focus=seat-1]")

    phone.page.wait_for_selector(".question", state="detached")
    assert table.said[-1]["by"] == 1


def turn_of_bob(**more):
    """A turn that was only assumed, and what else it may have been."""
    said = {
        source: message(f"moves.take.{source}").to_json()
        for source in ("draw", "open-left")
    }
    choices = [{"id": "1", "text": said["open-left"]}]
    return {"id": 7, "player": 1, "sure": False, "text": said["draw"], **more} | {
        "choices": choices
    }


def test_what_was_assumed_is_changed_with_one_tap(table, visit):
    """By anybody with a seat: what else it may have been is a button."""
    table.show(moves=[turn_of_bob()])
    phone = seated(visit(), 2)
    phone.page.click("[data-move='7'] [data-was='1']")
    phone.page.wait_for_selector(".notice.good")

    said = table.said[-1]
    assert {"do": "was", "move": 7, "choice": "1"} == said["correction"]
    assert 2 == said["by"]


def test_whoever_changes_says_who_it_is(table, visit):
    """A phone without a seat is asked for one first; a sure turn offers nothing."""
    table.show(moves=[turn_of_bob(), turn_of_bob(id=8, sure=True)])
    phone = visit().open("/")
    phone.page.click("[data-was]")
    phone.page.click("dialog [data-focus=seat-0]")
    phone.page.wait_for_selector(".notice.good")

    assert (7, 0) == (table.said[-1]["correction"]["move"], table.said[-1]["by"])
    assert 1 == phone.page.locator("[data-was]").count()


def test_what_was_assumed_is_agreed_to_with_one_tap(table, visit):
    """Then nothing is open any more."""
    table.show(moves=[turn_of_bob(choice="0")])
    phone = seated(visit(), 2)
    phone.page.click("[data-agree='7']")
    phone.page.wait_for_selector(".notice.good")

    assert {"do": "was", "move": 7, "choice": "0"} == table.said[-1]["correction"]


TROUBLE = {
    "reason": "one-for-one",
    "player": 1,
    "cards": [],
    "zone": "turn",
    "text": message("illegal.one-for-one").to_json(),
}


def test_what_the_rules_forbid_is_settled_by_the_host(table, visit):
    """One tap each, with what comes of it; a seat reads whom to ask."""
    seat, host = seated(visit(), 1), hosting(visit())
    host.open("/")
    table.show(troubles=[TROUBLE])

    assert seat.reads(".ask-host").endswith("on the host’s phone: Host")
    assert not seat.page.locator(".way").count()
    assert 4 == len(host.page.locator(".way .why").all_text_contents())
    host.tap(".way[data-focus=allow]")
    host.page.wait_for_selector("#toast .good")
    assert {"do": "allow"} == table.said[-1]["correction"]
    host.page.click(".way[data-focus=action]")
    host.page.click("dialog .shelf-card[data-face=K08]")
    host.page.wait_for_selector("dialog", state="detached")
    host.page.wait_for_selector("#toast .good")
    assert {"do": "action", "card": "K08"} == table.said[-1]["correction"]


def test_what_is_missing_is_one_list(table, visit):
    """While the table is laid out, in one notice, with how to deal."""
    texts = [message("problem.mac-too-few", count=n).to_json() for n in (7, 6)]
    problems = [{"code": "mac-too-few", "card": None, "text": text} for text in texts]
    table.show(phase="set-up", setup={"ok": False, "problems": problems})
    phone = visit().open("/")

    phone.page.wait_for_selector(".missing li")
    assert 1 == phone.page.locator("[data-notice=set-up]").count()
    said = phone.page.locator(".missing li").all_text_contents()
    assert [True, True, False] == ["Mac needs" in each for each in said]
    assert said[-1] == words("en").say("page.set-up.deal")


def test_a_tap_on_an_assumed_turn_outlives_other_news(table, visit):
    """The choice names what was read: that the table has moved on since is no reason against it."""
    table.show(moves=[turn_of_bob()])
    phone = seated(visit(), 2)
    phone.page.route(re.compile("/api/(events|view)"), lambda route: route.abort())
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    table.show(draw=[30, 30])
    phone.page.click("[data-was='1']")
    phone.page.wait_for_selector(".notice.good")


def test_what_slips_under_the_finger_is_not_tapped(table, visit):
    """A question comes and pushes another button to where the finger comes down: nothing is said."""
    other = {**QUESTION, "id": "q0", "choices": QUESTION["choices"][::-1]}
    phone = seated(visit(), 1)
    table.show(questions=[QUESTION])
    spot = phone.page.locator("[data-focus=choice-a]").bounding_box()
    phone.page.wait_for_timeout(500)
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    phone.page.evaluate(
        """([x, y]) => new MutationObserver(() => document.elementFromPoint(x, y).dispatchEvent(
           new MouseEvent("click", { bubbles: true, detail: 1, clientX: x, clientY: y }))
           ).observe(document.querySelector("#questions"), { childList: true })""",
        [x, y],
    )
    table.show(questions=[other])

    assert phone.reads("#toast").startswith("Something just moved")
    assert not table.said


def test_an_extra_turn_is_one_tap(table, visit):
    """Whoever sits here says whose turn it is; who only looks on cannot."""
    phone, guest = seated(visit(), 0), visit().open("/")
    guest.page.wait_for_selector(".person")
    phone.page.click("[data-focus=give-2]")
    phone.page.wait_for_selector(".notice.good")

    assert {"event": "turn-given", "player": 2} == table.said[-1]["correction"]
    assert 0 == guest.page.locator(".give").count()


def test_my_turn_is_over_with_one_tap(table, visit):
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


SOURCES = (
    [["mac", "R07-2"]],
    [["mac", "R07-2"], ["mac", "G11-1"]],
    [["open-left", "Y10-1"]],
    [["open-left", "Y10-1"], ["open-right", "G09-2"]],
    [["draw", None]],
    [["draw", None], ["draw", None]],
)
TURN = (
    *({"move": "take", "player": 1, "cards": cards} for cards in SOURCES),
    {"move": "play-action", "player": 1, "card": "K01-1"},
)


def entering(screen, table, legal=TURN):
    """A phone with the sheet for a move open."""
    table.others.legal = legal
    seated(screen, 1).page.click("#enter-move")
    return screen.page


def moves_of(table):
    return [said["move"] for said in table.said]


def test_an_exchange_with_mac_by_tap(table, visit):
    """Tap what was taken, tap what was laid, enter."""
    page = entering(visit(), table)
    page.click("[data-focus=take-R07-2]")
    for face in ("R07", "Y04"):
        page.click(f"dialog .key[data-face={face}]")
    page.click("#enter")
    page.wait_for_selector("dialog", state="detached")

    assert moves_of(table) == [
        {
            "move": "exchange",
            "player": 1,
            "take": [["mac", "R07-2"]],
            "lay": [["mac", "R07-2"], ["mac", "Y04-1"]],
        }
    ]


def test_an_exchange_with_the_piles_by_tap(table, visit):
    """Cards from the draw pile are nobody's business; an open card is named."""
    page = entering(visit(), table)
    page.click("[data-take=open-left]")
    page.click("dialog .key[data-face=Y10]")
    page.click("[data-side=open-right]")
    page.click("dialog .key[data-face=Y04]")
    page.click("#enter")
    page.wait_for_selector("dialog", state="detached")

    assert moves_of(table) == [
        {
            "move": "exchange",
            "player": 1,
            "take": [["open-left", "Y10-1"]],
            "lay": [["open-left", "Y10-1"], ["open-right", "Y04-1"]],
        }
    ]


def test_an_at_once_card_was_drawn_by_tap(table, visit):
    """Instead of laying, the card is shown."""
    page = entering(visit(), table)
    page.click("[data-take=draw]")
    page.click("[data-take=draw]")
    page.click("dialog summary")
    page.click("[data-focus=shelf-A04]")
    page.click("#enter")
    page.wait_for_selector("dialog", state="detached")

    assert moves_of(table) == [
        {
            "move": "exchange",
            "player": 1,
            "take": [["draw", None], ["draw", None]],
            "shown": "A04-1",
        }
    ]


def test_what_an_action_asks_by_tap(table, visit):
    """Whom, and which card is demanded: one tap each."""
    asked = [
        {"move": "choose", "player": 1, "whom": whom, "cards": [], "face": "R01"}
        for whom in (0, 2)
    ]
    page = entering(visit(), table, asked)
    page.click("[data-whom='2']")
    page.click("dialog .key[data-face=G11]")
    page.wait_for_selector(".notice.good")

    chosen = {"move": "choose", "player": 1, "whom": 2, "cards": [], "face": "G11"}
    assert moves_of(table) == [chosen]


def test_who_is_not_in_turn_reads_who_is(table, visit):
    """That a claim may be passed on is nothing to enter."""
    page = entering(visit(), table, [{"move": "pass", "player": 0}])
    page.wait_for_selector("dialog button.big")
    page.click("dialog .close")
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": 1})
    page.click("#enter-move")

    page.wait_for_selector("dialog p.soft")
    assert page.text_content("dialog p.soft") == "Cem’s turn"
    assert not page.locator("dialog button.big").count()


def test_a_table_that_has_moved_on(table, visit):
    """What was decided looking at an older table is refused in words."""
    phone = seated(visit(), 1)
    table.show(questions=[QUESTION])
    phone.page.wait_for_selector(".question")
    phone.page.route(re.compile("/api/(events|view)"), lambda route: route.abort())
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    table.show(draw=[30, 30])
    phone.tap("[data-focus=choice-a]")

    assert phone.reads("#toast").startswith("Something has just changed")


# The line to the Pi ---------------------------------------------------------------


def test_a_line_that_breaks_and_comes_back(table, visit):
    """Not connected is said; what was announced meanwhile is heard once it is back, once."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    assert phone.reads("#line").startswith("Not connected")

    table.tell(**AT_ONCE)
    phone.context.set_offline(False)

    phone.page.wait_for_selector("dialog[data-moment=at-once]")
    phone.page.wait_for_selector("#line", state="hidden")
    phone.page.click(".moment-close")
    phone.page.wait_for_selector("dialog", state="detached")


def test_a_stream_that_dies_without_a_word(table, visit):
    """Some phones lose a stream in their sleep and never hear of it: silence is enough to ask again."""
    phone = visit(own=True)
    phone.page.clock.install()
    streams = []
    phone.page.on(
        "request",
        lambda asked: "/api/events" in asked.url and streams.append(asked.url),
    )
    phone.open("/")
    phone.page.wait_for_selector(".person")

    phone.page.clock.run_for(26_000)
    phone.page.clock.run_for(1_000)

    phone.page.wait_for_function("() => document.querySelector('#line').hidden")
    assert len(streams) >= 2


def test_a_page_nobody_looks_at_holds_no_stream(table, visit):
    """Several tabs do not starve each other: a hidden one lets go and catches up later."""
    phone = visit()
    with phone.page.expect_request(lambda asked: "/api/events" in asked.url):
        phone.open("/")
    hide = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); document.dispatchEvent(new Event('visibilitychange')); }"

    with phone.page.expect_event(
        "requestfailed", lambda asked: "/api/events" in asked.url
    ):
        phone.page.evaluate(hide, True)
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2})
    phone.page.evaluate(hide, False)

    phone.page.wait_for_function(
        "() => document.querySelector('#turn').textContent.includes('Cem')"
    )


def test_back_from_the_history_of_the_browser(table, visit):
    """A page taken out of the browser's memory asks for the table anew."""
    phone = visit().open("/")
    phone.page.wait_for_selector(".person")

    with phone.page.expect_response("**/api/view"):
        phone.page.evaluate(
            "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
        )


# Languages and names ---------------------------------------------------------------


def test_a_language_for_every_phone(table, visit):
    """The browser's at first, another by a tap, kept for the next time."""
    phone = visit(locale="de-DE").open("/")
    assert phone.reads("#turn .turn-words") == "Bob ist dran"
    phone.page.click("#menu")
    phone.page.click("dialog [data-focus=lang-nl]")

    phone.page.wait_for_selector("html[lang=nl]")
    assert phone.reads("#turn .turn-words") == "Bob is aan de beurt"
    assert phone.open("/").reads("#turn .turn-words") == "Bob is aan de beurt"


MARKED = re.compile(r"⟦[\w.-]+⟧")
NEUTRAL = re.compile(r"[\W\d_]*|(?:Ann|Bob|Cem|Deutsch|English|Nederlands)")


def in_marks(route):
    """Words in which every sentence shows its key."""
    sentences = {key: f"⟦{key}⟧" for key in words("en").sentences}
    kept = {"list.separator": ", ", "page.turn.somebody": "⟦page.turn.somebody⟧{name}"}
    route.fulfill(json={**sentences, **kept})


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(
            pytest.param(p, marks=LATER)
            for p in ("/tv", "/verify", "/history", "/host")
        ),
    ],
)
def test_no_text_sits_in_code(table, visit, path):
    """With marks for sentences, a page shows nothing but marks, names, numbers and signs."""
    screen = visit(PHONE if path != "/tv" else TV)
    screen.page.route("**/words/**", in_marks)
    table.show(questions=[QUESTION])
    screen.open(path)
    if path != "/host":
        screen.page.wait_for_function(
            "() => document.querySelector('main').children.length"
        )
    shown = screen.page.evaluate(
        """() => {
          const texts = [...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel);
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const inside = walk.currentNode.parentElement;
            if (!inside.closest('noscript, svg, .join-address, .join-name, .question, .notices')) texts.push(walk.currentNode.data);
          }
          return texts;
        }"""
    )
    cards = {words("en")(message(f"card.{face}")) for face in ("K07", "M10")}
    cards |= {
        f"{colour} {n}" for colour in ("red", "yellow", "green") for n in range(12)
    }
    said = [MARKED.sub("", text).strip() for text in shown]

    assert [
        text for text in said if not NEUTRAL.fullmatch(text) and text not in cards
    ] == []


def test_names_may_be_anything(chromium):
    """Markup, two hundred letters, twice the same, right to left: shown as they are, and nothing breaks."""
    with companion(players=WEIRD) as running:
        for path, size in (("/", PHONE), ("/tv", TV), ("/history", NARROW)):
            screen = Screen(chromium, running.url, size, {})
            running.tell("move", message("page.turn.somebody", name=WEIRD[0]), 0)
            screen.open(path)
            screen.page.wait_for_selector("bdi")
            names = screen.page.eval_on_selector_all(
                ".person bdi, .standing-name bdi", "all => all.map(e => e.textContent)"
            )
            assert set(names) == set(WEIRD)
            assert screen.page.locator("img[src=x]").count() == 0
            assert screen.overflow() <= 0
            screen.close()


# The television -----------------------------------------------------------------------


def test_type_that_is_read_across_the_room(table, visit):
    """No text is smaller than four hundredths of the screen's height."""
    screen = visit(TV).open("/tv")
    screen.page.wait_for_selector(".person")
    small = screen.page.evaluate(
        """() => [...document.querySelectorAll('.tv *')]
          .filter(e => !e.closest('svg, .unseen') && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
          .filter(e => e.offsetParent && parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.04)
          .map(e => e.outerHTML)"""
    )

    assert small == []
    assert screen.overflow() <= 0


def test_the_way_in_is_always_in_sight(table, visit):
    """The code to join, the address by number, the name as text: before, during and after a game."""
    screen = visit(TV).open("/tv")
    phases = ({}, {"paused": True}, {"questions": [QUESTION]}, {"winner": 0})
    for phase in phases:
        table.show(**phase)
        code = screen.page.wait_for_selector(".join img")
        box = code.bounding_box()

        assert box["y"] + box["height"] <= TV["height"]
        assert box["width"] >= TV["height"] * 0.18
        assert screen.reads(".join-address") == f"192.168.178.42:{8000}"
        assert screen.reads(".join-name").startswith("murphy")


# The host -------------------------------------------------------------------------------


def test_the_wrong_pin_and_the_right_one(table, visit):
    """A wrong PIN is said to be wrong; the right one opens the page."""
    phone = visit().open("/host")
    phone.page.fill("#pin-field", "00000000")
    phone.page.click("#pin button.main")

    assert phone.reads("#pin-said").startswith("That is not the PIN")
    hosting(phone)


def test_corrections_by_tap(table, visit):
    """A card that was misread, a hand that was miscounted, whose turn it is."""
    page = hosting(visit()).page
    page.click("[data-turn='2']")
    page.wait_for_selector(".notice.good")
    page.click("#tab-table")
    page.click("[data-focus=mac-0]")
    page.click("dialog .key[data-face=R08]")
    page.click("[data-focus=right-0]")
    page.click("dialog .key[data-face=R11]")
    page.click("#table-right")
    page.wait_for_selector("#table-right[disabled]")
    page.click("[data-focus=more-0]")
    page.click("[data-focus=hand-0]")
    page.wait_for_selector("[data-focus=hand-0][disabled]")

    row = ["R08-1", "G11-1", "Y03-1", "G04-2", "R10-1", "Y08-3"]
    assert [said["correction"] for said in table.said] == [
        {"event": "turn-given", "player": 2},
        {"event": "table-corrected", "mac": row},
        {"event": "top-seen", "place": "open-right", "card": "R11-1"},
        {"event": "hand-counted", "player": 0, "fewest": 9, "most": 9},
    ]


def test_the_host_says_that_a_turn_is_over(table, visit):
    """The same word as the button at the table: what was seen is told, and the next one's turn begins."""
    page = hosting(visit()).page
    page.click("[data-order=turn-done]")
    page.wait_for_selector(".notice.good")

    assert [{"do": "turn-done"}] == [said["correction"] for said in table.said]


def test_every_tab_of_the_host_is_in_sight(table, visit):
    """No tab hides beyond the edge, not even on a small phone."""
    page = hosting(visit(NARROW)).page
    edges = page.eval_on_selector_all(
        "#tabs [role=tab]", "all => all.map(e => e.getBoundingClientRect().right)"
    )

    assert 6 == len(edges)
    assert max(edges) <= NARROW["width"]


def test_what_cannot_be_taken_back_is_said(table, visit):
    """Undo that finds nothing says so."""
    phone = hosting(visit())
    phone.page.click("#undo")

    assert phone.reads("#toast .bad") == words("en").say(
        "session.nothing-to-undo", entry=0
    )


def test_a_new_game_is_set_up(table, visit):
    """Edition, names in their seats, who begins, house rules."""
    page = hosting(visit()).page
    page.click("#new-game")
    page.click("[data-focus=edition-newer]")
    page.wait_for_selector("[data-focus=edition-newer][aria-pressed=true]")
    page.click("[data-focus=add]")
    page.fill("[data-focus=seat-3]", "Dora")
    page.click("[data-focus=first-3]")
    page.click("dialog summary")
    page.click("[data-focus=claim_window-any_time]")
    with page.expect_request("**/api/game") as asked:
        page.click("#begin-game")

    assert asked.value.post_data_json == {
        "game": "dumm-gelaufen",
        "players": ["Ann", "Bob", "Cem", "Dora"],
        "edition": "newer",
        "first": 3,
        "dealer": 2,
        "rulings": {"claim_window": "any_time"},
    }
    page.wait_for_selector("dialog", state="detached")


def test_a_game_under_way_is_joined(table, visit):
    """Whose turn, which round, hands and murphy cards won; what lies there is taken as it lies."""
    table.show(phase="set-up", setup={"ok": False, "problems": []})
    page = hosting(visit()).page
    page.click("#join")
    page.click("dialog [data-focus=turn-2]")
    page.click("dialog [data-focus='round+']")
    page.click("dialog [data-focus='hand-0−']")
    page.click("dialog [data-focus=won-1]")
    page.click("dialog .shelf-card[data-face=M04]")
    page.click("#join-now")
    page.wait_for_selector("#toast .good")

    zones = table.session.state.view["zones"]
    assert {
        "event": "game-joined",
        "player": 2,
        "number": 2,
        "hands": [[7, 7], [9, 9], [10, 10]],
        "won": [[], ["M04-1"], []],
        "mac": zones["mac"],
        "left": zones["open-left"],
        "right": zones["open-right"],
        "actions": zones["actions"],
    } == table.said[-1]["correction"]


def test_another_game_of_the_same_table(table, visit):
    """Once somebody has won: who is still there, and by the house rules of the evening."""
    people = table.session.state.view["players"]
    gone = [*people[:2], {**people[2], "left": True}, {**people[2], "name": "Dia"}]
    rulings = {"claim_window": "any_time", "bin_rule": "on"}
    table.show(winner=0, phase="over", players=gone, rulings=rulings)
    phone = hosting(visit()).open("/")
    assert phone.page.is_disabled("#claim")
    phone.page.click("[data-notice=over] a")
    phone.page.wait_for_selector("dialog .seats")
    with phone.page.expect_request("**/api/game") as asked:
        phone.page.click("#begin-game")

    told = asked.value.post_data_json
    assert ["Ann", "Bob", "Dia"] == told["players"]
    assert "any_time" == told["rulings"]["claim_window"]


def test_who_leaves_is_tapped_twice(table, visit):
    """And is offered no more once gone."""
    page = hosting(visit(), "/host#table").page
    page.click("summary")
    page.click("[data-left='1']")
    assert page.text_content("[data-left='1']") == "Bob leaves: tap again"
    assert not table.said
    page.click("[data-left='1']")
    page.wait_for_selector("#toast .good")
    assert {"event": "player-left", "player": 1} == table.said[-1]["correction"]


def test_what_is_wrong_with_a_new_game_is_said_above_it(table, visit):
    """Names count while they are typed; a refusal is not hidden under the sheet, and outlives it."""
    page = hosting(visit()).page
    page.click("#new-game")
    page.fill("[data-focus=seat-0]", "Oma Gerlinde")
    assert page.text_content("[data-focus=first-0]") == "Oma Gerlinde"
    page.fill("[data-focus=seat-1]", "Oma Gerlinde")
    page.click("#begin-game")
    page.wait_for_selector("dialog #toast .bad")

    page.click("dialog .close")
    page.wait_for_selector("body > #toast .bad")


def test_what_the_camera_sees(table, visit):
    """The picture, every code that was read drawn over it, and what limits reading."""
    file = io.BytesIO()
    Image.new("RGB", (1280, 720), "#354").save(file, "JPEG")
    corners = [[100, 100], [140, 100], [140, 140], [100, 140]]
    told = {
        "size": [1280, 720],
        "frame": 7,
        "at": 1.0,
        "mat": False,
        "tags": [{"card": "R07-2", "zone": "mac", "corners": corners}],
        "unknown": [],
        "limits": {
            "px_per_module": 2.63,
            "sharpness": None,
            "noise": 1.0,
            "glare": 0.02,
            "mirrored": True,
        },
    }
    table.others.picture = Live(file.getvalue(), told)
    phone = hosting(visit())
    phone.page.click("#tab-camera")

    assert phone.reads(".tag text") == "R07-2"
    assert phone.page.locator(".notice.bad").all_text_contents() == [
        words("en").say("host.live.mirrored"),
        words("en").say("host.live.no-mat"),
    ]
    assert phone.page.locator(".figures dd").all_text_contents() == ["2.6", "1.0", "2%"]
    phone.page.wait_for_function(
        "() => document.querySelector('.live-picture').naturalWidth === 1280"
    )


def test_settings_doctor_and_files(table, visit):
    """What is set is kept; the doctor speaks; what can be taken away is there."""
    phone = hosting(visit())
    phone.page.click("#set-quiet")
    phone.page.wait_for_selector("#set-quiet[aria-pressed=true]")
    phone.page.click("#tab-settings")
    phone.page.fill("#setting-camera", "usb:1")
    phone.page.click("#settings button.main")
    phone.page.wait_for_selector(".notice.good")
    assert table.others.values == {"quiet": True, "camera": "usb:1"}

    phone.page.click("#tab-doctor")
    assert phone.reads("[data-verdict=bad] .advice") == words("en").say(
        "host.live.no-mat"
    )
    phone.page.click("#tab-files")
    phone.page.wait_for_selector("#host a[href='/host/game.jsonl']")
    links = phone.page.eval_on_selector_all(
        "#host a", "all => all.map(e => e.getAttribute('href'))"
    )
    assert "/host/game.jsonl" in links
    printed = "/host/print/cards.pdf?game=dumm-gelaufen&edition=classic&lang=en"
    assert printed in links


# History ----------------------------------------------------------------------------------


def played(table, turns=12):
    """Some turns, with hands that grow and shrink."""
    for turn in range(turns):
        people = [dict(player) for player in table.session.state.view["players"]]
        people[turn % 3]["cards"] = [8 + turn % 4] * 2
        table.show(players=people, turn={"player": (turn + 1) % 3, "since": 0.0})
        table.tell("move", message("page.turn.somebody", name="Ann"), turn % 3)


def test_the_game_so_far(table, visit):
    """Who did what, newest first, and how the hands grew."""
    played(table)
    phone = visit().open("/history")
    phone.page.wait_for_selector("#summary polyline")

    assert phone.page.locator("#summary polyline").count() == 3
    assert phone.page.locator(".entry").count() == 12
    assert "Ann’s turn" in phone.reads(".entry:first-child")


def test_the_history_knows_what_was_answered(table, visit):
    """The question and what was said to it, by whom; a question alone is no history."""
    table.tell("question", message("moves.taken"), 1)
    table.show(questions=[QUESTION])
    table.session.answer("q1", "b", by=1)
    phone = visit().open("/history")

    said = phone.reads(".entry-answer .entry-said")
    assert said.startswith("What is taken? Tap it. from the left")
    assert said.endswith("answered · Bob")
    assert 1 == phone.page.locator(".entry").count()


def test_the_past_is_changed_where_it_was_assumed(table, visit):
    """The history offers what else a turn may have been, till the game's end."""
    played(table)
    entries = [e.seq for e in table.session.journal.after(0) if e.kind == "submission"]
    table.others.unsure = [turn_of_bob(entry=entries[1])]
    phone = seated(visit(), 2).open("/history")
    phone.page.click(f"[data-seq='{entries[1]}'] summary")
    phone.page.click("[data-was='1']")
    phone.page.wait_for_selector(".notice.good")

    assert {"do": "was", "move": 7, "choice": "1"} == table.said[-1]["correction"]
    assert phone.reads(".entry-correction").endswith("Cem")


def test_the_summary_as_one_file(table, visit):
    """It can be passed on: nothing in it is loaded from anywhere."""
    played(table)
    phone = visit().open("/history")
    phone.page.wait_for_selector("#share")
    with phone.page.expect_download() as saved:
        phone.page.click("#share")
    text = saved.value.path().read_text("utf-8")

    assert "<polyline" in text
    assert re.findall(r"(?:src|href)=|@import|url\(", text) == []


# For everybody --------------------------------------------------------------------------


def busy(table):
    """A table with everything on it that a page can show."""
    table.show(questions=[QUESTION], covered=["open-right"])
    table.tell("illegal", message("host.live.no-mat"), 1)
    table.tell("move", message("page.turn.somebody", name="Ann"), 0, card="K07-1")


PAGES = [
    ("phone", "/", "dark"),
    ("zoomed", "/", "light"),
    ("tv", "/tv", "dark"),
    ("zoomed", "/verify", "light"),
    ("tablet", "/history", "dark"),
    pytest.param("phone", "/", "light", marks=LATER),
    pytest.param("tablet", "/", "dark", marks=LATER),
    pytest.param("phone", "/verify", "dark", marks=LATER),
    pytest.param("phone", "/history", "light", marks=LATER),
    pytest.param("phone", "/host", "dark", marks=LATER),
]


@pytest.mark.parametrize(("size", "path", "light"), PAGES, ids=lambda value: str(value))
def test_nobody_is_shut_out(table, visit, size, path, light):
    """Names for everything, contrast, order of headings; no page is wider than its screen."""
    busy(table)
    screen = visit(SIZES[size], color_scheme=light).open(path)
    screen.page.wait_for_function(
        "() => document.querySelector('main').children.length"
    )

    assert screen.barriers() == []
    assert screen.overflow() <= 0


@pytest.mark.parametrize(
    "tab",
    [
        "table",
        *(
            pytest.param(t, marks=LATER)
            for t in ("game", "settings", "doctor", "files")
        ),
    ],
)
def test_nobody_is_shut_out_from_hosting(table, visit, tab):
    """The same for the host's page."""
    screen = hosting(visit(NARROW, color_scheme="light"))
    screen.page.click(f"#tab-{tab}")
    screen.page.wait_for_selector("#host h2")

    assert screen.barriers() == []
    assert screen.overflow() <= 0


@pytest.mark.parametrize(
    "opened",
    [
        "move",
        "verdict",
        *(pytest.param(o, marks=LATER) for o in ("claim", "menu", "card", "at-once")),
    ],
)
def test_nobody_is_shut_out_from_a_sheet(table, visit, opened):
    """The same for what opens over the table."""
    table.others.legal = TURN
    screen = seated(visit(NARROW, reduced_motion="reduce"), 1)
    act = {
        "claim": lambda: (screen.page.click("#claim"), screen.page.click("#claim-tap")),
        "move": lambda: screen.page.click("#enter-move"),
        "menu": lambda: screen.page.click("#menu"),
        "card": lambda: screen.page.click("[data-focus=pile-actions]"),
        "at-once": lambda: table.tell(**AT_ONCE),
        "verdict": lambda: table.tell("claim", message("verdict.no"), 1, **VERDICT),
    }
    act[opened]()
    screen.page.wait_for_selector("dialog[open]")

    assert screen.barriers() == []


VERDICT = {
    "verdict": "no",
    "task": "M19",
    "hand": ["R05-1", "G04-1"],
    "reasons": [
        {
            "code": "wrong-value",
            "cards": ["G04-1"],
            "text": message("host.live.no-mat").to_json(),
        }
    ],
}


@pytest.mark.parametrize("path", ["/", "/verify", "/host#table"])
def test_type_twice_as_large(table, visit, path):
    """Everything wraps; nothing sticks out, and the bar lies over nothing."""
    people = table.session.state.view["players"]
    table.show(questions=[QUESTION], players=[{**p, "cards": [9, 12]} for p in people])
    phone = visit(HUGE)
    phone = hosting(phone, path) if "host" in path else phone.open(path)

    assert 0 == phone.overflow()
    if path == "/":
        names, bar = (
            phone.page.locator(".person-name").all(),
            phone.page.locator(".bar"),
        )
        assert all(name.bounding_box()["width"] > 90 for name in names)
        assert "static" == bar.evaluate("e => getComputedStyle(e).position")


def test_a_phone_on_its_side(table, visit):
    """The whole table is on the screen, and a verdict from its top."""
    phone = seated(visit(SIDEWAYS), 1)
    piles = phone.page.locator("#piles").bounding_box()
    assert piles["y"] + piles["height"] <= SIDEWAYS["height"]
    assert 0 == phone.overflow()

    reason = {
        "code": "x",
        "cards": [],
        "text": message("illegal.one-for-one").to_json(),
    }
    hand = ["R01-1", "R03-1", "R04-1", "R04-2", "R08-1", "G02-1"]
    params = {"task": "M10", "hand": hand, "verdict": "no", "reasons": [reason] * 3}
    table.tell("claim", message("verdict.no"), 1, **params)
    phone.page.wait_for_selector("[data-moment=claim]")
    top = phone.page.locator(".moment-who").bounding_box()
    assert 0 <= top["y"] < SIDEWAYS["height"] / 4


def test_nobody_knows_exactly(table, visit):
    """A hand of which only a range is known is marked, in a word to be read and to be heard."""
    people = table.session.state.view["players"]
    table.show(players=[{**people[0], "cards": [9, 12]}, *people[1:]])
    phone = visit().open("/")

    assert "9–12" == phone.reads(".is-unsure")
    assert "9 to 12 cards" == phone.page.get_attribute(".is-unsure", "aria-label")
    assert phone.reads(".two-numbers").startswith("Two numbers")


def test_the_keyboard_alone(table, visit):
    """Tab finds the button, Enter opens, Escape closes, and one is where one was."""
    page = visit().open("/").page
    page.wait_for_selector("#claim")
    page.focus("[data-focus=mac-0]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    assert page.evaluate("document.activeElement.dataset.focus") == "mac-0"


def test_a_first_look_is_light(table, visit):
    """The first page and everything it loads weigh less than 150 kB."""
    phone = visit(own=True).open("/")
    phone.page.wait_for_selector(".person")
    loaded = phone.page.evaluate(
        """() => performance.getEntries().filter(e => e.transferSize)
             .map(e => [e.name, e.transferSize])"""
    )
    files = {name: size for name, size in loaded if "/api/events" not in name}

    assert len(files) > 10
    assert sum(files.values()) < 150_000, json.dumps(files, indent=1)
