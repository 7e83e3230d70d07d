"""`murphy scan FILE...`: reads pictures and reports which cards lie where."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion import announce, commandline, errors, household, json_lines, settings
from companion.app.commands import options
from companion.app.looking.scanning import Scan, field_of, is_a, scanned
from companion.games import game
from companion.games.package import GamePackage
from companion.pieces import PieceKind
from companion.words import Words, zone_name
from vision.reading import Reading, Sighting


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="FILE...")
@options.game_option
@options.edition_option
@options.board_option
@click.option(
    "--dice",
    metavar="SET",
    help="A set of dice that was taught; `plain`: ordinary ones of any colour where no mat lies.",
)
@commandline.json_option
@commandline.lang_option
def command(
    pictures: tuple[str, ...],
    game: str | None,
    edition: str | None,
    board: Path | None,
    dice: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Read pictures of a table or of a hand."""
    words = commandline.words_of(lang)
    named = game or edition
    package = options.chosen(game, edition)[0] if named else None
    scan = Scan(
        package,
        edition,
        _taught(dice),
        plain_dice=dice == household.PLAIN,
        setup=options.setup_of(board, package),
    )
    codes = [_told(scan, name, as_json, words) for name in pictures]
    sys.exit(min(codes) or (commandline.NO if any(codes) else commandline.DONE))


def _taught(dice: str | None) -> household.TaughtSet:
    """The requested set. Raises InputError if none of that name was taught."""
    if dice is None or dice == household.PLAIN:
        return household.NOTHING_TAUGHT
    return household.TaughtSets(settings.state_directory(os.environ)).read(dice)


def _told(scan: Scan, name: str, as_json: bool, words: Words) -> int:
    """Reads one picture and prints the answer; returns the exit code: that of a wrong call for a file that does not exist."""
    try:
        reading, ms = scan.read(name)
    except errors.PictureError as error:
        told = words(error.message)
        if as_json:
            click.echo(json_lines.as_text({"file": name, "error": told}))
        else:
            click.echo(told, err=True)
        missing = error.message.key == "picture.missing"
        return commandline.USAGE if missing else commandline.NO
    package = scan.package_of(reading)
    answer = scanned(name, reading, package, scan.edition, ms)
    if as_json:
        click.echo(json_lines.as_text(answer))
    else:
        click.echo("\n".join(_text(answer, reading, words, package, scan)))
    return commandline.DONE


def _text(
    answer: dict[str, Any], reading: Reading, words: Words, package: GamePackage, scan: Scan
) -> Iterator[str]:
    width, height = answer["size"]
    yield words.say("scan.picture", file=answer["file"], width=width, height=height)
    if reading.mat is None:
        if reading.limits.mirrored:
            yield "  " + words.say("scan.mirrored")
        elif not scan.plain_dice:
            yield "  " + words.say("scan.no-mat")
    elif not answer["mat"]:
        lies = game(reading.mat.name).title(words.language)
        yield "  " + words.say("scan.other-mat", game=lies)
    if answer["more_mats"]:
        yield "  " + words.say("camera.more-mats")
    yield from _lists(answer, reading, words, plain_dice=scan.plain_dice)
    dice = [_die_words(one, words) for one in reading.loose if is_a(one, PieceKind.DIE)]
    if dice:
        yield "  " + words.say("dice.listed", dice=", ".join(dice))
    pawns = [
        f"{one.code} {field_of(one.zone, package) or '?'}"
        for one in reading.loose
        if is_a(one, PieceKind.PAWN)
    ]
    if pawns:
        yield "  " + words.say("scan.pawns", pawns=", ".join(sorted(pawns)))
    if reading.twice:
        yield "  " + words.say("scan.twice", cards=", ".join(reading.twice))
    # A card has two tags.
    for text in sorted({unknown["text"] for unknown in answer["unknown"]}):
        yield f"  {words(_stranger(package, text, answer['edition']))}"
    if reading.unread:
        yield "  " + words.say("scan.unread", count=len(reading.unread))


def _die_words(die: Sighting, words: Words) -> str:
    colour = words.say(f"dice.colour.{die.piece.name}")
    if die.hindered is not None:
        return words.say(f"dice.{die.hindered.value}", colour=colour)
    side = die.face.side
    value = side if side.isdecimal() else words.say("dice.symbol")
    return words.say("dice.read", colour=colour, value=value)


def _stranger(package: GamePackage, text: str, edition: str | None) -> announce.Message:
    """What an unknown tag is: a card of another edition or game, or none at all."""
    belongs = None if edition is None else package.stranger(edition, text)
    return belongs or announce.message("scan.unknown", text=text)


def _lists(
    answer: dict[str, Any], reading: Reading, words: Words, *, plain_dice: bool
) -> Iterator[str]:
    read = {tag["card"] for tag in answer["tags"]}
    for zone, lying in answer["zones"].items():
        if cards := [each for each in lying if each in read]:
            yield f"  {words.worded(zone_name(answer['game'], zone))}: {', '.join(cards)}"
    outside = {seen.code for seen in reading.sightings if seen.zone is None}
    if outside:
        yield f"  {words.say('scan.outside')}: {', '.join(sorted(outside))}"
    if not reading.sightings and not reading.loose:
        yield "  " + words.say("scan.nothing" if plain_dice else "list.no-card")
        if reading.mat is None and not plain_dice:
            yield "  " + words.say("scan.plain-dice")
