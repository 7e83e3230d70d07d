"""A stand to saw, that holds a camera over a mat: what its parts measure, a drawing of it, and patterns of its small parts in true scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.mat import Mat, Point
from companion.words import Words
from vision.printing.letters import LEADING, paragraph
from vision.printing.marks import (
    BLACK,
    GREY,
    WHITE,
    Align,
    Ink,
    Mark,
    Polygon,
    Text,
    rectangle,
    shape,
)
from vision.printing.paper import A4, Paper
from vision.printing.poster import placed

TIMBER: Final = 40.0
"""Of post and arm, mm: squared timber of this width and thickness."""
FOOT: Final = (300.0, 250.0, 18.0)
"""Along the mat, away from it, thick; mm."""
CORNER: Final = (150.0, 12.0)
"""The short sides of a triangle that holds a joint, and how thick it is, mm."""
HEAD: Final = (190.0, 70.0, 6.0)
"""What camera and Pi are screwed to: along the arm, across, thick; mm."""
GAP: Final = 30.0
"""The least from the post to the mat, mm."""
LENS: Final = 30.0
"""From the head's free end to the lens, mm."""
FREE: Final = 50.0
"""How far the head reaches beyond the arm, so that a camera's screws are clear of it, mm."""
SPACER: Final = 5.0
"""Between the head and the boards under it, mm."""
LENS_BELOW: Final = 20.0
"""From the arm down to the lens, mm: head, spacer, and a module or a small webcam."""

MARGIN: Final = 14.0
INNER: Final = A4[0] - 2 * MARGIN
LETTERS_MM: Final = 2.3
DRAWN: Final = (88.0, 112.0)
"""Room for the drawing, mm."""
SIGHT: Final[Ink] = (228, 236, 244)
WOOD: Final[Ink] = (206, 184, 152)
PLY: Final[Ink] = (166, 140, 104)


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole in the head, mm from its free end and from its middle line."""

    along: float
    across: float
    wide: float


def _four(along: tuple[float, float], half: float, wide: float) -> Iterator[Hole]:
    yield from (Hole(x, y, wide) for x in along for y in (-half, half))


HOLES: Final = (
    # A camera module's, 21 x 12.5 mm, its lens in line with two of them.
    *_four((LENS - 12.5, LENS), 10.5, 2.2),
    # The HQ Camera's, 30 x 30 mm, its lens in the middle.
    *_four((LENS - 15.0, LENS + 15.0), 15.0, 2.7),
    # A tripod's screw, 1/4 inch: webcams, holders for phones.
    Hole(LENS, 0.0, 7.0),
    # A Pi's, 58 x 49 mm.
    *_four((100.0, 158.0), 24.5, 2.7),
    # To the arm.
    *(Hole(x, 0.0, 4.0) for x in (62.0, 88.0, 180.0)),
)
"""By the mechanical drawings of Raspberry Pi's boards and camera modules."""
BOARDS: Final = (
    (LENS - 14.5, -12.5, 24.0, 25.0),
    (LENS - 19.0, -19.0, 38.0, 38.0),
    (96.5, -28.0, 85.0, 56.0),
)
"""A camera module, its cable towards the Pi; an HQ Camera; a Pi: left, top, along the head, across; mm."""


@dataclass(frozen=True, slots=True)
class Hung:
    """A camera's place: its name, mm from lens to mat, and pixels per module there."""

    camera: str
    lens: int
    module: float

    @property
    def post(self) -> int:
        """The length of the post that holds it there, mm."""
        return round(self.lens + LENS_BELOW - FOOT[2])


def arm_mm(mat: Mat) -> int:
    """The length of an arm that reaches from the post to the middle of a mat, and has room for the head beside the triangles."""
    reach = TIMBER + GAP + mat.height / 2 - (FREE - LENS)
    return round(max(reach, HEAD[0] - FREE + CORNER[0] - TIMBER + 10.0))


def gap_mm(mat: Mat) -> int:
    """From the post to the mat."""
    return round(arm_mm(mat) + FREE - LENS - TIMBER - mat.height / 2)


