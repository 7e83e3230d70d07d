"""The history of any game: who said what, and what may still be changed."""

from collections.abc import Iterator

import pytest

from companion.announce import message
from companion.words import LANGUAGES
from tests.web.screens import Visiting, counts, seated
from tests.web.scripted import QUESTION, Companion, companion, turn_of_bob

pytestmark = pytest.mark.browser
FAULT = {"error": "web.fault", "text": dict.fromkeys(LANGUAGES, "Try again.")}


@pytest.fixture
def table() -> Iterator[Companion]:
    with companion() as running:
        yield running


def played(table: Companion, turns: int = 12) -> None:
    """Some turns."""
    for turn in range(turns):
        table.show(left=30 - turn, turn={"player": (turn + 1) % 3, "since": 0.0})
        table.tell("move", message("page.turn.somebody", name="Ann"), turn % 3)


@pytest.mark.slow
def test_the_history_knows_what_was_answered(table: Companion, visit: Visiting) -> None:
    """The question and what was said to it, by whom; a question alone is no history."""
    table.tell("question", message("page.seat.whose"), 1)
    table.show(questions=[QUESTION])
    table.session.answer("q1", "b", by=1)
    phone = visit().open("/history")

    said = phone.reads(".entry-answer .entry-said")
    assert said.startswith("Who are you? Somebody")
    assert said.endswith("answered · Bob")
    assert 1 == phone.page.locator(".entry").count()


def test_the_past_is_changed_where_it_was_assumed(table: Companion, visit: Visiting) -> None:
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


@pytest.mark.slow
def test_a_history_that_cannot_be_told_says_so(table: Companion, visit: Visiting) -> None:
    """Nothing but a heading would leave whoever opened it waiting."""
    phone = visit()
    phone.page.route("**/api/history*", lambda route: route.fulfill(status=500, json=FAULT))
    phone.open("/history")

    assert "Try again." == phone.reads("#history [role=alert]")


def test_a_history_that_did_not_come_is_asked_for_again(table: Companion, visit: Visiting) -> None:
    """The line may be gone for a moment as the page opens: nobody need load it anew."""
    played(table)
    page = visit().page
    page.route("**/api/history*", lambda route: route.abort(), times=1)
    page.goto(table.url + "/history")

    page.wait_for_selector(".entry")


def test_a_file_that_cannot_be_made_without_a_line(table: Companion, visit: Visiting) -> None:
    """It is said, nothing of it stays on the page, and the button may be tapped again."""
    played(table)
    phone = visit().open("/history")
    phone.page.route("**/*.css*", lambda route: route.abort())
    phone.page.click("#share")

    assert phone.reads("#toast .bad").startswith("Not connected")
    assert 0 == phone.page.locator("body > #game").count()
    assert phone.page.is_enabled("#share")


@pytest.mark.slow
def test_a_table_that_is_folded_while_it_is_played_stands_still(
    table: Companion, visit: Visiting
) -> None:
    """Nobody sees it, and a screen reader would go on telling it."""
    played(table)
    phone = visit(own=True)
    phone.page.clock.install()
    page = phone.open("/history").page
    page.click("#replay summary")
    page.click("[data-focus=replay-play]")
    page.click("#replay summary")
    page.wait_for_selector("#replay:not([open])")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    there = page.url
    page.clock.run_for(10_000)

    assert there == page.url


@pytest.mark.slow
def test_what_is_open_stays_so_while_the_game_goes_on(table: Companion, visit: Visiting) -> None:
    """News draw the history anew: a table that is being played step by step goes on, a turn that is being put right stays open."""
    played(table)
    entries = [e.seq for e in table.session.journal.after(0) if e.kind == "submission"]
    table.others.unsure = [turn_of_bob(entry=entries[1])]
    page = visit().open("/history").page
    page.click(f"[data-seq='{entries[1]}'] summary")
    page.click("#replay summary")
    page.click("[data-focus=replay-pace-0]")
    page.click("[data-focus=replay-play]")

    played(table, turns=1)

    counts(page, ".entry", 13)
    page.wait_for_selector(f"[data-seq='{entries[1]}'] details[open]")
    assert "Stop" == page.text_content("[data-focus=replay-play]")
    assert "replay-play" == page.evaluate("document.activeElement.dataset.focus")
