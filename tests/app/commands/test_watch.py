"""`murphy watch`: from pictures to lines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.app.camera.pipeline import AFTER, Stillness
from companion.app.commands.watch import command
from companion.app.looking.watcher import FailedLines, HiddenZones, watched
from companion.errors import CameraError, InputError
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.mat import MAT
from companion.games.package import Line
from companion.table import Settled, Table
from companion.words import words
from tests.games.dumm_gelaufen.script import expected, fits
from tests.places import PICTURES
from vision.frame import Frame, Frames
from vision.painting.layout import Layout
from vision.painting.scene import paint
from vision.painting.view import View

needs_pictures = pytest.mark.skipif(
    not (PICTURES / "seq_0").is_dir(), reason="the photo-like pictures are not here"
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


@pytest.fixture(scope="module")
def still_life(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first hand-free frame of every table of the sequence, eight times each."""
    folder = tmp_path_factory.mktemp("sequence")
    tables: list[Any] = []
    for truth in sorted((PICTURES / "seq_0").glob("frame_*.json")):
        state = json.loads(truth.read_text())["state"]
        table = [state[zone] for zone in ("mac", "open_left_top", "claim")]
        if state["hand"] or table in tables:
            continue
        tables.append(table)
        for copy in range(8):
            place = folder / f"{truth.stem}_{copy}.jpg"
            place.symlink_to(truth.with_suffix(".jpg"))
    return folder


@pytest.fixture(scope="module")
def alone(still_life: Path) -> Result:
    """What is told of the sequence where nobody plays."""
    return run(str(still_life), "--json", "--lang", "nl")


