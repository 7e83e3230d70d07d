"""Two games with different pages in one running companion: each page follows the one on the table."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import pytest

from companion.inputs import Envelope
from companion.journal.journal import Journal
from companion.rules import Game, Json
from companion.session.session import Outcome, Session
from tests.games.dumm_gelaufen.showcase import opening, shown_pages
from tests.toy import Heap
from tests.web.home import TOY as FOLDER
from tests.web.home import Table, home, toy_pages
from tests.web.screens import PHONE, TV, Screen, Visiting, becomes, hosting
from tests.web.scripted import Others, Script, serving
from web.access.guard import Role
from web.game_pages import Call, GamePages, OwnPage, Route
from web.part_faults import fault_of
from web.server.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

CARDS, TOY = "dumm-gelaufen", "toy"
RULES: dict[str, Game[Any]] = {CARDS: Script(opening), TOY: Table()}
HEAP = replace(toy_pages(), setup=lambda asked: {"matches": 10})
FAULTY = {
    "slip": "export const draw = ;",
    "lack": 'import { nothing } from "/static/dom.js";',
    "throw": "throw new Error('while loading');",
}
"""Game -> its script, which cannot be loaded."""
UNSHOWN = "What shows this game cannot be loaded. Load the page again; if that does not help"


class Named(Table):
    """The toy game under another name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def view(self, state: Heap) -> dict[str, Any]:
        return super().view(state) | {"game": self.name}


RULES |= {name: Named(name) for name in FAULTY}


