"""What once spoilt an evening on the pages: covered buttons, jumping focus, labels that say something else, claims that ask nonsense."""

import pytest

from companion.announce import message
from companion.words import words
from tests.games.dumm_gelaufen.pages.test_page_table import picture
from tests.games.dumm_gelaufen.showcase import TURN
from tests.web.screens import PHONE, Visiting, seated, text_of
from tests.web.scripted import Companion

pytestmark = pytest.mark.browser
LATER = pytest.mark.prove

COVERED = """all => all.map(one => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return there === one || one.contains(there) ? null : one.id || one.textContent;
}).filter(Boolean)"""
"""The elements that something else lies over."""


@pytest.mark.slow
def test_nothing_lies_over_what_is_tapped_next(table: Companion, visit: Visiting) -> None:
    """Neither what was just said nor the sign that the line is down covers turn, sound, menu or the bar."""
    phone = seated(visit(), 1)
    phone.page.click("[data-focus=give-0]")
    phone.page.click("#give-turn")
    phone.page.wait_for_selector("#toast .good")
    phone.context.set_offline(True)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    phone.page.wait_for_selector("#line:not([hidden])")

    buttons = "#turn .turn-words, #sound, #menu, #bar button, #bar a"
    assert [] == phone.page.eval_on_selector_all(buttons, COVERED)


@pytest.mark.slow
def test_a_label_says_what_a_tap_does(table: Companion, visit: Visiting) -> None:
    """Whoever gives the turn reads that; a heading is no control; what ends with a question mark ends there."""
    asks = {"id": "1", "text": message("page.seat.whose").to_json()}
    turn = {"id": 7, "player": 1, "sure": False, "choice": "0", "text": asks["text"]}
    table.show(moves=[{**turn, "choices": [asks]}])
    page = seated(visit(), 1).page

    assert "Give Ann the turn" == page.get_attribute("[data-focus=give-0]", "aria-label")
    assert text_of(page, "[data-move='7'] p").endswith("Who are you?")
    assert (
        0 == page.locator(":is(h1, h2, h3) :is(button, a), :is(button, a) :is(h1, h2, h3)").count()
    )


@LATER
def test_a_seat_outlives_another_name(table: Companion, visit: Visiting) -> None:
    """Whoever is replaced at the table, everybody else sits where he sat; whose seat is gone is asked who he is."""
    phone = seated(visit(), 1)
    people = table.session.state.view["players"]
    table.show(players=[{**people[0], "name": "Dia"}, *people[1:]])
    phone.page.wait_for_function(
        "() => document.querySelector('#players').textContent.includes('Dia')"
    )

    assert phone.reads("#turn .turn-words") == "Your turn!"
    assert phone.reads(".is-you .name") == "Bob"
    table.show(
        players=[
            {**player, "name": name}
            for player, name in zip(people, ("Eva", "Fay", "Gus"), strict=True)
        ]
    )
    phone.page.wait_for_selector("[data-notice=who]")


@LATER
def test_enter_leaves_the_focus_where_it_is(table: Companion, visit: Visiting) -> None:
    """Whoever types with a keyboard goes on from the key that was pressed; the murphy card wears the flag of the printed one."""
    page = visit().open("/verify").page
    page.click("#pick-task")
    page.click("dialog [data-face=M10]")
    page.focus(".key[data-face=R01]")
    for hand in (1, 2):
        page.keyboard.press("ArrowRight" if hand == 2 else "Shift")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('.hand .card').length === n", arg=hand
        )

    focused = "document.activeElement.dataset.face"
    assert "R02" == page.evaluate(focused)
    assert 1 == page.locator("#pick-task .card svg").count()


@LATER
def test_a_photograph_of_nothing_or_of_too_little(table: Companion, visit: Visiting) -> None:
    """Where nothing was read it says so; where cards are missing it says that, too, before anything is judged."""
    phone = seated(visit(), 1)
    phone.page.click("#claim")
    phone.page.set_input_files("#claim-gallery", files=[picture()])
    assert phone.reads("dialog [role=alert]") == words("en").say("claim.nothing-read")
    assert phone.page.locator("#claim-tap").is_visible()

    corners = [[10, 10], [60, 10], [60, 60], [10, 60]]
    cards = ("M19-1", "R05-1", "G05-1")
    table.others.read = {
        "tags": [{"card": card, "corners": corners} for card in cards],
        "unknown": [],
    }
    phone.page.set_input_files("#claim-gallery", files=[picture()])

    said = words("en").say("claim.too-few", n=2, least=9)
    assert phone.reads("[data-notice=too-few]") == said


