"""Games by taps in a browser: what a robot decides is tapped on the board and in the sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.pages import pages
from companion.games.lauf_rauf.robots import greedy_robot
from companion.games.lauf_rauf.rules.refusals import asked_again
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.journal.journal import Journal
from companion.session.session import Session
from tests.web.screens import (
    FINGERS,
    HUGE,
    LIES_STILL,
    PHONE,
    TV,
    Screen,
    Visiting,
    box,
    hard_to_hit_of_dice,
    hosting,
    seated,
    signed_in,
    torn_words_of_dice,
)
from tests.web.scripted import Others, serving

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize


class TappedGame:
    """A table without a camera, its pages, and one phone that enters everything."""

    def __init__(self, url: str, session: Session[Any]) -> None:
        self.url, self.session = url, session

    @property
    def now(self) -> m.State:
        """What the rules say."""
        state: m.State = self.session.state.state
        return state

    def play(self, phone: Screen, chance: Random, most: int) -> Iterator[m.Move]:
        """Tap what a greedy player decides, until the game or ``most`` decisions are over."""
        for _ in range(most):
            if self.now.winner is not None:
                return
            move = greedy_robot(self.now, chance)
            yield move
            self._tap(phone.page, move, chance)

    def _tap(self, page: Any, move: m.Move, chance: Random) -> None:
        match move:
            case m.ThrowPair():
                self._enters(page, (chance.randint(1, 6), chance.randint(1, 6)))
            case m.TurnUpCard():
                self._turns_up(page, chance)
            case m.SacrificeCard(card):
                self._says(page, f"#give-{card}")
            case m.LeaveIt():
                self._says(page, "#pass")
            case _:
                self._moves(page, move)
        page.wait_for_selector("dialog:not(.moment)", state="detached")
        told = self.session.view()["announcements"][-1]["seq"]
        page.wait_for_selector(f".line[data-seq='{told}']", state="attached")

    def _says(self, page: Any, selector: str) -> None:
        """The tap that sends the move."""
        with page.expect_response("**/api/moves") as answered:
            page.click(selector)
        assert 200 == answered.value.status

    def _enters(self, page: Any, values: tuple[int, int]) -> None:
        again = bool(self.now.rolls)
        page.click("#enter-dice")
        one, other = (f"[data-die='{n}'][data-value='{v}']" for n, v in enumerate(values))
        page.click(one)
        if again:
            page.click(other)
        self._says(page, "#enter-roll" if again else other)

    def _turns_up(self, page: Any, chance: Random) -> None:
        page.click("#take-card")
        more = True
        while more:
            kind = chance.choice(self.session.view()["may_come"])
            more = asked_again(self.now, kind) and kind not in self.session.state.turned
            self._says(page, f"[data-card={kind}]")
            if more:
                page.wait_for_selector(f"dialog:not(:has([data-card={kind}]))")

    def _moves(self, page: Any, move: m.Move) -> None:
        """A pawn, or the ghost; then where it goes, and with what, where several moves lead there."""
        told = next(one for one in self.session.view()["can"] if one["move"] == str(move))
        from_ = "ghost" if told["kind"] == "ghost" else f"pawn-{told['from']}"
        page.click(f".may-go[data-focus='{from_}'] >> nth=0")
        same = [
            one
            for one in self.session.view()["can"]
            if (one.get("from"), one.get("to")) == (told["from"], told["to"])
        ]
        there = f".target[data-focus='to-{told['to']}']"
        if len(same) > 1 or told.get("card"):
            page.click(there)
            there = f"dialog [data-focus='{told['move']}']"
        self._says(page, there)


@pytest.fixture
def table() -> Iterator[TappedGame]:
    """Ann and Bob without a camera."""
    with Journal(None) as journal:
        setup = {"players": ["Ann", "Bob"], "camera": False}
        session: Session[Any] = Session(TABLE_GAME, journal, setup=setup)
        with serving(session, Others(), pages(lambda: session.state, dict)) as server:
            yield TappedGame(f"http://127.0.0.1:{server.port}", session)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("lang", "players", "most"),
    [
        ("de", ("Ann", "Bob"), 5),
        pytest.param("de", ("Ann", "Bob"), 10**6, marks=pytest.mark.prove),
        pytest.param("en", ("Ann", "Bob", "Cem"), 10**6, marks=pytest.mark.prove),
    ],
)
def test_a_game_goes_by_taps(
    table: TappedGame, visit: Visiting, lang: str, players: tuple[str, ...], most: int
) -> None:
    """To the win, where nothing ends it before: every move that is decided can be tapped, and nothing is wider than the phone."""
    table.session.begin({"players": [*players], "camera": False})
    phone = signed_in(visit(PHONE, locale=lang)).open("/")
    phone.page.wait_for_selector("#enter-dice")
    for _ in table.play(phone, Random(55), most):
        assert 0 == phone.overflow()
    if most > 10**5:
        assert table.now.winner is not None
        phone.page.wait_for_selector("dialog.moment .moment-who")


@pytest.mark.slow
@pytest.mark.browser
def test_a_win_by_a_pawn_that_stands_elsewhere_is_put_right(
    table: TappedGame, visit: Visiting
) -> None:
    """After the game neither cards nor dice are asked for, but where the pawns stand; then play goes on."""
    for _ in range(3):
        pawn = table.session.view()["pawns"][0].index("base")
        table.session.correct({"do": "put", "player": 0, "pawn": pawn, "place": "camp"})
    page = hosting(visit(PHONE), "/host").page
    page.click("#tab-table")
    page.wait_for_selector("#the-end #undo")
    assert 0 == page.locator("#hand-form, #dice-form").count()

    # By two taps on the board: the pawn, and where it really stands.
    page.click("#pawn-form [data-focus=tap-0-1]")
    assert 2 == page.locator("#pawn-form .ghost circle:not(.hit)").count()  # its eyes
    # The board is one stop of the keyboard's; its arrow keys go to what lies there.
    page.focus("#pawn-form [data-focus=put-L1]")
    page.wait_for_function(
        "() => document.querySelectorAll('#pawn-form .board [tabindex=\"0\"]').length === 1"
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#pawn-form [data-focus=put-L2]:focus")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#pawn-form [data-focus=put-L1]:focus")
    page.click("#pawn-form [data-focus=put-base]")
    page.wait_for_selector("#pawn-form .is-where")
    page.click("#put")
    page.wait_for_selector("#hand-form")
    assert 0 == page.locator("#the-end").count()
    assert table.now.winner is None


@pytest.mark.slow
@pytest.mark.browser
def test_without_a_camera_a_board_is_taught_on_a_photo(table: TappedGame, visit: Visiting) -> None:
    """Nobody is sent to lay it on a mat that nothing sees."""
    page = hosting(visit(PHONE), "/host").page
    page.click("#tab-table")
    page.click("#teach")
    page.wait_for_function(
        "() => document.querySelector('#teach-asks')?.textContent.startsWith('No camera is watching')"
    )

    assert (0, 1) == tuple(page.locator(each).count() for each in ("#teach-again", "#teach-photo"))


@pytest.mark.slow
@pytest.mark.browser
def test_colours_are_chosen_before_a_game(table: TappedGame, visit: Visiting) -> None:
    """Nobody has two of one; they move with the seats, as does who begins, and the next game begins with them."""
    page = hosting(visit({"width": 360, "height": 640}), "/host").page

    def shown() -> list[str]:
        page.click("#new-game")
        page.wait_for_selector("[data-focus=colours-0]")
        shown: list[str] = page.eval_on_selector_all(
            "[data-focus^=colours-]", "all => all.map(one => one.value)"
        )
        return shown

    assert ["red", "green"] == shown()
    page.select_option("[data-focus=colours-0]", "green")
    page.click("[data-focus=add]")
    page.fill("[data-focus=seat-2]", "Cem")
    page.click("[data-focus=up-1]")
    with page.expect_response("**/api/game") as asked:
        page.click("#begin-game")

    assert 200 == asked.value.status
    assert ["green", "blue", "red"] == list(table.now.colours)
    assert ["Ann", "Cem", "Bob"] == list(table.session.state.names)
    page.wait_for_selector("dialog", state="detached")
    page.reload()
    page.wait_for_selector("#new-game")
    page.evaluate(LIES_STILL)
    assert ["green", "blue", "red"] == shown()


LOW: ViewportSize = {"width": 360, "height": 640}
"""A small phone."""


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    "lang", ["de", *(pytest.param(la, marks=pytest.mark.prove) for la in ("en", "nl"))]
)
def test_the_whole_board_is_in_sight_on_a_small_phone(
    table: TappedGame, visit: Visiting, lang: str
) -> None:
    """Over the bar, with what the roll allows above it; and that looks like no button, as it is none."""
    table.session.submit({"move": "roll both = 5 6"})
    phone = signed_in(visit(LOW, locale=lang)).open("/")
    phone.page.wait_for_selector(".can li")

    def edge(selector: str, side: str) -> float:
        script = f"all => all[0].getBoundingClientRect().{side}"
        return float(phone.page.eval_on_selector_all(selector, script))

    assert edge(".board", "bottom") <= edge(".bar", "top")
    look = "all => all.map(e => getComputedStyle(e)).map(s => [s.borderTopWidth, s.backgroundImage, s.backgroundColor])"
    plain = ["0px", "none", "rgba(0, 0, 0, 0)"]
    assert [plain] == phone.page.eval_on_selector_all(".can li", look)

    at_the_table = edge(".board", "height")
    phone.open("/history").page.click("#replay summary")
    phone.page.wait_for_selector(".board")
    assert at_the_table <= edge(".board", "height")


@pytest.mark.slow
@pytest.mark.browser
def test_a_phone_is_offered_what_it_may_enter(table: TappedGame, visit: Visiting) -> None:
    """Dice and pawns of whoever has the turn: on that phone, and on no other seat's."""
    table.session.submit({"move": "roll both = 5 6"})
    ann, bob = seated(visit(PHONE), 0).page, seated(visit(PHONE), 1).page
    offered = "#enter-dice, #pass, .may-go, #allowed p"

    ann.wait_for_selector(".may-go")
    assert {"enter-dice", "pass"} <= set(
        ann.eval_on_selector_all(offered, "all => all.map(e => e.id)")
    )
    bob.wait_for_selector(".can li")
    assert 0 == bob.locator(offered).count()

    # A board that was made larger is made smaller by whoever waits, too.
    ann.click("#board-large")
    ann.wait_for_selector("#mountain.is-large")
    table.session.submit({"move": "pass"}, by=0)
    ann.wait_for_selector(".may-go", state="detached")
    ann.click("#board-large")
    ann.wait_for_selector("#mountain:not(.is-large)")


