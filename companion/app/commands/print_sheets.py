"""`murphy print`: tags, cards and the mat as true-scale PDF, and the bare symbols as images."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import click
import numpy as np
from numpy.typing import NDArray

from companion.announce import Message, message
from companion.app.commands.options import chosen, edition_option, game_option
from companion.commandline import NO, USAGE, json_option, lang_option, words_of
from companion.errors import PictureError
from companion.games.package import GamePackage
from companion.mat import Mat
from companion.pieces import TAG_MM
from companion.words import Words
from vision.printing.caps import add_caps
from vision.printing.faces import PrintedFace
from vision.printing.marks import Symbol
from vision.printing.mat_face import mat_marks, titles
from vision.printing.mat_sheets import mat_sheets
from vision.printing.paper import Paper
from vision.printing.raster import raster
from vision.sheets import (
    LABELS,
    SIZES_MM,
    card_sheets,
    tag_picture,
    tag_sheets,
    write_pictures,
)

What: TypeAlias = Literal["tags", "cards", "mat"]
MAT_PX_PER_MM: Final = 4.0
FILE = click.Path(path_type=Path)
STDOUT: Final = Path("-")
WRONGLY_ASKED: Final = ("print.too-large", "print.terminal")
FARTHEST_MM: Final = 20.0
"""The largest offset for a printer; any more would reach the next label."""


class Millimetres(click.FloatRange):
    """A length on paper: a number within limits."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        length: float = super().convert(value, param, ctx)
        if isnan(length):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return length


SIZE: Final = Millimetres(*SIZES_MM)
SHIFT: Final = Millimetres(-FARTHEST_MM, FARTHEST_MM)


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What to print, and how."""

    what: What
    package: GamePackage
    edition: str
    size: float = TAG_MM
    sheet: str = "grid"
    shift: tuple[float, float] = (0.0, 0.0)
    backs: bool = False


@click.command()
@click.argument("what", type=click.Choice(("tags", "cards", "mat")))
@click.option(
    "-o",
    "file",
    type=FILE,
    help="The PDF, - for stdout; WHAT.pdf where neither is given.",
)
@click.option("--png", "folder", type=FILE, help="A folder of <code>.png, bare tags.")
@game_option
@edition_option
@click.option("--size", type=SIZE, default=TAG_MM, metavar="MM", help="Side of a tag.")
@click.option("--sheet", type=click.Choice(("grid", *LABELS)), default="grid")
@click.option("--offset-x", type=SHIFT, default=0.0, metavar="MM", help="To the right.")
@click.option("--offset-y", type=SHIFT, default=0.0, metavar="MM", help="Down.")
@click.option("--backs", is_flag=True, help="Cards with backs, to print on both sides.")
@lang_option
@json_option
def command(
    what: What,
    file: Path | None,
    folder: Path | None,
    game: str | None,
    edition: str | None,
    size: float,
    sheet: str,
    offset_x: float,
    offset_y: float,
    backs: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Print tags to stick on, cards, or the mat: at 100 %, then measure the ruler."""
    said = words_of(lang)
    shift = (offset_x, offset_y)
    wanted = PrintJob(what, *chosen(game, edition), size, sheet, shift, backs)
    if file is None and folder is None:
        file = Path(f"{what}.pdf")
    try:
        for told in _written(wanted, file, folder, said):
            click.echo(_line(told, said, as_json), err=file == STDOUT)
    except PictureError as error:
        click.echo(said(error.message), err=True)
        sys.exit(USAGE if error.message.key in WRONGLY_ASKED else NO)


def paper_of(wanted: PrintJob, said: Words) -> Paper:
    """The requested sheets. Raises PictureError (``print.too-large``) if the tags do not fit the labels."""
    deck = _faces(wanted, said)
    label = message(f"edition.{wanted.edition}")
    match wanted.what:
        case "tags":
            grid = LABELS.get(wanted.sheet)
            size, shift = wanted.size, wanted.shift
            stickers = tuple(_both_sides(deck))
            paper = tag_sheets(stickers, label, said, size=size, grid=grid, shift=shift)  # fmt: skip
            if wanted.package.caps is not None:
                add_caps(paper, wanted.package.caps(said), said.say("print.ruler"))
            return paper
        case "cards":
            return card_sheets(deck, label, said, backs=wanted.backs)
        case "mat":
            return mat_sheets(_mat(wanted), said, wanted.package.drawn())


def pictures_of(
    wanted: PrintJob, said: Words
) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Name and image: the bare symbol of every card, or the whole mat (red, green, blue)."""
    if wanted.what == "mat":
        mat = _mat(wanted)
        marks = mat_marks(mat, titles(mat, said), wanted.package.drawn())
        yield "mat", raster(marks, mat.size, MAT_PX_PER_MM)[:, :, ::-1]
        return
    for payload, face in wanted.package.pieces(wanted.edition).faces.items():
        yield face.code, tag_picture(payload)


def _faces(wanted: PrintJob, said: Words) -> tuple[PrintedFace, ...]:
    printed = wanted.package.sheets
    return () if printed is None else printed(wanted.edition, said)


def _both_sides(deck: Iterable[PrintedFace]) -> Iterator[PrintedFace]:
    """The cards; those with two faces as two."""
    for face in deck:
        yield face
        backs = {mark.payload for mark in face.other if isinstance(mark, Symbol)}
        yield from (replace(face, payload=payload) for payload in sorted(backs))


def _mat(wanted: PrintJob) -> Mat:
    if wanted.package.mat is None:
        raise PictureError("print.no-mat", game=wanted.package.name)
    return wanted.package.mat


def _written(
    wanted: PrintJob, file: Path | None, folder: Path | None, said: Words
) -> Iterator[Message]:
    if file is not None:
        pages = _write(paper_of(wanted, said), file)
        yield message("print.written", file=str(file), pages=pages)
    if folder is not None:
        count = write_pictures(pictures_of(wanted, said), folder)
        yield message("print.pictures", folder=str(folder), count=count)


def _write(paper: Paper, file: Path) -> int:
    if file != STDOUT:
        return paper.write(file)
    if sys.stdout is None or sys.stdout.isatty():
        raise PictureError("print.terminal")
    return paper.write_to(sys.stdout.buffer)


def _line(told: Message, said: Words, as_json: bool) -> str:
    return json.dumps(dict(told.params)) if as_json else said(told)
