"""A course of learning: the reader and both finders at once, from pictures as they are painted; needs torch."""

from __future__ import annotations

import copy
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Process
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from benchmarks.dice_training.cuts import aside_batch, finding_batch, reading_batch
from benchmarks.dice_training.export import export
from benchmarks.dice_training.losses import (
    finding_aims,
    finding_loss,
    reading_loss,
    taught_finding_loss,
)
from benchmarks.dice_training.nets import finding, reading
from benchmarks.dice_training.pool import Photographs, Pool, photographs_of, watching
from vision.dice.networks import BODY, COVERED, FACE, LEANS, NONE, PLACE

if TYPE_CHECKING:
    from torch import Tensor, nn

_MAKES: dict[str, Callable[[], nn.Sequential]] = {
    "reader": reading,
    "wide_finder": lambda: finding(True),
    "finder": lambda: finding(False),
}
SIDES = (56, 64, 72, 80, 88, 96)
"""How large a painted picture is to the finders, px: dice have edges of 6 to 30."""
WARMING = 100
"""Steps until the rate is reached."""
SAID_S = 20
"""After so many seconds what is known is said, and kept."""
FEW = 600
"""Learning begins when so many pictures are there."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a course; each begins with what the last one has learnt, at a rate of its own."""

    name: str
    """Of the folder, in that of the course, for what was learnt."""
    photographs: Path
    minutes: float
    rate: float


@dataclass(frozen=True, slots=True)
class Course:
    """One course of learning."""

    pictures: Path
    """The folder that painters write into."""
    parts: tuple[Part, ...]
    to: Path
    """The folder for what was learnt."""
    device: str
    batch: int
    """Places a step for the reader; a tenth as many pictures for the finders."""
    most: int
    """Pictures that are kept."""
    over: int
    """What is kept in the end is the running mean of the weights over about so many steps."""
    weights: Path | None = None
    """What an earlier course has kept, to be gone on from."""


@dataclass(slots=True)
class Learner:
    """A network that learns, and the running mean of its weights."""

    net: nn.Sequential
    mean: nn.Sequential
    steps: int = 0

    @staticmethod
    def of(make: Callable[[], nn.Sequential], device: str) -> Learner:
        import torch

        net, mean = make(), make()
        mean.load_state_dict(net.state_dict())
        form = torch.channels_last
        return Learner(
            net.to(device, memory_format=form), mean.to(device, memory_format=form).eval()
        )

    def follow(self, over: int) -> None:
        """Let the mean follow."""
        import torch

        self.steps += 1
        share = max(1 / over, 1 / (1 + self.steps))
        with torch.no_grad():
            mine, theirs = self.net.state_dict(), self.mean.state_dict()
            floats = [k for k, one in mine.items() if one.is_floating_point()]
            torch._foreach_lerp_([theirs[k] for k in floats], [mine[k] for k in floats], share)


def learn(course: Course, painters: Sequence[Process] = ()) -> None:
    """Learn for so many minutes, and write what was learnt.

    Raises:
        click.ClickException: a painter fails before there are enough pictures to begin.
    """
    pool, until = Pool(course.pictures, course.device, course.most), threading.Event()
    watcher = watching(pool, until)
    while pool.count < FEW:
        time.sleep(0.1)
        pool.take()
        if not all(painter.is_alive() for painter in painters):
            raise click.ClickException("A painter failed; what it said is above.")
    learners = _learners(course)
    for part in course.parts:
        _learn(course, part, pool, learners)
    until.set()
    watcher.join()


def _learners(course: Course) -> dict[str, Learner]:
    import torch

    learners = {n: Learner.of(m, course.device) for n, m in _MAKES.items()}
    if course.weights is not None:
        known = torch.load(course.weights, map_location=course.device)
        for name, one in learners.items():
            one.net.load_state_dict(known[name])
            one.mean.load_state_dict(known[name])
    return learners


def _learn(course: Course, part: Part, pool: Pool, learners: dict[str, Learner]) -> None:
    import torch

    to = course.to / part.name
    to.mkdir(parents=True, exist_ok=True)
    photographs = photographs_of(part.photographs, course.device)
    every = [p for one in learners.values() for p in one.net.parameters()]
    adam = torch.optim.AdamW(every, lr=part.rate, weight_decay=1e-2, fused=course.device == "cuda")
    began = said = time.monotonic()
    sums: list[Tensor] = []
    step, gone = 0, 0.0
    while gone < 1:
        pool.take()
        warm = min(1.0, (step + 1) / WARMING)
        for group in adam.param_groups:
            group["lr"] = part.rate * warm * (0.5 + 0.5 * math.cos(math.pi * gone)) + 1e-6
        losses = _losses(learners, pool, photographs, course)
        adam.zero_grad(set_to_none=True)
        torch.stack(list(losses.values())).sum().backward()
        for one in learners.values():
            torch.nn.utils.clip_grad_norm_(one.net.parameters(), 5.0)
        adam.step()
        for one in learners.values():
            one.follow(course.over)
        sums.append(torch.stack([one.detach() for one in losses.values()]))
        step += 1
        now = time.monotonic()
        gone = (now - began) / (60 * part.minutes)
        if now - said > SAID_S:
            said = now
            _say(step, pool, list(losses), sums)
            sums = []
            _keep(learners, to)
            click.echo("  " + "; ".join(_looked(learners["reader"].mean, pool)))
    _keep(learners, to)
    for line in _looked(learners["reader"].mean, pool):
        click.echo(line)
    _write({name: one.mean for name, one in learners.items()}, to)
    click.echo(f"{part.name}: {step} steps, {pool.seen} pictures")


