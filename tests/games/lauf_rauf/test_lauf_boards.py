"""Other boards than our own: taught on the host's page, kept under their names, seen by the camera."""

import json
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.app.camera.sources import reader_for
from companion.app.cli import murphy
from companion.app.looking.watcher import Watcher
from companion.app.service.current_game import CurrentGame, Moved
from companion.errors import CompanionError, EditionError
from companion.games.lauf_rauf import GAME
from companion.games.lauf_rauf import board as b
from companion.games.lauf_rauf import model as m
from companion.games.lauf_rauf.mat import GHOST, MAT, caps, laid, mat_of
from companion.games.lauf_rauf.pages import KIND, keep_board, kept_boards, pages
from companion.games.lauf_rauf.robots import GAMES, greedy_robot
from companion.games.lauf_rauf.setup import agreed
from companion.games.lauf_rauf.sheets import INKS, board_marks
from companion.games.lauf_rauf.table import TABLE_GAME
from companion.games.lauf_rauf.table.pieces_seen import pawns_seen
from companion.household import KeptTexts
from companion.journal.journal import Journal
from companion.mat import Point
from companion.session.session import Session
from companion.settings import Settings
from companion.table import Settled, Step, Table
from tests.games.lauf_rauf.round_board import round_board
from tests.games.lauf_rauf.seen import WatchedMountain
from tests.waiting import until
from tests.web.home import home_of
from tests.web.screens import PHONE, Visiting, hosting
from tests.web.scripted import Others, serving
from vision.birdseye import straightened
from vision.frame import Frame
from vision.painting.layout import Layout, PaintedPawn
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pictures import grey_of
from web.game_pages import Call

SCALE = 2.0
"""px a mm of a straightened mat."""


def call(folder: Path | None, **body: str) -> Call:
    """What the host sends."""
    return Call({}, body, None, tuple, lambda kind: KeptTexts(folder and folder / kind))


# Kept ---------------------------------------------------------------------------------


def test_a_board_is_kept_under_its_name(tmp_path: Path) -> None:
    """As a file that gives it back, after a restart too, until it is deleted."""
    ours, board = (m.start(2).board, round_board("Größe 7: 'Omas' \"Brett\"/alt 🏔"))
    keep_board(call(tmp_path, file=b.board_toml(ours), name="aaa"))
    keep_board(call(tmp_path, file=b.board_toml(board)))
    told: Any = kept_boards(call(tmp_path))

    assert ["Größe 7: 'Omas' \"Brett\"/alt 🏔", "aaa"] == [c["name"] for c in told["choices"]]
    assert board == b.board_from_toml(told["choices"][0]["value"])
    assert ours == b.board_from_toml(told["ours"])
    left: Any = keep_board(call(tmp_path, forget=board.name))
    assert ["aaa"] == [choice["name"] for choice in left["choices"]]


@pytest.mark.parametrize("name", ["", " x", "x" * 41, "a\nb", "🏔" * 30])
def test_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    """It is refused in a sentence, and nothing is written."""
    with pytest.raises(CompanionError, match="A name has"):
        keep_board(call(tmp_path, file=b.board_toml(round_board(name))))

    assert [] == list(tmp_path.rglob("*"))


def test_without_a_place_nothing_is_kept() -> None:
    """And it is said."""
    with pytest.raises(CompanionError, match="Nothing is kept here"):
        keep_board(call(None, file=b.board_toml(round_board())))

    assert [] == kept_boards(call(None))["choices"]


