"""What can be printed for a game: tags, cards and its mat as true-scale sheets, and the bare symbols as images."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion import announce, errors, pieces, words
from companion.games.package import GamePackage
from companion.mat import Mat
from vision.printing import caps, faces
from vision.printing.marks import Symbol
from vision.printing.mat_face import mat_marks, titles
from vision.printing.mat_sheets import mat_sheets
from vision.printing.paper import Paper
from vision.printing.raster import raster
from vision.sheets import LABELS, card_sheets, tag_picture, tag_sheets

What: TypeAlias = Literal["tags", "cards", "mat"]
MAT_PX_PER_MM: Final = 4.0


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print that was asked for: of which game and edition, tags of which size (mm), on which sheet, shifted by how much (mm)."""

    what: What
    package: GamePackage
    edition: str
    size: float = pieces.TAG_MM
    sheet: str = "grid"
    shift: tuple[float, float] = (0.0, 0.0)
    backs: bool = False


def paper_of(wanted: PrintJob, said: words.Words) -> Paper:
    """The requested sheets. Raises PictureError (``print.too-large``) if the tags do not fit the labels."""
    deck = _faces(wanted, said)
    label = announce.message(f"edition.{wanted.edition}")
    match wanted.what:
        case "tags":
            grid = LABELS.get(wanted.sheet)
            size, shift = wanted.size, wanted.shift
            stickers = tuple(_both_sides(deck))
            paper = tag_sheets(stickers, label, said, size=size, grid=grid, shift=shift)  # fmt: skip
            if wanted.package.caps is not None:
                caps.add_caps(paper, wanted.package.caps(said), said.say("print.ruler"))
            return paper
        case "cards":
            return card_sheets(deck, label, said, backs=wanted.backs)
        case "mat":
            return mat_sheets(_mat(wanted), said, wanted.package.drawn())


def pictures_of(
    wanted: PrintJob, said: words.Words
) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """Name and image: the bare symbol of every card, shape (height, width), or the whole mat, shape (height, width, 3): red, green, blue.

    Raises PictureError if the game has no mat.
    """
    if wanted.what == "mat":
        mat = _mat(wanted)
        marks = mat_marks(mat, titles(mat, said), wanted.package.drawn())
        yield "mat", raster(marks, mat.size, MAT_PX_PER_MM)[:, :, ::-1]
        return
    for payload, face in wanted.package.pieces(wanted.edition).faces.items():
        yield face.code, tag_picture(payload)


def _faces(wanted: PrintJob, said: words.Words) -> tuple[faces.PrintedFace, ...]:
    printed = wanted.package.sheets
    return () if printed is None else printed(wanted.edition, said)


def _both_sides(deck: Iterable[faces.PrintedFace]) -> Iterator[faces.PrintedFace]:
    """The cards; those with two faces as two."""
    for face in deck:
        yield face
        backs = {mark.payload for mark in face.other if isinstance(mark, Symbol)}
        yield from (replace(face, payload=payload) for payload in sorted(backs))


def _mat(wanted: PrintJob) -> Mat:
    if wanted.package.mat is None:
        raise errors.PictureError("print.no-mat", game=wanted.package.name)
    return wanted.package.mat