@pytest.mark.slow
@pytest.mark.browser
def test_who_has_which_colour_is_told_before_the_first_roll(
    table: TappedGame, visit: Visiting
) -> None:
    """On a phone as low as they come, with the whole board over the bar; and no longer once the dice have fallen."""
    phone = visit(LOW).open("/")
    phone.page.wait_for_selector(".board")
    assert "Ann (red), Bob (green)" in phone.reads("#notices")
    table.session.submit({"move": "roll both = 1 2"})
    phone.page.wait_for_selector(".hindrance")
    assert "Ann (red)" not in phone.page.inner_text("#notices")


@pytest.mark.browser
def test_the_only_pawn_that_may_move_is_chosen(table: TappedGame, visit: Visiting) -> None:
    """One tap moves it; a tap that would spend a card asks first."""
    table.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "L3"})
    table.session.correct({"do": "hand", "player": 0, "cards": ["BAC"]})
    table.session.submit({"move": "roll both = 2 3"})
    phone = seated(visit(PHONE), 0)
    phone.page.click(".target[data-focus=to-L38]")
    phone.page.wait_for_selector("dialog [data-focus$=BAC]")
    assert "L3" in table.now.pawns[0]
    phone.page.click("dialog .close")
    phone.page.click(".target[data-focus=to-L8]")
    phone.page.wait_for_selector(".die.is-away")
    assert "L8" in table.now.pawns[0]


