"""The networks that learn to find and read dice: convolutions of 3 x 3 and 1 x 1; needs torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.dice.networks import FACE, OUT

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
        conv(3, 8, 2), conv(8, 32, 2), *seen, nn.Conv2d(32, 32, 1), nn.ReLU(inplace=True), last
    )


def reading() -> nn.Sequential:
    """Told of a cut: each value and none, how it lies, where its top is, its colour (``OUT`` channels)."""
    from torch import nn

    return nn.Sequential(
        conv(5, 16, 2),
        conv(16, 32),
        conv(32, 48, 2),
        conv(48, 48),
        conv(48, 48),
        conv(48, 96, 2),
        conv(96, 96),
        conv(96, 40),
        nn.Conv2d(40, 192, FACE.side // 8),
        nn.ReLU(inplace=True),
        nn.Conv2d(192, OUT, 1),
    )
