"""The games of before by their ways in: who may look, take away, erase; and how much the pages weigh."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.announce import message
from companion.archived_games import ArchiveContents, ArchivedGame
from companion.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.ledger_rows import START, Row
from companion.kit.highlights import Highlight
from companion.session.session import Session
from tests.toy import Heap
from tests.web.home import Clock, Home, Table, home, toy_pages
from web.app import files_of
from web.pages.loading import loaded_by
from web.pages.static_files import Item
from web.routes import history_cache

ID = "0123456789abcdef"
GAME = ArchivedGame(
    ID,
    "toy",
    1000.0,
    3600.0,
    ("Ann", "Bob"),
    (1,),
    over=True,
    highlights=(Highlight(message("page.history"), 0, 3),),
)


class Shelf:
    """An archive of one game, which is read at the second question."""

    def __init__(self) -> None:
        self.session: Session[Any] | None = None
        self.questions: list[bool] = []
        self.games: tuple[ArchivedGame, ...] = (GAME,)

    def ask(self) -> ArchiveContents:
        wrong = message("archive.damaged", file="x.journal")
        return ArchiveContents(self.games, (wrong,), share=1.0)

    def past(self, game: str, *, names: bool = True) -> Session[Any] | None:
        if game != ID:
            raise JournalError("archive.no-game")
        self.questions.append(names)
        return self.session if len(self.questions) > 1 else None

    def exported(self, game: str) -> tuple[Row, ...]:
        if game != ID:
            raise JournalError("archive.no-game")
        return (START.next(1000.0, "game", "{}", 1),)

    def erase(self, game: str) -> None:
        if game != ID:
            raise JournalError("archive.on-the-table")
        self.games = ()


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def house(shelf: Shelf) -> Iterator[Home]:
    house = home(Journal(None), archive=shelf, game=Table())
    shelf.session = house.session
    yield house
    house.close()


def test_anybody_sees_what_was_played(house: Home, shelf: Shelf) -> None:
    """The games, what they come to, and what could not be read; what was only set up the host alone sees, to erase it."""
    shelf.games += (replace(GAME, id="only set up", winners=(), over=False, begun=False),)
    told = house.visit().get("/api/archive").get_json()
    to_host = house.host().get("/api/archive").get_json()["games"]

    assert [ID, "only set up"] == [g["id"] for g in to_host]
    assert [(ID, ["Ann", "Bob"], [1])] == [
        (g["id"], g["players"], g["winners"]) for g in told["games"]
    ]
    assert ["Ann"] == [best["name"] for best in told["bests"]]
    assert "x.journal" in told["troubles"][0]["de"]
    assert (ID, None) == (told["longest"]["id"], told["streak"])


def test_a_game_in_the_list(house: Home, shelf: Shelf) -> None:
    """What the page shows of each."""
    shelf.games = (replace(GAME, round=4), replace(GAME, winners=(), over=False, robots=True))
    shown = {
        "id": ID,
        "game": "toy",
        "at": 1000.0,
        "seconds": 3600.0,
        "players": ["Ann", "Bob"],
        "winners": [1],
        "round": 4,
        "over": True,
        "robots": False,
    }
    other: dict[str, Any] = {"winners": [], "round": GAME.round, "over": False, "robots": True}

    told = house.visit().get("/api/archive").get_json()

    assert [shown, shown | other] == told["games"]
    assert shown == told["longest"]


@pytest.mark.parametrize(
    ("many", "first", "listed", "more"),
    [
        (200, "", range(200), False),
        (201, "", range(200), True),
        (201, "?from=1", range(1, 201), False),
        (202, "?from=1", range(1, 201), True),
        (201, "?from=200", range(200, 201), False),
        (3, "?from=3", range(0), False),
        (3, "?from=", range(0), None),
        (3, "?from=-1", range(0), None),
    ],
)
def test_the_list_comes_in_pages(
    house: Home, shelf: Shelf, many: int, first: str, listed: range, more: bool | None
) -> None:
    """Two hundred at a time, in the order of the archive."""
    shelf.games = tuple(replace(GAME, id=f"{n}") for n in range(many))
    came = house.visit().get(f"/api/archive{first}")

    if more is None:
        assert 400 == came.status_code
    else:
        told = came.get_json()
        assert [f"{n}" for n in listed] == [game["id"] for game in told["games"]]
        assert more is told["more"]


def test_who_leads_and_who_holds_records(shelf: Shelf) -> None:
    """Leaders are this year's; a record is whose it was first, also where both last equally long."""
    clock = Clock(time.mktime((2026, 6, 1, 12, 0, 0, 0, 0, -1)))
    mark = Highlight(message("page.history"), 0, 3, adds=False)
    now = clock.now
    shelf.games = (
        replace(
            GAME, id="third", at=now - 60, players=("Bob", "Ann"), winners=(0,), highlights=(mark,)
        ),
        replace(GAME, id="second", at=now - 3600, winners=(1,), highlights=()),
        replace(GAME, id="first", at=now - 400 * 86_400, winners=(0,), highlights=(mark,)),
    )
    with closing(home(archive=shelf, clock=clock)) as house:
        told = house.visit().get("/api/archive").get_json()

    assert 2026 == told["year"]
    assert [("Bob", 2, 2), ("Ann", 0, 2)] == [
        (one["name"], one["won"], one["played"]) for one in told["leaders"]
    ]
    assert {"name": "Bob", "count": 2} == told["streak"]
    assert [("Ann", 3, "first")] == [(b["name"], b["count"], b["in"]) for b in told["bests"]]
    assert "first" == told["longest"]["id"]


