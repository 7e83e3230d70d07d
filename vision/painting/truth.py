"""The ground truth of a painted picture: for every card where it lies, how much of it is visible, and its tags' corners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.mat import Point
from companion.pieces import TAG_INSET_MM, TAG_MM
from vision.painting.hands import covered
from vision.painting.layout import Layout, Lying, Placed
from vision.painting.sprites import corners, on_mat
from vision.painting.things import outline
from vision.painting.view import View, pose
from vision.pose import Pose
from vision.reading import Corners, corners_of
from vision.tags import MODULES

Which = Literal["tl", "br"]
_NOTHING: Final = -1
_ARM: Final = -2


@dataclass(frozen=True, slots=True)
class TrueTag:
    """One of a card's two tags."""

    which: Which
    corners: Corners
    """The symbol's own top-left, top-right, bottom-right, bottom-left, px."""
    visible: float
    """The visible share of its modules, 0 to 1."""

    @property
    def full(self) -> bool:
        """Whether all of it is visible."""
        return self.visible == 1.0


@dataclass(frozen=True, slots=True)
class TrueCard:
    """One card of a layout in a picture."""

    payload: str
    zone: str | None
    """The zone of its centre; None outside all zones and in a hand."""
    order: int
    """0 is the lowest of everything on the table; cards in hands come last."""
    centre: Point
    turn: float
    up: bool
    visible: float
    """The visible share of the card, 0 to 1."""
    tags: tuple[TrueTag, ...]
    """Empty if it lies face down."""

    def to_json(self) -> dict[str, Any]:
        """The card in the format of the test pictures' ground truth."""
        return {
            "payload": self.payload,
            "zone": self.zone,
            "order": self.order,
            "face": "up" if self.up else "down",
            "center_mm": [round(c, 2) for c in self.centre],
            "rot_deg": round(self.turn, 2),
            "visible_fraction": round(self.visible, 3),
            "tags_visible": [
                {
                    "which": tag.which,
                    "visible_fraction": round(tag.visible, 3),
                    "full": tag.full,
                    "corners_px": [[round(c, 2) for c in p] for p in tag.corners],
                }
                for tag in self.tags
                if tag.visible > 0
            ],
        }


def seen(layout: Layout, view: View) -> tuple[TrueCard, ...]:
    """Every card of a layout, bottom first, including hidden ones."""
    owner = _owners(layout, view)
    cards = [(n, card) for n, card in enumerate(layout.lying) if isinstance(card, Lying)]
    first = len(layout.lying)
    carried = enumerate((c for hand in layout.hands for c in hand.holds), first)
    return (
        *(_seen(n, card, view.mat.zone_at(*card.at), owner, view) for n, card in cards),
        *(_seen(n, card, None, owner, view) for n, card in carried),
    )


def _owners(layout: Layout, view: View) -> NDArray[np.int16]:
    """Which of the layout's cards each pixel shows, by its order; shape (height, width)."""
    owner = np.full((view.size[1], view.size[0]), _NOTHING, np.int16)
    for thing in layout.things:
        _fill(owner, outline(thing, view), _ARM)
    for number, card in enumerate(layout.lying):
        _fill(owner, _corners_px(card, view), number)
    number = len(layout.lying)
    for hand in layout.hands:
        for card in hand.holds:
            _fill(owner, _corners_px(card, view), number)
            number += 1
        owner[covered(hand, view)] = _ARM
    return owner


def _fill(owner: NDArray[np.int16], px: NDArray[np.float64], number: int) -> None:
    cv2.fillConvexPoly(owner, np.round(px * 16).astype(np.int32), number, shift=4)


# Most layouts differ only in a hand, so the cards' positions in the picture are cached.


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A card, or one of its tags, where a camera sees it."""

    corners: Corners
    cells: tuple[NDArray[np.int_], NDArray[np.int_]]
    """The rows and columns of the middles of 21 x 21 cells, without those outside the picture."""

    def share(self, owner: NDArray[np.int16], number: int) -> float:
        """How much of it is visible, 0 to 1."""
        return float((owner[self.cells] == number).sum() / MODULES**2)


@lru_cache(maxsize=256)
def _corners_px(thing: Placed, view: View) -> NDArray[np.float64]:
    """Shape (4, 2)."""
    return pose(view, thing.height).to_px(corners(thing))


@lru_cache(maxsize=256)
def _parts(card: Lying, view: View) -> tuple[_Part, _Part, _Part]:
    """The whole card, its upper left tag, and the opposite one."""
    square = TAG_INSET_MM + TAG_MM * np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    opposite = Lying(card.face, card.at, card.turn + 180, card.up, card.height)
    whole, first, second = corners(card), on_mat(card, square), on_mat(opposite, square)
    at = pose(view, card.height)
    return _part(whole, at), _part(first, at), _part(second, at)


def _part(mm: NDArray[np.float64], at: Pose) -> _Part:
    columns, rows = np.round(at.to_px(_inside(mm))).astype(int).T
    width, height = at.size
    within = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    return _Part(corners_of(at.to_px(mm)), (rows[within], columns[within]))


def _seen(
    number: int, card: Lying, zone: str | None, owner: NDArray[np.int16], view: View
) -> TrueCard:
    whole, *both = _parts(card, view)
    which: tuple[Which, Which] = ("tl", "br")
    tags = tuple(
        TrueTag(name, tag.corners, tag.share(owner, number))
        for name, tag in zip(which, both, strict=True)
    )
    shown, share = tags if card.up else (), whole.share(owner, number)
    return TrueCard(card.face.payload, zone, number, card.at, card.turn, card.up, share, shown)


def _inside(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The middles of 21 x 21 cells of a parallelogram, shape (441, 2)."""
    steps = (np.arange(MODULES) + 0.5) / MODULES
    u, v = (grid.reshape(-1, 1) for grid in np.meshgrid(steps, steps))
    return np.asarray(quad[0] + u * (quad[1] - quad[0]) + v * (quad[3] - quad[0]))
