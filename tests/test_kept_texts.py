"""What a household keeps as files: whole under its name whoever writes at the same time, and read again only where it has changed."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

from companion.app.backups import back_up
from companion.app.broker.table_feed import CursorFile
from companion.app.service.configuration import Adjustments
from companion.errors import InputError
from companion.household import MOST, KeptTexts, TaughtSet, TaughtSets
from companion.journal.journal import Draft, Journal
from companion.journal.rescue import put_aside
from companion.settings import Settings
from companion.whole_file import put
from web.access.keys import change_pin, new_keys
from web.access.sign_ins import SignIns


@pytest.mark.parametrize(
    "writes",
    [
        lambda home: KeptTexts(home / "boards").keep("ours", "x"),
        lambda home: TaughtSets(home).keep("ours", TaughtSet(())),
        lambda home: Adjustments(Settings(), home / "murphy.toml").change({"quiet": True}),
        lambda home: change_pin(home, "12345678"),
        lambda home: SignIns(new_keys(), home, lambda: 0.0).begin("a", "b", "c"),
        lambda home: CursorFile(_journal(home), "a", "b"),
        lambda home: back_up(Path(_journal(home).name), home, datetime(2026, 5, 1)),
        lambda home: put_aside(Path(_journal(home).name), "damaged"),
    ],
    ids=["text", "dice", "settings", "pin", "hosts", "broker", "copy", "aside"],
)
def test_what_is_kept_is_its_owners(tmp_path: Path, writes: Callable[[Path], object]) -> None:
    """Every file that is written in the state folder, whatever the umask says."""
    before = os.umask(0)
    try:
        writes(tmp_path)
    finally:
        os.umask(before)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert {0o600} == {path.stat().st_mode & 0o777 for path in files}


def _journal(home: Path) -> Journal:
    with Journal(home / "murphy.journal") as journal:
        journal.append([Draft("event", {})])
    return journal


def test_two_who_write_at_once_leave_one_of_their_texts(tmp_path: Path) -> None:
    """Whole, whoever was last; and nothing besides."""
    texts = ["a" * 200_000, "b" * 100_000]
    path = tmp_path / "board"
    with ThreadPoolExecutor(2) as writers:
        for _ in range(20):
            list(writers.map(lambda text: put(path, text), texts))

            assert path.read_text("utf-8") in texts
    assert [path] == list(tmp_path.iterdir())


def test_what_could_not_be_put_there_leaves_nothing(tmp_path: Path) -> None:
    """Where a folder has the name, it stays, without half a file beside it."""
    (tmp_path / "board" / "x").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        put(tmp_path / "board", "text")

    assert [tmp_path / "board"] == list(tmp_path.iterdir())


def test_what_is_put_there_is_its_owners(tmp_path: Path) -> None:
    """A PIN or a password may be in it."""
    put(tmp_path / "state" / "keys", "text")

    assert 0o600 == (tmp_path / "state" / "keys").stat().st_mode & 0o777


def test_a_text_that_was_kept_anew_is_the_new_one(tmp_path: Path) -> None:
    """Though it is as long, and its file as old, as the one before it."""
    kept, read = KeptTexts(tmp_path), []
    for text in ("one", "two"):
        kept.keep("ours", text)
        os.utime(tmp_path / "ours.toml", (0, 0))
        read.append(kept.read("ours"))
    kept.forget("ours")

    assert ["one", "two", None] == [*read, kept.read("ours")]


@pytest.mark.parametrize("name", ["", " a", "a\n", "\ud800", "a" * 41, "é" * 40 + "b"])
def test_what_is_no_name(tmp_path: Path, name: str) -> None:
    """Nothing is kept under it, whatever stands in it."""
    kept = KeptTexts(tmp_path)
    for act in (kept.check, kept.forget, lambda name: kept.keep(name, "x")):
        with pytest.raises(InputError):
            act(name)

    assert kept.read(name) is None
    assert [] == list(tmp_path.iterdir())


def test_there_is_an_end_to_what_is_kept(tmp_path: Path) -> None:
    """One more is refused; another text of a name that is there is not."""
    kept = KeptTexts(tmp_path)
    for number in range(MOST):
        kept.keep(str(number), "x")
    kept.keep("0", "y")

    with pytest.raises(InputError):
        kept.keep("more", "x")
    assert "y" == kept.read("0")
