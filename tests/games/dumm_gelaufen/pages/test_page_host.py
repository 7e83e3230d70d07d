"""What the host puts right, and the history of this game."""

import re
from typing import Any

import pytest

from companion.announce import message
from companion.games.dumm_gelaufen.deck.cards import Card
from tests.web.screens import (
    SIDEWAYS,
    TV,
    Visiting,
    box,
    counts,
    hosting,
    seated,
    signed_in,
    text_of,
)
from tests.web.scripted import Companion

pytestmark = pytest.mark.browser


TROUBLE = {
    "reason": "one-for-one",
    "player": 1,
    "cards": [],
    "zone": "turn",
    "text": message("trouble.one-for-one", cards="red 7").to_json(),
}


@pytest.mark.slow
def test_what_the_rules_forbid_is_settled_by_the_host(table: Companion, visit: Visiting) -> None:
    """One tap each, with what comes of it; a seat reads whom to ask."""
    seat, host = seated(visit(), 1), hosting(visit())
    host.open("/")
    table.show(troubles=[TROUBLE])

    assert seat.reads(".ask-host").endswith("on the host’s phone: Host")
    assert not seat.page.locator(".way").count()
    counts(host.page, ".way .why", 4)
    host.tap(".way[data-focus=allow]")
    host.page.wait_for_selector("#toast .good")
    assert {"do": "allow"} == table.said[-1]["correction"]
    host.page.click(".way[data-focus=action]")
    # What was said of the tap before may stand there still.
    with host.page.expect_response("**/api/corrections"):
        host.page.click("dialog .shelf-card[data-face=K08]")
    host.page.wait_for_selector("dialog", state="detached")
    assert {"do": "action", "card": "K08"} == table.said[-1]["correction"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "way", "said"),
    [
        ({"phase": "rebuild"}, "table-is-right", {"do": "counts"}),
        ({"camera": False, "draw": [0, 0]}, "reshuffled", {"event": "draw-pile-reshuffled"}),
    ],
    ids=["rebuild", "used-up"],
)
def test_the_host_has_a_way_on(
    table: Companion, visit: Visiting, state: dict[str, Any], way: str, said: dict[str, str]
) -> None:
    """Where a table is not to be built up as it was, and where the draw pile is used up and no camera sees people shuffle."""
    table.show(**state)
    host = signed_in(visit()).open("/")
    host.tap(f".way[data-focus={way}]")
    host.page.wait_for_selector("#toast .good")

    assert said == table.said[-1]["correction"]


def test_corrections_by_tap(table: Companion, visit: Visiting) -> None:
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
    assert "more-0" == page.evaluate("document.activeElement.dataset.focus")
    page.click("[data-focus=hand-0]")
    page.wait_for_selector("[data-focus=hand-0][disabled]")

    row = ["R08-1", "G11-1", "Y03-1", "G04-2", "R10-1", "Y08-3"]
    assert [said["correction"] for said in table.said] == [
        {"event": "turn-given", "player": 2},
        {"event": "table-corrected", "mac": row},
        {"event": "top-seen", "place": "open-right", "card": "R11-1"},
        {"event": "hand-counted", "player": 0, "fewest": 9, "most": 9},
    ]


@pytest.mark.slow
def test_what_is_put_right_is_the_table_as_it_is_now(table: Companion, visit: Visiting) -> None:
    """Who moves while the host looks changes what is shown; a row that changed is put right anew, a count that was tapped stays."""
    host = hosting(visit())
    page = host.page
    page.click("#tab-table")
    page.click("[data-focus=mac-0]")
    page.click("dialog .key[data-face=R08]")
    page.wait_for_selector("#table-right:not([disabled])")
    page.click("[data-focus=more-0]")
    row = ["G11-1", "Y03-1"]
    table.show(zones={**table.session.view()["zones"], "mac": row})
    page.wait_for_selector("#table-form .zone-mac [data-focus=mac-2]", state="detached")
    assert page.is_disabled("#table-right")
    assert page.is_enabled("[data-focus=hand-0]")

    host.tap("[data-focus=mac-1]")
    page.click("dialog .key[data-face=R08]")
    page.click("#table-right")
    page.wait_for_selector("#table-right[disabled]")
    assert [{"event": "table-corrected", "mac": ["G11-1", "R08-1"]}] == [
        said["correction"] for said in table.said
    ]


