"""Cuts in more inks, lamps, shadows and cameras than they were painted or photographed with: what a reader sees of one die is never twice the same; needs torch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from vision.dice.networks import FACE

if TYPE_CHECKING:
    from torch import Tensor

REAL: Final = {
    "inked": 0.25,
    "amid": 0.4,
    "glared": 0.3,
    "shaded": 0.15,
    "blurred": 0.3,
    "noisy": 0.3,
}
"""How often what befalls photographed cuts..."""
PAINTED: Final = {
    "inked": 0.0,
    "amid": 0.0,
    "glared": 0.12,
    "shaded": 0.12,
    "blurred": 0.12,
    "noisy": 0.12,
}
"""...and painted ones, which had weather of their own."""
LUMA: Final = (0.114, 0.587, 0.299)
_CONTRAST: Final = 0.3
"""Where luma differs by less it does not tell ink from body."""


def weathered(x: Tensor, real: Tensor, is_die: Tensor) -> Tensor:
    """Cuts, shape (n, 3, side, side), white being 1, of which some are photographed and some show dice."""
    import torch

    far = _edges(x)
    draw = {
        name: torch.rand(len(x), device=x.device) < torch.where(real, REAL[name], PAINTED[name])
        for name in REAL
    }
    x = torch.where(_each(draw["inked"] & is_die), _inked(x, far), x)
    x = torch.where(_each(draw["amid"] & is_die), _amid(x, far), x)
    x = torch.where(_each(draw["glared"]), _glared(x, far), x)
    x = torch.where(_each(draw["shaded"]), x * _shade(x), x)
    x = torch.where(_each(draw["blurred"]), _blurred(x), x)
    much = 0.04 * torch.rand(len(x), 1, 1, 1, device=x.device) * _each(draw["noisy"])
    return x + much * torch.randn_like(x)


def _each(one: Tensor) -> Tensor:
    return one[:, None, None, None]


def _uniform(x: Tensor, low: float, high: float) -> Tensor:
    """A number for each of the cuts, shape (n, 1, 1)."""
    import torch

    return low + (high - low) * torch.rand(len(x), 1, 1, device=x.device)


def _edges(x: Tensor) -> Tensor:
    """Right and down from a face's middle, in edges, shape (2, side, side)."""
    import torch

    step = (torch.arange(FACE.side, device=x.device) + 0.5) / FACE.side - 0.5
    return torch.stack(torch.meshgrid(step * FACE.around, step * FACE.around, indexing="xy"))


def _luma(x: Tensor) -> Tensor:
    import torch

    return torch.einsum("nchw,c->nhw", x, x.new_tensor(LUMA))


def _on_die(far: Tensor, reach: Tensor) -> Tensor:
    """1 on a die's face that reaches so far (n, 1, 1) from its middle, in edges, 0 beside it."""
    import torch

    return torch.sigmoid((reach - far.abs().amax(0)) * 40)


# Inks --------------------------------------------------------------------------------


def _inked(x: Tensor, far: Tensor) -> Tensor:
    """Dark and light become two inks, the body swirled or not: many of them alike in light."""
    import torch

    luma, away = _luma(x), far.abs().amax(0)
    top = luma[:, away < 0.42].float()
    low, high = (top.quantile(q, dim=1)[:, None, None] for q in (0.05, 0.95))
    light = ((luma - low) / (high - low).clamp(min=0.05)).clamp(-0.15, 1.15)
    ring = light[:, (away > 0.36) & (away < 0.46)].median(dim=1).values
    share = torch.where((ring < 0.5)[:, None, None], light, 1 - light)[:, None]
    n, on = len(x), x.device
    body, ink = torch.rand(n, 3, 1, 1, device=on), torch.rand(n, 3, 1, 1, device=on)
    grey = 0.1 + 0.35 * torch.rand(n, 1, 1, 1, device=on)
    body = torch.where(torch.rand(n, 1, 1, 1, device=on) < 0.4, grey, body)
    other = body * (0.1 + 0.4 * torch.rand(n, 1, 1, 1, device=on))
    swirl = _clouds(x) * (torch.rand(n, 1, 1, 1, device=on) < 0.5)
    field = body + (other - body) * swirl
    painted = field + (ink - field) * share
    die = _on_die(far, _uniform(x, 0.5, 0.75))[:, None]
    told = (high - low > _CONTRAST)[:, None] & _each((ink - body).abs().amax((1, 2, 3)) > 0.25)
    return torch.where(told, x + (painted - x) * die, x)


def _clouds(x: Tensor) -> Tensor:
    """Clouds, 0 to 1, shape (n, 1, side, side)."""
    import torch
    import torch.nn.functional as F

    cells = int(torch.randint(3, 9, ()))
    noise = torch.randn(len(x), 1, cells, cells, device=x.device)
    wide = F.interpolate(noise, (FACE.side, FACE.side), mode="bicubic")
    return (0.5 + 0.9 * wide).clamp(0, 1)


