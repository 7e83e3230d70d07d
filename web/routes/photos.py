"""Pictures from phones: their first bytes tell the format, their header the size, before anything is decoded."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Final

from PIL import Image, ImageOps

from companion.errors import PictureError

FORMATS: Final = ("JPEG", "PNG", "WEBP")
LONGEST: Final = 3000
"""The longest side in px that is read; a hand fills a phone's picture, so more pixels add nothing."""
_HEIC: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif")
_SIZED: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that contain the size (ITU T.81, table B.1)."""
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a length."""
_ONE_AT_A_TIME: Final = BoundedSemaphore(1)
"""Sixteen megapixels are a lot for a Pi, and two pictures twice as much."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright greyscale picture: ``grey`` holds ``height`` rows of ``width`` bytes."""

    width: int
    height: int
    grey: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a file say."""

    format: str
    width: int
    height: int


def header(data: bytes) -> Header:
    """The format and size of a picture, nothing decoded.

    Raises PictureError: ``web.photo.heic``, ``web.photo.format``, or
    ``web.photo.damaged`` if the header is cut off.
    """
    for name, starts, size in _FORMATS:
        if starts(data):
            try:
                return Header(name, *size(data))
            except (struct.error, IndexError) as error:
                raise PictureError("web.photo.damaged") from error
    if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
        raise PictureError("web.photo.heic")
    raise PictureError("web.photo.format")


def photo(data: bytes, *, pixels: int) -> Photo:
    """The picture in a file's bytes, rotated according to its orientation tag. Raises PictureError like ``readable``, or ``web.photo.damaged``."""
    told = readable(data, pixels=pixels)
    with _ONE_AT_A_TIME:
        return _decoded(data, told)


def readable(data: bytes, *, pixels: int) -> Header:
    """The header of a picture that may be decoded.

    Raises PictureError like ``header``; ``web.photo.pixels`` if it has more than
    ``pixels``, or ``web.photo.damaged`` if it has none.
    """
    told = header(data)
    if told.width * told.height > pixels:
        raise PictureError("web.photo.pixels", most=pixels // 1_000_000)
    if not (told.width and told.height):
        raise PictureError("web.photo.damaged")
    return told


def _decoded(data: bytes, told: Header) -> Photo:
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.format != told.format or image.size != (told.width, told.height):
                raise PictureError("web.photo.damaged")
            grey = _grey(image)
    except PictureError:
        raise
    except Exception as error:  # a decoder given hostile bytes may raise anything
        raise PictureError("web.photo.damaged") from error
    return Photo(grey.width, grey.height, grey.tobytes())


def _grey(image: Image.Image) -> Image.Image:
    image.draft("L", (LONGEST, LONGEST))
    image.load()
    turned = ImageOps.exif_transpose(image)
    grey = _flat(turned)
    grey.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX)
    return grey


def _flat(image: Image.Image) -> Image.Image:
    """Greyscale, with transparent parts white, and 16 bits reduced to 8."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if "A" in image.getbands() or "transparency" in image.info:
        seen = image.convert("LA")
        white = Image.new("L", seen.size, 255)
        white.paste(seen.getchannel("L"), mask=seen.getchannel("A"))
        return white
    return image.convert("L")


def _png_size(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


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


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        while data[at] != 0xFF or data[at + 1] == 0xFF:
            at += 1
        marker = data[at + 1]
        if marker in _SIZED:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 if marker in _BARE else 2 + struct.unpack_from(">H", data, at + 2)[0]


_FORMATS: Final[
    tuple[tuple[str, Callable[[bytes], bool], Callable[[bytes], tuple[int, int]]], ...]
] = (
    ("JPEG", lambda data: data[:3] == b"\xff\xd8\xff", _jpeg_size),
    ("PNG", lambda data: data[:8] == b"\x89PNG\r\n\x1a\n", _png_size),
    ("WEBP", lambda d: d[:4] == b"RIFF" and d[8:12] == b"WEBP", _webp_size),
)
