"""`murphy watch SOURCE`: follows a source without page and pins, and prints what happens."""

import sys
from contextlib import closing
from pathlib import Path

import click

from companion import announce, commandline, seating
from companion.app.commands import options
from companion.app.doctor import heat
from companion.app.looking.watcher import in_sight, watched
from companion.games import games
from companion.games.package import GamePackage, Line
from companion.json_lines import as_text
from companion.words import Words
from vision.cameras.sources import frames as frames_of


@click.command()
@click.argument("source")
@click.option("--players", metavar="ANN,BOB,...", help="Names in seat order; the first begins.")
@options.game_option
@options.edition_option
@options.no_mat_option
@options.board_option
@click.option("--fps", type=float, help="Pictures a second; of files, their time scale.")
@commandline.json_option
@commandline.lang_option
def command(
    source: str,
    players: str | None,
    game: str | None,
    edition: str | None,
    no_mat: bool | None,
    board: Path | None,
    fps: float | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Follow a camera, video, folder or stream and say what happens at the table."""
    words = commandline.words_of(lang)
    named = bool(game or edition or no_mat)
    known = (options.chosen(game, edition)[0],) if named else games()
    if no_mat:
        known = (options.on_plain_table(game),)
    names = _named(players, known) if players else ()
    events: set[str] = set()
    hidden: list[str] = []

    def tell(what: announce.Message) -> None:
        click.echo(words(what), err=True)

    opening = frames_of(source, fps=fps, degrees=heat.of_processor)
    with closing(opening) as opened:
        package, frames = (known[0], opened) if named else in_sight(opened, tell)
        if names:
            seating.can_play(len(names), package.players)
        setup = options.setup_of(board, package)
        for line in watched(package, frames, names, edition, setup, tell):
            told = words.worded(line)
            click.echo(as_text(told) if as_json else in_words(package, told, words, names))
            # What hides a zone is the table's trouble, not the source's, and may go.
            events.add(told["event"] if "zones" not in told else "table")
            if told["event"] == "trouble":
                hidden = told.get("zones", hidden)
    if not events:
        key = "watch.nothing-still" if no_mat else "watch.nothing-told"
        click.echo(words.say(key, game=package.title(words.language)), err=True)
    if "trouble" in events or hidden:
        sys.exit(commandline.NO)


def _named(players: str, known: tuple[GamePackage, ...]) -> tuple[str, ...]:
    """The players' names. Raises InputError if they are invalid, or if none of these games allows that number."""
    fewest = min(package.players[0] for package in known)
    most = max(package.players[1] for package in known)
    names = seating.seated(players.split(","))
    seating.can_play(len(names), (fewest, most))
    return tuple(names)


def in_words(package: GamePackage, line: Line, words: Words, names: tuple[str, ...] = ()) -> str:
    """A line for people."""
    when = words.say("watch.when", at=round(line.get("at", 0.0), 1))
    if line["event"] == "trouble" or package.lines is None:
        return f"{when} {line.get('text', line['event'])}"
    return f"{when} {package.lines().in_words(line, words, names)}"
