"""What people are asked, and what was assumed of them: one tap each, and it means what was read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from companion.announce import message
from companion.words import words
from tests.web.screens import NARROW, Visiting, box, counts, seated
from tests.web.scripted import QUESTION, Companion, turn_of_bob

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.browser

ALL_SEEN = """() => {
  const { clientHeight, scrollHeight } = document.querySelector(".asked");
  return scrollHeight <= clientHeight;
}"""
"""Whether what is asked stands there whole."""


def test_a_question_is_answered_with_one_tap(table: Companion, visit: Visiting) -> None:
    """Two to four big buttons, in everybody's own language."""
    english, german = seated(visit(), 1), visit(locale="de-DE").open("/")
    table.show(questions=[QUESTION])

    assert english.reads(".question h2") == "Who are you?"
    assert german.reads(".question h2") == words("de").say("page.seat.whose")
    english.tap("[data-focus=choice-b]")

    german.page.wait_for_selector(".question", state="detached")
    assert table.said[-1]["choice"] == "b"
    assert table.said[-1]["by"] == 1


@pytest.mark.slow
def test_who_answers_says_who_it_is(table: Companion, visit: Visiting) -> None:
    """A phone without a seat is asked for one first."""
    phone = visit().open("/")
    table.show(questions=[QUESTION])
    phone.tap("[data-focus=choice-a]")
    phone.page.click("dialog [data-focus=seat-1]")

    phone.page.wait_for_selector(".question", state="detached")
    assert table.said[-1]["by"] == 1


def test_what_was_assumed_is_changed_with_one_tap(table: Companion, visit: Visiting) -> None:
    """By anybody with a seat: what else it may have been is a button."""
    table.show(moves=[turn_of_bob()])
    phone = seated(visit(), 2)
    phone.page.click("[data-move='7'] [data-was='1']")
    phone.page.wait_for_selector(".notice.good")

    said = table.said[-1]
    assert {"do": "was", "move": 7, "choice": "1"} == said["correction"]
    assert 2 == said["by"]


@pytest.mark.slow
def test_whoever_changes_says_who_it_is(table: Companion, visit: Visiting) -> None:
    """A phone without a seat is asked for one first; a sure turn offers nothing."""
    table.show(moves=[turn_of_bob(), turn_of_bob(id=8, sure=True)])
    phone = visit().open("/")
    phone.page.click("[data-was]")
    phone.page.click("dialog [data-focus=seat-0]")
    phone.page.wait_for_selector(".notice.good")

    assert (7, 0) == (table.said[-1]["correction"]["move"], table.said[-1]["by"])
    assert 1 == phone.page.locator("[data-was]").count()


def test_what_was_assumed_is_agreed_to_with_one_tap(table: Companion, visit: Visiting) -> None:
    """Then nothing is open any more."""
    table.show(moves=[turn_of_bob(choice="0")])
    phone = seated(visit(), 2)
    phone.page.click("[data-agree='7']")
    phone.page.wait_for_selector(".notice.good")

    assert {"do": "was", "move": 7, "choice": "0"} == table.said[-1]["correction"]


@pytest.mark.slow
def test_a_tap_on_an_assumed_turn_outlives_other_news(table: Companion, visit: Visiting) -> None:
    """The choice names what was read: that the table has moved on since is no reason against it."""
    table.show(moves=[turn_of_bob()])
    phone = seated(visit(), 2)
    phone.page.route(re.compile("/api/(events|view)"), lambda route: route.abort())
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    table.show(left=6)
    phone.page.click("[data-was='1']")
    phone.page.wait_for_selector(".notice.good")


@pytest.mark.slow
def test_what_slips_under_the_finger_is_not_tapped(table: Companion, visit: Visiting) -> None:
    """A question comes and pushes another button to where the finger comes down: nothing is said."""
    other = {**QUESTION, "id": "q0", "choices": QUESTION["choices"][::-1]}
    phone = seated(visit(), 1)
    table.show(questions=[QUESTION])
    spot = box(phone.page.locator("[data-focus=choice-a]"))
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


@pytest.mark.slow
def test_a_table_that_has_moved_on(table: Companion, visit: Visiting) -> None:
    """What was decided looking at an older table is refused in words."""
    phone = seated(visit(), 1)
    table.show(questions=[QUESTION])
    phone.page.wait_for_selector(".question")
    phone.page.route(re.compile("/api/(events|view)"), lambda route: route.abort())
    phone.page.evaluate("dispatchEvent(new Event('offline'))")
    table.show(left=6)
    phone.tap("[data-focus=choice-a]")

    assert phone.reads("#toast").startswith("Something has just changed")


def test_a_tap_names_the_table_that_is_shown(table: Companion, visit: Visiting) -> None:
    """A newer one that has come and cannot be drawn yet was looked at by nobody."""
    phone = seated(visit(), 1)
    table.show(questions=[QUESTION])
    phone.page.wait_for_selector(".question")
    # What is said of another game's mat has to be asked for first.
    table.others.health = {"other_mat": "toy"}
    held: list[Route] = []
    phone.page.route("**/api/games", lambda route: held.append(route), times=1)
    with phone.page.expect_request("**/api/games"):
        table.show(left=6)
    phone.tap("[data-focus=choice-a]")

    assert phone.reads("#toast").startswith("Something has just changed")
    held[0].continue_()


def test_what_is_asked_has_room(table: Companion, visit: Visiting) -> None:
    """Short answers stand beside each other, a long one has the whole width; four long ones are seen on a small phone."""
    texts = ("page.undo", "page.undo", "page.sound.none")
    choices = [{"id": str(n), "text": message(key).to_json()} for n, key in enumerate(texts)]
    page = visit().open("/").page
    table.show(questions=[{**QUESTION, "choices": choices}])
    page.wait_for_selector(".asked")
    one, other, long = (box(each) for each in page.locator(".question .choices button").all())
    assert one["y"] == other["y"] < long["y"]
    assert other["x"] + other["width"] - one["x"] == pytest.approx(long["width"], abs=1)

    page.set_viewport_size({"width": 360, "height": 640})
    text = message("page.seat.sound").to_json()
    table.show(
        questions=[{**QUESTION, "choices": [{"id": str(n), "text": text} for n in range(4)]}]
    )
    counts(page, ".question .choices button", 4)
    assert page.evaluate(ALL_SEEN)


@pytest.mark.slow
def test_what_is_said_makes_room_for_what_is_asked(table: Companion, visit: Visiting) -> None:
    """On a phone both come up from below: where something is asked, words in passing glide up, to under whose turn it is."""
    phone = visit(NARROW).open("/")
    phone.page.evaluate(
        "import('/static/shell.js').then((shell) => shell.toast('Entered', false, { says: 'Undo', tapped: () => {} }))"
    )
    toast = phone.page.locator("#toast .notice")
    below = box(toast)["y"]
    table.show(questions=[QUESTION])
    phone.page.wait_for_selector(".asked")
    phone.page.wait_for_timeout(400)

    assert below > NARROW["height"] / 2
    turn = box(phone.page.locator("#turn"))
    assert 0 < box(toast)["y"] - turn["y"] - turn["height"] < 30
