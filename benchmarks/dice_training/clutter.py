"""What lies around painted dice and over them, and is none."""

from __future__ import annotations

import math

import cv2
import numpy as np

from benchmarks.dice_training.faces import pip_places
from benchmarks.dice_training.grounds import cloud, ground_ink, rectangle, surface
from benchmarks.dice_training.makes import hue
from benchmarks.dice_training.places import SIZE, PaintedDie, View, about_z

AIMED = 0.9
"""The share of hands and cards that reach for a die."""


def distractors(rng: np.random.Generator, image: np.ndarray) -> None:
    kinds = (_card, _card, _lines, _coin, _writing, _flat_dice, _wall, _edge_of_cloth, code)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
        kinds[int(rng.integers(len(kinds)))](rng, image)


def _card(rng: np.random.Generator, image: np.ndarray) -> None:
    wide = rng.uniform(50, 150)
    box = rectangle(rng, wide, wide * 1.54)
    cv2.fillPoly(image, [box], np.full(3, rng.uniform(0.75, 1)).tolist())
    origin, along, down = box[0], (box[1] - box[0]), (box[3] - box[0])
    for _ in range(int(rng.integers(0, 9))):
        at = origin + along * rng.uniform(0.1, 0.9) + down * rng.uniform(0.1, 0.9)
        radius, ink = rng.uniform(0.01, 0.15) * wide, ground_ink(rng).tolist()
        if rng.random() < 0.5:
            cv2.circle(image, (int(at[0]), int(at[1])), int(radius), ink, -1, cv2.LINE_AA)
        else:
            cv2.fillPoly(image, [(at + rng.normal(0, radius, (4, 2))).astype(np.int32)], ink)


def _lines(rng: np.random.Generator, image: np.ndarray) -> None:
    ink, thick = ground_ink(rng).tolist(), int(rng.integers(1, 3))
    cv2.polylines(
        image,
        [rectangle(rng, rng.uniform(30, 200), rng.uniform(30, 200))],
        True,
        ink,
        thick,
        cv2.LINE_AA,
    )


def _pixel(at: np.ndarray) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _coin(rng: np.random.Generator, image: np.ndarray) -> None:
    at = _pixel(rng.uniform(0, SIZE, 2))
    radius, ink = int(rng.uniform(4, 28)), ground_ink(rng)
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


def _writing(rng: np.random.Generator, image: np.ndarray) -> None:
    text = "".join(
        rng.choice(list("ABCDEFGHIKLMNORSTUabcdeghiklmnorstu0123456789 "), int(rng.integers(1, 10)))
    )
    at = _pixel(rng.uniform(-20, SIZE, 2))
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
    image[:] = image * (1 - share) + ground_ink(rng) * share


def _flat_dice(rng: np.random.Generator, image: np.ndarray) -> None:
    """Dice and pips that are only printed: on a card, on a box; none of them is a die."""
    edge, paper = rng.uniform(9, 34), rng.uniform(0.7, 1.0)
    cv2.fillPoly(
        image, [_around(rng, (SIZE / 2, SIZE / 2), rng.uniform(40, 90))], np.full(3, paper).tolist()
    )
    turn = rng.uniform(0, 360)
    for _ in range(int(rng.integers(1, 5))):
        at = np.array([SIZE / 2, SIZE / 2]) + rng.normal(0, 22, 2)
        ink = (
            hue(rng, rng.uniform(0.5, 1), rng.uniform(0.3, 0.9))
            if rng.random() < 0.6
            else np.full(3, 0.12)
        )
        box = cv2.boxPoints(((float(at[0]), float(at[1])), (edge, edge), turn)).astype(np.int32)
        filled = rng.random() < 0.7
        cv2.fillPoly(image, [box], ink.tolist() if filled else [paper] * 3, cv2.LINE_AA)
        cv2.polylines(image, [box], True, ink.tolist(), 1, cv2.LINE_AA)
        spin = about_z(math.radians(turn))[:2, :2]
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


def _around(rng: np.random.Generator, at: tuple[float, float], reach: float) -> np.ndarray:
    return cv2.boxPoints((at, (reach * 1.4, reach * 1.9), rng.uniform(0, 180))).astype(np.int32)


def _wall(rng: np.random.Generator, image: np.ndarray) -> None:
    """The wall of a box or a rim, with its shadow."""
    box = rectangle(rng, rng.uniform(6, 40), 3 * SIZE)
    dark = np.ones((SIZE, SIZE), np.float32)
    cv2.fillPoly(dark, [box + rng.integers(-12, 12, 2)], rng.uniform(0.4, 0.9))
    image *= cv2.GaussianBlur(dark, (0, 0), rng.uniform(1, 6))[..., None]
    cv2.fillPoly(image, [box], ground_ink(rng).tolist(), cv2.LINE_AA)


