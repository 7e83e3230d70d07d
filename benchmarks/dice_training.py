"""Trains the networks that find and read dice (vision/dice/*.onnx) on painted pictures; needs torch and onnx, which the project does not.

    python -m benchmarks.dice_training paint PICTURES.npz --first SEED --count N
    python -m benchmarks.dice_training finder PICTURES.npz... --weights F.pt --onnx vision/dice/finder.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut face --weights K.pt --onnx vision/dice/kind.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut face --weights S.pt --onnx vision/dice/symbol.onnx
    python -m benchmarks.dice_training reader PICTURES.npz... --cut near --weights N.pt --onnx vision/dice/near.onnx

That of pips has learnt from photographs as well (benchmarks/dice_pips.py). Painting goes on with other seeds; training goes on with the weights of the last run. The last 150 pictures of all are not learnt from.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pool
from pathlib import Path

import click
import cv2
import numpy as np

from benchmarks.dice_candidates import NONE, Candidate, lying, noticed
from vision.dice.networks import FACE, NEAR, Cut

ASIDE = 150
"""So many pictures are for looking how well it learnt."""
SMALL = 72
"""A painted picture as the finder sees it, px: dice have edges of 7 to 23."""
CELL = 4
"""The finder tells of every 4th pixel, right and down."""
USUAL = 13.0
"""Sizes are told against this edge, px."""
VALUES = 7
DICE_SHARE = 0.62
"""Of the places that a reader learns from; the others are none."""
KEPT = 0.995
"""What is exported is a running mean of the weights: so much of it stays at each step."""


@click.group()
def main() -> None:
    """Paint pictures, then learn from them."""


@main.command()
@click.argument("file", type=Path)
@click.option("--first", default=0)
@click.option("--count", default=1500)
def paint(file: Path, first: int, count: int) -> None:
    """Paint pictures with their truth."""
    cv2.setNumThreads(1)
    with Pool(2) as pool:
        painted = pool.map(_painted, range(first, first + count), chunksize=50)
    images, truths = zip(*painted, strict=True)
    np.savez(file, im=np.stack(images), tr=np.stack(truths))


def _painted(seed: int) -> tuple[np.ndarray, np.ndarray]:
    from benchmarks.dice_pictures import picture

    return picture(np.random.default_rng(seed))


def course(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a course of learning."""
    for option in (
        click.option("--batch", default=16),
        click.option("--rate", default=3e-3),
        click.option(
            "--minutes", default=20.0, help="The rate falls to nothing over so many."
        ),
        click.option("--onnx", "to", type=Path, required=True),
        click.option("--weights", type=Path, required=True),
        click.argument("files", nargs=-1, type=Path),
    ):
        command = option(command)
    return command