@pytest.mark.slow
@pytest.mark.browser
def test_what_can_only_be_passed_on_says_why(table: TappedGame, visit: Visiting) -> None:
    """Why no pawn may move; and the one button that is left is the large one."""
    table.session.submit({"move": "roll both = 1 2"})
    phone = seated(visit(PHONE), 0)
    phone.page.wait_for_selector(".hindrance")
    assert "ten" in phone.reads(".hindrance")
    assert phone.page.locator("#enter-dice.main").count()
    for _ in range(2):
        table.session.submit({"move": "roll both = 1 2"})
    phone.page.wait_for_selector("#pass.main")


@pytest.mark.slow
@pytest.mark.browser
def test_the_end_tells_how_far_everybody_came(table: TappedGame, visit: Visiting) -> None:
    """The winner first, also across the room, where the news stand under the board."""
    for pawn, place in ((0, "camp"), (0, "camp"), (0, "M22")):
        table.session.correct({"do": "put", "player": 0, "pawn": pawn, "place": place})
    table.session.submit({"move": "roll both = 1 2"})
    screen = visit(TV).open("/tv")
    board, news = (box(screen.page.locator(each)) for each in (".board", "#news"))
    assert board["y"] + board["height"] <= news["y"]
    table.session.submit({"move": "climb M22"})
    screen.page.wait_for_selector("dialog.moment .reckoning")
    told = screen.page.locator(".reckoning li").all_inner_texts()
    assert [["Ann", "3/3", "100 %"], ["Bob", "0/3", "0 %"]] == [
        re.findall(r"Ann|Bob|\d/3|\d+ %", each) for each in told
    ]


