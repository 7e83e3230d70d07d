"""A picture file, reduced to what its pixels need before any decoder sees it, and the size and orientation that it states.

Everything else – texts, profiles, thumbnails, further pictures – costs time and memory
in ways that its sender chooses, and shows nothing of a hand.
"""

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.errors import PictureError

SCANS: Final = 20
"""Most passes over a JPEG's pixels: each may cost all of them again and take a few bytes. Encoders make about ten."""
PARTS: Final = 4096
"""Most segments or chunks: 8 MB in PNG's usual chunks of 8 KB are a quarter of that."""
TAGS: Final = 128
"""Most entries of an Exif directory that are looked at; cameras write about fifteen."""
ORIENTATION: Final = 0x0112
UPRIGHT: Final = 1

EOI, SOS, EXIF = 0xD9, 0xDA, 0xE1
SIZED: Final = (0xC0, 0xC1, 0xC2)
"""Baseline, extended, progressive, with Huffman codes (ITU T.81, table B.1); no camera writes the others."""
PIXELS: Final = {*SIZED, 0xC4, 0xDB, 0xDD, SOS, EOI, 0xE0, 0xEE}
"""Frames, tables, scans, and JFIF's and Adobe's notes on the colours."""
BARE: Final = {0x01, *range(0xD0, 0xD8)}
"""Markers without a length."""
MARKER: Final = re.compile(rb"\xff[^\x00\xff]")
AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")

PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_PIXELS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
WEBP_PIXELS: Final = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF")
WEBP_FLAGS: Final = 0x12
"""Alpha and animation; the other bits of a VP8X chunk promise what is left out."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What is decoded of a picture file; ``orientation`` as in Exif, 1 to 8."""

    format: str
    width: int
    height: int
    orientation: int
    data: bytes


def parts(data: bytes) -> Parts:
    """A JPEG, PNG or WebP file, reduced.

    Raises PictureError: ``web.photo.heic``, ``web.photo.format``, or
    ``web.photo.damaged`` if it is cut off, or made as no camera makes it.
    """
    for starts, reduced in _FORMATS:
        if starts(data):
            try:
                return reduced(data)
            except (struct.error, IndexError) as error:
                raise PictureError("web.photo.damaged") from error
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise PictureError("web.photo.heic")
    raise PictureError("web.photo.format")


def readable(data: bytes, *, pixels: int) -> Parts:
    """What is to be decoded of a picture that may be.

    Raises PictureError like ``parts``; ``web.photo.pixels`` if it has more than
    ``pixels``, or ``web.photo.damaged`` if it has none.
    """
    told = parts(data)
    if told.width * told.height > pixels:
        raise PictureError("web.photo.pixels", most=pixels // 1_000_000)
    if not (told.width and told.height):
        raise PictureError("web.photo.damaged")
    return told


_HEIC: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")


def _jpeg(data: bytes) -> Parts:
    kept, size, turned, scans = [data[:2]], None, UPRIGHT, 0
    for marker, at, end in _segments(data):
        if marker in SIZED and size is None:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = width, height
        elif 0xC0 <= marker < 0xD0 and marker not in PIXELS:
            raise PictureError("web.photo.damaged")
        if marker == EXIF and data[at + 4 : at + 10] == b"Exif\0\0":
            turned = _orientation(data[at + 10 : end])
        scans += marker == SOS
        if scans > SCANS:
            raise PictureError("web.photo.damaged")
        if marker in PIXELS:
            kept.append(data[at:end])
    if size is None:
        raise PictureError("web.photo.damaged")
    return Parts("JPEG", *size, turned, b"".join(kept))


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The marker, the beginning and the end of every segment up to the end of the picture; a scan's has its codes."""
    at = 2
    for _ in range(PARTS):
        found = MARKER.search(data, at)
        if found is None:
            return
        at = found.start()
        marker, end = data[at + 1], at + 2
        if marker not in BARE and marker != EOI:
            end += struct.unpack_from(">H", data, at + 2)[0]
        if marker == SOS:
            next_one = AFTER_SCAN.search(data, end)
            end = next_one.start() if next_one else len(data)
        yield marker, at, end
        if marker == EOI:
            return
        at = end
    raise PictureError("web.photo.damaged")


def _png(data: bytes) -> Parts:
    width, height = struct.unpack_from(">II", data, 16)
    kept, turned = [PNG], UPRIGHT
    for kind, at, end in _chunks(data, len(PNG), _png_chunk):
        if kind == b"eXIf":
            turned = _orientation(data[at + 8 : end - 4])
        if kind in PNG_PIXELS:
            kept.append(data[at:end])
    return Parts("PNG", width, height, turned, b"".join(kept))


def _webp(data: bytes) -> Parts:
    width, height = _webp_size(data)
    kept, turned = list[bytes](), UPRIGHT
    for kind, at, end in _chunks(data, 12, _webp_chunk):
        if kind == b"EXIF":
            turned = _orientation(data[at + 8 : end].removeprefix(b"Exif\0\0"))
        if kind == b"VP8X":
            flags = bytes([data[at + 8] & WEBP_FLAGS])
            kept += [data[at : at + 8], flags, data[at + 9 : end]]
        elif kind in WEBP_PIXELS:
            kept.append(data[at:end])
    body = b"WEBP" + b"".join(kept)
    whole = b"RIFF" + struct.pack("<I", len(body)) + body
    return Parts("WEBP", width, height, turned, whole)


def _chunks(
    data: bytes, at: int, told: Callable[[bytes, int], tuple[bytes, int]]
) -> Iterator[tuple[bytes, int, int]]:
    """The kind, the beginning and the end of every chunk; ``told`` tells the kind and the length of the one that begins there."""
    for _ in range(PARTS):
        if at + 8 > len(data):
            return
        kind, length = told(data, at)
        yield kind, at, at + length
        at += length
    raise PictureError("web.photo.damaged")


def _png_chunk(data: bytes, at: int) -> tuple[bytes, int]:
    size, kind = struct.unpack_from(">I4s", data, at)
    return kind, 8 + size + 4


def _webp_chunk(data: bytes, at: int) -> tuple[bytes, int]:
    kind, size = struct.unpack_from("<4sI", data, at)
    return kind, 8 + size + size % 2


def _webp_size(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            wide, high = data[24:27], data[27:30]
            return _little(wide) + 1, _little(high) + 1
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
    raise PictureError("web.photo.damaged")


def _little(three: bytes) -> int:
    if len(three) < 3:
        raise IndexError
    return int.from_bytes(three, "little")


def _orientation(tiff: bytes) -> int:
    """Of the first directory of Exif data (TIFF 6.0, section 2); upright if it states none."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return UPRIGHT
    try:
        (at,) = struct.unpack_from(f"{order}I", tiff, 4)
        (tags,) = struct.unpack_from(f"{order}H", tiff, at)
        for n in range(min(tags, TAGS)):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", tiff, at + 2 + 12 * n)
            if tag == ORIENTATION:
                return value if 1 <= value <= 8 else UPRIGHT
    except struct.error:
        pass
    return UPRIGHT


_FORMATS: Final[tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Parts]], ...]] = (
    (lambda data: data[:3] == b"\xff\xd8\xff", _jpeg),
    (lambda data: data[:8] == PNG, _png),
    (lambda d: d[:4] == b"RIFF" and d[8:12] == b"WEBP", _webp),
)
