"""What can be printed for a game: tags, cards, its mat and a stand for the camera as true-scale sheets, and the bare symbols as images."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion import announce, errors, pieces
from companion.app.doctor.mounting import CAMERAS, mounted
from companion.app.setup_sheets import PrintedPart, setup_sheets
from companion.games.package import GamePackage
from companion.mat import Mat
from companion.words import Words
from vision.printing import caps, faces
from vision.printing.marks import Symbol
from vision.printing.mat_face import mat_marks, titles
from vision.printing.mat_sheets import enlarged, mat_sheets, smallest, tiles
from vision.printing.paper import PAPERS, Paper
from vision.printing.raster import raster
from vision.printing.sheets import (
    LABELS,
    card_pages,
    card_sheets,
    tag_pages,
    tag_picture,
    tag_sheets,
)
from vision.printing.stand_page import Hung, stand_pages

MAT_PX_PER_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print that was asked for: of which game and edition, tags of which size (mm), on which sheet, shifted by how much (mm)."""

    what: pieces.Print
    package: GamePackage
    edition: str
    size: float = pieces.TAG_MM
    sheet: str = "grid"
    shift: tuple[float, float] = (0.0, 0.0)
    backs: bool = False
    sheet_of: str = "a4"
    """The paper of every page, by its name in ``PAPERS``."""
    own: bool = False
    """Whether what a game needs is tags for its cards, instead of cards."""


def paper_of(wanted: PrintJob, words: Words) -> Paper:
    """The requested sheets, all of one size.

    Raises PictureError: ``print.too-large`` if the tags do not fit the labels,
    ``print.no-mat``, ``print.no-cards``, ``print.paper-too-large`` if a mat cannot fill the paper,
    ``print.a4-only`` for another paper of what is made for A4.
    """
    if wanted.what == "mat":
        return _mat_paper(wanted, words)
    if wanted.what in ("cards", "tags"):
        _check_cards(wanted, wanted.what)
    if wanted.sheet_of != "a4":
        raise errors.PictureError("print.a4-only", what=wanted.what)
    match wanted.what:
        case "tags":
            paper = _tags(wanted, words)
            if wanted.package.caps is not None:
                caps.add_caps(paper, wanted.package.caps(words), words.say("print.ruler"))
            return paper
        case "cards":
            deck, label = _faces(wanted, words), _label(wanted, words)
            return card_sheets(deck, label, words, backs=wanted.backs)
        case "stand":
            return stand_paper(wanted, words)
        case _:
            return start_paper(wanted, words)


def usual_paper(what: pieces.Print, package: GamePackage) -> str:
    """The paper where none is named, by its name in ``PAPERS``: a mat is in one piece, all else on A4."""
    return smallest(package.mat) if what == "mat" and package.mat else "a4"


def in_parts(wanted: PrintJob) -> int:
    """How many sheets of A4 make the mat that is printed on a larger paper; 0 of what is printed on A4."""
    if wanted.what != "mat" or wanted.sheet_of == "a4":
        return 0
    return len(tiles(_mat(wanted)))


def enlarged_of(wanted: PrintJob) -> float:
    """How many times as large as its own size a mat is printed."""
    mat = wanted.package.mat
    if wanted.what != "mat" or mat is None:
        return 1.0
    return enlarged(mat, PAPERS[wanted.sheet_of])


def _mat_paper(wanted: PrintJob, words: Words) -> Paper:
    """A larger paper than a mat needs enlarges it, which its cards and caps could not follow."""
    mat, package = _mat(wanted), wanted.package
    if enlarged_of(wanted) > 1 and (package.sheets or package.caps or package.pawns):
        asked, needs = wanted.sheet_of, smallest(mat)
        names = {"paper": asked.upper(), "needs": needs.upper(), "option": needs}
        raise errors.PictureError("print.paper-too-large", **names)
    return mat_sheets(mat, words, package.drawn(), PAPERS[wanted.sheet_of])


def start_paper(wanted: PrintJob, words: Words) -> Paper:
    """All that a game needs on paper. Raises PictureError (``print.no-mat``)."""
    mat = _mat(wanted)
    parts = tuple(parts_of(wanted, mat, words))
    return setup_sheets(wanted.package, wanted.edition, mat, parts, words)