@pytest.fixture(scope="module")
def together(still_life: Path, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """What is told of its first two tables where two play."""
    folder = beginning(still_life, tmp_path_factory.mktemp("beginning"), 16)
    return run(str(folder), "--json", "--players", "Ann,Bob")


def beginning(film: Path, folder: Path, count: int) -> Path:
    """So many pictures of a film."""
    for picture in sorted(film.iterdir())[:count]:
        (folder / picture.name).symlink_to(picture)
    return folder


@needs_pictures
class TestTheSequence:
    """Two of Mac's cards go, one comes to the claim zone, one to the left pile."""

    TABLES = (
        ("mac", 7, "open-left", "G03-1", "claim", 0),
        ("mac", 6, "open-left", "G03-1", "claim", 0),
        ("mac", 5, "open-left", "G03-1", "claim", 1),
        ("mac", 5, "open-left", "R09-2", "claim", 1),
    )

    def test_its_settled_tables_are_told_in_order(self, alone: Result) -> None:
        """No more, no fewer, and nothing invented."""
        lines = self.lines(alone)

        tables = [line["zones"] for line in lines if line["event"] == "table"]
        seen = tuple(
            ("mac", len(t["mac"]), "open-left", t["open-left"][0], "claim", len(t["claim"]))
            for t in tables
        )
        # That the card below has gone is seen two looks later than the one in its place.
        assert (*self.TABLES, self.TABLES[-1]) == seen
        assert [["R09-2", "G03-1"], ["R09-2"]] == [t["open-left"] for t in tables[-2:]]

    def test_without_players_only_tables_and_actions_are_told(self, alone: Result) -> None:
        """There is no game to speak of."""
        lines = self.lines(alone)

        assert {"table", "action"} == {line["event"] for line in lines}
        (action,) = (line for line in lines if line["event"] == "action")
        assert fits(action, expected("> action card=K08-1 kind=keep"))

    def test_the_action_card_with_mac_is_a_problem_of_the_set_up(self, together: Result) -> None:
        """Round 1 does not begin with it."""
        lines = self.lines(together)

        first = next(line for line in lines if line["event"] == "setup")
        assert not first["ok"]
        assert ("action-with-mac", "K07-1") in [
            (problem["code"], problem["card"]) for problem in first["problems"]
        ]
        assert not [line for line in lines if line["event"] in ("move", "question")]

    def test_every_line_says_when(self, alone: Result) -> None:
        """Frames count from 0, ten of them are a second."""
        for line in self.lines(alone):
            assert line["at"] == round(line["frame"] / 10, 3)

    def test_people_get_sentences(self, still_life: Path, tmp_path: Path) -> None:
        """In their language, without braces."""
        folder = beginning(still_life, tmp_path, 6)
        told = run(str(folder), "--players", "Ann,Bob", "--lang", "de")

        assert 0 == told.exit_code
        assert "Aktionskarte" in told.output
        assert "{" not in told.output

    @staticmethod
    def lines(told: Result) -> list[dict[str, Any]]:
        assert 0 == told.exit_code, told.output
        return [json.loads(line) for line in told.output.splitlines()]


class TestUsage:
    @pytest.mark.parametrize(
        ("names", "why"), [("A,B,C,D,E,F,G", "1 to 6"), ("Ann,,Bob", "name"), ("Ann,ann", "same")]
    )
    def test_too_few_or_too_many_players_are_wrong_usage(
        self, names: str, why: str, tmp_path: Path
    ) -> None:
        """The box is for two to six, and everybody has a name."""
        told = run(str(tmp_path), "--players", names, "--lang", "en")

        assert isinstance(told.exception, InputError)
        assert why in str(told.exception)

    def test_a_source_that_is_not_there_is_said(self) -> None:
        """In one sentence, by the project's own error."""
        told = run("no/such/folder")

        assert told.exit_code
        assert isinstance(told.exception, CameraError)
        assert "camera.missing" == told.exception.message.key


class TestStillness:
    """Some things only a while without a change decides."""

    def frame(self, at: float) -> Frame:
        import numpy as np

        return Frame(int(at * 10), at, np.zeros((2, 2), np.uint8))

    def test_a_table_that_stands_still_is_told_twice(self) -> None:
        """After two seconds and after five, then no more."""
        still = Stillness()
        seen = Settled(0, 0.0, Table({"mac": ("R01-1",)}))
        still.step(self.frame(0.0), (seen,))

        times = [n / 2 for n in range(1, 40) if still.step(self.frame(n / 2), ())]

        assert list(AFTER) == times

    @pytest.mark.parametrize(("leaves", "times"), [(3.0, [4.5, 7.5]), (60.0, [11.5, 14.5])])
    def test_seconds_under_a_hand_do_not_count(self, leaves: float, times: list[float]) -> None:
        """More may come of it; a hand that stays for long only rests there."""
        still = Stillness()
        still.step(self.frame(0.0), (Settled(0, 0.0, Table()),))

        looks = [n / 2 for n in range(1, 40)]
        told = [t for t in looks if still.step(self.frame(t), (), hand=t < leaves)]

        assert times == told

    def test_who_asks_is_told_once_more(self) -> None:
        """Though nothing changed, a table stands still for long already; one that was never seen is not made up."""
        still = Stillness()
        still.repeat()
        assert () == still.step(self.frame(0.0), ())
        still.step(self.frame(0.0), (Settled(0, 0.0, Table({"mac": ("R01-1",)})),))
        for n in range(1, 40):
            still.step(self.frame(n / 2), ())

        still.repeat()
        (again,) = still.step(self.frame(30.0), ())

        assert isinstance(again, Settled)
        assert {"mac": ("R01-1",)} == again.table.zones

    def test_what_is_told_again_is_covered_where_it_is_now(self) -> None:
        """Not where it was when it was told."""
        still = Stillness()
        told = Table({"mac": ("R01-1",)}, frozenset({"mac"}))
        still.step(self.frame(0.0), (Settled(0, 0.0, told),))

        (again,) = still.step(self.frame(2.0), (), covered=frozenset({"draw"}))

        assert isinstance(again, Settled)
        assert {"draw"} == again.table.covered

    def test_what_is_seen_goes_through_unchanged(self) -> None:
        """It only adds."""
        seen = (Settled(0, 0.0, Table()),)

        assert seen == Stillness().step(self.frame(0.0), seen)

    def test_before_anything_was_seen_nothing_stands_still(self) -> None:
        """There is no table yet."""
        still = Stillness()

        assert not any(still.step(self.frame(n / 1), ()) for n in range(20))


def nothing() -> Frames:
    yield from ()


def test_a_source_without_frames_tells_nothing() -> None:
    """Nothing was seen, nothing is decided."""
    assert [] == list(watched(GAME, nothing(), ("Ann", "Bob"), None))


@pytest.mark.parametrize(
    ("way", "said"), [("plain", "No mat is in sight"), ("mirrored", "This picture is mirrored")]
)
@pytest.mark.parametrize("game", [(), ("--game", "dumm-gelaufen")], ids=["", "named"])
def test_a_source_that_shows_no_mat_says_so_before_it_ends(
    tmp_path: Path, way: str, said: str, game: tuple[str, ...]
) -> None:
    """A live camera never ends: whoever waits for it would not learn what is wrong."""
    table = paint(Layout(), View(MAT, size=(640, 360)), np.random.default_rng(1))
    shown = table[:, ::-1] if way == "mirrored" else np.full_like(table, 90)
    for number in range(5):
        cv2.imwrite(str(tmp_path / f"{number}.png"), shown)

    told = run(str(tmp_path), "--fps", "1", "--lang", "en", *game)

    assert told.exit_code == 0
    assert 1 == told.stderr.count(said)
    assert told.stderr.index(said) < told.stderr.index("Nothing to tell")


def test_who_plays_without_a_mat_misses_none(tmp_path: Path) -> None:
    """Where nothing comes of a film of dice, no mat is asked for."""
    cv2.imwrite(str(tmp_path / "0.png"), np.full((90, 160, 3), 90, np.uint8))
    told = run(str(tmp_path), "--game", "yatzy", "--no-mat", "--lang", "en")

    assert told.stderr.startswith("Nothing to tell: nothing lay still")


def test_what_is_hidden_is_told_when_it_begins_and_when_it_ends() -> None:
    """Once each, with the zones by their names."""
    hides, seen = HiddenZones("dumm-gelaufen"), [(), ("claim", "mac"), ("claim", "mac"), (), ()]

    lines = [line for zones in seen for line in hides.look(zones)]

    said = [words("en").worded(line["text"]) for line in lines]
    assert [["claim", "mac"], []] == [line["zones"] for line in lines]
    assert "Hidden from the camera: claim zone, Mac. Take away what lies or rests there." == said[0]
    assert "Nothing is hidden from the camera any more." == said[1]


def test_a_look_that_a_game_cannot_process_is_said_once_and_left_out() -> None:
    """What was told of it already stays; the next looks are told."""

    def broken() -> Iterator[Line]:
        yield {"event": "table"}
        raise ZeroDivisionError

    failed, looks = FailedLines(), (broken(), broken(), iter([{"event": "move"}]))

    lines = [line for look in looks for line in failed.lines(look)]

    said = [words("en").worded(line["text"]) for line in lines if "text" in line]
    assert ["table", "trouble", "table", "move"] == [line["event"] for line in lines]
    assert "One look at the table could not be understood" in said[0]


@pytest.mark.parametrize(("then", "code"), [(0, 1), (4, 0)], ids=["stays", "goes"])
def test_what_still_hides_a_zone_at_the_end_is_a_failure(
    tmp_path: Path, then: int, code: int
) -> None:
    """Who watches by a program learns by the exit code that play could not go on; not where it has gone again: thirteen small pictures."""
    table = paint(Layout(), View(MAT, size=(640, 360)), np.random.default_rng(1))
    bowl = cv2.circle(table.copy(), (300, 200), 60, (40, 90, 60), -1)
    for number, shown in enumerate([table, *[bowl] * 8, *[table] * then]):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), shown)

    told = run(str(tmp_path), "--fps", "1", "--lang", "en")

    assert "Hidden from the camera: " in told.output
    assert code == told.exit_code, told.output
