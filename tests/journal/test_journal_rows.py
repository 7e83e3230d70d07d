"""What a journal's rows decide, case by case: which are believed, which are kept of a damaged file, which are read, and what an error is called."""

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import InputError, JournalError
from companion.journal import rescue
from companion.journal.journal import Draft, Entry, Journal
from companion.journal.ledger import (
    APPLICATION,
    Ledger,
    MemoryLedger,
    damage_of,
    is_ours,
    peek,
    refusal,
    row_at,
    tail,
    tip,
    try_beside,
)
from companion.journal.ledger_rows import START, Damage, Row, erased, proved, whole
from companion.journal.replacement import replacement
from companion.journal.rescue import bridged, good
from companion.json_lines import answered, as_line, as_text, packed
from companion.words import words


def chain(kinds: str) -> list[Row]:
    """Rows by their kinds, a transaction each word; ``a.b`` are two of one."""
    rows, row = list[Row](), START
    for batch in kinds.split():
        of_one = batch.split(".")
        last = row.seq + len(of_one)
        for kind in of_one:
            row = row.next(5.0, kind, "{}", last)
            rows.append(row)
    return rows


def harmed(kinds: str) -> list[Row]:
    """Such rows, of which those in capitals were changed, and those with an underscore before them are gone."""
    rows = [row for row in chain(kinds) if not row.kind.startswith("_")]
    return [replace(r, kind=r.kind.lower(), data="[]") if r.kind.isupper() else r for r in rows]


def numbers(rows: list[Row]) -> list[int]:
    return [row.seq for row in rows]


