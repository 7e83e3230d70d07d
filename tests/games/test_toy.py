"""A game is a package: a toy with cards, a die, a page and a painted table goes through the whole house."""

import pickle
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any

import pytest
from click.testing import CliRunner

import companion
from companion import games
from companion.announce import Announcement
from companion.app.service.current_game import CurrentGame, Moved
from companion.errors import IllegalMove
from companion.games.package import GamePackage
from companion.journal.journal import Journal
from companion.session.session import Session
from companion.settings import Settings
from companion.table import Settled, Step, Table
from companion.words import LANGUAGES, words
from tests.games.installed import toy_installed
from tests.web import screens
from tests.web.home import Clock, Home, home_of
from tests.web.running import Running
from web.limits import Limits


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GamePackage]:
    """The toy, brought by another package for as long as these tests last."""
    with toy_installed(tmp_path_factory.mktemp("site")) as package:
        yield package


def laid(*cards: str) -> Settled:
    """The row as it settled, its last card new."""
    table = Table({"row": cards})
    return Settled(0, 0.0, table, (Step("+", "row", cards[-1]),))


def test_it_is_found_like_any_other(toy: GamePackage) -> None:
    """By its name, by what its tags say and by its mat; another process loads the same one."""
    assert "high-card" in games.names()
    assert toy is games.by_payload("TY1-T03-1")
    assert toy.mat in games.mats()
    assert toy is pickle.loads(pickle.dumps(toy))


def test_a_session_plays_it(toy: GamePackage) -> None:
    """What is said and what is seen, announcements in three languages, and the way back."""
    with Journal(None) as journal:
        session = Session(toy.played(), journal, setup={"players": ["Ann", "Bob"]})
        session.submit({"roll": 4})
        session.observe(laid("T03-1"))
        session.submit({"roll": 2})
        came = session.observe(laid("T03-1", "T06-1"))
        view = session.view()

        assert [3, 0] == view["points"]
        (told,) = came.announcements
        assert isinstance(told, Announcement)
        for language in LANGUAGES:
            assert "T06-1" in words(language)(told.text)
        with pytest.raises(IllegalMove, match="cannot be done now"):
            session.submit({"lay": "T01-1"})
        session.undo()
        assert ["T03-1"] == session.view()["zones"]["row"]


def test_a_die_in_the_tray_is_a_roll(toy: GamePackage) -> None:
    """A die that a camera sees says the same as one that is typed in."""
    seen = Settled(0, 0.0, Table({"tray": ("white-5",)}), (Step("+", "tray", "white-5"),))
    with Journal(None) as journal:
        session = Session(toy.played(), journal, setup={"players": ["Ann", "Bob"]})
        session.observe(seen)

        assert 5 == session.view()["rolled"]


@pytest.mark.usefixtures("toy")
def test_programs_play_it() -> None:
    """A whole game through the front door, its positions read back."""
    engine: Any = companion.game("high-card")
    position = engine.deal(seed=3)
    while not position.over:
        assert engine.position(position.to_json()).state == position.state
        position = position.play(position.legal()[0])

    assert 6 == len(position.state.laid)


def test_its_score_is_asked_with_json_lines(toy: GamePackage) -> None:
    """`murphy score` answers; so does `murphy legal`, by its engine."""
    from companion.app.commands.ask import asking

    score = asking("score", lambda package: package.score, "")
    legal = asking("legal", lambda package: package.legal, "")
    line = ["--game", toy.name, "--lines", "--lang", "en"]
    asked = '{"card": "T04-1", "dice": {"white": 5}}\n{"card": "T04-1", "dice": {"white": 3}}\n{}'

    told = CliRunner().invoke(score, line, input=asked)

    first, second, wrong = told.stdout.splitlines()
    assert ['{"points": 4}', '{"points": 0}'] == [first, second]
    assert '"error"' in wrong
    position = '{"position": {"rolled": 3, "laid": []}}'
    assert "T06-1" in CliRunner().invoke(legal, line, input=position).stdout


