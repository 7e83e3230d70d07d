"""`murphy scan FILE...`: reads pictures and says which cards lie where."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import click
import numpy as np

from companion.announce import Message, message
from companion.app.camera.failed_looks import one_look
from companion.commandline import DONE, NO, json_option, lang_option, words_of
from companion.errors import CardError, PictureError
from companion.games.dumm_gelaufen.deck.edition import EDITIONS, load_edition
from companion.games.dumm_gelaufen.mat import MAT, pieces
from companion.mat import ZoneKind
from companion.words import Words
from vision.pictures import grey_of, read_picture
from vision.reader import Reader
from vision.reading import Corners, Reading

TOLD_ZONES: Final = tuple(
    zone.name for zone in MAT.zones if zone.kind is not ZoneKind.BLIND
)


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="FILE...")
@click.option("--edition", type=click.Choice(EDITIONS), help="Only cards of this one.")
@json_option
@lang_option
def command(
    pictures: tuple[str, ...], edition: str | None, as_json: bool, lang: str | None
) -> None:
    """Read pictures of a table or of a hand."""
    said = words_of(lang)
    scan = Scan(edition)
    readable = [_told(scan, name, as_json, said) for name in pictures]
    sys.exit(DONE if all(readable) else NO)


class Scan:
    """Reads one picture after the other; with no edition told, both are looked for."""

    def __init__(self, edition: str | None = None) -> None:
        self.edition = edition
        self._reader = Reader(pieces(edition), (MAT,), sizes_mm=None)
        # The first look builds its tables; no picture should be charged with that.
        self._reader.read(np.zeros((90, 160), np.uint8))

    def read(self, name: str) -> tuple[Reading, float]:
        """What the picture in a file shows, and how many ms the look took.

        Raises PictureError where the file holds no picture that can be read, or the look fails.
        """
        path = Path(name)
        grey = grey_of(read_picture(path))
        began = perf_counter()
        with one_look(path.name):
            reading = self._reader.read(grey)
        return reading, (perf_counter() - began) * 1000


def scanned(
    name: str, reading: Reading, edition: str | None, ms: float
) -> dict[str, Any]:
    """One picture's answer as docs/commands.md promises it."""
    zones = {zone: list(reading.zones.get(zone, ())) for zone in TOLD_ZONES}
    return {
        "file": name,
        "size": list(reading.size),
        "mat": reading.pose is not None,
        "edition": edition or edition_seen(reading),
        "ms": round(ms, 1),
        "zones": zones,
        "tags": list(_tags(reading)),
        "unknown": [
            {"text": unknown.text, "corners": _rounded(unknown.corners)}
            for unknown in reading.unknown
        ],
    }


def edition_seen(reading: Reading) -> str | None:
    """The edition most of the cards seen belong to; None where no card is seen."""
    games = Counter(sighting.payload[:3] for sighting in reading.sightings)
    best = games.most_common(1)
    by_game = {load_edition(name).game: name for name in EDITIONS}
    return by_game.get(best[0][0]) if best else None


def _told(scan: Scan, name: str, as_json: bool, said: Words) -> bool:
    """Reads one picture and prints the answer; whether it could be read."""
    try:
        reading, ms = scan.read(name)
    except PictureError as error:
        told = said(error.message)
        if as_json:
            click.echo(json.dumps({"file": name, "error": told}, ensure_ascii=False))
        else:
            click.echo(told, err=True)
        return False
    answer = scanned(name, reading, scan.edition, ms)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        click.echo("\n".join(_text(answer, reading, said)))
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


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]


def _text(answer: dict[str, Any], reading: Reading, said: Words) -> Iterator[str]:
    width, height = answer["size"]
    yield said.say("scan.picture", file=answer["file"], width=width, height=height)
    if not answer["mat"]:
        key = "scan.mirrored" if reading.limits.mirrored else "scan.no-mat"
        yield "  " + said.say(key)
    yield from _lists(answer, reading, said)
    if reading.twice:
        yield "  " + said.say("scan.twice", cards=", ".join(reading.twice))
    for unknown in answer["unknown"]:
        yield f"  {said(_stranger(unknown['text'], answer['edition']))}"
    if reading.unread:
        yield "  " + said.say("scan.unread", count=len(reading.unread))


def _stranger(text: str, edition: str | None) -> Message:
    """What a tag is that is in no deck that was looked for: a card of another edition or game, or none at all."""
    foreign = message("scan.unknown", text=text)
    if edition is None:
        return foreign
    try:
        load_edition(edition).parse_payload(text)
    except CardError as error:
        return foreign if error.message.key == "card.malformed" else error.message
    return foreign


def _lists(answer: dict[str, Any], reading: Reading, said: Words) -> Iterator[str]:
    for zone, cards in answer["zones"].items():
        if cards:
            yield f"  {said.say(f'scan.zone.{zone}')}: {', '.join(cards)}"
    outside = {seen.code for seen in reading.sightings if seen.zone is None}
    if outside:
        yield f"  {said.say('scan.outside')}: {', '.join(sorted(outside))}"
    if not reading.sightings:
        yield "  " + said.say("scan.nothing")
