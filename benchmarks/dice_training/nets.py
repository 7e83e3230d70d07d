"""The networks that learn to find and read dice: convolutions of 3 x 3 and 1 x 1; needs torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.dice_training.losses import VALUES
from vision.dice.networks import FACE, LYING, NEAR, Cut

if TYPE_CHECKING:
    from torch import nn


def conv(a: int, b: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """A convolution of 3 x 3 with what follows it."""
    from torch import nn

    layer = nn.Conv2d(a, b, 3, stride, spread, spread, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


def separable(a: int, b: int, spread: int = 1) -> nn.Sequential:
    """The same in two: 3 x 3 of each channel alone, then 1 x 1 of all; of 32 channels it has a seventh of the numbers."""
    from torch import nn

    return nn.Sequential(
        nn.Conv2d(a, a, 3, 1, spread, spread, groups=a, bias=False),
        nn.BatchNorm2d(a),
        nn.ReLU(inplace=True),
        nn.Conv2d(a, b, 1, bias=False),
        nn.BatchNorm2d(b),
        nn.ReLU(inplace=True),
    )


def _telling(
    seen: int, thin: int, told: int, side: int, out: int
) -> tuple[nn.Module, ...]:
    """The layers that tell of a whole cut what was seen in its cells, ``side`` of them a side."""
    from torch import nn

    return (
        nn.Conv2d(seen, thin, 1),
        nn.ReLU(inplace=True),
        nn.Conv2d(thin, told, side),
        nn.ReLU(inplace=True),
        nn.Conv2d(told, out, 1),
    )


def finding(wide: bool) -> nn.Sequential:
    """Told of every cell: there, right, down, size; the wide one is three times as large and teaches the other."""
    from torch import nn

    last = nn.Conv2d(32, 4, 1)
    nn.init.constant_(last.bias, 0.0)
    # At first there is hardly ever a die: else all that is learnt for long is that.
    nn.init.constant_(last.bias[:1], -4.0)
    seen = (
        [conv(32, 32, 1, spread) for spread in (1, 2, 3, 2)]
        if wide
        else [separable(32, 32, spread) for spread in (1, 2, 3, 2, 1, 1)]
    )
    return nn.Sequential(
        conv(3, 8, 2),
        conv(8, 32, 2),
        *seen,
        nn.Conv2d(32, 32, 1),
        nn.ReLU(inplace=True),
        last,
    )


def reading(cut: Cut) -> nn.Sequential:
    """Told of a face: each value and none, leans, covered."""
    from torch import nn

    near = (
        conv(3, 20, 2),
        conv(20, 24),
        conv(24, 40, 2),
        conv(40, 40),
        conv(40, 56, 2),
    )
    face = (
        conv(3, 16, 2),
        conv(16, 32),
        conv(32, 48, 2),
        conv(48, 48),
        conv(48, 48),
        conv(48, 96, 2),
        conv(96, 96),
    )
    body, seen, thin, told = (near, 56, 24, 64) if cut is NEAR else (face, 96, 32, 128)
    return nn.Sequential(
        *body,
        *_telling(seen, thin, told, cut.side // 8, VALUES + 3),
    )


def glancing() -> nn.Sequential:
    """Told of a face: each value and none."""
    from torch import nn

    return nn.Sequential(
        conv(3, 8, 2),
        conv(8, 24, 2),
        conv(24, 32),
        conv(32, 48, 2),
        conv(48, 48),
        *_telling(48, 24, 64, FACE.side // 8, VALUES + 1),
    )


def lying() -> nn.Sequential:
    """Told of what is seen from straight above: each value and none, leans, covered, where its top points."""
    from torch import nn

    return nn.Sequential(
        conv(4, 16, 2),
        conv(16, 24),
        conv(24, 40, 2),
        conv(40, 40),
        conv(40, 64, 2),
        conv(64, 64),
        *_telling(64, 32, 96, LYING.side // 8, VALUES + 5),
    )
