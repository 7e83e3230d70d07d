"""A move by tap: what was taken, what was laid, what an action card asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from companion.announce import message
from companion.rules import Json
from companion.words import words
from tests.games.dumm_gelaufen.showcase import TURN
from tests.web.screens import Screen, Visiting, becomes, seated, text_of
from tests.web.scripted import Companion

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def entering(screen: Screen, table: Companion, legal: Sequence[Json] = TURN) -> Page:
    """A phone with the sheet for a move open."""
    table.others.legal = legal
    seated(screen, 1).page.click("#enter-move")
    return screen.page


def moves_of(table: Companion) -> list[Json]:
    return [said["move"] for said in table.said]


@pytest.mark.engines
def test_an_exchange_with_mac_by_tap(table: Companion, visit: Visiting) -> None:
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


@pytest.mark.engines
def test_an_exchange_with_the_piles_by_tap(table: Companion, visit: Visiting) -> None:
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


@pytest.mark.slow
def test_an_at_once_card_was_drawn_by_tap(table: Companion, visit: Visiting) -> None:
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


@pytest.mark.slow
def test_what_an_action_asks_by_tap(table: Companion, visit: Visiting) -> None:
    """Whom, and which card is demanded: one tap each."""
    asked: list[Json] = [
        {"move": "choose", "player": 1, "whom": whom, "cards": [], "face": "R01"} for whom in (0, 2)
    ]
    page = entering(visit(), table, asked)
    page.click("[data-whom='2']")
    page.click("dialog .key[data-face=G11]")
    page.wait_for_selector(".notice.good")

    chosen = {"move": "choose", "player": 1, "whom": 2, "cards": [], "face": "G11"}
    assert moves_of(table) == [chosen]


@pytest.mark.slow
def test_the_table_decides_on_a_claim_by_tap(table: Companion, visit: Visiting) -> None:
    """What it decides is no player's move: the rules refuse one that names somebody."""
    decisions: list[Json] = [{"move": "rule", "accept": yes} for yes in (True, False)]
    page = entering(visit(), table, decisions)
    page.get_by_role("button", name=words("en").say("moves.rule.yes")).click()
    page.wait_for_selector(".notice.good")

    assert moves_of(table) == decisions[:1]


@pytest.mark.slow
def test_what_an_action_card_has_one_lay_stands_above(table: Companion, visit: Visiting) -> None:
    """Its text has gone with the announcement, and the cards are counted, not named."""
    said = message("does.K07")
    asks = {"card": "K07", "by": 1, "left": 2, "text": said.to_json()}
    table.show(turn={"player": 1, "since": 0.0, "deciding": 1, "asks": asks})
    lay = {"move": "lay", "player": 1, "place": "mac", "card": None}
    page = entering(visit(), table, [lay])

    assert words("en")(said) == page.text_content("dialog .asked-for")
    assert "2 cards to go" == page.text_content("dialog .asked-for + h3")


@pytest.mark.slow
def test_who_is_not_in_turn_reads_who_is(table: Companion, visit: Visiting) -> None:
    """And on which phone it is entered; that a claim may be passed on is nothing to enter."""
    page = entering(visit(), table, [{"move": "pass", "player": 0}])
    page.wait_for_selector("dialog button.big")
    page.click("dialog .close")
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": 1})
    page.click("#enter-move")

    page.wait_for_selector("dialog p.soft")
    assert page.text_content("dialog p:not(.soft):not(:empty)") == "Cem’s turn"
    assert (
        text_of(page, "dialog p.soft").replace("\u2068", "").replace("\u2069", "")
        == "This turn is entered on Cem’s phone, or by the host."
    )
    assert not page.locator("dialog button.big").count()


@pytest.mark.slow
def test_a_sheet_closes_when_play_waits_for_another(table: Companion, visit: Visiting) -> None:
    """What may be entered of a turn that is over keeps nothing open that would move with what others do."""
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": None})
    take = {"move": "take", "player": 1, "cards": [["draw", None]]}
    page = entering(visit(), table, [take])
    page.click("dialog .choices button")

    page.wait_for_selector("dialog", state="detached")
    assert moves_of(table) == [take]


