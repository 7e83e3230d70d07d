"""Small files, replaced as a whole: the new one or the old one, and nobody else's."""

import errno
import locale
import os
import sys
from pathlib import Path

import pytest

from companion.whole_file import put


def test_it_is_its_owners_only_in_a_folder_that_there_was_none(tmp_path: Path) -> None:
    """Whatever the umask says; what stood there is replaced."""
    path = tmp_path / "state" / "dice" / "red.toml"
    before = os.umask(0)
    try:
        put(path, "old")
        put(path, "würfel\n")
    finally:
        os.umask(before)

    assert "würfel\n" == path.read_text("utf-8")
    assert 0o600 == path.stat().st_mode & 0o777
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("step", ["sync", "replace"])
def test_a_disk_that_gives_up_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """And nothing beside it; while it is written nobody who lists the folder takes it for one of its files."""
    path = tmp_path / "red.toml"
    put(path, "old")
    beside: list[str] = []

    def fails(*given: object) -> None:
        beside.extend(each.name for each in tmp_path.iterdir() if each != path)
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr(os, "fsync" if step == "sync" else "replace", fails)
    with pytest.raises(OSError, match="no"):
        put(path, "new")

    assert "old" == path.read_text("utf-8")
    assert [path] == list(tmp_path.iterdir())
    assert [True] == [name.startswith(".") for name in beside]


@pytest.mark.skipif(sys.flags.utf8_mode == 1, reason="Python is told to write UTF-8")
def test_a_text_is_utf_8_whatever_the_machine_writes(tmp_path: Path) -> None:
    """A service may run without a language."""
    before = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    try:
        put(tmp_path / "red.toml", "würfel")
    finally:
        locale.setlocale(locale.LC_CTYPE, before)

    assert "würfel".encode() == (tmp_path / "red.toml").read_bytes()


def test_what_is_no_text_is_not_written(tmp_path: Path) -> None:
    """Half a character fits into no file."""
    path = tmp_path / "red.toml"
    put(path, "old")
    with pytest.raises(UnicodeError):
        put(path, "\ud800")

    assert [("red.toml", "old")] == [(p.name, p.read_text()) for p in tmp_path.iterdir()]
