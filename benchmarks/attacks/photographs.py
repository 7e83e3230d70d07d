"""Against the eye of the phones: pictures that cost time, memory or log, and who keeps the reader busy."""

from __future__ import annotations

import io
import random
import struct
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from PIL import Image

from benchmarks.attacks.attack import Verdict, attack
from benchmarks.attacks.ground import Ground, House
from benchmarks.attacks.phone import FORM, Answer, Phone, connect
from benchmarks.attacks.siege import BEGIN, Job, Over, Waits, besieged, queued, watched
from benchmarks.soak import family_of, name_of

PHOTO: Final = "/api/claims/photo"
READ_WITHIN: Final = 10.0
"""Seconds within which an honest photograph is promised to be read, whoever is there."""
MEMORY: Final = 640.0 + 64.0
"""MB that all processes may take while a photograph is read: what the one that reads may, and what the pages do."""
READ: Final = (200, 422)
"""Read, or looked at and refused."""


def seated(house: House, address: str, seat: int = 0) -> Phone:
    """A phone that may send a photograph."""
    phone = house.phone(address)
    phone.sit(seat)
    return phone


def others(house: House) -> list[Phone]:
    """Two phones that took the other seats, whose cookies any number of guests may use."""
    return [seated(house, f"127.0.1.{seat}", seat) for seat in (1, 2)]


def shows(phone: Phone, picture: bytes) -> Answer:
    """A phone sends a photograph of a hand, only to look at it."""
    return phone.send(PHOTO, {"submit": b"no", "photo": picture})


def saved(image: Image.Image, kind: str = "JPEG", **how: object) -> bytes:
    """A picture's file."""
    file = io.BytesIO()
    image.save(file, kind, **how)
    return file.getvalue()


def noise(width: int, height: int, seed: int = 1) -> Image.Image:
    """Grey noise, which no format makes smaller."""
    bytes_ = random.Random(seed).randbytes(width * height)
    return Image.frombytes("L", (width, height), bytes_)


def honest() -> bytes:
    """What an honest phone sends: twelve megapixels, 4 MB."""
    soft = noise(1000, 750).resize((4000, 3000))
    return saved(soft, quality=80)


def scans(many: int) -> bytes:
    """Sixteen megapixels whose last scan comes again and again, 8 MB at most."""
    plain = saved(Image.new("L", (4000, 4000), 128), progressive=True, quality=50)
    last = plain.rfind(b"\xff\xc4")
    return (plain[:-2] + plain[last:-2] * many)[:7_900_000] + b"\xff\xd9"


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file."""
    whole = kind + data
    return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))


def png(
    width: int,
    height: int,
    rows: bytes,
    *,
    depth: int = 8,
    color: int = 0,
    woven: int = 0,
    more: bytes = b"",
) -> bytes:
    """A PNG file of compressed rows, whatever its header says."""
    head = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, woven)
    parts = chunk(b"IHDR", head) + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def tags(many: int) -> bytes:
    """A picture with so many EXIF tags that point nowhere."""
    entry = partial(struct.pack, "<HHII")
    told = b"".join(entry(n & 0xFFFF, 2, 4_000_000 + n, 100) for n in range(many))
    exif = b"II*\0\x08\0\0\0" + struct.pack("<H", many & 0xFFFF) + told + bytes(4)
    return png(64, 64, zlib.compress(bytes(65 * 64)), more=chunk(b"eXIf", exif))


def bombs() -> Iterator[tuple[str, bytes]]:
    """Pictures that are more than they seem."""

    def zeros(count: int) -> bytes:
        pack = zlib.compressobj(9)
        block = bytes(1 << 20)
        parts = [pack.compress(block) for _ in range(count >> 20)]
        return b"".join([*parts, pack.compress(bytes(count & 0xFFFFF)), pack.flush()])

    small, gigabyte = zeros(110), zeros(1 << 30)
    yield "16 MP of 16 bits", png(4000, 4000, zeros(4000 * 32001), depth=16, color=6)
    yield (
        "the same, woven",
        png(4000, 4000, zeros(4000 * 32001 + 10_000), depth=16, color=6, woven=1),
    )
    yield "a line of 16 MP", png(16_000_000, 1, zeros(48_000_001), color=2)
    yield "a column of 16 MP", png(1, 16_000_000, zeros(32_000_000))
    yield "16000 x 16000", png(16_000, 16_000, small)
    yield "a text of 1 GB", png(10, 10, small, more=chunk(b"zTXt", b"a\0\0" + gigabyte))
    yield "a profile of 1 GB", png(10, 10, small, more=chunk(b"iCCP", b"a\0\0" + gigabyte))
    yield "rows of 1 GB", png(10, 10, gigabyte)
    yield "500,000 chunks", png(10, 10, small, more=chunk(b"teXt", b"") * 500_000)
    yield (
        "a loop of tags",
        saved(
            noise(64, 64),
            exif=b"Exif\0\0II*\0\x08\0\0\0"
            + struct.pack("<H", 65_000)
            + random.Random(2).randbytes(60_000),
        ),
    )
    yield (
        "60 pictures in one",
        saved(
            Image.new("L", (1500, 1500)),
            "WEBP",
            save_all=True,
            append_images=[Image.new("L", (1500, 1500), n) for n in range(60)],
        ),
    )
    yield "16 MP of noise", saved(noise(4000, 4000), quality=5)
    yield "markers everywhere", saved(squares(3000), "PNG")


def squares(side: int) -> Image.Image:
    """A sheet of thousands of squares that look like a marker's."""
    sheet, rng = Image.new("L", (side, side), 255), random.Random(3)
    ring = {0, 1, 2, 15, 16, 17}
    for x in range(0, side, 24):
        for y in range(0, side, 24):
            cells = bytes(
                0 if {a, b} & ring or rng.random() < 0.5 else 255
                for a in range(18)
                for b in range(18)
            )
            sheet.paste(Image.frombytes("L", (18, 18), cells), (x, y))
    return sheet


