"""What pages need from vision: phone pictures read without a mat, and print sheets as PDF.

Imports are deferred: a reader and PDF generation cost the companion 40 MB that most
evenings do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from companion import games
from companion.app.camera.failed_looks import one_look
from companion.errors import PictureError
from companion.games.package import GamePackage
from companion.words import words

if TYPE_CHECKING:
    from companion.app.printing import What
    from vision.reader import Reader
    from web.routes.photos import Photo


GameOnTable: TypeAlias = Callable[[], tuple[GamePackage, str]]
"""The game on the table, and its edition."""


def read_bytes(data: bytes, package: GamePackage, edition: str) -> dict[str, Any]:
    """What is in a picture file, including its ``size``. Raises PictureError."""
    from web.limits import Limits
    from web.routes.photos import photo

    seen = photo(data, pixels=Limits().pixels)
    return {**read_photo(seen, package, edition), "size": [seen.width, seen.height]}


def read_photo(photo: Photo, package: GamePackage, edition: str) -> dict[str, Any]:
    """What is in a picture of a hand: the cards with their corners, and unknown tags. Raises PictureError."""
    import numpy as np

    with one_look():
        grey = np.frombuffer(photo.grey, np.uint8).reshape(photo.height, photo.width)
        reading = _reader(package, edition).read(grey)
    return {
        "tags": [
            {"card": seen.code, "corners": _plain(seen.corners)}
            for seen in reading.sightings
        ],
        "unknown": [
            {"corners": _plain(strange.corners)} for strange in reading.unknown
        ],
    }


def sheets(played: GameOnTable) -> Callable[..., bytes]:
    """A function that prints ``tags``, ``cards`` or ``mat`` of a game; of the one on the table if none is named."""

    def printed(
        kind: str,
        *,
        game: str | None,
        edition: str | None,
        lang: str,
        size_mm: float | None,
    ) -> bytes:
        from companion.app.printing import PrintJob, paper_of
        from companion.pieces import TAG_MM

        if kind not in ("tags", "cards", "mat"):
            raise PictureError("print.unknown", what=kind[:20])
        what: What = kind  # type: ignore[assignment]  # checked above
        package, current = played()
        if game is not None and game != package.name:
            package = games.game(game)
            current = package.edition
        wanted = PrintJob(what, package, edition or current, size_mm or TAG_MM)
        return bytes(paper_of(wanted, words(lang)).pdf.output())

    return printed


@lru_cache(maxsize=1)
def _reader(package: GamePackage, edition: str) -> Reader:
    from vision.reader import Reader

    return Reader(package.pieces(edition))


def _plain(corners: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in corners]