@pytest.mark.slow
def test_what_was_picked_and_still_can_be_stays_picked(table: Companion, visit: Visiting) -> None:
    """Others change the table: what they took is no longer picked, the rest is, and it is said."""
    page = entering(visit(), table)
    page.click("[data-focus=take-R07-2]")
    page.click("dialog .key[data-face=R07]")
    zones = table.session.view()["zones"]
    other = next(code for code in zones["mac"] if code != "R07-2")
    table.show(zones={**zones, "mac": [c for c in zones["mac"] if c != other]})
    becomes(page, "dialog [role=alert]", words("en").say("moves.changed"))
    still = page.get_attribute("[data-focus=take-R07-2]", "aria-pressed")
    table.show(zones={**zones, "mac": [c for c in zones["mac"] if c != "R07-2"]})
    becomes(page, "dialog [role=alert]", words("en").say("moves.changed.picks"))

    assert "true" == still
    assert 0 == page.locator("dialog .taking [aria-pressed=true]").count()


def picked(page: Page) -> list[str | None]:
    """What of the table is picked in the sheet that is opened again, after the page was loaded anew."""
    page.reload()
    page.wait_for_selector("body.is-drawn")
    page.click("#enter-move")
    page.wait_for_selector("dialog .taking")
    pressed = page.locator("dialog .taking [aria-pressed=true]").all()
    return [one.get_attribute("data-focus") for one in pressed]


@pytest.mark.slow
def test_a_page_loaded_anew_keeps_what_was_picked(table: Companion, visit: Visiting) -> None:
    """What was taken and laid, with the pile that is next, in the same turn; once it is sent it is gone."""
    page = entering(visit(), table)
    page.click("[data-take=open-left]")
    page.click("[data-side=open-right]")
    page.click("dialog .key[data-face=Y04]")
    again = picked(page)
    page.click("dialog .key[data-face=R01]")
    page.click("#enter")
    page.wait_for_selector("dialog", state="detached")
    (sent,) = moves_of(table)

    assert ["take-open-left"] == again
    assert [["open-right", "Y04-1"], ["open-right", "R01-1"]] == sent["lay"]
    assert [] == picked(page)


@pytest.mark.slow
def test_a_move_that_did_not_arrive_is_sent_again(table: Companion, visit: Visiting) -> None:
    """While the line is down it stands there as it was picked; once it is back nothing is said to be wrong, and one tap sends it."""
    phone = visit()
    page = entering(phone, table)
    page.click("[data-focus=take-R07-2]")
    for face in ("R07", "Y04"):
        page.click(f"dialog .key[data-face={face}]")
    phone.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.click("#enter")
    page.wait_for_selector("dialog [role=alert]")
    there = page.locator("dialog .taking [aria-pressed=true], dialog .laid button").count()
    phone.context.set_offline(False)
    page.wait_for_selector("dialog [role=alert]", state="detached")
    page.click("#enter")
    page.wait_for_selector("dialog", state="detached")

    assert 3 == there
    (sent,) = moves_of(table)
    assert [["mac", "R07-2"]] == sent["take"]


@pytest.mark.slow
def test_what_was_picked_is_forgotten_with_its_turn(table: Companion, visit: Visiting) -> None:
    """Of the same player's next turn, and of another seat, it would be another move; what lies elsewhere by now is said."""
    screen = visit()
    page = entering(screen, table)
    page.click("[data-focus=take-R07-2]")
    same = picked(page)
    zones = table.session.view()["zones"]
    page.click("dialog .close")
    table.show(zones={**zones, "mac": [code for code in zones["mac"] if code != "R07-2"]})
    elsewhere = picked(page)
    becomes(page, "dialog [role=alert]", words("en").say("moves.changed.picks"))
    table.show(zones=zones)
    page.wait_for_selector("[data-focus=take-R07-2]")
    page.click("[data-focus=take-R07-2]")
    table.show(turn={**table.session.view()["turn"], "since": 60.0})
    later = picked(page)
    page.click("[data-focus=take-R07-2]")
    seated(screen, 2)

    assert (["take-R07-2"], [], [], []) == (same, elsewhere, later, picked(page))


