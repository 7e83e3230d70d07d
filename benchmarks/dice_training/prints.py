"""What is printed or stuck on things that lie beside dice and looks like them: cards with dice on them, boards, caps of pawns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np

from benchmarks.dice_training.faces import pip_places

_WIDE, _HIGH = 240, 370
"""A card as it is drawn, px."""
_SET = (
    (30, 30, 30),
    (235, 235, 235),
    (40, 30, 200),
    (180, 90, 235),
    (200, 90, 30),
    (60, 160, 40),
    (40, 200, 230),
)
"""What printed dice are often coloured in."""


Ink: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""


def strewn(rng: np.random.Generator, image: np.ndarray) -> None:
    """Some of it over a picture (float, 0 to 1)."""
    kinds = (_cards, _cards, _cards, _board, _caps)
    kinds[int(rng.integers(len(kinds)))](rng, image)


def _ink(rng: np.random.Generator, light: tuple[float, float] = (30, 230)) -> Ink:
    ink = int(rng.integers(180)), int(rng.integers(256)), int(rng.uniform(*light))
    blue, green, red = cv2.cvtColor(np.array([[ink]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _cards(rng: np.random.Generator, image: np.ndarray) -> None:
    """Cards in rows and columns, one over the other's end."""
    size = image.shape[0]
    scale, turn = rng.uniform(0.28, 0.8), rng.choice([0, 90, 180, 270])
    turn = turn + rng.normal(0, 4) if rng.random() < 0.7 else rng.uniform(0, 360)
    look = _look(rng)
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    right, down = np.array([c, s]) * scale, np.array([-s, c]) * scale
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    step = _HIGH * rng.uniform(0.3, 1.05)
    # What is printed like dice is somewhere near the middle.
    start = size / 2 + rng.normal(0, 0.22, 2) * size
    start -= right * _WIDE / 2 + down * look["row"]
    start -= right * _WIDE * 1.08 * int(rng.integers(columns))
    start -= down * step * int(rng.integers(rows))
    for row in range(rows):
        for column in range(columns):
            at = start + right * _WIDE * 1.08 * column + down * step * row
            _lay(image, _card(rng, look), at + rng.normal(0, 2, 2), right, down)


def _lay(
    image: np.ndarray,
    drawn: np.ndarray,
    at: np.ndarray,
    right: Sequence[float] | np.ndarray,
    down: Sequence[float] | np.ndarray,
) -> None:
    """A drawing over the picture, its corner at a point, its sides along two directions."""
    to = np.array([[right[0], down[0], at[0]], [right[1], down[1], at[1]]])
    fine, size = 2, image.shape[0]
    ends = (size * fine, size * fine)
    over = cv2.warpAffine(drawn, to * fine, ends, flags=cv2.INTER_AREA)
    mask = cv2.warpAffine(np.full(drawn.shape[:2], 255, np.uint8), to * fine, ends)
    share = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)[..., None]
    ink = cv2.resize(over, (size, size), interpolation=cv2.INTER_AREA) / np.float32(255)
    image[:] = image * (1 - share / np.float32(255)) + ink * (share / np.float32(255))


def _look(rng: np.random.Generator) -> dict[str, Any]:
    """What all cards of a game have alike."""
    return {
        "edge": rng.uniform(0.09, 0.24) * _WIDE,
        "row": rng.uniform(0.3, 0.9) * _HIGH,
        "gap": rng.uniform(1.02, 1.35),
        "spread": rng.uniform(0.2, 0.3),
        "radius": rng.uniform(0.07, 0.125),
        "tags": rng.random() < 0.7,
        "frame": rng.random() < 0.8,
        "round": rng.random() < 0.5,
        "figure": rng.random() < 0.7,
    }


def _card(rng: np.random.Generator, look: dict[str, Any]) -> np.ndarray:
    card = np.full((_HIGH, _WIDE, 3), int(rng.uniform(215, 255)), np.uint8)
    cv2.rectangle(card, (1, 1), (_WIDE - 2, _HIGH - 2), _ink(rng), 1)
    ink = _ink(rng, (90, 220))
    if look["frame"]:
        tint = tuple(int(255 - 0.35 * (255 - one)) for one in ink)
        cv2.rectangle(card, (16, 110), (_WIDE - 16, 330), tint, -1)
        cv2.rectangle(card, (16, 110), (_WIDE - 16, 330), ink, 2)
    if look["tags"]:
        for x, y in ((14, 14), (_WIDE - 98, _HIGH - 98)):
            card[y : y + 84, x : x + 84] = _tag(rng)
    word = "".join(rng.choice(list("ABCDEFGHILMNORSTU0123456789"), 3))
    cv2.putText(card, word, (140, 60), cv2.FONT_HERSHEY_DUPLEX, 1.1, ink, 2)
    if look["figure"]:
        _figure(rng, card, ink)
    _printed_dice(rng, card, look)
    return card