def stand_pages(title: str, mat: Mat, hung: tuple[Hung, ...], words: Words) -> Paper:
    """Two pages of A4: how the stand is made for which camera, and the patterns."""
    paper = Paper()
    paper.page(*A4)
    paper.marks(_told(title, mat, hung, words), (0, 0))
    paper.page(*A4)
    _patterns(paper, mat, words)
    paper.ruler((12.0, A4[1] - 5.5), told=words.say("print.ruler"))
    return paper


# How it is made -------------------------------------------------------------------------


def _told(title: str, mat: Mat, hung: tuple[Hung, ...], words: Words) -> Iterator[Mark]:
    yield from paragraph(Text(title, (MARGIN, 13.0), 5.0, BLACK, bold=True), INNER, 12)
    yield from placed(_side_view(mat, hung[0]), (MARGIN, 24.0))
    left = MARGIN + DRAWN[0] + 6.0
    yield from _lines(_parts(mat, words), 24.0, left)
    top = 24.0 + DRAWN[1] + 8.0
    rows = tuple(_rows(hung, top, words))
    yield from rows
    below = max(m.at[1] for m in rows if isinstance(m, Text)) + 6.0
    steps = ("saw", "patterns", "joints", "head", "place", "doctor")
    texts = [
        f"{n}. {words.say(f'print.stand.{s}', **_measures(mat))}" for n, s in enumerate(steps, 1)
    ]
    yield from _lines(texts, below, MARGIN)


def _measures(mat: Mat) -> dict[str, str]:
    """What the sentences have in their gaps, mm."""
    named = {
        "timber": TIMBER,
        "gap": gap_mm(mat),
        "free": FREE,
        "spacer": SPACER,
        "thick": FOOT[2],
        "wide": FOOT[0],
        "deep": FOOT[1],
        "corner": CORNER[0],
        "ply": CORNER[1],
        "long": HEAD[0],
        "across": HEAD[1],
        "thin": HEAD[2],
    }
    return {name: f"{mm:g}" for name, mm in named.items()}


def _parts(mat: Mat, words: Words) -> Iterator[str]:
    for part in ("post", "arm", "foot", "corners", "plate", "screws", "small", "clamps"):
        yield words.say(f"print.stand.{part}", length=arm_mm(mat), **_measures(mat))


def _lines(said: Iterable[str], top: float, left: float) -> Iterator[Text]:
    for text in said:
        line = Text(text, (left, top), LETTERS_MM, BLACK)
        broken = paragraph(line, A4[0] - MARGIN - left, 40.0)
        yield from broken
        top = broken[-1].at[1] + LETTERS_MM * LEADING + 1.2


def _rows(hung: tuple[Hung, ...], top: float, words: Words) -> Iterator[Mark]:
    """The table: camera, lens to mat, post, pixels per module."""
    columns = (MARGIN, MARGIN + 86.0, MARGIN + 124.0, MARGIN + INNER)
    heads = [words.say(f"print.stand.{each}") for each in ("camera", "height", "length", "pixels")]
    rows = [
        heads,
        *([h.camera, f"{h.lens / 10:g} cm", f"{h.post} mm", f"{h.module:.1f}"] for h in hung),
    ]
    for number, row in enumerate(rows):
        y = top + 4.6 * number
        yield Polygon(rectangle(MARGIN, y + 1.2, INNER, 0.1), GREY)
        for column, (x, text) in enumerate(zip(columns, row, strict=True)):
            align: Align = "right" if column else "left"
            yield Text(text, (x, y), LETTERS_MM, BLACK, align, bold=not number)