@pytest.mark.parametrize("others", [(), (GAME,)])
def test_robots_hold_no_records(
    house: Home, shelf: Shelf, others: tuple[ArchivedGame, ...]
) -> None:
    """Their games are listed, but never counted, also where nobody else has played."""
    highlights = (Highlight(message("page.history"), 1, 9),)
    robots = replace(GAME, id="f" * 16, at=2000.0, seconds=9e4, robots=True, highlights=highlights)
    shelf.games = (robots, robots, *others)
    told = house.visit().get("/api/archive").get_json()

    assert [True, True] == [game["robots"] for game in told["games"][:2]]
    assert [game.id for game in others] == [g["id"] for g in [told["longest"]] if g]
    assert [3] * len(others) == [best["count"] for best in told["bests"]]
    assert told["streak"] is None


def test_a_game_is_told_once_it_is_read(house: Home, shelf: Shelf) -> None:
    """Until then whoever asks is told to ask again; names may be left out."""
    visit = house.seated()
    visit.post("/api/moves", {"move": {"take": 1}})
    visit.post("/api/moves", {"move": {"take": 2}})
    first = visit.get(f"/api/archive/{ID}")
    told = visit.get(f"/api/archive/{ID}?names=no").get_json()
    rest = visit.get(f"/api/archive/{ID}?from=1").get_json()

    assert 202 == first.status_code
    assert [True, False, True] == shelf.questions
    assert ["Ann", "Bob", "Cem"] == [p["name"] for p in told["view"]["players"]]
    assert [1, 2] == [entry["events"][0]["n"] for entry in told["entries"]]
    assert (7, True) == (told["view"]["plan"], told["view"]["past"])
    assert "players" in told["entries"][0]["after"]
    assert "players" not in told["entries"][1]["after"]
    assert [told["entries"][1]] == rest["entries"]


class Other(Table):
    """A game with a question in its view, which counts how often somebody looks at it."""

    def __init__(self, game: str = "toy") -> None:
        self.game, self.looks = game, 0

    def view(self, state: Heap) -> dict[str, Any]:
        self.looks += 1
        return super().view(state) | {"game": self.game, "questions": ["?"], "past": False}


def retold(taken: int, game: Other | None = None) -> Session[Any]:
    """A past game in which so many matches were taken one by one."""
    session = Session(game or Other(), Journal(None, clock=Clock()), setup={"matches": 90})
    for _ in range(taken):
        session.submit({"take": 1})
    return session


@pytest.fixture
def read(house: Home, shelf: Shelf) -> Callable[[str], Any]:
    """What is told of the game, once it is read."""
    house.visit().get(f"/api/archive/{ID}")
    return lambda how: house.visit().get(f"/api/archive/{ID}{how}").get_json()


