"""Pictures from phones: what is read of them, and the ones that are refused in one sentence before they cost anything."""

import io
import re
import struct
import threading
import time
import tracemalloc
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from companion.errors import PictureError
from companion.words import words
from tests.waiting import until
from tests.web.home import Home, home, toy_pages
from web.access.guard import Role
from web.game_pages import Route
from web.limits import Limits
from web.routes.game_routes import PhotoTurns
from web.routes.photos import photo
from web.routes.picture_parts import parts, readable

PARTS, SCANS = 4096, 20
"""As they are promised, not as the code has them."""

T = TypeVar("T")
PIXELS = 16_000_000
TALL = (60, 90)


def picture(mode: str = "RGB", size: tuple[int, int] = TALL) -> Image.Image:
    """A picture with a bright top-left quarter."""
    grey = Image.new("L", size, 40)
    grey.paste(220, (0, 0, size[0] // 2, size[1] // 2))
    return grey.convert(mode)


def file(image: Image.Image, kind: str, **how: Any) -> bytes:
    saved = io.BytesIO()
    image.save(saved, kind, **how)
    return saved.getvalue()


def exif(orientation: int) -> bytes:
    tags = Image.Exif()
    tags[0x0112] = orientation
    return tags.tobytes()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *chunks: bytes) -> bytes:
    """A PNG that claims a size."""
    size = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + b"".join(chunks) + chunk(b"IEND", b"")


def webp(width: int, height: int) -> bytes:
    """A WebP whose canvas claims a size."""
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"VP8X" + struct.pack("<I", 10) + b"\0" * 4 + sizes
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def jpeg_claiming(width: int, height: int) -> bytes:
    """A small JPEG whose header was changed to a large size."""
    data = bytearray(file(picture(), "JPEG"))
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


GOOD_JPEG = file(picture(), "JPEG", quality=95)
GOOD = {
    "jpeg": GOOD_JPEG,
    "jpeg, grey": file(picture("L"), "JPEG"),
    "jpeg, progressive": file(picture(), "JPEG", progressive=True),
    "jpeg, cmyk": file(picture("CMYK"), "JPEG", quality=95),
    "png": file(picture(), "PNG"),
    "png, palette": file(picture("P"), "PNG"),
    "png, one bit": file(picture("L").point(lambda v: 255 * (v > 99)).convert("1"), "PNG"),
    "png, alpha": file(picture("RGBA"), "PNG"),
    "png, 16 bits": file(picture("L").convert("I").point(lambda v: v * 257).convert("I;16"), "PNG"),
    "webp": file(picture(), "WEBP", quality=95),
    "webp, lossless": file(picture("RGBA"), "WEBP", lossless=True),
    "webp, moving": file(
        picture(), "WEBP", quality=95, save_all=True, append_images=[Image.new("RGB", TALL)]
    ),
    "jpeg, extended": GOOD_JPEG.replace(b"\xff\xc0", b"\xff\xc1"),
    "jpeg, begun anew in places": file(picture(), "JPEG", quality=95, restart_marker_blocks=1),
    "jpeg, filled up between its parts": GOOD_JPEG.replace(b"\xff\xc0", b"\xff\xff\xff\xc0"),
}


@pytest.mark.parametrize("data", GOOD.values(), ids=GOOD.keys())
def test_pictures_of_phones_are_read(data: bytes) -> None:
    """Grey, upright, with the bright quarter where it was."""
    seen = photo(data, pixels=PIXELS)
    rows = [seen.grey[y * seen.width : (y + 1) * seen.width] for y in range(seen.height)]

    assert TALL == (seen.width, seen.height)
    assert rows[10][10] > 150 > 90 > rows[80][50]


TURNED = {
    1: (10, 10),
    2: (49, 10),
    3: (49, 79),
    4: (10, 79),
    5: (10, 10),
    6: (79, 10),
    7: (79, 49),
    8: (10, 49),
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(("orientation", "bright"), TURNED.items())
def test_orientation_tags_are_obeyed(orientation: int, bright: tuple[int, int], kind: str) -> None:
    """A phone writes pictures as its sensor lies, and says so."""
    seen = photo(file(picture(), kind, quality=95, exif=exif(orientation)), pixels=PIXELS)
    x, y = bright

    assert (TALL if orientation < 5 else TALL[::-1]) == (seen.width, seen.height)
    assert seen.grey[y * seen.width + x] > 150


@pytest.mark.parametrize(
    ("tiff", "told"),
    [
        (b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0", 6),
        (b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0", 8),
        (b"MM\0*\0\0\0\x0a\0\0\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0", 8),
        (b"MM\0*\0\0\0\x08\0\x02\x01\x0f\0\x02\0\0\0\x04Pear\x01\x12\0\x03\0\0\0\x01\0\x03\0\0", 3),
        (b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x09\0\0", 1),
        (b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0", 1),
        (b"MM\0*\0\0\0\x08\0\0", 1),
        (b"MM\0*\0\0\0\x08\0\x01\x01\x12", 1),
        (b"XX*\0", 1),
    ],
    ids=[
        "little end first",
        "big end first",
        "further behind",
        "second",
        "nine",
        "none",
        "empty",
        "cut",
        "no Exif",
    ],
)
def test_what_a_phone_says_of_how_it_was_held(tiff: bytes, told: int) -> None:
    """In either order of bytes, wherever its directory lies; upright where it says nothing that there is."""
    assert told == parts(file(picture(), "JPEG", exif=b"Exif\0\0" + tiff)).orientation


def test_what_follows_a_picture_is_no_part_of_it() -> None:
    """Phones hang a smaller one, or a film, behind its end: that may be turned, or hold what would be damage within."""
    turned = segment(0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0")
    for behind in (GOOD_JPEG, turned, segment(0xC3, b"ab"), b"\xff\x01" * PARTS):
        assert parts(GOOD_JPEG) == parts(GOOD_JPEG + behind)


CLEAR = Image.new("RGBA", TALL, (0, 0, 0, 0))


@pytest.mark.parametrize(
    "data",
    [
        file(CLEAR, "PNG"),
        file(CLEAR, "WEBP", quality=80),
        file(CLEAR, "WEBP", lossless=True),
        file(Image.new("LA", TALL, (0, 0)), "PNG"),
        file(Image.new("P", TALL, 0), "PNG", transparency=0),
        file(Image.new("RGB", TALL, (0, 0, 0)), "PNG", transparency=(0, 0, 0)),
    ],
    ids=["png", "webp", "webp, lossless", "png, grey", "png, palette", "png, one colour"],
)
def test_what_is_transparent_is_white(data: bytes) -> None:
    """A cut-out card lies on white, not on black."""
    assert {255} == set(photo(data, pixels=PIXELS).grey)


def test_large_pictures_are_made_smaller() -> None:
    """More than 3000 px shows nothing more of a hand."""
    seen = photo(file(picture("L", (4000, 3000)), "JPEG"), pixels=PIXELS)

    assert 3000 >= max(seen.width, seen.height) > 1500
    assert seen.width * seen.height == len(seen.grey)


def test_so_many_pixels_and_not_one_more() -> None:
    """What may be read is said; it is refused before it is decoded."""
    data, most = file(picture(), "PNG"), TALL[0] * TALL[1]

    assert most == len(photo(data, pixels=most).grey)
    with pytest.raises(PictureError) as refused:
        photo(data, pixels=most - 1)
    assert "web.photo.pixels" == refused.value.message.key


def test_a_foreign_colour_profile_does_no_harm() -> None:
    """Phones embed profiles; grey does not care."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = file(picture(), "JPEG", icc_profile=profile)

    assert TALL == (photo(data, pixels=PIXELS).width, photo(data, pixels=PIXELS).height)


HEIC = b"\0\0\0\x18ftypheic" + b"\0" * 40
BAD = {
    "nothing": (b"", "web.photo.format"),
    "text": (b"<svg onload=alert(1)>", "web.photo.format"),
    "gif": (file(picture("P"), "GIF"), "web.photo.format"),
    "tiff": (file(picture(), "TIFF"), "web.photo.format"),
    "bmp": (file(picture(), "BMP"), "web.photo.format"),
    "pdf": (file(picture(), "PDF"), "web.photo.format"),
    "heic": (HEIC, "web.photo.heic"),
    "avif": (HEIC.replace(b"heic", b"avif"), "web.photo.heic"),
    "mp4": (HEIC.replace(b"heic", b"isom"), "web.photo.format"),
    "jpeg, its first bytes": (b"\xff\xd8\xff", "web.photo.damaged"),
    "png, its first bytes": (b"\x89PNG\r\n\x1a\n", "web.photo.damaged"),
    "webp, its first bytes": (b"RIFF\0\0\0\0WEBP", "web.photo.damaged"),
    "webp of a kind there is not": (b"RIFF\0\0\0\0WEBPVP9 " + b"\0" * 40, "web.photo.damaged"),
    "png of no width": (png(0, 5), "web.photo.damaged"),
    "png without pixels": (png(5, 5), "web.photo.damaged"),
    "png with two sizes": (
        png(
            5,
            5,
            chunk(b"IHDR", struct.pack(">IIBBBBB", 30000, 30000, 8, 0, 0, 0, 0)),
            chunk(b"IDAT", zlib.compress(b"\0" * 99)),
        ),
        "web.photo.damaged",
    ),
    "png of 32760 x 32760": (png(32760, 32760), "web.photo.pixels"),
    "png of 10000 x 10000": (
        png(10000, 10000, chunk(b"IDAT", zlib.compress(b"\0" * 10**6))),
        "web.photo.pixels",
    ),
    "png of 2^31 x 2^31": (png(2**31 - 1, 2**31 - 1), "web.photo.pixels"),
    "webp of 16384 x 16384": (webp(16384, 16384), "web.photo.pixels"),
    "jpeg of 65500 x 65500": (jpeg_claiming(65500, 65500), "web.photo.pixels"),
    "jpeg, cut": (GOOD["jpeg"][: len(GOOD["jpeg"]) // 2], "web.photo.damaged"),
    "png, cut": (GOOD["png"][: len(GOOD["png"]) // 2], "web.photo.damaged"),
    "webp, cut": (GOOD["webp"][: len(GOOD["webp"]) // 2], "web.photo.damaged"),
}


@pytest.mark.parametrize(("data", "key"), BAD.values(), ids=BAD.keys())
def test_other_files_are_refused_in_one_sentence(data: bytes, key: str) -> None:
    """Each refusal has its own words."""
    with pytest.raises(PictureError) as refused:
        photo(data, pixels=PIXELS)

    assert key == refused.value.message.key


BOMBS = [name for name in BAD if " x " in name]


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_cost_nothing(name: str) -> None:
    """A claimed size is refused before a byte is unpacked."""
    tracemalloc.start()
    try:
        with pytest.raises(PictureError):
            photo(BAD[name][0], pixels=PIXELS)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 1_000_000


def taken(read: Callable[[], T]) -> T | None:
    """What was read; None where it was refused in words, and nothing else may happen."""
    try:
        return read()
    except PictureError as refused:
        words("en")(refused.message)
        return None


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(GOOD)), st.data())
def test_damaged_pictures_are_read_or_refused(name: str, data: st.DataObject) -> None:
    """Any cut and any changed bytes give a picture or a sentence, nothing else."""
    file = bytearray(GOOD[name])
    for _ in range(data.draw(st.integers(0, 4))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(file[: data.draw(st.integers(0, len(file)))])
    seen = taken(lambda: photo(cut, pixels=PIXELS))

    assert seen is None or seen.width * seen.height == len(seen.grey) <= PIXELS


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP", HEIC]),
    st.binary(max_size=200),
)
def test_headers_of_anything_are_told_or_refused(start: bytes, rest: bytes) -> None:
    """The header's reader takes any bytes and always ends."""
    told = taken(lambda: parts(start + rest))

    assert told is None or min(told.width, told.height) >= 0


def segment(marker: int, data: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


def with_parts(name: str, part: bytes, count: int) -> bytes:
    """A good picture with so many more segments or chunks."""
    data = GOOD[name]
    at = {"jpeg": 2, "png": 33, "webp": len(data)}[name]
    return data[:at] + part * count + data[at:]


TAGS: Final = struct.pack("<H", 60_000) + b"".join(
    struct.pack("<HHII", n, 2, 4_000_000 + n, 100) for n in range(60_000)
)
DIRECTORY: Final = b"II*\0\x08\0\0\0" + TAGS + b"\0\0\0\0"
"""Exif data of sixty thousand texts, each of them elsewhere."""
LARGE: Final = zlib.compress(bytes(1 << 20), 9)
CURIOUS = {
    "comments": ("jpeg", segment(0xFE, b""), 500_000),
    "Exif": ("jpeg", segment(0xE1, b"Exif\0\0" + b"II*\0" * 3), 300_000),
    "profiles": ("jpeg", segment(0xE2, b"ICC_PROFILE\0\1\1"), 300_000),
    "padding": ("jpeg", b"\xff", 7_000_000),
    "tables": ("jpeg", segment(0xC4, b""), 500_000),
    "texts": ("png", chunk(b"tEXt", b"a\0b"), 300_000),
    "nothing": ("png", chunk(b"IDAT", b""), 300_000),
    "packed texts": ("png", chunk(b"zTXt", b"a\0\0" + LARGE), 2_000),
    "a packed profile": ("png", chunk(b"iCCP", b"a\0\0" + LARGE), 2_000),
    "tags": ("png", chunk(b"eXIf", DIRECTORY), 1),
    "tags of a webp": ("webp", b"EXIF" + struct.pack("<I", len(DIRECTORY)) + DIRECTORY, 1),
    "chunks": ("webp", b"abcd\0\0\0\0", 500_000),
}


@pytest.mark.parametrize("name", CURIOUS)
def test_what_shows_no_pixels_costs_nothing(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """However much of it there is, and however little of the file it takes: a picture is read without it, or refused; neither is in the log."""
    data = with_parts(*CURIOUS[name])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        began = time.process_time()
        seen = taken(lambda: photo(data, pixels=PIXELS))
        seconds = time.process_time() - began

    assert seconds < 0.5
    assert seen is None or TALL == (seen.width, seen.height)
    assert [] == caplog.records


@pytest.mark.parametrize(
    "name", ["jpeg", "jpeg, progressive", "jpeg, cmyk", "png, palette", "webp", "webp, lossless"]
)
def test_what_phones_add_is_left_out(name: str) -> None:
    """Profiles, thumbnails, further pictures behind the first: what is read is the same."""
    data = GOOD[name]
    if name.startswith("jpeg"):
        more = segment(0xE1, b"Exif\0\0" + b"MM\0*" + b"x" * 900) + segment(
            0xE2, b"MPF\0" + b"y" * 90
        )
        data = data[:2] + more + data[2:] + GOOD["jpeg"]
    elif name.startswith("png"):
        data = data[:33] + chunk(b"iCCP", b"x" * 99) + data[33:]
    else:
        data += b"XMP " + struct.pack("<I", 4) + b"abcd"

    assert photo(data, pixels=PIXELS) == photo(GOOD[name], pixels=PIXELS)


KEPT: Final = (0xC4, 0xDB, 0xDD, 0xE0, 0xEE)
REFUSED: Final = (0xC3, *range(0xC5, 0xD0))
LEFT_OUT: Final = (0xDC, 0xDE, 0xDF, *range(0xE1, 0xEE), *range(0xEF, 0xFF))
BARE: Final = (0x01, *range(0xD0, 0xD8))


@pytest.mark.parametrize(
    ("markers", "more"), [(KEPT, 6), (REFUSED, None), (LEFT_OUT, 0)], ids=["kept", "no", "not"]
)
def test_which_parts_of_a_jpeg_are_read(markers: tuple[int, ...], more: int | None) -> None:
    """Tables, and what two programs say of the colours; none of a kind that no camera writes."""
    for marker in markers:
        data = with_parts("jpeg", segment(marker, b"ab"), 1)
        found = taken(partial(parts, data))
        if more is None:
            assert found is None, hex(marker)
        else:
            assert found is not None
            assert more == len(found.data) - len(parts(GOOD_JPEG).data), hex(marker)


@pytest.mark.parametrize("marker", BARE)
def test_markers_without_a_length(marker: int) -> None:
    """What comes behind them is no length."""
    data = with_parts("jpeg", bytes([0xFF, marker]), 1)

    assert parts(GOOD_JPEG) == parts(data)


@pytest.mark.parametrize(
    ("count", "read"), [(PARTS - GOOD_JPEG.count(b"\xff"), True), (PARTS, False)]
)
def test_of_how_many_parts_a_picture_may_be(count: int, read: bool) -> None:
    """Of some thousands, far more than any camera writes."""
    found = taken(lambda: parts(with_parts("jpeg", segment(0xFE, b""), count)))

    assert read is (found is not None)
    assert (parts(GOOD_JPEG) if read else None) == found


@pytest.mark.parametrize(("before", "told"), [(0, 6), (127, 6), (128, 1)])
def test_how_far_it_is_looked_for(before: int, told: int) -> None:
    """Behind a hundred and some other tags, and no further."""
    tags = [(n, 3, 1, 5) for n in range(1000, 1000 + before)] + [(0x0112, 3, 1, 6)]
    tiff = b"II*\0\x08\0\0\0" + struct.pack("<H", len(tags))
    tiff += b"".join(struct.pack("<HHII", *tag) for tag in tags)

    assert told == parts(file(picture(), "JPEG", exif=b"Exif\0\0" + tiff)).orientation


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"])
def test_what_some_phones_write_has_a_sentence_of_its_own(brand: bytes) -> None:
    """It says what to do; by its kind of file, not by a word somewhere."""
    for data, key in (
        (b"\0\0\0\x18ftyp" + brand, "web.photo.heic"),
        (b"\0\0\0\x18free" + brand, "web.photo.format"),
        (b"\0\0\0\x18ftyp\0" + brand, "web.photo.format"),
    ):
        with pytest.raises(PictureError) as refused:
            parts(data)
        assert key == refused.value.message.key


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\x00" + GOOD_JPEG[3:],
        b"\x89PNG\n\n\x1a\n" + GOOD["png"][8:],
        b"RIFF" + GOOD["webp"][4:8] + b"WAVE" + GOOD["webp"][12:],
        b"RIFX" + GOOD["webp"][4:],
    ],
)
def test_what_only_begins_like_a_picture(data: bytes) -> None:
    """Is none."""
    with pytest.raises(PictureError) as refused:
        parts(data)

    assert "web.photo.format" == refused.value.message.key


@pytest.mark.parametrize(
    ("marker", "word"), [(0xE1, b"http\0\0"), (0xE2, b"Exif\0\0"), (0xE1, b"EXIF\0\0")]
)
def test_what_only_looks_like_tags(marker: int, word: bytes) -> None:
    """Other programs' notes turn no picture."""
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0"

    assert 1 == parts(with_parts("jpeg", segment(marker, word + tiff), 1)).orientation


def test_a_jpeg_of_two_sizes_is_the_first_or_none() -> None:
    """What is allowed is what is decoded."""
    at = GOOD_JPEG.index(b"\xff\xda")
    other = struct.pack(">BHHB", 8, 9, 9, 0)
    data = GOOD_JPEG[:at] + segment(0xC0, other) + GOOD_JPEG[at:]

    assert TALL == (parts(data).width, parts(data).height)
    with pytest.raises(PictureError) as refused:
        photo(data, pixels=PIXELS)
    assert "web.photo.damaged" == refused.value.message.key


def test_what_a_webp_says_of_its_size() -> None:
    """How it is to be enlarged is no part of it; a header that is cut says nothing; an empty part at the end is one."""
    scaled = bytearray(GOOD["webp"])
    scaled[27] |= 0xC0
    scaled[29] |= 0x80
    found, last = parts(bytes(scaled)), b"ANMF\0\0\0\0"

    assert TALL == (found.width, found.height)
    assert [True, False] == [
        taken(partial(parts, webp(5, 5)[:end])) is not None for end in (30, 29)
    ]
    assert parts(GOOD["webp"] + last).data.endswith(last)


@pytest.mark.parametrize("start", [b"", b"Exif\0\0"])
def test_tags_of_a_webp(start: bytes) -> None:
    """With and without the word before them that only a JPEG needs."""
    tiff = start + b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0"
    part = b"EXIF" + struct.pack("<I", len(tiff)) + tiff + b"\0" * (len(tiff) % 2)

    assert 8 == parts(with_parts("webp", part, 1)).orientation


def test_a_webp_promises_nothing_that_was_left_out() -> None:
    """Of what its header says that it has, only what shows pixels."""
    flags = parts(file(CLEAR, "WEBP", quality=80, exif=exif(6), icc_profile=b"x" * 9)).data[20]

    assert 0x10 == flags


@pytest.mark.parametrize(
    ("data", "size"),
    [(png(1, 0), None), (jpeg_claiming(0, 5), None), (jpeg_claiming(5, 0), None)]
    + [(png(3, 5), (3, 5)), (webp(1, 16384), (1, 16384)), (webp(300, 2), (300, 2))],
)
def test_a_picture_has_pixels(data: bytes, size: tuple[int, int] | None) -> None:
    """Or is none; how many of them is what its header says."""
    found = taken(lambda: readable(data, pixels=PIXELS))

    assert size == (found and (found.width, found.height))


def test_how_many_pixels_are_too_many_is_said() -> None:
    """In millions."""
    with pytest.raises(PictureError) as refused:
        readable(png(4001, 4000), pixels=PIXELS)

    assert 16 == refused.value.message.params["most"]


def test_two_pictures_in_one_file_are_the_first() -> None:
    """As some phones save portraits, and pictures with a second one for bright screens."""
    both = file(picture(), "MPO", save_all=True, append_images=[picture(size=(9, 9))])

    assert TALL == (photo(both, pixels=PIXELS).width, photo(both, pixels=PIXELS).height)


def scans(more: int, size: tuple[int, int] = (4000, 4000)) -> bytes:
    """A grey progressive JPEG whose last scan is repeated: a few bytes each, and all pixels anew."""
    data = file(Image.new("L", size, 128), "JPEG", progressive=True, quality=50)
    last = data[data.rindex(b"\xff\xc4") : -2]
    return data[:-2] + last * more + b"\xff\xd9"


@pytest.mark.parametrize(("count", "read"), [(1, True), (20, True), (21, False)])
def test_how_many_scans_a_jpeg_may_have(count: int, read: bool) -> None:
    """Twenty, twice as many as any encoder makes."""
    begin = GOOD_JPEG.index(b"\xff\xda")
    data = GOOD_JPEG[:begin] + GOOD_JPEG[begin:-2] * count + b"\xff\xd9"

    assert read is (taken(lambda: parts(data)) is not None)


@pytest.mark.parametrize("more", [SCANS, 60_000])
def test_a_jpeg_of_many_scans_is_refused(more: int) -> None:
    """Before any of them is decoded; as many as an encoder makes are read."""
    began = time.process_time()
    with pytest.raises(PictureError) as refused:
        photo(scans(more), pixels=PIXELS)

    assert "web.photo.damaged" == refused.value.message.key
    assert time.process_time() - began < 1
    assert TALL == (photo(scans(10, TALL), pixels=PIXELS).width, TALL[1])


def test_pictures_are_decoded_one_at_a_time() -> None:
    """A Pi has room for one large picture; four phones at once all get an answer."""
    data = file(picture("L", (3000, 3000)), "PNG")
    seen: list[int] = []
    phones = [
        threading.Thread(target=lambda: seen.append(photo(data, pixels=PIXELS).width))
        for _ in range(4)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()

    assert [3000] * 4 == seen


# -- the way in -----------------------------------------------------------------

HAND = {
    "tags": [{"card": "M10-1", "corners": []}, {"card": "R01-1", "corners": []}],
    "unknown": ["x"],
}


@pytest.fixture
def house() -> Iterator[Home]:
    house = home()
    house.others.reads = HAND
    yield house
    house.close()


def form(*files: bytes, **fields: str) -> dict[str, Any]:
    given = [(io.BytesIO(data), f"hand{n}.jpg") for n, data in enumerate(files)]
    return {"data": {"photo": given, **fields}, "content_type": "multipart/form-data"}


def test_a_picture_is_a_claim(house: Home) -> None:
    """The cards that were read are submitted for the seat, and told with the verdict."""
    phone = house.seated(1)
    answer = phone.post("/api/claims/photo", **form(GOOD["jpeg"], seq=str(phone.view()["seq"])))
    told = answer.get_json()

    assert 200 == answer.status_code
    assert ("yes", "M10-1") == (told["verdict"], told["read"]["task"])
    assert [{"event": "took", "n": 1, "by": 2}] == told["events"]
    assert [TALL] == [(seen.width, seen.height) for seen in house.others.photos]
    assert [60, 90] == told["read"]["pictures"][0]["size"]
    assert [["x"]] == [seen["unknown"] for seen in told["read"]["pictures"]]


def test_a_photo_of_many_pieces_gets_through(house: Home) -> None:
    """A form is read in pieces of 64 KB, two of which are held at once: a phone's photos are larger."""
    noise = Image.frombytes("L", (700, 700), Random(1).randbytes(490_000))
    large = file(noise, "PNG")

    answer = house.seated().post("/api/claims/photo", **form(large))

    assert len(large) > 3 * 64 * 1024
    assert 200 == answer.status_code


def test_who_would_have_to_wait_is_sent_away() -> None:
    """So many photograph at once; one more is told to try again, so that its thread serves the pages."""
    house = home(limits=Limits(photographing=0))
    answer = house.seated().post("/api/claims/photo", **form(GOOD["jpeg"]))
    house.close()

    assert (503, "web.photo.busy") == (answer.status_code, answer.get_json()["error"])
    assert "5" == answer.headers["Retry-After"]


def test_each_seat_and_each_address_has_one_form_at_a_time(house: Home) -> None:
    """One after the other as they like; the Pi itself stands for many addresses."""
    seats = [house.seated(seat) for seat in range(2)]

    def sent(seat: int, address: str) -> int:
        read, who = form(GOOD["jpeg"], submit="no"), {"REMOTE_ADDR": address}
        return seats[seat].post("/api/claims/photo", environ_base=who, **read).status_code

    others = [(0, "192.168.1.8"), (1, "192.168.1.7"), (0, "127.0.0.1")]
    refused: list[int] = []
    house.others.meanwhile = lambda: refused.extend(sent(*who) for who in others)
    first = sent(0, "192.168.1.7")
    house.others.meanwhile = lambda: None

    assert (200, [503] * 3) == (first, refused)
    assert [200] * 3 == [sent(*who) for who in others]


def test_the_pi_stands_for_many(house: Home) -> None:
    """Two seats of its own browsers are no form of one address; each seat is."""
    phones = [house.seated(seat) for seat in range(2)]
    without = [form(), form()]
    told: list[int] = []
    house.others.meanwhile = lambda: told.extend(
        phone.post("/api/claims/photo", **given).status_code
        for phone, given in zip(phones, without, strict=True)
    )
    phones[0].post("/api/claims/photo", **form(GOOD["png"], submit="no"))

    assert [503, 422] == told


def test_whoever_only_looks_on_keeps_no_host_waiting() -> None:
    """All without a seat have one form among them; the host has another."""
    looks = Route("POST", "/api/looks", Role.PUBLIC, lambda call: {"of": call.photos()}, form=True)
    other = replace(toy_pages(), name="other", routes=(looks,), pages=())
    with closing(home(besides=[other])) as house:
        first, second, host = house.visit("10.0.0.1"), house.visit("10.0.0.2"), house.host()
        host.client.environ_base["REMOTE_ADDR"] = "10.0.0.3"
        told: list[int] = []
        house.others.meanwhile = lambda: told.extend(
            visit.post(looks.path, **form()).status_code for visit in (second, host)
        )
        read = first.post(looks.path, **form(GOOD["png"])).status_code

    assert (200, [503, 422]) == (read, told)


def test_one_picture_is_read_at_a_time(house: Home) -> None:
    """Of two phones that send one each the second waits for the first."""
    phones, reading, most = [house.seated(seat) for seat in range(2)], list[int](), list[int]()
    view: Any = house.app.view_functions["POST /api/claims/photo"]
    turns: PhotoTurns = view.func.__self__._turns

    def meanwhile() -> None:
        reading.append(1)
        if not most:
            sent.start()
            assert until(lambda: bool(turns._waiting) or len(reading) > 1)
        most.append(len(reading))
        reading.pop()

    def send(seat: int) -> None:
        given = form(GOOD["png"], submit="no")
        assert 200 == phones[seat].post("/api/claims/photo", **given).status_code

    sent = threading.Thread(target=send, args=(1,))
    house.others.meanwhile = meanwhile
    send(0)
    sent.join()

    assert [1, 1] == most


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 200),
        ({"seq": "1", "player": "1"}, 200),
        ({"seq": "", "player": ""}, 200),
        ({"seq": "0"}, 409),
        ({"seq": "-1"}, 400),
        ({"player": "3"}, 400),
        ({"player": "x"}, 400),
    ],
)
def test_the_numbers_of_a_form(house: Home, fields: dict[str, str], status: int) -> None:
    """What was seen of the table and for whom the host speaks: numbers, or left empty."""
    host = house.host()
    host.sit(1)

    assert status == host.post("/api/claims/photo", **form(GOOD["png"], **fields)).status_code


def test_as_many_pictures_as_are_allowed(house: Home) -> None:
    """Four, read in their order."""
    answer = house.seated().post("/api/claims/photo", **form(*[GOOD["png"]] * 4, submit="no"))

    assert (200, 4) == (answer.status_code, len(house.others.photos))
    assert house.session.journal.last == answer.get_json()["seq"]


def test_a_picture_may_only_be_read(house: Home) -> None:
    """So that people can put right what was read before they claim."""
    phone = house.seated()
    answer = phone.post("/api/claims/photo", **form(GOOD["png"], GOOD["webp"], submit="no"))
    told = answer.get_json()

    assert (200, [], 2) == (answer.status_code, told["events"], len(told["read"]["pictures"]))
    assert ["R01-1"] == told["read"]["hand"]
    assert 1 == house.session.journal.last


@pytest.mark.parametrize(
    ("given", "status", "key"),
    [
        (form(), 422, "web.photo.none"),
        (form(*[GOOD["png"]] * 5), 422, "web.photo.many"),
        (form(HEIC), 422, "web.photo.heic"),
        (form(BAD["png of 32760 x 32760"][0]), 422, "web.photo.pixels"),
        (form(GOOD["png"], seq="x"), 400, "web.field"),
        (form(GOOD["png"], b"no picture"), 422, "web.photo.format"),
        (form(GOOD["png"], player="2"), 403, "web.own-seat"),
        (form(GOOD["png"], player="9"), 400, "web.field"),
        (
            {"data": b"no form", "content_type": "multipart/form-data; boundary=x"},
            422,
            "web.photo.none",
        ),
        ({"data": b"{}", "content_type": "application/json"}, 422, "web.photo.none"),
        ({"data": b"x" * 9, "content_type": "image/jpeg"}, 422, "web.photo.none"),
    ],
)
def test_uploads_that_cannot_be_taken_are_refused(
    house: Home, given: dict[str, Any], status: int, key: str
) -> None:
    """One clear sentence each, nothing changed, and nothing for the reader to do."""
    read: list[int] = []
    house.others.meanwhile = lambda: read.append(1)
    answer = house.seated().post("/api/claims/photo", **given)

    assert (status, key) == (answer.status_code, answer.get_json()["error"])
    assert 1 == house.session.journal.last
    assert [] == read


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\0b.png", "/abs.png", "x" * 999, "photo.php"]
)
def test_names_of_uploads_mean_nothing(house: Home, name: str) -> None:
    """What a file is called never reaches the disk, or anything else."""
    data = {"photo": (io.BytesIO(GOOD["png"]), name), "submit": "no"}
    answer = house.seated().post("/api/claims/photo", data=data, content_type="multipart/form-data")

    assert 200 == answer.status_code
    assert "etc" not in answer.get_data(as_text=True)


@pytest.mark.parametrize(("fields", "status"), [(31, 200), (32, 413)])
def test_how_many_parts_a_form_may_have(house: Home, fields: int, status: int) -> None:
    """Thirty-two, a picture among them."""
    more = {f"field{n}": "x" for n in range(fields - 1)}
    answer = house.seated().post("/api/claims/photo", **form(GOOD["png"], submit="no", **more))

    assert status == answer.status_code


def test_forms_of_a_thousand_parts_are_refused(house: Home) -> None:
    """A form is a few fields and pictures."""
    data = {f"field{n}": "x" for n in range(1000)}
    answer = house.seated().post("/api/claims/photo", data=data, content_type="multipart/form-data")

    assert 413 == answer.status_code
    assert re.fullmatch(r"That is too large: \d+ KB at most\.", answer.get_json()["text"]["en"])