def _tag(rng: np.random.Generator) -> np.ndarray:
    cells = (rng.random((21, 21)) < 0.5).astype(np.uint8)
    for y, x in ((0, 0), (0, 14), (14, 0)):
        cells[max(0, y - 1) : y + 8, max(0, x - 1) : x + 8] = 1
        cells[y : y + 7, x : x + 7] = 0
        cells[y + 1 : y + 6, x + 1 : x + 6] = 1
        cells[y + 2 : y + 5, x + 2 : x + 5] = 0
    side = cv2.resize(255 * cells, (84, 84), interpolation=cv2.INTER_NEAREST)
    return np.repeat(side[..., None], 3, axis=2)


def _figure(rng: np.random.Generator, card: np.ndarray, ink: Ink) -> None:
    """A body, a head, eyes, ears or a hat."""
    x, y = int(rng.uniform(80, 160)), int(rng.uniform(150, 250))
    reach = int(rng.uniform(18, 48))
    cv2.circle(card, (x, y), reach, ink, -1, cv2.LINE_AA)
    cv2.circle(card, (x, y - reach), int(0.6 * reach), ink, -1, cv2.LINE_AA)
    for side in (-1, 1):
        eye = (x + side * reach // 4, y - reach)
        cv2.circle(card, eye, max(2, reach // 8), (250, 250, 250), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            ear = (x + side * reach // 2, y - 2 * reach)
            cv2.line(card, (x, y - reach), ear, ink, reach // 3, cv2.LINE_AA)


def _printed_dice(rng: np.random.Generator, card: np.ndarray, look: dict[str, Any]) -> None:
    """A row of squares with pips."""
    edge, count = look["edge"], int(rng.integers(1, 6))
    left = _WIDE / 2 - count * edge * look["gap"] / 2
    for k in range(count):
        x, y = left + k * edge * look["gap"], look["row"]
        body = _SET[int(rng.integers(len(_SET)))] if rng.random() < 0.8 else _ink(rng)
        pip = (20, 20, 20) if sum(body) > 480 else (245, 245, 245)
        ends = (int(x), int(y)), (int(x + edge), int(y + edge))
        cv2.rectangle(card, *ends, body, -1)
        if look["round"]:
            for corner in ((0, 0), (0, 1), (1, 0), (1, 1)):
                at = (int(x + corner[0] * edge), int(y + corner[1] * edge))
                cv2.circle(card, at, int(0.08 * edge), (235, 235, 235), -1)
        if rng.random() < 0.4:
            cv2.rectangle(card, *ends, (60, 60, 60), 1)
        for px, py in pip_places(int(rng.integers(1, 7)), look["spread"]):
            at = (round((x + (0.5 + px) * edge) * 16), round((y + (0.5 + py) * edge) * 16))
            radius = round(look["radius"] * edge * 16)
            cv2.circle(card, at, radius, pip, -1, cv2.LINE_AA, 4)


def _board(rng: np.random.Generator, image: np.ndarray) -> None:
    """Discs joined by lines: the way of a game."""
    size = image.shape[0]
    fine = np.empty((size * 2, size * 2, 3), np.uint8)
    fine[:] = _ink(rng)
    pitch = rng.uniform(50, 150)
    reach = pitch * rng.uniform(0.2, 0.42)
    turn = rng.uniform(0, 1.6)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    line, spots = _ink(rng), list[np.ndarray]()
    for i in range(-6, 7):
        for j in range(-6, 7):
            at = turned @ np.array([i * pitch, j * pitch]) + size
            if rng.random() < 0.6:
                spots.append(at)
    for at in spots:
        cv2.line(
            fine,
            tuple(at.astype(int)),
            tuple((at + turned[int(rng.integers(2))] * pitch).astype(int)),
            line,
            3,
        )
    inks = [_ink(rng, (120, 255)) for _ in range(3)]
    pale = tuple(int(one) for one in rng.uniform(215, 250, 3))
    for at in spots:
        ink = inks[int(rng.integers(3))]
        fill = pale if rng.random() < 0.6 else ink
        cv2.circle(fine, tuple(at.astype(int)), int(reach), fill, -1, cv2.LINE_AA)
        cv2.circle(
            fine, tuple(at.astype(int)), int(reach), ink, max(2, int(reach * 0.1)), cv2.LINE_AA
        )
    image[:] = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA) / 255


def _caps(rng: np.random.Generator, image: np.ndarray) -> None:
    """Pawns from above with a marker on each."""
    size = image.shape[0]
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(0, size, 2)
        reach, turn = rng.uniform(8, 26), rng.uniform(0, 2 * math.pi)
        aside = rng.normal(0, 0.3 * reach, 2)
        foot = (int(x + aside[0]), int(y + aside[1]))
        cv2.circle(image, foot, int(reach), [one / 255 for one in _ink(rng)], -1, cv2.LINE_AA)
        cells = np.zeros((6, 6), np.uint8)
        cells[1:5, 1:5] = rng.random((4, 4)) < 0.5
        whole = cv2.copyMakeBorder(cells, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
        side = cv2.resize(255 * whole, (80, 80), interpolation=cv2.INTER_NEAREST)
        step = 1.5 * reach / 80
        c, s = math.cos(turn) * step, math.sin(turn) * step
        corner = np.array([x - 40 * c + 40 * s, y - 40 * s - 40 * c])
        _lay(image, np.repeat(side[..., None], 3, axis=2), corner, (c, s), (-s, c))