@attack(seconds=400)
def costly(ground: Ground) -> Verdict:
    """A dozen pictures that are more than they seem: each is read or refused, within bounds, and an honest one after them."""
    slow, most, odd = ("", 0.0), 0.0, list[str]()
    with ground.play(game=True) as house:
        phone = seated(house, "127.0.0.1")
        for name, picture in bombs():
            answer = shows(phone, picture)
            most = max(most, house.megabytes())
            slow = max(slow, (name, answer.seconds), key=lambda each: each[1])
            if answer.status not in (*READ, 413):
                odd.append(f"{name} {answer.status}")
        last = shows(phone, honest())
    figure = f"slowest {slow[1]:.1f} s ({slow[0]}), at most {most:.0f} MB; an honest one then {last.status} in {last.seconds:.1f} s"
    held = not odd and most <= MEMORY and last.status == 200
    return Verdict(held, "; ".join([figure, *odd]))


@attack(seconds=120, quick=True)
def exif(ground: Ground) -> Verdict:
    """Pictures with up to 60,000 EXIF tags that point nowhere: nothing in the log."""
    with ground.play(game=True) as house:
        phone, before = seated(house, "127.0.0.1"), house.logged()
        came = [shows(phone, tags(many)).status for many in (1, 1000, 60_000)]
        grown = house.logged() - before
    return Verdict(grown < 4 and set(came) <= set(READ), f"{grown:.1f} KB of log; answered {came}")


def lent(owner: Phone, address: str) -> Phone:
    """A phone at an address with the cookie of another."""
    phone = Phone(owner.port, address)
    phone.headers = dict(owner.headers)
    return phone


def sender(owner: Phone, address: str, picture: bytes) -> Job:
    """Somebody who sends the same photograph again and again, with the cookie of a phone that sits at the table."""

    def send(over: Over, counted: Counter[str]) -> None:
        phone = lent(owner, address)
        while not over:
            counted[str(shows(phone, picture).status)] += 1
            over.wait(0.3)

    return send


def read_beside(house: House, seconds: float, *jobs: Job) -> Verdict:
    """How long an honest photograph takes while others send theirs: each within the time that is promised."""
    picture, phone = honest(), seated(house, "127.0.200.1")
    first = shows(phone, picture)
    with besieged(*jobs) as siege:
        time.sleep(BEGIN)
        waits = read(house, phone, picture, seconds)
    counted = ", ".join(f"{n} times {what}" for what, n in siege.counted.most_common(4))
    figure = f"alone {first.seconds:.1f} s; {told(waits)}; theirs: {counted}"
    return Verdict(waits.within(READ_WITHIN), figure)


def read(house: House, phone: Phone, picture: bytes, seconds: float) -> Waits:
    """How long a photograph takes, again and again."""

    def busy() -> float:
        # The one that reads is a process of its own.
        family = family_of(house.process.pid)
        return queued(*(pid for pid in family if name_of(pid) == "photos"))

    def send() -> bool:
        return shows(phone, picture).status == 200

    return watched(send, seconds, every=2.0, queued=busy)


def told(waits: Waits) -> str:
    """How many, and how long."""
    return f"{len(waits.each) - waits.failed} of {len(waits.each)} read, longest {waits.longest:.1f} s ({waits.own:.1f} with a processor free)"


@attack(seconds=200, connections=4)
def many_scans(ground: Ground) -> Verdict:
    """Four addresses send pictures of tens of thousands of scans again and again; another an honest photograph."""
    bomb = scans(60_000)
    with ground.play(game=True) as house:
        owners = others(house)
        return read_beside(
            house, 30.0, *(sender(owners[n % 2], f"127.0.1.{n}", bomb) for n in range(4))
        )