def faulty(name: str, folder: Path) -> GamePages:
    """A game's part of the pages whose script cannot be loaded."""
    (folder / "game.js").write_text(FAULTY[name])
    page = OwnPage(f"/{name}", "page.more", "game.js")
    return replace(HEAP, name=name, folder=folder, styles=(), routes=(), pages=(page,))


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
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoGames]:
    broken = [faulty(name, tmp_path_factory.mktemp(name)) for name in FAULTY]
    others, journal = Others(), Journal(None)
    health: dict[str, Any] = {}
    session: Session[Any] = Session(RULES[CARDS], journal, setup={})

    def begin(game: str, setup: Json, envelope: Envelope) -> Outcome:
        return session.begin(setup, envelope, game=RULES[game])

    with serving(
        session,
        others,
        shown_pages(others),
        besides=[*broken, HEAP],
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
    assert ["/host/print/stand.pdf", TOY] == links[-1]


@pytest.mark.browser
@pytest.mark.parametrize(("size", "path"), [(PHONE, "/"), (TV, "/tv")], ids=["phone", "tv"])
def test_a_game_whose_script_is_faulty(
    table: TwoGames, look: Look, size: ViewportSize, path: str
) -> None:
    """The page says what to do in place of that game; the house's parts go on, and so does the game that is begun next."""
    screen = look(size, path)
    for name in FAULTY:
        table.begin(name, matches=10)
        screen.page.wait_for_function("g => document.body.dataset.game === g", arg=name)
        assert screen.reads("#game > .notice").startswith(UNSHOWN)
        assert "Ann" in screen.reads("#players")

    screen.page.reload()
    assert screen.reads("#game").startswith(UNSHOWN)
    table.begin(TOY, matches=10)

    becomes(screen.page, "#game", "10")


@pytest.mark.browser
def test_a_page_of_a_faulty_game_s_own(table: TwoGames, look: Look) -> None:
    """It says what to do in place of what it was there for."""
    assert look(PHONE, "/slip").reads("#page").startswith(UNSHOWN)


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
    assert 'data-game="dice"' in text
    assert "/static/games/dice/dice.js" in text
    assert "/static/games/toy/all.css" not in text


def test_help_with_a_hand_may_be_forbidden() -> None:
    """What helps somebody to play is answered until the host wants none."""
    helps = Route("GET", "/api/help", Role.PUBLIC, lambda call: {"take": 1}, hint=True)
    game = GamePages(name="helpful", titles={}, folder=HEAP.folder, routes=(helps,))
    house = home(besides=[game])

    assert {"take": 1} == house.visit().get("/api/help").get_json()
    house.others.how["hints"] = False
    refused = house.visit().get("/api/help")
    assert 200 == house.visit().get("/api/matches").status_code
    house.close()
    assert (403, "web.no-hints") == (refused.status_code, refused.get_json()["error"])


def test_what_a_game_tells_may_be_kept_where_it_is_everybodys() -> None:
    """By a browser that asks whether it is still so; what a seat is told, or an answer to what was said, is kept nowhere."""
    mine = Route("GET", "/api/mine", Role.SEAT, lambda call: {"player": call.player})
    game = replace(toy_pages(), routes=(*toy_pages().routes, mine))
    house = home(besides=[game])
    phone = house.seated(1)
    told = [
        phone.get("/api/cards"),
        phone.get("/api/mine"),
        phone.post("/api/verify", {"task": "M1", "hand": ["R1"]}),
    ]
    again = phone.get("/api/cards", headers={"If-None-Match": told[0].headers["ETag"]})
    house.close()

    assert [200] * 3 == [one.status_code for one in told]
    assert {"player": 1} == told[1].get_json()
    assert ["no-cache", "no-store", "no-store"] == [one.headers["Cache-Control"] for one in told]
    assert [True, False, False] == ["ETag" in one.headers for one in told]
    assert (304, b"") == (again.status_code, again.data)


def test_what_a_household_keeps_is_there_for_a_game(tmp_path: Path) -> None:
    """Texts of a kind, in a folder of the state's."""

    def names(call: Call) -> Json:
        call.texts("boards").keep("ours", "x")
        return {"boards": call.texts("boards").names(), "cards": call.texts("cards").names()}

    game = GamePages(name="dice", titles={}, folder=FOLDER, routes=(answers("/boards", do=names),))
    house = home(besides=[game], state=tmp_path)
    told = house.visit().get("/boards").get_json()
    house.close()

    assert {"boards": ["ours"], "cards": []} == told
    assert [tmp_path / "boards/ours.toml"] == [*tmp_path.rglob("*.toml")]


@pytest.mark.parametrize(
    ("path", "role"),
    [("/api/view", Role.PUBLIC), ("/api/matches", Role.SEAT), ("/api/verify", Role.HOST)],
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


def test_nobody_takes_a_form_for_json() -> None:
    """What takes pictures for one game takes them for all."""
    plain = Route("POST", "/api/claims/photo", Role.SEAT, lambda call: {})
    dice = GamePages(name="dice", titles={}, folder=FOLDER, routes=(plain,))

    with pytest.raises(ValueError, match="/api/claims/photo"):
        home(besides=[dice])


def answers(
    path: str,
    method: Literal["GET", "POST"] = "GET",
    role: Role = Role.PUBLIC,
    *,
    form: bool = False,
    do: Callable[[Call], Json] = lambda call: {},
) -> Route:
    return Route(method, path, role, do, form)


def page(path: str) -> OwnPage:
    return OwnPage(path, "page.more", "matches.js")


def part(*has: Route | OwnPage, name: str = "dice", **more: Any) -> GamePages:
    """A game's part of the pages, with these addresses."""
    routes = tuple(each for each in has if isinstance(each, Route))
    pages = tuple(each for each in has if isinstance(each, OwnPage))
    return GamePages(
        name=name, titles={}, **{"folder": FOLDER, "routes": routes, "pages": pages, **more}
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "taken"),
    [
        ([page("/dice")], [page("/dice")], "/dice"),
        ([page("/dice")], [answers("/dice")], "/dice"),
        ([answers("/dice")], [page("/dice")], "/dice"),
        ([page("/dice")], [answers("/dice", "POST")], None),
        ([answers("/dice", "POST")], [page("/dice")], None),
        ([page("/dice")], [page("/cards"), answers("/throws")], None),
        ([answers("/a")], [answers("/a")], None),
        ([answers("/a", "POST")], [answers("/a", role=Role.SEAT)], None),
        ([answers("/a")], [answers("/a", role=Role.SEAT)], "/a"),
        ([answers("/a", "POST", form=True)], [answers("/a", "POST")], "/a"),
        ([answers("/b"), page("/a")], [answers("/b", role=Role.HOST), page("/a")], "/a"),
        ([answers("/api/view")], [], "/api/view"),
        ([answers("/tv", "POST")], [], "/tv"),
        ([page("/archive")], [], "/archive"),
        ([page("/api/next")], [], "/api/next"),
        ([page("/words/x")], [], "/words/x"),
        ([answers("/host/x")], [], "/host/x"),
        ([answers("/hosts"), page("/histories")], [], None),
    ],
)
def test_whose_an_address_is(
    mine: list[Route | OwnPage], theirs: list[Route | OwnPage], taken: str | None
) -> None:
    """A page is one game's alone; a way in several games may have, for the same people and the same kind of body. Nothing of the shell's is theirs."""
    found = fault_of(part(*mine), [part(name="cards"), part(*theirs, name="toy")])

    if taken is None:
        assert found is None
    else:
        assert found is not None
        assert ("game.fault.page-taken", taken) == (found.key, found.params["path"])
        assert ("toy" if theirs else "murphy") == found.params["other"]


@pytest.mark.parametrize(
    ("more", "imports", "lacking"),
    [
        ({}, "", None),
        ({"styles": ("heap.css",), "shared": ("look.css",)}, "./matches.js", None),
        ({"pages": (page("/dice"),)}, "/static/words.js", None),
        ({"styles": ("heap.css", "dice.css")}, "", "dice.css"),
        ({"styles": ("README.md",)}, "", "README.md"),
        ({"pages": (OwnPage("/dice", "page.more", "dice.js"),)}, "", "dice.js"),
        ({"shared": ("look.css", "heap.css")}, "", "/static/heap.css"),
        ({}, "./words.js", "words.js"),
        ({}, "/static/matches.js", "/static/matches.js"),
        ({}, "/static/games/toy/matches.js", "/static/games/toy/matches.js"),
        ({"pages": (page("/tv"),), "styles": ("dice.css",)}, "", "dice.css"),
    ],
)
def test_the_files_of_a_part(
    more: dict[str, Any], imports: str, lacking: str | None, tmp_path: Path
) -> None:
    """Those that it names are in its folder, or the house's, of a kind that is served; so is what its modules load. What is not there is said first."""
    folder = tmp_path / "pages"
    shutil.copytree(FOLDER, folder)
    (folder / "README.md").touch()
    if imports:
        (folder / "moments.js").write_text(f'import {{ a }} from "{imports}";\n')
    found = fault_of(part(folder=folder, **more))

    assert lacking == (found and found.params["file"])


def test_games_are_told() -> None:
    """Which there are, and what of each a page needs before it is on the table."""
    house = home()
    told = house.visit().get("/api/games").get_json()
    house.close()

    assert "toy" == told["playing"]
    (toy,) = told["games"]
    assert ["/static/games/toy/all.css"] == toy["styles"]
    assert [{"path": "/matches", "title": "page.more"}] == toy["pages"]