def _side_view(mat: Mat, hung: Hung) -> Iterator[Mark]:
    """The stand from the side, to scale, for one camera."""
    foot, arm = FOOT[1], arm_mm(mat)
    wide = foot + gap_mm(mat) + mat.height
    high = FOOT[2] + hung.post + TIMBER
    scale = min(DRAWN[0] / wide, (DRAWN[1] - 6.0) / high)
    floor = high * scale

    def at(x: float, z: float) -> Point:
        return x * scale, floor - z * scale

    def box(x: float, z: float, long: float, up: float, ink: Ink) -> Polygon:
        left, top = at(x, z + up)
        return Polygon(rectangle(left, top, long * scale, up * scale), ink)

    front, top = foot - TIMBER, FOOT[2] + hung.post
    lens = (front + arm + FREE - LENS, float(hung.lens))
    mat_at = foot + gap_mm(mat)
    yield Polygon((at(*lens), at(mat_at + mat.height, 0), at(mat_at, 0)), SIGHT)
    yield Polygon(rectangle(0, floor, wide * scale, 1.6), GREY)
    yield Polygon(rectangle(at(mat_at, 0)[0], floor - 0.8, mat.height * scale, 0.8), BLACK)
    yield box(0, 0, foot, FOOT[2], WOOD)
    yield box(front, FOOT[2], TIMBER, hung.post, WOOD)
    yield box(front, top, arm, TIMBER, WOOD)
    for (x, z), side in (((foot, FOOT[2]), -CORNER[0]), ((front, top + TIMBER), CORNER[0])):
        yield Polygon((at(x, z), at(x + side, z), at(x, z - side)), PLY)
    yield box(front + arm + FREE - HEAD[0], top - HEAD[2], HEAD[0], HEAD[2], BLACK)
    yield box(lens[0] - 12, lens[1], 24, top - HEAD[2] - lens[1], BLACK)
    for y in range(int(at(*lens)[1]) + 2, int(floor) - 2, 3):
        yield Polygon(rectangle(at(*lens)[0] - 0.15, y, 0.3, 1.5), GREY)
    for letter, place in (
        ("A", (front + TIMBER / 2, top / 2)),
        ("B", (foot + 160, top + TIMBER / 2)),
        ("C", (30, FOOT[2] + 26)),
        ("D", (front + 36, top + 4)),
        ("E", (lens[0] - 70, top - 40)),
    ):
        yield from _badge(letter, at(*place))
    told = f"{hung.camera}: {hung.lens / 10:g} cm"
    yield Text(told, (0.0, floor + 6.0), LETTERS_MM, GREY)


def _badge(said: str, at: Point) -> Iterator[Mark]:
    for side, ink in ((5.8, WHITE), (5.0, BLACK)):
        yield Polygon(shape("R", *at, side), ink)
    yield Text(said, (at[0], at[1] + 1.2), 2.4, WHITE, "centre", bold=True)


# The patterns ---------------------------------------------------------------------------


def _patterns(paper: Paper, mat: Mat, words: Words) -> None:
    """The head with its holes, and a triangle, as large as they are."""
    left, top = 10.0, 14.0
    long, across, _ = HEAD
    paper.outline(rectangle(left, top, long, across), BLACK, 0.3)
    middle = top + across / 2
    paper.line((left, middle), (left + long, middle), GREY)
    paper.line((left + FREE, top), (left + FREE, top + across), GREY)
    for x, y, board_long, board_wide in BOARDS:
        paper.outline(rectangle(left + x, middle + y, board_long, board_wide), GREY, 0.1)
    for hole in HOLES:
        x, y = left + hole.along, middle + hole.across
        paper.outline(shape("R", x, y, hole.wide), BLACK, 0.2)
        paper.line((x - 3, y), (x + 3, y), GREY)
        paper.line((x, y - 3), (x, y + 3), GREY)
    paper.marks(_named(words, top), (left, 0))
    low = top + across + 10.0
    side = CORNER[0]
    paper.outline(((left, low), (left + side, low), (left, low + side)), BLACK, 0.3)
    told = words.say("print.stand.four", **_measures(mat))
    line = Text(told, (left + 6.0, low + 10.0), LETTERS_MM, BLACK)
    paper.marks((*_badge("D", (left + 10.0, low + 40.0)), *paragraph(line, 70.0, 30.0)), (0, 0))


def _named(words: Words, top: float) -> Iterator[Mark]:
    yield from _badge("E", (60.0, top + 8.0))
    for key, x, y in (
        ("module", 52.0, 18.0),
        ("hq", 52.0, 22.0),
        ("tripod", 52.0, 26.0),
        ("pi", 104.0, 22.0),
    ):
        yield Text(words.say(f"print.stand.{key}"), (x, top + y), 1.9, BLACK)
    yield Text(words.say("print.stand.arm-ends"), (FREE + 1.0, top + HEAD[1] - 2.0), 1.9, GREY)
