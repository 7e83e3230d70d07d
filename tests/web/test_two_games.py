"""Two games with different pages in one running companion: each page follows the one on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from companion.inputs import Envelope
from companion.journal.journal import Journal
from companion.rules import Game, Json
from companion.session.session import Outcome, Session
from tests.games.dumm_gelaufen.showcase import opening, shown_pages
from tests.web.home import Table, home, toy_pages
from tests.web.screens import PHONE, TV, Screen, Visiting, hosting
from tests.web.scripted import Others, Script, serving
from web.access.guard import Role
from web.game_pages import GamePages, OwnPage, Route
from web.server.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

CARDS, TOY = "dumm-gelaufen", "toy"
RULES: dict[str, Game[Any]] = {CARDS: Script(opening), TOY: Table()}
HEAP = replace(toy_pages(), setup=lambda asked: {"matches": 10})


class Look(Protocol):
    """Opens a page of the table on a screen of a size."""

    def __call__(self, size: ViewportSize, path: str = "/") -> Screen: ...


class TwoGames:
    """A companion in which the host may begin either game."""

    def __init__(self, server: Server, session: Session[Any], health: dict[str, Any]) -> None:
        self.url = f"http://127.0.0.1:{server.port}"
        self.session, self.health = session, health

    def begin(self, name: str, **setup: Any) -> None:
        self.session.begin(setup, game=RULES[name])


@pytest.fixture
def table() -> Iterator[TwoGames]:
    others, journal = Others(), Journal(None)
    health: dict[str, Any] = {}
    session: Session[Any] = Session(RULES[CARDS], journal, setup={})

    def begin(game: str, setup: Json, envelope: Envelope) -> Outcome:
        return session.begin(setup, envelope, game=RULES[game])

    with serving(
        session,
        others,
        shown_pages(others),
        besides=[HEAP],
        begin=begin,
        health=lambda: dict(health),
    ) as server:
        yield TwoGames(server, session, health)
    journal.close()


@pytest.fixture
def look(visit: Visiting) -> Look:
    return lambda size, path="/": visit(size).open(path)


def dressed(screen: Screen) -> tuple[list[str], str]:
    """Whose style sheets the page wears, and how wide the toy's outline is."""
    games = screen.page.eval_on_selector_all(
        "link[data-game]", "all => [...new Set(all.map(link => link.dataset.game))]"
    )
    wide = screen.page.eval_on_selector("#game > *", "e => getComputedStyle(e).outlineWidth")
    return games, wide


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(("size", "path"), [(PHONE, "/"), (TV, "/tv")], ids=["phone", "tv"])
def test_a_page_follows_the_game_that_is_begun(
    table: TwoGames, look: Look, size: ViewportSize, path: str
) -> None:
    """Another game's table, styles and buttons come by themselves, and those of the game before go."""
    screen = look(size, path)
    screen.page.wait_for_selector("#mac .card")

    table.begin(TOY, matches=10)

    assert screen.reads("#heap") == "10"
    assert screen.page.query_selector("#mac") is None
    assert dressed(screen) == ([TOY], "7px")

    table.begin(CARDS)

    screen.page.wait_for_selector("#mac .card")
    assert screen.page.query_selector("#heap") is None
    assert dressed(screen)[0] == [CARDS]


@pytest.mark.browser
def test_the_host_begins_another_game(table: TwoGames, look: Look) -> None:
    """The form asks which game where there are several; what it says there is played at once."""
    page = hosting(look(PHONE)).page
    page.click("#new-game")
    page.click("[data-focus=game-toy]")
    page.click("#begin-game")
    page.wait_for_function("() => document.body.dataset.game === 'toy'")

    phone = look(PHONE)

    assert phone.reads("#heap") == "10"
    phone.tap("#take")
    phone.tap("dialog [data-focus=seat-1]")
    phone.page.wait_for_function("() => document.querySelector('#heap').textContent === '9'")


@pytest.mark.slow
@pytest.mark.browser
def test_the_mat_of_another_game(table: TwoGames, look: Look) -> None:
    """One sentence says it to everybody; the host has a button that begins the game of that mat."""
    guest, television, host = look(PHONE), look(TV, "/tv"), hosting(look(PHONE))
    table.health["other_mat"] = TOY
    table.session.submit({"show": {"round": 3}})
    told = "The mat on the table is that of Toy, but Dumm gelaufen is being played."

    assert told in guest.reads("[data-notice=other-mat]")
    assert told in television.reads("#notices .notice")
    assert guest.page.query_selector("[data-focus=other-mat]") is None
    host.tap("[data-notice=other-mat] [data-focus=other-mat]")
    assert guest.reads("#heap") == "10"


