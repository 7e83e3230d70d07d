"""Painted pictures of dice to learn from: small, and as different from each other as can be, with the truth beside."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.dice_faces import SIDE as SIDE_OF_FACE
from benchmarks.dice_faces import SYMBOL, atlas, pip_places
from benchmarks.dice_prints import strewn
from vision.painting.cubes import looked_up, on_faces, seen_cube

SIZE = 160
EDGES = (16.0, 52.0)
"""Edges of dice, px."""
CODED = 0.3
"""The share of pictures with tags in them."""
PRINTED = 0.35
"""The share with cards, boards or pawns on which something looks like dice."""
MOST = 12
"""Dice in a picture."""
LUMA = np.array([0.114, 0.587, 0.299])
"""How much each of blue, green and red adds to the light that is seen."""
RGB = np.ndarray
"""Colours: float, 0 to 1, blue first."""


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
        flat = _about_z(self.yaw)
        spin = _about_z(self.about)
        tilt = math.radians(self.lean)
        c, s = math.cos(tilt), math.sin(tilt)
        lean = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        return view.axes @ spin @ lean @ spin.T @ flat

    def footprint(self, grown: float = 1.0) -> tuple:
        """The square that it stands on."""
        return (
            (float(self.at[0]), float(self.at[1])),
            (self.edge * grown, self.edge * grown),
            math.degrees(self.yaw),
        )


def _about_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def picture(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A picture (SIZE, SIZE, 3), and its dice, shape (MOST, 8): x, y, edge, angle, value, lean, share seen, there or not."""
    view = _view(rng)
    dice = _placed(rng)
    night = rng.random() < 0.15
    image = surface(rng) * (rng.uniform(0.1, 0.4) if night else 1.0)
    _distractors(rng, image)
    if rng.random() < CODED:
        for _ in range(int(rng.integers(1, 6))):
            _code(rng, image)
    if rng.random() < PRINTED:
        strewn(rng, image)
    _shadows(rng, image, view, dice)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    order = sorted(range(len(dice)), key=lambda n: -(view.axes[2] @ dice[n].at))
    set_look = _look(rng)
    whole = {}
    for n in order:
        look = _look(rng, set_look)
        if night and rng.random() < 0.5:
            look.body = np.full(3, rng.uniform(0.03, 0.16)) + rng.normal(0, 0.01, 3)
            look.ink = np.full(3, rng.uniform(0.5, 1.0))
        whole[n] = _lay_die(rng, image, owner, n, dice[n], view, look)
    if rng.random() < 0.14:
        _cover(rng, image, owner)
    truth = np.zeros((MOST, 8), np.float32)
    for n, die in enumerate(dice[:MOST]):
        seen = float((owner == n).sum()) / max(1.0, whole[n])
        truth[n] = (*_square(die, view), die.value, die.lean, min(1.0, seen), 1)
    return _through_camera(rng, image, dice), truth


def _square(die: PaintedDie, view: View) -> tuple[float, float, float, float]:
    """The top face in the picture: its middle, the mean length of its sides, their angle."""
    turn = die.turn(view)
    x, y = view.px(die.at) + turn[:2, 2] * die.edge / 2
    right, down = turn[:2, 0] * die.edge, turn[:2, 1] * die.edge
    edge = (np.hypot(*right) + np.hypot(*down)) / 2
    turned = complex(*right) ** 4 + complex(*down) ** 4
    return float(x), float(y), float(edge), float(np.angle(turned) / 4)


def _view(rng: np.random.Generator) -> View:
    tilt = min(abs(rng.normal(0, 0.36)), 0.85)
    if rng.random() < 0.35:
        tilt = rng.uniform(0.3, 0.9)
    way = rng.uniform(0, 2 * math.pi)
    up = np.array(
        [
            math.sin(tilt) * math.cos(way),
            math.sin(tilt) * math.sin(way),
            -math.cos(tilt),
        ]
    )
    right = np.array([1.0, 0, 0]) - up[0] * up
    right /= np.linalg.norm(right)
    height, turn = rng.uniform(0.35, 1.45), rng.uniform(0, 2 * math.pi)
    light = np.array(
        [
            math.cos(turn) * math.cos(height),
            math.sin(turn) * math.cos(height),
            math.sin(height),
        ]
    )
    warm = rng.normal(0, 0.12)
    lamp = np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm])
    axes = np.stack([right, np.cross(up, right), up], axis=1)
    return View(axes, light, lamp, rng.uniform(0.3, 0.8))