@pytest.mark.slow
def test_a_kept_card_is_picked_and_then_entered(table: Companion, visit: Visiting) -> None:
    """As everything else: one tap picks it, and one more lets it be; nothing is played before."""
    page = entering(visit(), table)
    page.click("#action summary")
    page.click("dialog [data-focus=shelf-K01]")
    page.wait_for_selector("dialog [data-focus=shelf-K01][aria-pressed=true]")
    page.click("dialog [data-focus=shelf-K01]")
    page.wait_for_selector("#enter[disabled]")
    page.click("dialog [data-focus=shelf-K02]")
    assert [] == moves_of(table)
    page.click("#enter")
    page.wait_for_selector("dialog[data-sheet=move]", state="detached")

    (said,) = moves_of(table)
    assert ("play-action", "K02-1") == (said["move"], said["card"])


@pytest.mark.slow
def test_a_sheet_stays_as_tall_when_another_acts(table: Companion, visit: Visiting) -> None:
    """Nothing moves on a phone that nobody touches, though there is less to enter."""
    page = entering(visit(), table)
    page.wait_for_selector("dialog[data-sheet=move] .taking")
    tall = page.locator("dialog").bounding_box()
    table.others.legal = []
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": None})
    page.wait_for_selector("dialog p.soft")

    assert page.locator("dialog").bounding_box() == tall


@pytest.mark.slow
def test_mac_with_seven_gives_two(table: Companion, visit: Visiting) -> None:
    """One of his alone is no exchange: that is said before anything can be laid, and in what can be done."""
    pair = [["mac", "R07-2"], ["mac", "G11-1"]]
    legal = [{"move": "take", "player": 1, "cards": pair}]
    page = entering(visit(), table, legal)
    page.click("[data-focus=take-R07-2]")
    page.wait_for_selector("dialog p.notice")
    keys = page.locator("dialog .key").count()
    page.click("[data-focus=take-G11-1]")
    page.wait_for_selector("dialog .key")
    page.click("dialog .close")
    page.click("#menu")
    page.click("#menu-can")

    assert 0 == keys
    assert (
        "Exchange with Mac: take two of his cards and lay one of yours with him."
        == page.text_content("dialog[data-sheet=can] li")
    )


@pytest.mark.slow
def test_what_can_be_done_now(table: Companion, visit: Visiting) -> None:
    """Whoever's turn it is asks, and reads each kind of move once; nobody else is offered it."""
    table.others.legal = TURN
    phone = seated(visit(), 1)
    phone.page.click("#menu")
    phone.page.click("#menu-can")
    phone.page.wait_for_selector("dialog[data-sheet=can] li")
    told = phone.page.locator("dialog[data-sheet=can] li").all_text_contents()
    table.show(turn={"player": 2, "since": 0.0, "deciding": 2, "offered": None})
    phone.page.wait_for_selector("dialog", state="detached")
    phone.page.click("#menu")
    phone.page.wait_for_selector("dialog[data-sheet=menu]")

    assert ["Exchange with Mac", "Exchange with the", "Play an action"] == [
        " ".join(text.split()[:3]).rstrip(":") for text in told
    ]
    assert 0 == phone.page.locator("#menu-can").count()


CLAIMS: tuple[tuple[str, int | None, str | None], ...] = (
    ("after_exchange", 1, None),
    ("after_exchange", 0, "Ann"),
    ("own_turn", 1, None),
    ("own_turn", None, "Cem"),
    ("any_time", None, None),
)
"""By which ruling, who has exchanged, and who alone may claim."""


@pytest.mark.slow
def test_who_may_claim_now_is_said_to_everybody_else(table: Companion, visit: Visiting) -> None:
    """In one's own turn a claim may be made after the exchange, too, though the next one's turn is told."""
    phone, found = seated(visit(), 1), []
    page = phone.page
    for window, offered, _ in CLAIMS:
        turn = {"player": 2, "since": 0.0, "deciding": 2, "offered": offered, "asks": None}
        table.show(turn=turn, rulings={"claim_window": window})
        phone.open("/")
        page.click("#claim")
        page.wait_for_selector("dialog #claim-camera", state="attached")
        found.append(page.locator("dialog .notice").all_text_contents())

    said = [[text.replace("\u2068", "").replace("\u2069", "") for text in told] for told in found]
    assert said == [
        [f"Just now only {only} may claim. The table decides on anything else."] if only else []
        for _, _, only in CLAIMS
    ]