def _losses(
    learners: dict[str, Learner], pool: Pool, photographs: Photographs | None, course: Course
) -> dict[str, Tensor]:
    import torch

    form = torch.channels_last
    kind = course.device
    with torch.no_grad():
        x, aims = reading_batch(pool, photographs, course.batch)
        side = SIDES[int(torch.randint(len(SIDES), ()))]
        y, dice = finding_batch(pool, max(16, course.batch // 10), side)
        places = finding_aims(dice, side)
    with torch.autocast(kind, dtype=torch.bfloat16):
        told = learners["reader"].net(x.contiguous(memory_format=form))[:, :, 0, 0]
        wide, small = (
            learners[name].net(y.contiguous(memory_format=form))
            for name in ("wide_finder", "finder")
        )
    losses = reading_loss(told.float(), aims)
    parts = zip(("there", "where"), finding_loss(wide.float(), places), strict=True)
    losses |= {f"wide {name}": loss for name, loss in parts}
    taught = taught_finding_loss(small.float(), places, wide.detach().float())
    names = ("there", "where", "taught there", "taught where")
    return losses | dict(zip(names, taught, strict=True))


def _say(step: int, pool: Pool, names: list[str], sums: list[Tensor]) -> None:
    import torch

    means = torch.stack(sums).mean(0).tolist()
    told = " ".join(f"{name} {one:.4f}" for name, one in zip(names, means, strict=True))
    click.echo(f"{step} of {pool.seen} pictures: {told}")


def _keep(learners: dict[str, Learner], to: Path) -> None:
    """What is known so far."""
    import torch

    torch.save({n: one.mean.state_dict() for n, one in learners.items()}, to / "weights.pt")


_SHAPES: dict[str, list[int | str]] = {
    "reader": ["n", 5, FACE.side, FACE.side],
    "wide_finder": [1, 3, "h", "w"],
    "finder": [1, 3, "h", "w"],
}


def _write(nets: dict[str, nn.Sequential], to: Path) -> None:
    """The networks as files that OpenCV reads."""
    for name, net in nets.items():
        whole = copy.deepcopy(net).cpu().float().eval()
        export(whole, to / f"{name}.onnx", _SHAPES[name])


def write_mean(to: Path, weights: Sequence[Path]) -> None:
    """Write networks with the mean of the weights that several courses have kept (Wortsman et al., Model soups, 2022)."""
    import torch

    known = [torch.load(each, map_location="cpu") for each in weights]
    nets = {name: make() for name, make in _MAKES.items()}
    for name, net in nets.items():
        states = [each[name] for each in known]
        net.load_state_dict(
            {k: torch.stack([state[k].float() for state in states]).mean(0) for k in states[0]}
        )
    to.mkdir(parents=True, exist_ok=True)
    _write(nets, to)


def _looked(net: nn.Sequential, pool: Pool) -> Iterator[str]:
    """How well places are read that are not learnt from."""
    import torch

    part = pool.aside()
    if part is None:
        return
    torch.manual_seed(0) if part.dice.device.type == "cpu" else None
    with torch.no_grad():
        x, aims, kind = aside_batch(part)
        told = net(x)[:, :, 0, 0].float()
    die = torch.sigmoid(told[:, :NONE].logsumexp(1) - told[:, NONE]) > 0.5
    shares = told[:, :NONE].softmax(1)
    right, sure = shares.argmax(1) == aims["value"], shares.amax(1) > 0.85
    flat = (kind == 0) & (aims["value_asked"] > 0)
    leans, hides = (told[:, k] > 0 for k in (LEANS, COVERED))
    off = (told[:, PLACE] - aims["place"]).abs()

    def share(what: Tensor, of: Tensor) -> float:
        return float(what[of].float().mean())

    yield (
        f"level: a die {share(die, kind == 0):.4f} right {share(right, flat):.4f} sure {share(sure, flat):.4f}"
        f" sure and wrong {share(sure & ~right, flat):.4f} leans {share(leans, kind == 0):.4f} covered {share(hides, kind == 0):.4f}"
    )
    yield f"leaning: {share(leans, aims['flags'][:, 0] > 0):.3f} hidden: {share(hides, (kind == 2) & (aims['flags'][:, 1] > 0)):.3f} none: {share(~die, kind == 3):.4f}"
    body = (told[:, BODY] - aims["body"]).abs()[kind == 0].mean(0).cpu()
    yield f"off: {off[kind == 0].mean(0).cpu().numpy().round(3)} body {np.round(body.numpy(), 3)}"
