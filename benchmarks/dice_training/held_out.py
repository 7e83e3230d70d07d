"""How well networks find and read painted dice that they have not learnt from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import cv2
import numpy as np

from benchmarks.dice_training.batches import face_of, seen_lying
from benchmarks.dice_training.candidates import NONE, noticed
from benchmarks.dice_training.losses import CELL, VALUES
from vision.dice.networks import Cut

if TYPE_CHECKING:
    from torch import nn


def look_found(net: nn.Sequential, images: np.ndarray, truths: np.ndarray) -> None:
    """Says how many dice that were not learnt from are found, how far off, and how many are found that are none."""
    import torch

    with torch.no_grad():
        x = np.ascontiguousarray(images.transpose(0, 3, 1, 2), np.float32) / 255 - 0.5
        told = net(torch.from_numpy(x)).numpy()
    share = 1 / (1 + np.exp(-told[:, 0]))
    clear = found = false = 0
    for n, dice in enumerate(truths):
        peaks = (share[n] >= cv2.dilate(share[n], np.ones((3, 3)))) & (share[n] > 0.3)
        spots = np.argwhere(peaks)[:, ::-1] * CELL
        for x, y, edge, _, _, lean, seen, *_ in dice[dice[:, 7] > 0]:
            near = np.hypot(*(spots - [x, y]).T) < 0.45 * edge
            clear += seen > 0.9 and lean < 3
            found += seen > 0.9 and lean < 3 and near.any()
            spots = spots[~near]
        false += len(spots)
    click.echo(f"clear {clear} found {found / clear:.4f} false {false}")


def look_read(
    net: nn.Sequential, images: np.ndarray, truths: np.ndarray, cut: Cut
) -> None:
    """Says how many clear faces that were not learnt from are read, and how many surely wrong."""
    import torch

    dice = [
        (n, *die)
        for n, all_ in enumerate(truths)
        for die in all_
        if die[7] and die[6] > 0.9 and die[5] < 3
    ]
    faces = np.stack(
        [
            face_of(images[int(n)], x, y, edge, turn, cut)
            for n, x, y, edge, turn, *_ in dice
        ]
    )
    with torch.no_grad():
        told = net(
            torch.from_numpy(faces.transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5)
        )[:, : VALUES + 1, 0, 0]
    shares, right = (
        torch.softmax(told, 1).numpy(),
        np.array([die[5] - 1 for die in dice]),
    )
    sure, hit = shares.max(1) > 0.8, shares.argmax(1) == right
    click.echo(
        f"clear {len(dice)} right {hit.mean():.4f} sure {sure.mean():.4f} surely wrong {(sure & ~hit).sum()}"
    )


def look_lying(net: nn.Sequential, images: np.ndarray, truths: np.ndarray) -> None:
    """Says how surely dice that were not learnt from are told to lean by how far they do, to be covered, and to be none."""
    import torch

    found = list(noticed(images, truths))
    faces, _ = seen_lying(images, found, np.random.default_rng(0))
    with torch.no_grad():
        told = net(torch.from_numpy(faces))[:, :, 0, 0]
    likely = torch.logsumexp(told[:, :VALUES], 1) - told[:, NONE]
    none = 1 - torch.sigmoid(likely).numpy()
    leans, hidden = torch.sigmoid(told[:, VALUES + 1 : VALUES + 3]).numpy().T
    is_die = np.array([one.value != NONE for one in found])
    lean = np.array([one.lean for one in found])
    seen = np.array([one.seen for one in found])
    level = is_die & (lean < 3) & (seen > 0.92)
    sure = np.quantile(leans[level], [0.9, 0.98, 0.99, 0.995])
    click.echo(f"none: {(none[~is_die] > 0.5).mean():.4f} of {(~is_die).sum()}")
    click.echo(f"level {level.sum()}: none {(none[level] > 0.5).mean():.4f}")
    click.echo(f"  leans, the surest 10, 2, 1, 0.5 %: {sure.round(3)}")
    click.echo(f"  covered {(hidden[level] > 0.5).mean():.4f}")
    for least, most in ((5, 10), (10, 15), (15, 20), (20, 30), (30, 41)):
        these = is_die & (lean >= least) & (lean < most) & (seen > 0.6)
        share = [(leans[these] > at).mean() for at in (0.5, *sure)]
        click.echo(
            f"leans {least}-{most} {these.sum()}: none {(none[these] > 0.5).mean():.3f} told at 0.5 and at these {np.round(share, 2).tolist()}"
        )
    for low, high in ((0.2, 0.5), (0.5, 0.7), (0.7, 0.84)):
        these = is_die & (seen >= low) & (seen < high) & (lean < 3)
        click.echo(
            f"seen {low}-{high} {these.sum()}: none {(none[these] > 0.5).mean():.3f} covered {(hidden[these] > 0.5).mean():.3f}"
        )
