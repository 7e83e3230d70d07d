"""The journal: nothing acknowledged is lost, nothing damaged is believed."""

import errno
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from math import inf, nan
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import ParamSpec

import pytest

from companion.app.archive.archive import erase_from
from companion.errors import JournalError
from companion.journal import ledger, replacement
from companion.journal.journal import Draft, Entry, Journal, export, read
from companion.journal.ledger import ROOM, logs_of, looks_unwritable, peek, tail, tip, try_beside
from companion.journal.ledger_rows import LONGEST_KIND, START, Row
from companion.journal.replacement import Replacement, written_anew
from companion.journal.rescue import bridged
from companion.words import LANGUAGES, words
from tests.disks import database

P = ParamSpec("P")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.journal"


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, path: Path) -> Path | None:
    """Where a journal is kept: it is the same journal."""
    return path if request.param == "file" else None


def filled(path: Path, transactions: int = 60) -> list[Entry]:
    """A journal of that many transactions of one to three entries, closed."""
    with Journal(path, clock=lambda: 5.0) as journal:
        for n in range(transactions):
            journal.append([Draft("event", {"n": n, "é": [n] * 9})] * (n % 3 + 1))
        return list(journal.after(0))


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """The operating system lets no file grow beyond a size meanwhile."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)


def held(path: Path) -> list[str]:
    """What this process has open of a file and those beside it."""
    names = (os.path.realpath(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd"))
    return [name for name in names if name.startswith(str(path))]


def key(caught: pytest.ExceptionInfo[JournalError]) -> str:
    """The error's key; that it has words in every language goes without saying, so it is checked here."""
    assert all(words(language)(caught.value.message) for language in LANGUAGES)
    return caught.value.message.key


class TestAppending:
    def test_entries_are_numbered_from_one_and_read_back(self, place: Path | None) -> None:
        """What goes in comes out, in order, with its time."""
        with Journal(place, clock=lambda: 7.5) as journal:
            assert (1, 2) == journal.append([Draft("a", {"x": 1}), Draft("b", {})])
            assert (3,) == journal.append([Draft("c", {"ü": None})], at=8.0)

            expected = Entry(1, 7.5, "a", {"x": 1}), Entry(2, 7.5, "b", {})
            assert (*expected, Entry(3, 8.0, "c", {"ü": None})) == journal.after(0)
            assert 3 == journal.last

    def test_a_journal_goes_on_where_it_was(self, path: Path) -> None:
        """Closing and opening changes nothing; closed, all of it is in the one file that people copy, and nothing is held."""
        before = filled(path)
        assert {path.name, f"{path.name}.lock"} == {p.name for p in path.parent.iterdir()}
        assert [] == held(path)

        with Journal(path) as journal:
            assert before == list(journal.after(0))
            assert (len(before) + 1,) == journal.append([Draft("more", {})])

    def test_the_last_of_a_kind_and_what_came_after_it(self, place: Path | None) -> None:
        """A journal keeps every game; to go on with the last one only that is read."""
        with Journal(place) as journal:
            assert () == journal.since("game")
            journal.append([Draft("event", {"n": 1})])
            assert journal.after(0) == journal.since("game")
            journal.append([Draft("game", {"n": 2}), Draft("event", {"n": 3})])
            journal.append([Draft("game", {"n": 4}), Draft("event", {"n": 5})])
            assert journal.after(3) == journal.since("game")
        assert () == journal.since("game")

    def test_no_more_than_asked_for(self, place: Path | None) -> None:
        """A journal holds years: it is read in parts, each from where the one before ended."""
        with Journal(place, clock=lambda: 5.0) as journal:
            journal.append([Draft("event", {"n": n}) for n in range(5)])
            parts = [journal.after(seq, most=2) for seq in (0, 2, 4)]

            assert [[1, 2], [3, 4], [5]] == [[e.seq for e in part] for part in parts]

    def test_a_past_game_is_a_journal_of_its_rows(self, path: Path) -> None:
        """Under the numbers they had, to the last of them; and one may try out what comes next."""
        filled(path)
        rows = peek(path)[4:9]

        game = Journal.of(rows)

        assert (9, [5, 6, 7, 8, 9]) == (game.last, [e.seq for e in game.after(4)])
        assert [9] == [entry.seq for entry in game.after(8)]
        assert (10,) == game.append([Draft("more", {})])

    def test_nothing_appended_is_nothing_written(self, place: Path | None) -> None:
        """No drafts, no entry."""
        with Journal(place) as journal:
            assert () == journal.append([])

    def test_half_a_character_is_refused_and_loses_nothing(self, place: Path | None) -> None:
        """A lone surrogate fits into no file, and a journal goes on without it."""
        with Journal(place) as journal:
            with pytest.raises(JournalError) as caught:
                journal.append([Draft("event", {}), Draft("event", {"name": "\ud800"})])
            assert ("journal.unfit", None) == (key(caught), journal.trouble)
            assert (1,) == journal.append([Draft("event", {})])

    @pytest.mark.parametrize("number", [nan, inf, -inf])
    def test_what_is_no_number_in_json_is_refused_and_loses_nothing(
        self, place: Path | None, number: float
    ) -> None:
        """Other programs could not read the export."""
        with Journal(place) as journal:
            with pytest.raises(ValueError, match="JSON"):
                journal.append([Draft("event", {}), Draft("event", {"at": number})])
            assert (1,) == journal.append([Draft("event", {})])

    def test_it_is_on_the_disk_when_append_returns(self, path: Path) -> None:
        """The settings that make it so are in force."""
        with Journal(path) as journal:
            db = database(journal)
            assert ("wal",) == db.execute("PRAGMA journal_mode").fetchone()
            assert (2,) == db.execute("PRAGMA synchronous").fetchone()

    def test_the_log_beside_the_file_stays_small(self, path: Path) -> None:
        """A long evening does not grow the write-ahead log."""
        with Journal(path) as journal:
            for n in range(300):
                journal.append([Draft("event", {"n": "x" * 9000, "of": n})])

            assert 3_000_000 > Path(f"{path}-wal").stat().st_size

    def test_closed_is_closed(self, place: Path | None) -> None:
        """A closed journal refuses to be written, and closing again is fine."""
        journal = Journal(place)
        journal.close()
        journal.close()

        for late in (
            lambda: journal.append([Draft("late", {})]),
            lambda: journal.erase(range(1, 2)),
        ):
            with pytest.raises(JournalError) as caught:
                late()
            assert "journal.closed" == key(caught)

    def test_nothing_is_erased_where_nothing_is_kept(self) -> None:
        """A journal in memory has no file to write anew."""
        with Journal(None) as journal, pytest.raises(JournalError) as caught:
            journal.erase(range(1, 2))
        assert "journal.closed" == key(caught)