@pytest.mark.slow
def test_what_lies_in_the_wrong_place_may_lie_there(table: Companion, visit: Visiting) -> None:
    """The camera may look again, or the host say that it lies as it should; no turn is let pass by it."""
    host = signed_in(visit()).open("/")
    table.show(troubles=[{**TROUBLE, "zone": "open-left"}])

    host.page.wait_for_selector(".way")
    ways = host.page.locator(".way").evaluate_all("all => all.map(one => one.dataset.focus)")
    assert ["misread", "table-is-right"] == ways


@pytest.mark.slow
def test_a_long_violation_is_read_whole_across_the_room(table: Companion, visit: Visiting) -> None:
    """Its last words say what to do: it grows over what stands above, and moves nothing."""
    screen = visit(TV).open("/tv")
    cards = [card.name.to_json() for card in map(Card.parse, ("R11-1", "Y11-2", "G10-1"))]
    text = message("trouble.areas-mixed").to_json()
    text["params"] = {"cards": cards}
    table.show(troubles=[{**TROUBLE, "text": text}])
    screen.page.wait_for_selector(".notice")

    notice = box(screen.page.locator(".notice"))
    assert notice["height"] > 3 * 0.04 * TV["height"]
    assert notice["y"] + notice["height"] <= TV["height"]


@pytest.mark.slow
def test_after_the_game_only_its_end_is_put_right(table: Companion, visit: Visiting) -> None:
    """No card, no hand and no player is asked for any more."""
    page = hosting(visit()).page
    page.click("#tab-table")
    page.wait_for_selector("#hands-form")
    table.show(phase="over", winner=0)
    page.wait_for_selector("#the-end #undo")

    assert 0 == page.locator("#table-form, #hands-form, #reshuffled, [data-left]").count()


@pytest.mark.slow
def test_whoever_has_left_is_asked_nothing_any_more(table: Companion, visit: Visiting) -> None:
    """Neither his hand nor his seat; his phone enters nothing, and a game that too few play on is over."""
    phone = seated(visit(), 1).page
    players = table.session.view()["players"]
    gone = [{**each, "left": seat == 1} for seat, each in enumerate(players)]
    table.show(players=gone)
    page = hosting(visit(), "/host#table").page
    counts(page, "#hands-form li", 2)
    phone.wait_for_selector("#claim[disabled]")
    counts(
        visit(own=True).open("/").page,
        ".arriving [data-focus^=seat-]:not([data-focus=seat-guest])",
        2,
    )

    table.show(players=[{**each, "left": True} for each in gone], phase="over", turn=None)
    page.wait_for_selector("#the-end")
    phone.wait_for_selector("[data-notice=over]")
    assert text_of(phone, "#turn").startswith("The game is over")


@pytest.mark.slow
def test_the_host_says_that_a_turn_is_over(table: Companion, visit: Visiting) -> None:
    """The same word as the button at the table: what was seen is told, and the next one's turn begins."""
    page = hosting(visit()).page
    page.click("[data-order=done]")
    page.wait_for_selector(".notice.good")

    assert [{"do": "done"}] == [said["correction"] for said in table.said]


def test_a_new_game_is_set_up(table: Companion, visit: Visiting) -> None:
    """Edition, names in their seats, who begins, house rules; then the page shows from its top what is to be done."""
    page = hosting(visit(SIDEWAYS)).page
    page.click("#new-game")
    assert page.evaluate("scrollY") > 0
    page.click("[data-focus=edition-newer]")
    page.wait_for_selector("[data-focus=edition-newer][aria-pressed=true]")
    page.click("[data-focus=add]")
    page.fill("[data-focus=seat-3]", "Dora")
    page.click("[data-focus=first-3]")
    page.click("dialog summary")
    page.click("[data-focus=claim_window-any_time]")
    with page.expect_request("**/api/game") as asked:
        page.click("#begin-game")

    said: Any = asked.value.post_data_json
    assert {key: said[key] for key in said.keys() - {"seq", "key"}} == {
        "game": "dumm-gelaufen",
        "players": ["Ann", "Bob", "Cem", "Dora"],
        "edition": "newer",
        "first": 3,
        "dealer": 2,
        "rulings": {"claim_window": "any_time"},
    }
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("() => scrollY === 0")


@pytest.mark.slow
def test_robots_of_a_painted_table_are_asked_nothing(table: Companion, visit: Visiting) -> None:
    """It is said that they keep to the usual rulings, before anybody chooses others."""
    page = hosting(visit()).page
    table.others.health = {"source": "painted"}
    table.show(round=3)
    page.wait_for_selector("text=Round 3")
    page.click("#new-game")
    page.wait_for_selector("dialog #usual-rulings")

    assert "usual rules" in text_of(page, "dialog #usual-rulings")
    assert 0 == page.locator("dialog .ruling").count()


