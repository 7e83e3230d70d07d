"""A picture from a file or from memory, oriented as it is shown; what cannot be read is named."""

from __future__ import annotations

import errno
import io
import os
import stat
import warnings
from math import inf
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from companion.errors import PictureError, quoted, reason_of
from vision.frame import Colour, Grey
from vision.jpegs import is_whole

SUFFIXES: Final = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm", ".avif"}
)
"""The file name extensions of pictures in a folder."""

FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "PPM", "AVIF")
"""Pillow's names of the formats that are decoded, whatever a file is called: Pillow knows formats that start other programs, too."""

HEIC: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")
"""Brands of what iPhones write by default (ISO/IEC 23008-12, annex B)."""

MOST_PIXELS: Final = 64_000_000
"""More than any camera we know of has; a file that says it has more is refused before it is decoded."""


# Pillow's own limit is checked when a file is opened, before anybody knows its size: ours names it.
Image.MAX_IMAGE_PIXELS = None

SCAN: Final = b"\xff\xda"
"""Where a JPEG's next pass over its pixels begins (ITU T.81, table B.1); codes never contain it."""
MOST_SCANS: Final = 100
"""Each may cost all pixels again and take a few bytes. Encoders make about ten, a thumbnail or a second picture in the file has its own."""

MOST_BYTES: Final = 128 << 20
"""The limit for a file, checked before it is read."""


def read_picture(path: Path) -> Colour:
    """The picture in a file as it is shown, orientation tags applied, shape (height, width, 3).

    Raises PictureError: ``picture.missing``, ``.folder``, ``.unopened``, and those of
    :func:`decode_picture`.
    """
    try:
        data = _content(path)
    except FileNotFoundError as error:
        raise PictureError("picture.missing", name=path.name) from error
    except IsADirectoryError as error:
        raise PictureError("picture.folder", name=path.name) from error
    except (OSError, ValueError) as error:
        raise PictureError(
            "picture.unopened", name=quoted(path.name, 200), why=reason_of(error)
        ) from error
    return decode_picture(data, path.name)


def jpeg_of(picture: NDArray[Any], quality: int = 95, most: float = inf) -> bytes:
    """A picture in colour or grey as a file, at ``most`` so many px across."""
    scale = min(1.0, most / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _content(path: Path) -> bytes:
    """A file's bytes. Raises OSError, also for a device, a pipe or an endless file."""
    # A pipe that nobody writes to would block its reader.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        there = os.fstat(file.fileno())
        if stat.S_ISDIR(there.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(there.st_mode):
            raise OSError(errno.EINVAL, "not a plain file")
        if there.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return file.read(MOST_BYTES)


def decode_picture(data: bytes, name: str, most: int = MOST_PIXELS) -> Colour:
    """The picture in ``data``, with at most ``most`` pixels; ``name`` is for the error message.

    Raises PictureError: ``picture.empty``, ``.foreign`` (not a picture), ``.heic``,
    ``.huge``, ``.layered`` (a JPEG of more than ``MOST_SCANS``), ``.broken`` (cut off, still being written, damaged).
    """
    if not data:
        raise PictureError("picture.empty", name=name)
    with warnings.catch_warnings():
        # Pillow warns of large pictures and odd tags; the limit is checked below.
        warnings.simplefilter("ignore")
        return _decoded(data, name, most)


def grey_of(colour: Colour) -> Grey:
    """The luma of a picture, shape (height, width)."""
    return np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), np.uint8)


def in_colour(picture: Any) -> Colour:
    """A picture as OpenCV's cameras give it, grey or in colour, as a colour picture."""
    grey = picture.ndim == 2
    shown = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if grey else picture
    return np.asarray(shown, np.uint8)


def _decoded(data: bytes, name: str, most: int) -> Colour:
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as opened:
            width, height = opened.size
            if width * height > most:
                raise PictureError("picture.huge", name=name, width=width, height=height)
            if opened.format not in ("JPEG", "MPO"):
                return _as_shown(opened)
            if data.count(SCAN) > MOST_SCANS:
                raise PictureError("picture.layered", name=name, most=MOST_SCANS)
            return _plain(opened, data) if _is_plain(opened, data) else _as_shown(opened)
    except UnidentifiedImageError as error:
        heic = data[4:8] == b"ftyp" and data[8:12] in HEIC
        kind = "picture.heic" if heic else "picture.foreign"
        raise PictureError(kind, name=name) from error
    except PictureError:
        raise
    except Exception as error:  # a decoder given hostile bytes may raise anything
        raise PictureError("picture.broken", name=name) from error


def _is_plain(opened: Image.Image, data: bytes) -> bool:
    """Whether OpenCV gives the same pixels, at a quarter of the cost: it fills what is cut off without a word."""
    upright = opened.getexif().get(ExifTags.Base.Orientation, 1) == 1
    return opened.mode in ("RGB", "L") and upright and is_whole(data)


def _plain(opened: Image.Image, data: bytes) -> Colour:
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    return _as_shown(opened) if picture is None else np.asarray(picture, np.uint8)


def _as_shown(opened: Image.Image) -> Colour:
    shown = ImageOps.exif_transpose(opened)
    if shown.mode.startswith(("I", "F")):
        return in_colour(_eight_bits(shown))
    if "A" in shown.getbands() or "transparency" in shown.info:
        paper = Image.new("RGBA", shown.size, "white")
        shown = Image.alpha_composite(paper, shown.convert("RGBA"))
    return np.ascontiguousarray(np.asarray(shown.convert("RGB"))[:, :, ::-1])


def _eight_bits(grey: Image.Image) -> Grey:
    """A picture with more than 8 bits per pixel, scaled by its brightest value: of 16 bits a camera may use 10 or 12, and Pillow would clip them."""
    values = np.nan_to_num(np.asarray(grey, np.float32))
    scaled = values * (255 / max(float(values.max()), 1e-9))
    return np.asarray(np.clip(scaled, 0, 255), np.uint8)
