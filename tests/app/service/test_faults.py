"""Whatever breaks around a session: nothing acknowledged is lost, it is said, and the game goes on by itself."""

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.app.camera import ipc
from companion.app.camera.camera_sight import Sight
from companion.app.camera.camera_supervisor import CameraSupervisor
from companion.app.cli import main
from companion.app.service.composition import PAINTED_JOURNAL, Companion
from companion.app.service.current_game import CurrentGame, Moved
from companion.app.service.ingest import Ingest
from companion.app.service.systemd import Notifier
from companion.errors import InputError, JournalError
from companion.games import game
from companion.games.dumm_gelaufen import GAME
from companion.games.dumm_gelaufen.deck.edition import load_edition
from companion.games.dumm_gelaufen.setup import agreed
from companion.games.dumm_gelaufen.table import TABLE_GAME
from companion.games.dumm_gelaufen.table.state import Recorder, TableState
from companion.games.dumm_gelaufen.tracker.evidence import Statement
from companion.journal.journal import Draft, Journal, read
from companion.kit.painted import ScriptConfig
from companion.kit.table import TableGame
from companion.session.session import Outcome, Session
from companion.settings import JOURNAL, Settings
from companion.table import Observation, Settled, Table
from companion.words import LANGUAGES, words
from hardware.board import Board
from tests.disks import database
from tests.games.dumm_gelaufen.evening import again, seen, session, setup
from tests.games.dumm_gelaufen.onlooker import Noise
from tests.waiting import PATIENCE, until

CASTING = ScriptConfig(6, 3)
STEPS = 20
"""Of the evening: its first round, what comes wrong in it, a question."""


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household of its own: state and configuration lie in a temporary folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def settings(journal: Path | None = None, **more: Any) -> Settings:
    """A companion without a camera of its own: a test says what is seen."""
    given = {"camera": "none", "host": "127.0.0.1", "buzzer": "none", **more}
    return replace(Settings(), journal=journal, port=0, **given)


@pytest.fixture(scope="module")
def looks() -> list[Observation]:
    """What a camera with all its faults would tell of an evening's beginning."""
    return [*seen(CASTING, STEPS, noise=Noise())]


@pytest.fixture(scope="module")
def fine(looks: list[Observation]) -> dict[str, Any]:
    """What everybody may see once a session has seen all of it without a fault."""
    told = session(CASTING, camera=False)
    for look in looks:
        told.observe(look)
    return public(told)


@contextmanager
def running(given: Settings, away: Path, *, new: bool = False) -> Iterator[Companion]:
    """A companion that serves, in this process."""
    companion = Companion(given, away / "murphy.toml", new=new)
    thread = threading.Thread(target=companion.run, args=(Notifier({}),))
    thread.start()
    try:
        yield companion
    finally:
        companion.server.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def worded(notices: list[dict[str, Any]]) -> list[str]:
    """The keys of notices."""
    return [notice["key"] for notice in notices]


# Kills -----------------------------------------------------------------------------


def kill(
    folder: Path, times: int, seed: int, length: int, *, whom: str = "kills"
) -> dict[str, int]:
    """What came of so many kills; ``whom`` is the module that does it, and says what is so long."""
    given = map(str, (folder, times, seed, length))
    line = [sys.executable, "-m", f"tests.{whom}", *given]
    ran = subprocess.run(line, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, int] = json.loads(ran.stdout)
    return found


@pytest.mark.slow
def test_a_killed_session_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    """A sample of short evenings; `make prove` kills a thousand times."""
    found = kill(tmp_path, 3, 1, 12)

    assert (3, 0, 0) == (found["kills"], found["lost"], found["differing"])
    assert 3 < found["acknowledged"]


@pytest.mark.prove
def test_a_thousand_kills_of_a_session(tmp_path: Path) -> None:
    """kill -9 at random moments: nothing acknowledged is lost, every restart knows the same state, every evening ends the same."""
    found = kill(tmp_path, 1000, 7, 120)

    assert (1000, 0, 0) == (found["kills"], found["lost"], found["differing"])
    assert 3000 < found["acknowledged"]