@pytest.mark.slow
def test_its_painted_table_is_followed(toy: GamePackage) -> None:
    """The house's own reader sees the cards come, and a session that is told makes turns of them."""
    from companion.app.camera.pipeline import TableLook, looks
    from companion.app.painted.painter import painted
    from companion.kit.painted import ScriptConfig
    from vision.reader import Reader
    from vision.settle import Settler

    assert toy.painted is not None
    assert toy.mat is not None
    frames = painted(toy.painted(), ScriptConfig(seed=2, players=2))
    reader, settler = Reader(toy.pieces(None), (toy.mat,)), Settler(toy.mat)
    rows: list[tuple[str, ...]] = []
    with closing(frames):
        for look in looks(islice(frames, 85), reader, settler):
            assert isinstance(look, TableLook)
            rows += [o.table["row"] for o in look.observations if isinstance(o, Settled)]

    _, first = islice(toy.painted().script(ScriptConfig(2, 2)), 2)
    _, card = first.move
    assert (card,) in rows
    assert card == rows[-1][0]
    assert 2 <= len(rows[-1])


def test_its_mat_tells_that_it_is_played(toy: GamePackage) -> None:
    """A source without a named game is the game's whose mat it shows, and begins with the picture that showed it."""
    from companion.app.looking.watcher import in_sight
    from companion.app.painted.painter import painted
    from companion.kit.painted import ScriptConfig

    assert toy.painted is not None
    found, frames = in_sight(painted(toy.painted(), ScriptConfig(seed=2, players=2)))
    with closing(frames):
        first = next(frames)

    assert toy is found
    assert 0 == first.number


def at_the_table(journal: Journal, settings: Settings) -> tuple[CurrentGame, Session[Any]]:
    """A companion's game and session, as they are made at its start with a camera."""
    current = CurrentGame(settings, "usb:0", journal, new=False)
    setup = current.first()
    session: Session[Any] = Session(current.package.played(), journal, setup=setup)
    current.follow()
    return current, session


def test_its_mat_begins_it_where_nothing_else_does(toy: GamePackage) -> None:
    """The game that was begun for want of a word makes room for it, once, with the same players."""
    with Journal(None) as journal:
        current, session = at_the_table(journal, Settings(players=("Ann", "Bob")))

        setup = current.told_by_mat(toy)

        assert setup is not None
        assert ["Ann", "Bob"] == setup["players"]
        session.begin(setup, game=toy.played())
        assert Moved.ELSEWHERE is current.follow()
        assert toy is current.package
        assert current.told_by_mat(games.first()) is None


@pytest.mark.parametrize("word", ["setting", "journal", "somebody"])
def test_a_mat_does_not_overrule(toy: GamePackage, word: str) -> None:
    """A game that a setting names, that the journal has, or in which somebody has spoken is played on."""
    first = games.first().name
    settings = Settings(players=("Ann", "Bob"), game=first if word == "setting" else "")
    with Journal(None) as journal:
        current, session = at_the_table(journal, settings)
        if word == "journal":
            current, session = at_the_table(journal, settings)
        if word == "somebody":
            session.correct({"event": "table-corrected", "mac": ["R01-1"]})

        assert current.told_by_mat(toy) is None


@pytest.fixture
def house(toy: GamePackage) -> Iterator[Home]:
    """The pages with the toy on the table."""
    clock = Clock()
    journal = Journal(None, clock=clock)
    setup = {"players": ["Ann", "Bob"]}
    session = Session(toy.played(), journal, setup=setup, clock=clock)
    assert toy.pages is not None
    part = toy.pages(lambda: session.state, lambda asked: asked)
    house = home_of(session, part, clock=clock)
    yield house
    house.close()


def test_its_part_of_the_pages_is_served(house: Home) -> None:
    """Its module, its own way in, and its view under its name; a seat plays it with a tap."""
    visit = house.seated(0)
    worth = visit.get("/api/high-card/worth?card=T04-1&roll=5")
    came = visit.post("/api/moves", {"seq": visit.view()["seq"], "move": {"roll": 3}})

    assert {"points": 4} == worth.json
    assert b"export function draw" in visit.get("/static/games/high-card/game.js").data
    assert 200 == came.status_code
    assert ("high-card", 3) == (visit.view()["game"], visit.view()["rolled"])


@pytest.mark.browser
def test_its_page_opens_in_the_shell(house: Home, chromium: screens.Devices) -> None:
    """A phone draws the row as the toy's own module does."""
    house.session.submit({"roll": 6})
    house.session.submit({"lay": "T05-1"})
    running = Running(house, Limits())
    url = f"http://localhost:{running.server.port}"
    phone = screens.Screen(chromium, url, screens.PHONE, {})
    try:
        assert "T05-1" == phone.open("/").reads("#row")
    finally:
        phone.close()
        running.stop()