def test_a_past_game_asks_nothing(shelf: Shelf, read: Callable[[str], Any]) -> None:
    """Fifty records at a time, and its end as it stood, without what was asked then."""
    shelf.session = retold(51)
    told, rest = read(""), read("?from=1")

    assert ([], True, 39) == (told["view"]["questions"], told["view"]["past"], told["view"]["left"])
    assert ([], shelf.session.journal.last) == (told["unsure"], told["seq"])
    assert [(50, True), (50, False)] == [(len(t["entries"]), t["more"]) for t in (told, rest)]


def test_a_game_that_is_not_here_is_not_told(shelf: Shelf, read: Callable[[str], Any]) -> None:
    """Where it was played another game was installed."""
    shelf.session = retold(1, Other("chess"))

    assert "archive.untold" == read("")["error"]


def test_a_past_game_is_worked_out_once(shelf: Shelf, read: Callable[[str], Any]) -> None:
    """With names and without, one after the other, as two phones ask; read anew it is told anew."""
    game, looks = Other(), list[int]()
    shelf.session = retold(30, game)
    for how in ("", "?names=no", "", "?names=no"):
        before = game.looks
        assert 30 == len(read(how)["entries"])
        looks.append(game.looks - before)
    shelf.session = retold(31)

    assert looks[0] == looks[1] > 30
    assert looks[2] == looks[3] < 4
    assert [31, 31] == [len(read(how)["entries"]) for how in ("", "?names=no")]


def test_a_few_pictures_are_kept(shelf: Shelf) -> None:
    """Four, each by its game, how far it is, names, and language; the oldest goes for a fifth."""
    drawn: list[tuple[int, str]] = []

    def picture(session: Session[Any], lang: str) -> bytes:
        drawn.append((session.state.left, lang))
        return b"%d %s" % (session.state.left, lang.encode())

    with closing(home(archive=shelf, game=Table(), wired={"picture": picture})) as house:
        shelf.session = retold(5)
        visit = house.visit()
        past = f"/api/archive/{ID}/picture.png?lang="
        visit.get(past)

        def asks(*paths: str) -> tuple[list[str], int]:
            before = len(drawn)
            return [visit.get(path).text for path in paths], len(drawn) - before

        four = (f"{past}de", f"{past}en", f"{past}de&names=no", f"{past}en&names=no")
        told = ["85 de", "85 en", "85 de", "85 en"]

        assert (told, 4) == asks(*four)
        assert (told, 0) == asks(*four)
        assert (["85 nl"], 1) == asks(f"{past}nl")
        assert (told[1:], 0) == asks(*four[1:])
        assert (told[:1], 1) == asks(four[0])


PAST = f"/api/archive/{ID}"


