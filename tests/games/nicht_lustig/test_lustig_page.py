"""The game's pages in a browser: a whole turn by taps, a die that is asked for, points below zero in the history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.nicht_lustig import model as m
from companion.games.nicht_lustig.best_rolls import outlook_of
from companion.games.nicht_lustig.pages import pages
from companion.games.nicht_lustig.pieces import DUCK, TARGETS
from companion.games.nicht_lustig.robots import greedy_robot
from companion.games.nicht_lustig.rules.legality import most_rolls
from companion.games.nicht_lustig.valuation import values_of
from tests.games.nicht_lustig.seen import WatchedTable
from tests.web.screens import (
    FINGERS,
    HUGE,
    PHONE,
    PROJECTOR,
    SMALL_TV,
    Screen,
    Visiting,
    counts,
    hard_to_hit_of_dice,
    hosting,
    seated,
    signed_in,
    torn_words_of_dice,
)
from tests.web.scripted import Others, serving

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize


UNDER_FIELDS = """() => [...document.querySelectorAll("dialog .die-name")].filter((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  const { right, bottom } = words.getBoundingClientRect();
  const field = name.parentElement.querySelector("button").getBoundingClientRect();
  return right > field.left && bottom > field.top + 1;
}).map((name) => name.textContent)"""
"""The names of dice that reach into the first of their fields."""
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3")].filter((one) => one.checkVisibility()).map((one) => one.tagName[1])"""
"""The levels of headings: where no dice are shown there is none between those of the page and of what lies before everybody."""


class Served(WatchedTable):
    """A table whose pages are served."""

    url = ""


@pytest.fixture
def table() -> Iterator[Served]:
    """Ann and Bob under a camera, the display laid out, served."""
    watched = Served()
    watched.begin()
    with serving(watched.session, Others(), pages(lambda: watched.session.state, dict)) as server:
        watched.url = f"http://127.0.0.1:{server.port}"
        yield watched
    watched.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL_TV, PROJECTOR], ids=["small", "projector"])
def test_all_of_it_is_on_the_screen(table: Served, visit: Visiting, size: ViewportSize) -> None:
    """What can be taken, with its chance, and what was rolled last: where nobody scrolls."""
    screen = visit(size).open("/tv")
    for dice in ("3* 12 45 1", "33 22 55 5"):
        table.rolls(dice)
    screen.page.wait_for_selector(".target-more")

    assert [] == screen.beyond()


@pytest.mark.slow
def test_a_die_is_asked_for_and_a_turn_goes_by_taps(table: Served, visit: Visiting) -> None:
    """One tap says what the die shows; the next roll is entered die by die, what it takes with one more tap; nothing is wider than the phone."""
    phone = signed_in(visit(PHONE)).open("/")
    page: Any = phone.page
    table.rolls("3? 12 45 1")
    page.wait_for_selector(".die.is-asked")
    # Bob's phone is not offered what only Ann's, or the host's, may enter.
    bob = seated(visit(PHONE), 1).page
    bob.wait_for_selector("#bar a")
    assert (1, 0) == (page.locator("#enter-dice").count(), bob.locator("#bar button").count())
    assert [] == phone.barriers()
    phone.tap("[data-focus=choice-black-3]")
    page.wait_for_selector(".die.is-asked", state="detached")
    assert (3, 3) == table.now.dice.of("black")

    # A sheet does not outlive what it is about.
    phone.tap("#enter-dice")
    page.evaluate("document.querySelector('#stop').click()")
    page.wait_for_selector("dialog", state="detached")
    # Whoever is asked is called by name by everybody else's page.
    ann = seated(visit(PHONE), 0)
    asked = ".question h2"
    assert ("What do you take?", "What does Ann take?") == (ann.reads(asked), phone.reads(asked))
    phone.tap(".question .choices button")
    page.wait_for_selector(".question", state="detached")
    # A choice that was mistyped is taken back, too: it is asked for again.
    phone.tap("#take-it-back")
    phone.tap(".question .choices button")
    page.wait_for_selector(".question", state="detached")
    phone.tap("#enter-dice")
    for name, value in zip(table.session.view()["names"], "1225450", strict=True):
        page.click(f"[data-die={name}][data-value='{value}']")
    phone.tap("#last-roll")
    phone.tap(".moment-close")
    page.wait_for_selector(".chip.is-death")
    assert (("R03",), ("T06",)) == (table.now.areas[0].open, table.now.areas[1].deaths)
    assert 0 == phone.overflow()

    # Dice that were mistyped are taken back, with all that came of them: first that they count, then the roll.
    phone.tap("#take-it-back")
    page.wait_for_selector(".chip.is-death", state="detached")
    assert 1 == table.now.rolls
    phone.tap("#take-it-back")
    page.wait_for_selector("#dice .die:not(.is-away)", state="detached")
    assert 0 == table.now.rolls