def _amid(x: Tensor, far: Tensor) -> Tensor:
    """Amid what is around others: that tells nothing of what a die shows."""
    import torch

    own = _on_die(far, _uniform(x, 0.56, 0.8))[:, None]
    return x * own + x[torch.randperm(len(x), device=x.device)] * (1 - own)


# Lamps -------------------------------------------------------------------------------


def _glared(x: Tensor, far: Tensor) -> Tensor:
    """With lamps mirrored in the top: rings and arcs along its rim, patches, a veil over it; some of them glitter."""
    import torch

    kinds = torch.stack([_ring(x, far), _patch(x, far), _veil(x, far)], 1)
    much = (0.2 + 0.75 * torch.rand(len(x), 3, 1, 1, device=x.device)) * (
        torch.rand(len(x), 3, 1, 1, device=x.device) < 0.5
    )
    light = (kinds * much).amax(1)
    grain = 0.5 * _uniform(x, 0, 1) * (_uniform(x, 0, 1) < 0.3)
    light = (light * (1 + grain * torch.randn_like(light))).clamp(0, 1)
    light = light * _on_die(far, light.new_full((1, 1, 1), 0.48))
    lamp = 0.6 + 0.5 * torch.rand(len(x), 1, 1, 1, device=x.device)
    lamp = lamp + 0.04 * torch.randn(len(x), 3, 1, 1, device=x.device)
    return x + (lamp - x) * light[:, None]


def _ring(x: Tensor, far: Tensor) -> Tensor:
    """A thin line at the same distance from the middle, part of the way round."""
    import torch

    off = 0.03 * torch.randn(2, len(x), 1, 1, device=x.device)
    right, down = far[0] - off[0], far[1] - off[1]
    away = (right.abs() ** 3 + down.abs() ** 3 + 1e-9) ** (1 / 3)
    line = torch.exp(-(((away - _uniform(x, 0.1, 0.5)) / _uniform(x, 0.012, 0.05)) ** 2))
    around = torch.atan2(down, right) - _uniform(x, 0, 2 * math.pi)
    around = torch.atan2(around.sin(), around.cos()).abs()
    return line * torch.sigmoid((_uniform(x, 0.3, 4.0) - around) * 8)


def _turned(x: Tensor, far: Tensor) -> tuple[Tensor, Tensor]:
    turn = _uniform(x, 0, 2 * math.pi)
    return (turn.cos() * far[0] + turn.sin() * far[1], turn.cos() * far[1] - turn.sin() * far[0])


def _patch(x: Tensor, far: Tensor) -> Tensor:
    """A window or a lamp."""
    import torch

    right, down = _turned(x, far)
    right, down = right - _uniform(x, -0.4, 0.4), down - _uniform(x, -0.4, 0.4)
    away = torch.hypot(right / _uniform(x, 0.03, 0.35), down / _uniform(x, 0.03, 0.35))
    return torch.sigmoid((1 - away) * _uniform(x, 3, 20))


def _veil(x: Tensor, far: Tensor) -> Tensor:
    """Over all of the face, or up to an edge."""
    import torch

    right, _ = _turned(x, far)
    return torch.sigmoid((right + _uniform(x, -0.3, 0.7)) * _uniform(x, 4, 40))


def _shade(x: Tensor) -> Tensor:
    """The shadow of something with a straight edge, hard or soft, shape (n, 3, rows, columns)."""
    import torch

    n, rows, columns = len(x), x.shape[2], x.shape[3]
    down, right = torch.meshgrid(
        torch.linspace(-1, 1, rows, device=x.device),
        torch.linspace(-1, 1, columns, device=x.device),
        indexing="ij",
    )
    turn = _uniform(x, 0, 2 * math.pi)
    off = turn.cos() * right + turn.sin() * down - _uniform(x, -0.9, 0.9)
    soft = torch.exp(torch.rand(n, 1, 1, device=x.device) * 4 + 0.5)
    deep = 0.2 + 0.55 * torch.rand(n, 1, 1, 1, device=x.device)
    deep = deep * (1 + 0.06 * torch.randn(n, 3, 1, 1, device=x.device))
    return 1 - deep * torch.sigmoid(off * soft)[:, None]


# The camera --------------------------------------------------------------------------


def _blurred(x: Tensor) -> Tensor:
    """Coarser, or its colours blurred more than its light, as cameras keep them."""
    import torch
    import torch.nn.functional as F

    fewer = int(torch.randint(26, 46, ()))
    small = F.interpolate(x, (fewer, fewer), mode="bilinear", antialias=True)
    back = F.interpolate(small, (FACE.side, FACE.side), mode="bicubic")
    light, soft = _luma(x)[:, None], _luma(back)[:, None]
    only_colour = (torch.rand(len(x), device=x.device) < 0.5)[:, None, None, None]
    return torch.where(only_colour, back - soft + light, back)
