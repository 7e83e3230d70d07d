"""Pictures from phones, decoded: upright, grey, no larger than anybody needs; what does not show pixels never reaches a decoder."""

import io
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Final

from PIL import Image

from companion.errors import PictureError
from web.routes.picture_parts import Parts, readable

LONGEST: Final = 3000
"""The longest side in px that is read; a hand fills a phone's picture, so more pixels add nothing."""
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What turns a picture of each orientation upright (Exif 2.32, 4.6.4)."""
_ONE_AT_A_TIME: Final = BoundedSemaphore(1)
"""Sixteen megapixels are a lot for a Pi, and two pictures twice as much."""


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright greyscale picture: ``grey`` holds ``height`` rows of ``width`` bytes."""

    width: int
    height: int
    grey: bytes


def photo(data: bytes, *, pixels: int) -> Photo:
    """The picture in a file's bytes, rotated according to its orientation tag. Raises PictureError like ``readable``, or ``web.photo.damaged``."""
    told = readable(data, pixels=pixels)
    with _ONE_AT_A_TIME:
        return _decoded(told)


def _decoded(told: Parts) -> Photo:
    try:
        with Image.open(io.BytesIO(told.data), formats=(told.format,)) as image:
            if image.format != told.format or image.size != (told.width, told.height):
                raise PictureError("web.photo.damaged")
            grey = _grey(image, _UPRIGHT.get(told.orientation))
    except PictureError:
        raise
    except Exception as error:  # a decoder given hostile bytes may raise anything
        raise PictureError("web.photo.damaged") from error
    return Photo(grey.width, grey.height, grey.tobytes())


def _grey(image: Image.Image, turn: Image.Transpose | None) -> Image.Image:
    image.draft("L", (LONGEST, LONGEST))
    grey = _flat(image)
    grey.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX)
    return grey if turn is None else grey.transpose(turn)


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