@pytest.mark.slow
def test_play_goes_on_where_the_display_cannot_be_laid_out_again(
    table: Served, visit: Visiting
) -> None:
    """The host says so, on the table's page as on his own; nobody is offered what cannot be done."""
    table.rolls("33 12 45 1")
    table.shows(display=())
    page: Any = hosting(visit(PHONE), "/host").page
    page.click("[data-order=lay-out]")
    page.wait_for_selector("[data-order=begin]")
    assert ("rebuild", 0) == (
        table.session.view()["phase"],
        page.locator("[data-order=lay-out]").count(),
    )

    page.goto(f"{table.url}/")
    page.wait_for_selector("[data-notice=rebuild]")
    assert page.text_content("#turn").startswith("Set up again")
    page.click("[data-notice=rebuild] .way[data-focus=begin]")
    page.wait_for_selector("[data-notice=rebuild]", state="detached")
    assert "play" == table.session.view()["phase"]


@pytest.mark.slow
def test_a_button_settles_the_card_it_stands_beside(table: Served, visit: Visiting) -> None:
    """Two cards are complained about: the first one's button lets the first one count."""
    table.rolls("33 12 45 1")
    table.takes("D24", "D25")
    page: Any = signed_in(visit(PHONE)).open("/").page
    page.wait_for_selector("[data-notice=trouble]")
    page.locator("[data-notice=trouble]").first.locator("[data-focus=counts]").click()
    counts(page, "[data-notice=trouble]", 1)

    assert ("D24",) == table.now.areas[0].scored
    assert ["taken-D25"] == [w.reason for w in table.session.state.violations]


@pytest.mark.slow
def test_what_was_put_right_stands_in_the_history(table: Served, visit: Visiting) -> None:
    """Which die, and how; a pause puts nothing right."""
    table.rolls("33 12 45 1")
    for do in ("pause", "resume"):
        table.session.correct({"do": do})
    table.session.correct({"do": "dice", "values": [1, 3, 1, 2, 4, 5, 1]})
    page: Any = visit(PHONE).open("/history").page
    page.wait_for_selector(".entry-correction")

    said = [
        line.split("\n") for line in page.locator(".entry-correction .entry-said").all_inner_texts()
    ]
    assert [
        ["Corrected: black shows 1, not 3", "corrected"],
        ["The game goes on"],
        ["The game pauses"],
    ] == [[part for part in parts if part] for parts in said]


@pytest.mark.slow
def test_putting_a_covered_card_right_begins_under_its_death(
    table: Served, visit: Visiting
) -> None:
    """There is nothing to be said as long as nothing else is chosen. A small chance is not told as one percent, nor as none."""
    put = {"do": "put", "player": 0}
    table.session.correct(put | {"card": "L01", "place": "scored"})
    table.session.correct(put | {"card": "T03", "place": "covered", "under": "L01"})
    table.session.correct(put | {"card": "T02", "place": "deaths"})
    phone = hosting(visit(PHONE), "/host")
    phone.page.click("#tab-table")
    phone.page.select_option("#put-card", "L01")
    chosen = phone.page.locator("#put-where option:checked")
    assert "with Ann, under Death 3" == chosen.inner_text()
    assert phone.page.is_disabled("#put")
    phone.page.select_option("#put-where", "0-scored")
    # What others do meanwhile takes nothing back that was picked.
    table.rolls("12 34 51 1")
    phone.page.wait_for_selector("#dice-form")
    assert "0-scored" == phone.page.input_value("#put-where")
    _says(phone.page, "#put", "corrections")
    phone.page.wait_for_function("() => document.querySelector('#put-where').value === '0-scored'")
    assert ({}, ("L01",)) == (dict(table.now.areas[0].covered), table.now.areas[0].scored)

    table.session.correct(put | {"card": "L01", "place": "open"})
    table.session.correct(put | {"card": "T01", "place": "deaths"})
    table.rolls("22 44 11 1", "1010100")
    phone.open("/")
    phone.page.wait_for_selector(".target-more")
    assert "\N{MINUS SIGN}1 point" in phone.page.locator(".area-points").all_inner_texts()
    marks = phone.page.locator("#display .target-more").all_inner_texts()
    assert "<1%" in marks
    assert "0%" not in marks


