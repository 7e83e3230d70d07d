"""What networks are to tell of painted dice, and how far off what they tell is; needs torch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from benchmarks.dice_training.pictures import EDGE, SEEN, THERE, X, Y
from vision.dice.die_places import USUAL
from vision.dice.networks import BODY, COVERED, LEANS, NONE, PLACE, TILT

if TYPE_CHECKING:
    from torch import Tensor

CELL = 4
"""The finder tells of every 4th pixel, right and down."""
HARDLY = 0.35
"""A die of whose top less is seen need not be found."""

Aims: TypeAlias = "dict[str, Tensor]"
"""What is to be told of a batch, by name."""


def finding_aims(dice: Tensor, side: int) -> Aims:
    """What is to be told of every cell of square pictures whose dice (n, most, told) are in px of theirs, shape (n, cells, cells) each."""
    import torch

    at = torch.arange(side // CELL, device=dice.device, dtype=torch.float32)
    across = dice[..., X, None, None] / CELL - at
    along = dice[..., Y, None, None] / CELL - at[:, None]
    far = torch.hypot(across.expand_as(across + along), along.expand_as(across + along))
    edge = dice[..., EDGE, None, None] / CELL
    there = (dice[..., THERE] > 0)[..., None, None]
    seen = (dice[..., SEEN] >= HARDLY)[..., None, None] & there
    heat = torch.exp(-0.5 * (far / (0.13 * edge).clamp(min=0.6)) ** 2) * seen
    near = (far <= (0.16 * edge).clamp(min=0.71)) & seen
    # Where two dice claim a cell it is the nearer one's.
    which = far.masked_fill(~near, math.inf).argmin(1, keepdim=True)
    size = (edge * CELL / USUAL).clamp(min=1e-3).log().expand_as(far)
    told = [across.expand_as(far), along.expand_as(far), size]
    return {
        "heat": heat.amax(1),
        "care": (~((far < 0.5 * edge) & there & ~seen).any(1)).float(),
        "at": near.any(1).float(),
        "box": torch.cat([one.gather(1, which) for one in told], 1),
    }


def finding_loss(told: Tensor, aims: Aims) -> list[Tensor]:
    """Where dice are, and how large."""
    import torch
    import torch.nn.functional as F

    share, peak = torch.sigmoid(told[:, 0]).clamp(1e-4, 1 - 1e-4), aims["heat"] > 0.8
    hit = -((1 - share) ** 2) * share.log() * peak
    miss = -((1 - aims["heat"]) ** 4) * share**2 * (1 - share).log() * (~peak)
    heat = ((hit + miss) * aims["care"]).sum() / (peak.sum() + 1)
    off = F.smooth_l1_loss(told[:, 1:], aims["box"], reduction="none", beta=0.05)
    at = aims["at"]
    return [heat, 4 * (off.mean(1) * at).sum() / (at.sum() + 1)]


def taught_finding_loss(told: Tensor, aims: Aims, taught: Tensor) -> list[Tensor]:
    """The same, and how far off what another network tells of the same pictures, ``taught`` (n, 4, cells, cells)."""
    import torch
    import torch.nn.functional as F

    share = torch.sigmoid(taught[:, 0])
    heat = F.binary_cross_entropy_with_logits(told[:, 0], share, reduction="none")
    near = (share > 0.2).float()
    off = F.smooth_l1_loss(told[:, 1:], taught[:, 1:], reduction="none", beta=0.05)
    return [
        *finding_loss(told, aims),
        20 * (heat * aims["care"]).mean(),
        4 * (off.mean(1) * near).sum() / (near.sum() + 1),
    ]


def reading_loss(told: Tensor, aims: Aims) -> dict[str, Tensor]:
    """How far off it is what is a die, what it shows, how it lies, where it is and what colour it has, each where that is asked."""
    import torch
    import torch.nn.functional as F

    values, die = told[:, :NONE], aims["die"]
    likely = torch.logsumexp(values, 1) - told[:, NONE]
    shown = F.cross_entropy(values, aims["value"], reduction="none")
    flags = F.binary_cross_entropy_with_logits(
        told[:, LEANS : COVERED + 1], aims["flags"], reduction="none"
    )
    place, tilt, body = (
        F.smooth_l1_loss(told[:, part], aims[name], reduction="none", beta=beta).sum(1)
        for part, name, beta in ((PLACE, "place", 0.05), (TILT, "tilt", 0.1), (BODY, "body", 0.2))
    )
    each = {
        "die": (
            F.binary_cross_entropy_with_logits(likely, die, reduction="none"),
            aims["is_asked"],
        ),
        "shows": (shown, aims["value_asked"]),
        "leans": (2 * flags[:, 0], aims["lean_asked"]),
        "covered": (flags[:, 1], aims["cover_asked"]),
        "place": (2 * place, aims["place_asked"]),
        "tilt": (2 * tilt, aims["tilt_asked"]),
        "body": (0.5 * body, aims["body_asked"]),
    }
    return {name: (loss * asked).mean() for name, (loss, asked) in each.items()}