@pytest.mark.parametrize("name", ["..", "../../x", ".hidden", "a/b", "%2e%2e"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    """Whatever it is made of, it is one file there."""
    kept = KeptTexts(tmp_path / KIND)
    kept.keep(name, "x")

    assert (name,) == kept.names()
    assert "x" == kept.read(name)
    assert [tmp_path / KIND] == [path.parent for path in tmp_path.rglob("*") if path.is_file()]


# Seen ---------------------------------------------------------------------------------


def spots(state: m.State) -> dict[str, Point]:
    """Where each pawn of a standing stands, mm; those that share a place stand beside each other."""
    board, found = state.board, {}
    for colour, own in zip(state.colours, state.pawns, strict=True):
        for n, place in enumerate(own):
            x, y = board.points.get(place, board.colours[colour].base[n])
            if place == b.CAMP:
                zone = mat_of(board)[f"camp-{colour}"]
                x, y = zone.middle[0] + (n - 1) * 20, zone.middle[1]
            found[f"{colour}-{n + 1}"] = (x, y)
    found[GHOST] = board.ghost if state.ghost == b.SUMMIT else board.points[state.ghost]
    return found


def pictured(state: m.State, seed: int) -> Any:
    """A standing as a camera sees it, in colour; every pawn is a little beside the middle of its field."""
    chance, at = Random(seed), spots(state)
    pawns = tuple(
        PaintedPawn(
            (at[piece.name][0] + chance.gauss(0, 1), at[piece.name][1] + chance.gauss(0, 1)),
            marker,
            INKS.get(piece.name.partition("-")[0], (240, 238, 230)),
            chance.uniform(0, 360),
        )
        for marker, piece in caps().items()
        if piece.name in at
    )
    return paint(Layout(pawns=pawns), view_of_board(), np.random.default_rng(seed))


@cache
def view_of_board() -> View:
    """Tilted, with the board drawn."""
    board = round_board()
    return View(mat_of(board), tilt=(5.0, -6.0), drawn=board_marks(board))


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, pytest.param(30, marks=pytest.mark.prove)], ids=str)
def test_pawns_are_seen_on_a_taught_board(count: int) -> None:
    """Every pawn on its field, whatever ring it is on, in base, in a camp and under the ghost."""
    board = round_board()
    mat = laid({"board": b.board_toml(board)})
    assert mat is not None
    reader = reader_for(GAME, None, mat_instead=mat)
    moments = GAMES.played(m.start(4, board=board), greedy_robot, Random(7))
    standings = [played.after for played in islice(moments, 262, 4000, 97)]
    assert any(state.ghost != b.SUMMIT for state in standings[:count])
    for n, state in enumerate(standings[:count]):
        colour = pictured(state, n)
        reading = reader.read(grey_of(colour), colour)

        assert state.placement == pawns_seen(state, Table(reading.zones))


@pytest.mark.slow
def test_a_picture_of_a_taught_board_is_told(tmp_path: Path) -> None:
    """With its file `scan` says on which of its fields each pawn stands."""
    board, shown = tmp_path / "round.toml", tmp_path / "shown.png"
    board.write_text(b.board_toml(round_board()), "utf-8")
    begun = m.start(2, board=round_board())
    away = replace(begun, pawns=(("L31", "M3", b.BASE), begun.pawns[1]))
    cv2.imwrite(str(shown), pictured(away, 1))

    asked = ["scan", str(shown), "--board", str(board), "--json"]
    told = json.loads(CliRunner().invoke(murphy, asked).stdout)

    red = (pawn["field"] for pawn in told["pawns"] if pawn["colour"] == "red")
    assert ["L31", "M3", "base"] == sorted(red)


def test_a_source_is_followed_on_a_taught_board() -> None:
    """The game that `watch` plays is on it, and it tells its fields."""
    setup = {"board": b.board_toml(round_board())}
    with closing(Watcher(GAME.on(setup), ("Ann", "Bob"), None, setup)) as watcher:
        seen = Settled(5, 0.5, Table({"M3": ("red-1",)}), (Step("+", "M3", "red-1"),))
        (table, *_) = watcher.lines_about(seen)

        assert [zone.name for zone in mat_of(round_board()).zones if zone.name != "supply"] == list(
            table["zones"]
        )
        assert watcher.session is not None
        assert round_board() == watcher.session.state.state.board