def _edge_of_cloth(rng: np.random.Generator, image: np.ndarray) -> None:
    mask = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(mask, [rectangle(rng, 2.2 * SIZE, rng.uniform(0.4, 1.5) * SIZE)], 1)
    image[mask > 0] = surface(rng)[mask > 0]


def code(rng: np.random.Generator, image: np.ndarray) -> None:
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
    middle, turn = (rng.uniform(0, SIZE, 2), rng.choice([0, 90, 180, 270]) + rng.normal(0, 4))
    if rng.random() < 0.3:
        turn = rng.uniform(0, 360)
    paper = cv2.boxPoints(
        ((float(middle[0]), float(middle[1])), (side + 2 * room, side + 2.5 * room), turn)
    )
    light, dark = rng.uniform(0.7, 1), rng.uniform(0, 0.25)
    cv2.fillPoly(image, [paper.astype(np.int32)], [light] * 3, cv2.LINE_AA)
    to = cv2.getRotationMatrix2D(((cells + 3) / 2, (cells + 3) / 2), turn, side / cells)
    to[:, 2] = to[:, 2] + middle - (cells + 3) / 2
    fine = 3
    to = np.diag([fine, fine]).astype(float) @ to
    drawn = cv2.warpAffine(
        whole, to, (SIZE * fine, SIZE * fine), flags=cv2.INTER_NEAREST, borderValue=-1.0
    )
    cover = cv2.resize((drawn >= 0).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_AREA)[
        ..., None
    ]
    ink = cv2.resize(np.maximum(drawn, 0), (SIZE, SIZE), interpolation=cv2.INTER_AREA)[..., None]
    image[:] = image * (1 - cover) + (dark * cover + (light - dark) * ink)


def rest(rng: np.random.Generator, image: np.ndarray, die: PaintedDie, view: View) -> None:
    """A card or a rim whose edge is below the raised side of a die that leans."""
    raised = die.about + math.pi / 2
    way = np.array([math.cos(raised), math.sin(raised)])
    beside = np.array([-way[1], way[0]])
    wide, deep = die.edge * rng.uniform(0.4, 3, 2)
    near = die.at[:2] + way * die.edge * rng.uniform(-0.2, 0.6)
    flat = [
        near + beside * wide * side + way * deep * far
        for side, far in ((-1, 0), (1, 0), (1, 1), (-1, 1))
    ]
    box = np.round(view.px(np.array([[*one, 0.0] for one in flat]))).astype(np.int32)
    ink = ground_ink(rng) if rng.random() < 0.5 else np.full(3, rng.uniform(0.7, 1))
    dark = np.ones((SIZE, SIZE), np.float32)
    cv2.fillPoly(dark, [box + rng.integers(-4, 5, 2)], rng.uniform(0.4, 0.9))
    image *= cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.6, 4))[..., None]
    cv2.fillPoly(image, [box], ink.tolist(), cv2.LINE_AA)


def cover(rng: np.random.Generator, image: np.ndarray, owner: np.ndarray) -> None:
    """A hand, a sleeve or a card over some of it."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    start = rng.uniform(0, SIZE, 2)
    # What the picture's border cuts off is no face that a hand hides.
    tops = np.argwhere(owner >= 0)[:, ::-1]
    tops = tops[(np.abs(tops - SIZE / 2) < SIZE / 3).all(axis=1)]
    aimed = len(tops) > 0 and rng.random() < AIMED
    if aimed:
        start = tops[int(rng.integers(len(tops)))] + rng.normal(0, 4, 2)
    if rng.random() < 0.3:
        box = rectangle(rng, 90, 140)
        if aimed:
            side = box[0] + (box[1] - box[0]) * rng.random()
            box = (box + start - side).astype(np.int32)
        cv2.fillPoly(mask, [box], 255, cv2.LINE_AA)
        ink = np.full(3, rng.uniform(0.6, 1))
    else:
        away = start + rng.normal(0, 1, 2) * SIZE * 2
        for n in range(int(rng.integers(1, 5))):
            tip = start + rng.normal(0, 18 if n else 3, 2)
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
    dark = cv2.GaussianBlur(share[..., 0], (0, 0), rng.uniform(2, 10)) * rng.uniform(0, 0.6)
    image *= (1 - dark)[..., None]
    shade = 1 + 0.08 * cloud(rng, SIZE, 30)[..., None]
    image[:] = image * (1 - share) + np.clip(ink * shade, 0, 1) * share
    owner[mask > 127] = -1