class TestErasing:
    def test_what_the_disk_did_not_confirm_can_be_gone_on_with(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The new file is in place, its folder could not be synced: what comes next hangs on what lies there."""

        def fails(folder: Path) -> None:
            raise OSError(errno.EIO, "no")

        with Journal(path) as journal:
            journal.append([Draft("event", {"n": n}) for n in range(3)])
            with monkeypatch.context() as broken:
                broken.setattr(replacement, "sync", fails)
                with pytest.raises(JournalError):
                    journal.erase(range(1, 3))
            journal.append([Draft("event", {"n": 4})])

        assert [1, 2, 3, 4] == [entry.seq for entry in read(path)]

    @pytest.mark.parametrize("reads", [0, 6], ids=["nobody", "all of it"])
    def test_a_kill_at_any_moment_costs_nothing(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, reads: int
    ) -> None:
        """Whatever files it leaves behind, they hold what was appended, as it was or with what had to go gone; whoever reads meanwhile or not."""
        with Journal(path, clock=lambda: 5.0) as journal:
            for n in range(6):
                journal.append([Draft("event", {"n": n})])
            before = journal.after(0)
            with reader(path, reads), moments(path.parent, monkeypatch) as killed:
                journal.erase(range(1, 3))
            after = journal.after(0)

        assert 1 < len(killed)
        assert before[2:] == after[2:]
        for folder in killed:
            with Journal(folder / path.name) as left:
                assert left.after(0) in (before, after)

    def test_a_kill_while_a_file_that_nobody_plays_on_is_erased_from(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its log still lies beside it when the program that wrote it was killed."""
        truth, file, log = unfolded(path.parent / "source", 6)
        path.write_bytes(file)
        Path(f"{path}-wal").write_bytes(log)
        with moments(path.parent, monkeypatch) as killed:
            erase_from(path, range(1, 3))

        assert 1 < len(killed)
        assert truth[2:] == list(read(path))[2:]
        for folder in killed:
            assert truth[2:] == list(read(folder / path.name))[2:]

    def test_who_reads_an_older_state_is_not_passed_over(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """While their view keeps the log from being folded nothing is replaced; that is said, appending goes on, and later it is done."""
        monkeypatch.setattr("companion.journal.journal.READERS_SECONDS", 0.1)
        with Journal(path, clock=lambda: 5.0) as journal:
            journal.append([Draft("event", {"n": n}) for n in range(3)])
            with reader(path, 1):
                journal.append([Draft("event", {"n": 3})])
                with pytest.raises(JournalError) as caught:
                    journal.erase(range(1, 3))
            assert "journal.being-read" == key(caught)
            assert [0, 1, 2, 3] == [entry.data["n"] for entry in read(path)]
            assert [] == [*path.parent.glob("*.fresh*")]
            journal.erase(range(1, 3))
            assert (5,) == journal.append([Draft("event", {"n": 4})])

        kinds = ["erased", "erased", "event", "event", "event"]
        assert kinds == [entry.kind for entry in read(path)]

    def test_what_is_appended_meanwhile_is_in_it(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The new file is prepared while others append; what they do not wait for, they do not lose."""
        with Journal(path, clock=lambda: 5.0) as journal:
            journal.append([Draft("event", {"n": n}) for n in range(3)])
            prepare = journal._prepare

            def prepared(new: Replacement, gone: range) -> None:
                prepare(new, gone)
                journal.append([Draft("event", {})])

            monkeypatch.setattr(journal, "_prepare", prepared)
            journal.erase(range(1, 3))
            journal.append([Draft("event", {})])

        assert [1, 2, 3, 4, 5] == [entry.seq for entry in read(path)]

    def test_damage_that_came_meanwhile_is_not_made_to_look_sound(self, path: Path) -> None:
        """What is linked anew was proved before."""
        with Journal(path) as journal:
            journal.append([Draft("event", {"n": n}) for n in range(3)])
            database(journal).execute("UPDATE entry SET data = '{}' WHERE seq = 3")
            with pytest.raises(JournalError) as caught:
                journal.erase(range(1, 2))

        assert "journal.damaged" == key(caught)


@contextmanager
def moments(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The folder as a kill would leave it before every removal and renaming of a file, copied beside it, as it goes on."""
    found = list[Path]()

    def before(does: Callable[P, None]) -> Callable[P, None]:
        def done(*given: P.args, **more: P.kwargs) -> None:
            copy = folder.with_name(f"{folder.name}-{len(found)}")
            shutil.copytree(folder, copy)
            found.append(copy)
            does(*given, **more)

        return done

    with monkeypatch.context() as watched:
        for name in ("unlink", "replace"):
            watched.setattr(os, name, before(getattr(os, name)))
        yield found


@contextmanager
def reader(path: Path, rows: int) -> Iterator[None]:
    """Somebody who has read so many rows of it and has not finished; nobody without rows."""
    with closing(sqlite3.connect(path)) as db:
        if rows:
            db.execute("BEGIN")
            db.execute("SELECT * FROM entry LIMIT ?", (rows,)).fetchall()
        yield


class TestFollowing:
    def test_a_follower_is_woken_by_the_next_entry(self) -> None:
        """It waits for news, and not longer."""
        with Journal(None) as journal:
            heard: list[Entry] = []
            follower = Thread(target=lambda: heard.extend(journal.after(0, 20.0)))
            follower.start()
            journal.append([Draft("news", {})])
            follower.join(20.0)

            assert ["news"] == [entry.kind for entry in heard]

    def test_without_news_a_follower_gets_nothing_in_time(self) -> None:
        """Waiting has an end."""
        with Journal(None) as journal:
            assert () == journal.after(0, 0.0)
            assert () == journal.after(0)

    def test_closing_lets_everybody_go(self) -> None:
        """Nobody waits for a journal that is closed."""
        journal = Journal(None)
        heard: list[tuple[Entry, ...]] = []
        follower = Thread(target=lambda: heard.append(journal.after(0, 60.0)))
        follower.start()
        journal.close()
        follower.join(20.0)

        assert [()] == heard


class TestOpening:
    def test_a_second_writer_is_refused(self, path: Path) -> None:
        """Two companions on one file would tell two stories."""
        with Journal(path), pytest.raises(JournalError) as caught:
            Journal(path)
        assert "journal.in-use" == key(caught)
        Journal(path).close()

    @pytest.mark.parametrize("how", ["link", "hard link", "pipe", "folder"])
    def test_what_is_no_plain_file_of_one_name_is_refused(self, path: Path, how: str) -> None:
        """By another name another companion could write to it; nothing that lies there is replaced."""
        filled(path, 2)
        other = path.with_name("other.journal")
        match how:
            case "link":
                other.symlink_to(path)
            case "hard link":
                os.link(path, other)
            case "pipe":
                # No device of this machine: root replaces it where this test fails.
                os.mkfifo(other)
            case _:
                other.mkdir()
        with pytest.raises(JournalError) as caught:
            Journal(other)

        assert "journal.not-plain" == key(caught)
        assert other.is_symlink() == (how == "link")

    def test_it_is_its_owners_only(self, path: Path) -> None:
        """Whatever the umask says, of the file and what SQLite keeps beside it."""
        before = os.umask(0)
        try:
            with Journal(path) as journal:
                journal.append([Draft("a", {})])
                files = [path, *logs_of(path)]
                assert [0o600] * 3 == [f.stat().st_mode & 0o777 for f in files]
        finally:
            os.umask(before)

    @pytest.mark.parametrize(
        "forged",
        [
            "DROP TABLE entry; CREATE VIEW entry AS WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n)"
            " SELECT seq, 0.0 AS at, '' AS kind, '' AS data, seq AS last, x'' AS hash FROM n",
            "CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE seq < new.seq; END",
            "CREATE VIEW more AS SELECT * FROM entry",
            "CREATE INDEX more ON entry (hex(data))",
            "ALTER TABLE entry ADD COLUMN more AS (printf('%1000000s', data))",
        ],
        ids=["endless", "trigger", "view", "index", "column"],
    )
    def test_a_forged_schema_is_refused(self, path: Path, forged: str) -> None:
        """A view in the table's place could hang whoever reads it, a trigger could eat what is written."""
        filled(path, 2)
        with closing(sqlite3.connect(path)) as db:
            db.executescript(forged)
        for opens in (Journal, read, tip, tail):
            with pytest.raises(JournalError) as caught:
                opens(path)
            assert "journal.foreign" == key(caught)
            assert {"path": str(path)} == caught.value.message.params

    @pytest.mark.parametrize(
        "data",
        ["[" * 100_000 + "]" * 100_000, "9" * 6_000, "[]", '"game"', "{"],
        ids=["endlessly deep", "endlessly long", "a list", "a text", "cut off"],
    )
    def test_an_entry_that_nobody_wrote_is_refused_by_its_number(
        self, path: Path, data: str
    ) -> None:
        """Its chain is whole, as whoever forges it works out the hashes."""
        forged = START.next(1.0, "game", "{}", 2)
        written_anew(path, [forged, forged.next(1.0, "event", data, 2)])

        with pytest.raises(JournalError) as refused:
            read(path)
        assert {"entry": 2} == refused.value.message.params
        with Journal(path) as journal, pytest.raises(JournalError):
            journal.since("game")

    @pytest.mark.parametrize(
        ("kind", "data"),
        [
            ("g" * (LONGEST_KIND + 1), "{}"),
            ("sp\u00e4t", "{}"),
            ("two words", "{}"),
            ("", "{}"),
            ("event", "{}\n[service]"),
            ("event", "{}\r[service]"),
            ("event", "{}\n\r"),
        ],
        ids=["long", "umlaut", "two words", "no word", "two lines", "carriage return", "both"],
    )
    def test_what_could_be_lines_of_other_programs_settings_is_not_believed(
        self, path: Path, kind: str, data: str
    ) -> None:
        """Its chain is whole all the same; the longest kind that there may be is one."""
        sound = START.next(1.0, "k" * LONGEST_KIND, "{}", 1)
        written_anew(path, [sound, sound.next(1.0, kind, data, 2)])

        with pytest.raises(JournalError) as refused:
            read(path)
        assert "journal.damaged" == key(refused)
        with Journal(path) as journal:
            assert [sound.kind] == [entry.kind for entry in journal.after(0)]

    def test_reading_does_not_disturb_who_writes(self, path: Path) -> None:
        """`murphy journal show` works during a game."""
        with Journal(path) as journal:
            journal.append([Draft("a", {})])
            assert journal.after(0) == read(path)

    def test_a_newer_schema_is_refused_and_left_alone(self, path: Path) -> None:
        """An old program does not touch what a newer one wrote."""
        filled(path, 2)
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA user_version=99")
            db.commit()
        before = path.read_bytes()

        with pytest.raises(JournalError) as caught:
            Journal(path)

        assert "journal.newer" == key(caught)
        assert before == path.read_bytes()
        assert [] == held(path)

    @pytest.mark.parametrize("content", [b"\x89PNG" * 2000, b"hello\n"])
    def test_another_kind_of_file_is_refused_and_left_alone(
        self, path: Path, content: bytes
    ) -> None:
        """A picture named by mistake survives it."""
        path.write_bytes(content)

        with pytest.raises(JournalError) as caught:
            Journal(path)

        assert key(caught) in ("journal.beyond-rescue", "journal.foreign")
        assert content == path.read_bytes()
        assert [path.name, f"{path.name}.lock"] == sorted(p.name for p in path.parent.iterdir())

    def test_another_programs_database_is_refused(self, path: Path) -> None:
        """Not every SQLite file is a journal."""
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE mine (x)")

        with pytest.raises(JournalError) as caught:
            Journal(path)
        assert "journal.foreign" == key(caught)

    def test_migrations_run_in_order_and_once(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file of the first version becomes one of the second, with its entries."""
        before = filled(path, 3)
        more = (*ledger.MIGRATIONS, "CREATE TABLE later (x)")
        monkeypatch.setattr(ledger, "MIGRATIONS", more)

        for _ in range(2):
            with Journal(path) as journal:
                assert before == list(journal.after(0))
        with closing(sqlite3.connect(path)) as db:
            assert (2,) == db.execute("PRAGMA user_version").fetchone()

    def test_a_place_that_cannot_be_written_is_named(self, tmp_path: Path) -> None:
        """A folder is no journal's place, nor is what lies below a file."""
        (tmp_path / "file").write_text("")
        for wrong in (tmp_path / "file" / "x.journal", tmp_path):
            with pytest.raises(JournalError):
                Journal(wrong)

    def test_a_clock_that_went_back_is_said(self, path: Path) -> None:
        """A Pi without a clock may start in the past; entries stay in order, and once the clock is set nobody is told any more."""
        filled(path, 1)
        now = [-4000.0]
        with Journal(path, clock=lambda: now[0]) as journal:
            journal.append([Draft("later", {})])
            assert ["journal.clock-back"] == [said.key for said in journal.notices]
            assert [1, 2] == [entry.seq for entry in journal.after(0)]
            now[0] = time.time()
            assert () == journal.notices

    def test_a_clock_is_set_a_little_now_and_then(self, path: Path) -> None:
        """A minute back is nobody's trouble."""
        filled(path, 1)
        times = iter((-55.0, -56.0))
        with Journal(path, clock=times.__next__) as journal:
            told = [[said.key for said in journal.notices] for _ in range(2)]

        assert [[], ["journal.clock-back"]] == told

    def test_a_missing_file_is_named(self, path: Path) -> None:
        """Showing what is not there does not make it."""
        with pytest.raises(JournalError) as caught:
            read(path)
        assert "journal.missing" == key(caught)
        assert not path.exists()


class TestExporting:
    def test_export_and_load_are_inverses(self, path: Path) -> None:
        """A game travels as text."""
        entries = filled(path)
        lines = list(export(path))

        with Journal(None) as journal:
            assert len(entries) == journal.load(lines)
            assert entries == list(journal.after(0))
            assert {"n": 0, "é": [0] * 9} == json.loads(lines[0])["data"]

    @pytest.mark.parametrize(
        ("line", "change"),
        [
            (3, '"n": 7'),
            (0, "{"),
            (5, "[]"),
            (2, '{"seq": "x"}'),
            (2, '{"data": {}, "hash": "", "at": 1' + "0" * 400 + "}"),
            (2, '{"data": {}, "hash": "xy"}'),
            (1, "[" * 100_000),
        ],
        ids=["altered", "cut", "not an entry", "not a number", "no time", "no hash", "endless"],
    )
    def test_what_was_not_exported_is_refused_whole(
        self, path: Path, line: int, change: str
    ) -> None:
        """A changed line is named and nothing of the file is taken."""
        filled(path, 6)
        lines = list(export(path))
        lines[line] = change if line != 3 else lines[3].replace('"n": 2', change)

        with Journal(None) as journal:
            with pytest.raises(JournalError) as caught:
                journal.load(lines)
            assert ("journal.not-exported", line + 1) == (
                key(caught),
                caught.value.message.params["line"],
            )
            assert 0 == journal.last

    def test_a_game_is_not_loaded_over_another(self, path: Path) -> None:
        """Import never mixes two games."""
        filled(path, 1)
        lines = list(export(path))

        with Journal(path) as journal, pytest.raises(JournalError) as caught:
            journal.load(lines)
        assert "journal.not-empty" == key(caught)


def verified(path: Path, truth: list[Entry]) -> bool:
    """Whether a damaged file opens as a prefix of the truth, and says so where it is shorter; else it is refused by name."""
    try:
        with Journal(path, clock=lambda: 5.0) as journal:
            entries = list(journal.after(0))
            assert entries == truth[: len(entries)]
            return True
    except JournalError:
        return False


def damaged(path: Path, content: bytes, truth: list[Entry]) -> bool:
    """Write the content as a journal of its own, and open it."""
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    path.write_bytes(content)
    opened = verified(path, truth)
    kept = [p for p in path.parent.iterdir() if ".damaged-" in p.name]
    assert all(p.read_bytes() == content for p in kept)
    return opened


def flips(content: bytes, times: int, seed: int) -> Iterator[bytes]:
    """The content with one bit wrong, at many places."""
    rng = random.Random(seed)
    for _ in range(times):
        wrong = bytearray(content)
        wrong[rng.randrange(len(wrong))] ^= 1 << rng.randrange(8)
        yield bytes(wrong)


def cuts(content: bytes, times: int, seed: int) -> Iterator[bytes]:
    """The content cut off, at many places."""
    rng = random.Random(seed)
    for _ in range(times):
        yield content[: rng.randrange(1, len(content))]


CONSTANT = [*range(24), *range(44, 48), *range(56, 60), *range(60, 64), *range(68, 72)]
"""Places in a file's header; by the last eight alone it is a newer version's, or another program's."""


class TestDamage:
    def test_the_good_part_is_rescued_and_the_damaged_file_kept(self, path: Path) -> None:
        """A flipped bit in the middle costs what comes after it, and it is said."""
        truth = filled(path)
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)

        with Journal(path) as journal:
            entries = list(journal.after(0))
            assert 0 < len(entries) < len(truth)
            assert entries == truth[: len(entries)]
            (notice,) = journal.notices
            journal.append([Draft("on", {})])

        assert "journal.rescued" == notice.key
        assert content == Path(f"{path}.damaged-1").read_bytes()
        with Journal(path) as journal:
            assert () == journal.notices

    def test_a_kill_during_a_rescue_costs_no_more(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whatever it leaves behind, the next start rescues the same: also the game that only the log holds."""
        source = path.with_name("source")
        filled(source)
        with Journal(source, clock=lambda: 5.0) as journal:
            journal.append([Draft("game", {})])
            content = bytearray(source.read_bytes())
            log = Path(f"{source}-wal").read_bytes()
        content[len(content) // 2] ^= 4
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(log)
        with moments(path.parent, monkeypatch) as killed, Journal(path) as journal:
            kept = journal.after(0)

        assert "game" == kept[-1].kind
        for folder in killed:
            with Journal(folder / path.name) as left:
                assert kept == left.after(0)

    @pytest.mark.parametrize(
        "harm",
        [
            "UPDATE entry SET data = '{}' WHERE seq = 3",
            "UPDATE entry SET data = CAST(x'ff22' AS TEXT) WHERE seq = 3",
            "DELETE FROM entry WHERE seq = 3",
        ],
        ids=["another entry", "no text", "gone"],
    )
    def test_the_games_behind_the_damage_are_rescued(self, path: Path, harm: str) -> None:
        """Damage in last year's game costs nothing of tonight's, under the numbers by which entries tell of each other."""
        with Journal(path, clock=lambda: 5.0) as journal:
            for evening in range(2):
                for kind in ("game", "input", "input", "input"):
                    journal.append([Draft(kind, {"evening": evening})])
            truth = journal.after(0)
        with closing(sqlite3.connect(path)) as db:
            db.execute(harm)
            db.commit()

        with Journal(path, clock=lambda: 5.0) as journal:
            assert (*truth[:2], *truth[4:]) == tuple(
                entry for entry in journal.after(0) if entry.kind != "lost"
            )
            assert truth[4:] == journal.since("game")
            (notice,) = journal.notices
        assert "journal.rescued-over" == notice.key
        assert {"entries": 6, "lost": 2} == {
            name: notice.params[name] for name in ("entries", "lost")
        }
        assert "lost" in {entry.kind for entry in read(path)}
        assert all(row.seq <= row.last for row in peek(path))

    def test_a_forged_number_bridges_nothing(self) -> None:
        """Lost entries are stood for one by one: not a milliard of them because a number says so."""
        far = Row(10**9, 5.0, "game", "{}", 10**9, b"")

        assert [1] == [row.seq for row in bridged([START.next(5.0, "a", "{}", 1), far])]

    def test_a_lost_page_costs_only_what_lay_on_it(self, path: Path) -> None:
        """A card that loses a block in the middle of a file keeps the games on the others."""
        with Journal(path, clock=lambda: 5.0) as journal:
            for evening in range(100):
                journal.append([Draft("game", {"evening": evening})])
                journal.append([Draft("input", {"said": "x" * 200})])
            truth = journal.after(0)
        content = bytearray(path.read_bytes())
        half = len(content) // 4096 // 2 * 4096
        content[half : half + 4096] = bytes(4096)
        path.write_bytes(content)

        with Journal(path, clock=lambda: 5.0) as journal:
            kept = [entry for entry in journal.after(0) if entry.kind != "lost"]
        assert set(map(repr, kept)) < set(map(repr, truth))
        assert len(truth) - 40 < len(kept)
        assert truth[-1] == kept[-1]

    def test_a_disk_too_full_for_copies_is_said_and_left_as_it_was(self, path: Path) -> None:
        """However often it is tried, no half copies pile up."""
        filled(path, 400)
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)

        with files_up_to(len(content) // 2), pytest.raises(JournalError) as caught:
            Journal(path)

        assert "journal.no-place" == key(caught)
        assert [] == [*path.parent.glob("*.mended*"), *path.parent.glob("*.damaged*")]
        assert content == path.read_bytes()

    def test_a_transaction_is_rescued_whole_or_not_at_all(self, path: Path) -> None:
        """Half of what a move caused is worse than nothing of it."""
        filled(path, 1)
        with Journal(path) as journal:
            journal.append([Draft("input", {}), Draft("event", {}), Draft("event", {})])
        with closing(sqlite3.connect(path)) as db:
            db.execute("DELETE FROM entry WHERE seq = 4")
            db.commit()

        with Journal(path) as journal:
            assert 1 == journal.last

    def test_a_changed_entry_is_noticed_though_sqlite_is_happy(self, path: Path) -> None:
        """The chain of hashes knows."""
        filled(path, 5)
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE entry SET at = at + 1 WHERE seq = 4")
            db.commit()

        with pytest.raises(JournalError) as caught:
            read(path)
        assert "journal.damaged" == key(caught)

    @pytest.mark.parametrize(
        "lost",
        [*([at] for at in CONSTANT[:-8]), CONSTANT],
        ids=lambda lost: str(lost[0]) if len(lost) == 1 else "all",
    )
    def test_a_lost_header_does_not_cost_the_game(self, path: Path, lost: list[int]) -> None:
        """These bytes are the same in every journal: each of them, and all at once."""
        truth = filled(path, 3)
        content = bytearray(path.read_bytes())
        for at in lost:
            content[at] ^= 0xFF
        path.write_bytes(content)

        with Journal(path, clock=lambda: 5.0) as journal:
            assert truth == list(journal.after(0))

    def test_flips_and_cuts_open_as_a_prefix_or_are_refused(self, tmp_path: Path) -> None:
        """A sample; `make prove` runs two thousand."""
        truth = filled(tmp_path / "truth")
        content = (tmp_path / "truth").read_bytes()
        path = tmp_path / "place" / "journal"
        path.parent.mkdir()
        cases = [*flips(content, 60, 1), *cuts(content, 30, 2)]

        opened = [damaged(path, case, truth) for case in cases]

        assert 45 < sum(opened)

    @pytest.mark.prove
    def test_two_thousand_flips_and_cuts(self, tmp_path: Path) -> None:
        """Never a silently wrong state."""
        truth = filled(tmp_path / "truth", 150)
        content = (tmp_path / "truth").read_bytes()
        path = tmp_path / "place" / "journal"
        path.parent.mkdir()
        cases = [*flips(content, 1500, 3), *cuts(content, 600, 4)]

        assert 1500 < sum(damaged(path, case, truth) for case in cases)

    @pytest.mark.parametrize("step", [512, 77])
    def test_a_log_lost_from_any_point_on_leaves_a_prefix(self, tmp_path: Path, step: int) -> None:
        """Power gone while the log is written: what is there is true."""
        source = tmp_path / "source" / "j"
        with Journal(source, clock=lambda: 5.0) as journal:
            for n in range(6):
                journal.append([Draft("event", {"n": n})] * 2)
            truth = list(journal.after(0))
            file, log = source.read_bytes(), Path(f"{source}-wal").read_bytes()
        lengths = range(0, len(log), step * 9)
        for place, length in enumerate(lengths):
            path = tmp_path / str(place) / "j"
            path.parent.mkdir()
            path.write_bytes(file)
            Path(f"{path}-wal").write_bytes(log[:length])
            verified(path, truth)

    def test_a_damaged_log_opens_as_a_prefix(self, tmp_path: Path) -> None:
        """A sample; `make prove` damages it two thousand times."""
        truth, file, log = unfolded(tmp_path / "source", 12)
        wrong = [*flips(log, 40, 5), *cuts(log, 20, 6)]

        assert 60 == sum(logged(tmp_path / "j", file, each, truth) for each in wrong)

    @pytest.mark.prove
    def test_two_thousand_damaged_logs(self, tmp_path: Path) -> None:
        """Every cut at a page's edge and beside it, and flips anywhere: what is there is true, or it is refused by name."""
        truth, file, log = unfolded(tmp_path / "source", 60)
        edges = (n + d for n in range(32, len(log), 4120) for d in (-1, 0, 1, 24))
        cut = (log[:edge] for edge in edges)
        wrong = [*flips(log, 1500, 7), *cuts(log, 300, 8), *cut]

        opened = sum(logged(tmp_path / "j", file, each, truth) for each in wrong)

        assert 2000 < opened == len(wrong)

    def test_what_was_synced_stays_whatever_is_lost_behind_it(self, tmp_path: Path) -> None:
        """The log is cut everywhere behind what was on the disk when an append returned: that append is there."""
        synced: list[tuple[int, int]] = []
        truth, file, log = unfolded(tmp_path / "source", 8, synced)
        for (last, length), (_, end) in pairwise([*synced, (0, len(log) + 1)]):
            for cut in range(length, end, 512):
                assert logged(tmp_path / "j", file, log[:cut], truth, least=last)


def unfolded(
    folder: Path, transactions: int, synced: list[tuple[int, int]] | None = None
) -> tuple[list[Entry], bytes, bytes]:
    """What was appended, and the file and the log beside it as a killed program leaves them.

    ``synced`` takes the last number and the log's length after every append.
    """
    path = folder / "j"
    with Journal(path, clock=lambda: 5.0) as journal:
        for n in range(transactions):
            journal.append([Draft("event", {"n": n, "é": [n] * 9})] * (n % 3 + 1))
            if synced is not None:
                synced.append((journal.last, Path(f"{path}-wal").stat().st_size))
        return (list(journal.after(0)), path.read_bytes(), Path(f"{path}-wal").read_bytes())


def logged(path: Path, file: bytes, log: bytes, truth: list[Entry], least: int = 0) -> bool:
    """Whether a file and its log open as a prefix of the truth, at least so long."""
    for part in path.parent.glob(f"{path.name}*"):
        part.unlink()
    path.write_bytes(file)
    Path(f"{path}-wal").write_bytes(log)
    opened = verified(path, truth)
    return opened and least <= len(read(path))


KILLED = """
import sys
from companion.journal.journal import Draft, Journal
with Journal(sys.argv[1]) as journal:
    while True:
        seqs = journal.append([Draft("event", {"n": journal.last})] * 3)
        print(seqs[-1], flush=True)
"""


def killed(path: Path, after: int) -> int:
    """Let a program write, kill it once it has acknowledged so many; the last number it acknowledged."""
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    with writer, writer.stdout as out:
        acknowledged = [int(next(out)) for _ in range(after)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in out if line.endswith("\n")]
    return acknowledged[-1]


class TestFaults:
    def check(self, path: Path, times: int) -> None:
        rng = random.Random(times)
        for _ in range(times):
            acknowledged = killed(path, rng.randrange(1, 40))
            with Journal(path) as journal:
                assert acknowledged <= journal.last
                assert 0 == journal.last % 3
                assert () == journal.notices

    def test_a_kill_loses_nothing_acknowledged(self, path: Path) -> None:
        """A sample; `make prove` kills a thousand times."""
        self.check(path, 4)

    @pytest.mark.prove
    def test_a_thousand_kills_lose_nothing_acknowledged(self, tmp_path: Path) -> None:
        """Twenty journals, fifty kills each."""
        for n in range(20):
            self.check(tmp_path / f"{n}.journal", 50)

    def test_a_disk_that_is_gone_while_the_file_is_opened_is_said(self, tmp_path: Path) -> None:
        """SQLite may refuse before it is asked anything; that is a sentence, too."""
        with pytest.raises(JournalError) as caught:
            ledger.Ledger(tmp_path / "gone" / "j")

        assert "journal.no-place" == caught.value.message.key

    def test_a_full_disk_is_said_and_loses_nothing(self, path: Path) -> None:
        """What was written stays; when there is room again it goes on."""
        with Journal(path) as journal:
            journal.append([Draft("event", {"n": 1})])
            room = database(journal).execute("PRAGMA max_page_count=3").fetchone()
            with pytest.raises(JournalError) as caught:
                journal.append([Draft("event", {"n": "x" * 20000})])
            assert "journal.disk-full" == key(caught)
            assert 1 == journal.last
            database(journal).execute("PRAGMA max_page_count=100000")
            assert (2,) == journal.append([Draft("event", {"n": "x" * 20000})])
        assert room is not None
        assert 2 == len(read(path))

    def test_a_file_size_limit_is_said_and_loses_nothing(self, path: Path) -> None:
        """The operating system's own refusal to write, felt through SQLite."""
        with Journal(path) as journal:
            journal.append([Draft("event", {"n": 1})])
            size = Path(f"{path}-wal").stat().st_size
            with files_up_to(size), pytest.raises(JournalError) as caught:
                journal.append([Draft("event", {"n": "x" * 9000})])
            assert key(caught) in ("journal.disk-full", "journal.unwritable")
            assert (2,) == journal.append([Draft("event", {"n": 2})])

    def test_a_read_only_file_is_said(self, path: Path) -> None:
        """SQLite's own refusal; the file is as it was."""
        filled(path, 1)
        with Journal(path) as journal:
            database(journal).execute("PRAGMA query_only=1")
            with pytest.raises(JournalError) as caught:
                journal.append([Draft("event", {})])
            assert "journal.read-only" == key(caught)

    @pytest.mark.parametrize(
        ("room", "flags", "unwritable"),
        [(ROOM, 0, False), (ROOM - 4096, 0, True), (ROOM, os.ST_RDONLY, True)],
        ids=["room", "full", "read-only"],
    )
    def test_a_place_is_doubted_by_what_its_file_system_says(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, room: int, flags: int, unwritable: bool
    ) -> None:
        """It has too little room, or takes nothing; a file that does not open to be written is doubted, too."""
        said = SimpleNamespace(f_bavail=room // 4096, f_frsize=4096, f_flag=flags)
        monkeypatch.setattr(os, "statvfs", lambda folder: said)
        path.write_text("")

        assert unwritable == looks_unwritable(path)
        assert looks_unwritable(path.parent)
        assert looks_unwritable(path.with_name("none"))
        assert [] == held(path)

    def test_a_trial_needs_as_much_room_as_the_next_entries(self, path: Path) -> None:
        """A place that takes a byte, and not what an evening writes, is full; nothing is left behind."""
        with files_up_to(ROOM - 1), pytest.raises(JournalError) as caught:
            try_beside(path)
        assert "journal.unwritable" == key(caught)
        with files_up_to(ROOM):
            try_beside(path)

        assert [] == list(path.parent.iterdir())

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_folder_that_cannot_be_written_is_said(self, path: Path) -> None:
        """Opening is refused by name."""
        path.parent.chmod(0o500)
        try:
            with pytest.raises(JournalError) as caught:
                Journal(path)
            assert "journal.no-place" == key(caught)
        finally:
            path.parent.chmod(0o700)