@pytest.mark.slow
@pytest.mark.engines
def test_my_cards_are_mine(table: Companion, visit: Visiting) -> None:
    """What is missing is said exactly, the open card that helps is shown; the journal and other phones hear nothing."""
    before = [entry.seq for entry in table.session.journal.after(0)]
    page = (phone := visit()).open("/mine").page
    page.click("#pick-task")
    page.click("dialog [data-face=M16]")
    for face in ("G05", "G06", "R02", "G06"):
        page.click(f".key[data-face={face}]")
    page.wait_for_selector(".mine-lack[data-gain='2'][data-give='2']")
    helps = "all => all.map(card => card.dataset.card)"

    assert phone.reads(".mine-lack") == words("en").say("mine.lack", gain=2, give=2)
    assert ["G04-2"] == page.eval_on_selector_all("[data-row='mine.open'] .card", helps)
    page.reload()
    assert phone.reads(".mine-lack") == words("en").say("mine.lack", gain=2, give=2)
    assert before == [entry.seq for entry in table.session.journal.after(0)]
    assert [] == phone.barriers()


@pytest.mark.slow
@pytest.mark.engines
def test_a_photograph_of_my_cards_asks_for_a_seat_first(table: Companion, visit: Visiting) -> None:
    """Only a seat may have one read: nobody uploads a picture in order to read that."""
    page = visit(own=True).open("/mine").page
    page.click("label:has(#claim-mine)")
    page.wait_for_selector("dialog[data-sheet=seat]")
    page.click("dialog [data-focus=seat-2]")
    page.wait_for_selector("dialog", state="detached")
    corners = [[10, 10], [60, 10], [60, 60], [10, 60]]
    table.others.read = {"tags": [{"card": "R05-1", "corners": corners}], "unknown": []}
    page.set_input_files("#claim-mine", files=[picture()])

    page.wait_for_selector(".hand [data-card=R05-1]")


BOXES = """selectors => selectors.map((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
})"""


MOMENTS = """() => {
  window.moments = [];
  const came = (list) => list.flatMap(({ addedNodes }) => [...addedNodes]).forEach((one) => {
    if (one.dataset?.moment) window.moments.push(one.dataset.moment);
  });
  new MutationObserver(came).observe(document.body, { childList: true });
}"""
"""What has filled the screen since then."""


@pytest.mark.slow
def test_what_is_said_covers_no_moment(table: Companion, visit: Visiting) -> None:
    """The button that takes back what was entered stands under what fills the screen, whole, small or on its side."""
    phone = seated(visit({"width": 360, "height": 640}, own=True), 1)
    table.tell("at-once", message("card.A04"), 1, card="A04-1")
    phone.page.wait_for_selector("dialog.moment")
    phone.page.evaluate("""() => import("/static/shell.js").then(({ entered }) =>
        entered({ data: { entry: 1, announcements: [] } }, "A move was entered, and this says so."))""")
    phone.page.wait_for_selector("dialog.moment #toast .act")
    for width, height in ((360, 640), (360, 844), (740, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.evaluate("document.querySelector('dialog.moment').scrollTop = 0")
        said, *parts = phone.page.evaluate(
            BOXES,
            ["#toast .notice", ".moment-kind", ".moment-card", ".moment-text", ".moment-close"],
        )

        assert all(bottom <= said[0] for _, bottom in parts)
        assert said[1] <= height
        assert phone.page.is_visible("#toast .act")


@pytest.mark.slow
def test_a_card_that_asks_whom_is_not_covered_by_itself(table: Companion, visit: Visiting) -> None:
    """Whoever played it goes on deciding; everybody else sees it."""
    table.others.legal = [
        {"move": "choose", "player": 1, "whom": whom, "cards": [], "face": "R01"} for whom in (0, 2)
    ]
    mine, other = seated(visit(), 1), seated(visit(), 0)
    mine.page.click("#enter-move")
    mine.page.wait_for_selector("dialog [data-whom='2']")
    mine.page.evaluate(MOMENTS)
    table.tell("keep", message("card.K10"), 1, card="K10-1")
    other.page.wait_for_selector("dialog[data-moment=keep]")
    # What is told after it is shown once that has been dealt with.
    table.tell("at-once", message("card.A04"), 2, card="A04-1")
    mine.page.click("dialog[data-moment=at-once] .moment-close")
    mine.page.wait_for_selector("dialog.moment", state="detached")

    assert ["at-once"] == mine.page.evaluate("window.moments")
    mine.page.click("dialog [data-whom='2']")


@LATER
def test_confetti_falls_behind_the_words(table: Companion, visit: Visiting) -> None:
    """What is won can be read while it falls."""
    phone = visit(reduced_motion="no-preference").open("/")
    table.tell("round-won", message("card.M16"), 0, task="M16")
    phone.page.wait_for_selector(".confetti", state="attached")
    layer = "e => Number(getComputedStyle(e).zIndex)"

    assert phone.page.eval_on_selector(".confetti", layer) < 0
    assert phone.page.is_visible(".moment-who")


@LATER
def test_a_sheet_is_about_the_turn_that_is(table: Companion, visit: Visiting) -> None:
    """What was begun for a turn that is over is told so, and a sheet of another game is gone."""
    table.others.legal = TURN
    phone = seated(visit(PHONE), 1)
    phone.page.click("#enter-move")
    phone.page.wait_for_selector("[data-focus=take-R07-2]")
    table.others.legal = ()
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": None})

    phone.page.wait_for_selector("[data-focus=take-R07-2]", state="detached")