def test_what_can_be_done_names_the_special(table: Served, visit: Visiting) -> None:
    """And what it does; dice that were kept are not offered again."""
    table.session.correct({"do": "put", "card": "S01", "place": "specials", "player": 0})
    for pink in "12":
        table.rolls(f"33 12 45 {pink}", "1111111" if pink == "1" else "0000001")
    phone = seated(visit(PHONE), 0)
    phone.tap("#can")
    assert "none that you have kept" in phone.reads("dialog .how")
    phone.page.click("dialog .close")
    table.rolls("33 12 45 3", "0000001")
    phone.page.wait_for_selector("[data-notice=duck]")
    phone.tap("#can")
    assert "Use a special card – Duck: one more roll." in phone.reads("dialog .how")


def test_symbols_and_specials_are_named(table: Served, visit: Visiting) -> None:
    """Why this turn has two rolls, what a symbol on the table brings, and which die of a colour has which."""
    table.session.correct({"do": "put", "card": "S05", "place": "specials", "player": 0})
    table.rolls("33 *2 45 1")
    phone = signed_in(visit(PHONE)).open("/")
    assert "UFO: no third roll" == phone.reads(".dice-told")
    assert "✶ Clown" == phone.reads(".dice-told + .dice-told")

    phone.tap("#enter-dice")
    assert "black ✶ Duck" == phone.reads("dialog .die-name")
    names = phone.page.locator("dialog .die-name small").all_inner_texts()
    assert ["✶ Duck", "✶ Time machine"] == names[:2]
    assert 0 == phone.overflow()
    assert "3 3 ✶ 2 4 5 1" == phone.open("/history").reads(".entry .said-dice")


@pytest.mark.slow
def test_the_professors_roll_at_the_end(table: Served, visit: Visiting) -> None:
    """Who rolls how many dice is said; dice that were mistyped are taken back, even those that ended the game."""
    for face in TARGETS:
        if face[0] != "Y":
            place = "scored" if face in ("P01", "P02") else "open"
            table.session.correct({"do": "put", "card": face, "place": place, "player": 0})
    table.rolls("23 11 45 *")
    table.takes("Y01")
    phone = seated(visit(PHONE), 0)
    assert "The professors roll" == phone.reads(".turn-words")
    assert "Professors’ dice: Ann 2" == phone.reads("#dice h2")

    phone.tap("#professors")
    for die, value in enumerate((4, 0)):
        phone.page.click(f"[data-focus='p-{die}-{value}']")
    phone.page.click("#enter-professors")
    phone.tap(".moment button")
    assert "over" == table.now.now
    phone.page.wait_for_selector("dialog", state="detached")
    assert set("12") == set(phone.page.evaluate(HEADINGS))
    phone.tap("#take-it-back")
    phone.page.wait_for_selector("#professors")
    assert "reckon" == table.now.now


@pytest.mark.slow
def test_the_rules_in_a_minute(table: Served, visit: Visiting) -> None:
    """The menu opens them, step by step."""
    phone = visit(PHONE).open("/")
    phone.tap("#menu")
    phone.tap("#how")

    counts(phone.page, "dialog .how li", 6)


def tapped(phone: Screen, watched: WatchedTable, chance: Random, most: int) -> Iterator[m.Move]:
    """What a greedy player decides, tapped, until the game or ``most`` decisions are over."""
    page: Any = phone.page
    for _ in range(most):
        now = watched.now
        if now.now == "over":
            return
        move = greedy_robot(now, chance)
        yield move
        match move:
            case m.ThrowDice(_, thrown, _):
                _throws(page, thrown, now, chance)
            case m.UseSpecial(_, face) if face == DUCK:
                outlook = outlook_of(values_of(now))
                _throws(page, outlook.last(now.dice, now.free), now, chance)
            case m.StopRolling():
                _says(page, "#stop")
            case m.RollProfessors():
                page.click("#professors")
                page.wait_for_selector("dialog .die-row")
                dice = page.locator("dialog .die-row").count()
                for die in range(dice):
                    page.click(f"[data-focus='p-{die}-{chance.randrange(6)}']")
                _says(page, "#enter-professors")
            case _:
                _says(page, f".question [data-focus='choice-{str(move)}']", "answers")
        page.wait_for_selector("dialog:not(.moment)", state="detached")
        told = watched.session.view()["announcements"][-1]["seq"]
        page.wait_for_selector(f".line[data-seq='{told}']", state="attached")