def _placed(rng: np.random.Generator) -> list[PaintedDie]:
    edge = math.exp(rng.uniform(math.log(EDGES[0] + 1), math.log(EDGES[1] - 3)))
    wanted = int(
        rng.choice(
            [0, 1, 2, 3, 4, 5, 7, 9], p=[0.05, 0.08, 0.1, 0.13, 0.16, 0.17, 0.16, 0.15]
        )
    )
    mixed = 0.2 if rng.random() < 0.25 else 0.01
    close, row, yaw = rng.random() < 0.55, rng.random() < 0.2, rng.uniform(0, math.pi)
    dice: list[PaintedDie] = []
    for _ in range(12 * wanted):
        if len(dice) == wanted:
            break
        die = _tried(rng, dice, edge * math.exp(rng.normal(0, mixed)), close, row, yaw)
        if die is not None:
            dice.append(die)
    return dice


def _tried(rng, dice, edge, close, row, yaw) -> PaintedDie | None:
    """A die at a place where none lies yet."""
    edge = float(np.clip(edge, *EDGES))
    reach = SIZE / 2 + 0.3 * edge
    own = yaw + rng.normal(0, 0.02) if row else rng.uniform(0, math.pi)
    at = rng.uniform(-reach, reach, 2)
    if dice and (close or row) and rng.random() < 0.85:
        other = dice[int(rng.integers(len(dice)))]
        way = (
            (other.yaw + math.pi / 2 * int(rng.integers(4)))
            if row
            else rng.uniform(0, 2 * math.pi)
        )
        gap = 1.01 * (edge + other.edge) / 2 if row else rng.uniform(1.0, 1.3) * edge
        at = other.at[:2] + gap * np.array([math.cos(way), math.sin(way)])
    leans = rng.random() < 0.15
    lean = float(rng.uniform(5, 40)) if leans else float(abs(rng.normal(0, 0.4)))
    sunk = math.radians(lean)
    height = edge / 2 * (math.cos(sunk) + (math.sin(sunk) if leans else 0))
    value = int(
        rng.choice(
            [1, 2, 3, 4, 5, 6, SYMBOL], p=[0.13, 0.13, 0.13, 0.13, 0.13, 0.14, 0.21]
        )
    )
    die = PaintedDie(
        np.array([*at, height]), edge, own, lean, rng.uniform(0, 2 * math.pi), value
    )
    slack = 0.85 if leans else 0.99
    hits = (
        cv2.rotatedRectangleIntersection(die.footprint(slack), other.footprint())[0]
        for other in dice
    )
    return None if any(hit != cv2.INTERSECT_NONE for hit in hits) else die


# What dice are made of


@dataclass(slots=True)
class Look:
    """A die's make."""

    body: RGB
    second: RGB
    """What is swirled into the body."""
    marble: float
    ink: RGB
    rounding: float
    gloss: float
    hard: float
    """How small highlights are."""
    sunk: float
    glare: float
    clear: float
    """How much shines through it: its edges are paler, the pips of its sides are seen faintly."""


BODIES = (
    (0.06, 0.06, 0.06),
    (0.12, 0.11, 0.1),
    (0.12, 0.1, 0.75),
    (0.2, 0.15, 0.85),
    (0.1, 0.05, 0.55),
    (0.9, 0.92, 0.92),
    (0.72, 0.85, 0.92),
    (0.97, 0.97, 0.97),
    (0.65, 0.45, 0.95),
    (0.75, 0.6, 0.97),
    (0.55, 0.25, 0.9),
)


def _look(rng: np.random.Generator, like: Look | None = None) -> Look:
    """A make at random; dice of one set are alike but for their colours."""
    if rng.random() < 0.62:
        body = np.array(BODIES[int(rng.integers(len(BODIES)))]) + rng.normal(
            0, 0.035, 3
        )
    else:
        body = _hue(rng, rng.uniform(0.4, 1.0), rng.uniform(0.12, 0.95))
    body = np.clip(body, 0.02, 1)
    make = like if like is not None and rng.random() < 0.8 else None
    return Look(
        body,
        _second(rng, body),
        rng.uniform(0.3, 1.0) if rng.random() < 0.33 else 0.0,
        _ink(rng, body),
        make.rounding if make else rng.uniform(0.1, 0.62),
        make.gloss if make else (rng.uniform(0.1, 1.0) if rng.random() < 0.6 else 0.0),
        make.hard if make else math.exp(rng.uniform(2, 5.3)),
        make.sunk if make else (rng.uniform(0.1, 0.5) if rng.random() < 0.5 else 0.0),
        rng.uniform(0.1, 0.85) if rng.random() < 0.4 else 0.0,
        rng.uniform(0.1, 0.6) if rng.random() < 0.2 else 0.0,
    )


