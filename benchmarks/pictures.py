"""The photo-like pictures of the table and their truth, at every width they are judged at."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dumm_gelaufen.mat import MAT
from vision.frame import Grey
from vision.lens import Lens
from vision.pose import Pose

PICTURES: Final = Path(
    os.environ.get("MURPHY_PICTURES", Path(__file__).parents[2] / "shared" / "pictures")
)
"""Where the pictures are: beside the checkout, or where MURPHY_PICTURES says."""
NATIVE: Final = {2304: "2304x1296", 1920: "1920x1080", 1280: "1280x720"}
SMALL_WIDTHS: Final = (1280, 960, 640)
WIDTHS: Final = (2304, 1920, *SMALL_WIDTHS)
WASHED_OUT: Final = 40
"""A tag with less contrast (grey levels) than this is washed out and nobody's fault."""


@dataclass(frozen=True)
class Tag:
    """A tag as it lies in the picture, whether all of it is seen, and its corners, px."""

    payload: str
    zone: str
    full: bool
    contrast: float
    corners: NDArray[np.float64]

    @property
    def readable(self) -> bool:
        """Whether a reader can be asked for it."""
        return self.full and self.contrast >= WASHED_OUT and self.zone != "carried"


@dataclass(frozen=True)
class Photo:
    """A picture with its truth."""

    name: str
    level: str
    grey: Grey
    pose: Pose
    tags: tuple[Tag, ...]

    @property
    def width(self) -> int:
        """px."""
        return int(self.grey.shape[1])

    @property
    def wanted(self) -> Mapping[str, str]:
        """Payload -> zone of every card with a readable tag."""
        return {tag.payload: tag.zone for tag in self.tags if tag.readable}


def photos(width: int, level: str = "") -> Iterator[Photo]:
    """Every scene of a level (or of all) at a width; 960 and 640 are the widest made smaller."""
    size = NATIVE.get(width, NATIVE[2304])
    for path in sorted(PICTURES.glob(f"{level}*_{size}.jpg")):
        yield photo(path, width)


def photo(path: Path, width: int | None = None) -> Photo:
    """One picture, made smaller where it is wider than asked for."""
    truth = json.loads(path.with_suffix(".json").read_text())
    grey = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8)
    shrink = (width or grey.shape[1]) / grey.shape[1]
    if shrink != 1:
        size = (round(grey.shape[1] * shrink), round(grey.shape[0] * shrink))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    name = path.stem.rsplit("_", 1)[0]
    tags = tuple(_tags(truth, shrink))
    return Photo(name, name.split("_")[0], grey, _pose(truth, grey, shrink), tags)


def _tags(truth: Mapping[str, Any], shrink: float) -> Iterator[Tag]:
    for card in (*truth["cards"], *truth["cards_partial"]):
        for tag in card["tags_visible"]:
            corners = (np.array(tag["corners_px"]) + 0.5) * shrink - 0.5
            where, seen = card["zone"], (tag["full"], tag["contrast"])
            yield Tag(card["payload"], where, *seen, corners)


def _pose(truth: Mapping[str, Any], grey: Grey, shrink: float) -> Pose:
    move = (shrink - 1) / 2
    smaller = np.array([[shrink, 0, move], [0, shrink, move], [0, 0, 1]])
    homography = smaller @ np.array(truth["H_mm_to_px_undistorted"])
    size = (grey.shape[1], grey.shape[0])
    return Pose(homography / homography[2, 2], Lens.of_radial(truth["distortion_k"]), size, MAT)
