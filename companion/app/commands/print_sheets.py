"""`murphy print`: tags, cards and the mat as true-scale PDF, and the bare symbols as images."""

import json
import sys
from collections.abc import Iterator
from math import ceil, isnan
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from companion import announce, errors
from companion.app import printing
from companion.app.commands.options import chosen, edition_option, game_option
from companion.commandline import NO, USAGE, json_option, lang_option, words_of
from companion.pieces import PRINTS, TAG_MM, Print
from companion.words import Words
from vision.printing import sheets
from vision.printing.paper import PAPERS, Paper

FILE = click.Path(path_type=Path)
STDOUT: Final = Path("-")
WRONGLY_ASKED: Final = (
    "print.too-large",
    "print.terminal",
    "print.paper-too-large",
    "print.a4-only",
    "print.not-of",
)
TAGS: Final = ("tags", "start")
OPTIONS: Final = {
    "size": TAGS,
    "sheet": TAGS,
    "offset_x": TAGS,
    "offset_y": TAGS,
    "backs": ("cards",),
    "own": TAGS,
}
"""What each option is for, where it is not for all that can be printed."""
FARTHEST_MM: Final = 20.0
"""The largest offset for a printer; any more would reach the next label."""


class Millimetres(click.FloatRange):
    """A length on paper: a number within limits."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, which has to be one: NaN passes any limits."""
        length: float = super().convert(value, param, ctx)
        if isnan(length):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return length


SIZE: Final = Millimetres(*sheets.SIZES_MM)
SHIFT: Final = Millimetres(-FARTHEST_MM, FARTHEST_MM)


@click.command()
@click.argument("what", type=click.Choice(PRINTS))
@click.option(
    "-o", "file", type=FILE, help="The PDF, - for stdout; WHAT.pdf where neither is given."
)
@click.option("--png", "folder", type=FILE, help="A folder of <code>.png, bare tags.")
@game_option
@edition_option
@click.option("--size", type=SIZE, default=TAG_MM, metavar="MM", help="Side of a tag.")
@click.option("--sheet", type=click.Choice(("grid", *sheets.LABELS)), default="grid")
@click.option("--offset-x", type=SHIFT, default=0.0, metavar="MM", help="To the right.")
@click.option("--offset-y", type=SHIFT, default=0.0, metavar="MM", help="Down.")
@click.option("--backs", is_flag=True, help="Cards with backs, to print on both sides.")
@click.option(
    "--paper",
    type=click.Choice(tuple(PAPERS)),
    help="Of the mat's sheets; where none is named it is in one piece.",
)
@click.option("--own", is_flag=True, help="With start: tags for cards you own.")
@lang_option
@json_option
def command(
    what: Print,
    file: Path | None,
    folder: Path | None,
    game: str | None,
    edition: str | None,
    size: float,
    sheet: str,
    offset_x: float,
    offset_y: float,
    backs: bool,
    paper: str | None,
    own: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Print the mat, cards, tags to stick on, all that a game needs to start, or a stand to saw for the camera: at 100 %, then measure the ruler."""
    words = words_of(lang)
    shift = (offset_x, offset_y)
    package, edition = chosen(game, edition)
    sheet_of = paper or printing.usual_paper(what, package)
    wanted = printing.PrintJob(what, package, edition, size, sheet, shift, backs, sheet_of, own)
    if file is None and folder is None:
        file = Path(f"{what}.pdf")
    try:
        _refuse_idle(click.get_current_context(), what)
        for told in _written(wanted, file, folder, words, unnamed=paper is None):
            click.echo(_line(told, words, as_json), err=file == STDOUT)
    except errors.PictureError as error:
        click.echo(words(error.message), err=True)
        sys.exit(USAGE if error.message.key in WRONGLY_ASKED else NO)


def _refuse_idle(asked: click.Context, what: Print) -> None:
    """Raises PictureError: ``print.not-of`` for an option that would change nothing of what is printed."""
    for option, of in OPTIONS.items():
        if what not in of and asked.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            name = "--" + option.replace("_", "-")
            raise errors.PictureError("print.not-of", option=name, what=what, of=" / ".join(of))


def _written(
    wanted: printing.PrintJob, file: Path | None, folder: Path | None, words: Words, unnamed: bool
) -> Iterator[announce.Message]:
    """Writes what is wanted, and tells it; ``unnamed`` says that nobody chose the paper."""
    if file is not None:
        pages = _write(printing.paper_of(wanted, words), file)
        said = {"file": str(file), "paper": wanted.sheet_of.upper()}
        yield announce.message("print.written", pages=pages, **said)
        if unnamed and (parts := printing.in_parts(wanted)):
            yield announce.message("print.in-parts", pages=parts)
        if (times := printing.enlarged_of(wanted)) > 1:
            least, most = wanted.package.dice.sizes_mm
            yield announce.message(
                "print.enlarged",
                percent=round(100 * times),
                least=ceil(least * times),
                most=int(most * times),
            )
    if folder is not None:
        count = sheets.write_pictures(printing.pictures_of(wanted, words), folder)
        yield announce.message("print.pictures", folder=str(folder), count=count)


def _write(paper: Paper, file: Path) -> int:
    if file != STDOUT:
        return paper.write(file)
    if sys.stdout is None or sys.stdout.isatty():
        raise errors.PictureError("print.terminal")
    return paper.write_to(sys.stdout.buffer)


def _line(text: announce.Message, words: Words, as_json: bool) -> str:
    return json.dumps(dict(text.params)) if as_json else words(text)
