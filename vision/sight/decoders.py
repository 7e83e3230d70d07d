"""General QR decoders as a first look: zxing-cpp, or pyzbar if that is not installed; their results are not trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from vision.frame import Grey
from vision.reading import Corners, corners_of
from vision.tags import sampled, symbol

zxing: Any
try:
    import zxingcpp as zxing
except ImportError:  # 32-bit Raspberry Pi OS: there is no wheel
    zxing = None

PAYLOAD: Final = re.compile(rb"[A-Z0-9]{3}-[A-Z0-9]{3}-[0-9]")
"""A tag of ours, the whole of it and nothing else (docs/physical.md, section 1)."""
MOST: Final = 128
"""More codes than this in one picture are an attack or a wallpaper; the rest is ignored."""
_LONGEST: Final = 64


@dataclass(frozen=True, slots=True)
class Decoded:
    """One symbol that a decoder read: its bytes as they are in the symbol, and its own corners, px."""

    data: bytes
    corners: Corners
    by: str

    @property
    def payload(self) -> str | None:
        """The payload, if the bytes are exactly one; None for everything else."""
        return self.data.decode("ascii") if PAYLOAD.fullmatch(self.data) else None

    @property
    def text(self) -> str:
        """The bytes in a printable form: ASCII, the rest escaped, long ones cut off."""
        return shown(self.data)


def shown(data: bytes) -> str:
    """Bytes of a foreign symbol as harmless text."""
    text = "".join(
        chr(byte) if 32 <= byte < 127 and byte != 92 else f"\\x{byte:02x}"
        for byte in data[:_LONGEST]
    )
    return text + "..." if len(data) > _LONGEST else text


def decode(grey: Grey) -> tuple[Decoded, ...]:
    """What the best available decoder reads in a picture; never raises, however hostile the picture."""
    return DECODERS[BEST](grey)


def with_zxing(grey: Grey) -> tuple[Decoded, ...]:
    """zxing-cpp on the picture as it is, without micro codes, which it sees in noise, too."""
    kinds = zxing.BarcodeFormat
    found = zxing.read_barcodes(
        np.ascontiguousarray(grey),
        formats=getattr(kinds, "QRCodeModel2", kinds.QRCode),
        try_downscale=False,
        try_invert=False,
    )
    return _distinct(
        Decoded(bytes(code.bytes), _corners(code.position), "zxing")
        for code in found[:MOST]
        if code.valid
    )


def with_pyzbar(grey: Grey) -> tuple[Decoded, ...]:
    """zbar. Its Python wrapper raises ValueError for structured append; then nothing is read."""
    from pyzbar import pyzbar

    try:
        found = pyzbar.decode(np.ascontiguousarray(grey), symbols=[pyzbar.ZBarSymbol.QRCODE])
    except ValueError:
        return ()
    return _distinct(
        Decoded(code.data, _turned(grey, code.data, code.polygon), "pyzbar")
        for code in found[:MOST]
        if len(code.polygon) == 4
    )


DECODERS: Final[dict[str, Callable[[Grey], tuple[Decoded, ...]]]] = {
    "zxing": with_zxing,
    "pyzbar": with_pyzbar,
}
BEST: Final = "pyzbar" if zxing is None else "zxing"


def _corners(position: object) -> Corners:
    """zxing's points in our px: its (0, 0) is the picture's corner, ours the first pixel's centre."""
    names = ("top_left", "top_right", "bottom_right", "bottom_left")
    at = [getattr(position, name) for name in names]
    a, b, c, d = ((float(point.x) - 0.5, float(point.y) - 0.5) for point in at)
    return a, b, c, d


def _turned(grey: Grey, data: bytes, polygon: Sequence[tuple[int, int]]) -> Corners:
    """A symbol's own corners from zbar's polygon, which gives its position but not its orientation.

    Of the four orientations, the one that fits the symbol the bytes would make.
    """
    corners = np.array(polygon, np.float64)
    x, y = corners.T
    if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) < 0:
        corners = corners[::-1]
    ways = [np.roll(corners, turn, axis=0) for turn in range(4)]
    if PAYLOAD.fullmatch(data):
        wanted = symbol(data.decode("ascii"))
        ways.sort(key=lambda way: float(sampled(grey, way)[wanted].mean()))
    return corners_of(ways[0])


def _distinct(found: Iterable[Decoded]) -> tuple[Decoded, ...]:
    """Without the duplicates of a symbol that zxing-cpp sometimes reports."""
    kept: list[Decoded] = []
    for code in found:
        if not any(_same(code, other) for other in kept):
            kept.append(code)
    return tuple(kept)


def _same(one: Decoded, other: Decoded) -> bool:
    a, b = np.array(one.corners), np.array(other.corners)
    near = float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)))
    return one.data == other.data and near < float(np.linalg.norm(a[0] - a[2])) / 4