def stand_paper(wanted: PrintJob, words: Words) -> Paper:
    """A stand that holds a camera over the game's mat. Raises PictureError (``print.no-mat``)."""
    mat = _mat(wanted)
    over = {name: mounted(view, mat.size) for name, view in CAMERAS.items()}
    hung = tuple(Hung(name, m.good, m.module_at(m.good)) for name, m in over.items())
    title = words.say("print.stand.title", game=wanted.package.title(words.language))
    return stand_pages(title, mat, hung, words)


def parts_of(wanted: PrintJob, mat: Mat, words: Words) -> Iterator[PrintedPart]:
    """The mat, the cards or tags for them, the caps."""
    package, deck, sheets = wanted.package, _faces(wanted, words), len(tiles(mat))
    of_mat = partial(mat_sheets, mat, words, package.drawn())
    yield PrintedPart("mat" if sheets == 1 else "sheets", sheets, sheets, of_mat)
    two = any(face.other for face in deck)
    if deck and wanted.own:
        count, says = len(tuple(_both_sides(deck))), "tags-both" if two else "tags"
        pages = tag_pages(count, wanted.size)
        yield PrintedPart(says, count, pages, partial(_tags, wanted, words))
    elif deck:
        says, pages = "cards-both" if two else "cards", card_pages(len(deck), backs=two)
        cards = partial(card_sheets, deck, _label(wanted, words), words, backs=two)
        yield PrintedPart(says, len(deck), pages, cards)
    if package.caps is not None:
        sheet, ruler = package.caps(words), words.say("print.ruler")
        of_caps = partial(caps.add_caps, sheet=sheet, ruler=ruler)
        yield PrintedPart("caps", len(sheet.caps), 1, of_caps)


def _tags(wanted: PrintJob, words: Words, onto: Paper | None = None) -> Paper:
    stickers = tuple(_both_sides(_faces(wanted, words)))
    grid = LABELS.get(wanted.sheet)
    size, shift = wanted.size, wanted.shift
    return tag_sheets(
        stickers, _label(wanted, words), words, size=size, grid=grid, shift=shift, onto=onto
    )


def pictures_of(wanted: PrintJob, words: Words) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Name and image: the bare symbol of every card, shape (height, width), or the whole mat, shape (height, width, 3): red, green, blue.

    Raises PictureError: ``print.no-mat``, ``print.no-cards``.
    """
    if wanted.what == "mat":
        mat = _mat(wanted)
        marks = mat_marks(mat, titles(mat, words), wanted.package.drawn())
        return iter((("mat", raster(marks, mat.size, MAT_PX_PER_MM)[:, :, ::-1]),))
    _check_cards(wanted, "tags")
    faces = wanted.package.pieces(wanted.edition).faces
    return ((face.code, tag_picture(payload)) for payload, face in faces.items())


def _label(wanted: PrintJob, words: Words) -> announce.Message | str:
    """What stands above the cards: the edition, or the game's title where that has no name."""
    if wanted.edition:
        return announce.message(f"edition.{wanted.edition}")
    return wanted.package.title(words.language)


def _faces(wanted: PrintJob, words: Words) -> tuple[faces.PrintedFace, ...]:
    printed = wanted.package.sheets
    return () if printed is None else printed(wanted.edition, words)


def _both_sides(deck: Iterable[faces.PrintedFace]) -> Iterator[faces.PrintedFace]:
    """The cards; those with two faces as two."""
    for face in deck:
        yield face
        backs = {mark.payload for mark in face.other if isinstance(mark, Symbol)}
        yield from (replace(face, payload=payload) for payload in sorted(backs))


def _check_cards(wanted: PrintJob, what: pieces.Print) -> None:
    if what not in wanted.package.prints:
        raise errors.PictureError("print.no-cards", game=wanted.package.name)


def _mat(wanted: PrintJob) -> Mat:
    if wanted.package.mat is None:
        raise errors.PictureError("print.no-mat", game=wanted.package.name)
    return wanted.package.mat
