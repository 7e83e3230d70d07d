"""Copies of games: whole and proved, the newest kept, put back over what is there without losing that."""

import os
import sqlite3
import threading
import tracemalloc
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.backups import (
    AGAIN_SECONDS,
    BETWEEN_SECONDS,
    KEPT,
    Backups,
    back_up,
    copies_of,
    restore,
)
from companion.app.commands.journal import command
from companion.errors import JournalError
from companion.journal.journal import Draft, Journal, read
from companion.journal.ledger import Ledger
from companion.journal.ledger_rows import START
from companion.journal.replacement import Replacement
from companion.journal.rescue import put_aside
from tests.journal.test_journal import moments

NOON = datetime(2026, 5, 1, 12)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder for copies."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def key(caught: pytest.ExceptionInfo[JournalError]) -> str:
    return caught.value.message.key


def test_a_game_in_use_is_copied(path: Path, stick: Path) -> None:
    """The copy holds what was written up to now, for its owner's eyes only, and nothing lies beside it."""
    with Journal(path) as journal:
        journal.append([Draft("game", {}), Draft("event", {"n": 1})])
        copy = back_up(path, stick, NOON)
        written = journal.after(0)

    assert copy is not None
    assert [copy] == list(stick.iterdir())
    assert "evening-20260501-120000.journal" == copy.name
    assert 0o600 == copy.stat().st_mode & 0o777
    assert written == read(copy)


def test_the_newest_are_kept(path: Path, stick: Path) -> None:
    """What says the same is not copied again; of many copies the oldest go, and other files stay."""
    other = stick / "evening-of-ann.journal"
    other.touch()
    with Journal(path) as journal:
        for n in range(KEPT + 2):
            journal.append([Draft("event", {"n": n})])
            back_up(path, stick, NOON + timedelta(hours=n))
            assert back_up(path, stick, NOON + timedelta(hours=n, minutes=1)) is None

    copies = copies_of(path, stick)
    assert [*range(3, KEPT + 3)] == [len(read(copy)) for copy in copies]
    assert other.exists()


def written(path: Path, *numbers: int) -> Path:
    """A journal with such events, closed."""
    with Journal(path, clock=lambda: 1.0) as journal:
        journal.append([Draft("event", {"n": n}) for n in numbers])
    return path


def test_whatever_else_lies_there_stays(path: Path, stick: Path) -> None:
    """Nothing that merely has a copy's name is taken for one: pictures, links, pipes, folders, what is cut off, another program's."""
    foreign = stick / "evening-99990101-000001.journal"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE entry (seq INTEGER)")
    for n in range(10, 40):
        (stick / f"evening-999912{n % 30 + 1:02}-2359{n}.journal").write_bytes(b"x" * n)
    secret = written(stick / "other.journal", 1)
    (stick / "evening-99990102-000001.journal").symlink_to(secret)
    os.mkfifo(stick / "evening-99990103-000001.journal")
    (stick / "evening-99990104-000001.journal").mkdir()
    (stick / "evening-20260501-120000.journal").write_text("somebody's, of that second")
    before = {each.name for each in stick.iterdir()}
    with Journal(path) as journal:
        for n in range(KEPT + 2):
            journal.append([Draft("event", {"n": n})])
            copy = back_up(path, stick, NOON)
            assert copy is not None
            assert n + 1 == len(read(copy))

    assert before <= {each.name for each in stick.iterdir()}
    assert KEPT == len(copies_of(path, stick))


@pytest.mark.slow
def test_a_copy_just_made_stays_whatever_lies_there(path: Path, stick: Path) -> None:
    """Other tables' copies of the same name, from days to come, cost neither it nor those before it; nor does it cost them."""
    other = written(stick.parent / "other.journal", 7)
    for n in range(KEPT):
        copy = stick / f"evening-99991231-2359{60 - KEPT + n}.journal"
        copy.write_bytes(other.read_bytes())
    theirs = set(stick.iterdir())
    with Journal(path) as journal:
        for n in range(KEPT + 3):
            journal.append([Draft("event", {"n": n})])
            copy = back_up(path, stick, NOON + timedelta(hours=n)) or stick
            assert n + 1 == len(read(copy))

    ours = [copy for copy in copies_of(path, stick) if copy not in theirs]
    assert [*range(4, KEPT + 4)] == [len(read(copy)) for copy in ours]
    assert theirs <= set(stick.iterdir())


@pytest.mark.slow
def test_others_do_not_become_more_and_more(path: Path, stick: Path) -> None:
    """A journal begun anew again and again under one name leaves the newest copies of those before it."""
    for n in range(KEPT + 3):
        path.unlink(missing_ok=True)
        back_up(written(path, n), stick, NOON + timedelta(hours=n))

    copies = copies_of(path, stick)
    assert [*range(2, KEPT + 3)] == [read(copy)[0].data["n"] for copy in copies]