def test_a_camera_follows_the_board_of_the_set_up() -> None:
    """Its mat has the same markers and other fields; a board that was taught on a photo has no place on the mat."""
    board = round_board()
    mat = laid({"board": b.board_toml(board)})

    assert mat is not None
    assert (MAT.name, MAT.markers) == (mat.name, mat.markers)
    assert "L31" == mat.zone_at(*board.points["L31"])
    assert laid({}) is None
    assert laid({"board": b.board_toml(m.start(2).board)}) is None
    assert laid({"board": photographed(board)}) is None


def test_the_camera_is_turned_to_another_board() -> None:
    """A game that is begun on it is another table to the camera; a painted table has its own, and says so."""
    setup = agreed({"players": ["Ann", "Bob"], "board": b.board_toml(round_board())})
    with Journal(None) as journal:
        current = CurrentGame(Settings(game=GAME.name), "usb:0", journal, new=True)
        session: Session[Any] = Session(TABLE_GAME, journal, setup=current.first())
        current.follow()
        assert current.mat_instead is None
        session.begin(current.asked(GAME, setup))
        assert Moved.ELSEWHERE is current.follow()
        assert mat_of(round_board()) == current.mat_instead
        painted = CurrentGame(Settings(game=GAME.name), "painted", journal, new=True)
        with pytest.raises(CompanionError, match="painted table"):
            painted.asked(GAME, setup)


@pytest.mark.parametrize("where", ["nan", "inf", "-5.0", "700.0"])
def test_a_place_that_is_nowhere_on_the_mat(where: str) -> None:
    """A camera looks for no pawn there: the file is refused, whoever wrote it."""
    board = round_board()
    (name, (x, y)), *_ = board.points.items()
    elsewhere = dict(board.points) | {name: (1234.5, y)}
    wrong = b.board_toml(replace(board, points=elsewhere)).replace("1234.5", where)

    with pytest.raises(EditionError):
        b.board_from_toml(wrong)


def photographed(board: b.Board) -> str:
    return b.board_toml(board).replace("measured = true", "measured = false")


def test_a_game_on_a_taught_board_by_what_is_seen() -> None:
    """Set-up, a start and the way back from a wrong field, as on our own."""
    with closing(WatchedMountain(board=b.board_toml(round_board()))) as table:
        table.looks()
        table.rolls("56")
        table.moves("red-1", "L0")
        assert ("L0", b.BASE, b.BASE) == table.now.pawns[0]
        assert 1 == table.now.turn
        table.rolls("46")
        table.moves("green-1", "L17")
        assert ["pawns"] == table.faults()


def test_a_board_from_a_photo_is_played_by_tap() -> None:
    """The camera reads the dice, and waits for no pawn."""
    with closing(WatchedMountain(board=photographed(round_board()))) as table:
        table.looks()
        table.rolls("56")

        assert (5, 6) == table.now.dice
        table.session.submit({"move": "start"})
        assert 1 == table.now.turn


# Taught -------------------------------------------------------------------------------


def straight_mat() -> Any:
    """The round board's mat as the camera process straightens it, from a picture that is tilted."""
    colour = pictured(m.start(2, board=round_board()), 1)
    reading = reader_for(GAME, None).read(grey_of(colour), colour)
    assert reading.pose is not None
    return straightened(Frame(0, 0.0, grey_of(colour), colour), reading.pose, SCALE)


@pytest.mark.slow
def test_a_straightened_mat_is_measured_in_mm() -> None:
    """Its corners are the picture's, and the markers are where they are printed, within a third of a mm."""
    straight = straight_mat()
    pose = reader_for(GAME, None).read(grey_of(straight)).pose
    printed = np.array([at for _, at in MAT.corners()])

    assert (round(MAT.width * SCALE), round(MAT.height * SCALE)) == straight.shape[1::-1]
    assert pose is not None
    assert np.abs((pose.to_px(printed) + 0.5) / SCALE - printed).max() < 0.34


