"""The doctor: verdicts over facts, the machine's own words, and the command on a folder of pictures."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.announce import Message, message
from companion.app.camera.picture_checks import Looks, look, of_looks
from companion.app.camera.picture_size import zones_outside
from companion.app.commands.doctor import command
from companion.app.doctor import checks
from companion.app.doctor.checks import Check, Severity
from companion.app.doctor.doctor import Machine, examine, free_bytes
from companion.games import game as package_of
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.games.nicht_lustig.mat import MAT as LUSTIG_MAT
from companion.games.nicht_lustig.sheets import faces
from companion.mat import ZoneKind, plain_table
from companion.pieces import Face, Piece, PieceKind
from companion.settings import Settings
from companion.words import LANGUAGES, words, zone_name
from vision.frame import Frame, Grey
from vision.lens import STRAIGHT
from vision.painting.layout import Layout, Lying
from vision.painting.scene import paint
from vision.painting.view import View
from vision.pose import Pose
from vision.reading import Reading, ReadingLimits, Sighting, Unknown

SIZE = (1280, 720)
FLAT = Pose(np.array([[2.0, 0, 20], [0, 1.6, 20], [0, 0, 1]]), STRAIGHT, SIZE, MAT)
CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
SHARP = ReadingLimits(px_per_module=1.4, sharpness=0.4, noise=2.0)
GOOD = Reading(SIZE, FLAT, (Sighting(pieces()["DG1-R07-2"], CORNERS, "zxing", 1.0),), limits=SHARP)


def verdicts(reading: Reading, pace: float = 30.0) -> dict[str, Severity]:
    return {check.name: check.verdict for check in of_looks(Looks(reading, pace, pace))}


class SlowDesk:
    """A camera that opens in three seconds and gives ten pictures a second, and a reader of eight; with the clock of both."""

    BETWEEN, READING = 0.1, 0.125

    def __init__(self) -> None:
        self.now = 50.0

    def frames(self, count: int) -> Iterator[Frame]:
        self.now += 3
        for number in range(count):
            yield Frame(number, self.now, np.zeros((4, 4), np.uint8))
            self.now += self.BETWEEN

    def read(self, grey: Grey) -> Reading:
        self.now += self.READING
        return GOOD


class TestLooks:
    def test_a_good_table(self) -> None:
        """A sharp picture of the whole mat with a card on it leaves nothing to do."""
        assert {Severity.OK} == set(verdicts(GOOD).values())

    @pytest.mark.parametrize("count", [1, 3, 10, 40])
    def test_a_camera_that_takes_long_to_open_is_none_that_is_slow(self, count: int) -> None:
        """How fast pictures come is measured from the first, not from when the camera was asked for; a short source is read, too."""
        desk = SlowDesk()

        looks, _ = look(desk.frames(count), desk.read, lambda: desk.now)

        assert looks.reading is GOOD
        assert looks.looks_per_second == pytest.approx(1 / desk.READING)
        expected = 1 / desk.BETWEEN if count > 1 else 1 / desk.READING
        assert looks.frames_per_second == pytest.approx(expected)

    def test_without_a_mat_there_is_nothing_to_measure(self) -> None:
        """Neither the machine nor the lamp is at fault, nor the reader that looked for the mat for long."""
        told = of_looks(Looks(replace(GOOD, pose=None, limits=ReadingLimits()), 30, 2))

        by_name = {check.name: check for check in told}
        assert by_name["camera"].verdict is Severity.OK
        for name in ("size", "focus", "light"):
            assert by_name[name].found.key == "doctor.unmeasured"

    @pytest.mark.parametrize(
        ("edge", "key", "verdict"),
        [(30.0, "dice", Severity.OK), (15.0, "dice", Severity.WARN), (0.0, "none", Severity.WARN)],
    )
    def test_on_a_plain_table_dice_are_measured(
        self, edge: float, key: str, verdict: Severity
    ) -> None:
        """Nothing is said of mat and tags, which are not wanted there."""
        corners = ((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge))
        die = Sighting(Face(Piece(PieceKind.DIE, "white"), "3"), corners, "dice", 1.0)
        lies = replace(FLAT, mat=plain_table("yatzy", "tray"))
        seen = Reading(SIZE, lies, loose=(die,) * bool(edge))

        camera, dice = of_looks(Looks(seen, 30, 30))

        assert Severity.OK is camera.verdict
        assert (f"doctor.plain.{key}", verdict) == (dice.found.key, dice.verdict)
        assert (verdict is Severity.WARN) == (dice.advice is not None)

    def test_a_camera_that_can_focus_again_is_told_to(self) -> None:
        """The host's page has a button for that; where the picture is sharp nobody is sent there."""
        blurred = replace(GOOD, limits=replace(SHARP, sharpness=1.5))
        advice = {
            (reading is blurred, can): check.advice
            for reading in (GOOD, blurred)
            for can in (False, True)
            for check in of_looks(Looks(reading, 30, 30, refocuses=can))
            if check.name == "focus"
        }

        assert advice == {
            (False, False): None,
            (False, True): None,
            (True, False): message("doctor.focus.advice"),
            (True, True): message("doctor.focus.again-advice"),
        }

    @pytest.mark.parametrize(
        ("reading", "name", "verdict"),
        [
            (replace(GOOD, pose=None), "mat", Severity.BAD),
            (replace(GOOD, pose=None, limits=replace(SHARP, mirrored=True)), "mat", Severity.BAD),
            (replace(GOOD, size=(640, 720)), "mat", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, more_mats=True)), "mat", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, px_per_module=1.0)), "size", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, px_per_module=0.5)), "size", Severity.BAD),
            (replace(GOOD, limits=replace(SHARP, px_per_module=None)), "size", Severity.UNKNOWN),
            (replace(GOOD, limits=replace(SHARP, sharpness=1.5)), "focus", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, glare=0.1)), "light", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, strain=0.05)), "lens", Severity.WARN),
            (replace(GOOD, limits=replace(SHARP, strain=0.01)), "lens", Severity.OK),
            (replace(GOOD, sightings=()), "tags", Severity.UNKNOWN),
            (replace(GOOD, unknown=(Unknown("http://x", CORNERS),)), "unknown", Severity.WARN),
        ],
    )
    def test_what_is_wrong_is_said(self, reading: Reading, name: str, verdict: Severity) -> None:
        """Each fault of a picture is one check's, and no other's."""
        found = verdicts(reading)

        assert verdict == found.pop(name)
        # Without a mat there is nothing to measure, either.
        there = {Severity.OK} if reading.pose else {Severity.OK, Severity.UNKNOWN}
        assert there == set(found.values())

    def test_another_games_mat(self) -> None:
        """Whose mat lies there is said in one sentence, with what to do: nothing on it is told."""
        looks = Looks(GOOD, 30.0, 30.0, other_mat="dumm-gelaufen")

        (mat,) = [check for check in of_looks(looks) if check.name == "mat"]

        assert Severity.WARN is mat.verdict
        for language in LANGUAGES:
            assert "Dumm gelaufen" in words(language)(mat.found)
            assert mat.advice is not None
            assert words(language)(mat.advice)

    def test_a_slow_camera(self) -> None:
        """Two pictures a second settle too late."""
        assert Severity.WARN == verdicts(GOOD, pace=2.0)["camera"]

    def test_a_camera_that_gives_few_pictures_is_not_unplugged(self) -> None:
        """What helps is smaller pictures or a better line, and only where they are few."""
        camera, *_ = of_looks(Looks(GOOD, 1.0, 30))
        enough, *_ = of_looks(Looks(GOOD, 30, 30))

        assert camera.verdict is Severity.WARN
        assert camera.advice == message("doctor.camera.few")
        assert enough.advice is None

    def test_no_picture(self) -> None:
        """Without a picture there is one check, and it says what the camera said."""
        (check,) = of_looks(Looks(trouble=message("camera.missing", source="x")))

        assert ("camera", Severity.BAD, "camera.missing") == (
            check.name,
            check.verdict,
            check.found.key,
        )

    @pytest.mark.parametrize("game", ["dumm-gelaufen", "lauf-rauf", "nicht-lustig", "yatzy"])
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_whatever_is_cut_off_of_a_mat_is_called_by_name(self, game: str, language: str) -> None:
        """Of every game's mat, the fields of a board together."""
        lies = package_of(game).mat
        assert lies is not None
        cut = replace(GOOD, size=(1, 1), pose=replace(FLAT, mat=lies), sightings=())

        (mat,) = [check for check in of_looks(Looks(cut, 30, 30)) if check.name == "mat"]

        said = words(language)(mat.found)
        cards = [zone.name for zone in lies.zones if zone.kind is not ZoneKind.FIELD]
        board = [message("print.start.board")] if len(cards) < len(lies.zones) else []
        for named in (*board, *(zone_name(game, name) for name in cards)):
            assert isinstance(named, Message)
            assert words(language)(named) in said

    def test_zones_outside_are_named(self) -> None:
        """The zones that are cut off are the ones at the picture's edge."""
        assert ("mac", "claim") == zones_outside(replace(GOOD, size=(1100, 720)))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Pi that is warm, throttled, and whose clock is set."""
    zone = tmp_path / "class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("61234\n")
    (tmp_path / "class/sound/card0").mkdir(parents=True)
    said = {"vcgencmd": "throttled=0x50005\n", "timedatectl": "yes\n"}
    return Machine(tmp_path, lambda words: said[words[0]])


@pytest.fixture
def silent(tmp_path: Path) -> Machine:
    """A machine that tells nothing."""
    return Machine(tmp_path / "nowhere", lambda words: None)


class TestMachine:
    def test_what_a_pi_tells(self, machine: Machine) -> None:
        """Temperature, throttling by name, the clock, the sound cards."""
        told = (
            machine.temperature(),
            machine.throttling(),
            machine.clock_is_set(),
            machine.sound_cards(),
        )

        assert (61.234, ("under-voltage", "throttled"), True, 1) == told

    @pytest.mark.parametrize(
        ("alarm", "told"), [("1\n", ("under-voltage",)), ("0\n", ()), (None, None)]
    )
    def test_a_voltage_that_the_kernel_tells(
        self, tmp_path: Path, alarm: str | None, told: tuple[str, ...] | None
    ) -> None:
        """Where the firmware may not be asked, as in the service on an older system."""
        for number, name in enumerate(("cpu_thermal", "rpi_volt")):
            sensor = tmp_path / f"class/hwmon/hwmon{number}"
            sensor.mkdir(parents=True)
            (sensor / "name").write_text(f"{name}\n")
            if alarm is not None:
                (sensor / "in0_lcrit_alarm").write_text(alarm)

        assert told == Machine(tmp_path, lambda words: None).throttling()

    def test_what_others_do_not(self, silent: Machine) -> None:
        """A machine without these is no error."""
        told = silent.temperature(), silent.throttling(), silent.clock_is_set()

        assert (None, None, None) == told

    def test_room_of_a_folder_to_be_made(self, tmp_path: Path) -> None:
        """A folder that is not there yet has the room of the one that will hold it."""
        assert (free_bytes(tmp_path / "a/b") or 0) > 0

    def test_room_of_what_cannot_be_looked_at(self, tmp_path: Path) -> None:
        """A disk that is gone has none that anybody knows of."""
        assert free_bytes(tmp_path / ("a" * 300)) is None

    def test_room_for_a_journal_on_another_disk(self, silent: Machine) -> None:
        """The room where games are kept is what counts: /proc has none."""
        elsewhere = Settings(journal=Path("/proc/game.journal"), buzzer="none")
        found = {check.name: check for check in examine(elsewhere, (), silent)}

        assert Severity.BAD is found["disk"].verdict

    def test_a_folder_for_copies_is_looked_at(self, silent: Machine, tmp_path: Path) -> None:
        """A stick that is not plugged in is noticed before an evening is lost; who wants no copies hears nothing of them."""

        def found(backup: Path | None) -> dict[str, Severity]:
            settings = Settings(buzzer="none", backup=backup)
            return {each.name: each.verdict for each in examine(settings, (), silent)}

        assert Severity.OK is found(tmp_path)["backup"]
        assert Severity.WARN is found(tmp_path / "stick")["backup"]
        assert "backup" not in found(None)


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (checks.of_disk(None), Severity.UNKNOWN),
        (checks.of_disk(50 * checks.MEGABYTE), Severity.BAD),
        (checks.of_disk(500 * checks.MEGABYTE), Severity.WARN),
        (checks.of_disk(5000 * checks.MEGABYTE), Severity.OK),
        (checks.of_backup(None), Severity.WARN),
        (checks.of_backup(50 * checks.MEGABYTE), Severity.WARN),
        (checks.of_backup(500 * checks.MEGABYTE), Severity.OK),
        (checks.of_clock(None), Severity.UNKNOWN),
        (checks.of_clock(False), Severity.WARN),
        (checks.of_heat(85.0, ()), Severity.WARN),
        (checks.of_heat(50.0, ("under-voltage", "hot")), Severity.BAD),
        (checks.of_heat(None, None), Severity.UNKNOWN),
        (checks.of_network((), 8000), Severity.BAD),
        (checks.of_network(("192.168.1.5", "[fd00::1]"), 8000), Severity.OK),
        (checks.of_sound(1, True), Severity.WARN),
        (checks.of_sound(None, False), Severity.UNKNOWN),
        (checks.of_pins((), 0), Severity.OK),
        (checks.of_pins((), 3), Severity.OK),
        (checks.of_pins((message("hardware.no-pin", pin="GPIO18", why="x"),), 1), Severity.WARN),
    ],
)
def test_verdicts(check: Check, verdict: Severity) -> None:
    """Each fact has its verdict; what is warned of comes with advice; every language has the words."""
    told = check.to_json()

    assert verdict is check.verdict
    assert (check.advice is not None) == (verdict in (Severity.WARN, Severity.BAD))
    assert set(LANGUAGES) == set(told["text"])


def test_every_check_has_a_name(machine: Machine) -> None:
    """Every check is called something in every language."""
    names = [
        check.name
        for check in examine(
            Settings(buzzer="none", backup=Path("/")), of_looks(Looks(GOOD, 30, 30)), machine
        )
    ]

    assert len(names) == len(set(names)) == 14
    for language in LANGUAGES:
        assert all(words(language).say(f"doctor.{name}.name") for name in names)


class TestCommand:
    @pytest.fixture
    def away(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        monkeypatch.setenv("MURPHY_BUZZER", "none")
        return tmp_path

    def test_a_camera_that_is_not_there(self, away: Path) -> None:
        """One that is set and does not exist is a bad check and exit 1; the other checks are still made."""
        ran = CliRunner().invoke(command, ["--json"], env={"MURPHY_CAMERA": str(away / "nothing")})
        told = [json.loads(line) for line in ran.output.splitlines()]

        assert ran.exit_code == 1
        assert ["camera", "pins", "disk", "clock", "heat", "network", "sound"] == [
            check["name"] for check in told
        ]
        assert told[0]["verdict"] == "bad"

    def test_no_camera_wanted(self, away: Path) -> None:
        """Who plays by tap misses none; the page is where it is served."""
        ran = CliRunner().invoke(
            command, ["--camera", "none", "--json"], env={"MURPHY_HOST": "::1"}
        )
        told = {(one := json.loads(line))["name"]: one for line in ran.output.splitlines()}

        assert 0 == ran.exit_code
        assert "ok" == told["camera"]["verdict"]
        assert "http://[::1]:8000/" in told["network"]["text"]["en"]

    def test_a_phone_sends_pictures_only_while_a_game_is_played(self, away: Path) -> None:
        """It is no camera that is missing: no cable is to be looked for."""
        ran = CliRunner().invoke(command, ["--camera", "phone", "--json"])
        camera = json.loads(ran.output.splitlines()[0])

        assert (0, "unknown") == (ran.exit_code, camera["verdict"])
        assert "murphy play --camera phone" in camera["advice"]["en"]

    @pytest.mark.parametrize(
        ("named", "mat", "tags"),
        [
            ([], "all zones are in the picture.", "none."),
            (["--game", "nicht-lustig"], "all zones are in the picture.", "none."),
            (
                ["--game", "yatzy"],
                "this is the mat of Nicht lustig; another game is being played.",
                "",
            ),
        ],
    )
    def test_the_mat_tells_the_game(
        self, away: Path, named: list[str], mat: str, tags: str
    ) -> None:
        """Where none is named; where another is, whose mat lies there is said, and nothing of its tags."""
        card = Lying(faces(words("en"))[0], (90.0, 90.0))
        picture = paint(Layout((card,)), View(LUSTIG_MAT, (960, 540)), np.random.default_rng(1))
        cv2.imwrite(str(away / "mat.png"), picture)
        ran = CliRunner().invoke(command, ["--camera", str(away), "--json", *named])
        told = {(one := json.loads(line))["name"]: one for line in ran.output.splitlines()}

        assert mat == told["mat"]["text"]["en"]
        assert tags == (told["unknown"]["text"]["en"] if "unknown" in told else "")

    def test_the_painted_table_is_no_fault(self, away: Path) -> None:
        """Who tries it out has no camera yet: the doctor says how one is named, in every language."""
        ran = CliRunner().invoke(command, ["--camera", "painted", "--json"])
        camera = json.loads(ran.output.splitlines()[0])

        assert (0, "warn") == (ran.exit_code, camera["verdict"])
        assert all("usb:0" in camera["advice"][language] for language in LANGUAGES)

    def test_in_words(self, away: Path) -> None:
        """People get a line a check, in their language."""
        ran = CliRunner().invoke(
            command, ["--lang", "de"], env={"MURPHY_CAMERA": str(away / "nothing")}
        )

        assert "✗ Kamera" in ran.output
        assert "Speicher" in ran.output