def _second(rng: np.random.Generator, body: RGB) -> RGB:
    """What a marbled body is swirled with: anything, or the same colour paler or darker."""
    if rng.random() < 0.5:
        return np.clip(_hue(rng, rng.uniform(0, 1), rng.uniform(0.05, 0.9)), 0, 1)
    other = 1.0 if rng.random() < 0.5 else 0.03
    return body + rng.uniform(0.2, 0.7) * (other - body)


def _hue(rng: np.random.Generator, full: float, bright: float) -> RGB:
    pixel = np.uint8([[[int(rng.integers(180)), int(255 * full), int(255 * bright)]]])
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0


def _ink(rng: np.random.Generator, body: RGB) -> RGB:
    """A colour that is told from the body's, by its light or only by its hue."""
    light = float(body @ LUMA)
    alike = 0.02 if rng.random() < 0.35 else 0.14
    least = 0.24 if rng.random() < 0.25 else 0.42
    for _ in range(20):
        ink = _ink_tried(rng, light)
        if abs(ink - body).max() > least and abs(float((ink - body) @ LUMA)) > alike:
            return ink
    return np.full(3, 0.97 if light < 0.5 else 0.04)


def _ink_tried(rng: np.random.Generator, light: float) -> RGB:
    if rng.random() < 0.36:
        return _hue(rng, rng.uniform(0.5, 1), rng.uniform(0.15, 1))
    pale = light < 0.35 or (light < 0.65 and rng.random() < 0.6)
    return np.full(3, rng.uniform(0.82, 1.0) if pale else rng.uniform(0.0, 0.2))


def _lay_die(rng, image, owner, number, die, view, look) -> float:
    """Paint a die over the picture; how many pixels its whole top face would have."""
    centre = view.px(die.at)
    turn = die.turn(view)
    fine = 2 if die.edge < 30 else 1
    cube = seen_cube(
        (float(centre[0]), float(centre[1])), die.edge, look.rounding, turn, fine
    )
    faces = atlas(rng, die.value, 4)
    rays = np.zeros((cube.shape[0] * cube.shape[1], 5), np.float32)
    rays[cube.rays, :3] = _lit(rng, cube, faces, view, look)
    rays[cube.rays, 3] = 1
    rays[cube.rays, 4] = cube.points[:, 2] > 0.96
    side = cube.shape[0] // fine
    small = cv2.resize(
        rays.reshape(*cube.shape, 5), (side, side), interpolation=cv2.INTER_AREA
    )
    y0, x0 = cube.at[1], cube.at[0]
    a, b = max(0, y0), max(0, x0)
    c, d = min(SIZE, y0 + side), min(SIZE, x0 + side)
    if a < c and b < d:
        part = small[a - y0 : c - y0, b - x0 : d - x0]
        image[a:c, b:d] = image[a:c, b:d] * (1 - part[..., 3:4]) + part[..., :3]
        mine = owner[a:c, b:d]
        mine[part[..., 3] > 0.5] = -1
        mine[part[..., 4] > 0.5] = number
    return float((small[..., 4] > 0.5).sum())