def test_copies_from_before_something_was_erased_grow_old(path: Path, stick: Path) -> None:
    """They are copies of this journal as ever: none of them lies there for good."""
    with Journal(path) as journal:
        journal.append([Draft("event", {"n": n}) for n in range(3)])
        first = back_up(path, stick, NOON)
        journal.erase(range(2, 4))
        for n in range(KEPT):
            journal.append([Draft("event", {"n": n})])
            back_up(path, stick, NOON + timedelta(hours=n + 1))

    assert first is not None
    assert not first.exists()
    assert KEPT == len(copies_of(path, stick))


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("\nkernel.core_pattern = |/tmp/x\n", "{}"),
        ("event", "{}\r\n* * * * * root sh"),
        ("\x1b[2J", "{}"),
        ("event" * 9, "{}"),
    ],
)
def test_lines_of_another_program_are_no_entries(
    path: Path, stick: Path, kind: str, data: str
) -> None:
    """A kind is a word and data one line: nothing else is copied or put back."""
    ledger = Ledger(path)
    ledger.write([START.next(1.0, kind, data, 1)])
    ledger.close()
    with pytest.raises(JournalError) as copied:
        back_up(path, stick, NOON)
    with pytest.raises(JournalError) as put_back:
        restore(path, stick / "other.journal")

    assert ["journal.damaged"] * 2 == [key(copied), key(put_back)]

    assert [] == [each for each in stick.iterdir() if each.suffix != ".lock"]