@pytest.mark.slow
def test_a_killed_companion_has_kept_all_it_acknowledged(tmp_path: Path) -> None:
    """The whole of it, pages and all, once by tap and once by camera; a sample."""
    found = kill(tmp_path, 2, 3, 1, whom="killings")

    assert (2, 0, 0) == (found["kills"], found["lost"], found["differing"])
    assert 4 < found["acknowledged"]
    assert 0 < found["taps"]
    assert 2 <= found["views"]


@pytest.mark.prove
def test_a_thousand_kills_of_a_companion(tmp_path: Path) -> None:
    """kill -9 at random moments: what was answered, told or shown is in the journal, which comes to the views that were shown."""
    found = kill(tmp_path, 1000, 11, 25, whom="killings")

    assert (1000, 0, 0) == (found["kills"], found["lost"], found["differing"])
    assert 3000 < found["acknowledged"]
    assert 500 < found["taps"]


# The disk ---------------------------------------------------------------------------


def breaks(journal: Journal, how: str) -> None:
    """Let the disk be full, or be read-only, or be well again."""
    orders = {
        "journal.disk-full": "PRAGMA max_page_count=1",
        "journal.read-only": "PRAGMA query_only=1",
        "": "PRAGMA max_page_count=1000000",
    }
    with journal._news:
        database(journal).execute(orders[how])
        if not how:
            database(journal).execute("PRAGMA query_only=0")


@pytest.mark.parametrize("fault", ["journal.disk-full", "journal.read-only"])
def test_a_disk_that_fails_is_said_and_loses_nothing(
    away: Path, looks: list[Observation], fine: dict[str, Any], fault: str
) -> None:
    """What is seen while nothing can be written is told as soon as it can be, though nothing more is seen."""
    third = len(looks) // 3
    plan = settings(away / "j", players=("Ann", "Bob", "Cem"))
    with running(plan, away) as companion:
        show(companion, looks[:third])
        breaks(companion.journal, fault)
        show(companion, looks[third : 2 * third])
        broken, well = companion.health.public(), companion.health.healthy()
        breaks(companion.journal, "")
        until(lambda: companion.health.public()["journal"])
        whole = companion.health.public()
        show(companion, looks[2 * third :])
        ended = public(companion.session)

    assert [fault] == worded(broken["notices"])
    assert (False, True) == (broken["journal"], broken["reader"])
    assert well, "a restart would not make room"
    assert [] == whole["notices"]
    assert ended == fine


def public(told: Session[TableState]) -> dict[str, Any]:
    """What everybody may see, except when it was."""
    view = told.view() | {"seq": 0}
    news = [{**each, "seq": 0} for each in view["announcements"]]
    return view | {"turn": {**view["turn"], "since": 0}, "announcements": news}


def show(companion: Companion, looks: list[Observation]) -> None:
    """What the camera process tells, in its thread's place."""
    for look in looks:
        companion.ingest.observed(look)


@pytest.mark.slow
def test_a_look_that_makes_no_sense_holds_nothing_up(
    away: Path, looks: list[Observation], fine: dict[str, Any]
) -> None:
    """One look that the game stumbles over is said and left out; the next ones are told."""
    nowhere = Table({"mac": None})  # type: ignore[dict-item]  # no reader tells this
    nonsense = Settled(looks[10].frame, 0.0, nowhere)
    ended = threading.Event()
    ended.set()
    with running(settings(away / "j"), away) as companion:
        show(companion, [*looks[:10], nonsense])
        companion.ingest.look_after(ended)
        stumbled = companion.health.public()
        show(companion, looks[10:])
        well = companion.health.public()
        last = public(companion.session)

    assert ["play.stumbled"] == worded(stumbled["notices"])
    assert (True, False) == (stumbled["journal"], stumbled["reader"])
    assert (True, True) == (well["journal"], well["reader"])
    assert [] == well["notices"]
    assert last == fine


