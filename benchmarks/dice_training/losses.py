"""What networks are to tell of painted dice, and how far off what they tell is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from benchmarks.dice_training.candidates import HIDDEN, LEANS, NONE, Candidate

if TYPE_CHECKING:
    from torch import Tensor

CELL = 4
"""The finder tells of every 4th pixel, right and down."""
USUAL = 13.0
"""Sizes are told against this edge, px."""
VALUES = 7


Aims: TypeAlias = dict[str, np.ndarray]
"""What is to be told of a batch, by name."""
Batch: TypeAlias = tuple[np.ndarray, Aims]
"""Pictures as the networks want them, and what is to be told of them."""


def finding_aims(truths: np.ndarray, size: int) -> Aims:
    """What is to be told of every cell, shape (n, cells, cells) each."""
    cells = size // CELL
    aims = {
        key: np.zeros((len(truths), cells, cells), np.float32) for key in ("heat", "at")
    }
    aims["care"] = np.ones((len(truths), cells, cells), np.float32)
    aims["box"] = np.zeros((len(truths), 3, cells, cells), np.float32)
    down, right = np.indices((cells, cells))
    for n, dice in enumerate(truths):
        for x, y, edge, _, _, _, seen, there, *_ in dice:
            if not there:
                continue
            across, along = x / CELL - right, y / CELL - down
            far = np.hypot(across, along)
            if seen < 0.35:
                aims["care"][n][far < 0.5 * edge / CELL] = 0
                continue
            aims["heat"][n] = np.maximum(
                aims["heat"][n],
                np.exp(-0.5 * (far / max(0.6, 0.13 * edge / CELL)) ** 2),
            )
            near = far <= max(0.71, 0.16 * edge / CELL)
            aims["at"][n][near] = 1
            size = np.full_like(across, math.log(edge / USUAL))
            told = (across, along, size)
            for k, one in enumerate(told):
                aims["box"][n, k][near] = one[near]
    return aims


def finding_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """Where dice are, and how they lie."""
    import torch
    import torch.nn.functional as F

    share, peak = torch.sigmoid(told[:, 0]).clamp(1e-4, 1 - 1e-4), aims["heat"] > 0.8
    hit = -((1 - share) ** 2) * share.log() * peak
    miss = -((1 - aims["heat"]) ** 4) * share**2 * (1 - share).log() * (~peak)
    heat = ((hit + miss) * aims["care"]).sum() / (peak.sum() + 1)
    off = F.smooth_l1_loss(told[:, 1:], aims["box"], reduction="none", beta=0.05).mean(
        1
    )
    return [heat, 4 * (off * aims["at"]).sum() / (aims["at"].sum() + 1)]


def taught_finding_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """The same, and how far off what another network tells of the same pictures, ``taught`` (n, 4, cells, cells)."""
    import torch
    import torch.nn.functional as F

    share = torch.sigmoid(aims["taught"][:, 0])
    heat = F.binary_cross_entropy_with_logits(told[:, 0], share, reduction="none")
    near = (share > 0.2).float()
    off = F.smooth_l1_loss(
        told[:, 1:], aims["taught"][:, 1:], reduction="none", beta=0.05
    ).mean(1)
    return [
        *finding_loss(told, aims),
        20 * (heat * aims["care"]).mean(),
        4 * (off * near).sum() / (near.sum() + 1),
    ]


def reading_aims(faces: Sequence[Candidate]) -> Aims:
    """What is to be told of faces."""
    leans = [_flag(one.lean, *LEANS) for one in faces]
    covered = [_flag(1 - one.seen, *HIDDEN) for one in faces]
    flags = np.array([*zip(leans, covered, strict=True)], np.float32)
    die = np.array([one.value != NONE for one in faces], np.float32)[:, None, None]
    return {
        "value": np.array([one.value for one in faces]),
        "flags": flags[..., 0],
        "flags_weight": (die * flags[..., 1:])[..., 0],
        "weight": np.array([one.asked for one in faces], np.float32),
    }


def _flag(much: float, little: float, enough: float) -> tuple[float, float]:
    """Whether it is so much, and whether that is asked."""
    return float(much >= enough), float(not little < much < enough)


def reading_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """What it shows, and whether it leans or is covered."""
    import torch.nn.functional as F

    flat = told[:, :, 0, 0]
    value = (
        F.cross_entropy(flat[:, : VALUES + 1], aims["value"], reduction="none")
        * aims["weight"]
    )
    flags = (
        F.binary_cross_entropy_with_logits(
            flat[:, VALUES + 1 :], aims["flags"], reduction="none"
        )
        * aims["flags_weight"]
    )
    return [value.mean(), flags.mean()]


def taught_value_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """What a face shows, and what others tell of it, ``taught`` as shares (n, values)."""
    import torch.nn.functional as F

    flat = told[:, :, 0, 0]
    value = F.cross_entropy(flat, aims["value"], reduction="none") * aims["weight"]
    likely = F.log_softmax(flat[:, :VALUES], 1)
    like = F.kl_div(likely, aims["taught"], reduction="none").sum(1)
    return [value.mean(), like.mean()]


def lying_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """Whether it is a die, what it shows, and above all whether it leans, which way, or is covered."""
    import torch
    import torch.nn.functional as F

    flat = told[:, :, 0, 0]
    die = (aims["value"] != NONE).float()
    likely = torch.logsumexp(flat[:, :VALUES], 1) - flat[:, VALUES]
    shown = aims["value"].clamp(max=VALUES - 1)
    value = F.cross_entropy(flat[:, :VALUES], shown, reduction="none")
    flags = F.binary_cross_entropy_with_logits(
        flat[:, VALUES + 1 : VALUES + 3], aims["flags"], reduction="none"
    )
    off = F.smooth_l1_loss(
        flat[:, VALUES + 3 :], 3 * aims["tilt"], reduction="none", beta=0.3
    )
    return [
        F.binary_cross_entropy_with_logits(likely, die),
        0.2 * (value * die * aims["weight"]).mean(),
        2 * (flags * aims["flags_weight"])[:, 0].mean(),
        (flags * aims["flags_weight"])[:, 1].mean(),
        4.5 * (off.sum(1) * die).mean(),
    ]


def taught_lying_loss(told: Tensor, aims: dict[str, Tensor]) -> list[Tensor]:
    """The same, and how far off what another network tells of what is a die, ``taught`` as scores (n, 12), of the places of which it was ``asked`` (n)."""
    import torch
    import torch.nn.functional as F

    asked = aims["asked"] > 0
    flat, taught = told[asked][:, :, 0, 0], aims["taught"][asked]
    likely, known = (
        torch.logsumexp(one[:, :VALUES], 1) - one[:, VALUES] for one in (flat, taught)
    )
    die = F.binary_cross_entropy_with_logits(likely, torch.sigmoid(known))
    return [*lying_loss(told, aims), 0.5 * die]