def _lit(rng, cube, faces, view, look) -> np.ndarray:
    """The colours of a die's rays."""
    places = on_faces(cube.points, faces.shape[1])
    ink = looked_up(faces, places)[:, None]
    body = look.body.astype(np.float32)
    if look.marble:
        body = (
            body
            + (look.second - body) * (look.marble * _swirl(rng, cube.points))[:, None]
        )
    if look.clear:
        body = _shone_through(rng, body, cube, faces, look)
    colour = body * (1 - ink) + look.ink.astype(np.float32) * ink
    if look.sunk:
        aside = np.clip(
            places + np.float32(rng.normal(0, 1.6, 2)),
            0,
            np.float32([SIDE_OF_FACE - 1, 6 * SIDE_OF_FACE - 1]),
        )
        colour = colour + look.sunk * (looked_up(faces, aside)[:, None] - ink)
    normals = cube.normals + np.float32(0.03)
    lamp, up = np.float32(view.axes @ view.light), np.float32(view.axes[:, 2])
    facing = np.clip(normals @ lamp, 0, 1)
    level = view.dim * (0.75 + 0.25 * (normals @ up)) + (1 - view.dim) * facing * 1.15
    lit = colour * (level[:, None] * view.lamp.astype(np.float32))
    if look.gloss:
        half = lamp + np.float32([0, 0, -1])
        shine = (
            look.gloss
            * np.clip(normals @ (half / np.linalg.norm(half)), 0, 1) ** look.hard
        )
        lit = lit + shine[:, None]
    if look.glare:
        mirrored = look.glare * _lamp_image(rng, cube)
        lit = lit + (1 - lit) * mirrored[:, None]
    return np.clip(lit, 0, 1.2)


def _shone_through(rng, body, cube, faces, look) -> np.ndarray:
    """The body of a clear die: paler along its edges, with a shade of the pips below and beside."""
    rim = np.sort(np.abs(cube.points), axis=1)[:, 1] ** 6
    side = cube.points + np.float32(rng.normal(0, 0.25, 3))
    side[:, 2] *= -1
    ghost = looked_up(faces, on_faces(side, faces.shape[1]))
    paler = look.clear * (0.8 * rim + rng.uniform(0, 0.3) * _swirl(rng, cube.points))
    body = body + (1 - body) * np.float32(0.6) * paler[:, None]
    return body + (look.ink - body) * (0.35 * look.clear * ghost)[:, None]


