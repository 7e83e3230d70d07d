"""How much worse dice are read in worse pictures: `python -m benchmarks.dice_worse [--part chosen|kept-out|all]`.

The pictures of mats and the photographs with their truth, as they are and as a dark evening, coloured lamps, a lens out of
focus, too long an exposure, the edge of a shadow and a cheap stream would have made them. Nothing was chosen by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.dice import PARTS, anywhere, judged, on_mats, photographs, pictures
from vision.frame import Colour
from vision.painting.scene import through_jpeg

SHADE: Final = 0.35
"""The share of the light that is left in the shadow."""
_NOISE: Final = (2.0, 0.35)
"""A camera's noise in the dark, grey levels: always, and times the root of the brightness."""


def lamp(gamma: float, blue: float, green: float, red: float) -> Callable[[Colour], Colour]:
    """A lamp of another colour, and the camera's curve in it."""
    return lambda picture: _bytes(255 * (picture / 255) ** gamma * np.array([blue, green, red]))


def dusk(picture: Colour) -> Colour:
    """Three tenths of the light, with the noise and the JPEG of a small camera."""
    dark = picture * np.float32(0.3)
    always, by_light = _NOISE
    noise = np.random.default_rng(3).standard_normal(dark.shape, np.float32)
    return through_jpeg(_bytes(dark + noise * (always + by_light * np.sqrt(dark))), 80)


def shadow(picture: Colour) -> Colour:
    """One half lies in the shadow of something with a sharp edge, aslant."""
    high, wide = picture.shape[:2]
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    into = 0.8 * (x - wide / 2) + 0.6 * (y - high / 2)
    light = SHADE + (1 - SHADE) * (1 + np.tanh(into / 12)) / 2
    return _bytes(picture * light[..., None])


def _bytes(picture: NDArray[np.floating]) -> Colour:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


WORSE: Final[Mapping[str, Callable[[Colour], Colour]]] = {
    "as they are": lambda picture: picture,
    "three tenths of the light, noise": dusk,
    "a warm lamp": lamp(1.2, 0.6, 0.9, 1.08),
    "a cold lamp": lamp(0.9, 1.15, 1.0, 0.75),
    "out of focus by 1.4 px": lambda picture: np.asarray(
        cv2.GaussianBlur(picture, (0, 0), 1.4), np.uint8
    ),
    "exposed half as long again": lambda picture: _bytes(picture * np.float32(1.5) + 12),
    "the edge of a shadow": shadow,
    "JPEG of quality 30": lambda picture: through_jpeg(picture, 30),
}


@click.command()
@click.option("--part", type=click.Choice(list(PARTS)), default="all")
def main(part: str) -> None:
    """Read all pictures in every way and say how well."""
    for name, worse in WORSE.items():
        mats = ((path, worse(seen), truth) for path, seen, truth in pictures(part))
        plain = ((path, worse(seen), truth) for path, seen, truth in photographs(part, 200))
        scores = judged(mats, on_mats(), True) | judged(plain, anywhere(), True)
        for level, score in sorted(scores.items()):
            click.echo(score.line(f"{name}, {level}"))


if __name__ == "__main__":
    main()
