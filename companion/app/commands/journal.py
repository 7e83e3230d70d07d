"""The command `murphy journal`: a game to read, to take away, and to bring back; as root, by the account whose game it is."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Final

import click

from companion import accounts, commandline, errors
from companion.announce import Announcement, Message, message
from companion.app.backups import back_up, restore
from companion.journal.journal import Entry, Journal, export, read
from companion.json_lines import as_text
from companion.settings import JOURNAL, state_directory
from companion.words import Words

FILE = click.Path(path_type=Path, readable=False)
LONGEST: Final = 4 * 2**20
"""Bytes of a line to import: no entry is as long."""


@click.group()
def command() -> None:
    """Show a game, export it as JSON lines, or import what was exported."""


@command.command()
@click.argument("file", type=FILE)
@commandline.json_option
@commandline.lang_option
def show(file: Path, as_json: bool, lang: str | None) -> None:
    """Tell the games of a journal FILE, line by line; with --json every entry."""
    accounts.as_the_keeper(file)
    words = commandline.words_of(lang)
    for entry in read(file):
        lines = [as_text(entry.to_json())] if as_json else _lines(entry, words)
        for line in lines:
            click.echo(line)


@command.command("export")
@click.argument("file", type=FILE)
def export_(file: Path) -> None:
    """Write a journal FILE to standard output, one JSON object a line."""
    accounts.as_the_keeper(file)
    for line in export(file):
        click.echo(line)


@command.command("import")
@click.argument("file", type=FILE)
@click.argument("exported", type=click.File("rb"), default="-")
@commandline.lang_option
def import_(file: Path, exported: IO[bytes], lang: str | None) -> None:
    """Make a new journal FILE of EXPORTED lines (standard input without them)."""
    accounts.as_the_keeper(file)
    if file.exists():
        raise errors.JournalError("journal.not-empty", path=str(file))
    lines = tuple(_utf8(exported))
    if not lines:
        raise errors.JournalError("journal.not-exported", line=1)
    with Journal(None) as tried:
        # If the import fails, no file is left behind.
        tried.load(lines)
    with Journal(file) as journal:
        count = journal.load(lines)
    words = commandline.words_of(lang)
    click.echo(words.say("journal.imported", path=str(file), entries=count))


@command.command()
@click.argument("folder", type=FILE)
@click.argument("file", type=FILE, required=False)
@commandline.lang_option
def backup(folder: Path, file: Path | None, lang: str | None) -> None:
    """Copy a journal FILE, in use or not, into a FOLDER: the newest copies are kept there."""
    journal = file or _usual()
    accounts.as_the_keeper(journal, folder)
    made = back_up(journal, folder, datetime.now())
    words = commandline.words_of(lang)
    key = "backup.made" if made else "backup.nothing-new"
    click.echo(words.say(key, path=str(made or folder)))


@command.command("restore")
@click.argument("copy", type=FILE)
@click.argument("file", type=FILE, required=False)
@commandline.lang_option
def restore_(copy: Path, file: Path | None, lang: str | None) -> None:
    """Put a COPY in a journal FILE's place; what lay there is kept beside it."""
    place = file or _usual()
    accounts.as_the_keeper(place)
    aside = restore(copy, place)
    told = message(
        "backup.restored-aside" if aside else "backup.restored",
        path=str(place),
        entries=len(read(place)),
        aside=aside.name if aside else "",
    )
    click.echo(commandline.words_of(lang)(told))


def _usual() -> Path:
    """Where the companion keeps its game by default."""
    settings = commandline.settings_from(None)
    return settings.journal or state_directory(os.environ) / JOURNAL


def _utf8(exported: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(iter(lambda: exported.readline(LONGEST), b""), 1):
        if len(line) == LONGEST:
            raise errors.JournalError("journal.not-exported", line=number)
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise errors.JournalError("journal.not-exported", line=number) from error


def _lines(entry: Entry, words: Words) -> Iterator[str]:
    """An entry for people: time and text of every announcement; one line where a game or a correction begins."""
    try:
        told = _told(entry)
        text = None if told is None else words(told)
    except (LookupError, TypeError, ValueError, AttributeError):
        # It was written by another version, or by another game.
        text = words.say("journal.untold", kind=entry.kind)
    if text is not None:
        yield f"{entry.seq:6}  {_moment(entry.at)}  {text}"


def _moment(at: float) -> str:
    """The time of day as people write it; an unset clock may have recorded anything."""
    try:
        return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, ValueError, OSError):
        return f"{at:.0f}"


def _told(entry: Entry) -> Message | None:
    match entry.kind:
        case "game":
            return message("journal.game", players=tuple(entry.data.get("players", ())))
        case "announcement":
            return Announcement.from_json(entry.data).text
        case "correction":
            return message("journal.correction")
        case "lost":
            return message("journal.lost")
        case _:
            return None
