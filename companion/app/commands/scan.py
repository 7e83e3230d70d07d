"""`murphy scan FILE...`: reads pictures and reports which cards lie where."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

import click
import numpy as np

from companion.announce import Message, message
from companion.app.camera.failed_looks import one_look
from companion.app.commands.options import (
    board_option,
    chosen,
    edition_option,
    game_option,
    setup_of,
)
from companion.app.watcher import edition_seen, told_zones
from companion.commandline import DONE, NO, json_option, lang_option, words_of
from companion.errors import PictureError
from companion.games import by_payload, first, game, games
from companion.games.package import GamePackage
from companion.household.taught_dice import NOTHING_TAUGHT, PLAIN, TaughtSet, TaughtSets
from companion.json_lines import as_text
from companion.pieces import PieceKind, together
from companion.rules import Json
from companion.settings import state_directory
from companion.words import Words
from vision.dice.plain import PlainDice
from vision.pictures import grey_of, read_picture
from vision.reader import Reader
from vision.reading import Corners, Hindrance, Reading, Sighting


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="FILE...")
@game_option
@edition_option
@board_option
@click.option(
    "--dice",
    metavar="SET",
    help="A set of dice that was taught; `plain`: ordinary ones of any colour where no mat lies.",
)
@json_option
@lang_option
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
    said = words_of(lang)
    named = game or edition
    package = chosen(game, edition)[0] if named else None
    scan = Scan(
        package,
        edition,
        _taught(dice),
        plain_dice=dice == PLAIN,
        setup=setup_of(board),
    )
    readable = [_told(scan, name, as_json, said) for name in pictures]
    sys.exit(DONE if all(readable) else NO)


def _taught(dice: str | None) -> TaughtSet:
    """The requested set. Raises InputError if none of that name was taught."""
    if dice is None or dice == PLAIN:
        return NOTHING_TAUGHT
    return TaughtSets(state_directory(os.environ)).read(dice)


class Scan:
    """Reads pictures one after the other; without a game or edition, it looks for all of them."""

    def __init__(
        self,
        package: GamePackage | None = None,
        edition: str | None = None,
        taught: TaughtSet = NOTHING_TAUGHT,
        *,
        plain_dice: bool = False,
        setup: Json = MappingProxyType({}),
    ) -> None:
        """``setup`` is what was agreed for a game, such as another board. Raises EditionError."""
        self.edition = edition
        self._package = None if package is None else package.on(setup)
        self._games = {each.name: each.on(setup) for each in games()}
        known = tuple(self._games.values()) if package is None else (package,)
        pieces = together(each.pieces(edition) for each in known)
        finders = {each.mat.name: each.detectors(taught) for each in known if each.mat}
        if plain_dice:
            finders[""] = (PlainDice(),)
        lie = tuple(each.mat for each in self._games.values() if each.mat)
        self._reader = Reader(pieces, lie, sizes_mm=None, detectors=finders)
        # The first look builds its tables; no picture's timing should include that.
        self._reader.read(np.zeros((90, 160), np.uint8))

    def package_of(self, reading: Reading) -> GamePackage:
        """The requested game, else the one whose mat is seen, else the one with most cards, else the first."""
        if self._package is not None:
            return self._package
        if reading.mat is not None:
            return self._games[reading.mat.name]
        seen = Counter(by_payload(tag.payload) for tag in reading.sightings)
        most = next(iter(seen.most_common(1)), (None, 0))[0]
        return most or first()

    def read(self, name: str) -> tuple[Reading, float]:
        """The reading of a picture file, and how many ms it took. Raises PictureError if the file has no readable picture, or the look fails."""
        path = Path(name)
        colour = read_picture(path)
        grey = grey_of(colour)
        began = perf_counter()
        with one_look(path.name):
            reading = self._reader.read(grey, colour)
        return reading, (perf_counter() - began) * 1000


def scanned(
    name: str,
    reading: Reading,
    package: GamePackage,
    edition: str | None,
    ms: float,
) -> dict[str, Any]:
    """The answer for one picture, as docs/commands.md specifies it."""
    zones = {zone: list(reading.zones.get(zone, ())) for zone in told_zones(package)}
    return {
        "file": name,
        "size": list(reading.size),
        "mat": reading.mat is not None and reading.mat.name == package.name,
        "game": package.name,
        "edition": edition or edition_seen(package, reading),
        "ms": round(ms, 1),
        "zones": zones,
        "tags": list(_tags(reading)),
        "dice": [_die(one) for one in reading.loose if _is(one, PieceKind.DIE)],
        "pawns": [
            _pawn(one, package) for one in reading.loose if _is(one, PieceKind.PAWN)
        ],
        "unknown": [
            {"text": unknown.text, "corners": _rounded(unknown.corners)}
            for unknown in reading.unknown
        ],
    }


def _told(scan: Scan, name: str, as_json: bool, said: Words) -> bool:
    """Reads one picture and prints the answer; returns whether it could be read."""
    try:
        reading, ms = scan.read(name)
    except PictureError as error:
        told = said(error.message)
        if as_json:
            click.echo(as_text({"file": name, "error": told}))
        else:
            click.echo(told, err=True)
        return False
    package = scan.package_of(reading)
    answer = scanned(name, reading, package, scan.edition, ms)
    if as_json:
        click.echo(as_text(answer))
    else:
        click.echo("\n".join(_text(answer, reading, said, package)))
    return True


def _tags(reading: Reading) -> Iterator[dict[str, Any]]:
    for sighting in reading.sightings:
        yield {
            "card": sighting.code,
            "zone": sighting.zone,
            "corners": _rounded(sighting.corners),
            "by": sighting.by,
            "score": round(sighting.score, 3),
        }


def _is(sighting: Sighting, kind: PieceKind) -> bool:
    return sighting.piece.kind is kind


def _die(sighting: Sighting) -> dict[str, Any]:
    side = sighting.face.side
    return {
        "colour": sighting.piece.name,
        "value": int(side) if side.isdecimal() else side or None,
        "symbol": None,
        "zone": sighting.zone,
        "corners": _rounded(sighting.corners),
        "score": round(sighting.score, 3),
        "cocked": sighting.hindered is Hindrance.COCKED,
        "hindered": sighting.hindered.value if sighting.hindered else None,
    }


def _pawn(sighting: Sighting, package: GamePackage) -> dict[str, Any]:
    at = sighting.centre
    return {
        "colour": sighting.piece.name.partition("-")[0],
        "id": int(sighting.payload),
        "mm": [round(side, 1) for side in at] if at else None,
        "field": _field(sighting.zone, package),
    }


def _field(zone: str | None, package: GamePackage) -> str | None:
    """Where a pawn stands, in the terms of the rules."""
    if zone is None or package.mat is None:
        return zone
    return package.mat[zone].place or zone


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]


def _text(
    answer: dict[str, Any], reading: Reading, said: Words, package: GamePackage
) -> Iterator[str]:
    width, height = answer["size"]
    yield said.say("scan.picture", file=answer["file"], width=width, height=height)
    if reading.mat is None:
        key = "scan.mirrored" if reading.limits.mirrored else "scan.no-mat"
        yield "  " + said.say(key)
    elif not answer["mat"]:
        lies = game(reading.mat.name).title(said.language)
        yield "  " + said.say("scan.other-mat", game=lies)
    yield from _lists(answer, reading, said)
    dice = [_die_words(one, said) for one in reading.loose if _is(one, PieceKind.DIE)]
    if dice:
        yield "  " + said.say("dice.listed", dice=", ".join(dice))
    pawns = [
        _pawn_words(one, package) for one in reading.loose if _is(one, PieceKind.PAWN)
    ]
    if pawns:
        yield "  " + said.say("scan.pawns", pawns=", ".join(sorted(pawns)))
    if reading.twice:
        yield "  " + said.say("scan.twice", cards=", ".join(reading.twice))
    for unknown in answer["unknown"]:
        yield f"  {said(_stranger(package, unknown['text'], answer['edition']))}"
    if reading.unread:
        yield "  " + said.say("scan.unread", count=len(reading.unread))


def _die_words(die: Sighting, said: Words) -> str:
    colour = said.say(f"dice.colour.{die.piece.name}")
    if die.hindered is not None:
        return said.say(f"dice.{die.hindered.value}", colour=colour)
    side = die.face.side
    value = side if side.isdecimal() else said.say("dice.symbol")
    return said.say("dice.read", colour=colour, value=value)


def _stranger(package: GamePackage, text: str, edition: str | None) -> Message:
    """What an unknown tag is: a card of another edition or game, or none at all."""
    belongs = None if edition is None else package.stranger(edition, text)
    return belongs or message("scan.unknown", text=text)


def _pawn_words(pawn: Sighting, package: GamePackage) -> str:
    """A pawn and its place, both as codes."""
    return f"{pawn.code} {_field(pawn.zone, package) or '?'}"


def _lists(answer: dict[str, Any], reading: Reading, said: Words) -> Iterator[str]:
    read = {tag["card"] for tag in answer["tags"]}
    for zone, lying in answer["zones"].items():
        if cards := [each for each in lying if each in read]:
            yield f"  {said.say(f'scan.zone.{zone}')}: {', '.join(cards)}"
    outside = {seen.code for seen in reading.sightings if seen.zone is None}
    if outside:
        yield f"  {said.say('scan.outside')}: {', '.join(sorted(outside))}"
    if not reading.sightings and not reading.loose:
        yield "  " + said.say("scan.nothing")