@pytest.mark.slow
def test_a_game_under_way_is_joined(table: Companion, visit: Visiting) -> None:
    """Whose turn, which round, hands and murphy cards won; what lies there is taken as it lies."""
    table.show(phase="set-up", setup={"ok": False, "problems": []})
    page = hosting(visit()).page
    page.click("#join")
    page.click("dialog [data-focus=turn-2]")
    page.click("dialog [data-focus='round+']")
    page.click("dialog [data-focus='hand-0−']")
    page.click("dialog [data-focus=won-1]")
    assert 21 == page.locator("dialog .code-pad button").count()
    assert 21 == page.locator("dialog .shelf-card").count()
    page.click("dialog [data-focus=code-M04]")
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


@pytest.mark.slow
def test_another_game_of_the_same_table(table: Companion, visit: Visiting) -> None:
    """Once somebody has won: who is still there, and by the house rules of the evening."""
    people = table.session.state.view["players"]
    gone = [*people[:2], {**people[2], "left": True}, {**people[2], "name": "Dia"}]
    rulings = {"claim_window": "any_time", "bin_rule": "on"}
    table.show(winner=0, phase="over", players=gone, rulings=rulings)
    phone = signed_in(visit()).open("/")
    assert phone.page.is_disabled("#claim")
    phone.page.click("[data-notice=over] a")
    phone.page.wait_for_selector("dialog .seats")
    with phone.page.expect_response("**/api/game") as begun:
        phone.page.click("#begin-game")

    told: Any = begun.value.request.post_data_json
    assert ["Ann", "Bob", "Dia"] == told["players"]
    assert "any_time" == told["rulings"]["claim_window"]
    # It is begun once: neither the history nor a reload leads back to it.
    phone.page.wait_for_selector("dialog", state="detached")
    phone.page.wait_for_url("**/host#game")
    phone.page.reload()
    phone.page.wait_for_selector("body.is-drawn")
    assert not phone.page.locator("dialog").count()


@pytest.mark.slow
def test_who_leaves_is_tapped_twice(table: Companion, visit: Visiting) -> None:
    """And is offered no more once gone."""
    page = hosting(visit(), "/host#table").page
    page.click("summary")
    page.click("[data-left='1']")
    assert page.text_content("[data-left='1']") == "Bob leaves: tap again"
    # In one run of text: beside each other the name's letters would stand below one another.
    assert 1 == page.eval_on_selector("[data-left='1']", "e => e.childNodes.length")
    assert not table.said
    page.click("[data-left='1']")
    page.wait_for_selector("#toast .good")
    assert {"event": "player-left", "player": 1} == table.said[-1]["correction"]
    people = table.session.state.view["players"]
    table.show(players=[{**player, "left": seat == 1} for seat, player in enumerate(people)])
    page.wait_for_selector("[data-left='1']", state="detached")
    page.click("#tab-game")
    turns = page.locator("#host [data-turn]").evaluate_all("all => all.map((e) => e.dataset.turn)")
    assert ["0", "2"] == turns


def played(table: Companion, turns: int = 12) -> None:
    """Some turns, with hands that grow and shrink."""
    for turn in range(turns):
        people = [dict(player) for player in table.session.state.view["players"]]
        people[turn % 3]["cards"] = [8 + turn % 4] * 2
        table.show(players=people, turn={"player": (turn + 1) % 3, "since": 0.0})
        table.tell("move", message("page.turn.somebody", name="Ann"), turn % 3)


@pytest.mark.slow
def test_the_game_so_far(table: Companion, visit: Visiting) -> None:
    """Who did what, newest first, and how the hands grew."""
    played(table)
    phone = visit().open("/history")
    phone.page.wait_for_selector("#summary polyline")

    counts(phone.page, "#summary polyline", 3)
    counts(phone.page, ".entry", 12)
    assert "Ann’s turn" in phone.reads(".entry:first-child")


@pytest.mark.slow
def test_the_summary_as_one_file(table: Companion, visit: Visiting) -> None:
    """It can be passed on: nothing in it is loaded from anywhere."""
    played(table)
    phone = visit().open("/history")
    phone.page.wait_for_selector("#share")
    with phone.page.expect_download() as saved:
        phone.page.click("#share")
    text = saved.value.path().read_text("utf-8")

    assert "<polyline" in text
    assert re.findall(r"(?:src|href)=|@import|url\(", text) == []