class Served(WatchedMountain):
    """A table whose pages are served, and where its texts are kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.url, self.folder = "", folder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """Ann and Bob under a camera that sees the round board; the host's page and the state folder."""
    done, jpeg = cv2.imencode(".jpg", straight_mat())
    assert done
    watched = Served(tmp_path / KIND)
    part = pages(lambda: watched.session.state, lambda given: {**given, "camera": True})
    with serving(
        watched.session, Others(), part, mat_picture=jpeg.tobytes, state=tmp_path
    ) as server:
        watched.url = f"http://127.0.0.1:{server.port}"
        yield watched
    watched.close()


@pytest.mark.prove
def test_a_board_is_taught_and_played_on(table: Served, visit: Visiting) -> None:
    """Its fields are tapped once, in order; it is kept, in place of another one once that is agreed, chosen by name for a new game, and every field is where it lies."""
    board = round_board()
    table.folder.mkdir(exist_ok=True)
    (table.folder / "round.toml").write_text(old := b.board_toml(board) + "\n", "utf-8")
    phone = hosting(visit(PHONE), "/host")
    phone.tap("#tab-table")
    phone.tap("#teach")
    page: Any = phone.page
    page.wait_for_function("() => document.querySelector('#teach-picture')?.naturalWidth > 1")
    phone.tap("#teach-large")

    def tap(at: Point) -> None:
        page.evaluate(
            """([x, y]) => {
                const image = document.querySelector("#teach-picture");
                const { left, top, width, height } = image.getBoundingClientRect();
                image.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: left + (x / 594) * width, clientY: top + (y / 420) * height }));
            }""",
            list(at),
        )

    tap((10, 10))
    phone.tap("#teach-undo")
    for ring in board.rings:
        for field in ring:
            tap(board.points[field])
        phone.tap("#ring-whole")
    for own in board.colours.values():
        for at in (*(board.points[f] for f in own.climb), *own.base, own.camp):
            tap(at)
    tap(board.ghost)
    page.fill("#teach-name", "round")
    phone.tap("#teach-keep")
    phone.tap("dialog [data-focus=replace-no]")
    phone.tap("#teach-keep")
    page.wait_for_selector("dialog [data-focus=replace-yes]")
    assert old == (table.folder / "round.toml").read_text("utf-8")
    phone.tap("dialog [data-focus=replace-yes]")
    page.wait_for_selector("dialog", state="detached")

    kept = b.board_from_toml((table.folder / "round.toml").read_text("utf-8"))
    assert (board.rings, set(board.colours)) == (kept.rings, set(kept.colours))
    for name, at in board.points.items():
        assert np.hypot(*np.subtract(at, kept.points[name])) < 2
    for colour, own in board.colours.items():
        assert (own.climb, own.outlined) == (
            kept.colours[colour].climb,
            kept.colours[colour].outlined,
        )
    phone.tap("#tab-game")
    phone.tap("#new-game")
    phone.tap("[data-focus=board-round]")
    phone.tap("#begin-game")
    page.wait_for_selector("dialog", state="detached")
    assert "round" == table.session.view()["board"]
    assert agreed({"players": ["Ann", "Bob"], "board": b.board_toml(kept)})
    assert tomllib.loads(b.board_toml(kept))["measured"]


@pytest.mark.slow
def test_a_board_goes_and_a_game_ends_only_once_that_is_agreed(
    table: Served, visit: Visiting
) -> None:
    """One slip of a finger would cost a hundred taps on a picture, or the game under way."""
    board = replace(round_board(), name="round")
    table.folder.mkdir(exist_ok=True)
    file = table.folder / "round.toml"
    file.write_text(b.board_toml(board), "utf-8")
    phone = hosting(visit(PHONE), "/host")
    phone.tap("#tab-table")
    for asks in ("forget-board-1", "begin-board-1"):
        phone.tap(f"[data-focus={asks}]")
        phone.tap("dialog [data-focus$=-no]")
        phone.page.wait_for_selector("dialog", state="detached")
    assert file.exists()
    assert "round" != table.session.view()["board"]

    phone.tap("[data-focus=begin-board-1]")
    phone.tap("dialog [data-focus=board-yes]")
    until(lambda: "round" == table.session.view()["board"])
    phone.tap("[data-focus=forget-board-1]")
    phone.tap("dialog [data-focus=forget-yes]")
    until(lambda: not file.exists())