def test_a_copy_is_whole_or_there_is_none(
    path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the disk gives back otherwise than it was written takes no copy's place, and costs no older one."""
    with Journal(path) as journal:
        journal.append([Draft("event", {"n": 1})])
        first = back_up(path, stick, NOON)
        journal.append([Draft("event", {"n": 2})])
        sealed = Replacement.seal

        def on_a_bad_disk(new: Replacement) -> None:
            sealed(new)
            (fresh,) = stick.glob("*.fresh")
            fresh.write_bytes(fresh.read_bytes().replace(b'"n": 2', b'"n": 3'))

        monkeypatch.setattr(Replacement, "seal", on_a_bad_disk)
        with pytest.raises(JournalError) as caught:
            back_up(path, stick, NOON + timedelta(hours=1))

    assert "journal.damaged" == key(caught)
    assert [first] == list(stick.iterdir())


def test_a_clock_that_goes_back(path: Path, stick: Path) -> None:
    """A machine without a clock of its own may wake in the past, and summer time ends: what is copied last stays the newest."""
    with Journal(path) as journal:
        for n in range(KEPT + 2):
            journal.append([Draft("event", {"n": n})])
            back_up(path, stick, NOON - timedelta(hours=n))
            assert back_up(path, stick, NOON - timedelta(days=n)) is None

    copies = copies_of(path, stick)
    assert [*range(3, KEPT + 3)] == [len(read(copy)) for copy in copies]


def test_a_name_that_is_a_pattern(tmp_path: Path, stick: Path) -> None:
    """Its copies are found, and no other's."""
    path = tmp_path / "evening[s].journal"
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        (stick / "evenings-20260501-120000.journal").touch()
        copy = back_up(path, stick, NOON)

    assert [copy] == copies_of(path, stick)


def test_a_copy_that_was_damaged_is_made_anew(path: Path, stick: Path) -> None:
    """The newest copy counts only where it is what was written."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
    copy = back_up(path, stick, NOON)
    assert copy is not None
    copy.write_bytes(copy.read_bytes()[:5000])

    again = back_up(path, stick, NOON + timedelta(hours=1))

    assert again is not None
    assert read(path) == read(again)


def test_a_stick_that_is_not_there(path: Path, tmp_path: Path) -> None:
    """It is said, nothing is made in its place, and the next try copies."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        backups = Backups(journal, tmp_path / "stick", now=lambda: NOON)
        backups.copy()
        said = backups.trouble
        there = (tmp_path / "stick").exists()
        (tmp_path / "stick").mkdir()
        backups.copy()

    assert said is not None
    assert "backup.no-folder" == said.key
    assert not there
    assert backups.trouble is None
    assert 1 == len(copies_of(path, tmp_path / "stick"))


def test_a_folder_that_cannot_be_looked_at(path: Path, tmp_path: Path) -> None:
    """What the system refuses is said to people, whatever it is."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        backups = Backups(journal, tmp_path / ("a" * 300), now=lambda: NOON)
        backups.copy()

    assert backups.trouble is not None
    assert "journal.no-place" == backups.trouble.key


class Ends(threading.Event):
    """An evening that ends while the hour is waited for, with something more played in it."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal

    def wait(self, timeout: float | None = None) -> bool:
        self._journal.append([Draft("event", {})])
        return True


class PlugsIn(threading.Event):
    """A follower's end that does not come; while the copies wait a stick is plugged in."""

    def __init__(self, stick: Path) -> None:
        super().__init__()
        self.waited: list[float | None] = []
        self._stick = stick

    def wait(self, timeout: float | None = None) -> bool:
        self.waited.append(timeout)
        self._stick.mkdir(exist_ok=True)
        return False


def test_a_stick_that_is_plugged_in_is_seen_soon(path: Path, tmp_path: Path) -> None:
    """Nobody waits an hour for it to be said no more; then it is copied as often as ever."""
    stick = tmp_path / "stick"
    ended = PlugsIn(stick)
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        backups = Backups(journal, stick, now=lambda: NOON)
        backups(ended)
        said = backups.trouble
        backups(ended)

    assert said is not None
    assert backups.trouble is None
    assert [AGAIN_SECONDS, BETWEEN_SECONDS] == ended.waited
    assert 1 == len(copies_of(path, stick))


def test_the_end_of_an_evening_is_copied(path: Path, stick: Path) -> None:
    """What was played since the last hour is in a copy once the companion has ended."""
    times = iter([NOON, NOON + timedelta(minutes=5)])
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        Backups(journal, stick, now=lambda: next(times))(Ends(journal))

    assert [1, 2] == [len(read(copy)) for copy in copies_of(path, stick)]


def test_a_copy_is_put_back(path: Path, stick: Path) -> None:
    """The game goes on from the copy; what lay in its place is kept beside it."""
    with Journal(path) as journal:
        journal.append([Draft("event", {"n": 1})])
        copy = back_up(path, stick, NOON)
        journal.append([Draft("event", {"n": 2})])
    assert copy is not None
    aside = restore(copy, path)

    assert aside is not None
    assert [1, 2] == [entry.data["n"] for entry in read(aside)]
    with Journal(path) as journal:
        assert (2,) == journal.append([Draft("event", {"n": 3})])
    assert [1, 3] == [entry.data["n"] for entry in read(path)]


def cut_off(path: Path, stick: Path) -> tuple[Path, Path]:
    """A copy, and a journal that holds one entry more, in its log."""
    with Journal(path) as journal:
        journal.append([Draft("event", {"n": 1})])
        copy = back_up(path, stick, NOON)
        journal.append([Draft("event", {"n": 2})])
        assert copy is not None
        return copy, put_aside(path, "cut")


def test_what_was_put_aside_is_put_back(path: Path, stick: Path) -> None:
    """All of it, though the power went before its log was folded into the file."""
    copy, cut = cut_off(path, stick)
    aside = restore(copy, cut)
    assert aside is not None
    restore(aside, cut)

    assert [1, 2] == [entry.data["n"] for entry in read(cut)]


def test_a_kill_while_a_copy_is_put_back(
    path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either the copy lies there or what lay there before, with what only its log held."""
    copy, cut = cut_off(path, stick)
    with moments(path.parent, monkeypatch) as killed:
        restore(copy, cut)

    assert [1] == [entry.data["n"] for entry in read(cut)]
    for folder in killed:
        left = [entry.data["n"] for entry in read(folder / cut.name)]
        assert left in ([1], [1, 2])
        assert [1, 2] in (left, *beside(folder, cut.name))


def beside(folder: Path, name: str) -> list[list[int]]:
    """What was put aside there before a copy was put back."""
    asides = folder.glob(f"{name}.before-?")
    return [[entry.data["n"] for entry in read(aside)] for aside in asides]


@pytest.mark.slow
def test_a_long_game_is_never_in_memory_as_a_whole(path: Path, stick: Path) -> None:
    """Copied, put back and erased from row by row: no more than a few megabytes, however long it is."""
    with Journal(path) as journal:
        for _ in range(8):
            journal.append([Draft("event", {"said": "x" * 2_000})] * 1_000)
        longest = path.stat().st_size
        tracemalloc.start()
        try:
            copy = back_up(path, stick, NOON)
            assert copy is not None
            restore(copy, stick / "other.journal")
            journal.erase(range(1, 1_000))
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()

    assert most < 6_000_000 < 16_000_000 < longest


def test_nothing_is_put_over_a_game_that_is_played(path: Path, stick: Path) -> None:
    """A companion that plays is ended first; a copy that is damaged is not put anywhere."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        copy = back_up(path, stick, NOON)
        assert copy is not None
        with pytest.raises(JournalError) as caught:
            restore(copy, path)
        assert "journal.in-use" == key(caught)
        assert "systemctl stop murphy" in str(caught.value)
    copy.write_bytes(copy.read_bytes()[:5000])
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        restore(copy, path)

    assert "journal.damaged" == key(caught)
    assert before == path.read_bytes()


def test_by_command(path: Path, stick: Path) -> None:
    """Copied, lost, put back: in two commands."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
    for said in ("as they are now", "Nothing new"):
        given = ["backup", str(stick), str(path), "--lang", "en"]
        assert said in CliRunner().invoke(command, given).output
    path.unlink()
    (copy,) = copies_of(path, stick)
    given = ["restore", str(copy), str(path), "--lang", "en"]

    assert "1 entry" in CliRunner().invoke(command, given).output
    assert 1 == len(read(path))