def stumbling(at: float) -> TableGame[TableState, Recorder]:
    """A game with a defect: no look can be processed while what was seen at a time is believed."""

    def observe(recorder: Recorder, what: Observation) -> None:
        TABLE_GAME.observe(recorder, what)
        for evidence, _ in recorder.table_state.belief.since(0):
            if not isinstance(evidence, Statement) and evidence.at == at:
                raise ZeroDivisionError

    return replace(TABLE_GAME, observe=observe)


@pytest.mark.slow
def test_a_defect_of_what_infers_turns_costs_one_turn(looks: list[Observation]) -> None:
    """It is said once; what lies there counts, the next turns are told, and the journal folds to the same."""
    sound, at = session(CASTING, camera=False), 0.0
    for look in looks:
        sound.observe(look)
        if len(sound.state.turns) == 3 and not at:
            at = sound.state.evidence_at
    hit = Session(stumbling(at), Journal(None), setup=setup(CASTING, camera=False))
    for look in looks:
        hit.observe(look)

    said = [news.text.key for record in hit.history for news in record.announcements]
    assert 1 == said.count("announce.lost")
    assert public(again(hit)) == public(hit)
    assert sound.state.table == hit.state.table
    assert [*tops(sound)] == [*tops(hit)]
    assert [*turns(sound)[:2], *turns(sound)[3:]] == turns(hit)


def tops(told: Session[TableState]) -> Iterator[object]:
    """What lies open by what is believed."""
    yield from (set(told.state.state.mac), told.state.state.left[:1])
    yield told.state.state.right[:1]


def turns(told: Session[TableState]) -> list[object]:
    """What was done in the turns that were told."""
    return [turn.candidate.what for turn in told.state.turns]


# The pins -----------------------------------------------------------------------------


class Broken:
    """A buzzer whose driver has gone, in one way or another."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error, self.sounding = error, False

    def on(self, tone: str) -> None:
        self.sounding = True
        raise self.error("GPIO gone")

    def off(self) -> None:
        self.sounding = False


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize(
    ("error", "said"),
    [(OSError, {"hardware.failed"}), (SystemExit, set[str]())],
    ids=["raises", "ends its thread"],
)
def test_pins_that_fail_stop_no_game(
    away: Path,
    looks: list[Observation],
    fine: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    error: type[BaseException],
    said: set[str],
) -> None:
    """A driver that raises is said; one that takes its thread along is silent; the game is the same."""
    broken: list[Broken] = []

    def opened(*_: object, **__: object) -> Board:
        broken.append(Broken(error))
        return Board(buzzer=broken[-1])

    monkeypatch.setattr("companion.app.service.composition.open_board", opened)
    pins = {"buzzer": "active", "buzzer_pin": "GPIO17"}
    with running(settings(away / "j", **pins), away) as companion:
        show(companion, looks[:-10])
        # The thread is gone before the next sound, or has said what failed.
        until(lambda: broken and (said or not companion.signals.alive))
        show(companion, looks[-10:])
        until(lambda: len(broken) > 1)
        until(lambda: said <= set(worded(companion.health.public()["notices"])))
        ended = public(companion.session)

    assert ended == fine
    assert not any(each.sounding for each in broken)


# The clock ----------------------------------------------------------------------------

YEARS = 365 * 86400.0


def test_a_clock_that_jumps_changes_nothing(
    tmp_path: Path, looks: list[Observation], fine: dict[str, Any]
) -> None:
    """Years forward and back in the middle of a game, and between two runs of it, are nobody's business."""
    times = iter([1e9, 1e9 + 30 * YEARS, 10.0, 1.8e9, -5.0] * 1000)
    half = len(looks) // 2
    with Journal(tmp_path / "j", clock=lambda: 2e9) as journal:
        first = session(CASTING, journal=journal, camera=False, clock=lambda: next(times))
        for look in looks[:half]:
            first.observe(look)
    with Journal(tmp_path / "j", clock=lambda: 1e8) as journal:
        second = Session(TABLE_GAME, journal, clock=lambda: next(times))
        notices = [notice.key for notice in journal.notices]
        for look in looks[half:]:
            second.observe(look)
        ended = public(second)

    assert notices in ([], ["journal.clock-back"])
    assert ended == fine