@main.command()
@course
def finder(
    files: tuple[Path, ...],
    weights: Path,
    to: Path,
    minutes: float,
    rate: float,
    batch: int,
) -> None:
    """Learn where dice are, how large and how turned."""
    images, truths = loaded(files)
    small = np.stack(
        [
            cv2.resize(one, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
            for one in images
        ]
    )
    share = SMALL / images.shape[1]
    truths[..., :2] = (truths[..., :2] + 0.5) * share - 0.5
    truths[..., 2] *= share
    rng = np.random.default_rng(int(time.time()))
    net = learnt(
        finding(),
        _crops(small[:-ASIDE], truths[:-ASIDE], batch, rng),
        finding_loss,
        weights,
        minutes,
        rate,
    )
    export(net, to, [1, 3, "h", "w"])
    _look_found(net, small[-ASIDE:], truths[-ASIDE:])


@main.command()
@course
@click.option("--cut", type=click.Choice(["near", "face"]), required=True)
def reader(
    files: tuple[Path, ...],
    weights: Path,
    to: Path,
    minutes: float,
    rate: float,
    batch: int,
    cut: str,
) -> None:
    """Learn what a face shows, whether it leans and whether it is covered; not seen from near, also whether it is one."""
    images, truths = loaded(files)
    as_seen = NEAR if cut == "near" else FACE
    rng = np.random.default_rng(int(time.time()))
    net = learnt(
        reading(as_seen),
        _faces(images[:-ASIDE], truths[:-ASIDE], batch, rng, as_seen),
        reading_loss,
        weights,
        minutes,
        rate,
    )
    export(net, to, ["n", 3, as_seen.side, as_seen.side])
    look_read(net, images[-ASIDE:], truths[-ASIDE:], as_seen)


def loaded(files: tuple[Path, ...]) -> tuple[np.ndarray, np.ndarray]:
    parts = [np.load(file) for file in files]
    return np.concatenate([one["im"] for one in parts]), np.concatenate(
        [one["tr"] for one in parts]
    )


def learnt(net, batches, loss_of, weights: Path, minutes: float, rate: float):
    """What comes of one course of learning, or of the next part of it: the running mean of the weights."""
    import torch
    from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

    torch.set_num_threads(1)
    net.to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    first, sums = 0, []
    if weights.exists():
        known = torch.load(weights)
        net.load_state_dict(known["net"])
        adam.load_state_dict(known["adam"])
        first = known["step"]
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    x, aims = next(batches)
    began = said = time.monotonic()
    step, gone = first, 0.0
    while gone < 1:
        for group in adam.param_groups:
            falling = 0.5 + 0.5 * math.cos(math.pi * gone)
            group["lr"] = rate * min(1.0, (step - first + 1) / 40) * falling + 1e-5
        # Half as many bits a number: three times as fast where the processor knows them.
        with torch.autocast("cpu", dtype=torch.bfloat16):
            told = net(torch.from_numpy(x).to(memory_format=torch.channels_last))
        losses = loss_of(
            told.float(), {key: torch.from_numpy(aim) for key, aim in aims.items()}
        )
        adam.zero_grad()
        sum(losses).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        mean.update_parameters(net)
        sums.append([float(loss.detach()) for loss in losses])
        if time.monotonic() - said > 15:
            said = time.monotonic()
            click.echo(f"{step} {np.mean(sums[-100:], axis=0).round(3)}")
            _keep(net, adam, step, weights)
        x, aims, step = *next(batches), step + 1
        gone = (time.monotonic() - began) / (60 * minutes)
    _keep(net, adam, step, weights)
    return mean.module.eval()


def _keep(net, adam, step: int, weights: Path) -> None:
    """What is known so far, to be gone on with."""
    import torch

    known = {"net": net.state_dict(), "adam": adam.state_dict(), "step": step}
    torch.save(known, weights)


def conv(a: int, b: int, stride: int = 1, spread: int = 1):
    """A convolution of 3 x 3 with what follows it."""
    from torch import nn

    layer = nn.Conv2d(a, b, 3, stride, spread, spread, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(b), nn.ReLU(inplace=True))


def finding():
    """Told of every cell: there, right, down, size."""
    from torch import nn

    last = nn.Conv2d(32, 4, 1)
    nn.init.constant_(last.bias, 0.0)
    # At first there is hardly ever a die: else all that is learnt for long is that.
    nn.init.constant_(last.bias[:1], -4.0)
    return nn.Sequential(
        conv(3, 8, 2),
        conv(8, 32, 2),
        conv(32, 32),
        conv(32, 32, 1, 2),
        conv(32, 32, 1, 3),
        conv(32, 32, 1, 2),
        nn.Conv2d(32, 32, 1),
        nn.ReLU(inplace=True),
        last,
    )


def reading(cut: Cut):
    """Told of a face: each value and none, leans, covered."""
    from torch import nn

    near = (
        conv(3, 20, 2),
        conv(20, 24),
        conv(24, 40, 2),
        conv(40, 40),
        conv(40, 56, 2),
    )
    face = (
        conv(3, 16, 2),
        conv(16, 32),
        conv(32, 48, 2),
        conv(48, 48),
        conv(48, 48),
        conv(48, 96, 2),
        conv(96, 96),
    )
    body, seen, thin, told = (near, 56, 24, 64) if cut is NEAR else (face, 96, 32, 128)
    return nn.Sequential(
        *body,
        nn.Conv2d(seen, thin, 1),
        nn.ReLU(inplace=True),
        nn.Conv2d(thin, told, cut.side // 8),
        nn.ReLU(inplace=True),
        nn.Conv2d(told, VALUES + 3, 1),
    )


# Batches


def recoloured(
    x: np.ndarray, rng: np.random.Generator, alone: float = 0.25
) -> np.ndarray:
    """Pictures (n, 3, h, w) in other light, some with their channels exchanged, a share in one of them alone, as the networks want them."""
    n = len(x)
    mix = (
        np.eye(3)
        + rng.normal(0, 0.06, (n, 3, 3))
        + rng.normal(0, 0.12, (n, 3, 1)) * np.eye(3)
    )
    some = rng.random(n) < 0.3
    mix[some] = np.eye(3)[
        rng.permuted(np.tile(np.arange(3), (int(some.sum()), 1)), axis=1)
    ]
    x = np.einsum(
        "nij,njhw->nihw",
        mix.astype(np.float32),
        x.astype(np.float32) / 255,
        optimize=True,
    )
    for k in np.flatnonzero(rng.random(n) < alone):
        x[k] = x[k, int(rng.integers(3))]
    x *= np.exp(rng.normal(0, 0.25, (n, 1, 1, 1))).astype(np.float32)
    return np.ascontiguousarray(np.clip(x, 0, 1) - 0.5, np.float32)


def _crops(
    images: np.ndarray, truths: np.ndarray, count: int, rng: np.random.Generator
) -> Iterator[tuple]:
    while True:
        for chosen in np.array_split(
            rng.permutation(len(images)), len(images) // count
        ):
            yield _crop_batch(images[chosen], truths[chosen].copy(), rng)


def _crop_batch(x: np.ndarray, truths: np.ndarray, rng: np.random.Generator) -> tuple:
    """Pictures turned, mirrored and recoloured, and what is to be told of them."""
    size = x.shape[1]
    for _ in range(int(rng.integers(4))):
        x = np.rot90(x, 1, (1, 2))
        truths[..., 0], truths[..., 1] = (
            truths[..., 1].copy(),
            size - 1 - truths[..., 0],
        )
    if rng.random() < 0.5:
        x = x[:, :, ::-1]
        truths[..., 0], truths[..., 3] = size - 1 - truths[..., 0], -truths[..., 3]
    return recoloured(x.transpose(0, 3, 1, 2), rng), finding_aims(truths, size)


def finding_aims(truths: np.ndarray, size: int) -> dict[str, np.ndarray]:
    """What is to be told of every cell, shape (n, cells, cells) each."""
    cells = size // CELL
    aims = {
        key: np.zeros((len(truths), cells, cells), np.float32) for key in ("heat", "at")
    }
    aims["care"] = np.ones((len(truths), cells, cells), np.float32)
    aims["box"] = np.zeros((len(truths), 3, cells, cells), np.float32)
    down, right = np.indices((cells, cells))
    for n, dice in enumerate(truths):
        for x, y, edge, _, _, _, seen, there in dice:
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


def finding_loss(told, aims) -> list:
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


def face_of(
    image: np.ndarray, x: float, y: float, edge: float, angle: float, cut: Cut
) -> np.ndarray:
    """A die's top face and what is around it, upright, shape (side, side, 3)."""
    scale = cut.side / (cut.around * edge)
    c, s = math.cos(angle) * scale, math.sin(angle) * scale
    middle = (cut.side - 1) / 2
    to = np.array([[c, s, middle - c * x - s * y], [-s, c, middle + s * x - c * y]])
    return cv2.warpAffine(
        image,
        to,
        (cut.side, cut.side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _faces(
    images: np.ndarray,
    truths: np.ndarray,
    count: int,
    rng: np.random.Generator,
    cut: Cut,
) -> Iterator[tuple]:
    """Faces as they lie; not from near also as the finder gives them, and what it takes for dice that is none."""
    found = list(noticed(images, truths)) if cut is FACE else []
    dice = [*lying(truths), *(one for one in found if one.value != NONE)]
    others = [one for one in found if one.value == NONE]
    click.echo(f"{len(dice)} dice, {len(others)} places without")
    while True:
        kinds = (
            dice if not others or rng.random() < DICE_SHARE else others
            for _ in range(count)
        )
        picked = [kind[int(rng.integers(len(kind)))] for kind in kinds]
        x = np.stack([_one_face(images, one, rng, cut) for one in picked])
        yield (
            recoloured(x.transpose(0, 3, 1, 2), rng),
            {
                "value": np.array([one.value for one in picked]),
                "flags": np.float32([(one.leans, one.covered) for one in picked]),
                "weight": np.float32([one.asked for one in picked]),
            },
        )


def _one_face(
    images: np.ndarray, die: Candidate, rng: np.random.Generator, cut: Cut
) -> np.ndarray:
    x, y = np.array(die.at) + rng.normal(0, 0.03 * die.edge, 2)
    edge = die.edge * math.exp(rng.normal(0, 0.07))
    turn = die.turn + rng.normal(0, 0.05 if rng.random() < 0.85 else 0.2)
    quarter = math.pi / 2 * int(rng.integers(4))
    face = face_of(images[die.picture], x, y, edge, turn + quarter, cut)
    return face[:, ::-1] if rng.random() < 0.5 else face


def reading_loss(told, aims) -> list:
    """What it shows, and whether it leans or is covered."""
    import torch.nn.functional as F

    flat = told[:, :, 0, 0]
    value = (
        F.cross_entropy(flat[:, : VALUES + 1], aims["value"], reduction="none")
        * aims["weight"]
    )
    die = (aims["value"] != NONE).float()[:, None]
    flags = (
        F.binary_cross_entropy_with_logits(
            flat[:, VALUES + 1 :], aims["flags"], reduction="none"
        )
        * die
    )
    return [value.mean(), flags.mean()]


# What came of it


def export(net, to: Path, seen: list) -> None:
    """A network as ONNX of Conv and Relu alone, batch norms folded in: any OpenCV since 4.5 loads it."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from torch import nn

    nodes, weights, x = [], [], "picture"
    flat = [
        layer
        for part in net
        for layer in (part if isinstance(part, nn.Sequential) else [part])
    ]
    for n, layer in enumerate(flat):
        if isinstance(layer, nn.ReLU):
            nodes.append(helper.make_node("Relu", [x], [f"r{n}"]))
            x = f"r{n}"
        if not isinstance(layer, nn.Conv2d):
            continue
        weight, bias = _folded(layer, flat[n + 1] if n + 1 < len(flat) else None)
        for part, array in (("w", weight), ("b", bias)):
            weights.append(
                numpy_helper.from_array(
                    np.ascontiguousarray(array.numpy()), f"{part}{n}"
                )
            )
        how = {
            "pads": list(layer.padding) * 2,
            "dilations": list(layer.dilation),
            "strides": list(layer.stride),
            "kernel_shape": list(layer.kernel_size),
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


def _folded(layer, after) -> tuple:
    """A convolution's weights and bias with the batch norm after it."""
    from torch import nn

    weight = layer.weight.detach()
    if not isinstance(after, nn.BatchNorm2d):
        return weight, layer.bias.detach()
    scale = (after.weight / (after.running_var + after.eps).sqrt()).detach()
    return weight * scale[
        :, None, None, None
    ], after.bias.detach() - after.running_mean * scale


def _look_found(net, images: np.ndarray, truths: np.ndarray) -> None:
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
        for x, y, edge, _, _, lean, seen, _ in dice[dice[:, 7] > 0]:
            near = np.hypot(*(spots - [x, y]).T) < 0.45 * edge
            clear += seen > 0.9 and lean < 3
            found += seen > 0.9 and lean < 3 and near.any()
            spots = spots[~near]
        false += len(spots)
    click.echo(f"clear {clear} found {found / clear:.4f} false {false}")


def look_read(net, images: np.ndarray, truths: np.ndarray, cut: Cut) -> None:
    """Says how many clear faces that were not learnt from are read, and how many surely wrong."""
    import torch

    dice = [
        (n, *die)
        for n, all_ in enumerate(truths)
        for die in all_
        if die[7] and die[6] > 0.9 and die[5] < 3
    ]
    faces = np.stack(
        [face_of(images[int(n)], *at, cut) for n, *at in (die[:5] for die in dice)]
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


if __name__ == "__main__":
    main()
