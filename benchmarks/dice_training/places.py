"""Where painted dice lie, and how a far camera looks at them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.dice_training.faces import SYMBOL

SIZE = 160
EDGES = (16.0, 52.0)
"""Edges of dice, px."""
LEVEL = 3.0
"""Degrees up to which a die lies level."""


@dataclass(slots=True)
class View:
    """How a far camera looks at the table: the table's right, down and up as the camera sees them; where light comes from."""

    axes: np.ndarray
    light: np.ndarray
    """Towards the lamp, in the table's frame."""
    lamp: np.ndarray
    """The lamp's colour."""
    dim: float
    """How much light is everywhere."""

    def px(self, table: np.ndarray) -> np.ndarray:
        """Points of the table's frame (px) in the picture."""
        return (np.asarray(table) @ self.axes.T)[..., :2] + SIZE / 2


@dataclass(slots=True)
class PaintedDie:
    """A die in the table's frame."""

    at: np.ndarray
    edge: float
    yaw: float
    lean: float
    """How far it is tilted, degrees..."""
    about: float
    """...about which level axis."""
    value: int

    def turn(self, view: View) -> np.ndarray:
        """From its own frame to the camera's."""
        return view.axes @ self._leant() @ about_z(self.yaw)

    @property
    def tilt(self) -> np.ndarray:
        """How far its top is from straight up, right and down on the table, of a length of 1."""
        return self._leant()[:2, 2]

    def corners(self, grown: float = 1.0) -> np.ndarray:
        """Its corners in the table's frame, shape (8, 3)."""
        ends = np.indices((2, 2, 2)).reshape(3, -1).T - 0.5
        turn = self._leant() @ about_z(self.yaw)
        return ends @ turn.T * (self.edge * grown) + self.at

    def _leant(self) -> np.ndarray:
        spin = about_z(self.about)
        tilt = math.radians(self.lean)
        c, s = math.cos(tilt), math.sin(tilt)
        return spin @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ spin.T

    def footprint(
        self, grown: float = 1.0
    ) -> tuple[tuple[float, float], tuple[float, float], float]:
        """The square that it stands on."""
        return (
            (float(self.at[0]), float(self.at[1])),
            (self.edge * grown, self.edge * grown),
            math.degrees(self.yaw),
        )


def about_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def square(die: PaintedDie, view: View) -> tuple[float, float, float, float]:
    """The top face in the picture: its middle, the mean length of its sides, their angle."""
    turn = die.turn(view)
    x, y = view.px(die.at) + turn[:2, 2] * die.edge / 2
    right, down = turn[:2, 0] * die.edge, turn[:2, 1] * die.edge
    edge = (np.hypot(*right) + np.hypot(*down)) / 2
    turned = complex(*right) ** 4 + complex(*down) ** 4
    return float(x), float(y), float(edge), float(np.angle(turned) / 4)


def seen_from(rng: np.random.Generator) -> View:
    tilt = min(abs(rng.normal(0, 0.36)), 0.85)
    if rng.random() < 0.35:
        tilt = rng.uniform(0.3, 0.9)
    way = rng.uniform(0, 2 * math.pi)
    up = np.array([math.sin(tilt) * math.cos(way), math.sin(tilt) * math.sin(way), -math.cos(tilt)])
    right = np.array([1.0, 0, 0]) - up[0] * up
    right /= np.linalg.norm(right)
    height, turn = rng.uniform(0.35, 1.45), rng.uniform(0, 2 * math.pi)
    light = np.array(
        [math.cos(turn) * math.cos(height), math.sin(turn) * math.cos(height), math.sin(height)]
    )
    warm = rng.normal(0, 0.12)
    lamp = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm])
    axes = np.stack([right, np.cross(up, right), up], axis=1)
    return View(axes, light, lamp, rng.uniform(0.3, 0.8))


def placed(rng: np.random.Generator, leaning: float) -> list[PaintedDie]:
    """Dice apart, against each other or in a row; the share of them that lean."""
    edge = math.exp(rng.uniform(math.log(EDGES[0] + 1), math.log(EDGES[1] - 3)))
    wanted = int(
        rng.choice([0, 1, 2, 3, 4, 5, 7, 9], p=[0.05, 0.08, 0.1, 0.13, 0.16, 0.17, 0.16, 0.15])
    )
    mixed = 0.2 if rng.random() < 0.25 else 0.01
    close, row, yaw = rng.random() < 0.55, rng.random() < 0.2, rng.uniform(0, math.pi)
    dice: list[PaintedDie] = []
    for _ in range(12 * wanted):
        if len(dice) == wanted:
            break
        own = edge * math.exp(rng.normal(0, mixed))
        lean = _lean(rng, leaning)
        die = _tried(rng, dice, own, lean, close, row, yaw)
        if die is not None:
            dice.append(die)
    return dice


def _lean(rng: np.random.Generator, leaning: float) -> float:
    """How far a die is tilted, degrees: what lies level never lies quite so."""
    if rng.random() < leaning:
        return float(rng.uniform(5, 40))
    return float(abs(rng.normal(0, 0.4)))


def _tried(
    rng: np.random.Generator,
    dice: list[PaintedDie],
    edge: float,
    lean: float,
    close: bool,
    row: bool,
    yaw: float,
) -> PaintedDie | None:
    """A die at a place where none lies yet."""
    edge = float(np.clip(edge, *EDGES))
    reach = SIZE / 2 + 0.3 * edge
    own = yaw + rng.normal(0, 0.02) if row else rng.uniform(0, math.pi)
    at = rng.uniform(-reach, reach, 2)
    if dice and (close or row) and rng.random() < 0.85:
        other = dice[int(rng.integers(len(dice)))]
        way = (
            (other.yaw + math.pi / 2 * int(rng.integers(4))) if row else rng.uniform(0, 2 * math.pi)
        )
        gap = 1.01 * (edge + other.edge) / 2 if row else rng.uniform(1.0, 1.3) * edge
        at = other.at[:2] + gap * np.array([math.cos(way), math.sin(way)])
    # It may lean on the edge of another die or of a card: about one of its own edges; or on a corner.
    about = own + math.pi / 2 * int(rng.integers(4))
    if rng.random() < 0.3:
        about = rng.uniform(0, 2 * math.pi)
    sunk = math.radians(lean)
    raised = lean > LEVEL
    height = edge / 2 * (math.cos(sunk) + (math.sin(sunk) if raised else 0))
    value = int(
        rng.choice([1, 2, 3, 4, 5, 6, SYMBOL], p=[0.13, 0.13, 0.13, 0.13, 0.13, 0.14, 0.21])
    )
    die = PaintedDie(np.array([*at, height]), edge, own, lean, about, value)
    slack = 0.85 if raised else 0.99
    hits = (
        cv2.rotatedRectangleIntersection(die.footprint(slack), other.footprint())[0]
        for other in dice
    )
    return None if any(hit != cv2.INTERSECT_NONE for hit in hits) else die