def _swirl(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """Clouds or veins, 0 to 1."""
    fine = rng.uniform(1.0, 4.5)
    waves, starts = (
        np.float32(rng.normal(0, fine, (3, 5))),
        np.float32(rng.uniform(0, 6.3, 5)),
    )
    bent = points + 0.3 * np.sin(2 * points[:, [1, 2, 0]] + starts[:3])
    total = np.sin(bent @ waves + starts).sum(axis=-1)
    return np.clip(0.5 + rng.uniform(0.2, 1.0) * total, 0, 1)


def _lamp_image(rng: np.random.Generator, cube) -> np.ndarray:
    """Lamps mirrored in a die: in all of its top, up to a soft edge, as a patch, or as an arc along a bulging face's rim."""
    kinds = (_all_over, _half_over, _half_over, _patch, _arc, _arc)
    seen = np.zeros(len(cube.points), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        kind = kinds[int(rng.integers(len(kinds)))]
        seen = np.maximum(seen, rng.uniform(0.3, 1.0) * kind(rng, cube.points))
    return seen


def _on_top(points: np.ndarray) -> np.ndarray:
    return np.clip((points[:, 2] - 0.9) * 12, 0, 1)


def _all_over(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    return _on_top(points)


def _half_over(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    way = rng.normal(0, 1, 2)
    way /= np.linalg.norm(way)
    off = points[:, :2] @ way + rng.uniform(-0.5, 0.8)
    return _on_top(points) / (1 + np.exp(-off * rng.uniform(3, 30)))


def _patch(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """A window or a lamp: an ellipse, or nearly a square."""
    turn = rng.uniform(0, math.pi)
    spin = np.array(
        [[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]
    )
    off = np.abs((points[:, :2] - rng.normal(0, 0.5, 2)) @ spin) / rng.uniform(
        0.08, 0.6, 2
    )
    power = rng.choice([2.0, 6.0])
    far = (off**power).sum(axis=1) ** (1 / power)
    return _on_top(points) / (
        1 + np.exp(np.clip((far - 1) * rng.uniform(4, 30), -30, 30))
    )


def _arc(rng: np.random.Generator, points: np.ndarray) -> np.ndarray:
    """A thin bright line that follows the rim of the top or of a side, part of the way round."""
    face = int(rng.choice([2, 2, 2, 0, 1]))
    across = points[:, [axis for axis in range(3) if axis != face]]
    power = rng.choice([2.0, 3.0, 5.0])
    far = (np.abs(across) ** power).sum(axis=1) ** (1 / power)
    line = np.exp(-(((far - rng.uniform(0.45, 0.95)) / rng.uniform(0.03, 0.12)) ** 2))
    around = np.angle(np.exp(1j * (np.arctan2(*across.T) - rng.uniform(0, 6.3))))
    part = 1 / (1 + np.exp((np.abs(around) - rng.uniform(0.4, 2.5)) * 8))
    return (np.abs(points[:, face]) > 0.85) * line * part


def _shadows(rng, image, view, dice) -> None:
    """Shadows on the table, hard or soft, and the dark below each die."""
    dark, near = np.zeros((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.float32)
    reach = view.light[:2] / max(view.light[2], 0.35)
    for die in dice:
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * die.edge * 0.48
        flat = box @ _about_z(die.yaw)[:2, :2].T + die.at[:2]
        thrown = flat - reach * die.edge
        floor = np.zeros((8, 3))
        floor[:, :2] = np.concatenate([flat, thrown])
        hull = cv2.convexHull(view.px(floor).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(dark, hull, 1.0)
        cv2.fillConvexPoly(near, view.px(floor[:4]).astype(np.int32), 1.0)
    dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.6, 9))
    near = cv2.GaussianBlur(near, (0, 0), rng.uniform(1, 4))
    image *= (1 - rng.uniform(0, 0.75) * (1 - view.dim * 0.6) * dark)[..., None]
    image *= (1 - rng.uniform(0.1, 0.6) * near)[..., None]


# What dice lie on, and what lies beside them


def surface(rng: np.random.Generator, size: int = SIZE) -> np.ndarray:
    """A table, felt, cloth or paper, shape (size, size, 3)."""
    kinds = (_plain, _plain, _plain, _felt, _felt, _checks, _wood, _clutter)
    image = kinds[int(rng.integers(len(kinds)))](rng, size).astype(np.float32)
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    slope = rng.normal(0, 0.1, 2)
    image = image * (1 + slope[0] * x + slope[1] * y)[..., None]
    return np.clip(image, 0, 1).astype(np.float32)


def _ground_ink(rng: np.random.Generator) -> RGB:
    draw = rng.random()
    if draw < 0.45:
        return np.full(3, rng.uniform(0.08, 0.95)) + rng.normal(0, 0.02, 3)
    return _hue(rng, rng.uniform(0.1, 1.0), rng.uniform(0.08, 0.9))


def _cloud(rng: np.random.Generator, size: int, fine: float) -> np.ndarray:
    cells = max(2, int(size / fine))
    noise = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)


def _plain(rng: np.random.Generator, size: int) -> np.ndarray:
    return (
        np.ones((size, size, 1)) * _ground_ink(rng)
        + 0.01 * _cloud(rng, size, 20)[..., None]
    )


def _felt(rng: np.random.Generator, size: int) -> np.ndarray:
    rough = rng.uniform(0.01, 0.08) * _cloud(rng, size, rng.uniform(1, 4))
    blotch = rng.uniform(0.0, 0.08) * _cloud(rng, size, rng.uniform(5, 25))
    return np.ones((size, size, 1)) * _ground_ink(rng) * (1 + rough + blotch)[..., None]


def _checks(rng: np.random.Generator, size: int) -> np.ndarray:
    """Gingham, stripes or dots on cloth."""
    turn, pitch = rng.uniform(0, 3.1), rng.uniform(8, 60)
    x, y = np.meshgrid(np.arange(size), np.arange(size))
    u = (x * math.cos(turn) + y * math.sin(turn)) / pitch
    v = (y * math.cos(turn) - x * math.sin(turn)) / pitch
    a, b = (np.mod(u, 1) < 0.5) * 1.0, (np.mod(v, 1) < 0.5) * 1.0
    kind = int(rng.integers(3))
    mix = (
        (a + b) / 2
        if kind == 0
        else a
        if kind == 1
        else (np.hypot(np.mod(u, 1) - 0.5, np.mod(v, 1) - 0.5) < rng.uniform(0.1, 0.3))
        * 1.0
    )
    one, other = _ground_ink(rng), _ground_ink(rng)
    return one + (other - one) * mix[..., None] + 0.02 * _cloud(rng, size, 2)[..., None]


def _wood(rng: np.random.Generator, size: int) -> np.ndarray:
    ink = np.array([0.25, 0.42, 0.62]) * rng.uniform(0.3, 1.4) + rng.normal(0, 0.03, 3)
    rows = cv2.resize(
        rng.normal(0, 1, (size, 3)).astype(np.float32),
        (size, size),
        interpolation=cv2.INTER_CUBIC,
    )
    image = (
        np.ones((size, size, 1)) * ink * (1 + rng.uniform(0.02, 0.12) * rows)[..., None]
    )
    return np.rot90(image, int(rng.integers(4))).copy()


def _clutter(rng: np.random.Generator, size: int) -> np.ndarray:
    """Patches and lines of many colours, as on printed boxes and boards."""
    image = _plain(rng, size).astype(np.float32)
    for _ in range(int(rng.integers(4, 25))):
        points = (
            rng.uniform(0, size, 2)
            + rng.normal(0, rng.uniform(4, 40), (int(rng.integers(3, 6)), 2))
        ).astype(np.int32)
        cv2.fillPoly(image, [points], _ground_ink(rng).tolist())
    return image


def _distractors(rng: np.random.Generator, image: np.ndarray) -> None:
    kinds = (
        _card,
        _card,
        _lines,
        _coin,
        _writing,
        _flat_dice,
        _wall,
        _edge_of_cloth,
        _code,
    )
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
        kinds[int(rng.integers(len(kinds)))](rng, image)


def _box(rng: np.random.Generator, wide: float, high: float) -> np.ndarray:
    centre, turn = rng.uniform(-10, SIZE + 10, 2), rng.uniform(0, 180)
    return cv2.boxPoints(
        ((float(centre[0]), float(centre[1])), (wide, high), turn)
    ).astype(np.int32)


def _card(rng, image) -> None:
    wide = rng.uniform(50, 150)
    box = _box(rng, wide, wide * 1.54)
    cv2.fillPoly(image, [box], np.full(3, rng.uniform(0.75, 1)).tolist())
    origin, along, down = box[0], (box[1] - box[0]), (box[3] - box[0])
    for _ in range(int(rng.integers(0, 9))):
        at = origin + along * rng.uniform(0.1, 0.9) + down * rng.uniform(0.1, 0.9)
        radius, ink = rng.uniform(0.01, 0.15) * wide, _ground_ink(rng).tolist()
        if rng.random() < 0.5:
            cv2.circle(
                image, (int(at[0]), int(at[1])), int(radius), ink, -1, cv2.LINE_AA
            )
        else:
            cv2.fillPoly(
                image, [(at + rng.normal(0, radius, (4, 2))).astype(np.int32)], ink
            )


def _lines(rng, image) -> None:
    ink, thick = _ground_ink(rng).tolist(), int(rng.integers(1, 3))
    cv2.polylines(
        image,
        [_box(rng, rng.uniform(30, 200), rng.uniform(30, 200))],
        True,
        ink,
        thick,
        cv2.LINE_AA,
    )


def _coin(rng, image) -> None:
    at = tuple(int(v) for v in rng.uniform(0, SIZE, 2))
    radius, ink = int(rng.uniform(4, 28)), _ground_ink(rng)
    cv2.circle(image, at, radius, ink.tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(
            image,
            at,
            max(1, int(radius * rng.uniform(0.3, 0.85))),
            (ink * rng.uniform(0.4, 1.2)).tolist(),
            int(rng.integers(-1, 3)) or 1,
            cv2.LINE_AA,
        )


def _writing(rng, image) -> None:
    text = "".join(
        rng.choice(
            list("ABCDEFGHIKLMNORSTUabcdeghiklmnorstu0123456789 "),
            int(rng.integers(1, 10)),
        )
    )
    at = tuple(int(v) for v in rng.uniform(-20, SIZE, 2))
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.putText(
        mask,
        text,
        at,
        int(rng.integers(5)),
        rng.uniform(0.3, 1.6),
        255,
        int(rng.integers(1, 4)),
        cv2.LINE_AA,
    )
    share = mask[..., None] / 255.0
    image[:] = image * (1 - share) + _ground_ink(rng) * share


def _flat_dice(rng, image) -> None:
    """Dice and pips that are only printed: on a card, on a box; none of them is a die."""
    edge, paper = rng.uniform(9, 34), rng.uniform(0.7, 1.0)
    cv2.fillPoly(
        image,
        [_around(rng, (SIZE / 2, SIZE / 2), rng.uniform(40, 90))],
        np.full(3, paper).tolist(),
    )
    turn = rng.uniform(0, 360)
    for _ in range(int(rng.integers(1, 5))):
        at = np.array([SIZE / 2, SIZE / 2]) + rng.normal(0, 22, 2)
        ink = (
            _hue(rng, rng.uniform(0.5, 1), rng.uniform(0.3, 0.9))
            if rng.random() < 0.6
            else np.full(3, 0.12)
        )
        box = cv2.boxPoints(((float(at[0]), float(at[1])), (edge, edge), turn)).astype(
            np.int32
        )
        filled = rng.random() < 0.7
        cv2.fillPoly(image, [box], ink.tolist() if filled else [paper] * 3, cv2.LINE_AA)
        cv2.polylines(image, [box], True, ink.tolist(), 1, cv2.LINE_AA)
        spin = _about_z(math.radians(turn))[:2, :2]
        for place in pip_places(int(rng.integers(1, 7)), 0.25):
            spot = at + spin @ (np.array(place) * edge)
            pip = [paper] * 3 if filled else ink.tolist()
            cv2.circle(
                image,
                (int(spot[0] * 16), int(spot[1] * 16)),
                int(edge * 0.1 * 16),
                pip,
                -1,
                cv2.LINE_AA,
                4,
            )


def _around(rng, at, reach: float) -> np.ndarray:
    return cv2.boxPoints((at, (reach * 1.4, reach * 1.9), rng.uniform(0, 180))).astype(
        np.int32
    )


def _wall(rng, image) -> None:
    """The wall of a box or a rim, with its shadow."""
    box = _box(rng, rng.uniform(6, 40), 3 * SIZE)
    dark = np.ones((SIZE, SIZE), np.float32)
    cv2.fillPoly(dark, [box + rng.integers(-12, 12, 2)], rng.uniform(0.4, 0.9))
    image *= cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 6))[..., None]
    cv2.fillPoly(image, [box], _ground_ink(rng).tolist(), cv2.LINE_AA)


def _edge_of_cloth(rng, image) -> None:
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(mask, [_box(rng, 2.2 * SIZE, rng.uniform(0.4, 1.5) * SIZE)], 1)
    image[mask > 0] = surface(rng)[mask > 0]


def _code(rng, image) -> None:
    """A tag or marker on white paper: black and white squares, a tag with a finder in three of its corners."""
    tag = rng.random() < 0.7
    cells = 21 if tag else int(rng.integers(6, 9))
    small = (rng.random((cells, cells)) < 0.5).astype(np.float32)
    if tag:
        for y, x in ((0, 0), (0, 14), (14, 0)):
            small[max(0, y - 1) : y + 8, max(0, x - 1) : x + 8] = 1
            small[y : y + 7, x : x + 7] = 0
            small[y + 1 : y + 6, x + 1 : x + 6] = 1
            small[y + 2 : y + 5, x + 2 : x + 5] = 0
    else:
        small[0] = small[-1] = small[:, 0] = small[:, -1] = 0
    side = rng.uniform(14, 72)
    room = side * rng.uniform(0.05, 0.6)
    whole = cv2.copyMakeBorder(small, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=1.0)
    middle, turn = (
        rng.uniform(0, SIZE, 2),
        rng.choice([0, 90, 180, 270]) + rng.normal(0, 4),
    )
    if rng.random() < 0.3:
        turn = rng.uniform(0, 360)
    paper = cv2.boxPoints(
        (
            (float(middle[0]), float(middle[1])),
            (side + 2 * room, side + 2.5 * room),
            turn,
        )
    )
    light, dark = rng.uniform(0.7, 1), rng.uniform(0, 0.25)
    cv2.fillPoly(image, [paper.astype(np.int32)], [light] * 3, cv2.LINE_AA)
    to = cv2.getRotationMatrix2D(((cells + 3) / 2, (cells + 3) / 2), turn, side / cells)
    to[:, 2] += middle - (cells + 3) / 2
    fine = 3
    to = np.diag([fine, fine]).astype(float) @ to
    drawn = cv2.warpAffine(
        whole, to, (SIZE * fine, SIZE * fine), flags=cv2.INTER_NEAREST, borderValue=-1.0
    )
    cover = cv2.resize(
        (drawn >= 0).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_AREA
    )[..., None]
    ink = cv2.resize(np.maximum(drawn, 0), (SIZE, SIZE), interpolation=cv2.INTER_AREA)[
        ..., None
    ]
    image[:] = image * (1 - cover) + (dark * cover + (light - dark) * ink)


def _cover(rng, image, owner) -> None:
    """A hand, a sleeve or a card over some of it."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    start = rng.uniform(0, SIZE, 2)
    if rng.random() < 0.3:
        cv2.fillPoly(mask, [_box(rng, 90, 140)], 255, cv2.LINE_AA)
        ink = np.full(3, rng.uniform(0.6, 1))
    else:
        away = start + rng.normal(0, 1, 2) * SIZE * 2
        for _ in range(int(rng.integers(1, 5))):
            tip = start + rng.normal(0, 18, 2)
            end = tip + (away - start) * rng.uniform(0.3, 1)
            cv2.line(
                mask,
                tuple(tip.astype(int).tolist()),
                tuple(end.astype(int).tolist()),
                255,
                int(rng.uniform(9, 34)),
                cv2.LINE_AA,
            )
        ink = np.array([0.5, 0.62, 0.85]) * rng.uniform(0.3, 1.05)
    share = mask[..., None] / 255.0
    dark = cv2.GaussianBlur(share[..., 0], (0, 0), rng.uniform(2, 10)) * rng.uniform(
        0, 0.6
    )
    image *= (1 - dark)[..., None]
    shade = 1 + 0.08 * _cloud(rng, SIZE, 30)[..., None]
    image[:] = image * (1 - share) + np.clip(ink * shade, 0, 1) * share
    owner[mask > 127] = -1


# The camera


def _through_camera(rng, image: np.ndarray, dice: list[PaintedDie]) -> np.ndarray:
    """Light, blur, noise, sharpening and compression of a camera whose pixels are as large as the picture's, or larger."""
    least = min((die.edge for die in dice), default=30.0)
    share = float(np.clip(rng.uniform(0.5, 1.3), max(0.4, 15.0 / least), 1.0))
    image = image * _shade(rng)
    image = (
        np.clip(image, 0, None)
        * np.exp(rng.normal(-0.05, 0.25))
        * (1 + rng.normal(0, 0.07, 3))
    )
    if rng.random() < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.25, 0.05 * least))
    if rng.random() < 0.08:
        image = _moved(rng, image, least)
    small = (
        cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        if share < 0.97
        else image
    )
    if rng.random() < 0.15:
        small = cv2.medianBlur(np.float32(small), 3)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.8, 1.6))
        small = small + rng.uniform(0.3, 1.6) * (small - soft)
    noise = rng.uniform(0, 0.02) if rng.random() < 0.8 else rng.uniform(0.02, 0.06)
    small = small + rng.normal(0, noise, small.shape) * (
        0.5 + np.sqrt(np.clip(small, 0, 1))
    )
    bytes_ = np.uint8(np.clip(small, 0, 1) * 255)
    if rng.random() < 0.85:
        quality = int(rng.integers(45, 96))
        bytes_ = cv2.imdecode(
            cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1
        )
    kind = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return cv2.resize(bytes_, (SIZE, SIZE), interpolation=kind)


def _shade(rng: np.random.Generator) -> np.ndarray:
    """A shadow's edge over everything, sometimes."""
    if rng.random() < 0.75:
        return np.ones((1, 1, 1), np.float32)
    mask = np.ones((SIZE, SIZE), np.float32)
    cv2.fillPoly(
        mask,
        [_box(rng, rng.uniform(30, 160), rng.uniform(60, 300))],
        rng.uniform(0.3, 0.85),
    )
    return cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 14))[..., None]


def _moved(rng: np.random.Generator, image: np.ndarray, edge: float) -> np.ndarray:
    length = max(2, int(rng.uniform(0.04, 0.1) * edge))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    way = rng.normal(0, 1, 2)
    way = way / np.linalg.norm(way) * length / 2
    middle = np.array([length, length])
    cv2.line(
        kernel,
        tuple(np.round(middle - way).astype(int).tolist()),
        tuple(np.round(middle + way).astype(int).tolist()),
        1.0,
        1,
    )
    return cv2.filter2D(image, -1, kernel / kernel.sum())
