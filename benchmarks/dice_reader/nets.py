"""The network that learns to read dice: convolutions of 3 x 3 alone; needs torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.dice_reader.views import FACE, OUT
from benchmarks.dice_training.nets import conv

if TYPE_CHECKING:
    from torch import nn


def reading() -> nn.Sequential:
    """Told of a cut: each value and none, how it lies, where its top is, its colour (``views``)."""
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
