"""Copies of games: whole and proved, the newest kept, put back over what is there without losing that."""

from __future__ import annotations

import threading
import tracemalloc
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
from companion.journal.rescue import put_aside
from tests.test_journal import moments

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


def test_a_long_game_is_never_in_memory_as_a_whole(path: Path, stick: Path) -> None:
    """Copied, put back and erased from row by row: no more than a few megabytes, however long it is."""
    with Journal(path) as journal:
        for _ in range(20):
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

    assert most < 6_000_000 < 40_000_000 < longest


def test_nothing_is_put_over_a_game_that_is_played(path: Path, stick: Path) -> None:
    """A companion that plays is ended first; a copy that is damaged is not put anywhere."""
    with Journal(path) as journal:
        journal.append([Draft("event", {})])
        copy = back_up(path, stick, NOON)
        assert copy is not None
        with pytest.raises(JournalError) as caught:
            restore(copy, path)
        assert "journal.in-use" == key(caught)
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
