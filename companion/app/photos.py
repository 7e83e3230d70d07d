"""What pages want of vision: a phone's picture read without a mat, and print sheets as PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from companion.app.printing import Wanted, What, paper_of
from companion.errors import PictureError
from companion.murphy.edition import load_edition
from companion.words import words
from vision.mat import TAG_MM
from vision.reader import Reader
from web.photos import Photo


def reader_of_photos(payloads: Iterable[str]) -> Callable[[Photo], dict[str, Any]]:
    """A function that reads a picture of a hand: the cards with their corners, and what is no card of ours."""
    reader = Reader(payloads, mat=False)

    def read(photo: Photo) -> dict[str, Any]:
        grey = np.frombuffer(photo.grey, np.uint8).reshape(photo.height, photo.width)
        reading = reader.read(grey)
        return {
            "tags": [
                {"card": seen.code, "corners": _plain(seen.corners)}
                for seen in reading.sightings
            ],
            "unknown": [
                {"corners": _plain(strange.corners)} for strange in reading.unknown
            ],
        }

    return read


def sheets(played: Callable[[], str]) -> Callable[..., bytes]:
    """A function that prints ``tags``, ``cards`` or ``mat``; ``played`` names the edition on the table."""

    def printed(
        kind: str, *, edition: str | None, lang: str, size_mm: float | None
    ) -> bytes:
        if kind not in ("tags", "cards", "mat"):
            raise PictureError("print.unknown", what=kind[:20])
        what: What = kind  # type: ignore[assignment]  # checked above
        wanted = Wanted(what, load_edition(edition or played()), size_mm or TAG_MM)
        return bytes(paper_of(wanted, words(lang)).pdf.output())

    return printed


def _plain(corners: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]