@pytest.mark.parametrize("path", ["/api/history", "/api/picture.png", PAST, f"{PAST}/picture.png"])
def test_histories_and_pictures_wait_for_each_other(
    shelf: Shelf, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a picture is drawn for whoever may have one thing in work, nothing else is worked out."""
    monkeypatch.setattr(history_cache, "WAITING_EACH", 1)
    shelf.questions, told = [True], list[int]()

    def picture(session: Session[Any], lang: str) -> bytes:
        told.append(phone.get(path).status_code)
        return b"PNG"

    with closing(home(archive=shelf, game=Table(), wired={"picture": picture})) as house:
        shelf.session, phone = house.session, house.visit("10.0.0.1")
        drawn = house.visit("10.0.0.1").get("/api/picture.png")

    assert (200, [503]) == (drawn.status_code, told)


def test_a_picture_is_drawn_once(shelf: Shelf) -> None:
    """Of the game on the table and of a past one, in the language that is asked for; anew once something has happened; where nothing draws there is none."""
    drawn: list[tuple[int, str]] = []

    def picture(session: Session[Any], lang: str) -> bytes:
        drawn.append((session.journal.last, lang))
        return b"PNG"

    house = home(archive=shelf, game=Table(), wired={"picture": picture})
    shelf.session = house.session
    visit = house.seated()
    first = visit.get("/api/picture.png?lang=nl")
    visit.get("/api/picture.png?lang=nl")
    visit.post("/api/moves", {"move": {"take": 1}})
    visit.get("/api/picture.png?lang=nl")
    past = f"/api/archive/{ID}/picture.png"
    answers = [visit.get(f"{past}{rest}").status_code for rest in ("", "", "?names=no")]
    house.close()

    assert (200, "image/png", b"PNG") == (first.status_code, first.mimetype, first.data)
    (begun, _), *_ = drawn
    assert ["nl", "nl", "de", "de"] == [lang for _, lang in drawn]
    assert [False, True, True, True] == [last > begun for last, _ in drawn]
    assert [202, 200, 200] == answers
    assert [True, True, False] == shelf.questions


def test_where_nothing_draws(house: Home) -> None:
    """There is no picture."""
    assert 404 == house.visit().get("/api/picture.png").status_code


@pytest.mark.parametrize(
    "path", ["/api/archive/nothing", "/api/archive/%00", "/host/archive/no.jsonl"]
)
def test_what_is_not_there(house: Home, path: str) -> None:
    """Any other game is none."""
    assert 404 == house.host().get(path).status_code


def test_only_the_host_takes_away_and_erases(house: Home, shelf: Shelf) -> None:
    """A seat may do neither, and what cannot be erased is refused with a sentence."""
    seat, host = house.seated(), house.host()
    refused = seat.post("/api/archive/erase", {"game": ID})
    kept = host.post("/api/archive/erase", {"game": "another"})
    none = host.post("/api/archive/erase", {"game": f"{ID}0"})

    assert 403 == refused.status_code == seat.get(f"/host/archive/{ID}.jsonl").status_code
    assert (409, "archive.on-the-table") == (kept.status_code, kept.get_json()["error"])
    assert (400, "web.field") == (none.status_code, none.get_json()["error"])
    assert b'"kind": "game"' in host.get(f"/host/archive/{ID}.jsonl").data
    assert (GAME,) == shelf.games
    assert [] == host.post("/api/archive/erase", {"game": ID}).get_json()["games"]


@pytest.fixture(scope="module")
def everything() -> Iterator[tuple[Home, dict[str, Item], list[str]]]:
    """Every file that pages may load, and what each game brings."""
    brought = [g.pages(lambda: None, dict) for g in games.games() if g.pages]
    files = files_of([toy_pages(), *brought])
    house = home(files=files)
    yield house, files, [game.name for game in brought]
    house.close()


@pytest.mark.parametrize("path", ["/", "/tv", "/history", f"/history/{ID}", "/archive"])
def test_a_page_is_light(everything: tuple[Home, dict[str, Item], list[str]], path: str) -> None:
    """With all that it loads before it shows something, whatever game it shows: less than 100 kB."""
    house, files, names = everything
    visit = house.visit()
    page = visit.get(path)
    loads = {"Accept-Encoding": "gzip"}
    named = set(re.findall(r'(?:src|href)="(/[^"#]+\.(?:js|css|svg))"', page.text))
    shell = sum(len(visit.get(name, headers=loads).data) for name in named)
    called = re.search(r'data-page="(\w+)"', page.text)
    assert called
    words = len(visit.get(f"/words/de.json?page={called[1]}", headers=loads).data)

    def brought(name: str) -> int:
        own = [*loaded_by(f"games/{name}/game.js", files), f"games/{name}/all.css"]
        sizes = (files[one].packed or files[one].plain for one in own)
        return sum(map(len, sizes)) + len(visit.get(f"/words/de/{name}.json", headers=loads).data)

    weight = len(page.data) + shell + words + max(map(brought, names))
    assert 20_000 < weight < 100_000


AROUND = ("page", "sheets", "game's sheets", "icon", "words", "view", "game's own data")
"""What every page asks for besides its modules before it is drawn."""


@pytest.mark.parametrize(
    ("page", "besides"),
    [("table.js", ()), ("tv.js", ("the address as a picture",)), ("host.js", ("settings",))],
)
def test_a_first_look_asks_for_little(
    everything: tuple[Home, dict[str, Item], list[str]], page: str, besides: tuple[str, ...]
) -> None:
    """Twenty-five things at most, whatever game is on the table: what is seen later is loaded later."""
    _, files, names = everything
    modules = [
        {*loaded_by(page, files), *loaded_by(f"games/{name}/game.js", files)} for name in names
    ]

    assert 13 < max(map(len, modules)) <= 25 - len(AROUND) - len(besides)
