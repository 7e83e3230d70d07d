"""A course of learning: what a network learns from and for how long, and what it knows at its end; needs torch."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import numpy as np

from benchmarks.dice_training.losses import Aims, Batch
from benchmarks.dice_training.taken_up import taken_up

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer

Loss: TypeAlias = "Callable[[Tensor, dict[str, Tensor]], list[Tensor]]"
"""How far off what a network tells of a batch is, in each respect."""

ASIDE = 150
"""The last pictures of all, which are not learnt from: they are for looking how well it learnt."""
_WARMING = 40
"""Steps until the rate is reached."""
_SOME = 32
"""So many batches say how far the channels vary of a network that is taken up."""
_SAID_S = 15
"""After so many seconds what is known is said, and kept."""


@dataclass(frozen=True, slots=True)
class Course:
    """One course of learning, or the next part of it."""

    files: tuple[Path, ...]
    """Painted pictures."""
    weights: Path
    """What is known so far."""
    to: Path
    """The network's file; one that is there already is gone on from where no weights are kept."""
    minutes: float
    """Of a processor: the rate falls to nothing over so many."""
    rate: float
    batch: int
    over: int
    """What is exported is the running mean of the weights over about so many steps."""

    def pictures(self) -> tuple[np.ndarray, np.ndarray]:
        """All pictures, shape (n, side, side, 3), and their dice, shape (n, most, 12)."""
        parts = [np.load(file) for file in self.files]
        images, truths = ([part[key] for part in parts] for key in ("im", "tr"))
        return np.concatenate(images), np.concatenate(truths)


def course(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes a course, and whatever options it has of its own."""

    @wraps(command)
    def taken(**given: Any) -> None:
        own = {field.name: given.pop(field.name) for field in fields(Course)}
        command(Course(**own), **given)

    for option in (
        click.option("--over", default=200, help="Steps, the weights' mean."),
        click.option("--batch", default=16),
        click.option("--rate", default=3e-3),
        click.option("--minutes", default=20.0, help="Minutes of a processor."),
        click.option("--onnx", "to", type=Path, required=True),
        click.option("--weights", type=Path, required=True),
        click.argument("files", nargs=-1, type=Path),
    ):
        taken = option(taken)
    return taken


def learnt(
    net: nn.Sequential, batches: Iterator[Batch], loss_of: Loss, course: Course
) -> nn.Sequential:
    """What a network knows after a course: the running mean of its weights."""
    import torch
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    torch.set_num_threads(1)
    net.to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=1e-4)
    first = _gone_on_with(net, adam, course, batches)
    mean = AveragedModel(
        net, multi_avg_fn=get_ema_multi_avg_fn(1 - 1 / course.over), use_buffers=True
    )
    began, said = time.process_time(), time.monotonic()
    step, gone, sums = first, 0.0, list[list[float]]()
    while gone < 1:
        for group in adam.param_groups:
            group["lr"] = course.rate * _share_of_rate(step - first, gone) + 1e-5
        sums.append(_stepped(net, adam, loss_of, *next(batches)))
        mean.update_parameters(net)
        if time.monotonic() - said > _SAID_S:
            said = time.monotonic()
            click.echo(f"{step} {np.mean(sums[-100:], axis=0).round(3)}")
            _keep(net, adam, step, course.weights)
        step += 1
        gone = (time.process_time() - began) / (60 * course.minutes)
    _keep(net, adam, step, course.weights)
    return mean.module.eval()


def _share_of_rate(steps: int, gone: float) -> float:
    """It rises over the first steps and falls to nothing over the course."""
    return min(1.0, (steps + 1) / _WARMING) * (0.5 + 0.5 * math.cos(math.pi * gone))


def _stepped(
    net: nn.Sequential, adam: Optimizer, loss_of: Loss, x: np.ndarray, aims: Aims
) -> list[float]:
    """The losses of a batch, which is learnt from."""
    import torch

    # Half as many bits a number: three times as fast where the processor knows them.
    with torch.autocast("cpu", dtype=torch.bfloat16):
        told = net(torch.from_numpy(x).to(memory_format=torch.channels_last))
    wanted = {key: torch.from_numpy(aim) for key, aim in aims.items()}
    losses = loss_of(told.float(), wanted)
    adam.zero_grad()
    sum(losses).backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    adam.step()
    return [float(loss.detach()) for loss in losses]


def _gone_on_with(
    net: nn.Sequential, adam: Optimizer, course: Course, batches: Iterator[Batch]
) -> int:
    """How many steps were learnt before, with what is known of them; where nothing was kept the network's file is taken up."""
    import torch

    if not course.weights.exists():
        if course.to.exists():
            some = [next(batches)[0] for _ in range(_SOME)]
            taken_up(net, course.to, np.concatenate(some))
        return 0
    known = torch.load(course.weights)
    net.load_state_dict(known["net"])
    adam.load_state_dict(known["adam"])
    return int(known["step"])


def _keep(net: nn.Sequential, adam: Optimizer, step: int, weights: Path) -> None:
    """What is known so far, to be gone on with."""
    import torch

    known = {"net": net.state_dict(), "adam": adam.state_dict(), "step": step}
    torch.save(known, weights)