@pytest.mark.slow
@pytest.mark.browser
def test_every_line_of_the_history_keeps_its_name(table: TappedGame, visit: Visiting) -> None:
    """One far ahead, the others side by side at the bottom: no name leaves the picture."""
    table.session.begin({"players": ["Ann", "Bob", "Cem"], "camera": False})
    for place in ("camp", "camp", "M22"):
        table.session.correct({"do": "put", "player": 0, "pawn": 0, "place": place})
    table.session.submit({"move": "roll both = 1 2"})
    phone = visit(PHONE).open("/history").page
    phone.wait_for_selector(".chart text.end")
    heights = phone.eval_on_selector_all(
        ".chart text.end", "all => all.map(e => Number(e.getAttribute('y')))"
    )
    assert 3 == len(heights)
    assert 0 < min(heights)
    assert 20 <= min(b - a for a, b in pairwise(sorted(heights)))


@pytest.mark.slow
@pytest.mark.browser
def test_putting_a_pawn_right_begins_with_where_it_stands(
    table: TappedGame, visit: Visiting
) -> None:
    """The pawns of whoever has the turn come first; only places that are free are offered, to the ghost only pawns and its summit."""
    table.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "L3"})
    page = hosting(visit(PHONE), "/host").page
    page.click("#tab-table")
    page.wait_for_selector("#put-pawn")
    # What happens while it is open is shown there.
    table.session.correct({"do": "put", "player": 1, "pawn": 0, "place": "M5"})
    page.wait_for_selector("#put-pawn option:has-text('M5')", state="attached")
    page.select_option("#put-pawn", "1-0")
    page.wait_for_function("() => document.querySelector('#put-where').value === 'M5'")
    places = "#put-where option"
    assert "L3" not in page.eval_on_selector_all(places, "all => all.map(e => e.value)")
    page.select_option("#put-where", "M9")
    table.session.correct({"do": "put", "player": 1, "pawn": 1, "place": "L7"})
    page.wait_for_selector("#put-pawn option:has-text('L7')", state="attached")
    assert "M9" == page.input_value("#put-where")
    page.select_option("#put-pawn", "ghost")
    page.wait_for_function("() => document.querySelector('#put-where').value === 'summit'")
    offered = page.eval_on_selector_all(places, "all => all.map(e => e.value)")
    assert {"summit", "L3", "L7", "M5"} == set(offered)