@pytest.mark.parametrize(
    ("kinds", "kept", "from_games"),
    [
        ("", [], []),
        ("a b c", [1, 2, 3], [1, 2, 3]),
        ("a.b c", [1, 2, 3], [1, 2, 3]),
        ("a B c", [1], [1]),
        ("A b c", [], []),
        ("a.B c", [], []),
        ("a b.C", [1], [1]),
        ("a _b c", [1], [1]),
        ("a b._c", [1], [1]),
        ("_a b c", [], []),
        ("a B c game d", [1], [1, 4, 5]),
        ("a B game d", [1], [1, 3, 4]),
        ("a GAME b game c", [1], [1, 4, 5]),
        ("a B game.c", [1], [1, 3, 4]),
        ("a B game c._d", [1], [1, 3]),
        ("a B game c D e game f", [1], [1, 3, 4, 7, 8]),
        ("a _b game c", [1], [1]),
        ("a _b c game d", [1], [1, 4, 5]),
        ("game a game b", [1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_what_is_left_of_rows(kinds: str, kept: list[int], from_games: list[int]) -> None:
    """Up to the first that is not what was written, whole transactions only; in a rescue also each later game whose beginning follows what was before it."""
    rows = harmed(kinds)

    assert kept == numbers(whole(rows))
    assert from_games == numbers(good(rows))
    if kept == numbers(rows):
        assert rows == [*proved(rows)]
    else:
        with pytest.raises(Damage):
            [*proved(rows)]


@pytest.mark.parametrize(
    ("seqs", "bridge"),
    [
        ([], ""),
        ([1, 2], "game game"),
        ([2], "lost game"),
        ([1, 4], "game lost lost game"),
        ([3, 4, 6], "lost lost game game lost game"),
        ([4], "lost lost lost game"),
        ([5], ""),
        ([1, 5], "game lost lost lost game"),
        ([1, 6], "game"),
        ([2, 6], "lost game"),
    ],
)
def test_what_stands_for_the_lost(
    monkeypatch: pytest.MonkeyPatch, seqs: list[int], bridge: str
) -> None:
    """One entry for each, a transaction of its own, at the time of the next; of more than may be lost, here three, the number is not believed."""
    monkeypatch.setattr(rescue, "MOST_LOST", 3)
    rows = [Row(n, float(n), "game", "{}", n, b"") for n in seqs]
    bridged_over = bridged(rows)

    assert bridge.split() == [row.kind for row in bridged_over]
    assert bridged_over == [*proved(bridged_over)]
    assert all(row.last == row.seq for row in bridged_over)
    times = {row.seq: row.at for row in bridged_over}
    assert all(times[n] == min(s for s in seqs if s >= n) for n in times)


SOUND = START.next(5.0, "game", "{}", 1)


@pytest.mark.parametrize(
    ("wrong", "sound"),
    [
        ({}, True),
        ({"at": 5}, False),
        ({"seq": "1"}, False),
        ({"seq": None}, False),
        ({"kind": b"game"}, False),
        ({"kind": ""}, False),
        ({"kind": "two words"}, False),
        ({"kind": "größe"}, False),
        ({"kind": "a-b"}, False),
        ({"kind": "k" * 40}, True),
        ({"kind": "k" * 41}, False),
        ({"data": b"{}"}, False),
        ({"data": "{\n}"}, False),
        ({"data": "{\r}"}, False),
        ({"data": "ü"}, True),
        ({"last": 1.0}, False),
        ({"hash": "00"}, False),
    ],
)
def test_which_values_a_row_has(wrong: dict[str, Any], sound: bool) -> None:
    """Of the types they are written in, the kind a word, the data one line."""
    assert sound == replace(SOUND, **wrong).sound


@pytest.mark.parametrize(
    "other",
    [{"seq": 2}, {"at": 6.0}, {"kind": "b"}, {"data": "[]"}, {"last": 2}, {"hash": b"x"}],
)
def test_a_row_follows_only_as_it_was_written(other: dict[str, Any]) -> None:
    """Each of its values is in its link."""
    assert SOUND.follows(START)
    assert not replace(SOUND, **other).follows(START)
    assert not SOUND.follows(SOUND)


@pytest.mark.parametrize(
    ("gone", "kinds"),
    [
        (range(1, 1), "a b c"),
        (range(1, 2), "erased b c"),
        (range(2, 4), "a erased erased"),
        (range(0, 9), "erased erased erased"),
    ],
)
def test_what_is_erased_keeps_its_number(gone: range, kinds: str) -> None:
    """Without its time and contents; the rest is linked anew, also behind a row before."""
    rows = [replace(row, at=6.0) for row in chain("a.b c")]
    left = [*erased(rows, gone)]

    assert left == [*proved(left)]
    assert kinds.split() == [row.kind for row in left]
    assert [(row.seq, row.last) for row in rows] == [(row.seq, row.last) for row in left]
    assert [0.0 if row.kind == "erased" else 6.0 for row in left] == [row.at for row in left]
    assert left[1:] == [*erased(rows[1:], gone, left[0])]


@pytest.fixture(params=["file", "memory"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger | MemoryLedger]:
    """Either, with five rows."""
    made = Ledger(tmp_path / "j") if request.param == "file" else MemoryLedger()
    made.write(chain("a game b game c"))
    yield made
    made.close()


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """Where a journal is kept."""
    return tmp_path / "j" if request.param == "file" else None


@pytest.mark.parametrize(
    ("after", "most", "read"),
    [
        (0, None, [1, 2, 3, 4, 5]),
        (-3, None, [1, 2, 3, 4, 5]),
        (3, None, [4, 5]),
        (5, None, []),
        (9, None, []),
        (1, 2, [2, 3]),
        (4, 2, [5]),
        (0, 0, []),
    ],
)
def test_which_rows_are_read(
    ledger: Ledger | MemoryLedger, after: int, most: int | None, read: list[int]
) -> None:
    """Those after a number, at most so many."""
    assert read == numbers(ledger.read(after, most))


@pytest.mark.parametrize(
    ("kind", "read"),
    [("game", [4, 5]), ("c", [5]), ("a", [1, 2, 3, 4, 5]), ("none", [1, 2, 3, 4, 5])],
)
def test_rows_since_the_last_of_a_kind(
    ledger: Ledger | MemoryLedger, kind: str, read: list[int]
) -> None:
    """All of them where there is none."""
    assert read == numbers(ledger.read_from(kind))


def test_a_past_game_goes_on_with_its_numbers() -> None:
    """It begins where it began."""
    rows = chain("a b game c d")[2:]
    journal = Journal.of(rows)

    assert [4, 5] == [entry.seq for entry in journal.after(3)]
    assert (
        [3, 4, 5]
        == [entry.seq for entry in journal.after(0)]
        == [e.seq for e in journal.since("game")]
    )
    assert [3] == [entry.seq for entry in journal.after(2, most=1)]
    assert (6,) == journal.append([Draft("e", {})])
    assert [5, 6] == [entry.seq for entry in journal.after(4)]


def test_memory_can_always_be_written() -> None:
    """It is no trouble, however often it is looked at."""
    with Journal(None) as journal:
        for _ in range(3):
            journal.look()
            assert journal.trouble is None


def test_a_closed_journal_has_no_more(place: Path | None) -> None:
    """Whatever is in it; it is no trouble, and how far it got is still known."""
    journal = Journal(place)
    journal.append([Draft("game", {}), Draft("event", {})])
    journal.close()
    for _ in range(3):
        journal.look()

    assert ((), (), ()) == (journal.after(0), journal.after(0, timeout=60), journal.since("game"))
    assert (2, None) == (journal.last, journal.trouble)


def test_nothing_is_written_to_look_where_nothing_is_doubted(tmp_path: Path) -> None:
    """An idle table writes nothing to its card."""

    def there() -> dict[str, bytes]:
        return {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    with Journal(tmp_path / "j") as journal:
        journal.append([Draft("a", {})])
        before = there()
        for _ in range(3):
            journal.look()
        assert before == there()


def test_a_file_that_was_sealed_is_read_without_a_log(tmp_path: Path) -> None:
    """Checking leaves nothing beside it, which would belong to the file in whose place it comes."""
    with replacement(tmp_path / "j") as new:
        new.write(chain("a b"))
        new.seal()
        new.check()

        assert ["j.fresh"] == [each.name for each in tmp_path.iterdir()]
    assert [] == [*tmp_path.iterdir()]


def test_a_place_is_tried_where_it_is(tmp_path: Path) -> None:
    """A folder that is gone takes nothing, though others would."""
    with pytest.raises(JournalError):
        try_beside(tmp_path / "gone" / "j")


@pytest.mark.parametrize(
    ("drafts", "at", "entries"),
    [
        ([], None, []),
        ([Draft("a", {"é": 1, "b": [None]})], None, [Entry(3, 7.5, "a", {"é": 1, "b": [None]})]),
        ([Draft("a", {}), Draft("b", {})], 2.0, [Entry(3, 2.0, "a", {}), Entry(4, 2.0, "b", {})]),
        ([Draft("a", {})], 0.0, [Entry(3, 0.0, "a", {})]),
    ],
)
def test_entries_after_those_that_were_there(
    place: Path | None, drafts: list[Draft], at: float | None, entries: list[Entry]
) -> None:
    """By the journal's clock, unless another time is said."""
    with Journal(place, clock=lambda: 7.5) as journal:
        journal.append([Draft("x", {}), Draft("y", {})])
        numbers = journal.append(drafts, at=at)

        assert [entry.seq for entry in entries] == [*numbers]
        assert entries == [*journal.after(2)]
        assert [1, 2] == [entry.seq for entry in journal.after(0, most=2)]
        assert 2 + len(entries) == journal.last


@pytest.mark.parametrize(
    ("now", "back"), [(100.0, False), (99.0, False), (40.0, False), (39.9, True), (0.0, True)]
)
def test_by_how_much_a_clock_went_back(tmp_path: Path, now: float, back: bool) -> None:
    """More than a minute is said, until it is set."""
    with Journal(tmp_path / "j", clock=lambda: 100.0) as journal:
        journal.append([Draft("a", {})])
    times = [now, 101.0]
    with Journal(tmp_path / "j", clock=lambda: times[0]) as journal:
        assert ["journal.clock-back"] * back == [each.key for each in journal.notices]
        times.pop(0)
        assert () == journal.notices


def as_file(path: Path) -> None:
    Journal(path).close()


def as_link(path: Path) -> None:
    as_file(path.with_name("there"))
    path.symlink_to("there")


def as_part(path: Path) -> None:
    as_file(path)
    path.write_bytes(path.read_bytes()[:71])


def as_beginning(path: Path) -> None:
    as_file(path)
    path.write_bytes(path.read_bytes()[:72])


def as_another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entry (seq)")


@pytest.mark.parametrize(
    ("made", "ours", "damaged"),
    [
        (as_file, True, True),
        (as_beginning, True, True),
        (as_part, False, False),
        (as_link, False, True),
        (as_another_programs, False, False),
        (Path.touch, False, False),
        (Path.mkdir, False, False),
        (os.mkfifo, False, False),
        (str, False, False),
    ],
)
def test_what_begins_as_a_journal(
    tmp_path: Path, made: Callable[[Path], object], ours: bool, damaged: bool
) -> None:
    """Its own first bytes, not those behind a link, and nothing is waited for; damage of what a link leads to is damage of a journal."""
    path = tmp_path / "j"
    made(path)

    assert ours == is_ours(path)
    key = "journal.damaged" if damaged else "journal.no-beginning"
    assert JournalError(key, path=str(path)).message == damage_of(path).message


@pytest.mark.parametrize("still", [False, True])
def test_single_rows_of_a_file(tmp_path: Path, still: bool) -> None:
    """Its last, and any by its number; of an empty one, and of a number that it has not, what stands before all."""
    path, empty = tmp_path / "j", tmp_path / "empty"
    for each, kinds in ((path, "a b c"), (empty, "")):
        with Journal(each) as journal:
            journal.append([Draft(kind, {}) for kind in kinds.split()])

    assert ("c", START) == (tip(path, still=still).kind, tip(empty, still=still))
    assert ("c", START) == (tail(path, still=still).kind, tail(empty, still=still))
    found = [row_at(path, seq=n, still=still) for n in range(5)]
    assert ["", "a", "b", "c", ""] == [row.kind for row in found]


@pytest.mark.parametrize("reads", [tip, tail, peek, row_at])
@pytest.mark.parametrize(
    ("application", "version", "key"),
    [
        (APPLICATION, 1, None),
        (APPLICATION, 0, "damage"),
        (APPLICATION, -1, "damage"),
        (APPLICATION, 2, "journal.newer"),
        (APPLICATION + 1, 1, "journal.foreign"),
        (0, 0, "journal.foreign"),
        (0, 2, "journal.foreign"),
    ],
)
def test_whose_a_file_is(
    tmp_path: Path, reads: Callable[..., Any], application: int, version: int, key: str | None
) -> None:
    """By the numbers in its header: another program's, a newer version's, or what no version wrote."""
    path = tmp_path / "j"
    with Journal(path) as journal:
        journal.append([Draft("a", {})])
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA application_id={application}")
        db.execute(f"PRAGMA user_version={version}")
    how = {"seq": 1} if reads is row_at else {}
    if key is None:
        assert reads(path, **how)
        return
    with pytest.raises(Damage if key == "damage" else JournalError) as refused:
        reads(path, **how)
    if isinstance(refused.value, JournalError):
        newer = {"version": version, "known": 1} if key == "journal.newer" else {}
        assert (key, {"path": str(path), **newer}) == (
            refused.value.message.key,
            refused.value.message.params,
        )


@pytest.mark.parametrize("reads", [tip, tail, peek, row_at])
def test_a_file_that_is_not_there(tmp_path: Path, reads: Callable[..., Any]) -> None:
    """It is not made by looking."""
    with pytest.raises(JournalError) as refused:
        reads(tmp_path / "j", **({"seq": 1} if reads is row_at else {}))

    assert "journal.missing" == refused.value.message.key
    assert [] == [*tmp_path.iterdir()]


def failed(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (failed(sqlite3.SQLITE_FULL), "disk-full"),
        (failed(sqlite3.SQLITE_READONLY), "read-only"),
        (failed(sqlite3.SQLITE_READONLY_DBMOVED), "read-only"),
        (failed(sqlite3.SQLITE_BUSY), "in-use"),
        (failed(sqlite3.SQLITE_BUSY_SNAPSHOT), "in-use"),
        (failed(sqlite3.SQLITE_CANTOPEN), "no-place"),
        (failed(sqlite3.SQLITE_PERM), "no-place"),
        (failed(sqlite3.SQLITE_IOERR_WRITE), "unwritable"),
        (failed(sqlite3.SQLITE_CORRUPT), "unwritable"),
        (sqlite3.Error("why"), "unwritable"),
        (failed(sqlite3.SQLITE_TOOBIG), "unfit"),
        (failed(sqlite3.SQLITE_MISMATCH), "unfit"),
        (failed(sqlite3.SQLITE_CONSTRAINT_NOTNULL), "unfit"),
        (OverflowError("why"), "unfit"),
    ],
)
def test_what_an_error_of_the_file_is_called(error: Exception, key: str) -> None:
    """By what people can do about it; with the place and SQLite's word."""
    said = refusal(error, Path("/there")).message

    assert f"journal.{key}" == said.key
    assert {"path": "/there", "why": "why"} == said.params


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "disk-full"),
        (errno.EDQUOT, "disk-full"),
        (errno.EROFS, "read-only"),
        (errno.EIO, "unwritable"),
        (errno.EACCES, "unwritable"),
    ],
)
def test_what_an_error_of_the_system_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, key: str
) -> None:
    """A full disk, a full share of one, one that takes nothing, any other."""

    def fails(handle: int) -> None:
        raise OSError(number, "why")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(JournalError) as refused:
        try_beside(tmp_path / "j")

    assert (f"journal.{key}", str(tmp_path / "j")) == (
        refused.value.message.key,
        refused.value.message.params["path"],
    )


# JSON lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text", "sent"),
    [
        ({"a": [1, None, True]}, '{"a": [1, null, true]}', b'{"a":[1,null,true]}'),
        ("ü", '"ü"', '"ü"'.encode()),
        ("\n", '"\\n"', b'"\\n"'),
        ("~\x7f\x9f\xa0", '"~\\u007f\\u009f\xa0"', '"~\x7f\x9f\xa0"'.encode()),
        ("\ud800", '"\ud800"', b'"?"'),
    ],
)
def test_a_value_on_a_line(value: Any, text: str, sent: bytes) -> None:
    """For people with blanks, and what a terminal would obey escaped; to pages and brokers as short as it can be."""
    assert (text, sent) == (as_text(value), packed(value))
    assert value == json.loads(as_text(value))