def _says(page: Any, selector: str, what: str = "moves") -> None:
    """The tap that sends something."""
    with page.expect_response(f"**/api/{what}") as answered:
        page.click(selector)
    assert 200 == answered.value.status


def _throws(page: Any, thrown: Sequence[str], now: m.State, chance: Random) -> None:
    """The dice that fell, entered one by one; after the last roll the page offers no other button."""
    page.click("#enter-dice")
    for die in thrown:
        page.click(f"[data-die={die}][data-value='{chance.randrange(6)}']")
    _says(page, "#roll-on" if now.rolls + 1 < most_rolls(now) else "#last-roll")


@pytest.mark.prove
@pytest.mark.parametrize(
    ("lang", "players"), [("de", ("Ann", "Bob")), ("en", ("Ann", "Bob", "Cem"))]
)
def test_a_whole_game_goes_by_taps(
    visit: Visiting, table: Served, lang: str, players: tuple[str, ...]
) -> None:
    """Without a camera, to the reckoning with the professors' dice; nothing is wider than the phone."""
    table.session.begin({"players": [*players], "camera": False})
    phone = signed_in(visit(PHONE, locale=lang)).open("/")
    phone.page.wait_for_selector("#enter-dice")
    for _ in tapped(phone, table, Random(4), 10**6):
        assert 0 == phone.overflow()

    assert "over" == table.now.now
    phone.page.wait_for_selector("dialog.moment .moment-who")


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [FINGERS, pytest.param(HUGE, marks=pytest.mark.prove)], ids=["360", "huge"]
)
def test_a_finger_hits_everything(table: Served, visit: Visiting, size: ViewportSize) -> None:
    """On the table, in the sheet of dice and where the host puts things right: targets of 44 px, and nothing wider than the screen; also with type twice as large."""
    table.session.begin({"players": ["Ann", "Bob"], "camera": False})
    screen = hosting(visit(size), "/host")
    page: Any = screen.page
    page.click("#tab-table")
    page.wait_for_selector("#host h2")
    found = {"host": screen.hard_to_hit(), **hard_to_hit_of_dice(screen)}

    assert {name: ([], 0) for name in found} == found
    assert 7 == page.locator("dialog .die-name small").count()
    assert [] == page.evaluate(UNDER_FIELDS)


@pytest.mark.slow
def test_no_word_is_torn_where_type_is_twice_as_large(table: Served, visit: Visiting) -> None:
    """After a roll, in the language with the longest words, in a browser that knows no hyphens of it."""
    table.session.begin({"players": ["Ann", "Bob"], "camera": False})
    thrown = table.session.view()["names"]
    values = [1, 1, 2, 3, 4, 4, 5]
    table.session.submit({"move": "roll", "player": 0, "thrown": thrown, "values": values})

    assert [] == torn_words_of_dice(seated(visit(HUGE, locale="de-DE"), 0))


@pytest.mark.slow
def test_with_a_time_machine_every_button_has_room(table: Served, visit: Visiting) -> None:
    """Five under the thumb of a small phone, in the language with the longest words."""
    table.session.begin({"players": ["Ann", "Bob"], "camera": False})
    table.session.correct({"do": "put", "card": "S02", "place": "specials", "player": 0})
    phone = seated(visit(FINGERS, locale="de-DE"), 0)
    thrown = ("black-1", "black-2", "red-1", "red-2", "white-1", "white-2", "pink")
    _throws(phone.page, thrown, table.now, Random(1))
    phone.page.wait_for_selector("#take-it-back")

    assert 5 == phone.page.locator("#bar :is(button, a)").count()
    assert [] == phone.spills()
    assert 0 == phone.overflow()
