"""How a camera looks at the table: its position, lens and noise, and the light."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.mat import Mat, Point
from vision.lens import Lens
from vision.pose import Pose
from vision.printing.marks import Mark

Cloth: TypeAlias = Literal["paper", "slate", "green"]
"""What a mat is made of."""


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp's reflection: a washed-out patch around a point of the mat."""

    at: tuple[float, float]
    radius_mm: float
    strength: float
    """At 1 the middle is completely washed out."""


@dataclass(frozen=True, slots=True)
class Light:
    """What lights the table."""

    level: float = 0.9
    """The brightness of white paper under the lamp, 1 being the camera's white."""
    lamp: tuple[float, float] = (210.0, 120.0)
    """The brightest point of the mat, mm; shadows fall away from it."""
    falloff: float = 0.25
    """The share of light missing 500 mm from there."""
    warmth: float = 0.04
    """How much more red than blue there is."""
    shadow: float = 0.0
    """The darkness of a soft shadow across the lower right of the table, 0 to 1."""
    glare: tuple[Glare, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A camera above the mat and what it does to the picture; equal views share their cached images."""

    mat: Mat
    size: tuple[int, int] = (1280, 720)
    """Width and height of the picture, px."""
    height_mm: float = 800.0
    """From the lens to the point it is aimed at."""
    aim: Point | None = None
    """The point of the mat in the middle of the picture; None: the mat's own middle."""
    tilt: tuple[float, float] = (0.0, 4.0)
    """Degrees off straight down: towards the mat's right, towards its bottom."""
    roll: float = 0.5
    """Degrees the camera is turned about its own axis; 180 shows the mat upside down."""
    fill: float = 0.95
    """The share of the picture's height (or width) that the mat takes up."""
    k: float = -0.012
    """Radial distortion (:meth:`vision.lens.Lens.of_radial`)."""
    blur: float = 0.5
    """Standard deviation of the lens's blur, px."""
    noise: float = 2.0
    """Standard deviation of the sensor's noise, grey levels."""
    light: Light = field(default_factory=Light)
    cloth: Cloth = "slate"
    titles: tuple[str, ...] = ()
    """The text written in each zone, in order; none if there are fewer."""
    bare: bool = False
    """Whether the table is bare: no mat lies there."""
    drawn: tuple[Mark, ...] = ()
    """What else is printed on the mat."""
    jpeg: int | None = None
    """The quality of the JPEG compression of the picture; None: none."""

    @property
    def px_per_mm(self) -> float:
        """The scale at the middle of the picture."""
        width, height = self.size
        return self.fill * min(width / self.mat.width, height / self.mat.height)


@lru_cache(maxsize=256)
def pose(view: View, height: float = 0.0) -> Pose:
    """The pose of the plane ``height`` mm above the mat."""
    along = _camera(view) @ np.array([[1, 0, 0], [0, 1, 0], [0, 0, -height], [0, 0, 1]])
    return Pose(along / along[2, 2], Lens.of_radial(view.k), view.size, view.mat)


@lru_cache(maxsize=16)
def _camera(view: View) -> NDArray[np.float64]:
    """Points (x, y, depth below the mat, 1) to undistorted px, shape (3, 4)."""
    width, height = view.size
    focal = view.px_per_mm * view.height_mm
    lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    turn = _rotation(view)
    aim = np.array([*(view.aim or view.mat.middle), 0.0])
    shift = np.array([0, 0, view.height_mm]) - turn @ aim
    return np.asarray(lens @ np.column_stack([turn, shift]))


def _rotation(view: View) -> NDArray[np.float64]:
    across, down, roll = np.radians([view.tilt[0], view.tilt[1], view.roll])
    about_y = [[np.cos(across), 0, np.sin(across)], [0, 1, 0], [-np.sin(across), 0, np.cos(across)]]
    about_x = [[1, 0, 0], [0, np.cos(down), np.sin(down)], [0, -np.sin(down), np.cos(down)]]
    about_z = [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    return np.asarray(np.array(about_z) @ np.array(about_x) @ np.array(about_y))