def test_half_a_character_in_an_answer() -> None:
    """It is escaped, and read again as it was."""
    line = as_line({"a": "\ud800ü"})

    assert '{"a": "\\ud800ü"}'.encode() == line
    assert {"a": "\ud800ü"} == json.loads(line)


@pytest.mark.parametrize(
    ("line", "key", "params"),
    [
        (b'{"a" 1}', "not-json", {"at": 6}),
        (b"", "not-json", {"at": 1}),
        (b'"\xff"', "not-utf-8", {"at": 2}),
        (b"9" * 5000, "too-much", {}),
        (b"[" * 200_000, "too-much", {}),
        (b'{"a": 1, "b": 2, "a": 1}', "named-twice", {"name": "a"}),
        (b'[{"b": 1, "a": {"b": 1, "b": 2}}]', "named-twice", {"name": "b"}),
        (b'{"%s": 1, "%s": 1}' % (b"x" * 50, b"x" * 50), "named-twice", {"name": "x" * 40}),
    ],
)
def test_what_is_no_line(line: bytes, key: str, params: dict[str, Any]) -> None:
    """It is answered by what is wrong, and where, counted from one."""
    said: list[Any] = []

    def refuses(value: Any) -> dict[str, Any]:
        said.append(value)
        return {}

    answer = answered(line, refuses, words("en"))

    assert [] == said
    assert f"lines.{key}" == answer["code"]
    assert words("en")(InputError(f"lines.{key}", **params).message) == answer["error"]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b"7", 7),
        (b"\xef\xbb\xbf{}", {}),
        (b'{"a": 1} \r\n', {"a": 1}),
        (b'"\xc3\xbc"', "ü"),
        (b'[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}]),
    ],
)
def test_what_is_a_line(line: bytes, value: Any) -> None:
    """With a mark of its encoding, and whatever ends it."""
    assert {"told": value} == answered(line, lambda told: {"told": told}, words("en"))