def test_a_clock_that_went_back_is_said_on_the_page(away: Path) -> None:
    """A Pi without a clock starts in the past: a notice, and the game goes on."""
    with Journal(away / "j", clock=lambda: 4e9) as journal:
        session(CASTING, 4, journal=journal, camera=False, clock=lambda: 4e9)
        before = journal.last
    with running(settings(away / "j"), away) as companion:
        health, well = companion.health.public(), companion.health.healthy()
        companion.session.correct({"do": "pause"})
        after = companion.session.view()

    assert ["journal.clock-back"] == worded(health["notices"])
    assert well
    assert (before < after["seq"], True) == (True, after["paused"])


# Other journals -------------------------------------------------------------------------


def newer(path: Path) -> None:
    """Written by a program of the future."""
    session(CASTING, 1, journal=(journal := Journal(path)))
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")
        db.commit()


def foreign(path: Path) -> None:
    """A picture named by mistake."""
    path.write_bytes(b"\x89PNG" * 2000)


def strange(path: Path) -> None:
    """A journal of a game of another kind."""
    with Journal(path) as journal:
        journal.append([Draft("game", {"matches": 7})])


@pytest.mark.parametrize(
    ("makes", "key"),
    [(newer, "journal.newer"), (foreign, "journal.beyond-rescue"), (strange, "journal.no-fold")],
)
def test_a_journal_of_another_kind_is_refused_and_left_alone(
    away: Path, makes: Callable[[Path], None], key: str
) -> None:
    """One sentence, and the file is as it was."""
    makes(away / "j")
    before = (away / "j").read_bytes()

    with pytest.raises(JournalError) as refused:
        Companion(settings(away / "j"), away / "murphy.toml")

    assert key == refused.value.message.key
    assert all(words(language)(refused.value.message) for language in LANGUAGES)
    assert before == (away / "j").read_bytes()


def test_a_new_game_needs_nothing_of_the_old_ones(away: Path) -> None:
    """Where the last game cannot be gone on with, --new begins another one behind it."""
    strange(away / "j")
    with pytest.raises(JournalError):
        Companion(settings(away / "j"), away / "murphy.toml")
    with running(settings(away / "j"), away, new=True) as companion:
        view = companion.session.view()

    assert ("set-up", 3) == (view["phase"], len(view["players"]))
    assert ["game", "game"] == [entry.kind for entry in read(away / "j")]