@pytest.mark.slow
@pytest.mark.browser
def test_the_others_call_the_ghost(table: TappedGame, visit: Visiting) -> None:
    """Who has the turn may end it or move the ghost; nothing gives a seven away, and a call tells why and where to."""
    rulings = {"huckauf": "on-call"}
    table.session.begin({"players": ["Ann", "Bob"], "camera": False, "rulings": rulings})
    table.session.correct({"do": "put", "player": 1, "pawn": 0, "place": "M3"})
    table.session.correct({"do": "put", "player": 0, "pawn": 0, "place": "L3"})
    table.session.submit({"move": "roll both = 3 3"})
    ann, bob = seated(visit(PHONE), 0).page, seated(visit(PHONE), 1)
    ann.wait_for_selector("#pass")
    assert 0 == ann.locator("#huckauf").count()
    bob.page.click("#huckauf")
    assert "seven" in bob.reads(".toast")

    table.session.undo()
    table.session.submit({"move": "roll both = 3 4"})
    bob.page.wait_for_selector(".rolled[aria-label*='7']")
    assert "ghost" not in bob.reads("#allowed")
    bob.page.click("#huckauf")
    bob.page.wait_for_selector("dialog.moment .moment-text")
    assert "seven" in bob.reads(".moment-text")
    assert "middle ring" in bob.reads(".moment-text")


@pytest.mark.slow
@pytest.mark.browser
def test_who_mistyped_takes_it_back(table: TappedGame, visit: Visiting) -> None:
    """By a button under the thumb, where all four have room; by who entered it and until somebody enters something else; nobody needs the host."""
    phone = seated(visit(FINGERS, locale="de-DE"), 0)
    other = seated(visit(PHONE), 1)
    phone.page.click("#enter-dice")
    phone.page.click("[data-die='0'][data-value='3']")
    phone.page.click("[data-die='1'][data-value='6']")
    phone.page.wait_for_selector("#take-it-back")
    assert 4 == phone.page.locator("#bar :is(button, a)").count()
    assert [] == phone.spills()
    assert [] == phone.barriers()
    assert ((3, 6),) == table.now.rolls
    phone.page.click("#take-it-back")
    phone.page.wait_for_selector("#take-it-back", state="detached")
    assert not table.now.rolls

    phone.page.click("#enter-dice")
    phone.page.click("[data-die='0'][data-value='2']")
    phone.page.click("[data-die='1'][data-value='1']")
    phone.page.wait_for_selector("#take-it-back")
    other.page.wait_for_selector(".rolled[aria-label*='3']")
    assert 0 == other.page.locator("#take-it-back").count()
    table.session.submit({"move": "pass"}, by=0)
    phone.page.wait_for_selector("#take-it-back", state="detached")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    "size", [FINGERS, pytest.param(HUGE, marks=pytest.mark.prove)], ids=["360", "huge"]
)
def test_a_finger_hits_everything(table: TappedGame, visit: Visiting, size: ViewportSize) -> None:
    """On the table, in the sheet of dice and where the host puts things right: targets of 44 px, and nothing wider than the screen; also with type twice as large."""
    screen = hosting(visit(size), "/host")
    page: Any = screen.page
    page.click("#tab-table")
    page.wait_for_selector("#host h2")
    page.click("#board-large")  # which makes its fields large enough
    assert [] == screen.barriers()
    found = {"host": screen.hard_to_hit(), **hard_to_hit_of_dice(screen)}

    assert {name: ([], 0) for name in found} == found


@pytest.mark.slow
@pytest.mark.browser
def test_no_word_is_torn_where_type_is_twice_as_large(table: TappedGame, visit: Visiting) -> None:
    """After a roll that may do several things."""
    table.session.submit({"move": "roll both = 6 6"})

    assert [] == torn_words_of_dice(seated(visit(HUGE, locale="de-DE"), 0))