@attack(seconds=200, connections=8)
def many_photographs(ground: Ground) -> Verdict:
    """One address sends eight photographs of twelve megapixels at once, again and again; another sends one."""
    with ground.play(game=True) as house:
        owners, picture = others(house), honest()
        return read_beside(
            house, 30.0, *(sender(owners[n % 2], "127.0.1.1", picture) for n in range(8))
        )


def trickling(owner: Phone, address: str) -> Job:
    """Somebody who sends a photograph of 8 MB, a byte a second, with the cookie of a phone that sits at the table."""

    def trickle(over: Over, counted: Counter[str]) -> None:
        said = {**owner.headers, **FORM, "Content-Length": "8000000"}
        lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        head = f"POST {PHOTO} HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode()
        while not over:
            counted["begun"] += 1
            with suppress(OSError), connect(owner.port, address) as line:
                line.sendall(head)
                while not over.wait(1.0):
                    line.sendall(b"a")

    return trickle


@attack(seconds=200, connections=8)
def trickled(ground: Ground) -> Verdict:
    """Eight addresses send a photograph of 8 MB each, a byte a second; another sends an honest one."""
    with ground.play(game=True) as house:
        owners = others(house)
        return read_beside(
            house, 20.0, *(trickling(owners[n % 2], f"127.0.1.{n}") for n in range(8))
        )


def seeds() -> list[bytes]:
    """Small pictures of every kind."""
    grey = noise(120, 90)
    color = Image.merge("RGB", [noise(120, 90, seed) for seed in (1, 2, 3)])
    tagged = Image.Exif()
    tagged[0x112], tagged[0x10F] = 6, "x" * 200
    ways: list[tuple[Image.Image, str, Mapping[str, object]]] = [
        (color, "JPEG", {}),
        (color, "JPEG", {"progressive": True}),
        (color, "JPEG", {"exif": tagged.tobytes()}),
        (color.convert("CMYK"), "JPEG", {}),
        (grey, "JPEG", {"optimize": True}),
        (color, "JPEG", {"subsampling": 0}),
        *((color.convert(mode), "PNG", {}) for mode in ("RGB", "RGBA", "L", "LA", "P", "1")),
        (color.quantize(16), "PNG", {"transparency": 3}),
        (color, "PNG", {"exif": tagged.tobytes()}),
        (color, "WEBP", {}),
        (color, "WEBP", {"lossless": True}),
        (color.convert("RGBA"), "WEBP", {"exif": tagged.tobytes()}),
    ]
    return [saved(image, kind, **how) for image, kind, how in ways]


def whole(picture: bytes) -> bytes:
    """A PNG whose check sums are right, so that what is in it is looked at; anything else as it is."""
    at, told = 8, picture[:8]
    while picture[:4] == b"\x89PNG" and at + 12 <= len(picture):
        (size,) = struct.unpack_from(">I", picture, at)
        if at + 12 + size > len(picture):
            break
        told += chunk(picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size])
        at += 12 + size
    return told + picture[at:] if len(told) > 8 else picture


def bent(picture: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """The same with a few bytes changed, cut, repeated or taken from another."""
    data = bytearray(picture)
    for _ in range(rng.choice((1, 1, 2, 4, 12, 60))):
        at = rng.randrange(min(len(data), rng.choice((600, len(data)))))
        match rng.randrange(6):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                data[at : at + 4] = rng.choice(
                    (b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"\x80\0\0\0")
                )
            case 2:
                del data[at : at + rng.randrange(1, 40)]
            case 3:
                data[at:at] = data[at : at + rng.randrange(1, 200)]
            case 4:
                other = rng.choice(others)
                begin = rng.randrange(len(other))
                data[at : at + 50] = other[begin : begin + 50]
            case _:
                data[at:at] = rng.randbytes(30)
        data += b"x" * max(0, 20 - len(data))
    return whole(bytes(data))


@attack(seconds=400)
def damaged(ground: Ground) -> Verdict:
    """500 pictures with bytes changed, cut, repeated or swapped: each is read or refused, and nothing in the log."""
    rng, all_kinds, came = random.Random(5), seeds(), Counter[int]()
    slowest = 0.0
    with ground.play(game=True) as house:
        phone, before = seated(house, "127.0.0.1"), house.logged()
        for _ in range(500):
            answer = shows(phone, bent(rng.choice(all_kinds), all_kinds, rng))
            came[answer.status] += 1
            slowest = max(slowest, answer.seconds)
        grown, last = house.logged() - before, shows(phone, honest()).status
    held = set(came) <= set(READ) and last == 200 and grown < 4
    figure = f"{came[200]} read, {came[422]} refused, {came.total() - came[200] - came[422]} otherwise; slowest {slowest:.1f} s, {grown:.1f} KB of log; an honest one then {last}"
    return Verdict(held, figure)