@pytest.mark.slow
def test_what_is_put_right_follows_to_another_board(table: Served, visit: Visiting) -> None:
    """Begun from there it has fields of its own, and the players keep their colours."""
    board = b.board_toml(replace(round_board(), name="round"))
    table.folder.mkdir(exist_ok=True)
    (table.folder / "round.toml").write_text(board, "utf-8")
    table.session.begin({"players": ["Ann", "Bob"], "colours": ["blue", "green"]})
    phone = hosting(visit(PHONE), "/host#table")
    phone.page.wait_for_selector("#put-where [value=L36]", state="attached")
    phone.tap("[data-focus=begin-board-1]")
    phone.tap("dialog [data-focus=board-yes]")
    phone.page.wait_for_selector("#put-where [value=L36]", state="detached")
    phone.tap("#put")

    assert phone.reads("#toast .good")
    now = table.session.view()
    assert ("round", ["blue", "green"]) == (now["board"], [*now["colours"]])


@pytest.mark.slow
def test_the_next_game_is_on_the_same_board_however_late_the_boards_are_told(
    table: Served, visit: Visiting
) -> None:
    """Nothing is begun before what is played on is chosen in the form."""
    board = b.board_toml(replace(round_board(), name="round"))
    table.folder.mkdir(exist_ok=True)
    (table.folder / "round.toml").write_text(board, "utf-8")
    table.session.begin({"players": ["Ann", "Bob"], "board": board})
    begun = table.session.begun
    page = hosting(visit(PHONE)).page
    page.route("**/api/boards*", lambda route: route.abort(), times=1)
    page.click("#new-game")
    page.wait_for_selector("#begin-game:disabled")
    page.click("#begin-game")
    until(lambda: begun != table.session.begun)

    assert "round" == table.session.view()["board"]


def test_boards_are_the_hosts_to_keep() -> None:
    """Anybody sees them; a seat keeps none, and what is no board is refused in a sentence."""
    with Journal(None) as journal:
        session: Session[Any] = Session(
            TABLE_GAME, journal, setup={"players": ["Ann", "Bob"], "camera": False}
        )
        house = home_of(session, pages(lambda: session.state, dict))
        guest, host = house.visit(), house.host()
        seat = house.seated()
        assert [] == guest.get("/api/boards").get_json()["choices"]
        board = {"file": b.board_toml(round_board()), "name": "round"}
        for other in (guest, seat):
            refused = other.post("/api/boards", board)
            assert (403, "web.host-only") == (refused.status_code, refused.get_json()["error"])
        for wrong in (
            {},
            {"file": 7},
            {"file": "no board"},
            {**board, "name": "x" * 99},
            {"forget": "../x\n"},
        ):
            refused = host.post("/api/boards", wrong)
            assert 400 <= refused.status_code < 500, wrong
            assert refused.get_json()["text"], wrong
        assert [] == guest.get("/api/boards").get_json()["choices"]
        house.close()


def test_what_pages_draw_of_a_board() -> None:
    """Where everything is, mm, and which fields follow each other."""
    board = b.our_board()
    told = json.loads(json.dumps(b.board_json(board)))

    assert [*map(list, board.rings)] == [told["rings"]["lower"], told["rings"]["middle"]]
    assert {name: list(at) for name, at in board.points.items()} == told["fields"]
    assert (board.name, board.measured, list(board.ghost)) == tuple(
        told[key] for key in ("name", "measured", "ghost")
    )
    assert list(board.colours) == list(told["colours"])
    for name, own in board.colours.items():
        shown = told["colours"][name]
        assert [*map(list, own.base)] == shown["base"]
        assert (list(own.camp), list(own.climb)) == (shown["camp"], shown["climb"])
        assert [*map(list, own.outlined)] == shown["outlined"]
