"""Writes a network that has learnt as a file that every OpenCV loads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from torch import Tensor, nn


def export(net: nn.Sequential, to: Path, seen: Sequence[int | str]) -> None:
    """A network as ONNX of Conv and Relu alone, batch norms folded in: any OpenCV since 4.5 loads it."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from torch import nn

    nodes, weights, x = [], [], "picture"
    flat = layers(net)
    for n, layer in enumerate(flat):
        if isinstance(layer, nn.ReLU):
            nodes.append(helper.make_node("Relu", [x], [f"r{n}"]))
            x = f"r{n}"
        if not isinstance(layer, nn.Conv2d):
            continue
        weight, bias = _folded(layer, flat[n + 1] if n + 1 < len(flat) else None)
        for part, array in (("w", weight), ("b", bias)):
            weights.append(
                numpy_helper.from_array(np.ascontiguousarray(array.numpy()), f"{part}{n}")
            )
        how = {
            "pads": list(layer.padding) * 2,
            "dilations": list(layer.dilation),
            "strides": list(layer.stride),
            "kernel_shape": list(layer.kernel_size),
            "group": layer.groups,
        }
        nodes.append(helper.make_node("Conv", [x, f"w{n}", f"b{n}"], [f"c{n}"], **how))
        x = f"c{n}"
    given = helper.make_tensor_value_info("picture", TensorProto.FLOAT, seen)
    told = helper.make_tensor_value_info(x, TensorProto.FLOAT, [None] * 4)
    graph = helper.make_graph(nodes, "dice", [given], [told], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)])
    model.ir_version = 6
    onnx.checker.check_model(model)
    to.write_bytes(model.SerializeToString())


def layers(net: nn.Sequential) -> list[nn.Module]:
    """All layers of a network, in order."""
    from torch import nn

    return [
        layer for part in net for layer in (part if isinstance(part, nn.Sequential) else [part])
    ]


def _folded(layer: nn.Conv2d, after: nn.Module | None) -> tuple[Tensor, Tensor]:
    """A convolution's weights and bias with the batch norm after it."""
    from torch import nn

    weight = layer.weight.detach()
    if not isinstance(after, nn.BatchNorm2d):
        return weight, layer.bias.detach()
    scale = (after.weight / (after.running_var + after.eps).sqrt()).detach()
    return weight * scale[:, None, None, None], after.bias.detach() - after.running_mean * scale