@pytest.mark.slow
@pytest.mark.browser
def test_the_host_prints_what_any_game_needs(look: Look) -> None:
    """The sheets of every game of the house, those of the one on the table first."""
    page = hosting(look(PHONE)).page
    page.click("#tab-files")
    page.wait_for_selector("[data-print=toy]")
    links = page.eval_on_selector_all(
        "[data-print] a",
        "all => all.map(link => new URL(link.href))"
        ".map(url => [url.pathname, url.searchParams.get('game')])",
    )

    assert ["/host/print/start.pdf", CARDS] == links[0]
    assert ["/host/print/mat.pdf", TOY] == links[-1]


@pytest.mark.browser
def test_a_page_of_a_game_s_own(table: TwoGames, look: Look) -> None:
    """It is there whatever is played, filled by the game's module from the game's own way in."""
    assert look(PHONE, "/matches").reads("#matches") == "1"


def test_a_route_of_a_game_that_is_not_played() -> None:
    """What anybody may ask is answered all the same, by the game that is named or the one that knows; a seat's is not."""
    told = Route("GET", "/api/throws", Role.PUBLIC, lambda call: {"dice": 2})
    thrown = Route("POST", "/api/throws", Role.SEAT, lambda call: {})
    matches = Route("GET", "/api/matches", Role.PUBLIC, lambda call: {"least": 7})
    dice = GamePages(name="dice", titles={}, folder=HEAP.folder, routes=(told, thrown, matches))
    house = home(besides=[dice])
    phone = house.seated()

    assert {"dice": 2} == phone.get("/api/throws").get_json()
    assert {"least": 1} == phone.get("/api/matches").get_json()
    assert {"least": 7} == phone.get("/api/matches?game=dice").get_json()
    refused = phone.post("/api/throws", {})
    assert (409, "web.other-game") == (refused.status_code, refused.get_json()["error"])
    assert 403 == house.visit().post("/api/throws", {}).status_code
    house.close()


def test_a_page_of_a_game_that_is_not_played_is_dressed_as_that_game() -> None:
    """Its own style sheets, whatever is on the table."""
    page = OwnPage("/dice", "page.more", "dice.js")
    dice = GamePages(name="dice", titles={}, folder=HEAP.folder, pages=(page,))
    house = home(besides=[dice])

    text = house.visit().get("/dice").text
    house.close()

    assert "/static/games/dice/all.css" in text
    assert "/static/games/toy/all.css" not in text


def test_help_with_a_hand_may_be_forbidden() -> None:
    """What helps somebody to play is answered until the host wants none."""
    helps = Route("GET", "/api/help", Role.PUBLIC, lambda call: {"take": 1}, hint=True)
    game = GamePages(name="helpful", titles={}, folder=HEAP.folder, routes=(helps,))
    house = home(besides=[game])

    assert {"take": 1} == house.visit().get("/api/help").get_json()
    house.others.how["hints"] = False
    refused = house.visit().get("/api/help")
    house.close()
    assert (403, "web.no-hints") == (refused.status_code, refused.get_json()["error"])


@pytest.mark.parametrize(
    ("path", "role"), [("/api/view", Role.PUBLIC), ("/api/matches", Role.SEAT)]
)
def test_nobody_takes_what_is_another_s(path: str, role: Role) -> None:
    """A game that wants a path of the shell's, or another game's for other people, is not served at all."""
    greedy = GamePages(
        name="greedy",
        titles={},
        folder=HEAP.folder,
        routes=(Route("GET", path, role, lambda call: {}),),
    )

    with pytest.raises(ValueError, match=path):
        home(besides=[greedy])


def test_games_are_told() -> None:
    """Which there are, and what of each a page needs before it is on the table."""
    house = home()
    told = house.visit().get("/api/games").get_json()
    house.close()

    assert "toy" == told["playing"]
    (toy,) = told["games"]
    assert ["/static/games/toy/all.css"] == toy["styles"]
    assert [{"path": "/matches", "title": "page.more"}] == toy["pages"]