def test_a_second_companion_is_refused_and_the_first_is_not_disturbed(
    away: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`murphy play` twice on one file: one sentence on standard error, exit 1."""
    line = ["murphy", "play", "--camera", "none", "--journal", str(away / "j")]
    monkeypatch.setattr(sys, "argv", [*line, "--lang", "en", "--port", "8999"])
    with running(settings(away / "j"), away) as companion:
        with pytest.raises(SystemExit) as ended:
            main()
        second = capsys.readouterr()
        lies = {"event": "table-corrected", "mac": ["R01-1"]}
        companion.session.correct(lies)
        view = companion.session.view()

    assert (1, "") == (ended.value.code, second.out)
    assert str(away / "j") in second.err
    assert 1 == len(second.err.splitlines())
    assert ["R01-1"] == view["zones"]["mac"]


# Which game is on the table ---------------------------------------------------------------


class FakeCamera:
    """A camera process that has seen nothing yet, and remembers what it was told to look for."""

    sight = Sight()
    alive = True

    def __init__(self) -> None:
        self.told: list[Settings] = []

    def start(self) -> None:
        """As soon as the companion runs."""

    def close(self) -> None:
        """With it."""

    def turn_to(self, settings: Settings) -> None:
        self.told.append(settings)

    def word_age(self) -> None:
        return None

    def health(self) -> dict[str, object]:
        return {"camera": False, "frame_age": None}


def test_a_game_goes_on_in_its_own_edition_with_its_own_players(away: Path) -> None:
    """Whatever the settings say by now: the journal's players, and the tags of the journal's edition."""
    config = ScriptConfig(6, 4, "newer")
    with Journal(away / "j") as journal:
        session(config, 10, journal=journal, camera=False)
    with running(settings(away / "j", players=("A", "B")), away) as companion:
        view = companion.session.view()
        looked_for = companion.current.settings.edition
        printed = companion.current.edition

    assert ("newer", 4) == (view["edition"], len(view["players"]))
    assert "newer" == printed
    assert "newer" == looked_for


def test_the_camera_is_turned_to_a_new_games_cards(away: Path) -> None:
    """A game of the other edition, begun on the page: the camera process looks for its cards, and what it saw before is not its."""
    looks = [*seen(CASTING, 4)]
    with running(settings(away / "j"), away) as companion:
        companion.ingest.camera = camera = FakeCamera()  # type: ignore[assignment]  # it is only turned
        show(companion, looks[:1])
        begun = agreed({"players": ["Ann", "Bob"], "edition": "newer"})
        companion.session.begin(companion.current.asked(GAME, begun))
        until(lambda: camera.told)
        show(companion, looks[1:2])
        after = companion.session.view()
        companion.ingest.camera = None

    assert ["newer"] == [each.edition for each in camera.told]
    assert "newer" == after["edition"]
    assert load_edition("newer").rulings.to_json() == after["rulings"]


def test_the_painted_table_and_a_real_one_keep_apart(away: Path) -> None:
    """A camera that comes late, or a demonstration between two evenings, buries no game."""
    with Journal(away / "j") as journal:
        session(CASTING, 10, journal=journal)
        real = CurrentGame(Settings(), "usb:0", journal, new=False)
        demo = CurrentGame(Settings(), "painted", journal, new=False)

    assert (False, True) == (real.new, demo.new)
    assert {"murphy.journal", "painted.journal"} == {JOURNAL, PAINTED_JOURNAL}


FIVE = Settings(players=("A", "B", "C", "D", "E"), edition="newer")
"""What a household has set for its own game: too many for another one, which has no such edition."""


def test_a_game_that_is_over_is_played_again_by_its_own_players(away: Path) -> None:
    """The settings name more than can play it: whoever played it last does."""
    with Journal(away / "j") as journal:
        begun = {"game": "lauf-rauf", "players": ["Ann", "Bob"], "camera": False}
        journal.append([Draft("game", begun)])
        first = CurrentGame(FIVE, "none", journal, new=False).first()

    assert (["Ann", "Bob"], "revised") == (first["players"], first["edition"])


@pytest.mark.parametrize("source", ["none", "painted"])
def test_more_than_can_play_a_game_are_refused(away: Path, source: str) -> None:
    """In a sentence, before anything is begun."""
    asked_for = replace(FIVE, game="lauf-rauf")
    with Journal(away / "j") as journal, pytest.raises(InputError, match="2 to 4"):
        CurrentGame(asked_for, source, journal, new=False)


def test_a_camera_that_is_opened_again_goes_on_with_the_show(away: Path) -> None:
    """It paints on behind the last frame that was seen, not the beginning of a game that is long under way."""
    with Journal(away / "j") as journal:
        played = CurrentGame(Settings(seed=3), "painted", journal, new=True)
        session = Session(TABLE_GAME, journal, setup=played.first())
        begun = played.stand
        session.observe(Settled(41, 4.1, Table({"mac": ("R01-1",)})))
        later = played.stand

    assert begun is not None
    assert (0, replace(begun, frame=42)) == (begun.frame, later)


def full(*_: object, **__: object) -> NoReturn:
    """What a journal writes on a full disk."""
    raise JournalError("journal.disk-full", path="j")


def test_a_show_whose_next_game_could_not_be_written_begins_it_later(
    away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full as the painter lays the table anew: what is seen then is none of the game before."""

    with Journal(away / "j") as journal:
        current = CurrentGame(Settings(seed=3), "painted", journal, new=True)
        assert current.show is not None
        told = Session(TABLE_GAME, journal, setup=current.first())
        incoming = Ingest(told, current)
        monkeypatch.setattr(current.show, "begins_game", lambda look: look.frame == 7)
        incoming.observed(Settled(6, 0.6, Table({"mac": ("R01-1",)})))
        with pytest.MonkeyPatch.context() as disk:
            disk.setattr(journal, "append", full)
            incoming.observed(Settled(7, 0.7, Table()))
        assert incoming.trouble is not None
        incoming.observed(Settled(8, 0.8, Table({"mac": ("R02-1",)})))

        kinds = [entry.kind for entry in journal.after(0)]
        assert incoming.trouble is None
    assert ["game", "observation", "game", "observation"] == [
        kind for kind in kinds if kind in ("game", "observation")
    ]


OTHER: dict[str, Any] = {"game": "nicht-lustig", "players": ["A", "B"]}
"""A game with other cards."""


class Overtaken(Session[TableState]):
    """Another game begins in the moment before a look arrives."""

    def observe(self, observation: Observation, *, game: int | None = None) -> Outcome:
        self.begin(agreed({"players": ["A", "B"]}))
        return super().observe(observation, game=game)


class Interrupted(CameraSupervisor):
    """A look of its process is told while it is being turned to another game's cards."""

    looks: Callable[[], None]

    def turn_to(self, settings: Settings) -> None:
        late = threading.Thread(target=self.looks)
        late.start()
        late.join(0.2)
        super().turn_to(settings)
        self.late = late


@pytest.mark.parametrize("kind", [Overtaken, Session])
def test_a_look_at_the_table_before_is_none_of_a_game_just_begun(
    away: Path, kind: type[Session[TableState]]
) -> None:
    """Whoever begins it does so in a thread of its own, as a look is on its way."""
    look = Settled(6, 0.6, Table({"mac": ("R01-1",)}))
    with Journal(away / "j") as journal:
        current = CurrentGame(Settings(), "usb:0", journal, new=True)
        incoming = Ingest(kind(TABLE_GAME, journal, setup=current.first()), current)
        incoming.camera = camera = Interrupted(Settings(), incoming.observed)
        camera.looks = partial(incoming.observed, look)
        if kind is Overtaken:
            incoming.observed(look)
        else:
            incoming.begin("nicht-lustig", OTHER)
            camera.late.join()
        kinds = [entry.kind for entry in journal.after(0)]

    assert (["game", "game"], None) == (kinds, incoming.trouble)


@pytest.mark.parametrize("name", ["lauf-rauf", "nicht-lustig", "yatzy"])
def test_a_phone_is_answered_as_soon_as_a_game_is_begun(away: Path, name: str) -> None:
    """It hears of it at once, and asks for what it may do before the camera is turned to it."""
    with closing(Companion(settings(away / "j"), away / "murphy.toml")) as companion:
        pages = {each.name: each for each in companion._pages()}
        setup = pages[name].setup({"players": ["Ann", "Bob"]})
        companion.session.begin(setup, game=game(name).played())

        assert companion.session.view()["game"] == name
        assert [True, False] == [bool(pages[name].legal(seat)) for seat in range(2)]


def test_a_mat_in_sight_begins_its_game_once_it_can_be_written(away: Path) -> None:
    """The disk is full as the companion sees what lies there: it is begun as soon as there is room, and once."""
    played = list[str]()
    with Journal(away / "j") as journal:
        current = CurrentGame(Settings(), "usb:0", journal, new=True)
        incoming = Ingest(Session(TABLE_GAME, journal, setup=current.first()), current)
        incoming.follow()
        incoming.camera = CameraSupervisor(Settings(), incoming.observed)
        incoming.camera._take(ipc.Pulse(1, 10.0, True, (), "nicht-lustig"))
        ended = threading.Event()
        ended.set()
        for room in (False, True, True):
            with pytest.MonkeyPatch.context() as disk:
                if not room:
                    disk.setattr(journal, "append", full)
                incoming.look_after(ended)
            played.append(current.package.name)
        begun = [entry for entry in journal.after(0) if entry.kind == "game"]

    assert (["dumm-gelaufen", "nicht-lustig", "nicht-lustig"], 2) == (played, len(begun))


def test_what_somebody_begins_as_a_show_goes_on_is_played(
    away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The painter lays the table of its next game in that moment: the host's is not buried by it."""
    with Journal(away / "j") as journal:
        current = CurrentGame(Settings(seed=3), "painted", journal, new=True)
        assert current.show is not None
        told = Session(TABLE_GAME, journal, setup=current.first())
        incoming = Ingest(told, current)
        hosts = agreed({"players": ["A", "B", "C", "D"], "edition": "newer"})

        def begins(look: Observation) -> bool:
            told.begin(current.asked(GAME, hosts))
            return True

        monkeypatch.setattr(current.show, "begins_game", begins)
        incoming.observed(Settled(7, 0.7, Table()))

        assert (4, None) == (len(told.view()["players"]), incoming.trouble)


def test_what_somebody_begins_as_a_mat_is_seen_goes_on(away: Path) -> None:
    """The game of the mat does not bury it."""

    class Asked(CurrentGame):
        """The host begins a game in the moment after nobody had."""

        def is_undecided(self) -> bool:
            undecided = super().is_undecided()
            told.begin(agreed({"players": ["Host", "B"]}))
            return undecided

    with Journal(away / "j") as journal:
        current = Asked(Settings(), "usb:0", journal, new=True)
        told = Session(TABLE_GAME, journal, setup=current.first())
        incoming = Ingest(told, current)
        incoming.follow()
        incoming.camera = CameraSupervisor(Settings(), incoming.observed)
        incoming.camera._take(ipc.Pulse(1, 10.0, True, (), "nicht-lustig"))
        ended = threading.Event()
        ended.set()
        incoming.look_after(ended)

        assert "Host" == told.view()["players"][0]["name"]


def test_a_table_laid_before_its_game_was_begun_is_told_anew(away: Path) -> None:
    """Nothing changes there any more: the camera process has to be asked, once a game."""
    with Journal(away / "j") as journal:
        played = CurrentGame(Settings(), "usb:0", journal, new=True)
        told = Session(TABLE_GAME, journal, setup=played.first())
        played.follow()
        before = played.follow()
        told.begin(played.first())
        after = (played.follow(), played.follow())

    assert (Moved.NOT, (Moved.AGAIN, Moved.NOT)) == (before, after)


def test_what_is_set_for_a_game_holds_while_it_is_played() -> None:
    """The camera is turned to that game's dice at its pace; and back to the household's own, which are others by then."""
    tables = {"nicht-lustig": {"dice": "box", "fps": 5.0}}
    with Journal(None) as journal:
        played = CurrentGame(Settings(games=tables), "usb:0", journal, new=True)
        first = Draft("game", played.first())
        journal.append([first])
        played.follow()
        played.plays_with("ours")
        journal.append([Draft("game", {"game": "nicht-lustig", "players": ["A", "B"]})])
        moved = played.follow()
        there = played.settings
        journal.append([first])
        played.follow()

    assert (Moved.ELSEWHERE, "box", 5.0) == (moved, there.dice, there.fps)
    assert ("ours", 0.0) == (played.settings.dice, played.settings.fps)


def test_another_show_for_another_cast(away: Path) -> None:
    """The host's new game on the painted table is played by as many as were asked for."""
    with Journal(away / "j") as journal:
        played = CurrentGame(Settings(seed=3), "painted", journal, new=True)
        Session(TABLE_GAME, journal, setup=played.first())
        assert Moved.NOT is played.follow()
        begun = agreed({"players": ["A", "B", "C", "D"], "edition": "newer"})
        Session(TABLE_GAME, journal, setup=played.asked(GAME, begun), new=True)
        assert Moved.ELSEWHERE is played.follow()
        again_asked = CurrentGame(Settings(), "painted", journal, new=False)

    assert played.show is not None
    assert again_asked.show is not None
    assert (4, "newer") == (played.show.stand.config.players, played.show.stand.config.edition)
    assert played.show.stand == again_asked.show.stand
    assert "newer" == played.settings.edition
