"""Takes up again what a network's file knows: its batch norms were folded in when it was written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.dice_training.export import layers

if TYPE_CHECKING:
    from torch import Tensor, nn


def taken_up(net: nn.Sequential, file: Path, x: np.ndarray) -> None:
    """Let a network know what the file says that ``export`` wrote; how far its channels vary is seen on a batch ``x``."""
    import torch
    from torch import nn

    flat, written = layers(net), _written(file)
    seen = torch.from_numpy(x)
    with torch.no_grad():
        for layer, after in zip(flat, [*flat[1:], None], strict=True):
            if isinstance(layer, nn.Conv2d):
                weight, bias = map(torch.from_numpy, next(written))
                layer.weight.copy_(weight)
                if isinstance(after, nn.BatchNorm2d):
                    _unfolded(after, layer(seen), bias)
                else:
                    layer.bias.copy_(bias)
            seen = layer.eval()(seen)
    net.train()


def _written(file: Path) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The weights and biases of the layers, in order."""
    import onnx
    from onnx import numpy_helper

    parts = onnx.load(file).graph.initializer
    arrays = [np.array(numpy_helper.to_array(part)) for part in parts]
    yield from zip(arrays[::2], arrays[1::2], strict=True)


def _unfolded(norm: nn.BatchNorm2d, seen: Tensor, bias: Tensor) -> None:
    """A norm that only adds a bias to what it has ``seen``, shape (n, channels, h, w)."""
    mean, spread = seen.mean((0, 2, 3)), seen.var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)
